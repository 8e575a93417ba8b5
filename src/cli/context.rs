//! What every command works with: settings, paths, the index meant, and how to print.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use toml::Table;

use super::args::Global;
use super::error::{CliError, ErrorKind};
use super::output::{self, Output, Style, one_line};
use crate::config::{Origin, Paths, Recent, RecentIndex, Settings, now};
use crate::model::shown_path;
use crate::store::{Meta, Reader};

pub struct Context {
    pub global: Global,
    pub paths: Paths,
    pub settings: Settings,
    pub out: Output,
}

/// The settings with where each comes from.
pub fn settings(
    global: &Global,
    paths: &Paths,
    flags: Table,
) -> Result<(Settings, BTreeMap<String, Origin>), CliError> {
    let file = global.config.as_deref().unwrap_or(&paths.config);
    let environment =
        std::env::vars_os().filter_map(|(key, value)| Some((key.into_string().ok()?, value.into_string().ok()?)));
    Ok(Settings::load(file, global.config.is_some(), environment, flags)?)
}

impl Context {
    pub fn new(global: Global, flags: Table) -> Result<Self, CliError> {
        output::set_color(global.color);
        let paths = Paths::of_platform()?;
        let (settings, _) = settings(&global, &paths, flags)?;
        Ok(Self { global, paths, settings, out: Output::new() })
    }

    /// Says something on standard error, unless told to be quiet.
    pub fn say(&self, line: impl AsRef<str>) {
        if !self.global.quiet {
            eprintln!("{}", output::harmless(line.as_ref()));
        }
    }

    /// The index file meant: the one named, else that of the folder one stands in or of one above it, else the one used
    /// last. Which one that is is said where it was not named, but for JSON, whose errors go where it would be said.
    pub fn index_path(&self) -> Result<PathBuf, CliError> {
        let (index, which) = self.index_meant()?;
        if let Some(which) = which.filter(|_| !self.global.json) {
            let path = if self.global.verbose { format!(" ({})", shown_path(&index)) } else { String::new() };
            self.say(Style::of_errors().dim(&format!("index: {which}{path}")));
        }
        Ok(index)
    }

    /// The index file meant and, where it was not named, which one that is.
    pub fn index_meant(&self) -> Result<(PathBuf, Option<String>), CliError> {
        if let Some(index) = &self.global.index {
            return Ok((index.clone(), None));
        }
        if let Ok(here) = std::env::current_dir().and_then(|here| here.canonicalize()) {
            let recent = Recent::load(&self.paths).indexes;
            for folder in here.ancestors() {
                // The demo's index, and one whose file was named, lie elsewhere.
                let of_folder = |recent: &&RecentIndex| recent.roots.iter().map(Path::new).eq([folder]);
                let named = || recent.iter().find(of_folder).map(|recent| recent.index.clone());
                let own = self.paths.index_of(&[folder.to_owned()]);
                let index = if own.is_file() { own } else { named().unwrap_or(own) };
                if index.is_file() {
                    return Ok((index, Some(format!("that of the folder {}", shown_path(folder)))));
                }
            }
        }
        match Recent::load(&self.paths).indexes.into_iter().next() {
            Some(recent) => {
                let which = format!("{}, opened last; --index FILE names another", one_line(&recent.name));
                Ok((recent.index, Some(which)))
            }
            None => Err(CliError::new(ErrorKind::NoIndex, "there is no index yet")
                .hint("`gleaner index FOLDER` makes one")
                .hint("`gleaner demo` shows the built-in corpus")),
        }
    }

    /// Opens the index meant, for reading.
    pub fn reader(&self) -> Result<Reader, CliError> {
        let path = self.index_path()?;
        Ok(Reader::open(&path)?)
    }

    /// Puts an index at the head of the recent ones.
    pub fn note(&self, index: &Path, meta: &Meta) {
        let opened = now();
        let index = index.canonicalize().unwrap_or_else(|_| index.to_owned());
        let recent = RecentIndex { index, name: meta.name.clone(), roots: meta.roots.clone(), opened };
        Recent::note(&self.paths, recent);
    }
}

/// The canonical form of paths that exist.
pub fn canonical(paths: &[PathBuf]) -> Result<Vec<PathBuf>, CliError> {
    paths
        .iter()
        .map(|path| {
            path.canonicalize().map_err(|e| match e.kind() {
                std::io::ErrorKind::NotFound => {
                    CliError::usage(format!("{}: there is no such file or folder", shown_path(path)))
                }
                _ => CliError::new(ErrorKind::Failed, format!("{} cannot be read: {e}", shown_path(path)))
                    .hint("check its permissions"),
            })
        })
        .collect()
}
