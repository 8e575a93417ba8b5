//! Sentences that make the kind of statement a question asks for, of what it asks about: how plainly they do, and which
//! sentence goes with one of them, a remedy with its problem, the other side with a disagreement.

use std::collections::{BTreeMap, HashSet};

use super::analyst::{OF_ANOTHER, is_of, strength};
use super::focus::Focus;
use crate::judgement::Quotable;
use crate::model::{DocumentId, Kind, Span};
use crate::text::dates::is_month;
use crate::text::question::{Reading, is_light};
use crate::text::stance::{STATED, Stance, defines, explains, is_negative};
use crate::text::subject::{Standing, standing};
use crate::text::terms::{Stems, fold, is_stop, words};

/// How much of what is asked about a sentence must cover to be a statement of it.
const ABOUT: f32 = 0.45;
/// The same of one matter, which need not be called by all its names.
const ABOUT_MATTER: f32 = 0.38;
/// What is told of it counts for where the sentence begins with something else.
const INSIDE: f32 = 0.9;
/// How much of the matter a sentence names that has the verb asked about.
const OTHER: f32 = 0.2;
/// What a passage that speaks of it counts for where the sentence does not say it again.
const AROUND: f32 = 0.4;
/// What stands just before it counts for where one matter is told of.
const JUST_BEFORE: f32 = 0.8;
/// A sentence that makes no such statement is near at best, and so is one that hardly speaks of what is asked.
const NEAR: f32 = 0.5;
/// A statement that says less is none: "The landscape has changed."
const SAYS: f32 = 0.55;
/// Words of content that make a statement a full one.
const FULL: f32 = 8.0;
/// How much of the kind a sentence is that may be near, or may be one side of a disagreement.
const KIND: f32 = 0.4;
/// The same where anything that changed or is disputed is asked for: a surface word is no sign of either.
const PLAINER: f32 = 0.68;
/// What a rule counts for as a problem, and what happened by the clock as a change.
const NORM: f32 = 0.6;
/// A sentence as strong as this is worth being looked at.
pub(super) const NEAREST: f32 = 0.1;

/// How a sentence answers a question for a kind of statement.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Statement {
    /// From 0 to 1; at least 0.5 where it is stated.
    pub strength: f32,
    /// It makes such a statement, and of what is asked.
    pub stated: bool,
}

/// Judges sentences for one question.
pub struct Statements<'a> {
    stance: Stance,
    focus: &'a Focus,
    /// Stems of the words of what is asked about.
    subject: Vec<String>,
    /// Who is asked about, where one matter is told of.
    whom: Option<String>,
    /// What is done about problems is asked as well.
    remedy: bool,
}

impl<'a> Statements<'a> {
    /// `None` for a question that asks for no kind of statement.
    pub fn sought(reading: &Reading, focus: &'a Focus, stems: &mut Stems) -> Option<Self> {
        let stance = reading.stance?;
        // *Feature* says little in a question, but belongs to the name of a thing.
        let subject = match stance {
            Stance::Definition | Stance::Mechanism => words(&reading.about)
                .filter(|word| !is_stop(&fold(word.text)))
                .map(|word| stems.stem(word.text).to_owned())
                .collect(),
            _ => reading.content.iter().map(|word| stems.stem(word).to_owned()).collect(),
        };
        let whom = reading.doer.clone().filter(|_| stance.is_of_one_matter());
        Some(Self { stance, focus, subject, whom, remedy: reading.remedy })
    }

    /// How plainly a sentence makes a statement of the kind, whatever it is about.
    pub fn kind(&self, text: &str, stems: &mut Stems) -> f32 {
        match self.stance {
            Stance::Mechanism => explains(text, &self.subject, stems).max(defines(text, &self.subject, stems)),
            Stance::Definition => defines(text, &self.subject, stems),
            stance => match (stance, stance.strength(text)) {
                // What must be done lest something happen, and what a word means, is nothing that is amiss.
                (Stance::Problem, strength) if strength > 0.0 && is_norm(text) => NORM * strength,
                // What stopped at four and began again at five did not change.
                (Stance::Change, strength) if strength > 0.0 && is_of_a_day(text) => NORM * strength,
                (_, strength) => strength,
            },
        }
    }

    /// The kind of statement that is sought.
    pub fn stance(&self) -> Stance {
        self.stance
    }

    /// True for a sentence that may say how the thing works by where it stands.
    pub fn may_lay_down(&self, text: &str) -> bool {
        self.stance == Stance::Mechanism && self.subject.len() > 1 && lays_down(text)
    }

    /// True where what is told is of one matter, which may be named before it.
    pub fn is_of_one_matter(&self) -> bool {
        self.stance.is_of_one_matter()
    }

    /// True for a sentence that speaks of what is asked, whatever it says of it.
    pub fn is_of(&self, text: &str, stems: &mut Stems) -> bool {
        strength(self.focus.score(text, stems)) >= ABOUT
    }

    /// Judges a sentence.
    pub fn judge(&self, quotable: &Quotable, stems: &mut Stems) -> Statement {
        let text = &quotable.text;
        // What a sentence is quoted with for its sake is not what makes the statement.
        let kind = if self.is_of_one_matter() { self.kind(last_sentence(text), stems) } else { self.kind(text, stems) };
        let laid_down = self.under_its_heading(quotable, stems);
        let kind = kind.max(laid_down).max(self.as_a_side(quotable));
        let found = self.focus.score(text, stems);
        let about = if self.focus.is_empty() && self.focus.unknown().is_empty() {
            1.0
        } else {
            let around = quotable.relevance.unwrap_or_default();
            let part = if self.is_of_one_matter() { JUST_BEFORE } else { AROUND };
            let told = found.predicate || !self.is_of_one_matter() || !self.focus.asks_what_happened();
            (if told { 1.0 } else { OF_ANOTHER } * strength(found)).max(part * around)
        };
        let about = about.max(laid_down);
        let behind = quotable.speaker.as_deref().unwrap_or_default();
        // Something else that slipped is another matter.
        let exact = self.focus.words_in(text, stems);
        let telling = exact > 0 && self.focus.verb_tells();
        let alike = found.predicate && !telling && found.matter < OTHER;
        let other = self.is_of_one_matter() && alike && about <= strength(found);
        let about = if other { OF_ANOTHER * about } else { about };
        // Of what nobody speaks of, nothing is told by a word like the rest of the question.
        let unheard = self.is_of_one_matter() && !self.focus.unknown().is_empty();
        let about = if unheard && exact == 0 { 0.0 } else { about };
        let of_another = self.whom.as_deref().is_some_and(|name| !is_of(name, text) && !is_of(name, behind));
        let about = if of_another { OF_ANOTHER * about } else { about };
        let full = if is_piece(text) { 0.0 } else { substance(text) };
        let stands = (self.stance == Stance::Fate).then(|| standing(text, &self.subject, stems));
        // What became of somebody is told of him, or by him, and he need not be called by all his names.
        let kind = match stands {
            Some(Standing::Inside) => kind * INSIDE,
            Some(Standing::ByTheWay) => kind * OF_ANOTHER,
            _ => kind,
        };
        let enough = if self.is_of_one_matter() { ABOUT_MATTER } else { ABOUT };
        let stated = kind >= STATED && about >= enough && full >= SAYS;
        // What is barely of the kind comes behind what is so by several signs.
        let plain = (kind - STATED) / (1.0 - STATED);
        let part = if self.is_of_one_matter() { 0.65 } else { 0.4 };
        let worth = ((1.0 - part) * plain + part * about) * (0.4 + 0.6 * full);
        let strength = match stated {
            true => NEAR + (1.0 - NEAR) * worth,
            // What is not even about it is not near, nor, where anything of the kind is asked for, what is of no kind.
            false if about < ABOUT / 2.0 || self.subject.is_empty() && kind < self.least() => 0.0,
            false if !self.is_near(text, kind, stems) => 0.0,
            false if self.is_of_one_matter() => NEAR * about * (0.5 + 0.5 * kind) * (0.4 + 0.6 * full),
            false => NEAR * about * (0.3 + 0.7 * kind) * (0.4 + 0.6 * full),
        };
        Statement { strength, stated }
    }

    /// How much of the kind a sentence must be to be near where anything of the kind is asked for.
    fn least(&self) -> f32 {
        if matches!(self.stance, Stance::Change | Stance::Disagreement) { PLAINER } else { KIND }
    }

    /// How plainly a sentence takes a side by standing under a heading for one, as hearings are recorded: "Opponents".
    fn as_a_side(&self, quotable: &Quotable) -> f32 {
        let behind = quotable.speaker.as_deref().unwrap_or_default();
        let heading = behind.split_once(", under “").map(|(_, heading)| heading.to_lowercase()).unwrap_or_default();
        let side = ["opponents", "opposed", "proponents", "in favor", "in favour", "in opposition", "objections"]
            .iter()
            .any(|side| heading.contains(side));
        if self.stance == Stance::Disagreement && side && takes_a_side(&quotable.text) { STATED } else { 0.0 }
    }

    /// The sentences that say by themselves what was done, where that is asked beside the problems: by name of who did it or
    /// what was done, and not by a rule.
    pub fn remedies<'q>(&self, among: &'q [Quotable]) -> Vec<&'q Quotable> {
        const MOST: usize = 1;
        let mut found: Vec<(f32, &Quotable)> = among
            .iter()
            .map(|quotable| (self.as_remedy(quotable), quotable))
            .filter(|(worth, _)| *worth > 0.0)
            .collect();
        found.sort_by(|a, b| b.0.total_cmp(&a.0));
        found.into_iter().take(MOST).map(|(_, quotable)| quotable).collect()
    }

    /// How strong a sentence is as a remedy that stands by itself, where remedies are asked for, from 0 to 1.
    pub fn as_remedy(&self, quotable: &Quotable) -> f32 {
        let text = &quotable.text;
        let full = substance(text);
        let asked = self.stance == Stance::Problem && self.remedy && self.subject.is_empty();
        let plain = asked && is_deed(text) && full >= SAYS && !is_piece(text) && !is_norm(text);
        // What is of both kinds is a problem with its remedy.
        if plain && self.stance.strength(text) < STATED { NEAR + 0.3 * full } else { 0.0 }
    }

    /// True for a sentence that may take a side by where it stands.
    pub fn may_take_a_side(&self, text: &str) -> bool {
        self.stance == Stance::Disagreement && takes_a_side(text)
    }

    /// How plainly what stands under a heading that is the thing's name says how it works: such a section lays down what is
    /// required, allowed and measured.
    fn under_its_heading(&self, quotable: &Quotable, stems: &mut Stems) -> f32 {
        if self.stance != Stance::Mechanism || self.subject.len() < 2 {
            return 0.0;
        }
        let heading =
            quotable.speaker.as_deref().and_then(|behind| behind.split_once(", under “")).map(|(_, last)| last);
        let named: HashSet<String> =
            heading.into_iter().flat_map(words).map(|word| stems.stem(word.text).to_owned()).collect();
        if named.is_empty() || !self.subject.iter().all(|stem| named.contains(stem)) {
            return 0.0;
        }
        if lays_down(&quotable.text) { STATED } else { 0.0 }
    }

    /// False for a sentence that says nothing of how a thing works, or of what it is: nobody asked for that.
    fn is_near(&self, text: &str, kind: f32, stems: &mut Stems) -> bool {
        !matches!(self.stance, Stance::Mechanism | Stance::Definition)
            || kind >= KIND && standing(text, &self.subject, stems) == Standing::Subject
    }

    /// What may be one side of a disagreement is one where somebody else says otherwise.
    pub fn with_other_side(&self, text: &str, judged: Statement, stems: &mut Stems) -> Statement {
        let told = self.stance == Stance::Disagreement && !judged.stated && self.kind(text, stems) >= KIND;
        match told && judged.strength > 0.0 {
            true => Statement { strength: NEAR + judged.strength * (1.0 - NEAR), stated: true },
            false => judged,
        }
    }

    /// The sentence of a record that goes with one of them.
    pub fn companion<'q>(&self, of: &Quotable, among: &'q [Quotable], stems: &mut Stems) -> Option<&'q Quotable> {
        match self.stance {
            Stance::Problem => remedy(of, among, stems),
            Stance::Disagreement => other_side(of, among, stems),
            Stance::Change if tells_of_now(&of.text) => other_figure(of, among, stems),
            _ => None,
        }
    }
}

/// True for a sentence by which somebody says what he wants of a matter: he implores, supports, would rather not.
fn takes_a_side(text: &str) -> bool {
    let all: Vec<String> = words(text).map(|word| fold(word.text)).collect();
    let named = text.starts_with(char::is_uppercase);
    let urges = |word: &String| {
        matches!(
            word.as_str(),
            "implored"
                | "urged"
                | "supports"
                | "supported"
                | "opposes"
                | "opposed"
                | "favors"
                | "favours"
                | "favored"
                | "favoured"
                | "objects"
                | "objected"
                | "disputed"
                | "disagreed"
                | "disagrees"
                | "protested"
                | "against"
        )
    };
    let rather = |pair: &[String]| {
        matches!(
            (pair[0].as_str(), pair[1].as_str()),
            ("would", "like")
                | ("not", "like")
                | ("not", "support")
                | ("not", "want")
                | ("should", "not")
                | ("should", "be")
        )
    };
    named && (all.iter().any(urges) || all.windows(2).any(rather))
}

/// True for a sentence that tells what somebody did about something, and does not deny it.
pub(super) fn is_deed(text: &str) -> bool {
    let did = |word: &str| {
        matches!(
            word,
            "ordered"
                | "orders"
                | "evacuated"
                | "evacuating"
                | "repaired"
                | "mended"
                | "banned"
                | "dismissed"
                | "suspended"
                | "investigated"
                | "inspected"
                | "fined"
                | "recalled"
                | "rebuilt"
                | "prohibited"
                | "mitigated"
                | "patched"
                | "restored"
                | "safeguards"
                | "guardrails"
        )
    };
    let inquiry = text.contains("public inquiry") || text.contains("Public Inquiry");
    (inquiry || words(text).any(|word| did(&word.text.to_lowercase()))) && !is_negative(text)
}

/// Words of content that two sentences share.
pub(super) fn shared(one: &str, other: &str, stems: &mut Stems) -> usize {
    content(one, stems).intersection(&content(other, stems)).count()
}

/// True for what an ordinance or a contract lays down, and for what says what a word means.
fn is_norm(text: &str) -> bool {
    let all: Vec<String> = words(text).map(|word| fold(word.text)).collect();
    let lays_down = all.iter().any(|word| word == "shall")
        || all.windows(3).any(|run| {
            run[0] == "may" && run[1] == "be" && run[2].ends_with("ed") || run[0] == "must" && run[1] == "be"
        });
    let article = all.first().is_some_and(|word| matches!(word.as_str(), "a" | "an"));
    let means = article
        && all
            .iter()
            .take(7)
            .collect::<Vec<_>>()
            .windows(2)
            .any(|pair| pair[0] == "is" && matches!(pair[1].as_str(), "a" | "an" | "the"))
        || article
            && all.iter().take(5).any(|word| word == "that")
            && !all.iter().any(|word| matches!(word.as_str(), "was" | "were" | "had"));
    lays_down || means
}

/// True for what happened by the clock: "at twenty past four", "at 19:42".
fn is_of_a_day(text: &str) -> bool {
    let all: Vec<String> = words(text).map(|word| fold(word.text)).collect();
    let hour = |word: &str| {
        matches!(
            word,
            "one"
                | "two"
                | "three"
                | "four"
                | "five"
                | "six"
                | "seven"
                | "eight"
                | "nine"
                | "ten"
                | "eleven"
                | "twelve"
                | "noon"
                | "midnight"
        )
    };
    let year =
        |word: &String| word.len() == 4 && word.starts_with(['1', '2']) && word.bytes().all(|b| b.is_ascii_digit());
    !all.iter().any(year)
        && all
            .windows(2)
            .any(|pair| matches!(pair[0].as_str(), "at" | "past" | "to") && hour(&pair[1]) && pair[0] != "to")
}

/// True for a sentence that lays down what is required, allowed or measured.
fn lays_down(text: &str) -> bool {
    words(text).any(|word| {
        matches!(
            word.text,
            "shall"
                | "must"
                | "may"
                | "required"
                | "requires"
                | "allowed"
                | "permitted"
                | "prohibited"
                | "specified"
                | "means"
        )
    })
}

/// The last of the sentences that are quoted together.
fn last_sentence(text: &str) -> &str {
    const SHORTEST: usize = 20;
    let ends = text.match_indices(['.', '!']).filter(|&(at, _)| {
        let behind = &text[at + 1..];
        let next = behind.trim_start();
        next.len() < behind.len() && next.len() >= SHORTEST && next.starts_with(|c: char| c.is_uppercase() || c == '"')
    });
    // "Mr. Voss", "J. Voss" end nothing.
    let mut ends = ends.filter(|&(at, _)| {
        let word = text[..at].rsplit(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
        word.chars().count() > 3 || word.chars().all(|c| c.is_lowercase() || c.is_numeric()) && !word.is_empty()
    });
    ends.next_back().map_or(text, |(at, _)| text[at + 1..].trim_start())
}

/// True for a row of a table, or a piece that begins within a sentence.
fn is_piece(text: &str) -> bool {
    text.contains('|') || text.starts_with(char::is_lowercase)
}

/// How much a sentence says, from 0 to 1: "There are problems we need to think about" says next to nothing.
fn substance(text: &str) -> f32 {
    let telling = |word: &str| {
        (word.chars().count() > 3 || word.chars().skip(1).any(char::is_uppercase))
            && !is_stop(&fold(word))
            && !is_light(&word.to_lowercase())
            && !is_filler(word)
    };
    let count = words(text)
        .map(|word| word.text)
        .filter(|word| telling(word) || word.starts_with(|c: char| c.is_ascii_digit()));
    (count.count() as f32 / FULL).min(1.0)
}

/// Words of talk that say nothing by themselves.
fn is_filler(word: &str) -> bool {
    matches!(
        word.to_lowercase().as_str(),
        "thing"
            | "things"
            | "think"
            | "really"
            | "kind"
            | "need"
            | "know"
            | "like"
            | "going"
            | "people"
            | "want"
            | "sort"
            | "actually"
            | "little"
            | "about"
            | "something"
            | "problem"
            | "problems"
            | "work"
            | "just"
            | "very"
            | "well"
            | "much"
            | "many"
            | "getting"
            | "make"
            | "biggest"
            | "issue"
            | "issues"
            | "said"
            | "says"
            | "asked"
    )
}

/// How far behind a problem, in bytes, its remedy is told.
const BEHIND: usize = 600;
/// The same where the two share no word.
const NEXT: usize = 240;
/// How plainly it must be one.
const REMEDY: f32 = 0.65;
/// Words that two sentences must share to be of the same matter, and the part of the shorter's that they make up.
const SHARED: usize = 3;
const SHARED_PART: f32 = 0.4;

/// True for a sentence that says itself what is done.
pub(super) fn is_remedied(quotable: &Quotable) -> bool {
    Stance::Remedy.strength(&quotable.text) >= STATED
}

fn remedy<'q>(of: &Quotable, among: &'q [Quotable], stems: &mut Stems) -> Option<&'q Quotable> {
    if is_remedied(of) {
        return None;
    }
    let said = content(&of.text, stems);
    let mut best: Option<(f32, &Quotable)> = None;
    for other in among.iter().filter(|other| other.text != of.text) {
        let remedy = Stance::Remedy.strength(&other.text);
        if remedy < REMEDY {
            continue;
        }
        let said_by_other = content(&other.text, stems);
        let shared = said_by_other.intersection(&said).count();
        let part = shared as f32 / said.len().min(said_by_other.len()).max(1) as f32;
        let fits = match behind(of, other) {
            Some(behind) => behind <= NEXT && remedy >= STATED || behind <= BEHIND && shared > 0,
            None => remedy >= STATED && shared >= SHARED && part >= SHARED_PART,
        };
        let score = remedy + 0.3 * shared as f32 + if behind(of, other).is_some() { 0.5 } else { 0.0 };
        if fits && best.is_none_or(|(known, _)| score > known) {
            best = Some((score, other));
        }
    }
    best.map(|(_, other)| other)
}

/// Bytes between the end of a sentence and the beginning of another that stands behind it in its document.
fn behind(of: &Quotable, other: &Quotable) -> Option<usize> {
    let (place, place_of_other) = (placed(of)?, placed(other)?);
    (place.0 == place_of_other.0).then(|| place_of_other.1.start.checked_sub(place.1.end)).flatten()
}

/// True for the very next sentence.
pub fn follows(of: &Quotable, other: &Quotable) -> bool {
    const SPACE: usize = 4;
    behind(of, other).is_some_and(|behind| behind <= SPACE)
}

/// Where a quotation stands, where that is known; a report's knows its document only.
fn placed(quotable: &Quotable) -> Option<(DocumentId, Span)> {
    quotable.place.filter(|(_, span)| span.end > 0)
}

/// What somebody else says of the same, otherwise.
fn other_side<'q>(of: &Quotable, among: &'q [Quotable], stems: &mut Stems) -> Option<&'q Quotable> {
    // A *no* is the other side of what is plainly disputed, not of whatever has the same words.
    let plain = Stance::Disagreement.strength(&of.text) >= STATED;
    let mut best: Option<(usize, &Quotable)> = None;
    for other in among {
        let shared = contradicts(&of.text, &other.text, plain, stems);
        if is_anothers(of, other) && shared > best.map_or(0, |(shared, _)| shared) {
            best = Some((shared, other));
        }
    }
    best.map(|(_, other)| other)
}

/// True when two sentences are of different speakers, or of different documents.
pub fn is_anothers(one: &Quotable, other: &Quotable) -> bool {
    let source = |quotable: &Quotable| quotable.cites.iter().find(|cite| cite.kind == Kind::Source).copied();
    one.speaker != other.speaker && source(one) != source(other)
}

/// True for a sentence that says how much something is now.
pub fn tells_of_now(text: &str) -> bool {
    words(text).any(|word| word.text == "now") && text.contains(|c: char| c.is_ascii_digit())
}

/// Another figure for the same thing, as it was at another time.
fn other_figure<'q>(of: &Quotable, among: &'q [Quotable], stems: &mut Stems) -> Option<&'q Quotable> {
    let mut best: Option<(usize, &Quotable)> = None;
    for other in among.iter().filter(|other| is_anothers(of, other)) {
        let shared = contradicts(&of.text, &other.text, false, stems);
        if shared > best.map_or(0, |(known, _)| known) {
            best = Some((shared, other));
        }
    }
    best.map(|(_, other)| other)
}

/// Words that two sentences share that give other figures for one thing, or two opinions of it, or where the first is
/// `plain`ly disputed, of which one denies what the other says; 0 where they do not.
pub fn contradicts(one: &str, other: &str, plain: bool, stems: &mut Stems) -> usize {
    let (said, said_by_other) = (content(one, stems), content(other, stems));
    let shared = said.intersection(&said_by_other).filter(|stem| !is_figure(stem)).count();
    let (figures, others) = (measures(one, stems), measures(other, stems));
    // So many of one thing, and so many others of the same.
    let differ = figures.iter().any(|(unit, figure)| others.get(unit).is_some_and(|other| other != figure))
        && !figures.iter().any(|(unit, figure)| others.get(unit) == Some(figure));
    let opinions = is_opinion(one) && is_opinion(other);
    let part = shared as f32 / said.len().min(said_by_other.len()).max(1) as f32;
    let same = shared > SHARED && part >= SHARED_PART;
    let denied = plain && same && is_negative(one) != is_negative(other);
    if shared >= SHARED && (denied || differ || opinions) { shared } else { 0 }
}

/// The figures of a sentence, by the stem of what they count.
fn measures(text: &str, stems: &mut Stems) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    let mut figure: Option<(String, usize)> = None;
    for word in words(text) {
        match figure.take() {
            _ if is_figure(word.text) => {
                // "4,120" is one figure.
                let joined = figure_before(text, word.span.start);
                let whole = joined.map_or(word.text.to_owned(), |before| format!("{before}{}", word.text));
                figure = Some((whole, word.span.end));
            }
            // "2 February" counts nothing.
            Some((number, end))
                if word.text.chars().count() > 2
                    && word.span.start == end + 1
                    && !is_month(&word.text.to_lowercase()) =>
            {
                found.insert(stems.stem(word.text).to_owned(), number);
            }
            _ => {}
        }
    }
    found
}

/// The digits in front of a comma or a point that stands directly before a position.
fn figure_before(text: &str, start: usize) -> Option<&str> {
    let front = text.get(..start)?.strip_suffix([',', '.'])?;
    let digits = front.len() - front.trim_end_matches(|c: char| c.is_ascii_digit()).len();
    (digits > 0).then(|| &front[front.len() - digits..])
}

/// True for what somebody gives as an opinion of theirs.
fn is_opinion(text: &str) -> bool {
    let lower = text.to_lowercase();
    ["in my opinion", "in our opinion", "in my view", "in our view", "we conclude", "i conclude"]
        .iter()
        .any(|mark| lower.contains(mark))
}

fn is_figure(stem: &str) -> bool {
    stem.starts_with(|c: char| c.is_ascii_digit())
}

/// Stems of the words that say something.
fn content(text: &str, stems: &mut Stems) -> HashSet<String> {
    let telling =
        |word: &str| (word.chars().count() > 3 || is_figure(word)) && !is_stop(&fold(word)) && !is_filler(word);
    words(text).filter(|word| telling(word.text)).map(|word| stems.stem(word.text).to_owned()).collect()
}

/// The first words of an answer to a question for a kind of statement of which `found` sentences make one, of those shown.
pub(super) fn scarce(reading: &Reading, found: usize, shown: usize) -> String {
    let Some(stance) = reading.stance else { return String::new() };
    // One definition is enough.
    if stance == Stance::Definition && found > 0 {
        return String::new();
    }
    let of = |joining: &str| match reading.about.as_str() {
        "" => String::new(),
        about => format!(" {joining} “{}”", super::quotation::plain(about)),
    };
    let says = match stance {
        Stance::Change => format!("that something changed{}", of("about")),
        Stance::Problem => format!("of a problem or a risk{}", of("of")),
        Stance::Remedy => format!("what is done{}", of("about")),
        Stance::Disagreement => format!("of a disagreement{}", of("about")),
        Stance::Mechanism => format!("how{} works", of("").replacen("  ", " ", 1)),
        Stance::Definition => format!("what{} is", of("").replacen("  ", " ", 1)),
        Stance::Cause => "why".to_owned(),
        Stance::Fate => format!("what became{}", of("of")),
        Stance::Ownership => format!("whose{} is", of("").replacen("  ", " ", 1)),
        Stance::Warning => "of such a warning".to_owned(),
    };
    let (tells, tell) = match stance {
        Stance::Problem | Stance::Disagreement | Stance::Warning => ("tells", "tell"),
        _ => ("says", "say"),
    };
    let others = if shown > found { " The others come nearest." } else { "" };
    match found {
        0 => format!("No sentence was found that can be quoted by itself and {tells} {says}. These come nearest.\n\n"),
        1 => format!("Only one sentence was found that can be quoted by itself and {tells} {says}.{others}\n\n"),
        _ => format!("Only two sentences were found that can be quoted by themselves and {tell} {says}.{others}\n\n"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judgement::extractive::focus::NoLexicon;
    use crate::model::Ref;

    fn said(document: u32, speaker: &str, start: usize, text: &str) -> Quotable {
        Quotable {
            text: text.to_owned(),
            cites: vec![Ref::new(Kind::Source, document)],
            place: Some((DocumentId(document), Span::new(start, start + text.len()))),
            speaker: Some(speaker.to_owned()),
            relevance: None,
        }
    }

    fn judged(question: &str, text: &str) -> Statement {
        let reading = Reading::of(question);
        let (focus, mut stems) = (Focus::new(&reading, &NoLexicon), Stems::default());
        Statements::sought(&reading, &focus, &mut stems).unwrap().judge(&said(1, "", 0, text), &mut stems)
    }

    #[test]
    fn what_states_the_kind_comes_before_what_has_its_words() {
        let question = "What changed over time?";
        let told = judged(question, "The ferry to Orsk used to run twice a day, and now it runs on Fridays.");
        let word = judged(question, "Applicants may ask the clerk for a change of the sign over time.");
        assert!(told.stated && !word.stated && told.strength > word.strength, "{told:?} {word:?}");
    }

    #[test]
    fn a_statement_must_be_about_what_is_asked() {
        let question = "What problems does the ferry have?";
        assert!(judged(question, "The ferry failed twice in March because of a cracked shaft.").stated);
        assert!(!judged(question, "The mill failed twice in March because of a cracked shaft.").stated);
    }

    #[test]
    fn what_says_nothing_comes_last() {
        let question = "Which risks are described?";
        let empty = judged(question, "There are dangers and risks that we need to think about.");
        let full = judged(question, "The inspector warned of a leak under the northern sluice at Orsk.");
        assert!(full.strength > empty.strength + 0.1, "{full:?} {empty:?}");
    }

    #[test]
    fn a_problem_goes_with_what_is_done_about_it() {
        let problem = said(1, "Ada Voss", 0, "The sluice at Orsk leaked all winter.");
        let after = said(1, "Ada Voss", 50, "In June the guild repaired it with clay.");
        let far = said(1, "Ada Voss", 5_000, "In June the guild repaired it with clay.");
        let elsewhere = said(2, "Jan Orr", 0, "The guild repaired the sluice of Orsk before the winter.");
        let mut stems = Stems::default();
        let mut with = |other: &Quotable| remedy(&problem, std::slice::from_ref(other), &mut stems).is_some();
        assert!(with(&after) && with(&elsewhere) && !with(&far));
    }

    #[test]
    fn the_other_side_denies_or_counts_otherwise() {
        let mut stems = Stems::default();
        let one = "The board bought 40 tonnes of cement for the northern sluice.";
        assert!(contradicts(one, "The board never bought cement for the northern sluice.", true, &mut stems) > 0);
        assert_eq!(contradicts(one, "The board never bought cement for the northern sluice.", false, &mut stems), 0);
        assert!(
            contradicts(one, "For the northern sluice the board bought 12 tonnes of cement.", false, &mut stems) > 0
        );
        assert_eq!(
            contradicts(one, "For the northern sluice the board bought 40 tonnes of cement.", false, &mut stems),
            0
        );
        let opinion = "In my opinion the char at Orsk died of cold water.";
        let others = "In our view lime in the water killed the char at Orsk.";
        assert!(contradicts(opinion, others, false, &mut stems) > 0);
        assert_eq!(contradicts(opinion, "Lime in the water killed the char at Orsk.", true, &mut stems), 0);
        assert_eq!(contradicts(one, "The vicar never rang the bells.", true, &mut stems), 0);
    }

    #[test]
    fn that_little_was_found_is_said() {
        let how = scarce(&Reading::of("How does computer science work?"), 0, 3);
        assert!(how.ends_with("and says how “computer science” works. These come nearest.\n\n"), "{how}");
        let disputes = scarce(&Reading::of("What do people disagree about?"), 1, 3);
        assert!(
            disputes.starts_with("Only one sentence was found that can be quoted by itself and tells of"),
            "{disputes}"
        );
    }
}
