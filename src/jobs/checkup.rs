//! Looking whether models can be used: whether one is configured, what its endpoint can do, and what stands ready on
//! this machine. `doctor` and the explorer's settings both ask here.

use std::time::Duration;

use serde::Serialize;

use crate::config::{Paths, Settings};
use crate::judgement::extractive::vectors::static_vectors;
use crate::llm::{
    Chatting, Client, ClientOptions, Embedding, Form, Key, LlmError, OPENAI, Prices, Reranking, Role, model_of,
};

/// A server on this machine that does not answer within so many seconds is none.
const LOCAL_SECONDS: u32 = 2;
/// Models named in a line.
const NAMED: usize = 8;

/// Something that was looked at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CheckResult {
    pub name: String,
    pub ok: bool,
    pub message: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub hints: Vec<String>,
}

impl CheckResult {
    pub fn good(name: &str, message: impl Into<String>) -> Self {
        Self { name: name.to_owned(), ok: true, message: message.into(), hints: Vec::new() }
    }

    pub fn bad(name: &str, message: impl Into<String>, hints: Vec<String>) -> Self {
        Self { name: name.to_owned(), ok: false, message: message.into(), hints }
    }
}

/// Looks at the endpoint that is configured, and for servers on this machine. Opens no socket with `offline`.
pub fn all(settings: &Settings, paths: &Paths, offline: bool) -> Vec<CheckResult> {
    let mut checks: Vec<CheckResult> = static_vectors(settings).into_iter().collect();
    checks.extend(configured(settings, paths, offline));
    if !offline {
        checks.extend(local_servers(settings));
    }
    checks
}

/// Looks at the endpoint that is configured, with every model that is used.
pub fn configured(settings: &Settings, paths: &Paths, offline: bool) -> Vec<CheckResult> {
    let chats = models(settings, &[Role::Extraction, Role::Report, Role::Rating, Role::Answer]);
    let embeds = models(settings, &[Role::Embedding]);
    let reranks = models(settings, &[Role::Rerank]);
    if chats.is_empty() && embeds.is_empty() && reranks.is_empty() {
        return vec![CheckResult::good(
            "model",
            "none is configured: everything is done offline, nothing is sent anywhere",
        )];
    }
    if offline {
        return vec![CheckResult::good("model", format!("not looked at, because of --offline: {}", address(settings)))];
    }
    on_runtime(endpoint(settings, paths, [&chats, &embeds, &reranks]))
}

/// Looks for servers on this machine, other than the one that is configured.
pub fn local_servers(settings: &Settings) -> Vec<CheckResult> {
    let configured = Role::ALL.iter().any(|&role| !model_of(settings, role).is_empty());
    on_runtime(local(settings, configured))
}

fn on_runtime(looking: impl Future<Output = Vec<CheckResult>>) -> Vec<CheckResult> {
    match crate::llm::runtime() {
        Ok(runtime) => runtime.block_on(looking),
        Err(e) => {
            let hints = vec!["end other programs, or raise the limit of open files, and try again".to_owned()];
            vec![CheckResult::bad("model", format!("no socket can be had: {e}"), hints)]
        }
    }
}

fn address(settings: &Settings) -> &str {
    if settings.base_url.is_empty() { OPENAI } else { &settings.base_url }
}

/// The models of some roles, each once.
fn models(settings: &Settings, roles: &[Role]) -> Vec<String> {
    let mut models: Vec<String> =
        roles.iter().map(|role| model_of(settings, *role)).filter(|model| !model.is_empty()).collect();
    models.sort();
    models.dedup();
    models
}

fn trouble(name: &str, error: &LlmError) -> CheckResult {
    CheckResult::bad(name, error.to_string(), error.hint().into_iter().collect())
}

/// Tries every model of an endpoint: those that chat, those that embed, those that put in order.
async fn endpoint(settings: &Settings, paths: &Paths, [chats, embeds, reranks]: [&[String]; 3]) -> Vec<CheckResult> {
    let environment = |name: &str| std::env::var(name).ok();
    let key = match Key::find(settings, environment) {
        Ok(key) => key,
        Err(error) => return vec![trouble("key", &error)],
    };
    // An answer is waited for as long as a build waits for it: one that is slow is not called bad. What nobody takes at
    // all is tried for a shorter time.
    let hasty = Settings { patience: settings.patience.min(20), ..settings.clone() };
    let options = ClientOptions { remembered: Some(paths.endpoints()), ..ClientOptions::default() };
    let client = match Client::new(&hasty, key, options) {
        Ok(client) => client,
        Err(error) => return vec![trouble("model", &error)],
    };
    let endpoint = client.endpoint();
    let shown = endpoint.shown().to_owned();
    let mut checks = Vec::new();
    match (endpoint.has_key(), endpoint.exposes_key()) {
        (_, true) => {
            checks.push(CheckResult::good("key", "there is one; it travels unencrypted, because the address is http"))
        }
        (true, _) => checks.push(CheckResult::good("key", "there is one")),
        (false, _) => checks.push(CheckResult::good("key", "there is none")),
    }
    match client.models().await {
        Ok(offered) => {
            let mut check = CheckResult::good("endpoint", format!("{shown} offers {}", listed(&offered)));
            let missing = chats.iter().chain(embeds).chain(reranks).filter(|model| !offered.contains(model));
            // A list may be of one kind only, or name deployments otherwise: what counts is the try below.
            check.hints = missing.map(|model| format!("`{model}` is not in its list")).collect();
            checks.push(check);
        }
        Err(error @ (LlmError::NotAnApi { .. } | LlmError::Refused { .. } | LlmError::Server { .. })) => {
            let mut check = CheckResult::good("endpoint", format!("{shown} gives no list of models"));
            check.hints.push(error.to_string());
            checks.push(check);
        }
        Err(error) if error.ends_the_run() => {
            checks.push(trouble("endpoint", &error));
            return checks;
        }
        // It is there: what counts is the try below.
        Err(error) => {
            let mut check = CheckResult::good("endpoint", format!("{shown} is there; its list of models did not come"));
            check.hints.push(error.to_string());
            checks.push(check);
        }
    }
    for model in chats {
        checks.push(match client.try_chat(model).await {
            Ok(found) => CheckResult::good("chat", chatting(&found, &client)),
            Err(error @ LlmError::Timeout { after, .. }) => {
                let slow =
                    format!("{model} is slow: {shown} is there, and gave no answer within {} s", after.as_secs());
                CheckResult::bad("chat", slow, error.hint().into_iter().collect())
            }
            Err(error) => trouble("chat", &error),
        });
    }
    for model in embeds {
        checks.push(match client.try_embedding(model).await {
            Ok(found) => CheckResult::good("embedding", embedding(&found)),
            Err(error) => trouble("embedding", &error),
        });
    }
    for model in reranks {
        checks.push(match client.try_reranking(model).await {
            Ok(found) => reranking(&found),
            Err(error) => trouble("rerank", &error),
        });
    }
    checks
}

fn listed(models: &[String]) -> String {
    let named = models.iter().take(NAMED).map(String::as_str).collect::<Vec<_>>().join(", ");
    match models.len() {
        0 => "no models".to_owned(),
        count if count <= NAMED => named,
        count => format!("{count} models: {named}, …"),
    }
}

/// What a chat model can do, in one line.
fn chatting(found: &Chatting, client: &Client) -> String {
    let form = match found.can.form {
        Form::Schema => "JSON by schema",
        Form::JsonWithSchema => "JSON by schema (llama-cpp-python's way)",
        Form::Json => "JSON",
        Form::Plain => "plain text only",
    };
    let mut parts = vec![form.to_owned(), if found.streams { "streams" } else { "does not stream" }.to_owned()];
    for (without, word) in [
        (!found.can.system, "no system messages"),
        (!found.can.temperature, "no temperature"),
        (found.can.thinks, "thinks aloud"),
    ] {
        if without {
            parts.push(word.to_owned());
        }
    }
    parts.push(priced(client.prices(), &found.model));
    format!("{} answers in {:.1} s: {}", found.model, found.milliseconds as f64 / 1000.0, parts.join(", "))
}

/// What a model costs, and who says so: the settings, or the table of a month.
fn priced(prices: &Prices, model: &str) -> String {
    match prices.of(model) {
        Some(price) if price.prompt == 0.0 && price.answer == 0.0 => "free".to_owned(),
        Some(price) => {
            let from = if prices.is_own(model) { "as set" } else { &prices.as_of };
            format!("${} and ${} for a million tokens ({from})", price.prompt, price.answer)
        }
        None => format!("no price known: set prices = [\"{model} PROMPT ANSWER\"]"),
    }
}

fn embedding(found: &Embedding) -> String {
    let form = if found.base64 { "base64" } else { "numbers" };
    format!("{} gives vectors of {} dimensions as {form} in {} ms", found.model, found.dimensions, found.milliseconds)
}

fn reranking(found: &Reranking) -> CheckResult {
    let Reranking { model, sensible, milliseconds } = found;
    match sensible {
        true => CheckResult::good("rerank", format!("{model} puts texts in order in {milliseconds} ms")),
        false => CheckResult::bad(
            "rerank",
            format!("{model} answers in {milliseconds} ms, and puts a text that does not answer first"),
            vec!["it may be no model for this: set rerank_model to one, or leave it empty".to_owned()],
        ),
    }
}

/// Looks whether the static vectors of the settings can be read; nothing where the settings name none.
pub fn static_vectors(settings: &Settings) -> Option<CheckResult> {
    Some(match static_vectors::of_setting(&settings.vectors) {
        Ok(fixed) => {
            let fixed = fixed?;
            let mut check = CheckResult::good(
                "vectors",
                format!("{}: {} tokens, {} dimensions", fixed.label(), fixed.len(), fixed.dimensions()),
            );
            if !model_of(settings, Role::Embedding).is_empty() {
                check.hints.push("embedding_model is set too: these go before it".to_owned());
            }
            check
        }
        Err(error) => CheckResult::bad("vectors", error.to_string(), vec![error.hint]),
    })
}

async fn local(settings: &Settings, configured: bool) -> Vec<CheckResult> {
    let mut checks = Vec::new();
    let others = settings.local_servers.iter().filter(|url| !configured || url.as_str() != settings.base_url);
    for url in others {
        let there = Settings { base_url: url.clone(), request_timeout: LOCAL_SECONDS, ..Settings::default() };
        // No key goes there: it was not meant for it.
        let Ok(client) = Client::new(&there, None, ClientOptions::default()) else { continue };
        let looked = tokio::time::timeout(Duration::from_secs(u64::from(LOCAL_SECONDS)), client.models()).await;
        let Ok(Ok(offered)) = looked else { continue };
        let shown = client.endpoint().shown();
        let mut check = CheckResult::good("local", format!("a server at {shown} offers {}", listed(&offered)));
        if let Some(model) = offered.first() {
            check.hints.push(format!("to use it, set base_url = \"{shown}\" and model = \"{model}\""));
        }
        checks.push(check);
    }
    if checks.is_empty() && !configured {
        let looked = settings.local_servers.join(", ");
        if !looked.is_empty() {
            checks
                .push(CheckResult::good("local", format!("no server of models on this machine (looked at {looked})")));
        }
    }
    checks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_price_says_where_it_is_from() {
        let prices = Prices::new(&["mine 0.5 1.5".to_owned()], false).expect("prices");
        assert_eq!(priced(&prices, "mine"), "$0.5 and $1.5 for a million tokens (as set)");
        let table = priced(&prices, "gpt-4.1-mini");
        assert!(table.ends_with(&format!("({})", prices.as_of)), "{table}");
        assert!(priced(&prices, "nobody-knows").starts_with("no price known"));
        let local = Prices::new(&[], true).expect("prices");
        assert_eq!(priced(&local, "mine"), "free");
    }
}
