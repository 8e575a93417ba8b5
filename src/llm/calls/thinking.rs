//! Thinking set apart from the answer, where a model writes it into its text between `<think>` and `</think>`.

const OPEN: [&str; 2] = ["<think>", "<thinking>"];
const CLOSE: [&str; 2] = ["</think>", "</thinking>"];

/// Sets thinking apart while a text comes in pieces. Only what opens the answer is thinking: an answer may speak of the
/// mark later on.
#[derive(Debug, Default)]
pub(super) struct Splitter {
    place: Place,
    /// What may yet turn out to be a mark.
    held: String,
}

#[derive(Debug, Default, PartialEq)]
enum Place {
    #[default]
    Start,
    Thinking(usize),
    /// Just behind the thinking, where blanks are of no account.
    Behind,
    Answer,
}

/// A piece of text, and which it is.
#[derive(Debug, PartialEq)]
pub(super) enum Part {
    Thinking(String),
    Answer(String),
}

impl Splitter {
    /// Takes the next piece and returns what is certain by now.
    pub fn take(&mut self, piece: &str) -> Vec<Part> {
        self.held.push_str(piece);
        let mut parts = Vec::new();
        loop {
            match self.place {
                Place::Start => {
                    let start = self.held.trim_start();
                    if let Some(mark) = OPEN.iter().position(|mark| start.starts_with(mark)) {
                        self.held = start[OPEN[mark].len()..].to_owned();
                        self.place = Place::Thinking(mark);
                    } else if OPEN.iter().any(|mark| mark.starts_with(start)) {
                        return parts;
                    } else {
                        self.place = Place::Answer;
                    }
                }
                Place::Thinking(mark) => {
                    let close = CLOSE[mark];
                    if let Some(at) = self.held.find(close) {
                        let rest = self.held.split_off(at + close.len());
                        self.held.truncate(at);
                        push(&mut parts, Part::Thinking, std::mem::replace(&mut self.held, rest));
                        self.place = Place::Behind;
                    } else {
                        // The end of what came may be the start of the mark.
                        let kept = (1..close.len()).rev().find(|&n| self.held.ends_with(&close[..n])).unwrap_or(0);
                        let rest = self.held.split_off(self.held.len() - kept);
                        push(&mut parts, Part::Thinking, std::mem::replace(&mut self.held, rest));
                        return parts;
                    }
                }
                Place::Behind => {
                    self.held = self.held.trim_start().to_owned();
                    if self.held.is_empty() {
                        return parts;
                    }
                    self.place = Place::Answer;
                }
                Place::Answer => {
                    push(&mut parts, Part::Answer, std::mem::take(&mut self.held));
                    return parts;
                }
            }
        }
    }

    /// What was held back, at the end.
    pub fn end(self) -> Option<Part> {
        match self.place {
            _ if self.held.is_empty() => None,
            Place::Thinking(_) => Some(Part::Thinking(self.held)),
            _ => Some(Part::Answer(self.held)),
        }
    }
}

fn push(parts: &mut Vec<Part>, kind: fn(String) -> Part, text: String) {
    if !text.is_empty() {
        parts.push(kind(text));
    }
}

/// The thinking and the answer of a whole text. Some templates open the thinking for the model, so that only its end is
/// in the text.
pub(in crate::llm) fn split(text: &str) -> (String, String) {
    let mut splitter = Splitter::default();
    let mut parts = splitter.take(text);
    parts.extend(splitter.end());
    let (mut thinking, mut answer) = (String::new(), String::new());
    for part in parts {
        match part {
            Part::Thinking(text) => thinking.push_str(&text),
            Part::Answer(text) => answer.push_str(&text),
        }
    }
    if thinking.is_empty()
        && let Some((before, after)) = answer.split_once(CLOSE[0])
        && !before.contains(OPEN[0])
    {
        return (before.trim().to_owned(), after.trim_start().to_owned());
    }
    (thinking.trim().to_owned(), answer)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn thinking_is_set_apart() {
        let owned = |(a, b): (&str, &str)| (a.to_owned(), b.to_owned());
        assert_eq!(split("plain"), owned(("", "plain")));
        assert_eq!(split("\n<think>\nhm\n</think>\n\n{\"a\": 1}"), owned(("hm", "{\"a\": 1}")));
        assert_eq!(split("<thinking>a</think>b</thinking>c"), owned(("a</think>b", "c")));
        assert_eq!(split("hm, well\n</think>\nyes"), owned(("hm, well", "yes")));
        assert_eq!(split("<think>cut off"), owned(("cut off", "")));
        assert_eq!(split("Use <think> and </think> so."), owned(("", "Use <think> and </think> so.")));
        assert_eq!(split("<thin"), owned(("", "<thin")));
    }

    proptest! {
        #[test]
        fn pieces_give_what_the_whole_gives(
            text in "(<think>|<thinking>|)[ab<]{0,6}(</think>|</thinking>|)[ \nab</é]{0,8}",
            cuts in prop::collection::vec(0usize..24, 0..6),
        ) {
            let whole = {
                let mut splitter = Splitter::default();
                let mut parts = splitter.take(&text);
                parts.extend(splitter.end());
                join(parts)
            };
            let mut at: Vec<usize> = cuts.into_iter().filter(|&cut| text.is_char_boundary(cut)).collect();
            at.extend([0, text.len()]);
            at.sort_unstable();
            let mut splitter = Splitter::default();
            let mut parts = Vec::new();
            for pair in at.windows(2) {
                parts.extend(splitter.take(&text[pair[0]..pair[1]]));
            }
            parts.extend(splitter.end());
            prop_assert_eq!(join(parts), whole);
        }
    }

    fn join(parts: Vec<Part>) -> (String, String) {
        parts.into_iter().fold(Default::default(), |(thinking, answer), part| match part {
            Part::Thinking(text) => (thinking + &text, answer),
            Part::Answer(text) => (thinking, answer + &text),
        })
    }
}
