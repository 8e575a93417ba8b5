//! The parts that the browser's list can be narrowed to: what is typed looks among them, Enter takes one or gives it
//! up.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::filtered::Filtered;
use super::list::{self, List, ListLine};
use crate::model::Kind;
use crate::text::dates::{End, typed_bound};
use crate::text::numbers::amounts::count;
use crate::tui::data::{Narrow, Part};
use crate::tui::panes::Marks;
use crate::tui::theme::Look;

#[derive(Clone, Debug)]
pub struct State {
    pub kind: Kind,
    pub list: Filtered,
    /// What lies open and what is in force, then all parts.
    here: Vec<Part>,
    all: Vec<Part>,
    /// How many of them are listed; behind them stands a time that is typed.
    listed: usize,
    /// Those in force.
    taken: Vec<Part>,
    loaded: bool,
}

impl State {
    pub fn new(kind: Kind, here: Vec<Part>, taken: Vec<Part>, height: usize) -> State {
        let mut here = here;
        // What is in force is given up here, whether or not it is one of those that are listed.
        for part in &taken {
            if here.iter().all(|known| known.narrow != part.narrow) {
                here.push(part.clone());
            }
        }
        let (list, all, listed) = (Filtered::new(height), here.clone(), here.len());
        let mut state = State { kind, list, here, all, listed, taken, loaded: false };
        state.search();
        state.go_to_taken();
        state
    }

    pub fn loaded(&mut self, parts: Vec<Part>) {
        let here = &self.here;
        let (known, others): (Vec<Part>, Vec<Part>) =
            parts.into_iter().partition(|part| here.iter().any(|here| here.narrow == part.narrow));
        // Of what one stands on only the list knows how much lies in it.
        let counted = |here: &Part| known.iter().find(|part| part.narrow == here.narrow).unwrap_or(here).clone();
        self.all = here.iter().map(counted).chain(others).collect();
        self.listed = self.all.len();
        self.loaded = true;
        self.search();
        self.go_to_taken();
    }

    /// Goes to what was taken last, so that Enter gives it up, where nothing is typed.
    fn go_to_taken(&mut self) {
        let taken = self.taken.last().map(|part| &part.narrow).filter(|_| self.list.field.is_empty());
        let at = taken.and_then(|taken| self.list.found().iter().position(|&at| self.all[at].narrow == *taken));
        self.list.window.go(at.unwrap_or(0));
    }

    /// Keeps those that hold every word that is typed, of the sort or the name: `folder let`.
    pub fn search(&mut self) {
        self.all.truncate(self.listed);
        let text = |part: &Part| format!("{} {}", part.narrow.sort(), part.label);
        self.list.search_between(|c| matches!(c, ' ' | ':'), self.all.iter().map(text));
        // A time is meant itself, before whatever has it in its name.
        if let Some(time) = time(&self.list.typed()) {
            let known = self.all.iter().position(|part| part.narrow == time.narrow);
            let at = known.unwrap_or(self.all.len());
            if known.is_none() {
                self.all.push(time);
            }
            self.list.put_first(at);
        }
    }

    pub fn selected(&self) -> Option<&Part> {
        self.all.get(self.list.selected()?)
    }
}

/// Reads `feb 2019`, `2019-02`, `from:2019-02 until:2019-05`.
fn time(typed: &str) -> Option<Part> {
    let mut bounds: Vec<(&str, String)> = Vec::new();
    for word in typed.split_whitespace() {
        match (word.split_once(':'), bounds.last_mut()) {
            (Some((which, rest)), _) => bounds.push((which, rest.to_owned())),
            (None, Some((_, bound))) => *bound += &format!(" {word}"),
            (None, None) => bounds.push(("date", word.to_owned())),
        }
    }
    let (mut from, mut until) = (None, None);
    for (which, bound) in bounds {
        let bound = Some(typed_bound(&bound)?);
        match which {
            "date" => (from, until) = (bound.clone(), bound),
            _ => match End::named(which)? {
                End::From => from = bound,
                End::Until => until = bound,
            },
        }
    }
    let label = match (&from, &until) {
        (Some(from), Some(until)) if from == until => from.clone(),
        (Some(from), Some(until)) => format!("{from} to {until}"),
        (Some(from), None) => format!("from {from}"),
        (None, Some(until)) => format!("until {until}"),
        (None, None) => return None,
    };
    Some(Part { narrow: Narrow::Date(from, until), label, count: 0 })
}

/// How many rows of the list lie in a part, where they are what was counted: how many entities a community has says
/// nothing of how many documents are left.
fn counted(part: &Part, kind: Kind) -> String {
    match (part.narrow.sort(), kind) {
        _ if part.count == 0 => String::new(),
        ("type" | "community", Kind::Entity) => count(part.count.into(), "entity", "entities"),
        ("type" | "folder" | "date", Kind::Document) => count(part.count.into(), "document", "documents"),
        _ => String::new(),
    }
}

/// Why nothing is listed: types are those of what is listed now.
fn nothing(kind: Kind) -> String {
    let (types, elsewhere) = match kind {
        Kind::Entity => ("No type of entities", ""),
        Kind::Document => ("No format of documents", " Types of entities are chosen in the list of entities."),
        _ => ("Nothing listed here has types, and", " Types of entities are chosen in the list of entities."),
    };
    let joined = if types.ends_with("and") { "no" } else { "and no" };
    format!(
        "{types} {joined} community, folder, document or date has these words.{elsewhere} Fewer letters find more; a \
         time is typed as feb 2019, 2019-02 or from:2019-02."
    )
}

pub fn draw(state: &State, buffer: &mut Buffer, screen: Rect, look: Look) -> Marks {
    let line = |&at: &usize| {
        let part = &state.all[at];
        let right = counted(part, state.kind);
        let is_taken = state.taken.iter().any(|taken| taken.narrow == part.narrow);
        ListLine {
            mark: if is_taken { look.glyphs.read } else { " " },
            left: format!("{:<10} {}", part.narrow.sort(), part.label),
            right,
            after: if is_taken { "in force".to_owned() } else { String::new() },
            ..ListLine::default()
        }
    };
    let nothing = nothing(state.kind);
    let list = List {
        title: "Narrow the list to",
        note: "Enter takes one, or gives it up; several hold together",
        hint: "words of a type, community, folder, document; feb 2019, from:2019-02",
        field: &state.list.field,
        window: &state.list.window,
        lines: state.list.in_sight().iter().map(line).collect(),
        lit: &[],
        empty: match state.loaded {
            true => &nothing,
            false => "looking",
        },
        previews: false,
    };
    list::draw(&list, buffer, screen, look)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::widgets::field::Field;

    #[test]
    fn what_is_in_force_is_listed_behind_what_lies_open() {
        let part = |id, label: &str| {
            let narrow = Narrow::Community(crate::model::CommunityId(id));
            Part { narrow, label: label.to_owned(), count: 3 }
        };
        let mut state = State::new(Kind::Entity, vec![part(1, "Weir")], vec![part(7, "Weir, in Orsk")], 9);
        state.loaded(vec![part(2, "Quay"), part(1, "Weir")]);
        let labels: Vec<&str> = state.list.found().iter().map(|&at| state.all[at].label.as_str()).collect();
        assert_eq!(labels, ["Weir", "Weir, in Orsk", "Quay"]);
        assert_eq!(state.selected().map(|part| part.label.as_str()), Some("Weir, in Orsk"), "Enter gives it up");
    }

    #[test]
    fn what_is_counted_are_rows_of_the_list_and_types_are_those_of_its_kind() {
        let part = |narrow| Part { narrow, label: String::new(), count: 3 };
        let told = |kind| {
            let parts = [
                Narrow::Type("x".to_owned()),
                Narrow::Community(crate::model::CommunityId(1)),
                Narrow::Folder("x".to_owned()),
            ];
            parts.map(|narrow| counted(&part(narrow), kind))
        };
        assert_eq!(told(Kind::Entity), ["3 entities", "3 entities", ""]);
        assert_eq!(told(Kind::Document), ["3 documents", "", "3 documents"]);
        assert_eq!(told(Kind::Relationship), ["", "", ""]);
        assert!(nothing(Kind::Document).contains("Types of entities are chosen"));
        assert!(nothing(Kind::Claim).starts_with("Nothing listed here has types, and no community"));
    }

    #[test]
    fn a_time_that_is_typed_stands_first() {
        let part = |narrow, label: &str| Part { narrow, label: label.to_owned(), count: 3 };
        let date = |from: &str, until: &str| {
            let bound = |text: &str| (!text.is_empty()).then(|| text.to_owned());
            Narrow::Date(bound(from), bound(until))
        };
        let mut state = State::new(Kind::Document, Vec::new(), Vec::new(), 9);
        state.loaded(vec![
            part(Narrow::Folder("feb 2019".to_owned()), "feb 2019"),
            part(date("2019-03", "2019-03"), "2019-03"),
        ]);
        for (typed, narrow, found) in [
            ("Feb 2019", date("2019-02", "2019-02"), 2),
            ("2019-03", date("2019-03", "2019-03"), 1),
            ("from:2019-02", date("2019-02", ""), 1),
            ("since:2019-02", date("2019-02", ""), 1),
            ("until:feb 2019", date("", "2019-02"), 1),
            ("from:2019-02 until:2019-05", date("2019-02", "2019-05"), 1),
        ] {
            state.list.field = Field::default();
            state.list.field.insert(typed);
            state.search();
            assert_eq!(state.selected().map(|part| &part.narrow), Some(&narrow), "{typed}");
            assert_eq!(state.list.found().len(), found, "{typed}");
        }
        state.list.field = Field::default();
        state.search();
        assert_eq!(state.list.found().len(), 2);
    }
}
