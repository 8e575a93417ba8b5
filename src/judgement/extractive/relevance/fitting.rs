//! Which of the passages that were found may answer at all: what makes no statement of the kind asked for, lists of
//! names where it is asked who somebody is, and what happened in another year are left out before any is chosen.

use std::collections::BTreeSet;

use super::other_names::{calls, names_namesake};
use super::precedence::{defines, is_caption, keep_widest, only_names};
use super::surroundings::with_surroundings;
use crate::judgement::extractive::answers::from_passages::PassageAnswer;
use crate::judgement::extractive::quotes::reaching::reply;
use crate::judgement::rank::features::{asks, is_field, is_roster};
use crate::judgement::rank::roles::tells_role;
use crate::judgement::rank::select::Ranked;
use crate::model::{Evidence, SentenceKind, Span};
use crate::text::cutting::punctuation::ends_sentence;
use crate::text::dates::is_month;
use crate::text::language::word_lists;
use crate::text::layout::aside::aside;
use crate::text::layout::cells::are_parted;
use crate::text::layout::sentences::split;
use crate::text::question::is_staying;
use crate::text::speakers::letters::is_letterhead;
use crate::text::statements::reference::heads_works;
use crate::text::statements::stance::{STATED, Stance};
use crate::text::words::terms::{Stems, Word, fold, folded, words};
use crate::text::words::wordlist::{is_article, is_function_word};

word_lists! { static WORDS = "fitting.toml": indefinite, of_party, identifying }

/// How plainly a sentence makes the kind of statement asked for where none does so as plainly as [`STATED`]: what may
/// be meant is shown as what is nearest.
const HINTED: f32 = 0.35;
/// From how much on a passage stands beside running text, and what that has of the question, as a part of the most, to
/// be told alone.
const BESIDE: f32 = 0.7;
const AS_MUCH: f32 = 0.6;
/// Words behind a colon that say no more than a name does, at most.
const FEW: usize = 3;
/// Of the best's words of the question a passage has at least this part, to tell how something went.
const OF_THE_THING: f32 = 0.7;
/// The same where each of its steps may have a word of it.
const OF_THE_COURSE: f32 = 0.4;

/// True for a line of an address, or of a name with what somebody is. A row of a table with its cells is none:
/// *Sunday | Closed*.
fn is_above_a_letter(one: &Ranked<'_>) -> bool {
    let quoted = one.candidate.evidence.quoted();
    let several = quoted.trim().contains(' ');
    let celled = one.candidate.kind == SentenceKind::Row && are_parted(quoted);
    matches!(one.candidate.kind, SentenceKind::Prose | SentenceKind::Row)
        && several
        && !celled
        && !quoted.contains([':', '：'])
        && is_letterhead(quoted)
}

/// Leaves out what stands above and below a letter, where anything else is said.
pub(in crate::judgement::extractive) fn keep_sentences(ranked: &mut Vec<Ranked<'_>>) {
    if !ranked.iter().all(is_above_a_letter) {
        ranked.retain(|one| !is_above_a_letter(one));
    }
}

/// The things in a text that are told with a name, each with the first word of that: *contract*, *Tarn* of "the
/// contract with Tarn", and of "the Tarn contract".
fn parties(text: &str) -> impl Iterator<Item = (&str, String)> {
    let all: Vec<Word<'_>> = words(text).collect();
    let plain = |at: usize| !all[at].is_capital() && !is_function_word(&fold(all[at].text));
    let named = |at: usize| at > 0 && all[at].is_capital() && !is_month(all[at].text);
    let pair = |at: usize| {
        let behind = (at + 2..all.len().min(at + 4)).find(|&to| named(to));
        let tied = WORDS.of_party.has(&fold(all.get(at + 1)?.text));
        let to = behind.filter(|&to| tied && (at + 2..to).all(|between| is_article(&fold(all[between].text))));
        let front = at.checked_sub(1).filter(|&before| named(before) && all[before].span.end + 1 == all[at].span.start);
        to.or(front).map(|to| (all[at].text, fold(all[to].text)))
    };
    (0..all.len()).filter(|&at| plain(at)).filter_map(pair).collect::<Vec<_>>().into_iter()
}

/// The numbers that stand behind a word in a text: *3* behind *version*.
fn numbers_of(noun: &str, text: &str) -> Vec<String> {
    let all: Vec<String> = folded(text);
    let is_number = |word: &String| word.bytes().all(|byte| byte.is_ascii_digit());
    all.windows(2).filter(|pair| pair[0] == noun && is_number(&pair[1])).map(|pair| pair[1].clone()).collect()
}

fn stem(word: &str, stems: &mut Stems) -> String {
    stems.stem(word).to_owned()
}

/// True for a text each sentence of which is a question.
fn all_asks(text: &str) -> bool {
    let ends = |text: &str| text.trim_end().ends_with(['?', '？']);
    let sentences = || split(text, Span::new(0, text.len())).into_iter().filter_map(|span| span.slice(text));
    ends(text) && sentences().all(ends)
}

impl PassageAnswer<'_> {
    /// Where only a kind of statement is asked for, what makes none is beside the point.
    pub(in crate::judgement::extractive) fn keep_stated(&self, ranked: &mut Vec<Ranked<'_>>, stems: &mut Stems) {
        if self.asked.stance.is_none() || !self.asked.is_empty() {
            return;
        }
        let mut strength = |one: &Ranked<'_>| {
            let evidence = &one.candidate.evidence;
            self.stated(evidence.quoted(), evidence, stems)
        };
        let least = if ranked.iter().any(|one| strength(one) >= STATED) { STATED } else { HINTED };
        // Of what somebody says all is near.
        if !self.question.said_by.is_empty() && !ranked.iter().any(|one| strength(one) >= least) {
            return;
        }
        ranked.retain(|one| strength(one) >= least);
    }

    /// Keeps what may answer: of who somebody is, no list of names; of one year, no other.
    pub(in crate::judgement::extractive) fn keep_fitting<'r>(&self, ranked: &mut Vec<Ranked<'r>>, stems: &mut Stems) {
        let Self { reading, asked, context, .. } = *self;
        keep_widest(ranked);
        // What somebody was asked and replied to is neither.
        let replied = |one: &Ranked<'_>| asks(one.candidate.evidence.quoted()) && reply(context, one).is_some();
        // A list of names tells of none who it is.
        if reading.identity.definition {
            let (lists, tell): (Vec<_>, Vec<_>) = std::mem::take(ranked).into_iter().partition(|one| {
                let evidence = &one.candidate.evidence;
                // A cell with somebody's name says of the row, and not of them.
                let in_cell = reading.wants.person
                    && one.candidate.kind == SentenceKind::Row
                    && !reading.names.iter().any(|name| tells_role(evidence.quoted(), name));
                let only_names = is_roster(evidence.quoted()) || in_cell;
                only_names && !defines(reading, asked, evidence, stems) && !replied(one)
            });
            *ranked = if tell.is_empty() { lists } else { tell };
            // Nor do the lines of an address.
            let tells = |one: &Ranked<'_>, stems: &mut Stems| {
                !is_caption(one, asked, stems)
                    || defines(reading, asked, &one.candidate.evidence, stems)
                    || replied(one)
            };
            if ranked.iter().any(|one| tells(one, stems)) {
                ranked.retain(|one| tells(one, stems));
            }
        }
        // Who was there is no reason for anything.
        let roster = |one: &Ranked<'_>| is_roster(one.candidate.evidence.quoted());
        if reading.statement.stance == Some(Stance::Cause) && !ranked.iter().all(roster) {
            ranked.retain(|one| !roster(one));
        }
        // Nor is what a form is called.
        let label = |one: &Ranked<'_>| {
            let quoted = one.candidate.evidence.quoted();
            let label = quoted.split_once(": ").filter(|_| is_field(quoted)).map(|(label, _)| folded(label));
            label.is_some_and(|label| label.len() == 1 && WORDS.identifying.has(&label[0]))
        };
        if reading.statement.stance == Some(Stance::Cause) && !ranked.iter().all(label) {
            ranked.retain(|one| !label(one));
        }
        // What a kind of thing is takes a sentence.
        let says = |one: &Ranked<'_>, stems: &mut Stems| {
            let evidence = &one.candidate.evidence;
            ends_sentence(evidence.quoted())
                || evidence.quoted().split_once([':', '：']).is_some_and(|(_, told)| words(told).nth(FEW).is_some())
                || defines(reading, asked, evidence, stems)
        };
        if reading.statement.stance == Some(Stance::Definition) && ranked.iter().any(|one| says(one, stems)) {
            ranked.retain(|one| says(one, stems));
        }
        let names_only =
            |one: &Ranked<'_>, stems: &mut Stems| only_names(&one.candidate.evidence, asked, stems) && !replied(one);
        if !ranked.iter().all(|one| names_only(one, stems)) {
            ranked.retain(|one| !names_only(one, stems));
        }
        // What stands above and below a letter tells where somebody is, and nothing else.
        let stays = reading.asks_with_names_alone() || reading.content.iter().any(|word| is_staying(word));
        if !(reading.wants.place && stays) {
            keep_sentences(ranked);
        }
        self.keep_running_text(ranked);
        self.keep_of_the_one(ranked);
        self.keep_of_the_party(ranked, stems);
        // Who did it is not told by "somebody did it".
        let unnamed = |one: &Ranked<'_>| {
            let evidence = &one.candidate.evidence;
            WORDS.indefinite.is_said_in(evidence.quoted()) && !self.names_who(evidence)
        };
        let asks_who = reading.wants.person && !reading.identity.definition && !reading.content.is_empty();
        if asks_who && !ranked.iter().all(unnamed) {
            ranked.retain(|one| !unnamed(one));
        }
        // What only asks answers nothing, but to whoever wants to know what was asked.
        let only_asks = |one: &Ranked<'_>| all_asks(&one.candidate.evidence.text) && reply(context, one).is_none();
        if !reading.asks_what_was_asked() && !ranked.iter().all(only_asks) {
            ranked.retain(|one| !only_asks(one));
        }
        // What happened in one year is not told by what happened in another.
        let of_the_year = |one: &Ranked<'_>| {
            let evidence = &one.candidate.evidence;
            // A column may be of it.
            let text = format!("{} {}", evidence.lead.as_deref().unwrap_or_default(), evidence.text);
            asked.is_of_the_year(&evidence.title, &evidence.heading, &text)
        };
        if !reading.statement.over_time && ranked.iter().any(|one| of_the_year(one) == Some(true)) {
            ranked.retain(|one| of_the_year(one) != Some(false));
        }
        self.keep_of_the_number(ranked);
    }

    /// Leaves out what stands under another number of what the question numbers, as the title and the headings tell:
    /// of version 3 no version 2.
    fn keep_of_the_number(&self, ranked: &mut Vec<Ranked<'_>>) {
        for numbered in &self.reading.wording.numbered {
            let Some((noun, number)) = numbered.rsplit_once(' ') else { continue };
            let of_it = |one: &Ranked<'_>| {
                let evidence = &one.candidate.evidence;
                let above = std::iter::once(&evidence.title).chain(&evidence.heading);
                let numbers: Vec<String> = above.flat_map(|text| numbers_of(noun, text)).collect();
                let own = numbers_of(noun, &evidence.text).iter().any(|told| told == number);
                (own || !numbers.is_empty()).then(|| own || numbers.iter().any(|told| told == number))
            };
            if ranked.iter().any(|one| of_it(one) == Some(true)) {
                ranked.retain(|one| of_it(one) != Some(false));
            }
        }
    }

    /// Leaves out what names nobody of a full name but another who has the surname, where anything else is said: what
    /// Tom Voss did is no answer about Ada Voss.
    fn keep_of_the_one(&self, ranked: &mut Vec<Ranked<'_>>) {
        let of_another = |one: &Ranked<'_>| {
            let Evidence { text, speaker, .. } = &one.candidate.evidence;
            let said_by = speaker.as_deref().unwrap_or_default();
            let mut names = self.reading.names.iter().filter(|name| name.contains(' ')).peekable();
            let theirs = |name: &String| calls(said_by, name) && !names_namesake(said_by, name);
            names.peek().is_some() && names.all(|name| names_namesake(text, name) && !theirs(name))
        };
        if self.reading.names.len() == 1 && !ranked.iter().all(of_another) {
            ranked.retain(|one| !of_another(one));
        }
    }

    /// Leaves out what tells the same of another: when the contract with Orsk ends says nothing of that with Tarn.
    fn keep_of_the_party(&self, ranked: &mut Vec<Ranked<'_>>, stems: &mut Stems) {
        let [name] = &self.reading.names[..] else { return };
        let own = folded(name);
        let sides: BTreeSet<String> = parties(&self.question.text)
            .filter(|(_, of)| own.contains(of))
            .map(|(thing, _)| stem(thing, stems))
            .collect();
        let of_it = |one: &Ranked<'_>| self.asked.calls_all(&with_surroundings(self.context, one));
        if sides.is_empty() || !ranked.iter().any(of_it) {
            return;
        }
        ranked.retain(|one| {
            of_it(one) || !parties(&one.candidate.evidence.text).any(|(thing, _)| sides.contains(&stem(thing, stems)))
        });
    }

    /// Leaves out what stands beside running text (captions, references, what a console prints) where running text has
    /// nearly as much of the question.
    fn keep_running_text(&self, ranked: &mut Vec<Ranked<'_>>) {
        let beside = |one: &Ranked<'_>| {
            let evidence = &one.candidate.evidence;
            let quoted = evidence.quoted();
            aside(quoted, one.candidate.kind) >= BESIDE && !is_letterhead(quoted)
                || evidence.heading.last().is_some_and(|heading| heads_works(heading))
        };
        let most = ranked.iter().map(|one| one.answered).fold(0.0, f32::max);
        let runs = |one: &Ranked<'_>| !beside(one) && one.answered >= AS_MUCH * most;
        if !self.reading.wants.code && ranked.iter().any(runs) {
            ranked.retain(|one| !beside(one));
        }
    }

    /// How one thing went is told by what speaks of that thing.
    pub(in crate::judgement::extractive) fn keep_of_the_thing(&self, ranked: &mut Vec<Ranked<'_>>, stems: &mut Stems) {
        let mut has = |one: &Ranked<'_>| self.asked.hits(one.candidate.evidence.quoted(), stems).exact;
        let shares: Vec<f32> = ranked.iter().map(&mut has).collect();
        let part = if self.reading.statement.in_order { OF_THE_COURSE } else { OF_THE_THING };
        let least = part * shares.iter().copied().fold(0.0, f32::max);
        let mut shares = shares.iter();
        // How a number went is told by what has it.
        let mut counts = |one: &Ranked<'_>| self.asked.has_figure(one.candidate.evidence.quoted(), stems) >= 1.0;
        if self.reading.wants.counted.is_some() && ranked.iter().any(&mut counts) {
            ranked.retain(counts);
            return;
        }
        ranked.retain(|_| shares.next().is_some_and(|share| *share >= least));
    }
}
