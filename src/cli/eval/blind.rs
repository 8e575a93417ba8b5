//! `gleaner eval blind`: a person votes on pairs of answers without knowing whose they are. Sides are shuffled for each
//! question by a seed, votes are kept as they are cast, and a vote that was interrupted goes on where it stopped.

use std::io::{BufRead, IsTerminal, Write};
use std::path::Path;

use super::judging::AnsweredRun;
use super::measure;
use crate::cli::context::Context;
use crate::cli::error::CliError;
use crate::cli::output::{Output, one_line, plain_markdown, safe};
use crate::eval::comparison::print_p;
use crate::eval::question::TestQuestion;
use crate::eval::statistics::{Difference, DifferenceEstimate, estimate};
use crate::graph::rng::Rng;
use crate::model::hash::hash64;
use crate::model::without_citations;
use crate::store::{PersonFile, Vote};

/// What somebody may answer.
enum Said {
    Left,
    Right,
    Neither,
    Skip,
    Undo,
    Quit,
}

impl Said {
    fn read(line: &str) -> Option<Self> {
        Some(match line.trim().to_lowercase().as_str() {
            "1" | "l" | "left" => Said::Left,
            "2" | "r" | "right" => Said::Right,
            "0" | "n" | "neither" => Said::Neither,
            "s" | "skip" => Said::Skip,
            "u" | "undo" => Said::Undo,
            "q" | "quit" => Said::Quit,
            _ => return None,
        })
    }
}

/// Shows pairs until all are voted on or the voter leaves, and then says who is who.
pub fn run(context: &mut Context, set: &Path, first: i64, second: i64, limit: Option<usize>) -> Result<(), CliError> {
    let own = measure::own_file(&context.index_path()?)?;
    let runs = AnsweredRun::read(&own, &[first, second])?;
    let [one, other] = &runs[..] else { return Err(CliError::usage("name two runs")) };
    let differs = |question: &TestQuestion| {
        let texts = [one, other].map(|run| run.answer(question).map(|answer| &answer.text));
        texts[0].is_some() && texts[1].is_some() && texts[0] != texts[1]
    };
    let set = measure::read_set(set, Some(&own))?.of_those(differs).limited(limit);
    let mut asked: Vec<&TestQuestion> = set.questions.iter().collect();
    if asked.is_empty() {
        return Err(CliError::usage("the two runs have no question of this set that they answer differently")
            .hint("`gleaner eval runs` lists runs with their question sets"));
    }
    Rng::new(context.settings.seed).shuffle(&mut asked);
    let mut at = 0;
    let mut lines = std::io::stdin().lock().lines();
    loop {
        let votes = own.votes(first, second)?;
        while asked.get(at).is_some_and(|question| votes.iter().any(|vote| vote.question == question.id)) {
            at += 1;
        }
        let Some(question) = asked.get(at) else { break };
        let turned = is_turned(&question.id, context.settings.seed);
        let sides = if turned { [other, one] } else { [one, other] };
        show(&mut context.out, question, sides, at, asked.len())?;
        context.out.line(running(&votes, asked.len(), context.settings.seed))?;
        context.out.flush()?;
        match ask(&mut lines, context)? {
            Said::Quit => break,
            Said::Skip => at += 1,
            Said::Undo => {
                if let Some(last) = votes.last() {
                    own.withdraw_vote(first, second, &last.question)?;
                    at = asked.iter().position(|question| question.id == last.question).unwrap_or(at);
                }
            }
            said @ (Said::Left | Said::Right | Said::Neither) => {
                let left = match said {
                    Said::Left => 1.0,
                    Said::Right => 0.0,
                    _ => 0.5,
                };
                let score = if turned { 1.0 - left } else { left };
                own.cast_vote(first, second, &Vote { question: question.id.clone(), score })?;
                at += 1;
            }
        }
    }
    reveal(context, &own, one, other)
}

/// Whether the second run's answer stands left; the same each time a question is shown.
fn is_turned(question: &str, seed: u64) -> bool {
    hash64(question.as_bytes(), seed) & 1 == 1
}

fn show(
    out: &mut Output,
    question: &TestQuestion,
    sides: [&AnsweredRun; 2],
    at: usize,
    all: usize,
) -> Result<(), CliError> {
    out.line("")?;
    out.line(out.style.bold(&format!("{} of {all}: {}", at + 1, one_line(&question.question))))?;
    for (name, side) in ["1", "2"].into_iter().zip(sides) {
        let text = side.answer(question).map_or(String::new(), |answer| without_citations(&answer.text));
        out.line("")?;
        out.line(out.style.accent(&format!("── {name} ──")))?;
        out.paragraph("  ", &plain_markdown(&safe(text.trim())))?;
    }
    out.line("")
}

/// Asks until it is answered; the end of the input is leaving.
fn ask(lines: &mut impl Iterator<Item = std::io::Result<String>>, context: &Context) -> Result<Said, CliError> {
    loop {
        if std::io::stdin().is_terminal() && !context.global.quiet {
            eprint!("better: 1 or 2, 0 neither · s skip · u undo · q leave: ");
            std::io::stderr().flush()?;
        }
        let Some(line) = lines.next() else { return Ok(Said::Quit) };
        match Said::read(&line?) {
            Some(said) => return Ok(said),
            None => context.say("1, 2, 0, s, u or q"),
        }
    }
}

fn lead(votes: &[Vote], seed: u64) -> DifferenceEstimate {
    let of = |vote: &Vote| Difference { value: vote.score - 0.5, cluster: vote.question.clone() };
    estimate(&votes.iter().map(of).collect::<Vec<_>>(), seed)
}

/// How the vote stands, without saying for whom.
fn running(votes: &[Vote], all: usize, seed: u64) -> String {
    let lead = lead(votes, seed);
    if votes.is_empty() {
        return format!("no votes yet, {all} pairs");
    }
    // Whichever leads: which of the two that is stays hidden.
    let (mean, low, high) =
        if lead.mean < 0.0 { (-lead.mean, -lead.high, -lead.low) } else { (lead.mean, lead.low, lead.high) };
    let percent = |value: f64| format!("{:.0}", 100.0 * (0.5 + value));
    format!("{} votes of {all}: one way has {} % ({} … {})", votes.len(), percent(mean), percent(low), percent(high))
}

fn reveal(context: &mut Context, own: &PersonFile, one: &AnsweredRun, other: &AnsweredRun) -> Result<(), CliError> {
    let votes = own.votes(one.run.id, other.run.id)?;
    let lead = lead(&votes, context.settings.seed);
    let count = |score: f64| votes.iter().filter(|vote| vote.score == score).count();
    if context.global.json {
        let shape = serde_json::json!({
            "first": one.run, "second": other.run, "votes": votes.len(),
            "first_wins": count(1.0), "second_wins": count(0.0), "ties": count(0.5), "lead": lead,
        });
        context.out.json(&shape)?;
        return context.out.flush();
    }
    let out = &mut context.out;
    out.line("")?;
    if votes.is_empty() {
        out.line("no votes")?;
        return out.flush();
    }
    let percent = |value: f64| format!("{:.0}", 100.0 * (0.5 + value));
    out.line(format!("{}: {} · {}: {} · neither: {}", one.label(), count(1.0), other.label(), count(0.0), count(0.5)))?;
    out.line(format!(
        "{} has {} % of the votes (95 %: {} … {}), p {}",
        one.label(),
        percent(lead.mean),
        percent(lead.low),
        percent(lead.high),
        print_p(lead.p)
    ))?;
    out.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_running_count_names_nobody_and_leads_upwards() {
        let vote = |at: usize, score: f64| Vote { question: at.to_string(), score };
        let votes: Vec<Vote> = (0..8).map(|at| vote(at, if at < 6 { 0.0 } else { 1.0 })).collect();
        assert!(running(&votes, 20, 1).starts_with("8 votes of 20: one way has 75 % ("), "{}", running(&votes, 20, 1));
        assert_eq!(running(&[], 20, 1), "no votes yet, 20 pairs");
    }

    #[test]
    fn sides_are_shuffled_and_stay() {
        let turned: Vec<bool> = (0..40).map(|at| is_turned(&format!("q{at}"), 7)).collect();
        assert!(turned.contains(&true) && turned.contains(&false));
        assert_eq!(turned, (0..40).map(|at| is_turned(&format!("q{at}"), 7)).collect::<Vec<_>>());
    }
}
