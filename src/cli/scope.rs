//! `--scope`: which part of the corpus is asked or searched, as `search` and `ask` take it.

use std::path::Path;

use super::error::{CliError, ErrorKind};
use super::output::one_line;
use crate::config::suggestion;
use crate::model::{CommunityId, DocumentId, Kind, Ref, Scope, file_name, file_stem, shown_path};
use crate::store::{Reader, TitledDocument};
use crate::text::dates::{self, End};
use crate::text::words::terms::fold;

/// What `--scope` takes.
const FORMS: &str = "a scope is community:ID, document:ID or NAME, folder:PATH, speaker:NAME, type:pdf, from:2019-02 or until:2019-12-31";

/// Documents that are offered where several go by a name.
const OFFERED: usize = 5;

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
                let id = match which.parse() {
                    Ok(id) => id,
                    Err(_) if kind == Kind::Document && !which.is_empty() => called(which, reader)?,
                    Err(_) => return Err(wrong()),
                };
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

/// The document that goes by a title, a path, the name of its file or that without its ending.
fn called(name: &str, reader: &Reader) -> Result<u32, CliError> {
    let documents = reader.titled_documents(usize::MAX)?;
    let names = |one: &TitledDocument| {
        [one.path.as_str(), file_name(&one.path), file_stem(&one.path), one.title.as_str()].map(fold)
    };
    let wanted = fold(name);
    let found: Vec<&TitledDocument> = documents.iter().filter(|one| names(one).contains(&wanted)).collect();
    let told = |one: &TitledDocument| format!("`document:{}` is {}", one.id.0, shown_path(Path::new(&one.path)));
    match found[..] {
        [one] => Ok(one.id.0),
        [] => {
            let error = CliError::new(ErrorKind::NoRecord, format!("no document is called `{}`", one_line(name)));
            let files: Vec<String> = documents.iter().map(|one| fold(file_name(&one.path))).collect();
            let near = suggestion(&wanted, files.iter().map(String::as_str));
            let near = near.and_then(|near| files.iter().position(|file| file == near));
            Err(match near {
                Some(at) => error.hint(told(&documents[at])),
                None => error.hint("`gleaner search WORDS --kind document` prints documents with their paths"),
            })
        }
        _ => {
            let said = format!("several documents are called `{}`", one_line(name));
            let offered = found.iter().take(OFFERED).map(|one| told(one));
            Err(offered.fold(CliError::new(ErrorKind::NoRecord, said), CliError::hint))
        }
    }
}

fn no_day(part: &str) -> CliError {
    CliError::usage(format!("`{part}` names no day, month or year that there is"))
        .hint("a time is a year, a month or a day: 2019, 2019-02 or 2019-02-28")
}
