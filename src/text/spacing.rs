//! White space collapsed: the words of a text with one space between each two, none at the ends.

/// Returns `text` with every run of white space, line breaks included, as one space.
pub fn single_spaced(text: &str) -> String {
    first_words(text, usize::MAX)
}

/// Returns the first `most` words of a text, one space between each two.
pub fn first_words(text: &str, most: usize) -> String {
    let mut spaced = String::new();
    for word in text.split_whitespace().take(most) {
        if !spaced.is_empty() {
            spaced.push(' ');
        }
        spaced.push_str(word);
    }
    spaced
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn white_space_becomes_single_spaces() {
        assert_eq!(single_spaced("  one\r\n\ttwo\u{a0} three "), "one two three");
        assert_eq!(single_spaced(" \n"), "");
        assert_eq!(first_words(" one  two three", 2), "one two");
        assert_eq!(first_words("one", 0), "");
    }
}
