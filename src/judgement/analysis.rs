//! What an analyst is asked, what is put before it, what it makes of that, and its trait.

use std::borrow::Cow;
use std::collections::HashSet;
use std::sync::Arc;

use futures::future::BoxFuture;
use futures::stream::BoxStream;

use super::{Judged, JudgementError, Statement, rank};
use crate::model::{DocumentId, Evidence, Ref, Span, Support, Usage};
use crate::text::question::{Attribution, Reading, Readings};
use crate::text::similarity::shingles::prints;

/// Tokens of the records that one answer is written from, or that one call is shown.
pub const ANSWER_TOKENS: u32 = 12_000;

/// What stands behind the name of a row of a table that has nothing else to tell it by.
pub const ROW: &str = "row";

/// A record put before an analyst.
#[derive(Clone, Debug, PartialEq)]
pub struct ContextRecord {
    pub record: Ref,
    pub title: String,
    /// What the model would be given.
    pub text: String,
    /// What it would be given only to judge whether the record helps, where that is less: of a report what it is about
    /// and what it finds, without what shows it.
    pub in_short: Option<String>,
    /// Passages that may be quoted from it.
    pub candidates: Vec<rank::features::Candidate>,
    /// How much it matters, as retrieval or the rating of a report has it; comparable within one context.
    pub rank: f32,
    pub tokens: u32,
}

impl ContextRecord {
    /// Returns the short form of the record where it has one: enough to rate its relevance.
    pub fn to_judge(&self) -> &str {
        self.in_short.as_deref().unwrap_or(&self.text)
    }
}

/// What an answer without a model says where nothing was found.
pub const FOUND_NOTHING: &str = "Nothing was found that speaks of this.";

/// Ends the sentence by which an answer says that it has none, in front of the passages that come nearest.
pub const NEAREST_TO_IT: &str = "Nearest to it";

/// A question as asked, with what the conversation before it adds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Question {
    pub text: String,
    /// Whose words are asked for, by the names of those whom the index knows as speakers, or by whom the documents that
    /// are asked are titled.
    pub said_by: Vec<String>,
    /// The question without the words that name the documents to ask, where those only say where to look: "What is new
    /// in Lamp 2.30?" looks for "What is new?".
    pub looked_for: Option<String>,
    /// What the documents call what it asks for, where they tell it behind a label or under a heading.
    pub label: Option<String>,
    /// Earlier turns, oldest first: question, answer.
    pub history: Vec<(String, String)>,
    /// What the engine counted for it, ready to print: "In 14 of 60 documents, in 41 passages."
    pub facts: Vec<String>,
    /// What it asks for by a number is nowhere, as facts tell.
    pub lacks_part: bool,
    /// What the graph knows of the one that it is about, ready to print behind the passages: how often it is named, and
    /// with whom.
    pub dossier: Option<String>,
    /// Where each record is a row of a list that was asked for: how many rows it has, of which the records are the
    /// first.
    pub listed: Option<usize>,
    /// Documents that say of themselves that they hold no more, each with the field that does: "Status: Superseded by
    /// RULE-7".
    pub superseded: Vec<(DocumentId, String)>,
    /// Passages that the reader has been shown already, when the same question was asked of more documents: document
    /// and bytes. An answer made of quotations quotes others, and says where these stand.
    pub said: Vec<(DocumentId, Span)>,
    /// Every few words in a row of those passages, as hashes: what stands in two documents is said by either.
    pub heard: HashSet<u64>,
    /// The same of what records say in words of their own, which stand in no document.
    pub told: Vec<String>,
    /// What its wordings were read as so far.
    pub readings: Readings,
}

impl Question {
    /// Returns the earlier questions for which something was found, oldest first: the others are no antecedents of what
    /// is asked now.
    pub fn asked_before(&self) -> Vec<&str> {
        let found = self.history.iter().filter(|(_, answer)| !answer.contains(FOUND_NOTHING));
        found.map(|(asked, _)| asked.as_str()).collect()
    }

    /// Notes what the reader has been shown: passages by where they stand, what records say by its words.
    pub fn note_shown(&mut self, evidence: &[Evidence]) {
        for one in evidence {
            match one.document {
                Some(document) => self.said.push((document, one.window)),
                None => self.told.push(one.text.clone()),
            }
        }
    }

    /// True for a passage that the reader has been shown already.
    pub fn has_said(&self, evidence: &Evidence) -> bool {
        let shown = |&(document, span): &(DocumentId, Span)| {
            evidence.document == Some(document) && evidence.quote.overlaps(span)
        };
        self.said.iter().any(shown)
            || self.has_heard(evidence.quoted())
            || evidence.document.is_none() && self.told.contains(&evidence.text)
    }

    /// True for a text most of which was shown already, in another document or under another beginning.
    fn has_heard(&self, text: &str) -> bool {
        if self.heard.is_empty() {
            return false;
        }
        let rows = prints(text, 1, []).shingles;
        let heard = rows.iter().filter(|(row, _)| self.heard.contains(row)).count();
        heard * 2 > rows.len()
    }

    /// Notes what a passage that was shown says.
    pub fn hear(&mut self, text: &str) {
        self.heard.extend(prints(text, 1, []).shingles.into_iter().map(|(row, _)| row));
    }

    /// What is looked for: the question without the documents that it names and whose words it asks for, where that is
    /// a matter of where to look.
    pub fn asks(&self) -> Cow<'_, str> {
        let text = self.looked_for.as_deref().unwrap_or(&self.text);
        if self.said_by.is_empty() {
            return Cow::Borrowed(text);
        }
        let told = self.readings.attribution(text);
        told.map_or(Cow::Borrowed(text), |told| Cow::Owned(told.rest.clone()))
    }

    /// The reading of what is looked for.
    pub fn reading(&self) -> Arc<Reading> {
        let mut reading = self.readings.reading(&self.asks());
        let lists = reading.tally.list.is_some() || reading.tally.sort.is_some();
        // "What does Ada Voss ask guests?" is left with "What guests?", and asks for no list of them.
        if lists && !self.said_by.is_empty() {
            let whole = &self.whole_reading().tally;
            let tally = &mut Arc::make_mut(&mut reading).tally;
            tally.list = tally.list.filter(|_| whole.list.is_some());
            tally.sort = tally.sort.take().filter(|_| whole.sort.is_some());
        }
        reading
    }

    /// The reading of the question as it was asked, with all that says where to look.
    pub fn whole_reading(&self) -> Arc<Reading> {
        self.readings.reading(&self.text)
    }

    /// Whose words the question asks for, as it was asked; `None` where it names nobody for it.
    pub fn attribution(&self) -> Option<Arc<Attribution>> {
        self.readings.attribution(&self.text)
    }
}

/// What a question looks for, on two levels.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Keywords {
    /// Its themes.
    pub high: Vec<String>,
    /// The things it names.
    pub low: Vec<String>,
}

/// A partial answer of the map step.
#[derive(Clone, Debug, PartialEq)]
pub struct Point {
    /// Markdown with citations.
    pub text: String,
    /// From 0 (of no use) to 100.
    pub score: f32,
    /// What it quotes; empty where a model wrote it.
    pub evidence: Vec<Evidence>,
    /// The record the point was made from, and its title.
    pub from: Ref,
    pub title: String,
}

/// A question that records raise.
#[derive(Clone, Debug, PartialEq)]
pub struct FollowUp {
    pub question: String,
    /// How much its answer promises, from 0 to 100; alike for all from a mind that tells no more than their order.
    pub score: f32,
}

/// What a batch of records says to a question on the way to the answer, and what to ask next.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Explored {
    pub points: Vec<Point>,
    /// The most promising first.
    pub follow_ups: Vec<FollowUp>,
}

/// A piece of a streamed answer.
#[derive(Clone, Debug, PartialEq)]
pub enum AnswerPiece {
    Text(String),
    /// Nothing of what was read answers plainly.
    Nothing,
    /// Passages that the text before quotes, in the order shown.
    Evidence(Vec<Evidence>),
}

/// Rates relevance, makes scored points from a context (map), writes the answer from points (reduce) or from records.
/// Dropping a future or a stream cancels the work.
pub trait Analyst: Send + Sync {
    fn name(&self) -> &str;
    fn concurrency(&self) -> usize;

    /// Returns the question with what the conversation before it adds, so that it can be understood, and searched for,
    /// by itself; the question as it is, from a mind that knows of no conversation.
    fn fold<'a>(&'a self, question: &'a Question) -> BoxFuture<'a, Judged<String>> {
        Box::pin(async move { Ok((question.text.clone(), Usage::default())) })
    }

    /// The questions that a question consists of, where each is to be answered by itself; one as a rule.
    fn parts(&self, question: &str) -> Vec<String> {
        vec![question.to_owned()]
    }

    /// The questions whose answers together answer a broad one; the question itself as a rule.
    fn subquestions<'a>(&'a self, question: &'a Question) -> BoxFuture<'a, Judged<Vec<String>>> {
        Box::pin(async move { Ok((self.parts(&question.text), Usage::default())) })
    }

    /// Questions that records raise and that would lead further towards an answer, the most promising first.
    fn follow_ups<'a>(
        &'a self,
        question: &'a Question,
        records: &'a [ContextRecord],
    ) -> BoxFuture<'a, Judged<Vec<FollowUp>>> {
        let _ = (question, records);
        Box::pin(async move { Ok((Vec::new(), Usage::default())) })
    }

    /// The report that might answer a question, written without having read anything, in the form of another; none
    /// from a mind that supposes nothing.
    fn supposes<'a>(
        &'a self,
        question: &'a Question,
        like: &'a ContextRecord,
    ) -> BoxFuture<'a, Judged<Option<String>>> {
        let _ = (question, like);
        Box::pin(async move { Ok((None, Usage::default())) })
    }

    /// What a batch of records says to a question that is asked on the way to answering `goal`, and what to ask next.
    fn explore<'a>(
        &'a self,
        goal: &'a str,
        question: &'a Question,
        batch: &'a [ContextRecord],
    ) -> BoxFuture<'a, Judged<Explored>> {
        let _ = goal;
        Box::pin(async move {
            let (points, mut usage) = self.map(question, batch).await?;
            let (follow_ups, more) = self.follow_ups(question, batch).await?;
            usage += more;
            Ok((Explored { points, follow_ups }, usage))
        })
    }

    /// What the question looks for; none where nobody but the question's own words can tell.
    fn keywords<'a>(&'a self, question: &'a Question) -> BoxFuture<'a, Judged<Option<Keywords>>> {
        let _ = question;
        Box::pin(async move { Ok((None, Usage::default())) })
    }

    /// Rates how much a record helps with the question, from 0 to 10.
    fn rate<'a>(&'a self, question: &'a Question, record: &'a ContextRecord) -> BoxFuture<'a, Judged<f32>>;

    /// How far records bear out each of some statements that cite them; none where nobody but the words can tell.
    fn bears_out<'a>(
        &'a self,
        statements: &'a [Statement],
        records: &'a [(Ref, String)],
    ) -> BoxFuture<'a, Judged<Option<Vec<Support>>>> {
        let _ = (statements, records);
        Box::pin(async move { Ok((None, Usage::default())) })
    }

    /// Whether it answers from these records in one go, rather than from points that are noted batch by batch.
    fn answers_at_once(&self, _records: &[ContextRecord]) -> bool {
        false
    }

    /// Makes scored points from a batch of records.
    fn map<'a>(&'a self, question: &'a Question, batch: &'a [ContextRecord]) -> BoxFuture<'a, Judged<Vec<Point>>>;

    /// Writes the answer from the points kept, best first.
    fn reduce<'a>(
        &'a self,
        question: &'a Question,
        points: &'a [Point],
    ) -> BoxStream<'a, Result<AnswerPiece, JudgementError>>;

    /// Writes the answer from records directly.
    fn answer<'a>(
        &'a self,
        question: &'a Question,
        context: &'a [ContextRecord],
    ) -> BoxStream<'a, Result<AnswerPiece, JudgementError>>;
}
