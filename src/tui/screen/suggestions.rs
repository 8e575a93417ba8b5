//! What the line at the bottom offers: the commands that one most likely wants next where one is. The lists lie in
//! `assets/footer.toml`; which of them holds is told here.

use std::sync::LazyLock;

use serde::Deserialize;

use crate::config::data_file;
use crate::model::Kind;
use crate::tui::app::App;
use crate::tui::keys::{Command, Layer};
use crate::tui::overlays::Overlay;
use crate::tui::panes::{PaneId, lies_in_file};

/// Commands, each with a word for it, the likeliest first.
#[derive(Debug, Default, Deserialize)]
#[serde(try_from = "Vec<String>")]
struct Hints(Vec<(Command, String)>);

impl TryFrom<Vec<String>> for Hints {
    type Error = String;

    fn try_from(lines: Vec<String>) -> Result<Self, String> {
        let hint = |line: &String| {
            let (command, word) = line.split_once(": ").ok_or_else(|| format!("`{line}` is no `command: word`"))?;
            Ok((command.parse()?, word.to_owned()))
        };
        lines.iter().map(hint).collect::<Result<_, _>>().map(Self)
    }
}

/// All lists of the file, by the places where one may be.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Footer {
    tree: Hints,
    tree_unfolded: Hints,
    tree_leaf: Hints,
    graph_wide: Hints,
    graph_way: Hints,
    graph: Hints,
    timeline: Hints,
    modes: Hints,
    themes: Hints,
    naming: Hints,
    chats: Hints,
    compare: Hints,
    compare_cited: Hints,
    differences: Hints,
    home: Hints,
    browser: Hints,
    citation: Hints,
    mention: Hints,
    document: Hints,
    source: Hints,
    entity: Hints,
    report: Hints,
    reader: Hints,
    citation_within: Hints,
    citation_of_answer: Hints,
    report_within: Hints,
    report_of_answer: Hints,
    chat_within: Hints,
    chat: Hints,
    question_within: Hints,
    question: Hints,
    spending: Hints,
    running: Hints,
    failed_at_first: Hints,
    failed: Hints,
    built: Hints,
    settings: Hints,
    setting: Hints,
    writing: Hints,
    found: Hints,
    found_in_chat: Hints,
    found_in_help: Hints,
    found_in_text: Hints,
    filter: Hints,
    input: Hints,
    narrow: Hints,
    list: Hints,
    questions: Hints,
    palette: Hints,
    confirm: Hints,
    help: Hints,
    peek: Hints,
}

static FOOTER: LazyLock<Footer> = LazyLock::new(|| data_file!("../../../assets/footer.toml"));

/// What one most likely wants next, the most likely first.
pub fn suggestions(app: &App) -> impl Iterator<Item = &'static (Command, String)> {
    hints(app).0.iter().filter(move |(command, _)| leads_on(app, *command))
}

/// False for a command that does nothing where one is.
fn leads_on(app: &App, command: Command) -> bool {
    if command == Command::Edit && app.overview.is_imported() {
        return false;
    }
    let found_nothing = app.reader.find.as_ref().is_some_and(|find| find.is_nowhere());
    match app.layer() {
        Layer::Chats => match (app.overlays.last(), command) {
            (Some(Overlay::Chats(state)), Command::Open | Command::RenameChat | Command::DeleteChat) => {
                state.selected().is_some()
            }
            _ => true,
        },
        Layer::Reader if found_nothing => !matches!(command, Command::NextMatch | Command::PreviousMatch),
        Layer::Reader => match command {
            Command::Drill => !app.chat.turns.is_empty() && app.reader.community().is_some(),
            // Only what lies in a file is opened there.
            Command::Edit => app.reader.edited().is_some_and(|(record, _)| lies_in_file(record.kind)),
            _ => true,
        },
        Layer::Graph if command == Command::FindPath => match app.overlays.last() {
            Some(Overlay::Graph(state)) => state.selected().is_some_and(|node| node.record.kind == Kind::Entity),
            _ => true,
        },
        Layer::Timeline => match (app.overlays.last(), command) {
            (Some(Overlay::Timeline(state)), Command::WholeScope) => state.of.is_some(),
            (Some(Overlay::Timeline(state)), _) => command == Command::Escape || state.span().is_some(),
            _ => true,
        },
        Layer::Chat => match command {
            Command::PreviousTurn => app.chat.current_turn().is_some_and(|at| at > 0),
            Command::NextTurn => app.chat.current_turn().is_some_and(|at| at + 1 < app.chat.turns.len()),
            Command::NextLink => !app.chat.page.links.is_empty(),
            Command::Drill
            | Command::Retry
            | Command::Copy
            | Command::Trace
            | Command::Compare
            | Command::NewChat
            | Command::ForkChat
            | Command::ExportChat
            | Command::KeepTest => !app.chat.turns.is_empty(),
            Command::ByDay => app.chat.current_turn().is_some_and(|at| app.chat.turns[at].has_days()),
            Command::Deeper => app.chat.leads_deeper(),
            Command::Shallower => app.chat.lies_below(),
            Command::SwitchAnalyst => app.models.answers.is_some(),
            _ => true,
        },
        _ => true,
    }
}

/// The list of where one is.
fn hints(app: &App) -> &'static Hints {
    static NONE: Hints = Hints(Vec::new());
    let footer = &*FOOTER;
    match app.layer() {
        Layer::Tree => match app.tree.selected() {
            Some(node) if node.open => &footer.tree_unfolded,
            Some(node) if node.parent().is_none() || app.tree.filter.is_on() => &footer.tree_leaf,
            _ => &footer.tree,
        },
        Layer::Graph => match app.overlays.last() {
            Some(Overlay::Graph(state)) if state.came_from_a_graph() => &footer.graph_way,
            Some(Overlay::Graph(state)) if state.steps() == Some(2) => &footer.graph_wide,
            _ => &footer.graph,
        },
        Layer::Timeline => &footer.timeline,
        Layer::Chats => match app.overlays.last() {
            Some(Overlay::Chats(state)) if state.naming.is_some() => &footer.naming,
            _ => &footer.chats,
        },
        Layer::Compare => match app.overlays.last() {
            Some(Overlay::Compare(state)) if state.record().is_some() => &footer.compare_cited,
            _ => &footer.compare,
        },
        Layer::Differences => &footer.differences,
        Layer::Home => &footer.home,
        Layer::Browser => &footer.browser,
        Layer::Found => &footer.found,
        Layer::Reader if app.reader.find.is_some() => &footer.found,
        Layer::Reader if app.reader.link.is_some() => &footer.citation,
        Layer::Reader if app.reader.mention().is_some() => &footer.mention,
        Layer::Reader => match app.reader.wanted.map(|wanted| wanted.kind) {
            Some(Kind::Document) => &footer.document,
            Some(Kind::Source) => &footer.source,
            Some(Kind::Entity) => &footer.entity,
            Some(Kind::Report) => &footer.report,
            _ => &footer.reader,
        },
        Layer::Chat => chat(app, footer),
        Layer::Question if !app.chat.next.scope.is_everything() => &footer.question_within,
        Layer::Question => &footer.question,
        Layer::Jobs => match &app.indexing.job {
            Some(job) if job.ending.is_none() && job.spending.is_some() => &footer.spending,
            Some(job) if job.ending.is_none() => &footer.running,
            _ if app.has_failed_at_first() => &footer.failed_at_first,
            _ if !app.progress().failed.is_empty() => &footer.failed,
            _ => &footer.built,
        },
        Layer::Settings => &footer.settings,
        Layer::Input => match app.overlays.last() {
            Some(Overlay::Settings(_)) => &footer.setting,
            Some(Overlay::Writing(_)) => &footer.writing,
            Some(Overlay::Help(_)) => &footer.found_in_help,
            _ if app.overlays.is_empty() && app.panes.focus == PaneId::Chat => &footer.found_in_chat,
            _ if app.panes.focus == PaneId::Reader => &footer.found_in_text,
            None => &footer.filter,
            Some(_) => &footer.input,
        },
        Layer::List => match app.overlays.last() {
            Some(Overlay::Narrow(_)) => &footer.narrow,
            Some(Overlay::Palette(_)) => &footer.palette,
            Some(Overlay::Modes(_)) => &footer.modes,
            Some(Overlay::Questions(_)) => &footer.questions,
            _ => &footer.list,
        },
        Layer::Overlay => match app.overlays.last() {
            Some(Overlay::Peek(_)) => &footer.peek,
            Some(Overlay::Themes(_)) => &footer.themes,
            _ => &footer.help,
        },
        Layer::Confirm => &footer.confirm,
        Layer::Global | Layer::Motion | Layer::Start => &NONE,
    }
}

/// In the chat it depends on what is asked of.
fn chat<'f>(app: &App, footer: &'f Footer) -> &'f Hints {
    let within = !app.chat.about_to_ask().scope.is_everything();
    match (app.chat.link.is_some(), within) {
        (true, true) if app.chat.is_on_report() => &footer.report_within,
        (true, false) if app.chat.is_on_report() => &footer.report_of_answer,
        (true, true) => &footer.citation_within,
        (true, false) => &footer.citation_of_answer,
        (false, true) => &footer.chat_within,
        (false, false) => &footer.chat,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_place_has_its_list_and_every_command_is_one() {
        assert!(FOOTER.tree.0.iter().any(|(command, word)| *command == Command::Open && word == "open"));
        assert!(Hints::try_from(vec!["opne: open".to_owned()]).is_err_and(|error| error.contains("did you mean")));
        assert!(Hints::try_from(vec!["open".to_owned()]).is_err());
    }
}
