//! What became of something, told later than by the passage that leads, of what it is and not by its name: "The famous
//! bell has been found".

use crate::judgement::extractive::answers::from_passages::PassageAnswer;
use crate::judgement::rank::features::asks;
use crate::judgement::rank::select::Ranked;
use crate::text::language::word_lists;
use crate::text::question::{is_light, negates};
use crate::text::statements::stance::{STATED, Stance};
use crate::text::words::fold::singular;
use crate::text::words::terms::{Stems, fold, folded, words};

word_lists! { static WORDS = "fate.toml": found, supposing }

/// Passages that are told so.
const LATER: usize = 2;

impl PassageAnswer<'_> {
    /// The last passages that tell what became of what the question asks, later than the one that leads, in the order
    /// of their days.
    pub(in crate::judgement::extractive) fn later_fates<'r>(
        &self,
        ranked: &[Ranked<'r>],
        first: Option<&Ranked<'r>>,
        stems: &mut Stems,
    ) -> Vec<Ranked<'r>> {
        let Self { reading, asked, .. } = *self;
        let Some(day) = first.and_then(|one| one.candidate.dated) else { return Vec::new() };
        let own: Vec<String> = reading.names.iter().flat_map(|name| folded(name)).collect();
        let sorts = reading.content.iter().filter(|word| !own.contains(&fold(word)) && !is_light(word));
        let sorts: Vec<&String> = sorts.filter(|word| singular(word) == **word).collect();
        if !self.asks_how_it_ended() || own.is_empty() || sorts.is_empty() {
            return Vec::new();
        }
        let mut told: Vec<(bool, &Ranked<'r>)> = Vec::new();
        for one in ranked {
            let text = one.candidate.evidence.quoted();
            // "The bell Old Tom" is another.
            let is_it = |sort: &str| {
                let all: Vec<_> = words(text).map(|word| word.text).collect();
                let named = |at: usize| {
                    let other = |word: &&&str| word.starts_with(char::is_uppercase) && !own.contains(&fold(word));
                    all.get(at + 1).filter(other).is_some() || at > 1 && all.get(at - 1).filter(other).is_some()
                };
                (0..all.len()).any(|at| fold(all[at]) == fold(sort) && !named(at))
            };
            // "Never seen since" is put right by whoever has found it, though that was before it was written.
            let found = is_found(text);
            let denied = first.is_some_and(|first| negates(first.candidate.evidence.quoted()));
            let later = one.candidate.dated.is_some_and(|other| other >= day) || denied && found;
            let leads = first.is_some_and(|first| std::ptr::eq(first.candidate, one.candidate));
            let fate = found && denied || Stance::Fate.strength(text) >= STATED;
            if later
                && !leads
                && fate
                && !asks(text)
                && sorts.iter().all(|sort| is_it(sort))
                && asked.hits(text, stems).exact > 0.0
            {
                told.push((found, one));
            }
        }
        told.sort_by_key(|(found, one)| std::cmp::Reverse((*found, one.candidate.dated)));
        told.truncate(LATER);
        told.sort_by_key(|(_, one)| one.candidate.dated);
        told.into_iter().map(|(_, one)| one.clone()).collect()
    }
}

/// True for what says that something was found, and neither denies nor supposes it.
fn is_found(text: &str) -> bool {
    let has = |is: &dyn Fn(&str) -> bool| words(text).any(|word| is(&word.text.to_lowercase()));
    has(&|word| WORDS.found.has(word)) && !has(&|word| WORDS.supposing.has(word)) && !negates(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judgement::extractive::answers::from_passages::PassageAnswer;
    use crate::judgement::rank::asked::PreparedQuestion;
    use crate::judgement::rank::lexicon::NoLexicon;
    use crate::judgement::rank::rank;
    use crate::judgement::{Question, Quotable, samples};
    use crate::model::{DocumentId, Kind, Span};
    use crate::text::question::Reading;

    #[test]
    fn what_was_found_stands_beside_what_was_never_seen_since() {
        let texts = [
            "The bell Great Tom sank in 1938 and has never been seen since.",
            "The keeper asked for the bell, should it be found.",
            "They have found the famous bell.",
            "The bell Long Meg was found.",
        ];
        let context = [0, 1, 2, 3].map(|at: u32| {
            let text = texts[at as usize].to_owned();
            let place = Some((DocumentId(at), Span::new(0, text.len())));
            let quotable = Quotable { text, place, ..Quotable::default() };
            let mut record = samples::record(Kind::Source, at, "Notes", vec![quotable]);
            record.candidates[0].dated = Some(i64::from(9 - at));
            record
        });
        let question = Question { text: "What became of the bell Great Tom?".to_owned(), ..Question::default() };
        let reading = Reading::of(&question.text);
        let asked = PreparedQuestion::new(&reading, &NoLexicon);
        let mut stems = Stems::default();
        let ranked = rank(&asked, &context, &NoLexicon, &mut stems);
        let answer = PassageAnswer { reading: &reading, asked: &asked, context: &context, question: &question };
        let first = ranked.iter().find(|one| one.candidate.evidence.text == texts[0]);
        let told = answer.later_fates(&ranked, first, &mut stems);
        let told: Vec<&str> = told.iter().map(|one| one.candidate.evidence.text.as_str()).collect();
        assert_eq!(told, [texts[2]]);
    }
}
