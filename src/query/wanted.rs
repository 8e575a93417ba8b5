//! Which words of a sentence an answer quotes: by themselves where they stand alone, with what they lean on where they do
//! not, and otherwise only where what is asked makes up for what is missing.

use std::collections::HashSet;

use super::structure::Structure;
use crate::judgement::attribution::{Attribution, before};
use crate::judgement::extractive::relation::{is_named, is_named_first};
use crate::model::{Sentence, SentenceKind, Span};
use crate::text::office::Sought;
use crate::text::question::Reading;
use crate::text::stance::Stance;
use crate::text::standalone::{Quote, Setting, UNDERSTOOD, is_telling_row, nearly_alone, readable, stand_alone};
use crate::text::terms::{Stems, folded, words};

/// How well a sentence of an answer must be understood: the question tells what it is about.
pub(super) const ASKED: f32 = 1.2 * UNDERSTOOD;
/// The same of talk, which leaves out more than what is written.
const SPOKEN: f32 = 1.5 * UNDERSTOOD;

/// The same for a sentence that says most of what is asked.
const ANSWERS: f32 = 0.45;

/// How plainly a part of a sentence must say who somebody is to be quoted by itself, and how long it may be.
const TELLS: f32 = 0.85;
const LONGEST_PART: usize = 160;

/// Bytes of a contradiction that says what it contradicts.
const TELLING: usize = 60;

/// What is asked, as far as it decides what is quoted. The default asks nothing.
#[derive(Default)]
pub(super) struct Wanted {
    /// Words of the question: whoever asks about "the gate" knows which.
    asked: String,
    /// Stems of what the question consists of, a name by its last word, and how many of them a sentence must have to be
    /// quoted although it leans on its text.
    units: Vec<String>,
    fewest: usize,
    /// Who is asked for.
    whois: Option<Sought>,
    /// What a thing is, is asked: what says it is quoted though it leans on its text.
    defining: bool,
    /// What is disputed is asked: what contradicts is quoted with what it contradicts.
    disputed: bool,
    /// The two whose ties are asked for: a sentence that names both is quoted though it leans on its text.
    pair: Option<[String; 2]>,
}

/// A sentence where it stands.
pub(super) struct Place<'s> {
    pub structure: &'s Structure,
    /// Its position in the document.
    pub number: usize,
    pub words: &'s str,
    /// The text unit it is read in: where that stands in the document, and its text.
    pub window: Span,
    pub text: &'s str,
    /// What stands behind its quotation, and how that is written.
    pub behind: Attribution<'s>,
    pub written: &'s str,
}

/// Words of a document.
pub(super) struct Quoted {
    pub text: String,
    pub span: Span,
    /// False for what counts as said but needs its neighbours to be understood.
    pub stands: bool,
}

impl<'s> Place<'s> {
    fn sentence(&self) -> &'s Sentence {
        &self.structure.sentences[self.number]
    }

    fn setting(&self) -> Setting {
        Setting { attributed: self.behind.speaker.is_some(), foreign: self.structure.foreign }
    }

    /// Name of whoever speaks.
    fn by(&self) -> Option<&'s str> {
        self.behind.speaker.map(|speaker| speaker.name.as_str())
    }

    /// A part of the sentence as its words and where they stand in the document.
    fn part(&self, quote: Quote) -> Option<(String, Span)> {
        let text = quote.text(self.words)?.into_owned();
        Some((text, quote.span.shifted(self.sentence().span.start)))
    }
}

impl Wanted {
    pub(super) fn of(reading: &Reading) -> Self {
        let mut stems = Stems::default();
        let mut stem = |name: &str| words(name).last().map(|word| stems.stem(word.text).to_owned());
        let mut units: Vec<String> = reading.names.iter().filter_map(|name| stem(name)).collect();
        let named =
            |word: &String| reading.names.iter().any(|name| words(name).any(|part| part.text.to_lowercase() == *word));
        units.extend(reading.content.iter().filter(|word| !named(word)).filter_map(|word| stem(word)));
        // Of whom nothing more is asked than who he is, better sentences tell.
        let fewest = match reading.stance {
            Some(_) => 1,
            None if reading.asks_about_one() => usize::MAX,
            None => 2,
        };
        Self {
            asked: reading.content.join(" "),
            units,
            fewest,
            whois: reading.whois.clone(),
            defining: matches!(reading.stance, Some(Stance::Definition | Stance::Mechanism)),
            disputed: reading.stance == Some(Stance::Disagreement),
            pair: <[String; 2]>::try_from(reading.names.clone()).ok().filter(|_| reading.relation),
        }
    }

    /// False for a sentence that was counted elsewhere, unless who somebody is may be said in the same words in many
    /// documents.
    pub(super) fn may_quote(&self, sentence: &Sentence) -> bool {
        !sentence.recurring || self.whois.is_some()
    }

    /// The words of a sentence that are quoted; `None` for what is neither said nor tells anything as a row. One that is
    /// `worth_having` and does not stand alone is put together with the one or two before it, where that helps.
    pub(super) fn quote(&self, at: &Place<'_>, worth_having: &mut dyn FnMut(&str) -> bool) -> Option<Quoted> {
        // Who somebody is may be said in a part of a sentence that says other things.
        let told = self.told(at);
        if at.sentence().recurring && told.is_none() {
            return None;
        }
        let part = told.and_then(|part| bare_part(at, part));
        let mut quoted = self.by_itself(at, part.is_some(), worth_having)?;
        if !quoted.stands
            && let Some((text, span)) = part.or_else(|| self.leaning(at, worth_having))
        {
            quoted = Quoted { text, span, stands: true };
        }
        if told.is_some()
            && quoted.stands
            && !quoted.text.ends_with('…')
            && let Some(whois) = &self.whois
            && let Some((more, end)) = at.structure.with_what_follows(at.number, quoted.span, at.window, at.text, whois)
        {
            quoted.text.push_str(more);
            quoted.span = Span::new(quoted.span.start, end);
        }
        Some(quoted)
    }

    /// The part of a sentence that says plainly who it is that is asked for.
    fn told(&self, at: &Place<'_>) -> Option<Span> {
        let told = self.whois.as_ref()?.told(at.words, at.by().or(at.behind.author), at.written);
        told.filter(|(_, worth)| *worth >= TELLS).map(|(part, _)| part)
    }

    /// What is quoted of a sentence without any other, whether it can be understood so or not; `has_part` for one of which a
    /// part tells what is asked.
    fn by_itself(&self, at: &Place<'_>, has_part: bool, worth_having: &mut dyn FnMut(&str) -> bool) -> Option<Quoted> {
        let (sentence, words) = (at.sentence(), at.words);
        let whole = |stands| Some(Quoted { text: words.to_owned(), span: sentence.span, stands });
        if let Some(quote) = says(sentence).then(|| stand_alone(words, at.setting())).flatten() {
            let (text, span) = at.part(quote)?;
            let bar = if at.behind.speaker.is_some() { SPOKEN } else { ASKED };
            let stands = at.structure.foreign || quote.worth * self.carries(at, &text) >= bar;
            return Some(Quoted { text, span, stands });
        }
        match sentence.kind {
            SentenceKind::Prose | SentenceKind::Item if is_resolved(words) => whole(true),
            SentenceKind::Prose => whole(false),
            SentenceKind::Row | SentenceKind::Item if is_telling_row(words) => whole(true),
            // A glossary that returns in every ordinance is one all the same.
            SentenceKind::Boilerplate if self.defining && is_entry(words) && worth_having(words) => whole(true),
            _ if has_part => whole(false),
            _ => None,
        }
    }

    /// What makes a sentence that does not stand alone fit to be quoted: what it leans on, or that it says what is asked.
    fn leaning(&self, at: &Place<'_>, worth_having: &mut dyn FnMut(&str) -> bool) -> Option<(String, Span)> {
        if at.structure.foreign {
            return None;
        }
        let words = at.words;
        let says = says(at.sentence());
        // What names both is what was asked for.
        let both = says && self.pair.as_ref().is_some_and(|pair| ties(pair, words, at.by(), at.text));
        if !both && !worth_having(words) {
            return None;
        }
        let leant = at.structure.with_what_it_leans_on(at.number, at.window, at.text, at.behind, &self.known(at));
        if let Some((together, span)) = leant {
            return Some((together.to_owned(), span));
        }
        // What answers is quoted although it leans a little: whoever asks knows what it is about.
        let answers = says && (self.disputed || self.has_units(words)) && self.carries(at, words) >= ANSWERS;
        let near = answers.then(|| nearly_alone(words, at.setting())).flatten();
        let near = near.or_else(|| both.then(|| readable(words, at.setting())).flatten());
        let near = near.and_then(|quote| at.part(quote));
        // What a term means is read as a glossary is.
        let near = near.or_else(|| (self.defining && is_entry(words)).then(|| (words.to_owned(), at.sentence().span)));
        if !self.disputed {
            return near;
        }
        // "I disagree." says nothing by itself.
        self.disputing(at).or(near.filter(|(quote, _)| quote.len() >= TELLING))
    }

    /// A contradiction with what it contradicts.
    fn disputing(&self, at: &Place<'_>) -> Option<(String, Span)> {
        let (start, end) = at.structure.with_what_is_disputed(at.number, at.window, at.text)?;
        let quoted = at.text.get(start..end)?;
        let before = at.number.checked_sub(1).and_then(|before| at.structure.sentences.get(before));
        let whole = before.is_some_and(|before| before.span.start == at.window.start + start);
        let quoted = if whole { quoted.to_owned() } else { format!("… {quoted}") };
        Some((quoted, Span::new(start, end).shifted(at.window.start)))
    }

    /// What whoever asks sees behind the quotation, and knows from the question.
    fn known(&self, at: &Place<'_>) -> String {
        format!("{} {}", at.written, self.asked)
    }

    /// How much of a quotation can be understood by whoever asks.
    fn carries(&self, at: &Place<'_>, quoted: &str) -> f32 {
        let before = before(&at.structure.sentences, at.number, at.window, at.text);
        at.behind.carries(quoted, &self.known(at), &before, at.structure.names())
    }

    /// True for a sentence that has enough of what the question consists of.
    fn has_units(&self, sentence: &str) -> bool {
        let mut stems = Stems::default();
        let found: HashSet<&String> = words(sentence)
            .filter_map(|word| {
                let stem = stems.stem(word.text);
                self.units.iter().find(|unit| *unit == stem)
            })
            .collect();
        found.len() >= self.fewest
    }
}

/// True for what is said, and no row of a table or heading.
fn says(sentence: &Sentence) -> bool {
    matches!(sentence.kind, SentenceKind::Prose | SentenceKind::Item)
}

/// A short part of a sentence that says who somebody is, as it is quoted.
fn bare_part(at: &Place<'_>, part: Span) -> Option<(String, Span)> {
    let words = at.words;
    // "Mayor Voss" by itself says next to nothing; the row that it stands in goes on and says where.
    let span = match is_bare_name(part.slice(words)?) {
        true if words.contains(['|', '{']) || !words.ends_with('.') => return None,
        true => Span::new(part.start, words.len()),
        false => part,
    };
    let (text, place) = at.part(Quote { span, worth: 1.0 })?;
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    (text.chars().count() <= LONGEST_PART).then_some((text, place))
}

/// True for a sentence of a passage that names both of two, or that one of them says of the other.
fn ties(pair: &[String; 2], sentence: &str, speaker: Option<&str>, passage: &str) -> bool {
    let named = pair
        .each_ref()
        .map(|name| is_named(name, sentence) || is_named_first(name, sentence) && is_named(name, passage));
    let says = |name: &String| speaker.is_some_and(|speaker| folded(speaker) == folded(name));
    named[0] && (named[1] || says(&pair[1])) || named[1] && says(&pair[0])
}

/// True for a whole sentence of a glossary: it ends like one, and is short enough to be quoted.
fn is_entry(text: &str) -> bool {
    const LONGEST: usize = 420;
    text.ends_with(['.', ')']) && text.chars().count() <= LONGEST && !text.contains('|')
}

/// True for a name with its title and nothing else: "Mayor Ada Voss".
fn is_bare_name(part: &str) -> bool {
    !part.contains([',', '(', ':', ';']) && words(part).all(|word| word.is_capital())
}

/// True for what a meeting resolved, which its minutes put in front with a word and a colon.
fn is_resolved(text: &str) -> bool {
    const LONGEST: usize = 320;
    const OPENINGS: [&str; 5] = ["resolved", "ordered", "agreed", "decided", "moved"];
    let plain = text.trim_start_matches(['*', '_']);
    let first = plain.split(|c: char| !c.is_alphabetic()).next().unwrap_or_default();
    let says_what = plain.split(": ").nth(1).is_some_and(|rest| rest.split(' ').count() > 3);
    OPENINGS.contains(&first.to_lowercase().as_str()) && says_what && text.len() <= LONGEST
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_and_a_name_are_bare_and_an_office_beside_a_name_is_not() {
        assert!(is_bare_name("Mayor Ada Voss"));
        assert!(!is_bare_name("Ada Voss (Clerk)"));
        assert!(!is_bare_name("Ada Voss, harbour master of Orsk"));
        assert!(!is_bare_name("Ada Voss is the mayor."));
    }

    #[test]
    fn what_was_resolved_and_what_a_term_means_are_known() {
        assert!(is_resolved("**RESOLVED**: that the quay of Orsk be mended before the winter."));
        assert!(!is_resolved("Agreed: yes."));
        assert!(is_entry("\"Quay\" means the wall at which boats lie."));
        assert!(!is_entry("quay | wall | boats |"));
    }
}
