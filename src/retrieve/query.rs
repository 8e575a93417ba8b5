//! What a query says, read against an index: its words with what they weigh, and the names in it that the index knows.

use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap};

use rust_stemmers::Stemmer;

use super::compounds;
use super::passages::FoundPassage;
use super::weights::{WEIGHTS, Weights};
use crate::index::search::links::title_key;
use crate::judgement::extractive::vectors::embedder::MODEL;
use crate::judgement::extractive::vectors::term_space::add_up;
use crate::model::{DocumentId, EntityId, EntityType, Span, TextUnitId};
use crate::store::{Reader, Result};
use crate::text::dates::calendar::first_day;
use crate::text::dates::{forms_of_month, month_in_any, written, year_forms};
use crate::text::language::{Pack, pack};
use crate::text::question::{Reading, is_framing, is_light};
use crate::text::words::forms::others;
use crate::text::words::kin::{beginning, forms_alike, kin, stand_ins};
use crate::text::words::participles;
use crate::text::words::terms::{Stems, Word, fold, is_stop, numbers, words};

/// Words of a query that are looked at; of a longer one, the beginning counts.
const MOST_WORDS: usize = 160;
/// Words a name may have.
const LONGEST_NAME: usize = 12;
/// A name that more entities or documents share is too vague to follow to each.
const MOST_SHARING: usize = 24;

/// Other forms that are looked for in the place of a word.
const FORMS: usize = 6;
/// Weight of a form that the stemmer of its language joins with the word.
const ONE_STEM: f32 = 0.95;
/// The same of a word that a stem is a part of.
const WHOLE: f32 = 0.7;
/// Letters that such forms share at their beginning.
const OPENING: usize = 3;

/// Rows of a full-text search that are ranked at most, as far as can be told beforehand.
const MOST_ROWS: f32 = 30_000.0;
/// What another way of writing a year counts less than the one asked for.
const YEAR_FORMS: f32 = 3.0;
/// What a word of the same family weighs beside the one that is asked for.
const KIN: f32 = 0.5;
/// What a word weighs that only frames the question.
const FRAMING: f32 = 0.3;
/// What a word of content weighs that says little by itself.
const LIGHT: f32 = 0.5;
/// Words that are looked for however frequent they are, the rarest.
const ALWAYS: usize = 2;

/// A word of content.
#[derive(Clone, Debug, PartialEq)]
pub struct QueryTerm {
    /// As the query writes it.
    pub word: String,
    pub stem: String,
    /// How much it tells: the rarer, the more.
    pub weight: f32,
    /// True when it is part of a name that was recognised.
    pub in_name: bool,
    /// True when it only frames the question, and other words say what is asked.
    pub framing: bool,
    /// Its vector in the corpus's own space, when it has one.
    pub vector: Option<Vec<f32>>,
}

/// A name in the query that the index knows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct QueryName {
    /// As the query writes it.
    pub text: String,
    /// Entities that go by it, those whose own name it is first.
    pub entities: Vec<EntityId>,
    /// Documents whose title it is.
    pub documents: Vec<DocumentId>,
    /// Text units about whoever bears it, with how surely.
    pub subjects: Vec<(TextUnitId, f32)>,
}

/// A query as read.
#[derive(Clone, Debug, PartialEq)]
pub struct Query {
    /// Words of content, each once, in order.
    pub terms: Vec<QueryTerm>,
    pub names: Vec<QueryName>,
    /// The query itself where it quotes a phrase.
    quoted: Option<String>,
    /// Its vector by the model that the index's vectors are of.
    meaning: Option<Vec<f32>>,
    /// Text units in an order that is better than the ranking's own.
    order: Vec<TextUnitId>,
    /// What stands together in it, in quotation marks: its numbers of several parts (`"4 6 1"`), and the day it names
    /// as logs and tables write it (`"2019-02-01"`).
    together: Vec<String>,
    /// What each kind of evidence counts.
    pub(super) weights: Cow<'static, Weights>,
}

impl Default for Query {
    fn default() -> Self {
        Self {
            terms: Vec::new(),
            names: Vec::new(),
            quoted: None,
            meaning: None,
            order: Vec::new(),
            together: Vec::new(),
            weights: Cow::Borrowed(&WEIGHTS),
        }
    }
}

/// Terms of an index that may be other forms of a word it does not have, the likeliest first, with how alike they are:
/// other names of a month, forms that the language of the question is known to have, those of one stem in it, and those
/// that begin alike.
///
/// # Errors
/// Those of reading the index.
pub fn other_forms(reader: &Reader, stem: &str, language: Option<&str>) -> Result<Vec<(String, f32)>> {
    if let Some(month) = month_in_any(stem) {
        let mut forms: Vec<(String, f32)> = Vec::new();
        for form in forms_of_month(month).filter(|form| *form != stem) {
            if reader.units_with(form)? > 0 {
                forms.push((form.to_owned(), 1.0));
            }
        }
        forms.sort_by(|a, b| a.0.cmp(&b.0));
        forms.truncate(FORMS);
        return Ok(forms);
    }
    let mut forms: Vec<(f32, String)> = Vec::new();
    for form in language.map_or(&[][..], |language| others(language, stem)) {
        if reader.units_with(form)? > 0 {
            forms.push((1.0, form.clone()));
        }
    }
    for form in language.and_then(pack).map_or_else(Vec::new, |pack| participles::forms(pack, stem)) {
        let form = Stems::default().stem(&form).to_owned();
        let known = form == stem || forms.iter().any(|(_, known)| *known == form);
        if !known && reader.units_with(&form)? > 0 {
            forms.push((ONE_STEM, form));
        }
    }
    // Where forms are known, what has the same stem by chance is none: *Gehalt* of *gehalten*.
    let stemmer = language.filter(|_| forms.is_empty()).and_then(pack).and_then(Pack::stemmer).map(Stemmer::create);
    if let Some((stemmer, opening)) = stemmer.zip(opening(stem)) {
        let own = stemmer.stem(stem);
        let terms = reader.terms_beginning(opening)?.into_iter();
        forms.extend(terms.filter(|term| term != stem && stemmer.stem(term) == own).map(|term| (ONE_STEM, term)));
    }
    if forms.is_empty() {
        forms.extend(compounds::wholes(reader, stem, language)?.into_iter().map(|whole| (WHOLE, whole)));
    }
    if let Some(beginning) = beginning(stem) {
        let like = |term: String| Some((forms_alike(stem, &term), term)).filter(|(alike, _)| *alike > 0.0);
        forms.extend(reader.terms_beginning(beginning)?.into_iter().filter_map(like));
    }
    forms.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
    let mut known = BTreeSet::new();
    forms.retain(|(_, form)| known.insert(form.clone()));
    forms.truncate(FORMS);
    Ok(forms.into_iter().map(|(alike, term)| (term, alike)).collect())
}

/// What forms of one stem begin with at least; none for a word that is too short to tell.
fn opening(stem: &str) -> Option<&str> {
    stem.char_indices().nth(OPENING).map(|(end, _)| &stem[..end])
}

impl Query {
    /// The same, ranked by other weights than the program's.
    pub fn weighed_by(self, weights: Weights) -> Self {
        Self { weights: Cow::Owned(weights), ..self }
    }

    /// Reads a query. Anything typed is a query: text of any length and script, without syntax but for quotation marks.
    pub fn read(reader: &Reader, text: &str) -> Result<Self> {
        let all: Vec<Word<'_>> = words(text).take(MOST_WORDS).collect();
        let (names, in_name) = names(reader, text, &all)?;
        let mut query = Self { names, ..Self::default() };
        let mut stems = Stems::default();
        let only_stop_words = all.iter().all(|word| is_stop(&fold(word.text)));
        let mut seen = BTreeSet::new();
        for (word, &in_name) in all.iter().zip(&in_name) {
            if is_stop(&fold(word.text)) && !only_stop_words {
                continue;
            }
            let stem = stems.stem(word.text).to_owned();
            if seen.insert(stem.clone()) {
                query.terms.push(QueryTerm {
                    word: word.text.to_owned(),
                    stem,
                    weight: 0.0,
                    in_name,
                    framing: !in_name && is_framing(&fold(word.text)),
                    vector: None,
                });
            }
        }
        query.quoted = (text.contains(['"', '“', '”']) && text.len() < 4_096).then(|| text.to_owned());
        let day = first_day(text).map(written);
        let numbered = numbers(text).take(MOST_WORDS).map(|parts| parts.join(" "));
        query.together = numbered.chain(day).map(|whole| format!("\"{whole}\"")).collect();
        // Few passages that answer "What do the guests say about fusion?" speak of guests.
        if query.terms.iter().all(|term| term.framing) {
            query.terms.iter_mut().for_each(|term| term.framing = false);
        }
        query.weigh(reader)?;
        query.add_years(reader)?;
        let language = Reading::of(text).language;
        query.add_kin(reader, language)?;
        query.add_forms(reader, language)?;
        Ok(query)
    }

    /// Adds the other ways in which the index writes its years: documents of 2023 may be titled *FY23*.
    fn add_years(&mut self, reader: &Reader) -> Result<()> {
        let years = self.terms.iter().filter(|term| !term.in_name);
        let forms = years.flat_map(|term| year_forms(&term.word).into_iter().map(|form| (form, term.weight)));
        for (form, weight) in forms.collect::<Vec<_>>() {
            if !self.terms.iter().any(|term| term.stem == form) && reader.units_with(&form)? > 0 {
                let (word, stem, weight) = (form.clone(), form, weight / YEAR_FORMS);
                self.terms.push(QueryTerm { word, stem, weight, in_name: false, framing: false, vector: None });
            }
        }
        Ok(())
    }

    /// Adds the words that say what one says that no document uses, which count for less: *activate* where *enable* is
    /// asked for.
    fn add_kin(&mut self, reader: &Reader, language: Option<&str>) -> Result<()> {
        for at in 0..self.terms.len() {
            let QueryTerm { in_name, framing, weight, .. } = self.terms[at];
            if in_name || framing || reader.units_with(&self.terms[at].word)? > 0 {
                continue;
            }
            let own = kin(&self.terms[at].stem).iter().cloned();
            let others = stand_ins(&self.terms[at].word, language).iter().map(|other| (*other).to_owned());
            let mut others: Vec<String> = own.chain(others).collect();
            others.extend(compounds::parts(reader, &self.terms[at].word, language)?);
            for word in others.into_iter().filter(|other| !is_stop(other)) {
                let stem = Stems::default().stem(&word).to_owned();
                if !self.terms.iter().any(|term| term.stem == stem) && reader.units_with(&word)? > 0 {
                    self.terms.push(QueryTerm { word, stem, weight: weight * KIN, in_name, framing, vector: None });
                }
            }
        }
        Ok(())
    }

    /// Adds other forms of the words that the index does not have, in other languages than English of all:
    /// *descarregou* where *descarregava* is asked for.
    fn add_forms(&mut self, reader: &Reader, language: Option<&str>) -> Result<()> {
        let inflects = language.is_some();
        for at in 0..self.terms.len() {
            let QueryTerm { in_name, framing, weight, .. } = self.terms[at];
            if in_name || framing || !inflects && reader.units_with(&self.terms[at].word)? > 0 {
                continue;
            }
            for (form, alike) in other_forms(reader, &self.terms[at].stem, language)? {
                if !self.terms.iter().any(|term| term.stem == form) {
                    let weight = weight * alike;
                    let (word, stem) = (form.clone(), form);
                    self.terms.push(QueryTerm { word, stem, weight, in_name, framing, vector: None });
                }
            }
        }
        Ok(())
    }

    /// The same with text units in a better order than the ranking's own, as a model that reads them gives it.
    pub fn ordered(self, order: Vec<TextUnitId>) -> Self {
        Self { order, ..self }
    }

    /// Puts what was ranked in the better order that the query brings, where it brings one: those that it names change
    /// places among themselves, and whoever comes to a place gets its score.
    pub(super) fn reorder(&self, ranked: &mut [FoundPassage]) {
        let by_unit: HashMap<TextUnitId, usize> = self.order.iter().copied().zip(0..).collect();
        let places: Vec<usize> = (0..ranked.len()).filter(|&at| by_unit.contains_key(&ranked[at].unit)).collect();
        let mut named: Vec<FoundPassage> = places.iter().map(|&at| ranked[at].clone()).collect();
        named.sort_by_key(|passage| by_unit[&passage.unit]);
        for (place, passage) in places.into_iter().zip(named) {
            ranked[place] = FoundPassage { score: ranked[place].score, ..passage };
        }
    }

    /// The same with its vector by the model that the index's vectors are of.
    pub fn meaning(self, meaning: Option<Vec<f32>>) -> Self {
        Self { meaning, ..self }
    }

    /// Its vector among those of an index's records, which are a model's or the corpus's own; none where it has none.
    pub(super) fn vector_among(&self, reader: &Reader) -> Result<Option<Vec<f32>>> {
        if self.meaning.is_some() {
            return Ok(self.meaning.clone());
        }
        // A model's vectors are of another space, though they may be as long.
        let own = reader.meta()?.embedding_model.is_none_or(|model| model == MODEL);
        Ok(self.vector().filter(|_| own))
    }

    /// True when there is nothing to look for.
    pub fn is_empty(&self) -> bool {
        self.terms.is_empty()
    }

    /// What is looked for in a full-text index of some rows: the words of content, or the query itself where it quotes
    /// a phrase. In a large index the most frequent words are left out, which would cost much and decide nothing.
    pub fn words(&self, rows: u32) -> String {
        let words = self.quoted.clone().unwrap_or_else(|| within(self.terms.iter(), rows));
        match self.together.as_slice() {
            [] => words,
            together => format!("{words} {}", together.join(" ")),
        }
    }

    /// The same without the words of names.
    pub fn rest(&self, rows: u32) -> String {
        within(self.rest_terms(), rows)
    }

    /// The words of content outside names: what is asked about those who are named.
    pub fn rest_terms(&self) -> impl Iterator<Item = &QueryTerm> {
        self.terms.iter().filter(|term| !term.in_name)
    }

    /// The query's vector in the corpus's own space; `None` when it knows none of its words.
    pub fn vector(&self) -> Option<Vec<f32>> {
        let known = self.terms.iter().filter_map(|term| Some((1, term.weight, term.vector.as_deref()?)));
        let vector = add_up(known);
        vector.iter().any(|&x| x != 0.0).then_some(vector)
    }

    /// Looks up what the terms weigh. What the corpus's vocabulary does not hold is a figure or rare: full text tells
    /// in how many text units it stands.
    fn weigh(&mut self, reader: &Reader) -> Result<()> {
        let rows = reader.text_unit_count()? as f32;
        let stems: Vec<String> = self.terms.iter().map(|term| term.stem.clone()).collect();
        let mut known = reader.term_vectors(&stems)?.into_iter().peekable();
        for term in &mut self.terms {
            if let Some(found) = known.next_if(|found| found.term == term.stem) {
                term.weight = found.weight;
                term.vector = Some(found.vector);
            } else {
                let holding = reader.units_with(&term.word)?.max(1) as f32;
                term.weight = (rows / holding).ln_1p();
            }
            term.weight *= match term {
                _ if term.framing => FRAMING,
                _ if !term.in_name && is_light(&fold(&term.word)) => LIGHT,
                _ => 1.0,
            };
        }
        Ok(())
    }
}

/// The words of the terms, in order; those that few rows hold are taken first.
fn within<'a>(terms: impl Iterator<Item = &'a QueryTerm>, rows: u32) -> String {
    let terms: Vec<&QueryTerm> = terms.filter(|term| !term.framing).collect();
    let mut rarest: Vec<usize> = (0..terms.len()).collect();
    rarest.sort_by(|&a, &b| terms[b].weight.total_cmp(&terms[a].weight).then(a.cmp(&b)));
    let mut left = MOST_ROWS;
    let mut kept: Vec<usize> = Vec::new();
    for at in rarest {
        // The weight is the logarithm of one and the share's inverse.
        let holding = rows as f32 / terms[at].weight.exp_m1().max(1.0);
        if kept.len() >= ALWAYS && holding > left {
            break;
        }
        left -= holding;
        kept.push(at);
    }
    kept.sort_unstable();
    kept.into_iter().map(|at| terms[at].word.as_str()).collect::<Vec<_>>().join(" ")
}

/// The names in a query, the longest where several begin at a word; and for each word whether it is part of one that
/// names somebody or something in particular.
fn names(reader: &Reader, text: &str, all: &[Word<'_>]) -> Result<(Vec<QueryName>, Vec<bool>)> {
    let mut names = Vec::new();
    let mut in_name = vec![false; all.len()];
    // Whoever types without capitals means names by their words alone.
    let unmarked = !all.iter().skip(1).any(|word| word.text.chars().next().is_some_and(char::is_uppercase));
    let mut at = 0;
    while at < all.len() {
        let found = name_at(reader, text, all, at, unmarked)?;
        let Some((length, name, particular)) = found else {
            at += 1;
            continue;
        };
        in_name[at..at + length].fill(particular);
        names.push(name);
        at += length;
    }
    Ok((names, in_name))
}

/// The longest known name that begins at a word, how many words it takes, and whether it is a name of its own rather
/// than a common term.
fn name_at(
    reader: &Reader,
    text: &str,
    all: &[Word<'_>],
    at: usize,
    unmarked: bool,
) -> Result<Option<(usize, QueryName, bool)>> {
    let first = &all[at];
    for length in (1..=LONGEST_NAME.min(all.len() - at)).rev() {
        let last = &all[at + length - 1];
        let stop = |word: &Word<'_>| is_stop(&fold(word.text));
        if stop(last) && !last.is_capital() || length == 1 && stop(first) {
            continue;
        }
        if length == 1 && !first.text.chars().any(char::is_alphabetic) {
            continue;
        }
        let written = Span::new(first.span.start, last.span.end).slice(text).unwrap_or_default();
        let capitals = first.is_capital() && last.is_capital();
        let mut entities = reader.entities_named(written)?;
        let key = title_key(written);
        let documents = reader.documents_named(&key)?;
        let subjects = reader.subjects_named(&key)?;
        entities.truncate(MOST_SHARING);
        let no_documents = documents.is_empty() || documents.len() > MOST_SHARING;
        if entities.is_empty() && no_documents && subjects.is_empty() {
            continue;
        }
        let rows = reader.entity_rows(&entities)?;
        let proper = rows.iter().any(|row| row.kind != EntityType::Concept);
        // "Old" at the head of a question, or "love" inside one, is a word before it is a title.
        let particular = match (length, capitals) {
            (1, true) => at > 0 || proper,
            (1, false) => unmarked && proper && !stop(first),
            (2, false) => proper || unmarked,
            _ => proper || !documents.is_empty() || !subjects.is_empty(),
        };
        if !particular && (entities.is_empty() || length == 1 && proper) {
            continue;
        }
        return Ok(Some((length, QueryName { text: written.to_owned(), entities, documents, subjects }, particular)));
    }
    Ok(None)
}
