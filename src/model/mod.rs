//! Plain types that every layer shares: ids, spans, documents, graph elements, communities, reports, references,
//! citations, answers. Nothing here does IO, knows SQL, or draws.

mod answer;
mod citation;
mod community;
pub mod dense;
mod document;
mod element;
mod evidence;
mod fnv;
mod forgotten;
pub mod hash;
mod ids;
mod locator;
mod mode;
mod overview;
mod printable;
mod progress;
mod reference;
mod span;
mod trace;

pub use answer::{
    Answer, AnswerEvent, Check, CitedRecord, Drill, EXTRACTIVE, Scope, Support, Usage, Weak, WrittenFrom,
};
pub use citation::{
    Citation, CitationGroup, Grounding, cite, cited_in, find_citations, keep_citations, without_citations,
};
pub use community::{Community, Finding, Report};
pub use document::{
    Document, RecurringKind, RecurringSpan, Sentence, SentenceKind, Speaker, SpeakerPart, TextUnit, are_dated, called,
    file_name, file_stem, is_settings, is_table,
};
pub use element::{Appearance, Claim, ClaimStatus, Entity, EntityType, Mention, Relationship, Role, only_authors};
pub use evidence::{Evidence, repeated_title};
pub use fnv::Fnv;
pub use ids::{ClaimId, CommunityId, DocumentId, EntityId, RelationshipId, TextUnitId};
pub use locator::{Locator, LocatorKind, LocatorValue};
pub use mode::Mode;
pub use overview::{Overview, Prominent, Subject};
pub use printable::{Printed, json_line, printed, shown_path};
pub use progress::{Fact, Progress, Stage, StageProgress};
pub use reference::{Anchor, Kind, Ref, UnknownKind};
pub use span::Span;
pub use trace::{How, TraceStep};
