//! Answers as text to take elsewhere: with numbered sources and what they say, or bare.

use super::{State, Turn};
use crate::model::{Evidence, without_citations};
use crate::tui::panes::reader::copy::Draft;

impl State {
    /// The answer of the current turn without its citations.
    pub fn bare(&self) -> Option<String> {
        let turn = &self.turns[self.current_turn()?];
        Some(without_citations(turn.text.text()))
    }

    /// The answer of the current turn, to be copied.
    pub fn drafted(&self) -> Option<Draft> {
        let turn = &self.turns[self.current_turn()?];
        let text = format!("> {}\n\n{}\n", turn.asked.question, turn.text.text());
        Some(Draft::new(text, &quotes(turn)))
    }

    /// The question of the current turn with its answer as a Markdown text, and the question.
    pub fn exported_answer(&self) -> Option<(Draft, String)> {
        let turn = &self.turns[self.current_turn()?];
        let written = !turn.text.text().is_empty();
        written.then(|| (exported(&[turn]), turn.asked.question.clone()))
    }

    /// All questions with their answers as one Markdown text, how many they are, and the first of them.
    pub fn exported_chat(&self) -> Option<(Draft, usize, String)> {
        let asked: Vec<&Turn> = self.turns.iter().collect();
        let first = asked.first()?.asked.question.clone();
        Some((exported(&asked), asked.len(), first))
    }
}

/// What stands in the place of an answer that was broken off before its first word, or failed.
const UNANSWERED: &str = "(not answered)";

fn exported(asked: &[&Turn]) -> Draft {
    // Of one question alone the text has its name.
    let (mut text, head) = match asked.len() {
        1 => (String::new(), "#"),
        questions => (format!("# A chat of {questions} questions\n\n"), "##"),
    };
    for (number, turn) in asked.iter().enumerate() {
        let setting = turn.setting("·");
        let question = turn.asked.question.replace('\n', " ");
        let gap = if number > 0 { "\n" } else { "" };
        let answer = if turn.text.text().is_empty() { UNANSWERED } else { turn.text.text() };
        text += &format!("{gap}{head} {question}\n\n*{setting}*\n\n{answer}\n");
    }
    let quoted: Vec<&Evidence> = asked.iter().flat_map(|turn| quotes(turn)).collect();
    Draft::new(text, &quoted)
}

fn quotes(turn: &Turn) -> Vec<&Evidence> {
    turn.answer.evidence.iter().collect()
}
