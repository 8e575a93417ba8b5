//! What kind of statement a sentence makes, by its wording: that something changed, that something is amiss, that
//! something is done about it, that somebody contradicts, how something works, what it is, why something happened, what
//! became of somebody, whose something is, that somebody warned, what was decided, that something is otherwise than was
//! said, what is asked for, what was found by an inquiry, what should be done.
//!
//! A question that asks for such a kind ("What went wrong?") shares no word with most of what answers it. The cues are
//! written down in `cues.txt`; English wording is understood, and a sentence in another language makes none of these.

mod cues;
mod definition;
#[cfg(test)]
mod tests;

pub use self::definition::{Definition, defines, definition_at};
use crate::text::language::{Pack, packs};
use crate::text::words::tokens::{self, Token};

/// A kind of statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stance {
    /// It was otherwise before: "The ferry no longer runs."
    Change,
    /// Harm, lack, failure, danger.
    Problem,
    /// What is or was done about something amiss.
    Remedy,
    /// Somebody contradicts, objects, denies.
    Disagreement,
    /// How something works or is done.
    Mechanism,
    /// What something is.
    Definition,
    /// Why something happened.
    Cause,
    /// What became of somebody or something.
    Fate,
    /// Whose something is, or who stands behind it.
    Ownership,
    /// Somebody warned, advised against, said what must not be done.
    Warning,
    /// What was resolved, agreed, voted, ordered.
    Decision,
    /// That something is otherwise than was said, or than it was.
    Correction,
    /// What is to be done by when: "The reply is due by 9 May."
    Due,
    /// What somebody asks for: "Would you send me the key?"
    Request,
    /// What a review, a study or an inquiry found.
    Finding,
    /// What somebody says that should be done.
    Recommendation,
}

/// A sentence that reaches this says what the kind asks for.
pub const STATED: f32 = 0.7;

/// What a word of another language counts.
const IN_ITS_WORDS: f32 = 0.8;

/// What parts a clause from the one before it.
const PARTING: [char; 8] = [',', ';', ':', '—', '–', '(', ')', '.'];

impl Stance {
    /// How plainly a sentence makes a statement of this kind, from 0 (not at all) to 1.
    pub fn strength(self, sentence: &str) -> f32 {
        cues::strength(self, &tokens(sentence))
    }

    /// The same of a sentence in the language of a question: a cause, a correction and a request are told by the
    /// language's own words, too, disagreement by those of any.
    pub fn strength_in(self, sentence: &str, language: Option<&Pack>) -> f32 {
        // Those who disagree in one pile may do so in several languages, whatever it is asked in.
        if self == Self::Disagreement && packs().iter().any(|pack| pack.disagrees.is_said_in(sentence)) {
            return self.strength(sentence).max(IN_ITS_WORDS);
        }
        let cues = language.and_then(|pack| match self {
            Self::Cause => Some(&pack.because),
            Self::Correction => Some(&pack.corrects),
            Self::Request => Some(&pack.requests),
            _ => None,
        });
        let told = cues.is_some_and(|cues| cues.is_said_in(sentence));
        self.strength(sentence).max(if told { IN_ITS_WORDS } else { 0.0 })
    }

    /// Words by which passages with such statements are found.
    pub fn finding_words(self) -> &'static str {
        cues::finding_words(self)
    }
}

/// What a sentence tells and why that is so, where a word parts the two: "The gate fell, because the lock was open."
pub fn effect_and_cause(sentence: &str) -> Option<(&str, &str)> {
    cues::effect_and_cause(sentence)
}

/// Tokens of a sentence; of a longer one than anybody says, the beginning.
fn tokens(sentence: &str) -> Vec<Token<'_>> {
    const LONGEST: usize = 200;
    tokens::tokens(sentence).take(LONGEST).collect()
}

/// True for a part of a name of several words: the *Hazard* of "Flood Hazard District" is none.
fn is_named(tokens: &[Token<'_>], at: usize) -> bool {
    // The word that opens a sentence has a capital by its place.
    let goes_on = |at: usize| {
        let capital = |at: usize| tokens.get(at).is_some_and(|token| token.capital);
        at > 1 && capital(at) && capital(at - 1) && !tokens[at].is_parted(&PARTING)
    };
    goes_on(at) || goes_on(at + 1)
}
