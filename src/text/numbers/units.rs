//! Units of what figures count: lengths of time, weights, lengths, sums of money. Those of one kind are turned into
//! each other, those of different kinds never.

use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::sync::LazyLock;

use crate::config::data_file;
use crate::text::language::WordList;
use crate::text::words::terms::fold;

/// What units of the file's table are not units of: whoever writes `k` means so many times the figure.
const TIMES: &str = "times";
const MONEY: &str = "money";
/// The kind of lengths of time.
pub const TIME: &str = "time";
/// The kind of hundredths.
pub const PERCENT: &str = "percent";

type Kinds = BTreeMap<String, BTreeMap<String, WordList>>;

static KINDS: LazyLock<Kinds> = LazyLock::new(|| data_file!("units.toml"));

/// The units that a word may be, the most usual first.
static UNITS: LazyLock<HashMap<&'static str, Vec<(&'static str, f64)>>> = LazyLock::new(|| {
    let mut units: HashMap<&str, Vec<(&str, f64)>> = HashMap::new();
    for (kind, own) in KINDS.iter() {
        for (size, word) in own.iter().flat_map(|(size, words)| words.iter().map(move |word| (size, word))) {
            let unit = if kind == MONEY { (size.as_str(), 1.0) } else { (kind.as_str(), size.parse().unwrap_or(1.0)) };
            units.entry(word).or_default().push(unit);
        }
    }
    units
});

/// The signs of money.
static SIGNS: LazyLock<Vec<char>> = LazyLock::new(|| {
    let words = KINDS.get(MONEY).into_iter().flat_map(BTreeMap::values).flat_map(WordList::iter);
    let alone = |word: &str| word.chars().next().filter(|c| !c.is_alphanumeric() && word.len() == c.len_utf8());
    words.filter_map(alone).collect()
});

/// A unit, by the word for it.
#[derive(Clone, Debug, PartialEq)]
pub struct Unit {
    /// As it was written.
    pub name: String,
    /// What it is a unit of; a sum of money is of its own currency.
    pub kind: &'static str,
    /// How many of the smallest unit of its kind it is.
    pub size: f64,
}

impl Unit {
    /// The units that a word may be: `m` are minutes or metres.
    pub fn all_of(word: &str) -> Vec<Self> {
        let of = |word: &str| UNITS.get(word).cloned().unwrap_or_default();
        let mut found = of(word);
        if found.is_empty() {
            found = of(&word.to_lowercase());
        }
        if found.is_empty() {
            found = of(&fold(word));
        }
        let units = found.into_iter().filter(|(kind, _)| *kind != TIMES);
        units.map(|(kind, size)| Self { name: word.to_owned(), kind, size }).collect()
    }

    /// The unit of time that a word is.
    pub fn of_time(word: &str) -> Option<Self> {
        Self::all_of(word).into_iter().find(|unit| unit.kind == TIME)
    }

    /// True for a unit of time.
    pub fn is_time(&self) -> bool {
        self.kind == TIME
    }

    /// True for a currency.
    pub fn is_money(&self) -> bool {
        is_money(self.kind)
    }
}

/// True for what sums of one currency are a kind of.
pub fn is_money(kind: &str) -> bool {
    KINDS.get(MONEY).is_some_and(|money| money.contains_key(kind))
}

/// True for a sign of money that figures are written with: *£*.
pub fn is_money_sign(c: char) -> bool {
    SIGNS.contains(&c)
}

impl fmt::Display for Unit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

/// How many times the figure in front of it a word means: `k`, `Mio`.
pub fn times(word: &str) -> Option<f64> {
    let of = |word: &str| UNITS.get(word)?.iter().find(|(kind, _)| *kind == TIMES).map(|(_, size)| *size);
    // A large M are millions, a small one metres.
    of(word).or_else(|| of(&word.to_lowercase()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_unit_is_told_by_its_word() {
        let of = |word: &str| Unit::all_of(word).into_iter().map(|unit| (unit.kind, unit.size)).collect::<Vec<_>>();
        assert_eq!(of("kg"), [("mass", 1000.0)]);
        assert_eq!(of("KG"), [("mass", 1000.0)]);
        assert_eq!(of("€"), [("€", 1.0)]);
        assert_eq!(of("EUR"), [("€", 1.0)]);
        assert_eq!(of("Stunden"), [(TIME, 3600.0)]);
        assert_eq!(of("m").len(), 2);
        assert_eq!(of("boxes"), []);
        assert_eq!((times("k"), times("M"), times("m"), times("Mio")), (Some(1e3), Some(1e6), None, Some(1e6)));
        assert!(is_money("£") && !is_money("mass"));
        assert!("£$€¥₹￥₽₩".chars().all(is_money_sign) && !"%元kr".chars().any(is_money_sign));
    }
}
