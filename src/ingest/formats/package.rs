//! The parts of a zip file, by name, within the limits: office files, books and archives are all of them one.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::collections::HashMap;
use std::io::{Cursor, Read};

use zip::ZipArchive;
use zip::result::ZipError;

use super::Unreadable;
use super::limits::{Budget, MEMBERS};

/// An opened zip file.
pub(super) struct Package<'a> {
    bytes: &'a [u8],
    zip: ZipArchive<Cursor<&'a [u8]>>,
    budget: &'a Budget,
    /// Parts by their names in small letters; of several the first.
    small: OnceCell<HashMap<String, usize>>,
}

impl<'a> Package<'a> {
    /// Opens a zip file.
    pub fn open(bytes: &'a [u8], budget: &'a Budget) -> Result<Self, Unreadable> {
        let zip = ZipArchive::new(Cursor::new(bytes)).map_err(|error| unreadable(&error))?;
        if zip.len() > MEMBERS {
            let reason = format!("it holds {} files, more than the limit of {MEMBERS}", zip.len());
            return Err(Unreadable::new(reason, "unpack it beside the others"));
        }
        Ok(Self { bytes, zip, budget, small: OnceCell::new() })
    }

    pub fn budget(&self) -> &'a Budget {
        self.budget
    }

    /// How many parts are hidden behind another of their name: of several, the directory of the reader keeps the last.
    pub fn hidden(&self) -> usize {
        let bytes = self.bytes;
        // The end of the central directory, behind which a comment of 64 kB may stand (APPNOTE 4.3.16).
        let tail = &bytes[bytes.len().saturating_sub(22 + 0xffff)..];
        let Some(end) = memchr::memmem::rfind(tail, b"PK\x05\x06") else { return 0 };
        match tail.get(end + 10..end + 12) {
            // All ones: the number stands elsewhere, and is larger than what is read.
            Some(&[low, high]) if [low, high] != [0xff, 0xff] => {
                usize::from(u16::from_le_bytes([low, high])).saturating_sub(self.zip.len())
            }
            _ => 0,
        }
    }

    /// The names of all parts, in the order of the file.
    pub fn names(&self) -> Vec<String> {
        (0..self.zip.len())
            .map(|index| self.zip.name_for_index(index).and_then(Result::ok).map(Cow::into_owned).unwrap_or_default())
            .collect()
    }

    pub fn has(&self, name: &str) -> bool {
        self.zip.index_for_name(name).is_some()
    }

    /// Unpacks a part by its name; case does not matter, as some programs write it their own way.
    pub fn part(&mut self, name: &str) -> Result<Option<Vec<u8>>, Unreadable> {
        let name = name.trim_start_matches('/');
        let small = || {
            let names = self.names().into_iter().enumerate().rev();
            names.map(|(index, name)| (name.to_ascii_lowercase(), index)).collect()
        };
        let index = self
            .zip
            .index_for_name(name)
            .or_else(|| self.small.get_or_init(small).get(&name.to_ascii_lowercase()).copied());
        index.map(|index| self.unpack(index)).transpose()
    }

    /// Unpacks the part at `index`.
    pub fn unpack(&mut self, index: usize) -> Result<Vec<u8>, Unreadable> {
        self.budget.check_time()?;
        let file = self.zip.by_index(index).map_err(|error| unreadable(&error))?;
        // A bomb that admits it is not even lit.
        if file.size() > self.budget.unpackable() {
            return Err(Budget::bomb());
        }
        let mut bytes = Vec::with_capacity(usize::try_from(file.size()).unwrap_or(0).min(1 << 20));
        let left = self.budget.unpackable();
        match file.take(left + 1).read_to_end(&mut bytes) {
            Ok(_) => {}
            // What could be unpacked of a part that is cut short is still text.
            Err(_) if !bytes.is_empty() => {}
            Err(error) => return Err(Unreadable::new(format!("a part of it is broken: {error}"), BROKEN)),
        }
        self.budget.unpack(bytes.len() as u64)?;
        Ok(bytes)
    }
}

const BROKEN: &str = "get it again from where it came";

fn unreadable(error: &ZipError) -> Unreadable {
    match error {
        ZipError::UnsupportedArchive(ZipError::PASSWORD_REQUIRED) | ZipError::InvalidPassword => {
            Unreadable::new("password-protected: its files are encrypted", "unpack it with its password")
        }
        ZipError::UnsupportedArchive(what) => {
            Unreadable::plain(format!("a zip file of a kind that is not read: {what}"))
        }
        ZipError::CompressionMethodNotSupported(_) => Unreadable::new(
            "compressed by a method that is not supported: only deflate is",
            "unpack it and pack it anew",
        ),
        // What the library says of it ("Could not find EOCD") tells nobody what to do.
        _ => Unreadable::new("a broken zip file: cut short or damaged", BROKEN),
    }
}
