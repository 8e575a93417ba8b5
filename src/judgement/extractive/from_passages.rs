//! Answers made of passages: the best first, then what adds to it. What answers comes first, not a count; where nothing
//! does, that is said, and the nearest passages are shown.

use std::collections::BTreeSet;

use super::answer::{Answer, confidence};
use super::correcting::{corrects, is_rule_of, only_restates, put_beside, put_right, put_rule_beside};
use super::plainly::{ChosenPassages, above};
use super::precedence::{asks_what_it_is, defines, is_caption, lead, lift, names, share_named, whole_for_torn};
use super::reaching::{Further, going_on, reaching, reply};
use super::{giving, itemised, section};
use crate::judgement::rank::asked::PreparedQuestion;
use crate::judgement::rank::features::{asks, is_roster};
use crate::judgement::rank::select::{Ranked, Room, select};
use crate::judgement::rank::{FEW_DOCUMENTS, documents_of};
use crate::judgement::{ContextRecord, FOUND_NOTHING, Question};
use crate::model::{Evidence, Kind, SentenceKind};
use crate::text::fold;
use crate::text::question::Reading;
use crate::text::sentences::is_run_in;
use crate::text::stance::{STATED, Stance};
use crate::text::terms::{Stems, words};

/// Room for a question about something, and about the whole.
const ROOM: Room = Room { words: 180, passages: 12, per_document: 8, redundancy: 0.15, depth: 0.8 };
/// Passages of one document on a matter that many speak of.
const ON_A_MATTER: usize = 3;
/// How something went over time: from many documents the passage that says it best.
const OVER_TIME: Room = Room { words: 300, passages: 12, per_document: 1, redundancy: 0.3, depth: 0.8 };
const NEAREST: Room = Room { words: 90, passages: 3, per_document: 2, redundancy: 0.35, depth: 1.0 };
const WHOLE: Room = Room { words: 260, passages: 10, per_document: 10, redundancy: 0.0, depth: 9.0 };
/// A passage that has less than this of the question, with what stands above and around it, answers nothing.
const ANSWERS: f32 = 0.34;
/// The same where about half of the question, or more, stands in no document: what has the rest is not yet an answer.
const ANSWERS_IN_PART: f32 = 0.55;
const MOSTLY_ABSENT: f32 = 0.45;
/// A further passage has at least this part of what the first has of the question, or goes on from one that has it; the
/// talk of a few documents answers in words of its own.
const FAINT: f32 = 0.25;
/// The same where the first gives the one fact that is asked for: who, where, when, how many.
const FAINT_FACT: f32 = 0.7;
/// What a passage that gives all of such a question answers of it, at least.
const GIVEN: f32 = 0.9;
/// Of a question in a document at least this part is what is asked, where it asks the same.
const SAME: f32 = 0.5;
/// Words of a sentence within which it names whom it is about: an article or a title, and the name.
const OPENING: usize = 3;
/// Passages of those chosen of which one has to have enough of the question.
const BEST: usize = 3;
/// Descriptions of whoever is asked about that come before passages.
const DESCRIBED: usize = 2;
/// Sentences behind a question and an effect in which the reply and the cause may stand, and bytes of a passage that
/// says little by itself.
const BEHIND: usize = 2;
const BRIEF: usize = 60;
/// Passages that stand in the order in which they were chosen.
const FIRST: usize = 3;

/// True for a sentence behind a heading that runs into it.
fn runs_in(quoted: &str) -> bool {
    quoted.find(". ").is_some_and(|end| is_run_in(&quoted[..=end]))
}

/// An answer from records: passages ranked for the question.
pub(super) fn from_passages(
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
pub(super) struct PassageAnswer<'a> {
    pub reading: &'a Reading,
    pub asked: &'a PreparedQuestion,
    pub question: &'a Question,
    pub context: &'a [ContextRecord],
}

impl PassageAnswer<'_> {
    fn written(&self, mut ranked: Vec<Ranked<'_>>, stems: &mut Stems) -> Answer {
        let Self { asked, .. } = *self;
        let whole_list = section::whole_list(asked, &self.question.asks(), &ranked, stems);
        if !whole_list.is_empty() {
            return self.listing(&whole_list);
        }
        self.keep_stated(&mut ranked, stems);
        if asked.is_empty() && asked.unknown.is_empty() && asked.stance.is_none() {
            return self.of_the_whole(&ranked);
        }
        self.keep_fitting(&mut ranked, stems);
        let documents = documents_of(ranked.iter().map(|one| one.candidate));
        let over_time = self.reading.statement.over_time && documents > 1;
        if over_time {
            self.keep_of_the_thing(&mut ranked, stems);
        }
        // Of a few documents each has to say what it can; of many, several are heard on a matter that no one of them
        // settles.
        let of_many = documents > FEW_DOCUMENTS;
        let per_document = match of_many {
            true if self.reading.is_open() => ON_A_MATTER,
            true => ROOM.per_document,
            false => ROOM.passages,
        };
        let room = if over_time { OVER_TIME } else { Room { per_document, ..ROOM } };
        let asked_for = section::asked_for(self.reading, asked, &ranked, stems);
        // What is listed under a heading that asks so is the answer, whatever words it has.
        let listed = if asked.figure { Vec::new() } else { section::listed(asked, &ranked, &asked_for, stems) };
        if !listed.is_empty() {
            return self.listing(&listed);
        }
        let chosen = self.chosen(&mut ranked, &asked_for, room, stems);
        if self.is_answered(&chosen, stems) {
            let answer = self.quoting(&chosen, of_many, stems);
            // Where none of them is of whoever is asked about, they are near and no more.
            if !answer.text.trim().is_empty() {
                return answer;
            }
        }
        self.nearest(&ranked, stems)
    }

    /// How plainly a passage makes the kind of statement asked for, with what it stands under.
    pub(super) fn stated(&self, text: &str, evidence: &Evidence, stems: &mut Stems) -> f32 {
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
        let Self { reading, asked, .. } = *self;
        lift(reading, asked, ranked, asked_for, stems);
        let mut chosen = select(ranked, room, stems);
        if reading.statement.over_time {
            chosen.sort_by_key(|one| one.candidate.dated);
        } else if !reading.identity.definition && !reading.relation && !reading.asks_with_names_alone() {
            // Where nothing but names is asked about, all that has them has all of the question.
            lead(reading, asked, &mut chosen, stems);
            put_beside(reading, self.context, ranked, &mut chosen);
            put_rule_beside(&self.question.asks(), ranked, &mut chosen);
        }
        // Whoever was asked the same in so many words has replied to it.
        let same = |one: &Ranked<'_>, stems: &mut Stems| {
            let quoted = one.candidate.evidence.quoted();
            asks(quoted)
                && one.answered >= GIVEN
                && asked.share_of(quoted, stems) >= SAME
                && reply(self.context, one).is_some()
        };
        if let Some(at) = chosen.iter().position(|one| same(one, stems)) {
            chosen[..=at].rotate_right(1);
        } else if let Some(asked) = ranked.iter().find(|one| same(one, stems)) {
            chosen.insert(0, asked.clone());
        }
        // What has two or more to do with each other is told by what names most of them.
        if reading.names.len() > 1 && (reading.relation || reading.asks_with_names_alone()) {
            let told = |one: &Ranked<'_>| self.told_of(&one.candidate.evidence);
            let named = |one: &Ranked<'_>| share_named(asked, &one.candidate.evidence.text);
            let of_all = |one: &Ranked<'_>| told(one) == reading.names.len();
            if reading.relation && !chosen.iter().any(of_all) {
                let best = ranked.iter().filter(|one| of_all(one)).max_by(|a, b| a.worth.total_cmp(&b.worth));
                chosen.extend(best.cloned());
            }
            // Beside what else its text unit tells, one of the names may be said by "he".
            let within =
                |one: &Ranked<'_>| self.context.get(one.record).map_or(0.0, |record| share_named(asked, &record.text));
            chosen.sort_by(|a, b| {
                let ties = || within(b).total_cmp(&within(a)).then(named(b).total_cmp(&named(a)));
                told(b).cmp(&told(a)).then_with(ties)
            });
        }
        if asks_what_it_is(reading) {
            // Of those that say who somebody is the one with the whole name leads.
            chosen.sort_by_cached_key(|one| {
                let evidence = &one.candidate.evidence;
                (!defines(reading, asked, evidence, stems), !self.names_whole(&evidence.text))
            });
        }
        // When it happened is told by what has the day, and the event.
        let found = ChosenPassages { reading, asked, question: self.question, context: self.context, chosen: &chosen };
        if let Some(dated) = found.dated(stems).filter(|_| !reading.statement.over_time) {
            chosen[..=dated].rotate_right(1);
        }
        giving::put_first(reading, asked, ranked, &mut chosen, stems);
        whole_for_torn(ranked, &mut chosen);
        chosen
    }

    /// True where the best of what was chosen has enough of the question, and answers it plainly.
    pub(super) fn is_answered(&self, chosen: &[Ranked<'_>], stems: &mut Stems) -> bool {
        let Self { reading, asked, question, context } = *self;
        let best = chosen.iter().take(BEST);
        // What it has of the question, in itself, above it and around it in its text unit.
        let mut around = |one: &Ranked<'_>| {
            let unit = context.get(one.record).map_or(0.0, |record| asked.hits(&record.text, stems).exact);
            confidence(asked, &one.candidate.evidence, stems).max(0.8 * unit)
        };
        let most = best.clone().map(&mut around).fold(0.0, f32::max);
        let wanted = if asked.absent < MOSTLY_ABSENT { ANSWERS } else { ANSWERS_IN_PART };
        let has_enough = most >= wanted && !asked.is_empty();
        let given = chosen.first().is_some_and(|one| giving::gives(reading, asked, &one.candidate.evidence, stems));
        given
            || has_enough && ChosenPassages { reading, asked, question, context, chosen }.answers_plainly(stems)
            || asked.unknown.is_empty() && best.into_iter().any(|one| self.is_stated(one, stems))
    }

    fn is_stated(&self, one: &Ranked<'_>, stems: &mut Stems) -> bool {
        let evidence = &one.candidate.evidence;
        self.stated(&evidence.text, evidence, stems) >= STATED
    }

    /// True for a text with a name of the question as that is written there.
    fn names_whole(&self, text: &str) -> bool {
        self.reading.names.iter().any(|name| text.contains(name.as_str()))
    }

    /// How many of the names of the question a passage tells of: in full, as known there by a part of the name, or as
    /// who says it.
    fn told_of(&self, evidence: &Evidence) -> usize {
        let cited = |name: &str| {
            let entities = self.context.iter().filter(|record| record.record.kind == Kind::Entity);
            let known = entities.filter(|record| fold::key(&record.title) == fold::key(name));
            known.map(|record| record.record).any(|record| evidence.cites.contains(&record))
        };
        let says = |name: &str| evidence.speaker.as_ref().is_some_and(|who| who.starts_with(name));
        let tells = |name: &&String| evidence.text.contains(name.as_str()) || says(name) || cited(name);
        self.reading.names.iter().filter(tells).count()
    }

    /// Quotes a list item by item.
    fn listing(&self, items: &[Ranked<'_>]) -> Answer {
        let mut answer = Answer::default();
        answer.say_unused(&self.asked.unknown);
        answer.tell(&self.question.facts);
        items.iter().for_each(|one| answer.quote(&one.candidate.evidence));
        answer
    }

    /// Quotes what was chosen, behind what is known of whoever is asked about; empty where none of it is of them.
    fn quoting(&self, chosen: &[Ranked<'_>], of_many: bool, stems: &mut Stems) -> Answer {
        let Self { reading, asked, question, .. } = *self;
        let mut answer = Answer::default();
        answer.say_unused(&asked.unknown);
        answer.tell(&question.facts);
        // Who or what the one is that is asked about is told by what describes it.
        let mut dossier = question.dossier.as_ref();
        if reading.identity.definition || dossier.is_some() && reading.may_ask_what_it_is() {
            let mut described = self.described(chosen);
            let told = chosen.iter().any(|one| defines(reading, asked, &one.candidate.evidence, stems));
            // What only begins with the name says nothing of it where a passage says what it is.
            if told {
                described.retain(|evidence| evidence.document.is_none() || defines(reading, asked, evidence, stems));
            }
            // Nor does one that says so of a surname, where a passage has the whole name.
            let mut quoted = chosen.iter().map(|one| &one.candidate.evidence);
            if told && quoted.any(|one| self.names_whole(&one.text) && defines(reading, asked, one, stems)) {
                described.retain(|evidence| evidence.document.is_none() || self.names_whole(&evidence.text));
            }
            // Where no passage says who or what it is, what is known of it comes first.
            if described.is_empty() && !told {
                answer.text.extend(dossier.take().map(|dossier| format!("{dossier}\n\n")));
            }
            described.into_iter().take(DESCRIBED).for_each(|evidence| answer.quote(evidence));
        }
        // What stands in items answers as a whole, unless it is one fact that is asked for.
        let wants = &reading.wants;
        let of_a_fact = asked.figure || wants.when || wants.place || wants.person || reading.identity.definition;
        let list = if of_a_fact { None } else { itemised::of_chosen(self.context, chosen) };
        let mut rest = chosen.to_vec();
        if let Some(list) = list.filter(|list| !list.quoted.iter().any(|one| question.has_said(one))) {
            list.quoted.iter().for_each(|one| answer.quote(one));
            if list.more > 0 {
                answer.text.push_str(&format!("- and {} more\n", list.more));
            }
            rest.retain(|one| !list.holds(&one.candidate.evidence));
        }
        self.quote_chosen(&mut answer, &rest, of_many, stems);
        if let Some(dossier) = dossier {
            answer.text.push_str(&format!("\n{dossier}\n"));
        }
        if !answer.text.trim().is_empty() {
            answer.leave_judgement(reading);
        }
        answer
    }

    /// The descriptions of the one that is asked about, those that give the name first; none that a chosen passage says
    /// with more.
    fn described(&self, chosen: &[Ranked<'_>]) -> Vec<&Evidence> {
        let Self { reading, asked, question, context } = *self;
        let own = context.iter().filter(|record| record.record.kind == Kind::Entity);
        let term = reading.content.join(" ");
        let is_asked = |title: &str| {
            let (title, term) = (fold::key(title), fold::key(&term));
            // Somebody may be asked for by the surname.
            let is_of = |name: &String| {
                title.strip_suffix(&fold::key(name)).is_some_and(|front| front.is_empty() || front.ends_with(' '))
            };
            title == term || reading.names.iter().any(is_of)
        };
        let mut named = own.filter(|record| is_asked(&record.title));
        let candidates = named.next().into_iter().flat_map(|record| &record.candidates);
        let fuller = |evidence: &Evidence| {
            let mut texts = chosen.iter().map(|one| &one.candidate.evidence.text);
            texts.any(|text| text.len() > evidence.text.len() && text.contains(&evidence.text))
        };
        // What begins with somebody else names them in passing.
        let opens_with = |evidence: &Evidence| {
            let front = words(&evidence.text).take(OPENING).last().map_or(0, |word| word.span.end);
            names(asked, &evidence.text[..front])
        };
        // A list of names says of none who it is, nor does the title of a document.
        let describes = |evidence: &&Evidence| {
            !is_roster(&evidence.text)
                && evidence.text != evidence.title
                && !question.has_said(evidence)
                && !fuller(evidence)
                && opens_with(evidence)
        };
        let mut described: Vec<&Evidence> = candidates.map(|candidate| &candidate.evidence).filter(describes).collect();
        // What the index says in words of its own stands as it is told.
        if described.iter().any(|evidence| evidence.document.is_some()) {
            described.sort_by_key(|evidence| !self.names_whole(&evidence.text));
        }
        described
    }

    /// Quotes what was chosen, as far as it says something of the matter that was not quoted before.
    fn quote_chosen(&self, answer: &mut Answer, chosen: &[Ranked<'_>], of_many: bool, stems: &mut Stems) {
        let Self { reading, asked, .. } = *self;
        let gives = chosen.first().is_some_and(|one| self.gives_the_fact(one, stems));
        let faint = if gives { FAINT_FACT } else { FAINT };
        let least = faint * chosen.first().map_or(0.0, |one| confidence(asked, &one.candidate.evidence, stems));
        let told: Vec<Evidence> = answer.evidence.clone();
        for one in by_document(chosen) {
            let evidence = &one.candidate.evidence;
            // Behind the one fact that is asked for stands what goes on from it.
            let behind = if gives { &answer.evidence[..answer.evidence.len().min(1)] } else { &answer.evidence[..] };
            let goes_on = behind.iter().any(|known| known.is_beside(evidence));
            // What says who somebody is names them, or goes on from what does.
            let of_them = |known: &Evidence| known.is_beside(evidence) && names(asked, &known.text);
            if reading.identity.definition
                && !reading.names.is_empty()
                && !names(asked, &evidence.text)
                && !answer.evidence.iter().any(of_them)
            {
                continue;
            }
            let corrects = chosen.first().is_some_and(|leading| {
                corrects(reading, self.context, &one, leading) || is_rule_of(&self.question.asks(), &one, leading)
            });
            if !corrects && !self.belongs(&one, answer, stems) {
                continue;
            }
            let says = goes_on
                || corrects
                || asked.is_empty() && self.is_stated(&one, stems)
                || one.candidate.spoken && !reading.identity.definition && !of_many
                || confidence(asked, evidence, stems) >= least;
            let again = told.iter().any(|known| known.text.contains(&evidence.text));
            // A title or an announcement adds nothing to what was said.
            let empty = !answer.evidence.is_empty() && is_caption(&one, asked, stems);
            let shown = answer.evidence.iter().any(|known| known.shows(evidence));
            if says && !again && !empty && !shown {
                let leads = answer.evidence.is_empty();
                let fact = if leads { reaching(reading, asked, self.context, &one, stems) } else { None };
                let further = self.further(&one, answer.evidence.first(), stems);
                let reaches = fact
                    .or_else(|| reply(self.context, &one))
                    .or_else(|| going_on(reading, self.context, &one, further));
                // What would show again what was quoted is shown as it is, and a question whose reply was quoted not at
                // all.
                let again =
                    reaches.as_ref().is_some_and(|wider| answer.evidence.iter().any(|known| wider.shows(known)));
                if again && reaches.as_ref().is_some_and(|wider| wider.lead.is_some()) {
                    continue;
                }
                let reaches = reaches.filter(|_| !again);
                let quoted = reaches.as_ref().unwrap_or(evidence);
                answer.quote(quoted);
                // A figure that is put right elsewhere misleads by itself.
                let right = if leads { put_right(self.context, quoted) } else { None };
                right.iter().filter(|one| !self.question.has_said(one)).for_each(|one| answer.quote(one));
            }
        }
    }

    /// Which sentences behind a passage are shown with it: one that leads says enough by itself, unless it is short, or
    /// what goes on takes it back.
    fn further(&self, one: &Ranked<'_>, first: Option<&Evidence>, stems: &mut Stems) -> Further {
        let leads = first.is_none();
        let evidence = &one.candidate.evidence;
        let quoted = evidence.quoted();
        let for_cause = self.reading.statement.stance == Some(Stance::Cause);
        match () {
            () if asks(quoted) => Further::Sentences(BEHIND),
            // "Sentences. Reed: five years.": what a heading runs into is one of several.
            () if leads && runs_in(quoted) => Further::Sentences(BEHIND),
            // Why something was done often stands behind what was done.
            () if leads && for_cause && self.stated(quoted, evidence, stems) < STATED => Further::Sentences(BEHIND),
            // "We wrote that it was 22." is put right behind it.
            () if only_restates(self.reading, quoted, first) => Further::Sentences(1),
            // What somebody thinks takes more than one sentence.
            () if leads && !self.question.said_by.is_empty() => Further::Sentences(1),
            () if !leads || quoted.len() < BRIEF => Further::PointingBack,
            () => Further::TakingBack,
        }
    }

    /// True for a passage with all that a question for one fact asks, and the figure where it is one.
    fn gives_the_fact(&self, one: &Ranked<'_>, stems: &mut Stems) -> bool {
        let Self { reading, asked, .. } = *self;
        let wants = &reading.wants;
        let of_a_fact = wants.figure || wants.when || wants.place || wants.person;
        let figure = !asked.figure || asked.has_figure(one.candidate.evidence.quoted(), stems) >= 1.0;
        of_a_fact && reading.tally.list.is_none() && one.answered >= GIVEN && figure
    }

    /// True for a passage that has to do with those quoted before it: it has what the question is about, stands in one
    /// of their documents, or names whom they name.
    fn belongs(&self, one: &Ranked<'_>, answer: &Answer, stems: &mut Stems) -> bool {
        let asked = self.asked;
        let evidence = &one.candidate.evidence;
        let named =
            |one: &Evidence| one.cites.iter().filter(|cite| cite.kind == Kind::Entity).copied().collect::<Vec<_>>();
        let own = named(evidence);
        // The rows of a table are each of another thing.
        let of_one = one.candidate.kind != SentenceKind::Row;
        let is_tied = |known: &Evidence| {
            of_one && known.document == evidence.document || named(known).iter().any(|entity| own.contains(entity))
        };
        answer.evidence.is_empty()
            || asked.is_empty()
            || answer.evidence.iter().any(is_tied)
            || asked.has_heaviest(&format!("{} {}", above(evidence), evidence.text), stems)
    }

    /// Says that nothing answers, and shows what is nearest.
    pub(super) fn nearest(&self, ranked: &[Ranked<'_>], stems: &mut Stems) -> Answer {
        let Self { asked, question, .. } = *self;
        let mut answer = Answer { finds_nothing: true, ..Answer::default() };
        answer.say_unused(&asked.unknown);
        answer.tell(&question.facts);
        let sought = !asked.is_empty() || asked.stance.is_some();
        let nearest = if sought { select(ranked, NEAREST, stems) } else { Vec::new() };
        if nearest.is_empty() {
            answer.text.push_str(&format!("{FOUND_NOTHING}\n"));
        } else {
            answer.text.push_str("Nothing says this in so many words. Nearest to it:\n\n");
            nearest.iter().for_each(|one| answer.item(&one.candidate.evidence));
        }
        answer
    }
}

/// Passages with those of one document side by side, documents as each was first chosen, behind the first few: what
/// answers best stands in front, whoever says it.
fn by_document<'a>(chosen: &[Ranked<'a>]) -> Vec<Ranked<'a>> {
    let mut order: Vec<_> = Vec::new();
    for one in chosen {
        let document = one.candidate.evidence.document;
        if !order.contains(&document) {
            order.push(document);
        }
    }
    let place = |one: &Ranked<'_>| order.iter().position(|known| *known == one.candidate.evidence.document);
    let mut sorted = chosen.to_vec();
    let behind = sorted.len().min(FIRST);
    sorted[behind..].sort_by_key(place);
    sorted
}
