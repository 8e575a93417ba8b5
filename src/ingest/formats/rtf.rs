//! RTF: groups and control words over plain bytes. The text leads back to the bytes it stands in; pages are counted
//! where the file breaks them.

use encoding_rs::{Encoding, WINDOWS_1252};

use super::flow::Flow;
use super::limits::NESTED;
use super::office::is_title;
use super::{Extracted, Item, Unreadable};
use crate::model::{LocatorKind, Span};
use crate::text::dates;
use crate::text::display::spacing::single_spaced;
use crate::text::layout::blocks::BlockKind;
use crate::text::numbers::hex;
use crate::text::provenance::landmarks::Landmarks;

/// Bytes of text that are decoded together: they are looked over again with every byte that comes.
const STRETCH: usize = 1_024;

/// Groups that hold no text of the document.
#[rustfmt::skip]
const LEFT_OUT: &[&str] = &[
    "fonttbl", "colortbl", "stylesheet", "pict", "header", "footer", "headerl", "headerr", "headerf", "footerl", "footerr",
    "footerf", "object", "themedata", "datastore", "latentstyles", "listtable", "listoverridetable", "rsidtbl", "generator",
    "xmlnstbl", "fldinst", "filetbl", "revtbl", "bkmkstart", "bkmkend", "mmathPr", "pntext", "listtext", "nonshppict", "sp", "sn",
    "template", "userprops", "author", "operator", "company", "manager", "category", "keywords", "subject", "doccomm", "comment",
    "hlinkbase", "printim", "buptim", "tc", "xe", "formfield", "ftnsep", "ftnsepc", "aftnsep", "aftnsepc", "panose", "falt",
];

#[derive(Clone, Debug)]
struct Group {
    skipped: bool,
    title: bool,
    /// Bytes that stand for a character given by its number.
    fallback: usize,
    encoding: &'static Encoding,
    hidden: bool,
    heading: bool,
    table: bool,
}

pub(super) fn extract(bytes: &[u8]) -> Result<Extracted, Unreadable> {
    let mut reader = Reader {
        bytes,
        at: 0,
        flow: Flow::default(),
        landmarks: Landmarks::default(),
        groups: Vec::new(),
        now: Group {
            skipped: false,
            title: false,
            fallback: 1,
            encoding: WINDOWS_1252,
            hidden: false,
            heading: false,
            table: false,
        },
        pending: Vec::new(),
        pending_from: 0,
        swallow: 0,
        high: None,
        cells: Vec::new(),
        page: 1,
        section_from: None,
        title: String::new(),
        saved: [0; 3],
        encodings: Vec::new(),
        fonts: Vec::new(),
        font: None,
        in_fonts: false,
    };
    reader.encodings.push(WINDOWS_1252);
    reader.landmarks.add(0, LocatorKind::Page, 1);
    reader.read()?;
    reader.flush();
    let (text, map, blocks) = reader.flow.finish();
    let title = single_spaced(&reader.title);
    let [year, month, day] = reader.saved.map(|number| u32::try_from(number).unwrap_or(0));
    let saved = dates::date(year.into(), month, day);
    let item = Item {
        source: Span::new(0, bytes.len()),
        title: Some(title).filter(|title| is_title(title)),
        saved,
        text,
        map,
        landmarks: reader.landmarks,
        blocks: Some(blocks),
        spoken: true,
        ..Item::default()
    };
    Ok(Extracted { format: "rtf".into(), encoding: "ASCII".to_owned(), items: vec![item], ..Extracted::default() })
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
    flow: Flow,
    landmarks: Landmarks,
    groups: Vec<Group>,
    now: Group,
    /// Bytes of characters in the font's encoding, not decoded yet.
    pending: Vec<u8>,
    pending_from: usize,
    /// Bytes to pass over after a character given by its number.
    swallow: usize,
    /// The first half of a character beyond the basic plane.
    high: Option<u32>,
    /// Ends of cells behind which nothing stands yet: what follows in the row is set off, the end of the row is not.
    cells: Vec<Span>,
    page: u32,
    section_from: Option<usize>,
    title: String,
    saved: [i32; 3],
    encodings: Vec<&'static Encoding>,
    /// The encodings of fonts, by number.
    fonts: Vec<(i32, &'static Encoding)>,
    font: Option<i32>,
    in_fonts: bool,
}

impl Reader<'_> {
    fn read(&mut self) -> Result<(), Unreadable> {
        while let Some(&byte) = self.bytes.get(self.at) {
            match byte {
                b'{' => {
                    self.flush();
                    if self.groups.len() >= NESTED {
                        let reason = format!("its groups are nested deeper than the limit of {NESTED}");
                        return Err(Unreadable::new(reason, "open it in its own program and save it anew"));
                    }
                    self.groups.push(self.now.clone());
                    self.at += 1;
                }
                b'}' => {
                    self.flush();
                    if let Some(group) = self.groups.pop() {
                        self.now = group;
                    }
                    self.in_fonts &= self.groups.len() > 1;
                    self.at += 1;
                }
                b'\\' => self.control(),
                b'\r' | b'\n' => self.at += 1,
                byte => {
                    self.byte(byte, 1);
                    self.at += 1;
                }
            }
        }
        Ok(())
    }

    /// A byte of text in the encoding of its font.
    fn byte(&mut self, byte: u8, len: usize) {
        if self.swallow > 0 {
            self.swallow -= 1;
            return;
        }
        if self.pending.is_empty() {
            self.pending_from = self.at;
        } else if self.pending.len() >= STRETCH
            || !self.pending.is_ascii()
            || !byte.is_ascii()
            || len > 1
            || self.pending_from + self.pending.len() != self.at
        {
            // Stretches that are not byte for byte are kept short, so that places stay exact; a character of two bytes
            // is not cut.
            let whole = self.now.encoding.is_single_byte() || self.pending.len() >= 2 || self.pending.is_ascii();
            if whole {
                self.flush_to(self.at);
                self.pending_from = self.at;
            }
        }
        self.pending.push(byte);
    }

    fn flush(&mut self) {
        self.flush_to(self.at);
    }

    fn flush_to(&mut self, end: usize) {
        if self.pending.is_empty() {
            return;
        }
        let pending = std::mem::take(&mut self.pending);
        let (text, ..) = self.now.encoding.decode(&pending);
        self.say(&text, Span::new(self.pending_from, end));
    }

    fn say(&mut self, text: &str, source: Span) {
        if self.now.title {
            self.title.push_str(text);
        }
        if !self.now.skipped && !self.now.hidden {
            if !text.trim().is_empty() {
                self.cells.drain(..).for_each(|cell| self.flow.push(" | ", cell));
            }
            self.flow.push(text, source);
        }
    }

    fn character(&mut self, text: &str, from: usize) {
        self.flush_to(from);
        self.say(text, Span::new(from, self.at));
    }

    fn end_block(&mut self) {
        if self.now.skipped {
            return;
        }
        self.cells.clear();
        let open = self.flow.open().trim().to_owned();
        let kind = match (self.now.heading, self.now.table) {
            (true, _) => BlockKind::Heading,
            (_, true) => BlockKind::Row,
            _ => super::office::kind_of(&open),
        };
        self.flow.close(kind);
    }

    fn control(&mut self) {
        let from = self.at;
        let rest = &self.bytes[from + 1..];
        let Some(&first) = rest.first() else {
            self.at += 1;
            return;
        };
        if !first.is_ascii_alphabetic() {
            self.at += 2;
            return self.symbol(first, from);
        }
        let letters = rest.iter().take_while(|byte| byte.is_ascii_alphabetic()).count().min(32);
        let word = String::from_utf8_lossy(&rest[..letters]).into_owned();
        let mut len = letters;
        let negative = rest.get(len) == Some(&b'-');
        len += usize::from(negative);
        let digits = rest[len..].iter().take_while(|byte| byte.is_ascii_digit()).count().min(9);
        let number = std::str::from_utf8(&rest[len..len + digits]).ok().and_then(|digits| digits.parse::<i32>().ok());
        let number = number.map(|number| if negative { -number } else { number });
        len += digits;
        len += usize::from(rest.get(len) == Some(&b' '));
        self.at = from + 1 + len;
        self.word(&word, number, from);
    }

    fn symbol(&mut self, symbol: u8, from: usize) {
        match symbol {
            b'\'' => {
                if let Some(byte) = self.bytes.get(self.at..self.at + 2).and_then(hex::byte) {
                    self.at = from;
                    self.byte(byte, 4);
                    self.at = from + 4;
                }
            }
            b'*' => {
                self.flush_to(from);
                self.now.skipped = true;
            }
            b'~' => self.character("\u{a0}", from),
            b'_' => self.character("-", from),
            b'\r' | b'\n' => {
                self.flush_to(from);
                self.end_block();
            }
            b'\\' | b'{' | b'}' => {
                let text = char::from(symbol).to_string();
                self.character(&text, from);
            }
            _ => self.flush_to(from),
        }
    }

    fn word(&mut self, word: &str, number: Option<i32>, from: usize) {
        self.flush_to(from);
        let on = number != Some(0);
        match word {
            "u" => {
                let code = number.unwrap_or(0);
                let code = if code < 0 { code + 65_536 } else { code } as u32;
                let c = match (self.high.take(), code) {
                    (_, 0xd800..=0xdbff) => {
                        self.high = Some(code);
                        None
                    }
                    (Some(high), 0xdc00..=0xdfff) => {
                        char::from_u32(0x10000 + ((high - 0xd800) << 10) + (code - 0xdc00))
                    }
                    (_, code) => char::from_u32(code),
                };
                if let Some(c) = c.filter(|c| !c.is_control()) {
                    let text = c.to_string();
                    self.say(&text, Span::new(from, self.at));
                }
                self.swallow = self.now.fallback;
            }
            "uc" => self.now.fallback = number.unwrap_or(1).clamp(0, 8) as usize,
            "par" | "sect" => self.end_block(),
            "pard" => (self.now.heading, self.now.table) = (false, false),
            "outlinelevel" => self.now.heading = number.is_some_and(|level| level < 9),
            "intbl" => self.now.table = true,
            "cell" | "nestcell" if !self.now.skipped => self.cells.push(Span::new(from, self.at)),
            "row" | "nestrow" if !self.now.skipped => {
                self.cells.clear();
                self.flow.close(BlockKind::Row);
            }
            "line" if !self.now.skipped => self.flow.line_break(Span::new(from, self.at)),
            "page" if !self.now.skipped => {
                self.end_block();
                self.page += 1;
                self.landmarks.add(self.flow.len(), LocatorKind::Page, self.page);
            }
            "tab" => self.character(" ", from),
            "emdash" => self.character("—", from),
            "endash" => self.character("–", from),
            "bullet" => self.character("•", from),
            "lquote" => self.character("‘", from),
            "rquote" => self.character("’", from),
            "ldblquote" => self.character("“", from),
            "rdblquote" => self.character("”", from),
            "emspace" | "enspace" => self.character(" ", from),
            "v" => self.now.hidden = on,
            "deleted" => self.now.hidden = on,
            "plain" => self.now.hidden = false,
            "ansicpg" => {
                if let Some(encoding) = number.and_then(code_page) {
                    self.now.encoding = encoding;
                    self.encodings = vec![encoding];
                }
            }
            "fonttbl" => {
                self.in_fonts = true;
                self.now.skipped = true;
            }
            "f" => {
                self.font = number;
                if !self.in_fonts {
                    let usual = self.encodings.first().copied().unwrap_or(WINDOWS_1252);
                    let known = self.fonts.iter().find(|(font, _)| Some(*font) == number);
                    self.now.encoding = known.map_or(usual, |(_, encoding)| encoding);
                }
            }
            "fcharset" if self.in_fonts => {
                if let (Some(font), Some(encoding)) = (self.font, number.and_then(charset))
                    && self.fonts.len() < 1_000
                {
                    self.fonts.push((font, encoding));
                }
            }
            "title" => (self.now.title, self.now.skipped) = (true, true),
            "info" => self.now.skipped = true,
            "creatim" | "revtim" => self.section_from = Some(from),
            "yr" if self.section_from.is_some() => self.saved[0] = number.unwrap_or(0),
            "mo" if self.section_from.is_some() => self.saved[1] = number.unwrap_or(0),
            "dy" if self.section_from.is_some() => self.saved[2] = number.unwrap_or(0),
            "bin" => self.at = (self.at + number.unwrap_or(0).max(0) as usize).min(self.bytes.len()),
            "footnote" if !self.now.skipped => self.flow.push(" ", Span::new(from, self.at)),
            word if LEFT_OUT.contains(&word) => self.now.skipped = true,
            _ => {}
        }
    }
}

/// The encoding of a code page of Windows or DOS.
fn code_page(page: i32) -> Option<&'static Encoding> {
    let label = match page {
        932 => "shift_jis".to_owned(),
        936 => "gbk".to_owned(),
        949 => "euc-kr".to_owned(),
        950 => "big5".to_owned(),
        10_000 => "macintosh".to_owned(),
        65_001 => "utf-8".to_owned(),
        page => format!("windows-{page}"),
    };
    Encoding::for_label(label.as_bytes())
}

/// The encoding of a font by the number of its character set.
fn charset(set: i32) -> Option<&'static Encoding> {
    code_page(match set {
        77 => 10_000,
        128 => 932,
        129 => 949,
        134 => 936,
        136 => 950,
        161 => 1253,
        162 => 1254,
        163 => 1258,
        177 => 1255,
        178 => 1256,
        186 => 1257,
        204 => 1251,
        222 => 874,
        238 => 1250,
        _ => return None,
    })
}
