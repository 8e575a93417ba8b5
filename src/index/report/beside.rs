//! What stands beside the sentences that name members of a community: what says most of a matter often names nothing.
//! "Of 63 reports 38 were found to have missed a defect." is about whom the sentence before it names.

use std::collections::BTreeMap;

use crate::index::evidence::bearing::Outlines;
use crate::index::evidence::sentences::Sentences;
use crate::index::titles::topics::Reach;

/// Sentences behind one that names a member which go on from it, and what of its weight each has.
const BEHIND: [f32; 2] = [0.5, 0.3];

/// The sentences that name nothing and stand, in one section, behind those that a community reaches. What stands in
/// front of one is shown with it where it leans on that.
pub(super) fn beside(reach: &Reach, sentences: &Sentences, outlines: &Outlines) -> Reach {
    let mut found: BTreeMap<u32, f32> = BTreeMap::new();
    for &(at, _, central) in reach {
        let said = sentences.at(at as usize);
        let section = |sentence: u32| outlines.of(said.document as usize).at(sentence as usize);
        let near = |other: usize, far: usize| {
            let beside = sentences.at(Some(other).filter(|&other| other < sentences.len())?);
            let close = beside.sentence.abs_diff(said.sentence) as usize <= far;
            let goes_on =
                beside.document == said.document && close && section(beside.sentence) == section(said.sentence);
            (goes_on && beside.entities.is_empty()).then_some(other as u32)
        };
        for (far, part) in (1..).zip(BEHIND) {
            let Some(other) = near(at as usize + far, far) else { break };
            let weight = found.entry(other).or_default();
            *weight = weight.max(central * part);
        }
    }
    found.into_iter().map(|(at, central)| (at, 0, central)).collect()
}
