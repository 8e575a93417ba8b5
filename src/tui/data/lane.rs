//! The lanes on which an index is asked.

use super::Parent;

/// Who asked. A newer request on a lane replaces an older one, and interrupts it when it is already being answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Lane {
    Overview,
    /// Roots of the tree, or what lies under one row.
    Branch(Option<Parent>),
    TreeFilter,
    Reveal,
    Reader,
    ReaderText,
    ReaderFind,
    ReaderNames,
    ReaderMentions,
    Peek,
    PeekText,
    PeekNames,
    /// What stands beside a list, of the row selected in it.
    Beside,
    BesideText,
    BesideNames,
    Home,
    Suggested,
    Graph,
    Differences,
    Timeline,
    Drill,
    /// Titles of what an answer was made from.
    Traced,
    Turns,
    Chats,
    Questions,
    List,
    Rows,
    Parts,
    Records,
    /// What a text cites that is taken elsewhere.
    Sources,
    Used,
    Search,
    Place,
    News,
    /// What nobody looked at, beyond what is unfolded.
    Unread,
    /// Whether what the answers of the chat cite is still there.
    Cited,
}

impl Lane {
    /// True for what may take long: a long list being sorted does not keep a report waiting.
    pub fn is_slow(self) -> bool {
        match self {
            Lane::List
            | Lane::TreeFilter
            | Lane::Search
            | Lane::ReaderFind
            | Lane::Overview
            | Lane::Home
            | Lane::Suggested
            | Lane::Graph
            | Lane::Differences
            | Lane::Timeline
            | Lane::Parts
            | Lane::Records
            | Lane::Sources
            | Lane::Used
            | Lane::Unread => true,
            Lane::Branch(_)
            | Lane::Reveal
            | Lane::Reader
            | Lane::ReaderText
            | Lane::ReaderNames
            | Lane::ReaderMentions
            | Lane::Peek
            | Lane::PeekText
            | Lane::PeekNames
            | Lane::Beside
            | Lane::BesideText
            | Lane::BesideNames
            | Lane::Drill
            | Lane::Traced
            | Lane::Turns
            | Lane::Chats
            | Lane::Questions
            | Lane::Rows
            | Lane::Place
            | Lane::News
            | Lane::Cited => false,
        }
    }
}
