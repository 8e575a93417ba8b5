//! Settings (flags over environment over file over defaults) and paths. The only reader of HOME and XDG.

mod change;
mod method;
mod paths;
mod recent;
mod settings;
mod small_file;
mod values;

pub use change::change;
pub use method::{Method, NoMethod};
pub use paths::{Paths, PathsError, corpus_name};
pub use recent::{Recent, RecentIndex};
pub use settings::{Origin, Settings, SettingsError, TEMPLATE};
pub use small_file::small_file;
pub use values::closest;
