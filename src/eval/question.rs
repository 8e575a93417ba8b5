//! A test question with what is known of its answer, and a set of them. A set is a file; its own form is JSON Lines, a
//! question a line, in which only `question` must be there.

use serde::{Deserialize, Serialize};

use crate::model::hash::hex;

/// A question of a set.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct TestQuestion {
    /// Names it across runs; its number in the file, from 1, where the file gives none.
    pub id: String,
    pub question: String,
    /// Answers that will do, the one to compare with first; none where nobody wrote one.
    #[serde(rename = "answer", skip_serializing_if = "Vec::is_empty")]
    pub answers: Vec<String>,
    /// Statements that an answer rests on, each by itself.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub evidence: Vec<String>,
    /// Of each reference the documents of which one will do, by file name, path or title.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub documents: Vec<Vec<String>>,
    /// Lines, from 0, of the document asked that hold the answer.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub turns: Vec<usize>,
    /// Statements that a good answer makes, the most important first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub assertions: Vec<Assertion>,
    /// What sort of question it is: figures are also given by kind.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    /// What it is asked of: `document:NAME` or `folder:PATH` each; everything when empty.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub scope: Vec<String>,
    /// False for a question that the documents do not answer: to refuse it is right.
    #[serde(skip_serializing_if = "is_true")]
    pub answerable: Answerable,
}

/// Whether the documents answer a question; they do unless the set says otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Answerable(pub bool);

impl Default for Answerable {
    fn default() -> Self {
        Self(true)
    }
}

fn is_true(answerable: &Answerable) -> bool {
    answerable.0
}

/// A statement that a good answer makes.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Assertion {
    #[serde(alias = "assertion", alias = "text")]
    pub statement: String,
    /// What it rests on, as the set gives it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub sources: Vec<String>,
    /// Narrower statements that it sums up.
    #[serde(alias = "supporting_assertions", skip_serializing_if = "Vec::is_empty")]
    pub supporting: Vec<Assertion>,
}

impl TestQuestion {
    /// Returns the answer that others are compared with; empty when there is none.
    pub fn reference(&self) -> &str {
        self.answers.first().map_or("", String::as_str)
    }
}

/// A file of questions.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct QuestionSet {
    /// What it is called in tables: the file's name, with its folder's where that says more.
    pub name: String,
    pub questions: Vec<TestQuestion>,
}

impl QuestionSet {
    /// Returns a hash of all questions with all that is known of their answers: another one means another set.
    pub fn fingerprint(&self) -> String {
        let lines: Vec<String> =
            self.questions.iter().map(|question| serde_json::to_string(question).unwrap_or_default()).collect();
        hex(lines.join("\n").as_bytes())
    }

    /// Keeps the questions that something is true of.
    pub fn of_those(mut self, is_one: impl Fn(&TestQuestion) -> bool) -> Self {
        self.questions.retain(is_one);
        self
    }

    /// Keeps at most `limit` questions, taken evenly over the whole set.
    pub fn limited(mut self, limit: Option<usize>) -> Self {
        if let Some(limit) = limit.filter(|limit| *limit > 0 && *limit < self.questions.len()) {
            let step = (self.questions.len() / limit).max(1);
            self.questions = self.questions.into_iter().step_by(step).take(limit).collect();
        }
        self
    }

    /// Writes the set in its own form.
    pub fn to_json_lines(&self) -> serde_json::Result<String> {
        let mut lines = String::new();
        for question in &self.questions {
            lines.push_str(&serde_json::to_string(question)?);
            lines.push('\n');
        }
        Ok(lines)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(questions: usize) -> QuestionSet {
        let questions = (0..questions).map(|at| TestQuestion {
            id: at.to_string(),
            question: format!("Who leased quay {at}?"),
            ..TestQuestion::default()
        });
        QuestionSet { name: "quays".to_owned(), questions: questions.collect() }
    }

    #[test]
    fn a_limit_takes_evenly() {
        let ids: Vec<String> = set(10).limited(Some(3)).questions.into_iter().map(|question| question.id).collect();
        assert_eq!(ids, ["0", "3", "6"]);
        assert_eq!(set(3).limited(Some(5)).questions.len(), 3);
        assert_eq!(set(3).limited(None).questions.len(), 3);
        // Of those that something is true of.
        let few = set(10).of_those(|question| ["3", "7"].contains(&question.id.as_str())).limited(Some(2));
        assert_eq!(few.questions.len(), 2);
    }

    #[test]
    fn another_answer_makes_another_set() {
        let mut other = set(3);
        assert_eq!(other.fingerprint(), set(3).fingerprint());
        other.questions[1].answers.push("The Orsk Ferries".to_owned());
        assert_ne!(other.fingerprint(), set(3).fingerprint());
    }
}
