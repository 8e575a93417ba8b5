//! What a sentence announces and does not tell: that there is a habit and not which, that something was worked on and not
//! what, that a matter was clarified and not how.

use super::english::View;

/// What is left where the sentence promises what only the next ones can say.
const UNTOLD: f32 = 0.5;

impl View<'_> {
    /// How much of what the sentence announces it also tells, from 0 to 1.
    pub(super) fn announces(&self) -> f32 {
        let untold = self.range.clone().any(|at| {
            self.has_something_of_its_kind(at)
                || self.is_about_several(at)
                || self.begins_something(at)
                || self.lies_between_nothing(at)
                || self.speaks_of_a_matter(at)
                || self.is_it_that_was(at)
                || self.goes_nowhere(at)
        });
        if untold || self.is_good_at_nothing() { UNTOLD } else { 1.0 }
    }

    /// "She had a secret.": which?
    fn has_something_of_its_kind(&self, at: usize) -> bool {
        let last = at + 1 == self.range.end;
        let article = (1..3).find(|back| at >= self.range.start + back && matches!(self.word(at - back), "a" | "an"));
        let Some(article) = article.filter(|_| last && is_secret(self.word(at))) else { return false };
        let verb = (at - article).checked_sub(1).map_or("", |verb| self.word(verb));
        matches!(verb, "have" | "had" | "has" | "i've" | "we've" | "developed" | "got" | "made" | "found" | "formed")
    }

    /// "worked on a couple of different aspects", "learned about some ways", "think about a number of issues": which?
    fn is_about_several(&self, at: usize) -> bool {
        let verb = matches!(
            self.word(at),
            "learned" | "learnt" | "worked" | "work" | "think" | "thinking" | "talk" | "talked" | "heard" | "know"
        );
        let counted = matches!(self.word(at + 2), "some" | "several" | "various" | "many" | "different")
            || self.word(at + 2) == "a" && matches!(self.word(at + 3), "few" | "couple" | "number" | "lot" | "bunch");
        let noun = |i: usize| {
            let named = matches!(self.word(i + 1), "of" | "like" | "such") || self.lists_behind(i);
            is_facet(self.word(i)) && !named
        };
        verb && matches!(self.word(at + 1), "on" | "about" | "of") && counted && (at + 3..at + 7).any(noun)
    }

    /// "They launched a program together with Tom Arden.", "They formed a team of Ada Voss and Tom Arden.": for what?
    fn begins_something(&self, at: usize) -> bool {
        let begun = matches!(self.word(at), "started" | "launched" | "created" | "founded" | "formed" | "had");
        if !begun || !matches!(self.word(at + 1), "a" | "an") {
            return false;
        }
        let Some(noun) = (at + 2..at + 4).find(|&i| is_undertaking(self.word(i))) else { return false };
        let joined = matches!(self.word(noun + 1), "" | "with" | "together") || self.says(noun + 1, "in partnership");
        let peopled = self.word(noun + 1) == "of" && self.is_capitalised(noun + 2);
        let purpose = (noun + 1..self.range.end).any(|i| {
            matches!(self.word(i), "to" | "for" | "that" | "which" | "who" | "called" | "named" | "where")
                || self.word(i).ends_with("ing") && i > noun
        });
        !purpose && (joined || peopled)
    }

    /// "There was much overlap, and …": between what?
    fn lies_between_nothing(&self, at: usize) -> bool {
        matches!(self.word(at), "crossover" | "overlap" | "discrepancy" | "mismatch" | "trade-off" | "tradeoff")
            && !matches!(
                self.word(at + 1),
                "between" | "with" | "of" | "from" | "in" | "among" | "to" | "point" | "event" | "episode"
            )
    }

    /// "clarified the rules of the fund", "commented on Tom Arden's notes": and what was said?
    fn speaks_of_a_matter(&self, at: usize) -> bool {
        let spoken = matches!(self.word(at), "clarified" | "summarized" | "summarised" | "outlined")
            || self.says(at, "commented on")
            || self.says(at, "elaborated on");
        let told =
            |i: usize| matches!(self.word(i), "that" | "whether" | "by" | "as" | "saying") || self.lists_behind(i);
        spoken && at > self.range.start && !(at + 1..self.range.end).any(told)
    }

    /// "told them that it was the end of winter.", "says that it was want of tar.": what was?
    fn is_it_that_was(&self, at: usize) -> bool {
        let copula = self.word(at) == "that"
            && self.word(at + 1) == "it"
            && matches!(self.word(at + 2), "was" | "is")
            && at > self.range.start;
        let noun = at + 3 + usize::from(matches!(self.word(at + 3), "the" | "a" | "an"));
        let headed = self.word(noun + 1) == "of" || noun + 1 == self.range.end && noun > at + 3;
        let further = |i: usize| matches!(self.word(i), "that" | "who" | "which" | "to") || self.comma_after(i);
        copula && headed && !(noun..self.range.end.saturating_sub(1)).any(further)
    }

    /// "The harbour should move forward.": with what?
    fn goes_nowhere(&self, at: usize) -> bool {
        let moves = matches!(self.word(at), "move" | "moved" | "moves" | "moving" | "go" | "went");
        moves && self.word(at + 1) == "forward" && at + 2 == self.range.end
    }

    /// "I was very good, but …": at what?
    fn is_good_at_nothing(&self) -> bool {
        let at = self.range.start;
        let be = (at + 1..at + 5).find(|&i| matches!(self.word(i), "be" | "was" | "am"));
        let Some(be) = be.filter(|_| matches!(self.word(at), "i" | "we")) else { return false };
        let skill = be + 1 + usize::from(matches!(self.word(be + 1), "pretty" | "very" | "quite" | "really" | "so"));
        matches!(self.word(skill), "decent" | "good" | "bad" | "terrible" | "mediocre") && self.comma_after(skill)
    }
}

/// What is spoken of before it is told.
fn is_secret(word: &str) -> bool {
    matches!(
        word,
        "vice"
            | "habit"
            | "secret"
            | "hunch"
            | "theory"
            | "idea"
            | "plan"
            | "problem"
            | "question"
            | "goal"
            | "dilemma"
    )
}

/// Of which there are several, and none is named.
fn is_facet(word: &str) -> bool {
    matches!(word, "ways" | "things" | "aspects" | "issues" | "ideas" | "areas" | "topics" | "questions" | "problems")
}

/// What is done for something.
fn is_undertaking(word: &str) -> bool {
    matches!(word, "program" | "programme" | "project" | "initiative" | "group" | "team" | "campaign")
}

#[cfg(test)]
mod tests {
    use crate::text::standalone::tests::worth;

    #[test]
    fn what_is_announced_and_not_told_is_worth_less() {
        for (announced, told) in [
            (
                "In the long winter of 1987 the old harbour master of Tolland had a secret.",
                "In the long winter of 1987 the old harbour master of Tolland had a secret kiln.",
            ),
            (
                "In Tolland I heard about some ways in which the moss of Marrow Bay may be dried.",
                "In Tolland I heard about kilns in which the moss of Marrow Bay may be dried.",
            ),
            (
                "In the harbour of Tolland I worked on several different issues, some of them at sea.",
                "In the harbour of Tolland I worked on several different issues: the weld, and the seam.",
            ),
            (
                "In 1987 the harbour launched a program together with Ines Calder.",
                "In 1987 the harbour launched a program together with Ines Calder to teach welding.",
            ),
            (
                "In the winter the harbour formed a team of Ines Calder, Tom Arden and Ada Voss.",
                "In the winter the harbour formed a team of Ines Calder and Tom Arden for the ferry.",
            ),
            (
                "In Tolland there was much overlap, and a welder mended the nets of the cannery.",
                "In Tolland there was much overlap between trades, and a welder mended the nets.",
            ),
            (
                "Mr. Arden clarified the rules of the harbour fund for the ferries of Tolland.",
                "Mr. Arden clarified that the harbour fund pays for one of the ferries of Tolland.",
            ),
            (
                "Mr. Arden of the harbour board told the guild of Tolland that it was the end of winter.",
                "Mr. Arden of the harbour board told the guild of Tolland that it was the frost that killed the moss.",
            ),
            (
                "The wardens told the guild that in the spring the harbour of Tolland should move forward.",
                "The wardens told the guild that in the spring the harbour of Tolland should move its quay.",
            ),
            (
                "I was very good, but I have not mended a boat in Tolland since 1987.",
                "I was very good at welding, but I have not mended a boat in Tolland since 1987.",
            ),
        ] {
            assert!(worth(announced) < 0.7 * worth(told), "{announced}: {} of {}", worth(announced), worth(told));
        }
    }
}
