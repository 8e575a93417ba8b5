//! Prints what tells which passage begins an answer, for every passage that was found for a set of questions, one JSON
//! object a line, for `benches/rank/fit_opening.py`, which fits the weights of it. With `answered` prints instead what
//! tells whether the passages chosen answer at all, for `benches/rank/fit_answered.py`.
//!
//! usage: opening_features INDEX QUESTIONS.jsonl [answered]     a question: {id, question}

use std::io::{BufRead, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use futures::future::BoxFuture;
use futures::stream::BoxStream;
use gleaner::judgement::extractive::analyst::ExtractiveAnalyst;
use gleaner::judgement::extractive::relevance::answered::{FEATURES, MeasuredAnswer};
use gleaner::judgement::extractive::relevance::opening::{Opening, names};
use gleaner::judgement::{Analyst, AnswerPiece, ContextRecord, Judged, JudgementError, Point, Question};
use gleaner::query::{self, Ask, Session};
use gleaner::store::Reader;

/// Answers as the extractive analyst does, and keeps what it measured.
struct Measuring {
    analyst: ExtractiveAnalyst,
    measured: Mutex<Vec<Opening>>,
    answered: Mutex<Option<MeasuredAnswer>>,
}

impl Analyst for Measuring {
    fn name(&self) -> &str {
        self.analyst.name()
    }

    fn concurrency(&self) -> usize {
        self.analyst.concurrency()
    }

    fn parts(&self, question: &str) -> Vec<String> {
        self.analyst.parts(question)
    }

    fn rate<'a>(&'a self, question: &'a Question, record: &'a ContextRecord) -> BoxFuture<'a, Judged<f32>> {
        self.analyst.rate(question, record)
    }

    fn map<'a>(&'a self, question: &'a Question, batch: &'a [ContextRecord]) -> BoxFuture<'a, Judged<Vec<Point>>> {
        self.analyst.map(question, batch)
    }

    fn reduce<'a>(
        &'a self,
        question: &'a Question,
        points: &'a [Point],
    ) -> BoxStream<'a, Result<AnswerPiece, JudgementError>> {
        self.analyst.reduce(question, points)
    }

    fn answer<'a>(
        &'a self,
        question: &'a Question,
        context: &'a [ContextRecord],
    ) -> BoxStream<'a, Result<AnswerPiece, JudgementError>> {
        let openings = self.analyst.openings(question, context);
        self.measured.lock().unwrap_or_else(PoisonError::into_inner).extend(openings);
        let answered = self.analyst.answered(question, context);
        *self.answered.lock().unwrap_or_else(PoisonError::into_inner) = answered;
        self.analyst.answer(question, context)
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (index, questions, of_answers) = match arguments.as_slice() {
        [index, questions] => (index, questions, false),
        [index, questions, what] if what == "answered" => (index, questions, true),
        _ => return Err("usage: opening_features INDEX QUESTIONS.jsonl [answered]".into()),
    };
    let session = Session::extractive(Arc::new(Reader::open(Path::new(index))?));
    let analyst = ExtractiveAnalyst::new(Arc::clone(&session.lexicon));
    let measuring = Arc::new(Measuring { analyst, measured: Mutex::default(), answered: Mutex::default() });
    let session = session.answered_by(Arc::clone(&measuring) as Arc<dyn Analyst>);
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    let features = if of_answers { FEATURES.map(str::to_owned).to_vec() } else { names() };
    writeln!(out, "{}", serde_json::json!({ "features": features }))?;
    for line in std::io::BufReader::new(std::fs::File::open(questions)?).lines() {
        let row: serde_json::Value = serde_json::from_str(&line?)?;
        let text = row["question"].as_str().unwrap_or_default().to_owned();
        let ask = Ask { question: Question { text, ..Question::default() }, ..Ask::default() };
        let answer =
            tokio::runtime::Builder::new_current_thread().build()?.block_on(query::ask(&session, &ask, &mut |_| {}));
        answer?;
        let answered = measuring.answered.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(measured) = answered.filter(|_| of_answers) {
            let quoted: Vec<_> = measured.quoted.iter().map(|one| format!("{} {}", one.title, one.text)).collect();
            let line = serde_json::json!({
                "id": row["id"],
                "quoted": quoted,
                "gives": measured.gives,
                "lacks": measured.lacks,
                "features": rounded(&measured.features),
            });
            writeln!(out, "{line}")?;
        }
        let openings = std::mem::take(&mut *measuring.measured.lock().unwrap_or_else(PoisonError::into_inner));
        for Opening { evidence, features } in openings.into_iter().filter(|_| !of_answers) {
            let line = serde_json::json!({
                "id": row["id"],
                "quote": evidence.quoted(),
                "window": evidence.text,
                "title": evidence.title,
                "features": rounded(&features),
            });
            writeln!(out, "{line}")?;
        }
    }
    Ok(())
}

fn rounded(features: &[f32]) -> Vec<f32> {
    features.iter().map(|feature| (feature * 1e4).round() / 1e4).collect()
}
