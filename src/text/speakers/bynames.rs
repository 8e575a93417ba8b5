//! What else people are called, as texts say: a column of a register (*known as*), what stands in quotation marks
//! inside or behind a name, or in brackets behind it, and the name that somebody was born with, had before or has
//! since.

use crate::text::language::{WordList, word_lists};
use crate::text::names::tag::is_ordinary_word;
use crate::text::words::lexicon::{Flags, flags, known_kind};

word_lists! { static WORDS = "bynames.toml": columns, wholes, surnames, given, born, changed, articles }

/// Bytes of a text that are read: a register is short, and who is introduced is so early.
const READ: usize = 1 << 18;
/// Words of a name.
const MOST_WORDS: usize = 4;
/// Letters of what somebody is called.
const LETTERS: std::ops::RangeInclusive<usize> = 2..=24;
/// Bytes of a line that is searched for marks and brackets.
const LONGEST_LINE: usize = 4_000;

/// Another name of somebody.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Byname {
    /// Whose it is: the words with a capital in front of it, of which the last are the name.
    pub of: String,
    pub called: Called,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Called {
    /// By it alone, or with the surname.
    So(String),
    /// By this surname from birth on.
    Born(String),
    /// By this surname before or since.
    Changed(String),
}

/// What a text tells of it.
pub fn told(text: &str) -> Vec<Byname> {
    let text = &text[..text.floor_char_boundary(READ)];
    let mut found = Vec::new();
    let mut columns: Option<Columns> = None;
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        let below_heads = lines.peek().is_some_and(|line| line.contains("--") && line.contains('|'));
        let cells: Vec<&str> = cells(line).collect();
        if cells.len() > 1 && below_heads {
            columns = Columns::of(&cells);
        } else if cells.len() > 1 {
            found.extend(columns.iter().flat_map(|columns| columns.read(&cells)));
        } else {
            columns = None;
            found.extend(of_fields(line));
        }
        if line.len() <= LONGEST_LINE {
            quoted(line, &mut found);
            bracketed(line, &mut found);
            other_surnames(line, &mut found);
        }
    }
    found
}

fn cells(line: &str) -> impl Iterator<Item = &str> {
    let row = line.trim();
    let inner = row.strip_prefix('|').map(|row| row.strip_suffix('|').unwrap_or(row)).unwrap_or_default();
    inner.split('|').map(str::trim)
}

/// Which columns of a table have names.
struct Columns {
    called: Option<usize>,
    whole: Option<usize>,
    surname: Option<usize>,
    given: Option<usize>,
}

impl Columns {
    fn of(heads: &[&str]) -> Option<Self> {
        let plain: Vec<String> = heads.iter().map(|head| head.trim().to_lowercase().replace('_', " ")).collect();
        let at = |list: &WordList| plain.iter().position(|head| list.has(head));
        let found = Self {
            called: at(&WORDS.columns),
            whole: at(&WORDS.wholes),
            surname: at(&WORDS.surnames),
            given: at(&WORDS.given),
        };
        (found.whole.is_some() || found.surname.is_some() && found.given.is_some()).then_some(found)
    }

    fn read(&self, cells: &[&str]) -> Vec<Byname> {
        let cell = |at: Option<usize>| at.and_then(|at| cells.get(at)).map(|cell| cell.trim());
        let parts = || Some(format!("{} {}", cell(self.given)?, cell(self.surname)?));
        let Some(of) = parts().or_else(|| cell(self.whole).map(str::to_owned)).filter(|of| is_whole(of)) else {
            return Vec::new();
        };
        let called = cell(self.called).into_iter().flat_map(|cell| cell.split([',', '/'])).filter_map(by_which);
        let mut found: Vec<Byname> =
            called.map(|called| Byname { of: of.clone(), called: Called::So(called.to_owned()) }).collect();
        // "notes: née Voss" is said of whoever the row is about.
        for cell in cells {
            let Some((cue, rest)) = cell.trim().split_once(' ') else { continue };
            let own = WORDS.born.has(cue.trim_end_matches('.')) && rest.split(' ').count() <= 2;
            let surname = surname(rest).filter(|_| own);
            found.extend(surname.map(|born| Byname { of: of.clone(), called: Called::Born(born.to_owned()) }));
        }
        found
    }
}

/// `Ada Voss; surname: Voss; forename: Ada; known_as: Nan`.
fn of_fields(line: &str) -> Vec<Byname> {
    let fields: Vec<(&str, &str)> = line.split("; ").filter_map(|field| field.split_once(": ")).collect();
    if fields.len() < 2 {
        return Vec::new();
    }
    let mut heads: Vec<&str> = fields.iter().map(|(head, _)| head.rsplit('.').next().unwrap_or_default()).collect();
    let mut cells: Vec<&str> = fields.iter().map(|(_, cell)| *cell).collect();
    // What a row is called stands in front of its fields.
    let first = line.split("; ").next().filter(|first| !first.contains(": ")).unwrap_or_default();
    if is_whole(first) && !heads.iter().any(|head| WORDS.wholes.has(&head.to_lowercase().replace('_', " "))) {
        heads.push("name");
        cells.push(first);
    }
    Columns::of(&heads).map(|columns| columns.read(&cells)).unwrap_or_default()
}

/// A first name and a surname, with capitals.
fn is_whole(name: &str) -> bool {
    let words: Vec<&str> = name.split_whitespace().collect();
    let letters = |word: &&str| word.chars().all(|c| c.is_alphabetic() || matches!(c, '-' | '.' | '\'' | '’'));
    let capital = |word: Option<&&str>| word.is_some_and(|word| word.starts_with(char::is_uppercase));
    let named = (2..=MOST_WORDS + 1).contains(&words.len()) && capital(words.first()) && capital(words.last());
    named && words.iter().all(letters)
}

/// What somebody is called, without its article; no title and no initials.
fn by_which(cell: &str) -> Option<&str> {
    let bare = cell.trim().trim_matches(['"', '“', '”', '‘', '’', '\'', '«', '»', '*', '`']);
    let bare = match bare.split_once(' ') {
        Some((article, rest)) if WORDS.articles.has(&article.to_lowercase()) => rest,
        _ => bare,
    };
    let known = flags(&bare.trim_end_matches('.').to_lowercase());
    let letters = bare.chars().all(|c| c.is_alphabetic() || matches!(c, '-' | '\'' | '’' | ' '));
    let named = bare.starts_with(char::is_uppercase) && bare.contains(char::is_lowercase);
    let fits = LETTERS.contains(&bare.chars().count()) && bare.split(' ').count() <= 2;
    (fits && letters && named && !known.has(Flags::HONORIFIC | Flags::WEEKDAY)).then_some(bare)
}

/// The words with a capital that a text ends in, as far as they can be a name.
fn in_front(before: &str) -> Option<&str> {
    let end = before.trim_end_matches([' ', '*', '_']);
    if before.len() - end.len() > 4 {
        return None;
    }
    let mut start = end.len();
    for (count, word) in end.rsplit(' ').enumerate() {
        let letters = word.chars().all(|c| c.is_alphabetic() || matches!(c, '-' | '\'' | '’' | '.'));
        let inside = count > 0 && flags(word).has(Flags::PARTICLE);
        if count == MOST_WORDS || !letters || !(word.starts_with(char::is_uppercase) || inside) {
            break;
        }
        start = word.as_ptr().addr() - end.as_ptr().addr();
    }
    let name = end[start..].trim_start();
    (!name.is_empty()).then_some(name)
}

const MARKS: [(char, char); 4] = [('"', '"'), ('“', '”'), ('‘', '’'), ('«', '»')];

/// *Ada "Nan" Voss*, *A. Voss ("Nan")*.
fn quoted(line: &str, found: &mut Vec<Byname>) {
    for (open, close) in MARKS {
        for (at, _) in line.match_indices(open) {
            let (before, behind) = (&line[..at], &line[at + open.len_utf8()..]);
            let Some((inner, rest)) = behind.split_once(close) else { continue };
            let Some(called) = by_which(inner) else { continue };
            let bracket = before.strip_suffix('(').filter(|_| rest.starts_with(')'));
            // Inside a name nothing but its own words stands beside the marks.
            let next =
                rest.strip_prefix(' ').and_then(|rest| rest.split([' ', ',', '.', ';', ':', ')', '\'', '’']).next());
            let last = next.filter(|word| is_surname(word)).filter(|_| before.ends_with(' ') && bracket.is_none());
            let front = in_front(bracket.unwrap_or(before));
            let of = match (front, last, bracket) {
                (Some(front), Some(last), _) => format!("{front} {last}"),
                (Some(front), None, Some(_)) => front.to_owned(),
                _ => continue,
            };
            found.push(Byname { of, called: Called::So(called.to_owned()) });
        }
    }
}

/// *Ada Voss (Nan)*, where nothing but what somebody is called may stand there: a first name, or what begins as theirs
/// does and no lexicon has.
fn bracketed(line: &str, found: &mut Vec<Byname>) {
    for (at, _) in line.match_indices(" (") {
        let Some((inner, _)) = line[at + 2..].split_once(')') else { continue };
        let Some(called) = by_which(inner).filter(|called| *called == inner && !called.contains(' ')) else { continue };
        let Some(of) = in_front(&line[..at]).filter(|of| is_whole(of)) else { continue };
        let key = called.to_lowercase();
        let known = flags(&key);
        let given = known.has(Flags::FIRST_NAME) && !known.has(Flags::PLACE);
        let alike = of.split(' ').any(|word| word.chars().next() == called.chars().next() && word != called)
            && !is_ordinary_word(&key)
            && known_kind(&key).is_none()
            && !known.has(Flags::PLACE | Flags::ROLE | Flags::DEMONYM | Flags::MONTH);
        if given || alike {
            found.push(Byname { of: of.to_owned(), called: Called::So(called.to_owned()) });
        }
    }
}

/// *Ada Voss née Reed*, *Ada Voss (later Reed)*.
fn other_surnames(line: &str, found: &mut Vec<Byname>) {
    for (at, _) in line.match_indices(' ') {
        let behind = line[at + 1..].trim_start_matches('(');
        let set_off = behind.len() < line.len() - at - 1 || line[..at].ends_with(',');
        let Some((cue, rest)) = behind.split_once(' ') else { continue };
        let cue = cue.trim_end_matches('.');
        let (born, changed) = (WORDS.born.has(cue), set_off && WORDS.changed.has(cue));
        if !born && !changed {
            continue;
        }
        let of = in_front(line[..at].trim_end_matches(',')).filter(|of| is_whole(of));
        let Some((of, surname)) = of.zip(surname(rest)) else { continue };
        let surname = surname.to_owned();
        let called = if born { Called::Born(surname) } else { Called::Changed(surname) };
        found.push(Byname { of: of.to_owned(), called });
    }
}

/// The surname that a text begins with: no month, no place, and no number behind it.
fn surname(text: &str) -> Option<&str> {
    let word = text.split([' ', ',', ';', ')', '.', '\n']).next().filter(|word| is_surname(word))?;
    let next = text[word.len()..].trim_start_matches([' ', '.', ',']);
    (!next.starts_with(|c: char| c.is_ascii_digit())).then_some(word)
}

fn is_surname(word: &str) -> bool {
    let known = flags(&word.to_lowercase());
    word.starts_with(char::is_uppercase)
        && word.contains(char::is_lowercase)
        && word.chars().count() > 1
        && word.chars().all(|c| c.is_alphabetic() || matches!(c, '-' | '\'' | '’'))
        && !known.has(Flags::MONTH | Flags::WEEKDAY | Flags::PLACE | Flags::HONORIFIC | Flags::FUNCTION)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<(String, String)> {
        let pair = |one: Byname| match one.called {
            Called::So(name) => (one.of, name),
            Called::Born(name) => (one.of, format!("née {name}")),
            Called::Changed(name) => (one.of, format!("later {name}")),
        };
        told(text).into_iter().map(pair).collect()
    }

    #[test]
    fn other_names_stand_in_columns_marks_and_brackets() {
        for (text, of, called) in [
            ("Ada Voss; id: 1; surname: Voss; forename: Ada; known_as: Nan; born: 1934", "Ada Voss", "Nan"),
            ("name: Ludovic Voss; known as: Ludo; role: keeper", "Ludovic Voss", "Ludo"),
            ("| Name | Known as |\n|---|---|\n| Ada Voss | Nan |", "Ada Voss", "Nan"),
            ("Ada Voss; id: 1; notes: née Reed", "Ada Voss", "née Reed"),
            ("Talk 2  A. Voss (\"Nan\")  Orsk Hall", "A. Voss", "Nan"),
            ("# Talk 8 – Ada \"Nan\" Voss", "Ada Voss", "Nan"),
            ("- **Support**: Gwen (\"the Abbess\")", "Gwen", "Abbess"),
            ("Present: Ludovic Voss (Ludo), chair", "Ludovic Voss", "Ludo"),
            ("It was Elizabeth Voss (Betty) who said so.", "Elizabeth Voss", "Betty"),
            ("Ada Voss, née Reed, keeps the lamp.", "Ada Voss", "née Reed"),
            ("Ada Voss (geb. Reed) hütet die Lampe.", "Ada Voss", "née Reed"),
            ("Ada Reed (later Voss) wins the prize.", "Ada Reed", "later Voss"),
        ] {
            let found = read(text);
            assert!(found.iter().any(|one| (one.0.as_str(), one.1.as_str()) == (of, called)), "{text}: {found:?}");
        }
    }

    #[test]
    fn what_is_said_offices_towns_and_days_are_no_names() {
        for text in [
            "Ada Voss; id: 1; surname: Voss; forename: Douglas; known_as: Rev.",
            "Ada Voss said \"Nobody\" and left.",
            "He said \"Stop\" to Ada Voss.",
            "Ada Voss (chair), Tom Reed (Orsk) and Ida Quill (Finance)",
            "Ada Voss (geb. 4. Mai 1934) und Tom Reed, geb. Juni 1931",
            "Ada Voss, later the keeper of the lamp",
            "It was mended by Ada Voss later Monday.",
            "name: Ada Voss; town: Tarn",
        ] {
            assert!(read(text).is_empty(), "{text}: {:?}", read(text));
        }
    }

    proptest::proptest! {
        #[test]
        fn anything_may_be_read(text in "(\\| ?(name|known as|née|Ada Voss) ?){0,4}\n\\|--\n(\\PC{0,20}[\\|(\"]?\n?){0,6}|\\PC{0,80}") {
            told(&text);
        }
    }
}
