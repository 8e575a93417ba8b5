//! Keys as data: chords (`chord`), the commands they run (`command`), and the key map that joins the two (`keymap`),
//! read from `assets/keymap.toml` with a user's file merged over it. Help, palette and hints are made from it.

mod chord;
mod command;
mod keymap;

pub use chord::Chord;
pub use command::Command;
pub use keymap::{Keymap, Layer, Lookup};

/// Returns the name most like `word`, when one is like it enough to suggest.
pub fn nearest<'a>(word: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let scored = names.map(|name| (distance(word, name), name));
    scored.filter(|&(distance, name)| distance <= 1 + name.len() / 4).min().map(|(_, name)| name)
}

/// Edits (insert, delete, replace) between two words, by the textbook table.
fn distance(from: &str, to: &str) -> usize {
    let to: Vec<char> = to.chars().collect();
    let mut row: Vec<usize> = (0..=to.len()).collect();
    for (i, a) in from.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, &b) in to.iter().enumerate() {
            let replaced = diagonal + usize::from(a != b);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[to.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suggests_what_is_near() {
        let names = ["help", "palette", "quit"];
        assert_eq!(nearest("hlep", names.into_iter()), Some("help"));
        assert_eq!(nearest("pallete", names.into_iter()), Some("palette"));
        assert_eq!(nearest("zzzzz", names.into_iter()), None);
    }
}
