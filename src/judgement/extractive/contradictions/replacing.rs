//! A figure that another took the place of: "a ban of six months", and elsewhere "so three months in place of six".

use std::collections::HashSet;

use crate::judgement::ContextRecord;
use crate::judgement::rank::asked::PreparedQuestion;
use crate::model::Evidence;
use crate::text::language::word_lists;
use crate::text::numbers::figures::{Figure, figures};
use crate::text::words::fold::singular;
use crate::text::words::terms::{Stems, fold, words};

word_lists! { static WORDS = "replacing.toml": replacing }

/// Of the question the text that such a passage stands in has at least this part.
const OF_THE_MATTER: f32 = 0.4;
/// Words of a phrase that says so.
const PHRASE: usize = 3;

/// The passage that says of a figure which leads an answer that another one took its place, in a text that speaks of
/// the matter.
pub(in crate::judgement::extractive) fn replaced(
    asked: &PreparedQuestion,
    context: &[ContextRecord],
    leading: &Evidence,
    stems: &mut Stems,
) -> Option<Evidence> {
    let given: HashSet<(u64, String)> = measures(&leading.text).collect();
    if given.is_empty() {
        return None;
    }
    let elsewhere = |one: &Evidence| one.document != leading.document || one.quote.start > leading.window.end;
    for record in context {
        let mut told = record.candidates.iter().map(|one| &one.evidence).filter(|one| elsewhere(one));
        let Some(found) = told.find(|one| replaces_one(one.quoted(), &given)) else { continue };
        if asked.exact(&record.text, stems) >= OF_THE_MATTER {
            return Some(found.clone());
        }
    }
    None
}

/// True for a sentence in which a figure takes the place of one of those given, of the same unit.
fn replaces_one(quoted: &str, given: &HashSet<(u64, String)>) -> bool {
    let all = figures(quoted);
    all.iter().enumerate().any(|(at, old)| {
        let Some(phrase) = behind_phrase(quoted, old) else { return false };
        let others = all.iter().enumerate().filter(|(other, new)| *other != at && new.value != old.value);
        let unit_of = |figure: &Figure| unit(quoted, figure);
        let new = others.map(|(_, new)| new).rfind(|new| new.span.end <= phrase);
        let Some(new) = new.or_else(|| all.get(at + 1).filter(|new| new.value != old.value)) else { return false };
        let units = [unit_of(old), unit_of(new)].into_iter().flatten();
        units.map(|unit| (old.value.to_bits(), unit)).any(|measure| given.contains(&measure))
    })
}

/// Where a phrase begins that stands right in front of a figure and says that another takes its place.
fn behind_phrase(quoted: &str, figure: &Figure) -> Option<usize> {
    let front = quoted.get(..figure.span.start)?;
    let all: Vec<_> = words(front).collect();
    (1..=PHRASE.min(all.len())).find_map(|wide| {
        let run = &all[all.len() - wide..];
        let phrase: Vec<String> = run.iter().map(|word| fold(word.text)).collect();
        WORDS.replacing.has(&phrase.join(" ")).then(|| run[0].span.start)
    })
}

/// The figures of a text with the word behind each, in the singular.
pub(super) fn measures(text: &str) -> impl Iterator<Item = (u64, String)> {
    figures(text).into_iter().filter_map(|figure| Some((figure.value.to_bits(), unit(text, &figure)?)))
}

fn unit(text: &str, figure: &Figure) -> Option<String> {
    let next = words(text.get(figure.span.end..)?).next()?;
    Some(singular(&fold(next.text)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judgement::rank::lexicon::NoLexicon;
    use crate::judgement::samples;
    use crate::text::question::Reading;

    fn record(document: u32, sentences: &[&str]) -> ContextRecord {
        samples::paragraph(document, "Minutes", sentences.iter().copied())
    }

    #[test]
    fn a_figure_that_another_took_the_place_of_is_told_with_it() {
        let asked = PreparedQuestion::new(&Reading::of("How long was gannet7 banned?"), &NoLexicon);
        let leading = record(1, &["The board proposes that gannet7 be banned for six months."]);
        let told = |sentences: &[&str]| {
            let context = [leading.clone(), record(2, sentences)];
            replaced(&asked, &context, &leading.candidates[0].evidence, &mut Stems::default()).map(|one| one.text)
        };
        let of_him = "The appeal of gannet7, who is banned, came.";
        let later = "So three months in place of six, which means it is over.";
        assert_eq!(told(&[of_him, later]).as_deref(), Some(later));
        let cut = "It was cut from six months to three.";
        assert_eq!(told(&[of_him, cut]).as_deref(), Some(cut));
        for other in ["It rained for three days in place of six.", "Six months in place of nine.", "Six months it is."]
        {
            assert_eq!(told(&[of_him, other]), None, "{other}");
        }
        assert_eq!(told(&["The rent of the quay.", later]), None, "it is of another matter");
    }
}
