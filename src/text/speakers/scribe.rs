//! Minutes that are taken in a chat: one who was named (`scribe: ada`) writes what others say, each behind their name,
//! and whoever chairs tells what comes next (`Topic: The pier`), which heads the turns behind it.

use std::collections::BTreeMap;

use super::label::{self, Opening};
use crate::model::Span;
use crate::text::language::{in_any, word_lists};

word_lists! {
    static WORDS = "scribe.toml": scribe, topic
}

/// Words of the name that a scribe writes before a turn, at most.
const MOST_WORDS: usize = 3;
/// Number of names before turns, or of topics, from which on they are the form of the log.
const RECURS: usize = 2;

/// Gives each turn that a scribe writes to whoever says it, and returns where the topics begin. `openings` are those of
/// a chat's log.
pub(super) fn attribute<'a>(text: &'a str, openings: &mut [(Opening<'a>, bool)]) -> Vec<usize> {
    let said = |opening: &Opening<'a>| opening.said.slice(text).unwrap_or_default();
    let nicks: Vec<String> =
        openings.iter().filter(|(opening, _)| opening.in_chat).map(|(opening, _)| label::key(opening.name)).collect();
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    // Of each nick, how many lines it has, and how many of them begin with a name.
    let mut lines: BTreeMap<String, (usize, usize)> = BTreeMap::new();
    let (mut scribed, mut headed) = (false, 0);
    for (opening, _) in openings.iter().filter(|(opening, _)| opening.in_chat) {
        match field(said(opening)) {
            Some((Field::Scribe, _)) => scribed = true,
            Some((Field::Topic, _)) => headed += 1,
            None => {
                let (all, opened) = lines.entry(label::key(opening.name)).or_default();
                *all += 1;
                if let Some((name, _)) = named(said(opening)) {
                    *counts.entry(label::key(name)).or_default() += 1;
                    *opened += 1;
                }
            }
        }
    }
    if !scribed && headed < RECURS {
        return Vec::new();
    }
    // Where most that somebody writes begins so, a name that stands once is one, too.
    let is_somebody = |name: &str, nick: &str| {
        let key = label::key(name);
        let mostly = lines.get(&label::key(nick)).is_some_and(|(all, opened)| opened * 2 >= *all);
        mostly || nicks.contains(&key) || counts.get(&key).is_some_and(|&count| count >= RECURS)
    };
    let mut topics: Vec<usize> = Vec::new();
    // Whoever was named goes on now and then after another was.
    let mut scribes: Vec<String> = Vec::new();
    // Whose words the scribe wrote last.
    let mut speaking: Option<&'a str> = None;
    for (opening, _) in openings.iter_mut().filter(|(opening, _)| opening.in_chat) {
        let words = said(opening);
        match field(words) {
            Some((Field::Scribe, rest)) => scribes.extend(rest.split_whitespace().next().map(label::key)),
            Some((Field::Topic, rest)) => {
                topics.push(opening.span.start);
                says(opening, rest);
                speaking = None;
            }
            None if !scribes.contains(&label::key(opening.name)) => {}
            None => {
                if let Some((name, rest)) = named(words).filter(|(name, _)| is_somebody(name, opening.name)) {
                    (opening.name, speaking) = (name, Some(name));
                    says(opening, rest);
                } else if let Some((name, rest)) = speaking.zip(words.strip_prefix("...").or(words.strip_prefix('…')))
                {
                    opening.name = name;
                    says(opening, rest.trim_start_matches(['.', ' ']));
                }
            }
        }
    }
    topics
}

/// What a line tells of the minutes themselves.
enum Field {
    Scribe,
    Topic,
}

fn field(said: &str) -> Option<(Field, &str)> {
    let (name, rest) = said.split_once(':')?;
    let (name, rest) = (name.trim().to_lowercase(), rest.trim());
    let fits = !rest.is_empty() && !rest.contains("://");
    match () {
        () if WORDS.scribe.has(&name) && fits => Some((Field::Scribe, rest)),
        () if WORDS.topic.has(&name) && fits => Some((Field::Topic, rest)),
        () => None,
    }
}

/// Leaves `rest` of what a turn says, the end of its line.
fn says(opening: &mut Opening<'_>, rest: &str) {
    opening.said = Span::new(opening.said.end - rest.len(), opening.said.end);
    opening.span.end = opening.said.start;
}

/// The name in front of a colon, and what stands behind it.
fn named(said: &str) -> Option<(&str, &str)> {
    let (name, rest) = label::before_colon(said)?;
    let words = name.split_whitespace().count();
    let field = in_any(|pack| &pack.fields, &name.to_lowercase());
    let alone = words == 1 && label::is_nick(name) || words > 1 && label::looks_named(name);
    (words <= MOST_WORDS && alone && !field && !rest.trim().is_empty()).then_some((name, rest.trim()))
}
