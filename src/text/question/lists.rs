//! The words by which questions are read, as `words.toml` has them.

use std::sync::LazyLock;

use crate::config::data_file;
use crate::text::language::{ByName, WordList, english, word_lists};

word_lists! {
    pub(super) static WORDS = "words.toml":
        function, nouns_too, verbs_too, doers, frame, light, of_all, tie, weighing, document, guest, host, speaker, discuss, writing, of_matter, said_of, pointing, whole, themes, coming_up, of_a_kind, auxiliaries, subjects,
        problems, folk, voicing, problem, worried, remedies, disagreement, opposed, change, time, over_time, work, grades, called_change,
        present, causes, heading_decisions, undoing, of_questions, coming_about, owning, warnings, of_warnings, deadlines, of_deadlines, decided, of_decisions, demands, demanding, asking_for, wanting, inquired_into, inquiries, findings, finding, heading_findings, recommendations, recommending, recommended_by, modals, asking, opening_when, joining_questions, for_somebody, for_something, several, owned_by, for_him, for_her, for_thing, demonstratives, objects, opening_clauses, of_clauses, opens_said, light_verbs, going_on, leading_nouns, of_whom, asks_for_one, happening, happened, whoever_did, was, were, of_count, counted_were, it_happened, before_verbs, being_done, before_asking, bounding_days, listing, of_another, choosing, negation, sort_person, sort_place, sort_organisation, sort_product, narrower, excluding, between_excluded, comparing, alternatives, severally, enumerating, of_one, comparing_ahead, between, respecting, more,
        linking, ranks, of_places, replying, of_parts, begins_clause, tone, style, flow, engagement, impression, worried_of, stands_against,
        works_elsewhere, office_ends, inquired, attributing, saying, reported, goes_on_saying, deeds, sayings, figure_cues, when_cues, happened_cues, lived, costing, sums, asks_how_much, for_nothing, money, longest, shortest, oldest, newest, any_text, measures, ends_measured, definition_cues, of_saying, code, how_to_cues, how_to_headings, steps_headings, length_headings,
        gone_wrong, done_about, different_now, leading_to, fates, fates_to_come, ended, standing_behind, against, explaining, worried_with, one_of,
        place_opens, place_cues, staying, person_opens, people, persons, relating, ends_relating, office_opens, no_content, told_otherwise, negated_ends, who, superlatives,
        duration_cues, past_asking, raises, in_order, ordering,
        collection, there_opens, texts, counting_cues, often_cues, times,
        what, which, of_things, asks_who, how, why, how_many, number_of, many, doing_it, is_now, by_doer, to_do, definite, on_matter, expletive, hers, joining_parts, recounting, debates, asks_where, coming, from
}

/// True for a word that only ties a sentence together.
pub(super) fn is_function(word: &str) -> bool {
    english().closed.has(word) || WORDS.function.has(word)
}

/// True for an auxiliary behind which whoever does something and the verb stand: *do*, *would*.
pub(super) fn is_doing(word: &str) -> bool {
    WORDS.modals.has(word) || WORDS.doing_it.has(word)
}

/// True for a word between what is said and what it is said of: *about*.
pub fn is_about(word: &str) -> bool {
    WORDS.on_matter.has(word)
}

/// The lists by which questions are read, with the words that these have from the language.
pub(super) fn every() -> impl Iterator<Item = &'static WordList> {
    static LISTS: LazyLock<ByName> = LazyLock::new(|| data_file!("words.toml"));
    LISTS.values().chain([&english().closed])
}

/// One of the lists.
type ListOf = fn(&WordLists) -> &WordList;

/// What of a text is to be judged, with the list of words by which a question asks for it: no sentence can be quoted
/// for that.
pub(super) const JUDGEMENTS: [(&str, ListOf); 5] = [
    ("tone", |words| &words.tone),
    ("language and style", |words| &words.style),
    ("structure and flow", |words| &words.flow),
    ("engagement", |words| &words.engagement),
    ("the overall impression", |words| &words.impression),
];
