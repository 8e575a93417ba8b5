//! Text → sentences, each with what it is, its paragraph and who says it. The one way in for everybody who has a text.

use std::collections::{BTreeMap, BTreeSet};

use super::blocks::{self, Block, BlockKind, Markup};
use super::lines::trimmed;
use super::sentences::split_block;
use super::transcript::{self, Transcript};
use crate::model::{Sentence, SentenceKind, Span, Speaker};

/// A line that returns this often is a page's head or foot …
const RUNNING: u32 = 4;
/// … when it has about as many bytes as one.
const MIN_RUNNING: usize = 12;
const MAX_RUNNING: usize = 120;

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
    let transcript = transcript::find(text);
    let running = running_lines(text, &blocks);
    let mut sentences = Vec::new();
    let mut labels = transcript.labels.iter().peekable();
    let mut speaker = None;
    let mut paragraph = 0;
    for mut block in blocks {
        if block.kind != BlockKind::Paragraph && block.span.slice(text).is_some_and(|line| running.contains(line)) {
            block.kind = BlockKind::Furniture;
        }
        let mut at = block.span.start;
        let mut pieces = Vec::new();
        while let Some(label) = labels.next_if(|label| label.span.start < block.span.end) {
            pieces.push((Span::new(at, label.span.start.max(at)), speaker));
            speaker = Some(label.speaker);
            at = label.span.end.max(at);
        }
        let labelled = at != block.span.start;
        pieces.push((Span::new(at.min(block.span.end), block.span.end), speaker));
        for (span, speaker) in pieces {
            let span = trimmed(text, span);
            if span.is_empty() {
                continue;
            }
            let block = Block { span, kind: kind_when_spoken(text, &block, speaker.is_some(), labelled) };
            for (span, kind) in split_block(text, &block) {
                let speaker = speaker.filter(|_| !matches!(kind, SentenceKind::Furniture | SentenceKind::Heading));
                sentences.push(Sentence { span, kind, speaker, paragraph, recurring: false });
            }
            paragraph += 1;
        }
    }
    let Transcript { speakers, .. } = transcript;
    Structure { sentences, speakers }
}

/// Lines that come again and again outside running text: the heads and feet of pages. Rows of tables are data.
fn running_lines<'a>(text: &'a str, blocks: &[Block]) -> BTreeSet<&'a str> {
    let mut seen: BTreeMap<&str, u32> = BTreeMap::new();
    for block in blocks.iter().filter(|block| !matches!(block.kind, BlockKind::Paragraph | BlockKind::Furniture)) {
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
            let line_start = text[..block.span.start].rfind('\n').map_or(0, |at| at + 1);
            let marked = text[line_start..block.span.start].contains(['#', '*', '-', '|']);
            let shouted = block.kind == BlockKind::Heading && !content.chars().any(char::is_lowercase);
            if marked || shouted || block.kind == BlockKind::Row { block.kind } else { BlockKind::Paragraph }
        }
        kind => kind,
    }
}
