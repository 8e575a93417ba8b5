//! What the user has set up: a key map and themes of their own, and what the environment says of the terminal.

use std::io;
use std::path::Path;

use anyhow::Context;

use crate::config::small_file;
use crate::model::shown_path;
use crate::tui::Options;
use crate::tui::keys::Keymap;
use crate::tui::terminal::Background;
use crate::tui::theme::Theme;

/// Themes of the user's own that are listed.
const MOST_THEMES: usize = 24;

/// Returns the key map, with the user's own laid over it.
pub fn keymap(folder: &Path) -> anyhow::Result<Keymap> {
    let mut keymap = Keymap::built_in()?;
    let file = folder.join("keymap.toml");
    if let Some(text) = own(&file)? {
        keymap.merge(&shown_path(&file), &text)?;
    }
    Ok(keymap)
}

/// Returns the theme that the settings name, and whether the terminal is to be asked which one suits it.
pub fn theme(options: &Options, folder: &Path) -> anyhow::Result<(Theme, bool)> {
    let variable = |name: &str| std::env::var(name).unwrap_or_default();
    let (name, ask) = match options.settings.theme.as_str() {
        _ if !options.color => ("mono", false),
        // Our own themes need the colours they name; with fewer, the terminal's palette does better.
        "auto" if !matches!(variable("COLORTERM").as_str(), "truecolor" | "24bit") => ("terminal", false),
        "auto" => {
            let told = Background::from_variable(&variable("COLORFGBG"));
            let answers = !matches!(variable("TERM").as_str(), "" | "dumb" | "linux");
            (told.map_or("terminal", Background::theme), answers)
        }
        name => (name, false),
    };
    Ok((named(folder, name)?, ask))
}

/// Returns a theme by its name: a file of the user's own, else one of ours.
pub fn named(folder: &Path, name: &str) -> anyhow::Result<Theme> {
    let file = folder.join("themes").join(format!("{name}.toml"));
    Ok(match own(&file)? {
        Some(text) => Theme::parse(name, &shown_path(&file), &text)?,
        None => Theme::built_in(name)?,
    })
}

/// Returns all themes that can be chosen, the user's own behind ours or in their place. One that cannot be read is left
/// out: who names it in the settings is told why.
pub fn all_themes(folder: &Path) -> Vec<Theme> {
    let files = std::fs::read_dir(folder.join("themes")).into_iter().flatten().flatten();
    let names = files.filter_map(|file| file.file_name().to_str()?.strip_suffix(".toml").map(str::to_owned));
    let mut own: Vec<Theme> = names.take(MOST_THEMES).filter_map(|name| named(folder, &name).ok()).collect();
    own.sort_by(|a, b| a.name.cmp(&b.name));
    let mut themes = Theme::all_built_in();
    themes.retain(|theme| !own.iter().any(|other| other.name == theme.name));
    themes.extend(own);
    themes
}

/// Reads a file that need not exist. One that is there and cannot be read is a mistake to tell.
fn own(file: &Path) -> anyhow::Result<Option<String>> {
    match small_file(file) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error).with_context(|| format!("{} cannot be read", shown_path(file))),
    }
}

/// True when the locale says that the terminal takes Unicode, or says nothing.
pub fn is_unicode() -> bool {
    let named = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().filter_map(|name| std::env::var(name).ok());
    let locale = named.map(|locale| locale.to_ascii_lowercase()).find(|locale| !locale.is_empty());
    locale.is_none_or(|locale| locale.contains("utf-8") || locale.contains("utf8"))
}
