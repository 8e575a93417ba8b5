//! HTML: what a reader of the page would read. Scripts, styles, menus, headers, footers and hidden parts are left out;
//! where the page says which part is the main one, only that is kept. Blocks and headings are known from the tags; what
//! generators of pages call the parts around the text lies in `html.toml`.

mod decoded;
mod elements;
mod spans;

use html5gum::{DefaultEmitter, StartTag, Token, Tokenizer};

use self::decoded::{goes_on, push_decoded};
use self::elements::{is_block, is_telling, is_void, leads_away};
use self::spans::Spans;
use super::super::title;
use super::flow::Flow;
use super::{Extracted, Item};
use crate::model::Span;
use crate::text::cutting::punctuation::{ends_sentence, is_closer, is_terminal};
use crate::text::display::inline::STRIKING;
use crate::text::display::spacing::single_spaced;
use crate::text::language::word_lists;
use crate::text::layout::blocks::BlockKind;

word_lists! { static WORDS = "html.toml": roles, classes, captions, marks, turning }

/// Deeper elements are read, but no longer kept apart: nothing but an attack nests like that.
const DEEPEST: usize = 512;

/// The main part is taken alone when it holds at least this many bytes of text.
const MAIN: usize = 80;

/// Characters below which a link may be a menu's entry.
const MENU: usize = 80;
/// Characters below which a block that is no sentence is an item.
const SHORT: usize = 60;
/// Characters of a term that its definition begins with, at most.
const TERM: usize = 90;

/// So many entries that are links and nothing else make a list of contents.
const FEWEST_LINKS: usize = 2;
/// Bytes that an entry has beside its link at most, besides a fifth of all: "1.12. The pier".
const BESIDE: usize = 4;

pub(super) fn extract(source: String) -> Extracted {
    let has_main = contains_tag(&source, b"<main") || contains_tag(&source, b"<article");
    let mut page = read(&source, has_main);
    if has_main && page.length < MAIN {
        page = read(&source, false);
    }
    let Page { flow, title, heading, date, .. } = page;
    let (text, map, blocks) = flow.finish();
    let title =
        title.map(|title| single_spaced(&title)).filter(|title| !title.is_empty() && !title::is_file_name(title));
    let heading = heading.filter(|(rank, heading)| *rank == b'1' || !title::is_generic(heading));
    let title = title.or(heading.map(|(_, heading)| heading));
    let item = Item {
        source: Span::new(0, source.len()),
        title,
        date,
        text,
        map,
        blocks: Some(blocks),
        spoken: true,
        ..Item::default()
    };
    Extracted { format: "html".into(), items: vec![item], ..Extracted::default() }
}

fn contains_tag(source: &str, tag: &[u8]) -> bool {
    memchr::memchr_iter(b'<', source.as_bytes())
        .any(|at| source.as_bytes()[at..].get(..tag.len()).is_some_and(|found| found.eq_ignore_ascii_case(tag)))
}

#[derive(Default)]
struct Page {
    flow: Flow,
    title: Option<String>,
    /// The first heading of the first rank, else of the second, with its rank.
    heading: Option<(u8, String)>,
    date: Option<String>,
    /// Bytes of text written.
    length: usize,
    /// Open elements, outermost first.
    open: Vec<Element>,
    /// How many of them hide what is inside.
    hidden: usize,
    /// How many of them are the main part.
    main: usize,
    main_only: bool,
    in_title: bool,
    /// Cells that began in the open block since its last text: a bar stands before what follows, and none at its end.
    cells: usize,
    /// The cells of tables that reach over several rows.
    spans: Spans,
    /// Bytes of the open block that stand inside links.
    linked: usize,
    /// Words of it outside links say only where these lead ("Next: …, Up: …"): none yet, such, or others.
    turning: Option<bool>,
    /// Some of it is code.
    coded: bool,
    /// Some of it is running text that was set to a measure, and its last word is parted there.
    running: bool,
    parted: bool,
    /// The open link leads to another site, and some of the block stands in such a one.
    leads_away: bool,
    away: bool,
    /// Links of the open block.
    links: usize,
    /// It is a term, of which the definition is to come.
    term: bool,
}

struct Element {
    name: Vec<u8>,
    hides: bool,
    /// Leads somewhere: an anchor without a target is none.
    leads: bool,
    /// Says what a picture or a table shows.
    caption: bool,
    main: bool,
    list: Option<List>,
}

/// A list while it is open.
#[derive(Clone, Copy)]
struct List {
    /// How many blocks stand before it.
    first: usize,
    /// Those inside that are links into the page, or to those beside it, from end to end; and others.
    links: usize,
    others: usize,
}

impl List {
    fn of(name: &[u8], first: usize) -> Option<Self> {
        matches!(name, b"ul" | b"ol" | b"dl" | b"menu").then_some(Self { first, links: 0, others: 0 })
    }

    /// True for a list of contents, or of pages.
    fn leads_on(self) -> bool {
        self.others == 0 && self.links >= FEWEST_LINKS
    }
}

fn read(source: &str, main_only: bool) -> Page {
    let mut page = Page { main_only, ..Page::default() };
    let mut emitter = DefaultEmitter::<usize>::new_with_span();
    emitter.naively_switch_states(true);
    let bounded = super::attributes::bounded(source);
    for token in Tokenizer::new_with_emitter(bounded.as_ref(), emitter) {
        let Ok(token) = token;
        match token {
            Token::StartTag(tag) => page.start(&tag),
            Token::EndTag(tag) => page.end(&tag.name),
            Token::String(string) => {
                let value = String::from_utf8_lossy(&string.value);
                page.text(&value, source, Span::new(string.span.start, string.span.end));
            }
            Token::Comment(_) | Token::Doctype(_) | Token::Error(_) => {}
        }
    }
    page.close_term();
    page.close_block();
    page
}

impl Page {
    fn start(&mut self, tag: &StartTag<usize>) {
        let name: &[u8] = &tag.name;
        let attribute =
            |name: &[u8]| tag.attributes.get(name).map(|value| String::from_utf8_lossy(&value.value).into_owned());
        match name {
            b"br" => {
                // Two in a row part paragraphs.
                if self.shown() {
                    self.flow.line_break(Span::new(tag.span.start, tag.span.end));
                }
                return;
            }
            b"meta" => {
                let key = attribute(b"name").or_else(|| attribute(b"property")).unwrap_or_default().to_lowercase();
                let dated = ["date", "article:published_time", "dc.date", "dcterms.created", "pubdate"];
                if dated.contains(&key.as_str()) {
                    self.date = self.date.take().or_else(|| attribute(b"content"));
                }
                return;
            }
            b"table" => self.spans.open_table(),
            b"tr" => {
                let due = self.spans.end_row();
                self.said_above(due);
                self.spans.row();
            }
            b"td" | b"th" if self.shown() => {
                let number = |name: &[u8]| attribute(name).and_then(|value| value.trim().parse::<u32>().ok());
                let (rows, columns) = (number(b"rowspan").unwrap_or(1), number(b"colspan").unwrap_or(1));
                let due = self.spans.cell(rows, columns as usize);
                self.said_above(due);
                self.cells += usize::from(!self.flow.open().is_empty());
            }
            // The end of the head may be left out.
            b"body" => self.end(b"head"),
            b"title" => self.in_title = self.title.is_none() && !self.open.iter().any(|element| element.name == b"svg"),
            b"a" => self.leads_away = attribute(b"href").is_some_and(|target| leads_away(&target)),
            b"time" => self.date = self.date.take().or_else(|| attribute(b"datetime")),
            _ => {}
        }
        if is_block(name) {
            self.close_block();
        }
        if tag.self_closing || is_void(name) {
            return;
        }
        // A paragraph or an item ends where the next begins.
        if matches!(name, b"p" | b"li" | b"td" | b"th" | b"tr" | b"dt" | b"dd" | b"option")
            && self.open.last().is_some_and(|last| last.name == name)
        {
            self.pop();
        }
        if self.open.len() >= DEEPEST {
            return;
        }
        let style = attribute(b"style").unwrap_or_default().replace(' ', "").to_lowercase();
        let class = attribute(b"class").unwrap_or_default().to_lowercase();
        let id = attribute(b"id").unwrap_or_default().to_lowercase();
        let role = attribute(b"role").unwrap_or_default();
        let hides = matches!(
            name,
            b"script"
                | b"style"
                | b"noscript"
                | b"template"
                | b"svg"
                | b"math"
                | b"nav"
                | b"footer"
                | b"aside"
                | b"head"
                | b"iframe"
                | b"object"
                | b"select"
                | b"button"
                | b"dialog"
                | b"canvas"
                | b"audio"
                | b"video"
        ) || STRIKING.iter().any(|struck| struck.as_bytes() == name)
            || name == b"header" && self.main == 0
            || tag.attributes.contains_key(&b"hidden"[..])
            || attribute(b"aria-hidden").is_some_and(|value| value == "true")
            || style.contains("display:none")
            || style.contains("visibility:hidden")
            || WORDS.roles.has(&role)
            || [class.as_str(), id.as_str()].iter().any(|of| of.split_whitespace().any(|of| WORDS.classes.has(of)));
        let main = matches!(name, b"main" | b"article") || role == "main";
        self.hidden += usize::from(hides);
        self.main += usize::from(main);
        let list = List::of(name, self.flow.blocks());
        let leads = name == b"a" && attribute(b"href").is_some();
        let caption = matches!(name, b"figcaption" | b"caption")
            || class.split_whitespace().any(|class| WORDS.captions.has(class));
        self.open.push(Element { name: name.to_vec(), hides, leads, caption, main, list });
    }

    fn end(&mut self, name: &[u8]) {
        match name {
            b"title" => self.in_title = false,
            b"table" => self.spans.close_table(),
            b"tr" => {
                let due = self.spans.end_row();
                self.said_above(due);
            }
            _ => {}
        }
        if is_block(name) {
            self.close_block();
        }
        if let Some(at) = self.open.iter().rposition(|element| element.name == name) {
            while self.open.len() > at {
                self.pop();
            }
        }
    }

    fn pop(&mut self) {
        if let Some(element) = self.open.pop() {
            self.hidden -= usize::from(element.hides);
            self.main -= usize::from(element.main);
            if let Some(list) = element.list {
                self.close_list(list);
            }
        }
    }

    /// Whoever reads a page for what it says reads no list of contents. One inside another is a part of it.
    fn close_list(&mut self, list: List) {
        if list.leads_on() {
            self.flow.turn(list.first, BlockKind::Furniture);
        }
        if let Some(outer) = self.open.iter_mut().rev().find_map(|element| element.list.as_mut()) {
            outer.links += list.links;
            outer.others += list.others;
        }
    }

    fn shown(&self) -> bool {
        self.hidden == 0 && (!self.main_only || self.main > 0)
    }

    fn inside(&self, name: &[u8]) -> bool {
        self.open.iter().rev().any(|element| element.name == name)
    }

    fn text(&mut self, value: &str, source: &str, span: Span) {
        if self.in_title {
            self.title.get_or_insert_default().push_str(value);
            return;
        }
        let linked = self.open.iter().any(|element| element.leads);
        // A heading's link to itself.
        if !self.shown() || linked && WORDS.marks.has(value.trim()) {
            return;
        }
        if self.term && !value.trim().is_empty() {
            // What is said of a term is read with it.
            let part = self.open.iter().rev().find(|element| matches!(element.name.as_slice(), b"dt" | b"dd"));
            match part.is_some_and(|part| part.name == b"dd") {
                true => self.flow.make(" – "),
                false => self.close_term(),
            }
            self.term = false;
        }
        if self.cells > 0 && !value.trim().is_empty() {
            (1..self.cells).for_each(|_| self.flow.make(" |"));
            self.flow.make(" | ");
            self.cells = 0;
        }
        self.spans.text(value);
        let before = self.flow.open().len();
        // What stands in `pre` alone may be verse, or a letter.
        self.coded |= [b"code".as_slice(), b"samp", b"kbd", b"tt"].into_iter().any(|name| self.inside(name));
        if self.inside(b"pre") {
            self.preformatted(value, source, span);
        } else {
            push_decoded(&mut self.flow, value, source, span);
        }
        let added = self.flow.open().len().saturating_sub(before);
        self.length += added;
        if linked {
            self.linked += added;
            self.links += usize::from(added > 0);
            self.away |= self.leads_away && added > 0;
        } else {
            for word in value.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()) {
                self.turning = Some(self.turning != Some(false) && WORDS.turning.has(&word.to_lowercase()));
            }
        }
    }

    /// Says in a row what cells of rows above say in it, too.
    fn said_above(&mut self, due: Vec<String>) {
        for said in due {
            if !self.flow.open().is_empty() {
                (0..self.cells).for_each(|_| self.flow.make(" |"));
                self.flow.make(" | ");
                self.cells = 0;
            }
            self.flow.make(&said);
        }
    }

    /// Lines of code or verse keep their breaks; those of running text that was set to a measure are one paragraph.
    fn preformatted(&mut self, value: &str, source: &str, span: Span) {
        if value.len() != span.len() {
            push_decoded(&mut self.flow, value, source, span);
            return;
        }
        let mut at = 0;
        for line in value.split_inclusive('\n') {
            // Behind a word that was parted stands its rest, without the indent.
            let begins = if self.parted { line.len() - line.trim_start().len() } else { 0 };
            let end = at + line.len();
            let goes_on = line.ends_with('\n')
                && !self.coded
                && goes_on(&source[..span.start + end], &source[span.start + end..]);
            self.parted = goes_on && line.trim_end().ends_with('-');
            let kept = if self.parted { line.trim_end().len() - 1 } else { line.len() }.max(begins);
            let place = Span::new(span.start + at + begins, span.start + at + kept);
            push_decoded(&mut self.flow, &line[begins..kept], source, place);
            at = end;
            self.running |= goes_on;
            if line.ends_with('\n') && !goes_on {
                self.close_block();
            }
        }
    }

    /// A term of which nothing is said stands alone.
    fn close_term(&mut self) {
        if std::mem::take(&mut self.term) {
            self.flow.close(BlockKind::Item);
        }
    }

    fn close_block(&mut self) {
        if self.term {
            return;
        }
        self.cells = 0;
        let turning = self.turning.take() == Some(true) && self.linked > 0;
        let (linked, coded) = (std::mem::take(&mut self.linked), std::mem::take(&mut self.coded));
        let running = std::mem::take(&mut self.running);
        self.parted = false;
        let (links, away) = (std::mem::take(&mut self.links), std::mem::take(&mut self.away));
        let content = self.flow.open();
        if content.is_empty() {
            self.flow.close(BlockKind::Paragraph);
            return;
        }
        let name = self.open.iter().rev().map(|element| element.name.as_slice()).find(|name| is_telling(name));
        // "<li><p>Gates: mended</p></li>"
        let in_item = self.open.iter().rev().skip_while(|element| element.name != b"p").nth(1);
        let in_item = in_item.is_some_and(|element| matches!(element.name.as_slice(), b"li" | b"dt" | b"dd"));
        let length = content.chars().count();
        let sentence = content.ends_with(|c| is_terminal(c) || is_closer(c) || matches!(c, ':' | ';'));
        // A menu is short lines that are links from end to end, whatever stands in brackets at their ends.
        let mostly = linked * 5 > content.len() * 4;
        let menu = mostly && (!sentence || content.ends_with(')') && !away) && length < MENU;
        let beside = content.len().saturating_sub(linked);
        let entry = linked > 0 && !away && beside <= BESIDE + content.len() / 5;
        // "‹ Ropes, up, Boats ›": links from end to end, with blanks between them.
        let bar = links > 1 && !away && linked + links > content.len();
        let term = !content.ends_with(|c| is_terminal(c) || c == ';') && length <= TERM;
        if name == Some(b"dt") && term && !(menu || entry || bar) {
            self.term = true;
            self.count_in_list(false);
            return;
        }
        let kind = match name {
            Some([b'h', rank @ b'1'..=b'6']) => {
                if *rank <= b'2' && self.heading.as_ref().is_none_or(|(known, _)| rank < known) {
                    self.heading = Some((*rank, single_spaced(content)));
                }
                BlockKind::Heading
            }
            _ if menu || turning || bar => BlockKind::Furniture,
            Some(b"pre") if coded => BlockKind::Code,
            Some(b"pre") if running => BlockKind::Paragraph,
            Some(b"tr" | b"pre") => BlockKind::Row,
            // What customers ask heads what they are told.
            Some(b"dt") if content.ends_with(['?', '？']) => BlockKind::Heading,
            _ if self.open.iter().any(|element| element.caption) => BlockKind::Caption,
            Some(b"li" | b"dt" | b"dd") => BlockKind::Item,
            // "Add a second journal (Ada Voss)" has no end.
            Some(b"p") if in_item && !ends_sentence(content) => BlockKind::Item,
            _ if !sentence && length < SHORT => BlockKind::Item,
            _ => BlockKind::Paragraph,
        };
        self.count_in_list(entry);
        self.flow.close(kind);
    }

    /// Counts a block in the list it stands in: an entry that leads on, or another.
    fn count_in_list(&mut self, entry: bool) {
        if let Some(list) = self.open.iter_mut().rev().find_map(|element| element.list.as_mut()) {
            *(if entry { &mut list.links } else { &mut list.others }) += 1;
        }
    }
}
