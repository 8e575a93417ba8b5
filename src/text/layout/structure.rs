//! Text → sentences, each with what it is, its paragraph and who says it. The one way in for everybody who has a text.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashSet};

use super::blocks::{self, Block, BlockKind, Markup};
use super::line_kinds::{self, is_key_value};
use super::sentences::split_block;
use crate::model::{Sentence, SentenceKind, Span, Speaker};
use crate::text::cutting::lines::{is_rule, line_start, trimmed};
use crate::text::cutting::punctuation::{ends_sentence, is_terminal};
use crate::text::speakers::transcript::{self, Told, Transcript};

/// A line that returns this often is a page's head or foot …
const RUNNING: u32 = 4;
/// … when it has at least this many bytes …
const MIN_RUNNING: usize = 12;
/// … and at most this many.
const MAX_RUNNING: usize = 120;

/// Headings with lists under them, at least.
const FEWEST_HEADINGS: usize = 3;
/// At most one item in this many opens as one further up did.
const MOST_BACK: usize = 10;

/// The structure of a text.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Structure {
    pub sentences: Vec<Sentence>,
    pub speakers: Vec<Speaker>,
}

/// Finds the structure of plain or Markdown text. Linear.
pub fn of_text(text: &str, markup: Markup) -> Structure {
    of_blocks(text, blocks::blocks(text, markup))
}

/// Finds the structure of a text whose blocks a reader knows.
pub fn of_blocks(text: &str, blocks: Vec<Block>) -> Structure {
    let transcript = match lists_under_headings(text, &blocks) {
        true => Transcript::default(),
        false => transcript::find(&what_is_said(text, &blocks)),
    };
    assemble(text, blocks, transcript)
}

/// The text with blanks where code and cells stand: a colon there is no speaker's.
fn what_is_said<'a>(text: &'a str, blocks: &[Block]) -> Cow<'a, str> {
    let unsaid = |block: &&Block| block.kind == BlockKind::Code || block.kind.is_beside();
    let unsaid: Vec<Span> = blocks.iter().filter(unsaid).map(|block| block.span).collect();
    if !unsaid.iter().any(|span| span.slice(text).is_some_and(|line| line.contains(':'))) {
        return text.into();
    }
    let mut bytes = text.as_bytes().to_vec();
    for span in unsaid {
        bytes[span.start..span.end].iter_mut().filter(|byte| **byte != b'\n').for_each(|byte| *byte = b' ');
    }
    String::from_utf8(bytes).map_or(text.into(), Cow::Owned)
}

/// True for a text of lists under headings whose items open with what they are about, as notes on releases have them:
/// "Gates: mended". Nobody answers anybody there, so that what opens an item hardly ever comes back in its section once
/// another was between.
fn lists_under_headings(text: &str, blocks: &[Block]) -> bool {
    let (mut headings, mut items, mut others, mut back) = (0, 0, 0, 0);
    let (mut section, mut last): (HashSet<&str>, Option<&str>) = (HashSet::new(), None);
    for block in blocks {
        let content = block.span.slice(text).unwrap_or_default();
        if block.kind == BlockKind::Heading {
            headings += 1;
            section.clear();
            last = None;
        } else if let Some((label, _)) = content.split_once(':').filter(|_| is_key_value(content)) {
            *(if block.kind == BlockKind::Item { &mut items } else { &mut others }) += 1;
            // All lines of a log may open so, under no heading.
            back += usize::from(!section.insert(label) && last != Some(label));
            last = Some(label);
        }
    }
    headings >= FEWEST_HEADINGS && items >= 4 * others && items > 0 && back * MOST_BACK < items
}

/// Finds the structure of rows, where what stands before a colon is a column.
pub fn of_rows(text: &str, blocks: Vec<Block>) -> Structure {
    assemble(text, blocks, Transcript::default())
}

fn assemble(text: &str, blocks: Vec<Block>, transcript: Transcript) -> Structure {
    let running = running_lines(text, &blocks);
    let mut sentences = Vec::new();
    let mut labels = transcript.labels.iter().peekable();
    let mut speaker = None;
    let mut told = Told::Said;
    let mut paragraph = 0;
    let mut behind = 0;
    for mut block in blocks {
        if block.kind != BlockKind::Paragraph && block.span.slice(text).is_some_and(|line| running.contains(line)) {
            block.kind = BlockKind::Furniture;
        }
        if speaker.is_some() && ends_turn(text, &block, behind, labels.peek().is_none()) {
            speaker = None;
        }
        behind = block.span.end;
        let mut at = block.span.start;
        let mut pieces = Vec::new();
        while let Some(label) = labels.next_if(|label| label.span.start < block.span.end) {
            pieces.push((Span::new(at, label.span.start.max(at)), speaker, told));
            (speaker, told) = (label.speaker, label.told);
            at = label.span.end.max(at);
        }
        let labelled = at != block.span.start;
        pieces.push((Span::new(at.min(block.span.end), block.span.end), speaker, told));
        for (span, speaker, told) in pieces {
            let span = trimmed(text, span);
            if span.is_empty() {
                continue;
            }
            let kind = match told {
                Told::OfLog => BlockKind::Furniture,
                Told::Heading => BlockKind::Heading,
                Told::Said => kind_when_spoken(text, &block, speaker.is_some(), labelled),
            };
            let block = Block { span, kind };
            for (span, kind) in split_block(text, &block) {
                // Of the headings of a conversation only those that somebody says head what is said.
                let unsaid = matches!(kind, SentenceKind::Furniture | SentenceKind::Heading) && told != Told::Heading;
                let speaker = speaker.filter(|_| !unsaid);
                sentences.push(Sentence { span, kind, speaker, paragraph, recurring: false });
            }
            paragraph += 1;
        }
    }
    let Transcript { speakers, .. } = transcript;
    Structure { sentences, speakers }
}

/// True for a block that ends the turn of the speaker before it: behind a rule, a marked heading, a cell or a line that
/// parts days. Behind the last label of a transcript, furniture and what is no sentence do, too: a footer belongs to no
/// speaker.
fn ends_turn(text: &str, block: &Block, behind: usize, last: bool) -> bool {
    let ruled =
        text.get(behind..block.span.start).is_some_and(|between| between.lines().any(|line| is_rule(line.trim())));
    let marked = block.kind.is_beside() || block.kind == BlockKind::Heading && is_marked(text, block);
    let content = block.span.slice(text).unwrap_or_default();
    let parts_days = block.kind == BlockKind::Furniture && line_kinds::parts_days(content);
    let sentence = ends_sentence(content) || content.contains(is_terminal);
    ruled
        || marked
        || parts_days
        || last && (block.kind == BlockKind::Furniture || block.kind != BlockKind::Paragraph && !sentence)
}

/// True for a block behind Markdown's marks on its line.
fn is_marked(text: &str, block: &Block) -> bool {
    let line_start = line_start(text, block.span.start);
    text[line_start..block.span.start].contains(['#', '*', '-', '|'])
}

/// Lines that come again and again outside running text: the heads and feet of pages. Rows of tables are data.
fn running_lines<'a>(text: &'a str, blocks: &[Block]) -> BTreeSet<&'a str> {
    let mut seen: BTreeMap<&str, u32> = BTreeMap::new();
    for block in blocks
        .iter()
        .filter(|block| !matches!(block.kind, BlockKind::Paragraph | BlockKind::Furniture) && !block.kind.is_beside())
    {
        let line = block.span.slice(text).unwrap_or_default();
        if (MIN_RUNNING..=MAX_RUNNING).contains(&line.len()) && !line.contains(['|', '\t']) {
            *seen.entry(line).or_default() += 1;
        }
    }
    seen.into_iter().filter(|&(_, count)| count >= RUNNING).map(|(line, _)| line).collect()
}

/// In a transcript a short line is something said, unless it is marked or shouted.
fn kind_when_spoken(text: &str, block: &Block, spoken: bool, labelled: bool) -> BlockKind {
    if labelled {
        return BlockKind::Paragraph;
    }
    let content = block.span.slice(text).unwrap_or_default();
    match block.kind {
        BlockKind::Heading | BlockKind::Item | BlockKind::Row if spoken => {
            let marked = is_marked(text, block);
            let shouted = block.kind == BlockKind::Heading && !content.chars().any(char::is_lowercase);
            if marked || shouted || block.kind == BlockKind::Row { block.kind } else { BlockKind::Paragraph }
        }
        kind => kind,
    }
}

#[cfg(test)]
#[path = "structure_tests.rs"]
mod tests;
