//! An answer while it is being written: events go out, the trace and the cost add up, and in the end every citation
//! is checked against what the answer was written from.

use std::collections::{HashMap, HashSet};
use std::time::Instant;

use futures::StreamExt;
use futures::stream::BoxStream;

use super::QueryError;
use super::drill::drill;
use crate::judgement::{Analyst, AnswerPiece, ContextRecord, JudgementError, support};
use crate::llm::Spent;
use crate::model::{
    Answer, AnswerEvent, Check, CitedRecord, DocumentId, Grounding, How, Ref, Scope, Span, TraceStep, WrittenFrom,
    find_citations,
};
use crate::store::Reader;

/// Where an engine's events go. Called on the task that runs the engine, so it must not block.
pub type Events<'a> = &'a mut (dyn FnMut(AnswerEvent) + Send);

/// An answer under way.
pub struct Writing<'a> {
    events: Events<'a>,
    answer: Answer,
    /// Records that were read.
    read: HashSet<Ref>,
    /// These, and what they cite.
    context: HashSet<Ref>,
    /// What a model was given of them.
    given: HashMap<Ref, String>,
    /// Nothing that was read answers plainly.
    finds_nothing: bool,
    judged: bool,
    spent: Spent,
    started: Instant,
}

impl<'a> Writing<'a> {
    pub(super) fn new(analyst: &str, events: Events<'a>) -> Self {
        let answer = Answer { analyst: analyst.to_owned(), ..Answer::default() };
        Self {
            events,
            answer,
            read: HashSet::new(),
            context: HashSet::new(),
            given: HashMap::new(),
            finds_nothing: false,
            judged: false,
            spent: Spent::default(),
            started: Instant::now(),
        }
    }

    /// Says what is being done now.
    pub(super) fn stage(&mut self, what: impl Into<String>) {
        (self.events)(AnswerEvent::Stage(what.into()));
    }

    pub(super) fn trace(&mut self, step: TraceStep) {
        self.answer.trace.push(step.clone());
        (self.events)(AnswerEvent::Trace(step));
    }

    pub(super) fn found(&mut self, record: Ref, how: How, score: f32) {
        self.trace(TraceStep::Found { record, how, score });
    }

    /// What the analyst is asked from now on is counted here.
    pub(super) fn spent(&self) -> Spent {
        self.spent.clone()
    }

    /// The analyst gave a judgement that could be read.
    pub(super) fn was_judged(&mut self) {
        self.judged = true;
    }

    /// True when any could be.
    pub(super) fn is_judged(&self) -> bool {
        self.judged
    }

    /// What was quoted so far, by document and bytes.
    pub(super) fn quoted(&self) -> impl Iterator<Item = (DocumentId, Span)> {
        self.answer.evidence.iter().filter_map(|evidence| Some((evidence.document?, evidence.quote)))
    }

    /// A line that is not written yet: of two questions in one about somebody the first tells who that is.
    pub(super) fn new_line(&self, line: Option<String>) -> Option<String> {
        line.filter(|line| !self.answer.text.contains(line.as_str()))
    }

    /// What was told so far in words that stand in no document.
    pub(super) fn told(&self) -> impl Iterator<Item = String> {
        self.answer.evidence.iter().filter(|evidence| evidence.document.is_none()).map(|evidence| evidence.text.clone())
    }

    /// True where a model writes.
    pub(super) fn is_by_model(&self) -> bool {
        self.answer.is_by_model()
    }

    /// True where nothing that was read answers plainly.
    pub(super) fn finds_nothing(&self) -> bool {
        self.finds_nothing
    }

    /// Says how many passages outside of the part that was asked speak of it.
    pub(super) fn tell_elsewhere(&mut self, passages: u32) {
        self.answer.elsewhere = self.answer.elsewhere.max(passages);
    }

    /// Says what the answer is written from: these records, and whatever their sentences cite. Citations of anything
    /// else are not grounded.
    pub(super) fn read(&mut self, records: &[ContextRecord]) {
        self.trace(TraceStep::Read {
            records: records.iter().map(|record| record.record).collect(),
            tokens: records.iter().map(|record| record.tokens).sum(),
        });
        self.read.extend(records.iter().map(|record| record.record.record()));
        if self.answer.is_by_model() {
            let given =
                records.iter().map(|record| (record.record.record(), format!("{}\n{}", record.title, record.text)));
            self.given.extend(given);
        }
        let before_analyst = records.iter().flat_map(|record| {
            let cites = record.candidates.iter().flat_map(|candidate| candidate.evidence.cites.iter().copied());
            std::iter::once(record.record).chain(cites)
        });
        let fresh: Vec<Ref> = before_analyst.map(Ref::record).filter(|&record| self.context.insert(record)).collect();
        if !fresh.is_empty() {
            (self.events)(AnswerEvent::Context(fresh));
        }
    }

    /// Takes in the records that a sentence of ours counts: it was written from them.
    pub(super) fn counts(&mut self, told: &str) {
        for citation in find_citations(told) {
            self.context.extend(citation.refs().map(Ref::record));
        }
    }

    /// Adds words of ours to the answer.
    pub(super) fn say(&mut self, text: String) {
        self.answer.text.push_str(&text);
        (self.events)(AnswerEvent::Delta(text));
    }

    /// Passes a stream on as it comes.
    pub(super) async fn write(
        &mut self,
        mut pieces: BoxStream<'_, Result<AnswerPiece, JudgementError>>,
    ) -> Result<(), QueryError> {
        while let Some(piece) = pieces.next().await {
            match piece? {
                AnswerPiece::Text(text) => self.say(text),
                AnswerPiece::Nothing => self.finds_nothing = true,
                AnswerPiece::Evidence(evidence) => self.answer.evidence.extend(evidence),
            }
        }
        Ok(())
    }

    /// Holds every sentence that cites something against what it cites: by the analyst where it can judge, else by
    /// words.
    pub(super) async fn check(&mut self, reader: &Reader, analyst: &dyn Analyst) -> Result<(), QueryError> {
        self.stage("checking the answer against what it cites");
        let records = self.cited(reader)?;
        let statements = records.statements(&self.answer.text);
        let mut given: Vec<(Ref, String)> = self.given.iter().map(|(record, text)| (*record, text.clone())).collect();
        given.sort_unstable_by_key(|(record, _)| (record.kind.name(), record.id));
        let judged = match statements.is_empty() {
            true => None,
            // The answer stands; that nobody could check it is said.
            false => match analyst.bears_out(&statements, &given).await {
                Ok((judged, _)) => judged,
                Err(error) => {
                    self.trace(TraceStep::Note { text: format!("checked by words alone: {error}") });
                    None
                }
            },
        };
        let model = judged.is_some().then(|| analyst.name().to_owned());
        let by_words = || statements.iter().map(|statement| records.by_words(statement)).collect();
        let supports = judged.unwrap_or_else(by_words);
        self.answer.weak = statements
            .iter()
            .zip(supports)
            .filter_map(|(statement, support)| records.doubt(statement, support))
            .collect();
        let number = |sentences: usize| u32::try_from(sentences).unwrap_or(u32::MAX);
        let uncited = number(support::uncited(&self.answer.text).len());
        self.answer.check = Some(Check { model, judged: number(statements.len()), uncited });
        Ok(())
    }

    /// What the answer cites, with all its words: those that it was written from as they were given, others as they
    /// are.
    fn cited(&mut self, reader: &Reader) -> Result<support::Records, QueryError> {
        let cited: Vec<Ref> = find_citations(&self.answer.text)
            .iter()
            .flat_map(|citation| citation.refs().map(Ref::record).collect::<Vec<_>>())
            .collect();
        for record in cited {
            if !self.given.contains_key(&record) && reader.title(record)?.is_some() {
                self.given.insert(record, reader.whole_text(record)?);
            }
        }
        Ok(support::Records::new(self.given.iter().map(|(record, text)| (*record, text.as_str()))))
    }

    /// Checks the citations and hands the answer over.
    pub(super) fn finish(mut self, reader: &Reader, scope: &Scope) -> Result<Answer, QueryError> {
        let mut cited: Vec<Ref> = Vec::new();
        let mut seen = HashSet::new();
        for citation in find_citations(&self.answer.text) {
            cited.extend(citation.refs().filter(|record| seen.insert(*record)));
        }
        let titles = reader.titles(&cited)?;
        self.answer.citations = cited
            .iter()
            .copied()
            .zip(titles)
            .map(|(record, title)| {
                let grounding = match (&title, self.context.contains(&record)) {
                    (None, _) => Grounding::Unknown,
                    (Some(_), true) => Grounding::Grounded,
                    (Some(_), false) => Grounding::Ungrounded,
                };
                CitedRecord { record, title: title.unwrap_or_default(), grounding }
            })
            .collect();
        if self.answer.is_by_model() {
            let uncited = support::uncited(&self.answer.text);
            self.answer.uncited = u32::try_from(uncited.len()).unwrap_or(u32::MAX);
            let notes: Vec<String> =
                uncited.into_iter().map(|sentence| format!("cites nothing: “{sentence}”")).collect();
            notes.into_iter().for_each(|text| self.trace(TraceStep::Note { text }));
        }
        if self.answer.is_by_model() && self.answer.check.is_none() {
            self.answer.weak = self.cited(reader)?.weak(&self.answer.text);
        }
        self.answer.drill = drill(reader, &self.answer, scope)?;
        let number = |records: usize| u32::try_from(records).unwrap_or(u32::MAX);
        let (read, all) = (self.read.len(), self.context.len());
        self.answer.written_from = WrittenFrom { read: number(read), quoted: number(all - read) };
        self.answer.usage = self.spent.usage();
        self.answer.elapsed_ms = u64::try_from(self.started.elapsed().as_millis()).unwrap_or(u64::MAX);
        (self.events)(AnswerEvent::Done(Box::new(self.answer.clone())));
        Ok(self.answer)
    }
}
