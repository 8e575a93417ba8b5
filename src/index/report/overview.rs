//! The overview of a corpus, made of what was gathered for its reports: what it is, its main subjects, who and where, when,
//! what kinds of documents, what to ask.

use std::collections::HashMap;

use super::Gathered;
use crate::judgement::rank::centrality::{Coverage, centre};
use crate::model::{Entity, EntityType, Evidence, Overview, Prominent, Report, Subject};
use crate::text::rank::{Term, TermVector};
use crate::text::terms::words;

/// Subjects, names of a kind, kinds of documents, questions.
const SUBJECTS: usize = 8;
const NAMES: usize = 8;
const KINDS: usize = 6;
const QUESTIONS: usize = 6;
/// Passages that tell what the corpus is, and the words from which on one is longer than it should be there.
const PASSAGES: usize = 3;
const LINE: usize = 40;

impl Gathered<'_> {
    /// The overview of the corpus, given the reports that were written.
    pub fn overview(&self, reports: &[Report]) -> Overview {
        let by_kind = |kind: EntityType| self.prominent(&kind);
        let subjects = self.subjects(reports);
        let people = by_kind(EntityType::Person);
        Overview {
            gist: self.of_the_whole(),
            questions: self.questions(&subjects, &people),
            subjects,
            people,
            organisations: by_kind(EntityType::Organisation),
            places: by_kind(EntityType::Place),
            dates: self.dates(),
            kinds: self.kinds(),
        }
    }

    /// What documents say of themselves that is nearest to the middle of what all say, each from another document.
    fn of_the_whole(&self) -> Vec<Evidence> {
        let vectors = |at: usize| &self.bearing.vectors[at];
        let first: Vec<(usize, &Evidence, TermVector)> = self
            .gists
            .of
            .iter()
            .enumerate()
            .filter_map(|(at, gist)| {
                let evidence = gist.first()?;
                let sentences = &self.material.documents.at(at).sentences;
                let inside = sentences.iter().enumerate().filter(|(_, one)| evidence.window.contains(one.span));
                let vector = TermVector::centroid(inside.map(|(sentence, _)| (&vectors(at)[sentence], 1.0)), 60);
                Some((at, evidence, vector))
            })
            .collect();
        let middle = centre(first.iter().map(|(.., vector)| (vector, 1.0)));
        let mut coverage = Coverage::of(first.iter().map(|(.., vector)| vector));
        let most = first.iter().map(|(.., vector)| coverage.fresh(vector)).fold(f32::MIN_POSITIVE, f32::max);
        let mut open: Vec<&(usize, &Evidence, TermVector)> = first.iter().collect();
        let mut chosen = Vec::new();
        let mut said: Vec<&TermVector> = Vec::new();
        while chosen.len() < PASSAGES {
            let worth = |one: &&(usize, &Evidence, TermVector)| {
                let length = words(&one.1.text).count().max(LINE) as f32;
                let again = said.iter().map(|other| other.likeness(&one.2)).fold(0.0, f32::max);
                (middle.likeness(&one.2) + 0.5 * coverage.fresh(&one.2) / most - again) * (LINE as f32 / length).sqrt()
            };
            let best = (0..open.len()).max_by(|&a, &b| worth(&open[a]).total_cmp(&worth(&open[b])).then(b.cmp(&a)));
            let Some(one) = best.map(|best| open.remove(best)) else { break };
            coverage.say(&one.2);
            said.push(&one.2);
            chosen.push(one.1.clone());
        }
        chosen
    }

    /// The root communities with most to say, each with its best line.
    fn subjects(&self, reports: &[Report]) -> Vec<Subject> {
        let communities = self.material.communities;
        let mut roots: Vec<&Report> = reports
            .iter()
            .filter(|report| {
                let at = self.community_at.get(&report.community);
                at.is_some_and(|&at| communities[at].parent.is_none() && !communities[at].unconnected)
            })
            .collect();
        let place = |report: &Report| self.community_at.get(&report.community).copied();
        roots.sort_by(|a, b| b.rating.total_cmp(&a.rating).then_with(|| place(a).cmp(&place(b))));
        let subject = |report: &&Report| {
            let at = self.community_at[&report.community];
            let line = self.evidence(&self.planned[at].gist, at).into_iter().next();
            let line = line.or_else(|| report.findings.iter().flat_map(|finding| &finding.evidence).next().cloned());
            Subject {
                community: report.community,
                title: report.title.clone(),
                documents: communities[at].documents,
                line,
            }
        };
        roots.iter().take(SUBJECTS).map(subject).collect()
    }

    /// The entities of a kind that most documents name.
    fn prominent(&self, kind: &EntityType) -> Vec<Prominent> {
        let mut named: Vec<&Entity> = self.material.entities.iter().filter(|entity| entity.kind == *kind).collect();
        named.sort_by(|a, b| {
            (b.documents, b.mentions).cmp(&(a.documents, a.mentions)).then_with(|| a.name.cmp(&b.name))
        });
        let prominent =
            |entity: &&Entity| Prominent { entity: entity.id, name: entity.name.clone(), documents: entity.documents };
        named.iter().take(NAMES).map(prominent).collect()
    }

    /// First and last day that documents are dated.
    fn dates(&self) -> Option<(i64, i64)> {
        let documents = self.material.documents;
        let dated: Vec<i64> = (0..documents.len()).filter_map(|at| documents.at(at).document.modified).collect();
        Some((*dated.iter().min()?, *dated.iter().max()?))
    }

    /// Kinds of documents, by what most titles of several call them, else by format.
    fn kinds(&self) -> Vec<(String, u32)> {
        let documents = self.material.documents;
        let mut stood: HashMap<Term, Vec<usize>> = HashMap::new();
        for (at, terms) in self.bearing.titles.iter().enumerate() {
            terms.iter().for_each(|&term| stood.entry(term).or_default().push(at));
        }
        let noun = |term: Term| self.sentences.nouns.get(&term).map(|(form, _)| form.as_str());
        let mut open: Vec<bool> = vec![true; documents.len()];
        let mut kinds: Vec<(String, u32)> = Vec::new();
        let few = (documents.len() / 20).max(3);
        let mut calling: Vec<(Term, Vec<usize>)> = stood.into_iter().filter(|(_, at)| at.len() >= few).collect();
        calling.sort_by(|a, b| b.1.len().cmp(&a.1.len()).then(a.0.cmp(&b.0)));
        for (term, at) in calling {
            let left: Vec<usize> = at.into_iter().filter(|&at| open[at]).collect();
            let Some(name) = noun(term).filter(|_| left.len() >= few && kinds.len() < KINDS) else { continue };
            left.iter().for_each(|&at| open[at] = false);
            kinds.push((name.to_owned(), left.len() as u32));
        }
        let mut formats: HashMap<String, u32> = HashMap::new();
        for at in (0..documents.len()).filter(|&at| open[at]) {
            *formats.entry(documents.at(at).document.format.clone()).or_default() += 1;
        }
        let mut formats: Vec<(String, u32)> = formats.into_iter().collect();
        formats.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
        kinds.extend(formats);
        kinds.truncate(KINDS);
        kinds
    }

    /// Questions that the corpus answers, by what it is about.
    fn questions(&self, subjects: &[Subject], people: &[Prominent]) -> Vec<String> {
        let lead = |subject: &Subject| {
            let topics = &self.topics[*self.community_at.get(&subject.community)?];
            topics.iter().find(|topic| topic.kind != EntityType::Date).map(|topic| topic.phrase.clone())
        };
        let leads: Vec<String> = subjects.iter().filter_map(lead).collect();
        let mut questions = vec!["What are these documents about?".to_owned()];
        questions.extend(leads.iter().take(2).map(|lead| format!("What is said about {lead}?")));
        questions.extend(people.first().map(|person| format!("Who is {}?", person.name)));
        if let [one, other, ..] = leads.as_slice() {
            questions.push(format!("How is {one} tied to {other}?"));
        }
        questions.extend(leads.get(2).map(|lead| format!("What problems are there with {lead}?")));
        questions.truncate(QUESTIONS);
        questions
    }
}
