//! Program text inside running text: patches and what they change, what compilers print, lines of code, armoured keys
//! and signatures. People quote it to each other in letters and notes; nobody says it.

use super::line_kinds::is_code;
use crate::model::file_name;
use crate::text::words::terms::is_digits;

/// What a line of program text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Listed {
    Code,
    /// Nothing that anybody reads: base64, a key.
    Armour,
}

/// Lines of armour, at most.
const ARMOUR: usize = 500;
/// Number of lines that look like a program's from which on they are a listing.
const FEWEST: usize = 2;
/// A longer line was wrapped, so that the next may be a piece of it.
const WRAPPED: usize = 60;
/// Words of running text from which on a line is some, whatever else stands in it.
const PROSE: usize = 4;

/// Says of every line of a text whether it is program text. Lines end at `\n` and at form feeds. Linear.
pub(super) fn listed(text: &str) -> Vec<Option<Listed>> {
    let lines: Vec<&str> = text.split(['\n', '\x0c']).map(str::trim_end).collect();
    let mut found = vec![None; lines.len()];
    let mut at = 0;
    while at < lines.len() {
        let (count, kind) = armour(&lines[at..])
            .map(|count| (count, Listed::Armour))
            .or_else(|| patch(&lines[at..]).or_else(|| program(&lines[at..])).map(|count| (count, Listed::Code)))
            .map_or((0, None), |(count, kind)| (count, Some(kind)));
        found[at..at + count].fill(kind);
        at += count.max(1);
    }
    found
}

/// How many lines an armoured key, message or signature takes; of a message that is only signed, its head.
fn armour(lines: &[&str]) -> Option<usize> {
    let first = lines[0].trim_start().strip_prefix("-----BEGIN ")?.strip_suffix("-----")?;
    if first.ends_with("SIGNED MESSAGE") {
        return Some(lines.iter().take_while(|line| !line.is_empty()).take(FEWEST).count());
    }
    let ends = |line: &str| line.trim_start().starts_with("-----END ");
    lines.iter().take(ARMOUR).position(|line| ends(line)).map(|end| end + 1)
}

/// How many lines a piece of a patch takes: what heads it, a hunk, what it changes.
fn patch(lines: &[&str]) -> Option<usize> {
    let line = lines[0];
    let next = lines.get(1).copied().unwrap_or_default();
    if line.starts_with("@@ -") {
        return hunk(lines);
    }
    if line.starts_with("--- ") && next.starts_with("+++ ") {
        return Some(2);
    }
    if line.starts_with("Index: ") && next.starts_with("=====") {
        return Some(2);
    }
    if line.starts_with("diff -") {
        let heads = |line: &&&str| HEADS.iter().any(|head| line.starts_with(head));
        return Some(1 + lines[1..].iter().take_while(heads).count());
    }
    (is_change(line) || is_sum(line)).then_some(1)
}

/// What stands between the head of a patch and its first hunk.
const HEADS: [&str; 13] = [
    "index ",
    "--- ",
    "+++ ",
    "new file mode ",
    "deleted file mode ",
    "old mode ",
    "new mode ",
    "similarity index ",
    "dissimilarity index ",
    "rename ",
    "copy ",
    "Binary files ",
    "GIT binary patch",
];

/// How many lines a hunk takes: as many as its head says, or as far as it was quoted.
fn hunk(lines: &[&str]) -> Option<usize> {
    let mut ranges = lines[0].strip_prefix("@@ ")?.split(' ');
    let count = |range: &str, sign: char| -> Option<usize> {
        let range = range.strip_prefix(sign)?;
        range.split_once(',').map_or(Some(1), |(_, count)| count.parse().ok())
    };
    let (mut old, mut new) = (count(ranges.next()?, '-')?, count(ranges.next()?, '+')?);
    let mut end = 1;
    while let Some(line) = lines.get(end).filter(|line| (old > 0 || new > 0) && **line != "--") {
        let (less_old, less_new) = match line.as_bytes().first() {
            Some(b'+') => (0, 1),
            Some(b'-') => (1, 0),
            Some(b'\\') => (0, 0),
            None | Some(b' ' | b'\t') => (1, 1),
            // A piece of the line above, which was wrapped, or where somebody goes on who quotes.
            Some(_) if lines[end - 1].len() > WRAPPED || strength(line) != Strength::None => (0, 0),
            Some(_) => break,
        };
        (old, new) = (old.saturating_sub(less_old), new.saturating_sub(less_new));
        end += 1;
    }
    while lines[end - 1].is_empty() {
        end -= 1;
    }
    Some(end)
}

/// True for a file that a patch changes and how much: ` src/gate.c | 12 ++++----`.
fn is_change(line: &str) -> bool {
    let Some((file, changes)) = line.rsplit_once(" | ") else { return changes_mode(line) };
    let changes = changes.trim();
    let marks = changes.trim_start_matches(|c: char| c.is_ascii_digit());
    let counted = marks.len() < changes.len() && !marks.trim().is_empty();
    let drawn = counted && marks.trim().bytes().all(|byte| matches!(byte, b'+' | b'-'));
    !file.trim().contains(' ') && (drawn || changes.starts_with("Bin "))
}

/// True for what is made, removed or renamed: ` create mode 100644 gate.c`.
fn changes_mode(line: &str) -> bool {
    let mut words = line.split_whitespace();
    let made = matches!(words.next(), Some("create" | "delete")) && words.next() == Some("mode");
    line.starts_with(' ') && made && words.next().is_some_and(is_digits)
}

/// True for the sum below: ` 3 files changed, 12 insertions(+), 4 deletions(-)`.
fn is_sum(line: &str) -> bool {
    let mut words = line.split_whitespace();
    let counted = words.next().is_some_and(is_digits);
    counted
        && matches!(words.next(), Some("file" | "files"))
        && words.next().is_some_and(|changed| changed.trim_end_matches(',') == "changed")
        && (line.ends_with("(+)") || line.ends_with("(-)"))
}

/// How many lines of a program stand one below the other, with blank ones between them; lines that may be something
/// else count where they stand between those that are surely some.
fn program(lines: &[&str]) -> Option<usize> {
    let first = strength(lines[0]);
    if first != Strength::Sure && first != Strength::Alone {
        return None;
    }
    let (mut sure, mut end) = (0, 0);
    for (at, line) in lines.iter().enumerate() {
        match strength(line) {
            Strength::Sure | Strength::Alone => {
                sure += 1;
                end = at + 1;
            }
            Strength::Perhaps => {}
            Strength::None if line.is_empty() && !lines[at - 1].is_empty() => {}
            Strength::None => break,
        }
    }
    (sure >= FEWEST || first == Strength::Alone).then_some(end)
}

/// How much a line looks like a program's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Strength {
    None,
    Perhaps,
    Sure,
    /// A listing by itself: a line of a patch, an error with its place.
    Alone,
}

fn strength(line: &str) -> Strength {
    let bare = line.trim();
    // A row of a table has marks between its cells.
    if bare.is_empty() || bare.starts_with('|') {
        return Strength::None;
    }
    if is_placed(bare) {
        return Strength::Alone;
    }
    // A line that a patch adds or takes away; "- salt" is an item.
    let changed = bare.strip_prefix(['+', '-']).filter(|rest| !rest.starts_with([' ', '+', '-']) && !rest.is_empty());
    let inner = changed.unwrap_or(bare).trim_start();
    if is_statement(inner) {
        return if changed.is_some() { Strength::Alone } else { Strength::Sure };
    }
    let mark = matches!(inner, "{" | "}" | "};" | "else" | "*/" | "/*" | "end" | "fi" | "done" | "*");
    let comment = inner.starts_with("/*") || inner.ends_with("*/") || inner.starts_with("# ") && changed.is_some();
    let ends = inner.ends_with(';') && inner.split(' ').count() <= PROSE;
    if mark || comment || ends || changed.is_some_and(|rest| rest.starts_with('\t')) {
        return Strength::Perhaps;
    }
    Strength::None
}

/// True for what a compiler says of a place in a file, `gate.c:12:5: error: …`, and for a line of a trace of calls.
fn is_placed(line: &str) -> bool {
    let Some((place, rest)) = line.split_once(':') else { return false };
    let file = file_name(place);
    let named = file.split_once('.').is_some_and(|(name, kind)| !name.is_empty() && (1..=4).contains(&kind.len()));
    let number = rest.bytes().take_while(u8::is_ascii_digit).count();
    named && !place.contains(' ') && number > 0 && rest[number..].starts_with(':')
}

/// True for a line whose words are mostly a program's.
fn is_statement(line: &str) -> bool {
    let directive = line.strip_prefix('#').is_some_and(|rest| DIRECTIVES.iter().any(|word| rest.starts_with(word)));
    if directive {
        return true;
    }
    let (mut plain, mut coded) = (0, 0);
    for word in line.split_whitespace() {
        let bare = word.trim_end_matches(['.', ',', ':', '?', '!']);
        let letters = !bare.is_empty() && bare.chars().all(|c| c.is_alphabetic() || matches!(c, '\'' | '’' | '-'));
        plain += usize::from(letters);
        coded += usize::from(!letters && is_of_program(bare));
    }
    coded > 0 && plain < PROSE && coded * 2 >= plain && (coded > 1 || is_code(line) || line.ends_with([';', '{', '}']))
}

/// What a preprocessor is told.
const DIRECTIVES: [&str; 7] = ["include ", "include<", "define ", "ifdef ", "ifndef ", "endif", "undef "];

/// True for a word with marks inside or around it that only programs have: `gate_open(lock);`, `->state`, `==`.
fn is_of_program(word: &str) -> bool {
    let inside = word.contains('_') && word.chars().any(char::is_alphabetic) && !word.contains(['@', '/']);
    let joined =
        ["->", "::", "==", "!=", "&&", "||", "+=", "();", "()", "={", "*)"].iter().any(|mark| word.contains(mark));
    let called = word.ends_with(");") || word.ends_with("){") || word.ends_with("];") || word.ends_with("};");
    let marked = matches!(word, "{" | "}" | "=" | "};" | "*" | "&" | "<<" | ">>");
    let pointer = word
        .strip_prefix('*')
        .or(word.strip_prefix('&'))
        .is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_lowercase()) && rest.ends_with([';', ',', ')', ']']));
    inside || joined || called || marked || pointer
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The lines that are program text.
    fn code(text: &str) -> Vec<&str> {
        text.lines().zip(listed(text)).filter(|(_, listed)| listed.is_some()).map(|(line, _)| line).collect()
    }

    #[test]
    fn a_patch_ends_where_its_hunks_do() {
        let patch = " gate.c | 4 ++--\n 1 files changed, 2 insertions(+), 2 deletions(-)\n\ndiff --git a/gate.c b/gate.c\nindex 12ab..34cd 100644\n--- a/gate.c\n+++ b/gate.c\n@@ -1,4 +1,4 @@ int open(void)\n the gate\n-was shut\n+was open\n again\n \n";
        let text = format!("The gate is mended.\n\n{patch}Please look at it.\n-- \n1.7.2\n");
        let found = code(&text);
        assert!(!found.contains(&"The gate is mended.") && !found.contains(&"Please look at it."), "{found:?}");
        assert_eq!(found.len(), patch.lines().filter(|line| !line.is_empty()).count() - 1, "{found:?}");
    }

    #[test]
    fn a_quoted_piece_of_a_patch_is_told_by_its_lines() {
        for line in ["+\tgate->state = OPEN;", "-extern void gate_shut(struct gate *gate);", "+#include \"gate.h\""] {
            assert_eq!(code(line), [line]);
        }
        for line in
            ["- salt and bread", "+ 5 degrees at noon", "-- Ada Lund", "+49 30 123456", "-5 degrees; -7 at night;"]
        {
            assert!(code(line).is_empty(), "{line}");
        }
    }

    #[test]
    fn lines_of_a_program_are_told_from_sentences() {
        let listing = "int gate_open(struct gate *gate)\n{\n\tint ret;\n\n\tif (gate->shut)\n\t\treturn -1;\n}";
        let text = format!("It is opened so:\n\n{listing}\n\nI think gate_open() should be called once.\n");
        let lines: Vec<&str> = listing.lines().collect();
        assert_eq!(code(&text), lines);
        for text in [
            "the keys of the lock;\nthe ropes of the quay;\nthe lamp; and\n",
            "Yes! (No!) [Laughs]\nWhat? (Again!)\n",
            "I called gate_open() and gate_shut() and it crashed.\nSo did lock_open(), I am told by Ada.\n",
            "x = 4\n",
            "| gate_open | = | 318 |\n| gate_shut | = | 364 |\n",
            "Ada Lund <ada@holm.example>\nKai Sund <kai@holm.example>\n",
        ] {
            assert!(code(text).is_empty(), "{text}: {:?}", code(text));
        }
    }

    #[test]
    fn what_compilers_print_is_told_by_its_place() {
        let text = "It fails here:\nlib/gate.c:12:5: warning: unused variable\nlib/gate.c:14: error: no such lock\nat 10:30: tea\n";
        assert_eq!(code(text).len(), 2);
    }

    #[test]
    fn armour_ends_where_it_says() {
        let signed = "-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA1\n\nThe gate is shut.\n-----BEGIN PGP SIGNATURE-----\nVersion: 1\n\niQab\n-----END PGP SIGNATURE-----\nAda";
        let found = listed(signed);
        assert_eq!(found[3], None);
        assert_eq!(found.iter().filter(|line| **line == Some(Listed::Armour)).count(), 7);
        assert_eq!(found.last(), Some(&None));
        // One that nobody closed takes nothing with it.
        assert!(listed("-----BEGIN KEY-----\nabc\n").iter().all(Option::is_none));
    }

    proptest! {
        #[test]
        fn any_text_has_a_word_on_each_of_its_lines(text in "((@@ -[0-9],9 \\+1,[0-9] @@|diff -|[-+ ]|-----BEGIN A-----)?\\PC{0,12}\n){0,12}") {
            prop_assert_eq!(listed(&text).len(), text.split(['\n', '\x0c']).count());
        }
    }
}
