//! One run held against another over the questions that both answered: of each figure the difference, how sure it is,
//! and what may be said: better, worse, the same, or not told apart.

use std::collections::{BTreeMap, HashMap};

use serde::Serialize;

use super::metric::{Better, CONTAINED, Metric, Scale};
use super::statistics::{Difference, DifferenceEstimate, Verdict, estimate, holm, verdict};
use super::table::Table;
use crate::store::KeptOutcome;

/// A figure of two runs.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FigureChange {
    pub figure: &'static str,
    pub before: f64,
    pub after: f64,
    #[serde(flatten)]
    pub estimate: DifferenceEstimate,
    /// Corrected for all figures that were compared at once; that of the figure that decides stands by itself.
    pub p_corrected: f64,
    pub verdict: Verdict,
    /// This is the figure that such runs are made for.
    pub decides: bool,
    #[serde(skip)]
    pub metric: Metric,
    /// Questions that changed most for the worse and for the better, at most a few of each.
    pub worst: Vec<String>,
    pub best: Vec<String>,
}

/// Questions that are named of those that changed.
const NAMED: usize = 3;
/// The figure that decides between two runs: the first of these that both have. It is named before anything is
/// compared, so that its test needs no correction for the figures beside it, which are told to explain it and are
/// corrected for each other. Corrected for two dozen of them, five points among two hundred questions would never be
/// found.
const DECIDES: [&str; 3] = [CONTAINED, "recall_at_5", "f1"];

/// Compares runs figure by figure, over the questions that both have.
pub fn compare(before: &[KeptOutcome], after: &[KeptOutcome], metrics: &[Metric], seed: u64) -> Vec<FigureChange> {
    let earlier: HashMap<&str, &KeptOutcome> =
        before.iter().map(|outcome| (outcome.question.as_str(), outcome)).collect();
    let mut pairs: Vec<(&KeptOutcome, &KeptOutcome)> =
        after.iter().filter_map(|later| Some((*earlier.get(later.question.as_str())?, later))).collect();
    pairs.sort_by(|a, b| a.1.question.cmp(&b.1.question));
    // What is neither good nor bad is told and not tested; time depends on what else the machine did.
    let mut changes: Vec<FigureChange> = metrics.iter().filter_map(|metric| change(metric, &pairs, seed)).collect();
    let mut tested: Vec<usize> = (0..changes.len()).filter(|at| changes[*at].is_tested()).collect();
    let place = |key: &&str| tested.iter().position(|at| changes[*at].figure == *key);
    if let Some(at) = DECIDES.iter().find_map(place) {
        let change = &mut changes[tested.remove(at)];
        let p = change.estimate.p;
        change.decides = true;
        change.judge(p);
    }
    let corrected = holm(&tested.iter().map(|at| changes[*at].estimate.p).collect::<Vec<_>>());
    for (at, p) in tested.into_iter().zip(corrected) {
        changes[at].judge(p);
    }
    changes
}

fn change(metric: &Metric, pairs: &[(&KeptOutcome, &KeptOutcome)], seed: u64) -> Option<FigureChange> {
    let both = pairs.iter().filter_map(|(before, after)| {
        let values = (*before.values.get(metric.key)?, *after.values.get(metric.key)?);
        Some((after, values))
    });
    let both: Vec<(&&KeptOutcome, (f64, f64))> = both.collect();
    if both.is_empty() {
        return None;
    }
    let differences: Vec<Difference> = both
        .iter()
        .map(|(outcome, (before, after))| Difference { value: after - before, cluster: outcome.cluster.clone() })
        .collect();
    let mean = |of: fn(&(f64, f64)) -> f64| both.iter().map(|(_, values)| of(values)).sum::<f64>() / both.len() as f64;
    let mut moved: Vec<(f64, &str)> =
        both.iter().map(|(outcome, (before, after))| (after - before, outcome.question.as_str())).collect();
    moved.retain(|(difference, _)| *difference != 0.0);
    moved.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(b.1)));
    let (lowest, highest): (Vec<_>, Vec<_>) = moved.iter().partition(|(difference, _)| *difference < 0.0);
    let name = |moved: Vec<&(f64, &str)>| moved.into_iter().take(NAMED).map(|(_, id)| (*id).to_owned()).collect();
    let (lowest, highest) = (name(lowest.iter().collect()), name(highest.iter().rev().collect()));
    let (worst, best) = if metric.better == Better::Lower { (highest, lowest) } else { (lowest, highest) };
    Some(FigureChange {
        figure: metric.key,
        before: mean(|values| values.0),
        after: mean(|values| values.1),
        estimate: estimate(&differences, seed),
        p_corrected: 1.0,
        verdict: Verdict::Unclear,
        decides: false,
        metric: *metric,
        worst,
        best,
    })
}

impl FigureChange {
    fn judge(&mut self, p: f64) {
        self.p_corrected = p;
        self.verdict = verdict(&self.estimate, p, self.metric.scale, self.before);
    }

    fn is_tested(&self) -> bool {
        self.metric.better != Better::Neither && self.metric.scale != Scale::Time
    }

    /// The verdict in a word.
    pub fn word(&self) -> &'static str {
        match (self.verdict, self.metric.better) {
            _ if !self.is_tested() => "",
            (Verdict::Same, _) => "the same",
            (Verdict::Unclear, _) => "not told apart",
            (Verdict::Higher, Better::Lower) | (Verdict::Lower, Better::Higher) => "worse",
            _ => "better",
        }
    }

    fn signed(&self, value: f64) -> String {
        let printed = self.metric.print(value.abs());
        // What rounds to nothing goes neither way.
        match printed.trim_matches(['0', '.']).is_empty() {
            true => printed,
            false if value < 0.0 => format!("−{printed}"),
            false => format!("+{printed}"),
        }
    }
}

/// The table of a comparison, with the interval drawn beside the figures.
pub fn table(changes: &[FigureChange]) -> Table {
    let widest = changes
        .iter()
        .filter(|change| change.metric.scale == Scale::Share)
        .map(|change| change.estimate.low.abs().max(change.estimate.high.abs()))
        .fold(0.0, f64::max);
    let rows = changes.iter().map(|change| {
        let e = &change.estimate;
        let p = if change.is_tested() { Some(print_p(change.p_corrected)) } else { None };
        let plot = (change.metric.scale == Scale::Share).then(|| plot(e, widest));
        let cells = vec![
            Some(change.metric.print(change.before)),
            Some(change.metric.print(change.after)),
            Some(change.signed(e.mean)),
            Some(format!("{} … {}", change.signed(e.low), change.signed(e.high))),
            plot,
            p,
            Some(change.word().to_owned()),
        ];
        (change.metric.name.to_owned(), cells)
    });
    let columns = ["before", "after", "change", "95 % interval", "−  0  +", "p", ""];
    Table { title: String::new(), columns: columns.map(str::to_owned).to_vec(), rows: rows.collect() }
}

/// `0.012`, `< 0.001`
pub fn print_p(p: f64) -> String {
    if p < 0.001 { "< 0.001".to_owned() } else { format!("{p:.3}") }
}

/// An interval on a line through 0: `····┼─●──·`.
fn plot(estimate: &DifferenceEstimate, widest: f64) -> String {
    const HALF: f64 = 8.0;
    let at = |value: f64| if widest > 0.0 { (value / widest * HALF).round() as i32 } else { 0 };
    let (low, mean, high) = (at(estimate.low), at(estimate.mean), at(estimate.high));
    let cell = |place: i32| match place {
        _ if place == mean => '●',
        _ if place >= low && place <= high => '─',
        0 => '┼',
        _ => '·',
    };
    (-(HALF as i32)..=HALF as i32).map(cell).collect()
}

/// Counts of verdicts in words: `3 better, 1 worse, 4 the same, 2 not told apart`.
pub fn summary(changes: &[FigureChange]) -> String {
    let mut counts: BTreeMap<usize, (usize, &str)> = BTreeMap::new();
    let order = ["better", "worse", "the same", "not told apart"];
    for change in changes {
        if let Some(at) = order.iter().position(|word| *word == change.word()) {
            counts.entry(at).or_insert((0, order[at])).0 += 1;
        }
    }
    let told: Vec<String> = counts.into_values().map(|(count, word)| format!("{count} {word}")).collect();
    if told.is_empty() { "nothing to compare".to_owned() } else { told.join(", ") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::metric::ANSWERS;
    use crate::graph::rng::Rng;

    fn outcomes(values: impl Fn(usize) -> f64, key: &str) -> Vec<KeptOutcome> {
        let outcome = |at: usize| KeptOutcome {
            question: format!("q{at:03}"),
            cluster: at.to_string(),
            values: BTreeMap::from([(key.to_owned(), values(at)), ("words".to_owned(), 100.0)]),
            ..KeptOutcome::default()
        };
        (0..200).map(outcome).collect()
    }

    #[test]
    fn better_is_said_by_the_figures_own_way() {
        let none = outcomes(|_| 0.0, "refused_wrongly");
        let some = outcomes(|at| f64::from(at % 10 == 0), "refused_wrongly");
        let changes = compare(&none, &some, &ANSWERS, 1);
        let words: Vec<(&str, &str)> = changes.iter().map(|change| (change.figure, change.word())).collect();
        assert_eq!(words, [("refused_wrongly", "worse"), ("words", "")]);
        assert_eq!(changes[0].worst, ["q190", "q180", "q170"]);
        assert_eq!(summary(&changes), "1 worse");
        assert_eq!(compare(&some, &none, &ANSWERS, 1)[0].word(), "better");
        let still = &compare(&some, &some, &ANSWERS, 1)[0];
        assert_eq!(
            (still.word(), still.signed(-0.0004), still.signed(-0.02)),
            ("the same", "0.0".into(), "−2.0".into())
        );
    }

    /// Figures enough that a correction for them would hide five points.
    const TOLD: usize = 8;

    /// 200 questions with several figures of answers, each drawn anew; containment is `held`.
    fn whole(held: impl Fn(usize) -> bool, seed: u64) -> Vec<KeptOutcome> {
        let mut random = Rng::new(seed);
        let outcome = |at: usize| {
            let mut values: BTreeMap<String, f64> = ANSWERS[..TOLD]
                .iter()
                .map(|metric| (metric.key.to_owned(), f64::from(random.below(100)) / 100.0))
                .collect();
            values.insert(CONTAINED.to_owned(), f64::from(u8::from(held(at))));
            KeptOutcome { question: format!("q{at:03}"), cluster: at.to_string(), values, ..KeptOutcome::default() }
        };
        (0..200).map(outcome).collect()
    }

    fn said_of_containment(before: &[KeptOutcome], after: &[KeptOutcome], seed: u64) -> &'static str {
        let changes = compare(before, after, &ANSWERS[..TOLD], seed);
        assert_eq!(changes.iter().filter(|change| change.decides).count(), 1);
        changes.iter().find(|change| change.figure == CONTAINED).unwrap().word()
    }

    #[test]
    fn five_points_of_containment_are_found_among_other_figures_and_none_are_not_claimed() {
        // Of 200 questions 100 are answered before; some are gained, some lost: five points more.
        for (gained, lost) in [(10, 0), (12, 2), (13, 3)] {
            let before = whole(|at| at < 100, 1);
            let after = whole(|at| at >= lost && at < 100 + gained, 2);
            assert_eq!(said_of_containment(&before, &after, 7), "better", "{gained} gained, {lost} lost");
            assert_eq!(said_of_containment(&after, &before, 7), "worse");
        }
        let before = whole(|at| at < 100, 1);
        let moved = whole(|at| (8..108).contains(&at), 2);
        assert_eq!(said_of_containment(&before, &moved, 7), "not told apart");
        assert_eq!(said_of_containment(&before, &whole(|at| at < 100, 2), 7), "the same");
    }

    #[test]
    fn questions_that_one_run_lacks_are_left_out() {
        let before = outcomes(|_| 1.0, "contained");
        let after = outcomes(|_| 1.0, "contained").split_off(150);
        assert_eq!(compare(&before, &after, &ANSWERS, 1)[0].estimate.questions, 50);
        assert!(compare(&before, &[], &ANSWERS, 1).is_empty());
        assert_eq!(summary(&[]), "nothing to compare");
    }

    #[test]
    fn an_interval_is_drawn_where_it_lies() {
        let estimate = DifferenceEstimate { questions: 9, mean: 0.05, low: 0.0, high: 0.1, p: 0.04 };
        assert_eq!(plot(&estimate, 0.1), "········────●────");
        assert_eq!(plot(&DifferenceEstimate::default(), 0.0), "········●········");
    }
}
