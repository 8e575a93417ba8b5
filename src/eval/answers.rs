//! What is measured of one answer without anybody judging it: how much of the reference and of the evidence it holds,
//! its ROUGE, the turns and documents it quotes, whether it refuses, and whether what it quotes stands where it says.

use std::cell::OnceCell;
use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;
use std::sync::Arc;

use super::communities::UnitCommunities;
use super::content::{content_words, coverage, holds};
use super::documents::Names;
use super::fidelity::{Checked, Checker};
use super::metric::Values;
use super::question::TestQuestion;
use super::rouge::{rouge, rouge_l, tokens};
use super::shown::Shown;
use super::turns::{self, Lines};
use crate::model::{Answer, DocumentId, Grounding, Kind, Scope, Span, TextUnitId};
use crate::store::{Reader, Result};
use crate::text::display::spacing::first_words;

/// Words of an answer that ROUGE is taken of, as is usual where answers are of any length.
const ROUGE_WORDS: usize = 100;
/// Lengths at which containment is asked for too: about an answer's first screen, and its first lines.
const CONTAINED_IN: [(&str, usize); 2] = [("contained_180", 180), ("contained_65", 65)];

/// What all answers over an index are measured against, shared between threads.
pub struct Ground {
    pub names: Names,
    pub communities: UnitCommunities,
}

impl Ground {
    /// Reads names of documents and what the root communities hold.
    pub fn of(reader: &Reader) -> Result<Self> {
        Ok(Self { names: Names::of(reader)?, communities: UnitCommunities::at_level(reader, 0)? })
    }
}

/// Measures answers; one for each thread, because it keeps texts it has read.
pub struct AnswerMeter<'r> {
    reader: &'r Reader,
    ground: Arc<Ground>,
    checker: Checker<'r>,
    lines: HashMap<DocumentId, Rc<Lines>>,
    everything: OnceCell<Vec<TextUnitId>>,
}

impl<'r> AnswerMeter<'r> {
    pub fn new(reader: &'r Reader, ground: Arc<Ground>) -> Result<Self> {
        let checker = Checker::new(reader)?;
        Ok(Self { reader, ground, checker, lines: HashMap::new(), everything: OnceCell::new() })
    }

    /// Measures an answer that an engine gave.
    pub fn answer(&mut self, question: &TestQuestion, scope: &Scope, answer: &Answer) -> Result<Values> {
        let shown = Shown::of(answer);
        let mut values = self.shown(question, scope, &shown)?;
        values.insert("ms".to_owned(), answer.elapsed_ms as f64);
        share(&mut values, "grounded", &answer.citations, |cited| Some(cited.grounding == Grounding::Grounded));
        let checked = self.checker.answer(answer)?;
        share(&mut values, "verbatim", &checked, |checked: &Checked| Some(checked.in_text));
        share(&mut values, "in_file", &checked, |checked| checked.in_file);
        share(&mut values, "speaker", &checked, |checked| checked.speaker);
        let drawn = units_of(answer);
        self.documents(question, &drawn, &mut values)?;
        self.fidelity(scope, &drawn, &mut values)?;
        Ok(values)
    }

    /// Measures what is shown, whoever made it.
    pub fn shown(&mut self, question: &TestQuestion, scope: &Scope, shown: &Shown) -> Result<Values> {
        let mut values = Values::new();
        let mut put = |key: &str, value: f64| {
            values.insert(key.to_owned(), value);
        };
        let refuses = shown.refuses();
        put("words", shown.text.split_whitespace().count() as f64);
        put("passages", shown.passages.len() as f64);
        put("refused", f64::from(refuses));
        match question.answerable.0 {
            true => put("refused_wrongly", f64::from(refuses)),
            false => put("refused_rightly", f64::from(refuses)),
        }
        let said = shown.said();
        // Of an answer without a word of content (*yes*) no text shows that it is in it.
        let answers: Vec<&String> =
            question.answers.iter().filter(|answer| !content_words(answer).is_empty()).collect();
        if !answers.is_empty() {
            let held = |text: &str| f64::from(answers.iter().any(|answer| holds(answer, text)));
            put("contained", held(&said));
            for (key, words) in CONTAINED_IN {
                put(key, held(&first_words(&said, words)));
            }
            let first = shown.passages.first().map_or("", String::as_str);
            put("contained_first", held(first));
        }
        // ROUGE's tokens are of ASCII letters and digits alone.
        if !tokens(question.reference()).is_empty() {
            let first = shown.passages.first().map_or("", String::as_str);
            let scores = rouge(question.reference(), &first_words(&said, ROUGE_WORDS));
            put("recall_1", scores.one.recall);
            put("recall_2", scores.two.recall);
            put("rouge_1", scores.one.f1);
            put("rouge_2", scores.two.f1);
            put("rouge_l", scores.longest.f1);
            put("first", rouge_l(question.reference(), first).f1);
        }
        if !question.evidence.is_empty() {
            put("evidence", evidence_held(&question.evidence, &said));
        }
        if let (false, [document]) = (question.turns.is_empty(), &scope.documents[..]) {
            let quoted = self.lines(*document)?.quoted(&shown.passages);
            let (recall, precision) = turns::shares(&quoted, &question.turns);
            put("turns_recall", recall);
            if let Some(precision) = precision {
                put("turns_precision", precision);
            }
        }
        Ok(values)
    }

    /// How many of the documents wanted are quoted, and of those quoted are wanted.
    fn documents(&self, question: &TestQuestion, drawn: &[TextUnitId], values: &mut Values) -> Result<()> {
        if question.documents.is_empty() {
            return Ok(());
        }
        let quoted: BTreeSet<DocumentId> =
            self.reader.text_units(drawn)?.into_iter().map(|unit| unit.document).collect();
        let wanted: Vec<Vec<DocumentId>> =
            question.documents.iter().map(|names| self.ground.names.any_of(names)).collect();
        let met = wanted.iter().filter(|any| any.iter().any(|id| quoted.contains(id))).count();
        values.insert("documents_recall".to_owned(), met as f64 / wanted.len() as f64);
        let quoted: Vec<DocumentId> = quoted.into_iter().collect();
        share(values, "documents_precision", &quoted, |id| Some(wanted.iter().any(|any| any.contains(id))));
        Ok(())
    }

    fn fidelity(&self, scope: &Scope, drawn: &[TextUnitId], values: &mut Values) -> Result<()> {
        let communities = &self.ground.communities;
        let drawn = drawn.iter().copied();
        let fidelity = if scope.is_everything() {
            let whole = self.everything.get_or_init(|| communities.units().collect());
            communities.fidelity(drawn, whole.iter().copied())
        } else {
            let filter = crate::retrieve::Filter::new(self.reader, scope)?;
            let units = filter.unit_ids().unwrap_or_default().iter().copied().map(TextUnitId);
            communities.fidelity(drawn, units)
        };
        if let Some(fidelity) = fidelity {
            values.insert("fidelity_js".to_owned(), fidelity.js);
            values.insert("fidelity_tvd".to_owned(), fidelity.tvd);
            values.insert("clusters".to_owned(), fidelity.met);
        }
        Ok(())
    }

    fn lines(&mut self, id: DocumentId) -> Result<Rc<Lines>> {
        if let Some(lines) = self.lines.get(&id) {
            return Ok(Rc::clone(lines));
        }
        let document = self.reader.document(id)?;
        let (_, text) = self.reader.text(id, Span::new(0, document.text_len))?;
        let lines = Rc::new(Lines::of(&text));
        self.lines.insert(id, Rc::clone(&lines));
        Ok(lines)
    }
}

/// The text units that an answer draws on: those its evidence stands in, or those it cites, each once.
pub fn units_of(answer: &Answer) -> Vec<TextUnitId> {
    let quoted = answer.evidence.iter().filter_map(crate::model::Evidence::source);
    let cited = answer.citations.iter().map(|cited| cited.record).filter(|record| record.kind == Kind::Source);
    let all: BTreeSet<TextUnitId> = match answer.evidence.is_empty() {
        true => cited.map(|record| TextUnitId(record.id)).collect(),
        false => quoted.map(|record| TextUnitId(record.id)).collect(),
    };
    all.into_iter().collect()
}

/// The mean share of each statement's words that a text has.
pub fn evidence_held(statements: &[String], text: &str) -> f64 {
    let held: f64 = statements.iter().map(|statement| coverage(statement, text)).sum();
    held / statements.len().max(1) as f64
}

/// Puts in the share of the items that hold, of those that can be judged; nothing where none can.
fn share<T>(values: &mut Values, key: &str, items: &[T], holds: impl Fn(&T) -> Option<bool>) {
    let judged: Vec<bool> = items.iter().filter_map(holds).collect();
    if !judged.is_empty() {
        let held = judged.iter().filter(|held| **held).count();
        values.insert(key.to_owned(), held as f64 / judged.len() as f64);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_is_of_what_can_be_judged() {
        let mut values = Values::new();
        share(&mut values, "speaker", &[Some(true), None, Some(false)], |told| *told);
        share(&mut values, "in_file", &[None::<bool>], |told| *told);
        assert_eq!(values.get("speaker"), Some(&0.5));
        assert!(!values.contains_key("in_file"));
    }

    #[test]
    fn evidence_counts_by_how_much_of_each_statement_is_there() {
        let statements = ["The gate leaked.".to_owned(), "Cement rose sharply.".to_owned()];
        assert_eq!(evidence_held(&statements, "In March the gate leaked badly."), 0.5);
    }
}
