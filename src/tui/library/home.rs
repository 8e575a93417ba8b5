//! The home page of an index: its overview as it was made with it and, where an index has none (it is older, or another
//! program's), what can be told at once: the communities in the order of the tree, the names that most documents have,
//! formats and dates.

use std::collections::HashSet;

use super::dates::by_time;
use super::{Library, Result};
use crate::interop::import;
use crate::judgement::extractive::quotes::drawn::dated;
use crate::model::{
    CommunityId, EntityId, EntityType, Evidence, Overview, Prominent, Scope, are_dated, without_citations,
};
use crate::query::{QueryError, answerable, suggest};
use crate::store::EntityOrder;
use crate::text::display::inline::unmarked;
use crate::text::display::spacing::{first_words, single_spaced};
use crate::tui::data::{HomePage, HomeQuote, HomeRow, LibraryError, Narrow, OFFLINE, Part};

/// Rows of a list that are looked up, and subjects; the page shows fewer: the first that has no room is where one goes
/// on.
const LISTED: usize = 12;
const SUBJECTS: usize = 25;
/// Columns of the line of months or years.
const YEARS: usize = 48;
/// Questions to begin with inside a part.
const SUGGESTED: usize = 5;

impl Library {
    /// Questions that a part can answer.
    pub(super) fn suggested(&self, scope: &Scope) -> Result<Vec<String>> {
        suggest(&self.reader, scope, SUGGESTED).map_err(|error| match error {
            QueryError::Store(error) => error.into(),
            error => LibraryError::Failed(error.to_string()),
        })
    }

    pub(super) fn home(&self) -> Result<HomePage> {
        let overview = self.reader.overview()?.unwrap_or_default();
        let stats = self.reader.stats()?;
        let roots = self.reader.community_children(None)?;
        let roots: Vec<_> = roots.into_iter().filter(|row| !row.unconnected).collect();
        self.go_on()?;
        let subjects = overview.subjects.iter().map(|subject| HomeRow {
            record: subject.community.into(),
            title: subject.title.clone(),
            documents: subject.documents,
            line: subject.line.as_ref().map_or(String::new(), quoted),
        });
        let mut subjects: Vec<HomeRow> = subjects.collect();
        // A large screen has room for more than an overview tells, and one of another program's index tells none.
        let mut others: Vec<_> =
            roots.iter().filter(|row| subjects.iter().all(|told| told.record != row.id.into())).collect();
        // As in the tree, where one goes on from here.
        if self.meta.method != OFFLINE {
            others.sort_by(|a, b| b.rating.unwrap_or_default().total_cmp(&a.rating.unwrap_or_default()));
        }
        others.truncate(SUBJECTS.saturating_sub(subjects.len()));
        let ids: Vec<_> = others.iter().map(|row| row.id).collect();
        let reports = self.reader.reports(&ids)?;
        for row in others {
            let report = reports.iter().find(|report| report.community == row.id);
            // Its first paragraph: what stands below is said of something else.
            let line = report.map_or(String::new(), |report| {
                let summary = without_citations(&report.summary);
                let first = summary.split("\n\n").next().unwrap_or_default();
                first_words(first, 60)
            });
            let title = self.told_apart(row.id.into(), row.title.clone())?;
            subjects.push(HomeRow { record: row.id.into(), title, documents: row.documents, line });
        }
        self.quote_once(&mut subjects)?;
        // Indexes made before terms were told have none, and not each noun is one.
        let untold = overview.terms.is_empty();
        let terms = if untold { Vec::new() } else { self.names(&overview.terms, &EntityType::Concept)? };
        let people = self.names(&overview.people, &EntityType::Person)?;
        let organisations = self.names(&overview.organisations, &EntityType::Organisation)?;
        let places = self.names(&overview.places, &EntityType::Place)?;
        self.go_on()?;
        let dated = self.dated()?;
        let dated = if are_dated(dated.len(), stats.documents as usize) { dated } else { &[] };
        // Papers tell of more than the days that they were written on.
        let mut days = self.days_told()?;
        days.extend(dated.iter().map(|&(_, day)| ((), day)));
        days.sort_unstable();
        let span = days.first().zip(days.last()).map(|(first, last)| (first.1, last.1));
        let kinds = self.kinds(&overview)?;
        let mut asked = Vec::new();
        for question in overview.questions {
            if answerable(&self.reader, &question).unwrap_or(true) {
                asked.push(question);
            }
        }
        let questions = if asked.is_empty() { questions(&people, &organisations) } else { asked };
        Ok(HomePage {
            documents: stats.documents,
            claims: stats.claims,
            lacks: self.lacks()?,
            gist: overview.gist.iter().take(2).map(told).collect(),
            subjects,
            all_subjects: roots.len() as u32,
            terms,
            people,
            organisations,
            places,
            dates: span.or(overview.dates),
            years: by_time(&days, YEARS),
            kinds,
            titled: overview.titled,
            languages: stats
                .languages
                .iter()
                .filter_map(|count| whatlang::Lang::from_code(&count.language))
                .take(3)
                .map(|language| language.eng_name().to_owned())
                .collect(),
            questions,
        })
    }

    /// The kinds of documents, each as the part that a list is narrowed to: of an index that does not know which
    /// documents they are, their formats.
    fn kinds(&self, overview: &Overview) -> Result<Vec<Part>> {
        if overview.kind_documents.is_empty() {
            let part = |(name, count): (String, u32)| Part { narrow: Narrow::Type(name.clone()), label: name, count };
            return Ok(self.formats()?.into_iter().map(part).collect());
        }
        let part = |(name, count): &(String, u32)| Part {
            narrow: Narrow::Kind(Some(name.clone())),
            label: name.clone(),
            count: *count,
        };
        let mut kinds: Vec<Part> = overview.kinds.iter().map(part).collect();
        let all = self.document_rows()?.len() as u32;
        let rest = all.saturating_sub(kinds.iter().map(|kind| kind.count).sum());
        kinds.extend((rest > 0).then(|| Part { narrow: Narrow::Kind(None), label: "others".to_owned(), count: rest }));
        Ok(kinds)
    }

    /// Gives a subject whose quotation stands at one before it another of its report's.
    fn quote_once(&self, subjects: &mut [HomeRow]) -> Result<()> {
        let mut told: HashSet<String> = HashSet::new();
        for subject in subjects {
            if !subject.line.is_empty() && !told.insert(subject.line.clone()) {
                let reports = self.reader.reports(&[CommunityId(subject.record.id)])?;
                let findings = reports.iter().flat_map(|report| &report.findings);
                let lines = findings.flat_map(|finding| &finding.evidence).map(quoted);
                subject.line = lines.into_iter().find(|line| !told.contains(line)).unwrap_or_default();
                told.insert(subject.line.clone());
            }
        }
        Ok(())
    }

    /// What an import had to leave out whole, where it left something out: whoever reads the page would take it for all
    /// there is.
    fn lacks(&self) -> Result<Option<String>> {
        let Some(account) = import::account(&self.reader).ok().flatten() else { return Ok(None) };
        let damaged = account.damaged().join(", ");
        Ok((!damaged.is_empty())
            .then(|| format!("not imported, because damaged: {damaged}; `gleaner doctor` says more")))
    }

    /// The most prominent of a sort: as told, else those that most documents name.
    fn names(&self, told: &[Prominent], kind: &EntityType) -> Result<Vec<HomeRow>> {
        // Beside each stands how many documents name it: the list goes by that.
        let by_documents = |mut rows: Vec<HomeRow>| {
            rows.sort_by_key(|row| std::cmp::Reverse(row.documents));
            rows
        };
        let row = |id: EntityId, name: String, documents| {
            let title = self.told_apart(id.into(), name)?;
            Ok(HomeRow { record: id.into(), title, documents, line: String::new() })
        };
        if !told.is_empty() {
            let rows = told.iter().map(|one| row(one.entity, one.name.clone(), one.documents));
            return rows.collect::<Result<_>>().map(by_documents);
        }
        let mut ids = self.reader.entity_ids(EntityOrder::Documents, Some(kind), "")?;
        ids.truncate(LISTED);
        let rows = self.reader.entity_rows(&ids)?;
        rows.into_iter().filter(|one| !one.ubiquitous).map(|one| row(one.id, one.name, one.documents)).collect()
    }

    /// How many documents there are of each format, the most frequent first.
    pub(super) fn formats(&self) -> Result<Vec<(String, u32)>> {
        let mut formats: Vec<(String, u32)> = Vec::new();
        for row in self.document_rows()? {
            match formats.iter_mut().find(|(format, _)| *format == row.format) {
                Some((_, number)) => *number += 1,
                None => formats.push((row.format.clone(), 1)),
            }
        }
        formats.sort_by_key(|(_, number)| std::cmp::Reverse(*number));
        Ok(formats)
    }
}

/// What is quoted, on one line.
fn quoted(evidence: &Evidence) -> String {
    let words = single_spaced(&unmarked(evidence.quoted()));
    // What is set apart over several sentences has one of its marks in the first.
    let words = match words.matches('*').count() {
        1 => words.replace('*', ""),
        _ => words,
    };
    format!("“{words}”")
}

/// What is quoted, with whose words and where they are from.
fn told(evidence: &Evidence) -> HomeQuote {
    let words = single_spaced(&unmarked(&evidence.text));
    let cut = if evidence.cut { " …" } else { "" };
    let by = evidence.speaker.as_ref().map_or(String::new(), |speaker| format!("{speaker}, "));
    let day = dated(evidence).map_or(String::new(), |day| format!(", {day}"));
    let said = format!("“{words}{cut}” — {by}{}{day}", evidence.title);
    let from = evidence.cites.first().map(|&record| (record, evidence.quoted().to_owned()));
    HomeQuote { said, from }
}

/// What can be asked of any pile, with its own names.
fn questions(people: &[HomeRow], organisations: &[HomeRow]) -> Vec<String> {
    let mut questions = vec!["What are the main themes?".to_owned()];
    let mut names = people.iter().chain(organisations).map(|row| row.title.as_str());
    let (one, other) = (names.next(), names.next());
    questions.extend(one.map(|one| format!("What is said about {one}?")));
    questions.extend(one.zip(other).map(|(one, other)| format!("What does {one} have to do with {other}?")));
    questions
}
