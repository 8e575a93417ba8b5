//! The home page as rows: subjects on the left, names on the right where there is room; what to ask above the names
//! where there is much, else below.

use super::{Around, Go};
use crate::text::amounts::{count, grouped};
use crate::text::dates::{DAY, civil};
use crate::text::spacing::enumerated;
use crate::tui::data::{HomePage, HomeRow};
use crate::tui::keys::Command;
use crate::tui::panes::reader::dressed::dress;
use crate::tui::theme::{Glyphs, Role};
use crate::tui::widgets::rich::{Face, Piece, Row, safe, shorten};
use crate::tui::widgets::spark;
use crate::tui::widgets::wrap::wrap;
use unicode_width::UnicodeWidthStr;

/// From this width on names stand beside the subjects.
const TWO: usize = 100;
/// From this width on what to ask stands there too, and the subjects are no wider than prose.
const BROAD: usize = 150;
/// Questions that are shown.
const QUESTIONS: usize = 5;
/// What is shown of a page: as much as fits the screen, and this much where one has to scroll for it.
const ROOM: Room = Room { subjects: 9, lines: 1, names: 6 };
const ROOMS: [Room; 9] = [
    Room { subjects: 9, lines: 2, names: 9 },
    Room { subjects: 12, lines: 1, names: 9 },
    Room { subjects: 12, lines: 2, names: 12 },
    Room { subjects: 16, lines: 2, names: 12 },
    Room { subjects: 24, lines: 1, names: 12 },
    Room { subjects: 24, lines: 2, names: 12 },
    Room { subjects: 16, lines: 4, names: 12 },
    Room { subjects: 24, lines: 3, names: 12 },
    Room { subjects: 24, lines: 4, names: 12 },
];
/// Sorts of documents that are told, the rest as others.
const KINDS: usize = 5;
/// Below this height the pile is told in fewer words.
const LOW: usize = 30;
/// The prose of the page is no wider than this.
const MEASURE: usize = 96;

/// Something that can be opened.
#[derive(Clone, Debug, PartialEq)]
pub struct Item {
    pub go: Go,
    pub label: Option<char>,
    pub row: usize,
    /// It stands in the right column.
    pub right: bool,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Page {
    pub rows: Vec<Row>,
    pub items: Vec<Item>,
    /// Rows that say more of an item, each with its number: a click there means the item.
    pub said: Vec<(usize, u32)>,
}

/// How much is shown: subjects, lines of what is said of each, and names of a sort.
#[derive(Clone, Copy)]
struct Room {
    subjects: usize,
    lines: usize,
    names: usize,
}

/// The key of an item: what is opened or done has letters, what is asked has digits, of those that run nothing
/// anywhere. Names are many, and letters few: one moves to them, or has letters put on everything.
#[derive(Clone, Copy)]
enum Key {
    Letter,
    Digit,
    None,
}

struct Builder<'a> {
    items: Vec<Item>,
    said: Vec<(usize, u32)>,
    letters: std::vec::IntoIter<char>,
    digits: std::vec::IntoIter<char>,
    room: Room,
    glyphs: &'a Glyphs,
}

/// Builds the page; `keys` are those that items may have.
pub fn build(content: &HomePage, around: &Around, size: (usize, usize), keys: &[char], glyphs: &Glyphs) -> Page {
    let fitting = ROOMS.iter().rev().map(|&room| build_in(content, around, size, keys, room, glyphs));
    let fitting = fitting.filter(|page| page.rows.len() <= size.1).max_by_key(|page| page.rows.len());
    fitting.unwrap_or_else(|| build_in(content, around, size, keys, ROOM, glyphs))
}

fn build_in(
    content: &HomePage,
    around: &Around,
    (width, height): (usize, usize),
    keys: &[char],
    room: Room,
    glyphs: &Glyphs,
) -> Page {
    let (digits, letters): (Vec<char>, Vec<char>) = keys.iter().partition(|key| key.is_ascii_digit());
    let (letters, digits) = (letters.into_iter(), digits.into_iter());
    let mut builder = Builder { items: Vec::new(), said: Vec::new(), letters, digits, room, glyphs };
    let mut rows = head(content, (width.min(MEASURE), height), glyphs);
    let has_names = [&content.people, &content.organisations, &content.places].iter().any(|names| !names.is_empty());
    let at = rows.len();
    let broad = width >= BROAD && has_names;
    if width >= TWO && has_names {
        let right_width = if broad { width - MEASURE - 3 } else { (width / 3).min(48) };
        let left_width = width - right_width - 3;
        let left = builder.subjects(content, left_width, at);
        let mut right = if broad { builder.ask(content, right_width, at, true) } else { Vec::new() };
        right.extend(builder.names(content, right_width, at + right.len(), true));
        for line in 0..left.len().max(right.len()) {
            let mut row = left.get(line).cloned().unwrap_or_default();
            let blank = (left_width + 3).saturating_sub(row.width());
            if let Some(beside) = right.get(line).filter(|beside| !beside.pieces.is_empty()) {
                row.pieces.push(Piece::new(&" ".repeat(blank), Role::Text));
                row.pieces.extend(beside.pieces.iter().cloned());
            }
            rows.push(row);
        }
    } else {
        rows.extend(builder.subjects(content, width, at));
        let at = rows.len();
        rows.extend(builder.names(content, width, at, false));
    }
    if !broad {
        let at = rows.len();
        rows.extend(builder.ask(content, width, at, false));
    }
    rows.extend(kinds(content, width));
    let at = rows.len();
    rows.extend(builder.around(around, width, at));
    Page { rows, items: builder.items, said: builder.said }
}

/// What the pile is: in its own words, then in numbers.
fn head(content: &HomePage, (width, height): (usize, usize), glyphs: &Glyphs) -> Vec<Row> {
    let mut rows = Vec::new();
    // On a small screen the subjects are what one came for.
    let (gists, most) = if height < LOW { (1, 3) } else { (content.gist.len(), usize::MAX) };
    for gist in content.gist.iter().take(gists) {
        rows.extend(lines_of(gist, Role::Text, width, most, glyphs));
        rows.push(Row::default());
    }
    if let Some(lacks) = &content.lacks {
        rows.extend(wrap(&[Piece::new(lacks, Role::Warning)], width, &[], &[]));
    }
    let mut parts = vec![count(content.documents.into(), "document", "documents")];
    parts.extend((content.claims > 0).then(|| count(content.claims.into(), "claim", "claims")));
    if let Some((first, last)) = content.dates {
        let [first, last] = [first, last].map(|seconds| civil(seconds.div_euclid(DAY)).0);
        parts.push(if first == last { first.to_string() } else { format!("{first} to {last}") });
    }
    if !content.languages.is_empty() {
        parts.push(content.languages.join(", "));
    }
    let parts = parts.join(&format!(" {} ", glyphs.dot));
    let mut line = vec![Piece::new(&parts, Role::Dim)];
    let years = years_line(content, width, glyphs);
    let taken: usize = years.iter().map(Piece::width).sum();
    match parts.width() + 3 + taken <= width && !years.is_empty() {
        true => {
            line.push(Piece::new("   ", Role::Dim));
            line.extend(years);
            rows.push(Row::new(line));
        }
        false => {
            rows.extend(wrap(&line, width, &[], &[]));
            rows.extend((!years.is_empty()).then(|| Row::new(years)));
        }
    }
    rows
}

/// How many documents are from each month or year, from the first to the last; nothing where all are from one. Where
/// that is wider than there is room, a column stands for several.
fn years_line(content: &HomePage, width: usize, glyphs: &Glyphs) -> Vec<Piece> {
    let [Some((from, _)), Some((to, _))] = [content.years.first(), content.years.last()] else { return Vec::new() };
    if content.years.len() < 2 {
        return Vec::new();
    }
    let room = width.saturating_sub(from.width() + to.width() + 2).max(1);
    let together = content.years.len().div_ceil(room);
    let columns = content.years.chunks(together).map(|years| years.iter().map(|(_, number)| *number).sum());
    let line = spark::line(columns, glyphs);
    vec![
        Piece::new(&format!("{from} "), Role::Dim),
        Piece::new(&line, Role::Bar),
        Piece::new(&format!(" {to}"), Role::Dim),
    ]
}

/// What sorts of documents there are, behind what they are about.
fn kinds(content: &HomePage, width: usize) -> Vec<Row> {
    let mut kinds: Vec<&(String, u32)> = content.kinds.iter().collect();
    kinds.sort_by_key(|(_, number)| std::cmp::Reverse(*number));
    kinds.truncate(KINDS);
    let rest = content.documents.saturating_sub(kinds.iter().map(|(_, number)| number).sum());
    let said = |kind: &str, number: u32| format!("{} ({})", safe(kind), grouped(number.into()));
    let mut kinds: Vec<String> = kinds.into_iter().map(|(kind, number)| said(kind, *number)).collect();
    if kinds.is_empty() {
        return Vec::new();
    }
    kinds.extend((rest > 0).then(|| said("others", rest)));
    let mut rows = vec![Row::default()];
    let mut line = format!("Documents: {}", kinds.join(", "));
    if !content.titled.is_empty() {
        let titled: Vec<String> = content.titled.iter().map(|phrase| format!("“{}”", safe(phrase))).collect();
        line.push_str(&format!("; most are called {}", enumerated(&titled, "and")));
    }
    rows.extend(wrap(&[Piece::new(&line, Role::Dim)], width, &[], &[]));
    rows
}

/// A line of a document in so many rows at most.
fn lines_of(line: &str, role: Role, width: usize, most: usize, glyphs: &Glyphs) -> Vec<Row> {
    let mut rows = wrap(&[Piece::new(&plain_line(line), role)], width, &[], &[]);
    if rows.len() > most {
        let rest: Vec<String> = rows.drain(most - 1..).map(|row| row.text()).collect();
        let rest = rest.join(" ");
        let last = shorten(rest.trim(), width.saturating_sub(1), "");
        rows.push(Row::plain(&format!("{last}{}", glyphs.ellipsis), role));
    }
    rows
}

/// A line of a document without the signs of Markdown.
fn plain_line(line: &str) -> String {
    let line = safe(line);
    dress(&line).into_iter().map(|(range, _)| &line[range]).collect()
}

impl Builder<'_> {
    fn label(&mut self, key: Key) -> Option<char> {
        match key {
            Key::Letter => self.letters.next(),
            Key::Digit => self.digits.next(),
            Key::None => None,
        }
    }

    /// The pieces that an item begins with: its key.
    fn item(&mut self, go: Go, key: Key, row: usize, right: bool) -> (u32, Piece) {
        let label = self.label(key);
        let link = self.items.len() as u32;
        self.items.push(Item { go, label, row, right });
        (link, Piece::linked(&format!("{} ", label.unwrap_or(' ')), Role::Key, link))
    }

    fn subjects(&mut self, content: &HomePage, width: usize, at: usize) -> Vec<Row> {
        if content.subjects.is_empty() {
            return Vec::new();
        }
        let mut rows = vec![Row::default(), Row::plain("What it is about", Role::Heading)];
        // One that has no room is told by its title alone, on the line that would say that there is one more.
        let is_last = |at: usize| at + 1 == content.subjects.len() && at + 1 == content.all_subjects as usize;
        let shown = self.room.subjects + usize::from(is_last(self.room.subjects));
        for (number, subject) in content.subjects.iter().take(shown).enumerate() {
            let (link, key) = self.item(Go::Open(subject.record), Key::Letter, at + rows.len(), false);
            rows.push(self.entry(key, subject, link, (width, content.documents)));
            if !subject.line.is_empty() && number < self.room.subjects {
                let lines = lines_of(&subject.line, Role::Dim, width.saturating_sub(4), self.room.lines, self.glyphs);
                self.said.extend((0..lines.len()).map(|line| (at + rows.len() + line, link)));
                rows.extend(lines.into_iter().map(|line| Row::plain(&format!("    {}", line.text()), Role::Dim)));
            }
        }
        let more = content.all_subjects.saturating_sub(content.subjects.len().min(shown) as u32);
        if more > 0 {
            let next = content.subjects.get(shown).map(|subject| Go::InTree(subject.record));
            let go = next.unwrap_or(Go::Run(Command::FocusTree));
            let (link, key) = self.item(go, Key::Letter, at + rows.len(), false);
            let said = count(more.into(), "more community", "more communities");
            rows.push(Row::new(vec![key, Piece::linked(&said, Role::Dim, link)]));
        }
        rows
    }

    /// `a Title of the thing     41 docs`. Of one document alone there is nothing to count.
    fn entry(&self, key: Piece, row: &HomeRow, link: u32, (width, documents): (usize, u32)) -> Row {
        let note =
            if row.documents > 0 && documents > 1 { count(row.documents.into(), "doc", "docs") } else { String::new() };
        let room = width.saturating_sub(key.width() + note.width() + 2);
        let title = safe(&row.title);
        let title = shorten(&title, room, self.glyphs.ellipsis);
        let blank = width.saturating_sub(key.width() + title.width() + note.width());
        let face = Face { role: Role::Text, strong: false, emphasis: false };
        let pieces = vec![
            key,
            Piece::linked(&title, face, link),
            Piece::new(&" ".repeat(blank), Role::Text),
            Piece::new(&note, Role::Dim),
        ];
        Row::new(pieces)
    }

    fn names(&mut self, content: &HomePage, width: usize, at: usize, right: bool) -> Vec<Row> {
        let mut rows = Vec::new();
        let sorts =
            [("People", &content.people), ("Organisations", &content.organisations), ("Places", &content.places)];
        for (title, names) in sorts {
            if names.is_empty() {
                continue;
            }
            rows.extend([Row::default(), Row::plain(title, Role::Heading)]);
            // Side by side they have a row each; below, a run.
            let shown = if right { self.room.names } else { self.room.names / 2 };
            for name in names.iter().take(shown) {
                let (link, key) = self.item(Go::Open(name.record), Key::None, at + rows.len(), right);
                rows.push(self.entry(key, name, link, (width.min(60), content.documents)));
            }
        }
        rows
    }

    fn ask(&mut self, content: &HomePage, width: usize, at: usize, right: bool) -> Vec<Row> {
        if content.questions.is_empty() {
            return Vec::new();
        }
        let mut rows = vec![Row::default(), Row::plain("To begin with, ask", Role::Heading)];
        for question in content.questions.iter().take(QUESTIONS) {
            let (link, key) = self.item(Go::Ask(question.clone()), Key::Digit, at + rows.len(), right);
            let shown = safe(question);
            let shown = shorten(&shown, width.saturating_sub(2), self.glyphs.ellipsis);
            rows.push(Row::new(vec![key, Piece::linked(&shown, Role::Text, link)]));
        }
        rows
    }

    fn around(&mut self, around: &Around, width: usize, at: usize) -> Vec<Row> {
        let mut rows = Vec::new();
        let news = around.news.as_ref().map(|news| (Go::Run(Command::News), "New", news.clone()));
        let left = around.left.as_ref().map(|(record, title)| (Go::Open(*record), "Where you were", title.clone()));
        let seen = around.coverage.as_ref();
        let seen = seen.map(|said| (Go::Run(Command::NextUnread), "Looked at so far", said.clone()));
        for (go, what, said) in news.into_iter().chain(left).chain(seen) {
            if rows.is_empty() {
                rows.push(Row::default());
            }
            let (link, key) = self.item(go, Key::Letter, at + rows.len(), false);
            let said = safe(&said).into_owned();
            let said = shorten(&said, width.saturating_sub(what.width() + 5), self.glyphs.ellipsis);
            rows.push(Row::new(vec![
                key,
                Piece::new(&format!("{what}  "), Role::Dim),
                Piece::linked(&said, Role::Text, link),
            ]));
        }
        rows
    }
}
