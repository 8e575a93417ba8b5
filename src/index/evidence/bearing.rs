//! What every sentence of the corpus is about, and how its documents are laid out: read once, on all cores, and shared
//! by gists and reports. It is held as numbers, from which the vector of a sentence is made when somebody asks for it.

use std::collections::HashSet;
use std::sync::Arc;

use rayon::prelude::*;

use crate::index::TOGETHER;
use crate::index::ragged::Ragged;
use crate::judgement::extractive::summaries::gist;
use crate::judgement::outline::{Outline, Section};
use crate::judgement::{DocumentText, Documents};
use crate::model::{SentenceKind, file_stem};
use crate::text::similarity::term_vectors::{Frequencies, Term, TermMap, TermVector, Terms};

/// The documents of a build with what their sentences are about. Everything by position.
#[derive(Default)]
pub(in crate::index) struct Bearing {
    pub outlines: Arc<Outlines>,
    /// By the number of the sentence among all: what it says, as places in `known`, sorted, repeated as often as it is
    /// said; nothing for what says nothing, or recurs.
    said: Ragged<u32>,
    /// For each document, the number of its first sentence among all, and behind them how many sentences there are.
    first: Vec<u32>,
    /// All terms, sorted, and how rare each is.
    known: Vec<Term>,
    rarity: Vec<f32>,
    /// Terms of each document's title and file.
    titles: Ragged<Term>,
}

/// How the documents are laid out, by position: most rows of a table are one section.
#[derive(Default)]
pub(in crate::index) struct Outlines {
    /// None for a plain one.
    laid_out: Vec<Option<Box<Outline>>>,
    plain: Outline,
}

impl Outlines {
    pub fn of(&self, at: usize) -> &Outline {
        self.laid_out.get(at).and_then(Option::as_deref).unwrap_or(&self.plain)
    }

    fn push(&mut self, outline: Outline) {
        if self.plain.sections.is_empty() {
            self.plain.sections.push(Section::default());
        }
        self.laid_out.push((outline != self.plain).then(|| Box::new(outline)));
    }
}

/// A document as it is read: its layout, the terms of its sentences and of its title, and how many sentences have each.
type Read = (Outline, Vec<Vec<Term>>, Vec<Term>, Frequencies);

impl Bearing {
    pub fn read(documents: &dyn Documents) -> Self {
        let mut all = Frequencies::default();
        let (mut bearing, mut outlines) = (Bearing::default(), Outlines::default());
        bearing.first.push(0);
        for from in (0..documents.len()).step_by(TOGETHER) {
            let until = (from + TOGETHER).min(documents.len());
            let few: Vec<Read> = (from..until)
                .into_par_iter()
                .map_init(Terms::default, |stems, at| of(&documents.at(at), stems))
                .collect();
            for (outline, said, title, frequencies) in few {
                all.merge(frequencies);
                outlines.push(outline);
                said.into_iter().for_each(|terms| bearing.said.push(terms));
                bearing.titles.push(title);
                bearing.first.push(bearing.said.len() as u32);
            }
        }
        bearing.said.shrink_to_fit();
        bearing.titles.shrink_to_fit();
        bearing.known = all.terms().collect();
        bearing.known.sort_unstable();
        bearing.rarity = bearing.known.iter().map(|&term| all.idf(term)).collect();
        let places: TermMap<u32> = bearing.known.iter().copied().zip(0..).collect();
        bearing.said.all_mut().par_iter_mut().for_each(|term| *term = places.get(term).copied().unwrap_or_default());
        bearing.outlines = Arc::new(outlines);
        bearing
    }

    /// What the sentence at a position of the document at a position says; empty for what says nothing, or recurs.
    pub fn vector(&self, at: usize, sentence: usize) -> TermVector {
        let said = self.said(at, sentence).chunk_by(|a, b| a == b);
        TermVector::of_counts(said.map(|run| {
            let place = run[0] as usize;
            (self.known[place], run.len(), self.rarity[place])
        }))
    }

    /// The same for all sentences of a document.
    pub fn vectors(&self, at: usize) -> Vec<TermVector> {
        let sentences = (self.first.get(at).zip(self.first.get(at + 1))).map_or(0, |(from, until)| until - from);
        (0..sentences as usize).map(|sentence| self.vector(at, sentence)).collect()
    }

    /// How many terms the sentence at a position has, each counted once.
    pub fn terms(&self, at: usize, sentence: usize) -> usize {
        self.distinct(at, sentence).count()
    }

    /// The terms that the sentence at a position has, each once, as their numbers among all terms.
    pub fn distinct(&self, at: usize, sentence: usize) -> impl Iterator<Item = u32> + '_ {
        self.said(at, sentence).chunk_by(|a, b| a == b).map(|run| run[0])
    }

    /// The term of a number.
    pub fn term(&self, number: u32) -> Term {
        self.known[number as usize]
    }

    fn said(&self, at: usize, sentence: usize) -> &[u32] {
        let Some((&from, &until)) = self.first.get(at).zip(self.first.get(at + 1)) else { return &[] };
        if sentence < (until - from) as usize { self.said.of(from as usize + sentence) } else { &[] }
    }

    /// Terms of a document's title and file.
    pub fn title(&self, at: usize) -> &[Term] {
        self.titles.of(at)
    }

    /// What is known of the document at a position, given its [`vectors`](Bearing::vectors).
    pub fn of<'a>(
        &'a self,
        at: usize,
        document: &'a DocumentText,
        vectors: &'a [TermVector],
        common: &'a HashSet<String>,
    ) -> gist::DocumentSentences<'a> {
        gist::DocumentSentences { document, outline: self.outlines.of(at), vectors, title: self.title(at), common }
    }
}

/// Reads one document.
fn of(document: &DocumentText, stems: &mut Terms) -> Read {
    let mut frequencies = Frequencies::default();
    let said: Vec<Vec<Term>> = document
        .sentences
        .iter()
        .map(|sentence| {
            let counts = matches!(
                sentence.kind,
                SentenceKind::Prose | SentenceKind::Item | SentenceKind::Heading | SentenceKind::Row
            );
            if !counts || sentence.recurring {
                return Vec::new();
            }
            let mut terms = stems.of_text(sentence.span.slice(&document.text).unwrap_or_default());
            terms.sort_unstable();
            frequencies.add(&terms);
            terms
        })
        .collect();
    (Outline::of(document), said, title(document, stems), frequencies)
}

/// What a document is called, by its title and by its file.
fn title(document: &DocumentText, stems: &mut Terms) -> Vec<Term> {
    let path = &document.document.path;
    // A row of a table is not called as its file is.
    let name = if document.document.row.is_some() { String::new() } else { file_stem(path).replace(['_', '-'], " ") };
    let mut terms = stems.of_text(&format!("{} {name}", document.document.title));
    terms.sort_unstable();
    terms.dedup();
    terms
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judgement::samples;

    #[test]
    fn a_sentence_says_what_its_terms_weigh() {
        let texts = ["The ferry to Orsk. The ferry of the ferry.", "# Costs\n\nThe cannery burned. It was.\n", ""];
        let documents: Vec<Arc<DocumentText>> = texts.iter().map(|text| Arc::new(samples::document(text))).collect();
        let bearing = Bearing::read(&documents);
        let (mut stems, mut frequencies) = (Terms::default(), Frequencies::default());
        let terms = |stems: &mut Terms, at: usize| -> Vec<Vec<Term>> {
            let words = documents[at].sentences.iter().map(|one| one.span.slice(&documents[at].text).unwrap());
            words.map(|words| stems.of_text(words)).collect()
        };
        (0..3).for_each(|at| terms(&mut stems, at).iter().for_each(|terms| frequencies.add(terms)));
        for (at, document) in documents.iter().enumerate() {
            let made: Vec<TermVector> =
                terms(&mut stems, at).iter().map(|terms| TermVector::new(terms, &frequencies)).collect();
            assert_eq!(bearing.vectors(at), made);
            for (sentence, vector) in made.iter().enumerate() {
                assert_eq!((&bearing.vector(at, sentence), bearing.terms(at, sentence)), (vector, vector.len()));
            }
            assert!(bearing.vector(at, made.len()).is_empty());
            assert_eq!(bearing.outlines.of(at), &Outline::of(document));
        }
        assert!(bearing.vectors(3).is_empty());
    }
}
