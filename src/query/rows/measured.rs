//! What is told of the figures in a column: the highest, all together, on average, and by the values of another column.
//! Sums of money of different currencies are never put together.

use std::cmp::Ordering;

use super::facts::{LAST, VALUES, by_part, first, rows_of, shown};
use super::scale::of_money;
use super::table::{Row, Table};
use crate::text::display::spacing::enumerated;
use crate::text::numbers::amounts::and_more;

/// Figures of some rows in one currency, or in none.
struct Purse {
    currency: Option<&'static str>,
    figures: Vec<f64>,
}

impl Purse {
    fn sum(&self) -> f64 {
        self.figures.iter().sum()
    }

    fn mean(&self) -> f64 {
        self.sum() / self.figures.len().max(1) as f64
    }

    /// A figure of it as a person reads it.
    fn told(&self, table: &Table, column: usize, figure: f64) -> String {
        match self.currency {
            Some(currency) => of_money(currency, figure),
            None => table.scale(column).told(figure),
        }
    }
}

/// The figures of some rows in a column, each currency by itself where there are several.
fn purses(table: &Table, rows: &[&Row], column: usize) -> Vec<Purse> {
    let scale = table.scale(column);
    let several = scale.currencies.len() > 1;
    let mut purses: Vec<Purse> = Vec::new();
    for row in rows {
        let Some(measured) = table.measure(row, column) else { continue };
        let cell = row.cells.get(&column).filter(|_| several);
        let currency = cell.and_then(|cell| scale.currency(cell));
        match purses.iter_mut().find(|purse| purse.currency == currency) {
            Some(purse) => purse.figures.push(measured),
            None => purses.push(Purse { currency, figures: vec![measured] }),
        }
    }
    purses
}

/// Puts rows in the order of the figures in a column, the highest first; those without one are left out.
fn in_order(table: &Table, rows: &mut Vec<&Row>, column: usize) {
    let mut measured: Vec<(f64, &Row)> =
        rows.iter().filter_map(|&row| Some((table.measure(row, column)?, row))).collect();
    measured.sort_by(|one, other| other.0.partial_cmp(&one.0).unwrap_or(Ordering::Equal));
    *rows = measured.into_iter().map(|(_, row)| row).collect();
}

/// The row with the highest figure, or the lowest; of sums in several currencies that of each.
pub(super) fn by_figure(table: &Table, rows: &mut Vec<&Row>, column: usize, highest: bool, count: &str) -> String {
    in_order(table, rows, column);
    if !highest {
        rows.reverse();
    }
    let end = if highest { "highest" } else { "lowest" };
    let scale = table.scale(column);
    if scale.currencies.len() > 1 {
        let own = |row: &Row| row.cells.get(&column).and_then(|cell| scale.currency(cell));
        let mut firsts: Vec<&Row> = Vec::new();
        for row in rows.iter() {
            if !firsts.iter().any(|first| own(first) == own(row)) {
                firsts.push(row);
            }
        }
        let told: Vec<String> = firsts.iter().filter_map(|row| first(table, &[row], column)).collect();
        *rows = firsts;
        return format!("The {end} of each currency: {}. Currencies are not compared. {count}.", told.join(", "));
    }
    let all = rows.len();
    // What is as high is told with it.
    let top = rows.first().and_then(|row| table.measure(row, column));
    let tied = rows.iter().take_while(|row| table.measure(row, column) == top).count();
    rows.truncate(LAST.max(tied.min(VALUES)));
    let first = first(table, rows, column).unwrap_or_default();
    let too = if tied > 1 { format!("; {tied} rows have it") } else { String::new() };
    format!(
        "The {end} is {first}{too}. {count}; {}.",
        if tied > LAST { format!("the {end} come first") } else { shown(all, end) }
    )
}

/// All figures of a column together, or on average.
pub(super) fn all(table: &Table, rows: &mut Vec<&Row>, column: usize, mean: bool) -> String {
    in_order(table, rows, column);
    let purses = purses(table, rows, column);
    let (named, of) = (table.called_column(column), rows_of(table, rows.len()));
    let of_purse = |purse: &Purse| if mean { purse.mean() } else { purse.sum() };
    let told: Vec<String> = purses.iter().map(|purse| purse.told(table, column, of_purse(purse))).collect();
    let what = if mean { format!("On average {named} is") } else { format!("Together {named} is") };
    let [purse] = &purses[..] else {
        let apart = "in currencies that are not added up";
        return format!("{what} {}, {apart}, of {of}.", listed(&told));
    };
    let end = |figure: Option<&f64>| purse.told(table, column, figure.copied().unwrap_or_default());
    let (highest, lowest) = (end(purse.figures.first()), end(purse.figures.last()));
    let parts = by_part(table, rows, |rows| self::told(table, rows, column, mean));
    format!("{what} {}, of {of}: from {lowest} to {highest}.{parts}", told.concat())
}

/// The figures of some rows in a column, each by itself: they may be of the same, told again.
pub(super) fn each(table: &Table, rows: &mut Vec<&Row>, column: usize) -> String {
    in_order(table, rows, column);
    let (named, of) = (table.called_column(column), rows_of(table, rows.len()));
    let told: Vec<String> = purses(table, rows, column)
        .iter()
        .flat_map(|purse| purse.figures.iter().map(|&figure| purse.told(table, column, figure)))
        .collect();
    match &told[..] {
        [figure, others @ ..] if others.iter().all(|other| other == figure) => format!("{named} is {figure}, in {of}."),
        _ => {
            let firsts: Vec<String> = rows.iter().take(VALUES).filter_map(|row| first(table, &[row], column)).collect();
            format!("{named} of {of}: {}{}.", firsts.join(", "), and_more(", ", told.len().saturating_sub(VALUES)))
        }
    }
}

/// The figures of some rows in a column together, or on average, each currency by itself.
fn told(table: &Table, rows: &[&Row], column: usize, mean: bool) -> String {
    let purses = purses(table, rows, column);
    let each = |purse: &Purse| purse.told(table, column, if mean { purse.mean() } else { purse.sum() });
    listed(&purses.iter().map(each).collect::<Vec<_>>())
}

fn listed(told: &[String]) -> String {
    if told.is_empty() { "none".to_owned() } else { enumerated(told, "and") }
}

/// What is told of groups of rows, and the order in which they are shown.
pub(super) struct Groups {
    pub fact: String,
    pub order: Vec<usize>,
}

/// The figures of groups of rows, the highest first.
pub(super) fn of_groups(
    table: &Table,
    groups: &[(String, Vec<&Row>)],
    (by, column): (usize, usize),
    mean: bool,
    highest: bool,
    count: &str,
) -> Groups {
    let figure = |rows: &[&Row]| -> Option<f64> {
        let figures: Vec<f64> = rows.iter().filter_map(|row| table.measure(row, column)).collect();
        let sum: f64 = figures.iter().sum();
        (!figures.is_empty()).then(|| if mean { sum / figures.len() as f64 } else { sum })
    };
    let mut order: Vec<(f64, usize)> =
        groups.iter().enumerate().filter_map(|(at, (_, rows))| Some((figure(rows)?, at))).collect();
    order.sort_by(|one, other| other.0.partial_cmp(&one.0).unwrap_or(Ordering::Equal));
    if !highest {
        order.reverse();
    }
    let of = |at: usize| format!("{} ({})", groups[at].0, told(table, &groups[at].1, column, mean));
    let listed: Vec<String> = order.iter().take(VALUES).map(|&(_, at)| of(at)).collect();
    let more = and_more(", ", order.len().saturating_sub(VALUES));
    let (name, figures) = (table.called_column(by), table.called_column(column));
    let apart = table.scale(column).currencies.len() > 1;
    let first = match order.first() {
        Some(&(figure, at)) if !apart && order.get(1).is_none_or(|(next, _)| *next != figure) => {
            let end = if highest { "highest" } else { "lowest" };
            let what = if mean { "on average" } else { "all together" };
            format!("The {end} {figures}, {what}, is that of {}. ", of(at))
        }
        _ => String::new(),
    };
    let what = if mean { "on average" } else { "together" };
    let not = if apart { " Currencies are not added up." } else { "" };
    Groups {
        fact: format!("{first}{figures} {what} by {name}: {}{more}. {count}.{not}", listed.join(", ")),
        order: order.into_iter().take(VALUES).map(|(_, at)| at).collect(),
    }
}
