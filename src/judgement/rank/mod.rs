//! The one ranking of passages, for answers, reports and gists: how far a passage reaches (`window`), what a question
//! asks for (`asked`), what tells how well a passage answers (`features`; in talk also what it `replies` to), what each
//! of that is worth (`weights`), what it adds of the question to others (`covering`), and which of many say something
//! new (`select`); what says most of a text as a whole (`centrality`). Nothing here knows an engine or a record's page.

pub mod asked;
pub mod centrality;
pub mod covering;
pub mod features;
mod figures;
pub mod headed;
pub mod lexicon;
pub mod replies;
pub mod roles;
pub mod select;
pub mod spoken_of;
pub mod weights;
pub mod window;

use std::borrow::Cow;
use std::collections::BTreeSet;

use self::asked::{FoundParts, Hits, PreparedQuestion};
use self::covering::{WeighedPassage, covered};
use self::features::{Around, Candidate, Features, Measure};
use self::lexicon::Lexicon;
use self::select::{Ranked, content};
use self::spoken_of::SpokenOf;
use super::ContextRecord;
use crate::model::{Evidence, dense};
use crate::text::speakers::correspondents;
use crate::text::words::terms::Stems;

/// More documents than these are many.
pub const FEW_DOCUMENTS: usize = 4;

/// Ranks passages for a question by a weighted sum of features: every candidate of the records with what it is worth,
/// in the records' order.
pub fn rank<'a>(
    asked: &PreparedQuestion,
    records: &'a [ContextRecord],
    lexicon: &dyn Lexicon,
    stems: &mut Stems,
) -> Vec<Ranked<'a>> {
    let all = measured(asked, records, lexicon, stems);
    let own: Vec<f32> = all.iter().map(|one| weights::worth(&one.features, one.candidate.spoken)).collect();
    let least = own.iter().copied().fold(f32::INFINITY, f32::min);
    let of_many = documents_of(all.iter().map(|one| one.candidate)) > FEW_DOCUMENTS;
    // A name alone stands in many sentences: what goes on around one tells more of whoever bears it.
    let shared = |spoken: bool| weights::neighbours(!asked.names_alone && (of_many || !spoken));
    let (written, spoken) = (shared(false), shared(true));
    let found: Vec<WeighedPassage> = all
        .iter()
        .map(|one| WeighedPassage { record: one.record, parts: &one.parts, spoken: one.candidate.spoken })
        .collect();
    covered(&found, &asked.telling())
        .into_iter()
        .enumerate()
        .map(|(at, covered)| {
            let Measured { record, candidate, .. } = all[at];
            // A sentence among others that answer is likely to go on from them.
            let beside = |step: usize, part: f32| {
                let of_record = |other: Option<usize>| {
                    let other = other.filter(|&other| all.get(other).is_some_and(|one| one.record == record));
                    other.map_or(0.0, |other| part * (own[other] - least))
                };
                of_record(at.checked_sub(step)) + of_record(at.checked_add(step))
            };
            let shared = if candidate.spoken { &spoken } else { &written };
            let around: f32 = shared.iter().enumerate().map(|(step, &part)| beside(step + 1, part)).sum();
            let Measured { answered, within, features, .. } = all[at];
            Ranked { candidate, own: own[at], worth: own[at] + around, covered, answered, within, record, features }
        })
        .collect()
}

/// How many documents passages are of.
pub fn documents_of<'a>(candidates: impl Iterator<Item = &'a Candidate>) -> usize {
    candidates.filter_map(|candidate| candidate.evidence.document).collect::<BTreeSet<_>>().len()
}

/// A candidate that was measured.
pub struct Measured<'a> {
    /// Position of its record.
    pub record: usize,
    pub candidate: &'a Candidate,
    pub features: Features,
    /// What its quote has of the question, and the share of it.
    pub parts: FoundParts,
    pub answered: f32,
    /// The same share of its whole record.
    pub within: f32,
}

/// Measures every candidate of the records, in their order.
pub fn measured<'a>(
    asked: &PreparedQuestion,
    records: &'a [ContextRecord],
    lexicon: &dyn Lexicon,
    stems: &mut Stems,
) -> Vec<Measured<'a>> {
    let likenesses = likenesses(asked, records, lexicon, stems);
    let mut likeness = likenesses.into_iter();
    let mut found = Vec::new();
    for (at, record) in records.iter().enumerate() {
        let (whole, unit) = asked.hits_with_parts(&record.text, stems);
        let mut above: Option<(&Evidence, SpokenOf)> = None;
        let mut parties: Option<String> = None;
        let mut own: Vec<(Hits, FoundParts)> = Vec::with_capacity(record.candidates.len());
        for candidate in &record.candidates {
            let evidence = &candidate.evidence;
            let known = above.take().filter(|(one, _)| one.title == evidence.title && one.heading == evidence.heading);
            let known = known
                .map_or_else(|| asked.spoken_of(&evidence.title, &evidence.heading, &unit, stems), |(_, known)| known);
            let quoted = asked.hits_with_parts(evidence.quoted(), stems);
            // "I" and "you" are whoever writes, and to whom, where something is said of what is asked.
            let says = asked.has_names() && quoted.0.exact > 0.0;
            let personal = says && correspondents::is_personal(evidence.quoted(), asked.language);
            let pointed_at = match (&evidence.speaker, personal) {
                (_, false) => Cow::Borrowed(evidence.front()),
                (speaker, true) => {
                    let parties = parties.get_or_insert_with(|| correspondents::parties(&record.text));
                    let speaker = speaker.as_deref().unwrap_or_default();
                    Cow::Owned(format!("{} {speaker} {parties}", evidence.front()))
                }
            };
            own.push(known.read(asked, quoted, &pointed_at, stems));
            above = Some((evidence, known));
        }
        let replies = replies::replies(&record.candidates, &own);
        let within = asked.answered(&unit);
        let mut measure = Measure::new(asked, stems, whole);
        let features = record.candidates.iter().enumerate().map(|(position, candidate)| {
            let before = position.checked_sub(1).map_or(0.0, |before| own[before].0.exact);
            let nearby = before.max(own.get(position + 1).map_or(0.0, |behind| behind.0.exact));
            let around = Around { nearby, replies: replies[position] };
            measure.features(candidate, &own[position], likeness.next().unwrap_or_default(), around)
        });
        let features: Vec<Features> = features.collect();
        let whole = record.candidates.iter().zip(features).zip(own);
        found.extend(whole.map(|((candidate, features), (_, parts))| Measured {
            record: at,
            candidate,
            features,
            answered: asked.answered(&parts),
            within: within.max(asked.answered(&parts)),
            parts,
        }));
    }
    found
}

/// How much the words of each candidate's quote mean what the question's mean, from 0 to 1, by the corpus's own
/// vectors.
fn likenesses(
    asked: &PreparedQuestion,
    records: &[ContextRecord],
    lexicon: &dyn Lexicon,
    stems: &mut Stems,
) -> Vec<f32> {
    if asked.vector.is_empty() {
        return Vec::new();
    }
    let said: Vec<Vec<String>> = records
        .iter()
        .flat_map(|record| &record.candidates)
        .map(|candidate| content(candidate.evidence.quoted(), stems).into_iter().collect())
        .collect();
    let mut all: Vec<String> = said.iter().flatten().cloned().collect();
    all.sort_unstable();
    all.dedup();
    let vectors = lexicon.vectors(&all);
    said.iter()
        .map(|stems| {
            let known = stems.iter().filter_map(|stem| {
                let at = all.binary_search(stem).ok()?;
                Some((vectors[at].as_deref()?, 1.0))
            });
            dense::dot(&dense::mean(known), &asked.vector).clamp(0.0, 1.0)
        })
        .collect()
}
