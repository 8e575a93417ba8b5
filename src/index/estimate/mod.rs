//! What a build with a model would come to: calls, tokens, money and time of each stage, before anything is asked.
//!
//! Prompts are counted exactly on a sample of text units, drawn evenly over the corpus. How much a model answers is
//! told from the names that rules find in the sample: about one entity and one relationship for each. Names of the
//! whole corpus follow Heaps' law. Every element stands in the report of one community, and the report
//! again before the one above it. What a model makes of it differs, hence the margin.
//!
//! Of an index that is brought up to date, what is asked of text units is asked of the new ones alone; what is made of
//! all of them together is touched as far as the new ones have names of their own, by the same law.

pub mod projection;

use std::collections::HashSet;

use super::extraction::hybrid::count_of;
use super::structures::{Structure, contextual, raptor};
use crate::config::{Method, Settings};
use crate::judgement::extractive::extractor::ExtractiveExtractor;
use crate::judgement::model::{Brief, context, summary};
use crate::judgement::{Extractor, Passage, Passages};
use crate::llm::{JOB_FROM, Prices, Purpose, Role, model_of};
use crate::prompts::{Prompts, Slot, Step};
use crate::text::cutting::tokens;
use crate::text::words::fold;

/// Text units that are looked at.
const SAMPLE: usize = 48;
/// The exponent of Heaps' law.
const HEAPS: f64 = 0.7;
/// Relative error that an estimate may have, either way.
pub const MARGIN: f64 = 0.4;
/// Tokens that an entity takes in an answer.
const ENTITY: f64 = 38.0;
/// Tokens that a relationship takes in an answer.
const RELATIONSHIP: f64 = 44.0;
/// Tokens of a prompt around the passage that it asks about.
const SURROUNDINGS: f64 = 70.0;
/// Tokens of a name, with its pairs, in the prompt of a gleaning.
const LISTED: f64 = 8.0;
/// Tokens of a pair of names whose identity is judged.
const PAIR: f64 = 90.0;
/// Tokens of a report as the prompt of its parent shows it.
const REPORT: f64 = 150.0;
/// Members of a community that the prompt of its report shows at most, in a graph made without a model.
const ROWS: f64 = 25.0;
/// Tokens of the row of a member there.
const MEMBER: f64 = 6.0;
/// Tokens of the row of a relationship there.
const TIED_ROW: f64 = 6.0;
/// Tokens of the passages quoted there.
const PASSAGES: f64 = 110.0;
/// Relationships per entity.
const TIES: f64 = 1.6;
/// Pairs that are likely one thing, per entity.
const LIKELY: f64 = 0.1;
/// Communities per entity.
const COMMUNITIES: f64 = 0.2;
/// Share of the elements whose notes are longer than a description may be, so that a model has to merge them.
const DESCRIBED: f64 = 0.03;
/// Mean number of times that an entity is extracted.
const TOLD_AGAIN: f64 = 1.4;
/// Bytes per token.
const BYTES: f64 = 4.0;
/// Tokens per word.
const WORD: f64 = 1.3;
/// Pairs that are judged in one call.
const PAIRS: f64 = 30.0;
/// Seconds before a model begins to answer.
const BEGINS: f64 = 0.8;
/// Tokens per second that a model writes.
const WRITES: f64 = 70.0;

/// One stage of a build.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize)]
pub struct StageEstimate {
    pub stage: &'static str,
    pub model: String,
    pub calls: u64,
    pub prompt_tokens: u64,
    pub completion_tokens: u64,
    /// None where no price is known.
    pub cost_usd: Option<f64>,
    pub minutes: f64,
}

/// A whole build.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize)]
pub struct Estimate {
    pub stages: Vec<StageEstimate>,
    /// Text units that were looked at.
    pub sampled: usize,
    /// As a share of each figure, either way.
    pub margin: f64,
    /// Calls go with batch jobs: what takes long is not known.
    pub batch_jobs: bool,
}

impl Estimate {
    /// The sum of all stages; without a cost where one of them has none.
    pub fn total(&self) -> StageEstimate {
        let mut total = StageEstimate { stage: "total", cost_usd: Some(0.0), ..StageEstimate::default() };
        for stage in &self.stages {
            total.calls += stage.calls;
            total.prompt_tokens += stage.prompt_tokens;
            total.completion_tokens += stage.completion_tokens;
            total.cost_usd = total.cost_usd.zip(stage.cost_usd).map(|(a, b)| a + b);
            total.minutes += stage.minutes;
        }
        total
    }
}

/// What the sample tells of one text unit, on average.
#[derive(Clone, Copy, Debug, Default)]
struct Sampled {
    tokens: f64,
    fresh: f64,
    names: f64,
    distinct: f64,
}

/// What is known of the reports on a graph that is made without a model: how many there are, and how many tokens of
/// records they are shown in all.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CountedReports {
    pub reports: usize,
    pub records: f64,
}

impl CountedReports {
    /// Adds the report on a community with `members` members and `children` sub-communities that have a report.
    pub fn add(&mut self, members: usize, children: usize) {
        let shown = (members as f64).min(ROWS) * (MEMBER + TIED_ROW) + PASSAGES;
        self.reports += 1;
        self.records += shown + children as f64 * REPORT;
    }
}

/// Estimates a build of these passages, none of which is all repetition, `known` of which an index has as they are.
/// Where the graph is made without a model, the reports are counted before and need no estimate.
pub fn estimate(
    passages: &dyn Passages,
    known: usize,
    settings: &Settings,
    prompts: &Prompts,
    prices: &Prices,
    counted: Option<CountedReports>,
) -> Estimate {
    let units = passages.len() as f64;
    // The part of the text units that is new, and of what is made of all of them that is touched by it.
    let new = (units - known as f64).max(0.0) / units.max(1.0);
    let touched = new.powf(HEAPS);
    let (sampled, looked_at) = sample(passages, settings);
    let brief = Brief::new(settings);
    let types = settings.entity_types.join(", ");
    let form = if brief.records { Step::ExtractRecords } else { Step::ExtractJson };
    let form = prompts.fill(form, &[(Slot::Examples, &brief.examples)]);
    let values = [(Slot::EntityTypes, &*types), (Slot::Form, &*form)];
    let length = |step: Step, values: &[(Slot, &str)]| f64::from(tokens::count(&prompts.fill(step, values)));
    let mut stages = Vec::new();
    let mut add = |stage: &'static str, role: Role, calls: f64, prompt: f64, answer: f64| {
        if calls >= 1.0 {
            stages.push(priced(stage, role, settings, prices, [calls, prompt, answer]));
        }
    };
    let entities = heaps(sampled, looked_at, units);
    let ties = entities * TIES;
    let answer = sampled.names * (ENTITY + RELATIONSHIP);
    let standard = settings.method.reads();
    // With `hybrid` the model reads a share.
    let read =
        if settings.method == Method::Hybrid { count_of(settings.model_share, passages.len()) as f64 } else { units };
    if standard {
        let asked = length(Step::Extract, &values) + SURROUNDINGS + sampled.tokens;
        add("extract", Role::Extraction, read * new, asked, answer);
        let gleanings = f64::from(settings.gleanings);
        let asked = length(Step::Glean, &values) + SURROUNDINGS + sampled.fresh + sampled.names * LISTED;
        add("glean", Role::Extraction, read * gleanings * new, asked, answer * 0.3);
        if settings.claims {
            let asked = length(Step::Claims, &[]) + SURROUNDINGS + sampled.fresh;
            add("claims", Role::Extraction, read * new, asked, 120.0);
        }
        let pairs = entities * LIKELY;
        let calls = (pairs / PAIRS).ceil();
        let asked = length(Step::Same, &[]) + pairs / calls.max(1.0) * PAIR;
        add("same", Role::Extraction, calls * touched, asked, 40.0);
        // What was told of an element stands as it is while it is short.
        let several = (entities + ties) * DESCRIBED;
        add("describe", Role::Extraction, several * touched, length(Step::Describe, &[]) + 250.0, 130.0);
    }
    // Every element is told in one report, and every report but those of the roots again to the one above it.
    let reports = counted.map_or((entities * COMMUNITIES).max(1.0), |counted| counted.reports as f64);
    let budget = f64::from(settings.report_tokens);
    let told = entities * (ENTITY * TOLD_AGAIN + 10.0) + ties * (RELATIONSHIP + 14.0) + reports * REPORT;
    let records = counted.map_or(told, |counted| counted.records);
    let shown = (records / reports.max(1.0)).min(budget);
    let written = (f64::from(settings.report_words) * 0.6).min(80.0 + shown * 0.4);
    add("report", Role::Report, reports * touched, length(Step::Report, &[]) + shown, written);
    if settings.vectors.trim().is_empty() && !model_of(settings, Role::Embedding).is_empty() {
        let texts = units * sampled.tokens + entities * 60.0 + reports * 200.0;
        let calls = ((units + entities + reports) / 16.0).ceil();
        add("embed", Role::Embedding, calls * new, texts / calls.max(1.0), 0.0);
    }
    Estimate { stages, sampled: looked_at, margin: MARGIN, batch_jobs: settings.batch_jobs }
}

/// What a model writes for structures that are made of the index: a line for each text unit with a stretch of its
/// document before it, and summaries of clusters in layers.
pub fn structures(
    wanted: &[Structure],
    passages: &dyn Passages,
    settings: &Settings,
    prompts: &Prompts,
    prices: &Prices,
) -> Vec<StageEstimate> {
    let length = |step: Step| f64::from(tokens::count(&prompts.fill(step, &[])));
    let units = passages.len() as f64;
    let mut stages = Vec::new();
    let mut add = |stage: &'static str, role: Role, calls: f64, prompt: f64, answer: f64| {
        if calls >= 1.0 && !model_of(settings, role).is_empty() {
            stages.push(priced(stage, role, settings, prices, [calls, prompt, answer]));
        }
    };
    let all = (0..passages.len()).map(|at| f64::from(passages.unit(at).tokens)).sum::<f64>();
    if wanted.contains(&Structure::Contextual) {
        let shown = (0..passages.len()).map(|at| match passages.text(at).len() {
            long if long > contextual::SHOWN => contextual::SHOWN + contextual::BEGINNING,
            whole => whole,
        });
        let shown = shown.sum::<usize>() as f64 / BYTES;
        let prompt = length(Step::Context) + SURROUNDINGS + (shown + all) / units.max(1.0);
        add("context", Role::Extraction, units, prompt, f64::from(context::WORDS) * WORD);
    }
    if wanted.contains(&Structure::Raptor) {
        let calls = raptor::expected(passages.len()) as f64;
        let answer = f64::from(summary::WORDS) * WORD + 12.0;
        // Every text stands in one summary, and every summary but the last ones again.
        let shown = ((all + calls * answer) / calls.max(1.0)).min(summary::SHOWN as f64 / BYTES);
        add("summary", Role::Report, calls, length(Step::Summary) + shown, answer);
    }
    stages
}

/// Looks at text units spread evenly over the corpus.
fn sample(passages: &dyn Passages, settings: &Settings) -> (Sampled, usize) {
    let step = passages.len().div_ceil(SAMPLE).max(1);
    let chosen: Vec<Passage> = (0..passages.len()).step_by(step).map(|at| passages.at(at)).collect();
    let extractor = ExtractiveExtractor::new(&settings.stop_words);
    let mut all = Sampled::default();
    let mut distinct: HashSet<String> = HashSet::new();
    for passage in &chosen {
        let span = passage.unit.span;
        let fresh = span.end.saturating_sub(passage.unit.fresh_from.max(span.start)) as f64 / span.len().max(1) as f64;
        all.tokens += f64::from(passage.unit.tokens);
        all.fresh += f64::from(passage.unit.tokens) * fresh;
        // It computes and waits for nobody.
        let Some(Ok(found)) = futures::FutureExt::now_or_never(extractor.extract(passage)) else { continue };
        let proper = found.entities.iter().filter(|entity| entity.kind != Some(crate::model::EntityType::Concept));
        let names: HashSet<String> = proper.map(|entity| fold::key(&entity.name)).collect();
        all.names += names.len() as f64;
        distinct.extend(names);
    }
    let count = chosen.len().max(1) as f64;
    let each = Sampled {
        tokens: all.tokens / count,
        fresh: all.fresh / count,
        names: all.names / count,
        distinct: distinct.len() as f64,
    };
    (each, chosen.len())
}

/// Distinct names of the whole corpus, from those of the sample.
fn heaps(sampled: Sampled, looked_at: usize, units: f64) -> f64 {
    sampled.distinct * (units / (looked_at.max(1) as f64)).max(1.0).powf(HEAPS)
}

fn priced(
    stage: &'static str,
    role: Role,
    settings: &Settings,
    prices: &Prices,
    [calls, prompt, answer]: [f64; 3],
) -> StageEstimate {
    let model = model_of(settings, role);
    let (prompt_tokens, completion_tokens) = ((calls * prompt).round() as u64, (calls * answer).round() as u64);
    let at_once = f64::from(settings.concurrency.max(1));
    let purpose = Purpose::ALL.into_iter().find(|purpose| purpose.name() == stage);
    let by_job = settings.batch_jobs && calls >= JOB_FROM as f64 && purpose.is_some_and(Purpose::can_wait);
    let share = if by_job { prices.job_share() } else { 1.0 };
    let seconds = (calls / at_once).ceil() * (BEGINS + answer / WRITES);
    let limit = |each: f64, a_minute: u32| if a_minute == 0 { 0.0 } else { each / f64::from(a_minute) };
    let minutes = (seconds / 60.0)
        .max(limit(calls, settings.requests_per_minute))
        .max(limit(calls * (prompt + answer), settings.tokens_per_minute));
    StageEstimate {
        stage,
        cost_usd: prices.of(&model).map(|price| price.cost(prompt_tokens, completion_tokens) * share),
        model,
        calls: calls.round() as u64,
        prompt_tokens,
        completion_tokens,
        minutes,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judgement::model::extractor_passage;

    fn passages(count: u32) -> Vec<Passage> {
        (0..count)
            .map(|id| {
                let text = format!("The board of Kelpmouth met Ada Quill and Bo Marsh{id} about the lamp.\n");
                let mut passage = extractor_passage(&text.repeat(6));
                passage.unit.tokens = 120;
                passage
            })
            .collect()
    }

    fn settings() -> Settings {
        Settings { method: Method::Standard, model: "m".to_owned(), ..Settings::default() }
    }

    #[test]
    fn every_stage_of_the_method_is_there_and_priced() {
        let prices = Prices::new(&["m 1.0 2.0".to_owned()], false).expect("prices");
        let told = estimate(&passages(200), 0, &settings(), &Prompts::default(), &prices, None);
        let names: Vec<&str> = told.stages.iter().map(|stage| stage.stage).collect();
        assert_eq!(names, ["extract", "glean", "same", "describe", "report"]);
        assert_eq!((told.stages[0].calls, told.stages[1].calls), (200, 200));
        let total = told.total();
        let cost = (total.prompt_tokens as f64 + 2.0 * total.completion_tokens as f64) / 1e6;
        assert!((total.cost_usd.expect("priced") - cost).abs() < 1e-9);
        assert!(told.sampled <= SAMPLE);

        let fast = Settings { method: Method::Fast, ..settings() };
        let told = estimate(&passages(200), 0, &fast, &Prompts::default(), &prices, None);
        assert_eq!(told.stages.iter().map(|stage| stage.stage).collect::<Vec<_>>(), ["report"]);
    }

    #[test]
    fn of_an_index_only_what_is_new_is_asked() {
        let prices = Prices::new(&["m 1.0 2.0".to_owned()], false).expect("prices");
        let of = |known| estimate(&passages(200), known, &settings(), &Prompts::default(), &prices, None);
        assert_eq!(of(200), Estimate { stages: Vec::new(), ..of(200) });
        let calls = |told: &Estimate, stage: &str| {
            told.stages.iter().find(|known| known.stage == stage).map_or(0, |stage| stage.calls)
        };
        let (all, two) = (of(0), of(198));
        assert_eq!((calls(&all, "extract"), calls(&two, "extract")), (200, 2));
        assert!(calls(&two, "report") * 10 < calls(&all, "report"), "{:?}", two.stages);
    }

    #[test]
    fn reports_on_a_graph_that_is_made_are_counted_and_not_guessed() {
        let prices = Prices::new(&[], false).expect("prices");
        let fast = Settings { method: Method::Fast, ..settings() };
        let mut counted = CountedReports::default();
        (0..10).for_each(|_| counted.add(6, 0));
        let of =
            |counted| estimate(&passages(20), 0, &fast, &Prompts::default(), &prices, Some(counted)).stages.remove(0);
        let flat = of(counted);
        assert_eq!(flat.calls, 10);
        assert!(flat.prompt_tokens < 10 * 700, "small communities have few records: {}", flat.prompt_tokens);
        counted.add(80, 10);
        assert!(of(counted).prompt_tokens > flat.prompt_tokens + 1_500, "the reports below are shown once more");
    }

    #[test]
    fn a_limit_of_requests_makes_it_longer_and_an_unknown_model_has_no_price() {
        let prices = Prices::new(&[], false).expect("prices");
        let free = estimate(&passages(60), 0, &settings(), &Prompts::default(), &prices, None);
        assert_eq!(free.total().cost_usd, None);
        let slow = Settings { requests_per_minute: 1, ..settings() };
        let slow = estimate(&passages(60), 0, &slow, &Prompts::default(), &prices, None);
        assert!((slow.stages[0].minutes - 60.0).abs() < 1.0 && slow.total().minutes > free.total().minutes);
    }
}
