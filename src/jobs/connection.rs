//! The connection to a model: made from the settings once for a run, and used alike by both faces. It gives the mind of
//! a build, the session that answers questions, and what a build would come to.
//!
//! Nothing is sent by making one. Without a model in the settings, or with `--offline`, there is none.

use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use crate::config::{Method, Paths, Settings};
use crate::index::structures::{self, Made, Structure, StructureError};
use crate::index::{self, BuildError, Built, Model, Plan};
use crate::judgement::JudgementError;
use crate::judgement::extractive::vectors::embedder::MODEL;
use crate::judgement::extractive::vectors::static_vectors::{self, StaticVectors, is_static};
use crate::judgement::model::analyst::ModelAnalyst;
use crate::judgement::model::embedder::ModelEmbedder;
use crate::judgement::model::reranker::ModelReranker;
use crate::judgement::model::tune::Tuning;
use crate::judgement::model::{Brief, Mind};
use crate::llm::{Client, ClientOptions, Endpoint, Key, LlmError, Meter, Prices, Role, model_of};
use crate::model::{Progress, Usage, hash};
use crate::prompts::{Prompts, Step};
use crate::query::Session;
use crate::store::{BuildFile, Ledger, LeftAside, Meta, Reader, StoreError};

/// Everything that a model is reached by and told.
#[derive(Clone)]
pub struct Connection {
    settings: Settings,
    key: Option<Key>,
    prompts: Arc<Prompts>,
    brief: Brief,
    offline: bool,
    budget_usd: Option<f64>,
    left: LeftAside,
    remembered: PathBuf,
}

/// Who watches a build: is given the meter that counts what is spent, and pauses, as soon as there is one.
pub type Watch<'a> = &'a (dyn Fn(Arc<Meter>) + Sync);

impl Connection {
    /// The connection for a build by the method of the settings; none for `offline`.
    ///
    /// # Errors
    /// A model that the method needs is not configured, `--offline`, or a key, a prompt or a setting that cannot be
    /// used.
    pub fn for_build(
        settings: &Settings,
        paths: &Paths,
        index: &Path,
        offline: bool,
    ) -> Result<Option<Self>, LlmError> {
        if !settings.method.asks_a_model() {
            return Ok(None);
        }
        match Role::needed_by(settings.method).iter().find(|&&role| model_of(settings, role).is_empty()) {
            Some(&role) => Err(LlmError::NoModel(role)),
            None => Self::new(settings, paths, index, offline).map(Some),
        }
    }

    /// The connection for answers; none where no model is configured for them, and none with `--offline`.
    ///
    /// # Errors
    /// A key, a prompt or a setting that cannot be used.
    pub fn for_answers(
        settings: &Settings,
        paths: &Paths,
        index: &Path,
        offline: bool,
    ) -> Result<Option<Self>, LlmError> {
        let asks =
            [Role::Answer, Role::Embedding, Role::Rerank].iter().any(|&role| !model_of(settings, role).is_empty());
        if offline || !asks { Ok(None) } else { Self::new(settings, paths, index, false).map(Some) }
    }

    /// The connection for judging answers, by the model that rates.
    ///
    /// # Errors
    /// No model for ratings is configured, `--offline`, or a key, a prompt or a setting that cannot be used.
    pub fn for_judging(settings: &Settings, paths: &Paths, index: &Path, offline: bool) -> Result<Self, LlmError> {
        match model_of(settings, Role::Rating).is_empty() {
            true => Err(LlmError::NoModel(Role::Rating)),
            false => Self::new(settings, paths, index, offline),
        }
    }

    fn new(settings: &Settings, paths: &Paths, index: &Path, offline: bool) -> Result<Self, LlmError> {
        let endpoint = Endpoint::new(&settings.base_url, &settings.api_version, None)?;
        if offline {
            return Err(LlmError::Offline { endpoint: endpoint.shown().to_owned() });
        }
        Ok(Self {
            settings: settings.clone(),
            key: Key::find(settings, |name| std::env::var(name).ok())?,
            prompts: Arc::new(prompts(paths, index)?),
            brief: brief(settings, paths, index)?,
            offline,
            budget_usd: None,
            left: LeftAside::default(),
            remembered: paths.endpoints(),
        })
    }

    /// The same, spending at most so much in dollars.
    pub fn within(self, budget_usd: Option<f64>) -> Self {
        Self { budget_usd, ..self }
    }

    /// The same, with so much of what may be spent gone.
    pub fn after(self, spent_usd: f64) -> Self {
        let left = self.budget_usd.map(|budget| (budget - spent_usd).max(0.0));
        self.within(left)
    }

    /// The same, not asking for what is left aside of what failed.
    pub fn leaving(self, left: LeftAside) -> Self {
        Self { left, ..self }
    }

    /// A hash of what the model is told in a build, beside the settings: the prompts, which may be the user's, and the
    /// tuning of the corpus.
    fn told(&self) -> String {
        told(&self.settings, &self.prompts, &self.brief)
    }

    /// A hash of what a model that answers is told, and of who rates for it: the prompts, which may be the user's, and
    /// the tuning of the corpus.
    pub fn told_for_answers(&self) -> String {
        let prompts: Vec<&str> =
            Step::ALL.into_iter().filter(|step| !step.builds()).map(|step| self.prompts.text(step)).collect();
        let (endpoint, rates) = (&self.settings.base_url, model_of(&self.settings, Role::Rating));
        hash::hex(serde_json::json!([prompts, self.brief.tuned(), endpoint, rates]).to_string().as_bytes())
    }

    /// A mind whose answers are kept in this ledger, and asked for each time without one.
    ///
    /// # Errors
    /// A setting that cannot be used, or a budget for a model without a price.
    pub fn mind(&self, ledger: Option<Ledger>) -> Result<Mind, LlmError> {
        let remembered = Some(self.remembered.clone());
        let (offline, budget_usd, left) = (self.offline, self.budget_usd, self.left.clone());
        let options = ClientOptions { offline, budget_usd, remembered, ledger, left };
        let client = Client::new(&self.settings, self.key.clone(), options)?;
        Ok(Mind::new(Arc::new(client), self.prompts.clone(), self.brief.clone()))
    }

    /// Who answers questions of this index: the model, with the ledger of the index, and the model that embeds a
    /// question where the vectors of the index are that model's; `fixed` are the static ones that it is of. It shares
    /// with the session that quotes what that one has read of the index.
    ///
    /// # Errors
    /// A setting that cannot be used, or an index that cannot be read.
    pub fn session(&self, quoting: Session, fixed: Option<Arc<StaticVectors>>) -> Result<Session, LlmError> {
        let reader = &quoting.reader;
        let made_by = reader.meta().map_err(|e| LlmError::from(&e))?.embedding_model;
        let ledger = match Ledger::of_index(reader.path()) {
            // An index that may only be read is asked all the same; its answers are kept nowhere.
            Err(StoreError::NotWritable { .. }) => None,
            ledger => Some(ledger.map_err(|e| LlmError::from(&e))?),
        };
        let mind = self.mind(ledger)?;
        let mut session = quoting.embedded_by_static(fixed);
        if !mind.provider.model(Role::Answer).is_empty() {
            session = session.answered_by(Arc::new(ModelAnalyst::new(mind.clone())));
        }
        let embeds = mind.provider.model(Role::Embedding);
        if !embeds.is_empty() && made_by.as_deref() == Some(embeds) {
            session = session.embedded_by(Arc::new(ModelEmbedder::new(mind.clone())));
        }
        if !mind.provider.model(Role::Rerank).is_empty() {
            session = session.reranked_by(Arc::new(ModelReranker::new(mind)));
        }
        Ok(session)
    }
}

/// See [`Connection::told`].
fn told(settings: &Settings, prompts: &Prompts, brief: &Brief) -> String {
    let only_reports = settings.method == Method::Fast;
    let steps = Step::ALL.into_iter().filter(|&step| step.builds() && (step == Step::Report || !only_reports));
    let prompts: Vec<&str> = steps.map(|step| prompts.text(step)).collect();
    hash::hex(serde_json::json!([prompts, brief.tuned()]).to_string().as_bytes())
}

/// Builds an index: with the model where there is a connection, which the method decides.
///
/// # Errors
/// See [`BuildError`].
pub fn build(
    plan: &Plan,
    connection: Option<&Connection>,
    watch: Watch<'_>,
    progress: &Progress,
) -> Result<Built, BuildError> {
    let Some(connection) = connection else { return index::build(plan, progress) };
    let metered = OnceLock::new();
    let connect = |place: &BuildFile| {
        let ledger = Ledger::of_build(place, &connection.left).map_err(|e| JudgementError::from(LlmError::from(&e)))?;
        let mind = connection.mind(Some(ledger))?;
        let meter = metered.get_or_init(|| mind.provider.meter().clone());
        watch(meter.clone());
        Ok(mind)
    };
    let mut built = index::build_with(plan, Some(Model { connect: &connect, told: &connection.told() }), progress)?;
    // The meter knows what answers cost that were of no use.
    if let Some(meter) = metered.get() {
        built.usage = Usage { cached_calls: built.usage.cached_calls, ..meter.read().usage };
    }
    Ok(built)
}

/// Makes structures of a finished index: written by the model where there is a connection and they ask one, whose
/// answers are kept in the ledger of the index. Returns them with what they cost.
///
/// # Errors
/// See [`StructureError`].
pub fn structures(
    index: &Path,
    wanted: &[Structure],
    fixed: Option<&Arc<StaticVectors>>,
    connection: Option<&Connection>,
    watch: Watch<'_>,
    progress: &Progress,
) -> Result<(Vec<Made>, Usage), StructureError> {
    let asks = wanted.iter().any(|structure| structure.asks());
    let Some(connection) = connection.filter(|_| asks) else {
        return Ok((structures::add(index, wanted, fixed, None, progress)?, Usage::default()));
    };
    let mind = connection.mind(Some(Ledger::of_index(index)?)).map_err(JudgementError::from)?;
    let meter = mind.provider.meter().clone();
    watch(meter.clone());
    let made = structures::add(index, wanted, fixed, Some(&mind), progress)?;
    Ok((made, meter.read().usage))
}

/// Reads what would be indexed, and estimates what the model of the settings would cost, with structures that are made
/// of the index. Asks nobody and needs no key.
///
/// # Errors
/// Files, prompts or prices that cannot be read.
pub fn forecast(plan: &Plan, wanted: &[Structure], paths: &Paths, progress: &Progress) -> Result<Built, BuildError> {
    let settings = &plan.settings;
    let failed = |error: LlmError| BuildError::Judgement(error.into());
    let prompts = prompts(paths, &plan.index).map_err(failed)?;
    let local = Endpoint::new(&settings.base_url, &settings.api_version, None).is_ok_and(|e| e.is_local());
    let prices = Prices::new(&settings.prices, local).map_err(failed)?;
    let told = match settings.method.asks_a_model() {
        true => told(settings, &prompts, &brief(settings, paths, &plan.index).map_err(failed)?),
        false => String::new(),
    };
    index::dry_run(plan, wanted, &told, &prompts, &prices, progress)
}

/// The static vectors that an index is of, where the settings name them; and what stands between the index and the
/// settings where its vectors are others than are configured now, ready to print, with what to do. Vectors of two kinds
/// are never compared.
pub fn vectors(settings: &Settings, reader: &Reader) -> (Option<Arc<StaticVectors>>, Option<(String, String)>) {
    let Ok(meta) = reader.meta() else { return (None, None) };
    let has = meta.embedding_model.unwrap_or_default();
    // Those of the corpus need nothing but the index.
    let instead = if has == MODEL { "questions go by these" } else { "questions go by words alone" };
    let differ = |what: String, hint: &str| (None, Some((format!("{what}: {instead}"), hint.to_owned())));
    const ANEW: &str = "`gleaner index FOLDER` makes the vectors anew and leaves the rest as it is";
    if !settings.vectors.trim().is_empty() && meta.method != Meta::IMPORTED {
        return match static_vectors::of_setting(&settings.vectors) {
            Ok(Some(fixed)) if fixed.label() == has => (Some(fixed), None),
            Ok(Some(fixed)) => {
                let what =
                    format!("the vectors of this index are of `{has}`, and `{}` is configured now", fixed.label());
                differ(what, ANEW)
            }
            Ok(None) => (None, None),
            Err(error) => differ(error.to_string(), &error.hint),
        };
    }
    if is_static(&has) {
        let what = format!("the vectors of this index are of `{has}`, and `vectors` is not set");
        let hint = "set `vectors` to where they lie; or `gleaner index FOLDER` makes the vectors anew without them";
        return differ(what, hint);
    }
    let wanted = model_of(settings, Role::Embedding);
    if wanted.is_empty() || has.is_empty() || has == wanted || meta.method == Meta::OFFLINE {
        return (None, None);
    }
    let what = format!("the vectors of this index are of `{has}`, and `{wanted}` is configured now");
    let hint =
        "index again with the same method: text and reports are taken from the ledger, only the vectors are made anew";
    differ(what, hint)
}

/// The user's prompts over the built-in ones.
///
/// # Errors
/// A prompt that cannot be used.
pub fn prompts(paths: &Paths, index: &Path) -> Result<Prompts, LlmError> {
    Prompts::load(&folders(paths, index)).map_err(|e| unusable(e.to_string()))
}

/// What a model is told of a corpus: the settings, with the tunings of the user's folders over them.
fn brief(settings: &Settings, paths: &Paths, index: &Path) -> Result<Brief, LlmError> {
    let mut brief = Brief::new(settings);
    for folder in folders(paths, index) {
        if let Some(tuning) = Tuning::load(&folder).map_err(unusable)? {
            tuning.apply(&mut brief);
        }
    }
    Ok(brief)
}

/// Where a user's prompts may be: for everything, and for one index, whose go over them.
pub fn folders(paths: &Paths, index: &Path) -> [PathBuf; 2] {
    let own = paths.config.with_file_name("prompts");
    let name = index.file_stem().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    let of_index = own.join(name);
    [own, of_index]
}

fn unusable(detail: String) -> LlmError {
    LlmError::Setting { what: "prompts".to_owned(), detail }
}
