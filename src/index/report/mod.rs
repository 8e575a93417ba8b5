//! The report stage: gathers what each community's report is written from, and has the reports written bottom-up.

mod beside;
mod context;
pub mod describe;
pub(super) mod kinds;
mod overview;
mod plan;
mod quality;
mod questions;
mod replaced;
mod salience;
mod standing;
#[cfg(test)]
mod tests;
mod titled;
mod worth;

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, HashSet};

use futures::future::{self, FutureExt};
use futures::stream::{FuturesUnordered, StreamExt};
use rayon::prelude::*;

use self::beside::beside;
use self::describe::Describing;
use self::plan::Planned;
use self::standing::{authors, bylines, heard_everywhere, homes, reach, relationships_inside, standings};
use super::evidence::bearing::Bearing;
use super::evidence::gist::{GistSources, Gists};
use super::evidence::passages::PassageEvidence;
use super::evidence::sentences::Sentences;
use super::ragged::Ragged;
use super::titles::crowd::crowd;
use super::titles::matters::Matters;
use super::titles::topics::{self, Reach};
use super::titles::{headings, phrases};
use crate::judgement::extractive::summaries::title;
use crate::judgement::{CommunityStanding, Crowd, Documents, Judged, JudgementError, ReportContext, Reporter, Topic};
use crate::model::{
    Appearance, Claim, Community, CommunityId, DocumentId, Entity, EntityId, Mention, Ref, Relationship,
    RelationshipId, Report, TextUnit, TextUnitId, only_authors,
};
use crate::text::similarity::term_vectors::Term;

/// Entities and relationships put before a reporter.
const ELEMENTS: usize = 30;
/// Reports whose contexts are made at once, at the least.
const WAVE: usize = 32;

/// What the earlier stages made; the corpus outlives the graph, and gists are made of it while they are written.
#[derive(Clone, Copy)]
pub struct Material<'a, 'c> {
    pub documents: &'c dyn Documents,
    pub text_units: &'c [TextUnit],
    pub entities: &'a [Entity],
    pub mentions: &'a [Mention],
    pub relationships: &'a [Relationship],
    pub claims: &'a [Claim],
    /// Who has which part in which document.
    pub appearances: &'a [Appearance],
    /// Level by level, roots first.
    pub communities: &'a [Community],
}

/// Everything that all reports share: sentences judged once, topics, standings.
pub struct ReportGrounds<'a, 'c> {
    material: Material<'a, 'c>,
    position: HashMap<EntityId, u32>,
    sentences: Sentences,
    /// What sentences are about, and how documents are laid out.
    bearing: Bearing,
    passages: PassageEvidence<'c>,
    gists: Gists,
    /// The sentences of each document that stand in its gist.
    in_gists: Ragged<u32>,
    /// How many names stand in each section, by document and section.
    named_in: HashMap<(u32, u32), f32>,
    /// Common nouns by how they are written.
    terms_of: HashMap<String, Term>,
    /// How gladly each sentence is read.
    qualities: Vec<f32>,
    planned: Vec<Planned>,
    reach: Vec<Reach>,
    /// What stands beside that.
    beside: Vec<Reach>,
    topics: Vec<Vec<Topic>>,
    /// Those who are named as writers only, by position.
    bylines: HashSet<u32>,
    /// The heading of the documents that is the title of each community, where one fits it.
    headings: Vec<Option<String>>,
    /// Phrases of the documents that would be the title of each community.
    phrases: Vec<Vec<String>>,
    crowds: Vec<Option<Crowd>>,
    standings: Vec<CommunityStanding>,
    /// Relationships inside each community, strongest first, by position.
    inside: Vec<Vec<u32>>,
    /// The documents that show one of these, sorted, by position.
    homes: Vec<Vec<u32>>,
    relationship_of: HashMap<(EntityId, EntityId), RelationshipId>,
    /// Speakers who are heard in so many documents that naming one does not distinguish a community.
    heard_everywhere: HashSet<String>,
    /// Communities by id, as positions.
    community_at: HashMap<CommunityId, usize>,
    /// Claims by their subject, as positions.
    claims_about: HashMap<EntityId, Vec<u32>>,
    /// Text units, sorted, with the position of the document of each.
    document_of: Vec<(TextUnitId, u32)>,
    /// For each community, the titles that would suit it and that another has.
    taken_titles: Vec<Vec<String>>,
}

impl<'a, 'c> ReportGrounds<'a, 'c> {
    pub fn new(material: Material<'a, 'c>) -> Self {
        let Material { documents, text_units, entities, mentions, relationships, communities, claims, appearances } =
            material;
        let position: HashMap<EntityId, u32> = entities.iter().map(|entity| entity.id).zip(0..).collect();
        let authors_of = only_authors(appearances);
        let authors = authors(&authors_of, entities, &position);
        let (sentences, bearing) =
            rayon::join(|| Sentences::read(documents, text_units, entities, mentions), || Bearing::read(documents));
        let gists = Gists::find(documents, &bearing);
        let passages = PassageEvidence::new(documents, bearing.outlines.clone(), text_units, authors);
        let named_in = names_of_sections(&sentences, &bearing);
        let terms_of = sentences.nouns.iter().map(|(&term, (form, _))| (form.clone(), term)).collect();
        let naming = naming(&sentences, entities.len());
        let reach: Vec<Reach> =
            communities.par_iter().map(|community| reach(community, entities, &position, &naming)).collect();
        drop(naming);
        let beside = reach.par_iter().map(|reach| beside(reach, &sentences, &bearing.outlines)).collect();
        let inside = relationships_inside(communities, relationships);
        let bylines = bylines(&authors_of, entities, &position);
        let matters = Matters::read(documents, &sentences, bearing.outlines.clone(), entities);
        let said = (&sentences, &matters);
        let topics = topics::topics(communities, entities, said, &reach, relationships, &inside, &bylines);
        drop(matters);
        let headings = headings::headings(documents, &reach, &topics, &sentences, &bearing.outlines, &named_in);
        let headings = headings::of_members(headings, communities, entities);
        let phrases = phrases::phrases(documents, &reach, &topics, &sentences);
        let member = |id: EntityId| position.get(&id).map(|&at| (at, &entities[at as usize]));
        let crowds = (communities.par_iter().zip(&inside))
            .map(|(community, inside)| {
                let ties = inside.iter().map(|&at| &relationships[at as usize]);
                crowd(community, ties, member, &sentences.called)
            })
            .collect();
        let standings = standings(communities, &inside, &reach, &sentences);
        let relationship_of =
            relationships.iter().map(|r| ((r.source.min(r.target), r.source.max(r.target)), r.id)).collect();
        let document_of = documents_of(text_units, documents);
        let homes = inside.par_iter().map(|inside| homes(inside, relationships, &document_of)).collect();
        let mut gathered = Self {
            material,
            position,
            sentences,
            bearing,
            passages,
            gists,
            in_gists: Ragged::default(),
            named_in,
            terms_of,
            qualities: Vec::new(),
            planned: Vec::new(),
            reach,
            beside,
            topics,
            bylines,
            headings,
            phrases,
            crowds,
            standings,
            inside,
            homes,
            relationship_of,
            heard_everywhere: heard_everywhere(documents),
            community_at: communities.iter().enumerate().map(|(at, community)| (community.id, at)).collect(),
            claims_about: by_subject(claims),
            document_of,
            taken_titles: Vec::new(),
        };
        gathered.in_gists = gathered.in_gists();
        gathered.qualities = gathered.qualities();
        gathered.planned = gathered.plan();
        gathered.taken_titles = gathered.plan_titles();
        gathered
    }

    /// Reports are written from the finest level up, but a community has to leave its ancestors the wider title. So
    /// titles are given out here, from the roots down.
    fn plan_titles(&self) -> Vec<Vec<String>> {
        let communities = self.material.communities;
        let candidates: Vec<Vec<String>> = (0..communities.len())
            .into_par_iter()
            .map(|at| {
                title::candidates(&ReportContext {
                    community: Some(communities[at].clone()),
                    topics: self.topics[at].clone(),
                    heading: self.headings[at].clone(),
                    phrases: self.phrases[at].clone(),
                    crowd: self.crowds[at].clone(),
                    voice: self.voice(at),
                    entities: self.leading_entities(at, ELEMENTS),
                    documents: self.document_titles(at),
                    gist: self.evidence(&self.planned[at].gist, at),
                    passages: self.evidence(&self.planned[at].passages, at),
                    above: self.told_above(at),
                    of_children: self.of_children(at, |_| true),
                    ..ReportContext::default()
                })
            })
            .collect();
        let mut given: HashSet<String> = HashSet::with_capacity(communities.len());
        candidates
            .into_iter()
            .map(|titles| {
                let free = titles.iter().position(|title| given.insert(title.to_lowercase())).unwrap_or(titles.len());
                titles.into_iter().take(free).collect()
            })
            .collect()
    }

    /// Has all reports written, children before their parents, and hands each over as it comes. A report is begun as
    /// soon as those of its children are there, and the descriptions of what it is about, whatever else is under way.
    /// The children of a community whose report failed are all that its parent lacks; an error that would meet every
    /// other report too ends the writing.
    ///
    /// # Errors
    /// Trouble with a description that every other one would meet too.
    pub async fn write(
        &self,
        reporter: &dyn Reporter,
        describing: &mut Describing<'_>,
        mut done: impl FnMut(CommunityId, Judged<Report>),
    ) -> Result<(), JudgementError> {
        let communities = self.material.communities;
        let mut queue = Queue::new(communities, &self.community_at, describing);
        let mut written: HashMap<CommunityId, Report> = HashMap::new();
        let mut under_way = FuturesUnordered::new();
        let most = reporter.concurrency().max(WAVE);
        let mut stopped = false;
        loop {
            // Contexts take work: a wave of them at a time, on all cores.
            let wave = if stopped { Vec::new() } else { queue.take(most.saturating_sub(under_way.len())) };
            let made = describing.made();
            let contexts: Vec<(usize, ReportContext)> =
                wave.into_par_iter().map(|at| (at, self.context(at, &written, made, reporter.elements()))).collect();
            for (at, context) in contexts {
                under_way.push(async move { (at, reporter.report(&context).await) });
            }
            let first = tokio::select! {
                biased;
                Some(first) = under_way.next() => first,
                described = describing.next(), if !describing.is_over() => {
                    match described {
                        Ok(community) => community.into_iter().for_each(|at| queue.lacks_less(at)),
                        Err(error) => {
                            // What is under way is paid for, and lands.
                            let reports = under_way.for_each(|(at, judged)| {
                                done(communities[at].id, judged);
                                future::ready(())
                            });
                            futures::join!(describing.stop(), reports);
                            return Err(error);
                        }
                    }
                    continue;
                }
                else => return Ok(()),
            };
            let mut finished = vec![first];
            while let Some(Some(more)) = under_way.next().now_or_never() {
                finished.push(more);
            }
            finished.sort_by_key(|(at, _)| *at);
            for (at, judged) in finished {
                stopped |= matches!(judged, Err(JudgementError::Stopped { .. }));
                // Whoever is above has read them, as those beside have, which were written before.
                for child in &communities[at].children {
                    written.remove(child);
                }
                let parent = queue.parent(at);
                // What stands alone is read by no other.
                if let Ok((report, _)) = &judged
                    && (parent.is_some() || !communities[at].unconnected)
                {
                    written.insert(communities[at].id, report.clone());
                }
                parent.into_iter().for_each(|parent| queue.lacks_less(parent));
                done(communities[at].id, judged);
            }
        }
    }

    /// What every document and every community says of itself, where anything does.
    pub fn into_gists(self) -> GistSources<'c> {
        let communities = (self.material.communities.iter().enumerate())
            .map(|(at, community)| (Ref::from(community.id), self.evidence(&self.planned[at].gist, at)))
            .collect();
        GistSources { passages: self.passages, gists: self.gists, communities }
    }
}

/// How many names stand in each section, by document and section.
fn names_of_sections(sentences: &Sentences, bearing: &Bearing) -> HashMap<(u32, u32), f32> {
    let mut named: HashMap<(u32, u32), f32> = HashMap::new();
    for said in sentences.iter() {
        let section = bearing.outlines.of(said.document as usize).at(said.sentence as usize) as u32;
        *named.entry((said.document, section)).or_default() += said.entities.len() as f32;
    }
    named
}

/// For each of so many entities the sentences that name it, in order.
fn naming(sentences: &Sentences, entities: usize) -> Vec<Vec<u32>> {
    let mut naming: Vec<Vec<u32>> = vec![Vec::new(); entities];
    for (at, said) in sentences.iter().enumerate() {
        said.entities.iter().for_each(|&entity| naming[entity as usize].push(at as u32));
    }
    naming
}

/// Claims by their subject, as positions.
fn by_subject(claims: &[Claim]) -> HashMap<EntityId, Vec<u32>> {
    let mut about: HashMap<EntityId, Vec<u32>> = HashMap::new();
    for (at, claim) in claims.iter().enumerate() {
        about.entry(claim.subject).or_default().push(at as u32);
    }
    about
}

/// Text units, sorted, with the position of the document of each.
fn documents_of(text_units: &[TextUnit], documents: &dyn Documents) -> Vec<(TextUnitId, u32)> {
    let places: HashMap<DocumentId, u32> = (0..documents.len()).map(|at| documents.id(at)).zip(0..).collect();
    let owned = text_units.iter().filter_map(|unit| Some((unit.id, *places.get(&unit.document)?)));
    let mut document_of: Vec<(TextUnitId, u32)> = owned.collect();
    document_of.sort_unstable();
    document_of
}

/// Communities whose reports are to be written, by position.
struct Queue<'a> {
    communities: &'a [Community],
    community_at: &'a HashMap<CommunityId, usize>,
    /// For each, how many reports and descriptions it waits for.
    waits: Vec<usize>,
    /// Those that wait for nothing. The finest first: they are what the others wait for.
    ready: BinaryHeap<(u32, Reverse<usize>)>,
}

impl<'a> Queue<'a> {
    fn new(
        communities: &'a [Community],
        community_at: &'a HashMap<CommunityId, usize>,
        describing: &Describing<'_>,
    ) -> Self {
        let waits = vec![0; communities.len()];
        let mut queue = Self { communities, community_at, waits, ready: BinaryHeap::new() };
        for at in 0..communities.len() {
            queue.parent(at).into_iter().for_each(|parent| queue.waits[parent] += 1);
        }
        describing.waits(&mut queue.waits);
        queue.ready = (0..communities.len()).filter(|&at| queue.waits[at] == 0).map(|at| queue.rank(at)).collect();
        queue
    }

    fn rank(&self, at: usize) -> (u32, Reverse<usize>) {
        (self.communities[at].level, Reverse(at))
    }

    fn parent(&self, at: usize) -> Option<usize> {
        self.communities[at].parent.and_then(|parent| self.community_at.get(&parent).copied())
    }

    /// Takes so many of those that are ready, at most.
    fn take(&mut self, most: usize) -> Vec<usize> {
        std::iter::from_fn(|| self.ready.pop()).map(|(_, Reverse(at))| at).take(most).collect()
    }

    /// Something that a community waited for is there.
    fn lacks_less(&mut self, at: usize) {
        self.waits[at] -= 1;
        if self.waits[at] == 0 {
            self.ready.push(self.rank(at));
        }
    }
}
