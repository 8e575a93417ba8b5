//! Which entities are told in the same words. Where a pile is small, most names that belong to one matter never stand
//! in one sentence: what two witnesses say of a fire is tied by *lit*, *policy* and *bearings* alone. Each entity is
//! the words of the sentences around its mentions, without the names of people, who are tied by standing together;
//! those whose words are nearest are tied (ArchRAG, Wang et al. 2025, §3.1: edges between alike nodes before
//! communities are found).

use std::collections::{HashMap, HashSet};

use rayon::prelude::*;

use crate::judgement::{DocumentText, Documents};
use crate::model::{DocumentId, Entity, EntityId, EntityType, Mention, TextUnitId};
use crate::text::similarity::term_vectors::{Frequencies, Term, TermMap, Terms};

/// Entities up to which likeness counts wholly, and from which on not at all: among many, each has company enough, and
/// is like some by chance.
const FEW: usize = 1_000;
const MANY: usize = 2_000;
/// Bytes of a document at most: a longer one, as a log, has all words beside all names.
const LONGEST: usize = 2 << 20;
/// What the words of a neighbouring sentence count.
const BESIDE: f32 = 0.5;
/// Terms that an entity is told by.
const TERMS: usize = 48;
/// A term of more than one entity in this many tells none from the others.
const COMMON: usize = 5;
/// Entities that one is tied to, at most, and how alike they are at least, from 0 to 1.
const NEAREST: usize = 5;
const ALIKE: f32 = 0.12;

/// Words around the mentions of one entity in one document.
type Told = HashMap<u32, TermMap<f32>>;

/// Returns pairs of positions of entities that are told in the same words, the lower first, each with how alike they
/// are, from 0 to 1; the less, the more entities there are. Dates and what is everywhere are alike to nothing.
pub(super) fn alike(
    documents: &dyn Documents,
    entities: &[Entity],
    mentions: &[Mention],
    document_of: impl Fn(TextUnitId) -> Option<DocumentId>,
) -> Vec<(u32, u32, f32)> {
    let counts = (MANY.saturating_sub(entities.len())) as f32 / (MANY - FEW) as f32;
    if counts == 0.0 {
        return Vec::new();
    }
    let place: HashMap<DocumentId, usize> = (0..documents.len()).map(|at| (documents.id(at), at)).collect();
    let tells = |entity: &Entity| !entity.ubiquitous && entity.kind != EntityType::Date;
    let position: HashMap<EntityId, u32> =
        (entities.iter().zip(0..)).filter(|(entity, _)| tells(entity)).map(|(entity, at)| (entity.id, at)).collect();
    let mut named: Vec<Vec<(usize, u32)>> = vec![Vec::new(); documents.len()];
    for mention in mentions {
        let at = document_of(mention.text_unit).and_then(|id| place.get(&id));
        if let (Some(&at), Some(&entity)) = (at, position.get(&mention.entity)) {
            named[at].push((mention.span.start, entity));
        }
    }
    let read: Vec<(Frequencies, Told)> = (named.into_par_iter().enumerate())
        .filter(|(at, _)| documents.text(*at).len() <= LONGEST)
        .map_init(Terms::default, |terms, (at, named)| of_document(&documents.at(at), named, terms))
        .collect();
    let mut frequencies = Frequencies::default();
    let mut told = Told::new();
    for (counted, of_one) in read {
        frequencies.merge(counted);
        for (entity, words) in of_one {
            let all = told.entry(entity).or_default();
            words.into_iter().for_each(|(term, weight)| *all.entry(term).or_default() += weight);
        }
    }
    let mut terms = Terms::default();
    let own: Vec<Vec<Term>> = entities.iter().map(|entity| terms.of_text(&entity.name)).collect();
    let people = entities.iter().zip(&own).filter(|(entity, _)| entity.kind == EntityType::Person);
    let named: HashSet<Term> = people.flat_map(|(_, terms)| terms.iter().copied()).collect();
    let mut vectors: Vec<(u32, Vec<(Term, f32)>)> = (told.into_par_iter())
        .map(|(entity, mut words)| {
            words.retain(|term, _| !named.contains(term) && !own[entity as usize].contains(term));
            (entity, vector(words, &frequencies))
        })
        .collect();
    vectors.sort_unstable_by_key(|(entity, _)| *entity);
    let counted = |(a, b, like): (u32, u32, f32)| (a, b, like * counts.min(1.0));
    nearest(&vectors).into_iter().map(counted).collect()
}

fn of_document(document: &DocumentText, mut named: Vec<(usize, u32)>, terms: &mut Terms) -> (Frequencies, Told) {
    let mut frequencies = Frequencies::default();
    let said: Vec<Vec<Term>> = (document.sentences.iter())
        .map(|sentence| {
            let mut said = sentence.span.slice(&document.text).map(|text| terms.of_text(text)).unwrap_or_default();
            said.sort_unstable();
            said.dedup();
            frequencies.add(&said);
            said
        })
        .collect();
    let mut told = Told::new();
    named.sort_unstable();
    let mut last = None;
    for (start, entity) in named {
        let sentence = document.sentences.partition_point(|sentence| sentence.span.end <= start);
        if last.replace((sentence, entity)) == Some((sentence, entity)) {
            continue;
        }
        let words = told.entry(entity).or_default();
        for (at, weight) in [(sentence.wrapping_sub(1), BESIDE), (sentence, 1.0), (sentence + 1, BESIDE)] {
            let said = said.get(at).into_iter().flatten();
            said.for_each(|&term| *words.entry(term).or_default() += weight);
        }
    }
    (frequencies, told)
}

/// The terms that tell most of an entity, weighed by tf-idf; of length 1.
fn vector(words: TermMap<f32>, frequencies: &Frequencies) -> Vec<(Term, f32)> {
    let weigh = |(term, count): (Term, f32)| (term, (1.0 + count).ln() * frequencies.idf(term));
    let mut vector: Vec<(Term, f32)> = words.into_iter().map(weigh).collect();
    vector.sort_unstable_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    vector.truncate(TERMS);
    vector.sort_unstable_by_key(|(term, _)| *term);
    let length = vector.iter().map(|(_, weight)| weight * weight).sum::<f32>().sqrt().max(f32::MIN_POSITIVE);
    vector.iter_mut().for_each(|(_, weight)| *weight /= length);
    vector
}

fn nearest(vectors: &[(u32, Vec<(Term, f32)>)]) -> Vec<(u32, u32, f32)> {
    let mut with: TermMap<Vec<(u32, f32)>> = TermMap::default();
    for (at, (_, vector)) in vectors.iter().enumerate() {
        vector.iter().for_each(|&(term, weight)| with.entry(term).or_default().push((at as u32, weight)));
    }
    let few = (vectors.len() / COMMON).max(COMMON);
    with.retain(|_, with| with.len() <= few);
    let near = |at: usize, like: &mut Vec<f32>| {
        like.clear();
        like.resize(vectors.len(), 0.0);
        for (term, weight) in &vectors[at].1 {
            for &(other, far) in with.get(term).into_iter().flatten() {
                like[other as usize] += weight * far;
            }
        }
        let others = like.iter().enumerate().filter(|&(other, &like)| other != at && like >= ALIKE);
        let mut others: Vec<(u32, f32)> = others.map(|(other, &like)| (other as u32, like)).collect();
        others.sort_unstable_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        others.truncate(NEAREST);
        others
            .into_iter()
            .map(|(other, like)| (at.min(other as usize), at.max(other as usize), like))
            .collect::<Vec<_>>()
    };
    let mut pairs: Vec<(usize, usize, f32)> =
        (0..vectors.len()).into_par_iter().map_init(Vec::new, |like, at| near(at, like)).flatten_iter().collect();
    pairs.sort_unstable_by_key(|pair| (pair.0, pair.1));
    pairs.dedup_by_key(|pair| (pair.0, pair.1));
    pairs.into_iter().map(|(a, b, like)| (vectors[a].0, vectors[b].0, like)).collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::judgement::samples;
    use crate::model::Span;

    #[test]
    fn entities_are_alike_that_different_texts_tell_in_the_same_words() {
        let texts = [
            "Voss saw the flames leap from the granary before the pumps came.",
            "The pumps of Reed were late, and the granary stood in flames.",
            "Lind baked bread for the wedding of her cousin.",
            "Sund sang at a funeral on the hill.",
        ];
        let names = ["Voss", "Reed", "Lind", "Sund"];
        let entities: Vec<Entity> = names.iter().zip(0..).map(|(name, id)| samples::entity(id, name)).collect();
        let documents: Vec<Arc<DocumentText>> = (texts.iter().zip(0..))
            .map(|(text, id)| {
                let mut document = samples::document(text);
                document.document.id = DocumentId(id);
                Arc::new(document)
            })
            .collect();
        let mentions: Vec<Mention> = (texts.iter().zip(names).zip(0..))
            .map(|((text, name), id)| {
                let start = text.find(name).expect("the text names it");
                let span = Span::new(start, start + name.len());
                Mention { entity: EntityId(id), text_unit: TextUnitId(id), span }
            })
            .collect();
        let pairs = alike(&documents, &entities, &mentions, |unit| Some(DocumentId(unit.0)));
        assert_eq!(pairs.iter().map(|&(a, b, _)| (a, b)).collect::<Vec<_>>(), [(0, 1)]);
        assert!((ALIKE..=1.0).contains(&pairs[0].2), "{pairs:?}");
        let days: Vec<Entity> =
            entities.into_iter().map(|entity| Entity { kind: EntityType::Date, ..entity }).collect();
        assert!(
            alike(&documents, &days, &mentions, |unit| Some(DocumentId(unit.0))).is_empty(),
            "days are like nothing"
        );
    }
}
