//! Which requests to the index are waited for.

use std::collections::HashMap;

use crate::tui::data::Lane;

/// The newest request on each lane: an answer to an older one is dropped.
#[derive(Debug, Default)]
pub struct Loads {
    tickets: HashMap<Lane, u64>,
    last: u64,
}

impl Loads {
    /// Gives out the ticket of a new request.
    pub fn begin(&mut self, lane: Lane) -> u64 {
        self.last += 1;
        self.tickets.insert(lane, self.last);
        self.last
    }

    /// True where a ticket is that of the newest request, which then waits for nothing more.
    pub fn ends(&mut self, lane: Lane, ticket: u64) -> bool {
        let is_newest = self.tickets.get(&lane) == Some(&ticket);
        if is_newest {
            self.tickets.remove(&lane);
        }
        is_newest
    }

    /// No answer is waited for there any more.
    pub fn forget(&mut self, lane: Lane) {
        self.tickets.remove(&lane);
    }
}
