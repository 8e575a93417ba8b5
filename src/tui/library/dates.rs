//! When documents are from, as far as their names say, or they themselves: for lines of years and for filters.

use std::collections::HashSet;

use super::{Library, Result};
use crate::model::{CommunityId, DocumentId, EntityId, Kind, Ref, RelationshipId, TextUnitId};
use crate::store::{DocumentOrder, DocumentRow};
use crate::text::dates::{DAY, are_numbered, civil, of_document, year_at};
use crate::tui::data::Narrow;

/// Documents of a corpus whose days are looked for before a page is shown.
const SOON: usize = 2_000;

impl Library {
    pub(super) fn document_rows(&self) -> Result<&[DocumentRow]> {
        if let Some(rows) = self.document_rows.get() {
            return Ok(rows);
        }
        let rows = self.reader.document_rows(&self.reader.document_ids(DocumentOrder::Reading)?)?;
        Ok(self.document_rows.get_or_init(|| rows))
    }

    /// The same where it is known or soon found: of a corpus that is not large.
    pub(super) fn dated_soon(&self) -> Result<Option<&[(DocumentId, i64)]>> {
        let is_small = *match self.is_small.get() {
            Some(is_small) => is_small,
            None => {
                let is_small = self.reader.document_ids(DocumentOrder::Reading)?.len() <= SOON;
                self.is_small.get_or_init(|| is_small)
            }
        };
        if is_small { self.dated().map(Some) } else { Ok(self.dated.get().map(Vec::as_slice)) }
    }

    /// Documents that name an entity, both ends of a relationship, or a member of a community.
    pub(super) fn documents_with(&self, record: Ref, rows: &[DocumentRow]) -> Result<HashSet<DocumentId>> {
        let units: Vec<TextUnitId> = match record.kind {
            Kind::Entity => self.reader.units_of_entity(EntityId(record.id))?,
            Kind::Relationship => {
                let tie = self.reader.relationship(RelationshipId(record.id))?;
                // Other programs do not say where they have a tie from.
                match tie.text_units.is_empty() {
                    true => {
                        let other: HashSet<TextUnitId> = self.reader.units_of_entity(tie.target)?.into_iter().collect();
                        let one = self.reader.units_of_entity(tie.source)?.into_iter();
                        one.filter(|unit| other.contains(unit)).collect()
                    }
                    false => tie.text_units,
                }
            }
            _ => {
                let inside = self.worked(&Narrow::Community(CommunityId(record.id)))?;
                return Ok(rows.iter().map(|row| row.id).filter(|&id| inside.document(id)).collect());
            }
        };
        Ok(self.reader.text_units(&units)?.into_iter().map(|unit| unit.document).collect())
    }

    /// Documents that are dated, by day; seconds since 1970.
    pub(super) fn dated(&self) -> Result<&[(DocumentId, i64)]> {
        if let Some(dated) = self.dated.get() {
            return Ok(dated);
        }
        let rows = self.document_rows()?;
        let numbered = are_numbered(rows.iter().map(|row| row.path.as_str()));
        let mut dated = Vec::new();
        for row in rows {
            self.go_on()?;
            let date = of_document(&row.title, &row.path, numbered, row.modified);
            dated.extend(date.map(|date| (row.id, date)));
        }
        dated.sort_by_key(|&(id, date)| (date, id));
        Ok(self.dated.get_or_init(|| dated))
    }
}

/// Months of a time that is told month by month: of less than three years.
const MONTHS: i64 = 36;

/// How many there are of each month, or where they lie farther apart of each year; of several in one where there would
/// be more than `most` of them. Each is called by its first month or year, but the last, where the line ends, by the
/// last one that anything is from. `dated` is by day.
pub fn by_time<T>(dated: &[(T, i64)], most: usize) -> Vec<(String, u32)> {
    let (Some(first), Some(last)) = (dated.first(), dated.last()) else { return Vec::new() };
    let by_month = month(last.1) - month(first.1) < MONTHS;
    let number = |seconds: i64| if by_month { month(seconds) } else { year_at(seconds) };
    let called = |number: i64| match by_month {
        true => format!("{:04}-{:02}", number.div_euclid(12), number.rem_euclid(12) + 1),
        false => number.to_string(),
    };
    let (first, last) = (number(first.1), number(last.1));
    let step = (last - first + 1).unsigned_abs().div_ceil(most.max(1) as u64).max(1) as i64;
    let mut times: Vec<(String, u32)> = (0..=(last - first) / step).map(|at| (called(first + at * step), 0)).collect();
    for (_, date) in dated {
        times[((number(*date) - first) / step) as usize].1 += 1;
    }
    if let Some((label, _)) = times.last_mut() {
        *label = called(last);
    }
    times
}

/// Months since the beginning of the year 0.
fn month(seconds: i64) -> i64 {
    let (year, month, _) = civil(seconds.div_euclid(DAY));
    12 * year + month - 1
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(days: &[&str], most: usize) -> String {
        let dated: Vec<((), i64)> = days.iter().map(|day| ((), crate::text::dates::first_date(day).unwrap())).collect();
        by_time(&dated, most).iter().map(|(time, number)| format!("{time}:{number} ")).collect()
    }

    #[test]
    fn years_are_counted_and_put_together_where_there_are_many() {
        let days = ["1974-05-01", "1974-06-01", "1977-05-01"];
        assert_eq!(told(&days, 10), "1974:2 1975:0 1976:0 1977:1 ");
        assert_eq!(told(&days, 2), "1974:2 1977:1 ");
        assert_eq!(told(&days, 1), "1977:3 ", "what ends the line is the last year");
        assert!(told(&[], 5).is_empty());
    }

    #[test]
    fn a_time_of_less_than_three_years_is_told_by_month() {
        assert_eq!(told(&["2022-11-02", "2022-11-30", "2023-01-09"], 10), "2022-11:2 2022-12:0 2023-01:1 ");
        assert_eq!(told(&["2022-11-02", "2022-11-30", "2023-01-09"], 2), "2022-11:2 2023-01:1 ");
        assert_eq!(told(&["2022-11-02"], 10), "2022-11:1 ");
    }
}
