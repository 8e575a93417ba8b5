//! Who speaks: the labels of a transcript or a chat ("KEVIN SCOTT:", "Q:", "**Smith:**", `[00:01:02] Dr. Baker, Acme:`,
//! `<ada>`), told from everything else that ends in a colon, and the speakers behind them, each once however the label
//! is written. Once a text is a conversation, any line that opens like a label ends the turn before it: one that is
//! nobody's name gives no speaker, never the last one.

use std::collections::{BTreeMap, BTreeSet};

use super::footer::footer;
use super::label::{self, Form, Opening};
use super::notes::around_notes;
use super::openings::{LONGEST_FIELD, Openings};
use super::{chat_export, chatlog, interview, roles, scribe};
use crate::model::{Span, Speaker};
use crate::text::cutting::punctuation::is_terminal;
use crate::text::language;

/// A speaker's label at the beginning of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Label {
    /// From the beginning of the line to where speech begins, white space included; empty where it names nobody,
    /// because then it is text.
    pub span: Span,
    /// Position in the list of speakers.
    pub speaker: Option<u16>,
    pub told: Told,
}

/// What a label tells of the words behind it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Told {
    #[default]
    Said,
    /// They are said by the log of a chat and by nobody in it.
    OfLog,
    /// They head the turns behind them.
    Heading,
}

impl Label {
    pub(super) fn of_nobody(start: usize, told: Told) -> Self {
        Self { span: Span::new(start, start), speaker: None, told }
    }
}

/// The labels of a text and the speakers they name. Empty for what is no conversation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Transcript {
    pub labels: Vec<Label>,
    pub speakers: Vec<Speaker>,
}

/// Number of speakers from which on further ones are left out: so many are no conversation.
const MOST_SPEAKERS: usize = 500;
/// Spellings of one name in labels that are kept; further ones name nobody.
const MOST_LABELS: usize = 16;
/// From this share of its lines on that open with a label, every line of a text is a turn, as in a chat.
const CHAT: f32 = 0.8;
/// From this share on, turns are what the text is made of.
const TALK: f32 = 0.4;
/// From this share of its lines on that open as chats open them, a text is a chat's log.
const LOG: f32 = 0.5;
/// People with two turns each, where turns are what most of the text is made of.
const SEVERAL: usize = 3;
/// How many times rarer than another a label has to be to be a misspelling of it.
const RARER: usize = 4;

/// What all openings with one name say of it.
#[derive(Default)]
struct Seen<'a> {
    count: usize,
    form: Option<Form>,
    /// How many of its lines hold something said: a word of some language that only ties others together, or length.
    said: usize,
    labels: Vec<&'a str>,
    role: Option<&'a str>,
    /// Position of its first opening.
    first: usize,
}

impl Seen<'_> {
    fn is(&self, form: Form) -> bool {
        self.form.is_some_and(|own| own >= form)
    }

    fn is_said(&self) -> bool {
        self.said * 2 >= self.count
    }
}

/// Finds the labels of `text`.
pub fn find(text: &str) -> Transcript {
    let mut found = Openings::of(text);
    let stamped = chat_export::messages(text);
    let is_stamped = stamped.is_some();
    if let Some((messages, log)) = stamped {
        found.take_stamped(messages, log);
    }
    found.of_log.extend(chatlog::of_programs(&found.openings, text));
    found.of_log.sort_unstable();
    found.of_log.dedup();
    let is_log = is_stamped || is_chat_log(&found.openings, found.nonblank - found.of_log.len());
    let topics = if is_log { scribe::attribute(text, &mut found.openings) } else { Vec::new() };
    if !is_log {
        found.of_log = found.notices.iter().map(|notice| notice.start).collect();
    }
    found.nonblank -= found.of_log.len();
    let Openings { openings, of_log, notices, nonblank } = &found;
    let names = seen(openings, text);
    let keys: Vec<String> = openings.iter().map(|(opening, _)| label::key(opening.name)).collect();
    let talk = is_log || is_conversation(&names, &keys, openings, *nonblank, text);
    let asked = if talk { Vec::new() } else { interview::questions(openings, text) };
    if !talk && asked.is_empty() {
        return Transcript::default();
    }
    let turns = Turns::of(&found, &names, &keys, (is_log, text));
    let accepted: Vec<bool> = (0..openings.len()).map(|at| turns.accepts(at)).collect();
    if !accepted.contains(&true) {
        return Transcript::default();
    }
    let speakers = Speakers::of(text, &names, &keys, &accepted);
    let labels = (0..openings.len()).filter_map(|at| {
        let (opening, fresh) = &openings[at];
        let speaker = speakers.number.get(&keys[at]).copied().filter(|_| accepted[at]);
        match speaker {
            Some(speaker) => {
                let told = if topics.binary_search(&opening.span.start).is_ok() { Told::Heading } else { Told::Said };
                Some(Label { span: opening.span, speaker: Some(speaker), told })
            }
            // A colon in the middle of what somebody says, where a line was wrapped, opens nothing.
            None if *fresh && (opening.form > Form::Loose || turns.is_chat) => {
                Some(Label::of_nobody(opening.span.start, Told::Said))
            }
            None => None,
        }
    });
    let mut labels: Vec<Label> = labels.filter(|label| of_log.binary_search(&label.span.start).is_err()).collect();
    labels.extend(of_log.iter().map(|&start| Label::of_nobody(start, Told::OfLog)));
    labels.extend(asked.iter().map(|&start| Label::of_nobody(start, Told::Said)));
    labels.sort_by_key(|label| label.span.start);
    labels.extend(footer(text, &labels));
    // What stands below a notice is none of it, and of nobody who spoke before.
    labels.extend(notices.iter().map(|notice| Label::of_nobody(notice.end, Told::Said)));
    labels.sort_by_key(|label| label.span.start);
    labels.extend(around_notes(text, &labels));
    labels.sort_by_key(|label| label.span.start);
    Transcript { labels, speakers: speakers.speakers }
}

/// What the openings say of each name.
fn seen<'a>(openings: &[(Opening<'a>, bool)], text: &str) -> BTreeMap<String, Seen<'a>> {
    let mut names: BTreeMap<String, Seen> = BTreeMap::new();
    for (at, (opening, _)) in openings.iter().enumerate() {
        let seen = names.entry(label::key(opening.name)).or_insert_with(|| Seen { first: at, ..Seen::default() });
        seen.count += 1;
        seen.form = seen.form.max(Some(opening.form));
        // What somebody says may stand below the label.
        let said = opening.said.slice(text).unwrap_or_default();
        seen.said += usize::from(said.is_empty() || is_said(said));
        if seen.labels.len() < MOST_LABELS && !seen.labels.contains(&opening.name) {
            seen.labels.push(opening.name);
        }
        seen.role = seen.role.or(opening.role);
    }
    names
}

/// The turns of a text in which people speak, as far as its openings together tell them.
struct Turns<'a> {
    found: &'a Openings<'a>,
    text: &'a str,
    names: &'a BTreeMap<String, Seen<'a>>,
    keys: &'a [String],
    is_log: bool,
    /// The share of the lines that open like a label.
    covered: f32,
    /// Position of the first opening of somebody who speaks again.
    first: usize,
    /// Openings of names that are surely labels.
    strong: usize,
    /// Every line is somebody's.
    is_chat: bool,
}

impl<'a> Turns<'a> {
    fn of(
        found: &'a Openings<'a>,
        names: &'a BTreeMap<String, Seen<'a>>,
        keys: &'a [String],
        (is_log, text): (bool, &'a str),
    ) -> Self {
        let covered = covered(&found.openings, found.nonblank);
        let returns = |seen: &Seen| seen.count >= 2 && seen.is(Form::Common) && seen.is_said();
        let first = names.values().filter(|seen| returns(seen)).map(|seen| seen.first).min().unwrap_or(0);
        let strong: usize = names.values().filter(|seen| seen.is(Form::Strong)).map(|seen| seen.count).sum();
        // Where labels are in capitals, one in small letters is of another kind, as a field is.
        let shouted = strong * 4 >= found.openings.len() * 3;
        Self { found, text, names, keys, is_log, covered, first, strong, is_chat: covered >= CHAT && !shouted }
    }

    /// True for a surname whose bearer the text names in full, in a line above its turns: "On the stage: Ada Voss".
    fn is_introduced(&self, name: &str) -> bool {
        let head = self.text.get(..self.found.openings[self.first].0.span.start).unwrap_or_default();
        let full = |at: usize| {
            let front = head[..at].strip_suffix(' ').and_then(|front| front.rsplit([' ', '\n']).next());
            let ends = head[at + name.len()..].chars().next().is_none_or(|c| !c.is_alphanumeric());
            ends && front.is_some_and(label::looks_named)
        };
        !name.contains(' ') && head.match_indices(name).any(|(at, _)| full(at))
    }

    /// "ADA:" behind "ADA LUND:".
    fn is_part(&self, key: &str) -> bool {
        let full = self.names.iter().filter(|(_, seen)| seen.is(Form::Weak));
        full.filter_map(|(name, _)| name.split_once(' '))
            .any(|(first, rest)| first == key || rest.rsplit(' ').next() == Some(key))
    }

    /// True for an opening that begins a turn.
    fn accepts(&self, at: usize) -> bool {
        let Self { is_log, covered, is_chat, .. } = *self;
        let (opening, _) = &self.found.openings[at];
        let key = &self.keys[at];
        let seen = &self.names[key];
        let long = opening.said.len() > LONGEST_FIELD;
        if self.found.of_log.binary_search(&opening.span.start).is_ok() {
            return false;
        }
        if is_log && opening.in_chat {
            return true;
        }
        let in_talk = at >= self.first;
        match seen.form.unwrap_or(Form::Unlikely) {
            Form::Strong => true,
            Form::Role => seen.count >= 2 || long || covered >= TALK && in_talk,
            // In a conversation somebody may speak once, and at length: a resident before the council. Where every line
            // is somebody's, so is this one.
            Form::Weak => {
                let wordy = opening.name.contains(' ') && (long || self.strong > 0 && at > 0);
                let known = || self.is_part(key) || self.is_introduced(opening.name);
                let in_turn = in_talk && (wordy || is_chat || known());
                seen.count >= 2 && seen.is_said() || in_turn
            }
            Form::Common => {
                let often = if covered >= TALK { 2 } else { 3 };
                seen.count >= often && seen.is_said() || in_talk && (is_chat || self.is_part(key))
            }
            // "danah boyd:" in small letters, and "ada_71:" in a chat.
            Form::Small => {
                let often = if opening.name.contains(' ') { 5 } else { 2 };
                seen.count >= often && seen.is_said() && (covered >= TALK || seen.count >= 5) || is_chat && in_talk
            }
            Form::Unlikely => seen.count >= 3 && seen.is_said() && is_chat,
            Form::Loose => false,
        }
    }
}

/// Whether most lines, but for those that the log says by itself, open as chats open them, by two who answer each
/// other: in a list of what a program takes (`<file> what to read`) each stands once.
fn is_chat_log(openings: &[(Opening, bool)], lines: usize) -> bool {
    const FEWEST: usize = 4;
    let mut nicks: Vec<&str> =
        openings.iter().filter(|(opening, _)| opening.in_chat).map(|(opening, _)| opening.name).collect();
    let count = nicks.len();
    nicks.sort_unstable();
    nicks.dedup();
    count >= FEWEST && nicks.len() >= 2 && count * 2 >= nicks.len() * 3 && count as f32 >= LOG * lines as f32
}

/// The share of the lines that open like a label.
fn covered(openings: &[(Opening, bool)], nonblank: usize) -> f32 {
    let opening = openings.iter().filter(|(opening, _)| opening.form > Form::Loose).count();
    opening as f32 / nonblank.max(1) as f32
}

/// True for what somebody may have said: it has a word that only ties others together, ends as a sentence does, or is
/// long.
fn is_said(line: &str) -> bool {
    let ends = line.trim_end().ends_with(is_terminal);
    line.len() > LONGEST_FIELD
        || ends
        || line.split(|c: char| !c.is_alphanumeric() && c != '\'').any(|word| {
            let lower = word.to_lowercase();
            language::in_any(|pack| &pack.frequent, &lower)
        })
}

/// Whether a text is (also) a conversation: names in capitals that something is said behind, or several names that
/// return, neither as often as each other and in the same order, as the fields of a form do, nor without saying
/// anything.
fn is_conversation(
    names: &BTreeMap<String, Seen>,
    keys: &[String],
    openings: &[(Opening, bool)],
    nonblank: usize,
    text: &str,
) -> bool {
    let strong: usize = names.values().filter(|seen| seen.is(Form::Strong)).map(|seen| seen.count).sum();
    let long = openings.iter().any(|(opening, _)| opening.form == Form::Strong && opening.said.len() > LONGEST_FIELD);
    let named = openings.iter().filter(|(opening, _)| opening.form >= Form::Common).count();
    if (strong >= 2 || long || strong == 1 && named >= 3) && !are_defined(names, openings, text) {
        return true;
    }
    let covered = covered(openings, nonblank);
    let twice = names.values().filter(|seen| seen.count >= 2 && seen.is(Form::Weak) && seen.is_said()).count();
    let talked = covered >= CHAT || covered >= TALK && twice >= SEVERAL;
    let names_one = |seen: &&Seen| match seen.form {
        Some(Form::Role) => seen.count >= 2,
        // Two turns each are enough where turns are all that there is, or where several have them.
        Some(Form::Weak | Form::Common) => seen.count >= if talked { 2 } else { 3 },
        Some(Form::Small) => seen.count >= 2 && covered >= CHAT && !seen.labels[0].contains(' '),
        _ => false,
    };
    let returning: Vec<&Seen> = names.values().filter(names_one).filter(|seen| seen.is_said()).collect();
    let roles = returning.iter().any(|seen| seen.is(Form::Role));
    let turns: usize = returning.iter().map(|seen| seen.count).sum();
    returning.len() >= 2 && (roles || turns * 20 >= nonblank) && !is_form(keys)
}

/// True when words in capitals are explained, each once and as dictionaries do it: "TIDE: the rise and fall of the
/// sea". Whoever speaks begins with a capital.
fn are_defined(names: &BTreeMap<String, Seen>, openings: &[(Opening, bool)], text: &str) -> bool {
    let once = names.values().filter(|seen| seen.is(Form::Strong)).all(|seen| seen.count == 1);
    let mut strong = openings.iter().filter(|(opening, _)| opening.form == Form::Strong);
    once && strong.all(|(opening, _)| {
        opening.said.slice(text).is_some_and(|said| said.trim_start().starts_with(|c: char| c.is_lowercase()))
    })
}

/// True when labels follow each other as the fields of a form do: three or more, each with the same one behind it.
fn is_form(keys: &[String]) -> bool {
    const FEWEST_FIELDS: usize = 3;
    let mut followers: BTreeMap<&str, BTreeMap<&str, usize>> = BTreeMap::new();
    for pair in keys.windows(2) {
        *followers.entry(&pair[0]).or_default().entry(&pair[1]).or_default() += 1;
    }
    let returning: Vec<_> = followers.values().filter(|next| next.values().sum::<usize>() >= 2).collect();
    let all: usize = returning.iter().flat_map(|next| next.values()).sum();
    let same: usize = returning.iter().filter_map(|next| next.values().max()).sum();
    returning.len() >= FEWEST_FIELDS && same * 10 >= all * 9
}

/// The speakers of a text, and which of them a label's key names.
struct Speakers {
    speakers: Vec<Speaker>,
    number: BTreeMap<String, u16>,
}

impl Speakers {
    /// Numbers those who are accepted: keys that are the same name, shorter, with a title or badly written, are one.
    fn of(text: &str, names: &BTreeMap<String, Seen>, keys: &[String], accepted: &[bool]) -> Self {
        let mut order: Vec<&str> = Vec::new();
        let mut known: BTreeSet<&str> = BTreeSet::new();
        // Nobody answers himself: two labels that follow each other are two people.
        let mut beside: BTreeSet<(&str, &str)> = BTreeSet::new();
        let mut before: Option<&str> = None;
        for key in keys.iter().zip(accepted).filter(|(_, accepted)| **accepted).map(|(key, _)| key.as_str()) {
            if order.len() < MOST_SPEAKERS && known.insert(key) {
                order.push(key);
            }
            if let Some(before) = before.replace(key) {
                beside.insert((before, key));
                beside.insert((key, before));
            }
        }
        let is_full = |other: &&&str, key: &str| **other != key && !beside.contains(&(**other, key));
        let target = |key: &str| -> Option<&str> {
            let mut same = order.iter().filter(|other| label::is_titled_alike(key, other));
            if let Some(first) = same.next().filter(|first| names[**first].first < names[key].first) {
                return Some(first);
            }
            // A first or last name alone is the one fuller name it fits, once that was said.
            let bare = label::bare(key);
            if !bare.contains(' ') {
                let fits = |other: &&&str| {
                    let full = label::bare(other);
                    let mut words = full.split(' ');
                    let ends = words.next() == Some(&*bare) || words.next_back() == Some(&*bare);
                    full.contains(' ') && ends && is_full(other, key) && !label::contradict(key, other)
                };
                let mut fitting = order.iter().filter(fits);
                return match (fitting.next(), fitting.next()) {
                    (Some(only), None) if names[*only].first < names[key].first => Some(only),
                    _ => None,
                };
            }
            let meant = |other: &&&str| {
                is_full(other, key) && names[key].count * RARER <= names[**other].count && label::is_slip(key, other)
            };
            order.iter().find(meant).copied()
        };
        let mut found = Self { speakers: Vec::new(), number: BTreeMap::new() };
        for &key in &order {
            let full = target(key).unwrap_or(key);
            let full = if full == key { key } else { target(full).unwrap_or(full) };
            let number = match found.number.get(full) {
                Some(&number) => number,
                None => {
                    let seen = &names[full];
                    // "bill Arden" is a slip of whoever typed it.
                    let label = seen.labels.iter().find(|label| label::looks_named(label)).unwrap_or(&seen.labels[0]);
                    found.speakers.push(roles::speaker(text, label, seen.role));
                    let number = (found.speakers.len() - 1) as u16;
                    found.number.insert(full.to_owned(), number);
                    number
                }
            };
            let speaker = &mut found.speakers[usize::from(number)];
            for label in &names[key].labels {
                if !speaker.labels.iter().any(|known| known == label) {
                    speaker.labels.push((*label).to_owned());
                }
            }
            found.number.insert(key.to_owned(), number);
        }
        found
    }
}

#[cfg(test)]
#[path = "transcript_tests.rs"]
mod tests;
