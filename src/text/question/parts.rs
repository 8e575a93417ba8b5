//! The questions in one: "Who wanted the gate shut, and who warned against it?" asks two, and what answers the one does not
//! answer the other.

use unicode_segmentation::UnicodeSegmentation;

use super::Reading;
use super::lists::WORDS;

/// More questions in one are not told apart.
const MOST: usize = 4;

/// Returns the questions that a question consists of, in order, what each says of the one before put in its place: "Who
/// warned against it?" becomes "Who warned against the gate shut?". One that asks one thing is returned as it is.
pub fn parts(question: &str) -> Vec<String> {
    let whole = || vec![question.to_owned()];
    let cut = cut(question);
    if !(2..=MOST).contains(&cut.len()) || Reading::of(question).remedy {
        return whole();
    }
    let first = cut[0];
    let reading = Reading::of(first);
    let mut parts = vec![ended(first)];
    for part in &cut[1..] {
        parts.push(ended(&understood(part, first, &reading)));
    }
    // "What changed, and why?" asks of the same matter.
    match parts.iter().all(|part| {
        let reading = Reading::of(part);
        !reading.is_empty() && !reading.coverage
    }) {
        true => parts,
        false => whole(),
    }
}

/// Returns a question with what it takes from those asked before it, the latest last: "And when did he die?" after "Who was
/// Olof Lind?" asks when Olof Lind died. `Err` with the word that stands for nobody who was named.
pub fn carried_over(question: &str, before: &[&str]) -> Result<String, String> {
    let bare = question.trim();
    let bare = bare
        .split_once(' ')
        .filter(|(first, _)| WORDS.linking.has(first.to_lowercase().trim_matches(',')))
        .map_or(bare, |(_, rest)| rest);
    let stands_for = |word: &str| {
        let word = word.to_lowercase();
        WORDS.for_somebody.has(word.as_str()) || WORDS.for_something.has(word.as_str())
    };
    let reading = Reading::of(bare);
    // "What is this about?" asks for all that is in scope, whatever was asked before.
    if reading.coverage && !bare.unicode_words().any(|word| WORDS.for_somebody.has(word.to_lowercase().as_str())) {
        return Ok(question.to_owned());
    }
    let Some(pronoun) = bare.unicode_words().find(|word| stands_for(word)).filter(|_| reading.names.is_empty()) else {
        // "And in March?" asks the same of another time.
        let shorter = bare.len() < question.trim().len() && reading.content.len() <= 1 && reading.names.is_empty();
        return Ok(match before.last().filter(|_| shorter) {
            Some(last) => format!("{} {}", ended(last).trim_end_matches('?'), ended(bare)),
            None => question.to_owned(),
        });
    };
    for earlier in before.iter().rev() {
        let reading = Reading::of(earlier);
        if !reading.names.is_empty() || reading.predicate.is_some() || !reading.phrases.is_empty() {
            let meant = reading.names.first().or(reading.phrases.first()).cloned().unwrap_or_default();
            let said = if meant.is_empty() { understood(bare, earlier, &reading) } else { replaced(bare, &meant) };
            if said != bare {
                return Ok(ended(&said));
            }
        }
    }
    Err(pronoun.to_owned())
}

/// A question with the first word that stands for somebody or something replaced.
fn replaced(question: &str, meant: &str) -> String {
    for (at, word) in question.unicode_word_indices() {
        let lower = word.to_lowercase();
        if WORDS.for_somebody.has(lower.as_str()) || WORDS.for_something.has(lower.as_str()) {
            let whose = matches!(lower.as_str(), "his" | "its" | "their");
            let meant = if whose { format!("{meant}'s") } else { meant.to_owned() };
            return format!("{}{meant}{}", &question[..at], &question[at + word.len()..]);
        }
    }
    question.to_owned()
}

/// The pieces of a question that begin like questions.
fn cut(question: &str) -> Vec<&str> {
    let mut starts = vec![0];
    for (at, word) in question.unicode_word_indices() {
        if at == 0 || !WORDS.asking.has(word.to_lowercase().as_str()) {
            continue;
        }
        let front = question[..at].trim_end();
        let joined = front.strip_suffix("and").is_some_and(|rest| rest.ends_with([' ', ',']));
        if joined || front.ends_with(['?', ';']) {
            starts.push(at);
        }
    }
    let ends = starts[1..].iter().copied().chain([question.len()]);
    starts.iter().zip(ends).map(|(&start, end)| question[start..end].trim()).collect()
}

/// Without what joined it to the next, and with a question mark.
fn ended(part: &str) -> String {
    let part = part.trim().trim_end_matches(['?', ';', ',']);
    let part = part.strip_suffix("and").filter(|rest| rest.ends_with([' ', ','])).unwrap_or(part);
    let part = part.trim_end_matches([' ', ',', '?', ';']);
    let mut chars = part.chars();
    let raised: String = chars.next().into_iter().flat_map(char::to_uppercase).chain(chars).collect();
    format!("{raised}?")
}

/// A part with what its pronouns stand for in the first one.
fn understood(part: &str, first: &str, reading: &Reading) -> String {
    let name = reading.names.first();
    // What the first part asks about: all behind its verb.
    let matter = || {
        let verb = reading.predicate.as_deref();
        let at = verb.and_then(|verb| {
            first.unicode_word_indices().find(|(_, word)| word.to_lowercase() == verb).map(|(at, word)| at + word.len())
        });
        at.map(|at| ended(&first[at..])).map(|rest| {
            let rest = rest.trim_end_matches('?');
            let mut chars = rest.chars();
            // A name keeps its capital.
            let lowered: String = chars.next().into_iter().flat_map(char::to_lowercase).chain(chars).collect();
            if first.contains(rest) { rest.to_owned() } else { lowered }
        })
    };
    let mut written = String::new();
    let mut done = 0;
    for (at, word) in part.unicode_word_indices() {
        let lower = word.to_lowercase();
        let stands_for = match lower.as_str() {
            _ if at == 0 => None,
            word if WORDS.for_somebody.has(word) && name.is_some() => name.cloned(),
            word if WORDS.for_something.has(word) => matter().or_else(|| name.cloned()),
            _ => None,
        };
        if let Some(meant) = stands_for.filter(|meant| !meant.trim().is_empty()) {
            written.push_str(&part[done..at]);
            written.push_str(&meant);
            done = at + word.len();
        }
    }
    written.push_str(&part[done..]);
    written
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
            parts("Who is Ada Voss, and what is she connected with?"),
            ["Who is Ada Voss?", "What is Ada Voss connected with?"]
        );
        assert_eq!(parts("Who sold the mill? Who bought it?"), ["Who sold the mill?", "Who bought the mill?"]);
    }

    #[test]
    fn what_points_back_takes_its_subject_from_the_turn_before() {
        let before = ["Who was Olof Lind?"];
        assert_eq!(carried_over("And when did he die?", &before).unwrap(), "When did Olof Lind die?");
        assert_eq!(carried_over("Where is his mill?", &before).unwrap(), "Where is Olof Lind's mill?");
        assert_eq!(carried_over("Who owns the sawmill?", &before).unwrap(), "Who owns the sawmill?");
        assert_eq!(carried_over("When did he die?", &[]), Err("he".to_owned()));
        assert_eq!(carried_over("", &before).unwrap(), "");
    }

    #[test]
    fn one_question_stays_one() {
        for one in [
            "Who sold the mill and the barn?",
            "What changed, and why?",
            "Which problems are described, and what is done about them?",
            "Who is the man who sold the mill?",
            "Is it known whether and when the gate was shut?",
        ] {
            assert_eq!(parts(one), [one], "{one}");
        }
    }
}
