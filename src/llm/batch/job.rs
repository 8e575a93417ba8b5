//! One job: its calls are uploaded, it is made, looked at until it is over, and its answers are put into the ledger.

use std::collections::{HashMap, HashSet};
use std::time::Duration;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tokio::time::Instant;

use super::{Told, Waiting};
use crate::llm::calls::thinking;
use crate::llm::transport::http::Method;
use crate::llm::transport::refusal;
use crate::llm::transport::wire::{self, WireAnswer};
use crate::llm::{Answered, ChatAnswer, Client, LlmError, Purpose, client};
use crate::model::{TextUnitId, Usage, hash};
use crate::store::{About, Kept};

/// The task under which jobs that are under way are in the ledger; the key is the file of their calls.
const TASK: &str = "batch job";
/// Pause between two looks at a job, at first.
const LOOK: Duration = Duration::from_millis(500);
/// Pause between two looks at most.
const SELDOM: Duration = Duration::from_secs(30);
/// Jobs that are looked through for one whose number was never learnt.
const LISTED: usize = 100;

/// A job as the ledger has it.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Open {
    /// The file of its calls.
    file: String,
    /// None until the endpoint has said its number.
    job: Option<String>,
    model: String,
    asked: Vec<AskedFor>,
}

/// A call of a job, and what it is about.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct AskedFor {
    id: String,
    name: String,
    text_unit: Option<u32>,
    document: Option<String>,
    /// A guess, for where the endpoint tells no usage.
    #[serde(default)]
    prompt_tokens: u64,
}

impl AskedFor {
    fn of(waiting: &Waiting) -> Self {
        let About { name, text_unit, document } = waiting.request.item.clone();
        let prompt_tokens = client::prompt_tokens(&waiting.request);
        Self { id: waiting.id.clone(), name, text_unit: text_unit.map(|id| id.0), document, prompt_tokens }
    }

    /// Its purpose and its key in the ledger.
    fn place(&self) -> Option<(Purpose, &str)> {
        let (task, key) = self.id.split_once('.')?;
        Some((Purpose::ALL.into_iter().find(|purpose| purpose.name() == task)?, key))
    }
}

/// A job as the endpoint tells of it. What says neither a number nor how it stands tells of none.
#[derive(Debug, Default, Deserialize)]
struct State {
    id: String,
    status: String,
    #[serde(default)]
    input_file_id: String,
    #[serde(default)]
    output_file_id: Option<String>,
    #[serde(default)]
    error_file_id: Option<String>,
    #[serde(default)]
    errors: Value,
    #[serde(default)]
    request_counts: Value,
}

impl State {
    fn is_over(&self) -> bool {
        matches!(self.status.as_str(), "completed" | "failed" | "expired" | "cancelled")
    }

    /// Why none of it was done.
    fn why(&self) -> String {
        let said = self.errors["data"].as_array().into_iter().flatten().find_map(|error| error["message"].as_str());
        said.unwrap_or("the endpoint gives no reason").to_owned()
    }
}

impl Client {
    /// Sends calls of one model as one job, and tells those who wait for them what came of it.
    pub(super) async fn send_job(&self, waiting: Vec<Waiting>) {
        let (mut fit, mut left, mut flights) = (Vec::new(), Vec::new(), Vec::new());
        let cost_of =
            |one: &Waiting| self.may_cost(&one.request, &one.model).map(|cost| cost * self.prices().job_share());
        for one in waiting {
            match self.meter.begin_at_once(cost_of(&one)) {
                Some(flight) => {
                    flights.push(flight);
                    fit.push(one);
                }
                None => left.push(one),
            }
        }
        // What found no room asks again when this has landed, and hears then that there is none.
        let told =
            if fit.is_empty() { Told::Failed(self.meter.no_room(left.first().and_then(cost_of))) } else { Told::Again };
        if !fit.is_empty() {
            match self.asked(&fit).await {
                Ok(mut answers) => {
                    for one in fit {
                        let answer = answers.remove(&one.id).map(|answer| Told::Answer(Box::new(answer)));
                        one.told(&answer.unwrap_or(Told::Directly));
                    }
                }
                Err(error) => fit.into_iter().for_each(|one| one.told(&Told::Failed(error.clone()))),
            }
        }
        drop(flights);
        left.into_iter().for_each(|one| one.told(&told));
    }

    /// Makes a job and waits for its answers, by their ids.
    async fn asked(&self, calls: &[Waiting]) -> Result<HashMap<String, ChatAnswer>, LlmError> {
        let model = calls.first().map_or("", |one| one.model.as_str());
        let can = self.abilities(model).unwrap_or_default();
        let mut lines = String::new();
        for one in calls {
            let body = wire::chat_body(&one.request, model, &can, false);
            let line = json!({"custom_id": one.id, "method": "POST", "url": "/v1/chat/completions", "body": body});
            lines.push_str(&format!("{line}\n"));
        }
        let file = self.upload(model, &lines).await?;
        let asked = calls.iter().map(AskedFor::of).collect();
        let mut open = Open { file, job: None, model: model.to_owned(), asked };
        // Before it is made, so that one that is made is never forgotten.
        self.note(&open).await?;
        open.job = Some(self.make(&open).await?);
        self.note(&open).await?;
        self.harvest(&open).await
    }

    /// Waits for the jobs that earlier runs left under way, and takes their answers; true when there were any.
    ///
    /// # Errors
    /// The endpoint cannot be asked, or the ledger cannot be read.
    pub(super) async fn take_over(&self) -> Result<bool, LlmError> {
        let Some(paid) = &self.paid else { return Ok(false) };
        let rows = paid.all(TASK).await?;
        let open = rows.iter().filter_map(|row| serde_json::from_str::<Open>(row.output.as_deref()?).ok());
        let open: Vec<Open> = open.collect();
        let taken = open.iter().map(|open| async {
            let mut open = open.clone();
            if open.job.is_none() {
                open.job = match self.find(&open).await? {
                    Some(job) => Some(job),
                    None => Some(self.make(&open).await?),
                };
                self.note(&open).await?;
            }
            match self.harvest(&open).await {
                // What it was to answer is asked for again.
                Err(LlmError::JobFailed { .. }) => Ok(()),
                other => other.map(drop),
            }
        });
        futures::future::try_join_all(taken).await?;
        Ok(!open.is_empty())
    }

    /// Keeps a job that is under way.
    async fn note(&self, open: &Open) -> Result<(), LlmError> {
        let Some(paid) = &self.paid else { return Ok(()) };
        let about = format!("batch job of {} calls", open.asked.len());
        let row = Kept {
            task: TASK.to_owned(),
            key: open.file.clone(),
            about: About::from(about),
            model: open.model.clone(),
            output: Some(serde_json::to_string(open).unwrap_or_default()),
            used: true,
            ..Kept::default()
        };
        paid.keep(vec![row]).await
    }

    /// Uploads calls, and returns the file's name.
    async fn upload(&self, model: &str, lines: &str) -> Result<String, LlmError> {
        let mark = format!("calls-{}", hash::hex(lines.as_bytes()));
        let body = format!(
            "--{mark}\r\nContent-Disposition: form-data; name=\"purpose\"\r\n\r\nbatch\r\n--{mark}\r\n\
             Content-Disposition: form-data; name=\"file\"; filename=\"calls.jsonl\"\r\n\
             Content-Type: application/jsonl\r\n\r\n{lines}\r\n--{mark}--\r\n"
        );
        let kind = format!("multipart/form-data; boundary={mark}");
        let send = self.persist(model, 0, Some(0.0), |_| {
            let (kind, body) = (kind.clone(), body.clone().into_bytes());
            async move { self.read::<Value>(&self.http.call(Method::POST, "/files", Some((&kind, body))).await?) }
        });
        let told = send.await.map_err(no_jobs)?.0;
        let name = told["id"].as_str().map(str::to_owned);
        name.ok_or_else(|| LlmError::NoJobs {
            endpoint: self.endpoint().shown().to_owned(),
            detail: "it gave no name for the file of calls".to_owned(),
        })
    }

    /// Has the endpoint begin a job, and returns its number.
    async fn make(&self, open: &Open) -> Result<String, LlmError> {
        let body = json!({"input_file_id": open.file, "endpoint": "/v1/chat/completions", "completion_window": "24h"});
        let mut tried = false;
        let send = self.persist(&open.model, 0, Some(0.0), |_| {
            // An attempt whose answer was lost may have made it.
            let again = std::mem::replace(&mut tried, true);
            let body = body.to_string().into_bytes();
            async move {
                if again && let Some(job) = self.find(open).await? {
                    return Ok(job);
                }
                let answer = self.http.call(Method::POST, "/batches", Some(("application/json", body))).await?;
                Ok(self.read::<State>(&answer)?.id)
            }
        });
        Ok(send.await.map_err(no_jobs)?.0)
    }

    /// The job that was made of a file, if it was. A list that cannot be read says nothing of that.
    async fn find(&self, open: &Open) -> Result<Option<String>, LlmError> {
        #[derive(Deserialize)]
        struct List {
            data: Vec<State>,
        }
        let list = self.http.call(Method::GET, &format!("/batches?limit={LISTED}"), None).await?;
        let list: List = self.read(&list)?;
        Ok(list.data.into_iter().find(|state| state.input_file_id == open.file).map(|state| state.id))
    }

    /// Waits until a job is over, and puts its answers into the ledger; what it leaves unanswered is not among them.
    /// Until all of its output was read, the job stays in the ledger and its files at the endpoint.
    ///
    /// # Errors
    /// Nothing of it was done, the endpoint cannot be asked or sends what cannot be read, or the ledger cannot be
    /// written to.
    async fn harvest(&self, open: &Open) -> Result<HashMap<String, ChatAnswer>, LlmError> {
        let job = open.job.as_deref().unwrap_or_default();
        let begun = Instant::now();
        self.meter.job_begun();
        let state = self.until_over(open, job).await?;
        let mut answers = HashMap::new();
        if let Some(output) = &state.output_file_id {
            let path = format!("/files/{output}/content");
            let lines = match self.get(&open.model, &path, |output| self.lines(output)).await {
                // Its answers were taken before, by a run that could not forget it everywhere.
                Err(error) if is_gone(&error) => Vec::new(),
                other => other?,
            };
            answers = self.taken(open, &lines, begun).await?;
        }
        if let Some(paid) = &self.paid {
            paid.forget(TASK, open.file.clone()).await?;
        }
        self.meter.job_landed();
        // They hold the documents' words, and are of no more use; one that cannot be removed expires.
        let files = [Some(&open.file), state.output_file_id.as_ref(), state.error_file_id.as_ref()];
        for file in files.into_iter().flatten() {
            let _ = self.http.call(Method::DELETE, &format!("/files/{file}"), None).await;
        }
        if answers.is_empty() && state.status == "failed" {
            let endpoint = self.endpoint().shown().to_owned();
            return Err(LlmError::JobFailed { endpoint, detail: self.endpoint().clean(&state.why()) });
        }
        Ok(answers)
    }

    /// Looks at a job until it is over; one that the endpoint no longer knows is over too.
    async fn until_over(&self, open: &Open, job: &str) -> Result<State, LlmError> {
        let mut wait = LOOK;
        loop {
            let state: State = match self.get(&open.model, &format!("/batches/{job}"), |job| self.read(job)).await {
                Ok(state) => state,
                Err(error) if is_gone(&error) => State { status: "expired".to_owned(), ..State::default() },
                Err(error) => return Err(error),
            };
            if state.is_over() {
                self.meter.wait_for(None);
                return Ok(state);
            }
            let done = state.request_counts["completed"].as_u64().unwrap_or_default();
            let status = self.endpoint().clean(&state.status.replace('_', " "));
            let line = format!("a batch job of {} calls is {status}, {done} are answered", open.asked.len());
            self.meter.wait_for(Some(line));
            tokio::time::sleep(wait.mul_f64(self.haste)).await;
            wait = (wait * 2).min(SELDOM);
        }
    }

    /// Asks for something until it can be read, as often as for any answer.
    async fn get<T>(
        &self,
        model: &str,
        path: &str,
        read: impl Fn(&[u8]) -> Result<T, LlmError>,
    ) -> Result<T, LlmError> {
        let read = &read;
        let send =
            self.persist(model, 0, Some(0.0), |_| async move { read(&self.http.call(Method::GET, path, None).await?) });
        Ok(send.await?.0)
    }

    /// Reads what the endpoint sent with status 200, which may be a page all the same.
    fn read<T: DeserializeOwned>(&self, answer: &[u8]) -> Result<T, LlmError> {
        let page = || refusal::not_an_api(self.endpoint(), &String::from_utf8_lossy(answer));
        serde_json::from_slice(answer).map_err(|_| page())
    }

    /// Reads the lines of a job's output, all of them.
    fn lines(&self, output: &[u8]) -> Result<Vec<Value>, LlmError> {
        let lines = output.split(|&byte| byte == b'\n').filter(|line| !line.trim_ascii().is_empty());
        lines.map(|line| self.read(line)).collect()
    }

    /// Keeps the answers that a job's output holds, and counts them: what cannot be used was paid for all the same.
    async fn taken(
        &self,
        open: &Open,
        lines: &[Value],
        begun: Instant,
    ) -> Result<HashMap<String, ChatAnswer>, LlmError> {
        let asked: HashMap<&str, &AskedFor> = open.asked.iter().map(|asked| (asked.id.as_str(), asked)).collect();
        let known = self.already(open).await?;
        let (mut answers, mut rows) = (HashMap::new(), Vec::new());
        for line in lines {
            let Some(asked) = line["custom_id"].as_str().and_then(|id| asked.get(id)) else { continue };
            let Some((purpose, key)) = asked.place() else { continue };
            let response = &line["response"];
            if known.contains(&asked.id) || response["status_code"] != 200 {
                continue;
            }
            let Some(said) = wire::said(&response["body"]) else { continue };
            let answer = self.answer_of_job(&open.model, said, asked.prompt_tokens, begun);
            self.meter.count(Some(purpose), answer.usage, 0.0);
            let about = AskedFor::clone(asked);
            let mut row = Kept {
                task: purpose.name().to_owned(),
                key: key.to_owned(),
                about: About { name: about.name, text_unit: about.text_unit.map(TextUnitId), document: about.document },
                model: answer.model.clone(),
                usage: answer.usage,
                used: true,
                ..Kept::default()
            };
            if answer.text.trim().is_empty() {
                if let Some(paid) = &self.paid {
                    paid.spent(purpose.name(), row);
                }
                continue;
            }
            row.output = Some(client::written(&answer));
            rows.push(row);
            answers.insert(asked.id.clone(), answer);
        }
        if let Some(paid) = &self.paid {
            paid.keep(rows).await.inspect_err(|_| self.meter.not_kept())?;
        }
        Ok(answers)
    }

    /// The calls of a job that have their answers: a run was stopped between keeping them and forgetting it.
    async fn already(&self, open: &Open) -> Result<HashSet<String>, LlmError> {
        let Some(paid) = &self.paid else { return Ok(HashSet::new()) };
        let mut known = HashSet::new();
        for purpose in Purpose::ALL {
            let of = open.asked.iter().filter_map(|asked| Some((asked, asked.place()?)));
            let of: Vec<_> = of.filter(|(_, (its, _))| *its == purpose).collect();
            let keys = of.iter().map(|(_, (_, key))| (*key).to_owned()).collect();
            let found = paid.answers(purpose.name(), keys).await?;
            known.extend(
                of.iter().zip(found).filter(|(_, kept)| kept.is_some()).map(|((asked, _), _)| asked.id.clone()),
            );
        }
        Ok(known)
    }

    /// An answer at the price of a job; empty where it says nothing.
    fn answer_of_job(&self, model: &str, mut said: WireAnswer, prompt_tokens: u64, begun: Instant) -> ChatAnswer {
        said.cut(client::MOST_BYTES);
        let (prompt, completion) = said.usage.unwrap_or_else(|| (prompt_tokens, client::said_tokens(&said)));
        let (thought, text) = thinking::split(&said.text);
        let thinking = [said.thinking, thought].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>();
        let whole = self.usage(model, prompt, completion);
        ChatAnswer {
            text,
            thinking: thinking.join("\n"),
            finish: said.finish.unwrap_or_default(),
            usage: Usage { cost_usd: whole.cost_usd * self.prices().job_share(), ..whole },
            model: said.model.filter(|name| !name.is_empty()).unwrap_or_else(|| model.to_owned()),
            answered: Answered::Now(begun.elapsed()),
        }
    }
}

/// What an endpoint says of a job or a file that it no longer has.
fn is_gone(error: &LlmError) -> bool {
    matches!(error, LlmError::Refused { status: 404 | 410, .. })
}

/// What an endpoint without jobs says, told as what it is; trouble of its own and a key it does not take stay as they
/// are.
fn no_jobs(error: LlmError) -> LlmError {
    match error {
        LlmError::Refused { endpoint, detail, .. } => LlmError::NoJobs { endpoint, detail },
        other => other,
    }
}
