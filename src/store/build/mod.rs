//! A build on its way into the index: the file it is written to, the stages it has finished, the ledger of what was
//! paid for, what it takes over from the build before, and what it forgets of text that is gone.

mod build_file;
mod ledger;
mod removed_text;
mod stages;
mod updates;

pub use build_file::BuildFile;
pub use ledger::{About, Kept, Ledger, LedgerCounts, LedgerRow, LedgerState, LeftAside};
pub use stages::StageMark;
pub use updates::{Change, KeptDocument, News};
