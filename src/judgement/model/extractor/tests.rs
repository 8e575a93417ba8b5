//! What a model is asked for of a text unit, and what is read of its answers.

use std::sync::Arc;

use super::*;
use crate::config::Settings;
use crate::judgement::DocumentText;
use crate::judgement::model::Brief;
use crate::llm::LlmError;
use crate::llm::scripted::ScriptedProvider;
use crate::model::{Document, DocumentId, Sentence, SentenceKind, TextUnit, TextUnitId};
use crate::prompts::Prompts;

/// A passage of one sentence for each line.
pub fn passage(text: &str, fresh_from: usize) -> Passage {
    let mut sentences = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let span = Span::new(at, at + line.trim_end().len());
        at += line.len();
        sentences.push(Sentence {
            span,
            kind: SentenceKind::Prose,
            speaker: None,
            paragraph: 0,
            recurring: line.contains("RECURS"),
        });
    }
    let document = Document {
        id: DocumentId(0),
        title: "Minutes".to_owned(),
        path: "minutes.txt".to_owned(),
        row: None,
        format: "text".to_owned(),
        encoding: "UTF-8".to_owned(),
        language: None,
        bytes: 1,
        modified: None,
        hash: String::new(),
        text_len: text.len(),
        tokens: 9,
    };
    let count = sentences.len();
    let document = DocumentText { document, text: text.to_owned(), sentences, speakers: Vec::new() };
    let unit = TextUnit {
        id: TextUnitId(7),
        document: DocumentId(0),
        ordinal: 0,
        span: Span::new(0, text.len()),
        fresh_from,
        tokens: 9,
        recurring: false,
    };
    Passage { document: Arc::new(document), unit, sentences: 0..count }
}

pub fn mind(provider: &Arc<ScriptedProvider>, settings: &Settings) -> Mind {
    let provider: Arc<dyn crate::llm::Provider> = provider.clone();
    Mind::new(provider, Arc::new(Prompts::default()), Brief::new(settings))
}

fn answer(names: &[&str]) -> String {
    let entities: Vec<String> = names
        .iter()
        .map(|name| format!(r#"{{"name": "{name}", "type": "person", "description": "{name} is there."}}"#))
        .collect();
    format!(r#"{{"entities": [{}], "relationships": []}}"#, entities.join(", "))
}

#[tokio::test]
async fn a_unit_is_read_gleaned_and_located() {
    let provider = Arc::new(ScriptedProvider::new(|request, _| {
        Ok(match request.purpose {
            Purpose::Extract => answer(&["Ada Quill"]),
            Purpose::Glean => answer(&["Bo Marsh"]),
            other => panic!("{other:?}"),
        })
    }));
    let extractor = ModelExtractor::new(mind(&provider, &Settings::default()));
    let passage = passage("RECURS Cy\nAda Quill met Bo Marsh.\nThen ADA QUILL left.", 0);
    let found = extractor.extract(&passage).await.expect("extracted");
    let names: Vec<(&str, usize)> = found.entities.iter().map(|e| (e.name.as_str(), e.mentions.len())).collect();
    assert_eq!(names, [("Ada Quill", 2), ("Bo Marsh", 1)]);
    assert_eq!(found.usage.calls, 2);
    let sent = provider.sent();
    assert!(!sent[0].messages[1].text.contains("RECURS"), "what recurs is not paid for");
    assert!(sent[1].messages[1].text.contains("Listed: 1 Ada Quill\n"), "the gleaning knows what was found");
}

#[tokio::test]
async fn further_gleanings_are_asked_for_only_while_the_model_says_yes() {
    let provider = Arc::new(ScriptedProvider::new(|request, _| {
        Ok(if request.messages[0].text.contains("Y or N") { "N".to_owned() } else { answer(&["Ada"]) })
    }));
    let extractor = ModelExtractor::new(mind(&provider, &Settings { gleanings: 3, ..Settings::default() }));
    extractor.extract(&passage("Ada met Bo.", 0)).await.expect("extracted");
    assert_eq!(provider.sent().len(), 3, "extract, glean, check");
}

#[tokio::test]
async fn an_unreadable_answer_is_spoiled_and_asked_for_again() {
    let provider = Arc::new(ScriptedProvider::new(|_, times| {
        Ok(if times == 0 { "I am not sure what you mean.".to_owned() } else { answer(&["Ada"]) })
    }));
    let extractor = ModelExtractor::new(mind(&provider, &Settings { gleanings: 0, ..Settings::default() }));
    let found = extractor.extract(&passage("Ada met Bo.", 0)).await.expect("extracted");
    assert_eq!((found.entities.len(), provider.sent().len()), (1, 2));
}

#[tokio::test]
async fn a_passage_whose_answer_is_always_cut_is_asked_about_in_halves() {
    let provider = Arc::new(ScriptedProvider::new(|request, _| {
        let text = &request.messages[1].text;
        let all: Vec<&str> = text.split_whitespace().filter(|word| word.starts_with("Name")).collect();
        let whole = answer(&all);
        Ok(if all.len() > 30 { whole[..whole.len() / 2].to_owned() } else { whole })
    }));
    let extractor = ModelExtractor::new(mind(&provider, &Settings { gleanings: 0, ..Settings::default() }));
    let text: String = (0..60).map(|n| format!("Name{n} came to the harbour that day.\n")).collect();
    let found = extractor.extract(&passage(&text, 0)).await.expect("extracted");
    assert_eq!(found.entities.len(), 60);
    assert_eq!(provider.sent().len(), 5);
    let again = extractor.extract(&passage(&text, 0)).await.expect("extracted");
    assert_eq!(again.entities.len(), 60);
    assert_eq!(provider.sent().len(), 5, "it is known that it is too much at once");
}

#[tokio::test]
async fn what_is_too_long_for_a_model_is_asked_in_parts_by_every_step() {
    let provider = Arc::new(ScriptedProvider::new(|request, _| {
        let all: Vec<&str> = request.messages.last().map_or("", |message| &message.text).split_whitespace().collect();
        if all.len() > 300 {
            let detail = "too long".to_owned();
            return Err(LlmError::ContextLength { model: "m".to_owned(), limit: None, detail });
        }
        let names: Vec<&str> = all.iter().copied().filter(|word| word.starts_with("Name")).collect();
        Ok(match request.purpose {
            Purpose::Claims => format!(
                r#"{{"claims": [{{"subject": "{}", "object": "NONE", "type": "came", "status": "TRUE", "start_date": "NONE", "end_date": "NONE", "description": "It came.", "quote": "came to the harbour"}}]}}"#,
                names[0]
            ),
            Purpose::Describe => "It came.".to_owned(),
            _ => answer(&names),
        })
    }));
    let settings = Settings { claims: true, ..Settings::default() };
    let extractor = ModelExtractor::new(mind(&provider, &settings));
    let text: String = (0..60).map(|n| format!("Name{n} came to the harbour that day.\n")).collect();
    let found = extractor.extract(&passage(&text, 0)).await.expect("extracted");
    assert!(found.entities.len() >= 60);
    assert_eq!(found.claims.len(), 2);
    let notes: Vec<String> = (0..8).map(|n| format!("Name{n} {}", "word ".repeat(60))).collect();
    let (told, _) = extractor.describe(&Described { subject: "Ada", notes: &notes }).await.expect("described");
    assert_eq!(told, "It came.");
}

#[tokio::test]
async fn claims_have_their_quotation_located() {
    let provider = Arc::new(ScriptedProvider::new(|request, _| {
        Ok(match request.purpose {
            Purpose::Claims => r#"{"claims": [
                {"subject": "Kelp Ltd", "object": "NONE", "type": "fine", "status": "TRUE", "start_date": "2022", "end_date": "NONE", "description": "It was fined.", "quote": "Kelp Ltd was fined"},
                {"subject": "Kelp Ltd", "object": "NONE", "type": "fine", "status": "TRUE", "start_date": "2022", "end_date": "NONE", "description": "It paid.", "quote": "Kelp Ltd paid at once"}]}"#.to_owned(),
            _ => answer(&["Kelp Ltd"]),
        })
    }));
    let settings = Settings { gleanings: 0, claims: true, ..Settings::default() };
    let extractor = ModelExtractor::new(mind(&provider, &settings));
    let text = "In 2022 Kelp Ltd was fined.";
    let found = extractor.extract(&passage(text, 0)).await.expect("extracted");
    let quotes: Vec<Option<&str>> =
        found.claims.iter().map(|c| c.quote_span.and_then(|span| span.slice(text))).collect();
    assert_eq!(quotes, [Some("Kelp Ltd was fined"), None]);
}

#[tokio::test]
async fn many_notes_are_made_into_one_in_steps() {
    let provider = Arc::new(ScriptedProvider::new(|_, _| Ok("One description.".to_owned())));
    let extractor = ModelExtractor::new(mind(&provider, &Settings::default()));
    let notes: Vec<String> = (0..60).map(|n| format!("note {n} {}", "word ".repeat(100))).collect();
    let described = Described { subject: "Ada", notes: &notes };
    let (told, _) = extractor.describe(&described).await.expect("described");
    assert_eq!(told, "One description.");
    let sent = provider.sent();
    assert!((2..=4).contains(&sent.len()));
    assert!(notes.iter().all(|note| sent.iter().any(|request| request.messages[0].text.contains(note.trim()))));
}
