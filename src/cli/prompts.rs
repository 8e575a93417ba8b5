//! `gleaner prompts`: which prompts are used, copies of them to edit, and a tuning for a corpus.

use std::path::{Path, PathBuf};

use super::args;
use super::context::{Context, canonical};
use super::error::{CliError, ErrorKind};
use super::output::{one_line, pad};
use super::progress;
use crate::config::{Method, Settings};
use crate::index::{self, Plan};
use crate::jobs::connection::{self, folders};
use crate::judgement::model::tune;
use crate::llm::Role;
use crate::model::shown_path;
use crate::prompts::{Prompts, Step};
use crate::text::numbers::amounts::{count, dollars};

/// Passages that a tuning is proposed from, and their length in characters.
const PASSAGES: usize = 12;
const PASSAGE: usize = 1_600;
const EXAMPLES: u32 = 2;

pub fn run(context: &mut Context, command: &args::Prompts) -> Result<(), CliError> {
    match command {
        args::Prompts::List => list(context),
        args::Prompts::Eject { folder } => eject(context, folder.as_deref()),
        args::Prompts::Tune { paths } => tune(context, paths),
    }
}

fn failed(error: &impl ToString) -> CliError {
    CliError::new(ErrorKind::Failed, error.to_string())
}

fn list(context: &mut Context) -> Result<(), CliError> {
    let index = context.index_path().unwrap_or_default();
    let prompts = connection::prompts(&context.paths, &index)?;
    if context.global.json {
        let all: Vec<_> = Step::ALL
            .iter()
            .map(|&step| serde_json::json!({"name": step.name(), "purpose": step.purpose(), "file": prompts.origin(step)}))
            .collect();
        context.out.json(&all)?;
        return context.out.flush();
    }
    for step in Step::ALL {
        let origin = prompts.origin(step).map_or("built in".to_owned(), shown_path);
        let origin = context.out.style.dim(&format!("  {origin}"));
        context.out.line(format!("{}{}{origin}", pad(step.name(), 17), step.purpose()))?;
    }
    context.out.flush()
}

fn eject(context: &mut Context, folder: Option<&Path>) -> Result<(), CliError> {
    let own = || context.paths.config.with_file_name("prompts");
    let folder = folder.map_or_else(own, Path::to_owned);
    for (path, fresh) in Prompts::eject(&folder).map_err(|e| failed(&e))? {
        if fresh {
            context.out.line(shown_path(&path))?;
        } else {
            context.say(format!("{} is there already and was left as it is", shown_path(&path)));
        }
    }
    context.out.flush()
}

/// Has a tuning proposed from passages spread over the corpus, and writes it where the next build of it looks.
fn tune(context: &mut Context, paths: &[PathBuf]) -> Result<(), CliError> {
    let roots = canonical(paths)?;
    let index = context.global.index.clone().unwrap_or_else(|| context.paths.index_of(&roots));
    // Whatever method the index is made by: tuning is for a model.
    let settings = Settings { method: Method::Standard, ..context.settings.clone() };
    let connection = super::models::for_build(context, &settings, &index)?;
    let Some(connection) = connection else { return Ok(()) };
    let plan = Plan { roots, index: index.clone(), name: String::new(), settings, afresh: true };
    let passages = progress::watched(context, move |progress| index::sample(&plan, PASSAGES, PASSAGE, progress))?;
    let mind = connection.mind(None)?;
    let model = mind.provider.model(Role::Extraction);
    context.say(format!("asking {} what to look for, with {} passages", one_line(model), passages.len()));
    let runtime = crate::llm::runtime().map_err(|e| failed(&format!("no thread to ask on: {e}")))?;
    let (tuning, usage) = runtime.block_on(tune::propose(&mind, &passages, EXAMPLES))?;
    let [_, folder] = folders(&context.paths, &index);
    let file = folder.join(tune::FILE);
    let written = std::fs::create_dir_all(&folder).and_then(|()| match file.exists() {
        true => Err(std::io::Error::from(std::io::ErrorKind::AlreadyExists)),
        false => std::fs::write(&file, tuning.file()),
    });
    context.say(format!("{}, {}", count(u64::from(usage.calls), "call", "calls"), dollars(usage.cost_usd)));
    match written {
        Ok(()) => context.out.line(shown_path(&file))?,
        Err(e) if e.kind() == std::io::ErrorKind::AlreadyExists => {
            context.say(format!("{} is there and was left as it is; this is what was proposed:", shown_path(&file)));
            context.out.line(tuning.file())?;
        }
        Err(e) => return Err(failed(&format!("{} cannot be written: {e}", shown_path(&file)))),
    }
    context.out.flush()
}
