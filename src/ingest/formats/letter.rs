//! The body of a message as blocks: what its writer says, what is quoted, and what is neither (the line that announces
//! a quotation, the name under a text, the signature).

use super::super::quoting::{announced, depth, is_of_device, signs};
use super::unpacked::Unpacked;
use crate::text::cutting::lines::is_head_field;
use crate::text::layout::blocks::{Block, BlockKind, Markup, blocks};

/// Lines of a signature, at most: behind them, and behind a blank line, text goes on.
const SIGNATURE: usize = 10;
/// Lines below a rule that are one, at most.
const FEW: usize = 3;

/// Adds plain text. What is quoted keeps its marks, so that nobody is said to have said it who only quoted it.
pub(super) fn lay_out(text: &str, writer: Option<&str>, out: &mut Unpacked) {
    let lines: Vec<(usize, &str)> = text.lines().map(depth).collect();
    // What is set in tells a patch's lines apart.
    let set_in: Vec<&str> = text.lines().map(set_in).collect();
    // Who writes, by how often it is quoted.
    let mut writers: Vec<Option<String>> = vec![writer.map(str::to_owned)];
    let mut open: Vec<&str> = Vec::new();
    let mut at = 0;
    while let Some(&(marks, line)) = lines.get(at) {
        let deeper =
            |at: usize| lines[at..].iter().find(|(_, line)| !line.is_empty()).is_some_and(|next| next.0 > marks);
        let next = lines.get(at + 1).filter(|next| next.0 == marks && !next.1.is_empty());
        // A long line that announces a quotation is wrapped.
        let joined = next.map(|(_, next)| format!("{line} {next}"));
        // One that tells the day stands there also where nothing is left of what it announces.
        let dated = |line: &str| line.contains(|c: char| c.is_ascii_digit());
        let announces = [(Some(line), 1), (joined.as_deref(), 2)].into_iter().find_map(|(line, count)| {
            let line = line.filter(|line| deeper(at + count) || dated(line))?;
            Some((line.to_owned(), announced(line)?, count))
        });
        let own = writers.get(marks).and_then(Option::as_deref);
        let ends = |next: Option<&(usize, &str)>| next.is_none_or(|next| next.0 != marks || next.1.is_empty());
        let signed = ends(lines.get(at + 1)) && own.is_some_and(|name| signs(line, name));
        if let Some((line, name, count)) = announces {
            flush(&mut open, marks, out);
            add(&line, marks, BlockKind::Furniture, out);
            writers.resize(marks + 1, None);
            writers.push(name);
            at += count;
        } else if line == "--" || is_ruled_off(&lines[at..], own) {
            flush(&mut open, marks, out);
            let below = lines[at..].iter().take(SIGNATURE).take_while(|next| lasts(marks, next)).count();
            for (_, line) in &lines[at..at + below] {
                add(line, marks, BlockKind::Furniture, out);
            }
            at += below.max(1);
        } else if signed || is_of_device(line) {
            flush(&mut open, marks, out);
            add(line, marks, BlockKind::Furniture, out);
            at += 1;
        } else {
            open.push(set_in[at]);
            at += 1;
        }
        if lines.get(at).is_none_or(|next| next.0 != marks) {
            flush(&mut open, marks, out);
        }
    }
}

/// True for a line of a text that is quoted so often.
fn lasts(marks: usize, line: &(usize, &str)) -> bool {
    line.0 == marks && !line.1.is_empty()
}

/// True where a rule stands above the last few lines, in the first of which the writer signs: a name, an address, a
/// motto.
fn is_ruled_off(lines: &[(usize, &str)], writer: Option<&str>) -> bool {
    let marks = lines[0].0;
    let ruled = lines[0].1.len() >= 3 && lines[0].1.bytes().all(|byte| matches!(byte, b'-' | b'_'));
    let below = lines[1..].iter().take_while(|line| lasts(marks, line)).count();
    let ends = lines[1 + below..].iter().find(|line| !line.1.is_empty()).is_none_or(|next| next.0 < marks);
    let signed = lines.get(1).zip(writer).is_some_and(|(line, name)| signs(line.1, name));
    ruled && ends && signed && below <= FEW
}

/// A line without the marks of quotation, with the white space in front of it.
fn set_in(line: &str) -> &str {
    let inner = line.trim_start_matches(['>', ' ']);
    let marks = line[..line.len() - inner.len()].rfind('>');
    let rest = marks.map_or(line, |last| &line[last + 1..]);
    if marks.is_some() { rest.strip_prefix(' ').unwrap_or(rest) } else { rest }
}

/// Adds the blocks of the open lines, all quoted equally often.
fn flush(open: &mut Vec<&str>, marks: usize, out: &mut Unpacked) {
    let text = std::mem::take(open).join("\n");
    let mut blocks = blocks(&text, Markup::Plain);
    // The head of a message that is passed on, or quoted.
    let is_field = |block: &Block| block.kind == BlockKind::Row && block.span.slice(&text).is_some_and(is_head_field);
    for head in blocks.chunk_by_mut(|a, b| is_field(a) && is_field(b)).filter(|fields| fields.len() > 1) {
        head.iter_mut().for_each(|field| field.kind = BlockKind::Furniture);
    }
    for block in blocks {
        add(block.span.slice(&text).unwrap_or_default(), marks, block.kind, out);
    }
}

fn add(words: &str, marks: usize, kind: BlockKind, out: &mut Unpacked) {
    if words.trim().is_empty() {
        return;
    }
    for _ in 0..marks {
        out.push("> ");
    }
    out.push(words);
    out.close(kind);
}
