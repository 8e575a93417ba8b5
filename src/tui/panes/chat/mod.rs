//! The chat: questions and their answers, streamed and kept; citations in them are followed as everywhere; a cited
//! report can be drilled into. Mode, level and scope of the next question are always in sight.

mod asking;
mod export;
mod page;
mod shown;
#[cfg(test)]
mod tests;
mod trace;
mod turn;
pub mod view;

use std::collections::HashMap;

use crossterm::event::{KeyCode, KeyEvent};
use tui_textarea::{TextArea, WrapMode};

pub use page::{Link, Page};
pub use turn::{Asked, Phase, Turn, TurnId};

use super::{Intent, Msg, Outcome, Target, motion};
use crate::model::{Anchor, CommunityId, Evidence, Kind, Mode, Ref, Scope};
use crate::query;
use crate::tui::data::{Lane, Loaded, Request, SavedTurn};
use crate::tui::keys::{Chord, Command};
use crate::tui::msg::Notice;
use crate::tui::nav::Standing;
use crate::tui::theme::{Glyphs, UNICODE};
use crate::tui::widgets::markdown::Style;
use crate::tui::widgets::quote;
use crate::tui::widgets::rich::safe;

/// Longest question taken, in bytes.
const LONGEST: usize = 100_000;

#[derive(Debug)]
pub struct State {
    pub turns: Vec<Turn>,
    pub page: Page,
    pub question: TextArea<'static>,
    pub typing: bool,
    /// The turn whose question was brought back into the field, and what stood there before.
    recalled: Option<usize>,
    draft: String,
    /// What the next question will be asked with.
    pub next: Asked,
    /// Mode, level or scope of the next question were chosen since the last one was asked.
    chosen: bool,
    /// The model that answers, when one is configured.
    pub model: Option<String>,
    /// Levels there are.
    pub levels: u32,
    pub width: usize,
    pub height: usize,
    pub top: usize,
    /// The newest question stays in sight while its answer grows.
    pub following: bool,
    pub link: Option<usize>,
    /// The turn that is meant, until one moves on.
    pinned: Option<usize>,
    /// How citations are shown.
    style: Style,
    pub names: HashMap<Ref, Option<String>>,
    /// A drill-down that waits to know the community it goes into.
    drilling: Option<(usize, CommunityId)>,
    spin: usize,
    glyphs: Glyphs,
}

impl Default for State {
    fn default() -> State {
        let mut state = State {
            turns: Vec::new(),
            page: Page::default(),
            question: TextArea::default(),
            typing: false,
            recalled: None,
            draft: String::new(),
            next: Asked::default(),
            chosen: false,
            model: None,
            levels: 0,
            width: 0,
            height: 0,
            top: 0,
            following: true,
            link: None,
            pinned: None,
            style: Style::Notes,
            names: HashMap::new(),
            drilling: None,
            spin: 0,
            glyphs: UNICODE,
        };
        state.set_question("");
        state
    }
}

impl State {
    pub fn set_glyphs(&mut self, glyphs: Glyphs) {
        self.glyphs = glyphs;
    }

    fn set_question(&mut self, text: &str) {
        self.recalled = None;
        let mut lines: Vec<String> = text.lines().map(|line| safe(line).into_owned()).collect();
        if lines.is_empty() {
            lines.push(String::new());
        }
        self.question = TextArea::new(lines);
        self.question.set_wrap_mode(WrapMode::WordOrGlyph);
        self.question.set_cursor_line_style(ratatui::style::Style::default());
        self.question.move_cursor(tui_textarea::CursorMove::End);
    }

    fn question_text(&self) -> String {
        self.question.lines().join("\n").trim().to_owned()
    }

    pub fn running(&self) -> Option<TurnId> {
        self.turns.iter().find(|turn| turn.running()).map(|turn| turn.id)
    }

    /// The turn that is still being answered, as it is kept when nobody waits for the rest.
    pub fn broken_off(&self) -> Option<SavedTurn> {
        self.turns.iter().find(|turn| turn.running()).map(Turn::broken_off)
    }

    /// Rows for writing the question: a rule and one to five lines.
    pub fn input_height(&self) -> usize {
        let lines: usize =
            self.question.lines().iter().map(|line| 1 + line.len() / self.width.saturating_sub(2).max(1)).sum();
        1 + lines.clamp(1, 5)
    }

    fn page_height(&self) -> usize {
        self.height.saturating_sub(self.input_height())
    }

    fn focused_link(&self) -> Option<Link> {
        self.link.and_then(|link| self.page.links.get(link)).copied()
    }

    pub fn focused_ref(&self) -> Option<Ref> {
        self.focused_link().and_then(Link::record)
    }

    /// The turn that the focused link or the top of the screen belongs to.
    pub fn current_turn(&self) -> Option<usize> {
        let at = match self.link {
            Some(link) => self.page.starts.iter().rposition(|&(_, first)| first <= link),
            None if self.pinned.is_some() => self.pinned,
            None if self.following => self.turns.len().checked_sub(1),
            None => self.page.starts.iter().rposition(|&(row, _)| row <= self.top + self.page_height() / 2),
        };
        at.filter(|&at| at < self.turns.len())
    }

    /// A question that was asked, as it is asked again: by whoever is chosen, and in the mode, at the level and of the part
    /// that the rule shows, where one of them was chosen since.
    fn as_chosen(&self, asked: Asked) -> Asked {
        match self.chosen {
            true => Asked { question: asked.question, drilled: None, ..self.next.clone() },
            false => Asked { offline: self.next.offline, ..asked },
        }
    }

    /// Sets how the next question is answered.
    pub fn set_mode(&mut self, mode: Mode) {
        self.next.mode = mode;
        self.chosen = true;
    }

    /// Sets the scope of the next question.
    pub fn set_scope(&mut self, scope: Scope, title: String) {
        self.next.scope = scope;
        self.next.scope_title = title;
    }

    pub fn update(&mut self, msg: Msg) -> Outcome {
        let outcome = self.take(msg);
        // Nothing is followed that nobody sees.
        self.link = self.link_in_sight();
        outcome
    }

    fn take(&mut self, msg: Msg) -> Outcome {
        match msg {
            Msg::Command(command) => self.command(command),
            // Whoever presses Tab has another pane in mind, and would give commands there by what is typed next.
            Msg::Key(chord) if self.typing && matches!(chord.code, KeyCode::Tab | KeyCode::BackTab) => {
                Outcome::intent(Intent::Notice(Notice::good("Esc stops writing; Tab then goes to the next pane")))
            }
            Msg::Key(chord) => {
                self.key(chord);
                self.resized();
                Outcome::nothing()
            }
            Msg::Paste(text) => {
                if self.typing && self.question_text().len() + text.len() <= LONGEST {
                    let text: Vec<_> = text.lines().map(safe).collect();
                    self.question.insert_str(text.join("\n"));
                    self.resized();
                    Outcome::nothing()
                } else if self.typing {
                    let text = format!("a question is at most {} kB long", LONGEST / 1000);
                    Outcome::intent(Intent::Notice(Notice::bad(text)))
                } else {
                    Outcome::nothing()
                }
            }
            Msg::Wheel(by) => {
                self.scroll(by);
                Outcome::nothing()
            }
            Msg::Click(Target::Link(link, _)) => {
                self.link = Some(link as usize);
                self.follow()
            }
            Msg::Click(_) => Outcome::nothing(),
            Msg::Loaded(loaded) => self.loaded(loaded),
            Msg::Resize { width, height } => {
                if (width, height) != (self.width, self.height) {
                    let rewrap = width != self.width;
                    (self.width, self.height) = (width, height);
                    if rewrap {
                        for turn in &mut self.turns {
                            turn.text.resize(width, &self.glyphs);
                        }
                        self.rebuild(0);
                    }
                    self.resized();
                    self.show_link();
                }
                Outcome::nothing()
            }
        }
    }

    fn key(&mut self, chord: Chord) {
        if self.typing && self.question.lines().iter().map(String::len).sum::<usize>() < LONGEST {
            self.question.input(KeyEvent::new(chord.code, chord.modifiers));
        }
    }

    /// Goes up or down in the question; from its first line to the question asked before, from its last to the one after.
    fn recall(&mut self, way: tui_textarea::CursorMove) -> Outcome {
        let row = self.question.cursor().0;
        let up = way == tui_textarea::CursorMove::Up;
        let last = self.question.lines().len() - 1;
        if if up { row > 0 } else { row < last } {
            self.question.move_cursor(way);
            return Outcome::nothing();
        }
        let (at, asked) = (self.recalled.unwrap_or(self.turns.len()), self.turns.len());
        let next = if up { at.checked_sub(1) } else { Some(at + 1).filter(|&next| next <= asked) };
        let Some(next) = next else { return Outcome::nothing() };
        if at == asked {
            self.draft = self.question.lines().join("\n");
        }
        let text = self.turns.get(next).map_or_else(|| self.draft.clone(), |turn| turn.asked.question.clone());
        self.set_question(&text);
        self.recalled = Some(next).filter(|&next| next < asked);
        self.resized();
        Outcome::nothing()
    }

    fn resized(&mut self) {
        if self.following {
            // An answer is read from its beginning: its question stays in sight while it grows.
            self.top = self.page.starts.last().map_or(0, |start| start.0);
        }
        self.clamp();
    }

    fn command(&mut self, command: Command) -> Outcome {
        if let Some(by) = motion(command, self.page_height()).filter(|_| !self.typing) {
            self.scroll(by);
            return Outcome::nothing();
        }
        match command {
            Command::Ask => {
                self.typing = true;
                Outcome::nothing()
            }
            Command::Open if !self.typing => match self.link {
                Some(_) => self.follow(),
                None => {
                    self.typing = true;
                    Outcome::nothing()
                }
            },
            Command::Send => {
                let question = self.question_text();
                if question.is_empty() {
                    return Outcome::nothing();
                }
                self.set_question("");
                self.typing = false;
                let asked = Asked { question, drilled: None, ..self.next.clone() };
                self.ask(None, asked)
            }
            Command::NewLine => {
                self.question.insert_newline();
                self.resized();
                Outcome::nothing()
            }
            Command::Escape => {
                if self.typing {
                    self.typing = false;
                } else if let Some(turn) = self.running() {
                    return self.cancel(turn);
                } else {
                    self.link = None;
                }
                Outcome::nothing()
            }
            Command::NextLink => self.step_link(true),
            Command::PreviousLink => self.step_link(false),
            Command::ShowIds => self.show_ids(),
            Command::DeleteTurn => self.delete_turn(),
            Command::Peek => match self.focused_ref() {
                Some(record) => Outcome::intent(Intent::peek(record, self.quoted())),
                None => Outcome::intent(Intent::Notice(Notice::good("→ goes to a citation, p then peeks at it"))),
            },
            Command::CycleMode => {
                let engines = query::engines();
                let at = engines.iter().position(|engine| engine.mode() == self.next.mode);
                self.next.mode = engines[at.map_or(0, |at| (at + 1) % engines.len())].mode();
                self.chosen = true;
                Outcome::nothing()
            }
            Command::SwitchAnalyst => match &self.model {
                Some(model) => {
                    self.next.offline = !self.next.offline;
                    let text = match self.next.offline {
                        true => "the next question is answered offline: nothing is sent".to_owned(),
                        false => format!("the next question is answered by {model}"),
                    };
                    Outcome::intent(Intent::Notice(Notice::good(text)))
                }
                None => Outcome::intent(Intent::Notice(Notice::good(
                    "no model may be asked: answers are made offline (the key , says why and how to set one)",
                ))),
            },
            Command::Deeper => self.deeper(),
            Command::Shallower => self.set_level(-1),
            Command::WholeScope => {
                self.set_scope(Scope::default(), String::new());
                self.chosen = true;
                Outcome::nothing()
            }
            Command::Retry => match self.current_turn() {
                Some(at) => {
                    let turn = &self.turns[at];
                    // As is chosen now, where something was: in another mode, offline, of everything is the reason to.
                    let (parent, asked) = (turn.parent, self.as_chosen(turn.asked.clone()));
                    self.ask(parent, asked)
                }
                None => Outcome::nothing(),
            },
            Command::EditQuestion => {
                if let Some(at) = self.current_turn() {
                    let asked = self.turns[at].asked.clone();
                    self.set_question(&asked.question);
                    self.next = Asked { drilled: None, ..self.as_chosen(asked) };
                    self.typing = true;
                    self.resized();
                }
                Outcome::nothing()
            }
            Command::Trace => {
                if let Some(at) = self.current_turn() {
                    self.show_trace(at);
                }
                Outcome::nothing()
            }
            Command::PreviousTurn if self.typing => self.recall(tui_textarea::CursorMove::Up),
            Command::NextTurn if self.typing => self.recall(tui_textarea::CursorMove::Down),
            Command::Filter => Outcome::intent(Intent::Notice(Notice::good(
                "the chat has no filter: Ctrl-P finds any record, { and } go from question to question",
            ))),
            Command::PreviousTurn => {
                let at = self.current_turn().unwrap_or(0);
                let start = self.page.starts.get(at).map_or(0, |start| start.0);
                self.go_to_turn(if self.top > start { at } else { at.saturating_sub(1) });
                Outcome::nothing()
            }
            Command::NextTurn => {
                match self.current_turn().map(|at| at + 1).filter(|&next| next < self.turns.len()) {
                    Some(next) => self.go_to_turn(next),
                    None => self.go(usize::MAX),
                }
                Outcome::nothing()
            }
            Command::Drill => match self.report_near() {
                Some(community) => self.drill(community),
                None => Outcome::intent(Intent::Notice(Notice::good(
                    "go to a cited report with → first; d then asks the same inside it",
                ))),
            },
            _ => Outcome::nothing(),
        }
    }

    /// Another index is shown: what was asked of the one before goes with it.
    pub fn forget(&mut self) {
        self.turns.clear();
        self.page = Page::default();
        self.names.clear();
        (self.link, self.drilling, self.top, self.following, self.pinned) = (None, None, 0, true, None);
    }

    /// The index was built anew: asks which of the cited records are still there.
    pub fn index_changed(&mut self) -> Outcome {
        let mut cited: Vec<Ref> = self
            .turns
            .iter()
            .filter(|turn| !turn.running())
            .flat_map(|turn| turn.answer.citations.iter().map(|cited| cited.record.record()))
            .collect();
        cited.sort_by_key(|record| (record.kind, record.id));
        cited.dedup();
        match self.turns.iter().all(Turn::running) {
            true => Outcome::nothing(),
            false => Outcome::load(Lane::Cited, Request::Names(cited)),
        }
    }

    fn loaded(&mut self, loaded: Loaded) -> Outcome {
        match loaded {
            Loaded::Community(row) => self.drilled(&row),
            Loaded::Drills { turn, drills } => {
                if let Some(at) = self.turns.iter().position(|other| other.id == turn) {
                    self.turns[at].answer.drill = drills;
                    self.rebuild(at);
                    self.resized();
                }
                Outcome::nothing()
            }
            Loaded::Names(names) => {
                let gone = names.into_iter().filter(|(_, title)| title.is_none()).map(|(record, _)| record).collect();
                for turn in self.turns.iter_mut().filter(|turn| !turn.running()) {
                    turn.outdated(&gone);
                }
                self.rebuild(0);
                self.resized();
                Outcome::nothing()
            }
            Loaded::Turns(saved) => {
                let (width, glyphs) = (self.width, self.glyphs);
                let mut restored: Vec<Turn> =
                    saved.into_iter().map(|turn| Turn::restored(turn, width, glyphs)).collect();
                for turn in &mut restored {
                    turn.text.set_style(self.style);
                    let cited = turn.answer.citations.iter();
                    self.names.extend(cited.map(|cited| (cited.record.record(), Some(cited.title.clone()))));
                }
                // Questions asked while the old ones were on their way stay last.
                let asked = std::mem::replace(&mut self.turns, restored);
                self.turns.extend(asked);
                self.rebuild(0);
                self.resized();
                Outcome::nothing()
            }
            _ => Outcome::nothing(),
        }
    }

    fn follow(&mut self) -> Outcome {
        match self.focused_link() {
            Some(Link::Open(record)) => match self.evidence(record) {
                Some(passage) => Outcome::intent(Intent::Open(passage)),
                None => Outcome::intent(Intent::follow(record, self.quoted())),
            },
            Some(Link::Drill(community)) => self.drill(community),
            Some(Link::Turn(turn)) => {
                if let Some(at) = self.turns.iter().position(|other| other.id == turn) {
                    self.go_to_turn(at);
                }
                Outcome::nothing()
            }
            Some(Link::Ids) => self.show_ids(),
            Some(Link::Unfold(turn)) => {
                if let Some(at) = self.turns.iter().position(|other| other.id == turn) {
                    self.turns[at].unfolded ^= true;
                    self.rebuild(at);
                    self.clamp();
                }
                Outcome::nothing()
            }
            None => Outcome::nothing(),
        }
    }

    /// Shows ids in the place of footnotes, or footnotes again.
    fn show_ids(&mut self) -> Outcome {
        let standing = self.standing();
        self.style = self.style.other();
        for turn in &mut self.turns {
            turn.text.set_style(self.style);
        }
        self.rebuild(0);
        self.stand(Standing { link: None, ..standing });
        Outcome::nothing()
    }

    /// The passage in a source that the current answer quotes there: the one before the focused citation, where it quotes
    /// several.
    fn evidence(&self, source: Ref) -> Option<Ref> {
        let turn = &self.turns[self.current_turn()?];
        let of = |evidence: &&Evidence| evidence.document.is_some() && evidence.source() == Some(source);
        let all: Vec<&Evidence> = turn.answer.evidence.iter().filter(of).collect();
        let flat = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        let words = self.quoted().map(|words| flat(&words));
        let said = words.and_then(|words| {
            all.iter()
                .find(|evidence| flat(&evidence.text).contains(words.split('…').next().unwrap_or_default().trim()))
        });
        let evidence = said.or(all.first().filter(|_| all.len() == 1))?;
        Some(source.at(Anchor::Passage(evidence.quote)))
    }

    /// True while the keys are on a report: a drill then goes into that one.
    pub fn is_on_report(&self) -> bool {
        self.focused_ref().is_some_and(|record| record.kind == Kind::Report)
    }

    /// Keys of the places to go on to from the current answer, which is brought into sight.
    pub fn strip(&mut self) -> Vec<(u32, char)> {
        let Some(at) = self.current_turn() else { return Vec::new() };
        let first = self.page.starts.get(at).map_or(0, |start| start.1);
        let end = self.page.starts.get(at + 1).map_or(self.page.links.len(), |next| next.1);
        let inside = |&(link, _): &(u32, char)| (first..end).contains(&(link as usize));
        let strip: Vec<(u32, char)> = self.page.strip.iter().copied().filter(inside).collect();
        if let Some(&row) = strip.first().and_then(|&(link, _)| self.page.link_rows.get(link as usize)) {
            let visible = self.top..self.top + self.page_height();
            if !visible.contains(&row) {
                self.go(row.saturating_sub(self.page_height() / 2));
                self.pinned = Some(at);
            }
        }
        strip
    }

    /// The words that are quoted before the focused citation.
    fn quoted(&self) -> Option<String> {
        quote::before(&self.page.rows, *self.page.link_rows.get(self.link?)?, self.link? as u32)
    }
}
