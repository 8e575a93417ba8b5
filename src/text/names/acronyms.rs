//! Letters that stand for words: where a text says what they stand for, and whether a name can be it.

/// True when the letters stand in their order in a name of several words, the first at its very beginning: *IGA* in
/// *intergovernmental agreement* (Schwartz and Hearst, "A simple algorithm for identifying abbreviation definitions in
/// biomedical text", 2003). Both in the same case.
pub fn spells(name: &str, letters: &str) -> bool {
    let mut rest = name.chars();
    name.contains(' ')
        && name.chars().next() == letters.chars().next()
        && letters.chars().all(|letter| rest.any(|c| c == letter))
}

/// True for a bracket that opens behind a name, with quotation marks or emphasis around it: ` ("`.
pub fn opens_bracket(between: &str) -> bool {
    const LONGEST: usize = 8;
    let marks = |c: char| c.is_whitespace() || matches!(c, '(' | '"' | '“' | '‘' | '\'' | '*' | '_');
    between.len() <= LONGEST && between.matches('(').count() == 1 && between.chars().all(marks)
}

/// True for what stands between letters and their meaning in a legend: `RO = Ruth Oak`.
pub fn is_legend(between: &str) -> bool {
    between.trim_matches(' ') == "="
}

/// True where a bracket closes, or what stands in it goes on behind a sign.
pub fn closes_bracket(behind: &str) -> bool {
    behind.trim_start_matches(['"', '”', '’', '\'', '*', '_']).starts_with([')', ',', ';'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_and_what_they_stand_for_are_told_apart_by_brackets() {
        assert!(opens_bracket(" (") && opens_bracket(" (\"") && opens_bracket("** (“"));
        assert!(!opens_bracket(" and (") && !opens_bracket(", ") && !opens_bracket(") ("));
        assert!(closes_bracket(")") && closes_bracket("\") of May") && closes_bracket(", in the charter)"));
        assert!(!closes_bracket(" and others)"));
        assert!(is_legend(" = ") && is_legend("=") && !is_legend(" == ") && !is_legend(" = 9 "));
    }

    #[test]
    fn letters_may_stand_inside_the_words() {
        assert!(spells("intergovernmental agreement for moorings", "iga"));
        assert!(spells("harbour board", "hb"));
        assert!(!spells("harbour board", "bh") && !spells("upper harbour board", "hb") && !spells("harbour", "hb"));
    }
}
