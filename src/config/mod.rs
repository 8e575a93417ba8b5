//! Settings (flags over environment over file over defaults) and paths. The only reader of HOME and XDG.
//!
//! It owns what is read of the environment and of small files beside an index: settings, methods, indexes opened
//! lately, the clock, the cores, what is compiled in. It must not know what is in an index, nor who prints what it
//! tells.

mod change;
mod clock;
mod cores;
mod data_file;
mod method;
mod paths;
mod recent;
mod settings;
mod small_file;
mod suggestion;
mod values;

pub use change::change;
pub use clock::now;
pub use cores::cores;
pub(crate) use data_file::{data_file, entries, parsed};
pub use method::{Method, NoMethod};
pub use paths::{Paths, PathsError, corpus_name, from_home};
pub use recent::{Recent, RecentIndex};
pub use settings::{Origin, Settings, SettingsError, TEMPLATE};
pub use small_file::{replace_file, replace_file_by, small_file};
pub use suggestion::suggestion;
