//! `gleaner doctor`: does everything stand where it should, and can it be read and written?

use std::path::Path;

use super::context::Context;
use super::error::{CliError, ErrorKind};
use super::output::{one_line, pad};
use super::stats;
use crate::config::{Recent, Settings};
use crate::interop::account::Account;
use crate::interop::import;
use crate::jobs::checkup::{self, CheckResult};
use crate::jobs::connection;
use crate::model::shown_path;
use crate::store::{Reader, StoreError};
use crate::text::numbers::amounts::{bytes, count, grouped};

pub fn run(context: &mut Context, deep: bool) -> Result<(), CliError> {
    let mut checks = vec![
        CheckResult::good("version", format!("gleaner {}", env!("CARGO_PKG_VERSION"))),
        settings_check(context),
        data_check(&context.paths.data),
    ];
    checks.extend(checkup::all(&context.settings, &context.paths, context.global.offline));
    // Whoever names an index asks about that one.
    let recent = if context.global.index.is_some() { Vec::new() } else { Recent::load(&context.paths).indexes };
    let mut indexes: Vec<_> = recent.into_iter().map(|recent| recent.index).collect();
    // However it is named, an index is looked at once.
    if let Ok(index) = context.index_meant().map(|(index, _)| index.canonicalize().unwrap_or(index))
        && !indexes.contains(&index)
    {
        indexes.insert(0, index);
    }
    if indexes.is_empty() {
        checks.push(CheckResult::good("indexes", "none yet; `gleaner index FOLDER` makes one"));
    }
    for index in &indexes {
        checks.extend(index_checks(&context.settings, index, deep));
    }
    let bad = checks.iter().filter(|check| !check.ok).count() as u64;
    let verdict = match bad {
        0 => Ok(()),
        _ => Err(CliError::new(ErrorKind::Failed, format!("{} BAD", count(bad, "check is", "checks are")))
            .hint("what to do stands in the first line under each")),
    };
    if context.global.json {
        context.out.json(&serde_json::json!({ "ok": bad == 0, "checks": checks }))?;
        context.out.flush()?;
        return verdict;
    }
    let out = &mut context.out;
    for check in &checks {
        let mark = if check.ok { out.style.accent("ok  ") } else { out.style.error("BAD ") };
        out.line(format!("{mark}{} {}", pad(&check.name, 10), one_line(&check.message)))?;
        for hint in &check.hints {
            let hint = out.style.dim(&format!("               {}", one_line(hint)));
            out.line(hint)?;
        }
    }
    out.flush()?;
    verdict
}

fn settings_check(context: &Context) -> CheckResult {
    let file = context.global.config.as_deref().unwrap_or(&context.paths.config);
    // Settings that cannot be read end the program before any command; here they were read.
    match file.exists() {
        true => CheckResult::good("settings", shown_path(file)),
        false => CheckResult::good("settings", format!("defaults; {} is not there", shown_path(file))),
    }
}

/// Indexes go under the data folder: it, or the first of its parents that is there, must take a file.
fn data_check(data: &Path) -> CheckResult {
    let there = data.ancestors().find(|folder| folder.is_dir()).unwrap_or(data);
    let probe = there.join(format!(".gleaner-probe-{}", std::process::id()));
    match std::fs::write(&probe, b"") {
        Ok(()) => {
            // It was ours; when it cannot be removed, nothing is lost but a name.
            let _ = std::fs::remove_file(&probe);
            CheckResult::good("data", shown_path(data))
        }
        Err(e) => CheckResult::bad(
            "data",
            format!("{} cannot be written to: {e}", shown_path(there)),
            vec!["`--index FILE` puts an index somewhere else".to_owned()],
        ),
    }
}

/// What a model told of apart and is likely one thing: proposed, and no fault of the index.
fn likely_check(reader: &Reader) -> Result<Option<CheckResult>, StoreError> {
    let likely = stats::likely_duplicates(reader)?;
    if likely.is_empty() {
        return Ok(None);
    }
    let pairs = count(likely.len() as u64, "pair of entities is", "pairs of entities are");
    let mut check = CheckResult::good("likely", format!("{pairs} likely one thing, and left apart"));
    check.hints.extend(likely.iter().take(5).map(|[one, other, why]| format!("{one} and {other}: {why}")));
    Ok(Some(check))
}

/// Vectors of an index that are others than are configured now: no fault of the index.
fn vectors_check(settings: &Settings, reader: &Reader) -> Result<Option<CheckResult>, StoreError> {
    let name = reader.meta()?.name;
    Ok(connection::vectors(settings, reader).1.map(|(what, hint)| CheckResult {
        hints: vec![hint],
        ..CheckResult::good("vectors", format!("{name}: {what}"))
    }))
}

fn import_check(reader: &Reader) -> Result<Option<CheckResult>, StoreError> {
    Ok(import::account(reader)?.map(|account| import_told(&account)))
}

/// What an import found odd: told in full, and no fault of the index. A table that was damaged is one: half is missing.
fn import_told(account: &Account) -> CheckResult {
    let (rows, loaded, listed) = import::totals(&account.tables);
    let cited = account.cited();
    let mut check = CheckResult::good(
        "import",
        format!(
            "{}, {}: {} rows, {} loaded, {} listed; {} of {} citations in its reports resolve",
            account.kind,
            account.folder,
            grouped(rows),
            grouped(loaded),
            grouped(listed),
            grouped(cited.resolved),
            grouped(cited.cited)
        ),
    );
    check.hints.extend(account.remarks.iter().cloned());
    check.hints.extend(account.lines());
    check.hints.extend(account.unused.iter().map(|(name, why)| format!("{name} was not used: {why}")));
    let damaged = account.damaged();
    if !damaged.is_empty() {
        check.ok = false;
        check.message = format!("not imported, because damaged: {}; {}", damaged.join(", "), check.message);
        let again = format!("get these again from where they came, and import the folder anew: {}", damaged.join(", "));
        check.hints.insert(0, again);
    }
    check
}

/// All that is looked at of an index. What of it cannot be read says so.
fn index_checks(settings: &Settings, index: &Path, deep: bool) -> Vec<CheckResult> {
    let reader = match Reader::open(index) {
        Ok(reader) => reader,
        Err(error @ StoreError::NotFound(_)) => return vec![CheckResult::good("index", error.to_string())],
        Err(error) => return vec![unreadable("index", &error)],
    };
    let mut checks = vec![index_check(&reader, deep)];
    let beside = [
        ("import", import_check(&reader)),
        ("likely", likely_check(&reader)),
        ("vectors", vectors_check(settings, &reader)),
    ];
    for (name, check) in beside {
        checks.extend(check.unwrap_or_else(|error| Some(unreadable(name, &error))));
    }
    checks
}

fn unreadable(name: &str, error: &StoreError) -> CheckResult {
    let mut hints = error.hints();
    if hints.is_empty() {
        hints.push("try again; if it stays so, move the file away and index the folder again".to_owned());
    }
    CheckResult::bad(name, error.to_string(), hints)
}

fn index_check(reader: &Reader, deep: bool) -> CheckResult {
    let read = || {
        reader.check()?;
        if deep {
            reader.check_text()?;
        }
        Ok((reader.stats()?, reader.failures()?))
    };
    match read() {
        Ok((stats, failures)) if !failures.is_empty() => {
            let named = failures.iter().take(3).map(|failure| {
                format!("{}: {}", failure.name(), failure.error.as_deref().unwrap_or("no reason was kept"))
            });
            let again = format!(
                "`gleaner index --index {} --retry-failed` asks for these alone, with a name behind it for one of them",
                shown_path(reader.path())
            );
            let hints = std::iter::once(again).chain(named).collect();
            let many = failures.len();
            CheckResult::bad("index", format!("{}: {many} set aside ({})", stats.name, stats.index), hints)
        }
        Ok((stats, _)) => CheckResult::good(
            "index",
            format!(
                "{}: {}, {}, whole ({})",
                stats.name,
                count(u64::from(stats.documents), "document", "documents"),
                bytes(stats.index_bytes),
                stats.index
            ),
        ),
        Err(error) => unreadable("index", &error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::interop::account::DAMAGED;

    #[test]
    fn an_import_whose_tables_were_damaged_is_not_ok() {
        let unused = |why: &str| Account { unused: vec![("units.parquet".into(), why.into())], ..Account::default() };
        let half = import_told(&unused(&format!("{DAMAGED} Parquet")));
        assert!(!half.ok && half.message.starts_with("not imported, because damaged: units.parquet; "), "{half:?}");
        assert!(half.hints[0].starts_with("get these again from where they came"), "{half:?}");
        assert!(import_told(&unused("not needed")).ok);
    }
}
