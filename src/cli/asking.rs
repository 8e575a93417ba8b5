//! `gleaner ask` in other ways than one question, one answer: several modes side by side, a file of questions, and
//! questions to begin with.

use std::collections::BTreeMap;
use std::io::Read;

use serde::{Deserialize, Serialize};

use super::ask::{self, Shape};
use super::context::Context;
use super::count;
use super::error::{CliError, ErrorKind};
use super::output::{one_line, plain_markdown, safe, shorten_title};
use crate::judgement::Question;
use crate::model::{Answer, Mode, Ref, Scope};
use crate::query::{self, Ask, Session};

/// Questions that are suggested.
const SUGGESTED: usize = 10;
/// Records listed of those that several answers cite, and lines of an answer.
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

/// Answers one question in several modes and prints them below each other, with what they share and what each took.
pub(super) fn compare(context: &mut Context, session: &Session, ask: &Ask, modes: &[String]) -> Result<(), CliError> {
    let mut asked: Vec<(Ask, Answer)> = Vec::new();
    for mode in modes {
        let ask = Ask { mode: Mode::named(mode), ..ask.clone() };
        let answer = ask::answer(session, &ask, &mut |_| {})?;
        asked.push((ask, answer));
    }
    let mut citing: BTreeMap<(String, u32), (Ref, String, Vec<String>)> = BTreeMap::new();
    for (ask, answer) in &asked {
        for cited in &answer.citations {
            let key = (cited.record.kind.name().to_owned(), cited.record.id);
            let known = citing.entry(key).or_insert_with(|| (cited.record, cited.title.clone(), Vec::new()));
            known.2.push(ask.mode.name().to_owned());
        }
    }
    let shared: Vec<Shared> = citing
        .into_values()
        .filter(|(.., modes)| modes.len() > 1)
        .map(|(record, title, modes)| Shared { record, title, modes })
        .collect();
    if context.global.json {
        let answers = asked.iter().map(|(ask, answer)| ask::shape(ask, answer)).collect();
        context.out.json(&Compared { question: &ask.question.text, answers, shared })?;
        return context.out.flush();
    }
    let out = &mut context.out;
    for (ask, answer) in &asked {
        let heading = out.style.bold(ask.mode.name());
        let facts = out.style.dim(&format!(
            "{} · {} · {} tokens · {} ms",
            count(answer.citations.len() as u64, "record cited", "records cited"),
            count(u64::from(answer.usage.calls), "call", "calls"),
            answer.usage.prompt_tokens + answer.usage.completion_tokens,
            answer.elapsed_ms,
        ));
        out.line(format!("{heading}  {facts}"))?;
        out.line("")?;
        out.line(plain_markdown(&safe(answer.text.trim_end())))?;
        out.line("")?;
    }
    out.line(out.style.bold(&count(shared.len() as u64, "record cited by several", "records cited by several")))?;
    for one in shared.iter().take(LISTED) {
        let room = out.width.saturating_sub(40);
        out.line(format!(
            "  {}  {}  ({})",
            one.record,
            shorten_title(&one_line(&one.title), room),
            one.modes.join(", ")
        ))?;
    }
    if shared.len() > LISTED {
        out.line(format!("  and {} more", shared.len() - LISTED))?;
    }
    out.flush()
}

/// A line of a batch.
#[derive(Deserialize)]
struct Line {
    #[serde(default)]
    id: serde_json::Value,
    #[serde(alias = "query")]
    question: String,
    mode: Option<String>,
    level: Option<u32>,
    #[serde(default)]
    scope: Vec<String>,
}

#[derive(Serialize)]
struct Answered<'a> {
    id: &'a serde_json::Value,
    #[serde(flatten)]
    answer: Shape<'a>,
}

#[derive(Serialize)]
struct Refused<'a> {
    id: &'a serde_json::Value,
    error: String,
}

/// Answers a file of questions, one JSON object a line in and out; a question that cannot be answered gives a line that says
/// why, and the others are answered.
pub(super) fn batch(context: &mut Context, session: &Session, ask: &Ask, file: &str) -> Result<(), CliError> {
    let mut text = String::new();
    let unreadable = |e: std::io::Error| {
        CliError::new(ErrorKind::Failed, format!("the questions cannot be read: {e}"))
            .hint("a batch is a file of lines like {\"id\": 1, \"question\": \"Who …?\"}, or - for standard input")
    };
    match file {
        "-" => std::io::stdin().read_to_string(&mut text).map_err(unreadable)?,
        file => std::fs::File::open(file).and_then(|mut file| file.read_to_string(&mut text)).map_err(unreadable)?,
    };
    for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let line: Line = match serde_json::from_str(line) {
            Ok(line) => line,
            Err(error) => {
                let refused = Refused { id: &serde_json::Value::Null, error: format!("line {}: {error}", number + 1) };
                context.out.json(&refused)?;
                continue;
            }
        };
        let scope = if line.scope.is_empty() {
            Ok(ask.scope.clone())
        } else {
            super::scope::read(&line.scope, &session.reader)
        };
        let answered = scope.and_then(|scope| {
            let one = Ask {
                question: Question { text: line.question.clone(), ..Question::default() },
                mode: line.mode.as_deref().map_or(ask.mode, Mode::named),
                level: line.level.or(ask.level),
                scope,
                ..ask.clone()
            };
            let answer = ask::answer(session, &one, &mut |_| {})?;
            Ok((one, answer))
        });
        match answered {
            Ok((one, answer)) => {
                context.out.json(&Answered { id: &line.id, answer: ask::shape(&one, &answer) })?;
            }
            Err(error) => context.out.json(&Refused { id: &line.id, error: error.message })?,
        }
    }
    context.out.flush()
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
