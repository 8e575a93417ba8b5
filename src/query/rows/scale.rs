//! How the figures of one column are read, all its cells together: which mark parts the decimals, what they are of, and
//! in which unit most are told.

use std::collections::BTreeMap;

use super::WORDS;
use super::condition::Bound;
use super::numbers::{Decimals, Figure};
use crate::text::numbers::amounts::in_groups;
use crate::text::numbers::units::{self, PERCENT, TIME, Unit};
use crate::text::words::terms::is_digits;

/// Bytes of the longest cell that is read as several figures with their units: `2 hours 5 min`.
const LONGEST: usize = 32;
/// Words of what the name of a column says of its figures, at most.
const HEAD_WORDS: usize = 3;

/// How the figures of a column are read.
#[derive(Clone, Debug, Default)]
pub(super) struct Scale {
    decimals: Decimals,
    /// What most of them are told in; those without a unit are taken to be told in it.
    pub unit: Option<Unit>,
    /// The currencies that sums are told in.
    pub currencies: Vec<&'static str>,
    /// They are hours and minutes: `30:15`.
    pub clocks: bool,
    /// What the name of the column says of its figures: *million*, of "Price (EUR million)".
    head: Head,
    /// The largest of its figures as they are written, without those that say themselves how many times they are.
    largest: f64,
}

/// What the name of a column says of the figures below it.
#[derive(Clone, Debug, Default)]
struct Head {
    /// How many times its figure a cell is.
    times: Option<f64>,
    /// What stands behind a figure of it that is told.
    behind: String,
}

impl Head {
    const NONE: Self = Self { times: None, behind: String::new() };

    /// Of the name of a column whose figures are sums of a currency, or of none.
    fn of(column: &str, currency: Option<&str>) -> Self {
        let Some(told) = in_brackets(column) else { return Self::NONE };
        let times = parts(told).find_map(|part| Some((units::times(part)?, part)));
        let word = times.map_or("", |(_, word)| word);
        // "EUR million" is said with the sign in front, what is not understood as it stands there.
        let whole = parts(told).all(|part| part == word || currency.is_some() && currency_of(part) == currency);
        let behind = match word.len() {
            _ if !whole => format!(" ({told})"),
            // A letter stands right behind its figure: *4m*.
            0 | 1 => word.to_owned(),
            _ => format!(" {word}"),
        };
        Self { times: times.map(|(times, _)| times), behind }
    }
}

impl Scale {
    pub const PLAIN: Self = Self {
        decimals: Decimals::Point,
        unit: None,
        currencies: Vec::new(),
        clocks: false,
        head: Head::NONE,
        largest: 0.0,
    };

    /// Reads the cells of a column; `otherwise` is how figures are written that could be read either way.
    pub fn of<'c>(cells: impl Iterator<Item = &'c str> + Clone, otherwise: Decimals) -> Self {
        let decimals = Decimals::of(cells.clone()).unwrap_or(otherwise);
        let mut kinds: BTreeMap<&'static str, usize> = BTreeMap::new();
        let mut units: Vec<(Unit, usize)> = Vec::new();
        let mut currencies: Vec<&'static str> = Vec::new();
        let (mut clocks, mut all, mut largest) = (0usize, 0usize, 0.0f64);
        for cell in cells {
            let plain = Figure::read(cell).filter(|figure| figure.times() == 1.0);
            largest = largest.max(plain.and_then(|figure| figure.value(decimals)).map_or(0.0, f64::abs));
            clocks += usize::from(clock(cell).is_some());
            all += 1;
            for unit in units_of(cell, decimals) {
                if unit.is_money() {
                    if !currencies.contains(&unit.kind) {
                        currencies.push(unit.kind);
                    }
                    continue;
                }
                *kinds.entry(unit.kind).or_default() += 1;
                match units.iter_mut().find(|(known, _)| known.kind == unit.kind && known.size == unit.size) {
                    Some((_, cells)) => *cells += 1,
                    None => units.push((unit, 1)),
                }
            }
        }
        // What may be minutes or metres is what most of the others are.
        let kind = kinds.into_iter().max_by_key(|&(kind, cells)| (cells, kind == TIME)).map(|(kind, _)| kind);
        units.retain(|(unit, _)| Some(unit.kind) == kind);
        let most = units.iter().map(|(_, cells)| *cells).max();
        let unit = units.into_iter().find(|(_, cells)| Some(*cells) == most).map(|(unit, _)| unit);
        let unit = unit.filter(|_| currencies.is_empty());
        Self { decimals, unit, currencies, clocks: clocks * 2 > all, head: Head::NONE, largest }
    }

    /// What a cell measures, in the smallest unit of the column's kind.
    pub fn measure(&self, cell: &str) -> Option<f64> {
        if self.clocks {
            return clock(cell);
        }
        let size = self.unit.as_ref().map_or(1.0, |unit| unit.size);
        let Some(figure) = Figure::read(cell) else {
            let kind = self.unit.as_ref()?.kind;
            return several(cell, self.decimals, kind).map(|(measured, _)| measured);
        };
        let units = figure.units();
        let value = figure.value(self.decimals)?;
        match (&self.unit, units.is_empty()) {
            // A weight is no length of time.
            (Some(unit), false) => Some(value * units.into_iter().find(|own| own.kind == unit.kind)?.size),
            (Some(_), true) => Some(value * size),
            (None, _) => Some(value * self.head.times.filter(|_| figure.times() == 1.0).unwrap_or(1.0)),
        }
    }

    /// With what the name of the column tells, where no cell tells a unit: the currency, `amount_gbp`, the unit, "Load
    /// (kg)", or how many times they are, "Price (EUR million)".
    pub fn named(mut self, column: &str) -> Self {
        if self.unit.is_some() || self.clocks {
            return self;
        }
        if self.currencies.is_empty() {
            self.currencies = parts(column).filter_map(currency_of).take(1).collect();
        }
        let unit = in_brackets(column).map(Unit::all_of).and_then(|units| units.into_iter().next());
        self.unit = unit.filter(|unit| !unit.is_money() && self.currencies.is_empty());
        if self.unit.is_none() && self.currencies.len() < 2 {
            self.head = Head::of(column, self.currencies.first().copied());
        }
        self
    }

    /// The currency that a cell is told in.
    pub fn currency(&self, cell: &str) -> Option<&'static str> {
        let units = Figure::read(cell)?.units();
        units.into_iter().find(Unit::is_money).map(|unit| unit.kind)
    }

    /// True where the name of the column says of what a bare figure is.
    pub fn is_named(&self) -> bool {
        let money = self.unit.is_none() && !self.clocks && self.currencies.len() == 1;
        money || self.unit.is_some() || !self.head.behind.is_empty()
    }

    /// What cells are held against.
    pub fn bound(&self, bound: &Bound) -> f64 {
        let own = bound.unit.as_ref().filter(|own| Some(own.kind) == self.unit.as_ref().map(|unit| unit.kind));
        // "Above 35" of a column of millions are millions, "above 500,000" are none: what is asked for is meant as the
        // reading that lies nearer to what the column has, be it above or below.
        let nearer = |times: &f64| bound.figure.powi(2) < self.largest.powi(2) * times;
        let times = self.head.times.filter(nearer).unwrap_or(1.0);
        bound.figure * own.or(self.unit.as_ref()).map_or(times, |unit| unit.size)
    }

    /// A measure as a person reads it, in the unit that most cells have.
    pub fn told(&self, measured: f64) -> String {
        if self.clocks {
            let seconds = measured.round() as i64;
            let (hours, minutes, rest) = (seconds / 3_600, seconds / 60 % 60, seconds % 60);
            let behind = if rest > 0 { format!(":{rest:02}") } else { String::new() };
            return format!("{hours}:{minutes:02}{behind}");
        }
        match (&self.unit, &self.currencies[..]) {
            (Some(unit), _) if unit.kind == PERCENT => format!("{}{unit}", rounded(measured / unit.size)),
            (Some(unit), _) => format!("{} {unit}", rounded(measured / unit.size)),
            (None, [one]) if self.head.behind.is_empty() => of_money(one, measured),
            (None, currencies) => {
                let plain = in_groups(&rounded(measured / self.head.times.unwrap_or(1.0)).to_string());
                let (sign, figure) = plain.strip_prefix('-').map_or(("", plain.as_str()), |figure| ("-", figure));
                let currency = currencies.first().filter(|_| !self.head.behind.starts_with(" (")).copied();
                match (currency, &self.head.behind) {
                    (Some(one), behind) if one.chars().all(char::is_alphabetic) => format!("{plain}{behind} {one}"),
                    (Some(one), behind) => format!("{sign}{one}{figure}{behind}"),
                    (None, behind) => format!("{plain}{behind}"),
                }
            }
        }
    }
}

/// A sum of money with its sign in front, or its letters behind.
pub(super) fn of_money(currency: &str, sum: f64) -> String {
    let sign = if sum < 0.0 { "-" } else { "" };
    let sum = rounded(sum.abs());
    let plain = if sum.fract() == 0.0 { format!("{sum}") } else { format!("{sum:.2}") };
    let plain = in_groups(&plain);
    if currency.chars().all(char::is_alphabetic) {
        format!("{sign}{plain} {currency}")
    } else {
        format!("{sign}{currency}{plain}")
    }
}

/// What the name of a column has in brackets at its end, or behind *in*: what its figures are of, in a few words.
fn in_brackets(column: &str) -> Option<&str> {
    let column = column.trim();
    let closed = column.strip_suffix([')', ']']).and_then(|front| front.rsplit_once(['(', '[']));
    // "Item(s)" is no length of time.
    let closed = closed.filter(|(front, told)| told.len() > 1 || front.ends_with(' '));
    let bare = || {
        column.split_once(' ').map(|(_, rest)| rest).and_then(|rest| {
            let (word, told) = rest.split_once(' ')?;
            (WORDS.within.has(word) && units_or_times(told)).then_some(told)
        })
    };
    let told = closed.map(|(_, told)| told).or_else(bare)?.trim();
    let plain = told.split_once(' ').filter(|(word, _)| WORDS.within.has(word)).map_or(told, |(_, rest)| rest);
    (!plain.is_empty() && plain.split_whitespace().count() <= HEAD_WORDS).then_some(plain)
}

/// True for words of which one is a unit or says how many times a figure is.
fn units_or_times(told: &str) -> bool {
    parts(told).any(|part| units::times(part).is_some() || !Unit::all_of(part).is_empty())
}

/// The words that the name of a column is made of.
pub(super) fn parts(column: &str) -> impl Iterator<Item = &str> {
    column.split(['_', ' ', '(', ')', '/', '-', '.']).filter(|part| !part.is_empty())
}

/// The currency that a word is of, with its sign or letters.
pub(super) fn currency_of(word: &str) -> Option<&'static str> {
    Unit::all_of(word).into_iter().find(Unit::is_money).map(|unit| unit.kind)
}

/// A figure with at most two decimals.
pub(super) fn rounded(figure: f64) -> f64 {
    (figure * 100.0).round() / 100.0
}

/// Seconds of hours and minutes, and of seconds behind them: `1:30`, `30:15:20`.
fn clock(cell: &str) -> Option<f64> {
    let parts: Vec<&str> = cell.trim().split(':').collect();
    let (hours, rest) = parts.split_first().filter(|(_, rest)| (1..=2).contains(&rest.len()))?;
    let sixtieth = |part: &&str| part.len() == 2 && is_digits(part) && **part < *"60";
    if hours.len() > 4 || !is_digits(hours) || !rest.iter().all(sixtieth) {
        return None;
    }
    let of = |part: &str| part.parse::<f64>().ok();
    let seconds = rest.get(1).and_then(|part| of(part)).unwrap_or(0.0);
    Some(of(hours)? * 3_600.0 + of(rest[0])? * 60.0 + seconds)
}

/// The units that a cell may be told in, one of each kind.
fn units_of(cell: &str, decimals: Decimals) -> Vec<Unit> {
    match Figure::read(cell) {
        Some(figure) => figure.units(),
        None => several(cell, decimals, TIME).into_iter().map(|(_, unit)| unit).collect(),
    }
}

/// What several figures with units of one kind measure together, with the first of these: `2 hours 5 min`, `1h 20m`.
fn several(cell: &str, decimals: Decimals, kind: &str) -> Option<(f64, Unit)> {
    let cell = cell.trim().trim_start_matches(['~', '≈']).trim_start();
    let (mut rest, mut measured, mut first) = (cell, 0.0, None);
    if cell.len() > LONGEST {
        return None;
    }
    while !rest.is_empty() {
        let length = rest.find(|c: char| !c.is_ascii_digit() && c != '.' && c != ',').unwrap_or(rest.len());
        let value = Figure::read(rest[..length].trim_end_matches(','))?.value(decimals)?;
        let behind = rest[length..].trim_start();
        let letters = behind.find(|c: char| !c.is_alphabetic()).unwrap_or(behind.len());
        let unit = Unit::all_of(&behind[..letters]).into_iter().find(|unit| unit.kind == kind)?;
        measured += value * unit.size;
        first.get_or_insert(unit);
        rest = behind[letters..].trim_start_matches([' ', ',', '.']);
        rest = rest.split_once(' ').filter(|(word, _)| WORDS.joining.has(word)).map_or(rest, |(_, behind)| behind);
    }
    first.map(|unit| (measured, unit))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(cells: &[&'static str]) -> (Scale, Vec<Option<f64>>) {
        let scale = Scale::of(cells.iter().copied(), Decimals::default());
        let measured = cells.iter().map(|cell| scale.measure(cell)).collect();
        (scale, measured)
    }

    #[test]
    fn units_of_one_kind_are_turned_into_each_other() {
        let (scale, measured) = of(&["1.2 kg", "800 g", "0.5 t", "n/a", "3 kg"]);
        assert_eq!(measured, [Some(1200.0), Some(800.0), Some(500_000.0), None, Some(3000.0)]);
        assert_eq!(scale.told(505_000.0), "505 kg");
        let (_, measured) = of(&["5 m", "800 m", "1.2 km"]);
        assert_eq!(measured, [Some(5.0), Some(800.0), Some(1200.0)]);
        let (_, measured) = of(&["1.5k", "2M", "300"]);
        assert_eq!(measured, [Some(1500.0), Some(2e6), Some(300.0)]);
    }

    #[test]
    fn lengths_of_time_are_read_in_their_units() {
        for (cell, minutes) in [("43 minutes", 43.0), ("2 hours 5 min", 125.0), ("1h 20m", 80.0), ("1.5 h", 90.0)] {
            assert_eq!(of(&[cell]).1, [Some(minutes * 60.0)], "{cell}");
        }
        assert_eq!(of(&["2 hours and 5 minutes"]).0.unit.map(|unit| unit.name).as_deref(), Some("hours"));
        for cell in ["a minute", "3 of 5 days", "43 minutes late", ""] {
            assert_eq!(of(&[cell]).1, [None], "{cell}");
        }
    }

    #[test]
    fn hours_and_minutes_are_put_together() {
        let (scale, measured) = of(&["1:30", "2:15", "0:45"]);
        assert_eq!(measured.iter().flatten().sum::<f64>(), 16_200.0);
        assert_eq!(scale.told(16_200.0), "4:30");
        assert_eq!(of(&["1:75", "12:3", "a:30"]).1, [None, None, None]);
    }

    #[test]
    fn currencies_are_told_apart() {
        let (scale, measured) = of(&["$10", "€20", "30 GBP"]);
        assert_eq!((measured.len(), scale.currencies.as_slice()), (3, ["$", "€", "£"].as_slice()));
        assert_eq!(scale.currency("30 GBP"), Some("£"));
        assert_eq!((of_money("£", -8.5), of_money("CHF", 3.0)), ("-£8.50".to_owned(), "3 CHF".to_owned()));
    }
}
