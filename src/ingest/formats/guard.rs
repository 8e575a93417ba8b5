//! Keeps a reader that fails from taking anything else with it: it runs on a thread of its own with a stack of a known
//! size, its panics end it alone, and nobody waits for it for ever.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc;
use std::thread;

use super::Unreadable;
use super::limits::Budget;

/// Recursive readers of deeply nested objects need more than the usual two megabytes.
pub(in crate::ingest) const STACK: usize = 16 << 20;

/// Runs `work` on a thread of its own, and waits as long as a file may take.
pub(super) fn on_a_thread<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Unreadable> + Send + 'static,
) -> Result<T, Unreadable> {
    let (sender, receiver) = mpsc::sync_channel(1);
    let spawned = thread::Builder::new().name("reader".to_owned()).stack_size(STACK).spawn(move || {
        // Whoever waited may be gone.
        let _ = sender.send(contained(work));
    });
    if let Err(error) = spawned {
        return Err(Unreadable::plain(format!("no thread could be started to read it: {error}")));
    }
    receiver.recv_timeout(Budget::patience()).unwrap_or_else(|_| Err(Budget::out_of_time()))
}

/// Runs `work`; its panic becomes a reason.
pub(in crate::ingest) fn contained<T>(work: impl FnOnce() -> Result<T, Unreadable>) -> Result<T, Unreadable> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| {
        Err(Unreadable::new(
            "it is broken in a way that its reader did not expect",
            "open it in its own program and save it anew",
        ))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_costs_one_file() {
        let hook = std::panic::take_hook();
        std::panic::set_hook(Box::new(|_| {}));
        let made: Result<(), Unreadable> = on_a_thread(|| panic!("broken file"));
        std::panic::set_hook(hook);
        assert!(made.is_err_and(|error| error.reason.contains("broken")));
        assert_eq!(on_a_thread(|| Ok(1)).ok(), Some(1));
    }
}
