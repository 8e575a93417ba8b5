//! Which passage gives the one fact that is asked of whoever is named: it has what was done with the right name, and a
//! place, a person or a day as it is asked for. One that only has the name says nothing of it, however well it was
//! found.

use super::kind::Kind;
use super::other_names::is_of_himself;
use super::precedence::asks_what_it_is;
use super::surroundings::with_surroundings;
use crate::judgement::extractive::answers::from_passages::{GIVEN, PassageAnswer, SAME};
use crate::judgement::extractive::quotes::reaching::{evades, reply};
use crate::judgement::rank::asked::PreparedQuestion;
use crate::judgement::rank::features::asks;
use crate::judgement::rank::select::Ranked;
use crate::model::Evidence;
use crate::text::language::word_lists;
use crate::text::question::{Reading, is_light};
use crate::text::words::terms::{Stems, fold, folded, words};
use crate::text::words::wordlist::is_own;

word_lists! { static WORDS = "fact.toml": at, ago, days, of }

/// How plainly a day is told of what has no name, at least.
const DATED: f32 = 0.7;
/// Words between "in" and the place.
const NEAR: usize = 3;

/// True for a passage that gives the fact that a question asks of whoever it names.
pub(super) fn gives(reading: &Reading, asked: &PreparedQuestion, evidence: &Evidence, stems: &mut Stems) -> bool {
    let wants = &reading.wants;
    let of_a_fact = wants.place || wants.person || wants.happened;
    let otherwise = asks_what_it_is(reading) || reading.relation || reading.statement.stance.is_some();
    let listed = reading.tally.list.is_some() || reading.tally.count || reading.tally.sort.is_some();
    if !of_a_fact || otherwise || listed || reading.names.is_empty() || asks(evidence.quoted()) {
        return false;
    }
    let own: Vec<String> = reading.names.iter().flat_map(|name| folded(name)).collect();
    let besides = reading.content.iter().filter(|word| !own.contains(&fold(word)) && !is_light(word));
    let deeds: Vec<&String> = besides.filter(|word| !reading.wording.given.contains(word)).collect();
    let text = &evidence.text;
    if deeds.is_empty() || !deeds.iter().all(|deed| asked.has_word(deed, text, stems)) {
        return false;
    }
    let all: Vec<&str> = words(text).map(|word| word.text).collect();
    let done: Vec<usize> =
        (0..all.len()).filter(|&at| deeds.iter().any(|deed| asked.has_word(deed, all[at], stems))).collect();
    let before = |at: usize| &all[at.saturating_sub(NEAR)..at];
    let of_himself = is_of_himself(&all, &done);
    let named = |name: &String| {
        let last = folded(name).pop().unwrap_or_default();
        let says = evidence.speaker.as_ref().is_some_and(|who| who.starts_with(name.as_str()));
        all.iter().any(|word| fold(word) == last) || says && of_himself
    };
    let is_other = |word: &str| word.starts_with(char::is_uppercase) && !own.contains(&fold(word)) && !is_own(word);
    let sort = match () {
        () if wants.happened => {
            asked.has_figure(text, stems) > 0.0 || all.iter().any(|word| WORDS.ago.has(&fold(word)))
        }
        () if wants.place => all.iter().enumerate().any(|(at, word)| {
            let in_front = before(at).iter().any(|word| WORDS.at.has(&fold(word)));
            at > 0 && in_front && is_other(word)
        }),
        () => of_himself && evidence.speaker.is_some() || all.iter().skip(1).any(|word| is_other(word)),
    };
    sort && reading.names.iter().all(named)
}

impl PassageAnswer<'_> {
    /// True for the same question in so many words that somebody replied to; whoever replies was asked of themselves.
    pub(in crate::judgement::extractive) fn is_asked_in(&self, one: &Ranked<'_>, stems: &mut Stems) -> bool {
        let quoted = one.candidate.evidence.quoted();
        if !asks(quoted) || self.asked.share_of(quoted, stems) < SAME || evades(self.context, one) {
            return false;
        }
        let Some(reply) = reply(self.context, one) else { return false };
        // "What do you remember of the flood?" asks for no day.
        if self.reading.wants.happened && self.day(&reply.text, &reply.text, "", stems) < DATED {
            return false;
        }
        // Whoever was asked "Why did you leave?" was asked of what the examination speaks of.
        let around = || self.context.get(one.record).map_or("", |record| record.text.as_str());
        let is_asked = |who: &String| {
            let (asked, told) = (self.asked, folded(who));
            asked.calls_all(who) || asked.named(&told) > 0.0 && asked.calls_all(&format!("{who} {}", around()))
        };
        let names = self.reading.names.join(" ");
        let told = |who: String| self.asked.hits(&format!("{who} {names} {quoted}"), stems).exact;
        let answered = reply.speaker.filter(is_asked).map_or(one.answered, told);
        answered >= GIVEN
    }

    /// The passage that calls a day that of what is asked: "Date of the fire: 4 May".
    fn named_day<'r>(&self, ranked: &[Ranked<'r>], stems: &mut Stems) -> Option<Ranked<'r>> {
        const BETWEEN: usize = 3;
        let Self { reading, asked, .. } = *self;
        let thing = reading.wants.thing.as_ref().filter(|_| reading.wants.happened && reading.names.is_empty())?;
        let mut names = |one: &&Ranked<'_>| {
            let quoted = one.candidate.evidence.quoted();
            let all: Vec<String> = words(quoted).map(|word| fold(word.text)).collect();
            let of_it = |at: usize, stems: &mut Stems| {
                let near = &all[at + 1..all.len().min(at + 1 + BETWEEN)];
                near.first().is_some_and(|of| WORDS.of.has(of))
                    && near.iter().any(|word| asked.has_word(thing, word, stems))
            };
            !asks(quoted)
                && asked.has_figure(quoted, stems) >= 1.0
                && (0..all.len()).any(|at| WORDS.days.has(&all[at]) && of_it(at, stems))
        };
        let named: Vec<&Ranked<'r>> = ranked.iter().filter(|one| names(one)).collect();
        named.into_iter().max_by(|a, b| a.worth.total_cmp(&b.worth)).cloned()
    }

    /// The passage that tells on which day that happened which the one that leads tells without its date.
    pub(in crate::judgement::extractive) fn dated_of_the_same<'r>(
        &self,
        ranked: &[Ranked<'r>],
        first: Option<&Ranked<'r>>,
        stems: &mut Stems,
    ) -> Option<Ranked<'r>> {
        let Self { reading, asked, context, .. } = *self;
        let first = first?;
        if let Some(named) = self.named_day(ranked, stems) {
            return Some(named);
        }
        let told = asked.has_figure(&first.candidate.evidence.text, stems) >= 1.0;
        // How old somebody was then is no day of it.
        let leads = told && (!reading.names.is_empty() || self.gives_kind(&Kind::Day, first, stems) >= DATED);
        if !reading.wants.happened || leads {
            return None;
        }
        let own: Vec<String> = reading.names.iter().flat_map(|name| folded(name)).collect();
        let deeds = reading.content.iter().filter(|word| !own.contains(&fold(word)) && !is_light(word));
        let deeds: Vec<&String> = deeds.filter(|word| !reading.wording.given.contains(word)).collect();
        let mut tells = |one: &&Ranked<'_>| {
            let text = one.candidate.evidence.quoted();
            !deeds.is_empty()
                && !asks(text)
                && asked.has_figure(text, stems) >= 1.0
                && (!reading.names.is_empty() || self.gives_kind(&Kind::Day, one, stems) >= DATED)
                && deeds.iter().all(|deed| asked.has_word(deed, text, stems))
                && asked.calls_all(&with_surroundings(context, one))
        };
        let told: Vec<&Ranked<'r>> = ranked.iter().filter(|one| tells(one)).collect();
        told.into_iter().max_by(|a, b| a.worth.total_cmp(&b.worth)).cloned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judgement::rank::lexicon::NoLexicon;
    use crate::judgement::samples;

    #[test]
    fn who_has_only_the_name_gives_no_fact() {
        let given = |question: &str, text: &str, speaker: Option<&str>| {
            let reading = Reading::of(question);
            let asked = PreparedQuestion::new(&reading, &NoLexicon);
            let speaker = speaker.map(str::to_owned);
            let evidence = Evidence { speaker, ..samples::passage(text).evidence };
            gives(&reading, &asked, &evidence, &mut Stems::default())
        };
        let voss = Some("Ada Voss, keeper");
        for (question, text, speaker) in [
            ("Where was Ada Voss born?", "Yeah, you know, I was born in Orsk.", voss),
            ("Where was Ada Voss born?", "Mrs Voss was born near Marrow Bay.", None),
            ("Who founded Orsk Ferries?", "With us is Ilse Brandt, the co-founder of Orsk Ferries.", Some("Tom Reed")),
            ("In which year did Ada Voss join Orsk Ferries?", "I joined Orsk Ferries in 1911.", voss),
        ] {
            assert!(given(question, text, speaker), "{text}");
        }
        for (question, text, speaker) in [
            ("Where was Ada Voss born?", "I am a great friend of Ada Voss in Orsk.", Some("Tom Reed")),
            ("Where was Ada Voss born?", "I was born in Orsk.", Some("Tom Reed")),
            (
                "In which year did Ada Voss join Orsk Ferries?",
                "Tom Reed worked for two years, before joining Orsk Ferries in 1911.",
                voss,
            ),
            ("Who founded Orsk Ferries?", "Orsk Ferries was founded in a bad year.", None),
            ("What did Ada Voss say?", "Ada Voss said it in Orsk.", None),
        ] {
            assert!(!given(question, text, speaker), "{text}");
        }
    }
}
