//! `gleaner eval reading`: what a critical reader must see of an index, in one Markdown file. Samples are drawn with a
//! seed, so that they can be drawn again; quotations are checked against the bytes of the files they come from.

use std::collections::{BTreeMap, HashSet};
use std::fmt::Write;
use std::path::Path;
use std::sync::Arc;

use super::tables;
use crate::cli::ask::answer;
use crate::cli::context::Context;
use crate::cli::error::CliError;
use crate::eval::fidelity::{Checker, is_quoted};
use crate::graph::rng::Rng;
use crate::judgement::Question;
use crate::judgement::extractive::summaries::reporter::NO_SENTENCE;
use crate::judgement::quotation::quotables;
use crate::model::{Answer, CommunityId, EntityType, Kind, Mode, Report, shown_path};
use crate::query::{Ask, Session};
use crate::store::{EntityOrder, Reader, Result};

const ENTITIES: usize = 100;
const TITLES: usize = 30;
const REPORTS: usize = 3;
const SENTENCES: usize = 100;

pub fn reading(context: &mut Context, out: &Path, seed: u64) -> std::result::Result<(), CliError> {
    let reader = Arc::new(context.reader()?);
    let mut random = Rng::new(seed);
    let mut text = head(&reader, seed)?;
    entities(&reader, &mut text)?;
    let roots = titles(&reader, &mut random, &mut text)?;
    reports(&reader, &roots, &mut random, &mut text)?;
    let mut quoted: Vec<String> = Vec::new();
    for id in reader.community_ids()? {
        let Ok(report) = reader.report(id) else { continue };
        quoted.extend(report.findings.into_iter().map(|finding| finding.explanation));
    }
    let in_reports = quoted.len();
    let silent = quoted.iter().filter(|explanation| explanation.contains(NO_SENTENCE)).count();
    let session = Session::extractive(Arc::clone(&reader));
    let _ = writeln!(text, "## Ten questions\n");
    for (mode, question) in questions(&reader)? {
        let ask = Ask { question: Question { text: question, ..Question::default() }, mode, ..Ask::default() };
        let given = answer(&session, &ask, &mut |_| {})?;
        write_answer(&ask, &given, &mut text);
        quoted.push(given.text);
    }
    let checked = check(&reader, &quoted)?;
    let (reports, answers) = quoted.split_at(in_reports);
    sentences(reports, answers, &mut random, &mut text);
    let _ = writeln!(text, "## Quotations\n\n{silent} reports quote nothing. {}", checked.describe());
    tables::write(out, &text)?;
    context.out.line(shown_path(out))?;
    context.out.flush()
}

fn head(reader: &Reader, seed: u64) -> Result<String> {
    let stats = reader.stats()?;
    let mut text = format!("# A critical reading of {}\n\n", stats.name);
    let _ = writeln!(
        text,
        "{} documents, {} tokens, {} passages, {} entities, {} relationships, {} communities. Seed {seed}.\n",
        stats.documents, stats.tokens, stats.text_units, stats.entities, stats.relationships, stats.communities
    );
    Ok(text)
}

fn entities(reader: &Reader, text: &mut String) -> Result<()> {
    let _ = writeln!(text, "## The {ENTITIES} most connected entities\n");
    let _ = writeln!(text, "| # | name | type | degree | documents | aliases |\n|---|---|---|---|---|---|");
    let mut ids = reader.entity_ids(EntityOrder::Degree, None, "")?;
    ids.truncate(ENTITIES);
    for (number, entity) in reader.entities(&ids)?.into_iter().enumerate() {
        let aliases: Vec<&str> = entity.aliases.iter().take(5).map(String::as_str).collect();
        let everywhere = if entity.ubiquitous { " (everywhere)" } else { "" };
        let _ = writeln!(
            text,
            "| {} | {}{everywhere} | {} | {} | {} | {} |",
            number + 1,
            cell(&entity.name),
            entity.kind.name(),
            entity.degree,
            entity.documents,
            cell(&aliases.join("; "))
        );
    }
    text.push('\n');
    Ok(())
}

/// Root titles, of the largest communities; returns all roots that have a report.
fn titles(reader: &Reader, random: &mut Rng, text: &mut String) -> Result<Vec<CommunityId>> {
    let mut roots = reader.community_children(None)?;
    roots.retain(|row| row.rating.is_some() && !row.unconnected);
    roots.sort_by_key(|row| std::cmp::Reverse((row.entities, std::cmp::Reverse(row.id))));
    let largest = roots.iter().take(20).filter(|row| row.documents >= 5).count();
    let _ = writeln!(text, "## {} of {} root titles\n", roots.len().min(TITLES), roots.len());
    let _ = writeln!(text, "Of the 20 largest, {largest} draw on five or more documents.\n");
    let _ = writeln!(text, "| id | title | entities | documents | rating |\n|---|---|---|---|---|");
    let mut sampled = random.sample(roots.len(), TITLES);
    sampled.sort_unstable();
    for row in sampled.into_iter().map(|at| &roots[at]) {
        let rating = row.rating.unwrap_or_default();
        let _ = writeln!(
            text,
            "| {} | {} | {} | {} | {rating:.1} |",
            row.id,
            cell(&row.title),
            row.entities,
            row.documents
        );
    }
    text.push('\n');
    Ok(roots.into_iter().map(|row| row.id).collect())
}

/// The largest root's report, and others drawn: a root, and one of any level.
fn reports(reader: &Reader, roots: &[CommunityId], random: &mut Rng, text: &mut String) -> Result<()> {
    let all = reader.community_ids()?;
    let drawn_root = random.sample(roots.len(), REPORTS).into_iter().map(|at| roots[at]);
    let drawn = random.sample(all.len(), REPORTS).into_iter().map(|at| all[at]);
    let mut chosen: Vec<CommunityId> = Vec::new();
    for id in roots.first().copied().into_iter().chain(drawn_root.take(1)).chain(drawn) {
        if chosen.len() < REPORTS && !chosen.contains(&id) {
            chosen.push(id);
        }
    }
    let _ = writeln!(text, "## Three reports\n");
    for report in reader.reports(&chosen)? {
        write_report(&report, text);
    }
    Ok(())
}

fn write_report(report: &Report, text: &mut String) {
    let _ = writeln!(text, "### Report {}: {}\n", report.community, report.title);
    let _ = writeln!(text, "Rating {:.1}. {}\n\n{}\n", report.rating, report.rating_reason, report.summary);
    for finding in &report.findings {
        let _ = writeln!(text, "#### {}\n\n{}\n", finding.heading, finding.explanation);
    }
}

/// Ten questions that fit any corpus; those that need a name take the best connected ones that are not everywhere.
fn questions(reader: &Reader) -> Result<Vec<(Mode, String)>> {
    let mut names: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for (kind, key) in
        [(EntityType::Person, "person"), (EntityType::Organisation, "organisation"), (EntityType::Concept, "concept")]
    {
        let mut ids = reader.entity_ids(EntityOrder::Degree, Some(&kind), "")?;
        ids.truncate(20);
        let rows = reader.entity_rows(&ids)?;
        names.insert(key, rows.into_iter().filter(|row| !row.ubiquitous).map(|row| row.name).collect());
    }
    let name = |key: &str, at: usize| names.get(key).and_then(|names| names.get(at)).cloned().unwrap_or_default();
    Ok(vec![
        (Mode::GLOBAL, "What are the main themes?".to_owned()),
        (Mode::GLOBAL, "Which problems and risks are described, and what is done about them?".to_owned()),
        (Mode::GLOBAL, "What do people disagree about?".to_owned()),
        (Mode::GLOBAL, "What changed over time?".to_owned()),
        (Mode::GLOBAL, format!("What is said about {}?", name("concept", 0))),
        (Mode::GLOBAL, format!("Which documents speak of {}?", name("organisation", 0))),
        (Mode::LOCAL, format!("Who is {}?", name("person", 0))),
        (Mode::LOCAL, format!("What does {} have to do with {}?", name("person", 1), name("organisation", 0))),
        (Mode::LOCAL, format!("What is known of {}?", name("organisation", 1))),
        (Mode::BASIC, format!("How does {} work?", name("concept", 1))),
    ])
}

fn write_answer(ask: &Ask, answer: &Answer, text: &mut String) {
    let _ = writeln!(text, "### {} ({})\n\n{}\n", ask.question.text, ask.mode.name(), answer.text.trim());
}

/// Sentences drawn from reports and from answers, half of each where there are enough.
fn sentences(reports: &[String], answers: &[String], random: &mut Rng, text: &mut String) {
    let of = |texts: &[String]| -> Vec<String> {
        // Headings, figures and rows of lists are ours; what is judged is what is quoted.
        let all = texts.iter().flat_map(|markdown| quotables(markdown));
        let quoted = all.filter(is_quoted);
        quoted
            .map(|quotable| {
                let words: Vec<&str> = quotable.text.split_whitespace().collect();
                format!("“{}” — {}", words.join(" "), quotable.speaker.unwrap_or_default())
            })
            .collect()
    };
    // Each sentence once, however often it is quoted.
    let mut seen: HashSet<String> = HashSet::new();
    let (mut reports, mut answers) = (of(reports), of(answers));
    answers.retain(|sentence| seen.insert(sentence.clone()));
    reports.retain(|sentence| seen.insert(sentence.clone()));
    let from_answers = answers.len().min(SENTENCES / 2);
    let drawn = random.sample(reports.len(), SENTENCES - from_answers).into_iter().map(|at| &reports[at]);
    let mut drawn: Vec<&String> = drawn.collect();
    drawn.extend(random.sample(answers.len(), from_answers).into_iter().map(|at| &answers[at]));
    let _ = writeln!(text, "## {} sentences, drawn from reports and answers\n", drawn.len());
    for (number, sentence) in drawn.into_iter().enumerate() {
        let _ = writeln!(text, "{}. {sentence}", number + 1);
    }
    text.push('\n');
}

/// How many quoted sentences stand in a source they cite, and in its file.
#[derive(Default)]
struct Checked {
    all: usize,
    in_text: usize,
    in_file: usize,
    /// Those of files in another encoding than UTF-8, or with markup between the words, whose bytes differ rightly.
    written_otherwise: usize,
    amiss: Vec<String>,
}

impl Checked {
    fn describe(&self) -> String {
        let mut text = format!(
            "{} sentences cite sources. {} of them stand word for word in the text of a source they cite; {} are \
             byte-identical in its file ({} come from files in another encoding or with markup).\n",
            self.all, self.in_text, self.in_file, self.written_otherwise
        );
        for amiss in self.amiss.iter().take(20) {
            let _ = writeln!(text, "- amiss: {amiss}");
        }
        text
    }
}

fn check(reader: &Reader, markdowns: &[String]) -> Result<Checked> {
    let mut checker = Checker::new(reader)?;
    let mut checked = Checked::default();
    for quotable in markdowns.iter().flat_map(|markdown| quotables(markdown)).filter(is_quoted) {
        checked.all += 1;
        let found = checker.quotable(&quotable)?;
        if !found.in_text {
            let sources = quotable.cites.iter().copied().filter(|cited| cited.kind == Kind::Source);
            checked.amiss.push(format!("{} {}", quotable.text, crate::model::cite(sources)));
            continue;
        }
        checked.in_text += 1;
        match found.in_file {
            Some(true) => checked.in_file += 1,
            Some(false) => checked.amiss.push(format!("{} ({})", quotable.text, found.path)),
            None => checked.written_otherwise += 1,
        }
    }
    Ok(checked)
}

/// Text inside a table's cell.
fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ")
}
