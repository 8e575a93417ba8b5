//! Whether what a sentence cites holds what it says. A model may cite the record beside the one it means; then the
//! names, figures and words of the sentence are found elsewhere. Each word counts the more the fewer of the records at
//! hand have it (inverse document frequency; Robertson & Spärck Jones 1976), figures and names more than others. A
//! sentence is weak when little of it stands in what it cites, or much more of it in another record. That says nothing
//! of meaning: a sentence that turns a record's words around passes.

use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::sync::LazyLock;

use serde::Deserialize;

use crate::config::data_file;
use crate::model::{Ref, Span, Support, Weak, find_citations};
use crate::text::layout::sentences;
use crate::text::words::terms::{Stems, is_stop, words};

/// Fewer telling words are no statement.
const TELLING: usize = 3;

/// See `assets/support.toml`.
#[derive(Default, Deserialize)]
struct Weights {
    number: f32,
    name: f32,
    word: f32,
    least: f32,
    behind: f32,
}

static WEIGHTS: LazyLock<Weights> = LazyLock::new(|| data_file!("../../assets/support.toml"));

/// A sentence of an answer with the records that it cites, of those at hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    /// Without its citations, as written.
    pub sentence: String,
    pub cites: Vec<Ref>,
}

/// The records that sentences may rest on.
pub struct Records {
    having: HashMap<Ref, HashSet<String>>,
    /// In how many records a word stands.
    spread: HashMap<String, u32>,
}

/// A telling word of a sentence.
struct Telling {
    stem: String,
    written: String,
    weight: f32,
    /// A name or a figure.
    hard: bool,
}

impl Records {
    /// Reads records, each with all its text.
    pub fn new<'a>(records: impl IntoIterator<Item = (Ref, &'a str)>) -> Self {
        let mut stems = Stems::default();
        let mut having: HashMap<Ref, HashSet<String>> = HashMap::new();
        for (record, text) in records {
            let of_record = having.entry(record.record()).or_default();
            of_record.extend(words(text).map(|word| stems.stem(word.text).to_owned()));
        }
        let mut spread: HashMap<String, u32> = HashMap::new();
        for word in having.values().flatten() {
            *spread.entry(word.clone()).or_default() += 1;
        }
        Self { having, spread }
    }

    /// The sentences of a text that cite something at hand, in order. A citation closes all that stands before it in
    /// its paragraph, back to the one before: each sentence of that is to be borne out. Of citations side by side each
    /// counts for all.
    pub fn statements(&self, text: &str) -> Vec<Statement> {
        let mut statements: Vec<Statement> = Vec::new();
        let parts = parts(text);
        let (mut from, mut run) = (0, 0);
        for citation in find_citations(text) {
            let begin = parts.iter().rev().map(|part| part.start).find(|start| *start <= citation.span.start);
            let before = text.get(from.max(begin.unwrap_or_default())..citation.span.start).unwrap_or_default();
            from = citation.span.end;
            let cites: Vec<Ref> =
                citation.refs().map(Ref::record).filter(|record| self.having.contains_key(record)).collect();
            if before.chars().any(char::is_alphanumeric) {
                run = statements.len();
                let said = quotation(before).map_or_else(|| sentences_of(before), |quoted| vec![quoted]);
                let statement = |sentence: &str| Statement { sentence: sentence.to_owned(), cites: Vec::new() };
                statements.extend(said.into_iter().map(statement));
            }
            for statement in &mut statements[run..] {
                statement
                    .cites
                    .extend(cites.iter().filter(|cite| !statement.cites.contains(cite)).copied().collect::<Vec<_>>());
            }
        }
        statements.retain(|statement| !statement.cites.is_empty());
        statements
    }

    /// The sentences of a text that what they cite does not bear out, as far as words tell; those that cite nothing at
    /// hand are not judged.
    pub fn weak(&self, text: &str) -> Vec<Weak> {
        let statements = self.statements(text).into_iter();
        statements.filter_map(|statement| self.doubt(&statement, self.by_words(&statement))).collect()
    }

    /// What is to be said of a statement that is not wholly borne out: which of its names and figures the records that
    /// it cites have not. Nothing of one that is.
    pub fn doubt(&self, statement: &Statement, support: Support) -> Option<Weak> {
        let missing = self.missing(statement);
        let Statement { sentence, cites } = statement.clone();
        (support != Support::Full).then_some(Weak { sentence, cites, missing, support })
    }

    /// How far what a statement cites bears it out, as far as words tell. One with hardly a telling word says nothing
    /// that could be wrong.
    pub fn by_words(&self, statement: &Statement) -> Support {
        let telling = self.telling(&statement.sentence);
        if telling.len() < TELLING {
            return Support::Full;
        }
        let whole: f32 = telling.iter().map(|word| word.weight).sum();
        let held = |has: &dyn Fn(&str) -> bool| {
            telling.iter().filter(|word| has(&word.stem)).map(|word| word.weight).sum::<f32>() / whole
        };
        let own = held(&|stem| self.cited_has(statement, stem));
        let others = self.having.iter().filter(|(record, _)| !statement.cites.contains(record));
        let best = others.map(|(_, words)| held(&|stem| words.contains(stem))).fold(0.0, f32::max);
        match (own < WEIGHTS.least, best - own > WEIGHTS.behind) {
            (true, _) => Support::None,
            (false, true) => Support::Partly,
            (false, false) => Support::Full,
        }
    }

    /// The names and figures of a statement that what it cites lacks.
    fn missing(&self, statement: &Statement) -> Vec<String> {
        let telling = self.telling(&statement.sentence).into_iter();
        let missing = telling.filter(|word| word.hard && !self.cited_has(statement, &word.stem));
        missing.map(|word| word.written).collect()
    }

    fn cited_has(&self, statement: &Statement, stem: &str) -> bool {
        statement.cites.iter().filter_map(|record| self.having.get(record)).any(|words| words.contains(stem))
    }

    fn telling(&self, sentence: &str) -> Vec<Telling> {
        let mut stems = Stems::default();
        let records = self.having.len() as f32;
        let mut telling: Vec<Telling> = Vec::new();
        for (at, word) in words(sentence).enumerate() {
            let number = word.text.chars().any(|c| c.is_ascii_digit());
            let name = at > 0 && word.text.chars().next().is_some_and(char::is_uppercase);
            let stem = stems.stem(word.text).to_owned();
            if is_stop(&stem) || (stem.chars().count() < 2 && !number) || telling.iter().any(|known| known.stem == stem)
            {
                continue;
            }
            let kind = match (number, name) {
                (true, _) => WEIGHTS.number,
                (_, true) => WEIGHTS.name,
                _ => WEIGHTS.word,
            };
            let spread = self.spread.get(&stem).copied().unwrap_or_default() as f32;
            let rarity = ((records + 1.0) / (spread + 0.5)).ln_1p();
            let written = word.text.to_owned();
            telling.push(Telling { stem, written, weight: kind * rarity, hard: number || name });
        }
        telling
    }
}

/// The sentences that a text has behind the last citation of a paragraph, or in one that has none: nothing there says
/// where they are from. Headings, what leads to a list, questions and a few words are none.
pub fn uncited(text: &str) -> Vec<&str> {
    let citations = find_citations(text);
    let rest = |part: Range<usize>| {
        let ends = citations.iter().map(|citation| citation.span.end).filter(|end| part.contains(&(end - 1)));
        text.get(ends.max().unwrap_or(part.start)..part.end).unwrap_or_default()
    };
    let parts = parts(text);
    // What the columns of a table are called is said by nobody.
    let is_head = |at: usize| parts.get(at + 1).is_some_and(|below| is_rule(&text[below.clone()]));
    let told = parts.iter().enumerate().filter(|&(at, _)| !is_head(at)).map(|(_, part)| part.clone());
    let said = told.flat_map(|part| sentences_of(rest(part)));
    let tells = |said: &&str| words(said).filter(|word| !is_stop(&word.text.to_lowercase())).count() >= TELLING;
    said.filter(tells).collect()
}

/// The parts of a text that stand by themselves: paragraphs, points of a list, headings, rows of a table.
fn parts(text: &str) -> Vec<Range<usize>> {
    let mut parts: Vec<Range<usize>> = Vec::new();
    let (mut at, mut goes_on) = (0, false);
    for line in text.split_inclusive('\n') {
        let whole = at..at + line.len();
        at = whole.end;
        let is_alone = line.trim_start().starts_with(['#', '|']);
        let begins = is_alone || without_marks(line).len() < line.trim_start().len();
        match parts.last_mut().filter(|_| goes_on && !begins) {
            Some(part) => part.end = whole.end,
            None if line.trim().is_empty() => {}
            None => parts.push(whole),
        }
        goes_on = !is_alone && !line.trim().is_empty();
    }
    parts
}

/// True for the line below the names of the columns of a table.
fn is_rule(line: &str) -> bool {
    let line = line.trim();
    line.starts_with('|') && line.contains('-') && line.chars().all(|c| matches!(c, '|' | '-' | ':' | ' '))
}

/// A line without the mark of a point, a number or a quotation in front of it.
fn without_marks(line: &str) -> &str {
    let line = line.trim_start();
    let bare = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let numbered = bare.len() < line.len() && bare.starts_with([')', '.']);
    let bare = if numbered { &bare[1..] } else { line.trim_start_matches(['-', '*', '+', '•', '>']) };
    // "**Pets** are allowed", "3.5 tons": no mark.
    if bare.len() < line.len() && bare.starts_with(char::is_whitespace) { bare.trim_start() } else { line }
}

/// The sentences of a part of a text, or of the rest of one, that state something: no heading, no question, and none
/// that leads to what follows.
fn sentences_of(text: &str) -> Vec<&str> {
    let text = without_marks(text.trim_start_matches(|c: char| c.is_whitespace() || ".,;:)".contains(c))).trim_end();
    if text.starts_with('#') {
        return Vec::new();
    }
    let said = sentences::split(text, Span::new(0, text.len())).into_iter().filter_map(|span| span.slice(text));
    said.filter(|said| !said.trim_end_matches(['*', '_', '”', '"', ')']).ends_with([':', '?', '？', '：'])).collect()
}

/// The words of a quotation that a text ends with, where behind it stands only whose words they are and where: a record
/// holds what is said, and not always who says it.
fn quotation(text: &str) -> Option<&str> {
    let line = text.trim_end().rsplit('\n').next()?;
    let (quoted, _) = line.split_once("” — ")?;
    Some(&quoted[quoted.find('“')? + '“'.len_utf8()..])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Kind;

    const LAMP: &str = "Ada Voss lit the lamp at Kelpmouth on 3 May 1931, as the harbour board had asked.";
    const ROPE: &str = "Bo Marsh sold 400 fathoms of rope to the ferry company in Saltby.";
    const DUES: &str = "The harbour board raised the dues at Kelpmouth by a tenth, and Ada Voss protested.";

    fn records() -> Records {
        let at = |id| Ref::new(Kind::Source, id);
        Records::new([(at(1), LAMP), (at(2), ROPE), (at(3), DUES)])
    }

    #[test]
    fn a_sentence_that_cites_the_record_beside_is_weak() {
        let right = "Ada Voss lit the lamp of Kelpmouth in May 1931 [Data: Sources (1)].";
        assert_eq!(records().weak(right), []);
        let wrong = "Ada Voss lit the lamp of Kelpmouth in May 1931 [Data: Sources (3)].";
        let weak = records().weak(wrong);
        assert_eq!(weak.len(), 1);
        assert_eq!(weak[0].sentence, "Ada Voss lit the lamp of Kelpmouth in May 1931");
        assert!(weak[0].missing.contains(&"1931".to_owned()), "{:?}", weak[0].missing);
    }

    #[test]
    fn every_sentence_that_a_citation_closes_is_to_be_borne_out() {
        let text = "Which lamps? In the harbour:\n\n1. The lamp was sold in Paris for nine million pounds. Ada Voss lit \
                    the lamp at Kelpmouth on 3 May 1931 [Data: Sources (1)].\n2. Bo Marsh sold 400 fathoms\nof rope \
                    [Data: Sources (1)] [Data: Sources (2)].\n\nThe harbour board raised the dues. What came of it? \
                    Whales sing at night in the bay [Data: Sources (3)].";
        let records = records();
        let weak: Vec<String> = records.weak(text).into_iter().map(|weak| weak.sentence).collect();
        assert_eq!(weak, ["The lamp was sold in Paris for nine million pounds.", "Whales sing at night in the bay"]);
        assert_eq!(records.statements(text).len(), 5);
    }

    #[test]
    fn whose_words_they_are_is_not_held_against_a_quotation() {
        let quoted = "- “Ada Voss lit the lamp.” — Kelvin Marsh, mate of the Halcyon, in Log of the Orsk Ferries, part 4 \
                      [Data: Sources (1)]";
        assert_eq!(records().statements(quoted)[0].sentence, "Ada Voss lit the lamp.");
        assert_eq!(records().weak(quoted), []);
    }

    #[test]
    fn a_figure_that_nobody_gave_is_missing() {
        let text =
            "Dues rose [Data: Sources (3)]. Bo Marsh sold 900 barrels of oil to the navy of Orsk [Data: Sources (2)].";
        let weak = records().weak(text);
        assert_eq!(weak.len(), 1, "{weak:?}");
        assert_eq!(weak[0].missing, ["900", "Orsk"]);
    }

    #[test]
    fn what_stands_behind_the_last_citation_of_a_line_cites_nothing() {
        let text = "# Dues and lamps at Kelpmouth\n\nThree things happened in the harbour:\n\n- Dues rose by a tenth \
                    [Data: Sources (3)]. The ferry company moved to Saltby.\n- Ada Voss lit the lamp [Data: Sources (1)].\n\n\
                    Nobody else was heard of again. Who lit the lamp at Kelpmouth? The board\nwas dissolved in Saltby.\n\nYes.\n";
        let wanted = [
            "The ferry company moved to Saltby.",
            "Nobody else was heard of again.",
            "The board\nwas dissolved in Saltby.",
        ];
        assert_eq!(uncited(text), wanted);
    }

    #[test]
    fn a_statement_is_borne_out_wholly_partly_or_not() {
        let records = records();
        let support = |text: &str| records.by_words(&records.statements(text)[0]);
        assert_eq!(
            support("Bo Marsh sold 400 fathoms of rope to the ferry company [Data: Sources (2)]."),
            Support::Full
        );
        assert_eq!(support("Whales sing at night in the bay of Orsk [Data: Sources (2)]."), Support::None);
        let borrowed = "The harbour board raised the dues at Kelpmouth; Ada Voss lit the lamp [Data: Sources (1)].";
        assert_ne!(support(borrowed), Support::None);
    }

    #[test]
    fn what_cites_something_else_or_says_too_little_is_not_judged() {
        assert_eq!(records().weak("Whales sing at night in the bay [Data: Sources (9)]. Yes [Data: Sources (1)]."), []);
    }

    #[test]
    fn the_head_of_a_table_is_no_sentence_and_each_row_cites_for_itself() {
        let row = "| Ada Voss | Kelpmouth | 3 May 1931 [Data: Sources (1)] |";
        let wrong = "| Bo Marsh | Saltby ferry company | 400 fathoms [Data: Sources (1)] |";
        let table = format!(
            "Lamps lit:\n\n| keeper name | harbour town | lighting day |\n| --- | --- | --- |\n{row}\n{wrong}\n"
        );
        assert!(uncited(&table).is_empty(), "{:?}", uncited(&table));
        let weak = records().weak(&table);
        assert_eq!(weak.len(), 1, "{weak:?}");
        assert!(weak[0].sentence.contains("Bo Marsh"), "{weak:?}");
    }
}
