//! The clerk: does what waits for files, one thing after the other, on a thread of its own. Another process may hold an
//! index for seconds, and no key waits for that.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{self, Sender};
use std::thread::JoinHandle;

/// Work that is to be done.
type Order = Box<dyn FnOnce() + Send>;

/// Dropping it waits until all that was ordered is done: nothing is lost when the program is left.
pub(super) struct Clerk {
    orders: Option<Sender<Order>>,
    thread: Option<JoinHandle<()>>,
}

impl Clerk {
    /// Starts its thread.
    ///
    /// # Errors
    /// No thread is to be had.
    pub fn start() -> io::Result<Self> {
        let (orders, ordered) = mpsc::channel::<Order>();
        let work = move || {
            for order in ordered {
                // What panics is not done; what was ordered behind it is.
                let _ = catch_unwind(AssertUnwindSafe(order));
            }
        };
        let thread = std::thread::Builder::new().name("clerk".to_owned()).spawn(work)?;
        Ok(Self { orders: Some(orders), thread: Some(thread) })
    }

    /// Has something done behind all that was ordered before.
    pub fn order(&self, work: impl FnOnce() + Send + 'static) {
        if let Some(orders) = &self.orders {
            let _ = orders.send(Box::new(work));
        }
    }
}

impl Drop for Clerk {
    fn drop(&mut self) {
        self.orders.take();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}
