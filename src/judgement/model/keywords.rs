//! What a question looks for, named by a model: keywords of two levels (Guo et al., "LightRAG", 2024).

use serde_json::Value;

use super::fence::Fence;
use super::parse::{clean, json};
use super::{Mind, Unusable, schema};
use crate::judgement::{Judged, Keywords, Question};
use crate::llm::{ChatAnswer, ChatRequest, Message, Purpose};
use crate::prompts::Step;
use crate::text::display::sanitise::one_line;

/// Keywords of a level at most.
const MOST: usize = 12;
/// Bytes of a keyword at most.
const LONG: usize = 120;

/// Names the keywords of a question.
pub(super) async fn of(mind: &Mind, question: &Question) -> Judged<Keywords> {
    let said = Fence::around([question.text.as_str()]).text("question", &question.text);
    let messages = vec![Message::system(mind.prompts.fill(Step::Keywords, &[])), Message::user(said)];
    let request = ChatRequest::new(Purpose::Keywords, question.text.clone(), messages).shape(schema::keywords());
    Ok(mind.ask(&request, read).await?)
}

fn read(answer: &ChatAnswer, _: u32) -> Result<Keywords, Unusable> {
    const HIGH: [&str; 3] = ["high", "high_level_keywords", "high_level"];
    const LOW: [&str; 3] = ["low", "low_level_keywords", "low_level"];
    let thought = clean::without_thoughts(&answer.text);
    let holds = |value: &Value| [HIGH, LOW].iter().any(|names| json::member(value, names).is_some());
    let found = json::find(&thought, holds);
    let found = found.ok_or_else(|| Unusable { why: "no keywords in the answer".to_owned(), cut: false })?;
    let of = |names: &[&str]| {
        let given = json::member(&found.value, names).and_then(Value::as_array).into_iter().flatten();
        let words = given.map(|one| one_line(&json::text(one)).trim().to_owned());
        words.filter(|word| !word.is_empty() && word.len() <= LONG).take(MOST).collect::<Vec<_>>()
    };
    Ok(Keywords { high: of(&HIGH), low: of(&LOW) })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::super::extractor::tests::mind;
    use super::*;
    use crate::config::Settings;
    use crate::llm::scripted::ScriptedProvider;

    #[tokio::test]
    async fn keywords_are_read_and_an_answer_without_any_is_asked_for_again() {
        let provider = Arc::new(ScriptedProvider::new(|_, times| {
            Ok(match times {
                0 => "It is about the ferry.".to_owned(),
                _ => r#"{"high": ["causes of\ndelay", ""], "low": ["Orsk Ferries"]}"#.to_owned(),
            })
        }));
        let mind = mind(&provider, &Settings::default());
        let question = Question { text: "Why is Orsk Ferries late?".to_owned(), ..Question::default() };
        let (told, usage) = of(&mind, &question).await.expect("keywords");
        assert_eq!(told, Keywords { high: vec!["causes of delay".to_owned()], low: vec!["Orsk Ferries".to_owned()] });
        assert_eq!((usage.calls, provider.spoiled().len()), (2, 1));
    }
}
