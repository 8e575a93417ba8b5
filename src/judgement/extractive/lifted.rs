//! What a parent's report repeats of its children's: their quotations, those that say what a child's title says, under as
//! much of the title as they speak of.

use std::collections::HashSet;

use super::quotation::quotables;
use super::reporter::{NAMED_TOGETHER, listed};
use super::said::Said;
use super::title;
use crate::judgement::Quotable;
use crate::model::{Kind, Ref, Report, Span};
use crate::text::standalone::stands_as_quoted;
use crate::text::terms::{Stems, fold, is_stop, words};
use crate::text::{language, sentences};

/// What of a title is kept by the quotations under it: the topics that any of them names. None where they name none.
pub(super) fn kept(title: &str, lifted: &[Quotable]) -> Option<String> {
    let topics = title::topics(title);
    let mut stems = Stems::default();
    let said: HashSet<String> =
        lifted.iter().flat_map(|quotable| words(&quotable.text)).map(|word| stems.stem(word.text).to_owned()).collect();
    let named = |topic: &&str| words(topic).any(|word| said.contains(stems.stem(word.text)));
    let served: Vec<&str> = topics.iter().copied().filter(named).collect();
    let whole = served.len() == topics.len() || title.contains(" on ");
    match served.is_empty() {
        true => None,
        false if whole => Some(title.to_owned()),
        false => Some(title::raised(&listed(&served))),
    }
}

/// Of the quotations of a child's report the two that say most of what its title says, in their order. One that says
/// nothing of it is not put under it while another does.
pub(super) fn on_topic(lifted: Vec<Quotable>, title: &str) -> Vec<Quotable> {
    let mut stems = Stems::default();
    let topics: Vec<String> =
        words(title).filter(|word| !is_stop(&fold(word.text))).map(|word| stems.stem(word.text).to_owned()).collect();
    let mut told = |quotable: &Quotable| {
        let said: HashSet<String> = words(&quotable.text).map(|word| stems.stem(word.text).to_owned()).collect();
        topics.iter().filter(|topic| said.contains(*topic)).count()
    };
    let mut ranked: Vec<(usize, usize)> =
        lifted.iter().map(&mut told).enumerate().map(|(at, told)| (told, at)).collect();
    ranked.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)));
    let most = ranked.first().map_or(0, |best| best.0);
    let mut kept: Vec<usize> =
        ranked.into_iter().filter(|&(told, _)| told > 0 || most == 0).take(2).map(|(_, at)| at).collect();
    kept.sort_unstable();
    // Nothing of it says what the title says: one sentence is enough.
    kept.truncate(if most == 0 { 1 } else { 2 });
    lifted.into_iter().enumerate().filter(|(at, _)| kept.contains(at)).map(|(_, quotable)| quotable).collect()
}

/// True when a quotation can be understood by itself, or with the sentences that it brings along. A report that has
/// nothing better quotes what cannot; no other repeats that of it. Of another language's sentences nothing is known.
pub(super) fn stands(quotable: &Quotable) -> bool {
    let text = quotable.text.as_str();
    stands_as_quoted(text)
        || sentences::split(text, Span::new(0, text.len())).len() > 1
        || language::of(text).is_some_and(|language| language != "eng")
}

/// The quotations of a child's report that a parent may repeat, the most central first; each cites the child and then
/// what the child cites. Counts of our own are left behind: they are true of the child only, and cite no source.
pub(super) fn lift(child: &Report, said: &mut Said) -> Vec<Quotable> {
    let quoting = child.findings.iter().filter(|finding| finding.heading != NAMED_TOGETHER);
    std::iter::once(child.summary.as_str())
        .chain(quoting.map(|finding| finding.explanation.as_str()))
        .flat_map(quotables)
        .filter(|sentence| {
            sentence.cites.iter().any(|reference| reference.kind == Kind::Source) && said.is_new(sentence)
        })
        .map(|sentence| {
            // The child in front; the reports that the child itself cites are reached through it.
            let below = sentence.cites.iter().copied().filter(|reference| reference.kind != Kind::Report);
            Quotable { cites: std::iter::once(Ref::from(child.community)).chain(below).collect(), ..sentence }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{CommunityId, EntityId, Finding, TextUnitId};

    fn sentence(text: &str, source: u32, entity: u32) -> Quotable {
        Quotable {
            text: text.to_owned(),
            cites: vec![Ref::from(TextUnitId(source)), Ref::from(EntityId(entity))],
            place: None,
            speaker: None,
            relevance: None,
        }
    }

    #[test]
    fn a_heading_keeps_what_is_said_under_it() {
        let said = [sentence("Moss covers the slope.", 1, 1), sentence("The moss of Orsk is old.", 2, 1)];
        assert_eq!(kept("Tides, moss and Orsk", &said).as_deref(), Some("Moss and Orsk"));
        assert_eq!(kept("Bells and ropes", &said), None);
        assert_eq!(kept("Ada Voss on moss", &said).as_deref(), Some("Ada Voss on moss"));
    }

    #[test]
    fn nearly_the_same_is_lifted_once() {
        let explanation = "The ferry stopped in the winter of 1987. [Data: Sources (1)]".to_owned();
        let child = Report {
            community: CommunityId(7),
            title: "Ferries".to_owned(),
            summary: String::new(),
            rating: 5.0,
            rating_reason: String::new(),
            findings: vec![Finding { heading: "Ferries".to_owned(), explanation, evidence: Vec::new() }],
        };
        assert_eq!(lift(&child, &mut Said::default()).len(), 1);
        let mut said = Said::default();
        said.add_sentence(&sentence("In the winter of 1987 the old ferry stopped.", 2, 0));
        assert!(lift(&child, &mut said).is_empty());
    }

    #[test]
    fn what_is_put_under_a_title_says_what_it_says_where_anything_does() {
        let said = |texts: &[&str]| -> Vec<Quotable> {
            texts.iter().zip(1..).map(|(text, source)| sentence(text, source, 1)).collect()
        };
        let texts = ["Nobody came on Monday.", "Moss covers the slope.", "Every tide moves the moss.", "Tides turn."];
        let kept: Vec<String> = on_topic(said(&texts), "Tides and moss").into_iter().map(|said| said.text).collect();
        assert_eq!(kept, ["Moss covers the slope.", "Every tide moves the moss."]);
        let kept: Vec<String> = on_topic(said(&texts), "Bell ringers").into_iter().map(|said| said.text).collect();
        assert_eq!(kept, ["Nobody came on Monday."], "one is enough where none of them does");
    }
}
