//! The cues of `cues.txt`, read once, and how a sentence is held against them.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::LazyLock;

use super::{PARTING, Stance, Token, is_named};
use crate::text::language::word_lists;
use crate::text::numbers::years::{FIRST_IN_CUES, is_year_from};
use crate::text::words::fold::lower_in_place;

word_lists! {
    static WORDS = "polarity.toml": negations, contracted, hedges, oneself, because
}

/// Words that a gap may span.
const GAP: usize = 8;
/// Words in front of a cue in which a negation concerns it.
const NEGATED_WITHIN: usize = 4;
/// Words in front of a cue in which a modal concerns it.
const HEDGED_WITHIN: usize = 3;
/// What a cue counts at most: none is beyond doubt.
const SUREST: f32 = 0.98;
/// What a change counts that speakers tell of themselves.
const OF_ONESELF: f32 = 0.8;

/// What a sentence tells and why that is so, where a word parts the two.
pub(super) fn effect_and_cause(sentence: &str) -> Option<(&str, &str)> {
    let lower = lower_in_place(sentence);
    let cues = WORDS.because.iter().filter_map(|cue| Some((lower.find(&format!(" {cue} "))?, cue.len() + 2)));
    let (at, length) = cues.min()?;
    Some((&sentence[..at], sentence.get(at + length..)?))
}

/// What may stand at a place of a cue.
enum Form {
    Exact(&'static str),
    Prefix(&'static str),
    Figure,
    Year,
}

impl Form {
    fn read(text: &'static str) -> Self {
        match text {
            "#" => Form::Figure,
            "@" => Form::Year,
            _ => text.strip_suffix('*').map_or(Form::Exact(text), Form::Prefix),
        }
    }

    fn fits(&self, word: &str) -> bool {
        match self {
            Form::Exact(form) => word == *form,
            Form::Prefix(form) => word.starts_with(form),
            Form::Figure => word.starts_with(|c: char| c.is_ascii_digit()),
            Form::Year => is_year_from(word, FIRST_IN_CUES),
        }
    }
}

/// A place of a cue.
enum Place {
    Opening,
    Gap,
    Word(Vec<Form>),
}

/// When a cue holds.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Guard {
    Always,
    UnlessDenied,
    UnlessHedged,
    /// The sentence is not of the kind.
    Never,
}

struct Cue {
    weight: f32,
    guard: Guard,
    places: Vec<Place>,
}

/// The cues of a kind, by how they begin.
#[derive(Default)]
struct Cues {
    all: Vec<Cue>,
    by_word: HashMap<&'static str, Vec<usize>>,
    /// By the first three bytes of a form that begins a word, with the form.
    by_beginning: HashMap<&'static str, Vec<(&'static str, usize)>>,
    by_figure: Vec<usize>,
    finding: &'static str,
}

/// Bytes by which beginnings of words are told apart.
const BEGINNING: usize = 3;

impl Cues {
    fn add(&mut self, cue: Cue) {
        let at = self.all.len();
        let first = cue.places.iter().find_map(|place| if let Place::Word(forms) = place { Some(forms) } else { None });
        for form in first.into_iter().flatten() {
            match form {
                Form::Exact(word) => self.by_word.entry(word).or_default().push(at),
                Form::Prefix(form) => {
                    let key = form.get(..BEGINNING).unwrap_or(form);
                    self.by_beginning.entry(key).or_default().push((form, at));
                }
                Form::Figure | Form::Year => self.by_figure.push(at),
            }
        }
        self.all.push(cue);
    }

    /// Cues that may begin with a word.
    fn beginning_with<'a>(&'a self, word: &'a str) -> impl Iterator<Item = usize> + 'a {
        let whole = self.by_word.get(word).into_iter().flatten().copied();
        let begun = word.get(..BEGINNING).and_then(|key| self.by_beginning.get(key));
        let begun = begun.into_iter().flatten().filter(|(form, _)| word.starts_with(form)).map(|&(_, at)| at);
        let figure = word.starts_with(|c: char| c.is_ascii_digit());
        whole.chain(begun).chain(self.by_figure.iter().copied().filter(move |_| figure))
    }
}

static CUES: LazyLock<[Cues; NAMES.len()]> = LazyLock::new(|| {
    let mut all: [Cues; NAMES.len()] = Default::default();
    let (mut kind, mut guard, mut finds) = (0, Guard::Always, false);
    for line in include_str!("cues.txt").lines().filter(|line| !line.is_empty() && !line.starts_with("# ")) {
        if let Some(header) = line.strip_prefix("= ") {
            let (name, rest) = header.split_once(' ').unwrap_or((header, ""));
            kind = NAMES.iter().position(|known| *known == name).unwrap_or_default();
            finds = rest == "find";
            guard = match rest {
                "unless denied" => Guard::UnlessDenied,
                "unless hedged" => Guard::UnlessHedged,
                "never" => Guard::Never,
                _ => Guard::Always,
            };
        } else if finds {
            all[kind].finding = line;
        } else if let Some((weight, words)) = line.split_once(' ') {
            let place = |text: &'static str| match text {
                "^" => Place::Opening,
                ".." => Place::Gap,
                forms => Place::Word(forms.split('|').map(Form::read).collect()),
            };
            let places = words.split(' ').map(place).collect();
            all[kind].add(Cue { weight: weight.parse().unwrap_or_default(), guard, places });
        }
    }
    all
});

/// As the headers of `cues.txt` write them, in the order of [`Stance`].
const NAMES: [&str; 16] = [
    "change",
    "problem",
    "remedy",
    "disagreement",
    "mechanism",
    "definition",
    "cause",
    "fate",
    "ownership",
    "warning",
    "decision",
    "correction",
    "due",
    "request",
    "finding",
    "recommendation",
];

pub(super) fn finding_words(stance: Stance) -> &'static str {
    CUES[stance as usize].finding
}

/// True for a folded word that turns a statement into its opposite.
fn is_negation(folded: &str) -> bool {
    WORDS.negations.has(folded) || folded.len() > 3 && folded.ends_with("nt") && is_contracted(folded)
}

fn is_contracted(folded: &str) -> bool {
    WORDS.contracted.has(folded)
}

fn is_hedge(folded: &str) -> bool {
    WORDS.hedges.has(folded)
}

/// What the cues of a kind say of a sentence together: each that is found makes it likelier.
pub(super) fn strength(stance: Stance, tokens: &[Token<'_>]) -> f32 {
    let cues = &CUES[stance as usize];
    let mut found: Vec<(f32, Range<usize>, usize)> = Vec::new();
    for (at, token) in tokens.iter().enumerate().filter(|(at, _)| !is_named(tokens, *at)) {
        for number in cues.beginning_with(&token.folded) {
            let cue = &cues.all[number];
            let Some(end) = end_of(&cue.places, tokens, at) else { continue };
            match cue.guard {
                Guard::Never => return 0.0,
                Guard::UnlessDenied if concerns(tokens, at, NEGATED_WITHIN, is_negation) => {}
                Guard::UnlessHedged if concerns(tokens, at, HEDGED_WITHIN, is_hedge) => {}
                _ => found.push((cue.weight, at..end, number)),
            }
        }
    }
    found.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.start.cmp(&b.1.start)));
    // A word is the sign of one thing only, and a thing said twice is said once.
    let mut kept: Vec<(Range<usize>, usize)> = Vec::new();
    let mut doubt = 1.0f32;
    for (weight, range, number) in found {
        let taken = |(other, known): &(Range<usize>, usize)| {
            *known == number || range.start < other.end && other.start < range.end
        };
        if !kept.iter().any(taken) {
            doubt *= 1.0 - weight.min(SUREST);
            kept.push((range, number));
        }
    }
    let strength = 1.0 - doubt;
    // What became of the speaker is a change in one life, and asked for by name.
    let of_oneself = stance == Stance::Change && tokens.iter().any(|token| is_oneself(&token.folded));
    if of_oneself { strength * OF_ONESELF } else { strength }
}

/// True for words by which speakers mean themselves.
fn is_oneself(folded: &str) -> bool {
    WORDS.oneself.has(folded)
}

/// True when a word shortly in front of a place, and not beyond a comma, is one of these.
fn concerns(tokens: &[Token<'_>], at: usize, within: usize, is: fn(&str) -> bool) -> bool {
    for place in (at.saturating_sub(within)..at).rev() {
        if tokens[place + 1].is_parted(&PARTING) {
            return false;
        }
        if is(&tokens[place].folded) {
            return true;
        }
    }
    false
}

/// Where a cue ends that begins at a token; `None` where it does not stand there.
fn end_of(places: &[Place], tokens: &[Token<'_>], at: usize) -> Option<usize> {
    let Some((place, rest)) = places.split_first() else { return Some(at) };
    match place {
        Place::Opening => (at == 0).then(|| end_of(rest, tokens, at)).flatten(),
        Place::Gap => (at..=at + GAP).find_map(|from| end_of(rest, tokens, from)),
        Place::Word(forms) => {
            let word = &tokens.get(at)?.folded;
            forms.iter().any(|form| form.fits(word)).then(|| end_of(rest, tokens, at + 1)).flatten()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_data_are_read_whole() {
        for (cues, name) in CUES.iter().zip(NAMES) {
            assert!(!cues.finding.is_empty() && !cues.all.is_empty(), "{name}");
            assert!(cues.all.iter().all(|cue| cue.weight > 0.0 && !cue.places.is_empty()), "{name}");
        }
        let headers = include_str!("cues.txt").lines().filter_map(|line| line.strip_prefix("= "));
        for header in headers {
            let (name, rest) = header.split_once(' ').unwrap_or((header, ""));
            assert!(NAMES.contains(&name), "{header}");
            assert!(["", "never", "find", "unless denied", "unless hedged"].contains(&rest), "{header}");
        }
    }
}
