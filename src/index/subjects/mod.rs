//! Which names a text unit is *about*, so that it is found by them whatever its document is called: the name its first
//! sentence says something of, names that head its sections, the file's name, and whoever it names far more often than
//! others. A document's title is one more such name, and leads to all of it (`links`).

mod lead;

use std::collections::{BTreeMap, HashMap};
use std::path::Path;
use std::sync::LazyLock;

use rayon::prelude::*;

use crate::index::links::title_key;
use crate::index::merge::Merged;
use crate::judgement::{DocumentText, Documents};
use crate::model::{DocumentId, EntityId, EntityType, SentenceKind, TextUnit, TextUnitId};
use crate::store::{self, Subject, Writer};
use crate::text::terms::folded;
use lead::Form;

/// How surely a name found each way is what a text unit is about; read from `assets/retrieval.toml`.
#[derive(Clone, Copy, Debug, Default, PartialEq, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Evidence {
    head: f32,
    extended: f32,
    short: f32,
    announced: f32,
    /// A line inside the text unit that begins like a definition, against the beginning of its document.
    inside: f32,
    heading: f32,
    file: f32,
    dense: f32,
    /// Mentions that make a name dense, and their least share of the text unit's.
    dense_mentions: usize,
    dense_share: f32,
    /// A name of more text units than this leads nowhere.
    most_units: usize,
    /// Letters of a line that may begin with a definition.
    line: usize,
}

static EVIDENCE: LazyLock<Evidence> = LazyLock::new(|| {
    // A test reads it too: a file that ships cannot be wrong.
    toml::from_str(include_str!("../../../assets/subjects.toml")).unwrap_or_default()
});

/// The names that text units are about.
pub struct Subjects(Vec<Subject>);

impl Subjects {
    /// Reads the text units; what recurs is about nothing of its own.
    pub fn find(documents: &dyn Documents, units: &[(TextUnit, &str)], merged: &Merged) -> Self {
        let evidence = &*EVIDENCE;
        let position: HashMap<DocumentId, usize> =
            (0..documents.len()).map(|at| (documents.at(at).document.id, at)).collect();
        let dense = dense(units, merged, evidence);
        let found: Vec<Vec<Subject>> = units
            .par_iter()
            .filter(|(unit, _)| !unit.recurring)
            .map(|(unit, text)| {
                let mut names: BTreeMap<String, f32> = BTreeMap::new();
                let mut add = |name: String, weight: f32| {
                    let known = names.entry(name).or_insert(0.0);
                    *known = known.max(weight);
                };
                heads(unit, text, evidence, &mut add);
                if let Some(&at) = position.get(&unit.document) {
                    about_document(unit, &documents.at(at), evidence, &mut add);
                }
                dense.get(&unit.id).into_iter().flatten().for_each(|name| add(title_key(name), evidence.dense));
                names.remove("");
                names.into_iter().map(|(folded, weight)| Subject { folded, unit: unit.id, weight }).collect()
            })
            .collect();
        let mut all: Vec<Subject> = found.into_iter().flatten().collect();
        let mut counts: HashMap<String, usize> = HashMap::new();
        all.iter().for_each(|subject| *counts.entry(subject.folded.clone()).or_default() += 1);
        all.retain(|subject| counts[&subject.folded] <= evidence.most_units);
        // In the order of the table, so that its pages are filled one after another.
        all.sort_unstable_by(|a, b| a.folded.cmp(&b.folded).then(a.unit.cmp(&b.unit)));
        Self(all)
    }

    pub fn write(&self, writer: &Writer) -> store::Result<()> {
        writer.batch(|writer| writer.add_subjects(&self.0))
    }
}

/// The names that the text unit's own words head it with, for its full text: none that its document's title holds.
pub fn heading_names(unit: &TextUnit, text: &str, title: &str) -> String {
    let first = if unit.ordinal == 0 { text } else { "" };
    let title = folded(title);
    let names = lead::leads(first, false).into_iter().filter(|(_, form)| matches!(form, Form::Head | Form::Announced));
    let new = names.map(|(name, _)| name).filter(|name| !name.split(' ').all(|word| title.iter().any(|t| t == word)));
    new.collect::<Vec<_>>().join(" ")
}

/// Names at the heads of the text unit's lines.
fn heads(unit: &TextUnit, text: &str, evidence: &Evidence, add: &mut impl FnMut(String, f32)) {
    let mut begins = unit.ordinal == 0;
    for line in text.split('\n').filter(|line| !line.trim().is_empty()) {
        if line.len() < evidence.line {
            begins &= line.trim_start().starts_with('#');
            continue;
        }
        for (name, form) in lead::leads(line, !begins) {
            let weight = match form {
                Form::Head => evidence.head,
                Form::Extended => evidence.extended,
                Form::Short => evidence.short,
                Form::Announced => evidence.announced,
            };
            add(name, if begins { weight } else { weight * evidence.inside });
        }
        begins = false;
    }
}

/// Headings in the text unit; for the first of a document, its file's name.
fn about_document(unit: &TextUnit, document: &DocumentText, evidence: &Evidence, add: &mut impl FnMut(String, f32)) {
    let from =
        document.sentences.partition_point(|sentence| sentence.span.start < unit.fresh_from.max(unit.span.start));
    for sentence in document.sentences[from..].iter().take_while(|sentence| sentence.span.start < unit.span.end) {
        if sentence.kind == SentenceKind::Heading && !sentence.recurring {
            add(title_key(sentence.span.slice(&document.text).unwrap_or_default()), evidence.heading);
        }
    }
    if unit.ordinal == 0 && document.document.row.is_none() {
        let path = document.document.path.replace('!', "/");
        let stem = Path::new(&path).file_stem().map(|stem| stem.to_string_lossy().replace(['_', '-'], " "));
        add(stem.map(|stem| title_key(&stem)).unwrap_or_default(), evidence.file);
    }
}

/// The names of whoever a text unit names often, and more often than others.
fn dense<'a>(units: &[(TextUnit, &str)], merged: &'a Merged, evidence: &Evidence) -> HashMap<TextUnitId, Vec<&'a str>> {
    let entities: HashMap<EntityId, _> = merged
        .entities
        .iter()
        .filter(|entity| !entity.ubiquitous && !matches!(entity.kind, EntityType::Date | EntityType::Concept))
        .map(|entity| (entity.id, entity))
        .collect();
    let mut counts: HashMap<TextUnitId, HashMap<EntityId, usize>> = HashMap::with_capacity(units.len());
    for mention in &merged.mentions {
        if entities.contains_key(&mention.entity) {
            *counts.entry(mention.text_unit).or_default().entry(mention.entity).or_default() += 1;
        }
    }
    let named = |(unit, counts): (TextUnitId, HashMap<EntityId, usize>)| {
        let all: usize = counts.values().sum();
        let (entity, count) = counts.into_iter().max_by_key(|&(entity, count)| (count, std::cmp::Reverse(entity)))?;
        let enough = count >= evidence.dense_mentions && count as f32 >= evidence.dense_share * all as f32;
        let entity = entities.get(&entity).filter(|_| enough)?;
        let names = std::iter::once(&entity.name).chain(&entity.aliases).map(String::as_str).take(4);
        Some((unit, names.collect()))
    };
    counts.into_iter().filter_map(named).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_weights_of_evidence_are_read() {
        assert!(EVIDENCE.head > 0.0 && EVIDENCE.most_units > 0);
    }
}
