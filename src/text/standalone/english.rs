//! The English rules: openings, speech, references, completeness.

use std::ops::Range;

use harper_brill::{Tagger, UPOS, brill_tagger};

use super::super::wordlist;
use super::Setting;
use super::clauses::Clauses;
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

    pub(super) fn comma_after(&self, at: usize) -> bool {
        at + 1 == self.range.end || self.words.comma_after(at, self.sentence)
    }

    /// True when the words from `at` on are those of `phrase`.
    fn says(&self, at: usize, phrase: &str) -> bool {
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
        if wordlist::HOUSEKEEPING_OPENINGS.iter().any(|opening| self.says(at, opening)) {
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
            "there" => 0.85,
            "what" => 0.6,
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
            "in" | "at" | "on" | "for" | "with" | "from" | "by" | "after" | "before" | "during" | "over" => 0.95,
            "you" if first == "you're" => 0.5,
            "you" => 0.75,
            "we" => 0.9,
            "to" => 0.85,
            _ => 1.0,
        })
    }

    /// True for a word in the past or an auxiliary.
    fn is_finite_like(&self, at: usize) -> bool {
        wordlist::is_auxiliary(self.word(at)) || self.word(at).ends_with("ed")
    }

    /// True for a subordinate clause in front that ends with a comma and leaves room for the main one.
    fn gaps_until_comma(&self, from: usize) -> bool {
        (from + 3..self.range.end.saturating_sub(3)).any(|at| self.words.gap_after(at, self.sentence).starts_with(','))
    }

    /// True when the first comma is followed by a conjunction, not by a main clause.
    fn goes_on_behind_comma(&self, from: usize) -> bool {
        let comma = (from..self.range.end).find(|&at| self.words.gap_after(at, self.sentence).starts_with(','));
        comma.is_some_and(|at| matches!(self.word(at + 1), "and" | "or" | "but" | "so" | "which" | "who"))
    }

    /// How well "the …" says what it means: "the X of Y" and "the Name" do, "the team" does not.
    fn definite(&self, at: usize) -> f32 {
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

    /// "it is hard to …", "it takes … to …": an "it" that stands for nothing said before.
    fn is_expletive(&self, at: usize) -> bool {
        let word = self.word(at);
        let contracted = word.contains('\'');
        let verb = if contracted { at } else { at + 1 };
        let after = self.word(verb + 1);
        match self.word(verb) {
            "takes" | "took" | "seems" | "seemed" | "turns" | "turned" | "makes" => (verb + 1
                ..(verb + 6).min(self.range.end))
                .any(|ahead| matches!(self.word(ahead), "to" | "that" | "out" | "like")),
            copula if contracted || matches!(copula, "is" | "was" | "will" | "would" | "becomes" | "became") => {
                let skip =
                    usize::from(matches!(after, "be" | "very" | "so" | "not" | "also" | "often" | "really" | "more"));
                let linked = (verb + 2 + skip..(verb + 4 + skip).min(self.range.end))
                    .any(|ahead| matches!(self.word(ahead), "to" | "that" | "how" | "when" | "for" | "whether"));
                linked && wordlist::is_evaluation(self.word(verb + 1 + skip))
            }
            _ => false,
        }
    }

    fn has_expletive(&self) -> bool {
        self.range.clone().any(|at| matches!(self.word(at), "it" | "it's") && self.is_expletive(at))
    }

    /// Fillers, false starts, greetings, housekeeping, talk to somebody.
    pub(super) fn speech(&self, setting: Setting) -> Option<f32> {
        let mut worth = 1.0f32;
        for at in self.range.clone() {
            let (word, next) = (self.word(at), self.word(at + 1));
            let gap = self.words.gap_after(at, self.sentence);
            let last = at + 1 == self.range.end;
            if !last && (gap.contains("--") || gap.contains('…') || gap.contains("..") || gap.contains(" - ")) {
                return None;
            }
            if !last && gap.contains(['—', '–', ':']) {
                // In speech a dash is a sentence begun again.
                worth *= if setting.attributed && !gap.contains(':') { 0.6 } else { 0.85 };
            }
            if word == next
                && word.chars().all(char::is_alphabetic)
                && !word.is_empty()
                && !matches!(word, "had" | "that")
            {
                return None; // A stammer: "the the".
            }
            // "In my – in my town": begun again behind a dash.
            if gap.contains(['–', '—', '-'])
                && (1..=3).any(|back| {
                    at + 1 >= self.range.start + back
                        && (0..back).all(|i| self.word(at + 1 - back + i) == self.word(at + 1 + i))
                })
            {
                return None;
            }
            match word {
                // "Or, like, …" begins again; "You've probably …" asks.
                "or" if gap.starts_with(',') => return None,
                "you" | "you've" | "you're"
                    if at == self.range.start && matches!(next, "probably" | "ever" | "familiar") =>
                {
                    return None;
                }
                "like" if self.fills(at) => worth *= 0.55,
                "um" | "uh" | "er" | "hmm" | "mm" | "gonna" | "wanna" | "gotta" | "yeah" | "okay" | "ok"
                | "crosstalk" | "inaudible" | "laughter" | "laughs" | "oh" | "wow" | "hey" => return None,
                "you"
                    if next == "know" && (self.comma_after(at + 1) || gap_is_comma(self.sentence, self.words, at)) =>
                {
                    return None;
                }
                "you" if matches!(next, "know" | "guys" | "folks") => worth *= 0.5,
                "i" if next == "mean" => return None,
                "right" if gap.starts_with(',') && gap_is_comma(self.sentence, self.words, at) => return None,
                "kind" | "sort"
                    if next == "of"
                        && !matches!(
                            self.words.get(at.wrapping_sub(1)),
                            "a" | "any" | "this" | "that" | "some" | "every" | "what" | "same" | "different" | "new"
                        ) =>
                {
                    worth *= 0.6;
                }
                "like"
                    if gap.starts_with(',')
                        || (at > self.range.start && gap_is_comma(self.sentence, self.words, at)) =>
                {
                    worth *= 0.6;
                }
                "something" | "stuff" | "things" if last => worth *= 0.5,
                "thing" | "things" | "stuff" | "something" => worth *= 0.88,
                "actually" | "really" | "basically" | "literally" | "just" | "pretty" | "super" | "very"
                | "totally" => {
                    worth *= 0.95;
                }
                "guess" | "whatnot" | "whatever" | "blah" | "whoa" => worth *= 0.7,
                "your" | "yours" => worth *= 0.72,
                // "People like you, who …"; "the work that you're doing".
                "you" if at > self.range.start && self.word(at - 1) == "like" && self.comma_after(at) => return None,
                "you're" if matches!(next, "doing" | "saying" | "asking" | "describing") => worth *= 0.4,
                "you're" | "you've" | "you'd" | "you'll" if !self.addresses(at) => worth *= 0.82,
                "you" if wordlist::is_past_of_address(next) => worth *= 0.4,

                "you" | "you're" if self.addresses(at) => worth *= 0.4,
                "you" => worth *= 0.85,
                _ => {}
            }
            if wordlist::housekeeping_from(word).iter().any(|phrase| self.says(at, phrase)) {
                return None;
            }
        }
        Some(worth)
    }

    /// True for "like" that says nothing: "it's like critical", "being like recaptured".
    fn fills(&self, at: usize) -> bool {
        if at == self.range.start || !self.words.gap_after(at, self.sentence).trim().is_empty() {
            return false;
        }
        let (before, next) = (self.word(at - 1), self.word(at + 1));
        let copula = wordlist::is_auxiliary(before) || matches!(before, "it's" | "being" | "and" | "was" | "just");
        copula
            && !wordlist::is_preposition(next)
            && !matches!(next, "a" | "an" | "the" | "this" | "that" | "my" | "our" | "his" | "her" | "their" | "what")
            && !self.is_capitalised(at + 1)
    }

    /// "You are a …", "I know you …": said to somebody, not of people.
    fn addresses(&self, at: usize) -> bool {
        let next = self.word(at + 1);
        let before = if at > self.range.start { self.word(at - 1) } else { "" };
        matches!(before, "know" | "asked" | "told" | "thank" | "love" | "glad")
            || next == "are" && matches!(self.word(at + 2), "a" | "an" | "the" | "one")
            || self.word(at) == "you're" && matches!(next, "a" | "an" | "the" | "one")
    }

    /// Pronouns and demonstratives must find what they stand for in the sentence.
    pub(super) fn references(&self, setting: Setting) -> Option<f32> {
        let mut worth = 1.0f32;
        let mut things = 0usize; // nouns met so far, roughly
        let mut persons = 0usize; // names and words for people met so far
        let mut content = 0usize;
        for at in self.range.clone() {
            let (word, next) = (self.word(at), self.word(at + 1));
            let before = if at > self.range.start { self.word(at - 1) } else { "" };
            let ends = self.comma_after(at);
            let stem = word.split('\'').next().unwrap_or_default();
            match stem {
                "he" | "she" | "him" | "her" | "his" | "hers" | "himself" | "herself" => {
                    if persons == 0 {
                        return None;
                    }
                    worth *= 0.95;
                }
                "they" | "them" | "their" | "theirs" => {
                    if things + persons == 0 {
                        return None;
                    }
                    worth *= 0.9;
                }
                "it" | "its" => {
                    if !self.is_expletive(at) {
                        if things + persons == 0 {
                            return None;
                        }
                        worth *= if stem == "its" { 0.97 } else { 0.8 };
                    }
                }
                "this" => {
                    if wordlist::is_time(next) {
                        worth *= 0.93;
                    } else if at == self.range.start || ends || wordlist::is_auxiliary(next) {
                        return None;
                    } else {
                        worth *= 0.55;
                    }
                }
                "these" => worth *= 0.55,
                "those" => worth *= if matches!(next, "who" | "of" | "that" | "with" | "in") { 0.97 } else { 0.55 },
                "that" => {
                    let demonstrative = ends
                        || wordlist::is_preposition(before)
                        || matches!(
                            before,
                            "do" | "did"
                                | "does"
                                | "doing"
                                | "done"
                                | "than"
                                | "and"
                                | "but"
                                | "because"
                                | "see"
                                | "love"
                        );
                    // "I think that will last": that what?
                    if wordlist::is_auxiliary(next) && wordlist::is_verb_of_thought(before) {
                        return None;
                    }
                    let completed = matches!(next, "out" | "up" | "down" | "off" | "over" | "back" | "way");
                    let appended = word == "that's" && gap_is_comma(self.sentence, self.words, at);
                    if completed
                        || appended
                        || demonstrative && !matches!(next, "is" | "are")
                        || word == "that's" && !is_noun_like(before)
                    {
                        worth *= 0.45;
                    }
                }
                "same" if before == "the" && !(at + 1..self.range.end).any(|ahead| self.word(ahead) == "as") => {
                    worth *= 0.85
                }
                "such" if !matches!(next, "as" | "a" | "an") => worth *= 0.8,
                "here" | "there" if at > self.range.start && !wordlist::is_auxiliary(next) && !word.contains('\'') => {
                    worth *= if ends {
                        0.6
                    } else if stem == "here" {
                        0.7
                    } else {
                        0.8
                    };
                }
                "then" | "also" | "too" | "again" | "instead" | "otherwise" | "however" | "therefore" | "either"
                | "earlier" | "previously" | "meanwhile" => worth *= 0.88,
                "above" | "below" if ends => worth *= 0.6,
                "former" | "latter" | "aforementioned" => worth *= 0.6,
                "same" | "other" | "another" | "one" | "ones"
                    if matches!(next, "" | "thing" | "way") && word != "one" =>
                {
                    worth *= 0.8;
                }
                "one" if ends || matches!(next, "that" | "on" | "which") => worth *= 0.75,
                "one" if matches!(before, "this" | "that" | "the" | "which" | "each") => worth *= 0.85,
                "yesterday" | "tomorrow" | "tonight" => worth *= 0.75,
                "today" | "now" => worth *= 0.95,
                "i" | "my" | "me" | "mine" | "myself" | "i'm" if !setting.attributed => worth *= 0.75,
                "we" | "our" | "us" | "ours" | "ourselves" if !setting.attributed => worth *= 0.88,
                "we" | "our" | "us" => worth *= 0.98,
                _ => {
                    let named = self.is_capitalised(at) && (at > self.range.start || !wordlist::is_function_word(word));
                    if named || wordlist::is_person_word(word) {
                        persons += 1;
                    }
                    if !wordlist::is_function_word(word) && word.chars().count() > 2 {
                        content += 1;
                        things += usize::from(named || is_noun_like(word));
                    }
                }
            }
        }
        // Speech made of pronouns and auxiliaries says little by itself.
        let length = self.range.len();
        if content < 3 {
            return None;
        }
        let share = content as f32 / length as f32;
        worth *= if share < 0.28 {
            0.7
        } else if share < 0.36 {
            0.88
        } else {
            1.0
        };
        Some(worth)
    }

    /// A subject and a finite verb behind it, which does not belong to a relative clause only; and no "that" that
    /// points at something said before.
    /// With `bound`, pronouns must find what they stand for in the sentence.
    pub(super) fn completeness(&self, bound: bool) -> Option<f32> {
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
        if !clauses.has_main_verb() || bound && !clauses.pronouns_are_bound(expletive) {
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

    /// How well it reads as a sentence of a text that it was taken from: it has a subject and a verb of its own behind
    /// it, even if it begins with what stands for something said before.
    pub(super) fn continuation(&self) -> Option<f32> {
        let first = self.word(self.range.start);
        if wordlist::is_base_verb_opening(first) || wordlist::is_auxiliary(first) {
            return None;
        }
        let written: Vec<String> = self.range.clone().map(|at| self.written(at).to_owned()).collect();
        let tags = brill_tagger().tag_sentence(&written);
        let clauses = Clauses { view: self, tags: &tags };
        let is_subject =
            |tag: &Option<UPOS>| matches!(tag, None | Some(UPOS::NOUN | UPOS::PROPN | UPOS::PRON | UPOS::NUM));
        let verb = (0..tags.len()).find(|&at| {
            matches!(tags[at], Some(UPOS::VERB | UPOS::AUX)) || is_contracted_verb(self.word(self.range.start + at))
        })?;
        if !is_contracted_verb(first) && !tags[..verb].iter().any(is_subject) {
            return None;
        }
        if !clauses.has_main_verb() {
            return None;
        }
        self.opening().or_else(|| (!wordlist::opens_dangling(first)).then_some(0.5))
    }
}

/// True when a comma stands directly before the word.
fn gap_is_comma(sentence: &str, words: &Words, at: usize) -> bool {
    at > 0 && words.gap_after(at - 1, sentence).trim_end().ends_with([',', '—', '–', '-'])
}

/// Words of some length that are no adverbs and no participles may be nouns; a guess that errs on the side of yes.
fn is_noun_like(word: &str) -> bool {
    word.len() > 2 && !wordlist::is_function_word(word) && !word.ends_with("ly") && !word.ends_with("ing")
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
