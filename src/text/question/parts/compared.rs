//! Two that are compared: "What is the difference between a tide gate and a weir?" asks about each by itself, too.

use unicode_segmentation::UnicodeSegmentation;

use super::ended;
use super::matter::are_several;
use super::turns::for_one;
use crate::model::Span;
use crate::text::dates::calendar::calendar_dates;
use crate::text::dates::{is_month, year_of};
use crate::text::language::in_any;
use crate::text::numbers::years::is_year;
use crate::text::question::lists::WORDS;
use crate::text::question::{Reading, is_content};
use crate::text::titles::versions;
use crate::text::words::fold::lower_in_place;
use crate::text::words::inflection::of_third_person;
use crate::text::words::terms::is_digits;
use crate::text::words::wordlist::is_article;

/// Behind the name of whoever has something.
const POSSESSIVE: [&str; 2] = ["'s", "’s"];
/// Words between two times that are compared: "and", "with that of".
const JOINING: usize = 3;

/// What is asked of each of several by itself: "How did Ada Voss and Tom Reed each come to Orsk?" asks twice. `None`
/// where no word says that it is asked of each.
pub(super) fn severally(question: &str) -> Option<Vec<String>> {
    let names = Reading::of(question).names;
    let (first, rest) = names.split_first()?;
    let start = question.find(first.as_str())?;
    let mut end = start + first.len();
    let mut asked = vec![first];
    for name in rest {
        let behind = question.get(end..)?;
        let Some(at) = behind.find(name.as_str()) else { break };
        if !WORDS.enumerating.has(behind[..at].trim()) {
            break;
        }
        (end, asked) = (end + at + name.len(), [asked, vec![name]].concat());
    }
    let (front, behind) = (question[..start].trim_end(), question[end..].trim_start());
    let of_each = |word: &str| WORDS.severally.has(&word.to_lowercase());
    let (before, marked) = match front.rsplit_once(' ').filter(|(_, word)| of_each(word)) {
        Some((before, _)) => (before, true),
        None => (front, false),
    };
    let next = behind.split(' ').next().filter(|word| of_each(word));
    let (before, auxiliary) = before.rsplit_once(' ').unwrap_or(("", before));
    // "Which letters name both?" asks for what names the two.
    let of_them = WORDS.auxiliaries.has(&auxiliary.to_lowercase()) && (marked || next.is_some());
    if asked.len() < 2 || !of_them {
        return None;
    }
    let auxiliary = for_one(auxiliary);
    let rest = behind[next.map_or(0, str::len)..].trim_start();
    Some(asked.iter().map(|name| ended(format!("{before} {auxiliary} {name} {rest}").trim_start())).collect())
}

/// What is asked of each of two that are compared, by itself, and whether it is what they say: what one has and the
/// other has not is seldom said of both in one place.
pub(super) fn compared(question: &str) -> Option<([String; 2], bool)> {
    const WORDS_OF_ONE: usize = 6;
    let lower = lower_in_place(question);
    // Two versions of one thing are held against each other, and say nothing by themselves.
    let compares = question.unicode_words().any(|word| WORDS.comparing.has(&word.to_lowercase()));
    if !compares || versions::named(question).len() > 1 {
        return None;
    }
    if let Some(sides) = times(question, &lower) {
        return Some((sides, false));
    }
    if let Some(sides) = done_by_one(question, &lower) {
        return Some((sides, true));
    }
    let reading = Reading::of(question);
    let end = question.trim_end_matches(['?', '.', ' ']).len();
    let tail_at = |from: usize| {
        // Of "Compare ...?" nothing is left.
        let rest = lower.get(from..end).unwrap_or_default();
        let cue = |cue: &&str| rest.find(&format!(" {cue}")).map(|at| (from + at, cue.len() + 1));
        WORDS.respecting.iter().filter_map(|respect| cue(&respect)).min()
    };
    // Two names with nothing but "and" or the like between them.
    let joined = reading.names.windows(2).find_map(|pair| {
        let [one, other] = pair else { return None };
        let behind = question.find(one.as_str())? + one.len();
        let at = behind + question[behind..].find(other.as_str())?;
        let telling = |word: &&str| !is_article(word) && !POSSESSIVE.contains(word);
        let between: Vec<&str> = lower[behind..at].split_whitespace().filter(telling).collect();
        WORDS
            .between
            .iter()
            .any(|joint| between == [joint.trim()])
            .then(|| (one.clone(), other.clone(), at + other.len()))
    });
    let (one, other, behind) = match (joined, reading.names.as_slice()) {
        (Some(joined), _) => joined,
        (None, []) => {
            // Between "difference between" or "compare" and what respect they are compared in.
            let from = WORDS.comparing_ahead.iter().filter_map(|cue| lower.find(cue).map(|at| at + cue.len())).min()?;
            let until = tail_at(from).map_or(end, |(at, _)| at);
            let both = question.get(from..until)?;
            let (at, joint) = WORDS
                .between
                .iter()
                .filter_map(|joint| lower_in_place(both).find(&format!(" {joint}")).map(|at| (at, joint.len() + 1)))
                .min()?;
            let (one, other) = (both[..at].trim(), both[at + joint..].trim());
            (format!("{one}{}", shared_noun(one, other)), other.to_owned(), until)
        }
        (None, _) => return None,
    };
    let is_one = |side: &String| (1..=WORDS_OF_ONE).contains(&side.unicode_words().count());
    if !is_one(&one) || !is_one(&other) {
        return None;
    }
    // "Compare what Ada Voss and Tom Reed say about the gate."
    let verb = question[behind..].unicode_word_indices().next().map(|(at, word)| (at, word, word.to_lowercase()));
    let said = verb.as_ref().filter(|(.., lower)| WORDS.saying.has(lower));
    // "Compare what they said": what each said.
    let told = verb.as_ref().filter(|(.., lower)| in_any(|pack| &pack.reporting, lower) || WORDS.reported.has(lower));
    // "Ada Voss's and Tom Reed's view of the gate": what each said about it.
    let viewed =
        POSSESSIVE.iter().find_map(|ending| question.get(behind..end)?.strip_prefix(ending)).and_then(|held| {
            let (view, matter) = held.trim_start().split_once(' ')?;
            let (_, matter) = matter.split_once(' ')?;
            let last = matter.rsplit_once(' ').filter(|(_, last)| WORDS.comparing.has(&last.to_lowercase()));
            WORDS.sayings.has(&view.to_lowercase()).then_some(last.map_or(matter, |(matter, _)| matter))
        });
    if let Some(matter) = viewed {
        return Some(([one, other].map(|side| ended(&format!("What did {side} say about {matter}"))), true));
    }
    let respect = tail_at(behind).map(|(at, cue)| question[at + cue..end].trim()).unwrap_or_default();
    let ask = |side: &str| match (said, respect) {
        _ if told.is_some() && said.is_none() => {
            let from = told.map_or(0, |(at, word, _)| behind + at + word.len());
            ended(&format!("What did {side} say {}", question[from..end].trim_start()))
        }
        (Some((at, ..)), _) => ended(&format!("What does {side} {}", &question[behind + at..end])),
        (None, "") if reading.names.is_empty() => ended(&format!("What {} {side}", being(side))),
        (None, "") => ended(&format!("What is said of {side}")),
        (None, respect) => ended(&format!("What is said of {side} and {respect}")),
    };
    Some(([ask(&one), ask(&other)], said.or(told).is_some()))
}

/// "Compare what the mills lose and gain in the sale": what they lose, and what they gain.
fn done_by_one(question: &str, lower: &str) -> Option<[String; 2]> {
    let from = WORDS.comparing_ahead.iter().filter_map(|cue| lower.find(cue).map(|at| at + cue.len())).min()?;
    let both = question.get(from..)?.trim_end_matches(['?', '.', ' ']);
    let (asking, both) = both.split_once(' ')?;
    let joined = |and: &str| both.split_once(&format!(" {and} "));
    let (one, other) = WORDS.joining_parts.iter().find_map(joined)?;
    let (subject, first) = one.rsplit_once(' ')?;
    let second = other.split(' ').next()?;
    let rest = &other[second.len()..];
    let verb = |word: &str| word.starts_with(char::is_lowercase) && is_content(word);
    if !WORDS.asking.has(&asking.to_lowercase()) || !verb(first) || !verb(second) {
        return None;
    }
    // Of one it is told with an ending that the question has not: "what the mill loses".
    let (auxiliary, [first, second]) = match (of_third_person(first), of_third_person(second)) {
        (Some(first), Some(second)) => ("does", [first, second]),
        _ => ("do", [first, second]),
    };
    Some([first, second].map(|verb| ended(&format!("{asking} {auxiliary} {subject} {verb}{rest}"))))
}

/// "is" or "are", as it stands in front of one or of several.
fn being(side: &str) -> &'static str {
    if are_several(side) { "are" } else { "is" }
}

/// True for what tells one of a kind from another: a number, also a Roman one, or a letter.
fn is_mark(word: &str) -> bool {
    const LETTERS: usize = 3;
    let is_letters = || (1..=LETTERS).contains(&word.len()) && word.chars().all(|c| c.is_ascii_uppercase());
    is_digits(word) || is_letters()
}

/// What is asked of each of two times in which one matter is compared: "Compare the dues of May 2019 and June 2020". A
/// month alone is of the year behind the other.
fn times(question: &str, lower: &str) -> Option<[String; 2]> {
    let from = WORDS.comparing_ahead.iter().filter_map(|cue| lower.find(cue).map(|at| at + cue.len())).min()?;
    let mut told: Vec<(Span, String)> = Vec::new();
    for date in calendar_dates(question) {
        told.push((date.span, date.span.slice(question)?.to_owned()));
    }
    let words: Vec<(usize, &str)> = question.unicode_word_indices().collect();
    let dated = |at: usize| told.iter().any(|(span, _)| (span.start..span.end).contains(&at));
    let years = words.iter().filter(|(at, word)| year_of(word).is_some() && !dated(*at));
    let years: Vec<(Span, String)> =
        years.map(|&(at, word)| (Span::new(at, at + word.len()), word.to_owned())).collect();
    let month = words.iter().find(|(at, word)| is_month(word) && word.starts_with(char::is_uppercase) && !dated(*at));
    match (told.len(), years.len(), month) {
        (0, 2, _) => told = years,
        (1, 0, Some(&(at, word))) => {
            let year = told[0].1.unicode_words().find(|word| is_year(word))?;
            told.insert(0, (Span::new(at, at + word.len()), format!("{word} {year}")));
        }
        _ => {}
    }
    let [(one, first), (other, second)] = told.as_slice() else { return None };
    let matter = question.get(from..one.start)?.trim();
    let joint = question.get(one.end..other.start)?.trim();
    let rest = question.get(other.end..)?.trim_end_matches(['?', '.', ' ']);
    let joined = joint.is_empty() || joint == "/" || joint.unicode_words().count() <= JOINING;
    let ask = |time: &str| ended(&format!("What is said of {matter} {time}{rest}"));
    (joined && !matter.is_empty()).then(|| [ask(first), ask(second)])
}

/// The noun behind the second of two of a kind, which is meant behind the first as well, with a space before it:
/// "procedural and descriptive markup", "class 1 and class 2 locks"; nothing where the first is a noun itself.
fn shared_noun(one: &str, other: &str) -> String {
    // Both begin alike and are told apart by a mark.
    if let (Some((kind, mark)), Some((first, rest))) = (one.rsplit_once(' '), other.split_once(' '))
        && kind.eq_ignore_ascii_case(first)
        && is_mark(mark)
        && let Some((other_mark, noun)) = rest.split_once(' ')
        && is_mark(other_mark)
    {
        return format!(" {noun}");
    }
    let is_of_a_kind = |word: &str| WORDS.of_a_kind.iter().any(|ending| word.ends_with(ending));
    let mut first = one.unicode_words().map(str::to_lowercase);
    let (first, more) = (first.next(), first.next());
    match (first.filter(|word| more.is_none() && is_of_a_kind(word)), other.rsplit_once(' ')) {
        (Some(_), Some((kind, noun))) if is_of_a_kind(&kind.to_lowercase()) => format!(" {noun}"),
        _ => String::new(),
    }
}
