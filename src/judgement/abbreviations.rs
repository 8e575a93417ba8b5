//! What a quotation calls by its letters is opened behind it, where neither says it in full: "(HB: Harbour Board)". The
//! full names are those that the documents themselves give; a quotation stays word for word what stands in its file.

use crate::model::Entity;
use crate::text::language::word_lists;
use crate::text::names::acronyms::spells;

word_lists! {
    static WORDS = "abbreviations.toml": everyday
}

/// At most so many are opened behind one quotation.
const MOST: usize = 3;

/// Returns `written`, which stands behind a quotation, with the full names of what is called by its letters: of the
/// entities that the quotation names, those whose full name stands in neither.
pub fn opened<'e>(written: String, quoted: &str, named: impl IntoIterator<Item = &'e Entity>) -> String {
    if !has_letters(quoted) {
        return written;
    }
    let told = format!("{quoted}\n{written}").to_lowercase();
    let mut found: Vec<String> = Vec::new();
    for entity in named {
        let names = || std::iter::once(&entity.name).chain(&entity.aliases);
        let short = names().find(|name| is_letters(name) && says(quoted, name));
        let Some(short) = short else { continue };
        // A name that is said in full anywhere opens its letters there.
        if names().any(|name| name.contains(' ') && told.contains(&name.to_lowercase())) {
            continue;
        }
        if let Some(long) = names().find(|long| spells(&long.to_lowercase(), &short.to_lowercase())) {
            found.push(format!("{short}: {long}"));
        }
    }
    found.truncate(MOST);
    match found.is_empty() {
        true => written,
        false => format!("{written} ({})", found.join("; ")),
    }
}

/// True where a text has a word in capitals that may stand for several words.
pub fn has_letters(text: &str) -> bool {
    text.split(|c: char| !c.is_alphanumeric()).any(|word| is_letters(word.trim_end_matches('s')))
}

fn is_letters(name: &str) -> bool {
    name.chars().filter(char::is_ascii_uppercase).count() > 1
        && name.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit())
        && !WORDS.everyday.has(name)
}

/// True when the letters stand in the text as a word, in the singular or the plural.
fn says(text: &str, letters: &str) -> bool {
    text.split(|c: char| !c.is_alphanumeric()).any(|word| word.trim_end_matches('s') == letters)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{EntityId, EntityType};

    fn entity(name: &str, aliases: &[&str]) -> Entity {
        Entity {
            id: EntityId(0),
            name: name.to_owned(),
            kind: EntityType::Organisation,
            aliases: aliases.iter().map(|&alias| alias.to_owned()).collect(),
            description: String::new(),
            mentions: 3,
            documents: 2,
            degree: 2,
            ubiquitous: false,
        }
    }

    #[test]
    fn letters_are_opened_where_nothing_else_does() {
        let board = entity("Harbour Board", &["HB"]);
        let behind = |quoted: &str| opened("Minutes of May".to_owned(), quoted, [&board]);
        assert_eq!(behind("The HB met on Monday."), "Minutes of May (HB: Harbour Board)");
        assert_eq!(behind("Both HBs met on Monday."), "Minutes of May (HB: Harbour Board)");
        assert_eq!(behind("The Harbour Board (HB) met on Monday."), "Minutes of May");
        assert_eq!(behind("The board met on Monday."), "Minutes of May");
        assert_eq!(behind("The HBO met on Monday."), "Minutes of May");
        let titled = opened("The harbour board in May".to_owned(), "The HB met.", [&board]);
        assert_eq!(titled, "The harbour board in May");
    }

    #[test]
    fn a_name_that_is_letters_is_opened_by_its_other_name() {
        let zone = entity("ZOB", &["Zone of Benefit"]);
        assert_eq!(opened(String::new(), "The ZOB is new.", [&zone]), " (ZOB: Zone of Benefit)");
        // One name of several has the letters.
        let school = entity("Tolland Marine", &["TMU", "Tolland Marine University"]);
        assert!(opened(String::new(), "TMU closed.", [&school]).contains("Tolland Marine University"));
        let other = entity("Tolland", &["TMU", "the old school"]);
        assert_eq!(opened(String::new(), "TMU closed.", [&other]), "");
        let everyday = entity("television", &["TV", "tele vision"]);
        assert_eq!(opened(String::new(), "TV came late.", [&everyday]), "");
    }
}
