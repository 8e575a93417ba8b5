//! Hint letters: a label on every link in sight; typing it follows, with Shift it peeks.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::{Owner, Regions};
use crate::model::{Kind, Ref};
use crate::tui::panes::{PaneId, Target};
use crate::tui::theme::{Look, Role};

/// Letters in the order of how easily they are typed.
const LETTERS: &[u8] = b"asdghjklqwertyuiopzxcvbnmf";

/// What a frame is drawn with at its right, and the scroll bar in its place.
const FRAME: [&str; 5] = ["│", "┃", "║", "|", "▐"];

/// What stands between citations, and tells less than they do.
const SIGNS: [&str; 2] = ["[", ","];

/// A label and what it stands for.
#[derive(Clone, Debug, PartialEq)]
pub struct Hint {
    pub label: String,
    pub place: Rect,
    pub owner: Owner,
    pub target: Target,
    /// A letter stands at the link already, which makes way.
    pub covers: bool,
}

/// Labels on the screen, and what was typed of one.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Hints {
    pub hints: Vec<Hint>,
    pub typed: String,
    /// Shift was held: peek instead of following.
    pub peek: bool,
    /// The letters stand there already, and are only lit.
    pub over: bool,
}

/// The letter that a link has of its own, or the two.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Letter {
    None,
    /// It makes way for another: it means something behind a key that goes before it.
    MakesWay,
    Holds(String),
}

impl Letter {
    fn held(&self) -> Option<&str> {
        match self {
            Letter::Holds(letters) => Some(letters),
            Letter::None | Letter::MakesWay => None,
        }
    }
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
    /// Labels every link in sight, and the rows of the focused list. A link is labelled once, over however many lines
    /// it stands and whatever else leads there; `letter` tells which links of a pane have a letter of their own, and
    /// which of these holds here, too.
    pub fn new(regions: &Regions, focus: Option<PaneId>, letter: impl Fn(PaneId, u32) -> Letter) -> Hints {
        let mut chosen: Vec<(Owner, Rect, Target)> = Vec::new();
        for &(owner, place, target) in &regions.targets {
            let wanted = match (focus, owner, target) {
                (None, Owner::Front, _) => true,
                (Some(_), Owner::Pane(_), Target::Link(..)) => true,
                (Some(focus), Owner::Pane(pane), Target::Row(_)) => focus == pane,
                _ => false,
            };
            let is_same = |known: Target| match (known, target) {
                (Target::Link(known, _), Target::Link(link, _)) => known == link,
                _ => known == target,
            };
            if wanted && !chosen.iter().any(|&(other, _, known)| other == owner && is_same(known)) {
                chosen.push((owner, place, target));
            }
        }
        let letter = |owner: Owner, target: Target| match (owner, target) {
            (Owner::Pane(pane), Target::Link(link, _)) => letter(pane, link),
            _ => Letter::None,
        };
        let own: Vec<Letter> = chosen.iter().map(|&(owner, _, target)| letter(owner, target)).collect();
        let held: Vec<&str> = own.iter().filter_map(Letter::held).collect();
        let taken: Vec<char> = held.iter().filter_map(|label| label.chars().next()).collect();
        let mut labels = labels(chosen.len() - held.len(), &taken).into_iter();
        let hints = chosen.into_iter().zip(own).filter_map(|((owner, place, target), own)| {
            let label = own.held().map(str::to_owned).or_else(|| labels.next())?;
            Some(Hint { label, place, owner, target, covers: own != Letter::None })
        });
        Hints { hints: hints.collect(), ..Hints::default() }
    }

    /// Labels some links of a pane with letters that stand beside them already, of which some may be typed.
    pub fn labelled(pane: PaneId, links: &[(u32, String, Option<Ref>)], typed: &str) -> Hints {
        // Where they stand is known once they are drawn: one that is out of sight can be typed all the same.
        let hint = |(link, label, record): &(u32, String, Option<Ref>)| Hint {
            label: label.clone(),
            place: Rect::default(),
            owner: Owner::Pane(pane),
            target: Target::Link(*link, *record),
            covers: true,
        };
        Hints { hints: links.iter().map(hint).collect(), over: true, typed: typed.to_owned(), ..Hints::default() }
    }

    /// The pane whose links are labelled, where they are those of one.
    pub fn pane(&self) -> Option<PaneId> {
        match self.hints.first().map(|hint| hint.owner) {
            Some(Owner::Pane(pane)) => Some(pane),
            _ => None,
        }
    }

    /// What can be typed now, in words.
    pub fn said(&self) -> Vec<(String, &'static str)> {
        let asks = |hint: &&Hint| matches!(hint.target, Target::Link(_, Some(record)) if record.kind == Kind::Report);
        let span = |hints: Vec<&Hint>| match (hints.first(), hints.last()) {
            (Some(first), Some(last)) if first.label != last.label => format!("{}–{}", first.label, last.label),
            (Some(first), _) => first.label.clone(),
            _ => String::new(),
        };
        let mut said = match self.over {
            true if self.pane() == Some(PaneId::Home) => {
                let peeks = ("Shift".to_owned(), "peeks");
                vec![(span(self.hints.iter().collect()), "opens it"), peeks, ("↑↓".to_owned(), "scroll")]
            }
            true => {
                let inside = span(self.hints.iter().filter(asks).collect());
                let opens = span(self.hints.iter().filter(|hint| !asks(hint)).collect());
                let peeks = ("Shift".to_owned(), "peeks");
                vec![(inside, "asks the same inside it"), (opens, "opens it"), peeks, ("↑↓".to_owned(), "scroll")]
            }
            false => {
                vec![("a letter".to_owned(), "follows its link"), ("Shift".to_owned(), "and the letter peeks at it")]
            }
        };
        said.push(("Esc".to_owned(), "leaves"));
        said.retain(|(key, _)| !key.is_empty());
        said
    }

    pub fn letter(&mut self, letter: char) -> Step {
        // A capital that stands at a link is its letter.
        let is_own = self.hints.iter().any(|hint| hint.label.starts_with(letter));
        self.peek |= letter.is_uppercase() && !is_own;
        match is_own {
            true => self.typed.push(letter),
            false => self.typed.extend(letter.to_lowercase()),
        }
        match self.hints.iter().find(|hint| hint.label == self.typed) {
            Some(hint) => Step::Chosen(hint.clone(), self.peek),
            None if self.hints.iter().any(|hint| hint.label.starts_with(&self.typed)) => Step::More,
            None => Step::Nothing,
        }
    }

    /// Draws the labels: before a link where there is room, else what follows makes room, as far as blanks at the end
    /// of its line allow; else over the bracket or the comma before the link, and only then over the link.
    pub fn draw(&self, regions: &Regions, buffer: &mut Buffer, look: Look) {
        if self.over {
            return self.light(regions, buffer, look);
        }
        let mut hints: Vec<&Hint> = self.hints.iter().filter(|hint| hint.label.starts_with(&self.typed)).collect();
        // From the right, so that what makes room moves nothing that is still to be labelled.
        hints.sort_by_key(|hint| std::cmp::Reverse((hint.place.y, hint.place.x)));
        for hint in hints {
            let Rect { x, y, .. } = hint.place;
            if !buffer.area.contains((x, y).into()) {
                continue;
            }
            let needed = hint.label.len() as u16;
            let is_blank = |buffer: &Buffer, x: u16| buffer.cell((x, y)).is_some_and(|cell| cell.symbol() == " ");
            if hint.covers {
                // The letter that makes way stands last; what holds stands there as it is.
                let stands = |(at, letter): (u16, char)| {
                    buffer.cell((x + at, y)).is_some_and(|cell| cell.symbol().starts_with(letter))
                };
                let holds = (0..).zip(hint.label.chars()).all(stands);
                let from = if holds { x } else { (x + 1).saturating_sub(needed) };
                buffer.set_stringn(from, y, &hint.label, needed.into(), look.style(Role::Hint));
                continue;
            }
            let before = (1..=needed).take_while(|by| *by <= x && is_blank(buffer, x - by)).count() as u16;
            let moved = push(buffer, x, y, needed - before);
            let is_sign = |x: u16| SIGNS.contains(&buffer[(x, y)].symbol());
            let over = u16::from(before + moved < needed && before == 0 && x > 0 && is_sign(x - 1));
            let from = x - before - over;
            let width = usize::from(buffer.area.right().saturating_sub(from));
            buffer.set_stringn(from, y, &hint.label, width, look.style(Role::Hint));
        }
    }

    /// Lights the letters that stand there already.
    fn light(&self, regions: &Regions, buffer: &mut Buffer, look: Look) {
        let typed = |hint: &&Hint| hint.label.starts_with(&self.typed);
        for hint in self.hints.iter().filter(typed) {
            let is_it = |(owner, _, target): &&(Owner, Rect, Target)| (*owner, *target) == (hint.owner, hint.target);
            if let Some((_, place, _)) = regions.targets.iter().find(is_it) {
                let letter = Rect { width: hint.label.len() as u16, height: 1, ..*place };
                buffer.set_style(letter.intersection(buffer.area), look.style(Role::Hint));
            }
        }
    }
}

/// Moves what stands from a cell on to the right by up to `by` cells, over blanks before the frame; returns by how
/// many.
fn push(buffer: &mut Buffer, x: u16, y: u16, by: u16) -> u16 {
    let is_frame = |symbol: &str| FRAME.contains(&symbol);
    let right = (x..buffer.area.right()).find(|&at| is_frame(buffer[(at, y)].symbol())).unwrap_or(buffer.area.right());
    let blank = (x..right).rev().take_while(|&at| buffer[(at, y)].symbol() == " ").count() as u16;
    // The blank inside the frame stays.
    let by = by.min(blank.saturating_sub(1));
    for at in (x + by..right).rev().filter(|_| by > 0) {
        buffer[(at, y)] = buffer[(at - by, y)].clone();
    }
    by
}

/// Labels for `count` targets, of one letter as far as letters last that are not taken; none begins another.
fn labels(count: usize, taken: &[char]) -> Vec<String> {
    let letters = LETTERS.iter().map(|&letter| char::from(letter));
    // With Shift a letter peeks: a capital that is taken takes it.
    let is_free = |letter: &char| !taken.iter().any(|taken| taken.eq_ignore_ascii_case(letter));
    let letters: Vec<char> = letters.filter(is_free).collect();
    let more = letters.len().saturating_sub(1).max(1);
    // Each letter that begins others gives so many labels more.
    let first = count.saturating_sub(letters.len()).div_ceil(more).min(letters.len());
    let (single, double) = letters.split_at(letters.len() - first);
    let singles = single.iter().map(|letter| letter.to_string());
    let doubles = double.iter().flat_map(|first| letters.iter().map(move |second| format!("{first}{second}")));
    singles.chain(doubles).take(count).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn regions(count: u32) -> Regions {
        let record = Ref::new(Kind::Source, 1);
        let target = |link| Target::Link(link, Some(record));
        let place = |link: u32| Rect::new(link as u16, 0, 1, 1);
        let targets = (0..count).map(|link| (Owner::Pane(PaneId::Reader), place(link), target(link))).collect();
        Regions { targets, ..Regions::default() }
    }

    #[test]
    fn a_letter_follows_and_a_capital_peeks() {
        let mut hints = Hints::new(&regions(3), Some(PaneId::Reader), |_, _| Letter::None);
        assert_eq!(hints.hints.len(), 3);
        assert!(matches!(hints.clone().letter('s'), Step::Chosen(hint, false) if hint.place.x == 1));
        assert!(matches!(hints.clone().letter('D'), Step::Chosen(hint, true) if hint.place.x == 2));
        assert_eq!(hints.letter('q'), Step::Nothing);
    }

    #[test]
    fn many_links_take_two_letters() {
        let mut hints = Hints::new(&regions(40), Some(PaneId::Reader), |_, _| Letter::None);
        assert!(
            matches!(hints.clone().letter('s'), Step::Chosen(hint, false) if hint.label == "s"),
            "the first take one"
        );
        assert_eq!(hints.letter('f'), Step::More);
        assert!(matches!(hints.letter('A'), Step::Chosen(hint, true) if hint.label == "fa"));
        for count in [0, 1, 25, 26, 27, 51, 52, 300, 700] {
            let labels = labels(count, &[]);
            assert_eq!(labels.len(), count.min(LETTERS.len() * LETTERS.len()), "{count}");
            let begins = |one: &String| labels.iter().any(|other| other != one && other.starts_with(one.as_str()));
            assert!(!labels.iter().any(begins), "{count}");
        }
    }

    #[test]
    fn a_label_hides_no_letter_where_there_is_room() {
        let theme = crate::tui::theme::Theme::built_in("mono").unwrap();
        let look = Look { theme: &theme, glyphs: &crate::tui::theme::UNICODE };
        let drawn = |line: &str, places: &[(u16, &str)]| {
            let mut buffer = Buffer::with_lines([line]);
            let hint = |&(x, label): &(u16, &str)| {
                let target = Target::Link(0, None);
                Hint { label: label.into(), place: Rect::new(x, 0, 1, 1), owner: Owner::Front, target, covers: false }
            };
            Hints { hints: places.iter().map(hint).collect(), ..Hints::default() }.draw(
                &Regions::default(),
                &mut buffer,
                look,
            );
            (0..buffer.area.width).map(|x| buffer[(x, 0)].symbol().to_owned()).collect::<String>()
        };
        assert_eq!(drawn("│ Wethel Valley      │", &[(2, "sa")]), "│saWethel Valley     │");
        assert_eq!(drawn("│ in Low Bield · Hag    │", &[(5, "fa"), (17, "fb")]), "│ infaLow Bield ·fbHag  │");
        assert_eq!(drawn("│ Wethel Valley│", &[(2, "sa")]), "│saethel Valley│", "there is no room");
        let citations = [(8, "a"), (10, "s"), (12, "d")];
        assert_eq!(drawn("│ held [1,2,3]│", &citations), "│ held a1s2d3]│", "the numbers are seen");
        assert_eq!(drawn("│ held [1,2,3]   │", &citations), "│ held a1,s2,d3] │");
    }

    #[test]
    fn rows_are_labelled_in_the_focused_list_only_and_a_broken_link_once() {
        let mut regions = regions(2);
        regions.targets.push((Owner::Pane(PaneId::Reader), Rect::new(0, 1, 2, 1), regions.targets[1].2));
        regions.targets.push((Owner::Pane(PaneId::Tree), Rect::new(0, 2, 9, 1), Target::Row(0)));
        assert_eq!(Hints::new(&regions, Some(PaneId::Reader), |_, _| Letter::None).hints.len(), 2);
        assert_eq!(Hints::new(&regions, Some(PaneId::Tree), |_, _| Letter::None).hints.len(), 3);
    }
}
