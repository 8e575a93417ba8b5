//! Two documents compared: which two, what is said to the overlay that shows what differs, and the way back to it.

use crate::model::{DocumentId, Kind, Ref};
use crate::tui::app::App;
use crate::tui::data::{Lane, RecordPage, Request};
use crate::tui::effect::Effect;
use crate::tui::keys::Command;
use crate::tui::notice::Notice;
use crate::tui::overlays::finder::Purpose;
use crate::tui::overlays::{Overlay, differences};
use crate::tui::panes::PaneId;
use crate::tui::panes::nav::Location;

impl App {
    /// Compares the two documents that are marked; of one, or of the one that has the focus, it is asked with which.
    pub(super) fn open_differences(&mut self, effects: &mut Vec<Effect>) {
        let document = |record: &Ref| (record.kind == Kind::Document).then_some(DocumentId(record.id));
        let marked: Vec<DocumentId> = self.marked().iter().filter_map(document).collect();
        match (marked.as_slice(), self.document_here()) {
            (&[one, other], _) => self.hold_against([one, other], effects),
            (&[one], Some(here)) if one != here => self.hold_against([one, here], effects),
            ([], Some(one)) | (&[one], _) => {
                let read = match &self.reader.record {
                    Some(RecordPage::Source(page)) if page.document.id == one => Some(page.name.clone()),
                    _ => None,
                };
                let name = read.unwrap_or_else(|| self.title_of(one.into()));
                self.open_finder(Purpose::CompareWith(one, name));
                self.load(Lane::Search, Request::Alike(one), effects);
            }
            ([], None) => {
                self.notice = Some(Notice::good("open a document first, or mark two in the list of documents"));
            }
            (several, _) => {
                let text = format!("two documents are compared at a time: {} are marked", several.len());
                self.notice = Some(Notice::good(text));
            }
        }
    }

    /// The document that has the focus, or that the passage with the focus is from.
    fn document_here(&self) -> Option<DocumentId> {
        let listed =
            self.focused_ref().filter(|record| self.panes.focus != PaneId::Home && record.kind == Kind::Document);
        match (listed, &self.reader.record) {
            (Some(record), _) => Some(DocumentId(record.id)),
            (None, Some(RecordPage::Document(page))) => Some(page.document.id),
            (None, Some(RecordPage::Source(page))) => Some(page.document.id),
            _ => None,
        }
    }

    /// Shows what two documents differ in.
    pub(super) fn hold_against(&mut self, pair: [DocumentId; 2], effects: &mut Vec<Effect>) {
        let state = differences::State::new(pair, self.screen, self.appearance.glyphs);
        let outcome = state.load();
        self.overlays.push(Overlay::Differences(Box::new(state)));
        self.carry_out(outcome, effects);
    }

    /// The documents that are compared, whatever lies over them.
    pub(super) fn held(&mut self) -> Option<&mut differences::State> {
        self.overlays.iter_mut().find_map(|overlay| match overlay {
            Overlay::Differences(state) => Some(state.as_mut()),
            _ => None,
        })
    }

    /// Runs a command on documents that are compared in front; false when it is none of theirs.
    pub(super) fn differences_command(&mut self, command: Command, effects: &mut Vec<Effect>) -> bool {
        let Some(Overlay::Differences(state)) = self.overlays.last_mut() else { return false };
        match command {
            Command::Escape => drop(self.overlays.pop()),
            Command::Copy => match state.text() {
                Some(text) => {
                    self.notice = Some(Notice::good("what differs was sent to the terminal's clipboard"));
                    effects.push(Effect::Copy(text));
                }
                None => self.notice = Some(Notice::good("there is nothing to copy yet")),
            },
            Command::Open | Command::OpenDocument => {
                let Some(record) = state.opened(command == Command::OpenDocument) else { return true };
                let left = self.overlays.pop();
                self.open(Location { compared: true, ..Location::new(record) }, effects);
                self.nav.left.compared = left;
            }
            command => {
                let outcome = state.command(command);
                self.carry_out(outcome, effects);
            }
        }
        true
    }
}
