//! What became otherwise from one version of a document to the next: "What changed in version 4 of the rules?". Each
//! passage that is new is held against the older one that says most of the same, and both are told.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use crate::judgement::ContextRecord;
use crate::judgement::quotation::plain;
use crate::judgement::rank::features::Candidate;
use crate::model::{DocumentId, SentenceKind, TraceStep};
use crate::query::context::days::days_of_all;
use crate::query::context::passages::PassageReader;
use crate::query::context::titles::{Title, Titles};
use crate::query::narrowing::days::without;
use crate::query::task::Task;
use crate::query::writing::Writing;
use crate::query::{Gathered, QueryError, ROWS};
use crate::text::dates::calendar::{CalendarDate, calendar_dates};
use crate::text::numbers::amounts::in_words;
use crate::text::titles::versions::{
    Version, asks_what_changed, called, held_against, is_of_versions, marked, named, names_changes, speaks_of_versions,
    version,
};
use crate::text::words::fold::singular;
use crate::text::words::terms::{Stems, folded, is_digits, is_stop, words};
use crate::text::words::wordlist::is_function_word;

/// Passages of a version that are held against those of the other, at most.
const MOST: usize = 4_000;
/// Of the weight of a passage's words, the other has at least this part where it says the same otherwise.
const ALIKE: f32 = 0.25;
/// What it adds that one stands under a word of the other.
const HEADED: f32 = 0.15;
/// A word that more passages of the older version have brings none of them up.
const COMMON: usize = 60;

/// A version of a document.
#[derive(Clone, Debug)]
struct Edition {
    document: DocumentId,
    version: Version,
}

/// The older and the newer of two versions that a question holds against each other; `None` where it asks for
/// something else, or there are no two.
fn asked(task: &Task<'_>) -> Result<Option<[DocumentId; 2]>, QueryError> {
    let question = &task.ask.question.text;
    if !asks_what_changed(question) {
        return Ok(None);
    }
    if let Some(two) = two_documents(task, question)? {
        return Ok(Some(two));
    }
    let of_versions = speaks_of_versions(question);
    let asks = |word: &String| {
        !is_of_versions(word) && !is_function_word(word) && !is_stop(word) && !word.contains(|c: char| c.is_numeric())
    };
    let matter: Vec<String> = folded(question).into_iter().filter(asks).map(|word| singular(&word)).collect();
    let titles = Titles::new(task.session);
    let mut families: BTreeMap<Vec<String>, Vec<Edition>> = BTreeMap::new();
    for title in titles.all()? {
        let name = called(&title.title);
        let own: Vec<String> = name.iter().map(|word| singular(word)).collect();
        // "What changed in the visiting policy?" names all that it is called.
        let is_whole = || own.iter().all(|word| matter.contains(word));
        let is_called = |word: &String| own.contains(word) || title.lies_among(word);
        if !name.is_empty() && matter.iter().all(is_called) && (of_versions || is_whole()) {
            families.entry(own).or_default().push(Edition { document: title.document, version: edition(title) });
        }
    }
    families.retain(|_, editions| editions.iter().any(|one| one.version != editions[0].version));
    // What names several things asks nothing of one of them.
    let mut meant = families.into_values();
    let Some(mut editions) = meant.next().filter(|_| meant.next().is_none()) else { return Ok(None) };
    // One that has no number is the present one.
    editions.sort_by_key(|one| (one.version.is_none(), one.version.clone()));
    let numbers = named(question);
    let of = |number: u32| editions.iter().position(|one| one.version.as_deref() == Some(&[number]));
    let newer = match numbers[..] {
        [one, other, ..] => {
            let Some((one, other)) = of(one).zip(of(other)) else { return Ok(None) };
            return Ok((one != other).then(|| [one.min(other), one.max(other)].map(|at| editions[at].document)));
        }
        [one] => of(one),
        [] => match version(question) {
            Some(asked) => editions.iter().position(|one| one.version.as_ref() == Some(&asked)),
            None => Some(editions.len() - 1),
        },
    };
    // Of the first there is nothing before it: what came behind it is held against it.
    let newer = newer.map(|at| at.max(1));
    Ok(newer.map(|at| [editions[at - 1].document, editions[at].document]))
}

/// Two documents that a question calls by their titles or days: "What changed between the minutes of May and the
/// corrected minutes?", in the order in which it calls them.
fn two_documents(task: &Task<'_>, question: &str) -> Result<Option<[DocumentId; 2]>, QueryError> {
    let titles = Titles::new(task.session);
    for [one, other] in held_against(question) {
        let (first, second) = (meant(task, &titles, &one)?, meant(task, &titles, &other)?);
        // "The draft and the final report": what only the other is called tells what the two are.
        let alike = |own: &[DocumentId], of: DocumentId| -> Result<Vec<DocumentId>, QueryError> {
            let Some(title) = titles.all()?.iter().find(|title| title.document == of) else { return Ok(Vec::new()) };
            let family: BTreeSet<String> = called(&title.title).into_iter().collect();
            let shares = |title: &&Title| called(&title.title).iter().filter(|word| family.contains(*word)).count();
            let those: Vec<&Title> = titles.all()?.iter().filter(|title| own.contains(&title.document)).collect();
            let most = those.iter().map(shares).max().unwrap_or_default();
            Ok(those.iter().filter(|title| most > 0 && shares(title) == most).map(|title| title.document).collect())
        };
        let (first, second) = match (&first[..], &second[..]) {
            ([_], [_]) => (first, second),
            ([one], _) => (vec![*one], alike(&second, *one)?),
            (_, [other]) => (alike(&first, *other)?, vec![*other]),
            _ => continue,
        };
        if let ([one], [other]) = (&first[..], &second[..])
            && one != other
        {
            return Ok(Some([*one, *other]));
        }
    }
    Ok(None)
}

/// The documents whose titles, or files, have all that some words call them; a day is that of the title, or else the
/// document's own.
fn meant(task: &Task<'_>, titles: &Titles<'_>, called: &str) -> Result<Vec<DocumentId>, QueryError> {
    let day = calendar_dates(called).into_iter().find(|date| date.day.is_some());
    let telling = |text: &str| -> Vec<String> {
        folded(text).into_iter().filter(|word| !is_function_word(word) && !is_stop(word)).collect()
    };
    let whole = telling(called);
    let bare = day.as_ref().map_or_else(|| whole.clone(), |day| telling(&without(called, day)));
    if whole.is_empty() {
        return Ok(Vec::new());
    }
    let has = |title: &Title, words: &[String]| {
        let own = title.words();
        words.iter().all(|word| own.iter().any(|own| singular(own) == singular(word)))
    };
    let mut by_title = titles.those(|title| has(title, &whole))?;
    // "Version 3" may be what the file alone is called.
    if let ([number], true) = (&named(called)[..], by_title.is_empty()) {
        by_title = titles.those(|title| edition(title).as_deref() == Some(&[*number]))?;
    }
    let Some(day) = day.filter(|_| by_title.is_empty()) else { return Ok(by_title) };
    let those = titles.those(|title| has(title, &bare))?;
    let documents = task.reader().documents(&those)?;
    let of_day = days_of_all(&documents).filter(|&(_, own)| day.holds(&CalendarDate::of(own), None));
    Ok(of_day.map(|(document, _)| document).collect())
}

/// The version of a document, by its title or else its file; the notes on a release are no version of those on another.
fn edition(title: &Title) -> Version {
    title.called().into_iter().find_map(marked)
}

/// True where a question holds two versions of a document against each other.
pub(in crate::query) fn are_asked(task: &Task<'_>) -> Result<bool, QueryError> {
    Ok(asked(task)?.is_some())
}

/// A passage with its words as they are compared, and their stems, with those that it stands under.
struct Passage {
    candidate: Candidate,
    said: Vec<String>,
    stems: HashSet<String>,
    /// Of what it stands under alone.
    heading: HashSet<String>,
}

impl Passage {
    /// True where one stands under what the other says, or both under the same.
    fn is_under_what(&self, other: &Self) -> bool {
        let shared = |one: &HashSet<String>, other: &HashSet<String>| one.iter().any(|stem| other.contains(stem));
        shared(&self.heading, &other.stems) || shared(&other.heading, &self.stems)
    }
}

/// What changed, was added and left out from the older version to the newer, each with what it was before; `None` where
/// the question asks for something else.
pub(in crate::query) fn gather(task: &Task<'_>, writing: &mut Writing<'_>) -> Result<Option<Gathered>, QueryError> {
    let Some([older, newer]) = asked(task)? else { return Ok(None) };
    let reader = task.reader();
    let titles = [older, newer].map(|document| reader.document(document).map(|document| plain(&document.title)));
    let [old_title, new_title] = titles;
    let (old_title, new_title) = (old_title?, new_title?);
    writing.trace(TraceStep::Note { text: format!("{new_title} is held against {old_title}") });
    let (mut passages, mut stems) = (PassageReader::new(reader), Stems::default());
    let before = read(task, &mut passages, older, &mut stems)?;
    let after = read(task, &mut passages, newer, &mut stems)?;
    let [old_said, new_said] =
        [&before, &after].map(|passages| passages.iter().map(|one| one.said.clone()).collect::<HashSet<_>>());
    let kept_of = |passages: Vec<Passage>, other: &HashSet<Vec<String>>| -> Vec<Passage> {
        passages.into_iter().filter(|one| !other.contains(&one.said)).take(MOST).collect()
    };
    let (before, after) = (kept_of(before, &new_said), kept_of(after, &old_said));
    let pairs = paired(&before, &after);
    let replaced: HashSet<usize> = pairs.values().copied().collect();
    let gone: Vec<usize> = (0..before.len()).filter(|at| !replaced.contains(at)).collect();
    let counted = |number: usize, rest: &str| match number {
        0 => format!("none {rest}"),
        _ => format!("{} {rest}", in_words(number as u64, "passage", "passages")),
    };
    let fact = format!(
        "{new_title}, against {old_title}: {}, {}, {}.",
        counted(pairs.len(), "changed"),
        counted(after.len() - pairs.len(), "new"),
        counted(gone.len(), "left out")
    );
    let mut rows = Vec::new();
    // What the newer version itself lists as changed goes first.
    let is_listed = |passage: &Passage| passage.candidate.evidence.heading.last().is_some_and(|own| names_changes(own));
    let (own, others): (Vec<_>, Vec<_>) = after.iter().enumerate().partition(|(_, passage)| is_listed(passage));
    for (at, passage) in own.into_iter().chain(others) {
        match pairs.get(&at) {
            Some(&other) => rows.extend([row(passage, passage, "now"), row(&before[other], passage, "before")]),
            None => rows.push(row(passage, passage, "new")),
        }
    }
    rows.extend(gone.into_iter().map(|at| row(&before[at], &before[at], "left out")));
    let listed = Some(rows.len());
    rows.truncate(ROWS);
    Ok(Some(Gathered { records: rows, facts: vec![fact], listed, ..Gathered::default() }))
}

/// The passages of a document, a sentence each.
fn read(
    task: &Task<'_>,
    passages: &mut PassageReader<'_>,
    document: DocumentId,
    stems: &mut Stems,
) -> Result<Vec<Passage>, QueryError> {
    let mut all = Vec::new();
    let mut known = HashSet::new();
    for unit in task.reader().units_of_document(document)? {
        for mut candidate in passages.record(&unit, 1.0)?.candidates {
            let quote = candidate.evidence.quote;
            let is_text = matches!(candidate.kind, SentenceKind::Prose | SentenceKind::Item | SentenceKind::Row);
            // Text units may overlap.
            if !is_text || !known.insert(quote.start) {
                continue;
            }
            let text = candidate.evidence.quoted().to_owned();
            (candidate.evidence.window, candidate.evidence.text) = (quote, text);
            let evidence = &candidate.evidence;
            let said = folded(&evidence.text);
            let under = evidence.heading.last().map_or("", String::as_str);
            let mut telling = |text: &str| -> HashSet<String> {
                let telling = words(text).filter(|word| !is_stop(&word.text.to_lowercase()) && !is_digits(word.text));
                telling.map(|word| stems.stem(word.text).to_owned()).collect()
            };
            let (mut own, heading) = (telling(&evidence.text), telling(under));
            own.extend(heading.iter().cloned());
            all.push(Passage { candidate, said, stems: own, heading });
        }
    }
    Ok(all)
}

/// For passages of the newer version, by their place, the older one that each takes the place of: those that have most
/// in common first, each once.
fn paired(before: &[Passage], after: &[Passage]) -> BTreeMap<usize, usize> {
    let mut having: HashMap<&str, Vec<usize>> = HashMap::new();
    for (at, passage) in before.iter().enumerate() {
        passage.stems.iter().for_each(|stem| having.entry(stem).or_default().push(at));
    }
    let all = (before.len() + after.len()) as f32;
    let mut frequency: HashMap<&str, f32> = HashMap::new();
    for stem in before.iter().chain(after).flat_map(|passage| &passage.stems) {
        *frequency.entry(stem).or_default() += 1.0;
    }
    let weight = |stem: &str| (1.0 + all / frequency.get(stem).copied().unwrap_or(1.0)).ln();
    let whole = |passage: &Passage| passage.stems.iter().map(|stem| weight(stem)).sum::<f32>();
    let olds: Vec<f32> = before.iter().map(whole).collect();
    let mut alike: Vec<(f32, usize, usize)> = Vec::new();
    for (at, passage) in after.iter().enumerate() {
        let mut shared: HashMap<usize, f32> = HashMap::new();
        for stem in &passage.stems {
            let those = having.get(stem.as_str()).filter(|those| those.len() <= COMMON);
            those.into_iter().flatten().for_each(|&other| *shared.entry(other).or_default() += weight(stem));
        }
        let own = whole(passage);
        let score = |(other, common): (usize, f32)| {
            let headed = if passage.is_under_what(&before[other]) { HEADED } else { 0.0 };
            (headed + common / own.min(olds[other]).max(f32::EPSILON), other, at)
        };
        alike.extend(shared.into_iter().map(score).filter(|(score, ..)| *score >= ALIKE));
    }
    alike.sort_by(|a, b| b.0.total_cmp(&a.0).then((a.1, a.2).cmp(&(b.1, b.2))));
    let (mut pairs, mut taken) = (BTreeMap::new(), HashSet::new());
    for (_, other, at) in alike {
        if !pairs.contains_key(&at) && taken.insert(other) {
            pairs.insert(at, other);
        }
    }
    pairs
}

/// A passage as a row, called by what another stands under, with what became of it.
fn row(passage: &Passage, called: &Passage, what: &str) -> ContextRecord {
    let evidence = &passage.candidate.evidence;
    let called = &called.candidate.evidence;
    ContextRecord {
        record: evidence.cites[0],
        title: plain(called.heading.last().unwrap_or(&called.title)),
        text: what.to_owned(),
        in_short: None,
        rank: 1.0,
        tokens: 0,
        candidates: vec![passage.candidate.clone()],
    }
}
