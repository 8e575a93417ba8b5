//! `--scope`: which part of the corpus is asked or searched, as `search` and `ask` take it.

use super::error::{CliError, ErrorKind};
use crate::model::{CommunityId, DocumentId, Kind, Ref, Scope};
use crate::store::Reader;
use crate::text::dates::{self, End};

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
            _ if let Some(end) = End::named(what) => {
                let bound = Some(dates::bound(which).ok_or_else(|| no_day(part))?);
                match end {
                    End::From => scope.from = bound,
                    End::Until => scope.until = bound,
                }
            }
            _ => {
                let kind: Kind = what.parse().map_err(|_| wrong())?;
                let id = which.parse().map_err(|_| wrong())?;
                reader.title(Ref::new(kind, id))?.ok_or_else(|| {
                    // It is called as it was typed: a community by its report.
                    CliError::new(ErrorKind::NoRecord, format!("there is no {what} {id} in this index"))
                        .hint("`gleaner search WORDS` finds records and prints their ids")
                })?;
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
