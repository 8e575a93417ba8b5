//! What is done with the rows that a question asks for: they are listed, counted, grouped, summed up or put in order,
//! or one cell of one row is told.

use super::columns::Kinds;
use super::question::QuestionWords;
use super::table::{Table, key};
use super::{WORDS, bridges};
use crate::text::language;

/// Words between the one that asks and the column that is asked for: *which of the contractors*.
const NEAR: usize = 3;

/// What is done with the rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RowOperation {
    List,
    Count,
    /// By the value of a column; the fewest first where they are asked for.
    Group {
        column: usize,
        fewest: bool,
    },
    /// By the value of a column, with the figures of another together, or on average.
    Figures {
        by: usize,
        column: usize,
        mean: bool,
        highest: bool,
    },
    /// By the days of a column, or by those of the rows where no column has days.
    ByDate {
        column: Option<usize>,
        newest: bool,
    },
    ByFigure {
        column: usize,
        highest: bool,
    },
    Mean {
        column: usize,
    },
    Sum {
        column: usize,
    },
    /// What each row has in a column of figures.
    Each {
        column: usize,
    },
    /// What one row has in a column.
    Cell {
        column: usize,
    },
}

/// Whether figures are added up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Adds {
    /// All of it is asked for.
    Asked,
    /// What there is of it in all rows is, or what was done.
    All,
    /// What some rows have may be the same, told again.
    Not,
}

/// What is done with the rows, of which a column may be wanted; of one row that is its cell. `adds` where figures are
/// added up, since all of it is asked for, or all rows are.
pub(super) fn shape(
    asked: &QuestionWords<'_>,
    table: &Table,
    kinds: &Kinds<'_>,
    wanted: Option<(usize, bool)>,
    adds: Adds,
) -> RowOperation {
    let has = |list: &language::WordList| asked.has(list);
    // "The least expensive" is lowest.
    let (newest, lowest) = (has(&WORDS.newest), has(&WORDS.lowest));
    let highest = has(&WORDS.highest) && !lowest;
    let counts = has(&WORDS.counting);
    if newest || has(&WORDS.oldest) {
        let dated = table.rows.iter().filter(|row| row.dated.is_some()).count() * 2 > table.rows.len();
        let day = wanted.map(|(column, _)| column).filter(|&column| kinds.is_day(column));
        return match day.or(kinds.of_days().first().copied()) {
            None if !dated => {
                wanted.map_or(RowOperation::List, |(column, _)| RowOperation::Group { column, fewest: false })
            }
            column => RowOperation::ByDate { column, newest },
        };
    }
    let asks = highest || lowest || counts || opens_list(asked) || asks_for_a_column(asked);
    match wanted {
        Some((column, true)) => RowOperation::Cell { column },
        Some((column, _)) if kinds.is_figure(column) && has(&WORDS.mean) => RowOperation::Mean { column },
        Some((column, _)) if kinds.is_figure(column) && (highest || lowest) => {
            // The best price is the lowest.
            let name = key(&table.columns[column]);
            let burdens = has(&WORDS.judging) && name.split(' ').any(|word| WORDS.burdens.has(word));
            RowOperation::ByFigure { column, highest: highest != burdens }
        }
        Some((column, _)) if kinds.is_figure(column) && (counts || adds == Adds::Asked) => match adds {
            Adds::Not => RowOperation::Each { column },
            Adds::Asked | Adds::All => RowOperation::Sum { column },
        },
        Some((column, _)) if !kinds.is_day(column) && asks => RowOperation::Group { column, fewest: lowest },
        _ if counts => RowOperation::Count,
        _ => RowOperation::List,
    }
}

/// Groups of rows that are asked for, with their figures or their numbers: "Which payee received the most money?", "the
/// total per shop", "Which contractor closed the most jobs?".
pub(super) fn grouped(
    asked: &QuestionWords<'_>,
    table: &Table,
    kinds: &Kinds<'_>,
    named: &[(usize, usize)],
) -> Option<RowOperation> {
    if table.of_documents.is_some() {
        return None;
    }
    let by = by(asked, table, kinds, named)?;
    let has = |list: &language::WordList| asked.has(list);
    let money = has(&WORDS.money) || has(&WORDS.paying) || has(&WORDS.costly);
    let (sum, mean, lowest) = (has(&WORDS.sum), has(&WORDS.mean), has(&WORDS.lowest));
    let most = has(&WORDS.most) || has(&WORDS.fewest);
    let ranks = has(&WORDS.highest) || lowest;
    let each = per(asked).is_some();
    let column = named.iter().map(|&(column, _)| column).find(|&column| column != by && kinds.is_figure(column));
    let column = column.or_else(|| kinds.figures_meant(money, asked).filter(|_| money || sum || mean));
    match column {
        // The highest of all is one row's, unless all of one value are told together.
        Some(column) if ranks && (sum || mean || most) || each && (sum || mean || has(&WORDS.counting)) => {
            Some(RowOperation::Figures { by, column, mean, highest: !lowest })
        }
        None if most && ranks || each && has(&WORDS.counting) => {
            Some(RowOperation::Group { column: by, fewest: lowest })
        }
        _ => None,
    }
}

/// The column by whose values rows are grouped: the one behind *which*, *who*, or *per*.
fn by(asked: &QuestionWords<'_>, table: &Table, kinds: &Kinds<'_>, named: &[(usize, usize)]) -> Option<usize> {
    let groups = |&&(column, _): &&(usize, usize)| {
        !kinds.is_figure(column) && !kinds.is_day(column) && !table.tells_apart(column)
    };
    let behind = per(asked).and_then(|at| named.iter().filter(groups).find(|&&(_, place)| place == at + 1));
    let opens = asked.says(0, &WORDS.listing) || asked.says(0, &WORDS.whom);
    let first =
        || named.iter().filter(groups).filter(|&&(_, place)| opens && place <= NEAR).min_by_key(|(_, place)| *place);
    behind.or_else(first).map(|(column, _)| *column)
}

/// Where *per* stands.
fn per(asked: &QuestionWords<'_>) -> Option<usize> {
    (1..asked.all.len()).find(|&at| asked.says(at, &WORDS.grouping))
}

/// Where the word stands that asks: at the head, or behind what ties it to the rest: "In which year".
pub(super) fn opening(asked: &QuestionWords<'_>) -> usize {
    let asks = asked.says(1, &WORDS.listing) || asked.says(1, &WORDS.of_a_column);
    usize::from(asked.says(0, &WORDS.bounding) && asks)
}

pub(super) fn opens_list(asked: &QuestionWords<'_>) -> bool {
    asked.says(opening(asked), &WORDS.listing)
}

/// True for a question that may ask for the values of a column: "Who maintains the gate?".
pub(super) fn asks_for_a_column(asked: &QuestionWords<'_>) -> bool {
    asked.says(opening(asked), &WORDS.of_a_column)
}

/// True for a question that wants rows listed, counted, held against each other or put in order, whatever they are.
pub(super) fn asks_for_rows(asked: &QuestionWords<'_>) -> bool {
    let lists = [
        &WORDS.counting,
        &WORDS.much,
        &WORDS.newest,
        &WORDS.oldest,
        &WORDS.highest,
        &WORDS.lowest,
        &WORDS.mean,
        &WORDS.sum,
    ];
    // Other languages may begin otherwise than with the word that asks.
    let asks = |at: usize| asked.says(at, &WORDS.listing) || asked.says(at, &WORDS.of_a_column);
    opens_list(asked)
        || asks_for_a_column(asked)
        || bridges::open_question(asked)
        || asked.language.is_some() && (0..asked.all.len()).any(asks)
        || lists.into_iter().any(|list| asked.has(list))
}

/// True for a superlative that figures tell: *longest*, and not *most*.
pub(super) fn is_of_figures(word: &str) -> bool {
    WORDS.highest.has(word) && !WORDS.most.has(word) || WORDS.lowest.has(word) && !WORDS.fewest.has(word)
}
