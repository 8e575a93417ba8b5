//! Files of words and vectors: lines of text as GloVe, word2vec and fastText write them (`.vec`, `.txt`, with a first
//! line that counts them or without), and word2vec's binary form (`.bin`).
//!
//! Such files go from the most frequent word down and hold no weights. A word counts by how rare its place makes it:
//! smooth inverse frequency (Arora et al., 2017, §3), the frequency taken from Zipf's law.

use std::collections::HashMap;
use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

use super::table::Table;
use super::tokens::Tokens;
use super::{Parts, VectorsError, ending};
use crate::model::hash;

/// The most bytes of a line, and of a word of the binary form.
const LINE_BYTES: u64 = 1 << 20;
const WORD_BYTES: u64 = 4 << 10;
/// The longest vector.
const DIMENSIONS: usize = 1 << 16;
/// The constant of smooth inverse frequency.
const SMOOTH: f64 = 1e-4;
/// What fastText's own models begin with.
const FASTTEXT: [u8; 4] = 793_712_314_u32.to_le_bytes();

/// Reads a file of words.
pub(super) fn read(path: &Path) -> Result<Parts, VectorsError> {
    let file = File::open(path).map_err(|e| VectorsError::unreadable(path, &e))?;
    let bytes = file.metadata().map_err(|e| VectorsError::unreadable(path, &e))?.len();
    let mut file = BufReader::with_capacity(1 << 16, file);
    let mut found = Words { path, ids: HashMap::new(), table: Table::default(), hash: 0 };
    match ending(path).as_str() {
        "bin" => found.binary(&mut file, bytes)?,
        _ => found.text(&mut file)?,
    }
    let weights = Some(weights(found.table.len()));
    let (ids, table, vocabulary) = (found.ids, found.table, found.hash);
    let tokens = Tokens::of_words(ids, table.len());
    Ok(Parts { table, rows: None, weights, tokens, vocabulary })
}

/// What each of so many words counts, the most frequent first.
fn weights(words: usize) -> Vec<f32> {
    let share = |rank: usize| 1.0 / (rank as f64 + 2.0);
    let all: f64 = (0..words).map(share).sum();
    (0..words).map(|rank| (SMOOTH / (SMOOTH + share(rank) / all)) as f32).collect()
}

struct Words<'a> {
    path: &'a Path,
    ids: HashMap<String, u32>,
    table: Table,
    hash: u64,
}

impl Words<'_> {
    fn wrong(&self, what: impl Into<String>) -> VectorsError {
        VectorsError::new(self.path, what)
    }

    fn add(&mut self, word: &[u8], row: &[f32]) -> Result<(), VectorsError> {
        let word = String::from_utf8_lossy(word);
        if !self.table.push(row) {
            let at = self.table.len() + 1;
            return Err(self.wrong(format!("vector {at} holds what is no number")));
        }
        self.hash = hash::mix(self.hash, hash::hash64(word.as_bytes(), 0));
        // Of a word that comes twice, the first counts.
        self.ids.entry(word.into_owned()).or_insert(self.table.len() as u32 - 1);
        Ok(())
    }

    fn text(&mut self, file: &mut impl BufRead) -> Result<(), VectorsError> {
        let (mut line, mut row) = (Vec::new(), Vec::new());
        let (mut number, mut counted) = (0, None);
        loop {
            line.clear();
            number += 1;
            let read = file.take(LINE_BYTES).read_until(b'\n', &mut line);
            let read = read.map_err(|e| VectorsError::unreadable(self.path, &e))?;
            if read == 0 {
                break;
            }
            if read as u64 == LINE_BYTES {
                return Err(self.wrong(format!("line {number} has no end: this is no file of words and vectors")));
            }
            let text = line.trim_ascii();
            if text.is_empty() {
                continue;
            }
            let fields = text.split(|&byte| byte == b' ' || byte == b'\t').filter(|field| !field.is_empty());
            let fields: Vec<&[u8]> = fields.collect();
            if number == 1 && fields.len() == 2 {
                let head: Option<Vec<usize>> = fields.iter().map(|field| number_of(field)).collect();
                counted = head.filter(|head| (1..=DIMENSIONS).contains(&head[1]));
                if let Some(head) = &counted {
                    self.table = Table::new(head[1], 0);
                    continue;
                }
            }
            if self.table.dimensions() == 0 {
                if !(2..=DIMENSIONS).contains(&(fields.len() - 1)) {
                    return Err(self.wrong("its first line holds no word with a vector behind it"));
                }
                self.table = Table::new(fields.len() - 1, 0);
            }
            let dimensions = self.table.dimensions();
            if fields.len() <= dimensions {
                let has = fields.len() - 1;
                return Err(self.wrong(format!("line {number} has {has} numbers where others have {dimensions}")));
            }
            // A few words of such files have a space in them.
            let (word, numbers) = fields.split_at(fields.len() - dimensions);
            row.clear();
            for field in numbers {
                let value = number_of(field).ok_or_else(|| {
                    let field = String::from_utf8_lossy(&field[..field.len().min(20)]).into_owned();
                    self.wrong(format!("line {number} has “{field}” where a number should be"))
                })?;
                row.push(value);
            }
            self.add(&word.join(&b' '), &row)?;
        }
        match counted {
            Some(head) if head[0] != self.table.len() => {
                let has = self.table.len();
                Err(self.wrong(format!("it should have {} words and has {has}: it is half a file", head[0])))
            }
            _ => Ok(()),
        }
    }

    fn binary(&mut self, file: &mut impl BufRead, bytes: u64) -> Result<(), VectorsError> {
        let io = |path: &Path, e: std::io::Error| VectorsError::unreadable(path, &e);
        if file.fill_buf().map_err(|e| io(self.path, e))?.starts_with(&FASTTEXT) {
            return Err(self.wrong("it is fastText's own model: the .vec file that comes with it is read"));
        }
        let mut head = Vec::new();
        file.take(WORD_BYTES).read_until(b'\n', &mut head).map_err(|e| io(self.path, e))?;
        let head: Option<Vec<u64>> = head.trim_ascii().split(|&byte| byte == b' ').map(number_of).collect();
        let Some(&[count, dimensions]) = head.as_deref() else {
            return Err(self.wrong("it does not begin with how many words and dimensions it has, as word2vec files do"));
        };
        if !(1..=DIMENSIONS as u64).contains(&dimensions) {
            return Err(self.wrong(format!("it would have {dimensions} dimensions")));
        }
        // A word has a letter, a space and its numbers at the least.
        if count.checked_mul(dimensions * 4 + 2).is_none_or(|least| least > bytes) {
            return Err(
                self.wrong(format!("it should have {count} words of {dimensions} dimensions: it is half a file"))
            );
        }
        self.table = Table::new(dimensions as usize, count as usize);
        let (mut word, mut numbers) = (Vec::new(), vec![0; dimensions as usize * 4]);
        for _ in 0..count {
            word.clear();
            file.take(WORD_BYTES).read_until(b' ', &mut word).map_err(|e| io(self.path, e))?;
            if word.pop() != Some(b' ') {
                return Err(self.wrong("it ends in the middle of a word, or a word has no end"));
            }
            file.read_exact(&mut numbers).map_err(|e| io(self.path, e))?;
            let row: Vec<f32> = numbers.as_chunks().0.iter().map(|&bytes| f32::from_le_bytes(bytes)).collect();
            self.add(word.trim_ascii_start(), &row)?;
        }
        Ok(())
    }
}

fn number_of<T: std::str::FromStr>(field: &[u8]) -> Option<T> {
    std::str::from_utf8(field).ok()?.parse().ok()
}
