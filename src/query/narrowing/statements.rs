//! Statements of the kind that a question asks for, wherever they stand: few of them share a word with "What are the
//! main problems?". Asked for the kind alone, each community tells its own.

use std::collections::{BTreeMap, HashMap, HashSet};

use crate::judgement::ContextRecord;
use crate::judgement::rank::features::{Candidate, asks};
use crate::model::{CommunityId, DocumentId, EntityId, How, Kind, SentenceKind, Span, TextUnit, TextUnitId, TraceStep};
use crate::query::context::passages::PassageReader;
use crate::query::context::speakers::keep_speakers;
use crate::query::task::Task;
use crate::query::writing::Writing;
use crate::query::{Ask, QueryError};
use crate::retrieve::{self, FoundPassage};
use crate::store::Reader;
use crate::text::language::{pack, packs};
use crate::text::layout::sentences;
use crate::text::question::Reading;
use crate::text::statements::stance::{STATED, Stance};
use crate::text::words::terms::words;
use crate::text::words::wordlist::is_function_word;

/// Text units that are looked through for statements of all communities.
const LOOKED_THROUGH: usize = 400;
/// Documents of which most have a word, at least, for that to be of all.
const FEWEST: usize = 6;
/// Statements that a community is given, each of another document.
const OF_COMMUNITY: usize = 6;

/// The question without what is in most documents, where it asks for a kind of statement or for what recurs: the risks
/// "for the trust" are all risks, in the papers of the trust, and the topics of its meetings all topics.
pub(in crate::query) fn narrowed(reader: &Reader, mut ask: Ask, writing: &mut Writing<'_>) -> Result<Ask, QueryError> {
    let text = ask.question.asks().into_owned();
    let reading = ask.question.reading();
    if !ask.scope.is_everything() || !reading.names.is_empty() || reading.content.is_empty() {
        return Ok(ask);
    }
    let is_told = |stance| is_by_subject(stance) || stance == Stance::Due;
    let of_kind = reading.statement.stance.is_some_and(is_told) && !reading.statement.over_time;
    let rest = without(&text, &reading.content);
    let left = Reading::of(&rest);
    // "Which issues are closed?" asks for no themes.
    let is_told_of_them = || {
        words(&text).zip(words(&text).skip(1)).any(|(before, word)| {
            reading.is_copula(&before.text.to_lowercase()) && reading.content.contains(&word.text.to_lowercase())
        })
    };
    let asks_for_all = match of_kind {
        true => left.asks_for_kind_alone().is_some(),
        false => left.whole.themes && !is_told_of_them(),
    };
    if !asks_for_all {
        return Ok(ask);
    }
    let documents = reader.stats()?.documents as usize;
    if documents < FEWEST {
        return Ok(ask);
    }
    for word in &reading.content {
        let having: HashSet<DocumentId> = reader.documents_with(word)?.into_iter().collect();
        if having.len() * 2 < documents {
            return Ok(ask);
        }
    }
    writing.trace(TraceStep::Note { text: format!("in most documents: {}", reading.content.join(", ")) });
    ask.question.looked_for = Some(rest);
    Ok(ask)
}

/// A question without some words and those that tie them to the rest: "for the".
fn without(question: &str, left_out: &[String]) -> String {
    let all: Vec<_> = words(question).collect();
    let mut kept = vec![true; all.len()];
    for at in (0..all.len()).rev().filter(|&at| left_out.contains(&all[at].text.to_lowercase())) {
        kept[at] = false;
        let ties = (1..at).rev().take_while(|&before| is_function_word(&all[before].text.to_lowercase()));
        ties.for_each(|before| kept[before] = false);
    }
    let rest = all.iter().zip(kept).filter(|(_, kept)| *kept).map(|(word, _)| word.text);
    format!("{}?", rest.collect::<Vec<_>>().join(" "))
}

/// True for a kind of statement that each subject of a pile tells for itself; what was decided, and of what was warned,
/// is told in the order of its days, or by those who say it.
pub(in crate::query) fn is_by_subject(stance: Stance) -> bool {
    matches!(stance, Stance::Problem | Stance::Disagreement | Stance::Change)
}

/// Text units with words of a kind of statement that plainly make one, best first.
pub(in crate::query) fn likely(task: &Task<'_>, stance: Stance, limit: usize) -> Result<Vec<FoundPassage>, QueryError> {
    let (reader, statement) = (task.reader(), &task.reading.statement);
    let mut words = format!("{} {} {}", statement.about, statement.naming.join(" "), stance.finding_words());
    if statement.remedy {
        words = format!("{words} {}", Stance::Remedy.finding_words());
    }
    if stance == Stance::Disagreement {
        let others = packs().iter().flat_map(|pack| pack.disagrees.iter());
        words = format!("{words} {}", others.collect::<Vec<_>>().join(" "));
    }
    let hits = match task.filter.unit_ids() {
        None => reader.search_units(&words, false, 1.0, limit)?,
        Some(within) => reader.search_units_within(&words, 1.0, within, limit)?,
    };
    let best = retrieve::best_score(hits.first().map(|hit| hit.score));
    let ids: Vec<TextUnitId> = hits.iter().map(|hit| TextUnitId(hit.record.id)).collect();
    let mut likely = Vec::new();
    for (hit, unit) in hits.iter().zip(&reader.text_units(&ids)?) {
        if makes(task, stance, unit)? {
            let score = hit.score / best;
            likely.push(FoundPassage { unit: unit.id, document: unit.document, score, how: How::Words });
        }
    }
    Ok(likely)
}

/// True for a text unit with a sentence that plainly makes a statement of the kind.
pub(in crate::query) fn makes(task: &Task<'_>, stance: Stance, unit: &TextUnit) -> Result<bool, QueryError> {
    if unit.recurring {
        return Ok(false);
    }
    let reader = task.reader();
    let language = task.reading.language.and_then(pack);
    let text = reader.unit_text(unit)?;
    let mut sentences = sentences::split(&text, Span::new(0, text.len())).into_iter();
    Ok(sentences.any(|span| stance.strength_in(span.slice(&text).unwrap_or_default(), language) >= STATED))
}

/// Gives reports the statements of the kind that are made in their communities, beside what they quote themselves: that
/// was chosen before anybody asked.
pub(in crate::query) fn add(task: &Task<'_>, stance: Stance, reports: &mut [ContextRecord]) -> Result<(), QueryError> {
    let of_report: HashMap<CommunityId, usize> = reports
        .iter()
        .enumerate()
        .filter(|(_, report)| report.record.kind == Kind::Report)
        .map(|(at, report)| (CommunityId(report.record.id), at))
        .collect();
    let mut homes = Homes { task, asked: of_report.keys().copied().collect(), of_entity: HashMap::new() };
    let language = task.reading.language.and_then(pack);
    let mut passages = PassageReader::new(task.reader());
    let mut told: HashMap<usize, BTreeMap<DocumentId, (f32, Candidate)>> = HashMap::new();
    let hits = likely(task, stance, LOOKED_THROUGH)?;
    let units = task.reader().text_units(&hits.iter().map(|hit| hit.unit).collect::<Vec<_>>())?;
    for (hit, unit) in hits.iter().zip(&units) {
        let Some(&at) = homes.of_unit(unit.id)?.and_then(|community| of_report.get(&community)) else { continue };
        let mut record = passages.record(unit, hit.score)?;
        keep_speakers(&mut record, task.ask);
        for candidate in record.candidates {
            let is_text = matches!(candidate.kind, SentenceKind::Prose | SentenceKind::Item);
            let is_told = is_text && !asks(candidate.evidence.quoted());
            let strength = stance.strength_in(candidate.evidence.quoted(), language);
            if !is_told || strength < STATED {
                continue;
            }
            let best = told.entry(at).or_default().entry(unit.document);
            let weight = strength + hit.score;
            let best = best.or_insert_with(|| (weight, candidate.clone()));
            if best.0 < weight {
                *best = (weight, candidate);
            }
        }
    }
    for (at, statements) in told {
        let mut statements: Vec<(f32, Candidate)> = statements.into_values().collect();
        statements.sort_by(|a, b| b.0.total_cmp(&a.0));
        let known =
            |candidate: &Candidate| reports[at].candidates.iter().any(|own| own.evidence.shows(&candidate.evidence));
        let new: Vec<Candidate> =
            statements.into_iter().take(OF_COMMUNITY).map(|(_, one)| one).filter(|one| !known(one)).collect();
        reports[at].candidates.extend(new);
    }
    Ok(())
}

/// In which of the communities that are asked a text unit lies: that which most of its entities are of.
struct Homes<'a> {
    task: &'a Task<'a>,
    asked: HashSet<CommunityId>,
    of_entity: HashMap<EntityId, Option<CommunityId>>,
}

impl Homes<'_> {
    fn of_unit(&mut self, unit: TextUnitId) -> Result<Option<CommunityId>, QueryError> {
        let mut votes: BTreeMap<CommunityId, usize> = BTreeMap::new();
        for mention in self.task.reader().mentions_in(unit)? {
            let home = match self.of_entity.get(&mention.entity) {
                Some(known) => *known,
                None => {
                    let path = self.task.reader().communities_of(mention.entity)?;
                    let home = path.into_iter().rev().find(|community| self.asked.contains(community));
                    self.of_entity.insert(mention.entity, home);
                    home
                }
            };
            if let Some(home) = home {
                *votes.entry(home).or_default() += 1;
            }
        }
        Ok(votes.into_iter().max_by(|a, b| a.1.cmp(&b.1).then(b.0.cmp(&a.0))).map(|(community, _)| community))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_in_most_documents_is_left_out_with_what_ties_it() {
        assert_eq!(
            without("What are the main risks for the trust?", &["trust".to_owned()]),
            "What are the main risks?"
        );
    }
}
