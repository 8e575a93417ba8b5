//! Boxes that are ticked off, as lists of what is to do have them in front of each item: `[ ] Mend the lamp`.

/// What a box says of its item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ticked {
    pub done: bool,
    /// Bytes of the box and what stands behind it.
    pub mark: usize,
}

/// Reads the box that an item begins with.
pub fn ticked(item: &str) -> Option<Ticked> {
    const BOXES: [(&str, bool); 6] =
        [("[ ]", false), ("[x]", true), ("[X]", true), ("\u{2610}", false), ("\u{2611}", true), ("\u{2612}", true)];
    let (sign, done) = BOXES.into_iter().find(|(sign, _)| item.starts_with(sign))?;
    let rest = &item[sign.len()..];
    let said = rest.trim_start();
    (said.len() < rest.len() && !said.is_empty()).then(|| Ticked { done, mark: item.len() - said.len() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_box_in_front_of_an_item_tells_whether_it_is_done() {
        assert_eq!(ticked("[ ] Mend the lamp"), Some(Ticked { done: false, mark: 4 }));
        assert_eq!(ticked("[x] Mend the lamp").map(|ticked| ticked.done), Some(true));
        assert_eq!(ticked("☐ Mend the lamp").map(|ticked| ticked.done), Some(false));
        for other in ["[x](lamp.md) burns", "[ ]", "[a] lamp", "", "Mend [ ] it"] {
            assert_eq!(ticked(other), None, "{other}");
        }
    }
}
