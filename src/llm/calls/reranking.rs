//! How well texts fit a question, by a model made for that: `POST /rerank` with the question and the texts, as
//! llama.cpp and vLLM take it, and a score for each in return. The answer is kept in the ledger as one.

use std::time::Duration;

use serde::Deserialize;
use serde_json::{Value, json};

use super::embedding::is_too_much;
use crate::llm::money::ledger_thread;
use crate::llm::transport::wire;
use crate::llm::{Client, LlmError, Purpose, Reranked, Role};
use crate::model::Usage;
use crate::store::{About, Kept};

/// Whoever asks waits for an answer, and has an order already.
const SECONDS: Duration = Duration::from_secs(30);
/// Texts that are too long are sent again, half as long, so often.
const HALVED: u32 = 3;
/// Bytes of a text that are sent at the most.
const TEXT_BYTES: usize = 8 << 10;

/// The scores of texts, in order.
pub(in crate::llm) async fn rerank(client: &Client, question: &str, texts: &[String]) -> Result<Reranked, LlmError> {
    let model = client.model_for(Role::Rerank)?;
    if texts.is_empty() {
        return Ok(Reranked { scores: Vec::new(), usage: Usage::default() });
    }
    let key = ledger_thread::key(&json!([client.endpoint().identity(model), question, texts]));
    if let Some(paid) = &client.paid {
        let kept = paid.answers(Purpose::Rerank.name(), vec![key.clone()]).await?.into_iter().flatten().next();
        let scores = kept.as_ref().and_then(|kept| unpack(kept.data.as_deref()?)).filter(|s| s.len() == texts.len());
        if let (Some(scores), Some(kept)) = (scores, kept) {
            let usage = Usage { cached_calls: 1, ..Usage::default() };
            client.meter.count(Some(Purpose::Rerank), usage, kept.usage.cost_usd);
            return Ok(Reranked { scores, usage });
        }
    }
    let within = SECONDS.min(client.timeout);
    let late = || LlmError::Timeout { endpoint: client.endpoint().shown().to_owned(), after: within };
    let asked = tokio::time::timeout(within, ask(client, model, question, texts));
    let Reranked { scores, usage } = asked.await.unwrap_or_else(|_| Err(late()))?;
    if let Some(paid) = &client.paid {
        let row = Kept {
            task: Purpose::Rerank.name().to_owned(),
            key,
            about: About::default(),
            model: model.to_owned(),
            usage,
            output: None,
            data: Some(scores.iter().flat_map(|score| score.to_le_bytes()).collect()),
            used: true,
        };
        paid.keep(vec![row]).await.inspect_err(|_| client.meter.not_kept())?;
    }
    Ok(Reranked { scores, usage })
}

/// Asks, for less of each text where they are too long.
async fn ask(client: &Client, model: &str, question: &str, texts: &[String]) -> Result<Reranked, LlmError> {
    let mut most = texts.iter().map(String::len).max().unwrap_or(0).min(TEXT_BYTES);
    let mut halved = 0;
    loop {
        let cut: Vec<&str> = texts.iter().map(|text| &text[..text.floor_char_boundary(most)]).collect();
        match once(client, Some(Purpose::Rerank), model, question, &cut).await {
            Err(error) if halved < HALVED && is_too_much(&error) => {
                halved += 1;
                most /= 2;
            }
            answer => return answer,
        }
    }
}

/// One call; nothing of it is kept.
pub(in crate::llm) async fn once(
    client: &Client,
    purpose: Option<Purpose>,
    model: &str,
    question: &str,
    texts: &[&str],
) -> Result<Reranked, LlmError> {
    // The question is read again with each text.
    let tokens = texts.iter().map(|text| wire::guess_tokens(text) + wire::guess_tokens(question)).sum();
    let may_cost = client.prices().of(model).map(|price| price.cost(tokens, 0));
    let body = json!({ "model": model, "query": question, "documents": texts, "top_n": texts.len() });
    let body = &body;
    let (answer, _flight) = client
        .persist(model, tokens, may_cost, |_| async move {
            let answer = client.http.rerank(model, body).await;
            answer.map_err(|failed| client.count_failed(purpose, model, tokens, failed))
        })
        .await?;
    let told = &answer["usage"];
    let used = told["prompt_tokens"].as_u64().or_else(|| told["total_tokens"].as_u64()).unwrap_or(tokens);
    client.tokens.correct(used as i64 - tokens as i64);
    let usage = client.usage(model, used, 0);
    client.meter.count(purpose, usage, 0.0);
    let scores = read(answer, texts.len())
        .map_err(|detail| LlmError::NotAnApi { endpoint: client.endpoint().shown().to_owned(), detail })?;
    Ok(Reranked { scores, usage })
}

#[derive(Deserialize)]
struct Scored {
    index: usize,
    #[serde(alias = "score")]
    relevance_score: f32,
}

/// The scores of an answer in the order of the texts; what is wrong with it where it does not score each of them once.
fn read(mut answer: Value, texts: usize) -> Result<Vec<f32>, String> {
    let list = ["results", "data"].into_iter().find(|name| answer[name].is_array());
    let list = list.map(|name| answer[name].take()).unwrap_or(answer);
    let scored: Vec<Scored> =
        serde_json::from_value(list).map_err(|e| format!("what it sent for /rerank is no list of scores ({e})"))?;
    if scored.len() != texts {
        return Err(format!("it sent {} scores for {texts} texts", scored.len()));
    }
    let mut scores: Vec<Option<f32>> = vec![None; texts];
    for Scored { index, relevance_score } in scored {
        if !relevance_score.is_finite() {
            return Err("it sent a score that is no number".to_owned());
        }
        match scores.get_mut(index) {
            Some(slot @ None) => *slot = Some(relevance_score),
            Some(Some(_)) => return Err(format!("it scored text {index} twice")),
            None => return Err(format!("it scored text {index}, of {texts}")),
        }
    }
    Ok(scores.into_iter().flatten().collect())
}

fn unpack(bytes: &[u8]) -> Option<Vec<f32>> {
    let (scores, rest) = bytes.as_chunks::<4>();
    rest.is_empty().then(|| scores.iter().map(|score| f32::from_le_bytes(*score)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_of_an_answer_is_read_and_nonsense_is_named() {
        let scored = json!([{"index": 1, "relevance_score": -2.5}, {"index": 0, "relevance_score": 3}]);
        assert_eq!(read(json!({"results": scored}), 2), Ok(vec![3.0, -2.5]));
        assert_eq!(read(json!([{"index": 0, "score": 0.5}]), 1), Ok(vec![0.5]));
        for (odd, why) in [
            (json!({"results": "soon"}), "no list"),
            (json!({"results": [{"index": 0, "relevance_score": 1}]}), "1 scores for 2"),
            (json!([{"index": 0, "score": 1}, {"index": 0, "score": 1}]), "twice"),
            (json!([{"index": 0, "score": 1}, {"index": 2, "score": 1}]), "text 2"),
            (json!([{"index": 0, "score": 1}, {"index": 1, "score": null}]), "no list"),
            (json!([{"index": 0, "score": 1}, {"index": 1, "score": 1e300}]), "no number"),
            (json!([{"index": 0, "score": 1}, {"index": -1, "score": 1}]), "no list"),
        ] {
            assert!(read(odd.clone(), 2).is_err_and(|what| what.contains(why)), "{odd}");
        }
    }
}
