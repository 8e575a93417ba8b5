//! Themes: the meaning of a piece of text (`Role`) to a style, read from `assets/themes/*.toml` and the user's own.

use std::collections::BTreeMap;
use std::str::FromStr;

use ratatui::style::{Color, Modifier, Style};
use toml::Spanned;

macro_rules! roles {
    ($($(#[$doc:meta])* $role:ident = $name:literal / $fallback:ident),+ $(,)?) => {
        /// What a piece of text means on the screen.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Role { #[default] $($(#[$doc])* $role),+ }

        impl Role {
            pub const ALL: &[Role] = &[$(Role::$role),+];

            /// The name used in theme files.
            pub fn name(self) -> &'static str {
                match self { $(Role::$role => $name),+ }
            }

            /// The role whose style is taken when a theme leaves this one out.
            pub fn fallback(self) -> Role {
                match self { $(Role::$role => Role::$fallback),+ }
            }
        }
    };
}

roles! {
    Text = "text" / Text,
    /// Secondary: counts, marks, what is not the matter itself.
    Dim = "dim" / Text,
    Accent = "accent" / Text,
    Title = "title" / Text,
    Heading = "heading" / Title,
    Code = "code" / Dim,
    /// A citation or a name that opens.
    Link = "link" / Accent,
    LinkFocused = "link-focused" / Selected,
    /// Cited, exists, but the text was not written from it.
    LinkDoubtful = "link-doubtful" / Link,
    /// Cited, and no such record.
    LinkUnknown = "link-unknown" / Error,
    /// The passage one came for.
    Lit = "lit" / Accent,
    /// What a search found.
    Found = "found" / Selected,
    /// In a graph, by what sort of thing a node is.
    Person = "person" / Text,
    Organisation = "organisation" / Text,
    Place = "place" / Text,
    Thing = "thing" / Text,
    Border = "border" / Dim,
    BorderFocused = "border-focused" / Accent,
    Selected = "selected" / Accent,
    SelectedUnfocused = "selected-unfocused" / Text,
    /// Ratings and progress.
    Bar = "bar" / Accent,
    Key = "key" / Accent,
    /// The letters of `f`.
    Hint = "hint" / Selected,
    Good = "good" / Text,
    /// Of two texts, what only the first has, and what only the second.
    Removed = "removed" / Error,
    Added = "added" / Good,
    Warning = "warning" / Accent,
    Error = "error" / Accent,
}

/// A theme could not be read.
#[derive(Debug, PartialEq, thiserror::Error)]
pub enum ThemeError {
    #[error("theme {file}: {message}")]
    Syntax { file: String, message: String },
    #[error("theme {file}, line {line}: `{role}` is no role{}", did_you_mean(.suggestion))]
    UnknownRole { file: String, line: usize, role: String, suggestion: Option<&'static str> },
    #[error(
        "theme {file}, line {line}: `{role}` has the colour `{colour}`, which is neither a name nor #rrggbb nor 0-255"
    )]
    UnknownColour { file: String, line: usize, role: String, colour: String },
    #[error("no theme is called `{0}`; there are {1}")]
    NoSuchTheme(String, String),
}

fn did_you_mean(suggestion: &Option<&'static str>) -> String {
    suggestion.map_or(String::new(), |name| format!("; did you mean `{name}`?"))
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct StyleEntry {
    fg: Option<Spanned<String>>,
    bg: Option<Spanned<String>>,
    #[serde(default)]
    bold: bool,
    #[serde(default)]
    dim: bool,
    #[serde(default)]
    italic: bool,
    #[serde(default)]
    underline: bool,
    #[serde(default)]
    reverse: bool,
    #[serde(default)]
    strike: bool,
}

/// A style for every role.
#[derive(Clone, Debug, PartialEq)]
pub struct Theme {
    pub name: String,
    styles: Vec<Style>,
}

/// The themes that come with the program.
const BUILT_IN: [(&str, &str); 4] = [
    ("terminal", include_str!("../../../assets/themes/terminal.toml")),
    ("dark", include_str!("../../../assets/themes/dark.toml")),
    ("light", include_str!("../../../assets/themes/light.toml")),
    ("mono", include_str!("../../../assets/themes/mono.toml")),
];

impl Theme {
    /// Returns the built-in theme of that name.
    pub fn built_in(name: &str) -> Result<Theme, ThemeError> {
        let Some((name, text)) = BUILT_IN.iter().find(|(known, _)| *known == name) else {
            let known: Vec<&str> = BUILT_IN.iter().map(|(name, _)| *name).collect();
            return Err(ThemeError::NoSuchTheme(name.to_owned(), known.join(", ")));
        };
        Theme::parse(name, name, text)
    }

    /// Reads a theme; `file` is what errors call it.
    pub fn parse(name: &str, file: &str, text: &str) -> Result<Theme, ThemeError> {
        let syntax = |error: toml::de::Error| ThemeError::Syntax { file: file.to_owned(), message: error.to_string() };
        let entries: BTreeMap<Spanned<String>, StyleEntry> = toml::from_str(text).map_err(syntax)?;
        let mut given: Vec<Option<Style>> = vec![None; Role::ALL.len()];
        for (key, entry) in entries {
            let (line, role) = (line_of(text, key.span().start), key.into_inner());
            let Some(position) = Role::ALL.iter().position(|known| known.name() == role) else {
                let suggestion = crate::config::suggestion(&role, Role::ALL.iter().map(|role| role.name()));
                return Err(ThemeError::UnknownRole { file: file.to_owned(), line, role, suggestion });
            };
            let unknown = |colour: &Spanned<String>| ThemeError::UnknownColour {
                file: file.to_owned(),
                line: line_of(text, colour.span().start),
                role: role.clone(),
                colour: colour.as_ref().clone(),
            };
            given[position] = Some(style_of(&entry).map_err(unknown)?);
        }
        let resolve = |role: Role| {
            let mut at = role;
            // Every chain of fallbacks ends at `text`.
            loop {
                match given[at as usize] {
                    Some(style) => return style,
                    None if at == Role::Text => return Style::default(),
                    None => at = at.fallback(),
                }
            }
        };
        Ok(Theme { name: name.to_owned(), styles: Role::ALL.iter().map(|&role| resolve(role)).collect() })
    }

    pub fn style(&self, role: Role) -> Style {
        self.styles[role as usize]
    }

    /// Returns the themes that come with the program, in their order.
    pub fn all_built_in() -> Vec<Theme> {
        BUILT_IN.iter().filter_map(|(name, _)| Theme::built_in(name).ok()).collect()
    }
}

/// The line, from 1, that a byte of a file lies in.
pub fn line_of(text: &str, at: usize) -> usize {
    1 + text.bytes().take(at).filter(|&byte| byte == b'\n').count()
}

/// Returns the style, or the colour that is none.
fn style_of(entry: &StyleEntry) -> Result<Style, &Spanned<String>> {
    let colour = |text: &Spanned<String>| Color::from_str(text.as_ref()).ok();
    let mut style = Style::default();
    if let Some(fg) = &entry.fg {
        style = style.fg(colour(fg).ok_or(fg)?);
    }
    if let Some(bg) = &entry.bg {
        style = style.bg(colour(bg).ok_or(bg)?);
    }
    for (wanted, modifier) in [
        (entry.bold, Modifier::BOLD),
        (entry.dim, Modifier::DIM),
        (entry.italic, Modifier::ITALIC),
        (entry.underline, Modifier::UNDERLINED),
        (entry.reverse, Modifier::REVERSED),
        (entry.strike, Modifier::CROSSED_OUT),
    ] {
        if wanted {
            style = style.add_modifier(modifier);
        }
    }
    Ok(style)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn built_in_themes_are_read_and_name_every_role() {
        for (name, text) in BUILT_IN {
            let theme = Theme::built_in(name).unwrap();
            assert_eq!(theme.name, name);
            for role in Role::ALL {
                assert!(text.contains(&format!("[{}]", role.name())), "{name} leaves out {}", role.name());
            }
        }
    }

    #[test]
    fn mono_has_no_colour() {
        let theme = Theme::built_in("mono").unwrap();
        for &role in Role::ALL {
            assert_eq!((theme.style(role).fg, theme.style(role).bg), (None, None), "{}", role.name());
        }
    }

    #[test]
    fn a_role_left_out_takes_its_fallback() {
        let theme = Theme::parse("mine", "mine.toml", "[accent]\nfg = \"red\"\n").unwrap();
        assert_eq!(theme.style(Role::Link).fg, Some(Color::Red));
        assert_eq!(theme.style(Role::Code), Style::default());
    }

    #[test]
    fn a_mistake_is_named_with_its_line() {
        let mistake = |text: &str| Theme::parse("mine", "mine.toml", text).unwrap_err().to_string();
        let role = mistake("[text]\n\n[acent]\n");
        assert_eq!(role, "theme mine.toml, line 3: `acent` is no role; did you mean `accent`?");
        let colour = mistake("[link]\nbold = true\nfg = \"purpel\"\n");
        assert!(colour.starts_with("theme mine.toml, line 3: `link` has the colour `purpel`"), "{colour}");
        for broken in ["[link\n", "[link]\nbald = true\n", "[link]\nfg = 7\n", "link = 3\n"] {
            let syntax = mistake(broken);
            assert!(syntax.starts_with("theme mine.toml: ") && syntax.contains("line "), "{syntax}");
        }
    }
}
