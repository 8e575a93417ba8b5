//! Text units as sentences that may be quoted.

use std::collections::HashMap;
use std::sync::Arc;

use super::QueryError;
use super::structure::{Structure, points_back};
use super::wanted::{ASKED, Place, Wanted};
use crate::judgement::abbreviations::{has_letters, opened};
use crate::judgement::attribution::{Attribution, before};
use crate::judgement::extractive::focus::Focus;
use crate::judgement::extractive::quotation::quotables;
use crate::judgement::{ContextRecord, Quotable, headings};
use crate::model::{
    DocumentId, Entity, EntityId, Kind, Ref, Role as Part, SentenceKind, Span, SpeakerPart, TextUnit, TextUnitId,
};
use crate::store::Reader;
use crate::text::question::{Reading, Role};
use crate::text::standalone::stands_as_quoted;
use crate::text::terms::Stems;

/// What a sentence is worth, with what stands around it, that does not have the verb asked about.
const UNTOLD: f32 = 0.5;

/// A sentence with what is known of who says it.
pub(super) struct Spoken {
    pub quotable: Quotable,
    pub part: Option<SpeakerPart>,
    /// Name without title, for counting.
    pub name: Option<String>,
    /// False for what counts as said but needs its neighbours to be understood.
    pub stands: bool,
    /// What was said just before, in the same paragraph and by the same.
    pub before: String,
}

impl Spoken {
    /// How much of what is asked it speaks of together with what stands just before it and behind it, from 0 to 1.
    pub(super) fn around(&self, focus: &Focus, stems: &mut Stems) -> f32 {
        // What somebody is called beside his name is no word of his.
        let behind = self.name.as_deref().or(self.quotable.speaker.as_deref()).unwrap_or_default();
        let before = if points_back(&self.quotable.text) { self.before.as_str() } else { "" };
        let found = focus.score(&format!("{behind}. {before} {}", self.quotable.text), stems);
        let told = found.predicate || !focus.asks_what_happened();
        if told { found.coverage } else { UNTOLD * found.coverage }
    }

    /// True when whoever says it plays the part that a question asks for.
    pub(super) fn suits(&self, role: Option<Role>) -> bool {
        match role {
            Some(Role::Guest) => self.part != Some(SpeakerPart::Host),
            Some(Role::Host) => self.part == Some(SpeakerPart::Host),
            Some(Role::Speaker) | None => true,
        }
    }
}

/// A text unit, read.
pub(super) struct Said {
    pub text: String,
    pub sentences: Vec<Spoken>,
}

/// Reads text units, each document's structure once.
pub(super) struct Passages<'a> {
    reader: &'a Reader,
    wanted: Wanted,
    structures: HashMap<DocumentId, Arc<Structure>>,
    /// Titles, and whether a document is in another language than English.
    documents: HashMap<DocumentId, (String, bool)>,
    /// What stands behind the sentences under a heading, by its document and where it begins.
    headings: HashMap<(DocumentId, usize), Option<Arc<str>>>,
    /// Entities that were named in what was quoted.
    entities: HashMap<EntityId, Entity>,
}

impl<'a> Passages<'a> {
    pub(super) fn new(reader: &'a Reader) -> Self {
        Self {
            reader,
            wanted: Wanted::default(),
            structures: HashMap::new(),
            documents: HashMap::new(),
            headings: HashMap::new(),
            entities: HashMap::new(),
        }
    }

    /// The same for an answer to a question.
    pub(super) fn asked(reader: &'a Reader, reading: &Reading) -> Self {
        Self { wanted: Wanted::of(reading), ..Self::new(reader) }
    }

    fn structure(&mut self, id: DocumentId) -> Result<Arc<Structure>, QueryError> {
        if let Some(known) = self.structures.get(&id) {
            return Ok(Arc::clone(known));
        }
        let (title, foreign) = self.named(id)?;
        let (sentences, speakers) = self.reader.structure(id)?;
        let author = if speakers.is_empty() { self.author(id)? } else { None };
        let structure = Arc::new(Structure { title, author, foreign, sentences, speakers });
        self.structures.insert(id, Arc::clone(&structure));
        Ok(structure)
    }

    /// Whoever wrote a document, where that is one person.
    fn author(&self, id: DocumentId) -> Result<Option<String>, QueryError> {
        let parts = self.reader.appearances_in(id)?;
        let wrote: Vec<_> = parts.iter().filter(|part| part.role == Part::Author).map(|part| part.entity).collect();
        let [author] = wrote[..] else { return Ok(None) };
        Ok(self.reader.entity_rows(&[author])?.pop().map(|row| row.name))
    }

    /// The heading that a sentence, given by its position, stands under; none in a conversation, whose headings are lines
    /// of the talk.
    fn heading(&mut self, id: DocumentId, structure: &Structure, at: usize) -> Result<Option<Arc<str>>, QueryError> {
        let before = if structure.speakers.is_empty() { &structure.sentences[..at] } else { &[] };
        let mut above = before.iter().rev().filter(|sentence| sentence.kind == SentenceKind::Heading).peekable();
        let Some(nearest) = above.peek().map(|heading| heading.span.start) else { return Ok(None) };
        if let Some(known) = self.headings.get(&(id, nearest)) {
            return Ok(known.clone());
        }
        let reader = self.reader;
        let heading = headings::under(above.map(|heading| -> Result<String, QueryError> {
            let (window, text) = reader.text(id, heading.span)?;
            let local = Span::new(heading.span.start - window.start, heading.span.end - window.start);
            Ok(local.slice(&text).unwrap_or_default().to_owned())
        }))?;
        let heading: Option<Arc<str>> = heading.map(Arc::from);
        self.headings.insert((id, nearest), heading.clone());
        Ok(heading)
    }

    pub(super) fn title(&mut self, id: DocumentId) -> Result<String, QueryError> {
        Ok(self.structure(id)?.title.clone())
    }

    /// All sentences of a text unit, each with the name of whoever says it.
    pub(super) fn whole_sentences(&mut self, unit: &TextUnit) -> Result<Vec<(String, Option<String>)>, QueryError> {
        let structure = self.structure(unit.document)?;
        let (window, text) = self.reader.text(unit.document, unit.span)?;
        let first = structure.sentences.partition_point(|sentence| sentence.span.start < window.start);
        let inside = structure.sentences[first..].iter().take_while(|sentence| sentence.span.end <= window.end);
        let said = inside.filter_map(|sentence| {
            let words = Span::new(sentence.span.start - window.start, sentence.span.end - window.start).slice(&text)?;
            let speaker = sentence.speaker.and_then(|at| structure.speakers.get(usize::from(at)));
            Some((words.to_owned(), speaker.map(|speaker| speaker.name.clone())))
        });
        Ok(said.collect())
    }

    /// The sentences of a text unit that may be quoted: those that stand alone, those worth having that do so together
    /// with what they lean on, and rows of tables and logs, which are quoted as what their document says. What was
    /// counted elsewhere is left out.
    pub(super) fn sentences(
        &mut self,
        unit: &TextUnit,
        worth_having: &mut dyn FnMut(&str) -> bool,
    ) -> Result<Said, QueryError> {
        let mut said = self.said_where(unit, &mut |_| true, worth_having)?;
        said.sentences.retain(|spoken| spoken.stands);
        Ok(said)
    }

    /// The same with the sentences that do not stand alone, whole, for counting.
    pub(super) fn said(&mut self, unit: &TextUnit) -> Result<Said, QueryError> {
        self.said_where(unit, &mut |_| true, &mut |_| false)
    }

    /// The same of the sentences that are `wanted` only; nothing else is found out about the others. One that is
    /// `worth_having` and does not stand alone is put together with the one or two before it, where that helps.
    pub(super) fn said_where(
        &mut self,
        unit: &TextUnit,
        wanted: &mut dyn FnMut(&str) -> bool,
        worth_having: &mut dyn FnMut(&str) -> bool,
    ) -> Result<Said, QueryError> {
        let structure = self.structure(unit.document)?;
        let (window, text) = self.reader.text(unit.document, unit.span)?;
        let first = structure.sentences.partition_point(|sentence| sentence.span.start < window.start);
        let inside = structure.sentences[first..].iter().take_while(|sentence| sentence.span.end <= window.end);
        let mut found = Vec::new();
        let spoken = !structure.speakers.is_empty();
        let mut heading = self.heading(unit.document, &structure, first)?;
        for (number, sentence) in (first..).zip(inside) {
            if sentence.kind == SentenceKind::Heading && !spoken {
                heading = self.heading(unit.document, &structure, number + 1)?;
            }
            if !self.wanted.may_quote(sentence) {
                continue;
            }
            let local = Span::new(sentence.span.start - window.start, sentence.span.end - window.start);
            let Some(words) = local.slice(&text).filter(|words| wanted(words)) else { continue };
            let speaker = sentence.speaker.and_then(|at| structure.speakers.get(usize::from(at)));
            let (author, heading) = (structure.author.as_deref(), heading.as_deref());
            let behind = Attribution { title: &structure.title, speaker, author, heading };
            let written = behind.written();
            let place = Place { structure: &structure, number, words, window, text: &text, behind, written: &written };
            let Some(quoted) = self.wanted.quote(&place, worth_having) else { continue };
            let written = self.opened(unit.id, quoted.span, &quoted.text, written)?;
            found.push(Spoken {
                quotable: Quotable {
                    text: quoted.text,
                    cites: vec![unit.id.into()],
                    place: Some((unit.document, quoted.span)),
                    speaker: Some(written),
                    relevance: None,
                },
                part: speaker.map(|speaker| speaker.part),
                name: speaker.map(|speaker| speaker.name.clone()),
                stands: quoted.stands,
                before: structure.said_before(number, window, &text),
            });
        }
        Ok(Said { text, sentences: found })
    }

    /// The quotations of a description that can be understood by themselves: an element of which no sentence stands alone is
    /// described by one that does not. What nobody is known to have said is said by its document.
    pub(super) fn described(&mut self, description: &str) -> Result<Vec<Quotable>, QueryError> {
        let mut kept = Vec::new();
        for quotable in quotables(description) {
            let Some(source) = quotable.cites.iter().find(|cite| cite.kind == Kind::Source) else {
                kept.push(quotable);
                continue;
            };
            let Some(unit) = self.reader.text_units(&[TextUnitId(source.id)])?.pop() else { continue };
            let (_, foreign) = self.named(unit.document)?;
            if !foreign && !stands_as_quoted(&quotable.text) {
                continue;
            }
            let (behind, carried) = self.around(&unit, &quotable.text)?;
            if foreign || carried >= ASKED {
                kept.push(Quotable { speaker: Some(behind), ..quotable });
            }
        }
        Ok(kept)
    }

    /// What stands behind a quotation of a text unit, and how much of it that carries.
    fn around(&mut self, unit: &TextUnit, quoted: &str) -> Result<(String, f32), QueryError> {
        let structure = self.structure(unit.document)?;
        let (window, text) = self.reader.text(unit.document, unit.span)?;
        let words = quoted.trim_start_matches("… ").trim_end_matches(" …");
        let start = text.find(words).map_or(unit.span.start, |at| window.start + at);
        let at = structure.sentences.partition_point(|sentence| sentence.span.end <= start);
        let speaker = structure.sentences.get(at).and_then(|sentence| sentence.speaker);
        let heading = self.heading(unit.document, &structure, at)?;
        let behind = Attribution {
            title: &structure.title,
            speaker: speaker.and_then(|at| structure.speakers.get(usize::from(at))),
            author: structure.author.as_deref(),
            heading: heading.as_deref(),
        };
        let written = behind.written();
        let before = before(&structure.sentences, at, window, &text);
        let carried = behind.carries(quoted, &written, &before, structure.names());
        let place = Span::new(start, start + words.len());
        Ok((self.opened(unit.id, place, quoted, written)?, carried))
    }

    /// What stands behind a quotation, with what it calls by its letters said in full.
    fn opened(&mut self, unit: TextUnitId, place: Span, quoted: &str, written: String) -> Result<String, QueryError> {
        if !has_letters(quoted) {
            return Ok(written);
        }
        let mut named: Vec<EntityId> = (self.reader.mentions_in(unit)?.into_iter())
            .filter(|mention| place.start <= mention.span.start && mention.span.end <= place.end)
            .map(|mention| mention.entity)
            .collect();
        named.sort_unstable();
        named.dedup();
        let fresh: Vec<EntityId> = named.iter().copied().filter(|id| !self.entities.contains_key(id)).collect();
        self.entities.extend(self.reader.entities(&fresh)?.into_iter().map(|entity| (entity.id, entity)));
        Ok(opened(written, quoted, named.iter().filter_map(|id| self.entities.get(id))))
    }

    /// The title of a document, and whether it is in another language than English.
    fn named(&mut self, id: DocumentId) -> Result<(String, bool), QueryError> {
        if let Some(known) = self.documents.get(&id) {
            return Ok(known.clone());
        }
        let document = self.reader.document(id)?;
        let foreign = document.is_foreign();
        let named = (document.title, foreign);
        self.documents.insert(id, named.clone());
        Ok(named)
    }

    /// Text units as records for an analyst, in the order given, each with its rank.
    pub(super) fn records(
        &mut self,
        ranked: &[(TextUnitId, f32)],
        worth_having: &mut dyn FnMut(&str) -> bool,
    ) -> Result<Vec<ContextRecord>, QueryError> {
        let ids: Vec<TextUnitId> = ranked.iter().map(|&(id, _)| id).collect();
        let units: HashMap<TextUnitId, TextUnit> =
            self.reader.text_units(&ids)?.into_iter().map(|unit| (unit.id, unit)).collect();
        let mut records = Vec::with_capacity(ranked.len());
        for &(id, rank) in ranked {
            let Some(unit) = units.get(&id) else { continue };
            let said = self.sentences(unit, worth_having)?;
            let sentences = said.sentences.into_iter().map(|spoken| spoken.quotable).collect();
            records.push(ContextRecord {
                candidates: Vec::new(),
                record: Ref::new(Kind::Source, id.0),
                title: self.title(unit.document)?,
                text: said.text,
                sentences,
                rank,
                tokens: unit.tokens,
            });
        }
        Ok(records)
    }
}
