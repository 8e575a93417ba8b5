//! How a question is gone about, planned by a model: the parts that it is taken apart into, as LazyGraphRAG does, and
//! the report that might answer it, to which DRIFT looks for the likest (both Microsoft Research, 2024).

use serde_json::Value;

use super::fence::Fence;
use super::parse::{clean, json};
use super::{Mind, Unusable, schema};
use crate::judgement::{ContextRecord, Judged, Question};
use crate::llm::{ChatAnswer, ChatRequest, Message, Purpose};
use crate::prompts::{Slot, Step};
use crate::text::display::sanitise::one_line;
use crate::text::words::terms::folded;

/// Questions that one is taken apart into at most.
const PARTS: usize = 5;
/// Words of a supposed report: it is looked for by these, and of a long query the beginning counts.
const WORDS: &str = "120";
/// Bytes of the report that shows the form.
const SHOWN: usize = 2_000;

/// The questions that one consists of; itself alone where it is not to be taken apart.
pub(super) async fn subquestions(mind: &Mind, question: &Question) -> Judged<Vec<String>> {
    let said = Fence::around([question.text.as_str()]).text("question", &question.text);
    let messages = vec![Message::system(mind.prompts.fill(Step::Subquestions, &[])), Message::user(said)];
    let request = ChatRequest::new(Purpose::Plan, question.text.clone(), messages).shape(schema::questions());
    let (mut parts, usage) = mind.ask(&request, read).await?;
    if parts.is_empty() {
        parts.push(question.text.clone());
    }
    Ok((parts, usage))
}

fn read(answer: &ChatAnswer, _: u32) -> Result<Vec<String>, Unusable> {
    const QUESTIONS: [&str; 3] = ["questions", "subquestions", "sub_questions"];
    let thought = clean::without_thoughts(&answer.text);
    let list =
        |value: &Value| -> Option<Vec<Value>> { json::member(value, &QUESTIONS).unwrap_or(value).as_array().cloned() };
    let found = json::find(&thought, |value| list(value).is_some()).and_then(|found| list(&found.value));
    let found = found.ok_or_else(|| Unusable { why: "no list of questions in the answer".to_owned(), cut: false })?;
    let parts = found.iter().map(|one| one_line(&json::text(one)).trim().to_owned());
    Ok(parts.filter(|part| is_question(part)).take(PARTS).collect())
}

/// True for what can be searched for by itself: it has words, and no more than a question has.
pub(super) fn is_question(text: &str) -> bool {
    const LONG: usize = 400;
    text.len() <= LONG && !folded(text).is_empty()
}

/// The report that might answer a question, in the form of another.
pub(super) async fn supposed(mind: &Mind, question: &Question, like: &ContextRecord) -> Judged<String> {
    let shown = &like.text[..like.text.floor_char_boundary(SHOWN)];
    let fence = Fence::around([question.text.as_str(), shown]);
    let said = format!("{}\n{}", fence.text("example", shown), fence.text("question", &question.text));
    let prompt = mind.prompts.fill(Step::Suppose, &[(Slot::MaxWords, WORDS)]);
    let messages = vec![Message::system(prompt), Message::user(said)];
    let request = ChatRequest::new(Purpose::Plan, question.text.clone(), messages);
    Ok(mind.ask(&request, super::extractor::read_text).await?)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::super::extractor::tests::mind;
    use super::*;
    use crate::config::Settings;
    use crate::llm::scripted::ScriptedProvider;

    async fn taken_apart(answer: &'static str) -> Vec<String> {
        let provider = Arc::new(ScriptedProvider::new(move |_, times| {
            Ok(if times == 0 { "Let me think.".to_owned() } else { answer.to_owned() })
        }));
        let question = Question { text: "Why is Orsk Ferries late?".to_owned(), ..Question::default() };
        let (parts, usage) = subquestions(&mind(&provider, &Settings::default()), &question).await.expect("parts");
        assert_eq!((usage.calls, provider.spoiled().len()), (2, 1));
        parts
    }

    #[tokio::test]
    async fn a_question_is_taken_apart_and_one_for_a_fact_stays_whole() {
        let parts = taken_apart(r#"{"questions": ["Which ferries were\nlate?", "?", "What broke?"]}"#).await;
        assert_eq!(parts, ["Which ferries were late?", "What broke?"]);
        assert_eq!(taken_apart(r#"{"questions": []}"#).await, ["Why is Orsk Ferries late?"]);
    }
}
