//! Text → tokens, as the vocabulary beside the vectors cuts it: `tokenizer.json` as Hugging Face's tokenizers write it,
//! a list of pieces (`vocab.txt`), or plain words.
//!
//! It is read by our own code, because the crate costs thirteen others and a second engine of regular expressions for
//! what a mean over tokens hardly notices. So it is a light reading: special tokens in a text are text, a precompiled
//! normalisation is taken for NFKC, whatever expression words are split by is taken for GPT-2's, pieces are cut in
//! front of every `▁`, and what has no token is passed over. A step of another kind is refused by its name.

use std::collections::HashMap;
use std::fmt;
use std::path::Path;

use serde::Deserialize;
use serde::de::{Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::Value;

use super::VectorsError;
use super::pieces::Model;
use super::steps::{Normaliser, Splitter};
use crate::text::words::terms::{fold, words};

/// Bytes of a piece that is cut at once; of a longer one, one stretch after another.
const PIECE_BYTES: usize = 256;
/// Pieces whose tokens are remembered in a batch.
const REMEMBERED: usize = 1 << 16;

/// A vocabulary, and how text is cut into it.
#[derive(Debug)]
pub(super) struct Tokens {
    kind: Kind,
    /// Tokens that it has, by their highest number.
    count: usize,
}

#[derive(Debug)]
enum Kind {
    /// Words as they stand in the text, as written or in lower case.
    Words(HashMap<String, u32>),
    Pieces {
        normalisers: Vec<Normaliser>,
        splitters: Vec<Splitter>,
        model: Model,
    },
}

/// What a thread remembers from text to text.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    known: HashMap<String, Vec<u32>>,
}

impl Tokens {
    /// Of words by their numbers, so many vectors together.
    pub fn of_words(ids: HashMap<String, u32>, count: usize) -> Self {
        Self { kind: Kind::Words(ids), count }
    }

    /// Reads `tokenizer.json`, `vocab.json` or `vocab.txt`.
    pub fn read(path: &Path, bytes: &[u8]) -> Result<Self, VectorsError> {
        let wrong = |what: String| VectorsError::new(path, what);
        let not_json = |e: serde_json::Error| wrong(format!("it is no vocabulary: {e}"));
        match path.file_name().and_then(|name| name.to_str()) {
            Some("tokenizer.json") => Self::of_file(serde_json::from_slice(bytes).map_err(not_json)?).map_err(wrong),
            Some("vocab.json") => {
                let ids = match serde_json::from_slice(bytes).map_err(not_json)? {
                    Vocabulary::Ids(ids) => ids,
                    Vocabulary::Scored(_) => return Err(wrong("it is no map from words to numbers".to_owned())),
                };
                let count = ids.values().map(|&id| id as usize + 1).max().unwrap_or(0);
                Ok(Self::of_words(ids, count))
            }
            _ => {
                let text = std::str::from_utf8(bytes).map_err(|_| wrong("it is no text in UTF-8".to_owned()))?;
                Ok(Self::of_list(text))
            }
        }
    }

    /// Of a token on each line: pieces as BERT has them where some begin with `##`, words elsewhere.
    fn of_list(text: &str) -> Self {
        let lines = text.lines().map(str::trim_end);
        let ids: HashMap<String, u32> = lines.zip(0..).map(|(token, id)| (token.to_owned(), id)).collect();
        let count = text.lines().count();
        if !ids.keys().any(|token| token.starts_with("##")) {
            return Self::of_words(ids, count);
        }
        let is_cased = ids.keys().any(|token| !token.starts_with('[') && token.chars().any(char::is_uppercase));
        let normalisers = Normaliser::bert(true, true, !is_cased, !is_cased);
        let model = Model::WordPiece { ids, prefix: "##".to_owned(), longest: 100 };
        Self { kind: Kind::Pieces { normalisers, splitters: vec![Splitter::Bert], model }, count }
    }

    fn of_file(file: File) -> Result<Self, String> {
        let mut normalisers = Vec::new();
        Normaliser::read(file.normalizer.as_ref(), &mut normalisers)?;
        let mut splitters = Vec::new();
        Splitter::read(file.pre_tokenizer.as_ref(), &mut splitters)?;
        let (model, of_model) = file.model.read()?;
        let added = file.added_tokens.iter().map(|token| token.id as usize + 1).max().unwrap_or(0);
        Ok(Self { kind: Kind::Pieces { normalisers, splitters, model }, count: of_model.max(added) })
    }

    /// Tokens, the one with the highest number last.
    pub fn len(&self) -> usize {
        self.count
    }

    /// The tokens of a text, in order.
    pub fn of(&self, text: &str, scratch: &mut Scratch) -> Vec<u32> {
        match &self.kind {
            Kind::Words(ids) => words(text)
                .filter_map(|word| {
                    let id = ids.get(word.text).or_else(|| ids.get(&word.text.to_lowercase()));
                    id.or_else(|| ids.get(&fold(word.text))).copied()
                })
                .collect(),
            Kind::Pieces { normalisers, splitters, model } => {
                let text = normalisers.iter().fold(text.to_owned(), |text, step| step.apply(text));
                let mut pieces = vec![text];
                for splitter in splitters {
                    pieces = pieces.iter().flat_map(|piece| splitter.split(piece)).collect();
                }
                let mut tokens = Vec::new();
                for piece in pieces.iter().flat_map(|piece| cut(piece)) {
                    if let Some(known) = scratch.known.get(piece) {
                        tokens.extend_from_slice(known);
                        continue;
                    }
                    let found = model.tokens(piece);
                    tokens.extend_from_slice(&found);
                    if scratch.known.len() < REMEMBERED {
                        scratch.known.insert(piece.to_owned(), found);
                    }
                }
                tokens
            }
        }
    }
}

/// A piece in stretches that a model can cut at once: in front of every `▁` that does not follow another, and never
/// longer than so many bytes.
fn cut(piece: &str) -> Vec<&str> {
    let mut stretches = Vec::new();
    let (mut begin, mut before) = (0, None);
    for (at, c) in piece.char_indices() {
        let too_long = at - begin + c.len_utf8() > PIECE_BYTES;
        if at > begin && (c == '▁' && before != Some('▁') || too_long) {
            stretches.push(&piece[begin..at]);
            begin = at;
        }
        before = Some(c);
    }
    if begin < piece.len() {
        stretches.push(&piece[begin..]);
    }
    stretches
}

/// `tokenizer.json`.
#[derive(Deserialize)]
struct File {
    #[serde(default)]
    added_tokens: Vec<Added>,
    normalizer: Option<Value>,
    pre_tokenizer: Option<Value>,
    model: FileModel,
}

#[derive(Deserialize)]
struct Added {
    id: u32,
}

#[derive(Deserialize)]
struct FileModel {
    #[serde(rename = "type")]
    kind: Option<String>,
    vocab: Vocabulary,
    #[serde(default)]
    merges: Vec<Merge>,
    continuing_subword_prefix: Option<String>,
    end_of_word_suffix: Option<String>,
    max_input_chars_per_word: Option<usize>,
    unk_token: Option<String>,
    unk_id: Option<u32>,
}

impl FileModel {
    /// The model, and how many tokens it has.
    fn read(self) -> Result<(Model, usize), String> {
        let kind = match (self.kind.as_deref(), &self.vocab) {
            (Some(kind), _) => kind,
            // As files were written once.
            (None, Vocabulary::Scored(_)) => "Unigram",
            (None, _) if !self.merges.is_empty() => "BPE",
            (None, _) => "WordPiece",
        };
        let count = match &self.vocab {
            Vocabulary::Ids(ids) => ids.values().map(|&id| id as usize + 1).max().unwrap_or(0),
            Vocabulary::Scored(pieces) => pieces.len(),
        };
        let model = match (kind, self.vocab) {
            ("Unigram", Vocabulary::Scored(pieces)) => Model::unigram(pieces, self.unk_id),
            ("WordPiece", Vocabulary::Ids(mut ids)) => {
                self.unk_token.and_then(|unknown| ids.remove(&unknown));
                let prefix = self.continuing_subword_prefix.unwrap_or_else(|| "##".to_owned());
                Model::WordPiece { ids, prefix, longest: self.max_input_chars_per_word.unwrap_or(100) }
            }
            ("WordLevel", Vocabulary::Ids(mut ids)) => {
                self.unk_token.and_then(|unknown| ids.remove(&unknown));
                Model::Whole { ids }
            }
            ("BPE", Vocabulary::Ids(ids)) => {
                let marks = [self.continuing_subword_prefix, self.end_of_word_suffix];
                if marks.into_iter().flatten().any(|mark| !mark.is_empty()) {
                    return Err("it marks the ends of words in a way that is not read".to_owned());
                }
                Model::pairs(ids, self.merges.iter().map(|Merge(front, back)| (front.as_str(), back.as_str())))
            }
            (kind, _) => return Err(format!("it cuts words by `{kind}`, which is not read")),
        };
        Ok((model, count))
    }
}

/// Tokens with their numbers, or in order with a score each. Read as it comes, without a copy in between.
enum Vocabulary {
    Ids(HashMap<String, u32>),
    Scored(Vec<(String, f64)>),
}

impl<'de> Deserialize<'de> for Vocabulary {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Either;
        impl<'de> Visitor<'de> for Either {
            type Value = Vocabulary;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("tokens with their numbers, or with a score each")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Vocabulary, A::Error> {
                let mut ids = HashMap::new();
                while let Some((token, id)) = map.next_entry()? {
                    ids.insert(token, id);
                }
                Ok(Vocabulary::Ids(ids))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Vocabulary, A::Error> {
                let mut pieces = Vec::new();
                while let Some(piece) = list.next_element()? {
                    pieces.push(piece);
                }
                Ok(Vocabulary::Scored(pieces))
            }
        }
        deserializer.deserialize_any(Either)
    }
}

/// Two pieces that become one: `"a b"` or `["a", "b"]`.
struct Merge(String, String);

impl<'de> Deserialize<'de> for Merge {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Either;
        impl<'de> Visitor<'de> for Either {
            type Value = Merge;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("two pieces")
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Merge, E> {
                let (front, back) = text.split_once(' ').ok_or_else(|| E::custom("a merge of one piece"))?;
                Ok(Merge(front.to_owned(), back.to_owned()))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Merge, A::Error> {
                let wanted = || A::Error::custom("a merge of one piece");
                let front = list.next_element()?.ok_or_else(wanted)?;
                let back = list.next_element()?.ok_or_else(wanted)?;
                while list.next_element::<String>()?.is_some() {}
                Ok(Merge(front, back))
            }
        }
        deserializer.deserialize_any(Either)
    }
}
