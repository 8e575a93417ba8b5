//! What reading makes of a folder: `reading FOLDER [OUT]` prints a line for each file, and writes the texts under OUT.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Instant;

use gleaner::ingest::{Options, survey};
use gleaner::model::{Progress, RecurringKind};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1).map(PathBuf::from);
    let Some(folder) = arguments.next() else { return Err("usage: reading FOLDER [OUT]".into()) };
    let out = arguments.next();
    let begun = Instant::now();
    let reading = survey(&[folder], &Options::default(), None, &Progress::default())?;
    let mut lines: BTreeMap<String, String> = BTreeMap::new();
    for file in reading.skipped() {
        lines.insert(file.path.clone(), format!("SKIPPED {}; {}", file.reason, file.hint.as_deref().unwrap_or("")));
    }
    let took = begun.elapsed();
    let mut batches = Vec::new();
    reading.hand_out(&mut |batch| batches.push(batch));
    for batch in batches {
        for file in &batch.files {
            if let Some(remark) = &file.remark {
                lines.entry(file.path.clone()).or_default().push_str(&format!("[{remark}] "));
            }
        }
        for loaded in &batch.documents {
            let d = &loaded.document;
            let end = loaded.landmarks.at(d.text_len).map(|at| at.to_string()).unwrap_or_default();
            let twice = loaded.recurring.iter().filter(|r| r.kind == RecurringKind::Duplicate).count();
            let said = format!(
                "{} {} bytes {:?} date {:?} ends at {end:?}{} ",
                d.format,
                d.text_len,
                d.title,
                d.modified.map(|at| at / 86_400),
                if twice > 0 { " DUPLICATE" } else { "" }
            );
            let line = lines.entry(d.path.clone()).or_default();
            if line.len() < 1_500 {
                line.push_str(&said);
            }
            if let Some(out) = &out {
                let name =
                    format!("{}.{}.txt", d.path.replace('/', "__"), d.row.map_or(String::new(), |row| row.to_string()));
                std::fs::create_dir_all(out)?;
                std::fs::write(out.join(name), &loaded.text)?;
            }
        }
    }
    for (path, line) in &lines {
        println!("{path}: {line}");
    }
    eprintln!("{} files in {took:?}", lines.len());
    Ok(())
}
