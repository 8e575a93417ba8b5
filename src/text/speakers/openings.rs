//! The lines of a text that may open somebody's turn, and those that a chat's log says by itself.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use super::label::{self, Form, Opening};
use super::{chatlog, roles};
use crate::model::Span;
use crate::text::cutting::lines;
use crate::text::cutting::punctuation::ends_sentence;
use crate::text::language;

/// Letters that may be somebody's and are looked up in the text, at most, the most frequent first: no talk has as many
/// people, and the text is read for each.
const MOST_LETTERS: usize = 64;

/// What follows a label and has more bytes was said, not filled in.
pub(super) const LONGEST_FIELD: usize = 80;

/// The lines of a text that may open a turn.
pub(super) struct Openings<'a> {
    /// Each with what stands before it: true where a turn may begin.
    pub openings: Vec<(Opening<'a>, bool)>,
    /// Where lines begin that a chat's log says by itself.
    pub of_log: Vec<usize>,
    /// Those of them that have no mark: they stand by themselves.
    pub notices: Vec<Span>,
    /// Lines that hold anything.
    pub nonblank: usize,
}

impl<'a> Openings<'a> {
    pub fn of(text: &'a str) -> Self {
        let language = language::of(text).and_then(language::pack);
        let small = text.chars().filter(|c| c.is_lowercase()).count();
        let capital = text.chars().filter(|c| c.is_uppercase()).count();
        let mut found = Self { openings: Vec::new(), of_log: Vec::new(), notices: Vec::new(), nonblank: 0 };
        let mut fenced = false;
        let mut fresh = true;
        // True where nobody is in the middle of what they say: behind an empty line, a turn of one line or a notice.
        let mut apart = true;
        let mut named = false;
        for line in lines::lines(text) {
            let content = line.content(text);
            fenced ^= content.starts_with("```") || content.starts_with("~~~");
            if fenced || content.is_empty() {
                fresh = true;
                (apart, named) = (true, false);
                continue;
            }
            found.nonblank += 1;
            if apart && chatlog::is_notice(content, false) || named && chatlog::is_notice(content, true) {
                found.of_log.push(line.span.start);
                found.notices.push(line.span);
                (fresh, apart, named) = (true, true, false);
                continue;
            }
            let is_of_log = chatlog::is_of_log(content);
            if is_of_log {
                found.of_log.push(line.span.start);
            }
            // "REVENUE SHARING: THE TIME HAS COME" is a heading, but where all is in capitals.
            let heads = small > capital && !content.contains(char::is_lowercase);
            // A thread sets the answers in with the mark of a quotation.
            let marks = content.len() - content.trim_start_matches(['>', ' ']).len();
            let opening = label::opening(text, line.skip(text, marks).span, language).filter(|opening| {
                let said = opening.said.slice(text).unwrap_or_default();
                let is_heading = heads && said.contains(char::is_uppercase) && said.len() <= LONGEST_FIELD;
                !(is_heading || is_of_log && opening.in_chat)
            });
            let opens = opening.is_some_and(|opening| opening.form > Form::Loose);
            let said_below = opening.is_some_and(|opening| opening.said.is_empty());
            (apart, named) = (opens && !said_below, opens && said_below);
            found.openings.extend(opening.map(|opening| (opening, fresh)));
            fresh = ends_sentence(content) || opens && content.len() <= LONGEST_FIELD;
        }
        found.leave_out_initials(text);
        found.take_letters(text);
        found
    }

    /// Letters under which two or more come back, and of which the text tells whose they are, are surely labels.
    fn take_letters(&mut self, text: &str) {
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        for (opening, _) in self.openings.iter().filter(|(opening, _)| opening.form < Form::Role) {
            *counts.entry(opening.name).or_default() += 1;
        }
        let mut letters: Vec<&str> = counts.keys().copied().filter(|name| roles::are_initials(name)).collect();
        letters.sort_by_key(|name| Reverse(counts[name]));
        let come_back = |names: &mut dyn Iterator<Item = &&str>| names.filter(|name| counts[**name] > 1).count() > 1;
        // The whole text is read for each: a list of thousands of abbreviations has none that come back.
        if !come_back(&mut letters.iter()) {
            return;
        }
        let asked = letters.into_iter().take(MOST_LETTERS);
        let told: BTreeSet<&str> = asked.filter(|name| roles::tells_letters(text, name)).collect();
        if !come_back(&mut told.iter()) {
            return;
        }
        for (opening, _) in self.openings.iter_mut().filter(|(opening, _)| told.contains(opening.name)) {
            opening.form = Form::Strong;
        }
    }

    /// A letter with a full stop is somebody's initial, unless both who asks and who answers come back under one.
    fn leave_out_initials(&mut self, text: &str) {
        let stopped = self.openings.iter().filter(|(opening, _)| label::is_stopped(text, opening));
        let mut letters: Vec<&str> = stopped.map(|(opening, _)| opening.name).collect();
        letters.sort_unstable();
        let returning = letters.chunk_by(|a, b| a == b).filter(|same| same.len() > 1).count();
        if returning < 2 {
            self.openings.retain(|(opening, _)| !label::is_stopped(text, opening));
        }
    }

    /// Takes the messages of a log that has a time on each, and what it says by itself.
    pub fn take_stamped(&mut self, messages: Vec<Opening<'a>>, log: Vec<usize>) {
        // What somebody does stands without the mark that others are set off by: `* ada nods`.
        let told = |start: usize| messages.binary_search_by_key(&start, |message| message.span.start).is_ok();
        self.openings.retain(|(opening, _)| opening.in_chat && !told(opening.span.start));
        self.of_log.extend(log);
        self.of_log.retain(|start| !self.openings.iter().any(|(opening, _)| opening.span.start == *start));
        self.openings.extend(messages.into_iter().map(|opening| (opening, true)));
        self.openings.sort_by_key(|(opening, _)| opening.span.start);
    }
}
