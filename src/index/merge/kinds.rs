//! What an entity is: by its own words, by what its passages say, by the sentence that defines it.

use super::cases::Cases;
use super::entities::own_surface;
use super::persons::may_be_called;
use super::table::{CONCEPT, KINDS, Name, PERSON, PLACE};
use crate::model::EntityType;
use crate::text::fold;
use crate::text::language::word_lists;
use crate::text::names::kind;
use crate::text::names::lexicon::{Flags, flags, known_kind};

word_lists! {
    static WORDS = "kinds.toml": copulas, vague, clauses
}

/// What a vote for a person counts beside others where only two capitals made it.
const BY_CAPITALS: f32 = 0.7;

/// True for a name that begins with a first name, a title or an initial.
fn starts_as_person(key: &str) -> bool {
    let first = key.split(' ').next().unwrap_or_default();
    flags(first).has(Flags::FIRST_NAME | Flags::HONORIFIC) || first.chars().count() == 1
}

/// Decides the type of an entity from its names (the display name first) and the type its defining sentences tell.
pub(super) fn decide(names: &[&Name], defined: Option<EntityType>, cases: &Cases) -> EntityType {
    if let Some(kind) = names.iter().find_map(|name| name.other_kind.clone()) {
        return kind;
    }
    let mut votes = [0.0f32; 8];
    let (mut proper, mut common) = (0u32, 0u32);
    for name in names {
        proper += name.proper;
        common += name.common;
    }
    if common > proper {
        return EntityType::Concept;
    }
    let total = proper.max(1) as f32;
    for (at, name) in names.iter().enumerate() {
        for (vote, &count) in votes.iter_mut().zip(&name.votes) {
            *vote += count as f32 / total * 4.0;
        }
        // What an acronym stands for says more than its letters.
        let weight = if at == 0 || name.key.contains(' ') { 3.0 } else { 1.0 };
        let known = known_kind(&name.key).map(|kind| (kind, 4.0));
        let by_words = || kind::by_words(own_surface(name)).map(|kind| (kind, weight));
        if let Some((kind, weight)) = known.or_else(by_words)
            && let Some(number) = KINDS.iter().position(|known| *known == kind)
        {
            votes[number] += weight;
        }
    }
    if let Some(number) = defined.and_then(|kind| KINDS.iter().position(|known| *known == kind)) {
        votes[number] += 3.0;
    }
    // *Planning Board Hearing* is nobody, whoever *said* what behind it.
    if !names.iter().any(|name| name.written.is_some() || may_be_called(&name.key)) {
        votes[PERSON] = 0.0;
    }
    if names.iter().all(|name| name.written.is_none() && cases.calls_nobody(name)) {
        votes[PERSON] = 0.0;
    }
    // *Oncology* is where nobody is, though much is done in it.
    if names.iter().all(|name| !name.key.contains(' ') && cases.is_small(&name.key)) {
        votes[PLACE] = 0.0;
    }
    // Two capitals make a person where nothing tells otherwise; a list of companies does.
    let by_capitals = names.iter().all(|name| name.written.is_none() && !starts_as_person(&name.key));
    // Written small as often as not: hardly a name.
    votes[CONCEPT] += common as f32 / total;
    let weighed = |number: usize, vote: f32| if by_capitals && number == PERSON { vote * BY_CAPITALS } else { vote };
    let best = votes
        .iter()
        .enumerate()
        .max_by(|&(a, &of_a), &(b, &of_b)| weighed(a, of_a).total_cmp(&weighed(b, of_b)).then(b.cmp(&a)));
    match best {
        Some((number, &vote)) if vote >= 1.4 => KINDS[number].clone(),
        _ => EntityType::Concept,
    }
}

/// Returns what a sentence defines a name as: *X is a fishing village*, *X, an American writer*. `behind` is the text
/// after the name.
pub(super) fn defined(behind: &str) -> Option<EntityType> {
    let mut rest = behind.trim_start();
    // A parenthesis between name and verb: *(born 4 May 1950)*.
    if let Some(open) = rest.strip_prefix('(') {
        rest = open.split_once(')')?.1.trim_start();
    }
    let mut words = rest.split(|c: char| c.is_whitespace() || c == ',').filter(|word| !word.is_empty());
    let comma = rest.starts_with(',');
    let first = words.next()?;
    if WORDS.copulas.has(first) {
        if !matches!(words.next()?, "a" | "an" | "the" | "one") {
            return None;
        }
    } else if !(comma && matches!(first, "a" | "an" | "the")) {
        return None;
    }
    // *Ada, a handful of companies have asked* says nothing of Ada.
    let vague = |word: &&str| WORDS.vague.has(word);
    words
        .take(9)
        .take_while(|word| !vague(word))
        .take_while(|word| !WORDS.clauses.has(word))
        .find_map(|word| kind::by_noun(&fold::key(word)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn defining_sentences() {
        for (behind, kind) in [
            (" is a fishing village in the north", Some(EntityType::Place)),
            (" (born 4 May 1950) is an American writer of plays", Some(EntityType::Person)),
            (", a Norwegian shipping company, sank", Some(EntityType::Organisation)),
            (" was a 1931 drama film directed by", Some(EntityType::Work)),
            (", a handful of software companies have asked", None),
            (" is great", None),
            (" said a writer", None),
        ] {
            assert_eq!(defined(behind), kind, "{behind}");
        }
    }
}
