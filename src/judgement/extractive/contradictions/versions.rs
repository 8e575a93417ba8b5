//! Of several versions of one document the present one answers: what an older one says is left out where the present
//! one says as much, and stands behind what the present one says in its place, unless versions are asked about.

use std::collections::HashMap;

use crate::judgement::extractive::answers::from_passages::PassageAnswer;
use crate::judgement::rank::select::{Ranked, content};
use crate::model::Evidence;
use crate::text::titles::versions::{Version, asks_of_older, called, is_newer, version};
use crate::text::words::terms::Stems;

/// Of what an older version has of the question, the present one has at least this part, to stand for it.
const AS_MUCH: f32 = 0.9;
/// Share of the words of one that the other has where it says the same otherwise.
const ALIKE: f32 = 0.3;

impl PassageAnswer<'_> {
    /// Leaves out what an older version says that the present one says as well.
    pub(in crate::judgement::extractive) fn keep_present(&self, ranked: &mut Vec<Ranked<'_>>) {
        if self.asks_of_versions() {
            return;
        }
        let mut known: HashMap<&str, (Vec<String>, Version)> = HashMap::new();
        for one in ranked.iter() {
            let title = one.candidate.evidence.title.as_str();
            known.entry(title).or_insert_with(|| (called(title), version(title)));
        }
        let mut present: HashMap<&[String], &Version> = HashMap::new();
        for (called, version) in known.values().filter(|(called, _)| !called.is_empty()) {
            let newest = present.entry(called).or_insert(version);
            *newest = if is_newer(version, newest) { version } else { *newest };
        }
        // The most that a passage of the present version has of the question.
        let mut most: HashMap<&[String], f32> = HashMap::new();
        let is_older = |one: &Ranked<'_>| {
            let (called, version) = &known[one.candidate.evidence.title.as_str()];
            present.get(called.as_slice()).is_some_and(|newest| is_newer(newest, version))
        };
        for one in ranked.iter().filter(|one| !is_older(one)) {
            let answered = most.entry(&known[one.candidate.evidence.title.as_str()].0).or_default();
            *answered = answered.max(one.answered);
        }
        ranked.retain(|one| {
            let most = most.get(known[one.candidate.evidence.title.as_str()].0.as_slice()).copied().unwrap_or_default();
            !is_older(one) || most < AS_MUCH * one.answered
        });
    }

    /// What the present version of a document says in the place of the words of an older one: the passage that has most
    /// of them; none where versions are asked about.
    pub(in crate::judgement::extractive) fn present_of(
        &self,
        older: &Evidence,
        stems: &mut Stems,
    ) -> Option<&Evidence> {
        if self.asks_of_versions() {
            return None;
        }
        let own = version(&older.title);
        own.as_ref()?;
        let name = called(&older.title);
        let is_present = |other: &&Evidence| {
            other.title != older.title && called(&other.title) == name && is_newer(&version(&other.title), &own)
        };
        let said = content(&older.text, stems);
        let all = self.context.iter().flat_map(|record| &record.candidates).map(|candidate| &candidate.evidence);
        let alike = all.filter(is_present).map(|other| {
            let says = content(other.quoted(), stems);
            (said.intersection(&says).count() as f32 / said.len().min(says.len()).max(1) as f32, other)
        });
        let best = alike.max_by(|a, b| a.0.total_cmp(&b.0));
        best.filter(|(alike, _)| *alike >= ALIKE).map(|(_, other)| other)
    }

    fn asks_of_versions(&self) -> bool {
        version(&self.question.text).is_some() || asks_of_older(&self.question.text) || self.reading.statement.over_time
    }
}
