//! Whose words a question asks for: "according to Ada Voss", "as reported by the clerk's deputy Tom Reed", "what does
//! Ada Voss say about …?". Such words say where to look, not what for.

use unicode_segmentation::UnicodeSegmentation;

use super::is_content;
use super::lists::WORDS;
use crate::text::fold;
use crate::text::language::{Pack, WordList, packs};

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
}

/// Reads whose words a question asks for; `None` where it does not say. `names` are those in the question.
pub(super) fn read(question: &str, names: &[String]) -> Option<Attribution> {
    names.iter().find_map(|name| {
        question.match_indices(name.as_str()).find_map(|(at, _)| {
            let (said_by, end) = joined(question, names, at + name.len(), name);
            let said = || active(question, at, end, &WORDS.saying);
            let inverted = || inverted(question, at, end);
            let told = || embedded(question, at, end);
            let (from, until, deed) = match passive(question, at, end).or_else(said).or_else(inverted).or_else(told) {
                Some((from, until)) => (from, until, false),
                None => active(question, at, end, &WORDS.deeds).map(|(from, until)| (from, until, true))?,
            };
            let rest = format!("{} {}", question[..from].trim_end_matches([' ', ',']), question[until..].trim_start());
            let rest = rest.trim().trim_start_matches([',', ' ']).to_owned();
            let asks = rest.unicode_words().any(|word| is_content(&word.to_lowercase()));
            // "What did Ada Voss say?" asks for her words, whatever they are of.
            (asks || !deed).then_some(Attribution {
                names: said_by,
                rest: if asks { rest } else { String::new() },
                deed,
            })
        })
    })
}

/// The names that go on from one by "and", and where they end.
fn joined(question: &str, names: &[String], mut end: usize, first: &str) -> (Vec<String>, usize) {
    let mut found = vec![first.to_owned()];
    while found.len() < MOST {
        let rest = &question[end..];
        let next = [" and ", ", "].iter().find_map(|by| rest.strip_prefix(by));
        let Some(next) = next else { break };
        let Some(name) = names.iter().find(|name| next.starts_with(name.as_str())) else { break };
        end = question.len() - next.len() + name.len();
        found.push(name.clone());
    }
    (found, end)
}

/// "according to NAME's statement": from the first word to the last that say so.
fn passive(question: &str, at: usize, end: usize) -> Option<(usize, usize)> {
    let before = question[..at].trim_end();
    let lower = before.to_lowercase();
    if lower.len() != before.len() {
        return None;
    }
    let cue = WORDS
        .attributing
        .iter()
        .filter(|cue| lower.strip_suffix(*cue).is_some_and(|rest| rest.is_empty() || rest.ends_with([' ', ',', '('])));
    let from = before.len() - cue.map(|cue| cue.len()).max()?;
    let behind = &question[end..];
    let owned = ["'s ", "’s ", "' ", "’ "].iter().find_map(|mark| behind.strip_prefix(mark));
    let until = owned.map_or(end, |owned| {
        let word = owned.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
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
    let verb = behind.split(|c: char| !c.is_alphanumeric()).next()?;
    verbs
        .has(&verb.to_lowercase())
        .then(|| (before.len() - auxiliary.len(), question.len() - behind.len() + verb.len()))
}

/// "Summarise what NAME says about …": from the name to the verb.
fn embedded(question: &str, at: usize, end: usize) -> Option<(usize, usize)> {
    let asking = question[..at].trim_end().rsplit(' ').next().unwrap_or_default().to_lowercase();
    let behind = question[end..].trim_start();
    let verb = behind.split(|c: char| !c.is_alphanumeric()).next()?;
    let told = verb.to_lowercase();
    let says = [&WORDS.saying, &WORDS.reported].iter().any(|list| list.has(&told))
        || packs().iter().any(|pack| pack.reporting.has(&told));
    let asks = asking.len() < question[..at].trim().len() && matches!(asking.as_str(), "what" | "how");
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

/// True for a sentence that tells what somebody said, by the last word of the name: "Mrs Voss said that …", "…", said
/// Ada Voss.
pub fn reports(sentence: &str, surname: &str) -> bool {
    let all: Vec<(usize, &str)> = sentence.unicode_word_indices().collect();
    let says = |word: &str| {
        let word = word.to_lowercase();
        WORDS.reported.has(&word) || packs().iter().any(|pack| pack.reporting.has(&word))
    };
    let mut named = all.iter().enumerate().filter(|(_, (_, word))| fold::key(word) == surname);
    named.any(|(at, (start, word))| {
        // Behind a comma or a stop begins what another says.
        let mut end = start + word.len();
        let runs_on = |(from, word): &&(usize, &str)| {
            let between = sentence.get(end..*from).unwrap_or_default();
            end = from + word.len();
            between.chars().all(char::is_whitespace)
        };
        let said = all[at + 1..].iter().take(BETWEEN + 1).take_while(runs_on).any(|(_, word)| says(word));
        let quoted = |(from, word): &(usize, &str)| {
            says(word) && sentence[..*from].trim_end().ends_with([',', '”', '"', '’', '\''])
        };
        said || all[at.saturating_sub(BETWEEN + 1)..at].iter().any(quoted)
    })
}

#[cfg(test)]
mod tests {
    use super::reports;
    use crate::text::question::Reading;

    #[test]
    fn what_others_say_that_somebody_said_is_told_by_its_verb() {
        for sentence in [
            "Mrs Voss said that the quay was sound.",
            "Ada Voss had also claimed it.",
            "\"The quay is sound\", said Mrs Voss.",
            "Voss told the board that the lamps were lit.",
        ] {
            assert!(reports(sentence, "voss"), "{sentence}");
        }
        for sentence in [
            "Mrs Voss lit the lamps.",
            "The clerk told Mrs Voss of the quay.",
            "The clerk wrote to Voss, and Reed said no.",
            "Nobody said so.",
        ] {
            assert!(!reports(sentence, "voss"), "{sentence}");
        }
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
        let told = Reading::attribution("What did Voss do about the gate?").expect("a deed");
        assert!(told.deed && told.rest == "What about the gate?", "{told:?}");
    }
}
