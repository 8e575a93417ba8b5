//! What asking a model costs beside the model: wall time over the ideal, our own processor time for each call, and peak
//! memory, against the scripted server in a process of its own. Every answer is kept in a ledger.
//!
//! ```text
//! cargo bench --bench provider
//! ```
//!
//! 300 text units, each two calls that depend on each other (extract, then glean), 200 ms each, 25 at once: the ideal
//! is the larger of calls ÷ 25 and 2, times 200 ms. Reading /proc, so on Linux only.

#[path = "../tests/support/mod.rs"]
mod support;

use std::io::{BufRead, Write};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use futures::stream::{self, StreamExt};
use gleaner::config::Settings;
use gleaner::llm::{ChatRequest, Client, ClientOptions, Message, Provider, Purpose};
use gleaner::store::{Ledger, Writer};

const UNITS: usize = 300;
const AT_ONCE: u32 = 25;
const LATENCY: Duration = Duration::from_millis(200);

fn main() {
    if std::env::args().any(|argument| argument == "serve") {
        return serve();
    }
    let mut server = Command::new(std::env::current_exe().unwrap())
        .arg("serve")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut url = String::new();
    std::io::BufReader::new(server.stdout.take().unwrap()).read_line(&mut url).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let settings = Settings {
        model: "m".to_owned(),
        base_url: url.trim().to_owned(),
        concurrency: AT_ONCE,
        ..Settings::default()
    };
    let runtime = gleaner::llm::runtime().unwrap();
    // The second run finds everything in the ledger.
    for name in ["asked", "from the ledger"] {
        let index = folder.path().join("bench.gleaner");
        drop(Writer::open(&index).unwrap());
        let options = ClientOptions {
            ledger: Some(Ledger::of_index(&index).unwrap()),
            remembered: Some(folder.path().join("endpoints.json")),
            ..ClientOptions::default()
        };
        let client = Client::new(&settings, None, options).unwrap();
        let (begun, busy) = (Instant::now(), processor_time());
        runtime.block_on(async {
            stream::iter(0..UNITS)
                .map(|unit| unit_of_work(&client, unit))
                .buffer_unordered(AT_ONCE as usize)
                .for_each(|()| async {})
                .await;
        });
        let (wall, busy) = (begun.elapsed().as_secs_f64(), processor_time() - busy);
        let usage = client.meter().read().usage;
        let calls = usage.calls + usage.cached_calls;
        let ideal = (f64::from(usage.calls) / f64::from(AT_ONCE)).max(2.0) * LATENCY.as_secs_f64();
        println!(
            "{name}: {calls} calls in {wall:.2} s, {:.2} times the ideal of {ideal:.2} s; {:.2} ms of processor a call; peak {} MB",
            wall / ideal,
            busy * 1000.0 / f64::from(calls),
            peak_megabytes(),
        );
    }
    drop(server.stdin.take());
    server.wait().unwrap();
}

async fn unit_of_work(client: &Client, unit: usize) {
    // As long as a text unit with its prompt: about 2,000 tokens.
    let text = format!("text unit {unit}: {}", "The warden wrote that the gauge at the weir had risen. ".repeat(150));
    for purpose in [Purpose::Extract, Purpose::Glean] {
        let messages = vec![Message::system("You read closely."), Message::user(text.as_str())];
        let request = ChatRequest::new(purpose, format!("text unit {unit}"), messages).max_tokens(1000);
        client.chat(&request).await.unwrap();
    }
}

/// Answers until standard input closes.
fn serve() {
    let answer = "(\"entity\"<|>THE WARDEN<|>person<|>Keeps the gauge at the weir)##".repeat(20);
    let server = support::Server::start(move |_| support::Reply::text(answer.as_str()).after(LATENCY));
    server.keep_no_log();
    println!("{}", server.url());
    std::io::stdout().flush().unwrap();
    std::io::stdin().read_line(&mut String::new()).unwrap();
}

/// Seconds of processor time of this process so far.
fn processor_time() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
    let ticks = |at: usize| fields.get(at).and_then(|field| field.parse::<f64>().ok()).unwrap_or(0.0);
    // A hundred ticks a second, as Linux tells user space.
    (ticks(11) + ticks(12)) / 100.0
}

fn peak_megabytes() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap_or_default();
    line.split_whitespace().next().and_then(|kilobytes| kilobytes.parse::<u64>().ok()).unwrap_or(0) / 1024
}
