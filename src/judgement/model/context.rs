//! The line that says where a text unit stands, written by a model that is shown the text unit in its document
//! (Anthropic, "Introducing Contextual Retrieval", 2024).
//!
//! The document comes first and is the same in all requests about one stretch of it, mark included, so that endpoints
//! that remember how prompts begin charge it once. A long document is shown in stretches, each with the document's
//! beginning.

use super::extractor::text_of;
use super::fence::{Fence, shown};
use super::{Mind, surroundings};
use crate::judgement::{Judged, Passage};
use crate::llm::{ChatRequest, Message, Purpose};
use crate::prompts::{Slot, Step};
use crate::store::About;
use crate::text::display::sanitise::one_line;

/// Words of a line.
pub const WORDS: u32 = 60;
/// A line is cut at so many bytes, whatever a model writes.
const MOST: usize = 1_000;

/// What is shown of a document with each text unit of one stretch of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DocumentStretch {
    /// How the document begins, where the stretch is not its beginning.
    pub beginning: String,
    pub text: String,
}

/// Says where a text unit stands; `stretch` is what is shown of its document.
///
/// # Errors
/// The model could not be asked, or none of its answers could be read.
pub async fn situate(mind: &Mind, passage: &Passage, stretch: &DocumentStretch) -> Judged<String> {
    let whole = stretch.text.len();
    let (text, usage) = mind.ask_of_less(whole, |most| request(mind, passage, stretch, most)).await?;
    let line = one_line(&text);
    Ok((line[..line.floor_char_boundary(MOST)].trim().to_owned(), usage))
}

fn request(mind: &Mind, passage: &Passage, stretch: &DocumentStretch, most: usize) -> ChatRequest {
    let words = WORDS.to_string();
    let language = mind.brief.language("the passage");
    let prompt = mind.prompts.fill(Step::Context, &[(Slot::Language, &*language), (Slot::MaxWords, &*words)]);
    let document = &stretch.text[..stretch.text.floor_char_boundary(most)];
    let said = text_of(passage, 0);
    // Of the document alone, where that holds the passage: the same for all of its passages.
    let fence = match shown(document).contains(&*shown(&said)) {
        true => Fence::around([stretch.beginning.as_str(), document]),
        false => Fence::around([stretch.beginning.as_str(), document, &said]),
    };
    let mut text = String::new();
    if !stretch.beginning.is_empty() {
        text.push_str(&fence.text("how the document begins", &stretch.beginning));
    }
    text.push_str(&fence.text("the document", document));
    text.push_str(&surroundings::of(passage));
    text.push_str(&fence.text("passage", &said));
    let about = About {
        name: format!("passage {}", passage.unit.id),
        text_unit: None,
        document: Some(passage.document.document.hash.clone()),
    };
    ChatRequest::new(Purpose::Context, about, vec![Message::system(prompt), Message::user(text)])
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::super::extractor::tests::{mind, passage};
    use super::*;
    use crate::config::Settings;
    use crate::llm::LlmError;
    use crate::llm::scripted::ScriptedProvider;
    use crate::model::Span;

    #[tokio::test]
    async fn passages_of_a_stretch_are_asked_about_with_one_beginning() {
        let provider = Arc::new(ScriptedProvider::new(|_, _| Ok("Of the minutes\nof May.".to_owned())));
        let mind = mind(&provider, &Settings::default());
        let text = "The board met in May.\nIt was closed after that.";
        let stretch = DocumentStretch { beginning: String::new(), text: text.to_owned() };
        let (mut first, mut second) = (passage(text, 0), passage(text, 0));
        (first.unit.span, first.sentences) = (Span::new(0, 21), 0..1);
        (second.unit.span, second.sentences) = (Span::new(22, text.len()), 1..2);
        let (line, usage) = situate(&mind, &first, &stretch).await.expect("a line");
        assert_eq!((line.as_str(), usage.calls), ("Of the minutes of May.", 1));
        situate(&mind, &second, &stretch).await.expect("a line");
        let sent = provider.sent();
        let shared = |at: usize| sent[at].messages[1].text.split_once("] end\n").expect("a document").0.to_owned();
        assert_eq!(shared(0), shared(1));
        assert!(sent[1].messages[1].text.ends_with("end\n") && sent[1].item.document.is_some());
        assert_eq!(sent[1].messages[1].text.matches("It was closed").count(), 2, "in the document and by itself");
    }

    #[tokio::test]
    async fn a_document_that_is_too_long_for_the_model_is_shown_in_part() {
        let provider = Arc::new(ScriptedProvider::new(|request, _| {
            let detail = "too long".to_owned();
            match request.messages[1].text.len() > 4_000 {
                true => Err(LlmError::ContextLength { model: "m".to_owned(), limit: None, detail }),
                false => Ok("Of the log.".to_owned()),
            }
        }));
        let mind = mind(&provider, &Settings::default());
        let stretch = DocumentStretch { beginning: String::new(), text: "It rained all day. ".repeat(500) };
        let told = situate(&mind, &passage("Then it stopped.", 0), &stretch).await;
        assert_eq!(told.expect("a line").0, "Of the log.");
        let asked = provider.sent().len();
        situate(&mind, &passage("Then it stopped.", 0), &stretch).await.expect("a line");
        assert_eq!(provider.sent().len(), asked, "what is too long is known to be");
    }
}
