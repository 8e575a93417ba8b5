//! What the report on a community is written from, and the trait of whoever writes it.

use futures::future::BoxFuture;

use super::Judged;
use crate::model::{Claim, Community, Entity, EntityId, EntityType, Evidence, Relationship, Report, TextUnitId};

/// What a community is about, in a few words that its documents use.
#[derive(Clone, Debug, PartialEq)]
pub struct Topic {
    /// In the case it has inside a sentence: `protein design`, `Marrow Bay`.
    pub phrase: String,
    /// How distinctive it is for the community; the first topic has 1.
    pub weight: f32,
    /// The member it names; a topic that is a common noun names none.
    pub entity: Option<EntityId>,
    pub kind: EntityType,
}

/// Names of one kind that much of a community is.
#[derive(Clone, Debug, PartialEq)]
pub struct Crowd {
    pub kind: EntityType,
    /// What the documents call several of them, in the plural: *customers*.
    pub called: Option<String>,
}

/// How a community stands among those of its level.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CommunityStanding {
    /// From 0 to 10, spread by rank over the level; see `index::report::standing`.
    pub rating: f32,
    /// From 1.
    pub rank: u32,
    /// Communities of the level.
    pub of: u32,
    /// Text units and relationships it draws on.
    pub text_units: u32,
    pub relationships: u32,
}

/// What a report is written from. Everything is ranked, best first.
#[derive(Clone, Debug, Default)]
pub struct ReportContext {
    pub community: Option<Community>,
    pub standing: Option<CommunityStanding>,
    /// Each unlike those before it, and unlike what leads the community's siblings and ancestors.
    pub topics: Vec<Topic>,
    /// A heading of its documents that much of what names its members stands under.
    pub heading: Option<String>,
    /// Phrases of its documents that name what it is about, best first.
    pub phrases: Vec<String>,
    /// The names that much of it is.
    pub crowd: Option<Crowd>,
    /// Whoever says most of what is said here, when one person does and is not heard everywhere.
    pub voice: Option<String>,
    pub entities: Vec<Entity>,
    pub relationships: Vec<Relationship>,
    /// Passages that tell what it is about, none of which is quoted in the report of an ancestor.
    pub gist: Vec<Evidence>,
    /// Those that say who or what leading members are, each of one.
    pub members: Vec<Evidence>,
    /// Further ones, unlike one another; none for a community with sub-communities.
    pub passages: Vec<Evidence>,
    /// Those about it that the report of the community above quotes.
    pub above: Vec<Evidence>,
    /// Text units that name its members.
    pub text_units: Vec<TextUnitId>,
    /// Titles of documents that name its members, those that name most of them first.
    pub documents: Vec<String>,
    /// Claims about its entities.
    pub claims: Vec<Claim>,
    /// Reports of the sub-communities; already written, because reports go bottom-up.
    pub children: Vec<Report>,
    /// Passages about each of these sub-communities that their own reports do not quote.
    pub of_children: Vec<Vec<Evidence>>,
    /// The members of each of these sub-communities.
    pub child_members: Vec<Vec<EntityId>>,
    /// Titles that are taken (siblings' and ancestors').
    pub taken_titles: Vec<String>,
    /// Titles of the reports on its siblings that are written already.
    pub sibling_titles: Vec<String>,
    /// Text units that its elements rest on, each with the title of its document and the day that it tells of itself.
    pub sources: Vec<(TextUnitId, String)>,
}

/// Community → report.
pub trait Reporter: Send + Sync {
    fn name(&self) -> &str;
    fn concurrency(&self) -> usize;

    /// How many entities and relationships it has use for.
    fn elements(&self) -> usize {
        30
    }

    fn report<'a>(&'a self, context: &'a ReportContext) -> BoxFuture<'a, Judged<Report>>;
}
