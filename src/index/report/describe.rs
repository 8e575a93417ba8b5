//! Descriptions of what was told of more than once. They are asked for in the order in which reports want them, and
//! come in while reports are written: a report waits for what it is about, and for nothing else.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use futures::StreamExt;
use tokio::runtime::Handle;
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinSet;

use crate::index::merge::Merged;
use crate::index::merge::told::{Element, Several};
use crate::judgement::{Described, Extractor, Judged, JudgementError};
use crate::model::{Community, CommunityId, EntityId, Progress, Stage};
use crate::store::{self, Writer};

/// Descriptions that are being made.
pub struct Describing<'a> {
    progress: &'a Progress,
    several: Arc<[Several]>,
    /// The finest community that holds each, by position; none for what lies across all of them.
    wanted_by: Vec<Option<usize>>,
    /// By position in `several`; empty when there is nothing more to come.
    told: Option<mpsc::UnboundedReceiver<(usize, Judged<String>)>>,
    made: Descriptions,
    whole: Option<oneshot::Sender<Descriptions>>,
    /// Stops asking when it is dropped.
    _asking: JoinSet<()>,
}

/// Descriptions that are made, by the position of what they describe.
#[derive(Clone, Debug, Default)]
pub struct Descriptions {
    pub entities: HashMap<usize, String>,
    pub relationships: HashMap<usize, String>,
}

impl<'a> Describing<'a> {
    /// Nothing is to be described.
    pub fn nothing(progress: &'a Progress) -> Self {
        Self {
            progress,
            several: Arc::new([]),
            wanted_by: Vec::new(),
            told: None,
            made: Descriptions::default(),
            whole: None,
            _asking: JoinSet::new(),
        }
    }

    /// Begins to ask for the descriptions of what was told of more than once in a graph.
    pub fn begin(
        several: Vec<Several>,
        merged: &Merged,
        communities: &[Community],
        extractor: Arc<dyn Extractor>,
        runtime: &Handle,
        progress: &'a Progress,
    ) -> Self {
        progress.stage(Stage::Describe).expect(several.len() as u64);
        progress.begin(Stage::Describe);
        let wanted_by = wanted_by(&several, merged, communities);
        let mut order: Vec<usize> = (0..several.len()).collect();
        // The finest communities first, because others wait for them; last what no report waits for, so that there is
        // something to ask while the last reports are written.
        order.sort_by_key(|&at| {
            let community = wanted_by[at];
            (community.is_none(), Reverse(community.map(|community| communities[community].level)), community)
        });
        let several: Arc<[Several]> = several.into();
        let (tell, told) = mpsc::unbounded_channel();
        let mut asking = JoinSet::new();
        asking.spawn_on(ask(several.clone(), order, extractor, tell), runtime);
        Self { several, wanted_by, told: Some(told), _asking: asking, ..Self::nothing(progress) }
    }

    /// Gives all descriptions as soon as they are there.
    pub fn whole(&mut self) -> oneshot::Receiver<Descriptions> {
        let (tell, whole) = oneshot::channel();
        match self.told {
            Some(_) => self.whole = Some(tell),
            None => drop(tell.send(self.made.clone())),
        }
        whole
    }

    /// How many descriptions each community waits for, by its position.
    pub fn waits(&self, waits: &mut [usize]) {
        self.wanted_by.iter().flatten().for_each(|&community| waits[community] += 1);
    }

    pub fn is_over(&self) -> bool {
        self.told.is_none()
    }

    pub fn made(&self) -> &Descriptions {
        &self.made
    }

    /// Takes the next description in, and returns the position of the community that waits for it no longer. One that
    /// cannot be made leaves what was told as it is.
    ///
    /// # Errors
    /// Trouble that every other description would meet too.
    pub async fn next(&mut self) -> Result<Option<usize>, JudgementError> {
        let Some(told) = &mut self.told else { return Ok(None) };
        let Some((at, judged)) = told.recv().await else {
            self.finish();
            return Ok(None);
        };
        let counters = self.progress.stage(Stage::Describe);
        counters.add(1);
        match judged {
            Ok((text, usage)) => {
                self.progress.spend(usage);
                let described = self.several[at].described(&text);
                match self.several[at].element {
                    Element::Entity(entity) => self.made.entities.insert(entity, described),
                    Element::Relationship(tie) => self.made.relationships.insert(tie, described),
                };
            }
            Err(error @ JudgementError::Stopped { .. }) => return Err(error),
            Err(_) => drop(counters.failed.fetch_add(1, Ordering::Relaxed)),
        }
        Ok(self.wanted_by[at])
    }

    fn finish(&mut self) {
        self.told = None;
        self.progress.finish(Stage::Describe);
        self.progress.begin(Stage::Report);
        if let Some(whole) = self.whole.take() {
            // Nobody has a use for them where no vectors are a model's.
            let _ = whole.send(self.made.clone());
        }
    }

    /// Lets what is under way land, and asks for nothing more.
    pub async fn stop(&mut self) {
        while !self.is_over() {
            // One error has stopped it; another says no more.
            let _ = self.next().await;
        }
    }

    /// What was made.
    pub fn end(self) -> Descriptions {
        self.made
    }
}

impl Descriptions {
    /// The graph with these descriptions in the place of what was told.
    pub fn applied(&self, merged: Arc<Merged>) -> Arc<Merged> {
        if self.entities.is_empty() && self.relationships.is_empty() {
            return merged;
        }
        let mut merged = Arc::unwrap_or_clone(merged);
        for (&at, description) in &self.entities {
            merged.entities[at].description.clone_from(description);
        }
        for (&at, description) in &self.relationships {
            merged.relationships[at].description.clone_from(description);
        }
        Arc::new(merged)
    }

    /// Writes them in the place of what was told.
    pub fn write(&self, writer: &Writer, merged: &Merged) -> store::Result<()> {
        for (&at, description) in &self.entities {
            writer.describe_entity(merged.entities[at].id, description)?;
        }
        for (&at, description) in &self.relationships {
            writer.describe_relationship(merged.relationships[at].id, description)?;
        }
        Ok(())
    }
}

/// Asks for descriptions in an order; after trouble that all would meet, only what is under way lands.
async fn ask(
    several: Arc<[Several]>,
    order: Vec<usize>,
    extractor: Arc<dyn Extractor>,
    tell: mpsc::UnboundedSender<(usize, Judged<String>)>,
) {
    let stopped = AtomicBool::new(false);
    let left = order.into_iter().take_while(|_| !stopped.load(Ordering::Relaxed));
    let (several, extractor, stop) = (&several, &extractor, &stopped);
    let mut described = futures::stream::iter(left)
        .map(|at| async move {
            let Several { subject, notes, .. } = &several[at];
            (at, extractor.describe(&Described { subject, notes }).await)
        })
        .buffer_unordered(extractor.concurrency().max(1));
    while let Some((at, judged)) = described.next().await {
        if matches!(judged, Err(JudgementError::Stopped { .. })) {
            stop.store(true, Ordering::Relaxed);
        }
        if tell.send((at, judged)).is_err() {
            return;
        }
    }
}

/// For each element the position of the finest community that holds all of it.
fn wanted_by(several: &[Several], merged: &Merged, communities: &[Community]) -> Vec<Option<usize>> {
    let place: HashMap<CommunityId, usize> =
        communities.iter().enumerate().map(|(at, community)| (community.id, at)).collect();
    let mut finest: HashMap<EntityId, usize> = HashMap::new();
    // Roots come first.
    for (at, community) in communities.iter().enumerate() {
        finest.extend(community.entities.iter().map(|&entity| (entity, at)));
    }
    let upwards = |entity: EntityId| {
        let parent = |&at: &usize| communities[at].parent.and_then(|parent| place.get(&parent).copied());
        std::iter::successors(finest.get(&entity).copied(), parent)
    };
    several
        .iter()
        .map(|one| match one.element {
            Element::Entity(at) => upwards(merged.entities[at].id).next(),
            Element::Relationship(at) => {
                let tie = &merged.relationships[at];
                upwards(tie.source).find(|&community| upwards(tie.target).any(|other| other == community))
            }
        })
        .collect()
}
