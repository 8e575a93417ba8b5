//! What ranks behind other passages, however much it has of the question: what somebody only wants, where it is asked
//! what was done, and what a document says that holds no more, where it is asked why that was left.

use crate::judgement::extractive::answers::from_passages::PassageAnswer;
use crate::judgement::quotation::plain;
use crate::judgement::rank::select::Ranked;
use crate::model::Evidence;
use crate::text::language::{pack, word_lists};
use crate::text::statements::stance::{STATED, Stance};
use crate::text::words::terms::folded;

word_lists! { static WORDS = "behind.toml": leaving }

impl PassageAnswer<'_> {
    /// Lowers what passages are worth as openings to the least that any is, where they rank behind the others.
    pub(in crate::judgement::extractive) fn put_behind(&self, ranked: &[Ranked<'_>], worths: &mut [f32]) {
        let least = worths.iter().copied().fold(f32::INFINITY, f32::min);
        let (fact, now) = (self.asks_what_was_done(), self.asks_what_was_left());
        for (one, worth) in ranked.iter().zip(worths) {
            if fact && self.only_asks_for(one) || now && self.holds_no_more(one) {
                *worth = least;
            }
        }
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
