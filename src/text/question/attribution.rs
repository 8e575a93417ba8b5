//! Whose words a question asks for: "according to Ada Voss", "as reported by the clerk's deputy Tom Reed", "what does
//! Ada Voss say about …?". Such words say where to look, not what for.

use unicode_segmentation::UnicodeSegmentation;

use super::lists::WORDS;
use super::{asked, is_content};
use crate::text::cutting::punctuation::is_opener;
use crate::text::language::{Pack, WordList, packs};
use crate::text::statements::stance::Stance;
use crate::text::words::fold::{self, lower_in_place};
use crate::text::words::lexicon::{Flags, flags};
use crate::text::words::terms::first_word;
use crate::text::words::wordlist::is_title_of_person;

/// Names joined by "and" at most.
const MOST: usize = 4;

/// Who is to have said it, and what is asked without that.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attribution {
    pub names: Vec<String>,
    /// Empty where all that they said is asked for.
    pub rest: String,
    /// It asks what they did or proposed, which others may tell as well.
    pub deed: bool,
    /// It asks what they wrote.
    pub written: bool,
    /// The kind of statement of theirs that it asks for, be it by a verb that tells what they did: "What did Ada Voss
    /// ask for?".
    pub stance: Option<Stance>,
}

/// Reads whose words a question asks for; `None` where it does not say. `names` are those in the question.
pub(super) fn read(question: &str, names: &[String]) -> Option<Attribution> {
    names.iter().find_map(|name| {
        question.match_indices(name.as_str()).find_map(|(at, _)| {
            let (said_by, end) = joined(question, names, at + name.len(), name);
            let said = || active(question, at, end, &WORDS.saying);
            let inverted = || inverted(question, at, end);
            let told = || embedded(question, at, end);
            // "What books did Ada Voss write?" asks for books.
            let wrote = || active(question, at, end, &WORDS.writing).filter(|(from, _)| asks_bare(&question[..*from]));
            let words = passive(question, at, end).or_else(said).or_else(inverted).or_else(told);
            let written = if words.is_none() { wrote() } else { None };
            let (from, until, deed) = match words.or(written) {
                Some((from, until)) => (from, until, false),
                None => active(question, at, end, &WORDS.deeds).map(|(from, until)| (from, until, true))?,
            };
            let rest = format!("{} {}", question[..from].trim_end_matches([' ', ',']), question[until..].trim_start());
            let rest = rest.trim().trim_start_matches([',', ' ']).to_owned();
            let asks = rest.unicode_words().any(|word| is_content(&word.to_lowercase()));
            // "What did they ask for?"
            let stance = if written.is_none() { told_stance(question) } else { None };
            let rest = match stance {
                Some(_) => format!("{}{STAND_IN}{}", &question[..at], &question[end..]),
                None if asks => rest,
                None => String::new(),
            };
            // "What did Ada Voss say?" asks for her words, whatever they are of.
            let written = written.is_some();
            (asks || !deed || stance.is_some()).then_some(Attribution { names: said_by, rest, deed, written, stance })
        })
    })
}

/// Stands for whoever is asked about, once it is known where their words are.
const STAND_IN: &str = "they";

/// The kind of statement asked for, where it is one that somebody makes in words of their own.
fn told_stance(question: &str) -> Option<Stance> {
    let words: Vec<&str> = question.unicode_words().collect();
    asked::read(&words).stance.filter(|stance| matches!(stance, Stance::Request | Stance::Recommendation))
}

/// The names that go on from one by what stands between several, and where they end.
fn joined(question: &str, names: &[String], mut end: usize, first: &str) -> (Vec<String>, usize) {
    let mut found = vec![first.to_owned()];
    while found.len() < MOST {
        let rest = &question[end..];
        let rest = rest.trim_start();
        let joint = WORDS.enumerating.opening(rest);
        let Some(next) = joint.and_then(|joint| rest[joint.len()..].strip_prefix(' ')) else { break };
        let Some(name) = names.iter().find(|name| next.starts_with(name.as_str())) else { break };
        end = question.len() - next.len() + name.len();
        found.push(name.clone());
    }
    (found, end)
}

/// "according to NAME's statement": from the first word to the last that say so.
fn passive(question: &str, at: usize, end: usize) -> Option<(usize, usize)> {
    let before = question[..at].trim_end();
    let lower = lower_in_place(before);
    let cue = WORDS
        .attributing
        .iter()
        .filter(|cue| lower.strip_suffix(*cue).is_some_and(|rest| rest.is_empty() || rest.ends_with([' ', ',', '('])));
    let from = before.len() - cue.map(|cue| cue.len()).max()?;
    let behind = &question[end..];
    let owned = ["'s ", "’s ", "' ", "’ "].iter().find_map(|mark| behind.strip_prefix(mark));
    let until = owned.map_or(end, |owned| {
        let word = first_word(owned);
        let said = WORDS.sayings.has(&word.to_lowercase());
        question.len() - owned.len() + if said { word.len() } else { 0 }
    });
    // *according to Ada Voss's plan* is what the plan says.
    (owned.is_none() || until > question.len() - owned.map_or(0, str::len)).then_some((from, until))
}

/// "what does NAME say": from the auxiliary to the verb.
fn active(question: &str, at: usize, end: usize, verbs: &WordList) -> Option<(usize, usize)> {
    let before = question[..at].trim_end();
    let auxiliary = before.rsplit(' ').next().filter(|word| WORDS.inquired.has(&word.to_lowercase()))?;
    // "Did Ada Voss ask for a lamp?": whether she did is told by others as well as by her.
    if auxiliary.len() == before.len() {
        return None;
    }
    let behind = question[end..].trim_start();
    let verb = first_word(behind);
    verbs
        .has(&verb.to_lowercase())
        .then(|| (before.len() - auxiliary.len(), question.len() - behind.len() + verb.len()))
}

/// True for "What" by itself.
fn asks_bare(front: &str) -> bool {
    WORDS.what.has(&front.trim().to_lowercase())
}

/// "Summarise what NAME says about …": from the name to the verb.
fn embedded(question: &str, at: usize, end: usize) -> Option<(usize, usize)> {
    let asking = question[..at].trim_end().rsplit(' ').next().unwrap_or_default().to_lowercase();
    let behind = question[end..].trim_start();
    let verb = first_word(behind);
    let told = verb.to_lowercase();
    let says = [&WORDS.saying, &WORDS.reported].iter().any(|list| list.has(&told))
        || packs().iter().any(|pack| pack.reporting.has(&told));
    let asks = asking.len() < question[..at].trim().len() && (WORDS.what.has(&asking) || WORDS.how.has(&asking));
    (asks && says).then(|| (at, question.len() - behind.len() + verb.len()))
}

/// "¿Qué dijo NAME sobre …?", "Was sagte NAME über …?": the verb between the question word and the name.
fn inverted(question: &str, at: usize, end: usize) -> Option<(usize, usize)> {
    let before = question[..at].trim_end();
    let mut words = before.unicode_word_indices().rev();
    let (from, verb) = words.next().filter(|(from, verb)| from + verb.len() == before.len())?;
    let (_, asking) = words.next()?;
    let (verb, asking) = (verb.to_lowercase(), asking.to_lowercase());
    let asks = |pack: &Pack| pack.code != "eng" && pack.reporting.has(&verb) && pack.question.asking.has(&asking);
    packs().iter().any(asks).then_some((from, end))
}

/// Words between a name and the verb of saying behind it, at most: "Ada Voss had also said".
const BETWEEN: usize = 2;
/// Words of what is said of somebody between commas or brackets before it is told that they said something.
const IN_PASSING: usize = 14;
/// Words of a sentence within which it names whom it is about, a title and two names.
const OPENING: usize = 3;

/// True for a sentence that tells what somebody said, by folded words of the name: "Mrs Voss said that …", "…", said
/// Ada Voss.
pub fn reports<S: AsRef<str>>(sentence: &str, name: &[S]) -> bool {
    let all: Vec<(usize, &str)> = sentence.unicode_word_indices().collect();
    named_in(sentence, &all, name).any(|at| said_behind(sentence, &all, at) || said_before(sentence, &all, at))
}

/// Which sentences of a text, read one behind the other, tell what somebody said: those that say so of the name, those
/// that have it as a label in front of quotation marks, and those behind that go on with "He said …" or with more of
/// what stands in quotation marks.
#[derive(Default)]
pub struct Reporting {
    of_them: bool,
    quotes: bool,
    /// The mark of a quotation that no sentence has closed yet, and sentences since it was opened.
    within: Option<char>,
    since: usize,
}

impl Reporting {
    /// True where the next sentence tells it.
    pub fn tells(&mut self, sentence: &str, name: &[String]) -> bool {
        let all: Vec<(usize, &str)> = sentence.unicode_word_indices().collect();
        let opens = named_in(sentence, &all, name).any(|at| at < OPENING);
        let goes_on = all.first().is_some_and(|(_, word)| WORDS.goes_on_saying.has(&word.to_lowercase()));
        let quotes = labels_quoted(sentence, &all, name);
        let goes_on_quoting = self.within.is_some() || self.quotes && opens_quotation(sentence);
        let reports = quotes
            || goes_on_quoting
            || reports(sentence, name)
            || self.of_them && goes_on && said_behind(sentence, &all, 0);
        self.of_them = reports || opens || self.of_them && goes_on;
        self.quotes = reports && (self.within.is_some() || sentence.contains(is_opener));
        let open = left_open(sentence, self.within).filter(|_| reports);
        self.since = if open.is_some() { self.since + 1 } else { 0 };
        self.within = open.filter(|_| self.since < LONGEST_QUOTATION);
        reports
    }

    /// What follows stands elsewhere.
    pub fn breaks_off(&mut self) {
        *self = Self::default();
    }
}

/// Sentences of a quotation, at most: a mark that nothing closes quotes no more.
const LONGEST_QUOTATION: usize = 12;

/// The mark of the quotation that a sentence ends in, which begins in that of `open` or in none.
fn left_open(sentence: &str, open: Option<char>) -> Option<char> {
    let mut before = ' ';
    sentence.chars().fold(open, |open, c| {
        // A board of 12" is no quotation.
        let of_figure = std::mem::replace(&mut before, c).is_ascii_digit() && c == '"';
        match open {
            Some(mark) => Some(mark).filter(|mark| !closes(*mark, c)),
            None => Some(c).filter(|c| matches!(c, '"' | '“' | '„' | '«' | '»') && !of_figure),
        }
    })
}

/// True for a mark that closes what another opens, as German, French, Polish or Swedish books have it.
fn closes(open: char, mark: char) -> bool {
    match open {
        '„' => matches!(mark, '“' | '”' | '"'),
        '“' => mark == '”',
        '«' => mark == '»',
        '»' => matches!(mark, '«' | '»'),
        _ => mark == open,
    }
}

/// True for what stands in quotation marks from its first letter on.
fn opens_quotation(text: &str) -> bool {
    text.trim_start().starts_with(|c| is_opener(c) || c == '»')
}

/// True for a sentence in which a name labels what is quoted: "Voss: “Too few.”".
pub fn labels_words<S: AsRef<str>>(sentence: &str, name: &[S]) -> bool {
    labels_quoted(sentence, &sentence.unicode_word_indices().collect::<Vec<_>>(), name)
}

/// True for a name with a colon and what is quoted behind it: "Budget: 40 lamps. Voss: “Too few.”".
fn labels_quoted<S: AsRef<str>>(sentence: &str, all: &[(usize, &str)], name: &[S]) -> bool {
    let labels = |at: usize| {
        let behind = sentence.get(all[at].0 + all[at].1.len()..)?;
        Some(opens_quotation(
            behind.trim_start_matches(['*', '_']).strip_prefix([':', '：'])?.trim_start_matches(['*', '_']),
        ))
    };
    // Whoever is called by the first name alone is called so in a label.
    let by_first = name.first().map(AsRef::as_ref).filter(|first| name.len() > 1 && !is_title_of_person(first));
    let called = (0..all.len()).filter(|&at| by_first.is_some_and(|first| fold::key(all[at].1) == first));
    named_in(sentence, all, name).chain(called).any(|at| labels(at).unwrap_or(false))
}

/// Where a sentence names somebody: the last word of each such place. Beside a word that the name does not have, it is
/// another's: *Tom Voss* is not *Ada Voss*.
fn named_in<'a, S: AsRef<str>>(
    sentence: &'a str,
    all: &'a [(usize, &'a str)],
    name: &'a [S],
) -> impl Iterator<Item = usize> + 'a {
    let (given, last) = name.split_at(name.len().saturating_sub(1));
    let has_given = given.iter().any(|word| !is_title_of_person(word.as_ref()));
    let is_theirs = move |word: &str| {
        let plain = Flags::FUNCTION | Flags::FILLER | Flags::HONORIFIC | Flags::ROLE | Flags::MONTH | Flags::WEEKDAY;
        let word = fold::key(word);
        given.iter().any(|given| given.as_ref() == word)
            || word.chars().count() == 1
            || is_title_of_person(&word)
            || flags(&word).has(plain)
    };
    all.iter().enumerate().filter_map(move |(at, (start, word))| {
        let before = at.checked_sub(1).map(|before| all[before]).filter(|_| has_given);
        let others = before.is_some_and(|(from, word)| {
            let beside = sentence.get(from + word.len()..*start).is_some_and(|gap| gap.trim().is_empty());
            beside && word.starts_with(char::is_uppercase) && !is_theirs(word)
        });
        (last.first().is_some_and(|last| fold::key(word) == last.as_ref()) && !others).then_some(at)
    })
}

fn says(word: &str) -> bool {
    let word = word.to_lowercase();
    WORDS.reported.has(&word) || packs().iter().any(|pack| pack.reporting.has(&word))
}

/// True where a verb of saying goes on from a word of a sentence, be it behind what is said between commas or brackets.
fn said_behind(sentence: &str, all: &[(usize, &str)], at: usize) -> bool {
    let gap = |from: usize| {
        let end = all[from].0 + all[from].1.len();
        all.get(from + 1).and_then(|next| sentence.get(end..next.0)).map(str::trim)
    };
    // Behind a comma or a stop begins what another says.
    let goes_on = |from: usize| {
        let mut last = from;
        (from + 1..all.len())
            .take(BETWEEN + 1)
            .take_while(|_| {
                let runs_on = gap(last).is_some_and(str::is_empty);
                last += 1;
                runs_on
            })
            .any(|next| says(all[next].1))
    };
    let closing = match gap(at) {
        Some(",") => ",",
        Some("(") => ")",
        _ => return goes_on(at),
    };
    let closes = (at + 1..all.len()).take(IN_PASSING).find(|&next| gap(next) == Some(closing));
    closes.and_then(|last| all.get(last + 1)).is_some_and(|(_, word)| says(word))
}

/// True for what is quoted in front of a verb of saying, and a name behind that.
fn said_before(sentence: &str, all: &[(usize, &str)], at: usize) -> bool {
    all[at.saturating_sub(BETWEEN + 1)..at]
        .iter()
        .any(|(from, word)| says(word) && sentence[..*from].trim_end().ends_with([',', '”', '"', '’', '\'']))
}

#[cfg(test)]
mod tests {
    use super::{Reporting, reports};
    use crate::text::question::Reading;
    use crate::text::words::terms::folded;

    #[test]
    fn what_others_say_that_somebody_said_is_told_by_its_verb() {
        let name = folded("Ada Voss");
        for sentence in [
            "Mrs Voss said that the quay was sound.",
            "Ada Voss had also claimed it.",
            "\"The quay is sound\", said Mrs Voss.",
            "Voss told the board that the lamps were lit.",
            "Ada Voss, whose firm built the quay, said it was sound.",
            "Mrs Voss (Quay Street) said it was sound.",
        ] {
            assert!(reports(sentence, &name), "{sentence}");
        }
        for sentence in [
            "Mrs Voss lit the lamps.",
            "The clerk told Mrs Voss of the quay.",
            "The clerk wrote to Voss, and Reed said no.",
            "Nobody said so.",
            "Ada Voss, the clerk, left, and Reed said no.",
            "Thomas Voss said no.",
        ] {
            assert!(!reports(sentence, &name), "{sentence}");
        }
    }

    #[test]
    fn what_somebody_said_goes_on_behind_the_name() {
        let name = folded("Ada Voss");
        let told = |sentences: &[&str]| {
            let mut reporting = Reporting::default();
            sentences.iter().map(|sentence| reporting.tells(sentence, &name)).collect::<Vec<_>>()
        };
        assert_eq!(
            told(&[
                "Ada Voss got up.",
                "She said that the quay was sound.",
                "She was not heard.",
                "She asked who paid."
            ]),
            [false, true, false, true]
        );
        assert_eq!(told(&["The clerk met Ada Voss.", "It rained.", "He said no."]), [false; 3]);
        assert_eq!(
            told(&[
                "\"I have my own,\" Mayor Voss told this paper.",
                "\"I never lit it.\"",
                "Mr Reed left.",
                "\"No.\""
            ]),
            [true, true, false, false]
        );
        assert_eq!(
            told(&["Voss: \"Of course.", "He was wrong.", "But I met him.\"", "It rained."]),
            [true, true, true, false]
        );
        assert_eq!(told(&["Budget: 40 lamps, not 20.", "Voss: \"Told you.\""]), [false, true]);
        assert_eq!(
            told(&["Jan asked who pays.", "**Ada**: “We do.”", "Reed: “No.”", "Voss: gate, quay"]),
            [false, true, false, false]
        );
        assert_eq!(told(&["- Voss told me on the phone on 30 Sept that he never lit it."]), [true]);
    }

    #[test]
    fn a_quotation_ends_with_the_mark_that_closes_it() {
        let name = folded("Ada Voss");
        let told = |sentences: &[&str]| {
            let mut reporting = Reporting::default();
            sentences.iter().map(|sentence| reporting.tells(sentence, &name)).collect::<Vec<_>>()
        };
        for (said, behind) in [
            ("Voss sagte: „Zu wenig.“", "Es regnete."),
            ("Voss sagte: „Zu wenig.”", "Es regnete."),
            ("Voss: »Zu wenig.«", "Es regnete."),
            ("Voss: « Trop peu. »", "Il pleuvait."),
            ("Voss said: “Too few.”", "It rained."),
            ("Voss said: \"Too few.\"", "It rained."),
            ("Voss said that the board is 12\" wide.", "It rained."),
        ] {
            assert_eq!(told(&[said, behind]), [true, false], "{said}");
        }
        for [first, last] in
            [["Voss: „Zu wenig.", "Viel zu wenig.“"], ["Voss: »Zu wenig.", "Viel.«"], ["Voss: «Poco.", "Niente.»"]]
        {
            assert_eq!(told(&[first, "So war es.", last, "Es regnete."]), [true, true, true, false], "{first}");
        }
        let mut open = vec!["It rained."; 2 * super::LONGEST_QUOTATION];
        open.insert(0, "Voss said: “Too few.");
        let told = told(&open);
        assert_eq!(told.iter().filter(|told| **told).count(), super::LONGEST_QUOTATION, "nothing closes it");
    }

    #[test]
    fn whether_somebody_did_something_is_not_asked_of_their_words() {
        for question in ["Did Ada Voss ask the board for a lamp?", "Has Ada Voss said that the quay is sound?"] {
            assert_eq!(Reading::attribution(question), None, "{question}");
        }
    }

    #[test]
    fn whose_words_are_asked_for_is_told_from_what_is_asked() {
        for (question, names, rest) in [
            (
                "How did the ferry sink, according to Ada Voss's statement?",
                &["Ada Voss"][..],
                "How did the ferry sink ?",
            ),
            ("What was mended, as reported by Tom Reed?", &["Tom Reed"], "What was mended ?"),
            ("As per Voss, what was done about the gate?", &["Voss"], "what was done about the gate?"),
            ("What does Ada Voss say about the gate of Orsk?", &["Ada Voss"], "What about the gate of Orsk?"),
            ("Summarise what Ada Voss says about the gate.", &["Ada Voss"], "Summarise what about the gate."),
            ("¿Qué dijo Ada de Voss sobre la compuerta?", &["Ada de Voss"], "¿Qué sobre la compuerta?"),
            ("¿Qué dijo Ada Voss sobre la compuerta de Orsk?", &["Ada Voss"], "¿Qué sobre la compuerta de Orsk?"),
            ("How do Ada Voss and Tom Reed respond to the claim?", &["Ada Voss", "Tom Reed"], "How to the claim?"),
        ] {
            let told = Reading::attribution(question).expect(question);
            assert_eq!(
                (told.names.iter().map(String::as_str).collect::<Vec<_>>(), &*told.rest),
                (names.to_vec(), rest)
            );
        }
        for question in [
            "Who is Ada Voss?",
            "How did Ada Voss open the gate?",
            "What was built according to Ada Voss's plan?",
            "According to the log, when did the ferry sink?",
            "",
        ] {
            assert_eq!(Reading::attribution(question), None, "{question}");
        }
        let said = Reading::attribution("What does Ada Voss say?").expect("her words");
        assert!(said.rest.is_empty() && !said.deed, "{said:?}");
        let wrote = Reading::attribution("What did Ada Voss write about the gate?").expect("what she wrote");
        assert!(wrote.written && wrote.rest == "What about the gate?", "{wrote:?}");
        assert_eq!(Reading::attribution("What books did Ada Voss write?"), None);
        let told = Reading::attribution("What did Voss do about the gate?").expect("a deed");
        assert!(told.deed && told.rest == "What about the gate?", "{told:?}");
    }
}
