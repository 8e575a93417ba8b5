//! Untrusted text made safe to print. Nothing in a corpus may move a cursor, turn text around or hide it: what may not
//! be printed ([`printed`]) is taken out or shown, and everything else stays as it is.
//!
//! Each character becomes exactly one character or none, so that positions can be followed: [`Safe::source`].

use std::borrow::Cow;

use crate::model::{Printed, printed};

/// What becomes of line breaks and tabs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Breaks {
    /// `\n` and `\t` stay, `\r` goes.
    #[default]
    Keep,
    /// All white space becomes single spaces, none at the ends: for titles, snippets and quotations.
    Fold,
}

/// Returns `text` safe to print; borrowed when there is nothing to do.
pub fn sanitise(text: &str, breaks: Breaks) -> Cow<'_, str> {
    let folding = breaks == Breaks::Fold;
    let mut blank_before = folding;
    let clean = text.chars().all(|c| {
        let blank = c.is_whitespace();
        let fine = matches!(printed(c), Printed::Itself) && !(folding && blank && (c != ' ' || blank_before));
        blank_before = blank && folding;
        fine
    });
    if clean && !(folding && blank_before) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(safe(text, breaks).text)
}

/// Returns `text` on one line, safe to print.
pub fn one_line(text: &str) -> Cow<'_, str> {
    sanitise(text, Breaks::Fold)
}

/// Text safe to print with the way back.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Safe {
    pub text: String,
    /// Where stretches copied in one go begin: (in `text`, in the source).
    runs: Vec<(usize, usize)>,
}

impl Safe {
    /// Returns the byte of the source that the byte `at` of the printed text stands for.
    pub fn source(&self, at: usize) -> usize {
        let run = self.runs.partition_point(|&(shown, _)| shown <= at);
        run.checked_sub(1).map_or(at, |run| self.runs[run].1 + (at - self.runs[run].0))
    }

    /// Returns the byte of the printed text where the byte `at` of the source is, or would be.
    pub fn shown(&self, at: usize) -> usize {
        let run = self.runs.partition_point(|&(_, source)| source <= at);
        let Some(run) = run.checked_sub(1) else { return 0 };
        let (shown, source) = self.runs[run];
        let end = self.runs.get(run + 1).map_or(self.text.len(), |next| next.0);
        (shown + (at - source)).min(end)
    }
}

/// Makes text safe to print and remembers where each part stood.
pub fn safe(text: &str, breaks: Breaks) -> Safe {
    let mut safe = Safe { text: String::with_capacity(text.len()), runs: Vec::new() };
    let mut expected = None;
    let mut gap = None;
    for (at, c) in text.char_indices() {
        let c_shown = match printed(c) {
            Printed::Nothing => continue,
            Printed::Itself => c,
            Printed::As(other) => other,
        };
        if breaks == Breaks::Fold && c_shown.is_whitespace() {
            gap.get_or_insert(at);
            continue;
        }
        if let Some(blank) = gap.take()
            && !safe.text.is_empty()
        {
            safe.runs.push((safe.text.len(), blank));
            safe.text.push(' ');
            expected = None;
        }
        if expected != Some(at) || c_shown != c {
            safe.runs.push((safe.text.len(), at));
        }
        safe.text.push(c_shown);
        expected = (c_shown == c).then_some(at + c.len_utf8());
    }
    safe
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn nothing_acts_on_the_terminal() {
        assert_eq!(one_line("a\u{1b}[31mred\u{1b}]0;title\u{7}"), "a␛[31mred␛]0;title");
        assert_eq!(one_line("\u{202e}drow\u{202c} \u{2066}x\u{2069}"), "drow x");
        assert_eq!(one_line("a\u{200b}b\u{feff}c\u{e0041}"), "abc");
        assert_eq!(one_line("\u{9b}31m"), "31m");
        assert_eq!(sanitise("a\r\nb\tc", Breaks::Keep), "a\nb\tc");
        assert_eq!(one_line("  a \n\n b\u{2028}c "), "a b c");
    }

    #[test]
    fn plain_text_is_not_copied() {
        assert!(matches!(sanitise("Zoë’s naïve “plan”: 国家 👩‍🚀\n\tend", Breaks::Keep), Cow::Borrowed(_)));
        assert!(matches!(one_line("one line"), Cow::Borrowed(_)));
    }

    proptest! {
        #[test]
        fn every_printed_letter_leads_back_to_itself(text in any::<String>(), fold in any::<bool>()) {
            let breaks = if fold { Breaks::Fold } else { Breaks::Keep };
            let made = safe(&text, breaks);
            prop_assert_eq!(made.text.clone(), sanitise(&text, breaks).into_owned());
            prop_assert!(!made.text.chars().any(|c| c.is_control() && c != '\n' && c != '\t'));
            for (at, c) in made.text.char_indices().filter(|(_, c)| c.is_alphanumeric()) {
                let source = made.source(at);
                prop_assert!(text[source..].starts_with(c));
                prop_assert_eq!(made.shown(source), at);
            }
        }
    }
}
