//! `gleaner import`: another program's index → ours.

use std::path::Path;

use serde::Serialize;

use super::context::{Context, canonical};
use super::error::{CliError, ErrorKind};
use super::output::{one_line, pad};
use super::{progress, replaced};
use crate::interop::account::Account;
use crate::interop::import::{is_current, totals};
use crate::interop::{self, ImportPlan, Imported};
use crate::model::shown_path;
use crate::store::Reader;
use crate::text::numbers::amounts::{count, grouped};

/// Oddities that are named; `doctor` names all of them.
const NAMED: usize = 8;

pub fn run(context: &mut Context, folder: &Path, force: bool) -> Result<(), CliError> {
    let folder = canonical(&[folder.to_owned()])?.remove(0);
    let index = context.global.index.clone().unwrap_or_else(|| context.paths.index_of(std::slice::from_ref(&folder)));
    // That a folder holds no tables is said by the import.
    if !force && interop::is_foreign_index(&folder) {
        replaced::check_import(&index, &folder)?;
    }
    let imported = import(context, &folder, &index)?;
    if context.global.json {
        context.out.json(&shape(&index, &imported))?;
        context.out.flush()?;
        return whole(&imported.account);
    }
    tell(context, &imported.account);
    let made = [
        (imported.documents, "document", "documents"),
        (imported.text_units, "passage", "passages"),
        (imported.entities, "entity", "entities"),
        (imported.relationships, "relationship", "relationships"),
        (imported.claims, "claim", "claims"),
        (imported.reports, "report", "reports"),
    ];
    let made: Vec<String> =
        made.iter().filter(|(number, ..)| *number > 0).map(|(number, one, many)| count(*number, one, many)).collect();
    context.say(format!("imported {} in {:.1} s", made.join(", "), imported.seconds));
    context.out.line(shown_path(&index))?;
    context.out.flush()?;
    whole(&imported.account)
}

/// An import that lacks tables because they are damaged can be read, and is a failure all the same.
fn whole(account: &Account) -> Result<(), CliError> {
    let damaged = account.damaged();
    if damaged.is_empty() {
        return Ok(());
    }
    let tables = count(damaged.len() as u64, "table is", "tables are");
    let message = format!("{tables} damaged and not imported: {}", one_line(&damaged.join(", ")));
    Err(CliError::new(ErrorKind::Failed, message)
        .hint("get these again from where they came, and import the folder anew; what was read can be opened"))
}

/// Imports a folder that is new or changed since it was imported.
pub fn bring_up_to_date(context: &Context, folder: &Path, index: &Path) -> Result<(), CliError> {
    let current = index.exists() && is_current(&Reader::open(index)?, folder)?;
    if !current {
        replaced::check_import(index, folder)?;
        let imported = import(context, folder, index)?;
        tell(context, &imported.account);
    }
    Ok(())
}

fn import(context: &Context, folder: &Path, index: &Path) -> Result<Imported, CliError> {
    let plan = ImportPlan { folder: folder.to_owned(), index: index.to_owned(), settings: context.settings.clone() };
    let imported = progress::watched(context, move |progress| interop::import(&plan, progress))?;
    context.note(index, &Reader::open(index)?.meta()?);
    Ok(imported)
}

/// Says what was taken, what became of every table, and what is odd.
fn tell(context: &Context, account: &Account) {
    context.say(format!("{}: {}", one_line(&account.folder), account.kind));
    for remark in &account.remarks {
        context.say(format!("  {}", one_line(remark)));
    }
    for table in &account.tables {
        let listed = match table.listed() {
            0 => String::new(),
            listed => format!(", {} listed below", grouped(listed)),
        };
        let loaded = grouped(table.loaded);
        context.say(format!("  {} {} rows, {loaded} loaded{listed}", pad(&table.table, 14), grouped(table.rows)));
    }
    let cited = account.cited();
    if cited.cited > 0 {
        let (resolved, cited) = (grouped(cited.resolved), grouped(cited.cited));
        context.say(format!("  {} {resolved} of {cited} in the reports resolve", pad("citations", 14)));
    }
    let lines = account.lines();
    let named = if context.global.verbose { lines.len() } else { NAMED };
    // What is missing whole weighs more than what is odd in what is there.
    for (name, why) in account.unused.iter().take(named) {
        context.say(format!("  {} was not used: {}", one_line(name), one_line(why)));
    }
    for line in lines.iter().take(named) {
        context.say(format!("  {}", one_line(line)));
    }
    if lines.len() > named || account.unused.len() > named {
        context.say("  … `gleaner doctor` lists everything");
    }
}

#[derive(Serialize)]
struct Shape<'a> {
    index: &'a Path,
    documents: u64,
    text_units: u64,
    entities: u64,
    relationships: u64,
    claims: u64,
    communities: u64,
    reports: u64,
    rows: u64,
    loaded: u64,
    listed: u64,
    account: &'a Account,
    seconds: f64,
}

fn shape<'a>(index: &'a Path, imported: &'a Imported) -> Shape<'a> {
    let (rows, loaded, listed) = totals(&imported.account.tables);
    Shape {
        index,
        documents: imported.documents,
        text_units: imported.text_units,
        entities: imported.entities,
        relationships: imported.relationships,
        claims: imported.claims,
        communities: imported.communities,
        reports: imported.reports,
        rows,
        loaded,
        listed,
        account: &imported.account,
        seconds: (imported.seconds * 1000.0).round() / 1000.0,
    }
}
