//! Lists of people behind a label, as minutes have them: who was there, with what is said of each, and first names that
//! other documents give in full.

use std::collections::BTreeMap;

use super::WORDS;
use super::forms::{Field, bare, ended, sentence_end};
use super::table::key;
use crate::text::words::terms::fold;

/// Names that make a list of people.
const FEWEST: usize = 3;
/// Words of a name, and of what is said of somebody without a bracket: *and as a guest*, *by wire*.
const NAME_WORDS: usize = 4;
const BESIDE: usize = 4;
/// Letters of a first name that may stand for the whole name, at least.
const SHORTEST: usize = 3;

/// The people of a list, without what is said of them: "Ada Voss (chair), Tom Arden; Kai Lund by wire, and as a guest
/// Bea Rowan"; none where it is a plain list of names, or another.
pub(super) fn listed(value: &str) -> Option<Vec<String>> {
    let (told, behind) = value.split_at(sentence_end(value).unwrap_or(value.len()));
    let plain = without_brackets(told);
    let joins = |word: &&str| WORDS.enumerating.has(&fold(word));
    let says_more = plain.len() < told.len()
        || !behind.is_empty()
        || plain.contains(';')
        || plain.split_whitespace().any(|word| joins(&word));
    let parted: Vec<&str> = plain.split_whitespace().map(|word| if joins(&word) { "," } else { word }).collect();
    let parted = parted.join(" ");
    let parts = parted.split([',', ';']).filter(|part| !part.trim().is_empty());
    let names: Vec<String> = parts.map(name).collect::<Option<_>>()?;
    let figures = plain.contains(|c: char| c.is_ascii_digit());
    (says_more && !figures && names.len() >= FEWEST).then_some(names)
}

/// The name in a part of such a list.
fn name(part: &str) -> Option<String> {
    let is_capital = |word: &&str| word.starts_with(char::is_uppercase);
    let words: Vec<&str> = part.split_whitespace().collect();
    let front = words.iter().position(is_capital).filter(|&front| front <= BESIDE)?;
    let own = words[front..].iter().take_while(|word| is_capital(word)).count();
    let fits = own <= NAME_WORDS && words.len() - front - own <= BESIDE;
    fits.then(|| ended(bare(&words[front..front + own].join(" "))))
}

fn without_brackets(told: &str) -> String {
    let mut depth = 0usize;
    let mut plain = String::with_capacity(told.len());
    for c in told.chars() {
        depth += usize::from(c == '(');
        if depth == 0 {
            plain.push(c);
        }
        depth = depth.saturating_sub(usize::from(c == ')'));
    }
    plain
}

/// The names of several words that stand behind each label.
pub(super) struct Known(BTreeMap<String, Vec<String>>);

impl Known {
    pub fn of<'f>(fields: impl Iterator<Item = &'f Field>) -> Self {
        let mut known: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for field in fields.filter(|field| field.value.contains(' ')) {
            let names = known.entry(key(&field.label)).or_default();
            if !names.iter().any(|name| key(name) == key(&field.value)) {
                names.push(field.value.clone());
            }
        }
        Self(known)
    }

    /// The one whole name that a first name stands for, or the beginning of one: *Tom*, of Thomas Arden's list, is
    /// nobody else's. Else the value itself.
    pub fn whole<'f>(&'f self, field: &'f Field) -> &'f str {
        let value = field.value.as_str();
        let is_first = !value.contains(' ')
            && value.chars().count() >= SHORTEST
            && value.starts_with(char::is_uppercase)
            && value.chars().all(char::is_alphabetic)
            && value.contains(char::is_lowercase);
        let is_name = |name: &&String| {
            name.split_whitespace().all(|word| word.starts_with(char::is_uppercase)) && name.starts_with(value)
        };
        let mut whole = self.0.get(&key(&field.label)).into_iter().flatten().filter(is_name);
        whole.next().filter(|_| is_first && whole.next().is_none()).map_or(value, String::as_str)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Span;

    #[test]
    fn those_who_were_there_are_told_without_what_is_said_of_them() {
        let names = |value: &str| listed(value).unwrap_or_default().join("|");
        assert_eq!(names(" Ada Voss (chair), Tom Arden, Kai Lund (minutes)"), "Ada Voss|Tom Arden|Kai Lund");
        assert_eq!(names(" Ada, Tom, and as a guest Bea Rowan (Orsk Works)"), "Ada|Tom|Bea Rowan");
        assert_eq!(
            names(" Ada Voss, Tom Arden; Kai Lund by wire. Bea sent her excuses."),
            "Ada Voss|Tom Arden|Kai Lund"
        );
        for other in
            ["Ada Voss, Tom Arden, Kai Lund", "three for, one against (Bea), Tom abstained", "4 May, 2031 (Orsk)"]
        {
            assert_eq!(listed(other), None, "{other}");
        }
    }

    #[test]
    fn a_first_name_is_the_one_whole_name_that_begins_so() {
        let field = |value: &str| Field { label: "Present".to_owned(), value: value.to_owned(), span: Span::default() };
        let fields = [field("Ada Voss"), field("Thomasin Arden"), field("Kai Lund"), field("Kai Berg")];
        let known = Known::of(fields.iter());
        let whole = |value: &str| known.whole(&field(value)).to_owned();
        assert_eq!((whole("Ada").as_str(), whole("Thomas").as_str()), ("Ada Voss", "Thomasin Arden"));
        assert_eq!((whole("Kai").as_str(), whole("AV").as_str(), whole("Bea").as_str()), ("Kai", "AV", "Bea"));
    }
}
