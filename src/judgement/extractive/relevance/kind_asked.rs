//! The kind of answer that a question asks for, and which passage gives it: a day of something that happened, for how
//! long, how many of what is counted, by how much, who did something or whether it was done, a decision that was made.
//! A passage that has most of the question's words and nothing of that kind answers it no better than any other; what
//! it is of may be told by its surroundings.

use super::kind::{Kind, deed};
use super::other_names::BY_ANOTHER_NAME;
use super::phrases;
use super::precedence::is_caption;
use super::subject::tells_of_doer;
use super::surroundings::{Matter, paragraph, with_surroundings};
use crate::judgement::extractive::answers::answer::confidence;
use crate::judgement::extractive::answers::from_passages::PassageAnswer;
use crate::judgement::extractive::quotes::reaching::as_far_as_the_fact;
use crate::judgement::quotation::is_direct_speech;
use crate::judgement::rank::features::{asks, is_field};
use crate::judgement::rank::select::Ranked;
use crate::model::{Evidence, SentenceKind};
use crate::text::dates::is_month;
use crate::text::language::word_lists;
use crate::text::numbers::figures::is_number_word;
use crate::text::question::{is_light, reports, tells_money};
use crate::text::statements::stance::{STATED, Stance};
use crate::text::words::terms::{Stems, fold, folded, words};

word_lists! {
    static WORDS = "kind_asked.toml": spans, lasting, behind_spans, relative, announced, per_cent, of_more, at,
        from_when_on, between_days, clauses, pronouns
}

/// What a passage has of a question that makes the statement asked for, as a part of what the best has.
const HALF: f32 = 0.5;
/// How plainly a passage has to give what is asked for, from 0 to 1.
const GIVEN: f32 = 0.5;
/// What is left of it where it is only announced, is a part of what is asked for, or is of somebody else.
const ANNOUNCED: f32 = 0.4;
const A_PART: f32 = 0.5;
/// How plainly a reason is given where it is told of whoever is asked about that they did it.
const OF_THE_DOER: f32 = 0.6;
/// How plainly something is given that the next sentence gives.
const GOES_ON: f32 = 0.9;
/// What a passage gains of which the day stands by what happened.
const BESIDE: f32 = 0.15;
/// Passages of which one has to give what is asked for, and of its matter with its surroundings at least this part.
const SOUGHT_IN: usize = 3;
const ENOUGH: f32 = 0.6;
/// Words between a number and what it measures, and between a verb and where it was done.
const BETWEEN: usize = 2;
const REACH: usize = 6;

/// True for what is told as something that is to be; what stands behind a comma may go on from what was done.
pub(super) fn is_announced(text: &str) -> bool {
    WORDS.announced.is_said_in(text.split(',').next().unwrap_or(text))
}

/// True for what tells a day by that of its text: "last night".
pub(in crate::judgement::extractive) fn is_relative(text: &str) -> bool {
    WORDS.relative.is_said_in(text)
}

/// True for a word that is a number.
pub(super) fn is_number(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_digit()) || is_number_word(&word.to_lowercase())
}

/// How plainly a text, by its words in small letters, says for how long something went on, from 0 to 1 at each word.
fn lasted(all: &[String]) -> Vec<f32> {
    let span = |at: usize| {
        let number = (at.saturating_sub(BETWEEN)..at).any(|before| is_number(&all[before]));
        let ends = all.get(at + 1).is_none_or(|next| !WORDS.behind_spans.has(next));
        WORDS.spans.has(&all[at]) && number && ends
    };
    let told = |at: usize| all[at.saturating_sub(BETWEEN + 2)..at].iter().any(|word| WORDS.lasting.has(word));
    let plainly = |at: usize| match span(at) {
        true if told(at) => 1.0,
        true => 0.6,
        false => 0.0,
    };
    (0..all.len()).map(plainly).collect()
}

/// How plainly a text says by what part, or to what sum, something was raised or cut.
fn raised(text: &str) -> f32 {
    let all: Vec<String> = words(text).map(|word| word.text.to_lowercase()).collect();
    let numbered = (0..all.len()).any(|at| {
        let next = |by: usize| all.get(at + by).map_or("", String::as_str);
        is_number(&all[at]) && (WORDS.per_cent.has(next(1)) || WORDS.per_cent.has(&format!("{} {}", next(1), next(2))))
    });
    match () {
        () if numbered => 1.0,
        () if tells_money(text) => 0.6,
        () => 0.0,
    }
}

impl PassageAnswer<'_> {
    /// Asked who warned or objected, or what became of somebody, a passage that makes such a statement in the place of
    /// one that only has the words: the resolution to do it has them all.
    pub(in crate::judgement::extractive) fn of_the_kind<'r, 's>(
        &self,
        first: &'s Ranked<'r>,
        ranked: &'s [Ranked<'r>],
        stems: &mut Stems,
    ) -> &'s Ranked<'r> {
        let says = match self.reading.statement.stance {
            Some(Stance::Warning | Stance::Disagreement) => self.reading.wants.person,
            Some(Stance::Fate) => !self.reading.names.is_empty(),
            _ => false,
        };
        if !says || self.is_stated(first, stems) {
            return first;
        }
        let names = &self.reading.names;
        let of_them = |text: &str| names.is_empty() || self.asked.calls_all(text);
        // What it is of may stand above it.
        let least = HALF * confidence(self.asked, &first.candidate.evidence, stems);
        let as_much = |one: &&Ranked<'_>| {
            let evidence = &one.candidate.evidence;
            self.is_stated(one, stems) && of_them(evidence.quoted()) && confidence(self.asked, evidence, stems) >= least
        };
        let stated = ranked.iter().filter(as_much);
        stated.max_by(|a, b| a.worth.total_cmp(&b.worth)).unwrap_or(first)
    }

    /// True where it is asked what somebody says of something, or when it happened, and nothing that was found is said
    /// by them, or tells a day of it.
    pub(in crate::judgement::extractive) fn lacks_kind(&self, ranked: &[Ranked<'_>], stems: &mut Stems) -> bool {
        let kind = Kind::of(self.reading, self.question).filter(|kind| matches!(kind, Kind::Said(_) | Kind::Day));
        // A day beside the names may be of it, though it is not the day of what is asked.
        let near = |one: &Ranked<'_>, stems: &mut Stems| {
            self.names_all(&with_surroundings(self.context, one))
                && self.asked.has_figure(&one.candidate.evidence.text, stems) >= GIVEN
        };
        kind.is_some_and(|kind| {
            let gives = |one| self.gives_of_matter(&kind, one, stems) || kind == Kind::Day && near(one, stems);
            !ranked.iter().any(gives)
        })
    }

    /// True where one of the first of what was chosen gives what is asked for of what is asked about.
    pub(in crate::judgement::extractive) fn is_given(&self, chosen: &[Ranked<'_>], stems: &mut Stems) -> bool {
        let Some(kind) = Kind::of(self.reading, self.question) else { return false };
        chosen.iter().take(SOUGHT_IN).any(|one| self.gives_of_matter(&kind, one, stems))
    }

    /// True for a passage that gives what is asked for of enough of what is asked about.
    fn gives_of_matter(&self, kind: &Kind, one: &Ranked<'_>, stems: &mut Stems) -> bool {
        let given = self.gives_kind(kind, one, stems);
        given >= GIVEN && is_of_matter(given, self.matter(one, stems))
    }

    /// What a passage has of the question; of a labelled line all that stands in its form is near.
    pub(super) fn matter(&self, one: &Ranked<'_>, stems: &mut Stems) -> Matter {
        let matter = Matter::of(self.asked, self.context, one, stems);
        // What was done has the weight of its verb where it is told in other words.
        let otherwise = deed(self.reading).filter(|deed| phrases::is_told(deed, &one.candidate.evidence.text));
        let matter = otherwise.map_or(matter, |deed| matter.with(self.asked.hits(&deed, stems).exact));
        match one.candidate.kind {
            SentenceKind::Row => Matter { near: matter.within, ..matter },
            _ => matter,
        }
    }

    /// How plainly a passage gives what is asked for, from 0 to 1, whatever it is of.
    pub(super) fn gives_kind(&self, kind: &Kind, one: &Ranked<'_>, stems: &mut Stems) -> f32 {
        let Self { reading, asked, context, .. } = *self;
        let evidence = &one.candidate.evidence;
        let text = evidence.text.as_str();
        let quoted = evidence.quoted();
        // A labelled line tells whose something is: *Director: A. Voss*.
        let labelled = || matches!(kind, Kind::Stated(Stance::Ownership, _)) && is_field(quoted);
        let is_sentence = match one.candidate.kind {
            SentenceKind::Prose | SentenceKind::Item => true,
            SentenceKind::Row => labelled(),
            _ => false,
        };
        if asks(quoted) || !is_sentence {
            return 0.0;
        }
        let paragraph = paragraph(context, one);
        let given = match kind {
            // "The Civil War" of another country has another day.
            Kind::Day if !self.names_all(&with_surroundings(context, one)) => 0.0,
            Kind::Day => self.day(text, &paragraph, &evidence.title, stems),
            Kind::Duration => {
                let all: Vec<String> = words(text).map(|word| word.text.to_lowercase()).collect();
                beside(&self.matter_in(&all, stems), &lasted(&all))
            }
            Kind::Count if asked.has_figure(text, stems) >= 1.0 => {
                if WORDS.of_more.is_said_in(text) {
                    A_PART
                } else {
                    1.0
                }
            }
            Kind::Count if self.counts_what_it_befell(text, stems) => BY_ANOTHER_NAME,
            // "Forty-one thousand char die at Low Bield" stands above all that its document says.
            Kind::Count if self.counts_what_it_befell(&evidence.title, stems) => GIVEN,
            Kind::Count => 0.0,
            Kind::Money if tells_money(text) => 1.0,
            Kind::Money => as_far_as_the_fact(reading, asked, context, one, stems).map_or(0.0, |_| GOES_ON),
            Kind::Raise => raised(text),
            Kind::Deed(verb) => self.deed(verb, evidence, stems),
            Kind::Named(sort) => self.named(sort, text, stems),
            Kind::Said(names) => names.iter().map(|name| says(name, evidence, &paragraph)).fold(0.0, f32::max),
            Kind::Stated(stance, verb) => {
                let told = verb.as_ref().is_none_or(|verb| has_stem(verb, text, stems) || phrases::is_told(verb, text));
                let stated = asked.stated(quoted, &evidence.heading, stems);
                let who = !reading.wants.person || self.names_who(evidence);
                let named = who && (*stance != Stance::Cause || self.names_doer(&with_surroundings(context, one)));
                match () {
                    () if told && named && stated >= STATED => stated,
                    // Beside what somebody did it is told why.
                    () if verb.is_some() && tells_of_doer(reading, asked, evidence, stems) => OF_THE_DOER,
                    () => 0.0,
                }
            }
        };
        let announced = if reading.statement.past && is_announced(quoted) { ANNOUNCED } else { 1.0 };
        let elsewhere = if self.is_of_another_place(&paragraph) { ANNOUNCED } else { 1.0 };
        // A title or a line of an address gives nothing.
        let heads = one.candidate.kind == SentenceKind::Prose && is_caption(one, asked, stems);
        given * announced * elsewhere * if heads { ANNOUNCED } else { 1.0 }
    }

    /// How plainly a passage tells the day of what happened: by a month or a year that stands by a word of it, a day of
    /// the week, or one that the day of the text tells. What happened may be told before it.
    pub(in crate::judgement::extractive) fn day(
        &self,
        text: &str,
        paragraph: &str,
        title: &str,
        stems: &mut Stems,
    ) -> f32 {
        let Self { reading, asked, .. } = *self;
        let bare = without_references(text);
        let all: Vec<String> = words(&bare).map(|word| word.text.to_owned()).collect();
        // "Since 1962" and "between May and June" tell for what time something was so, and no day of what happened.
        let front = |at: usize, reach: usize| all[at.saturating_sub(reach)..at].iter().map(|word| word.to_lowercase());
        let bounds = |at: usize| {
            front(at, BETWEEN).any(|word| WORDS.from_when_on.has(&word))
                || front(at, REACH).any(|word| WORDS.between_days.has(&word))
        };
        // "It failed because it was run as was agreed on 4 May" tells the day of what was agreed.
        let matter = self.matter_in(&all, stems);
        let of_another = |at: usize| {
            let before = matter.iter().rev().find(|&&one| one < at);
            let behind = matter.iter().any(|&one| (at..=at + REACH).contains(&one));
            let parted = |&one: &usize| all[one..at].iter().any(|word| WORDS.clauses.has(&word.to_lowercase()));
            !behind && before.is_some_and(parted)
        };
        let given = |(at, word): (usize, &String)| {
            if bounds(at) || of_another(at) { 0.0 } else { asked.has_figure(word, stems) }
        };
        let given: Vec<f32> = all.iter().enumerate().map(given).collect();
        let day = beside(&matter, &given);
        // Somebody's words are of the day of their text.
        if !self.question.said_by.is_empty() && asked.has_figure(title, stems) > 0.0 {
            return 1.0;
        }
        let day = day.max(if is_relative(text) { GIVEN } else { 0.0 });
        let is_told =
            |verb: &String, stems: &mut Stems| has_stem(verb, paragraph, stems) || phrases::is_told(verb, paragraph);
        let own: Vec<String> = reading.names.iter().flat_map(|name| folded(name)).collect();
        let mut besides =
            reading.content.iter().filter(|word| !own.contains(&fold(word)) && !is_light(word)).peekable();
        let tells = |word: &String, stems: &mut Stems| asked.has_word(word, paragraph, stems);
        match deed(reading) {
            Some(verb) if !is_told(&verb, stems) => ANNOUNCED * day,
            // Of a thing that is no name what was done to it is told as well.
            None if reading.done_to_thing().is_some_and(|verb| !tells(verb, stems)) => ANNOUNCED * day,
            // Of what happened something is told besides the names.
            None if besides.peek().is_some() && !besides.any(|word| tells(word, stems)) => ANNOUNCED * day,
            _ => day,
        }
    }

    /// Where among some words those of the question stand.
    fn matter_in(&self, all: &[String], stems: &mut Stems) -> Vec<usize> {
        let Self { reading, asked, .. } = *self;
        let content: Vec<&String> = reading.content.iter().filter(|word| !is_light(word)).collect();
        (0..all.len()).filter(|&at| content.iter().any(|word| asked.has_word(word, &all[at], stems))).collect()
    }

    /// True where a text has each word of the names of things in the question; of a person the last will do, or what
    /// else that person is called.
    fn names_all(&self, text: &str) -> bool {
        let said = folded(text);
        let has = |name: &String| match self.reading.doer.as_ref() == Some(name) {
            true => self.asked.calls(name, &said),
            false => folded(name).iter().all(|word| said.contains(word)),
        };
        self.reading.names.iter().all(has)
    }

    fn names_doer(&self, text: &str) -> bool {
        let said = folded(text);
        self.reading.doer.as_ref().is_some_and(|doer| self.asked.calls(doer, &said))
    }

    /// True for a text that is of another place than that which is asked of: it names that first behind a preposition.
    fn is_of_another_place(&self, text: &str) -> bool {
        let asks = self.question.asks();
        let places = |text: &str| -> Vec<String> {
            let all: Vec<&str> = words(text).map(|word| word.text).collect();
            let is_place = |pair: &&[&str]| {
                WORDS.at.has(&pair[0].to_lowercase()) && pair[1].starts_with(char::is_uppercase) && !is_month(pair[1])
            };
            all.windows(2).filter(is_place).map(|pair| fold(pair[1])).collect()
        };
        let Some(asked) = places(&asks).pop() else { return false };
        let named = |before: &str| {
            words(text).map(|word| fold(word.text)).take_while(|word| word != before).any(|word| word == asked)
        };
        places(text).first().is_some_and(|first| *first != asked && !named(first))
    }
}

/// The most that one of some words gives, as far as each does: what stands by the `matter`, the question's words,
/// before what stands by none.
fn beside(matter: &[usize], given: &[f32]) -> f32 {
    let told = given.iter().enumerate().map(|(at, given)| {
        let apart = matter.iter().map(|other| other.abs_diff(at)).min().unwrap_or(usize::MAX);
        if *given < GIVEN { 0.0 } else { (1.0 - BESIDE) * given + if apart <= REACH { BESIDE } else { 0.0 } }
    });
    told.fold(0.0, f32::max)
}

/// True where a text has a form of a word.
pub(super) fn has_stem(word: &str, text: &str, stems: &mut Stems) -> bool {
    let stem = stems.stem(word).to_owned();
    words(text).any(|word| stems.stem(word.text) == stem)
}

/// A text without what stands in square brackets: where something was taken from tells no day of it.
fn without_references(text: &str) -> String {
    let mut depth = 0_u32;
    let mut bare = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '[' => depth += 1,
            ']' => depth = depth.saturating_sub(1),
            c if depth == 0 => bare.push(c),
            _ => {}
        }
    }
    bare
}

/// True where behind the last word of a name, folded, stands a verb by which it is told that somebody said something:
/// "Ada Voss of the keepers' union said".
fn tells_words_of(sentence: &str, name: &str) -> bool {
    let all: Vec<&str> = words(sentence).map(|word| word.text).collect();
    let named = all.iter().position(|word| fold(word) == name);
    named.is_some_and(|at| all[at + 1..].iter().any(|word| reports(&format!("{} {word}", all[at]), &[name])))
}

/// How plainly a passage is what somebody said, by the words of the name: it is told of the surname, or of the one in
/// front of it, that they said it, or it is direct speech behind their name.
fn says(name: &[String], evidence: &Evidence, paragraph: &str) -> f32 {
    /// Somebody else may have the first name.
    const BY_FIRST_NAME: f32 = 0.85;
    let Some((name, front)) = name.split_last() else { return 0.0 };
    let quoted = evidence.quoted();
    let first = front.last().filter(|first| reports(quoted, &[first])).map_or(0.0, |_| BY_FIRST_NAME);
    first.max(says_by_surname(name, evidence, paragraph))
}

fn says_by_surname(name: &str, evidence: &Evidence, paragraph: &str) -> f32 {
    let quoted = evidence.quoted();
    let has_name = |text: &str| words(text).any(|word| fold(word.text) == name);
    // "Ada Voss left early. She said that …"
    let by_pronoun = || has_name(evidence.front()) && WORDS.pronouns.iter().any(|pronoun| reports(quoted, &[pronoun]));
    match () {
        () if reports(quoted, &[name]) || by_pronoun() => 1.0,
        () if is_direct_speech(quoted) && paragraph.len() > quoted.len() && has_name(paragraph) => 0.9,
        () if tells_words_of(quoted, name) => 0.8,
        () if has_name(quoted) && quoted.contains(['"', '“', '”', '«']) => 0.7,
        () => 0.0,
    }
}

/// True where what is asked for is given of enough of what is asked about.
fn is_of_matter(given: f32, matter: Matter) -> bool {
    given >= GIVEN && matter.near >= ENOUGH
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_lasts_is_told_by_a_number_of_days() {
        let lasted = |text: &str| {
            let all: Vec<String> = words(text).map(|word| word.text.to_lowercase()).collect();
            lasted(&all).into_iter().fold(0.0, f32::max)
        };
        assert_eq!(lasted("They go back on Monday, after eight weeks."), 1.0);
        assert!(lasted("It took a strike of nearly four weeks.") > lasted("She worked 3 days there."));
        for none in ["It began two weeks ago.", "The strike began on Sept 4.", "A boy ten years old."] {
            assert_eq!(lasted(none), 0.0, "{none}");
        }
    }

    #[test]
    fn a_raise_is_told_in_parts_of_a_hundred() {
        assert_eq!(raised("They accepted a rise of six per cent."), 1.0);
        assert_eq!(raised("The board raised its offer to 7 percent."), 1.0);
        assert_eq!(raised("Some 190 collectors began a strike."), 0.0);
    }

    #[test]
    fn what_is_to_be_is_not_done() {
        assert!(is_announced("The committee is to decide in May.") && is_announced("It will close."));
        assert!(!is_announced("They voted last night, and will go back on Monday."));
    }

    #[test]
    fn what_somebody_says_is_told_behind_the_name() {
        assert!(tells_words_of("Ada Voss of the keepers' union said it would appeal.", "voss"));
        assert!(!tells_words_of("The mayor said that Ada Voss left.", "voss"));
    }
}
