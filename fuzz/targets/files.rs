//! The bytes of a file of any format. The first line of an input is the file's name.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Some(end) = data.iter().take(16).position(|&byte| byte == b'\n') else { return };
    let Ok(name) = std::str::from_utf8(&data[..end]) else { return };
    // A file that is refused has its reason.
    let _ = gleaner::ingest::read_here(name, data[end + 1..].to_vec(), &mut |text| assert!(text.is_char_boundary(0)));
});
