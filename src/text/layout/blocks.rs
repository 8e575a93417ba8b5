//! Lines → blocks: paragraphs with their hard-wrapped lines joined, headings, list items, table rows and log lines, and
//! the furniture around them. Works on plain text and on Markdown, whose marks stay in the text and out of the blocks.

use super::items::MarkedLines;
use super::listing::{self, Listed};
use super::{definitions, line_kinds, line_spacing, numbered_headings, stop_headings, tight_headings};
use crate::model::Span;
use crate::text::cutting::lines::{self, Line};
use crate::text::cutting::punctuation::{ends_sentence, is_terminal};
use crate::text::dates::{day_in_front, entries};
use crate::text::display::links;
use crate::text::speakers::{correspondents, letters};

/// How marks in a text are to be read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Markup {
    #[default]
    Plain,
    Markdown,
}

/// What a block is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BlockKind {
    Paragraph,
    Heading,
    /// A list item, or a short line that stands for itself.
    Item,
    /// A table row, a log record, a line of a source file, a `key: value` line.
    Row,
    Furniture,
    /// A line of code or of a console in a text.
    Code,
    Caption,
    /// A cell beside the text of its row: `column: value`. Nobody says it.
    Cell,
    /// What tells of the text beside it who wrote it, when and to whom: the head of a message. Nobody says or quotes
    /// it.
    Told,
}

impl BlockKind {
    /// In the order in which they are declared: what is sent between processes is the position.
    pub const ALL: [Self; 9] = [
        Self::Paragraph,
        Self::Heading,
        Self::Item,
        Self::Row,
        Self::Furniture,
        Self::Code,
        Self::Caption,
        Self::Cell,
        Self::Told,
    ];

    /// True for what stands beside a text and is no part of it.
    pub fn is_beside(self) -> bool {
        matches!(self, Self::Cell | Self::Told)
    }
}

/// A block of a text, its span trimmed and without leading marks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Block {
    pub span: Span,
    pub kind: BlockKind,
}

/// Lines longer than this are paragraphs of their own: nobody wraps by hand that late.
pub(super) const WIDEST_WRAP: usize = 120;
/// Characters below which a line is not full, so that the break behind it was meant.
pub(super) const NARROWEST_WRAP: usize = 45;
/// Characters of a heading at most.
const LONGEST_HEADING: usize = 90;
/// Bytes of a heading in capitals below a line of signs, at most.
const LONGEST_SHOUTED: usize = 120;
/// The same of the headline of an article.
const LONGEST_HEADLINE: usize = 120;
/// What may stand between the day of an entry and its text.
const ENDS_DAY: [char; 8] = ['.', ',', ':', ';', '–', '—', '-', ' '];
/// An entry has more words than this.
const FEWEST_SAID: usize = 4;
/// Lines of a signature, at most.
const SIGNATURE: u8 = 6;

/// Splits `text` into blocks, in order. Linear.
pub fn blocks(text: &str, markup: Markup) -> Vec<Block> {
    let mut scanner = Scanner {
        text,
        markup,
        blocks: Vec::new(),
        open: Vec::new(),
        item: false,
        after_blank: true,
        marked: MarkedLines::of(text),
        headed: markup == Markup::Markdown
            && text.lines().any(|line| line.starts_with("# ") || line.starts_with("## ")),
        diary: markup == Markup::Markdown && entries(text).nth(1).is_some(),
        letter: correspondents::letter(text),
        ruled: None,
    };
    let within = line_spacing::within_sentences(text);
    let bare = stop_headings::bare(text);
    let plain = markup == Markup::Plain;
    let over = if plain { tight_headings::headings(text) } else { Vec::new() };
    let terms = if plain { definitions::terms(text) } else { Vec::new() };
    let mut fence: Option<&str> = None;
    let mut comment = false;
    let mut signature = 0;
    for (line, listed) in lines::lines(text).zip(listing::listed(text)) {
        let content = line.content(text);
        if comment {
            comment = !content.contains("-->");
            continue;
        }
        if markup == Markup::Markdown {
            if let Some(mark) = fence {
                if content.starts_with(mark) {
                    fence = None;
                } else if !content.is_empty() {
                    scanner.blocks.push(Block { span: line.span, kind: BlockKind::Code });
                }
                continue;
            }
            if let Some(mark) = ["```", "~~~"].into_iter().find(|mark| content.starts_with(mark)) {
                scanner.flush(false);
                fence = Some(mark);
                continue;
            }
            if content.starts_with("<!--") {
                scanner.flush(false);
                comment = !content.contains("-->");
                continue;
            }
        }
        if content.is_empty() {
            if within.binary_search(&line.span.start).is_ok() {
                continue;
            }
            scanner.flush(true);
            // The name may stand below room for a signature.
            signature = if signature == SIGNATURE { SIGNATURE } else { 0 };
            continue;
        }
        if let Some(listed) = listed {
            scanner.flush(true);
            let kind = if listed == Listed::Code { BlockKind::Code } else { BlockKind::Furniture };
            scanner.blocks.push(Block { span: line.span, kind });
            continue;
        }
        if content == "--" || letters::is_closing(content) {
            scanner.flush(true);
            scanner.blocks.push(Block { span: line.span, kind: BlockKind::Furniture });
            signature = SIGNATURE;
            continue;
        }
        if signature > 0
            && content.chars().count() <= 60
            && !content.ends_with(is_terminal)
            && !content.starts_with('#')
        {
            signature -= 1;
            scanner.blocks.push(Block { span: line.span, kind: BlockKind::Furniture });
            continue;
        }
        signature = 0;
        if letters::is_byline(content) {
            scanner.headline();
            scanner.flush(true);
            scanner.blocks.push(Block { span: line.span, kind: BlockKind::Paragraph });
            continue;
        }
        if terms.binary_search(&line.span.start).is_ok() {
            scanner.flush(true);
            scanner.item = true;
            scanner.open.push(line);
            continue;
        }
        if [&bare, &over].into_iter().any(|heads| heads.binary_search(&line.span.start).is_ok()) {
            scanner.flush(true);
            let mark = line_kinds::list_mark(content).unwrap_or(0);
            scanner.blocks.push(Block { span: line.skip(text, mark).span, kind: BlockKind::Heading });
            continue;
        }
        scanner.line(line);
    }
    scanner.flush(true);
    scanner.blocks
}

struct Scanner<'a> {
    text: &'a str,
    markup: Markup,
    blocks: Vec<Block>,
    /// Lines of the paragraph or item under way.
    open: Vec<Line>,
    item: bool,
    /// True when a blank line, or nothing, stands before the open lines.
    after_blank: bool,
    marked: MarkedLines,
    /// True where headings are marked.
    headed: bool,
    /// True where at least two headings tell days.
    diary: bool,
    /// Where a letter begins.
    letter: Option<usize>,
    /// Where the last line of signs ends.
    ruled: Option<usize>,
}

/// True for what begins on the line below the one on which something ends.
fn is_directly_below(text: &str, end: usize, start: usize) -> bool {
    text.get(end..start).is_some_and(|between| between.trim().is_empty() && between.matches('\n').count() == 1)
}

impl Scanner<'_> {
    fn line(&mut self, line: Line) {
        let content = line.content(self.text);
        if lines::is_rule(content) {
            self.rule(line);
            return;
        }
        if self.is_below_rule(line) && line_kinds::is_shouted(content) && content.len() <= LONGEST_SHOUTED {
            let mark = line_kinds::list_mark(content).unwrap_or(0);
            self.blocks.push(Block { span: line.skip(self.text, mark).span, kind: BlockKind::Heading });
            self.after_blank = false;
            return;
        }
        if let Some(inner) = line_kinds::table_row(content) {
            self.flush(false);
            if inner {
                self.blocks.push(Block { span: line.span, kind: BlockKind::Row });
            }
            return;
        }
        if content.bytes().all(|byte| matches!(byte, b'>' | b' ')) {
            self.flush(true);
            return;
        }
        if content.starts_with('>') {
            // What is quoted, in Markdown and in letters, has headings, lists and tables of its own.
            let marks = content.bytes().take_while(|byte| matches!(byte, b'>' | b' ')).count();
            self.line(line.skip(self.text, marks));
            return;
        }
        let pictures = self.markup == Markup::Markdown && links::only_pictures(content);
        if pictures || line_kinds::is_furniture(content) || line_kinds::is_link_definition(content) {
            self.flush(false);
            self.blocks.push(Block { span: line.span, kind: BlockKind::Furniture });
            return;
        }
        if line_kinds::is_record(content) || self.is_statement(line) {
            self.flush(false);
            self.blocks.push(Block { span: line.span, kind: BlockKind::Row });
            return;
        }
        if self.markup == Markup::Markdown && self.markdown_line(line) {
            return;
        }
        if let Some(mark) = line_kinds::list_mark(content).or_else(|| self.marked.mark(line.span.start)) {
            // "1. Introduction" alone between blank lines is told from a list when the block is closed.
            let after_blank = self.after_blank && self.open.is_empty();
            self.flush(false);
            self.after_blank = after_blank;
            self.item = true;
            self.open.push(line.skip(self.text, mark));
            return;
        }
        self.open.push(line);
    }

    /// Handles a line of signs: it closes what is open, or underlines it.
    fn rule(&mut self, line: Line) {
        let content = line.content(self.text);
        let heading = self.blocks.last().filter(|block| block.kind == BlockKind::Heading).map(|block| block.span);
        // A line of = or - under a single line makes that a heading, and one of two a box around it.
        if let [only] = self.open.as_slice()
            && (!self.item || self.is_below_rule(*only))
            && content.len() >= 3
            && content.starts_with(['=', '-'])
            && only.chars(self.text) <= LONGEST_HEADING
            && !heading.is_some_and(|heading| is_directly_below(self.text, heading.end, only.span.start))
        {
            let span = only.span;
            self.open.clear();
            self.item = false;
            self.blocks.push(Block { span, kind: BlockKind::Heading });
        } else {
            self.flush(true);
            // What stands last over a line across the page heads nothing: whoever signed, a note on who has it.
            let told = self.blocks.iter().any(|block| block.kind == BlockKind::Paragraph);
            if let Some(last) = self.blocks.last_mut()
                && self.markup == Markup::Plain
                && told
                // Lines with a + draw a table.
                && !content.contains('+')
                && last.kind == BlockKind::Heading
                && !is_directly_below(self.text, last.span.end, line.span.start)
            {
                last.kind = BlockKind::Item;
            }
        }
        self.ruled = Some(line.span.end);
    }

    /// True for a line of a statement of figures in plain text.
    fn is_statement(&self, line: Line) -> bool {
        let above = self.blocks.last().filter(|block| block.kind == BlockKind::Row && self.open.is_empty());
        let below = above.is_some_and(|row| is_directly_below(self.text, row.span.end, line.span.start));
        self.markup == Markup::Plain && line_kinds::is_statement_line(line.content(self.text), below)
    }

    /// True for a line with a line of signs directly above it.
    fn is_below_rule(&self, line: Line) -> bool {
        self.ruled.is_some_and(|end| is_directly_below(self.text, end, line.span.start))
    }

    /// Handles a line that only Markdown knows; false when it is an ordinary one.
    fn markdown_line(&mut self, line: Line) -> bool {
        let content = line.content(self.text);
        let hashes = content.bytes().take_while(|&byte| byte == b'#').count();
        if (1..=6).contains(&hashes) && content[hashes..].starts_with([' ', '\t']) {
            self.flush(false);
            let inner = line.skip(self.text, hashes).trim_end_matches(self.text, '#');
            if !self.entry(inner) && !inner.span.is_empty() {
                self.blocks.push(Block { span: inner.without_emphasis(self.text).span, kind: BlockKind::Heading });
            }
            return true;
        }
        let ended = self.open.last().is_none_or(|line| ends_sentence(line.content(self.text)));
        if self.diary && ended && self.entry(line) {
            return true;
        }
        if content.starts_with('<') && content.ends_with('>') && !content.starts_with("<http") {
            self.flush(false);
            if let Some(span) = line_kinds::between_tags(self.text, line.span) {
                self.blocks.push(Block { span, kind: BlockKind::Item });
            }
            return true;
        }
        false
    }

    /// Takes the day that a line begins with for a heading where an entry begins behind it, and the rest for its first
    /// line: `May 15th. How uncertain it all is.` False for any other line.
    fn entry(&mut self, line: Line) -> bool {
        let content = line.content(self.text);
        let Some(day) = day_in_front(content) else { return false };
        let rest = line.skip(self.text, day + content[day..].len() - content[day..].trim_start_matches(ENDS_DAY).len());
        let said = rest.content(self.text);
        let ends = ends_sentence(said) || said.contains(". ") || content.len() > LONGEST_HEADING;
        if !ends || said.split_whitespace().nth(FEWEST_SAID).is_none() {
            return false;
        }
        self.flush(false);
        self.blocks.push(Block { span: Span::new(line.span.start, line.span.start + day), kind: BlockKind::Heading });
        self.open.push(rest);
        true
    }

    /// Takes the one line above a byline for its headline, written as sentences are as well.
    fn headline(&mut self) {
        if let [only] = self.open.as_slice()
            && self.after_blank
            && !self.item
            && only.chars(self.text) <= LONGEST_HEADLINE
            && only.content(self.text).starts_with(char::is_uppercase)
            && !ends_sentence(only.content(self.text))
        {
            self.blocks.push(Block { span: only.span, kind: BlockKind::Heading });
            self.open.clear();
        }
    }

    /// Closes the open lines: cuts them where a break was meant, and says what each part is.
    fn flush(&mut self, blank: bool) {
        let open = std::mem::take(&mut self.open);
        let item = std::mem::take(&mut self.item);
        let (above, alone) = (self.after_blank, self.after_blank && blank);
        self.after_blank = blank;
        let Some((first, last)) = open.first().zip(open.last()) else { return };
        if item {
            let span = Span::new(first.span.start, last.span.end);
            let content = span.slice(self.text).unwrap_or_default();
            // "12. Lake Maud: visitor season" between blank lines heads what follows.
            let numbered = self.text[..span.start].trim_end().ends_with('.');
            // "3. Chair" does so where "2. …" did; a word by itself may be an item of a list.
            let wordy = || content.contains(' ') || numbered_headings::follows(self.text, &self.blocks, span.start);
            if above && numbered && numbered_headings::heads_below(self.text, &self.blocks, &open) {
                self.blocks.push(Block { span: first.span, kind: BlockKind::Heading });
                self.open.extend(open.into_iter().skip(1));
                return self.flush(blank);
            }
            let heads = alone && numbered && open.len() == 1 && content.len() <= LONGEST_HEADING && wordy();
            let heads = heads && !ends_sentence(content) && line_kinds::looks_like_title(content);
            self.blocks.push(Block { span, kind: if heads { BlockKind::Heading } else { BlockKind::Item } });
            return;
        }
        let widest = open.iter().map(|line| line.chars(self.text)).max().unwrap_or(0);
        let mut start = 0;
        let parts_before = self.blocks.len();
        for at in 0..open.len() {
            if at + 1 < open.len() && self.joined(&open[at], &open[at + 1], widest) {
                continue;
            }
            let span = Span::new(open[start].span.start, open[at].span.end);
            let single = start == at;
            let above_letter = self.letter.is_some_and(|letter| span.end <= letter);
            let kind = match self.kind_of(&open[start], span, single, alone && open.len() == 1) {
                BlockKind::Item if above_letter => BlockKind::Row,
                // "4 May 2031", "17 Quay Street"
                BlockKind::Heading if above_letter && open[start].content(self.text).contains(char::is_numeric) => {
                    BlockKind::Row
                }
                kind => kind,
            };
            let span = match kind {
                BlockKind::Heading if self.markup == Markup::Markdown => open[start].without_emphasis(self.text).span,
                _ => span,
            };
            self.blocks.push(Block { span, kind });
            start = at + 1;
        }
        // Several short lines at the very top are a title with what belongs to it.
        if parts_before == 0 && open.len() > 1 && self.blocks[0].kind == BlockKind::Item {
            self.blocks[0].kind = BlockKind::Heading;
        }
    }

    /// True when the break between two lines was made by wrapping.
    fn joined(&self, line: &Line, next: &Line, widest: usize) -> bool {
        let (content, follower) = (line.content(self.text), next.content(self.text));
        let shouted = |line: &str| !line.contains(char::is_lowercase) && line.contains(char::is_uppercase);
        // "Director:      Ada Voss" is a field of its own, whatever stands above it.
        let fields = line_kinds::is_key_value(content) && line_kinds::is_key_value(follower);
        let labelled = fields || line_kinds::is_field(follower) || line_kinds::is_bold_label(follower);
        let length = line.chars(self.text);
        // Among lines as long as paragraphs some may be wrapped: one breaks off in a sentence, and the next goes on
        // with it.
        let broken = (NARROWEST_WRAP..=WIDEST_WRAP).contains(&length)
            && follower.starts_with(char::is_lowercase)
            && !ends_sentence(content);
        if broken && !labelled {
            return true;
        }
        if widest > WIDEST_WRAP || shouted(content) && !shouted(follower) || labelled {
            return false;
        }
        if follower.starts_with(char::is_lowercase) || content.ends_with([',', '-', '–', '—']) {
            return true;
        }
        if line_kinds::ends_open(content) {
            return true;
        }
        let first_word = follower.split_whitespace().next().map_or(0, |word| word.chars().count());
        length >= NARROWEST_WRAP && length + 1 + first_word > widest * 17 / 20
    }

    fn kind_of(&self, line: &Line, span: Span, single: bool, alone: bool) -> BlockKind {
        let content = span.slice(self.text).unwrap_or_default();
        if !single {
            return BlockKind::Paragraph;
        }
        if self.markup == Markup::Markdown && line.without_emphasis(self.text).span != line.span && content.len() <= 90
        {
            return BlockKind::Heading;
        }
        if ends_sentence(content) {
            return BlockKind::Paragraph;
        }
        let length = content.chars().count();
        // Where headings are marked, "Apologies: none" is none.
        let field = self.headed && line_kinds::is_key_value(content);
        let heads = alone && length <= LONGEST_HEADING && line_kinds::looks_like_title(content);
        if heads && !field && !line_kinds::is_told(content) {
            return BlockKind::Heading;
        }
        if line_kinds::is_key_value(content) {
            return BlockKind::Row;
        }
        if length <= LONGEST_HEADING { BlockKind::Item } else { BlockKind::Paragraph }
    }
}
