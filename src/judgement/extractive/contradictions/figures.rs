//! Figures that documents give differently: what is quoted says fourteen hectares in one of them and eighteen in
//! another. Whoever reads the first is told of the second before both.

use std::collections::BTreeSet;

use crate::judgement::rank::asked::PreparedQuestion;
use crate::model::{Evidence, Ref, Span, cite};
use crate::text::dates::year_of;
use crate::text::display::spacing::{enumerated, single_spaced};
use crate::text::language::word_lists;
use crate::text::layout::sentences::split;
use crate::text::question::{Reading, negates};
use crate::text::words::fold::singular;
use crate::text::words::terms::{Stems, words};

word_lists! { static WORDS = "figures.toml": parting, light, expecting, placing }

/// Figures that are told.
const FIGURES: usize = 4;
/// From here on a figure is told in round words.
const ROUNDED: f64 = 1_000.0;

/// A figure as it is written, with what gives it and what narrows that down.
struct Given {
    value: f64,
    written: String,
    sources: Vec<Ref>,
    narrowed: BTreeSet<String>,
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
    let led = evidence.first().map(|one| asked.figures_given(one.quoted(), reading.wants.money, stems));
    let mut told = |one: &Evidence| {
        let quoted = one.quoted();
        let sentences = split(quoted, Span::new(0, quoted.len())).into_iter().filter_map(|span| span.slice(quoted));
        let mut giving = sentences.filter_map(|sentence| {
            let figures = asked.figures_given(sentence, reading.wants.money, stems);
            (!figures.is_empty()).then_some((sentence, figures))
        });
        // What tells several is a list, or puts one right itself.
        let (sentence, figures) = giving.next()?;
        let alone = figures.len() == 1 && giving.next().is_none();
        let (value, written) = figures.into_iter().next().filter(|_| alone)?;
        // Its neighbour may be of something else, be it no more than a clause.
        let clause = clauses(sentence).into_iter().find(|clause| single_spaced(clause).contains(&written))?;
        let mut of_it = reading.content.iter().filter(|word| !WORDS.light.has(&word.to_lowercase()));
        let is_of_it = of_it.all(|word| asked.has_word(word, clause, stems)) && !negates(clause);
        let expected = words(clause).any(|word| WORDS.expecting.has(&word.text.to_lowercase()));
        (is_of_it && !expected).then(|| (value, written, narrowed(reading, clause)))
    };
    let told: Vec<_> = evidence.iter().map(&mut told).collect();
    let mut given: Vec<Given> = Vec::new();
    let mut documents = BTreeSet::new();
    for (one, told) in evidence.iter().zip(told) {
        let (Some(document), Some(source)) = (one.document, one.source()) else { continue };
        let Some((value, written, narrowed)) = told else { continue };
        documents.insert(document);
        match given.iter_mut().find(|known| is_same(known.value, value)) {
            Some(known) if known.sources.contains(&source) => {}
            Some(known) => known.sources.push(source),
            None => given.push(Given { value, written, sources: vec![source], narrowed }),
        }
    }
    // What leads gives one of them, or none at all.
    let other = |figure: &(f64, String)| !given.iter().any(|known| is_same(known.value, figure.0));
    if led.is_some_and(|led| !led.is_empty() && led.iter().all(other)) || !are_of_one(&given) {
        return None;
    }
    if given.len() < 2 || given.len() > FIGURES || documents.len() < 2 {
        return None;
    }
    given.sort_by_key(|one| std::cmp::Reverse(one.sources.len()));
    let told: Vec<String> = given.into_iter().map(|one| format!("{} {}", one.written, cite(one.sources))).collect();
    Some(format!("The documents give different figures: {}.", enumerated(&told, "and")))
}

/// True where nothing narrows the figures down to different things: other years, places, owners.
fn are_of_one(given: &[Given]) -> bool {
    given.iter().all(|one| given.iter().all(|other| one.narrowed == other.narrowed))
}

/// The clauses of a sentence.
fn clauses(sentence: &str) -> Vec<&str> {
    let mut cuts: Vec<usize> = sentence
        .char_indices()
        .filter(|&(at, sign)| {
            let behind = &sentence[at + sign.len_utf8()..];
            matches!(sign, '(' | ')' | ';' | '–' | '—' | '；' | '，')
                || matches!(sign, ',' | ':') && behind.starts_with(' ')
        })
        .map(|(at, _)| at)
        .collect();
    let parting = words(sentence).filter(|word| WORDS.parting.has(&word.text.to_lowercase()));
    cuts.extend(parting.map(|word| word.span.start));
    cuts.sort_unstable();
    let starts = std::iter::once(0).chain(cuts.iter().copied());
    let ends = cuts.iter().copied().chain([sentence.len()]);
    starts.zip(ends).filter_map(|(start, end)| sentence.get(start..end)).collect()
}

/// What narrows down what a clause tells, and does not stand in the question: years, and names behind a preposition
/// ("in Orsk") or with what they own behind them ("Orsk's").
fn narrowed(reading: &Reading, clause: &str) -> BTreeSet<String> {
    let all: Vec<_> = words(clause).collect();
    let asked = |word: &str| reading.names.iter().any(|name| words(name).any(|part| part.text == word));
    let narrows = |at: usize| {
        let word = all[at].text;
        let front = |back: usize| at.checked_sub(back).map(|at| all[at].text.to_lowercase());
        let behind = |back: usize| front(back).is_some_and(|word| WORDS.placing.has(&word));
        let owns = clause[all[at].span.end..].starts_with(['’', '\'']) || word.ends_with("'s") || word.ends_with("’s");
        let named = word.starts_with(char::is_uppercase);
        year_of(word).is_some() || named && (behind(1) || behind(2) || owns)
    };
    let narrowing = (0..all.len()).filter(|&at| narrows(at) && !asked(all[at].text));
    narrowing.map(|at| all[at].text.to_owned()).collect()
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
        for other in [
            "The salt board keeps eighteen hectares, despite the field of salt.",
            "The salt field has in 1931 eighteen hectares.",
            "The salt field in Orsk has eighteen hectares.",
            "Orsk's salt field has eighteen hectares.",
            "The salt field should have eighteen hectares.",
            "The salt field never was eighteen hectares.",
        ] {
            assert_eq!(told(question, &[both[0], (2, other)]), None, "{other}");
        }
        let first = (4, "The quay beside it has 90 hectares.");
        assert_eq!(told(question, &[first, both[0], both[1]]), None, "another figure leads");
        let cost = "How much does the ferry cost?";
        let loan = (1, "The guild gave a loan of £12 despite a promise that the ferry would cost nothing.");
        assert_eq!(told(cost, &[(2, "The ferry cost £40."), loan]), None);
        assert_eq!(told(cost, &[(2, "The ferry cost £40."), (1, "The raft, as good, costs £12.")]), None);
        assert!(told(cost, &[(2, "The ferry cost £40."), (1, "In all the ferry costs £12.")]).is_some());
        let went = "How many tonnes of chalk went into the quay?";
        let chalk =
            [(1, "Voss put 412 tonnes of chalk into the quay."), (2, "Only 126 tonnes of chalk came to the quay.")];
        assert!(told(went, &chalk).is_some(), "the deed is told otherwise");
        assert!(is_same(4_000.0, 4_120.0) && !is_same(4_100.0, 4_120.0) && !is_same(10.0, 14.0));
        assert_eq!(told("How has the salt field grown over time?", &both), None);
    }
}
