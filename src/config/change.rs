//! One setting changed in the file of settings: its line is written anew, and nothing else of the file.

use std::io;
use std::path::Path;

use toml::Table;

use super::{replace_file, small_file};

/// Writes `key = value` (as TOML writes the value) into the file of settings: in the place of the line that sets it,
/// else of the one that shows its default, else at the end. Makes the file where there is none.
///
/// # Errors
/// A file that cannot be read or written, or that would no longer say what it says besides (a value over several
/// lines).
pub fn change(file: &Path, key: &str, value: &str) -> io::Result<()> {
    let before = match small_file(file) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
        Err(error) => return Err(error),
    };
    let after = changed(&before, key, value)
        .ok_or_else(|| io::Error::other(format!("`{key}` stands there over several lines: change it by hand")))?;
    // Where a link leads to is changed, not the link put away.
    let file = &file.canonicalize().unwrap_or_else(|_| file.to_owned());
    replace_file(file, after.as_bytes())
}

/// The text with the setting changed; none where something else of it would change with it.
fn changed(text: &str, key: &str, value: &str) -> Option<String> {
    let sets = |line: &str| line.trim_start().strip_prefix(key).is_some_and(|rest| rest.trim_start().starts_with('='));
    let shows = |line: &str| line.trim_start().strip_prefix('#').is_some_and(sets);
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let place = lines.iter().position(|line| sets(line)).or_else(|| lines.iter().position(|line| shows(line)));
    let line = format!("{key} = {value}");
    match place {
        Some(at) => lines[at] = line,
        None => lines.push(line),
    }
    let after = lines.join("\n") + "\n";
    let (mut was, mut is): (Table, Table) = (text.parse().ok()?, after.parse().ok()?);
    let set = is.remove(key)?;
    was.remove(key);
    (was == is && set.to_string() == value).then_some(after)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[cfg(unix)]
    #[test]
    fn a_link_to_the_settings_stays_a_link() {
        let folder = tempfile::tempdir().unwrap();
        let (kept, link) = (folder.path().join("dotfiles.toml"), folder.path().join("config.toml"));
        fs::write(&kept, "theme = \"auto\"\n").unwrap();
        std::os::unix::fs::symlink(&kept, &link).unwrap();
        change(&link, "theme", "\"dark\"").unwrap();
        assert!(link.is_symlink());
        assert_eq!(fs::read_to_string(&kept).unwrap(), "theme = \"dark\"\n");
    }

    #[test]
    fn one_line_changes_and_no_other() {
        assert_eq!(changed("", "theme", "\"dark\"").as_deref(), Some("theme = \"dark\"\n"));
        let file = "# my own\n#theme = \"auto\"\nchunk_size = 400 # small\n";
        let after = changed(file, "theme", "\"dark\"").unwrap();
        assert_eq!(after, "# my own\ntheme = \"dark\"\nchunk_size = 400 # small\n");
        assert_eq!(changed(&after, "theme", "\"light\"").unwrap(), after.replace("dark", "light"));
        assert_eq!(changed(file, "model", "\"m\"").unwrap(), format!("{file}model = \"m\"\n"));
        let long = "stop_words = [\n  \"Page\",\n]\n";
        assert_eq!(changed(long, "stop_words", "[\"Annex\"]"), None, "what stands over several lines is left alone");
    }

    #[test]
    fn a_file_is_made_where_there_is_none() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("gleaner").join("config.toml");
        change(&file, "model", "\"m\"").unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), "model = \"m\"\n");
    }
}
