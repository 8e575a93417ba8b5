//! Citations as marks in a text: the numbers of footnotes, `[1,2,+27]`, or the kinds and ids that were written, `⟨Sources 812⟩`.

use std::collections::HashMap;

use crate::model::{Ref, find_citations};
use crate::tui::theme::{Glyphs, Role};
use crate::tui::widgets::rich::{Face, Piece};

/// Marks of one citation that are shown; of more, one less, and how many there are besides.
const RUN: usize = 4;

/// What a link of a text is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Link {
    Record(Ref),
    /// The rest of a long citation, which shows when ids do.
    More,
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

/// The records that the marks of a page stand for: the number of a mark is the place of its record, from 1.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Notes {
    style: Style,
    records: Vec<Ref>,
    places: HashMap<Ref, usize>,
}

impl Notes {
    pub fn new(style: Style) -> Notes {
        Notes { style, ..Notes::default() }
    }

    pub fn style(&self) -> Style {
        self.style
    }

    pub fn records(&self) -> &[Ref] {
        &self.records
    }

    pub(super) fn len(&self) -> usize {
        self.records.len()
    }

    pub(super) fn truncate(&mut self, len: usize) {
        for record in self.records.drain(len.min(self.records.len())..) {
            self.places.remove(&record);
        }
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
        at = citation.span.end;
        let link = |links: &mut Vec<Link>, link: Link| {
            links.push(link);
            links.len() as u32 - 1
        };
        if notes.style == Style::Notes {
            let refs: Vec<Ref> =
                citation.groups.iter().flat_map(|group| group.ids.iter().map(|&id| Ref::new(group.kind, id))).collect();
            let shown = if refs.len() > RUN { RUN - 1 } else { refs.len() };
            pieces.push(Piece::new("[", Role::Dim));
            for (i, &record) in refs[..shown].iter().enumerate() {
                if i > 0 {
                    pieces.push(Piece::new(",", Role::Dim));
                }
                let number = notes.number(record).to_string();
                pieces.push(Piece::linked(&number, Role::Link, link(links, Link::Record(record))));
            }
            let folded = refs.len() - shown;
            let has_more = citation.groups.iter().any(|group| group.more);
            if folded > 0 {
                pieces.push(Piece::new(",", Role::Dim));
                pieces.push(Piece::linked(&format!("+{folded}"), Role::Dim, link(links, Link::More)));
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
