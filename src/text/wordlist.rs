//! Closed classes of English words that the judgement of sentences and titles rests on.

use crate::text::language::word_lists;

word_lists! {
    static WORDS = "wordlist.toml":
        thought, dangling, auxiliaries, past_of_address, times, evaluations, prepositions, persons, reporting,
        titles, parts_of_texts, openings, function, light_nouns, irregular_participles, intransitive, need_object,
        of_everything
}

/// Verbs before which "that" with another verb behind it stands for something said before.
pub fn is_verb_of_thought(word: &str) -> bool {
    WORDS.thought.has(word)
}

/// Words that never open a sentence that stands alone.
pub fn opens_dangling(word: &str) -> bool {
    WORDS.dangling.has(word)
}

/// Forms of be, have and do, and the modals, with their negative contractions.
pub fn is_auxiliary(word: &str) -> bool {
    WORDS.auxiliaries.has(word)
}

/// Verbs in the past that turn "you" into the person spoken to: "you founded", "you were".
pub fn is_past_of_address(word: &str) -> bool {
    WORDS.past_of_address.has(word) || (word.ends_with("ed") && word.len() > 4 && word != "need")
}

/// Words that name a time when "this" or "last" stands before them.
pub fn is_time(word: &str) -> bool {
    WORDS.times.has(word)
}

/// What "it is … to" and "it is … that" say of what follows.
pub fn is_evaluation(word: &str) -> bool {
    WORDS.evaluations.has(word)
}

pub fn is_preposition(word: &str) -> bool {
    WORDS.prepositions.has(word)
}

/// Words for people, which "he" and "she" can stand for.
pub fn is_person_word(word: &str) -> bool {
    WORDS.persons.has(word)
}

/// Verbs that report what somebody said, in the past: at the front of a sentence they lack whoever said it.
pub fn is_reporting_verb(word: &str) -> bool {
    WORDS.reporting.has(word)
}

/// What stands in front of a person's name.
pub fn is_title_of_person(word: &str) -> bool {
    WORDS.titles.has(word)
}

/// Parts of a text that are numbered, and with their number alone lead nowhere.
pub fn is_part_of_text(word: &str) -> bool {
    WORDS.parts_of_texts.has(word)
}

/// Verbs that open a request: "Imagine …", "Consider …".
pub fn is_base_verb_opening(word: &str) -> bool {
    WORDS.openings.has(word)
}

/// Articles, pronouns, prepositions, conjunctions, auxiliaries and the commonest adverbs: words without a topic.
pub fn is_function_word(word: &str) -> bool {
    if is_auxiliary(word) || is_preposition(word) {
        return true;
    }
    WORDS.function.has(word)
}

/// Nouns that name no topic by themselves.
pub fn is_light_noun(word: &str) -> bool {
    WORDS.light_nouns.has(word)
}

/// Past participles that do not end in "ed".
pub fn is_irregular_participle(word: &str) -> bool {
    WORDS.irregular_participles.has(word)
}

/// Verbs in the past that "by" may follow without making them passive: "passed by the harbour".
pub fn is_intransitive(word: &str) -> bool {
    WORDS.intransitive.has(word)
}

/// Participles of verbs that must have an object, so that they are passive where they have none: "items deemed necessary",
/// "a house situated on the quay".
pub fn needs_object(word: &str) -> bool {
    WORDS.need_object.has(word)
}

/// Verbs, adjectives and adverbs that a sentence about anything may have, and that tell nobody what it is about.
pub fn is_said_of_everything(word: &str) -> bool {
    WORDS.of_everything.has(word)
}
