//! A turn as rows: its path, its question, its answer with footnotes, where one can go on from it, and what it was made
//! of.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use unicode_width::UnicodeWidthStr;

use super::Link;
use super::turn::{Phase, Turn};
use crate::model::{CommunityId, Grounding, Kind, Ref};
use crate::query;
use crate::text::numbers::amounts::{count, dollars, grouped};
use crate::tui::data::TurnId;
use crate::tui::theme::{Glyphs, Role};
use crate::tui::widgets::markdown::{self, Style};
use crate::tui::widgets::rich::{Face, Piece, Row, shorten, shorten_inside};
use crate::tui::widgets::wrap::wrap;

/// Rows of a question that are shown, and of one that is longer.
const QUESTION: usize = 6;
const FOLDED: usize = 4;
/// Footnotes that are told under an answer.
const LEGEND: usize = 12;
/// Cells that the title of a part takes at most in a path to it that has more than a line.
const TITLE: usize = 44;
/// Places to go on to, of communities and of other records.
const DRILLS: usize = 6;
/// What stands between entries of a row: a line breaks at its end.
const APART: &str = "\u{a0}\u{a0} ";
/// The key that is pressed before the letter of a place. The rows of places begin with it, and with what it does there:
/// it asks the same inside of them, or opens them.
const DRILL: char = 'd';
const INSIDE: &str = " ask inside  ";
const OPENS: &str = " open        ";
/// In fewer cells than these each place to go on to has a line of its own, below what is done with it.
const NARROW: usize = 34;

/// Says which footnotes are folded: `[8–10] 3 more`.
fn folded(drawing: &mut Drawing<'_>, pieces: &mut Vec<Piece>, (first, last): (usize, usize), unfolds: Link) {
    let link = drawing.link(unfolds);
    if !pieces.is_empty() {
        pieces.push(Piece::new(APART, Role::Dim));
    }
    let numbers = if first == last { format!("[{first}]") } else { format!("[{first}–{last}]") };
    let said = format!("{numbers}\u{a0}{}\u{a0}more", last + 1 - first);
    pieces.push(Piece::linked(&said, Role::Dim, link));
}

/// What a turn looks like.
#[derive(Debug, Default)]
pub struct Shown {
    pub rows: Vec<Row>,
    pub links: Vec<Link>,
    /// Keys of the places to go on to: the link, and its letter.
    pub strip: Vec<(u32, char)>,
    /// The first so many links are the way down to it.
    pub path: usize,
}

struct Drawing<'a> {
    rows: Vec<Row>,
    links: Vec<Link>,
    strip: Vec<(u32, char)>,
    width: usize,
    glyphs: &'a Glyphs,
}

impl Drawing<'_> {
    fn link(&mut self, link: Link) -> u32 {
        self.links.push(link);
        self.links.len() as u32 - 1
    }

    fn wrapped(&mut self, pieces: &[Piece], indent: &str) {
        let indent = [Piece::new(indent, Role::Text)];
        self.rows.extend(wrap(pieces, self.width, &indent, &indent));
    }
}

impl Turn {
    /// Rows of the turn, and what their links do, in reading order. `above` is the turns it was drilled from, from the
    /// first on, each with what it was asked of; `names` are the titles of records as far as they are known.
    pub fn shown(
        &self,
        width: usize,
        glyphs: &Glyphs,
        spin: usize,
        above: &[(TurnId, String)],
        names: &HashMap<Ref, Option<String>>,
    ) -> Shown {
        let mut drawing = Drawing { rows: Vec::new(), links: Vec::new(), strip: Vec::new(), width, glyphs };
        self.path(&mut drawing, above);
        let path = drawing.links.len();
        self.question(&mut drawing, !above.is_empty());
        drawing.rows.push(Row::default());
        self.elsewhere(&mut drawing);
        self.answer(&mut drawing);
        if self.stale {
            let gone = self.answer.citations.iter().filter(|cited| cited.grounding == Grounding::Unknown).count();
            let text = match gone {
                0 => "asked of an earlier state of the documents; what it cites is still there".to_owned(),
                _ => {
                    let gone = count(gone as u64, "record that it cites is gone", "records that it cites are gone");
                    format!("asked of an earlier state of the documents; {gone}")
                }
            };
            drawing.wrapped(&[Piece::new(&text, Role::Warning)], "");
        }
        if self.phase == Phase::Done {
            self.legend(&mut drawing);
            self.weak(&mut drawing);
            self.strip(&mut drawing);
        }
        let status = match &self.phase {
            Phase::Retrieving(stage) => {
                let spinner = glyphs.spinner[spin % glyphs.spinner.len()];
                vec![Piece::new(&format!("{spinner} {stage}"), Role::Accent), Piece::new("  Esc cancels", Role::Dim)]
            }
            Phase::Streaming => vec![
                Piece::new(glyphs.spinner[spin % glyphs.spinner.len()], Role::Accent),
                Piece::new("  Esc cancels", Role::Dim),
            ],
            Phase::Failed(message) => {
                drawing.wrapped(&[Piece::new(message, Role::Error)], "");
                let without = if self.by.is_some() { "; o answers without a model" } else { "" };
                vec![Piece::new(&format!("r asks again{without}"), Role::Dim)]
            }
            Phase::Cancelled => vec![Piece::new("cancelled; r asks again", Role::Warning)],
            Phase::Done => self.summary(glyphs),
        };
        drawing.wrapped(&status, "");
        if self.trace_open {
            let trace = self.trace(width, glyphs, names, &mut drawing.links);
            drawing.rows.extend(trace);
        }
        Shown { rows: drawing.rows, links: drawing.links, strip: drawing.strip, path }
    }

    /// The answer alone, with its sources, as it stands beside others.
    pub fn compared(&self, width: usize, glyphs: &Glyphs) -> Shown {
        let mut drawing = Drawing { rows: Vec::new(), links: Vec::new(), strip: Vec::new(), width, glyphs };
        self.answer(&mut drawing);
        match &self.phase {
            Phase::Done => {
                self.legend(&mut drawing);
                self.weak(&mut drawing);
            }
            Phase::Failed(message) => drawing.wrapped(&[Piece::new(message, Role::Error)], ""),
            Phase::Retrieving(stage) => drawing.wrapped(&[Piece::new(stage, Role::Accent)], ""),
            Phase::Streaming | Phase::Cancelled => {}
        }
        Shown { rows: drawing.rows, links: drawing.links, strip: drawing.strip, path: 0 }
    }

    /// The turns that this one was drilled from, each leading back: `everything ▸ 12 Flood works ▸ 57 Pumping stations`
    fn path(&self, drawing: &mut Drawing, above: &[(TurnId, String)]) {
        if above.is_empty() {
            return;
        }
        let crumb = format!(" {} ", drawing.glyphs.crumb);
        let mut pieces = Vec::new();
        // What fits on a line is not cut.
        let titles = || above.iter().map(|(_, scope)| scope.as_str()).chain([self.asked.scope_title.as_str()]);
        let whole: usize = titles().map(|title| title.width() + crumb.width()).sum();
        let most = if whole + 2 <= drawing.width + crumb.width() { usize::MAX } else { TITLE };
        for (turn, scope) in above {
            let link = drawing.link(Link::Turn(*turn));
            let scope = shorten(scope, most, drawing.glyphs.ellipsis);
            pieces.push(Piece::linked(&scope, Role::Link, link));
            pieces.push(Piece::new(&crumb, Role::Dim));
        }
        let here = shorten(&self.asked.scope_title, most, drawing.glyphs.ellipsis);
        match self.asked.scope.communities.first() {
            Some(&community) => {
                let link = drawing.link(Link::Open(community.into()));
                pieces.push(Piece::linked(&here, Role::Accent, link));
            }
            None => pieces.push(Piece::new(&here, Role::Accent)),
        }
        drawing.wrapped(&pieces, "  ");
    }

    fn question(&self, drawing: &mut Drawing, has_path: bool) {
        let glyphs = drawing.glyphs;
        let mark = if self.parent.is_some() { glyphs.drilled } else { glyphs.crumb };
        let first = [Piece::new(&format!("{mark} "), Role::Accent)];
        let rest = [Piece::new("  ", Role::Text)];
        let strong = Face { role: Role::Text, strong: true, emphasis: false };
        let mut question = wrap(&[Piece::new(&self.asked.question, strong)], drawing.width, &first, &rest);
        // What it was understood as is about as long, and folded with it.
        let understood = query::understood(&self.answer.trace).map_or_else(Vec::new, |understood| {
            wrap(&[Piece::new(&format!("understood as: {understood}"), Role::Dim)], drawing.width, &rest, &rest)
        });
        let more = question.len().saturating_sub(FOLDED);
        let folds = question.len().max(understood.len()) > QUESTION;
        if folds && !self.unfolded {
            question.truncate(FOLDED);
        }
        drawing.rows.extend(question);
        if folds {
            let said = match self.unfolded {
                true => "fold the question".to_owned(),
                false if more == 0 => format!("{} all of it", glyphs.ellipsis),
                false => format!("{} {}", glyphs.ellipsis, count(more as u64, "more line", "more lines")),
            };
            let link = drawing.link(Link::Unfold(self.id));
            drawing.wrapped(&[Piece::linked(&said, Role::Dim, link)], "  ");
        }
        drawing.wrapped(&[Piece::new(&self.heading(has_path, glyphs), Role::Dim)], "  ");
        let shown = if folds && !self.unfolded { understood.len().min(FOLDED) } else { understood.len() };
        let cut = shown < understood.len();
        drawing.rows.extend(understood.into_iter().take(shown));
        if cut {
            drawing.wrapped(&[Piece::new(glyphs.ellipsis, Role::Dim)], "  ");
        }
    }

    /// Where the part that was asked does not tell, or tells less than the rest: that there is something outside of
    /// it, and how that is asked.
    fn elsewhere(&self, drawing: &mut Drawing) {
        if self.answer.elsewhere == 0 {
            return;
        }
        let speak = count(self.answer.elsewhere.into(), "passage elsewhere speaks", "passages elsewhere speak");
        let told = format!("{speak} of it. ");
        let pieces = [
            Piece::new(&told, Role::Warning),
            Piece::new("x", Role::Key),
            Piece::new(", then ", Role::Warning),
            Piece::new("r", Role::Key),
            Piece::new(": ask all documents", Role::Warning),
        ];
        drawing.wrapped(&pieces, "");
        drawing.rows.push(Row::default());
    }

    fn answer(&self, drawing: &mut Drawing) {
        let rendered = self.text.rendered();
        if rendered.rows.is_empty() {
            return;
        }
        let (by, first) = (drawing.links.len() as u32, drawing.rows.len());
        let grounding: HashMap<Ref, Grounding> =
            self.answer.citations.iter().map(|cited| (cited.record.record(), cited.grounding)).collect();
        for row in &rendered.rows {
            let mut row = row.clone();
            for piece in &mut row.pieces {
                let Some(&markdown::Link::Record(record)) =
                    piece.link.and_then(|link| rendered.links.get(link as usize))
                else {
                    continue;
                };
                match grounding.get(&record.record()) {
                    Some(Grounding::Unknown) => piece.face.role = Role::LinkUnknown,
                    Some(Grounding::Ungrounded) => piece.face.role = Role::LinkDoubtful,
                    // Checked as it is written: what was read is known before the first word.
                    None if self.phase == Phase::Streaming && !self.has_read(record) => {
                        piece.face.role = Role::LinkDoubtful;
                    }
                    _ => {}
                }
            }
            row.shift_links(by);
            drawing.rows.push(row);
        }
        self.mark_weak(&mut drawing.rows[first..]);
        drawing.links.extend(rendered.links.iter().map(|link| match link {
            markdown::Link::Record(record) => Link::Open(*record),
            markdown::Link::More(citation) => Link::Rest(self.id, *citation),
        }));
        drawing.rows.push(Row::default());
    }

    /// What the sources do not bear out, and what came of a check.
    fn weak(&self, drawing: &mut Drawing) {
        let told = self.weak_in_words();
        let head = match self.answer.check_in_words() {
            Some(check) if told.is_empty() => Piece::new(&check, Role::Dim),
            Some(check) if self.answer.check.is_some() => Piece::new(&check, Role::Warning),
            Some(check) => Piece::new(&format!("Not borne out by what it cites; {check}"), Role::Warning),
            None if told.is_empty() => return,
            None => Piece::new("Not borne out by what it cites", Role::Warning),
        };
        drawing.wrapped(&[head], "");
        for pieces in told {
            let first = [Piece::new(&format!("{} ", drawing.glyphs.bullet), Role::Dim)];
            let rest = [Piece::new("  ", Role::Text)];
            drawing.rows.extend(wrap(&pieces, drawing.width, &first, &rest));
        }
        drawing.rows.push(Row::default());
    }

    /// `[1] Minutes of March, part 3   [2–4] 3 more   [5] Letter of 9 March`
    fn legend(&self, drawing: &mut Drawing) {
        let notes = self.text.notes();
        if notes.style() == Style::Ids || notes.records().is_empty() {
            return;
        }
        let titles: HashMap<Ref, &str> =
            self.answer.citations.iter().map(|cited| (cited.record.record(), cited.title.as_str())).collect();
        let mut pieces = Vec::new();
        // Those that a mark stands for: what a long citation folds is told when it is unfolded, or all are. In the
        // place of what is folded stands which numbers it has.
        let mut room = if self.sources_open { usize::MAX } else { LEGEND };
        let mut tells = |record: Ref| {
            let told = room > 0 && (self.sources_open || notes.is_shown(record));
            room -= usize::from(told);
            told
        };
        let told: Vec<bool> = notes.records().iter().map(|&record| tells(record)).collect();
        for (at, record) in notes.records().iter().enumerate() {
            if !told[at] {
                let is_first = at == 0 || told[at - 1];
                let last = at + told[at..].iter().take_while(|told| !**told).count();
                if is_first {
                    folded(drawing, &mut pieces, (at + 1, last), Link::Sources(self.id));
                }
                continue;
            }
            let named = record.to_string();
            let title = titles.get(&record.record()).copied().filter(|title| !title.is_empty()).unwrap_or(&named);
            // A report and an entity may have one name.
            let kind = if record.kind == Kind::Source { String::new() } else { format!("\u{a0}({})", record.kind) };
            let cells = drawing.width.saturating_sub(6 + kind.chars().count());
            let title = shorten_inside(title, cells, drawing.glyphs.ellipsis);
            let link = drawing.link(Link::Open(*record));
            if !pieces.is_empty() {
                pieces.push(Piece::new(APART, Role::Dim));
            }
            // A title stays on its line as far as there is room for it.
            let title = title.replace(' ', "\u{a0}");
            pieces.push(Piece::linked(&format!("[{}]\u{a0}", at + 1), Role::Dim, link));
            pieces.push(Piece::linked(&title, Role::Dim, link));
            if !kind.is_empty() {
                pieces.push(Piece::new(&kind, Role::Dim));
            }
        }
        drawing.wrapped(&pieces, "");
        drawing.rows.push(Row::default());
    }

    /// Where to go on: the communities that the evidence lies in, to ask the same inside, and the records that the
    /// answer names, to read; each with a key.
    fn strip(&self, drawing: &mut Drawing) {
        let is_report = |kind: Kind| kind == Kind::Report;
        let [reports, others] = [true, false].map(|wanted| {
            let drills = self.answer.drill.iter().filter(move |drill| is_report(drill.record.kind) == wanted);
            let inside: HashSet<CommunityId> = self.asked.scope.communities.iter().copied().collect();
            // Where one is already is no place to go on to.
            drills.filter(move |drill| !wanted || !inside.contains(&CommunityId(drill.record.id)))
        });
        // The key that is pressed before them is none of them.
        let mut letters = ('a'..='z').filter(|&letter| letter != DRILL);
        let mut reports: Vec<_> = reports.collect();
        let others: Vec<_> = others.take(DRILLS).collect();
        let all = reports.len();
        // One more is shown sooner than it is said that there is one more.
        if !self.places_open && all > DRILLS + 1 {
            reports.truncate(DRILLS);
        }
        let more = all - reports.len();
        let narrow = drawing.width < NARROW;
        for (what, drills) in [(INSIDE, reports), (OPENS, others)] {
            let first = [Piece::new(&DRILL.to_string(), Role::Key), Piece::new(what, Role::Dim)];
            if narrow && !drills.is_empty() {
                drawing.rows.extend(wrap(&[], drawing.width, &first, &[]));
            }
            let mut pieces = Vec::new();
            for drill in drills {
                let Some(letter) = letters.next() else { break };
                let link = drawing.link(match drill.record.kind {
                    Kind::Report => Link::Drill(CommunityId(drill.record.id)),
                    _ => Link::Open(drill.record),
                });
                drawing.strip.push((link, letter));
                // Key, letter, gap, and what stands behind a title before its line may break.
                let before = if narrow { 4 } else { INSIDE.len() + 5 } + if drill.under.is_some() { 2 } else { 0 };
                let room = drawing.width.saturating_sub(before).max(8);
                // Of two of one name its number tells which.
                let twins = self.answer.drill.iter().filter(|other| other.title == drill.title).take(2).count();
                let title = match twins > 1 {
                    true => Cow::Owned(format!("{} ({})", drill.title, drill.record)),
                    false => Cow::Borrowed(drill.title.as_str()),
                };
                let title = shorten(&title, room, drawing.glyphs.ellipsis).replace(' ', "\u{a0}");
                let role = if is_report(drill.record.kind) { Role::Link } else { Role::Text };
                if !pieces.is_empty() {
                    pieces.push(Piece::new(APART, Role::Dim));
                }
                pieces.push(Piece::linked(&letter.to_string(), Role::Key, link));
                // What another of them holds stands behind that one.
                if drill.under.is_some() {
                    pieces.push(Piece::new(&format!("\u{a0}{}", drawing.glyphs.drilled), Role::Dim));
                }
                pieces.push(Piece::linked(&format!("\u{a0}{title}"), role, link));
                if narrow {
                    let indent = [Piece::new("  ", Role::Text)];
                    drawing.rows.extend(wrap(&std::mem::take(&mut pieces), drawing.width, &indent, &indent));
                }
            }
            if let Some(letter) = (what == INSIDE && more > 0).then(|| letters.next()).flatten() {
                let link = drawing.link(Link::Places(self.id));
                drawing.strip.push((link, letter));
                if !pieces.is_empty() {
                    pieces.push(Piece::new(APART, Role::Dim));
                }
                pieces.push(Piece::linked(&letter.to_string(), Role::Key, link));
                pieces.push(Piece::linked(&format!("\u{a0}all\u{a0}{all}"), Role::Dim, link));
                if narrow {
                    let indent = [Piece::new("  ", Role::Text)];
                    drawing.rows.extend(wrap(&std::mem::take(&mut pieces), drawing.width, &indent, &indent));
                }
            }
            if !pieces.is_empty() {
                let rest = [Piece::new(&" ".repeat(1 + what.len()), Role::Text)];
                drawing.rows.extend(wrap(&pieces, drawing.width, &first, &rest));
            }
        }
    }

    /// `31 cited · 2 calls, $0.03 · 84 ms · t trace`: what was read is told by the trace.
    fn summary(&self, glyphs: &Glyphs) -> Vec<Piece> {
        let cited = self.answer.citations.len();
        let doubtful = self.answer.citations.iter().filter(|cited| cited.grounding == Grounding::Ungrounded).count();
        let unknown = self.answer.citations.iter().filter(|cited| cited.grounding == Grounding::Unknown).count();
        let dot = format!(" {} ", glyphs.dot);
        let mut pieces = Vec::new();
        let citations = match (cited, doubtful + unknown) {
            (0, _) => Piece::new("no citations", Role::Dim),
            (_, 0) => Piece::new(&format!("{} cited", grouped(cited as u64)), Role::Dim),
            _ => {
                let lost = if self.stale { "gone" } else { "unknown" };
                let faults = [(doubtful, "not from what was read"), (unknown, lost)];
                let faults = faults.iter().filter(|(number, _)| *number > 0);
                let faults: Vec<String> = faults.map(|(number, what)| format!("{number} {what}")).collect();
                Piece::new(&format!("{} cited, {}", grouped(cited as u64), faults.join(", ")), Role::Warning)
            }
        };
        pieces.push(citations);
        let usage = &self.answer.usage;
        if usage.calls > 0 {
            let calls = count(usage.calls.into(), "call", "calls");
            let before = match usage.cached_calls {
                0 => String::new(),
                cached => format!(" ({cached} answered before)"),
            };
            let cost = format!("{calls}{before}, {}", dollars(usage.cost_usd));
            pieces.push(Piece::new(&cost, Role::Dim));
        }
        pieces.push(Piece::new(&format!("{} ms", grouped(self.answer.elapsed_ms)), Role::Dim));
        if !self.answer.trace.is_empty() {
            // The key stays with its word.
            pieces.push(Piece::new("t\u{a0}trace", Role::Dim));
        }
        let drilled: u32 = self.drilled.values().sum();
        if drilled > 0 {
            let text = format!("{} drilled into {}", glyphs.drilled, count(drilled.into(), "report", "reports"));
            pieces.push(Piece::new(&text, Role::Dim));
        }
        let mut joined = Vec::new();
        for (i, piece) in pieces.into_iter().enumerate() {
            if i > 0 {
                joined.push(Piece::new(&dot, Role::Dim));
            }
            joined.push(piece);
        }
        joined
    }
}
