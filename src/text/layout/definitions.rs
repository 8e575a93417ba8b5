//! Terms over what is said of them, set in deeper, as manual pages in plain text have them: a setting and its meaning,
//! an option and what it does. What is said of a term begins with it, so that it is never read without.

use crate::text::cutting::lines;
use crate::text::cutting::punctuation::ends_sentence;
use std::collections::{BTreeMap, BTreeSet};

use super::blocks::NARROWEST_WRAP;
use super::line_kinds;
use crate::text::cutting::lines::Line;

/// Terms of one form that a text has, at least.
const FEWEST: usize = 3;
/// How much deeper what is said of a term lies, at least.
const DEEPER: usize = 3;
/// Words and characters of a term, at most.
const WORDS: usize = 9;
const LONGEST: usize = 90;
/// Blanks in a row that part a term from what stands in a column of its own behind it.
const GAP: &str = "   ";

/// A line of a text as it is set in.
struct SetIn<'t> {
    line: Line,
    content: &'t str,
    indent: usize,
}

/// A term with what is said of it.
struct Term {
    /// The lines that may be terms of it, from the first to the last.
    from: usize,
    at: usize,
    /// How deep the term and what is said of it lie.
    form: (usize, usize),
    /// What is said of it ends as sentences do.
    ends: bool,
}

/// Where the lines begin that are terms, in order; what stands deeper below one, up to an empty line, is said of it.
/// Linear.
pub(super) fn terms(text: &str) -> Vec<usize> {
    let all: Vec<SetIn> = lines::lines(text)
        .map(|line| {
            let front = &text[lines::line_start(text, line.span.start)..line.span.start];
            let indent = front.chars().map(|c| if c == '\t' { 8 } else { 1 }).sum();
            SetIn { line, content: line.content(text), indent }
        })
        .collect();
    let widest =
        all.iter().map(|line| line.indent + line.content.chars().count()).max().unwrap_or(0).max(NARROWEST_WRAP);
    let found: Vec<Term> = (0..all.len()).filter_map(|at| term_at(&all, at, widest)).collect();
    let mut forms: BTreeMap<(usize, usize), (usize, usize)> = BTreeMap::new();
    for term in &found {
        let (count, ends) = forms.entry(term.form).or_default();
        *count += 1;
        *ends += usize::from(term.ends);
    }
    // Where paragraphs begin as deep, the line above them heads a part.
    let paragraphs = |depth: usize| {
        let begins = |at: &usize| {
            let above = at.checked_sub(1).map(|above| &all[above]);
            !all[*at].content.is_empty() && all[*at].indent == depth && above.is_none_or(|line| line.content.is_empty())
        };
        (0..all.len()).filter(begins).count()
    };
    forms.retain(|form, (count, ends)| *count >= FEWEST && *ends * 2 >= *count && paragraphs(form.1) * 2 <= *count);
    let of_form = found.iter().filter(|term| forms.contains_key(&term.form));
    let starts: BTreeSet<usize> =
        of_form.flat_map(|term| (term.from..=term.at).map(|at| all[at].line.span.start)).collect();
    starts.into_iter().collect()
}

/// The term that a line is, where what is said of it stands below.
fn term_at(all: &[SetIn], at: usize, widest: usize) -> Option<Term> {
    let (line, below) = (&all[at], all.get(at + 1)?);
    let set_in = !below.content.is_empty() && below.indent >= line.indent + DEEPER;
    // The sections of a manual page stand in capitals at the edge.
    let section = line.indent == 0 && line_kinds::is_shouted(line.content);
    if !set_in || section || !is_term(line.content) || is_wrapped(line, below, widest) {
        return None;
    }
    let beside = |one: &&SetIn| one.indent == line.indent && is_term(one.content);
    let from = at - all[..at].iter().rev().take_while(beside).count();
    // A term begins anew: what stands over it is nothing, or ended.
    let above = from.checked_sub(1).map(|above| &all[above]);
    let opens = above
        .is_none_or(|above| above.content.is_empty() || above.indent < line.indent || ends_sentence(above.content));
    let said = all[at + 1..].iter().take_while(|one| !one.content.is_empty() && one.indent > line.indent).last()?;
    let ends = ends_sentence(said.content);
    opens.then_some(Term { from, at, form: (line.indent, below.indent), ends })
}

/// A line as far as its first column.
fn first_column(content: &str) -> &str {
    content.split(GAP).next().unwrap_or_default().trim_end()
}

/// True for a line that may be a term.
fn is_term(content: &str) -> bool {
    let term = first_column(content);
    !term.is_empty()
        && term.chars().any(char::is_alphabetic)
        && term.chars().count() <= LONGEST
        && term.split_whitespace().count() <= WORDS
        && !ends_sentence(term)
        && !term.ends_with(',')
        && line_kinds::list_mark(content).is_none()
        && line_kinds::table_row(content).is_none()
}

/// True where the break behind a line was made by wrapping.
fn is_wrapped(line: &SetIn, below: &SetIn, widest: usize) -> bool {
    let length = line.indent + first_column(line.content).chars().count();
    let first = below.content.split_whitespace().next().map_or(0, |word| word.chars().count());
    length + 1 + first > widest * 17 / 20
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<&str> {
        terms(text).into_iter().map(|start| first_column(text[start..].lines().next().unwrap_or_default())).collect()
    }

    const PAGE: &str = "\
LAMPD.CONF(5)                 File Formats                 LAMPD.CONF(5)

DESCRIPTION
     One setting per line.  A # begins a comment, anywhere but inside
     quotes.

     Every lamp has a wick of its own, which the keeper trims at dusk.

  Wicks
     wick.length = size                                             [H]
             Default 4mm.  2.0: 6mm.

     wick.trim = never | daily
             How often the wick is trimmed.  Default daily.

     lamp.out = time, lamp.lit = time
     lamp.grace = duration
             When it is put out, and how long it may burn on after the
             keeper has gone home.

     lamp.glass = yes | no
             Default yes.
";

    #[test]
    fn a_term_stands_over_what_is_said_of_it() {
        let wanted = [
            "wick.length = size",
            "wick.trim = never | daily",
            "lamp.out = time, lamp.lit = time",
            "lamp.grace = duration",
            "lamp.glass = yes | no",
        ];
        assert_eq!(found(PAGE), wanted);
        let tight = "COMMANDS\n  list\n  show NAME\n      Prints the lamp.\n  trim NAME\n      Trims its wick.\n  light NAME\n      \
                     Lights it, and\n      waits.\n";
        assert_eq!(found(tight), ["list", "show NAME", "trim NAME", "light NAME"]);
    }

    #[test]
    fn sections_verses_and_wrapped_entries_are_no_terms() {
        let sections = "NAME\n     lampd - keeps lamps.\n\nDESCRIPTION\n     It keeps lamps.\n\n     All of them.\n\nFILES\n     \
                        None.\n";
        assert_eq!(found(sections), [""; 0]);
        let verse = "The lamp of the quay\n    is burning low,\nThe keeper is old\n    and his steps are slow,\nThe boats are \
                     out\n    and the cold winds blow.\n";
        assert_eq!(found(verse), [""; 0]);
        let works =
            "Lund, A. On the lamps of the lower quay and those who kept them in the\n     winter. Orsk, 2031.\n\n"
                .repeat(3);
        assert_eq!(found(&works), [""; 0]);
        let list = "- the lamp\n     is lit.\n- the gate\n     is shut.\n- the boat\n     is out.\n";
        assert_eq!(found(list), [""; 0]);
    }

    proptest::proptest! {
        #[test]
        fn any_text_may_be_read(text in "( {0,9}[a-z.=\\-\u{e9}]{0,9}\\t?\\n?){0,20}") {
            for start in terms(&text) {
                proptest::prop_assert!(text.is_char_boundary(start));
            }
        }
    }
}
