//! How gladly a sentence is read, whatever it is about: one that is whole, of a readable length, that says something
//! and is no row, list of names, talk about the talk, or scrap; and how far it is told as to somebody who was not
//! there.

use std::ops::Range;
use std::sync::LazyLock;

use rayon::prelude::*;
use serde::Deserialize;

use super::ReportGrounds;
use super::replaced::replaced;
use crate::config::data_file;
use crate::index::evidence::sentences::SentenceFacts;
use crate::judgement::DocumentText;
use crate::judgement::extractive::summaries::gist::length;
use crate::judgement::outline::SectionKind;
use crate::judgement::rank::features::{asks, breaks_off, is_roster};
use crate::judgement::rank::window::Stretch;
use crate::model::SentenceKind;
use crate::text::cutting::punctuation::ends_sentence;
use crate::text::cutting::script::is_unspaced;
use crate::text::language::{WordList, pack, word_lists};
use crate::text::layout::aside::aside;
use crate::text::statements::reference::refers;
use crate::text::words::terms::{fold, folded, words};
use crate::text::words::wordlist::is_function_word;

/// Words up to which a sentence is hardly one.
const HARDLY: usize = 5;
/// Words up to which a sentence is short.
const SHORT: usize = 9;
/// Words up to which a sentence is rather short.
const RATHER_SHORT: usize = 14;
/// Words from which on a sentence is long.
const LONG: usize = 48;
/// One sign in so many is a figure in what is hardly more than figures.
const FIGURES: usize = 5;
/// Of a document whose writer ends sentences, so many in a hundred of its sentences end with a mark.
const ENDED: usize = 60;

/// What counts for a passage; see `assets/rank/report.toml`.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Weights {
    pub topical: f32,
    pub central: f32,
    pub about: f32,
    pub whole: f32,
    pub whole_of_parent: f32,
    pub together: f32,
    pub together_of_parent: f32,
    pub introduces: f32,
    pub introduction: f32,
    pub defines: f32,
    pub told_again: f32,
    pub few_words: f32,
    pub some_words: f32,
    pub rather_few_words: f32,
    pub item: f32,
    pub row: f32,
    pub aside: f32,
    pub long: f32,
    pub thin: f32,
    pub dense: f32,
    pub asks: f32,
    pub broken: f32,
    pub leans: f32,
    pub code: f32,
    pub address: f32,
    pub roster: f32,
    pub back: f32,
    pub unfinished: f32,
    pub announces: f32,
    pub other_person: f32,
    pub converses: f32,
    pub among_themselves: f32,
    pub unended: f32,
    pub figures: f32,
    pub courtesy: f32,
    pub oneself: f32,
    pub opener: f32,
    pub to_hearers: f32,
    pub beside: f32,
    pub elsewhere: f32,
    pub replaced: f32,
    pub redundant: f32,
    pub too_like: f32,
    pub same_document: f32,
    pub quotable: f32,
    pub worth_a_finding: f32,
}

word_lists! { static WORDS = "quality.toml": openers, hearers, courtesies, hesitations, oneself, unfinished }

pub(super) static WEIGHTS: LazyLock<Weights> = LazyLock::new(|| data_file!("../../../assets/rank/report.toml"));

/// True for a document whose sentences end with a mark, as those of a chat may not.
fn ends_sentences(document: &DocumentText) -> bool {
    let prose = document.sentences.iter().filter(|sentence| sentence.kind == SentenceKind::Prose);
    let (mut all, mut ended) = (0, 0);
    // The lines of an address say nothing of how its writer ends sentences.
    let told = prose.filter_map(|sentence| sentence.span.slice(&document.text)).filter(|text| length(text) > HARDLY);
    for text in told {
        all += 1;
        ended += usize::from(ends_sentence(text));
    }
    ended * 100 >= ENDED * all
}

/// Returns the factor for spoken sentences that begin as talk does, address the listener, or only thank and greet: 1
/// for others.
fn talked(text: &str) -> f32 {
    const TURNS: usize = 2;
    /// Words of what only thanks somebody, at most.
    const COURTEOUS: usize = 22;
    let all: Vec<String> = folded(text);
    let hesitates = all.iter().any(|word| WORDS.hesitations.has(word));
    let opens = hesitates || all.first().is_some_and(|word| WORDS.openers.has(word));
    let turns = all.iter().filter(|word| WORDS.hearers.has(word)).count() >= TURNS;
    let thanks = all.len() <= COURTEOUS && all.iter().any(|word| WORDS.courtesies.has(word));
    (if opens { WEIGHTS.opener } else { 1.0 })
        * if turns { WEIGHTS.to_hearers } else { 1.0 }
        * if thanks { WEIGHTS.courtesy } else { 1.0 }
}

/// True for a sentence with a pronoun of those who talk: *we*, *you'll*, *j'ai*.
fn converses(text: &str, pronouns: &WordList) -> bool {
    if text.contains(is_unspaced) {
        return pronouns.is_said_in(text);
    }
    let mut pronoun = words(text).map(|word| word.text.split(['\'', '’']).next().unwrap_or_default().to_lowercase());
    pronoun.any(|word| pronouns.has(&word))
}

impl ReportGrounds<'_, '_> {
    /// How gladly each sentence is read, from 0 to 1.
    pub(super) fn qualities(&self) -> Vec<f32> {
        let replaced = replaced(self.material.documents);
        self.of_documents(|document, said| {
            let ends = ends_sentences(document);
            let holds = if replaced.contains(&document.document.id) { WEIGHTS.replaced } else { 1.0 };
            said.map(|at| holds * self.quality(document, ends, self.sentences.at(at))).collect()
        })
    }

    /// How far each sentence is told as to somebody who was not there, up to 1: less where people talk to each other,
    /// and in a document in which they do.
    pub(super) fn detached(&self) -> Vec<f32> {
        self.of_documents(|document, said| {
            let language = pack(document.document.language.as_deref().unwrap_or("eng"));
            // What several say in turn is a conversation, whatever words it has.
            let talk = document.speakers.len() > 1;
            let turns = |at: usize| {
                let place = self.sentences.at(at).sentence as usize;
                let Some(sentence) = document.sentences.get(place) else { return false };
                let text = sentence.span.slice(&document.text).unwrap_or_default();
                talk && sentence.speaker.is_some() || language.is_some_and(|pack| converses(text, &pack.conversing))
            };
            let conversing: Vec<bool> = said.map(turns).collect();
            let share = conversing.iter().filter(|&&converses| converses).count() as f32 / conversing.len() as f32;
            let of_document = 1.0 - share * (1.0 - WEIGHTS.among_themselves);
            let one = |converses| of_document * if converses { WEIGHTS.converses } else { 1.0 };
            conversing.into_iter().map(one).collect()
        })
    }

    /// What is found of the sentences of each document, in the order of all, given their positions.
    fn of_documents(&self, of: impl Fn(&DocumentText, Range<usize>) -> Vec<f32> + Sync) -> Vec<f32> {
        // No more than the document is held of each: there may be millions, and what they name is there already.
        let owners: Vec<u32> = self.sentences.iter().map(|said| said.document).collect();
        let mut next = 0;
        let of_documents = owners.chunk_by(|a, b| a == b).map(|run| {
            let from = next;
            next += run.len();
            (run[0], from..next)
        });
        let of_documents: Vec<(u32, Range<usize>)> = of_documents.collect();
        let found = |(document, said)| of(&self.material.documents.at(document as usize), said);
        of_documents.into_par_iter().flat_map_iter(found).collect()
    }

    fn quality(&self, document: &DocumentText, ends: bool, said: SentenceFacts<'_>) -> f32 {
        let Some(sentence) = document.sentences.get(said.sentence as usize) else { return 0.0 };
        let text = sentence.span.slice(&document.text).unwrap_or_default();
        let length = length(text);
        let signs = text.chars().filter(|c| matches!(c, '{' | '}' | '<' | '>' | ';' | '=' | '|' | '\\')).count();
        let mut quality = match sentence.kind {
            SentenceKind::Row => WEIGHTS.row,
            _ if sentence.speaker.is_none() && is_in_fields(text) => WEIGHTS.row,
            SentenceKind::Item => WEIGHTS.item,
            _ => 1.0,
        };
        if sentence.speaker.is_none() || sentence.kind != SentenceKind::Prose {
            quality *= 1.0 - (1.0 - WEIGHTS.aside) * aside(text, sentence.kind);
        }
        quality *= match length {
            few if few <= HARDLY => WEIGHTS.few_words,
            some if some <= SHORT => WEIGHTS.some_words,
            rather if rather <= RATHER_SHORT => WEIGHTS.rather_few_words,
            long if long >= LONG => WEIGHTS.long,
            _ => 1.0,
        };
        // What the document is called stands behind every quotation from it.
        if fold(text) == fold(&document.document.title) {
            quality *= WEIGHTS.few_words;
        }
        // Talk that feels its way has few words of content.
        let terms = self.bearing.terms(said.document as usize, said.sentence as usize);
        let dense = terms as f32 / length.max(1) as f32 / WEIGHTS.dense.max(f32::MIN_POSITIVE);
        quality *= WEIGHTS.thin + (1.0 - WEIGHTS.thin) * dense.min(1.0);
        if asks(text) {
            quality *= WEIGHTS.asks;
        }
        if breaks_off(text) {
            quality *= WEIGHTS.broken;
        }
        // Who was there, and other lists of names, tell nothing of what went on.
        if is_roster(text) {
            quality *= WEIGHTS.roster;
        }
        if signs * 25 > text.len() || runs_on(text, document.document.language.as_deref()) {
            quality *= WEIGHTS.code;
        }
        // Where to read on, and what was taken from where.
        if text.contains("://") {
            quality *= WEIGHTS.address;
        }
        if sentence.speaker.is_some() {
            quality *= talked(text);
        }
        // A signature, an address, a line of a table of contents.
        if ends && sentence.kind == SentenceKind::Prose && !ends_sentence(text) {
            quality *= WEIGHTS.unended;
        }
        if words(text).next().is_some_and(|word| WORDS.oneself.has(&word.text.to_lowercase().replace('’', "'"))) {
            quality *= WEIGHTS.oneself;
        }
        let figures = text.chars().filter(char::is_ascii_digit).count();
        if sentence.kind != SentenceKind::Row && figures * FIGURES > text.len() {
            quality *= WEIGHTS.figures;
        }
        let section = self.bearing.outlines.of(said.document as usize).section(said.sentence as usize);
        if section.is_some_and(|section| section.kind == SectionKind::Back) || refers(text) {
            quality *= WEIGHTS.back;
        }
        if words(text).any(|word| WORDS.unfinished.has(word.text)) {
            quality *= WEIGHTS.unfinished;
        }
        let stretch = stretch(document);
        let shown = || stretch.window(said.sentence as usize);
        if stretch.points_back(text) {
            let out_of_reach = shown().is_none_or(|window| window.leans);
            quality *= if out_of_reach { WEIGHTS.leans } else { 0.9 };
        }
        // What it announces is no text that could be shown with it.
        if announces(text) && shown().is_none_or(|window| announces(stretch.words(window.span).unwrap_or_default())) {
            quality *= WEIGHTS.announces;
        }
        quality
    }
}

/// True for fields and codes that run on as if they were a sentence: it has hardly a small word. What language has none
/// that we know tells nothing.
fn runs_on(text: &str, language: Option<&str>) -> bool {
    /// Words from which on some are small, and one in how many.
    const LONG: usize = 12;
    const FEW: usize = 14;
    if pack(language.unwrap_or("eng")).is_none() || text.contains(is_unspaced) {
        return false;
    }
    let (mut all, mut small) = (0, 0);
    for word in words(text) {
        all += 1;
        small += usize::from(is_function_word(&word.text.to_lowercase()));
    }
    all >= LONG && small * FEW < all
}

/// True for what says nothing without the list, or the words, behind it.
pub(super) fn announces(text: &str) -> bool {
    text.trim_end().ends_with([':', '：'])
}

/// A document as passages are found in it.
pub(super) fn stretch(document: &DocumentText) -> Stretch<'_> {
    Stretch {
        sentences: &document.sentences,
        text: &document.text,
        offset: 0,
        language: document.document.language.as_deref(),
    }
}

/// True for fields that are read as one sentence: "Range: May to June, exported by: Ada Voss".
fn is_in_fields(text: &str) -> bool {
    const SEVERAL: usize = 2;
    text.split(':').skip(1).filter(|value| value.starts_with([' ', '\t'])).count() >= SEVERAL
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_says_we_or_you_converses() {
        let of = |language, text| converses(text, &pack(language).expect("a pack").conversing);
        assert!(
            of("eng", "At eight Ada and I met in the shed.") && of("eng", "It’s what they're for, and you’ll see.")
        );
        assert!(!of("eng", "The ferry sank in May."));
        assert!(of("fra", "Quand j'ai vu le quai, il était trop tard.") && !of("fra", "Le quai fut vendu."));
        assert!(of("cmn", "我们看见了船。") && !of("cmn", "船沉了。"));
    }

    #[test]
    fn fields_that_run_on_have_no_small_words() {
        let fields = "Added 2031-05-04 21:15:12 Boxid OR1154805 City Orsk Donor Tolland Library Camera Canon Leaf 0002";
        assert!(runs_on(fields, Some("eng")) && !runs_on(fields, Some("kor")), "nothing is known of Korean");
        assert!(!runs_on(
            "The harbour dues of Marrow Bay doubled in 1986, when the cannery had paid none for years.",
            Some("eng")
        ));
        assert!(!runs_on("Orsk, 4 May 2031", Some("eng")));
    }

    #[test]
    fn fields_in_a_row_are_told_from_a_sentence() {
        assert!(is_in_fields("Log of the quay Range: 1 May – 3 June exported by: Ada Voss"));
        assert!(!is_in_fields("There were two of them: a lamp and, at 10:30, a gate."));
    }

    #[test]
    fn talk_that_begins_as_talk_or_turns_to_hearers_is_quoted_last() {
        assert_eq!(talked("The gate of the weir was shut in 1931."), 1.0);
        assert!(talked("Well, the gate of the weir was shut in 1931.") < 1.0);
        assert!(talked("If you like the weir, tell your friends.") < 1.0);
        assert!(
            talked("So if you like the weir, tell your friends.") < talked("If you like the weir, tell your friends.")
        );
    }
}
