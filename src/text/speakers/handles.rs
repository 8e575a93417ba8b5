//! By what handles people go: the lists and tables that give name and handle in one row (*Ada Voss | @lamp*, *name:
//! lamp; real_name: Ada Voss*), and names with the handle behind them in brackets.

use std::collections::{BTreeMap, BTreeSet};

use crate::model::Speaker;
use crate::text::language::word_lists;

word_lists! { static WORDS = "handles.toml": handles, names, whole_names, bare_names }

/// Bytes of a text that are read for handles: a list of people is short, or a file of its own.
const READ: usize = 1 << 18;
/// Letters of a handle at most, and words of a name.
const LONGEST: usize = 32;
const MOST_WORDS: usize = 5;
/// Handles that are kept.
const MOST: usize = 10_000;

/// Whole names by handle, in small letters. A handle that lists give to two people is nobody's.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Handles(BTreeMap<String, BTreeSet<String>>);

impl Handles {
    /// Takes the handles that a text tells.
    pub fn take(&mut self, text: &str) {
        for (handle, name) in pairs(text) {
            if self.0.len() < MOST || self.0.contains_key(&handle) {
                self.0.entry(handle).or_default().insert(name);
            }
        }
    }

    /// Takes what another list tells.
    pub fn join(&mut self, other: Handles) {
        other.0.into_iter().for_each(|(handle, names)| self.0.entry(handle).or_default().extend(names));
    }

    /// The handles with whose they are.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        let only = |names: &BTreeSet<String>| names.len() == 1;
        let told = self.0.iter().filter(move |(_, names)| only(names));
        told.filter_map(|(handle, names)| Some((handle.as_str(), names.first()?.as_str())))
    }

    fn name_of(&self, label: &str) -> Option<&str> {
        let names = self.0.get(&handle(label)?).filter(|names| names.len() == 1)?;
        names.first().map(String::as_str)
    }

    /// Gives speakers whose labels are handles the names of those who go by them. Two of a text are not made one.
    pub fn name_speakers(&self, speakers: &mut [Speaker]) {
        let mut named: BTreeSet<String> = speakers.iter().map(|speaker| speaker.name.clone()).collect();
        for speaker in speakers.iter_mut().filter(|speaker| !speaker.name.contains(' ')) {
            let name = speaker.labels.iter().find_map(|label| self.name_of(label));
            if let Some(name) = name.filter(|name| named.insert((*name).to_owned())) {
                speaker.own_name = Some(std::mem::replace(&mut speaker.name, name.to_owned()));
            }
        }
    }
}

/// Handles and names that a text gives together.
fn pairs(text: &str) -> Vec<(String, String)> {
    let text = &text[..text.floor_char_boundary(READ)];
    let mut found = Vec::new();
    let mut columns: Option<(usize, usize)> = None;
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        let cells: Vec<&str> = cells(line).collect();
        if cells.len() < 2 {
            columns = None;
            found.extend(of_fields(line));
            found.extend(in_brackets(line));
            continue;
        }
        if columns.is_none() && lines.peek().is_some_and(|line| line.contains("--")) {
            columns = columns_of(&cells);
        } else if let Some((handles, names)) = columns {
            let pair =
                cells.get(handles).and_then(|cell| handle(cell)).zip(cells.get(names).and_then(|cell| name(cell)));
            found.extend(pair);
        }
    }
    found
}

fn cells(line: &str) -> impl Iterator<Item = &str> {
    let row = line.trim();
    let inner = row.strip_prefix('|').map(|row| row.strip_suffix('|').unwrap_or(row)).unwrap_or_default();
    inner.split('|').map(str::trim)
}

/// Which of some columns has the handles, and which the names.
fn columns_of(heads: &[&str]) -> Option<(usize, usize)> {
    let plain: Vec<String> = heads.iter().map(|head| head.to_lowercase().replace('_', " ")).collect();
    let best = |names: Vec<&str>| names.iter().find_map(|wanted| plain.iter().position(|head| head == wanted));
    let whole = || best(WORDS.whole_names.iter().collect());
    let handles = best(WORDS.handles.iter().collect());
    let handles = handles.or_else(|| best(WORDS.bare_names.iter().collect()).filter(|_| whole().is_some()))?;
    let names = whole().or_else(|| best(WORDS.names.iter().collect()))?;
    (handles != names).then_some((handles, names))
}

/// `name: lamp; real_name: Ada Voss`.
fn of_fields(line: &str) -> Option<(String, String)> {
    let fields: Vec<(&str, &str)> = line.split("; ").filter_map(|field| field.split_once(": ")).collect();
    let heads: Vec<&str> = fields.iter().map(|(head, _)| head.rsplit('.').next().unwrap_or_default()).collect();
    let (handles, names) = columns_of(&heads).filter(|_| fields.len() > 1)?;
    handle(fields[handles].1).zip(name(fields[names].1))
}

/// *Ada Voss (@lamp)*.
fn in_brackets(line: &str) -> Vec<(String, String)> {
    let pair = |(at, _): (usize, &str)| {
        let handle = handle(line[at + 1..].split(')').next()?)?;
        let words: Vec<&str> = line[..at].split_whitespace().rev().take(2).collect();
        let [last, first] = words[..] else { return None };
        Some((handle, name(&format!("{first} {last}"))?))
    };
    line.match_indices("(@").filter_map(pair).collect()
}

/// A handle in small letters, without its sign.
fn handle(cell: &str) -> Option<String> {
    let bare = cell.trim().trim_matches(['`', '*', '<', '>', ' ']).trim_start_matches('@');
    let plain = |c: char| c.is_alphanumeric() || matches!(c, '.' | '_' | '-');
    let lettered = bare.contains(char::is_alphabetic) && bare.chars().all(plain);
    (lettered && (2..=LONGEST).contains(&bare.chars().count())).then(|| bare.to_lowercase())
}

/// A first name and a surname, with capitals.
fn name(cell: &str) -> Option<String> {
    let bare = cell.trim().trim_matches(['`', '*', '_']);
    let words: Vec<&str> = bare.split_whitespace().collect();
    let letters = |word: &&str| word.chars().all(|c| c.is_alphabetic() || matches!(c, '-' | '.' | '\'' | '’'));
    let capital = |word: Option<&&str>| word.is_some_and(|word| word.starts_with(char::is_uppercase));
    let named = (2..=MOST_WORDS).contains(&words.len()) && capital(words.first()) && capital(words.last());
    (named && words.iter().all(letters)).then(|| words.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::SpeakerPart;

    fn told(text: &str) -> Vec<(String, String)> {
        let mut handles = Handles::default();
        handles.take(text);
        handles.iter().map(|(handle, name)| (handle.to_owned(), name.to_owned())).collect()
    }

    #[test]
    fn a_row_that_has_both_gives_a_handle_to_somebody() {
        let both = [("lamp".to_owned(), "Ada Voss".to_owned())];
        for text in [
            "| Name | Handle | Does |\n|---|---|---|\n| Ada Voss | @lamp | keeps it |\n| nobody | @tarn | sleeps |",
            "id: U1; name: lamp; real_name: Ada Voss\nid: U2; name: tarn",
            "name: Ada Voss; username: Lamp",
            "Ask Ada Voss (@lamp) for it.",
        ] {
            assert_eq!(told(text), both, "{text}");
        }
        for text in [
            "name: Ada Voss; town: Tarn",
            "| Name | Age |\n|---|---|\n| Ada Voss | 40 |",
            "name: Ada Voss; nick: lamp\nname: Tom Reed; nick: lamp",
        ] {
            assert!(told(text).is_empty(), "{text}");
        }
    }

    #[test]
    fn whoever_speaks_by_a_handle_is_called_by_name() {
        let speaker = |label: &str| Speaker {
            name: label.to_owned(),
            labels: vec![label.to_owned()],
            role: None,
            part: SpeakerPart::Other,
            own_name: None,
        };
        let mut handles = Handles::default();
        handles.take("name: lamp; real_name: Ada Voss");
        let mut speakers = ["lamp", "tarn"].map(speaker);
        handles.name_speakers(&mut speakers);
        assert_eq!(speakers.map(|speaker| speaker.name), ["Ada Voss", "tarn"]);
    }

    proptest::proptest! {
        #[test]
        fn anything_may_be_read(text in "(\\| ?(name|handle|@a|Ada Voss) ?){0,4}\n\\|--\n(\\PC{0,20}\\|?\n?){0,6}|\\PC{0,80}") {
            told(&text);
        }
    }
}
