//! Clauses, by parts of speech: does a run of words hold a statement of its own, and do its pronouns find what they stand
//! for inside it?
//!
//! English marks a verb poorly: *adopted* is a statement in "the council adopted the plan" and none in "the plan adopted
//! by the council". A verb counts as the main one when no relative or subordinate clause has a claim on it and nothing
//! around it makes a participle of it.

use harper_brill::UPOS;

use super::super::names::lexicon::{Flags, flags};
use super::super::wordlist;
use super::english::{View, is_contracted_verb};
use super::references::is_plural;

/// Words that a label in front of a sentence has at most.
const LABEL: usize = 3;

/// The words of a view with their parts of speech.
pub(super) struct Clauses<'a> {
    pub(super) view: &'a View<'a>,
    pub(super) tags: &'a [Option<UPOS>],
}

impl Clauses<'_> {
    fn word(&self, at: usize) -> &str {
        self.view.word(self.view.range.start + at)
    }

    fn tag(&self, at: usize) -> Option<UPOS> {
        self.tags.get(at).copied().flatten()
    }

    /// True when a comma, or a sign that parts as much, stands between a word and the next.
    fn parted_after(&self, at: usize) -> bool {
        let gap = |at: usize| self.view.words.gap_after(self.view.range.start + at, self.view.sentence).trim_start();
        at + 1 < self.tags.len() && gap(at).starts_with([',', ';', ':', '–', '—', '(', ')'])
    }

    fn is_noun(&self, at: usize) -> bool {
        at < self.tags.len() && matches!(self.tag(at), None | Some(UPOS::NOUN | UPOS::PROPN))
    }

    /// True for a verb that is no infinitive, gerund or participle by its form alone.
    fn is_finite(&self, at: usize) -> bool {
        let word = self.word(at);
        if at > 0 && self.word(at - 1) == "to" {
            return false;
        }
        // "including, but not limited to" is a preposition.
        if at > 1 && self.word(at - 1) == "not" && self.word(at - 2) == "but" && self.word(at).starts_with("limit") {
            return false;
        }
        // "The Recorded Voice"; "30 May 2018".
        let titled = at > 0 && self.view.is_capitalised(self.view.range.start + at);
        if wordlist::is_auxiliary(word) || is_contracted_verb(word) {
            return !titled || word.contains('\'');
        }
        let tagged = matches!(self.tag(at), Some(UPOS::VERB | UPOS::AUX)) && !word.ends_with("ing");
        // "lets them connect"
        let bare = (1..3).any(|back| {
            at >= back
                && matches!(
                    self.word(at - back),
                    "let" | "lets" | "help" | "helps" | "helped" | "make" | "makes" | "made" | "see" | "saw" | "watch"
                )
                && (back == 1 || matches!(self.tag(at - 1), Some(UPOS::PRON)))
        });
        // "to get hung up on"
        let passive = at > 0 && matches!(self.word(at - 1), "get" | "getting" | "be" | "being" | "been");
        // "accessory uses", "good conduct"
        let noun = at > 0 && !word.ends_with("ed") && matches!(self.tag(at - 1), Some(UPOS::ADJ));
        // "accessory uses and others": it takes an object.
        let uses = word == "uses" && (self.parted_after(at) || matches!(self.word(at + 1), "and" | "or" | "of" | "in"));
        tagged && !titled && !bare && !noun && !passive && !uses && !self.is_listed(at) && !self.is_compounded(at)
    }

    /// "nets, tar, sails for the winter": a bare word between commas is an item of a list.
    fn is_listed(&self, at: usize) -> bool {
        let word = self.word(at);
        let bare = !["ed", "s"].iter().any(|end| word.ends_with(end)) && !wordlist::is_irregular_participle(word);
        bare && at > 0 && self.parted_after(at - 1) && self.parted_after(at)
    }

    /// "a city owned lot": a participle that a noun stands before and another, without an article, behind.
    fn is_compounded(&self, at: usize) -> bool {
        matches!(self.word(at), "owned" | "based" | "funded" | "sponsored" | "related" | "led")
            && at > 0
            && !self.parted_after(at - 1)
            && !self.parted_after(at)
            && self.is_noun(at - 1)
            && matches!(self.tag(at + 1), Some(UPOS::NOUN))
            && !is_plural(self.word(at + 1))
    }

    /// "the sum the city expects", "a boat he built": a clause that begins without a word for it, right behind a noun,
    /// while the sentence has no verb yet.
    fn begins_contact_clause(&self, at: usize) -> bool {
        let subject = matches!(self.word(at), "the" | "i" | "we" | "he" | "she" | "they" | "you" | "our" | "their");
        subject
            && at > 0
            && matches!(self.tag(at - 1), Some(UPOS::NOUN))
            && !self.word(at - 1).ends_with("ing")
            && !wordlist::is_time(self.word(at - 1))
            && !self.parted_after(at - 1)
            && !wordlist::is_preposition(self.word(0))
    }

    /// "the city expects it will cost": a clause that is what the verb before it has for an object.
    fn begins_object_clause(&self, at: usize) -> bool {
        let subject = matches!(self.word(at), "it" | "i" | "we" | "he" | "she" | "they" | "there");
        subject && at > 0 && self.is_finite(at - 1) && !self.parted_after(at - 1) && self.is_finite(at + 1)
    }

    /// "A sign that does not block the view, is not lit, and is allowed": the verbs of one relative clause in a row.
    fn goes_on_in_series(&self, at: usize) -> bool {
        let joins = |i: usize| matches!(self.word(i), "and" | "or") && i > at && self.parted_after(i - 1);
        at > 0 && self.parted_after(at - 1) && (at + 1..self.tags.len()).any(|i| joins(i) && self.is_finite(i + 1))
    }

    /// True when a word in the form of a past participle is used as one, `fresh` telling that no main verb came before.
    fn is_participle(&self, at: usize, fresh: bool) -> bool {
        let (word, next) = (self.word(at), self.word(at + 1));
        if wordlist::is_auxiliary(word) || is_contracted_verb(word) {
            return false;
        }
        let by = next == "by" && !is_measured(self.word(at + 2)) && !wordlist::is_intransitive(word);
        let first_comma = fresh && at > 0 && self.parted_after(at - 1) && (0..at - 1).all(|i| !self.parted_after(i));
        if by && has_participle_form(word) || first_comma {
            return true;
        }
        let before = if at > 0 { self.word(at - 1) } else { "" };
        let joined = fresh && matches!(before, "and" | "or" | "as");
        // "An approved plan", "of authorised work", "doing authorised work".
        let adjective =
            matches!(before, "a" | "an" | "the" | "his" | "her" | "its" | "their" | "our" | "my" | "your" | "any")
                || wordlist::is_preposition(before)
                || before.ends_with("ing") && matches!(self.tag(at - 1), Some(UPOS::VERB));
        // Verbs that must have an object do not stand before a preposition or at the end unless they are passive.
        let objectless = at + 1 == self.tags.len()
            || matches!(next, "to" | "herein" | "therein" | "hereunder" | "thereof")
            || matches!(self.tag(at + 1), Some(UPOS::ADP | UPOS::ADJ | UPOS::CCONJ))
            || self.parted_after(at);
        has_participle_form(word) && (joined || adjective || objectless && wordlist::needs_object(word))
    }

    /// Position behind the verb that begins at `at`: auxiliaries, adverbs and participles, and further verbs joined to it.
    fn verb_end(&self, at: usize) -> usize {
        let is_part = |i: usize| {
            matches!(self.tag(i), Some(UPOS::VERB | UPOS::AUX | UPOS::ADV | UPOS::PART)) || self.word(i) == "not"
        };
        // Behind its verb proper another verb is another clause's: "the ferry that she bought was sold".
        let proper = |i: usize| {
            let word = self.word(i);
            !wordlist::is_auxiliary(word) && !word.contains('\'') && matches!(self.tag(i), Some(UPOS::VERB))
        };
        let mut full = proper(at);
        let mut end = at + 1;
        while end < self.tags.len() {
            if full && matches!(self.tag(end), Some(UPOS::VERB | UPOS::AUX)) {
                break;
            }
            full |= proper(end) && !matches!(self.word(end), "be" | "been" | "being" | "have" | "having");
            let joined = matches!(self.word(end), "and" | "or") && end + 1 < self.tags.len() && is_part(end + 1);
            if self.parted_after(end - 1) {
                break;
            } else if is_part(end) {
                end += 1;
            } else if joined {
                end += 2;
            } else {
                break;
            }
        }
        end
    }

    /// True for a word that gives the next verb to a clause of its own.
    fn subordinates(&self, at: usize) -> bool {
        let next = self.word(at + 1);
        match self.word(at) {
            "who" | "whom" | "whose" | "which" | "because" | "although" | "unless" | "whether" | "what" | "why"
            | "how" | "when" | "where" | "if" => next != "to",
            // At the front of a sentence these may be prepositions: "After the war the ferry stopped".
            "before" | "after" | "until" | "since" => at > 0 && !self.parted_after(at - 1),
            "though" => !self.parted_after(at),
            "while" => at == 0 || self.word(at - 1) != "a",
            // "a tree, provided the owner agrees"
            "provided" | "providing" => !matches!(next, "by" | "for" | "with" | "to" | "in" | "at" | "on" | "under"),
            // "slower than I would have expected"
            "than" => matches!(next, "i" | "we" | "you" | "he" | "she" | "they" | "it" | "anyone" | "people"),
            "that" => {
                let determines = matches!(self.tag(at), Some(UPOS::DET))
                    && matches!(self.tag(at + 1), Some(UPOS::NOUN | UPOS::ADJ))
                    && !(at > 0 && self.is_noun(at - 1));
                !determines
            }
            _ => false,
        }
    }

    /// True when some verb is left for the sentence itself after every clause inside it has had its own.
    pub(super) fn has_main_verb(&self) -> bool {
        let mut owed = 0usize;
        // What stands behind a label is judged without it: "Present: …".
        let is_label = |at: &usize| {
            self.view.words.gap_after(self.view.range.start + at, self.view.sentence).trim_start().starts_with(':')
        };
        let mut at = (0..self.tags.len().min(LABEL)).find(is_label).map_or(0, |label| label + 1);
        let mut inside = false;
        let begins_anew = |at: usize| {
            let gap = self.view.words.gap_after(self.view.range.start + at, self.view.sentence);
            at + 1 < self.tags.len() && gap.trim_start().starts_with(';')
        };
        // "After a year at sea, went home": nobody does it.
        let comma = (0..self.tags.len()).find(|&i| self.parted_after(i));
        if wordlist::is_preposition(self.word(0)) && comma.is_some_and(|comma| self.is_finite(comma + 1)) {
            return false;
        }
        while at < self.tags.len() {
            if self.subordinates(at) {
                owed += 1;
                // "When possible, …" has no verb to claim.
                let relative = matches!(self.word(at), "who" | "whom" | "whose" | "which" | "that");
                let comma = (at..self.tags.len()).find(|&i| self.parted_after(i));
                if !relative && comma.is_some_and(|comma| (at + 1..=comma).all(|i| !self.is_finite(i))) {
                    owed -= 1;
                }
            } else if inside && self.begins_object_clause(at) || !inside && self.begins_contact_clause(at) {
                owed += 1;
            }
            if self.is_finite(at) && !self.is_participle(at, true) {
                // "Boats that are large but are let go": the second verb has the first one's subject.
                let joined = at > 0 && matches!(self.word(at - 1), "and" | "or" | "but");
                let shared = inside && (joined || self.goes_on_in_series(at));
                if owed == 0 && !shared {
                    return true;
                }
                owed = owed.saturating_sub(usize::from(!shared));
                inside = true;
                at = self.verb_end(at);
            } else if begins_anew(at) {
                // "Repairs to the quay; the dredging of the basin": what stands before a semicolon is no clause.
                return false;
            } else {
                at += 1;
            }
        }
        false
    }

    /// "The map stuff, I drew …", "All sorts of welders, and what I took for …": what is named first and then left standing for
    /// a sentence that begins anew behind it; and "Tolland, gladly is …", with a comma before its verb.
    pub(super) fn is_left_standing(&self) -> bool {
        let Some(comma) = (0..self.tags.len()).find(|&i| self.parted_after(i)) else { return false };
        let first = self.word(0);
        let adverbial = wordlist::is_preposition(first)
            || self.subordinates(0)
            || self.subordinates(1)
            || matches!(self.tag(0), Some(UPOS::ADV | UPOS::VERB | UPOS::ADJ | UPOS::SCONJ | UPOS::PRON))
            || matches!(first, "every" | "each" | "last" | "next" | "once" | "number" | "amid" | "unlike" | "given")
            || ["ing", "ed", "ly"].iter().any(|end| first.ends_with(end))
            || (0..=comma).any(|i| {
                let word = self.word(i);
                wordlist::is_time(word.trim_end_matches('s'))
                    || matches!(word, "day" | "days" | "time" | "then" | "ago")
            });
        if adverbial || (0..=comma).any(|i| self.is_finite(i) || self.is_person(i)) {
            return false;
        }
        let next = self.word(comma + 1);
        let adverb = next.ends_with("ly") && !self.parted_after(comma + 1);
        let verb = comma + 1 + usize::from(adverb);
        let anew = matches!(next, "i" | "we" | "you" | "they" | "he" | "she" | "my" | "our")
            || next == "and" && matches!(self.word(comma + 2), "what" | "i" | "we" | "my");
        anew || self.is_finite(verb) && !self.is_participle(verb, true)
    }

    /// True when every pronoun of the third person finds something before it that it can stand for.
    pub(super) fn pronouns_are_bound(&self, is_expletive: impl Fn(usize) -> bool) -> bool {
        (0..self.tags.len()).all(|at| {
            let stem = self.word(at).split('\'').next().unwrap_or_default();
            let next = self.tag(at + 1);
            let before_noun = matches!(next, Some(UPOS::NOUN | UPOS::ADJ | UPOS::PROPN));
            let unknown = next.is_none() && self.word(at + 1).ends_with('s');
            let subject = self.word(at).contains('\'') || self.is_finite(at + 1) || unknown;
            match stem {
                "he" | "she" | "his" => (0..at).any(|i| self.is_person(i)),
                "her" if before_noun => (0..at).any(|i| self.is_person(i)),
                "him" | "her" => self.outside_subject(at, |i| self.is_person(i)),
                "it" if is_expletive(at) => true,
                "they" | "their" => (0..at).any(|i| self.is_noun(i)),
                "its" => (0..at).any(|i| self.is_thing(i)),
                "it" if subject => (0..at).any(|i| self.is_thing(i)),
                "it" => self.outside_subject(at, |i| self.is_thing(i)),
                "them" => self.outside_subject(at, |i| self.is_noun(i)),
                _ => true,
            }
        })
    }

    /// True for what "it" may stand for: a noun in the singular, for no time and for nobody.
    fn is_thing(&self, at: usize) -> bool {
        let named = |i: usize| self.view.is_capitalised(self.view.range.start + i);
        let first_name = |i: usize| named(i) && flags(self.word(i)).has(Flags::FIRST_NAME);
        let of_person = first_name(at) || at > 0 && named(at) && first_name(at - 1) && !self.parted_after(at - 1);
        let word = self.word(at);
        // "we worked a lot"
        let counted = is_plural(word) && !named(at) || matches!(word, "lot" | "bit" | "deal");
        // Behind an article whatever no noun follows is one, for the tagger does not know every noun.
        let headed = at > 0 && matches!(self.word(at - 1), "the" | "a" | "an") && !self.is_noun(at + 1);
        (self.is_noun(at) || headed)
            && !of_person
            && !counted
            && !wordlist::is_time(word)
            && !wordlist::is_person_word(word)
    }

    /// True for a name, or a word for a person, that is not where something happens: "at Lloyd Park".
    fn is_person(&self, at: usize) -> bool {
        if wordlist::is_person_word(self.word(at)) {
            // "Someone asked her children to leave": whose?
            return at > 0 || !matches!(self.word(at), "someone" | "somebody");
        }
        let named =
            |i: usize| self.view.is_capitalised(self.view.range.start + i) && !wordlist::is_function_word(self.word(i));
        let mut first = at;
        while first > 0 && named(first - 1) {
            first -= 1;
        }
        // "EQ", "NASA"
        let shouted = self.view.is_shouted(self.view.range.start + at);
        named(at) && !shouted && !(first > 0 && matches!(self.word(first - 1), "at" | "in" | "near" | "on" | "the"))
    }

    /// True when something that fits stands before an object and is not the subject of the same clause: in "Ada thanked
    /// her", *her* is somebody else.
    fn outside_subject(&self, at: usize, fits: impl Fn(usize) -> bool) -> bool {
        let Some(verb) = (0..at).rev().find(|&i| self.is_finite(i)) else { return (0..at).any(fits) };
        let inner = (verb + 1..at).rev().find(|&i| self.subordinates(i));
        let begins = inner
            .or_else(|| {
                (0..verb).rev().find(|&i| {
                    let joins = matches!(self.word(i), "and" | "but" | "or") && (0..i).any(|j| self.is_finite(j));
                    joins
                        || self.subordinates(i)
                        || self.parted_after(i)
                        || matches!(self.word(i), "as" | "after" | "before")
                })
            })
            .unwrap_or(0);
        (0..begins).chain(verb + 1..at).any(fits)
    }
}

/// True for words that say by how much: "grew by nearly a third".
fn is_measured(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_digit())
        || matches!(word, "about" | "approximately" | "nearly" | "roughly" | "more" | "over" | "almost" | "half")
}

fn has_participle_form(word: &str) -> bool {
    word.ends_with("ed") || word.ends_with("wn") || wordlist::is_irregular_participle(word)
}

#[cfg(test)]
mod tests {
    use crate::text::standalone::tests::worth;

    fn stands(sentence: &str) -> bool {
        worth(sentence) > 0.0
    }

    #[test]
    fn an_item_of_a_list_is_no_statement() {
        for item in [
            "Nets mended by hand showing the size of the mesh, tarred ropes, cork, and sails of the ferries.",
            "City owned shed behind Kiln Lane, north of the old cannery of Marrow Bay.",
            "A sign that does not exceed four feet in height, is not lit, and is put up where boats may be in danger.",
            "The second boat sold in any one winter within the harbour, provided the owner tells the warden.",
            "A toll equal to the sum of crowns the harbour board expects it will take to mend the wall of the quay.",
        ] {
            assert!(!stands(item), "{item}");
        }
        for statement in [
            "Plans of the quay, drawn to scale, show the depth of the basin at Marrow Bay.",
            "The city owned the shed behind Kiln Lane, north of the old cannery of Marrow Bay.",
            "A sign that does not exceed four feet in height is allowed where boats may be in danger.",
            "The warden sold the second boat behind the cannery in the winter of 1987.",
            "The money the harbour board expects from the ferry will pay for the new quay at Marrow Bay.",
            "In the winter the harbour board of Tolland sold the ferry and the nets to the cannery.",
        ] {
            assert!(stands(statement), "{statement}");
        }
    }

    #[test]
    fn what_is_named_and_left_standing_is_no_statement() {
        for broken in [
            "The harbour map stuff, I drew a thing with the name of Moss House for the wardens of Tolland.",
            "All the many sorts of welders, and what I took for a good weld changed in Tolland that winter.",
            "TV, gladly is mended by the boats of the northern coast and of Marrow Bay.",
        ] {
            assert!(!stands(broken), "{broken}");
        }
        for whole in [
            "Two winters ago, I drew a thing with the name of Moss House for the wardens of Tolland.",
            "Ines Calder, my first teacher, bought the old cannery of Marrow Bay for the price of a boat.",
            "Boats, nets and kilns are made in Tolland by the welders of the northern coast.",
            "The ferry, which had run since 1931, stopped in the winter of 1987, and I left Tolland.",
        ] {
            assert!(stands(whole), "{whole}");
        }
    }

    #[test]
    fn it_stands_for_a_thing_and_she_for_somebody_in_particular() {
        for open in [
            "We worked a lot with Clara Voss, and it looks good for the ferries of the northern coast.",
            "Someone asked her children to leave the quay of Marrow Bay on the day of the fair.",
        ] {
            assert!(!stands(open), "{open}");
        }
        for closed in [
            "We worked on the cannery with Clara Voss, and it looks good for the ferries of the coast.",
            "The warden asked Clara Voss and her children to leave the quay of Marrow Bay.",
        ] {
            assert!(stands(closed), "{closed}");
        }
    }
}
