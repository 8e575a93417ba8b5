//! What single words and known names mean: the word lists of `lexicon.txt`, the names of `gazetteer.txt`, each
//! read once, and the function words of languages other than English.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use crate::config::entries;
use crate::model::EntityType;
use crate::text::language::packs;
use crate::text::words::terms::fold;

/// The lists a word stands in, as bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Flags(u32);

macro_rules! flags {
    ($($name:ident = $bit:expr, $list:expr;)*) => {
        impl Flags {
            $(pub(crate) const $name: Flags = Flags(1 << $bit);)*

            fn of_list(name: &str) -> Option<Flags> {
                match name {
                    $($list => Some(Flags::$name),)*
                    _ => None,
                }
            }
        }
    };
}

flags! {
    FUNCTION = 0, "function";
    FILLER = 1, "filler";
    WEAK = 2, "weak";
    GENERIC = 3, "generic";
    SOFT = 4, "soft";
    NEVER = 5, "never";
    HONORIFIC = 6, "honorific";
    ROLE = 7, "role";
    ORG_HEAD = 8, "orghead";
    PLACE_HEAD = 9, "placehead";
    EVENT_HEAD = 10, "eventhead";
    WORK_HEAD = 11, "workhead";
    PRODUCT_HEAD = 12, "producthead";
    EPONYM = 13, "eponym";
    SAY = 14, "say";
    MONTH = 15, "month";
    WEEKDAY = 16, "weekday";
    PARTICLE = 17, "particle";
    DEGREE = 18, "degree";
    NOMINAL = 19, "nominal";
    NUMBER = 20, "number";
    MEASURE = 21, "measure";
    DEMONYM = 22, "demonym";
    PLACE = 23, "place";
    FIRST_NAME = 24, "firstname";
    MILD = 25, "mild";
    WOMAN = 26, "woman";
    MAN = 27, "man";
    CONCRETE = 28, "concrete";
}

impl Flags {
    /// True when the word stands in any of the lists of `other`.
    pub(crate) fn has(self, other: Flags) -> bool {
        self.0 & other.0 != 0
    }

    /// True when the word stands in none but lists of `other`.
    pub(crate) const fn is_only(self, other: Flags) -> bool {
        self.0 & !other.0 == 0
    }

    /// True for a word that by itself is what happened or what one can touch, common as it is: *the fire*, *doors*.
    pub(crate) fn tells_alone(self) -> bool {
        let tells = Flags::EVENT_HEAD | Flags::CONCRETE;
        self.has(tells) && self.is_only(tells | Flags::GENERIC | Flags::SOFT | Flags::PLACE_HEAD)
    }
}

impl std::ops::BitOr for Flags {
    type Output = Flags;

    fn bitor(self, other: Flags) -> Flags {
        Flags(self.0 | other.0)
    }
}

static WORDS: LazyLock<HashMap<Cow<'static, str>, Flags>> = LazyLock::new(|| {
    let mut words: HashMap<Cow<'static, str>, Flags> = HashMap::with_capacity(8_000);
    let mut list = Flags::default();
    for line in entries(include_str!("lexicon.txt")) {
        if let Some(name) = line.strip_prefix("= ") {
            list = Flags::of_list(name.trim()).unwrap_or_default();
            if list.has(Flags::WOMAN | Flags::MAN) {
                list = list | Flags::FIRST_NAME;
            }
            continue;
        }
        for word in line.split_whitespace() {
            let flags = words.entry(Cow::Borrowed(word)).or_default();
            *flags = *flags | list;
        }
    }
    // The keys of names are without accents; what is another word without them stays that.
    let bare = |(word, &flags): (&Cow<'static, str>, &Flags)| {
        let bare = fold(word);
        (!word.is_ascii() && bare != **word && !words.contains_key(bare.as_str())).then_some((Cow::Owned(bare), flags))
    };
    let bare: Vec<(Cow<'static, str>, Flags)> = words.iter().filter_map(bare).collect();
    words.extend(bare);
    words
});

/// Returns the lists that `word`, in lower case, stands in.
pub(crate) fn flags(word: &str) -> Flags {
    WORDS.get(word).copied().unwrap_or_default()
}

/// The same for a plural of a listed noun: `companies`, `models`.
pub(crate) fn flags_of_noun(word: &str) -> Flags {
    let found = flags(word);
    if found != Flags::default() {
        return found;
    }
    let singular = crate::text::words::fold::singular(word);
    if singular == word { found } else { flags(&singular) }
}

static GAZETTEER: LazyLock<HashMap<String, EntityType>> = LazyLock::new(|| {
    let mut names = HashMap::with_capacity(1_000);
    for (kind, name) in known_names() {
        names.entry(crate::text::words::fold::key(&name)).or_insert(kind);
    }
    names
});

/// The names of the gazetteer with their types. A list goes on from line to line, also in the middle of a name.
fn known_names() -> Vec<(EntityType, String)> {
    let mut lists: Vec<(EntityType, String)> = Vec::new();
    for line in entries(include_str!("gazetteer.txt")) {
        match (line.strip_prefix("= "), lists.last_mut()) {
            (Some(kind), _) => lists.push((EntityType::from(kind.to_owned()), String::new())),
            (None, Some((_, list))) => {
                list.push(' ');
                list.push_str(line);
            }
            (None, None) => {}
        }
    }
    let names = |(kind, list): &(EntityType, String)| -> Vec<(EntityType, String)> {
        list.split(',').map(|name| (kind.clone(), name.trim().to_owned())).collect()
    };
    lists.iter().flat_map(names).filter(|(_, name)| !name.is_empty()).collect()
}

/// The names of the gazetteer that are a few letters, folded.
static LETTERS: LazyLock<HashSet<String>> = LazyLock::new(|| {
    /// Letters of a name that is a word as well where it is written as one.
    const FEW: usize = 3;
    let few = |name: &String| name.chars().count() <= FEW && name.chars().all(char::is_uppercase);
    known_names().into_iter().map(|(_, name)| name).filter(few).map(|name| fold(&name)).collect()
});

/// Returns what a widely known name stands for; `key` is the name's folded form.
pub(crate) fn known_kind(key: &str) -> Option<EntityType> {
    GAZETTEER.get(key).cloned()
}

/// The same of a name as it is written: *SEC* is one, *Sec.* of a paragraph is none.
pub(crate) fn known_as_written(name: &str) -> Option<EntityType> {
    let key = crate::text::words::fold::key(name);
    let is_word = name.contains(char::is_lowercase) && LETTERS.contains(&key);
    if is_word { None } else { known_kind(&key) }
}

static OTHER_LANGUAGES: LazyLock<HashSet<&'static str>> =
    LazyLock::new(|| packs().iter().filter(|pack| pack.code != "eng").flat_map(|pack| pack.function.iter()).collect());

/// True for a function word of a language other than English that is written in Latin or Cyrillic letters.
pub(crate) fn is_foreign_function(word: &str) -> bool {
    OTHER_LANGUAGES.contains(word)
}

/// True for a noun that means something only together with others.
pub fn means_little(noun: &str) -> bool {
    // "employees" counts things, and is the plural of what means little.
    let found = flags(noun) | flags(&crate::text::words::fold::singular(noun));
    found.has(Flags::GENERIC | Flags::WEAK | Flags::SOFT | Flags::NEVER)
}

/// True for a phrase of common words none of which means much: "strong quarter", "business model".
pub fn says_little(phrase: &str) -> bool {
    phrase.split(' ').all(|word| means_little(word) || flags(word).has(Flags::MILD | Flags::FUNCTION | Flags::NUMBER))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_list_has_a_flag() {
        for text in [include_str!("lexicon.txt")] {
            for line in text.lines().filter_map(|line| line.strip_prefix("= ")) {
                assert!(Flags::of_list(line).is_some(), "no flag for the list {line}");
            }
        }
    }

    #[test]
    fn words_and_names_are_found() {
        assert!(flags("of").has(Flags::FUNCTION));
        assert!(flags_of_noun("companies").has(Flags::SOFT));
        assert!(flags("clara").has(Flags::FIRST_NAME));
        assert_eq!(known_kind("costa rica"), Some(EntityType::Place));
        // A name that goes on in the next line of the list is one name.
        assert_eq!(known_kind("save the children"), Some(EntityType::Organisation));
        assert_eq!(known_kind("save"), None);
        assert_eq!(known_as_written("SEC"), Some(EntityType::Organisation));
        assert_eq!(known_as_written("Sec"), None);
        assert!(is_foreign_function("nicht"));
    }
}
