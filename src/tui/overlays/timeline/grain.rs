//! How finely time is told.

use crate::text::dates::events::When;
use crate::text::dates::{DAY, civil};

/// Days between two that are told one below the other without a word.
const MONTH: i64 = 31;

/// How finely it is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grain {
    Day,
    Month,
    Year,
    Decade,
}

impl Grain {
    pub const ALL: [Grain; 4] = [Grain::Day, Grain::Month, Grain::Year, Grain::Decade];

    pub(super) fn next(self) -> Grain {
        match self {
            Grain::Day => Grain::Month,
            Grain::Month => Grain::Year,
            Grain::Year => Grain::Decade,
            Grain::Decade => Grain::Day,
        }
    }

    pub(super) fn finer(self) -> Option<Grain> {
        match self {
            Grain::Day => None,
            Grain::Month => Some(Grain::Day),
            Grain::Year => Some(Grain::Month),
            Grain::Decade => Some(Grain::Year),
        }
    }

    pub(super) fn coarser(self) -> Option<Grain> {
        Some(self.next()).filter(|_| self != Grain::Decade)
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            Grain::Day => "by day",
            Grain::Month => "by month",
            Grain::Year => "by year",
            Grain::Decade => "by decade",
        }
    }

    /// True where nothing is from a time between two moments that one would not pass over unsaid: a month without
    /// anything where days are told, else one step of the grain.
    pub(super) fn has_gap(self, from: i64, to: i64) -> bool {
        let [(year, month, _), (later, later_month, _)] = [from, to].map(|seconds| civil(seconds.div_euclid(DAY)));
        match self {
            Grain::Day => to.div_euclid(DAY) - from.div_euclid(DAY) > MONTH,
            Grain::Month => (later - year) * 12 + later_month - month > 1,
            Grain::Year => later - year > 1,
            Grain::Decade => later.div_euclid(10) - year.div_euclid(10) > 1,
        }
    }

    /// What a time is called at this grain. Of what has no day but its year, no month is told.
    pub(super) fn label(self, when: When) -> String {
        let [(first, first_month, _), (last, month, _)] =
            [when.from, when.until].map(|seconds| civil(seconds.div_euclid(DAY)));
        let is_of_month = (first, first_month) == (last, month);
        match self {
            Grain::Day if when.from == when.until => when.written(),
            Grain::Day | Grain::Month if is_of_month => format!("{last:04}-{month:02}"),
            Grain::Decade => format!("{:04}s", last.div_euclid(10) * 10),
            _ if first == last => format!("{last:04}"),
            _ => format!("{first:04}–{last:04}"),
        }
    }
}
