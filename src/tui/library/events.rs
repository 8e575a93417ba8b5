//! What texts say of which time, for the timeline and the home page.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use rayon::prelude::*;

use super::{Library, Result};
use crate::model::{
    Anchor, CommunityId, DocumentId, EntityId, Kind, Ref, RelationshipId, Sentence, SentenceKind, Span, TextUnitId,
    is_table,
};
use crate::query::read_events;
use crate::store::DocumentRow;
use crate::text::dates::calendar::first_day;
use crate::text::dates::events::{Event, When, only_says_day, span_of_most};
use crate::text::display::inline::unmarked;
use crate::text::display::spacing::single_spaced;
use crate::text::language::in_any;
use crate::text::layout::cells;
use crate::tui::data::{Dated, Loaded, Narrow, Timeline};

/// Characters of a sentence that a row has room for.
const SHOWN: usize = 240;
/// Bytes of files that are read for days before a page is shown.
const SOON: u64 = 4 << 20;

/// A sentence that is dated.
#[derive(Debug)]
pub(super) struct Told {
    document: DocumentId,
    event: Event,
    says: String,
}

/// Sentences of a paper that are told of somebody at its day, at most.
const ACTS: usize = 3;

/// True for a sentence that begins with a name, whose bearer does something: a word in small letters follows. A title
/// may stand in front. What is done *by* somebody is told as well.
fn begins_an_act(words: &str, at: usize, len: usize) -> bool {
    const FRONT: usize = 2;
    let (Some(front), Some(behind)) = (words.get(..at), words.get(at + len..)) else { return false };
    let verb = behind.strip_prefix(' ').is_some_and(|rest| rest.starts_with(char::is_lowercase));
    let is_mark = |c: char| !c.is_alphanumeric();
    let small = |word: &&str| word.starts_with(char::is_lowercase);
    let before = front.split(is_mark).filter(|word| !word.is_empty());
    let done_by =
        before.clone().next_back().is_some_and(|word| in_any(|pack| &pack.bylines, word)) && front.ends_with(' ');
    let begins = verb && before.clone().count() <= FRONT && !before.clone().any(|word| small(&word));
    !words.ends_with('?') && (begins || done_by && before.count() > FRONT)
}

/// What the cells of a row say, without their names and without the day that it is told at, which the column of that
/// names: a table has them in every row.
fn of_row(says: &str, event: Event) -> String {
    let row = cells::named(says);
    // What is left of a row behind its day begins with no bar that would tell its cells.
    if !row.is_of_a_table(says) {
        return says.replace(" | ", " · ");
    }
    let is_day = |value: &str| first_day(value).is_some_and(|day| day == event.when.from);
    let column = row.cells.iter().find(|(_, value)| is_day(&says[value.clone()])).map(|(name, _)| &says[name.clone()]);
    let values = row.cells.iter().map(|(_, value)| &says[value.clone()]).filter(|value| !is_day(value));
    let title = Some(&says[row.title.clone()]).filter(|title| !title.is_empty());
    let mut told: Vec<&str> = title.into_iter().collect();
    // What a row is called stands in one of its cells, too.
    told.extend(values.filter(|value| title != Some(value)));
    // Behind a colon it would be what the column says.
    let column = column.filter(|column| !only_says_day(column));
    column.into_iter().chain(told).collect::<Vec<_>>().join(" · ")
}

/// Sentences that name something: an entity, one of several, or both of two.
struct Naming {
    units: Vec<TextUnitId>,
    one: Box<dyn Fn(EntityId) -> bool>,
    other: Option<EntityId>,
}

impl Library {
    /// What texts say of times, in their order.
    pub(super) fn events(&self) -> Result<&[Told]> {
        if let Some(events) = self.events.get() {
            return Ok(events);
        }
        let of = |row: &DocumentRow| -> Result<Vec<Told>> {
            self.go_on()?;
            self.read_events(row.id)
        };
        // Dates are looked for on all cores: of many documents that takes seconds.
        let told: Vec<Vec<Told>> = self.document_rows()?.par_iter().map(of).collect::<Result<_>>()?;
        let mut told: Vec<Told> = told.into_iter().flatten().collect();
        told.sort_by_key(|one| (one.event.when.order(), one.document, one.event.span.start));
        Ok(self.events.get_or_init(|| told))
    }

    fn read_events(&self, id: DocumentId) -> Result<Vec<Told>> {
        let mut told = Vec::new();
        read_events(
            &self.reader,
            id,
            || self.go_on(),
            |sentence, event, says| {
                let says = single_spaced(&unmarked(says.trim_end_matches(['|', ' '])));
                let says = if sentence.kind == SentenceKind::Row { of_row(&says, event) } else { says };
                told.push(Told { document: id, event, says: says.chars().take(SHOWN).collect() });
            },
        )?;
        Ok(told)
    }

    /// What is dated of a record or of all: what texts say, and the documents.
    pub(super) fn timeline(&self, of: Option<Ref>) -> Result<Loaded> {
        let rows = self.document_rows()?;
        let these = of.map(|record| self.documents_with(record, rows)).transpose()?;
        let is_meant = |id: DocumentId| these.as_ref().is_none_or(|these| these.contains(&id));
        let mut titles: HashMap<DocumentId, String> = HashMap::new();
        for row in rows.iter().filter(|row| is_meant(row.id)) {
            titles.insert(row.id, self.told_apart(row.id.into(), row.title.clone())?);
        }
        let title = |id: DocumentId| titles.get(&id).cloned().unwrap_or_default();
        let named = of.map(|record| self.naming(record)).transpose()?;
        let mut events: Vec<Dated> = self
            .events()?
            .iter()
            .enumerate()
            .filter(|(at, _)| named.as_ref().is_none_or(|named| named.contains(at)))
            .map(|(_, one)| {
                let record = Ref::from(one.document).at(Anchor::Passage(one.event.span));
                // The day that a document gives itself is that of what it is called.
                match one.says.is_empty() {
                    true => Dated { when: one.event.when, record, says: title(one.document), title: String::new() },
                    false => Dated { when: one.event.when, record, says: one.says.clone(), title: title(one.document) },
                }
            })
            .collect();
        if let Some(record) = of.filter(|record| record.kind == Kind::Entity) {
            events.extend(self.acts_of(EntityId(record.id), title)?);
            events.sort_by_key(|one| one.when.order());
        }
        let mut documents: Vec<Dated> = Vec::new();
        for &(id, day) in self.dated()?.iter().filter(|(id, _)| titles.contains_key(id)) {
            let when = When::of_document(day);
            documents.push(Dated { when, record: id.into(), says: title(id), title: String::new() });
        }
        // A table is of the days of its rows.
        let known: HashSet<u32> = documents.iter().map(|one| one.record.id).collect();
        let tables = rows.iter().filter(|row| is_table(&row.format) && titles.contains_key(&row.id));
        for row in tables.filter(|row| !known.contains(&row.id.0)) {
            let days = || self.events.get().into_iter().flatten().filter(|one| one.document == row.id);
            let (from, until) =
                (days().map(|one| one.event.when.from).min(), days().map(|one| one.event.when.until).max());
            let Some(when) = from.zip(until).map(|(from, until)| When { from, until }) else { continue };
            let says = format!("{}, {}", title(row.id), when.written());
            documents.push(Dated { when, record: row.id.into(), says, title: String::new() });
        }
        documents.sort_by_key(|one| (one.when.order(), one.record.id));
        let undated = (titles.len() - documents.len()) as u32;
        Ok(Loaded::Timeline(Arc::new(Timeline { events, documents, undated })))
    }

    /// Positions of the dated sentences that name a record: an entity, both ends of a relationship, a member of a
    /// community.
    fn naming(&self, record: Ref) -> Result<HashSet<usize>> {
        let Naming { units, one, other } = self.named_by(record)?;
        let mut of_document: HashMap<DocumentId, Vec<(usize, Span)>> = HashMap::new();
        for (at, told) in self.events()?.iter().enumerate() {
            of_document.entry(told.document).or_default().push((at, told.event.span));
        }
        let (mut first, mut second) = (HashSet::new(), HashSet::new());
        for unit in self.reader.text_units(&units)? {
            let Some(dated) = of_document.get(&unit.document) else { continue };
            let within: Vec<(usize, Span)> = dated
                .iter()
                .copied()
                .filter(|(_, span)| span.start < unit.span.end && unit.span.start < span.end)
                .collect();
            if within.is_empty() {
                continue;
            }
            self.go_on()?;
            for mention in self.reader.mentions_in(unit.id)? {
                let stands = |span: &Span| mention.span.start < span.end && span.start < mention.span.end;
                let at = within.iter().filter(|(_, span)| stands(span)).map(|(at, _)| *at);
                match (one(mention.entity), other == Some(mention.entity)) {
                    (true, _) => first.extend(at),
                    (_, true) => second.extend(at),
                    _ => {}
                }
            }
        }
        Ok(if other.is_some() { first.intersection(&second).copied().collect() } else { first })
    }

    /// The first sentences of dated papers that name no time and begin with somebody, who does something in them: the
    /// paper's day is that of what it tells. A table is of no day.
    fn acts_of(&self, entity: EntityId, title: impl Fn(DocumentId) -> String) -> Result<Vec<Dated>> {
        let days: HashMap<DocumentId, i64> = self.dated()?.iter().copied().collect();
        let tables: HashSet<DocumentId> =
            self.document_rows()?.iter().filter(|row| is_table(&row.format)).map(|row| row.id).collect();
        let told: HashSet<(DocumentId, usize)> =
            self.events()?.iter().map(|one| (one.document, one.event.span.start)).collect();
        let mut acts: HashMap<DocumentId, Vec<Dated>> = HashMap::new();
        // The units of a document follow each other: its sentences are read once.
        let mut read: Option<(DocumentId, Vec<Sentence>)> = None;
        for unit in self.reader.text_units(&self.reader.units_of_entity(entity)?)? {
            let Some(&day) = days.get(&unit.document).filter(|_| !tables.contains(&unit.document)) else { continue };
            let when = When::of_document(day);
            let is_told = acts.get(&unit.document).is_some_and(|known| known.len() >= ACTS);
            if when.from != when.until || is_told {
                continue;
            }
            self.go_on()?;
            if read.as_ref().is_none_or(|(document, _)| *document != unit.document) {
                read = Some((unit.document, self.reader.structure(unit.document)?.0));
            }
            let sentences = read.as_ref().map_or(&[][..], |(_, sentences)| sentences);
            let (window, text) = self.reader.text(unit.document, unit.span)?;
            let acts = acts.entry(unit.document).or_default();
            for mention in self.reader.mentions_in(unit.id)?.iter().filter(|mention| mention.entity == entity) {
                let at = sentences.partition_point(|sentence| sentence.span.end <= mention.span.start);
                let Some(sentence) = sentences.get(at).filter(|one| !told.contains(&(unit.document, one.span.start)))
                else {
                    continue;
                };
                let local = |span: Span| Span::new(span.start - window.start, span.end - window.start);
                let within = sentence.span.start >= window.start && sentence.span.end <= window.end;
                let words = if within { local(sentence.span).slice(&text) } else { None };
                let record = Ref::from(unit.document).at(Anchor::Passage(sentence.span));
                let known = || acts.iter().any(|act| act.record == record);
                let tells = matches!(sentence.kind, SentenceKind::Prose | SentenceKind::Item) && !sentence.recurring;
                if let Some(words) = words.filter(|_| tells && acts.len() < ACTS && !known())
                    && begins_an_act(words, mention.span.start - sentence.span.start, mention.span.len())
                {
                    let says = single_spaced(&unmarked(words)).chars().take(SHOWN).collect();
                    acts.push(Dated { when, record, says, title: title(unit.document) });
                }
            }
        }
        let mut acts: Vec<Dated> = acts.into_values().flatten().collect();
        acts.sort_by_key(|act| (act.when.order(), act.record.id));
        Ok(acts)
    }

    fn named_by(&self, record: Ref) -> Result<Naming> {
        Ok(match record.kind {
            Kind::Entity => {
                let id = EntityId(record.id);
                Naming { units: self.reader.units_of_entity(id)?, one: Box::new(move |one| one == id), other: None }
            }
            Kind::Relationship => {
                let tie = self.reader.relationship(RelationshipId(record.id))?;
                let units = self.reader.units_of_both(tie.source, tie.target)?;
                Naming { units, one: Box::new(move |one| one == tie.source), other: Some(tie.target) }
            }
            _ => {
                let inside = self.worked(&Narrow::Community(CommunityId(record.id)))?;
                let units = inside.unit_ids().unwrap_or_default().iter().copied().map(TextUnitId).collect();
                Naming { units, one: Box::new(move |one| inside.entity(one)), other: None }
            }
        })
    }

    /// The days of most sentences that are dated, in order, where those are many and soon read. What is told ahead, and
    /// of a day behind all documents, has not come yet.
    pub(super) fn days_told(&self) -> Result<Vec<((), i64)>> {
        let bytes = || self.document_rows().map(|rows| rows.iter().map(|row| row.bytes).sum::<u64>());
        if self.events.get().is_none() && (self.dated_soon()?.is_none() || bytes()? > SOON) {
            return Ok(Vec::new());
        }
        let newest = self.dated()?.last().map(|&(_, day)| When::of_document(day).until);
        let has_come = |event: &Event| !event.ahead || newest.is_none_or(|newest| event.when.from <= newest);
        let events = self.events()?.iter().map(|one| one.event).filter(has_come);
        let mut days: Vec<i64> = events.map(|event| event.when.from).collect();
        days.sort_unstable();
        let Some((first, last)) = span_of_most(&days) else { return Ok(Vec::new()) };
        days.retain(|day| (first..=last).contains(day));
        Ok(days.into_iter().map(|day| ((), day)).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{add_text, begun, opened, person};
    use super::*;
    use crate::model::Mention;
    use crate::tui::data::Request;

    const QUAY: &str = "# The quay\n\nThe quay fell on 16 February 2019. Ada Voss came on 17 February 2019.\n\nIt had \
                        stood since 1871 and was old.\n";

    fn told(library: &Library, of: Option<Ref>) -> (Vec<String>, Vec<String>, u32) {
        let Loaded::Timeline(timeline) = library.answer(Request::Timeline(of)).unwrap() else { panic!("no timeline") };
        let row = |one: &Dated| format!("{}: {}", one.when.written(), one.says);
        (timeline.events.iter().map(row).collect(), timeline.documents.iter().map(row).collect(), timeline.undated)
    }

    #[test]
    fn a_row_says_what_its_cells_do_and_which_column_has_its_day() {
        let day = first_day("2031-05-04").unwrap();
        let when = When::of_document(day);
        let row = |says: &str| of_row(says, Event { when, span: Span::new(0, 0), says: Span::new(0, 0), ahead: false });
        assert_eq!(row("no: 7; date: 2031-05-04; lamp: Ada's; state: lit"), "7 · Ada's · lit");
        assert_eq!(row("no: 7; mended: 2031-05-04; lamp: Ada's; state: lit"), "mended · 7 · Ada's · lit");
    }

    #[test]
    fn sentences_are_told_by_time_those_alone_that_name_what_is_asked_about() {
        let (_folder, build, writer) = begun();
        add_text(&writer, 0, "The quay", QUAY, (90, 20)).unwrap();
        writer.add_entities(&[person(0, "Ada Voss")]).unwrap();
        let at = QUAY.find("Ada Voss").unwrap();
        let span = Span::new(at, at + 8);
        writer.add_mentions(&[Mention { entity: EntityId(0), text_unit: TextUnitId(0), span }]).unwrap();
        let library = opened(build, writer);
        let all = [
            "1871: It had stood since 1871 and was old.",
            "2019-02-16: The quay fell on 16 February 2019.",
            "2019-02-17: Ada Voss came on 17 February 2019.",
        ];
        assert_eq!(told(&library, None), (all.map(str::to_owned).to_vec(), Vec::new(), 1));
        assert_eq!(told(&library, Some(EntityId(0).into())).0, [all[2]]);
    }

    #[test]
    fn a_dated_paper_lends_its_day_to_what_somebody_does_in_it() {
        let text = "# Meeting of 4 May 2031\n\nCllr Ada Voss moved that the lamp be lit. Nobody asked Ada Voss why. Ada \
                    Voss?\n";
        let (_folder, build, writer) = begun();
        add_text(&writer, 0, "Meeting of 4 May 2031", text, (120, 20)).unwrap();
        writer.add_entities(&[person(0, "Ada Voss")]).unwrap();
        let at = |at: usize| Mention { entity: EntityId(0), text_unit: TextUnitId(0), span: Span::new(at, at + 8) };
        let mentions: Vec<Mention> = text.match_indices("Ada Voss").map(|(found, _)| at(found)).collect();
        writer.add_mentions(&mentions).unwrap();
        let library = opened(build, writer);
        let moved = "2031-05-04: Cllr Ada Voss moved that the lamp be lit.";
        assert_eq!(told(&library, Some(EntityId(0).into())).0, [moved]);
    }

    #[test]
    fn the_home_page_tells_the_time_of_most_sentences_and_of_no_stray_year() {
        let (_folder, build, writer) = begun();
        let days: String = (1..25).map(|day| format!("The lamp was lit on {day} March 2019.\n\n")).collect();
        let text = format!("It had stood since 1871 and was old.\n\n{days}");
        add_text(&writer, 0, "The lamp", &text, (90, 20)).unwrap();
        let Loaded::Home(page) = opened(build, writer).answer(Request::Home).unwrap() else { panic!("no home") };
        let moment = |day| crate::text::dates::first_date(day).unwrap();
        assert_eq!(page.dates, Some((moment("2019-03-01"), moment("2019-03-24"))));
        assert_eq!(page.years, [("2019-03".to_owned(), 24)]);
    }
}
