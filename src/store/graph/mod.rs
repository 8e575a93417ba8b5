//! The rows of the graph: entities, the relationships between them with the passages that show them, claims about them,
//! and the communities they form with their reports.

mod claims;
mod communities;
mod entities;
mod relationship_passages;
mod relationships;

pub use communities::{CommunityRow, LevelCount};
pub use entities::{EntityOrder, EntityRow};
pub use relationships::{RelationshipOrder, RelationshipRow};
