//! Who somebody is, as a sentence says it: an office, a trade or a kinship beside a name ("Ada Voss, harbour master of
//! Orsk", "the clerk, Tom Arden", "Ada Voss (Chair)", "she was the auditor"), or what a thing is said to be.

mod beside;

use std::cell::LazyCell;

use crate::model::Span;
use crate::text::language::word_lists;
use crate::text::names;
use crate::text::speakers::roles::is_office as is_speakers_office;
use crate::text::words::lexicon::{Flags, flags};
use crate::text::words::terms::{fold, folded, words};
use crate::text::words::tokens::{self, Token};
use crate::text::words::wordlist::{is_article, is_title_of_person};
use beside::beside;

word_lists! {
    static WORDS = "office.toml": joining,
        offices, kin, ranking, of_a_thing, of_another, articles, indefinite, praise, leads, serves, verbs, small, owners, be, pronouns, speakers, have,
        been, own_be, ties, binding
}

/// Words between a name and its office: "who was then the clerk".
const REACH: usize = 6;
/// Words between a name and what the sentence goes on to say of him: "rose and said that she was the auditor".
const FURTHER: usize = 8;
/// Confidence of an office beside the name.
pub const BESIDE: f32 = 1.0;
/// Confidence of one behind a form of *be*.
const IS: f32 = 0.95;
/// Confidence of one in front of the name, as a title.
pub const ENTITLED: f32 = 0.9;

/// Whom or what a question asks for: somebody or something by name, or whoever holds an office.
#[derive(Clone, Debug, PartialEq)]
pub enum Sought {
    Name(String),
    /// Words of the office, folded: `internal`, `auditor`.
    Office(Vec<String>),
}

/// Tokens of a sentence; of a longer one than anybody says, the beginning.
fn tokens(text: &str) -> Vec<Token<'_>> {
    const LONGEST: usize = 120;
    tokens::tokens(text).take(LONGEST).collect()
}

/// True for a word that names an office, a trade or a kinship.
pub fn is_office(folded: &str) -> bool {
    WORDS.offices.has(folded) || WORDS.kin.has(folded) || is_speakers_office(folded) || names::is_office(folded)
}

/// True where a sentence, or an address, ends in front of a word.
fn parts(gap: &str) -> bool {
    gap.contains(['.', '!', '?', ';', '\n']) && !gap.starts_with(". ") || gap.contains(". ") && gap.len() > 2
}

impl Sought {
    /// Returns the part of a sentence that says who it is, with how plainly from 0 to 1; `speaker` is the name of
    /// whoever says it, where one is known. Where `around`, what stands beside the sentence, has the whole name, the
    /// first one will do.
    pub fn told(&self, text: &str, speaker: Option<&str>, around: &str) -> Option<(Span, f32)> {
        let tokens = tokens(text);
        match self {
            Sought::Name(name) => {
                let last = words(name).last().map(|word| fold(word.text))?;
                let own = speaker.is_some_and(|speaker| words(speaker).any(|word| fold(word.text) == last));
                let of_oneself = own.then(|| oneself(&tokens)).flatten();
                let asked = folded(name);
                let called =
                    |at: &usize| tokens[*at].capital && tokens[*at].folded == last && is_called(&tokens, *at, &asked);
                let first = asked.first().filter(|first| asked.len() > 1 && !is_title_of_person(first));
                // Only where a first name stands alone: the text may be long, and is asked of many names.
                let meant_by_first = LazyCell::new(|| is_meant_by_first(around, text, &asked));
                let by_first = |at: &usize| {
                    let goes_on = tokens.get(at + 1).is_some_and(|next| next.capital && next.gap == " ");
                    let joined = tokens[*at].gap == " " && *at > 0 && tokens[*at - 1].capital;
                    let alone = !joined && !goes_on;
                    let is_first = first.is_some_and(|first| tokens[*at].folded == **first);
                    tokens[*at].capital && alone && is_first && *meant_by_first
                };
                let places = (0..tokens.len()).filter(|at| called(at) || by_first(at));
                let told = places.filter_map(|at| beside(&tokens, at, text));
                told.chain(of_oneself).max_by(|a, b| a.1.total_cmp(&b.1))
            }
            Sought::Office(office) => holder(&tokens, office),
        }
    }
}

/// True where a first name alone means somebody, whose name is given folded: the whole name stands around the sentence,
/// and nobody else of that first name does.
fn is_meant_by_first(around: &str, text: &str, name: &[String]) -> bool {
    let another = [around, text].iter().any(|text| {
        words(text).zip(words(text).skip(1)).any(|(first, next)| {
            let joined = text.get(first.span.end..next.span.start) == Some(" ");
            joined
                && first.is_capital()
                && next.is_capital()
                && Some(&fold(first.text)) == name.first()
                && !name.contains(&fold(next.text))
        })
    });
    !another && (has_name(around, name) || has_name(text, name))
}

/// True when a text has a whole name, given folded.
fn has_name(text: &str, name: &[String]) -> bool {
    let all = folded(text);
    (0..(all.len() + 1).saturating_sub(name.len())).any(|at| all[at..at + name.len()] == *name)
}

/// The first word of the name that ends at a place: titles and first names in front of it belong to it.
fn begins(tokens: &[Token<'_>], at: usize) -> usize {
    let last = surname(tokens, at);
    let mut first = last;
    while first > 0 && tokens[first - 1].capital && last - first < 3 {
        first = match tokens[first].gap {
            " " | ". " => surname(tokens, first - 1),
            _ => break,
        };
    }
    first
}

/// The first word of what hyphens join up to a place: *Voss*, of *Voss-Lind*.
fn surname(tokens: &[Token<'_>], at: usize) -> usize {
    let joined = |at: &usize| tokens[*at].gap == "-" && tokens[*at - 1].capital;
    at - (1..=at).rev().take_while(joined).count()
}

/// False for somebody else of that surname: another first name, another initial.
fn is_called(tokens: &[Token<'_>], at: usize, asked: &[String]) -> bool {
    let last = surname(tokens, at);
    if asked.len() < 2 {
        return true;
    }
    if begins(tokens, at) == last {
        // "VOSS, Ada Jane" of a register.
        let given = tokens.get(at + 1).filter(|next| next.capital && next.gap == ", ");
        return given.is_none_or(|given| !flags(&given.folded).has(Flags::FIRST_NAME) || asked.contains(&given.folded));
    }
    let word = &tokens[last - 1].folded;
    let initial = word.chars().count() == 1 && asked[0].starts_with(word.as_str());
    initial || asked.contains(word) || is_title_of_person(word) || is_office(word)
}

/// "I have been the reservoir engineer of the board": what speakers say they are.
fn oneself(tokens: &[Token<'_>]) -> Option<(Span, f32)> {
    let at = (0..tokens.len()).find(|&at| {
        let next = |by: usize| tokens.get(at + by).map_or("", |token| token.folded.as_str());
        let perfect = WORDS.have.has(next(1)) && WORDS.been.has(next(2));
        let (be, behind) = if perfect { (true, 3) } else { (WORDS.own_be.has(next(1)), 2) };
        WORDS.speakers.has(&tokens[at].folded)
            && be
            && is_article(next(behind))
            && (behind + 1..behind + REACH).any(|by| is_office(next(by)))
    })?;
    let held = (at..tokens.len()).find(|&at| is_office(&tokens[at].folded))?;
    Some((Span::new(tokens[at].span.start, end_of_office(tokens, held)), IS))
}

/// Where what somebody holds ends: "… of the Water Board".
fn end_of_office(tokens: &[Token<'_>], held: usize) -> usize {
    let mut end = held;
    let goes_on = |token: &Token<'_>| token.gap == " " && (token.capital || WORDS.ties.has(&token.folded));
    while tokens.get(end + 1).is_some_and(goes_on) {
        end += 1;
    }
    while end > held && is_small(&tokens[end].folded) {
        end -= 1;
    }
    tokens[end].span.end
}

/// Whoever holds an office, beside it.
fn holder(tokens: &[Token<'_>], office: &[String]) -> Option<(Span, f32)> {
    let wide = office.len();
    let fits = |at: &usize| (0..wide).all(|by| tokens[at + by].folded == office[by]);
    let places = (0..(tokens.len() + 1).saturating_sub(wide)).filter(fits);
    let named = |at: usize| -> Option<usize> {
        // The last word of the name that begins at a place.
        let token = tokens.get(at).filter(|token| token.capital)?;
        let next = tokens.get(at + 1).filter(|next| next.capital && matches!(next.gap, " " | ". "));
        let third = tokens.get(at + 2).filter(|next| next.capital && matches!(next.gap, " " | ". "));
        match (next, third) {
            (Some(_), Some(_)) => Some(at + 2),
            (Some(_), None) => Some(at + 1),
            (None, _) => is_title_of_person(&token.folded).then_some(at),
        }
    };
    let told = places.filter_map(|at| {
        let last = at + wide - 1;
        // "the auditor, Ada Voss", "auditor: Ada Voss", "Mayor Voss", "keeper of the dam, Ada Voss".
        let mut behind = last + 1;
        let of = tokens.get(behind).is_some_and(|token| token.gap == " " && is_small(&token.folded));
        while of && tokens.get(behind).is_some_and(|token| token.gap == " ") && behind - last <= REACH {
            behind += 1;
        }
        let joined = tokens
            .get(behind)
            .is_some_and(|token| matches!(token.gap, ", " | ": " | " (") || token.gap.starts_with(':'));
        if joined && let Some(end) = named(behind) {
            return Some((Span::new(tokens[at].span.start, tokens[end].span.end), BESIDE));
        }
        let entitles =
            tokens[at].capital && tokens.get(last + 1).is_some_and(|token| token.capital && token.gap == " ");
        if entitles {
            let end = named(last + 1).unwrap_or(last + 1);
            return Some((Span::new(tokens[at].span.start, tokens[end].span.end), ENTITLED));
        }
        // "Ada Voss, the auditor", "Ada Voss rose and said that she was the auditor", "Ada Voss (Chair)".
        let name = (at.saturating_sub(FURTHER + 2)..at).rev().find_map(|place| {
            let first = begins(tokens, place);
            (first < place && tokens[place].capital && tokens[first].capital && !is_small(&tokens[first].folded))
                .then_some((first, place))
        });
        let (first, place) = name?;
        let between = &tokens[place + 1..=at];
        let bound = between.iter().any(|token| WORDS.binding.has(&token.folded))
            || tokens[place + 1].gap.starts_with(',')
            || tokens[place + 1].gap.trim_start().starts_with('(');
        let one_clause = !between.iter().any(|token| parts(token.gap));
        let another = between.iter().skip(1).any(|token| token.capital && token.gap.starts_with(','));
        (bound && one_clause && !another)
            .then(|| (Span::new(tokens[first].span.start, closed(tokens, end_of_office(tokens, last))), BESIDE))
    });
    told.max_by(|a, b| a.1.total_cmp(&b.1))
}

/// The same place with the bracket that closes there.
fn closed(tokens: &[Token<'_>], end: usize) -> usize {
    let closes = tokens.iter().find(|token| token.span.start > end).is_some_and(|token| token.gap.starts_with(')'));
    end + usize::from(closes)
}

/// True for the office of somebody who does something: "the keeper said".
fn is_verb_behind(tokens: &[Token<'_>], held: usize) -> bool {
    tokens.get(held + 1).is_some_and(|token| token.gap == " " && WORDS.verbs.has(token.folded.as_str()))
}

/// True for an office in a list of people: "…, clerk, Tom Arden, …" may be of whoever stands in front.
fn is_list(tokens: &[Token<'_>], held: usize) -> bool {
    let mut from = held;
    while from > 0 && tokens[from].gap == " " {
        from -= 1;
    }
    tokens[from].gap.starts_with(',') && from > 0 && tokens[from - 1].capital
}

fn is_small(folded: &str) -> bool {
    WORDS.small.has(folded)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told<'t>(sought: &Sought, text: &'t str) -> Option<&'t str> {
        sought.told(text, None, "").filter(|(_, worth)| *worth >= ENTITLED).and_then(|(span, _)| span.slice(text))
    }

    #[test]
    fn what_stands_beside_a_name_says_who_it_is() {
        let voss = Sought::Name("Ada Voss".to_owned());
        for (text, says) in [
            ("Ada Voss, harbour master of Orsk, said: \"We sail.", "Ada Voss, harbour master of Orsk"),
            ("Present: Tom Arden (Chair), Ada Voss (Clerk), Jan Orr.", "Ada Voss (Clerk)"),
            (
                "Present: Tom Arden (Chair), Ada Voss (Non-Executive Director), Jan Orr (Clerk)",
                "Ada Voss (Non-Executive Director)",
            ),
            ("Ada Voss, 57, keeper of the dam since 1989, is missing.", "Ada Voss, 57, keeper of the dam since 1989"),
            (
                "Tom Arden, drilling engineer, to Ada Voss, only daughter of Captain Voss.",
                "Ada Voss, only daughter of Captain Voss",
            ),
            (
                "Miss Ada Voss rose and said that she was the internal auditor of the Board, and sat down.",
                "Miss Ada Voss rose and said that she was the internal auditor of the Board",
            ),
            ("214  Finance Director: Ada Voss", "Finance Director: Ada Voss"),
            ("I met Ada Voss, banker, author, and master, a friend.", "Ada Voss, banker, author, and master"),
            ("Present: Ada Voss, clerk, Tom Arden, auditor, master.", "Ada Voss, clerk"),
            ("Its managing director, Ada Voss, came.", "Its managing director, Ada Voss"),
            ("Ada Voss is the mayor.", "Ada Voss is the mayor."),
            ("Signed for the Board: Ada Voss, managing director", "Ada Voss, managing director"),
            ("Present: Ada Voss (AV), harbour nurse; Tom Arden (TA)", "Ada Voss (AV), harbour nurse"),
            ("There were Mrs A. Voss (Clerk and s.12 Officer); Jan Orr.", "Mrs A. Voss (Clerk and s.12 Officer)"),
        ] {
            assert_eq!(told(&voss, text), Some(says), "{text}");
        }
        let joined = Sought::Name("Ada Voss-Lind".to_owned());
        let text = "Board: Tom Voss-Lind (clerk), Ada Voss-Lind (harbour master).";
        assert_eq!(told(&joined, text), Some("Ada Voss-Lind (harbour master)"));
        assert_eq!(
            told(&joined, "I. Voss-Lind, clerk, left; Mr A. Voss-Lind, master."),
            Some("Mr A. Voss-Lind, master")
        );
        for text in [
            "Check the lamps (owner: Ada Voss), open.",
            "key: LAMP-4; status: open; reporter: Ada Voss; created: 2031-05-04",
            "I am a ceramic engineer, Ms Voss.",
            "Ada Voss was late for tea.",
            "Ada Voss, who was late, sat down.",
            "Tom Arden, clerk, wrote to Ada Voss.",
            "Ada Voss, the clerk said, was late.",
        ] {
            assert_eq!(told(&voss, text), None, "{text}");
        }
    }

    #[test]
    fn another_of_that_surname_is_another() {
        let jan = Sought::Name("Jan Voss".to_owned());
        assert_eq!(told(&jan, "His daughter, Miss Ada Voss, said nothing."), None);
        assert_eq!(told(&jan, "VOSS, Maureen Ellen  Secretary"), None);
        assert!(told(&jan, "VOSS, Jan Stanley  Director").is_some());
    }

    #[test]
    fn whoever_holds_an_office_stands_beside_it() {
        let auditor = Sought::Office(vec!["internal".to_owned(), "auditor".to_owned()]);
        for (text, says) in [
            ("From: Ada Voss, internal auditor of the Board", "Ada Voss, internal auditor of the Board"),
            ("The internal auditor, Ada Voss, wrote.", "internal auditor, Ada Voss"),
            (
                "Ada Voss rose and said that she was the internal auditor of the Board.",
                "Ada Voss rose and said that she was the internal auditor of the Board",
            ),
        ] {
            assert_eq!(told(&auditor, text), Some(says), "{text}");
        }
        assert_eq!(told(&auditor, "Mr Arden said that the internal auditor had a query."), None);
        let mayor = Sought::Office(vec!["mayor".to_owned()]);
        assert_eq!(told(&mayor, "A letter of Mayor Voss was read."), Some("Mayor Voss"));
        let keeper = Sought::Office(vec!["keeper".to_owned()]);
        assert_eq!(told(&keeper, "The keeper of the dam, Tom Arden, came."), Some("keeper of the dam, Tom Arden"));
    }

    #[test]
    fn a_first_name_will_do_where_the_whole_one_stands_beside_it() {
        let voss = Sought::Name("Ada Voss".to_owned());
        let told = |text: &str, around: &str| voss.told(text, None, around).is_some_and(|(_, worth)| worth >= ENTITLED);
        assert!(
            told("Ada is a builder of boats.", "Talk with Ada Voss") && !told("Ada is a builder of boats.", "Talk")
        );
        assert!(told("Coming up next, Ada Voss. Ada is a builder of boats.", ""));
        assert!(!told("Ada Orr is a builder of boats.", "Talk with Ada Voss"));
        assert!(!told("Ada is a builder of boats.", "Ada Voss talks with Ada Orr"));
        assert!(told("… Mayor Ada Voss …", ""));
        assert!(!told("With them came Ada Voss, who was at school with the groom.", ""));
        assert!(told("Present were Mayor Ada Voss, Council President Jan Orr and three others.", ""));
        let (span, _) = voss.told("Present were Mayor Ada Voss, Council President Jan Orr.", None, "").unwrap();
        assert_eq!(span, Span::new(13, 27));
        assert!(told("Ada leads the yard of Orsk.", "Talk with Ada Voss"));
        assert!(told("Ms Voss is moving to a new role as the senior clerk of the yard.", ""));
        assert!(!told("Ada Voss worked on it for a week.", ""));
    }

    #[test]
    fn speakers_say_what_they_are() {
        let text = "For twelve years I have been the safety engineer of the Board.";
        let told = Sought::Name("Ada Voss".to_owned()).told(text, Some("Ada Voss"), "");
        assert_eq!(told.and_then(|(span, _)| span.slice(text)), Some("I have been the safety engineer of the Board"));
    }
}
