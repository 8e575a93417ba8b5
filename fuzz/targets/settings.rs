//! The files that a person writes: settings, key maps, and values given in the environment.

#![no_main]

use std::path::Path;

use gleaner::config::Settings;
use gleaner::tui::keys::Keymap;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Ok(flags) = text.parse::<toml::Table>() {
        if let Ok((settings, _)) = Settings::load(Path::new("/nonexistent"), false, [], flags) {
            settings.lines();
            assert_eq!(settings.shaped_as(&settings.shaping()).shaping(), settings.shaping());
        }
    }
    if let Some((key, value)) = text.split_once('=') {
        let variable = (format!("GLEANER_{}", key.trim().to_uppercase()), value.to_owned());
        let _ = Settings::load(Path::new("/nonexistent"), false, [variable], toml::Table::new());
        let _ = Settings::default().with(key.trim(), value);
    }
    let mut keys = Keymap::built_in().expect("the map that ships");
    let _ = keys.merge("keys.toml", text);
});
