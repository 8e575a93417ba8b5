//! The lone word besides the surname by which documents call somebody whom they name in full elsewhere: *Ada*, in the
//! minutes of a board that has one Ada, of Ada Voss.

use crate::model::EntityType;
use crate::store::{Reader, StoreError};
use crate::text::words::terms::{fold, folded};

/// Every word of a person's full name but the last, folded, that the index knows as a name of that person and of
/// nothing else.
pub(in crate::query) fn lone_names(reader: &Reader, name: &str) -> Result<Vec<String>, StoreError> {
    let mut own = folded(name);
    own.pop();
    let [person] = reader.entities_named(name)?[..] else { return Ok(Vec::new()) };
    let entity = reader.entity(person)?;
    if own.is_empty() || entity.kind != EntityType::Person {
        return Ok(Vec::new());
    }
    let mut found = Vec::new();
    for alias in entity.aliases.iter().map(|alias| fold(alias)).filter(|alias| own.contains(alias)) {
        if reader.entities_named(&alias)? == [person] {
            found.push(alias);
        }
    }
    Ok(found)
}
