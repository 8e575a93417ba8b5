//! Summaries: what is said of a document or of a community as a whole. A document's gist is the few passages that say
//! most of it (`gist`, with the words by which a sentence tells what it is for in `cues`); a report on a community is
//! made of passages (`reporter`) under a title (`title`).

pub mod cues;
pub mod gist;
pub mod reporter;
pub mod title;
