//! Finding: any record by its name, else by its text, with the words that say why it was found.

use std::collections::{HashMap, HashSet};

use strsim::osa_distance;

use super::{Library, Result};
use crate::model::{CommunityId, DocumentId, EntityId, Kind, Ref, Report, TextUnitId, cited_in, without_citations};
use crate::text::cutting::punctuation::is_terminal;
use crate::text::display::inline::unmarked;
use crate::text::display::spacing::{first_words, single_spaced};
use crate::text::words::terms::fold;
use crate::tui::data::{Column, Hit};
use crate::tui::widgets::rich::shorten;

/// Hits of the finder.
const HITS: usize = 60;
/// How surely the first record is meant whose text has the words, how much less the next, and what twice as many
/// documents add to a name.
const BY_WORDS: i64 = 900;
const STEP_BY_WORDS: i64 = 40;
const WEIGHT: i64 = 700;
/// Places of a word in a text that are looked at.
const PLACES: usize = 64;
/// Letters that a line of a text is long at most.
const LINE: usize = 160;
/// Documents of which a passage may be meant by its number.
const PARTS_OF: usize = 8;
/// Names that a slip of the keyboard was meant for.
const NEAR: usize = 8;
/// Letters of a word without which another form of it is not looked for.
const STEM: usize = 4;

/// How surely a name is meant by a text: it is the text, begins with it, has a word that does, holds it, holds each of
/// its words; else 0.
pub(super) fn likeness(name: &str, wanted: &str) -> i64 {
    match name.find(wanted) {
        Some(0) if name.len() == wanted.len() => 4_000,
        Some(0) => 3_000,
        Some(_) if name.match_indices(wanted).any(|(at, _)| !name[..at].ends_with(char::is_alphanumeric)) => 2_000,
        Some(_) => 1_000,
        None if wanted.contains(' ') && wanted.split_whitespace().all(|word| name.contains(word)) => 500,
        None => 0,
    }
}

/// From how surely on a name is meant, and not only spoken of beside others: what has but some of the words never is.
const MEANT: i64 = 1_000;

/// How much surer whatever has the words as they were typed is than what has them apart: in its text, in its name.
const IN_TEXT: i64 = 100_000;
const IN_NAME: i64 = 200_000;

/// What a passage is called behind its document, before its number.
const PART: &str = ", part ";

/// How surely a name is meant that has each word of a text, wherever.
const HAS_ALL: i64 = 1_500;

/// How surely a name is meant by a text of several words: as [`likeness`] has it, else where it has each of its words,
/// else by how many; a name that says nothing else is meant more.
fn fit(name: &str, wanted: &str) -> i64 {
    let sure = likeness(name, wanted);
    let words: Vec<&str> = wanted.split_whitespace().collect();
    if sure >= MEANT || words.len() < 2 {
        return sure;
    }
    if words.iter().all(|word| words_of(name).any(|own| own == *word)) {
        return HAS_ALL;
    }
    let said = words_of(name).filter(|word| words.contains(word)).count();
    let whole = said > 0 && words_of(name).all(|word| words.contains(&word));
    sure.max(((600 * said.min(words.len()) / words.len()) as i64 + if whole { BY_WORDS } else { 0 }).min(MEANT - 1))
}

/// How surely a name is meant that is what was typed but for a letter amiss in a word; more, where it has no other
/// word.
const AMISS: i64 = 1_200;
const AMISS_ALONE: i64 = 1_300;

/// How surely a name is meant by words that nothing is called by as they stand.
fn amiss(name: &str, wanted: &[&str]) -> i64 {
    let is_near = |own: &str, word: &str| {
        let letters = word.chars().count();
        letters >= STEM && own.chars().count().abs_diff(letters) <= 1 && osa_distance(own, word) <= 1
    };
    let fits = |word: &&str| words_of(name).any(|own| own == *word || is_near(own, word));
    match wanted.iter().all(fits) {
        true if words_of(name).count() == wanted.len() => AMISS_ALONE,
        true => AMISS,
        false => 0,
    }
}

fn words_of(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty())
}

/// True for a text that has words as they were typed, from the beginning of a word on.
fn has_phrase(text: &str, wanted: &str) -> bool {
    let text = fold(&single_spaced(text));
    text.match_indices(wanted).any(|(at, _)| !text[..at].ends_with(char::is_alphanumeric))
}

/// The document and the number that a passage is called by, as far as both are typed: `minutes, part 2`.
fn part_named(wanted: &str) -> Option<(&str, u32)> {
    let (document, number) = wanted.rsplit_once(PART.trim_matches([',', ' ']))?;
    let document = document.trim_end_matches([',', ' ']);
    let number = number.strip_prefix(' ')?.parse().ok()?;
    (!document.is_empty()).then_some((document, number))
}

/// What may be meant by a text.
struct Candidates {
    /// Those said outright first.
    records: Vec<Ref>,
    /// How many were.
    outright: usize,
    /// How surely those are meant whose text has the words.
    by_words: HashMap<Ref, i64>,
}

impl Library {
    /// Records whose names hold what is looked for, the surest first; those whose text does; then what is only spelt
    /// like it.
    pub(super) fn search(&self, text: &str) -> Result<Vec<Hit>> {
        // A name that is asked for as a question is a name all the same.
        let bare = text.trim_end_matches(['?', '!', ' ']);
        let text = if bare.is_empty() { text } else { bare };
        // `report 12` opens what it says; of a citation that is pasted each record is listed, and nothing else.
        let cited = cited_in(text);
        if !cited.is_empty() && text.contains(['(', '[', '⟨']) {
            return self.all_cited(cited);
        }
        let found = self.candidates(cited, text)?;
        // Whoever types plain letters means names with accents as well, however far they have typed.
        let wanted = fold(text.trim());
        let mut hits = Vec::new();
        for (_, record, title) in self.surest(found, &wanted)? {
            let snippet = self.why_found(record, &title, text, &wanted)?;
            hits.push(Hit { record, title: self.told_apart(record, title)?, snippet });
        }
        Ok(hits)
    }

    /// The records of a citation, as far as they are known.
    fn all_cited(&self, mut cited: Vec<Ref>) -> Result<Vec<Hit>> {
        cited.truncate(HITS);
        let titles = self.reader.titles(&cited)?;
        let known = cited.into_iter().zip(titles).filter_map(|(record, title)| Some((record, title?)));
        let hit = |(record, title)| Ok(Hit { record, title: self.told_apart(record, title)?, snippet: String::new() });
        known.map(hit).collect()
    }

    /// Whatever may be meant, by its number, its name or its text, each once.
    fn candidates(&self, cited: Vec<Ref>, text: &str) -> Result<Candidates> {
        let mut found = cited;
        if let Ok(id) = text.parse::<u32>() {
            found.push(Ref::new(Kind::Report, id));
        }
        // What was said outright stays in front.
        let outright = found.len();
        found.extend(self.parts_named(text)?);
        found.extend(self.reader.entities_named(text)?.into_iter().take(5).map(Ref::from));
        let entities = self.list(Kind::Entity, Column::Size, false, text)?;
        found.extend(entities.into_iter().take(12).map(|id| Ref::new(Kind::Entity, id)));
        found.extend(self.communities_like(text)?.into_iter().take(8).map(|row| Ref::from(row.id)));
        self.go_on()?;
        let documents = self.list(Kind::Document, Column::Name, false, text)?;
        found.extend(documents.into_iter().take(8).map(|id| Ref::new(Kind::Document, id)));
        let kinds = [Kind::Report, Kind::Entity, Kind::Document, Kind::Claim];
        let [mut records, mut passages] = [Vec::new(), Vec::new()];
        // What has them side by side may be none of the best that have any of them.
        for words in [format!("\"{}\"", text.replace('"', " ")), text.to_owned()] {
            self.go_on()?;
            records.extend(self.reader.search_records(&words, &kinds, false, 15)?.into_iter().map(|hit| hit.record));
            self.go_on()?;
            passages.extend(self.reader.search_units(&words, false, 1.0, 20)?.into_iter().map(|hit| hit.record));
        }
        found.extend(records.iter().chain(&passages));
        // The best passages stand among the best records, whatever kind they are of.
        let mut by_words: HashMap<Ref, i64> = HashMap::new();
        for list in [records, passages] {
            for (at, record) in list.into_iter().enumerate() {
                by_words.entry(record).or_insert((BY_WORDS - STEP_BY_WORDS * at as i64).max(1));
            }
        }
        let mut seen = HashSet::new();
        found.retain(|record| seen.insert(*record));
        Ok(Candidates { records: found, outright, by_words })
    }

    /// The passages that are called as was typed.
    fn parts_named(&self, text: &str) -> Result<Vec<Ref>> {
        let wanted = fold(text);
        let Some((document, number)) = part_named(&wanted) else { return Ok(Vec::new()) };
        let mut found = Vec::new();
        for id in self.list(Kind::Document, Column::Name, false, document)?.into_iter().take(PARTS_OF) {
            let units = self.reader.units_of_document(DocumentId(id))?.into_iter();
            found.extend(units.filter(|unit| unit.ordinal + 1 == number).map(|unit| Ref::from(unit.id)));
        }
        Ok(found)
    }

    /// Those that are most surely meant, with how surely and their titles, the surest first.
    fn surest(&self, found: Candidates, wanted: &str) -> Result<Vec<(i64, Ref, String)>> {
        let mut ranked = self.weighed(found, wanted)?;
        // Where no name is meant by what was typed, one is that is a slip of the keyboard away.
        if ranked.iter().all(|&(sure, ..)| sure < MEANT) {
            for (sure, record, name) in self.amiss(wanted)? {
                ranked.retain(|&(_, known, _)| known != record);
                ranked.push((sure, record, name));
            }
        }
        // What is only spelt like it is for whoever misspelt a name: where anything has it, nobody did.
        if ranked.iter().any(|&(sure, ..)| sure > 0) {
            ranked.retain(|&(sure, ..)| sure > 0);
        }
        ranked.sort_by_key(|&(sure, ..)| std::cmp::Reverse(sure));
        ranked.truncate(HITS);
        Ok(ranked)
    }

    /// How surely each is meant, by its name and by its text; what has no title is left out.
    fn weighed(&self, found: Candidates, wanted: &str) -> Result<Vec<(i64, Ref, String)>> {
        let Candidates { records, outright, by_words } = found;
        let titles = self.reader.titles(&records)?;
        let documents = self.documents_of(&records)?;
        let part = part_named(wanted).map(|(document, number)| format!("{document}{PART}{number}"));
        let mut weighed: Vec<(i64, Ref, String)> = Vec::new();
        for (at, (record, title)) in records.into_iter().zip(titles).enumerate() {
            let Some(title) = title else { continue };
            let sure = match record.kind {
                _ if at < outright => i64::MAX,
                // Passages bear the names of their documents: which of them is meant, its number tells.
                Kind::Source => part.as_ref().map_or(0, |part| likeness(&fold(&title), part)),
                _ => fit(&fold(&title), wanted),
            };
            // Of several that are meant as likely, the one that many documents name; what has only some of the words is
            // not meant.
            let weight = documents.get(&record).map_or(0, |&documents| i64::from((documents + 1).ilog2()) * WEIGHT);
            let sure = if sure >= MEANT { sure.saturating_add(weight) } else { sure };
            let sure = sure.max(by_words.get(&record).copied().unwrap_or(0));
            let as_typed = match likeness(&fold(&title), part.as_deref().unwrap_or(wanted)) {
                MEANT.. if record.kind != Kind::Source || part.is_some() => IN_NAME,
                _ if sure > 0 && has_phrase(&self.body(record)?, wanted) => IN_TEXT,
                _ => 0,
            };
            weighed.push((sure.saturating_add(as_typed), record, title));
        }
        Ok(weighed)
    }

    /// The words that say why a record was found, where its name does not.
    fn why_found(&self, record: Ref, title: &str, text: &str, wanted: &str) -> Result<String> {
        match record.kind {
            Kind::Source => {}
            _ if likeness(&fold(title), wanted) > 0 => return Ok(String::new()),
            _ => {}
        }
        Ok(words_around(&self.body(record)?, text))
    }

    /// What a record says besides its name, as it is read: the text of a passage, all of a report, what is known of an
    /// entity. Of other records that is nothing, or too much.
    fn body(&self, record: Ref) -> Result<String> {
        let said = match record.kind {
            Kind::Source => self.reader.unit_text(&self.reader.text_unit(TextUnitId(record.id))?)?,
            Kind::Report => self.reader.reports(&[CommunityId(record.id)])?.first().map_or(String::new(), said),
            Kind::Entity => {
                let entity = self.reader.entity(EntityId(record.id))?;
                format!("{} {}", entity.aliases.join(", "), without_citations(&entity.description))
            }
            _ => String::new(),
        };
        Ok(unmarked(&said).into_owned())
    }

    /// Entities that are called what was typed but for a letter amiss in a word.
    fn amiss(&self, wanted: &str) -> Result<Vec<(i64, Ref, String)>> {
        let words: Vec<&str> = words_of(wanted).collect();
        let mut near: Vec<(i64, Ref)> = Vec::new();
        for (number, (id, name)) in self.names_of(Kind::Entity)?.iter().enumerate() {
            if number.is_multiple_of(4096) {
                self.go_on()?;
            }
            let sure = if words.is_empty() { 0 } else { amiss(&fold(name), &words) };
            if sure > 0 {
                near.push((sure, Ref::new(Kind::Entity, *id)));
            }
        }
        near.sort_by_key(|&(sure, record)| (std::cmp::Reverse(sure), record.id));
        near.dedup_by_key(|(_, record)| record.id);
        near.truncate(NEAR);
        let titles = self.reader.titles(&near.iter().map(|(_, record)| *record).collect::<Vec<_>>())?;
        Ok(near.into_iter().zip(titles).filter_map(|((sure, record), title)| Some((sure, record, title?))).collect())
    }

    /// How many documents name each of these entities.
    fn documents_of(&self, found: &[Ref]) -> Result<HashMap<Ref, u32>> {
        let entities = found.iter().filter(|record| record.kind == Kind::Entity);
        let entities: Vec<EntityId> = entities.map(|record| EntityId(record.id)).collect();
        let rows = self.reader.entity_rows(&entities)?.into_iter();
        Ok(rows.map(|row| (Ref::from(row.id), row.documents)).collect())
    }
}

/// Everything that a report says, without its citations.
fn said(report: &Report) -> String {
    let findings = report.findings.iter().map(|finding| format!(" {} {}", finding.heading, finding.explanation));
    without_citations(&format!("{}{}", report.summary, findings.collect::<String>()))
}

/// A text from the first of some words on, with the word before it; what is left out of its sentence is marked.
fn words_around(text: &str, words: &str) -> String {
    let lower = text.to_ascii_lowercase();
    let find = |word: &str| -> Vec<usize> {
        let word = word.to_ascii_lowercase();
        // Another form of it was meant as well.
        let stem =
            word.char_indices().rev().nth(1).filter(|(at, _)| *at >= STEM).map_or(word.as_str(), |(at, _)| &word[..at]);
        let of = |word: &str| lower.match_indices(word).map(|(at, _)| at).take(PLACES).collect::<Vec<usize>>();
        let whole = of(&word);
        if whole.is_empty() { of(stem) } else { whole }
    };
    // Where most of the words stand close to each other, and the first of those places.
    let places: Vec<Vec<usize>> = words.split_whitespace().map(find).collect();
    let near = |at: usize| places.iter().filter(|of| of.iter().any(|other| (at..at + LINE).contains(other))).count();
    let mut begins: Vec<usize> = places.iter().flatten().copied().collect();
    begins.sort_unstable();
    let most = begins.iter().map(|&at| near(at)).max().unwrap_or(0);
    let at = begins.into_iter().find(|&at| near(at) == most).unwrap_or(0);
    let begins = |at: usize| text[..at].trim_end().is_empty() || text[..at].trim_end().ends_with(is_terminal);
    let from = text[..at]
        .rfind(char::is_whitespace)
        .map_or(0, |before| text[..before].rfind(char::is_whitespace).unwrap_or(before));
    let from = if begins(at) { at } else { from };
    let line = first_words(&text[from..], 30);
    let line = if begins(from) { line } else { format!("… {line}") };
    shorten(&line, LINE, "…").into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_meant_comes_first() {
        let order = ["mill", "mill lane", "old mill", "windmills", "m-i-l-l"].map(|name| likeness(name, "mill"));
        assert!(order.is_sorted_by(|a, b| a > b), "{order:?}");
        assert_eq!(likeness("scott, kevin", "kevin scott"), 500);
    }

    #[test]
    fn a_name_is_meant_with_a_letter_amiss() {
        let sure = |name: &str| amiss(name, &["gret", "agnes"]);
        assert!(sure("great agnes") > sure("the bell great agnes") && sure("the bell great agnes") >= MEANT);
        assert_eq!([sure("st agnes"), sure("agnes"), sure("raft")], [0, 0, 0]);
        assert_eq!(amiss("orsk", &["ors"]), 0, "of few letters too many names are near");
    }

    #[test]
    fn the_words_stand_where_one_sees_why_it_was_found() {
        let text = "The board met in March. Nobody could say who had agreed to pay for the coal.";
        assert_eq!(words_around(text, "coal pay"), "… to pay for the coal.");
        assert_eq!(words_around(text, "agrees"), "… had agreed to pay for the coal.", "another form");
        let text = "The valve was cleaned, and cleaned again, and nothing was said of it for a year or longer than that by \
                    anybody who had to do with it at all. Then the scour valve was open all night.";
        assert_eq!(words_around(text, "scour valve open"), "… the scour valve was open all night.");
        assert_eq!(words_around("The gate shut. Then it broke.", "then broke"), "Then it broke.");
    }

    #[test]
    fn a_name_that_says_only_what_is_looked_for_comes_before_one_that_says_more() {
        let order = ["scour valve open", "scour valve", "scour valve, weir and keeper", "weir"];
        let order = order.map(|name| fit(name, "scour valve open"));
        assert!(order.is_sorted_by(|a, b| a > b), "{order:?}");
        let all = fit("water board: minutes of tuesday 8 january 2019", "minutes 8 january");
        assert!(all > fit("8 january 2019", "minutes 8 january") && all >= MEANT, "each word, wherever");
        assert!(fit("char", "mirela danescu: char and ph") < MEANT, "one word of a title that is typed");
    }
}
