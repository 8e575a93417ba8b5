//! People who have one name only, in minutes, records and chats: told by how often that name stands where only somebody
//! does. In a list behind *Present:*, in brackets in front of what is to be done, bidden to do it, before a colon, as
//! whoever asked or thinks something, as somebody whose wife there is, as *he* or *she* behind. One of these may be
//! chance; two of them, or a list of those who came, are not.

use std::collections::{BTreeMap, BTreeSet};

use super::surroundings::is_before_place;
use crate::index::merge::spelling::cases::Cases;
use crate::index::merge::table::{CONCEPT, Name, PERSON, Table};
use crate::judgement::{DocumentText, Passages};
use crate::model::{EntityType, SentenceKind, Span};
use crate::text::language::word_lists;
use crate::text::names::kind;
use crate::text::names::tag::is_ordinary_word;
use crate::text::words::lexicon::{Flags, flags, flags_of_noun, known_kind};
use crate::text::words::terms::{first_word, last_word};

word_lists! {
    static WORDS = "doers.toml": rosters, joining, acts, bidden, kin, pronouns, aged, articles
}

/// Bytes of its line in front of a name that are examined.
const BEFORE: usize = 400;
/// Bytes of its line behind a name that are examined.
const BEHIND: usize = 160;
/// Words that an entry in a list of people has at most.
const LISTED: usize = 4;
/// Letters that somebody's initials have at most.
const INITIALS: usize = 3;
/// Share of a name's mentions that have to stand as a person's.
const SHARE: f32 = 0.3;
/// Share of them that may stand as a thing's or a place's.
const OTHERWISE: f32 = 0.15;
/// How many times more often a name has to be capitalised as a name than written small or at the beginning of a line.
const MOSTLY: u32 = 4;
/// Number of mentions of one sort that are no coincidence.
const OFTEN: u32 = 3;
/// Number of different sorts of mentions that are no coincidence.
const SORTS: usize = 2;

/// A context in which only a person's name stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Stands {
    /// In a list of those present or absent.
    Listed,
    /// In brackets before an item of business.
    Bracketed,
    /// In brackets behind one, where other things than names stand, too.
    Credited,
    /// As the person who is to do something: "Ada to write".
    Bidden,
    /// In front of a colon.
    Labelled,
    /// As the subject of a verb of saying or thinking.
    Acting,
    /// As the possessor of what only a person has: "Ada's wife".
    Owning,
    /// As the antecedent of *he* or *she*.
    Meant,
    /// Behind an age: "twelve-year-old Ada".
    Aged,
}

/// What is counted over all mentions of one name.
#[derive(Default)]
struct Told {
    sorts: BTreeMap<Stands, u32>,
    told: u32,
    otherwise: u32,
}

impl Told {
    fn is_somebody(&self, name: &Name) -> bool {
        let of = |sort: Stands| self.sorts.get(&sort).copied().unwrap_or(0);
        // A word like *Moss* is somebody's name where those who came are listed.
        if is_ordinary_word(&name.key) && !flags(&name.key).has(Flags::FIRST_NAME) && of(Stands::Listed) == 0 {
            return false;
        }
        let all = name.proper.max(1) as f32;
        let certain = of(Stands::Listed) > 0 || of(Stands::Bracketed) >= OFTEN || self.sorts.len() > SORTS;
        let several = self.sorts.len() >= SORTS && self.told >= OFTEN;
        (certain || several) && self.told as f32 >= SHARE * all && self.otherwise as f32 <= OTHERWISE * all
    }
}

impl Told {
    /// Whether somebody is called by a first name and a word for a landscape: *Josa Marsh* says or owns something, or
    /// has an age, and nothing is ever in her or at her.
    fn is_called_after_land(&self) -> bool {
        let of = |sort: Stands| self.sorts.get(&sort).copied().unwrap_or(0);
        let strong = [Stands::Listed, Stands::Acting, Stands::Owning, Stands::Aged].into_iter().map(of).sum::<u32>();
        self.otherwise == 0 && (strong > 0 || of(Stands::Meant) > 1)
    }
}

/// True for two words of which the last says a landscape and the first nothing: a park, or somebody of that name.
fn may_be_called_after_land(name: &Name) -> bool {
    let Some((first, last)) = name.key.split_once(' ') else { return false };
    let known = Flags::PLACE | Flags::DEMONYM | Flags::FUNCTION | Flags::MONTH | Flags::WEEKDAY | Flags::PLACE_HEAD;
    !last.contains(' ')
        && name.proper > name.common
        && flags_of_noun(last).has(Flags::PLACE_HEAD)
        && !flags(first).has(known)
        && first.chars().count() > 2
        && !is_ordinary_word(first)
        && known_kind(&name.key).is_none()
        && known_kind(first).is_none()
        && kind::by_words(name.surface()) == Some(EntityType::Place)
}

/// Adds votes for a person to the names that stand in such contexts, and returns those names.
pub(in crate::index::merge) fn vote(table: &mut Table, passages: &dyn Passages, cases: &Cases) -> BTreeSet<u32> {
    let landed: Vec<bool> = table.names.iter().map(may_be_called_after_land).collect();
    let open: Vec<bool> =
        table.names.iter().zip(&landed).map(|(name, landed)| *landed || may_be(name, cases)).collect();
    let mut found: BTreeMap<u32, Told> = BTreeMap::new();
    for occurrence in table.occurrences.iter().filter(|one| open[one.name as usize] && one.proper) {
        let passage = passages.at(occurrence.unit as usize);
        let told = found.entry(occurrence.name).or_default();
        match stands(&passage.document, occurrence.sentence as usize, occurrence.span()) {
            Ok(Some(sort)) => {
                *told.sorts.entry(sort).or_default() += 1;
                told.told += 1;
            }
            Ok(None) => {}
            Err(Otherwise) => told.otherwise += 1,
        }
    }
    found.retain(|&name, told| match landed[name as usize] {
        true => told.is_called_after_land(),
        false => told.is_somebody(&table.names[name as usize]),
    });
    let people: BTreeSet<u32> = found.into_keys().collect();
    for occurrence in table.occurrences.iter_mut().filter(|one| one.proper && people.contains(&one.name)) {
        let votes = &mut table.names[occurrence.name as usize].votes;
        if let Some(kind) = occurrence.kind.replace(PERSON as u8) {
            votes[usize::from(kind)] -= 1;
        }
        votes[PERSON] += 1;
    }
    people
}

/// Whether a name can be somebody's at all: one word, or two that are no body's and no place's.
fn may_be(name: &Name, cases: &Cases) -> bool {
    let first = name.key.as_str();
    let against = name.votes_against_person() - name.votes[CONCEPT];
    let heads = Flags::ORG_HEAD | Flags::PLACE_HEAD | Flags::EVENT_HEAD | Flags::PRODUCT_HEAD | Flags::WORK_HEAD;
    let given = flags(first).has(Flags::FIRST_NAME);
    name.proper > 0
        && name.common * MOSTLY <= name.proper
        && !first.contains(' ')
        && against * 2 <= name.proper
        && first.chars().all(char::is_alphabetic)
        && known_kind(first).is_none()
        && !flags_of_noun(first)
            .has(heads | Flags::PLACE | Flags::DEMONYM | Flags::MONTH | Flags::WEEKDAY | Flags::ROLE)
        && !flags(first).has(Flags::FUNCTION | Flags::FILLER | Flags::WEAK)
        && (given || !cases.is_small(first) && !kind::is_movement(first))
}

/// A name that stands as a thing or a place does.
struct Otherwise;

/// How a mention stands in its line.
fn stands(document: &DocumentText, sentence: usize, span: Span) -> Result<Option<Stands>, Otherwise> {
    let text = &document.text;
    let from = text.ceil_char_boundary(span.start.saturating_sub(BEFORE));
    let to = text.floor_char_boundary((span.end + BEHIND).min(text.len()));
    let (Some(front), Some(name), Some(behind)) =
        (text.get(from..span.start), span.slice(text), text.get(span.end..to))
    else {
        return Ok(None);
    };
    let front = front.rsplit('\n').next().unwrap_or_default();
    let front = front.trim_start_matches(|c: char| !c.is_alphabetic() && c != '(' && c != '[');
    let behind = behind.split('\n').next().unwrap_or_default();
    let initials = name.chars().all(char::is_uppercase);
    if initials && name.chars().count() > INITIALS {
        return Ok(None);
    }
    if is_listed(front) || is_below_list(document, sentence, front, behind) {
        return Ok(Some(Stands::Listed));
    }
    if initials {
        return Ok(None);
    }
    let last = last_word(front.trim_end()).to_lowercase();
    let touches = front.ends_with(' ') && front.trim_end().ends_with(char::is_alphanumeric);
    if touches && (WORDS.articles.has(&last) || is_before_place(&last)) {
        return Err(Otherwise);
    }
    let before = front.trim_end();
    if touches && WORDS.aged.iter().any(|end| before.to_lowercase().ends_with(end)) {
        return Ok(Some(Stands::Aged));
    }
    Ok(bracketed(front, behind).or_else(|| does(front, behind)))
}

/// What is told by the words behind a name, and by its opening the line alone or with others.
fn does(front: &str, behind: &str) -> Option<Stands> {
    let words = |text: &str| -> Vec<String> {
        text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_lowercase).collect()
    };
    if let Some(owned) = ["'s ", "’s "].iter().find_map(|mark| behind.strip_prefix(mark)) {
        return words(owned).first().filter(|word| WORDS.kin.has(word)).map(|_| Stands::Owning);
    }
    // Others may be bidden with them: *Orsk/Lund to mend the pump*.
    let rest = behind.trim_start_matches(|c: char| matches!(c, '/' | '+' | '&' | ',' | ' ') || c.is_uppercase());
    let opens = names_only(front);
    let others = behind.len() - rest.len();
    let rest = if others > 1 && behind.trim_start().starts_with(['/', '+', '&']) {
        rest.trim_start_matches(char::is_alphanumeric)
    } else {
        behind
    };
    if opens && rest.starts_with(": ") {
        return Some(Stands::Labelled);
    }
    let next = first_word(rest.trim_start());
    if rest.starts_with(' ') && next.chars().next().is_some_and(char::is_lowercase) {
        if opens && WORDS.bidden.has(next) {
            return Some(Stands::Bidden);
        }
        if WORDS.acts.has(next) || flags(next).has(Flags::SAY) {
            return Some(Stands::Acting);
        }
    }
    // Nobody else is named between.
    let clause = behind.split(['.', '!', '?', ';']).next().unwrap_or_default();
    let alone = clause.split(' ').take_while(|word| !word.chars().next().is_some_and(char::is_uppercase));
    let meant = alone.flat_map(words).any(|word| WORDS.pronouns.has(&word));
    meant.then_some(Stands::Meant)
}

/// True for names and what joins them, or nothing.
fn names_only(text: &str) -> bool {
    text.split(|c: char| c.is_whitespace() || c == '/' || c == '+' || c == ',').filter(|word| !word.is_empty()).all(
        |word| {
            word.chars().next().is_some_and(char::is_uppercase) && !word.ends_with([':', '.', '!', '?', ';'])
                || WORDS.joining.has(word)
        },
    )
}

/// True behind *Present:* or *Apologies:* and other names: "Present: Ada, Tom".
fn is_listed(front: &str) -> bool {
    let Some((label, names)) = front.rsplit_once(':') else { return false };
    WORDS.rosters.has(&label.trim().trim_matches('*').to_lowercase())
        && names_only(without_asides(names).trim_matches(['*', ' ']))
}

/// A list of names without what stands in brackets behind them: *Ada (chair), Tom*.
fn without_asides(names: &str) -> String {
    let mut kept = String::with_capacity(names.len());
    let mut inside = false;
    for c in names.chars() {
        match c {
            '(' => inside = true,
            ')' => inside = false,
            _ if !inside => kept.push(c),
            _ => {}
        }
    }
    kept
}

/// True for a line of a list below such a heading.
fn is_below_list(document: &DocumentText, sentence: usize, front: &str, behind: &str) -> bool {
    let short = |text: &str| names_only(text) && text.split_whitespace().count() < LISTED;
    if !short(front) || !short(behind.trim()) {
        return false;
    }
    let before = document.sentences.get(..sentence).unwrap_or_default();
    let heading = before.iter().rev().find(|one| one.kind == SentenceKind::Heading);
    let told = heading.and_then(|heading| heading.span.slice(&document.text)).unwrap_or_default();
    WORDS.rosters.has(&told.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase())
}

/// What brackets with nothing but names in them tell, at either end of a line.
fn bracketed(front: &str, behind: &str) -> Option<Stands> {
    let (outside, inside) = front.rsplit_once('(')?;
    let (rest, after) = behind.split_once(')')?;
    if inside.contains(')') || !names_only(inside) || !names_only(rest) {
        return None;
    }
    let ends = after.trim().trim_end_matches(['.', ';']).is_empty();
    match outside.trim().is_empty() {
        true => Some(Stands::Bracketed),
        false => ends.then_some(Stands::Credited),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(line: &str, name: &str) -> Option<Option<Stands>> {
        let start = line.find(name).unwrap();
        let (front, behind) = (&line[..start], &line[start + name.len()..]);
        let front = front.trim_start_matches(|c: char| !c.is_alphabetic() && c != '(' && c != '[');
        if is_listed(front) {
            return Some(Some(Stands::Listed));
        }
        Some(bracketed(front, behind).or_else(|| does(front, behind)))
    }

    #[test]
    fn minutes_tell_who_is_somebody() {
        for (line, name, sort) in [
            ("- Present: Orsk, Lund, Tarn", "Tarn", Some(Stands::Listed)),
            ("Present: Cllrs Orsk (chair), Lund, Tarn (from item 3)", "Tarn", Some(Stands::Listed)),
            ("**Apologies:** Orsk and Lund", "Lund", Some(Stands::Listed)),
            ("- (Orsk/Lund) Update on the pump.", "Lund", Some(Stands::Bracketed)),
            ("The pump is mended (Orsk).", "Orsk", Some(Stands::Credited)),
            ("- Orsk to mend the pump", "Orsk", Some(Stands::Bidden)),
            ("- Orsk/Lund to mend the pump", "Orsk", Some(Stands::Bidden)),
            ("- Orsk: mend the pump", "Orsk", Some(Stands::Labelled)),
            ("Then Orsk asked for the keys.", "Orsk", Some(Stands::Acting)),
            ("We met Orsk's wife there.", "Orsk", Some(Stands::Owning)),
            ("We met Orsk when she was ill.", "Orsk", Some(Stands::Meant)),
            ("The pump (Orsk) is mended by Lund.", "Orsk", None),
            ("- Pumps: Orsk and others", "Orsk", None),
            ("Orsk runs the pumps that Lund said he wants.", "Orsk", None),
        ] {
            assert_eq!(told(line, name), Some(sort), "{line}");
        }
    }
}
