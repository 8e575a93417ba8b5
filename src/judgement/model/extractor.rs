//! Extraction with a model: entities and relationships of a text unit, gleanings, claims (Edge et al., "From Local to
//! Global", 2024, §3.1.2).
//!
//! A gleaning is a conversation of its own and not the first one continued: it is told the names that were found, which
//! of them are connected, and what is fresh of the passage. It does what the step is for (a second look for what was
//! overlooked) at little more than half the prompt, because neither the instructions nor the whole first answer are
//! sent again.

use std::sync::OnceLock;

use futures::future::BoxFuture;

use super::fence::Fence;
use super::locate::PlacedWords;
use super::parse::elements::{self, ToldElements};
use super::parse::points;
use super::surroundings::{self, KnownNames};
use super::table::cell;
use super::{Mind, Refusal, Unusable, identity, schema};
use crate::judgement::{
    Described, ExtractedEntity, Extraction, Extractor, Judged, JudgementError, Pair, Passage, Passages,
};
use crate::llm::{AnswerShape, ChatAnswer, ChatRequest, Finish, Message, Purpose, Role};
use crate::model::{Span, Usage};
use crate::prompts::{Slot, Step};
use crate::store::About;
use crate::text::words::fold;

/// Names that a gleaning is told of.
const NAMES: usize = 120;
/// A text shorter than this is not split further.
const SPLIT_FROM: usize = 400;
/// Notes of one description, in characters; beyond this they are made into one in several steps.
const NOTES: usize = 16_000;

/// Extracts with a model.
pub struct ModelExtractor {
    mind: Mind,
    known: OnceLock<KnownNames>,
}

/// What is asked of a text, whole or in parts.
struct Asking<'a> {
    purpose: Purpose,
    item: &'a About,
    prompt: String,
    /// Where the text stands.
    place: String,
    /// Names that may help, and change with the rest of the collection.
    aside: String,
    shape: AnswerShape,
}

impl ModelExtractor {
    pub fn new(mind: Mind) -> Self {
        Self { mind, known: OnceLock::new() }
    }

    /// What a text tells, asked for in halves where one answer cannot hold it.
    fn told<'a>(
        &'a self,
        asking: &'a Asking<'a>,
        text: &'a str,
    ) -> BoxFuture<'a, Result<(ToldElements, Usage), Refusal>> {
        Box::pin(async move {
            let said = format!("{}\n{}", asking.place, Fence::around([text]).text("passage", text));
            let messages = vec![Message::system(asking.prompt.as_str()), Message::user(said)];
            let request = ChatRequest::new(asking.purpose, asking.item.clone(), messages)
                .shape(asking.shape.clone())
                .aside(asking.aside.as_str());
            match self.mind.ask(&request, read_elements).await {
                Err(refusal) if refusal.wants_less() && text.len() > SPLIT_FROM => {
                    self.mind.divide(&request, &refusal).await?;
                    let (head, tail) = text.split_at(middle(text));
                    let (mut all, mut usage) = self.told(asking, head).await?;
                    let (more, more_usage) = self.told(asking, tail).await?;
                    append(&mut all, more);
                    usage += more_usage;
                    Ok((all, usage))
                }
                other => other,
            }
        })
    }

    async fn elements(&self, item: &About, passage: &Passage, text: &str) -> Result<(ToldElements, Usage), Refusal> {
        let names = self.known.get().map(|known| known.in_part(passage.unit.document, text)).unwrap_or_default();
        let aside = match names.is_empty() {
            true => String::new(),
            false => format!("Full names that occur elsewhere: {}", names.join("; ")),
        };
        let (purpose, prompt, shape) = (Purpose::Extract, self.extract_prompt(), self.shape());
        self.told(&Asking { purpose, item, prompt, place: surroundings::of(passage), aside, shape }, text).await
    }

    async fn gleaned(
        &self,
        item: &About,
        passage: &Passage,
        text: &str,
        found: &ToldElements,
    ) -> Result<(ToldElements, Usage), Refusal> {
        let (names, pairs) = listed(found);
        let (purpose, prompt, shape) = (Purpose::Glean, self.glean_prompt(), self.shape());
        let place = format!("{}Listed: {names}\nConnected: {pairs}\n", surroundings::of(passage));
        self.told(&Asking { purpose, item, prompt, place, aside: String::new(), shape }, text).await
    }

    fn shape(&self) -> AnswerShape {
        if self.mind.brief.records { AnswerShape::Text } else { schema::elements() }
    }

    fn form(&self) -> String {
        let step = if self.mind.brief.records { Step::ExtractRecords } else { Step::ExtractJson };
        self.mind.prompts.fill(step, &[(Slot::Examples, &self.mind.brief.examples)])
    }

    fn extract_prompt(&self) -> String {
        let brief = &self.mind.brief;
        self.mind.prompts.fill(
            Step::Extract,
            &[
                (Slot::EntityTypes, &brief.types()),
                (Slot::Language, &brief.language("the passage")),
                (Slot::Domain, &brief.domain),
                (Slot::Form, &self.form()),
            ],
        )
    }

    fn glean_prompt(&self) -> String {
        let brief = &self.mind.brief;
        self.mind.prompts.fill(
            Step::Glean,
            &[
                (Slot::EntityTypes, &brief.types()),
                (Slot::Language, &brief.language("the passage")),
                (Slot::Form, &self.form()),
            ],
        )
    }

    /// Whether anything is still missing, as the model sees it.
    async fn wants_more(&self, item: &About, text: &str, names: &str) -> Result<(bool, Usage), Refusal> {
        let prompt = self.mind.prompts.fill(Step::GleanCheck, &[(Slot::EntityTypes, &*self.mind.brief.types())]);
        let said = format!("Listed: {names}\n\n{}", Fence::around([text]).text("passage", text));
        let request =
            ChatRequest::new(Purpose::Glean, item.clone(), vec![Message::system(prompt), Message::user(said)]);
        self.mind
            .ask(&request, |answer, _| {
                points::yes(&answer.text).ok_or_else(|| Unusable { why: "neither yes nor no".to_owned(), cut: false })
            })
            .await
    }

    async fn claims(&self, item: &About, passage: &Passage, text: &str) -> Result<(ToldElements, Usage), Refusal> {
        let brief = &self.mind.brief;
        let prompt = self.mind.prompts.fill(
            Step::Claims,
            &[
                (Slot::ClaimDescription, &brief.claim_description),
                (Slot::EntityTypes, &brief.types()),
                (Slot::Language, &brief.language("the passage")),
            ],
        );
        let (purpose, shape) = (Purpose::Claims, schema::claims());
        let (place, aside) = (surroundings::of(passage), String::new());
        self.told(&Asking { purpose, item, prompt, place, aside, shape }, text).await
    }

    async fn read(&self, passage: &Passage) -> Result<Extraction, JudgementError> {
        let whole = text_of(passage, 0);
        if whole.trim().is_empty() {
            return Ok(Extraction::default());
        }
        let item = About::from(passage.unit.id);
        let fresh = text_of(passage, passage.unit.fresh_from);
        let (mut found, mut usage) = self.elements(&item, passage, &whole).await?;
        let gleanings = self.mind.brief.gleanings;
        for round in 0..gleanings {
            if fresh.trim().is_empty() {
                break;
            }
            // The last round is not followed by a question, and the first is not preceded by one.
            if round > 0 {
                let (more, asked) = self.wants_more(&item, &fresh, &listed(&found).0).await?;
                usage += asked;
                if !more {
                    break;
                }
            }
            let (more, gleaned) = self.gleaned(&item, passage, &fresh, &found).await?;
            usage += gleaned;
            append(&mut found, more);
        }
        if self.mind.brief.claims {
            let (told, asked) = self.claims(&item, passage, &fresh).await?;
            usage += asked;
            found.claims = told.claims;
        }
        Ok(self.placed(found, passage, usage))
    }

    /// Locates what was found, and leaves out what belongs to the unit before or to the prompt's examples.
    fn placed(&self, found: ToldElements, passage: &Passage, usage: Usage) -> Extraction {
        let words = PlacedWords::of(passage);
        let examples = fold::key(&self.mind.brief.examples);
        let echo = |name: &str| !examples.is_empty() && examples.contains(&fold::key(name)) && !words.mentions(name).1;
        let mut extraction = Extraction { usage, ..Extraction::default() };
        let listed: Vec<String> = found.entities.iter().map(|entity| fold::key(&entity.name)).collect();
        // An end that was not listed is an entity as well.
        let ends = found.relationships.iter().flat_map(|tie| [&tie.source, &tie.target]);
        let mut unlisted: Vec<&String> = ends.filter(|name| !listed.contains(&fold::key(name))).collect();
        unlisted.sort_unstable();
        unlisted.dedup_by_key(|name| fold::key(name));
        let unlisted: Vec<ExtractedEntity> = unlisted
            .into_iter()
            .map(|name| ExtractedEntity {
                name: name.clone(),
                kind: None,
                sure: true,
                description: None,
                mentions: Vec::new(),
            })
            .collect();
        for mut entity in found.entities.into_iter().chain(unlisted) {
            let (mentions, named) = words.named(&entity.name, entity.kind.as_ref());
            // Named only where the unit before was read already.
            let counted = named && mentions.is_empty() && passage.unit.fresh_from > passage.unit.span.start;
            if counted || echo(&entity.name) {
                continue;
            }
            entity.mentions = mentions;
            extraction.entities.push(entity);
        }
        let relationships = found.relationships.into_iter();
        extraction.relationships = relationships.filter(|r| !echo(&r.source) && !echo(&r.target)).collect();
        for tie in &mut extraction.relationships {
            tie.quote_span = words.quote(&tie.quote);
        }
        extraction.claims = found.claims;
        for claim in &mut extraction.claims {
            claim.quote_span = words.quote(&claim.quote);
        }
        extraction
    }

    async fn describe_notes(&self, described: &Described<'_>) -> Judged<String> {
        let brief = &self.mind.brief;
        let mut usage = Usage::default();
        let mut told = String::new();
        let mut notes = described.notes;
        let mut most = NOTES;
        while !notes.is_empty() {
            // What was made of the notes before counts as the first of the next.
            let mut pack = if told.is_empty() { String::new() } else { format!("- {}\n", cell(&told)) };
            let mut taken = 0;
            while let Some(note) = notes.get(taken).filter(|note| taken == 0 || pack.len() + note.len() < most) {
                pack.push_str(&format!("- {}\n", cell(note)));
                taken += 1;
            }
            let prompt = self.mind.prompts.fill(
                Step::Describe,
                &[
                    (Slot::Subject, &cell(described.subject)),
                    (Slot::Language, &brief.language("the notes")),
                    (Slot::MaxWords, &brief.description_words.to_string()),
                    (Slot::Notes, &pack),
                ],
            );
            let request = ChatRequest::new(Purpose::Describe, described.subject, vec![Message::user(prompt)]);
            match self.mind.ask(&request, read_text).await {
                Err(refusal) if refusal.is_too_long() && taken > 1 => {
                    self.mind.divide(&request, &refusal).await?;
                    most = pack.len() / 2;
                }
                other => {
                    let (text, asked) = other?;
                    usage += asked;
                    told = text;
                    notes = &notes[taken..];
                }
            }
        }
        Ok((told, usage))
    }
}

impl Extractor for ModelExtractor {
    fn name(&self) -> &str {
        self.mind.provider.model(Role::Extraction)
    }

    /// Twice as many as there are slots, which are then never empty while there is something to ask: a unit has two
    /// calls one after the other, and while one unit's answer is read, another's call is under way.
    fn concurrency(&self) -> usize {
        self.mind.provider.concurrency() * 2
    }

    fn survey(&self, passages: &dyn Passages) {
        self.known.get_or_init(|| KnownNames::of(passages));
    }

    fn extract<'a>(&'a self, passage: &'a Passage) -> BoxFuture<'a, Result<Extraction, JudgementError>> {
        Box::pin(self.read(passage))
    }

    fn same<'a>(&'a self, pairs: &'a [Pair]) -> BoxFuture<'a, Judged<Vec<Option<bool>>>> {
        Box::pin(identity::same(&self.mind, pairs))
    }

    fn describe<'a>(&'a self, described: &'a Described<'a>) -> BoxFuture<'a, Judged<String>> {
        Box::pin(self.describe_notes(described))
    }
}

/// The parts of a passage whose sentences do not recur, each a run of text.
pub(super) fn kept(passage: &Passage) -> Vec<Span> {
    let mut runs: Vec<Span> = Vec::new();
    let mut open = false;
    for at in passage.sentences.clone() {
        let Some(sentence) = passage.document.sentences.get(at) else { break };
        let start = sentence.span.start.max(passage.unit.span.start);
        let end = sentence.span.end.min(passage.unit.span.end);
        if sentence.recurring || start >= end {
            open &= !sentence.recurring;
            continue;
        }
        match runs.last_mut() {
            Some(run) if open => run.end = end,
            _ => runs.push(Span::new(start, end)),
        }
        open = true;
    }
    runs
}

/// The text of a passage from a place on, without what recurs.
pub(super) fn text_of(passage: &Passage, from: usize) -> String {
    let mut text = String::new();
    for run in kept(passage) {
        let run = Span::new(run.start.max(from), run.end.max(from));
        if let Some(part) = run.slice(&passage.document.text).filter(|part| !part.trim().is_empty()) {
            if !text.is_empty() {
                text.push('\n');
            }
            text.push_str(part);
        }
    }
    text
}

/// The names found so far, numbered, and which of them are connected, by their numbers: `1 Ada; 2 Bo` and `1-2`.
fn listed(found: &ToldElements) -> (String, String) {
    let mut keys: Vec<String> = Vec::new();
    let mut names: Vec<String> = Vec::new();
    let ends = found.relationships.iter().flat_map(|tie| [&tie.source, &tie.target]);
    for name in found.entities.iter().map(|entity| &entity.name).chain(ends) {
        let key = fold::key(name);
        if keys.len() < NAMES && !keys.contains(&key) {
            names.push(format!("{} {}", keys.len() + 1, cell(name)));
            keys.push(key);
        }
    }
    let number = |name: &str| keys.iter().position(|key| *key == fold::key(name)).map(|at| at + 1);
    let mut pairs: Vec<String> = Vec::new();
    for tie in &found.relationships {
        if let (Some(a), Some(b)) = (number(&tie.source), number(&tie.target)) {
            let pair = format!("{}-{}", a.min(b), a.max(b));
            if !pairs.contains(&pair) {
                pairs.push(pair);
            }
        }
    }
    let or_none = |list: Vec<String>, between| if list.is_empty() { "none".to_owned() } else { list.join(between) };
    (or_none(names, "; "), or_none(pairs, " "))
}

fn append(all: &mut ToldElements, more: ToldElements) {
    all.entities.extend(more.entities);
    all.relationships.extend(more.relationships);
    all.claims.extend(more.claims);
}

/// The end of a line or a sentence near the middle, else the nearest character.
fn middle(text: &str) -> usize {
    let half = text.floor_char_boundary(text.len() / 2);
    let line = text[..half].rfind('\n').map(|at| at + 1);
    let sentence = text[..half].rfind(". ").map(|at| at + 2);
    line.into_iter().chain(sentence).filter(|&at| at > half / 2).max().unwrap_or(half)
}

/// Elements out of an answer that came to its end. One whose end mark is missing is believed when it is asked again and
/// ends the same way.
fn read_elements(answer: &ChatAnswer, attempt: u32) -> Result<ToldElements, Unusable> {
    let reading = elements::read(&answer.text);
    let cut = answer.finish != Finish::Stop || reading.repairs.cut;
    if cut {
        return Err(Unusable { why: "the answer ends in the middle".to_owned(), cut: true });
    }
    if !reading.ended && (reading.value.is_empty() || attempt == 0) {
        let why = if reading.value.is_empty() { "no record in the answer" } else { "the answer has no end mark" };
        return Err(Unusable { why: why.to_owned(), cut: false });
    }
    if reading.repairs.lost > 0 && attempt + 1 < super::ATTEMPTS {
        let why = format!("{} records of the answer could not be read", reading.repairs.lost);
        return Err(Unusable { why, cut: false });
    }
    Ok(reading.value)
}

/// Prose that came to its end.
pub(super) fn read_text(answer: &ChatAnswer, _: u32) -> Result<String, Unusable> {
    let text = super::parse::clean::without_thoughts(&answer.text).trim().to_owned();
    match answer.finish {
        Finish::Stop if !text.is_empty() => Ok(text),
        Finish::Stop => Err(Unusable { why: "the answer is empty".to_owned(), cut: false }),
        _ => Err(Unusable { why: "the answer ends in the middle".to_owned(), cut: true }),
    }
}

#[cfg(test)]
pub(super) mod tests;
