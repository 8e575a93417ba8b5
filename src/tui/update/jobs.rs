//! Commands on the index as a whole, wherever one is: indexing again, pausing and stopping it, and looking whether
//! models can be used. Nothing that costs money begins without a yes.

use crate::config::Method;
use crate::index::estimate::Estimate;
use crate::text::numbers::amounts::{dollars, grouped};
use crate::tui::app::App;
use crate::tui::data::models::ITEMS;
use crate::tui::effect::Effect;
use crate::tui::keys::Command;
use crate::tui::notice::Notice;
use crate::tui::overlays::progress::{self, Ending};
use crate::tui::overlays::settings::{self, Looked};
use crate::tui::overlays::{Overlay, confirm, themes};

impl App {
    /// Runs a command of these; false when it is none.
    pub(super) fn job_command(&mut self, command: Command, effects: &mut Vec<Effect>) -> bool {
        let idle = self.job_is_over();
        let asked = matches!(self.overlays.last(), Some(Overlay::Confirm(_)));
        match command {
            _ if asked => return false,
            // Without an index there is nothing to index again.
            Command::Rebuild | Command::IndexOffline | Command::IndexFast | Command::IndexStandard
                if self.start.is_some() =>
            {
                return false;
            }
            Command::Rebuild | Command::RetryFailed | Command::IndexOffline if !idle => self.say_under_way(),
            Command::IndexFast | Command::IndexStandard if !idle => self.say_under_way(),
            Command::Rebuild => match self.overview.asks_a_model() {
                Some(method) => self.estimate(method, effects),
                None => {
                    let question = format!(
                        "Bring the index up to date with {}? What you read now stays until the new index is ready.",
                        self.folder()
                    );
                    self.confirm(question, Effect::Rebuild);
                }
            },
            Command::IndexOffline => {
                let question = match self.overview.asks_a_model() {
                    Some(_) => format!(
                        "Index {} again without a model? What the model made is replaced; its answers stay in the ledger.",
                        self.folder()
                    ),
                    None => {
                        format!("Index {} again? What you read now stays until the new index is ready.", self.folder())
                    }
                };
                let build = Effect::BuildBy { method: Method::Offline, estimate: None };
                self.confirm(question, build);
            }
            Command::IndexFast => self.estimate(Method::Fast, effects),
            Command::IndexStandard => self.estimate(Method::Standard, effects),
            Command::RetryFailed => match self.progress().failed.len() {
                0 => self.notice = Some(Notice::good("nothing was set aside: there is nothing to ask again")),
                number => {
                    let question = format!(
                        "Retry the items set aside ({})? Nothing else is sent or charged.",
                        grouped(number as u64)
                    );
                    self.confirm(question, Effect::Rebuild);
                }
            },
            Command::Pause if idle => self.notice = Some(Notice::good("no indexing is under way")),
            Command::Pause => {
                let paused = self.indexing.job.as_ref().is_some_and(|job| job.is_paused());
                effects.push(Effect::Pause(!paused));
            }
            Command::StopJob if idle => self.notice = Some(Notice::good("no indexing is under way")),
            Command::StopJob => {
                self.notice = Some(Notice::good("stopping; what is finished stays"));
                effects.push(Effect::StopJob);
            }
            Command::Settings => self.overlays.push(Overlay::Settings(settings::State::default())),
            Command::TestEndpoint | Command::FindServers => {
                self.looked = Looked::Looking(match command {
                    Command::TestEndpoint => "asking the endpoint",
                    _ => "looking for a server on this machine",
                });
                if !matches!(self.overlays.last(), Some(Overlay::Settings(_))) {
                    self.overlays.push(Overlay::Settings(settings::State::default()));
                }
                let test = command == Command::TestEndpoint;
                effects.push(if test { Effect::TestEndpoint } else { Effect::FindServers });
            }
            _ => return false,
        }
        true
    }

    /// Begins to change the setting that the keys are on, or keeps what was typed.
    pub(super) fn change_setting(&mut self, effects: &mut Vec<Effect>) {
        let models = self.models.clone();
        let Some(Overlay::Settings(state)) = self.overlays.last_mut() else { return };
        if let Some((key, value)) = state.typed() {
            effects.push(Effect::Set { key, value });
        } else if ITEMS[state.at].key == "theme" {
            self.choose_theme();
        } else {
            state.begin(&models);
        }
    }

    /// Lists the themes there are, each shown as one comes to it.
    pub(super) fn choose_theme(&mut self) {
        self.overlays.push(Overlay::Themes(themes::State::new(self.appearance.themes.clone(), &self.appearance.theme)));
    }

    /// The folders of the index, by their paths.
    fn folder(&self) -> String {
        match self.overview.roots.is_empty() {
            true => "its folder".to_owned(),
            false => self.overview.roots.join(", "),
        }
    }

    /// Chooses the next of what the model failed at, or the one before.
    pub(super) fn choose_failed(&mut self, by: isize) {
        let Some(Overlay::Progress(mut state)) = self.overlays.pop() else { return };
        state.choose(by, self.progress(), self.screen, self.look());
        self.overlays.push(Overlay::Progress(state));
    }

    /// Asks whether the model is to be asked again for the chosen one of what it failed at.
    pub(super) fn retry_alone(&mut self, state: &progress::State) {
        match state.chosen(self.progress()).map(str::to_owned) {
            None if self.progress().failed.is_empty() => {}
            None => self.notice = Some(Notice::good("Tab chooses what to ask for again")),
            Some(_) if !self.job_is_over() => self.say_under_way(),
            Some(item) => {
                let question =
                    format!("Retry {item} alone, and what follows from it? What else was set aside stays so.",);
                self.confirm(question, Effect::RetryAlone { item });
            }
        }
    }

    /// True while nothing is being indexed.
    pub(super) fn job_is_over(&self) -> bool {
        self.indexing.job.as_ref().is_none_or(|job| job.ending.is_some())
    }

    /// True while neither an index nor the start screen is shown.
    pub(in crate::tui) fn has_nothing(&self) -> bool {
        !self.is_open && self.start.is_none()
    }

    /// True where all that is shown is how the first index could not be made.
    pub(in crate::tui) fn has_failed_at_first(&self) -> bool {
        let failed = self.indexing.job.as_ref().is_some_and(|job| matches!(job.ending, Some(Ending::Failed(_))));
        failed && self.has_nothing() && matches!(self.overlays.last(), Some(Overlay::Progress(_)))
    }

    fn say_under_way(&mut self) {
        self.notice = Some(Notice::good("indexing is under way: i shows how far it is, x there stops it"));
    }

    fn confirm(&mut self, question: String, then: Effect) {
        // Whoever says no to a first index has nothing to look at yet.
        let otherwise = if self.has_nothing() { vec![Effect::Start] } else { Vec::new() };
        self.overlays.push(Overlay::Confirm(confirm::State { question, then: vec![then], otherwise, removes: None }));
    }

    /// Has it estimated what a build would cost, where it can be done at all.
    fn estimate(&mut self, method: Method, effects: &mut Vec<Effect>) {
        match self.models.lacks(method) {
            Some(why) => self.notice = Some(Notice::bad(format!("{why}; , shows what is set"))),
            None => {
                self.notice = Some(Notice::good("estimating what it would cost; nothing is sent yet"));
                effects.push(Effect::Forecast { method });
            }
        }
    }

    /// Asks whether what an estimate says may be spent.
    pub(super) fn forecast_came(
        &mut self,
        method: Method,
        result: Result<Estimate, String>,
        effects: &mut Vec<Effect>,
    ) {
        self.notice = None;
        let lacking = self.models.lacks(method).map(|why| format!("method {method}: {why}"));
        let estimate = match lacking.map_or(result, Err) {
            Ok(estimate) => estimate,
            Err(message) => {
                self.notice = Some(Notice::bad(message));
                if self.has_nothing() {
                    effects.push(Effect::Start);
                }
                return;
            }
        };
        let total = estimate.total();
        let mut models: Vec<&str> = estimate.stages.iter().map(|stage| stage.model.as_str()).collect();
        models.sort_unstable();
        models.dedup();
        let cost = match total.cost_usd {
            Some(0.0) => "it costs nothing".to_owned(),
            Some(cost) => format!("about {}", dollars(cost)),
            None => "at a price that is not known (set `prices`)".to_owned(),
        };
        let question = format!(
            "Index by the method {method} with {}? About {} calls, {} tokens in and {} out, {:.0} minutes, {cost}: give or \
             take {:.0} %. What was answered before costs nothing. Nothing is sent before you say yes.",
            models.join(", "),
            grouped(total.calls),
            grouped(total.prompt_tokens),
            grouped(total.completion_tokens),
            total.minutes.max(1.0),
            estimate.margin * 100.0,
        );
        self.confirm(question, Effect::BuildBy { method, estimate: Some(estimate) });
    }
}
