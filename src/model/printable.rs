//! What may be printed of names and texts that are not ours: one table of characters, and one way to print a path. What
//! a name holds may be meant for the terminal instead of the reader: an escape that sets its clipboard, a mark that
//! turns text around.

use std::path::Path;

use serde::Serialize;

/// What a character is printed as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Printed {
    Itself,
    As(char),
    Nothing,
}

/// Control characters (C0, C1, escapes among them), direction overrides and isolates, invisible joiners, tags and
/// unassigned separators are left out or shown; everything else stays. Line breaks and tabs are whoever prints' matter.
pub fn printed(c: char) -> Printed {
    match c {
        '\n' | '\t' => Printed::Itself,
        // An escape that is seen cannot act.
        '\u{1b}' => Printed::As('␛'),
        '\0'..='\u{1f}' | '\u{7f}'..='\u{9f}' => Printed::Nothing,
        // Soft hyphen; Arabic letter mark; zero-width space and joiners between which only some scripts differ are kept
        // where they shape letters (ZWJ, ZWNJ), all else that is invisible goes.
        '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{feff}' => Printed::Nothing,
        // Embeddings, overrides, isolates; invisible operators and deprecated format characters.
        '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' => Printed::Nothing,
        '\u{2028}' | '\u{2029}' => Printed::As('\n'),
        // Interlinear annotation; tags; variation selectors beyond those of emoji; hangul and braille blanks are wide.
        '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}' => Printed::Nothing,
        '\u{fdd0}'..='\u{fdef}' | '\u{fffe}' | '\u{ffff}' => Printed::Nothing,
        '\u{e000}'..='\u{f8ff}' | '\u{f0000}'..='\u{10ffff}' => Printed::As('\u{fffd}'),
        _ => Printed::Itself,
    }
}

/// Returns a path as it may be printed: on one line, and every character that may not be printed as U+FFFD, so that two
/// names that differ in these do not look like an honest one.
pub fn shown_path(path: &Path) -> String {
    let shown = |c: char| match printed(c) {
        Printed::Itself if !matches!(c, '\n' | '\t') => c,
        Printed::As('␛') => '␛',
        _ => '\u{fffd}',
    };
    path.to_string_lossy().chars().map(shown).collect()
}

/// A value as a line of JSON. What could steer a terminal is written as the escape that JSON has for it: whoever reads
/// the JSON gets it as it is, and nobody who looks at it is fooled.
///
/// # Errors
/// A value that JSON cannot hold.
pub fn json_line(value: &impl Serialize) -> serde_json::Result<String> {
    let mut line = serde_json::to_string(value)?;
    if line.chars().any(|c| printed(c) != Printed::Itself) {
        // Outside strings JSON is ASCII, so that any such character stands in one.
        let mut escaped = String::with_capacity(line.len() + 64);
        for c in line.chars() {
            match printed(c) {
                Printed::Itself => escaped.push(c),
                _ => c.encode_utf16(&mut [0; 2]).iter().for_each(|unit| escaped.push_str(&format!("\\u{unit:04x}"))),
            }
        }
        line = escaped;
    }
    line.push('\n');
    Ok(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_says_nothing_to_the_terminal() {
        let named = |name: &str| shown_path(Path::new(name));
        assert_eq!(named("/a b/Zoë’s  国家.txt"), "/a b/Zoë’s  国家.txt");
        assert_eq!(named("a\u{1b}]52;c;eA==\u{7}b"), "a␛]52;c;eA==\u{fffd}b");
        assert_eq!(named("x\u{9b}31m\u{202e}\n.txt"), "x\u{fffd}31m\u{fffd}\u{fffd}.txt");
    }

    /// Paths are printed in one way.
    #[test]
    fn no_path_is_displayed_elsewhere() {
        let mut folders = vec![std::path::PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/src"))];
        let raw = concat!(".disp", "lay()");
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).expect("readable") {
                let path = entry.expect("an entry").path();
                if path.is_dir() {
                    folders.push(path);
                } else if path.extension().is_some_and(|extension| extension == "rs") {
                    let text = std::fs::read_to_string(&path).expect("readable");
                    assert!(!text.contains(raw), "{path:?} prints a path as it is: `shown_path` makes it safe");
                }
            }
        }
    }
}
