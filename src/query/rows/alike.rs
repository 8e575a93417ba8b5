//! Files of one kind, read as one table: those with the same columns, and those that are called alike and have most
//! columns in common, as an export and the sheet before it have.

use std::collections::{BTreeMap, BTreeSet};

use super::WORDS;
use super::table::{Table, called, key};
use crate::model::file_name;
use crate::text::words::terms::Stems;

/// Columns that files have in common whose rows are read as those of one, and those that files have which are called
/// alike and have others besides.
const COLUMNS: usize = 2;
const IN_COMMON: usize = 4;
/// Files of a table that are named.
const NAMED: usize = 3;

/// Tables, each with its file and the sheet of it.
type Parts<'p> = Vec<(&'p str, String, Table)>;

/// Tables by their file and its sheet, those with the same columns as one that has a column more.
pub(super) fn joined(tables: BTreeMap<(&str, String), Table>) -> Vec<Table> {
    let mut shapes: BTreeMap<Vec<String>, Parts<'_>> = BTreeMap::new();
    let mut order: Vec<Vec<String>> = Vec::new();
    for ((path, sheet), table) in tables {
        let mut shape: Vec<String> = table.columns.iter().map(|column| key(column)).collect();
        shape.sort_unstable();
        if !shapes.contains_key(&shape) {
            order.push(shape.clone());
        }
        shapes.entry(shape).or_default().push((path, sheet, table));
    }
    let mut all: Vec<Parts<'_>> = Vec::new();
    for shape in order {
        let alike = shapes.remove(&shape).unwrap_or_default();
        if shape.len() < COLUMNS {
            all.extend(alike.into_iter().map(|one| vec![one]));
        } else {
            let known = all.iter_mut().find(|known| are_of_one_kind(known, &alike));
            match known {
                Some(known) => known.extend(alike),
                None => all.push(alike),
            }
        }
    }
    all.into_iter().map(whole).collect()
}

/// The tables that are read as one, or a table by itself.
fn whole(mut alike: Parts<'_>) -> Table {
    if alike.len() > 1 {
        return one_of(alike);
    }
    let (path, sheet, table) = alike.swap_remove(0);
    Table { name: name_of(path, &sheet), ..table }
}

/// True where files are of the same things, though each tells something more of them: they are called by the same word
/// and have most columns in common.
fn are_of_one_kind(known: &[(&str, String, Table)], others: &[(&str, String, Table)]) -> bool {
    let columns = |parts: &[(&str, String, Table)]| -> BTreeSet<String> {
        parts.iter().flat_map(|(.., table)| &table.columns).map(|name| key(name)).collect()
    };
    let (own, other) = (columns(known), columns(others));
    let (common, fewer) = (own.intersection(&other).count(), own.len().min(other.len()));
    let names = |parts: &[(&str, String, Table)]| -> BTreeSet<String> {
        let mut stems = Stems::default();
        let called = parts.iter().flat_map(|(path, ..)| called(file_name(path), &mut stems)).collect::<Vec<_>>();
        called.into_iter().filter(|word| word.chars().all(char::is_alphabetic) && !WORDS.filing.has(word)).collect()
    };
    common >= IN_COMMON && common * 3 >= fewer * 2 && !names(known).is_disjoint(&names(others))
}

/// What the table of a sheet is called: by its file, and where it has several by the sheet, too.
fn name_of(path: &str, sheet: &str) -> String {
    match sheet {
        "" => file_name(path).to_owned(),
        sheet => format!("{sheet} of {}", file_name(path)),
    }
}

/// Several tables with the same columns, or most of them, as one.
fn one_of(alike: Parts<'_>) -> Table {
    let one_file = alike.iter().all(|(path, ..)| *path == alike[0].0);
    let names: Vec<&str> =
        alike.iter().map(|(path, sheet, _)| if one_file { sheet.as_str() } else { file_name(path) }).collect();
    let several = match &names[..] {
        few if few.len() <= NAMED => few.join(", "),
        many => format!("{} {}", many.len(), if one_file { "sheets" } else { "files" }),
    };
    let name = if one_file { format!("{several} of {}", file_name(alike[0].0)) } else { several };
    let mut whole = Table { name, ..Table::default() };
    for (_, _, table) in &alike {
        whole.otherwise = table.otherwise;
        for column in &table.columns {
            whole.column_like(column);
        }
    }
    let parts = whole.column_like(if one_file { "sheet" } else { "file" });
    whole.parts = Some(parts);
    let names: Vec<String> = names.into_iter().map(str::to_owned).collect();
    for ((_, _, mut table), name) in alike.into_iter().zip(names) {
        // Sums below a table are of it alone.
        table.settle();
        whole.totals.append(&mut table.totals);
        whole.unread += table.unread;
        let columns: Vec<usize> = table.columns.iter().map(|column| whole.column_like(column)).collect();
        let lacking = (0..whole.columns.len()).filter(|column| *column != parts && !columns.contains(column));
        whole.lacking.extend(lacking.map(|column| (name.clone(), column)));
        for mut row in table.rows {
            row.cells = row.cells.into_iter().map(|(column, cell)| (columns[column], cell)).collect();
            row.cells.insert(parts, name.clone());
            whole.rows.push(row);
        }
    }
    whole
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{DocumentId, Span};

    fn table(number: u32, lines: &[&str]) -> Table {
        let mut table = Table::default();
        for line in lines {
            let row = table.read(DocumentId(number), Span::new(0, line.len()), "", line);
            table.push(row);
        }
        table
    }

    #[test]
    fn files_of_one_shape_are_one_table_without_their_sums() {
        let january = table(0, &["item: Rope; cost: 10", "item: Paint; cost: 20", "item: Total; cost: 30"]);
        let february = table(1, &["item: Rope; cost: 12", "item: Tar; cost: 8"]);
        let other = table(2, &["boat: Tern; seats: 4", "boat: Skua; seats: 6"]);
        let sheet = String::new;
        let tables = BTreeMap::from([
            (("jan.csv", sheet()), january),
            (("feb.csv", sheet()), february),
            (("boats.csv", sheet()), other),
        ]);
        let mut found = joined(tables);
        found.sort_by_key(|table| table.rows.len());
        let told: Vec<(&str, usize)> = found.iter().map(|table| (table.name.as_str(), table.rows.len())).collect();
        assert_eq!(told, [("boats.csv", 2), ("feb.csv, jan.csv", 4)]);
        assert_eq!(found[1].columns, ["item", "cost", "file"]);
        assert_eq!(found[1].totals, ["Total"]);
        assert_eq!(found[1].rows[3].cells[&2], "jan.csv");
    }

    #[test]
    fn files_that_are_called_alike_and_share_most_columns_are_one_table() {
        let old = [
            "fault: 1; raised: 2031-02-01; mended: 2031-02-03; lamp: North; keeper: Voss; oil: whale",
            "fault: 2; raised: 2031-03-01; mended: 2031-03-02; lamp: South; keeper: Reed; oil: whale",
        ];
        let new = [
            "id: 3; raised: 2031-08-01; lamp: North; keeper: Reed",
            "id: 4; raised: 2031-09-01; mended: 2031-09-02; lamp: South; keeper: Voss",
        ];
        let crew = ["name: Ada; raised: Orsk; mended: nets; lamp: North; keeper: Voss"];
        let sheet = String::new;
        let tables = BTreeMap::from([
            (("faults_old.csv", sheet()), table(0, &old)),
            (("faults_new.json", sheet()), table(1, &new)),
            (("crew.csv", sheet()), table(2, &crew)),
        ]);
        let mut found = joined(tables);
        found.sort_by_key(|table| table.rows.len());
        let told: Vec<(&str, usize)> = found.iter().map(|table| (table.name.as_str(), table.rows.len())).collect();
        assert_eq!(told, [("crew.csv", 1), ("faults_new.json, faults_old.csv", 4)]);
        let oil = found[1].columns.iter().position(|name| name == "oil").expect("a column");
        let lacks = |file: &str| found[1].lacking.contains(&(file.to_owned(), oil));
        assert!(lacks("faults_new.json") && !lacks("faults_old.csv"));
    }
}
