//! Merging what a model told: entities, relationships, descriptions and claims.
//!
//! Names are the same when they fold to the same key (case, width, punctuation, accents; `text/fold.rs`), and never by
//! guess: what is only likely to be one thing is proposed (`likely`) and left apart. A relationship's strengths add up
//! over the text units that tell it; one whose end was not listed makes that entity, so that nothing told is dropped.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::{EVERYWHERE, EVERYWHERE_FROM, EVERYWHERE_IN_UNITS, Merged};
use crate::judgement::{Extraction, Passage};
use crate::model::{
    Appearance, Claim, ClaimId, Entity, EntityId, EntityType, Mention, Ref, Relationship, RelationshipId, Role, Span,
    SpeakerPart, TextUnitId, cite,
};
use crate::text::fold;

/// Text units that a description cites.
const CITED: usize = 5;
/// The type of an entity that nobody gave one.
const UNTYPED: &str = "thing";

/// What a model told of a corpus, merged.
#[derive(Clone, Debug, Default)]
pub struct Told {
    pub merged: Merged,
    pub claims: Vec<Claim>,
    /// Elements that were described more than once, with what was told, in the order of the text.
    pub several: Vec<Several>,
    /// Pairs that are likely one thing, with why.
    pub likely: Vec<(EntityId, EntityId, &'static str)>,
}

/// An element with several descriptions.
#[derive(Clone, Debug, PartialEq)]
pub struct Several {
    pub element: Element,
    pub subject: String,
    pub notes: Vec<String>,
    pub sources: Vec<TextUnitId>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Element {
    /// Positions.
    Entity(usize),
    Relationship(usize),
}

impl Several {
    /// A description that was made of the notes, with what they rest on.
    pub fn described(&self, description: &str) -> String {
        with_sources(description, &self.sources)
    }
}

/// Notes on one element, each with the text unit that told it.
#[derive(Default)]
struct Notes {
    notes: Vec<String>,
    sources: Vec<TextUnitId>,
}

impl Notes {
    fn add(&mut self, note: &str, unit: TextUnitId) {
        let note = note.trim();
        if note.is_empty() {
            return;
        }
        if !self.sources.contains(&unit) {
            self.sources.push(unit);
        }
        if !self.notes.iter().any(|known| known == note) {
            self.notes.push(note.to_owned());
        }
    }

    /// What stands until one description is made of them.
    fn text(&self) -> String {
        match self.notes.is_empty() {
            true => String::new(),
            false => with_sources(&self.notes.join(" "), &self.sources),
        }
    }
}

fn with_sources(text: &str, sources: &[TextUnitId]) -> String {
    let cited = cite(sources.iter().take(CITED).map(|&unit| Ref::from(unit)));
    let text = text.trim_end();
    match text.strip_suffix('.') {
        Some(sentence) => format!("{sentence} {cited}."),
        None => format!("{text} {cited}"),
    }
}

#[derive(Default)]
struct Named {
    key: String,
    surfaces: BTreeMap<String, u32>,
    kinds: BTreeMap<EntityType, u32>,
    notes: Notes,
    mentions: Vec<(TextUnitId, Span)>,
    units: BTreeSet<TextUnitId>,
    documents: BTreeSet<u32>,
}

#[derive(Default)]
struct Tied {
    notes: Notes,
    strength: f32,
    units: BTreeMap<TextUnitId, f32>,
}

#[derive(Default)]
struct Table {
    names: Vec<Named>,
    by_key: HashMap<String, usize>,
    ties: BTreeMap<(usize, usize), Tied>,
}

impl Table {
    /// The number of a name, made when it is new; none for one without a letter or digit.
    fn name(&mut self, surface: &str, passage: &Passage) -> Option<usize> {
        let key = fold::key(surface);
        if key.is_empty() {
            return None;
        }
        let next = self.names.len();
        let number = *self.by_key.entry(key.clone()).or_insert(next);
        if number == next {
            self.names.push(Named { key, ..Named::default() });
        }
        let name = &mut self.names[number];
        *name.surfaces.entry(surface.to_owned()).or_default() += 1;
        name.units.insert(passage.unit.id);
        name.documents.insert(passage.unit.document.0);
        Some(number)
    }

    fn add(&mut self, passage: &Passage, extraction: &Extraction) {
        let unit = passage.unit.id;
        for entity in &extraction.entities {
            let Some(number) = self.name(&entity.name, passage) else { continue };
            let name = &mut self.names[number];
            if let Some(kind) = &entity.kind {
                *name.kinds.entry(kind.clone()).or_default() += 1;
            }
            name.notes.add(entity.description.as_deref().unwrap_or_default(), unit);
            name.mentions.extend(entity.mentions.iter().map(|&span| (unit, span)));
        }
        for told in &extraction.relationships {
            let (Some(source), Some(target)) = (self.name(&told.source, passage), self.name(&told.target, passage))
            else {
                continue;
            };
            if source == target {
                // Something said of one thing under two of its spellings describes it.
                self.names[source].notes.add(&told.description, unit);
                continue;
            }
            let tie = self.ties.entry((source.min(target), source.max(target))).or_default();
            tie.notes.add(&told.description, unit);
            tie.strength += told.strength;
            *tie.units.entry(unit).or_default() += told.strength;
        }
        for claim in &extraction.claims {
            self.name(&claim.subject, passage);
            if let Some(object) = &claim.object {
                self.name(object, passage);
            }
        }
    }
}

/// Merges; `extractions[i]` belongs to `passages[i]`.
pub fn merge(passages: &[Passage], extractions: &[Extraction]) -> Told {
    let mut table = Table::default();
    for (passage, extraction) in passages.iter().zip(extractions) {
        table.add(passage, extraction);
    }
    let documents: BTreeSet<u32> = passages.iter().map(|passage| passage.unit.document.0).collect();
    let read: HashMap<TextUnitId, (usize, usize)> = passages
        .iter()
        .enumerate()
        .map(|(place, passage)| (passage.unit.id, (place, passage.unit.span.start)))
        .collect();
    for name in &mut table.names {
        name.mentions.sort_unstable();
        name.mentions.dedup();
        // Told of a text unit that does not write the name: it belongs there, at no place in particular.
        let located: BTreeSet<TextUnitId> = name.mentions.iter().map(|(unit, _)| *unit).collect();
        for unit in name.units.difference(&located) {
            let (_, start) = read.get(unit).copied().unwrap_or_default();
            name.mentions.push((*unit, Span::new(start, start)));
        }
    }
    let mut order: Vec<usize> = (0..table.names.len()).collect();
    order.sort_by(|&a, &b| {
        let (a, b) = (&table.names[a], &table.names[b]);
        b.mentions.len().cmp(&a.mentions.len()).then_with(|| a.key.cmp(&b.key))
    });
    let mut place = vec![0usize; order.len()];
    order.iter().enumerate().for_each(|(at, &number)| place[number] = at);
    let id = |number: usize| EntityId(place[number] as u32);

    let mut told = Told::default();
    for (at, &number) in order.iter().enumerate() {
        let name = &table.names[number];
        let entity = entity(name, EntityId(at as u32), documents.len(), passages.len());
        if name.notes.notes.len() > 1 {
            told.several.push(Several {
                element: Element::Entity(at),
                subject: entity.name.clone(),
                notes: name.notes.notes.clone(),
                sources: name.notes.sources.clone(),
            });
        }
        told.merged.mentions.extend(name.mentions.iter().map(|&(text_unit, span)| Mention {
            entity: entity.id,
            text_unit,
            span,
        }));
        told.merged.entities.push(entity);
    }
    told.merged.mentions.sort_by_key(|mention| (mention.text_unit, mention.span, mention.entity));
    let mut ties: Vec<((usize, usize), &Tied)> =
        table.ties.iter().map(|(&(a, b), tie)| ((place[a].min(place[b]), place[a].max(place[b])), tie)).collect();
    ties.sort_by_key(|(ends, _)| *ends);
    for (at, ((source, target), tie)) in ties.into_iter().enumerate() {
        let mut units: Vec<(TextUnitId, f32)> = tie.units.iter().map(|(&unit, &strength)| (unit, strength)).collect();
        units.sort_by(|a, b| b.1.total_cmp(&a.1).then_with(|| read.get(&a.0).cmp(&read.get(&b.0))));
        let entities = &mut told.merged.entities;
        entities[source].degree += 1;
        entities[target].degree += 1;
        if tie.notes.notes.len() > 1 {
            told.several.push(Several {
                element: Element::Relationship(at),
                subject: format!("{} and {}", entities[source].name, entities[target].name),
                notes: tie.notes.notes.clone(),
                sources: tie.notes.sources.clone(),
            });
        }
        told.merged.relationships.push(Relationship {
            id: RelationshipId(at as u32),
            source: EntityId(source as u32),
            target: EntityId(target as u32),
            description: tie.notes.text(),
            weight: tie.strength,
            text_units: units.into_iter().map(|(unit, _)| unit).collect(),
        });
    }
    for (passage, extraction) in passages.iter().zip(extractions) {
        for claim in &extraction.claims {
            let Some(&subject) = table.by_key.get(&fold::key(&claim.subject)) else { continue };
            let object = claim.object.as_ref().and_then(|object| table.by_key.get(&fold::key(object)));
            told.claims.push(Claim {
                id: ClaimId(told.claims.len() as u32),
                subject: id(subject),
                object: object.map(|&object| id(object)),
                kind: claim.kind.clone(),
                status: claim.status,
                start_date: claim.start_date.clone(),
                end_date: claim.end_date.clone(),
                description: claim.description.clone(),
                quote: claim.quote.clone(),
                quote_span: claim.quote_span,
                text_unit: passage.unit.id,
            });
        }
    }
    told.merged.appearances = appearances(passages, &table, &id);
    told.likely = likely(&told.merged.entities);
    told
}

fn entity(name: &Named, id: EntityId, documents: usize, units: usize) -> Entity {
    // The form written most often; one with small letters before one in capitals, then the longer.
    let mut forms: Vec<(&String, &u32)> = name.surfaces.iter().collect();
    let shouted = |form: &str| !form.chars().any(char::is_lowercase);
    forms.sort_by(|a, b| {
        shouted(a.0).cmp(&shouted(b.0)).then(b.1.cmp(a.1)).then(b.0.len().cmp(&a.0.len())).then(a.0.cmp(b.0))
    });
    let mut forms = forms.into_iter().map(|(form, _)| form.clone());
    let shown = forms.next().unwrap_or_else(|| name.key.clone());
    let kind = name.kinds.iter().max_by(|a, b| a.1.cmp(b.1).then_with(|| b.0.cmp(a.0))).map(|(kind, _)| kind.clone());
    let kind = kind.unwrap_or_else(|| EntityType::Other(UNTYPED.to_owned()));
    let host = matches!(kind, EntityType::Person | EntityType::Organisation)
        && name.documents.len() as f32 > EVERYWHERE * documents as f32;
    let everywhere = name.units.len() as f32 > EVERYWHERE_IN_UNITS * units as f32;
    Entity {
        id,
        name: shown,
        kind,
        aliases: forms.collect(),
        description: name.notes.text(),
        mentions: name.mentions.len() as u32,
        documents: name.documents.len() as u32,
        degree: 0,
        ubiquitous: documents >= EVERYWHERE_FROM && (host || everywhere),
    }
}

/// Who speaks in which document.
fn appearances(passages: &[Passage], table: &Table, id: &dyn Fn(usize) -> EntityId) -> Vec<Appearance> {
    let mut appearances = Vec::new();
    let mut seen = BTreeSet::new();
    for passage in passages {
        let text = &passage.document;
        if !seen.insert(text.document.id.0) {
            continue;
        }
        for (number, speaker) in text.speakers.iter().enumerate() {
            let Some(&name) = table.by_key.get(&fold::key(&speaker.name)) else { continue };
            let spoken = text.sentences.iter().filter(|sentence| sentence.speaker == Some(number as u16)).count();
            let role = match speaker.part {
                SpeakerPart::Host => Role::Host,
                SpeakerPart::Guest => Role::Guest,
                SpeakerPart::Other => Role::Speaker,
            };
            let (entity, document) = (id(name), text.document.id);
            appearances.push(Appearance { entity, document, role, sentences: spoken as u32 });
        }
    }
    appearances
}

/// Pairs of entities of compatible types that are likely one thing: the same words in another order, a surname or first
/// name that only one other person has, an acronym and what it may stand for.
fn likely(entities: &[Entity]) -> Vec<(EntityId, EntityId, &'static str)> {
    let keys: Vec<String> = entities.iter().map(|entity| fold::key(&entity.name)).collect();
    let mut found: BTreeMap<(EntityId, EntityId), &'static str> = BTreeMap::new();
    let mut propose = |a: usize, b: usize, why| {
        let (a, b) = (entities[a].id.min(entities[b].id), entities[a].id.max(entities[b].id));
        found.entry((a, b)).or_insert(why);
    };
    let mut by_words: HashMap<Vec<&str>, Vec<usize>> = HashMap::new();
    let mut by_part: HashMap<&str, Vec<usize>> = HashMap::new();
    let mut by_initials: HashMap<String, Vec<usize>> = HashMap::new();
    for (at, key) in keys.iter().enumerate() {
        let mut words: Vec<&str> = key.split(' ').collect();
        if words.len() > 1 {
            if entities[at].kind == EntityType::Person {
                by_part.entry(words[0]).or_default().push(at);
                by_part.entry(words[words.len() - 1]).or_default().push(at);
            }
            let initials: String = words.iter().filter_map(|word| word.chars().next()).collect();
            by_initials.entry(initials).or_default().push(at);
        }
        words.sort_unstable();
        by_words.entry(words).or_default().push(at);
    }
    for same in by_words.values().filter(|same| same.len() > 1) {
        same.windows(2).for_each(|pair| propose(pair[0], pair[1], "the same words"));
    }
    for (at, key) in keys.iter().enumerate().filter(|(_, key)| !key.contains(' ')) {
        if entities[at].kind == EntityType::Person
            && let Some([other]) = by_part.get(key.as_str()).map(Vec::as_slice)
        {
            propose(at, *other, "part of the name");
        }
        let capitals = entities[at].name.chars().filter(|c| c.is_uppercase()).count();
        if (2..=6).contains(&capitals)
            && capitals == key.chars().count()
            && let Some([other]) = by_initials.get(key).map(Vec::as_slice)
        {
            propose(at, *other, "its initials");
        }
    }
    found.into_iter().map(|((a, b), why)| (a, b, why)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judgement::{ExtractedClaim, ExtractedEntity, ExtractedRelationship};
    use crate::model::ClaimStatus;

    fn passage(id: u32, text: &str) -> Passage {
        let mut passage = crate::judgement::model::extractor_passage(text);
        passage.unit.id = TextUnitId(id);
        passage
    }

    fn named(name: &str, kind: &str, description: &str) -> ExtractedEntity {
        ExtractedEntity {
            name: name.to_owned(),
            kind: (!kind.is_empty()).then(|| EntityType::from(kind.to_owned())),
            sure: true,
            description: Some(description.to_owned()),
            mentions: vec![Span::new(0, 3)],
        }
    }

    fn tied(source: &str, target: &str, description: &str, strength: f32) -> ExtractedRelationship {
        let (source, target, description) = (source.to_owned(), target.to_owned(), description.to_owned());
        ExtractedRelationship { source, target, description, strength }
    }

    fn extraction(entities: Vec<ExtractedEntity>, relationships: Vec<ExtractedRelationship>) -> Extraction {
        Extraction { entities, relationships, ..Extraction::default() }
    }

    #[test]
    fn one_name_in_several_spellings_is_one_entity_with_all_that_was_told() {
        let passages = [passage(0, "Ada keeps it."), passage(1, "ADA QUILL left.")];
        let told = merge(
            &passages,
            &[
                extraction(
                    vec![named("Ada Quill", "person", "Keeps the light.")],
                    vec![tied("Ada Quill", "Kelp Ltd.", "works for", 8.0)],
                ),
                extraction(
                    vec![named("ADA QUILL", "person", "Left in 1950.")],
                    vec![tied("KELP LTD", "Ada Quill", "was left by", 3.0)],
                ),
            ],
        );
        let names: Vec<(&str, &str)> = told.merged.entities.iter().map(|e| (e.name.as_str(), e.kind.name())).collect();
        assert_eq!(names, [("Ada Quill", "person"), ("Kelp Ltd.", "thing")]);
        assert_eq!(told.merged.entities[0].aliases, ["ADA QUILL"]);
        let [tie] = told.merged.relationships.as_slice() else { panic!("{:?}", told.merged.relationships) };
        assert_eq!((tie.weight, tie.text_units.as_slice()), (11.0, [TextUnitId(0), TextUnitId(1)].as_slice()));
        assert_eq!(told.several.len(), 2);
        assert_eq!(told.several[0].notes, ["Keeps the light.", "Left in 1950."]);
        // The end that nobody listed stands in the text units that told of it.
        let kelp: Vec<TextUnitId> =
            told.merged.mentions.iter().filter(|m| m.entity.0 == 1).map(|m| m.text_unit).collect();
        assert_eq!(kelp, [TextUnitId(0), TextUnitId(1)]);
    }

    #[test]
    fn descriptions_cite_the_text_units_that_told_them() {
        let told = merge(
            &[passage(4, "Ada."), passage(5, "Ada.")],
            &[
                extraction(vec![named("Ada", "person", "Keeps it.")], vec![]),
                extraction(vec![named("Ada", "person", "Left.")], vec![]),
            ],
        );
        assert_eq!(told.merged.entities[0].description, "Keeps it. Left [Data: Sources (4, 5)].");
        let described = told.several[0].described("She kept it and left.");
        assert_eq!(described, "She kept it and left [Data: Sources (4, 5)].");
    }

    #[test]
    fn what_is_likely_one_thing_is_proposed_and_left_apart() {
        let told = merge(
            &[passage(0, "x")],
            &[extraction(
                vec![
                    named("Ada Quill", "person", ""),
                    named("Quill", "person", ""),
                    named("Harbour Board", "organisation", ""),
                    named("HB", "organisation", ""),
                    named("Bo Marsh", "person", ""),
                    named("Cy Marsh", "person", ""),
                    named("Marsh", "person", ""),
                ],
                vec![],
            )],
        );
        assert_eq!(told.merged.entities.len(), 7);
        let name = |id: EntityId| told.merged.entities[id.0 as usize].name.as_str();
        let mut pairs: Vec<(&str, &str, &str)> =
            told.likely.iter().map(|&(a, b, why)| (name(a), name(b), why)).collect();
        pairs.sort_unstable();
        assert_eq!(pairs, [("Ada Quill", "Quill", "part of the name"), ("Harbour Board", "HB", "its initials")]);
    }

    #[test]
    fn claims_keep_their_place_and_their_parties() {
        let claim = ExtractedClaim {
            subject: "kelp ltd".to_owned(),
            object: Some("Nobody Listed".to_owned()),
            kind: "fine".to_owned(),
            status: ClaimStatus::True,
            start_date: None,
            end_date: None,
            description: "It was fined.".to_owned(),
            quote: "fined".to_owned(),
            quote_span: Some(Span::new(1, 6)),
        };
        let extraction = Extraction {
            entities: vec![named("Kelp Ltd", "organisation", "A firm.")],
            claims: vec![claim],
            ..Extraction::default()
        };
        let told = merge(&[passage(3, "Kelp Ltd")], &[extraction]);
        let [claim] = told.claims.as_slice() else { panic!("{:?}", told.claims) };
        assert_eq!(told.merged.entities[claim.subject.0 as usize].name, "Kelp Ltd");
        assert_eq!(claim.object.map(|id| told.merged.entities[id.0 as usize].name.as_str()), Some("Nobody Listed"));
        assert_eq!((claim.text_unit, claim.quote_span), (TextUnitId(3), Some(Span::new(1, 6))));
    }
}
