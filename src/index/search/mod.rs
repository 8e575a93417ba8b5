//! What a question finds things by: vectors (`embed`), full text (`words`), where one document names another (`links`),
//! and which names a text unit is about (`subjects`). Made at the end of a build; `retrieve` reads it.

pub mod embed;
pub mod links;
pub mod subjects;
pub mod words;
