//! Which names a text unit is *about*, so that it is found by them whatever its document is called: the name its first
//! sentence says something of, names that head its sections, the file's name, and whoever it names far more often than
//! others. A document's title is one more such name, and leads to all of it (`links`).

mod lead;

use std::collections::{BTreeMap, HashMap};
use std::path::Path;
use std::sync::LazyLock;

use rayon::prelude::*;

use super::links::title_key;
use crate::config::data_file;
use crate::index::merge::Merged;
use crate::judgement::{DocumentText, Documents, UnitTexts};
use crate::model::{DocumentId, EntityId, EntityType, SentenceKind, TextUnit, TextUnitId};
use crate::store::{self, SubjectName, Writer};
use crate::text::words::terms::folded;
use lead::Form;

/// How surely a name found each way is what a text unit is about; read from `assets/retrieval.toml`.
#[derive(Clone, Copy, Debug, Default, PartialEq, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SubjectEvidence {
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

static EVIDENCE: LazyLock<SubjectEvidence> = LazyLock::new(|| data_file!("../../../../assets/subjects.toml"));

/// Text units that are read before the names found in them are packed, and rows that are written at once.
const TOGETHER: usize = 1 << 13;

/// The names that text units are about. Rows of a table may have a million: each name is kept once.
pub struct Subjects {
    names: Vec<Box<str>>,
    /// In the order of the table, so that its pages are filled one after another.
    about: Vec<About>,
}

/// Interned names, with the number of text units that are about each.
#[derive(Default)]
struct Known {
    numbers: HashMap<Box<str>, u32>,
    units: Vec<usize>,
}

impl Known {
    /// Interns a name, increments its count of text units, and returns its number.
    fn number(&mut self, name: String) -> u32 {
        let number = *self.numbers.entry(name.into()).or_insert(self.units.len() as u32);
        if number as usize == self.units.len() {
            self.units.push(0);
        }
        self.units[number as usize] += 1;
        number
    }
}

/// A text unit that is about the bearer of an interned name.
struct About {
    name: u32,
    unit: TextUnitId,
    weight: f32,
}

impl Subjects {
    /// Reads the text units; what recurs is about nothing of its own.
    pub fn find<U: UnitTexts + ?Sized>(documents: &dyn Documents, units: &U, merged: &Merged) -> Self {
        let evidence = &*EVIDENCE;
        let position: HashMap<DocumentId, u32> =
            (0u32..).zip(0..documents.len()).map(|(number, at)| (documents.id(at), number)).collect();
        let dense = dense(merged, evidence);
        let (mut known, mut about) = (Known::default(), Vec::new());
        for units_at in units.counted().chunks(TOGETHER) {
            let found: Vec<Vec<(String, f32)>> = units_at
                .par_iter()
                .map(|&at| {
                    let (unit, text) = (units.unit(at as usize), units.text(at as usize));
                    let mut names: BTreeMap<String, f32> = BTreeMap::new();
                    let mut add = |name: String, weight: f32| {
                        let known = names.entry(name).or_insert(0.0);
                        *known = known.max(weight);
                    };
                    heads(unit, text, evidence, &mut add);
                    if let Some(&at) = position.get(&unit.document) {
                        about_document(unit, &documents.at(at as usize), evidence, &mut add);
                    }
                    dense.of(unit.id).for_each(|name| add(title_key(name), evidence.dense));
                    names.remove("");
                    names.into_iter().collect()
                })
                .collect();
            for (&at, names) in units_at.iter().zip(found) {
                let unit = units.unit(at as usize).id;
                for (name, weight) in names {
                    let name = known.number(name);
                    // What leads nowhere already is not held.
                    if known.units[name as usize] <= evidence.most_units {
                        about.push(About { name, unit, weight });
                    }
                }
            }
        }
        Self::of(known, about, evidence.most_units)
    }

    /// Leaves out the names of too many text units, and puts the others in order.
    fn of(known: Known, mut about: Vec<About>, most_units: usize) -> Self {
        let Known { numbers, units } = known;
        about.retain(|about| units[about.name as usize] <= most_units);
        let mut names: Vec<(Box<str>, u32)> = numbers.into_iter().collect();
        names.sort_unstable();
        let mut places = vec![0u32; names.len()];
        (0..).zip(&names).for_each(|(place, &(_, number))| places[number as usize] = place);
        about.iter_mut().for_each(|about| about.name = places[about.name as usize]);
        about.sort_unstable_by_key(|about| (about.name, about.unit));
        Self { names: names.into_iter().map(|(name, _)| name).collect(), about }
    }

    pub fn write(&self, writer: &Writer) -> store::Result<()> {
        let subject = |about: &About| SubjectName {
            folded: self.names[about.name as usize].to_string(),
            unit: about.unit,
            weight: about.weight,
        };
        writer.batch(|writer| {
            self.about
                .chunks(TOGETHER)
                .try_for_each(|few| writer.add_subjects(&few.iter().map(subject).collect::<Vec<SubjectName>>()))
        })
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
fn heads(unit: &TextUnit, text: &str, evidence: &SubjectEvidence, add: &mut impl FnMut(String, f32)) {
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
fn about_document(
    unit: &TextUnit,
    document: &DocumentText,
    evidence: &SubjectEvidence,
    add: &mut impl FnMut(String, f32),
) {
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

/// Whoever text units name often, and more often than others.
struct Dense<'a> {
    merged: &'a Merged,
    /// By text unit the position of the entity.
    entities: HashMap<TextUnitId, u32>,
}

impl Dense<'_> {
    /// The names of whoever the text unit names.
    fn of(&self, unit: TextUnitId) -> impl Iterator<Item = &str> {
        let entity = self.entities.get(&unit).map(|&at| &self.merged.entities[at as usize]);
        let names = entity.into_iter().flat_map(|entity| std::iter::once(&entity.name).chain(&entity.aliases).take(4));
        names.map(String::as_str)
    }
}

fn dense<'a>(merged: &'a Merged, evidence: &SubjectEvidence) -> Dense<'a> {
    let entities: HashMap<EntityId, u32> = (0u32..)
        .zip(&merged.entities)
        .filter(|(_, entity)| !entity.ubiquitous && !matches!(entity.kind, EntityType::Date | EntityType::Concept))
        .map(|(at, entity)| (entity.id, at))
        .collect();
    let known = merged.mentions.iter().filter(|mention| entities.contains_key(&mention.entity));
    let mut named: Vec<(TextUnitId, EntityId)> = known.map(|mention| (mention.text_unit, mention.entity)).collect();
    named.sort_unstable();
    let mut found = HashMap::new();
    for of_unit in named.chunk_by(|a, b| a.0 == b.0) {
        let counts = of_unit.chunk_by(|a, b| a == b).map(|same| (same.len(), std::cmp::Reverse(same[0].1)));
        let Some((count, std::cmp::Reverse(entity))) = counts.max() else { continue };
        if count >= evidence.dense_mentions && count as f32 >= evidence.dense_share * of_unit.len() as f32 {
            found.insert(of_unit[0].0, entities[&entity]);
        }
    }
    Dense { merged, entities: found }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_weights_of_evidence_are_read() {
        assert!(EVIDENCE.head > 0.0 && EVIDENCE.most_units > 0);
    }
}
