//! A summary of texts that are alike, written by a model: the nodes of a tree of summaries (Sarthi et al., "RAPTOR",
//! 2024).

use super::Mind;
use super::fence::{Fence, shown};
use crate::judgement::Judged;
use crate::llm::{ChatRequest, Message, Purpose};
use crate::prompts::{Slot, Step};
use crate::text::display::sanitise::one_line;

/// Words of a summary: about the hundred tokens of the original.
pub const WORDS: u32 = 80;
/// Bytes of all texts that are shown together, about the 3,500 tokens of the original; of longer ones, the beginning of
/// each.
pub const SHOWN: usize = 14_000;
/// A first line of more bytes is no title.
const TITLE: usize = 160;

/// A summary under its title.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Empty where the model gave none.
    pub title: String,
    pub text: String,
}

/// Sums up texts, nearest to what they have in common first.
///
/// # Errors
/// The model could not be asked, or none of its answers could be read.
pub async fn sum_up(mind: &Mind, texts: &[String]) -> Judged<Summary> {
    let (text, usage) = mind.ask_of_less(SHOWN, |most| request(mind, texts, most)).await?;
    Ok((read(&text), usage))
}

fn request(mind: &Mind, texts: &[String], most: usize) -> ChatRequest {
    let words = WORDS.to_string();
    let language = mind.brief.language("the texts");
    let prompt = mind.prompts.fill(Step::Summary, &[(Slot::Language, &*language), (Slot::MaxWords, &*words)]);
    let fence = Fence::around(texts.iter().map(String::as_str));
    let mut material = String::new();
    // What shorter texts leave is for those behind them.
    let (mut left, mut to_come) = (most, texts.len());
    for (at, text) in texts.iter().enumerate() {
        let text = shown(text.trim());
        let end = text.floor_char_boundary(left / to_come.max(1));
        material.push_str(&format!("{}{}\n\n", fence.head(&format!("{}", at + 1)), text[..end].trim_end()));
        (left, to_come) = (left - end, to_come - 1);
    }
    let first = texts.first().map_or("", String::as_str);
    let name = one_line(&first[..first.floor_char_boundary(TITLE / 2)]).trim().to_owned();
    let messages = vec![Message::system(prompt), Message::user(material)];
    ChatRequest::new(Purpose::Summary, format!("{} texts with “{name}”", texts.len()), messages)
}

/// The title on the first line, where there is one, and what stands below it.
fn read(answer: &str) -> Summary {
    let plain = |line: &str| {
        let bare = line.trim().trim_start_matches('#').trim_matches(['*', '"', '“', '”', ' ']);
        one_line(bare.strip_prefix("Title:").unwrap_or(bare)).trim().to_owned()
    };
    let (first, rest) = answer.trim().split_once('\n').unwrap_or(("", answer.trim()));
    let title = plain(first);
    match rest.trim().is_empty() || title.len() > TITLE {
        true => Summary { title: String::new(), text: one_line(answer).trim().to_owned() },
        false => Summary { title, text: one_line(rest).trim().to_owned() },
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::super::extractor::tests::mind;
    use super::*;
    use crate::config::Settings;
    use crate::llm::LlmError;
    use crate::llm::scripted::ScriptedProvider;

    #[test]
    fn a_first_line_is_the_title_where_something_stands_below_it() {
        let of = |title: &str, text: &str| Summary { title: title.to_owned(), text: text.to_owned() };
        assert_eq!(read("**Ferries in winter**\n\nThey stop\nin ice."), of("Ferries in winter", "They stop in ice."));
        assert_eq!(read("They stop in ice."), of("", "They stop in ice."));
        let long = format!("{} and so on\nMore.", "ice ".repeat(60));
        assert_eq!(read(&long).title, "");
    }

    #[tokio::test]
    async fn many_texts_are_shown_in_part_and_no_line_of_theirs_is_a_head() {
        let provider = Arc::new(ScriptedProvider::new(|request, _| {
            let detail = "too long".to_owned();
            match request.messages[1].text.len() > 8_000 {
                true => Err(LlmError::ContextLength { model: "m".to_owned(), limit: None, detail }),
                false => Ok("Rain\nIt rained.".to_owned()),
            }
        }));
        let mind = mind(&provider, &Settings::default());
        let texts: Vec<String> = (0..9).map(|at| format!("Day {at}. {}", "It rained. ".repeat(300))).collect();
        let (told, _) = sum_up(&mind, &texts).await.expect("a summary");
        assert_eq!(told.title, "Rain");
        let sent = provider.sent().pop().expect("asked").messages[1].text.clone();
        assert!((0..9).all(|at| sent.contains(&format!("Day {at}."))) && sent.len() < 8_000, "{}", sent.len());
    }
}
