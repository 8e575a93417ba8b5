//! The chat: questions and their answers, streamed and kept; citations in them are followed as everywhere; a cited
//! report can be drilled into. Mode, level and scope of the next question are always in sight.

mod asking;
mod before;
mod commands;
mod export;
pub mod find;
mod following;
mod kept;
mod page;
mod shown;
#[cfg(test)]
mod tests;
mod trace;
mod turn;
pub mod view;
mod weak;

use std::collections::HashMap;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use serde::{Deserialize, Serialize};
use tui_textarea::{TextArea, WrapMode};

pub use kept::Kept;
pub use page::{Link, Page};
pub use shown::Shown;
pub use turn::{Phase, Turn};

use super::{Msg, Outcome, Target};
use crate::model::{CommunityId, Mode, Ref, Scope};
use crate::tui::data::{AskedQuestion, TurnId};
use crate::tui::keys::Chord;
use crate::tui::notice::Notice;
use crate::tui::theme::{Glyphs, UNICODE};
use crate::tui::widgets::find::Find;
use crate::tui::widgets::markdown::Style;
use crate::tui::widgets::rich::safe;

/// Longest question taken, in bytes.
const LONGEST: usize = 100_000;

/// A question as it was put into the field to be changed, one that was asked or one that was made of what is marked,
/// and what stood there and was chosen before: whoever leaves it as it is has that back.
#[derive(Clone, Debug)]
struct Copied {
    text: String,
    draft: String,
    next: AskedQuestion,
    chosen: bool,
}

/// A question that was being written and is none now, or that was removed with its answer: `↑` in an empty field
/// brings it back, inside the part that it was begun in.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
struct Left {
    text: String,
    inside: Option<(Scope, String)>,
    /// It was asked.
    asked: bool,
}

impl Left {
    fn written(text: String) -> Left {
        Left { text, ..Left::default() }
    }
}

#[derive(Debug)]
pub struct State {
    pub turns: Vec<Turn>,
    pub page: Page,
    pub question: TextArea<'static>,
    pub typing: bool,
    /// The turn whose question was brought back into the field, and what stood there before.
    recalled: Option<usize>,
    draft: String,
    /// Questions that were being written in another chat, or inside another part, when that was left, or that were
    /// hardly begun; the latest last.
    left: Vec<Left>,
    /// A question that was put into the field to be changed.
    copied: Option<Copied>,
    /// What the next question will be asked with.
    pub next: AskedQuestion,
    /// Mode, level or scope of the next question were chosen since the last one was asked.
    chosen: bool,
    /// Of what the next question was to be asked before one began to write one inside a part: whoever leaves it
    /// unwritten has it back.
    before_inside: Option<(Scope, String)>,
    /// The question that rows which were marked are introduced by: what is asked next may speak of them.
    pub introduced: Option<String>,
    /// The question that was made of what is marked: as it stands it is asked by itself, whatever was asked before.
    by_itself: Option<String>,
    /// That question stands in the field as it was made: what is typed first takes its place.
    untouched: bool,
    /// Everything was chosen, and no part since: the next question stays out of the part that one reads in.
    outside: bool,
    /// The model that answers, when one is configured.
    pub model: Option<String>,
    /// Levels there are.
    pub levels: u32,
    /// What the index was built with beside the graph.
    pub structures: Vec<String>,
    pub width: usize,
    pub height: usize,
    pub top: usize,
    /// The newest question stays in sight while its answer grows.
    pub following: bool,
    pub link: Option<usize>,
    /// The turn that is meant, until one moves on.
    pinned: Option<usize>,
    /// The turn that was looked at when one left, until the turns are there.
    returning: Option<usize>,
    /// A text that is looked for in the chat.
    pub find: Option<Find>,
    /// Where one read when the places to go on to were brought into sight.
    before_strip: Option<(usize, bool)>,
    /// How citations are shown.
    style: Style,
    pub names: HashMap<Ref, Option<String>>,
    /// A drill-down that waits to know the community it goes into.
    drilling: Option<(usize, CommunityId)>,
    /// The turn that is asked one level deeper as soon as its answer is whole.
    ahead: Option<TurnId>,
    /// Steps from turn to turn.
    steps: before::Steps,
    /// Questions to begin with.
    suggested: Vec<String>,
    /// The same inside a part, once they are there.
    suggested_inside: Option<(Scope, Option<Vec<String>>)>,
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
            left: Vec::new(),
            copied: None,
            next: AskedQuestion::default(),
            chosen: false,
            before_inside: None,
            introduced: None,
            by_itself: None,
            untouched: false,
            outside: false,
            model: None,
            levels: 0,
            structures: Vec::new(),
            width: 0,
            height: 0,
            top: 0,
            following: true,
            link: None,
            pinned: None,
            find: None,
            before_strip: None,
            style: Style::Notes,
            names: HashMap::new(),
            drilling: None,
            ahead: None,
            steps: before::Steps::default(),
            suggested: Vec::new(),
            suggested_inside: None,
            returning: None,
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
        (self.recalled, self.copied, self.untouched) = (None, None, false);
        let mut lines: Vec<String> = text.lines().map(|line| safe(line).into_owned()).collect();
        if lines.is_empty() {
            lines.push(String::new());
        }
        self.question = TextArea::new(lines);
        self.question.set_wrap_mode(WrapMode::WordOrGlyph);
        self.question.set_cursor_line_style(ratatui::style::Style::default());
        self.question.move_cursor(tui_textarea::CursorMove::End);
    }

    /// Puts a question into the field, to be changed and asked.
    pub fn write(&mut self, question: &str) {
        self.set_question(question);
        self.typing = true;
        self.resized();
    }

    /// Puts a question into the field that nobody typed, as the one to be asked, and notes what stands there.
    fn copy_in(&mut self, question: &str) {
        let (draft, next) = (self.question.lines().join("\n"), self.next.clone());
        self.set_question(question);
        self.copied = Some(Copied { text: self.question_text(), draft, next, chosen: self.chosen });
        self.typing = true;
        self.resized();
    }

    /// Begins a question that was made of what is marked. Nothing says that this belongs to a part that was asked of
    /// before.
    pub fn compose(&mut self, question: String) {
        self.copy_in(&question);
        self.set_scope(Scope::default(), String::new());
        self.by_itself = Some(question.clone());
        self.introduced = Some(question);
        self.untouched = true;
    }

    /// Takes out the question that was made of what is marked, where nobody has gone into it yet.
    fn make_way(&mut self) {
        if self.untouched {
            self.keep_covered_draft();
            self.set_question("");
        }
    }

    /// Puts aside what stood in the field before a question was put there, when that is not left for it.
    fn keep_covered_draft(&mut self) {
        if let Some(copied) = self.copied.take().filter(|copied| !copied.draft.trim().is_empty()) {
            self.left.push(Left::written(copied.draft));
        }
    }

    /// Puts aside what is being written, and goes on writing; false where nothing is.
    pub fn put_draft_aside(&mut self) -> bool {
        let text = self.question_text();
        if text.is_empty() {
            return false;
        }
        self.keep_covered_draft();
        let part = || (self.next.scope.clone(), self.next.scope_title.clone());
        let inside = self.before_inside.is_some().then(part);
        self.left.push(Left { text, inside, asked: false });
        self.write("");
        true
    }

    fn question_text(&self) -> String {
        self.question.lines().join("\n").trim().to_owned()
    }

    pub fn running(&self) -> Option<TurnId> {
        self.turns.iter().find(|turn| turn.running()).map(|turn| turn.id)
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

    pub fn focused_link(&self) -> Option<Link> {
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

    /// Rows of the turn that commands mean, where there are several.
    fn rows_of_current_turn(&self) -> std::ops::Range<usize> {
        let starts = &self.page.starts;
        match self.current_turn().filter(|_| starts.len() > 1).and_then(|at| Some((at, starts.get(at)?.0))) {
            // Without the row between it and the next.
            Some((at, from)) => from..starts.get(at + 1).map_or(self.page.rows.len(), |next| next.0 - 1),
            None => 0..0,
        }
    }

    /// A question that was asked, as it is asked again: by whoever is chosen, and in the mode, at the level and of the
    /// part that the rule shows, where one of them was chosen since.
    fn as_chosen(&self, asked: AskedQuestion) -> AskedQuestion {
        match self.chosen {
            true => AskedQuestion { question: asked.question, drilled: None, ..self.next.clone() },
            false => AskedQuestion { offline: self.next.offline, ..asked },
        }
    }

    /// Sets how the next question is answered.
    pub fn set_mode(&mut self, mode: Mode) {
        self.next.mode = mode;
        self.chosen = true;
    }

    /// Begins a question where one reads: one that stands at an answer from inside a part asks inside that part, as the
    /// rule then says, unless everything was chosen since.
    pub fn begin(&mut self) {
        let asked = self.about_to_ask();
        if asked.scope != self.next.scope {
            self.begin_inside(asked.scope, asked.scope_title);
        }
        self.typing = true;
    }

    /// The question from inside a part at whose answer one reads, where the next one is asked inside that part.
    fn read_inside(&self) -> Option<&AskedQuestion> {
        let here = self.current_turn().map(|at| &self.turns[at].asked).filter(|asked| asked.drilled.is_some());
        here.filter(|_| !self.typing && !self.outside && self.next.scope.is_everything())
    }

    /// What the next question would be asked with, begun where one reads.
    pub fn about_to_ask(&self) -> AskedQuestion {
        match self.read_inside() {
            Some(inside) => {
                let (scope, scope_title) = (inside.scope.clone(), inside.scope_title.clone());
                AskedQuestion { scope, scope_title, ..self.next.clone() }
            }
            None => self.next.clone(),
        }
    }

    /// Puts aside what was written and left: another question is none of it, and none of the part it was written in.
    /// What there was to put aside is said.
    pub fn set_aside(&mut self) -> Option<Notice> {
        let text = self.question_text();
        if self.typing || text.is_empty() {
            return None;
        }
        let said = match self.before_inside.take() {
            Some((scope, title)) => {
                let inside = std::mem::replace(&mut self.next.scope_title, title);
                let said = format!("what was written inside {inside} is put aside");
                let scope = std::mem::replace(&mut self.next.scope, scope);
                self.left.push(Left { text, inside: Some((scope, inside)), asked: false });
                said
            }
            None => {
                self.left.push(Left::written(text));
                "what was begun is put aside".to_owned()
            }
        };
        self.set_question("");
        Some(Notice::good(format!("{said}: ↑ in the empty field brings it back")))
    }

    /// Begins a question inside a part.
    pub fn begin_inside(&mut self, scope: Scope, title: String) {
        let before = (self.next.scope.clone(), self.next.scope_title.clone());
        self.before_inside.get_or_insert(before);
        self.set_scope(scope, title);
        self.typing = true;
    }

    /// A chat that begins anew asks of everything.
    pub fn ask_everything(&mut self) {
        self.before_inside = None;
        self.set_scope(Scope::default(), String::new());
    }

    /// Sets the scope of the next question.
    pub fn set_scope(&mut self, scope: Scope, title: String) {
        self.outside &= scope.is_everything();
        self.next.scope = scope;
        self.next.scope_title = title;
        if self.turns.is_empty() {
            self.rebuild(0);
        }
    }

    pub fn update(&mut self, msg: Msg) -> Outcome {
        let outcome = self.take(msg);
        // Nothing is followed that nobody sees.
        self.link = self.link_in_sight();
        outcome
    }

    fn take(&mut self, msg: Msg) -> Outcome {
        match msg {
            Msg::Command(command) if self.finding() => self.find_command(command),
            Msg::Command(command) => self.command(command),
            Msg::Key(chord) if self.finding() => {
                self.find_key(chord);
                Outcome::nothing()
            }
            Msg::Paste(text) if self.finding() => {
                self.find_paste(&text);
                Outcome::nothing()
            }
            // Whoever presses Tab has another pane in mind, and would give commands there by what is typed next.
            Msg::Key(chord) if self.typing && matches!(chord.code, KeyCode::Tab | KeyCode::BackTab) => {
                Outcome::notice(Notice::good("Esc stops writing; Tab then goes to the next pane"))
            }
            Msg::Key(chord) => {
                self.key(chord);
                self.resized();
                Outcome::nothing()
            }
            Msg::Paste(text) => {
                if self.typing && self.question_text().len() + text.len() <= LONGEST {
                    self.make_way();
                    let text: Vec<_> = text.lines().map(safe).collect();
                    self.question.insert_str(text.join("\n"));
                    self.resized();
                    Outcome::nothing()
                } else if self.typing {
                    let text = format!("a question is at most {} kB long", LONGEST / 1000);
                    Outcome::notice(Notice::bad(text))
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
            Msg::Peek(link) => {
                let before = self.link.replace(link as usize);
                let outcome = self.peek();
                // Whoever only looked at a place to go on to does not stand on it: `d` lists the places again.
                if self.page.strip.iter().any(|&(place, _)| place == link) {
                    self.link = before;
                }
                outcome
            }
            Msg::Loaded(loaded) => self.loaded(loaded),
            Msg::Resize { width, height } => {
                if (width, height) != (self.width, self.height) {
                    let (rewrap, standing) = (width != self.width, self.standing());
                    (self.width, self.height) = (width, height);
                    if rewrap {
                        let measure = self.measure();
                        for turn in &mut self.turns {
                            turn.text.resize(measure, &self.glyphs);
                        }
                        self.rebuild(0);
                    }
                    if !self.following {
                        let start = self.page.starts.get(standing.place).map_or(0, |start| start.0);
                        self.top = start + standing.below;
                    }
                    self.resized();
                    self.show_link();
                }
                Outcome::nothing()
            }
        }
    }

    fn key(&mut self, chord: Chord) {
        if self.typing && (chord.typed().is_some() || matches!(chord.code, KeyCode::Backspace | KeyCode::Delete)) {
            self.make_way();
        }
        self.untouched = false;
        // As a shell has it, and every other field here.
        if self.typing && chord == Chord::new(KeyCode::Char('u'), KeyModifiers::CONTROL) {
            self.question.delete_line_by_head();
        } else if self.typing && self.question.lines().iter().map(String::len).sum::<usize>() < LONGEST {
            self.question.input(KeyEvent::new(chord.code, chord.modifiers));
        }
    }

    fn resized(&mut self) {
        if self.following {
            // An answer is read from its beginning: its question stays in sight while it grows.
            self.top = self.page.starts.last().map_or(0, |start| start.0);
        }
        self.clamp();
    }
}
