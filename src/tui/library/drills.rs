//! Where to go on from an answer that does not say so itself (an older one, or of an engine that only cites): the
//! communities that what it cites lies in, and the entities that it cites.

use std::collections::HashMap;

use super::{Library, Result};
use crate::model::{Answer, CommunityId, Drill, EntityId, Kind, Ref, TextUnitId};

/// Records that are looked at, and places to go on to of a sort.
const READ: usize = 40;
const KEPT: usize = 6;

impl Library {
    pub(super) fn drills(&self, answer: &Answer) -> Result<Vec<Drill>> {
        let mut communities: HashMap<CommunityId, u32> = HashMap::new();
        let mut entities: Vec<EntityId> = Vec::new();
        for cited in answer.citations.iter().take(READ) {
            match cited.record.kind {
                // What is cited itself is nearer than what only holds what is cited.
                Kind::Report => *communities.entry(CommunityId(cited.record.id)).or_default() += 3,
                Kind::Entity => entities.push(EntityId(cited.record.id)),
                Kind::Source => {
                    let mentions = self.reader.mentions_in(TextUnitId(cited.record.id))?;
                    let mut named: Vec<EntityId> = mentions.iter().map(|mention| mention.entity).collect();
                    named.sort_unstable();
                    named.dedup();
                    for entity in named.into_iter().take(8) {
                        // From the root down: the smallest community tells most.
                        if let Some(smallest) = self.reader.communities_of(entity)?.last() {
                            *communities.entry(*smallest).or_default() += 1;
                        }
                    }
                }
                _ => {}
            }
        }
        let mut ranked: Vec<(CommunityId, u32)> = communities.into_iter().collect();
        ranked.sort_by_key(|&(id, weight)| (std::cmp::Reverse(weight), id));
        let found = ranked.into_iter().take(KEPT).map(|(id, _)| Ref::from(id));
        let found: Vec<Ref> = found.chain(entities.into_iter().take(KEPT).map(Ref::from)).collect();
        let titles = self.reader.titles(&found)?;
        Ok(found.into_iter().zip(titles).filter_map(|(record, title)| Some(Drill { record, title: title? })).collect())
    }
}
