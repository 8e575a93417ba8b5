//! File bytes → decoded text, with the way back. UTF-8 stays as it is; anything else is decoded a byte at a time, so
//! that the map knows which bytes made which character, malformed ones included. What a terminal would obey and not
//! show (colours, titles, letters struck over each other) is no text.

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Encoding, UTF_8};

use super::escape;
use crate::text::provenance::span_map::{SpanMap, SpanMapBuilder};

/// A file's bytes as text.
#[derive(Clone, Debug)]
pub struct Decoded {
    pub text: String,
    pub map: SpanMap,
    /// `UTF-8`, `windows-1252`, `UTF-16LE`, …
    pub encoding: String,
    /// True when some bytes were no text in that encoding and stand as U+FFFD.
    pub damaged: bool,
}

/// Bytes that hold no text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Binary;

/// Moves back over the letter before it.
const BACKSPACE: u8 = 0x08;
/// The same as a character.
const STRIKE: char = BACKSPACE as char;
/// How many bytes of a file decide whether it is text, and in which encoding.
const SAMPLE: usize = 64 * 1024;

/// Decodes `bytes`. NUL characters and what is meant for a terminal are left out of the text.
///
/// # Errors
/// [`Binary`] when the bytes look like no text in any encoding.
pub fn decode(bytes: &[u8]) -> Result<Decoded, Binary> {
    as_written(bytes).map(as_shown)
}

fn as_written(bytes: &[u8]) -> Result<Decoded, Binary> {
    match bytes {
        [0xff, 0xfe, 0, 0, ..] => return utf32(bytes, 4, u32::from_le_bytes, "UTF-32LE"),
        [0, 0, 0xfe, 0xff, ..] => return utf32(bytes, 4, u32::from_be_bytes, "UTF-32BE"),
        [0xff, 0xfe, ..] => return Ok(stepwise(bytes, 2, encoding_rs::UTF_16LE)),
        [0xfe, 0xff, ..] => return Ok(stepwise(bytes, 2, encoding_rs::UTF_16BE)),
        _ => {}
    }
    let bom = if bytes.starts_with(&[0xef, 0xbb, 0xbf]) { 3 } else { 0 };
    let sample = &bytes[..bytes.len().min(SAMPLE)];
    if let Some(encoding) = wide_without_mark(sample) {
        return Ok(stepwise(bytes, 0, encoding));
    }
    if looks_binary(sample) {
        return Err(Binary);
    }
    match std::str::from_utf8(bytes) {
        Ok(text) if !bytes.contains(&0) => {
            let map = if bom == 0 { SpanMap::identity() } else { SpanMap::shifted(bom, bytes.len() - bom) };
            Ok(Decoded { text: text[bom..].to_owned(), map, encoding: UTF_8.name().to_owned(), damaged: false })
        }
        Ok(_) => Ok(stepwise(bytes, bom, UTF_8)),
        Err(_) if bom > 0 || mostly_utf8(bytes) => Ok(stepwise(bytes, bom, UTF_8)),
        Err(_) => {
            let mut detector = EncodingDetector::new(Iso2022JpDetection::Allow);
            detector.feed(bytes, true);
            let encoding = declared(sample).unwrap_or_else(|| detector.guess(None, Utf8Detection::Deny));
            Ok(stepwise(bytes, 0, encoding))
        }
    }
}

/// The text as a terminal would show it: without escape sequences, and of letters in one place the last, because
/// manuals are printed with bold letters struck twice and underlined ones over a line (`N\u{8}N`, `_\u{8}N`).
fn as_shown(decoded: Decoded) -> Decoded {
    if !decoded.text.contains(|c| escape::begins(c) || c == STRIKE) {
        return decoded;
    }
    let mut text = String::with_capacity(decoded.text.len());
    let mut map = SpanMapBuilder::default();
    let mut chars = escape::outside(&decoded.text).peekable();
    while let Some((at, c)) = chars.next() {
        let goes = c == STRIKE || chars.peek().is_some_and(|(_, next)| *next == STRIKE);
        if !goes || c == '\n' {
            map.copy(c.len_utf8(), at);
            text.push(c);
        }
    }
    let map = map.finish().compose(&decoded.map);
    Decoded { text, map, ..decoded }
}

/// The encoding that a page or an XML file says it is in.
fn declared(sample: &[u8]) -> Option<&'static Encoding> {
    let head = &sample[..sample.len().min(2_048)];
    let markup = head.iter().find(|byte| !byte.is_ascii_whitespace()) == Some(&b'<');
    let at = ["charset=", "encoding="].iter().find_map(|mark| {
        head.windows(mark.len())
            .position(|window| window.eq_ignore_ascii_case(mark.as_bytes()))
            .map(|at| at + mark.len())
    })?;
    let label: Vec<u8> = head[at..]
        .iter()
        .copied()
        .skip_while(|byte| matches!(byte, b'"' | b'\''))
        .take_while(|byte| byte.is_ascii_alphanumeric() || b"-_:.".contains(byte))
        .collect();
    Encoding::for_label(&label).filter(|encoding| markup && *encoding != UTF_8)
}

/// UTF-16 without its mark: every other byte of mostly ASCII text is zero.
fn wide_without_mark(sample: &[u8]) -> Option<&'static Encoding> {
    let pairs = sample.len() / 2;
    if pairs < 4 {
        return None;
    }
    let zeros = |offset: usize| sample.iter().skip(offset).step_by(2).filter(|&&byte| byte == 0).count();
    let printable = |offset: usize| {
        let plain = |byte: &&u8| byte.is_ascii_graphic() || byte.is_ascii_whitespace();
        sample.iter().skip(offset).step_by(2).filter(plain).count() * 10 > pairs * 7
    };
    let (even, odd) = (zeros(0), zeros(1));
    if odd * 10 > pairs * 7 && even * 50 < pairs && printable(0) {
        Some(encoding_rs::UTF_16LE)
    } else if even * 10 > pairs * 7 && odd * 50 < pairs && printable(1) {
        Some(encoding_rs::UTF_16BE)
    } else {
        None
    }
}

/// Text has few NULs and few control characters; a terminal's log may hold escapes.
fn looks_binary(sample: &[u8]) -> bool {
    #[rustfmt::skip]
    const MAGIC: [&[u8]; 12] = [
        b"%PDF-", b"PK\x03\x04", b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"\x7fELF", b"\x1f\x8b", b"BZh",
        b"SQLite format 3", b"\xd0\xcf\x11\xe0", b"7z\xbc\xaf", b"MZ\x90",
    ];
    if MAGIC.iter().any(|magic| sample.starts_with(magic)) {
        return true;
    }
    let strikes = sample.windows(3).filter(|three| three[1] == BACKSPACE && three[0] > b' ' && three[2] > b' ').count();
    let nuls = sample.iter().filter(|&&byte| byte == 0).count();
    let controls =
        sample.iter().filter(|&&byte| byte < 0x20 && !matches!(byte, b'\t' | b'\n' | b'\r' | 0x0c | 0x1b)).count();
    let controls = controls - strikes;
    // A stray one or two say nothing, even in a short file.
    nuls > 2 && nuls * 200 > sample.len() || controls > 4 && controls * 20 > sample.len()
}

/// True when only few of the bytes above ASCII do not belong to well-formed UTF-8: a damaged file, not another
/// encoding.
fn mostly_utf8(bytes: &[u8]) -> bool {
    let (mut good, mut bad) = (0usize, 0usize);
    for chunk in bytes.utf8_chunks() {
        good += chunk.valid().chars().filter(|c| !c.is_ascii()).count();
        // The file may have been cut in the middle of a character.
        bad += usize::from(!chunk.invalid().is_empty());
    }
    good >= bad
}

/// Decodes from byte `from` on, one byte after the other: whatever comes out after a byte was made from the bytes since
/// something last came out.
fn stepwise(bytes: &[u8], from: usize, encoding: &'static Encoding) -> Decoded {
    let mut decoder = encoding.new_decoder_without_bom_handling();
    let mut text = String::with_capacity(bytes.len());
    let mut map = SpanMapBuilder::default();
    let mut buffer = [0u8; 64];
    let mut pending = from;
    let mut damaged = false;
    let mut emit = |written: &str, pending: usize, to: usize, replaced: bool| {
        damaged |= replaced;
        if written == "\0" {
            return;
        }
        if written.contains('\0') {
            let kept = written.replace('\0', "");
            map.replace(kept.len(), pending, to - pending);
            text.push_str(&kept);
            return;
        }
        if written.as_bytes() == &bytes[pending..to] {
            map.copy(written.len(), pending);
        } else {
            map.replace(written.len(), pending, to - pending);
        }
        text.push_str(written);
    };
    for (at, byte) in bytes.iter().enumerate().skip(from) {
        let (_, _, written, replaced) = decoder.decode_to_utf8(std::slice::from_ref(byte), &mut buffer, false);
        if written > 0 {
            emit(std::str::from_utf8(&buffer[..written]).unwrap_or_default(), pending, at + 1, replaced);
            pending = at + 1;
        }
    }
    let (_, _, written, replaced) = decoder.decode_to_utf8(&[], &mut buffer, true);
    if written > 0 {
        emit(std::str::from_utf8(&buffer[..written]).unwrap_or_default(), pending, bytes.len(), replaced);
    }
    Decoded { text, map: map.finish(), encoding: encoding.name().to_owned(), damaged }
}

fn utf32(bytes: &[u8], from: usize, read: fn([u8; 4]) -> u32, name: &str) -> Result<Decoded, Binary> {
    let mut text = String::with_capacity(bytes.len() / 4);
    let mut map = SpanMapBuilder::default();
    let mut damaged = false;
    for (unit, four) in bytes[from..].chunks(4).enumerate() {
        let c = <[u8; 4]>::try_from(four).ok().and_then(|four| char::from_u32(read(four)));
        damaged |= c.is_none();
        let c = c.unwrap_or(char::REPLACEMENT_CHARACTER);
        if c != '\0' {
            map.replace(c.len_utf8(), from + unit * 4, four.len());
            text.push(c);
        }
    }
    let bad = text.matches(char::REPLACEMENT_CHARACTER).count();
    if bad * 4 > text.chars().count() {
        return Err(Binary);
    }
    Ok(Decoded { text, map: map.finish(), encoding: name.to_owned(), damaged })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Span;

    #[test]
    fn letters_that_are_struck_twice_are_read_once() {
        let page = "N\u{8}NA\u{8}AM\u{8}ME\u{8}E\n\n   _\u{8}g_\u{8}a_\u{8}t_\u{8}e - opens é\u{8}é\n";
        let read = decode(page.as_bytes()).expect("text");
        assert_eq!(read.text, "NAME\n\n   gate - opens é\n");
        let at = read.text.find("gate").expect("a word");
        let source = read.map.to_file(Span::new(at, at + 4));
        assert_eq!(&page[source.start..source.end], "g_\u{8}a_\u{8}t_\u{8}e");
        for odd in ["\u{8}\u{8}a", "a\u{8}", "a\n\u{8}b", "a\u{8}\u{8}\u{8}b"] {
            assert!(decode(odd.as_bytes()).is_ok_and(|read| !read.text.contains('\u{8}')), "{odd:?}");
        }
    }

    #[test]
    fn what_is_meant_for_a_terminal_is_no_text() {
        let page = "\u{1b}[1mNAME\u{1b}[0m\r\n  \u{1b}[4;38;5;12mgate\u{1b}[24m - \u{1b}]8;;https://holm.example\u{1b}\\opens\u{1b}]8;;\u{7}\n";
        let read = decode(page.as_bytes()).expect("text");
        assert_eq!(read.text, "NAME\r\n  gate - opens\n");
        let at = read.text.find("gate").expect("a word");
        let source = read.map.to_file(Span::new(at, at + 4));
        assert_eq!(&page[source.start..source.end], "gate");
        // In a file that is not UTF-8, too, and around letters that are struck twice.
        assert_eq!(decode(b"\x1b[32mcaf\xe9 ouvert\x1b[m\n").expect("text").text, "café ouvert\n");
        assert_eq!(decode("\u{1b}[1mN\u{8}N\u{1b}[0mO\n".as_bytes()).expect("text").text, "NO\n");
    }
}
