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
    let mut all: Vec<Kind<'_>> = Vec::new();
    for shape in order {
        let alike = shapes.remove(&shape).unwrap_or_default();
        if shape.len() < COLUMNS {
            all.extend(alike.into_iter().map(|one| Kind::by_itself(vec![one])));
        } else {
            let kind = Kind::of(shape, alike);
            match all.iter_mut().find(|known| known.is_that_of(&kind)) {
                Some(known) => known.take(kind),
                None => all.push(kind),
            }
        }
    }
    all.into_iter().map(|kind| whole(kind.parts)).collect()
}

/// Files of the same things, with what tells whether others are of them too: many files of many columns are compared
/// with each other, what each is called and has is found out once.
struct Kind<'p> {
    columns: BTreeSet<String>,
    /// What their files are called.
    names: BTreeSet<String>,
    parts: Parts<'p>,
}

impl<'p> Kind<'p> {
    /// A table that no other joins.
    fn by_itself(parts: Parts<'p>) -> Self {
        Self { columns: BTreeSet::new(), names: BTreeSet::new(), parts }
    }

    fn of(columns: Vec<String>, parts: Parts<'p>) -> Self {
        let mut stems = Stems::default();
        let called = parts.iter().flat_map(|(path, ..)| called(file_name(path), &mut stems));
        let names = called.filter(|word| word.chars().all(char::is_alphabetic) && !WORDS.filing.has(word)).collect();
        Self { columns: columns.into_iter().collect(), names, parts }
    }

    /// True where files are of the same things, though each tells something more of them: they are called by the same
    /// word and have most columns in common.
    fn is_that_of(&self, other: &Self) -> bool {
        if self.names.is_disjoint(&other.names) {
            return false;
        }
        let common = self.columns.intersection(&other.columns).count();
        common >= IN_COMMON && common * 3 >= self.columns.len().min(other.columns.len()) * 2
    }

    fn take(&mut self, other: Self) {
        self.columns.extend(other.columns);
        self.names.extend(other.names);
        self.parts.extend(other.parts);
    }
}

/// The tables that are read as one, or a table by itself.
fn whole(mut alike: Parts<'_>) -> Table {
    if alike.len() > 1 {
        return one_of(alike);
    }
    let (path, sheet, table) = alike.swap_remove(0);
    Table { name: name_of(path, &sheet), ..table }
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
    fn many_files_of_their_own_columns_are_tables_of_their_own() {
        const MANY: usize = 1_000;
        let line = |at: usize| (0..6).map(|part| format!("c{at}x{part}: {part}")).collect::<Vec<_>>().join("; ");
        let names: Vec<String> = (0..MANY).map(|at| format!("lamps {at}.csv")).collect();
        let files = names.iter().zip(0..MANY);
        let tables = files.map(|(name, at)| ((name.as_str(), String::new()), table(0, &[&line(at)]))).collect();
        assert_eq!(joined(tables).len(), MANY);
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
