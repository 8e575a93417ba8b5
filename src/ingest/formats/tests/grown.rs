//! Files that mean harm, grown by the rules of their formats: pieces repeated, nested and numbered far beyond what
//! anybody writes, then damaged in some bytes. Whatever they are, reading them ends, and no reader of ours panics. With
//! more cases (`PROPTEST_CASES=100000`) it is a fuzzer.

use super::pieces::{FORMATS, NUMBERS, Part, damage, grow, pack};
use super::*;

/// How often a piece is repeated or nested at the most.
const OFTEN: usize = 400;

fn number() -> impl Strategy<Value = String> {
    prop_oneof![any::<i64>().prop_map(|n| n.to_string()), prop::sample::select(NUMBERS).prop_map(str::to_owned),]
}

fn grown() -> impl Strategy<Value = (&'static str, Vec<u8>)> {
    let part = (any::<prop::sample::Index>(), any::<bool>(), 1..OFTEN, number())
        .prop_map(|(piece, nests, times, number)| Part { piece: piece.index(usize::MAX), nests, times, number });
    (0..FORMATS.len(), prop::collection::vec(part, 1..6)).prop_map(|(format, parts)| grow(format, &parts))
}

/// Packed formats around what was grown.
fn packed() -> impl Strategy<Value = (&'static str, Vec<u8>)> {
    (0usize..7, grown(), number()).prop_map(|(kind, (name, inner), number)| pack(kind, name, &inner, &number))
}

/// Damage: bytes changed, cut out, doubled.
fn damaged(file: impl Strategy<Value = (&'static str, Vec<u8>)>) -> impl Strategy<Value = (&'static str, Vec<u8>)> {
    let blow = (any::<prop::sample::Index>(), 0usize..4, any::<u8>(), 1usize..64);
    (file, prop::collection::vec(blow, 0..6)).prop_map(|((name, mut bytes), blows)| {
        for (place, kind, byte, length) in blows {
            damage(&mut bytes, place.index(usize::MAX), kind, byte, length);
        }
        (name, bytes)
    })
}

fn ends(name: &str, bytes: Vec<u8>) -> Result<(), TestCaseError> {
    let read = super::super::read(name, &Arc::new(bytes.clone()), &TableFields::default());
    // Mail and PDF, also in an archive, are read by crates: where those panic, the file is refused.
    let ours = !["eml", "pdf", "zip"].iter().any(|kind| name.ends_with(kind));
    let holds =
        |why: &Unreadable| !(why.reason.contains("longer than") || ours && why.reason.contains("did not expect"));
    if let Err(why) = &read {
        prop_assert!(holds(why), "{name}: {}", why.reason);
    }
    // As the process that reads has it: part by part.
    let mut parts = 0;
    let streamed = guard::on_a_thread({
        let name = name.to_owned();
        move || {
            read_parts(&name, bytes, &TableFields::default(), &mut |_| parts += 1)?;
            Ok(parts)
        }
    });
    if let Err(why) = &streamed {
        prop_assert!(holds(why), "{name}, in parts: {}", why.reason);
    }
    prop_assert_eq!(read.is_ok(), streamed.is_ok());
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: ProptestConfig::default().cases.div_ceil(8), max_shrink_iters: 400, ..ProptestConfig::default() })]

    #[test]
    fn files_of_text_however_grown_are_read_or_refused((name, bytes) in damaged(grown())) {
        ends(name, bytes)?;
    }

    #[test]
    fn packed_files_however_grown_are_read_or_refused((name, bytes) in damaged(packed())) {
        ends(name, bytes)?;
    }
}
