//! Text units as records with the passages that may be quoted from them, read from the index.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

use crate::judgement::quotation::is_direct_speech;
use crate::judgement::rank::features::{Candidate, asks};
use crate::judgement::rank::replies::ASKED_LAST;
use crate::judgement::rank::window::{Stretch, table_start};
use crate::judgement::{ContextRecord, headings};
use crate::model::{
    Document, DocumentId, Evidence, Mention, Ref, Sentence, SentenceKind, Span, Speaker, SpeakerPart, TextUnit,
};
use crate::query::QueryError;
use crate::store::Reader;
use crate::text::cutting::lines::is_head_field;
use crate::text::dates::calendar::full_days;
use crate::text::dates::passage_days::{PassageDays, READ};
use crate::text::dates::told;
use crate::text::display::inline::unmarked;
use crate::text::display::spacing::single_spaced;
use crate::text::titles::versions::version;

/// Entities that are cited beside a passage's text unit, at most.
const CITED: usize = 4;

/// Sentences of a reply that stands in the next text unit.
const REPLY: usize = 6;

/// What is known of a document, as far as quoting from it goes.
struct Layout {
    /// Whoever wrote it, where that is one person and nobody speaks in it.
    author: Option<String>,
    document: Document,
    sentences: Vec<Sentence>,
    speakers: Vec<Speaker>,
    /// The day that its title, or the name of its file, tells; looked for where it is asked for.
    day: OnceLock<Option<i64>>,
    /// Those of its passages.
    days: PassageDays,
}

impl Layout {
    /// The day that its title, or the name of its file, tells; a row's day is its own.
    fn day(&self) -> Option<i64> {
        let document = Some(&self.document).filter(|document| !document.is_row());
        *self.day.get_or_init(|| document.and_then(|document| told(&document.title, &document.path, true)))
    }

    /// That day, else the one on which it was written.
    fn dated(&self) -> Option<i64> {
        self.day().or(self.document.modified)
    }
}

/// Reads text units, each document's layout once.
pub(in crate::query) struct PassageReader<'a> {
    reader: &'a Reader,
    layouts: HashMap<DocumentId, Arc<Layout>>,
    /// What sentences stand under, by document and where the heading begins.
    headings: HashMap<(DocumentId, usize), Option<String>>,
}

impl<'a> PassageReader<'a> {
    pub(in crate::query) fn new(reader: &'a Reader) -> Self {
        Self { reader, layouts: HashMap::new(), headings: HashMap::new() }
    }

    fn layout(&mut self, id: DocumentId) -> Result<Arc<Layout>, QueryError> {
        if let Some(known) = self.layouts.get(&id) {
            return Ok(Arc::clone(known));
        }
        let document = self.reader.document(id)?;
        let (sentences, speakers) = self.reader.structure(id)?;
        let author = if speakers.is_empty() { self.reader.only_author(id)? } else { None };
        // A row is of one day, whatever it says.
        let read = if document.is_row() { String::new() } else { self.reader.text(id, Span::new(0, READ))?.1 };
        let days = PassageDays::of(&document, &read);
        let layout = Arc::new(Layout { document, author, sentences, speakers, day: OnceLock::new(), days });
        self.layouts.insert(id, Arc::clone(&layout));
        Ok(layout)
    }

    /// Names of those who speak in a document, with the part they play.
    pub(in crate::query) fn speakers(&mut self, id: DocumentId) -> Result<Vec<(String, SpeakerPart)>, QueryError> {
        Ok(self.layout(id)?.speakers.iter().map(|speaker| (speaker.name.clone(), speaker.part)).collect())
    }

    /// The headings that the sentence at a position stands under; in a conversation, whose headings are lines of the
    /// talk, only those that somebody says.
    fn heading(&mut self, id: DocumentId, layout: &Layout, at: usize) -> Result<Option<String>, QueryError> {
        let heads = |sentence: &&Sentence| {
            sentence.kind == SentenceKind::Heading && (layout.speakers.is_empty() || sentence.speaker.is_some())
        };
        let mut above = layout.sentences[..at].iter().rev().filter(heads).peekable();
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
        self.headings.insert((id, nearest), heading.clone());
        Ok(heading)
    }

    /// The same; where it ends with a question that somebody asks, the reply at the beginning of the next text unit
    /// goes with it.
    pub(in crate::query) fn with_reply(
        &mut self,
        unit: &TextUnit,
        retrieved: f32,
    ) -> Result<ContextRecord, QueryError> {
        let mut record = self.record(unit, retrieved)?;
        let asks = record.candidates.iter().rev().take(ASKED_LAST).any(|one| one.spoken && asks(one.evidence.quoted()));
        let Some(last) = record.candidates.last().filter(|_| asks) else { return Ok(record) };
        let (end, asker) = (last.evidence.quote.end, last.evidence.speaker.clone());
        let following =
            self.reader.units_of_document(unit.document)?.into_iter().find(|one| one.ordinal > unit.ordinal);
        if let Some(next) = following {
            let mut reply = self.record(&next, retrieved)?.candidates;
            reply.retain(|one| one.evidence.quote.start >= end);
            reply.truncate(REPLY);
            if reply.first().is_some_and(|one| one.evidence.speaker != asker) {
                record.candidates.extend(reply);
            }
        }
        Ok(record)
    }

    /// A text unit with every passage that may be quoted from it. `retrieved` is how well it was found, the best being
    /// 1.
    pub(in crate::query) fn record(&mut self, unit: &TextUnit, retrieved: f32) -> Result<ContextRecord, QueryError> {
        self.read(unit, retrieved, None)
    }

    /// The same with passages around the sentences that are wanted only, told by their words. Of a heading that is
    /// wanted it is the first sentence below it, or the heading where nothing stands below.
    pub(in crate::query) fn record_of(
        &mut self,
        unit: &TextUnit,
        retrieved: f32,
        mut wanted: impl FnMut(&str) -> bool,
    ) -> Result<ContextRecord, QueryError> {
        self.read(unit, retrieved, Some(&mut wanted))
    }

    fn read(
        &mut self,
        unit: &TextUnit,
        retrieved: f32,
        wanted: Option<Wanted<'_>>,
    ) -> Result<ContextRecord, QueryError> {
        let layout = self.layout(unit.document)?;
        let begins = layout.sentences.partition_point(|sentence| sentence.span.start < unit.span.start);
        // The header of a table goes with its rows, though it stands in the text unit before.
        let from = table_start(&layout.sentences, begins).unwrap_or(unit.span.start);
        let (around, whole) = self.reader.text(unit.document, Span::new(from, unit.span.end))?;
        let read = Span::new(unit.span.start.max(around.start).min(around.end), around.end);
        let text = whole.get(read.start - around.start..).unwrap_or_default().to_owned();
        let first = layout.sentences.partition_point(|sentence| sentence.span.start < read.start);
        let count = layout.sentences[first..].iter().take_while(|sentence| sentence.span.end <= read.end).count();
        let stretch = Stretch {
            sentences: &layout.sentences,
            text: &whole,
            offset: around.start,
            language: layout.document.language.as_deref(),
        };
        let quoted = self.quoted(unit.document, &layout, &stretch, first..first + count, wanted)?;
        let mentions = if quoted.is_empty() { Vec::new() } else { self.reader.mentions_in(unit.id)? };
        let candidate = |quoted| layout.candidate(unit, &stretch, quoted, &mentions, retrieved);
        let candidates = quoted.into_iter().filter_map(candidate).collect();
        Ok(ContextRecord {
            record: unit.id.into(),
            title: layout.document.title.clone(),
            text,
            in_short: None,
            candidates,
            rank: retrieved,
            tokens: unit.tokens,
        })
    }

    /// The sentences of a text unit that are quoted.
    fn quoted(
        &mut self,
        document: DocumentId,
        layout: &Layout,
        stretch: &Stretch<'_>,
        unit: Range<usize>,
        mut wanted: Option<Wanted<'_>>,
    ) -> Result<Vec<Quoted>, QueryError> {
        let says = |sentence: &Sentence| !matches!(sentence.kind, SentenceKind::Heading | SentenceKind::Furniture);
        let returns = |sentence: &Sentence| sentence.kind == SentenceKind::Boilerplate && sentence.recurring;
        let nothing_else = layout.sentences[unit.clone()].iter().filter(|one| says(one)).all(returns);
        let narrowed = wanted.is_some();
        let mut is_wanted = |at: usize| {
            stretch
                .words(layout.sentences[at].span)
                .is_some_and(|words| wanted.as_mut().is_none_or(|wanted| wanted(words)))
        };
        // Of a list, what stands in others as well is a part: initials of who was there.
        let is_item = |at: usize| layout.sentences.get(at).is_some_and(|one| one.kind == SentenceKind::Item);
        let in_list = |at: usize| at.checked_sub(1).is_some_and(is_item) || is_item(at + 1);
        let mut quoted = Vec::new();
        // A heading that is wanted, as long as nothing stands below.
        let mut headed: Option<usize> = None;
        let mut heading = self.heading(document, layout, unit.start)?;
        for at in unit {
            let sentence = &layout.sentences[at];
            // A rule between rows that are drawn says nothing, and the rest of a row is shown with it.
            let ruled = |words: &str| !words.contains(char::is_alphanumeric);
            let is_row = sentence.kind == SentenceKind::Row;
            if is_row && (stretch.continues_row(at) || stretch.words(sentence.span).is_some_and(ruled)) {
                continue;
            }
            match sentence.kind {
                SentenceKind::Heading => {
                    quoted.extend(headed.take().map(|at| Quoted { at, heading: None }));
                    let wanted = is_wanted(at);
                    // "[2.3.1] - 2031-05-04" tells when that was, whatever stands below.
                    let tells = |words: &str| version(words).is_some() && full_days(words).next().is_some();
                    if wanted && stretch.words(sentence.span).is_some_and(tells) {
                        quoted.push(Quoted { at, heading: None });
                    } else {
                        headed = Some(at).filter(|_| narrowed && wanted);
                    }
                    heading = self.heading(document, layout, at + 1)?;
                    continue;
                }
                SentenceKind::Furniture => continue,
                // What returns in many documents is quoted where it stands first, and where nothing else is said.
                SentenceKind::Boilerplate if sentence.recurring && !nothing_else && !in_list(at) => continue,
                SentenceKind::Boilerplate
                | SentenceKind::Prose
                | SentenceKind::Item
                | SentenceKind::Row
                | SentenceKind::Code
                | SentenceKind::Caption => {}
            }
            // The head of a message tells who writes to whom: nobody says it.
            let unsaid = sentence.speaker.is_none() && !layout.speakers.is_empty();
            if unsaid && stretch.words(sentence.span).is_some_and(is_head_field) {
                continue;
            }
            if stretch.heads_table(at) || headed.take().is_none() && !is_wanted(at) {
                continue;
            }
            // What a table is called heads its rows.
            let caption = stretch.caption_of(at).map(|caption| single_spaced(&unmarked(caption)));
            let above = caption.map(|caption| match &heading {
                Some(heading) => format!("{heading} › {caption}"),
                None => caption,
            });
            quoted.push(Quoted { at, heading: above.or_else(|| heading.clone()) });
        }
        quoted.extend(headed.map(|at| Quoted { at, heading: None }));
        Ok(quoted)
    }
}

/// Tells the sentences that are wanted by their words.
type Wanted<'a> = &'a mut dyn FnMut(&str) -> bool;

/// A sentence that is quoted, by its position in the document, with what it stands under.
struct Quoted {
    at: usize,
    heading: Option<String>,
}

impl Layout {
    /// A sentence of a text unit as a passage; `retrieved` is how well the unit was found.
    fn candidate(
        &self,
        unit: &TextUnit,
        stretch: &Stretch<'_>,
        Quoted { at, heading }: Quoted,
        mentions: &[Mention],
        retrieved: f32,
    ) -> Option<Candidate> {
        let sentence = &self.sentences[at];
        let window = stretch.window(at)?;
        let before = at.checked_sub(1).map(|before| &self.sentences[before]);
        let speaker = sentence.speaker.and_then(|at| self.speakers.get(usize::from(at)));
        let written = stretch.words(sentence.span).is_some_and(|words| !is_direct_speech(words));
        let author = self.author.as_ref().filter(|_| written);
        let named = heading.into_iter().filter(|heading| !self.document.title.contains(heading.as_str()));
        Some(Candidate {
            evidence: Evidence {
                cites: std::iter::once(unit.id.into()).chain(shown(mentions, window.span)).collect(),
                document: Some(unit.document),
                quote: sentence.span,
                window: window.span,
                text: stretch.words(window.span)?.to_owned(),
                lead: window.lead.and_then(|lead| stretch.words(lead)).map(str::to_owned),
                speaker: speaker.map(Speaker::attribution).or_else(|| author.cloned()),
                title: self.document.title.clone(),
                day: self.days.at(sentence.span),
                heading: named.collect(),
                cut: false,
            },
            kind: sentence.kind,
            retrieved,
            place: sentence.span.start as f32 / self.document.text_len.max(1) as f32,
            opens: before
                .is_none_or(|before| before.kind == SentenceKind::Heading || before.paragraph != sentence.paragraph),
            leans: window.leans,
            spoken: !self.speakers.is_empty(),
            dated: self.dated(),
            day: self.day(),
        })
    }
}

/// The entities that are named in a passage, in the order in which they stand there.
fn shown(mentions: &[Mention], window: Span) -> Vec<Ref> {
    let mut inside: Vec<&Mention> = mentions.iter().filter(|mention| window.contains(mention.span)).collect();
    inside.sort_by_key(|mention| mention.span.start);
    let mut shown: Vec<Ref> = Vec::new();
    for mention in inside {
        let entity = Ref::from(mention.entity);
        if !shown.contains(&entity) && shown.len() < CITED {
            shown.push(entity);
        }
    }
    shown
}
