//! Prints the features of every passage that could answer a set of questions, one JSON object a line, for
//! `benches/rank/fit.py`, which fits the weights of the ranking to them.
//!
//! usage: rank_features INDEX QUESTIONS.jsonl [MOST]     a question: {id, question, answer, document?}

use std::collections::HashMap;
use std::io::{BufRead, Write};
use std::path::Path;
use std::sync::Arc;

use gleaner::judgement::Question;
use gleaner::judgement::rank::asked::PreparedQuestion;
use gleaner::judgement::rank::{Measured, measured};
use gleaner::model::{DocumentId, Mode, Scope};
use gleaner::query::{self, Ask, Session};
use gleaner::store::{DocumentOrder, Reader};
use gleaner::text::question::Reading;
use gleaner::text::words::terms::Stems;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [index, questions, rest @ ..] = arguments.as_slice() else {
        return Err("usage: rank_features INDEX QUESTIONS.jsonl [MOST]".into());
    };
    let most: usize = rest.first().map_or(Ok(usize::MAX), |most| most.parse())?;
    let reader = Arc::new(Reader::open(Path::new(index))?);
    let ids = reader.document_ids(DocumentOrder::Title)?;
    let paths: HashMap<String, DocumentId> = reader
        .documents(&ids)?
        .into_iter()
        .map(|document| (document.path.rsplit('/').next().unwrap_or_default().to_owned(), document.id))
        .collect();
    let session = Session::extractive(Arc::clone(&reader));
    let all: Vec<serde_json::Value> = std::io::BufReader::new(std::fs::File::open(questions)?)
        .lines()
        .map(|line| Ok(serde_json::from_str(&line?)?))
        .collect::<Result<_, Box<dyn std::error::Error>>>()?;
    let step = (all.len() / most.max(1)).max(1);
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    for row in all.iter().step_by(step).take(most) {
        let text = row["question"].as_str().unwrap_or_default().to_owned();
        let documents: Vec<DocumentId> =
            row["document"].as_str().and_then(|name| paths.get(name).copied()).into_iter().collect();
        let ask = Ask {
            question: Question { text: text.clone(), ..Question::default() },
            mode: Mode::BASIC,
            scope: Scope { documents, ..Scope::default() },
            ..Ask::default()
        };
        let gathered = query::gather(&session, &ask, &mut |_| {})?;
        let asked = PreparedQuestion::new(&Reading::of(&text), &*session.lexicon);
        for Measured { record, candidate, features, .. } in
            measured(&asked, &gathered.records, &*session.lexicon, &mut Stems::default())
        {
            let line = serde_json::json!({
                "id": row["id"],
                "record": record,
                "quote": candidate.evidence.quoted(),
                "window": candidate.evidence.text,
                "spoken": candidate.spoken,
                "title": candidate.evidence.title,
                "features": features.map(|x| (x * 1e4).round() / 1e4).as_slice(),
            });
            writeln!(out, "{line}")?;
        }
    }
    Ok(())
}
