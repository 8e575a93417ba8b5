//! The key map: layers of key sequences, each with its command and its description.

use std::collections::BTreeMap;

use serde::Deserialize;
use toml::Spanned;

use super::{Chord, Command};
use crate::config::suggestion;
use crate::tui::theme::line_of;

macro_rules! layers {
    ($($layer:ident = $name:literal : $title:literal),+ $(,)?) => {
        /// Where a binding holds. The layer of what has focus is asked first, then those it rests on.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Layer { $($layer),+ }

        impl Layer {
            pub const ALL: &[Layer] = &[$(Layer::$layer),+];

            /// The name used in key maps.
            pub fn name(self) -> &'static str {
                match self { $(Layer::$layer => $name),+ }
            }

            /// The heading in help.
            pub fn title(self) -> &'static str {
                match self { $(Layer::$layer => $title),+ }
            }
        }
    };
}

layers! {
    Global = "global": "Everywhere",
    Motion = "motion": "Moving about",
    Tree = "tree": "Communities",
    Browser = "browser": "Browser",
    Reader = "reader": "Reader",
    Chat = "chat": "Chat",
    Found = "found": "What was found in the chat",
    Home = "home": "Home page",
    Question = "question": "Writing a question",
    Input = "input": "Typing a filter",
    List = "list": "Palette, finder, what is new",
    Chats = "chats": "Chats",
    Graph = "graph": "Graph",
    Timeline = "timeline": "Timeline",
    Compare = "compare": "Answers side by side",
    Differences = "differences": "Two documents compared",
    Overlay = "overlay": "Help, peek, indexing, models",
    Jobs = "jobs": "Indexing",
    Settings = "settings": "Settings and models",
    Confirm = "confirm": "A question to you",
    Start = "start": "Start screen",
}

impl Layer {
    /// Layers asked in turn when this one has focus.
    pub fn stack(self) -> &'static [Layer] {
        match self {
            Layer::Global => &[Layer::Global],
            Layer::Motion => &[Layer::Motion, Layer::Global],
            Layer::Tree => &[Layer::Tree, Layer::Motion, Layer::Global],
            Layer::Browser => &[Layer::Browser, Layer::Motion, Layer::Global],
            Layer::Reader => &[Layer::Reader, Layer::Motion, Layer::Global],
            Layer::Chat => &[Layer::Chat, Layer::Motion, Layer::Global],
            Layer::Found => &[Layer::Found, Layer::Chat, Layer::Motion, Layer::Global],
            Layer::Home => &[Layer::Home, Layer::Motion, Layer::Global],
            Layer::Question => &[Layer::Question],
            Layer::Input => &[Layer::Input],
            Layer::List => &[Layer::List],
            Layer::Chats => &[Layer::Chats, Layer::List],
            Layer::Graph => &[Layer::Graph],
            Layer::Timeline => &[Layer::Timeline, Layer::Overlay, Layer::Motion],
            Layer::Compare => &[Layer::Compare, Layer::Overlay, Layer::Motion],
            Layer::Differences => &[Layer::Differences, Layer::Overlay, Layer::Motion],
            Layer::Overlay => &[Layer::Overlay, Layer::Motion],
            Layer::Jobs => &[Layer::Jobs, Layer::Overlay, Layer::Motion],
            Layer::Settings => &[Layer::Settings, Layer::Overlay, Layer::Motion],
            Layer::Confirm => &[Layer::Confirm],
            Layer::Start => &[Layer::Start],
        }
    }
}

/// A key map could not be read.
#[derive(Debug, PartialEq, thiserror::Error)]
pub enum KeymapError {
    #[error("key map {file}: {message}")]
    Syntax { file: String, message: String },
    #[error("key map {file}, line {line}, [[{layer}]]: {message}")]
    Entry { file: String, line: usize, layer: String, message: String },
}

/// Key sequences that run one command in one layer.
#[derive(Clone, Debug, PartialEq)]
pub struct Binding {
    pub layer: Layer,
    pub keys: Vec<Vec<Chord>>,
    pub command: Command,
    pub description: String,
}

/// What a sequence of keys means.
#[derive(Clone, Debug, PartialEq)]
pub enum Lookup {
    Runs(Command),
    /// More keys are needed; what they would do is in [`Keymap::continuations`].
    Begins,
    Nothing,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    keys: Vec<String>,
    run: Option<String>,
    desc: Option<String>,
    #[serde(default)]
    unbind: bool,
}

/// All bindings, in the order of the file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Keymap {
    bindings: Vec<Binding>,
}

const BUILT_IN: &str = include_str!("../../../assets/keymap.toml");

impl Keymap {
    /// Returns the key map that comes with the program.
    pub fn built_in() -> Result<Keymap, KeymapError> {
        let mut map = Keymap::default();
        map.merge("assets/keymap.toml", BUILT_IN)?;
        Ok(map)
    }

    /// Lays a key map over this one: a sequence bound anew, or unbound, loses its old meaning in that layer.
    pub fn merge(&mut self, file: &str, text: &str) -> Result<(), KeymapError> {
        let layers: BTreeMap<String, Vec<Spanned<Entry>>> = toml::from_str(text)
            .map_err(|error| KeymapError::Syntax { file: file.to_owned(), message: error.to_string() })?;
        // Where this file binds what.
        let mut lines: Vec<(Layer, Vec<Chord>, usize)> = Vec::new();
        for (name, entries) in layers {
            let fail_at = |line: usize, message: String| KeymapError::Entry {
                file: file.to_owned(),
                line,
                layer: name.clone(),
                message,
            };
            let first = entries.first().map_or(0, |entry| entry.span().start);
            let layer = Layer::ALL.iter().copied().find(|layer| layer.name() == name).ok_or_else(|| {
                let near = suggestion(&name, Layer::ALL.iter().map(|layer| layer.name()));
                let near = near.map_or(String::new(), |near| format!("; did you mean `{near}`?"));
                fail_at(line_of(text, first), format!("no such layer{near}"))
            })?;
            for entry in entries {
                let line = line_of(text, entry.span().start);
                let entry = entry.into_inner();
                let fail = |message: String| fail_at(line, message);
                let keys = entry
                    .keys
                    .iter()
                    .map(|sequence| sequence.split_whitespace().map(str::parse).collect::<Result<Vec<Chord>, _>>())
                    .collect::<Result<Vec<_>, _>>()
                    .map_err(|error| fail(error.to_string()))?;
                if keys.is_empty() || keys.iter().any(Vec::is_empty) {
                    return Err(fail("a binding without keys".to_owned()));
                }
                for binding in self.bindings.iter_mut().filter(|binding| binding.layer == layer) {
                    binding.keys.retain(|old| !keys.contains(old));
                }
                self.bindings.retain(|binding| !binding.keys.is_empty());
                if entry.unbind {
                    continue;
                }
                let run = entry.run.ok_or_else(|| fail(format!("`{}` runs nothing", entry.keys.join("`, `"))))?;
                let command: Command = run.parse().map_err(&fail)?;
                let description = entry.desc.filter(|desc| !desc.trim().is_empty());
                let description =
                    description.ok_or_else(|| fail(format!("`{run}` has no description (desc = \"…\")")))?;
                lines.extend(keys.iter().map(|keys| (layer, keys.clone(), line)));
                self.bindings.push(Binding { layer, keys, command, description });
            }
        }
        self.check(file, &lines)
    }

    /// Finds a sequence that can never be typed because a shorter one runs first.
    fn check(&self, file: &str, lines: &[(Layer, Vec<Chord>, usize)]) -> Result<(), KeymapError> {
        for binding in &self.bindings {
            for keys in &binding.keys {
                let hides = |other: &Binding, shorter: &Vec<Chord>| {
                    keys.starts_with(shorter) && (shorter.len() < keys.len() || other.command != binding.command)
                };
                let same_layer = self.bindings.iter().filter(|other| other.layer == binding.layer);
                let mut hiding = same_layer.flat_map(|other| other.keys.iter().map(move |keys| (other, keys)));
                if let Some((other, shorter)) = hiding.find(|(other, shorter)| hides(other, shorter)) {
                    let written = |wanted: &Vec<Chord>| {
                        let line = lines.iter().find(|(layer, keys, _)| *layer == binding.layer && keys == wanted);
                        line.map(|&(.., line)| line)
                    };
                    return Err(KeymapError::Entry {
                        file: file.to_owned(),
                        line: written(keys).or_else(|| written(shorter)).unwrap_or(0),
                        layer: binding.layer.name().to_owned(),
                        message: format!(
                            "`{}` for {} is hidden by `{}` for {}; `unbind = true` takes a meaning away",
                            print(keys),
                            binding.command.name(),
                            print(shorter),
                            other.command.name()
                        ),
                    });
                }
            }
        }
        Ok(())
    }

    /// Says what the keys typed so far mean when `layer` has focus. The nearest layer wins.
    pub fn lookup(&self, layer: Layer, typed: &[Chord]) -> Lookup {
        for &layer in layer.stack() {
            let mut begins = false;
            for binding in self.bindings.iter().filter(|binding| binding.layer == layer) {
                for keys in &binding.keys {
                    if keys == typed {
                        return Lookup::Runs(binding.command);
                    }
                    begins |= keys.starts_with(typed);
                }
            }
            if begins {
                return Lookup::Begins;
            }
        }
        Lookup::Nothing
    }

    /// Returns the keys that run `command` when `layer` has focus, as help prints them: the first sequence.
    pub fn keys_for(&self, layer: Layer, command: Command) -> Option<String> {
        layer
            .stack()
            .iter()
            .find_map(|&at| {
                let bound = self.bindings.iter().filter(|binding| binding.layer == at && binding.command == command);
                bound.flat_map(|binding| &binding.keys).find(|keys| self.lookup(layer, keys) == Lookup::Runs(command))
            })
            .map(|keys| print(keys))
    }

    /// Returns all keys that run a command in a layer itself, in the order of the file.
    pub fn all_keys_for(&self, layer: Layer, command: Command) -> Vec<String> {
        let bound = self.bindings.iter().filter(|binding| binding.layer == layer && binding.command == command);
        let keys = bound.flat_map(|binding| &binding.keys);
        keys.filter(|keys| self.lookup(layer, keys) == Lookup::Runs(command)).map(|keys| print(keys)).collect()
    }

    /// Returns what may follow the keys typed so far: the keys still to type, and the description.
    pub fn continuations(&self, layer: Layer, typed: &[Chord]) -> Vec<(String, &str)> {
        let stack = layer.stack();
        let bindings = self.bindings.iter().filter(|binding| stack.contains(&binding.layer));
        bindings
            .flat_map(|binding| binding.keys.iter().map(move |keys| (binding, keys)))
            .filter(|(_, keys)| keys.len() > typed.len() && keys.starts_with(typed))
            .map(|(binding, keys)| (print(&keys[typed.len()..]), binding.description.as_str()))
            .collect()
    }

    /// Returns the bindings of one layer, in the order of the file.
    pub fn layer(&self, layer: Layer) -> impl Iterator<Item = &Binding> {
        self.bindings.iter().filter(move |binding| binding.layer == layer)
    }
}

/// Prints a sequence of keys.
fn print(keys: &[Chord]) -> String {
    keys.iter().map(Chord::to_string).collect::<Vec<_>>().join(" ")
}

impl Binding {
    /// Prints all sequences: `j ↓`.
    pub fn printed(&self) -> String {
        self.keys.iter().map(|keys| print(keys)).collect::<Vec<_>>().join("  ")
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn typed(text: &str) -> Vec<Chord> {
        text.split_whitespace().map(|key| key.parse().unwrap()).collect()
    }

    fn map(text: &str) -> Result<Keymap, String> {
        let mut map = Keymap::default();
        map.merge("mine.toml", text).map(|()| map).map_err(|error| error.to_string())
    }

    proptest! {
        #[test]
        fn key_maps_of_any_kind_are_taken_or_refused(
            rows in prop::collection::vec(
                (
                    prop::sample::select(vec!["global", "reader", "chat", "tree", "nowhere", ""]),
                    prop::sample::select(vec!["x", "g g", "C-x C-c", "F99", "C-", "-", "", "\\u0000", "S-\u{202e}", "space", "esc"]),
                    prop::sample::select(vec!["quit", "top", "quti", "", "none"]),
                    "\\PC{0,12}",
                ),
                0..6,
            ),
            garbage in "\\PC{0,24}",
        ) {
            let rows = rows.iter().map(|(layer, keys, run, desc)| {
                format!("[[{layer}]]\nkeys = [\"{keys}\"]\nrun = \"{run}\"\ndesc = {desc:?}\n")
            });
            let file: String = rows.collect();
            for file in [file.clone(), format!("{file}{garbage}")] {
                if let Err(why) = map(&file) {
                    prop_assert!(why.contains("mine.toml"), "{} does not say where", why);
                }
            }
        }
    }

    #[test]
    fn every_command_is_bound_or_in_the_palette() {
        // The palette lists all commands that make sense without a text box or a question on the screen.
        let map = Keymap::built_in().unwrap();
        for &command in Command::ALL {
            let bound = Layer::ALL.iter().any(|&layer| map.layer(layer).any(|binding| binding.command == command));
            let offered = crate::tui::overlays::palette::offers(command);
            assert!(bound || offered, "{} cannot be reached", command.name());
        }
    }

    #[test]
    fn the_nearest_layer_wins() {
        let map = map("[[global]]\nkeys = [\"x\", \"g g\"]\nrun = \"quit\"\ndesc = \"Quit\"\n\
             [[tree]]\nkeys = [\"x\"]\nrun = \"sort\"\ndesc = \"Sort\"\n")
        .unwrap();
        assert_eq!(map.lookup(Layer::Tree, &typed("x")), Lookup::Runs(Command::Sort));
        assert_eq!(map.lookup(Layer::Reader, &typed("x")), Lookup::Runs(Command::Quit));
        assert_eq!(map.lookup(Layer::Reader, &typed("g")), Lookup::Begins);
        assert_eq!(map.lookup(Layer::Reader, &typed("g g")), Lookup::Runs(Command::Quit));
        assert_eq!(map.lookup(Layer::Question, &typed("x")), Lookup::Nothing);
        assert_eq!(map.keys_for(Layer::Tree, Command::Quit), Some("g g".to_owned()));
        assert_eq!(map.continuations(Layer::Tree, &typed("g")), [("g".to_owned(), "Quit")]);
    }

    #[test]
    fn a_users_map_lies_over_ours() {
        let mut map = Keymap::built_in().unwrap();
        let before = map.lookup(Layer::Global, &typed("q"));
        assert_eq!(before, Lookup::Runs(Command::Quit));
        map.merge("mine.toml", "[[global]]\nkeys = [\"q\"]\nunbind = true\n").unwrap();
        assert_eq!(map.lookup(Layer::Global, &typed("q")), Lookup::Nothing);
        assert_ne!(map.keys_for(Layer::Global, Command::Quit), Some("q".to_owned()));
    }

    #[test]
    fn mistakes_are_named() {
        let unknown = map("[[global]]\nkeys = [\"q\"]\nrun = \"quti\"\ndesc = \"Quit\"\n").unwrap_err();
        assert_eq!(unknown, "key map mine.toml, line 1, [[global]]: `quti` is no command; did you mean `quit`?");
        let silent = map("[[global]]\nkeys = [\"q\"]\nrun = \"quit\"\n").unwrap_err();
        assert!(silent.contains("has no description"), "{silent}");
        let hidden = map("[[global]]\nkeys = [\"g\"]\nrun = \"quit\"\ndesc = \"Quit\"\n\
             [[global]]\nkeys = [\"g g\"]\nrun = \"top\"\ndesc = \"Top\"\n")
        .unwrap_err();
        assert!(hidden.contains("line 5, [[global]]: `g g` for top is hidden by `g` for quit"), "{hidden}");
        let mut ours = Keymap::built_in().unwrap();
        let hidden = ours.merge("m", "\n[[motion]]\nkeys = [\"g g\"]\nrun = \"top\"\ndesc = \"Top\"\n").unwrap_err();
        assert!(hidden.to_string().starts_with("key map m, line 2, [[motion]]: `g g`"), "{hidden}");
        assert!(map("[[glbal]]\nkeys = [\"q\"]\n").unwrap_err().contains("did you mean `global`?"));
        assert!(
            map("[[global]]\nkeys = [\"qq\"]\nrun = \"quit\"\ndesc = \"Quit\"\n")
                .unwrap_err()
                .contains("not the name of a key")
        );
    }
}
