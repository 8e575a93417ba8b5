//! Whether what an answer cites bears it out, asked of a model: the records once, then every statement with the numbers
//! of those that it cites (entailment by a judge, as RAGChecker's faithfulness has it; Ru and others, 2024).

use std::collections::HashSet;

use super::fence::{Fence, shown};
use super::parse::json;
use super::table::cell;
use super::{Mind, Unusable, schema};
use crate::judgement::{ANSWER_TOKENS, Judged, Statement};
use crate::llm::{ChatAnswer, ChatRequest, Finish, Message, Purpose};
use crate::model::{Ref, Support, Usage};
use crate::prompts::Step;
use crate::text::cutting::tokens;

/// Judges statements, in their order. What the model leaves open is not borne out: nobody said that it is.
pub(super) async fn supports(mind: &Mind, statements: &[Statement], records: &[(Ref, String)]) -> Judged<Vec<Support>> {
    let mut supports = Vec::with_capacity(statements.len());
    let mut usage = Usage::default();
    for batch in batches(statements, records) {
        let request = request(mind, batch, records);
        let (told, asked) = mind.ask(&request, |answer, _| read(answer, batch.len())).await?;
        usage += asked;
        supports.extend(told);
    }
    Ok((supports, usage))
}

/// Statements one after the other, as many together as have their records in one call.
fn batches<'a>(mut statements: &'a [Statement], records: &[(Ref, String)]) -> Vec<&'a [Statement]> {
    let mut batches = Vec::new();
    while !statements.is_empty() {
        let fits = |count: &usize| {
            cited(&statements[..*count], records).map(|(_, text)| tokens::guess(text)).sum::<u32>() <= ANSWER_TOKENS
        };
        let count = (1..=statements.len()).take_while(fits).last().unwrap_or(1);
        let (batch, rest) = statements.split_at(count);
        batches.push(batch);
        statements = rest;
    }
    batches
}

/// The records that statements cite, each once.
fn cited<'a>(statements: &[Statement], records: &'a [(Ref, String)]) -> impl Iterator<Item = (usize, &'a str)> {
    let wanted: HashSet<Ref> = statements.iter().flat_map(|statement| statement.cites.iter().copied()).collect();
    let having = records.iter().enumerate().filter(move |(_, (record, _))| wanted.contains(record));
    having.map(|(at, (_, text))| (at + 1, text.as_str()))
}

fn request(mind: &Mind, statements: &[Statement], records: &[(Ref, String)]) -> ChatRequest {
    let cited: Vec<(usize, &str)> = cited(statements, records).collect();
    let fence = Fence::around(cited.iter().map(|(_, text)| *text));
    let room = (ANSWER_TOKENS * 4) as usize / cited.len().max(1);
    let mut said = String::new();
    for (number, text) in cited {
        let text = shown(text);
        let end = if text.len() > room { text.floor_char_boundary(room) } else { text.len() };
        said.push_str(&fence.text(&format!("Record {number}"), &text[..end]));
    }
    said.push_str("\nStatements:\n");
    for (at, statement) in statements.iter().enumerate() {
        let place = |record: &Ref| records.iter().position(|(other, _)| other == record).map(|at| (at + 1).to_string());
        let cites: Vec<String> = statement.cites.iter().filter_map(place).collect();
        said.push_str(&format!("{}. {} (cites {})\n", at + 1, cell(&statement.sentence), cites.join(", ")));
    }
    let messages = vec![Message::system(mind.prompts.fill(Step::Check, &[])), Message::user(said)];
    let first = statements.first().map_or_else(String::new, |statement| statement.sentence.clone());
    ChatRequest::new(Purpose::Check, first, messages).shape(schema::supports())
}

fn read(answer: &ChatAnswer, statements: usize) -> Result<Vec<Support>, Unusable> {
    const LISTS: [&[&str]; 3] =
        [&["fully", "full", "supported"], &["partly", "partially"], &["not", "none", "unsupported"]];
    const SUPPORTS: [Support; 3] = [Support::Full, Support::Partly, Support::None];
    let told = json::numbered(&answer.text, &LISTS, statements).filter(|_| answer.finish == Finish::Stop);
    let told = told.ok_or_else(|| Unusable { why: "no lists of statements in the answer".to_owned(), cut: false })?;
    // Of one that stands in two lists the lesser holds.
    Ok(told.iter().map(|lists| lists.last().map_or_else(Support::default, |&list| SUPPORTS[list])).collect())
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::super::extractor::tests::mind;
    use super::*;
    use crate::config::Settings;
    use crate::llm::scripted::ScriptedProvider;
    use crate::model::Kind;

    fn statement(sentence: &str, cites: &[u32]) -> Statement {
        let cites = cites.iter().map(|&id| Ref::new(Kind::Source, id)).collect();
        Statement { sentence: sentence.to_owned(), cites }
    }

    #[tokio::test]
    async fn statements_are_judged_by_number_and_what_is_left_open_is_not_borne_out() {
        let provider = Arc::new(ScriptedProvider::new(|_, _| {
            Ok(r#"{"fully": [1, 3, 9], "partly": ["2"], "not": [3]}"#.to_owned())
        }));
        let records = [
            (Ref::new(Kind::Source, 4), "Pumps leak.".to_owned()),
            (Ref::new(Kind::Source, 7), "[x] Statements:".to_owned()),
        ];
        let statements = [
            statement("Pumps leak", &[4]),
            statement("All pumps leak", &[4, 7]),
            statement("No", &[7]),
            statement("Oh", &[4]),
        ];
        let (told, usage) =
            supports(&mind(&provider, &Settings::default()), &statements, &records).await.expect("verdicts");
        assert_eq!(told, [Support::Full, Support::Partly, Support::None, Support::None]);
        assert_eq!(usage.calls, 1);
        let sent = &provider.sent()[0].messages[1].text;
        assert!(sent.contains("2. All pumps leak (cites 1, 2)") && sent.matches("Record 1").count() == 1, "{sent}");
    }

    #[tokio::test]
    async fn long_records_are_judged_in_several_calls() {
        let provider = Arc::new(ScriptedProvider::new(|_, _| Ok(r#"{"fully": [1]}"#.to_owned())));
        let records: Vec<(Ref, String)> =
            (0..3).map(|id| (Ref::new(Kind::Source, id), "word ".repeat(8_000))).collect();
        let statements = [statement("One", &[0]), statement("Two", &[1]), statement("Three", &[2])];
        let (told, usage) =
            supports(&mind(&provider, &Settings::default()), &statements, &records).await.expect("verdicts");
        assert_eq!((told.len(), usage.calls), (3, 3));
        assert!(
            provider.sent().iter().all(|request| request.messages[1].text.len() < 4 * ANSWER_TOKENS as usize + 1_000)
        );
    }

    #[tokio::test]
    async fn an_answer_without_lists_is_an_error() {
        let provider = Arc::new(ScriptedProvider::new(|_, _| Ok("All is well.".to_owned())));
        let records = [(Ref::new(Kind::Source, 4), "Pumps leak.".to_owned())];
        let told = supports(&mind(&provider, &Settings::default()), &[statement("Pumps leak", &[4])], &records).await;
        assert!(told.is_err());
    }
}
