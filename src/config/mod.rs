//! Settings (flags over environment over file over defaults) and paths. The only reader of HOME and XDG.

mod change;
mod clock;
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
pub(crate) use data_file::{data_file, entries, parsed};
pub use method::{Method, NoMethod};
pub use paths::{Paths, PathsError, corpus_name, from_home};
pub use recent::{Recent, RecentIndex};
pub use settings::{Origin, Settings, SettingsError, TEMPLATE};
pub use small_file::{replace_file, small_file};
pub use suggestion::suggestion;
