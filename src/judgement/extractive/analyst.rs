//! The extractive analyst: rates, maps and answers by how well verbatim sentences cover the question. It never writes
//! a claim of its own; headings, counts and connecting words are all that it adds.

use std::sync::Arc;

use futures::future::BoxFuture;
use futures::stream::{BoxStream, StreamExt};

use super::focus::{Focus, Lexicon, Match};
use super::quotation::quotation;
use super::stated::{NEAREST, Statements};
use super::{direct, themes, title};
use crate::judgement::{Analyst, ContextRecord, Judged, JudgementError, Piece, Point, Question, Quotable};
use crate::model::Usage;
use crate::text::office::Sought;
use crate::text::question::{Reading, parts};
use crate::text::terms::{Stems, fold, words};

/// Name of the analyst that works without a model.
pub const EXTRACTIVE: &str = "extractive";

/// Points made from one record at most, and where one thing is asked about, of which a few reports hold most.
const POINTS_PER_RECORD: usize = 6;
const POINTS_OF_ONE: usize = 12;
/// A sentence that covers less of the question than this is no evidence.
pub(super) const EVIDENCE: f32 = 0.3;

/// A sentence that covers less than this is none either, whatever stands around it.
const PASSING: f32 = 0.12;

/// Answers by quoting.
pub struct ExtractiveAnalyst {
    lexicon: Arc<dyn Lexicon>,
}

impl ExtractiveAnalyst {
    pub fn new(lexicon: Arc<dyn Lexicon>) -> Self {
        Self { lexicon }
    }

    fn focus(&self, question: &Question) -> (Reading, Focus) {
        let reading = Reading::of(&question.text);
        let focus = Focus::new(&reading, &*self.lexicon);
        (reading, focus)
    }
}

/// How much a match is worth as evidence, from 0 to 1: what it covers, and less where no word of the question stands
/// in the sentence itself.
pub(super) fn strength(found: Match) -> f32 {
    if found.exact == 0 { found.coverage * 0.6 } else { found.coverage }
}

/// What a passage that speaks of the question adds to a sentence in it, as a part of the whole: long questions are
/// answered by several sentences together, and a word in passing answers none.
const AROUND: f32 = 0.35;

/// What a sentence without a figure is worth when a figure is asked for.
const NO_FIGURE: f32 = 0.75;

/// What a row of fields is worth where no figure, day or name is asked for.
const FIELDS: f32 = 0.6;

/// True for a row of a table: "site: quay; ph: 7.5; taken by: A. Voss".
fn is_fields(text: &str) -> bool {
    const FEWEST: usize = 3;
    text.split("; ").filter(|field| field.split_once(": ").is_some_and(|(key, _)| key.len() < 32)).count() >= FEWEST
}

/// What a sentence is worth that does not name whom or what is looked for.
pub(super) const OF_ANOTHER: f32 = 0.5;

/// True when a sentence says a place: *at home*, *in Orsk*, *IN* on a door's log.
fn is_placed(text: &str) -> bool {
    words(text).any(|word| {
        matches!(fold(word.text).as_str(), "in" | "at" | "near" | "home" | "inside" | "outside" | "into" | "from")
    })
}

/// True when a text names one of these by its last word.
pub(super) fn names_any(names: &[String], text: &str) -> bool {
    let lasts: Vec<String> = names.iter().filter_map(|name| words(name).last()).map(|word| fold(word.text)).collect();
    words(text).any(|word| lasts.contains(&fold(word.text)))
}

/// What a sentence is worth that says nothing of the question itself, under a title that says all of it.
const ENTITLED: f32 = 0.5;

/// What a sentence is worth that says who it is, under a title that says of what.
pub(super) const TOLD: f32 = 0.9;
/// What a sentence is worth that does not say who it is that is asked for.
pub(super) const ANECDOTE: f32 = 0.6;

/// From [`ANECDOTE`] to 1 by how plainly a sentence says who it is; `behind` begins with whoever says it.
pub(super) fn tells_who(whois: &Sought, text: &str, behind: &str) -> f32 {
    let speaker = behind.split(", in ").next().filter(|_| behind.contains(", in "));
    ANECDOTE + (1.0 - ANECDOTE) * whois.told(text, speaker, behind).map_or(0.0, |(_, worth)| worth)
}

/// What a sentence is worth that tells of a question: "Mr Voss asked who had opened the gate."
const ASKS: f32 = 0.7;

/// True for a sentence that tells what somebody asked.
fn asks_itself(text: &str) -> bool {
    let asked = ["asked", "asks", "wondered"];
    let what = ["who", "what", "why", "whether", "how", "when", "where", "which", "whose"];
    let mut before = false;
    words(text).any(|word| {
        let found = before && what.contains(&word.text);
        before = asked.contains(&word.text);
        found
    })
}

/// What a sentence is worth that has the verb asked about, but of another matter: who wanted what.
const OTHER_MATTER: f32 = 0.75;
const LITTLE: f32 = 0.25;

/// How much of what is asked a name must be for what is said of others to be beside the point.
const TELLING_NAME: f32 = 0.24;

/// True when a text has a name's last word, or one that differs in its last letters only: names are misspelt.
pub(super) fn is_of(name: &str, text: &str) -> bool {
    const SURE: usize = 5;
    let last = words(name).last().map(|word| fold(word.text)).unwrap_or_default();
    words(text).any(|word| {
        let word = fold(word.text);
        let shared = word.chars().zip(last.chars()).take_while(|(a, b)| a == b).count();
        word == last || shared >= SURE && shared + 2 >= word.chars().count().max(last.chars().count())
    })
}

/// What a sentence of a report is worth that names none of its topics.
const OFF_TOPIC: f32 = 0.6;

/// From [`OFF_TOPIC`] to 1 by how many of the topics a sentence names.
fn on_topic(topics: &[String], text: &str) -> f32 {
    let lower = text.to_lowercase();
    let named = topics.iter().filter(|topic| lower.contains(topic.as_str())).count();
    OFF_TOPIC + (1.0 - OFF_TOPIC) * named as f32 / topics.len().max(1) as f32
}

/// A sentence of a record with its strength.
pub(super) struct Scored<'a> {
    pub quotable: &'a Quotable,
    pub strength: f32,
    /// What goes with it: what is done about a problem, the other side of a disagreement.
    pub companion: Option<&'a Quotable>,
}

impl Scored<'_> {
    /// The sentence, and what goes with it.
    pub fn sentences(&self) -> Vec<Quotable> {
        std::iter::once(self.quotable).chain(self.companion).cloned().collect()
    }
}

/// The sentences of a record that make the kind of statement asked for, or come near it, strongest first.
fn statements<'a>(statements: &Statements<'_>, record: &'a ContextRecord, stems: &mut Stems) -> Vec<Scored<'a>> {
    let mut scored: Vec<Scored> = Vec::new();
    for quotable in &record.sentences {
        let mut statement = statements.judge(quotable, stems);
        if statement.strength >= NEAREST {
            let companion = statements.companion(quotable, &record.sentences, stems);
            if companion.is_some() {
                statement = statements.with_other_side(&quotable.text, statement, stems);
            }
            let companion = companion.filter(|_| statement.stated);
            scored.push(Scored { quotable, strength: statement.strength, companion });
        } else {
            let strength = statements.as_remedy(quotable);
            if strength > 0.0 {
                scored.push(Scored { quotable, strength, companion: None });
            }
        }
    }
    scored.sort_by(|a, b| b.strength.total_cmp(&a.strength));
    scored
}

/// The sentences of a record that are evidence, strongest first, equal ones in their order.
pub(super) fn evidence<'a>(
    reading: &Reading,
    focus: &Focus,
    record: &'a ContextRecord,
    stems: &mut Stems,
) -> Vec<Scored<'a>> {
    if let Some(sought) = Statements::sought(reading, focus, stems) {
        return statements(&sought, record, stems);
    }
    // Whoever the whole corpus speaks of goes without saying.
    let doer = reading.doer.as_ref().filter(|name| focus.score(name, stems).coverage >= TELLING_NAME);
    let mut scored: Vec<Scored> = record
        .sentences
        .iter()
        .map(|quotable| {
            let text = &quotable.text;
            let has_figure = || text.contains(|c: char| c.is_ascii_digit());
            let told = (!reading.figure || has_figure()) && (!reading.place || is_placed(text));
            let of_whom =
                !(reading.place || reading.relation) || reading.names.is_empty() || names_any(&reading.names, text);
            let behind = quotable.speaker.as_deref().unwrap_or_default();
            let by_another = doer.is_some_and(|name| !is_of(name, text) && !is_of(name, behind));
            let asks_a_value = reading.figure || reading.place || reading.day.is_some();
            let found = focus.score(text, stems);
            let mut alone = strength(found);
            if doer.is_some() && !by_another && focus.len() > 1 {
                alone = alone.max(ENTITLED * strength(focus.score(behind, stems)).powi(2));
            }
            if let Some(whois) = &reading.whois
                && tells_who(whois, text, behind) >= TOLD
            {
                let around = focus.score(&format!("{behind} {text}"), stems);
                alone = alone.max(TOLD * strength(around));
            }
            // A passage speaks for a sentence that says some of it itself, not for one that shares a word with it.
            let shares = alone >= PASSING && (found.exact > 1 || alone >= EVIDENCE);
            let around = quotable.relevance.filter(|_| shares && reading.is_open());
            let standing = focus.standing(text, stems);
            let strength = around.map_or(alone, |around| (1.0 - AROUND) * alone + AROUND * around)
                * if told { 1.0 } else { NO_FIGURE }
                * if !asks_a_value && is_fields(text) { FIELDS } else { 1.0 }
                * if of_whom && !by_another { 1.0 } else { OF_ANOTHER }
                * reading.whois.as_ref().map_or(1.0, |whois| tells_who(whois, text, behind))
                * if asks_itself(text) { ASKS } else { 1.0 }
                * if found.predicate && found.matter < LITTLE { OTHER_MATTER } else { 1.0 }
                * standing;
            Scored { quotable, strength, companion: None }
        })
        .filter(|scored| scored.strength >= EVIDENCE)
        .collect();
    scored.sort_by(|a, b| b.strength.total_cmp(&a.strength));
    scored
}

impl Analyst for ExtractiveAnalyst {
    fn name(&self) -> &str {
        EXTRACTIVE
    }

    fn concurrency(&self) -> usize {
        std::thread::available_parallelism().map_or(2, usize::from)
    }

    fn parts(&self, question: &str) -> Vec<String> {
        parts(question)
    }

    fn rate<'a>(&'a self, question: &'a Question, record: &'a ContextRecord) -> BoxFuture<'a, Judged<f32>> {
        Box::pin(async move {
            let (reading, focus) = self.focus(question);
            let mut stems = Stems::default();
            let title = strength(focus.score(&record.title, &mut stems));
            let best = evidence(&reading, &focus, record, &mut stems).first().map_or(0.0, |scored| scored.strength);
            Ok(((title.max(best) * 10.0).min(10.0), Usage::default()))
        })
    }

    fn map<'a>(&'a self, question: &'a Question, batch: &'a [ContextRecord]) -> BoxFuture<'a, Judged<Vec<Point>>> {
        Box::pin(async move {
            let (reading, focus) = self.focus(question);
            let mut stems = Stems::default();
            let mut points = Vec::new();
            let most = if reading.asks_about_one() { POINTS_OF_ONE } else { POINTS_PER_RECORD };
            for record in batch {
                if focus.is_empty() && !focus.unknown().is_empty() {
                    break; // Nobody says a word of it.
                }
                let scored: Vec<(f32, Vec<Quotable>)> = if reading.stance.is_some() {
                    let found = evidence(&reading, &focus, record, &mut stems);
                    found.iter().map(|scored| (100.0 * scored.strength, scored.sentences())).collect()
                } else if reading.coverage || focus.is_empty() {
                    // Asked for the whole: a report speaks by its first sentences and those that say what its title
                    // says, and matters as it is rated.
                    let rank = record.rank.clamp(0.0, 10.0) * 10.0;
                    let named = title::topics(&record.title).into_iter().filter(|topic| !topic.is_empty());
                    let topics: Vec<String> = named.map(str::to_lowercase).collect();
                    let mut scored: Vec<(f32, &Quotable)> = record
                        .sentences
                        .iter()
                        .enumerate()
                        .map(|(i, q)| (rank * on_topic(&topics, &q.text) / (1.0 + 0.15 * i as f32), q))
                        .collect();
                    scored.sort_by(|a, b| b.0.total_cmp(&a.0));
                    scored.into_iter().map(|(score, quotable)| (score, vec![quotable.clone()])).collect()
                } else {
                    // A report whose very title is asked for is more about the question than one that touches it.
                    let title = strength(focus.score(&record.title, &mut stems));
                    evidence(&reading, &focus, record, &mut stems)
                        .into_iter()
                        .map(|scored| (100.0 * (0.85 * scored.strength + 0.15 * title).min(1.0), scored.sentences()))
                        .collect()
                };
                points.extend(scored.into_iter().take(most).map(|(score, sentences)| Point {
                    text: sentences.first().map(quotation).unwrap_or_default(),
                    score,
                    sentences,
                    from: record.record,
                    title: record.title.clone(),
                }));
            }
            Ok((points, Usage::default()))
        })
    }

    fn reduce<'a>(
        &'a self,
        question: &'a Question,
        points: &'a [Point],
    ) -> BoxStream<'a, Result<Piece, JudgementError>> {
        let (reading, focus) = self.focus(question);
        pieces(themes::write(&reading, focus.unknown(), points))
    }

    fn answer<'a>(
        &'a self,
        question: &'a Question,
        context: &'a [ContextRecord],
    ) -> BoxStream<'a, Result<Piece, JudgementError>> {
        let (reading, focus) = self.focus(question);
        pieces(direct::write(&reading, &focus, &question.facts, context))
    }
}

/// An answer that is there at once, block by block.
fn pieces(markdown: String) -> BoxStream<'static, Result<Piece, JudgementError>> {
    let blocks: Vec<_> = markdown.split_inclusive('\n').map(|line| Ok(Piece::Text(line.to_owned()))).collect();
    futures::stream::iter(blocks).boxed()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judgement::extractive::focus::NoLexicon;
    use crate::judgement::samples;
    use crate::model::Kind;

    #[test]
    fn rows_of_fields_are_known() {
        assert!(is_fields("site: quay; ph: 7.5; taken by: A. Voss"));
        assert!(!is_fields("The board said: no; the crews said: yes."));
    }

    #[test]
    fn what_somebody_did_is_told_of_him_or_under_a_title_that_says_it() {
        let said = |text: &str, behind: &str| samples::said(1, behind, 0, text);
        let sentences = vec![
            said("The clerk resigned in the winter of 1987.", "Minutes"),
            said("The sluice cannot be run by those who own it.", "Kallström resignation"),
            said("Dr Kallstrom resigned on Thursday.", "Minutes"),
        ];
        let record = samples::record(Kind::Report, 1, "The harbour", sentences);
        let reading = Reading::of("How did Kallström resign?");
        assert_eq!(reading.doer.as_deref(), Some("Kallström"));
        let focus = Focus::new(&reading, &NoLexicon);
        let found = evidence(&reading, &focus, &record, &mut Stems::default());
        let texts: Vec<&str> = found.iter().map(|scored| scored.quotable.text.as_str()).collect();
        assert_eq!(texts[0], "Dr Kallstrom resigned on Thursday.");
        assert!(texts.contains(&"The sluice cannot be run by those who own it."));
        assert!(!texts.contains(&"The clerk resigned in the winter of 1987."), "{texts:?}");
    }

    #[test]
    fn a_sentence_is_better_evidence_where_its_passage_speaks_of_the_question() {
        let said = |text: &str, relevance: f32| Quotable { relevance: Some(relevance), ..samples::quoted(1, text) };
        let sentences = vec![
            said("The ferry had a timetable in March.", 0.3),
            said("No timetable of the ferry was kept to.", 0.9),
            said("The ferry was painted that night.", 1.0),
        ];
        let record = samples::record(Kind::Report, 1, "The harbour", sentences);
        let reading = Reading::of("Which timetables and fares did the ferry run by?");
        let focus = Focus::new(&reading, &NoLexicon);
        let found = evidence(&reading, &focus, &record, &mut Stems::default());
        let texts: Vec<&str> = found.iter().map(|scored| scored.quotable.text.as_str()).collect();
        assert_eq!(texts, ["No timetable of the ferry was kept to.", "The ferry had a timetable in March."]);
    }
}
