//! How an answer was made, in words: what was found, in which way, what was read, and which points were made of it.

use super::Link;
use super::turn::Turn;
use crate::judgement::extractive::quotation::unescape;
use crate::model::{Kind, Ref, TraceStep, without_citations};
use crate::tui::theme::{Glyphs, Role};
use crate::tui::widgets::numbers::{count, grouped};
use crate::tui::widgets::rich::{Piece, Row, shorten};
use crate::tui::widgets::wrap::wrap;

/// Lines of a trace that are shown, records that one of them lists, and characters of a point.
const LONGEST_TRACE: usize = 80;
const LISTED: usize = 8;
const LONGEST_POINT: usize = 160;

impl Turn {
    /// How the answer was made: what was found, in which way, what was read, and which points were made of it. The records
    /// that it shows join the `links`.
    pub(super) fn trace(&self, width: usize, glyphs: &Glyphs, links: &mut Vec<Link>) -> Vec<Row> {
        let indent = [Piece::new("  ", Role::Text)];
        let hanging = [Piece::new("    ", Role::Text)];
        let lines = trace_lines(&self.answer.trace, glyphs);
        let mut rows = vec![Row::default(), Row::plain("How this answer was made", Role::Heading)];
        for (what, rest) in lines.iter().take(LONGEST_TRACE) {
            let mut pieces = vec![Piece::new(what, Role::Text), Piece::new(" ", Role::Dim)];
            for said in rest {
                pieces.push(match said {
                    Said::Words(words) => Piece::new(words, Role::Dim),
                    Said::Record(record) => {
                        let link = u32::try_from(links.len()).unwrap_or(u32::MAX);
                        links.push(Link::Open(*record));
                        Piece::linked(&record.id.to_string(), Role::Link, link)
                    }
                });
            }
            rows.extend(wrap(&pieces, width, &indent, &hanging));
        }
        let more = lines.len().saturating_sub(LONGEST_TRACE);
        if more > 0 {
            rows.push(Row::plain(&format!("  and {more} more steps"), Role::Dim));
        }
        rows
    }
}

/// What a step of a trace is about.
enum Said {
    Words(String),
    /// Shown by its number, and followed like a citation.
    Record(Ref),
}

/// Steps in words, each with what it is about. What was found in one way stands on one line.
fn trace_lines(trace: &[TraceStep], glyphs: &Glyphs) -> Vec<(String, Vec<Said>)> {
    let words = |words: String| vec![Said::Words(words)];
    let mut lines: Vec<(String, Vec<Said>)> = Vec::new();
    let mut ways: Vec<(Kind, &str, usize, Vec<u32>)> = Vec::new();
    for step in trace {
        let line = match step {
            TraceStep::Found { record, how, .. } => {
                let known = ways.iter_mut().find(|(kind, way, ..)| *kind == record.kind && way == how);
                match known {
                    Some((.., ids)) => ids.push(record.id),
                    None => {
                        ways.push((record.kind, how, lines.len(), vec![record.id]));
                        lines.push(Default::default());
                    }
                }
                continue;
            }
            TraceStep::Read { records, tokens } => {
                let number = count(records.len() as u64, "record", "records");
                let what = format!("read {number}, {} tokens:", grouped((*tokens).into()));
                let mut kinds: Vec<(Kind, Vec<u32>)> = Vec::new();
                for record in records {
                    match kinds.iter_mut().find(|(kind, _)| *kind == record.kind) {
                        Some((_, ids)) => ids.push(record.id),
                        None => kinds.push((record.kind, vec![record.id])),
                    }
                }
                let mut said: Vec<Said> = Vec::new();
                for (kind, ids) in &kinds {
                    if !said.is_empty() {
                        said.push(Said::Words("; ".to_owned()));
                    }
                    said.extend(numbered(*kind, ids, glyphs));
                }
                (what, said)
            }
            TraceStep::Rated { record, rating } => {
                let said = vec![Said::Record(record.record()), Said::Words(format!(" {rating:.1} of 10"))];
                (format!("rated {}", record.kind.name()), said)
            }
            TraceStep::Point { text, score, kept } => {
                let text = unescape(&without_citations(text));
                let what = format!("{} {score:.0} of 100:", if *kept { "kept" } else { "dropped" });
                (what, words(shorten(&text, LONGEST_POINT, glyphs.ellipsis).into_owned()))
            }
            TraceStep::Note { text } => (text.clone(), Vec::new()),
        };
        lines.push(line);
    }
    for (kind, how, at, ids) in ways {
        let how = if how == "full text" { "by its words" } else { how };
        lines[at] = (format!("found {how}:"), numbered(kind, &ids, glyphs));
    }
    lines
}

/// `12 sources: 4, 9, 3 …`
fn numbered(kind: Kind, ids: &[u32], glyphs: &Glyphs) -> Vec<Said> {
    let kinds = kind.plural().to_lowercase();
    let mut said = vec![Said::Words(format!("{}: ", count(ids.len() as u64, kind.name(), &kinds)))];
    for (at, &id) in ids.iter().take(LISTED).enumerate() {
        if at > 0 {
            said.push(Said::Words(", ".to_owned()));
        }
        said.push(Said::Record(Ref::new(kind, id)));
    }
    if ids.len() > LISTED {
        said.push(Said::Words(format!(" {}", glyphs.ellipsis)));
    }
    said
}
