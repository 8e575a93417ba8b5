//! A meeting with its queries, as QMSum publishes them: one JSON object a meeting, general and specific queries with
//! their answers, and the turns that are relevant. It is asked of the document that has the file's name.

use std::path::Path;

use serde_json::{Map, Value};

use super::super::question::TestQuestion;
use super::record;

/// The lists of queries, with what each is called.
const LISTS: [(&str, &str); 2] = [("general_query_list", "general"), ("specific_query_list", "specific")];

/// True for the fields of a meeting.
pub fn is_one(fields: &Map<String, Value>) -> bool {
    fields.contains_key("meeting_transcripts") || LISTS.iter().any(|(list, _)| fields.contains_key(*list))
}

/// The queries of a meeting.
pub fn questions(path: &Path, fields: &Map<String, Value>) -> Vec<TestQuestion> {
    let meeting = ["meeting_id", "id"].iter().find_map(|name| fields.get(*name)?.as_str().map(str::to_owned));
    let stem = || path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let meeting = meeting.unwrap_or_else(stem);
    let mut questions = Vec::new();
    for (list, kind) in LISTS {
        let queries = fields.get(list).and_then(Value::as_array);
        for (number, query) in queries.into_iter().flatten().enumerate() {
            let Some(mut question) = record::question(query) else { continue };
            question.id = format!("{meeting}-{}{number}", &kind[..1]);
            question.kind = Some(kind.to_owned());
            question.scope = vec![format!("document:{meeting}")];
            question.turns = record::lines(query.get("relevant_text_span"));
            questions.push(question);
        }
    }
    questions
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn queries_keep_their_turns_and_their_meeting() {
        let meeting = json!({
            "topic_list": [], "meeting_transcripts": [{"speaker": "Clerk", "content": "We begin."}],
            "general_query_list": [{"query": "Summarise the meeting", "answer": "They began."}],
            "specific_query_list": [{"query": "What began?", "answer": "It.", "relevant_text_span": [["0", "2"]]}],
        });
        let fields = meeting.as_object().unwrap();
        assert!(is_one(fields));
        let questions = questions(Path::new("val/quay7.json"), fields);
        let told: Vec<(&str, &str, usize)> =
            questions.iter().map(|q| (q.id.as_str(), q.scope[0].as_str(), q.turns.len())).collect();
        assert_eq!(told, [("quay7-g0", "document:quay7", 0), ("quay7-s0", "document:quay7", 3)]);
    }
}
