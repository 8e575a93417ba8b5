//! The palette: every command by name, fuzzily, with its key.

use fuzzy_matcher::FuzzyMatcher;
use fuzzy_matcher::skim::SkimMatcherV2;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::list::{self, List, ListLine};
use crate::tui::keys::{Command, Keymap, Layer};
use crate::tui::panes::Marks;
use crate::tui::theme::Look;
use crate::tui::widgets::field::Field;
use crate::tui::widgets::window::Window;

#[derive(Clone, Debug)]
pub struct State {
    pub field: Field,
    pub window: Window,
    pub found: Vec<Command>,
    /// The layer that had the focus: its keys are shown.
    pub from: Layer,
    /// What one key there runs, or everywhere: whoever types it means that.
    keys: Vec<(String, Command)>,
}

/// True for commands that make sense by name: not those of text boxes, lists and motions.
pub fn offers(command: Command) -> bool {
    use Command as C;
    let motion = crate::tui::panes::motion(command, 10).is_some();
    let within = matches!(command, C::Send | C::NewLine | C::Confirm | C::Deny | C::Escape | C::Open | C::Palette)
        || matches!(
            command,
            C::Left | C::Right | C::PanLeft | C::PanRight | C::PanUp | C::PanDown | C::ZoomIn | C::ZoomOut
        )
        || matches!(command, C::Hops | C::Grain | C::DocumentDays | C::Mark | C::Complete | C::Forget);
    !motion && !within
}

/// Other words that a command is looked for by.
pub(super) fn also_called(command: Command) -> &'static str {
    use Command as C;
    match command {
        C::Graph => "graph map network neighbours neighborhood connected connections relations picture",
        C::FindPath => "path way shortest route connect connection link between two distance",
        C::Timeline => "dates years when calendar chronology history",
        C::Find => "search look name open",
        C::Filter => "search narrow",
        C::Narrow => "filter facet type folder date scope",
        C::Ask => "question query chat",
        C::AskHere => "question scope inside only this",
        C::Modes | C::CycleMode => "mode engine global local drift lazy basic method",
        C::Compare => "side by side columns modes difference",
        C::Differences => "diff drafts versions revisions changes side by side",
        C::Trace => "why explain provenance cost tokens steps",
        C::Export | C::ExportChat => "save download write markdown file print",
        C::Copy | C::CopyPlain => "clipboard yank",
        C::Edit => "editor source file vim",
        C::Chats => "conversations sessions history switch",
        C::NewChat => "conversation clear reset",
        C::ForkChat => "branch fork",
        C::Questions => "history recall previous asked",
        C::KeepTest => "evaluate golden benchmark",
        C::News => "new changes diff updated removed",
        C::Progress => "status log errors skipped cost",
        C::Rebuild => "update refresh reindex reload",
        C::IndexOffline | C::IndexFast | C::IndexStandard => "reindex build rebuild method",
        C::Settings => "options preferences configuration model key endpoint stop words",
        C::SwitchAnalyst => "llm offline online model",
        C::TestEndpoint => "llm check connection server",
        C::FindServers => "llm ollama local",
        C::NextTheme => "theme dark light colors",
        C::ToggleMouse => "select text",
        C::Start => "switch corpus recent folder project",
        C::Home => "overview summary subjects start",
        C::Help => "keys shortcuts bindings",
        C::Tour => "tutorial guide introduction",
        C::Hints => "links follow jump letters",
        C::NextUnread => "unseen new unvisited coverage",
        C::Zoom => "maximise full screen",
        C::FocusTree => "tree reports communities pane",
        C::FocusBrowser => "list entities relationships claims documents pane",
        C::FocusReader => "text pane",
        C::FocusChat => "conversation pane",
        C::Drill => "deeper inside down",
        C::Deeper | C::Shallower => "level more detail",
        C::WholeScope => "reset scope everything",
        C::Quit => "exit close leave",
        _ => "",
    }
}

/// What the command lines of editors and pagers call a command.
fn short_names(command: Command) -> &'static [&'static str] {
    use Command as C;
    match command {
        C::Quit => &["q", "q!", "qa", "x", "wq"],
        C::Export => &["w", "write"],
        C::Help => &["h"],
        C::NextTheme => &["theme", "colorscheme"],
        C::Start => &["open", "e"],
        C::Find => &["search"],
        _ => &[],
    }
}

/// How well a command has all the words that are typed; none where it lacks one. What it is called tells more than what
/// it is also called, the beginning of a word more than the middle, and a whole word most.
fn fit(command: Command, text: &str) -> Option<i64> {
    let title = command.title().to_lowercase();
    let has = |said: &str, word: &str| {
        let words = said.split(|c: char| !c.is_alphanumeric());
        let word_fits = |said: &str| match said.strip_prefix(word) {
            Some("") => 3,
            Some(_) => 2,
            None => i64::from(said.contains(word)),
        };
        words.map(word_fits).max().unwrap_or(0)
    };
    let named = i64::from(title == text);
    text.split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(|word| {
            // What its name begins with is meant as much as a whole word of what it does.
            let begins = if command.name().starts_with(word) { 3 } else { 0 };
            let called = has(&title, word).max(has(command.name(), word)).max(begins);
            let fits = (called * 2).max(has(also_called(command), word));
            (fits > 0).then_some(fits)
        })
        .sum::<Option<i64>>()
        .map(|fits| fits + named)
}

impl State {
    pub fn new(from: Layer, keymap: &Keymap, height: usize) -> State {
        let window = Window { height, ..Window::default() };
        let key = |command: Command| Some((keymap.keys_for(from, command)?, command));
        let keys = Command::ALL.iter().copied().filter(|&command| offers(command)).filter_map(key).collect();
        let mut state = State { field: Field::default(), window, found: Vec::new(), from, keys };
        state.search();
        state
    }

    /// The command that is called just so, or, where none is, that this very key runs.
    fn exact(&self) -> Option<Command> {
        let text = self.field.text().trim();
        let mut offered = Command::ALL.iter().copied().filter(|&command| offers(command));
        let called = offered.find(|command| command.name() == text || short_names(*command).contains(&text));
        called.or_else(|| self.keys.iter().find(|(key, _)| key == text).map(|&(_, command)| command))
    }

    /// Ranks the commands by what is typed: the one that is meant by just that, those that have its words, else those
    /// that are spelt like it.
    pub fn search(&mut self) {
        let text = self.field.text().trim().to_lowercase();
        let offered = Command::ALL.iter().copied().filter(|&command| offers(command));
        let mut scored: Vec<(i64, Command)> =
            offered.clone().filter_map(|command| Some((fit(command, &text)?, command))).collect();
        if scored.is_empty() {
            let matcher = SkimMatcherV2::default();
            // Letters that lie scattered over several words mean none of them.
            let like = |command: Command| {
                let words = command.title().split(' ').chain(command.name().split('-'));
                words.filter_map(|word| matcher.fuzzy_match(word, &text)).max()
            };
            scored = offered.filter_map(|command| Some((like(command)?, command))).collect();
            let best = scored.iter().map(|(score, _)| *score).max().unwrap_or(0);
            scored.retain(|(score, _)| score * 3 >= best * 2);
        }
        scored.sort_by_key(|&(score, command)| (std::cmp::Reverse(score), command));
        self.found = scored.into_iter().map(|(_, command)| command).collect();
        if let Some(exact) = self.exact() {
            self.found.retain(|&command| command != exact);
            self.found.insert(0, exact);
        }
        self.window.set_len(self.found.len());
        self.window.go(0);
    }

    pub fn selected(&self) -> Option<Command> {
        self.found.get(self.window.cursor).copied()
    }
}

pub fn draw(state: &State, keymap: &Keymap, buffer: &mut Buffer, screen: Rect, look: Look) -> Marks {
    let found = state.found.get(state.window.visible()).unwrap_or_default();
    let lines = found.iter().map(|&command| ListLine {
        mark: " ",
        left: command.title().to_owned(),
        right: look.glyphs.keys(&keymap.keys_for(state.from, command).unwrap_or_default()),
        after: String::new(),
        ..ListLine::default()
    });
    let lines = lines.collect();
    let empty = "No command is called so, by its name or by another word for what it does. Fewer letters find more; without any, all \
                 commands are listed. What the documents say is looked for with ^P.";
    let list = List {
        title: "Run",
        note: "",
        hint: "",
        field: &state.field,
        window: &state.window,
        lines,
        lit: &[],
        empty,
        previews: false,
    };
    list::draw(&list, buffer, screen, look)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn opened() -> State {
        State::new(Layer::Tree, &Keymap::built_in().unwrap(), 10)
    }

    #[test]
    fn a_short_name_or_a_key_is_meant_before_what_is_spelt_like_it() {
        for (typed, wanted) in [
            ("q", Command::Quit),
            ("quit", Command::Quit),
            ("w", Command::Export),
            ("help", Command::Help),
            ("theme", Command::NextTheme),
            ("open", Command::Start),
            ("graph", Command::Graph),
            ("E", Command::Export),
            ("^P", Command::Find),
            ("?", Command::Help),
        ] {
            let mut state = opened();
            state.field.insert(typed);
            state.search();
            assert_eq!(state.selected(), Some(wanted), "{typed}: {:?}", state.found);
        }
    }

    #[test]
    fn what_is_typed_ranks() {
        let mut state = opened();
        assert!(state.found.len() > 30);
        state.field.insert("drill");
        state.search();
        assert_eq!(state.selected(), Some(Command::Drill));
        state.field.insert(" zzz");
        state.search();
        assert_eq!(state.selected(), None);
    }

    #[test]
    fn a_command_is_found_by_what_one_calls_it() {
        for (typed, wanted) in [
            ("path", Command::FindPath),
            ("shortest", Command::FindPath),
            ("connect", Command::FindPath),
            ("neighb", Command::Graph),
            ("way", Command::FindPath),
            ("search", Command::Find),
            ("settings", Command::Settings),
            ("exit", Command::Quit),
            ("exprt", Command::Export),
            ("time", Command::Timeline),
            ("cov", Command::NextUnread),
        ] {
            let mut state = opened();
            state.field.insert(typed);
            state.search();
            assert!(state.found.iter().take(2).any(|&found| found == wanted), "{typed}: {:?}", state.found);
            assert!(state.found.len() < 8, "{typed} drowns in {:?}", state.found);
        }
        let mut state = opened();
        state.field.insert("doctor");
        state.search();
        assert!(state.found.is_empty(), "no command is like it: {:?}", state.found);
    }
}
