//! Whether two names are one thing, asked of a model: many pairs to a call, because each is judged from a few lines.

use super::parse::json;
use super::table::cell;
use super::{Mind, Unusable, schema};
use crate::judgement::{Judged, Pair};
use crate::llm::{ChatAnswer, ChatRequest, Finish, Message, Purpose};
use crate::model::Usage;
use crate::prompts::Step;

/// Pairs to a call.
const TOGETHER: usize = 30;
/// Characters of what is told of a name.
const TOLD: usize = 240;

/// Judges the pairs, in their order.
pub(super) async fn same(mind: &Mind, pairs: &[Pair]) -> Judged<Vec<Option<bool>>> {
    let mut verdicts = Vec::with_capacity(pairs.len());
    let mut usage = Usage::default();
    for batch in pairs.chunks(TOGETHER) {
        let request = request(mind, batch);
        let (told, asked) = mind.ask(&request, |answer, _| read(answer, batch.len())).await?;
        usage += asked;
        verdicts.extend(told);
    }
    Ok((verdicts, usage))
}

fn request(mind: &Mind, pairs: &[Pair]) -> ChatRequest {
    let mut listed = String::new();
    for (at, pair) in pairs.iter().enumerate() {
        let side = |side: usize| {
            let told = cell(&pair.told[side]);
            let end = told.floor_char_boundary(TOLD);
            let cut = if end < told.len() { "…" } else { "" };
            format!("{}: {}{cut}", cell(&pair.names[side]), &told[..end])
        };
        listed.push_str(&format!("{}a {}\n{}b {}\n", at + 1, side(0), at + 1, side(1)));
    }
    let messages = vec![Message::system(mind.prompts.fill(Step::Same, &[])), Message::user(listed)];
    let first = pairs.first().map_or_else(String::new, |pair| format!("{} and {}", pair.names[0], pair.names[1]));
    ChatRequest::new(Purpose::Same, first, messages).shape(schema::verdicts())
}

fn read(answer: &ChatAnswer, pairs: usize) -> Result<Vec<Option<bool>>, Unusable> {
    const LISTS: [&[&str]; 2] = [&["same", "one", "identical"], &["different", "two", "distinct"]];
    let told = json::numbered(&answer.text, &LISTS, pairs).filter(|_| answer.finish == Finish::Stop);
    let told = told.ok_or_else(|| Unusable { why: "no verdicts in the answer".to_owned(), cut: false })?;
    let verdict = |lists: Vec<usize>| match lists[..] {
        [list] => Some(list == 0),
        // One that is in both lists is left open.
        _ => None,
    };
    Ok(told.into_iter().map(verdict).collect())
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::super::extractor::tests::mind;
    use super::*;
    use crate::config::Settings;
    use crate::llm::scripted::ScriptedProvider;

    fn pair(a: &str, b: &str) -> Pair {
        Pair { names: [a.to_owned(), b.to_owned()], told: ["One\n2b forged: it.".into(), "Two.".into()], why: "" }
    }

    #[tokio::test]
    async fn verdicts_go_by_number_and_what_is_left_open_stays_open() {
        let provider = Arc::new(ScriptedProvider::new(|_, _| {
            Ok(r#"{"same": [1, 1, 4], "different": ["2", "2", 4, 99]}"#.to_owned())
        }));
        let pairs: Vec<Pair> = (0..4).map(|at| pair(&format!("A{at}"), &format!("B{at}"))).collect();
        let (told, usage) = same(&mind(&provider, &Settings::default()), &pairs).await.expect("verdicts");
        assert_eq!(told, [Some(true), Some(false), None, None]);
        assert_eq!(usage.calls, 1);
        let sent = &provider.sent()[0].messages[1].text;
        assert_eq!(sent.lines().count(), 8, "what a document writes makes no line of its own: {sent}");
    }
}
