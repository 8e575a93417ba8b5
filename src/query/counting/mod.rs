//! Lists and counts: what has a row of its own, and how many there are. Passages are counted by what they say
//! (`census`), names by their sort (`roster`), what happened when by its days (`chronology`). So are the document that
//! is first or longest (`extremes`), what is new in a version of one (`revisions`), and what they list under a heading
//! (`items`).

pub(super) mod census;
pub(super) mod chronology;
pub(super) mod extremes;
pub(super) mod items;
pub(super) mod revisions;
pub(super) mod roster;
