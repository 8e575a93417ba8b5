//! `gleaner eval reading`: what a critical reader must see of an index, in one Markdown file. Samples are drawn with a
//! seed, so that they can be drawn again; quotations are checked against the bytes of the files they come from.

use std::collections::{BTreeMap, HashSet};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::ask::answer;
use super::context::Context;
use super::error::{CliError, ErrorKind};
use crate::judgement::extractive::quotation::quotables;
use crate::judgement::extractive::reporter::NO_SENTENCE;
use crate::judgement::{Question, Quotable};
use crate::model::{Answer, CommunityId, EntityType, Kind, Mode, Ref, Report, Span, TextUnitId};
use crate::query::{Ask, Session};
use crate::store::{EntityOrder, Reader, Result};

const ENTITIES: usize = 100;
const TITLES: usize = 30;
const REPORTS: usize = 3;
const SENTENCES: usize = 100;

pub fn reading(context: &mut Context, out: &Path, seed: u64) -> std::result::Result<(), CliError> {
    let reader = Arc::new(context.reader()?);
    let mut random = Random(seed);
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
    std::fs::write(out, text).map_err(|e| {
        CliError::new(ErrorKind::Failed, format!("{} cannot be written: {e}", out.display()))
            .hint("name a file in a folder that is there and can be written to")
    })?;
    context.out.line(out.display().to_string())?;
    context.out.flush()
}

fn head(reader: &Reader, seed: u64) -> Result<String> {
    let stats = reader.stats()?;
    let mut text = format!("# A critical reading of {}\n\n", stats.name);
    let _ = writeln!(
        text,
        "{} documents, {} tokens, {} text units, {} entities, {} relationships, {} communities. Seed {seed}.\n",
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
fn titles(reader: &Reader, random: &mut Random, text: &mut String) -> Result<Vec<CommunityId>> {
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
fn reports(reader: &Reader, roots: &[CommunityId], random: &mut Random, text: &mut String) -> Result<()> {
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

/// True for what a document says, with whoever says it behind it; rows of lists, counts, and what says that nothing was
/// found are ours.
fn is_quoted(quotable: &Quotable) -> bool {
    quotable.speaker.is_some() && quotable.cites.iter().any(|cite| cite.kind == Kind::Source)
}

/// Sentences drawn from reports and from answers, half of each where there are enough.
fn sentences(reports: &[String], answers: &[String], random: &mut Random, text: &mut String) {
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
    let roots: Vec<PathBuf> = reader.meta()?.roots.into_iter().map(PathBuf::from).collect();
    let mut checked = Checked::default();
    for quotable in markdowns.iter().flat_map(|markdown| quotables(markdown)) {
        let sources: Vec<TextUnitId> = quotable
            .cites
            .iter()
            .filter(|cited| cited.kind == Kind::Source)
            .map(|cited| TextUnitId(cited.id))
            .collect();
        if !is_quoted(&quotable) {
            continue;
        }
        checked.all += 1;
        let mut found = false;
        for unit in reader.text_units(&sources)? {
            let text = reader.unit_text(&unit)?;
            let Some(span) = place_of(&quotable.text, &text) else { continue };
            found = true;
            checked.in_text += 1;
            let document = reader.document(unit.document)?;
            if !document.encoding.starts_with("UTF-8") || !matches!(document.format.as_str(), "text" | "markdown") {
                checked.written_otherwise += 1;
            } else {
                let (map, _) = reader.way_back(unit.document)?;
                let in_file = map.to_file(span.shifted(unit.span.start));
                let bytes = file_of(&roots, &document.path);
                let bytes = bytes.get(in_file.start..in_file.end).unwrap_or_default();
                if bytes == &text.as_bytes()[span.start..span.end] {
                    checked.in_file += 1;
                } else {
                    checked.amiss.push(format!("{} ({}, bytes {in_file:?})", quotable.text, document.path));
                }
            }
            break;
        }
        if !found {
            let mark = crate::model::cite(sources.into_iter().map(Ref::from));
            checked.amiss.push(format!("{} {mark}", quotable.text));
        }
    }
    Ok(checked)
}

/// Where a quotation stands in a text: the parts between ellipses one after the other, white space of any kind being
/// one space in both.
fn place_of(quotation: &str, text: &str) -> Option<Span> {
    let (mut from, mut start) = (0, None);
    for part in quotation.split('…').map(str::trim).filter(|part| !part.is_empty()) {
        let words: Vec<&str> = part.split_whitespace().collect();
        let found = find_words(text, &words, from)?;
        start = start.or(Some(found.start));
        from = found.end;
    }
    start.map(|start| Span::new(start, from))
}

/// The first place, from `from` on, where `words` stand with nothing but white space between them.
fn find_words(text: &str, words: &[&str], from: usize) -> Option<Span> {
    let first = words.first()?;
    let mut search = from;
    while let Some(at) = text.get(search..)?.find(first).map(|at| search + at) {
        let mut end = at + first.len();
        let follows = words[1..].iter().all(|word| {
            let rest = text[end..].trim_start();
            // A block quote's mark in front of a line is no word.
            let broken = text[end..text.len() - rest.len()].contains('\n');
            let rest = if broken { rest.trim_start_matches(['>', ' ']) } else { rest };
            let gap = text.len() - end - rest.len();
            let fits = gap > 0 && rest.starts_with(word);
            end += gap + word.len();
            fits
        });
        if follows {
            return Some(Span::new(at, end));
        }
        search = at + first.len();
    }
    None
}

/// The bytes of an indexed file; none when it is gone.
fn file_of(roots: &[PathBuf], path: &str) -> Vec<u8> {
    let places = roots.iter().flat_map(|root| {
        let named = root.file_name().is_some_and(|name| path.starts_with(&*name.to_string_lossy()));
        let beside = root.parent().filter(|_| named).map(|parent| parent.join(path));
        [Some(root.join(path)), beside, root.is_file().then(|| root.clone())]
    });
    places.flatten().find_map(|place| std::fs::read(place).ok()).unwrap_or_default()
}

/// Text inside a table's cell.
fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ")
}

/// SplitMix64: small, and the same for ever.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Positions among `of`, each once, at most `wanted`.
    fn sample(&mut self, of: usize, wanted: usize) -> Vec<usize> {
        let mut positions: Vec<usize> = (0..of).collect();
        let taken = wanted.min(of);
        for at in 0..taken {
            let other = at + (self.next() % (of - at) as u64) as usize;
            positions.swap(at, other);
        }
        positions.truncate(taken);
        positions
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotations_are_found_through_line_breaks_and_ellipses() {
        let text = "One bridge\nfell. Another  bridge stood.";
        assert_eq!(place_of("One bridge fell.", text), Some(Span::new(0, 16)));
        assert_eq!(place_of("One … stood.", text), Some(Span::new(0, text.len())));
        assert_eq!(place_of("bridge stood", text), Some(Span::new(26, 38)));
        assert_eq!(place_of("One bridge stood", text), None);
        assert_eq!(place_of("…", text), None);
    }

    #[test]
    fn samples_are_the_same_for_a_seed_and_have_no_doubles() {
        let mut sample = Random(7).sample(50, 20);
        assert_eq!(sample, Random(7).sample(50, 20));
        assert_ne!(sample, Random(8).sample(50, 20));
        sample.sort_unstable();
        sample.dedup();
        assert_eq!(sample.len(), 20);
        assert_eq!(Random(7).sample(3, 20).len(), 3);
    }
}
