//! Names with which a passage fills in who it was, or which of a sort: those that the question does not give itself.

use super::kind_asked::is_number;
use super::phrases;
use crate::judgement::extractive::answers::from_passages::PassageAnswer;
use crate::model::Evidence;
use crate::text::cutting::punctuation::is_terminal;
use crate::text::dates::is_month;
use crate::text::question::{Reading, is_light};
use crate::text::statements::office::is_office;
use crate::text::statements::stance::Stance;
use crate::text::words::lexicon::{Flags, flags};
use crate::text::words::terms::{Stems, Word, fold, folded, words};
use crate::text::words::wordlist::{is_article, is_function_word, is_own, is_reporting_verb, is_title_of_person};

/// Words between whoever speaks of himself and what he did, and between a name and the word for what it is.
pub(super) const NEAR: usize = 3;
/// How plainly something is given that is called otherwise than it is asked for.
pub(super) const BY_ANOTHER_NAME: f32 = 0.6;

/// True for a text with any word of a name.
pub(super) fn calls(text: &str, name: &str) -> bool {
    let own = folded(name);
    words(text).any(|word| own.contains(&fold(word.text)))
}

/// True for a text that has of a full name the surname alone, and that behind another first name each time: *Tom Voss*,
/// where Ada Voss is asked about.
pub(super) fn names_namesake(text: &str, name: &str) -> bool {
    let own = folded(name);
    let Some((surname, front)) = own.split_last().filter(|(_, front)| !front.is_empty()) else { return false };
    let all: Vec<_> = words(text).collect();
    let is_initial = |word: &str| word.chars().nth(1).is_none() && front.iter().any(|own| own.starts_with(word));
    // *Ada* may be short for another name, and stand behind a title.
    let of_another = |at: usize| {
        let Some(before) = at.checked_sub(1).map(|before| all[before]) else { return false };
        let gap = text.get(before.span.end..all[at].span.start).unwrap_or_default();
        let lower = before.text.to_lowercase();
        let first = flags(&lower).has(Flags::FIRST_NAME) || is_first_name_of(&all, at);
        gap == " " && first && before.is_capital() && !is_title_of_person(&lower) && !is_initial(&fold(before.text))
    };
    let mut named = (0..all.len()).filter(|&at| fold(all[at].text) == *surname).peekable();
    let no_other_word = all.iter().all(|word| !front.contains(&fold(word.text)));
    named.peek().is_some() && no_other_word && named.all(of_another)
}

/// True where the word in front of a place is a name inside its sentence: a capital that heads none.
fn is_first_name_of(all: &[Word<'_>], at: usize) -> bool {
    let two_before = at.checked_sub(2).map(|before| all[before]);
    let before = all[at - 1];
    let plain = is_function_word(&before.text.to_lowercase()) || is_office(&fold(before.text));
    !plain && two_before.is_some_and(|two| two.span.end + 1 == before.span.start)
}

/// True for a text with a name that is none of the question's.
pub(in crate::judgement::extractive) fn names_another(text: &str, reading: &Reading) -> bool {
    others_named(text, reading).next().is_some()
}

/// Which words of a text are of names that the question does not give. A capital at the head of a sentence tells a name
/// where the next word has one as well, or behind a title.
pub(super) fn others_named<'a>(text: &'a str, reading: &'a Reading) -> impl Iterator<Item = usize> + 'a {
    let all: Vec<(&str, bool)> = with_heads(text);
    let asked = |word: &str| {
        let folded = fold(word);
        let given = reading.names.iter().any(|name| words(name).any(|own| fold(own.text) == folded));
        given || reading.content.contains(&folded)
    };
    let is_capital = |at: usize| all.get(at).is_some_and(|(word, _)| word.starts_with(char::is_uppercase));
    let found: Vec<usize> = (0..all.len())
        .filter(|&at| {
            let (word, heads) = all[at];
            let lower = word.to_lowercase();
            let plain = is_function_word(&lower) || is_own(&lower) || is_title_of_person(&lower);
            let of_time = is_month(word) || flags(&lower).has(Flags::WEEKDAY | Flags::NUMBER);
            // *Holdings* of "Orsk Holdings" is of the name that is asked about.
            let of_asked = |other: usize| is_capital(other) && asked(all[other].0);
            let of_it = at > 0 && !heads && of_asked(at - 1) || of_asked(at + 1) && !all[at + 1].1;
            let named = !heads
                || flags(&lower).has(Flags::FIRST_NAME)
                || is_capital(at + 1) && all.get(at + 1).is_some_and(|(_, heads)| !heads);
            is_capital(at)
                && word.chars().all(char::is_alphabetic)
                && word.chars().nth(1).is_some()
                && named
                && !plain
                && !of_time
                && !asked(word)
                && !of_it
        })
        .collect();
    found.into_iter()
}

/// The words of a text, each with whether it is the first of a sentence, a line or what is said.
fn with_heads(text: &str) -> Vec<(&str, bool)> {
    let mut end = 0;
    // Behind a title or an initial no sentence ends: "Mr. Reed", "A. Voss".
    let mut shortened = false;
    let all = words(text).map(|word| {
        let gap = text.get(end..word.span.start).unwrap_or_default();
        let ended = gap.contains(|c| is_terminal(c) || matches!(c, '\n' | '"' | '“' | ':')) && !shortened;
        shortened = is_title_of_person(&word.text.to_lowercase()) || word.text.chars().nth(1).is_none();
        let heads = end == 0 || ended;
        end = word.span.end;
        (word.text, heads)
    });
    all.collect()
}

/// True where somebody says of himself that he did something, by the places of the words that say what: "that is what
/// I typed".
pub(super) fn is_of_himself(all: &[&str], done: &[usize]) -> bool {
    let before = |at: usize| &all[at.saturating_sub(NEAR)..at];
    done.iter().any(|&at| before(at).iter().any(|word| is_own(word)))
}

impl PassageAnswer<'_> {
    /// How plainly a passage tells what a verb says: of another than whom the question names, where it asks who or
    /// where; whoever says "I" is named as the speaker.
    pub(super) fn deed(&self, verb: &str, evidence: &Evidence, stems: &mut Stems) -> f32 {
        let wants = &self.reading.wants;
        let text = evidence.text.as_str();
        let all: Vec<&str> = words(text).map(|word| word.text).collect();
        // "A typed log" tells of no typing.
        let is_done = |at: usize| at == 0 || !is_article(&all[at - 1].to_lowercase());
        let stem = stems.stem(verb).to_owned();
        let done: Vec<usize> = (0..all.len()).filter(|&at| stems.stem(all[at]) == stem && is_done(at)).collect();
        let of_himself = wants.person && evidence.speaker.is_some() && is_of_himself(&all, &done);
        if (wants.person || wants.place) && !of_himself && !names_another(text, self.reading) {
            return 0.0;
        }
        match () {
            () if !done.is_empty() => 1.0,
            () if phrases::is_told(verb, text) => 0.9,
            () => 0.0,
        }
    }

    /// True for a passage that names somebody else than the question, or whoever speaks in it of himself.
    pub(super) fn names_who(&self, evidence: &Evidence) -> bool {
        let all: Vec<&str> = words(&evidence.text).map(|word| word.text).collect();
        let speaks = || all.iter().any(|word| is_own(word));
        // Whoever says whose something is owns nothing for that.
        let tells = |at: usize| {
            self.reading.statement.stance == Some(Stance::Ownership)
                && all.get(at + 1).is_some_and(|next| is_reporting_verb(&next.to_lowercase()))
        };
        others_named(&evidence.text, self.reading).any(|at| !tells(at)) || evidence.speaker.is_some() && speaks()
    }

    /// How plainly a text names one of a sort: by a name, a number or a letter that stands with the word for the sort,
    /// else by any name beside all else that is asked.
    pub(super) fn named(&self, sort: &str, text: &str, stems: &mut Stems) -> f32 {
        let Self { reading, asked, .. } = *self;
        let all: Vec<&str> = words(text).map(|word| word.text).collect();
        let of_sort: Vec<usize> = (0..all.len()).filter(|&at| asked.has_word(sort, all[at], stems)).collect();
        let is_mark =
            |word: &str| word.chars().any(|c| c.is_ascii_digit()) || word.len() == 1 && *word != *"a" && *word != *"I";
        let marked = of_sort.iter().any(|at| all.get(at + 1).is_some_and(|next| is_mark(next)));
        let named: Vec<usize> = others_named(text, reading).collect();
        let beside = named.iter().any(|at| of_sort.iter().any(|other| other.abs_diff(*at) <= NEAR));
        let mut besides = || {
            reading
                .content
                .iter()
                .filter(|word| *word != sort && !is_light(word))
                .all(|word| asked.has_word(word, text, stems))
        };
        match () {
            () if marked || beside => 1.0,
            () if !named.is_empty() && besides() => BY_ANOTHER_NAME,
            () => 0.0,
        }
    }

    /// True for a text with a number of something that is called otherwise than in the question, and that underwent
    /// what is asked: "forty-one thousand char die" of "How many fish died?".
    pub(super) fn counts_what_it_befell(&self, text: &str, stems: &mut Stems) -> bool {
        let Self { reading, asked, .. } = *self;
        let own: Vec<String> = reading.names.iter().flat_map(|name| folded(name)).collect();
        let counted = reading.wants.counted.as_ref();
        let mut deeds = reading
            .content
            .iter()
            .filter(|word| Some(*word) != counted && !own.contains(&fold(word)) && !is_light(word))
            .peekable();
        if deeds.peek().is_none() || !deeds.all(|deed| asked.has_word(deed, text, stems)) {
            return false;
        }
        let all: Vec<&str> = words(text).map(|word| word.text).collect();
        let plain = |word: &str| {
            let sort = Flags::NUMBER | Flags::MEASURE | Flags::FUNCTION;
            word.chars().all(char::is_lowercase) && !flags(word).has(sort) && !is_function_word(word)
        };
        // "Tanks 1 to 8" are numbered, and not counted.
        let numbers = |at: &usize| {
            let before = at.checked_sub(1).map(|before| all[before]);
            is_number(all[*at])
                && all.get(at + 1).is_some_and(|next| plain(next))
                && before
                    .is_none_or(|before| !plain(before) && !before.starts_with(char::is_uppercase) || is_number(before))
        };
        (0..all.len()).any(|at| numbers(&at))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_namesake_is_told_by_another_first_name() {
        for text in ["Tom Voss, keeper of the gate, slept.", "His foreman, Mr Tom Voss, and Eve Voss came."] {
            assert!(names_namesake(text, "Ada Voss"), "{text}");
        }
        for text in [
            "Ada Voss slept.",
            "Ms Voss slept.",
            "A. Voss slept.",
            "The clerk Voss slept.",
            "Tom Voss is Ada's brother.",
            "Voss slept.",
            "Nobody slept.",
        ] {
            assert!(!names_namesake(text, "Ada Voss"), "{text}");
        }
    }

    #[test]
    fn a_capital_is_no_name_at_the_head_of_a_sentence_or_in_a_day() {
        let names = |question: &str, text: &str| names_another(text, &Reading::of(question));
        let who = "Who lit the lamp of Orsk?";
        for text in
            ["The lamp was lit by Ada Voss.", "Ada Voss lit it.", "Tom lit it.", "Lit by Mr. Reed.", "Keeper: T. Reed"]
        {
            assert!(names(who, text), "{text}");
        }
        for text in [
            "Lighting the lamp took long.",
            "The lamp was lit on Monday 3 May, and I saw it.",
            "The lamp of Orsk was lit. Nobody knows.",
            "It was lit. Two boats came.",
        ] {
            assert!(!names(who, text), "{text}");
        }
    }
}
