//! Which passages the report of each community quotes: in two steps, which sections of which documents are about it,
//! and which of their sentences say most of it. Planned from the roots down, so that a sentence is quoted once in a
//! branch and what stands furthest up has the first choice; but no community is left without a passage for its parent's
//! sake.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};

use rayon::prelude::*;

use super::ReportGrounds;
use super::quality::{WEIGHTS, announces, stretch};
use crate::index::evidence::sentences::{EntityAt, SentenceFacts};
use crate::index::ragged::Ragged;
use crate::judgement::rank::window::Window;
use crate::model::{EntityId, Evidence, Ref};
use crate::text::similarity::term_vectors::TermVector;
use crate::text::words::terms::{Stems, words};
use crate::text::words::wordlist::is_function_word;

/// Topics that a title is made of, mostly.
const TITLED: usize = 2;
/// Entities cited for one passage at most.
const CITED_ENTITIES: usize = 4;
/// Relationships cited for one passage at most.
const CITED_RELATIONSHIPS: usize = 2;
/// A report is summed up in as many passages as it has these members: one of any, two of six.
const GIST: [usize; 4] = [0, 6, 24, 80];
/// Passages of a report without children, at most.
const PASSAGES: usize = 9;
/// Children whose passages the report of a parent quotes at most.
const CHILDREN: usize = 10;
/// Passages quoted of each child at most.
const OF_A_CHILD: usize = 2;
/// Sentences that a community keeps for its own report.
const KEPT: usize = 4;

/// Documents whose gists tell what a community is about of which nothing else is read gladly, and what a sentence of a
/// gist is worth there.
const HOMES: usize = 2;
const IN_GIST: f32 = 1.0;

/// Leading members of whom it is looked for what they are; how many of them a report introduces at most, and how many
/// members it has for each.
const LEADING: usize = 12;
const INTRODUCED: usize = 5;
const MEMBERS_EACH: usize = 4;

/// A passage around one of the corpus's sentences.
#[derive(Clone, Debug)]
pub(super) struct Chosen {
    /// The sentence around which it lies, by its position in [`crate::index::evidence::sentences::Sentences`].
    said: u32,
    window: Window,
}

/// What the report of one community quotes.
#[derive(Clone, Debug, Default)]
pub(super) struct Planned {
    /// The passages that say what it is about.
    pub gist: Vec<Chosen>,
    /// Those that say who or what leading members are.
    pub members: Vec<Chosen>,
    /// Further passages, of a community without children.
    pub passages: Vec<Chosen>,
    /// For each child, in their order, passages about it that its own report does not quote.
    pub children: Vec<Vec<Chosen>>,
}

/// What one report quotes so far.
#[derive(Default)]
struct Told {
    says: Vec<TermVector>,
    /// Passages from each document.
    from: HashMap<u32, i32>,
}

/// What the reports from the root down to a community have quoted so far.
#[derive(Default)]
struct Branch {
    /// Quoted sentences, by document and position.
    used: HashSet<(u32, u32)>,
    /// Number of sentences not quoted yet, by the position of the finest community.
    left: HashMap<usize, usize>,
}

/// A sentence that is a candidate for a passage.
struct Open {
    at: u32,
    score: f32,
    /// Its highest similarity to a chosen sentence, from 0 to 1.
    like: f32,
    says: Option<TermVector>,
}

impl ReportGrounds<'_, '_> {
    /// Plans every community's passages.
    pub(super) fn plan(&self) -> Vec<Planned> {
        let communities = self.material.communities;
        let mut finest: HashMap<EntityId, usize> = HashMap::new();
        for (at, community) in communities.iter().enumerate() {
            finest.extend(community.entities.iter().map(|&entity| (entity, at)));
        }
        let roots: Vec<usize> = (0..communities.len())
            .filter(|&at| communities[at].parent.is_none_or(|parent| !self.community_at.contains_key(&parent)))
            .collect();
        let branches: Vec<Vec<(usize, Planned)>> =
            roots.into_par_iter().map(|root| self.plan_branch(root, &finest)).collect();
        let mut planned = vec![Planned::default(); communities.len()];
        for (at, one) in branches.into_iter().flatten() {
            planned[at] = one;
        }
        planned
    }

    fn plan_branch(&self, root: usize, finest: &HashMap<EntityId, usize>) -> Vec<(usize, Planned)> {
        let communities = self.material.communities;
        // Level by level.
        let mut order = vec![root];
        let mut next = 0;
        while next < order.len() {
            let children = &communities[order[next]].children;
            order.extend(children.iter().filter_map(|child| self.community_at.get(child)).copied());
            next += 1;
        }
        let mut branch = Branch::default();
        for &at in order.iter().filter(|&&at| communities[at].children.is_empty()) {
            branch.left.insert(at, self.reach[at].len());
        }
        let ranked: HashMap<usize, Vec<(u32, f32)>> = order.iter().map(|&at| (at, self.ranked(at))).collect();
        let mut planned = Vec::with_capacity(order.len());
        for &at in &order {
            let community = &communities[at];
            let mut one = Planned::default();
            let size = community.entities.len();
            let gist = GIST.iter().take_while(|&&members| size >= members).count();
            let of = &ranked[&at];
            // What one report quotes is unlike, wherever in it.
            let mut told = Told::default();
            let gist = self.choose_gist(at, of, gist, &mut told, &mut branch, finest);
            one.gist = self.led(at, gist);
            one.members = self.members(at, &mut told, &mut branch);
            if community.children.is_empty() {
                let wanted = (size / 2).clamp(1, 6);
                let most = (wanted + wanted / 2).min(PASSAGES);
                let quotable = self.quotable(of, WEIGHTS.worth_a_finding);
                one.passages = self.choose(&quotable, most, &mut told, &mut branch, finest, false);
                if one.passages.is_empty() {
                    // Rows of one form are all alike.
                    one.passages = self.choose(&quotable, most, &mut Told::default(), &mut branch, finest, false);
                }
            }
            for child in community.children.iter().take(CHILDREN) {
                let below = self.community_at.get(child).and_then(|child| ranked.get(child));
                // Of a part that is a signature or a line of figures its own report tells.
                let quotable = below.map_or_else(Vec::new, |of| self.quotable(of, WEIGHTS.quotable));
                one.children.push(self.choose(&quotable, OF_A_CHILD, &mut told, &mut branch, finest, true));
            }
            planned.push((at, one));
        }
        planned
    }

    /// Chooses the passages that say what a community is about, of those that are read gladly. Where none is, that is a
    /// part of letterheads and lists: its documents say what it is about, else the best of what there is.
    fn choose_gist(
        &self,
        at: usize,
        ranked: &[(u32, f32)],
        most: usize,
        told: &mut Told,
        branch: &mut Branch,
        finest: &HashMap<EntityId, usize>,
    ) -> Vec<Chosen> {
        let leaves = !self.material.communities[at].children.is_empty();
        let sources: [&dyn Fn() -> Vec<(u32, f32)>; 2] = [&|| ranked.to_vec(), &|| self.of_homes(at)];
        for source in sources {
            let worthy = self.quotable(&source(), WEIGHTS.quotable);
            if worthy.is_empty() {
                continue;
            }
            let chosen = self.choose(&worthy, most, told, branch, finest, leaves);
            if !chosen.is_empty() {
                return chosen;
            }
        }
        self.choose(ranked, 1, told, branch, finest, leaves)
    }

    /// The sentences of the gists of the few documents in which members of a community stand together most.
    fn of_homes(&self, at: usize) -> Vec<(u32, f32)> {
        let mut reached: HashMap<u32, f32> = HashMap::new();
        for &(said, _, central) in &self.reach[at] {
            *reached.entry(self.said(said).document).or_default() += central;
        }
        let homes = &self.homes[at];
        let mut documents: Vec<(u32, f32)> =
            reached.into_iter().filter(|(document, _)| homes.is_empty() || homes.contains(document)).collect();
        documents.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        documents.truncate(HOMES);
        let of_gist = |&(document, _): &(u32, f32)| self.in_gists.of(document as usize).iter();
        let mut told: Vec<(u32, f32)> = documents.iter().flat_map(of_gist).map(|&said| (said, IN_GIST)).collect();
        told.sort_unstable_by_key(|&(said, _)| said);
        told
    }

    /// The sentences of each document that stand in its gist. Many communities of one long document ask for them.
    pub(super) fn in_gists(&self) -> Ragged<u32> {
        let in_gist = |said: &(SentenceFacts<'_>, u32)| {
            let worth = self.gists.worth(said.0.document as usize, said.0.sentence as usize);
            worth.is_some_and(|worth| worth >= IN_GIST)
        };
        let members = self.sentences.iter().zip(0..).filter(in_gist).map(|(said, at)| (said.document as usize, at));
        Ragged::sorted(self.gists.len(), members.collect::<Vec<_>>().into_iter())
    }

    /// Chooses passages among ranked sentences: the best, each unlike those before it. A parent leaves its children
    /// enough.
    fn choose(
        &self,
        ranked: &[(u32, f32)],
        most: usize,
        told: &mut Told,
        branch: &mut Branch,
        finest: &HashMap<EntityId, usize>,
        leaves: bool,
    ) -> Vec<Chosen> {
        let mut chosen = Vec::new();
        // What is open, with how like it is to what was chosen, and what it says once somebody asked for that.
        let mut open: Vec<Open> = ranked.iter().map(|&(at, score)| Open { at, score, like: 0.0, says: None }).collect();
        let home = |said: SentenceFacts<'_>| -> Option<usize> {
            said.entities
                .iter()
                .filter_map(|&entity| finest.get(&self.material.entities[entity as usize].id))
                .copied()
                .max()
        };
        let is_used = |branch: &Branch, said: SentenceFacts<'_>| branch.used.contains(&(said.document, said.sentence));
        let is_kept = |branch: &Branch, said: SentenceFacts<'_>| {
            leaves && home(said).and_then(|home| branch.left.get(&home)).is_some_and(|&left| left <= KEPT)
        };
        open.retain(|one| !is_used(branch, self.said(one.at)) && !is_kept(branch, self.said(one.at)));
        if open.is_empty() {
            // Better said twice than nothing.
            open = ranked.iter().take(1).map(|&(at, score)| Open { at, score, like: 0.0, says: None }).collect();
        }
        for one in open.iter_mut().filter(|_| !told.says.is_empty()) {
            let says = one.says.insert(self.vector(one.at));
            one.like = told.says.iter().map(|other| other.likeness(says)).fold(0.0, f32::max);
        }
        while chosen.len() < most && !open.is_empty() {
            let worth = |one: &Open| {
                if one.like > WEIGHTS.too_like {
                    f32::MIN
                } else {
                    let before = told.from.get(&self.said(one.at).document).copied().unwrap_or_default();
                    let again = WEIGHTS.same_document.powi(before);
                    (one.score - WEIGHTS.redundant * one.like * one.score) * again
                }
            };
            let scored = open.iter().map(worth).enumerate();
            let Some((best, score)) = scored.max_by(|a, b| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0))) else { break };
            if score == f32::MIN {
                break;
            }
            let one = open.remove(best);
            let said = self.said(one.at);
            let Some(window) = self.window(said, branch) else { continue };
            for sentence in window.first..=window.last {
                branch.used.insert((said.document, sentence as u32));
            }
            if let Some(left) = home(said).and_then(|home| branch.left.get_mut(&home)) {
                *left = left.saturating_sub(1);
            }
            chosen.push(Chosen { said: one.at, window });
            *told.from.entry(said.document).or_default() += 1;
            open.retain(|other| !is_used(branch, self.said(other.at)));
            let says = one.says.unwrap_or_else(|| self.vector(one.at));
            if chosen.len() < most {
                for other in &mut open {
                    other.like = other.like.max(says.likeness(other.says.get_or_insert_with(|| self.vector(other.at))));
                }
            }
            told.says.push(says);
        }
        chosen
    }

    /// Passages that say who or what leading members are, each of one.
    fn members(&self, at: usize, told: &mut Told, branch: &mut Branch) -> Vec<Chosen> {
        let community = &self.material.communities[at];
        let leading: Vec<EntityId> = community.entities.iter().take(LEADING).copied().collect();
        let mut best: Vec<Option<(f32, u32)>> = vec![None; leading.len()];
        for &(sentence, ..) in &self.reach[at] {
            let said = self.said(sentence);
            let Some(entity) = said.tells_of else { continue };
            let place = leading.iter().position(|id| *id == self.id(entity));
            let Some(place) = place.filter(|_| !branch.used.contains(&(said.document, said.sentence))) else {
                continue;
            };
            let worth = self.qualities[sentence as usize];
            if worth >= WEIGHTS.introduction && best[place].is_none_or(|(known, _)| known < worth) {
                best[place] = Some((worth, sentence));
            }
        }
        let most = (community.entities.len() / MEMBERS_EACH).min(INTRODUCED);
        let mut chosen: Vec<Chosen> = Vec::new();
        for (_, sentence) in best.into_iter().flatten() {
            let said = self.said(sentence);
            if chosen.len() == most || branch.used.contains(&(said.document, said.sentence)) {
                continue;
            }
            let Some(window) = self.window(said, branch) else { continue };
            branch.used.extend((window.first..=window.last).map(|sentence| (said.document, sentence as u32)));
            told.says.push(self.vector(sentence));
            chosen.push(Chosen { said: sentence, window });
        }
        chosen
    }

    /// The passage around a sentence, as evidence for no community.
    pub(super) fn passage(&self, at: u32) -> Option<Evidence> {
        let said = self.said(at);
        let document = self.material.documents.at(said.document as usize);
        let window = self.window(said, &Branch::default())?;
        let quote = document.sentences.get(said.sentence as usize)?.span;
        self.passages.evidence(said.document as usize, &window, quote, &[])
    }

    /// Those of some ranked sentences that are read gladly enough.
    fn quotable(&self, ranked: &[(u32, f32)], least: f32) -> Vec<(u32, f32)> {
        ranked.iter().copied().filter(|&(at, _)| self.qualities[at as usize] >= least).collect()
    }

    pub(super) fn said(&self, at: u32) -> SentenceFacts<'_> {
        self.sentences.at(at as usize)
    }

    pub(super) fn words(&self, at: u32) -> &str {
        let said = self.said(at);
        let documents = self.material.documents;
        let span = documents.at(said.document as usize).sentences.get(said.sentence as usize).map(|one| one.span);
        span.and_then(|span| span.slice(documents.text(said.document as usize))).unwrap_or_default()
    }

    pub(super) fn vector(&self, at: u32) -> TermVector {
        let said = self.said(at);
        self.bearing.vector(said.document as usize, said.sentence as usize)
    }

    /// The passage around a sentence; the sentence alone where part of that was quoted in this branch, if it can stand
    /// alone.
    fn window(&self, said: SentenceFacts<'_>, branch: &Branch) -> Option<Window> {
        let document = self.material.documents.at(said.document as usize);
        let stretch = stretch(&document);
        let at = said.sentence as usize;
        let window = stretch.window(at)?;
        let again = (window.first..=window.last)
            .any(|sentence| sentence != at && branch.used.contains(&(said.document, sentence as u32)));
        let alone = Window { span: stretch.sentences.get(at)?.span, first: at, last: at, ..window };
        let words = stretch.words(alone.span).unwrap_or_default();
        // What points back or announces is not understood without what was quoted before.
        if again && (stretch.points_back(words) || announces(words)) {
            return None;
        }
        Some(if again { alone } else { window })
    }

    pub(super) fn id(&self, entity: EntityAt) -> EntityId {
        self.material.entities[entity as usize].id
    }

    /// Passages in the order in which a report has them: what names most of what its title is made of leads, a heading
    /// or a phrase of its documents, else the leading topics.
    fn led(&self, at: usize, mut gist: Vec<Chosen>) -> Vec<Chosen> {
        let mut stems = Stems::default();
        let mut stemmed = |text: &str| -> HashSet<String> {
            let telling = words(text).filter(|word| !is_function_word(&word.text.to_lowercase()));
            telling.map(|word| stems.stem(word.text).to_owned()).collect()
        };
        let title = self.headings[at].as_ref().or(self.phrases[at].first()).map(|title| stemmed(title));
        let topics = self.measures(at, TITLED);
        gist.sort_by_cached_key(|one| {
            Reverse(match &title {
                Some(title) => stemmed(self.words(one.said)).intersection(title).count(),
                None => topics.iter().filter(|topic| self.names(self.said(one.said), topic)).count(),
            })
        });
        gist
    }

    /// What was chosen, as evidence for the community at a position.
    pub(super) fn evidence(&self, chosen: &[Chosen], community: usize) -> Vec<Evidence> {
        let entities = self.material.entities;
        let members = &self.material.communities[community].entities;
        let rank = |id: &EntityId| members.iter().take(400).position(|member| member == id);
        let of = |one: &Chosen| {
            let said = self.said(one.said);
            let document = self.material.documents.at(said.document as usize);
            let mut shown: Vec<(usize, EntityId)> = said
                .entities
                .iter()
                .filter_map(|&entity| {
                    let id = entities[entity as usize].id;
                    rank(&id).map(|rank| (rank, id))
                })
                .collect();
            shown.sort_unstable();
            shown.truncate(CITED_ENTITIES);
            let pairs = shown.iter().enumerate().flat_map(|(i, a)| shown[i + 1..].iter().map(move |b| (a.1, b.1)));
            let tied = pairs
                .filter_map(|(a, b)| self.relationship_of.get(&(a.min(b), a.max(b))))
                .take(CITED_RELATIONSHIPS)
                .map(|&relationship| Ref::from(relationship));
            let also: Vec<Ref> = shown.iter().map(|&(_, id)| Ref::from(id)).chain(tied).collect();
            let quote = document.sentences.get(said.sentence as usize)?.span;
            self.passages.evidence(said.document as usize, &one.window, quote, &also)
        };
        chosen.iter().filter_map(of).collect()
    }
}
