//! Which passages the report of each community quotes: in two steps, which sections of which documents are about it,
//! and which of their sentences say most of it. Planned from the roots down, so that a sentence is quoted once in a
//! branch and what stands furthest up has the first choice; but no community is left without a passage for its parent's
//! sake.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};

use rayon::prelude::*;

use super::ReportGrounds;
use super::quality::{WEIGHTS, announces, stretch};
use super::salience::Salience;
use crate::index::evidence::sentences::{EntityAt, SentenceFacts};
use crate::judgement::Topic;
use crate::judgement::extractive::summaries::gist::length;
use crate::judgement::rank::centrality::centre;
use crate::judgement::rank::window::Window;
use crate::model::{EntityId, Evidence, Ref};
use crate::text::similarity::term_vectors::{Term, TermVector, Terms};
use crate::text::statements::stance::defines;
use crate::text::words::terms::{Stems, words};
use crate::text::words::wordlist::is_function_word;

/// Sentences that are looked at closely.
const POOL: usize = 160;
/// Documents from which on what several tell is looked for.
const SEVERAL: usize = 3;
/// Topics that a sentence is measured by.
const TOPICS: usize = 12;
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

/// Leading topics for which a definition is looked for.
const DEFINED: usize = 6;
/// Bytes that may stand before the topic at the head of its definition: an article.
const ARTICLE: usize = 5;

/// How plainly a sentence begins by saying what one of some topics is, from 0 to 1. Topics come with their stems.
fn defined(topics: &[(&str, Vec<String>)], sentence: &str, stems: &mut Stems) -> f32 {
    let begins = |phrase: &str| {
        let head = sentence.get(..sentence.floor_char_boundary(ARTICLE + phrase.len())).unwrap_or_default();
        head.contains(phrase) || head.to_lowercase().contains(&phrase.to_lowercase())
    };
    let begun = topics.iter().filter(|(phrase, _)| begins(phrase));
    begun.map(|(_, stemmed)| defines(sentence, stemmed, stems)).fold(0.0, f32::max)
}

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

/// A topic as sentences are measured by it: the member it names, else the last word of its phrase.
struct Measure {
    entity: Option<EntityId>,
    noun: Option<Term>,
    weight: f32,
}

/// A sentence that is a candidate for a passage.
struct Open {
    at: u32,
    score: f32,
    /// Its highest similarity to a chosen sentence, from 0 to 1.
    like: f32,
    says: Option<TermVector>,
}

/// How much of a section's names are a community's, by document and section.
type About = HashMap<(u32, u32), f32>;

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
            let gist = self.choose(of, gist, &mut told, &mut branch, finest, !community.children.is_empty());
            one.gist = self.led(at, gist);
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

    fn said(&self, at: u32) -> SentenceFacts<'_> {
        self.sentences.at(at as usize)
    }

    pub(super) fn words(&self, at: u32) -> &str {
        let said = self.said(at);
        let documents = self.material.documents;
        let span = documents.at(said.document as usize).sentences.get(said.sentence as usize).map(|one| one.span);
        span.and_then(|span| span.slice(documents.text(said.document as usize))).unwrap_or_default()
    }

    fn vector(&self, at: u32) -> TermVector {
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

    /// The leading topics of a community as sentences are measured by them.
    fn measures(&self, at: usize, most: usize) -> Vec<Measure> {
        let noun = |phrase: &str| words(phrase).last().and_then(|word| self.terms_of.get(word.text)).copied();
        let measure = |topic: &Topic| Measure {
            entity: topic.entity,
            noun: if topic.entity.is_none() { noun(&topic.phrase) } else { None },
            weight: topic.weight,
        };
        self.topics[at].iter().take(most).map(measure).collect()
    }

    /// True for a sentence that names a topic.
    fn names(&self, said: SentenceFacts<'_>, topic: &Measure) -> bool {
        topic.entity.is_some_and(|entity| said.entities.iter().any(|&at| self.id(at) == entity))
            || topic.noun.is_some_and(|noun| said.nouns.contains(&noun))
    }

    fn id(&self, entity: EntityAt) -> EntityId {
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

    /// A community's sentences with what they are worth to its report, best first.
    fn ranked(&self, at: usize) -> Vec<(u32, f32)> {
        let reach = &self.reach[at];
        let about = self.about(at);
        let most_about = about.values().copied().fold(f32::MIN_POSITIVE, f32::max);
        let topics = self.measures(at, TOPICS);
        let is_parent = !self.material.communities[at].children.is_empty();
        let of_whole = if is_parent { WEIGHTS.whole_of_parent } else { WEIGHTS.whole };
        let of_several = if is_parent { WEIGHTS.together_of_parent } else { WEIGHTS.together };
        let own: HashSet<EntityId> = self.material.communities[at].entities.iter().copied().collect();
        // Where members stand together they are what the community is about; elsewhere a name may be another's.
        let homes = &self.homes[at];
        let is_home = |document: u32| homes.is_empty() || homes.binary_search(&document).is_ok();
        // What names no member has a word of what the community is about.
        let mut terms = Terms::default();
        let leading = self.topics[at].iter().take(TOPICS);
        let of_topics: HashSet<Term> = leading.flat_map(|topic| terms.of_text(&topic.phrase)).collect();
        let topical = |&&(at, ..): &&(u32, u16, f32)| self.said(at).nouns.iter().any(|noun| of_topics.contains(noun));
        let mut pool: Vec<(u32, f32, f32)> = reach
            .iter()
            .chain(self.beside[at].iter().filter(topical))
            .map(|&(at, members, central)| {
                let said = self.said(at);
                let section = self.bearing.outlines.of(said.document as usize).at(said.sentence as usize) as u32;
                let about = about.get(&(said.document, section)).copied().unwrap_or_default() / most_about;
                let named = topics.iter().filter(|topic| self.names(said, topic));
                let topical = named.map(|topic| topic.weight).sum::<f32>().min(2.0) / 2.0;
                let together = (f32::from(members) - 1.0).clamp(0.0, 3.0) / 3.0;
                let whole = self.gists.worth(said.document as usize, said.sentence as usize);
                let introduced = said.introduces.map(|person| own.contains(&self.id(person)));
                let worth = WEIGHTS.topical * topical
                    + WEIGHTS.about * about
                    + of_several * together
                    + of_whole * whole.unwrap_or_default()
                    + if introduced == Some(true) { WEIGHTS.introduces } else { 0.0 };
                let quality = self.qualities[at as usize]
                    * if introduced == Some(false) { WEIGHTS.other_person } else { 1.0 }
                    * if members == 0 { WEIGHTS.beside } else { 1.0 }
                    * if is_home(said.document) { 1.0 } else { WEIGHTS.elsewhere };
                (at, worth * quality, central * quality)
            })
            .collect();
        pool.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        pool.truncate(POOL);
        let mut stems = Stems::default();
        let leading: Vec<(&str, Vec<String>)> = (self.topics[at].iter().take(DEFINED))
            .map(|topic| {
                let stemmed = words(&topic.phrase).map(|word| stems.stem(word.text).to_owned());
                (topic.phrase.as_str(), stemmed.collect())
            })
            .collect();
        let vectors: Vec<TermVector> = pool.iter().map(|&(at, ..)| self.vector(at)).collect();
        let told = self.told_again(&pool, &of_topics);
        let middle =
            centre(vectors.iter().zip(&pool).map(|(vector, (_, worth, central))| (vector, worth + 0.1 * central)));
        let mut ranked: Vec<(u32, f32)> = pool
            .into_iter()
            .zip(&vectors)
            .zip(told)
            .map(|(((at, worth, _), vector), told)| {
                let quality = self.qualities[at as usize];
                let told = WEIGHTS.told_again * told;
                let central = WEIGHTS.central * middle.likeness(vector);
                let defines = WEIGHTS.defines * defined(&leading, self.words(at), &mut stems);
                (at, worth + quality * (central + defines + told))
            })
            .collect();
        ranked.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        ranked
    }

    /// How much of what several documents tell each sentence of a pool tells, from 0 to 1: what happened is told again
    /// by all whom it concerns, and what the topics are called says little of that. Nothing where few documents tell
    /// anything.
    fn told_again(&self, pool: &[(u32, f32, f32)], topics: &HashSet<Term>) -> Vec<f32> {
        let mut places: Vec<(u32, u32)> = pool.iter().map(|&(at, ..)| self.place(at)).collect();
        places.sort_unstable();
        let documents = places.chunk_by(|a, b| a.0 == b.0).count();
        if documents < SEVERAL {
            return vec![0.0; pool.len()];
        }
        let nouns = pool.iter().flat_map(|&(at, ..)| self.said(at).nouns.iter().copied());
        let nouns: HashSet<Term> = nouns.filter(|noun| !topics.contains(noun)).collect();
        let salience = Salience::of(&self.bearing, &nouns, places.into_iter());
        let fresh = pool.iter().map(|&(at, ..)| {
            let (document, sentence) = self.place(at);
            salience.fresh(document, sentence, length(self.words(at)))
        });
        let fresh: Vec<f32> = fresh.collect();
        let most = fresh.iter().copied().fold(f32::MIN_POSITIVE, f32::max);
        fresh.into_iter().map(|one| one / most).collect()
    }

    fn place(&self, at: u32) -> (u32, u32) {
        let said = self.said(at);
        (said.document, said.sentence)
    }

    /// How much each section is about a community: what part of what it names are members, the more of them the surer;
    /// more where a heading above it, or the document's title, names what the community is about.
    fn about(&self, at: usize) -> About {
        let mut about = About::new();
        let leads: Vec<String> = (self.topics[at].iter().take(4)).map(|topic| topic.phrase.to_lowercase()).collect();
        for &(said, _, central) in &self.reach[at] {
            let said = self.said(said);
            let section = self.bearing.outlines.of(said.document as usize).at(said.sentence as usize) as u32;
            *about.entry((said.document, section)).or_default() += central;
        }
        for (&(document, section), weight) in &mut about {
            let named = self.named_in.get(&(document, section)).copied().unwrap_or_default();
            let density = *weight / (named + 3.0);
            let headings = self.bearing.outlines.of(document as usize).sections.get(section as usize);
            let over: String = headings
                .into_iter()
                .flat_map(|section| section.path.iter().map(String::as_str))
                .chain([self.material.documents.title(document as usize)])
                .map(str::to_lowercase)
                .collect::<Vec<_>>()
                .join("\n");
            let headed = leads.iter().filter(|lead| over.contains(lead.as_str())).count() as f32;
            *weight = density * weight.ln_1p() * (1.0 + 0.5 * headed.min(2.0));
        }
        about
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
