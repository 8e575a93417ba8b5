//! What counts, passage by passage: which documents and people have how many passages that say what is asked, and which
//! of the question's words those have.

use std::collections::{BTreeMap, HashMap, HashSet};

use crate::judgement::rank::asked::PreparedQuestion;
use crate::judgement::rank::features::Candidate;
use crate::model::{
    DocumentId, EntityId, EntityType, Evidence, Kind, Ref, SentenceKind, SpeakerPart, TextUnit, TextUnitId,
};
use crate::query::QueryError;
use crate::query::context::passages::PassageReader;
use crate::query::task::Task;
use crate::text::question::{AskedRole, Listed, Reading, names_people};
use crate::text::words::terms::{Stems, fold, folded, words};
use crate::text::words::wordlist::is_own;

/// Passages shown of each.
const SHOWN: usize = 2;

/// A document or a person with what counted for it.
pub(super) struct Row {
    pub record: Ref,
    pub title: String,
    pub passages: u32,
    pub last: Option<TextUnitId>,
    pub best: Vec<(f32, Candidate)>,
}

impl Row {
    pub fn of(record: Ref, title: String) -> Self {
        Self { record, title, passages: 0, last: None, best: Vec::new() }
    }

    pub fn count(&mut self, passage: TextUnitId, coverage: f32, candidate: &Candidate) {
        if self.last.replace(passage) != Some(passage) {
            self.passages += 1;
        }
        self.best.push((coverage, candidate.clone()));
        if self.best.len() > 8 * SHOWN {
            self.keep_best();
        }
    }

    pub fn keep_best(&mut self) {
        self.best.sort_by(|a, b| b.0.total_cmp(&a.0));
        self.best.truncate(SHOWN);
    }
}

/// Which of the words and names of a question stand in what counted for it.
pub(super) struct Said {
    /// Of each word of content whether it was met.
    pub met: Vec<bool>,
    /// The last word of each name, folded.
    pub names: Vec<String>,
    pub named: HashMap<DocumentId, HashSet<usize>>,
    pub documents: HashMap<TextUnitId, DocumentId>,
}

impl Said {
    pub fn of(reading: &Reading) -> Self {
        let last = |name: &String| words(name).last().map(|word| fold(word.text)).unwrap_or_default();
        Self {
            met: vec![false; reading.content.len()],
            names: reading.names.iter().map(last).collect(),
            named: HashMap::new(),
            documents: HashMap::new(),
        }
    }

    fn note(
        &mut self,
        document: DocumentId,
        unit: TextUnitId,
        evidence: &Evidence,
        (asked, reading): (&PreparedQuestion, &Reading),
        stems: &mut Stems,
    ) {
        self.documents.insert(unit, document);
        for text in std::iter::once(&evidence.text).chain(&evidence.heading) {
            for (word, met) in reading.content.iter().zip(&mut self.met) {
                *met = *met || asked.has_word(word, text, stems);
            }
            for word in words(text) {
                let folded = fold(word.text);
                let named = self.names.iter().enumerate().filter(|(_, name)| **name == folded).map(|(at, _)| at);
                self.named.entry(document).or_default().extend(named);
            }
        }
    }

    fn names_one(&self, text: &str) -> bool {
        words(text).any(|word| self.names.contains(&fold(word.text)))
    }

    pub fn names_all(&self, document: DocumentId) -> bool {
        self.named.get(&document).is_some_and(|named| named.len() == self.names.len())
    }

    pub fn unit_is_of(&self, unit: TextUnitId, wanted: impl Fn(DocumentId) -> bool) -> bool {
        self.documents.get(&unit).is_some_and(|&document| wanted(document))
    }

    /// The words that were met; all where none was.
    pub fn words(&self, reading: &Reading) -> Vec<String> {
        let met = reading.content.iter().zip(&self.met).filter(|(_, met)| **met).map(|(word, _)| word.clone());
        let met: Vec<String> = met.collect();
        if met.is_empty() { reading.content.clone() } else { met }
    }

    /// The same, with the names that they make as they are written.
    pub fn called(&self, reading: &Reading) -> Vec<String> {
        let mut words = self.words(reading);
        for name in reading.names.iter().rev() {
            let own: Vec<String> = folded(name);
            if own.iter().all(|part| words.iter().any(|word| fold(word) == *part)) {
                words.retain(|word| !own.contains(&fold(word)));
                words.insert(0, name.clone());
            }
        }
        words
    }

    pub fn missing(&self, reading: &Reading) -> Vec<String> {
        let missing = reading.content.iter().zip(&self.met).filter(|(_, met)| !**met);
        missing.map(|(word, _)| word.clone()).collect()
    }
}

/// What counts, passage by passage.
pub(super) struct Tally {
    pub documents: BTreeMap<DocumentId, Row>,
    pub people: BTreeMap<EntityId, Row>,
    pub counted: HashSet<TextUnitId>,
    pub said: Said,
    /// "Both Ada Voss and Tom Reed" are counted where both are named, not in one sentence.
    pub of_all: bool,
}

impl Tally {
    /// Counts what has at least a part of the question's weight, or names the one that is asked about.
    pub fn of(
        task: &Task<'_>,
        entity: Option<EntityId>,
        names: &HashSet<TextUnitId>,
        looked_at: &[TextUnit],
        least: f32,
    ) -> Result<Self, QueryError> {
        let (reader, reading) = (task.reader(), &task.reading);
        let asked = task.asked();
        let mut stems = Stems::default();
        let one_word = reading.names.first().is_some_and(|name| words(name).count() == 1);
        // A name of one word is counted where it stands inside a longer one, too: *COVID-19*.
        let by_words = entity.is_none() || one_word;
        let mut passages = PassageReader::new(reader);
        let mut documents: BTreeMap<DocumentId, Row> = BTreeMap::new();
        let mut people: BTreeMap<EntityId, Row> = BTreeMap::new();
        let mut named: HashMap<String, Option<EntityId>> = HashMap::new();
        let mut counted: HashSet<TextUnitId> = HashSet::new();
        let mut said = Said::of(reading);
        let of_all = entity.is_none() && reading.names.len() > 1;
        let deed = deed(task);
        for unit in looked_at {
            let hosts =
                if reading.role == Some(AskedRole::Guest) { hosts(&mut passages, unit.document)? } else { Vec::new() };
            let names_here = names.contains(&unit.id);
            let record = passages.record_of(unit, 1.0, |sentence| {
                names_here
                    || by_words && (asked.exact(sentence, &mut stems) >= least || of_all && said.names_one(sentence))
            })?;
            for candidate in record.candidates {
                let evidence = &candidate.evidence;
                if evidence.quote.start < unit.fresh_from {
                    continue; // Counted in the unit before.
                }
                let is_host =
                    evidence.speaker.as_ref().is_some_and(|who| hosts.iter().any(|host| who.starts_with(host)));
                let names_it = entity.is_some_and(|entity| evidence.cites.contains(&entity.into()));
                // A heading is quoted where nothing else is.
                let found = match candidate.kind {
                    SentenceKind::Heading => 0.0,
                    _ => asked.exact(evidence.quoted(), &mut stems),
                };
                // Where no name is looked for, what is wanted says it, or the heading right above it does.
                let says = by_words && (!names_here || found >= least || of_all && said.names_one(evidence.quoted()));
                if is_host || !(names_it || says) {
                    continue;
                }
                counted.insert(unit.id);
                said.note(unit.document, unit.id, evidence, (&asked, reading), &mut stems);
                let row = documents
                    .entry(unit.document)
                    .or_insert_with(|| Row::of(unit.document.into(), evidence.title.clone()));
                row.count(unit.id, found, &candidate);
                if reading.tally.list == Some(Listed::People) {
                    let of_speaker =
                        deed.as_ref().is_none_or(|deed| tells_of_himself(evidence.quoted(), deed, &mut stems));
                    for (person, name) in persons(task, &candidate, of_speaker, &mut named)? {
                        let row = people.entry(person).or_insert_with(|| Row::of(person.into(), name));
                        row.count(unit.id, found, &candidate);
                    }
                }
            }
        }
        if of_all {
            documents.retain(|id, _| said.names_all(*id));
            counted.retain(|unit| said.unit_is_of(*unit, |id| documents.contains_key(&id)));
        }
        Ok(Self { documents, people, counted, said, of_all })
    }
}

fn hosts(passages: &mut PassageReader<'_>, document: DocumentId) -> Result<Vec<String>, QueryError> {
    let speakers = passages.speakers(document)?;
    Ok(speakers.into_iter().filter(|(_, part)| *part == SpeakerPart::Host).map(|(name, _)| name).collect())
}

/// What those who are listed are to have done, where it is no talking: `play` in "Which guests play the organ?".
fn deed(task: &Task<'_>) -> Option<String> {
    let question = task.ask.question.asks();
    let all: Vec<String> = words(&question).map(|word| word.text.to_lowercase()).collect();
    let at = all.iter().position(|word| names_people(word))?;
    let verb = all.get(at + 1)?;
    task.reading.content.contains(verb).then(|| verb.clone())
}

/// True where somebody says that he did it himself: "I used to play".
fn tells_of_himself(text: &str, deed: &str, stems: &mut Stems) -> bool {
    /// Words between whoever says it and the deed: "I used to really play".
    const NEAR: usize = 4;
    let deed = stems.stem(deed).to_owned();
    let all: Vec<&str> = words(text).map(|word| word.text).collect();
    let done = (0..all.len()).filter(|&at| stems.stem(all[at]) == deed).collect::<Vec<_>>();
    done.iter().any(|&at| all[at.saturating_sub(NEAR)..at].iter().any(|word| is_own(word)))
}

/// Whom a passage counts for: who says it, where that is known and it may be of them, else the persons it names.
fn persons(
    task: &Task<'_>,
    candidate: &Candidate,
    of_speaker: bool,
    known: &mut HashMap<String, Option<EntityId>>,
) -> Result<Vec<(EntityId, String)>, QueryError> {
    let reader = task.reader();
    let persons = |ids: &[EntityId]| -> Result<Vec<(EntityId, String)>, QueryError> {
        let entities = reader.entities(ids)?.into_iter().filter(|entity| entity.kind == EntityType::Person);
        Ok(entities.map(|entity| (entity.id, entity.name)).collect())
    };
    if let Some(speaker) = candidate.evidence.speaker.as_ref().filter(|_| of_speaker) {
        let name = speaker.split(", ").next().unwrap_or(speaker).to_owned();
        if !known.contains_key(&name) {
            let found = persons(&reader.entities_named(&name)?)?.first().map(|(id, _)| *id);
            known.insert(name.clone(), found);
        }
        return Ok(known[&name].map(|id| (id, name)).into_iter().collect());
    }
    let named = candidate.evidence.cites.iter().filter(|cite| cite.kind == Kind::Entity).map(|cite| EntityId(cite.id));
    persons(&named.collect::<Vec<_>>())
}
