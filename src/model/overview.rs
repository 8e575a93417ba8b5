//! What a pile is, at a glance: the page that an index opens with.

use serde::{Deserialize, Serialize};

use super::{CommunityId, DocumentId, EntityId, Evidence};

/// A main subject of the corpus.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Subject {
    /// The community that it is.
    pub community: CommunityId,
    pub title: String,
    /// Documents in which it stands.
    pub documents: u32,
    /// What the documents say of it, in one line.
    pub line: Option<Evidence>,
}

/// An entity with how much of the corpus speaks of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Prominent {
    pub entity: EntityId,
    pub name: String,
    /// Documents that name it.
    pub documents: u32,
}

/// The overview of a corpus. Lists are ranked, most important first, and short enough for a page.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Overview {
    /// What it is, in the documents' own words.
    pub gist: Vec<Evidence>,
    pub subjects: Vec<Subject>,
    pub people: Vec<Prominent>,
    pub organisations: Vec<Prominent>,
    pub places: Vec<Prominent>,
    /// Terms that many documents speak of; indexes made before they were told have none.
    #[serde(default)]
    pub terms: Vec<Prominent>,
    /// First and last day that documents are dated, seconds since 1970.
    pub dates: Option<(i64, i64)>,
    /// Kinds of documents by format or by what their titles call them, with how many there are.
    pub kinds: Vec<(String, u32)>,
    /// The documents of each of these kinds; indexes made before they were told have none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub kind_documents: Vec<Vec<DocumentId>>,
    /// What most titles say alike.
    pub titled: Vec<String>,
    /// The language (ISO 639-3) of more than half of the documents, where there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub language: Option<String>,
    /// Questions that the corpus answers.
    pub questions: Vec<String>,
}
