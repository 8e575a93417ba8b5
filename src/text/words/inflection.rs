//! What the forms of a regular English verb are told by: their ends, as the pack of the language has them. Irregular
//! ones stand in `forms`.

use super::forms::base;
use super::terms::fold;
use crate::text::language::{WordList, english};

/// True for a word in lower case that ends like the past of a regular verb: *opened*.
pub fn ends_as_past(word: &str) -> bool {
    ends_in(&english().past_ends, word)
}

/// True for the past of a verb: *opened*, *written*.
pub fn is_past(verb: &str) -> bool {
    let base = base(&fold(verb));
    ends_as_past(verb)
        || base.is_some_and(|base| base != verb && !ends_as_third_person(verb) && !ends_as_progressive(verb))
}

/// True for a word in lower case that ends like what goes on: *opening*.
pub fn ends_as_progressive(word: &str) -> bool {
    ends_in(&english().progressive_ends, word)
}

/// True for a word in lower case that ends like what somebody does: *opens*.
pub fn ends_as_third_person(word: &str) -> bool {
    ends_in(&english().third_person_ends, word)
}

/// The verb of which a word in lower case that ends so is a form: *open* of *opens*.
pub fn of_third_person(word: &str) -> Option<&str> {
    english().third_person_ends.iter().find_map(|end| word.strip_suffix(end))
}

fn ends_in(ends: &WordList, word: &str) -> bool {
    ends.iter().any(|end| word.ends_with(end))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_of_regular_verbs_are_told_by_their_ends() {
        assert!(ends_as_past("opened") && !ends_as_past("opens"));
        assert!(ends_as_progressive("opening") && !ends_as_progressive("open"));
        assert!(ends_as_third_person("opens") && !ends_as_third_person("opened"));
        assert_eq!((of_third_person("opens"), of_third_person("open")), (Some("open"), None));
    }
}
