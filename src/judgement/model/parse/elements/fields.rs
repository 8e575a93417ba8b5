//! What a field of an answer is: a type, a sentence, a date, a status.

use super::super::clean::field;
use crate::model::ClaimStatus;

/// A field of a record: what a delimiter or a bracket left at its ends is taken off.
pub(super) fn tidy(raw: &str) -> String {
    let raw = raw.trim_matches(|c: char| c.is_whitespace() || matches!(c, '<' | '>' | '|' | '#'));
    let mut text = field(raw);
    // A bracket that nothing in the field opened, or that nothing closed, is the record's.
    let count = |text: &str, c: char| text.matches(c).count();
    while text.ends_with(')') && count(&text, ')') > count(&text, '(') {
        text.pop();
        text = field(&text);
    }
    if text.starts_with('(') && count(&text, '(') > count(&text, ')') {
        text = field(&text[1..]);
    }
    text
}

pub(super) fn status_of(field: &str) -> Option<ClaimStatus> {
    match field.trim().to_ascii_uppercase().as_str() {
        "TRUE" | "CONFIRMED" => Some(ClaimStatus::True),
        "FALSE" | "REFUTED" => Some(ClaimStatus::False),
        "SUSPECTED" | "UNVERIFIED" | "ALLEGED" => Some(ClaimStatus::Suspected),
        _ => None,
    }
}

pub(super) fn is_date(field: &str) -> bool {
    let plain = field.trim();
    matches!(plain.to_ascii_uppercase().as_str(), "NONE" | "NULL" | "N/A" | "UNKNOWN")
        || (plain.len() <= 40 && plain.chars().any(|c| c.is_ascii_digit()) && !is_sentence(plain))
}

/// Types that models name without being asked for them, beside those of [`EntityType`](crate::model::EntityType).
const KINDS: [&str; 26] = [
    "person",
    "people",
    "organization",
    "organisation",
    "org",
    "company",
    "geo",
    "place",
    "location",
    "country",
    "city",
    "event",
    "date",
    "time",
    "product",
    "work",
    "concept",
    "technology",
    "category",
    "role",
    "document",
    "object",
    "animal",
    "group",
    "metric",
    "other",
];

pub(super) fn is_known_kind(field: &str) -> bool {
    let plain = field.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
    KINDS.contains(&plain.as_str())
}

/// A type that can hardly be a name: one that is known, or one word in lower case.
pub(super) fn is_plain_kind(field: &str) -> bool {
    is_known_kind(field) || (!field.contains(' ') && field.chars().all(char::is_lowercase))
}

/// A word or two, as a type is.
pub(super) fn is_kind(field: &str) -> bool {
    is_known_kind(field)
        || (field.split_whitespace().count() <= 2 && field.chars().count() <= 30 && !field.ends_with('.'))
}

pub(super) fn is_sentence(field: &str) -> bool {
    let words = field.split_whitespace().count();
    words > 6 || (words > 3 && field.ends_with('.')) || field.chars().count() > 90
        // Scripts without spaces between words.
        || (field.chars().count() > 14 && field.chars().all(|c| !c.is_whitespace() && !c.is_ascii()))
}
