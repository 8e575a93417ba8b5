//! PDF: objects and fonts are read by well-kept crates, where the glyphs stand is followed by `glyphs`, and what a
//! reader would read, in which order, is worked out by `layout` (lines, columns) and `flow` (paragraphs over pages).

mod bombs;
mod flow;
mod glyphs;
mod layout;
mod widths;

use std::collections::BTreeSet;
use std::sync::Arc;

use hayro_syntax::{DecryptionError, LoadPdfError, Pdf};

use self::flow::PageText;
use self::glyphs::Interpreter;
use super::guard::contained;
use super::limits::{Budget, PAGES, only_first};
use super::office::is_title;
use super::{Extracted, Unreadable};
use crate::text::dates;
use crate::text::numbers::amounts::in_words;

/// Pages that a remark names.
const NAMED: usize = 12;

pub(super) fn extract(bytes: &[u8], budget: &Budget) -> Result<Extracted, Unreadable> {
    bombs::check(bytes, budget)?;
    let pdf = Pdf::new(Arc::new(bytes.to_vec())).map_err(|error| match error {
        LoadPdfError::Decryption(DecryptionError::PasswordProtected) => Unreadable::new(
            "password-protected: the PDF cannot be opened without its password",
            "save it without one: `qpdf --decrypt --password=… IN OUT`",
        ),
        LoadPdfError::Decryption(_) => Unreadable::new(
            "the PDF is encrypted in a way that is not read",
            "save it without encryption: `qpdf --decrypt IN OUT`",
        ),
        LoadPdfError::Invalid => {
            Unreadable::new("a broken PDF file: no page could be found in it", "get it again from where it came")
        }
    })?;
    let interpreter = Interpreter::new(budget);
    let mut pages: Vec<PageText> = Vec::new();
    let (mut scans, mut broken, mut glyphs, mut unknown) = (Vec::new(), Vec::new(), 0usize, 0usize);
    let mut stopped = None;
    let count = pdf.pages().len();
    for (number, page) in (1u32..).zip(pdf.pages().iter().take(PAGES)) {
        if let Err(error) = budget.check_time() {
            stopped = Some(format!("{} after page {}", error.reason, number - 1));
            break;
        }
        // A page that its reader falls over costs that page.
        let Ok(drawn) = contained(|| interpreter.page(page)) else {
            broken.push(number);
            continue;
        };
        glyphs += drawn.glyphs.len();
        unknown += drawn.unknown;
        let lines = layout::lines(&drawn);
        if drawn.images > 0 && drawn.glyphs.len() < 8 {
            scans.push(number);
        }
        pages.push(PageText { number, lines });
    }
    let item = flow::text(pages)?;
    let mut remarks: Vec<String> = only_first(count, "pages").into_iter().collect();
    remarks.extend(stopped);
    if !broken.is_empty() {
        remarks.push(format!("{} could not be read", said(&broken)));
    }
    if !scans.is_empty() {
        remarks.push(format!("{} scanned, without text: an OCR program can add it", be(&scans)));
    }
    if unknown * 5 > glyphs.max(1) {
        remarks.push("its fonts do not say which characters many of its signs are".to_owned());
    }
    let remark = (!remarks.is_empty()).then(|| remarks.join("; "));
    if item.text.trim().is_empty() {
        let (reason, hint) = match (scans.len(), unknown) {
            (0, 0) => (
                remark.unwrap_or_else(|| {
                    format!("a PDF of {} without any text", in_words(count as u64, "page", "pages"))
                }),
                "read its text with an OCR program first",
            ),
            (0, _) => (
                "a PDF whose fonts do not say which characters they show".to_owned(),
                "an OCR program can read it: `ocrmypdf --force-ocr IN OUT`",
            ),
            (scanned, _) => {
                let pages = in_words(scanned as u64, "page", "pages");
                (
                    format!("a scanned PDF: {pages} of images, no text"),
                    "an OCR program adds the text: `ocrmypdf IN OUT`",
                )
            }
        };
        return Err(Unreadable::new(reason, hint));
    }
    let about = pdf.metadata();
    let date = about.modification_date.as_ref().or(about.creation_date.as_ref());
    let mut item = item;
    item.title = about.title.as_deref().map(text_string).filter(|title| is_title(title));
    item.saved = date.and_then(|date| dates::date(date.year.into(), date.month.into(), date.day.into()));
    Ok(Extracted { format: "pdf".into(), items: vec![item], remark, ..Extracted::default() })
}

/// `page 3 is`, `pages 3, 5–7 are`
fn be(pages: &[u32]) -> String {
    format!("{} {}", said(pages), if pages.len() == 1 { "is" } else { "are" })
}

/// `pages 3, 5–7`
fn said(pages: &[u32]) -> String {
    let runs: Vec<String> = pages
        .chunk_by(|a, b| a + 1 == *b)
        .filter_map(|run| match (run.first()?, run.last()?) {
            (first, last) if first == last => Some(first.to_string()),
            (first, last) => Some(format!("{first}–{last}")),
        })
        .collect();
    let more = if runs.len() > NAMED { " and more" } else { "" };
    let runs = runs.iter().take(NAMED).map(String::as_str).collect::<Vec<_>>().join(", ");
    format!("page{} {runs}{more}", if pages.len() == 1 { "" } else { "s" })
}

/// A string of the document information: UTF-16 with its mark, UTF-8 with its mark, else nearly Latin-1.
fn text_string(bytes: &[u8]) -> String {
    let text = match bytes {
        [0xfe, 0xff, rest @ ..] => encoding_rs::UTF_16BE.decode_without_bom_handling(rest).0,
        [0xff, 0xfe, rest @ ..] => encoding_rs::UTF_16LE.decode_without_bom_handling(rest).0,
        [0xef, 0xbb, 0xbf, rest @ ..] => String::from_utf8_lossy(rest),
        bytes => encoding_rs::WINDOWS_1252.decode_without_bom_handling(bytes).0,
    };
    let words: BTreeSet<char> = text.chars().filter(|c| !c.is_control()).collect();
    if words.is_empty() { String::new() } else { text.replace(|c: char| c.is_control(), " ") }
}
