//! Answers made of passages: the best first, then what adds to it. What answers comes first, not a count; where nothing
//! does, that is said, and the nearest passages are shown.

use std::collections::BTreeSet;

use super::answer::Answer;
use super::order::in_order;
use crate::judgement::extractive::contradictions::correcting::{put_beside, put_rule_beside};
use crate::judgement::extractive::contradictions::figures::differing;
use crate::judgement::extractive::quotes::reaching::between;
use crate::judgement::extractive::quotes::section;
use crate::judgement::extractive::relevance::answered::MeasuredAnswer;
use crate::judgement::extractive::relevance::fitting::keep_sentences;
use crate::judgement::extractive::relevance::kind::Kind;
use crate::judgement::extractive::relevance::opening::{Opening, weigh_as_openings};
use crate::judgement::extractive::relevance::precedence::{defines, put_at, put_first, share_named, whole_for_torn};
use crate::judgement::extractive::relevance::surroundings::with_surroundings;
use crate::judgement::extractive::relevance::votes;
use crate::judgement::rank::asked::PreparedQuestion;
use crate::judgement::rank::features::{is_field, is_roster};
use crate::judgement::rank::headed::ONE_WORD_MORE;
use crate::judgement::rank::select::{Ranked, Room, select};
use crate::judgement::rank::{FEW_DOCUMENTS, documents_of};
use crate::judgement::{ContextRecord, Question};
use crate::model::{Evidence, Kind as RecordKind, Span};
use crate::text::question::Reading;
use crate::text::statements::office::{ENTITLED, Sought};
use crate::text::statements::stance::{STATED, Stance};
use crate::text::words::fold;
use crate::text::words::terms::{Stems, words};

/// Room for a question about something.
const ROOM: Room = Room { words: 180, passages: 12, per_document: 8, redundancy: 0.15, depth: 0.7 };
/// Passages of one document on a matter that many speak of.
const ON_A_MATTER: usize = 3;
/// How something went over time: from many documents the passage that says it best.
const OVER_TIME: Room = Room { words: 300, passages: 12, per_document: 1, redundancy: 0.3, depth: 0.8 };
/// What happened step by step.
const IN_ORDER: Room = Room { words: 320, passages: 8, per_document: 6, redundancy: 0.3, depth: 0.8 };
/// What the whole is about: each document speaks by itself, and says nothing that another said.
const WHOLE: Room = Room { words: 260, passages: 10, per_document: 10, redundancy: 0.0, depth: 9.0 };
/// What a passage that gives all of such a question answers of it, at least.
pub(in crate::judgement::extractive) const GIVEN: f32 = 0.9;
/// Of a question in a document at least this part is what is asked, where it asks the same.
pub(in crate::judgement::extractive) const SAME: f32 = 0.5;
/// What a later passage has of the question beside an earlier one in whose place it is told, as a part.
const AS_GOOD: f32 = 0.9;
/// Descriptions of whoever is asked about that come before passages.
const DESCRIBED: usize = 2;

/// An answer from records: passages ranked for the question.
pub(in crate::judgement::extractive) fn from_passages(
    reading: &Reading,
    asked: &PreparedQuestion,
    question: &Question,
    context: &[ContextRecord],
    ranked: Vec<Ranked<'_>>,
    stems: &mut Stems,
) -> Answer {
    PassageAnswer { reading, asked, question, context }.written(ranked, stems)
}

/// What an answer is written for, and from.
#[derive(Clone, Copy)]
pub(in crate::judgement::extractive) struct PassageAnswer<'a> {
    pub reading: &'a Reading,
    pub asked: &'a PreparedQuestion,
    pub question: &'a Question,
    pub context: &'a [ContextRecord],
}

/// What an answer is made of.
enum Found<'r> {
    Written(Answer),
    Chosen(Vec<Ranked<'r>>),
}

impl PassageAnswer<'_> {
    fn written(&self, mut ranked: Vec<Ranked<'_>>, stems: &mut Stems) -> Answer {
        let chosen = match self.found(&mut ranked, stems) {
            Found::Written(answer) => return answer,
            Found::Chosen(chosen) => chosen,
        };
        if self.is_answered(&chosen, stems) && !self.lacks_kind(&ranked, stems) {
            let of_many = documents_of(ranked.iter().map(|one| one.candidate)) > FEW_DOCUMENTS;
            let mut answer = self.quoting(&chosen, of_many, stems);
            if let Some(differ) = differing(self.reading, self.asked, &answer.evidence, stems) {
                answer.text = format!("{differ}\n\n{}", answer.text);
            }
            // Where none of them is of whoever is asked about, they are near and no more.
            if !answer.text.trim().is_empty() {
                return answer;
            }
        }
        self.nearest(&ranked, stems)
    }

    /// What is written as it stands, a list or the gists of the whole, else the passages that are chosen of those that
    /// fit the question.
    fn found<'r>(&self, ranked: &mut Vec<Ranked<'r>>, stems: &mut Stems) -> Found<'r> {
        let Self { asked, .. } = *self;
        let whole_list = section::whole_list(asked, &self.question.asks(), ranked, stems);
        if !whole_list.is_empty() {
            return Found::Written(self.listing(&whole_list));
        }
        self.keep_stated(ranked, stems);
        if asked.is_empty() && asked.unknown.is_empty() && asked.stance.is_none() {
            keep_sentences(ranked);
            return Found::Written(self.of_the_whole(ranked));
        }
        self.keep_fitting(ranked, stems);
        self.keep_present(ranked);
        let directed = self.keep_direction(ranked, stems);
        let rows = section::of_two_columns(self, ranked, stems);
        if !rows.is_empty() {
            return Found::Written(self.listing(&rows));
        }
        let documents = documents_of(ranked.iter().map(|one| one.candidate));
        // What stands under the question itself tells it in its own order.
        let over_time = self.reading.statement.over_time
            && documents > 1
            && !section::asked_for(self.reading, asked, ranked, stems).iter().any(|asks| *asks >= ONE_WORD_MORE);
        if over_time || self.reading.statement.in_order {
            self.keep_of_the_thing(ranked, stems);
        }
        // Of a few documents each has to say what it can; of many, several are heard on a matter that no one of them
        // settles.
        let per_document = match documents > FEW_DOCUMENTS {
            true if self.reading.is_open() => ON_A_MATTER,
            true => ROOM.per_document,
            false => ROOM.passages,
        };
        let room = match () {
            () if over_time => OVER_TIME,
            () if self.reading.statement.in_order => IN_ORDER,
            () => Room { per_document, ..ROOM },
        };
        let asked_for = section::asked_for(self.reading, asked, ranked, stems);
        // What is listed under a heading that asks so is the answer, whatever words it has; but no list tells why, nor
        // whether.
        let of_one = asked.figure || self.reading.wants.yes_or_no || asked.stance == Some(Stance::Cause);
        let listed = match of_one {
            true => section::below_question(ranked, &asked_for),
            false => section::listed(asked, ranked, &asked_for, stems),
        };
        if !listed.is_empty() {
            return Found::Written(self.listing(&listed));
        }
        let told = self.told_where_named(ranked, room, stems);
        if !told.is_empty() {
            return Found::Written(self.listing(&told));
        }
        let mut chosen = self.chosen(ranked, &asked_for, room, stems);
        directed.iter().for_each(|one| put_first(one, &mut chosen));
        Found::Chosen(chosen)
    }

    /// How plainly a passage makes the kind of statement asked for, with what it stands under.
    pub(in crate::judgement::extractive) fn stated(&self, text: &str, evidence: &Evidence, stems: &mut Stems) -> f32 {
        self.asked.stated(text, &evidence.heading, stems)
    }

    /// Asked for the whole: gists speak in their own order, each as much as there is room for all.
    fn of_the_whole(&self, ranked: &[Ranked<'_>]) -> Answer {
        let mut answer = Answer::default();
        answer.tell(&self.question.facts);
        let gists: BTreeSet<usize> = ranked.iter().map(|one| one.record).collect();
        let of_each = (WHOLE.passages / gists.len().max(1)).max(1);
        let mut of_this = (usize::MAX, 0);
        let mut shown = 0;
        for one in ranked {
            let own = &one.candidate.evidence;
            let known = answer.evidence.iter().any(|known| known.text == own.text || known.shows(own));
            if shown >= WHOLE.words || answer.evidence.len() >= WHOLE.passages {
                break;
            }
            of_this = if of_this.0 == one.record { (one.record, of_this.1 + 1) } else { (one.record, 1) };
            if !known && of_this.1 <= of_each {
                shown += words(&own.text).count();
                answer.quote(own);
            }
        }
        if answer.evidence.is_empty() {
            answer.finds_nothing = true;
            answer.text.push_str("Nothing in this part can be quoted.\n");
        }
        answer
    }

    /// Chooses what is shown, in the order in which it is.
    fn chosen<'r>(
        &self,
        ranked: &mut [Ranked<'r>],
        asked_for: &[f32],
        room: Room,
        stems: &mut Stems,
    ) -> Vec<Ranked<'r>> {
        let Self { reading, .. } = *self;
        self.lift(ranked, asked_for, stems);
        if self.tells_in_turn() {
            return self.in_turn(ranked, room);
        }
        let in_time = reading.statement.over_time || reading.statement.in_order;
        let mut worths = if in_time { Vec::new() } else { self.opening_worths(ranked, asked_for, stems) };
        self.put_behind(ranked, &mut worths, stems);
        // What says who somebody is would go on with lists of those who were there.
        if !in_time && !reading.identity.definition && !reading.relation {
            weigh_as_openings(ranked, &worths);
        }
        let mut chosen = select(ranked, room, stems);
        if reading.statement.over_time {
            chosen.sort_by_key(|one| one.candidate.dated);
            whole_for_torn(ranked, &mut chosen);
            return chosen;
        }
        if reading.statement.in_order {
            in_order(&mut chosen);
            whole_for_torn(ranked, &mut chosen);
            return chosen;
        }
        let of_no_kind = || reading.asks_with_names_alone() && Kind::of(reading, self.question).is_none();
        if reading.names.len() > 1 && (reading.relation || of_no_kind()) {
            self.put_told_of_all_first(ranked, &mut chosen);
            whole_for_torn(ranked, &mut chosen);
            return chosen;
        }
        let same = |one: &&Ranked<'_>, stems: &mut Stems| self.is_asked_in(one, stems);
        let replied = ranked.iter().filter(|one| same(one, stems)).max_by(|a, b| a.worth.total_cmp(&b.worth));
        let first = replied.or_else(|| self.opening(ranked, &worths));
        if let Some(first) = first {
            let first = self.latest_as_good(first, ranked, stems);
            put_first(self.of_the_kind(first, ranked, stems), &mut chosen);
            self.event_of_cause(first, ranked, stems).iter().for_each(|event| put_first(event, &mut chosen));
            self.told_under_causes(ranked).iter().for_each(|cause| put_first(cause, &mut chosen));
        }
        for one in self.later_fates(ranked, chosen.first(), stems).into_iter().rev() {
            put_at(1, one, &mut chosen);
        }
        for one in self.told_by_whom(ranked, stems).iter().rev() {
            put_first(one, &mut chosen);
        }
        if let Some(one) = self.spelled_out(ranked) {
            put_first(&one, &mut chosen);
        }
        if let Some(one) = self.dated_of_the_same(ranked, chosen.first(), stems) {
            // What names nobody may be told of without a day for all that was ever said of it.
            let behind = usize::from(!reading.names.is_empty());
            put_at(behind, one, &mut chosen);
        }
        let votes = votes::of_matter(self, ranked, stems);
        votes.iter().rev().for_each(|one| put_first(one, &mut chosen));
        self.put_own_words_first(ranked, &mut chosen);
        if !reading.identity.definition && !reading.relation && !reading.asks_with_names_alone() {
            put_beside(reading, (self.context, self.asks_how_it_ended()), ranked, &mut chosen);
            put_rule_beside(&self.question.asks(), ranked, &mut chosen);
        }
        self.put_left_last(&mut chosen);
        whole_for_torn(ranked, &mut chosen);
        chosen
    }

    /// Asked for what holds now, or who holds an office, of passages that have as much of the question as one the
    /// latest; of a figure those that tell one.
    fn latest_as_good<'r, 's>(
        &self,
        first: &'s Ranked<'r>,
        ranked: &'s [Ranked<'r>],
        stems: &mut Stems,
    ) -> &'s Ranked<'r> {
        let Self { reading, asked, .. } = *self;
        let office = reading.identity.whois.as_ref().filter(|sought| matches!(sought, Sought::Office(_)));
        let of_now = reading.statement.present || office.is_some();
        let Some(day) = first.candidate.dated.filter(|_| of_now) else { return first };
        let held = |evidence: &Evidence| {
            let told = office.map(|office| office.told(evidence.quoted(), evidence.speaker.as_deref(), ""));
            told.is_none_or(|told| told.is_some_and(|(_, plainly)| plainly >= ENTITLED))
        };
        let mut as_good = |one: &&Ranked<'_>| {
            let evidence = &one.candidate.evidence;
            let figure = !asked.figure || asked.has_figure(evidence.quoted(), stems) >= 1.0;
            held(evidence)
                && figure
                && one.answered >= AS_GOOD * first.answered
                && one.candidate.dated.is_some_and(|other| other > day)
        };
        let latest = ranked
            .iter()
            .filter(&mut as_good)
            .max_by(|a, b| a.candidate.dated.cmp(&b.candidate.dated).then(a.worth.total_cmp(&b.worth)));
        latest.unwrap_or(first)
    }

    /// What has two or more to do with each other is told by what names most of them.
    fn put_told_of_all_first<'r>(&self, ranked: &[Ranked<'r>], chosen: &mut Vec<Ranked<'r>>) {
        let Self { reading, asked, context, .. } = *self;
        let told = |one: &Ranked<'_>| self.told_of(&one.candidate.evidence);
        let named = |one: &Ranked<'_>| share_named(asked, &one.candidate.evidence.text);
        let of_all = |one: &Ranked<'_>| told(one) == reading.names.len();
        if reading.relation && !chosen.iter().any(of_all) {
            let best = ranked.iter().filter(|one| of_all(one)).max_by(|a, b| a.worth.total_cmp(&b.worth));
            chosen.extend(best.cloned());
        }
        // Beside what else its text unit tells, one of the names may be said by "he".
        let within = |one: &Ranked<'_>| context.get(one.record).map_or(0.0, |record| share_named(asked, &record.text));
        chosen.sort_by(|a, b| {
            let ties = || within(b).total_cmp(&within(a)).then(named(b).total_cmp(&named(a)));
            told(b).cmp(&told(a)).then_with(ties)
        });
    }

    /// How many of the names of the question a passage tells of: in full, as known there by a part of the name, or as
    /// who says it.
    fn told_of(&self, evidence: &Evidence) -> usize {
        let cited = |name: &str| {
            let entities = self.context.iter().filter(|record| record.record.kind == RecordKind::Entity);
            let known = entities.filter(|record| fold::key(&record.title) == fold::key(name));
            known.map(|record| record.record).any(|record| evidence.cites.contains(&record))
        };
        let says = |name: &str| evidence.speaker.as_ref().is_some_and(|who| who.starts_with(name));
        let tells = |name: &&String| evidence.text.contains(name.as_str()) || says(name) || cited(name);
        self.reading.names.iter().filter(tells).count()
    }

    /// What each passage that may be quoted is measured by; see [`Opening`].
    pub(in crate::judgement::extractive) fn measured(
        &self,
        mut ranked: Vec<Ranked<'_>>,
        stems: &mut Stems,
    ) -> Vec<Opening> {
        let Self { reading, asked, .. } = *self;
        self.keep_stated(&mut ranked, stems);
        self.keep_fitting(&mut ranked, stems);
        self.keep_present(&mut ranked);
        let asked_for = section::asked_for(reading, asked, &ranked, stems);
        self.lift(&mut ranked, &asked_for, stems);
        let measured = self.openings(&ranked, &asked_for, stems);
        let evidence = ranked.iter().map(|one| one.candidate.evidence.clone());
        evidence.zip(measured).map(|(evidence, features)| Opening { evidence, features }).collect()
    }

    /// What tells whether the passages that would be quoted answer; see [`MeasuredAnswer`]. `None` where a list or the
    /// gists of the whole are told.
    pub(in crate::judgement::extractive) fn measured_answer(
        &self,
        mut ranked: Vec<Ranked<'_>>,
        stems: &mut Stems,
    ) -> Option<MeasuredAnswer> {
        match self.found(&mut ranked, stems) {
            Found::Written(_) => None,
            Found::Chosen(chosen) => Some(self.answered(&chosen, stems)),
        }
    }

    pub(in crate::judgement::extractive) fn is_stated(&self, one: &Ranked<'_>, stems: &mut Stems) -> bool {
        let evidence = &one.candidate.evidence;
        self.stated(&evidence.text, evidence, stems) >= STATED
    }

    /// The same of what is asked about, where somebody asks for, found or recommends something of a matter.
    pub(in crate::judgement::extractive) fn is_stated_of_matter(&self, one: &Ranked<'_>, stems: &mut Stems) -> bool {
        let told = with_surroundings(self.context, one);
        let has = |stems: &mut Stems| one.answered >= SAME || self.asked.exact(&told, stems) >= SAME;
        (self.tells_in_turn() || !self.asks_what_was_told() || has(stems)) && self.is_stated(one, stems)
    }

    /// True for a text with a name of the question as that is written there.
    pub(in crate::judgement::extractive) fn names_whole(&self, text: &str) -> bool {
        self.reading.names.iter().any(|name| text.contains(name.as_str()))
    }

    /// Quotes a list item by item, each with all of it that was found.
    fn listing(&self, items: &[Ranked<'_>]) -> Answer {
        let mut answer = Answer::default();
        answer.say_unused(&self.asked.unknown);
        answer.tell(&self.question.facts);
        let mut whole: Vec<Evidence> = Vec::new();
        for one in items {
            let longer = whole.last().filter(|_| !one.candidate.opens).and_then(|item| self.with_rest(item, one));
            if longer.is_some() {
                whole.pop();
            }
            whole.push(longer.unwrap_or_else(|| one.candidate.evidence.clone()));
        }
        whole.iter().for_each(|item| answer.quote(item));
        answer
    }

    /// An item with the sentence of it that stands right behind what is known of it.
    fn with_rest(&self, item: &Evidence, rest: &Ranked<'_>) -> Option<Evidence> {
        let next = &rest.candidate.evidence;
        // With what it is shown with itself, where that goes on behind it.
        let behind = item.window.end <= next.window.start;
        let next = &Evidence { quote: if behind { next.window } else { next.quote }, ..next.clone() };
        let beside = item.document == next.document && item.speaker == next.speaker && item.is_beside(next);
        let record = self.context.get(rest.record).filter(|_| beside && item.window.end <= next.quote.start)?;
        let text = between(record, item, next)?;
        // Behind the mark of another item something else begins.
        let gap = text.get(item.text.len()..text.len() - next.quoted().len()).unwrap_or("-");
        if gap.contains("\n\n") || gap.contains(|c: char| !c.is_whitespace()) {
            return None;
        }
        let window = Span::new(item.window.start, next.quote.end);
        Some(Evidence { window, text, ..item.clone() })
    }

    /// Quotes what was chosen, behind what is known of whoever is asked about; empty where none of it is of them.
    fn quoting(&self, chosen: &[Ranked<'_>], of_many: bool, stems: &mut Stems) -> Answer {
        let Self { reading, asked, question, .. } = *self;
        let mut answer = Answer::default();
        answer.tell(&question.facts);
        // Who or what the one is that is asked about is told by what describes it.
        let dossier = question.dossier.as_ref();
        // What letters stand for is told by what chose the first passage.
        let spelled = self.spelled_out(&chosen[..chosen.len().min(1)]).is_some();
        if !spelled && (reading.identity.definition || dossier.is_some() && reading.may_ask_what_it_is()) {
            self.quote_described(&mut answer, chosen, stems);
        }
        let is_described = !answer.evidence.is_empty() && reading.identity.definition;
        // Of whom no passage says who it is, what is counted says more than whatever names them.
        let told_first = |one: &Ranked<'_>| defines(reading, asked, &one.candidate.evidence, stems);
        let counted_first =
            reading.identity.definition && !is_described && !spelled && !chosen.first().is_some_and(told_first);
        if let Some(dossier) = dossier.filter(|_| counted_first) {
            answer.tell(std::slice::from_ref(dossier));
        }
        let mut rest = chosen.to_vec();
        // Who somebody is was told: a list of those who were there says no more.
        rest.retain(|one| {
            let text = &one.candidate.evidence.text;
            let again = is_field(text) && answer.evidence.iter().any(|told| text.contains(&told.text));
            !(is_described && (again || is_roster(text)))
        });
        let list = self.itemised(chosen, stems);
        if let Some(list) = list.filter(|list| !list.quoted.iter().any(|one| question.has_said(one))) {
            list.quoted.iter().for_each(|one| answer.quote(one));
            if list.more > 0 {
                answer.text.push_str(&format!("- and {} more\n", list.more));
            }
            rest.retain(|one| !list.holds(&one.candidate.evidence));
        }
        self.quote_chosen(&mut answer, &rest, of_many, stems);
        self.mark_superseded(&mut answer.text, &answer.evidence);
        if let Some(dossier) = dossier.filter(|_| !counted_first) {
            answer.text.push_str(&format!("\n{dossier}\n"));
        }
        if !answer.evidence.is_empty() {
            answer.say_replaced_or_unused(asked, stems);
        }
        if !answer.text.trim().is_empty() {
            answer.leave_judgement(reading);
        }
        answer
    }

    /// Quotes what describes whoever is asked about, as far as no passage chosen says it better.
    fn quote_described(&self, answer: &mut Answer, chosen: &[Ranked<'_>], stems: &mut Stems) {
        let Self { reading, asked, .. } = *self;
        let mut described = self.described(chosen);
        let told = chosen.iter().any(|one| defines(reading, asked, &one.candidate.evidence, stems));
        // What only begins with the name says nothing of it where a passage says what it is.
        let office = |evidence: &Evidence| {
            evidence.document.is_none() || self.tells_office(evidence) || self.is_of_one(evidence)
        };
        if told {
            described.retain(|evidence| office(evidence) || defines(reading, asked, evidence, stems));
        }
        // Nor does one that says so of a surname, where a passage has the whole name.
        let mut quoted = chosen.iter().map(|one| &one.candidate.evidence);
        if told && quoted.any(|one| self.names_whole(&one.text) && defines(reading, asked, one, stems)) {
            described.retain(|evidence| office(evidence) || self.names_whole(&evidence.text));
        }
        described.into_iter().take(DESCRIBED).for_each(|evidence| answer.quote(evidence));
    }
}
