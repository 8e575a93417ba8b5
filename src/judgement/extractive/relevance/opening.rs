//! Which passage begins an answer: of all that were found the one that is worth most by what it has of the question, by
//! itself and with what stands around it, by whether it gives what is asked for, and by what it is shaped like. The
//! weights are fitted to questions whose answers are known (`benches/rank/fit_opening.py`) and lie in
//! `assets/rank/opening.toml`.

use std::sync::LazyLock;

use serde::{Deserialize, Deserializer};

use super::fact::gives;
use super::kind::Kind;
use super::kind_asked::is_announced;
use super::precedence::{asks_what_it_is, defines, is_caption, share_named};
use super::surroundings::with_surroundings;
use crate::config::data_file;
use crate::judgement::extractive::answers::from_passages::PassageAnswer;
use crate::judgement::extractive::quotes::reaching::evades;
use crate::judgement::rank::features;
use crate::judgement::rank::select::Ranked;
use crate::judgement::rank::weights::by_name;
use crate::model::{Evidence, SentenceKind};
use crate::text::question::{negates, tells_money};
use crate::text::words::terms::{Stems, words};

/// Those of the ranking's features that tell something of an opening, too.
const OF_RANKING: [&str; 11] =
    ["meaning", "retrieved", "length", "early", "asks", "figure", "no_figure", "names", "subject", "speaker", "nearby"];
/// What only an opening is measured by.
const OWN: [&str; 29] = [
    "worth",
    "answered",
    "within",
    "near",
    "matter",
    "given",
    "ungiven",
    "has_figure",
    "figureless",
    "money",
    "who",
    "nobody",
    "stated",
    "named_near",
    "says",
    "section",
    "row",
    "item",
    "caption",
    "denies",
    "announced",
    "long",
    "dense",
    "dense_row",
    "given_near",
    "figure_near",
    "fact",
    "defines",
    "named_whole",
];
/// Those of both that are measured once more against the most that any passage has.
const RELATIVE: [&str; 8] = ["near", "matter", "within", "named_near", "retrieved", "meaning", "dense", "given_near"];
/// How many features there are.
pub const COUNT: usize = OF_RANKING.len() + OWN.len() + RELATIVE.len();
/// A sentence of more words than these is long, by each as many more.
const LONG: usize = 20;
/// How much of what a passage is worth beside the first is what it would be worth in its place.
const AS_OPENING: f32 = 0.8;
/// Less than this is not given.
const GIVEN: f32 = 0.3;

/// A passage that was found, with what tells whether it begins the answer.
#[derive(Clone, Debug)]
pub struct Opening {
    pub evidence: Evidence,
    /// In the order of [`names`].
    pub features: [f32; COUNT],
}

/// The weights in the order of [`names`].
#[derive(Deserialize)]
struct Fitted {
    #[serde(deserialize_with = "by_feature")]
    opening: [f32; COUNT],
}

impl Default for Fitted {
    fn default() -> Self {
        Self { opening: [0.0; COUNT] }
    }
}

fn by_feature<'de, D: Deserializer<'de>>(file: D) -> Result<[f32; COUNT], D::Error> {
    by_name(file, &names())
}

static FITTED: LazyLock<Fitted> = LazyLock::new(|| data_file!("../../../../assets/rank/opening.toml"));

/// The names of the features, in their order.
pub fn names() -> Vec<String> {
    let own = OF_RANKING.iter().chain(&OWN).map(|name| (*name).to_owned());
    own.chain(RELATIVE.iter().map(|name| format!("best_{name}"))).collect()
}

/// What features are worth together; higher is better, comparable within one question.
fn worth(features: &[f32; COUNT]) -> f32 {
    features.iter().zip(&FITTED.opening).map(|(feature, weight)| feature * weight).sum()
}

/// Weighs passages mostly by what they are worth as openings, in the span of what they were worth: what would begin the
/// answer well is what else is worth showing.
pub(in crate::judgement::extractive) fn weigh_as_openings(ranked: &mut [Ranked<'_>], worths: &[f32]) {
    let span = |worths: &mut dyn Iterator<Item = f32>| {
        worths.fold((f32::INFINITY, f32::NEG_INFINITY), |(least, most), worth| (least.min(worth), most.max(worth)))
    };
    let (least, most) = span(&mut ranked.iter().map(|one| one.worth));
    let (low, high) = span(&mut worths.iter().copied());
    let scale = (most - least) / (high - low).max(f32::MIN_POSITIVE);
    for (one, worth) in ranked.iter_mut().zip(worths) {
        one.worth += AS_OPENING * (least + (worth - low) * scale - one.worth);
    }
}

impl PassageAnswer<'_> {
    /// What each passage is worth as the one that begins the answer, higher being better. `asked_for` is how much of
    /// the question the section of each asks.
    pub(in crate::judgement::extractive) fn opening_worths(
        &self,
        ranked: &[Ranked<'_>],
        asked_for: &[f32],
        stems: &mut Stems,
    ) -> Vec<f32> {
        self.openings(ranked, asked_for, stems).iter().map(worth).collect()
    }

    /// The passage that begins the answer, of those that are worth so much as that.
    pub(in crate::judgement::extractive) fn opening<'a, 'r>(
        &self,
        ranked: &'a [Ranked<'r>],
        worths: &[f32],
    ) -> Option<&'a Ranked<'r>> {
        let mut in_order: Vec<usize> = (0..ranked.len()).collect();
        in_order.sort_by(|&a, &b| worths[b].total_cmp(&worths[a]).then(a.cmp(&b)));
        // Somebody who was asked and does not tell answers nothing.
        let tells = in_order.iter().find(|&&at| !evades(self.context, &ranked[at]));
        tells.or(in_order.first()).map(|&best| &ranked[best])
    }

    /// Measures every passage that was found.
    pub(in crate::judgement::extractive) fn openings(
        &self,
        ranked: &[Ranked<'_>],
        asked_for: &[f32],
        stems: &mut Stems,
    ) -> Vec<[f32; COUNT]> {
        let kind = Kind::of(self.reading, self.question);
        let worth = ranked.iter().map(|one| one.own);
        let least = worth.clone().fold(f32::INFINITY, f32::min);
        let spread = (worth.fold(f32::NEG_INFINITY, f32::max) - least).max(f32::MIN_POSITIVE);
        let from_ranking = OF_RANKING.map(|name| features::FEATURES.iter().position(|known| *known == name));
        let measured = ranked.iter().zip(asked_for).map(|(one, &section)| {
            let mut all = [0.0; COUNT];
            for (feature, at) in all.iter_mut().zip(from_ranking) {
                *feature = at.map_or(0.0, |at| one.features[at]);
            }
            let of_worth = (one.own - least) / spread;
            all[OF_RANKING.len()..][..OWN.len()].copy_from_slice(&self.measure(
                one,
                of_worth,
                section,
                kind.as_ref(),
                stems,
            ));
            all
        });
        let mut measured: Vec<[f32; COUNT]> = measured.collect();
        let absolute = |name: &str| OF_RANKING.iter().chain(&OWN).position(|known| *known == name).unwrap_or_default();
        for (at, name) in (OF_RANKING.len() + OWN.len()..).zip(RELATIVE) {
            let from = absolute(name);
            let most = measured.iter().map(|all| all[from]).fold(0.0, f32::max).max(f32::MIN_POSITIVE);
            measured.iter_mut().for_each(|all| all[at] = all[from] / most);
        }
        measured
    }

    /// What [`OWN`] names of one passage.
    fn measure(
        &self,
        one: &Ranked<'_>,
        worth: f32,
        section: f32,
        kind: Option<&Kind>,
        stems: &mut Stems,
    ) -> [f32; OWN.len()] {
        let Self { reading, asked, context, .. } = *self;
        let (candidate, evidence) = (one.candidate, &one.candidate.evidence);
        let (quoted, text) = (evidence.quoted(), evidence.text.as_str());
        let flag = |is: bool| if is { 1.0 } else { 0.0 };
        let wants = &reading.wants;
        let matter = self.matter(one, stems);
        let given = kind.map_or(0.0, |kind| self.gives_kind(kind, one, stems));
        let has_figure = asked.has_figure(text, stems);
        let tells_money = wants.money && tells_money(text);
        let who = wants.person && self.names_who(evidence);
        let dense = asked.share_of(quoted, stems);
        let what_it_is = asks_what_it_is(reading);
        [
            worth,
            one.answered,
            one.within,
            matter.near,
            matter.own,
            given,
            flag(kind.is_some() && given < GIVEN),
            has_figure,
            flag(asked.figure && has_figure == 0.0),
            flag(tells_money),
            flag(who),
            flag(wants.person && !who),
            asked.stated(quoted, &evidence.heading, stems),
            share_named(asked, &with_surroundings(context, one)),
            evidence.speaker.as_ref().map_or(0.0, |speaker| share_named(asked, speaker)),
            section,
            flag(candidate.kind == SentenceKind::Row),
            flag(candidate.kind == SentenceKind::Item),
            flag(is_caption(one, asked, stems)),
            flag(!reading.statement.negated && negates(quoted)),
            flag(reading.statement.past && is_announced(quoted)),
            words(quoted).count().saturating_sub(LONG) as f32 / LONG as f32,
            dense,
            dense * flag(candidate.kind == SentenceKind::Row),
            given * matter.near,
            has_figure * matter.near,
            flag(gives(reading, asked, evidence, stems)),
            flag(what_it_is && defines(reading, asked, evidence, stems)),
            flag(what_it_is && self.names_whole(text)),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_weighs_every_feature_and_no_other() {
        let file = include_str!("../../../../assets/rank/opening.toml");
        assert!(toml::from_str::<Fitted>(file).is_ok());
        for (from, to) in [("\nnear =", "\nnaer ="), ("\nlong =", "\n# long =")] {
            assert!(toml::from_str::<Fitted>(&file.replacen(from, to, 1)).is_err(), "{from}");
        }
    }

    #[test]
    fn what_comes_from_the_ranking_is_known_there() {
        assert!(OF_RANKING.iter().all(|name| features::FEATURES.contains(name)));
        assert!(RELATIVE.iter().all(|name| OF_RANKING.iter().chain(&OWN).any(|known| known == name)));
    }
}
