//! What a terminal without Unicode is shown: the signs that people and documents set between words, in ASCII. Letters
//! stay what they are.

use ratatui::buffer::Buffer;

/// Replaces typographic signs by what a typewriter has for them, each by one cell.
pub fn ascii(buffer: &mut Buffer) {
    for cell in &mut buffer.content {
        let plain = match cell.symbol() {
            "“" | "”" | "„" | "«" | "»" => "\"",
            "‘" | "’" | "‚" | "‹" | "›" => "'",
            "–" | "—" | "‐" | "‑" | "−" => "-",
            "…" => "~",
            "•" | "·" => "*",
            "▌" => "|",
            _ => continue,
        };
        cell.set_symbol(plain);
    }
}
