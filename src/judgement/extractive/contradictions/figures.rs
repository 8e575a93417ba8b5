//! Figures that documents give differently: what is quoted says fourteen hectares in one of them and eighteen in
//! another. Whoever reads the first is told of the second before both.

use std::collections::BTreeSet;

use crate::judgement::rank::asked::PreparedQuestion;
use crate::model::{Evidence, Ref, Span, cite};
use crate::text::display::spacing::enumerated;
use crate::text::layout::sentences::split;
use crate::text::question::Reading;
use crate::text::words::fold::singular;
use crate::text::words::terms::Stems;

/// Of what the passage has of the question that has most of it, with what stands above it, another has at least this
/// part where its figure is of the same thing.
const OF_THE_SAME: f32 = 0.9;
/// Figures that are told.
const FIGURES: usize = 4;
/// From here on a figure is told in round words.
const ROUNDED: f64 = 1_000.0;

/// A figure as it is written, with what gives it.
struct Given {
    value: f64,
    written: String,
    sources: Vec<Ref>,
}

/// That the passages quoted give different figures of what is asked, each with its sources; `None` where one document
/// gives them, or all give the same.
pub(in crate::judgement::extractive) fn differing(
    reading: &Reading,
    asked: &PreparedQuestion,
    evidence: &[Evidence],
    stems: &mut Stems,
) -> Option<String> {
    // Of "dead legs" the first word alone counts nothing.
    let counts = reading.wants.counted.as_ref().is_some_and(|word| singular(word) != *word) || reading.wants.money;
    // Of what changes, or holds now, an earlier figure is no other answer.
    let changes = reading.statement.over_time || reading.statement.present;
    if !counts || changes || reading.tally.count {
        return None;
    }
    // What the sentence that gives a figure has of the question: its neighbour may be of something else.
    let mut told = |one: &Evidence| {
        let quoted = one.quoted();
        let sentences = split(quoted, Span::new(0, quoted.len())).into_iter().filter_map(|span| span.slice(quoted));
        let mut giving = sentences.filter_map(|sentence| {
            let figures = asked.figures_given(sentence, reading.wants.money, stems);
            let text = format!("{} {} {sentence}", one.title, one.heading.join(" "));
            (!figures.is_empty()).then(|| (asked.hits(&text, stems).exact, figures))
        });
        // What tells several is a list, or puts one right itself.
        let (share, figures) = giving.next()?;
        let alone = figures.len() == 1 && giving.next().is_none();
        figures.into_iter().next().filter(|_| alone).map(|figure| (share, figure))
    };
    let told: Vec<_> = evidence.iter().map(&mut told).collect();
    let most = told.iter().flatten().map(|(share, _)| *share).fold(0.0, f32::max);
    let mut given: Vec<Given> = Vec::new();
    let mut documents = BTreeSet::new();
    for (one, told) in evidence.iter().zip(told) {
        let (Some(document), Some(source)) = (one.document, one.source()) else { continue };
        let Some((share, (value, written))) = &told else { continue };
        if *share < OF_THE_SAME * most {
            continue;
        }
        documents.insert(document);
        match given.iter_mut().find(|known| is_same(known.value, *value)) {
            Some(known) if known.sources.contains(&source) => {}
            Some(known) => known.sources.push(source),
            None => given.push(Given { value: *value, written: written.clone(), sources: vec![source] }),
        }
    }
    if given.len() < 2 || given.len() > FIGURES || documents.len() < 2 {
        return None;
    }
    given.sort_by_key(|one| std::cmp::Reverse(one.sources.len()));
    let told: Vec<String> = given.into_iter().map(|one| format!("{} {}", one.written, cite(one.sources))).collect();
    Some(format!("The documents give different figures: {}.", enumerated(&told, "and")))
}

/// True for one figure, or a long one and what it comes to in round words: 4,120 and *four thousand*.
fn is_same(one: f64, other: f64) -> bool {
    let unit = |figure: f64| 10_f64.powf(figure.log10().floor());
    let rounds = |round: f64, exact: f64| {
        round >= ROUNDED && round % unit(round) == 0.0 && (round - exact).abs() <= unit(round) / 2.0
    };
    one == other || rounds(one, other) || rounds(other, one)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judgement::rank::lexicon::NoLexicon;
    use crate::judgement::{Quotable, samples};
    use crate::model::{DocumentId, Kind};

    fn passage(document: u32, text: &str) -> Evidence {
        let place = Some((DocumentId(document), Span::new(0, text.len())));
        let quotable = Quotable { text: text.to_owned(), place, ..Quotable::default() };
        let record = samples::record(Kind::Source, document, "Notes", vec![quotable]);
        let cites = vec![Ref::new(Kind::Source, document)];
        Evidence { cites, ..record.candidates[0].evidence.clone() }
    }

    fn told(question: &str, passages: &[(u32, &str)]) -> Option<String> {
        let reading = Reading::of(question);
        let asked = PreparedQuestion::new(&reading, &NoLexicon);
        let evidence: Vec<Evidence> = passages.iter().map(|&(document, text)| passage(document, text)).collect();
        differing(&reading, &asked, &evidence, &mut Stems::default())
    }

    #[test]
    fn figures_of_the_same_thing_that_differ_are_told() {
        let question = "How many hectares is the salt field?";
        let both = [
            (1, "The salt field has 14 hectares."),
            (2, "The salt field is eighteen hectares."),
            (3, "In the salt field are fourteen hectares."),
        ];
        let wanted = "The documents give different figures: 14 hectares [Data: Sources (1, 3)] and eighteen hectares \
                      [Data: Sources (2)].";
        assert_eq!(told(question, &both).as_deref(), Some(wanted));
        assert_eq!(told(question, &[both[0], both[2]]), None, "all give the same");
        assert_eq!(told(question, &[both[0], (2, "The quay has 18 hectares.")]), None, "another thing");
        let beside = (2, "The salt board has 30 hectares. Of these one field in ten is salt.");
        assert_eq!(told(question, &[both[0], beside]), None, "its neighbour is of the field");
        assert!(is_same(4_000.0, 4_120.0) && !is_same(4_100.0, 4_120.0) && !is_same(10.0, 14.0));
        assert_eq!(told("How has the salt field grown over time?", &both), None);
    }
}
