//! Batch jobs of the scripted server: files of calls, jobs that are done after so many looks, and files of answers.

use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde_json::{Value, json};

use super::reply::Body;
use super::serve::usage;
use super::{Call, Reply};

/// The jobs of a server; copies are of the same.
#[derive(Clone, Default)]
pub struct Jobs {
    shared: Arc<Shared>,
}

#[derive(Default)]
struct Shared {
    /// Looks before a job is over.
    looks: AtomicUsize,
    /// It runs out of time with half of its calls answered.
    expires: AtomicBool,
    /// It is not begun at all.
    fails: AtomicBool,
    /// The first that is made is never told of.
    forgets: AtomicBool,
    /// What is asked for in this way cannot be read.
    garbles: Mutex<Option<&'static str>>,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    files: HashMap<String, String>,
    jobs: BTreeMap<String, Job>,
    /// Calls of all jobs, by their ids, with how often each was sent.
    asked: HashMap<String, usize>,
    made: usize,
}

#[derive(Clone, Default)]
struct Job {
    input: String,
    looks: usize,
    /// Files of answers and of errors, when it is over.
    over: Option<(String, String)>,
}

impl Jobs {
    /// Jobs that are over when they were looked at so often.
    pub fn after(looks: usize) -> Self {
        let jobs = Self::default();
        jobs.take(looks);
        jobs
    }

    /// From now on jobs are over when they were looked at so often.
    pub fn take(&self, looks: usize) {
        self.shared.looks.store(looks, Ordering::Relaxed);
    }

    pub fn expiring(self) -> Self {
        self.shared.expires.store(true, Ordering::Relaxed);
        self
    }

    pub fn failing(self) -> Self {
        self.shared.fails.store(true, Ordering::Relaxed);
        self
    }

    /// The connection breaks when the first job was made.
    pub fn forgetful(self) -> Self {
        self.shared.forgets.store(true, Ordering::Relaxed);
        self
    }

    /// From now on what is asked for with a path that ends so is a page, or lacks its end.
    pub fn garble(&self, path: Option<&'static str>) {
        *self.shared.garbles.lock().unwrap() = path;
    }

    /// Jobs that were made.
    pub fn made(&self) -> usize {
        self.state().jobs.len()
    }

    /// Calls that jobs were made of, and the most often that one of them was sent.
    pub fn asked(&self) -> (usize, usize) {
        let state = self.state();
        (state.asked.len(), state.asked.values().copied().max().unwrap_or_default())
    }

    /// Files that are there.
    pub fn files(&self) -> usize {
        self.state().files.len()
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.shared.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What is answered to a call for files or jobs; none to any other.
    pub(super) fn reply(&self, call: &Call, rule: &dyn Fn(&Call) -> Reply) -> Option<Reply> {
        let (method, path) = call.line.split_once(' ')?;
        let path = path.strip_prefix("/v1")?;
        let parts: Vec<&str> = path.trim_start_matches('/').split('/').collect();
        let missing = || Reply::error(404, "no such thing", None, None);
        let garbles = self.shared.garbles.lock().unwrap().is_some_and(|end| method == "GET" && path.ends_with(end));
        let mut state = self.state();
        Some(match (method, parts.as_slice()) {
            ("GET", ["files", id, "content"]) if garbles => {
                let text = &state.files[*id];
                Reply::raw(200, "application/octet-stream", text[..text.len() - 9].to_owned())
            }
            ("GET", _) if garbles => Reply::raw(200, "text/html", "<title>Just a moment</title>"),
            ("POST", ["files"]) => {
                let body = String::from_utf8_lossy(&call.raw).into_owned();
                let lines: Vec<&str> = body.lines().filter(|line| line.starts_with('{')).collect();
                assert!(body.contains("name=\"purpose\"\r\n\r\nbatch") && body.contains("filename="), "{body}");
                state.made += 1;
                let id = format!("file-{}", state.made);
                state.files.insert(id.clone(), lines.join("\n"));
                Reply::json(200, json!({"id": id, "object": "file", "purpose": "batch"}))
            }
            ("GET", ["files", id, "content"]) => state
                .files
                .get(*id)
                .map_or_else(missing, |text| Reply::raw(200, "application/octet-stream", text.clone())),
            ("DELETE", ["files", id]) => {
                state.files.remove(*id);
                Reply::json(200, json!({"id": id, "deleted": true}))
            }
            ("POST", ["batches"]) => {
                assert_eq!(call.body["completion_window"], "24h");
                let input = call.body["input_file_id"].as_str().unwrap_or_default().to_owned();
                for line in state.files.get(&input).cloned().unwrap_or_default().lines() {
                    let line: Value = serde_json::from_str(line).unwrap();
                    *state.asked.entry(line["custom_id"].as_str().unwrap().to_owned()).or_default() += 1;
                }
                state.made += 1;
                let id = format!("batch-{}", state.made);
                state.jobs.insert(id.clone(), Job { input, ..Job::default() });
                match self.shared.forgets.swap(false, Ordering::Relaxed) {
                    true => Reply::reset(),
                    false => Reply::json(200, told(&id, &state.jobs[&id], "validating")),
                }
            }
            ("GET", ["batches"]) => {
                let all: Vec<Value> = state.jobs.iter().map(|(id, job)| told(id, job, "in_progress")).collect();
                Reply::json(200, json!({"object": "list", "data": all}))
            }
            ("GET", ["batches", id]) => match state.jobs.get(*id).cloned() {
                None => missing(),
                Some(job) => Reply::json(200, self.look(&mut state, id, job, rule)),
            },
            _ => return None,
        })
    }

    fn look(&self, state: &mut State, id: &str, mut job: Job, rule: &dyn Fn(&Call) -> Reply) -> Value {
        job.looks += 1;
        let expires = self.shared.expires.load(Ordering::Relaxed);
        let mut status = "in_progress";
        if self.shared.fails.load(Ordering::Relaxed) {
            status = "failed";
        } else if job.looks > self.shared.looks.load(Ordering::Relaxed) {
            status = if expires { "expired" } else { "completed" };
            if job.over.is_none() {
                let lines = state.files.get(&job.input).cloned().unwrap_or_default();
                let (answers, errors) = answered(&lines, expires, rule);
                state.made += 1;
                let files = (format!("file-{}-out", state.made), format!("file-{}-err", state.made));
                state.files.insert(files.0.clone(), answers);
                state.files.insert(files.1.clone(), errors);
                job.over = Some(files);
            }
        }
        let told = told(id, &job, status);
        state.jobs.insert(id.to_owned(), job);
        told
    }
}

fn told(id: &str, job: &Job, status: &str) -> Value {
    let (output, errors) = job.over.clone().map_or((None, None), |(output, errors)| (Some(output), Some(errors)));
    json!({"id": id, "object": "batch", "status": status, "input_file_id": job.input, "output_file_id": output,
        "error_file_id": errors, "request_counts": {"total": 0, "completed": 0, "failed": 0},
        "errors": {"data": [{"message": "the queue is full"}]}})
}

/// The lines of answers and of errors, in another order than the calls came.
fn answered(lines: &str, expires: bool, rule: &dyn Fn(&Call) -> Reply) -> (String, String) {
    let (mut answers, mut errors) = (Vec::new(), Vec::new());
    for (at, line) in lines.lines().enumerate() {
        let line: Value = serde_json::from_str(line).unwrap();
        let id = &line["custom_id"];
        if expires && at % 2 == 1 {
            errors.push(json!({"custom_id": id, "response": null, "error": {"code": "batch_expired"}}).to_string());
            continue;
        }
        let call = Call {
            number: 0,
            before: 0,
            line: format!("POST {}", line["url"].as_str().unwrap()),
            query: String::new(),
            headers: HashMap::new(),
            body: line["body"].clone(),
            raw: Vec::new(),
        };
        let reply = rule(&call);
        match &reply.body {
            Body::Chat { text, finish, .. } if reply.status == 200 => {
                let body = json!({"object": "chat.completion", "model": call.model(), "usage": usage(&call, text),
                    "choices": [{"index": 0, "message": {"role": "assistant", "content": text}, "finish_reason": finish}]});
                answers.push(
                    json!({"custom_id": id, "response": {"status_code": 200, "body": body}, "error": null}).to_string(),
                );
            }
            _ => errors.push(
                json!({"custom_id": id, "response": {"status_code": reply.status, "body": {}}, "error": null})
                    .to_string(),
            ),
        }
    }
    answers.reverse();
    (answers.join("\n"), errors.join("\n"))
}
