//! Stepping through the mentions of an entity, from document to document.

use super::State;
use crate::model::{EntityId, Kind, Ref};
use crate::tui::data::{Lane, Record, Request};
use crate::tui::msg::Notice;
use crate::tui::panes::{Intent, Outcome};

/// Mentions that are stepped through.
#[derive(Clone, Debug, PartialEq)]
pub struct Mentions {
    entity: Ref,
    pub name: String,
    places: Vec<Ref>,
    at: usize,
}

impl State {
    /// Goes to the next mention of the entity that is open, or of the one whose mentions are stepped through; none where
    /// there is neither.
    pub(super) fn step_mention(&mut self, forward: bool) -> Option<Outcome> {
        if let Some(Record::Entity(page)) = &self.record {
            let (entity, name) = (page.entity.id, page.entity.name.clone());
            return Some(self.begin_mentions(entity, name, forward));
        }
        let mentions = self.mentions.as_mut().filter(|mentions| !mentions.places.is_empty())?;
        let len = mentions.places.len();
        if len == 1 && Some(mentions.places[0]) == self.wanted {
            return Some(Outcome::intent(Intent::Notice(Notice::good("this is its only mention"))));
        }
        mentions.at = if forward { (mentions.at + 1) % len } else { (mentions.at + len - 1) % len };
        Some(Outcome::intent(Intent::Open(mentions.places[mentions.at])))
    }

    /// Begins to step through the mentions of an entity, wherever it was pointed at.
    pub fn begin_mentions(&mut self, entity: EntityId, name: String, forward: bool) -> Outcome {
        // Backward from an entity begins at its last mention.
        let at = if forward { 0 } else { usize::MAX };
        self.mentions = Some(Mentions { entity: entity.into(), name, places: Vec::new(), at });
        Outcome::load(Lane::ReaderMentions, Request::Mentions(entity))
    }

    pub(super) fn mentions_came(&mut self, places: Vec<Ref>) -> Outcome {
        let Some(mentions) = &mut self.mentions else { return Outcome::nothing() };
        mentions.places = places;
        mentions.at = mentions.at.min(mentions.places.len().saturating_sub(1));
        match mentions.places.get(mentions.at) {
            Some(&place) => Outcome::intent(Intent::Open(place)),
            None => Outcome::intent(Intent::Notice(Notice::good("no passage names it"))),
        }
    }

    /// Goes on from the mention that is opened, which may be one that was passed before; forgets them when something else is
    /// opened than one of them.
    pub(super) fn keep_mentions(&mut self, opened: Ref) {
        let Some(mentions) = &mut self.mentions else { return };
        match mentions.places.iter().position(|&place| place == opened) {
            Some(at) => mentions.at = at,
            None if opened.kind == Kind::Document || opened.record() == mentions.entity => {}
            None => self.mentions = None,
        }
    }

    /// `mention 3 of 41 of Ada Voss`
    pub fn mention(&self) -> Option<String> {
        let mentions =
            self.mentions.as_ref().filter(|mentions| mentions.places.get(mentions.at) == self.wanted.as_ref())?;
        Some(format!("mention {} of {} of {}", mentions.at + 1, mentions.places.len(), mentions.name))
    }
}
