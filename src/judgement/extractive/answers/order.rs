//! The order in which chosen passages stand, where it is not that of how well they answer: by days, by the text they
//! are of, somebody's own words before what they quote.

use super::from_passages::PassageAnswer;
use crate::judgement::extractive::relevance::precedence::put_first;
use crate::judgement::extractive::relevance::votes;
use crate::judgement::rank::documents_of;
use crate::judgement::rank::select::{Ranked, Room};
use crate::text::dates::DAY;
use crate::text::statements::stance::{STATED, Stance};
use crate::text::words::terms::{Stems, words};

impl PassageAnswer<'_> {
    /// Of somebody's words begins with their own, and not with another's that they quote, where own ones say as much.
    pub(super) fn put_own_words_first<'r>(&self, ranked: &[Ranked<'r>], chosen: &mut Vec<Ranked<'r>>) {
        /// Part of what the quotation answers that own words have to, to stand in front of it.
        const AS_MUCH: f32 = 0.6;
        let asked = !self.question.said_by.is_empty();
        let Some(leading) = chosen.first().filter(|one| asked && is_quoted(one.candidate.evidence.quoted())) else {
            return;
        };
        let least = AS_MUCH * leading.answered;
        let own = |one: &Ranked<'_>| one.answered >= least && !is_quoted(one.candidate.evidence.quoted());
        let best = ranked.iter().filter(|one| own(one)).max_by(|a, b| a.own.total_cmp(&b.own));
        if let Some(best) = chosen.iter().find(|one| own(one)).cloned().or_else(|| best.cloned()) {
            put_first(&best, chosen);
        }
    }

    /// True where nothing but what is asked for, was found or is recommended is asked: a text tells that item by item.
    pub(in crate::judgement::extractive) fn tells_in_turn(&self) -> bool {
        self.asked.is_empty() && self.asks_what_was_told()
    }

    /// True where it is asked what somebody asks for, found or recommends, of whatever it be.
    pub(in crate::judgement::extractive) fn asks_what_was_told(&self) -> bool {
        let stance = &self.reading.statement.stance;
        matches!(stance, Some(Stance::Request | Stance::Finding | Stance::Recommendation))
    }

    /// Asked what somebody decided, found or asks for who is called by what they are ("the judge"), and no passage says
    /// so of that word: what is said so in the texts that have it, in its order; else none. Of a meeting its votes are
    /// told, and none but those where some are on the matter.
    pub(super) fn told_where_named<'r>(&self, ranked: &[Ranked<'r>], room: Room, stems: &mut Stems) -> Vec<Ranked<'r>> {
        let reading = self.reading;
        let votes = votes::of_meeting(self, ranked, stems);
        if !votes.is_empty() || !votes::of_matter(self, ranked, stems).is_empty() {
            return votes;
        }
        let stance = reading.statement.stance;
        // Who is against a thing that has a name is told in the text, or the section, that is called so.
        let opposed = stance == Some(Stance::Disagreement) && !reading.names.is_empty();
        let told =
            opposed || reading.names.is_empty() && (self.asks_what_was_told() || stance == Some(Stance::Decision));
        if !told || reading.content.len() != 1 || !self.asked.unknown.is_empty() {
            return Vec::new();
        }
        let mut says = |one: &&Ranked<'_>| {
            let evidence = &one.candidate.evidence;
            let mut above = evidence.heading.iter().chain([&evidence.title]);
            let of_it = if opposed { above.any(|above| self.names_whole(above)) } else { one.within > 0.0 };
            of_it && self.stated(evidence.quoted(), evidence, stems) >= STATED
        };
        let stated: Vec<Ranked<'r>> = ranked.iter().filter(&mut says).cloned().collect();
        if stated.iter().any(|one| one.answered > 0.0) {
            return Vec::new();
        }
        let mut told = self.in_turn(&stated, room);
        // Two sentences of an item are shown with all of it.
        told.dedup_by(|later, earlier| earlier.candidate.evidence.shows(&later.candidate.evidence));
        told
    }

    /// The passages that make such a statement, the best as far as there is room; those of one text in its own order.
    /// Each tells its own, whatever stands beside it.
    pub(super) fn in_turn<'r>(&self, ranked: &[Ranked<'r>], room: Room) -> Vec<Ranked<'r>> {
        let mut best: Vec<&Ranked<'r>> = ranked.iter().collect();
        best.sort_by(|a, b| b.worth.total_cmp(&a.worth).then(a.record.cmp(&b.record)));
        let mut chosen: Vec<Ranked<'r>> = Vec::new();
        let mut said = 0;
        for one in best {
            let evidence = &one.candidate.evidence;
            let told = |known: &Ranked<'_>| {
                let known = &known.candidate.evidence;
                known.quoted() == evidence.quoted()
                    || known.document == evidence.document && known.quote.overlaps(evidence.quote)
            };
            if said >= room.words || chosen.len() >= room.passages {
                break;
            }
            if !chosen.iter().any(told) {
                said += words(evidence.quoted()).count();
                chosen.push(one.clone());
            }
        }
        if documents_of(chosen.iter().map(|one| one.candidate)) == 1 {
            chosen.sort_by_key(|one| one.candidate.evidence.quote.start);
        }
        chosen
    }
}

/// True for a text the most of which stands in quotation marks.
fn is_quoted(text: &str) -> bool {
    let mut inside = false;
    let (mut within, mut all) = (0, 0);
    for c in text.chars() {
        match c {
            '"' => inside = !inside,
            '“' | '«' => inside = true,
            '”' | '»' => inside = false,
            _ => {
                all += 1;
                within += usize::from(inside);
            }
        }
    }
    2 * within > all
}

/// Puts passages in the order in which what they tell happened, as far as their documents tell: by the day of each,
/// then as they stand in it; of documents of one day that before the others which tells it best. Where none tells a
/// day, the one that tells most of it has the only order there is.
pub(super) fn in_order(chosen: &mut Vec<Ranked<'_>>) {
    /// Passages of one document that make a course of events.
    const COURSE: usize = 3;
    let of = |one: &Ranked<'_>| one.candidate.evidence.document;
    let steps = |document| chosen.iter().filter(|one| of(one) == document).count();
    let most = chosen.iter().map(of).max_by_key(|document| steps(*document));
    if let Some(most) =
        most.filter(|most| steps(*most) >= COURSE && chosen.iter().all(|one| one.candidate.day.is_none()))
    {
        chosen.retain(|one| of(one) == most);
    }
    let documents: Vec<_> = chosen.iter().map(|one| one.candidate.evidence.document).collect();
    chosen.sort_by_key(|one| {
        let evidence = &one.candidate.evidence;
        let best = documents.iter().position(|document| *document == evidence.document);
        (one.candidate.dated.map(|moment| moment.div_euclid(DAY)), best, evidence.quote.start)
    });
}
