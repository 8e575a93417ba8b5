//! Every sentence that may count for a report, with what it names: read once, document by document on all cores, and
//! shared by all communities.

use std::collections::{BTreeSet, HashMap, HashSet};

use rayon::prelude::*;

use super::introductions::introduces;
use crate::index::TOGETHER;
use crate::index::ragged::Ragged;
use crate::judgement::extractive::summaries::title::is_bare;
use crate::judgement::{DocumentText, Documents};
use crate::model::{
    DocumentId, Entity, EntityId, EntityType, Mention, Sentence, SentenceKind, Span, TextUnit, TextUnitId,
};
use crate::text::language::word_lists;
use crate::text::layout::labels::{Labels, is_letters, numbers_a_thing, opens_a_field};
use crate::text::names::common_nouns::Nouns;
use crate::text::names::{announcing, goes_on};
use crate::text::similarity::term_vectors::{Term, TermMap};
use crate::text::speakers::letters::is_byline;
use crate::text::words::fold;
use crate::text::words::wordlist::is_article;

word_lists! { static WORDS = "sentences.toml": be, determiners }

/// Positions of entities are kept in 32 bits; nothing else here is.
pub(in crate::index) type EntityAt = u32;

/// Common nouns kept of one sentence: a line of a hostile file may hold any number.
const MAX_NOUNS: usize = 64;
/// Bytes that may stand before the name of the person whom a sentence introduces: "So, Dr. ".
const OPENING: usize = 8;
/// Share of its mentions as the name of a column, a numbering or a code in cells from which on an entity is a marker.
const MOSTLY: f32 = 0.8;
/// A heading uses the plural of a noun where one mention in this many, and more than one, does: "Vaccines and
/// proteins".
const PLURAL: u32 = 4;

/// A sentence.
#[derive(Clone, Copy)]
pub(in crate::index) struct SentenceFacts<'a> {
    /// Positions of its document and of the sentence in it.
    pub document: u32,
    pub sentence: u32,
    /// The text unit to cite.
    pub unit: TextUnitId,
    /// Entities it names, each once, by position.
    pub entities: &'a [EntityAt],
    /// Common nouns, each once.
    pub nouns: &'a [Term],
    /// The person with whom it begins to say who that is: "Ada Voss is a welder at the cannery."
    pub introduces: Option<EntityAt>,
    /// Of whom or what it says who or what that is, anywhere in it: "the harbour master, Ada Voss, …".
    pub tells_of: Option<EntityAt>,
}

/// A sentence without what it names.
struct Place {
    document: u32,
    sentence: u32,
    unit: TextUnitId,
    introduces: Option<EntityAt>,
    tells_of: Option<EntityAt>,
}

/// All sentences of the corpus that may be quoted, in the order of documents; rows of tables only where they name an
/// entity.
pub(in crate::index) struct Sentences {
    places: Vec<Place>,
    entities: Ragged<EntityAt>,
    nouns_of: Ragged<Term>,
    /// How a heading writes each common noun, and in how many sentences it stands.
    pub nouns: TermMap<(String, u32)>,
    /// The plural of the concepts of which a heading speaks in the plural.
    pub plurals: HashMap<EntityAt, String>,
    /// Entities that name nothing one could write about: columns of tables, fields of forms, letters that number
    /// things, and those of cells.
    pub markers: HashSet<EntityAt>,
    /// The nouns in the plural by which entities are called, each once: *customers such as Orsk Ferries*.
    pub called: HashMap<EntityAt, BTreeSet<String>>,
}

/// How often an entity is named, and how often as the name of a column as letters in front of a number or
/// in a cell.
type Named = HashMap<EntityAt, (u32, u32)>;

/// How often something is written how.
type Forms = HashMap<String, u32>;

struct Read {
    named: Named,
    plurals: HashMap<EntityAt, Forms>,
    said: Vec<(Place, Vec<EntityAt>, Vec<Term>)>,
    nouns: TermMap<Forms>,
    called: Vec<(EntityAt, String)>,
}

impl Sentences {
    /// Reads the documents. Mentions of unknown text units or entities count for nothing.
    pub fn read(documents: &dyn Documents, units: &[TextUnit], entities: &[Entity], mentions: &[Mention]) -> Self {
        let position: HashMap<EntityId, EntityAt> = entities.iter().map(|e| e.id).zip(0..).collect();
        let mut document_at: Vec<(DocumentId, usize)> = (0..documents.len()).map(|at| (documents.id(at), at)).collect();
        document_at.sort_unstable();
        let mut document_of: Vec<(TextUnitId, usize)> = (units.iter())
            .filter_map(|unit| {
                let found = document_at.binary_search_by_key(&unit.document, |&(id, _)| id).ok()?;
                Some((unit.id, document_at[found].1))
            })
            .collect();
        drop(document_at);
        document_of.sort_unstable();
        let owner = |unit: TextUnitId| {
            let found = document_of.binary_search_by_key(&unit, |&(id, _)| id);
            found.map_or(usize::MAX, |found| document_of[found].1)
        };
        let units_of: Ragged<u32> =
            Ragged::sorted(documents.len(), units.iter().zip(0..).map(|(unit, at)| (owner(unit.id), at)));
        let mentions_of: Ragged<u32> = Ragged::sorted(
            documents.len(),
            mentions.iter().zip(0..).map(|(mention, at)| (owner(mention.text_unit), at)),
        );
        let mut spellings: TermMap<Forms> = TermMap::default();
        let mut plurals: HashMap<EntityAt, Forms> = HashMap::new();
        let (mut places, mut entities_of, mut nouns_of) = (Vec::new(), Ragged::default(), Ragged::default());
        let mut named = Named::new();
        let mut called: HashMap<EntityAt, BTreeSet<String>> = HashMap::new();
        let of = |at: usize| {
            let mut units: Vec<&TextUnit> = units_of.of(at).iter().map(|&unit| &units[unit as usize]).collect();
            let known = |mention: &Mention| Some((mention.span, *position.get(&mention.entity)?));
            let mut mentions: Vec<(Span, EntityAt)> =
                mentions_of.of(at).iter().filter_map(|&mention| known(&mentions[mention as usize])).collect();
            read_document(at as u32, &documents.at(at), entities, &mut units, &mut mentions)
        };
        let read = (0..documents.len()).step_by(TOGETHER).flat_map(|from| {
            let until = (from + TOGETHER).min(documents.len());
            (from..until).into_par_iter().map(of).collect::<Vec<Read>>()
        });
        for document in read {
            for (entity, (all, marking)) in document.named {
                let known = named.entry(entity).or_default();
                *known = (known.0 + all, known.1 + marking);
            }
            for (entity, noun) in document.called {
                called.entry(entity).or_default().insert(noun);
            }
            document.nouns.into_iter().for_each(|(term, forms)| add(spellings.entry(term).or_default(), forms));
            document.plurals.into_iter().for_each(|(entity, forms)| add(plurals.entry(entity).or_default(), forms));
            for (place, entities, nouns) in document.said {
                places.push(place);
                entities_of.push(entities);
                nouns_of.push(nouns);
            }
        }
        places.shrink_to_fit();
        entities_of.shrink_to_fit();
        nouns_of.shrink_to_fit();
        let nouns = spellings
            .into_iter()
            .map(|(term, forms)| {
                let total = forms.values().sum();
                (term, (in_a_heading(&forms), total))
            })
            .collect();
        let plurals = plurals
            .into_iter()
            .filter(|(entity, forms)| is_usual(forms.values().sum(), named.get(entity).map_or(0, |named| named.0)))
            .filter_map(|(entity, forms)| Some((entity, most_frequent(&forms)?.to_owned())))
            .collect();
        let markers = named
            .into_iter()
            .filter(|(_, (all, marking))| *marking as f32 >= MOSTLY * *all as f32 && *marking > 0)
            .map(|(entity, _)| entity)
            .collect();
        Self { places, entities: entities_of, nouns_of, nouns, plurals, markers, called }
    }

    /// How many sentences there are.
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// The sentence at a position, which there has to be.
    pub fn at(&self, at: usize) -> SentenceFacts<'_> {
        let &Place { document, sentence, unit, introduces, tells_of } = &self.places[at];
        SentenceFacts {
            document,
            sentence,
            unit,
            entities: self.entities.of(at),
            nouns: self.nouns_of.of(at),
            introduces,
            tells_of,
        }
    }

    /// All sentences, in their order.
    pub fn iter(&self) -> impl Iterator<Item = SentenceFacts<'_>> {
        (0..self.len()).map(|at| self.at(at))
    }
}

/// What the mentions in a sentence name.
struct SaidOf {
    /// Entities, in the order of the sentence.
    entities: Vec<EntityAt>,
    introduces: Option<EntityAt>,
    tells_of: Option<EntityAt>,
}

impl Read {
    fn new() -> Self {
        Self {
            named: Named::new(),
            plurals: HashMap::new(),
            said: Vec::new(),
            nouns: TermMap::default(),
            called: Vec::new(),
        }
    }

    /// Reads the mentions of a sentence; `labelling` are the places of labels in a row.
    fn mentions(
        &mut self,
        document: &DocumentText,
        sentence: &Sentence,
        labelling: &[Span],
        mentions: &[(Span, EntityAt)],
        known_as: &[Entity],
    ) -> SaidOf {
        let text = sentence.span.slice(&document.text).unwrap_or_default();
        let is_label = |word: Span| {
            let label = labelling.get(labelling.partition_point(|label| label.end < word.end));
            label.is_some_and(|label| label.start <= word.start)
        };
        let mut said = SaidOf { entities: Vec::new(), introduces: None, tells_of: None };
        // The noun that announces a list, and where the list has come to.
        let mut announced: Option<(String, usize)> = None;
        for &(span, entity) in mentions {
            let start = span.start - sentence.span.start;
            let here = Span::new(start, start + span.len());
            let labels_a_value = is_label(here);
            let known = self.named.entry(entity).or_default();
            let Entity { kind, name, aliases, .. } = &known_as[entity as usize];
            // Letters that only cells have, and nobody says what they are, tell nothing in a title.
            let in_cell = sentence.kind == SentenceKind::Row
                && *kind == EntityType::Concept
                && std::iter::once(name).chain(aliases).all(|n| is_letters(n));
            let of_field = *kind == EntityType::Concept && opens_a_field(&document.text, span);
            let marks = labels_a_value || in_cell || of_field || numbers_a_thing(&document.text, span);
            *known = (known.0 + 1, known.1 + u32::from(marks));
            if labels_a_value {
                continue;
            }
            said.entities.push(entity);
            announced = (announcing(text.get(..start).unwrap_or_default()).map(|noun| (noun, 0)))
                .or(announced.filter(|(_, end)| text.get(*end..start).is_some_and(goes_on)));
            if let Some((noun, end)) = &mut announced {
                *end = here.end;
                self.called.push((entity, noun.clone()));
            }
            let person = *kind == EntityType::Person && name.contains(' ');
            if person && is_introduced(text, here) {
                said.introduces = Some(entity);
            }
            if said.tells_of.is_none() && introduces(text, here, &known_as[entity as usize]) {
                said.tells_of = Some(entity);
            }
            let surface = text.get(start..here.end).unwrap_or_default();
            if *kind == EntityType::Concept && !is_bare(name) && is_plural(surface, name) {
                count(self.plurals.entry(entity).or_default(), surface);
            }
        }
        said
    }

    /// Reads the common nouns of a sentence, each once, but those that are `left_out` and names of fields.
    fn nouns(&mut self, text: &str, common: &mut Nouns, left_out: impl Fn(&Term) -> bool) -> Vec<Term> {
        let mut nouns = Vec::new();
        for (term, word) in common.of_text(text) {
            let form = word.slice(text).unwrap_or_default();
            let left_out = left_out(&term) || opens_a_field(text, word);
            if nouns.len() < MAX_NOUNS && !nouns.contains(&term) && !left_out {
                nouns.push(term);
                count(self.nouns.entry(term).or_default(), form);
            }
        }
        nouns
    }
}

/// True for a sentence that may count for a report.
fn counts(document: &DocumentText, sentence: &Sentence, text: &str, names_nothing: bool) -> bool {
    let is_said = match sentence.kind {
        SentenceKind::Prose | SentenceKind::Item => true,
        // What names nothing may say most of all; a row without names is figures.
        SentenceKind::Row => !names_nothing,
        _ => false,
    };
    // Who wrote a text is told behind its title, and is nothing that it says.
    is_said && !sentence.recurring && !document.is_beside_speech(sentence) && !is_byline(text)
}

fn read_document(
    at: u32,
    document: &DocumentText,
    known_as: &[Entity],
    units: &mut [&TextUnit],
    mentions: &mut [(Span, EntityAt)],
) -> Read {
    units.sort_by_key(|unit| unit.ordinal);
    mentions.sort_unstable();
    let foreign = document.document.is_foreign();
    let mut common = Nouns::default();
    let mut read = Read::new();
    let rows = document.sentences.iter().filter(|sentence| sentence.kind == SentenceKind::Row);
    let rows = rows.filter_map(|row| row.span.slice(&document.text));
    let labels = if document.document.is_row() { Labels::of_record(rows) } else { Labels::of_rows(rows) };
    // What names a column says nothing in a cell either: "amount: 380 tonnes; tonnes: 380".
    let columns: HashSet<Term> = labels.names().flat_map(|name| common.of_text(name)).map(|(term, _)| term).collect();
    let mut next = 0;
    for (number, sentence) in document.sentences.iter().enumerate() {
        let standing_before =
            |end: usize, from: usize| from + mentions[from..].iter().take_while(|(span, _)| span.start < end).count();
        let from = standing_before(sentence.span.start, next);
        next = standing_before(sentence.span.end, from);
        let text = sentence.span.slice(&document.text).unwrap_or_default();
        let in_row = sentence.kind == SentenceKind::Row;
        let labelling = if in_row { labels.in_row(text) } else { Vec::new() };
        let SaidOf { mut entities, introduces, tells_of } =
            read.mentions(document, sentence, &labelling, &mentions[from..next], known_as);
        let unit = units.partition_point(|unit| unit.fresh_from <= sentence.span.start).checked_sub(1);
        let counts = counts(document, sentence, text, entities.is_empty());
        let (true, Some(unit)) = (counts, unit.and_then(|unit| units.get(unit))) else { continue };
        entities.sort_unstable();
        entities.dedup();
        let in_a_column = |term: &Term| in_row && columns.contains(term);
        let nouns = if foreign { Vec::new() } else { read.nouns(text, &mut common, in_a_column) };
        let place = Place { document: at, sentence: number as u32, unit: unit.id, introduces, tells_of };
        read.said.push((place, entities, nouns));
    }
    read
}

fn count(forms: &mut Forms, form: &str) {
    match forms.get_mut(form) {
        Some(count) => *count += 1,
        None => drop(forms.insert(form.to_owned(), 1)),
    }
}

fn add(known: &mut Forms, forms: Forms) {
    forms.into_iter().for_each(|(form, count)| *known.entry(form).or_default() += count);
}

fn most_frequent(forms: &Forms) -> Option<&str> {
    let usual = forms.iter().max_by(|a, b| a.1.cmp(b.1).then_with(|| b.0.cmp(a.0)));
    usual.map(|(form, _)| form.as_str())
}

/// The form of a common noun that a heading has: the usual one, or its plural where that is usual enough.
fn in_a_heading(forms: &Forms) -> String {
    let usual = most_frequent(forms).unwrap_or_default();
    let all: u32 = forms.values().sum();
    let plural = forms.iter().filter(|(form, count)| is_usual(**count, all) && is_plural(form, usual)).min();
    plural.map_or(usual, |(form, _)| form).to_owned()
}

fn is_usual(plurals: u32, all: u32) -> bool {
    plurals > 1 && plurals * PLURAL >= all
}

/// True for the plural of a name that is written as the name is: *deep neural networks*.
fn is_plural(surface: &str, name: &str) -> bool {
    let stem = name.char_indices().next_back().map_or("", |(last, _)| &name[..last]);
    surface.len() > name.len()
        && surface.starts_with(stem)
        && !surface.contains(char::is_control)
        && fold::noun_key(surface) == fold::noun_key(name)
        && fold::key(surface) != fold::key(name)
}

/// True for a name, by its place, that a sentence begins with to say who that is: what is told is the person.
fn is_introduced(sentence: &str, name: Span) -> bool {
    let opens = name.start <= OPENING;
    let mut words = sentence.get(name.end..).unwrap_or_default().split_whitespace();
    let is = words.next().is_some_and(|word| WORDS.be.has(word));
    opens && is && words.next().is_some_and(|word| is_article(word) || WORDS.determiners.has(word))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::judgement::samples;
    use crate::model::Document;

    #[test]
    fn a_heading_speaks_in_the_plural_where_the_documents_do() {
        let forms = |forms: &[(&str, u32)]| forms.iter().map(|(form, count)| ((*form).to_owned(), *count)).collect();
        assert_eq!(in_a_heading(&forms(&[("refinery", 6), ("refineries", 2)])), "refineries");
        assert_eq!(in_a_heading(&forms(&[("economy", 9), ("economies", 1)])), "economy");
        assert_eq!(in_a_heading(&forms(&[("gas", 3), ("series", 2)])), "gas");
        assert!(is_plural("neural networks", "neural network") && is_plural("LEDs", "LED"));
        assert!(!is_plural("common-licenses", "common license") && !is_plural("chips\n", "chip"));
    }

    #[test]
    fn whoever_is_introduced_opens_the_sentence() {
        let introduced = |sentence: &str, name: &str| {
            let start = sentence.find(name).expect("the name stands in the sentence");
            is_introduced(sentence, Span::new(start, start + name.len()))
        };
        assert!(introduced("Ada Voss is a welder at the cannery of Tolland.", "Ada Voss"));
        assert!(introduced("So, Dr. Voss was the master of the harbour.", "Voss"));
        assert!(!introduced("Ada Voss was told that the ferry is a wreck.", "Ada Voss"));
        assert!(!introduced("The owner of the cannery, Ada Voss, is a welder.", "Ada Voss"));
    }

    fn table(rows: &[&str]) -> DocumentText {
        let text = rows.join("\n");
        let mut start = 0;
        let sentences = rows.iter().map(|row| {
            let span = Span::new(start, start + row.len());
            start = span.end + 1;
            Sentence { span, kind: SentenceKind::Row, speaker: None, paragraph: 0, recurring: false }
        });
        DocumentText {
            document: Document {
                id: DocumentId(0),
                title: "Tolls".to_owned(),
                path: "tolls.csv".to_owned(),
                row: None,
                format: "csv".to_owned(),
                encoding: "UTF-8".to_owned(),
                language: Some("eng".to_owned()),
                bytes: text.len() as u64,
                modified: None,
                hash: String::new(),
                text_len: text.len(),
                tokens: 50,
            },
            sentences: sentences.collect(),
            text,
            speakers: Vec::new(),
        }
    }

    #[test]
    fn who_wrote_a_text_is_nothing_that_it_says() {
        let text = "By Ada Voss · Friday 4 May 2031\n\nThe ferry ran aground off Orsk.\n";
        let unit = samples::unit(text);
        // A page may have it as an item of what stands above its text.
        for kind in [SentenceKind::Prose, SentenceKind::Item] {
            let mut document = samples::document(text);
            document.sentences[0].kind = kind;
            let read = Sentences::read(&[Arc::new(document)], std::slice::from_ref(&unit), &[], &[]);
            assert_eq!(read.iter().map(|said| said.sentence).collect::<Vec<u32>>(), [1]);
        }
    }

    #[test]
    fn names_of_columns_and_letters_of_shelfmarks_are_no_topics() {
        let document = table(&[
            "skipper: Ines Calder; description: Cement for the quay; Passed By: HB 12.4",
            "skipper: Ines Calder; description: Timber and a description of it; Passed By: HB 12.9",
            "skipper: Tom Arden; description: Cement; Passed By: HB 13.1",
        ]);
        let names = ["Ines Calder", "Passed By", "HB", "Tom Arden"];
        let entities: Vec<Entity> = names.iter().zip(0..).map(|(name, id)| samples::entity(id, name)).collect();
        let mentions: Vec<Mention> = (entities.iter())
            .flat_map(|entity| document.text.match_indices(&entity.name).map(|(at, name)| (entity.id, at, name.len())))
            .map(|(entity, at, len)| Mention { entity, text_unit: TextUnitId(0), span: Span::new(at, at + len) })
            .collect();
        let unit = samples::unit(&document.text);
        let read = Sentences::read(&[Arc::new(document)], &[unit], &entities, &mentions);
        let nouns: HashMap<&str, u32> = read.nouns.values().map(|(form, count)| (form.as_str(), *count)).collect();
        assert!(nouns.contains_key("quay"), "{nouns:?}");
        // Not even where it is a word of a cell.
        assert!(!nouns.contains_key("description") && !nouns.contains_key("skipper"), "{nouns:?}");
        assert_eq!(read.markers, HashSet::from([1, 2]));
        assert!(read.iter().all(|said| !said.entities.contains(&1) && said.entities.contains(&2)));
    }
}
