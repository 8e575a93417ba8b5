//! What calls cost: prices, the meter of a whole provider, the expenses of one piece of work, and the thread that keeps
//! in the ledger what was paid for.

mod expenses;
pub(super) mod ledger_thread;
pub(super) mod meter;
mod prices;

pub use expenses::Spent;
pub use meter::{Meter, MeterReading, PurposeTotal};
pub use prices::{Price, Prices};
