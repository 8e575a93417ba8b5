//! Ids: small integers, one space per kind of record, stable while their record lives and never reused.

use serde::{Deserialize, Serialize};

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(pub u32);

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                self.0.fmt(f)
            }
        }
    };
}

id!(/** A document: one source file, or one row of a table file. */ DocumentId);
id!(/** A text unit: a chunk of a document; cited as *Sources*. */ TextUnitId);
id!(/** An entity of the graph. */ EntityId);
id!(/** A relationship between two entities. */ RelationshipId);
id!(/** A claim about an entity. */ ClaimId);
id!(/** A community; its report and the number cited are the same id. */ CommunityId);
