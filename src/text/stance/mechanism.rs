//! Whether a sentence says how something works: it must be what the sentence is about, and not stand in it by the way.

use super::super::terms::Stems;
use super::{Stance, Token, tokens};

/// Words over which the words of the thing may be spread.
const SPREAD: usize = 3;
/// Words between the thing and what is said of it.
const NEAR: usize = 2;

/// Verbs that say of the thing in front of them how it works or what it is made of.
const TELLS: &str = "\
    works work worked operates operate functions consists consist comprises comprise means mean refers uses use measures \
    measure lets allows allow enables enable turns turn takes take requires require begins begin depends relies converts \
    carries contains contain runs learns learn learned predicts predict computes stores detects compares combines sends \
    receives starts produces produce generates generate determines applies involves involve";
/// Participles behind a form of *be*.
const DONE: &str = "\
    made measured calculated defined used called formed based identified determined done built designed composed computed \
    trained created produced known considered intended established administered organised organized carried kept fed \
    given driven issued required delineated described marked";
/// Forms of *be* that a definition has.
const BEING: &str = "is are was were be being been";
/// Verbs of which the thing is the object: "we measure pH by …".
const TOLD_OF: &str = "\
    measure measured measures define defined defines calculate calculated calculates identify identifies build built use \
    used uses train trained trains make made makes describe explains explain explained call called calls";

fn is_in(list: &str, word: &str) -> bool {
    list.split(' ').any(|listed| listed == word)
}

/// How plainly a sentence says how a thing works, from 0 to 1. `subject` are the stems of the thing's words; without
/// any, only the wording counts.
pub fn explains(sentence: &str, subject: &[String], stems: &mut Stems) -> f32 {
    let tokens = tokens(sentence);
    let worded = super::cues::strength(Stance::Mechanism, &tokens);
    if subject.is_empty() {
        return worded;
    }
    let stemmed: Vec<String> = tokens.iter().map(|token| stems.stem(&token.folded).to_owned()).collect();
    let mut best = 0.0f32;
    for start in 0..stemmed.len() {
        if !subject.contains(&stemmed[start]) || start > 0 && subject.contains(&stemmed[start - 1]) {
            continue;
        }
        let reach = (start + subject.len() + SPREAD).min(stemmed.len());
        let last = (start..reach).rev().find(|&at| subject.contains(&stemmed[at])).unwrap_or(start);
        if subject.iter().any(|stem| !stemmed[start..=last].contains(stem)) {
            continue;
        }
        best = best.max(told_at(&tokens, start, last));
    }
    // By the way of explaining, in a sentence that is about the thing.
    if best > 0.0 { 1.0 - (1.0 - best) * (1.0 - worded * 0.6) } else { 0.0 }
}

/// What is said of a thing that stands from one word to another.
fn told_at(tokens: &[Token], start: usize, last: usize) -> f32 {
    let word = |at: usize| tokens.get(at).map_or("", |token| token.folded.as_str());
    let before = |back: usize| start.checked_sub(back).map_or("", |at| word(at));
    // "How the gate works", "the way a gate works".
    let works =
        (last + 1..=last + NEAR).any(|at| matches!(word(at), "works" | "work" | "worked" | "functions" | "operates"));
    if works && (1..=4).any(|back| matches!(before(back), "how" | "way" | "ways")) {
        return 0.6;
    }
    // "measured at pH 7.6 with …", "the measurement of pH was made twice": said of something else.
    if matches!(before(1), "of" | "at" | "in" | "on" | "for" | "to" | "with" | "by" | "from" | "under" | "about") {
        return 0.0;
    }
    // "We measure pH by …", "define a corridor as …".
    let told = (1..=NEAR + 1).any(|back| is_in(TOLD_OF, before(back)));
    let by = (last + 1..=last + 4).any(|at| matches!(word(at), "by" | "as" | "from" | "with" | "using"));
    if told && by {
        return 0.8;
    }
    // What is said of it must be said of it as the subject: near the beginning of its clause.
    let opens = (0..=start).rev().take(6).any(|at| at == 0 || tokens[at].parted);
    if !opens {
        return 0.0;
    }
    for at in last + 1..=last + 1 + NEAR {
        if tokens.get(at).is_some_and(|token| token.parted) {
            break;
        }
        let next = word(at + 1);
        if is_in(TELLS, word(at)) {
            return if matches!(next, "by" | "like" | "of" | "when" | "because") { 0.9 } else { 0.7 };
        }
        if is_in(BEING, word(at)) {
            let participle = (at + 1..=at + 3).find(|&at| is_in(DONE, word(at)));
            if participle.is_some() {
                return 0.8;
            }
            // "Is a list that …" says what it is; "is a great thing" does not.
            let kind =
                matches!(word(at + 2), "kind" | "type" | "set" | "form" | "measure" | "system" | "process" | "way");
            let says = kind || (at + 3..=at + 9).any(|at| matches!(word(at), "that" | "which" | "where" | "between"));
            if matches!(next, "a" | "an" | "the") && says {
                return 0.7;
            }
            return 0.0;
        }
    }
    0.0
}
