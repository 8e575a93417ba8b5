//! Damaged index files: a small index of letters, of which some bytes are others. What can be read is read; what cannot
//! is an error. An input is a list of blows: four bytes of a place, a length, and what stands there instead.

#![no_main]

use std::fs;
use std::path::PathBuf;
use std::sync::LazyLock;

use gleaner::config::Settings;
use gleaner::index::{Plan, build};
use gleaner::model::{Kind, Progress};
use gleaner::store::{Reader, is_index};
use libfuzzer_sys::fuzz_target;

/// Where this process keeps what it reads.
static PLACE: LazyLock<PathBuf> = LazyLock::new(|| {
    let place = std::env::temp_dir().join(format!("gleaner-fuzz-{}", std::process::id()));
    fs::create_dir_all(place.join("letters")).expect("room");
    place
});

static WHOLE: LazyLock<Vec<u8>> = LazyLock::new(|| {
    for number in 0..6 {
        let text = format!("Ada Quill wrote to the harbour board of Kelpmouth in 190{number}. Ivo Tamsin mended the pier.\n");
        fs::write(PLACE.join("letters").join(format!("{number}.txt")), text).expect("room");
    }
    let index = PLACE.join("whole.gleaner");
    let roots = vec![PLACE.join("letters")];
    let (name, settings) = (String::new(), Settings::default());
    let plan = Plan { roots, index: index.clone(), name, settings, afresh: true };
    build(&plan, &Progress::default()).expect("an index of letters");
    fs::read(index).expect("it is there")
});

fuzz_target!(|data: &[u8]| {
    let mut bytes = WHOLE.clone();
    let mut rest = data;
    while let [a, b, c, d, length, after @ ..] = rest {
        let at = u32::from_le_bytes([*a, *b, *c, *d]) as usize % bytes.len();
        let length = usize::from(*length).min(after.len()).min(bytes.len() - at);
        bytes[at..at + length].copy_from_slice(&after[..length]);
        rest = &after[length..];
    }
    let path = PLACE.join("damaged.gleaner");
    fs::write(&path, bytes).expect("room");
    is_index(&path);
    if let Ok(reader) = Reader::open(&path) {
        let _ = (reader.meta(), reader.stats(), reader.files(false));
        let _ = (reader.all_entities(), reader.all_relationships(), reader.all_mentions(), reader.all_communities());
        let _ = reader.community_ids().and_then(|ids| reader.reports(&ids));
        let _ = reader.vectors(Kind::Source);
        if let Ok(documents) = reader.kept_documents() {
            for document in documents {
                let _ = (reader.whole_document(document.id), reader.units_of_document(document.id));
            }
        }
    }
});
