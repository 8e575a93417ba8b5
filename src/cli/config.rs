//! `gleaner config`: where the settings are, what they say, and a file to start from.

use std::io::Write;

use super::args::{Config, Global};
use super::context;
use super::error::{CliError, ErrorKind};
use super::output::{Output, pad, set_color};
use crate::config::{Paths, Settings, TEMPLATE};
use crate::llm::without_secrets;
use crate::model::shown_path;

pub fn run(global: &Global, command: &Config) -> Result<(), CliError> {
    set_color(global.color);
    let paths = Paths::of_platform()?;
    let file = global.config.clone().unwrap_or_else(|| paths.config.clone());
    let mut out = Output::new();
    match command {
        Config::Path if global.json => out.json(&serde_json::json!({ "path": file }))?,
        Config::Path => out.line(shown_path(&file))?,
        Config::Show => {
            let (settings, origins) = context::settings(global, &paths, toml::Table::new())?;
            let settings = Settings {
                base_url: without_secrets(&settings.base_url),
                local_servers: settings.local_servers.iter().map(|address| without_secrets(address)).collect(),
                ..settings
            };
            if global.json {
                out.json(&settings)?;
                return out.flush();
            }
            let lines = settings.lines();
            let width = lines.iter().map(|(name, value)| name.len() + value.len() + 3).max().unwrap_or(0).min(60);
            for (name, value) in lines {
                let origin = origins.get(&name).map(ToString::to_string).unwrap_or_default();
                let setting = pad(&format!("{name} = {value}"), width);
                let origin = out.style.dim(&format!("# {origin}"));
                out.line(format!("{setting}  {origin}"))?;
            }
        }
        Config::Init => {
            let failed = |e: std::io::Error| {
                CliError::new(ErrorKind::Failed, format!("{} cannot be written: {e}", shown_path(&file)))
                    .hint("`--config FILE` puts it somewhere else")
            };
            if let Some(folder) = file.parent() {
                std::fs::create_dir_all(folder).map_err(failed)?;
            }
            let created = std::fs::OpenOptions::new().write(true).create_new(true).open(&file);
            let mut created = match created {
                Err(e) if e.kind() == std::io::ErrorKind::AlreadyExists => {
                    return Err(CliError::new(ErrorKind::Failed, format!("{} is there already", shown_path(&file)))
                        .hint("it was left as it is; `gleaner config show` prints what it says"));
                }
                other => other.map_err(failed)?,
            };
            created.write_all(TEMPLATE.as_bytes()).map_err(failed)?;
            out.line(shown_path(&file))?;
        }
    }
    out.flush()
}
