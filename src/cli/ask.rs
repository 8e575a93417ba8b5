//! `gleaner ask`: a question → an answer with citations, as it is written.

use std::future::Future;
use std::io::IsTerminal;
use std::sync::{Mutex, PoisonError};

use serde::Serialize;

use super::args;
use super::context::Context;
use super::error::{CliError, ErrorKind};
use super::output::{Output, Style, one_line, pad, safe, shorten_title};
use super::streamed::Lines;
use super::tables::readable;
use super::{asking, batch, conversation, interrupt, models, onward, search};
use crate::judgement::Question;
use crate::llm::Spent;
use crate::model::{
    Answer, AnswerEvent, Check, Drill, EXTRACTIVE, Evidence, Grounding, Kind, Mode, Ref, Scope, Support, TraceStep,
    Usage, Weak, WrittenFrom,
};
use crate::query::{self, Ask, Gathered, QueryError, Session};
use crate::store::Reader;
use crate::text::numbers::amounts::{and_more, count, dollars, grouped};

/// Cited records that plain output lists.
const LISTED: usize = 20;

/// An answer as JSON has it.
#[derive(Serialize)]
pub(super) struct Shape<'a> {
    question: &'a str,
    mode: &'a str,
    level: Option<u32>,
    scope: &'a Scope,
    answer: &'a str,
    citations: Vec<CitationShape<'a>>,
    evidence: Vec<EvidenceShape<'a>>,
    drill: &'a [Drill],
    follow_ups: Vec<String>,
    written_from: WrittenFrom,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    weak: &'a [Weak],
    uncited: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    check: Option<&'a Check>,
    trace: &'a [TraceStep],
    usage: Usage,
    analyst: &'a str,
    elapsed_ms: u64,
}

#[derive(Serialize)]
struct CitationShape<'a> {
    kind: Kind,
    id: u32,
    title: &'a str,
    grounded: bool,
    /// Tells a record that was not in the context from one that does not exist.
    grounding: Grounding,
}

/// A passage that the answer quotes: what of it answers, what is shown, whose words they are and where they stand.
#[derive(Serialize)]
struct EvidenceShape<'a> {
    cites: &'a [Ref],
    quote: &'a str,
    context: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    lead: Option<&'a str>,
    speaker: Option<&'a str>,
    document: &'a str,
    /// `2022-08-19`, or a year.
    #[serde(skip_serializing_if = "Option::is_none")]
    day: Option<&'a str>,
    heading: &'a [String],
    /// Bytes of the document's text that are shown.
    start: usize,
    end: usize,
}

impl<'a> EvidenceShape<'a> {
    fn of(evidence: &'a Evidence) -> Self {
        Self {
            cites: &evidence.cites,
            quote: evidence.quoted(),
            context: &evidence.text,
            lead: evidence.lead.as_deref(),
            speaker: evidence.speaker.as_deref(),
            document: &evidence.title,
            day: evidence.day.as_deref(),
            heading: &evidence.heading,
            start: evidence.window.start,
            end: evidence.window.end,
        }
    }
}

pub fn run(context: &mut Context, options: &args::Ask) -> Result<(), CliError> {
    let wants_none = options.suggest || options.batch.is_some() || options.more.is_some();
    let question = if wants_none { String::new() } else { search::words(&options.question)? };
    let index = context.index_path()?;
    let session = models::session(context, &index)?;
    let reader = &session.reader;
    if options.suggest {
        let scope = super::scope::read(&options.scope, reader)?;
        return asking::suggest(context, &session, &scope);
    }
    let before = if options.go_on { conversation::read(reader) } else { Vec::new() };
    if options.go_on {
        context.say(Style::of_errors().dim(&going_on(&before, session.analyst.name())));
    }
    let question = Question { text: question, history: before.clone(), ..Question::default() };
    let ask = request(context, reader, options, question)?;
    let asked = if options.compare.is_empty() { std::slice::from_ref(&options.mode) } else { &options.compare };
    if let Some(level) = options.level
        && let Some(note) = asking::without_levels(asked, level)
    {
        context.say(note);
    }
    if let Some(tests) = options.tests
        && let Some(note) = asking::without_tests(asked, tests)
    {
        context.say(note);
    }
    if let Some(file) = &options.batch {
        return batch::run(context, &session, &ask, file);
    }
    if !options.compare.is_empty() {
        return asking::compare(context, &session, &ask, &options.compare);
    }
    if options.context {
        let gathered = query::gather(&session, &ask, &mut |_| {}).map_err(|error| failed(error, &session))?;
        return print_context(context, &ask, &gathered);
    }
    // Nobody watches an answer that goes into a file, is JSON or is sorted: it is printed when it is whole.
    let streams = !context.global.json && !options.by_day && std::io::stdout().is_terminal();
    let mut lines = Lines::default();
    let answer = match streams {
        true => streamed(&mut context.out, &mut lines, &session, &ask)?,
        false => answer(&session, &ask, &mut |_| {})?,
    };
    if let Err(error) = conversation::keep(&index, before, &ask.question.text, &answer.text) {
        context.say(format!("this question is not kept, and `--continue` will not go on from it: {error}"));
    }
    let answer = if options.by_day { asking::by_day(context, answer) } else { answer };
    let rated = query::rated(&answer.trace);
    if ask.mode == Mode::LAZY && !rated.is_empty() {
        let (question, scope) = (ask.question.text.clone(), ask.scope.clone());
        conversation::keep_search(&index, &conversation::Searched { question, scope, rated });
    }
    if context.global.json {
        context.out.json(&shape(&session, &ask, &answer)?)?;
        return context.out.flush();
    }
    match streams {
        true => lines.finish(&mut context.out)?,
        false => context.out.line(readable(&safe(&answer.text), context.out.width).trim_end())?,
    }
    cited(&mut context.out, &answer)?;
    context.out.flush()?;
    onward::say(context, reader, &ask, &answer)?;
    say_more(context, &ask, &answer);
    Ok(())
}

/// What the options ask; with `--more` the search by `lazy` that was made last goes on.
fn request(context: &Context, reader: &Reader, options: &args::Ask, question: Question) -> Result<Ask, CliError> {
    let mut ask = Ask {
        question,
        mode: Mode::named(&options.mode),
        level: options.level,
        scope: super::scope::read(&options.scope, reader)?,
        seed: context.settings.seed,
        tests: options.tests,
        check: options.check || context.settings.check_answers,
        ..Ask::default()
    };
    if let Some(more) = options.more {
        let Some(searched) = conversation::searched(reader) else {
            let message = "no search by `lazy` was made of this index that could go on";
            return Err(CliError::usage(message).hint("`gleaner ask --mode lazy QUESTION` makes one"));
        };
        context.say(Style::of_errors().dim(&format!("going on with “{}”", one_line(&searched.question))));
        ask.question.text = searched.question;
        (ask.scope, ask.rated) = (searched.scope, searched.rated);
        (ask.mode, ask.tests) = (Mode::LAZY, Some(more));
    }
    Ok(ask)
}

/// Waits for an answer, whose text and stages are printed as they come; `lines` keeps what is no whole line yet.
fn streamed(out: &mut Output, lines: &mut Lines, session: &Session, ask: &Ask) -> Result<Answer, CliError> {
    let mut events = |event: AnswerEvent| {
        // A terminal that is gone is found out when the rest is printed.
        let _ = match event {
            AnswerEvent::Delta(text) => lines.add(out, &text),
            AnswerEvent::Stage(what) => lines.stage(out, &what),
            _ => Ok(()),
        };
    };
    let answered = answer(session, ask, &mut events);
    if answered.is_err() {
        let _ = lines.finish(out).and_then(|()| out.flush());
    }
    answered
}

/// Says beside the answer what it leaves out, how the question was understood, and what answering took.
fn say_more(context: &Context, ask: &Ask, answer: &Answer) {
    if answer.elsewhere > 0 {
        let passages = count(answer.elsewhere.into(), "passage elsewhere speaks", "passages elsewhere speak");
        context.say(format!("{passages} of this: without `--scope` everything is asked"));
    }
    if let Some(left_out) = query::left_out(&answer.trace) {
        context.say(one_line(&safe(&left_out)));
    }
    if let Some(question) = query::understood(&answer.trace) {
        context.say(Style::of_errors().dim(&format!("understood as: {}", one_line(&safe(question)))));
    }
    context.say(Style::of_errors().dim(&summary(ask, answer)));
}

/// Which conversation a question goes on with.
fn going_on(before: &conversation::Turns, analyst: &str) -> String {
    match before.last() {
        None => "nothing was asked of this index before: the question stands alone".to_owned(),
        Some((last, _)) => {
            let turns = count(before.len() as u64, "question", "questions");
            let without = if analyst == EXTRACTIVE {
                "; without a model only whom it points back to is taken from it"
            } else {
                ""
            };
            format!("going on from “{}” ({turns} before){without}", one_line(last))
        }
    }
}

/// Waits for an answer. What it waits for itself is told as a stage of it.
pub fn answer(session: &Session, ask: &Ask, events: query::Events<'_>) -> Result<Answer, CliError> {
    let (waits, mut waiting) = tokio::sync::mpsc::unbounded_channel();
    let spent = Spent::listened_to(move |why| drop(waits.send(why.to_owned())));
    let events = Mutex::new(events);
    let tell = |event| (events.lock().unwrap_or_else(PoisonError::into_inner))(event);
    let mut told = tell;
    during(&spent, async {
        let answering = answering(session, ask, &spent, &mut told);
        tokio::pin!(answering);
        loop {
            tokio::select! {
                answered = &mut answering => return answered,
                Some(why) = waiting.recv() => tell(AnswerEvent::Stage(format!("waiting: {why}"))),
            }
        }
    })?
}

/// Runs work that asks models, and says what it spent should somebody end it.
pub(super) fn during<F: Future>(spent: &Spent, work: F) -> Result<F::Output, CliError> {
    let runtime =
        crate::llm::runtime().map_err(|e| CliError::new(ErrorKind::Failed, format!("no thread to answer on: {e}")))?;
    interrupt::tells(spent);
    let done = runtime.block_on(work);
    interrupt::done();
    Ok(done)
}

/// Answers, and counts what that costs; where nothing could be answered, it is said with why.
pub(super) async fn answering(
    session: &Session,
    ask: &Ask,
    spent: &Spent,
    events: query::Events<'_>,
) -> Result<Answer, CliError> {
    spent.during(query::ask(session, ask, events)).await.map_err(|error| {
        let mut error = failed(error, session);
        error.message.extend(spent.told().map(|told| format!("; {told}")));
        error
    })
}

/// Why a question got no answer; what the index lacks is built of that very index.
fn failed(error: QueryError, session: &Session) -> CliError {
    match error {
        QueryError::NotBuilt { structure, .. } => {
            super::structures::not_built(error.to_string(), structure, session.reader.path())
        }
        other => other.into(),
    }
}

pub(super) fn shape<'a>(session: &Session, ask: &'a Ask, answer: &'a Answer) -> Result<Shape<'a>, CliError> {
    let citations = answer.citations.iter().map(|cited| CitationShape {
        kind: cited.record.kind,
        id: cited.record.id,
        title: &cited.title,
        grounded: cited.grounding == Grounding::Grounded,
        grounding: cited.grounding,
    });
    Ok(Shape {
        question: &ask.question.text,
        mode: ask.mode.name(),
        level: ask.level,
        scope: &ask.scope,
        answer: &answer.text,
        citations: citations.collect(),
        evidence: answer.evidence.iter().map(EvidenceShape::of).collect(),
        drill: &answer.drill,
        follow_ups: onward::follow_ups(&session.reader, ask, answer)?,
        written_from: answer.written_from,
        weak: &answer.weak,
        uncited: answer.uncited,
        check: answer.check.as_ref(),
        trace: &answer.trace,
        usage: answer.usage,
        analyst: &answer.analyst,
        elapsed_ms: answer.elapsed_ms,
    })
}

/// The records cited, so that the numbers in the answer can be read.
fn cited(out: &mut Output, answer: &Answer) -> Result<(), CliError> {
    if answer.citations.is_empty() {
        return Ok(());
    }
    out.line("")?;
    for cited in answer.citations.iter().take(LISTED) {
        let reference = out.style.accent(&pad(&cited.record.to_string(), 18));
        let note = grounding_in_words(cited.grounding);
        let room = out.width.saturating_sub(21 + note.len());
        let space = if note.is_empty() { "" } else { " " };
        out.line(format!("  {reference}{}{space}{note}", shorten_title(&one_line(&cited.title), room)))?;
    }
    if let Some(check) = answer.check_in_words() {
        out.paragraph("  ", &one_line(&check))?;
    }
    for weak in &answer.weak {
        let cites: Vec<String> = weak.cites.iter().map(ToString::to_string).collect();
        let lacks = match weak.missing.is_empty() {
            true => String::new(),
            false => format!(": they lack {}", weak.missing.join(", ")),
        };
        let how_far = if weak.support == Support::Partly { "Borne out only partly" } else { "Not borne out" };
        let said = format!("{how_far} by {}{lacks}: “{}”", cites.join(", "), weak.sentence);
        out.paragraph("  ", &one_line(&said))?;
    }
    if answer.citations.len() > LISTED {
        let more = out.style.dim(&and_more("  ", answer.citations.len() - LISTED));
        out.line(more)?;
    }
    Ok(())
}

/// What a citation that is not grounded is marked with, a blank in front.
pub(super) fn grounding_in_words(grounding: Grounding) -> &'static str {
    match grounding {
        Grounding::Grounded => "",
        Grounding::Ungrounded => " (not in the context)",
        Grounding::Unknown => " (no such record)",
    }
}

/// How many records an answer cites, and how many of them it was not written from.
pub(super) fn cited_in_words(answer: &Answer) -> String {
    let loose = answer.citations.iter().filter(|cited| cited.grounding != Grounding::Grounded).count();
    match (answer.citations.len(), loose) {
        (0, _) => "no citations".to_owned(),
        (all, 0) => format!("{}, all read", count(all as u64, "record cited", "records cited")),
        (all, loose) => {
            format!("{}, {loose} of them not among what was read", count(all as u64, "record cited", "records cited"))
        }
    }
}

/// One line on how the answer came about.
fn summary(ask: &Ask, answer: &Answer) -> String {
    let grounded = cited_in_words(answer);
    let WrittenFrom { read, quoted } = answer.written_from;
    let mut read = format!("read {}", count(read.into(), "record", "records"));
    if quoted > 0 {
        read.push_str(&format!(", and {} they quote", grouped(quoted.into())));
    }
    let chosen = query::choice(&answer.trace).filter(|_| ask.mode == Mode::AUTO);
    let chosen = chosen.or_else(|| query::by_gists(&answer.trace));
    if let Some(tested) = query::tested(&answer.trace) {
        read = format!("{tested} · {read}");
    }
    let mut summary = format!(
        "{}{} · {read} · {grounded} · {} · {} ms",
        ask.mode.name(),
        chosen.map_or_else(String::new, |chosen| format!(" → {chosen}")),
        if answer.is_by_model() { answer.analyst.as_str() } else { "without a model" },
        answer.elapsed_ms
    );
    let usage = answer.usage;
    if usage.calls + usage.cached_calls > 0 {
        let mut made = Vec::new();
        if usage.calls > 0 {
            let tokens = grouped(usage.prompt_tokens + usage.completion_tokens);
            let calls = count(u64::from(usage.calls), "call", "calls");
            made.push(format!("{calls}, {tokens} tokens, {}", dollars(usage.cost_usd)));
        }
        if usage.cached_calls > 0 {
            made.push(format!("{} answered before", grouped(u64::from(usage.cached_calls))));
        }
        summary.push_str(&format!(" · {}", made.join(", ")));
    }
    summary
}

#[derive(Serialize)]
struct ContextShape<'a> {
    question: &'a str,
    mode: &'a str,
    scope: &'a Scope,
    facts: &'a [String],
    records: Vec<RecordShape<'a>>,
}

#[derive(Serialize)]
struct RecordShape<'a> {
    #[serde(flatten)]
    record: Ref,
    title: &'a str,
    text: &'a str,
    tokens: u32,
}

/// What an analyst would be given.
fn print_context(context: &mut Context, ask: &Ask, gathered: &Gathered) -> Result<(), CliError> {
    if context.global.json {
        let records = gathered.records.iter().map(|record| RecordShape {
            record: record.record,
            title: &record.title,
            text: &record.text,
            tokens: record.tokens,
        });
        context.out.json(&ContextShape {
            question: &ask.question.text,
            mode: ask.mode.name(),
            scope: &ask.scope,
            facts: &gathered.facts,
            records: records.collect(),
        })?;
        return context.out.flush();
    }
    let out = &mut context.out;
    for fact in &gathered.facts {
        out.paragraph("", &safe(fact))?;
    }
    for record in &gathered.records {
        let reference = out.style.accent(&record.record.to_string());
        let title = out.style.bold(&one_line(&record.title));
        let tokens = out.style.dim(&count(record.tokens.into(), "token", "tokens"));
        out.line(format!("{reference}  {title}  {tokens}"))?;
        out.paragraph("", &safe(record.text.trim_end()))?;
        out.line("")?;
    }
    out.flush()
}

impl From<QueryError> for CliError {
    fn from(error: QueryError) -> Self {
        let message = error.to_string();
        match error {
            QueryError::Store(store) => store.into(),
            QueryError::Judgement(judgement) => judgement.into(),
            QueryError::Empty => CliError::usage(message).hint("`gleaner ask \"What are the main themes?\"`"),
            QueryError::NothingInScope => CliError::new(ErrorKind::NoRecord, message)
                .hint("`gleaner search WORDS --kind document` prints documents; a name, a format or a day may be another there"),
            QueryError::NoEngine(_) => CliError::usage(message).hint("`gleaner ask --help` lists them"),
            QueryError::NotBuilt { structure, .. } => CliError::new(ErrorKind::Failed, message)
                .hint(format!("`gleaner index --with {structure}` builds it, and leaves the rest as it is")),
            QueryError::NoLevel { .. } => CliError::usage(message).hint("`gleaner stats` prints the levels"),
        }
    }
}
