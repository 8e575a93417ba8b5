//! References: what a sentence points at must stand in it.

use super::super::names::lexicon::{Flags, flags};
use super::super::wordlist;
use super::Setting;
use super::english::View;
use super::speech::gap_is_comma;

impl View<'_> {
    /// "it is hard to …", "it takes … to …": an "it" that stands for nothing said before.
    pub(super) fn is_expletive(&self, at: usize) -> bool {
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
                let linked = (verb + 2 + skip..(verb + 4 + skip).min(self.range.end)).any(|ahead| {
                    matches!(self.word(ahead), "to" | "that" | "how" | "when" | "for" | "whether" | "there")
                });
                linked && wordlist::is_evaluation(self.word(verb + 1 + skip))
            }
            _ => false,
        }
    }

    pub(super) fn has_expletive(&self) -> bool {
        self.range.clone().any(|at| matches!(self.word(at), "it" | "it's") && self.is_expletive(at))
    }

    /// True for a connective in the first clause, before anything in the sentence that it could go on from.
    fn goes_on(&self, at: usize) -> bool {
        const EARLY: usize = 8;
        let clause = (self.range.start..at).any(|i| {
            let gap = self.words.gap_after(i, self.sentence);
            gap.trim_start().starts_with([',', ';', ':', '–', '—'])
                || matches!(
                    self.word(i),
                    "and" | "but" | "because" | "when" | "who" | "which" | "that" | "while" | "if"
                )
        });
        at < self.range.start + EARLY && !clause
    }

    /// Position behind the last word before the next comma, from a word on.
    fn until_comma(&self, at: usize) -> usize {
        (at..self.range.end).find(|&i| self.comma_after(i)).map_or(self.range.end, |comma| comma + 1)
    }

    /// "Ada Voss, its secretary, …": the secretary of what?
    fn stands_beside_a_name(&self, at: usize) -> bool {
        at > self.range.start
            && self.words.gap_after(at - 1, self.sentence).starts_with(',')
            && (self.range.start..at).all(|i| self.is_capitalised(i))
            && self.word(self.range.start) != "the"
    }

    /// True where somebody stands before a pronoun: a first name, a title, a word for a person, or a name of two words.
    fn names_a_person_before(&self, pronoun: usize) -> bool {
        let named = |at: usize| self.is_capitalised(at) && !wordlist::is_function_word(self.word(at));
        (self.range.start..pronoun).any(|at| {
            let known = flags(self.word(at).split('\'').next().unwrap_or_default());
            let joined = self.words.gap_after(at, self.sentence).trim_end_matches('.') == " "
                || self.words.gap_after(at, self.sentence) == ". ";
            wordlist::is_person_word(self.word(at))
                || wordlist::is_title_of_person(self.word(at))
                || named(at) && known.has(Flags::FIRST_NAME | Flags::HONORIFIC)
                || named(at) && named(at + 1) && joined
        })
    }

    /// "Ms Voss said that it had been opened": a person said it of something, and not of herself.
    fn is_reported_subject(&self, at: usize) -> bool {
        let reported = (self.range.start..at)
            .rev()
            .find(|&i| self.word(i) == "that" && i > self.range.start && wordlist::is_reporting_verb(self.word(i - 1)));
        let Some(that) = reported else { return false };
        let leads = matches!(that + 1, first if first == at)
            || self.word(that + 1) == "according" && (that + 1..at).all(|i| !wordlist::is_auxiliary(self.word(i)));
        let person = (self.range.start..that).any(|i| wordlist::is_title_of_person(self.word(i)));
        let told = (self.range.start..that).filter(|&i| wordlist::is_reporting_verb(self.word(i))).count() > 1;
        leads && person && !told
    }

    /// "at the time, …", "at that point", "by then": when was that?
    fn points_at_time(&self, at: usize) -> bool {
        if at < self.range.start + 2 || !matches!(self.word(at - 2), "at" | "by" | "from" | "until" | "since") {
            return false;
        }
        let told = matches!(self.word(at + 1), "of" | "when" | "that" | "where" | "to" | "in" | "as" | "and")
            && !self.words.gap_after(at, self.sentence).contains(',');
        let dated = self.range.clone().any(|i| {
            let word = self.word(i);
            word.len() == 4 && word.chars().all(|c| c.is_ascii_digit())
        });
        matches!(self.word(at - 1), "that" | "this" | "the") && !told && !dated && !matches!(self.word(at + 1), "same")
    }

    /// "Table 2", "Section 5.080", "Subsections C and D" without the text that they are parts of.
    fn points_at_part(&self, at: usize) -> bool {
        let next = self.word(at + 1);
        let numbered = next.starts_with(|c: char| c.is_ascii_digit())
            || next.chars().count() == 1 && next != "a" && self.is_capitalised(at + 1)
            || next == "a" && self.is_capitalised(at + 1)
            || matches!(next, "ii" | "iii" | "iv" | "vi" | "vii" | "viii");
        let of = (at + 2..at + 8).any(|i| matches!(self.word(i), "of" | "to") && self.names_whole(i));
        wordlist::is_part_of_text(self.word(at)) && numbered && !of
    }

    /// "of the Harbour Ordinance", "of Ordinance 5": a name behind the preposition.
    fn names_whole(&self, at: usize) -> bool {
        (at + 1..at + 5).any(|i| self.is_capitalised(i))
    }

    /// True when a name or a figure stands behind the first word.
    pub(super) fn names_something(&self) -> bool {
        let figure = |at: usize| self.word(at).starts_with(|c: char| c.is_ascii_digit());
        self.range.clone().any(|at| {
            let word = self.word(at).split('\'').next().unwrap_or_default();
            figure(at) || at > self.range.start && self.is_capitalised(at) && word != "i"
        })
    }

    /// How many words tell what the sentence is about: names, figures, and words that are not said of everything.
    fn tells(&self) -> usize {
        let telling = |at: &usize| {
            let word = self.word(*at).split('\'').next().unwrap_or_default();
            let named = *at > self.range.start && self.is_capitalised(*at) && word != "i";
            named
                || word.starts_with(|c: char| c.is_ascii_digit())
                || word.chars().count() > 3
                    && !wordlist::is_function_word(word)
                    && !wordlist::is_light_noun(word)
                    && !wordlist::is_verb_of_thought(word)
                    && !wordlist::is_evaluation(word)
                    && !wordlist::is_said_of_everything(word)
        };
        self.range.clone().filter(telling).count()
    }

    /// Pronouns and demonstratives must find what they stand for in the sentence.
    pub(super) fn references(&self, setting: Setting) -> Option<f32> {
        let mut worth = 1.0f32;
        let mut things = 0usize; // nouns met so far, roughly
        let mut persons = 0usize; // names and words for people met so far
        let mut content = 0usize;
        let mut several = false; // something met so far that "they" may stand for
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
                    // "Calder's has a shed in Tolland, where she learned to weld": a house of business, and who?
                    let inside = matches!(stem, "he" | "she") && matches!(before, "where" | "when" | "which");
                    let told = !inside || self.names_a_person_before(at);
                    worth *= if told { 0.95 } else { 0.55 };
                }
                "they" | "them" | "their" | "theirs" => {
                    if things + persons == 0 {
                        return None;
                    }
                    worth *= if several { 0.9 } else { 0.5 };
                }
                "its" if self.stands_beside_a_name(at) => return None,
                "it" | "its" => {
                    if !self.is_expletive(at) {
                        if things + persons == 0 {
                            return None;
                        }
                        if stem == "it" && self.is_reported_subject(at) {
                            return None;
                        }
                        worth *= if stem == "its" { 0.97 } else { 0.8 };
                    }
                }
                "this" => {
                    // "pointed to this as evidence", "talk about this in the spring"
                    let bare = matches!(next, "as" | "and" | "or" | "but" | "because" | "when" | "while")
                        || wordlist::is_preposition(next);
                    if wordlist::is_time(next) {
                        worth *= 0.93;
                    } else if at == self.range.start || ends || bare || wordlist::is_auxiliary(next) {
                        return None;
                    } else {
                        worth *= if wordlist::is_part_of_text(next) { 0.55 } else { 0.48 };
                    }
                }
                "these" => worth *= 0.45,
                "those" => {
                    let told = (at + 1..self.until_comma(at).min(at + 4))
                        .any(|i| matches!(self.word(i), "who" | "of" | "that" | "which" | "with" | "in"))
                        || wordlist::is_time(next.trim_end_matches('s'))
                        || next.ends_with("ing") && !ends;
                    worth *= if told { 0.97 } else { 0.45 };
                }
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
                    // "I have heard that now from two of them."
                    let pointed = matches!(before, "heard" | "said" | "read" | "told" | "like" | "built" | "wrote")
                        && matches!(next, "now" | "before" | "already" | "too" | "again" | "from" | "at" | "in");
                    let completed = pointed || matches!(next, "out" | "up" | "down" | "off" | "over" | "back" | "way");
                    let appended = word == "that's" && gap_is_comma(self.sentence, self.words, at);
                    if completed
                        || appended
                        || demonstrative && (wordlist::is_preposition(before) || !matches!(next, "is" | "are"))
                        || word == "that's" && !is_noun_like(before)
                    {
                        worth *= 0.45;
                    }
                }
                "same" if before == "the" && !(at + 1..self.range.end).any(|ahead| self.word(ahead) == "as") => {
                    worth *= if ends { 0.5 } else { 0.75 };
                }
                "such" if matches!(next, "a" | "an") && at > self.range.start => {
                    let phrase = (at + 2..at + 9).take_while(|&i| !wordlist::is_auxiliary(self.word(i)));
                    let told = phrase.into_iter().any(|i| matches!(self.word(i), "that" | "as" | "to"));
                    worth *= if told { 1.0 } else { 0.45 };
                }
                "such" if !matches!(next, "as" | "a" | "an") => worth *= 0.8,
                "here"
                    if matches!(before, "everyone" | "everybody" | "people" | "folks" | "all")
                        && !matches!(next, "at" | "in" | "on") =>
                {
                    worth *= 0.48;
                }
                "here" | "there" if at > self.range.start && !wordlist::is_auxiliary(next) && !word.contains('\'') => {
                    worth *= if stem == "here" && matches!(next, "at" | "in" | "on") {
                        0.9
                    } else if ends {
                        0.6
                    } else if stem == "here" {
                        0.48
                    } else {
                        0.8
                    };
                }
                "however" if !matches!(next, "much" | "many" | "long" | "small" | "hard" | "far") => worth *= 0.45,
                "also" | "instead" | "therefore" | "thus" | "otherwise" | "meanwhile" | "nevertheless"
                | "nonetheless" | "consequently" | "accordingly" | "likewise" | "similarly"
                    if !(word == "instead" && next == "of") =>
                {
                    // What comes early goes on from something; what comes late may go on from the sentence itself.
                    worth *= if self.goes_on(at) { 0.45 } else { 0.88 };
                }
                "then" | "too" | "again" | "either" | "earlier" | "previously" => worth *= 0.88,
                // "a similar set of lessons", "quite the opposite": of what?
                "similar" if !(at + 1..at + 8).any(|ahead| matches!(self.word(ahead), "to" | "both" | "each")) => {
                    worth *= 0.6;
                }
                "opposite" if before == "the" && !matches!(next, "of" | "side" | "end" | "bank" | "direction") => {
                    worth *= 0.55;
                }
                // "segment results were in line": of which segment?
                "segment" | "segments" if is_share_of_whole(before, next) => worth *= 0.55,
                "above" | "below" if ends || wordlist::is_auxiliary(next) => worth *= 0.5,
                // "raises larger issues": than which, and what are they?
                "larger" | "bigger" | "broader" | "wider"
                    if matches!(next, "issue" | "issues" | "question" | "questions" | "problem" | "problems") =>
                {
                    worth *= 0.55;
                }
                "latter" | "aforementioned" | "aforesaid" => return None,
                "former" if before == "the" && (ends || wordlist::is_function_word(next)) => return None,
                "time" | "point" | "moment" | "stage" if self.points_at_time(at) => worth *= 0.45,
                _ if self.points_at_part(at) => worth *= 0.45,
                "same" | "other" | "another" | "one" | "ones"
                    if matches!(next, "" | "thing" | "way") && word != "one" =>
                {
                    worth *= 0.8;
                }
                // "the real one": of what?
                "one"
                    if at > self.range.start + 1 && matches!(self.word(at - 2), "the" | "a") && !is_noun_like(next) =>
                {
                    worth *= 0.6;
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
                    if named && !self.is_shouted(at) || wordlist::is_person_word(word) {
                        persons += 1;
                    }
                    several |= named || is_plural(word) || wordlist::is_person_word(word) || is_collective(word);
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
        if self.tells() < 2 {
            worth *= 0.48;
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
}

/// Words of some length that are no adverbs and no participles may be nouns; a guess that errs on the side of yes.
fn is_noun_like(word: &str) -> bool {
    word.len() > 2 && !wordlist::is_function_word(word) && !word.ends_with("ly") && !word.ends_with("ing")
}

/// "segment revenue" and the like, where nothing in front says which segment.
fn is_share_of_whole(before: &str, next: &str) -> bool {
    let measured = matches!(
        next,
        "revenue"
            | "results"
            | "gross"
            | "margin"
            | "operating"
            | "income"
            | "profit"
            | "growth"
            | "sales"
            | "earnings"
    );
    measured && !matches!(before, "each" | "every" | "per" | "by" | "business" | "reportable" | "our" | "all")
}

pub(super) fn is_plural(word: &str) -> bool {
    word.ends_with('s') && !["ss", "us", "is"].iter().any(|end| word.ends_with(end))
}

/// Nouns for many in the singular.
fn is_collective(word: &str) -> bool {
    matches!(
        word,
        "team"
            | "company"
            | "government"
            | "police"
            | "family"
            | "group"
            | "staff"
            | "board"
            | "council"
            | "crew"
            | "people"
            | "someone"
            | "somebody"
            | "anyone"
            | "anybody"
            | "everyone"
            | "everybody"
            | "nobody"
            | "each"
            | "public"
            | "audience"
            | "committee"
            | "community"
            | "press"
            | "industry"
            | "army"
            | "generation"
    )
}
