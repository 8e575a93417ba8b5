//! What the names that a model told mean: each in its text unit, by the merger of both sides.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::graph::Groups;
use crate::index::merge::people::person_name::NameParts;
use crate::index::merge::table::{Name, Table, is_german, key_of};
use crate::judgement::{ExtractedEntity, Extraction, Passage, Passages};
use crate::model::{Span, TextUnitId};
use crate::text::words::fold;

/// The names of a corpus, resolved.
pub(super) struct ToldNames {
    pub table: Table,
    /// What was told, with the ends of relationships and the parties of claims among the entities.
    pub extractions: Vec<Extraction>,
    groups: Groups,
    /// For each group, by the name that leads it, the names in it.
    members: HashMap<u32, Vec<u32>>,
    /// For each text unit, the group of a name by its folded form.
    meant: Vec<HashMap<String, u32>>,
}

impl ToldNames {
    /// Resolves; `same` are names that are one thing whatever the merger says.
    pub fn of(passages: &dyn Passages, extractions: &[Extraction], same: &[(String, String)]) -> Self {
        let extractions: Vec<Extraction> =
            extractions.iter().enumerate().map(|(at, told)| with_ends(&passages.at(at), told)).collect();
        let mut table = Table::collect(passages, &extractions);
        table.told = true;
        table.count(passages);
        let written: Vec<u32> = table.occurrences.iter().map(|occurrence| occurrence.name).collect();
        let mut groups = super::super::join(&mut table, passages, &super::super::Cases::default(), &BTreeSet::new());
        table.count(passages);
        for (a, b) in same {
            let number = |name: &str| {
                let keys = [fold::key(name), fold::noun_key(name)];
                let written = keys.iter().find_map(|key| table.by_key.get(key)).copied();
                // A person is shown without the title that every text unit has in front of the name.
                let bare = |name: &Name| NameParts::of(&name.key).words.join(" ") == keys[0];
                written.or_else(|| (0u32..).zip(&table.names).find(|(_, name)| bare(name)).map(|(number, _)| number))
            };
            if let (Some(a), Some(b)) = (number(a), number(b)) {
                groups.join(a, b);
            }
        }
        // What most places of a name in a text unit mean; of two that are as many, what the first means.
        let mut votes: BTreeMap<(u32, u32), Vec<(u32, u32)>> = BTreeMap::new();
        for (occurrence, &name) in table.occurrences.iter().zip(&written) {
            let root = groups.root(occurrence.name);
            let meanings = votes.entry((occurrence.unit, name)).or_default();
            match meanings.iter_mut().find(|(known, _)| *known == root) {
                Some((_, count)) => *count += 1,
                None => meanings.push((root, 1)),
            }
        }
        let meaning = |unit: usize, name: u32| {
            let meanings = votes.get(&(unit as u32, name))?;
            let most = meanings.iter().map(|(_, count)| *count).max()?;
            meanings.iter().find(|(_, count)| *count == most).map(|(root, _)| *root)
        };
        let meant = extractions
            .iter()
            .enumerate()
            .map(|(at, told)| {
                let german = is_german(&passages.at(at).document);
                let mut meant = HashMap::with_capacity(told.entities.len());
                for entity in &told.entities {
                    let (key, _) = key_of(&entity.name, entity.kind.as_ref(), german);
                    let Some(&name) = table.by_key.get(&key) else { continue };
                    let number = meaning(at, name).unwrap_or_else(|| groups.root(name));
                    meant.entry(fold::key(&entity.name)).or_insert(number);
                }
                meant
            })
            .collect();
        let mut members: HashMap<u32, Vec<u32>> = HashMap::new();
        for (number, name) in (0u32..).zip(&table.names) {
            if name.count() > 0 || name.written.is_some() {
                members.entry(groups.root(number)).or_default().push(number);
            }
        }
        Self { table, extractions, groups, members, meant }
    }

    /// What a name means in a text unit, given by its position; none for one that was not told of it.
    pub fn number(&self, unit: usize, name: &str) -> Option<u32> {
        self.meant.get(unit)?.get(&fold::key(name)).copied()
    }

    /// What a name means where nobody asks which text unit it is in.
    pub fn anywhere(&self, name: &str) -> Option<u32> {
        self.table.by_key.get(&fold::key(name)).map(|&name| self.groups.root(name))
    }

    /// The names of a group.
    pub fn members(&self, number: u32) -> &[u32] {
        self.members.get(&number).map_or(&[], Vec::as_slice)
    }

    /// Every place where a group is named, by text unit; an empty span where the unit does not write the name.
    pub fn mentions<'a>(&'a self, passages: &'a dyn Passages) -> impl Iterator<Item = (u32, TextUnitId, Span)> + 'a {
        self.table.occurrences.iter().map(|occurrence| {
            let unit = passages.unit(occurrence.unit as usize).id;
            (self.groups.root(occurrence.name), unit, occurrence.span())
        })
    }
}

/// What was told of a text unit, with every name among the entities: those that no place shows stand at its beginning.
fn with_ends(passage: &Passage, told: &Extraction) -> Extraction {
    let mut whole = told.clone();
    let mut known: Vec<String> = told.entities.iter().map(|entity| fold::key(&entity.name)).collect();
    let ends = told.relationships.iter().flat_map(|tie| [&tie.source, &tie.target]);
    let parties = told.claims.iter().flat_map(|claim| std::iter::once(&claim.subject).chain(&claim.object));
    for name in ends.chain(parties) {
        let key = fold::key(name);
        if !key.is_empty() && !known.contains(&key) {
            known.push(key);
            let (name, mentions) = (name.clone(), Vec::new());
            whole.entities.push(ExtractedEntity { name, kind: None, sure: true, description: None, mentions });
        }
    }
    let start = passage.unit.fresh_from.max(passage.unit.span.start).min(passage.unit.span.end);
    for entity in whole.entities.iter_mut().filter(|entity| entity.mentions.is_empty()) {
        entity.mentions.push(Span::new(start, start));
    }
    whole
}
