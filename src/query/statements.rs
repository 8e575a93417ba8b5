//! Passages for questions that ask for a kind of statement: found by the words in which such statements are made and by
//! what the question is about, and the sentences of them that make one.

use std::cell::RefCell;
use std::collections::HashSet;

use super::passages::{Passages, Said, Spoken};
use super::{Ask, QueryError};
use crate::judgement::extractive::companions::{contradicts, follows, is_anothers};
use crate::judgement::extractive::focus::{Focus, Lexicon};
use crate::judgement::extractive::stated::Statements;
use crate::judgement::{ContextRecord, Quotable};
use crate::model::{TextUnit, TextUnitId};
use crate::retrieve::{self, Filter, FoundPassage, How, Query};
use crate::store::Reader;
use crate::text::question::{Reading, Role};
use crate::text::stance::{STATED, Stance};
use crate::text::terms::{Stems, fold, is_stop, words};

/// Passages found by what the question is about.
const ABOUT: usize = 100;
/// How plainly a sentence of a passage must make a statement of the kind to be looked at; of a remedy, beside problems.
const KIND: f32 = 0.4;
const REMEDY: f32 = 0.6;
/// Statements that one passage lends.
const PER_PASSAGE: usize = 3;
/// Disagreements whose other side is looked for, the words by which it is, and the passages that are read for it.
const SIDES: usize = 8;
const SIDE_WORDS: usize = 6;
const SIDE_PASSAGES: usize = 5;

/// Finds text units in which such statements are likely, at most `limit` by their words.
pub(super) fn passages(
    reader: &Reader,
    ask: &Ask,
    reading: &Reading,
    stance: Stance,
    filter: &Filter,
    limit: usize,
) -> Result<Vec<FoundPassage>, QueryError> {
    let mut found: Vec<FoundPassage> = Vec::new();
    let mut looked_for = stance.finding_words().to_owned();
    if reading.remedy {
        looked_for = format!("{looked_for} {}", Stance::Remedy.finding_words());
    }
    if !reading.about.is_empty() {
        let query = Query::read(reader, &reading.about)?;
        looked_for = format!("{looked_for} {}", query.words(reader.text_unit_count()?));
        found = retrieve::passages(reader, &query.meaning(ask.vector.clone()), filter, ABOUT.min(limit))?;
    }
    let limit = if found.is_empty() { limit } else { ABOUT.min(limit) };
    let hits = match filter.unit_ids() {
        None => reader.search_units(&looked_for, false, 1.0, limit)?,
        Some(within) => reader.search_units_within(&looked_for, 1.0, within, limit)?,
    };
    let best = hits.first().map_or(1.0, |hit| hit.score).max(f32::MIN_POSITIVE);
    let known: HashSet<TextUnitId> = found.iter().map(|passage| passage.unit).collect();
    let ids: Vec<TextUnitId> = hits.iter().map(|hit| TextUnitId(hit.record.id)).collect();
    for (hit, unit) in hits.iter().zip(reader.text_units(&ids)?) {
        if !known.contains(&unit.id) && !unit.recurring {
            let score = 0.5 * hit.score / best;
            found.push(FoundPassage { unit: unit.id, document: unit.document, score, how: How::Words });
        }
    }
    Ok(found)
}

/// The sentences of a passage that are worth being judged: those that may make a statement of the kind, and beside
/// problems what may be a remedy.
pub(super) fn sentences(
    passages: &mut Passages<'_>,
    unit: &TextUnit,
    sought: &Statements<'_>,
    stems: &mut Stems,
) -> Result<Said, QueryError> {
    let stance = sought.stance();
    let shared = RefCell::new(&mut *stems);
    let kind = |text: &str| sought.kind(text, &mut shared.borrow_mut());
    let mut said = passages.said_where(
        unit,
        &mut |text| {
            kind(text) >= KIND
                || sought.may_lay_down(text)
                || sought.may_take_a_side(text)
                || stance == Stance::Problem && Stance::Remedy.strength(text) >= REMEDY
                || stance.is_of_one_matter() && sought.is_of(text, &mut shared.borrow_mut())
        },
        // "Ms Voss advised against it." is plain enough beside what she advised against.
        &mut |text| kind(text) >= STATED,
    )?;
    // What is done about a problem may lean on the sentence of the problem, under which it will stand.
    let leans = |text: &str| stance == Stance::Problem && stance.strength(text) < KIND;
    said.sentences.retain(|spoken| spoken.stands || leans(&spoken.quotable.text));
    Ok(said)
}

/// What a passage lends to the report it belongs to: its plainest statements, each with what goes with it.
pub(super) fn lent(
    said: Said,
    role: Option<Role>,
    sought: &Statements<'_>,
    focus: &Focus,
    stems: &mut Stems,
) -> Vec<Quotable> {
    let asked = !focus.is_empty() && !said.sentences.is_empty();
    let whole = asked.then(|| focus.score(&said.text, stems).coverage);
    let (standing, leaning): (Vec<Spoken>, Vec<Spoken>) =
        said.sentences.into_iter().filter(|spoken| spoken.suits(role)).partition(|spoken| spoken.stands);
    let mut quotables = |spoken: Vec<Spoken>| -> Vec<Quotable> {
        let with_relevance = spoken.into_iter().map(|spoken| {
            let near = asked && sought.is_of_one_matter();
            let relevance = if near { Some(spoken.around(focus, stems)) } else { whole };
            Quotable { relevance, ..spoken.quotable }
        });
        with_relevance.collect()
    };
    let (all, leaning) = (quotables(standing), quotables(leaning));
    let mut judged: Vec<(f32, &Quotable)> =
        all.iter().map(|quotable| (sought.judge(quotable, stems).strength, quotable)).collect();
    // What is done stands by itself where it stands in no sentence beside the problem.
    let remedies = sought.remedies(&all);
    judged.retain(|(strength, _)| *strength > 0.0);
    judged.sort_by(|a, b| b.0.total_cmp(&a.0));
    judged.truncate(PER_PASSAGE);
    let mut lent: Vec<Quotable> = remedies.into_iter().cloned().collect();
    for (_, quotable) in judged {
        let next = || leaning.iter().filter(|other| follows(quotable, other)).cloned().collect::<Vec<_>>();
        let companion = sought.companion(quotable, &all, stems).cloned();
        let companion = companion.or_else(|| sought.companion(quotable, &next(), stems).cloned());
        for one in std::iter::once(quotable).chain(&companion) {
            if !lent.iter().any(|known| known.text == one.text) {
                lent.push(one.clone());
            }
        }
    }
    lent
}

/// Text units as records for an analyst, those first that say most plainly what is asked.
pub(super) fn records(
    reader: &Reader,
    passages: &mut Passages<'_>,
    ranked: &[(TextUnitId, f32)],
    sought: &Statements<'_>,
    focus: &Focus,
) -> Result<Vec<ContextRecord>, QueryError> {
    let mut stems = Stems::default();
    let mut judged: Vec<(f32, ContextRecord)> = Vec::with_capacity(ranked.len());
    for &(id, rank) in ranked {
        let Some(unit) = reader.text_units(&[id])?.pop() else { continue };
        let said = sentences(passages, &unit, sought, &mut stems)?;
        let near = said.sentences.into_iter().map(|spoken| {
            let near = sought.is_of_one_matter().then(|| spoken.around(focus, &mut stems));
            Quotable { relevance: near, ..spoken.quotable }
        });
        let sentences: Vec<Quotable> = near.collect();
        let best = sentences.iter().map(|quotable| sought.judge(quotable, &mut stems).strength).fold(0.0, f32::max);
        judged.push((
            best,
            ContextRecord {
                candidates: Vec::new(),
                record: id.into(),
                title: passages.title(unit.document)?,
                text: said.text,
                sentences,
                rank,
                tokens: unit.tokens,
            },
        ));
    }
    judged.sort_by(|a, b| b.0.total_cmp(&a.0));
    Ok(judged.into_iter().map(|(_, record)| record).collect())
}

/// The other sides of the plainest disagreements, each with the place of its disagreement among `told`.
pub(super) fn other_sides(
    reader: &Reader,
    lexicon: &dyn Lexicon,
    passages: &mut Passages<'_>,
    filter: &Filter,
    told: &[(f32, Quotable)],
    stems: &mut Stems,
) -> Result<Vec<(usize, Quotable)>, QueryError> {
    let mut strongest: Vec<usize> = (0..told.len()).collect();
    strongest.sort_by(|&a, &b| told[b].0.total_cmp(&told[a].0).then(a.cmp(&b)));
    let mut found = Vec::new();
    for at in strongest.into_iter().take(SIDES) {
        let (_, one) = &told[at];
        let mut telling: Vec<(f32, String)> = words(&one.text)
            .map(|word| fold(word.text))
            .filter(|word| word.chars().count() > 3 && !is_stop(word))
            .map(|word| (lexicon.weight(&word), word))
            .collect();
        telling.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        telling.dedup();
        telling.truncate(SIDE_WORDS);
        let looked_for: Vec<String> = telling.into_iter().map(|(_, word)| word).collect();
        let plain = Stance::Disagreement.strength(&one.text) >= STATED;
        let mut best: Option<(usize, Quotable)> = None;
        for hit in reader.search_units(&looked_for.join(" "), false, 1.0, SIDE_PASSAGES)? {
            let Some(unit) = reader.text_units(&[TextUnitId(hit.record.id)])?.pop() else { continue };
            if !filter.unit(unit.id) {
                continue;
            }
            let said =
                passages
                    .said_where(&unit, &mut |text| contradicts(&one.text, text, plain, stems) > 0, &mut |_| false)?;
            for spoken in said.sentences.into_iter().filter(|spoken| spoken.stands) {
                let shared = contradicts(&one.text, &spoken.quotable.text, plain, stems);
                let better = shared > best.as_ref().map_or(0, |(shared, _)| *shared);
                if better && is_anothers(one, &spoken.quotable) {
                    best = Some((shared, spoken.quotable));
                }
            }
        }
        found.extend(best.map(|(_, quotable)| (at, quotable)));
    }
    Ok(found)
}
