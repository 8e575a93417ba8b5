//! The report stage: gathers what each community's report is written from, and has the reports written bottom-up.
//!
//! **Standing.** Without a model, the rating follows one formula. A community's weight is
//! ln(1 + relationships inside) + ln(1 + text units that name a member) + ln(1 + documents); communities of a level are
//! ranked by it, and the one at rank r of n is rated 1 + 9·(n − r + ½)/n. Components too small to cluster are ranked
//! among themselves and rated (n − r + ½)/n, below all others.

mod kinds;
mod overview;
mod plan;

use std::collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet};
use std::sync::Arc;

use futures::future::{self, FutureExt};
use futures::stream::{FuturesUnordered, StreamExt};
use rayon::prelude::*;

use self::plan::Planned;
use super::bearing::Bearing;
use super::crowd::crowd;
use super::describe::{Describing, Descriptions};
use super::gist::{Gists, Told};
use super::headed;
use super::passages::Passages;
use super::sentences::Sentences;
use super::topics::{self, Reach};
use crate::judgement::extractive::title;
use crate::judgement::{Crowd, Documents, Judged, JudgementError, ReportContext, Reporter, Standing, Topic};
use crate::model::{
    Appearance, Claim, Community, CommunityId, DocumentId, Entity, EntityId, EntityType, Evidence, Kind, Mention, Ref,
    Relationship, RelationshipId, Report, Role, SpeakerPart, TextUnit, TextUnitId, find_citations,
};
use crate::text::rank::Term;

/// Entities and relationships put before a reporter.
const ELEMENTS: usize = 30;
/// Documents named to a reporter.
const DOCUMENTS: usize = 3;
/// A community of fewer parts is told part by part; of one of more so many names are said that most of them speak of.
const FEW_PARTS: usize = 3;
const SHARED: usize = 3;
/// Reports whose contexts are made at once, at the least.
const WAVE: usize = 32;
/// Titles of the reports beside a community's that a model is told at most, and roots looked at for them.
const SIBLINGS: usize = 12;
const ROOTS: usize = 400;
/// One person says most of what is said from this share on.
const VOICE: f32 = 0.7;
/// Fewer sentences are no voice.
const VOICE_SENTENCES: usize = 4;

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
pub struct Gathered<'a, 'c> {
    material: Material<'a, 'c>,
    position: HashMap<EntityId, u32>,
    sentences: Sentences,
    /// What sentences are about, and how documents are laid out.
    bearing: Bearing,
    passages: Passages<'c>,
    gists: Gists,
    /// How many names stand in each section, by document and section.
    named_in: HashMap<(u32, u32), f32>,
    /// Common nouns by how they are written.
    terms_of: HashMap<String, Term>,
    /// How gladly each sentence is read.
    qualities: Vec<f32>,
    planned: Vec<Planned>,
    reach: Vec<Reach>,
    topics: Vec<Vec<Topic>>,
    /// The heading of the documents that is the title of each community, where one fits it.
    headings: Vec<Option<String>>,
    crowds: Vec<Option<Crowd>>,
    standings: Vec<Standing>,
    /// Relationships inside each community, strongest first, by position.
    inside: Vec<Vec<u32>>,
    relationship_of: HashMap<(EntityId, EntityId), RelationshipId>,
    /// Speakers heard in so many documents that naming one distinguishes nothing.
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

impl<'a, 'c> Gathered<'a, 'c> {
    pub fn new(material: Material<'a, 'c>) -> Self {
        let Material { documents, text_units, entities, mentions, relationships, communities, claims, appearances } =
            material;
        let position: HashMap<EntityId, u32> = entities.iter().map(|entity| entity.id).zip(0..).collect();
        let authors = authors(appearances, entities, &position);
        let (sentences, bearing) =
            rayon::join(|| Sentences::read(documents, text_units, entities, mentions), || Bearing::read(documents));
        let gists = Gists::find(documents, &bearing);
        let passages = Passages::new(documents, bearing.outlines.clone(), text_units, authors);
        let mut named_in: HashMap<(u32, u32), f32> = HashMap::new();
        for said in sentences.iter() {
            let section = bearing.outlines.of(said.document as usize).at(said.sentence as usize) as u32;
            *named_in.entry((said.document, section)).or_default() += said.entities.len() as f32;
        }
        let terms_of = sentences.nouns.iter().map(|(&term, (form, _))| (form.clone(), term)).collect();
        let mut naming: Vec<Vec<u32>> = vec![Vec::new(); entities.len()];
        for (at, said) in sentences.iter().enumerate() {
            said.entities.iter().for_each(|&entity| naming[entity as usize].push(at as u32));
        }
        let reach: Vec<Reach> =
            communities.par_iter().map(|community| reach(community, entities, &position, &naming)).collect();
        drop(naming);
        let inside = relationships_inside(communities, relationships);
        let topics = topics::topics(communities, entities, &sentences, &reach, relationships, &inside);
        let headings = headed::headings(&reach, &topics, &sentences, &bearing.outlines, &named_in);
        let crowds: Vec<Option<Crowd>> = (communities.par_iter().zip(&inside))
            .map(|(community, inside)| {
                let ties = inside.iter().map(|&at| &relationships[at as usize]);
                let member = |id: EntityId| position.get(&id).map(|&at| (at, &entities[at as usize]));
                crowd(community, ties, member, &sentences.called)
            })
            .collect();
        let standings = standings(communities, &inside, &reach, &sentences);
        let relationship_of =
            relationships.iter().map(|r| ((r.source.min(r.target), r.source.max(r.target)), r.id)).collect();
        let heard_everywhere = heard_everywhere(documents);
        let mut claims_about: HashMap<EntityId, Vec<u32>> = HashMap::new();
        for (at, claim) in claims.iter().enumerate() {
            claims_about.entry(claim.subject).or_default().push(at as u32);
        }
        let places: HashMap<DocumentId, u32> = (0..documents.len()).map(|at| documents.id(at)).zip(0..).collect();
        let owned = text_units.iter().filter_map(|unit| Some((unit.id, *places.get(&unit.document)?)));
        let mut document_of: Vec<(TextUnitId, u32)> = owned.collect();
        document_of.sort_unstable();
        let mut gathered = Self {
            material,
            position,
            sentences,
            bearing,
            passages,
            gists,
            named_in,
            terms_of,
            qualities: Vec::new(),
            planned: Vec::new(),
            reach,
            topics,
            headings,
            crowds,
            standings,
            inside,
            relationship_of,
            heard_everywhere,
            community_at: communities.iter().enumerate().map(|(at, community)| (community.id, at)).collect(),
            claims_about,
            document_of,
            taken_titles: Vec::new(),
        };
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

    /// The most central members.
    fn leading_entities(&self, at: usize, most: usize) -> Vec<Entity> {
        let members = self.material.communities[at].entities.iter().filter_map(|id| self.position.get(id));
        members.take(most).map(|&member| self.material.entities[member as usize].clone()).collect()
    }

    /// Has all reports written, children before their parents, and hands each over as it comes. A report is begun as soon
    /// as those of its children are there, and the descriptions of what it is about, whatever else is under way. The
    /// children of a community whose report failed are all that its parent lacks; an error that would meet every other
    /// report too ends the writing.
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
        let parent = |at: usize| communities[at].parent.and_then(|parent| self.community_at.get(&parent).copied());
        let mut waits: Vec<usize> = vec![0; communities.len()];
        (0..communities.len()).filter_map(parent).for_each(|parent| waits[parent] += 1);
        describing.waits(&mut waits);
        // The finest first: they are what the others wait for.
        let rank = |at: usize| (communities[at].level, std::cmp::Reverse(at));
        let mut ready: BinaryHeap<_> = (0..communities.len()).filter(|&at| waits[at] == 0).map(rank).collect();
        let mut written: HashMap<CommunityId, Report> = HashMap::new();
        let mut under_way = FuturesUnordered::new();
        let most = reporter.concurrency().max(WAVE);
        let mut stopped = false;
        loop {
            // Contexts take work: a wave of them at a time, on all cores.
            let mut wave: Vec<usize> = Vec::new();
            while !stopped && under_way.len() + wave.len() < most {
                let Some((_, std::cmp::Reverse(at))) = ready.pop() else { break };
                wave.push(at);
            }
            let made = describing.made();
            let contexts: Vec<(usize, ReportContext)> =
                wave.into_par_iter().map(|at| (at, self.context(at, &written, made, reporter.elements()))).collect();
            for (at, context) in contexts {
                under_way.push(async move { (at, reporter.report(&context).await) });
            }
            let mut lacks_less = |at: usize| {
                waits[at] -= 1;
                if waits[at] == 0 {
                    ready.push(rank(at));
                }
            };
            let first = tokio::select! {
                biased;
                Some(first) = under_way.next() => first,
                described = describing.next(), if !describing.is_over() => {
                    match described {
                        Ok(community) => community.into_iter().for_each(lacks_less),
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
                // What stands alone is read by no other.
                if let Ok((report, _)) = &judged
                    && (parent(at).is_some() || !communities[at].unconnected)
                {
                    written.insert(communities[at].id, report.clone());
                }
                if let Some(parent) = parent(at) {
                    lacks_less(parent);
                }
                done(communities[at].id, judged);
            }
        }
    }

    /// What every document and every community says of itself, where anything does.
    pub fn into_gists(self) -> Told<'c> {
        let communities = (self.material.communities.iter().enumerate())
            .map(|(at, community)| (Ref::from(community.id), self.evidence(&self.planned[at].gist, at)))
            .collect();
        Told { passages: self.passages, gists: self.gists, communities }
    }

    /// What the report of the community at a position is written from.
    fn context(
        &self,
        at: usize,
        written: &HashMap<CommunityId, Report>,
        made: &Descriptions,
        elements: usize,
    ) -> ReportContext {
        let Material { relationships, communities, claims, .. } = self.material;
        let community = &communities[at];
        let mut entities = self.leading_entities(at, elements);
        for entity in &mut entities {
            if let Some(description) = self.position.get(&entity.id).and_then(|&at| made.entities.get(&(at as usize))) {
                entity.description.clone_from(description);
            }
        }
        let tie = |&inside: &u32| {
            let mut tie = relationships[inside as usize].clone();
            if let Some(description) = made.relationships.get(&(inside as usize)) {
                tie.description.clone_from(description);
            }
            tie
        };
        let about = entities.iter().filter_map(|entity| self.claims_about.get(&entity.id)).flatten();
        let children: Vec<Report> = community.children.iter().filter_map(|child| written.get(child).cloned()).collect();
        let members = |report: &Report| {
            self.community_at.get(&report.community).map_or_else(Vec::new, |&at| communities[at].entities.clone())
        };
        ReportContext {
            community: Some(community.clone()),
            standing: Some(self.standings[at]),
            topics: self.topics[at].clone(),
            heading: self.headings[at].clone(),
            crowd: self.crowds[at].clone(),
            voice: self.voice(at),
            relationships: self.inside[at].iter().take(elements).map(tie).collect(),
            claims: about.map(|&claim| claims[claim as usize].clone()).collect(),
            gist: self.evidence(&self.planned[at].gist, at),
            passages: self.evidence(&self.planned[at].passages, at),
            above: self.told_above(at),
            // Those of a child whose report failed are left out with it.
            of_children: self.of_children(at, |child| written.contains_key(&child)),
            shared: self.shared(at),
            text_units: self.text_units(at),
            documents: self.document_titles(at),
            child_members: children.iter().map(members).collect(),
            children,
            taken_titles: self.taken_titles[at].clone(),
            sibling_titles: self.sibling_titles(community, written),
            sources: self.sources_of(&entities, at, elements),
            entities,
        }
    }

    /// Passages about a community that the report of its parent quotes.
    fn told_above(&self, at: usize) -> Vec<Evidence> {
        let communities = self.material.communities;
        let parent = communities[at].parent.and_then(|parent| self.community_at.get(&parent).copied());
        let chosen = parent.and_then(|parent| {
            let place = communities[parent].children.iter().position(|child| *child == communities[at].id)?;
            self.planned[parent].children.get(place)
        });
        chosen.map_or_else(Vec::new, |chosen| self.evidence(chosen, at))
    }

    /// Passages about each of those children of a community that are `there`.
    fn of_children(&self, at: usize, there: impl Fn(CommunityId) -> bool) -> Vec<Vec<Evidence>> {
        let all = self.material.communities[at].children.iter().zip(&self.planned[at].children);
        let told = all.filter(|(child, _)| there(**child)).map(|(child, chosen)| {
            self.community_at.get(child).map_or_else(Vec::new, |&child| self.evidence(chosen, child))
        });
        told.collect()
    }

    /// Titles of the first reports beside a community's that are written.
    fn sibling_titles(&self, community: &Community, written: &HashMap<CommunityId, Report>) -> Vec<String> {
        let communities = self.material.communities;
        let title = |id: &CommunityId| written.get(id).map(|report| report.title.clone());
        match community.parent.and_then(|parent| self.community_at.get(&parent)) {
            Some(&parent) => communities[parent].children.iter().filter_map(title).take(SIBLINGS).collect(),
            // There may be as many roots as a hostile file has names.
            None => {
                let roots = communities.iter().take_while(|root| root.level == 0 && !root.unconnected);
                roots.take(ROOTS).filter_map(|root| title(&root.id)).take(SIBLINGS).collect()
            }
        }
    }

    /// The text units that elements rest on, each with the title of its document.
    fn sources_of(&self, entities: &[Entity], at: usize, elements: usize) -> Vec<(TextUnitId, String)> {
        let Material { documents, relationships, .. } = self.material;
        let of_ties = self.inside[at].iter().take(elements).flat_map(|&tie| &relationships[tie as usize].text_units);
        let cited = entities.iter().flat_map(|entity| find_citations(&entity.description));
        let records = cited.flat_map(|citation| citation.refs().collect::<Vec<_>>());
        let of_entities = records.filter(|record| record.kind == Kind::Source).map(|record| TextUnitId(record.id));
        let wanted: BTreeSet<TextUnitId> = of_ties.copied().chain(of_entities).collect();
        let title = |unit: &TextUnitId| {
            let found = self.document_of.binary_search_by_key(unit, |&(id, _)| id).ok()?;
            Some(documents.title(self.document_of[found].1 as usize).to_owned())
        };
        wanted.iter().filter_map(|unit| Some((*unit, title(unit)?))).collect()
    }

    /// What most parts of a community speak of.
    fn shared(&self, at: usize) -> Vec<Entity> {
        let community = &self.material.communities[at];
        if community.children.len() < FEW_PARTS {
            return Vec::new();
        }
        let mut parts: HashMap<u32, usize> = HashMap::new();
        for child in community.children.iter().filter_map(|child| self.community_at.get(child)) {
            let said = self.reach[*child].iter().map(|&(said, ..)| self.sentences.at(said as usize));
            let named: HashSet<u32> = said.flat_map(|said| said.entities.iter().copied()).collect();
            named.into_iter().for_each(|entity| *parts.entry(entity).or_default() += 1);
        }
        // What sets the community apart and stands in most of its parts is what they have in common.
        let topics = self.topics[at].iter().filter(|topic| topic.kind != EntityType::Date);
        let positions = topics.filter_map(|topic| self.position.get(&topic.entity?));
        let most = positions.filter(|at| parts.get(*at).is_some_and(|count| count * 5 >= community.children.len() * 3));
        most.take(SHARED).map(|&at| self.material.entities[at as usize].clone()).collect()
    }

    /// Titles of the documents whose sentences name most that is central.
    fn document_titles(&self, at: usize) -> Vec<String> {
        let mut central: BTreeMap<u32, f32> = BTreeMap::new();
        for &(said, _, weight) in &self.reach[at] {
            *central.entry(self.sentences.at(said as usize).document).or_default() += weight;
        }
        let mut documents: Vec<(u32, f32)> = central.into_iter().collect();
        documents.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        let title = |(at, _): (u32, f32)| self.material.documents.title(at as usize).to_owned();
        documents.into_iter().take(DOCUMENTS).map(title).collect()
    }

    /// The text units whose sentences name most that is central; of two alike the one that is read first.
    fn text_units(&self, at: usize) -> Vec<TextUnitId> {
        let mut central: HashMap<TextUnitId, usize> = HashMap::new();
        let mut units: Vec<(TextUnitId, f32)> = Vec::new();
        for &(said, _, weight) in &self.reach[at] {
            let unit = self.sentences.at(said as usize).unit;
            let place = *central.entry(unit).or_insert(units.len());
            if place == units.len() {
                units.push((unit, 0.0));
            }
            units[place].1 += weight;
        }
        units.sort_by(|a, b| b.1.total_cmp(&a.1));
        units.into_iter().take(ELEMENTS).map(|(unit, _)| unit).collect()
    }

    /// Whoever says most of what names two members.
    fn voice(&self, at: usize) -> Option<String> {
        let documents = self.material.documents;
        let mut heard: BTreeMap<String, f32> = BTreeMap::new();
        if self.reach[at].len() < VOICE_SENTENCES {
            return None;
        }
        let mut all = 0.0f32;
        for &(said, members, central) in &self.reach[at] {
            let said = self.sentences.at(said as usize);
            let document = documents.at(said.document as usize);
            let weight = central * if members > 1 { 1.0 } else { 0.4 };
            all += weight;
            let sentence = document.sentences.get(said.sentence as usize);
            let speaker = sentence.and_then(|s| s.speaker).and_then(|s| document.speakers.get(usize::from(s)));
            if let Some(speaker) = speaker.filter(|speaker| speaker.part != SpeakerPart::Host) {
                *heard.entry(speaker.name.clone()).or_default() += weight;
            }
        }
        let (name, weight) = heard.into_iter().max_by(|a, b| a.1.total_cmp(&b.1))?;
        (weight >= VOICE * all && !self.heard_everywhere.contains(&name)).then_some(name)
    }
}

/// Speakers heard in more than a twentieth of the documents, and in more than two.
fn heard_everywhere(documents: &dyn Documents) -> HashSet<String> {
    let mut heard: HashMap<String, usize> = HashMap::new();
    for at in 0..documents.len() {
        let document = documents.at(at);
        let names: HashSet<&str> = document.speakers.iter().map(|speaker| speaker.name.as_str()).collect();
        names.into_iter().for_each(|name| *heard.entry(name.to_owned()).or_default() += 1);
    }
    let most = (documents.len() / 20).max(2);
    heard.into_iter().filter(|&(_, count)| count > most).map(|(name, _)| name).collect()
}

/// The sentences that name members, in order, with how many they name and how central those are.
fn reach(community: &Community, entities: &[Entity], position: &HashMap<EntityId, u32>, naming: &[Vec<u32>]) -> Reach {
    let mut found: Vec<(u32, f32)> = Vec::new();
    let members: Vec<u32> = community.entities.iter().filter_map(|id| position.get(id)).copied().collect();
    let all_ubiquitous = members.iter().all(|&member| entities[member as usize].ubiquitous);
    for (rank, &member) in members.iter().enumerate() {
        if entities[member as usize].ubiquitous && !all_ubiquitous {
            continue;
        }
        let central = 1.0 / (1.0 + rank as f32 / 8.0);
        found.extend(naming[member as usize].iter().map(|&said| (said, central)));
    }
    found.sort_unstable_by(|a, b| a.0.cmp(&b.0).then(b.1.total_cmp(&a.1)));
    let mut reach: Reach = found
        .chunk_by(|a, b| a.0 == b.0)
        .map(|run| {
            (run[0].0, run.len().min(usize::from(u16::MAX)) as u16, run.iter().map(|(_, central)| central).sum())
        })
        .collect();
    reach.shrink_to_fit();
    reach
}

/// For each community, the relationships both of whose ends it holds, strongest first.
fn relationships_inside(communities: &[Community], relationships: &[Relationship]) -> Vec<Vec<u32>> {
    let place: HashMap<CommunityId, usize> = communities.iter().enumerate().map(|(at, c)| (c.id, at)).collect();
    let mut finest: HashMap<EntityId, usize> = HashMap::new();
    for (at, community) in communities.iter().enumerate() {
        finest.extend(community.entities.iter().map(|&entity| (entity, at)));
    }
    let path = |entity: EntityId| {
        let mut path = Vec::new();
        let mut at = finest.get(&entity).copied();
        while let Some(here) = at.filter(|_| path.len() < 64) {
            path.push(here);
            at = communities[here].parent.and_then(|parent| place.get(&parent)).copied();
        }
        path
    };
    let mut inside: Vec<Vec<u32>> = vec![Vec::new(); communities.len()];
    let mut order: Vec<u32> = (0..relationships.len() as u32).collect();
    order.sort_by(|&a, &b| relationships[b as usize].weight.total_cmp(&relationships[a as usize].weight));
    for at in order {
        let relationship = &relationships[at as usize];
        let (a, b) = (path(relationship.source), path(relationship.target));
        a.iter().filter(|community| b.contains(community)).for_each(|&community| inside[community].push(at));
    }
    inside
}

/// Ranks the communities of each level; see the head of this file.
fn standings(communities: &[Community], inside: &[Vec<u32>], reach: &[Reach], sentences: &Sentences) -> Vec<Standing> {
    let figures: Vec<(f32, u32, u32)> = communities
        .par_iter()
        .enumerate()
        .map(|(at, community)| {
            let units: HashSet<TextUnitId> =
                reach[at].iter().map(|&(said, _, _)| sentences.at(said as usize).unit).collect();
            let (relationships, units) = (inside[at].len() as u32, units.len() as u32);
            let weight = [relationships, units, community.documents].iter().map(|&n| (n as f32).ln_1p()).sum();
            (weight, relationships, units)
        })
        .collect();
    let mut peers: BTreeMap<(u32, bool), Vec<usize>> = BTreeMap::new();
    for (at, community) in communities.iter().enumerate() {
        peers.entry((community.level, community.unconnected)).or_default().push(at);
    }
    let unranked = Standing { rating: 0.0, rank: 1, of: 1, text_units: 0, relationships: 0 };
    let mut standings = vec![unranked; communities.len()];
    for ((_, unconnected), mut level) in peers {
        level.sort_by(|&a, &b| figures[b].0.total_cmp(&figures[a].0).then(a.cmp(&b)));
        let of = level.len();
        for (place, at) in level.into_iter().enumerate() {
            let share = (of - place) as f32 - 0.5;
            let spread = share / of as f32;
            let rating = if unconnected { spread } else { 1.0 + 9.0 * spread };
            let (_, relationships, text_units) = figures[at];
            standings[at] = Standing {
                rating: (rating * 10.0).round() / 10.0,
                rank: place as u32 + 1,
                of: of as u32,
                text_units,
                relationships,
            };
        }
    }
    standings
}

/// Whoever wrote each document, where that is one person.
fn authors(
    appearances: &[Appearance],
    entities: &[Entity],
    position: &HashMap<EntityId, u32>,
) -> HashMap<DocumentId, Arc<str>> {
    let mut names: HashMap<EntityId, Arc<str>> = HashMap::new();
    let mut found: HashMap<DocumentId, Option<Arc<str>>> = HashMap::new();
    for part in appearances.iter().filter(|part| part.role == Role::Author) {
        let name = position.get(&part.entity).map(|&at| {
            names.entry(part.entity).or_insert_with(|| Arc::from(entities[at as usize].name.as_str())).clone()
        });
        found.entry(part.document).and_modify(|known| *known = None).or_insert(name);
    }
    found.into_iter().filter_map(|(document, author)| Some((document, author?))).collect()
}
