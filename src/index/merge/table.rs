//! Everything that was extracted, as one table: names by their folded form, and every place where one occurs.

use std::borrow::Borrow;
use std::collections::{HashMap, HashSet};

use super::super::ragged::Ragged;
use crate::judgement::{DocumentText, Extraction, Passage, Passages};
use crate::model::{EntityType, Span};
use crate::text::cutting::script::is_han_word;
use crate::text::layout::labels::numbers_a_thing;
use crate::text::names::tag::{is_adjective, is_verb};
use crate::text::names::upright;
use crate::text::words::fold;
use crate::text::words::lexicon::{Flags, flags};
use crate::text::words::wordlist::is_function_word;

/// The types in the order of their votes.
pub(super) const KINDS: [EntityType; 8] = EntityType::NAMED;

pub(super) const PERSON: usize = 0;
pub(super) const ORGANISATION: usize = 1;
pub(super) const PLACE: usize = 2;
pub(super) const CONCEPT: usize = 7;

/// From this share of its occurrences on, what stands in front of numbers is a mark.
const MARKS: f32 = 0.8;

/// A folded name with the forms it is written in.
#[derive(Debug, Default)]
pub(super) struct Name {
    pub key: String,
    /// How often it is written how.
    pub surfaces: Surfaces,
    /// Occurrences as a name and as a common noun phrase.
    pub proper: u32,
    pub common: u32,
    /// Occurrences as a name that the reading was sure of.
    pub sure: u32,
    /// What the passages say it is, by [`KINDS`].
    pub votes: [u32; 8],
    /// How it is written outside the text (a speaker's name), for want of an occurrence.
    pub written: Option<String>,
    /// A type that came with an extraction and is none of ours.
    pub other_kind: Option<EntityType>,
}

impl Name {
    /// How often the passages say that it is something else than a person.
    pub fn votes_against_person(&self) -> u32 {
        self.votes.iter().sum::<u32>() - self.votes[PERSON]
    }

    pub fn words(&self) -> impl DoubleEndedIterator<Item = &str> {
        self.key.split(' ')
    }

    pub fn count(&self) -> u32 {
        self.proper + self.common
    }

    /// The way it is written most often; capitals are preferred between equals.
    pub fn surface(&self) -> &str {
        self.surfaces
            .iter()
            .max_by(|a, b| a.1.cmp(b.1).then_with(|| b.0.cmp(a.0)))
            .map_or(self.key.as_str(), |(surface, _)| surface.as_str())
    }
}

/// Forms that a name is written in, sorted, with how often it is written so. Most names have one: a map of them would
/// take more room than all else that is known of a name.
#[derive(Debug, Default)]
pub(super) struct Surfaces(Vec<(String, u32)>);

impl Surfaces {
    fn count(&mut self, form: &str) {
        match self.0.binary_search_by(|(known, _)| known.as_str().cmp(form)) {
            Ok(at) => self.0[at].1 += 1,
            Err(at) => {
                self.0.reserve_exact(1);
                self.0.insert(at, (form.to_owned(), 1));
            }
        }
    }

    pub fn iter(&self) -> impl Iterator<Item = (&String, &u32)> {
        self.0.iter().map(|(form, count)| (form, count))
    }

    pub fn keys(&self) -> impl Iterator<Item = &String> {
        self.0.iter().map(|(form, _)| form)
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// A place where a name occurs.
#[derive(Clone, Debug)]
pub(super) struct Occurrence {
    pub name: u32,
    /// Position in the passages.
    pub unit: u32,
    /// Dense number of the document.
    pub document: u32,
    /// Position in the document's sentences.
    pub sentence: u32,
    /// Where it stands in the document's text, which no file makes longer than 32 bits reach.
    pub start: u32,
    pub end: u32,
    pub sure: bool,
    pub proper: bool,
    /// By [`KINDS`].
    pub kind: Option<u8>,
}

impl Occurrence {
    pub fn span(&self) -> Span {
        Span::new(self.start as usize, self.end as usize)
    }
}

/// Names and occurrences; occurrences go by unit and place.
#[derive(Debug, Default)]
pub(super) struct Table {
    pub names: Vec<Name>,
    pub by_key: HashMap<String, u32>,
    pub occurrences: Vec<Occurrence>,
    /// Number of documents.
    pub documents: usize,
    /// For each document the positions of its passages.
    pub units: Ragged<u32>,
    /// For each passage its document.
    pub document_of: Vec<u32>,
    /// A model says what each name is: a person is one however its words read.
    pub told: bool,
}

impl Table {
    /// Collects the extractions; the one at `i` is what was found in the passage there.
    pub fn collect(passages: &dyn Passages, extractions: impl IntoIterator<Item = impl Borrow<Extraction>>) -> Table {
        let mut table = Table::default();
        let mut documents: HashMap<u32, u32> = HashMap::new();
        for unit in 0..passages.len() {
            let next = documents.len() as u32;
            table.document_of.push(*documents.entry(passages.unit(unit).document.0).or_insert(next));
        }
        table.documents = documents.len();
        drop(documents);
        let members = table.document_of.iter().map(|&document| document as usize).zip(0..);
        table.units = Ragged::sorted(table.documents, members);
        for (unit, extraction) in (0..passages.len()).zip(extractions) {
            table.add(unit as u32, &passages.at(unit), extraction.borrow());
        }
        table.occurrences.shrink_to_fit();
        table.sort_occurrences();
        table
    }

    /// Gives a noun of a German document that is written like a name of the pile to that name. Behind an article a name
    /// is read as a noun there, *das Orskmoos*, and without its last letter as one of several.
    pub fn join_written_alike(&mut self, passages: &dyn Passages) {
        let proper: HashSet<u32> = self.occurrences.iter().filter(|o| o.proper).map(|o| o.name).collect();
        let mut here = (u32::MAX, false);
        for at in 0..self.occurrences.len() {
            let one = &self.occurrences[at];
            if one.proper || proper.contains(&one.name) {
                continue;
            }
            if here.0 != one.unit {
                here = (one.unit, is_german(&passages.at(one.unit as usize).document));
            }
            let written = one.span().slice(passages.text(one.unit as usize)).filter(|_| here.1);
            let name = written.and_then(|written| self.by_key.get(&fold::key(written)));
            if let Some(&name) = name.filter(|name| proper.contains(name)) {
                self.occurrences[at].name = name;
            }
        }
    }

    fn add(&mut self, unit: u32, passage: &Passage, extraction: &Extraction) {
        let document = &passage.document;
        let german = is_german(document);
        let document_number = self.document_of[unit as usize];
        for entity in &extraction.entities {
            let (key, common) = key_of(&entity.name, entity.kind.as_ref(), german);
            if key.is_empty() {
                continue;
            }
            let kind = entity.kind.as_ref().and_then(|kind| KINDS.iter().position(|known| known == kind));
            let name = self.name(key);
            if kind.is_none() && entity.kind.is_some() {
                self.names[name as usize].other_kind.clone_from(&entity.kind);
            }
            if entity.mentions.iter().all(|span| span.is_empty()) {
                self.names[name as usize].written.get_or_insert_with(|| entity.name.clone());
            }
            for &span in &entity.mentions {
                if span.slice(&document.text).is_none() {
                    continue;
                }
                let sentence = document.sentences.partition_point(|sentence| sentence.span.end <= span.start);
                self.occurrences.push(Occurrence {
                    name,
                    unit,
                    document: document_number,
                    sentence: sentence as u32,
                    start: span.start as u32,
                    end: span.end as u32,
                    sure: entity.sure,
                    proper: !common,
                    kind: kind.map(|kind| kind as u8),
                });
            }
        }
    }

    /// Returns the number of the name with this key, made if need be.
    pub fn name(&mut self, key: String) -> u32 {
        if let Some(&name) = self.by_key.get(&key) {
            return name;
        }
        let number = self.names.len() as u32;
        self.by_key.insert(key.clone(), number);
        self.names.push(Name { key, ..Name::default() });
        number
    }

    /// Counts forms, votes and sure readings anew from the occurrences.
    pub fn count(&mut self, passages: &dyn Passages) {
        for name in &mut self.names {
            name.surfaces = Surfaces::default();
            name.votes = [0; 8];
            (name.proper, name.common, name.sure) = (0, 0, 0);
        }
        for occurrence in &self.occurrences {
            let name = &mut self.names[occurrence.name as usize];
            if let Some(text) = occurrence.span().slice(passages.text(occurrence.unit as usize))
                && !text.is_empty()
            {
                // *Voss, A.* of a line of authors
                let stood = if self.told { None } else { upright(text) };
                name.surfaces.count(stood.as_deref().unwrap_or(text));
            }
            if occurrence.proper {
                name.proper += 1;
                name.sure += u32::from(occurrence.sure);
            } else {
                name.common += 1;
            }
            if let Some(kind) = occurrence.kind {
                name.votes[usize::from(kind)] += 1;
            }
        }
    }

    /// Drops doubtful readings of names that are sure nowhere, and are no part of one that is: *Voss* of *Ada Voss*.
    pub fn drop_doubtful(&mut self) {
        // A word of a language without capitals or spaces is sure when it returns.
        for name in &mut self.names {
            if name.proper >= 3 && is_han_word(&name.key) {
                name.sure = name.proper;
            }
        }
        let sure = |name: &&Name| name.sure > 0 && name.proper > 0;
        let ends = |name: &'_ Name| {
            let (first, last) = (name.words().next(), name.words().last());
            [first, last].into_iter().flatten().map(str::to_owned).collect::<Vec<_>>()
        };
        let parts: HashSet<String> =
            self.names.iter().filter(sure).filter(|name| name.key.contains(' ')).flat_map(ends).collect();
        let stays: Vec<bool> =
            self.names.iter().map(|name| name.sure > 0 || name.common > 0 || parts.contains(&name.key)).collect();
        self.occurrences.retain(|o| o.sure || stays[o.name as usize]);
    }

    /// Leaves out letters that mostly stand in front of numbers: the accession marks of a museum name nothing
    /// themselves.
    pub fn drop_marks(&mut self, passages: &dyn Passages) {
        let mut marks = vec![0u32; self.names.len()];
        let mut all = vec![0u32; self.names.len()];
        for o in &self.occurrences {
            all[o.name as usize] += 1;
            marks[o.name as usize] += u32::from(numbers_a_thing(passages.text(o.unit as usize), o.span()));
        }
        self.occurrences.retain(|o| (marks[o.name as usize] as f32) < MARKS * all[o.name as usize] as f32);
    }

    /// Leaves out adjectives with a capital that mostly stand in front of what they tell of: *Federal*, *Palestinian*.
    pub fn drop_adjectives(&mut self, passages: &dyn Passages) {
        // *AR* is no adjective.
        let small = |form: &String| form.contains(char::is_lowercase);
        let tells = |name: &Name| {
            name.proper > 0
                && !name.key.contains(' ')
                && name.surfaces.keys().all(small)
                && (is_adjective(&name.key) || flags(&name.key).has(Flags::DEMONYM))
        };
        let doubtful: Vec<bool> = self.names.iter().map(tells).collect();
        let mut fronts: HashMap<u32, (u32, u32)> = HashMap::new();
        for o in self.occurrences.iter().filter(|o| doubtful[o.name as usize]) {
            let behind = passages.text(o.unit as usize).get(o.end as usize..).unwrap_or_default();
            let next = behind.strip_prefix(' ').and_then(|rest| rest.split(|c: char| !c.is_alphabetic()).next());
            let noun = |word: &&str| starts_small(word) && !is_function_word(word) && !is_verb(word);
            let (all, front) = fronts.entry(o.name).or_default();
            *all += 1;
            *front += u32::from(next.filter(noun).is_some());
        }
        let stays = |name| fronts.get(&name).is_none_or(|&(all, front)| (front as f32) < MARKS * all as f32);
        self.occurrences.retain(|o| !o.proper || stays(o.name));
    }

    /// Puts occurrences in the order of the text, the longer first.
    pub fn sort_occurrences(&mut self) {
        self.occurrences.sort_by_key(|o| (o.unit, o.start, std::cmp::Reverse(o.end)));
    }

    /// For each name the number of documents it occurs in.
    pub fn spread(&self) -> Vec<u32> {
        let mut spread = vec![0; self.names.len()];
        let mut seen = vec![u32::MAX; self.names.len()];
        // Occurrences go by unit, and the units of one document may lie apart only when a caller shuffles them.
        let mut order: Vec<(u32, u32)> = self.occurrences.iter().map(|o| (o.document, o.name)).collect();
        order.sort_unstable();
        for (document, name) in order {
            if seen[name as usize] != document {
                seen[name as usize] = document;
                spread[name as usize] += 1;
            }
        }
        spread
    }
}

/// Returns the folded key of a name, and whether it is a common noun phrase rather than a name.
pub(super) fn key_of(name: &str, kind: Option<&EntityType>, german: bool) -> (String, bool) {
    let common = kind == Some(&EntityType::Concept)
        && (german || is_han_word(name) || name.split([' ', '\u{a0}']).next_back().is_some_and(starts_small))
        && !has_eponym(name);
    (if common { fold::noun_key(name) } else { fold::key(name) }, common)
}

/// True for a document in German, where every noun is capitalised.
pub(super) fn is_german(document: &DocumentText) -> bool {
    document.document.language.as_deref() == Some("deu")
}

fn starts_small(word: &str) -> bool {
    word.chars().next().is_some_and(char::is_lowercase)
}

/// *Moore's law*: a name although its last word is small.
fn has_eponym(name: &str) -> bool {
    let mark = name.find("'s ").or_else(|| name.find("’s "));
    mark.is_some() && name.chars().next().is_some_and(char::is_uppercase)
}
