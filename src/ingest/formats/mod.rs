//! One file per format: a file's bytes → items, each a document's text with the way back: a map to the bytes where the
//! file is text, landmarks (pages, sheets, messages) where the text lies packed in it. No format does IO. Formats that
//! are text never fail: what cannot be understood becomes text, or a remark. Packed ones say why, for a person.

mod archive;
mod attributes;
pub(super) mod chat_members;
pub(super) mod clock;
mod code;
mod delimited;
mod docx;
mod entities;
mod epub;
mod excel;
mod flow;
pub(super) mod guard;
mod gzip;
mod header;
mod html;
mod json;
mod json_scanner;
mod latex;
mod letter;
pub(super) mod limits;
mod mail;
mod markdown;
mod markup;
mod notebook;
mod office;
mod open_document;
mod package;
mod pdf;
mod pptx;
mod rtf;
mod shown;
mod sniff;
mod subtitles;
mod table;
mod thread;
mod unpacked;
mod workbook;
mod xml;
mod yaml;

use std::borrow::Cow;
use std::path::Path;
use std::sync::Arc;

use rayon::prelude::*;

pub use self::chat_members::ChatMembers;
use self::limits::Budget;
pub(super) use self::markdown::front_matter;
use self::sniff::Packed;
use super::decode;
use crate::model::Span;
use crate::text::layout::blocks::{Block, Markup};
use crate::text::provenance::landmarks::Landmarks;
use crate::text::provenance::span_map::SpanMap;

/// What the format of source code is called.
pub(super) const CODE: &str = "code";

/// One document of a file.
#[derive(Clone, Debug, Default)]
pub(super) struct Item {
    /// Row or item number, from 0, where a file holds several.
    pub row: Option<u32>,
    /// The bytes of the file it was made from; all of it when `row` is none.
    pub source: Span,
    /// What it is called inside the file: a member of an archive, an attachment.
    pub name: Option<String>,
    /// Its own format, where that is not the file's.
    pub format: Option<Cow<'static, str>>,
    pub title: Option<String>,
    /// What the item says of its date, as written.
    pub date: Option<String>,
    pub text: String,
    /// When its program saved it, seconds since 1970: believed less than a date that stands in the text.
    pub saved: Option<i64>,
    /// From `text` to the bytes of the file; the identity where the text lies packed.
    pub map: SpanMap,
    pub landmarks: Landmarks,
    pub markup: Markup,
    /// The blocks of `text`, where the format knows them.
    pub blocks: Option<Vec<Block>>,
    /// With `blocks`: a name in front of a colon is somebody who speaks, not a column.
    pub spoken: bool,
    /// Where in the text begins what somebody wrote, but for what is quoted there, and who: one for all of it, or one
    /// for each message.
    pub authors: Vec<(usize, String)>,
}

/// What a format made of a file.
#[derive(Clone, Debug, Default)]
pub(super) struct Extracted {
    pub format: Cow<'static, str>,
    /// `UTF-8`, `windows-1252`, …; `binary` where the text lies packed.
    pub encoding: String,
    pub items: Vec<Item>,
    /// Worth saying though the file was read.
    pub remark: Option<String>,
}

/// Which fields of a table hold the text and the title; guessed when not said.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TableFields {
    pub text: Option<String>,
    pub title: Option<String>,
    /// Who is meant by the ids in messages of a chat.
    pub members: ChatMembers,
}

/// Why a file, or a part of one, was not read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Unreadable {
    /// For a person: `a JPEG image`.
    pub reason: String,
    /// What to do about it, where something can be done.
    pub hint: Option<String>,
}

impl Unreadable {
    pub fn new(reason: impl Into<String>, hint: &str) -> Self {
        Self { reason: reason.into(), hint: Some(hint.to_owned()) }
    }

    pub fn plain(reason: impl Into<String>) -> Self {
        Self { reason: reason.into(), hint: None }
    }
}

/// What reading a file gives, in the order in which it comes: first what it is, then its documents.
#[derive(Clone, Debug)]
pub(super) enum Part {
    Head { format: Cow<'static, str>, encoding: String },
    Item(Box<Item>),
}

/// Reads a file of whatever format in this process, on a thread of its own.
///
/// # Errors
/// A file that holds no text that can be had, with the reason for a person.
pub(super) fn read(name: &str, bytes: &Arc<Vec<u8>>, fields: &TableFields) -> Result<Extracted, Unreadable> {
    let (name, bytes, fields) = (name.to_owned(), Arc::clone(bytes), fields.clone());
    guard::on_a_thread(move || open(&name, &bytes, &fields, &Budget::default()))
}

/// Reads a file of whatever format on this thread, and hands over what it finds as it goes: rows of a table are never
/// held all at once. Returns what is worth saying of it.
///
/// # Errors
/// Those of [`read`].
pub(super) fn read_parts(
    name: &str,
    bytes: Vec<u8>,
    fields: &TableFields,
    part: &mut dyn FnMut(Part),
) -> Result<Option<String>, Unreadable> {
    let budget = Budget::default();
    if let Some(rows) = Rows::of(name).filter(|_| sniff::packed(name, &bytes).is_none()) {
        return guard::contained(|| rows.read(name, bytes, fields, part));
    }
    if matches!(sniff::packed(name, &bytes), Some(Packed::Zip)) {
        return guard::contained(|| archive::read(&bytes, fields, &budget, part));
    }
    let Extracted { format, encoding, items, remark } = open(name, &bytes, fields, &budget)?;
    part(Part::Head { format, encoding });
    items.into_iter().for_each(|item| part(Part::Item(Box::new(item))));
    Ok(remark)
}

/// Formats that hold many documents one after the other, as text.
#[derive(Clone, Copy)]
enum Rows {
    Delimited { tabs: bool },
    Json,
    JsonLines,
}

impl Rows {
    fn of(name: &str) -> Option<Self> {
        Some(match extension(Path::new(name)).as_str() {
            "csv" => Self::Delimited { tabs: false },
            "tsv" | "tab" => Self::Delimited { tabs: true },
            "json" => Self::Json,
            "jsonl" | "ndjson" => Self::JsonLines,
            _ => return None,
        })
    }

    fn read(
        self,
        name: &str,
        bytes: Vec<u8>,
        fields: &TableFields,
        part: &mut dyn FnMut(Part),
    ) -> Result<Option<String>, Unreadable> {
        let decoded = decoded(name, &bytes)?;
        drop(bytes);
        let format = match self {
            Self::Delimited { tabs } => delimited::format(tabs),
            Self::Json => "json",
            Self::JsonLines => "jsonl",
        };
        part(Part::Head { format: format.into(), encoding: decoded.encoding.clone() });
        let mut each = |mut item: Item| {
            if !decoded.map.is_identity() {
                item.map = item.map.compose(&decoded.map);
                item.source = decoded.map.to_file(item.source);
            }
            part(Part::Item(Box::new(item)));
        };
        let remark = match self {
            Self::Delimited { tabs } => delimited::read(&decoded.text, tabs, fields, &mut each),
            Self::Json => json::read(&decoded.text, fields, &mut each)?.remark,
            Self::JsonLines => json::read_lines(&decoded.text, fields, &mut each)?.remark,
        };
        Ok(remark.or_else(|| damage(&decoded)))
    }
}

/// The text of a file that is text.
fn decoded(name: &str, bytes: &[u8]) -> Result<decode::Decoded, Unreadable> {
    let Ok(decoded) = decode::decode(bytes) else { return Err(sniff::unreadable(name, bytes)) };
    if decoded.text.trim().is_empty() {
        return Err(Unreadable::plain("empty: it holds nothing but white space"));
    }
    Ok(decoded)
}

fn damage(decoded: &decode::Decoded) -> Option<String> {
    decoded.damaged.then(|| format!("some bytes are not {} and stand as \u{fffd}", decoded.encoding))
}

fn extension(path: &Path) -> String {
    path.extension().map(|extension| extension.to_string_lossy().to_lowercase()).unwrap_or_default()
}

/// Reads a file, or a part of one, on this thread.
fn open(name: &str, bytes: &[u8], fields: &TableFields, budget: &Budget) -> Result<Extracted, Unreadable> {
    budget.check_time()?;
    let Some(packed) = sniff::packed(name, bytes) else {
        let mut decoded = decoded(name, bytes)?;
        let text = std::mem::take(&mut decoded.text);
        if let Some(broken) = sniff::misnamed(name, &text) {
            return Err(broken);
        }
        let mut extracted = extract(Path::new(name), text, fields)?;
        if !decoded.map.is_identity() {
            extracted.items.par_iter_mut().for_each(|item| {
                item.map = item.map.compose(&decoded.map);
                item.source = decoded.map.to_file(item.source);
            });
        }
        extracted.remark = extracted.remark.take().or_else(|| damage(&decoded));
        extracted.encoding = decoded.encoding;
        return Ok(extracted);
    };
    guard::contained(|| {
        let mut extracted = match packed {
            Packed::Pdf => pdf::extract(bytes, budget),
            Packed::Zip => archive::extract(bytes, fields, budget),
            Packed::Gzip => gzip::extract(name, bytes, fields, budget),
            Packed::Rtf => rtf::extract(bytes),
            Packed::Mail => mail::extract(bytes, fields, budget),
            Packed::Mailbox => mail::extract_box(bytes, fields, budget),
            Packed::Thread => mail::extract_thread(bytes),
        }?;
        if extracted.encoding.is_empty() {
            extracted.encoding = archive::BINARY.to_owned();
        }
        Ok(extracted)
    })
}

/// Reads decoded text by what the file's name says it is.
fn extract(path: &Path, text: String, fields: &TableFields) -> Result<Extracted, Unreadable> {
    let extension = extension(path);
    Ok(match extension.as_str() {
        "md" | "markdown" | "mdown" | "mkd" | "qmd" | "rmd" => markdown::extract(text),
        "html" | "htm" | "xhtml" => html::extract(text),
        "csv" => delimited::extract(&text, false, fields),
        "tsv" | "tab" => delimited::extract(&text, true, fields),
        "json" => json::extract_json(&text, fields)?,
        "jsonl" | "ndjson" => json::extract_lines(&text, fields)?,
        "yaml" | "yml" => yaml::extract(text, fields),
        "ipynb" => notebook::extract(text, fields)?,
        "srt" | "vtt" | "sbv" => subtitles::extract(text),
        "tex" | "ltx" | "latex" => latex::extract(&text),
        _ if looks_like_html(&text) => html::extract(text),
        "xml" | "rss" | "atom" | "tei" => markup::extract(text),
        _ if text.trim_start().starts_with("<?xml") => markup::extract(text),
        _ => match code::language(&extension, path) {
            Some(language) => code::extract(text, language),
            None if markdown::is_written(&text) => markdown::extract(text),
            None => plain(text),
        },
    })
}

/// Text as it stands.
fn plain(text: String) -> Extracted {
    let item = Item { source: Span::new(0, text.len()), text, ..Item::default() };
    Extracted { format: "text".into(), items: vec![item], ..Extracted::default() }
}

/// A page that was saved without its extension.
fn looks_like_html(text: &str) -> bool {
    let head = text.trim_start();
    let head = match head.strip_prefix("<?xml").and_then(|rest| rest.split_once("?>")) {
        Some((_, rest)) => rest.trim_start(),
        None => head,
    };
    let begins = |mark: &str| head.get(..mark.len()).is_some_and(|found| found.eq_ignore_ascii_case(mark));
    begins("<!doctype html") || begins("<html")
}

#[cfg(test)]
mod tests;
