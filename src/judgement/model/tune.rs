//! Tuning: a model looks at passages of a corpus and proposes language, entity types, domain, persona and examples.
//! What it proposes is a file beside the user's prompts, to be read and changed by hand.

use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::parse::{clean, json, points};
use super::{Brief, Mind, Unusable};
use crate::config::small_file;
use crate::judgement::Judged;
use crate::llm::{ChatRequest, Finish, Message, Purpose};
use crate::model::shown_path;
use crate::prompts::{Slot, Step};

/// The file's name in a folder of prompts.
pub const FILE: &str = "corpus.toml";

/// What a corpus is told to be.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Tuning {
    pub language: String,
    pub domain: String,
    pub persona: String,
    pub entity_types: Vec<String>,
    /// Shown to the model behind the form it is to answer in.
    pub examples: String,
}

impl Tuning {
    /// Reads a folder's file; none when there is none.
    ///
    /// # Errors
    /// What is wrong with the file, ready to print.
    pub fn load(folder: &Path) -> Result<Option<Self>, String> {
        let path = folder.join(FILE);
        match small_file(&path) {
            Ok(text) => toml::from_str(&text).map(Some).map_err(|e| format!("{}: {}", shown_path(&path), e.message())),
            Err(e) if matches!(e.kind(), std::io::ErrorKind::NotFound | std::io::ErrorKind::NotADirectory) => Ok(None),
            Err(e) => Err(format!("{} cannot be read: {e}", shown_path(&path))),
        }
    }

    /// The file's text.
    pub fn file(&self) -> String {
        let body = toml::to_string_pretty(self).unwrap_or_default();
        format!(
            "# What a model is told of this corpus. Change it as you like; an empty value leaves the setting as it is.\n\n{body}"
        )
    }

    /// Puts what is told here over what the settings say.
    pub fn apply(&self, brief: &mut Brief) {
        if !self.language.is_empty() {
            brief.language.clone_from(&self.language);
        }
        if !self.domain.is_empty() {
            brief.domain = format!("The collection is about: {}", self.domain);
        }
        if !self.persona.is_empty() {
            brief.persona = format!(" {}", self.persona);
        }
        if !self.entity_types.is_empty() {
            brief.entity_types.clone_from(&self.entity_types);
        }
        brief.examples.clone_from(&self.examples);
    }
}

/// Has a tuning proposed from passages.
///
/// # Errors
/// The model's provider failed, or no answer could be read.
pub async fn propose(mind: &Mind, passages: &[String], examples: u32) -> Judged<Tuning> {
    let passages = passages.join("\n\n---\n\n");
    let values = [(Slot::Examples, &*examples.to_string()), (Slot::Passages, &*passages)];
    let prompt = mind.prompts.fill(Step::Tune, &values);
    let shape = crate::llm::AnswerShape::Json;
    let request = ChatRequest::new(Purpose::Tune, "the corpus", vec![Message::user(prompt)]).shape(shape);
    let read = |answer: &crate::llm::ChatAnswer, _| {
        let cut = answer.finish != Finish::Stop;
        read(&answer.text).filter(|_| !cut).ok_or_else(|| Unusable { why: "no proposal in the answer".to_owned(), cut })
    };
    Ok(mind.ask(&request, read).await?)
}

fn read(answer: &str) -> Option<Tuning> {
    let thought = clean::without_thoughts(answer);
    let found = json::find(&thought, |value| json::member(value, &["entity_types"]).is_some())?;
    let text = |name: &str| json::member(&found.value, &[name]).map(json::text).unwrap_or_default().trim().to_owned();
    let types = json::member(&found.value, &["entity_types"])?;
    let mut entity_types: Vec<String> = points::items(&types.to_string()).iter().map(|t| t.to_lowercase()).collect();
    entity_types.dedup();
    let mut examples = String::new();
    for example in json::member(&found.value, &["examples"]).and_then(Value::as_array).into_iter().flatten() {
        let passage = json::member(example, &["passage", "text"]).map(json::text).unwrap_or_default();
        let list = |name: &str| json::member(example, &[name]).cloned().unwrap_or_else(|| Value::Array(Vec::new()));
        if passage.is_empty() {
            continue;
        }
        let told = serde_json::json!({"entities": list("entities"), "relationships": list("relationships")});
        examples.push_str(&format!("\nFor the passage: {}\nthe answer is: {told}\n", passage.trim()));
    }
    (!entity_types.is_empty()).then(|| Tuning {
        language: text("language"),
        domain: text("domain"),
        persona: text("persona"),
        entity_types,
        examples,
    })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::super::extractor::tests::mind;
    use super::*;
    use crate::config::Settings;
    use crate::llm::scripted::ScriptedProvider;

    #[tokio::test]
    async fn a_proposal_becomes_a_file_that_is_read_again() {
        let provider = Arc::new(ScriptedProvider::new(|_, _| {
            Ok("```json\n{\"language\": \"English\", \"domain\": \"tides\", \"persona\": \"You are a pilot.\", \"entity_types\": [\"Person\", \"ship\"], \"examples\": [{\"passage\": \"Ada sails.\", \"entities\": [{\"name\": \"Ada\", \"type\": \"person\", \"description\": \"She sails.\"}], \"relationships\": []}]}\n```".to_owned())
        }));
        let mind = mind(&provider, &Settings::default());
        let (tuning, _) = propose(&mind, &["Ada sails.".to_owned()], 1).await.expect("proposed");
        assert_eq!(tuning.entity_types, ["person", "ship"]);
        let folder = tempfile::tempdir().expect("folder");
        assert_eq!(Tuning::load(folder.path()), Ok(None));
        std::fs::write(folder.path().join(FILE), tuning.file()).expect("written");
        assert_eq!(Tuning::load(folder.path()), Ok(Some(tuning.clone())));
        let mut brief = Brief::new(&Settings::default());
        tuning.apply(&mut brief);
        assert_eq!((brief.types().as_str(), brief.language.as_str()), ("person, ship", "English"));
        assert!(brief.examples.contains("Ada sails."));
    }
}
