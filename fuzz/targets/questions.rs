//! What somebody asks, as it is read before anything is looked for.

#![no_main]

use gleaner::text::question::{Known, Reading, carried_over, parts};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|asked: &str| {
    let reading = Reading::of(asked);
    reading.is_open();
    reading.one();
    Reading::attribution(asked);
    parts(asked);
    let _ = carried_over(asked, &["Who is Ada Voss?"], Known { named: None, of_parts: false });
});
