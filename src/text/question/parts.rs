//! The questions in one: "Who wanted the gate shut, and who warned against it?" asks two, and what answers the one does not
//! answer the other.

use unicode_segmentation::UnicodeSegmentation;

use super::Reading;

/// Words with which a question begins.
const ASKING: [&str; 8] = ["who", "what", "when", "where", "why", "how", "which", "whose"];
/// Words that stand for somebody or something that was asked about before.
const FOR_SOMEBODY: [&str; 7] = ["he", "she", "him", "her", "his", "they", "them"];
const FOR_SOMETHING: [&str; 6] = ["it", "its", "this", "that", "they", "them"];
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

/// The pieces of a question that begin like questions.
fn cut(question: &str) -> Vec<&str> {
    let mut starts = vec![0];
    for (at, word) in question.unicode_word_indices() {
        if at == 0 || !ASKING.contains(&word.to_lowercase().as_str()) {
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
            word if FOR_SOMEBODY.contains(&word) && name.is_some() => name.cloned(),
            word if FOR_SOMETHING.contains(&word) => matter().or_else(|| name.cloned()),
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
