//! Other names that the head of a page of notes gives for whom or what it is about: `aliases: [Ada, AV]`.

use crate::graph::Groups;
use crate::index::merge::table::Table;
use crate::judgement::Passages;
use crate::text::language::word_lists;
use crate::text::words::fold;
use crate::text::words::lexicon::{Flags, flags};

word_lists! { static WORDS = "aliases.toml": labels }

/// Lines at the head of a document that may tell its names.
const HEAD: usize = 24;

/// Joins the name that a document is about with the others that its head gives. A first name alone is whoever's each
/// document means by it.
pub(in crate::index::merge) fn join(
    table: &Table,
    groups: &mut Groups,
    subjects: &[Option<u32>],
    passages: &dyn Passages,
) {
    for (document, subject) in subjects.iter().enumerate().take(table.documents) {
        let (Some(subject), Some(&unit)) = (*subject, table.units.of(document).first()) else { continue };
        let text = passages.at(unit as usize).document;
        if text.document.is_row() {
            continue;
        }
        for alias in told(&text.text) {
            let key = fold::key(&alias);
            let first_name = !key.contains(' ') && flags(&key).has(Flags::FIRST_NAME);
            let number = table.by_key.get(&key).filter(|_| !first_name).copied();
            if let Some(number) = number.filter(|&number| table.names[number as usize].proper > 0) {
                groups.join(subject, number);
            }
        }
    }
}

/// The names behind a label at the head of a text, in its line or below it with a mark in front of each.
fn told(text: &str) -> Vec<String> {
    let mut names = Vec::new();
    let mut below = false;
    for line in text.lines().take(HEAD) {
        let item = line.trim_start().strip_prefix("- ").filter(|_| below);
        let labelled = line.split_once(':').filter(|(label, _)| WORDS.labels.has(&label.trim().to_lowercase()));
        let Some(value) = item.or(labelled.map(|(_, value)| value)) else {
            below = false;
            continue;
        };
        below = item.is_some() || value.trim().is_empty();
        let parts = value.split([',', ';', '[', ']', '"']).map(|name| name.trim().trim_matches('\''));
        names.extend(parts.filter(|name| !name.is_empty()).map(str::to_owned));
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_names_stand_in_a_line_or_below_it() {
        assert_eq!(told("tags: [person]\naliases: [Ada, \"A. Voss\"]\n\nKeeps the lamp."), ["Ada", "A. Voss"]);
        assert_eq!(told("Aliases:\n  - Ada\n  - AV\nrole: keeper"), ["Ada", "AV"]);
        assert!(told("She is known by aliases.\nrole: keeper").is_empty());
    }
}
