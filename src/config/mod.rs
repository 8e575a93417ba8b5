//! Settings (flags over environment over file over defaults) and paths. The only reader of HOME and XDG.

mod paths;
mod recent;
mod settings;
mod values;

pub use paths::{Paths, PathsError, corpus_name};
pub use recent::{Recent, RecentIndex};
pub use settings::{Origin, Settings, SettingsError, TEMPLATE};
pub use values::closest;
