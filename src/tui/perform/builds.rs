//! Builds behind the panes: what one would come to, and the one under way.

use std::path::PathBuf;

use super::indexing::{Indexing, Work};
use super::{Performer, described};
use crate::config::{Method, Settings};
use crate::index::Plan;
use crate::index::estimate::Estimate;
use crate::jobs::checkup::CheckResult;
use crate::jobs::connection;
use crate::model::Progress;
use crate::store::Meta;
use crate::tui::effect::Effect;
use crate::tui::msg::Msg;

/// The settings of an index that is made once more: what shapes it as it was, but for the stop words, which a person
/// sets for the next time it is made.
fn as_made(settings: &Settings, shape: &str) -> Settings {
    Settings { stop_words: settings.stop_words.clone(), ..settings.shaped_as(shape) }
}

impl Performer {
    /// Makes an index anew, says what that would cost, or holds or stops what is under way.
    pub(super) fn perform_on_build(&mut self, effect: Effect) {
        match effect {
            Effect::Rebuild => self.rebuild(None, None, None),
            Effect::RetryAlone { item } => self.rebuild(None, None, Some(item)),
            Effect::BuildBy { method, estimate } => self.rebuild(Some(method), estimate, None),
            Effect::Forecast { method } => self.forecast(method),
            Effect::Pause(pause) => self.pause(pause),
            Effect::StopJob => {
                if let Some(indexing) = &self.indexing {
                    indexing.stop();
                }
            }
            _ => {}
        }
    }

    /// Sends nothing more to a model until told to go on.
    fn pause(&self, pause: bool) {
        if !self.indexing.as_ref().is_some_and(|indexing| indexing.pause(pause)) {
            self.complain("only work that asks a model can be paused; x stops it, and it goes on where it was");
        }
    }

    /// The plan of the open index once more: as it was made, or by another method.
    pub(super) fn plan(&self, method: Option<Method>) -> Result<Plan, String> {
        if let Some(first) = &self.first {
            return Ok(first.clone());
        }
        let Some(open) = &self.open else { return Err("no index is open".to_owned()) };
        let meta = open.asking.meta().map_err(|error| described(&error))?;
        if meta.method == Meta::IMPORTED {
            let folder = meta.roots.first().map_or("FOLDER", String::as_str);
            return Err(format!("this index was imported: `gleaner import {folder}` takes what changed there"));
        }
        // As it was made, whatever the settings say by now: an update takes over what is the same.
        let settings = match method {
            Some(method) if Some(method) != meta.made_by() => Settings { method, ..self.settings.clone() },
            _ => as_made(&self.settings, &meta.settings),
        };
        let roots = meta.roots.iter().map(PathBuf::from).collect();
        Ok(Plan { roots, index: open.path.clone(), name: meta.name, settings, afresh: false })
    }

    pub(super) fn rebuild(&mut self, method: Option<Method>, estimate: Option<Estimate>, alone: Option<String>) {
        match self.plan(method) {
            Ok(plan) => {
                self.first = None;
                self.build(plan, estimate, alone);
            }
            Err(message) => self.complain(message),
        }
    }

    /// Estimates what a build by a method would cost, behind the panes.
    pub(super) fn forecast(&self, method: Method) {
        let plan = match self.plan(Some(method)) {
            Ok(plan) => plan,
            Err(message) => return self.complain(message),
        };
        let (paths, messages) = (self.paths.clone(), self.messages.clone());
        let estimate = move || {
            let result = match connection::forecast(&plan, &[], &paths, &Progress::default()) {
                Ok(built) => built.estimate.ok_or_else(|| "this method asks no model".to_owned()),
                Err(error) => Err(error.to_string()),
            };
            let _ = messages.send(Msg::Forecast { method, result });
        };
        if let Err(error) = std::thread::Builder::new().name("forecast".to_owned()).spawn(estimate) {
            self.complain(format!("no thread to estimate on: {error}"));
        }
    }

    /// Looks at endpoints, behind the panes.
    pub(super) fn look(&self, looking: impl FnOnce() -> Vec<CheckResult> + Send + 'static) {
        let messages = self.messages.clone();
        let look = move || drop(messages.send(Msg::Looked(looking())));
        if let Err(error) = std::thread::Builder::new().name("endpoint".to_owned()).spawn(look) {
            self.complain(format!("no thread to look on: {error}"));
        }
    }

    /// Builds an index behind the panes, and opens it when it is there; `alone` names what is asked for again of all
    /// that was set aside.
    pub(super) fn build(&mut self, plan: Plan, estimate: Option<Estimate>, alone: Option<String>) {
        if self.indexing.as_ref().is_some_and(|job| !job.is_over()) {
            return self.complain("indexing is under way already: i shows how far it is");
        }
        let (said, built) = (self.messages.clone(), self.messages.clone());
        let started = Indexing::start(
            Work { plan, paths: self.paths.clone(), offline: self.offline, estimate, alone },
            move |job| drop(said.send(Msg::Job(job))),
            move |index, made| {
                let current = made.update.as_ref().is_some_and(|update| update.is_current);
                let _ = built.send(Msg::Built { index, current });
            },
        );
        match started {
            Ok(indexing) => self.indexing = Some(indexing),
            Err(error) => self.complain(format!("no thread to index on: {error}")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stop_words_hold_for_the_next_time_an_index_is_made() {
        let made = Settings { chunk_size: 300, stop_words: vec!["Annex".to_owned()], ..Settings::default() };
        let now = Settings { chunk_size: 900, stop_words: vec!["crane".to_owned()], ..Settings::default() };
        let again = as_made(&now, &made.shaping());
        assert_eq!((again.chunk_size, again.stop_words), (300, vec!["crane".to_owned()]));
    }
}
