//! The chat: questions and their answers, streamed and kept; citations in them are followed as everywhere; a cited
//! report can be drilled into. Mode, level and scope of the next question are always in sight.

mod turn;
pub mod view;

use std::collections::HashMap;
use std::time::Duration;

use crossterm::event::KeyEvent;
use tui_textarea::{TextArea, WrapMode};

pub use turn::{Asked, Phase, Turn, TurnId};

use super::{Intent, Msg, Outcome, PaneId, Target, motion};
use crate::model::{AnswerEvent, CommunityId, Kind, Mode, Ref, Scope, without_citations};
use crate::tui::data::{CommunityRow, Lane, Loaded, Request};
use crate::tui::effect::Effect;
use crate::tui::keys::{Chord, Command};
use crate::tui::msg::Notice;
use crate::tui::theme::{Glyphs, UNICODE};
use crate::tui::widgets::rich::{Row, safe};

/// Longest question taken, in bytes.
const LONGEST: usize = 100_000;

/// Between two frames of the spinner.
const SPIN: Duration = Duration::from_millis(100);

/// All turns as one page.
#[derive(Clone, Debug, Default)]
pub struct Page {
    pub rows: Vec<Row>,
    pub links: Vec<Ref>,
    pub link_rows: Vec<usize>,
    /// First row and first link of each turn.
    pub starts: Vec<(usize, usize)>,
}

#[derive(Debug)]
pub struct State {
    pub turns: Vec<Turn>,
    pub page: Page,
    pub question: TextArea<'static>,
    pub typing: bool,
    /// What the next question will be asked with.
    pub next: Asked,
    /// Levels there are.
    pub levels: u32,
    pub width: usize,
    pub height: usize,
    pub top: usize,
    /// The newest question stays in sight while its answer grows.
    pub following: bool,
    pub link: Option<usize>,
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
            next: Asked::default(),
            levels: 0,
            width: 0,
            height: 0,
            top: 0,
            following: true,
            link: None,
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

    /// Rows for writing the question: a rule and one to five lines.
    pub fn input_height(&self) -> usize {
        let lines: usize =
            self.question.lines().iter().map(|line| 1 + line.len() / self.width.saturating_sub(2).max(1)).sum();
        1 + lines.clamp(1, 5)
    }

    fn page_height(&self) -> usize {
        self.height.saturating_sub(self.input_height())
    }

    pub fn focused_ref(&self) -> Option<Ref> {
        self.link.and_then(|link| self.page.links.get(link)).copied()
    }

    /// The turn that the focused link or the top of the screen belongs to.
    pub fn current_turn(&self) -> Option<usize> {
        let at = match self.link {
            Some(link) => self.page.starts.iter().rposition(|&(_, first)| first <= link),
            None if self.following => self.turns.len().checked_sub(1),
            None => self.page.starts.iter().rposition(|&(row, _)| row <= self.top + self.page_height() / 2),
        };
        at.filter(|&at| at < self.turns.len())
    }

    /// Sets the scope of the next question.
    pub fn set_scope(&mut self, scope: Scope, title: String) {
        self.next.scope = scope;
        self.next.scope_title = title;
    }

    pub fn update(&mut self, msg: Msg) -> Outcome {
        match msg {
            Msg::Command(command) => self.command(command),
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
            Command::Peek => match self.focused_ref() {
                Some(record) => Outcome::intent(Intent::Peek(record)),
                None => Outcome::intent(Intent::Notice(Notice::good("→ goes to a citation, p then peeks at it"))),
            },
            Command::CycleMode => {
                let at = Mode::ALL.iter().position(|&mode| mode == self.next.mode).unwrap_or(0);
                self.next.mode = Mode::ALL[(at + 1) % Mode::ALL.len()];
                Outcome::nothing()
            }
            Command::Deeper => self.set_level(1),
            Command::Shallower => self.set_level(-1),
            Command::WholeScope => {
                self.set_scope(Scope::default(), String::new());
                Outcome::nothing()
            }
            Command::Retry => match self.current_turn() {
                Some(at) => {
                    let turn = &self.turns[at];
                    let (parent, asked) = (turn.parent, turn.asked.clone());
                    self.ask(parent, asked)
                }
                None => Outcome::nothing(),
            },
            Command::EditQuestion => {
                if let Some(at) = self.current_turn() {
                    let asked = self.turns[at].asked.clone();
                    self.set_question(&asked.question);
                    self.next = Asked { drilled: None, ..asked };
                    self.typing = true;
                    self.resized();
                }
                Outcome::nothing()
            }
            Command::Trace => {
                if let Some(at) = self.current_turn() {
                    self.turns[at].trace_open = !self.turns[at].trace_open;
                    let top = self.top;
                    self.rebuild(at);
                    self.following = false;
                    self.top = top;
                    self.clamp();
                }
                Outcome::nothing()
            }
            Command::PreviousTurn => {
                let above = self.page.starts.iter().rfind(|&&(row, _)| row < self.top).map(|start| start.0);
                self.go(above.unwrap_or(0));
                Outcome::nothing()
            }
            Command::NextTurn => {
                let below = self.page.starts.iter().find(|&&(row, _)| row > self.top).map(|start| start.0);
                self.go(below.unwrap_or(usize::MAX));
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

    /// The cited report that the keys are on, or the one cited nearest to it in the same turn.
    fn report_near(&self) -> Option<CommunityId> {
        let link = self.link?;
        let turn = self.current_turn()?;
        let first = self.page.starts.get(turn)?.1;
        let end = self.page.starts.get(turn + 1).map_or(self.page.links.len(), |next| next.1);
        let reports = (first..end).filter(|&at| self.page.links[at].kind == Kind::Report);
        reports.min_by_key(|at| at.abs_diff(link)).map(|at| CommunityId(self.page.links[at].id))
    }

    fn set_level(&mut self, by: i64) -> Outcome {
        let deepest = i64::from(self.levels.saturating_sub(1));
        let level = (i64::from(self.next.level.unwrap_or(0)) + by).clamp(0, deepest.max(0));
        self.next.level = Some(level as u32);
        Outcome::nothing()
    }

    /// Asks the question of the current turn again inside a community, once it is known how deep that goes.
    pub fn drill(&mut self, community: CommunityId) -> Outcome {
        let Some(at) = self.current_turn() else {
            return Outcome::intent(Intent::Notice(Notice::good(
                "ask something first: d then asks it inside a report",
            )));
        };
        self.drilling = Some((at, community));
        Outcome::load(Lane::Drill, Request::Community(community))
    }

    fn drilled(&mut self, row: &CommunityRow) -> Outcome {
        let Some((at, community)) = self.drilling.take().filter(|(_, community)| *community == row.id) else {
            return Outcome::nothing();
        };
        let Some(from) = self.turns.get_mut(at) else { return Outcome::nothing() };
        *from.drilled.entry(community).or_default() += 1;
        let (mode, level) = if row.children > 0 { (Mode::Global, Some(row.level + 1)) } else { (Mode::Local, None) };
        let asked = Asked {
            question: from.asked.question.clone(),
            mode,
            level,
            scope: Scope { communities: vec![community], ..Scope::default() },
            scope_title: format!("{} {}", row.id, row.title),
            drilled: Some(community),
        };
        let parent = from.id;
        self.rebuild(at);
        self.ask(Some(parent), asked)
    }

    /// Puts a question to the engines, after cancelling the one under way.
    fn ask(&mut self, parent: Option<TurnId>, asked: Asked) -> Outcome {
        let cancelled = self.running().map_or_else(Outcome::nothing, |turn| self.cancel(turn));
        let id = TurnId(self.turns.iter().map(|turn| turn.id.0 + 1).max().unwrap_or(1));
        let history = self
            .turns
            .iter()
            .rev()
            .filter(|turn| turn.phase == Phase::Done)
            .take(3)
            .map(|turn| (turn.asked.question.clone(), turn.answer.text.clone()))
            .collect::<Vec<_>>();
        let history = history.into_iter().rev().collect();
        self.turns.push(Turn::new(id, parent, asked.clone(), self.width, self.glyphs));
        self.link = None;
        self.following = true;
        self.rebuild(self.turns.len() - 1);
        self.resized();
        let asking = Effect::Ask { turn: id, asked, history };
        cancelled.and(Outcome {
            intents: vec![Intent::Focus(PaneId::Chat)],
            loads: Vec::new(),
            effects: vec![asking, Effect::Frame(SPIN)],
        })
    }

    pub fn cancel(&mut self, id: TurnId) -> Outcome {
        let Some(at) = self.turns.iter().position(|turn| turn.id == id) else { return Outcome::nothing() };
        self.turns[at].phase = Phase::Cancelled;
        self.rebuild(at);
        self.resized();
        Outcome::effect(Effect::Cancel(id))
    }

    /// An engine said something about a turn. What comes after the end of a turn is dropped.
    pub fn answered(&mut self, id: TurnId, event: AnswerEvent) -> Outcome {
        let Some(at) = self.turns.iter().position(|turn| turn.id == id) else { return Outcome::nothing() };
        if !self.turns[at].event(event) {
            return Outcome::nothing();
        }
        self.rebuild(at);
        self.resized();
        let turn = &self.turns[at];
        if turn.phase != Phase::Done {
            return Outcome::nothing();
        }
        self.names.extend(turn.answer.citations.iter().map(|cited| (cited.record.record(), Some(cited.title.clone()))));
        Outcome::effect(Effect::SaveTurn(Box::new(turn.saved())))
    }

    pub fn failed(&mut self, id: TurnId, message: String) {
        if let Some(at) = self.turns.iter().position(|turn| turn.id == id && turn.running()) {
            self.turns[at].phase = Phase::Failed(message);
            self.rebuild(at);
            self.resized();
        }
    }

    /// Moves the spinner on while something runs.
    pub fn frame(&mut self) -> Outcome {
        let Some(id) = self.running() else { return Outcome::nothing() };
        self.spin += 1;
        if let Some(at) = self.turns.iter().position(|turn| turn.id == id) {
            self.rebuild(at);
        }
        Outcome::effect(Effect::Frame(SPIN))
    }

    fn loaded(&mut self, loaded: Loaded) -> Outcome {
        match loaded {
            Loaded::Community(row) => self.drilled(&row),
            Loaded::Turns(saved) => {
                let (width, glyphs) = (self.width, self.glyphs);
                let restored: Vec<Turn> = saved.into_iter().map(|turn| Turn::restored(turn, width, glyphs)).collect();
                for turn in &restored {
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

    /// Makes the rows of turn `from` and those after it anew.
    fn rebuild(&mut self, from: usize) {
        if self.width == 0 {
            return;
        }
        let page = &mut self.page;
        let (row, link) = page.starts.get(from).copied().unwrap_or((page.rows.len(), page.links.len()));
        page.rows.truncate(row);
        page.links.truncate(link);
        page.link_rows.truncate(link);
        page.starts.truncate(from);
        for turn in self.turns.iter().skip(from) {
            if !page.rows.is_empty() {
                page.rows.push(Row::default());
            }
            page.starts.push((page.rows.len(), page.links.len()));
            let by = page.links.len() as u32;
            let (rows, links) = turn.rows(self.width, &self.glyphs, self.spin);
            page.links.extend(links);
            page.link_rows.resize(page.links.len(), page.rows.len());
            for mut row in rows {
                row.shift_links(by);
                for link in row.pieces.iter().filter_map(|piece| piece.link) {
                    if let Some(at) = page.link_rows.get_mut(link as usize) {
                        *at = page.rows.len();
                    }
                }
                page.rows.push(row);
            }
        }
    }

    fn clamp(&mut self) {
        let last = self.page.rows.len().saturating_sub(self.page_height());
        self.top = self.top.min(last);
    }

    fn scroll(&mut self, by: isize) {
        self.top = self.top.saturating_add_signed(by);
        let last = self.page.rows.len().saturating_sub(self.page_height());
        self.following = self.top >= last;
        self.clamp();
    }

    fn go(&mut self, row: usize) {
        self.top = row;
        self.scroll(0);
    }

    fn step_link(&mut self, forward: bool) -> Outcome {
        let visible = self.top..self.top + self.page_height();
        let rows = &self.page.link_rows;
        let inside = self.link.filter(|&link| rows.get(link).is_some_and(|row| visible.contains(row)));
        let next = match (inside, forward) {
            (Some(link), true) => Some(link + 1),
            (Some(link), false) => link.checked_sub(1),
            (None, true) => rows.iter().position(|row| visible.contains(row)).or(rows.len().checked_sub(1)),
            (None, false) => rows.iter().rposition(|&row| row < visible.end),
        };
        if let Some(next) = next.filter(|&next| next < rows.len()) {
            self.link = Some(next);
            let row = rows[next];
            if !visible.contains(&row) {
                self.go(row.saturating_sub(self.page_height() / 2));
            }
        }
        Outcome::nothing()
    }

    fn follow(&mut self) -> Outcome {
        let Some(record) = self.focused_ref() else { return Outcome::nothing() };
        Outcome::intent(Intent::Open(record))
    }

    /// The answer of the current turn, to be copied.
    pub fn copied(&self, plain: bool) -> Option<String> {
        use crate::tui::panes::reader::copy;
        let turn = &self.turns[self.current_turn()?];
        let text = turn.text.text();
        Some(if plain {
            without_citations(text)
        } else {
            let question = &turn.asked.question;
            copy::with_sources(&format!("> {question}\n\n{text}\n"), &self.names)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Answer, CitedRecord, Grounding};

    fn chat() -> State {
        let mut state = State { levels: 3, ..State::default() };
        state.update(Msg::Resize { width: 100, height: 12 });
        state
    }

    fn ask(state: &mut State, question: &str) -> Outcome {
        state.update(Msg::Command(Command::Ask));
        for c in question.chars() {
            state.update(Msg::Key(Chord::from(c)));
        }
        state.update(Msg::Command(Command::Send))
    }

    fn done(text: &str) -> AnswerEvent {
        let citation = |id, grounding| CitedRecord {
            record: Ref::new(Kind::Report, id),
            title: format!("Report {id}"),
            grounding,
        };
        let citations = vec![citation(57, Grounding::Grounded), citation(99, Grounding::Unknown)];
        AnswerEvent::Done(Box::new(Answer { text: text.into(), citations, elapsed_ms: 84, ..Answer::default() }))
    }

    fn text(state: &State) -> String {
        state.page.rows.iter().map(|row| row.text() + "\n").collect()
    }

    #[test]
    fn an_answer_streams_and_is_kept() {
        let mut state = chat();
        let asked = ask(&mut state, "Why?");
        let expected = Asked { question: "Why?".into(), ..Asked::default() };
        assert_eq!(asked.effects[0], Effect::Ask { turn: TurnId(1), asked: expected, history: vec![] });
        state.answered(TurnId(1), AnswerEvent::Stage("reading 12 reports".into()));
        assert!(text(&state).contains("reading 12 reports"));
        state.answered(TurnId(1), AnswerEvent::Delta("Because [Data: Rep".into()));
        state.answered(TurnId(1), AnswerEvent::Delta("orts (57, 99)].".into()));
        assert!(text(&state).contains("Because ⟨Reports 57 99⟩."), "{}", text(&state));
        let kept = state.answered(TurnId(1), done("Because [Data: Reports (57, 99)]."));
        assert!(matches!(&kept.effects[..], [Effect::SaveTurn(turn)] if turn.answer.elapsed_ms == 84));
        assert!(text(&state).contains("1 unknown"), "{}", text(&state));
    }

    #[test]
    fn what_comes_after_cancelling_is_dropped() {
        let mut state = chat();
        ask(&mut state, "Why?");
        state.answered(TurnId(1), AnswerEvent::Delta("Half an".into()));
        let cancelled = state.update(Msg::Command(Command::Escape));
        assert_eq!(cancelled, Outcome::effect(Effect::Cancel(TurnId(1))));
        assert_eq!(state.answered(TurnId(1), AnswerEvent::Delta(" answer".into())), Outcome::nothing());
        assert_eq!(state.turns[0].text.text(), "Half an");
        assert!(text(&state).contains("cancelled"));
    }

    #[test]
    fn a_new_question_cancels_the_old_one() {
        let mut state = chat();
        ask(&mut state, "Why?");
        let second = ask(&mut state, "How?");
        assert_eq!(second.effects[0], Effect::Cancel(TurnId(1)));
        assert!(matches!(second.effects[1], Effect::Ask { turn: TurnId(2), .. }));
    }

    #[test]
    fn drilling_asks_the_same_one_level_deeper_inside() {
        let mut state = chat();
        ask(&mut state, "Why?");
        state.answered(TurnId(1), done("Because [Data: Reports (57, 99)]."));
        state.update(Msg::Command(Command::NextLink));
        let asked = state.update(Msg::Command(Command::Drill));
        assert_eq!(asked, Outcome::load(Lane::Drill, Request::Community(CommunityId(57))));
        let row = CommunityRow {
            id: CommunityId(57),
            title: "Consent".into(),
            level: 1,
            rating: 6.0,
            entities: 9,
            documents: 4,
            children: 2,
        };
        let drilled = state.update(Msg::Loaded(Loaded::Community(row)));
        let Some(Effect::Ask { turn, asked, .. }) = drilled.effects.first() else { panic!("{drilled:?}") };
        assert_eq!((*turn, asked.mode, asked.level), (TurnId(2), Mode::Global, Some(2)));
        assert_eq!(asked.scope.communities, [CommunityId(57)]);
        assert_eq!(state.turns[1].parent, Some(TurnId(1)));
        assert!(text(&state).contains("global · level 2 · 57 Consent"), "{}", text(&state));
        assert!(text(&state).contains("drilled into 1 report"), "{}", text(&state));
    }

    #[test]
    fn mode_level_and_scope_are_set_within_bounds() {
        let mut state = chat();
        for _ in 0..9 {
            state.update(Msg::Command(Command::Deeper));
        }
        assert_eq!(state.next.level, Some(2));
        for _ in 0..9 {
            state.update(Msg::Command(Command::Shallower));
        }
        assert_eq!(state.next.level, Some(0));
        state.update(Msg::Command(Command::CycleMode));
        assert_eq!(state.next.setting("·"), "local · everything");
    }

    #[test]
    fn turns_come_back_and_old_citations_are_followed() {
        let mut state = chat();
        ask(&mut state, "Why?");
        let kept = state.answered(TurnId(1), done("Because [Data: Reports (57)]."));
        let [Effect::SaveTurn(saved)] = &kept.effects[..] else { panic!("{kept:?}") };
        let mut later = chat();
        later.update(Msg::Loaded(Loaded::Turns(vec![(**saved).clone()])));
        assert_eq!(text(&later), text(&state));
        later.update(Msg::Command(Command::NextLink));
        let opened = later.update(Msg::Command(Command::Open));
        assert_eq!(opened, Outcome::intent(Intent::Open(Ref::new(Kind::Report, 57))));
        assert_eq!(later.running(), None);
        let next = ask(&mut later, "How?");
        assert!(matches!(next.effects[0], Effect::Ask { turn: TurnId(2), .. }));
    }

    #[test]
    fn a_question_of_100_kb_is_taken_and_a_longer_one_is_not() {
        let mut state = chat();
        state.update(Msg::Command(Command::Ask));
        state.update(Msg::Paste("why ".repeat(25_000)));
        assert!(state.question_text().len() > 99_000);
        let refused = state.update(Msg::Paste("and more".into()));
        assert!(matches!(&refused.intents[..], [Intent::Notice(notice)] if notice.bad));
        assert_eq!(state.input_height(), 6);
    }
}
