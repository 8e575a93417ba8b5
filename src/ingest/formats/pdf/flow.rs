//! Lines → paragraphs that run over columns and pages: heads and feet of pages go, words cut at the end of a line are
//! joined again, headings are told by their size and weight.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use super::layout::Line;
use crate::ingest::formats::unpacked::Unpacked;
use crate::ingest::formats::{Item, Unreadable};
use crate::model::LocatorKind;
use crate::text::cutting::punctuation::{is_closer, is_terminal};
use crate::text::layout::blocks::BlockKind;
use crate::text::words::terms::is_digits;

/// Lines at the top and at the bottom of a page that can be its head or foot.
const EDGE: usize = 3;
/// Pages that such a line has to return on.
const RETURNS: usize = 3;
/// Characters of a heading, at most.
const HEADING: usize = 160;

/// A page with its lines in reading order.
#[derive(Clone, Debug, Default)]
pub(super) struct PageText {
    pub number: u32,
    pub lines: Vec<Line>,
}

/// Puts the pages into one text.
pub(super) fn text(mut pages: Vec<PageText>) -> Result<Item, Unreadable> {
    leave_out_edges(&mut pages);
    let body = body_size(&pages);
    let words = words(&pages);
    let mut out = Unpacked::default();
    let mut open: Vec<Part> = Vec::new();
    for page in &pages {
        let mut lines = page.lines.iter().peekable();
        let mut previous: Option<&Line> = None;
        let shape = Shape::of(&page.lines, body);
        let mut begun = false;
        while let Some(line) = lines.next() {
            let starts = match previous {
                None => !continues(&open, line, body),
                Some(last) if last.column != line.column => !continues(&open, line, body),
                Some(last) => shape.breaks(last, line, lines.peek().copied()),
            };
            if starts {
                close(&mut open, &mut out, body, &words)?;
            }
            let new_page = (!std::mem::replace(&mut begun, true)).then_some(page.number);
            open.push(Part { line: line.clone(), new_page });
            previous = Some(line);
        }
        if !begun {
            // An empty page has its number too: the next block does not begin before it.
            continue;
        }
    }
    close(&mut open, &mut out, body, &words)?;
    Ok(out.finish())
}

/// A line of the open paragraph.
struct Part {
    line: Line,
    /// The page that begins with it.
    new_page: Option<u32>,
}

/// True when the open paragraph goes on in the next column or on the next page.
fn continues(open: &[Part], line: &Line, body: f32) -> bool {
    let Some(last) = open.last() else { return false };
    let (before, after) = (last.line.text.trim_end(), line.text.trim_start());
    let alike = (last.line.size - line.size).abs() < 0.12 * body && last.line.cells == 1 && line.cells == 1;
    let cut = ends_cut(before);
    alike
        && (cut
            || after.starts_with(char::is_lowercase)
                && !before.ends_with(|c| is_terminal(c) || is_closer(c) || matches!(c, ':' | ';')))
}

/// How the lines of a page are set.
struct Shape {
    /// The usual way from one line to the next, by size of the letters in tenths of a point.
    leading: BTreeMap<i32, f32>,
    /// The size of running text.
    body: f32,
    /// Left and right edges of each column.
    columns: BTreeMap<u32, (f32, f32)>,
}

impl Shape {
    fn of(lines: &[Line], body: f32) -> Self {
        let mut steps: BTreeMap<i32, Vec<f32>> = BTreeMap::new();
        let mut columns: BTreeMap<u32, (Vec<f32>, f32)> = BTreeMap::new();
        for pair in lines.windows(2) {
            let step = pair[1].base - pair[0].base;
            if pair[0].column == pair[1].column && step > 0.5 * pair[0].size && step < 3.0 * pair[0].size {
                steps.entry((pair[1].size * 2.0).round() as i32).or_default().push(step);
            }
        }
        for line in lines {
            let column = columns.entry(line.column).or_default();
            column.0.push(line.left);
            column.1 = column.1.max(line.right);
        }
        let median = |mut values: Vec<f32>| {
            values.sort_by(f32::total_cmp);
            // The lower middle: gaps between paragraphs only make it larger.
            values.get((values.len().saturating_sub(1)) * 2 / 5).copied().unwrap_or(0.0)
        };
        Self {
            body,
            leading: steps.into_iter().map(|(size, steps)| (size, median(steps))).collect(),
            columns: columns
                .into_iter()
                .map(|(column, (lefts, right))| (column, (lefts.into_iter().fold(f32::INFINITY, f32::min), right)))
                .collect(),
        }
    }

    /// True when a paragraph begins with `line`, which stands below `last`.
    fn breaks(&self, last: &Line, line: &Line, next: Option<&Line>) -> bool {
        let step = line.base - last.base;
        let size = last.size.max(line.size);
        let usual = self.leading.get(&((line.size * 2.0).round() as i32)).copied().unwrap_or(1.25 * size);
        if step > 1.3 * usual.max(0.9 * size) + 0.1 * size || step < -0.5 * size {
            return true;
        }
        if (last.size - line.size).abs() > 0.12 * size && last.text.chars().count() > 3 && line.text.chars().count() > 3
        {
            return true;
        }
        if last.cells != line.cells || line.cells > 1 {
            return true;
        }
        if last.bold != line.bold && (last.right - last.left) < 0.85 * self.width(line) {
            return true;
        }
        let (left, right) = self.columns.get(&line.column).copied().unwrap_or((line.left, line.right));
        let ended = last.text.trim_end().ends_with(|c| is_terminal(c) || is_closer(c) || matches!(c, ':' | ';'));
        // The line before ended early, though the first word of this one would have had room there.
        let word = line.text.split(' ').next().map_or(0, |word| word.chars().count()) as f32;
        let letters = line.text.chars().count().max(1) as f32;
        let need = (word + 1.0) * (line.right - line.left) / letters;
        // Lines around one middle are as short as they are: a title, an address.
        let middle = |line: &Line| (line.left + line.right) / 2.0;
        let centred =
            (middle(last) - middle(line)).abs() < 0.6 * size && (last.left - left).max(line.left - left) > size;
        let early = right - last.right > need + 0.5 * size && !(centred && line.size > 1.14 * self.body);
        if early && (ended || right - last.right > 0.35 * (right - left)) && !ends_cut(last.text.trim_end()) {
            return true;
        }
        if is_marked(&line.text) && (early || ended) {
            return true;
        }
        // The first line of a paragraph is set in, the others are not.
        let indent = line.left - last.left;
        let in_again = next.is_none_or(|next| next.left < line.left - 0.4 * size || next.column != line.column);
        indent > 0.7 * size && indent < 5.0 * size && in_again && last.left < left + 0.5 * size && (ended || early)
    }

    fn width(&self, line: &Line) -> f32 {
        self.columns.get(&line.column).map_or(line.right - line.left, |(left, right)| right - left)
    }
}

/// `• salt`, `(a) salt`, `12. Salt`
fn is_marked(text: &str) -> bool {
    let Some((mark, rest)) = text.split_once(' ') else { return false };
    if rest.is_empty() {
        return false;
    }
    let inner = mark.trim_matches(['(', ')', '.', '[', ']']);
    matches!(mark, "•" | "–" | "-" | "—" | "*" | "▪" | "◦" | "·" | "‣" | "■" | "●" | "" | "o" | "✓" | "➢")
        || inner.len() < mark.len()
            && inner.len() <= 4
            && !inner.is_empty()
            && (is_digits(inner)
                || inner.len() == 1 && inner.bytes().all(|b| b.is_ascii_alphabetic())
                || inner.bytes().all(|b| b"ivxlIVX".contains(&b)))
}

/// True for a word that was cut at the end of its line.
fn ends_cut(text: &str) -> bool {
    let mut chars = text.chars().rev();
    matches!(chars.next(), Some('-' | '\u{ad}' | '\u{2010}')) && chars.next().is_some_and(char::is_alphabetic)
}

/// Writes the open paragraph.
fn close(open: &mut Vec<Part>, out: &mut Unpacked, body: f32, words: &HashSet<String>) -> Result<(), Unreadable> {
    let parts = std::mem::take(open);
    let (Some(first), Some(last)) = (parts.first(), parts.last()) else { return Ok(()) };
    let length: usize = parts.iter().map(|part| part.line.text.len()).sum();
    let large = first.line.size > 1.14 * body;
    let bold = parts.iter().all(|part| part.line.bold);
    let ended = last.line.text.trim_end().ends_with(['.', ',', ';']);
    let lettered = first.line.text.chars().filter(|c| c.is_alphabetic()).count() >= 3;
    let row = first.line.cells > 1;
    let kind =
        if !row && lettered && length <= HEADING && parts.len() <= 4 && (large || bold && parts.len() <= 2 && !ended) {
            BlockKind::Heading
        } else if row {
            BlockKind::Row
        } else if parts.len() == 1 {
            crate::ingest::formats::office::kind_of(first.line.text.trim())
        } else {
            BlockKind::Paragraph
        };
    let mut text = String::new();
    for (at, part) in parts.iter().enumerate() {
        if let Some(page) = part.new_page {
            out.push(&std::mem::take(&mut text));
            out.mark(LocatorKind::Page, page);
        }
        let line = part.line.text.trim();
        let next = parts.get(at + 1).map(|part| part.line.text.trim_start());
        match next {
            Some(next) if ends_cut(line) && next.starts_with(char::is_alphabetic) => {
                text.push_str(&joined(line, next, words))
            }
            Some(_) => {
                text.push_str(line);
                text.push(' ');
            }
            None => text.push_str(line),
        }
    }
    out.push(&text);
    out.close(kind);
    out.check_size()
}

/// The line without the mark that cuts its last word, unless the word is written with it elsewhere, and never without.
fn joined<'a>(line: &'a str, next: &str, words: &HashSet<String>) -> std::borrow::Cow<'a, str> {
    let bare = line.trim_end_matches(['-', '\u{ad}', '\u{2010}']);
    if line.ends_with('\u{ad}') {
        return bare.into();
    }
    let letters = |c: char| c.is_alphanumeric() || c == '-';
    let head =
        &bare[bare.rfind(|c| !letters(c)).map_or(0, |at| at + bare[at..].chars().next().map_or(1, char::len_utf8))..];
    let tail: String = next.chars().take_while(|&c| letters(c)).collect();
    let whole = format!("{head}{tail}").to_lowercase();
    let hyphened = format!("{head}-{tail}").to_lowercase();
    // Two words that stand alone elsewhere, and never as one, were a compound before the line ended.
    let (front, back) = (head.to_lowercase(), tail.to_lowercase());
    let compound = words.contains(&hyphened) || front.len() > 2 && words.contains(&front) && words.contains(&back);
    let keeps = !next.starts_with(char::is_lowercase) || head.is_empty() || compound && !words.contains(&whole);
    if keeps { line.into() } else { bare.into() }
}

/// The words within lines, in lower case: how the document itself writes them.
fn words(pages: &[PageText]) -> HashSet<String> {
    let mut words = HashSet::new();
    for line in pages.iter().flat_map(|page| &page.lines) {
        let mut all =
            line.text.split(|c: char| !c.is_alphanumeric() && c != '-').filter(|word| word.len() > 2).peekable();
        while let Some(word) = all.next() {
            if all.peek().is_some() && words.len() < 200_000 {
                words.insert(word.to_lowercase());
            }
        }
    }
    words
}

/// The size that most letters have.
fn body_size(pages: &[PageText]) -> f32 {
    let mut sizes: BTreeMap<i32, usize> = BTreeMap::new();
    for line in pages.iter().flat_map(|page| &page.lines) {
        *sizes.entry((line.size * 4.0).round() as i32).or_default() += line.text.len();
    }
    sizes.into_iter().max_by_key(|(size, count)| (*count, -*size)).map_or(10.0, |(size, _)| size as f32 / 4.0)
}

/// Takes out what returns at the top or at the bottom of page after page, figures aside: heads, feet, page numbers.
/// From the edge inward: behind the first line that does not return stands the text.
fn leave_out_edges(pages: &mut [PageText]) {
    let mut seen: BTreeMap<(bool, String), usize> = BTreeMap::new();
    let edges: Vec<[Vec<(usize, String)>; 2]> = pages.iter().map(|page| edge_lines(&page.lines)).collect();
    for edge in &edges {
        for (top, side) in [true, false].into_iter().zip(edge) {
            let keys: BTreeSet<&String> = side.iter().map(|(_, key)| key).collect();
            keys.into_iter().for_each(|key| *seen.entry((top, key.clone())).or_default() += 1);
        }
    }
    for (page, edges) in pages.iter_mut().zip(edges) {
        let mut gone: BTreeSet<usize> = BTreeSet::new();
        for (top, side) in [true, false].into_iter().zip(edges) {
            let returning = side
                .into_iter()
                .take_while(|(_, key)| seen.get(&(top, key.clone())).is_some_and(|&count| count >= RETURNS));
            gone.extend(returning.map(|(at, _)| at));
        }
        for at in gone.into_iter().rev() {
            page.lines.remove(at);
        }
    }
}

/// The lines at the top and at the bottom of a page, from the edge inward, each with what it says but for its figures.
fn edge_lines(lines: &[Line]) -> [Vec<(usize, String)>; 2] {
    let mut order: Vec<usize> = (0..lines.len()).collect();
    order.sort_by(|&a, &b| lines[a].base.total_cmp(&lines[b].base));
    let key = |&at: &usize| {
        let mut said = String::new();
        let mut figures = false;
        for c in lines[at].text.trim().chars().take(120) {
            let figure = c.is_ascii_digit();
            if !figure || !figures {
                said.push(if figure { '#' } else { c });
            }
            figures = figure;
        }
        let roman = !said.is_empty() && said.len() <= 6 && said.bytes().all(|byte| b"ivxlc".contains(&byte));
        (at, if roman { "#".to_owned() } else { said })
    };
    let count = EDGE.min(lines.len().div_ceil(2));
    [order.iter().take(count).map(key).collect(), order.iter().rev().take(count).map(key).collect()]
}
