//! Reading: a folder is walked, each file becomes documents with their text, their structure and the map back to the
//! file's bytes. This layer knows files and formats; it knows nothing of the index.
//!
//! ```text
//! let reading = ingest::survey(&paths, &options, None, &progress)?;   // walks, reads, finds what recurs
//! reading.hand_out(&mut |batch| …)            // documents in a fixed order, some megabytes at a time
//! reading.skipped()                           // files that could not be read, each with reason and hint
//! ```

mod decode;
mod document;
mod escape;
mod formats;
mod headline;
mod isolated;
pub(crate) mod memo;
pub(crate) mod quoting;
mod read;
mod recurring;
mod roots;
mod title;
mod walk;

pub use document::{Earlier, EarlierDocument, LoadedDocument, ReadFile, SkippedFile};
pub use formats::TableFields;
pub use formats::chat_members::lists_beside;
pub use isolated::{ARGUMENT as READER_ARGUMENT, isolate, serve};
pub use read::{Batch, IngestError, Options, SurveyedCorpus, survey};
pub use recurring::RecurringNumbers;
pub use roots::Roots;
pub use title::is_later_part;
pub(crate) use title::is_writing;
pub use walk::{FoundFile, Walking};

/// Lists the files under `roots` as a reading would meet them, and reads none.
pub fn list(roots: &[std::path::PathBuf], which: Walking) -> Vec<FoundFile> {
    walk::walk(roots, which).0
}

/// Reads the bytes of a file in this process, and hands over the text of each of its documents as it comes. Without the
/// limits of memory and time that the process has which reads the files of a build: for whoever tries the readers
/// (`fuzz/`).
///
/// # Errors
/// A file that holds no text that can be had, with the reason for a person.
pub fn read_here(name: &str, bytes: Vec<u8>, each: &mut dyn FnMut(&str)) -> Result<(), String> {
    let mut part = |part: formats::Part| {
        if let formats::Part::Item(item) = part {
            each(&item.text);
        }
    };
    formats::read_parts(name, bytes, &TableFields::default(), &mut part).map(drop).map_err(|why| why.reason)
}

#[cfg(test)]
mod tests;
