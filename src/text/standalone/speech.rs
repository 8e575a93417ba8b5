//! Speech: fillers, false starts, greetings, housekeeping, talk to somebody.

use super::super::wordlist;
use super::Setting;
use super::english::{View, is_contracted_verb};
use super::housekeeping;
use super::words::Words;

/// What is left where the first of two tries stands too, and where something came before.
const AGAIN: f32 = 0.75;
const AFTER: f32 = 0.65;
/// Words within which a clause that is begun again has the same beginning.
const RESTART: usize = 12;

impl View<'_> {
    /// Fillers, false starts, greetings, housekeeping, talk to somebody.
    pub(super) fn speech(&self, setting: Setting) -> Option<f32> {
        let mut worth = self.scene();
        for at in self.range.clone() {
            let (word, next) = (self.word(at), self.word(at + 1));
            let gap = self.words.gap_after(at, self.sentence);
            let last = at + 1 == self.range.end;
            if !last && (gap.contains("--") || gap.contains('…') || gap.contains("..") || gap.contains(" - ")) {
                return None;
            }
            // "The papers around – so, I live there": the first sentence was never ended.
            if gap.contains(['—', '–'])
                && (matches!(next, "well" | "anyway") || next == "so" && self.comma_after(at + 1))
            {
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
            if self.begins_again(at) {
                return None;
            }
            // "It is that, that courage": begun again behind a comma.
            if word == next && word == "that" && gap.starts_with(',') {
                return None;
            }
            // "my driver's license, my Tolland driver's license": said again, and better.
            let again = |i: usize| {
                let begins = matches!(self.word(i - 1), "the" | "a" | "my" | "our");
                self.word(i) == word && (begins || i + 1 == self.range.end)
            };
            if word.len() > 3 && gap.starts_with(',') && (at + 2..at + 6).any(again) {
                worth *= AGAIN;
            }
            // "The story is, well, …" seeks its words; "I have done a lot with Tom": a lot of what?
            let sought = word == "well" && gap.starts_with(',') && gap_is_comma(self.sentence, self.words, at);
            let unsaid =
                matches!(word, "done" | "did" | "do") && self.says(at + 1, "a lot") && self.word(at + 3) != "of";
            if sought || unsaid {
                worth *= AFTER;
            }
            // "I then sat …": after what?
            if word == "then" && at > self.range.start && at < self.range.start + 3 && !gap.starts_with(',') {
                worth *= AFTER;
            }
            // "The plan was- were": a word broken off.
            if !last && gap.starts_with("- ") {
                return None;
            }
            // "religious, political, religious conflict"
            if at >= self.range.start + 2
                && word == self.word(at - 2)
                && gap_is_comma(self.sentence, self.words, at)
                && !wordlist::is_function_word(word)
            {
                return None;
            }
            // "things happened a bit differently": what things?
            let subject = at == self.range.start || matches!(self.word(at - 1), "think" | "that" | "believe" | "say");
            if word == "things" && subject && !matches!(next, "that" | "like" | "such" | "which" | "we" | "i" | "you") {
                worth *= 0.6;
            }
            // "from a first-level and then a second-level."
            if last && ["-level", "-order", "-class", "-tier", "-grade"].iter().any(|end| word.ends_with(end)) {
                worth *= 0.5;
            }
            // "There's a there's a": begun again in the middle.
            if at >= self.range.start + 3
                && self.word(at) == self.word(at - 2)
                && self.word(at - 1) == self.word(at - 3)
                && (wordlist::is_function_word(word) || wordlist::is_function_word(self.word(at - 1)))
            {
                return None;
            }
            // "We sat down at – it's gone now": what was begun is never said.
            if gap.contains(['–', '—'])
                && (wordlist::is_preposition(word) || matches!(word, "a" | "an" | "the" | "and" | "to" | "was" | "is"))
            {
                return None;
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
                "um" | "uh" | "er" | "hmm" | "mm" | "gonna" | "wanna" | "gotta" | "yeah" | "okay" | "ok" | "oops"
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
                "i" if matches!(next, "think" | "believe" | "feel") => worth *= 0.88,
                "whole" if next == "bunch" => worth *= 0.7,
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
            // "the, it's in the packet" begins again.
            if matches!(word, "the" | "a" | "an" | "my" | "your" | "their") && gap.starts_with([',', '.', ';']) {
                return None;
            }
            // "as Ada explained": not here.
            if word == "as" && self.is_capitalised(at + 1) {
                let said = |at: usize| wordlist::is_reporting_verb(self.word(at)) || self.word(at) == "highlighted";
                if said(at + 2) || self.is_capitalised(at + 2) && said(at + 3) {
                    return None;
                }
            }
            // "I found when I was there": what?
            if matches!(word, "found" | "discovered" | "learned" | "learnt" | "realized" | "realised" | "noticed")
                && matches!(next, "when" | "while")
            {
                return None;
            }
            // "Ada, for example, ended up at sea": an example of what was said before.
            if word == "for" && matches!(next, "example" | "instance") && at > self.range.start {
                worth *= 0.7;
            }
            if self.says(at, "if you think about") || self.says(at, "if you look at") {
                worth *= 0.7;
            }
            // "I think either Ada or Tom did.": did what?
            if last && matches!(word, "did" | "does" | "do" | "has" | "have" | "had" | "would" | "could" | "will") {
                worth *= 0.5;
            }
            // "Ada isn't just a welder.": what else is she?
            let more = matches!(word, "just" | "only" | "merely")
                && at > self.range.start
                && (self.word(at - 1) == "not" || self.word(at - 1).ends_with("n't"));
            if more && !(at + 1..self.range.end).any(|i| matches!(self.word(i), "but" | "it's" | "also" | "because")) {
                worth *= 0.6;
            }
            // "which are, depending on whom one asks, the rate is": the first sentence is lost.
            if matches!(word, "which" | "who") && matches!(next, "is" | "are" | "was") && self.comma_after(at + 1) {
                worth *= 0.6;
            }
            // "in my lifetime, that capability."
            if last && at > self.range.start + 1 && self.word(at - 1) == "that" && self.comma_after(at - 2) {
                worth *= 0.5;
            }
            // "It has opened up.": what?
            if last
                && matches!(word, "up" | "about" | "out")
                && at > self.range.start
                && matches!(
                    self.word(at - 1),
                    "opened" | "opens" | "opening" | "brought" | "brings" | "pointed" | "set" | "bring" | "open"
                )
            {
                worth *= 0.5;
            }
            // "Moss is a good example": of what?
            let shows =
                matches!(word, "example" | "examples") && !matches!(next, "of" | "that" | "where" | "to" | "is");
            if shows && !matches!(self.word(at.wrapping_sub(1)), "for" | "by" | "an") {
                worth *= 0.6;
            }
            if self.reports_a_question(at) {
                worth *= 0.44;
            }
            if housekeeping::from(word).iter().any(|phrase| self.says(at, phrase)) {
                return None;
            }
        }
        Some(worth)
    }

    /// "that's now has", "to weigh the nets to weigh the nets", "it was built, in fact, my boat was …": begun again.
    fn begins_again(&self, at: usize) -> bool {
        let word = self.word(at);
        let adverb = usize::from(matches!(self.word(at + 1), "now" | "just" | "really" | "also"));
        let twice = word.ends_with("'s")
            && is_contracted_verb(word)
            && matches!(self.word(at + 1 + adverb), "has" | "is" | "was" | "are");
        let said = self.range.end >= at + 7 && (0..3).all(|i| self.word(at + i) == self.word(at + 4 + i));
        let spliced = self.says(at, "in fact")
            && gap_is_comma(self.sentence, self.words, at)
            && self.comma_after(at + 1)
            && matches!(self.word(at + 2), "i" | "we" | "my" | "our" | "he" | "she" | "they" | "the");
        // "when I got the boat when I was at school, I got the boat of …"
        let object = self.word(at + 2);
        let restarted = matches!(word, "i" | "we")
            && object.len() > 3
            && !wordlist::is_function_word(object)
            && (at + 4..at + RESTART)
                .any(|i| (0..3).all(|next| self.word(i + next) == self.word(at + next)) && self.comma_after(i - 1));
        twice || said || spliced || restarted
    }

    /// "Ms Voss asked whether …", "asked the clerk what …": nobody learns what was answered.
    fn reports_a_question(&self, at: usize) -> bool {
        const ASKED_OF: usize = 5;
        let asks = matches!(
            self.word(at),
            "wonder" | "wondering" | "asked" | "asks" | "inquired" | "enquired" | "wondered" | "queried"
        ) || self.word(at) == "know" && self.says(at.saturating_sub(2), "love to know");
        asks && (at + 1..at + 2 + ASKED_OF).any(|i| {
            matches!(self.word(i), "if" | "whether" | "what" | "how" | "why" | "who" | "when" | "where" | "which")
        })
    }

    /// True for "like" that says nothing: "it's like critical", "being like recaptured".
    fn fills(&self, at: usize) -> bool {
        if at == self.range.start || !self.words.gap_after(at, self.sentence).trim().is_empty() {
            return false;
        }
        let (before, next) = (self.word(at - 1), self.word(at + 1));
        // "we had like three of them", whatever comes then.
        if matches!(before, "had" | "have" | "has" | "got") {
            return true;
        }
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
}

/// True when a comma stands directly before the word.
pub(super) fn gap_is_comma(sentence: &str, words: &Words, at: usize) -> bool {
    at > 0 && words.gap_after(at - 1, sentence).trim_end().ends_with([',', '—', '–', '-'])
}
