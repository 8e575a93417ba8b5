//! `--scope`: which part of the corpus is asked or searched, as `search` and `ask` take it.

use super::error::{CliError, ErrorKind};
use crate::model::{CommunityId, DocumentId, Kind, Ref, Scope};
use crate::store::Reader;
use crate::text::dates;

/// What `--scope` takes.
const FORMS: &str =
    "a scope is community:ID, document:ID, folder:PATH, speaker:NAME, type:pdf, from:2019-02 or until:2019-12-31";

/// Reads `community:12`, `folder:letters`, `speaker:Ada Voss`, `from:2019`; what is named must be there.
pub fn read(parts: &[String], reader: &Reader) -> Result<Scope, CliError> {
    let mut scope = Scope::default();
    for part in parts {
        let wrong = || CliError::usage(format!("`{part}` is no part of an index")).hint(FORMS);
        let (what, which) = part.split_once(':').ok_or_else(wrong)?;
        let which = which.trim();
        match what {
            "folder" if reader.documents_under(which)?.is_empty() => {
                return Err(CliError::new(ErrorKind::NoRecord, format!("there is no document under `{which}`"))
                    .hint("`gleaner search WORDS --kind document` prints documents with their paths"));
            }
            "folder" => scope.folders.push(which.to_owned()),
            "speaker" if !which.is_empty() => scope.speakers.push(which.to_owned()),
            "type" if !which.is_empty() => scope.formats.push(which.to_owned()),
            "from" => scope.from = Some(day(which).ok_or_else(|| no_day(part))?),
            "until" => scope.until = Some(day(which).ok_or_else(|| no_day(part))?),
            _ => {
                let kind: Kind = what.parse().map_err(|_| wrong())?;
                let id = which.parse().map_err(|_| wrong())?;
                reader.title(Ref::new(kind, id))?.ok_or(crate::store::StoreError::NoSuchRecord(Ref::new(kind, id)))?;
                match kind {
                    Kind::Report => scope.communities.push(CommunityId(id)),
                    Kind::Document => scope.documents.push(DocumentId(id)),
                    _ => return Err(wrong()),
                }
            }
        }
    }
    Ok(scope)
}

fn no_day(part: &str) -> CliError {
    CliError::usage(format!("`{part}` names no day, month or year that there is"))
        .hint("a time is a year, a month or a day: 2019, 2019-02 or 2019-02-28")
}

/// A year, a month or a day that there is: `2019`, `2019-02`, `2019-02-01`.
fn day(text: &str) -> Option<String> {
    let lengths = [4, 2, 2];
    let parts: Vec<&str> = text.split('-').collect();
    let fits = parts.len() <= lengths.len()
        && parts
            .iter()
            .zip(lengths)
            .all(|(part, length)| part.len() == length && part.bytes().all(|b| b.is_ascii_digit()));
    let numbers: Option<Vec<u32>> = parts.iter().map(|part| part.parse().ok()).collect();
    let there_is = |numbers: Vec<u32>| {
        let month = numbers.get(1).copied().unwrap_or(1);
        let day = numbers.get(2).copied().unwrap_or(1);
        (1..=12).contains(&month) && (1..=dates::days_of(numbers[0].into(), month)).contains(&day)
    };
    (fits && numbers.is_some_and(there_is)).then(|| text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_years_months_or_days() {
        for there_is in ["2019", "2019-02", "2019-02-01", "2020-02-29", "2000-02-29", "1900-12-31"] {
            assert_eq!(day(there_is).as_deref(), Some(there_is));
        }
        for wrong in ["", "19", "2019-2", "2019-02-01-04", "2019/02", "next year"] {
            assert_eq!(day(wrong), None, "{wrong}");
        }
        for no_day in
            ["2019-99", "2019-00", "2019-13-45", "2019-02-31", "2019-02-29", "1900-02-29", "2019-04-31", "2019-01-00"]
        {
            assert_eq!(day(no_day), None, "{no_day}");
        }
    }
}
