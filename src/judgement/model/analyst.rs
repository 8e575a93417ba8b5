//! Answers written by a model: points and their scores (map), answers on the way with what to ask next, the answer from
//! points (reduce) or from records, ratings, and the conversation folded into the question.

use futures::StreamExt;
use futures::channel::mpsc;
use futures::future::BoxFuture;
use futures::stream::{self, BoxStream};

use super::extractor::read_text;
use super::fence::{Fence, shown};
use super::parse::points;
use super::table::{cell, kinds_of, records};
use super::{Mind, Refusal, Unusable, check, keywords, planning, schema};
use crate::judgement::{
    ANSWER_TOKENS, Analyst, AnswerPiece, ContextRecord, Explored, FollowUp, Judged, JudgementError, Keywords, Point,
    Question, Statement,
};
use crate::llm::{ChatRequest, Delta, Finish, LlmError, Message, Purpose, Role};
use crate::model::{Ref, Support, Usage, find_citations};
use crate::prompts::{Slot, Step};
use crate::text::cutting::tokens;

/// Fewer are of no use to anybody.
const LEAST: u32 = 500;
/// What the conversation gives a question, in characters.
const HISTORY: usize = 6_000;

/// Answers with a model.
pub struct ModelAnalyst {
    mind: Mind,
}

impl ModelAnalyst {
    pub fn new(mind: Mind) -> Self {
        Self { mind }
    }

    async fn rated(&self, question: &Question, record: &ContextRecord) -> Judged<f32> {
        let prompt = self.mind.prompts.fill(Step::Rate, &[]);
        let text = record.to_judge();
        let fence = Fence::around([record.title.as_str(), text]);
        let said = format!("{}\n{}", fence.text(&format!("Record: {}", cell(&record.title)), text), asked(question));
        let messages = vec![Message::system(prompt), Message::user(said)];
        let request = ChatRequest::new(Purpose::Rate, record.title.clone(), messages);
        let read = |answer: &crate::llm::ChatAnswer, _| {
            points::rating(&answer.text)
                .ok_or_else(|| Unusable { why: "no rating in the answer".to_owned(), cut: false })
        };
        Ok(self.mind.ask(&request, read).await?)
    }

    /// What a batch says, asked for in halves where the model cannot take it whole: points; or, on the way to a goal,
    /// an answer so far and what to ask next.
    fn mapped<'a>(
        &'a self,
        question: &'a Question,
        goal: Option<&'a str>,
        batch: &'a [ContextRecord],
    ) -> BoxFuture<'a, Result<(Explored, Usage), Refusal>> {
        Box::pin(async move {
            let request = self.map_request(question, goal, batch);
            let at_once = match goal {
                None => self.points(&request, batch).await,
                Some(_) => self.explored(&request, batch).await,
            };
            match at_once {
                Err(refusal) if refusal.wants_less() && batch.len() > 1 => {
                    self.mind.divide(&request, &refusal).await?;
                    let (head, tail) = batch.split_at(batch.len() / 2);
                    let (mut told, mut usage) = self.mapped(question, goal, head).await?;
                    let (more, more_usage) = self.mapped(question, goal, tail).await?;
                    told.points.extend(more.points);
                    told.follow_ups.extend(more.follow_ups);
                    usage += more_usage;
                    Ok((told, usage))
                }
                other => other,
            }
        })
    }

    fn map_request(&self, question: &Question, goal: Option<&str>, batch: &[ContextRecord]) -> ChatRequest {
        let brief = &self.mind.brief;
        let (step, shape) = match goal {
            None => (Step::Map, schema::points()),
            Some(_) => (Step::Explore, schema::onward()),
        };
        let language = brief.language("the question");
        let prompt = self.mind.prompts.fill(step, &[(Slot::Persona, &brief.persona), (Slot::Language, &language)]);
        let item = batch.first().map_or_else(String::new, |record| format!("points from {} on", record.title));
        let goal = goal.filter(|goal| *goal != question.text);
        let goal = goal.map_or_else(String::new, |goal| format!("To be answered in the end: {}\n", cell(goal)));
        let said = format!("{}{goal}{}", records(batch, u32::MAX), asked(question));
        let messages = vec![Message::system(prompt), Message::user(said)];
        ChatRequest::new(Purpose::Map, item, messages).shape(shape)
    }

    async fn points(&self, request: &ChatRequest, batch: &[ContextRecord]) -> Result<(Explored, Usage), Refusal> {
        let read = |answer: &crate::llm::ChatAnswer, attempt: u32| {
            let reading = points::points(&answer.text);
            let cut = answer.finish != Finish::Stop || reading.repairs.cut;
            if reading.ended && !cut || (attempt > 0 && !reading.value.is_empty()) {
                return Ok(reading.value);
            }
            let why = if cut { "the points end in the middle" } else { "no points in the answer" };
            Err(Unusable { why: why.to_owned(), cut })
        };
        let (told, usage) = self.mind.ask(request, read).await?;
        let points = told.into_iter().filter_map(|(text, score)| point(text, score, batch)).collect();
        Ok((Explored { points, ..Explored::default() }, usage))
    }

    async fn explored(&self, request: &ChatRequest, batch: &[ContextRecord]) -> Result<(Explored, Usage), Refusal> {
        let read = |answer: &crate::llm::ChatAnswer, attempt: u32| {
            let told = points::onward(&answer.text);
            let cut = answer.finish != Finish::Stop || told.as_ref().is_some_and(|told| !told.ended);
            let why = if cut { "the answer ends in the middle" } else { "no answer and no questions in it" };
            told.filter(|told| !cut || (attempt > 0 && told.answer.is_some()))
                .ok_or_else(|| Unusable { why: why.to_owned(), cut })
        };
        let (told, usage) = self.mind.ask(request, read).await?;
        let points = told.answer.and_then(|(text, score)| point(text, score, batch)).into_iter().collect();
        let questions = told.questions.into_iter().filter(|(question, _)| planning::is_question(question));
        let mut follow_ups: Vec<FollowUp> = questions.map(|(question, score)| FollowUp { question, score }).collect();
        follow_ups.sort_by(|a, b| b.score.total_cmp(&a.score));
        Ok((Explored { points, follow_ups }, usage))
    }

    /// The answer to a request as it is written; the request is made for a number of tokens, and made again for fewer
    /// when the model's context is too short for it. The call lives in the stream, so that dropping it cancels the
    /// call.
    fn written<'a>(
        &'a self,
        request: impl Fn(u32) -> ChatRequest + Send + 'a,
    ) -> BoxStream<'a, Result<AnswerPiece, JudgementError>> {
        let (pieces, written) = mpsc::unbounded();
        let call = async move {
            let mut budget = ANSWER_TOKENS;
            let mut asked = request(budget);
            let mut deltas = self.mind.provider.stream(&asked);
            let mut begun = false;
            while let Some(delta) = deltas.next().await {
                let piece = match delta {
                    Ok(Delta::Text(text)) => {
                        begun = true;
                        Ok(AnswerPiece::Text(text))
                    }
                    Ok(Delta::Thinking(_)) => continue,
                    Err(LlmError::ContextLength { .. } | LlmError::Divided) if !begun && budget / 2 >= LEAST => {
                        budget /= 2;
                        drop(deltas);
                        asked = request(budget);
                        deltas = self.mind.provider.stream(&asked);
                        continue;
                    }
                    Ok(Delta::Done(answer)) if answer.finish == Finish::Stop => continue,
                    Ok(Delta::Done(_)) => Ok(AnswerPiece::Text("\n\n(The answer was cut off here.)".to_owned())),
                    Err(error) => Err(JudgementError::from(error)),
                };
                if pieces.unbounded_send(piece).is_err() {
                    break;
                }
            }
        };
        stream::select(written, stream::once(call).filter_map(|()| futures::future::ready(None))).boxed()
    }

    fn answer_request(&self, step: Step, question: &Question, material: &str, kinds: &str) -> ChatRequest {
        let brief = &self.mind.brief;
        let prompt = self.mind.prompts.fill(
            step,
            &[
                (Slot::Persona, &brief.persona),
                (Slot::Language, &brief.language("the question")),
                (Slot::Response, &brief.response),
                (Slot::Kinds, kinds),
            ],
        );
        let counted = match question.facts.is_empty() {
            true => String::new(),
            false => format!("Counted in the collection: {}\n\n", cell(&question.facts.join(" "))),
        };
        let said = format!("{material}{counted}{}", asked(question));
        ChatRequest::new(Purpose::Answer, question.text.clone(), vec![Message::system(prompt), Message::user(said)])
    }

    async fn folded(&self, question: &Question) -> Judged<String> {
        let mut history = String::new();
        // The latest turns first, as many as fit; then in their order.
        let mut kept: Vec<String> = Vec::new();
        for (asked, answered) in question.history.iter().rev() {
            let turn = format!("Asked: {}\nAnswered: {}\n", cell(asked), cell(answered));
            if history.len() + turn.len() > HISTORY && !kept.is_empty() {
                break;
            }
            history.push_str(&turn);
            let end = turn.floor_char_boundary(HISTORY);
            kept.push(turn[..end].to_owned());
        }
        kept.reverse();
        let values = [(Slot::History, &*kept.join("\n")), (Slot::Question, &*question.text)];
        let prompt = self.mind.prompts.fill(Step::FoldQuestion, &values);
        let request = ChatRequest::new(Purpose::Answer, question.text.clone(), vec![Message::user(prompt)]);
        Ok(self.mind.ask(&request, read_text).await?)
    }
}

impl Analyst for ModelAnalyst {
    fn name(&self) -> &str {
        self.mind.provider.model(Role::Answer)
    }

    fn concurrency(&self) -> usize {
        self.mind.provider.concurrency()
    }

    fn fold<'a>(&'a self, question: &'a Question) -> BoxFuture<'a, Judged<String>> {
        Box::pin(self.folded(question))
    }

    fn keywords<'a>(&'a self, question: &'a Question) -> BoxFuture<'a, Judged<Option<Keywords>>> {
        Box::pin(async move {
            let (keywords, usage) = keywords::of(&self.mind, question).await?;
            Ok((Some(keywords), usage))
        })
    }

    fn rate<'a>(&'a self, question: &'a Question, record: &'a ContextRecord) -> BoxFuture<'a, Judged<f32>> {
        Box::pin(self.rated(question, record))
    }

    fn bears_out<'a>(
        &'a self,
        statements: &'a [Statement],
        records: &'a [(Ref, String)],
    ) -> BoxFuture<'a, Judged<Option<Vec<Support>>>> {
        Box::pin(async move {
            let (supports, usage) = check::supports(&self.mind, statements, records).await?;
            Ok((Some(supports), usage))
        })
    }

    /// What fits one call needs no points.
    fn answers_at_once(&self, records: &[ContextRecord]) -> bool {
        records.iter().map(|record| record.tokens.max(tokens::guess(&record.text))).sum::<u32>() <= ANSWER_TOKENS
    }

    fn map<'a>(&'a self, question: &'a Question, batch: &'a [ContextRecord]) -> BoxFuture<'a, Judged<Vec<Point>>> {
        Box::pin(async move {
            let (told, usage) = self.mapped(question, None, batch).await?;
            Ok((told.points, usage))
        })
    }

    fn explore<'a>(
        &'a self,
        goal: &'a str,
        question: &'a Question,
        batch: &'a [ContextRecord],
    ) -> BoxFuture<'a, Judged<Explored>> {
        Box::pin(async move { Ok(self.mapped(question, Some(goal), batch).await?) })
    }

    fn supposes<'a>(
        &'a self,
        question: &'a Question,
        like: &'a ContextRecord,
    ) -> BoxFuture<'a, Judged<Option<String>>> {
        Box::pin(async move {
            let (report, usage) = planning::supposed(&self.mind, question, like).await?;
            Ok((Some(report), usage))
        })
    }

    fn subquestions<'a>(&'a self, question: &'a Question) -> BoxFuture<'a, Judged<Vec<String>>> {
        Box::pin(planning::subquestions(&self.mind, question))
    }

    fn reduce<'a>(
        &'a self,
        question: &'a Question,
        points: &'a [Point],
    ) -> BoxStream<'a, Result<AnswerPiece, JudgementError>> {
        if points.is_empty() {
            let nothing = "Nothing in the reports answers this question.".to_owned();
            return stream::once(async move { Ok(AnswerPiece::Text(nothing)) }).boxed();
        }
        self.written(move |budget| {
            let mut material = String::new();
            let fence = Fence::around(points.iter().map(|point| point.text.as_str()));
            for (place, point) in points.iter().enumerate() {
                let head = fence.head(&format!("Point {}, of use {:.0} out of 100", place + 1, point.score));
                let entry = format!("{head}{}\n\n", shown(&point.text).trim());
                if tokens::guess(&material) + tokens::guess(&entry) > budget && place > 0 {
                    break;
                }
                material.push_str(&entry);
            }
            self.answer_request(Step::Reduce, question, &material, "")
        })
    }

    fn answer<'a>(
        &'a self,
        question: &'a Question,
        context: &'a [ContextRecord],
    ) -> BoxStream<'a, Result<AnswerPiece, JudgementError>> {
        self.written(move |budget| {
            self.answer_request(Step::Answer, question, &records(context, budget), &kinds_of(context))
        })
    }
}

/// A point made from a batch: from the first of its records that it cites.
fn point(text: String, score: f32, batch: &[ContextRecord]) -> Option<Point> {
    let cited: Vec<_> = find_citations(&text).iter().flat_map(|c| c.refs().collect::<Vec<_>>()).collect();
    let from = batch.iter().find(|record| cited.contains(&record.record)).or_else(|| batch.first())?;
    Some(Point { text, score, evidence: Vec::new(), from: from.record, title: from.title.clone() })
}

/// The question, behind what it is asked of.
fn asked(question: &Question) -> String {
    format!("Question: {}", cell(&question.text))
}

#[cfg(test)]
pub(super) mod tests {
    use std::sync::Arc;

    use super::super::extractor::tests::mind;
    use super::*;
    use crate::config::Settings;
    use crate::llm::Spent;
    use crate::llm::scripted::ScriptedProvider;
    use crate::model::{Kind, Ref};

    pub fn record(id: u32) -> ContextRecord {
        ContextRecord {
            candidates: Vec::new(),
            record: Ref::new(Kind::Report, id),
            title: format!("Report {id}"),
            text: format!("Pumps leak in house {id}."),
            in_short: None,
            rank: 1.0,
            tokens: 3,
        }
    }

    fn question() -> Question {
        Question { text: "What leaks?".to_owned(), ..Question::default() }
    }

    #[tokio::test]
    async fn points_know_the_record_they_are_from() {
        let provider = Arc::new(ScriptedProvider::new(|_, _| {
            Ok(r#"{"points": [{"description": "Pumps leak [Data: Reports (7)].", "score": 80}, {"description": "So do roofs.", "score": 20}]}"#.to_owned())
        }));
        let analyst = ModelAnalyst::new(mind(&provider, &Settings::default()));
        let (points, usage) = analyst.map(&question(), &[record(3), record(7)]).await.expect("points");
        assert_eq!(points.iter().map(|point| (point.from.id, point.score)).collect::<Vec<_>>(), [(7, 80.0), (3, 20.0)]);
        assert_eq!(usage.calls, 1);
        let sent = &provider.sent()[0].messages;
        assert!(sent[1].text.ends_with("Question: What leaks?") && sent[1].text.contains("] Reports (7): Report 7"));
    }

    #[tokio::test]
    async fn what_is_read_on_the_way_leads_on_to_questions_the_best_first() {
        let provider = Arc::new(ScriptedProvider::new(|_, _| {
            Ok(r#"{"answer": "Pumps leak [Data: Reports (7)].", "score": 70, "follow_ups":
                [{"question": "Who built house 3?", "score": 20}, {"question": "Who sold the pumps?", "score": 90}]}"#
                .to_owned())
        }));
        let analyst = ModelAnalyst::new(mind(&provider, &Settings::default()));
        let (told, usage) = analyst.explore("Who pays?", &question(), &[record(3), record(7)]).await.expect("told");
        let points: Vec<_> = told.points.iter().map(|point| (point.from.id, point.score)).collect();
        let asked: Vec<_> = told.follow_ups.iter().map(|one| one.question.as_str()).collect();
        assert_eq!((points, asked), (vec![(7, 70.0)], vec!["Who sold the pumps?", "Who built house 3?"]));
        let sent = &provider.sent()[0].messages[1].text;
        assert!(sent.ends_with("To be answered in the end: Who pays?\nQuestion: What leaks?") && usage.calls == 1);
    }

    #[tokio::test]
    async fn answers_come_piece_by_piece_and_are_counted() {
        let provider = Arc::new(ScriptedProvider::new(|_, _| Ok("Pumps leak [Data: Reports (7)].".to_owned())));
        let analyst = ModelAnalyst::new(mind(&provider, &Settings::default()));
        let (question, context) = (question(), [record(7)]);
        let spent = Spent::default();
        let pieces: Vec<_> = spent.during(analyst.answer(&question, &context).collect()).await;
        let text: String = pieces
            .iter()
            .filter_map(|piece| match piece {
                Ok(AnswerPiece::Text(text)) => Some(text.as_str()),
                _ => None,
            })
            .collect();
        assert_eq!(text, "Pumps leak [Data: Reports (7)].");
        assert!(pieces.len() > 2, "it streams");
        assert_eq!(spent.usage().calls, 1);
    }

    #[tokio::test]
    async fn a_model_with_a_short_context_is_given_less() {
        let provider = Arc::new(ScriptedProvider::new(|request, _| {
            match request.messages.iter().map(|message| message.text.len()).sum::<usize>() {
                long if long > 9_000 => {
                    Err(LlmError::ContextLength { model: "m".to_owned(), limit: None, detail: "too long".to_owned() })
                }
                _ if request.purpose == Purpose::Map => {
                    Ok(r#"{"points": [{"description": "Pumps leak.", "score": 80}]}"#.to_owned())
                }
                _ => Ok("Pumps leak [Data: Reports (0)].".to_owned()),
            }
        }));
        let analyst = ModelAnalyst::new(mind(&provider, &Settings::default()));
        let text = "The pump leaks oil into the lake. ".repeat(40);
        let long = |id| ContextRecord { text: format!("House {id}. {text}"), ..record(id) };
        let (question, context) = (question(), (0..12).map(long).collect::<Vec<_>>());
        let (points, usage) = analyst.map(&question, &context).await.expect("points");
        assert!(points.len() >= 2 && usage.calls as usize == points.len(), "{} points", points.len());
        let pieces: Vec<_> = analyst.answer(&question, &context).collect().await;
        assert!(pieces.iter().all(Result::is_ok) && pieces.len() > 1, "{pieces:?}");
    }

    #[tokio::test]
    async fn nothing_is_asked_when_there_is_nothing_to_reduce() {
        let provider = Arc::new(ScriptedProvider::new(|_, _| panic!("asked")));
        let analyst = ModelAnalyst::new(mind(&provider, &Settings::default()));
        assert_eq!(analyst.reduce(&question(), &[]).count().await, 1);
    }

    #[tokio::test]
    async fn a_record_is_rated_by_less_than_it_is_read_by() {
        let provider = Arc::new(ScriptedProvider::new(|_, _| Ok("7".to_owned())));
        let analyst = ModelAnalyst::new(mind(&provider, &Settings::default()));
        let short = ContextRecord { in_short: Some("Of pumps.".to_owned()), ..record(7) };
        for record in [&short, &record(7)] {
            assert_eq!(analyst.rate(&question(), record).await.expect("rated").0, 7.0);
        }
        let sent = provider.sent();
        let shown = |at: usize, words: &str| sent[at].messages[1].text.contains(words);
        assert!(shown(0, "Of pumps.") && !shown(0, "leak in house") && shown(1, "leak in house"));
    }

    #[tokio::test]
    async fn the_conversation_is_folded_into_the_question() {
        let provider = Arc::new(ScriptedProvider::new(|_, _| Ok("Where do the pumps leak?".to_owned())));
        let analyst = ModelAnalyst::new(mind(&provider, &Settings::default()));
        let history = vec![("What leaks?".to_owned(), "The pumps [Data: Reports (7)].".to_owned())];
        let question = Question { text: "Where?".to_owned(), history, ..Question::default() };
        let (folded, _) = analyst.fold(&question).await.expect("folded");
        assert_eq!(folded, "Where do the pumps leak?");
        let prompt = &provider.sent()[0].messages[0].text;
        assert!(prompt.contains("Answered: The pumps.") && prompt.contains("Question: Where?"));
    }
}
