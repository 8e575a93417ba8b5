//! The English rules: openings, speech, references, completeness.

use std::ops::Range;

use harper_brill::{Tagger, UPOS, brill_tagger};

use super::super::wordlist;
use super::clauses::Clauses;
use super::housekeeping;
use super::words::Words;

/// The words that would be quoted. Each judgement returns a factor of the worth, or `None` to reject.
pub(super) struct View<'a> {
    pub(super) words: &'a Words,
    pub(super) sentence: &'a str,
    pub(super) range: Range<usize>,
}

impl View<'_> {
    pub(super) fn word(&self, at: usize) -> &str {
        if self.range.contains(&at) { self.words.get(at) } else { "" }
    }

    fn written(&self, at: usize) -> &str {
        &self.sentence[self.words.source(at)]
    }

    pub(super) fn is_capitalised(&self, at: usize) -> bool {
        self.range.contains(&at) && self.written(at).starts_with(char::is_uppercase)
    }

    /// True for a word of several letters in capitals: no person's name, unless all the line is written so.
    pub(super) fn is_shouted(&self, at: usize) -> bool {
        let written = self.written(at);
        written.chars().filter(|c| c.is_alphabetic()).count() > 1 && !written.contains(char::is_lowercase)
    }

    pub(super) fn comma_after(&self, at: usize) -> bool {
        at + 1 >= self.range.end || self.words.comma_after(at, self.sentence)
    }

    /// True for a word that a colon or a dash stands behind: what follows names what it announces.
    pub(super) fn lists_behind(&self, at: usize) -> bool {
        self.words.gap_after(at, self.sentence).trim_start().starts_with([':', '–', '—'])
    }

    /// True when the words from `at` on are those of `phrase`.
    pub(super) fn says(&self, at: usize, phrase: &str) -> bool {
        phrase.split(' ').enumerate().all(|(i, word)| self.word(at + i) == word)
    }

    /// How it begins: with something that needs nothing before it.
    pub(super) fn opening(&self) -> Option<f32> {
        let at = self.range.start;
        let (first, second) = (self.word(at), self.word(at + 1));
        // "Great Agnes was a bell": a name, and no "Great!".
        let named = first == "great" && self.is_capitalised(at + 1) && !self.comma_after(at);
        if wordlist::opens_dangling(first) && !named || wordlist::is_auxiliary(first) {
            return None;
        }
        if housekeeping::OPENINGS.iter().any(|opening| self.says(at, opening)) {
            return None;
        }
        // "Ines, I know that you …" talks to Ines.
        let called = self.words.gap_after(at, self.sentence).starts_with(',') && self.is_capitalised(at);
        if called
            && matches!(second, "i" | "you" | "we" | "i'm" | "you're" | "we're")
            && !wordlist::is_function_word(first)
        {
            return None;
        }
        if matches!(first, "i'm" | "my") && (second == "name" || self.is_capitalised(at + 1)) {
            return None; // Somebody introduces himself.
        }
        // "We have Ines Calder, who …" presents a guest.
        if first == "we"
            && matches!(second, "have" | "had")
            && self.is_capitalised(at + 2)
            && self.is_capitalised(at + 3)
        {
            return None;
        }
        // "The following is adopted" and "the above provisions" lean on what is not here.
        if first == "the" && matches!(second, "following" | "above" | "foregoing" | "aforesaid" | "latter" | "former") {
            return None;
        }
        // "Remark: said that …": nobody says it.
        let labelled = (at..at + 4).find(|&at| self.words_gap_is_colon(at));
        if labelled.is_some_and(|label| wordlist::is_reporting_verb(self.word(label + 1))) {
            return None;
        }
        if wordlist::is_reporting_verb(first) {
            return None; // "Asked whether …": who asked?
        }
        // "In that sense, …", "Within this we saw …".
        if wordlist::is_preposition(first)
            && matches!(second, "this" | "that" | "these" | "those")
            && !wordlist::is_time(self.word(at + 2))
            && !matches!(self.word(at + 2), "who" | "of")
        {
            return None;
        }
        // "My favourite is …": favourite what?
        if matches!(second, "favorite" | "favourite") && wordlist::is_auxiliary(self.word(at + 2)) {
            return None;
        }
        if first == "all" && second == "that" && self.is_finite_like(at + 2) {
            return None; // "All that changed."
        }
        let stem = first.split('\'').next().unwrap_or_default();
        Some(match stem {
            // A contraction of a pronoun counts as the pronoun.
            "it" | "this" | "that" | "these" | "those" | "he" | "she" | "they" | "his" | "her" | "their" | "its"
            | "them" | "him" | "such" | "both" | "neither" | "either" | "others" | "another" => {
                if stem == "those" && matches!(second, "who" | "of") || stem == "it" && self.is_expletive(at) {
                    0.75
                } else if matches!(stem, "both" | "neither" | "either") && self.is_capitalised(at + 1) {
                    1.0
                } else {
                    return None;
                }
            }
            // "There I discovered …": where?
            "there"
                if first == "there"
                    && !wordlist::is_auxiliary(second)
                    && !matches!(
                        second,
                        "seems" | "seemed" | "exists" | "existed" | "came" | "comes" | "remains" | "used"
                    ) =>
            {
                return None;
            }
            // "There was noise": where, and when?
            "there" if matches!(second, "was" | "were") && !self.names_something() => 0.6,
            "there" => 0.85,
            "what" | "whatever" | "whoever" => 0.6,
            "how" | "who" | "whose" | "which" | "where" | "why" | "whether" => return None,
            "the" => self.definite(at),
            "when" | "if" | "while" | "although" | "though" | "since" | "once" | "until" | "unless" => {
                if self.gaps_until_comma(at) { 0.8 } else { return None }
            }
            // "Because …, and …" is a reason and no statement.
            "because" | "as" | "like" => {
                if self.gaps_until_comma(at) && !self.goes_on_behind_comma(at) {
                    0.6
                } else {
                    return None;
                }
            }
            // "From kilns to ferries and we have …": a list that hangs on what was said before.
            "from" if !self.gaps_until_comma(at) && self.joins_pronoun(at) => return None,
            "in" | "at" | "on" | "for" | "with" | "from" | "by" | "after" | "before" | "during" | "over" => 0.95,
            "you" if first == "you're" => 0.5,
            "you" => 0.75,
            // Who that is, is seldom told by a sentence that names nothing.
            "we" if !(at + 1..self.range.end).any(|i| self.is_capitalised(i) && self.word(i) != "i") => 0.75,
            "we" => 0.9,
            "to" => 0.85,
            _ => 1.0,
        })
    }

    fn words_gap_is_colon(&self, at: usize) -> bool {
        at + 1 < self.range.end && self.words.gap_after(at, self.sentence).trim_end().ends_with(':')
    }

    /// True for a word in the past or an auxiliary.
    fn is_finite_like(&self, at: usize) -> bool {
        wordlist::is_auxiliary(self.word(at)) || self.word(at).ends_with("ed")
    }

    /// True for a subordinate clause in front that ends with a comma and leaves room for the main one.
    fn gaps_until_comma(&self, from: usize) -> bool {
        (from + 3..self.range.end.saturating_sub(3)).any(|at| self.words.gap_after(at, self.sentence).starts_with(','))
    }

    /// True for "… and we" somewhere behind a position.
    fn joins_pronoun(&self, from: usize) -> bool {
        (from..self.range.end).any(|at| {
            self.word(at) == "and" && matches!(self.word(at + 1), "i" | "we" | "you" | "they" | "he" | "she" | "it")
        })
    }

    /// True when the first comma is followed by a conjunction, not by a main clause.
    fn goes_on_behind_comma(&self, from: usize) -> bool {
        let comma = (from..self.range.end).find(|&at| self.words.gap_after(at, self.sentence).starts_with(','));
        comma.is_some_and(|at| matches!(self.word(at + 1), "and" | "or" | "but" | "so" | "which" | "who"))
    }

    /// How well "the …" says what it means: "the X of Y" and "the Name" do, "the team" does not.
    fn definite(&self, at: usize) -> f32 {
        // "The grantees are": of which grant?
        if self.word(at + 1).ends_with('s') && wordlist::is_auxiliary(self.word(at + 2)) && !self.is_capitalised(at + 1)
        {
            return 0.65;
        }
        for ahead in at + 1..(at + 6).min(self.range.end) {
            if self.is_capitalised(ahead) || matches!(self.word(ahead), "of" | "that" | "who" | "which" | "for") {
                return 1.0;
            }
            if wordlist::is_auxiliary(self.word(ahead)) {
                break;
            }
        }
        0.8
    }

    /// A subject and a finite verb behind it, which does not belong to a relative clause only; and no "that" that
    /// points at something said before.
    pub(super) fn completeness(&self) -> Option<f32> {
        let first = self.word(self.range.start);
        let written: Vec<String> = self.range.clone().map(|at| self.written(at).to_owned()).collect();
        let tags = brill_tagger().tag_sentence(&written);
        let word = |at: usize| self.word(self.range.start + at);
        let is_finite = |at: usize| {
            let infinitive = at > 0 && word(at - 1) == "to";
            let tagged = matches!(tags.get(at), Some(Some(UPOS::VERB | UPOS::AUX))) && !word(at).ends_with("ing");
            !infinitive && (tagged || wordlist::is_auxiliary(word(at)) || is_contracted_verb(word(at)))
        };
        let verb = (0..tags.len()).find(|&at| is_finite(at))?;
        let clauses = Clauses { view: self, tags: &tags };
        let expletive = |at: usize| self.is_expletive(self.range.start + at);
        if !clauses.has_main_verb() || clauses.is_left_standing() || !clauses.pronouns_are_bound(expletive) {
            return None;
        }
        if wordlist::is_base_verb_opening(first) {
            return None; // "Build things." commands.
        }
        if first.ends_with("ing") && first.len() > 5 {
            // "Building things is …" has its verb later; "Going back to school, …" may have none of its own.
            let verb = (1..tags.len()).find(|&at| wordlist::is_auxiliary(word(at)))?;
            return (1..verb).all(|at| !self.comma_after(self.range.start + at)).then_some(0.85);
        }
        // "Stuff where …", "Things that …" and nothing behind.
        if wordlist::is_light_noun(first) && matches!(word(1), "where" | "that" | "who" | "which" | "when") {
            return None;
        }
        // "For the winter, it's …": what "it" is was said before.
        let early = (0..verb.min(tags.len()))
            .any(|at| matches!(word(at).split('\'').next().unwrap_or_default(), "it" | "they" | "he" | "she"));
        let contracted = matches!(word(verb).split_once('\''), Some(("it" | "they" | "he" | "she", _)));
        if (early || contracted) && wordlist::is_preposition(first) && !self.has_expletive() {
            return None;
        }
        if verb == 0 && !is_contracted_verb(first) {
            return None;
        }
        let is_subject =
            |tag: &Option<UPOS>| matches!(tag, None | Some(UPOS::NOUN | UPOS::PROPN | UPOS::PRON | UPOS::NUM));
        if verb > 0 && !tags[..verb].iter().any(is_subject) {
            return None;
        }
        let pointing = (1..tags.len().saturating_sub(1)).any(|at| {
            word(at) == "that"
                && matches!(tags[at], Some(UPOS::DET))
                && matches!(tags[at + 1], Some(UPOS::NOUN | UPOS::ADJ))
                && !matches!(tags[at - 1], Some(UPOS::NOUN | UPOS::PROPN))
        });
        Some(if pointing { 0.6 } else { 1.0 })
    }
}

pub(super) fn is_contracted_verb(word: &str) -> bool {
    word.split_once('\'').is_some_and(|(stem, end)| match end {
        "re" | "ve" | "ll" | "d" | "m" | "t" => true,
        "s" => {
            matches!(stem, "it" | "that" | "there" | "he" | "she" | "what" | "who" | "here" | "everything" | "everyone")
        }
        _ => false,
    })
}
