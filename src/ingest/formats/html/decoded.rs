//! The text of a page as it is read: with its entities decoded, each piece at its place in the file, and with the lines
//! of running text joined that were broken for their measure.

use super::super::entities::{decode_one, written_length};
use super::super::flow::Flow;
use crate::model::Span;

/// True where a line of preformatted text is as long as lines of running text are, ends within a sentence, and what
/// follows goes on in small letters: it was broken for its measure alone. Both are given with their markup, the first
/// up to the line's end.
pub(super) fn goes_on(until: &str, next: &str) -> bool {
    /// Letters of a line of running text, at least.
    const MEASURE: usize = 45;
    let start = until.len() - until.bytes().rev().skip(1).take(MARKUP).take_while(|&byte| byte != b'\n').count();
    let line: String = shown(until.get(start.saturating_sub(1)..).unwrap_or_default()).collect();
    let ends = line.trim();
    let within = ends.ends_with(|c: char| c.is_alphanumeric() || matches!(c, ',' | '-' | ')' | '"' | '\''));
    let first = shown(next).take_while(|c| *c != '\n').find(|c| !c.is_whitespace());
    within && ends.chars().count() >= MEASURE && first.is_some_and(char::is_lowercase)
}

/// Bytes of markup that are looked at beside a line's end.
const MARKUP: usize = 400;

/// The letters of some markup outside its tags, of its beginning alone.
fn shown(markup: &str) -> impl Iterator<Item = char> {
    let mut inside = false;
    markup.chars().take(MARKUP).filter(move |c| {
        let was = inside;
        inside = *c == '<' || inside && *c != '>';
        !was && !inside
    })
}

/// Adds the text of a token, piece by piece where entities were decoded in it.
pub(super) fn push_decoded(flow: &mut Flow, value: &str, source: &str, span: Span) {
    let Some(raw) = span.slice(source) else { return flow.push(value, span) };
    if raw == value {
        return flow.push(value, span);
    }
    let (mut value, mut at) = (value, span.start);
    let mut pieces = Vec::new();
    let mut rest = raw;
    while !rest.is_empty() {
        // Up to the next thing that is written otherwise than it reads.
        let plain = rest.find(['&', '\r', '\0']).unwrap_or(rest.len());
        if !value.starts_with(&rest[..plain]) {
            break;
        }
        pieces.push((&value[..plain], Span::new(at, at + plain)));
        (value, rest, at) = (&value[plain..], &rest[plain..], at + plain);
        if rest.is_empty() {
            break;
        }
        let written = written_length(rest);
        // What it reads as ends where the plain text behind it begins.
        let decoded = decode_one(&rest[..written]);
        let Some(after) = value.strip_prefix(decoded.as_str()) else { break };
        pieces.push((&value[..decoded.len()], Span::new(at, at + written)));
        (value, rest, at) = (after, &rest[written..], at + written);
    }
    for (piece, place) in pieces {
        flow.push(piece, place);
    }
    // Whatever could not be followed is mapped as a whole.
    if !value.is_empty() || !rest.is_empty() {
        flow.push(value, Span::new(at, span.end));
    }
}
