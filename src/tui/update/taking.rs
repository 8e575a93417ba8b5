//! Text that is taken elsewhere, to the clipboard or to a file: what has citations waits until the index has said what
//! they name.

use std::collections::HashMap;
use std::path::Path;

use crate::model::{Ref, shown_path};
use crate::text::numbers::amounts::count;
use crate::tui::app::App;
use crate::tui::data::{Lane, RecordPage, Request, ToldElsewhere};
use crate::tui::effect::Effect;
use crate::tui::keys::{Command, Layer};
use crate::tui::notice::Notice;
use crate::tui::overlays::{Overlay, writing};
use crate::tui::panes::PaneId;
use crate::tui::panes::reader::copy::{self, Draft, Taking, To};

/// Letters of a title that name a file.
const LONGEST_NAME: usize = 48;
/// Records that are written at once.
const WRITTEN: usize = 500;
/// What stands between records that are written to one file.
const BETWEEN: &str = "\n---\n\n";

impl App {
    /// Copies what has the focus: the answer that one stands at, the row of a list, the record that is read.
    pub(super) fn copy(&mut self, plain: bool, effects: &mut Vec<Effect>) {
        if self.panes.focus == PaneId::Home {
            // What lies open behind it is not what one sees.
            self.notice = Some(Notice::good("open a community first: what is read is copied"));
            return;
        }
        if let Some(record) = self.row_not_read() {
            let to = if plain { To::BareClipboard } else { To::Clipboard };
            return self.take_records(vec![record], to, effects);
        }
        let ready = match self.panes.focus {
            _ if !plain => None,
            PaneId::Chat => self.chat.bare(),
            _ => self.reader.bare(),
        };
        let draft = match self.panes.focus {
            _ if plain => None,
            PaneId::Chat => self.chat.drafted(),
            _ => self.reader.drafted(),
        };
        match (ready, draft) {
            (Some(text), _) => self.take_away(text, To::Clipboard, effects),
            (None, Some(draft)) => self.ask_sources(vec![draft], To::Clipboard, effects),
            (None, None) => self.notice = Some(Notice::good("there is nothing to copy yet: open a record")),
        }
    }

    /// The record that a list stands on, where the reader shows something else: one that came back to the list, or gave
    /// it the whole screen.
    fn row_not_read(&self) -> Option<Ref> {
        let row = self.focused_ref().filter(|_| matches!(self.panes.focus, PaneId::Tree | PaneId::Browser))?;
        (self.reader.wanted.map(Ref::record) != Some(row) || self.reader.record.is_none()).then_some(row)
    }

    /// Asks for records, to take them elsewhere then.
    fn take_records(&mut self, records: Vec<Ref>, to: To, effects: &mut Vec<Effect>) {
        self.taking = Some(Taking { drafts: Vec::new(), to });
        self.load(Lane::Records, Request::Records(records), effects);
    }

    /// Writes what has the focus to a file: rows that are marked, the answer that one stands at, the row of a list, the
    /// record that is read.
    pub(super) fn export(&mut self, effects: &mut Vec<Effect>) {
        let mut marked = self.marked();
        if !marked.is_empty() {
            marked.truncate(WRITTEN);
            let (what, name) =
                (count(marked.len() as u64, "record", "records"), format!("{}-records.md", marked.len()));
            self.ask_where(what, String::new(), &name);
            return self.take_records(marked, To::File, effects);
        }
        if let Some(record) = self.row_not_read() {
            self.ask_where(format!("this {}", record.kind.word()), String::new(), &file_name(&self.title_of(record)));
            return self.take_records(vec![record], To::File, effects);
        }
        let mut besides = String::new();
        let (written, what) = match self.panes.focus {
            PaneId::Chat => {
                let whole = self.input.keymap.keys_for(Layer::Chat, Command::ExportChat).unwrap_or("`:`".to_owned());
                besides = match self.chat.turns.len() {
                    0 | 1 => String::new(),
                    questions => format!("In the chat {whole} writes all {questions} questions with their answers"),
                };
                (self.chat.exported_answer(), "this answer".to_owned())
            }
            _ => {
                let title = self.reader.title().unwrap_or_default();
                let kind = self.reader.wanted.map_or("record", |record| record.kind.word());
                (self.reader.drafted().map(|draft| (draft, title)), format!("this {kind}"))
            }
        };
        match written {
            Some((draft, title)) => {
                self.ask_where(what, besides, &file_name(&title));
                self.ask_sources(vec![draft], To::File, effects);
            }
            None => self.notice = Some(Notice::good("there is nothing to write yet: open a record, or ask something")),
        }
    }

    pub(super) fn export_chat(&mut self, effects: &mut Vec<Effect>) {
        match self.chat.exported_chat(self.conversation.title.as_deref()) {
            Some((draft, questions, title)) => {
                let questions = count(questions as u64, "question", "questions");
                let what = format!("the whole chat of {questions}");
                self.ask_where(what, String::new(), &format!("chat-{}", file_name(&title)));
                self.ask_sources(vec![draft], To::File, effects);
            }
            None => self.notice = Some(Notice::good("there is nothing to write yet: ask something first")),
        }
    }

    /// Records that are to be taken elsewhere have come.
    pub(super) fn records_came(&mut self, records: &[RecordPage], effects: &mut Vec<Effect>) {
        let Some(Taking { to, .. }) = self.taking.take() else { return };
        if records.is_empty() {
            self.stop_writing();
            self.notice = Some(Notice::bad("nothing of this is in the index any more"));
            return;
        }
        if to == To::BareClipboard {
            let texts: Vec<String> = records.iter().map(copy::bare).collect();
            return self.take_away(texts.join(BETWEEN), to, effects);
        }
        self.ask_sources(records.iter().map(copy::drafted).collect(), to, effects);
    }

    /// Asks where a text is to be written to, which is made meanwhile: what is typed next is for the field.
    fn ask_where(&mut self, what: String, besides: String, name: &str) {
        let state = writing::State::new(what, besides, name, None, self.folder.clone());
        self.overlays.push(Overlay::Writing(state));
    }

    /// The text that was to be written cannot be made.
    pub(super) fn stop_writing(&mut self) {
        self.overlays.retain(|overlay| !matches!(overlay, Overlay::Writing(state) if state.waits()));
    }

    /// Asks what the citations of texts name, to write them then.
    fn ask_sources(&mut self, drafts: Vec<Draft>, to: To, effects: &mut Vec<Effect>) {
        let asked = drafts.iter().flat_map(Draft::asks).collect();
        self.taking = Some(Taking { drafts, to });
        self.load(Lane::Sources, Request::Sources(asked), effects);
    }

    /// What the citations of the texts name is known.
    pub(super) fn sources_came(&mut self, told: &HashMap<Ref, ToldElsewhere>, effects: &mut Vec<Effect>) {
        let Some(Taking { drafts, to }) = self.taking.take() else { return };
        let texts: Vec<String> = drafts.iter().map(|draft| draft.footnoted(told)).collect();
        self.take_away(texts.join(BETWEEN), to, effects);
    }

    fn take_away(&mut self, text: String, to: To, effects: &mut Vec<Effect>) {
        match to {
            To::Clipboard | To::BareClipboard => {
                // Whether the terminal took it, it does not say.
                let words = count(text.split_whitespace().count() as u64, "word", "words");
                self.notice = Some(Notice::good(format!("{words} were sent to the terminal's clipboard")));
                effects.push(Effect::Copy(text));
            }
            To::File => {
                let waits = |overlay: &Overlay| matches!(overlay, Overlay::Writing(state) if state.waits());
                // Whoever left the field writes nothing.
                let Some(at) = self.overlays.iter().rposition(waits) else { return };
                let Some(Overlay::Writing(state)) = self.overlays.get_mut(at) else { return };
                if let Some(written) = state.made(text) {
                    self.overlays.remove(at);
                    effects.push(written);
                }
            }
        }
    }

    /// Asks for another path where a text could not be written, with the one that was typed in the field.
    pub(super) fn write_elsewhere(&mut self, what: String, path: &Path, text: String, why: &str) {
        self.notice = Some(Notice::bad(format!("{} could not be written: {why}", shown_path(path))));
        let writing =
            writing::State::new(what, String::new(), &path.to_string_lossy(), Some(text), self.folder.clone());
        self.overlays.push(Overlay::Writing(writing));
    }
}

/// A name for a file from a title: its letters and digits, with hyphens between the words.
fn file_name(title: &str) -> String {
    let words: Vec<String> = title
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(|word| word.to_lowercase())
        .collect();
    let mut name = String::new();
    for word in words {
        if name.chars().count() + word.chars().count() > LONGEST_NAME {
            break;
        }
        if !name.is_empty() {
            name.push('-');
        }
        name += &word;
    }
    format!("{}.md", if name.is_empty() { "gleaner" } else { &name })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_names_a_file_and_nothing_else() {
        assert_eq!(file_name("What killed the char at Low Bield?"), "what-killed-the-char-at-low-bield.md");
        assert_eq!(file_name("../../etc/passwd"), "etc-passwd.md");
        assert_eq!(file_name("…"), "gleaner.md");
        assert!(file_name(&"word ".repeat(40)).len() < 60);
    }
}
