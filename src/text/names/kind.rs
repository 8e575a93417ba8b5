//! Types of names: by the words a name is made of, and by the words around it.

use super::View;
use super::lexicon::{Flags, flags, flags_of_noun, known_kind};
use super::token::Shape;
use crate::model::EntityType;
use crate::text::fold;

/// Words before a name that say what it is: *the novel X*, *a company called X*.
fn announced(word: &str) -> Option<EntityType> {
    let singular = fold::singular(word);
    Some(match singular.as_str() {
        "novel" | "book" | "film" | "movie" | "song" | "album" | "opera" | "poem" | "essay" | "painting"
        | "musical" | "sitcom" | "documentary" | "magazine" | "memoir" => EntityType::Work,
        "company" | "startup" | "start-up" | "firm" | "nonprofit" | "bank" | "agency" | "charity" | "publisher"
        | "studio" | "retailer" | "manufacturer" | "airline" => EntityType::Organisation,
        "city" | "town" | "village" | "country" | "island" | "river" | "state" | "province" | "county" | "region" => {
            EntityType::Place
        }
        "app" | "language" | "console" | "device" | "product" | "framework" | "software" => EntityType::Product,
        "author" | "writer" | "novelist" | "researcher" | "scientist" | "professor" | "engineer" | "journalist"
        | "singer" | "actor" | "actress" | "director" | "composer" | "artist" | "founder" | "friend" | "colleague"
        | "brother" | "sister" | "husband" | "wife" | "son" | "daughter" | "guest" | "host" | "physicist"
        | "mathematician" | "economist" | "philosopher" | "poet" | "entrepreneur" | "musician" | "player"
        | "politician" | "designer" | "co-founder" | "cofounder" | "ceo" | "cto" | "mayor" | "president"
        | "councilor" | "secretary" | "minister" | "general" | "king" | "queen" => EntityType::Person,
        _ => return None,
    })
}

/// Returns the type that the words of a name themselves tell: a first name, a title, *University*, *County*, *War*.
pub(crate) fn by_words(name: &str) -> Option<EntityType> {
    if let Some(kind) = known_kind(&fold::key(name)) {
        return Some(kind);
    }
    let words: Vec<String> = name
        .split_whitespace()
        .map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase())
        .filter(|word| !word.is_empty())
        .collect();
    let (first, last) = (words.first()?, words.last()?);
    let (of_first, of_last) = (flags(first), flags_of_noun(last));
    if words.len() == 1 {
        return of_first.has(Flags::PLACE).then_some(EntityType::Place);
    }
    // *University of X*, *Battle of X*: the head stands before the *of*.
    let head_of = words.iter().position(|word| matches!(word.as_str(), "of" | "for")).filter(|&at| at > 0);
    if let Some(at) = head_of {
        let head = flags_of_noun(&words[at - 1]);
        if head.has(Flags::EVENT_HEAD) {
            return Some(EntityType::Event);
        }
        if head.has(Flags::ORG_HEAD) {
            return Some(EntityType::Organisation);
        }
        if flags(first).has(Flags::HONORIFIC) || flags(first).has(Flags::FIRST_NAME) {
            return Some(EntityType::Person);
        }
        if head.has(Flags::PLACE_HEAD) {
            return Some(EntityType::Place);
        }
    }
    if of_first.has(Flags::HONORIFIC) && first != "general" && !of_last.has(Flags::ORG_HEAD) {
        // *St. Louis Hospital* and *St. Maurice Abbey* are no persons.
        if of_last.has(Flags::PLACE_HEAD | Flags::EVENT_HEAD) {
            return Some(EntityType::Place);
        }
        return Some(EntityType::Person);
    }
    if matches!(first.as_str(), "lake" | "mount" | "fort" | "cape" | "port" | "san" | "santa") && words.len() == 2 {
        return Some(EntityType::Place);
    }
    if of_last.has(Flags::EVENT_HEAD) {
        return Some(EntityType::Event);
    }
    if matches!(
        last.as_str(),
        "law" | "theorem" | "theory" | "paradox" | "algorithm" | "effect" | "principle" | "equation" | "test"
    ) {
        return Some(EntityType::Concept);
    }
    if of_last.has(Flags::ORG_HEAD) && !(of_first.has(Flags::FIRST_NAME) && words.len() == 2 && !is_strong_org(last)) {
        return Some(EntityType::Organisation);
    }
    let place_tail = of_last.has(Flags::PLACE_HEAD);
    if of_first.has(Flags::FIRST_NAME) && words.len() <= 5 {
        // *Lloyd Minor Park* against *Lily Park*.
        if place_tail && words.len() >= 3 {
            return Some(EntityType::Place);
        }
        if !of_last.has(Flags::PRODUCT_HEAD | Flags::WORK_HEAD) {
            return Some(EntityType::Person);
        }
    }
    if place_tail {
        return Some(EntityType::Place);
    }
    if of_last.has(Flags::WORK_HEAD) {
        return Some(EntityType::Work);
    }
    if of_last.has(Flags::PRODUCT_HEAD) {
        return Some(EntityType::Product);
    }
    // An initial in the middle makes a person: *Fyodor K. Lem*.
    let initial = |word: &String| word.chars().count() == 1 && word.chars().all(char::is_alphabetic);
    if words.len() >= 3 && words[1..words.len() - 1].iter().any(initial)
        || (words.len() >= 2 && initial(first) && !initial(last))
    {
        return Some(EntityType::Person);
    }
    // A particle in the middle: *Ludwig van Beethoven*.
    if words[1..words.len() - 1].iter().any(|word| flags(word).has(Flags::PARTICLE) && word != "of" && word != "la") {
        return Some(EntityType::Person);
    }
    None
}

/// Words that make a company even of a person's name: *Thomas Cook Ltd*.
fn is_strong_org(word: &str) -> bool {
    matches!(
        word,
        "university"
            | "college"
            | "institute"
            | "foundation"
            | "inc"
            | "ltd"
            | "llc"
            | "corp"
            | "corporation"
            | "company"
            | "partners"
            | "hospital"
            | "museum"
            | "gallery"
            | "orchestra"
            | "airlines"
            | "motors"
            | "records"
            | "studios"
            | "school"
            | "society"
            | "council"
            | "association"
            | "committee"
            | "commission"
            | "ag"
            | "gmbh"
            | "plc"
    )
}

/// Returns the type that the words around a name tell, if any. `start..end` are its tokens.
pub(super) fn by_context(view: &View<'_>, start: usize, end: usize) -> Option<EntityType> {
    let word = |at: usize| view.words.get(at).map_or("", String::as_str);
    let before = |back: usize| if start >= back { word(start - back) } else { "" };
    // *, Texas* after a place is left to the gazetteer; *in X* needs care and only says place for a lone word.
    if matches!(before(1), "called" | "named" | "titled" | "entitled") {
        let noun = if start >= 2 { announced(before(2)) } else { None };
        if noun.is_some() {
            return noun;
        }
    }
    if start >= 1 && view.tokens[start].gap && view.tokens[start - 1].is_word() {
        if let Some(kind) = announced(before(1)) {
            return Some(kind);
        }
        if flags(before(1)).has(Flags::HONORIFIC | Flags::ROLE) && view.tokens[start - 1].is_capital() {
            return Some(EntityType::Person);
        }
    }
    let next_is_word = view.tokens.get(end).is_some_and(|token| token.is_word());
    if next_is_word {
        if matches!(word(end), "who" | "whose") {
            return Some(EntityType::Person);
        }
        if flags(word(end)).has(Flags::SAY) && view.tokens[end].shape == Shape::Lower {
            return Some(EntityType::Person);
        }
    } else if word(end) == "," {
        // *X, who*; *X, a researcher at*; *X, CEO of*; *X, the company*.
        let mut at = end + 1;
        while matches!(
            word(at),
            "a" | "an" | "the" | "our" | "my" | "former" | "senior" | "chief" | "american" | "british"
        ) {
            at += 1;
        }
        if word(at) == "who" || flags(word(at)).has(Flags::ROLE) {
            return Some(EntityType::Person);
        }
    }
    match before(1) {
        "in" | "near" if start + 1 == end => Some(EntityType::Place),
        "at" | "joined" | "joining" | "founded" | "acquired" if start + 1 == end => Some(EntityType::Organisation),
        "mr" | "mrs" | "ms" | "dr" | "prof" => Some(EntityType::Person),
        "." if start >= 2 && flags(word(start - 2)).has(Flags::HONORIFIC) => Some(EntityType::Person),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_a_name_tell_its_type() {
        for (name, kind) in [
            ("Dr. Varga", EntityType::Person),
            ("Clara Voss", EntityType::Person),
            ("Fyodor K. Lem", EntityType::Person),
            ("Ludwig van Beethoven", EntityType::Person),
            ("Otago Harbour Board", EntityType::Organisation),
            ("University of Otago", EntityType::Organisation),
            ("Clara Voss Foundation", EntityType::Organisation),
            ("Battle of Hastings", EntityType::Event),
            ("Tallow County", EntityType::Place),
            ("Lake Arrow", EntityType::Place),
            ("Lloyd Minor Park", EntityType::Place),
            ("Moore's Law", EntityType::Concept),
            ("Costa Rica", EntityType::Place),
        ] {
            assert_eq!(by_words(name), Some(kind), "{name}");
        }
        assert_eq!(by_words("Zanthe"), None);
    }
}
