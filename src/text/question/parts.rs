//! The questions in one: "Who wanted the gate shut, and who warned against it?" asks two, and what answers the one does
//! not answer the other.

mod compared;
mod matter;
mod pointing;
mod standing;
mod turns;

use unicode_segmentation::UnicodeSegmentation;

use self::compared::{compared, severally};
use self::pointing::says_nothing;
pub use self::pointing::{Bare, Carried, carried_over, stands_for_nobody};
use self::standing::{is_for_somebody, pronoun};
use self::turns::Turns;
pub use self::turns::{Known, Named};
use super::lists::WORDS;
use super::{Reading, is_content};
use crate::text::dates::year_of;
use crate::text::words::fold::{lower_in_place, singular};
pub use crate::text::words::inflection::is_past;
use crate::text::words::terms::{fold, is_stop, words};

/// More questions in one are not told apart.
const MOST: usize = 4;

/// Returns the questions that a question consists of, in order, what each says of the one before put in its place: "Who
/// warned against it?" becomes "Who warned against the gate shut?". One that asks one thing, or whose second half asks
/// about what only an answer to the first can tell, is returned as it is.
pub fn parts(question: &str) -> Vec<String> {
    let whole = || vec![question.to_owned()];
    if let Some(each) = severally(question).filter(|each| each.iter().all(|part| asks_something(part))) {
        return each;
    }
    if let Some((sides, said)) = compared(question) {
        // Where both are compared in one place, that comes first; what two say is said by each.
        let sides = sides.into_iter().filter(|side| asks_something(side));
        return (!said).then(|| question.to_owned()).into_iter().chain(sides).collect();
    }
    let cut = cut(question);
    if !(2..=MOST).contains(&cut.len()) || Reading::of(question).statement.remedy {
        return whole();
    }
    let first = cut[0];
    let reading = Reading::of(first);
    let mut parts = vec![ended(first)];
    for part in &cut[1..] {
        // "Who was killed, and who was he?" asks who the one is that is not known yet.
        let of_an_answer =
            reading.wants.person && !reading.identity.definition && pronoun(part).is_some_and(is_for_somebody);
        if of_an_answer {
            return whole();
        }
        let of_same = of_same_count(part, first);
        let part = of_same.as_deref().unwrap_or(part);
        // "…, and how many votes?" counts what answers the first half.
        if of_same.is_none() && is_bare_count(part) {
            return whole();
        }
        let part = match inherited(part, first).or_else(|| elsewhere(part, first)) {
            Some(part) => part,
            // "…, and why?" where the first half leads with no verb that could be asked again.
            None if pronoun(part).is_none() && part.unicode_words().all(|word| says_nothing(&word.to_lowercase())) => {
                return whole();
            }
            None => Turns::of_one(first).understood(part).question,
        };
        parts.push(ended(&in_context(&part, first, &reading)));
    }
    // "What changed, and why?" asks of the same matter.
    match parts.iter().all(|part| asks_something(part)) {
        true => parts,
        false => whole(),
    }
}

/// False for a part with nothing to look for, which would be answered by all there is.
fn asks_something(part: &str) -> bool {
    let reading = Reading::of(part);
    !reading.is_empty() && !reading.whole.coverage
}

/// Where the parts of a question begin: behind "and", a question mark or a semicolon with an asking word, which may
/// have a preposition before it ("and for how long").
fn cut(question: &str) -> Vec<&str> {
    let mut starts = vec![0];
    for (at, word) in question.unicode_word_indices() {
        if at == 0 || !WORDS.asking.has(word.to_lowercase().as_str()) {
            continue;
        }
        let front = question[..at].trim_end();
        let before = front.unicode_word_indices().next_back();
        let (at, front) = match before {
            Some((preposition, word)) if WORDS.before_asking.has(&word.to_lowercase()) && front.ends_with(word) => {
                (preposition, question[..preposition].trim_end())
            }
            _ => (at, front),
        };
        let joined = before_joining(front).is_some();
        // What is no question before it is told, and asked of nobody: "The gate is shut; who has the key?".
        let asked_before = |front: &str| front.ends_with('?') || asks(front.trim_end_matches(';'));
        if joined || front.ends_with(['?', ';']) && asked_before(front) {
            starts.push(at);
        }
    }
    let ends = starts[1..].iter().copied().chain([question.len()]);
    starts.iter().zip(ends).map(|(&start, end)| question[start..end].trim()).collect()
}

/// True for what begins as a question does: with an asking word, an auxiliary, or a verb that wants something told.
fn asks(part: &str) -> bool {
    let mut words = part.unicode_words().map(str::to_lowercase);
    let asking = |word: &String| {
        [&WORDS.asking, &WORDS.auxiliaries, &WORDS.listing, &WORDS.before_asking].iter().any(|list| list.has(word))
    };
    words.next().is_some_and(|first| asking(&first))
}

/// True for a text that asks nothing and says nothing: "the of and".
pub fn is_wordless(text: &str) -> bool {
    !asks(text) && words(text).all(|word| is_stop(&fold(word.text)))
}

/// What stands in front of the word that joins a part to the next; none where it ends otherwise.
fn before_joining(part: &str) -> Option<&str> {
    let rest = part.strip_suffix(WORDS.joining_parts.ending(part)?)?;
    rest.ends_with([' ', ',']).then_some(rest)
}

/// Without what joined it to the next.
fn bare_end(part: &str) -> &str {
    let part = part.trim().trim_end_matches(['?', ';', ',']);
    let part = before_joining(part).unwrap_or(part);
    part.trim_end_matches([' ', ',', '?', ';'])
}

/// The same, with a capital and a question mark; without one where what was asked ends in what is told: "Who voted
/// against it? Name all."
fn ended(part: &str) -> String {
    let mut chars = bare_end(part).chars();
    let raised: String = chars.next().into_iter().flat_map(char::to_uppercase).chain(chars).collect();
    if raised.contains('?') && raised.ends_with(['.', '!']) { raised } else { format!("{raised}?") }
}

/// "Where?" after "When was the mill sold?": the first question with other words that ask; `None` where the part asks
/// of something itself, or the first does not begin with an auxiliary that could stand behind them.
fn inherited(part: &str, first: &str) -> Option<String> {
    let part = part.trim_end_matches(['?', ' ', ',', '.']);
    let bare = part.unicode_words().all(|word| says_nothing(&word.to_lowercase())) && pronoun(part).is_none();
    const NEAR: usize = 3;
    // "and what do others say?" after "What did she say about the letter?" is asked about the letter.
    if bare && part.unicode_words().any(|word| WORDS.auxiliaries.has(&word.to_lowercase())) {
        let mut ties = first.unicode_word_indices().skip(1);
        let tie = ties.find(|(_, word)| WORDS.before_asking.has(&word.to_lowercase()))?;
        return Some(format!("{part} {}", bare_end(&first[tie.0..])));
    }
    let mut words = first.unicode_word_indices();
    let (_, asking) = words.next().filter(|_| bare)?;
    let behind = words.take(NEAR).find(|(_, word)| WORDS.auxiliaries.has(&word.to_lowercase()))?;
    // Between the asking word and the auxiliary stands what is asked for: "How long did …?", "In which year was …?".
    let asks = WORDS.asking.has(&asking.to_lowercase()) || WORDS.before_asking.has(&asking.to_lowercase());
    // "Why not more?": what is denied stands behind what is asked about.
    let denied = part.split_once(' ').filter(|(_, denied)| {
        denied.unicode_words().next().is_some_and(|first| WORDS.negation.has(&first.to_lowercase()))
    });
    // "Where does she move to, and why?": of what is not asked for any more nothing is left at the end.
    let rest = bare_end(&first[behind.0..]);
    let last = rest.rsplit(' ').next().unwrap_or_default();
    let rest = match WORDS.before_asking.has(&last.to_lowercase()) {
        true => rest[..rest.len() - last.len()].trim_end(),
        false => rest,
    };
    // "By whom?" after "How many lamps were lit?" asks of the lamps, "when?" after "Which lamp was lit?" of the lamp.
    let which = || which_was(first, asking, behind.0).map(|which| format!("the {which}"));
    let rest = counted(first, behind.0)
        .map(str::to_owned)
        .or_else(which)
        .map_or_else(|| rest.to_owned(), |subject| format!("{} {subject}{}", behind.1, &rest[behind.1.len()..]));
    asks.then(|| match denied {
        Some((part, denied)) => format!("{part} {rest} {denied}"),
        None => format!("{part} {rest}"),
    })
}

/// What a question asks which it was, where that is what the auxiliary at a place is told of: `red lamp` of "Which red
/// lamp was lit?", and nothing of "Which lamp did she light?".
fn which_was<'q>(question: &'q str, asking: &str, auxiliary: usize) -> Option<&'q str> {
    let mut behind = question[auxiliary..].unicode_words();
    let tells = behind.next().is_some_and(|verb| WORDS.counted_were.has(&verb.to_lowercase()));
    let which = question.get(asking.len()..auxiliary)?.trim();
    let is_deed = |word: &str| word.starts_with(char::is_lowercase) && is_content(word);
    let told = tells && WORDS.which.has(&asking.to_lowercase()) && behind.next().is_some_and(is_deed);
    (told && !which.is_empty()).then_some(which)
}

/// What a question counts, where the auxiliary at a place is told of it: `lamps` of "How many lamps were lit?".
fn counted(question: &str, auxiliary: usize) -> Option<&str> {
    let (at, many) = question.unicode_word_indices().nth(1)?;
    let verb = question[auxiliary..].unicode_words().next()?.to_lowercase();
    let counted = question.get(at + many.len()..auxiliary)?.trim();
    let counts = WORDS.of_count.has(&many.to_lowercase()) && WORDS.counted_were.has(&verb);
    (counts && !counted.is_empty()).then_some(counted)
}

/// "When" of "Who signed the lease of the mill?", of whose verb no base is known: when that lease was signed.
fn was_done(asking: &str, rest: &str, matter: &str, verb: &str) -> String {
    // What goes on from it says which it is: "the payments to Orsk".
    let of = rest.trim().strip_prefix(matter).filter(|behind| {
        let mut behind = behind.unicode_words().map(str::to_lowercase);
        behind.next().is_some_and(|word| WORDS.before_asking.has(&word) || WORDS.of_matter.has(&word))
    });
    let head = matter.unicode_words().next_back().unwrap_or_default().to_lowercase();
    let was = if singular(&head) == head { &WORDS.was } else { &WORDS.were };
    format!("{asking} {} {matter}{} {verb}", was.iter().next().unwrap_or_default(), of.unwrap_or_default())
}

/// True for what counts something and says no more of it: "how many votes?".
fn is_bare_count(part: &str) -> bool {
    let words: Vec<String> = part.unicode_words().map(str::to_lowercase).collect();
    matches!(words.as_slice(), [how, many, _] if WORDS.asking.has(how) && WORDS.of_count.has(many))
}

/// "And how many were lost?" after "How many lamps were lit?": the same is counted.
fn of_same_count(part: &str, first: &str) -> Option<String> {
    const NEAR: usize = 4;
    let words: Vec<(usize, &str)> = part.unicode_word_indices().take(3).collect();
    let &[(_, how), (many_at, many), (auxiliary, verb)] = &words[..] else { return None };
    let counts = WORDS.asking.has(&how.to_lowercase())
        && WORDS.of_count.has(&many.to_lowercase())
        && WORDS.auxiliaries.has(&verb.to_lowercase());
    let same = first.to_lowercase().starts_with(&part.get(..many_at + many.len())?.to_lowercase());
    let auxiliaries = |(_, word): &(usize, &str)| WORDS.auxiliaries.has(&word.to_lowercase());
    let (at, _) = first.unicode_word_indices().take(NEAR + 2).find(auxiliaries).filter(|_| counts && same)?;
    Some(format!("{} {}", first[..at].trim_end(), &part[auxiliary..]))
}

/// "What at Orsk?" after "What did the gate cost at Tarn?": the first question with what stands behind the same
/// preposition at its end in the place of what stood there.
fn elsewhere(part: &str, first: &str) -> Option<String> {
    const LONGEST: usize = 6;
    let part = part.trim_end_matches(['?', ' ', ',', '.']);
    let mut words = part.unicode_word_indices();
    let (_, asking) = words.next().filter(|(_, word)| WORDS.asking.has(&word.to_lowercase()))?;
    let (at, preposition) = words.next().filter(|(_, word)| WORDS.before_asking.has(&word.to_lowercase()))?;
    let others: Vec<&str> = words.map(|(_, word)| word).collect();
    let asks_on = |word: &&str| WORDS.auxiliaries.has(&word.to_lowercase()) || is_for_somebody(word);
    if others.is_empty() || others.len() > LONGEST || others.iter().any(asks_on) {
        return None;
    }
    let first = bare_end(first);
    let same_question = first.to_lowercase().starts_with(&asking.to_lowercase());
    let from = lower_in_place(first).rfind(&format!(" {} ", preposition.to_lowercase()))?;
    let replaced = first.get(from..)?.unicode_words().count() <= LONGEST + 1;
    (same_question && replaced).then(|| format!("{} {}", &first[..from], &part[at..]))
}

/// A part that names nobody, or says little, with the names and years of the first: "Who is responsible?" asks of the
/// place that the first part asks about.
fn in_context(part: &str, first: &str, reading: &Reading) -> String {
    const LITTLE: usize = 2;
    let own = Reading::of(part);
    let says_little = own.content.len() <= LITTLE && !own.identity.definition && own.identity.whois.is_none();
    if !(own.names.is_empty() || says_little) {
        return part.to_owned();
    }
    let years = first.unicode_words().filter(|word| year_of(word).is_some());
    let context: Vec<&str> = reading.names.iter().map(String::as_str).chain(years).collect();
    let has_year = part.unicode_words().any(|word| year_of(word).is_some());
    let known = |word: &&&str| part.contains(**word) || has_year && year_of(word).is_some();
    let missing: Vec<&str> = context.iter().filter(|word| !known(word)).copied().collect();
    match missing.is_empty() {
        true => part.to_owned(),
        false => format!("{} ({})", part.trim_end_matches(['?', ' ', '.']), missing.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_in_one_are_told_apart_and_understood() {
        assert_eq!(
            parts("Who wanted the sluice shut, and who warned against it?"),
            ["Who wanted the sluice shut?", "Who warned against the sluice shut?"]
        );
        assert_eq!(
            parts("Who wanted the lake lowered, and who warned against it?"),
            ["Who wanted the lake lowered?", "Who warned against the lake being lowered?"]
        );
        assert_eq!(
            parts("Who is Ada Voss, and what is she connected with?"),
            ["Who is Ada Voss?", "What is Ada Voss connected with?"]
        );
        assert_eq!(
            parts("Where does Ada Voss move to, and why?"),
            ["Where does Ada Voss move to?", "Why does Ada Voss move?"]
        );
        assert_eq!(
            parts("How much did Ada Voss pay and why not more?"),
            ["How much did Ada Voss pay?", "Why did Ada Voss pay not more?"]
        );
        assert_eq!(parts("Who sold the mill? Who bought it?"), ["Who sold the mill?", "Who bought the mill?"]);
        assert_eq!(
            parts("How many votes does Ada Voss need, and how many has she got?"),
            ["How many votes does Ada Voss need?", "How many votes has Ada Voss got?"]
        );
        let both = "Which gate did they vote for and how many votes?";
        assert_eq!(parts(both), [both]);
        assert_eq!(
            parts("What is the version of lampd and who maintains it?"),
            ["What is the version of lampd?", "Who maintains lampd?"]
        );
    }

    #[test]
    fn a_second_half_is_about_what_the_first_is_about() {
        for (question, second) in [
            (
                "What did Ada say about the letter, and what do others say?",
                "What do others say about the letter (Ada)?",
            ),
            ("What causes silting and what are its effects?", "What are silting's effects?"),
            ("When was Ada Voss born and where?", "Where was Ada Voss born?"),
            ("Which red lamp was lit and when?", "When was the red lamp lit?"),
            ("Which book is closed, and until when?", "Until when is the book closed?"),
            ("What did the gate cost at Orsk, and what at the Tarn?", "What did the gate cost at the Tarn?"),
            ("Who kept the lock in 1968, and who in 1971?", "Who kept the lock in 1971?"),
            ("Why did Ada Voss go to jail, and for how long?", "For how long did Ada Voss go to jail?"),
            ("What happened at Orsk, and who is responsible?", "Who is responsible (Orsk)?"),
            ("What happened in Orsk in 1968 and what did Reed propose?", "What did Reed propose (Orsk, 1968)?"),
            (
                "How many daughters does Tom Reed have, and what are their names?",
                "What are the daughters' names (Tom Reed)?",
            ),
            ("Who wrote Lampd, and under which licence is it given?", "Under which licence is Lampd given?"),
            (
                "How many star lines are there in Orsk, and what are they called?",
                "What are the star lines called (Orsk)?",
            ),
        ] {
            assert_eq!(parts(question).get(1).map(String::as_str), Some(second), "{question}");
        }
    }

    #[test]
    fn small_words_alone_ask_nothing() {
        for text in ["the of and", "", "???", "and but"] {
            assert!(is_wordless(text), "{text}");
        }
        for text in ["How?", "Is it so?", "the gate", "When was it?"] {
            assert!(!is_wordless(text), "{text}");
        }
    }

    #[test]
    fn what_is_asked_of_each_is_asked_of_one_after_the_other() {
        for (question, each) in [
            (
                "How did Ada Voss and Tom Reed each come to Orsk?",
                &["How did Ada Voss come to Orsk?", "How did Tom Reed come to Orsk?"][..],
            ),
            (
                "What do both Ada Voss and Tom Reed keep in the mill?",
                &["What does Ada Voss keep in the mill?", "What does Tom Reed keep in the mill?"],
            ),
            (
                "When did Ada Voss, Tom Reed and Ilse Brandt each resign?",
                &["When did Ada Voss resign?", "When did Tom Reed resign?", "When did Ilse Brandt resign?"],
            ),
        ] {
            assert_eq!(parts(question), each, "{question}");
        }
        for whole in
            ["How did Ada Voss and Tom Reed meet each other?", "Which letters name both Ada Voss and Tom Reed?"]
        {
            assert_eq!(parts(whole), [whole]);
        }
    }

    #[test]
    fn each_of_two_that_are_compared_is_asked_about() {
        for (question, one, other) in [
            ("What is the difference between a tide gate and a weir?", "What is a tide gate?", "What is a weir?"),
            (
                "What is the difference between natural and dredged harbours?",
                "What are natural harbours?",
                "What are dredged harbours?",
            ),
            (
                "What is the difference between social and individualist keepers?",
                "What are social keepers?",
                "What are individualist keepers?",
            ),
            (
                "What is the difference between class 1 and class 2 locks?",
                "What are class 1 locks?",
                "What are class 2 locks?",
            ),
            ("Compare Ada Voss and Tom Reed.", "What is said of Ada Voss?", "What is said of Tom Reed?"),
            ("Compare Orsk and the Tarn.", "What is said of Orsk?", "What is said of Tarn?"),
            (
                "How do Orsk and Tarn differ in terms of harbour dues?",
                "What is said of Orsk and harbour dues?",
                "What is said of Tarn and harbour dues?",
            ),
        ] {
            assert_eq!(parts(question), [question, one, other], "{question}");
        }
        for question in [
            "What's the difference between Voss's and Reed's view of the gate?",
            "How do Voss’s and Reed’s accounts of the gate differ?",
        ] {
            let each = ["What did Voss say about the gate?", "What did Reed say about the gate?"];
            assert_eq!(parts(question), each, "{question}");
        }
        assert_eq!(
            parts("Compare what the two mills lose and gain in the sale"),
            ["What do the two mills lose in the sale?", "What do the two mills gain in the sale?"]
        );
        assert_eq!(
            parts("Compare what Voss and Reed say about the gate of Orsk."),
            ["What does Voss say about the gate of Orsk?", "What does Reed say about the gate of Orsk?"]
        );
        assert_eq!(
            parts("Compare what Voss and Reed said about the gate of Orsk."),
            ["What did Voss say about the gate of Orsk?", "What did Reed say about the gate of Orsk?"]
        );
        for (question, one, other) in [
            (
                "Compare the dues in May 2019 and June 2020.",
                "What is said of the dues in May 2019?",
                "What is said of the dues in June 2020?",
            ),
            (
                "Compare the monthly dues in May and June 2020.",
                "What is said of the monthly dues in May 2020?",
                "What is said of the monthly dues in June 2020?",
            ),
            (
                "Compare the dues of 2019 and 2020.",
                "What is said of the dues of 2019?",
                "What is said of the dues of 2020?",
            ),
        ] {
            assert_eq!(parts(question), [question, one, other], "{question}");
        }
        for one in ["What different gates are there?", "How did the dues of Orsk differ in 1968?"] {
            assert_eq!(parts(one), [one], "{one}");
        }
    }

    #[test]
    fn one_question_stays_one() {
        for one in [
            "Who sold the mill and the barn?",
            "What changed, and why?",
            "Which problems are described, and what is done about them?",
            "Who is the man who sold the mill?",
            "Is it known whether and when the gate was shut?",
            "Who was killed at the gate in Orsk, and who was he?",
            "Who said that the state of the gate is not good, and why?",
        ] {
            assert_eq!(parts(one), [one], "{one}");
        }
    }
}
