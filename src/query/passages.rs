//! Text units as sentences that may be quoted.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::QueryError;
use crate::judgement::abbreviations::{has_letters, opened};
use crate::judgement::attribution::{Attribution, before};
use crate::judgement::extractive::focus::Focus;
use crate::judgement::extractive::quotation::quotables;
use crate::judgement::extractive::relation::{is_named, is_named_first};
use crate::judgement::leant_on::with_what_it_leans_on;
use crate::judgement::{ContextRecord, Quotable, headings};
use crate::model::{
    DocumentId, Entity, EntityId, Kind, Ref, Role as Part, Sentence, SentenceKind, Span, Speaker, SpeakerPart,
    TextUnit, TextUnitId,
};
use crate::store::Reader;
use crate::text::office::Sought;
use crate::text::question::{Reading, Role};
use crate::text::stance::Stance;
use crate::text::standalone::{
    Quote, Setting, UNDERSTOOD, is_fluent, is_telling_row, nearly_alone, readable, stand_alone, stands_as_quoted,
};
use crate::text::terms::{Stems, fold, folded, words};

/// How well a sentence of an answer must be understood: the question tells what it is about.
const ASKED: f32 = 1.2 * UNDERSTOOD;
/// The same of talk, which leaves out more than what is written.
const SPOKEN: f32 = 1.5 * UNDERSTOOD;

/// The same for a sentence that says most of what is asked.
const ANSWERS: f32 = 0.45;

/// How plainly a part of a sentence must say who somebody is to be quoted by itself, and how long it may be.
const TELLS: f32 = 0.85;
const LONGEST_PART: usize = 160;

/// Bytes of a contradiction that says what it contradicts.
const TELLING: usize = 60;

/// What a sentence is worth, with what stands around it, that does not have the verb asked about.
const UNTOLD: f32 = 0.5;

/// An answer may begin a paragraph back: "The board asked for it. ¶ Ms Voss advised against it."
const FURTHER: u32 = 1;

/// What is known of a document, as far as quoting from it goes.
struct Structure {
    title: String,
    author: Option<String>,
    foreign: bool,
    sentences: Vec<Sentence>,
    speakers: Vec<Speaker>,
}

impl Structure {
    /// A sentence that does not stand alone together with the one or two that it leans on, as far as they stand in
    /// `text`, a window of the document, and where that is; `behind` stands behind it, as `written`.
    fn with_what_it_leans_on<'t>(
        &self,
        at: usize,
        window: Span,
        text: &'t str,
        behind: Attribution<'_>,
        written: &str,
    ) -> Option<(&'t str, Span)> {
        let inside = |span: Span| {
            let start = span.start.checked_sub(window.start)?;
            Span::new(start, span.end - window.start).slice(text)
        };
        let points = inside(self.sentences.get(at)?.span).is_some_and(points_back);
        let further = if points && behind.speaker.is_none() { FURTHER } else { 0 };
        let whole = with_what_it_leans_on(&self.sentences, at, further, inside, |at| {
            let words = inside(self.sentences.get(at)?.span)?;
            let first = stand_alone(words, Setting { attributed: behind.speaker.is_some(), foreign: false })?;
            let before = before(&self.sentences, at, window, text);
            let carried = behind.carries(words, written, &before, self.names());
            (first.span.start == 0).then_some(first.worth * carried)
        })?;
        Some((inside(whole)?, whole))
    }

    /// A contradiction together with the sentence before it, which says what it contradicts: where both stand in `text`,
    /// a window of the document.
    fn with_what_is_disputed(&self, at: usize, window: Span, text: &str) -> Option<(usize, usize)> {
        const LONGEST: usize = 420;
        let (before, sentence) = (self.sentences.get(at.checked_sub(1)?)?, self.sentences.get(at)?);
        let contradiction = Span::new(sentence.span.start.checked_sub(window.start)?, sentence.span.end - window.start);
        let first = contradiction.slice(text).and_then(|said| words(said).next())?;
        if !matches!(first.text, "I" | "We" | "He" | "She" | "They") {
            return None;
        }
        let together = before.kind == SentenceKind::Prose
            && sentence.kind == SentenceKind::Prose
            && before.speaker == sentence.speaker
            && before.paragraph == sentence.paragraph;
        let start = before.span.start.checked_sub(window.start).filter(|_| together)?;
        // "His sons row. He is opposed to it.": whose?
        let words = Span::new(start, before.span.end - window.start).slice(text).filter(|words| !points_back(words))?;
        let setting = Setting { attributed: before.speaker.is_some(), foreign: self.foreign };
        let quote = readable(words, setting).filter(|quote| quote.span.end == words.len())?;
        let end = sentence.span.end - window.start;
        let start = start + quote.span.start;
        (end - start <= LONGEST).then_some((start, end))
    }

    /// What stands behind a quotation that says who somebody is and goes on about him: the next sentences of the same
    /// speaker that begin with *he*, *she* or the name, as far as they make a short quotation, and where the last of them
    /// ends.
    fn with_what_follows<'t>(
        &self,
        at: usize,
        place: Span,
        window: Span,
        text: &'t str,
        whois: &Sought,
    ) -> Option<(&'t str, usize)> {
        const LONGEST: usize = 440;
        const SENTENCES: usize = 2;
        let Sought::Name(name) = whois else { return None };
        let told = self.sentences.get(at)?;
        let inside = |span: Span| Span::new(span.start.checked_sub(window.start)?, span.end - window.start).slice(text);
        let mut end = None;
        for next in self.sentences.get(at + 1..)?.iter().take(SENTENCES) {
            let goes_on = next.kind == SentenceKind::Prose
                && !next.recurring
                && next.speaker == told.speaker
                && next.paragraph - told.paragraph <= FURTHER
                && next.span.end - place.start <= LONGEST;
            let Some(words) = Some(next.span).filter(|_| goes_on).and_then(inside) else { break };
            if !is_fluent(words) || !is_of_same(words, name) {
                break;
            }
            end = Some(next.span.end);
        }
        let end = end?;
        Some((inside(Span::new(place.end, end))?, end))
    }

    /// Names of all who speak in it.
    fn names(&self) -> impl Iterator<Item = &str> {
        self.speakers.iter().map(|speaker| speaker.name.as_str())
    }
}

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

/// The two sentences before one, given by its position, that belong to its paragraph and its speaker.
fn said_before(sentences: &[Sentence], at: usize, window: Span, text: &str) -> String {
    const BEFORE: usize = 2;
    let of = |sentence: &Sentence| (sentence.paragraph, sentence.speaker);
    let before = sentences[at.saturating_sub(BEFORE)..at].iter().filter(|before| of(before) == of(&sentences[at]));
    let said = before.filter_map(|before| {
        let start = before.span.start.checked_sub(window.start)?;
        Span::new(start, before.span.end - window.start).slice(text)
    });
    said.collect::<Vec<_>>().join(" ")
}

/// True for a sentence of a passage that names both of two, or that one of them says of the other.
fn ties(pair: &[String; 2], sentence: &str, speaker: Option<&str>, passage: &str) -> bool {
    let named = pair
        .each_ref()
        .map(|name| is_named(name, sentence) || is_named_first(name, sentence) && is_named(name, passage));
    let says = |name: &String| speaker.is_some_and(|speaker| folded(speaker) == folded(name));
    named[0] && (named[1] || says(&pair[1])) || named[1] && says(&pair[0])
}

/// True for a sentence that goes on about somebody: it begins with *he*, *she*, *they* or his first or last name.
fn is_of_same(sentence: &str, name: &str) -> bool {
    let first = words(sentence).next().map(|word| fold(word.text)).unwrap_or_default();
    let first = first.split(['\'', '’']).next().unwrap_or_default();
    let own = folded(name);
    matches!(first, "he" | "she" | "they" | "his" | "her" | "hes" | "shes")
        || own.first().is_some_and(|own| own == first)
        || own.last().is_some_and(|own| own == first)
}

/// True for a whole sentence of a glossary: it ends like one, and is short enough to be quoted.
fn is_entry(text: &str) -> bool {
    const LONGEST: usize = 420;
    text.ends_with(['.', ')']) && text.chars().count() <= LONGEST && !text.contains('|')
}

/// True for what a meeting resolved, which its minutes put in front with a word and a colon.
fn is_resolved(text: &str) -> bool {
    const LONGEST: usize = 320;
    const OPENINGS: [&str; 5] = ["resolved", "ordered", "agreed", "decided", "moved"];
    let plain = text.trim_start_matches(['*', '_']);
    let first = plain.split(|c: char| !c.is_alphabetic()).next().unwrap_or_default();
    let says_what = plain.split(": ").nth(1).is_some_and(|rest| rest.split(' ').count() > 3);
    OPENINGS.contains(&first.to_lowercase().as_str()) && says_what && text.len() <= LONGEST
}

/// True for a sentence that begins with what was spoken of before: "It was lowered too fast."
fn points_back(text: &str) -> bool {
    const OPENING: usize = 6;
    words(text).take(OPENING).any(|word| {
        matches!(
            fold(word.text).as_str(),
            "it" | "its" | "he" | "his" | "him" | "she" | "her" | "they" | "their" | "them" | "this" | "that" | "these"
        )
    })
}

/// A text unit, read.
pub(super) struct Said {
    pub text: String,
    pub sentences: Vec<Spoken>,
}

/// Reads text units, each document's structure once.
pub(super) struct Passages<'a> {
    reader: &'a Reader,
    /// Words of the question: whoever asks about "the gate" knows which.
    asked: String,
    /// Stems of what the question consists of, a name by its last word, and how many of them a sentence must have to be
    /// quoted although it leans on its text.
    units: Vec<String>,
    fewest: usize,
    /// Who is asked for.
    whois: Option<Sought>,
    /// What a thing is, is asked: what says it is quoted though it leans on its text.
    defining: bool,
    /// What is disputed is asked: what contradicts is quoted with what it contradicts.
    disputed: bool,
    /// The two whose ties are asked for: a sentence that names both is quoted though it leans on its text.
    pair: Option<[String; 2]>,
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
            asked: String::new(),
            units: Vec::new(),
            fewest: 0,
            whois: None,
            defining: false,
            disputed: false,
            pair: None,
            structures: HashMap::new(),
            documents: HashMap::new(),
            headings: HashMap::new(),
            entities: HashMap::new(),
        }
    }

    /// The same for an answer to a question.
    pub(super) fn asked(reader: &'a Reader, reading: &Reading) -> Self {
        let mut stems = Stems::default();
        let mut stem = |name: &str| words(name).last().map(|word| stems.stem(word.text).to_owned());
        let mut units: Vec<String> = reading.names.iter().filter_map(|name| stem(name)).collect();
        let named =
            |word: &String| reading.names.iter().any(|name| words(name).any(|part| part.text.to_lowercase() == *word));
        units.extend(reading.content.iter().filter(|word| !named(word)).filter_map(|word| stem(word)));
        // Of whom nothing more is asked than who he is, better sentences tell.
        let fewest = match reading.stance {
            Some(_) => 1,
            None if reading.asks_about_one() => usize::MAX,
            None => 2,
        };
        let defining = matches!(reading.stance, Some(Stance::Definition | Stance::Mechanism));
        let pair = <[String; 2]>::try_from(reading.names.clone()).ok().filter(|_| reading.relation);
        Self {
            asked: reading.content.join(" "),
            units,
            fewest,
            whois: reading.whois.clone(),
            defining,
            disputed: reading.stance == Some(Stance::Disagreement),
            pair,
            ..Self::new(reader)
        }
    }

    /// True for a sentence that has enough of what the question consists of.
    fn has_units(&self, sentence: &str) -> bool {
        let mut stems = Stems::default();
        let found: HashSet<&String> = words(sentence)
            .filter_map(|word| {
                let stem = stems.stem(word.text);
                self.units.iter().find(|unit| *unit == stem)
            })
            .collect();
        found.len() >= self.fewest
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
            // Who somebody is may be said in the same words in many documents.
            if sentence.recurring && self.whois.is_none() {
                continue;
            }
            let local = Span::new(sentence.span.start - window.start, sentence.span.end - window.start);
            let Some(words) = local.slice(&text).filter(|words| wanted(words)) else { continue };
            let speaker = sentence.speaker.and_then(|at| structure.speakers.get(usize::from(at)));
            let (author, heading) = (structure.author.as_deref(), heading.as_deref());
            let behind = Attribution { title: &structure.title, speaker, author, heading };
            let written = behind.written();
            let known = format!("{written} {}", self.asked);
            let mut stands = true;
            let says = matches!(sentence.kind, SentenceKind::Prose | SentenceKind::Item);
            let setting = Setting { attributed: speaker.is_some(), foreign: structure.foreign };
            let alone = says.then(|| stand_alone(words, setting)).flatten().and_then(|quote| {
                Some((quote.text(words)?.into_owned(), quote.span.shifted(sentence.span.start), quote.worth))
            });
            // Who somebody is may be said in a part of a sentence that says other things.
            let told = self
                .whois
                .as_ref()
                .and_then(|whois| whois.told(words, speaker.map(|speaker| speaker.name.as_str()).or(author), &written));
            let told = told.filter(|(_, worth)| *worth >= TELLS);
            if sentence.recurring && told.is_none() {
                continue;
            }
            let part = told.and_then(|(part, _)| {
                let quote = Quote { span: part, worth: 1.0 };
                let text = quote.text(words)?.split_whitespace().collect::<Vec<_>>().join(" ");
                (text.chars().count() <= LONGEST_PART).then_some((text, part.shifted(sentence.span.start)))
            });
            let (quote, place) = match (sentence.kind, alone) {
                (SentenceKind::Prose | SentenceKind::Item, Some((quoted, place, worth))) => {
                    let before = before(&structure.sentences, number, window, &text);
                    let carries = || behind.carries(&quoted, &known, &before, structure.names());
                    let bar = if speaker.is_some() { SPOKEN } else { ASKED };
                    stands = structure.foreign || worth * carries() >= bar;
                    (quoted, place)
                }
                (SentenceKind::Prose | SentenceKind::Item, None) if is_resolved(words) => {
                    (words.to_owned(), sentence.span)
                }
                (SentenceKind::Prose, None) => {
                    stands = false;
                    (words.to_owned(), sentence.span)
                }
                (SentenceKind::Row | SentenceKind::Item, _) if is_telling_row(words) => {
                    (words.to_owned(), sentence.span)
                }
                // A glossary that returns in every ordinance is one all the same.
                (SentenceKind::Boilerplate, _) if self.defining && is_entry(words) && worth_having(words) => {
                    (words.to_owned(), sentence.span)
                }
                _ if part.is_some() => {
                    stands = false;
                    (words.to_owned(), sentence.span)
                }
                _ => continue,
            };
            let by = speaker.map(|speaker| speaker.name.as_str());
            let both = || self.pair.as_ref().is_some_and(|pair| ties(pair, words, by, &text));
            let both = !stands && !structure.foreign && says && both();
            let leans = !stands && !structure.foreign && (both || worth_having(words));
            let whole = leans.then(|| structure.with_what_it_leans_on(number, window, &text, behind, &known)).flatten();
            // What answers is quoted although it leans a little: whoever asks knows what it is about.
            let near = leans && whole.is_none() && says && (self.disputed || self.has_units(words));
            let near = near.then(|| nearly_alone(words, setting)).flatten().and_then(|near| {
                let carried = behind.carries(
                    words,
                    &known,
                    &before(&structure.sentences, number, window, &text),
                    structure.names(),
                );
                (carried >= ANSWERS).then_some((near.text(words)?.into_owned(), near.span.shifted(sentence.span.start)))
            });
            let whole = whole.map(|(quote, place)| (quote.to_owned(), place));
            // What names both is what was asked for.
            let tied = (both && whole.is_none() && near.is_none()).then(|| readable(words, setting)).flatten();
            let near = near.or_else(|| {
                tied.and_then(|tied| Some((tied.text(words)?.into_owned(), tied.span.shifted(sentence.span.start))))
            });
            // What a term means is read as a glossary is.
            let glossed = leans && whole.is_none() && near.is_none() && self.defining && is_entry(words);
            let near = near.or_else(|| glossed.then(|| (words.to_owned(), sentence.span)));
            let against = (leans && self.disputed && whole.is_none()).then(|| {
                let (start, end) = structure.with_what_is_disputed(number, window, &text)?;
                let quoted = text.get(start..end)?;
                let whole = number > 0 && structure.sentences[number - 1].span.start == window.start + start;
                let quoted = if whole { quoted.to_owned() } else { format!("… {quoted}") };
                Some((quoted, Span::new(start, end).shifted(window.start)))
            });
            // "I disagree." says nothing by itself.
            let against = against.flatten();
            let near = if self.disputed { against.or(near.filter(|(quote, _)| quote.len() >= TELLING)) } else { near };
            let part = part.filter(|_| !stands);
            stands |= whole.is_some() || near.is_some() || part.is_some();
            let (quote, place) = part.or(whole).or(near).unwrap_or((quote, place));
            let further = told
                .filter(|_| stands && !quote.ends_with('…'))
                .and_then(|_| structure.with_what_follows(number, place, window, &text, self.whois.as_ref()?))
                .map(|(more, end)| (format!("{quote}{more}"), Span::new(place.start, end)));
            let (quote, place) = further.unwrap_or((quote, place));
            let written = self.opened(unit.id, place, &quote, written)?;
            found.push(Spoken {
                quotable: Quotable {
                    text: quote,
                    cites: vec![unit.id.into()],
                    place: Some((unit.document, place)),
                    speaker: Some(written),
                    relevance: None,
                },
                part: speaker.map(|speaker| speaker.part),
                name: speaker.map(|speaker| speaker.name.clone()),
                stands,
                before: said_before(&structure.sentences, number, window, &text),
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
