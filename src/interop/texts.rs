//! Documents and text units of a foreign index. Our text units are ranges of a document's text, theirs are texts of
//! their own: each is looked for in its document. Where there is no document, its passages are put together again, each
//! going on where the one before ends; a passage that stands in no document becomes one.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use rayon::prelude::*;

use super::account::TableAccount;
use super::cell::Cell;
use super::detect::Part;
use super::ids::{Key, Numbers, Positions, RENUMBERED};
use super::locate::{PassageFinder, overlap};
use super::source::{ImportError, Source};
use super::table::Row;
use crate::judgement::{DocumentText, UnitTexts};
use crate::model::{Document, DocumentId, Span, TextUnit, TextUnitId, hash};
use crate::text::cutting::tokens;
use crate::text::dates::passage_days::headed_day;
use crate::text::display::sanitise;
use crate::text::layout::blocks::Markup;
use crate::text::layout::structure;
use crate::text::{dates, language};

/// Characters of a title that is made from a text.
const TITLE: usize = 80;
/// Characters of a title that is taken from a table.
const LONGEST_TITLE: usize = 400;

/// A row of the documents' table.
#[derive(Default)]
struct Draft {
    number: Option<u32>,
    title: String,
    path: Option<String>,
    format: Option<String>,
    /// Where it stands in a file that holds several: an export of our own says so.
    row: Option<u32>,
    text: Option<String>,
    created: Option<i64>,
}

/// A row of the text units' table.
struct Unit {
    /// Its row in the table.
    row: u64,
    key: Key,
    number: Option<u32>,
    text: String,
    documents: Vec<String>,
    /// Where it stands, as an export of our own says.
    span: Option<Span>,
    recurring: bool,
}

/// The text of an import.
#[derive(Default)]
pub struct Texts {
    pub documents: Vec<Arc<DocumentText>>,
    /// By document and place.
    pub units: Vec<TextUnit>,
    /// For each unit the position of its document.
    pub owners: Vec<u32>,
    /// Positions among `units`, by foreign id.
    pub by_key: Positions,
    /// Entities that the units' table names in each unit; only read where no other table says so.
    pub named: Vec<(Key, u32)>,
}

impl Texts {
    pub fn tokens(&self) -> u64 {
        self.documents.iter().map(|document| u64::from(document.document.tokens)).sum()
    }

    /// Positions of the units named by ids. Ids that no table has are counted as odd.
    pub fn positions(&self, ids: Vec<String>, row: u64, account: &mut TableAccount) -> Vec<u32> {
        let mut positions = Vec::with_capacity(ids.len());
        for id in ids {
            match self.by_key.get(&Key::of(&id)) {
                Some(&at) if !positions.contains(&at) || positions.len() > 64 => positions.push(at),
                Some(_) => {}
                None => account.odd(row, "names a text unit that no table has", &id),
            }
        }
        if positions.len() > 64 {
            let mut seen = HashSet::with_capacity(positions.len());
            positions.retain(|&at| seen.insert(at));
        }
        positions
    }
}

impl UnitTexts for Texts {
    fn len(&self) -> usize {
        self.units.len()
    }

    fn unit(&self, at: usize) -> &TextUnit {
        &self.units[at]
    }

    fn text(&self, at: usize) -> &str {
        self.units[at].span.slice(&self.documents[self.owners[at] as usize].text).unwrap_or_default()
    }
}

/// Reads documents and text units. `wants_names` asks for the entities that the units' table names.
pub fn read(source: &mut Source<'_>, wants_names: bool) -> Result<Texts, ImportError> {
    let (drafts, draft_of) = read_documents(source)?;
    let mut named_ids: Vec<(Key, Key)> = Vec::new();
    let units = read_units(source, wants_names, &mut named_ids)?;
    source.check()?;
    let mut texts = place(source, drafts, &draft_of, units)?;
    texts.named =
        named_ids.into_iter().filter_map(|(entity, unit)| Some((entity, *texts.by_key.get(&unit)?))).collect();
    Ok(texts)
}

fn read_documents(source: &mut Source<'_>) -> Result<(Vec<Draft>, Positions), ImportError> {
    let (mut drafts, mut draft_of) = (Vec::new(), Positions::new());
    let columns = ["id", "human_readable_id", "title", "text", "raw_content", "creation_date", "path", "format", "row"];
    source.read(Part::Documents, &columns, |number, mut row, account| {
        let id = row.take("id").text();
        let key = id.as_deref().map(Key::of);
        if let Some(key) = key
            && draft_of.contains_key(&key)
        {
            account.leave(number, "the same id as a document before it", id.as_deref().unwrap_or_default());
            return Ok(());
        }
        if let Some(key) = key {
            draft_of.insert(key, drafts.len() as u32);
        }
        drafts.push(draft(row));
        account.loaded += 1;
        Ok(())
    })?;
    // A day that all have is when the other program read them.
    if let [first, others @ ..] = drafts.as_slice()
        && !others.is_empty()
        && others.iter().all(|other| other.created == first.created)
    {
        drafts.iter_mut().for_each(|draft| draft.created = None);
    }
    Ok((drafts, draft_of))
}

fn draft(mut row: Row) -> Draft {
    let created = row.take("creation_date").telling_text();
    let title = row.take("title").telling_text().unwrap_or_default();
    Draft {
        number: row.take("human_readable_id").whole(),
        title: title.chars().take(LONGEST_TITLE).collect(),
        path: row.take("path").telling_text(),
        format: row.take("format").telling_text(),
        row: row.take("row").whole(),
        text: row.take_any(&["text", "raw_content"]).text().filter(|text| !text.trim().is_empty()),
        created: created.and_then(|date| dates::first_date(&date)),
    }
}

fn read_units(
    source: &mut Source<'_>,
    wants_names: bool,
    named: &mut Vec<(Key, Key)>,
) -> Result<Vec<Unit>, ImportError> {
    let mut units: Vec<Unit> = Vec::new();
    let mut seen: HashSet<Key> = HashSet::new();
    let mut columns =
        vec!["id", "human_readable_id", "text", "chunk", "document_id", "document_ids", "start", "end", "recurring"];
    if wants_names {
        columns.push("entity_ids");
    }
    source.read(Part::TextUnits, &columns, |number, mut row, account| {
        let id = row.take("id").text().unwrap_or_else(|| format!("row {number}"));
        let key = Key::of(&id);
        if !seen.insert(key) {
            account.leave(number, "the same id as a text unit before it", &id);
            return Ok(());
        }
        let text = row.take_any(&["text", "chunk"]).text().unwrap_or_default();
        if text.trim().is_empty() {
            account.odd(number, "has no text", &id);
        }
        let mut documents = row.take("document_id").ids();
        documents.extend(row.take("document_ids").ids());
        named.extend(row.take("entity_ids").ids().iter().map(|entity| (Key::of(entity), key)));
        let span = match (row.take("start").whole(), row.take("end").whole()) {
            (Some(start), Some(end)) => Some(Span::new(start as usize, end as usize)),
            _ => None,
        };
        let recurring = matches!(row.take("recurring"), Cell::Bool(true));
        let own_number = row.take("human_readable_id").whole();
        units.push(Unit { row: number, key, number: own_number, text, documents, span, recurring });
        account.loaded += 1;
        Ok(())
    })?;
    Ok(units)
}

/// A unit's position with its place in its document and its tokens.
type Placed = (usize, Span, u32);

/// Units of one document, and where they stand in it.
struct Group {
    draft: Draft,
    units: Vec<(usize, Span)>,
}

fn place(
    source: &mut Source<'_>,
    mut drafts: Vec<Draft>,
    draft_of: &Positions,
    units: Vec<Unit>,
) -> Result<Texts, ImportError> {
    let numbers = Numbers::give(&units.iter().map(|unit| unit.number).collect::<Vec<_>>());
    for &at in &numbers.renumbered {
        source.odd(Part::TextUnits, units[at].row, RENUMBERED, "");
    }
    let has_table = source.has(Part::Documents);

    // Units by their document; those whose document no table has, by the id they give.
    let mut inside: Vec<Vec<usize>> = vec![Vec::new(); drafts.len()];
    let mut unknown: BTreeMap<(usize, Key), Vec<usize>> = BTreeMap::new();
    let mut first_of: HashMap<Key, usize> = HashMap::new();
    for (at, unit) in units.iter().enumerate() {
        match unit.documents.iter().find_map(|id| draft_of.get(&Key::of(id))) {
            Some(&draft) => inside[draft as usize].push(at),
            None => {
                let id = unit.documents.first();
                if has_table {
                    let (what, example) = match id {
                        Some(id) => ("names a document that no table has", id.as_str()),
                        None => ("names no document", ""),
                    };
                    source.odd(Part::TextUnits, unit.row, what, example);
                }
                // A unit of no document stands for itself.
                let key = id.map_or(unit.key, |id| Key::of(id));
                let first = *first_of.entry(key).or_insert(at);
                unknown.entry((first, key)).or_default().push(at);
            }
        }
    }
    let groups: Vec<(Group, Vec<usize>)> = drafts
        .par_drain(..)
        .zip(inside)
        .map(|(draft, inside)| match &draft.text {
            Some(_) => find_units(draft, &inside, &units),
            None => (put_together(draft, &inside, &units), Vec::new()),
        })
        .collect();
    let mut all: Vec<Group> = Vec::with_capacity(groups.len());
    let mut own = Vec::new();
    for (group, lost) in groups {
        for at in lost {
            source.odd(Part::TextUnits, units[at].row, "does not stand in its document: it has become one", "");
            let title = format!("{} (text unit {})", group.draft.title, numbers.ids[at]);
            let text = Some(units[at].text.clone());
            let draft = Draft { title, text, created: group.draft.created, ..Draft::default() };
            own.push(Group { draft, units: vec![(at, Span::new(0, units[at].text.len()))] });
        }
        all.push(group);
    }
    for ((_, _), inside) in unknown {
        all.push(put_together(Draft::default(), &inside, &units));
    }
    all.extend(own);
    source.check()?;
    Ok(assemble(all, &units, &numbers.ids))
}

/// Looks for the units of a document in its text; returns those that do not stand there, too.
fn find_units(draft: Draft, inside: &[usize], units: &[Unit]) -> (Group, Vec<usize>) {
    let text = draft.text.as_deref().unwrap_or_default();
    let mut passages = PassageFinder::new(text, inside.len());
    let (mut found, mut lost) = (Vec::with_capacity(inside.len()), Vec::new());
    for &at in inside {
        let unit = &units[at];
        let stated = unit.span.filter(|span| span.slice(text) == Some(unit.text.as_str()));
        match stated.or_else(|| passages.find(&unit.text)) {
            Some(span) => found.push((at, span)),
            None if unit.text.trim().is_empty() => found.push((at, Span::default())),
            None => lost.push(at),
        }
    }
    (Group { draft, units: found }, lost)
}

/// Puts a document together from its units, in their order.
fn put_together(draft: Draft, inside: &[usize], units: &[Unit]) -> Group {
    let mut text = String::new();
    let mut found = Vec::with_capacity(inside.len());
    for &at in inside {
        let passage = units[at].text.as_str();
        let shared = overlap(&text, passage);
        if shared == 0 && !text.is_empty() {
            text.push_str("\n\n");
        }
        let start = text.len() - shared;
        text.push_str(&passage[shared..]);
        found.push((at, Span::new(start, text.len())));
    }
    Group { draft: Draft { text: Some(text), ..draft }, units: found }
}

fn assemble(groups: Vec<Group>, units: &[Unit], unit_ids: &[u32]) -> Texts {
    let numbers = Numbers::give(&groups.iter().map(|group| group.draft.number).collect::<Vec<_>>());
    let paths = paths(&groups, &numbers.ids);
    let mut texts = Texts::default();
    let read: Vec<(Arc<DocumentText>, Vec<Placed>)> = groups
        .into_par_iter()
        .zip(numbers.ids.par_iter().zip(paths))
        .map(|(mut group, (&id, path))| {
            group.units.sort_by_key(|&(at, span)| (span.start, span.end, at));
            let document = document(group.draft, DocumentId(id), path);
            let counted = group
                .units
                .into_iter()
                .map(|(at, span)| (at, span, tokens::count(span.slice(&document.text).unwrap_or_default())))
                .collect();
            (Arc::new(document), counted)
        })
        .collect();
    for (owner, (document, inside)) in read.into_iter().enumerate() {
        let mut before = 0;
        for (ordinal, (at, span, tokens)) in (0..).zip(inside) {
            texts.by_key.insert(units[at].key, texts.units.len() as u32);
            texts.units.push(TextUnit {
                id: TextUnitId(unit_ids[at]),
                document: document.document.id,
                ordinal,
                span,
                fresh_from: if ordinal == 0 { span.start } else { before.clamp(span.start, span.end) },
                tokens,
                recurring: units[at].recurring,
            });
            texts.owners.push(owner as u32);
            before = before.max(span.end);
        }
        texts.documents.push(document);
    }
    texts
}

fn document(draft: Draft, id: DocumentId, path: String) -> DocumentText {
    let text = draft.text.unwrap_or_default();
    let format = draft.format.unwrap_or_else(|| "text".to_owned());
    let markdown = format == "markdown" || path.to_lowercase().ends_with(".md");
    let found = structure::of_text(&text, if markdown { Markup::Markdown } else { Markup::Plain });
    let title = match draft.title.trim() {
        "" => opening(&text).unwrap_or_else(|| format!("document {id}")),
        title => title.to_owned(),
    };
    let document = Document {
        id,
        title,
        path,
        row: draft.row,
        format,
        encoding: "UTF-8".to_owned(),
        language: language::of(&text).map(str::to_owned),
        bytes: text.len() as u64,
        modified: headed_day(&text).or(draft.created),
        hash: hash::hex(text.as_bytes()),
        text_len: text.len(),
        tokens: tokens::count(&text),
    };
    DocumentText { document, text, sentences: found.sentences, speakers: found.speakers }
}

/// The first line that says something, shortened.
fn opening(text: &str) -> Option<String> {
    let line = text.lines().map(str::trim).find(|line| line.chars().any(char::is_alphanumeric))?;
    let mut title: String = line.chars().take(TITLE).collect();
    if line.chars().nth(TITLE).is_some() {
        let end = title.rfind(char::is_whitespace).filter(|&at| at > TITLE / 2).unwrap_or(title.len());
        title.truncate(end);
        title.push('…');
    }
    Some(title)
}

/// A path for each document: what its table says, made harmless and, but for parts of one file, unlike all others.
fn paths(groups: &[Group], ids: &[u32]) -> Vec<String> {
    let mut taken: HashMap<String, u32> = HashMap::new();
    groups
        .iter()
        .zip(ids)
        .map(|(group, id)| {
            let stated = group.draft.path.as_deref().unwrap_or(&group.draft.title);
            let line = sanitise::one_line(stated).replace('\\', "/");
            let parts: Vec<&str> =
                line.split('/').map(str::trim).filter(|part| !matches!(*part, "" | "." | "..")).collect();
            let path = if parts.is_empty() { format!("document {id}") } else { parts.join("/") };
            if group.draft.row.is_some() && group.draft.path.is_some() {
                return path;
            }
            let mut unlike = path.clone();
            while taken.contains_key(&unlike) {
                let times = taken.entry(path.clone()).or_insert(1);
                *times += 1;
                unlike = format!("{path} ({times})");
            }
            taken.insert(unlike.clone(), 1);
            unlike
        })
        .collect()
}
