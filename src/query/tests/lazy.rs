//! The lazy search: what it tests, when it ends, and that it can be gone on with.

use std::sync::{Arc, Mutex};

use futures::future::BoxFuture;
use futures::stream::BoxStream;

use super::super::*;
use super::{answered, asked, fixture};
use crate::judgement::{AnswerPiece, Judged, Point};
use crate::model::{Ref, Usage};
use crate::text::words::terms::words;

/// An analyst that keeps what it was asked to rate, and finds what names a word relevant.
struct Rater {
    word: &'static str,
    rated: Arc<Mutex<Vec<Ref>>>,
}

impl Analyst for Rater {
    fn name(&self) -> &str {
        "rater"
    }

    fn concurrency(&self) -> usize {
        1
    }

    fn rate<'a>(&'a self, _: &'a Question, record: &'a ContextRecord) -> BoxFuture<'a, Judged<f32>> {
        Box::pin(async move {
            self.rated.lock().expect("no panic").push(record.record);
            let found = words(&record.text).any(|word| word.text == self.word);
            Ok((if found { 10.0 } else { 0.0 }, Default::default()))
        })
    }

    fn map<'a>(&'a self, _: &'a Question, _: &'a [ContextRecord]) -> BoxFuture<'a, Judged<Vec<Point>>> {
        Box::pin(async { Ok((Vec::new(), Default::default())) })
    }

    fn reduce<'a>(&'a self, _: &'a Question, _: &'a [Point]) -> BoxStream<'a, Result<AnswerPiece, JudgementError>> {
        Box::pin(futures::stream::empty())
    }

    fn answer<'a>(
        &'a self,
        _: &'a Question,
        all: &'a [ContextRecord],
    ) -> BoxStream<'a, Result<AnswerPiece, JudgementError>> {
        let text = format!("{} records", all.len());
        Box::pin(futures::stream::once(async move { Ok(AnswerPiece::Text(text)) }))
    }
}

/// The same, but that it says nothing of use about what names another word.
struct Mute(Rater, &'static str, JudgementError);

impl Analyst for Mute {
    fn name(&self) -> &str {
        "mute"
    }

    fn concurrency(&self) -> usize {
        1
    }

    /// It chats where it is to say what is meant.
    fn fold<'a>(&'a self, _: &'a Question) -> BoxFuture<'a, Judged<String>> {
        Box::pin(async { Ok(("I would rather chat about the weather.".to_owned(), Usage::default())) })
    }

    fn rate<'a>(&'a self, question: &'a Question, record: &'a ContextRecord) -> BoxFuture<'a, Judged<f32>> {
        Box::pin(async move {
            if words(&record.text).any(|word| word.text == self.1) {
                return Err(self.2.clone());
            }
            let (rating, _) = self.0.rate(question, record).await?;
            Ok((rating, Usage { calls: 1, ..Usage::default() }))
        })
    }

    fn map<'a>(&'a self, question: &'a Question, batch: &'a [ContextRecord]) -> BoxFuture<'a, Judged<Vec<Point>>> {
        self.0.map(question, batch)
    }

    fn reduce<'a>(
        &'a self,
        one: &'a Question,
        points: &'a [Point],
    ) -> BoxStream<'a, Result<AnswerPiece, JudgementError>> {
        self.0.reduce(one, points)
    }

    fn answer<'a>(
        &'a self,
        one: &'a Question,
        all: &'a [ContextRecord],
    ) -> BoxStream<'a, Result<AnswerPiece, JudgementError>> {
        self.0.answer(one, all)
    }
}

#[test]
fn a_rating_that_nobody_gives_costs_no_answer_and_a_model_that_gives_none_is_named() {
    let (_folder, session) = fixture();
    let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
    let filtered =
        JudgementError::Provider { message: "the filter withheld it".to_owned(), hint: None, retriable: false };
    for trouble in [JudgementError::Unreadable("no rating".to_owned()), filtered] {
        let of = |mute: &'static str| {
            let rater = Rater { word: "Halcyon", rated: Arc::default() };
            let session = session.clone().answered_by(Arc::new(Mute(rater, mute, trouble.clone())));
            let ask_of = asked("Which ferry crosses to Marrow Bay in 1902?", Mode::named("lazy"));
            runtime.block_on(ask(&session, &ask_of, &mut |_| {}))
        };
        // Passages of the ferry are answered from, whatever becomes of those that name a sluice.
        let answer = of("Sluice").expect("an answer");
        assert!(!answer.text.starts_with("0 "), "{}", answer.text);
        let told = left_out(&answer.trace).expect("it is told");
        assert!(told.contains("ratings got no answer") && told.contains(&trouble.to_string()), "{told}");
        match of("the") {
            Err(QueryError::Judgement(error)) => assert_eq!(error, trouble),
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn what_no_question_was_meant_by_is_asked_as_it_was() {
    let (_folder, session) = fixture();
    let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
    let trouble = JudgementError::Unreadable("no rating".to_owned());
    let rater = Rater { word: "Halcyon", rated: Arc::default() };
    let session = session.answered_by(Arc::new(Mute(rater, "Sluice", trouble)));
    let mut next = asked("Which ferry crosses to Marrow Bay?", Mode::BASIC);
    next.question.history = vec![("Who built the mill?".to_owned(), "Ada Voss did.".to_owned())];
    let answer = runtime.block_on(ask(&session, &next, &mut |_| {})).expect("an answer");
    assert_eq!(understood(&answer.trace), None, "{:?}", answer.trace);
}

#[test]
fn lazy_tests_no_passage_twice_and_stops_at_its_budget() {
    let (_folder, session) = fixture();
    for tests in [3, 10, 100] {
        let rated = Arc::new(Mutex::new(Vec::new()));
        let rater = Rater { word: "Halcyon", rated: Arc::clone(&rated) };
        let session = session.clone().answered_by(Arc::new(rater));
        let ask = Ask { tests: Some(tests), ..asked("Which ferry crosses to Marrow Bay?", Mode::named("lazy")) };
        let answer = answered(&session, &ask);
        let rated = rated.lock().expect("no panic").clone();
        let mut once = rated.clone();
        once.sort_by_key(|record| record.id);
        once.dedup();
        assert_eq!(once.len(), rated.len(), "tested twice");
        assert!(rated.len() <= tests as usize);
        assert!(!answer.text.starts_with("0 "), "{}", answer.text);
    }
}

#[test]
fn a_lazy_search_is_extended_and_no_test_is_made_again() {
    let (_folder, session) = fixture();
    let rated = Arc::new(Mutex::new(Vec::new()));
    let rater = Rater { word: "Halcyon", rated: Arc::clone(&rated) };
    let session = session.answered_by(Arc::new(rater));
    let question = asked("Which ferry crosses to Marrow Bay?", Mode::named("lazy"));
    let mut known = Vec::new();
    for tests in [2, 3, 4] {
        let answer = answered(&session, &Ask { tests: Some(tests), rated: known, ..question.clone() });
        known = super::rated(&answer.trace);
    }
    let made = rated.lock().expect("no panic").clone();
    let once: std::collections::BTreeSet<u32> = made.iter().map(|record| record.id).collect();
    assert_eq!(once.len(), made.len(), "tested twice");
    // The trace of the last tells the whole search.
    assert_eq!(known.len(), made.len());
    let whole = answered(&session, &Ask { tests: Some(9), ..question });
    assert!(whole.trace.len() >= known.len());
}

#[test]
fn lazy_reads_the_nearest_behind_the_few_that_passed() {
    let (_folder, session) = fixture();
    let answer = answered(
        &session,
        &asked(
            "In which year did Ilse Brandt warn the Sluice Board of the flood at the tide gate?",
            Mode::named("lazy"),
        ),
    );
    let passed = rated(&answer.trace).iter().filter(|(_, rating)| *rating >= 5.0).count();
    let read: usize = answer
        .trace
        .iter()
        .map(|step| if let TraceStep::Read { records, .. } = step { records.len() } else { 0 })
        .sum();
    assert!(read > passed, "{passed} passed, {read} read");
}

#[test]
fn a_search_that_the_barren_ended_goes_on_when_it_is_asked_for_more() {
    let (_folder, session) = fixture();
    let rated = Arc::new(Mutex::new(Vec::new()));
    // Nothing passes: the search ends long before its budget.
    let rater = Rater { word: "zeppelin", rated: Arc::clone(&rated) };
    let session = session.answered_by(Arc::new(rater));
    let question = asked("What was spent on repairs in the harbour?", Mode::named("lazy"));
    let first = answered(&session, &Ask { tests: Some(200), ..question.clone() });
    let known = super::super::rated(&first.trace);
    assert!(known.len() < 200, "{} tested", known.len());
    let more = answered(&session, &Ask { tests: Some(5), rated: known.clone(), ..question.clone() });
    let tested = super::super::rated(&more.trace).len();
    let says_so = |answer: &Answer| {
        answer.trace.iter().any(|step| matches!(step, TraceStep::Note { text } if text.contains("nothing is left")))
    };
    assert!(tested > known.len() || says_so(&more), "{tested} of {}: {:?}", known.len(), more.trace.last());
    // Once all is tested, that is said.
    let mut all = known;
    let mut last = more;
    for _ in 0..40 {
        last = answered(&session, &Ask { tests: Some(20), rated: all.clone(), ..question.clone() });
        all = super::super::rated(&last.trace);
    }
    assert!(says_so(&last), "{:?}", last.trace.last());
    let made = rated.lock().expect("no panic").clone();
    assert_eq!(
        made.iter().map(|record| record.id).collect::<std::collections::BTreeSet<_>>().len(),
        made.len(),
        "tested twice"
    );
}

#[test]
fn a_search_that_goes_on_says_what_it_found_anew() {
    let (_folder, session) = fixture();
    let question = asked("What was spent on repairs in the harbour?", Mode::named("lazy"));
    let none = answered(&session, &Ask { tests: Some(0), ..question.clone() });
    assert!(tested(&none.trace).is_some_and(|told| told.starts_with("nothing tested")), "{:?}", tested(&none.trace));
    let first = answered(&session, &Ask { tests: Some(2), ..question.clone() });
    assert!(
        tested(&first.trace).is_some_and(|told| told.starts_with("2 passages tested")),
        "{:?}",
        tested(&first.trace)
    );
    let known = super::super::rated(&first.trace);
    let more = answered(&session, &Ask { tests: Some(10), rated: known, ..question.clone() });
    assert!(more.text.starts_with("10 more passages were tested, and "), "{}", more.text);
    assert!(more.text.contains("Of all that passed:"), "{}", more.text);
}
