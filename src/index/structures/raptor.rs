//! A tree of summaries over the text units (Sarthi et al., "RAPTOR", 2024): alike texts are clustered, each cluster is
//! summed up, the summaries are clustered again, and so on up. A text may stand in two clusters.
//!
//! What is ours: vectors have few dimensions already, so none are reduced; clusters are those of spherical k-means with
//! soft membership rather than of a Gaussian mixture, their number being the texts over the usual size of a cluster
//! rather than the best by BIC; and where no model writes it, a summary is the cluster's most central sentences, word
//! for word.

use std::collections::HashMap;
use std::sync::Arc;

use rayon::prelude::*;
use serde_json::{Value, json};

use super::scribe::Scribe;
use super::vectors::Space;
use super::{StructureError, go_on};
use crate::judgement::extractive::vectors::static_vectors::StaticVectors;
use crate::judgement::model::Mind;
use crate::judgement::model::summary::{Summary, sum_up};
use crate::llm::Purpose;
use crate::model::dense::{dot, mean, normalise};
use crate::model::{Progress, Span, TextUnitId};
use crate::store::{Reader, TreeChild, TreeNode, Writer};
use crate::text::layout::sentences;
use crate::text::similarity::term_vectors::{Frequencies, Term, TermVector, Terms, diversify};

pub const NAME: &str = "raptor";
/// Vectors of the nodes.
pub const SPACE: &str = "raptor";

/// Texts of a cluster, about.
const CLUSTER: usize = 8;
/// Layers of summaries at most.
const LAYERS: u32 = 5;
/// Number of nodes up to which a layer is the last.
const ENOUGH: usize = 11;
/// Rounds of clustering.
const ROUNDS: usize = 8;
/// A text also joins the second nearest centre when that is nearly as near.
const NEARLY: f32 = 0.95;
/// Sentences of a summary.
const SENTENCES: usize = 4;
/// Sentences of one text that are considered for it.
const LOOKED_AT: usize = 12;
/// Letters of a title at most.
const TITLE: usize = 70;
/// Bytes below which a sentence is too short for a summary.
const SHORT: usize = 40;
/// Bytes from which on a sentence is too long for a summary.
const LONG: usize = 400;

/// What is clustered in a layer.
struct Text {
    child: TreeChild,
    vector: Vec<f32>,
    sentences: Vec<String>,
    /// What a model is shown of it; empty where none is asked.
    text: String,
}

/// Makes the tree, the vectors of its nodes, and says how many of them each layer has.
pub fn build(
    reader: &Reader,
    writer: &Writer,
    fixed: Option<&Arc<StaticVectors>>,
    mind: Option<&Mind>,
    progress: &Progress,
) -> Result<Value, StructureError> {
    let scribe = Scribe::new(mind, Purpose::Summary, progress)?;
    let space = Space::read(reader, fixed)?;
    let at: HashMap<u32, usize> = space.units.ids.iter().enumerate().map(|(at, &id)| (id, at)).collect();
    let mut layer: Vec<Text> = Vec::new();
    for unit in reader.all_text_units()? {
        let Some(&at) = at.get(&unit.id.0).filter(|_| !unit.recurring) else { continue };
        let text = reader.unit_text(&unit)?;
        let child = TreeChild::Source(TextUnitId(unit.id.0));
        let sentences = summable(&text);
        let text = if scribe.is_some() { text } else { String::new() };
        layer.push(Text { child, vector: space.units.dequantised(at), sentences, text });
    }
    let (mut nodes, mut vectors): (Vec<TreeNode>, Vec<(u32, Vec<f32>)>) = (Vec::new(), Vec::new());
    let mut sizes: Vec<usize> = Vec::new();
    while layer.len() > ENOUGH && sizes.len() < LAYERS as usize {
        go_on(progress)?;
        let clusters = cluster(&layer, layer.len().div_ceil(CLUSTER));
        let level = sizes.len() as u32 + 1;
        let mut summed: Vec<Summed> = clusters
            .par_iter()
            .map(|members| {
                let texts: Vec<&Text> = members.iter().map(|&at| &layer[at]).collect();
                let children = texts.iter().map(|text| text.child).collect();
                let mean = mean(texts.iter().map(|text| (&text.vector, 1.0)));
                Summed::of_sentences(children, summary(&texts), mean)
            })
            .collect();
        if let Some(scribe) = &scribe {
            write(scribe, &clusters, &layer, &mut summed)?;
        }
        let summaries: Vec<String> = summed.iter().map(|one| one.text.clone()).collect();
        let embedded = space.embed(&summaries, summed.iter().map(|one| one.mean.clone()).collect());
        let mut next = Vec::new();
        for (Summed { children, mean, title, text: summary, sentences }, mut vector) in summed.into_iter().zip(embedded)
        {
            let id = nodes.len() as u32;
            // The summary says what was found central, the mean what lies under it.
            vector.iter_mut().zip(&mean).for_each(|(value, mean)| *value += mean);
            normalise(&mut vector);
            let text = summary.clone();
            nodes.push(TreeNode { id, level, title, summary, children });
            vectors.push((id, vector.clone()));
            next.push(Text { child: TreeChild::Node(id), vector, sentences, text });
        }
        sizes.push(next.len());
        if next.len() >= layer.len() {
            break;
        }
        layer = next;
    }
    writer.batch(|writer| {
        writer.remove_structure(NAME)?;
        writer.add_tree_nodes(NAME, &nodes)?;
        writer.add_space_vectors(SPACE, &vectors)
    })?;
    Ok(Scribe::facts(scribe.as_ref(), json!({ "nodes": nodes.len(), "layers": sizes })))
}

/// Returns the number of summaries in all layers over `texts` texts, if no text is in two clusters.
pub fn expected(texts: usize) -> usize {
    let layers = std::iter::successors(Some(texts), |&layer| Some(layer.div_ceil(CLUSTER)));
    layers.take_while(|&layer| layer > ENOUGH).take(LAYERS as usize).map(|layer| layer.div_ceil(CLUSTER)).sum()
}

/// A cluster, summed up.
struct Summed {
    children: Vec<TreeChild>,
    mean: Vec<f32>,
    title: String,
    text: String,
    /// Sentences that can stand in a summary of the layer above.
    sentences: Vec<String>,
}

impl Summed {
    /// By its own sentences.
    fn of_sentences(children: Vec<TreeChild>, sentences: Vec<String>, mean: Vec<f32>) -> Self {
        Self { children, mean, title: title_of(&sentences), text: sentences.join(" "), sentences }
    }
}

fn title_of(sentences: &[String]) -> String {
    sentences.first().map_or("", |first| &first[..first.floor_char_boundary(TITLE)]).to_owned()
}

/// Has a model sum clusters up; where it cannot, what was said without one stays.
fn write(
    scribe: &Scribe<'_>,
    clusters: &[Vec<usize>],
    layer: &[Text],
    summed: &mut [Summed],
) -> Result<(), StructureError> {
    let texts = |members: &Vec<usize>| members.iter().map(|&at| layer[at].text.clone()).collect::<Vec<String>>();
    let texts: Vec<Vec<String>> = clusters.iter().map(texts).collect();
    let told = scribe.write(&texts, |mind, texts: &Vec<String>| Box::pin(sum_up(mind, texts)))?;
    for (one, told) in summed.iter_mut().zip(told) {
        if let Some(Summary { title, text }) = told {
            let sentences = summable(&text);
            one.title = if title.is_empty() { title_of(std::slice::from_ref(&text)) } else { title };
            one.sentences = if sentences.is_empty() { vec![text.clone()] } else { sentences };
            one.text = text;
        }
    }
    Ok(())
}

/// The sentences of a text that can stand in a summary.
fn summable(text: &str) -> Vec<String> {
    let found = sentences::split(text, Span::new(0, text.len()));
    let said = found.iter().filter_map(|span| span.slice(text)).map(|said| said.split_whitespace().collect::<Vec<_>>());
    said.map(|words| words.join(" ")).filter(|said| (SHORT..LONG).contains(&said.len())).take(LOOKED_AT).collect()
}

/// The most central sentences of some texts, unlike one another.
fn summary(texts: &[&Text]) -> Vec<String> {
    let said: Vec<&String> = texts.iter().flat_map(|text| &text.sentences).collect();
    let mut terms = Terms::default();
    let words: Vec<Vec<Term>> = said.iter().map(|said| terms.of_text(said)).collect();
    let mut frequencies = Frequencies::default();
    words.iter().for_each(|words| frequencies.add(words));
    let vectors: Vec<TermVector> = words.iter().map(|words| TermVector::new(words, &frequencies)).collect();
    let centre = TermVector::centroid(vectors.iter().map(|vector| (vector, 1.0)), 200);
    let relevance: Vec<f32> = vectors.iter().map(|vector| vector.likeness(&centre)).collect();
    let all: Vec<&TermVector> = vectors.iter().collect();
    diversify(&relevance, &all, SENTENCES, 0.7, 0.6).into_iter().map(|at| said[at].clone()).collect()
}

/// Clusters texts about some centres, the nearest first in each; empty clusters are left out.
fn cluster(texts: &[Text], count: usize) -> Vec<Vec<usize>> {
    let dimensions = texts.first().map_or(0, |text| text.vector.len());
    // Spread evenly over the corpus, which is in reading order: neighbours are alike.
    let mut centres: Vec<Vec<f32>> = (0..count).map(|at| texts[at * texts.len() / count].vector.clone()).collect();
    let mut near: Vec<[(f32, usize); 2]> = Vec::new();
    for _ in 0..ROUNDS {
        near = texts.par_iter().map(|text| two_nearest(&text.vector, &centres)).collect();
        let mut sums = vec![vec![0.0f32; dimensions]; centres.len()];
        for (text, [(_, first), _]) in texts.iter().zip(&near) {
            sums[*first].iter_mut().zip(&text.vector).for_each(|(sum, value)| *sum += value);
        }
        for (centre, mut sum) in centres.iter_mut().zip(sums) {
            normalise(&mut sum);
            if sum.iter().any(|&value| value != 0.0) {
                *centre = sum;
            }
        }
    }
    let mut clusters: Vec<Vec<(f32, usize)>> = vec![Vec::new(); centres.len()];
    for (at, &[first, second]) in near.iter().enumerate() {
        clusters[first.1].push((first.0, at));
        if second.0 > 0.0 && second.0 >= NEARLY * first.0 && second.1 != first.1 {
            clusters[second.1].push((second.0, at));
        }
    }
    clusters.retain(|cluster| !cluster.is_empty());
    clusters
        .into_iter()
        .map(|mut cluster| {
            cluster.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
            cluster.into_iter().map(|(_, at)| at).collect()
        })
        .collect()
}

fn two_nearest(vector: &[f32], centres: &[Vec<f32>]) -> [(f32, usize); 2] {
    let mut best = [(f32::NEG_INFINITY, 0); 2];
    for (at, centre) in centres.iter().enumerate() {
        let likeness = dot(vector, centre);
        if likeness > best[0].0 {
            best = [(likeness, at), best[0]];
        } else if likeness > best[1].0 {
            best[1] = (likeness, at);
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(id: u32, vector: [f32; 2], said: &str) -> Text {
        Text {
            child: TreeChild::Source(TextUnitId(id)),
            vector: vector.to_vec(),
            sentences: vec![said.to_owned()],
            text: String::new(),
        }
    }

    #[test]
    fn texts_alike_are_one_cluster_and_one_between_stands_in_both() {
        let (a, b) = ([1.0, 0.0], [0.0, 1.0]);
        let between = [std::f32::consts::FRAC_1_SQRT_2; 2];
        let vectors = [a; 20].into_iter().chain([between]).chain([b; 20]);
        let texts: Vec<Text> = vectors.enumerate().map(|(id, vector)| text(id as u32, vector, "")).collect();
        let clusters = cluster(&texts, 2);
        assert_eq!(clusters.iter().filter(|cluster| cluster.contains(&20)).count(), 2, "{clusters:?}");
        assert!(clusters.iter().any(|cluster| cluster.contains(&0) && !cluster.contains(&30)), "{clusters:?}");
    }

    #[test]
    fn a_summary_is_of_sentences_that_were_said() {
        let texts = [
            text(0, [1.0, 0.0], "The ferry to the island stopped in winter because of ice."),
            text(1, [1.0, 0.0], "In winter the ferry was stopped by ice for some weeks."),
            text(2, [1.0, 0.0], "Nobody painted the barn that year, as far as one knows."),
        ];
        let said = summary(&texts.iter().collect::<Vec<_>>());
        assert!(said[0].contains("ferry"), "{said:?}");
        assert!(said.iter().all(|said| texts.iter().any(|text| text.sentences.contains(said))));
    }
}
