//! The ways of asking, one file each. Here stand what an engine is and the list of all there are: the command line, the
//! explorer's mode menu, `doctor` and help take names and descriptions from it. A new engine is one file and one line
//! in the list; what several of them need is `mapping`, the map step.

pub(super) mod auto;
pub(super) mod basic;
mod census;
mod drift;
pub(super) mod global;
mod lazy;
mod local;
mod mapping;
mod segments;
mod source;
mod systems;

use futures::future::BoxFuture;

use super::context::gists;
use super::counting::extremes;
use super::narrowing::days;
use super::task::Task;
use super::writing::Writing;
use super::{Gathered, QueryError, rows};
use crate::judgement::Question;
use crate::model::Mode;
use crate::retrieve::System;
use crate::retrieve::systems::{Hippo, LightRag, Raptor};

/// A way of asking. It owns its loop, and knows nothing of the mind that answers.
pub trait Engine: Send + Sync {
    /// Its name on the command line and in JSON.
    fn name(&self) -> &'static str;

    /// What it does, in one line for a menu.
    fn about(&self) -> &'static str;

    fn mode(&self) -> Mode {
        Mode::named(self.name())
    }

    /// True when it reads the reports of one level, which can then be chosen.
    fn has_levels(&self) -> bool {
        false
    }

    /// True when it reads the passages that retrieval ranks first: their order matters then.
    fn ranks_passages(&self) -> bool {
        true
    }

    /// What it reads beside the index, by its name: that must have been built. None where any index will do.
    fn needs(&self) -> Option<&'static str> {
        None
    }

    /// What it needs and is not among the structures of an index.
    fn lacks(&self, structures: &[String]) -> Option<&'static str> {
        self.needs().filter(|needed| structures.iter().all(|built| built != needed))
    }

    /// True when it describes the whole in a way of its own; else what is asked of the whole is answered from what the
    /// documents say of themselves, whatever the engine.
    fn describes_whole(&self) -> bool {
        false
    }

    /// Finds what it begins with, and asks nobody.
    ///
    /// # Errors
    /// Those of reading the index.
    fn gather(&self, task: &Task<'_>, writing: &mut Writing<'_>) -> Result<Gathered, QueryError>;

    /// The same from one state of the index, whoever writes to it meanwhile; but three shapes of question are answered
    /// alike by every engine, before it looks for anything, the first that fits:
    ///
    /// 1. which document is the longest, the shortest, the first or the last (`extremes`);
    /// 2. what there is of one day or one month, where that is all that is asked (`days`);
    /// 3. what the whole is about (`gists`), but by an engine that describes the whole in a way of its own.
    ///
    /// # Errors
    /// Those of reading the index.
    fn gathered(&self, task: &Task<'_>, writing: &mut Writing<'_>) -> Result<Gathered, QueryError> {
        let _state = task.reader().snapshot()?;
        if let Some(told) = extremes::gather(task)? {
            return Ok(told);
        }
        if let Some(of_it) = days::gather(task, writing)? {
            return Ok(of_it);
        }
        if gists::asked(task) && !self.describes_whole() {
            return gists::gather(task, writing);
        }
        self.gather(task, writing)
    }

    /// Answers, a question for the whole from gists unless the engine describes it itself.
    fn run<'a>(&'a self, task: &'a Task<'a>, writing: &'a mut Writing<'_>) -> BoxFuture<'a, Result<(), QueryError>> {
        Box::pin(async move {
            let one_shape = task.reading.tally.extreme.is_some() || days::is_all_that_is_asked(task);
            if one_shape || gists::asked(task) && !self.describes_whole() {
                let gathered = self.gathered(task, writing)?;
                return answer_from(task, gathered, writing).await;
            }
            self.answer(task, writing).await
        })
    }

    /// Its own loop. What is gathered is put before the analyst at once, unless an engine does otherwise.
    fn answer<'a>(&'a self, task: &'a Task<'a>, writing: &'a mut Writing<'_>) -> BoxFuture<'a, Result<(), QueryError>> {
        Box::pin(async move {
            let gathered = self.gathered(task, writing)?;
            answer_from(task, gathered, writing).await
        })
    }
}

/// Has the analyst answer from what was gathered.
///
/// # Errors
/// Those of the analyst.
pub async fn answer_from(task: &Task<'_>, gathered: Gathered, writing: &mut Writing<'_>) -> Result<(), QueryError> {
    writing.read(&gathered.records);
    writing.stage("writing the answer");
    let Gathered { facts, dossier, listed, .. } = gathered;
    let dossier = writing.new_line(dossier);
    let facts = [task.question().facts.as_slice(), &facts].concat();
    let superseded = rows::superseded(task.session, &gathered.records)?;
    let question = Question { facts, dossier, listed, superseded, ..task.question().clone() };
    writing.write(task.session.analyst.answer(&question, &gathered.records)).await
}

/// All engines, in the order in which menus show them.
static ENGINES: &[&dyn Engine] = &[
    &auto::Auto,
    &global::Global,
    &local::Local,
    &drift::Drift,
    &lazy::Lazy,
    &basic::Basic,
    &source::Source,
    &segments::Segments,
    &census::Census,
    &System::LightRag(LightRag::Mix),
    &System::Raptor(Raptor::Collapsed),
    &System::Hippo(Hippo::Second),
    &System::Contextual,
    &System::ArchRag,
];

/// Returns all engines, in the order in which menus show them.
pub fn engines() -> &'static [&'static dyn Engine] {
    ENGINES
}

/// Returns the engine of a mode; `None` where there is none of that name.
pub fn engine(mode: Mode) -> Option<&'static dyn Engine> {
    ENGINES.iter().copied().find(|engine| engine.mode() == mode)
}

/// Returns the engine after that of a mode which is wanted, from the last one round to the first.
pub fn engine_after(mode: Mode, wanted: impl Fn(&dyn Engine) -> bool) -> Option<&'static dyn Engine> {
    let after = ENGINES.iter().position(|engine| engine.mode() == mode).map_or(0, |at| at + 1);
    ENGINES.iter().copied().cycle().skip(after).take(ENGINES.len()).find(|&engine| wanted(engine))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn the_readme_has_a_row_for_each() {
        let readme = include_str!("../../../README.md");
        for engine in engines() {
            let row = format!("\n| `{}`", engine.name());
            assert!(readme.contains(&row), "README.md wants a row for {}", engine.name());
        }
    }

    #[test]
    fn names_are_told_apart_and_fit() {
        let names: HashSet<&str> = engines().iter().map(|engine| engine.name()).collect();
        assert_eq!(names.len(), engines().len());
        for engine in engines() {
            assert_eq!(engine.mode().name(), engine.name(), "cut");
            assert!(!engine.about().is_empty() && engine.about().len() <= 72, "{}", engine.name());
        }
        assert_eq!(engine(Mode::default()).map(Engine::name), Some("auto"));
        assert!(super::engine(Mode::named("no-such")).is_none());
        let named = [Mode::AUTO, Mode::GLOBAL, Mode::LOCAL, Mode::BASIC, Mode::COUNT, Mode::LAZY, Mode::SOURCE];
        named.iter().for_each(|&mode| assert!(super::engine(mode).is_some(), "{mode}"));
    }
}
