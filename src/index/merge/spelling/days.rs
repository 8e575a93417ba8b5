//! One day written in several ways: *9 Nov 2031*, *9 November 2031*, *November 9th, 2031*.

use std::collections::BTreeMap;

use crate::graph::Groups;
use crate::index::merge::table::{KINDS, Name, Table};
use crate::model::EntityType;
use crate::text::dates::calendar::calendar_dates;

/// Joins the names of one day, and those of one month.
pub(in crate::index::merge) fn join(table: &Table, groups: &mut Groups) {
    let Some(date) = KINDS.iter().position(|kind| *kind == EntityType::Date) else { return };
    let mut known: BTreeMap<(i64, u32, Option<u32>), u32> = BTreeMap::new();
    for (number, name) in (0u32..).zip(&table.names) {
        if name.votes[date] > 0
            && let Some(day) = day_of(name)
        {
            let first = *known.entry(day).or_insert(number);
            groups.join(first, number);
        }
    }
}

/// The day, or the month, that is all of a name.
fn day_of(name: &Name) -> Option<(i64, u32, Option<u32>)> {
    let written = name.surfaces.keys().next()?;
    let dates = calendar_dates(written);
    let [day] = &dates[..] else { return None };
    let whole = day.span.start == 0 && day.span.end == written.len();
    let year = day.year.filter(|_| whole)?;
    Some((year, day.month, day.day))
}
