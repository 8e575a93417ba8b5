//! Tensors as `.safetensors` has them: eight bytes that say how long the header is, the header as JSON, and the
//! numbers. It is read row by row, which the crate of that name cannot do: it wants the whole file in memory.
//!
//! `embeddings` (model2vec) or `embedding.weight` (sentence-transformers) holds the rows. Where model2vec made the
//! vocabulary smaller, `mapping` names the row of each token and `weights` what it counts.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufReader, Read, Seek, SeekFrom};
use std::path::Path;

use half::{bf16, f16};
use serde::Deserialize;

use super::table::Table;
use super::tokens::Tokens;
use super::{Parts, VectorsError, small};
use crate::model::hash;

/// The most bytes of a header: a few tensors need hundreds.
const HEADER_BYTES: u64 = 1 << 20;
/// The longest row.
const DIMENSIONS: u64 = 1 << 16;
/// Tensors that are named where the one that is wanted is not there.
const NAMED: usize = 6;

/// A tensor as the header tells of it.
#[derive(Clone, Debug, Deserialize)]
struct Tensor {
    dtype: String,
    shape: Vec<u64>,
    /// Where it begins and ends, behind the header.
    data_offsets: (u64, u64),
}

/// Reads a tensor and the vocabulary beside it.
pub(super) fn read(path: &Path, vocabulary: &Path) -> Result<Parts, VectorsError> {
    let mut file = Tensors::open(path)?;
    let (name, tensor) = file.rows()?;
    let (count, dimensions) = (tensor.shape[0], tensor.shape[1]);
    let mut table = Table::new(dimensions as usize, count as usize);
    file.numbers(&name, &tensor, dimensions as usize, |row| table.push(row))?;
    let mut rows = None;
    if let Some(mapping) = file.list("mapping")? {
        let mut read = Vec::with_capacity(mapping.shape[0] as usize);
        file.whole_numbers("mapping", &mapping, |row| read.push(row))?;
        rows = Some(read);
    }
    let mut weights = None;
    if let Some(tensor) = file.list("weights")? {
        let mut read = Vec::with_capacity(tensor.shape[0] as usize);
        file.numbers("weights", &tensor, 1, |weight| {
            read.extend_from_slice(weight);
            weight.iter().all(|weight| weight.is_finite())
        })?;
        weights = Some(read);
    }
    let bytes = small(vocabulary)?;
    let tokens = Tokens::read(vocabulary, &bytes)?;
    Ok(Parts { table, rows, weights, tokens, vocabulary: hash::hash64(&bytes, 0) })
}

/// An open file with its header.
struct Tensors<'a> {
    path: &'a Path,
    file: BufReader<File>,
    header: BTreeMap<String, Tensor>,
    /// Where the numbers begin.
    begin: u64,
}

impl<'a> Tensors<'a> {
    fn open(path: &'a Path) -> Result<Self, VectorsError> {
        let io = |e: std::io::Error| VectorsError::unreadable(path, &e);
        let wrong = |what: String| VectorsError::new(path, what);
        let file = File::open(path).map_err(io)?;
        let whole = file.metadata().map_err(io)?.len();
        let mut file = BufReader::with_capacity(1 << 16, file);
        let mut length = [0; 8];
        if whole < 8 {
            return Err(wrong("it is cut off in its header".to_owned()));
        }
        file.read_exact(&mut length).map_err(io)?;
        let length = u64::from_le_bytes(length);
        if length > HEADER_BYTES {
            return Err(wrong(format!("its header would have {length} bytes: this is no safetensors file")));
        }
        if length > whole - 8 {
            return Err(wrong("it is cut off in its header".to_owned()));
        }
        let mut header = vec![0; length as usize];
        file.read_exact(&mut header).map_err(io)?;
        let told: BTreeMap<String, serde_json::Value> = serde_json::from_slice(&header)
            .map_err(|e| wrong(format!("its header is not JSON as it should be: {e}")))?;
        let mut header = BTreeMap::new();
        for (name, tensor) in told.into_iter().filter(|(name, _)| name != "__metadata__") {
            let tensor: Tensor = serde_json::from_value(tensor)
                .map_err(|e| wrong(format!("its header tells of `{name}` as of no tensor: {e}")))?;
            header.insert(name, tensor);
        }
        let begin = 8 + length;
        let room = whole - begin;
        for (name, tensor) in &header {
            let (from, to) = tensor.data_offsets;
            if from > to || to > room {
                return Err(wrong(format!(
                    "`{name}` would end {to} bytes behind the header, and {room} are there: it is half a file"
                )));
            }
        }
        Ok(Self { path, file, header, begin })
    }

    fn wrong(&self, what: String) -> VectorsError {
        VectorsError::new(self.path, what)
    }

    /// The tensor that holds the rows.
    fn rows(&self) -> Result<(String, Tensor), VectorsError> {
        let known = ["embeddings", "embedding.weight"].into_iter().find(|name| self.header.contains_key(*name));
        let name = match (known, self.header.len()) {
            (Some(name), _) => name.to_owned(),
            (None, 1) => self.header.keys().next().cloned().unwrap_or_default(),
            _ => {
                let there: Vec<&str> = self.header.keys().take(NAMED).map(String::as_str).collect();
                let there = if there.is_empty() { "none".to_owned() } else { there.join(", ") };
                return Err(self.wrong(format!(
                    "no tensor in it is called `embeddings`, as static vectors are (there are: {there})"
                )));
            }
        };
        let tensor = self.header[&name].clone();
        if tensor.shape.len() != 2 || !(1..=DIMENSIONS).contains(&tensor.shape[1]) {
            return Err(
                self.wrong(format!("`{name}` has the shape {:?}, and rows of numbers are wanted", tensor.shape))
            );
        }
        self.check(&name, &tensor)?;
        Ok((name, tensor))
    }

    /// A tensor that is a list, if it is there.
    fn list(&self, name: &str) -> Result<Option<Tensor>, VectorsError> {
        let Some(tensor) = self.header.get(name).cloned() else { return Ok(None) };
        // A column of one counts as a list.
        if tensor.shape.is_empty() || tensor.shape[1..].iter().any(|&size| size != 1) {
            return Err(self.wrong(format!("`{name}` has the shape {:?}, and a list is wanted", tensor.shape)));
        }
        self.check(name, &tensor)?;
        Ok(Some(tensor))
    }

    /// That a tensor has as many bytes as its shape says.
    fn check(&self, name: &str, tensor: &Tensor) -> Result<(), VectorsError> {
        let Some(each) = bytes_of(&tensor.dtype) else {
            return Err(self.wrong(format!("`{name}` holds numbers of the kind {}, which are not read", tensor.dtype)));
        };
        let wanted = tensor.shape.iter().try_fold(each, |bytes, &size| bytes.checked_mul(size));
        let has = tensor.data_offsets.1 - tensor.data_offsets.0;
        if wanted != Some(has) {
            return Err(
                self.wrong(format!("`{name}` has {has} bytes, which are not those of its shape {:?}", tensor.shape))
            );
        }
        Ok(())
    }

    /// Hands out the bytes of a tensor, so many numbers at a time, until `take` says that they are none.
    fn pieces(
        &mut self,
        name: &str,
        tensor: &Tensor,
        numbers: usize,
        mut take: impl FnMut(&[u8]) -> bool,
    ) -> Result<(), VectorsError> {
        let io = |path: &Path, e: std::io::Error| VectorsError::unreadable(path, &e);
        let each = bytes_of(&tensor.dtype).unwrap_or(1) as usize;
        let (from, to) = tensor.data_offsets;
        self.file.seek(SeekFrom::Start(self.begin + from)).map_err(|e| io(self.path, e))?;
        let mut piece = vec![0; numbers * each];
        for at in 0..(to - from) as usize / piece.len().max(1) {
            self.file.read_exact(&mut piece).map_err(|e| io(self.path, e))?;
            if !take(&piece) {
                return Err(self.wrong(format!("row {at} of `{name}` holds what is no number")));
            }
        }
        Ok(())
    }

    fn numbers(
        &mut self,
        name: &str,
        tensor: &Tensor,
        numbers: usize,
        mut take: impl FnMut(&[f32]) -> bool,
    ) -> Result<(), VectorsError> {
        let mut row = Vec::with_capacity(numbers);
        self.pieces(name, tensor, numbers, |bytes| {
            row.clear();
            match tensor.dtype.as_str() {
                "F32" => row.extend(bytes.as_chunks().0.iter().map(|&bytes| f32::from_le_bytes(bytes))),
                "F64" => row.extend(bytes.as_chunks().0.iter().map(|&bytes| f64::from_le_bytes(bytes) as f32)),
                "F16" => row.extend(bytes.as_chunks().0.iter().map(|&bytes| f16::from_le_bytes(bytes).to_f32())),
                "BF16" => row.extend(bytes.as_chunks().0.iter().map(|&bytes| bf16::from_le_bytes(bytes).to_f32())),
                "I8" => row.extend(bytes.iter().map(|&byte| f32::from(byte as i8))),
                // Whole numbers are no vectors.
                _ => return false,
            }
            take(&row)
        })
    }

    fn whole_numbers(&mut self, name: &str, tensor: &Tensor, mut take: impl FnMut(u32)) -> Result<(), VectorsError> {
        self.pieces(name, tensor, 1, |bytes| {
            let number = match (tensor.dtype.as_str(), bytes.len()) {
                ("I64" | "U64", 8) => i64::from_le_bytes(bytes.try_into().unwrap_or_default()),
                ("I32" | "U32", 4) => i32::from_le_bytes(bytes.try_into().unwrap_or_default()).into(),
                _ => -1,
            };
            u32::try_from(number).map(&mut take).is_ok()
        })
    }
}

/// The bytes of a number of a kind; `None` for a kind that is not read.
fn bytes_of(dtype: &str) -> Option<u64> {
    match dtype {
        "F64" | "I64" | "U64" => Some(8),
        "F32" | "I32" | "U32" => Some(4),
        "F16" | "BF16" => Some(2),
        "I8" => Some(1),
        _ => None,
    }
}
