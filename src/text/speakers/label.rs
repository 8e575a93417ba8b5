//! The form of a speaker's label at the beginning of a line, and when two labels may be one name.

use std::borrow::Cow;

use strsim::levenshtein;

use crate::model::{EntityType, Span};
use crate::text::dates::first_date;
use crate::text::display::spacing::single_spaced;
use crate::text::language::{Pack, in_any, word_lists};
use crate::text::names::tag::is_ordinary_word;
use crate::text::words::lexicon::{Flags, flags, known_kind};
use crate::text::words::terms;

word_lists! {
    static WORDS = "label.toml": before_days, editors, meridian
}

/// How much the form of a label makes it one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Form {
    /// Words as running text has them: "and what I want is". Only in a chat it opens anything.
    Loose,
    /// A number, a function word or a field's name in it.
    Unlikely,
    /// Small letters: `ada_71`, `danah boyd`.
    Small,
    /// Words of the dictionary, each with a capital: `Project Manager`, `Industrial Designer`, `Motion`.
    Common,
    /// A word or a few, each with a capital, that no dictionary has, or a first name.
    Weak,
    /// Q and A, and words such as *Interviewer*.
    Role,
    /// Two or more words in capitals.
    Strong,
}

/// The beginning of a line that reads like a label.
#[derive(Clone, Copy, Debug)]
pub(super) struct Opening<'a> {
    /// From the beginning of the line to where speech begins, white space included.
    pub span: Span,
    pub name: &'a str,
    pub role: Option<&'a str>,
    pub form: Form,
    /// The rest of the line.
    pub said: Span,
    /// Set off as chats do it: `<ada>`, `ada>`, `12:04 ada |`.
    pub in_chat: bool,
}

const LONGEST_LABEL: usize = 100;
const MOST_WORDS: usize = 6;
/// Letters of a zone of time behind a clock's: `UTC`, `AM` among them.
const LONGEST_ZONE: usize = 4;
/// Letters of a shortened word: "Corp.", "Bros."
const LONGEST_SHORTENED: usize = 4;
/// Names shorter than this are too like others for a letter to be a slip.
const SHORTEST_SLIP: usize = 8;

/// Reads the beginning of a line as a label.
pub(super) fn opening<'a>(text: &'a str, line: Span, language: Option<&'static Pack>) -> Option<Opening<'a>> {
    let content = line.slice(text)?;
    let timed = skip_time(content);
    let behind_time = || before_bar(timed).or_else(|| behind_star(timed)).filter(|_| timed.len() < content.len());
    let nick = bracketed(timed).or_else(|| before_arrow(timed)).or_else(behind_time);
    let named = nick.or_else(|| before_colon(timed)).or_else(|| set_off(content)).or_else(|| before_stop(timed));
    let named = named.map(|(before, rest)| (before, rest, false));
    let (before, rest, of_day) = named.or_else(|| before_time(content))?;
    let (before, dated) = undated(before);
    let dated = dated || of_day;
    let mut before = before.trim().trim_end_matches(['*', '_']).trim();
    if let Some(open) = before.find(['(', '[']) {
        // A direction, a time or an office behind the name: "WENCES CASARES (VOICEOVER):"
        if !before.ends_with([')', ']']) || is_of_works(before[open..].trim_matches(['(', '[', ')', ']'])) {
            return None;
        }
        before = before[..open].trim();
    }
    // "Internal note – Ada Voss:" is of whoever is named behind the dash.
    if let Some(named) = [" – ", " — "].iter().filter_map(|dash| Some(before.rsplit_once(dash)?.1.trim())).next()
        && named.contains(' ')
        && looks_named(named)
    {
        before = named;
    }
    if before.split_whitespace().last().is_some_and(|word| in_any(|pack| &pack.reporting, &word.to_lowercase())) {
        return None;
    }
    let (name, role) = match before.split_once(',') {
        Some((name, role)) => (name.trim(), Some(role.trim()).filter(|role| !role.is_empty())),
        None => (before, None),
    };
    // "ALEX ZUKIN, Wolfe Research:" but not "NOW THEREFORE, THE CITY ORDAINS AS FOLLOWS:". A full stop stands in
    // initials and shortened words: "J.P. Morgan", "Orsk & Co."
    let ends_sentence = |word: &str| {
        word.strip_suffix('.').is_some_and(|word| !word.contains('.') && word.chars().count() > LONGEST_SHORTENED)
    };
    let firm = |role: &str| {
        role.split_whitespace().count() <= 7
            && !role.contains(['“', '"', '?'])
            && !role.split_whitespace().any(ends_sentence)
            && (role.chars().any(char::is_lowercase) || role.split_whitespace().count() <= 3)
    };
    if role.is_some_and(|role| !firm(role) || is_of_works(role)) {
        return None;
    }
    let words: Vec<&str> = name.split_whitespace().collect();
    if words.is_empty() || words.len() > MOST_WORDS || !name.chars().any(char::is_alphabetic) {
        return None;
    }
    let nameish = |c: char| c.is_alphanumeric() || c.is_whitespace() || ".-'’‘/&#_@+·・".contains(c);
    if !name.chars().all(nameish) || name.starts_with(|c: char| !c.is_alphanumeric() && c != '@') {
        return None;
    }
    // In running text a colon stands behind words that are in no name: "and what I want is:"
    let small = |word: &&&str| word.starts_with(char::is_lowercase);
    let tying = |word: &str| {
        (in_any(|pack| &pack.frequent, word) || language.is_some_and(|pack| pack.function.has(word)))
            && !flags(word).has(Flags::PARTICLE)
    };
    let loose = words.len() > 1 && words.iter().filter(small).any(|word| tying(word));
    let said = Span::new(line.end - rest.trim_start().len(), line.end);
    let form = form_of(name, &words);
    let form = match form {
        Form::Role => form,
        _ if loose => Form::Loose,
        // "Comment 2031-05-04 11:15, Ada Voss:" tells who wrote it, and when.
        Form::Weak if dated && words.len() > 1 => Form::Strong,
        _ => form,
    };
    let in_chat = nick.is_some();
    Some(Opening { span: Span::new(line.start, said.start), name, role, form, said, in_chat })
}

/// True for what stands behind names in a list of works: "J. D., editors, Proceedings of the Lamp Keepers:".
fn is_of_works(role: &str) -> bool {
    let mut parts = role.split([',', ';']).map(|part| part.trim().trim_end_matches('.').to_lowercase());
    parts.any(|part| WORDS.editors.has(&part))
}

fn form_of(name: &str, words: &[&str]) -> Form {
    let folded = key(name);
    let part = |name: &str| in_any(|pack| &pack.parts, name);
    let numbered = folded.rsplit_once(' ').is_some_and(|(stem, number)| terms::is_digits(number) && part(stem));
    if part(&folded) || numbered {
        return Form::Role;
    }
    let field = |word: &&str| in_any(|pack| &pack.fields, &word.to_lowercase());
    let small = name.chars().any(char::is_lowercase);
    // The letters behind a member's name ("Ada Lund AM") are no word.
    let plain = |word: &&str| is_plain_word(word) && !(small && word.len() > 1 && word.chars().all(char::is_uppercase));
    // "Spain: the first case", "NEW DELHI: Four people": places say where, not who.
    let place = known_kind(&folded) == Some(EntityType::Place);
    if place || words.iter().any(field) || words.len() > 1 && words.iter().any(plain) {
        return Form::Unlikely;
    }
    let nick = words.len() == 1 && name.contains(|c: char| c.is_ascii_digit() || "_@+".contains(c));
    if nick {
        return Form::Small;
    }
    if name.contains(|c: char| c.is_ascii_digit() || "#_@+".contains(c)) {
        return Form::Unlikely;
    }
    let letters = name.chars().filter(|c| c.is_alphabetic()).count();
    if !small && name.chars().any(char::is_uppercase) && (words.len() >= 2 || letters >= 2 && name.contains('.')) {
        return Form::Strong;
    }
    let ordinary = |word: &&str| {
        let lower = word.to_lowercase();
        is_ordinary_word(&lower) && !flags(&lower).has(Flags::FIRST_NAME)
    };
    match looks_named(name) {
        true if words.iter().all(ordinary) => Form::Common,
        true => Form::Weak,
        false => Form::Small,
    }
}

/// `Q. Who kept the lamp?`: a letter for whoever asks, or for whoever answers.
fn before_stop(content: &str) -> Option<(&str, &str)> {
    let (letter, rest) = content.split_once('.')?;
    let is_part = letter.len() == 1 && letter.starts_with(char::is_uppercase) && rest.starts_with([' ', '\t']);
    (is_part && in_any(|pack| &pack.parts, &letter.to_lowercase())).then_some((letter, rest))
}

/// True for a label that is set off by a full stop as initials are.
pub(super) fn is_stopped(text: &str, opening: &Opening<'_>) -> bool {
    opening.form == Form::Role
        && opening.name.len() == 1
        && opening.span.slice(text).is_some_and(|label| label.trim_end().ends_with('.'))
}

/// `<ada> is it in?` and `<@ada>`: what chats over the internet have.
fn bracketed(content: &str) -> Option<(&str, &str)> {
    let (name, rest) = content.strip_prefix('<')?.split_once('>')?;
    let fits = name.len() <= 30 && !name.contains([' ', '/', '=', ':', '"']) && rest.starts_with([' ', '\t']);
    fits.then_some((name.trim_start_matches(['@', '+', '%', '~', '&']), rest))
}

/// True for one word as people call themselves in chats.
pub(super) fn is_nick(word: &str) -> bool {
    (1..=30).contains(&word.len())
        && word.starts_with(|c: char| c.is_alphabetic() || "_[]{}\\^`@+%~&".contains(c))
        && word.chars().all(|c| c.is_alphanumeric() || "_-[]{}\\^`|@+%~&".contains(c))
}

/// `ada_71> is it in?`
fn before_arrow(content: &str) -> Option<(&str, &str)> {
    let (name, rest) = content.split_once('>')?;
    (is_nick(name) && rest.starts_with([' ', '\t'])).then_some((name, rest))
}

/// `* ada nods` behind a time: what somebody does is told by whoever does it.
fn behind_star(content: &str) -> Option<(&str, &str)> {
    let act = content.strip_prefix('*')?;
    let (name, rest) = act.trim_start().split_once(char::is_whitespace)?;
    (act.starts_with([' ', '\t']) && is_nick(name)).then_some((name, rest))
}

/// `ada_71 | is it in?` behind a time. With a capital it is what a programme has at that time: `10:00 Opening | Foyer`.
fn before_bar(content: &str) -> Option<(&str, &str)> {
    let (name, rest) = content.split_once(['|', '│'])?;
    let name = name.trim_end();
    (is_nick(name) && !name.starts_with(char::is_uppercase) && !rest.starts_with('|')).then_some((name, rest))
}

/// A label without the part that tells when it was written, and whether there was one:
/// `Comment 2031-05-04 11:15, Ada Voss`.
fn undated(label: &str) -> (&str, bool) {
    let is_dated = |part: &str| first_date(part).is_some() && part.split_whitespace().count() <= MOST_WORDS;
    let front = label.split_once(',').filter(|(front, _)| is_dated(front)).map(|(_, name)| name);
    let back = || label.rsplit_once(',').filter(|(_, back)| is_dated(back)).map(|(name, _)| name);
    match front.or_else(back) {
        Some(name) => (name, true),
        None => (label, false),
    }
}

/// The marks of emphasis that a line begins with.
fn emphasis(content: &str) -> &'static str {
    ["***", "**", "__", "*", "_"].into_iter().find(|mark| content.starts_with(mark)).unwrap_or("")
}

/// `Ada Lund:`, `**Ada Lund:**`, `**Ada Lund**:`.
pub(super) fn before_colon(content: &str) -> Option<(&str, &str)> {
    let emphasis = emphasis(content);
    let name = &content[emphasis.len()..];
    let window = &name[..name.floor_char_boundary(LONGEST_LABEL + 1)];
    // A time of day has its own.
    let of_time = |at: usize| {
        let digit = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_digit);
        digit(at.checked_sub(1).and_then(|at| window.as_bytes().get(at))) && digit(window.as_bytes().get(at + 1))
    };
    let colon = window.match_indices([':', '：']).map(|(at, _)| at).find(|&at| at < 4 || !of_time(at))?;
    let wide = name[colon..].starts_with('：');
    let before = &name[..colon];
    let mut rest = &name[colon + if wide { '：'.len_utf8() } else { 1 }..];
    if !emphasis.is_empty() {
        rest = match rest.strip_prefix(emphasis) {
            Some(rest) => rest,
            None if before.trim_end().ends_with(emphasis) => rest,
            None => return None,
        };
    }
    // "https://", "10:30", "std::path": no space follows a colon that is part of a word.
    let glued = |c: char| !c.is_whitespace() && (c == '/' || c == ':' || c.is_alphanumeric());
    (wide || !rest.starts_with(glued)).then_some((before, rest))
}

/// `**00:01:02 Ada Lund** Is it in?`, `**[00:01:02]** Ada Lund: Is it in?`: a time and a name that emphasis sets off,
/// or the time alone.
fn set_off(content: &str) -> Option<(&str, &str)> {
    let emphasis = emphasis(content);
    let inner = &content[emphasis.len()..];
    let length = time(inner);
    if emphasis.is_empty() || length == 0 {
        return None;
    }
    let (name, rest) = inner[length..].split_once(emphasis)?;
    let name = name.trim_matches([' ', '\t', '-', '–', '—', '|', ',', '·']);
    if name.is_empty() {
        return before_colon(rest.trim_start_matches([' ', '\t', '-', '–', '—', ':']));
    }
    let parted = rest.is_empty() || rest.starts_with([' ', '\t', ':', '\u{a0}']);
    parted.then(|| (name.trim_end_matches(':'), rest.trim_start_matches([':', '\u{a0}'])))
}

/// `Ada Lund  10:02 AM` and `**Ada Lund** – 4 May 2031 10:02` alone on a line: what she says stands below. And
/// whether a day is told, too.
fn before_time(content: &str) -> Option<(&str, &str, bool)> {
    if content.len() > LONGEST_LABEL {
        return None;
    }
    let emphasis = emphasis(content);
    let content = &content[emphasis.len()..];
    let colon = content.find(':')?;
    let start = content[..colon].trim_end_matches(|c: char| c.is_ascii_digit()).len();
    let (name, time) = content.split_at(start);
    let rest = time.trim_start_matches(|c: char| c.is_ascii_digit() || c == ':');
    let rest = rest.trim_matches(|c: char| c.is_whitespace() || matches!(c, ']' | ')' | '*' | '_'));
    let zoned = rest.len() <= LONGEST_ZONE && !rest.is_empty() && rest.chars().all(|c| c.is_ascii_uppercase());
    let meridian = zoned || rest.is_empty() || is_meridian(rest);
    let gap = name.ends_with(|c: char| c.is_whitespace() || matches!(c, '[' | '(' | 'T'));
    let bare = |name: &'_ str| name.trim_end_matches(['[', '(', ' ', '-', '–', '—', '|', '·', ',', '\t', 'T']).len();
    (meridian && gap && colon - start <= 2).then(|| {
        let whole = bare(before_day(name));
        (&name[..whole], "", whole < bare(name))
    })
}

/// True for what stands behind a clock's time to say which half of the day it is of, in lower case.
pub(crate) fn is_meridian(word: &str) -> bool {
    WORDS.meridian.has(word)
}

/// A name without the day that stands behind it, set off: `Ada Lund – 4 May 2031`, `Ada Lund (2031-05-04`.
fn before_day(name: &str) -> &str {
    let is_day = |part: &str| {
        let part = part.trim().trim_end_matches(['T', ',']);
        part.contains(|c: char| c.is_ascii_digit())
            && part.split_whitespace().count() <= MOST_WORDS
            && first_date(part).is_some()
    };
    let marks = [" – ", " — ", " - ", " | ", " · ", ", ", " (", " [", "\t", "  "];
    let words: Vec<String> = WORDS.before_days.iter().map(|word| format!(" {word} ")).collect();
    let marks = marks.into_iter().chain(words.iter().map(String::as_str));
    let cuts = marks.flat_map(|mark| name.match_indices(mark).map(|(at, mark)| (at, at + mark.len())));
    cuts.filter(|&(_, behind)| is_day(&name[behind..]))
        .map(|(at, _)| &name[..at])
        .min_by_key(|name| name.len())
        .unwrap_or(name)
}

/// Skips `[00:01:02]`, `[Tue 11:05:44]`, `(1:02)`, `00:01:02 -`, `12/03/2019, 14:02 -` at the beginning of a line.
pub(super) fn skip_time(content: &str) -> &str {
    let behind = &content[time(content)..];
    let rest = behind.trim_start_matches([' ', '\t', '-', '–', '\u{200e}', '\u{202f}']);
    if rest.is_empty() { content } else { rest }
}

/// Bytes of the time at the beginning of a line, with the brackets around it; none of no time.
pub(super) fn time(content: &str) -> usize {
    let unseen = content.len() - content.trim_start_matches(['\u{200e}', '\u{200f}', '\u{feff}']).len();
    match time_of_line(&content[unseen..]) {
        0 => 0,
        length => unseen + length,
    }
}

fn time_of_line(content: &str) -> usize {
    let opening = content.len() - content.trim_start_matches(['[', '(', '{']).len();
    let inner = &content[opening..];
    if opening > 0
        && let Some(close) = inner.find([']', ')', '}']).filter(|&close| is_moment(&inner[..close]))
    {
        let behind = &inner[close..];
        return content.len() - behind.trim_start_matches([']', ')', '}']).len();
    }
    let mark = |c: char| c.is_ascii_digit() || matches!(c, ':' | '.' | '/' | '-' | ',' | ' ' | 'T' | 'Z');
    let len = inner.find(|c| !mark(c)).unwrap_or(inner.len());
    // A letter of the name behind it is none of the time, nor is what stands between the two.
    let time = inner[..len].trim_end_matches(['T', 'Z', ' ', '-', ',', '.', '/']);
    let digits = time.bytes().filter(u8::is_ascii_digit).count();
    if digits < 3 || !time.contains(':') {
        return 0;
    }
    let mut rest = &inner[time.len()..];
    let spaced = rest.trim_start_matches([' ', '\u{202f}', '\u{a0}']);
    for meridian in WORDS.meridian.iter() {
        let half = spaced.strip_prefix(meridian).or_else(|| spaced.strip_prefix(&meridian.to_uppercase()));
        let behind = half.filter(|rest| !rest.starts_with(char::is_alphanumeric));
        rest = behind.unwrap_or(rest);
    }
    content.len() - rest.trim_start_matches([']', ')', '}']).len()
}

/// True for a clock's time with what may stand before and behind it: `Tue 11:05:44`, `4 May 2031, 11:05`,
/// `11:05 am UTC`.
fn is_moment(inner: &str) -> bool {
    /// Parts of a moment at most.
    const PARTS: usize = 6;
    /// Letters of a shortened day or time zone at most.
    const SHORT: usize = 4;
    let digit = |c: char| c.is_ascii_digit();
    let is_clock =
        |part: &str| part.split_once(':').is_some_and(|(hour, rest)| hour.ends_with(digit) && rest.starts_with(digit));
    let is_part = |part: &str| {
        let letters = part.trim_end_matches(['.', ',']);
        let lower = letters.to_lowercase();
        let word = letters.chars().all(char::is_alphabetic);
        let calendar = flags(&lower).has(Flags::WEEKDAY | Flags::MONTH) || letters.chars().count() <= SHORT;
        part.chars().all(|c| digit(c) || "./-:,+TZ".contains(c)) || word && calendar
    };
    let mut parts = inner.split([' ', '\t', '\u{202f}']).filter(|part| !part.is_empty());
    parts.clone().count() <= PARTS && parts.clone().any(is_clock) && parts.all(is_part)
}

/// Lower case, one space between words, no full stops after initials.
pub(super) fn key(name: &str) -> String {
    single_spaced(&name.to_lowercase().replace(['.', '*', '’', '\''], ""))
}

fn is_title(word: &str) -> bool {
    in_any(|pack| &pack.titles, word)
}

/// A key without the titles in front of the name, where a name is left.
pub(super) fn bare(key: &str) -> Cow<'_, str> {
    const SHORTEST: usize = 3;
    let mut rest = key;
    while let Some((first, behind)) = rest.split_once(' ')
        && is_title(first)
        && behind.chars().count() >= SHORTEST
    {
        rest = behind;
    }
    Cow::Borrowed(rest)
}

/// True for a man's title before one name and a woman's before the other, or for two different titles of one kind.
pub(super) fn contradict(one: &str, other: &str) -> bool {
    let titles = |key: &str| -> (bool, bool) {
        let mut words = key.split(' ').take_while(|word| is_title(word));
        words.by_ref().fold((false, false), |(man, woman), word| {
            (man || in_any(|pack| &pack.men, word), woman || in_any(|pack| &pack.women, word))
        })
    };
    let ((man, woman), (other_man, other_woman)) = (titles(one), titles(other));
    man && other_woman || woman && other_man
}

/// True when two keys are one name but for the titles in front of one of them.
pub(super) fn is_titled_alike(one: &str, other: &str) -> bool {
    let (short, long) = (bare(one), bare(other));
    short == long && (short.len() < one.len()) != (long.len() < other.len()) && short.contains(' ')
}

/// True when one letter more, less or other inside long words is all that two names differ by.
pub(super) fn is_slip(one: &str, other: &str) -> bool {
    let (mut words, mut others) = (one.split(' '), other.split(' '));
    if one.chars().count() < SHORTEST_SLIP || words.clone().count() != others.clone().count() {
        return false;
    }
    let mut differing = words.by_ref().zip(others.by_ref()).filter(|(word, other)| word != other);
    let (Some((word, other)), None) = (differing.next(), differing.next()) else { return false };
    let long = |word: &str| word.chars().count() * 2 >= SHORTEST_SLIP && word.chars().all(char::is_alphabetic);
    long(word) && long(other) && levenshtein(word, other) <= 1
}

/// True for words that each begin with a capital, or with a letter of a script without case, but for particles.
pub(super) fn looks_named(name: &str) -> bool {
    name.split_whitespace().all(|word| {
        word.starts_with(|c: char| !c.is_lowercase() && !c.is_ascii_digit()) || flags(word).has(Flags::PARTICLE)
    })
}

/// Words that are in no name: "NOW THEREFORE", "WHAT COMES NEXT".
fn is_plain_word(word: &str) -> bool {
    let folded = terms::fold(word);
    folded.len() > 1 && terms::is_stop(&folded) && !flags(&folded).has(Flags::PARTICLE | Flags::FIRST_NAME)
}
