//! Ctrl-C: work that can stop cleanly is asked to, everything else ends at once with code 130.

use std::sync::{Arc, Mutex};

use crate::model::Progress;

/// The work under way that can be asked to stop.
static WORK: Mutex<Option<Arc<Progress>>> = Mutex::new(None);

const INTERRUPTED: i32 = 130;

/// Begins to listen for Ctrl-C, on a thread of its own.
pub fn watch() {
    // Where no thread or signal can be had, Ctrl-C does what it does by default.
    let _ = std::thread::Builder::new().name("interrupts".to_owned()).spawn(|| {
        let Ok(runtime) = tokio::runtime::Builder::new_current_thread().enable_all().build() else { return };
        runtime.block_on(async {
            while tokio::signal::ctrl_c().await.is_ok() {
                let work = WORK.lock().ok().and_then(|mut work| work.take());
                match work {
                    Some(progress) => progress.cancel(),
                    // Nothing to keep, or asked twice.
                    None => std::process::exit(INTERRUPTED),
                }
            }
        });
    });
}

/// Says that the work has ended: the next Ctrl-C ends the program.
pub fn done() {
    if let Ok(mut work) = WORK.lock() {
        *work = None;
    }
}

/// Names the work that the next Ctrl-C asks to stop.
pub fn stops(progress: Arc<Progress>) {
    if let Ok(mut work) = WORK.lock() {
        *work = Some(progress);
    }
}
