//! The hierarchy: communities as a tree that loads its branches on demand, and a filter over all of their titles.

mod branches;
pub mod view;

pub use branches::{Node, What};

use super::{Intent, Msg, Outcome, Target, drop_marks, motion, turn_mark};
use crate::model::{CommunityId, Ref};
use crate::tui::data::{CommunityRow, Lane, Loaded, OFFLINE, Overview, Parent, Request, TreeSort};
use crate::tui::keys::Command;
use crate::tui::notice::Notice;
use crate::tui::panes::filter::Filter;
use crate::tui::widgets::window::Window;

#[derive(Clone, Debug, Default)]
pub struct State {
    nodes: Vec<Node>,
    pub window: Window,
    pub sort: TreeSort,
    /// Text that titles must match, and whether it is being typed.
    pub filter: Filter,
    /// What the filter left, in order of likeness.
    filtered: Vec<Node>,
    unconnected: u64,
    /// A model rated the reports; else their ratings say no more than their places.
    pub rated: bool,
    /// How many documents there are in all.
    pub documents: u64,
    /// Communities to be asked about or written together.
    pub marked: Vec<CommunityId>,
    /// The key before closed the filter.
    closed: bool,
    /// The community that the reader shows.
    current: Option<CommunityId>,
    /// Branches that were open before the roots were loaded again, or when one left, and open once more when they are
    /// in sight.
    unfolding: Vec<Parent>,
    /// The roots are there.
    pub loaded: bool,
}

impl State {
    /// Rows to show: the tree, or what the filter left of it.
    pub fn rows(&self) -> &[Node] {
        if self.filter.is_on() { &self.filtered } else { &self.nodes }
    }

    pub fn selected(&self) -> Option<&Node> {
        self.rows().get(self.window.cursor)
    }

    /// How many of the rows the filter found; what they hang from is shown beside them.
    pub fn found(&self) -> usize {
        self.filtered.iter().filter(|node| !node.context).count()
    }

    /// How many communities the selected row holds that are tied to nothing, where it is the row of those.
    pub fn selected_unconnected(&self) -> Option<u64> {
        match self.selected()?.what {
            What::Unconnected(count) => Some(count),
            What::Community(_) => None,
        }
    }

    pub fn selected_ref(&self) -> Option<Ref> {
        self.selected().and_then(Node::community).map(|row| row.id.into())
    }

    /// Asks for the roots.
    pub fn reload(&mut self, overview: &Overview) -> Outcome {
        self.unconnected = overview.unconnected;
        self.rated = overview.method != OFFLINE;
        self.documents = overview.documents;
        self.roots()
    }

    fn roots(&self) -> Outcome {
        let roots = Outcome::load(Lane::Branch(None), Request::Communities { parent: None, sort: self.sort });
        match self.current {
            Some(community) => roots.and(Outcome::load(Lane::Reveal, Request::Reveal { community, sort: self.sort })),
            None => roots,
        }
    }

    /// Brings a community into sight because the reader shows it.
    pub fn reveal(&mut self, community: CommunityId) -> Outcome {
        self.current = Some(community);
        if self.filter.is_on() {
            return Outcome::nothing();
        }
        match self.nodes.iter().position(|node| node.community().is_some_and(|row| row.id == community)) {
            Some(at) => {
                self.window.go(at);
                Outcome::nothing()
            }
            None => Outcome::load(Lane::Reveal, Request::Reveal { community, sort: self.sort }),
        }
    }

    /// The communities in sight that were not read, from the selected one on and round again.
    pub fn unseen(&self, is_unseen: impl Fn(Ref) -> bool) -> impl Iterator<Item = &CommunityRow> {
        let (before, after) = self.rows().split_at(self.window.cursor.min(self.rows().len()));
        let rows = after.iter().chain(before).filter_map(Node::community);
        rows.filter(move |row| is_unseen(Ref::from(row.id)))
    }

    pub fn update(&mut self, msg: Msg) -> Outcome {
        match msg {
            Msg::Command(command) => self.command(command),
            Msg::Key(chord) if self.filter.key(chord) => self.filter_changed(),
            Msg::Paste(text) if self.filter.paste(&text) => self.filter_changed(),
            Msg::Key(_) | Msg::Paste(_) => Outcome::nothing(),
            Msg::Wheel(by) => {
                self.window.scroll(by);
                Outcome::nothing()
            }
            Msg::Click(Target::Row(row)) => {
                let again = self.window.cursor == row;
                self.window.go(row);
                match self.selected().map(|node| node.community().is_some()) {
                    // A second click folds; the first opens.
                    Some(true) if !again => self.open(),
                    Some(_) => self.toggle(),
                    None => Outcome::nothing(),
                }
            }
            Msg::Click(Target::Fold(row)) => {
                self.window.go(row);
                self.toggle()
            }
            Msg::Click(_) | Msg::Peek(_) => Outcome::nothing(),
            Msg::Loaded(loaded) => self.loaded(loaded),
            Msg::Resize { height, .. } => {
                self.window.resize(height);
                Outcome::nothing()
            }
        }
    }

    fn command(&mut self, command: Command) -> Outcome {
        let closed = std::mem::take(&mut self.closed);
        if let Some(by) = motion(command, self.window.height) {
            self.window.step(by);
            return Outcome::nothing();
        }
        match command {
            Command::Open if self.filter.is_typed() => {
                // The filter stays, and what is selected is shown beside; opening it is the next key.
                match self.filter.finds() {
                    true => self.filter.keep(),
                    false => return self.drop_filter(),
                }
                Outcome::nothing()
            }
            Command::Open => self.open(),
            Command::Mark => {
                if let Some(id) = self.selected().and_then(Node::community_id) {
                    turn_mark(&mut self.marked, id);
                }
                Outcome::nothing()
            }
            Command::Escape if !self.filter.is_on() && !self.marked.is_empty() => drop_marks(&mut self.marked, closed),
            Command::Peek => match self.selected_ref() {
                Some(record) => Outcome::intent(Intent::Peek(record)),
                None => Outcome::nothing(),
            },
            Command::Toggle => self.toggle(),
            Command::Expand => match self.selected() {
                Some(node) if !node.open => self.toggle(),
                Some(_) => {
                    self.window.step(1);
                    Outcome::nothing()
                }
                None => Outcome::nothing(),
            },
            Command::Collapse => self.collapse(),
            Command::Parent => match self.go_up() {
                true => Outcome::nothing(),
                false => Outcome::notice(Notice::good("this stands at the top")),
            },
            Command::Sort => {
                self.sort = match self.sort {
                    TreeSort::Rating => TreeSort::Size,
                    TreeSort::Size => TreeSort::Title,
                    TreeSort::Title => TreeSort::Rating,
                };
                self.current = self.selected().and_then(Node::community).map(|row| row.id).or(self.current);
                self.roots()
            }
            Command::Filter => {
                self.filter.begin();
                self.filter_changed()
            }
            Command::Escape if self.filter.is_on() => {
                self.closed = true;
                self.drop_filter()
            }
            _ => Outcome::nothing(),
        }
    }

    fn open(&mut self) -> Outcome {
        match self.selected() {
            Some(Node { what: What::Community(row), .. }) => {
                let id = row.id;
                self.current = Some(id);
                Outcome::intent(Intent::Open(id.into()))
            }
            Some(_) => self.toggle(),
            None => Outcome::nothing(),
        }
    }

    fn toggle(&mut self) -> Outcome {
        let at = self.window.cursor;
        let sort = self.sort;
        if self.filter.is_on() {
            return Outcome::nothing();
        }
        let Some(node) = self.nodes.get_mut(at) else { return Outcome::nothing() };
        let Some(parent) = node.parent() else { return Outcome::nothing() };
        node.open = !node.open;
        if node.open {
            return Outcome::load(Lane::Branch(Some(parent)), Request::Communities { parent: Some(parent), sort });
        }
        self.cut(at);
        Outcome::nothing()
    }

    fn collapse(&mut self) -> Outcome {
        let at = self.window.cursor;
        match self.nodes.get(at) {
            Some(node) if node.open => self.toggle(),
            Some(_) if !self.filter.is_on() => {
                self.go_up();
                Outcome::nothing()
            }
            _ => Outcome::nothing(),
        }
    }

    /// The row that the selected one hangs from.
    fn row_above(&self) -> Option<usize> {
        self.above(self.window.cursor)
    }

    /// The row that another hangs from.
    fn above(&self, at: usize) -> Option<usize> {
        let rows = self.rows();
        let depth = rows.get(at)?.depth;
        rows[..at].iter().rposition(|row| row.depth < depth)
    }

    /// Where the selected community lies: what it is part of, from the outside in, and itself.
    pub fn path(&self) -> Vec<(Ref, String)> {
        let mut rows: Vec<usize> = std::iter::successors(Some(self.window.cursor), |&at| self.above(at)).collect();
        rows.reverse();
        let communities = rows.into_iter().filter_map(|at| self.rows().get(at)?.community());
        communities.map(|row| (row.id.into(), row.title.clone())).collect()
    }

    /// The community that the selected one hangs from.
    pub fn above_selected(&self) -> Option<&CommunityRow> {
        self.rows().get(self.row_above()?).and_then(Node::community)
    }

    /// Goes to the row that the selected one hangs from; false where it hangs from none.
    fn go_up(&mut self) -> bool {
        let above = self.row_above();
        if let Some(above) = above {
            self.window.go(above);
        }
        above.is_some()
    }

    fn filter_changed(&mut self) -> Outcome {
        let text = self.filter.text().to_owned();
        Outcome::load(Lane::TreeFilter, Request::FilterCommunities { text })
    }

    fn drop_filter(&mut self) -> Outcome {
        let selected = self.selected().and_then(Node::community).map(|row| row.id);
        self.filter = Filter::default();
        self.filtered.clear();
        self.window.set_len(self.nodes.len());
        self.window.go(0);
        selected.map_or_else(Outcome::nothing, |id| self.reveal(id))
    }

    fn loaded(&mut self, loaded: Loaded) -> Outcome {
        match loaded {
            Loaded::Communities { parent: None, rows } => {
                self.loaded = true;
                let root = self.root_of_selected();
                self.unfolding = self.unfolded();
                self.nodes = branches::branch(rows, 0);
                if self.unconnected > 0 {
                    self.nodes.push(Node {
                        what: What::Unconnected(self.unconnected),
                        depth: 0,
                        open: false,
                        context: false,
                    });
                }
                if !self.filter.is_on() {
                    self.window.set_len(self.nodes.len());
                    let root = self.nodes.iter().position(|node| root.is_some() && node.community_id() == root);
                    self.window.go(root.unwrap_or(self.window.cursor));
                }
                return self.unfold();
            }
            Loaded::Communities { parent: Some(parent), rows } => {
                self.hang(parent, rows);
                return self.unfold();
            }
            Loaded::Revealed { community, branches } => {
                for (parent, rows) in branches {
                    if let Some(parent) = parent {
                        self.hang(parent, rows);
                    }
                }
                let found = self.nodes.iter().position(|node| node.community().is_some_and(|row| row.id == community));
                if let Some(at) = found.filter(|_| !self.filter.is_on()) {
                    self.window.go(at);
                }
                return self.unfold();
            }
            Loaded::Filtered(found) if self.filter.is_on() => {
                let node = |(row, depth, is_found): (CommunityRow, usize, bool)| Node {
                    what: What::Community(row),
                    depth,
                    open: !is_found,
                    context: !is_found,
                };
                self.filtered = found.rows.into_iter().map(node).collect();
                self.window.set_len(self.filtered.len());
                self.window.go(0);
                self.window.go(found.best);
            }
            _ => {}
        }
        Outcome::nothing()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::data::{CommunityRow, Filtered};
    use crate::tui::keys::Chord;

    pub fn row(id: u32, children: u32) -> CommunityRow {
        CommunityRow {
            id: CommunityId(id),
            title: format!("Community {id}"),
            level: 0,
            rating: 5.0,
            entities: 10,
            documents: 3,
            children,
        }
    }

    fn tree() -> State {
        let mut state = State::default();
        state.reload(&Overview { unconnected: 4, ..Overview::default() });
        state.update(Msg::Resize { width: 30, height: 10 });
        let rows = vec![row(1, 2), row(2, 0), row(3, 1)];
        state.update(Msg::Loaded(Loaded::Communities { parent: None, rows }));
        state
    }

    fn ids(state: &State) -> Vec<u32> {
        state.rows().iter().map(|node| node.community().map_or(0, |row| row.id.0)).collect()
    }

    fn command(state: &mut State, command: Command) -> Outcome {
        state.update(Msg::Command(command))
    }

    #[test]
    fn a_branch_is_loaded_hung_and_cut() {
        let mut state = tree();
        let parent = Parent::Community(CommunityId(1));
        let wanted = Request::Communities { parent: Some(parent), sort: TreeSort::Rating };
        assert_eq!(command(&mut state, Command::Expand), Outcome::load(Lane::Branch(Some(parent)), wanted));
        state.update(Msg::Loaded(Loaded::Communities { parent: Some(parent), rows: vec![row(11, 0), row(12, 0)] }));
        assert_eq!(ids(&state), [1, 11, 12, 2, 3, 0]);
        command(&mut state, Command::Down);
        command(&mut state, Command::Collapse);
        assert_eq!(state.selected_ref(), Some(Ref::from(CommunityId(1))), "from a leaf to its parent");
        command(&mut state, Command::Collapse);
        assert_eq!(ids(&state), [1, 2, 3, 0]);
    }

    #[test]
    fn a_late_branch_is_hung_once_and_the_cursor_stays_on_its_row() {
        let mut state = tree();
        command(&mut state, Command::Expand);
        command(&mut state, Command::Bottom);
        let parent = Parent::Community(CommunityId(1));
        for _ in 0..2 {
            state.update(Msg::Loaded(Loaded::Communities { parent: Some(parent), rows: vec![row(11, 0)] }));
        }
        assert_eq!(ids(&state), [1, 11, 2, 3, 0]);
        assert_eq!(state.selected().map(|node| &node.what), Some(&What::Unconnected(4)));
        assert_eq!(
            command(&mut state, Command::Open).loads[0].1,
            Request::Communities { parent: Some(Parent::Unconnected), sort: TreeSort::Rating }
        );
    }

    #[test]
    fn what_was_open_opens_again_when_the_roots_are_loaded_anew() {
        let mut state = tree();
        let [one, eleven] = [1, 11].map(|id| Parent::Community(CommunityId(id)));
        let asks = |parent| {
            let wanted = Request::Communities { parent: Some(parent), sort: TreeSort::Rating };
            Outcome::load(Lane::Branch(Some(parent)), wanted)
        };
        state.update(Msg::Loaded(Loaded::Communities { parent: Some(one), rows: vec![row(11, 1), row(12, 0)] }));
        state.update(Msg::Loaded(Loaded::Communities { parent: Some(eleven), rows: vec![row(111, 0)] }));
        // An update: 3 is gone, 12 hangs from 2 now.
        let roots = Loaded::Communities { parent: None, rows: vec![row(2, 1), row(1, 1)] };
        assert_eq!(state.update(Msg::Loaded(roots)), asks(one));
        let hung = Loaded::Communities { parent: Some(one), rows: vec![row(11, 1)] };
        assert_eq!(state.update(Msg::Loaded(hung)), asks(eleven));
        let hung = Loaded::Communities { parent: Some(eleven), rows: vec![row(111, 0)] };
        assert_eq!(state.update(Msg::Loaded(hung)), Outcome::nothing());
        assert_eq!(ids(&state), [2, 1, 11, 111, 0]);
    }

    #[test]
    fn a_revealed_community_is_selected_and_its_branch_open() {
        let mut state = tree();
        let asked = state.reveal(CommunityId(31));
        assert_eq!(asked.loads.len(), 1);
        let parent = Parent::Community(CommunityId(3));
        let branches = vec![(None, vec![]), (Some(parent), vec![row(31, 0)])];
        state.update(Msg::Loaded(Loaded::Revealed { community: CommunityId(31), branches }));
        assert_eq!(state.selected_ref(), Some(CommunityId(31).into()));
        assert_eq!(state.reveal(CommunityId(2)), Outcome::nothing(), "it is in sight");
        assert_eq!(state.selected_ref(), Some(CommunityId(2).into()));
    }

    #[test]
    fn the_filter_lists_and_leaving_it_keeps_the_row() {
        let mut state = tree();
        command(&mut state, Command::Filter);
        let asked = state.update(Msg::Key(Chord::from('x')));
        assert_eq!(asked.loads[0].1, Request::FilterCommunities { text: "x".into() });
        state.update(Msg::Loaded(Loaded::Filtered(Filtered {
            rows: vec![(row(1, 2), 0, false), (row(3, 1), 1, true)],
            best: 1,
        })));
        assert_eq!((ids(&state), state.found()), (vec![1, 3], 1), "what it hangs from was not found");
        command(&mut state, Command::Escape);
        assert_eq!(state.rows().len(), 4);
        assert_eq!(state.selected_ref(), Some(CommunityId(3).into()));
    }
}
