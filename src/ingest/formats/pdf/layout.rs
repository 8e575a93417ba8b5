//! Glyphs → lines in reading order. Glyphs that follow each other on one line are a piece; pieces side by side are a
//! line; a gutter that running text keeps clear parts columns, and what lies across it parts what is above from what is
//! below. Columns are read one after the other, the cells of a table row by row.

use std::borrow::Cow;
use std::collections::HashMap;

use super::glyphs::{Drawn, Glyph};
use crate::ingest::formats::latex::compose;
use crate::text::cutting::script::{HAN, HAN_AGAIN, KANA};

/// A gap wider than this many times the size of the letters stands for a blank. Kerning stays below a tenth; the
/// narrowest blank of a justified line that TeX sets is a fifth.
const BLANK: f32 = 0.15;
/// A gap wider than this parts two pieces as they are drawn; they are joined again unless a gutter lies between …
const DRAWN: f32 = 0.6;
/// … or a gap wider than this: cells of a row, columns.
const PART: f32 = 1.6;
/// Width of the strips that gutters are looked for in, in points.
const STRIP: f32 = 2.0;
/// Letters and digits in a row that make a piece running text.
const RUNNING: usize = 14;
/// Columns within columns.
const DEEPEST: usize = 6;

/// A line as it is read.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Line {
    pub text: String,
    pub left: f32,
    pub right: f32,
    /// The line the letters stand on; y grows downward.
    pub base: f32,
    pub size: f32,
    pub bold: bool,
    /// Several cells side by side.
    pub cells: usize,
    /// Which column, counted over the page.
    pub column: u32,
}

/// Glyphs one after the other on one line.
#[derive(Clone, Debug)]
struct Piece {
    text: String,
    left: f32,
    right: f32,
    base: f32,
    size: f32,
    /// Characters by weight.
    bold: usize,
    count: usize,
    turn: u8,
}

impl Piece {
    fn middle(&self) -> f32 {
        self.base - self.size * 0.3
    }

    fn runs(&self) -> bool {
        self.text.chars().filter(|c| c.is_alphanumeric()).count() >= RUNNING
            || self.text.chars().filter(|c| !c.is_ascii() && c.is_alphanumeric()).count() >= RUNNING / 2
    }
}

/// Returns the lines of a page in reading order.
pub(super) fn lines(drawn: &Drawn) -> Vec<Line> {
    let pieces = pieces(drawn);
    let mut out = Vec::new();
    let mut column = 0;
    // What is turned is read after what is not, or first where most of the page is turned.
    let mut turns: Vec<(usize, u8)> = (0..4)
        .map(|turn| (pieces.iter().filter(|piece| piece.turn == turn).map(|piece| piece.count).sum(), turn))
        .collect();
    turns.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)));
    for (count, turn) in turns {
        if count > 0 {
            let of_turn = pieces.iter().filter(|piece| piece.turn == turn).cloned().collect();
            read(merge(of_turn), 0, &mut column, &mut out);
        }
    }
    out
}

/// Strings glyphs together as they were drawn.
fn pieces(drawn: &Drawn) -> Vec<Piece> {
    let mut pieces: Vec<Piece> = Vec::new();
    let mut open: Option<(Piece, Glyph)> = None;
    let mut seen = Seen::with_capacity(drawn.glyphs.len());
    let mut blank = false;
    for (glyph, chars) in &signs(drawn) {
        let Some(first) = chars.chars().next() else { continue };
        if chars.trim().is_empty() {
            blank = true;
            // A blank can be as wide as a column's gutter: its width decides, with the glyph after it.
            continue;
        }
        if is_drawn_again(&mut seen, glyph, first) {
            continue;
        }
        if let Some((piece, last)) = &mut open {
            let size = piece.size.max(glyph.size);
            let gap = glyph.x - piece.right;
            let lifted = (glyph.y - last.y).abs();
            // Small figures above and below the line belong to it.
            let same_line = lifted < 0.25 * size
                || lifted < 0.6 * size && glyph.size.min(last.size) < 0.85 * size && gap < 0.5 * size;
            let backward = glyph.x < last.x - 0.3 * size;
            if glyph.turn == piece.turn && same_line && !backward && gap < DRAWN * size && gap > -0.6 * size {
                let wide = gap > BLANK * glyph.size.min(last.size).max(0.6 * size);
                if (wide || blank && gap > -0.05 * size)
                    && !piece.text.ends_with(' ')
                    && !(is_unspaced(piece.text.chars().next_back()) && is_unspaced(Some(first)) && gap < 0.5 * size)
                {
                    piece.text.push(' ');
                }
                piece.text.push_str(chars);
                piece.right = piece.right.max(glyph.x + glyph.width);
                if glyph.size > piece.size * 1.05 && piece.count < 3 {
                    piece.base = glyph.y;
                }
                piece.size = piece.size.max(glyph.size);
                piece.count += 1;
                piece.bold += usize::from(glyph.bold);
                *last = *glyph;
                blank = false;
                continue;
            }
        }
        blank = false;
        if let Some((piece, _)) = open.take() {
            pieces.push(piece);
        }
        let piece = Piece {
            text: chars.to_string(),
            left: glyph.x,
            right: glyph.x + glyph.width,
            base: glyph.y,
            size: glyph.size,
            bold: usize::from(glyph.bold),
            count: 1,
            turn: glyph.turn,
        };
        open = Some((piece, *glyph));
    }
    pieces.extend(open.map(|(piece, _)| piece));
    pieces
}

/// Where letters stand, by letter and square of the page.
type Seen = HashMap<(char, i32, i32), (f32, f32)>;

/// Side of a square, in points.
const SQUARE: f32 = 2.0;
/// The same letter so near, in parts of its size, is drawn twice for boldness or a shadow. The narrowest letters stand
/// twice as far apart.
const AGAIN: f32 = 0.11;

/// True for a letter that stands where the same one does already; one that does not is noted.
fn is_drawn_again(seen: &mut Seen, glyph: &Glyph, letter: char) -> bool {
    let near = (AGAIN * glyph.size).clamp(0.4, SQUARE);
    let square = |at: f32| (at / SQUARE).floor() as i32;
    for x in square(glyph.x - near)..=square(glyph.x + near) {
        for y in square(glyph.y - near)..=square(glyph.y + near) {
            let other = seen.get(&(letter, x, y));
            if other.is_some_and(|(x, y)| (x - glyph.x).abs() <= near && (y - glyph.y).abs() <= near) {
                return true;
            }
        }
    }
    seen.insert((letter, square(glyph.x), square(glyph.y)), (glyph.x, glyph.y));
    false
}

/// The glyphs with their characters. Older TeX draws an accent on its own, and then the letter below it: they are one.
fn signs(drawn: &Drawn) -> Vec<(Glyph, Cow<'_, str>)> {
    let mut signs: Vec<(Glyph, Cow<'_, str>)> = Vec::with_capacity(drawn.glyphs.len());
    for glyph in &drawn.glyphs {
        let chars = drawn.chars(glyph);
        if let Some((over, mark)) = signs.last()
            && let Some(mark) = combining(mark)
            // Over the letter, not before it: an acute accent that has its own room is an apostrophe.
            && (-0.2..0.6).contains(&((over.x - glyph.x) / glyph.size.max(f32::MIN_POSITIVE)))
            && (over.y - glyph.y).abs() < 0.5 * glyph.size
            && let Some(letter) = chars.chars().next().filter(|c| c.is_alphabetic())
        {
            let below = if letter == 'ı' { 'i' } else { letter };
            // A mark beside a letter that it makes nothing with stands for itself.
            let mut whole = compose(below, mark);
            if whole.chars().count() == 1 {
                whole.push_str(&chars[letter.len_utf8()..]);
                signs.pop();
                signs.push((*glyph, whole.into()));
                continue;
            }
        }
        signs.push((*glyph, chars.into()));
    }
    signs
}

/// What a mark that stands alone becomes over a letter.
fn combining(chars: &str) -> Option<char> {
    Some(match chars {
        "´" => '\u{301}',
        "`" => '\u{300}',
        "¨" => '\u{308}',
        "ˆ" => '\u{302}',
        "˜" => '\u{303}',
        "¯" => '\u{304}',
        "˙" => '\u{307}',
        "˘" => '\u{306}',
        "ˇ" => '\u{30c}',
        "˝" => '\u{30b}',
        "˚" => '\u{30a}',
        _ => return None,
    })
}

/// Chinese and Japanese are set without blanks, and so are their full-width signs; Thai, which
/// `text::words::script::is_unspaced` has too, has blanks between phrases.
fn is_unspaced(c: Option<char>) -> bool {
    let of_marks = |c| matches!(c, '\u{3000}'..='\u{303f}' | '\u{ff00}'..='\u{ffef}');
    c.is_some_and(|c| of_marks(c) || [KANA, HAN, HAN_AGAIN].iter().any(|script| script.contains(&c)))
}

/// Joins pieces that were drawn apart and stand on one line close together.
fn merge(mut pieces: Vec<Piece>) -> Vec<Piece> {
    pieces.retain(|piece| !piece.text.trim().is_empty());
    // Rows of a third of a letter's height, so that a search looks at neighbours only.
    pieces.sort_by(|a, b| a.base.total_cmp(&b.base).then(a.left.total_cmp(&b.left)));
    let mut rows: Vec<Vec<Piece>> = Vec::new();
    for piece in pieces {
        match rows.last_mut() {
            Some(row)
                if row.first().is_some_and(|first| {
                    (piece.base - first.base).abs() < 0.3 * piece.size.min(first.size).max(1.0)
                }) =>
            {
                row.push(piece)
            }
            _ => rows.push(vec![piece]),
        }
    }
    let gutters = gutters(&rows);
    let mut merged: Vec<Piece> = Vec::new();
    for mut row in rows {
        row.sort_by(|a, b| a.left.total_cmp(&b.left));
        let mut open: Option<Piece> = None;
        for piece in row {
            match &mut open {
                Some(last)
                    if piece.left - last.right < PART * last.size.max(piece.size)
                        && piece.left - last.right > -0.6 * last.size.max(piece.size)
                        && !gutters.iter().any(|(from, to)| {
                            piece.left - last.right > 0.5 * piece.size && *from < piece.left && *to > last.right
                        }) =>
                {
                    let gap = piece.left - last.right;
                    if gap > BLANK * last.size.min(piece.size) {
                        last.text.push(' ');
                    }
                    last.text.push_str(&piece.text);
                    last.right = last.right.max(piece.right);
                    last.size = last.size.max(piece.size);
                    last.bold += piece.bold;
                    last.count += piece.count;
                }
                _ => merged.extend(open.replace(piece)),
            }
        }
        merged.extend(open);
    }
    merged
}

/// Strips of the page, from top to bottom, that hardly a row covers, with rows on both sides of them.
fn gutters(rows: &[Vec<Piece>]) -> Vec<(f32, f32)> {
    /// A page is no wider than this many strips.
    const STRIPS: usize = 2_000;
    let pieces = || rows.iter().flatten();
    let left = pieces().map(|piece| piece.left).fold(f32::INFINITY, f32::min);
    let size = pieces().map(|piece| piece.size).fold(0.0, f32::max).min(12.0);
    let strip = |x: f32| (((x - left) / STRIP).max(0.0) as usize).min(STRIPS - 1);
    let mut cover = vec![0u32; STRIPS];
    for row in rows {
        let mut free = 0;
        let mut spans: Vec<(usize, usize)> = row.iter().map(|piece| (strip(piece.left), strip(piece.right))).collect();
        spans.sort_unstable();
        for (from, to) in spans {
            cover[from.max(free)..(to + 1).max(free)].iter_mut().for_each(|count| *count += 1);
            free = free.max(to + 1);
        }
    }
    let most = cover.iter().copied().max().unwrap_or(0);
    if most < 6 {
        return Vec::new();
    }
    let dense: Vec<usize> = (0..STRIPS).filter(|&at| cover[at] * 2 >= most).collect();
    let (Some(&first), Some(&last)) = (dense.first(), dense.last()) else { return Vec::new() };
    let mut found = Vec::new();
    let mut begun = None;
    for (at, count) in cover.iter().enumerate().take(last + 1).skip(first) {
        match (count * 5 <= most, begun) {
            (true, None) => begun = Some(at),
            (false, Some(from)) => {
                let (from, to) = (left + from as f32 * STRIP, left + at as f32 * STRIP);
                if to - from >= 0.3 * size {
                    found.push((from, to));
                }
                begun = None;
            }
            _ => {}
        }
    }
    found
}

/// Reads a region: its columns where it has some, else its lines from top to bottom.
fn read(mut pieces: Vec<Piece>, depth: usize, column: &mut u32, out: &mut Vec<Line>) {
    pieces.sort_by(|a, b| a.middle().total_cmp(&b.middle()).then(a.left.total_cmp(&b.left)));
    let gutter = if depth < DEEPEST { gutter(&pieces) } else { None };
    let Some(gutter) = gutter else {
        rows(pieces, *column, out);
        *column += 1;
        return;
    };
    let (mut left, mut right) = (Vec::new(), Vec::new());
    let mut flush = |left: &mut Vec<Piece>, right: &mut Vec<Piece>, out: &mut Vec<Line>| {
        for side in [std::mem::take(left), std::mem::take(right)] {
            if !side.is_empty() {
                read(side, depth + 1, column, out);
            }
        }
    };
    let mut across: Vec<Piece> = Vec::new();
    for piece in pieces {
        if piece.right <= gutter + 0.2 * piece.size {
            if !across.is_empty() {
                rows(std::mem::take(&mut across), u32::MAX, out);
            }
            left.push(piece);
        } else if piece.left >= gutter - 0.2 * piece.size {
            if !across.is_empty() {
                rows(std::mem::take(&mut across), u32::MAX, out);
            }
            right.push(piece);
        } else {
            flush(&mut left, &mut right, out);
            across.push(piece);
        }
    }
    flush(&mut left, &mut right, out);
    if !across.is_empty() {
        rows(across, u32::MAX, out);
    }
}

/// Finds the place that parts two columns: the one that fewest pieces lie across, with running text on both sides at
/// the same heights.
fn gutter(pieces: &[Piece]) -> Option<f32> {
    if pieces.len() < 6 {
        return None;
    }
    let mut size: Vec<f32> = pieces.iter().map(|piece| piece.size).collect();
    size.sort_by(f32::total_cmp);
    let size = size[size.len() / 2];
    // Where pieces end and others begin: only there can a gutter be.
    let mut edges: Vec<(f32, i32)> = Vec::with_capacity(pieces.len() * 2);
    for piece in pieces {
        edges.push((piece.left, 1));
        edges.push((piece.right, -1));
    }
    edges.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    let mut covered = 0i32;
    let mut candidates: Vec<(i32, f32, f32)> = Vec::new();
    for pair in edges.windows(2) {
        covered += pair[0].1;
        let (from, to) = (pair[0].0, pair[1].0);
        if to - from > 0.3 * size && pair[0].1 == -1 {
            candidates.push((covered, from, to));
        }
    }
    let most = pieces.len() as i32 * 2 / 5;
    candidates.retain(|(covered, ..)| *covered <= most);
    candidates.sort_by(|a, b| a.0.cmp(&b.0).then((b.2 - b.1).total_cmp(&(a.2 - a.1))));
    for (_, from, to) in candidates.into_iter().take(12) {
        let at = (from + to) / 2.0;
        let left: Vec<&Piece> = pieces.iter().filter(|piece| piece.right <= at).collect();
        let right: Vec<&Piece> = pieces.iter().filter(|piece| piece.left >= at).collect();
        let across = pieces.len() - left.len() - right.len();
        if left.len() < 3 || right.len() < 3 || across * 2 > left.len() + right.len() {
            continue;
        }
        let running = |side: &[&Piece]| side.iter().filter(|piece| piece.runs()).count();
        let (runs_left, runs_right) = (running(&left), running(&right));
        // Cells are short; columns of text are not.
        if runs_left * 2 < left.len() || runs_right * 2 < right.len() || runs_left < 3 || runs_right < 3 {
            continue;
        }
        let extent = |side: &[&Piece]| {
            let top = side.iter().map(|piece| piece.base - piece.size).fold(f32::INFINITY, f32::min);
            (top, side.iter().map(|piece| piece.base).fold(f32::NEG_INFINITY, f32::max))
        };
        let ((top_a, end_a), (top_b, end_b)) = (extent(&left), extent(&right));
        let shared = end_a.min(end_b) - top_a.max(top_b);
        if shared < 2.0 * size {
            continue;
        }
        return Some(at);
    }
    None
}

/// Lines from top to bottom; pieces side by side are cells of one.
fn rows(pieces: Vec<Piece>, column: u32, out: &mut Vec<Line>) {
    let mut row: Vec<Piece> = Vec::new();
    let close = |row: &mut Vec<Piece>, out: &mut Vec<Line>| {
        row.sort_by(|a, b| a.left.total_cmp(&b.left));
        let pieces = std::mem::take(row);
        let Some(first) = pieces.first() else { return };
        let (bold, count) = pieces.iter().fold((0, 0), |sum, piece| (sum.0 + piece.bold, sum.1 + piece.count));
        let main = pieces.iter().max_by(|a, b| a.count.cmp(&b.count)).unwrap_or(first);
        out.push(Line {
            left: first.left,
            right: pieces.iter().map(|piece| piece.right).fold(f32::NEG_INFINITY, f32::max),
            base: main.base,
            size: main.size,
            bold: bold * 10 > count * 7,
            cells: pieces.len(),
            column,
            text: pieces.iter().map(|piece| piece.text.trim()).collect::<Vec<_>>().join(" "),
        });
    };
    for piece in pieces {
        let joins = row.iter().any(|other| {
            let lifted = (other.base - piece.base).abs();
            lifted < 0.4 * other.size.max(piece.size)
                && (piece.left >= other.right - 0.5 * piece.size || piece.right <= other.left + 0.5 * piece.size)
        });
        if !joins {
            close(&mut row, out);
        }
        row.push(piece);
    }
    close(&mut row, out);
}
