//! What communities are called: topics that their sentences use and others do not (`topics`, `coverage`), headings and
//! phrases of the documents that name a matter better (`headings`, `matters`, `phrases`), and the noun for names of
//! one kind (`crowd`).

mod coverage;
pub(super) mod crowd;
pub(super) mod headings;
pub(super) mod matters;
pub(super) mod phrases;
pub(super) mod topics;
