//! The extractive analyst: rates, maps and answers by ranking passages. It never writes a claim of its own; headings,
//! counts and connecting words are all that it adds.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use futures::future::BoxFuture;
use futures::stream::{BoxStream, StreamExt};

use super::answers::answer::{self, Answer};
use super::answers::from_passages::{PassageAnswer, from_passages};
use super::answers::from_points::from_points;
use super::quotes::drawn;
use super::relevance::answered::MeasuredAnswer;
use super::relevance::opening::Opening;
use super::relevance::votes::with_motions;
use crate::config::cores;
use crate::judgement::question_forms::QuestionForms;
use crate::judgement::rank::asked::PreparedQuestion;
use crate::judgement::rank::features::asks;
use crate::judgement::rank::lexicon::Lexicon;
use crate::judgement::rank::rank;
use crate::judgement::rank::select::Ranked;
use crate::judgement::{Analyst, AnswerPiece, ContextRecord, FollowUp, Judged, JudgementError, Point, Question};
use crate::model::{EXTRACTIVE, Evidence, Kind, Ref, Usage};
use crate::text::question::{Reading, parts};
use crate::text::statements::stance::{STATED, Stance};
use crate::text::words::terms::{Stems, fold, words};
use crate::text::words::wordlist::is_auxiliary;

/// Points made from one record at most.
const POINTS_PER_RECORD: usize = 4;
/// Follow-up questions that one round raises, and passages whose names they ask of first.
const FOLLOW_UPS: usize = 3;
const BEST: usize = 6;

/// What a point that makes no statement of the kind asked for counts beside one that does.
const UNSTATED: f32 = 0.4;
/// Part of a statement's score that the record it is made in decides by its rank.
const BY_RANK: f32 = 0.4;

/// Words of which stems are kept from one judgement to the next, at most: a few megabytes.
const STEMS: usize = 50_000;

/// Answers by quoting.
pub struct ExtractiveAnalyst {
    lexicon: Arc<dyn Lexicon>,
    /// The question asked last, made ready: a search rates its passages one by one.
    last: Mutex<Option<Prepared>>,
    /// Stems of the words read so far: one question is judged over many passages of the same words.
    stems: Mutex<Stems>,
}

/// A question made ready, with the state of the lexicon that this was done by.
struct Prepared {
    text: String,
    state: i64,
    asked: Arc<(Arc<Reading>, PreparedQuestion)>,
}

impl ExtractiveAnalyst {
    pub fn new(lexicon: Arc<dyn Lexicon>) -> Self {
        Self { lexicon, last: Mutex::default(), stems: Mutex::default() }
    }

    /// Does a piece of work with the stems that are known. They are taken meanwhile, so that two who judge at once need
    /// not wait for each other: one of them begins with none.
    fn with_stems<T>(&self, work: impl FnOnce(&mut Stems) -> T) -> T {
        let kept = || self.stems.lock().unwrap_or_else(PoisonError::into_inner);
        let mut stems = std::mem::take(&mut *kept());
        let done = work(&mut stems);
        if stems.remembered() < STEMS {
            *kept() = stems;
        }
        done
    }

    fn asked(&self, question: &Question) -> Arc<(Arc<Reading>, PreparedQuestion)> {
        let (text, state) = (question.asks(), self.lexicon.state());
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = last.as_ref().filter(|known| known.text == text && known.state == state) {
            return Arc::clone(&known.asked);
        }
        let reading = question.reading();
        let asked = PreparedQuestion::new(&reading, &*self.lexicon);
        let asked = Arc::new((reading, asked));
        *last = Some(Prepared { text: text.to_string(), state, asked: Arc::clone(&asked) });
        asked
    }

    fn ranked<'a>(&self, asked: &PreparedQuestion, records: &'a [ContextRecord], stems: &mut Stems) -> Vec<Ranked<'a>> {
        rank(asked, records, &*self.lexicon, stems)
    }

    /// Measures the passages of records by what tells which of them begins the answer to a question, for whoever fits
    /// the weights of that.
    pub fn openings(&self, question: &Question, records: &[ContextRecord]) -> Vec<Opening> {
        self.measuring(question, records, |answer, ranked, stems| answer.measured(ranked, stems))
    }

    /// Measures what would be quoted of records by what tells whether it answers a question, for whoever fits the
    /// weights of that.
    pub fn answered(&self, question: &Question, records: &[ContextRecord]) -> Option<MeasuredAnswer> {
        self.measuring(question, records, |answer, ranked, stems| answer.measured_answer(ranked, stems))
    }

    fn measuring<T>(
        &self,
        question: &Question,
        records: &[ContextRecord],
        measure: impl FnOnce(PassageAnswer<'_>, Vec<Ranked<'_>>, &mut Stems) -> T,
    ) -> T {
        let prepared = self.asked(question);
        let (reading, asked) = &*prepared;
        self.with_stems(|stems| {
            let ranked = self.ranked(asked, records, stems);
            measure(PassageAnswer { reading, asked, question, context: records }, ranked, stems)
        })
    }

    /// What the names that the best passages name beside the question's have to do with that.
    fn asked_on(
        &self,
        reading: &Reading,
        asked: &PreparedQuestion,
        records: &[ContextRecord],
        stems: &mut Stems,
    ) -> Vec<String> {
        let mut ranked = self.ranked(asked, records, stems);
        ranked.sort_by(|a, b| b.worth.total_cmp(&a.worth));
        let named = records.iter().filter(|record| record.record.kind == Kind::Entity);
        let titles: HashMap<Ref, &str> = named.map(|record| (record.record, record.title.as_str())).collect();
        let mut cited = ranked.iter().take(BEST).flat_map(|one| &one.candidate.evidence.cites).copied();
        let cited: Vec<Ref> = cited.by_ref().filter(|record| titles.contains_key(record)).collect();
        let nearest = records.iter().map(|record| record.record).filter(|record| titles.contains_key(record));
        let phrases = &reading.wording.phrases;
        let of = reading.names.first().or(phrases.first());
        let forms = QuestionForms::of(reading.language);
        let mut found: Vec<String> = Vec::new();
        for record in cited.into_iter().chain(nearest) {
            let name = titles[&record];
            // What the question names is asked about already, and a figure is nobody.
            let known = words(name).any(|word| asked.has_word(word.text, word.text, stems));
            if known || !name.starts_with(char::is_alphabetic) {
                continue;
            }
            let question = match of {
                Some(of) => forms.question("two", &[name, of]),
                None => forms.question("other", &[name]),
            };
            found.extend(question.filter(|question| !found.contains(question)));
            if found.len() == FOLLOW_UPS {
                break;
            }
        }
        found
    }

    /// The points that a batch of records makes where a kind of statement alone is asked for: those statements, the
    /// plainest of each record first; those of a record that matters count more.
    fn statements_of(&self, asked: &PreparedQuestion, batch: &[ContextRecord], stems: &mut Stems) -> Vec<Point> {
        let mut points: Vec<Point> = Vec::new();
        for record in batch {
            let mut stated: Vec<(f32, &Evidence)> = record
                .candidates
                .iter()
                .map(|candidate| &candidate.evidence)
                .filter(|evidence| !asks(evidence.quoted()))
                .map(|evidence| (asked.stated(evidence.quoted(), &evidence.heading, stems), evidence))
                .filter(|(stated, _)| *stated >= STATED)
                .collect();
            stated.sort_by(|a, b| b.0.total_cmp(&a.0));
            stated.truncate(POINTS_PER_RECORD);
            let weight = 100.0 * (1.0 - BY_RANK + BY_RANK * record.rank.clamp(0.0, 1.0));
            points.extend(stated.into_iter().map(|(stated, evidence)| point(record, evidence, weight * stated)));
        }
        points
    }

    /// The points that a batch of records makes.
    fn made_of(&self, asked: &PreparedQuestion, batch: &[ContextRecord], stems: &mut Stems) -> Vec<Point> {
        let whole = asked.is_empty();
        if whole && asked.stance.is_some() {
            return self.statements_of(asked, batch, stems);
        }
        let mut points: Vec<Point> = Vec::new();
        let mut ranked = self.ranked(asked, batch, stems);
        if !whole {
            ranked.sort_by(|a, b| a.record.cmp(&b.record).then(b.worth.total_cmp(&a.worth)));
        }
        let mut of_record = (usize::MAX, 0);
        for one in ranked {
            of_record = if of_record.0 == one.record { (one.record, of_record.1 + 1) } else { (one.record, 0) };
            if of_record.1 >= POINTS_PER_RECORD {
                continue;
            }
            let evidence = &one.candidate.evidence;
            let record = &batch[one.record];
            // Asked for the whole, a report speaks by its beginning, and matters as it is rated.
            let score = if whole {
                100.0 * record.rank.clamp(0.01, 1.0) / (1.0 + of_record.1 as f32)
            } else {
                // What only has the matter makes no statement of the kind that is asked for.
                let stated = asked.stance.map_or(1.0, |_| asked.stated(evidence.quoted(), &evidence.heading, stems));
                100.0 * answer::confidence(asked, evidence, stems) * (UNSTATED + (1.0 - UNSTATED) * stated.min(1.0))
            };
            if score > 0.0 {
                points.push(point(record, evidence, score));
            }
        }
        points
    }
}

/// What a record says by one passage.
fn point(record: &ContextRecord, evidence: &Evidence, score: f32) -> Point {
    Point {
        text: drawn::passage(evidence),
        score,
        evidence: vec![evidence.clone()],
        from: record.record,
        title: record.title.clone(),
    }
}

impl Analyst for ExtractiveAnalyst {
    fn name(&self) -> &str {
        EXTRACTIVE
    }

    fn concurrency(&self) -> usize {
        cores()
    }

    fn parts(&self, question: &str) -> Vec<String> {
        parts(question)
    }

    /// Asks on with the names that the best passages have and the question does not.
    fn follow_ups<'a>(
        &'a self,
        question: &'a Question,
        records: &'a [ContextRecord],
    ) -> BoxFuture<'a, Judged<Vec<FollowUp>>> {
        Box::pin(async move {
            let prepared = self.asked(question);
            let (reading, asked) = &*prepared;
            // Of what nobody says a word there is nothing to ask on.
            if asked.is_empty() && !asked.unknown.is_empty() {
                return Ok((Vec::new(), Usage::default()));
            }
            let found = self.with_stems(|stems| self.asked_on(reading, asked, records, stems));
            let found = found.into_iter().map(|question| FollowUp { question, score: 100.0 });
            Ok((found.collect(), Usage::default()))
        })
    }

    /// How much of the question a record has, by its best passage and as a whole.
    fn rate<'a>(&'a self, question: &'a Question, record: &'a ContextRecord) -> BoxFuture<'a, Judged<f32>> {
        Box::pin(async move {
            let prepared = self.asked(question);
            let asked = &prepared.1;
            let rating = self.with_stems(|stems| {
                let title = asked.hits(&record.title, stems).exact;
                let whole = asked.hits(&record.text, stems);
                let best = record.candidates.iter().map(|candidate| asked.hits(&candidate.evidence.text, stems).exact);
                let best = best.fold(title, f32::max);
                10.0 * (best + whole.exact + 0.5 * whole.related) / 2.0
            });
            Ok((rating.clamp(0.0, 10.0), Usage::default()))
        })
    }

    fn map<'a>(&'a self, question: &'a Question, batch: &'a [ContextRecord]) -> BoxFuture<'a, Judged<Vec<Point>>> {
        Box::pin(async move {
            let prepared = self.asked(question);
            let asked = &prepared.1;
            if asked.is_empty() && !asked.unknown.is_empty() {
                return Ok((Vec::new(), Usage::default())); // Nobody says a word of it.
            }
            let points = self.with_stems(|stems| self.made_of(asked, batch, stems));
            Ok((points, Usage::default()))
        })
    }

    fn reduce<'a>(
        &'a self,
        question: &'a Question,
        points: &'a [Point],
    ) -> BoxStream<'a, Result<AnswerPiece, JudgementError>> {
        let prepared = self.asked(question);
        let (reading, asked) = &*prepared;
        pieces(self.with_stems(|stems| from_points(reading, asked, question, points, &*self.lexicon, stems)))
    }

    fn answer<'a>(
        &'a self,
        question: &'a Question,
        context: &'a [ContextRecord],
    ) -> BoxStream<'a, Result<AnswerPiece, JudgementError>> {
        let prepared = self.asked(question);
        let (reading, asked) = &*prepared;
        if let Some(all) = question.listed {
            return pieces(answer::list(&question.facts, context, all));
        }
        // "Did the board approve the gate?" is asked of a vote, too.
        let of_decision = asked.stance == Some(Stance::Decision) || opens_with_auxiliary(&question.asks());
        let of_votes = if of_decision { with_motions(context) } else { None };
        let context = of_votes.as_deref().unwrap_or(context);
        pieces(self.with_stems(|stems| {
            let ranked = self.ranked(asked, context, stems);
            let (mut said, ranked): (Vec<_>, Vec<_>) =
                ranked.into_iter().partition(|one| question.has_said(&one.candidate.evidence));
            said.sort_by(|a, b| b.own.total_cmp(&a.own));
            let best = said.first().map(|one| one.own);
            let leads = best.is_some_and(|best| ranked.iter().all(|one| one.own < best));
            let said: Vec<&Evidence> = said.into_iter().map(|one| &one.candidate.evidence).collect();
            let answer = from_passages(reading, asked, question, context, ranked, stems);
            answer.beside(&said, leads)
        }))
    }
}

/// True for a question that is answered by yes or no.
fn opens_with_auxiliary(question: &str) -> bool {
    words(question).next().is_some_and(|first| is_auxiliary(&fold(first.text)))
}

/// An answer that is there at once, block by block.
fn pieces(answer: Answer) -> BoxStream<'static, Result<AnswerPiece, JudgementError>> {
    let mut pieces: Vec<_> =
        answer.text.split_inclusive('\n').map(|line| Ok(AnswerPiece::Text(line.to_owned()))).collect();
    if answer.finds_nothing {
        pieces.push(Ok(AnswerPiece::Nothing));
    }
    if !answer.evidence.is_empty() {
        pieces.push(Ok(AnswerPiece::Evidence(answer.evidence)));
    }
    futures::stream::iter(pieces).boxed()
}
