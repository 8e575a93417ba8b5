//! Reading question sets, whatever they came as: JSON Lines or a JSON list of records with the field names that the
//! usual benchmarks have (`record`), meetings with their queries (`meeting`), tables with a column of questions
//! (`table`), or a folder with such files.

mod meeting;
mod record;
mod table;

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::question::{QuestionSet, TestQuestion};
use crate::model::hash::hex;
use crate::model::shown_path;

/// File that names the documents wanted by each question's id, beside the questions.
const GOLD: &str = "gold.json";

/// A question set could not be read.
#[derive(Debug, thiserror::Error)]
pub enum SetError {
    #[error("{} cannot be read: {detail}", shown_path(path))]
    Unreadable { path: PathBuf, detail: String },
    #[error("{}, {place}: {detail}", shown_path(path))]
    Malformed { path: PathBuf, place: String, detail: String },
    #[error("{} holds no questions", shown_path(.0))]
    Empty(PathBuf),
}

impl SetError {
    /// Says what to do next.
    pub fn hint(&self) -> &'static str {
        match self {
            SetError::Unreadable { .. } => "name a file of questions (JSON Lines, JSON or CSV), or a folder with one",
            SetError::Malformed { .. } | SetError::Empty(_) => {
                "a line of JSON with a `question` each will do; `answer`, `documents` and `evidence` say what is right"
            }
        }
    }
}

/// Reads a set from a file, or from the files of a folder.
///
/// # Errors
/// What cannot be read, what is no JSON or CSV, and a file without a question, each with its place.
pub fn read(path: &Path) -> Result<QuestionSet, SetError> {
    let mut questions = if path.is_dir() { folder(path)? } else { file(path)? };
    if questions.is_empty() {
        return Err(SetError::Empty(path.to_owned()));
    }
    let beside = if path.is_dir() { path.join(GOLD) } else { path.with_file_name(GOLD) };
    if beside.is_file() {
        add_gold(&beside, &mut questions)?;
    }
    name_apart(&mut questions);
    Ok(QuestionSet { name: name_of(path), questions })
}

fn folder(path: &Path) -> Result<Vec<TestQuestion>, SetError> {
    let unreadable = |e: std::io::Error| SetError::Unreadable { path: path.to_owned(), detail: e.to_string() };
    let mut files: Vec<PathBuf> = Vec::new();
    for entry in std::fs::read_dir(path).map_err(unreadable)? {
        let file = entry.map_err(unreadable)?.path();
        let is_set =
            file.extension().is_some_and(|ending| ["jsonl", "json", "csv"].iter().any(|known| ending == *known));
        if is_set && file.is_file() && file.file_name().is_some_and(|name| name != GOLD && name != "corpus.json") {
            files.push(file);
        }
    }
    files.sort();
    // Where a file says that it holds questions, the others hold something else.
    let named = |file: &PathBuf| file.file_stem().is_some_and(|stem| stem.to_string_lossy().contains("question"));
    if files.iter().any(named) {
        files.retain(named);
    }
    let mut questions = Vec::new();
    for file_path in files {
        questions.extend(file(&file_path)?);
    }
    Ok(questions)
}

/// Reads a set from lines of JSON that are no file.
///
/// # Errors
/// A line that is no JSON, or no question at all.
pub fn of_lines(name: &str, text: &str) -> Result<QuestionSet, SetError> {
    let path = Path::new(name);
    let mut questions = lines(path, text)?;
    if questions.is_empty() {
        return Err(SetError::Empty(path.to_owned()));
    }
    name_apart(&mut questions);
    Ok(QuestionSet { name: name.to_owned(), questions })
}

fn file(path: &Path) -> Result<Vec<TestQuestion>, SetError> {
    let bytes =
        std::fs::read(path).map_err(|e| SetError::Unreadable { path: path.to_owned(), detail: e.to_string() })?;
    let text = String::from_utf8_lossy(&bytes);
    let text = text.trim_start_matches('\u{feff}');
    if path.extension().is_some_and(|ending| ending == "csv") {
        return table::questions(path, text);
    }
    // One value, or a value a line: a list over several lines begins with its bracket.
    if let Ok(value) = serde_json::from_str::<Value>(text) {
        return Ok(questions_of(path, &value));
    }
    lines(path, text)
}

fn lines(path: &Path, text: &str) -> Result<Vec<TestQuestion>, SetError> {
    let mut questions = Vec::new();
    for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let value: Value = serde_json::from_str(line).map_err(|e| SetError::Malformed {
            path: path.to_owned(),
            place: format!("line {}, column {}", number + 1, e.column()),
            detail: "this is no JSON".to_owned(),
        })?;
        let of_line = questions_of(path, &value);
        if of_line.is_empty() {
            return Err(SetError::Malformed {
                path: path.to_owned(),
                place: format!("line {}", number + 1),
                detail: "there is no `question` in it".to_owned(),
            });
        }
        questions.extend(of_line);
    }
    Ok(questions)
}

fn questions_of(path: &Path, value: &Value) -> Vec<TestQuestion> {
    match value {
        Value::Array(values) => values.iter().filter_map(record::question).collect(),
        Value::Object(fields) if meeting::is_one(fields) => meeting::questions(path, fields),
        // A list under a name of its own.
        Value::Object(fields) if record::question(value).is_none() => {
            let lists = fields.values().filter_map(Value::as_array);
            lists.flatten().filter_map(record::question).collect()
        }
        other => record::question(other).into_iter().collect(),
    }
}

/// Adds the documents wanted: `{id: [[file, …], …]}`.
fn add_gold(path: &Path, questions: &mut [TestQuestion]) -> Result<(), SetError> {
    let text = std::fs::read_to_string(path)
        .map_err(|e| SetError::Unreadable { path: path.to_owned(), detail: e.to_string() })?;
    let mut gold: HashMap<String, Vec<Vec<String>>> = serde_json::from_str(&text).map_err(|e| SetError::Malformed {
        path: path.to_owned(),
        place: format!("line {}, column {}", e.line(), e.column()),
        detail: "not lists of documents by a question's id".to_owned(),
    })?;
    for question in questions {
        if let Some(documents) = gold.remove(&question.id) {
            question.documents = documents;
        }
    }
    Ok(())
}

/// Gives every question a name of its own: where the set gives none, one by its words, which stays when rows come and
/// go.
fn name_apart(questions: &mut [TestQuestion]) {
    let mut seen: HashMap<String, usize> = HashMap::new();
    const LETTERS: usize = 8;
    for question in questions {
        if question.id.is_empty() {
            question.id = hex(question.question.as_bytes())[..LETTERS].to_owned();
        }
        let times = seen.entry(question.id.clone()).or_default();
        *times += 1;
        if *times > 1 {
            question.id = format!("{}#{times}", question.id);
        }
    }
}

/// `qa/medical/questions.jsonl` → `medical`; a file whose name says what it is keeps it.
fn name_of(path: &Path) -> String {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let above = || path.parent().and_then(Path::file_name).map(|name| name.to_string_lossy().into_owned());
    if stem == "questions" && !path.is_dir() { above().filter(|name| !name.is_empty()).unwrap_or(stem) } else { stem }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_text(name: &str, text: &str) -> Result<QuestionSet, SetError> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        read(&path)
    }

    #[test]
    fn lines_and_lists_are_read_alike() {
        let record = r#"{"question": "Who leased the quay?", "answer": "Orsk Ferries", "kind": "fact"}"#;
        let lines = read_text("set.jsonl", &format!("{record}\n\n{record}\n")).unwrap();
        let list = read_text("set.json", &format!("[{record},\n{record}]")).unwrap();
        assert_eq!(lines, list);
        let ids: Vec<&str> = lines.questions.iter().map(|question| question.id.as_str()).collect();
        assert_eq!(ids[1], format!("{}#2", ids[0]));
        let later = read_text("set.jsonl", &format!("{{\"question\": \"When?\"}}\n{record}\n")).unwrap();
        assert_eq!(later.questions[1].id, ids[0], "a row in front changes no name");
        assert_eq!(lines.questions[0].reference(), "Orsk Ferries");
    }

    #[test]
    fn what_is_wrong_is_said_with_its_place() {
        let error = read_text("set.jsonl", "{\"question\": \"Who?\"}\n{oops}\n").unwrap_err();
        assert!(error.to_string().ends_with("set.jsonl, line 2, column 2: this is no JSON"), "{error}");
        let error = read_text("set.jsonl", "{\"question\": \"Who?\"}\n{\"answr\": 1}\n").unwrap_err();
        assert!(error.to_string().ends_with("line 2: there is no `question` in it"), "{error}");
        assert!(matches!(read_text("set.json", "[]"), Err(SetError::Empty(_))));
        assert!(matches!(read(Path::new("/nowhere/at/all")), Err(SetError::Unreadable { .. })));
    }

    #[test]
    fn a_folder_brings_its_gold() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
        write("questions.jsonl", r#"{"id": "q1", "query": "Who leased the quay?"}"#);
        write("gold.json", r#"{"q1": [["lease.txt", "lease (copy).txt"], ["minutes.md"]]}"#);
        write("notes.json", r#"[{"question": "Is this one?"}]"#);
        let set = read(folder.path()).unwrap();
        assert_eq!(set.questions.len(), 1);
        assert_eq!(set.questions[0].documents, [vec!["lease.txt", "lease (copy).txt"], vec!["minutes.md"]]);
        assert_eq!(read(&folder.path().join("questions.jsonl")).unwrap().questions, set.questions);
    }

    #[test]
    fn ids_that_return_are_told_apart_and_what_is_written_is_read_back() {
        let set = read_text(
            "set.jsonl",
            "{\"id\": 7, \"question\": \"Who?\", \"answer\": [\"A\", \"B\"], \"answerable\": false}\n{\"id\": 7, \"question\": \"When?\", \"scope\": [\"folder:letters\"]}",
        )
        .unwrap();
        assert_eq!(set.questions[1].id, "7#2");
        let again = read_text("set.jsonl", &set.to_json_lines().unwrap()).unwrap();
        assert_eq!(again, set);
        assert!(!again.questions[0].answerable.0);
    }
}
