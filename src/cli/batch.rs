//! `gleaner ask --batch`: a file of questions, one JSON object a line in and out. A line that gets no answer says why,
//! costs nothing but itself, and is counted at the end.

use std::io::Read;

use futures::stream::{self, StreamExt};
use serde::Serialize;
use serde_json::Value;

use super::ask::{self, Shape};
use super::context::Context;
use super::error::{CliError, ErrorKind};
use super::panic::guarded_one;
use crate::judgement::Question;
use crate::llm::Spent;
use crate::model::Mode;
use crate::query::{Ask, Session};
use crate::text::numbers::amounts::grouped;

/// What a line looks like.
const FORM: &str = "a line is JSON like {\"id\": 1, \"question\": \"Who …?\"}";

/// A question of a batch, with what it asks otherwise than the command does.
#[derive(Debug, PartialEq)]
struct Line {
    question: String,
    mode: Option<String>,
    level: Option<u32>,
    scope: Vec<String>,
}

#[derive(Serialize)]
struct Answered<'a> {
    id: &'a Value,
    #[serde(flatten)]
    answer: Shape<'a>,
}

#[derive(Serialize)]
struct Refused<'a> {
    id: &'a Value,
    error: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    hints: Vec<String>,
}

/// Answers a file of questions, `-` for standard input.
pub(super) fn run(context: &mut Context, session: &Session, ask: &Ask, file: &str) -> Result<(), CliError> {
    let bytes = read(file)?;
    let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(&bytes);
    let (mut asked, mut failed, mut by_provider) = (0usize, 0usize, 0usize);
    // What could be done about lines that failed, each once.
    let mut hinted: Vec<String> = Vec::new();
    let lines = bytes.split(|&byte| byte == b'\n').enumerate().filter(|(_, line)| !line.trim_ascii().is_empty());
    let all = Spent::default();
    let answered = lines.map(|(number, line)| async move {
        let (id, line) = parse(line);
        let answered = async {
            let line = line.map_err(|why| CliError::usage(format!("line {}: {why}", number + 1)))?;
            let one = told(ask, session, line)?;
            let answer = ask::answering(session, &one, &Spent::default(), &mut |_| {}).await?;
            Ok::<_, CliError>((one, answer))
        };
        (id, guarded_one(answered).await)
    });
    // As many at a time as may be asked of a model at a time; their lines come in the order of the questions.
    let mut answered = stream::iter(answered).buffered(session.analyst.concurrency().max(1));
    let written: Result<(), CliError> = ask::during(
        &all,
        all.during(async {
            while let Some((id, answered)) = answered.next().await {
                asked += 1;
                match answered {
                    Ok((one, answer)) => {
                        context.out.json(&Answered { id: &id, answer: ask::shape(session, &one, &answer)? })?;
                        context.out.flush()?;
                    }
                    Err(error) if matches!(error.kind, ErrorKind::Interrupted | ErrorKind::PipeClosed) => {
                        return Err(error);
                    }
                    Err(error) => {
                        failed += 1;
                        by_provider += usize::from(error.kind == ErrorKind::Provider);
                        let new: Vec<String> =
                            error.hints.iter().filter(|hint| !hinted.contains(hint)).cloned().collect();
                        hinted.extend(new);
                        context.out.json(&Refused { id: &id, error: error.message, hints: error.hints })?;
                    }
                }
            }
            Ok(())
        }),
    )?;
    written?;
    context.out.flush()?;
    if asked == 0 {
        context.say("no question was asked: there is no line in it");
    }
    if failed == 0 {
        return Ok(());
    }
    // Where nothing but the provider failed, that is what has to be mended.
    let kind = if failed == by_provider { ErrorKind::Provider } else { ErrorKind::Failed };
    let (missing, all) = (grouped(failed as u64), grouped(asked as u64));
    let error = CliError::new(kind, format!("{missing} of {all} questions got no answer; their lines say why"));
    Err(match hinted.as_slice() {
        _ if failed == by_provider => error.hint("`gleaner doctor` looks at the endpoint"),
        [] => error.hint(FORM),
        hints => hints.iter().fold(error, |error, hint| error.hint(hint)),
    })
}

fn read(file: &str) -> Result<Vec<u8>, CliError> {
    let mut bytes = Vec::new();
    let read = match file {
        "-" => std::io::stdin().read_to_end(&mut bytes),
        file => std::fs::File::open(file).and_then(|mut file| file.read_to_end(&mut bytes)),
    };
    read.map_err(|error| {
        let kind = if error.kind() == std::io::ErrorKind::NotFound { ErrorKind::Usage } else { ErrorKind::Failed };
        CliError::new(kind, format!("the questions cannot be read: {error}"))
            .hint(format!("{FORM}, in a file or, for -, on standard input"))
    })?;
    Ok(bytes)
}

/// The id of a line, and its question or what is wrong with it.
fn parse(line: &[u8]) -> (Value, Result<Line, String>) {
    let Ok(text) = std::str::from_utf8(line) else { return (Value::Null, Err("it is not UTF-8".to_owned())) };
    let value: Value = match serde_json::from_str(text) {
        Ok(value) => value,
        Err(error) => return (Value::Null, Err(format!("it is no JSON (column {})", error.column()))),
    };
    let Value::Object(mut members) = value else { return (Value::Null, Err(FORM.to_owned())) };
    let id = members.remove("id").unwrap_or_default();
    let mut take = |name: &str| members.remove(name).filter(|value| !value.is_null());
    let wrong = |name: &str, what: &str| format!("`{name}` is not {what}");
    let line = || {
        let question = match take("question").or_else(|| take("query")) {
            Some(Value::String(question)) => question,
            Some(_) => return Err(wrong("question", "text")),
            None => return Err("it has no `question`".to_owned()),
        };
        let mode = match take("mode") {
            None => None,
            Some(Value::String(mode)) => Some(mode),
            Some(_) => return Err(wrong("mode", "the name of a mode")),
        };
        let level = match take("level") {
            None => None,
            Some(level) => {
                let level = level.as_u64().and_then(|level| u32::try_from(level).ok());
                Some(level.ok_or_else(|| wrong("level", "a number from 0 on"))?)
            }
        };
        let scope = match take("scope") {
            None => Vec::new(),
            Some(Value::String(part)) => vec![part],
            Some(Value::Array(parts)) => {
                let texts = parts.iter().map(|part| part.as_str().map(ToOwned::to_owned));
                texts.collect::<Option<_>>().ok_or_else(|| wrong("scope", "a list of texts"))?
            }
            Some(_) => return Err(wrong("scope", "a list of texts")),
        };
        Ok(Line { question, mode, level, scope })
    };
    let mut line = line;
    let line = line();
    (id, line)
}

/// What is asked by a line: what it does not say, the command does.
fn told(ask: &Ask, session: &Session, line: Line) -> Result<Ask, CliError> {
    let scope = match line.scope.is_empty() {
        true => ask.scope.clone(),
        false => super::scope::read(&line.scope, &session.reader)?,
    };
    Ok(Ask {
        question: Question { text: line.question, ..Question::default() },
        mode: line.mode.as_deref().map_or(ask.mode, Mode::named),
        level: line.level.or(ask.level),
        scope,
        ..ask.clone()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_says_what_is_wrong_with_it() {
        let told = |line: &str| {
            let (id, line) = parse(line.as_bytes());
            (id.to_string(), line.err().unwrap_or_default())
        };
        for (line, id, wrong) in [
            (r#"{"id": 1, "question": "Who?"}"#, "1", ""),
            (r#"{"id": "a", "query": "Who?", "scope": "from:2019", "level": null}"#, "\"a\"", ""),
            (r#"{"id": 2}"#, "2", "it has no `question`"),
            (r#"{"id": 3, "question": 5}"#, "3", "`question` is not text"),
            (r#"{"id": 4, "question": "Who?", "level": -1}"#, "4", "`level` is not a number from 0 on"),
            (r#"{"id": 5, "question": "Who?", "scope": [1]}"#, "5", "`scope` is not a list of texts"),
            ("[1, 2]", "null", FORM),
            ("{\"id\": 1", "null", "it is no JSON (column 8)"),
        ] {
            assert_eq!(told(line), (id.to_owned(), wrong.to_owned()), "{line}");
        }
        assert_eq!(parse(b"{\"id\": \"\xff\"}").1, Err("it is not UTF-8".to_owned()));
    }
}
