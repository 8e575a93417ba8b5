//! What a build that is under way will come to: what was spent, and what is left of each stage at the price that its
//! calls have had so far. What no call tells of yet is taken from the estimate.

use std::sync::atomic::Ordering;

use super::{Estimate, StageEstimate};
use crate::llm::{MeterReading, Purpose};
use crate::model::{Progress, Stage};

/// Fewer calls say little about what a call costs.
const TELLING: u64 = 5;

/// Dollars for the whole build; none where a price is not known.
pub fn projected(estimate: &Estimate, progress: &Progress, reading: &MeterReading) -> Option<f64> {
    let left = estimate.stages.iter().map(|stage| left(stage, estimate, progress, reading)).sum::<Option<f64>>()?;
    Some(reading.usage.cost_usd + left)
}

/// What is left of a stage, in dollars.
fn left(of: &StageEstimate, estimate: &Estimate, progress: &Progress, reading: &MeterReading) -> Option<f64> {
    let cost = of.cost_usd?;
    let Some(purpose) = Purpose::ALL.into_iter().find(|purpose| purpose.name() == of.stage) else { return Some(0.0) };
    let stage = match purpose {
        // Structures are made of the finished index.
        Purpose::Context | Purpose::Summary => return Some(cost),
        Purpose::Describe => Stage::Describe,
        Purpose::Report => Stage::Report,
        Purpose::Embed => Stage::Embed,
        _ => Stage::Extract,
    };
    let asked = reading.asked.get(&purpose).copied().unwrap_or_default();
    let counters = progress.stage(stage);
    let (done, total) = (counters.done.load(Ordering::Relaxed), counters.total.load(Ordering::Relaxed));
    if progress.current().is_none_or(|current| stage < current) || (total > 0 && done >= total) {
        return Some(0.0);
    }
    // Texts go many to a call, and each answer counts by itself.
    if purpose == Purpose::Embed {
        return Some((cost - asked.worth_usd).max(0.0));
    }
    let each = match asked.calls {
        few if few < TELLING => cost / (of.calls.max(1) as f64),
        calls => asked.worth_usd / calls as f64,
    };
    let open = total.saturating_sub(done) as f64;
    let calls = match stage {
        // Not begun.
        _ if total == 0 => of.calls as f64,
        // Several calls for each text unit, of which some may be made.
        Stage::Extract => {
            let units = estimate.stages.iter().find(|stage| stage.stage == Purpose::Extract.name());
            let for_each = of.calls as f64 / units.map_or(1.0, |stage| stage.calls.max(1) as f64);
            (total as f64 * for_each - asked.calls as f64).clamp(0.0, open * for_each)
        }
        // Reports that are not asked for are there at once, so that those to come are.
        _ => open,
    };
    Some(calls * each)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::llm::PurposeTotal;

    fn stage(stage: &'static str, calls: u64, cost_usd: f64) -> StageEstimate {
        StageEstimate { stage, calls, cost_usd: Some(cost_usd), ..StageEstimate::default() }
    }

    fn estimate() -> Estimate {
        let stages = vec![
            stage("extract", 100, 1.0),
            stage("glean", 100, 1.0),
            stage("describe", 50, 0.5),
            stage("report", 40, 4.0),
            stage("embed", 10, 0.2),
        ];
        Estimate { stages, ..Estimate::default() }
    }

    /// A meter that has read so many calls at a price each.
    fn spent(asked: &[(Purpose, u64, f64)]) -> MeterReading {
        let mut reading = MeterReading::default();
        for &(purpose, calls, each) in asked {
            let worth_usd = calls as f64 * each;
            reading.asked.insert(purpose, PurposeTotal { calls, worth_usd });
            reading.usage.cost_usd += worth_usd;
        }
        reading
    }

    fn is_about(progress: &Progress, reading: &MeterReading, wanted: f64) {
        let told = projected(&estimate(), progress, reading).expect("priced");
        assert!((told - wanted).abs() < 1e-9, "{told} is not {wanted}");
    }

    fn at(progress: &Progress, stage: Stage, done: u64, total: u64) {
        let counters = progress.stage(stage);
        counters.expect(total);
        counters.add(done - counters.done.load(Ordering::Relaxed));
    }

    #[test]
    fn every_stage_corrects_what_is_left_of_it() {
        let progress = Progress::default();
        is_about(&progress, &spent(&[]), 6.7);
        progress.begin(Stage::Extract);
        at(&progress, Stage::Extract, 10, 100);
        // Twenty were extracted from, at twice the price; ten are done. Glean costs what was thought.
        let (extract, glean) = ((Purpose::Extract, 20, 0.02), (Purpose::Glean, 10, 0.01));
        is_about(&progress, &spent(&[extract, glean]), 2.0 + 1.0 + 0.5 + 4.0 + 0.2);
        at(&progress, Stage::Extract, 100, 100);
        let (extract, glean) = ((Purpose::Extract, 110, 0.02), (Purpose::Glean, 100, 0.01));
        progress.begin(Stage::Describe);
        // Twice as many are to be described as was thought; fewer reports are written, and five were not asked for.
        at(&progress, Stage::Describe, 20, 100);
        at(&progress, Stage::Report, 10, 20);
        let (describe, report) = ((Purpose::Describe, 20, 0.01), (Purpose::Report, 5, 0.2));
        let so_far = spent(&[extract, glean, describe, report]);
        is_about(&progress, &so_far, 2.2 + 1.0 + 1.0 + 1.0 + 2.0 + 0.2);
        at(&progress, Stage::Describe, 100, 100);
        at(&progress, Stage::Report, 20, 20);
        progress.begin(Stage::Embed);
        let (describe, report) = ((Purpose::Describe, 100, 0.01), (Purpose::Report, 15, 0.2));
        let so_far = spent(&[extract, glean, describe, report, (Purpose::Embed, 500, 0.0003)]);
        is_about(&progress, &so_far, 2.2 + 1.0 + 1.0 + 3.0 + 0.2);
        progress.finish(Stage::Publish);
        is_about(&progress, &so_far, so_far.usage.cost_usd);
    }

    #[test]
    fn what_was_answered_before_is_not_paid_for_again() {
        let progress = Progress::default();
        progress.begin(Stage::Extract);
        at(&progress, Stage::Extract, 50, 100);
        let mut reading = spent(&[(Purpose::Extract, 50, 0.01), (Purpose::Glean, 50, 0.01)]);
        reading.usage.cost_usd = 0.0;
        is_about(&progress, &reading, 0.5 + 0.5 + 0.5 + 4.0 + 0.2);
    }
}
