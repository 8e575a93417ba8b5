//! Two documents held against each other, and the documents that are most like one.

use std::collections::{HashMap, HashSet};

use super::{Library, Result};
use crate::model::{Document, DocumentId, Kind, Ref, SentenceKind};
use crate::text::cutting::lines::line_start;
use crate::text::display::inline::unmarked;
use crate::text::display::spacing::first_words;
use crate::text::similarity::differences::between;
use crate::text::titles::order::natural;
use crate::text::titles::versions::{asks_of_older, called, is_newer, version};
use crate::tui::data::{ComparedSentence, ComparedText, DifferencesPage, Hit};

/// Documents that are offered as most like one, at most.
const OFFERED: usize = 40;
/// Sentences of it that are looked for in others, how many words of each, and how long one is at least.
const LOOKED_FOR: usize = 10;
const WORDS: usize = 8;
const LONG: usize = 50;
/// What all of these are worth beside what a document is called.
const BY_TEXT: f32 = 2.0;
/// Less in common is none.
const LEAST: f32 = 0.3;

impl Library {
    /// What two documents differ in, the older first unless they are wanted the other way round.
    pub(super) fn differences(&self, pair: [DocumentId; 2], reversed: bool) -> Result<DifferencesPage> {
        let [one, other] = [self.reader.document(pair[0])?, self.reader.document(pair[1])?];
        let swaps = is_older(&other, &one) != reversed;
        let [old, new] = if swaps { [other, one] } else { [one, other] };
        let sides = [self.compared(old)?, self.compared(new)?];
        self.go_on()?;
        let [old, new] =
            sides.each_ref().map(|side| side.sentences.iter().map(|one| one.text.as_str()).collect::<Vec<_>>());
        let rows = between(&old, &new);
        Ok(DifferencesPage { sides, rows })
    }

    /// The sentences of a document, each behind whoever says it, without the marks of Markdown.
    fn compared(&self, document: Document) -> Result<ComparedText> {
        let stored = self.reader.stored_document(document.id)?;
        self.go_on()?;
        let text = &stored.text;
        let mut behind = 0;
        let sentences = stored.sentences.iter().filter_map(|sentence| {
            let span = sentence.span;
            let said = span.slice(text)?;
            let begins = line_start(text, span.start).max(behind.min(span.start));
            let label = text.get(begins..span.start).map(str::trim).filter(|_| sentence.speaker.is_some());
            behind = span.end;
            let said = match label.filter(|label| label.contains(char::is_alphanumeric)) {
                Some(label) => unmarked(&format!("{label} {said}")).into_owned(),
                None => unmarked(said).into_owned(),
            };
            let is_heading = sentence.kind == SentenceKind::Heading;
            Some(ComparedSentence { text: said, span, paragraph: sentence.paragraph, is_heading })
        });
        let sentences = sentences.collect();
        let name = self.told_apart(document.id.into(), document.title)?;
        Ok(ComparedText { document: document.id, name, sentences })
    }

    /// The documents that are most like one: called so, or with sentences of it; the likest first.
    pub(super) fn alike(&self, id: DocumentId) -> Result<Vec<Hit>> {
        let (shared, of) = self.with_sentences_of(id)?;
        let rows = self.document_rows()?;
        let name = |title: &str, path: &str| -> [HashSet<String>; 2] {
            let file = path.rsplit('/').next().unwrap_or(path);
            let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
            [title, stem].map(|name| called(name).into_iter().collect())
        };
        let Some(own) = rows.iter().find(|row| row.id == id) else { return Ok(Vec::new()) };
        let [title, stem] = name(&own.title, &own.path);
        let mut found: Vec<(f32, usize, &crate::store::DocumentRow)> = Vec::new();
        for row in rows.iter().filter(|row| row.id != id) {
            let [its_title, its_stem] = name(&row.title, &row.path);
            let called_so = in_common(&title, &its_title).max(in_common(&stem, &its_stem));
            let has = shared.get(&row.id).copied().unwrap_or(0);
            let score = called_so + BY_TEXT * has as f32 / of.max(1) as f32;
            if score >= LEAST {
                found.push((score, has, row));
            }
        }
        found.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.2.id.cmp(&b.2.id)));
        found.truncate(OFFERED);
        let hit = |(_, has, row): (f32, usize, &crate::store::DocumentRow)| {
            let title = self.told_apart(row.id.into(), row.title.clone())?;
            let snippet = match has {
                0 => "called alike".to_owned(),
                _ if 2 * has > of => "mostly the same".to_owned(),
                _ => "partly the same".to_owned(),
            };
            Ok(Hit { record: Ref::new(Kind::Document, row.id.0), title, snippet })
        };
        found.into_iter().map(hit).collect()
    }

    /// How many of some sentences of a document others have, of how many that were looked for.
    fn with_sentences_of(&self, id: DocumentId) -> Result<(HashMap<DocumentId, usize>, usize)> {
        let stored = self.reader.stored_document(id)?;
        let long = stored.sentences.iter().filter(|one| one.span.len() >= LONG && one.kind != SentenceKind::Row);
        let long: Vec<&str> = long.filter_map(|one| one.span.slice(&stored.text)).collect();
        // From the whole of it, and not from its beginning alone.
        let step = long.len().div_ceil(LOOKED_FOR).max(1);
        let mut shared: HashMap<DocumentId, usize> = HashMap::new();
        let mut of = 0;
        for sentence in long.iter().step_by(step) {
            self.go_on()?;
            let words = first_words(sentence, WORDS).replace(['"', '“', '”'], " ");
            let having = self.reader.documents_with(&format!("\"{words}\""))?;
            let having: HashSet<DocumentId> = having.into_iter().collect();
            having.into_iter().for_each(|document| *shared.entry(document).or_default() += 1);
            of += 1;
        }
        Ok((shared, of))
    }
}

/// True where the first of two documents is the older: as a version by their names, else by their days, else as their
/// files are numbered.
fn is_older(one: &Document, other: &Document) -> bool {
    for (name, its) in [(&one.title, &other.title), (&one.path, &other.path)] {
        let (version, its_version) = (version(name), version(its));
        if version != its_version {
            return is_newer(&its_version, &version);
        }
        if asks_of_older(name) != asks_of_older(its) {
            return asks_of_older(name);
        }
    }
    match (one.modified, other.modified) {
        (Some(day), Some(its)) if day != its => day < its,
        _ => natural(&one.path, &other.path).is_lt(),
    }
}

/// The part of two names' words that both have.
fn in_common(one: &HashSet<String>, other: &HashSet<String>) -> f32 {
    2.0 * one.intersection(other).count() as f32 / (one.len() + other.len()).max(1) as f32
}
