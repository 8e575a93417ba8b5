//! Questions written for a collection (benchmark-qed's classes): local ones from a passage, linked ones from passages
//! of different documents that share a name, global ones by personas with tasks (Edge and others, 2024). Each comes
//! with an answer and assertions with their sources, and is kept only where its answer follows from the passages.

use std::collections::HashSet;
use std::sync::LazyLock;

use serde::Deserialize;
use serde_json::Value;

use super::{Judge, texts};
use crate::config::data_file;
use crate::eval::question::{Assertion, TestQuestion};
use crate::graph::rng::Rng;
use crate::judgement::JudgementError;
use crate::judgement::model::parse::json;
use crate::model::{EntityId, TextUnit, Usage};
use crate::prompts::{Slot, Step};
use crate::store::{EntityOrder, Reader, Result};

/// Entities that linked questions are drawn from, best connected first.
const ENTITIES: usize = 400;

/// A class of questions.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Class {
    pub name: String,
    /// Passages that one question is written from; none for those about the whole.
    pub passages: usize,
    /// What the writer is told.
    asks: String,
}

#[derive(Default, Deserialize)]
struct Classes {
    class: Vec<Class>,
}

/// The classes there are.
pub static CLASSES: LazyLock<Vec<Class>> = LazyLock::new(|| {
    let file: Classes = data_file!("classes.toml");
    file.class
});

/// A passage that questions are written from.
#[derive(Clone, Debug, PartialEq)]
pub struct Passage {
    pub unit: TextUnit,
    pub text: String,
    /// Path of its document.
    pub path: String,
}

/// Draws what `wanted` questions of a class are written from: a passage each, or passages of different documents that
/// share a name.
pub fn material(reader: &Reader, class: &Class, wanted: usize, seed: u64) -> Result<Vec<Vec<Passage>>> {
    let mut random = Rng::new(seed);
    let mut drawn: Vec<Vec<TextUnit>> = Vec::new();
    if class.passages == 1 {
        let mut units: Vec<TextUnit> = reader.all_text_units()?.into_iter().filter(|unit| !unit.recurring).collect();
        while drawn.len() < wanted && !units.is_empty() {
            drawn.push(vec![units.swap_remove(random.below(units.len() as u32) as usize)]);
        }
    } else if class.passages > 1 {
        let mut entities = reader.entity_ids(EntityOrder::Degree, None, "")?;
        entities.truncate(ENTITIES);
        let mut entities: Vec<EntityId> =
            reader.entity_rows(&entities)?.into_iter().filter(|row| !row.ubiquitous).map(|row| row.id).collect();
        while drawn.len() < wanted && !entities.is_empty() {
            let entity = entities.swap_remove(random.below(entities.len() as u32) as usize);
            let units = reader.text_units(&reader.units_of_entity(entity)?)?;
            let mut seen = HashSet::new();
            let apart = units.into_iter().filter(|unit| !unit.recurring && seen.insert(unit.document));
            let apart: Vec<TextUnit> = apart.take(class.passages).collect();
            if apart.len() == class.passages {
                drawn.push(apart);
            }
        }
    }
    let passage = |unit: TextUnit| {
        let (text, path) = (reader.unit_text(&unit)?, reader.document(unit.document)?.path);
        Ok(Passage { unit, text, path })
    };
    drawn.into_iter().map(|units| units.into_iter().map(passage).collect()).collect()
}

impl Judge {
    /// Writes questions of a class from passages, and drops those whose answer does not follow from them.
    ///
    /// # Errors
    /// The model could not be asked, or what it says cannot be read.
    pub async fn write_questions(
        &self,
        class: &Class,
        passages: &[Passage],
        number: usize,
    ) -> std::result::Result<(Vec<TestQuestion>, Usage), JudgementError> {
        let shown: Vec<String> =
            passages.iter().enumerate().map(|(at, passage)| format!("[{}] {}", at + 1, passage.text.trim())).collect();
        let shown = shown.join("\n\n");
        let slots = [(Slot::Number, &*number.to_string()), (Slot::Kind, &class.asks)];
        let (written, mut usage) =
            self.ask(Step::TestQuestions, &slots, &shown, 0, |value| written(value, passages)).await?;
        let answers: Vec<String> = written.iter().map(|question| question.reference().to_owned()).collect();
        let (follows, spent) = self.supported(&answers, &shown, 0).await?;
        usage += spent;
        let mut paths: Vec<String> = passages.iter().map(|passage| passage.path.clone()).collect();
        paths.dedup();
        let kept = written.into_iter().zip(follows).filter(|(_, follows)| *follows).map(|(question, _)| TestQuestion {
            kind: Some(class.name.clone()),
            documents: paths.iter().map(|path| vec![path.clone()]).collect(),
            evidence: question.assertions.iter().map(|assertion| assertion.statement.clone()).collect(),
            ..question
        });
        Ok((kept.collect(), usage))
    }

    /// Personas that would use a collection, each with tasks.
    ///
    /// # Errors
    /// The model could not be asked, or what it says cannot be read.
    pub async fn personas(
        &self,
        about: &str,
        number: usize,
    ) -> std::result::Result<(Vec<(String, Vec<String>)>, Usage), JudgementError> {
        let read = |value: &Value| {
            let personas = json::member(value, &["personas"])?.as_array()?;
            let persona = |one: &Value| {
                let name = json::text(json::member(one, &["persona", "name"])?);
                Some((name, texts(one, "tasks")?))
            };
            personas.iter().map(persona).collect::<Option<Vec<_>>>()
        };
        self.ask(Step::TestPersonas, &[(Slot::Number, &number.to_string())], about, 0, read).await
    }

    /// Questions about the whole of a collection that a persona has for a task.
    ///
    /// # Errors
    /// The model could not be asked, or what it says cannot be read.
    pub async fn global_questions(
        &self,
        about: &str,
        persona: &str,
        task: &str,
        number: usize,
    ) -> std::result::Result<(Vec<TestQuestion>, Usage), JudgementError> {
        let number = number.to_string();
        let slots = [(Slot::Number, number.as_str()), (Slot::Persona, persona), (Slot::Task, task)];
        let (mut questions, usage) = self.ask(Step::TestGlobal, &slots, about, 0, |value| written(value, &[])).await?;
        questions.iter_mut().for_each(|question| question.kind = Some("global".to_owned()));
        Ok((questions, usage))
    }
}

/// Reads questions with answers and assertions, whose sources are numbers of passages.
fn written(value: &Value, passages: &[Passage]) -> Option<Vec<TestQuestion>> {
    let list = json::member(value, &["questions"])?.as_array()?;
    let read = |one: &Value| {
        let text = |name: &str| json::member(one, &[name]).map(json::text).unwrap_or_default().trim().to_owned();
        let question = if let Value::String(question) = one { question.trim().to_owned() } else { text("question") };
        let answer = text("answer");
        // Where there are passages an answer is wanted.
        if question.is_empty() || answer.is_empty() && !passages.is_empty() {
            return None;
        }
        let assertions = json::member(one, &["assertions"]).and_then(Value::as_array).into_iter().flatten();
        let assertions = assertions.filter_map(|assertion| {
            let statement = json::text(json::member(assertion, &["statement", "assertion"]).unwrap_or(assertion));
            let numbers = json::member(assertion, &["sources"]).and_then(Value::as_array).into_iter().flatten();
            let sources = numbers.filter_map(|number| {
                let passage = passages.get((json::number(number)? as usize).checked_sub(1)?)?;
                Some(format!("source:{}", passage.unit.id))
            });
            (!statement.is_empty()).then(|| Assertion { statement, sources: sources.collect(), supporting: Vec::new() })
        });
        Some(TestQuestion {
            question,
            answers: Some(answer).filter(|answer| !answer.is_empty()).into_iter().collect(),
            assertions: assertions.collect(),
            ..TestQuestion::default()
        })
    };
    Some(list.iter().filter_map(read).collect())
}
