//! Stage directions: what stands in brackets and was not said.

use crate::text::language::in_any;

/// Letters of the shortest stage direction in capitals.
const SHORTEST_SHOUT: usize = 3;

/// True for `[MUSIC]`, `(Laughter.)`, `[END OF RECORDING]`: what stands in brackets and was not said.
pub fn is_stage_direction(content: &str) -> bool {
    let inner = match content.as_bytes() {
        [b'[', .., b']'] | [b'(', .., b')'] => &content[1..content.len() - 1],
        _ => return false,
    };
    if inner.len() > 60 || inner.contains(['[', ']', '(', ')']) {
        return false;
    }
    let mut words = inner.split(|c: char| !c.is_alphanumeric() && c != '-').filter(|word| !word.is_empty());
    // "[CVE-2031-4711]" and "[EU]" are what a thing is called by.
    let low = |c: char| c.is_lowercase() || c.is_numeric();
    let shouted = content.starts_with('[') && inner.len() <= 30 && !inner.contains(low);
    shouted && inner.chars().filter(|c| c.is_alphabetic()).count() >= SHORTEST_SHOUT
        || words.any(|word| in_any(|pack| &pack.stage, &word.to_lowercase()))
}
