//! What texts beside a table say of one of its rows, which a question calls by its number: they may know better than
//! its cells.

use super::condition::Test;
use super::plan::Plan;
use super::table::{Row, Table};
use crate::judgement::ContextRecord;
use crate::query::QueryError;
use crate::query::context::passages::PassageReader;
use crate::query::task::Task;
use crate::retrieve;
use crate::text::numbers::figures::figures;
use crate::text::words::terms::{Stems, folded, is_digits, words};

/// Text units that are looked through, and passages that are shown.
const UNITS: usize = 24;
const SHOWN: usize = 3;
/// Words between what a row is called and its number: *voucher no. 8*.
const NEAR: usize = 2;

/// The passages of other documents that name the row a question asks of by its number.
///
/// # Errors
/// Those of reading the index.
pub(super) fn spoken_of(
    task: &Task<'_>,
    table: &Table,
    plan: &Plan,
    row: &Row,
) -> Result<Vec<ContextRecord>, QueryError> {
    let numbered = plan.conditions.iter().find_map(|condition| match &condition.test {
        Test::Is(value) if condition.is_value() && table.tells_apart(condition.column) => {
            value.contains(|c: char| c.is_ascii_digit()).then_some((condition.column, value.as_str()))
        }
        _ => None,
    });
    let Some((column, value)) = numbered.filter(|_| table.of_documents.is_none() && table.of_text.is_none()) else {
        return Ok(Vec::new());
    };
    let name = table.called_column(column);
    let mut stems = Stems::default();
    let mut found = Vec::new();
    let reader = task.reader();
    let mut passages = PassageReader::new(reader);
    for hit in retrieve::passages(reader, &task.query()?, &task.filter, UNITS)? {
        let Some(unit) = reader.find_unit(hit.unit)? else { continue };
        let mut record = passages.with_reply(&unit, hit.score)?;
        let all = std::mem::take(&mut record.candidates);
        // Whoever answers to a question that names it speaks of it.
        let mut asked = None;
        let told = all.into_iter().find(|candidate| {
            let evidence = &candidate.evidence;
            let names = is_named(evidence.quoted(), &name, value, &mut stems);
            let replies = asked.take().is_some_and(|asker| asker != evidence.speaker);
            if names && evidence.quoted().trim_end().ends_with(['?', '？']) {
                asked = Some(evidence.speaker.clone());
                return false;
            }
            names || replies
        });
        let Some(told) = told.filter(|told| told.evidence.document != Some(row.document)) else { continue };
        let known = |one: &ContextRecord| {
            one.candidates
                .iter()
                .any(|one| one.evidence.document == told.evidence.document && one.evidence.quote == told.evidence.quote)
        };
        if found.len() < SHOWN && !found.iter().any(known) {
            record.text = format!("on {name} {value}");
            record.candidates = vec![told];
            found.push(record);
        }
    }
    Ok(found)
}

/// True where a text names a row by what the column of its number is called and the number, or by what else it is known
/// by.
fn is_named(text: &str, column: &str, value: &str, stems: &mut Stems) -> bool {
    if !is_digits(value) {
        return format!(" {} ", folded(text).join(" ")).contains(&format!(" {value} "));
    }
    let Ok(number) = value.parse::<f64>() else { return false };
    let called: Vec<String> = words(column).map(|word| stems.stem(word.text).to_owned()).collect();
    figures(text).iter().filter(|figure| figure.value == number && !figure.is_money).any(|figure| {
        let front: Vec<&str> = words(&text[..figure.span.start]).map(|word| word.text).collect();
        front.iter().rev().take(NEAR).any(|word| called.contains(&stems.stem(word).to_owned()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_is_named_by_its_number_in_figures_and_in_words() {
        let mut stems = Stems::default();
        let mut named = |text: &str| is_named(text, "voucher", "8", &mut stems);
        assert!(named("I never signed voucher no. 8.") && named("Voucher number eight bears my name, not his."));
        assert!(!named("There are 8 vouchers.") && !named("She signed voucher 7 on day 8."));
        assert!(is_named("As T-8 says, it leaks.", "task", "t 8", &mut stems));
    }
}
