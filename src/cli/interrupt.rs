//! Ctrl-C, and signals that end the program: work that can stop cleanly is asked to and has a moment to, everything
//! else ends at once; either with the exit code of what asked for it.

use std::io::Write;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use crate::llm::Spent;
use crate::model::Progress;

/// The work under way that can be asked to stop.
static WORK: Mutex<Option<Arc<Progress>>> = Mutex::new(None);
/// What the work under way has spent, where that ends with the program.
static SPENT: Mutex<Option<Spent>> = Mutex::new(None);

/// True until the work under way has ended, asked to or not.
static UNDER_WAY: AtomicBool = AtomicBool::new(false);
/// How long work may take to stop.
const GRACE: Duration = Duration::from_secs(5);

/// The exit code of what asked the program to end.
static CODE: AtomicU8 = AtomicU8::new(INTERRUPTED);

const INTERRUPTED: u8 = 128 + 2;

/// The exit code of work that was interrupted.
pub fn code() -> u8 {
    CODE.load(Ordering::Relaxed)
}

/// Begins to listen for Ctrl-C, on a thread of its own.
pub fn watch() {
    // Where no thread or signal can be had, Ctrl-C does what it does by default.
    let _ = std::thread::Builder::new().name("interrupts".to_owned()).spawn(|| {
        let Ok(runtime) = tokio::runtime::Builder::new_current_thread().enable_all().build() else { return };
        runtime.block_on(async {
            let mut ends = Ends::listen();
            while let Some(code) = ends.next().await {
                CODE.store(code, Ordering::Relaxed);
                let work = WORK.lock().ok().and_then(|mut work| work.take());
                if let Some(progress) = work {
                    progress.cancel();
                    // A step of a build may not look up for minutes. What was written holds, whatever ends the program.
                    match tokio::time::timeout(GRACE, ends.next()).await {
                        Err(_) if !UNDER_WAY.load(Ordering::Relaxed) => continue,
                        Ok(Some(again)) => CODE.store(again, Ordering::Relaxed),
                        Err(_) | Ok(None) => {}
                    }
                }
                say_spent();
                std::process::exit(self::code().into())
            }
        });
    });
}

/// What asks the program to end: Ctrl-C, and what the system or a supervisor sends.
struct Ends {
    #[cfg(unix)]
    terminate: Option<tokio::signal::unix::Signal>,
    #[cfg(unix)]
    hang_up: Option<tokio::signal::unix::Signal>,
}

impl Ends {
    #[cfg(unix)]
    fn listen() -> Self {
        use tokio::signal::unix::{SignalKind, signal};
        // One that cannot be listened to does what it does by default.
        Self { terminate: signal(SignalKind::terminate()).ok(), hang_up: signal(SignalKind::hangup()).ok() }
    }

    /// Waits for the next, and returns the exit code of a program that it ends.
    #[cfg(unix)]
    async fn next(&mut self) -> Option<u8> {
        const TERMINATED: u8 = 128 + 15;
        const HUNG_UP: u8 = 128 + 1;
        async fn of(signal: &mut Option<tokio::signal::unix::Signal>) {
            match signal {
                Some(signal) => drop(signal.recv().await),
                None => std::future::pending().await,
            }
        }
        tokio::select! {
            pressed = tokio::signal::ctrl_c() => pressed.ok().map(|()| INTERRUPTED),
            () = of(&mut self.terminate) => Some(TERMINATED),
            () = of(&mut self.hang_up) => Some(HUNG_UP),
        }
    }

    #[cfg(not(unix))]
    fn listen() -> Self {
        Self {}
    }

    #[cfg(not(unix))]
    async fn next(&mut self) -> Option<u8> {
        tokio::signal::ctrl_c().await.ok().map(|()| INTERRUPTED)
    }
}

/// Says what was spent on work that ends with the program, below whatever line is being drawn.
fn say_spent() {
    let Some(spent) = SPENT.lock().ok().and_then(|mut spent| spent.take()) else { return };
    let told = spent.told().map_or_else(String::new, |told| format!("; {told}, and what was answered is kept"));
    let _ = writeln!(std::io::stderr(), "\ninterrupted{told}");
}

/// Names what the work under way spends, which is told where it is interrupted.
pub fn tells(spent: &Spent) {
    if let Ok(mut work) = SPENT.lock() {
        *work = Some(spent.clone());
    }
}

/// Says that the work has ended: the next Ctrl-C ends the program.
pub fn done() {
    UNDER_WAY.store(false, Ordering::Relaxed);
    if let Ok(mut work) = WORK.lock() {
        *work = None;
    }
    if let Ok(mut spent) = SPENT.lock() {
        *spent = None;
    }
}

/// Names the work that the next Ctrl-C asks to stop.
pub fn stops(progress: Arc<Progress>) {
    UNDER_WAY.store(true, Ordering::Relaxed);
    if let Ok(mut work) = WORK.lock() {
        *work = Some(progress);
    }
}
