//! Of which year a day is that a text tells without one: *the 4th of March*. Whoever writes so means a day close to
//! when they write, or goes on with a year that they told before. Of any other day the year would be made up.

use super::calendar::{CalendarDate, calendar_dates, dates_by};
use super::hands::Hand;
use super::{DAY, civil, date, first_date};
use crate::text::language::word_lists;
use crate::text::words::inflection::is_past;
use crate::text::words::terms::words;

word_lists! { static WORDS = "guessed.toml": coming }

/// Days between a text and a day that it tells without a year, at most: a quarter.
const NEAR: i64 = 92 * DAY;
/// The same of a day on which somebody did something, where the text tells of no other year: half a year.
const BEFORE: i64 = 183 * DAY;
/// The day of a month by which it is told how far others lie from it.
const MIDDLE: u32 = 15;

/// The years that a text tells, each with the byte behind it, in order.
#[derive(Debug, Default)]
pub(super) struct ToldYears {
    told: Vec<(usize, CalendarDate)>,
    bare: Vec<(usize, i64)>,
}

/// True for what tells that somebody did something, and of nothing that was still to come: *I lit it on the*.
fn tells_deed(front: &str) -> bool {
    let mut told = words(front);
    let named = told.next().is_some_and(|who| who.text.starts_with(char::is_uppercase));
    let did = told.next().is_some_and(|verb| is_past(&verb.text.to_lowercase()));
    named && did && !told.any(|word| WORDS.coming.has(&word.text.to_lowercase()))
}

impl ToldYears {
    /// `bare` are the years that stand without a day. Linear.
    pub fn of(text: &str, hand: Hand, bare: Vec<(usize, i64)>) -> Self {
        let told = dates_by(text, hand).into_iter().filter(|one| one.year.is_some());
        Self { told: told.map(|one| (one.span.end, one)).collect(), bare }
    }

    /// The year of a day that stands in front of a byte, in a passage that is of a day, a month or a year alone;
    /// `front` is what stands before it in its sentence.
    pub fn year_of(&self, day: &CalendarDate, at: usize, passage: &str, front: &str) -> Option<i64> {
        let of_month = || {
            let month = calendar_dates(passage).into_iter().next()?;
            date(month.year?, month.month, MIDDLE)
        };
        let Some(own) = first_date(passage).or_else(of_month) else { return passage.get(..4)?.parse().ok() };
        let (year, ..) = civil(own.div_euclid(DAY));
        let seconds = |year: i64| date(year, day.month, day.day.unwrap_or(1));
        let away = |year: &i64| seconds(*year).map_or(i64::MAX, |seconds| (seconds - own).abs());
        let nearest = (year - 1..=year + 1).min_by_key(away)?;
        if away(&nearest) <= NEAR {
            return Some(nearest);
        }
        let recent = seconds(nearest).is_some_and(|day| (0..=BEFORE).contains(&(own - day)));
        // The day that the text itself is of tells nothing of others.
        let own = CalendarDate::of(own);
        let before = self.told.partition_point(|(end, _)| *end <= at);
        let told = self.told[..before].iter().rev().find(|(_, told)| !told.is(&own));
        let bare = self.bare.partition_point(|(end, _)| *end <= at).checked_sub(1).map(|last| &self.bare[last]);
        let told = told.and_then(|(end, told)| Some((*end, told.year?))).into_iter().chain(bare.copied()).max();
        match told {
            Some((_, told)) => Some(told).filter(|&told| told == year),
            None => Some(nearest).filter(|_| recent && tells_deed(front)),
        }
    }
}
