//! What ranks behind other passages, however much it has of the question: what somebody only wants, where it is asked
//! what was done, and what a document says that holds no more, where it is asked why that was left.

use super::surroundings::with_surroundings;
use crate::judgement::extractive::answers::from_passages::PassageAnswer;
use crate::judgement::quotation::plain;
use crate::judgement::rank::features::asks;
use crate::judgement::rank::select::Ranked;
use crate::model::Evidence;
use crate::text::language::{pack, word_lists};
use crate::text::question::is_light;
use crate::text::statements::stance::{STATED, Stance};
use crate::text::words::terms::{Stems, folded};

word_lists! { static WORDS = "behind.toml": leaving }

impl PassageAnswer<'_> {
    /// Lowers what passages are worth as openings to the least that any is, where they rank behind the others.
    pub(in crate::judgement::extractive) fn put_behind(
        &self,
        ranked: &[Ranked<'_>],
        worths: &mut [f32],
        stems: &mut Stems,
    ) {
        let least = worths.iter().copied().fold(f32::INFINITY, f32::min);
        let (fact, now) = (self.asks_what_was_done(), self.asks_what_was_left());
        let of_others = self.of_other_things(ranked, stems);
        for ((one, worth), of_another) in ranked.iter().zip(worths).zip(of_others) {
            if of_another || fact && self.only_asks_for(one) || now && self.holds_no_more(one) {
                *worth = least;
            }
        }
    }

    /// Which passages speak of something else than what it is asked of when, or where, something happened to it, by
    /// themselves and with what stands around them; none where no passage that may tell it does.
    fn of_other_things(&self, ranked: &[Ranked<'_>], stems: &mut Stems) -> Vec<bool> {
        let Self { reading, asked, context, .. } = *self;
        let wants = &reading.wants;
        let thing = wants.thing.as_ref().filter(|_| wants.happened || wants.place);
        let none = || vec![false; ranked.len()];
        let Some(thing) = thing.filter(|thing| reading.content.contains(thing)) else { return none() };
        let mut tells = |one: &Ranked<'_>| {
            let quoted = one.candidate.evidence.quoted();
            let dated = !wants.happened || asked.has_figure(quoted, stems) >= 1.0;
            dated && !asks(quoted) && asked.has_word(thing, quoted, stems)
        };
        if !ranked.iter().any(&mut tells) {
            return none();
        }
        // What was done to it may be told of what else it is called: "3.2 withdrawn" of a version.
        let deed = reading.content.last().filter(|word| *word != thing && !is_light(word));
        let of_it = |one: &Ranked<'_>, stems: &mut Stems| {
            asked.has_word(thing, &with_surroundings(context, one), stems)
                || deed.is_some_and(|deed| asked.has_word(deed, one.candidate.evidence.quoted(), stems))
        };
        ranked.iter().map(|one| !of_it(one, stems)).collect()
    }

    /// The same of what was chosen: what holds no more comes last, where it is asked why it was left.
    pub(in crate::judgement::extractive) fn put_left_last(&self, chosen: &mut [Ranked<'_>]) {
        if self.asks_what_was_left() {
            chosen.sort_by_key(|one| self.holds_no_more(one));
        }
    }

    fn asks_what_was_done(&self) -> bool {
        let wants = &self.reading.wants;
        let of_a_fact = wants.person || wants.place || wants.happened || wants.money;
        of_a_fact && self.reading.statement.stance.is_none() && !self.reading.identity.definition
    }

    fn asks_what_was_left(&self) -> bool {
        let asks = || folded(&self.question.text).iter().any(|word| WORDS.leaving.has(word));
        !self.question.superseded.is_empty() && (self.reading.statement.present || asks())
    }

    /// True for a demand or a wish: "I ask that the board pay for it".
    fn only_asks_for(&self, one: &Ranked<'_>) -> bool {
        let language = self.reading.language.and_then(pack);
        Stance::Request.strength_in(one.candidate.evidence.quoted(), language) >= STATED
    }

    fn holds_no_more(&self, one: &Ranked<'_>) -> bool {
        let document = one.candidate.evidence.document;
        self.question.superseded.iter().any(|(superseded, _)| Some(*superseded) == document)
    }

    /// What the documents of some passages say of themselves that hold no more, a line each.
    pub(in crate::judgement::extractive) fn mark_superseded(&self, text: &mut String, quoted: &[Evidence]) {
        for (document, field) in &self.question.superseded {
            let mut own = quoted.iter().filter(|one| one.document == Some(*document));
            let Some(first) = own.next() else { continue };
            if !quoted.iter().any(|one| one.document == Some(*document) && one.text.contains(field.as_str())) {
                text.push_str(&format!("\n{} says of itself: “{field}”.\n", plain(&first.title)));
            }
        }
    }
}
