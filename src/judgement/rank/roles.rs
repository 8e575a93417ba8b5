//! Rows of a table that say who somebody is: a cell is the name, and another is called by what such cells tell, a role;
//! and the entries of a register, which begin with the surname.

use crate::text::language::word_lists;
use crate::text::layout::cells;
use crate::text::words::fold;
use crate::text::words::terms::folded;

word_lists! { static WORDS = "roles.toml": role_columns }

/// Bytes of a row that is quoted whole.
const LONGEST: usize = 400;

/// True for a row of a table with a cell that is a name and another that tells the role of whoever it is: "name: Ada
/// Voss; role: harbour master".
pub fn tells_role(row: &str, name: &str) -> bool {
    let is_role = |label: &str| {
        let label = folded(label);
        WORDS.role_columns.has(&label.join(" ")) || label.last().is_some_and(|last| WORDS.role_columns.has(last))
    };
    if row.len() > LONGEST {
        return false;
    }
    let cells = cells::named(row).cells;
    cells.iter().any(|(_, value)| fold::key(&row[value.clone()]) == fold::key(name))
        && cells.iter().any(|(label, value)| !row[value.clone()].trim().is_empty() && is_role(&row[label.clone()]))
}

/// True for the entry of a register that begins with a name, the surname in front: "**Voss, Ada** (1931–2004), keeper".
pub fn enters(entry: &str, name: &str) -> bool {
    let mark = |c: char| matches!(c, '*' | '_' | '-' | '•') || c.is_whitespace();
    let Some((surname, rest)) = entry.trim_start_matches(mark).split_once(", ") else { return false };
    let given = name.split(' ').count().saturating_sub(surname.split(' ').count());
    let first: Vec<&str> = rest.split_whitespace().take(given).collect();
    given > 0 && fold::key(&format!("{} {surname}", first.join(" "))) == fold::key(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_begins_with_the_surname_of_whom_it_is() {
        for entry in ["Voss, Ada (1931–2004), keeper", "- **Voss, Ada**, née Lund.", "Voss, Ada"] {
            assert!(enters(entry, "Ada Voss"), "{entry}");
        }
        for entry in ["Voss, Tom (1931)", "Ada Voss, keeper", "Then, Ada Voss left.", "Voss"] {
            assert!(!enters(entry, "Ada Voss"), "{entry}");
        }
    }

    #[test]
    fn a_row_with_a_name_and_a_role_says_who_somebody_is() {
        for row in [
            "id: U04; name: dex; real_name: Ada Voss; profile.title: Firmware",
            "Name: Ada Voss; Funktion: Kassenwartin; Telefon: 12",
        ] {
            assert!(tells_role(row, "Ada Voss"), "{row}");
        }
        for row in [
            "author: Ada Voss; title: The Tide",
            "name: Ada Voss; role: ; phone: 12",
            "name: Ada Voss-Lind; role: clerk",
            "Ada Voss keeps the role: she is the clerk.",
            "key: LAMP-4; status: open; reporter: Ada Voss",
        ] {
            assert!(!tells_role(row, "Ada Voss"), "{row}");
        }
    }
}
