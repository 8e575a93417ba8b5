//! What a reporter is given of a community: its members, ties and claims as they are described by now, the passages
//! planned for it, what its parts have in common, who speaks most, and the titles around it.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::describe::Descriptions;
use super::standing::document;
use super::{ELEMENTS, Material, ReportGrounds};
use crate::judgement::ReportContext;
use crate::model::{Community, CommunityId, Entity, Evidence, Kind, Report, SpeakerPart, TextUnitId, find_citations};

/// Documents named to a reporter.
const DOCUMENTS: usize = 3;
/// Titles of sibling reports that a model is given at most.
const SIBLINGS: usize = 12;
/// Root communities examined for siblings at most.
const ROOTS: usize = 400;
/// One person says most of what is said from this share on.
const VOICE: f32 = 0.7;
/// Fewer sentences are no voice.
const VOICE_SENTENCES: usize = 4;

impl ReportGrounds<'_, '_> {
    /// The most central members.
    pub(super) fn leading_entities(&self, at: usize, most: usize) -> Vec<Entity> {
        let members = self.material.communities[at].entities.iter().filter_map(|id| self.position.get(id));
        members.take(most).map(|&member| self.material.entities[member as usize].clone()).collect()
    }

    /// What the report of the community at a position is written from.
    pub(super) fn context(
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
            phrases: self.phrases[at].clone(),
            crowd: self.crowds[at].clone(),
            voice: self.voice(at),
            relationships: self.inside[at].iter().take(elements).map(tie).collect(),
            claims: about.map(|&claim| claims[claim as usize].clone()).collect(),
            gist: self.evidence(&self.planned[at].gist, at),
            members: self.evidence(&self.planned[at].members, at),
            passages: self.evidence(&self.planned[at].passages, at),
            above: self.told_above(at),
            // Those of a child whose report failed are left out with it.
            of_children: self.of_children(at, |child| written.contains_key(&child)),
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
    pub(super) fn told_above(&self, at: usize) -> Vec<Evidence> {
        let communities = self.material.communities;
        let parent = communities[at].parent.and_then(|parent| self.community_at.get(&parent).copied());
        let chosen = parent.and_then(|parent| {
            let place = communities[parent].children.iter().position(|child| *child == communities[at].id)?;
            self.planned[parent].children.get(place)
        });
        chosen.map_or_else(Vec::new, |chosen| self.evidence(chosen, at))
    }

    /// Passages about each of those children of a community that are `there`.
    pub(super) fn of_children(&self, at: usize, there: impl Fn(CommunityId) -> bool) -> Vec<Vec<Evidence>> {
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

    /// The text units that elements rest on, each with the title and the day of its document.
    fn sources_of(&self, entities: &[Entity], at: usize, elements: usize) -> Vec<(TextUnitId, String)> {
        let Material { documents, relationships, .. } = self.material;
        let of_ties = self.inside[at].iter().take(elements).flat_map(|&tie| &relationships[tie as usize].text_units);
        let cited = entities.iter().flat_map(|entity| find_citations(&entity.description));
        let records = cited.flat_map(|citation| citation.refs().collect::<Vec<_>>());
        let of_entities = records.filter(|record| record.kind == Kind::Source).map(|record| TextUnitId(record.id));
        let wanted: BTreeSet<TextUnitId> = of_ties.copied().chain(of_entities).collect();
        let title = |unit: &TextUnitId| Some(documents.at(document(&self.document_of, *unit)? as usize).dated_title());
        wanted.iter().filter_map(|unit| Some((*unit, title(unit)?))).collect()
    }

    /// Titles of the documents whose sentences name most that is central.
    pub(super) fn document_titles(&self, at: usize) -> Vec<String> {
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
    pub(super) fn voice(&self, at: usize) -> Option<String> {
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
