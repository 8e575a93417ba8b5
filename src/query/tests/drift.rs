//! DRIFT: what is asked on the way, by whom, and what becomes of what cannot be asked; dynamic selection: what becomes
//! of what cannot be rated.

use std::sync::{Arc, Mutex};

use futures::future::BoxFuture;
use futures::stream::BoxStream;

use super::super::*;
use super::{answered, asked, fixture, indexed_by};
use crate::config::Settings;
use crate::judgement::{AnswerPiece, Explored, FollowUp, Judged, Point};
use crate::model::{CommunityId, How, Ref, Usage};

const DRIFT: Mode = Mode::named("drift");

/// An analyst that makes a point of everything and asks on, and answers nothing about one word.
#[derive(Default)]
struct Asker {
    explored: Mutex<Vec<String>>,
    mute: &'static str,
    /// It gives no rating of this record, and a good one of all others.
    unrated: Option<Ref>,
}

impl Asker {
    fn point(question: &Question, batch: &[ContextRecord]) -> Vec<Point> {
        let text = format!("Of “{}” something is said.", question.text);
        let from = &batch[0];
        vec![Point { text, score: 60.0, evidence: Vec::new(), from: from.record, title: from.title.clone() }]
    }
}

impl Analyst for Asker {
    fn name(&self) -> &str {
        "asker"
    }

    fn concurrency(&self) -> usize {
        2
    }

    fn supposes<'a>(&'a self, _: &'a Question, _: &'a ContextRecord) -> BoxFuture<'a, Judged<Option<String>>> {
        Box::pin(async { Ok((Some("The Harbour Choir sings in the old cannery.".to_owned()), Usage::default())) })
    }

    fn explore<'a>(
        &'a self,
        _: &'a str,
        question: &'a Question,
        batch: &'a [ContextRecord],
    ) -> BoxFuture<'a, Judged<Explored>> {
        Box::pin(async move {
            if !self.mute.is_empty() && question.text.contains(self.mute) {
                return Err(JudgementError::Unreadable("no questions".to_owned()));
            }
            let raised = self.explored.lock().expect("no panic").len();
            self.explored.lock().expect("no panic").push(question.text.clone());
            let one = |text: &str, score: f32| FollowUp { question: format!("{text} {raised}?"), score };
            let follow_ups =
                vec![one("Who fires the kiln", 10.0), one("Who sings in the cannery", 90.0), one("Who sails", 50.0)];
            Ok((Explored { points: Self::point(question, batch), follow_ups }, Usage::default()))
        })
    }

    fn rate<'a>(&'a self, _: &'a Question, record: &'a ContextRecord) -> BoxFuture<'a, Judged<f32>> {
        Box::pin(async {
            match self.unrated == Some(record.record) {
                true => Err(JudgementError::Unreadable("no rating".to_owned())),
                false => Ok((5.0, Usage::default())),
            }
        })
    }

    fn map<'a>(&'a self, question: &'a Question, batch: &'a [ContextRecord]) -> BoxFuture<'a, Judged<Vec<Point>>> {
        Box::pin(async move { Ok((Self::point(question, batch), Usage::default())) })
    }

    fn reduce<'a>(&'a self, _: &'a Question, all: &'a [Point]) -> BoxStream<'a, Result<AnswerPiece, JudgementError>> {
        let text = format!("{} points", all.len());
        Box::pin(futures::stream::once(async move { Ok(AnswerPiece::Text(text)) }))
    }

    fn answer<'a>(
        &'a self,
        _: &'a Question,
        _: &'a [ContextRecord],
    ) -> BoxStream<'a, Result<AnswerPiece, JudgementError>> {
        Box::pin(futures::stream::empty())
    }
}

/// Letters of people each of whom knows the next few: one community that is parted further.
fn ring() -> (tempfile::TempDir, Session) {
    let firsts = ["Ada", "Bo", "Cora", "Dan", "Edda", "Finn", "Greta", "Hugo"];
    let lasts = ["Voss", "Marsh", "Lind", "Reed", "Brandt", "Arden"];
    let names: Vec<String> = lasts.iter().flat_map(|last| firsts.map(|first| format!("{first} {last}"))).collect();
    let at = |place: usize| &names[place % names.len()];
    let letter = |place: usize| {
        let [one, two, three] = [at(place), at(place + 1), at(place + 2)];
        let text = format!("# Letter {place}\n\n{one} met {two} at the weir. {two} paid {three} for repairs.\n");
        (format!("letter {place}.md"), text)
    };
    indexed_by((0..names.len()).map(letter), Settings { community_size: 3, ..Settings::default() })
}

/// What was asked on the way: number, which question raised it, its words.
fn on_the_way(answer: &Answer) -> Vec<(u32, Option<u32>, &str)> {
    let steps = answer.trace.iter().filter_map(|step| match step {
        TraceStep::Asked { number, under, question, .. } => Some((*number, *under, question.as_str())),
        _ => None,
    });
    steps.collect()
}

#[test]
fn follow_ups_are_asked_best_first_in_rounds_and_make_a_tree() {
    let (_folder, session) = fixture();
    let session = session.answered_by(Arc::new(Asker::default()));
    let question = "Who warned the Sluice Board of the flood?";
    let answer = answered(&session, &asked(question, DRIFT));
    let asked = on_the_way(&answer);
    // The primer and the question itself raise three each, of which the four best are asked; then those that are better
    // than what was left.
    let first: Vec<_> = asked.iter().take(5).copied().collect();
    let wanted = [
        (0, None, question),
        (1, Some(0), "Who sings in the cannery 0?"),
        (2, Some(0), "Who sings in the cannery 1?"),
        (3, Some(0), "Who sails 0?"),
        (4, Some(0), "Who sails 1?"),
    ];
    assert_eq!(first, wanted);
    assert_eq!(asked.len(), 9, "{asked:?}");
    let promising = |words: &str| words.starts_with("Who sings") || words.starts_with("Who sails");
    assert!(asked[5..].iter().all(|(_, under, words)| *under > Some(0) && promising(words)), "{asked:?}");
}

#[test]
fn a_question_that_leads_nowhere_is_told_and_the_others_are_asked() {
    let (_folder, session) = fixture();
    let session = session.answered_by(Arc::new(Asker { mute: "cannery 1", ..Asker::default() }));
    let answer = answered(&session, &asked("Who warned the Sluice Board of the flood?", DRIFT));
    assert!(on_the_way(&answer).len() > 5, "{:?}", on_the_way(&answer));
    assert!(left_out(&answer.trace).is_some_and(|told| told.contains("no questions")), "{:?}", answer.trace);
}

#[test]
fn the_primer_is_looked_for_by_what_an_answer_may_say_too() {
    let (_folder, session) = fixture();
    let reports = |answer: &Answer| -> Vec<Ref> {
        let read = answer.trace.iter().find_map(|step| match step {
            TraceStep::Read { records, .. } => Some(records.clone()),
            _ => None,
        });
        read.expect("a primer")
    };
    let question = asked("Who warned of the flood?", DRIFT);
    let plain = reports(&answered(&session, &question));
    let supposing = reports(&answered(&session.clone().answered_by(Arc::new(Asker::default())), &question));
    assert!(supposing.iter().any(|report| !plain.contains(report)), "{plain:?} {supposing:?}");
}

#[test]
fn of_a_community_and_one_under_it_one_is_shown() {
    let (_folder, session) = ring();
    for question in ["Whom did Ada Voss meet at the weir?", "Who paid Finn Reed for repairs?"] {
        let answer = answered(&session, &asked(question, DRIFT));
        let steps = answer.trace.iter().take_while(|step| !matches!(step, TraceStep::Read { .. }));
        let primer: Vec<CommunityId> = steps
            .filter_map(|step| match step {
                TraceStep::Found { record, how: How::Name | How::Words | How::Meaning, .. } => {
                    Some(CommunityId(record.id))
                }
                _ => None,
            })
            .collect();
        assert!(!primer.is_empty());
        for one in &primer {
            let path = session.reader.community_path(*one).expect("a path");
            assert!(primer.iter().all(|other| other == one || !path.contains(other)), "{primer:?}");
        }
    }
}

#[test]
fn what_the_rater_cannot_place_is_read_and_not_descended_into() {
    let (_folder, session) = ring();
    let parents = session.reader.community_children(None).expect("roots").into_iter();
    let children = |id| session.reader.community_children(Some(id)).expect("children");
    let parent = parents.map(|row| row.id).find(|id| !children(*id).is_empty()).expect("a root with children");
    let session = session.clone().answered_by(Arc::new(Asker { unrated: Some(parent.into()), ..Asker::default() }));
    let ask = asked("What was spent on repairs?", Mode::GLOBAL);
    let task = Task::new(&session, &ask).expect("a task");
    let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
    let mut events = |_| {};
    let mut writing = Writing::new("asker", &mut events);
    let chosen = runtime.block_on(engines::global::select(&task, &mut writing)).expect("chosen");
    let of_parent = |record: &ContextRecord| {
        let path = session.reader.community_path(CommunityId(record.record.id)).expect("a path");
        path.contains(&parent)
    };
    let inside: Vec<Ref> = chosen.iter().filter(|record| of_parent(record)).map(|record| record.record).collect();
    assert_eq!(inside, [Ref::from(parent)]);
}
