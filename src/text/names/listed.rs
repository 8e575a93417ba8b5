//! Names in a list are of a kind: what a noun in front of the list says (*companies such as A, B and C*), or what the
//! names say that are known, holds for those that nothing else tells of.

use super::lexicon::known_kind;
use super::{Found, View, kind};
use crate::model::EntityType;
use crate::text::fold;

/// A list of fewer names tells nothing unless a noun in front of it does.
const LONG: usize = 3;

impl View<'_> {
    /// Gives the names of a list that have no type, or only look like persons, the type of the list.
    pub(super) fn listed(&self, names: &mut [Found]) {
        let mut start = 0;
        while start < names.len() {
            let mut end = start + 1;
            while end < names.len() && self.goes_on(names[end - 1].span.end, names[end].span.start) {
                end += 1;
            }
            self.of_a_kind(&mut names[start..end]);
            start = end;
        }
    }

    /// True when nothing but a comma or a conjunction stands between two places.
    fn goes_on(&self, from: usize, to: usize) -> bool {
        let between = self.text.get(from..to).unwrap_or("?").trim();
        matches!(between, "," | "and" | "or" | "&" | ", and" | ", or" | ", &" | ", as well as")
    }

    fn of_a_kind(&self, list: &mut [Found]) {
        let Some(first) = list.first() else { return };
        let told = self.announced(first.span.start);
        let kind = match &told {
            Some(kind) => kind.clone(),
            None if list.len() >= LONG => {
                let mut known = list.iter().filter_map(|found| found.kind.clone());
                let Some(kind) = known.next() else { return };
                if matches!(kind, EntityType::Concept | EntityType::Date) || known.any(|other| other != kind) {
                    return;
                }
                kind
            }
            None => return,
        };
        for found in list {
            let name = found.span.slice(self.text).unwrap_or_default();
            // A list of companies that is announced as one overrules what merely looks like a person's name.
            let looks = told.is_some() && found.kind == Some(EntityType::Person);
            if found.kind.is_none() || looks && known_kind(&fold::key(name)).is_none() {
                found.kind = Some(kind.clone());
            }
        }
    }

    /// What a noun says that announces the list beginning at byte `start`: *customers like*, *cities, such as*.
    fn announced(&self, start: usize) -> Option<EntityType> {
        let at = self.tokens.partition_point(|token| token.start < start);
        let word = |back: usize| at.checked_sub(back).map_or("", |at| self.words[at].as_str());
        let noun = match (word(2), word(1)) {
            ("such", "as") => 3,
            (_, "like" | "including" | "includes") => 2,
            _ => return None,
        };
        let noun = if word(noun) == "," { noun + 1 } else { noun };
        // One person may be *like* another; only what is many is a list.
        let many = word(noun);
        if fold::singular(many) == many {
            return None;
        }
        match fold::singular(many).as_str() {
            "customer" | "client" | "partner" | "organization" | "organisation" | "enterprise" | "brand"
            | "competitor" | "vendor" | "supplier" | "giant" | "institution" => Some(EntityType::Organisation),
            singular => kind::by_noun(singular),
        }
    }
}
