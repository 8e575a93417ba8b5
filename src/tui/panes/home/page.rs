//! The home page as rows: what the pile is, then subjects on the left and names on the right where there is room. What
//! to ask stands above the names where there is much room, below where there is some, and in a line over the subjects
//! where there is little.

use super::{Around, Go};
use crate::model::{EntityType, Kind};
use crate::text::dates::year_at;
use crate::text::numbers::amounts::{count, grouped};
use crate::tui::data::{HomePage, HomeRow, Narrow, Part};
use crate::tui::keys::Command;
use crate::tui::panes::browser::Listing;
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
/// Questions that are shown, and in a line.
const QUESTIONS: usize = 5;
const FEW_QUESTIONS: usize = 3;
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
/// Lines of what is said of a subject at most.
const MOST_LINES: usize = 4;
/// Cells of a key, with the blank behind it.
const KEY: usize = 3;
/// Below this height the pile is told in fewer words.
const LOW: usize = 30;
/// The prose of the page is no wider than this.
const MEASURE: usize = 96;

/// Something that can be opened.
#[derive(Clone, Debug, PartialEq)]
pub struct Item {
    pub go: Go,
    /// The key that opens it, of one sign or two.
    pub label: Option<String>,
    pub row: usize,
    /// It stands in the right column.
    pub right: bool,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Page {
    pub rows: Vec<Row>,
    pub items: Vec<Item>,
    /// The first item of what the pile is about.
    pub first: usize,
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
/// anywhere. Letters are few: what is in front has one, as far as they go, and all else a pair, which is shown where
/// letters are asked for, or its first is typed.
#[derive(Clone, Copy, PartialEq)]
enum Key {
    Letter,
    Pair,
    Digit,
}

struct Builder<'a> {
    items: Vec<Item>,
    said: Vec<(usize, u32)>,
    /// What sort of key each item has, and those of the items there are, once they are known.
    sorts: Vec<Key>,
    labels: &'a [Option<String>],
    room: Room,
    glyphs: &'a Glyphs,
}

/// Builds the page; `keys` are those that items may have.
pub fn build(content: &HomePage, around: &Around, size: (usize, usize), keys: &[char], glyphs: &Glyphs) -> Page {
    let built = |room: Room| {
        // How many keys are needed is known once everything has its place.
        let (_, sorts) = build_in(content, around, size, &[], room, glyphs);
        build_in(content, around, size, &labels(&sorts, keys), room, glyphs).0
    };
    let fitting = ROOMS.iter().rev().map(|&room| (built(room), room));
    let fitting = fitting.filter(|(page, _)| page.rows.len() <= size.1).max_by_key(|(page, _)| page.rows.len());
    let (page, room) = fitting.unwrap_or_else(|| (built(ROOM), ROOM));
    // What is left beside the names, or below, is for more of what is quoted.
    let most = page.rows.len().max(size.1);
    let more = (room.lines + 1..=MOST_LINES).map(|lines| built(Room { lines, ..room }));
    more.take_while(|page| page.rows.len() <= most).last().unwrap_or(page)
}

/// The keys of items. As many letters as it takes begin pairs, from the last one on.
fn labels(sorts: &[Key], keys: &[char]) -> Vec<Option<String>> {
    let (mut digits, letters): (Vec<char>, Vec<char>) = keys.iter().partition(|key| key.is_ascii_digit());
    digits.reverse();
    let [single, pairs] = [Key::Letter, Key::Pair].map(|sort| sorts.iter().filter(|&&other| other == sort).count());
    let seconds = || 'a'..='z';
    let paired = |begin: usize| pairs + single.saturating_sub(letters.len() - begin);
    let begin = (0..letters.len()).find(|&begin| paired(begin) <= begin * seconds().count()).unwrap_or(letters.len());
    let (alone, first) = letters.split_at(letters.len() - begin);
    let mut alone = alone.iter().map(char::to_string);
    let mut pairs = first.iter().rev().flat_map(|first| seconds().map(move |second| format!("{first}{second}")));
    let label = |sort: &Key| match sort {
        Key::Digit => digits.pop().map(String::from),
        Key::Letter => alone.next().or_else(|| pairs.next()),
        Key::Pair => pairs.next(),
    };
    sorts.iter().map(label).collect()
}

fn build_in(
    content: &HomePage,
    around: &Around,
    (width, height): (usize, usize),
    labels: &[Option<String>],
    room: Room,
    glyphs: &Glyphs,
) -> (Page, Vec<Key>) {
    let mut builder = Builder { items: Vec::new(), said: Vec::new(), sorts: Vec::new(), labels, room, glyphs };
    let mut rows = builder.head(content, (width.min(MEASURE), height));
    let names = [&content.terms, &content.people, &content.organisations, &content.places];
    let has_names = names.iter().any(|names| !names.is_empty());
    let broad = width >= BROAD && has_names;
    let low = height < LOW && !broad;
    if low {
        rows.extend(builder.ask_in_line(content, width, rows.len()));
    }
    let first = builder.items.len();
    let at = rows.len();
    if width >= TWO && has_names {
        let right_width = if broad { width - MEASURE - 3 } else { (width / 3).min(48) };
        let left_width = width - right_width - 3;
        let mut left = builder.subjects(content, left_width, at);
        // On a broad page the right column begins at the top, beside what the pile is.
        let top = if broad { 0 } else { at };
        let mut right = if broad { builder.ask(content, right_width, top, true) } else { Vec::new() };
        right.extend(builder.names(content, right_width, top + right.len(), true));
        if broad {
            left.splice(0..0, rows.drain(..));
        }
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
    if !broad && !low {
        let at = rows.len();
        rows.extend(builder.ask(content, width, at, false));
    }
    let at = rows.len();
    rows.extend(builder.kinds(content, width, at));
    let at = rows.len();
    rows.extend(builder.around(around, width, at));
    let first = first.min(builder.items.len().saturating_sub(1));
    (Page { rows, items: builder.items, first, said: builder.said }, builder.sorts)
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

/// Wraps a line of items, each with its key on one line.
fn wrap_run(line: &[Piece], width: usize) -> Vec<Row> {
    let mut rows = wrap(line, width, &[], &[]);
    for piece in rows.iter_mut().flat_map(|row| &mut row.pieces) {
        piece.text = piece.text.replace('\u{a0}', " ");
    }
    rows
}

/// What stands between what is above and a heading: nothing at the top.
fn parting(at: usize) -> Option<Row> {
    (at > 0).then(Row::default)
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
    /// What the pile is: in its own words, then in numbers.
    fn head(&mut self, content: &HomePage, (width, height): (usize, usize)) -> Vec<Row> {
        let mut rows = Vec::new();
        // On a small screen the subjects are what one came for.
        let (gists, most) = if height < LOW { (1, 3) } else { (content.gist.len(), usize::MAX) };
        for gist in content.gist.iter().take(gists) {
            let lines = lines_of(&gist.said, Role::Text, width, most, self.glyphs);
            let Some((record, quote)) = &gist.from else {
                rows.extend(lines);
                rows.push(Row::default());
                continue;
            };
            let (link, _) = self.item(Go::Quoted(*record, quote.clone()), Key::Pair, rows.len(), false);
            let linked = |line: Row| Row::new(vec![Piece::linked(&line.text(), Role::Text, link)]);
            rows.extend(lines.into_iter().map(linked));
            rows.push(Row::default());
        }
        if let Some(lacks) = &content.lacks {
            rows.extend(wrap(&[Piece::new(lacks, Role::Warning)], width, &[], &[]));
        }
        let at = rows.len();
        let dot = Piece::new(&format!(" {} ", self.glyphs.dot), Role::Dim);
        let documents = Listing { kind: Kind::Document, part: None, filter: None };
        let mut line =
            self.run(Go::List(documents), Key::Pair, &count(content.documents.into(), "document", "documents"), at);
        if content.claims > 0 {
            let claims = Listing { kind: Kind::Claim, part: None, filter: None };
            line.push(dot.clone());
            line.extend(self.run(Go::List(claims), Key::Pair, &count(content.claims.into(), "claim", "claims"), at));
        }
        if let Some((first, last)) = content.dates {
            let [first, last] = [first, last].map(year_at);
            let years = if first == last { first.to_string() } else { format!("{first} to {last}") };
            line.push(dot.clone());
            line.extend(self.run(Go::Run(Command::Timeline), Key::Pair, &years, at));
        }
        if !content.languages.is_empty() {
            line.extend([dot, Piece::new(&content.languages.join(", "), Role::Dim)]);
        }
        let years = years_line(content, width, self.glyphs);
        let [said, taken] = [&line, &years].map(|pieces| pieces.iter().map(Piece::width).sum::<usize>());
        match said + 3 + taken <= width && !years.is_empty() {
            true => {
                line.push(Piece::new("\u{a0}\u{a0}\u{a0}", Role::Dim));
                line.extend(years);
                rows.extend(wrap_run(&line, width));
            }
            false => {
                rows.extend(wrap_run(&line, width));
                rows.extend((!years.is_empty()).then(|| Row::new(years)));
            }
        }
        rows
    }

    /// An item in the middle of a line, which is not broken, with its key where that is shown.
    fn run(&mut self, go: Go, key: Key, said: &str, row: usize) -> Vec<Piece> {
        let (link, label) = self.item(go, key, row, false);
        let label = Piece { text: label.text.trim_end().to_owned() + "\u{a0}", ..label };
        let shown = Some(label).filter(|_| key != Key::Pair);
        shown.into_iter().chain([Piece::linked(&safe(said).replace(' ', "\u{a0}"), Role::Text, link)]).collect()
    }

    /// The pieces that an item begins with: its key, or the room for it.
    fn item(&mut self, go: Go, key: Key, row: usize, right: bool) -> (u32, Piece) {
        let link = self.items.len() as u32;
        let label = self.labels.get(self.items.len()).cloned().flatten();
        let said = format!("{:<KEY$}", label.as_deref().filter(|_| key != Key::Pair).unwrap_or_default());
        self.sorts.push(key);
        self.items.push(Item { go, label, row, right });
        (link, Piece::linked(&said, Role::Key, link))
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
        let sorts = [
            ("Terms", EntityType::Concept, &content.terms),
            ("People", EntityType::Person, &content.people),
            ("Organisations", EntityType::Organisation, &content.organisations),
            ("Places", EntityType::Place, &content.places),
        ];
        for (title, kind, names) in sorts {
            if names.is_empty() {
                continue;
            }
            rows.extend(parting(at + rows.len()));
            let part = Part { narrow: Narrow::Type(kind.name().to_owned()), label: kind.name().to_owned(), count: 0 };
            let all = Go::List(Listing { kind: Kind::Entity, part: Some(part), filter: None });
            let (link, _) = self.item(all, Key::Pair, at + rows.len(), right);
            rows.push(Row::new(vec![Piece::linked(title, Role::Heading, link)]));
            // Side by side they have a row each; below, a run.
            let shown = if right { self.room.names } else { self.room.names / 2 };
            for name in names.iter().take(shown) {
                let (link, key) = self.item(Go::Open(name.record), Key::Pair, at + rows.len(), right);
                rows.push(self.entry(key, name, link, (width.min(60), content.documents)));
            }
        }
        rows
    }

    /// What sorts of documents there are, behind what they are about.
    fn kinds(&mut self, content: &HomePage, width: usize, at: usize) -> Vec<Row> {
        if content.kinds.is_empty() {
            return Vec::new();
        }
        let mut line = vec![Piece::new("Documents: ", Role::Dim)];
        for (number, part) in content.kinds.iter().enumerate() {
            line.extend((number > 0).then(|| Piece::new(", ", Role::Dim)));
            let said = format!("{} ({})", part.label, grouped(part.count.into()));
            let listing = Listing { kind: Kind::Document, part: Some(part.clone()), filter: None };
            line.extend(self.run(Go::List(listing), Key::Pair, &said, at + 1));
        }
        for (number, phrase) in content.titled.iter().enumerate() {
            line.push(Piece::new(if number == 0 { "; most are called " } else { " and " }, Role::Dim));
            let listing = Listing { kind: Kind::Document, part: None, filter: Some(phrase.clone()) };
            line.extend(self.run(Go::List(listing), Key::Pair, &format!("“{phrase}”"), at + 1));
        }
        let mut rows = vec![Row::default()];
        rows.extend(wrap_run(&line, width));
        self.place(&rows, at);
        rows
    }

    /// Tells the items of a line that was wrapped which row they came to stand on.
    fn place(&mut self, rows: &[Row], at: usize) {
        for (row, pieces) in rows.iter().enumerate() {
            for link in pieces.pieces.iter().filter_map(|piece| piece.link) {
                self.items[link as usize].row = at + row;
            }
        }
    }

    fn ask(&mut self, content: &HomePage, width: usize, at: usize, right: bool) -> Vec<Row> {
        if content.questions.is_empty() {
            return Vec::new();
        }
        let mut rows: Vec<Row> = parting(at).into_iter().collect();
        rows.push(Row::plain("To begin with, ask", Role::Heading));
        for question in content.questions.iter().take(QUESTIONS) {
            let (link, key) = self.item(Go::Ask(question.clone()), Key::Digit, at + rows.len(), right);
            let shown = safe(question);
            let shown = shorten(&shown, width.saturating_sub(KEY), self.glyphs.ellipsis);
            rows.push(Row::new(vec![key, Piece::linked(&shown, Role::Text, link)]));
        }
        rows
    }

    /// The first questions, one behind another.
    fn ask_in_line(&mut self, content: &HomePage, width: usize, at: usize) -> Vec<Row> {
        if content.questions.is_empty() {
            return Vec::new();
        }
        let mut line = vec![Piece::new("Ask  ", Role::Dim)];
        for (number, question) in content.questions.iter().take(FEW_QUESTIONS).enumerate() {
            line.extend((number > 0).then(|| Piece::new(&format!(" {} ", self.glyphs.dot), Role::Dim)));
            line.extend(self.run(Go::Ask(question.clone()), Key::Digit, question, at));
        }
        let rows = wrap_run(&line, width);
        self.place(&rows, at);
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
            let said = shorten(&said, width.saturating_sub(what.width() + KEY + 2), self.glyphs.ellipsis);
            rows.push(Row::new(vec![
                key,
                Piece::new(&format!("{what}  "), Role::Dim),
                Piece::linked(&said, Role::Text, link),
            ]));
        }
        rows
    }
}
