//! What answers to one question have in common: of one that says nothing of its own that is said in a line, of others
//! their own parts come first.

use std::collections::HashSet;

use crate::model::without_citations;
use crate::text::display::spacing::single_spaced;

/// An answer that was given before another, and what it is called.
pub(super) struct Other<'a> {
    pub name: &'a str,
    pub text: &'a str,
}

/// How an answer stands to those before it.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Stand {
    /// Nothing of it is said there.
    Apart,
    /// It is the one of this name.
    Same(String),
    /// Its parts, those first that none of the others has.
    Differs(String),
}

/// Compares an answer with others.
pub(super) fn stand(text: &str, others: &[Other<'_>]) -> Stand {
    if let Some(same) = others.iter().find(|other| bare(other.text) == bare(text)) {
        return Stand::Same(same.name.to_owned());
    }
    let parts_of = |other: &Other<'_>| parts(other.text).iter().map(|part| said(part)).collect::<HashSet<_>>();
    let known: Vec<(&str, HashSet<String>)> = others.iter().map(|other| (other.name, parts_of(other))).collect();
    let (mut own, mut shared, mut names) = (Vec::new(), Vec::new(), Vec::new());
    for part in parts(text) {
        let this = said(&part);
        let mut having = known.iter().filter(|(_, parts)| parts.contains(&this)).map(|(name, _)| *name).peekable();
        match having.peek() {
            Some(_) => shared.push(part.clone()),
            None => own.push(part.clone()),
        }
        for name in having {
            if !names.contains(&name) {
                names.push(name);
            }
        }
    }
    if shared.is_empty() {
        return Stand::Apart;
    }
    let between = match own.is_empty() {
        true => format!("*Nothing that {} does not say:*", names.join(" or ")),
        false => format!("*As in {}:*", names.join(" and ")),
    };
    Stand::Differs(joined(own.into_iter().chain([between]).chain(shared)))
}

/// The paragraphs of a text and the items of its lists, each with the heading above it.
fn parts(text: &str) -> Vec<String> {
    let mut parts: Vec<String> = Vec::new();
    let mut heading = String::new();
    for block in text.split("\n\n").map(str::trim_end).filter(|block| !block.trim().is_empty()) {
        if block.starts_with('#') && !block.contains('\n') {
            heading = format!("{block}\n\n");
            continue;
        }
        let mut part = std::mem::take(&mut heading);
        for line in block.lines() {
            if is_item(line) && !part.is_empty() && !part.ends_with("\n\n") {
                parts.push(std::mem::take(&mut part));
            }
            if !part.is_empty() && !part.ends_with('\n') {
                part.push('\n');
            }
            part += line;
        }
        parts.push(part);
    }
    if !heading.is_empty() {
        parts.push(heading.trim_end().to_owned());
    }
    parts
}

fn is_item(line: &str) -> bool {
    line.starts_with("- ") || line.starts_with("* ")
}

/// Parts as one text: items of a list close together, the rest apart.
fn joined(parts: impl Iterator<Item = String>) -> String {
    let mut text = String::new();
    let mut after_item = false;
    for part in parts {
        if !text.is_empty() {
            text += if after_item && is_item(&part) { "\n" } else { "\n\n" };
        }
        after_item = is_item(&part);
        text += &part;
    }
    text
}

/// What is said, whatever it is cited from.
fn bare(text: &str) -> String {
    single_spaced(&without_citations(text)).trim().to_owned()
}

/// What a part says, whatever it stands under.
fn said(part: &str) -> String {
    let lines: Vec<&str> = part.lines().filter(|line| !line.starts_with('#')).collect();
    let below = bare(&lines.join("\n"));
    if below.is_empty() { bare(part) } else { below }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: &str = "The mill burned [Data: Sources (1)].\n\n## Why\n\nA lamp fell.\n\n- It rained.\n- It blew.\n";

    fn of<'a>(name: &'a str, text: &'a str) -> Other<'a> {
        Other { name, text }
    }

    #[test]
    fn the_same_answer_is_said_to_be_the_same() {
        let again = ONE.replace("(1)", "(1, 2)");
        assert_eq!(stand(&again, &[of("global", "No."), of("local", ONE)]), Stand::Same("local".to_owned()));
        assert_eq!(stand("No.", &[of("local", ONE)]), Stand::Apart);
    }

    #[test]
    fn what_differs_comes_first() {
        let other = "The mill burned.\n\n## Why\n\nIt was old.\n\n- It rained.\n- It snowed.\n- It froze.\n";
        let told =
            "## Why\n\nIt was old.\n\n- It snowed.\n- It froze.\n\n*As in local:*\n\nThe mill burned.\n\n- It rained.";
        assert_eq!(stand(other, &[of("local", ONE)]), Stand::Differs(told.to_owned()));
        // Under which heading it stands is no difference.
        let under = "## Weather\n\n- It blew.\n\nNo more.";
        let told = "No more.\n\n*As in local:*\n\n## Weather\n\n- It blew.";
        assert_eq!(stand(under, &[of("local", ONE)]), Stand::Differs(told.to_owned()));
        let less = "## Why\n\nA lamp fell.\n\n- It blew.";
        let told = format!("*Nothing that local does not say:*\n\n{less}");
        assert_eq!(stand(less, &[of("local", ONE)]), Stand::Differs(told));
    }
}
