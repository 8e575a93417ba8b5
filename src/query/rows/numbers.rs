//! Figures as cells write them. Whether a point or a comma parts the whole from the rest is told by all the figures of
//! a column together: `1.000` is one in a column that has `2.5`, and a thousand in one that has `1.000,50`.

use crate::text::numbers::units::{self, Unit};

/// Characters of the longest cell that is read as a figure.
const LONGEST: usize = 40;
/// Figures between marks that part thousands.
const GROUP: usize = 3;

/// The mark in front of the decimals.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(in crate::query) enum Decimals {
    #[default]
    Point,
    Comma,
}

impl Decimals {
    fn behind(mark: char) -> Self {
        if mark == ',' { Self::Comma } else { Self::Point }
    }

    /// What the figures of some cells say together; `None` where they could be read either way.
    pub fn of<'c>(cells: impl Iterator<Item = &'c str>) -> Option<Self> {
        let (mut points, mut commas) = (0usize, 0usize);
        for cell in cells {
            // A day is no figure: `1.6.2021`.
            let told = |figure: Figure<'_>| figure.decimals().filter(|&decimals| figure.value(decimals).is_some());
            match Figure::read(cell).and_then(told) {
                Some(Self::Point) => points += 1,
                Some(Self::Comma) => commas += 1,
                None => {}
            }
        }
        match points.cmp(&commas) {
            std::cmp::Ordering::Equal => None,
            std::cmp::Ordering::Greater => Some(Self::Point),
            std::cmp::Ordering::Less => Some(Self::Comma),
        }
    }
}

/// A figure as it stands in a cell, with what stands around it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Figure<'c> {
    /// Figures and marks between them, without those that only part thousands.
    digits: String,
    /// Blanks or apostrophes part thousands.
    parted: bool,
    negative: bool,
    exponent: i32,
    front: &'c str,
    behind: &'c str,
}

/// True for what stands between groups of figures and parts nothing else.
fn parts_groups(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\'' | '’' | '_' | '\u{202f}')
}

impl<'c> Figure<'c> {
    /// The one figure of a cell, with a word in front or behind at most.
    pub fn read(cell: &'c str) -> Option<Self> {
        let cell = cell.trim();
        if cell.chars().count() > LONGEST {
            return None;
        }
        let start = cell.find(|c: char| c.is_ascii_digit())?;
        let (front, rest) = cell.split_at(start);
        let (mut digits, mut parted, mut end) = (String::new(), false, 0);
        for (at, c) in rest.char_indices() {
            let after = &rest[at + c.len_utf8()..];
            let following = after.chars().take_while(char::is_ascii_digit).count();
            match c {
                '0'..='9' => digits.push(c),
                '.' | ',' if following > 0 => digits.push(c),
                // A group of three, behind no decimals.
                _ if parts_groups(c) && following == GROUP && !digits.contains(['.', ',']) => parted = true,
                _ => break,
            }
            end = at + c.len_utf8();
        }
        let mut behind = &rest[end..];
        let mut exponent = 0;
        if let Some(power) = behind.strip_prefix(['e', 'E']) {
            let length = power.find(|c: char| !c.is_ascii_digit() && !matches!(c, '-' | '+')).unwrap_or(power.len());
            if let Ok(told) = power[..length].trim_start_matches('+').parse::<i32>()
                && told.abs() < 300
            {
                (exponent, behind) = (told, &power[length..]);
            }
        }
        let minus = |text: &str| text.starts_with(['-', '−', '–']);
        let ends = minus(behind) && !behind.contains(char::is_alphanumeric);
        let bracketed = front.contains('(') && behind.contains(')');
        let negative = ends || bracketed || minus(front.trim_start()) || front.trim_end().ends_with(['-', '−', '–']);
        let trim = |text: &'c str| {
            let is_mark =
                |c: char| c.is_whitespace() || matches!(c, '(' | ')' | '-' | '−' | '–' | '+' | '~' | '≈' | '.' | ',');
            text.trim_matches(is_mark)
        };
        let figure = Self { digits, parted, negative, exponent, front: trim(front), behind: trim(behind) };
        figure.is_whole().then_some(figure)
    }

    /// True where nothing but a unit stands around it.
    fn is_whole(&self) -> bool {
        // In front stands a currency: `T-3` is no weight.
        let money = |word: &str| Unit::all_of(word).iter().any(Unit::is_money);
        let front = !self.front.contains(char::is_alphanumeric) || money(self.front);
        let mut words = self.behind.split_whitespace();
        let behind = match (words.next(), words.next(), words.next()) {
            (_, None, _) => true,
            // "2 Mio. €"
            (Some(first), Some(_), None) => units::times(first.trim_end_matches('.')).is_some(),
            _ => false,
        };
        front && behind && !self.behind.contains(|c: char| c.is_ascii_digit())
    }

    /// The marks between the figures, with how many figures stand in front of the first and behind the last.
    fn marks(&self) -> (Vec<char>, usize, usize) {
        let marks = self.digits.chars().filter(|c| !c.is_ascii_digit()).collect();
        let front = self.digits.find(['.', ',']).unwrap_or(self.digits.len());
        let behind = self.digits.rfind(['.', ',']).map_or(0, |at| self.digits.len() - at - 1);
        (marks, front, behind)
    }

    /// Which mark stands in front of decimals, where the figure can be read in one way only.
    fn decimals(&self) -> Option<Decimals> {
        let (marks, front, behind) = self.marks();
        let (&first, &last) = (marks.first()?, marks.last()?);
        let other = if last == ',' { '.' } else { ',' };
        match () {
            () if first != last => Some(Decimals::behind(last)),
            () if marks.len() > 1 => Some(Decimals::behind(other)),
            () if behind != GROUP || front > GROUP || self.digits.starts_with('0') || self.parted => {
                Some(Decimals::behind(last))
            }
            () => None,
        }
    }

    /// Its value in a column whose decimals stand behind a mark.
    pub fn value(&self, column: Decimals) -> Option<f64> {
        let (marks, ..) = self.marks();
        let decimals = self.decimals().unwrap_or(column);
        let mark = if decimals == Decimals::Comma { ',' } else { '.' };
        if marks.iter().filter(|own| **own == mark).count() > 1 {
            return None;
        }
        let (whole, rest) = self.digits.split_once(mark).unwrap_or((&self.digits, ""));
        let mut groups = whole.split(['.', ',']);
        let first = groups.next().unwrap_or_default();
        let others: Vec<&str> = groups.collect();
        // In India groups above the last have two figures.
        let is_group = |(at, group): (usize, &&str)| group.len() == GROUP || group.len() == 2 && at + 1 < others.len();
        let grouped = others.iter().enumerate().all(is_group) && (others.is_empty() || first.len() <= GROUP);
        if !grouped || rest.contains(['.', ',']) {
            return None;
        }
        let plain = format!("{first}{}.{rest}0e{}", others.concat(), self.exponent);
        let figure: f64 = plain.parse().ok()?;
        let figure = figure * self.times();
        Some(if self.negative { -figure } else { figure })
    }

    /// The words beside it, without the full stops of abbreviations.
    fn words(&self) -> impl Iterator<Item = &'c str> {
        let words = self.behind.split_whitespace().chain(std::iter::once(self.front));
        words.map(|word| word.trim_matches('.')).filter(|word| !word.is_empty())
    }

    /// How many times its digits it is: a thousand of `5k`.
    pub fn times(&self) -> f64 {
        // "k€" has both.
        let of = |word: &str| units::times(word).or_else(|| units::times(scaled_money(word)?.0));
        self.words().find_map(of).unwrap_or(1.0)
    }

    /// The units that it may be in: `m` are minutes or metres.
    pub fn units(&self) -> Vec<Unit> {
        let of = |word: &'c str| {
            let own = Unit::all_of(word);
            match scaled_money(word) {
                Some((_, money)) if own.is_empty() => Unit::all_of(money),
                _ => own,
            }
        };
        self.words().map(of).find(|units| !units.is_empty()).unwrap_or_default()
    }
}

/// A sum of money in thousands or millions, its sign behind or in front: `k€`, `M$`.
fn scaled_money(word: &str) -> Option<(&str, &str)> {
    let last = word.char_indices().next_back().filter(|(at, c)| *at > 0 && !c.is_alphanumeric())?.0;
    Some(word.split_at(last))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(cells: &[&str]) -> Vec<Option<f64>> {
        let decimals = Decimals::of(cells.iter().copied()).unwrap_or_default();
        cells.iter().map(|cell| Figure::read(cell)?.value(decimals)).collect()
    }

    #[test]
    fn figures_are_read_with_their_marks() {
        for (cell, number) in [
            ("40", 40.0),
            ("£1,200", 1200.0),
            ("45 %", 45.0),
            ("12 kg", 12.0),
            ("4,5", 4.5),
            ("1,234.5", 1234.5),
            ("1.000,50", 1000.5),
            ("1 000,50", 1000.5),
            ("1\u{a0}000,50", 1000.5),
            ("1\u{202f}000,50", 1000.5),
            ("1'000.50", 1000.5),
            ("1.000.000", 1e6),
            ("1,00,000", 1e5),
            ("1e3", 1000.0),
            ("3.5E2", 350.0),
            ("1e-3", 0.001),
            ("-3", -3.0),
            ("(3)", -3.0),
            ("($8.25)", -8.25),
            ("-$5", -5.0),
            ("$-5", -5.0),
            ("−5", -5.0),
            ("100-", -100.0),
            ("100,00- €", -100.0),
            ("EUR 1.010,50", 1010.5),
            ("1.5k", 1500.0),
            ("2M", 2e6),
            ("€2M", 2e6),
            ("1.5 k€", 1500.0),
            ("2 Mio. €", 2e6),
            ("12 boxes", 12.0),
            ("007", 7.0),
        ] {
            assert_eq!(values(&[cell]), [Some(number)], "{cell}");
        }
        for cell in [
            "T-3",
            "2024-02-03",
            "in 3 days",
            "10 of 12",
            "",
            "high",
            "3 days of rain",
            "10-20",
            "1:30",
            "1.6.2021",
            "01.02.24",
        ] {
            assert_eq!(values(&[cell]), [None], "{cell}");
        }
    }

    #[test]
    fn a_column_tells_what_its_points_and_commas_are() {
        assert_eq!(values(&["1.000", "2,5", "12.750"]), [Some(1000.0), Some(2.5), Some(12750.0)]);
        assert_eq!(values(&["1.000", "2.5"]), [Some(1.0), Some(2.5)]);
        assert_eq!(values(&["1,000", "2,500.5"]), [Some(1000.0), Some(2500.5)]);
        assert_eq!(values(&["1.000.000", "500.000"]), [Some(1e6), Some(5e5)]);
        assert_eq!(Decimals::of(["1.000", "2.500"].into_iter()), None, "either way");
        assert_eq!(Decimals::of(["1.6.2021", "2.6.2021"].into_iter()), None, "days");
    }

    proptest::proptest! {
        #[test]
        fn any_cell_may_be_read(cell in "\\PC{0,20}|[0-9.,' eE€k()-]{0,20}") {
            if let Some(figure) = Figure::read(&cell) {
                let _ = (figure.value(Decimals::Comma), figure.value(Decimals::Point), figure.units().len());
            }
        }
    }
}
