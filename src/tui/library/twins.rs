//! Records of one name: what tells them apart stands behind the name, wherever it is listed.

use std::collections::{HashMap, HashSet};

use super::{Library, Result};
use crate::model::{DocumentId, EntityId, Kind, Ref, Span, TextUnitId};
use crate::store::{DocumentRow, EntityRow};
use crate::text::dates::{DAY, clock, to_the_minute, written};
use crate::text::numbers::amounts::count;
use crate::tui::widgets::rich::shorten;

/// How much of the beginning of a document tells it apart from others of its title: bytes that are read, of how many
/// documents at most, and cells that are told.
const HEAD: usize = 200;
const READ: usize = 4_000;
const BEGUN: usize = 24;

impl Library {
    /// Titles of records, in the order of `refs`, none for one that does not exist.
    pub(super) fn titles(&self, refs: &[Ref]) -> Result<Vec<Option<String>>> {
        let titles = self.reader.titles(refs)?;
        let told = refs.iter().zip(titles).map(|(record, title)| match title {
            Some(title) => self.told_apart(*record, title).map(Some),
            None => Ok(None),
        });
        told.collect()
    }

    /// A title, with what tells its record from others of that title.
    pub(super) fn told_apart(&self, record: Ref, title: String) -> Result<String> {
        let apart = match record.kind {
            Kind::Entity => self.entity_apart(EntityId(record.id), &title)?,
            Kind::Report if self.report_twins()?.contains(&title) => Some(record.record().to_string()),
            Kind::Document => self.document_apart(DocumentId(record.id))?,
            Kind::Source => return self.passage_apart(TextUnitId(record.id), title),
            _ => None,
        };
        Ok(apart.map_or(title.clone(), |apart| format!("{title} ({apart})")))
    }

    /// Of an entity its type, else how often it is named, else its number.
    fn entity_apart(&self, id: EntityId, name: &str) -> Result<Option<String>> {
        let named = self.reader.entities_named(name)?;
        if named.len() < 2 {
            return Ok(None);
        }
        // Who only goes by the name as well is called something else; so is what has an article before it.
        let key = name.to_lowercase();
        let rows = self.reader.entity_rows(&named)?;
        let twins: Vec<&EntityRow> = rows.iter().filter(|row| row.name.to_lowercase() == key).collect();
        let Some(here) = twins.iter().find(|row| row.id == id).filter(|_| twins.len() > 1) else { return Ok(None) };
        let others = || twins.iter().filter(|row| row.id != id);
        let kind = here.kind.name();
        let documents = count(here.documents.into(), "document", "documents");
        Ok(Some(if others().all(|row| row.kind != here.kind) && !kind.is_empty() {
            kind.to_owned()
        } else if others().all(|row| row.kind != here.kind || row.documents != here.documents) {
            [kind, documents.as_str()].into_iter().filter(|said| !said.is_empty()).collect::<Vec<_>>().join(", ")
        } else {
            Ref::from(id).to_string()
        }))
    }

    /// A passage is told by its document: what tells that apart stands before the part.
    fn passage_apart(&self, id: TextUnitId, title: String) -> Result<String> {
        let document = self.reader.text_unit(id)?.document;
        let Some(apart) = self.document_apart(document)? else { return Ok(title) };
        let of = self.reader.document(document)?.title;
        let part = title.strip_prefix(&of).unwrap_or_default();
        Ok(format!("{of} ({apart}){part}"))
    }

    /// The lines that documents begin with.
    fn first_lines(&self, documents: &[DocumentId]) -> Result<Vec<String>> {
        let line = |&id: &DocumentId| {
            self.go_on()?;
            let (_, text) = self.reader.text(id, Span::new(0, HEAD))?;
            Ok(text.lines().next().unwrap_or_default().trim().to_owned())
        };
        documents.iter().map(line).collect()
    }

    fn report_twins(&self) -> Result<&HashSet<String>> {
        if let Some(twins) = self.report_twins.get() {
            return Ok(twins);
        }
        let twins = twice(self.report_rows()?.iter().map(|row| row.title.as_str()));
        Ok(self.report_twins.get_or_init(|| twins))
    }

    /// Of a document the part of its path that differs, else its format, else when it is from, else what it begins
    /// with, else its number.
    fn document_apart(&self, id: DocumentId) -> Result<Option<String>> {
        let apart = match self.document_twins.get() {
            Some(apart) => apart,
            None => {
                let rows = self.document_rows()?;
                let mut alike: HashMap<&str, Vec<&DocumentRow>> = HashMap::new();
                for row in rows {
                    alike.entry(&row.title).or_default().push(row);
                }
                let (mut apart, mut left) = (HashMap::new(), READ);
                for twins in alike.into_values().filter(|twins| twins.len() > 1) {
                    let paths: Vec<&str> = twins.iter().map(|row| row.path.as_str()).collect();
                    let times: Vec<Option<i64>> = twins.iter().map(|row| row.modified).collect();
                    let differ = differing(&paths).into_iter().zip(differing_times(&times));
                    let mut untold = Vec::new();
                    for (row, (path, time)) in twins.iter().zip(differ) {
                        match path.or(time) {
                            Some(told) => drop(apart.insert(row.id, told)),
                            None => untold.push(row.id),
                        }
                    }
                    let begun = match left.checked_sub(untold.len()) {
                        Some(rest) => {
                            left = rest;
                            differing_lines(&self.first_lines(&untold)?)
                        }
                        None => vec![None; untold.len()],
                    };
                    let told = untold.into_iter().zip(begun);
                    apart.extend(told.map(|(id, line)| (id, line.unwrap_or_else(|| Ref::from(id).to_string()))));
                }
                self.document_twins.get_or_init(|| apart)
            }
        };
        Ok(apart.get(&id).cloned())
    }
}

/// Texts that are there more than once.
fn twice<'a>(texts: impl Iterator<Item = &'a str>) -> HashSet<String> {
    let mut seen = HashSet::new();
    texts.filter(|text| !seen.insert(*text)).map(str::to_owned).collect()
}

/// What tells paths apart: of files of one name their folders, from the first that not all share, else what their names
/// end with; else the whole end. None for a path that is there twice.
fn differing(paths: &[&str]) -> Vec<Option<String>> {
    let split: Vec<Vec<&str>> = paths.iter().map(|path| path.split('/').collect()).collect();
    let first = &split[0];
    let shared = |path: &Vec<&str>| path.iter().zip(first).take_while(|(one, other)| one == other).count();
    let shared = split.iter().map(shared).min().unwrap_or(0);
    let ends: Vec<String> = split.iter().map(|path| path[shared.min(path.len() - 1)..].join("/")).collect();
    let folders: Vec<&str> = ends.iter().map(|end| end.rsplit_once('/').map_or("", |(folder, _)| folder)).collect();
    let files = split.iter().map(|path| path.last().copied().unwrap_or_default());
    let named: Vec<(&str, &str)> = files.map(|file| file.rsplit_once('.').unwrap_or((file, ""))).collect();
    let is_one_name = named.iter().all(|(stem, _)| *stem == named[0].0);
    let all_differ = |told: &[&str]| told.iter().all(|said| !said.is_empty()) && twice(told.iter().copied()).is_empty();
    let endings: Vec<&str> = named.iter().map(|(_, ending)| *ending).collect();
    let twins = twice(paths.iter().copied());
    let told = |at: usize| match is_one_name {
        true if all_differ(&folders) => folders[at].to_owned(),
        true if all_differ(&endings) => endings[at].to_owned(),
        _ => ends[at].clone(),
    };
    (0..paths.len()).map(|at| (!twins.contains(paths[at])).then(|| told(at))).collect()
}

/// What tells documents apart by the lines they begin with, from where these differ on; none where two begin alike.
fn differing_lines(lines: &[String]) -> Vec<Option<String>> {
    if lines.len() < 2 || lines.iter().any(String::is_empty) || !twice(lines.iter().map(String::as_str)).is_empty() {
        return vec![None; lines.len()];
    }
    let first: Vec<char> = lines[0].chars().collect();
    let shared = |line: &String| line.chars().zip(&first).take_while(|(one, other)| one == *other).count();
    let mut from = lines.iter().map(shared).min().unwrap_or(0);
    // Words and numbers stay whole.
    let goes_on = |line: &String, at: usize| {
        let mut around = line.chars().skip(at - 1);
        match (around.next(), around.next()) {
            (Some(one), Some(other)) => {
                one.is_alphabetic() && other.is_alphabetic() || one.is_numeric() && other.is_numeric()
            }
            _ => true,
        }
    };
    while from > 0 && lines.iter().any(|line| goes_on(line, from)) {
        from -= 1;
    }
    let told = |line: &String| shorten(&line.chars().skip(from).collect::<String>(), BEGUN, "…").into_owned();
    let told: Vec<String> = lines.iter().map(told).collect();
    match twice(told.iter().map(String::as_str)).is_empty() {
        true => told.into_iter().map(Some).collect(),
        false => vec![None; lines.len()],
    }
}

/// What tells messages of one file apart that have one title: the day of each, of one day the hour and the minute, else
/// all three; none where these do not.
fn differing_times(times: &[Option<i64>]) -> Vec<Option<String>> {
    let day = |time: &Option<i64>| time.map(|time| time.div_euclid(DAY));
    let is_one_day = times.iter().all(|time| day(time) == day(&times[0]));
    for told in [&written as &dyn Fn(i64) -> String, if is_one_day { &clock } else { &to_the_minute }] {
        let told: Option<Vec<String>> = times.iter().map(|time| time.map(told)).collect();
        let told = told.filter(|told| twice(told.iter().map(String::as_str)).is_empty());
        if let Some(told) = told {
            return told.into_iter().map(Some).collect();
        }
    }
    vec![None; times.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_differs_of_times_is_told() {
        let told = |times: &[i64]| -> Vec<String> {
            let times: Vec<Option<i64>> = times.iter().copied().map(Some).collect();
            differing_times(&times).into_iter().flatten().collect()
        };
        assert_eq!(told(&[0, DAY]), ["1970-01-01", "1970-01-02"]);
        assert_eq!(told(&[0, 3_660]), ["00:00", "01:01"], "of one day the hour is enough");
        assert_eq!(told(&[0, 3_660, DAY]), ["1970-01-01 00:00", "1970-01-01 01:01", "1970-01-02 00:00"]);
        assert!(told(&[0, 1]).is_empty());
        assert_eq!(differing_times(&[Some(0), None]), [None, None]);
    }

    #[test]
    fn what_differs_of_first_lines_is_told() {
        let told = |lines: &[&str]| -> Vec<String> {
            let lines: Vec<String> = lines.iter().map(|&line| line.to_owned()).collect();
            differing_lines(&lines).into_iter().flatten().collect()
        };
        let times = ["time: 2019-02-02T07:34:00", "time: 2019-02-02T08:02:00"];
        assert_eq!(told(&times), ["07:34:00", "08:02:00"], "numbers stay whole");
        assert_eq!(told(&["Warden 1 to base", "Wardens"]), ["Warden 1 to base", "Wardens"], "so do words");
        assert_eq!(told(&["Weir", "Weir 2"]), ["Weir", "Weir 2"]);
        assert!(told(&["a", "b", "a"]).is_empty() && told(&["a", ""]).is_empty());
        let long = "The weir stood open for the whole of the night";
        assert_eq!(told(&["It rained", long]), ["It rained", "The weir stood open for…"]);
    }

    #[test]
    fn what_differs_of_paths_is_told() {
        let told = |paths: &[&str]| -> Vec<String> { differing(paths).into_iter().flatten().collect() };
        assert_eq!(told(&["board/1911/minutes.txt", "board/1912/minutes.txt"]), ["1911", "1912"]);
        assert_eq!(told(&["in/notes.md", "in/notes.docx"]), ["md", "docx"]);
        assert_eq!(told(&["in/a.md", "in/b.md"]), ["a.md", "b.md"]);
        let three = ["1911/minutes.txt", "1912/minutes.txt", "1912/minutes.pdf"];
        assert_eq!(told(&three), three);
        assert_eq!(differing(&["a.csv", "a.csv"]), [None, None]);
    }
}
