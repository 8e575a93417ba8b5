//! Relevance: which of the passages found answer a question, and which does so best. What kind of answer is asked for
//! is `kind`; what cannot be one is left out (`fitting`), and of the others the one that begins the answer is chosen
//! (`opening`). Whether what was chosen answers at all, or only lies near, is `answered`.

pub mod answered;
mod behind;
mod by_whom;
mod direction;
mod fact;
mod fate;
pub(super) mod fitting;
pub(super) mod kind;
pub(super) mod kind_asked;
pub mod opening;
pub(super) mod other_names;
mod phrases;
pub(super) mod plainly;
pub(super) mod precedence;
mod settings;
mod spelled_out;
mod subject;
pub(super) mod surroundings;
pub(super) mod votes;
