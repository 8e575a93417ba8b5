//! Years and quarters as titles, file names and questions write them: `FY17Q2`, "Fiscal Year 2018 Second Quarter", "Q4
//! of 2022".

use super::year_of;
use crate::text::language::word_lists;
use crate::text::words::terms::{folded, is_digits};

word_lists! { static WORDS = "periods.toml": first, second, third, fourth, quarter }

/// The years and quarters that a text names, each once, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Periods {
    pub years: Vec<u16>,
    /// From 1 to 4.
    pub quarters: Vec<u8>,
}

impl Periods {
    /// Reads the periods of a text, file names among them. Linear in its length.
    pub fn of(text: &str) -> Self {
        let mut found = Self::default();
        let apart = text.replace('_', " ");
        let all = folded(&apart);
        for (at, word) in all.iter().enumerate() {
            let (year, quarter) = in_word(word);
            found.years.extend(year.or_else(|| in_number(word, all.get(at + 1)?)));
            found.quarters.extend(quarter);
            let beside = || all.get(at + 1).is_some_and(|next| WORDS.quarter.has(next));
            found.quarters.extend(ordinal(word).filter(|_| beside()));
        }
        found.years.sort_unstable();
        found.years.dedup();
        found.quarters.sort_unstable();
        found.quarters.dedup();
        found
    }

    /// `2019`, `Q4 2022`.
    pub fn written(&self) -> String {
        let quarters = self.quarters.iter().map(|quarter| format!("Q{quarter}"));
        let years = self.years.iter().map(u16::to_string);
        quarters.chain(years).collect::<Vec<_>>().join(" ")
    }

    /// True where what `self` asks for is told by `title`: one of its years, and one of its quarters where it names
    /// any.
    pub fn are_told_by(&self, title: &Self) -> bool {
        let year = self.years.iter().any(|year| title.years.contains(year));
        year && (self.quarters.is_empty() || self.quarters.iter().any(|quarter| title.quarters.contains(quarter)))
    }
}

/// The year and the quarter that are written as one word, alone (`q2`, `fy17`) or together (`fy17q2`, `2017q2`,
/// `q2fy17`); a year may end a name (`transcriptfy17q2`).
fn in_word(word: &str) -> (Option<u16>, Option<u8>) {
    let bytes = word.as_bytes();
    let at = (0..bytes.len().saturating_sub(1)).find(|&at| {
        let ends = bytes.get(at + 2).is_none_or(|next| !next.is_ascii_digit());
        let begins = at == 0 || bytes[at - 1].is_ascii_digit();
        bytes[at] == b'q' && matches!(bytes[at + 1], b'1'..=b'4') && ends && begins
    });
    let quarter = at.map(|at| bytes[at + 1] - b'0');
    let rest = match at {
        Some(0) => &word[2..],
        Some(at) => &word[..at],
        None => word,
    };
    let fiscal = rest.rfind("fy").filter(|&from| is_digits(&rest[from + 2..]));
    (year_of(&rest[fiscal.unwrap_or(0)..]), quarter)
}

/// The year of a text that is numbered within it: `PM2022-008`.
fn in_number(word: &str, next: &str) -> Option<u16> {
    let digits = word.find(|c: char| c.is_ascii_digit()).filter(|&letters| letters > 0)?;
    let numbered = is_digits(next);
    year_of(&word[digits..]).filter(|_| numbered && word[..digits].chars().all(char::is_alphabetic))
}

fn ordinal(word: &str) -> Option<u8> {
    let lists = [&WORDS.first, &WORDS.second, &WORDS.third, &WORDS.fourth];
    (1..).zip(lists).find(|(_, list)| list.has(word)).map(|(number, _)| number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn periods_are_read_however_they_are_written() {
        let told = |text: &str| {
            let Periods { years, quarters } = Periods::of(text);
            (years, quarters)
        };
        for text in [
            "Orsk FY22 Fourth Quarter Call",
            "TranscriptFY22Q4.txt",
            "What was growth in Q4 of fiscal 2022?",
            "the fourth quarter of 2022",
            "calls/2022Q4",
            "calls_q4_2022",
            "Q4FY22",
        ] {
            assert_eq!(told(text), (vec![2022], vec![4]), "{text}");
        }
        assert_eq!(told("Minutes of 4 May 2019"), (vec![2019], vec![]));
        assert_eq!(told("A quarter of the first tenders; faq4 and iq2"), (vec![], vec![]));
        assert_eq!(told("ünïq2 é"), (vec![], vec![]));
        assert_eq!(told("LK2022-008 - Gate stuck.md"), (vec![2022], vec![]));
        assert_eq!(told("rfc2026.txt"), (vec![], vec![]));
    }

    #[test]
    fn a_title_tells_what_is_asked_for() {
        let asked = Periods::of("What was growth in Q4 of 2022?");
        assert!(asked.are_told_by(&Periods::of("Call FY22Q4")));
        assert!(!asked.are_told_by(&Periods::of("Call FY22Q3")) && !asked.are_told_by(&Periods::of("Call Q4")));
        assert!(Periods::of("growth in 2022").are_told_by(&Periods::of("Call FY22Q3")));
        assert!(!Periods::of("growth").are_told_by(&Periods::of("Call FY22Q3")));
    }
}
