//! Answers made of passages: the best first, then what adds to it, by subject where there are several. What answers comes
//! first, not a count; where nothing does, that is said, and the nearest passages are shown.

use std::collections::BTreeSet;

use super::drawn;
use super::plainly::Found;
use super::precedence::{asks_what_it_is, defines, keep_widest, lead, lift, names, share_named};
use super::quotation::plain;
use crate::judgement::rank::asked::Asked;
use crate::judgement::rank::features::is_roster;
use crate::judgement::rank::select::{Ranked, Room, content, select};
use crate::judgement::rank::{FEW_DOCUMENTS, documents_of};
use crate::judgement::{ContextRecord, Point, Question};
use crate::model::{Evidence, Kind, Ref, cite};
use crate::text::question::{Reading, is_light};
use crate::text::terms::{Stems, words};

/// Room for a question about something, and about the whole.
const ROOM: Room = Room { words: 180, passages: 12, per_document: 8, redundancy: 0.3, depth: 0.8 };
/// Passages of one document on a matter that many speak of.
const ON_A_MATTER: usize = 3;
/// How something went over time: from many documents the passage that says it best.
const OVER_TIME: Room = Room { words: 300, passages: 12, per_document: 1, redundancy: 0.3, depth: 0.8 };
/// Of the best's words of the question a passage has at least this part, to tell how something went.
const OF_THE_THING: f32 = 0.7;
const NEAREST: Room = Room { words: 90, passages: 3, per_document: 2, redundancy: 0.35, depth: 1.0 };
const WHOLE: Room = Room { words: 260, passages: 10, per_document: 10, redundancy: 0.0, depth: 9.0 };
/// A passage that has less than this of the question, with what stands above and around it, answers nothing.
const ANSWERS: f32 = 0.34;
/// The same where about half of the question, or more, stands in no document: what has the rest is not yet an answer.
const ANSWERS_IN_PART: f32 = 0.55;
const MOSTLY_ABSENT: f32 = 0.45;
/// A further passage has at least this part of what the first has of the question, or goes on from one that has it; the talk of
/// a few documents answers in words of its own.
const FAINT: f32 = 0.25;
/// Words of a sentence within which it names whom it is about: an article or a title, and the name.
const OPENING: usize = 3;
/// Passages of which one has a number, where one is asked for.
pub(super) const SOUGHT_IN: usize = 5;
/// Bytes between passages that stand side by side.
const GAP: usize = 4;
/// How plainly a sentence makes the kind of statement asked for.
pub(super) const STATED: f32 = 0.7;
/// The same where none does so plainly: what may be meant is shown as what is nearest.
const HINTED: f32 = 0.35;
/// Subjects of an answer drawn from reports, passages of each, and rows of a list.
const SUBJECTS: usize = 8;
const OF_SUBJECT: usize = 2;
const ROWS: usize = 25;

/// An answer with what it quotes, in the order shown.
#[derive(Debug, Default)]
pub(super) struct Answer {
    pub text: String,
    pub evidence: Vec<Evidence>,
    /// Nothing was found that answers.
    pub finds_nothing: bool,
}

impl Answer {
    /// Says which of what was said already lies here too, by its citations alone; where nothing else answers, that it is all.
    pub fn beside(mut self, said: &[&Evidence]) -> Answer {
        let mut sources: Vec<Ref> = Vec::new();
        for source in said.iter().filter_map(|evidence| evidence.source()) {
            if !sources.contains(&source) {
                sources.push(source);
            }
        }
        if sources.is_empty() {
            return self;
        }
        let cited = cite(sources);
        if self.finds_nothing {
            self.evidence.clear();
            self.text = format!("Nothing more is said of it here than was said already. {cited}\n");
        } else {
            self.text.push_str(&format!("\nSaid already, and found here too. {cited}\n"));
        }
        self.evidence.extend(said.iter().map(|&evidence| evidence.clone()));
        self
    }

    /// Adds what was counted or is known, a paragraph each.
    fn tell(&mut self, facts: &[String]) {
        facts.iter().for_each(|fact| self.text.push_str(&format!("{fact}\n\n")));
    }

    /// Adds a passage as a paragraph where it is the first, else as an item.
    fn quote(&mut self, evidence: &Evidence) {
        let lead = if self.evidence.is_empty() { "" } else { "- " };
        let end = if self.evidence.is_empty() { "\n\n" } else { "\n" };
        self.text.push_str(&format!("{lead}{}{end}", drawn::passage_after(&self.evidence, evidence)));
        self.evidence.push(evidence.clone());
    }

    fn item(&mut self, evidence: &Evidence) {
        self.text.push_str(&format!("- {}\n", drawn::passage_after(&self.evidence, evidence)));
        self.evidence.push(evidence.clone());
    }
}

/// How much of the question a passage has, from 0 to 1, with its heading, its title and words used alike.
pub(super) fn confidence(asked: &Asked, evidence: &Evidence, stems: &mut Stems) -> f32 {
    let (own, parts) = asked.hits_with_parts(&evidence.text, stems);
    let above = format!("{} {}", evidence.title, evidence.heading.join(" "));
    let (exact, related) = asked.together(&asked.hits_with_parts(&above, stems).1, &parts);
    (0.6 * (own.exact + 0.5 * own.related) + 0.4 * (exact + 0.5 * related)).clamp(0.0, 1.0)
}

/// An answer from records: passages ranked for the question.
pub(super) fn from_passages(
    reading: &Reading,
    asked: &Asked,
    question: &Question,
    context: &[ContextRecord],
    mut ranked: Vec<Ranked<'_>>,
    stems: &mut Stems,
) -> Answer {
    let mut answer = Answer::default();
    // Where only a kind of statement is asked for, what makes none is beside the point.
    if asked.stance.is_some() && asked.is_empty() {
        let mut strength = |one: &Ranked<'_>| {
            let evidence = &one.candidate.evidence;
            asked.stated(evidence.quoted(), &evidence.heading, stems)
        };
        let least = if ranked.iter().any(|one| strength(one) >= STATED) { STATED } else { HINTED };
        ranked.retain(|one| strength(one) >= least);
    }
    if asked.is_empty() && asked.unknown.is_empty() && asked.stance.is_none() {
        answer.tell(&question.facts);
        // Asked for the whole: gists speak in their own order, each as much as there is room for all.
        let gists: BTreeSet<usize> = ranked.iter().map(|one| one.record).collect();
        let of_each = (WHOLE.passages / gists.len().max(1)).max(1);
        let mut of_this = (usize::MAX, 0);
        let mut shown = 0;
        for one in &ranked {
            let known = answer.evidence.iter().any(|known| known.text == one.candidate.evidence.text);
            if shown >= WHOLE.words || answer.evidence.len() >= WHOLE.passages {
                break;
            }
            of_this = if of_this.0 == one.record { (one.record, of_this.1 + 1) } else { (one.record, 1) };
            if !known && of_this.1 <= of_each {
                shown += words(&one.candidate.evidence.text).count();
                answer.quote(&one.candidate.evidence);
            }
        }
        if answer.evidence.is_empty() {
            answer.finds_nothing = true;
            answer.text.push_str("Nothing in this part can be quoted.\n");
        }
        return answer;
    }
    keep_widest(&mut ranked);
    // A list of names tells of none who it is.
    if reading.definition {
        let (lists, tell): (Vec<_>, Vec<_>) = ranked.into_iter().partition(|one| {
            let evidence = &one.candidate.evidence;
            is_roster(evidence.quoted()) && !defines(reading, asked, evidence, stems)
        });
        ranked = if tell.is_empty() { lists } else { tell };
    }
    // What happened in one year is not told by what happened in another.
    let of_the_year = |one: &Ranked<'_>| {
        let evidence = &one.candidate.evidence;
        asked.is_of_the_year(&evidence.title, &evidence.heading, &evidence.text)
    };
    if !reading.over_time && ranked.iter().any(|one| of_the_year(one) == Some(true)) {
        ranked.retain(|one| of_the_year(one) != Some(false));
    }
    // What the best has of the question, in itself, above it and around it in its text unit.
    let around = |one: &Ranked<'_>, stems: &mut Stems| {
        let unit = context.get(one.record).map_or(0.0, |record| asked.hits(&record.text, stems).exact);
        confidence(asked, &one.candidate.evidence, stems).max(0.8 * unit)
    };
    // Of a few documents each has to say what it can; of many, several are heard on a matter that no one of them settles.
    let documents = documents_of(ranked.iter().map(|one| one.candidate));
    let of_many = documents > FEW_DOCUMENTS;
    let per_document = match of_many {
        true if reading.is_open() => ON_A_MATTER,
        true => ROOM.per_document,
        false => ROOM.passages,
    };
    // How one thing went is told by what speaks of that thing.
    if reading.over_time && documents > 1 {
        let mut has = |one: &Ranked<'_>| asked.hits(one.candidate.evidence.quoted(), stems).exact;
        let shares: Vec<f32> = ranked.iter().map(&mut has).collect();
        let least = OF_THE_THING * shares.iter().copied().fold(0.0, f32::max);
        let mut shares = shares.iter();
        ranked.retain(|_| shares.next().is_some_and(|share| *share >= least));
    }
    lift(reading, asked, &mut ranked, stems);
    let room = if reading.over_time && documents > 1 { OVER_TIME } else { Room { per_document, ..ROOM } };
    let mut chosen = select(&ranked, room, stems);
    if reading.over_time {
        chosen.sort_by_key(|one| one.candidate.dated);
    } else if !reading.definition && reading.names.len() < 2 && !reading.asks_with_names_alone() {
        // Where nothing but names is asked about, all that has them has all of the question.
        lead(reading, asked, &mut chosen, stems);
    }
    // Of two or more, what names most of them comes first.
    if reading.names.len() > 1 {
        chosen.sort_by(|a, b| {
            share_named(asked, &b.candidate.evidence.text).total_cmp(&share_named(asked, &a.candidate.evidence.text))
        });
    }
    if asks_what_it_is(reading) {
        chosen.sort_by_cached_key(|one| !defines(reading, asked, &one.candidate.evidence, stems));
    }
    let best = chosen.iter().take(3).map(|one| around(one, stems)).fold(0.0, f32::max);
    let stated = |one: &Ranked<'_>, stems: &mut Stems| {
        asked.stated(&one.candidate.evidence.text, &one.candidate.evidence.heading, stems) >= STATED
    };
    let wanted = if asked.absent < MOSTLY_ABSENT { ANSWERS } else { ANSWERS_IN_PART };
    let answers = best >= wanted
        && !asked.is_empty()
        && Found { reading, asked, question, context, chosen: &chosen }.answers_plainly(stems);
    if answers || chosen.iter().take(3).any(|one| stated(one, stems)) && asked.unknown.is_empty() {
        let telling: Vec<String> = asked.unknown.iter().filter(|word| !is_light(word)).cloned().collect();
        answer.text.push_str(&unused(&telling));
        answer.tell(&question.facts);
        // Who or what the one is that is asked about is told by what describes it.
        let mut dossier = question.dossier.as_ref();
        if reading.definition {
            let own = context.iter().filter(|record| record.record.kind == Kind::Entity);
            let named = own.filter(|record| reading.names.iter().any(|name| name.eq_ignore_ascii_case(&record.title)));
            let mut described: Vec<&Evidence> =
                named.take(1).flat_map(|record| &record.candidates).map(|candidate| &candidate.evidence).collect();
            // A list of names says of none who it is, nor does the title of a document.
            described.retain(|evidence| !is_roster(&evidence.text) && evidence.text != evidence.title);
            described.retain(|evidence| !question.has_said(evidence));
            // What a passage says with more is left to the passage.
            let fuller = |evidence: &Evidence| {
                chosen.iter().any(|one| {
                    one.candidate.evidence.text.len() > evidence.text.len()
                        && one.candidate.evidence.text.contains(&evidence.text)
                })
            };
            // What begins with somebody else names them in passing.
            let opens_with = |evidence: &Evidence| {
                let front = words(&evidence.text).take(OPENING).last().map_or(0, |word| word.span.end);
                names(asked, &evidence.text[..front])
            };
            described.retain(|evidence| !fuller(evidence) && opens_with(evidence));
            described.sort_by_key(|evidence| !reading.names.iter().any(|name| evidence.text.contains(name.as_str())));
            // Where no passage says who or what it is, what is known of it comes first.
            let mut told = || chosen.iter().any(|one| defines(reading, asked, &one.candidate.evidence, stems));
            if described.is_empty() && !told() {
                answer.text.extend(question.dossier.as_ref().map(|dossier| format!("{dossier}\n\n")));
                dossier = None;
            }
            described.into_iter().take(2).for_each(|evidence| answer.quote(evidence));
        }
        let least = FAINT * chosen.first().map_or(0.0, |one| confidence(asked, &one.candidate.evidence, stems));
        let told: Vec<Evidence> = answer.evidence.clone();
        for one in by_document(&chosen) {
            let evidence = &one.candidate.evidence;
            let goes_on = answer.evidence.iter().any(|known| is_beside(known, evidence));
            // What says who somebody is names them, or goes on from what does.
            let of_them = |known: &Evidence| is_beside(known, evidence) && names(asked, &known.text);
            if reading.definition
                && !reading.names.is_empty()
                && !names(asked, &evidence.text)
                && !answer.evidence.iter().any(of_them)
            {
                continue;
            }
            let says = goes_on
                || asked.is_empty() && stated(&one, stems)
                || one.candidate.spoken && !reading.definition && !of_many
                || confidence(asked, evidence, stems) >= least;
            let again = told.iter().any(|known| known.text.contains(&evidence.text));
            if says && !again {
                answer.quote(evidence);
            }
        }
        if let Some(dossier) = dossier {
            answer.text.push_str(&format!("\n{dossier}\n"));
        }
        // Where none of them is of whoever is asked about, they are near and no more.
        if !answer.text.trim().is_empty() {
            if let Some(judgement) = &reading.judgement {
                answer.text.push_str(&format!(
                    "\nThese are passages on it; weighing {judgement} is left to whoever reads them.\n"
                ));
            }
            return answer;
        }
        answer.text.clear();
    }
    answer.finds_nothing = true;
    answer.text.push_str(&unused(&asked.unknown));
    answer.tell(&question.facts);
    let nearest = if asked.is_empty() && asked.stance.is_none() { Vec::new() } else { select(&ranked, NEAREST, stems) };
    if nearest.is_empty() {
        answer.text.push_str("Nothing was found that speaks of this.\n");
    } else {
        answer.text.push_str("Nothing that was found answers this plainly. Nearest to it:\n\n");
        nearest.iter().for_each(|one| answer.item(&one.candidate.evidence));
    }
    answer
}

/// Passages with those of one document side by side; documents as each was first chosen.
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
    sorted.sort_by_key(place);
    sorted
}

/// True when a passage stands right behind or before another.
fn is_beside(one: &Evidence, other: &Evidence) -> bool {
    let gap = |end: usize, start: usize| start >= end && start - end <= GAP;
    one.document.is_some()
        && one.document == other.document
        && (gap(one.window.end, other.window.start) || gap(other.window.end, one.window.start))
}

/// Says which words of a question stand in no document.
fn unused(unknown: &[String]) -> String {
    let quoted: Vec<String> = unknown.iter().map(|word| format!("“{}”", plain(word))).collect();
    match quoted.as_slice() {
        [] => String::new(),
        [one] => format!("No document uses the word {one}.\n\n"),
        many => format!("No document uses the words {}.\n\n", many.join(", ")),
    }
}

/// An answer from the points of the map step, by the record that each was made from.
pub(super) fn from_points(reading: &Reading, asked: &Asked, question: &Question, points: &[Point]) -> Answer {
    let mut answer = Answer::default();
    answer.tell(&question.facts);
    let whole = asked.is_empty();
    if points.is_empty() {
        answer.text.push_str(&unused(&asked.unknown));
        answer.text.push_str("Nothing in the reports answers this.\n");
        return answer;
    }
    let mut stems = Stems::default();
    let mut subjects: Vec<(Ref, &str, Vec<&Evidence>)> = Vec::new();
    let mut said = BTreeSet::new();
    let best = points.first().map_or(0.0, |point| point.score);
    for point in points {
        // Half as much of the question as the best has is little.
        if !whole && point.score < best / 2.0 {
            break;
        }
        for evidence in &point.evidence {
            let words = content(&evidence.text, &mut stems);
            let again = words.intersection(&said).count() as f32 / words.len().max(1) as f32;
            if again > 0.8 {
                continue;
            }
            match subjects.iter().position(|(from, ..)| *from == point.from) {
                Some(at) if subjects[at].2.len() < OF_SUBJECT => subjects[at].2.push(evidence),
                None if subjects.len() < SUBJECTS => subjects.push((point.from, &point.title, vec![evidence])),
                _ => continue,
            }
            said.extend(words);
        }
    }
    if !whole {
        answer.text.push_str(&unused(&asked.unknown));
    }
    let several = subjects.len() > 1;
    for (at, (from, title, quoted)) in subjects.iter().enumerate() {
        if several && from.kind == Kind::Report {
            let gap = if at > 0 { "\n" } else { "" };
            answer.text.push_str(&format!("{gap}### {} {}\n\n", plain(title), cite([*from])));
        }
        quoted.iter().for_each(|evidence| answer.item(evidence));
    }
    if let Some(judgement) = &reading.judgement {
        answer
            .text
            .push_str(&format!("\nThese are passages on it; weighing {judgement} is left to whoever reads them.\n"));
    }
    answer
}

/// A list: what was counted, then a row a record.
pub(super) fn list(facts: &[String], rows: &[ContextRecord]) -> Answer {
    let mut answer = Answer { text: format!("{}\n\n", facts.join(" ")), ..Answer::default() };
    for row in rows.iter().take(ROWS) {
        let first = row.candidates.first().map(|candidate| &candidate.evidence);
        let said = first.map(|evidence| format!(": {}", drawn::passage(evidence))).unwrap_or_default();
        answer.text.push_str(&format!("- **{}** ({}){said}\n", plain(&row.title), row.text));
        answer.evidence.extend(first.cloned());
    }
    if rows.len() > ROWS {
        answer.text.push_str(&format!("- and {} more\n", rows.len() - ROWS));
    }
    answer
}
