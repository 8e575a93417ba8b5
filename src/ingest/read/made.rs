//! The documents of one file while it is read: parts come one by one, some are finished together (structure, title,
//! date), and what is finished is handed on, so that no file need be held whole.

use std::borrow::Cow;

use rayon::prelude::*;

use crate::ingest::document::LoadedDocument;
use crate::ingest::formats::{CODE, Item, Part};
use crate::ingest::walk::FoundFile;
use crate::ingest::{memo, quoting, title};
use crate::model::{Document, DocumentId, Sentence, SentenceKind, Span, file_name, hash, is_settings, is_table};
use crate::text::dates::calendar::{first_day, year_in};
use crate::text::dates::passage_days::{headed_day, stated_day, years_of_head};
use crate::text::dates::ranges;
use crate::text::layout::blocks::Markup;
use crate::text::layout::structure;
use crate::text::{dates, language};

/// Bytes of text of the items of a file that are finished in one batch.
const TOGETHER: usize = 4 << 20;
/// Items finished in one batch at most.
const TOGETHER_ITEMS: usize = 4_096;

/// The documents of a file while it is read. Some are finished together, on all cores, so that neither all of them nor
/// one at a time stand in the way.
pub(super) struct Made<'a> {
    found: &'a FoundFile,
    bytes: &'a [u8],
    file_hash: &'a str,
    format: Cow<'static, str>,
    encoding: String,
    /// Items that are not finished yet, and how many were before them.
    items: Vec<Item>,
    before: u32,
    size: usize,
    /// Whoever takes the documents, and how many were handed on.
    taker: &'a mut dyn FnMut(Vec<LoadedDocument>),
    documents: u32,
}

impl<'a> Made<'a> {
    pub fn of(
        found: &'a FoundFile,
        bytes: &'a [u8],
        file_hash: &'a str,
        taker: &'a mut dyn FnMut(Vec<LoadedDocument>),
    ) -> Self {
        let (format, encoding) = Default::default();
        Self { found, bytes, file_hash, format, encoding, items: Vec::new(), before: 0, size: 0, taker, documents: 0 }
    }

    pub fn take(&mut self, part: Part) {
        match part {
            Part::Head { format, encoding } => (self.format, self.encoding) = (format, encoding),
            Part::Item(item) => {
                self.size += item.text.len();
                self.items.push(*item);
                // Two say that there are several.
                if self.items.len() > 1 && (self.size > TOGETHER || self.items.len() >= TOGETHER_ITEMS) {
                    self.finish_some(true);
                }
            }
        }
    }

    fn finish_some(&mut self, several: bool) {
        let (first, items) = (self.before, std::mem::take(&mut self.items));
        self.before += items.len() as u32;
        self.size = 0;
        let Self { found, bytes, file_hash, format, encoding, .. } = &*self;
        let documents: Vec<LoadedDocument> = (first..)
            .zip(items)
            .collect::<Vec<_>>()
            .into_par_iter()
            .filter(|(_, item)| !item.text.trim().is_empty())
            .map(|(number, item)| {
                // Parts that lie packed have no bytes of their own: their text stands for them.
                let packed = item.landmarks.extracted;
                let row = if several && packed { Some(number) } else { item.row };
                let own_bytes = match packed {
                    true => Some(item.text.as_bytes()).filter(|_| several),
                    false => bytes.get(item.source.start..item.source.end).filter(|_| item.row.is_some()),
                };
                let format = item.format.as_ref().unwrap_or(format).to_string();
                let is_table = row.is_none() && is_table(&format);
                let is_code = format == CODE;
                let document = Document {
                    id: DocumentId(0),
                    title: String::new(),
                    path: found.path.clone(),
                    row,
                    format,
                    encoding: encoding.clone(),
                    language: language::of(&item.text).map(str::to_owned),
                    bytes: own_bytes.map_or(found.bytes, |own| own.len() as u64),
                    modified: own_date(&item, &found.path, is_table, is_code),
                    hash: own_bytes.map_or_else(|| (*file_hash).to_owned(), hash::hex),
                    text_len: item.text.len(),
                    // Counted when the document is cut: by then the vocabulary is unpacked, and files need not wait for
                    // it.
                    tokens: 0,
                };
                finish(document, item)
            })
            // Comments and rules alone: nothing that could be cited.
            .filter(|loaded| !loaded.sentences.is_empty())
            .collect();
        self.documents += documents.len() as u32;
        (self.taker)(documents);
    }

    /// How many documents there were.
    pub fn finish(mut self) -> u32 {
        if self.before == 0
            && let [only] = self.items.as_mut_slice()
            && only.blocks.is_none()
        {
            title::leave_out_own_name(only, &self.found.path);
        }
        self.finish_some(self.before > 0 || self.items.len() > 1);
        self.documents
    }
}

/// The date a document gives itself: in its front matter, row or headers, its file's name, or its first lines; else
/// when its program saved it. When its file was last written to says nothing of when it was written. Source code and
/// settings are of the day that they say is theirs: a comment tells days of whatever it speaks of.
fn own_date(item: &Item, path: &str, is_table: bool, is_code: bool) -> Option<i64> {
    let path = item.name.as_deref().unwrap_or(path);
    let name = file_name(path);
    // Whoever keeps a diary tells its days better than whoever found it.
    let diary = Some(&item.text).filter(|_| item.markup == Markup::Markdown).and_then(|text| dates::of_diary(text));
    let stated = diary.or_else(|| item.date.as_deref().and_then(first_day));
    // A bill of 2031 may be due in 2033.
    let year = year_in(name).filter(|_| is_table);
    let by_itself = if is_code || is_settings(path) { stated_day } else { headed_day };
    // The columns of a table may be months.
    let of_month = |day: i64| is_table && dates::is_month_alone(day);
    let headed = || by_itself(&item.text).filter(|&day| year.is_none_or(|year| dates::year_at(day) == year));
    let called = || ranges::of_name(name).or_else(|| first_day(name));
    let named = stated.or_else(called).or_else(|| headed().filter(|&day| !of_month(day)));
    let named = named.or_else(|| ranges::month_of(name).filter(|_| !is_table));
    let named = named.or_else(|| dates::date(year?, 1, 1));
    let named = named.or_else(|| dates::of_timeline(&item.text));
    // A text that tells other years near its beginning was saved anew since, or made from something older.
    let saved = item.saved.filter(|&day| {
        let mut years = years_of_head(&item.text).peekable();
        years.peek().is_none() || years.any(|year| year == dates::year_at(day))
    });
    named.or_else(|| dates::leading_year(name)).or(saved)
}

/// Finds the structure and the title of an item.
fn finish(mut document: Document, item: Item) -> LoadedDocument {
    let beside = item.blocks.iter().flatten().filter(|block| block.kind.is_beside());
    let mut beside: Vec<Span> = beside.map(|block| block.span).collect();
    let mut found = match item.blocks {
        Some(blocks) if !item.spoken => structure::of_rows(&item.text, blocks),
        Some(blocks) => structure::of_blocks(&item.text, blocks),
        None => structure::of_text(&item.text, item.markup),
    };
    if found.speakers.is_empty() {
        let mut authors = item.authors;
        if authors.is_empty()
            && item.row.is_none()
            && let Some((author, head)) = memo::writer(&item.text)
        {
            head.into_iter().for_each(|head| beside.insert(0, head));
            authors.push((0, author));
        }
        if !authors.is_empty() {
            quoting::attribute(&mut found, &item.text, &beside, &authors);
        }
    }
    let stated = item.title.map(|title| title::of_heading(&title)).filter(|title| title::says_something(title));
    document.title = stated.unwrap_or_else(|| {
        let named = title::from_path(item.name.as_deref().unwrap_or(&document.path));
        // What somebody says heads what is said behind it, and not the whole.
        let heads = |sentence: &&Sentence| sentence.kind == SentenceKind::Heading && sentence.speaker.is_none();
        let written = |heading: &Sentence| heading.span.slice(&item.text);
        let editions = found.sentences.iter().filter(heads).filter_map(written);
        let several = editions.filter(|heading| title::is_edition(heading)).nth(1).is_some();
        let headings = found.sentences.iter().take(5).filter(heads).filter_map(written);
        let says = |one: &&Sentence| matches!(one.kind, SentenceKind::Prose | SentenceKind::Item);
        let first = found.sentences.first().filter(says).and_then(|first| item.text.get(first.span.start..));
        let opening = first.and_then(|text| title::opening(text, &named));
        let title = title::of_text(headings, named.clone(), (document.format == "markdown", several), &item.text);
        opening.filter(|_| title.to_lowercase() == named.to_lowercase()).unwrap_or(title)
    });
    LoadedDocument {
        document,
        text: item.text,
        map: item.map,
        landmarks: item.landmarks,
        sentences: found.sentences,
        speakers: found.speakers,
        recurring: Vec::new(),
        own_title: String::new(),
        earlier: None,
    }
}
