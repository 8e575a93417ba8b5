//! Stepping through the mentions of an entity, from document to document.

use super::State;
use crate::model::{DocumentId, EntityId, Kind, Ref};
use crate::tui::data::{Lane, RecordPage, Request};
use crate::tui::notice::Notice;
use crate::tui::panes::{Intent, Outcome};

/// Mentions that are stepped through.
#[derive(Clone, Debug, PartialEq)]
pub struct Mentions {
    entity: Ref,
    pub name: String,
    /// Each with the document that it stands in.
    places: Vec<(DocumentId, Ref)>,
    at: usize,
    /// The document of the first is what one came for.
    whole: bool,
    /// One of them was read: from the page of the entity one goes on from there.
    begun: bool,
}

impl Mentions {
    fn is_among(&self, place: Ref) -> bool {
        self.places.iter().any(|&(_, known)| known == place)
    }

    fn step(&mut self, forward: bool) {
        let len = self.places.len();
        self.at = if forward { (self.at + 1) % len } else { (self.at + len - 1) % len };
    }

    /// Goes to the first mention in the document after this one, or in the one before.
    fn step_document(&mut self, forward: bool) {
        let document = |at: usize| self.places.get(at).map(|&(document, _)| document);
        let here = document(self.at);
        let first = |at: usize| (0..=at).rev().take_while(|&before| document(before) == document(at)).last();
        // Of one document alone there is no other to go to, and nothing to go back for.
        if self.places.iter().all(|&(document, _)| Some(document) == here) {
            return;
        }
        let last = self.places.len() - 1;
        let found = match forward {
            true => (self.at..=last).find(|&at| document(at) != here).or(Some(0)),
            false => (0..self.at).rfind(|&at| document(at) != here).or(Some(last)).and_then(first),
        };
        self.at = found.unwrap_or(self.at);
    }
}

impl State {
    /// Goes to the next mention of the entity that is open, or of the one whose mentions are stepped through; none
    /// where there is neither.
    pub(super) fn step_mention(&mut self, forward: bool) -> Option<Outcome> {
        if let Some(RecordPage::Entity(page)) = &self.record {
            let (entity, name) = (page.entity.id, page.entity.name.clone());
            return Some(self.mentions_of(entity, name, forward, false));
        }
        self.walk_on(|mentions| mentions.step(forward), "this is its only mention")
    }

    /// Goes to the next document that mentions the entity.
    pub(super) fn step_mentioning(&mut self, forward: bool) -> Outcome {
        if let Some(RecordPage::Entity(page)) = &self.record {
            let (entity, name) = (page.entity.id, page.entity.name.clone());
            return self.mentions_of(entity, name, forward, true);
        }
        let stepped = self.walk_on(|mentions| mentions.step_document(forward), "no other document mentions it");
        let none = "this goes from document to document of an entity: n on its page begins";
        stepped.unwrap_or_else(|| Outcome::notice(Notice::good(none)))
    }

    /// The next mention takes the place of the one that is read: one step back leads to where the walk began.
    fn walk_on(&mut self, step: impl Fn(&mut Mentions), stays: &str) -> Option<Outcome> {
        let mentions = self.mentions.as_mut().filter(|mentions| !mentions.places.is_empty())?;
        step(mentions);
        let (_, next) = mentions.places[mentions.at];
        Some(Outcome::intent(match self.wanted {
            Some(here) if here == next => Intent::Notice(Notice::good(stays)),
            Some(here) if mentions.is_among(here) => Intent::Step(next),
            _ => Intent::Open(next),
        }))
    }

    /// Steps through the mentions of an entity, wherever it was pointed at: on from the one that was read last, after a
    /// look at the entity itself, else from the first.
    pub fn mentions_of(&mut self, entity: EntityId, name: String, forward: bool, by_document: bool) -> Outcome {
        let begun = |mentions: &&mut Mentions| mentions.begun && mentions.entity == Ref::from(entity);
        let Some(mentions) = self.mentions.as_mut().filter(begun) else {
            return self.begin_mentions(entity, name, forward);
        };
        match by_document {
            true => mentions.step_document(forward),
            false => mentions.step(forward),
        }
        let next = mentions.places.get(mentions.at);
        next.map_or_else(Outcome::nothing, |&(_, place)| Outcome::intent(Intent::Open(place)))
    }

    fn begin_mentions(&mut self, entity: EntityId, name: String, forward: bool) -> Outcome {
        // Backward from an entity begins at its last mention.
        let at = if forward { 0 } else { usize::MAX };
        self.mentions =
            Some(Mentions { entity: entity.into(), name, places: Vec::new(), at, whole: false, begun: false });
        Outcome::load(Lane::ReaderMentions, Request::Mentions(entity))
    }

    /// Opens the first document that mentions an entity, at the place.
    pub(super) fn first_document(&mut self, entity: EntityId, name: String) -> Outcome {
        let outcome = self.begin_mentions(entity, name, true);
        if let Some(mentions) = &mut self.mentions {
            mentions.whole = true;
        }
        outcome
    }

    pub(super) fn mentions_came(&mut self, places: Vec<(DocumentId, Ref)>) -> Outcome {
        let Some(mentions) = &mut self.mentions else { return Outcome::nothing() };
        mentions.places = places;
        mentions.at = mentions.at.min(mentions.places.len().saturating_sub(1));
        match mentions.places.get(mentions.at) {
            Some(&(document, place)) if std::mem::take(&mut mentions.whole) => {
                let document = Ref::from(document);
                Outcome::intent(Intent::Open(place.anchor.map_or(document, |anchor| document.at(anchor))))
            }
            Some(&(_, place)) => Outcome::intent(Intent::Open(place)),
            None => Outcome::notice(Notice::good("no passage names it")),
        }
    }

    /// Goes on from the mention that is opened, which may be one that was passed before; forgets them when something
    /// else is opened than one of them.
    pub(super) fn keep_mentions(&mut self, opened: Ref) {
        let Some(mentions) = &mut self.mentions else { return };
        match mentions.places.iter().position(|&(_, place)| place == opened) {
            Some(at) => (mentions.at, mentions.begun) = (at, true),
            None if opened.kind == Kind::Document || opened.record() == mentions.entity => {}
            None => self.mentions = None,
        }
    }

    /// The mentions that are stepped through, while one of them is read.
    fn read_mentions(&self) -> Option<&Mentions> {
        let is_read = |mentions: &&Mentions| mentions.places.get(mentions.at).map(|&(_, place)| place) == self.wanted;
        self.mentions.as_ref().filter(is_read)
    }

    /// The entity of which a mention is read.
    pub fn mentioned(&self) -> Option<Ref> {
        self.read_mentions().map(|mentions| mentions.entity)
    }

    /// `mention 3 of 41 of Ada Voss`
    pub fn mention(&self) -> Option<String> {
        let mentions = self.read_mentions()?;
        Some(format!("mention {} of {} of {}", mentions.at + 1, mentions.places.len(), mentions.name))
    }
}

/// Says why there is no document to open.
pub(super) fn no_document(why: &str) -> Outcome {
    Outcome::notice(Notice::good(why))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn documents_are_stepped_through_by_their_first_mentions() {
        let place = |(document, id)| (DocumentId(document), Ref::new(Kind::Source, id));
        let at_second = |places| Mentions {
            entity: Ref::new(Kind::Entity, 1),
            name: String::new(),
            places,
            at: 1,
            whole: false,
            begun: true,
        };
        let places = [(7, 1), (7, 2), (3, 3), (3, 4), (9, 5)].map(place).to_vec();
        let mut mentions = at_second(places);
        let mut go = |forward: bool| {
            mentions.step_document(forward);
            mentions.at
        };
        assert_eq!([true, true, true].map(&mut go), [2, 4, 0]);
        assert_eq!([false, false, false].map(&mut go), [4, 2, 0]);
        let places = vec![place((7, 1)), place((7, 2))];
        let mut alone = at_second(places);
        alone.step_document(true);
        assert_eq!(alone.at, 1, "there is no other");
    }
}
