//! Global questions: map and reduce over the reports of a level (Edge et al., "From Local to Global", 2024, §3.1.6).
//!
//! Each report is read whole. A report can only hold the sentences that were central when it was written, so the
//! passages that the question itself finds are laid beside the reports of the communities they belong to: what is said
//! about a report's subject and answers the question is then quoted under it.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};

use super::passages::{Passages, Said};
use super::reports::Reports;
use super::writing::Writing;
use super::{Ask, Gathered, QueryError, estimate_tokens, statements};
use crate::judgement::extractive::companions::tells_of_now;
use crate::judgement::extractive::focus::{Focus, Lexicon};
use crate::judgement::extractive::stated::Statements;
use crate::judgement::{ContextRecord, Quotable};
use crate::model::{CommunityId, EntityId, SpeakerPart};
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

pub(super) fn gather(
    reader: &Reader,
    lexicon: &dyn Lexicon,
    ask: &Ask,
    reading: &Reading,
    writing: &mut Writing<'_>,
) -> Result<Gathered, QueryError> {
    let filter = Filter::new(reader, &ask.scope)?;
    let level = ask.level.unwrap_or(0);
    let mut communities: Vec<CommunityId> = Vec::new();
    for id in reader.communities_at(level)? {
        if filter.report(reader, id)? {
            communities.push(id);
        }
    }
    let subject = match reading.one() {
        Some(name) => reader.entities_named(&name)?.first().copied(),
        None => None,
    };
    if let (Some(subject), None) = (subject, ask.level) {
        open_home(reader, subject, &filter, &mut communities)?;
    }
    writing.stage(format!("reading {} reports", communities.len()));
    let mut records: Vec<ContextRecord> = Vec::new();
    let mut reports = Reports::new(reader);
    for report in reader.reports(&communities)? {
        records.push(reports.record(&report, report.rating)?);
    }
    if ask.scope.is_everything() {
        let deepest = reader.levels()?.last().map_or(0, |count| count.level);
        if level > deepest {
            return Err(QueryError::NoLevel { level, deepest });
        }
    }
    if !reading.coverage && (!reading.is_empty() || reading.stance.is_some()) {
        lay_passages(reader, lexicon, ask, reading, subject, &filter, &mut records, writing)?;
    }
    shuffle(&mut records, ask.seed);
    Ok(Gathered { records, facts: Vec::new(), map: true })
}

/// Puts the communities under the one that an entity belongs to in its place: asked of one thing, the report that is mostly
/// about it would hold all that is said, and its parts tell of what.
fn open_home(
    reader: &Reader,
    subject: EntityId,
    filter: &Filter,
    communities: &mut Vec<CommunityId>,
) -> Result<(), QueryError> {
    let inside = reader.communities_of(subject)?;
    let Some(at) = communities.iter().position(|id| inside.contains(id)) else { return Ok(()) };
    let mut parts = Vec::new();
    for row in reader.community_children(Some(communities[at]))? {
        if filter.report(reader, row.id)? {
            parts.push(row.id);
        }
    }
    if parts.len() > 1 {
        communities.splice(at..=at, parts);
    }
    Ok(())
}

/// Finds the passages that answer the question and lays each beside the report it has most to do with, but for the
/// `subject` that all of them name.
fn lay_passages(
    reader: &Reader,
    lexicon: &dyn Lexicon,
    ask: &Ask,
    reading: &Reading,
    subject: Option<EntityId>,
    filter: &Filter,
    records: &mut [ContextRecord],
    writing: &mut Writing<'_>,
) -> Result<(), QueryError> {
    let at: HashMap<u32, usize> = records.iter().enumerate().map(|(at, record)| (record.record.id, at)).collect();
    let mut homes: HashMap<EntityId, Vec<u32>> = HashMap::new();
    let mut passages = Passages::asked(reader, reading);
    let focus = Focus::new(reading, lexicon);
    let mut stems = Stems::default();
    let mut hosts: HashSet<String> = HashSet::new();
    let sought = Statements::sought(reading, &focus, &mut stems);
    let hits = match reading.stance {
        Some(stance) => statements::passages(reader, ask, reading, stance, filter, STATEMENTS)?,
        None => {
            let query = Query::read(reader, &ask.question.text)?.meaning(ask.vector.clone());
            retrieve::passages(reader, &query, filter, PASSAGES)?
        }
    };
    // Disagreements, each with the place of the record it was laid to.
    let mut told: Vec<(f32, Quotable)> = Vec::new();
    let mut told_in: Vec<usize> = Vec::new();
    for hit in hits {
        let Some(unit) = reader.text_units(&[hit.unit])?.pop() else { continue };
        let mut votes: HashMap<u32, f32> = HashMap::new();
        let mentions = reader.mentions_in(unit.id)?;
        let others = mentions.iter().any(|mention| Some(mention.entity) != subject);
        for mention in mentions.iter().filter(|mention| !others || Some(mention.entity) != subject) {
            let known = match homes.entry(mention.entity) {
                Entry::Occupied(known) => known.into_mut(),
                Entry::Vacant(unknown) => {
                    let inside = reader.communities_of(mention.entity)?;
                    unknown.insert(inside.into_iter().map(|id| id.0).filter(|id| at.contains_key(id)).collect())
                }
            };
            // One rare name in passing does not make a passage a matter of the few that belong with it.
            let weight = |community| 0.3 + records[at[community]].rank.clamp(0.0, 10.0) / 10.0;
            known.iter().for_each(|community| *votes.entry(*community).or_default() += weight(community));
        }
        let home = votes.into_iter().max_by(|a, b| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0)));
        let Some((community, _)) = home else { continue };
        let record = &mut records[at[&community]];
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
                told_in.push(at[&community]);
            }
        }
        lent.into_iter().for_each(|quotable| lay(record, quotable));
    }
    for (place, side) in statements::other_sides(reader, lexicon, &mut passages, filter, &told, &mut stems)? {
        lay(&mut records[told_in[place]], side);
    }
    // Reports quote everybody: asked what guests say, nobody wants to hear the host.
    if reading.role == Some(Role::Guest) {
        for record in records {
            let is_host = |speaker: &String| {
                let names = hosts.iter().filter_map(|host| speaker.strip_prefix(host.as_str()));
                names.into_iter().any(|rest| rest.is_empty() || rest.starts_with(','))
            };
            record.sentences.retain(|said| !said.speaker.as_ref().is_some_and(is_host));
        }
    }
    Ok(())
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
