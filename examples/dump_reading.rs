//! Writes what reading makes of files, for reading it critically: `cargo run --profile quick --example dump_reading -- PATH... [--full]`

use std::path::PathBuf;
use std::time::Instant;

use gleaner::ingest;
use gleaner::text::chunk::{ChunkOptions, chunk};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (flags, paths): (Vec<String>, Vec<String>) = std::env::args().skip(1).partition(|arg| arg.starts_with("--"));
    let full = flags.iter().any(|flag| flag == "--full");
    let paths: Vec<PathBuf> = paths.into_iter().map(PathBuf::from).collect();
    let begun = Instant::now();
    let reading = ingest::survey(&paths, &ingest::Options::default(), &gleaner::model::Progress::default())?;
    eprintln!("survey: {} documents, {:?}", reading.documents(), begun.elapsed());
    eprintln!("recurring: {:?}", reading.recurring());
    for skipped in reading.skipped() {
        println!("SKIPPED {}: {} ({})", skipped.path, skipped.reason, skipped.hint.as_deref().unwrap_or("-"));
    }
    let (mut tokens, mut units, mut sentences, mut bytes) = (0u64, 0, 0, 0);
    for batch in reading.batches() {
        for loaded in &batch.documents {
            let document = &loaded.document;
            let chunks = chunk(&loaded.text, &loaded.sentences, &ChunkOptions::default());
            tokens += u64::from(document.tokens);
            units += chunks.len();
            sentences += loaded.sentences.len();
            bytes += loaded.text.len();
            println!(
                "\n=== {} {:?} [{}#{:?}] {} tokens, {} sentences, {} units",
                document.id,
                document.title,
                document.path,
                document.row,
                document.tokens,
                loaded.sentences.len(),
                chunks.len()
            );
            println!("    {} {} {:?} {:?}", document.format, document.encoding, document.language, document.modified);
            for (at, speaker) in loaded.speakers.iter().enumerate() {
                println!("    {at}: {} {:?} {:?}", speaker.attribution(), speaker.part, speaker.labels);
            }
            for span in &loaded.recurring {
                println!(
                    "    {:?} {}..{} of {}: {:.60?}",
                    span.kind,
                    span.span.start,
                    span.span.end,
                    span.first_document,
                    span.span.slice(&loaded.text).unwrap_or("?")
                );
            }
            if full {
                for sentence in &loaded.sentences {
                    let text = sentence.span.slice(&loaded.text).unwrap_or("?");
                    let speaker = sentence.speaker.map_or_else(String::new, |speaker| speaker.to_string());
                    println!(
                        "{:>4} {:<4.4} {:>2}{} {}",
                        sentence.paragraph,
                        format!("{:?}", sentence.kind),
                        speaker,
                        if sentence.recurring { "R" } else { " " },
                        text.replace('\n', "⏎")
                    );
                }
            }
        }
    }
    eprintln!("all: {bytes} bytes, {tokens} tokens, {units} units, {sentences} sentences, {:?}", begun.elapsed());
    Ok(())
}
