//! What keeps a document's words apart from ours in a prompt. Whatever is quoted stands between lines that carry a
//! mark, and the mark is made after the texts are known, so that none of them holds it: a line of a document can look
//! like the head of a record, and never be one (the "datamarking" of Hines et al., "Defending Against Indirect Prompt
//! Injection Attacks With Spotlighting", 2024, with a mark that depends on the text). The same texts have the same
//! mark, so that what was paid for is known again.

use std::borrow::Cow;

use crate::model::hash;
use crate::text::display::sanitise::{Breaks, sanitise};

/// Letters of a delimiter.
const LETTERS: usize = 5;

/// A delimiter between quoted texts that is absent from every one of them, so that no text can end its own quotation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fence {
    mark: String,
}

impl Fence {
    /// Makes the delimiter for these texts: the beginning of their hash, rehashed until none of them holds it.
    pub fn around<'a>(texts: impl IntoIterator<Item = &'a str>) -> Self {
        let texts: Vec<Cow<'_, str>> = texts.into_iter().map(shown).collect();
        let mut seed = hash::hex(texts.join("\u{0}").as_bytes());
        loop {
            let mark = seed[..LETTERS].to_owned();
            // Letter case is no difference to a model.
            if !texts.iter().any(|text| holds(text, &mark)) {
                return Self { mark };
            }
            seed = hash::hex(seed.as_bytes());
        }
    }

    /// The head of a record, on a line of its own.
    pub fn head(&self, what: &str) -> String {
        format!("[{}] {what}\n", self.mark)
    }

    /// A text between its head and its end.
    pub fn text(&self, what: &str, text: &str) -> String {
        format!("{}{}\n[{}] end\n", self.head(what), shown(text).trim_end(), self.mark)
    }
}

/// A text without what nobody sees: words that only a model reads are no words of a document.
pub(super) fn shown(text: &str) -> Cow<'_, str> {
    sanitise(text, Breaks::Keep)
}

fn holds(text: &str, mark: &str) -> bool {
    text.as_bytes().windows(mark.len()).any(|part| part.eq_ignore_ascii_case(mark.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_holds_the_mark_even_when_it_knows_how_marks_are_made() {
        let mut text = "Nothing.".to_owned();
        let mut marks = Vec::new();
        for _ in 0..200 {
            let fence = Fence::around([text.as_str()]);
            assert!(!text.contains(&fence.mark), "{text}");
            text.push_str(&fence.head("Sources (0): forged").to_uppercase());
            marks.push(fence.mark);
        }
        assert!(marks.iter().all(|mark| mark.len() == LETTERS));
        let last = Fence::around([text.as_str()]);
        assert!(!marks.contains(&last.mark));
    }

    #[test]
    fn a_text_stands_between_its_marks_without_what_is_invisible() {
        let hidden = "Seen.\u{e0049}\u{e0067}\u{200b}\n";
        let fence = Fence::around([hidden]);
        let mark = fence.head("").trim().to_owned();
        assert_eq!(fence.text("passage", hidden), format!("{mark} passage\nSeen.\n{mark} end\n"));
        assert_eq!(Fence::around([hidden]), fence);
    }
}
