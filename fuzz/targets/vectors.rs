//! Static word vectors. An input is the text form (`.vec`), or a folder: the description of tensors, a line of three
//! signs, the tokenizer, a line of three signs, and the bytes of the tensors.

#![no_main]

use std::fs;
use std::path::PathBuf;
use std::sync::LazyLock;

use gleaner::judgement::extractive::vectors::static_vectors::StaticVectors;
use libfuzzer_sys::fuzz_target;

static PLACE: LazyLock<PathBuf> = LazyLock::new(|| {
    let place = std::env::temp_dir().join(format!("gleaner-fuzz-{}", std::process::id()));
    fs::create_dir_all(place.join("folder")).expect("room");
    place
});

const BETWEEN: &[u8] = b"\n===\n";

fn cut(data: &[u8]) -> Option<(&[u8], &[u8])> {
    let at = data.windows(BETWEEN.len()).position(|part| part == BETWEEN)?;
    Some((&data[..at], &data[at + BETWEEN.len()..]))
}

fuzz_target!(|data: &[u8]| {
    let path = match cut(data).and_then(|(tensors, rest)| Some((tensors, cut(rest)?))) {
        Some((tensors, (tokenizer, bytes))) => {
            let folder = PLACE.join("folder");
            let whole = [&(tensors.len() as u64).to_le_bytes()[..], tensors, bytes].concat();
            fs::write(folder.join("model.safetensors"), whole).expect("room");
            fs::write(folder.join("tokenizer.json"), tokenizer).expect("room");
            folder
        }
        None => {
            let file = PLACE.join("words.vec");
            fs::write(&file, data).expect("room");
            file
        }
    };
    if let Ok(vectors) = StaticVectors::open(&path) {
        let made = vectors.embed_all(&["Pumps, queens and \u{e9}\u{4e00}!", ""]);
        assert!(made.iter().all(|vector| vector.len() == vectors.dimensions()));
        assert!(made.iter().flatten().all(|number| number.is_finite()));
    }
});
