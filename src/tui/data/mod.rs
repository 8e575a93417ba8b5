//! What panes ask of the index, and what comes back: plain data, so that panes can be tested without a store.
//! `library` answers requests on threads of its own; no pane ever holds a connection. What the settings say of models
//! is plain data too (`models`).

mod asked;
mod lane;
pub mod models;
mod news;
mod pages;

pub use asked::{AskedQuestion, TurnId};
pub use lane::Lane;
#[cfg(test)]
pub use news::tests;
pub use news::{WhatIsNew, mark};
pub use pages::{
    ChatRow, ClaimPage, ComparedSentence, ComparedText, Dated, DifferencesPage, DocumentPage, EntityPage, Hit, ListRow,
    Place, RecordPage, RelationshipPage, ReportPage, SavedTurn, SourcePage, TextWindow, Timeline,
};

use std::collections::HashMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::config::Method;
use crate::model::{CommunityId, DocumentId, EntityId, EntityType, Kind, Ref, Scope, Span};

/// The method of an index that no model had a part in.
pub const OFFLINE: &str = crate::store::Meta::OFFLINE;

/// Bytes of a document that are read and wrapped at a time, and how many of them lie before what one came for.
pub const WINDOW: usize = 48 * 1024;
pub const BEFORE: usize = 16 * 1024;

/// What a branch of the tree hangs from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub enum Parent {
    Community(CommunityId),
    /// The row that holds the components too small to cluster.
    Unconnected,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TreeSort {
    #[default]
    Rating,
    Size,
    Title,
}

/// The order of a list: a column of its kind, best first unless reversed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Column {
    Name,
    Type,
    /// Relationships of an entity, weight of a relationship, tokens of a document.
    Size,
    Documents,
    Id,
    /// Of relationships: what many passages tell, and what is between people, organisations and places.
    Telling,
}

/// A part that a list is narrowed to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Narrow {
    /// The type of entities, or the format of documents.
    Type(String),
    /// A community, with what lies under it.
    Community(CommunityId),
    /// A folder, as a prefix of paths.
    Folder(String),
    /// Documents of a kind, as the home page calls it; without one, those of none that it names.
    Kind(Option<String>),
    Document(DocumentId),
    /// The first and the last day, month or year of documents.
    Date(Option<String>, Option<String>),
    /// These documents: those of a stretch of time.
    #[serde(with = "shared")]
    Documents(Arc<Vec<u32>>),
}

impl Narrow {
    /// What sort of part it is: of one sort a list is narrowed to one part.
    pub fn sort(&self) -> &'static str {
        match self {
            Narrow::Type(_) => "type",
            Narrow::Community(_) => "community",
            Narrow::Folder(_) => "folder",
            Narrow::Kind(_) => "kind",
            Narrow::Document(_) => "document",
            Narrow::Date(..) | Narrow::Documents(_) => "date",
        }
    }
}

/// A shared list is kept as a list.
mod shared {
    use std::sync::Arc;

    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub fn serialize<S: Serializer>(list: &Arc<Vec<u32>>, serializer: S) -> Result<S::Ok, S::Error> {
        list.as_slice().serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Arc<Vec<u32>>, D::Error> {
        Vec::deserialize(deserializer).map(Arc::new)
    }
}

/// The same with what it is called.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Part {
    pub narrow: Narrow,
    pub label: String,
    /// How many lie in it; 0 where that was not counted.
    pub count: u32,
}

/// A question to the index.
#[derive(Clone, Debug, PartialEq)]
pub enum Request {
    Overview,
    Home,
    /// Questions to begin with inside a part.
    Suggested(Scope),
    Graph(GraphOf),
    /// Where an entity is named.
    Mentions(EntityId),
    /// What is dated, by day: of an entity, a relationship or a community, or all.
    Timeline(Option<Ref>),
    Communities {
        parent: Option<Parent>,
        sort: TreeSort,
    },
    FilterCommunities {
        text: String,
    },
    Community(CommunityId),
    /// Every community in the order of the tree as it is when all of it is unfolded.
    WholeTree(TreeSort),
    /// The branches that must be open for a community to be in sight.
    Reveal {
        community: CommunityId,
        sort: TreeSort,
    },
    Record(Ref),
    /// A stretch of a document's text, about `len` bytes from about `from` on.
    Text {
        document: DocumentId,
        from: usize,
        len: usize,
    },
    /// The next (or previous) place of a text in a document.
    FindInText {
        document: DocumentId,
        text: String,
        from: usize,
        backward: bool,
    },
    List {
        kind: Kind,
        column: Column,
        reversed: bool,
        filter: String,
        /// What a filter finds is in the order of the column all the same, and in that of how well it fits no more.
        by_column: bool,
        /// Those alone that lie in each of these parts.
        parts: Vec<Narrow>,
    },
    /// Rows of a list; what is counted beside them is counted in the parts that it is narrowed to.
    Rows {
        kind: Kind,
        ids: Vec<u32>,
        parts: Vec<Narrow>,
    },
    /// The parts that a list of a kind can be narrowed to.
    Parts(Kind),
    /// Records to be written.
    Records(Vec<Ref>),
    /// What these are called, and where they stand in their files.
    Sources(Vec<Ref>),
    /// What the answers of all conversations cite.
    Used,
    Names(Vec<Ref>),
    Search {
        text: String,
    },
    /// What two documents differ in, the older first unless they are wanted the other way round.
    Differences {
        pair: [DocumentId; 2],
        reversed: bool,
    },
    /// The documents that are most like one.
    Alike(DocumentId),
    /// The file and line a record rests on; of a passage those of words quoted from it, where it is told which.
    Place(Ref, Option<String>),
    /// Of a conversation; without one, of the latest.
    Turns(Option<i64>),
    /// Conversations whose name, questions or answers hold a text.
    Chats(String),
    /// Every question that was asked, each once, the latest first.
    Questions,
    /// What the last update made new, changed or removed.
    News,
}

/// An answer.
#[derive(Clone, Debug, PartialEq)]
pub enum Loaded {
    Overview(Box<Overview>),
    Home(Box<HomePage>),
    Graph(Box<GraphView>),
    /// Where an entity is named, each with its document.
    Mentions(Vec<(DocumentId, Ref)>),
    Timeline(Arc<Timeline>),
    Communities {
        parent: Option<Parent>,
        rows: Vec<CommunityRow>,
    },
    /// A community, and those that hold it.
    Community {
        row: CommunityRow,
        above: Vec<CommunityId>,
    },
    Filtered(Filtered),
    WholeTree(Vec<CommunityId>),
    Revealed {
        community: CommunityId,
        branches: Vec<(Option<Parent>, Vec<CommunityRow>)>,
    },
    Record(Box<RecordPage>),
    Text(TextWindow),
    FoundInText(Option<Span>),
    List {
        ids: Arc<Vec<u32>>,
        /// In the order of how well they fit the filter, and in that of no column.
        by_fit: bool,
        /// Days that were left out: they have the timeline.
        hidden: usize,
    },
    Rows {
        kind: Kind,
        rows: Vec<ListRow>,
    },
    Parts(Vec<Part>),
    Records(Vec<RecordPage>),
    Sources(HashMap<Ref, ToldElsewhere>),
    Used(Vec<Ref>),
    /// Titles, in the order asked; none for a record that does not exist.
    Names(Vec<(Ref, Option<String>)>),
    Hits(Vec<Hit>),
    Differences(Box<DifferencesPage>),
    Place(Place),
    Turns(Vec<SavedTurn>),
    /// With the moment they were looked up, in seconds since 1970.
    Chats {
        rows: Vec<ChatRow>,
        now: i64,
    },
    Questions(Vec<String>),
    News(WhatIsNew),
}

impl Overview {
    /// True for an index that another program made: it has the text of its documents, and not where they lie.
    pub fn is_imported(&self) -> bool {
        self.method == crate::store::Meta::IMPORTED
    }
}

/// The index as a whole.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Overview {
    /// Name of the corpus.
    pub name: String,
    pub documents: u64,
    pub entities: u64,
    pub relationships: u64,
    pub claims: u64,
    pub reports: u64,
    pub levels: u32,
    pub unconnected: u64,
    /// What it was built with beside the graph, by name: what some ways of answering read.
    pub structures: Vec<String>,
    /// How it was made: the name of a method, or `imported`.
    pub method: String,
    /// The folders and files that were indexed.
    pub roots: Vec<String>,
    /// When, in seconds since 1970.
    pub finished: i64,
    /// Files that were read.
    pub files: u64,
    pub tokens: u64,
    /// Files that were not indexed, with the reason.
    pub skipped: Vec<(String, String)>,
    /// Files that were read with something to say of it.
    pub remarked: Vec<(String, String)>,
    /// What a model was asked for and failed at, with the reason.
    pub failed: Vec<(String, String)>,
}

impl Overview {
    /// The method it was made by, where a model had a part in it.
    pub fn asks_a_model(&self) -> Option<Method> {
        self.method.parse().ok().filter(|method: &Method| method.asks_a_model())
    }
}

/// What the home page shows. Lists are ranked, most important first.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct HomePage {
    pub documents: u32,
    pub claims: u32,
    /// What another program's index lacks because its files are damaged, in words.
    pub lacks: Option<String>,
    /// What it is, in the documents' own words, ready to print, with the passage and what is quoted of it.
    pub gist: Vec<HomeQuote>,
    pub subjects: Vec<HomeRow>,
    /// How many subjects there are in all.
    pub all_subjects: u32,
    /// Terms that many documents speak of.
    pub terms: Vec<HomeRow>,
    pub people: Vec<HomeRow>,
    pub organisations: Vec<HomeRow>,
    pub places: Vec<HomeRow>,
    /// First and last day, seconds since 1970.
    pub dates: Option<(i64, i64)>,
    /// Documents of each month or year, or each few of them, from the first to the last.
    pub years: Vec<(String, u32)>,
    /// Kinds of documents, each as the part that a list is narrowed to.
    pub kinds: Vec<Part>,
    /// What most titles say alike.
    pub titled: Vec<String>,
    pub languages: Vec<String>,
    pub questions: Vec<String>,
}

/// Words of a document on the home page.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct HomeQuote {
    pub said: String,
    /// The passage that they stand in, and the words in it.
    pub from: Option<(Ref, String)>,
}

/// What a graph is drawn of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GraphOf {
    /// The communities inside one, or at the root, and what ties them; of one that has none inside, its entities.
    Communities(Option<CommunityId>),
    /// An entity and what is at most so many steps away.
    Around(EntityId, u32),
    /// The shortest way from one entity to another.
    Path(EntityId, EntityId),
    /// The entities that a passage, a document, a claim or a relationship names, and what ties them.
    Named(Ref),
}

/// A graph with a place for each node.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GraphView {
    /// What it shows, in words.
    pub title: String,
    pub nodes: Vec<GraphNode>,
    /// From node to node, with a weight; those that tell most first.
    pub edges: Vec<(u32, u32, f32)>,
    /// How many nodes there would be without what is left out of the picture, where that was counted.
    pub whole: Option<usize>,
    /// How many passages name both ends of a tie, where that is known: by its nodes, the lower first.
    pub told: HashMap<(u32, u32), u64>,
    /// The relationships that ties are, where the nodes are entities: by their nodes, the lower first.
    pub relationships: HashMap<(u32, u32), Ref>,
    /// Of a way that is one step because passages name both its ends, and no relationship: these, the surest first.
    pub passages: Vec<Ref>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct GraphNode {
    pub record: Ref,
    pub title: String,
    /// What sort of thing it is, where it is an entity.
    pub kind: Option<EntityType>,
    /// What it is measured by: documents.
    pub size: u32,
    /// It is what the graph is drawn of.
    pub lit: bool,
    /// In a square from 0 to 1.
    pub place: (f32, f32),
}

/// Something that the home page opens.
#[derive(Clone, Debug, PartialEq)]
pub struct HomeRow {
    pub record: Ref,
    pub title: String,
    pub documents: u32,
    /// What the documents say of it, in one line.
    pub line: String,
}

/// What is different in the folders since they were indexed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Changed {
    /// `1 new, 2 changed`
    pub summary: String,
    /// Paths, each with what became of it.
    pub files: Vec<(String, String)>,
    /// The index is a model's: to bring it up to date may cost something.
    pub costs: bool,
}

/// What a filter leaves of the tree: what it found, and what that hangs from.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Filtered {
    /// Each with its depth, and whether it was found itself.
    pub rows: Vec<(CommunityRow, usize, bool)>,
    /// The row that fits best.
    pub best: usize,
}

/// A community as a row.
#[derive(Clone, Debug, PartialEq)]
pub struct CommunityRow {
    pub id: CommunityId,
    pub title: String,
    pub level: u32,
    pub rating: f32,
    pub entities: u32,
    pub documents: u32,
    pub children: u32,
}

/// A record by its title, with a remark that tells it from its like.
#[derive(Clone, Debug, PartialEq)]
pub struct Titled {
    pub record: Ref,
    pub title: String,
    pub note: String,
}

/// What is told of a record elsewhere, where it cannot be opened.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ToldElsewhere {
    /// None where the record is gone.
    pub title: Option<String>,
    /// `council/1911-03.txt, line 17`; none of what stands in no single file.
    pub place: Option<String>,
}

/// The index could not answer.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum LibraryError {
    /// A newer request took this one's place; nobody waits for it.
    #[error("interrupted")]
    Interrupted,
    #[error("there is no {0} in this index")]
    NoSuchRecord(Ref),
    #[error("{0}")]
    Failed(String),
}
