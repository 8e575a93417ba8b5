//! The kind of answer that a question asks for.

use super::phrases;
use super::precedence::asks_what_it_is;
use crate::judgement::Question;
use crate::text::question::{Reading, is_light};
use crate::text::statements::stance::Stance;
use crate::text::words::terms::{fold, folded};

/// What `phrases.txt` has the ways under in which something is had from somewhere.
pub(super) const ORIGIN: &str = "come_from";

/// A kind of answer.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::judgement::extractive) enum Kind {
    /// The day of something that happened.
    Day,
    /// How long it went on.
    Duration,
    /// How many of what is counted.
    Count,
    /// What something cost, or was paid.
    Money,
    /// By what part, or to what sum.
    Raise,
    /// That somebody did what a verb says.
    Deed(String),
    /// One of a sort, by its name: `mill` in "Which mill was sold?".
    Named(String),
    /// A kind of statement, and the verb of which it is asked why.
    Stated(Stance, Option<String>),
    /// What somebody said, by their names in folded words.
    Said(Vec<Vec<String>>),
}

impl Kind {
    /// The kind that a question asks for; `None` where anything may answer.
    pub fn of(reading: &Reading, question: &Question) -> Option<Self> {
        let wants = &reading.wants;
        let otherwise = asks_what_it_is(reading) || reading.relation || reading.whole.coverage;
        let listed = reading.tally.list.is_some() || reading.tally.count || reading.tally.sort.is_some();
        if otherwise || listed || reading.statement.over_time || reading.statement.in_order || reading.is_empty() {
            return None;
        }
        let stance = reading.statement.stance;
        // Of whom the documents have as a speaker nothing but their own words is read.
        let said = question.attribution().filter(|told| !told.deed && question.said_by.is_empty());
        if let Some(said) = said.filter(|said| !said.rest.is_empty()) {
            return Some(Self::Said(said.names.iter().map(|name| folded(name)).collect()));
        }
        match () {
            () if wants.duration => Some(Self::Duration),
            // Somebody said it on the day of a text of theirs.
            () if wants.happened || wants.when && !question.said_by.is_empty() => Some(Self::Day),
            () if wants.raise => Some(Self::Raise),
            () if wants.counted.is_some() && stance.is_none() => Some(Self::Count),
            () if wants.money && stance.is_none() => Some(Self::Money),
            () if matches!(stance, Some(Stance::Ownership | Stance::Decision | Stance::Due)) => {
                Self::Stated(stance?, None).into()
            }
            () if matches!(stance, Some(Stance::Disagreement | Stance::Warning)) && wants.person => {
                Self::Stated(stance?, None).into()
            }
            () if stance == Some(Stance::Cause) && reading.doer.is_some() => {
                let verb = reading.predicate.clone().filter(|verb| !is_light(verb))?;
                Some(Self::Stated(Stance::Cause, Some(verb)))
            }
            () if stance.is_none() && wants.done.is_some() => {
                wants.done.clone().filter(|done| phrases::is_known(done)).map(Self::Deed)
            }
            () if stance.is_none() && wants.whether.is_some() => wants.whether.clone().map(Self::Deed),
            () if stance.is_none() && wants.sort.is_some() && !wants.figure => wants.sort.clone().map(Self::Named),
            () if stance.is_none() && wants.person => deed(reading)
                .filter(|_| !reading.names.is_empty())
                .or_else(|| reading.predicate.clone().filter(|verb| !is_light(verb)))
                .map(Self::Deed),
            () if stance.is_none() && wants.origin => Some(Self::Deed(ORIGIN.to_owned())),
            () if stance.is_none() && wants.place && !reading.names.is_empty() => deed(reading).map(Self::Deed),
            () => None,
        }
    }
}

/// The verb of a question, in lower case, that is told in other words, too.
pub(super) fn deed(reading: &Reading) -> Option<String> {
    let own: Vec<String> = reading.names.iter().flat_map(|name| folded(name)).collect();
    let besides = reading.content.iter().filter(|word| !own.contains(&fold(word)));
    besides.into_iter().find(|word| phrases::is_known(word)).cloned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_asks_for_a_kind_of_answer() {
        let of = |question: &str| {
            Kind::of(&Reading::of(question), &Question { text: question.to_owned(), ..Question::default() })
        };
        assert_eq!(of("When did the strike end in Orsk?"), Some(Kind::Day));
        assert_eq!(of("How long did the strike last?"), Some(Kind::Duration));
        assert_eq!(of("How many homes were flooded?"), Some(Kind::Count));
        assert_eq!(of("What pay rise did the crews get?"), Some(Kind::Raise));
        assert_eq!(of("Did Ada Voss win the vote?"), Some(Kind::Deed("win".to_owned())));
        assert_eq!(of("Who succeeded Ada Voss as keeper?"), Some(Kind::Deed("succeeded".to_owned())));
        assert_eq!(of("Who lit the lamp?"), Some(Kind::Deed("lit".to_owned())));
        assert_eq!(of("Which mill was sold?"), Some(Kind::Named("mill".to_owned())));
        assert_eq!(of("Which steam mill did Ada Voss sell?"), Some(Kind::Named("mill".to_owned())));
        assert_eq!(of("Which mills were sold?"), None, "several are a list");
        assert_eq!(of("How much did Ada Voss pay?"), Some(Kind::Money));
        assert_eq!(of("Who warned of the flood?"), Some(Kind::Stated(Stance::Warning, None)));
        assert_eq!(of("Why did Ada Voss die?"), Some(Kind::Stated(Stance::Cause, Some("die".to_owned()))));
        assert_eq!(of("Who owns Orsk Rovers?"), Some(Kind::Stated(Stance::Ownership, None)));
        assert_eq!(
            of("What did Ada Voss say about the gate?"),
            Some(Kind::Said(vec![vec!["ada".to_owned(), "voss".to_owned()]]))
        );
        assert_eq!(of("Where did the lamps come from?"), Some(Kind::Deed(ORIGIN.to_owned())));
        assert_eq!(of("Who is Ada Voss?"), None);
        assert_eq!(of("What is said about the gate?"), None);
    }
}
