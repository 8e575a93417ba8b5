//! Messages of a chat as programs export them: records that each have a writer, a time and a text become one
//! conversation, each message below a line with its time and its writer. Ids become names where the export lists them.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use super::super::limits::TEXT;
use super::super::{ChatMembers, Item};
use super::{Cell, TableRecord};
use crate::config::data_file;
use crate::model::Span;
use crate::text::dates::calendar::first_day;
use crate::text::dates::{to_the_minute, written};
use crate::text::layout::blocks::{self, Block, BlockKind, Markup};
use crate::text::provenance::span_map::SpanMapBuilder;

/// Names of fields, and words in them.
#[derive(Debug, Default, serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Known {
    authors: Vec<String>,
    readers: Vec<String>,
    times: Vec<String>,
    texts: Vec<String>,
    pieces: Vec<String>,
    kinds: Vec<String>,
    messages: Vec<String>,
    subkinds: Vec<String>,
    unsaid: Vec<String>,
    titled: Vec<String>,
    morning: Vec<String>,
    afternoon: Vec<String>,
}

static KNOWN: LazyLock<Known> = LazyLock::new(|| data_file!("messages.toml"));

/// Messages that make records a chat where nothing calls them so, and how often each writer comes back.
const FEWEST: usize = 4;
const RETURNS: (usize, usize) = (2, 3);
/// Of ten records with a text, so many have a writer and a time.
const MOST: usize = 8;
/// Mean bytes of a text from which on records that nothing calls messages are articles, or rows about something.
const LENGTHY: usize = 500;
/// Bytes of a writer's name or id.
const LONGEST_NAME: usize = 80;
/// Bytes of a mark in a message: what is longer is no link.
const LONGEST_MARK: usize = 2_000;
/// What the documents made here are called.
const FORMAT: &str = "chat";

/// How the records of a chat tell who wrote what.
#[derive(Debug)]
pub(super) struct Messages {
    text: &'static str,
}

impl Messages {
    /// Tells whether the records that `sample` begins with are the messages of a chat.
    pub fn of(sample: &[TableRecord]) -> Option<Self> {
        let has = |record: &TableRecord, name: &str| cells(record, name).any(|cell| !cell.value.trim().is_empty());
        let having = |name: &str| sample.iter().filter(|record| has(record, name)).count();
        let text = KNOWN.texts.iter().max_by_key(|name| having(name))?;
        let said: Vec<&TableRecord> = sample.iter().filter(|record| has(record, text) && !is_unsaid(record)).collect();
        let told = said.iter().filter(|record| author(record).is_some() && time(record).is_some()).count();
        let titled = |record: &&TableRecord| KNOWN.titled.iter().any(|name| has(record, name));
        if said.is_empty() || told * 10 < said.len() * MOST || said.iter().any(titled) {
            return None;
        }
        let bytes: usize = said.iter().flat_map(|record| cells(record, text)).map(|cell| cell.value.len()).sum();
        let writers: BTreeSet<&str> = said.iter().filter_map(|record| author(record)).collect();
        let are_called_so = said.iter().all(|record| says(record, &KNOWN.kinds, &KNOWN.messages));
        let returning = said.len() >= FEWEST && said.len() * RETURNS.0 >= writers.len() * RETURNS.1;
        (are_called_so || returning && bytes / said.len() < LENGTHY).then_some(Self { text })
    }

    /// Makes one document of all messages, below what stands above them; `members` has the names of those whom the
    /// messages call by an id. The number is that of the records which fit into it.
    pub fn document(
        &self,
        above: &[TableRecord],
        records: impl Iterator<Item = TableRecord>,
        members: &ChatMembers,
    ) -> (Item, Option<usize>) {
        let mut chat = Chat::default();
        let mut end = 0;
        let mut start = above.first().map(|record| record.source.start);
        above.iter().for_each(|record| chat.open_with(record, members));
        for (number, record) in records.enumerate() {
            if chat.text.len() > TEXT {
                return (chat.finish(Span::new(start.unwrap_or(0), end)), Some(number));
            }
            start.get_or_insert(record.source.start);
            end = record.source.end;
            if !is_unsaid(&record) {
                self.add(&record, members, &mut chat);
            }
        }
        (chat.finish(Span::new(start.unwrap_or(0), end)), None)
    }

    fn add(&self, record: &TableRecord, members: &ChatMembers, chat: &mut Chat) {
        let is_text =
            |cell: &&Cell| is_called(cell, self.text) || KNOWN.pieces.iter().any(|name| is_called(cell, name));
        let texts: Vec<&Cell> = record.cells.iter().filter(is_text).filter(|cell| !cell.value.is_empty()).collect();
        if texts.iter().all(|cell| cell.value.trim().is_empty()) {
            return;
        }
        let author = author(record).map(|author| members.name_of(author)).unwrap_or_default();
        let to = value(record, &KNOWN.readers).filter(|to| is_name(to)).map(|to| members.name_of(to));
        chat.head(author, to, time(record).as_ref());
        let begun = chat.text.len();
        texts.into_iter().for_each(|cell| chat.say(cell, members));
        chat.lay_out(begun);
    }
}

/// The text of a chat while it is put together.
#[derive(Default)]
struct Chat {
    text: String,
    map: SpanMapBuilder,
    blocks: Vec<Block>,
    authors: Vec<(usize, String)>,
    /// The day of the first message.
    day: Option<String>,
}

impl Chat {
    fn make(&mut self, made: &str) {
        self.text.push_str(made);
        self.map.skip_text(made.len());
    }

    /// Adds what a line above the messages says of them.
    fn open_with(&mut self, record: &TableRecord, members: &ChatMembers) {
        let begun = self.text.len();
        for cell in record.cells.iter().filter(|cell| !cell.value.trim().is_empty()) {
            self.make(match self.text.len() {
                0 => "",
                at if at == begun => "\n\n",
                _ => " ",
            });
            self.say(cell, members);
        }
        self.lay_out(begun);
    }

    /// The line above a message.
    fn head(&mut self, author: &str, to: Option<&str>, time: Option<&Time>) {
        if !self.text.is_empty() {
            self.make("\n\n");
        }
        let start = self.text.len();
        self.authors.push((start, author.to_owned()));
        if let Some(time) = time {
            self.day.get_or_insert_with(|| time.day.clone());
            self.make(&format!("[{}] ", time.written));
        }
        self.make(author);
        if let Some(to) = to {
            self.make(&format!(" to {to}"));
        }
        self.blocks.push(Block { span: Span::new(start, self.text.len()), kind: BlockKind::Told });
        self.make("\n");
    }

    /// Adds what is said, with names for ids and without the marks of links.
    fn say(&mut self, cell: &Cell, members: &ChatMembers) {
        let text = &cell.value;
        let (mut made, mut map, mut at) = (String::new(), SpanMapBuilder::default(), 0);
        for (span, plain) in marked(text, members) {
            made.push_str(&text[at..span.start]);
            map.copy(span.start - at, at);
            made.push_str(&plain);
            map.replace(plain.len(), span.start, span.len());
            at = span.end;
        }
        made.push_str(&text[at..]);
        map.copy(text.len() - at, at);
        // What nothing was replaced in is followed as the file has it.
        let map = if made == *text { cell.map.clone() } else { map.finish().compose(&cell.map) };
        self.text.push_str(&made);
        self.map.append(&map, made.len());
    }

    /// Reads what was said from `begun` on for its paragraphs, lists and code.
    fn lay_out(&mut self, begun: usize) {
        let found = blocks::blocks(&self.text[begun..], Markup::Plain);
        let moved = |span: Span| Span::new(span.start + begun, span.end + begun);
        self.blocks.extend(found.into_iter().map(|block| Block { span: moved(block.span), ..block }));
    }

    fn finish(self, source: Span) -> Item {
        let Self { text, map, blocks, authors, day } = self;
        let (map, blocks) = (map.finish(), Some(blocks));
        Item { source, text, map, blocks, authors, date: day, format: Some(FORMAT.into()), ..Item::default() }
    }
}

/// When a message was written.
struct Time {
    /// `2031-05-04`
    day: String,
    /// To the minute, or as the file has it.
    written: String,
}

impl Time {
    /// Reads seconds or thousandths of them since 1970, or a day with the time behind it.
    fn of(value: &str) -> Option<Self> {
        const SECONDS: std::ops::Range<i64> = 100_000_000..100_000_000_000;
        let value = value.trim();
        let whole = value.split('.').next().and_then(|whole| whole.parse::<i64>().ok());
        let seconds = whole.map(|whole| if SECONDS.contains(&whole) { whole } else { whole / 1_000 });
        // What is no number of seconds may be a day: `04.05.2031`, `20310504`.
        if let Some(seconds) = seconds.filter(|seconds| SECONDS.contains(seconds)) {
            return Some(Self { day: written(seconds), written: to_the_minute(seconds) });
        }
        let clock = clock(value);
        // Behind the year the hour and the minute would be a month and a day: `04.05.2031 12:04`.
        let in_front = clock.as_ref().and_then(|(at, _)| first_day(&value[..*at]));
        let day = written(in_front.or_else(|| first_day(value))?);
        let written = clock.map_or_else(|| day.clone(), |(_, clock)| format!("{day} {clock}"));
        Some(Self { day, written })
    }
}

/// Where the time stands in `2031-05-04T12:04:05.000+00:00` or `04.05.2031 9:04 PM`, with its hour and its minute, as
/// those of a whole day.
fn clock(value: &str) -> Option<(usize, String)> {
    const NOON: u32 = 12;
    let (front, behind) = value.split_once(':')?;
    let hour = front.rsplit(|c: char| !c.is_ascii_digit()).next().filter(|hour| hour.len() <= 2)?;
    let minute = behind.get(..2).filter(|minute| minute.bytes().all(|byte| byte.is_ascii_digit()))?;
    let at = front.len() - hour.len();
    let hour: u32 = hour.parse().ok()?;
    let half: String = behind.chars().filter(|c| c.is_alphabetic()).flat_map(char::to_lowercase).collect();
    let hour = match hour {
        1..NOON if KNOWN.afternoon.contains(&half) => hour + NOON,
        NOON if KNOWN.morning.contains(&half) => 0,
        _ => hour,
    };
    Some((at, format!("{hour:02}:{minute}")))
}

/// True for a cell of a column, whatever capitals the file gives its name: `Message`, `TEXT`.
fn is_called(cell: &Cell, name: &str) -> bool {
    cell.name.eq_ignore_ascii_case(name)
}

/// The cells of one name, which several share where an array holds them.
fn cells<'a>(record: &'a TableRecord, name: &str) -> impl Iterator<Item = &'a Cell> {
    record.cells.iter().filter(move |cell| is_called(cell, name))
}

fn value<'a>(record: &'a TableRecord, names: &[String]) -> Option<&'a str> {
    let mut found = names.iter().filter_map(|name| cells(record, name).next()).map(|cell| cell.value.trim());
    found.find(|value| !value.is_empty())
}

fn author(record: &TableRecord) -> Option<&str> {
    value(record, &KNOWN.authors).filter(|author| is_name(author))
}

fn is_name(value: &str) -> bool {
    value.len() <= LONGEST_NAME && !value.contains('\n')
}

fn time(record: &TableRecord) -> Option<Time> {
    let mut found = KNOWN.times.iter().filter_map(|name| cells(record, name).next());
    found.find_map(|cell| Time::of(&cell.value))
}

/// True for a record that has one of `words` in one of the fields `names`.
fn says(record: &TableRecord, names: &[String], words: &[String]) -> bool {
    let mut own = names.iter().flat_map(|name| cells(record, name));
    own.any(|cell| words.contains(&cell.value))
}

fn is_unsaid(record: &TableRecord) -> bool {
    says(record, &KNOWN.subkinds, &KNOWN.unsaid)
}

/// What is marked up in a message as some chats do it, with what stands there for a reader: `<@U07>` is somebody's
/// name, `<https://holm.example|the page>` the page, `&amp;` a sign.
fn marked(text: &str, members: &ChatMembers) -> Vec<(Span, String)> {
    const SIGNS: [(&str, &str); 3] = [("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">")];
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(open) = text[at..].find(['<', '&']).map(|open| at + open) {
        let rest = &text[open..];
        let sign = SIGNS.iter().find(|(sign, _)| rest.starts_with(sign));
        let (len, plain) = match sign {
            Some((sign, plain)) => (sign.len(), Some((*plain).to_owned())),
            None => match rest[..rest.floor_char_boundary(LONGEST_MARK)].find('>').map(|at| (at + 1, &rest[1..at])) {
                Some((len, inner)) if rest.starts_with('<') => (len, of_mark(inner, members)),
                _ => (1, None),
            },
        };
        match plain {
            Some(plain) => {
                found.push((Span::new(open, open + len), plain));
                at = open + len;
            }
            None => at = open + 1,
        }
    }
    found
}

/// What stands between angles, for a reader; nothing where it is no mark.
fn of_mark(inner: &str, members: &ChatMembers) -> Option<String> {
    let (target, label) = inner.split_once('|').map_or((inner, None), |(target, label)| (target, Some(label)));
    if let Some(id) = target.strip_prefix('@') {
        let name = members.name_of(id);
        return Some(format!("@{}", if name == id { label.unwrap_or(id) } else { name }));
    }
    if let Some(id) = target.strip_prefix('#') {
        return Some(format!("#{}", label.unwrap_or(id)));
    }
    if let Some(id) = target.strip_prefix('!') {
        return Some(format!("@{}", label.unwrap_or(id).trim_start_matches('@')));
    }
    let links = target.contains("://") || target.starts_with("mailto:");
    links.then(|| label.unwrap_or(target).to_owned())
}

#[cfg(test)]
#[path = "messages_tests.rs"]
mod tests;
