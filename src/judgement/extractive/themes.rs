//! The reduce step without a model: points are gathered into four to seven themes, one for each report that has most
//! to say, and each theme is told by sentences from as many documents as it has.

use std::collections::{BTreeMap, HashSet};

use super::companions::{is_remedied, shared};
use super::quotation::{plain, quotation};
use super::reporter::listed;
use super::said::Said;
use super::signs::is_deed;
use super::stated::scarce;
use super::title;
use crate::judgement::Point;
use crate::model::{DocumentId, Ref, cite};
use crate::text::dates::first_date;
use crate::text::question::Reading;
use crate::text::stance::Stance;
use crate::text::standalone::stands_as_quoted;
use crate::text::terms::{Stems, fold, is_stop, words};

/// Themes at most, and the share of the strongest theme's weight that another must have once there are four.
const MOST_THEMES: usize = 7;
const FEWEST_THEMES: usize = 4;
const WEAKEST_THEME: f32 = 0.45;
/// A sentence must score this part of what the best of all scores: a theme is left out rather than padded. Where few
/// themes come of it, somewhat weaker ones are heard as well.
const WEAKEST_POINT: f32 = 0.6;
const WEAKER_POINT: f32 = 0.5;
/// What the best sentence scores when none speaks of most of what is asked; then only what comes as near is worth a look.
const LITTLE: f32 = 45.0;
const NEAREST: f32 = 0.8;
/// What a point scores that states what a question asks to be stated; fewer such sentences are counted in the answer, which
/// shows so many in all, with those that come near.
const STATED: f32 = 50.0;
const FEW: usize = 3;
/// Of one matter, a point must score this part of what the best does.
const WEAKEST_STATED: f32 = 0.75;
/// Remedies told by themselves, and the words that one must share with something amiss.
const REMEDIES: usize = 5;
const OF_ONE_MATTER: usize = 2;
/// How plainly a sentence must tell of something amiss to be no mere remedy.
const PROBLEM: f32 = 0.7;
/// Sentences of a theme, and of one where a single thing is asked about: all that is said is said of that.
const SENTENCES: usize = 3;
const SENTENCES_OF_ONE: usize = 6;
/// What a point is worth that cannot be understood alone.
const LEANING: f32 = 0.85;
/// Points of a theme that are looked at for whether they can be understood alone.
const LOOKED_AT: usize = 12;
struct Theme<'a> {
    from: Ref,
    title: &'a str,
    points: Vec<&'a Point>,
    weight: f32,
}

/// Writes the answer from points, best first.
pub(super) fn write(reading: &Reading, unknown: &[String], points: &[Point]) -> String {
    if reading.stance.is_some() {
        return write_statements(reading, unknown, points);
    }
    let best = points.iter().map(|point| point.score).fold(0.0, f32::max);
    let little = best < LITTLE && !reading.coverage;
    let mut themes = gather(points, if little { NEAREST } else { WEAKEST_POINT }, reading);
    if themes.len() < FEWEST_THEMES && reading.is_open() && !little {
        themes = gather(points, WEAKER_POINT, reading);
    }
    let mut out = String::new();
    if let Some(judgement) = &reading.judgement {
        out.push_str(&cannot_judge(judgement, !themes.is_empty()));
    }
    if themes.is_empty() {
        if reading.judgement.is_none() {
            out.push_str("Nothing in the reports that were read answers this.\n");
        }
        out.push_str(&unused(unknown, false));
        return out;
    }
    out.push_str(&unused(unknown, true));
    if reading.vague {
        out.push_str("No word of the question can be looked for. These are the main themes.\n\n");
    }
    if little && reading.judgement.is_none() {
        out.push_str("No sentence speaks of most of what is asked. These come nearest.\n\n");
    }
    out.push_str(&told(&themes, reading));
    out
}

/// Writes the answer to a question for a kind of statement: what states it; where hardly anything does, that first.
fn write_statements(reading: &Reading, unknown: &[String], points: &[Point]) -> String {
    let stated: Vec<Point> = points.iter().filter(|point| point.score >= STATED).cloned().collect();
    let nearest: Vec<Point>;
    let weakest = if reading.stance.is_some_and(Stance::is_of_one_matter) { WEAKEST_STATED } else { 0.0 };
    let mut themes = gather(&stated, weakest, reading);
    let found: usize = themes.iter().map(|theme| theme.points.len()).sum();
    if found < FEW {
        nearest = points.iter().take(FEW).cloned().collect();
        themes = gather(&nearest, 0.0, reading);
    }
    let mut out = unused(unknown, !themes.is_empty());
    if themes.is_empty() {
        return out + "Nothing in the reports that were read answers this.\n";
    }
    if found < FEW {
        let shown = themes.iter().map(|theme| theme.points.len()).sum();
        out.push_str(&scarce(reading, found, shown));
    }
    // What is done is told behind what is amiss, and is done about that.
    let mut remedies: Vec<&Point> = Vec::new();
    if reading.remedy && found >= FEW {
        let mut stems = Stems::default();
        for theme in &mut themes {
            theme.points.retain(|point| !is_remedy(point));
        }
        let amiss: Vec<&Point> = themes.iter().flat_map(|theme| theme.points.iter().copied()).collect();
        let mut said = Said::default();
        amiss.iter().for_each(|point| said.add(point));
        for point in stated.iter().filter(|point| is_remedy(point)) {
            let quotable = &point.sentences[0];
            let about = amiss.iter().map(|other| shared(&other.sentences[0].text, &quotable.text, &mut stems)).max();
            if remedies.len() < REMEDIES && about.unwrap_or_default() >= OF_ONE_MATTER && said.is_new(quotable) {
                said.add(point);
                remedies.push(point);
            }
        }
    }
    themes.retain(|theme| !theme.points.is_empty());
    if reading.remedy && found >= FEW {
        let mut points = themes.iter().flat_map(|theme| &theme.points);
        let paired = points.any(|point| point.sentences.len() > 1 || point.sentences.iter().any(is_remedied));
        out.push_str(match (paired, remedies.is_empty()) {
            (true, _) => {
                "What is done about a problem stands in the same sentence or under it, where it was found.\n\n"
            }
            (false, true) => "None of the sentences quoted here says what is done about them.\n\n",
            (false, false) => "",
        });
    }
    if reading.stance == Some(Stance::Change) {
        in_order_of_time(&mut themes);
    }
    out.push_str(&told(&themes, reading));
    if !remedies.is_empty() {
        out.push_str(&format!("\n### What is done\n\n{}", listed_points(&remedies)));
    }
    out
}

/// The themes with what is said of each.
fn told(themes: &[Theme<'_>], reading: &Reading) -> String {
    let whole = reading.coverage;
    let mut out = String::new();
    let documents: HashSet<DocumentId> =
        themes.iter().flat_map(|theme| theme.points.iter().filter_map(|point| document(point))).collect();
    let from = match documents.len() {
        0 => String::new(),
        1 => ", from one document".to_owned(),
        n => format!(", from {n} documents"),
    };
    // A heading is spoken of in what stands under it; what speaks of no topic of its report stands at the end.
    let mut headed: Vec<(String, Ref, Vec<&Point>)> = Vec::new();
    let mut others: Vec<&Point> = Vec::new();
    for theme in themes {
        let (under, beside): (Vec<&Point>, Vec<&Point>) =
            theme.points.iter().partition(|point| whole || speaks_of_title(point, theme.title));
        others.extend(beside);
        if !under.is_empty() {
            let head = if whole { theme.title.to_owned() } else { head(theme.title, &under) };
            headed.push((head, theme.from, under));
        }
    }
    // Of one thing all of it is told: what speaks of no other topic stands under that.
    if let Some(about) = reading.one()
        && let Some((.., points)) = headed.iter_mut().find(|(head, ..)| spaced(head) == spaced(&about))
    {
        points.append(&mut others);
    }
    // Where most has no heading of its own, headings over the rest would tear apart what belongs together.
    let under: usize = headed.iter().map(|(.., points)| points.len()).sum();
    if under < others.len() {
        others = themes.iter().flat_map(|theme| theme.points.iter().copied()).collect();
        headed.clear();
    }
    let count = match (headed.len(), others.len()) {
        (0, 1) => "One sentence".to_owned(),
        (0, n) => format!("{} sentences", number(n)),
        (1, 0) => "One theme".to_owned(),
        (n, 0) => format!("{} themes", number(n)),
        (1, _) => "One theme and other matters".to_owned(),
        (n, _) => format!("{} themes and other matters", number(n)),
    };
    out.push_str(&format!("{count}{from}.\n\n"));
    for (head, from, points) in &headed {
        out.push_str(&format!("### {} {}\n\n", plain(head), cite([*from])));
        out.push_str(&listed_points(points));
        out.push('\n');
    }
    if !others.is_empty() {
        if !headed.is_empty() {
            out.push_str("### Other matters\n\n");
        }
        out.push_str(&listed_points(&others));
    }
    out.truncate(out.trim_end().len());
    out.push('\n');
    out
}

/// True for a point that says what was done, and not what is amiss.
fn is_remedy(point: &Point) -> bool {
    let [quotable] = point.sentences.as_slice() else { return false };
    is_deed(&quotable.text) && Stance::Problem.strength(&quotable.text) < PROBLEM
}

/// Puts what documents of known dates say in their order, in each theme.
fn in_order_of_time(themes: &mut [Theme<'_>]) {
    let date = |point: &&Point| point.sentences.first().and_then(|quotable| first_date(quotable.speaker.as_deref()?));
    for theme in themes {
        if theme.points.iter().all(|point| date(point).is_some()) {
            theme.points.sort_by_key(date);
        }
    }
}

/// Points as items; what goes with a sentence stands under it.
fn listed_points(points: &[&Point]) -> String {
    let mut out = String::new();
    for point in points {
        for (place, quotable) in point.sentences.iter().enumerate() {
            out.push_str(&format!("{}- {}\n", if place == 0 { "" } else { "  " }, quotation(quotable)));
        }
    }
    out
}

/// True when a point's sentences speak of any topic of a title.
fn speaks_of_title(point: &Point, title: &str) -> bool {
    let said: String = point.sentences.iter().map(|quotable| spaced(&quotable.text)).collect();
    title::topics(title).iter().any(|topic| is_spoken(topic, &said))
}

/// True when a text, spaced, speaks of a topic. People and places are called by their last names; of a name of three words
/// or more another word must stand there as well: an ordinance is not every ordinance.
fn is_spoken(topic: &str, said: &str) -> bool {
    const SHORT: usize = 2;
    let called = topic.rsplit(' ').next().filter(|last| last.starts_with(char::is_uppercase)).unwrap_or(topic);
    let own: Vec<&str> = words(topic).map(|word| word.text).filter(|word| !is_stop(&fold(word))).collect();
    let found = own.iter().filter(|word| said.contains(&spaced(word))).count();
    said.contains(&spaced(called)) && (own.len() <= SHORT || called == topic || found >= SHORT)
}

/// What stands over a theme: those topics of its report's title that its sentences speak of, or the whole title where they
/// speak of none.
fn head(title: &str, points: &[&Point]) -> String {
    let said: Vec<String> = points.iter().flat_map(|point| &point.sentences).map(|q| spaced(&q.text)).collect();
    let topics = title::topics(title);
    let spoken = |topic: &&str| said.iter().any(|text| is_spoken(topic, text));
    let kept: Vec<&str> = topics.iter().copied().filter(spoken).collect();
    if kept.is_empty() || kept.len() == topics.len() {
        return title.to_owned();
    }
    title::raised(&listed(&kept))
}

/// The stems of a text's words, with a space around each.
fn spaced(text: &str) -> String {
    let mut stems = Stems::default();
    let all: Vec<String> = words(text).map(|word| stems.stem(word.text).to_owned()).collect();
    format!(" {} ", all.join(" "))
}

/// What is said when a question asks for a judgement.
pub(super) fn cannot_judge(judgement: &str, has_evidence: bool) -> String {
    let then = if has_evidence {
        " What follows is the nearest evidence, for the reader to judge."
    } else {
        " Nothing near it was found."
    };
    format!("Quoting cannot judge {judgement}: that takes a reader, or a model.{then}\n\n")
}

/// What is said of the words that no document uses.
pub(super) fn unused(unknown: &[String], rest: bool) -> String {
    let words: Vec<String> = unknown.iter().map(|word| format!("“{}”", plain(word))).collect();
    let rest = if rest { " What follows is about the rest of the question.\n" } else { "" };
    match words.as_slice() {
        [] => String::new(),
        [word] => format!("No document uses the word {word}.{rest}\n"),
        words => format!("No document uses the words {}.{rest}\n", words.join(", ")),
    }
}

fn number(n: usize) -> String {
    const WORDS: [&str; 13] =
        ["No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Eleven", "Twelve"];
    WORDS.get(n).map_or_else(|| n.to_string(), |word| (*word).to_owned())
}

fn document(point: &Point) -> Option<DocumentId> {
    point.sentences.first().and_then(|quotable| quotable.place).map(|(document, _)| document)
}

/// Gathers points by the report they come from, and keeps the themes that have most to say.
fn gather<'a>(points: &'a [Point], weakest: f32, reading: &Reading) -> Vec<Theme<'a>> {
    let coverage = reading.coverage;
    let mut by_report: BTreeMap<(u8, u32), Theme> = BTreeMap::new();
    // Asked for the whole, every report has its say, and the weightiest are heard.
    let floor = if coverage { 0.0 } else { weakest } * points.iter().map(|point| point.score).fold(0.0, f32::max);
    for point in points.iter().filter(|point| point.score >= floor) {
        let key = (point.from.kind as u8, point.from.id);
        by_report
            .entry(key)
            .or_insert_with(|| Theme { from: point.from, title: &point.title, points: Vec::new(), weight: 0.0 })
            .points
            .push(point);
    }
    let mut themes: Vec<Theme> = by_report.into_values().collect();
    for theme in &mut themes {
        theme.points.sort_by(|a, b| b.score.total_cmp(&a.score));
        theme.weight = weigh(&theme.points);
    }
    themes.sort_by(|a, b| b.weight.total_cmp(&a.weight).then(a.from.id.cmp(&b.from.id)));

    let mut kept: Vec<Theme> = Vec::new();
    let one = reading.asks_about_one();
    let most = if one { SENTENCES_OF_ONE } else { SENTENCES };
    let mut said = Said::about(reading);
    let strongest = themes.first().map_or(0.0, |theme| theme.weight);
    for mut theme in themes {
        let weak = theme.weight < WEAKEST_THEME * strongest;
        // Of one thing the report that is mostly about it says most; what others say of it is said of it all the same.
        if kept.len() == MOST_THEMES || kept.len() >= FEWEST_THEMES && weak && !coverage && !one {
            break;
        }
        theme.points = spread(&theme.points, most, &mut said);
        if !theme.points.is_empty() {
            kept.push(theme);
        }
    }
    kept
}

/// The weight of a theme: its best points, each further one of the same document counting for less.
fn weigh(points: &[&Point]) -> f32 {
    let mut seen: HashSet<Option<DocumentId>> = HashSet::new();
    points
        .iter()
        .take(2 * SENTENCES)
        .enumerate()
        .map(|(i, point)| {
            let part = if seen.insert(document(point)) { 1.0 } else { 0.4 };
            part * point.score / (1.0 + 0.3 * i as f32)
        })
        .sum()
}

/// Chooses the `most` sentences of a theme: the best of each document first, none that says what was said already.
fn spread<'a>(points: &[&'a Point], most: usize, said: &mut Said) -> Vec<&'a Point> {
    // A report that had nothing better quotes what leans on its text; an answer that has better leaves it for last.
    let (near, rest) = points.split_at(points.len().min(LOOKED_AT));
    let stands = |point: &&&Point| point.sentences.iter().all(|quotable| stands_as_quoted(&quotable.text));
    let worth = |point: &&Point| if stands(&point) { point.score } else { LEANING * point.score };
    let mut near = near.to_vec();
    near.sort_by(|a, b| worth(b).total_cmp(&worth(a)));
    let points: Vec<&Point> = near.into_iter().chain(rest.iter().copied()).collect();
    let mut chosen: Vec<&Point> = Vec::new();
    let mut seen: HashSet<DocumentId> = HashSet::new();
    for fresh_documents_only in [true, false] {
        for &point in &points {
            if chosen.len() == most {
                return chosen;
            }
            let document = document(point);
            let new_document = document.is_none_or(|document| !seen.contains(&document));
            if fresh_documents_only && !new_document || !fresh_documents_only && chosen.len() >= 2 {
                continue;
            }
            let fresh = point.sentences.first().is_some_and(|quotable| said.is_new(quotable));
            if fresh {
                seen.extend(document);
                said.add(point);
                chosen.push(point);
            }
        }
    }
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judgement::Quotable;
    use crate::judgement::samples::said;
    use crate::model::Kind;

    fn point(report: u32, document: u32, score: f32, text: &str) -> Point {
        let quotable = Quotable { speaker: None, ..said(document, "", 0, text) };
        Point {
            text: quotation(&quotable),
            score,
            sentences: vec![quotable],
            from: Ref::new(Kind::Report, report),
            title: format!("Report {report}"),
        }
    }

    #[test]
    fn a_theme_draws_on_several_documents() {
        let points = [
            point(1, 1, 90.0, "The sluice was left open on the first night."),
            point(1, 1, 88.0, "A warden heard the pump stop before midnight."),
            point(1, 2, 60.0, "Repairs to the gate were put off twice."),
            point(1, 3, 55.0, "Insurance had lapsed in the spring of that year."),
        ];
        let text = write(&Reading::of("What of the sluice?"), &[], &points);
        assert!(text.contains("from 3 documents"), "{text}");
        assert!(!text.contains("warden"), "{text}");
    }

    #[test]
    fn a_theme_is_headed_by_what_its_sentences_speak_of() {
        let titled = |text: &str| {
            let mut one = point(1, 1, 90.0, text);
            one.title = "Tides, moss and Ada Voss".to_owned();
            write(&Reading::of("What of the sluice?"), &[], &[one])
        };
        assert!(titled("Ms Voss left the sluice open to the tides.").contains("### Tides and Ada Voss ["));
        let untitled = titled("The sluice was left open by the clerk.");
        assert!(
            untitled.starts_with("One sentence, from one document.\n\n- “The sluice") || !untitled.contains("###"),
            "{untitled}"
        );
    }

    #[test]
    fn the_same_is_not_said_twice_but_other_figures_are() {
        let points = [
            point(1, 1, 90.0, "The gate closed at 02:10 according to the log of the keeper."),
            point(1, 2, 89.0, "The gate closed at 02:10 according to the log of the keeper."),
            point(1, 3, 80.0, "The gate closed at 03:40 according to the log of the keeper."),
        ];
        let text = write(&Reading::of("When did the gate close?"), &[], &points);
        assert_eq!(text.matches("02:10").count(), 1, "{text}");
        assert_eq!(text.matches("03:40").count(), 1, "{text}");
    }

    #[test]
    fn what_leans_on_its_text_comes_last() {
        let points = [
            point(1, 1, 90.0, "… they left the sluice open on the first night of the storm."),
            point(1, 2, 80.0, "The sluice at Orsk was open on the first night."),
            point(1, 3, 79.0, "The warden of Orsk heard the pump stop before midnight."),
            point(1, 4, 78.0, "The board of Orsk had let the insurance of the mill lapse."),
        ];
        let text = write(&Reading::of("What of the sluice?"), &[], &points);
        assert!(text.contains("insurance") && !text.contains("they left"), "{text}");
        let text = write(&Reading::of("What of the sluice?"), &[], &points[..1]);
        assert!(text.contains("they left"), "{text}");
    }

    #[test]
    fn weaker_points_are_heard_where_few_themes_come_of_the_best() {
        let points = [
            point(1, 1, 90.0, "The sluice was left open on the first night."),
            point(2, 2, 46.0, "Repairs to the gate were put off twice."),
            point(3, 3, 20.0, "A warden walked home before midnight."),
        ];
        let text = write(&Reading::of("What hopes are told of?"), &[], &points);
        assert!(text.starts_with("Two sentences") && !text.contains("warden"), "{text}");
        let text = write(
            &Reading::of("What hopes are told of?"),
            &[],
            &[point(2, 2, 40.0, "Repairs were put off."), point(3, 3, 31.0, "A warden walked home.")],
        );
        assert!(text.starts_with("No sentence speaks of most of what is asked.") && !text.contains("warden"), "{text}");
    }

    #[test]
    fn what_is_not_stated_is_said_not_to_be() {
        let points = [
            point(1, 1, 40.0, "The gate of Orsk is painted in the spring."),
            point(2, 2, 39.0, "A warden walked home before midnight."),
            point(3, 3, 38.0, "The board met in the mill on Friday."),
            point(4, 4, 37.0, "The ferry left for Tolland at noon."),
        ];
        let text = write(&Reading::of("What changed over time?"), &[], &points);
        assert!(text.starts_with("No sentence was found that can be quoted") && !text.contains("ferry"));
        let stated = [point(1, 1, 90.0, "The gate of Orsk no longer closes."), points[1].clone()];
        let text = write(&Reading::of("What changed over time?"), &[], &stated);
        assert!(text.starts_with("Only one sentence") && text.contains("warden"), "{text}");
    }

    #[test]
    fn what_goes_with_a_sentence_stands_under_it() {
        let mut paired = point(1, 1, 90.0, "The gate of Orsk failed in the flood.");
        paired.sentences.extend(point(1, 1, 90.0, "A second gate was built in June.").sentences);
        let text = write(&Reading::of("What went wrong?"), &[], &[paired]);
        assert!(text.contains("flood. [Data: Sources (1)]\n  - A second gate"), "{text}");
    }

    #[test]
    fn what_ties_one_to_the_same_other_is_said_once() {
        let points = [
            point(1, 1, 90.0, "Corvane hired Ada Voss as a clerk in spring."),
            point(1, 2, 89.0, "For ten years the smith Ada Voss kept books at Corvane."),
            point(1, 3, 80.0, "Corvane split its yards into two that summer."),
        ];
        let text = write(&Reading::of("What is said about Corvane?"), &[], &points);
        assert_eq!(text.matches("Ada Voss").count(), 1, "{text}");
        assert!(text.contains("split its yards"), "{text}");
    }

    #[test]
    fn a_question_without_a_word_to_look_for_is_told_so() {
        let points = [point(1, 1, 90.0, "The sluice was left open on the first night.")];
        let said = |question: &str| write(&Reading::of(question), &[], &points);
        assert!(said("When?").starts_with("No word of the question can be looked for."), "{}", said("When?"));
        assert!(!said("What are the main themes?").contains("No word"), "{}", said("What are the main themes?"));
    }

    #[test]
    fn nothing_found_is_said() {
        assert!(write(&Reading::of("What of the moon?"), &[], &[]).contains("Nothing"));
        assert!(write(&Reading::of("Is the tone optimistic?"), &[], &[]).contains("cannot judge tone"));
    }
}
