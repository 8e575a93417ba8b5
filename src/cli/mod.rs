//! The command line: arguments, plain and JSON output, exit codes. One file for each command; data goes to standard
//! output, talk to standard error, and an error says what to do next.

mod args;
mod ask;
mod asking;
mod batch;
mod config;
mod context;
mod conversation;
mod doctor;
mod error;
mod eval;
mod export;
mod import;
mod index;
mod interrupt;
mod models;
mod news;
mod onward;
mod open;
mod output;
mod overview;
mod panic;
mod progress;
mod prompts;
mod replaced;
mod scope;
mod search;
mod show;
mod stats;
mod streamed;
mod structures;
mod tables;
mod watch;

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{CommandFactory, Parser};

use args::{Arguments, Command};
use context::Context;
use error::CliError;

use crate::ingest;

pub use open::{Explore, Explorer, Opening};

/// Runs the program with the arguments given, and returns its exit code. `explorer` is the other face.
pub fn main(arguments: impl IntoIterator<Item = OsString>, explorer: Explorer) -> ExitCode {
    panic::catch_quietly();
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    if arguments.get(1).is_some_and(|argument| argument == ingest::READER_ARGUMENT) {
        return ingest::serve();
    }
    // This program can be started as a reader of files; by this name it is found on Linux though it was replaced
    // meanwhile.
    let itself = PathBuf::from("/proc/self/exe");
    match std::env::current_exe() {
        Ok(_) if itself.exists() => ingest::isolate(itself),
        Ok(program) => ingest::isolate(program),
        // Files are read on threads then.
        Err(_) => {}
    }
    let wants_json = arguments.iter().any(|argument| argument == "--json");
    let result = panic::guarded(|| {
        let parsed = match Arguments::try_parse_from(&arguments) {
            Ok(parsed) => parsed,
            Err(refused) => return error::refused_arguments(&refused),
        };
        // The explorer hears of signals itself: it has a terminal to give back.
        if !matches!(parsed.command, None | Some(Command::Demo | Command::Open { .. })) {
            interrupt::watch();
        }
        dispatch(parsed, explorer)
    });
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            error.print(wants_json);
            ExitCode::from(error.kind.exit_code())
        }
    }
}

fn dispatch(arguments: Arguments, explorer: Explorer) -> Result<(), CliError> {
    let Arguments { global, command } = arguments;
    // These work whatever the settings say.
    match &command {
        Some(Command::Completions { shell }) => return completions(*shell),
        Some(Command::Config(command)) => return config::run(&global, command),
        _ => {}
    }
    let mut overrides = match &command {
        Some(Command::Index(options)) => options.settings(),
        Some(Command::Open { no_update: true, .. }) => toml::toml! { update_on_open = false },
        _ => toml::Table::new(),
    };
    overrides.extend(global.models());
    let mut context = Context::new(global, overrides)?;
    match command {
        None => open::start(&context, explorer),
        Some(Command::Demo) => open::demo(&context, explorer),
        Some(Command::Open { path, .. }) => open::open(&context, path.as_deref(), explorer),
        Some(Command::Index(options)) => index::run(&mut context, &options),
        Some(Command::Import { folder, force }) => import::run(&mut context, &folder, force),
        Some(Command::Export(options)) => export::run(&mut context, &options),
        Some(Command::Ask(options)) => ask::run(&mut context, &options),
        Some(Command::Search(options)) => search::run(&mut context, &options),
        Some(Command::Show { kind, id }) => show::run(&mut context, &kind, &id),
        Some(Command::Stats) => stats::run(&mut context),
        Some(Command::News { kind }) => news::run(&mut context, &kind),
        Some(Command::Eval(command)) => eval::run(&mut context, &command),
        Some(Command::Prompts(command)) => prompts::run(&mut context, &command),
        Some(Command::Doctor { deep }) => doctor::run(&mut context, deep),
        Some(Command::Config(_) | Command::Completions { .. }) => Ok(()),
    }
}

fn completions(shell: clap_complete::Shell) -> Result<(), CliError> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Arguments::command(), "gleaner", &mut script);
    output::print_bytes(&script)
}
