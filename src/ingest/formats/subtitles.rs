//! Subtitles (SRT, WebVTT, SBV): what is said becomes running text again, with the time of every piece and whoever says
//! it. A pause, or another speaker, begins a paragraph.

use super::flow::Flow;
use super::{Extracted, Item};
use crate::model::{LocatorKind, Span};
use crate::text::cutting::punctuation::is_terminal;
use crate::text::layout::blocks::BlockKind;
use crate::text::provenance::landmarks::Landmarks;

/// Seconds without words that end a paragraph.
const PAUSE: f64 = 3.0;
/// Bytes after which the next whole sentence ends a paragraph.
const LONG: usize = 800;

pub(super) fn extract(source: String) -> Extracted {
    let mut flow = Flow::default();
    let mut landmarks = Landmarks::default();
    let mut cue: Option<(f64, f64)> = None;
    let mut last_end: Option<f64> = None;
    let mut block = false;
    let (mut at, mut cues) = (0, 0usize);
    let lines: Vec<&str> = source.split_inclusive('\n').collect();
    for (number, raw) in lines.iter().enumerate() {
        let start = at;
        at += raw.len();
        let line = raw.trim_end();
        if let Some((begin, end)) = times(line) {
            cues += 1;
            if last_end.is_some_and(|last| begin - last > PAUSE || begin + 60.0 < last) {
                flow.close(BlockKind::Paragraph);
            }
            (cue, last_end) = (Some((begin, end)), Some(end));
            block = false;
            landmarks.add(flow.len(), LocatorKind::Time, begin.max(0.0) as u32);
            continue;
        }
        if line.trim().is_empty() {
            (cue, block) = (None, false);
            continue;
        }
        let next_is_time = lines.get(number + 1).is_some_and(|next| times(next.trim_end()).is_some());
        if cue.is_none() {
            // Before a cue: its number or name; else a note, a style, the head of the file.
            block |= !next_is_time;
            continue;
        }
        if block {
            continue;
        }
        words(&mut flow, line, start);
        flow.push(" ", Span::new(start + line.len(), at));
        let open = flow.open();
        if open.len() > LONG && open.trim_end().ends_with(is_terminal) {
            flow.close(BlockKind::Paragraph);
        }
    }
    if cues == 0 {
        return super::plain(source);
    }
    let (text, map, blocks) = flow.finish();
    let source = Span::new(0, source.len());
    let item = Item { source, text, map, landmarks, blocks: Some(blocks), spoken: true, ..Item::default() };
    Extracted { format: "subtitles".into(), items: vec![item], ..Extracted::default() }
}

/// `00:01:02,500 --> 00:01:04,000`, `01:02.500 --> …`, `0:01:02.500,0:01:04.000`: begin and end in seconds.
fn times(line: &str) -> Option<(f64, f64)> {
    if let Some((begin, end)) = line.split_once("-->") {
        return Some((time(begin.trim())?, time(end.split_whitespace().next()?)?));
    }
    let (begin, end) = line.trim().split_once(',')?;
    Some((time(begin).filter(|_| begin.contains('.'))?, time(end).filter(|_| end.contains('.'))?))
}

fn time(text: &str) -> Option<f64> {
    let mut seconds = 0.0;
    let parts: Vec<&str> = text.split(':').collect();
    if !(2..=3).contains(&parts.len()) {
        return None;
    }
    for part in parts {
        let value: f64 = part.trim().replace(',', ".").parse().ok()?;
        seconds = seconds * 60.0 + value;
    }
    (0.0..1e7).contains(&seconds).then_some(seconds)
}

/// Adds a line without its tags; `<v Ada>`, `- ` and `ADA:` at its beginning begin a paragraph.
fn words(flow: &mut Flow, line: &str, start: usize) {
    let mut from = 0;
    let dashed = line.trim_start().starts_with(['-', '–', '>']) && !line.trim_start().starts_with("--");
    if dashed {
        flow.close(BlockKind::Paragraph);
        from = line.len() - line.trim_start_matches([' ', '-', '–', '>']).len();
    } else if line.split_once(':').is_some_and(|(label, rest)| is_label(label) && !rest.starts_with("//")) {
        flow.close(BlockKind::Paragraph);
    }
    let push = |flow: &mut Flow, from: usize, to: usize| {
        if let Some(words) = line.get(from..to) {
            flow.push(words, Span::new(start + from, start + to));
        }
    };
    let mut at = from;
    while let Some(open) = line[at..].find(['<', '{', '&']).map(|open| at + open) {
        push(flow, from, open);
        let rest = &line[open..];
        let len = if let Some(entity) = rest.strip_prefix('&') {
            match entity.split_once(';').map(|(name, _)| name).filter(|name| name.len() <= 8) {
                Some(name) => {
                    let known = quick_xml::escape::resolve_html5_entity(name).unwrap_or_default();
                    if !known.is_empty() {
                        flow.push(known, Span::new(start + open, start + open + name.len() + 2));
                    }
                    if known.is_empty() { 0 } else { name.len() + 2 }
                }
                None => 0,
            }
        } else {
            let close = if rest.starts_with('<') { '>' } else { '}' };
            match rest.find(close) {
                Some(end) if rest.starts_with('<') || rest.starts_with("{\\") => {
                    let inner = &rest[1..end];
                    if let Some(name) = inner.strip_prefix("v").filter(|name| name.starts_with([' ', '.'])) {
                        let name = name.split_once(' ').map_or("", |(_, name)| name).trim();
                        speaker(flow, name);
                    }
                    end + 1
                }
                _ => 0,
            }
        };
        if len == 0 {
            // No tag after all.
            push(flow, open, open + 1);
        }
        from = open + len.max(1);
        at = from;
    }
    push(flow, from, line.len());
}

/// Whoever speaks, said as a transcript says it; once for as long as it is the same.
fn speaker(flow: &mut Flow, name: &str) {
    let label = format!("{name}: ");
    if name.is_empty() || flow.open().starts_with(&label) {
        return;
    }
    flow.close(BlockKind::Paragraph);
    flow.make(&label);
}

/// `ADA LUND`, `Ada Lund`: what stands before a colon and is a name.
fn is_label(label: &str) -> bool {
    let words: Vec<&str> = label.split_whitespace().collect();
    (1..=4).contains(&words.len())
        && label.len() <= 40
        && words.iter().all(|word| {
            word.starts_with(char::is_uppercase)
                && word.chars().all(|c| c.is_alphabetic() || matches!(c, '.' | '-' | '\'' | '’'))
        })
}
