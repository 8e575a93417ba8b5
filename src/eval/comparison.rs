//! One run held against another over the questions that both answered: of each figure the difference, how sure it is, and
//! what may be said: better, worse, the same, or not told apart.

use std::collections::{BTreeMap, HashMap};

use serde::Serialize;

use super::metric::{Better, Metric, Scale};
use super::statistics::{Difference, Estimate, Verdict, estimate, holm, verdict};
use super::table::Table;
use crate::store::KeptOutcome;

/// A figure of two runs.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Change {
    pub figure: &'static str,
    pub before: f64,
    pub after: f64,
    #[serde(flatten)]
    pub estimate: Estimate,
    /// Corrected for all figures that were compared at once.
    pub p_corrected: f64,
    pub verdict: Verdict,
    #[serde(skip)]
    pub metric: Metric,
    /// Questions that changed most for the worse and for the better, at most a few of each.
    pub worst: Vec<String>,
    pub best: Vec<String>,
}

/// Questions that are named of those that changed.
const NAMED: usize = 3;

/// Compares runs figure by figure, over the questions that both have.
pub fn compare(before: &[KeptOutcome], after: &[KeptOutcome], metrics: &[Metric], seed: u64) -> Vec<Change> {
    let earlier: HashMap<&str, &KeptOutcome> =
        before.iter().map(|outcome| (outcome.question.as_str(), outcome)).collect();
    let mut pairs: Vec<(&KeptOutcome, &KeptOutcome)> =
        after.iter().filter_map(|later| Some((*earlier.get(later.question.as_str())?, later))).collect();
    pairs.sort_by(|a, b| a.1.question.cmp(&b.1.question));
    // What is neither good nor bad is told and not tested; time depends on what else the machine did.
    let mut changes: Vec<Change> = metrics.iter().filter_map(|metric| change(metric, &pairs, seed)).collect();
    let tested: Vec<usize> = (0..changes.len()).filter(|at| changes[*at].is_tested()).collect();
    let corrected = holm(&tested.iter().map(|at| changes[*at].estimate.p).collect::<Vec<_>>());
    for (at, p) in tested.into_iter().zip(corrected) {
        let change = &mut changes[at];
        change.p_corrected = p;
        change.verdict = verdict(&change.estimate, p, change.metric.scale, change.before);
    }
    changes
}

fn change(metric: &Metric, pairs: &[(&KeptOutcome, &KeptOutcome)], seed: u64) -> Option<Change> {
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
    Some(Change {
        figure: metric.key,
        before: mean(|values| values.0),
        after: mean(|values| values.1),
        estimate: estimate(&differences, seed),
        p_corrected: 1.0,
        verdict: Verdict::Unclear,
        metric: *metric,
        worst,
        best,
    })
}

impl Change {
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
        if value < 0.0 { format!("−{printed}") } else { format!("+{printed}") }
    }
}

/// The table of a comparison, with the interval drawn beside the figures.
pub fn table(changes: &[Change]) -> Table {
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
fn plot(estimate: &Estimate, widest: f64) -> String {
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
pub fn summary(changes: &[Change]) -> String {
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
        assert_eq!(compare(&some, &some, &ANSWERS, 1)[0].word(), "the same");
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
        let estimate = Estimate { questions: 9, mean: 0.05, low: 0.0, high: 0.1, p: 0.04 };
        assert_eq!(plot(&estimate, 0.1), "········────●────");
        assert_eq!(plot(&Estimate::default(), 0.0), "········●········");
    }
}
