//! The titles of all documents, read once for a question that may name some of them: by a number, by a period, by whom
//! they are titled, or whole. Read only where something in the question asks for them.

use std::cell::OnceCell;
use std::collections::BTreeSet;
use std::sync::Arc;

use crate::model::{DocumentId, Span, file_name, file_stem};
use crate::query::{QueryError, Session};
use crate::store::{Reader, TitledDocument};
use crate::text::dates::periods::Periods;
use crate::text::names::tag::is_ordinary_word;
use crate::text::numbers::amounts::grouped;
use crate::text::titles::designators::{Designator, designators, identifiers};
use crate::text::words::fold::singular;
use crate::text::words::terms::{fold, folded, is_digits, whole_matches};

/// Of more documents titles are not read.
const MOST: usize = 20_000;
/// Titles that begin with one word, at least, and of all in parts.
const FEWEST: usize = 3;
const PART: usize = 3;
/// Letters of a file's name that a question may name, at least.
pub(in crate::query) const SHORTEST_FILE: usize = 4;
/// Letters of a word that is cut short.
const ABBREVIATED: std::ops::RangeInclusive<usize> = 2..=4;
/// Letters that stand for several words.
const LETTERS: std::ops::RangeInclusive<usize> = 2..=4;
/// Of more than this part of all documents, in a hundred, a kind is what the whole pile is called.
const NEARLY_ALL: usize = 80;
/// Titles that this part of the documents share tell none of them.
const FEW: usize = 4;

/// The title of a document, and the name of its file, which tells what the title leaves out.
pub(in crate::query) struct Title {
    pub(in crate::query) document: DocumentId,
    pub(in crate::query) title: String,
    path: String,
    /// The name of the file without its ending, folded, in the singular.
    file: String,
}

impl Title {
    fn of(document: TitledDocument) -> Self {
        let TitledDocument { id, title, path } = document;
        let file = singular(&fold(file_stem(&path)));
        Self { document: id, title, path, file }
    }

    /// What the document is called: its title, and its file without the ending.
    pub(in crate::query) fn called(&self) -> [&str; 2] {
        [&self.title, file_stem(&self.path)]
    }

    /// Words of title and file, folded.
    pub(in crate::query) fn words(&self) -> BTreeSet<String> {
        folded(&format!("{} {}", self.title, file_name(&self.path))).into_iter().collect()
    }

    /// True where the folder that the file lies in is called by a word for texts, in the singular or the plural.
    pub(in crate::query) fn lies_among(&self, kind: &str) -> bool {
        let mut folders: Vec<&str> = self.path.split(['/', '\\']).collect();
        folders.pop();
        folders.iter().any(|folder| says(&folded(folder), kind))
    }

    /// True where its title or file is called so, or by the beginning of it in front of a number: *Ep 12* is an
    /// episode.
    pub(in crate::query) fn is_called(&self, kind: &str) -> bool {
        let short = |pair: &[String]| {
            ABBREVIATED.contains(&pair[0].len()) && fold(kind).starts_with(&pair[0]) && is_digits(&pair[1])
        };
        self.called().into_iter().any(|called| says(&folded(called), kind))
            || self.called().into_iter().any(|called| folded(called).windows(2).any(short))
    }

    /// True where letters stand for what texts are called, in its folder or in front of its number: an *ADR* is a
    /// decision record.
    fn stands_for(&self, initials: &str) -> bool {
        // *Air* ends in the letters of *ice records*, and stands for nothing.
        let letters = |word: &str| {
            LETTERS.contains(&word.len())
                && word.len() <= initials.len() + 1
                && singular(word).ends_with(initials)
                && !is_ordinary_word(word)
        };
        let folder = self.path.rsplit(['/', '\\']).nth(1).map(fold);
        let own = folded(&self.title);
        folder.is_some_and(|folder| letters(&folder))
            || matches!(&own[..], [first, second, ..] if letters(first) && is_digits(second))
    }

    /// True where its title begins with a word and a number.
    fn begins_with(&self, kind: &str) -> bool {
        let words = folded(&self.title);
        let number = words.get(1).is_some_and(|second| is_digits(second));
        number && words.first().is_some_and(|first| singular(first) == singular(kind))
    }

    /// True where its file is called by one word, in the singular or the plural.
    pub(in crate::query) fn lies_in(&self, file: &str) -> bool {
        self.file == singular(file)
    }

    /// Bytes of a question that name its file: by its path or its name, or without the ending where that is no plain
    /// word.
    pub(in crate::query) fn file_in(&self, question: &str) -> Option<Span> {
        let no_word = |stem: &&str| stem.contains(|c: char| c.is_ascii_digit() || matches!(c, '_' | '-'));
        let stem = Some(file_stem(&self.path)).filter(no_word);
        [self.path.as_str(), file_name(&self.path)].into_iter().chain(stem).find_map(|name| whole(question, name))
    }

    /// True where title or file has an identifier.
    pub(in crate::query) fn has_identifier(&self, id: &str) -> bool {
        let mut all = [self.title.as_str(), file_name(&self.path)].into_iter().flat_map(identifiers);
        all.any(|(known, _)| known == id)
    }

    /// Numbers of title and file, with what they stand behind.
    pub(in crate::query) fn numbers(&self) -> Vec<Designator> {
        [self.title.as_str(), file_name(&self.path)].into_iter().flat_map(designators).collect()
    }

    /// Years and quarters of the title, or else of the file.
    pub(in crate::query) fn periods(&self) -> Periods {
        periods_of(&self.title, &self.path)
    }
}

/// True where some words have one, in the singular or the plural; two that a hyphen may join are one: *post-mortem*.
fn says(told: &[String], word: &str) -> bool {
    let asked = singular(&word.replace('-', ""));
    let pairs = told.windows(2).map(|pair| pair.concat());
    told.iter().cloned().chain(pairs).any(|told| singular(&told) == asked)
}

/// Years and quarters of a title, or else of the file.
pub(in crate::query) fn periods_of(title: &str, path: &str) -> Periods {
    let mut told = Periods::of(title);
    let named = Periods::of(file_name(path));
    if told.years.is_empty() {
        told.years = named.years;
    }
    if told.quarters.is_empty() {
        told.quarters = named.quarters;
    }
    told
}

/// Where a name of some length stands by itself in a text, whatever its case.
fn whole(text: &str, name: &str) -> Option<Span> {
    whole_matches(text, name).into_iter().next().filter(|_| name.len() >= SHORTEST_FILE)
}

/// Titles of the index that a question is asked of.
pub(in crate::query) struct Titles<'a> {
    pub(in crate::query) session: &'a Session,
    pub(in crate::query) reader: &'a Reader,
    read: OnceCell<Arc<Vec<Title>>>,
}

impl<'a> Titles<'a> {
    pub(in crate::query) fn new(session: &'a Session) -> Self {
        Self { session, reader: &session.reader, read: OnceCell::new() }
    }

    /// In reading order; none where there are too many to read, or only one.
    pub(in crate::query) fn all(&self) -> Result<&[Title], QueryError> {
        if let Some(read) = self.read.get() {
            return Ok(read);
        }
        let read = self.session.kept.titles.of(self.reader, || {
            let titled = self.reader.titled_documents(MOST + 1)?;
            let few = (2..=MOST).contains(&titled.len());
            Ok(titled.into_iter().filter(|_| few).map(Title::of).collect())
        })?;
        Ok(self.read.get_or_init(|| read))
    }

    /// The documents whose titles something is true of.
    pub(in crate::query) fn those(&self, meant: impl Fn(&Title) -> bool) -> Result<Vec<DocumentId>, QueryError> {
        Ok(self.all()?.iter().filter(|title| meant(title)).map(|title| title.document).collect())
    }

    /// Those of a kind of texts: what lies in a folder called so, else what is titled so; none where that is all there
    /// is.
    pub(in crate::query) fn of_kind(&self, kind: &str) -> Result<Vec<DocumentId>, QueryError> {
        let all = self.all()?.len();
        let among = self.those(|title| title.lies_among(kind))?;
        let whole = among.is_empty() || among.len() == all;
        let found = if whole { self.those(|title| title.is_called(kind))? } else { among };
        Ok(if found.len() == all { Vec::new() } else { found })
    }

    /// Those of a kind of several words whose letters they are called by, or their folder.
    pub(in crate::query) fn of_letters(&self, kind: &[String]) -> Result<Vec<DocumentId>, QueryError> {
        let initials: String = kind.iter().filter_map(|word| word.chars().next()).collect();
        self.those(|title| title.stands_for(&initials))
    }

    /// True for so many documents that what they are called is what the whole pile is.
    pub(in crate::query) fn are_nearly_all(&self, documents: usize) -> Result<bool, QueryError> {
        Ok(documents * 100 > self.all()?.len() * NEARLY_ALL)
    }

    /// What is asked of a part of all documents alone, in words.
    pub(in crate::query) fn part(&self, called: &str, documents: usize) -> Result<String, QueryError> {
        let [part, all] = [documents, self.all()?.len()].map(|number| grouped(number as u64));
        Ok(format!("the {called}: only {part} of {all} documents"))
    }

    /// Those in a folder that is called by a word, in the singular or the plural; else those whose titles begin with
    /// it, where a part of all do: *Ticket 17*, *Ticket 18*.
    pub(in crate::query) fn lying_among(&self, kind: &str) -> Result<Vec<DocumentId>, QueryError> {
        let among = self.those(|title| title.lies_among(kind))?;
        if !among.is_empty() {
            return Ok(among);
        }
        let numbered = self.those(|title| title.begins_with(kind))?;
        let are_kind = numbered.len() >= FEWEST && numbered.len() * PART >= self.all()?.len();
        Ok(if are_kind { numbered } else { Vec::new() })
    }

    /// Those that something is true of, where they are few enough to be meant.
    pub(in crate::query) fn few(&self, meant: impl Fn(&Title) -> bool) -> Result<Vec<&Title>, QueryError> {
        let all = self.all()?;
        let found: Vec<&Title> = all.iter().filter(|title| meant(title)).collect();
        let few = found.len() == 1 || found.len() * FEW <= all.len();
        Ok(if few { found } else { Vec::new() })
    }
}
