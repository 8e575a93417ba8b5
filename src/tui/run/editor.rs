//! The user's editor at a line: each family has its own way of being told.

use std::ffi::OsString;
use std::path::Path;

/// The editor that the environment names, else `vi`.
pub fn from_environment() -> String {
    let named = ["VISUAL", "EDITOR"].into_iter().filter_map(|name| std::env::var(name).ok());
    named.map(|editor| editor.trim().to_owned()).find(|editor| !editor.is_empty()).unwrap_or_else(|| "vi".to_owned())
}

/// Returns the program and its arguments for opening a file at a line (from 1; 0 when it is not known).
pub fn command(editor: &str, path: &Path, line: u64) -> (String, Vec<OsString>) {
    let mut words = words(editor).into_iter();
    let program = words.next().unwrap_or_else(|| "vi".to_owned());
    let mut arguments: Vec<OsString> = words.map(OsString::from).collect();
    let name = Path::new(&program).file_stem().map(|name| name.to_string_lossy().to_lowercase()).unwrap_or_default();
    let colon = || {
        let mut place = path.as_os_str().to_owned();
        place.push(format!(":{line}"));
        place
    };
    match name.as_str() {
        _ if line == 0 => arguments.push(path.into()),
        "vi" | "vim" | "nvim" | "view" | "gvim" | "emacs" | "emacsclient" | "nano" | "kak" | "micro" | "joe"
        | "jed" | "ne" | "mg" | "less" | "more" => arguments.extend([format!("+{line}").into(), path.into()]),
        "hx" | "helix" | "subl" | "zed" | "zeditor" => arguments.push(colon()),
        "code" | "code-insiders" | "codium" | "vscodium" | "cursor" | "windsurf" => {
            if !arguments.iter().any(|argument| argument == "--wait" || argument == "-w") {
                arguments.push("--wait".into());
            }
            arguments.extend(["--goto".into(), colon()]);
        }
        "kate" | "gedit" | "mate" => arguments.extend([format!("--line={line}").into(), path.into()]),
        _ => arguments.push(path.into()),
    }
    (program, arguments)
}

/// Cuts a command line at blanks outside quotes.
fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word = String::new();
    let mut quote = None;
    let mut begun = false;
    for c in line.chars() {
        match (quote, c) {
            (Some(open), c) if c == open => quote = None,
            (None, '"' | '\'') => {
                quote = Some(c);
                begun = true;
            }
            (None, c) if c.is_whitespace() => {
                if begun {
                    words.push(std::mem::take(&mut word));
                }
                begun = false;
            }
            (_, c) => {
                word.push(c);
                begun = true;
            }
        }
    }
    if begun {
        words.push(word);
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    fn printed(editor: &str, line: u64) -> String {
        let (program, arguments) = command(editor, Path::new("/a b/c.txt"), line);
        let arguments: Vec<_> = arguments.iter().map(|argument| argument.to_string_lossy().into_owned()).collect();
        format!("{program}|{}", arguments.join("|"))
    }

    #[test]
    fn every_family_is_told_the_line_its_own_way() {
        assert_eq!(printed("vim", 41), "vim|+41|/a b/c.txt");
        assert_eq!(printed("/usr/bin/nvim -p", 41), "/usr/bin/nvim|-p|+41|/a b/c.txt");
        assert_eq!(printed("emacsclient -t -a ''", 41), "emacsclient|-t|-a||+41|/a b/c.txt");
        assert_eq!(printed("hx", 41), "hx|/a b/c.txt:41");
        assert_eq!(printed("code", 41), "code|--wait|--goto|/a b/c.txt:41");
        assert_eq!(printed("code -w", 41), "code|-w|--goto|/a b/c.txt:41");
        assert_eq!(printed("'/opt/my editor/ed' -x", 41), "/opt/my editor/ed|-x|/a b/c.txt");
        assert_eq!(printed("vim", 0), "vim|/a b/c.txt");
        assert_eq!(printed("", 3), "vi|+3|/a b/c.txt");
    }
}
