//! Answers requests from an open index, on reader threads only (`loader` is such a thread); knows nothing of panes.

mod dates;
mod differences;
mod events;
mod graphs;
mod home;
mod lists;
mod loader;
mod narrowed;
mod places;
mod records;
mod search;
#[cfg(test)]
mod tests;
mod twins;
mod within;

pub use loader::{LoadedAnswer, Loader};

use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::sync::{Arc, OnceLock};

use super::data::{
    AskedQuestion, ChatRow, CommunityRow, LibraryError, Loaded, OFFLINE, Overview, Parent, RecordPage, Request,
    SavedTurn, TextWindow, TreeSort, WhatIsNew,
};
use crate::config::now;
use crate::model::{CommunityId, DocumentId, EntityType, Grounding, Ref, Scope, Span};
use crate::query;
use crate::store::{self, DocumentRow, FileRecord, Meta, Reader, StoreError};
use crate::tui::notice::with_hint;

pub type Result<T> = std::result::Result<T, LibraryError>;

impl From<StoreError> for LibraryError {
    fn from(error: StoreError) -> LibraryError {
        match error {
            StoreError::Interrupted => LibraryError::Interrupted,
            StoreError::NoSuchRecord(record) => LibraryError::NoSuchRecord(record),
            error => LibraryError::Failed(with_hint(&error, error.hints().first())),
        }
    }
}

/// Interrupts a library from another thread.
#[derive(Clone)]
pub struct Stop {
    reader: Arc<Reader>,
    flag: Arc<AtomicBool>,
}

impl Stop {
    pub fn interrupt(&self) {
        self.flag.store(true, Ordering::Relaxed);
        self.reader.interrupt();
    }
}

/// An open index.
pub struct Library {
    reader: Arc<Reader>,
    meta: Meta,
    stopped: Arc<AtomicBool>,
    /// SQLite's number for the state of the file when it was last looked at.
    version: AtomicI64,
    /// Names to filter by, read once when first needed: entities, reports.
    entity_names: OnceLock<Vec<(u32, String)>>,
    entity_types: OnceLock<Vec<EntityType>>,
    report_rows: OnceLock<Vec<CommunityRow>>,
    /// All documents, and those that are dated, read once when first needed.
    document_rows: OnceLock<Vec<DocumentRow>>,
    dated: OnceLock<Vec<(DocumentId, i64)>>,
    /// What texts say of which time, read when first needed.
    events: OnceLock<Vec<events::Told>>,
    is_small: OnceLock<bool>,
    /// Titles that several reports have, and what tells documents of one title apart.
    report_twins: OnceLock<HashSet<String>>,
    document_twins: OnceLock<HashMap<DocumentId, String>>,
    worked: narrowed::Worked,
    counted: within::Counted,
}

impl Library {
    pub fn open(path: &Path) -> std::result::Result<Library, StoreError> {
        let reader = Arc::new(Reader::open(path)?);
        let meta = reader.meta()?;
        let version = AtomicI64::new(reader.data_version()?);
        let stopped = Arc::default();
        Ok(Library {
            reader,
            meta,
            stopped,
            version,
            entity_names: OnceLock::new(),
            entity_types: OnceLock::new(),
            report_rows: OnceLock::new(),
            document_rows: OnceLock::new(),
            dated: OnceLock::new(),
            events: OnceLock::new(),
            is_small: OnceLock::new(),
            report_twins: OnceLock::new(),
            document_twins: OnceLock::new(),
            worked: narrowed::Worked::default(),
            counted: within::Counted::default(),
        })
    }

    pub fn stop(&self) -> Stop {
        Stop { reader: self.reader.clone(), flag: self.stopped.clone() }
    }

    /// True when the file holds another build than the one that was opened. Chats and where one left change the file
    /// too, and are none.
    pub fn is_stale(&self) -> bool {
        let version = self.reader.data_version().unwrap_or_default();
        if self.version.swap(version, Ordering::Relaxed) == version {
            return false;
        }
        self.reader.meta().is_ok_and(|meta| meta.build != self.meta.build)
    }

    /// Forgets what was kept of the build before.
    pub fn refresh(&mut self) {
        if let Ok(meta) = self.reader.meta() {
            self.meta = meta;
        }
        self.entity_names = OnceLock::new();
        self.entity_types = OnceLock::new();
        self.report_rows = OnceLock::new();
        self.document_rows = OnceLock::new();
        self.dated = OnceLock::new();
        self.events = OnceLock::new();
        self.is_small = OnceLock::new();
        self.report_twins = OnceLock::new();
        self.document_twins = OnceLock::new();
        self.worked = narrowed::Worked::default();
        self.counted = within::Counted::default();
    }

    /// Answers a request. An interruption that was meant for the request before is forgotten.
    pub fn answer(&self, request: Request) -> Result<Loaded> {
        self.stopped.store(false, Ordering::Relaxed);
        Ok(match request {
            Request::Overview => Loaded::Overview(Box::new(self.overview()?)),
            Request::Mentions(id) => Loaded::Mentions(self.mentions(id)?),
            Request::Graph(of) => Loaded::Graph(Box::new(self.graph(of)?)),
            Request::Timeline(of) => self.timeline(of)?,
            Request::Home => Loaded::Home(Box::new(self.home()?)),
            Request::Suggested(scope) => Loaded::Questions(self.suggested(&scope)?),
            Request::Communities { parent, sort } => {
                Loaded::Communities { parent, rows: self.communities(parent, sort)? }
            }
            Request::Community(id) => {
                let above = self.reader.community_path(id)?.into_iter().filter(|above| *above != id).collect();
                Loaded::Community { row: self.community(id)?, above }
            }
            Request::FilterCommunities { text } => Loaded::Filtered(self.filter_communities(&text)?),
            Request::WholeTree(sort) => Loaded::WholeTree(self.whole_tree(sort)?),
            Request::Reveal { community, sort } => {
                Loaded::Revealed { community, branches: self.branches(community, sort)? }
            }
            Request::Record(record) => Loaded::Record(Box::new(self.record(record)?)),
            Request::Text { document, from, len } => Loaded::Text(self.text(document, from, len)?),
            Request::FindInText { document, text, from, backward } => {
                Loaded::FoundInText(self.find_in_text(document, &text, from, backward)?)
            }
            Request::List { kind, column, reversed, filter, by_column, parts } => {
                let (mut ids, by_fit) = self.listed(kind, column, reversed, &filter, by_column)?;
                self.narrow(kind, &mut ids, &parts)?;
                let by_column = !by_fit && (filter.is_empty() || by_column);
                self.count_anew(kind, &mut ids, &parts, by_column.then_some((column, reversed)))?;
                let hidden = if filter.is_empty() { self.hide_days(kind, &mut ids, &parts)? } else { 0 };
                Loaded::List { ids: Arc::new(ids), by_fit, hidden }
            }
            Request::Rows { kind, ids, parts } => Loaded::Rows { kind, rows: self.rows(kind, &ids, &parts)? },
            Request::Parts(kind) => Loaded::Parts(self.parts(kind)?),
            Request::Records(refs) => Loaded::Records(self.records(&refs)?),
            Request::Sources(refs) => Loaded::Sources(self.told(&refs)?),
            Request::Used => Loaded::Used(self.used()?),
            Request::Names(refs) => {
                let titles = self.titles(&refs)?;
                Loaded::Names(refs.into_iter().zip(titles).collect())
            }
            Request::Differences { pair, reversed } => Loaded::Differences(Box::new(self.differences(pair, reversed)?)),
            Request::Alike(document) => Loaded::Hits(self.alike(document)?),
            Request::Search { text } => Loaded::Hits(self.search(&text)?),
            Request::Place(record, words) => Loaded::Place(self.place(record, words)?),
            Request::Turns(chat) => Loaded::Turns(self.turns(chat)?),
            Request::Chats(text) => {
                let rows = self.reader.chats_with(text.trim())?.into_iter();
                let rows = rows.map(|(chat, used, turns, question)| ChatRow {
                    id: chat.id,
                    title: chat.title,
                    used,
                    turns,
                    question,
                });
                let now = now();
                Loaded::Chats { rows: rows.collect(), now }
            }
            Request::Questions => Loaded::Questions(self.questions()?),
            Request::News => Loaded::News(WhatIsNew::new(self.meta.build.clone(), self.reader.news()?)),
        })
    }

    /// Returns an error when a newer request has come.
    fn go_on(&self) -> Result<()> {
        if self.stopped.load(Ordering::Relaxed) { Err(LibraryError::Interrupted) } else { Ok(()) }
    }

    fn overview(&self) -> Result<Overview> {
        let stats = self.reader.stats()?;
        let told = |file: FileRecord| (file.path, file.reason.unwrap_or_default());
        let skipped = self.reader.files(true)?.into_iter().map(told);
        let remarked = self.reader.remarked_files()?.into_iter().map(told);
        let failed = self.reader.failures()?.into_iter().map(failure);
        let unconnected = self.reader.community_children(None)?.iter().filter(|row| row.unconnected).count();
        Ok(Overview {
            name: self.meta.name.clone(),
            documents: stats.documents.into(),
            entities: stats.entities.into(),
            relationships: stats.relationships.into(),
            claims: stats.claims.into(),
            reports: stats.reports.into(),
            levels: stats.levels.iter().map(|level| level.level + 1).max().unwrap_or(0),
            unconnected: unconnected as u64,
            structures: self.reader.structures()?.into_iter().map(|row| row.name).collect(),
            method: self.meta.method.clone(),
            roots: self.meta.roots.clone(),
            finished: self.meta.finished,
            files: stats.files.read.into(),
            tokens: stats.tokens,
            skipped: skipped.collect(),
            remarked: remarked.collect(),
            failed: failed.collect(),
        })
    }

    /// Records, as far as they are there.
    fn records(&self, refs: &[Ref]) -> Result<Vec<RecordPage>> {
        let mut records = Vec::new();
        for &record in refs {
            self.go_on()?;
            match self.record(record) {
                Ok(record) => records.push(record),
                Err(LibraryError::NoSuchRecord(_)) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(records)
    }

    /// What the answers of all conversations cite.
    fn used(&self) -> Result<Vec<Ref>> {
        let mut used = HashSet::new();
        for chat in self.reader.chats()? {
            self.go_on()?;
            let answers = self.reader.turns(chat.id)?.into_iter().filter_map(|turn| turn.answer);
            used.extend(answers.flat_map(|answer| answer.citations).map(|cited| cited.record.record()));
        }
        Ok(used.into_iter().collect())
    }

    /// Every question that was asked, each once, the latest first.
    fn questions(&self) -> Result<Vec<String>> {
        let mut seen = HashSet::new();
        let mut questions = Vec::new();
        for chat in self.reader.chats()? {
            self.go_on()?;
            let turns = self.reader.turns(chat.id)?.into_iter().rev().map(|turn| turn.question);
            questions.extend(turns.filter(|question| seen.insert(question.clone())));
        }
        Ok(questions)
    }

    // --- communities

    fn communities(&self, parent: Option<Parent>, sort: TreeSort) -> Result<Vec<CommunityRow>> {
        let rows = match parent {
            Some(Parent::Community(id)) => self.reader.community_children(Some(id))?,
            _ => self.reader.community_children(None)?,
        };
        let unconnected = parent == Some(Parent::Unconnected);
        let inside = matches!(parent, Some(Parent::Community(_)));
        let rows = rows.into_iter().filter(|row| inside || row.unconnected == unconnected);
        let mut rows: Vec<CommunityRow> = rows.map(|found| self.row_apart(found)).collect::<Result<_>>()?;
        match sort {
            TreeSort::Rating if self.meta.method != OFFLINE => rows.sort_by(|a, b| b.rating.total_cmp(&a.rating)),
            // What no model rated stands by its documents, as it is kept.
            TreeSort::Rating => {}
            TreeSort::Size => rows.sort_by_key(|row| std::cmp::Reverse(row.entities)),
            TreeSort::Title => rows.sort_by_cached_key(|row| row.title.to_lowercase()),
        }
        Ok(rows)
    }

    /// Every community, what hangs from each behind it; last what is tied to nothing, as in the tree.
    fn whole_tree(&self, sort: TreeSort) -> Result<Vec<CommunityId>> {
        let mut waiting = self.communities(Some(Parent::Unconnected), sort)?;
        waiting.reverse();
        waiting.extend(self.communities(None, sort)?.into_iter().rev());
        let mut whole = Vec::new();
        while let Some(row) = waiting.pop() {
            self.go_on()?;
            whole.push(row.id);
            if row.children > 0 {
                waiting.extend(self.communities(Some(Parent::Community(row.id)), sort)?.into_iter().rev());
            }
        }
        Ok(whole)
    }

    fn community(&self, id: CommunityId) -> Result<CommunityRow> {
        let found = self.reader.community_rows(&[id])?.pop();
        found.map(row).ok_or(LibraryError::NoSuchRecord(id.into()))
    }

    /// A community as a row, told from others of its title.
    fn row_apart(&self, found: store::CommunityRow) -> Result<CommunityRow> {
        let found = row(found);
        Ok(CommunityRow { title: self.told_apart(found.id.into(), found.title)?, ..found })
    }

    /// The branches to open so that a community is in sight, from the root down.
    fn branches(&self, id: CommunityId, sort: TreeSort) -> Result<Vec<(Option<Parent>, Vec<CommunityRow>)>> {
        let path = self.reader.community_path(id)?;
        let mut branches = Vec::new();
        if let Some(root) = path.first()
            && self.reader.community_rows(&[*root])?.iter().any(|row| row.unconnected)
        {
            let parent = Some(Parent::Unconnected);
            branches.push((parent, self.communities(parent, sort)?));
        }
        for above in path.iter().take(path.len().saturating_sub(1)) {
            let parent = Some(Parent::Community(*above));
            branches.push((parent, self.communities(parent, sort)?));
        }
        Ok(branches)
    }

    // --- texts

    /// A stretch of a document's text that begins and ends at lines where they are not too long.
    fn text(&self, document: DocumentId, from: usize, len: usize) -> Result<TextWindow> {
        let of = self.reader.document(document)?.text_len;
        let (span, text) = self.reader.text(document, Span::new(from, from.saturating_add(len).min(of)))?;
        let head = match (span.start, text.find('\n')) {
            (0, _) => 0,
            (_, Some(at)) if at < len / 4 => at + 1,
            _ => 0,
        };
        let tail = match (span.end >= of, text.rfind('\n')) {
            (false, Some(at)) if at > text.len() * 3 / 4 => at + 1,
            _ => text.len(),
        };
        let text = text.get(head..tail.max(head)).unwrap_or_default().to_owned();
        Ok(TextWindow { from: span.start + head, text, of })
    }

    /// The next place of a text in a document (letters' case aside), read by stretches.
    fn find_in_text(&self, document: DocumentId, text: &str, from: usize, backward: bool) -> Result<Option<Span>> {
        const STRETCH: usize = 256 * 1024;
        let wanted = text.to_ascii_lowercase();
        let of = self.reader.document(document)?.text_len;
        if wanted.is_empty() {
            return Ok(None);
        }
        let overlap = wanted.len();
        let mut at = from.min(of);
        loop {
            self.go_on()?;
            let window = if backward {
                Span::new(at.saturating_sub(STRETCH), at)
            } else {
                Span::new(at, (at + STRETCH).min(of))
            };
            let (span, text) = self.reader.text(document, window)?;
            let text = text.to_ascii_lowercase();
            let found = if backward { text.rfind(&wanted) } else { text.find(&wanted) };
            if let Some(found) = found {
                let start = span.start + found;
                return Ok(Some(Span::new(start, start + wanted.len())));
            }
            match backward {
                true if span.start == 0 => return Ok(None),
                true => at = (span.start + overlap).min(at - 1),
                false if span.end >= of => return Ok(None),
                false => at = span.end.saturating_sub(overlap).max(at + 1),
            }
        }
    }

    // --- what a person left

    /// The turns of a conversation; without one, of the latest.
    fn turns(&self, chat: Option<i64>) -> Result<Vec<SavedTurn>> {
        let latest = || Ok::<_, LibraryError>(self.reader.chats()?.first().map(|chat| chat.id));
        let Some(chat) = chat.map_or_else(latest, |chat| Ok(Some(chat)))? else { return Ok(Vec::new()) };
        let turns = self.reader.turns(chat)?;
        // One thing is called by its title, several by how many they are.
        let scope = |turn: &store::Turn| {
            let Scope { communities, documents, .. } = &turn.scope;
            match (communities.first(), documents.as_slice()) {
                (Some(&community), _) => Some(Ref::from(community)),
                (None, [document]) => Some(Ref::from(*document)),
                (None, _) => None,
            }
        };
        let refs: Vec<Ref> = turns.iter().filter_map(scope).collect();
        let titles: HashMap<_, _> = refs.iter().copied().zip(self.titles(&refs)?).collect();
        let mut saved = Vec::new();
        for turn in turns {
            let title = |record: Ref| titles.get(&record).cloned().flatten();
            let scope_title = match scope(&turn) {
                Some(record) => title(record).unwrap_or_else(|| record.to_string()),
                None => several(&turn.scope),
            };
            let drilled = turn.parent.and(turn.scope.communities.first().copied());
            let stale = turn.build != self.meta.build;
            let Some(mut answer) = turn.answer else { continue };
            if stale {
                let parts: Vec<Ref> = answer.drill.iter().map(|drill| drill.record).collect();
                let mut there = self.titles(&parts)?.into_iter();
                answer.drill.retain(|_| there.next().flatten().is_some());
            }
            if answer.drill.is_empty() {
                answer.drill = query::drill(&self.reader, &answer, &turn.scope)?;
            }
            if stale {
                // Ids are never given twice: a record that is there is the one that was meant.
                for cited in &mut answer.citations {
                    if self.reader.title(cited.record)?.is_none() {
                        cited.grounding = Grounding::Unknown;
                    }
                }
            }
            saved.push(SavedTurn {
                id: turn.id.max(0) as u64,
                parent: turn.parent.map(|parent| parent.max(0) as u64),
                stale,
                question: AskedQuestion {
                    question: turn.question,
                    mode: turn.mode,
                    level: turn.level,
                    scope: turn.scope,
                    scope_title,
                    drilled,
                    offline: false,
                },
                answer,
            });
        }
        Ok(saved)
    }
}

/// What a scope of no one record is called.
fn several(scope: &Scope) -> String {
    let dates = match (&scope.from, &scope.until) {
        (Some(from), Some(until)) if from == until => from.clone(),
        (Some(from), Some(until)) => format!("{from} to {until}"),
        (Some(from), None) => format!("from {from}"),
        (None, Some(until)) => format!("until {until}"),
        (None, None) => String::new(),
    };
    let documents = match scope.documents.len() {
        0 => String::new(),
        many => format!("{many} documents"),
    };
    let parts = [&scope.folders, &scope.speakers, &scope.formats].into_iter().flatten().chain([&dates, &documents]);
    parts.filter(|part| !part.is_empty()).cloned().collect::<Vec<_>>().join(", ")
}

/// What a model failed at, with the reason.
pub fn failure(row: store::LedgerRow) -> (String, String) {
    (row.name(), row.error.unwrap_or_else(|| "no reason was kept".to_owned()))
}

fn row(row: store::CommunityRow) -> CommunityRow {
    CommunityRow {
        id: row.id,
        title: row.title,
        level: row.level,
        rating: row.rating.unwrap_or(0.0),
        entities: row.entities,
        documents: row.documents,
        children: row.children,
    }
}
