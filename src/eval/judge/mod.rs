//! A model as judge: of two answers (`pairs`), of the statements an answer makes (`claims`), of what a good answer
//! should state (`assertions`), and as the writer of questions (`questions`). Whether a judge can be trusted is
//! measured with it (`bias`). The extractive analyst never judges: it would be judging itself.

pub mod assertions;
pub mod bias;
pub mod claims;
pub mod pairs;
pub mod questions;
#[cfg(test)]
mod tests;

use serde_json::Value;

use crate::judgement::JudgementError;
use crate::judgement::model::Mind;
use crate::judgement::model::parse::json;
use crate::llm::{AnswerShape, ChatRequest, Message, Purpose, Role};
use crate::model::Usage;
use crate::prompts::{Slot, Step};

/// A judge, by the model of the role `rating`.
#[derive(Clone)]
pub struct Judge {
    mind: Mind,
}

impl Judge {
    pub fn new(mind: Mind) -> Self {
        Self { mind }
    }

    /// The model that judges.
    pub fn model(&self) -> &str {
        self.mind.provider.model(Role::Rating)
    }

    /// How many judgements to have under way at once.
    pub fn concurrency(&self) -> usize {
        self.mind.provider.concurrency().max(1)
    }

    /// Asks a step about a text, and reads the JSON that comes back. `trial` tells repeated judgements apart, from 0,
    /// so that each is made and kept by itself.
    async fn ask<T>(
        &self,
        step: Step,
        slots: &[(Slot, &str)],
        text: &str,
        trial: u32,
        read: impl Fn(&Value) -> Option<T>,
    ) -> Result<(T, Usage), JudgementError> {
        let prompt = self.mind.prompts.fill(step, slots);
        let text = if trial == 0 { text.to_owned() } else { format!("{text}\n\n(Judgement {}.)", trial + 1) };
        let messages = vec![Message::system(prompt), Message::user(text)];
        let request = ChatRequest::new(Purpose::Rate, step.name(), messages).shape(AnswerShape::Json);
        self.mind.ask_json(&request, read).await
    }

    /// Which of these statements a text says, in their order. Asked for a few at a time, so that none is overlooked; a
    /// text without words says none, and nobody is asked.
    pub async fn supported(
        &self,
        statements: &[String],
        text: &str,
        trial: u32,
    ) -> Result<(Vec<bool>, Usage), JudgementError> {
        let (mut all, mut usage) = (Vec::with_capacity(statements.len()), Usage::default());
        for some in statements.chunks(TOGETHER) {
            if text.trim().is_empty() {
                all.extend(vec![false; some.len()]);
                continue;
            }
            let numbered: Vec<String> =
                some.iter().enumerate().map(|(at, statement)| format!("{}. {statement}", at + 1)).collect();
            let asked = format!("Statements:\n{}\n\nText:\n{text}", numbered.join("\n"));
            let read = |value: &Value| verdicts(value, some.len());
            let (verdicts, spent) = self.ask(Step::JudgeSupport, &[], &asked, trial, read).await?;
            all.extend(verdicts);
            usage += spent;
        }
        Ok((all, usage))
    }
}

/// Statements that are judged in one call.
const TOGETHER: usize = 8;

/// Reads verdicts by number; none where one is missing.
fn verdicts(value: &Value, count: usize) -> Option<Vec<bool>> {
    let mut found: Vec<Option<bool>> = vec![None; count];
    for verdict in json::member(value, &["verdicts", "statements", "results"])?.as_array()? {
        let number = json::member(verdict, &["statement", "number", "id"]).and_then(json::number)? as usize;
        let supported = json::member(verdict, &["supported", "verdict", "value"])?;
        let supported =
            supported.as_bool().or_else(|| supported.as_str().map(|word| word.eq_ignore_ascii_case("true")))?;
        *found.get_mut(number.checked_sub(1)?)? = Some(supported);
    }
    found.into_iter().collect()
}

/// The texts of a list of texts, without empty ones.
fn texts(value: &Value, name: &str) -> Option<Vec<String>> {
    let list = json::member(value, &[name])?.as_array()?;
    let texts = list.iter().map(|item| json::text(item).trim().to_owned());
    Some(texts.filter(|text| !text.is_empty()).collect())
}
