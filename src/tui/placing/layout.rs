//! Where the panes lie: four on a large screen, two columns of two on a middling one, one and its neighbour on 80×24,
//! where the chat has the screen to itself, one alone on a small one. Lists stay as they are wherever one goes; of
//! reader and chat, where they stand on each other, the one that was used last has more room, unless somebody set the
//! border between them. Borders are moved by keys and by the mouse, and kept.

use ratatui::layout::Rect;
use serde::{Deserialize, Serialize};

use crate::tui::panes::PaneId;

/// What a border is kept from coming nearer to an edge than, in per cent.
const LEAST: u16 = 15;
/// Columns from which on an answer beside what is read is more than a few words a line.
const LEAST_WITH_ANSWER: u16 = 72;
/// How far a key moves a border, in per cent.
const STEP: u16 = 4;

/// From this width on the chat shares the screen that it was given with what its citations lead to.
const BOTH: u16 = 170;

/// A border that can be moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Border {
    /// Right of the tree and the browser.
    Lists,
    /// Left of the chat.
    Chat,
    /// Between tree and browser.
    Tree,
    /// Between reader and chat, where they stand on each other.
    Reader,
}

/// Borders that somebody set, each in per cent of the way from the left or the top; the others lie where is usual.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
struct Shares {
    lists: Option<u16>,
    chat: Option<u16>,
    tree: Option<u16>,
    reader: Option<u16>,
}

/// What somebody set, by how panes lie: what is right for two of them is not right for four.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Splits {
    two: Shares,
    four: Shares,
    columns: Shares,
}

/// How panes lie on a screen of a size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Arrangement {
    /// One and its neighbour.
    Two,
    /// Two columns of two.
    Four,
    /// Lists, reader and chat, from left to right.
    Columns,
}

impl Arrangement {
    fn of(body: Rect) -> Arrangement {
        match (body.width, body.height) {
            (160.., 16..) => Arrangement::Columns,
            (104.., 28..) => Arrangement::Four,
            _ => Arrangement::Two,
        }
    }
}

impl Splits {
    fn of(&self, arrangement: Arrangement) -> Shares {
        match arrangement {
            Arrangement::Two => self.two,
            Arrangement::Four => self.four,
            Arrangement::Columns => self.columns,
        }
    }

    fn slot(&mut self, arrangement: Arrangement, border: Border) -> &mut Option<u16> {
        let shares = match arrangement {
            Arrangement::Two => &mut self.two,
            Arrangement::Four => &mut self.four,
            Arrangement::Columns => &mut self.columns,
        };
        match border {
            Border::Lists => &mut shares.lists,
            Border::Chat => &mut shares.chat,
            Border::Tree => &mut shares.tree,
            Border::Reader => &mut shares.reader,
        }
    }
}

/// What the layout depends on.
#[derive(Clone, Copy, Debug)]
pub struct Setting {
    pub body: Rect,
    pub focus: PaneId,
    /// The pane that shares the screen with the reader where there is room for two.
    pub companion: PaneId,
    /// Reader or chat: which of the two was used last.
    pub text: PaneId,
    pub zoom: bool,
    pub splits: Splits,
}

/// The panes and the borders between them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Laid {
    pub panes: Vec<(PaneId, Rect)>,
    /// Each with the cells it takes and where it lies, in per cent.
    pub borders: Vec<(Border, Rect, u16)>,
}

/// Lays out the panes.
pub fn lay(setting: &Setting) -> Laid {
    let Setting { body, focus, companion, text, zoom, splits } = *setting;
    let mut laid = Laid::default();
    if focus == PaneId::Chat && zoom && body.width >= BOTH {
        // Lines of an answer are only so long: what it cites is read beside it.
        let left = Rect { width: body.width / 2, ..body };
        let right = Rect { x: left.right(), width: body.width - left.width, ..body };
        laid.panes.extend([(PaneId::Chat, left), (PaneId::Reader, right)]);
        return laid;
    }
    if focus == PaneId::Home || zoom || body.width < 60 {
        laid.panes.push((focus, body));
        return laid;
    }
    let lists = [PaneId::Tree, PaneId::Browser];
    let arrangement = Arrangement::of(body);
    let splits = splits.of(arrangement);
    if arrangement == Arrangement::Columns {
        // A very wide screen has room for whole titles beside lines that are not too long to read.
        let (usual, usual_chat) = if body.width >= 190 { (32, 67) } else { (27, 64) };
        let lists_share = splits.lists.unwrap_or(usual);
        let (left, rest) = laid.beside(body, Border::Lists, lists_share);
        // The border of the chat is counted from the left of the screen.
        let chat = splits.chat.unwrap_or(usual_chat).max(lists_share + LEAST);
        let from = body.width * chat / 100;
        let chat_at = Rect { x: body.x + from, width: body.width - from, ..body };
        laid.borders.push((Border::Chat, Rect { x: chat_at.x - 1, width: 2, ..body }, chat));
        laid.stack(left, lists, Border::Tree, splits.tree.unwrap_or(50));
        laid.panes.push((PaneId::Reader, Rect { width: chat_at.x - rest.x, ..rest }));
        laid.panes.push((PaneId::Chat, chat_at));
    } else if arrangement == Arrangement::Four {
        let texts = [PaneId::Reader, PaneId::Chat];
        let (left, right) = laid.beside(body, Border::Lists, splits.lists.unwrap_or(36));
        laid.stack(left, lists, Border::Tree, splits.tree.unwrap_or(55));
        laid.stack(right, texts, Border::Reader, splits.reader.unwrap_or(if text == PaneId::Chat { 35 } else { 65 }));
    } else if focus == PaneId::Chat && splits.chat.is_none() {
        // Beside another pane answers would be columns of a few words.
        laid.panes.push((focus, body));
    } else if companion == PaneId::Chat && splits.chat.is_none() && body.width < LEAST_WITH_ANSWER {
        laid.panes.push((focus, body));
    } else if companion == PaneId::Chat {
        let (left, right) = laid.beside(body, Border::Chat, splits.chat.unwrap_or(60));
        laid.panes.extend([(PaneId::Reader, left), (PaneId::Chat, right)]);
    } else {
        let (left, right) = laid.beside(body, Border::Lists, splits.lists.unwrap_or(42));
        laid.panes.extend([(companion, left), (PaneId::Reader, right)]);
    }
    laid
}

impl Laid {
    fn beside(&mut self, area: Rect, border: Border, share: u16) -> (Rect, Rect) {
        let width = area.width * share / 100;
        let right = Rect { x: area.x + width, width: area.width - width, ..area };
        self.borders.push((border, Rect { x: right.x.saturating_sub(1), width: 2, ..area }, share));
        (Rect { width, ..area }, right)
    }

    fn stack(&mut self, area: Rect, [upper, lower]: [PaneId; 2], border: Border, share: u16) {
        let height = (area.height * share).div_ceil(100).clamp(3, area.height.saturating_sub(3).max(3));
        let below = Rect { y: area.y + height, height: area.height.saturating_sub(height), ..area };
        self.panes.extend([(upper, Rect { height, ..area }), (lower, below)]);
        self.borders.push((border, Rect { y: below.y.saturating_sub(1), height: 2, ..area }, share));
    }

    /// The border at a cell.
    pub fn border_at(&self, x: u16, y: u16) -> Option<Border> {
        let at = (x, y).into();
        self.borders.iter().find(|(_, cells, _)| cells.contains(at)).map(|&(border, ..)| border)
    }
}

/// Moves a border to a cell of the screen.
pub fn drag(splits: &mut Splits, border: Border, setting: &Setting, x: u16, y: u16) {
    let body = setting.body;
    let across = match border {
        Border::Lists | Border::Chat => (u32::from(x.saturating_sub(body.x)), body.width),
        Border::Tree | Border::Reader => (u32::from(y.saturating_sub(body.y)), body.height),
    };
    let share = (across.0 * 100 / u32::from(across.1.max(1))) as u16;
    *splits.slot(Arrangement::of(setting.body), border) = Some(share.clamp(LEAST, 100 - LEAST));
}

/// A border that a key moves: the one that makes the focused pane wider (or taller), and whether it grows with the
/// share.
pub fn grow(splits: &mut Splits, setting: &Setting, tall: bool, more: bool) -> bool {
    let laid = lay(setting);
    let (wanted, grows) = match (setting.focus, tall) {
        (PaneId::Tree | PaneId::Browser, false) => (Border::Lists, true),
        (PaneId::Chat, false) => (Border::Chat, false),
        (PaneId::Reader, false) if laid.borders.iter().any(|(border, ..)| *border == Border::Chat) => {
            (Border::Chat, true)
        }
        (_, false) => (Border::Lists, false),
        (PaneId::Tree, true) => (Border::Tree, true),
        (PaneId::Browser, true) => (Border::Tree, false),
        (PaneId::Chat, true) => (Border::Reader, false),
        (_, true) => (Border::Reader, true),
    };
    let Some(&(border, _, share)) = laid.borders.iter().find(|(border, ..)| *border == wanted) else { return false };
    let share = if grows == more { share + STEP } else { share.saturating_sub(STEP) };
    *splits.slot(Arrangement::of(setting.body), border) = Some(share.clamp(LEAST, 100 - LEAST));
    true
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn setting(width: u16, height: u16, focus: PaneId) -> Setting {
        let body = Rect::new(0, 1, width, height);
        let text = if focus == PaneId::Chat { focus } else { PaneId::Reader };
        Setting { body, focus, companion: PaneId::Tree, text, zoom: false, splits: Splits::default() }
    }

    fn area(laid: &Laid, pane: PaneId) -> Rect {
        laid.panes.iter().find(|(other, _)| *other == pane).expect("it is in sight").1
    }

    #[test]
    fn panes_stay_where_they_are_and_text_keeps_its_width() {
        for (width, height) in [(120, 38), (200, 58)] {
            let laid = [PaneId::Tree, PaneId::Browser, PaneId::Reader].map(|focus| lay(&setting(width, height, focus)));
            assert!(laid.iter().all(|one| *one == laid[0]), "going from pane to pane moves no border");
        }
        let mut asking = setting(120, 38, PaneId::Chat);
        let chat = lay(&asking);
        assert!(area(&chat, PaneId::Chat).height > area(&chat, PaneId::Reader).height, "an answer is there to be read");
        asking.focus = PaneId::Browser;
        assert_eq!(lay(&asking), chat, "and stays as it is while one looks something up");
        let narrow = [PaneId::Tree, PaneId::Reader].map(|focus| lay(&setting(80, 22, focus)));
        assert_eq!(
            area(&narrow[0], PaneId::Reader),
            area(&narrow[1], PaneId::Reader),
            "what is read is not wrapped anew"
        );
    }

    #[test]
    fn a_border_is_moved_by_a_key_and_by_the_mouse() {
        let mut setting = setting(200, 58, PaneId::Reader);
        let before = area(&lay(&setting), PaneId::Reader);
        let mut splits = setting.splits;
        assert!(grow(&mut splits, &setting, false, true));
        setting.splits = splits;
        assert!(area(&lay(&setting), PaneId::Reader).width > before.width);
        let laid = lay(&setting);
        let tree = area(&laid, PaneId::Tree);
        assert_eq!(laid.border_at(tree.right(), 5), Some(Border::Lists));
        drag(&mut splits, Border::Lists, &setting, 90, 5);
        setting.splits = splits;
        assert_eq!(area(&lay(&setting), PaneId::Tree).width, 90);
    }

    #[test]
    fn a_border_that_is_moved_on_a_small_screen_moves_none_on_a_large_one() {
        let sizes = [(80, 22), (120, 38), (200, 58)];
        for (width, height) in sizes {
            let small = setting(width, height, PaneId::Tree);
            let mut splits = Splits::default();
            assert!(grow(&mut splits, &small, false, true));
            for (width, height) in sizes.into_iter().filter(|size| *size != (width, height)) {
                let other = setting(width, height, PaneId::Tree);
                assert_eq!(lay(&Setting { splits, ..other }), lay(&other), "{width}");
            }
            assert_ne!(lay(&Setting { splits, ..small }), lay(&small));
        }
    }

    proptest! {
        /// Panes lie side by side and cover the body, however the borders were set.
        #[test]
        fn panes_cover_the_body(
            width in 0u16..260, height in 0u16..80, focus in 0usize..4, shares in prop::array::uniform4(prop::option::of(0u16..100)),
        ) {
            let [lists, chat, tree, reader] = shares.map(|share| share.map(|share| share.clamp(LEAST, 100 - LEAST)));
            for companion in [PaneId::Tree, PaneId::Browser, PaneId::Chat] {
                let mut setting = setting(width, height, PaneId::ALL[focus]);
                setting.companion = companion;
                let shares = Shares { lists, chat, tree, reader };
                setting.splits = Splits { two: shares, four: shares, columns: shares };
                let laid = lay(&setting);
                let cells: u32 = laid.panes.iter().map(|(_, area)| area.area()).sum();
                prop_assert_eq!(cells, setting.body.area());
                for (_, area) in &laid.panes {
                    prop_assert_eq!(area.intersection(setting.body), *area);
                }
            }
        }
    }
}
