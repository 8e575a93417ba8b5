//! Text units that name both of two, by every place at which a text unit names one: where the graph has it, where the
//! whole name stands in the text, and where the first name or the surname stands alone that can only be that person's.

use std::collections::HashSet;

use super::relation::{bearers, clearly_first};
use crate::judgement::ContextRecord;
use crate::judgement::rank::features::Candidate;
use crate::model::{DocumentId, EntityId, EntityType, Evidence, Ref, SentenceKind, Span, TextUnit, TextUnitId};
use crate::query::QueryError;
use crate::query::task::Task;
use crate::store::Reader;
use crate::text::words::terms::{fold, folded, is_stop, words};

/// Text units in which a name is looked for.
const LOOKED_AT: usize = 2_000;
/// Text units that name both which are read.
const READ: usize = 400;
/// Pairs of places that are tried for a passage with both, and bytes of one.
const TRIED: usize = 40;
const LONGEST: usize = 640;

/// One of the two, with the words that mean it in a text.
struct Named {
    id: EntityId,
    /// Names in folded words, all of which stand side by side.
    whole: Vec<Vec<String>>,
    /// Words that mean it where they stand alone.
    lone: Vec<String>,
    /// The same in documents in which this person speaks.
    lone_where_heard: Vec<String>,
    heard_in: HashSet<DocumentId>,
}

/// A text unit that names both.
pub(in crate::query) struct Together {
    pub unit: TextUnit,
    /// Bytes between the places that stand nearest to each other.
    apart: usize,
    /// Pairs of places, one of each, nearest first, as bytes of the document.
    places: Vec<[Span; 2]>,
    names: [EntityId; 2],
    /// What each of them is called where they speak.
    spoken: [Vec<Vec<String>>; 2],
}

/// The text units of the part that is asked which name both, nearest to each other first.
pub(in crate::query) fn together(task: &Task<'_>, ids: [EntityId; 2]) -> Result<Vec<Together>, QueryError> {
    let reader = task.reader();
    let [one, other] = [Named::of(task, 0, ids[0])?, Named::of(task, 1, ids[1])?];
    let of_other = other.units(reader)?;
    let mut units: Vec<TextUnitId> = one.units(reader)?.intersection(&of_other).copied().collect();
    units.extend(reader.units_of_both(ids[0], ids[1])?);
    units.retain(|unit| task.filter.unit(*unit));
    units.sort_unstable();
    units.dedup();
    units.truncate(READ);
    let spoken = [one.whole.clone(), other.whole.clone()];
    let mut found = Vec::new();
    for unit in reader.text_units(&units)? {
        let (at_one, at_other) = (one.places(reader, &unit)?, other.places(reader, &unit)?);
        // *OpenAI of Orsk* does not name OpenAI beside it, however often it stands there.
        let inside = |place: Span, of: &[Span]| of.iter().any(|of| of.contains(place) && of.len() > place.len());
        let by_itself = |of: &[Span], others: &[Span]| -> Vec<Span> {
            of.iter().copied().filter(|&place| !inside(place, others)).collect()
        };
        let (of_one, of_other) = (by_itself(&at_one, &at_other), by_itself(&at_other, &at_one));
        let pairs = of_one.iter().flat_map(|&one| of_other.iter().map(move |&other| [one, other]));
        let mut places: Vec<[Span; 2]> = pairs.filter(|[one, other]| !one.overlaps(*other)).collect();
        places.sort_by_key(|[one, other]| one.start.abs_diff(other.start));
        places.truncate(TRIED);
        if let Some([one, other]) = places.first() {
            let apart = one.start.abs_diff(other.start);
            found.push(Together { unit, apart, places, names: ids, spoken: spoken.clone() });
        }
    }
    found.sort_by_key(|one| (one.apart, one.unit.id));
    Ok(found)
}

impl Named {
    fn of(task: &Task<'_>, at: usize, id: EntityId) -> Result<Self, QueryError> {
        let reader = task.reader();
        let row = reader.entity(id)?;
        let mut names: Vec<Vec<String>> = vec![folded(&row.name)];
        names.extend(task.reading.names.get(at).map(|name| folded(name)));
        names.dedup();
        let person = row.kind == EntityType::Person;
        let (mut lone, mut lone_where_heard) = (Vec::new(), Vec::new());
        if let Some(name) = names.first().filter(|name| person && name.len() > 1) {
            for word in [name.first(), name.last()].into_iter().flatten() {
                lone_where_heard.push(word.clone());
                if clearly_first(&bearers(reader, word)?).is_some_and(|meant| meant.id == id) {
                    lone.push(word.clone());
                }
            }
        }
        names.retain(|name| !name.is_empty() && (name.len() > 1 || !person));
        let heard_in = reader.appearances_of(id)?.iter().map(|part| part.document).collect();
        Ok(Self { id, whole: names, lone, lone_where_heard, heard_in })
    }

    /// The text units that may name it.
    fn units(&self, reader: &Reader) -> Result<HashSet<TextUnitId>, QueryError> {
        let mut units: HashSet<TextUnitId> = reader.units_of_entity(self.id)?.into_iter().collect();
        let lone = self.lone.iter().chain(&self.lone_where_heard).map(std::slice::from_ref);
        for name in self.whole.iter().map(Vec::as_slice).chain(lone) {
            let found = reader.text_units_with(&format!("\"{}\"", name.join(" ")), true, LOOKED_AT)?;
            units.extend(found.iter().map(|unit| unit.id));
        }
        Ok(units)
    }

    /// Where a text unit names it.
    fn places(&self, reader: &Reader, unit: &TextUnit) -> Result<Vec<Span>, QueryError> {
        let mentions = reader.mentions_in(unit.id)?.into_iter().filter(|mention| mention.entity == self.id);
        let mut places: Vec<Span> = mentions.map(|mention| mention.span).collect();
        let (read, text) = reader.text(unit.document, unit.span)?;
        let lone = if self.heard_in.contains(&unit.document) { &self.lone_where_heard } else { &self.lone };
        let in_text = standing(&text, &self.whole, lone);
        places.extend(in_text.into_iter().map(|span| Span::new(read.start + span.start, read.start + span.end)));
        places.sort_unstable_by_key(|span| (span.start, span.end));
        places.dedup();
        Ok(places)
    }
}

/// Where names stand in a text: whole ones, and lone words that are no part of a longer name.
fn standing(text: &str, whole: &[Vec<String>], lone: &[String]) -> Vec<Span> {
    let all: Vec<_> = words(text).map(|word| (fold(word.text), word.is_capital(), word.span)).collect();
    let mut found = Vec::new();
    for (at, (word, capital, span)) in all.iter().enumerate().filter(|(_, (_, capital, _))| *capital) {
        for name in whole {
            let runs = all.get(at..at + name.len()).filter(|run| run.iter().zip(name).all(|(one, own)| one.0 == *own));
            found.extend(runs.and_then(|run| run.last()).map(|last| Span::new(span.start, last.2.end)));
        }
        let joins = |one: Option<&(String, bool, Span)>, gap: &dyn Fn(Span) -> Span| {
            one.is_some_and(|(word, capital, near)| {
                *capital && !is_stop(word) && gap(*near).slice(text).is_some_and(|gap| gap == " ")
            })
        };
        let before = at.checked_sub(1).and_then(|before| all.get(before));
        let in_longer = joins(before, &|near| Span::new(near.end, span.start))
            || joins(all.get(at + 1), &|near| Span::new(span.end, near.start));
        if *capital && lone.contains(word) && !in_longer {
            found.push(*span);
        }
    }
    found
}

impl Together {
    /// The passage of its record that names both, else the one that names either.
    pub(in crate::query) fn passage(&self, record: &ContextRecord) -> Option<Candidate> {
        let either = || self.places.iter().flatten().find_map(|&place| holding(record, place).first().copied());
        self.naming_both(record).or_else(|| either().or_else(|| record.candidates.first()).cloned())
    }

    /// The passage of its record that names both, else one that names the one and one that names the other.
    pub(in crate::query) fn passages(&self, record: &ContextRecord) -> Vec<Candidate> {
        if let Some(both) = self.naming_both(record) {
            return vec![both];
        }
        let of_pair = |pair: &[Span; 2]| {
            let [one, other] = pair.map(|place| holding(record, place).first().copied());
            Some(vec![one?.clone(), other?.clone()])
        };
        self.places.iter().find_map(of_pair).unwrap_or_else(|| self.passage(record).into_iter().collect())
    }

    /// The passage of its record that names both: one sentence, or from one to another near it, or what one of the two
    /// says that names the other.
    fn naming_both(&self, record: &ContextRecord) -> Option<Candidate> {
        let holding = |place| holding(record, place);
        let both = |&[one, other]: &[Span; 2]| {
            let (of_one, of_other) = (holding(one), holding(other));
            if let Some(both) = of_one.iter().find(|held| held.evidence.window.contains(other)) {
                return Some((*both).clone());
            }
            let mut ends = [*of_one.first()?, *of_other.first()?];
            ends.sort_by_key(|held| held.evidence.window.start);
            joined(record, ends)
        };
        let told = |pair: &[Span; 2]| {
            let names = || pair.iter().zip(self.spoken.iter().rev());
            names().find_map(|(place, other)| holding(*place).into_iter().find(|held| says(other, held))).cloned()
        };
        let mut found = self.places.iter().find_map(both).or_else(|| self.places.iter().find_map(told))?;
        let cites = &mut found.evidence.cites;
        cites.retain(|cite| self.names.iter().all(|&id| *cite != Ref::from(id)));
        let behind = 1.min(cites.len());
        cites.splice(behind..behind, self.names.map(Ref::from));
        Some(found)
    }
}

/// The passages of a record that show a place, those first whose words it is.
fn holding(record: &ContextRecord, place: Span) -> Vec<&Candidate> {
    let mut held: Vec<&Candidate> =
        record.candidates.iter().filter(|one| one.evidence.window.contains(place)).collect();
    held.sort_by_key(|one| !one.evidence.quote.contains(place));
    held
}

/// True for what is said by somebody of these names, in folded words.
fn says(names: &[Vec<String>], held: &Candidate) -> bool {
    let who = held.evidence.speaker.as_deref().map(folded).unwrap_or_default();
    names.iter().any(|name| who.starts_with(name))
}

/// Two passages of one record as one, with what stands between them; none where others speak in between, or that is too
/// much.
fn joined(record: &ContextRecord, [first, last]: [&Candidate; 2]) -> Option<Candidate> {
    let (from, to) = (&first.evidence, &last.evidence);
    let length = to.window.end.checked_sub(from.window.start).filter(|&length| length <= LONGEST)?;
    let of_others = record.candidates.iter().any(|one| {
        let place = one.evidence.quote.start;
        (from.quote.start..to.quote.end).contains(&place) && one.evidence.speaker != from.speaker
    });
    // What stands above a letter goes on from nothing.
    let rows = [first, last].iter().any(|one| one.kind == SentenceKind::Row);
    if of_others || rows || from.heading != to.heading {
        return None;
    }
    let starts = record.text.match_indices(&from.text).map(|(at, _)| at);
    let mut texts = starts.filter_map(|at| record.text.get(at..at + length));
    let text = texts.find(|text| text.ends_with(&to.text))?.to_owned();
    let window = Span::new(from.window.start, to.window.end);
    let evidence = Evidence { quote: Span::new(from.quote.start, to.quote.end), window, text, ..from.clone() };
    Some(Candidate { evidence, ..first.clone() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lone_name_is_no_part_of_another() {
        let (whole, lone) = (vec![folded("Ada Voss")], vec!["ada".to_owned(), "voss".to_owned()]);
        let found = |text: &str| {
            standing(text, &whole, &lone).into_iter().filter_map(|span| span.slice(text)).collect::<Vec<_>>().join("|")
        };
        assert_eq!(found("We dined with Ada and Tom. Then ADA VOSS: left."), "Ada|ADA VOSS");
        assert_eq!(found("The Voss Foundation paid. Ilse Voss came, and ada came."), "");
        assert_eq!(found("And Voss, who knew Ada Lind, said so."), "Voss");
    }
}
