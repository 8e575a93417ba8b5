//! Names of columns: what the rows of a table, or the lines of a log, write in front of each value. They name the
//! table's cells and say nothing of what any row is about.

use std::collections::{HashMap, HashSet};

use crate::model::Span;
use crate::text::numbers::years::is_year;
use crate::text::words::terms::is_digits;

/// Longest name of a column, in bytes.
const LONGEST: usize = 48;
/// Rows in which the name of a column has to stand.
const FEWEST_ROWS: usize = 3;
/// One row in this many has to have it.
const ROWS_PER_LABEL: usize = 20;
/// Different fronts remembered of one document: a hostile file may hold any number.
const MOST: usize = 10_000;

/// The names of one document's columns.
#[derive(Debug, Default)]
pub struct Labels<'a> {
    names: HashSet<&'a str>,
}

impl<'a> Labels<'a> {
    /// Finds what stands before a colon in row after row: `description: Grouting; amount: 12`.
    pub fn of_rows(rows: impl Iterator<Item = &'a str>) -> Self {
        let mut seen: HashMap<&str, usize> = HashMap::new();
        let mut all = 0;
        for row in rows {
            all += 1;
            for front in fronts(row).filter_map(|span| span.slice(row)) {
                if seen.len() < MOST || seen.contains_key(front) {
                    *seen.entry(front).or_default() += 1;
                }
            }
        }
        let often = |count: usize| count >= FEWEST_ROWS && count * ROWS_PER_LABEL >= all;
        Self { names: seen.into_iter().filter(|&(_, count)| often(count)).map(|(name, _)| name).collect() }
    }

    /// The same of a row that is a document by itself: each of its fields has its name in front.
    pub fn of_record(rows: impl Iterator<Item = &'a str>) -> Self {
        let fields = rows.flat_map(|row| fronts(row).filter_map(|span| span.slice(row)));
        Self { names: fields.take(MOST).collect() }
    }

    /// The names, in no order.
    pub fn names(&self) -> impl Iterator<Item = &'a str> {
        self.names.iter().copied()
    }

    /// Where the names of columns stand in a row, in order.
    pub fn in_row(&self, row: &str) -> Vec<Span> {
        if self.names.is_empty() {
            return Vec::new();
        }
        fronts(row).filter(|span| span.slice(row).is_some_and(|front| self.names.contains(front))).collect()
    }
}

/// What stands before a colon at the front of a row or behind a semicolon in it.
fn fronts(row: &str) -> impl Iterator<Item = Span> + '_ {
    let mut at = 0;
    row.split("; ").filter_map(move |field| {
        let start = at;
        at += field.len() + 2;
        let end = field.find(": ").or_else(|| field.ends_with(':').then(|| field.len() - 1))?;
        let named = end <= LONGEST && field[..end].contains(char::is_alphabetic);
        named.then(|| Span::new(start, start + end))
    })
}

/// True for letters that stand in front of a number to make one name of both: the accession marks of a museum, the
/// plates of lorries.
pub fn numbers_a_thing(text: &str, span: Span) -> bool {
    /// Longest letters in front of a number, in bytes: `WM 1987.6`.
    const SHELFMARK: usize = 5;
    let letters = span.slice(text).unwrap_or_default();
    let next = text.get(span.end..).and_then(|rest| rest.strip_prefix([' ', '/'])).and_then(|rest| rest.chars().next());
    letters.len() <= SHELFMARK
        && letters.chars().all(char::is_uppercase)
        && next.is_some_and(|next| next.is_ascii_digit())
}

/// True for a word that begins its line in front of a colon or a number, as the name of a field does on a form or a
/// letterhead: *Attendees: …*, *Telephone 01632*.
pub fn opens_a_field(text: &str, span: Span) -> bool {
    let before = text.get(..span.start).unwrap_or_default().trim_end_matches([' ', '*', '-', '•', '|']);
    let opens = before.is_empty() || before.ends_with('\n');
    let word = span.slice(text).is_some_and(|word| !word.contains(char::is_whitespace));
    let behind = text.get(span.end..).unwrap_or_default().trim_start_matches([' ', '*']);
    opens && word && behind.starts_with(|c: char| c == ':' || c == '+' || c.is_ascii_digit())
}

/// True for what a thing is numbered as, which tells nobody what it is: *CUC-77120*, *IRLR 379*. A year is no such
/// number, nor are the two figures of *F-16*.
pub fn is_mark(name: &str) -> bool {
    const FIGURES: usize = 3;
    let figures = |word: &str| word.bytes().filter(u8::is_ascii_digit).count();
    let long = name.split(' ').any(|word| figures(word) >= FIGURES && !is_year(word));
    let numbered = name
        .split_once(' ')
        .is_some_and(|(letters, number)| letters.chars().all(char::is_uppercase) && is_digits(number));
    long || numbered && !name.split(' ').any(is_year)
}

/// True for letters as cells have them for want of room: *PO*, *GERD*, *Sco*. In a table they may mean anything, and
/// whoever does not know it learns nothing from them.
pub fn is_letters(name: &str) -> bool {
    /// Letters of a word in capitals at most.
    const CAPITALS: usize = 5;
    /// Letters of a word that only begins with one at most.
    const SHORT: usize = 3;
    let capital = |c: char| c.is_uppercase() || c.is_ascii_digit();
    let in_capitals = |word: &str| {
        let body = word.strip_suffix('s').unwrap_or(word);
        (2..=CAPITALS).contains(&word.chars().count()) && body.chars().all(capital) && body.contains(char::is_uppercase)
    };
    // *First LA HIV* tells no more.
    if name.contains(' ') {
        return name.split(' ').any(in_capitals);
    }
    let mut chars = name.chars();
    let begins = chars.next().is_some_and(char::is_uppercase) && chars.all(char::is_lowercase);
    in_capitals(name) || begins && name.chars().count() <= SHORT
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn labelled<'a>(rows: &[&'a str]) -> Vec<Vec<&'a str>> {
        let labels = Labels::of_rows(rows.iter().copied());
        rows.iter().map(|row| labels.in_row(row).into_iter().filter_map(|span| span.slice(row)).collect()).collect()
    }

    #[test]
    fn a_word_in_front_of_a_colon_opens_a_field() {
        let opens = |text: &str, word: &str| {
            let start = text.find(word).expect("the text has it");
            opens_a_field(text, Span::new(start, start + word.len()))
        };
        assert!(opens("Minutes\nPresent: Ada Voss", "Present") && opens("- **Keepers**: two", "Keepers"));
        assert!(opens("Orsk Lamps\nTelephone 01632 960 411", "Telephone"));
        assert!(!opens("The keepers: two of them", "keepers") && !opens("Lamps burn.", "Lamps"));
        assert!(!opens("Tern Harbour: dues", "Tern Harbour"), "a name is no field");
    }

    #[test]
    fn the_fields_of_a_row_that_is_a_document_have_their_names() {
        let row = "id: L-1; queue: lamps; seen by: Ada Voss";
        let told = |labels: &Labels<'_>| labels.in_row(row).into_iter().filter_map(|span| span.slice(row)).count();
        assert_eq!((told(&Labels::of_record([row].into_iter())), told(&Labels::of_rows([row].into_iter()))), (3, 0));
    }

    #[test]
    fn letters_of_cells_are_short() {
        for (name, letters) in [("PO", true), ("GERD", true), ("NSAIDs", false), ("IUDs", true), ("Sco", true)] {
            assert_eq!(is_letters(name), letters, "{name}");
        }
        assert!(is_letters("First LA TIDE") && !is_letters("Orsk") && !is_letters("tar") && !is_letters("Tom Quay"));
    }

    #[test]
    fn letters_in_front_of_a_number_make_one_name_of_both() {
        for text in ["WM 1987.6", "MIN/17/21", "MIN/17"] {
            let end = text.find([' ', '/']).expect("what parts them");
            assert!(numbers_a_thing(text, Span::new(0, end)), "{text}");
        }
        assert!(!numbers_a_thing("MIN/MAX", Span::new(0, 3)) && !numbers_a_thing("Min/17", Span::new(0, 3)));
    }

    #[test]
    fn what_a_thing_is_numbered_as_says_nothing_of_it() {
        assert!(["CUC-77120", "IRLR 379", "QK 53", "Form 4711"].into_iter().all(is_mark));
        assert!(
            ["F-16", "COVID-19", "Orsk 1931", "Quay 7", "The lamp of 1931", "2031", ""]
                .into_iter()
                .all(|name| !is_mark(name))
        );
    }

    #[test]
    fn what_names_a_column_stands_in_row_after_row() {
        let found = labelled(&[
            "ferry: Tern; berth: 4; remarks: Late: fog; tide low",
            "ferry: Heron; remarks: Paid",
            "ferry: Tern; berth: 2",
            "ferry: Tern; berth: 3; remarks: Towed; see: the log",
        ]);
        assert_eq!(found[0], ["ferry", "berth", "remarks"]);
        assert_eq!(found[1], ["ferry", "remarks"]);
        assert_eq!(found[3], ["ferry", "berth", "remarks"]);
    }

    #[test]
    fn a_colon_here_and_there_names_no_column() {
        assert_eq!(labelled(&["Tolland: quiet", "Orsk: fog", "Heron Point: a light"]), [[""; 0]; 3]);
        assert_eq!(labelled(&["10:04: gate", "10:09: gate", "10:12: gate"]), [[""; 0]; 3]);
    }

    proptest! {
        #[test]
        fn any_rows_can_be_read(rows in prop::collection::vec("\\PC{0,12}(: |; )?\\PC{0,12}", 0..12)) {
            let labels = Labels::of_rows(rows.iter().map(String::as_str));
            for row in &rows {
                for span in labels.in_row(row) {
                    prop_assert!(span.slice(row).is_some());
                }
            }
        }
    }
}
