//! Gists: what a document or a community is about, as passages; and the overview of the whole corpus.

use std::io::{Read, Write};
use std::path::Path;

use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;

use crate::model::{Evidence, Overview, Ref};
use crate::store::error::{from_json, to_json};
use crate::store::{Reader, Result, StoreError, Writer};

/// The fact under which the overview is kept.
const OVERVIEW: &str = "overview";
/// Bytes that a gist is unpacked to at most: a file made by somebody else may hold anything.
const MOST: u64 = 16 << 20;

impl Writer {
    /// Keeps what a document or a community is about.
    pub fn add_gist(&self, of: Ref, gist: &[Evidence]) -> Result<()> {
        self.run(
            "INSERT OR REPLACE INTO gists (kind, id, evidence) VALUES (?1, ?2, ?3)",
            (of.kind.name(), of.id, packed(self.path(), &to_json(self.path(), &gist)?)?),
        )
        .map(drop)
    }

    /// Keeps the overview of the corpus.
    pub fn set_overview(&self, overview: &Overview) -> Result<()> {
        self.set_fact_json(OVERVIEW, overview)
    }
}

impl Reader {
    /// What a document or a community is about; empty where nothing was found.
    pub fn gist(&self, of: Ref) -> Result<Vec<Evidence>> {
        let sql = "SELECT evidence FROM gists WHERE kind = ?1 AND id = ?2";
        let found = self.maybe(sql, (of.kind.name(), of.id), |row| row.get::<_, Vec<u8>>(0))?;
        found.map_or_else(|| Ok(Vec::new()), |bytes| from_json(self.path(), &unpacked(self.path(), bytes)?))
    }

    /// The overview of the corpus; none in an index that was built before there was one.
    pub fn overview(&self) -> Result<Option<Overview>> {
        self.fact_json(OVERVIEW)
    }
}

/// Deflated JSON: quotations of one document repeat its title, its speakers and the names of the fields.
fn packed(path: &Path, json: &str) -> Result<Vec<u8>> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(json.as_bytes()).and_then(|()| encoder.finish()).map_err(|e| odd(path, &e))
}

/// The JSON of a gist; one of an earlier version was kept as it is.
fn unpacked(path: &Path, bytes: Vec<u8>) -> Result<String> {
    let bytes = match bytes.first() {
        Some(b'[') => bytes,
        _ => {
            let mut json = Vec::new();
            ZlibDecoder::new(&*bytes).take(MOST).read_to_end(&mut json).map_err(|e| odd(path, &e))?;
            json
        }
    };
    String::from_utf8(bytes).map_err(|e| odd(path, &e))
}

fn odd(path: &Path, why: &dyn std::error::Error) -> StoreError {
    StoreError::Value { path: path.to_owned(), detail: why.to_string() }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_gist_of_an_earlier_version_is_read_as_it_is() {
        assert_eq!(unpacked(Path::new("x"), b"[]".to_vec()).unwrap(), "[]");
        assert!(matches!(unpacked(Path::new("x"), b"no gist".to_vec()), Err(StoreError::Value { .. })));
    }

    proptest! {
        #[test]
        fn what_is_packed_is_unpacked(json in "\\[.*") {
            let path = Path::new("x");
            prop_assert_eq!(unpacked(path, packed(path, &json).unwrap()).unwrap(), json);
        }

        #[test]
        fn whatever_stands_there_is_no_panic(bytes: Vec<u8>) {
            let path = Path::new("x");
            if let Ok(json) = unpacked(path, bytes) {
                prop_assert_eq!(unpacked(path, packed(path, &json).unwrap()).unwrap(), json);
            }
        }
    }
}
