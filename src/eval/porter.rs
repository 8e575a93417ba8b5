//! Porter's stemmer (M. Porter, "An algorithm for suffix stripping", 1980) with the amendments that the reference
//! implementation of ROUGE comes with: a short list of irregular forms, `-ied` and `-ies` of short words, `-y` behind
//! any consonant, `-alli` before the other endings of step 2. Its stems are no stems of ours: they are here so that
//! figures equal the published ones to the last digit.

use std::borrow::Cow;

/// Forms with their stems; none of them goes through the steps.
const IRREGULAR: &str = include_str!("irregular.txt");

/// When an ending is taken off: `of` holds for what stands before it.
#[derive(Clone, Copy)]
enum When {
    /// The measure of the stem is above this.
    Measure(usize),
    /// The measure is above 1, and the stem ends in s or t.
    Ion,
    /// The measure of the stem with the first letter of the ending is above 0.
    WithFirst,
}

type Ending = (&'static str, &'static str, When);

const STEP_2: [Ending; 22] = [
    ("ational", "ate", When::Measure(0)),
    ("tional", "tion", When::Measure(0)),
    ("enci", "ence", When::Measure(0)),
    ("anci", "ance", When::Measure(0)),
    ("izer", "ize", When::Measure(0)),
    ("bli", "ble", When::Measure(0)),
    ("alli", "al", When::Measure(0)),
    ("entli", "ent", When::Measure(0)),
    ("eli", "e", When::Measure(0)),
    ("ousli", "ous", When::Measure(0)),
    ("ization", "ize", When::Measure(0)),
    ("ation", "ate", When::Measure(0)),
    ("ator", "ate", When::Measure(0)),
    ("alism", "al", When::Measure(0)),
    ("iveness", "ive", When::Measure(0)),
    ("fulness", "ful", When::Measure(0)),
    ("ousness", "ous", When::Measure(0)),
    ("aliti", "al", When::Measure(0)),
    ("iviti", "ive", When::Measure(0)),
    ("biliti", "ble", When::Measure(0)),
    ("fulli", "ful", When::Measure(0)),
    ("logi", "log", When::WithFirst),
];

const STEP_3: [Ending; 7] = [
    ("icate", "ic", When::Measure(0)),
    ("ative", "", When::Measure(0)),
    ("alize", "al", When::Measure(0)),
    ("iciti", "ic", When::Measure(0)),
    ("ical", "ic", When::Measure(0)),
    ("ful", "", When::Measure(0)),
    ("ness", "", When::Measure(0)),
];

const STEP_4: [Ending; 19] = [
    ("al", "", When::Measure(1)),
    ("ance", "", When::Measure(1)),
    ("ence", "", When::Measure(1)),
    ("er", "", When::Measure(1)),
    ("ic", "", When::Measure(1)),
    ("able", "", When::Measure(1)),
    ("ible", "", When::Measure(1)),
    ("ant", "", When::Measure(1)),
    ("ement", "", When::Measure(1)),
    ("ment", "", When::Measure(1)),
    ("ent", "", When::Measure(1)),
    ("ion", "", When::Ion),
    ("ou", "", When::Measure(1)),
    ("ism", "", When::Measure(1)),
    ("ate", "", When::Measure(1)),
    ("iti", "", When::Measure(1)),
    ("ous", "", When::Measure(1)),
    ("ive", "", When::Measure(1)),
    ("ize", "", When::Measure(1)),
];

/// Returns the stem of a word of small ASCII letters and digits.
pub fn stem(word: &str) -> Cow<'_, str> {
    let irregular = IRREGULAR.lines().filter_map(|line| line.split_once(' ')).find(|(form, _)| *form == word);
    if let Some((_, stem)) = irregular {
        return Cow::Borrowed(stem);
    }
    if word.len() <= 2 {
        return Cow::Borrowed(word);
    }
    let word = past_and_gerund(plural(word).to_owned());
    let word = final_y(word);
    let word = derived(word);
    let word = by_endings(word, &STEP_3);
    let word = by_endings(word, &STEP_4);
    Cow::Owned(double_l(final_e(word)))
}

/// For each letter whether it is a consonant: a `y` is one where the letter before it is none.
fn consonants(word: &str) -> Vec<bool> {
    let mut flags: Vec<bool> = Vec::with_capacity(word.len());
    for letter in word.bytes() {
        let is_consonant = match letter {
            b'a' | b'e' | b'i' | b'o' | b'u' => false,
            b'y' => flags.last().is_none_or(|before| !before),
            _ => true,
        };
        flags.push(is_consonant);
    }
    flags
}

/// How often a run of vowels is followed by a run of consonants.
fn measure(stem: &str) -> usize {
    consonants(stem).windows(2).filter(|pair| !pair[0] && pair[1]).count()
}

fn has_vowel(stem: &str) -> bool {
    consonants(stem).contains(&false)
}

fn ends_in_double_consonant(word: &str) -> bool {
    let letters = word.as_bytes();
    let flags = consonants(word);
    letters.len() >= 2 && letters[letters.len() - 1] == letters[letters.len() - 2] && flags[flags.len() - 1]
}

/// Consonant, vowel, consonant other than w, x, y; or a word of vowel and consonant.
fn ends_in_short_syllable(word: &str) -> bool {
    match consonants(word)[..] {
        [.., true, false, true] => !word.ends_with(['w', 'x', 'y']),
        [false, true] => true,
        _ => false,
    }
}

fn plural(word: &str) -> &str {
    match word {
        _ if word.ends_with("ies") && word.len() == 4 => &word[..word.len() - 1],
        _ if word.ends_with("sses") || word.ends_with("ies") => &word[..word.len() - 2],
        _ if word.ends_with("ss") => word,
        _ => word.strip_suffix('s').unwrap_or(word),
    }
}

fn past_and_gerund(mut word: String) -> String {
    if word.ends_with("ied") {
        word.truncate(if word.len() == 4 { 3 } else { word.len() - 2 });
        return word;
    }
    if let Some(stem) = word.strip_suffix("eed") {
        if measure(stem) > 0 {
            word.pop();
        }
        return word;
    }
    let cut = ["ed", "ing"].iter().find_map(|ending| word.strip_suffix(ending).filter(|stem| has_vowel(stem)));
    let Some(stem) = cut else { return word };
    let mut stem = stem.to_owned();
    if stem.ends_with("at") || stem.ends_with("bl") || stem.ends_with("iz") {
        stem.push('e');
    } else if ends_in_double_consonant(&stem) {
        if !stem.ends_with(['l', 's', 'z']) {
            stem.pop();
        }
    } else if measure(&stem) == 1 && ends_in_short_syllable(&stem) {
        stem.push('e');
    }
    stem
}

fn final_y(mut word: String) -> String {
    if let Some(stem) = word.strip_suffix('y')
        && stem.len() > 1
        && consonants(stem).last() == Some(&true)
    {
        word.pop();
        word.push('i');
    }
    word
}

fn derived(mut word: String) -> String {
    while let Some(stem) = word.strip_suffix("alli").filter(|stem| measure(stem) > 0) {
        word = format!("{stem}al");
    }
    by_endings(word, &STEP_2)
}

/// Takes off the first ending that the word has, where what is left is long enough; no other is tried.
fn by_endings(word: String, endings: &[Ending]) -> String {
    let found = endings.iter().find_map(|&(ending, instead, when)| Some((word.strip_suffix(ending)?, instead, when)));
    let Some((stem, instead, when)) = found else { return word };
    let fits = match when {
        When::Measure(above) => measure(stem) > above,
        When::Ion => measure(stem) > 1 && stem.ends_with(['s', 't']),
        When::WithFirst => measure(&word[..stem.len() + 1]) > 0,
    };
    if fits { format!("{stem}{instead}") } else { word }
}

fn final_e(mut word: String) -> String {
    if let Some(stem) = word.strip_suffix('e') {
        let syllables = measure(stem);
        if syllables > 1 || syllables == 1 && !ends_in_short_syllable(stem) {
            word.pop();
        }
    }
    word
}

fn double_l(mut word: String) -> String {
    if word.ends_with("ll") && measure(&word[..word.len() - 1]) > 1 {
        word.pop();
    }
    word
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_papers_examples_lose_the_papers_endings() {
        let pairs = "caresses caress ponies poni cats cat feed feed agreed agre plastered plaster bled bled motoring motor \
                     sing sing sized size hopping hop falling fall hissing hiss failing fail filing file happy happi \
                     relational relat conditional condit digitizer digit radicalli radic sensibiliti sensibl formalize \
                     formal goodness good revival reviv adoption adopt bowdlerize bowdler rate rate cease ceas controll \
                     control roll roll";
        let words: Vec<&str> = pairs.split_whitespace().collect();
        for pair in words.chunks(2) {
            assert_eq!(stem(pair[0]), pair[1], "{}", pair[0]);
        }
    }

    #[test]
    fn the_amendments_hold() {
        let pairs = "dies die died die flies fli spied spi skies sky dying die enjoy enjoy by by geology geolog \
                     innings inning yyyy yyyi";
        let words: Vec<&str> = pairs.split_whitespace().collect();
        for pair in words.chunks(2) {
            assert_eq!(stem(pair[0]), pair[1], "{}", pair[0]);
        }
    }

    proptest::proptest! {
        #[test]
        fn a_stem_is_never_longer_than_its_word_and_a_letter(word in "[a-z0-9]{0,14}") {
            proptest::prop_assert!(stem(&word).len() <= word.len() + 1);
        }
    }
}
