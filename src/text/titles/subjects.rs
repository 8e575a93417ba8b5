//! Subjects of messages: what they are about, without what programs put in front of an answer to them.

use crate::text::language::word_lists;

word_lists! { static WORDS = "subjects.toml": answers }

/// A subject without the marks that mail programs put in front of that of an answer: `Re: AW: The pier` → `The pier`.
pub fn unanswered(subject: &str) -> &str {
    let mut subject = subject.trim();
    while let Some((mark, rest)) = subject.split_once(':') {
        // *Re[2]:* counts the answers.
        let mark = mark.trim_end_matches(|c: char| c.is_ascii_digit() || matches!(c, '[' | ']' | ' '));
        if !WORDS.answers.has(&mark.to_lowercase()) || rest.trim().is_empty() {
            break;
        }
        subject = rest.trim();
    }
    subject
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_of_an_answer_are_no_part_of_a_subject() {
        for subject in ["Re: The pier", "AW: Re: The pier", "Fwd: RE[2]: The pier", "SV: The pier"] {
            assert_eq!(unanswered(subject), "The pier", "{subject}");
        }
        for subject in ["Re", "Re:", "Tarn: a history", "Resin: notes"] {
            assert_eq!(unanswered(subject), subject);
        }
    }
}
