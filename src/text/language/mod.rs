//! Languages: which one a document, and a sentence of it, is in; and what is known of each ([`Pack`]).

mod abbreviations;
mod lists;
mod pack;

use std::collections::HashMap;
use std::sync::LazyLock;

use whatlang::Detector;

use crate::text::cutting::script::{HAN, is_kana};

pub use abbreviations::is_abbreviation;
pub(crate) use lists::{ByName, language_files, word_lists};
pub use pack::{Pack, WordList, english, in_any, pack, packs};

/// Bytes of text that are looked at.
const SAMPLE: usize = 1_000;
/// Words below which a language is not told by its commonest ones.
const FEWEST: usize = 5;
/// One word in this many has to be among the language's commonest; of running text about a third are, and other
/// languages share few.
const SHARE: usize = 6;

/// The languages whose commonest words a word is among, as bits by position among the packs.
static FREQUENT: LazyLock<HashMap<&'static str, u16>> = LazyLock::new(|| {
    let mut frequent: HashMap<&str, u16> = HashMap::with_capacity(1_000);
    for (at, pack) in packs().iter().enumerate() {
        pack.frequent.iter().for_each(|word| *frequent.entry(word).or_default() |= 1 << at);
    }
    frequent
});

/// How many of some words are among the commonest of each language.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    hits: [u16; 16],
    words: usize,
    /// Letters that tell a language by themselves.
    han: usize,
    kana: usize,
    letters: usize,
}

impl Tally {
    fn add(&mut self, word: &str) {
        self.words += 1;
        for c in word.chars() {
            self.letters += 1;
            self.han += usize::from(HAN.contains(&c));
            self.kana += usize::from(is_kana(c));
        }
        let mut bits = FREQUENT.get(word).copied().unwrap_or(0);
        while bits != 0 {
            let at = bits.trailing_zeros() as usize;
            self.hits[at] = self.hits[at].saturating_add(1);
            bits &= bits - 1;
        }
    }

    /// The language that Han and kana tell.
    fn by_script(&self) -> Option<&'static str> {
        if (self.han + self.kana) * 2 <= self.letters || self.letters == 0 {
            return None;
        }
        Some(if self.kana * 8 > self.han { "jpn" } else { "cmn" })
    }

    /// The language with most hits, and whether it leads clearly.
    fn best(&self) -> Option<(&'static Pack, usize, bool)> {
        let (at, &most) = self.hits.iter().enumerate().max_by_key(|(at, hits)| (**hits, usize::MAX - at))?;
        let next = self.hits.iter().enumerate().filter(|(other, _)| *other != at).map(|(_, hits)| *hits).max()?;
        Some((packs().get(at)?, usize::from(most), most * 4 > next * 5))
    }
}

/// Of so many words of a text one at least is among the commonest of its language.
const TIED: usize = 25;

/// Returns the ISO 639-3 code of the language `text` is in, when there is enough of it to tell.
pub fn of(text: &str) -> Option<&'static str> {
    // The middle is more telling than a beginning full of names and labels.
    let middle = text.len() / 2;
    let start = text.floor_char_boundary(middle.saturating_sub(SAMPLE / 2));
    let end = text.ceil_char_boundary((middle + SAMPLE / 2).min(text.len()));
    let sample = &text[start..end];
    let mut tally = Tally::default();
    for word in sample.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()) {
        tally.add(&word.to_lowercase());
    }
    if let Some(code) = tally.by_script() {
        return Some(code);
    }
    // The detector compares trigrams with those of 69 languages and is slow; the languages known here give themselves
    // away.
    if let Some((pack, hits, clear)) = tally.best()
        && clear
        && tally.words >= FEWEST
        && hits * SHARE > tally.words
    {
        return Some(pack.code);
    }
    let info = Detector::new().detect(sample)?;
    // Short texts full of names pass for anything: without certainty nothing is said.
    let certain = info.is_reliable() || info.confidence() > 0.9;
    let code = info.lang().code();
    // A table or a log has none of the words that tie sentences together.
    let at = packs().iter().position(|pack| pack.code == code);
    let spoken = at.is_none_or(|at| usize::from(tally.hits[at]) * TIED >= tally.words);
    (certain && spoken).then_some(code)
}

/// Returns the language of a sentence by its words, in lower case, given that of its document: another one only where
/// the words say so plainly.
pub fn of_sentence<'a>(words: impl Iterator<Item = &'a str>, document: Option<&str>) -> Option<&'static str> {
    let mut tally = Tally::default();
    words.for_each(|word| tally.add(word));
    let own = document.and_then(pack);
    if let Some(script) = tally.by_script() {
        // Japanese is written with few kana in headings.
        return Some(own.filter(|pack| pack.code == "jpn").map_or(script, |pack| pack.code));
    }
    let code = own.map(|pack| pack.code);
    let Some((best, hits, clear)) = tally.best() else { return code };
    let of_own = packs().iter().position(|pack| Some(pack.code) == code).map_or(0, |at| usize::from(tally.hits[at]));
    const PLAIN: usize = 3;
    if clear && hits >= PLAIN && hits > 2 * of_own { Some(best.code) } else { code }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn languages_are_told() {
        for (text, code) in [
            ("The harbour board met on Monday to discuss the new pier and its costs. ", "eng"),
            ("Der Hafenrat tagte am Montag, um über die neue Mole und ihre Kosten zu beraten. ", "deu"),
            ("Le conseil du port s'est réuni lundi pour discuter de la nouvelle jetée et de ses coûts. ", "fra"),
            ("La junta del puerto se reunió el lunes para hablar del nuevo muelle y de sus costes. ", "spa"),
            ("O conselho do porto reuniu-se na segunda para falar do novo cais e dos seus custos. ", "por"),
            ("Il consiglio del porto si è riunito lunedì per parlare del nuovo molo e dei suoi costi. ", "ita"),
            ("De havenraad kwam op maandag bijeen om over de nieuwe pier en de kosten te spreken. ", "nld"),
            ("Совет порта собрался в понедельник, чтобы обсудить новый причал и его стоимость. ", "rus"),
            ("国家发展和改革委员会今天发布了新的政策，旨在促进经济增长。", "cmn"),
            ("港湾委員会は月曜日に新しい桟橋とその費用について話し合った。", "jpn"),
        ] {
            assert_eq!(of(&text.repeat(3)), Some(code), "{text}");
        }
        assert_eq!(of(""), None);
        let log = "2031-09-06 05:41:10 INFO gate lamp=31 driver=SUND route=14 out\n2031-09-06 08:58:33 WARN telematics lamp=31 air_pressure_low bar=4.0\n";
        assert_eq!(of(&log.repeat(6)), None);
    }

    #[test]
    fn a_sentence_may_be_in_another_language_than_its_document() {
        let told = |sentence: &str, document| of_sentence(sentence.to_lowercase().split(' '), document);
        assert_eq!(told("Der Rat hat sich mit dem Bau der Mole befasst", Some("eng")), Some("deu"));
        assert_eq!(told("The keeper of Tolland", Some("deu")), Some("deu"));
        assert_eq!(told("Heron Point", Some("eng")), Some("eng"));
        assert_eq!(told("会議は月曜日に開かれた", Some("eng")), Some("jpn"));
    }
}
