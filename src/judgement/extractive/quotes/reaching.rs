//! How far a passage of an answer reaches: where the one that leads names what is asked about, and the sentence behind
//! it gives the day, the figure or the name that is asked for, both are shown as one; what points back to a passage, or
//! corrects it, is shown with it; of a question in talk the reply is shown.

use crate::judgement::ContextRecord;
use crate::judgement::extractive::contradictions::correcting::says_otherwise;
use crate::judgement::extractive::relevance::other_names::names_another;
use crate::judgement::extractive::relevance::precedence::names;
use crate::judgement::extractive::relevance::surroundings::before;
use crate::judgement::rank::asked::PreparedQuestion;
use crate::judgement::rank::features::{Candidate, asks};
use crate::judgement::rank::select::Ranked;
use crate::model::{Evidence, SentenceKind, Span};
use crate::text::cutting::lines::is_head_field;
use crate::text::cutting::punctuation::ends_sentence;
use crate::text::cutting::script::is_unspaced;
use crate::text::language::word_lists;
use crate::text::question::{Reading, negates, tells_money};
use crate::text::statements::stance::{STATED, Stance};
use crate::text::words::lexicon::{Flags, flags};
use crate::text::words::pronouns::points_back;
use crate::text::words::terms::{Stems, words};

word_lists! { static WORDS = "reaching.toml": counting, announcing, evading, restating, asking, asked_what }

/// Sentences behind it that are looked at, and bytes that are shown together.
const FURTHER: usize = 2;
const LONGEST: usize = 640;
/// Sentences back in which what is meant by "it" stands.
const BACK: usize = 3;
/// Bytes of a passage with what points back to it, and of a reply.
const GOES_ON: usize = 420;
/// Things behind a sentence that announces them, at most, and words between how many there are and its end.
const LISTED: usize = 4;
const COUNTED_WITHIN: usize = 2;
/// Bytes of a reply that says no more than that nothing is told.
const EVASION: usize = 160;
/// Bytes of a denial that says no more.
const BRIEF: usize = 40;

/// The passage that begins an answer with what is shown with it: what goes on from it, or what it points back to;
/// `None` where it is shown as it is.
pub(in crate::judgement::extractive) fn reaching(
    reading: &Reading,
    asked: &PreparedQuestion,
    context: &[ContextRecord],
    one: &Ranked<'_>,
    stems: &mut Stems,
) -> Option<Evidence> {
    as_far_as_the_fact(reading, asked, context, one, stems)
        .or_else(|| back_to_matter(asked, context, one, stems))
        .or_else(|| as_far_as_the_reason(asked, context, one, stems))
}

/// A passage that gives no reason where one is asked for, with what goes on from it: a reason stands behind what it is
/// of, without a word that says so. `None` for a passage that gives one, and where nothing goes on.
fn as_far_as_the_reason(
    asked: &PreparedQuestion,
    context: &[ContextRecord],
    one: &Ranked<'_>,
    stems: &mut Stems,
) -> Option<Evidence> {
    let evidence = &one.candidate.evidence;
    let is_asked = asked.stance == Some(Stance::Cause) && one.candidate.kind == SentenceKind::Prose;
    if !is_asked || evidence.lead.is_some() || asked.stated(&evidence.text, &evidence.heading, stems) >= STATED {
        return None;
    }
    let record = context.get(one.record)?;
    let goes_on = |other: &&Candidate| other.kind == SentenceKind::Prose && is_of_one(&other.evidence, evidence);
    let further: Vec<&Candidate> = behind(record, evidence).take(BACK).take_while(goes_on).collect();
    let reached = further.iter().rev().find_map(|last| {
        let is_one = |text: &String| text.len() <= GOES_ON && !text.contains("\n\n");
        let text = between(record, evidence, &last.evidence).filter(is_one)?;
        Some((text, last.evidence.quote.end))
    });
    let (text, end) = reached?;
    Some(evidence.with_window(Span::new(evidence.window.start, end), text))
}

/// The passage with what goes on from it as far as the sentence that gives what is asked for; `None` where it gives
/// that itself, nothing near does, or a sentence alone is no passage of running text.
pub(in crate::judgement::extractive) fn as_far_as_the_fact(
    reading: &Reading,
    asked: &PreparedQuestion,
    context: &[ContextRecord],
    one: &Ranked<'_>,
    stems: &mut Stems,
) -> Option<Evidence> {
    let evidence = &one.candidate.evidence;
    let wants = &reading.wants;
    let mut gives = |text: &str| match () {
        () if wants.money => tells_money(text),
        () if asked.figure => asked.has_figure(text, stems) >= 1.0,
        () if wants.person || wants.place => names_another(text, reading),
        () => true,
    };
    // A line that heads what follows, though it is no heading, is followed by it.
    let heads = one.candidate.kind == SentenceKind::Item && !ends_sentence(evidence.quoted());
    let is_item = one.candidate.kind == SentenceKind::Item;
    let alone = !is_item && (one.candidate.kind != SentenceKind::Prose || evidence.lead.is_some());
    if alone && !heads || gives(&evidence.text) {
        return None;
    }
    let record = context.get(one.record)?;
    // What goes on within an item is of it.
    let of_it = |other: &Candidate| match is_item && !heads {
        true => !other.opens && matches!(other.kind, SentenceKind::Prose | SentenceKind::Item),
        false => other.kind == SentenceKind::Prose,
    };
    let goes_on = |other: &&Candidate| of_it(other) && is_of_one(&other.evidence, evidence);
    let mut near = behind(record, evidence).take(FURTHER).take_while(goes_on);
    let giver = near.find(|other| gives(other.evidence.quoted()))?;
    let end = giver.evidence.quote.end;
    let text = between(record, evidence, &giver.evidence).filter(|text| text.len() <= LONGEST)?;
    let window = Span::new(evidence.window.start, end);
    let quote = Span::new(evidence.quote.start, end);
    Some(Evidence { quote, ..evidence.with_window(window, text) })
}

/// True for two passages under one heading that one speaker says.
fn is_of_one(a: &Evidence, b: &Evidence) -> bool {
    a.heading == b.heading && a.speaker == b.speaker
}

/// A passage that says "it" of what is asked about, with the sentences before it from the one that names that on;
/// `None` where it names that itself, or nothing near in its paragraph does.
fn back_to_matter(
    asked: &PreparedQuestion,
    context: &[ContextRecord],
    one: &Ranked<'_>,
    stems: &mut Stems,
) -> Option<Evidence> {
    let evidence = &one.candidate.evidence;
    let mut tells = |text: &str| asked.has_heaviest(text, stems) || names(asked, text);
    if !points_back(&evidence.text) || tells(&evidence.text) {
        return None;
    }
    let record = context.get(one.record)?;
    let is_text = |other: &&Candidate| other.kind == SentenceKind::Prose && other.evidence.lead.is_none();
    let mut near = before(context, one).take(BACK).take_while(is_text);
    let named = near.find(|other| tells(other.evidence.quoted()))?;
    let from = named.evidence.with_window(named.evidence.quote, named.evidence.quoted().to_owned());
    let text = between(record, &from, evidence).filter(|text| text.len() <= GOES_ON)?;
    let window = Span::new(from.window.start, evidence.quote.end);
    Some(evidence.with_window(window, text))
}

/// A passage that goes on within an item of a list, with the item from where that begins: a vote says nothing without
/// what was voted on.
pub(super) fn whole_item(context: &[ContextRecord], one: &Ranked<'_>) -> Option<Evidence> {
    let evidence = &one.candidate.evidence;
    if one.candidate.kind != SentenceKind::Item || one.candidate.opens {
        return None;
    }
    let record = context.get(one.record)?;
    let at = record.candidates.iter().position(|other| std::ptr::eq(other, one.candidate))?;
    let opening = record.candidates[..at].iter().rev().take(FURTHER).find(|other| other.opens)?;
    let first = &opening.evidence;
    if opening.kind != SentenceKind::Item || first.document != evidence.document || first.shows(evidence) {
        return None;
    }
    let text = between(record, first, evidence).filter(|text| text.len() <= GOES_ON)?;
    let window = Span::new(first.window.start, evidence.quote.end);
    let quote = Span::new(first.quote.start, evidence.quote.end);
    Some(Evidence { quote, lead: None, ..evidence.with_window(window, text) })
}

/// The words of a record from where a passage begins to where what another quotes ends.
pub(in crate::judgement::extractive) fn between(
    record: &ContextRecord,
    from: &Evidence,
    to: &Evidence,
) -> Option<String> {
    let length = to.quote.end.checked_sub(from.window.start)?;
    let starts = record.text.match_indices(&from.text).map(|(at, _)| at);
    let mut texts = starts.filter_map(|at| record.text.get(at..at + length));
    texts.find(|text| text.ends_with(to.quoted())).map(str::to_owned)
}

/// Which sentences behind a passage are shown with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Further {
    /// So many, whatever they say.
    Sentences(usize),
    /// Those that point back to it.
    PointingBack,
    /// Those that take back what it says.
    TakingBack,
}

/// The passage with the sentences behind it that point back to it or correct it: half of what is said may be taken back
/// there ("It was thought to be lost. It was not.").
pub(super) fn going_on(
    reading: &Reading,
    context: &[ContextRecord],
    one: &Ranked<'_>,
    further: Further,
) -> Option<Evidence> {
    let evidence = &one.candidate.evidence;
    let ends = ends_sentence(evidence.quoted()) || evidence.quoted().trim_end().ends_with([':', '：']);
    let alone = one.candidate.kind != SentenceKind::Prose || evidence.lead.is_some();
    if alone && one.candidate.kind != SentenceKind::Item || !ends {
        return None;
    }
    let record = context.get(one.record)?;
    let mut most = if let Further::Sentences(most) = further { most } else { 0 };
    let mut stretch = ContinuedPassage::of(record, evidence);
    let announces = announces(evidence.quoted());
    for (at, other) in behind(record, evidence).enumerate() {
        let next = &other.evidence;
        if announces && at < LISTED && next.speaker == evidence.speaker && stretch.takes_listed(other) {
            continue;
        }
        let points_back = next.window.start <= stretch.last.quote.start;
        let denies = points_back && negates(next.quoted());
        // What is denied in a few words is put right in the next sentence: "It wasn't. The looms stopped on Wednesday."
        most = if denies && next.quoted().len() < BRIEF { at + 2 } else { most };
        let follows = at < most
            || is_left_open(&stretch.text)
            || points_back && (denies || further != Further::TakingBack)
            || says_otherwise(reading, next.quoted()) >= STATED;
        if !follows || next.speaker != evidence.speaker || !stretch.takes(other) {
            break;
        }
    }
    let window = Span::new(evidence.window.start, stretch.last.quote.end);
    (stretch.last.quote != evidence.quote).then(|| evidence.with_window(window, stretch.text))
}

/// True for a sentence that announces what stands behind it: it ends in a colon, or with how many things it tells of
/// ("We set three conditions.").
pub(super) fn announces(quoted: &str) -> bool {
    let bare = quoted.trim_end_matches(['.', '。', ' ', '*']);
    if bare.ends_with([':', '：']) || WORDS.counting.iter().any(|end| bare.ends_with(end)) {
        return true;
    }
    let last: Vec<String> = words(bare).map(|word| word.text.to_lowercase()).collect();
    let Some((thing, before)) = last.split_last() else { return false };
    let counts = |word: &String| flags(word).has(Flags::NUMBER) && !flags(word).has(Flags::MEASURE);
    let sort = Flags::NUMBER | Flags::MEASURE | Flags::FUNCTION;
    let plain = thing.chars().all(char::is_alphabetic) && !flags(thing).has(sort);
    plain && before.iter().rev().take(COUNTED_WITHIN).any(counts)
}

/// True for a sentence that says that what it is of follows, or how many things do.
pub(super) fn announces_in_words(quoted: &str) -> bool {
    let bare = quoted.trim_end_matches([':', '：', '.', '。', ' ', '*']);
    let says = words(bare).any(|word| WORDS.announcing.has(&word.text.to_lowercase()));
    says || WORDS.counting.iter().any(|end| bare.ends_with(end)) || !bare.is_empty() && announces(bare)
}

/// A passage as far as it goes on.
struct ContinuedPassage<'a> {
    record: &'a ContextRecord,
    first: &'a Evidence,
    last: &'a Evidence,
    text: String,
}

impl<'a> ContinuedPassage<'a> {
    fn of(record: &'a ContextRecord, first: &'a Evidence) -> Self {
        Self { record, first, last: first, text: first.text.clone() }
    }

    /// Goes on to one of the things that were announced, be it an item of a list.
    fn takes_listed(&mut self, other: &'a Candidate) -> bool {
        let next = &other.evidence;
        let longer = between(self.record, self.first, next).filter(|longer| longer.len() <= LONGEST);
        // The paragraph behind the first of them is of something else.
        let elsewhere = other.kind == SentenceKind::Prose && other.opens && self.last != self.first;
        let told = matches!(other.kind, SentenceKind::Prose | SentenceKind::Item)
            && next.heading == self.first.heading
            && !elsewhere;
        let Some(longer) = longer.filter(|_| told) else { return false };
        (self.text, self.last) = (longer, next);
        true
    }

    /// Goes on to the next sentence of the paragraph, where there is room.
    fn takes(&mut self, other: &'a Candidate) -> bool {
        let next = &other.evidence;
        let Some(longer) = between(self.record, self.first, next).filter(|longer| longer.len() <= GOES_ON) else {
            return false;
        };
        // A label or the mark of an item between them begins something else.
        let gap = longer.get(self.text.len()..longer.len() - next.quoted().len()).unwrap_or("-");
        let is_text = matches!(other.kind, SentenceKind::Prose | SentenceKind::Item);
        let runs_on = gap.chars().all(char::is_whitespace) && !other.opens && is_text;
        if !(runs_on && is_worded(next.quoted())) {
            return false;
        }
        (self.text, self.last) = (longer, next);
        true
    }
}

/// True for a text that ends within what somebody is quoted as saying: `She said: "We sail."` before what closes it.
fn is_left_open(text: &str) -> bool {
    let count = |mark: char| text.matches(mark).count();
    let curly = count('“') > count('”');
    // Behind a figure it is a measure: 6" by 4".
    let straight = text.split('"').rev().skip(1).filter(|front| !front.ends_with(|c: char| c.is_ascii_digit())).count();
    curly || straight % 2 == 1
}

/// True for more than initials, marks and figures.
fn is_worded(text: &str) -> bool {
    text.contains(is_unspaced) || words(text).any(|word| word.text.chars().filter(|c| c.is_lowercase()).count() > 1)
}

/// The passages of a record behind one, in their order.
pub(in crate::judgement::extractive) fn behind<'a>(
    record: &'a ContextRecord,
    evidence: &'a Evidence,
) -> impl Iterator<Item = &'a Candidate> {
    record.candidates.iter().filter(move |other| {
        other.evidence.document == evidence.document && other.evidence.quote.start >= evidence.window.end
    })
}

/// What somebody replies to a question that a passage asks, with the question as what leads to it; `None` where the
/// passage asks nothing, or nobody replies.
pub(in crate::judgement::extractive) fn reply(context: &[ContextRecord], one: &Ranked<'_>) -> Option<Evidence> {
    let evidence = &one.candidate.evidence;
    // What names the matter in front of a question is asked with it: "The charge on the mill. When did you know?"
    let asked = [evidence.quoted(), evidence.text.as_str()].into_iter().find(|said| asks(said))?;
    let asker = evidence.speaker.as_ref().filter(|_| one.candidate.spoken)?;
    let record = context.get(one.record)?;
    let mut behind = behind(record, evidence).skip_while(|other| other.evidence.speaker.as_ref() == Some(asker));
    let first = behind.next().filter(|other| other.spoken && !asks(other.evidence.quoted()))?;
    let from = &first.evidence;
    let gap = record.text.split_once(asked).and_then(|(_, rest)| rest.split_once(from.quoted()));
    if gap.is_some_and(|(gap, _)| gap.lines().any(is_boundary)) {
        return None;
    }
    let opening = from.with_window(from.quote, from.quoted().to_owned());
    let mut stretch = ContinuedPassage::of(record, &opening);
    for other in behind {
        if other.evidence.speaker != from.speaker || !stretch.takes(other) {
            break;
        }
    }
    let span = Span::new(from.quote.start, stretch.last.quote.end);
    let text = stretch.text;
    Some(Evidence { window: span, quote: span, text, lead: Some(asked.to_owned()), ..opening })
}

/// True for a line that parts messages or blocks: a rule, perhaps with words in it, or the head of another message.
fn is_boundary(line: &str) -> bool {
    /// Signs that make a rule.
    const RULE: usize = 4;
    let line = line.trim_start_matches(['>', ' ', '\t']).trim_end();
    let drawn = |sign: char| line.len() >= RULE && line.chars().take(RULE).all(|c| c == sign);
    ['-', '=', '_', '~', '*', '#'].into_iter().any(drawn) || is_head_field(line)
}

/// True for a sentence that tells what was said before, or elsewhere, and nothing of its own: "I have just read that
/// the gate is shut." What is thought of that comes behind.
pub(super) fn restates(quoted: &str) -> bool {
    // The day of what is corrected may stand in front: "(21 June) we said that …".
    let told =
        quoted.trim_start().strip_prefix('(').and_then(|rest| rest.split_once(')')).map_or(quoted, |(_, told)| told);
    let text = format!("{} ", plain(told));
    WORDS.restating.iter().any(|opening| text.starts_with(&format!("{opening} ")))
}

/// True for a sentence that tells what somebody was asked: "Reed was asked by Voss who owned the quay." The reply
/// stands behind it.
pub(super) fn reports_question(quoted: &str) -> bool {
    let all: Vec<String> = words(quoted).map(|word| word.text.to_lowercase()).collect();
    let asked = all.iter().position(|word| WORDS.asking.has(word));
    asked.is_some_and(|at| all[at..].iter().skip(1).any(|word| WORDS.asked_what.has(word)))
}

/// The words of a text in small letters, without the marks around them.
fn plain(text: &str) -> String {
    let words = text.split_whitespace().map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase());
    words.collect::<Vec<_>>().join(" ")
}

/// True for what tells nothing: "I have no idea, you would have to ask the keeper", or a question that is answered so.
pub(in crate::judgement::extractive) fn evades(context: &[ContextRecord], one: &Ranked<'_>) -> bool {
    let replied = reply(context, one);
    let said = replied.as_ref().unwrap_or(&one.candidate.evidence).quoted();
    let text = format!(" {} ", plain(said));
    said.len() <= EVASION && WORDS.evading.iter().any(|phrase| text.contains(&format!(" {phrase} ")))
}

#[cfg(test)]
#[path = "reaching_tests.rs"]
mod tests;
