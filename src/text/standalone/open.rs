//! What a sentence opens and does not close: the other side of a contrast, the other term of a comparison, the things
//! that it counts and does not name, the whole that a figure is of.

use super::super::wordlist;
use super::english::View;

/// Where the other half is what was meant.
const HALF: f32 = 0.6;
/// Where nobody can tell what is compared, or what a figure is of.
const LOST: f32 = 0.55;
/// Words in which what is denied is named before its reason.
const DENIED: usize = 6;

impl View<'_> {
    /// How much of what the sentence opens it also closes, from 0 to 1.
    pub(super) fn open_ends(&self) -> f32 {
        let mut worth = if self.measures_the_unnamed() { LOST } else { 1.0 };
        for at in self.range.clone() {
            let (word, next) = (self.word(at), self.word(at + 1));
            let before = if at > self.range.start { self.word(at - 1) } else { "" };
            match word {
                // "Whereas if a boat is ours, we mend it.": what is set against it was said before.
                "whereas" if at == self.range.start => worth *= LOST,
                // "Moss was the equivalent for the north.": of what?
                "equivalent" if before == "the" && !matches!(next, "of" | "to") => worth *= LOST,
                // "why there is a different way": from which?
                "different" if matches!(before, "a" | "any") && is_manner(next) && !self.compares(at + 2) => {
                    worth *= HALF
                }
                // "we have another view of the coast": beside which? "Another day" and "one another" ask nothing.
                "another" if !self.names_one_before(at) && self.is_of_many(at) => worth *= HALF,
                // "There's the whole layer about the kiln": whoever says so reminds of it.
                "the" if matches!(before, "there's") && at <= self.range.start + 2 => worth *= HALF,
                // "people who thought that they might pay": who?
                "they" | "it" | "he" | "she" if self.is_thought_by_them(at) => worth *= HALF,
                // "I didn't lose the boat, I built it": who said so?
                _ if at == self.range.start && (self.denies_and_goes_on() || self.answers_a_doubt()) => worth *= HALF,
                // "Until 1987 all boats were of wood.": and then?
                "until" if at == self.range.start + usize::from(self.word(self.range.start) == "up") => {
                    let then = |i: usize| matches!(self.word(i), "when" | "now" | "then" | "but" | "after" | "since");
                    worth *= if at < self.range.start + 2 && !(at..self.range.end).any(then) { HALF } else { 1.0 }
                }
                // "I have read the famous story about the kiln": what does it tell?
                "famous" if before == "the" && matches!(next, "story" | "joke" | "saying" | "quote" | "line") => {
                    worth *= HALF
                }
                // "The other person who …": beside whom?
                "other" if before == "the" && at == self.range.start + 1 && !wordlist::is_time(next) => worth *= HALF,
                // "the $6 million of tar": which sum?
                "the" if self.is_a_sum(at) => worth *= LOST,
                // "I'm most proud of the kiln.": among what?
                "most" if matches!(before, "i'm" | "am" | "we're") && at <= self.range.start + 2 => worth *= HALF,
                // "Two winters in, the boats had …": into what?
                "in" if at == self.range.start + 2
                    && self.comma_after(at)
                    && wordlist::is_time(before.trim_end_matches('s')) =>
                {
                    worth *= LOST
                }
                // "The guild's decision is written by the clerk.": of what?
                _ if is_ruling(word) && before.ends_with("'s") && wordlist::is_auxiliary(next) => worth *= LOST,
                // "asked by whom the guild was so advised": how?
                "so" if wordlist::is_auxiliary(before) && next.ends_with("ed") && self.comma_after(at + 1) => {
                    worth *= LOST
                }
                // "says that more came over the fell": more of what?
                "more" if matches!(before, "" | "that") && matches!(next, "came" | "went" | "arrived" | "followed") => {
                    worth *= LOST
                }
                // "Surely, whoever tars a boat may sail it.": but?
                "surely" if at == self.range.start && self.comma_after(at) => worth *= HALF,
                // "a part of the coast that is most at risk": of what?
                "risk" if before == "at" && next.is_empty() => worth *= HALF,
                // "I'm not a welder because I mend boats.": then why?
                "because" if self.is_denied(at) => worth *= HALF,
                // "It benefited from two things that will change.": from which?
                _ if is_count(word) && is_counted(next) && !self.lists(at + 1) => worth *= HALF,
                _ => {}
            }
        }
        worth
    }

    /// "Revenue was …", "Gross margin grew …", "Our results include …": of what, where the sentence begins with it?
    fn measures_the_unnamed(&self) -> bool {
        let ours = matches!(self.word(self.range.start), "our" | "my");
        let mut at = self.range.start + usize::from(ours);
        at += usize::from(is_part_of_measure(self.word(at)));
        if !is_measure(self.word(at)) {
            return false;
        }
        while is_measure(self.word(at + 1)) || matches!(self.word(at + 1), "dollars" | "percentage" | "rate") {
            at += 1;
        }
        let next = self.word(at + 1);
        // What is ours is the speaker's; but what did "our results" include that sum for?
        let told = ours && !matches!(next, "include" | "includes" | "included");
        !told && !wordlist::is_preposition(next) && !self.is_capitalised(at + 1)
    }

    /// "who thought that they": what those in a relative clause think of is somebody else.
    fn is_thought_by_them(&self, pronoun: usize) -> bool {
        let verb = pronoun.saturating_sub(1 + usize::from(pronoun > 0 && self.word(pronoun - 1) == "that"));
        verb > self.range.start
            && self.word(verb - 1) == "who"
            && matches!(self.word(verb), "thought" | "think" | "believed" | "believe" | "said" | "say" | "knew")
    }

    /// "I didn't …, I …": the first clause denies what somebody said, the second says what is so, with no word between.
    fn denies_and_goes_on(&self) -> bool {
        let at = self.range.start;
        let Some(comma) = (at..self.range.end).find(|&i| self.comma_after(i)) else { return false };
        matches!(self.word(at), "i" | "we" | "he" | "she" | "they")
            && self.word(comma + 1) == self.word(at)
            && (at..=comma).any(|i| self.word(i) == "not" || self.word(i).ends_with("n't"))
    }

    /// "There's still some moss in Tolland", "There are bits of tar", "I don't have to weld": somebody asked whether there
    /// is, named what they are in, or said that one has to.
    fn answers_a_doubt(&self) -> bool {
        let at = self.range.start;
        let there = self.word(at) == "there's" || self.says(at, "there is") || self.says(at, "there are");
        let next = at + if self.word(at) == "there's" { 1 } else { 2 };
        let certain = matches!(self.word(next), "still" | "definitely" | "certainly");
        let pieces = matches!(self.word(next), "chunks" | "bits" | "pieces" | "elements" | "traces" | "hints")
            && self.word(next + 1) == "of"
            && !(next..self.range.end)
                .any(|i| self.word(i) == "in" && self.word(i + 1) != "the" || self.word(i) == "among");
        there && (certain || pieces) || self.says(at, "i don't have to") || self.says(at, "we don't have to")
    }

    /// "the $6 million of tar", with nothing behind it that says which.
    fn is_a_sum(&self, the: usize) -> bool {
        let gap = self.words.gap_after(the, self.sentence);
        let sum = gap.ends_with(['$', '€', '£']) && self.word(the + 1).starts_with(|c: char| c.is_ascii_digit());
        let behind =
            the + 2 + usize::from(matches!(self.word(the + 2), "million" | "billion" | "trillion" | "thousand"));
        let told = matches!(
            self.word(behind),
            "that" | "which" | "we" | "i" | "you" | "he" | "she" | "they" | "in" | "from" | "for" | "spent" | "paid"
        );
        sum && !told
    }

    /// "another view", "another cultural perspective": one of several that have been told of.
    fn is_of_many(&self, another: usize) -> bool {
        (another + 1..another + 3).any(|i| is_manner(self.word(i)) || is_told_of(self.word(i)))
    }

    /// True when the noun behind "another" stood before it, or "one" did.
    fn names_one_before(&self, another: usize) -> bool {
        let noun = (another + 1..another + 3).find(|&i| is_manner(self.word(i)) || is_told_of(self.word(i)));
        let named =
            |i: usize| self.word(i) == "one" || noun.is_some_and(|noun| same_noun(self.word(i), self.word(noun)));
        (self.range.start..another).any(named)
    }

    /// True when a comparison names what it compares with from a word on, past an "of" that comes at once: "a different
    /// type of boat".
    fn compares(&self, from: usize) -> bool {
        (from + 1..self.range.end).any(|i| matches!(self.word(i), "from" | "than" | "to" | "of" | "every" | "each"))
    }

    /// "not a welder because": a denial of what somebody is, and no word of what else.
    fn is_denied(&self, because: usize) -> bool {
        let denies = |i: usize| {
            let not = self.word(i) == "not" || self.word(i).ends_with("n't");
            not && matches!(self.word(i + 1), "a" | "an" | "the")
        };
        let first = because.saturating_sub(DENIED).max(self.range.start);
        (first..because).any(denies) && !(because..self.range.end).any(|i| matches!(self.word(i), "but" | "rather"))
    }

    /// True when what is counted is then named: "two things: …", "two things, boats and nets".
    fn lists(&self, noun: usize) -> bool {
        (noun..self.range.end).any(|i| self.lists_behind(i) || i > noun && self.word(i) == "first")
            || self.words.gap_after(noun, self.sentence).trim_start().starts_with(',')
    }
}

/// What somebody rules on something.
fn is_ruling(word: &str) -> bool {
    matches!(
        word,
        "determination" | "decision" | "approval" | "recommendation" | "ruling" | "interpretation" | "finding"
    )
}

fn is_manner(word: &str) -> bool {
    matches!(word, "way" | "approach" | "kind" | "sort" | "type" | "view" | "angle" | "answer" | "story" | "thing")
}

fn is_told_of(word: &str) -> bool {
    matches!(word, "perspective" | "reason" | "example" | "person" | "piece" | "part" | "question" | "point" | "aspect")
}

fn is_count(word: &str) -> bool {
    matches!(word, "two" | "three" | "four" | "five" | "several" | "few")
}

fn is_counted(word: &str) -> bool {
    matches!(
        word,
        "factors"
            | "things"
            | "reasons"
            | "points"
            | "dynamics"
            | "drivers"
            | "observations"
            | "issues"
            | "thoughts"
            | "figures"
            | "accounts"
            | "versions"
    )
}

/// Figures that are always of something.
fn is_measure(word: &str) -> bool {
    matches!(
        word,
        "revenue"
            | "revenues"
            | "margin"
            | "margins"
            | "growth"
            | "results"
            | "income"
            | "earnings"
            | "sales"
            | "turnover"
            | "outlook"
            | "rates"
            | "profit"
            | "profits"
    )
}

/// What stands in front of such a figure and says as little of whose it is.
fn is_part_of_measure(word: &str) -> bool {
    matches!(word, "gross" | "net" | "operating" | "segment" | "renewal" | "total" | "overall" | "unit")
}

/// A noun and its plural or possessive.
fn same_noun(word: &str, other: &str) -> bool {
    stem(word) == stem(other)
}

fn stem(word: &str) -> &str {
    let word = word.split('\'').next().unwrap_or_default();
    word.strip_suffix('s').unwrap_or(word)
}

#[cfg(test)]
mod tests {
    use crate::text::standalone::tests::worth;

    #[test]
    fn half_a_contrast_or_a_comparison_is_worth_less() {
        for (open, closed) in [
            (
                "Whereas if a boat from Tolland is leaking in the winter, the harbour will mend the boat.",
                "If a boat from Tolland is leaking in the winter, the harbour will mend the boat.",
            ),
            (
                "Moss was the equivalent for the boats of the northern coast.",
                "Moss was the equivalent of tar for the boats of the northern coast.",
            ),
            (
                "I think that Tolland shows why a different way could be useful in the north.",
                "I think that Tolland shows why a better way could be useful in the north.",
            ),
            (
                "I'm not a welder because I mend boats like Ada Voss in Tolland.",
                "I'm a welder because I mend boats like Ada Voss in Tolland.",
            ),
        ] {
            assert!(worth(open) < 0.8 * worth(closed), "{open}: {} of {}", worth(open), worth(closed));
        }
    }

    #[test]
    fn a_figure_is_of_something() {
        let of = "Revenue from the ferries to Tolland was 17 million crowns, which was 31 percent more.";
        for lost in [
            "Revenue was 17 million crowns in the winter of 1987, which was 31 percent more.",
            "Gross margin dollars increased by 17 percent in Tolland in the winter of 1987.",
            "Our results include 17 million crowns in the winter of 1987 from the Tolland ferries.",
        ] {
            assert!(worth(lost) < 0.65 && worth(of) > 0.9, "{lost}: {} of {}", worth(lost), worth(of));
        }
    }

    #[test]
    fn another_and_the_other_stand_beside_one_that_is_named() {
        for (open, closed) in [
            (
                "In Tolland we now have another perspective on the moss of the northern coast.",
                "In Tolland we now have a good perspective on the moss of the northern coast.",
            ),
            (
                "The other welder who learned in Tolland was Tom Arden, the father of the ferries.",
                "The best welder who learned in Tolland was Tom Arden, the father of the ferries.",
            ),
            (
                "The work at the cannery gave me a sense of a different type of boat in Tolland.",
                "The work at the cannery gave me a sense of a different type of boat than Tolland's.",
            ),
        ] {
            assert!(worth(open) < 0.7 * worth(closed), "{open}: {} of {}", worth(open), worth(closed));
        }
        let [named, known] = [
            "The survey gave a view of the quay of Tolland and another view of the cannery.",
            "The survey gave a view of the quay of Tolland and a good view of the cannery.",
        ]
        .map(worth);
        assert!(named > 0.9 * known, "{named} of {known}");
    }

    #[test]
    fn what_answers_somebody_or_reminds_of_something_is_worth_less() {
        for (open, closed) in [
            (
                "There's the whole layer of moss about the old cannery of Tolland in Marrow Bay.",
                "There's a whole layer of moss about the old cannery of Tolland in Marrow Bay.",
            ),
            (
                "Ines Calder knew some people in Tolland who thought that they might have built the kiln.",
                "Ines Calder knew some people in Tolland who thought that Tom Arden might have built the kiln.",
            ),
            (
                "I didn't find the boat, I built the boat in Tolland with hundreds of other welders.",
                "I found no boat, and built the boat in Tolland with hundreds of other welders.",
            ),
        ] {
            assert!(worth(open) < 0.75 * worth(closed), "{open}: {} of {}", worth(open), worth(closed));
        }
    }

    #[test]
    fn a_bare_plural_and_a_bare_risk_are_of_something() {
        for (open, closed) in [
            (
                "The grantees are mending boats in Tolland and in all the harbours of the northern coast.",
                "The grantees of the harbour fund are mending boats in Tolland and on the northern coast.",
            ),
            (
                "I learned to weld in Tolland, in a part of the northern coast that is most at risk.",
                "I learned to weld in Tolland, in a part of the northern coast that is at risk of storms.",
            ),
        ] {
            assert!(worth(open) < 0.65 && worth(closed) > 0.8, "{open}: {} of {}", worth(open), worth(closed));
        }
    }

    #[test]
    fn what_is_still_so_was_doubted_and_what_was_so_until_then_changed() {
        for (open, closed) in [
            (
                "There's still some of the old moss on the boats of the Tolland ferry.",
                "There's some of the old moss on the boats of the Tolland ferry.",
            ),
            (
                "There are bits of tar and of Tolland moss, since the northern coast has more winter.",
                "There are bits of tar and of Tolland moss in Ada Voss's kiln, since the coast has more winter.",
            ),
            (
                "I don't have to ask the harbour master of Tolland for the key of the quay.",
                "I never ask the harbour master of Tolland for the key of the quay.",
            ),
            (
                "Up until the winter of 1987, every boat in Tolland was tarred by Ines Calder.",
                "In the winter of 1987, every boat in Tolland was tarred by Ines Calder.",
            ),
            (
                "The quay of Tolland was mended in the winter with the $6 million of tar.",
                "The quay of Tolland was mended in the winter with the $6 million in the harbour fund.",
            ),
            (
                "Two winters in, the boats of the Tolland ferry had more moss than the quay.",
                "In two winters, the boats of the Tolland ferry had more moss than the quay.",
            ),
            (
                "The Harbour Board's decision is written by the clerk of Tolland in the winter.",
                "The Harbour Board's decision on the toll is written by the clerk of Tolland.",
            ),
            (
                "The harbour board of Tolland was so advised, and sold the ferry to the cannery in 1987.",
                "The harbour board of Tolland was advised, and sold the ferry to the cannery in 1987.",
            ),
            (
                "Tom Arden says that more came over the northern fell to Tolland in carts.",
                "Tom Arden says that tar came over the northern fell to Tolland in carts.",
            ),
            (
                "The Tolland Inquiry of 1987 has two accounts of the night at the cannery.",
                "The Tolland Inquiry of 1987 has an account of the night at the cannery.",
            ),
            (
                "Surely, the boats of Tolland belong in the water of Marrow Bay all winter.",
                "By law, the boats of Tolland belong in the water of Marrow Bay all winter.",
            ),
            (
                "I'm most proud of the old kilns of the Tolland cannery.",
                "I'm very proud of the old kilns of the Tolland cannery.",
            ),
        ] {
            assert!(worth(open) < 0.75 * worth(closed), "{open}: {} of {}", worth(open), worth(closed));
        }
    }

    #[test]
    fn what_is_counted_is_named() {
        let announced = "The harbour of Tolland gained in 1987 from two factors that will be missed by the ferries.";
        let named = "The harbour of Tolland gained in 1987 from two factors: the ferries and the cannery.";
        assert!(worth(announced) < 0.65, "{}", worth(announced));
        assert!(worth(named) > 0.65, "{}", worth(named));
    }
}
