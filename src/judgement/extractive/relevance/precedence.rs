//! What a passage is worth beside how it was ranked: where the documents put what is asked, what says what a thing is
//! or that something is not so, and what is a caption or breaks off.

use std::collections::{BTreeSet, HashMap};

use super::settings;
use crate::judgement::extractive::answers::from_passages::PassageAnswer;
use crate::judgement::extractive::contradictions::correcting::{OF_THE_MATTER, says_otherwise};
use crate::judgement::extractive::quotes::drawn::is_torn;
use crate::judgement::extractive::quotes::tabled;
use crate::judgement::rank::asked::PreparedQuestion;
use crate::judgement::rank::features::{Candidate, asks as is_question};
use crate::judgement::rank::select::{Ranked, content};
use crate::model::{Evidence, SentenceKind, dense};
use crate::text::cutting::punctuation::ends_sentence;
use crate::text::dates::tells_lifespan;
use crate::text::language::word_lists;
use crate::text::layout::aside::aside;
use crate::text::names::is_joining;
use crate::text::question::{Reading, asks_how_it_ended, negates};
use crate::text::statements::office::{ENTITLED, Sought};
use crate::text::statements::stance::Stance;
use crate::text::words::terms::{Stems, fold, folded, words};

word_lists! { static WORDS = "precedence.toml": articles, calling }

/// Words of a phrase that says what something is called.
const CALLING: usize = 3;
/// Words of a question all of which one sentence has not by chance.
const SEVERAL: usize = 4;
/// What a passage gains, as a part of the spread of worths and of what one gains under a heading of the question's
/// words, that says what the thing is that is to be defined, or from when to when somebody lived where that is asked.
const DEFINED: f32 = 0.6;
/// The same for what is of the last day of all, where it is asked how something ended.
const LATEST: f32 = 0.3;
/// The same for the kind of statement asked for, made as plainly as can be, and for what says that something is not so
/// where that is asked for.
const STATED: f32 = 0.5;
/// What the words around a sentence that gives the figure count beside its own.
const AROUND: f32 = 0.7;
/// Bytes of a document among which its title may stand.
const HEAD: usize = 200;
/// How much of the question a label with its value answers where it begins an answer.
const ANSWERED: f32 = 0.5;
/// Words of a label at the head of a line, and of what it labels.
const LABEL: usize = 3;
const LABELLED: usize = 6;
/// What a passage gains in the same way that is the cells of a row with the column that is asked for.
const COLUMN: f32 = 1.5;
/// The same for what begins with the name of the setting that is asked for.
const SETTING: f32 = 1.5;

/// Of one sentence that was found in several ways, by its source and by a report that quotes it, keeps the one that is
/// shown with most of what stands around it.
pub(super) fn keep_widest(ranked: &mut Vec<Ranked<'_>>) {
    let place = |one: &Ranked<'_>| {
        let Evidence { document, quote, .. } = &one.candidate.evidence;
        document.map(|document| (document, quote.start, quote.end))
    };
    let mut widest: HashMap<_, usize> = HashMap::new();
    for one in ranked.iter() {
        let known = widest.entry(place(one)).or_default();
        *known = (*known).max(one.candidate.evidence.text.len());
    }
    ranked.retain(|one| place(one).is_none() || widest.get(&place(one)) == Some(&one.candidate.evidence.text.len()));
}

/// In the place of a passage that breaks off puts the one that goes on from there, where another document has the same.
pub(in crate::judgement::extractive) fn whole_for_torn<'a>(ranked: &[Ranked<'a>], chosen: &mut Vec<Ranked<'a>>) {
    for one in chosen.iter_mut().filter(|one| is_torn(&one.candidate.evidence)) {
        let torn = &one.candidate.evidence.text;
        let goes_on = |other: &&Ranked<'_>| {
            let text = &other.candidate.evidence.text;
            text.len() > torn.len() && text.starts_with(torn.trim_end())
        };
        if let Some(whole) = ranked.iter().find(goes_on) {
            *one = whole.clone();
        }
    }
    let mut shown: Vec<*const Candidate> = Vec::new();
    chosen.retain(|one| {
        let this = std::ptr::from_ref(one.candidate);
        let new = !shown.contains(&this);
        shown.push(this);
        new
    });
}

/// What a passage gains that tells in the way that is asked: that something is not so, the value of a column, from when
/// to when somebody lived.
fn tells_as_asked(reading: &Reading, asked: &PreparedQuestion, one: &Ranked<'_>, stems: &mut Stems) -> f32 {
    let gain = |tells: bool, gain: f32| if tells { gain } else { 0.0 };
    gain(reading.statement.negated && negates(one.candidate.evidence.quoted()), STATED)
        + gain(tells_column(one, asked, stems), COLUMN)
        + gain(tells_lived(one, asked), DEFINED)
}

impl PassageAnswer<'_> {
    /// Lifts what is said where the documents put it: in the section whose heading asks what the question asks
    /// (`asked_for`), and in a sentence that says what the thing is that is to be defined; and what is of the last days
    /// where it is asked how something ended.
    pub(in crate::judgement::extractive) fn lift(
        &self,
        ranked: &mut [Ranked<'_>],
        asked_for: &[f32],
        stems: &mut Stems,
    ) {
        let Self { reading, asked, .. } = *self;
        let defined = asks_what_it_is(reading) || reading.asks_about_one();
        let most = ranked.iter().map(|one| one.answered).fold(0.0, f32::max);
        let scale = dense::spread(ranked.iter().map(|one| one.own));
        let headed = asked_for.iter().copied().fold(0.0, f32::max);
        let settings = settings::names(&self.question.text);
        let days = if self.asks_how_it_ended() { days_of(ranked, OF_THE_MATTER * most) } else { Vec::new() };
        for (one, asked_for) in ranked.iter_mut().zip(asked_for) {
            let evidence = &one.candidate.evidence;
            // What says all that is asked in one sentence needs no heading that asks it.
            let says_all = one.covered.has_all(SEVERAL) && !is_question(evidence.quoted());
            let mut lifted = if says_all { headed } else { *asked_for };
            if defined && defines(reading, asked, evidence, stems) {
                lifted += DEFINED;
            }
            lifted += tells_as_asked(reading, asked, one, stems);
            if settings.iter().any(|name| settings::opens_with(&evidence.text, name)) {
                lifted += SETTING;
            }
            let of_matter = one.answered.max(AROUND * one.within) / most.max(f32::MIN_POSITIVE);
            if of_matter >= OF_THE_MATTER {
                lifted += STATED * of_matter.min(1.0) * asked.stated(evidence.quoted(), &evidence.heading, stems);
            }
            if one.answered >= OF_THE_MATTER * most {
                lifted += STATED * says_otherwise(reading, evidence.quoted());
                lifted += LATEST * how_late(&days, evidence);
            }
            one.own += lifted * scale;
            one.worth += lifted * scale;
        }
    }

    /// True where it is asked how something ended, or what became of it.
    pub(in crate::judgement::extractive) fn asks_how_it_ended(&self) -> bool {
        self.reading.statement.stance == Some(Stance::Fate) || asks_how_it_ended(&self.question.text)
    }
}

/// The days of the documents of passages that have enough of the question, each once, in order.
fn days_of(ranked: &[Ranked<'_>], least: f32) -> Vec<String> {
    let of_matter = ranked.iter().filter(|one| one.answered >= least);
    let days: BTreeSet<&String> = of_matter.filter_map(|one| one.candidate.evidence.day.as_ref()).collect();
    days.into_iter().cloned().collect()
}

/// How late among some days a passage is, from 0 to 1.
fn how_late(days: &[String], evidence: &Evidence) -> f32 {
    let at = evidence.day.as_ref().and_then(|day| days.binary_search(day).ok());
    at.map_or(0.0, |at| at as f32 / (days.len().max(2) - 1) as f32)
}

/// True for a line that is no sentence, as a title is, in prose or at the head of a document, or a label with a few
/// words that are not asked for, or one that announces what does not follow: it names what is asked about and says
/// nothing of it.
pub(in crate::judgement::extractive) fn is_caption(
    one: &Ranked<'_>,
    asked: &PreparedQuestion,
    stems: &mut Stems,
) -> bool {
    let (candidate, evidence) = (one.candidate, &one.candidate.evidence);
    let text = evidence.quoted().trim();
    // "Sir Roland.", said, is no answer to who that is.
    if asked.names_alone && asked.hits(text, stems).new == 0 {
        return true;
    }
    let announces = text.ends_with([':', '：']);
    if candidate.spoken || ends_sentence(text) && !announces {
        return false;
    }
    // A numbered heading of a word or two is read as an item.
    let heads = || candidate.kind == SentenceKind::Item && words(text).nth(1).is_none();
    let may_be = candidate.kind == SentenceKind::Prose || evidence.quote.start < HEAD || heads();
    match text.split_once([':', '：']) {
        // What has no word beyond those asked says nothing of them.
        None => may_be || asked.share_of(text, stems) >= 1.0,
        Some(_) if announces => evidence.window.end <= evidence.quote.end,
        Some((label, value)) => {
            let few = |text: &str, most: usize| words(text).take(most + 1).count() <= most;
            let is_asked = words(label).any(|word| asked.has_word(&fold(word.text), word.text, stems));
            few(label, LABEL) && few(value, LABELLED) && !(is_asked && one.answered >= ANSWERED)
        }
    }
}

/// True for a field with nothing but who or what is asked about: `Customer: Ada Voss`. It says nothing of them, unless
/// its label is asked for.
pub(super) fn only_names(evidence: &Evidence, asked: &PreparedQuestion, stems: &mut Stems) -> bool {
    let Some((label, value)) = evidence.quoted().trim().split_once([':', '：']) else { return false };
    let few = words(label).take(LABEL + 1).count() <= LABEL;
    let mut is_asked = |text: &str| asked.has_word(&fold(text), text, stems);
    let mut told = value.split_whitespace().filter(|word| !word.contains('@')).flat_map(words);
    few && !words(label).any(|word| is_asked(word.text))
        && !value.trim().is_empty()
        && told.all(|word| is_asked(word.text))
}

/// True for what says in brackets when somebody was born and died, where that is asked.
fn tells_lived(one: &Ranked<'_>, asked: &PreparedQuestion) -> bool {
    asked.asks_when_lived() && one.answered >= 1.0 && tells_lifespan(one.candidate.evidence.quoted())
}

/// True for the cells of a row that is called by a word of the question, with a column that is called by others:
/// "version: 2.1" of *lampd* in "What is the version of lampd?". A setting is no cell, nor is a line that begins with
/// what its document is of.
fn tells_column(one: &Ranked<'_>, asked: &PreparedQuestion, stems: &mut Stems) -> bool {
    let (evidence, kind) = (&one.candidate.evidence, one.candidate.kind);
    let quoted = evidence.quoted();
    if tells_headed_column(evidence, asked, stems) {
        return true;
    }
    if kind != SentenceKind::Row || asked.share_of(&evidence.title, stems) == 0.0 || aside(quoted, kind) > 0.0 {
        return false;
    }
    let title = content(&evidence.title, stems);
    let cells = quoted.split([';', '\n']).filter_map(|cell| cell.split_once(':'));
    let mut columns = cells.filter(|(_, value)| !value.trim().is_empty()).map(|(column, _)| column);
    columns.any(|column| {
        words(column).take(LABEL + 1).count() <= LABEL
            && asked.share_of(column, stems) >= 1.0
            && content(column, stems).is_disjoint(&title)
    })
}

/// True for a row of a table whose first cell and another's column the question has, one of them whole: *2031* and
/// *lamps lit* in "How many lamps were lit in 2031?".
fn tells_headed_column(evidence: &Evidence, asked: &PreparedQuestion, stems: &mut Stems) -> bool {
    let row = tabled::headed(evidence);
    let Some((first, others)) = row.as_deref().and_then(<[_]>::split_first) else { return false };
    let called = asked.share_of(&first.1, stems);
    let told = others.iter().filter(|(_, value)| value.contains(char::is_alphanumeric));
    let column = told.map(|(name, _)| asked.share_of(name, stems)).fold(0.0, f32::max);
    called > 0.0 && column > 0.0 && called.max(column) >= 1.0
}

/// True when a text has a name that the question has.
pub(in crate::judgement::extractive) fn names(asked: &PreparedQuestion, text: &str) -> bool {
    share_named(asked, text) > 0.0
}

/// True for a question for what something or who somebody is.
pub(in crate::judgement::extractive) fn asks_what_it_is(reading: &Reading) -> bool {
    reading.asks_what_it_is() || reading.identity.whois.is_some()
}

/// True for a passage that opens with what the question asks about and says what it is ("The Lock Fund is …"), or has
/// an office or a kinship beside the name that is asked for ("Ada Voss, only daughter of …").
pub(in crate::judgement::extractive) fn defines(
    reading: &Reading,
    asked: &PreparedQuestion,
    evidence: &Evidence,
    stems: &mut Stems,
) -> bool {
    /// Words up to the verb behind which it is said what something is, of one that is named and of several.
    const LONGEST: usize = 8;
    const SEVERAL_NAMED: usize = 14;
    let told = |whois: &Sought| whois.told(&evidence.text, evidence.speaker.as_deref(), "");
    if reading.identity.whois.as_ref().and_then(told).is_some_and(|(_, plainly)| plainly >= ENTITLED) {
        return true;
    }
    if calls_it(reading, evidence.quoted()) {
        return true;
    }
    // What stands in brackets or between commas behind a name tells when, and how else it is called.
    let sentence = without_brackets(&evidence.text);
    let sentence = without_apposition(reading, &sentence).unwrap_or(sentence);
    // "Slack – what a rope has …": a glossary has no verb for it.
    let dash = sentence.split_once(" – ").or_else(|| reading.language.and_then(|_| sentence.split_once(" — ")));
    let (opening, listed) = match dash {
        Some((term, _)) if words(term).count() <= LONGEST => (term, true),
        _ => (sentence.as_str(), false),
    };
    // "In Orsk Ada Voss and Tom Reed were keepers of the gate" says so of both.
    let several: Vec<String> = words(opening).take(SEVERAL_NAMED).map(|word| fold(word.text)).collect();
    let are = several.iter().position(|word| reading.is_copula(word)).unwrap_or(0);
    if (1..are).any(|at| is_joining(&several[at]) && asked.ends_with_name(&several[..at])) {
        return true;
    }
    let folded: Vec<String> = words(opening).take(LONGEST).map(|word| fold(word.text)).collect();
    let copula = folded.iter().position(|word| reading.is_copula(word));
    let Some(end) = copula.or_else(|| listed.then_some(folded.len())) else { return false };
    let front = &folded[..end];
    if asked.ends_with_name(front) {
        return true;
    }
    let front: Vec<String> = front.iter().map(|word| stems.stem(word).to_owned()).collect();
    let mut has_term = || {
        !reading.content.is_empty()
            && reading.content.iter().all(|word| front.iter().any(|own| own == stems.stem(word)))
    };
    // "Lampwort is the only herb that …" says what that is, "Lampwort is best cut in May" does not.
    let is_one = || copula.and_then(|at| folded.get(at + 1)).is_some_and(|word| WORDS.articles.has(word));
    let one_thing = || reading.may_ask_what_it_is() && reading.asks_about_one() && is_one();
    (reading.statement.stance == Some(Stance::Definition) || one_thing()) && has_term()
}

/// True for what says of something else that it is called what the question asks for: "The pager is called the Owl".
fn calls_it(reading: &Reading, sentence: &str) -> bool {
    let asked: Vec<String> = match reading.names.as_slice() {
        [name] if reading.may_ask_what_it_is() => folded(name),
        _ => return false,
    };
    let all = folded(sentence);
    let phrase = |words: &[String]| WORDS.calling.has(&words.join(" "));
    (1..all.len()).filter(|&at| all[at..].starts_with(&asked)).any(|at| {
        let at = at - usize::from(WORDS.articles.has(&all[at - 1]));
        (1..=CALLING.min(at)).any(|wide| at > wide && phrase(&all[at - wide..at]))
    })
}

/// A sentence without what stands in round brackets.
fn without_brackets(sentence: &str) -> String {
    let mut depth = 0_u32;
    let outside = sentence.chars().filter(|c| {
        let before = depth;
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        before == 0 && depth == 0
    });
    let outside: String = outside.collect();
    // A bracket that nothing closes holds the rest of the sentence.
    if depth > 0 { sentence.to_owned() } else { outside }
}

/// A sentence without what stands between commas in front of its verb of being: "The LKF, the Lock Fund, is …".
fn without_apposition(reading: &Reading, sentence: &str) -> Option<String> {
    let (name, rest) = sentence.split_once(", ")?;
    let (between, verb) = rest.split_once(", ")?;
    let is = words(verb).next().is_some_and(|word| word.span.start == 0 && reading.is_copula(&fold(word.text)));
    (is && !between.contains(['.', ';', ':'])).then(|| format!("{name} {verb}"))
}

/// How many of the question's names a text has, from 0 to 1.
pub(in crate::judgement::extractive) fn share_named(asked: &PreparedQuestion, text: &str) -> f32 {
    let folded: Vec<String> = words(text).map(|word| fold(word.text)).collect();
    asked.named(&folded)
}

/// Puts a passage at a place among those chosen, be it one of them or not.
pub(in crate::judgement::extractive) fn put_at<'r>(at: usize, one: Ranked<'r>, chosen: &mut Vec<Ranked<'r>>) {
    chosen.retain(|other| !std::ptr::eq(other.candidate, one.candidate));
    chosen.insert(at.min(chosen.len()), one);
}

/// Begins with a passage, be it one that was not chosen.
pub(in crate::judgement::extractive) fn put_first<'r>(first: &Ranked<'r>, chosen: &mut Vec<Ranked<'r>>) {
    chosen.retain(|one| !first.candidate.evidence.shows(&one.candidate.evidence));
    chosen.insert(0, first.clone());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_something_is_called_says_what_that_is() {
        let owl = Reading::of("What is the Owl?");
        for sentence in ["The pager is called the Owl.", "A pager, known as the Owl, rings.", "It is nicknamed Owl."] {
            assert!(calls_it(&owl, sentence), "{sentence}");
        }
        for sentence in ["You carry the Owl for a week.", "The Owl is called at night.", "Called the Owl."] {
            assert!(!calls_it(&owl, sentence), "{sentence}");
        }
    }

    #[test]
    fn how_else_a_thing_is_called_stands_between_commas() {
        let reading = Reading::of("What is the LKF?");
        let of = |sentence: &str| without_apposition(&reading, sentence);
        assert_eq!(of("The LKF, the Lock Fund, is a charity.").as_deref(), Some("The LKF is a charity."));
        assert_eq!(of("The LKF, the guild, the board, are here."), None);
        assert_eq!(of("Ada Voss, who left, is told of."), Some("Ada Voss is told of.".to_owned()));
    }
}
