//! How far long work is: counters that anyone may read while it runs, rare facts, and the flag that stops it. A million
//! extracted entities are a million additions to a counter and never a message.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::SyncSender;
use std::time::Instant;

use serde::{Deserialize, Serialize};

use super::Usage;

/// The stages of a build, in their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Stage {
    /// Files are read, what recurs is found, text units are cut.
    Read,
    /// Names and terms are found in every text unit.
    Extract,
    /// Names of one thing are joined, relationships weighed, descriptions chosen.
    Merge,
    /// Entities are grouped into the hierarchy of communities.
    Cluster,
    /// One description is made of the several that a model gave, while the first reports are written.
    Describe,
    Report,
    /// Vectors are trained and kept.
    Embed,
    /// Everything is made findable by its words.
    Words,
    /// The build takes the index's place.
    Publish,
}

impl Stage {
    pub const ALL: [Stage; 9] = [
        Stage::Read,
        Stage::Extract,
        Stage::Merge,
        Stage::Cluster,
        Stage::Describe,
        Stage::Report,
        Stage::Embed,
        Stage::Words,
        Stage::Publish,
    ];

    /// The key under which its mark is kept.
    pub fn name(self) -> &'static str {
        match self {
            Stage::Read => "read",
            Stage::Extract => "extract",
            Stage::Merge => "merge",
            Stage::Cluster => "cluster",
            Stage::Describe => "describe",
            Stage::Report => "report",
            Stage::Embed => "embed",
            Stage::Words => "words",
            Stage::Publish => "publish",
        }
    }

    /// Its number among those that every build has, from 1, and theirs: describing is part of what is reported.
    pub fn step(self) -> (usize, usize) {
        let number = |stage: Stage| stage as usize + usize::from(stage <= Stage::Describe);
        (number(self), number(Stage::Publish))
    }

    /// What is being done, for a progress line.
    pub fn doing(self) -> &'static str {
        match self {
            Stage::Read => "reading",
            Stage::Extract => "extracting",
            Stage::Merge => "merging",
            Stage::Cluster => "clustering",
            Stage::Describe => "describing",
            Stage::Report => "reporting",
            Stage::Embed => "embedding",
            Stage::Words => "indexing words",
            Stage::Publish => "finishing",
        }
    }

    /// What its counter counts, of so many; empty where there is nothing to count.
    pub fn unit(self, number: u64) -> &'static str {
        let (one, many) = match self {
            Stage::Read => ("file", "files"),
            Stage::Extract => ("passage", "passages"),
            Stage::Describe => ("description", "descriptions"),
            Stage::Report => ("report", "reports"),
            Stage::Words => ("record", "records"),
            Stage::Merge | Stage::Cluster | Stage::Embed | Stage::Publish => ("", ""),
        };
        if number == 1 { one } else { many }
    }
}

/// Something rare that happened in long work.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fact {
    Begun(Stage),
    /// Taken over from a build that was stopped.
    Resumed(Stage),
    Finished(Stage),
    /// Something was left out: a file, a text unit; with why.
    Failed {
        what: String,
        why: String,
    },
}

/// Counters of one stage.
#[derive(Debug, Default)]
pub struct StageProgress {
    pub done: AtomicU64,
    /// 0 while it is not known.
    pub total: AtomicU64,
    pub failed: AtomicU64,
}

impl StageProgress {
    pub fn add(&self, done: u64) {
        self.done.fetch_add(done, Ordering::Relaxed);
    }

    pub fn expect(&self, total: u64) {
        self.total.store(total, Ordering::Relaxed);
    }
}

/// How far a piece of long work is. Shared by whoever works and whoever watches.
#[derive(Debug)]
pub struct Progress {
    stages: [StageProgress; Stage::ALL.len()],
    /// Position of the stage under way; one past the last when all is done.
    current: AtomicUsize,
    cancelled: AtomicBool,
    begun: Instant,
    /// How fast the stage under way goes.
    pace: Mutex<Pace>,
    facts: Option<SyncSender<Fact>>,
    spent: Mutex<Usage>,
}

impl Default for Progress {
    fn default() -> Self {
        let now = Instant::now();
        Self {
            stages: Default::default(),
            current: AtomicUsize::new(0),
            cancelled: AtomicBool::new(false),
            begun: now,
            pace: Mutex::new(Pace::from(now, 0)),
            facts: None,
            spent: Mutex::default(),
        }
    }
}

impl Progress {
    /// Progress that also tells its rare facts. When nobody takes them they are dropped: work never waits for a
    /// watcher.
    pub fn telling(facts: SyncSender<Fact>) -> Self {
        Self { facts: Some(facts), ..Self::default() }
    }

    /// Asks the work to stop at its next step. What is finished stays.
    pub fn cancel(&self) {
        self.cancelled.store(true, Ordering::Relaxed);
    }

    pub fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }

    pub fn stage(&self, stage: Stage) -> &StageProgress {
        &self.stages[stage as usize]
    }

    /// The stage under way; none when all are done.
    pub fn current(&self) -> Option<Stage> {
        Stage::ALL.get(self.current.load(Ordering::Relaxed)).copied()
    }

    pub fn begin(&self, stage: Stage) {
        self.current.store(stage as usize, Ordering::Relaxed);
        if let Ok(mut pace) = self.pace.lock() {
            *pace = Pace::from(Instant::now(), self.stage(stage).done.load(Ordering::Relaxed));
        }
        self.tell(Fact::Begun(stage));
    }

    pub fn finish(&self, stage: Stage) {
        self.current.store(stage as usize + 1, Ordering::Relaxed);
        self.tell(Fact::Finished(stage));
    }

    pub fn tell(&self, fact: Fact) {
        if let Some(facts) = &self.facts {
            let _ = facts.try_send(fact);
        }
    }

    /// Adds what a judgement cost.
    pub fn spend(&self, usage: Usage) {
        if let Ok(mut spent) = self.spent.lock() {
            *spent += usage;
        }
    }

    /// What all judgements cost so far.
    pub fn spent(&self) -> Usage {
        self.spent.lock().map(|spent| *spent).unwrap_or_default()
    }

    /// Seconds since the work began.
    pub fn elapsed(&self) -> f64 {
        self.begun.elapsed().as_secs_f64()
    }

    /// How many a second, and the seconds left, of the stage under way; none before it can be told.
    pub fn rate(&self) -> Option<(f64, f64)> {
        let stage = self.stage(self.current()?);
        let (done, total) = (stage.done.load(Ordering::Relaxed), stage.total.load(Ordering::Relaxed));
        self.pace.lock().ok()?.rate(Instant::now(), done, total)
    }
}

/// How fast a stage goes, as far as somebody watches.
#[derive(Debug)]
struct Pace {
    /// When it began, and how much was done by then.
    begun: Instant,
    before: u64,
    /// When it was last seen to have gone on, and how much was done then.
    seen: Instant,
    done: u64,
}

impl Pace {
    fn from(now: Instant, done: u64) -> Self {
        Self { begun: now, before: done, seen: now, done }
    }

    /// While one large thing is done the time that is left falls; it would rise if what is waited for made all others
    /// slower.
    fn rate(&mut self, now: Instant, done: u64, total: u64) -> Option<(f64, f64)> {
        /// Seconds before which nothing is told.
        const SOON: f64 = 0.2;
        if self.done != done {
            (self.seen, self.done) = (now, done);
        }
        let (seconds, since) = ((self.seen - self.begun).as_secs_f64(), done.saturating_sub(self.before) as f64);
        let left = total.saturating_sub(done) as f64 * seconds / since - (now - self.seen).as_secs_f64();
        (since > 0.0 && seconds > SOON).then(|| (since / seconds, left.max(0.0)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_left_falls_while_one_large_thing_is_done() {
        let begun = Instant::now();
        let at = |seconds: u64| begun + std::time::Duration::from_secs(seconds);
        let mut pace = Pace::from(begun, 2);
        assert_eq!(pace.rate(at(5), 2, 12), None);
        assert_eq!(pace.rate(at(10), 7, 12), Some((0.5, 10.0)));
        assert_eq!(pace.rate(at(14), 7, 12), Some((0.5, 6.0)));
        assert_eq!(pace.rate(at(90), 7, 12), Some((0.5, 0.0)));
        assert_eq!(pace.rate(at(100), 12, 12), Some((0.1, 0.0)));
    }
}
