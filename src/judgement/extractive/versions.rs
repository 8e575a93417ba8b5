//! Of several versions of one document the present one answers: what an older one says is left out where the present
//! one says as much, unless it is asked about.

use std::collections::HashMap;

use super::from_passages::PassageAnswer;
use crate::judgement::rank::select::{Ranked, content};
use crate::text::terms::Stems;
use crate::text::versions::{Version, asks_of_older, called, is_newer, version};

/// Of what an older version has of the question, the present one has at least this part, to stand for it.
const AS_MUCH: f32 = 0.5;
/// Share of the words of one that the other has where it says the same otherwise.
const ALIKE: f32 = 0.3;

impl PassageAnswer<'_> {
    /// Leaves out what an older version says that the present one says as well, or otherwise: that is then heard in its
    /// place.
    pub(super) fn keep_present(&self, ranked: &mut Vec<Ranked<'_>>, stems: &mut Stems) {
        let asks_of_versions = version(&self.question.text).is_some()
            || asks_of_older(&self.question.text)
            || self.reading.statement.over_time;
        if asks_of_versions {
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
        let of = |one: &Ranked<'_>| known[one.candidate.evidence.title.as_str()].0.as_slice();
        let stands_for = |one: &Ranked<'_>| most.get(of(one)).copied().unwrap_or_default() >= AS_MUCH * one.answered;
        // What the present version has in the place of the older one's words, by its position.
        let mut in_place: Vec<Option<usize>> = vec![None; ranked.len()];
        for (at, one) in ranked.iter().enumerate().filter(|(_, one)| is_older(one) && !stands_for(one)) {
            let own = content(&one.candidate.evidence.text, stems);
            let mut alike = |other: &Ranked<'_>| {
                let says = content(&other.candidate.evidence.text, stems);
                own.intersection(&says).count() as f32 / own.len().min(says.len()).max(1) as f32
            };
            let others = ranked.iter().enumerate().filter(|(_, other)| !is_older(other) && of(other) == of(one));
            let best = others.map(|(at, other)| (alike(other), at)).max_by(|a, b| a.0.total_cmp(&b.0));
            in_place[at] = best.filter(|(alike, _)| *alike >= ALIKE).map(|(_, at)| at);
        }
        let gone: Vec<bool> = ranked
            .iter()
            .enumerate()
            .map(|(at, one)| is_older(one) && (in_place[at].is_some() || stands_for(one)))
            .collect();
        for (older, present) in in_place.iter().enumerate().filter_map(|(at, present)| Some((at, (*present)?))) {
            if ranked[present].own < ranked[older].own {
                ranked[present] = Ranked { candidate: ranked[present].candidate, ..ranked[older].clone() };
            }
        }
        let mut gone = gone.into_iter();
        ranked.retain(|_| !gone.next().unwrap_or_default());
        if in_place.iter().any(Option::is_some) {
            ranked.sort_by(|a, b| b.worth.total_cmp(&a.worth));
        }
    }
}
