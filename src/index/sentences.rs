//! Every sentence that may count for a report, with what it names and whether it can be quoted: read once, document by
//! document on all cores, and shared by all communities.

use std::collections::HashMap;
use std::sync::Arc;

use rayon::prelude::*;

use crate::judgement::DocumentText;
use crate::model::{DocumentId, Entity, EntityId, Mention, SentenceKind, Span, TextUnit, TextUnitId};
use crate::text::nouns::Nouns;
use crate::text::rank::{Frequencies, Term, TermMap, TermVector, Terms};
use crate::text::standalone::{Quote, Setting, stand_alone};

/// Positions of entities are kept in 32 bits; nothing else here is.
pub(super) type EntityAt = u32;

/// Common nouns kept of one sentence: a line of a hostile file may hold any number.
const MAX_NOUNS: usize = 64;

/// A sentence.
pub(super) struct Said {
    /// Positions of its document and of the sentence in it.
    pub document: u32,
    pub sentence: u32,
    /// The text unit to cite.
    pub unit: TextUnitId,
    /// Entities it names, each once, by position.
    pub entities: Vec<EntityAt>,
    /// Common nouns, each once.
    pub nouns: Vec<Term>,
    /// What can be quoted of it.
    pub quote: Option<Quote>,
    /// Empty when nothing can be quoted.
    pub vector: TermVector,
}

/// All sentences of the corpus that name an entity, in the order of documents.
pub(super) struct Sentences {
    pub said: Vec<Said>,
    /// How each common noun is written most often, and in how many sentences it stands.
    pub nouns: TermMap<(String, u32)>,
}

struct Read {
    said: Vec<(Said, Vec<Term>)>,
    frequencies: Frequencies,
    nouns: TermMap<HashMap<String, u32>>,
}

impl Sentences {
    /// Reads the documents. Mentions of unknown text units or entities count for nothing.
    pub fn read(
        documents: &[Arc<DocumentText>],
        units: &[TextUnit],
        entities: &[Entity],
        mentions: &[Mention],
    ) -> Self {
        let position: HashMap<EntityId, EntityAt> = entities.iter().map(|e| e.id).zip(0..).collect();
        let document_at: HashMap<DocumentId, usize> =
            documents.iter().enumerate().map(|(at, document)| (document.document.id, at)).collect();
        let mut units_of: Vec<Vec<&TextUnit>> = vec![Vec::new(); documents.len()];
        let mut document_of: HashMap<TextUnitId, usize> = HashMap::with_capacity(units.len());
        for unit in units {
            if let Some(&at) = document_at.get(&unit.document) {
                units_of[at].push(unit);
                document_of.insert(unit.id, at);
            }
        }
        let mut mentions_of: Vec<Vec<(Span, EntityAt)>> = vec![Vec::new(); documents.len()];
        for mention in mentions {
            if let (Some(&at), Some(&entity)) = (document_of.get(&mention.text_unit), position.get(&mention.entity)) {
                mentions_of[at].push((mention.span, entity));
            }
        }
        let read: Vec<Read> = documents
            .par_iter()
            .enumerate()
            .zip(units_of.par_iter_mut().zip(mentions_of.par_iter_mut()))
            .map(|((at, document), (units, mentions))| read_document(at as u32, document, units, mentions))
            .collect();
        let mut frequencies = Frequencies::default();
        let mut spellings: TermMap<HashMap<String, u32>> = TermMap::default();
        let mut said = Vec::new();
        for document in read {
            frequencies.merge(document.frequencies);
            for (term, forms) in document.nouns {
                let known = spellings.entry(term).or_default();
                forms.into_iter().for_each(|(form, count)| *known.entry(form).or_default() += count);
            }
            said.extend(document.said);
        }
        let nouns = spellings
            .into_iter()
            .map(|(term, forms)| {
                let total = forms.values().sum();
                let usual = forms.into_iter().max_by(|a, b| a.1.cmp(&b.1).then_with(|| b.0.cmp(&a.0)));
                (term, (usual.map(|(form, _)| form).unwrap_or_default(), total))
            })
            .collect();
        let said = said
            .into_par_iter()
            .map(|(said, terms)| Said { vector: TermVector::new(&terms, &frequencies), ..said })
            .collect();
        Self { said, nouns }
    }
}

fn read_document(at: u32, document: &DocumentText, units: &mut [&TextUnit], mentions: &mut [(Span, EntityAt)]) -> Read {
    units.sort_by_key(|unit| unit.ordinal);
    mentions.sort_unstable();
    let foreign = document.document.language.as_deref().is_some_and(|language| language != "eng");
    let (mut terms, mut common) = (Terms::default(), Nouns::default());
    let mut read = Read { said: Vec::new(), frequencies: Frequencies::default(), nouns: TermMap::default() };
    let mut next = 0;
    for (number, sentence) in document.sentences.iter().enumerate() {
        while next < mentions.len() && mentions[next].0.start < sentence.span.start {
            next += 1;
        }
        let mut entities = Vec::new();
        while next < mentions.len() && mentions[next].0.start < sentence.span.end {
            entities.push(mentions[next].1);
            next += 1;
        }
        let counts = !sentence.recurring
            && matches!(sentence.kind, SentenceKind::Prose | SentenceKind::Item | SentenceKind::Row);
        let unit = units.partition_point(|unit| unit.fresh_from <= sentence.span.start).checked_sub(1);
        let (true, false, Some(text), Some(unit)) =
            (counts, entities.is_empty(), sentence.span.slice(&document.text), unit.and_then(|unit| units.get(unit)))
        else {
            continue;
        };
        entities.sort_unstable();
        entities.dedup();
        let mut nouns = Vec::new();
        if !foreign {
            for (term, form) in common.of_text(text) {
                if nouns.len() < MAX_NOUNS && !nouns.contains(&term) {
                    nouns.push(term);
                    let forms = read.nouns.entry(term).or_default();
                    match forms.get_mut(form) {
                        Some(count) => *count += 1,
                        None => drop(forms.insert(form.to_owned(), 1)),
                    }
                }
            }
        }
        let setting = Setting { attributed: sentence.speaker.is_some(), foreign };
        let quote = (sentence.kind == SentenceKind::Prose).then(|| stand_alone(text, setting)).flatten();
        let words = if quote.is_some() { terms.of_text(text) } else { Vec::new() };
        if quote.is_some() {
            read.frequencies.add(&words);
        }
        let said = Said {
            document: at,
            sentence: number as u32,
            unit: unit.id,
            entities,
            nouns,
            quote,
            vector: TermVector::default(),
        };
        read.said.push((said, words));
    }
    read
}
