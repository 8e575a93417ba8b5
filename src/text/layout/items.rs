//! Lines that are items by what stands beside them: by itself the mark of one may be a word, an initial or a day.

use crate::text::cutting::lines::{self, Line};
use crate::text::cutting::punctuation::ends_sentence;
use crate::text::dates::day_in_front;
use crate::text::words::terms::is_digits;
use crate::text::words::wordlist::{is_function_word, is_title_of_person};

/// Lines, one below the other, that begin with a day: so many are a course of events.
const COURSE: usize = 3;
/// Words behind the day of such a line, at least.
const FEWEST_TOLD: usize = 2;
/// Words behind a letter or a code, at least: a list of names has short lines.
const FEWEST_WORDS: usize = 5;
/// Lines, one below the other, that each begin with somebody's name and say who that is.
const PEOPLE: usize = 3;
/// Bytes of such a line at most, and words of the name.
const LONGEST_PERSON: usize = 110;
const NAME: std::ops::RangeInclusive<usize> = 2..=5;
/// Letters of a code in front of its number.
const CODE: std::ops::RangeInclusive<usize> = 1..=3;

/// Where such lines begin, each sort in order.
pub(super) struct MarkedLines {
    lettered: Vec<usize>,
    rounded: Vec<usize>,
    course: Vec<usize>,
    coded: Vec<usize>,
    people: Vec<usize>,
}

impl MarkedLines {
    pub fn of(text: &str) -> Self {
        Self {
            lettered: lettered(text),
            rounded: rounded(text),
            course: course(text),
            coded: coded(text),
            people: people(text),
        }
    }

    /// How many bytes the mark of the line has that begins there; a day, a code and a name are no mark and stay.
    pub fn mark(&self, start: usize) -> Option<usize> {
        let sorts = [(&self.lettered, 2), (&self.rounded, 1), (&self.course, 0), (&self.coded, 0), (&self.people, 0)];
        sorts.into_iter().find_map(|(starts, mark)| starts.binary_search(&start).ok().map(|_| mark))
    }
}

/// Where the lines begin that are set in and marked "o": in several languages one alone may be a word.
fn rounded(text: &str) -> Vec<usize> {
    let set_in = |line: &Line| text[..line.span.start].ends_with([' ', '\t']);
    let marked = |line: &Line| line.content(text).strip_prefix("o ").is_some_and(|rest| !rest.trim().is_empty());
    let starts: Vec<usize> =
        lines::lines(text).filter(|line| set_in(line) && marked(line)).map(|line| line.span.start).collect();
    if starts.len() > 1 { starts } else { Vec::new() }
}

/// Where the lines of a course of events begin, which stand close below one another and each tell a day first: what one
/// tells does not go on in the next.
fn course(text: &str) -> Vec<usize> {
    let dated = |line: &Line| {
        let content = line.content(text);
        day_in_front(content).is_some_and(|day| content[day..].split_whitespace().nth(FEWEST_TOLD - 1).is_some())
    };
    let all: Vec<Line> = lines::lines(text).collect();
    let runs = all.chunk_by(|one, next| dated(one) == dated(next));
    let courses = runs.filter(|run| run.len() >= COURSE && run.first().is_some_and(dated));
    courses.flatten().map(|line| line.span.start).collect()
}

/// Where the lines of a list of people begin: each has a name and, behind a bracket or a comma, who that is.
fn people(text: &str) -> Vec<usize> {
    let all: Vec<Line> = lines::lines(text).collect();
    let runs = all.chunk_by(|one, next| is_person(one.content(text)) == is_person(next.content(text)));
    let lists = runs.filter(|run| run.len() >= PEOPLE && run.first().is_some_and(|line| is_person(line.content(text))));
    lists.flatten().map(|line| line.span.start).collect()
}

/// True for a line that begins with somebody's name, set off from who that is, and is no sentence.
fn is_person(line: &str) -> bool {
    let Some(end) = line.find([',', '(']).filter(|_| line.len() <= LONGEST_PERSON) else { return false };
    let (name, behind) = line.split_at(end);
    let is_part = |word: &str| {
        word.starts_with(char::is_uppercase)
            && word.chars().all(|c| c.is_alphabetic() || matches!(c, '.' | '-' | '\'' | '’'))
    };
    let words: Vec<&str> = name.split_whitespace().collect();
    let small = |word: &&&str| {
        let word = word.trim_end_matches('.').to_lowercase();
        is_function_word(&word) && !is_title_of_person(&word)
    };
    NAME.contains(&words.len())
        && words.iter().all(|word| is_part(word))
        && words.iter().find(small).is_none()
        && behind.contains(char::is_alphabetic)
        && !ends_sentence(line)
        && !line.ends_with([',', ':', ';'])
}

/// Where the lines begin that are called "R1", "R2", "R3" one below the other: what one says does not go on in the
/// next.
fn coded(text: &str) -> Vec<usize> {
    let code = |line: &Line| {
        let (mark, rest) = line.content(text).split_once(' ')?;
        let mark = mark.trim_end_matches(['.', ':', ')']);
        let number = mark.trim_start_matches(|c: char| c.is_ascii_uppercase());
        let letters = mark.len() - number.len();
        let called = CODE.contains(&letters) && is_digits(number);
        let says = rest.split_whitespace().nth(FEWEST_WORDS - 1).is_some();
        Some((mark[..letters].to_owned(), number.parse::<u16>().ok().filter(|_| called && says)?))
    };
    let all: Vec<(usize, Option<(String, u16)>)> =
        lines::lines(text).map(|line| (line.span.start, code(&line))).collect();
    let follows = |a: &Option<(String, u16)>, b: &Option<(String, u16)>| match (a, b) {
        (Some(a), Some(b)) => a.0 == b.0 && a.1.checked_add(1) == Some(b.1),
        _ => false,
    };
    let runs = all.chunk_by(|one, next| follows(&one.1, &next.1)).filter(|run| run.len() > 1);
    runs.flatten().map(|(start, _)| *start).collect()
}

/// Where the lines begin that are marked "A.", "B.", "C.": one alone may be somebody's initial, one beside the next or
/// the last letter is a list's mark. A list of names has short lines.
fn lettered(text: &str) -> Vec<usize> {
    let marked: Vec<(usize, u8)> = lines::lines(text)
        .filter_map(|line| {
            let content = line.content(text);
            let letter = *content.as_bytes().first().filter(|letter| letter.is_ascii_uppercase())?;
            let rest = content.get(1..)?.strip_prefix(". ")?;
            (rest.split_whitespace().nth(FEWEST_WORDS).is_some()).then_some((line.span.start, letter))
        })
        .collect();
    let follows = |a: usize, b: usize| marked.get(a).zip(marked.get(b)).is_some_and(|(a, b)| a.1 + 1 == b.1);
    let listed = |at: &usize| follows(*at, at + 1) || at.checked_sub(1).is_some_and(|before| follows(before, *at));
    (0..marked.len()).filter(listed).map(|at| marked[at].0).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_of_a_list_of_people_is_an_item() {
        let text = "PRESENT\n  Tom Reed (TR), keeper, secretary\n  Dr Ada Voss (AV), GP, Orsk\n  Ilse Brandt, finance\n\n\
                    The gate held.\n";
        let found: Vec<&str> = people(text).into_iter().map(|at| &text[at..at + 6]).collect();
        assert_eq!(found, ["Tom Re", "Dr Ada", "Ilse B"]);
        let wrapped = "The keepers, Tom Reed (TR) and\nIlse Brandt, finance, were heard with\nKai Sund, who came late, and\nwith others.\n";
        assert!(people(wrapped).is_empty());
    }

    #[test]
    fn codes_that_count_on_mark_the_lines_of_a_list() {
        let text = "4. Advice\nR1 The clerk is to count the lamps at dusk.\nR2 The keeper is to sign for each of them.\n\
                    R7 was lost in the flood of that year.\n";
        let found: Vec<&str> = coded(text).into_iter().map(|at| &text[at..at + 2]).collect();
        assert_eq!(found, ["R1", "R2"]);
        assert!(coded("M1 was shut all night long.\nThe M2 was not.\nAB1 Orsk\nAB2 Tarn\n").is_empty());
    }
}
