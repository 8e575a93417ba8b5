//! Vectors of texts: in batches, several at once, each text kept in the ledger by itself, so that another way of
//! cutting batches pays for nothing twice.

use std::sync::atomic::Ordering;

use futures::stream::{self, StreamExt, TryStreamExt};
use serde_json::json;

use crate::llm::money::ledger_thread;
use crate::llm::transport::http::Failed;
use crate::llm::transport::wire::{self, EmbeddingBody};
use crate::llm::{Abilities, Client, Embedded, LlmError, Provider, Purpose, Role};
use crate::model::Usage;
use crate::store::{About, Kept, dequantise, quantise};

/// The most bytes of text in one call.
const BATCH_BYTES: usize = 96 << 10;
/// So many texts are looked up in the ledger at once.
const LOOKED_UP: usize = 512;

/// Vectors for texts, in order.
pub(in crate::llm) async fn embed(client: &Client, texts: &[String]) -> Result<Embedded, LlmError> {
    let model = client.model_for(Role::Embedding)?;
    let mut vectors: Vec<Option<Vec<f32>>> = vec![None; texts.len()];
    let mut usage = Usage::default();
    // What the model gave last is what it gives: a kept vector of another length is of an earlier one by the same name.
    let given = client.book.of(model).and_then(|can| can.dimensions);
    let identity = client.endpoint().identity(model);
    if let Some(paid) = &client.paid {
        for (chunk, at) in texts.chunks(LOOKED_UP).zip((0..).step_by(LOOKED_UP)) {
            let keys = chunk.iter().map(|text| key(&identity, text)).collect();
            for (i, kept) in paid.answers(Purpose::Embed.name(), keys).await?.into_iter().enumerate() {
                let Some(kept) = kept else { continue };
                let cached = Usage { cached_calls: 1, ..Usage::default() };
                let of_use = |vector: &Vec<f32>| {
                    given.is_none_or(|given| given == vector.len()) && client.expect(model, vector.len()).is_ok()
                };
                vectors[at + i] = kept.data.as_deref().and_then(unpack).filter(of_use);
                if vectors[at + i].is_some() {
                    client.meter.count(Some(Purpose::Embed), cached, kept.usage.cost_usd);
                    usage += cached;
                }
            }
        }
    }
    // A text without a word has no direction, and endpoints refuse it.
    let mut asked: Vec<usize> =
        (0..texts.len()).filter(|&at| vectors[at].is_none() && !texts[at].trim().is_empty()).collect();
    // The first batch goes alone: it tells what the endpoint takes.
    if client.book.of(model).is_none_or(|can| can.dimensions.is_none()) && !asked.is_empty() {
        let _alone = client.probing.lock().await;
        let first = asked.drain(..batch_at(client, model, texts, &asked)).collect::<Vec<_>>();
        take(&mut vectors, &mut usage, embed_batch(client, model, texts, first).await?);
    }
    let mut batches = Vec::new();
    while !asked.is_empty() {
        batches.push(asked.drain(..batch_at(client, model, texts, &asked)).collect::<Vec<_>>());
    }
    let mut answers = stream::iter(batches)
        .map(|batch| embed_batch(client, model, texts, batch))
        .buffer_unordered(client.concurrency());
    while let Some(answer) = answers.try_next().await? {
        take(&mut vectors, &mut usage, answer);
    }
    drop(answers);
    let zero = vec![0.0; client.dimensions.load(Ordering::Relaxed)];
    let vectors = vectors.into_iter().map(|vector| vector.unwrap_or_else(|| zero.clone())).collect();
    Ok(Embedded { vectors, usage })
}

/// Vectors by the positions of their texts.
type Batch = (Vec<(usize, Vec<f32>)>, Usage);

fn take(vectors: &mut [Option<Vec<f32>>], usage: &mut Usage, (batch, cost): Batch) {
    *usage += cost;
    for (at, vector) in batch {
        vectors[at] = Some(vector);
    }
}

impl Client {
    /// The error of a call that has no row in the ledger, which is counted where it was answered: a prompt of about so
    /// many tokens is charged for.
    pub(in crate::llm) fn count_failed(
        &self,
        purpose: Option<Purpose>,
        model: &str,
        tokens: u64,
        failed: Failed,
    ) -> LlmError {
        if failed.answered {
            let (prompt, completion) = failed.usage.unwrap_or((tokens, 0));
            self.meter.count(purpose, self.usage(model, prompt, completion), 0.0);
        }
        failed.error
    }

    /// All vectors of a run have one length: that of the first.
    fn expect(&self, model: &str, found: usize) -> Result<(), LlmError> {
        match self.dimensions.compare_exchange(0, found, Ordering::Relaxed, Ordering::Relaxed) {
            Err(expected) if expected != found => {
                Err(LlmError::Dimensions { model: model.to_owned(), expected, found })
            }
            _ => Ok(()),
        }
    }
}

/// How many of the texts go into the next call.
fn batch_at(client: &Client, model: &str, texts: &[String], asked: &[usize]) -> usize {
    let most = client.book.of(model).unwrap_or_default().batch;
    let mut bytes = 0;
    let fits = asked.iter().take(most).take_while(|&&at| {
        bytes += texts[at].len();
        bytes <= BATCH_BYTES
    });
    fits.count().clamp(1, asked.len().max(1))
}

/// Embeds texts by their positions; a batch that is too much is halved, down to a single text.
async fn embed_batch(client: &Client, model: &str, texts: &[String], batch: Vec<usize>) -> Result<Batch, LlmError> {
    let mut waiting = vec![batch];
    let mut done: Batch = (Vec::new(), Usage::default());
    while let Some(batch) = waiting.pop() {
        match embed_once(client, model, texts, &batch).await {
            Ok((vectors, usage)) => {
                done.0.extend(vectors);
                done.1 += usage;
            }
            Err(error) if batch.len() > 1 && is_too_much(&error) => {
                let (front, back) = batch.split_at(batch.len() / 2);
                waiting.extend([back.to_vec(), front.to_vec()]);
            }
            Err(error) => return Err(error),
        }
    }
    Ok(done)
}

pub(super) fn is_too_much(error: &LlmError) -> bool {
    match error {
        LlmError::ContextLength { .. } => true,
        LlmError::Refused { status, parameter, .. } => *status == 413 || parameter.as_deref() == Some("input"),
        _ => false,
    }
}

async fn embed_once(client: &Client, model: &str, texts: &[String], batch: &[usize]) -> Result<Batch, LlmError> {
    let inputs: Vec<&str> = batch.iter().map(|&at| texts[at].as_str()).collect();
    let tokens = inputs.iter().map(|text| wire::guess_tokens(text)).sum();
    let price = client.prices().of(model);
    let may_cost = price.map(|price| price.cost(tokens, 0));
    let inputs = &inputs;
    let (body, _flight) = client
        .persist(model, tokens, may_cost, |can| async move {
            let answer = client.http.embed(model, &wire::embedding_body(model, inputs, &can)).await;
            answer.map_err(|failed| client.count_failed(Some(Purpose::Embed), model, tokens, failed))
        })
        .await?;
    let used = body.prompt_tokens().unwrap_or(tokens);
    client.tokens.correct(used as i64 - tokens as i64);
    let usage = client.usage(model, used, 0);
    client.meter.count(Some(Purpose::Embed), usage, 0.0);
    let vectors = read(client, body, batch.len())?;
    let dimensions = vectors.first().map(Vec::len);
    let known = client.book.of(model).unwrap_or_default();
    if known.dimensions != dimensions || client.book.of(model).is_none() {
        client.book.keep(model, Abilities { dimensions, ..known });
    }
    if let Some(paid) = &client.paid {
        let share = batch.len().max(1) as u64;
        let each = Usage {
            calls: 1,
            cached_calls: 0,
            prompt_tokens: used / share,
            completion_tokens: 0,
            cost_usd: usage.cost_usd / share as f64,
        };
        let kept = batch.iter().zip(&vectors).map(|(&at, vector)| Kept {
            task: Purpose::Embed.name().to_owned(),
            key: key(&client.endpoint().identity(model), &texts[at]),
            about: About::default(),
            model: model.to_owned(),
            usage: each,
            output: None,
            data: Some(pack(vector)),
            used: true,
        });
        paid.keep(kept.collect()).await.inspect_err(|_| client.meter.not_kept())?;
    }
    dimensions.map_or(Ok(()), |found| client.expect(model, found))?;
    // What is handed on is what is kept, so that a run that was stopped ends as one that was not.
    let vectors = batch.iter().copied().zip(vectors.iter().map(|vector| unpack(&pack(vector)).unwrap_or_default()));
    Ok((vectors.collect(), usage))
}

/// The vectors of an answer in the order of the texts, of unit length.
fn read(client: &Client, body: EmbeddingBody, texts: usize) -> Result<Vec<Vec<f32>>, LlmError> {
    let endpoint = client.endpoint().shown();
    let odd = |detail: String| LlmError::NotAnApi { endpoint: endpoint.to_owned(), detail };
    if body.data.len() != texts {
        return Err(odd(format!("it sent {} vectors for {texts} texts", body.data.len())));
    }
    let mut vectors: Vec<Option<Vec<f32>>> = vec![None; texts];
    for (place, datum) in body.data.into_iter().enumerate() {
        let at = datum.index.unwrap_or(place);
        let mut vector = datum.embedding.0;
        let length = vector.iter().map(|value| f64::from(*value).powi(2)).sum::<f64>().sqrt();
        if vector.is_empty() || !length.is_finite() {
            return Err(odd("it sent a vector that is none".to_owned()));
        }
        // Every text asked about has words: a vector without a direction is like all others and like none.
        if length == 0.0 {
            return Err(odd("it sent a vector of zeros".to_owned()));
        }
        vector.iter_mut().for_each(|value| *value = (f64::from(*value) / length) as f32);
        match vectors.get_mut(at) {
            Some(slot @ None) => *slot = Some(vector),
            _ => return Err(odd("it sent vectors that belong to no text".to_owned())),
        }
    }
    Ok(vectors.into_iter().flatten().collect())
}

fn key(model: &str, text: &str) -> String {
    ledger_thread::key(&json!([model, text]))
}

/// A vector as the index keeps it: the scale, and signed bytes.
fn pack(vector: &[f32]) -> Vec<u8> {
    let (scale, data) = quantise(vector);
    scale.to_le_bytes().into_iter().chain(data.into_iter().map(|value| value as u8)).collect()
}

fn unpack(bytes: &[u8]) -> Option<Vec<f32>> {
    let (scale, data) = bytes.split_first_chunk::<4>()?;
    Some(dequantise(data, f32::from_le_bytes(*scale)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_packed_vector_is_nearly_itself_and_stays_as_it_is() {
        let vector = [0.6f32, -0.8, 0.0];
        let once = unpack(&pack(&vector)).unwrap();
        assert!(once.iter().zip(vector).all(|(a, b)| (a - b).abs() < 0.005), "{once:?}");
        assert_eq!(unpack(&pack(&once)).unwrap(), once);
        assert_eq!(unpack(&[1, 2]), None);
    }
}
