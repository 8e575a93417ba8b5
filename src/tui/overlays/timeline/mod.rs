//! The timeline: how many documents there are of each day, month, year or decade, and which; a span of them is chosen
//! to list its documents, or to ask within it.

use std::sync::Arc;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use unicode_width::UnicodeWidthStr;

use crate::model::{Kind, Ref};
use crate::text::dates::{DAY, civil, known};
use crate::text::numbers::amounts::{count, grouped};
use crate::tui::keys::Command;
use crate::tui::panes::{Marks, Target};
use crate::tui::theme::{Look, Role};
use crate::tui::widgets::distinct;
use crate::tui::widgets::frame::{self, Frame};
use crate::tui::widgets::rich::{self, Emphasis, safe};
use crate::tui::widgets::scroll;
use crate::tui::widgets::window::Window;
use crate::tui::widgets::wrap::wrap_text;

/// Cells of a label with the mark of a gap behind it.
const LABEL: u16 = 12;
/// Days between two that are told one below the other without a word.
const MONTH: i64 = 31;

/// How finely it is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grain {
    Day,
    Month,
    Year,
    Decade,
}

impl Grain {
    fn next(self) -> Grain {
        match self {
            Grain::Day => Grain::Month,
            Grain::Month => Grain::Year,
            Grain::Year => Grain::Decade,
            Grain::Decade => Grain::Day,
        }
    }

    fn finer(self) -> Option<Grain> {
        match self {
            Grain::Day => None,
            Grain::Month => Some(Grain::Day),
            Grain::Year => Some(Grain::Month),
            Grain::Decade => Some(Grain::Year),
        }
    }

    fn coarser(self) -> Option<Grain> {
        Some(self.next()).filter(|_| self != Grain::Decade)
    }

    fn name(self) -> &'static str {
        match self {
            Grain::Day => "by day",
            Grain::Month => "by month",
            Grain::Year => "by year",
            Grain::Decade => "by decade",
        }
    }

    /// True where nothing is from a time between two moments that one would not pass over unsaid: a month without
    /// anything where days are told, else one step of the grain.
    fn has_gap(self, from: i64, to: i64) -> bool {
        let [(year, month, _), (later, later_month, _)] = [from, to].map(|seconds| civil(seconds.div_euclid(DAY)));
        match self {
            Grain::Day => to.div_euclid(DAY) - from.div_euclid(DAY) > MONTH,
            Grain::Month => (later - year) * 12 + later_month - month > 1,
            Grain::Year => later - year > 1,
            Grain::Decade => later.div_euclid(10) - year.div_euclid(10) > 1,
        }
    }

    /// What a moment is called at this grain: sorts as time does. Of what has no day but its year, no month is told.
    fn label(self, seconds: i64) -> String {
        let (year, month, _) = civil(seconds.div_euclid(DAY));
        let known = known(seconds);
        match self {
            Grain::Day => known,
            Grain::Month if known.contains('-') => format!("{year:04}-{month:02}"),
            Grain::Month => known,
            Grain::Year => format!("{year:04}"),
            Grain::Decade => format!("{:04}s", year.div_euclid(10) * 10),
        }
    }
}

/// Documents of one stretch of time.
#[derive(Clone, Debug, PartialEq)]
struct Stretch {
    label: String,
    /// Positions among all that are dated.
    from: usize,
    to: usize,
}

#[derive(Clone, Debug)]
pub struct State {
    /// The record whose documents are told, and what it is called; none of all documents.
    pub of: Option<(Ref, String)>,
    dated: Arc<Vec<(u32, String, i64)>>,
    undated: u32,
    grain: Grain,
    stretches: Vec<Stretch>,
    pub window: Window,
    /// Where a span begins that is being chosen, and where it ends, once that is said.
    anchor: Option<usize>,
    end: Option<usize>,
    loaded: bool,
}

impl State {
    pub fn new(of: Option<(Ref, String)>) -> State {
        State {
            of,
            dated: Arc::default(),
            undated: 0,
            grain: Grain::Year,
            stretches: Vec::new(),
            window: Window::default(),
            anchor: None,
            end: None,
            loaded: false,
        }
    }

    pub fn loaded(&mut self, dated: Arc<Vec<(u32, String, i64)>>, undated: u32) {
        (self.dated, self.undated, self.loaded) = (dated, undated, true);
        // As finely as leaves a list that one sees at once.
        let grains = [Grain::Day, Grain::Month, Grain::Year, Grain::Decade];
        let few = grains.into_iter().find(|&grain| cut(&self.dated, grain).len() <= 40);
        self.set_grain(few.unwrap_or(Grain::Decade));
    }

    fn set_grain(&mut self, grain: Grain) {
        let at = self.stretches.get(self.window.cursor).map_or(0, |stretch| stretch.from);
        (self.grain, self.anchor, self.end) = (grain, None, None);
        self.stretches = cut(&self.dated, grain);
        self.window.set_len(self.stretches.len());
        self.window.go(self.stretches.iter().rposition(|stretch| stretch.from <= at).unwrap_or(0));
    }

    /// True where nothing is from the time after a stretch.
    fn ends_before_a_gap(&self, at: usize) -> bool {
        let dates = self.stretches.get(at).and_then(|stretch| self.dated.get(stretch.to - 1..=stretch.to));
        matches!(dates, Some([(.., from), (.., to)]) if self.grain.has_gap(*from, *to))
    }

    pub fn next_grain(&mut self) {
        self.set_grain(self.grain.next());
    }

    /// Tells it more finely, or more coarsely; false where there is no such grain.
    pub fn refine(&mut self, finer: bool) -> bool {
        let grain = if finer { self.grain.finer() } else { self.grain.coarser() };
        if let Some(grain) = grain {
            self.set_grain(grain);
        }
        grain.is_some()
    }

    /// Begins a span at the selected stretch, or ends there the one that was begun; where it began, it is given up.
    pub fn mark(&mut self) {
        let at = Some(self.window.cursor);
        (self.anchor, self.end) = match (self.anchor, self.end) {
            (Some(anchor), None) if Some(anchor) == at => (None, None),
            (Some(anchor), None) => (Some(anchor), at),
            _ => (at, None),
        };
    }

    /// What is said of the span that is being chosen; none where none is.
    fn span_in_words(&self) -> Option<String> {
        self.anchor?;
        let (_, label) = self.span()?;
        let begins = &self.stretches.get(self.anchor?)?.label;
        Some(match self.end {
            Some(_) => format!("span: {label}; Enter lists it"),
            None => format!("a span begins at {begins}: Space ends it"),
        })
    }

    fn chosen(&self) -> Option<std::ops::RangeInclusive<usize>> {
        let at = self.window.cursor;
        (at < self.stretches.len()).then(|| {
            let (from, at) = (self.anchor.unwrap_or(at), self.end.unwrap_or(at));
            from.min(at)..=from.max(at)
        })
    }

    /// The documents of the chosen span, and what it is called.
    pub fn span(&self) -> Option<(Vec<u32>, String)> {
        let chosen = self.chosen()?;
        let (first, last) = (self.stretches.get(*chosen.start())?, self.stretches.get(*chosen.end())?);
        let ids = self.dated[first.from..last.to].iter().map(|(id, ..)| *id).collect();
        let label = if first == last { first.label.clone() } else { format!("{} to {}", first.label, last.label) };
        Some((ids, label))
    }

    /// The same, called by whose documents they are, too: `2019, naming Ada Voss`.
    pub fn documents(&self) -> Option<(Vec<u32>, String)> {
        let (ids, time) = self.span()?;
        let label = match &self.of {
            Some((of, name)) => format!("{time}, {} {name}", naming(*of)),
            None => time,
        };
        Some((ids, label))
    }
}

fn cut(dated: &[(u32, String, i64)], grain: Grain) -> Vec<Stretch> {
    let mut stretches: Vec<Stretch> = Vec::new();
    for (at, (_, _, date)) in dated.iter().enumerate() {
        let label = grain.label(*date);
        match stretches.last_mut() {
            Some(last) if last.label == label => last.to = at + 1,
            _ => stretches.push(Stretch { label, from: at, to: at + 1 }),
        }
    }
    stretches
}

fn area(screen: Rect) -> Rect {
    let height = screen.height.saturating_sub(2).max(screen.height.min(6));
    frame::centred(screen, (screen.width * 4 / 5).max(84), height)
}

impl State {
    /// Rows above the stretches: what is told of, and where most of it has no day, that.
    fn above(&self) -> u16 {
        u16::from(self.of.is_some()) + u16::from(self.is_thin())
    }

    /// True where fewer documents have a day than have none.
    fn is_thin(&self) -> bool {
        !self.dated.is_empty() && (self.undated as usize) > self.dated.len()
    }

    /// The documents of some stretches, those of one in a row; of rows that would look alike, what differs.
    fn told(&self, stretches: &[usize], room: usize, look: Look) -> Vec<String> {
        let told = |&at: &usize| {
            let stretch = &self.stretches[at];
            let documents = self.dated[stretch.from..stretch.to].iter().take(4);
            let titles: Vec<&str> = documents.map(|(_, title, _)| title.as_str()).collect();
            safe(&titles.join(&format!(" {} ", look.glyphs.dot))).into_owned()
        };
        let told: Vec<String> = stretches.iter().map(told).collect();
        let told: Vec<(&str, usize)> = told.iter().map(|titles| (titles.as_str(), room)).collect();
        distinct::shorten_all(&told, look.glyphs.ellipsis)
    }

    /// Rows that fit on a screen.
    pub fn height(&self, screen: Rect) -> usize {
        frame::inner(area(screen)).height.saturating_sub(self.above()).into()
    }
}

/// How documents stand to the record whose documents are told.
fn naming(of: Ref) -> &'static str {
    if of.kind == Kind::Report { "naming a member of" } else { "naming" }
}

/// Draws whose documents are told, and what tells of all. Returns where one can click for that.
fn draw_chip(of: &(Ref, String), all: &str, buffer: &mut Buffer, row: Rect, look: Look) -> Rect {
    let named = naming(of.0);
    let width = usize::from(row.width);
    let way_out = format!("  {all} everything");
    let put = |buffer: &mut Buffer, x: u16, text: &str, role: Role| {
        buffer.set_stringn(x, row.y, text, usize::from(row.right().saturating_sub(x)), look.style(role)).0
    };
    let x = put(buffer, row.x, named, Role::Dim) + 1;
    let name = safe(&of.1);
    let room = width.saturating_sub(named.len() + 1 + way_out.width());
    let x = put(buffer, x, &rich::shorten(&name, room, look.glyphs.ellipsis), Role::Accent) + 2;
    let end = put(buffer, x, all, Role::Key);
    let end = put(buffer, end + 1, "everything", Role::Dim);
    Rect { x, width: end.saturating_sub(x), ..row }
}

/// What a timeline is drawn with besides.
#[derive(Clone, Copy, Debug)]
pub struct Facts<'a> {
    /// The key that tells of all documents.
    pub all: &'a str,
    /// The files of the index are not at hand.
    pub imported: bool,
    /// Any document of the index has a date.
    pub any_dated: bool,
}

/// Draws the timeline.
pub fn draw(state: &State, facts: Facts, buffer: &mut Buffer, screen: Rect, look: Look) -> Marks {
    let area = area(screen);
    frame::clear(buffer, area);
    let mut inner = frame::paint(buffer, area, &framed(state, look), look);
    let mut marks = Marks { area, ..Marks::default() };
    if let Some(of) = state.of.as_ref().filter(|_| inner.height > 0) {
        let way_out = draw_chip(of, facts.all, buffer, Rect { height: 1, ..inner }, look);
        marks.targets.push((way_out, Target::Run(Command::WholeScope)));
        inner = below(inner);
    }
    if state.is_thin() && inner.height > 0 {
        let few = count(state.dated.len() as u64, "document has a day", "documents have a day");
        let none = count(state.undated.into(), "has none and is", "have none and are");
        let said = format!("Only {few}; {none} not told here.");
        buffer.set_stringn(inner.x, inner.y, said, inner.width.into(), look.style(Role::Warning));
        inner = below(inner);
    }
    if state.stretches.is_empty() {
        let why = wrap_text(&why_empty(state, facts), Role::Dim, inner.width.into());
        rich::paint_all(buffer, inner, &why, look.theme, Emphasis::default());
        return marks;
    }
    draw_stretches(state, buffer, inner, &mut marks, look);
    scroll::paint(buffer, area, inner, (state.window.top, state.window.len, inner.height.into()), look);
    marks
}

/// What is left of an area below its first row.
fn below(area: Rect) -> Rect {
    Rect { y: area.y + 1, height: area.height - 1, ..area }
}

/// What stands around the timeline: how fine it is, of how many documents, the span that is chosen.
fn framed(state: &State, look: Look) -> Frame {
    let known = count(state.dated.len() as u64, "dated document", "dated documents");
    let without =
        if state.undated > 0 { format!(", {} without a date", grouped(state.undated.into())) } else { String::new() };
    Frame {
        title: format!("Timeline {} {}", look.glyphs.dot, state.grain.name()),
        right: format!("{known}{without}"),
        foot: match (state.span_in_words(), (0..state.stretches.len()).any(|at| state.ends_before_a_gap(at))) {
            (Some(span), _) => span,
            (None, true) => format!("{} marks a gap: no document is from the time behind it", look.glyphs.ellipsis),
            (None, false) => String::new(),
        },
        focused: true,
    }
}

/// Why there is nothing to tell, and what helps.
fn why_empty(state: &State, Facts { all, imported, any_dated }: Facts) -> String {
    let documents = || count(state.undated.into(), "document", "documents");
    match (state.loaded, state.of.is_some()) {
        (false, _) => "looking for dates".to_owned(),
        (true, true) if !any_dated => "There is no timeline to show: no document has a date.".to_owned(),
        (true, true) => format!(
            "Of {} with it none says when it is from: {all} tells of all documents that have a date.",
            documents()
        ),
        (true, false) => {
            let none = format!(
                "There is no timeline to show: of {} none says when it is from, in its name or in its first lines.",
                documents()
            );
            let advice = " Put a day into the names of files (2019-02-14 minutes.txt) or on a first line (14 February \
                          2019), then bring the index up to date with R.";
            none + if imported { "" } else { advice }
        }
    }
}

/// Draws the stretches in sight: what each is called, a bar, how many documents it has and which.
fn draw_stretches(state: &State, buffer: &mut Buffer, inner: Rect, marks: &mut Marks, look: Look) {
    let most = state.stretches.iter().map(|stretch| stretch.to - stretch.from).max().unwrap_or(1);
    // A bar is no longer than what it counts.
    let bar_room = (usize::from(inner.width) / 4).clamp(1, 40).min(most);
    let chosen = state.chosen();
    let from = inner.x + LABEL + bar_room as u16 + 8;
    let room = usize::from(inner.right().saturating_sub(from));
    let visible: Vec<usize> = state.window.visible().take(inner.height.into()).collect();
    let told = state.told(&visible, room, look);
    for (line, at) in visible.into_iter().enumerate() {
        let row = Rect::new(inner.x, inner.y + line as u16, inner.width, 1);
        let stretch = &state.stretches[at];
        let number = stretch.to - stretch.from;
        let bar = look.glyphs.full.repeat((number * bar_room).div_ceil(most));
        let put = |buffer: &mut Buffer, x: u16, text: &str, role: Role| {
            buffer.set_stringn(x, row.y, text, usize::from(row.right().saturating_sub(x)), look.style(role)).0
        };
        let end = put(buffer, row.x, &stretch.label, Role::Text);
        if state.ends_before_a_gap(at) {
            put(buffer, end.max(row.x + LABEL - 2), look.glyphs.ellipsis, Role::Dim);
        }
        let x = put(buffer, row.x + LABEL, &bar, Role::Bar);
        put(buffer, x + 1, &grouped(number as u64), Role::Dim);
        if room > 8 {
            put(buffer, from, &told[line], Role::Dim);
        }
        if chosen.as_ref().is_some_and(|chosen| chosen.contains(&at)) {
            if state.anchor.is_some() {
                put(buffer, row.x + LABEL - 1, look.glyphs.marked, Role::Accent);
            }
            let role = if at == state.window.cursor { Role::Selected } else { Role::SelectedUnfocused };
            rich::select(buffer, row, look.style(role));
        }
        marks.targets.push((row, Target::Row(at)));
        debug_assert!(bar.width() <= bar_room);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn where_nothing_is_dated_it_is_said_what_to_do() {
        let mut state = State::new(None);
        state.loaded(Arc::default(), 12);
        let (theme, screen) = (crate::tui::theme::Theme::built_in("mono").unwrap(), Rect::new(0, 0, 80, 24));
        let mut buffer = Buffer::empty(screen);
        let facts = Facts { all: "x", imported: false, any_dated: true };
        draw(&state, facts, &mut buffer, screen, Look { theme: &theme, glyphs: &crate::tui::theme::UNICODE });
        let drawn: String = buffer.content.iter().map(|cell| cell.symbol()).collect();
        assert!(drawn.contains("of 12 documents none says when it is from") && drawn.contains("with R"), "{drawn}");
    }

    #[test]
    fn what_has_but_a_year_has_no_day_and_whose_documents_they_are_is_said() {
        let moment = |text: &str| crate::text::dates::first_date(text).unwrap();
        let dated = ["1974-01-01", "1974-05-02"].map(|day| (1, "Parks".to_owned(), moment(day)));
        let mut state = State::new(Some((Ref::new(Kind::Entity, 3), "Ada Voss".to_owned())));
        state.window.resize(10);
        state.loaded(Arc::new(dated.to_vec()), 0);
        let labels = |state: &State| state.stretches.iter().map(|stretch| stretch.label.clone()).collect::<Vec<_>>();
        assert_eq!(labels(&state), ["1974", "1974-05-02"]);
        assert_eq!(state.documents().map(|named| named.1).as_deref(), Some("1974, naming Ada Voss"));
        state.next_grain();
        assert_eq!(labels(&state), ["1974", "1974-05"]);
        state.next_grain();
        assert_eq!(labels(&state), ["1974"]);
    }

    #[test]
    fn a_span_is_chosen_at_any_grain() {
        let day = 86_400;
        let dated = [(1, 0), (2, 3), (3, 400), (4, 4_000)].map(|(id, days)| (id, format!("Letter {id}"), days * day));
        let mut state = State::new(None);
        state.window.resize(10);
        state.loaded(Arc::new(dated.to_vec()), 2);
        assert_eq!(state.grain, Grain::Day);
        state.next_grain();
        state.next_grain();
        assert_eq!(state.span(), Some((vec![1, 2], "1970".to_owned())));
        let gaps = |state: &State| (0..state.stretches.len()).filter(|&at| state.ends_before_a_gap(at)).count();
        assert_eq!(gaps(&state), 1, "from 1971 to 1980");
        state.mark();
        state.window.step(1);
        let (theme, screen) = (crate::tui::theme::Theme::built_in("mono").unwrap(), Rect::new(0, 0, 80, 24));
        let mut buffer = Buffer::empty(screen);
        let facts = Facts { all: "x", imported: false, any_dated: true };
        let glyphs = &crate::tui::theme::UNICODE;
        draw(&state, facts, &mut buffer, screen, Look { theme: &theme, glyphs });
        let marks = buffer.content.iter().filter(|cell| cell.symbol() == glyphs.marked).count();
        assert_eq!(marks, 2, "the span is marked without colours, too");
        assert_eq!(state.span(), Some((vec![1, 2, 3], "1970 to 1971".to_owned())));
        state.next_grain();
        assert_eq!(state.span().map(|span| span.1), Some("1970s".to_owned()));
        assert_eq!(gaps(&state), 0);
        state.next_grain();
        assert_eq!(gaps(&state), 2, "days stand apart; a month without any is a gap");
    }
}
