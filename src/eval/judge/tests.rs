//! Judges that answer by a rule.

use std::sync::Arc;

use serde_json::{Value, json};

use super::Judge;
use super::assertions::{Passed, figures};
use super::bias::Bias;
use super::claims::{Entailment, clusters};
use super::pairs::{CRITERIA, Form, JudgedPair, head_to_head};
use crate::config::Settings;
use crate::eval::question::Assertion;
use crate::eval::statistics::Verdict;
use crate::judgement::model::{Brief, Mind};
use crate::llm::ChatRequest;
use crate::llm::scripted::ScriptedProvider;
use crate::prompts::Prompts;

/// A judge that answers by what it is told (the prompt) and shown (the text).
fn judge(rule: impl Fn(&str, &str) -> Value + Send + Sync + 'static) -> (Judge, Arc<ScriptedProvider>) {
    let provider = Arc::new(ScriptedProvider::new(move |request: &ChatRequest, _| {
        let text = |at: usize| request.messages.get(at).map_or("", |message| message.text.as_str());
        Ok(rule(text(0), text(1)).to_string())
    }));
    let mind = Mind::new(
        Arc::<ScriptedProvider>::clone(&provider),
        Arc::new(Prompts::default()),
        Brief::new(&Settings::default()),
    );
    (Judge::new(mind), provider)
}

fn wait<T>(future: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(future)
}

/// The same winner by every criterion.
fn winner(which: usize) -> Value {
    CRITERIA.iter().map(|criterion| (criterion.name.clone(), json!({"winner": which, "reason": ""}))).collect()
}

/// The two answers that a judge is shown.
fn shown(text: &str) -> (&str, &str) {
    let text = text.strip_prefix("Answer 1:\n").unwrap();
    text.split_once("\n\nAnswer 2:\n").map(|(one, two)| (one, two.split("\n\n(Judgement").next().unwrap())).unwrap()
}

/// Pairs judged by a rule: the first answer is about twice as long; the probes beside them.
fn judged(rule: impl Fn(&str, &str) -> Value + Send + Sync + 'static) -> (Vec<JudgedPair>, Vec<JudgedPair>) {
    let (judge, _) = judge(rule);
    let answers = |at: usize| {
        let short = format!("Gate {at} leaked in March.");
        (format!("{short} The harbour master had it closed, and Orsk Ferries paid for the repair."), short)
    };
    wait(async {
        let mut pairs = Vec::new();
        for at in 0..12 {
            let (long, short) = answers(at);
            let (trials, _) = judge.pair("What leaked?", [&long, &short], 4, Form::Whole).await.unwrap();
            pairs.push(JudgedPair { question: format!("q{at}"), cluster: at.to_string(), trials });
        }
        let answers: Vec<(String, String)> = (0..12).map(|at| (format!("What of gate {at}?"), answers(at).0)).collect();
        (pairs, judge.probe(&answers).await.unwrap().0)
    })
}

#[test]
fn a_judge_that_always_takes_the_first_is_found_out() {
    let (pairs, probes) = judged(|_, _| winner(1));
    let bias = Bias::of(&pairs, &probes, 1);
    assert_eq!(bias.findings().len(), 1, "{bias:?}");
    assert!(bias.findings()[0].contains("shown first gets 100 % of the wins"), "{:?}", bias.findings());
    // Both orders: nobody wins by it.
    assert!(head_to_head(&pairs, 1).iter().all(|row| row.win_rate == 0.5 && row.verdict == Verdict::Same));
}

#[test]
fn what_nobody_judged_has_no_figures() {
    assert_eq!(head_to_head(&[], 1).len(), 0);
}

#[test]
fn a_judge_that_takes_the_longer_is_found_out() {
    let (pairs, probes) = judged(|_, text| {
        let (one, two) = shown(text);
        winner(if one.len() > two.len() { 1 } else { 2 })
    });
    let findings = Bias::of(&pairs, &probes, 1).findings();
    assert_eq!(findings.len(), 1, "{findings:?}");
    assert!(findings[0].contains("only says itself twice gets 100 % of the wins"), "{findings:?}");
    assert!(head_to_head(&pairs, 1).iter().all(|row| row.win_rate == 1.0 && row.verdict == Verdict::Higher));
}

#[test]
fn a_judge_that_goes_by_what_is_said_is_left_in_peace() {
    // The answer that says who paid is better, wherever it stands; said twice it is no better.
    let (pairs, probes) = judged(|_, text| {
        let (one, two) = shown(text);
        winner(match (one.contains("Orsk"), two.contains("Orsk")) {
            (true, false) => 1,
            (false, true) => 2,
            _ => 0,
        })
    });
    let findings = Bias::of(&pairs, &probes, 1).findings();
    assert_eq!(findings.len(), 1, "the longer one won each time, and that is said with its doubt: {findings:?}");
    assert!(findings[0].contains("a probe does not show it"), "{findings:?}");
    assert!(head_to_head(&pairs, 1).iter().all(|row| row.win_rate == 1.0));
}

#[test]
fn what_both_say_is_set_aside() {
    let (judge, provider) = judge(|prompt, text| match prompt.contains("only_first") {
        true => json!({"both": ["It leaked."], "only_first": ["Orsk paid."], "only_second": []}),
        false => {
            assert!(!text.contains("leaked"), "{text}");
            winner(if text.starts_with("Answer 1:\n- Orsk paid.") { 1 } else { 2 })
        }
    });
    let answers = ["It leaked. Orsk paid. [Data: Sources (3)]", "It leaked."];
    let (trials, _) = wait(judge.pair("What happened?", answers, 2, Form::Differential)).unwrap();
    assert!(trials.iter().all(|trial| trial.scores.values().all(|score| *score == 1.0)), "{trials:?}");
    assert!(provider.sent().iter().all(|request| !request.messages[1].text.contains("[Data")));
}

#[test]
fn two_answers_that_are_alike_need_no_judge() {
    let (judge, provider) = judge(|_, _| winner(1));
    let (trials, _) = wait(judge.pair("What?", ["The same.", "The same."], 4, Form::Whole)).unwrap();
    assert!(trials.iter().all(|trial| trial.scores["relevance"] == 0.5));
    assert!(provider.sent().is_empty());
}

#[test]
fn figures_are_ragcheckers() {
    // Four statements of the answer: right and in a relevant passage, wrong and there, wrong and elsewhere, wrong and
    // nowhere. Two of the reference: retrieved and said, retrieved and not said. The last passage is irrelevant.
    let entailment = Entailment {
        answer_in_reference: Some(vec![true, false, false, false]),
        reference_in_answer: vec![true, false],
        answer_in_passages: vec![vec![true, false], vec![true, true], vec![false, true], vec![false, false]],
        reference_in_passages: vec![vec![true, false], vec![true, false]],
    };
    let figures = entailment.figures();
    let wanted = [
        ("precision", 0.25),
        ("recall", 0.5),
        ("f1", 1.0 / 3.0),
        ("claim_recall", 1.0),
        ("context_precision", 0.5),
        ("utilisation", 0.5),
        ("relevant_noise", 0.25),
        ("irrelevant_noise", 0.25),
        ("hallucination", 0.25),
        ("self_knowledge", 0.0),
        ("faithfulness", 0.75),
    ];
    assert_eq!(figures.len(), wanted.len());
    for (figure, value) in wanted {
        assert!((figures[figure] - value).abs() < 1e-12, "{figure}: {}", figures[figure]);
    }
    let without = Entailment { answer_in_reference: None, ..entailment }.figures();
    assert_eq!(without.keys().collect::<Vec<_>>(), ["faithfulness"]);
}

#[test]
fn an_answer_is_taken_apart_and_looked_up() {
    // Statements are lines; a text says a statement when it holds its words.
    let (judge, _) = judge(|prompt, text| {
        if prompt.contains("\"verdicts\"") {
            let (statements, body) = text.split_once("\n\nText:\n").unwrap();
            let verdicts: Vec<Value> = statements
                .lines()
                .skip(1)
                .enumerate()
                .map(|(at, line)| json!({"statement": at + 1, "supported": body.contains(line.split_once(". ").unwrap().1)}))
                .collect();
            return json!({"verdicts": verdicts});
        }
        json!({"statements": text.lines().collect::<Vec<_>>()})
    });
    let passages = ["The gate leaked\nCement rose".to_owned(), "Orsk paid".to_owned()];
    let (checked, _) =
        wait(judge.check("The gate leaked\nIt rained", &passages, Some("The gate leaked\nOrsk paid"))).unwrap();
    assert_eq!(checked.statements, ["The gate leaked", "It rained"]);
    assert_eq!(checked.entailment.answer_in_reference, Some(vec![true, false]));
    assert_eq!(checked.entailment.answer_in_passages, [[true, false], [false, false]]);
    assert_eq!(checked.entailment.reference_in_passages, [[true, false], [false, true]]);
    let figures = checked.entailment.figures();
    assert_eq!((figures["precision"], figures["recall"], figures["hallucination"]), (0.5, 0.5, 0.5));
}

#[test]
fn assertions_pass_by_more_than_half_of_the_judgements() {
    // Says yes at the first judgement only.
    let (judge, _) =
        judge(|_, text| json!({"verdicts": [{"statement": 1, "supported": !text.contains("(Judgement")}]}));
    let assertion = [Assertion { statement: "Cement rose.".to_owned(), ..Assertion::default() }];
    let passes = |trials: u32| wait(judge.assertions(&assertion, "It rose.", trials)).unwrap().0[0].passes;
    assert_eq!((passes(1), passes(2), passes(4)), (true, false, false));
    let passed = [
        Passed { passes: true, supporting: vec![true, false] },
        Passed { passes: false, supporting: vec![true] },
        Passed { passes: false, supporting: Vec::new() },
    ];
    let figures = figures(&passed);
    assert_eq!(figures["assertions"], 1.0 / 3.0);
    assert_eq!((figures["support_level"], figures["support_level_passed"]), (0.75, 0.5));
    assert_eq!((figures["supporting"], figures["parts_only"]), (2.0 / 3.0, 0.5));
}

#[test]
fn an_answer_that_cannot_be_read_is_asked_for_again() {
    let (judge, provider) = judge(|_, _| json!({"oops": 1}));
    assert!(wait(judge.pair("What?", ["One.", "Two."], 1, Form::Whole)).is_err());
    assert_eq!(provider.sent().len(), 3);
}

#[test]
fn statements_of_one_thing_are_one_cluster() {
    let statements = ["The gate leaked in March", "In March the gate leaked", "Cement rose"].map(str::to_owned);
    assert_eq!(clusters(&statements, 0.0), 3);
    assert_eq!(clusters(&statements, 0.6), 2);
    assert_eq!(clusters(&statements, 1.0), 1);
    assert_eq!(clusters(&[], 0.5), 0);
}
