//! Two documents held against each other: what only one has, what became otherwise with the words that did, and what is
//! the same folded; side by side where there is room, else one below the other.

use std::ops::Range;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::model::{Anchor, DocumentId, Ref};
use crate::text::numbers::amounts::{count, grouped};
use crate::text::similarity::differences::Difference;
use crate::tui::data::{ComparedSentence, DifferencesPage, Lane, Request};
use crate::tui::keys::Command;
use crate::tui::panes::{Marks, Outcome, motion};
use crate::tui::theme::{Glyphs, Look, Role};
use crate::tui::widgets::frame::{self, Frame};
use crate::tui::widgets::rich::{self, Emphasis, Face, Piece, Row, shorten_inside};
use crate::tui::widgets::scroll;
use crate::tui::widgets::wrap::wrap;

/// Cells from which on the two stand side by side.
const SIDE_BY_SIDE: usize = 100;
/// Sentences of what is the same that are shown around what is not.
const AROUND: usize = 1;
/// Fewer sentences are not worth a fold.
const FOLDED: usize = 2;
/// Rows of a screen from which on paragraphs stand apart.
const ROOMY: u16 = 36;
/// Cells of the mark in front of a sentence.
const MARK: usize = 2;

#[derive(Clone, Debug)]
pub struct State {
    pair: [DocumentId; 2],
    reversed: bool,
    page: Option<Box<DifferencesPage>>,
    pub problem: Option<String>,
    /// What is the same is shown as well.
    whole: bool,
    /// Where the two differ: rows of the page that stand together.
    places: Vec<Range<usize>>,
    /// The one that the keys are on.
    at: usize,
    top: usize,
    shown: Vec<Line>,
    screen: Rect,
    glyphs: Glyphs,
}

/// A row of the screen, with the place that it belongs to.
#[derive(Clone, Debug)]
struct Line {
    row: Row,
    place: Option<usize>,
}

impl State {
    pub fn new(pair: [DocumentId; 2], screen: Rect, glyphs: Glyphs) -> State {
        State {
            pair,
            reversed: false,
            page: None,
            problem: None,
            whole: false,
            places: Vec::new(),
            at: 0,
            top: 0,
            shown: Vec::new(),
            screen,
            glyphs,
        }
    }

    pub fn load(&self) -> Outcome {
        Outcome::load(Lane::Differences, Request::Differences { pair: self.pair, reversed: self.reversed })
    }

    pub fn loaded(&mut self, page: DifferencesPage) {
        let differs = |row: &Difference| !matches!(row, Difference::Same { .. });
        let mut at = 0;
        self.places = Vec::new();
        for group in page.rows.chunk_by(|one, other| differs(one) == differs(other)) {
            if differs(&group[0]) {
                self.places.push(at..at + group.len());
            }
            at += group.len();
        }
        (self.page, self.problem, self.at, self.top) = (Some(Box::new(page)), None, 0, 0);
        self.build();
        self.go(0);
    }

    pub fn resize(&mut self, screen: Rect) {
        if screen != self.screen {
            self.screen = screen;
            self.build();
            self.go(self.at);
        }
    }

    fn area(&self) -> Rect {
        Rect { height: self.screen.height.saturating_sub(1), ..self.screen }
    }

    fn width(&self) -> usize {
        frame::inner(self.area()).width.into()
    }

    fn is_wide(&self) -> bool {
        self.width() >= SIDE_BY_SIDE
    }

    /// Rows that say what the two are called.
    fn head(&self) -> usize {
        if self.is_wide() { 1 } else { 2 }
    }

    pub fn height(&self) -> usize {
        usize::from(frame::inner(self.area()).height).saturating_sub(self.head())
    }

    pub fn scroll(&mut self, by: isize) {
        let last = self.shown.len().saturating_sub(self.height());
        self.top = self.top.saturating_add_signed(by).min(last);
        // The keys are on a place in sight, where there is one.
        let mut places = self.shown.iter().skip(self.top).take(self.height()).filter_map(|line| line.place).peekable();
        if let Some(&first) = places.peek()
            && !places.any(|place| place == self.at)
        {
            self.at = first;
        }
    }

    /// Goes to a place where the two differ, which is then in sight with what stands before it.
    fn go(&mut self, place: usize) {
        self.at = place.min(self.places.len().saturating_sub(1));
        let of = |line: &Line| line.place == Some(self.at);
        let (Some(first), Some(last)) = (self.shown.iter().position(of), self.shown.iter().rposition(of)) else {
            return;
        };
        let before = first.saturating_sub(AROUND + 1);
        if first < self.top || last >= self.top + self.height() {
            self.top = before.min(self.shown.len().saturating_sub(self.height()));
        }
    }

    pub fn command(&mut self, command: Command) -> Outcome {
        if let Some(by) = motion(command, self.height()) {
            self.scroll(by);
            return Outcome::nothing();
        }
        match command {
            Command::NextMatch => self.go(self.at + 1),
            Command::PreviousMatch => self.go(self.at.saturating_sub(1)),
            Command::Toggle => {
                self.whole = !self.whole;
                self.build();
                // Where one stands is in sight still.
                self.top = 0;
                self.go(self.at);
            }
            Command::Reverse => {
                self.reversed = !self.reversed;
                return self.load();
            }
            _ => {}
        }
        Outcome::nothing()
    }

    /// The document where it differs at the place that the keys are on: the second, unless only the first has anything
    /// there or it is wanted.
    pub fn opened(&self, first: bool) -> Option<Ref> {
        let page = self.page.as_ref()?;
        let rows = page.rows.get(self.places.get(self.at)?.clone())?;
        let on = |side: usize| rows.iter().find_map(|row| ends(row)[side]).map(|at| (side, at));
        let (side, at) = if first { on(0).or(on(1)) } else { on(1).or(on(0)) }?;
        let text = &page.sides[side];
        Some(Ref::from(text.document).at(Anchor::Passage(text.sentences[at].span)))
    }

    /// All that is shown, as text.
    pub fn text(&self) -> Option<String> {
        let page = self.page.as_ref().filter(|page| !page.rows.is_empty())?;
        let mut text = format!("--- {}\n+++ {}\n", page.sides[0].name, page.sides[1].name);
        for row in &page.rows {
            let (marks, sides) = (["-", "+"], ends(row));
            for side in 0..2 {
                if let Some(at) = sides[side].filter(|_| !matches!(row, Difference::Same { .. })) {
                    text += &format!("{} {}\n", marks[side], page.sides[side].sentences[at].text.replace('\n', " "));
                }
            }
        }
        Some(text)
    }

    fn drawing<'a>(&'a self, page: &'a DifferencesPage) -> Drawing<'a> {
        let roomy = self.screen.height >= ROOMY;
        Drawing { page, width: self.width(), wide: self.is_wide(), roomy, glyphs: &self.glyphs }
    }

    /// Makes the rows anew.
    fn build(&mut self) {
        let Some(page) = &self.page else { return };
        let drawing = self.drawing(page);
        let mut shown: Vec<Line> = Vec::new();
        let mut from = 0;
        for (number, place) in self.places.iter().enumerate() {
            drawing.same(from..place.start, (from > 0, true), self.whole, &mut shown);
            drawing.add(place.clone(), Some(number), false, &mut shown);
            from = place.end;
        }
        drawing.same(from..page.rows.len(), (from > 0, false), self.whole, &mut shown);
        self.shown = shown;
    }

    /// How much differs, in words.
    fn told(&self) -> String {
        let Some(page) = &self.page else { return String::new() };
        let (mut changed, mut gone, mut come, mut moved, mut same) = (0, 0, 0, 0, 0);
        for row in &page.rows {
            match row {
                Difference::Same { .. } => same += 1,
                Difference::Changed { .. } => changed += 1,
                Difference::Gone { moved: true, .. } => moved += 1,
                Difference::New { moved: true, .. } => {}
                Difference::Gone { .. } => gone += 1,
                Difference::New { .. } => come += 1,
            }
        }
        let told = [(changed, "changed"), (gone, "gone"), (come, "new"), (moved, "moved"), (same, "the same")];
        let told = told.into_iter().filter(|(number, _)| *number > 0);
        told.map(|(number, what)| format!("{} {what}", grouped(number))).collect::<Vec<_>>().join(", ")
    }
}

/// Where a sentence stands in the first and in the second text.
fn ends(row: &Difference) -> [Option<usize>; 2] {
    match *row {
        Difference::Same { old, new } | Difference::Changed { old, new, .. } => [Some(old), Some(new)],
        Difference::Gone { old, .. } => [Some(old), None],
        Difference::New { new, .. } => [None, Some(new)],
    }
}

/// What rows are made with.
struct Drawing<'a> {
    page: &'a DifferencesPage,
    width: usize,
    wide: bool,
    roomy: bool,
    glyphs: &'a Glyphs,
}

impl Drawing<'_> {
    fn sentence(&self, side: usize, at: usize) -> &ComparedSentence {
        &self.page.sides[side].sentences[at]
    }

    /// Rows of what is the same: as a whole, or folded but for what stands next to what is not, behind it and before
    /// it.
    fn same(&self, rows: Range<usize>, (behind, before): (bool, bool), whole: bool, shown: &mut Vec<Line>) {
        let (lead, trail) = (if behind { AROUND } else { 0 }, if before { AROUND } else { 0 });
        if whole || rows.len() <= lead + trail + FOLDED {
            return self.add(rows, None, !whole, shown);
        }
        let folded = rows.start + lead..rows.end - trail;
        self.add(rows.start..folded.start, None, true, shown);
        let said = count(folded.len() as u64, "sentence is the same", "sentences are the same");
        let said = format!("{} {said}", self.glyphs.ellipsis);
        shown.push(Line { row: Row::plain(&said, Role::Dim), place: None });
        // What goes on stands under the heading that is folded last.
        let heading = self.page.rows[folded.clone()].iter().rev().filter_map(|row| ends(row)[1]);
        let heading = heading.map(|at| self.sentence(1, at)).find(|sentence| sentence.is_heading).filter(|_| before);
        if let Some(heading) = heading {
            let text = format!("{}{}", " ".repeat(MARK), heading.text.replace('\n', " "));
            let text = rich::shorten(&text, self.width, self.glyphs.ellipsis);
            shown.push(Line { row: Row::plain(&text, Role::Heading), place: None });
        }
        self.add(folded.end..rows.end, None, true, shown);
    }

    /// Adds rows of the page; where there is room for it, what begins a paragraph stands apart.
    fn add(&self, rows: Range<usize>, place: Option<usize>, dim: bool, shown: &mut Vec<Line>) {
        for at in rows {
            let row = &self.page.rows[at];
            if self.roomy && at > 0 && self.begins_paragraph(&self.page.rows[at - 1], row) {
                shown.push(Line { row: self.blank(), place: None });
            }
            shown.extend(self.drawn(row, dim).into_iter().map(|row| Line { row, place }));
        }
    }

    /// True where a row is of another paragraph than the one before it.
    fn begins_paragraph(&self, before: &Difference, row: &Difference) -> bool {
        let (before, row) = (ends(before), ends(row));
        (0..2).any(|side| match (before[side], row[side]) {
            (Some(before), Some(at)) => self.sentence(side, before).paragraph != self.sentence(side, at).paragraph,
            _ => false,
        })
    }

    fn blank(&self) -> Row {
        if self.wide {
            self.beside([vec![Row::default()], Vec::new()]).pop().unwrap_or_default()
        } else {
            Row::default()
        }
    }

    /// Rows of a sentence of either text, or of both.
    fn drawn(&self, row: &Difference, dim: bool) -> Vec<Row> {
        let same = if dim { Role::Dim } else { Role::Text };
        let wide = self.wide;
        let pieces = |side: usize, at: usize, face: Face| {
            let sentence = self.sentence(side, at);
            let face = Face { strong: face.strong || sentence.is_heading, ..face };
            vec![Piece::new(&sentence.text, face)]
        };
        let only = |side: usize, at: usize, moved: bool| {
            let role = if side == 0 { Role::Removed } else { Role::Added };
            let mut told = pieces(side, at, Face::from(if moved { Role::Dim } else { role }));
            if moved {
                told.push(Piece::new(" (moved)", Role::Dim));
            }
            (told, role)
        };
        let marked = |side: usize, at: usize, words: &[Range<usize>]| {
            let (sentence, role) = (self.sentence(side, at), if side == 0 { Role::Removed } else { Role::Added });
            let mut told = Vec::new();
            let mut from = 0;
            for word in words {
                told.push(Piece::new(&sentence.text[from..word.start], Role::Text));
                let face = Face { strong: true, ..Face::from(role) };
                told.push(Piece::new(&sentence.text[word.clone()], face));
                from = word.end;
            }
            told.push(Piece::new(&sentence.text[from..], Role::Text));
            (told, role)
        };
        let mark = |side: usize| if side == 0 { "- " } else { "+ " };
        match row {
            Difference::Same { old, new } if wide => {
                let sides =
                    [(0, *old), (1, *new)].map(|(side, at)| self.column(&pieces(side, at, same.into()), "  ", same));
                self.beside(sides)
            }
            Difference::Same { new, .. } => self.below(&pieces(1, *new, same.into()), "  ", same),
            Difference::Gone { old: at, moved } | Difference::New { new: at, moved } => {
                let side = usize::from(matches!(row, Difference::New { .. }));
                let (told, role) = only(side, *at, *moved);
                if !wide {
                    return self.below(&told, mark(side), role);
                }
                let mut sides = [Vec::new(), Vec::new()];
                sides[side] = self.column(&told, mark(side), role);
                self.beside(sides)
            }
            Difference::Changed { old, new, words } => {
                let sides = [marked(0, *old, &words[0]), marked(1, *new, &words[1])];
                if wide {
                    let mut sides = sides.into_iter().enumerate();
                    let mut next =
                        || sides.next().map_or(Vec::new(), |(side, (told, role))| self.column(&told, mark(side), role));
                    return self.beside([next(), next()]);
                }
                let sides = sides.into_iter().enumerate();
                sides.flat_map(|(side, (told, role))| self.below(&told, mark(side), role)).collect()
            }
        }
    }

    fn wrapped(&self, pieces: &[Piece], mark: &str, role: Role, width: usize) -> Vec<Row> {
        let first = [Piece::new(mark, Face { strong: true, ..Face::from(role) })];
        wrap(pieces, width, &first, &[Piece::new(&" ".repeat(MARK), Role::Text)])
    }

    /// A row of its own.
    fn below(&self, pieces: &[Piece], mark: &str, role: Role) -> Vec<Row> {
        self.wrapped(pieces, mark, role, self.width)
    }

    /// Cells of one of two columns.
    fn column_width(&self) -> usize {
        self.width.saturating_sub(3) / 2
    }

    fn column(&self, pieces: &[Piece], mark: &str, role: Role) -> Vec<Row> {
        self.wrapped(pieces, mark, role, self.column_width())
    }

    /// Two columns as one.
    fn beside(&self, [left, right]: [Vec<Row>; 2]) -> Vec<Row> {
        let rows = left.len().max(right.len());
        let (mut left, mut right) = (left.into_iter(), right.into_iter());
        let join = |_| {
            let mut row = left.next().unwrap_or_default();
            let gap = self.column_width().saturating_sub(row.width());
            row.pieces.push(Piece::new(&format!("{} {} ", " ".repeat(gap), self.glyphs.beside), Role::Dim));
            row.pieces.extend(right.next().unwrap_or_default().pieces);
            row
        };
        (0..rows).map(join).collect()
    }

    /// What the two are called.
    fn head(&self) -> Vec<Row> {
        let width = if self.wide { self.column_width() } else { self.width };
        let name = |side: usize, mark: &str, role: Role| {
            let name = rich::safe(&self.page.sides[side].name).into_owned();
            let name = shorten_inside(&name, width.saturating_sub(MARK), self.glyphs.ellipsis).into_owned();
            Row::new(vec![Piece::new(mark, Face { strong: true, ..Face::from(role) }), Piece::new(&name, Role::Title)])
        };
        let names = [name(0, "- ", Role::Removed), name(1, "+ ", Role::Added)];
        if self.wide { self.beside(names.map(|row| vec![row])) } else { names.into() }
    }
}

pub fn draw(state: &State, buffer: &mut Buffer, screen: Rect, look: Look) -> Marks {
    let area = Rect { height: screen.height.saturating_sub(1), ..screen };
    frame::clear(buffer, area);
    let right = match (state.places.len(), &state.page) {
        (_, None) | (0, _) => String::new(),
        (places, _) => format!("place {} of {places}", state.at + 1),
    };
    let title = "What differs".to_owned();
    let inner = frame::paint(buffer, area, &Frame { title, right, foot: state.told(), focused: true }, look);
    let marks = Marks { area, ..Marks::default() };
    let said = match (&state.page, &state.problem) {
        (_, Some(problem)) => Some(problem.as_str()),
        (None, None) => Some("looking"),
        (Some(page), None) if page.rows.is_empty() => Some("neither has any text"),
        (Some(_), None) if state.places.is_empty() && !state.whole => {
            Some("the two have the same text, but for white space and marks of emphasis")
        }
        _ => None,
    };
    let head = match &state.page {
        Some(page) => state.drawing(page).head(),
        None => Vec::new(),
    };
    rich::paint_all(buffer, inner, &head, look.theme, Emphasis::default());
    let top = head.len() as u16;
    let body = Rect { y: inner.y + top.min(inner.height), height: inner.height.saturating_sub(top), ..inner };
    if let Some(said) = said {
        rich::paint_all(buffer, body, &[Row::default(), Row::plain(said, Role::Dim)], look.theme, Emphasis::default());
        return marks;
    }
    for (line, shown) in state.shown.iter().skip(state.top).take(body.height.into()).enumerate() {
        let y = body.y + line as u16;
        rich::paint(buffer, Rect::new(body.x, y, body.width, 1), &shown.row, look.theme, Emphasis::default());
        // Which place the keys are on is told in the margin, where there is one.
        if shown.place == Some(state.at) && body.x > area.x + 1 {
            buffer.set_stringn(body.x - 1, y, look.glyphs.quote, 1, look.style(Role::Accent));
        }
    }
    scroll::paint(buffer, area, body, (state.top, state.shown.len(), body.height.into()), look);
    marks
}
