//! The short answers: points of the map step, ratings, yes or no, lists of lines.

use serde_json::Value;

use super::clean::{field, without_fences, without_thoughts};
use super::{ReadAnswer, Repairs, json, records};
use crate::text::display::sanitise::one_line;
use crate::text::language::word_lists;

word_lists! { static WORDS = "points.toml": yes, no }

/// The score of what was worth telling and has none that can be read.
const UNSCORED: f32 = 50.0;

/// An answer on the way, and the questions that lead on, each with its score from 0 to 100.
#[derive(Clone, Debug, PartialEq)]
pub struct Onward {
    pub answer: Option<(String, f32)>,
    pub questions: Vec<(String, f32)>,
    pub ended: bool,
}

/// Reads scored points: text (Markdown with citations) and score from 0 to 100.
pub fn points(answer: &str) -> ReadAnswer<Vec<(String, f32)>> {
    let thought = without_thoughts(answer);
    let text = without_fences(&thought);
    let mut repairs =
        Repairs { wrapped: thought.len() != answer.len() || text.len() != thought.len(), ..Repairs::default() };
    let wanted = |value: &Value| list(value).is_some();
    let Some(found) = json::find(&text, wanted) else {
        repairs.mended = 1;
        let value: Vec<(String, f32)> = text.lines().filter_map(line_point).collect();
        return ReadAnswer { ended: !value.is_empty(), value, repairs };
    };
    repairs.wrapped |= !text[..found.start].trim().is_empty() || !text[found.end..].trim().is_empty();
    repairs.mended += u32::from(found.mended);
    repairs.cut = found.cut;
    let mut value = Vec::new();
    let given = list(&found.value).map_or(&[][..], Vec::as_slice);
    let whole = given.len() - usize::from(found.cut && !given.is_empty());
    for one in &given[..whole] {
        let told = match one {
            Value::String(text) => text.trim().to_owned(),
            _ => json::member(one, &["description", "point", "text", "answer", "content", "statement"])
                .map(json::text)
                .unwrap_or_default()
                .trim()
                .to_owned(),
        };
        let score = json::member(one, &["score", "importance", "rating", "relevance"]).and_then(json::number);
        if told.is_empty() {
            repairs.lost += u32::from(one.as_object().is_some_and(|object| !object.is_empty()));
            continue;
        }
        repairs.mended += u32::from(score.is_none());
        value.push((told, score.map_or(UNSCORED, |score| (score as f32).clamp(0.0, 100.0))));
    }
    ReadAnswer { value, repairs, ended: !found.cut }
}

/// Reads an answer on the way, with its score, and the questions that lead on, with theirs: `None` where the text holds
/// neither. What is not written of an answer that was cut off is left out.
pub fn onward(answer: &str) -> Option<Onward> {
    const ANSWER: [&str; 3] = ["answer", "intermediate_answer", "response"];
    const FOLLOW_UPS: [&str; 4] = ["follow_ups", "follow_up_queries", "follow_up_questions", "questions"];
    let thought = without_thoughts(answer);
    let text = without_fences(&thought);
    let holds = |value: &Value| [&ANSWER[..], &FOLLOW_UPS].iter().any(|names| json::member(value, names).is_some());
    let found = json::find(&text, holds)?;
    let scored = |value: &Value| {
        let score = json::member(value, &["score", "promise", "relevance"]).and_then(json::number);
        score.map_or(UNSCORED, |score| (score as f32).clamp(0.0, 100.0))
    };
    let told = json::member(&found.value, &ANSWER).map(json::text).unwrap_or_default();
    let asked = json::member(&found.value, &FOLLOW_UPS).and_then(Value::as_array).into_iter().flatten();
    let questions = asked.filter_map(|one| {
        let question = match one {
            Value::String(question) => question.clone(),
            _ => json::member(one, &["question", "query", "text"]).map(json::text)?,
        };
        let question = one_line(&question).trim().to_owned();
        (!question.is_empty()).then(|| (question, scored(one)))
    });
    let answer = Some(told.trim().to_owned()).filter(|told| !told.is_empty());
    let mut read = Onward {
        questions: questions.collect(),
        answer: answer.map(|told| (told, scored(&found.value))),
        ended: !found.cut,
    };
    // The last is as far as it was written.
    if found.cut && read.questions.pop().is_none() {
        read.answer = None;
    }
    Some(read)
}

fn list(value: &Value) -> Option<&Vec<Value>> {
    let named = json::member(value, &["points", "key_points", "items", "answers"]).and_then(Value::as_array);
    named.or_else(|| value.as_array().filter(|list| list.iter().any(|one| json::member(one, &["score"]).is_some())))
}

/// `- text … (score: 80)`, `80: text`.
fn line_point(line: &str) -> Option<(String, f32)> {
    let line = line.trim().trim_start_matches(['-', '*', '•', ' ']);
    if let Some((head, tail)) = line.split_once([':', '|'])
        && let Some(score) = records::number(head).filter(|_| !tail.trim().is_empty())
    {
        return Some((field(tail), (score as f32).clamp(0.0, 100.0)));
    }
    let open = line.rfind(['(', '['])?;
    let score = line[open + 1..].to_lowercase().contains("score").then(|| records::number(&line[open + 1..]))??;
    Some((field(&line[..open]), (score as f32).clamp(0.0, 100.0)))
}

/// Reads a rating from 0 to 10: a number that stands as one, in JSON or in the last line that has one, or a word for it
/// ("high"). What is no rating (a number beyond the scale, that of a record cited) is none.
pub fn rating(answer: &str) -> Option<f32> {
    let thought = without_thoughts(answer);
    let text = without_fences(&thought);
    let told = json::find(&text, |value| json::member(value, &RATINGS).is_some());
    let number = match told.and_then(|found| json::member(&found.value, &RATINGS).cloned()) {
        Some(Value::String(told)) => rated(&told),
        Some(told) => json::number(&told),
        None => {
            let uncited = without_brackets(&text);
            rated(&uncited).or_else(|| uncited.lines().rev().find_map(rated_in_a_sentence))
        }
    };
    number.filter(|number| (0.0..=10.0).contains(number)).map(|number| number as f32)
}

/// The rating that a field holds: `8`, `Rating: 8/10`, `high`. A fraction is of ten, or it is a rating on another
/// scale.
fn rated(field: &str) -> Option<f64> {
    let of =
        field.split(['/', '⁄']).nth(1).map(|of| of.trim_start().chars().take_while(char::is_ascii_digit).collect());
    let of_ten = of.is_none_or(|of: String| of == "10");
    // "1e9" is one number, and not 1.
    let exponent = field
        .to_lowercase()
        .split(|c: char| !c.is_alphanumeric())
        .any(|word| word.split_once('e').is_some_and(|(a, b)| [a, b].iter().all(|part| part.parse::<u32>().is_ok())));
    records::number(field).filter(|_| of_ten && !exponent)
}

/// The number that is marked in a sentence, or its last one: "I would say 9.", "8 out of 10".
fn rated_in_a_sentence(line: &str) -> Option<f64> {
    let words: Vec<&str> = line.split([':', ' ', '*']).map(|word| word.trim_end_matches(['.', ',', ';'])).collect();
    let scale = |at: usize| words[at] == "10" && at.checked_sub(1).is_some_and(|before| words[before] == "of");
    (0..words.len()).rev().filter(|&at| !scale(at)).find_map(|at| rated(words[at]))
}

/// The text without what stands in square brackets: a citation says which records, and no rating. Brackets around all
/// of it stay.
fn without_brackets(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(open) = rest.find('[') {
        let Some(close) = rest[open..].find(']') else { break };
        let inner = &rest[open + 1..open + close];
        out.push_str(&rest[..open]);
        if inner.trim().parse::<f64>().is_ok() {
            out.push_str(inner);
        }
        rest = &rest[open + close + 1..];
    }
    out.push_str(rest);
    out
}

const RATINGS: [&str; 4] = ["rating", "score", "relevance", "rank"];

/// Reads a yes or a no.
pub fn yes(answer: &str) -> Option<bool> {
    let thought = without_thoughts(answer);
    let word: String = thought
        .trim_start_matches(|c: char| !c.is_alphanumeric())
        .chars()
        .take_while(|c| c.is_alphanumeric())
        .take(8)
        .flat_map(char::to_lowercase)
        .collect();
    if WORDS.yes.has(&word) { Some(true) } else { WORDS.no.has(&word).then_some(false) }
}

/// Reads a list: the strings of a JSON list, or one item a line or between commas, without bullets and numbers.
pub fn items(answer: &str) -> Vec<String> {
    let thought = without_thoughts(answer);
    let text = without_fences(&thought);
    let strings = |value: &Value| -> Option<Vec<String>> {
        let list = value.as_array().or_else(|| value.as_object()?.values().find_map(Value::as_array))?;
        let items: Vec<String> = list.iter().filter_map(Value::as_str).map(field).collect();
        (!items.is_empty()).then_some(items)
    };
    let found = json::find(&text, |value| strings(value).is_some());
    let items = found.and_then(|found| strings(&found.value)).unwrap_or_else(|| {
        let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
        match lines.as_slice() {
            [one] => one.split(',').map(field).collect(),
            many => many.iter().map(|line| field(unnumbered(line))).collect(),
        }
    });
    items.into_iter().filter(|item| !item.is_empty()).collect()
}

fn unnumbered(line: &str) -> &str {
    let line = line.trim().trim_start_matches(['-', '*', '•', ' ']);
    let rest = line.trim_start_matches(|c: char| c.is_ascii_digit());
    match rest.strip_prefix(['.', ')']) {
        Some(rest) if rest.len() < line.len() => rest.trim_start(),
        _ => line,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn points_in_many_shapes() {
        for answer in [
            r#"{"points": [{"description": "Pumps leak", "score": 80}]}"#,
            "```json\n{\"points\": [{\"description\": \"Pumps leak\", \"score\": \"80\"},]}\n```",
            r#"[{"point": "Pumps leak", "score": 80}]"#,
            "Points:\n- Pumps leak (score: 80)",
            "80: Pumps leak",
        ] {
            assert_eq!(points(answer).value, [("Pumps leak".to_owned(), 80.0)], "{answer}");
        }
        assert!(points(r#"{"points": []}"#).ended);
        let cut = points(r#"{"points": [{"description": "Pumps leak", "score": 80}, {"description": "Val"#);
        assert_eq!((cut.value.len(), cut.ended), (1, false));
    }

    #[test]
    fn answers_on_the_way_in_many_shapes() {
        for answer in [
            r#"{"answer": "Pumps leak", "score": 80, "follow_ups": [{"question": "Who built\nthem?", "score": 60}]}"#,
            "```json\n{\"intermediate_answer\": \"Pumps leak\", \"score\": \"80\", \"follow_up_queries\": [{\"query\": \"Who built them?\", \"score\": 60},]}\n```",
        ] {
            let told = onward(answer).expect("it is read");
            assert_eq!(told.answer, Some(("Pumps leak".to_owned(), 80.0)), "{answer}");
            assert_eq!(told.questions, [("Who built them?".to_owned(), 60.0)], "{answer}");
            assert!(told.ended);
        }
        let plain = onward(r#"{"answer": "", "score": 0, "follow_ups": ["Why?", ""]}"#).expect("it is read");
        assert_eq!((plain.answer, plain.questions), (None, vec![("Why?".to_owned(), UNSCORED)]));
        let cut = onward(r#"{"answer": "Pumps leak", "score": 80, "follow_ups": [{"question": "Who bu"#);
        let cut = cut.expect("it is read");
        assert_eq!((cut.answer.is_some(), cut.questions.len(), cut.ended), (true, 0, false));
        assert_eq!(onward("Pumps leak."), None);
    }

    #[test]
    fn ratings() {
        for (answer, wanted) in [
            ("7", 7.0),
            ("{\"rating\": 4}", 4.0),
            ("Rating: 8/10", 8.0),
            ("<think>maybe 3</think>\n**6**", 6.0),
            ("It helps a good deal with what is asked here, so I would say 9.", 9.0),
            ("[7]", 7.0),
            ("8 out of 10", 8.0),
            ("I would give it 8 of 10.", 8.0),
            ("very high", 9.0),
            ("{\"score\": \"6/10\"}", 6.0),
            ("It names the valve [Data: Sources (1418)], so 4.", 4.0),
            ("0", 0.0),
        ] {
            assert_eq!(rating(answer), Some(wanted), "{answer}");
        }
        for none in [
            "It does not help.",
            "It says who closed the valve [Data: Sources (1418)]",
            "1e9",
            "{\"rating\": 1e9}",
            "-5",
            "{\"rating\": -5}",
            "99",
            "80/100",
        ] {
            assert_eq!(rating(none), None, "{none}");
        }
    }

    #[test]
    fn yes_and_no() {
        assert_eq!(
            (yes("Y"), yes("**Yes**, some"), yes("\"no\""), yes("perhaps")),
            (Some(true), Some(true), Some(false), None)
        );
    }

    #[test]
    fn lists() {
        for answer in [
            "[\"person\", \"ship\"]",
            "person, ship",
            "1. person\n2. ship",
            "- person\n- ship",
            "{\"types\": [\"person\", \"ship\"]}",
        ] {
            assert_eq!(items(answer), ["person", "ship"], "{answer}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_read_without_harm(text in "(\\PC|\"score\"|: |\\{|\\}|\\[|[0-9]|\n){0,60}") {
            points(&text);
            onward(&text);
            rating(&text);
            yes(&text);
            items(&text);
        }
    }
}
