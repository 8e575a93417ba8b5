//! Whether what is quoted stands where it is said to stand: word for word in the document's text, byte for byte in its
//! file, and said by whom the document has say it there.

use std::collections::HashMap;
use std::rc::Rc;

use crate::ingest::Roots;
use crate::judgement::Quotable;
use crate::judgement::quotation::quotables;
use crate::model::{Answer, DocumentId, Evidence, Kind, Sentence, Span, Speaker, TextUnitId};
use crate::store::{Reader, Result};
use crate::text::display::inline::unmarked;
use crate::text::provenance::span_map::SpanMap;

/// Bytes of files and texts kept at a time.
const KEPT: usize = 64 << 20;
/// Sentences that one quotation is of at most.
const LONGEST: usize = 6;

/// How one quotation fared.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Checked {
    /// It stands word for word in the text.
    pub in_text: bool,
    /// Its bytes are those of the file; none where the file is gone, in another encoding, or has marks between the
    /// words.
    pub in_file: Option<bool>,
    /// It is said by whom the document has say it; none where nobody speaks there.
    pub speaker: Option<bool>,
    /// Where it was looked for, for whoever is told of a wrong one.
    pub path: String,
}

/// A document as quotations are held against it.
struct Loaded {
    path: String,
    text: String,
    sentences: Vec<Sentence>,
    speakers: Vec<Speaker>,
    /// The way back and the file, where its bytes are comparable.
    file: Option<(SpanMap, Vec<u8>)>,
}

/// Holds quotations against the documents of an index.
pub struct Checker<'r> {
    reader: &'r Reader,
    roots: Roots,
    loaded: HashMap<DocumentId, Rc<Loaded>>,
    bytes: usize,
}

impl<'r> Checker<'r> {
    pub fn new(reader: &'r Reader) -> Result<Self> {
        let roots = Roots::new(reader.meta()?.roots);
        Ok(Self { reader, roots, loaded: HashMap::new(), bytes: 0 })
    }

    /// Checks everything an answer quotes: its evidence, or what its Markdown quotes of a source with somebody named
    /// behind it.
    pub fn answer(&mut self, answer: &Answer) -> Result<Vec<Checked>> {
        if !answer.evidence.is_empty() {
            return answer.evidence.iter().filter_map(|evidence| self.evidence(evidence).transpose()).collect();
        }
        quotables(&answer.text)
            .iter()
            .filter(|quotable| is_quoted(quotable))
            .map(|quotable| self.quotable(quotable))
            .collect()
    }

    /// Checks a passage against the place it names; none where a record's own words are quoted.
    pub fn evidence(&mut self, evidence: &Evidence) -> Result<Option<Checked>> {
        let Some(document) = evidence.document else { return Ok(None) };
        let document = self.document(document)?;
        let there = evidence.window.slice(&document.text).unwrap_or_default();
        let found = if there == evidence.text {
            Some(evidence.window)
        } else {
            place_of(&evidence.text, there).map(|span| span.shifted(evidence.window.start))
        };
        let mut checked = Checked { path: document.path.clone(), ..Checked::default() };
        if let Some(span) = found {
            checked.in_text = true;
            checked.in_file = document.in_file(span);
            checked.speaker = document.says(evidence.quote.start, evidence.speaker.as_deref());
        }
        Ok(Some(checked))
    }

    /// Checks a sentence against the sources it cites.
    pub fn quotable(&mut self, quotable: &Quotable) -> Result<Checked> {
        let sources = quotable.cites.iter().filter(|cited| cited.kind == Kind::Source);
        let sources: Vec<TextUnitId> = sources.map(|cited| TextUnitId(cited.id)).collect();
        let mut checked = Checked::default();
        for unit in self.reader.text_units(&sources)? {
            let document = self.document(unit.document)?;
            checked.path.clone_from(&document.path);
            let there = unit.span.slice(&document.text).unwrap_or_default();
            let plainly = place_of(&quotable.text, there).map(|span| span.shifted(unit.span.start));
            if let Some(span) = plainly.or_else(|| document.marked(&quotable.text, unit.span)) {
                checked.in_text = true;
                checked.in_file = document.in_file(span);
                checked.speaker = document.says(span.start, quotable.speaker.as_deref());
                break;
            }
        }
        Ok(checked)
    }

    fn document(&mut self, id: DocumentId) -> Result<Rc<Loaded>> {
        if let Some(loaded) = self.loaded.get(&id) {
            return Ok(Rc::clone(loaded));
        }
        if self.bytes > KEPT {
            self.loaded.clear();
            self.bytes = 0;
        }
        let stored = self.reader.stored_document(id)?;
        let about = &stored.document;
        let comparable = about.encoding.starts_with("UTF-8") && matches!(about.format.as_str(), "text" | "markdown");
        let file = match comparable.then(|| file_of(&self.roots, &about.path)).flatten() {
            Some(bytes) => Some((self.reader.way_back(id)?.0, bytes)),
            None => None,
        };
        self.bytes += stored.text.len() + file.as_ref().map_or(0, |(_, bytes)| bytes.len());
        let loaded = Rc::new(Loaded {
            path: stored.document.path,
            text: stored.text,
            sentences: stored.sentences,
            speakers: stored.speakers,
            file,
        });
        self.loaded.insert(id, Rc::clone(&loaded));
        Ok(loaded)
    }
}

impl Loaded {
    /// The sentences inside a span that a quotation is of, where their own markup was left out of it.
    fn marked(&self, quotation: &str, inside: Span) -> Option<Span> {
        let first = self.sentences.partition_point(|sentence| sentence.span.end <= inside.start);
        let behind = self.sentences.partition_point(|sentence| sentence.span.start < inside.end);
        let stretches = (first..behind).flat_map(|one| (one..behind.min(one + LONGEST)).map(move |other| (one, other)));
        let words = |sentence: &Sentence| unmarked(sentence.span.slice(&self.text).unwrap_or_default()).into_owned();
        let stands = |one: usize, other: usize, span: Span| {
            let whole = span.slice(&self.text).map(unmarked);
            // The rows of a table are unmarked one by one.
            let rows = || self.sentences[one..=other].iter().map(words).collect::<Vec<_>>().join("\n");
            whole.is_some_and(|whole| place_of(quotation, &whole).is_some()) || place_of(quotation, &rows()).is_some()
        };
        stretches
            .map(|(one, other)| (one, other, Span::new(self.sentences[one].span.start, self.sentences[other].span.end)))
            .find(|&(one, other, span)| stands(one, other, span))
            .map(|(.., span)| span)
    }

    fn in_file(&self, span: Span) -> Option<bool> {
        let (map, bytes) = self.file.as_ref()?;
        let place = map.to_file(span);
        Some(bytes.get(place.start..place.end) == Some(&self.text.as_bytes()[span.start..span.end]))
    }

    /// Whether the words at a place are those of who is named; none where nobody speaks.
    fn says(&self, at: usize, named: Option<&str>) -> Option<bool> {
        let behind = self.sentences.partition_point(|sentence| sentence.span.end <= at);
        let sentence = self.sentences.get(behind)?;
        let speaker = self.speakers.get(usize::from(sentence.speaker?))?;
        Some(named.is_some_and(|named| named.starts_with(&speaker.name)))
    }
}

/// True for what a document says, with whoever says it behind it; rows of lists, counts, and what says that nothing was
/// found are ours.
pub fn is_quoted(quotable: &Quotable) -> bool {
    quotable.speaker.is_some() && quotable.cites.iter().any(|cite| cite.kind == Kind::Source)
}

/// Where a quotation stands in a text: the parts between ellipses one after the other, white space of any kind being
/// one space in both.
pub fn place_of(quotation: &str, text: &str) -> Option<Span> {
    let (mut from, mut start) = (0, None);
    for part in quotation.split('…').map(str::trim).filter(|part| !part.is_empty()) {
        let words: Vec<&str> = part.split_whitespace().collect();
        let found = find_words(text, &words, from)?;
        start = start.or(Some(found.start));
        from = found.end;
    }
    start.map(|start| Span::new(start, from))
}

/// The first place, from `from` on, where `words` stand with nothing but white space between them.
fn find_words(text: &str, words: &[&str], from: usize) -> Option<Span> {
    let first = words.first()?;
    let mut search = from;
    while let Some(at) = text.get(search..)?.find(first).map(|at| search + at) {
        let mut end = at + first.len();
        let follows = words[1..].iter().all(|word| {
            let rest = text[end..].trim_start();
            // A block quote's mark in front of a line is no word.
            let broken = text[end..text.len() - rest.len()].contains('\n');
            let rest = if broken { rest.trim_start_matches(['>', ' ']) } else { rest };
            let gap = text.len() - end - rest.len();
            let fits = gap > 0 && rest.starts_with(word);
            end += gap + word.len();
            fits
        });
        if follows {
            return Some(Span::new(at, end));
        }
        search = at + first.len();
    }
    None
}

/// The bytes of an indexed file; none when it is gone.
fn file_of(roots: &Roots, path: &str) -> Option<Vec<u8>> {
    std::fs::read(roots.file(path)?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotations_are_found_through_line_breaks_and_ellipses() {
        let text = "One bridge\nfell. Another  bridge stood.";
        assert_eq!(place_of("One bridge fell.", text), Some(Span::new(0, 16)));
        assert_eq!(place_of("One … stood.", text), Some(Span::new(0, text.len())));
        assert_eq!(place_of("bridge stood", text), Some(Span::new(26, 38)));
        assert_eq!(place_of("One bridge stood", text), None);
        assert_eq!(place_of("…", text), None);
    }

    #[test]
    fn words_of_another_speaker_are_told() {
        let speaker = |name: &str| {
            let (labels, part) = (Vec::new(), Default::default());
            Speaker { name: name.to_owned(), labels, role: None, part, own_name: None }
        };
        let sentence = |start: usize, end: usize, speaker: Option<u16>| Sentence {
            span: Span::new(start, end),
            kind: crate::model::SentenceKind::Prose,
            speaker,
            paragraph: 0,
            recurring: false,
        };
        let loaded = Loaded {
            path: String::new(),
            text: "It leaked. It held. It rained.".to_owned(),
            sentences: vec![sentence(0, 10, Some(0)), sentence(11, 19, Some(1)), sentence(20, 30, None)],
            speakers: vec![speaker("Ilse Brandt"), speaker("Tom Orsk")],
            file: None,
        };
        assert_eq!(loaded.says(0, Some("Ilse Brandt, harbour master")), Some(true));
        assert_eq!(loaded.says(12, Some("Ilse Brandt, harbour master")), Some(false));
        assert_eq!(loaded.says(12, None), Some(false));
        assert_eq!(loaded.says(20, None), None);
        assert_eq!(loaded.in_file(Span::new(0, 10)), None);
    }
}
