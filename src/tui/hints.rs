//! Hint letters: a label on every link in sight; typing it follows, with Shift it peeks.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::app::{Owner, Regions};
use super::panes::{PaneId, Target};
use super::theme::{Look, Role};

/// Letters in the order of how easily they are typed.
const LETTERS: &[u8] = b"asdghjklqwertyuiopzxcvbnmf";

/// A label and what it stands for.
#[derive(Clone, Debug, PartialEq)]
pub struct Hint {
    pub label: String,
    pub place: Rect,
    pub owner: Owner,
    pub target: Target,
}

/// Labels on the screen, and what was typed of one.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Hints {
    pub hints: Vec<Hint>,
    pub typed: String,
    /// Shift was held: peek instead of following.
    pub peek: bool,
}

/// What a letter led to.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    More,
    Chosen(Hint, bool),
    /// No label begins like this.
    Nothing,
}

impl Hints {
    /// Labels every link in sight, and the rows of the focused list. A link over two lines is labelled once.
    pub fn new(regions: &Regions, focus: Option<PaneId>) -> Hints {
        let mut chosen: Vec<(Owner, Rect, Target)> = Vec::new();
        for &(owner, place, target) in &regions.targets {
            let wanted = match (focus, owner, target) {
                (None, Owner::Front, _) => true,
                (Some(_), Owner::Pane(_), Target::Link(..)) => true,
                (Some(focus), Owner::Pane(pane), Target::Row(_)) => focus == pane,
                _ => false,
            };
            if wanted && !chosen.iter().any(|(other, _, known)| *other == owner && *known == target) {
                chosen.push((owner, place, target));
            }
        }
        let labels = labels(chosen.len());
        let hints = chosen.into_iter().zip(labels);
        let hints = hints.map(|((owner, place, target), label)| Hint { label, place, owner, target });
        Hints { hints: hints.collect(), ..Hints::default() }
    }

    pub fn letter(&mut self, letter: char) -> Step {
        self.peek |= letter.is_uppercase();
        self.typed.extend(letter.to_lowercase());
        match self.hints.iter().find(|hint| hint.label == self.typed) {
            Some(hint) => Step::Chosen(hint.clone(), self.peek),
            None if self.hints.iter().any(|hint| hint.label.starts_with(&self.typed)) => Step::More,
            None => Step::Nothing,
        }
    }

    /// Draws the labels: before a link where there is a blank, else over its first letter.
    pub fn draw(&self, buffer: &mut Buffer, look: Look) {
        for hint in self.hints.iter().filter(|hint| hint.label.starts_with(&self.typed)) {
            let mut x = hint.place.x;
            let before = x.checked_sub(1).and_then(|before| buffer.cell((before, hint.place.y)));
            if before.is_some_and(|cell| cell.symbol() == " ") {
                x -= 1;
            }
            let width = usize::from(buffer.area.right().saturating_sub(x));
            if buffer.area.contains((x, hint.place.y).into()) {
                buffer.set_stringn(x, hint.place.y, &hint.label, width, look.style(Role::Hint));
            }
        }
    }
}

/// Labels for `count` targets, all of one length so that none begins another.
fn labels(count: usize) -> Vec<String> {
    let letters = || LETTERS.iter().map(|&letter| char::from(letter));
    if count <= LETTERS.len() {
        return letters().take(count).map(String::from).collect();
    }
    letters().flat_map(|first| letters().map(move |second| format!("{first}{second}"))).take(count).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Kind, Ref};

    fn regions(count: u32) -> Regions {
        let record = Ref::new(Kind::Source, 1);
        let target = |link| Target::Link(link, Some(record));
        let place = |link: u32| Rect::new(link as u16, 0, 1, 1);
        let targets = (0..count).map(|link| (Owner::Pane(PaneId::Reader), place(link), target(link))).collect();
        Regions { targets, ..Regions::default() }
    }

    #[test]
    fn a_letter_follows_and_a_capital_peeks() {
        let mut hints = Hints::new(&regions(3), Some(PaneId::Reader));
        assert_eq!(hints.hints.len(), 3);
        assert!(matches!(hints.clone().letter('s'), Step::Chosen(hint, false) if hint.place.x == 1));
        assert!(matches!(hints.clone().letter('D'), Step::Chosen(hint, true) if hint.place.x == 2));
        assert_eq!(hints.letter('q'), Step::Nothing);
    }

    #[test]
    fn many_links_take_two_letters() {
        let mut hints = Hints::new(&regions(40), Some(PaneId::Reader));
        assert_eq!(hints.letter('s'), Step::More);
        assert!(matches!(hints.letter('A'), Step::Chosen(hint, true) if hint.label == "sa"));
        assert_eq!(labels(5000).len(), LETTERS.len() * LETTERS.len());
    }

    #[test]
    fn rows_are_labelled_in_the_focused_list_only_and_a_broken_link_once() {
        let mut regions = regions(2);
        regions.targets.push((Owner::Pane(PaneId::Reader), Rect::new(0, 1, 2, 1), regions.targets[1].2));
        regions.targets.push((Owner::Pane(PaneId::Tree), Rect::new(0, 2, 9, 1), Target::Row(0)));
        assert_eq!(Hints::new(&regions, Some(PaneId::Reader)).hints.len(), 2);
        assert_eq!(Hints::new(&regions, Some(PaneId::Tree)).hints.len(), 3);
    }
}
