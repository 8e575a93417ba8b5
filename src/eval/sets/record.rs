//! One record of a question set: the fields by which the usual benchmarks name the same things. Ours; GraphRAG-Bench
//! (`question_type`, `evidence`); HippoRAG's forms of MuSiQue (`paragraphs`), 2WikiMultihopQA and HotpotQA
//! (`supporting_facts`, `gold_titles`); benchmark-qed (`question_text`, `assertions`, `attributes`).

use serde_json::{Map, Value};

use super::super::question::{Answerable, Assertion, TestQuestion};

/// Reads a record; none where it has no question. A bare text is a question.
pub fn question(value: &Value) -> Option<TestQuestion> {
    if let Value::String(text) = value {
        return (!text.trim().is_empty())
            .then(|| TestQuestion { question: text.trim().to_owned(), ..TestQuestion::default() });
    }
    let fields = value.as_object()?;
    let text = |names: &[&str]| names.iter().find_map(|name| said(fields.get(*name)?));
    let mut found = TestQuestion {
        id: text(&["id", "question_id", "_id"]).unwrap_or_default(),
        question: text(&["question", "query", "question_text"])?,
        answers: listed(fields, &["answer", "answers", "reference", "ground_truth", "answer_aliases"]),
        evidence: listed(fields, &["evidence"]).iter().flat_map(|text| statements(text)).collect(),
        documents: documents(fields),
        turns: lines(fields.get("turns")),
        assertions: assertions(fields),
        kind: text(&["kind", "question_type", "type"]),
        scope: listed(fields, &["scope"]),
        answerable: Answerable(fields.get("answerable").and_then(truth).unwrap_or(true)),
    };
    if let Some(document) = text(&["document"]) {
        found.scope.push(format!("document:{document}"));
    }
    // What is written as a reference in a peer's results is the titles, not an answer.
    if fields.get("ground_truth").is_some_and(Value::is_array) {
        found.documents = found.answers.drain(..).map(|title| vec![title]).collect();
    }
    Some(found)
}

/// True or false, however it is written.
fn truth(value: &Value) -> Option<bool> {
    match value {
        Value::Bool(truth) => Some(*truth),
        Value::Number(number) => number.as_i64().map(|number| number != 0),
        Value::String(text) => match text.trim().to_lowercase().as_str() {
            "true" | "yes" | "y" | "1" => Some(true),
            "false" | "no" | "n" | "0" => Some(false),
            _ => None,
        },
        _ => None,
    }
}

/// A text or a number; none where nothing is in it.
fn said(value: &Value) -> Option<String> {
    let text = match value {
        Value::String(text) => text.trim().to_owned(),
        Value::Number(number) => number.to_string(),
        _ => String::new(),
    };
    (!text.is_empty()).then_some(text)
}

/// The texts of all these fields, each one text or a list, none twice.
fn listed(fields: &Map<String, Value>, names: &[&str]) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for value in names.iter().filter_map(|name| fields.get(*name)) {
        let texts = match value {
            Value::Array(values) => values.iter().filter_map(said).collect(),
            other => Vec::from_iter(said(other)),
        };
        for text in texts {
            if !all.contains(&text) {
                all.push(text);
            }
        }
    }
    all
}

/// Statements that were joined by a full stop and a semicolon.
fn statements(text: &str) -> Vec<String> {
    let parts = text.split(".;").map(|part| part.trim().trim_end_matches('.'));
    parts.filter(|part| !part.is_empty()).map(|part| format!("{part}.")).collect()
}

/// The documents wanted, by whichever field names them.
fn documents(fields: &Map<String, Value>) -> Vec<Vec<String>> {
    let items = |name: &str| fields.get(name).and_then(Value::as_array).into_iter().flatten();
    let mut wanted: Vec<Vec<String>> = Vec::new();
    let mut want = |any: Vec<String>| {
        if !any.is_empty() && !wanted.contains(&any) {
            wanted.push(any);
        }
    };
    for value in items("documents") {
        match value {
            Value::Array(any) => want(any.iter().filter_map(said).collect()),
            one => want(said(one).into_iter().collect()),
        }
    }
    // One document, or several in the cell of a table.
    let several =
        fields.get("documents").and_then(Value::as_str).into_iter().flat_map(|text| text.split([';', '|', '\n']));
    for one in several.map(str::trim).filter(|one| !one.is_empty()) {
        want(vec![one.to_owned()]);
    }
    for value in items("gold_titles") {
        want(said(value).into_iter().collect());
    }
    for fact in items("supporting_facts") {
        want(fact.get(0).and_then(said).into_iter().collect());
    }
    let supporting = |paragraph: &&Value| paragraph.get("is_supporting") == Some(&Value::Bool(true));
    for paragraph in items("paragraphs").filter(supporting) {
        want(paragraph.get("title").and_then(said).into_iter().collect());
    }
    wanted
}

/// Line numbers: a list of them, or of pairs of first and last.
pub(super) fn lines(value: Option<&Value>) -> Vec<usize> {
    let number = |value: &Value| match value {
        Value::String(text) => text.trim().parse().ok(),
        other => other.as_u64().and_then(|number| usize::try_from(number).ok()),
    };
    let mut lines: Vec<usize> = Vec::new();
    for item in value.and_then(Value::as_array).into_iter().flatten() {
        match item {
            Value::Array(pair) => {
                if let (Some(first), Some(last)) = (pair.first().and_then(number), pair.last().and_then(number)) {
                    // No meeting has more turns than this; a hostile file may say so.
                    lines.extend(first..=last.min(first + 100_000));
                }
            }
            one => lines.extend(number(one)),
        }
    }
    lines.sort_unstable();
    lines.dedup();
    lines
}

fn assertions(fields: &Map<String, Value>) -> Vec<Assertion> {
    let within = fields.get("attributes").and_then(|attributes| attributes.get("assertions"));
    let all = fields.get("assertions").or(within).and_then(Value::as_array);
    all.into_iter().flatten().filter_map(assertion).collect()
}

fn assertion(value: &Value) -> Option<Assertion> {
    if let Some(statement) = said(value) {
        return Some(Assertion { statement, ..Assertion::default() });
    }
    let fields = value.as_object()?;
    let statement = ["statement", "assertion", "text"].iter().find_map(|name| said(fields.get(*name)?))?;
    let supporting = fields.get("supporting").or(fields.get("supporting_assertions")).and_then(Value::as_array);
    let supporting = supporting.into_iter().flatten().filter_map(assertion).collect();
    Some(Assertion { statement, sources: listed(fields, &["sources"]), supporting })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn multi_hop_sets_name_their_passages() {
        let supported = json!({
            "id": "a", "question": "Who owned the quay's lessee?", "answer": "Ilse Brandt", "answer_aliases": ["I. Brandt"],
            "paragraphs": [
                {"title": "Quay", "is_supporting": true},
                {"title": "Ferry", "is_supporting": false},
                {"title": "Orsk Ferries", "is_supporting": true},
            ],
        });
        let found = question(&supported).unwrap();
        assert_eq!(found.documents, [["Quay"], ["Orsk Ferries"]]);
        assert_eq!(found.answers, ["Ilse Brandt", "I. Brandt"]);
        let facts = json!({"_id": "b", "question": "Who?", "answer": "yes", "supporting_facts": [["Quay", 0], ["Quay", 1], ["Ferry", 0]]});
        assert_eq!(question(&facts).unwrap().documents, [["Quay"], ["Ferry"]]);
        let titles = json!({"id": "c", "question": "Who?", "gold_titles": ["Quay"], "question_type": "comparison"});
        let found = question(&titles).unwrap();
        assert_eq!((found.documents, found.kind.as_deref()), (vec![vec!["Quay".to_owned()]], Some("comparison")));
    }

    #[test]
    fn cells_of_a_table_are_read_as_what_they_say() {
        let row = json!({"question": "Who?", "answerable": "False", "documents": "lease.txt; minutes.md"});
        let found = question(&row).unwrap();
        assert!(!found.answerable.0);
        assert_eq!(found.documents, [["lease.txt"], ["minutes.md"]]);
        assert!(!question(&json!({"question": "Who?", "answerable": "no"})).unwrap().answerable.0);
        assert!(question(&json!({"question": "Who?", "answerable": "perhaps"})).unwrap().answerable.0);
    }

    #[test]
    fn evidence_is_cut_into_statements() {
        let record = json!({"question": "Where?", "evidence": "It leaked at the gate.; The gate is north of St. Ann; 3 m deep."});
        assert_eq!(
            question(&record).unwrap().evidence,
            ["It leaked at the gate.", "The gate is north of St. Ann; 3 m deep."]
        );
        let list = json!({"question": "Where?", "evidence": ["It leaked", "It held."]});
        assert_eq!(question(&list).unwrap().evidence, ["It leaked.", "It held."]);
    }

    #[test]
    fn assertions_keep_their_sources_and_what_they_sum_up() {
        let record = json!({
            "question_id": "x1", "question_text": "What went wrong?",
            "assertions": ["The gate leaked.", {"statement": "Costs rose.", "sources": ["12"], "supporting_assertions": [{"assertion": "Cement rose."}]}],
        });
        let found = question(&record).unwrap();
        assert_eq!((found.id.as_str(), found.assertions.len()), ("x1", 2));
        assert_eq!(found.assertions[1].supporting[0].statement, "Cement rose.");
        assert_eq!(found.assertions[1].sources, ["12"]);
    }

    #[test]
    fn lines_are_numbers_or_spans() {
        assert_eq!(lines(Some(&json!([[2, 4], ["7", "8"], 3]))), [2, 3, 4, 7, 8]);
        assert_eq!(lines(Some(&json!("x"))), [0usize; 0]);
        assert_eq!(question(&json!({"answer": "no question"})), None);
    }
}
