//! Where one is and where one was: locations and the history that back and forward walk.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::model::Ref;
use crate::tui::data::GraphOf;
use crate::tui::panes::PaneId;

/// Places kept; older ones are forgotten.
const LONGEST: usize = 200;

/// How one stood in a record, in terms that outlive another width: a place in the record (an item of its page, or a
/// byte of its text) and rows below it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReadingPlace {
    pub place: usize,
    pub below: usize,
    /// The link that had the focus.
    pub link: Option<usize>,
}

/// How one stood in the chat when one left it for a record: the turn, rows below its question, the citation.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Chatting {
    pub standing: ReadingPlace,
    /// The chat had the whole screen.
    pub zoom: bool,
}

/// A record, and how one stood in it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Location {
    pub record: Ref,
    /// None until one has been there: the anchor then says where to go.
    #[serde(default)]
    pub standing: Option<ReadingPlace>,
    /// Findings that are folded.
    #[serde(default)]
    pub folded: BTreeSet<u32>,
    /// The words that were quoted from it where one came from: they are what one came for.
    #[serde(default)]
    pub quote: Option<String>,
    /// What the record is called, once it was there.
    #[serde(default)]
    pub title: Option<String>,
    /// Where in the chat one came from, when that is where one came from: going back leads there.
    #[serde(default)]
    pub chat: Option<Chatting>,
    /// True when one came from the home page.
    #[serde(default)]
    pub home: bool,
    /// The list that one came from: going back leads to it, with the record still shown beside it.
    #[serde(skip)]
    pub list: Option<PaneId>,
    /// The graph that one came from, while it can be drawn again: it is not kept for another day.
    #[serde(skip)]
    pub drawn: Option<Drawn>,
    /// True when one came from answers side by side, from two documents compared or from a timeline, while those can be
    /// gone on with.
    #[serde(skip)]
    pub compared: bool,
}

/// A graph, and the record that one stood on in it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Drawn {
    pub of: GraphOf,
    pub at: Ref,
}

impl Location {
    pub fn new(record: Ref) -> Location {
        Location {
            record,
            standing: None,
            folded: BTreeSet::new(),
            quote: None,
            title: None,
            chat: None,
            home: false,
            list: None,
            drawn: None,
            compared: false,
        }
    }

    pub fn quoting(self, quote: Option<String>) -> Location {
        Location { quote, ..self }
    }
}

impl From<Ref> for Location {
    fn from(record: Ref) -> Location {
        Location::new(record)
    }
}

/// A bounded list of locations with a cursor on the present one.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct History {
    places: Vec<Location>,
    at: usize,
}

impl History {
    pub fn current(&self) -> Option<&Location> {
        self.places.get(self.at)
    }

    /// How many places lie behind the present one.
    pub fn depth(&self) -> usize {
        self.at
    }

    /// Notes how one stands at the present place, before leaving it.
    pub fn stand(&mut self, standing: ReadingPlace, folded: BTreeSet<u32>) {
        if let Some(place) = self.places.get_mut(self.at) {
            place.standing = Some(standing);
            place.folded = folded;
        }
    }

    /// Notes what the present place is called.
    pub fn name(&mut self, title: String) {
        if let Some(place) = self.places.get_mut(self.at) {
            place.title = Some(title);
        }
    }

    /// Goes to a new place. Opening the present place changes nothing, unless one comes from the chat, which is a place
    /// as well; opening after going back forgets what lay ahead.
    pub fn open(&mut self, place: impl Into<Location>) {
        let place = place.into();
        let is = |current: &Location| current.record == place.record && current.quote == place.quote;
        let same = self.current().is_some_and(is);
        if same && place.home {
            // It lay open behind the home page already.
            if let Some(present) = self.places.get_mut(self.at) {
                present.home = true;
            }
            return;
        }
        if same && place.chat.is_none() && place.drawn.is_none() {
            return;
        }
        if !self.places.is_empty() {
            self.places.truncate(self.at + 1);
        }
        self.places.push(place);
        if self.places.len() > LONGEST {
            self.places.remove(0);
        }
        self.at = self.places.len() - 1;
    }

    /// One went on to what is no record: no place lies ahead any more.
    pub fn forget_ahead(&mut self) {
        self.places.truncate(self.at + 1);
    }

    pub fn back(&mut self) -> Option<&Location> {
        self.at = self.at.checked_sub(1)?;
        self.current()
    }

    pub fn forward(&mut self) -> Option<&Location> {
        if self.at + 1 >= self.places.len() {
            return None;
        }
        self.at += 1;
        self.current()
    }

    /// Puts another record in the present place, because the one there is gone.
    pub fn replace(&mut self, place: impl Into<Location>) {
        if let Some(present) = self.places.get_mut(self.at) {
            *present = Location { chat: present.chat, home: present.home, list: present.list, ..place.into() };
        }
    }

    /// Forgets the present place, because its record is gone (the index was built anew).
    pub fn vanish(&mut self) {
        if self.at < self.places.len() {
            self.places.remove(self.at);
            self.at = self.at.saturating_sub(1);
        }
    }

    /// Records one was at, each once, the latest first.
    pub fn recent(&self) -> impl Iterator<Item = &Location> {
        let mut seen = std::collections::HashSet::new();
        self.places.iter().rev().filter(move |place| seen.insert(place.record.record()))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::model::Kind;

    fn report(id: u32) -> Ref {
        Ref::new(Kind::Report, id)
    }

    #[test]
    fn back_and_forward_keep_the_standing() {
        let mut history = History::default();
        history.open(report(1));
        let standing = ReadingPlace { place: 7, below: 2, link: Some(3) };
        history.stand(standing, BTreeSet::from([1]));
        history.open(report(2));
        assert_eq!(history.back().unwrap().standing, Some(standing));
        assert_eq!(history.forward().unwrap().record, report(2));
        assert_eq!(history.forward(), None);
    }

    #[test]
    fn a_place_that_vanished_is_left() {
        let mut history = History::default();
        for id in [1, 2, 3] {
            history.open(report(id));
        }
        history.vanish();
        assert_eq!(history.current().unwrap().record, report(2));
        history.vanish();
        history.vanish();
        history.vanish();
        assert_eq!(history.current(), None);
        history.open(report(9));
        assert_eq!(history.current().unwrap().record, report(9));
    }

    proptest! {
        /// Against two plain stacks.
        #[test]
        fn is_two_stacks(steps in prop::collection::vec(0u32..6, 0..80)) {
            let mut history = History::default();
            let (mut behind, mut ahead): (Vec<u32>, Vec<u32>) = (Vec::new(), Vec::new());
            for step in steps {
                match step {
                    0 => {
                        history.back();
                        if behind.len() > 1 {
                            ahead.extend(behind.pop());
                        }
                    }
                    1 => {
                        history.forward();
                        behind.extend(ahead.pop());
                    }
                    id => {
                        history.open(report(id));
                        if behind.last() != Some(&id) {
                            behind.push(id);
                            ahead.clear();
                        }
                    }
                }
                prop_assert_eq!(history.current().map(|place| place.record.id), behind.last().copied());
            }
        }
    }
}
