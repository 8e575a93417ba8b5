//! A bug of ours ends in one clean message, wherever it happened.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;

use futures::FutureExt;

use super::error::{CliError, ErrorKind};

/// Where the last panic happened and what it said: kept, because a caught panic (a reader that fails on one hostile
/// file) is nobody's business, and one that ends the program is told once.
static LAST: Mutex<Option<String>> = Mutex::new(None);

/// Keeps panics from printing by themselves.
pub fn catch_quietly() {
    std::panic::set_hook(Box::new(|info| {
        let said = info.payload_as_str().unwrap_or("it did not say what");
        let place = info.location().map(|at| format!(" ({}:{})", at.file(), at.line())).unwrap_or_default();
        if let Ok(mut last) = LAST.lock() {
            *last = Some(format!("{said}{place}"));
        }
    }));
}

/// Runs the program; a panic becomes an error like others.
pub fn guarded(work: impl FnOnce() -> Result<(), CliError>) -> Result<(), CliError> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| Err(internal()))
}

/// Waits for what one of many things comes to; a panic in it is that one's error.
pub async fn guarded_one<T>(work: impl Future<Output = Result<T, CliError>>) -> Result<T, CliError> {
    AssertUnwindSafe(work).catch_unwind().await.unwrap_or_else(|_| Err(internal()))
}

/// The last panic as an error.
pub fn internal() -> CliError {
    let said = LAST.lock().ok().and_then(|mut last| last.take()).unwrap_or_else(|| "unknown".to_owned());
    CliError::new(ErrorKind::Internal, format!("internal error: {said}"))
        .hint("this is a bug in Gleaner, not in your documents; indexes and files are untouched")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_panic_in_one_of_many_is_that_ones_error() {
        let broken = guarded_one(async { if LAST.is_poisoned() { Ok(()) } else { panic!("the lamp broke") } }).await;
        assert_eq!(broken.expect_err("it panicked").kind, ErrorKind::Internal);
        assert_eq!(guarded_one(async { Ok(1) }).await.expect("it works"), 1);
    }
}
