//! Global questions: map and reduce over the reports of a level (Edge et al., "From Local to Global", 2024, §3.1.6).
//!
//! Each report is read whole. A report can only hold the sentences that were central when it was written, so the
//! passages that the question itself finds are laid beside the reports of the communities they belong to: what is said
//! about a report's subject and answers the question is then quoted under it.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};

use super::engine::Engine;
use super::passages::{Passages, Said};
use super::reports::Reports;
use super::writing::Writing;
use super::{Ask, Gathered, QueryError, Session, estimate_tokens, statements};
use crate::judgement::extractive::companions::tells_of_now;
use crate::judgement::extractive::focus::{Focus, Lexicon};
use crate::judgement::extractive::stated::Statements;
use crate::judgement::{ContextRecord, Quotable};
use crate::model::{CommunityId, EntityId, SpeakerPart, TextUnitId};
use crate::retrieve::{self, Filter, Query};
use crate::store::Reader;
use crate::text::question::{Reading, Role};
use crate::text::stance::Stance;
use crate::text::terms::Stems;

/// Passages laid beside the reports.
const PASSAGES: usize = 160;
/// The same for a question that asks for a kind of statement, which few of their sentences make.
const STATEMENTS: usize = 280;
/// Sentences that one passage lends.
const PER_PASSAGE: usize = 4;

/// The engine.
pub(super) struct Global;

impl Engine for Global {
    fn name(&self) -> &'static str {
        "global"
    }

    fn about(&self) -> &'static str {
        "the whole pile: map and reduce over community reports"
    }

    fn gather(
        &self,
        session: &Session,
        ask: &Ask,
        reading: &Reading,
        writing: &mut Writing<'_>,
    ) -> Result<Gathered, QueryError> {
        gather(&session.reader, &*session.lexicon, ask, reading, writing)
    }
}

pub(super) fn gather(
    reader: &Reader,
    lexicon: &dyn Lexicon,
    ask: &Ask,
    reading: &Reading,
    writing: &mut Writing<'_>,
) -> Result<Gathered, QueryError> {
    let subject = match reading.one() {
        Some(name) => reader.entities_named(&name)?.first().copied(),
        None => None,
    };
    let filter = Filter::new(reader, &ask.scope)?;
    let asked = Asked { reader, lexicon, ask, reading, filter, subject };
    let communities = asked.communities()?;
    writing.stage(format!("reading {} reports", communities.len()));
    let mut records: Vec<ContextRecord> = Vec::new();
    let mut reports = Reports::new(reader);
    for report in reader.reports(&communities)? {
        records.push(reports.record(&report, report.rating)?);
    }
    if !reading.coverage && (!reading.is_empty() || reading.stance.is_some()) {
        asked.lay_passages(&mut records, writing)?;
    }
    shuffle(&mut records, ask.seed);
    Ok(Gathered { records, facts: Vec::new(), map: true })
}

/// A question, and what it is asked of.
struct Asked<'a> {
    reader: &'a Reader,
    lexicon: &'a dyn Lexicon,
    ask: &'a Ask,
    reading: &'a Reading,
    filter: Filter,
    /// The one entity that is asked about, where nothing more is asked.
    subject: Option<EntityId>,
}

impl Asked<'_> {
    /// The communities whose reports are read: those of the level, and where no level is asked for and the question is of one
    /// entity, in place of that entity's own the parts of it. The report that is mostly about it would hold all that is said,
    /// and its parts tell of what.
    fn communities(&self) -> Result<Vec<CommunityId>, QueryError> {
        let level = self.ask.level.unwrap_or(0);
        if self.ask.scope.is_everything() {
            let deepest = self.reader.levels()?.last().map_or(0, |count| count.level);
            if level > deepest {
                return Err(QueryError::NoLevel { level, deepest });
            }
        }
        let mut communities = self.with_reports(self.reader.communities_at(level)?)?;
        let (Some(subject), None) = (self.subject, self.ask.level) else { return Ok(communities) };
        let inside = self.reader.communities_of(subject)?;
        if let Some(home) = communities.iter().position(|id| inside.contains(id)) {
            let parts = self.reader.community_children(Some(communities[home]))?;
            let parts = self.with_reports(parts.into_iter().map(|row| row.id).collect())?;
            if parts.len() > 1 {
                communities.splice(home..=home, parts);
            }
        }
        Ok(communities)
    }

    fn with_reports(&self, communities: Vec<CommunityId>) -> Result<Vec<CommunityId>, QueryError> {
        let mut kept = Vec::with_capacity(communities.len());
        for id in communities {
            if self.filter.report(self.reader, id)? {
                kept.push(id);
            }
        }
        Ok(kept)
    }

    /// Finds the passages that answer the question and lays each beside the report it has most to do with.
    fn lay_passages(&self, records: &mut [ContextRecord], writing: &mut Writing<'_>) -> Result<(), QueryError> {
        let Self { reader, reading, filter, .. } = self;
        let mut homes = Homes::new(reader, self.subject, records);
        let mut passages = Passages::asked(reader, reading);
        let focus = Focus::new(reading, self.lexicon);
        let mut stems = Stems::default();
        let mut hosts: HashSet<String> = HashSet::new();
        let sought = Statements::sought(reading, &focus, &mut stems);
        let hits = match reading.stance {
            Some(stance) => statements::passages(reader, self.ask, reading, stance, filter, STATEMENTS)?,
            None => {
                let query = Query::read(reader, &self.ask.question.text)?.meaning(self.ask.vector.clone());
                retrieve::passages(reader, &query, filter, PASSAGES)?
            }
        };
        // What may have another side, each with the place of the record it was laid to.
        let mut told: Vec<(f32, Quotable)> = Vec::new();
        let mut told_in: Vec<usize> = Vec::new();
        for hit in hits {
            let Some(unit) = reader.text_units(&[hit.unit])?.pop() else { continue };
            let Some(home) = homes.of(unit.id)? else { continue };
            let record = &mut records[home];
            let said = match &sought {
                Some(sought) => statements::sentences(&mut passages, &unit, sought, &mut stems)?,
                None => passages.sentences(&unit, &mut |text| focus.is_answered(text, &mut stems))?,
            };
            if reading.role == Some(Role::Guest) {
                let by_host = said.sentences.iter().filter(|spoken| spoken.part == Some(SpeakerPart::Host));
                hosts.extend(by_host.filter_map(|spoken| spoken.name.clone()));
            }
            let mut lent = match &sought {
                Some(sought) => statements::lent(said, reading.role, sought, &focus, &mut stems),
                None => lent(said, reading.role, &record.sentences, &focus, &mut stems),
            };
            lent.retain(|quotable| !record.sentences.iter().any(|known| known.text == quotable.text));
            if lent.is_empty() {
                continue;
            }
            writing.found(unit.id.into(), &hit.how, hit.score);
            let sided = |text: &str| match reading.stance {
                Some(Stance::Disagreement) => true,
                Some(Stance::Change) => tells_of_now(text),
                _ => false,
            };
            if let Some(sought) = sought.as_ref() {
                for quotable in lent.iter().filter(|quotable| sided(&quotable.text)) {
                    told.push((sought.judge(quotable, &mut stems).strength, quotable.clone()));
                    told_in.push(home);
                }
            }
            lent.into_iter().for_each(|quotable| lay(record, quotable));
        }
        for (place, side) in statements::other_sides(reader, self.lexicon, &mut passages, filter, &told, &mut stems)? {
            lay(&mut records[told_in[place]], side);
        }
        // Reports quote everybody: asked what guests say, nobody wants to hear the host.
        if reading.role == Some(Role::Guest) {
            leave_out(&hosts, records);
        }
        Ok(())
    }
}

/// Which of the records that are read a passage belongs to.
struct Homes<'a> {
    reader: &'a Reader,
    /// All passages that are found name it: that tells nothing of where they belong.
    subject: Option<EntityId>,
    /// Places of the records, with what a mention of a community's member counts for it.
    records: HashMap<CommunityId, (usize, f32)>,
    /// Communities that an entity belongs to, of those that have a record.
    known: HashMap<EntityId, Vec<CommunityId>>,
}

impl<'a> Homes<'a> {
    fn new(reader: &'a Reader, subject: Option<EntityId>, records: &[ContextRecord]) -> Self {
        // One rare name in passing does not make a passage a matter of the few that belong with it.
        let weight = |record: &ContextRecord| 0.3 + record.rank.clamp(0.0, 10.0) / 10.0;
        let place = |(at, record): (usize, &ContextRecord)| (CommunityId(record.record.id), (at, weight(record)));
        Self { reader, subject, records: records.iter().enumerate().map(place).collect(), known: HashMap::new() }
    }

    /// Place of the record whose members the passage names most; `None` where it names none.
    fn of(&mut self, unit: TextUnitId) -> Result<Option<usize>, QueryError> {
        let mentions = self.reader.mentions_in(unit)?;
        let names_others = mentions.iter().any(|mention| Some(mention.entity) != self.subject);
        let mut votes: HashMap<CommunityId, f32> = HashMap::new();
        for mention in mentions.iter().filter(|mention| !names_others || Some(mention.entity) != self.subject) {
            let inside = match self.known.entry(mention.entity) {
                Entry::Occupied(known) => known.into_mut(),
                Entry::Vacant(unknown) => {
                    let mut inside = self.reader.communities_of(mention.entity)?;
                    inside.retain(|id| self.records.contains_key(id));
                    unknown.insert(inside)
                }
            };
            inside.iter().for_each(|id| *votes.entry(*id).or_default() += self.records[id].1);
        }
        let most = votes.into_iter().max_by(|a, b| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0)));
        Ok(most.map(|(id, _)| self.records[&id].0))
    }
}

/// Takes what these people say out of records.
fn leave_out(people: &HashSet<String>, records: &mut [ContextRecord]) {
    let is_theirs = |speaker: &String| {
        let mut rest = people.iter().filter_map(|name| speaker.strip_prefix(name.as_str()));
        rest.any(|rest| rest.is_empty() || rest.starts_with(','))
    };
    for record in records {
        record.sentences.retain(|said| !said.speaker.as_ref().is_some_and(is_theirs));
    }
}

/// The sentences of a passage that say most of what is asked, but for those known.
fn lent(said: Said, role: Option<Role>, known: &[Quotable], focus: &Focus, stems: &mut Stems) -> Vec<Quotable> {
    let relevance = Some(focus.score(&said.text, stems).coverage);
    let mut lent: Vec<(f32, Quotable)> = said
        .sentences
        .into_iter()
        .filter(|spoken| spoken.suits(role) && !known.iter().any(|known| known.text == spoken.quotable.text))
        .map(|spoken| {
            let text = &spoken.quotable.text;
            (focus.score(text, stems).coverage * focus.standing(text, stems), spoken.quotable)
        })
        .collect();
    lent.sort_by(|a, b| b.0.total_cmp(&a.0));
    lent.truncate(PER_PASSAGE);
    lent.into_iter().map(|(_, quotable)| Quotable { relevance, ..quotable }).collect()
}

/// Lays a sentence beside a report.
fn lay(record: &mut ContextRecord, quotable: Quotable) {
    let sources = quotable.cites.iter().map(|cite| cite.id.to_string()).collect::<Vec<_>>().join(", ");
    record.text.push_str(&format!("\n- {} (Source {sources})\n", quotable.text));
    record.tokens += estimate_tokens(&quotable.text);
    record.sentences.push(quotable);
}

/// Fisher and Yates, by a small generator of its own: the order must not change with a library's.
fn shuffle(records: &mut [ContextRecord], seed: u64) {
    let mut state = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    for i in (1..records.len()).rev() {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        records.swap(i, (state % (i as u64 + 1)) as usize);
    }
}
