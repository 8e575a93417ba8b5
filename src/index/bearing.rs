//! What every sentence of the corpus is about, and how its documents are laid out: read once, on all cores, and shared by
//! gists and reports.

use rayon::prelude::*;

use crate::judgement::extractive::gist;
use crate::judgement::outline::Outline;
use crate::judgement::{DocumentText, Documents};
use crate::model::SentenceKind;
use crate::text::rank::{Frequencies, Term, TermVector, Terms};

/// The documents of a build with what their sentences are about. Everything by position.
#[derive(Default)]
pub(super) struct Bearing {
    pub outlines: Vec<Outline>,
    /// By document and sentence; empty for what says nothing, or recurs.
    pub vectors: Vec<Vec<TermVector>>,
    /// Terms of each document's title and file.
    pub titles: Vec<Vec<Term>>,
}

/// Documents that are read at once: what is counted of each by itself is let go of before the next.
const TOGETHER: usize = 1 << 12;

/// A document as it is read: its layout, the terms of its sentences and of its title, and how many sentences have each.
type Read = (Outline, Vec<Vec<Term>>, Vec<Term>, Frequencies);

impl Bearing {
    pub fn read(documents: &dyn Documents) -> Self {
        let mut all = Frequencies::default();
        let mut read: Vec<(Outline, Vec<Vec<Term>>, Vec<Term>)> = Vec::with_capacity(documents.len());
        for from in (0..documents.len()).step_by(TOGETHER) {
            let until = (from + TOGETHER).min(documents.len());
            let few: Vec<Read> = (from..until)
                .into_par_iter()
                .map_init(Terms::default, |stems, at| of(&documents.at(at), stems))
                .collect();
            for (outline, said, title, frequencies) in few {
                all.merge(frequencies);
                read.push((outline, said, title));
            }
        }
        let mut bearing = Bearing::default();
        for from in (0..read.len()).step_by(TOGETHER) {
            let until = (from + TOGETHER).min(read.len());
            let vectors: Vec<Vec<TermVector>> = read[from..until]
                .par_iter_mut()
                .map(|(_, said, _)| std::mem::take(said).iter().map(|terms| TermVector::new(terms, &all)).collect())
                .collect();
            bearing.vectors.extend(vectors);
        }
        for (outline, _, title) in read {
            bearing.outlines.push(outline);
            bearing.titles.push(title);
        }
        bearing
    }

    /// What is known of the document at a position.
    pub fn of<'a>(&'a self, at: usize, document: &'a DocumentText) -> gist::Said<'a> {
        gist::Said { document, outline: &self.outlines[at], vectors: &self.vectors[at], title: &self.titles[at] }
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
            let terms = stems.of_text(sentence.span.slice(&document.text).unwrap_or_default());
            frequencies.add(&terms);
            terms
        })
        .collect();
    (Outline::of(document), said, title(document, stems), frequencies)
}

/// What a document is called, by its title and by its file.
fn title(document: &DocumentText, stems: &mut Terms) -> Vec<Term> {
    let path = &document.document.path;
    let file = path.rsplit('/').next().unwrap_or(path);
    let name = file.rsplit_once('.').map_or(file, |(name, _)| name).replace(['_', '-'], " ");
    // A row of a table is not called as its file is.
    let name = if document.document.row.is_some() { String::new() } else { name };
    let mut terms = stems.of_text(&format!("{} {name}", document.document.title));
    terms.sort_unstable();
    terms.dedup();
    terms
}
