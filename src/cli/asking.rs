//! `gleaner ask` in other ways than one question, one answer: one question in several modes, and questions to begin
//! with.

use std::collections::{BTreeMap, HashSet};

use serde::Serialize;

use super::ask::{self, Shape};
use super::context::Context;
use super::error::{CliError, ErrorKind};
use super::output::{Output, one_line, safe, shorten_title};
use super::tables::readable;
use crate::judgement::extractive;
use crate::model::{Answer, Grounding, Mode, Ref, Scope};
use crate::query::{self, Ask, Engine, Session};
use crate::text::numbers::amounts::{and_more, count, grouped};

/// Questions that are suggested.
const SUGGESTED: usize = 10;
/// Records listed of those that several answers cite, and of those that one does.
const LISTED: usize = 12;

/// Several answers to one question, as JSON has them.
#[derive(Serialize)]
struct Compared<'a> {
    question: &'a str,
    answers: Vec<Shape<'a>>,
    /// Records that more than one answer cites, with the modes that do.
    shared: Vec<Shared>,
}

#[derive(Serialize)]
struct Shared {
    #[serde(flatten)]
    record: Ref,
    title: String,
    modes: Vec<String>,
}

/// A record that is cited, with the modes whose answers do and what each had of it.
struct Cited {
    record: Ref,
    title: String,
    by: Vec<(String, Grounding)>,
}

/// Answers one question in several modes and prints the answers one below the other, what each took, and what they
/// cite: first what several do. A citation of what an answer was not written from is marked, as under an answer of its
/// own.
pub(super) fn compare(context: &mut Context, session: &Session, ask: &Ask, modes: &[String]) -> Result<(), CliError> {
    let mut asked: Vec<(Ask, Answer)> = Vec::new();
    let mut failed: Option<CliError> = None;
    let mut named: Vec<&String> = modes.iter().collect();
    let mut known = HashSet::new();
    named.retain(|mode| known.insert(*mode));
    if named.len() < modes.len() {
        context.say("note: a mode that is named twice is asked once");
    }
    for mode in named {
        let ask = Ask { mode: Mode::named(mode), ..ask.clone() };
        match ask::answer(session, &ask, &mut |_| {}) {
            Ok(answer) => asked.push((ask, answer)),
            Err(error) if matches!(error.kind, ErrorKind::Interrupted | ErrorKind::PipeClosed) => return Err(error),
            // What others answered is paid for, and shown.
            Err(error) => {
                let error = CliError { message: format!("{mode}: {}", error.message), ..error };
                failed.iter().for_each(|earlier| earlier.print(false));
                failed = Some(error);
            }
        }
    }
    if asked.is_empty() {
        return failed.map_or(Ok(()), Err);
    }
    print_compared(context, session, ask, &asked)?;
    failed.map_or(Ok(()), Err)
}

/// Prints answers to one question, and what they cite.
fn print_compared(
    context: &mut Context,
    session: &Session,
    ask: &Ask,
    asked: &[(Ask, Answer)],
) -> Result<(), CliError> {
    let (shared, alone): (Vec<Cited>, Vec<Cited>) = cited(asked).into_iter().partition(|cited| cited.by.len() > 1);
    if context.global.json {
        let answers = asked.iter().map(|(ask, answer)| ask::shape(session, ask, answer)).collect::<Result<_, _>>()?;
        let modes = |by: Vec<(String, Grounding)>| by.into_iter().map(|(mode, _)| mode).collect();
        let shared =
            shared.into_iter().map(|Cited { record, title, by }| Shared { record, title, modes: modes(by) }).collect();
        context.out.json(&Compared { question: &ask.question.text, answers, shared })?;
        return context.out.flush();
    }
    let out = &mut context.out;
    for (at, (ask, answer)) in asked.iter().enumerate() {
        let heading = out.style.bold(ask.mode.name());
        let usage = &answer.usage;
        // Without a model there is nothing to say of calls.
        let spent = match usage.calls {
            0 => String::new(),
            calls => {
                let tokens = grouped(usage.prompt_tokens + usage.completion_tokens);
                format!(" · {} · {tokens} tokens", count(u64::from(calls), "call", "calls"))
            }
        };
        let facts = format!("{}{spent} · {} ms", ask::cited_in_words(answer), answer.elapsed_ms);
        let facts = out.style.dim(&facts);
        out.line(format!("{heading}  {facts}"))?;
        out.line("")?;
        match asked[..at].iter().find(|(_, before)| before.text == answer.text) {
            Some((same, _)) => out.line(format!("Word for word the answer of {}.", same.mode.name()))?,
            None => out.line(readable(&safe(&answer.text), out.width).trim_end())?,
        }
        out.line("")?;
    }
    list(out, &shared, "record cited by several", "records cited by several")?;
    if !alone.is_empty() {
        out.line("")?;
        list(out, &alone, "record cited by one alone", "records cited by one alone")?;
    }
    out.flush()
}

/// What answers cite, by kind and number.
fn cited(asked: &[(Ask, Answer)]) -> Vec<Cited> {
    let mut citing: BTreeMap<(&str, u32), Cited> = BTreeMap::new();
    for (ask, answer) in asked {
        for one in &answer.citations {
            let known = || Cited { record: one.record, title: one.title.clone(), by: Vec::new() };
            let cited = citing.entry((one.record.kind.name(), one.record.id)).or_insert_with(known);
            cited.by.push((ask.mode.name().to_owned(), one.grounding));
        }
    }
    citing.into_values().collect()
}

/// Lists records that are cited, with their titles and by which modes.
fn list(out: &mut Output, records: &[Cited], one: &str, many: &str) -> Result<(), CliError> {
    out.line(out.style.bold(&count(records.len() as u64, one, many)))?;
    for Cited { record, title, by } in records.iter().take(LISTED) {
        let by: Vec<String> =
            by.iter().map(|(mode, grounding)| format!("{mode}{}", ask::grounding_in_words(*grounding))).collect();
        let by = by.join(", ");
        let room = out.width.saturating_sub(by.chars().count() + 24).max(20);
        out.line(format!("  {record}  {}  {by}", shorten_title(&one_line(title), room)))?;
    }
    if records.len() > LISTED {
        out.line(and_more("  ", records.len() - LISTED))?;
    }
    Ok(())
}

/// Says which modes test nothing, where so many tests are asked for.
pub(super) fn without_tests(modes: &[String], tests: u32) -> Option<String> {
    let names = named(modes, |engine| engine.mode() == Mode::LAZY)?;
    Some(format!("note: {names} tests no passages: `--tests {tests}` changes nothing"))
}

/// Says which modes read no reports of a level, where one is asked for; `auto` then takes one that does.
pub(super) fn without_levels(modes: &[String], level: u32) -> Option<String> {
    let names = named(modes, |engine| engine.mode() == Mode::AUTO || engine.has_levels())?;
    Some(format!("note: {names} reads no reports of one level: `--level {level}` changes nothing"))
}

/// The modes without something, as they are written in a note; none where all have it.
fn named(modes: &[String], has: impl Fn(&dyn Engine) -> bool) -> Option<String> {
    let lacks = |mode: &&String| {
        let engine = query::engines().iter().find(|engine| engine.name() == mode.as_str());
        engine.is_some_and(|&engine| !has(engine))
    };
    let names: Vec<String> = modes.iter().filter(lacks).map(|mode| format!("`{mode}`")).collect();
    (!names.is_empty()).then(|| names.join(", "))
}

/// An answer with what it quotes in the order of its days; as it is, which is said, where there is no such order.
pub(super) fn by_day(context: &Context, answer: Answer) -> Answer {
    match extractive::by_day(&answer.evidence) {
        Some((text, evidence)) => Answer { text, evidence, ..answer },
        None => {
            context.say("note: the answer quotes no two passages of a day that is known: `--by-day` changes nothing");
            answer
        }
    }
}

/// Prints questions that the part in scope can answer.
pub(super) fn suggest(context: &mut Context, session: &Session, scope: &Scope) -> Result<(), CliError> {
    let questions = query::suggest(&session.reader, scope, SUGGESTED)?;
    if context.global.json {
        context.out.json(&questions)?;
        return context.out.flush();
    }
    for question in &questions {
        context.out.line(safe(&one_line(question)))?;
    }
    context.out.flush()
}
