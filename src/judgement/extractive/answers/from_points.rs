//! Answers drawn from the points of the map step, by the record that each was made from. Where none of the best says
//! what is asked, that is said, and the nearest of them are shown: reports always have something with a word of a
//! question.

use std::collections::BTreeSet;

use super::answer::{Answer, confidence};
use super::from_passages::PassageAnswer;
use crate::judgement::extractive::relevance::precedence::{asks_what_it_is, defines};
use crate::judgement::quotation::plain;
use crate::judgement::rank::asked::PreparedQuestion;
use crate::judgement::rank::features::Candidate;
use crate::judgement::rank::lexicon::Lexicon;
use crate::judgement::rank::rank;
use crate::judgement::rank::select::content;
use crate::judgement::{ContextRecord, Point, Question};
use crate::model::{Evidence, Kind, Ref, SentenceKind, cite};
use crate::text::question::Reading;
use crate::text::words::terms::Stems;

/// Subjects of an answer, of one that tells of each what is of a kind alone, and passages of each.
const SUBJECTS: usize = 12;
const SUBJECTS_OF_KIND: usize = 8;
const OF_SUBJECT: usize = 2;
/// Of a passage this part of the words was said before: it says nothing new.
const AGAIN: f32 = 0.8;
/// Points among which an answer is looked for.
const LOOKED_AT: usize = 24;

/// An answer from points, best first.
pub(in crate::judgement::extractive) fn from_points(
    reading: &Reading,
    asked: &PreparedQuestion,
    question: &Question,
    points: &[Point],
    lexicon: &dyn Lexicon,
    stems: &mut Stems,
) -> Answer {
    let weighed: Vec<Point> = points.iter().map(|point| weighed(asked, point, stems)).collect();
    let mut points: Vec<&Point> = weighed.iter().collect();
    points.sort_by(|a, b| b.score.total_cmp(&a.score));
    let (said, new): (Vec<&Point>, Vec<&Point>) =
        points.into_iter().partition(|point| point.evidence.iter().any(|evidence| question.has_said(evidence)));
    let said: Vec<&Evidence> = said.iter().flat_map(|point| &point.evidence).collect();
    if new.is_empty() {
        let mut answer = Answer { finds_nothing: true, ..Answer::default() };
        answer.tell(&question.facts);
        answer.say_unused(&asked.unknown);
        answer.text.push_str("Nothing in the reports answers this.\n");
        return answer.beside(&said, false);
    }
    // What the whole is, or what there is of a kind of statement, each point says for itself.
    if !asked.is_empty() {
        let read: Vec<ContextRecord> = new.iter().take(LOOKED_AT).map(|point| as_record(point)).collect();
        let mut ranked = rank(asked, &read, lexicon, stems);
        ranked.sort_by(|a, b| b.own.total_cmp(&a.own));
        let answer = PassageAnswer { reading, asked, question, context: &read };
        if !answer.is_answered(&ranked, stems) {
            return answer.nearest(&ranked, stems);
        }
    }
    let mut new = new;
    let mut defined = |point: &&Point| point.evidence.iter().any(|one| defines(reading, asked, one, &mut *stems));
    if asks_what_it_is(reading) && !new.first().is_some_and(&mut defined) {
        let (first, behind): (Vec<&Point>, Vec<&Point>) = new.into_iter().partition(defined);
        new = [first, behind].concat();
    }
    by_subject(reading, asked, question, &new, stems)
}

/// A point with no more worth than it has for the question itself: what answers another that was asked on the way best
/// may have nothing to do with it.
fn weighed(asked: &PreparedQuestion, point: &Point, stems: &mut Stems) -> Point {
    let of_itself = point.evidence.iter().map(|evidence| confidence(asked, evidence, stems)).fold(0.0, f32::max);
    let most = if asked.is_empty() || point.evidence.is_empty() { f32::MAX } else { 100.0 * of_itself };
    Point { score: point.score.min(most), ..point.clone() }
}

/// A point as a record: what it quotes, under the title of the record that it was made from.
fn as_record(point: &Point) -> ContextRecord {
    let candidate = |evidence: &Evidence| Candidate {
        evidence: evidence.clone(),
        kind: SentenceKind::Prose,
        retrieved: point.score / 100.0,
        place: 0.0,
        opens: false,
        leans: false,
        spoken: evidence.speaker.is_some(),
        dated: None,
        day: None,
    };
    let quoted: Vec<&str> = point.evidence.iter().map(|evidence| evidence.text.as_str()).collect();
    ContextRecord {
        record: point.from,
        title: point.title.clone(),
        text: format!("{} {}", point.title, quoted.join(" ")),
        in_short: None,
        candidates: point.evidence.iter().map(candidate).collect(),
        rank: point.score / 100.0,
        tokens: 0,
    }
}

/// What points quote, each thing once, under the report that it stands in.
fn by_subject(
    reading: &Reading,
    asked: &PreparedQuestion,
    question: &Question,
    points: &[&Point],
    stems: &mut Stems,
) -> Answer {
    let mut answer = Answer::default();
    answer.tell(&question.facts);
    let whole = asked.is_empty();
    let mut subjects: Vec<(Ref, &str, Vec<&Evidence>)> = Vec::new();
    let mut said = BTreeSet::new();
    let best = points.iter().map(|point| point.score).fold(0.0, f32::max);
    let most = if whole && asked.stance.is_some() { SUBJECTS_OF_KIND } else { SUBJECTS };
    for point in points {
        // Half as much of the question as the best has is little.
        if !whole && point.score < best / 2.0 {
            continue;
        }
        for evidence in &point.evidence {
            let words = content(&evidence.text, stems);
            let again = words.intersection(&said).count() as f32 / words.len().max(1) as f32;
            let mut shown = subjects.iter().flat_map(|(.., quoted)| quoted);
            let same = |known: &&Evidence| known.text.contains(&evidence.text) || evidence.text.contains(&known.text);
            if again > AGAIN || shown.any(|known| known.shows(evidence) || evidence.shows(known) || same(known)) {
                continue;
            }
            match subjects.iter().position(|(from, ..)| *from == point.from) {
                Some(at) if subjects[at].2.len() < OF_SUBJECT => subjects[at].2.push(evidence),
                None if subjects.len() < most => subjects.push((point.from, &point.title, vec![evidence])),
                _ => continue,
            }
            said.extend(words);
        }
    }
    if !whole {
        answer.say_unused(&asked.unknown);
    }
    let several = subjects.len() > 1;
    let is_report = |(from, ..): &(Ref, &str, Vec<&Evidence>)| from.kind == Kind::Report;
    let leads = subjects.first().is_some_and(is_report);
    subjects.sort_by_key(|subject| is_report(subject) != leads);
    let mut under_report = false;
    for (at, (from, title, quoted)) in subjects.iter().enumerate() {
        let gap = if at > 0 { "\n" } else { "" };
        // What is told by one report is told of that, too; what stands in none is not.
        if from.kind == Kind::Report {
            answer.text.push_str(&format!("{gap}### {} {}\n\n", plain(title), cite([*from])));
        } else if under_report {
            answer.text.push_str(&format!("{gap}### Passages\n\n"));
        }
        under_report = from.kind == Kind::Report;
        let first = if several { answer.evidence.len() } else { 0 };
        quoted.iter().for_each(|evidence| answer.item_behind(first, evidence));
    }
    if !whole {
        answer.say_replaced(&asked.replaced);
    }
    answer.leave_judgement(reading);
    answer
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judgement::rank::lexicon::NoLexicon;
    use crate::judgement::samples;

    fn drawn(question: &str, points: &[(&str, f32)]) -> Answer {
        let point = |(at, &(text, score)): (usize, &(&str, f32))| Point {
            text: text.to_owned(),
            score,
            evidence: vec![samples::passage(text).evidence],
            from: Ref::new(Kind::Report, at as u32),
            title: format!("Report {at}"),
        };
        let points: Vec<Point> = points.iter().enumerate().map(point).collect();
        let reading = Reading::of(question);
        let asked = PreparedQuestion::new(&reading, &NoLexicon);
        let question = Question { text: question.to_owned(), ..Question::default() };
        from_points(&reading, &asked, &question, &points, &NoLexicon, &mut Stems::default())
    }

    #[test]
    fn what_no_point_says_is_said_to_be_said_by_none() {
        let near = [("The keeper passed the gate on his way.", 30.0), ("An exam of the lamps was held.", 20.0)];
        let told = drawn("Which exam did Ada Voss challenge Orsk Ferries to pass?", &near);
        assert!(told.finds_nothing && told.text.starts_with("Nothing says this"), "{}", told.text);
        assert!(!told.text.contains("###"), "{}", told.text);
        let plain = [("Ada Voss challenged Orsk Ferries to pass the pilot exam.", 80.0)];
        let told = drawn("Which exam did Ada Voss challenge Orsk Ferries to pass?", &plain);
        assert!(!told.finds_nothing && told.text.starts_with("### Report 0 [Data: Reports (0)]"), "{}", told.text);
    }
}
