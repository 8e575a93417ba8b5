//! What a build with a model costs beside the model, measured on the program itself against the scripted server, which
//! runs in a process of its own and answers by rule.
//!
//! ```text
//! cargo bench --bench models -- overhead              wall time over the ideal, processor time a call: 300 text units
//! cargo bench --bench models -- kills                 20 kills at random moments of one run, then finished
//! cargo bench --bench models -- faults                an endpoint that fails in every way, against one that does not
//! cargo bench --bench models -- corpus FOLDER         tokens asked over tokens of the corpus, peak memory
//! ```
//!
//! 200 ms a call, 25 at once, `standard` with one gleaning. The ideal is max(calls ÷ 25, longest chain of dependent
//! calls) × 200 ms. Reading /proc, so on Linux only.

#[path = "../tests/rules/mod.rs"]
mod rules;
#[path = "../tests/support/mod.rs"]
mod support;

use std::collections::{HashMap, HashSet};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use gleaner::model::hash;
use gleaner::text::cutting::tokens;
use serde_json::Value;

const UNITS: usize = 300;
const AT_ONCE: usize = 25;
const LATENCY: Duration = Duration::from_millis(200);
const KILLS: usize = 20;
/// What the server needs at the most to notice that a killed client is gone, whatever it was about to send it.
const NOTICING: Duration = Duration::from_millis(400);

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["serve", kind] => serve(kind),
        ["overhead"] => overhead(),
        ["kills"] => kills(),
        ["faults"] => faults(),
        ["corpus", folder] => corpus(Path::new(folder)),
        _ => {
            overhead();
            kills();
            faults();
        }
    }
}

fn overhead() {
    let (folder, mut server) = (letters(UNITS), Server::start(""));
    // What the endpoint can do is known, as in every run but the first.
    let first = letters(1);
    index(first.path(), &server.url, first.path()).wait().unwrap();
    let known = first.path().join("data/gleaner/endpoints.json");
    std::fs::create_dir_all(folder.path().join("data/gleaner")).unwrap();
    std::fs::copy(known, folder.path().join("data/gleaner/endpoints.json")).unwrap();
    let before = server.tell("calls");
    server.tell("reset");
    let measured = Measured::of(index(folder.path(), &server.url, folder.path()));
    let calls = server.tell("calls") - before;
    let (chain, first, last) = (server.tell("chain"), server.tell("first"), server.tell("last"));
    let ideal = (calls / AT_ONCE as f64).max(chain) * LATENCY.as_secs_f64();
    println!(
        "{UNITS} text units: {calls} calls in {:.2} s, {:.2} times the ideal of {ideal:.2} s; {:.2} ms of processor a call; peak {} MB",
        measured.wall,
        measured.wall / ideal,
        measured.processor * 1000.0 / calls,
        measured.megabytes,
    );
    println!(
        "  the first call came after {:.2} s, the last {:.2} s before the end",
        measured.wall - first,
        last - LATENCY.as_secs_f64()
    );
    let again = Measured::of(index(folder.path(), &server.url, folder.path()));
    println!("once more: {:.2} s, {} calls", again.wall, server.tell("calls") - before - calls);
}

fn kills() {
    let (folder, mut server) = (letters(UNITS), Server::start(""));
    let mut seed = 0x9e37_79b9_7f4a_7c15u64;
    let mut killed = 0;
    while killed < KILLS {
        let mut child = index(folder.path(), &server.url, folder.path());
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        std::thread::sleep(Duration::from_millis(250 + (seed >> 33) % 900));
        if let Some(status) = child.try_wait().unwrap() {
            assert!(status.success());
            println!("it ended by itself after {killed} kills");
            break;
        }
        server.tell("killing");
        child.kill().unwrap();
        child.wait().unwrap();
        std::thread::sleep(NOTICING);
        let kept = support::kept_calls(&folder.path().join("bench.gleaner.building"));
        let kept: Vec<String> = kept.iter().map(usize::to_string).collect();
        server.tell(&format!("kept {}", kept.join(" ")));
        killed += 1;
    }
    let begun = Instant::now();
    assert!(index(folder.path(), &server.url, folder.path()).wait().unwrap().success());
    println!(
        "{killed} kills, finished in another {:.1} s: {} calls; of those made twice {} had not been read off the socket at the kill, {} had been and were not yet in the ledger (the oldest sent {:.1} ms before), {} were in the ledger",
        begun.elapsed().as_secs_f64(),
        server.tell("calls"),
        server.tell("in flight"),
        server.tell("arrived"),
        server.tell("oldest") * 1000.0,
        server.tell("twice"),
    );
}

fn faults() {
    let mut told = Vec::new();
    for kind in ["", "faults"] {
        let (folder, mut server) = (letters(UNITS), Server::start(kind));
        let measured = Measured::of(index(folder.path(), &server.url, folder.path()));
        let mut rounds = 1;
        let mut stats = statistics(folder.path());
        while stats["ledger"]["failed"] != 0 && rounds < 5 {
            rounds += 1;
            let mut again = gleaner(folder.path(), &server.url);
            again.args(["index", "--retry-failed", "--index", "bench.gleaner", "-q"]);
            assert!(again.status().unwrap().success());
            stats = statistics(folder.path());
        }
        let counts = ["text_units", "entities", "relationships", "claims", "communities", "reports"]
            .map(|name| (name, stats[name].clone()));
        println!(
            "{}: {} calls in {:.1} s, {rounds} run(s), {} set aside: {counts:?}",
            if kind.is_empty() { "sound endpoint" } else { "faulty endpoint" },
            server.tell("calls"),
            measured.wall,
            stats["ledger"]["failed"],
        );
        told.push(counts);
    }
    println!("{}", if told[0] == told[1] { "nothing is lost" } else { "SOMETHING IS LOST" });
}

fn corpus(input: &Path) {
    let (folder, mut server) = (tempfile::tempdir().unwrap(), Server::start("counting"));
    let measured = Measured::of(index(folder.path(), &server.url, &input.canonicalize().unwrap()));
    let stats = statistics(folder.path());
    let (asked, of) = (server.tell("tokens"), stats["tokens"].as_f64().unwrap());
    let calls = server.tell("calls");
    println!(
        "{}: {of} tokens, {} text units, {} entities, {} reports, {} set aside",
        input.display(),
        stats["text_units"],
        stats["entities"],
        stats["reports"],
        stats["ledger"]["failed"]
    );
    println!("prompt tokens over tokens of the corpus: {:.2} ({asked} in {calls} calls)", asked / of);
    for purpose in rules::PURPOSES {
        let tokens = server.tell(purpose.name());
        if tokens > 0.0 {
            println!("  {:<9} {:>6.2}", purpose.name(), tokens / of);
        }
    }
    println!(
        "{:.1} s, {:.2} ms of processor a call, peak {} MB",
        measured.wall,
        measured.processor * 1000.0 / calls,
        measured.megabytes
    );
}

fn letters(count: usize) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().join("letters");
    std::fs::create_dir(&root).unwrap();
    for number in 0..count {
        std::fs::write(root.join(format!("letter{number}.txt")), letter(number)).unwrap();
    }
    folder
}

/// A letter unlike every other, as long as a text unit: what recurs would be asked about once.
fn letter(number: usize) -> String {
    const SYLLABLES: [&str; 16] =
        ["ba", "den", "for", "gul", "hes", "kar", "lin", "mor", "nev", "os", "pra", "quil", "ros", "tam", "vel", "wyn"];
    const WORDS: [&str; 24] = [
        "lamp", "rope", "ledger", "harbour", "letter", "promise", "storm", "bridge", "cargo", "debt", "winter",
        "witness", "sold", "mended", "counted", "buried", "painted", "forgot", "carried", "measured", "copied", "hid",
        "burned", "kept",
    ];
    let mut state = number as u64 + 1;
    let mut next = |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    let mut text = String::new();
    for _ in 0..20 {
        let mut name = || {
            let parts = [SYLLABLES[next(16)], SYLLABLES[next(16)]].concat();
            parts[..1].to_uppercase() + &parts[1..]
        };
        let (one, other) = (name(), name());
        let words: Vec<&str> = (0..14).map(|_| WORDS[next(24)]).collect();
        text.push_str(&format!("The {} by {one} and {other} {}.\n", words[..4].join(" "), words[4..].join(" ")));
    }
    text
}

fn gleaner(home: &Path, url: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gleaner"));
    command
        .current_dir(home)
        .env("HOME", home)
        .env("XDG_DATA_HOME", home.join("data"))
        .env("XDG_CONFIG_HOME", home.join("config"))
        .env("GLEANER_BASE_URL", url)
        .env("GLEANER_MODEL", "m")
        .env("GLEANER_CONCURRENCY", AT_ONCE.to_string())
        .stdout(Stdio::null());
    command
}

/// Begins to index the letters of a home, or another folder.
fn index(home: &Path, url: &str, folder: &Path) -> Child {
    let root = if folder == home { home.join("letters") } else { folder.to_owned() };
    let mut command = gleaner(home, url);
    command.arg("index").arg(root).args(["--method", "standard", "--yes", "-q", "--index", "bench.gleaner"]);
    command.spawn().unwrap()
}

fn statistics(home: &Path) -> Value {
    let mut command = gleaner(home, "");
    let output = command.args(["stats", "--json", "--index", "bench.gleaner"]).stdout(Stdio::piped()).output().unwrap();
    serde_json::from_slice(&output.stdout).unwrap()
}

/// What a process took.
struct Measured {
    wall: f64,
    processor: f64,
    megabytes: u64,
}

impl Measured {
    fn of(mut child: Child) -> Self {
        let (begun, process) = (Instant::now(), format!("/proc/{}", child.id()));
        let (mut processor, mut megabytes) = (0.0, 0);
        let status = loop {
            if let Some(status) = child.try_wait().unwrap() {
                break status;
            }
            let stat = std::fs::read_to_string(format!("{process}/stat")).unwrap_or_default();
            let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
            let ticks = |at: usize| fields.get(at).and_then(|field| field.parse::<f64>().ok()).unwrap_or(0.0);
            // A hundred ticks a second, as Linux tells user space.
            processor = f64::max(processor, (ticks(11) + ticks(12)) / 100.0);
            let status = std::fs::read_to_string(format!("{process}/status")).unwrap_or_default();
            let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap_or_default();
            let kilobytes = line.split_whitespace().next().and_then(|kilobytes| kilobytes.parse::<u64>().ok());
            megabytes = megabytes.max(kilobytes.unwrap_or(0) / 1024);
            std::thread::sleep(Duration::from_millis(5));
        };
        assert!(status.success());
        Self { wall: begun.elapsed().as_secs_f64(), processor, megabytes }
    }
}

/// The server in its process.
struct Server {
    child: Child,
    asking: ChildStdin,
    answers: BufReader<ChildStdout>,
    url: String,
}

impl Server {
    fn start(kind: &str) -> Self {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["serve", if kind.is_empty() { "sound" } else { kind }])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let asking = child.stdin.take().unwrap();
        let mut answers = BufReader::new(child.stdout.take().unwrap());
        let mut url = String::new();
        answers.read_line(&mut url).unwrap();
        Self { child, asking, answers, url: url.trim().to_owned() }
    }

    /// A number that the server keeps.
    fn tell(&mut self, what: &str) -> f64 {
        writeln!(self.asking, "{what}").unwrap();
        self.asking.flush().unwrap();
        let mut answer = String::new();
        self.answers.read_line(&mut answer).unwrap();
        answer.trim().parse().unwrap()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What the server saw.
#[derive(Default)]
struct Seen {
    calls: f64,
    /// By purpose.
    tokens: HashMap<&'static str, f64>,
    first: Option<Instant>,
    latest: Option<Instant>,
    killings: Vec<Instant>,
    /// The last call of each request.
    last: HashMap<String, usize>,
    /// Calls that were made again.
    again: Vec<usize>,
    /// Calls whose answers were in the ledger at a kill.
    kept: HashSet<usize>,
    /// Levels of reports that wait for each other.
    levels: f64,
}

/// Answers until standard input closes. Tokens are counted only where they are asked for: it is work on the same cores.
fn serve(kind: &str) {
    let seen: Arc<Mutex<Seen>> = Arc::default();
    let noting = seen.clone();
    let counting = kind == "counting";
    let faults = match kind == "faults" {
        true => support::Faults { seed: 7, limited: 0.1, failing: 0.05, reset: 0.03, truncated: 0.03, malformed: 0.2 },
        false => support::Faults::default(),
    };
    let server = support::Server::faulty(faults, move |call| {
        noting.lock().unwrap().note(call, counting);
        support::Reply::text(rules::said(&call.body)).after(LATENCY).numbered()
    });
    server.keep_no_log();
    println!("{}", server.url());
    for line in std::io::stdin().lines().map_while(Result::ok) {
        let mut seen = seen.lock().unwrap();
        let number = match line.as_str() {
            "calls" => seen.calls,
            // Extract, glean, describe, and the reports of each level.
            "chain" => 3.0 + seen.levels,
            "tokens" => seen.tokens.values().sum(),
            "first" => seen.first.map_or(0.0, |first| first.elapsed().as_secs_f64()),
            "last" => seen.latest.map_or(0.0, |last| last.elapsed().as_secs_f64()),
            "reset" => {
                seen.first = None;
                0.0
            }
            "killing" => {
                seen.killings.push(Instant::now());
                0.0
            }
            "oldest" => {
                let age = |call: &usize| {
                    let sent = server.sent_at(*call)?;
                    let kill = seen.killings.iter().find(|kill| **kill >= sent)?;
                    Some(kill.duration_since(sent).as_secs_f64())
                };
                let arrived = seen.again.iter().filter(|call| server.was_read(**call) && !seen.kept.contains(call));
                arrived.filter_map(age).fold(0.0, f64::max)
            }
            "in flight" => seen.again.iter().filter(|&&call| !server.was_read(call)).count() as f64,
            "arrived" => {
                let arrived = |call: &&usize| server.was_read(**call) && !seen.kept.contains(*call);
                seen.again.iter().filter(arrived).count() as f64
            }
            "twice" => seen.again.iter().filter(|call| seen.kept.contains(call)).count() as f64,
            line if line.starts_with("kept") => {
                seen.kept.extend(line.split(' ').filter_map(|number| number.parse::<usize>().ok()));
                seen.kept.len() as f64
            }
            purpose => seen.tokens.get(purpose).copied().unwrap_or(0.0),
        };
        println!("{number}");
        std::io::stdout().flush().unwrap();
    }
}

impl Seen {
    fn note(&mut self, call: &support::Call, counting: bool) {
        self.calls += 1.0;
        self.first.get_or_insert_with(Instant::now);
        self.latest = Some(Instant::now());
        let prompt = call.prompt();
        let purpose = rules::purpose(&prompt);
        if counting {
            *self.tokens.entry(purpose.name()).or_default() += f64::from(tokens::count(&prompt));
        }
        if purpose.name() == "report" && prompt.contains("# Reports") {
            self.levels = self.levels.max(2.0);
        }
        if let Some(before) = self.last.insert(hash::hex(call.body.to_string().as_bytes()), call.number) {
            self.again.push(before);
        }
    }
}
