//! Questions in a table: a column of questions and whichever others are known by the names that records have.

use std::path::Path;

use serde_json::{Map, Value};

use super::super::question::TestQuestion;
use super::{SetError, record};

/// Reads the rows of a table with a line of names.
pub fn questions(path: &Path, text: &str) -> Result<Vec<TestQuestion>, SetError> {
    let malformed = |place: String, detail: String| SetError::Malformed { path: path.to_owned(), place, detail };
    let mut rows = csv::ReaderBuilder::new().flexible(true).from_reader(text.as_bytes());
    let names: Vec<String> = match rows.headers() {
        Ok(names) => names.iter().map(|name| name.trim().to_lowercase()).collect(),
        Err(e) => return Err(malformed("line 1".to_owned(), e.to_string())),
    };
    let mut questions = Vec::new();
    for (number, row) in rows.records().enumerate() {
        let row = row.map_err(|e| malformed(format!("row {}", number + 1), e.to_string()))?;
        let fields: Map<String, Value> =
            names.iter().zip(row.iter()).map(|(name, cell)| (name.clone(), Value::from(cell))).collect();
        questions.extend(record::question(&Value::Object(fields)));
    }
    Ok(questions)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_known_by_their_names() {
        let text = "question_text,question_id,answer\n\"Who leased it, and when?\",q1,Orsk Ferries\n,q2,nobody\n";
        let questions = questions(Path::new("set.csv"), text).unwrap();
        assert_eq!(questions.len(), 1);
        assert_eq!((questions[0].id.as_str(), questions[0].question.as_str()), ("q1", "Who leased it, and when?"));
    }
}
