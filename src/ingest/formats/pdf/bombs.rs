//! Streams of a PDF that would unpack to more than memory holds are looked for before anything is unpacked, because the
//! reader of objects sets no limit of its own.

use std::io::Read;

use flate2::read::ZlibDecoder;

use crate::ingest::formats::Unreadable;
use crate::ingest::formats::limits::Budget;

/// Deflate packs at most about a thousand to one: shorter streams are harmless.
const HARMLESS: usize = 128 << 10;
/// Bytes that one stream may unpack to.
const STREAM: u64 = 256 << 20;

/// Refuses a file with a stream that unpacks to too much, or that is packed twice over.
pub(super) fn check(bytes: &[u8], budget: &Budget) -> Result<(), Unreadable> {
    let mut at = 0;
    let mut packed_from = 0;
    for found in memchr::memmem::find_iter(bytes, b"stream") {
        if found < at || bytes[..found].ends_with(b"end") {
            continue;
        }
        let dictionary = &bytes[found.saturating_sub(400).max(packed_from)..found];
        let dictionary = match memchr::memmem::rfind(dictionary, b"obj") {
            Some(start) => &dictionary[start..],
            None => dictionary,
        };
        let times: usize = ["/FlateDecode", "/Fl ", "/Fl]", "/LZWDecode", "/RunLengthDecode"]
            .iter()
            .map(|name| memchr::memmem::find_iter(dictionary, name.as_bytes()).count())
            .sum();
        if times > 1 && memchr::memmem::find(dictionary, b"/Filter").is_some() {
            let reason = "a stream of it is packed several times over, as no honest program does";
            return Err(Unreadable::new(reason, "open it in its own program and save it anew"));
        }
        let start = found + b"stream".len();
        let start = start + bytes[start..].iter().take(2).take_while(|byte| matches!(byte, b'\r' | b'\n')).count();
        let end = memchr::memmem::find(&bytes[start..], b"endstream").map_or(bytes.len(), |len| start + len);
        (at, packed_from) = (end, end);
        if times == 1 && end - start > HARMLESS {
            let unpacked =
                std::io::copy(&mut ZlibDecoder::new(&bytes[start..end]).take(STREAM + 1), &mut std::io::sink());
            if unpacked.is_ok_and(|unpacked| unpacked > STREAM) {
                let reason = format!("a stream of it unpacks to more than the limit of {} MB", STREAM >> 20);
                return Err(Unreadable::new(reason, "open it in its own program and save it anew"));
            }
            budget.check_time()?;
        }
    }
    Ok(())
}
