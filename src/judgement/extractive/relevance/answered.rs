//! Whether what was chosen answers the question, or only lies near it. A passage that gives the fact, or makes the
//! statement, that is asked for answers; so does one that lacks nothing which the question asks for by name (a figure,
//! a day) and is likely enough to hold the answer, by what it has of the question and by what it is. The weights are
//! fitted to questions whose answers are known, and to such as the documents do not answer
//! (`benches/rank/fit_answered.py`), and lie in `assets/rank/answered.toml`.

use std::sync::LazyLock;

use serde::{Deserialize, Deserializer};

use super::fact::gives;
use super::kind::Kind;
use super::plainly::{ChosenPassages, SOMETHING};
use super::precedence::{asks_what_it_is, defines, share_named};
use super::surroundings::with_surroundings;
use crate::config::data_file;
use crate::judgement::extractive::answers::answer::confidence;
use crate::judgement::extractive::answers::from_passages::{GIVEN, PassageAnswer};
use crate::judgement::rank::features;
use crate::judgement::rank::select::Ranked;
use crate::judgement::rank::weights::by_name;
use crate::model::Evidence;
use crate::text::question::asks_for_account;
use crate::text::words::terms::{Stems, folded};

/// Passages of those chosen of which one should hold the answer.
const BEST: usize = 3;
/// How much the rest of its text unit counts of what a passage has of the question.
const AROUND: f32 = 0.8;

/// What tells whether the passages chosen answer; "first" is of that which begins the answer, "best" the most that one
/// of the first few has.
pub const FEATURES: [&str; COUNT] = [
    "best_around",
    "first_given_near",
    "first_worth",
    "best_named",
    "heaviest_share",
    "first_near",
    "best_retrieved",
    "first_subject",
    "replaced",
    "absent",
    "first_defines",
];
/// How many features there are.
pub const COUNT: usize = 11;

/// What was chosen for a question, with what tells whether it answers.
#[derive(Clone, Debug)]
pub struct MeasuredAnswer {
    pub quoted: Vec<Evidence>,
    /// In the order of [`FEATURES`].
    pub features: [f32; COUNT],
    /// A passage gives the fact, or makes the statement, that is asked for.
    pub gives: bool,
    /// All of them lack what is asked for by name.
    pub lacks: bool,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Fitted {
    /// What features have to be worth together.
    least: f32,
    #[serde(deserialize_with = "by_feature")]
    answered: [f32; COUNT],
}

fn by_feature<'de, D: Deserializer<'de>>(file: D) -> Result<[f32; COUNT], D::Error> {
    by_name(file, &FEATURES)
}

static FITTED: LazyLock<Fitted> = LazyLock::new(|| data_file!("../../../../assets/rank/answered.toml"));

fn worth(features: &[f32; COUNT]) -> f32 {
    features.iter().zip(&FITTED.answered).map(|(feature, weight)| feature * weight).sum()
}

impl PassageAnswer<'_> {
    /// True where what was chosen answers.
    pub(in crate::judgement::extractive) fn is_answered(&self, chosen: &[Ranked<'_>], stems: &mut Stems) -> bool {
        // What was said of a matter is told by whatever speaks of it.
        let accounts = || asks_for_account(&self.question.text) && self.asked.unknown.is_empty() && !chosen.is_empty();
        !self.question.lacks_part
            && ChosenPassages::new(*self, chosen).lack_year(SOMETHING).is_none()
            && !self.lacks_subject(stems)
            && (accounts()
                || self.gives_what_is_asked(chosen, stems)
                || !self.lacks_what_is_asked(chosen, stems) && worth(&self.measures(chosen, stems)) >= FITTED.least)
    }

    /// Measures what was chosen, for whoever fits the weights.
    pub(in crate::judgement::extractive) fn answered(
        &self,
        chosen: &[Ranked<'_>],
        stems: &mut Stems,
    ) -> MeasuredAnswer {
        MeasuredAnswer {
            quoted: chosen.iter().map(|one| one.candidate.evidence.clone()).collect(),
            features: self.measures(chosen, stems),
            gives: self.gives_what_is_asked(chosen, stems),
            lacks: self.lacks_what_is_asked(chosen, stems),
        }
    }

    /// True where a passage gives the fact, or makes the statement, that is asked for.
    fn gives_what_is_asked(&self, chosen: &[Ranked<'_>], stems: &mut Stems) -> bool {
        let Self { reading, asked, .. } = *self;
        chosen.first().is_some_and(|one| gives(reading, asked, &one.candidate.evidence, stems))
            || chosen.first().is_some_and(|one| self.is_label_asked(&one.candidate.evidence))
            || self.spelled_out(&chosen[..chosen.len().min(1)]).is_some()
            || !self.told_by_whom(&chosen[..chosen.len().min(1)], stems).is_empty()
            || self.is_given(chosen, stems)
            || self.says_whether(chosen)
            || asked.unknown.is_empty() && chosen.iter().take(BEST).any(|one| self.is_stated_of_matter(one, stems))
    }

    /// True where it is asked whether something is so, and a passage says all of it, be it that it is not.
    fn says_whether(&self, chosen: &[Ranked<'_>]) -> bool {
        let Self { reading, asked, .. } = *self;
        let asks_whether = reading.wants.yes_or_no && !reading.content.is_empty() && asked.unknown.is_empty();
        let says = |one: &Ranked<'_>| one.answered >= GIVEN && !features::asks(one.candidate.evidence.quoted());
        asks_whether && chosen.iter().take(BEST).any(says)
    }

    /// True for what stands behind the label that is asked for: "Who was present?" of *Present: …*.
    fn is_label_asked(&self, evidence: &Evidence) -> bool {
        let Some((label, value)) = evidence.quoted().split_once([':', '：']) else { return false };
        let label = folded(label);
        let looked_for = self.question.label.as_ref().is_some_and(|asked| folded(asked) == label);
        let is_asked = || self.reading.wants.person && self.reading.content.iter().any(|word| label == folded(word));
        value.contains(char::is_alphanumeric) && (looked_for || is_asked())
    }

    /// True where nothing is looked for, or all of what was chosen lacks what is asked for by name.
    fn lacks_what_is_asked(&self, chosen: &[Ranked<'_>], stems: &mut Stems) -> bool {
        self.asked.is_empty() || ChosenPassages::new(*self, chosen).lack_what_is_asked(stems)
    }

    fn measures(&self, chosen: &[Ranked<'_>], stems: &mut Stems) -> [f32; COUNT] {
        let Self { reading, asked, context, .. } = *self;
        let Some(first) = chosen.first() else { return [0.0; COUNT] };
        let best = &chosen[..chosen.len().min(BEST)];
        let flag = |is: bool| if is { 1.0 } else { 0.0 };
        let most = |of: &mut dyn FnMut(&Ranked<'_>) -> f32| best.iter().map(of).fold(0.0, f32::max);
        let ranking = |one: &Ranked<'_>, name: &str| {
            features::FEATURES.iter().position(|known| *known == name).map_or(0.0, |at| one.features[at])
        };
        let around = most(&mut |one| {
            let unit = context.get(one.record).map_or(0.0, |record| asked.hits(&record.text, stems).exact);
            confidence(asked, &one.candidate.evidence, stems).max(AROUND * unit)
        });
        let owns = chosen.iter().map(|one| one.own);
        let least = owns.clone().fold(f32::INFINITY, f32::min);
        let spread = (owns.fold(f32::NEG_INFINITY, f32::max) - least).max(f32::MIN_POSITIVE);
        let matter = self.matter(first, stems);
        let given = Kind::of(reading, self.question).map_or(0.0, |kind| self.gives_kind(&kind, first, stems));
        [
            around,
            given * matter.near,
            (first.own - least) / spread,
            most(&mut |one| share_named(asked, &with_surroundings(context, one))),
            asked.heaviest_share(),
            matter.near,
            most(&mut |one| ranking(one, "retrieved")),
            ranking(first, "subject"),
            flag(!asked.replaced.is_empty()),
            asked.absent,
            flag(asks_what_it_is(reading) && defines(reading, asked, &first.candidate.evidence, stems)),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_weighs_every_feature_and_no_other() {
        let file = include_str!("../../../../assets/rank/answered.toml");
        assert!(toml::from_str::<Fitted>(file).is_ok());
        for (from, to) in [("\nabsent =", "\nabsnet ="), ("\nreplaced =", "\n# replaced ="), ("\nleast =", "\nmost =")]
        {
            assert!(toml::from_str::<Fitted>(&file.replacen(from, to, 1)).is_err(), "{from}");
        }
    }

    #[test]
    fn features_are_those_of_the_ranking_where_they_are_named_so() {
        for name in ["retrieved", "subject"] {
            assert!(features::FEATURES.contains(&name), "{name}");
        }
    }
}
