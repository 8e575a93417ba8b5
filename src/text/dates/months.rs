//! The names of months, in any language that has a pack.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::text::language::{english, packs};

/// The forms of all months in all languages; of one that two languages have, the first one's. Every word of a text is
/// looked up here.
static MONTHS: LazyLock<HashMap<&str, u32>> = LazyLock::new(|| {
    let mut months = HashMap::new();
    for (pack, month) in packs().iter().flat_map(|pack| (1..=12).map(move |month| (pack, month))) {
        pack.forms_of_month(month).for_each(|form| _ = months.entry(form).or_insert(month));
    }
    months
});

/// True for the name of a month, whole or shortened to three or four letters, in any case.
pub fn is_month(word: &str) -> bool {
    month(word).is_some()
}

/// The month that a word names in some language, from 1.
pub fn month_in_any(word: &str) -> Option<u32> {
    MONTHS.get(word.to_lowercase().as_str()).copied()
}

/// All names of a month, and what is short for them, in any language.
pub fn forms_of_month(month: u32) -> impl Iterator<Item = &'static str> {
    packs().iter().flat_map(move |pack| pack.forms_of_month(month))
}

/// The month that an English word names.
pub(super) fn month(word: &str) -> Option<u32> {
    let lower = word.to_lowercase();
    english().month(&lower)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_month_is_the_one_that_the_first_language_with_its_name_has() {
        let forms = (1..=12).flat_map(forms_of_month).chain(["quay", "", "MAI"]);
        for form in forms {
            let lower = form.to_lowercase();
            assert_eq!(month_in_any(form), packs().iter().find_map(|pack| pack.month(&lower)), "{form}");
        }
        assert_eq!((month_in_any("MAI"), month_in_any("сентября"), month_in_any("gate")), (Some(5), Some(9), None));
    }
}
