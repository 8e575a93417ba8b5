//! Somebody whom a question calls by one name, behind a title perhaps, where it asks who that is: read as the full name
//! that the index has, by which the documents say it. "Who is Captain Voss?" asks for Ada Voss.

use std::cmp::Reverse;

use crate::model::EntityType;
use crate::query::QueryError;
use crate::query::entities::namesakes::is_borne;
use crate::query::entities::relation;
use crate::store::Reader;
use crate::text::question::Reading;
use crate::text::words::terms::{folded, whole_matches};

/// The question with the full name in the place of the one that it has; none for another question, and for a name that
/// the index does not have for one person.
pub(in crate::query) fn in_full(reader: &Reader, question: &str) -> Result<Option<String>, QueryError> {
    let reading = Reading::of(question);
    let small = reading.names.is_empty() && reading.wants.person;
    if !reading.may_ask_what_it_is() && reading.identity.whois.is_none() && !reading.asks_about_one() && !small {
        return Ok(None);
    }
    let known = match relation::asked_about(reader, &reading)? {
        // "who is voss" is typed without capitals.
        None if small => {
            let typed = reading.content.join(" ");
            relation::entity(reader, &typed)?.map(|id| (typed, id))
        }
        known => known,
    };
    let Some((called, id)) = known else { return Ok(None) };
    let mut named = reader.entity_rows(&reader.entities_named(&called)?)?;
    if !named.iter().any(|row| row.id == id) {
        named.extend(reader.entity_rows(&[id])?);
    }
    named.sort_by_key(|row| Reverse(row.mentions));
    let Some(row) = relation::clearly_first(&named).filter(|row| row.kind == EntityType::Person) else {
        return Ok(None);
    };
    let own = own_words(&called);
    // "Tom Voss", whom no text calls so, is Thomas Voss.
    let otherwise = || Ok::<_, QueryError>(folded(&called) != folded(&row.name) && !is_borne(reader, &called)?);
    if own_words(&row.name).len() < 2 || own.is_empty() || own.len() > 1 && !otherwise()? {
        return Ok(None);
    }
    Ok(in_place(question, &called, &row.name))
}

/// The words of a name besides titles and offices, folded.
fn own_words(name: &str) -> Vec<String> {
    let mut words = folded(name);
    words.retain(|word| !relation::is_office(word));
    words
}

/// A question with another name in the place of one, however that is written.
fn in_place(question: &str, called: &str, name: &str) -> Option<String> {
    let at = *whole_matches(question, called).first()?;
    let (front, rest) = (question.get(..at.start)?, question.get(at.end..)?);
    // "Per Voss" has a first name that looks like another word, and is another than Ada Voss.
    let mut before = front.split_whitespace().rev();
    if before.next().is_some_and(|word| word.starts_with(char::is_uppercase)) && before.next().is_some() {
        return None;
    }
    Some(format!("{front}{name}{rest}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_are_no_names() {
        assert_eq!(own_words("Captain Voss"), ["voss"]);
        assert_eq!(own_words("Sir Tom"), ["tom"]);
        assert_eq!(own_words("Ada Voss").len(), 2);
    }

    #[test]
    fn a_name_is_put_in_the_place_of_another_however_that_is_written() {
        let put = |question: &str| in_place(question, "captain voss", "Ada Voss");
        assert_eq!(put("Who is Captain Voss?").as_deref(), Some("Who is Ada Voss?"));
        assert_eq!(put("who's captain voss").as_deref(), Some("who's Ada Voss"));
        assert_eq!(put("Who is Per Captain Voss?"), None);
        assert_eq!(put("Who is Tom?"), None);
        assert_eq!(
            put("İs that captain voss?").as_deref(),
            Some("İs that Ada Voss?"),
            "letters that change their length"
        );
        assert_eq!(
            in_place("In the annual report, who is ann?", "Ann", "Ann Reed").as_deref(),
            Some("In the annual report, who is Ann Reed?")
        );
    }
}
