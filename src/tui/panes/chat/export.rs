//! Answers as text to take elsewhere: with numbered sources and what they say, or bare.

use super::{State, Turn};
use crate::model::{Evidence, without_citations};
use crate::tui::panes::reader::copy;

impl State {
    /// The answer of the current turn, to be copied.
    pub fn copied(&self, plain: bool) -> Option<String> {
        let turn = &self.turns[self.current_turn()?];
        if plain {
            return Some(without_citations(turn.text.text()));
        }
        let text = format!("> {}\n\n{}\n", turn.asked.question, turn.text.text());
        Some(copy::footnoted(&text, &self.names, &quotes(turn)))
    }

    /// All questions with their answers as one Markdown text.
    pub fn exported(&self) -> Option<String> {
        let done: Vec<&Turn> = self.turns.iter().filter(|turn| !turn.text.text().is_empty()).collect();
        let title = &done.first()?.asked.question;
        let mut text = format!("# {}\n", title.lines().next().unwrap_or_default());
        for turn in &done {
            let setting = turn.asked.setting(turn.by.as_deref(), "·");
            text +=
                &format!("\n## {}\n\n*{setting}*\n\n{}\n", turn.asked.question.replace('\n', " "), turn.text.text());
        }
        let quoted: Vec<&Evidence> = done.iter().flat_map(|turn| quotes(turn)).collect();
        Some(copy::footnoted(&text, &self.names, &quoted))
    }
}

fn quotes(turn: &Turn) -> Vec<&Evidence> {
    turn.answer.evidence.iter().collect()
}
