//! `Ref`: the one name for anything that can be cited or opened.

use serde::{Deserialize, Serialize};

use super::{ClaimId, CommunityId, DocumentId, EntityId, RelationshipId, Span, TextUnitId};

/// The kinds of record. Names on the command line and in JSON are the singular, lower-case ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    Report,
    Entity,
    Relationship,
    Claim,
    Source,
    Document,
}

impl Kind {
    pub const ALL: [Kind; 6] =
        [Kind::Report, Kind::Entity, Kind::Relationship, Kind::Claim, Kind::Source, Kind::Document];

    /// The word used on the command line and in JSON: `report`, `entity`, …
    pub fn name(self) -> &'static str {
        match self {
            Kind::Report => "report",
            Kind::Entity => "entity",
            Kind::Relationship => "relationship",
            Kind::Claim => "claim",
            Kind::Source => "source",
            Kind::Document => "document",
        }
    }

    /// What one is called where it is spoken of. A passage is a source by its address alone, as other programs write
    /// it.
    pub fn word(self) -> &'static str {
        match self {
            Kind::Source => "passage",
            kind => kind.name(),
        }
    }

    /// What several are called.
    pub fn words(self) -> String {
        match self {
            Kind::Source => "passages".to_owned(),
            kind => kind.plural().to_lowercase(),
        }
    }

    /// The word used inside a citation mark: `Reports`, `Entities`, …
    pub fn plural(self) -> &'static str {
        match self {
            Kind::Report => "Reports",
            Kind::Entity => "Entities",
            Kind::Relationship => "Relationships",
            Kind::Claim => "Claims",
            Kind::Source => "Sources",
            Kind::Document => "Documents",
        }
    }
}

impl std::fmt::Display for Kind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

/// A word that names no kind of record.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no kind of record; kinds are report, entity, relationship, claim, source, document")]
pub struct UnknownKind(pub String);

impl std::str::FromStr for Kind {
    type Err = UnknownKind;

    /// Reads a kind leniently: any case, singular or plural, `community` for `report`, `passage` and `text unit` for
    /// `source`.
    fn from_str(word: &str) -> Result<Self, UnknownKind> {
        let lower = word.trim().to_lowercase();
        Ok(match lower.as_str() {
            "report" | "reports" | "community" | "communities" => Kind::Report,
            "entity" | "entities" => Kind::Entity,
            "relationship" | "relationships" => Kind::Relationship,
            "claim" | "claims" | "covariate" | "covariates" => Kind::Claim,
            "source" | "sources" | "passage" | "passages" | "text unit" | "text units" | "text_unit" | "text_units" => {
                Kind::Source
            }
            "document" | "documents" => Kind::Document,
            _ => return Err(UnknownKind(word.to_owned())),
        })
    }
}

/// A place inside a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Anchor {
    /// The finding of a report, counted from 0.
    Finding(u32),
    /// Bytes of the document's extracted text, for a source or a document.
    Passage(Span),
}

/// A reference to a record, with a place inside it where there is one. Everything that opens, opens by a `Ref`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Ref {
    pub kind: Kind,
    pub id: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub anchor: Option<Anchor>,
}

impl Ref {
    pub fn new(kind: Kind, id: u32) -> Self {
        Self { kind, id, anchor: None }
    }

    /// The same record with a place inside it.
    pub fn at(self, anchor: Anchor) -> Self {
        Self { anchor: Some(anchor), ..self }
    }

    /// The same record without the place.
    pub fn record(self) -> Self {
        Self { anchor: None, ..self }
    }
}

impl std::fmt::Display for Ref {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}", self.kind, self.id)
    }
}

macro_rules! from_id {
    ($id:ty, $kind:expr) => {
        impl From<$id> for Ref {
            fn from(id: $id) -> Self {
                Ref::new($kind, id.0)
            }
        }
    };
}
from_id!(CommunityId, Kind::Report);
from_id!(EntityId, Kind::Entity);
from_id!(RelationshipId, Kind::Relationship);
from_id!(ClaimId, Kind::Claim);
from_id!(TextUnitId, Kind::Source);
from_id!(DocumentId, Kind::Document);
