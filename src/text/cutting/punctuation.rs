//! The marks that end a sentence, in the scripts that have their own, and those that close what was opened before it
//! ends. Whoever asks where a sentence ends asks here.

/// True for a mark that ends a sentence.
pub fn is_terminal(c: char) -> bool {
    is_wide_terminal(c) || matches!(c, '.' | '!' | '?' | '…' | '؟' | '۔' | '।')
}

/// True for a mark that ends a sentence of a script without spaces: what follows is another, whatever it begins with.
pub fn is_wide_terminal(c: char) -> bool {
    matches!(c, '。' | '！' | '？' | '｡')
}

/// True for quotes, brackets and emphasis that close, and may stand behind the end of a sentence.
pub fn is_closer(c: char) -> bool {
    matches!(c, '"' | '\'' | '”' | '’' | ')' | ']' | '}' | '»' | '›' | '」' | '』' | '）' | '*' | '_')
}

/// True for a mark that opens a quotation in most books; `»` closes one in as many.
pub fn is_opener(c: char) -> bool {
    matches!(c, '"' | '“' | '„' | '«' | '‘')
}

/// True when a text ends as a sentence does, whatever closes behind its mark.
pub fn ends_as_sentence(text: &str) -> bool {
    text.trim_end().trim_end_matches(is_closer).trim_end_matches(low_closer(text)).ends_with(is_terminal)
}

/// True when the line ends where a sentence would.
pub fn ends_sentence(content: &str) -> bool {
    let content = content.trim_end_matches(is_closer).trim_end_matches(low_closer(content));
    content.ends_with(|c| is_terminal(c) || matches!(c, ';' | ':'))
}

/// The mark that closes what a low one opens, and that opens where none does: „so“ and “so”.
pub fn low_closer(text: &str) -> &'static [char] {
    if text.contains('„') { &['“', '‘'] } else { &[] }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_ends_in_every_script_and_behind_what_closes() {
        for text in [
            "It fell.",
            "“It fell!” ",
            "(Why?)",
            "**It fell.**",
            "„Es fiel.“",
            "落ちた。",
            "「落ちた。」",
            "वह गिर गया।",
            "لماذا؟",
        ] {
            assert!(ends_as_sentence(text), "{text}");
        }
        for text in ["It fell", "It fell:", "one, two;", "(a)", ""] {
            assert!(!ends_as_sentence(text), "{text}");
        }
    }
}
