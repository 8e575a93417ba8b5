//! Answers as text to take elsewhere: with numbered sources and what they say, or bare.

use super::{State, Turn};
use crate::model::{Evidence, without_citations};
use crate::query;
use crate::text::display::spacing::single_spaced;
use crate::tui::panes::reader::copy::Draft;
use crate::tui::theme::UNICODE;

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
        written.then(|| (exported(&[turn], None), turn.asked.question.clone()))
    }

    /// All questions with their answers as one Markdown text, how many they are, and what the chat is called: else as
    /// the first of them.
    pub fn exported_chat(&self, title: Option<&str>) -> Option<(Draft, usize, String)> {
        let asked: Vec<&Turn> = self.turns.iter().collect();
        let title = title.unwrap_or(&asked.first()?.asked.question).to_owned();
        Some((exported(&asked, Some(&title)), asked.len(), title))
    }
}

/// What stands in the place of an answer that was broken off before its first word, or failed.
const UNANSWERED: &str = "(not answered)";

fn exported(asked: &[&Turn], title: Option<&str>) -> Draft {
    // Of one question alone the text has its name.
    let is_its_name = |title: &&str| matches!(asked, [only] if only.asked.question == **title);
    let (mut text, head) = match title.filter(|title| !is_its_name(title)) {
        None => (String::new(), "#"),
        Some(title) => (format!("# {}\n\n", single_spaced(title)), "##"),
    };
    for (number, turn) in asked.iter().enumerate() {
        // In what way it was answered, and as what.
        let mut setting = turn.heading(false, &UNICODE);
        if let Some(understood) = query::understood(&turn.answer.trace) {
            setting += &format!("*\n\n*understood as: {}", single_spaced(understood));
        }
        let mut question = turn.asked.question.replace('\n', " ");
        // Of one question that was put to several parts each is told apart by its own.
        if asked.iter().filter(|other| other.asked.question == turn.asked.question).count() > 1 {
            question += &format!(" ({})", single_spaced(&turn.asked_of()));
        }
        let gap = if number > 0 { "\n" } else { "" };
        let answer = if turn.text.text().is_empty() { UNANSWERED.to_owned() } else { within_items(turn.text.text()) };
        text += &format!("{gap}{head} {question}\n\n*{setting}*\n\n{answer}\n");
    }
    let quoted: Vec<&Evidence> = asked.iter().flat_map(|turn| quotes(turn)).collect();
    Draft::new(text, &quoted)
}

/// An answer whose quotations stay in the items of the lists that they are quoted in: what a quotation goes on with on
/// another line stands under its item.
fn within_items(answer: &str) -> String {
    let (mut text, mut under) = (String::new(), 0);
    let mut open = 0_i64;
    for (number, line) in answer.lines().enumerate() {
        if number > 0 {
            text.push('\n');
        }
        if open <= 0 {
            (under, open) = (item_indent(line), 0);
        } else if !line.trim().is_empty() {
            text += &" ".repeat(under);
        }
        text += line;
        open += line.matches('“').count() as i64 - line.matches('”').count() as i64;
    }
    text
}

/// Where the text of an item of a list begins; 0 for a line that is none.
fn item_indent(line: &str) -> usize {
    let text = line.trim_start();
    let is_item = text.starts_with("- ") || text.starts_with("* ");
    if is_item { line.len() - text.len() + 2 } else { 0 }
}

fn quotes(turn: &Turn) -> Vec<&Evidence> {
    turn.answer.evidence.iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quotation_of_several_lines_stays_in_its_item() {
        let answer = "“All\nof it.”\n\n- “We dug.\n\nThen it “gave” way.” — Ada\n- “No.”\n\nNo more.";
        let within = "“All\nof it.”\n\n- “We dug.\n\n  Then it “gave” way.” — Ada\n- “No.”\n\nNo more.";
        assert_eq!(within_items(answer), within);
    }
}
