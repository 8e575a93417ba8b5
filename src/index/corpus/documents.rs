//! The documents of a build, in memory while it lasts. The first of them, and long ones, are held as they are; of a
//! table of a million rows most would be the room that a few words take as strings and lists, so that small ones behind
//! the first are packed, their texts one after another, and unpacked whenever somebody asks.

use std::collections::HashMap;
use std::sync::Arc;

use crate::judgement::{DocumentText, Documents};
use crate::model::{Document, DocumentId};
use crate::store::sentences;
use crate::text::numbers::varint::{put, take, unzigzag, zigzag};

/// Number of documents that are held unpacked.
const AS_THEY_ARE: usize = 1 << 14;
/// Bytes of text above which a further document is held unpacked as well.
const SMALL: usize = 4_096;
/// Documents that are packed one behind another.
const TOGETHER: usize = 1 << 10;

/// The documents, in reading order.
#[derive(Default)]
pub(super) struct Held {
    entries: Vec<Entry>,
    ids: Vec<DocumentId>,
    blocks: Vec<Block>,
    names: Names,
}

enum Entry {
    AsItIs(Arc<DocumentText>),
    /// Positions of a block, and in it.
    Packed(u32, u32),
}

/// Packed documents.
#[derive(Default)]
struct Block {
    /// Titles and texts.
    texts: String,
    rest: Vec<u8>,
    /// Where each has its title, its text and the rest.
    starts: Vec<[u32; 3]>,
}

/// What many documents have in common: paths, formats, encodings, languages.
#[derive(Default)]
struct Names {
    names: Vec<String>,
    numbers: HashMap<String, u64>,
}

impl Names {
    fn number(&mut self, name: &str) -> u64 {
        if let Some(&number) = self.numbers.get(name) {
            return number;
        }
        let number = self.names.len() as u64;
        self.names.push(name.to_owned());
        self.numbers.insert(name.to_owned(), number);
        number
    }

    fn of(&self, number: u64) -> Option<String> {
        self.names.get(usize::try_from(number).ok()?).cloned()
    }
}

impl Held {
    /// Adds a document behind the others.
    pub fn push(&mut self, document: DocumentText) {
        self.ids.push(document.document.id);
        let small = document.text.len() <= SMALL && document.speakers.is_empty();
        if self.entries.len() < AS_THEY_ARE || !small {
            return self.entries.push(Entry::AsItIs(Arc::new(document)));
        }
        if self.blocks.last().is_none_or(|block| block.starts.len() >= TOGETHER) {
            if let Some(full) = self.blocks.last_mut() {
                full.texts.shrink_to_fit();
                full.rest.shrink_to_fit();
            }
            self.blocks.push(Block::default());
        }
        let number = self.blocks.len() as u32 - 1;
        if let Some(block) = self.blocks.last_mut() {
            self.entries.push(Entry::Packed(number, block.starts.len() as u32));
            block.add(&document, &mut self.names);
        }
    }

    /// Leaves out the last documents, as many as are said.
    pub fn withdraw(&mut self, documents: usize) {
        let left = self.entries.len().saturating_sub(documents);
        self.entries.truncate(left);
        self.ids.truncate(left);
    }

    /// Calls the document at a position by its id.
    pub fn call(&mut self, at: usize, id: DocumentId) {
        self.ids[at] = id;
        if let Entry::AsItIs(document) = &mut self.entries[at]
            && let Some(document) = Arc::get_mut(document)
        {
            document.document.id = id;
        }
    }
}

impl Documents for Held {
    fn len(&self) -> usize {
        self.entries.len()
    }

    fn at(&self, at: usize) -> Arc<DocumentText> {
        match &self.entries[at] {
            Entry::AsItIs(document) => document.clone(),
            Entry::Packed(block, place) => {
                let document = self.blocks[*block as usize].unpack(*place as usize, &self.names);
                let mut document = document.unwrap_or_else(|| empty(self.title(at), self.text(at)));
                document.document.id = self.ids[at];
                Arc::new(document)
            }
        }
    }

    fn id(&self, at: usize) -> DocumentId {
        self.ids[at]
    }

    fn text(&self, at: usize) -> &str {
        match &self.entries[at] {
            Entry::AsItIs(document) => &document.text,
            Entry::Packed(block, place) => self.blocks[*block as usize].text(*place as usize),
        }
    }

    fn title(&self, at: usize) -> &str {
        match &self.entries[at] {
            Entry::AsItIs(document) => &document.document.title,
            Entry::Packed(block, place) => self.blocks[*block as usize].title(*place as usize),
        }
    }
}

/// Puts a hash: sixteen bytes where it is the digits of a number so long, as ours are, else as it is written.
fn put_hash(rest: &mut Vec<u8>, hash: &str) {
    let number = u128::from_str_radix(hash, 16).ok().filter(|number| format!("{number:032x}") == hash);
    match number {
        Some(number) => {
            put(rest, 0);
            rest.extend_from_slice(&number.to_le_bytes());
        }
        None => {
            put(rest, hash.len() as u64 + 1);
            rest.extend_from_slice(hash.as_bytes());
        }
    }
}

fn take_hash(rest: &mut &[u8]) -> Option<String> {
    let written = usize::try_from(take(rest)?).ok()?.checked_sub(1);
    let (hash, after) = rest.split_at_checked(written.unwrap_or(size_of::<u128>()))?;
    *rest = after;
    match written {
        None => Some(format!("{:032x}", u128::from_le_bytes(hash.try_into().ok()?))),
        Some(_) => Some(std::str::from_utf8(hash).ok()?.to_owned()),
    }
}

/// A document of which nothing but its words is known.
fn empty(title: &str, text: &str) -> DocumentText {
    let document = Document {
        id: DocumentId(0),
        title: title.to_owned(),
        path: String::new(),
        row: None,
        format: String::new(),
        encoding: String::new(),
        language: None,
        bytes: 0,
        modified: None,
        hash: String::new(),
        text_len: text.len(),
        tokens: 0,
    };
    DocumentText { document, text: text.to_owned(), sentences: Vec::new(), speakers: Vec::new() }
}

impl Block {
    fn title(&self, place: usize) -> &str {
        let [title, text, _] = self.starts[place];
        self.texts.get(title as usize..text as usize).unwrap_or_default()
    }

    fn text(&self, place: usize) -> &str {
        let end = self.starts.get(place + 1).map_or(self.texts.len(), |&[title, ..]| title as usize);
        self.texts.get(self.starts[place][1] as usize..end).unwrap_or_default()
    }

    fn add(&mut self, held: &DocumentText, names: &mut Names) {
        let Document { title, path, row, format, encoding, language, bytes, modified, hash, text_len, tokens, .. } =
            &held.document;
        let [at_title, at_rest] = [self.texts.len() as u32, self.rest.len() as u32];
        self.texts.push_str(title);
        self.starts.push([at_title, self.texts.len() as u32, at_rest]);
        self.texts.push_str(&held.text);
        let rest = &mut self.rest;
        [path, format, encoding].into_iter().for_each(|name| put(rest, names.number(name)));
        put(rest, language.as_ref().map_or(0, |language| names.number(language) + 1));
        put(rest, row.map_or(0, |row| u64::from(row) + 1));
        put(rest, *bytes);
        put(rest, u64::from(modified.is_some()));
        put(rest, zigzag(modified.unwrap_or_default()));
        put_hash(rest, hash);
        put(rest, *text_len as u64);
        put(rest, u64::from(*tokens));
        rest.extend(sentences::pack(&held.sentences));
    }

    fn unpack(&self, place: usize, names: &Names) -> Option<DocumentText> {
        let end = self.starts.get(place + 1).map_or(self.rest.len(), |&[.., rest]| rest as usize);
        let rest = &mut self.rest.get(self.starts[place][2] as usize..end)?;
        let [path, format, encoding] = [names.of(take(rest)?)?, names.of(take(rest)?)?, names.of(take(rest)?)?];
        let language = match take(rest)? {
            0 => None,
            number => Some(names.of(number - 1)?),
        };
        let row = take(rest)?.checked_sub(1).map(|row| row as u32);
        let bytes = take(rest)?;
        let dated = take(rest)? == 1;
        let modified = Some(unzigzag(take(rest)?)).filter(|_| dated);
        let hash = take_hash(rest)?;
        let (text_len, tokens) = (take(rest)? as usize, take(rest)? as u32);
        let sentences = sentences::unpack(rest)?;
        let title = self.title(place).to_owned();
        let document = Document {
            id: DocumentId(0),
            title,
            path,
            row,
            format,
            encoding,
            language,
            bytes,
            modified,
            hash,
            text_len,
            tokens,
        };
        Some(DocumentText { document, text: self.text(place).to_owned(), sentences, speakers: Vec::new() })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::model::{Sentence, SentenceKind, Span};

    const KINDS: [SentenceKind; 8] = [
        SentenceKind::Prose,
        SentenceKind::Boilerplate,
        SentenceKind::Heading,
        SentenceKind::Item,
        SentenceKind::Row,
        SentenceKind::Furniture,
        SentenceKind::Code,
        SentenceKind::Caption,
    ];

    fn document(title: &str, text: &str, cuts: &[(usize, usize, bool)]) -> DocumentText {
        let mut document = empty(title, text);
        document.document.path = "rows.csv".to_owned();
        document.document.language = (!title.is_empty()).then(|| "eng".to_owned());
        document.document.row = Some(text.len() as u32);
        document.document.modified = text.len().is_multiple_of(2).then_some(-5);
        let short = format!("{:x}", text.len());
        document.document.hash = if cuts.is_empty() { short } else { crate::model::hash::hex(text.as_bytes()) };
        document.sentences = cuts
            .iter()
            .map(|&(start, len, recurring)| Sentence {
                span: Span::new(start, start + len),
                kind: KINDS[start % KINDS.len()],
                speaker: None,
                paragraph: len as u32,
                recurring,
            })
            .collect();
        document
    }

    proptest! {
        #[test]
        fn what_is_packed_is_unpacked(
            drafts in prop::collection::vec(
                ("\\PC{0,12}", "\\PC{0,40}", prop::collection::vec((0usize..300, 0usize..90, any::<bool>()), 0..5)),
                1..8,
            )
        ) {
            let (mut block, mut names) = (Block::default(), Names::default());
            let made: Vec<DocumentText> = drafts.iter().map(|(title, text, cuts)| document(title, text, cuts)).collect();
            made.iter().for_each(|document| block.add(document, &mut names));
            for (place, made) in made.iter().enumerate() {
                prop_assert_eq!(block.text(place), &made.text);
                prop_assert_eq!(block.title(place), &made.document.title);
                let found = block.unpack(place, &names).expect("what was packed");
                prop_assert_eq!(&found.document, &made.document);
                prop_assert_eq!(&found.sentences, &made.sentences);
            }
        }
    }

    #[test]
    fn documents_are_the_same_however_they_are_held() {
        let mut held = Held::default();
        for number in 0..AS_THEY_ARE + TOGETHER + 3 {
            held.push(document("Row", &format!("row {number}"), &[(0, 3, false)]));
            held.call(number, DocumentId(number as u32 + 7));
        }
        held.withdraw(2);
        assert_eq!(held.len(), AS_THEY_ARE + TOGETHER + 1);
        for number in [0, AS_THEY_ARE - 1, AS_THEY_ARE, AS_THEY_ARE + TOGETHER] {
            let found = held.at(number);
            assert_eq!((found.text.as_str(), found.document.id.0), (held.text(number), number as u32 + 7));
            assert_eq!((found.text.clone(), held.title(number)), (format!("row {number}"), "Row"));
            assert_eq!(found.sentences[0].span, Span::new(0, 3));
        }
        assert!(matches!(held.entries[AS_THEY_ARE], Entry::Packed(0, 0)));
    }
}
