//! Where entities stand in the passages, after all joining.

/// An entity at a place.
#[derive(Clone, Copy, Debug)]
pub(in crate::index::merge) struct EntityPlace {
    pub entity: u32,
    pub sentence: u32,
    pub start: u32,
    pub end: u32,
    /// Not written there: the subject of a short document, which all its sentences are about.
    pub implied: bool,
}

/// The places of all passages, one passage after the other.
#[derive(Debug, Default)]
pub(in crate::index::merge) struct Places {
    all: Vec<EntityPlace>,
    /// Where those of each passage end.
    ends: Vec<usize>,
}

impl Places {
    /// Adds the places of the next passage, in the order of its text.
    pub fn push(&mut self, places: &[EntityPlace]) {
        self.all.extend_from_slice(places);
        self.ends.push(self.all.len());
    }

    /// How many passages there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// The places of the passage at a position.
    pub fn of(&self, unit: usize) -> &[EntityPlace] {
        let start = unit.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.all[start..self.ends[unit]]
    }

    pub fn iter(&self) -> impl Iterator<Item = &[EntityPlace]> {
        (0..self.len()).map(|unit| self.of(unit))
    }
}
