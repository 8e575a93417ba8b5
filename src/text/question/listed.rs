//! What a question wants listed or counted: documents, people, names of one sort, rows of a table; and what it leaves
//! out.

use unicode_segmentation::UnicodeSegmentation;

use super::lists::{WORDS, is_function};
use super::{Extreme, Listed, Reading, is_content};
use crate::model::EntityType;
use crate::text::language::WordList;
use crate::text::words::fold::{is_plural, lower_in_place};
use crate::text::words::terms::folded;

/// What texts are called in "which of the RFCs are about …": what is about something, is a text, whatever its kind.
pub(super) fn called<'a>(words: &[&'a str]) -> Option<&'a str> {
    const REACH: usize = 5;
    let is_about = |at: &usize| {
        let says = |at: usize, list: &WordList| words.get(at).is_some_and(|word| list.has(word));
        says(*at, &WORDS.is_now) && says(at + 1, &WORDS.on_matter)
    };
    (2..=REACH).find(is_about).map(|at| words[at - 1])
}

/// True for a verb of saying something, or of talking about it.
fn tells(word: &str) -> bool {
    WORDS.discuss.has(word) || WORDS.saying.has(word)
}

/// True for what asks to be told what was said of a matter, and for no fact of it: "Summarise the discussion about the
/// gate", "What was the debate on the gate?".
pub fn asks_for_account(question: &str) -> bool {
    const NEAR: usize = 4;
    let words: Vec<String> = question.unicode_words().map(str::to_lowercase).collect();
    let recounts = words.first().is_some_and(|first| WORDS.recounting.has(first));
    let mut pairs = words.windows(2).take(NEAR);
    recounts || pairs.any(|pair| WORDS.definite.has(&pair[0]) && WORDS.debates.has(&pair[1]))
}

/// True for what stands in front of a matter where it is asked what is said of it: "What is said about", "what was
/// written on".
pub fn asks_what_is_said_of(before: &str) -> bool {
    let all: Vec<String> = folded(before);
    let mut back = all.iter().rev();
    let matter = back.next().is_some_and(|word| WORDS.of_matter.has(word));
    matter && back.next().is_some_and(|word| WORDS.said_of.has(word))
}

/// What stands behind "who" where everybody is wanted who speaks of something: "Who wrote about the dam?", but not "Who
/// wrote the letter?", which wants one name.
fn asks_who_speaks(behind: &[&str]) -> bool {
    let of_matter = behind.get(1).is_some_and(|next| WORDS.of_matter.has(next));
    behind.first().is_some_and(|verb| WORDS.discuss.has(verb) && (!WORDS.writing.has(verb) || of_matter))
}

/// What the question wants listed: the noun after "which", "what" or "who".
pub(super) fn listed(lower: &str) -> Option<Listed> {
    let words: Vec<&str> = lower.unicode_words().collect();
    for (i, word) in words.iter().enumerate() {
        match *word {
            // "Which of the episodes", "which specific guests", but "what guests" only: "What do guests say" asks
            // for what they say.
            _ if WORDS.of_things.has(word) => {
                if WORDS.which.has(word) && called(&words[i..]).is_some() {
                    return Some(Listed::Documents);
                }
                let reach = if WORDS.which.has(word) { 3 } else { 1 };
                for next in words.iter().skip(i + 1).take(reach) {
                    if WORDS.begins_clause.has(next) {
                        break;
                    }
                    if WORDS.document.has(next) && !WORDS.collection.has(next) {
                        return Some(Listed::Documents);
                    }
                    // "Which people are most at risk?" asks for what is said of them.
                    let of_any = || WORDS.persons.has(next) && words[i + 2..].iter().any(|word| tells(word));
                    if WORDS.guest.has(next) || WORDS.speaker.has(next) || of_any() {
                        return Some(Listed::People);
                    }
                }
            }
            // "Who talks about …" wants everybody who does; "Who signed the lease?" wants one name.
            _ if WORDS.asks_who.has(word) && i == 0 && asks_who_speaks(&words[1..]) => return Some(Listed::People),
            // "List the letters of 1911."
            _ if i == 0 && WORDS.choosing.has(word) => {
                let noun = words[1..].iter().find(|next| !is_function(next));
                let several = |noun: &&&str| WORDS.document.has(noun) && is_plural(noun);
                if noun.filter(several).is_some_and(|noun| !WORDS.collection.has(noun)) {
                    return Some(Listed::Documents);
                }
            }
            _ => {}
        }
    }
    let asks_for_documents = WORDS.there_opens.iter().any(|cue| lower.starts_with(cue))
        && words.iter().take(6).any(|word| WORDS.texts.has(word));
    asks_for_documents.then_some(Listed::Documents)
}

/// True for "Which packages …?", "List the games …": a word that lists, and a plural near it.
pub(super) fn which(words: &[&str]) -> bool {
    const NEAR: usize = 4;
    let lists = words.first().is_some_and(|first| WORDS.choosing.has(&first.to_lowercase()));
    let plural = |word: &&&str| {
        let lower = word.to_lowercase();
        is_plural(&lower) && !WORDS.auxiliaries.has(&lower) && !is_function(&lower)
    };
    lists
        && words
            .iter()
            .skip(1)
            .take(NEAR)
            .take_while(|word| !WORDS.auxiliaries.has(&word.to_lowercase()))
            .any(|word| plural(&word))
}

/// True for "Which documents contradict each other about the valve?": the word for disagreeing stands where documents
/// are asked for, and no verb of telling before it, as in "Which letters mention the dispute?".
pub(super) fn tells_of_each_other(lower: &str) -> bool {
    let says = |word: &&str| !is_function(word) && !WORDS.document.has(word);
    let mut words = lower.unicode_words();
    let asks = words.next().is_some_and(|first| WORDS.listing.has(first));
    asks && words.find(says).is_some_and(|word| WORDS.disagreement.has(word))
}

/// Which of all documents is asked for, by the words of content of a question that has no others.
pub(super) fn extreme(content: &[String]) -> Option<Extreme> {
    let [word] = content else { return None };
    let of = [
        (&WORDS.longest, Extreme::Longest),
        (&WORDS.shortest, Extreme::Shortest),
        (&WORDS.oldest, Extreme::Oldest),
        (&WORDS.newest, Extreme::Newest),
    ];
    of.into_iter().find(|(words, _)| words.has(word)).map(|(_, extreme)| extreme)
}

/// The sort of names that is asked for, where nothing else is: "Which companies are mentioned?".
pub(super) fn sort(words: &[&str], reading: &Reading) -> Option<EntityType> {
    const NEAR: usize = 5;
    let first = words.first()?.to_lowercase();
    let asks = WORDS.listing.has(&first) || reading.tally.count && reading.role.is_none();
    let lists = asks && reading.names.is_empty() && reading.statement.stance.is_none();
    let of = |word: &str| match word {
        word if WORDS.sort_person.has(word) => Some(EntityType::Person),
        word if WORDS.sort_place.has(word) => Some(EntityType::Place),
        word if WORDS.sort_organisation.has(word) => Some(EntityType::Organisation),
        word if WORDS.sort_product.has(word) => Some(EntityType::Product),
        _ => None,
    };
    let near = words.iter().take(NEAR).map(|word| word.to_lowercase());
    let sort = near.into_iter().find_map(|word| of(&word)).filter(|_| lists)?;
    reading.content.iter().all(|word| of(word).is_some()).then_some(sort)
}

/// A question without what it leaves out, and that: all behind "but not".
pub(super) fn left_out(question: &str) -> (String, Vec<String>) {
    let lower = lower_in_place(question);
    let cuts = WORDS.excluding.iter().filter_map(|cue| Some((lower.find(&format!(" {cue} "))?, cue.len() + 2)));
    let Some((at, behind)) = cuts.min().map(|(at, length)| (at, at + length)) else {
        return (question.to_owned(), Vec::new());
    };
    let rest = question[behind..].trim_end_matches(['?', '.', ' ']);
    let mut pieces = vec![rest];
    for between in WORDS.between_excluded.iter() {
        pieces = pieces.into_iter().flat_map(|piece| piece.split(between)).collect();
    }
    let pieces = pieces.into_iter().map(str::trim);
    let left_out: Vec<String> = pieces.filter(|piece| !piece.is_empty()).map(str::to_owned).collect();
    match left_out.is_empty() {
        true => (question.to_owned(), left_out),
        false => (format!("{}?", question[..at].trim_end_matches([',', ' '])), left_out),
    }
}

/// True when occurrences are to be counted, not when a figure is asked for that a document may say.
pub(super) fn counts(lower: &str) -> bool {
    if WORDS.counting_cues.iter().any(|cue| lower.contains(cue)) {
        return true;
    }
    // "How often is the gate mentioned?", but not "How often does he mow?", which a document may say.
    let said = |word: &str| [&WORDS.discuss, &WORDS.saying, &WORDS.coming_up].iter().any(|list| list.has(word));
    let asked = WORDS.often_cues.first_in(lower).map(|(at, cue)| &lower[at + cue.len()..]);
    if asked.is_some_and(|rest| rest.unicode_words().any(said)) {
        return true;
    }
    let counted = |noun: &str| WORDS.document.has(noun) || WORDS.guest.has(noun) || WORDS.people.has(noun);
    lower.split("how many ").skip(1).any(|rest| {
        let asks = rest.contains(" are there") || WORDS.discuss.iter().any(|verb| rest.contains(verb));
        rest.unicode_words().take(2).any(counted) && asks
    })
}
/// True for a question for texts by what they speak of, whatever they are called: "How many documents mention the
/// gate?".
pub fn asks_for_texts_on(question: &str) -> bool {
    /// Words between what texts are called and what they do: "documents in which Voss is mentioned" is another form.
    const NEAR: usize = 2;
    let words: Vec<String> = question.unicode_words().map(str::to_lowercase).collect();
    let speaks = |behind: &[String]| behind.iter().take(NEAR).any(|word| WORDS.discuss.has(word));
    (0..words.len()).any(|at| WORDS.any_text.has(&words[at]) && speaks(&words[at + 1..]))
}

/// The plural that a question wants listed, with the word in front of which it stands: "diseases" in "List all
/// diseases", "incidents" in "What incidents happened in 2020?", or the singular of "Which incident …?".
pub fn listed_noun(question: &str) -> Option<&str> {
    const BETWEEN: usize = 3;
    let words: Vec<&str> = joined_words(question);
    let says = |word: &&&str| !is_function(&word.to_lowercase());
    // "How many logbooks are there?" asks for all of them.
    let counts = words.len() > 2 && WORDS.how_many.has(&words[..2].join(" ").to_lowercase());
    let bare = counts && words[3..].iter().all(|word| !is_content(&word.to_lowercase()));
    let first = words.first().map(|first| first.to_lowercase()).filter(|first| bare || WORDS.listing.has(first))?;
    let noun = words[if bare { 2 } else { 1 }..].iter().take(BETWEEN).find(says)?;
    let lower = noun.to_lowercase();
    let one_of = WORDS.which.has(&first);
    let plural = is_plural(&lower) && !WORDS.auxiliaries.has(&lower);
    // "NEPs": several of what letters stand for.
    let letters = noun.strip_suffix('s').is_some_and(|one| one.len() > 1 && one.chars().all(char::is_uppercase));
    ((lower == **noun || letters) && is_content(&lower) && (plural || one_of)).then_some(*noun)
}

/// The words of a text, those that a hyphen joins as one: *post-mortem*.
fn joined_words(text: &str) -> Vec<&str> {
    let mut spans: Vec<(usize, usize)> = Vec::new();
    for (at, word) in text.unicode_word_indices() {
        match spans.last_mut().filter(|(_, end)| text.get(*end..at) == Some("-")) {
            Some((_, end)) => *end = at + word.len(),
            None => spans.push((at, at + word.len())),
        }
    }
    spans.into_iter().map(|(start, end)| &text[start..end]).collect()
}
