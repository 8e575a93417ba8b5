//! What a question calls by the name that a program has for it (`gate.width`, `--dry-run`): a passage that begins with
//! that very name says what it is.

/// Characters of such a name, at least.
const SHORTEST: usize = 4;

/// The names in a question that are written as programs write them.
pub(super) fn names(question: &str) -> Vec<&str> {
    let around = |c: char| matches!(c, '?' | ',' | ';' | ':' | '!' | '"' | '`' | '\'' | '“' | '”' | '(' | ')' | '*');
    let words = question.split_whitespace().map(|word| word.trim_matches(around).trim_end_matches(['.', '\'', '`']));
    words.filter(|word| is_written(word)).collect()
}

/// True for a name with a full stop or a line below inside, in letters that are small in front of it and behind it, or
/// behind two strokes.
fn is_written(word: &str) -> bool {
    let option = word.strip_prefix("--").is_some_and(|name| name.starts_with(char::is_alphabetic));
    let parts = || word.split(['.', '_']).all(|part| part.starts_with(|c: char| c.is_lowercase()));
    word.len() >= SHORTEST && (option || word.contains(['.', '_']) && parts())
}

/// True for a passage that begins with a name, which no more letters make another one.
pub(super) fn opens_with(passage: &str, name: &str) -> bool {
    let passage = passage.trim_start_matches(['`', '*', '"', '“', ' ']);
    passage.strip_prefix(name).is_some_and(|rest| {
        let mut rest = rest.chars();
        match rest.next() {
            Some('.') => !rest.next().is_some_and(char::is_alphanumeric),
            Some(c) => !c.is_alphanumeric() && !matches!(c, '_' | '-'),
            None => true,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_setting_is_named_as_it_is_written() {
        assert_eq!(names("What is the default of gate.width in 3.0?"), ["gate.width"]);
        assert_eq!(names("What do `gate_lock` and --dry-run do?"), ["gate_lock", "--dry-run"]);
        for question in
            ["Who is A.B. Voss?", "Is it shut at noon, e.g. on Monday?", "How long is a well-known 2.5 m rope?"]
        {
            assert!(names(question).is_empty(), "{question}");
        }
    }

    #[test]
    fn what_begins_with_the_name_says_what_it_is() {
        for passage in
            ["gate.width = size\n    Default 4m.", "`gate.width`: the width", "gate.width", "gate.width. Mind it"]
        {
            assert!(opens_with(passage, "gate.width"), "{passage}");
        }
        for passage in ["gate.width_max = size", "gate.width.max = 3", "The gate.width is 4m", "gate.widths"] {
            assert!(!opens_with(passage, "gate.width"), "{passage}");
        }
    }
}
