//! What an engine is, and the list of all there are: the command line, the explorer's mode menu, `doctor` and help take
//! names and descriptions from it. A new engine is one file and one line here.

use super::writing::Writing;
use super::{Ask, Gathered, QueryError, Session, basic, global, local};
use crate::model::Mode;
use crate::text::question::Reading;

/// A way of asking.
pub trait Engine: Sync {
    /// Its name on the command line and in JSON.
    fn name(&self) -> &'static str;

    fn mode(&self) -> Mode {
        Mode::named(self.name())
    }

    /// What it does, in one line for a menu.
    fn about(&self) -> &'static str;

    /// Finds what an answer would be written from, and asks nobody.
    fn gather(
        &self,
        session: &Session,
        ask: &Ask,
        reading: &Reading,
        writing: &mut Writing<'_>,
    ) -> Result<Gathered, QueryError>;
}

/// All engines, in the order in which menus show them.
static ENGINES: &[&dyn Engine] = &[&global::Global, &local::Local, &basic::Basic];

/// Returns all engines, in the order in which menus show them.
pub fn engines() -> &'static [&'static dyn Engine] {
    ENGINES
}

/// Returns the engine of a mode; `None` where there is none of that name.
pub fn engine(mode: Mode) -> Option<&'static dyn Engine> {
    ENGINES.iter().copied().find(|engine| engine.mode() == mode)
}
