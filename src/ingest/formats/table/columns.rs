//! What each column of a table is read as: the text, what a row is called, its date, who says it, a cell that stands
//! beside the text, or nothing. Told by the columns' names, and where these say nothing by the first rows.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::sync::LazyLock;

use super::super::TableFields;
use super::said::SaidBy;
use super::{Cell, LONG, TableRecord};
use crate::config::data_file;
use crate::text::cutting::punctuation::is_terminal;
use crate::text::dates;
use crate::text::display::spacing::single_spaced;
use crate::text::layout::cells::is_figure;

/// Names that say what a column is, best first.
#[derive(Debug, Default, serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Known {
    texts: Vec<String>,
    perhaps_texts: Vec<String>,
    written_texts: Vec<String>,
    titles: Vec<String>,
    first_names: Vec<String>,
    last_names: Vec<String>,
    numbers: Vec<String>,
    dates: Vec<String>,
    speakers: Vec<String>,
}

static KNOWN: LazyLock<Known> = LazyLock::new(|| data_file!("columns.toml"));

/// Mean bytes from which on a field with the name of a text is one.
const SURE: usize = 20;
/// Mean bytes from which on a field that is perhaps the text is one, and those where most of it is in sentences.
const LENGTHY: usize = 120;
const IN_SENTENCES: usize = 60;
/// Rows from which on a title is guessed.
const FEWEST: usize = 3;
/// Rows in ten that have to fit a guess.
const NEARLY_ALL: usize = 9;
/// Bytes of a cell that is part of a title, at most.
const BRIEF: usize = 32;
/// A column named as titles are may have some twice.
const MOST: usize = 7;
/// Tokens that long which mix figures and letters are a machine's.
const LONG_ID: usize = 16;
/// More figures than these in a list of one row are a vector.
const FIGURES: usize = 12;

/// What the columns of a table are read as, by their names.
#[derive(Debug, Default)]
pub(super) struct Columns {
    pub text: Option<String>,
    /// Several are read one behind the other.
    pub title: Vec<String>,
    pub date: Option<String>,
    /// Who says the text.
    pub said_by: Option<SaidBy>,
    /// The title is a number or a code.
    pub coded: bool,
    /// What says nothing to a reader: numbers of rows, vectors.
    debris: BTreeSet<String>,
}

impl Columns {
    /// Tells the columns of the rows that `sample` begins with.
    pub fn of(sample: &[TableRecord], fields: &TableFields) -> Self {
        let wanted = |wanted: &Option<String>| wanted.as_ref().and_then(|wanted| find_name(sample, wanted));
        let text = wanted(&fields.text).or_else(|| guess_text(sample));
        let date = named(sample, &KNOWN.dates).filter(|date| Some(date) != text.as_ref());
        let mut columns = Self { text, date, ..Self::default() };
        columns.said_by = columns.text.as_ref().and_then(|text| {
            let named = KNOWN.speakers.iter().filter_map(|wanted| find_name(sample, wanted));
            let mut others = named.filter(|name| name != text && is_common(sample, name));
            others.find_map(|name| SaidBy::of(cells(sample, &name), &name))
        });
        columns.title = match wanted(&fields.title) {
            Some(title) => vec![title],
            None => columns.guess_title(sample),
        };
        if let [title] = columns.title.as_slice() {
            columns.coded = is_named(title, &KNOWN.numbers);
        }
        columns.debris =
            names(sample).into_iter().filter(|name| is_debris(sample, name)).map(ToOwned::to_owned).collect();
        columns
    }

    /// What a row is called: the best of the names that mean a title and tell rows apart, a first and a last name, the
    /// first column that has a short text of its own for each row, or what else may pass for one.
    fn guess_title(&self, sample: &[TableRecord]) -> Vec<String> {
        let told = |name: &String| self.is_speaker(name) || Some(name) == self.date.as_ref();
        let free = |name: &String| Some(name) != self.text.as_ref() && !told(name);
        let titles: Vec<String> = KNOWN
            .titles
            .iter()
            .filter_map(|wanted| find_name(sample, wanted))
            .filter(|name| free(name) && is_common(sample, name))
            .collect();
        if let Some(title) = titles.iter().find(|name| tells_apart(sample, name, MOST)) {
            return vec![title.clone()];
        }
        if let (Some(first), Some(last)) = (named(sample, &KNOWN.first_names), named(sample, &KNOWN.last_names))
            && first != last
        {
            return vec![first, last];
        }
        let guessed = || {
            let coded = |name: &str| is_named(name, &KNOWN.numbers);
            let mut names = names(sample).into_iter().map(ToOwned::to_owned);
            names.find(|name| free(name) && !coded(name) && is_short_text(sample, name) && sample.len() >= FEWEST)
        };
        let otherwise = || named(sample, &KNOWN.numbers).filter(free);
        let first = titles.first().cloned();
        let single = first.clone().filter(|_| sample.len() < FEWEST).or_else(guessed).or_else(otherwise);
        single.map_or_else(|| pair(sample, first, free), |single| vec![single])
    }

    /// True for a cell that stands beside the text of its row.
    pub fn keeps(&self, cell: &Cell) -> bool {
        let value = cell.value.trim();
        // What two columns make together says of neither what it is.
        let title = self.title.len() == 1 && *self.title[0] == *cell.name;
        !(value.is_empty() || title || self.debris.contains(&*cell.name) || is_long_id(value))
    }

    /// What a row is called.
    pub fn title_of(&self, record: &TableRecord) -> Option<String> {
        let parts: Vec<String> = self.title.iter().filter_map(|name| value(record, name)).collect();
        (!parts.is_empty()).then(|| parts.join(" "))
    }

    pub fn date_of(&self, record: &TableRecord) -> Option<String> {
        value(record, self.date.as_ref()?)
    }

    /// Who says the text of a row.
    pub fn speaker_of(&self, record: &TableRecord) -> Option<String> {
        let said_by = self.said_by.as_ref()?;
        said_by.name_in(&value(record, &said_by.column)?)
    }

    /// True for the cells of a text that somebody says which tell who and when.
    pub fn tells_of(&self, record: &TableRecord, name: &str) -> bool {
        let dates = || self.date.as_deref() == Some(name);
        self.speaker_of(record).is_some() && (self.is_speaker(name) || dates())
    }

    fn is_speaker(&self, name: &str) -> bool {
        self.said_by.as_ref().is_some_and(|said_by| said_by.column == name)
    }

    /// Says for a person why no field is the text: which may be one, and what it falls short of.
    pub fn why_no_text(sample: &[TableRecord]) -> String {
        let mean = |name: &str| cells(sample, name).map(|cell| cell.value.len()).sum::<usize>() / sample.len().max(1);
        let known = KNOWN.texts.iter().chain(&KNOWN.perhaps_texts).chain(&KNOWN.written_texts);
        let may_be = known.filter_map(|wanted| find_name(sample, wanted)).find(|name| is_common(sample, name));
        may_be.map_or_else(
            || "no field holds a text".to_owned(),
            |name| {
                let (bytes, least) = (mean(&name), format!("{LENGTHY}, or {IN_SENTENCES} in sentences beside words"));
                format!("no field holds a text: {name:?} has {bytes} bytes a row, and a text has {least}")
            },
        )
    }

    /// Says what is read as what, for a person.
    pub fn told(&self, sample: &[TableRecord]) -> Option<String> {
        let text = self.text.as_ref()?;
        let mut told = format!("each row is a document; its text is {text:?}");
        if !self.title.is_empty() {
            told.push_str(&format!(", its title {:?}", self.title.join(" ")));
        }
        if let Some(date) = &self.date {
            told.push_str(&format!(", its date {date:?}"));
        }
        if let Some(said_by) = &self.said_by {
            told.push_str(&format!(", said by {:?}", said_by.column));
        }
        let beside =
            |name: &&str| *name != text && !self.is_speaker(name) && !self.title.iter().any(|title| title == name);
        let (left, kept): (Vec<&str>, Vec<&str>) =
            names(sample).into_iter().filter(beside).partition(|name| self.debris.contains(*name));
        for (names, what) in [(kept, "stand beside it"), (left, "are left out")] {
            if !names.is_empty() {
                told.push_str(&format!("; {what}: {}", names.join(", ")));
            }
        }
        Some(told)
    }
}

/// A column that has short texts, best the one that is named as titles are, where it tells rows apart, else with a
/// short one besides that does so together with it.
fn pair(sample: &[TableRecord], titled: Option<String>, free: impl Fn(&String) -> bool) -> Vec<String> {
    if sample.len() < FEWEST {
        return Vec::new();
    }
    let all: Vec<String> = names(sample).into_iter().map(ToOwned::to_owned).filter(&free).collect();
    let brief = |name: &String| {
        let fitting =
            cells(sample, name).filter(|cell| cell.value.trim().len() <= BRIEF && !is_long_id(cell.value.trim()));
        fitting.count() * 10 >= sample.len() * NEARLY_ALL && !is_debris(sample, name) && varies(sample, name)
    };
    let wordy = |name: &&String| {
        let lettered = cells(sample, name).filter(|cell| cell.text && cell.value.contains(char::is_alphabetic)).count();
        brief(name) && lettered * 10 >= sample.len() * NEARLY_ALL
    };
    let first = titled.filter(|titled| brief(titled)).or_else(|| all.iter().find(wordy).cloned());
    let Some(first) = first else { return Vec::new() };
    if tells_apart(sample, &first, NEARLY_ALL) {
        return vec![first];
    }
    let apart = |second: &&String| {
        let both: HashSet<_> = sample.iter().map(|record| (value(record, &first), value(record, second))).collect();
        both.len() * 10 >= sample.len() * NEARLY_ALL
    };
    let second = all.iter().filter(|second| **second != first && brief(second)).find(apart).cloned();
    second.map_or_else(Vec::new, |second| vec![first, second])
}

/// The first filled cell of a name, on one line.
fn value(record: &TableRecord, name: &str) -> Option<String> {
    let cell = record.cells.iter().find(|cell| *cell.name == *name && !cell.value.trim().is_empty())?;
    Some(single_spaced(&cell.value))
}

/// True for the name of a field that has the title of what it is a field of.
pub(super) fn is_title(name: &str) -> bool {
    name.eq_ignore_ascii_case("title")
}

/// All names, by first appearance.
pub(super) fn names(records: &[TableRecord]) -> Vec<&str> {
    const HELD: usize = 100;
    let mut names: Vec<&str> = Vec::new();
    for cell in records.iter().flat_map(|record| &record.cells) {
        if names.len() < HELD && !names.contains(&&*cell.name) {
            names.push(&cell.name);
        }
    }
    names
}

/// A name as lists have it: `pageContent`, `page_content`, `Page-Content` → `page content`.
fn plain(name: &str) -> String {
    let mut out = String::with_capacity(name.len() + 4);
    let mut small = false;
    for c in name.chars() {
        if c.is_uppercase() && small {
            out.push(' ');
        }
        small = c.is_lowercase();
        out.extend(if matches!(c, '_' | '-') { ' ' } else { c }.to_lowercase());
    }
    out
}

/// The name that `wanted` means: exactly, in another way of writing, or as the last part of a nested one.
pub(super) fn find_name(records: &[TableRecord], wanted: &str) -> Option<String> {
    let names = names(records);
    let last = |name: &str| plain(name.rsplit('.').next().unwrap_or_default());
    let wanted_plain = plain(wanted);
    let exact = names.iter().find(|name| **name == wanted);
    let found = exact
        .or_else(|| names.iter().find(|name| plain(name) == wanted_plain))
        .or_else(|| names.iter().find(|name| last(name) == wanted_plain));
    found.map(|name| (*name).to_owned())
}

fn is_named(name: &str, known: &[String]) -> bool {
    known.contains(&plain(name.rsplit('.').next().unwrap_or_default()))
}

/// The first of the known names that most records have.
fn named(sample: &[TableRecord], known: &[String]) -> Option<String> {
    known.iter().filter_map(|wanted| find_name(sample, wanted)).find(|name| is_common(sample, name))
}

/// The first filled cell of each record that has one.
fn cells<'a>(sample: &'a [TableRecord], name: &str) -> impl Iterator<Item = &'a Cell> {
    sample
        .iter()
        .filter_map(move |record| record.cells.iter().find(|cell| *cell.name == *name && !cell.value.trim().is_empty()))
}

fn is_common(sample: &[TableRecord], name: &str) -> bool {
    cells(sample, name).count() * 2 > sample.len()
}

/// True for a column that has more than one value.
fn varies(sample: &[TableRecord], name: &str) -> bool {
    let mut values = cells(sample, name).map(|cell| cell.value.trim());
    let first = values.next();
    values.any(|value| Some(value) != first)
}

/// True where so many in ten of the cells are unlike all before them. One row has nothing to be told from.
fn tells_apart(sample: &[TableRecord], name: &str, of_ten: usize) -> bool {
    let distinct: HashSet<&str> = cells(sample, name).map(|cell| cell.value.trim()).collect();
    distinct.len() * 10 > cells(sample, name).count() * of_ten || sample.len() == 1
}

/// True for a column that has a short text for nearly every row, each its own: no figures, dates, versions or
/// addresses.
fn is_short_text(sample: &[TableRecord], name: &str) -> bool {
    let short = |cell: &&Cell| {
        let value = cell.value.trim();
        let letters = value.chars().filter(|c| c.is_alphabetic()).count();
        let address = value.contains("://") || value.contains('@') || value.starts_with("www.");
        let wordy = cell.text && letters * 2 > value.chars().count();
        wordy && value.len() <= LONG && !address && dates::first_date(value).is_none() && !is_long_id(value)
    };
    let fitting = cells(sample, name).filter(short).count();
    fitting * 10 >= sample.len() * NEARLY_ALL && tells_apart(sample, name, NEARLY_ALL - 1)
}

/// True for a column of which most cells end as sentences do and have the words of one.
fn is_in_sentences(sample: &[TableRecord], name: &str) -> bool {
    const WORDS: usize = 4;
    let is_sentence = |cell: &&Cell| {
        let value = cell.value.trim();
        cell.text && value.ends_with(is_terminal) && value.split_whitespace().nth(WORDS - 1).is_some()
    };
    cells(sample, name).filter(is_sentence).count() * 2 > sample.len()
}

/// True for a table whose other columns are figures, half of them or more: a remark beside readings is about these.
fn is_of_figures(sample: &[TableRecord], name: &str) -> bool {
    let others: BTreeSet<&str> = sample.iter().flat_map(|record| record.cells.iter().map(|cell| &*cell.name)).collect();
    let others: Vec<&str> = others.into_iter().filter(|other| *other != name).collect();
    let of_figures = |other: &&&str| cells(sample, other).filter(|cell| is_figure(cell.value.trim())).count() * 2;
    let figures = others.iter().filter(|other| of_figures(other) > sample.len()).count();
    figures > 1 && figures * 2 >= others.len()
}

/// True for a token that only a machine can tell from others: hashes, keys, numbers of posts.
pub(super) fn is_long_id(value: &str) -> bool {
    let token =
        value.len() >= LONG_ID && value.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte));
    if !token || !value.bytes().any(|byte| byte.is_ascii_digit()) {
        return false;
    }
    let marks = |byte: u8| byte == b'-' || byte == b'_';
    let hex = value.bytes().all(|byte| byte.is_ascii_hexdigit() || marks(byte));
    let figures: Vec<bool> = value.bytes().filter(|&byte| !marks(byte)).map(|byte| byte.is_ascii_digit()).collect();
    // A name with a year in it changes once or twice.
    let changes = figures.windows(2).filter(|pair| pair[0] != pair[1]).count();
    hex || changes >= 4
}

/// True for columns that say nothing of their rows: what counts them from 0 or 1 on, and lists of figures.
fn is_debris(sample: &[TableRecord], name: &str) -> bool {
    let figure = |cell: &Cell| cell.value.trim().parse::<f64>().is_ok();
    let listed = |record: &TableRecord| record.cells.iter().filter(|cell| *cell.name == *name && figure(cell)).count();
    if sample.iter().any(|record| listed(record) > FIGURES) {
        return true;
    }
    let numbers: Option<Vec<u64>> = cells(sample, name).map(|cell| cell.value.trim().parse().ok()).collect();
    numbers.is_some_and(|numbers| {
        numbers.len() >= FEWEST && numbers[0] <= 1 && numbers.windows(2).all(|pair| pair[0] + 1 == pair[1])
    })
}

/// The field that holds running text, when that is obvious.
fn guess_text(sample: &[TableRecord]) -> Option<String> {
    let mut lengths: BTreeMap<&str, usize> = BTreeMap::new();
    for cell in sample.iter().flat_map(|record| &record.cells).filter(|cell| cell.text) {
        *lengths.entry(&cell.name).or_default() += cell.value.len();
    }
    let mean = |name: &str| lengths.get(name).copied().unwrap_or(0) / sample.len().max(1);
    let longest =
        lengths.iter().max_by_key(|(name, length)| (**length, std::cmp::Reverse(**name))).map(|(name, _)| *name)?;
    let named = |names: &[String], least: usize| {
        let found = |wanted: &String| find_name(sample, wanted);
        names.iter().filter_map(found).find(|name| mean(name) >= least && mean(name) * 4 >= mean(longest))
    };
    // What people write in a few sentences is a text, however short.
    let spoken = || named(&KNOWN.written_texts, SURE).filter(|name| is_in_sentences(sample, name));
    let told = || {
        let named = named(&KNOWN.perhaps_texts, IN_SENTENCES);
        named.filter(|name| is_in_sentences(sample, name) && !is_of_figures(sample, name))
    };
    let perhaps = || named(&KNOWN.perhaps_texts, LENGTHY).or_else(spoken).or_else(told);
    named(&KNOWN.texts, SURE).or_else(perhaps).or_else(|| {
        let second = lengths.iter().filter(|(name, _)| **name != longest).map(|(_, length)| *length).max().unwrap_or(0);
        (mean(longest) >= LENGTHY && lengths[longest] >= 3 * second).then(|| longest.to_owned())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lists_are_whole() {
        let known = &*KNOWN;
        let lists = [
            &known.texts,
            &known.perhaps_texts,
            &known.written_texts,
            &known.titles,
            &known.first_names,
            &known.last_names,
            &known.numbers,
            &known.dates,
            &known.speakers,
        ];
        for list in lists {
            assert!(!list.is_empty());
            assert!(list.iter().all(|name| plain(name) == *name), "{list:?}");
        }
    }

    #[test]
    fn a_machine_s_tokens_are_told_from_names() {
        for id in [
            "9f86d081884c7d659a2feaa0c55ad015",
            "123e4567-e89b-12d3-a456-426614174000",
            "1189283746501928374",
            "a1B2c3D4e5F6g7H8",
        ] {
            assert!(is_long_id(id), "{id}");
        }
        for name in [
            "7kaa",
            "the-game-of-life-2019-edition",
            "2.15.5+dfsg-1",
            "Debian Games Team",
            "internationalisation",
            "2024-05-01",
        ] {
            assert!(!is_long_id(name), "{name}");
        }
    }
}
