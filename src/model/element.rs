//! Elements of the graph: entities, their mentions, relationships, claims.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use super::{ClaimId, DocumentId, EntityId, RelationshipId, Span, SpeakerPart, TextUnitId};

/// What sort of thing an entity is. `Other` holds a type of the user's or a model's own.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub enum EntityType {
    Person,
    Organisation,
    Place,
    Event,
    Date,
    Product,
    Work,
    Concept,
    Other(String),
}

impl EntityType {
    /// The types of the program's own, by the positions under which indexes keep them: appended to, never reordered.
    pub const NAMED: [EntityType; 8] = [
        EntityType::Person,
        EntityType::Organisation,
        EntityType::Place,
        EntityType::Event,
        EntityType::Date,
        EntityType::Product,
        EntityType::Work,
        EntityType::Concept,
    ];

    pub fn name(&self) -> &str {
        match self {
            EntityType::Person => "person",
            EntityType::Organisation => "organisation",
            EntityType::Place => "place",
            EntityType::Event => "event",
            EntityType::Date => "date",
            EntityType::Product => "product",
            EntityType::Work => "work",
            EntityType::Concept => "concept",
            EntityType::Other(name) => name,
        }
    }
}

/// What a model meant for a type, without the marks of the format that it was asked to write: `<geo`, `|organization|`,
/// `"PERSON"` and `person<|>…` are a place, an organisation and two persons.
fn tidy(name: &str) -> &str {
    let is_mark = |c: char| !c.is_alphanumeric();
    let name = name.trim_start_matches(is_mark);
    let end = name.find(['|', '<', '>', '\n', '"', '{', '}']).unwrap_or(name.len());
    name[..end].trim_end_matches(|c: char| is_mark(c) && c != ')')
}

impl From<String> for EntityType {
    fn from(name: String) -> Self {
        match tidy(&name).to_lowercase().as_str() {
            "person" => EntityType::Person,
            "organisation" | "organization" | "org" => EntityType::Organisation,
            "place" | "geo" | "location" => EntityType::Place,
            "event" => EntityType::Event,
            "date" => EntityType::Date,
            "product" => EntityType::Product,
            "work" => EntityType::Work,
            "concept" => EntityType::Concept,
            other => EntityType::Other(other.to_owned()),
        }
    }
}

impl From<EntityType> for String {
    fn from(kind: EntityType) -> Self {
        kind.name().to_owned()
    }
}

/// An entity. Descriptions are Markdown with citations, so that every sentence of them can be followed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Entity {
    pub id: EntityId,
    pub name: String,
    pub kind: EntityType,
    /// Other names it goes by in the documents, most frequent first.
    pub aliases: Vec<String>,
    pub description: String,
    /// Mentions in text that was counted.
    pub mentions: u32,
    /// Documents that mention it.
    pub documents: u32,
    /// Relationships it takes part in.
    pub degree: u32,
    /// True when it is everywhere in the corpus (a host, the company itself): it stays an entity, but neither glues
    /// communities together nor titles them.
    pub ubiquitous: bool,
}

/// One place where an entity is named.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mention {
    pub entity: EntityId,
    pub text_unit: TextUnitId,
    /// Bytes of the document's extracted text.
    pub span: Span,
}

/// How an entity stands to a document as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// The document is about it: its title names it.
    Subject,
    /// Hosts it, as the transcript has it.
    Host,
    /// Is its guest.
    Guest,
    /// Speaks in it, and the transcript does not say as what.
    Speaker,
    /// Wrote it, as a line of the document says.
    Author,
}

impl From<SpeakerPart> for Role {
    fn from(part: SpeakerPart) -> Role {
        match part {
            SpeakerPart::Host => Role::Host,
            SpeakerPart::Guest => Role::Guest,
            SpeakerPart::Other => Role::Speaker,
        }
    }
}

/// An entity's part in a document as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Appearance {
    pub entity: EntityId,
    pub document: DocumentId,
    pub role: Role,
    /// Sentences spoken, for a speaker; else 0.
    pub sentences: u32,
}

/// Who wrote each document that one alone wrote.
pub fn only_authors(appearances: &[Appearance]) -> HashMap<DocumentId, EntityId> {
    let mut found: HashMap<DocumentId, Option<EntityId>> = HashMap::new();
    for part in appearances.iter().filter(|part| part.role == Role::Author) {
        found.entry(part.document).and_modify(|known| *known = None).or_insert(Some(part.entity));
    }
    found.into_iter().filter_map(|(document, author)| Some((document, author?))).collect()
}

/// A relationship between two entities; undirected where co-occurrence made it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Relationship {
    pub id: RelationshipId,
    pub source: EntityId,
    pub target: EntityId,
    /// Markdown with citations: without a model, the sentence that shows it best.
    pub description: String,
    /// Strength, comparable within one index.
    pub weight: f32,
    /// Text units in which both take part, best first.
    pub text_units: Vec<TextUnitId>,
}

/// Whether a claim holds, as far as the documents say.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum ClaimStatus {
    True,
    False,
    Suspected,
}

impl ClaimStatus {
    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::True => "true",
            Self::False => "false",
            Self::Suspected => "suspected",
        }
    }
}

/// A claim about an entity.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Claim {
    pub id: ClaimId,
    pub subject: EntityId,
    pub object: Option<EntityId>,
    pub kind: String,
    pub status: ClaimStatus,
    pub start_date: Option<String>,
    pub end_date: Option<String>,
    pub description: String,
    /// The quoted source text, and where it was found in the document's extracted text.
    pub quote: String,
    pub quote_span: Option<Span>,
    pub text_unit: TextUnitId,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_type_is_read_through_the_debris_of_a_format() {
        for (written, meant) in [
            ("<geo", EntityType::Place),
            ("‹|organization|›", EntityType::Organisation),
            ("\"PERSON\"", EntityType::Person),
            ("person<|>Ada", EntityType::Person),
            ("  ", EntityType::Other(String::new())),
            ("law (EU)", EntityType::Other("law (eu)".to_owned())),
        ] {
            assert_eq!(EntityType::from(written.to_owned()), meant, "{written}");
        }
    }
}
