//! Files grown by the rules of their formats: pieces repeated, nested and numbered, packed, then damaged. The rules are
//! those of the property tests; here the fuzzer chooses.

#![no_main]

use libfuzzer_sys::arbitrary::{self, Unstructured};
use libfuzzer_sys::fuzz_target;

#[path = "../../src/ingest/formats/tests/fixtures.rs"]
mod fixtures;
#[path = "../../src/ingest/formats/tests/pieces.rs"]
mod pieces;

use pieces::{FORMATS, NUMBERS, Part, damage, grow, pack};

/// How often a piece is repeated or nested at the most: 20,000 of the longest are a megabyte.
const OFTEN: usize = 20_000;

fn number(from: &mut Unstructured<'_>) -> arbitrary::Result<String> {
    Ok(if from.arbitrary()? { from.arbitrary::<i64>()?.to_string() } else { (*from.choose(NUMBERS)?).to_owned() })
}

fn file(from: &mut Unstructured<'_>) -> arbitrary::Result<(&'static str, Vec<u8>)> {
    let format = from.choose_index(FORMATS.len())?;
    let mut parts = Vec::new();
    for _ in 0..from.int_in_range(1..=6)? {
        let times = match from.int_in_range(0..=3)? {
            0 => 1,
            1 => from.int_in_range(1..=40)?,
            2 => from.int_in_range(1..=1_000)?,
            _ => from.int_in_range(1..=OFTEN)?,
        };
        parts.push(Part { piece: from.arbitrary::<u8>()?.into(), nests: from.arbitrary()?, times, number: number(from)? });
    }
    let (mut name, mut bytes) = grow(format, &parts);
    if from.arbitrary()? {
        (name, bytes) = pack(from.arbitrary::<u8>()?.into(), name, &bytes, &number(from)?);
    }
    for _ in 0..from.int_in_range(0..=4)? {
        let (at, kind, length) = (from.arbitrary::<u32>()?, from.arbitrary::<u8>()?, from.int_in_range(1..=64)?);
        damage(&mut bytes, at as usize, kind.into(), from.arbitrary()?, length);
    }
    Ok((name, bytes))
}

fuzz_target!(|data: &[u8]| {
    if let Ok((name, bytes)) = file(&mut Unstructured::new(data)) {
        let mut length = 0;
        // A file that is refused has its reason.
        let _ = gleaner::ingest::read_here(name, bytes, &mut |text| length += text.len());
    }
});
