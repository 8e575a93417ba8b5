//! Rows of the hierarchy and how they hang from each other: branches are hung below their parents when they come, cut
//! when they are folded, and opened again when what they hang from was loaded anew.

use std::cmp::Ordering;

use super::State;
use crate::model::CommunityId;
use crate::tui::data::{CommunityRow, Lane, Parent, Request};
use crate::tui::panes::Outcome;

/// A row in sight.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    pub what: What,
    pub depth: usize,
    pub open: bool,
    /// A filter did not find it, but something that hangs from it.
    pub context: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub enum What {
    Community(CommunityRow),
    /// Holds the components too small to cluster; with their number.
    Unconnected(u64),
}

impl Node {
    /// What its branch hangs from, where it has one.
    pub fn parent(&self) -> Option<Parent> {
        match &self.what {
            What::Community(row) => (row.children > 0).then_some(Parent::Community(row.id)),
            What::Unconnected(count) => (*count > 0).then_some(Parent::Unconnected),
        }
    }

    pub(super) fn community_id(&self) -> Option<CommunityId> {
        self.community().map(|row| row.id)
    }

    pub fn community(&self) -> Option<&CommunityRow> {
        match &self.what {
            What::Community(row) => Some(row),
            What::Unconnected(_) => None,
        }
    }
}

impl State {
    /// Branches that are open, from the top down, and those that will be once they are in sight.
    pub fn unfolded(&self) -> Vec<Parent> {
        let open = self.nodes.iter().filter(|node| node.open).filter_map(Node::parent);
        open.chain(self.unfolding.iter().copied()).collect()
    }

    /// Branches to open once they are in sight: they were when one left.
    pub fn unfolds(&mut self, branches: Vec<Parent>) {
        self.unfolding = branches;
    }

    /// The community after another one in the tree, or the one before: of the same branch, else what stands nearest.
    pub fn beside(&self, community: CommunityId, forward: bool) -> Option<CommunityId> {
        let rows = self.rows();
        let at = rows.iter().position(|node| node.community_id() == Some(community))?;
        let depth = rows[at].depth;
        // What hangs below one that is open is passed by, but not what is tied to nothing: that hangs from no report.
        let stands = |node: &Node| node.depth <= depth;
        match forward {
            true => {
                let next = at + 1 + rows[at + 1..].iter().position(stands)?;
                let first = if rows[next].community().is_none() { rows.get(next + 1) } else { rows.get(next) };
                first.and_then(Node::community_id)
            }
            false => rows[..at].iter().filter(|node| stands(node)).filter_map(Node::community_id).next_back(),
        }
    }

    /// True where nothing but the folded row of what is tied to nothing stands behind a community.
    pub fn ends_before_unconnected(&self, community: CommunityId) -> bool {
        let rows = self.rows();
        let Some(at) = rows.iter().position(|node| node.community_id() == Some(community)) else { return false };
        let next = rows[at + 1..].iter().find(|node| node.depth <= rows[at].depth);
        next.is_some_and(|next| next.community().is_none() && !next.open)
    }

    /// The root that the selected row hangs from.
    pub(super) fn root_of_selected(&self) -> Option<CommunityId> {
        let up_to = self.nodes.get(..=self.window.cursor)?;
        up_to.iter().rev().find(|node| node.depth == 0).and_then(Node::community_id)
    }

    /// Takes what hangs from row `at` out of sight.
    pub(super) fn cut(&mut self, at: usize) {
        let depth = self.nodes[at].depth;
        let end = self.nodes[at + 1..].iter().position(|node| node.depth <= depth);
        let end = end.map_or(self.nodes.len(), |end| at + 1 + end);
        self.nodes.drain(at + 1..end);
        self.window.set_len(self.nodes.len());
    }

    /// Asks for the branches that were open before, as far as they are in sight.
    pub(super) fn unfold(&mut self) -> Outcome {
        let (nodes, sort) = (&self.nodes, self.sort);
        let in_sight = |parent: &mut Parent| nodes.iter().any(|node| !node.open && node.parent() == Some(*parent));
        self.unfolding.extract_if(.., in_sight).fold(Outcome::nothing(), |outcome, parent| {
            let wanted = Request::Communities { parent: Some(parent), sort };
            outcome.and(Outcome::load(Lane::Branch(Some(parent)), wanted))
        })
    }

    /// Hangs loaded rows below their parent, if that is in sight and has none yet.
    pub(super) fn hang(&mut self, parent: Parent, rows: Vec<CommunityRow>) {
        let Some(at) = self.nodes.iter().position(|node| node.parent() == Some(parent)) else { return };
        let depth = self.nodes[at].depth;
        if self.nodes[at].open && self.nodes.get(at + 1).is_some_and(|next| next.depth > depth) {
            return;
        }
        self.nodes[at].open = true;
        let added = branch(rows, depth + 1);
        let number = added.len();
        self.nodes.splice(at + 1..at + 1, added);
        if !self.filter.is_on() {
            self.window.set_len(self.nodes.len());
            match self.window.cursor.cmp(&at) {
                Ordering::Greater => self.window.step(number as isize),
                // What somebody unfolds is seen.
                Ordering::Equal => self.window.show_behind(number),
                Ordering::Less => {}
            }
        }
    }
}

pub(super) fn branch(rows: Vec<CommunityRow>, depth: usize) -> Vec<Node> {
    rows.into_iter().map(|row| Node { what: What::Community(row), depth, open: false, context: false }).collect()
}
