//! Static vectors that a person has put on the disk: a vector for each word, or for each piece of a word, made once by
//! others on much more text than any corpus has. A text is the weighted mean of its tokens (Arora, Liang and Ma, "A
//! simple but tough-to-beat baseline for sentence embeddings", 2017; model2vec, Minish Lab, 2024). Nothing is ever
//! downloaded.
//!
//! Three forms are read: a folder as model2vec and sentence-transformers write it (`tensors`, `tokens`), a tensor with
//! a list of words beside it, and files of words as word2vec, GloVe and fastText write them (`words`). Every number is
//! rounded to a signed byte as it is read, as an index keeps vectors, so that no more is held than the file has.
//!
//! Which `normalize` a model's configuration names makes no difference here: every vector is brought to unit length,
//! because only directions are compared.

mod pieces;
mod steps;
mod table;
mod tensors;
#[cfg(test)]
pub mod tests;
mod tokens;
mod words;

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

use rayon::prelude::*;

use self::table::Table;
use self::tokens::{Scratch, Tokens};
use crate::model::dense::normalise;
use crate::model::{hash, shown_path};

/// How the vectors of an index begin to be named when they are of this kind.
const PREFIX: &str = "static ";
/// Texts handled by one thread at a time.
const BATCH: usize = 32;
/// The most bytes of a file that holds a vocabulary.
const VOCABULARY_BYTES: u64 = 256 << 20;

/// Vectors that cannot be used: which file, and what is wrong with it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the vectors in {} cannot be used: {what}", shown_path(.path))]
pub struct VectorsError {
    pub path: PathBuf,
    pub what: String,
    /// What to do about it.
    pub hint: String,
}

impl VectorsError {
    fn new(path: &Path, what: impl Into<String>) -> Self {
        let hint = "set vectors to a folder with model.safetensors and tokenizer.json (model2vec), or to a file of words \
                    and vectors (.vec, .txt, .bin)";
        Self { path: path.to_owned(), what: what.into(), hint: hint.to_owned() }
    }

    fn unreadable(path: &Path, error: &std::io::Error) -> Self {
        match error.kind() {
            std::io::ErrorKind::NotFound => Self::new(path, "it is not there"),
            std::io::ErrorKind::UnexpectedEof => Self::new(path, "it ends in the middle of a vector"),
            _ => Self::new(path, error.to_string()),
        }
    }
}

/// A set of static vectors, ready to embed.
#[derive(Debug)]
pub struct StaticVectors {
    label: String,
    table: Table,
    /// The row of each token; a token's own number where there is none.
    rows: Option<Vec<u32>>,
    /// What each token counts; all the same where there is none.
    weights: Option<Vec<f32>>,
    tokens: Tokens,
}

impl StaticVectors {
    /// Reads a folder or file.
    ///
    /// # Errors
    /// It is not there, is none of the forms that are read, or does not hold together; see [`VectorsError`].
    pub fn open(path: &Path) -> Result<Self, VectorsError> {
        let parts = match Found::at(path)? {
            Found::Tensors { tensors, vocabulary } => tensors::read(&tensors, &vocabulary)?,
            Found::Words(file) => words::read(&file)?,
        };
        let name = path.file_stem().or_else(|| path.file_name()).map_or_else(String::new, |name| {
            let whole = if path.is_dir() { path.file_name().unwrap_or(name) } else { name };
            whole.to_string_lossy().split_whitespace().collect::<Vec<_>>().join("-")
        });
        Self::of(path, &name, parts)
    }

    /// Puts together what was read, when it fits together.
    fn of(path: &Path, name: &str, parts: Parts) -> Result<Self, VectorsError> {
        let wrong = |what: String| Err(VectorsError::new(path, what));
        let Parts { mut table, rows, mut weights, tokens, vocabulary } = parts;
        if table.len() == 0 || table.dimensions() == 0 || table.is_zero() {
            return wrong("there is no vector in it that is not zero".to_owned());
        }
        let named = rows.as_ref().map_or(table.len(), Vec::len);
        if tokens.len() != named {
            return wrong(format!(
                "it has vectors for {named} tokens, and the vocabulary beside it has {}: they are not of one model",
                tokens.len()
            ));
        }
        if rows.iter().flatten().any(|&row| row as usize >= table.len()) {
            return wrong("its mapping leads to rows that are not there".to_owned());
        }
        if let Some(weights) = &weights {
            if weights.len() != named {
                return wrong(format!("it has {} weights for {named} tokens", weights.len()));
            }
            if !weights.iter().all(|weight| weight.is_finite()) {
                return wrong("a weight in it is no number".to_owned());
            }
        }
        let mut checksum = hash::mix(table.checksum(), vocabulary);
        for &row in rows.iter().flatten() {
            checksum = hash::mix(checksum, row.into());
        }
        for weight in weights.iter().flatten() {
            checksum = hash::mix(checksum, weight.to_bits().into());
        }
        // After the checksum, which is of what the file has.
        table.level();
        if let Some(weights) = &mut weights {
            let largest = weights.iter().fold(0f32, |largest, weight| largest.max(weight.abs()));
            weights.iter_mut().filter(|_| largest > 0.0).for_each(|weight| *weight /= largest);
        }
        Ok(Self { label: format!("{PREFIX}{name} {checksum:016x}"), table, rows, weights, tokens })
    }

    /// The name that an index's vectors go by: whose they are, with a checksum of all that they are made of. Two sets
    /// by one name are told apart by it.
    pub fn label(&self) -> &str {
        &self.label
    }

    pub fn dimensions(&self) -> usize {
        self.table.dimensions()
    }

    /// Tokens that have a vector.
    pub fn len(&self) -> usize {
        self.tokens.len()
    }

    pub fn is_empty(&self) -> bool {
        self.tokens.len() == 0
    }

    /// The vectors of many texts, in their order; each of unit length, or all zero when none of its tokens is known.
    pub fn embed_all<T: AsRef<str> + Sync>(&self, texts: &[T]) -> Vec<Vec<f32>> {
        texts
            .par_chunks(BATCH)
            .flat_map_iter(|batch| {
                let mut scratch = Scratch::default();
                batch.iter().map(move |text| self.embed(text.as_ref(), &mut scratch))
            })
            .collect()
    }

    fn embed(&self, text: &str, scratch: &mut Scratch) -> Vec<f32> {
        let mut sum = vec![0.0; self.dimensions()];
        for token in self.tokens.of(text, scratch) {
            let at = token as usize;
            let row = self.rows.as_ref().map_or(Some(token), |rows| rows.get(at).copied());
            let weight = self.weights.as_ref().map_or(Some(1.0), |weights| weights.get(at).copied());
            if let (Some(row), Some(weight)) = (row, weight) {
                self.table.add_to(&mut sum, row as usize, weight);
            }
        }
        normalise(&mut sum);
        // What is next to nothing beside the other tokens has no direction.
        if sum.iter().map(|value| value * value).sum::<f32>() < 0.5 {
            sum.fill(0.0);
        }
        sum
    }
}

/// Whether the vectors of an index, by their name, are static ones.
pub fn is_static(model: &str) -> bool {
    model.starts_with(PREFIX)
}

/// The vectors that were opened last, with what they were read from: every index that is looked at, and every question
/// of the explorer, wants the same ones.
static OPENED: Mutex<Option<(Stamp, Arc<StaticVectors>)>> = Mutex::new(None);

/// The files that vectors are read from, with their lengths and times.
type Stamp = Vec<(PathBuf, u64, Option<SystemTime>)>;

/// Opens the vectors that the settings name, unless they are open; none where the settings name none.
///
/// # Errors
/// See [`StaticVectors::open`].
pub fn of_setting(vectors: &str) -> Result<Option<Arc<StaticVectors>>, VectorsError> {
    let path = match vectors.trim() {
        "" => return Ok(None),
        path => Path::new(path),
    };
    let stamp = Found::at(path)?.stamp()?;
    let mut opened = OPENED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, vectors)) = opened.as_ref().filter(|(known, _)| *known == stamp) {
        return Ok(Some(Arc::clone(vectors)));
    }
    let vectors = Arc::new(StaticVectors::open(path)?);
    *opened = Some((stamp, Arc::clone(&vectors)));
    Ok(Some(vectors))
}

/// What a reader of one of the forms gives.
struct Parts {
    table: Table,
    rows: Option<Vec<u32>>,
    weights: Option<Vec<f32>>,
    tokens: Tokens,
    /// A hash of the vocabulary.
    vocabulary: u64,
}

/// Which form lies at a place.
enum Found {
    Tensors { tensors: PathBuf, vocabulary: PathBuf },
    Words(PathBuf),
}

impl Found {
    fn stamp(&self) -> Result<Stamp, VectorsError> {
        let files = match self {
            Found::Tensors { tensors, vocabulary } => vec![tensors, vocabulary],
            Found::Words(file) => vec![file],
        };
        let stamp = |file: &PathBuf| {
            let about = std::fs::metadata(file).map_err(|e| VectorsError::unreadable(file, &e))?;
            Ok((file.clone(), about.len(), about.modified().ok()))
        };
        files.into_iter().map(stamp).collect()
    }

    fn at(path: &Path) -> Result<Self, VectorsError> {
        let about = std::fs::metadata(path).map_err(|e| VectorsError::unreadable(path, &e))?;
        if about.is_dir() {
            return Self::in_folder(path);
        }
        match ending(path).as_str() {
            "safetensors" => Self::with_vocabulary(path, path.parent().unwrap_or(Path::new("."))),
            "vec" | "txt" | "bin" => Ok(Found::Words(path.to_owned())),
            _ => Err(VectorsError::new(path, "its name does not end in .safetensors, .vec, .txt or .bin")),
        }
    }

    fn in_folder(folder: &Path) -> Result<Self, VectorsError> {
        // Where sentence-transformers puts what model2vec puts in the folder itself.
        for place in [folder.to_owned(), folder.join("0_StaticEmbedding")] {
            let tensors = place.join("model.safetensors");
            if tensors.is_file() {
                return Self::with_vocabulary(&tensors, &place);
            }
        }
        let files = std::fs::read_dir(folder).map_err(|e| VectorsError::unreadable(folder, &e))?;
        let mut files: Vec<PathBuf> = files.filter_map(|file| Some(file.ok()?.path())).collect();
        files.sort();
        let with = |wanted: &[&str]| -> Vec<&PathBuf> {
            let is_one = |file: &&PathBuf| wanted.contains(&ending(file).as_str()) && file.is_file();
            files.iter().filter(is_one).collect()
        };
        let (tensors, words) = (with(&["safetensors"]), with(&["vec", "bin", "txt"]));
        match (&tensors[..], &words[..]) {
            ([tensors], _) => Self::with_vocabulary(tensors, folder),
            ([], [words]) => Ok(Found::Words((*words).clone())),
            ([], []) => Err(VectorsError::new(folder, "no file of vectors lies in it")),
            _ => Err(VectorsError::new(folder, "several files of vectors lie in it: name the one that is meant")),
        }
    }

    fn with_vocabulary(tensors: &Path, folder: &Path) -> Result<Self, VectorsError> {
        let names = ["tokenizer.json", "vocab.json", "vocab.txt"];
        let vocabulary = names.iter().map(|name| folder.join(name)).find(|file| file.is_file());
        match vocabulary {
            Some(vocabulary) => Ok(Found::Tensors { tensors: tensors.to_owned(), vocabulary }),
            None => Err(VectorsError::new(folder, format!("none of {} lies beside the tensor", names.join(", ")))),
        }
    }
}

fn ending(path: &Path) -> String {
    path.extension().map(|ending| ending.to_string_lossy().to_lowercase()).unwrap_or_default()
}

/// The whole of a file that holds a vocabulary.
fn small(path: &Path) -> Result<Vec<u8>, VectorsError> {
    let bytes = std::fs::metadata(path).map_err(|e| VectorsError::unreadable(path, &e))?.len();
    if bytes > VOCABULARY_BYTES {
        return Err(VectorsError::new(path, format!("it has {} MB, which no vocabulary has", bytes >> 20)));
    }
    std::fs::read(path).map_err(|e| VectorsError::unreadable(path, &e))
}
