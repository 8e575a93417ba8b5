//! What points back: a question that stands on those asked before it, or on the half in front of it, is given what its
//! pronoun stands for.

use unicode_segmentation::UnicodeSegmentation;

use super::is_past;
use super::matter::{matters, names_matter, tells_event};
use super::standing::{is_for_somebody, is_singular, is_told_in_front, picked_from, pointing, pronoun};
use super::turns::{Known, Turns, is_of_parts};
use super::{bare_end, cut, ended, inherited, of_same_count, was_done};
use crate::text::question::lists::{WORDS, is_doing, is_function};
use crate::text::question::{Listed, Reading, is_superlative};
use crate::text::words::forms;
use crate::text::words::terms::fold;

/// A question with what it takes from those asked before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Carried {
    pub question: String,
    /// The first word of it that stands for nobody and nothing that was asked about.
    pub unclear: Option<String>,
    /// The question without what it keeps of the one before it, where it says nothing itself of what it is about.
    pub bare: Option<Bare>,
}

/// A question that keeps what the one before it is about, in its two halves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bare {
    /// As it was asked.
    pub asked: String,
    /// What it keeps.
    pub kept: String,
}

impl Carried {
    pub(super) const fn clear(question: String) -> Self {
        Self { question, unclear: None, bare: None }
    }
}

/// Words of a question that may take something from those before it.
const LONGEST: usize = 60;

/// Returns a question with what it takes from those asked before it, the latest last: "And when did he die?" after "Who
/// was Olof Lind?" asks when Olof Lind died.
pub fn carried_over(question: &str, before: &[&str], besides: Known<'_>) -> Carried {
    carried(question, &mut Turns::of(before, besides))
}

/// The same, after questions that were understood.
pub(super) fn carried(question: &str, turns: &mut Turns<'_>) -> Carried {
    let bare = question.trim();
    let bare = bare
        .split_once(' ')
        .filter(|(first, _)| WORDS.linking.has(first.to_lowercase().trim_matches(',')))
        .map_or(bare, |(_, rest)| rest);
    let unclear = |word: &str| Carried { unclear: Some(word.to_owned()), ..Carried::clear(question.to_owned()) };
    // What is pasted tells by itself whom its words stand for.
    if bare.unicode_words().nth(LONGEST).is_some() {
        return Carried::clear(question.to_owned());
    }
    if let Some(last) = turns.last() {
        let words: Vec<String> = bare.unicode_words().map(str::to_lowercase).collect();
        // "Tell me more." asks the same again, "Why?" why that is so.
        let asks_more = match words.as_slice() {
            // "What else is there?", and not "Who asked for more?"
            [first, rest @ ..] if WORDS.asking.has(first) => rest.first().is_some_and(|word| WORDS.more.has(word)),
            all => all.iter().any(|word| WORDS.more.has(word)),
        };
        if asks_more && words.iter().all(|word| says_nothing(word)) {
            return Carried::clear(last.to_owned());
        }
        // "For how much?" has a word more than "How much?".
        let most = 2 + usize::from(words.first().is_some_and(|word| WORDS.before_asking.has(word)));
        if words.len() <= most
            && words.iter().any(|word| WORDS.asking.has(word))
            && words.iter().all(|w| says_nothing(w))
        {
            let understood = inherited(bare, last).or_else(|| of_event(bare_end(bare), last));
            let both = || format!("{} {}", ended(last), ended(bare));
            return Carried::clear(understood.map_or_else(both, |understood| ended(&understood)));
        }
    }
    if let Some((asking, word)) = asks_of_event(bare) {
        let event = turns.last().and_then(|last| of_event(asking, last));
        return event.map_or_else(|| unclear(word), Carried::clear);
    }
    let reading = Reading::of(bare);
    // In a later half it stands for what the first asks about.
    let parts = cut(bare);
    let first = parts.first().copied().unwrap_or_default();
    // "What is this about?" asks for all that is in scope, whatever was asked before; "Who did it?" does not.
    if reading.whole.coverage && !pronoun(first).is_some_and(is_for_somebody) && !reading.whole.vague {
        return Carried::clear(question.to_owned());
    }
    if !pointing(first, &Reading::of(first)).is_empty() {
        let understood = turns.understood(bare);
        return match understood.question == bare {
            true => Carried { question: question.to_owned(), ..understood },
            false => understood,
        };
    }
    if let Some(word) = picked_from(first) {
        return unclear(word);
    }
    if let Some(other) = turns.last().and_then(|last| of_other_end(bare, last)) {
        return Carried::clear(other);
    }
    if let Some(other) = turns.last().and_then(|last| of_another(question, last)) {
        return Carried::clear(other);
    }
    if let Some(other) = turns.last().and_then(|last| of_same_count(bare, last)) {
        return Carried::clear(ended(&other));
    }
    // "And in March?" asks the same of another time.
    let shorter = bare.len() < question.trim().len() && reading.content.len() <= 1 && reading.names.is_empty();
    // "What is the timeline of events?" asks for that of all, and "And the timeline?" for that of the same.
    let of_all = reading.statement.in_order && bare.len() == question.trim().len();
    if let Some(kept) = turns.kept().filter(|_| !of_all && is_of_the_same(bare, &reading)) {
        let asked = ended(bare);
        return Carried {
            question: format!("{} ({kept})?", asked.trim_end_matches('?')),
            unclear: None,
            bare: Some(Bare { asked, kept }),
        };
    }
    Carried::clear(match turns.last().filter(|_| shorter) {
        // Behind one for the whole there is nothing to keep.
        Some(last) if Reading::of(last).whole.coverage => ended(bare),
        Some(last) => format!("{} {}", ended(last).trim_end_matches('?'), ended(bare)),
        None => question.to_owned(),
    })
}

/// "And the shortest?" behind a question for the longest: the same of the other end.
fn of_other_end(bare: &str, last: &str) -> Option<String> {
    let ranks = |word: &str| is_superlative(word) || WORDS.superlatives.has(word);
    let lower: Vec<String> = bare.unicode_words().map(str::to_lowercase).collect();
    let (ends, others): (Vec<&String>, Vec<&String>) = lower.iter().partition(|word| ranks(word));
    let [end] = ends[..] else { return None };
    let (at, asked) = last.unicode_word_indices().find(|(_, word)| ranks(&word.to_lowercase()))?;
    let same = others.iter().all(|word| says_nothing(word));
    same.then(|| format!("{}{end}{}", &last[..at], &last[at + asked.len()..]))
}

/// "What about Tom Reed?" and "And Tom Reed?" behind a question that names one: the same of another.
fn of_another(question: &str, last: &str) -> Option<String> {
    let asked = bare_end(question);
    let lower = asked.to_lowercase();
    let other = asked.get(WORDS.of_another.opening(&lower)?.len()..)?.trim();
    let reading = Reading::of(last);
    let named = Reading::of(other);
    let [name] = &named.names[..] else { return None };
    if !named.content.iter().all(|word| name.to_lowercase().contains(word.as_str())) {
        return None;
    }
    let known = match &reading.names[..] {
        [known] => known,
        _ => reading.names.iter().find(|known| reading.doer.as_ref() == Some(known))?,
    };
    let at = last.find(known.as_str())?;
    Some(format!("{}{other}{}", &last[..at], &last[at + known.len()..]))
}

/// True for a question that says nothing of what it is about: it names nobody but who replies, and no thing, no day and
/// no kind of document, but what a text tells in a part of its own: "Who attended?", "How many people died?", "What
/// were the action items?".
fn is_of_the_same(question: &str, reading: &Reading) -> bool {
    let tells = |word: &String| {
        !reading.names.iter().flat_map(|name| name.unicode_words()).any(|part| part.to_lowercase() == *word)
    };
    let rest: Vec<&String> = reading.content.iter().filter(|word| tells(word)).collect();
    let replies = !reading.names.is_empty()
        && reading.doer.is_some()
        && reading.names.len() == 1
        && question.unicode_words().any(|word| WORDS.replying.has(&word.to_lowercase()))
        && rest.iter().all(|word| WORDS.replying.has(word));
    let of_one = reading.identity.whois.is_some() || reading.asks_what_it_is();
    let of_all = reading.asks_for_cast()
        || reading.tally.sort.is_some()
        || reading.tally.extreme.is_some()
        || reading.counts_documents()
        || reading.tally.list == Some(Listed::Documents);
    let own =
        matters(question, reading).into_iter().any(|matter| !is_of_parts(&matter)) || names_matter(question, reading);
    let lower: Vec<String> = question.unicode_words().map(str::to_lowercase).collect();
    let own = own || (0..lower.len()).any(|at| is_told_in_front(&lower, at, reading));
    let asks = question.unicode_words().next().is_some_and(|first| {
        let first = first.to_lowercase();
        WORDS.asking.has(&first) || WORDS.listing.has(&first)
    });
    let bare = reading.names.is_empty() && !own;
    asks && reading.date.is_none()
        && !of_all
        && (replies || bare && (!of_one || rest.iter().all(|word| is_of_parts(word))))
}

/// Of "When was that?" and "Why did it happen?", which ask of what the question before tells, the words that ask, with
/// the one that stands for it.
fn asks_of_event(question: &str) -> Option<(&str, &str)> {
    let words: Vec<(usize, &str)> = question.unicode_word_indices().collect();
    let lower = |at: usize| words.get(at).map_or(String::new(), |(_, word)| word.to_lowercase());
    let happens = words.len().checked_sub(1).is_some_and(|last| WORDS.happening.has(&lower(last)));
    let at = words.len().checked_sub(if happens { 2 } else { 1 })?;
    let stands = if happens { WORDS.for_something.has(&lower(at)) } else { WORDS.demonstratives.has(&lower(at)) };
    let auxiliary = at.checked_sub(1).filter(|&auxiliary| auxiliary > 0 && stands)?;
    let is_asked = WORDS.auxiliaries.has(&lower(auxiliary)) && happens == is_doing(&lower(auxiliary));
    let asking = question.get(..words[auxiliary].0)?.trim();
    let asks = asking.unicode_words().map(str::to_lowercase).all(|word| says_nothing(&word))
        && WORDS.asking.has(&lower(0))
        && !WORDS.asks_for_one.has(&lower(0));
    (is_asked && asks).then_some((asking, words[at].1))
}

/// What a question tells of, asked about with other words that ask: "When" of "Why did Tom Reed resign?" and of "Who
/// sold the mill?".
fn of_event(asking: &str, question: &str) -> Option<String> {
    let reading = Reading::of(question);
    if !tells_event(question, &reading) {
        return None;
    }
    if let Some(asked) = inherited(asking, question) {
        return Some(ended(&asked));
    }
    let (at, verb) = question.unicode_word_indices().nth(1).filter(|(_, verb)| is_past(&verb.to_lowercase()))?;
    let rest = bare_end(&question[at + verb.len()..]);
    let first = |list: &crate::text::language::WordList| list.iter().next().map(str::to_owned).unwrap_or_default();
    Some(ended(&match (forms::base(&fold(verb)), matters(question, &reading).first()) {
        (Some(base), _) => format!("{asking} {} {base} {rest}", first(&WORDS.whoever_did)),
        (None, Some(matter)) if !WORDS.happened.has(&verb.to_lowercase()) => was_done(asking, rest, matter, verb),
        (None, _) => format!("{asking} {} {rest}", first(&WORDS.it_happened)),
    }))
}

/// Returns the word of a question that stands for somebody, where nothing in front of it could be meant and nobody is
/// named: "When did he die?", or nobody who is named could be: "What did Voss say of him?".
pub fn stands_for_nobody(question: &str) -> Option<&str> {
    let reading = Reading::of(question);
    let said = |word: &str| reading.content.iter().any(|known| *known == word.to_lowercase());
    let before_all = question.unicode_words().take_while(|word| !said(word)).find(|word| is_singular(word));
    let another = || {
        let mut pointing = pointing(question, &reading).into_iter();
        pointing.find(|one| one.another && is_singular(one.word)).map(|one| one.word)
    };
    before_all.filter(|_| reading.names.is_empty()).or_else(another)
}

/// True for a word that says nothing of what is asked about.
pub(super) fn says_nothing(word: &str) -> bool {
    is_function(word) || [&WORDS.asking, &WORDS.more, &WORDS.frame, &WORDS.light].iter().any(|list| list.has(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A question that is understood.
    fn carried(question: &str, before: &[&str]) -> String {
        let carried = carried_over(question, before, Known::default());
        assert_eq!(carried.unclear, None, "{question}");
        carried.question
    }

    /// The word of a question that stands for nothing.
    fn unclear(question: &str, before: &[&str]) -> String {
        carried_over(question, before, Known::default()).unclear.unwrap_or_else(|| panic!("understood: {question}"))
    }

    #[test]
    fn it_stands_for_a_thing_and_never_for_a_verb_or_whoever_else_is_meant() {
        let before = ["What is Orsk Works building?"];
        assert_eq!(carried("When will it be ready?", &before), "When will Orsk Works be ready?");
        let before = ["What is Orsk Works building?", "When will it be ready?"];
        assert_eq!(carried("Who runs it?", &before), "Who runs Orsk Works?");
        let before = ["What was the root cause of the Orsk outage?"];
        assert!(carried("How was it fixed?", &before).contains("outage"), "{}", carried("How was it fixed?", &before));
        assert_eq!(
            carried("Who wrote it?", &["When did Tom Reed die?", "Why was the ledger rebound?"]),
            "Who wrote the ledger?"
        );
        let course = "What is the timeline of events?";
        assert_eq!(carried(course, &before), course);
        assert_ne!(carried("And the timeline of events?", &before), "And the timeline of events?");
        assert_eq!(
            carried("What did Tom Reed pay for it?", &["Who sold the mill in March?"]),
            "What did Tom Reed pay for the mill?"
        );
        let other =
            carried_over("And the shortest?", &["Which outage had the longest time to recovery?"], Known::default());
        assert_eq!(other.question, "Which outage had the shortest time to recovery?");
        let both = carried_over("Why did he become interested in it?", &["Who is Tom Reed?"], Known::default());
        assert_eq!(both.question, "Why did Tom Reed become interested in it?");
        assert_eq!(both.unclear.as_deref(), Some("it"));
        assert_eq!(unclear("Who runs it?", &["When did Tom Reed die?"]), "it");
    }

    #[test]
    fn a_word_stands_for_no_verb_and_for_whoever_is_asked_about() {
        let guests = ["What do guests say about tidal gates?"];
        assert_eq!(carried("What do they think about oil?", &guests), "What do guests think about oil?");
        assert_eq!(unclear("Who opposed it?", &["How many beds are lost?"]), "it");
        assert_eq!(unclear("And who removed it?", &["What are the main themes?"]), "it");
    }

    #[test]
    fn a_question_of_two_sentences_is_carried_over_whole() {
        let before = ["Why did the tree ordinance fail?"];
        for (question, understood) in [
            ("Who voted against it? Name them.", "Who voted against the tree ordinance? Name them."),
            ("Who wrote it? Give the year!", "Who wrote the tree ordinance? Give the year!"),
        ] {
            assert_eq!(carried(question, &before), understood);
        }
        assert_eq!(carried("And who is to blame?", &["What are the main themes?"]), "Who is to blame?");
    }

    #[test]
    fn several_are_those_who_do_something_and_not_where_they_are() {
        let before = ["What killed the geese at Low Mill?"];
        assert_eq!(carried("Who found them?", &before), "Who found the geese?");
        let before = ["What do Ada Voss and the loan have to do with each other?"];
        let alone = "When the bell was found, who sold it and for how much?";
        assert_eq!(carried(alone, &before), alone);
    }

    #[test]
    fn the_same_is_asked_of_another() {
        let last = ["What did Tom Reed say about the valve?"];
        for opening in ["And", "What about", "How about", "And what about", "And how about"] {
            let question = &format!("{opening} Ada Voss?");
            assert_eq!(carried(question, &last), "What did Ada Voss say about the valve?", "{question}");
        }
        let two = ["When did Tom Reed resign?", "And Ada Voss?"];
        assert_eq!(carried("Why?", &two), "Why did Ada Voss resign?");
        assert_eq!(carried("What about Ada Voss?", &["Why did the gate fail?"]), "What about Ada Voss?");
        assert_eq!(carried("And what did Ada Voss pay?", &last), "And what did Ada Voss pay?");
    }

    #[test]
    fn that_stands_for_what_the_question_before_tells() {
        for (question, last, understood) in [
            ("When was that?", "Why did Tom Reed resign?", "When did Tom Reed resign?"),
            ("And why was that?", "When was the gate shut?", "Why was the gate shut?"),
            ("When did it happen?", "Where did the barge sink?", "When did the barge sink?"),
            ("When was that?", "Who sold the mill?", "When did somebody sell the mill?"),
            ("When was that?", "Who signed the lease?", "When was the lease signed?"),
            ("When?", "Who approved the payments to Orsk?", "When were the payments to Orsk approved?"),
            ("By whom?", "When was the bell found?", "By whom was the bell found?"),
            ("For how much?", "When was the bell sold?", "For how much was the bell sold?"),
            ("Where?", "How many lamps were lit in Orsk?", "Where were lamps lit in Orsk?"),
            ("And how many were lost?", "How many lamps were lit?", "How many lamps were lost?"),
            ("When was that?", "What happened at Holm Sluice?", "When did it happen at Holm Sluice?"),
        ] {
            assert_eq!(carried(question, &[last]), understood);
        }
        assert_eq!(unclear("When was that?", &["Who is Tom Reed?"]), "that");
        assert_eq!(unclear("When was that?", &[]), "that");
        let before = ["Who is Tom Reed?", "Why did he resign?"];
        assert_eq!(carried("When was that?", &before), "When did Tom Reed resign?");
    }

    #[test]
    fn what_several_have_to_do_with_each_other_is_asked_of_all_of_them() {
        let of = |last: &str| carried("What do they have to do with each other?", &["Who is Olof Lind?", last]);
        let three = "What do Ada Voss, Tom Reed and Orsk Works have to do with each other?";
        assert_eq!(of(three), three);
        assert_eq!(of("What did Ada Voss pay Tom Reed?"), "What do Ada Voss and Tom Reed have to do with each other?");
        assert_eq!(unclear("What do they have to do with each other?", &["What does Orsk Works build?"]), "they");
    }

    #[test]
    fn each_half_of_a_question_is_remembered() {
        for first in ["Who is Tom Reed, and what is he connected with?", "Who is Tom Reed and where does he work?"] {
            assert_eq!(carried("When did he die?", &[first]), "When did Tom Reed die?");
            assert_eq!(carried("What did Voss say about him?", &[first]), "What did Voss say about Tom Reed?");
        }
        assert_eq!(unclear("What did Voss say about him?", &["Who is Voss?"]), "him");
        assert_eq!(stands_for_nobody("What did Voss say about him?"), Some("him"));
    }

    #[test]
    fn whoever_is_named_in_another_clause_or_as_an_owner_can_be_meant() {
        for question in
            ["What did old Voss reckon shorter hours would cost him a year?", "Why did Ada's father fall out with her?"]
        {
            assert_eq!(stands_for_nobody(question), None, "{question}");
        }
    }

    #[test]
    fn whoever_a_word_stood_for_before_it_stands_for_again() {
        let before = ["Who is Ada Voss?", "What does she say about the Tarn Gate?"];
        assert_eq!(carried("And where does she work?", &before), "Where does Ada Voss work?");
        assert_eq!(carried("How did he get into Tarn?", &["Who is Tom Reed?"]), "How did Tom Reed get into Tarn?");
        // Another is named since.
        let before = ["Who is Tom Reed?", "What does he say about Ada Voss?"];
        assert_eq!(carried("And where does she work?", &before), "Where does Ada Voss work?");
        assert_eq!(
            carried("Who opened it?", &["When was the scour valve opened on the night of 1 February 2019?"]),
            "Who opened the scour valve?"
        );
        assert_eq!(
            carried("What did Reed say when he left?", &["Who is Ada Voss?"]),
            "What did Reed say when he left?"
        );
    }

    #[test]
    fn what_says_nothing_of_what_it_is_about_is_of_the_same() {
        for (question, last, understood) in [
            (
                "What were the action items?",
                "What caused the Tarn outage?",
                "What were the action items (the Tarn outage)?",
            ),
            ("Who attended?", "What happened at Holm Sluice?", "Who attended (Holm Sluice)?"),
            (
                "How many people died?",
                "What happened to the ferry of Orsk?",
                "How many people died (the ferry of Orsk)?",
            ),
            ("Who else apologised?", "Who apologised on 25 April 2018?", "Who else apologised (25 April 2018)?"),
            ("What did Reed reply?", "What did Ada Voss propose about dues?", "What did Reed reply (dues, Ada Voss)?"),
        ] {
            assert_eq!(carried(question, &[last]), understood);
        }
        let before = ["What happened to the ferry?", "How many people died?"];
        assert_eq!(carried("And who attended?", &before), "Who attended (the ferry)?");
        for own in [
            "Who owns the sawmill?",
            "Who sold lamps?",
            "When did Ada Voss die?",
            "What is a tide gate?",
            "Who are the guests?",
            "How many documents are there?",
            "What are the main themes?",
            "What happened on 3 May 2019?",
            "List the places that are named.",
            "What is said about dues?",
            "How does grouting work?",
            "What do people say about char?",
            "What is said about the bell?",
            "How did guests get into programming?",
        ] {
            assert_eq!(carried(own, &["What caused the Tarn outage?"]), own);
        }
    }

    #[test]
    fn whoever_is_meant_is_no_place() {
        assert_eq!(unclear("Where did he march afterwards?", &["What happened at New Marrow on May 15th?"]), "he");
        assert_eq!(carried("When did he arrive?", &["Who is Gen. Voss?"]), "When did Gen Voss arrive?");
        assert_eq!(unclear("When did he die?", &["Who runs the Harbour Board?"]), "he");
        assert_eq!(unclear("When did he die?", &["What is Holm Weir?"]), "he");
    }

    #[test]
    fn what_points_back_takes_its_subject_from_the_turn_before() {
        let before = ["Who was Olof Lind?"];
        assert_eq!(carried("And when did he die?", &before), "When did Olof Lind die?");
        assert_eq!(carried("Where is his mill?", &before), "Where is Olof Lind's mill?");
        assert_eq!(carried("Why did he change his mind?", &before), "Why did Olof Lind change his mind?");
        assert_eq!(carried("Who owns the sawmill?", &before), "Who owns the sawmill?");
        assert_eq!(unclear("When did he die?", &[]), "he");
        assert_eq!(carried("", &before), "");
        assert_eq!(carried("Where was her mill?", &before), "Where was Olof Lind's mill?");
    }

    #[test]
    fn what_says_nothing_itself_asks_on() {
        let before = ["What does lampd stand for?"];
        assert_eq!(carried("Who maintains it?", &before), "Who maintains lampd?");
        assert_eq!(carried("Tell me more.", &before), before[0]);
        assert_eq!(carried("What else is there?", &before), before[0]);
        assert_ne!(carried("Who asked for more?", &before), before[0]);
        assert_eq!(carried("Why?", &["When did Olof Lind leave?"]), "Why did Olof Lind leave?");
        assert_eq!(carried("And why?", &["Who sold the mill?"]), "Why did somebody sell the mill?");
        assert_eq!(carried("Why?", &[]), "Why?");
    }

    #[test]
    fn a_word_that_stands_for_nobody_is_told() {
        assert_eq!(stands_for_nobody("When did he die?"), Some("he"));
        for one in ["When did Ada Voss say she left?", "Did the king lose his crown?", "What does it cost?", ""] {
            assert_eq!(stands_for_nobody(one), None, "{one}");
        }
    }

    #[test]
    fn what_only_an_answer_can_tell_is_not_understood() {
        let before = ["Which keepers mention the storm?"];
        assert_eq!(unclear("And who was the last of them?", &before), "them");
        assert_eq!(
            carried("And what did the last of them say about it?", &before),
            "What did the last of them say about the storm?"
        );
        let two = ["How are Olof Lind and Ada Voss connected?"];
        assert_eq!(unclear("When did he die?", &two), "he");
        assert_eq!(carried("Where did they meet?", &two), "Where did Olof Lind and Ada Voss meet?");
    }
}
