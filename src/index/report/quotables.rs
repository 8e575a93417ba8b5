//! The sentences that a community's report may quote, each with what stands behind it and what it cites.

use std::collections::{HashMap, HashSet};

use super::{Gathered, Material};
use crate::index::sentences::{EntityAt, Said};
use crate::judgement::Quotable;
use crate::judgement::abbreviations::opened;
use crate::judgement::attribution::Attribution;
use crate::judgement::leant_on::{self, LEANS};
use crate::model::{Appearance, DocumentId, Entity, EntityId, Ref, Role, SentenceKind, Span};
use crate::text::rank::{TermVector, diversify};
use crate::text::standalone::{Quote, Setting, is_telling_row, nearly_alone, readable};

/// Sentences put before a reporter.
const SENTENCES: usize = 18;
/// Sentences that centrality and novelty are weighed among.
const POOL: usize = 160;
/// Entities and relationships cited for one sentence.
const CITED_ENTITIES: usize = 4;
const CITED_RELATIONSHIPS: usize = 2;
/// Terms that the centre of a community keeps.
const CENTRE_TERMS: usize = 120;
/// Sentences that are liker than this say the same.
const TOO_LIKE: f32 = 0.6;
/// Weight of relevance against novelty.
const BALANCE: f32 = 0.7;
/// How well a sentence is understood where there are so many like it, the better the more gladly.
const BARS: [(f32, usize); 6] = [(0.9, 6), (0.85, 4), (0.78, 3), (0.7, 2), (LEANS, 1), (LAST, 1)];
/// Below [`LEANS`] one sentence is quoted, where there is no better; talk then only together with what it leans on, for of
/// what is said so, half is not understood alone.
const LAST: f32 = 0.55;
/// What is left of a sentence that introduces somebody whom the community is not about.
const ANOTHER: f32 = 0.4;
/// A row of a table or an item of a list is quoted only where there is nothing better.
const ROW: f32 = 0.15;

impl Gathered<'_> {
    /// The community's sentences: central, able to stand alone, from several documents, unlike one another.
    pub(super) fn quotables(&self, at: usize) -> Vec<Quotable> {
        let lead: Vec<EntityId> = self.topics[at].iter().take(6).filter_map(|topic| topic.entity).collect();
        // What is hard to understand is quoted only where there is too little else.
        let Some(bar) = self.bar(at) else { return self.nearest(at).into_iter().collect() };
        let mut pool: Vec<(&Said, f32)> = self.reach[at]
            .iter()
            .filter_map(|&(said, members, central)| {
                let said = &self.sentences.said[said as usize];
                let worth = self.stands(said, bar)?;
                let several = if members > 1 { 1.5 } else { 1.0 };
                let leads = |entity: EntityAt| lead.contains(&self.material.entities[entity as usize].id);
                let lead = match said.introduces {
                    Some(person) if !leads(person) => ANOTHER,
                    _ if said.entities.iter().any(|&entity| leads(entity)) => 1.25,
                    _ => 1.0,
                };
                Some((said, central.min(2.5).sqrt() * worth * worth * several * lead))
            })
            .collect();
        pool.sort_by(|a, b| b.1.total_cmp(&a.1));
        pool.truncate(POOL);
        let centre = TermVector::centroid(pool.iter().map(|(said, score)| (&said.vector, *score)), CENTRE_TERMS);
        let best = pool.first().map_or(1.0, |(_, score)| score.max(f32::MIN_POSITIVE));
        let mut of_document: HashMap<u32, u32> = HashMap::new();
        let mut ranked: Vec<(&Said, f32)> = pool
            .into_iter()
            .map(|(said, score)| (said, 0.55 * score / best + 0.45 * centre.likeness(&said.vector)))
            .collect();
        ranked.sort_by(|a, b| b.1.total_cmp(&a.1));
        let relevance: Vec<f32> = ranked
            .iter()
            .map(|(said, score)| {
                // The more a document has said already, the less its next sentence is wanted.
                let earlier = of_document.entry(said.document).or_default();
                *earlier += 1;
                score / (1.0 + 0.12 * (*earlier - 1) as f32)
            })
            .collect();
        let vectors: Vec<&TermVector> = ranked.iter().map(|(said, _)| &said.vector).collect();
        let most = if bar < LEANS { 1 } else { SENTENCES };
        let mut introduced: HashSet<EntityAt> = HashSet::new();
        diversify(&relevance, &vectors, most, BALANCE, TOO_LIKE)
            .into_iter()
            .map(|chosen| ranked[chosen].0)
            // Who somebody is, is said once.
            .filter(|said| said.introduces.is_none_or(|person| introduced.insert(person)))
            .filter_map(|said| self.quotable(said, said.quote?, at))
            .collect()
    }

    /// How well a sentence must be understood to be quoted in a community's report: the more there is to choose from, the
    /// better. `None` where nothing is understood well enough.
    fn bar(&self, at: usize) -> Option<f32> {
        let has = |bar: f32, enough: usize| {
            let said = self.reach[at].iter().map(|&(said, ..)| &self.sentences.said[said as usize]);
            said.filter(|said| self.stands(said, bar).is_some()).take(enough).count() == enough
        };
        BARS.into_iter().find(|&(bar, enough)| has(bar, enough)).map(|(bar, _)| bar)
    }

    /// How well a sentence is understood, where that reaches a bar; talk below [`LEANS`] only if there is something before it
    /// that it can be quoted with.
    fn stands(&self, said: &Said, bar: f32) -> Option<f32> {
        let quote = said.quote?;
        let worth = said.understood().filter(|&worth| worth >= bar)?;
        let fits = worth >= LEANS || !self.is_talk(said) || self.with_what_it_leans_on(said, quote).is_some();
        fits.then_some(worth)
    }

    fn is_talk(&self, said: &Said) -> bool {
        let document = &self.material.documents[said.document as usize];
        document.sentences.get(said.sentence as usize).is_some_and(|sentence| sentence.speaker.is_some())
    }

    /// Where nothing stands alone: the sentence that comes nearest to it and names most; failing that, one that can be read
    /// with the sentence before it, and then the row of a table or item of a list.
    fn nearest(&self, at: usize) -> Option<Quotable> {
        let prose = |grade: fn(&str, Setting) -> Option<Quote>| {
            move |kind: SentenceKind, text: &str, setting: Setting| match kind {
                SentenceKind::Prose => grade(text, setting),
                _ => None,
            }
        };
        // A table's row is a fragment of it.
        let row = |kind: SentenceKind, text: &str, _: Setting| {
            let tells = matches!(kind, SentenceKind::Row | SentenceKind::Item) && is_telling_row(text);
            (tells && !text.contains('|')).then(|| Quote { span: Span::new(0, text.len()), worth: ROW })
        };
        let helped = |said: &Said, quote: Quote| self.with_what_it_leans_on(said, quote).is_some();
        let near = self.nearest_of(at, prose(nearly_alone), |said, quote| !self.is_talk(said) || helped(said, quote));
        near.or_else(|| self.nearest_of(at, prose(readable), helped)).or_else(|| self.nearest_of(at, row, |_, _| true))
    }

    fn nearest_of(
        &self,
        at: usize,
        grade: impl Fn(SentenceKind, &str, Setting) -> Option<Quote>,
        is_fit: impl Fn(&Said, Quote) -> bool,
    ) -> Option<Quotable> {
        let near = self.reach[at].iter().take(POOL).filter_map(|&(said, members, central)| {
            let said = &self.sentences.said[said as usize];
            let document = &self.material.documents[said.document as usize];
            let sentence = document.sentences.get(said.sentence as usize)?;
            let text = sentence.span.slice(&document.text)?;
            let setting = Setting { attributed: sentence.speaker.is_some(), foreign: document.document.is_foreign() };
            let quote = grade(sentence.kind, text, setting)?;
            let behind = self.behind(said);
            let names = document.speakers.iter().map(|speaker| speaker.name.as_str());
            let before = document.before(said.sentence as usize);
            let carried = behind.carries(quote.span.slice(text)?, &behind.written(), &before, names);
            let understood = quote.worth * carried;
            is_fit(said, quote).then_some((understood * f32::from(members.min(4)), central, said, quote))
        });
        let (.., said, quote) = near.max_by(|a, b| {
            let place = |said: &Said| (said.document, said.sentence);
            a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)).then_with(|| place(b.2).cmp(&place(a.2)))
        })?;
        self.quotable(said, quote, at)
    }

    /// What stands behind a quotation.
    fn behind<'s>(&'s self, said: &'s Said) -> Attribution<'s> {
        let document = &self.material.documents[said.document as usize];
        let speaker = document.sentences.get(said.sentence as usize).and_then(|sentence| sentence.speaker);
        Attribution {
            title: &document.document.title,
            speaker: speaker.and_then(|speaker| document.speakers.get(usize::from(speaker))),
            author: self.authors.get(&document.document.id).copied(),
            heading: said.heading.as_deref(),
        }
    }

    /// Where a sentence that leans on the one or two before it stands together with them.
    fn with_what_it_leans_on(&self, said: &Said, quote: Quote) -> Option<Span> {
        let document = &self.material.documents[said.document as usize];
        let understood = said.quote.map_or(0.0, |own| if own == quote { own.worth * said.carried } else { 0.0 });
        if understood >= LEANS || document.document.is_foreign() {
            return None;
        }
        let text = |span: Span| span.slice(&document.text);
        leant_on::with_what_it_leans_on(&document.sentences, said.sentence as usize, 0, text, |at| {
            let first = document.quote(at).filter(|first| first.span.start == 0)?;
            let whole = first.span.slice(text(document.sentences.get(at)?.span)?)?;
            let behind = self.behind(said);
            let names = document.speakers.iter().map(|speaker| speaker.name.as_str());
            Some(first.worth * behind.carries(whole, &behind.written(), &document.before(at), names))
        })
    }

    fn quotable(&self, said: &Said, quote: Quote, community: usize) -> Option<Quotable> {
        let Material { documents, entities, communities, .. } = self.material;
        let document = &documents[said.document as usize];
        let sentence = document.sentences.get(said.sentence as usize)?;
        let (text, place) = match self.with_what_it_leans_on(said, quote) {
            Some(place) => (place.slice(&document.text)?.to_owned(), place),
            None => {
                let text = quote.text(sentence.span.slice(&document.text)?)?.into_owned();
                (text, quote.span.shifted(sentence.span.start))
            }
        };
        let members = &communities[community].entities;
        let rank = |id: &EntityId| members.iter().take(400).position(|member| member == id);
        let mut shown: Vec<(usize, EntityId)> = said
            .entities
            .iter()
            .filter_map(|&entity| {
                let id = entities[entity as usize].id;
                rank(&id).map(|rank| (rank, id))
            })
            .collect();
        shown.sort_unstable();
        shown.truncate(CITED_ENTITIES);
        let mut cites = vec![Ref::from(said.unit)];
        cites.extend(shown.iter().map(|&(_, id)| Ref::from(id)));
        let pairs = shown.iter().enumerate().flat_map(|(i, a)| shown[i + 1..].iter().map(move |b| (a.1, b.1)));
        cites.extend(
            pairs
                .filter_map(|(a, b)| self.relationship_of.get(&(a.min(b), a.max(b))))
                .take(CITED_RELATIONSHIPS)
                .map(|&relationship| Ref::from(relationship)),
        );
        // The document often tells the day and the occasion.
        let named = said.entities.iter().map(|&entity| &entities[entity as usize]);
        let speaker = opened(self.behind(said).written(), &text, named);
        Some(Quotable {
            text,
            cites,
            place: Some((document.document.id, place)),
            relevance: None,
            speaker: Some(speaker),
        })
    }
}

/// Whoever wrote each document, where that is one person.
pub(super) fn authors<'a>(
    appearances: &[Appearance],
    entities: &'a [Entity],
    position: &HashMap<EntityId, u32>,
) -> HashMap<DocumentId, &'a str> {
    let mut found: HashMap<DocumentId, Option<&str>> = HashMap::new();
    for part in appearances.iter().filter(|part| part.role == Role::Author) {
        let name = position.get(&part.entity).map(|&at| entities[at as usize].name.as_str());
        found.entry(part.document).and_modify(|known| *known = None).or_insert(name);
    }
    found.into_iter().filter_map(|(document, author)| Some((document, author?))).collect()
}
