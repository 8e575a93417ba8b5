//! Names that *and*, *&* or a slash holds together: *Orsk and Southern Company*, *Tarn GNU/Linux*. A sentence alone
//! does not tell them from two names side by side, so the reading cuts them; the corpus tells: by letters in brackets
//! that stand for the whole, by an article that the first part never has elsewhere, by a title, by how seldom the parts
//! stand alone.

use std::collections::{HashMap, HashSet};

use crate::index::merge::organisations::acronyms::letters_of;
use crate::index::merge::table::{Name, ORGANISATION, PERSON, Table};
use crate::judgement::Passages;
use crate::model::Span;
use crate::text::language::word_lists;
use crate::text::names::acronyms::{opens_bracket, spells};
use crate::text::names::is_company_form;
use crate::text::words::fold;
use crate::text::words::lexicon::{Flags, flags, flags_of_noun};
use crate::text::words::terms::{first_word, last_word};

word_lists! { static WORDS = "conjunctions.toml": and, partners, articles }

/// Words of the second part at most.
const LONGEST: usize = 4;
/// Mentions of what a slash holds together, and their share of those of its first part.
const SLASHED: (u32, f32) = (3, 0.8);
/// Mentions of two parts side by side from which on they are one name, and their mentions apart for each of those.
const TIED: (u32, f32) = (3, 0.1);
/// Share of a first part's other mentions that may have an article, where the article in front is the whole's.
const ARTICLED: f32 = 0.1;

/// What stands between two parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Tie {
    And,
    Slash,
}

/// A place where two parts stand side by side.
struct Pair {
    /// Position of the first part among the occurrences.
    first: usize,
    /// Where the second part begins and ends.
    second: Span,
    key: String,
    tie: Tie,
    articled: bool,
    /// Behind a comma, as the last of several may stand.
    listed: bool,
    /// Letters in brackets behind both, that stand for the whole.
    spelt: bool,
}

/// What all places of one pair tell.
#[derive(Default)]
struct Told {
    count: u32,
    /// Those behind a comma, which are none of the others.
    listed: u32,
    articled: u32,
    spelt: bool,
}

/// Makes one name of two where the corpus tells that they are.
pub(in crate::index::merge) fn settle(table: &mut Table, passages: &dyn Passages) {
    let pairs: Vec<Pair> = (0..table.occurrences.len()).filter_map(|at| pair(table, at, passages)).collect();
    if pairs.is_empty() {
        return;
    }
    let mut told: HashMap<&str, Told> = HashMap::new();
    for pair in &pairs {
        let told = told.entry(pair.key.as_str()).or_default();
        told.count += u32::from(!pair.listed);
        told.listed += u32::from(pair.listed);
        told.articled += u32::from(pair.articled && !pair.listed);
        told.spelt |= pair.spelt;
    }
    let titles = titles(table, passages, &told);
    let articles = articles(table, passages, &pairs);
    let tied: HashSet<String> = pairs
        .iter()
        .filter(|pair| is_tied(table, pair, &told[pair.key.as_str()], &articles, passages))
        .map(|pair| pair.key.clone())
        .collect();
    let one: Vec<bool> = pairs
        .iter()
        .map(|pair| {
            let told = &told[pair.key.as_str()];
            let (tied, titled) = (tied.contains(&pair.key), titles.contains(&pair.key));
            (!pair.listed || tied) && is_one(table, pair, told, &articles, passages, (tied, titled))
        })
        .collect();
    let whole: HashSet<String> =
        pairs.iter().zip(&one).filter(|(_, one)| **one).map(|(pair, _)| pair.key.clone()).collect();
    let mut joined: Vec<(u32, Span)> = Vec::new();
    let joins = |pair: &Pair| whole.contains(&pair.key) && (!pair.listed || tied.contains(&pair.key));
    for pair in pairs.into_iter().filter(joins) {
        let name = table.name(pair.key);
        let occurrence = &mut table.occurrences[pair.first];
        (occurrence.name, occurrence.end, occurrence.sure) = (name, pair.second.end as u32, true);
        let kept = usize::from(occurrence.kind.unwrap_or(PERSON as u8)) == ORGANISATION;
        occurrence.kind = occurrence.kind.filter(|_| kept);
        joined.push((occurrence.unit, occurrence.span()));
    }
    // What stands in a joined name is part of it, and no name of its own there.
    let mut at = 0;
    table.occurrences.retain(|occurrence| {
        while joined.get(at).is_some_and(|(unit, span)| (*unit, span.end as u32) <= (occurrence.unit, occurrence.start))
        {
            at += 1;
        }
        joined.get(at).is_none_or(|&(unit, span)| {
            unit != occurrence.unit || !span.contains(occurrence.span()) || span == occurrence.span()
        })
    });
    table.count(passages);
}

/// The pair that an occurrence is the first part of.
fn pair(table: &Table, at: usize, passages: &dyn Passages) -> Option<Pair> {
    let occurrence = &table.occurrences[at];
    if !occurrence.proper {
        return None;
    }
    let text = passages.text(occurrence.unit as usize);
    let behind = text.get(occurrence.end as usize..)?;
    let (tie, start) = tie(behind)?;
    let start = occurrence.end as usize + start;
    let before = text.get(..occurrence.start as usize)?;
    if before.trim_end().ends_with(['/', '&']) {
        return None;
    }
    // A list of several is none, as it seems: *Tarn, Orsk and Southern Company*.
    let listed = before.trim_end().ends_with(',');
    let named = table.occurrences[at + 1..]
        .iter()
        .take_while(|next| next.unit == occurrence.unit && next.start as usize <= start)
        .find(|next| next.proper && next.start as usize == start);
    let end = match named {
        Some(next) => next.end as usize,
        None => capitals_end(text, start)?,
    };
    let whole = text.get(occurrence.start as usize..end)?;
    let key = fold::key(whole);
    let articled = word_before(before).is_some_and(|word| WORDS.articles.has(&word.to_lowercase()));
    let second = Span::new(start, end);
    let spelt = bracketed(text.get(end..)?).is_some_and(|letters| {
        let short = fold::key(letters);
        let short = letters_of(&short);
        spells(&key, &short) && !spells(&fold::key(&text[start..end]), &short)
    });
    Some(Pair { first: at, second, key, tie, articled, listed, spelt })
}

/// What ties a name to the capital behind it, and the bytes up to that.
fn tie(behind: &str) -> Option<(Tie, usize)> {
    let capital = |at: usize| behind.get(at..).is_some_and(|rest| rest.starts_with(char::is_uppercase));
    if behind.starts_with('/') {
        return capital(1).then_some((Tie::Slash, 1));
    }
    let rest = behind.strip_prefix([' ', '\n'])?;
    let word = rest.split([' ', '\n']).next()?;
    let at = 1 + word.len() + 1;
    (WORDS.and.has(word) && capital(at)).then_some((Tie::And, at))
}

/// Where a run of capitalised words ends.
fn capitals_end(text: &str, start: usize) -> Option<usize> {
    let mut end = start;
    for _ in 0..LONGEST {
        let from = if end == start { start } else { end + 1 };
        let word = first_word(text.get(from..)?);
        let parted = end != start && !text[end..].starts_with(' ');
        if parted || !word.starts_with(char::is_uppercase) || flags(&word.to_lowercase()).has(Flags::FUNCTION) {
            break;
        }
        end = from + word.len();
    }
    (end > start).then_some(end)
}

/// The last word of a text that ends in a space.
fn word_before(before: &str) -> Option<&str> {
    before.strip_suffix([' ', '\n']).map(last_word)
}

/// Letters that stand in brackets at once: ` (O&S)`.
fn bracketed(behind: &str) -> Option<&str> {
    let at = behind.find(|c: char| c.is_alphanumeric())?;
    opens_bracket(&behind[..at])
        .then(|| behind[at..].split([')', ',', ';', '"', '”']).next())?
        .filter(|letters| letters.len() <= 8 && letters.chars().all(|c| c.is_uppercase() || matches!(c, '&' | '.')))
}

/// The keys of pairs that documents are titled by.
fn titles(table: &Table, passages: &dyn Passages, told: &HashMap<&str, Told>) -> HashSet<String> {
    let units = (0..table.documents).filter_map(|document| table.units.of(document).first().copied());
    units
        .filter_map(|unit| {
            let document = passages.at(unit as usize).document;
            let key = fold::key(&document.document.title);
            told.contains_key(key.as_str()).then_some(key)
        })
        .collect()
}

/// For the first parts of pairs, how often each stands elsewhere, and how often with an article.
fn articles(table: &Table, passages: &dyn Passages, pairs: &[Pair]) -> HashMap<u32, (u32, u32)> {
    let mut counts: HashMap<u32, (u32, u32)> =
        pairs.iter().map(|pair| (table.occurrences[pair.first].name, (0, 0))).collect();
    let first: HashSet<usize> = pairs.iter().map(|pair| pair.first).collect();
    for (at, occurrence) in table.occurrences.iter().enumerate() {
        if first.contains(&at) {
            continue;
        }
        if let Some(count) = counts.get_mut(&occurrence.name) {
            let before = passages.text(occurrence.unit as usize).get(..occurrence.start as usize);
            let articled = before.and_then(word_before).is_some_and(|word| WORDS.articles.has(&word.to_lowercase()));
            *count = (count.0 + 1, count.1 + u32::from(articled));
        }
    }
    counts
}

/// Whether a pair is one name; its parts may be `tied`, and a document `titled` by it.
fn is_one(
    table: &Table,
    pair: &Pair,
    told: &Told,
    articles: &HashMap<u32, (u32, u32)>,
    passages: &dyn Passages,
    (tied, titled): (bool, bool),
) -> bool {
    let occurrence = &table.occurrences[pair.first];
    let first = &table.names[occurrence.name as usize];
    let text = passages.text(occurrence.unit as usize);
    let second = fold::key(&text[pair.second.start..pair.second.end]);
    let known = table.by_key.get(&second).map(|&name| &table.names[name as usize]);
    if pair.tie == Tie::Slash {
        let (least, share) = SLASHED;
        let somebody = is_somebody(first) || known.is_some_and(is_somebody);
        return told.count >= least && told.count as f32 >= share * first.proper as f32 && !somebody;
    }
    if WORDS.partners.has(&second) {
        return true;
    }
    let last = second.rsplit(' ').next().unwrap_or_default();
    let is_head = |word: &str| flags_of_noun(word).has(Flags::ORG_HEAD) || is_company_form(word);
    let own_head = first.words().next_back().is_some_and(is_head);
    let (elsewhere, articled) = articles.get(&occurrence.name).copied().unwrap_or_default();
    let alone = known.map_or(0, |name| name.proper.saturating_sub(told.count));
    // *Orsk Arts* is no body of its own, and two capitals make somebody of it, too.
    let several = first.words().next_back().is_some_and(|word| fold::singular(word) != word);
    if own_head && !(tied && several) || is_titled(first) || is_somebody(first) && !tied {
        return false;
    }
    if told.spelt || (titled || tied) && is_head(last) {
        return true;
    }
    // The article belongs to the whole where the first part has none by itself, and the second is nothing without it.
    let bare = articled as f32 <= ARTICLED * elsewhere as f32 && (elsewhere > 0 || told.count > 1);
    is_head(last)
        && second.contains(' ')
        && first.words().count() <= 2
        && told.articled * 2 > told.count
        && bare
        && alone <= told.count
}

/// True for two parts that hardly ever stand apart.
fn is_tied(
    table: &Table,
    pair: &Pair,
    told: &Told,
    articles: &HashMap<u32, (u32, u32)>,
    passages: &dyn Passages,
) -> bool {
    let occurrence = &table.occurrences[pair.first];
    let second = fold::key(&passages.text(occurrence.unit as usize)[pair.second.start..pair.second.end]);
    let known = table.by_key.get(&second).map_or(0, |&name| table.names[name as usize].proper);
    let together = told.count + told.listed;
    let elsewhere = articles.get(&occurrence.name).map_or(0, |&(elsewhere, _)| elsewhere);
    let (least, share) = TIED;
    together >= least && (elsewhere + known.saturating_sub(together)) as f32 <= share * together as f32
}

/// True for what passages call a person, and for a first name or a title with more behind it.
fn is_somebody(name: &Name) -> bool {
    name.votes[PERSON] * 2 > name.proper || is_titled(name)
}

/// True for a first name and for a title, with more behind it.
fn is_titled(name: &Name) -> bool {
    name.key.split(' ').next().is_some_and(|first| flags(first).has(Flags::FIRST_NAME | Flags::HONORIFIC))
}
