//! A file that was compressed by itself, as old logs are: read like the file inside, as far as the limits go. What is
//! inside is told by its bytes and by the name without `.gz`.

use std::io::Read as _;

use flate2::read::MultiGzDecoder;

use super::archive::read_member;
use super::limits::Budget;
use super::{Extracted, TableFields, Unreadable};
use crate::model::Span;
use crate::text::provenance::span_map::SpanMap;

/// Reads a compressed file.
///
/// # Errors
/// Those of the file inside; and where it is damaged, or unpacks to too much.
pub(super) fn extract(
    name: &str,
    bytes: &[u8],
    fields: &TableFields,
    budget: &Budget,
) -> Result<Extracted, Unreadable> {
    let most = budget.unpackable();
    let mut inside = Vec::new();
    let read = MultiGzDecoder::new(bytes).take(most + 1).read_to_end(&mut inside);
    if inside.len() as u64 > most {
        return Err(Budget::bomb());
    }
    // Of a file that breaks off, what came before is worth reading.
    let broken = read.is_err().then(|| "the file is damaged: only what stands before that was read".to_owned());
    if inside.is_empty() {
        let reason = if broken.is_some() { "a damaged gzip file" } else { "a gzip file with nothing in it" };
        return Err(Unreadable::plain(reason));
    }
    budget.unpack(inside.len() as u64)?;
    let mut extracted = read_member(&inner_name(name), &inside, fields, budget)?;
    for item in &mut extracted.items {
        // The bytes inside are nowhere in the file.
        item.map = SpanMap::identity();
        item.source = Span::new(0, item.text.len());
        item.landmarks.extracted = true;
    }
    extracted.remark = broken.or(extracted.remark);
    Ok(extracted)
}

/// The name of the file inside: `app.log` of `app.log.gz`.
fn inner_name(name: &str) -> String {
    let ending =
        name.rsplit_once('.').filter(|(_, ending)| ["gz", "gzip"].iter().any(|own| ending.eq_ignore_ascii_case(own)));
    ending.map_or(name, |(bare, _)| bare).to_owned()
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use super::*;

    fn packed(text: &str) -> Vec<u8> {
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
        encoder.write_all(text.as_bytes()).expect("memory");
        encoder.finish().expect("memory")
    }

    fn read(name: &str, bytes: &[u8]) -> Result<Extracted, Unreadable> {
        extract(name, bytes, &TableFields::default(), &Budget::default())
    }

    #[test]
    fn a_compressed_file_is_read_as_the_one_inside() {
        let log = read("app.log.gz", &packed("The gate was shut at noon.\n")).expect("text");
        assert_eq!((log.format.as_ref(), log.items[0].text.trim()), ("text", "The gate was shut at noon."));
        assert!(log.items[0].landmarks.extracted);
        let table = read("boats.csv.gz", &packed("boat,seats\nTern,4\nSkua,6\n")).expect("a table");
        assert_eq!((table.format.as_ref(), table.items[0].text.contains("seats: 6")), ("csv", true));
        let both = [packed("One line.\n"), packed("Another.\n")].concat();
        assert!(read("a.txt.gz", &both).expect("text").items[0].text.contains("Another."));
    }

    #[test]
    fn what_is_damaged_or_too_large_says_so() {
        let whole = packed(&"The gate was shut at noon. ".repeat(400));
        let torn = read("app.log.gz", &whole[..whole.len() - 12]).expect("what came before");
        assert!(torn.remark.is_some_and(|remark| remark.contains("damaged")));
        assert!(read("app.log.gz", &whole[..12]).is_err());
        let budget = Budget::default();
        budget.unpack(budget.unpackable() - 100).expect("room");
        assert!(extract("app.log.gz", &whole, &TableFields::default(), &budget).is_err());
        assert_eq!(inner_name("App.LOG.GZ"), "App.LOG");
    }
}
