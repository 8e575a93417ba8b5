//! Long lists: ordered ids, rows by id, and fuzzy filters.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use fuzzy_matcher::FuzzyMatcher;
use fuzzy_matcher::skim::SkimMatcherV2;

use super::search::likeness;
use super::{Library, Result, row};
use crate::model::{ClaimId, ClaimStatus, CommunityId, DocumentId, EntityId, EntityType, Kind, Ref, RelationshipId};
use crate::store::{DocumentOrder, EntityOrder, RelationshipOrder};
use crate::text::dates::known;
use crate::text::numbers::amounts::grouped;
use crate::text::words::fold;
use crate::text::words::terms::{self, whole_places};
use crate::tui::data::{Column, CommunityRow, Filtered, ListRow, Narrow};

/// Letters of a text that is looked for as it stands, and not letter by letter.
const FEW: usize = 2;

/// Communities that a filter shows with what they hang from.
const SHOWN: usize = 200;

/// Rows that a fuzzy filter keeps: nobody reads on beyond.
const KEPT: usize = 2_000;

/// Letters by which a type of entity is known in a filter.
const LEAST_OF_TYPE: usize = 4;

/// True when the letters of `wanted` stand in `text` in their order: what any fuzzy match needs, and quick to see.
fn has_letters(text: &str, wanted: &str) -> bool {
    let mut letters = text.chars();
    wanted.chars().all(|wanted| letters.any(|letter| letter == wanted))
}

/// True when the letters stand close enough together in a name that somebody may have meant it: scattered over a long
/// one they mean nothing.
fn is_compact(name: &str, letters: &str) -> bool {
    let Some(first) = letters.chars().next() else { return true };
    let longest = letters.chars().count() * 2 + 2;
    // From some place where the first of them stands, all are met within a few letters.
    name.match_indices(first).any(|(from, _)| {
        let near = name[from..].char_indices().nth(longest).map_or(name.len(), |(at, _)| from + at);
        has_letters(&name[from..near], letters)
    })
}

/// How a name that has a text has it, the nearest first: it is the text, has it as its words, has words that begin with
/// it, holds it, has each of its words somewhere; none where it is only spelt like it.
fn near(name: &str, wanted: &str) -> Option<u8> {
    match likeness(name, wanted) {
        0 => None,
        _ if name == wanted => Some(0),
        _ if whole_places(name, wanted).next().is_some() => Some(1),
        2_000.. => Some(2),
        1_000.. => Some(3),
        _ => Some(4),
    }
}

/// What is claimed of somebody, with the name before it, once.
fn about(subject: &str, said: &str) -> String {
    let length = subject.chars().count();
    let rest = said.char_indices().nth(length).map_or("", |(at, _)| &said[at..]);
    let begins = said.chars().take(length).collect::<String>().to_lowercase() == subject.to_lowercase();
    let rest = if begins && rest.starts_with(' ') { rest.trim_start() } else { said };
    format!("{subject} – {rest}")
}

/// The day of a moment that other programs write with its hour.
fn day(moment: &str) -> &str {
    moment.split_once('T').map_or(moment, |(day, _)| day)
}

fn entity_order(column: Column) -> EntityOrder {
    match column {
        Column::Name => EntityOrder::Name,
        Column::Type => EntityOrder::Type,
        Column::Documents => EntityOrder::Documents,
        Column::Size | Column::Id | Column::Telling => EntityOrder::Degree,
    }
}

impl Library {
    /// Ids of the best matches among names, best first.
    fn fuzzy<'a>(&self, names: impl Iterator<Item = (u32, &'a str)>, text: &str) -> Result<Vec<u32>> {
        let matcher = SkimMatcherV2::default().ignore_case();
        let wanted = terms::fold(text);
        let letters: String = wanted.chars().filter(|c| !c.is_whitespace()).collect();
        let mut scored: Vec<(i64, usize, i64, u32)> = Vec::new();
        let mut sure_ones = false;
        for (number, (id, name)) in names.enumerate() {
            if number.is_multiple_of(4096) {
                self.go_on()?;
            }
            let lower = terms::fold(name);
            let sure = likeness(&lower, &wanted);
            if sure == 0 && (!has_letters(&lower, &letters) || !is_compact(&lower, &letters)) {
                continue;
            }
            // Of few letters any name has them somewhere: then only what holds the text as it stands is meant.
            if sure == 0 && letters.len() <= FEW {
                continue;
            }
            if let Some(score) = matcher.fuzzy_match(&lower, &letters).or((sure > 0).then_some(0)) {
                sure_ones |= sure > 0;
                scored.push((score + sure, number, sure, id));
            }
        }
        // What only has the letters somewhere is for whoever misspelt a name: where one holds the text, nobody did.
        if sure_ones {
            scored.retain(|&(.., sure, _)| sure > 0);
        }
        scored.sort_by_key(|&(score, number, ..)| (std::cmp::Reverse(score), number));
        let mut seen = HashSet::new();
        Ok(scored.into_iter().map(|(.., id)| id).filter(|id| seen.insert(*id)).take(KEPT).collect())
    }

    pub(super) fn report_rows(&self) -> Result<&[CommunityRow]> {
        if let Some(rows) = self.report_rows.get() {
            return Ok(rows);
        }
        let ids = self.reader.community_ids()?;
        let mut rows: Vec<CommunityRow> = self.reader.community_rows(&ids)?.into_iter().map(row).collect();
        rows.sort_by(|a, b| (a.level.cmp(&b.level)).then(b.rating.total_cmp(&a.rating)));
        Ok(self.report_rows.get_or_init(|| rows))
    }

    /// Communities whose titles are like a text, best first.
    pub(super) fn communities_like(&self, text: &str) -> Result<Vec<CommunityRow>> {
        let rows = self.report_rows()?;
        if text.trim().is_empty() {
            return Ok(rows.iter().take(KEPT).cloned().collect());
        }
        let names = rows.iter().enumerate().map(|(at, row)| (at as u32, row.title.as_str()));
        let found = self.fuzzy(names, text)?;
        Ok(found.into_iter().filter_map(|at| rows.get(at as usize).cloned()).collect())
    }

    /// The same, each below what it hangs from, with its depth; branches in the order of the best that is in them.
    pub(super) fn filter_communities(&self, text: &str) -> Result<Filtered> {
        let found = self.communities_like(text)?;
        let best = found.first().map(|row| row.id);
        let by_id: HashMap<CommunityId, &CommunityRow> = self.report_rows()?.iter().map(|row| (row.id, row)).collect();
        // What hangs from each, in the order met.
        let mut below: HashMap<Option<CommunityId>, Vec<CommunityId>> = HashMap::new();
        let is_found: HashSet<CommunityId> = found.iter().take(SHOWN).map(|row| row.id).collect();
        for row in found.iter().take(SHOWN) {
            self.go_on()?;
            let mut above = None;
            for id in self.reader.community_path(row.id)? {
                let branch = below.entry(above).or_default();
                if !branch.contains(&id) {
                    branch.push(id);
                }
                above = Some(id);
            }
        }
        let mut rows = Vec::new();
        let mut waiting: Vec<(CommunityId, usize)> =
            below.get(&None).into_iter().flatten().rev().map(|&id| (id, 0)).collect();
        while let Some((id, depth)) = waiting.pop() {
            if let Some(&row) = by_id.get(&id) {
                let title = self.told_apart(id.into(), row.title.clone())?;
                rows.push((CommunityRow { title, ..row.clone() }, depth, is_found.contains(&id)));
            }
            waiting.extend(below.get(&Some(id)).into_iter().flatten().rev().map(|&id| (id, depth + 1)));
        }
        let best = rows.iter().position(|(row, ..)| Some(row.id) == best).unwrap_or(0);
        Ok(Filtered { rows, best })
    }

    /// The list of a kind in the order of a column, with what a filter leaves of it; true where that is in the order of
    /// how well it fits. What has the words of the filter is in the order of the column, those first that have them as
    /// they stand, unless the column was asked for; what is only spelt like them is in the order of how well it fits.
    pub(super) fn listed(
        &self,
        kind: Kind,
        column: Column,
        reversed: bool,
        filter: &str,
        by_column: bool,
    ) -> Result<(Vec<u32>, bool)> {
        if !self.ranks_by_fit(kind, filter)? {
            return Ok((self.list(kind, column, reversed, filter)?, false));
        }
        let found = self.list(kind, column, false, filter)?;
        let is_found: HashSet<u32> = found.iter().copied().collect();
        let wanted = terms::fold(&if kind == Kind::Entity { fold::key(filter) } else { filter.to_owned() });
        let mut nearness: HashMap<u32, u8> = HashMap::new();
        for (id, name) in self.names_of(kind)?.iter().filter(|(id, _)| is_found.contains(id)) {
            if let Some(near) = near(&terms::fold(name), &wanted) {
                nearness.entry(*id).and_modify(|known| *known = near.min(*known)).or_insert(near);
            }
        }
        if nearness.is_empty() && !by_column {
            let turned = if reversed { found.into_iter().rev().collect() } else { found };
            return Ok((turned, true));
        }
        let mut ids = self.list(kind, column, reversed, "")?;
        ids.retain(|id| is_found.contains(id));
        if !by_column {
            ids.sort_by_key(|id| nearness.get(id).copied().unwrap_or(u8::MAX));
        }
        Ok((ids, false))
    }

    /// What the records of a kind are looked for by, each with its id: an entity has several names, a document a title
    /// and a path.
    pub(super) fn names_of(&self, kind: Kind) -> Result<Cow<'_, [(u32, String)]>> {
        if kind == Kind::Entity {
            let names = match self.entity_names.get() {
                Some(names) => names,
                None => {
                    let names = self.reader.all_names()?.into_iter().map(|(name, id, _)| (id.0, name));
                    let names = names.collect();
                    self.entity_names.get_or_init(|| names)
                }
            };
            return Ok(Cow::Borrowed(names));
        }
        if kind == Kind::Claim {
            let claims = self.reader.claims(&self.reader.claim_ids()?)?;
            return Ok(claims.into_iter().map(|claim| (claim.id.0, claim.description)).collect());
        }
        let ids = self.reader.document_ids(DocumentOrder::Reading)?;
        let rows = self.reader.document_rows(&ids)?.into_iter();
        Ok(rows.flat_map(|row| [(row.id.0, row.title), (row.id.0, row.path)]).collect())
    }

    pub(super) fn list(&self, kind: Kind, column: Column, reversed: bool, filter: &str) -> Result<Vec<u32>> {
        let mut ids: Vec<u32> = match kind {
            Kind::Entity if !filter.is_empty() && self.type_named(filter)?.is_some() => self.of_type(filter, column)?,
            Kind::Entity if !filter.is_empty() => {
                let names = self.names_of(kind)?;
                self.fuzzy(names.iter().map(|(id, name)| (*id, name.as_str())), &fold::key(filter))?
            }
            Kind::Entity => {
                self.reader.entity_ids(entity_order(column), None, "")?.into_iter().map(|id| id.0).collect()
            }
            Kind::Relationship => {
                let order = match column {
                    Column::Name => RelationshipOrder::Name,
                    Column::Telling => RelationshipOrder::Telling,
                    _ => RelationshipOrder::Weight,
                };
                self.reader.relationship_ids(order, filter)?.into_iter().map(|id| id.0).collect()
            }
            Kind::Claim => self.claims(column, filter)?,
            _ => {
                let order = match column {
                    Column::Size => DocumentOrder::Size,
                    Column::Name => DocumentOrder::Title,
                    _ => DocumentOrder::Reading,
                };
                let ids = self.reader.document_ids(order)?;
                if filter.is_empty() {
                    ids.into_iter().map(|id| id.0).collect()
                } else {
                    let rows = self.reader.document_rows(&ids)?;
                    let names =
                        rows.iter().flat_map(|row| [(row.id.0, row.title.as_str()), (row.id.0, row.path.as_str())]);
                    self.fuzzy(names, filter)?
                }
            }
        };
        if reversed {
            ids.reverse();
        }
        Ok(ids)
    }

    /// True when a filter leaves what fits it more or less.
    fn ranks_by_fit(&self, kind: Kind, filter: &str) -> Result<bool> {
        Ok(!filter.is_empty()
            && match kind {
                Kind::Relationship => false,
                Kind::Entity => self.type_named(filter)?.is_none(),
                _ => true,
            })
    }

    /// The type of entity that a word of the filter begins, with the rest of the filter: `pers quill` → person,
    /// `quill`.
    fn type_named(&self, filter: &str) -> Result<Option<(EntityType, String)>> {
        let words: Vec<String> = filter.split_whitespace().map(str::to_lowercase).collect();
        for (at, word) in words.iter().enumerate().filter(|(_, word)| word.chars().count() >= LEAST_OF_TYPE) {
            let types = match self.entity_types.get() {
                Some(types) => types,
                None => {
                    let types = self.reader.entity_types()?;
                    self.entity_types.get_or_init(|| types)
                }
            };
            if let Some(kind) = types.iter().find(|kind| kind.name().to_lowercase().starts_with(word)).cloned() {
                let rest: Vec<&str> =
                    words.iter().enumerate().filter(|(other, _)| *other != at).map(|(_, word)| word.as_str()).collect();
                return Ok(Some((kind, rest.join(" "))));
            }
        }
        Ok(None)
    }

    /// Entities whose names hold the filter as it stands, then those of the type that it names; these first where it is
    /// the type's whole name.
    fn of_type(&self, filter: &str, column: Column) -> Result<Vec<u32>> {
        let Some((kind, rest)) = self.type_named(filter)? else { return Ok(Vec::new()) };
        let order = entity_order(column);
        let named = self.reader.entity_ids(order, None, filter)?;
        let of_type = self.reader.entity_ids(order, Some(&kind), &rest)?;
        let ids = if filter.trim().eq_ignore_ascii_case(kind.name()) { [of_type, named] } else { [named, of_type] };
        let ids = ids.concat();
        let mut seen = HashSet::new();
        Ok(ids.into_iter().map(|id| id.0).filter(|id| seen.insert(*id)).collect())
    }

    fn claims(&self, column: Column, filter: &str) -> Result<Vec<u32>> {
        let ids = self.reader.claim_ids()?;
        if filter.is_empty() && column != Column::Type {
            return Ok(ids.into_iter().map(|id| id.0).collect());
        }
        let mut claims = self.reader.claims(&ids)?;
        if column == Column::Type {
            claims.sort_by_key(|claim| (claim.status.name(), claim.id));
        }
        if filter.is_empty() {
            return Ok(claims.into_iter().map(|claim| claim.id.0).collect());
        }
        self.fuzzy(claims.iter().map(|claim| (claim.id.0, claim.description.as_str())), filter)
    }

    /// Rows of a list that is narrowed to some parts: what is counted beside them is counted there.
    pub(super) fn rows(&self, kind: Kind, ids: &[u32], parts: &[Narrow]) -> Result<Vec<ListRow>> {
        let reader = &self.reader;
        let counted = matches!(kind, Kind::Entity | Kind::Relationship);
        let within = if counted { self.within(parts)? } else { None };
        Ok(match kind {
            Kind::Entity => {
                let ids: Vec<EntityId> = ids.iter().copied().map(EntityId).collect();
                let rows = reader.entity_rows(&ids)?.into_iter().map(|row| {
                    let (links, documents) = match &within {
                        Some(within) => (within.links(row.id), within.documents(row.id).unwrap_or_default()),
                        None => (row.degree, row.documents),
                    };
                    let cells = vec![row.kind.name().to_owned(), grouped(links.into()), grouped(documents.into())];
                    Ok(ListRow { id: row.id.0, name: self.told_apart(row.id.into(), row.name)?, cells })
                });
                rows.collect::<Result<_>>()?
            }
            Kind::Relationship => {
                let ids: Vec<RelationshipId> = ids.iter().copied().map(RelationshipId).collect();
                let there = |id: RelationshipId| within.as_ref().and_then(|within| within.passages(id));
                let (narrowed, whole): (Vec<_>, Vec<_>) = ids.iter().partition(|&&id| there(id).is_some());
                self.go_on()?;
                let mut passages = reader.passages_of(&whole)?;
                passages.extend(narrowed.into_iter().filter_map(|id| Some((id, there(id)?))));
                let rows = reader.relationship_rows(&ids)?.into_iter().map(|row| {
                    // Where no passage is known, nothing says that there is none.
                    let named = passages.get(&row.id).filter(|&&passages| passages > 0);
                    let named = named.map_or(String::new(), |&passages| grouped(passages));
                    ListRow { id: row.id.0, name: row.title(), cells: vec![format!("{:.1}", row.weight), named] }
                });
                rows.collect()
            }
            Kind::Claim => {
                let ids: Vec<ClaimId> = ids.iter().copied().map(ClaimId).collect();
                let claims = reader.claims(&ids)?;
                let subjects: Vec<Ref> = claims.iter().map(|claim| claim.subject.into()).collect();
                let subjects = self.titles(&subjects)?;
                let rows = claims.iter().zip(subjects).map(|(claim, subject)| {
                    // Nearly all are told as true: what differs is said.
                    let status = match claim.status {
                        ClaimStatus::True => String::new(),
                        other => other.name().to_owned(),
                    };
                    let date = claim.start_date.as_deref().or(claim.end_date.as_deref()).unwrap_or_default();
                    let name = match (claim.description.trim(), subject) {
                        ("", _) | (_, None) => self.claim_line(claim)?,
                        (said, Some(subject)) => about(&subject, said),
                    };
                    Ok(ListRow { id: claim.id.0, name, cells: vec![status, day(date).to_owned()] })
                });
                rows.collect::<Result<_>>()?
            }
            Kind::Document => {
                let ids: Vec<DocumentId> = ids.iter().copied().map(DocumentId).collect();
                let wanted: HashSet<DocumentId> = ids.iter().copied().collect();
                let dated = self.dated_soon()?.unwrap_or_default().iter().filter(|(id, _)| wanted.contains(id));
                let days: HashMap<DocumentId, String> = dated.map(|&(id, seconds)| (id, known(seconds))).collect();
                let rows = reader.document_rows(&ids)?.into_iter().map(|row| {
                    let name = self.told_apart(row.id.into(), row.title)?;
                    let folder = row.path.rsplit_once('/').map_or(String::new(), |(folder, _)| folder.to_owned());
                    let day = days.get(&row.id).cloned().unwrap_or_default();
                    Ok(ListRow { id: row.id.0, name, cells: vec![folder, day, row.format, grouped(row.tokens.into())] })
                });
                rows.collect::<Result<_>>()?
            }
            Kind::Report => {
                let ids: Vec<CommunityId> = ids.iter().copied().map(CommunityId).collect();
                let rows = reader.community_rows(&ids)?.into_iter().map(|row| ListRow {
                    id: row.id.0,
                    name: row.title,
                    cells: Vec::new(),
                });
                rows.collect()
            }
            Kind::Source => Vec::new(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_scattered_over_a_long_name_are_not_meant() {
        assert!(is_compact("kevin scott", "kvsc"));
        assert!(!is_compact("the minutes of the regular meeting of all members", "zmrl"));
        assert!(!is_compact("department of the interior and local affairs", "dlff"));
    }

    #[test]
    fn a_word_is_nearer_as_it_stands_than_begun_or_within_another() {
        let names = ["dam", "skelden dam", "dame honor", "madame", "the lower dams"];
        let nearness = names.map(|name| near(name, "dam"));
        assert_eq!(nearness, [Some(0), Some(1), Some(2), Some(3), Some(2)]);
        assert_eq!((near("dam, the lower", "lower dam"), near("d. a. m.", "dam")), (Some(4), None));
    }

    #[test]
    fn a_claim_names_its_subject_once() {
        assert_eq!(about("ALEX MERCER", "Alex Mercer obeyed."), "ALEX MERCER – obeyed.");
        assert_eq!(about("Squad", "Squad's elite met."), "Squad – Squad's elite met.");
        assert_eq!(about("Dulce", "The base is old."), "Dulce – The base is old.");
        assert_eq!(about("Zoë", "Zoë"), "Zoë – Zoë");
        assert_eq!(
            (day("2019-03-04T00:00:00"), day("2019"), known(0).as_str(), known(86_400).as_str()),
            ("2019-03-04", "2019", "1970", "1970-01-02")
        );
    }

    #[test]
    fn letters_must_stand_in_order() {
        assert!(has_letters("kevin scott", "kvsc"));
        assert!(!has_letters("kevin scott", "sck"));
        assert!(has_letters("anything", ""));
    }
}
