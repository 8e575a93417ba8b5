//! Titles of works in quotation marks: *"The Long Ebb"*.

use super::token::TokenShape;
use super::{FoundName, View};
use crate::model::{EntityType, Span};
use crate::text::words::lexicon::Flags;
use crate::text::words::wordlist::is_reporting_verb;

/// Longest title, in tokens.
const LONGEST: usize = 10;

fn closes(open: &str) -> Option<&'static [&'static str]> {
    match open {
        "\"" => Some(&["\""]),
        "“" => Some(&["”", "\""]),
        "„" => Some(&["“", "”"]),
        "«" => Some(&["»"]),
        "《" => Some(&["》"]),
        _ => None,
    }
}

impl View<'_> {
    /// Finds quoted titles: two words or more, the first and all others but function words capitalised.
    pub(super) fn quoted_works(&self, taken: &mut [bool], found: &mut Vec<FoundName>) {
        let mut at = 0;
        while at + 2 < self.tokens.len() {
            let open = &self.tokens[at];
            let Some(marks) = closes(&self.text[open.start..open.end]).filter(|_| open.shape == TokenShape::Punct)
            else {
                at += 1;
                continue;
            };
            let window = &self.tokens[at + 1..self.tokens.len().min(at + 2 + LONGEST)];
            let close = window
                .iter()
                .position(|token| marks.contains(&&self.text[token.start..token.end]))
                .map(|offset| at + 1 + offset);
            let Some(close) = close else {
                at += 1;
                continue;
            };
            let mut end = close;
            while end > at + 1 && matches!(self.words[end - 1].as_str(), "," | "." | ";") {
                end -= 1;
            }
            let range = at + 1..end;
            let words = range.clone().filter(|&i| self.tokens[i].is_word());
            let (mut count, mut capital) = (0, 0);
            let mut titled = true;
            for i in words {
                count += 1;
                if self.tokens[i].is_capital() {
                    capital += usize::from(!self.flags[i].has(Flags::FUNCTION));
                } else if !self.flags[i].has(Flags::FUNCTION) && self.tokens[i].shape != TokenShape::Number {
                    titled = false;
                }
            }
            let first = self.tokens.get(at + 1).is_some_and(|token| token.is_capital());
            // *"Well, Ada!"* was said.
            let plain = !range.clone().any(|i| matches!(self.words[i].as_str(), "." | ";" | "!" | "?"))
                && self.words.get(at + 2).is_none_or(|second| second != ",");
            // *"I was told," Ada Voss said, "nothing."*: what stands between two quotations.
            let says = range.clone().next_back().is_some_and(|last| is_reporting_verb(&self.words[last]));
            if titled
                && first
                && plain
                && !says
                && count >= 2
                && capital >= 2
                && capital * 2 >= count
                && !taken[range.clone()].iter().any(|&taken| taken)
            {
                let span = Span::new(self.tokens[range.start].start, self.tokens[range.end - 1].end);
                taken[range].fill(true);
                found.push(FoundName { span, kind: Some(EntityType::Work), sure: true, proper: true });
                at = close + 1;
            } else {
                // A closing mark may open the next quotation when both look the same.
                at += 1;
            }
        }
    }
}
