//! Citations as marks in a text: the numbers of footnotes, `[1,2,+27]`, or the kinds and ids that were written,
//! `⟨Sources 812⟩`.

use std::collections::{BTreeSet, HashMap, HashSet};

use crate::model::{Kind, Ref, find_citations};
use crate::tui::theme::{Glyphs, Role};
use crate::tui::widgets::rich::{Face, Piece};

/// Marks of one citation that are shown; of more, one less, and how many there are besides.
const RUN: usize = 4;

/// What a link of a text is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Link {
    Record(Ref),
    /// The rest of a long citation, by the number of the citation in its text, from 0: it unfolds there.
    More(u32),
}

/// How citations are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Style {
    #[default]
    Notes,
    Ids,
}

impl Style {
    pub fn other(self) -> Style {
        match self {
            Style::Notes => Style::Ids,
            Style::Ids => Style::Notes,
        }
    }
}

/// The records that the marks of a page stand for: the number of a mark is the place of its record, from 1. What a long
/// citation folds is numbered too, so that numbers are those of the text when it is taken elsewhere.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Notes {
    style: Style,
    records: Vec<Ref>,
    places: HashMap<Ref, usize>,
    /// Records that a mark in sight stands for.
    shown: HashSet<Ref>,
    /// Citations there were so far, and those of them that are shown whole.
    citations: u32,
    unfolded: BTreeSet<u32>,
}

impl Notes {
    pub fn new(style: Style) -> Notes {
        Notes { style, ..Notes::default() }
    }

    /// With these citations shown whole.
    pub fn unfolding(self, unfolded: BTreeSet<u32>) -> Notes {
        Notes { unfolded, ..self }
    }

    /// What is shown in the same way, before anything was cited.
    pub(super) fn afresh(&self) -> Notes {
        Notes::new(self.style).unfolding(self.unfolded.clone())
    }

    pub(super) fn unfold(&mut self, citation: u32) {
        self.unfolded.insert(citation);
    }

    pub fn style(&self) -> Style {
        self.style
    }

    pub fn records(&self) -> &[Ref] {
        &self.records
    }

    /// True where a mark stands for the record, and it is not only among what a long citation folds.
    pub fn is_shown(&self, record: Ref) -> bool {
        self.shown.contains(&record)
    }

    /// Numbers what a text cites that is not shown, so that what comes after it keeps its numbers.
    pub fn pass_over(&mut self, text: &str) {
        for citation in find_citations(text) {
            self.citations += 1;
            for record in citation.refs() {
                self.number(record);
            }
        }
    }

    /// How far one is, to come back to.
    pub(super) fn mark(&self) -> (usize, u32) {
        (self.records.len(), self.citations)
    }

    pub(super) fn truncate(&mut self, (len, citations): (usize, u32)) {
        for record in self.records.drain(len.min(self.records.len())..) {
            self.places.remove(&record);
            self.shown.remove(&record);
        }
        self.citations = citations;
    }

    /// The number of a record, given to it when it is first cited.
    fn number(&mut self, record: Ref) -> usize {
        let next = self.records.len();
        let at = *self.places.entry(record).or_insert(next);
        if at == next {
            self.records.push(record);
        }
        at + 1
    }
}

/// What a quotation ends with.
const QUOTING: [char; 4] = ['”', '“', '»', '"'];

/// Appends text to `pieces`, its citations shown as marks, each a link.
pub fn link_citations(
    text: &str,
    face: Face,
    pieces: &mut Vec<Piece>,
    links: &mut Vec<Link>,
    glyphs: &Glyphs,
    notes: &mut Notes,
) {
    let mut at = 0;
    for citation in find_citations(text) {
        if let Some(before) = text.get(at..citation.span.start)
            && !before.is_empty()
        {
            pieces.push(Piece::new(before, face));
        }
        let is_quoted = text.get(at..citation.span.start).is_some_and(|before| before.contains(QUOTING));
        at = citation.span.end;
        let ordinal = notes.citations;
        notes.citations += 1;
        let link = |links: &mut Vec<Link>, link: Link| {
            links.push(link);
            links.len() as u32 - 1
        };
        if notes.style == Style::Notes {
            // Numbered as they come, and shown in the order of their numbers; behind a quotation comes first where it
            // stands.
            let mut refs: Vec<(bool, usize, Ref)> = citation
                .refs()
                .map(|record| (is_quoted && record.kind != Kind::Source, notes.number(record), record))
                .collect();
            refs.sort_by_key(|&(is_beside, ..)| is_beside);
            let is_long = refs.len() > RUN && !notes.unfolded.contains(&ordinal);
            let shown = if is_long { RUN - 1 } else { refs.len() };
            pieces.push(Piece::new("[", Role::Dim));
            refs[..shown].sort_unstable_by_key(|&(is_beside, number, _)| (is_beside, number));
            for (i, &(_, number, record)) in refs[..shown].iter().enumerate() {
                if i > 0 {
                    pieces.push(Piece::new(",", Role::Dim));
                }
                notes.shown.insert(record);
                pieces.push(Piece::linked(&number.to_string(), Role::Link, link(links, Link::Record(record))));
            }
            let folded = refs.len() - shown;
            let has_more = citation.groups.iter().any(|group| group.more);
            if folded > 0 {
                pieces.push(Piece::new(",", Role::Dim));
                pieces.push(Piece::linked(&format!("+{folded}"), Role::Dim, link(links, Link::More(ordinal))));
            } else if has_more {
                pieces.push(Piece::new(if shown > 0 { ",+" } else { "+" }, Role::Dim));
            }
            pieces.push(Piece::new("]", Role::Dim));
            continue;
        }
        pieces.push(Piece::new(glyphs.cite_open, Role::Dim));
        for (i, group) in citation.groups.iter().enumerate() {
            if i > 0 {
                pieces.push(Piece::new(&format!(" {} ", glyphs.dot), Role::Dim));
            }
            // The word leads where the first number does.
            let word = group.kind.plural();
            match group.ids.is_empty() {
                true => pieces.push(Piece::new(word, Role::Dim)),
                false => pieces.push(Piece::linked(word, Role::Dim, links.len() as u32)),
            }
            for &id in &group.ids {
                pieces.push(Piece::new(" ", Role::Dim));
                let record = Ref::new(group.kind, id);
                notes.number(record);
                pieces.push(Piece::linked(&id.to_string(), Role::Link, link(links, Link::Record(record))));
            }
            if group.more {
                pieces.push(Piece::new(" +more", Role::Dim));
            }
        }
        pieces.push(Piece::new(glyphs.cite_close, Role::Dim));
    }
    if at < text.len() {
        pieces.push(Piece::new(&text[at..], face));
    }
}
