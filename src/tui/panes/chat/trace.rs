//! How an answer was made, as a tree: what was found and in which way, what was read, and which points were made of it.
//! What the answer cites of it stands out.

use std::collections::{HashMap, HashSet};

use unicode_width::UnicodeWidthStr;

use super::Link;
use super::turn::Turn;
use crate::judgement::quotation::unescape;
use crate::model::{How, Kind, Ref, TraceStep, WrittenFrom, without_citations};
use crate::text::display::spacing::single_spaced;
use crate::text::numbers::amounts::{and_more, count, grouped};
use crate::tui::theme::{Glyphs, Role};
use crate::tui::widgets::rich::{Face, Piece, Row, safe, shorten_at_word};
use crate::tui::widgets::wrap::wrap;

/// Leaves of a branch that are shown, and records that one of them lists.
const LEAVES: usize = 24;
const LISTED: usize = 5;
/// Cells before a leaf, and those that a point needs on its line.
const JOINTS: usize = 4;
const LEAST_POINT: usize = 30;

/// One thing that was done, with what it came to.
struct Branch {
    what: String,
    leaves: Vec<(String, Vec<Said>)>,
}

/// What a step of a trace is about.
enum Said {
    Words(String),
    /// Shown by its title, as soon as that is known, and followed like a citation.
    Titled(Ref),
    /// A question that was asked on the way, with its number: it can be asked as a turn of its own.
    Question(u32, String),
}

impl Turn {
    /// How the answer was made. The records that it shows join the `links`.
    pub(super) fn trace(
        &self,
        width: usize,
        glyphs: &Glyphs,
        names: &HashMap<Ref, Option<String>>,
        links: &mut Vec<Link>,
    ) -> Vec<Row> {
        let cited: HashSet<Ref> = self.answer.citations.iter().map(|cited| cited.record.record()).collect();
        let branches = self.branches(&cited, width, glyphs);
        let mut rows = vec![Row::default(), Row::plain("How this answer was made", Role::Heading)];
        for (number, branch) in branches.iter().enumerate() {
            let is_last = number + 1 == branches.len();
            let [joint, beside] = if is_last { [glyphs.corner, " "] } else { [glyphs.joint, glyphs.beside] };
            let first = [Piece::new(&format!("{joint} "), Role::Dim)];
            let rest = [Piece::new(&format!("{beside} "), Role::Dim)];
            rows.extend(wrap(&[Piece::new(&branch.what, Role::Text)], width, &first, &rest));
            let more = branch.leaves.len().saturating_sub(LEAVES);
            let mut leaves: Vec<Vec<Piece>> =
                branch.leaves.iter().take(LEAVES).map(|leaf| pieces(leaf, &cited, names, links)).collect();
            if more > 0 {
                leaves.push(vec![Piece::new(&and_more("", more), Role::Dim)]);
            }
            for (at, leaf) in leaves.iter().enumerate() {
                let [joint, below] = match at + 1 == leaves.len() {
                    true => [glyphs.corner, " "],
                    false => [glyphs.joint, glyphs.beside],
                };
                let first = [Piece::new(&format!("{beside} {joint} "), Role::Dim)];
                let rest = [Piece::new(&format!("{beside} {below}   "), Role::Dim)];
                rows.extend(wrap(leaf, width, &first, &rest));
            }
        }
        rows
    }

    /// A question that was asked on the way, by its number.
    pub(super) fn asked_on_the_way(&self, number: u32) -> Option<String> {
        self.answer.trace.iter().find_map(|step| match step {
            TraceStep::Asked { number: known, question, .. } if *known == number => Some(question.clone()),
            _ => None,
        })
    }

    /// The records that the trace shows by their titles.
    pub(super) fn traced(&self) -> Vec<Ref> {
        let mut records: Vec<Ref> = Vec::new();
        for step in &self.answer.trace {
            match step {
                TraceStep::Read { records: read, .. } => records.extend(read.iter().map(|record| record.record())),
                TraceStep::Rated { record, .. } | TraceStep::Found { record, .. } => records.push(record.record()),
                _ => {}
            }
        }
        let mut seen = HashSet::new();
        records.retain(|record| seen.insert(*record));
        records
    }

    /// The steps, those of one sort under one head.
    fn branches(&self, cited: &HashSet<Ref>, width: usize, glyphs: &Glyphs) -> Vec<Branch> {
        let mut branches: Vec<Branch> = Vec::new();
        let (asked, steps): (Vec<TraceStep>, Vec<TraceStep>) =
            self.answer.trace.iter().cloned().partition(|step| matches!(step, TraceStep::Asked { .. }));
        let mut from = 0;
        while let Some(step) = steps.get(from) {
            if let Some(what) = step.line() {
                branches.push(Branch { what, leaves: Vec::new() });
                from += 1;
                continue;
            }
            let alike = |other: &TraceStep| std::mem::discriminant(other) == std::mem::discriminant(step);
            let run = steps[from..].iter().take_while(|other| alike(other)).count();
            let same = &steps[from..from + run];
            from += run;
            match step {
                TraceStep::Found { .. } => branches.push(found(same, glyphs)),
                TraceStep::Rated { .. } => branches.push(rated(same)),
                TraceStep::Point { .. } => branches.push(points(same, width, glyphs)),
                TraceStep::Read { .. } => branches.extend(same.iter().filter_map(|step| read(step, cited))),
                TraceStep::Understood { .. }
                | TraceStep::Narrowed { .. }
                | TraceStep::LeftOut { .. }
                | TraceStep::Tested { .. }
                | TraceStep::Note { .. }
                | TraceStep::Asked { .. } => {}
            }
        }
        branches.extend(tree(&asked));
        let cites = count(cited.len() as u64, "record", "records");
        let calls = match self.answer.usage.calls {
            0 => String::new(),
            calls => format!(", with {}", count(calls.into(), "call", "calls")),
        };
        // Records that were read, and apart from them those that they quote.
        let WrittenFrom { read, quoted } = self.answer.written_from;
        let quoted =
            if quoted > 0 { format!(" and {} that they quote", grouped(quoted.into())) } else { String::new() };
        let from = if read > 0 { format!(" from {}{quoted}", count(read.into(), "record", "records")) } else { quoted };
        let took = grouped(self.answer.elapsed_ms);
        let what = format!("wrote the answer{from}, which cites {cites}{calls}, in {took} ms");
        branches.push(Branch { what, leaves: Vec::new() });
        branches
    }
}

fn pieces(
    (what, rest): &(String, Vec<Said>),
    cited: &HashSet<Ref>,
    names: &HashMap<Ref, Option<String>>,
    links: &mut Vec<Link>,
) -> Vec<Piece> {
    let mut pieces = match what.is_empty() {
        true => Vec::new(),
        false => vec![Piece::new(what, Role::Text), Piece::new(" ", Role::Dim)],
    };
    for said in rest {
        pieces.push(match said {
            Said::Words(words) => Piece::new(words, Role::Dim),
            Said::Titled(record) => {
                let link = u32::try_from(links.len()).unwrap_or(u32::MAX);
                links.push(Link::Open(*record));
                let face = Face { role: Role::Link, strong: cited.contains(record), emphasis: false };
                let title = names.get(record).and_then(Option::as_deref).map(safe);
                Piece::linked(&title.unwrap_or_else(|| record.to_string().into()), face, link)
            }
            Said::Question(number, question) => {
                let link = u32::try_from(links.len()).unwrap_or(u32::MAX);
                links.push(Link::Asked(*number));
                Piece::linked(&safe(question), Face { role: Role::Link, strong: false, emphasis: false }, link)
            }
        });
    }
    pieces
}

/// What was found, a leaf for each way in which something was.
fn found(steps: &[TraceStep], glyphs: &Glyphs) -> Branch {
    let mut ways: Vec<(Kind, &How, Vec<u32>)> = Vec::new();
    for step in steps {
        let TraceStep::Found { record, how, .. } = step else { continue };
        match ways.iter_mut().find(|(kind, way, _)| *kind == record.kind && *way == how) {
            Some((.., ids)) => ids.push(record.id),
            None => ways.push((record.kind, how, vec![record.id])),
        }
    }
    let leaves = ways.into_iter().map(|(kind, how, ids)| {
        let how = if *how == How::Words { "by its words".to_owned() } else { how.to_string() };
        (format!("{how}:"), numbered(kind, &ids, glyphs))
    });
    Branch { what: format!("found {}", count(steps.len() as u64, "record", "records")), leaves: leaves.collect() }
}

/// The questions that were asked on the way, each below the one that raised it; none where only the one was.
fn tree(asked: &[TraceStep]) -> Option<Branch> {
    let mut leaves = Vec::new();
    below(asked, None, 0, &mut leaves);
    let what = format!("asked {} on the way", count(leaves.len() as u64, "question", "questions"));
    (leaves.len() > 1).then_some(Branch { what, leaves })
}

/// Adds the questions that one raised, each with those below it.
fn below(asked: &[TraceStep], above: Option<u32>, depth: usize, leaves: &mut Vec<(String, Vec<Said>)>) {
    for step in asked {
        let TraceStep::Asked { number, under, question, points } = step else { continue };
        // A question is raised by an earlier one, whatever a file says.
        if *under != above || above.is_some_and(|above| above >= *number) {
            continue;
        }
        let made = format!(" {}", count(u64::from(*points), "point", "points"));
        let said = [Said::Words("> ".repeat(depth)), Said::Question(*number, question.clone()), Said::Words(made)];
        leaves.push((String::new(), said.into()));
        below(asked, Some(*number), depth + 1, leaves);
    }
}

fn rated(steps: &[TraceStep]) -> Branch {
    let leaves = steps.iter().filter_map(|step| match step {
        TraceStep::Rated { record, rating } => {
            Some((format!("{rating:.1} of 10:"), vec![Said::Titled(record.record())]))
        }
        _ => None,
    });
    Branch { what: format!("rated {}", count(steps.len() as u64, "record", "records")), leaves: leaves.collect() }
}

/// Points made of what was read, those that were kept first, each on a line.
fn points(steps: &[TraceStep], width: usize, glyphs: &Glyphs) -> Branch {
    let mut made: Vec<(bool, f32, String)> = Vec::new();
    for step in steps {
        if let TraceStep::Point { text, score, kept } = step {
            made.push((*kept, *score, single_spaced(&unescape(&without_citations(text)))));
        }
    }
    made.sort_by(|a, b| b.0.cmp(&a.0).then(b.1.total_cmp(&a.1)));
    let kept = made.iter().filter(|(kept, ..)| *kept).count();
    let leaves = made.iter().map(|(kept, score, text)| {
        let what = format!("{}, worth {score:.0} of 100:", if *kept { "kept" } else { "dropped" });
        let room = width.saturating_sub(JOINTS + what.width() + 1);
        // On a narrow page it has a second line.
        let room = if room < LEAST_POINT { room + width.saturating_sub(2 * JOINTS) } else { room };
        let said = shorten_at_word(text, room, glyphs.ellipsis).into_owned();
        (what, vec![Said::Words(said)])
    });
    let what = format!("made {} and kept {kept}", count(steps.len() as u64, "point", "points"));
    Branch { what, leaves: leaves.collect() }
}

/// What was read, a leaf for each record, those that are cited first.
fn read(step: &TraceStep, cited: &HashSet<Ref>) -> Option<Branch> {
    let TraceStep::Read { records, tokens } = step else { return None };
    let mut records: Vec<Ref> = records.iter().map(|record| record.record()).collect();
    records.sort_by_key(|record| !cited.contains(record));
    let leaves = records.iter().map(|&record| {
        let what = if cited.contains(&record) { "cited:" } else { "" };
        (what.to_owned(), vec![Said::Titled(record)])
    });
    let number = count(records.len() as u64, "record", "records");
    Some(Branch { what: format!("read {number}, {} tokens", grouped((*tokens).into())), leaves: leaves.collect() })
}

/// `12 passages: Minutes, part 3 · Letter of 9 March · …`
fn numbered(kind: Kind, ids: &[u32], glyphs: &Glyphs) -> Vec<Said> {
    let mut said = vec![Said::Words(format!("{}: ", count(ids.len() as u64, kind.word(), &kind.words())))];
    let dot = format!(" {} ", glyphs.dot);
    for (at, &id) in ids.iter().take(LISTED).enumerate() {
        if at > 0 {
            said.push(Said::Words(dot.clone()));
        }
        said.push(Said::Titled(Ref::new(kind, id)));
    }
    if ids.len() > LISTED {
        said.push(Said::Words(format!("{dot}{}", glyphs.ellipsis)));
    }
    said
}
