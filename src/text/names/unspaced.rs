//! Chinese and Japanese, written without spaces: words by a dictionary, runs of them between punctuation and function
//! words, persons by their surname or the title beside them, bodies and places by their last character. Merging asks
//! for support before anything doubtful is kept.

use std::ops::Range;

use super::FoundName;
use crate::model::{EntityType, Span};
use crate::text::cutting::script::{is_han, is_han_word, is_hiragana, is_katakana};
use crate::text::cutting::segmentation::segments;
use crate::text::language::{Pack, pack};

/// Letters of a person's name.
const PERSON: Range<usize> = 2..5;
/// Letters of the name of a place.
const PLACE: Range<usize> = 2..8;
/// Letters of the name of a body.
const BODY: Range<usize> = 3..16;
/// Letters of a term.
const TERM: Range<usize> = 3..9;
/// Letters of a word that is a term alone.
const LONG_WORD: usize = 3;

/// True for text that is mostly Han characters and kana.
pub(super) fn is_unspaced(text: &str) -> bool {
    let (mut own, mut letters) = (0, 0);
    for c in text.chars().take(400) {
        own += usize::from(is_han(c) || is_katakana(c) || is_hiragana(c));
        letters += usize::from(c.is_alphabetic());
    }
    own >= 4 && own * 2 > letters
}

/// A word of a sentence by the dictionary.
#[derive(Clone, Copy)]
struct Segment<'a> {
    span: Span,
    text: &'a str,
}

impl Segment<'_> {
    fn letters(&self) -> usize {
        self.text.chars().count()
    }

    fn last(&self) -> char {
        self.text.chars().next_back().unwrap_or_default()
    }
}

/// Finds what a sentence names. `language` is its document's.
pub(super) fn find(text: &str, language: Option<&str>, found: &mut Vec<FoundName>) {
    let japanese = language == Some("jpn") || text.contains(is_hiragana);
    let Some(pack) = pack(if japanese { "jpn" } else { "cmn" }) else { return };
    let sentence = Sentence { text, pack, japanese };
    let mut run: Vec<Segment<'_>> = Vec::new();
    for span in segments(text) {
        let segment = Segment { span, text: span.slice(text).unwrap_or_default() };
        if sentence.is_word(segment.text) {
            run.push(segment);
        } else {
            sentence.read(&run, found);
            run.clear();
        }
    }
    sentence.read(&run, found);
}

struct Sentence<'a> {
    text: &'a str,
    pack: &'static Pack,
    japanese: bool,
}

impl Sentence<'_> {
    /// True for a word that a name or a term may have: no number, and no character that only ties.
    fn is_word(&self, word: &str) -> bool {
        let ties = word.chars().count() == 1 && self.pack.characters.contains(word);
        let counts = word.chars().all(|c| self.pack.numerals.contains(c));
        is_han_word(word) && !ties && !counts && !self.pack.fields.has(word)
    }

    /// Reads a run of words: titles part it, and tell what stands beside them.
    fn read(&self, run: &[Segment<'_>], found: &mut Vec<FoundName>) {
        let is_title = |segment: &Segment<'_>| self.pack.titles.has(segment.text);
        let mut parts = run.split(is_title).peekable();
        let mut titled_before = false;
        while let Some(part) = parts.next() {
            let more = parts.peek().is_some();
            if let (Some(first), Some(last)) = (part.first(), part.last()) {
                let titled = titled_before || more || self.is_titled(first, last);
                self.read_part(part, titled, part.len() == run.len(), found);
            }
            titled_before = more && part.is_empty();
        }
    }

    /// True where a title stands in front of a run, a blank between them, or behind it in other letters: 会長 大沼, 菅原さん.
    fn is_titled(&self, first: &Segment<'_>, last: &Segment<'_>) -> bool {
        let behind = &self.text[last.span.end..];
        let front = self.text[..first.span.start].strip_suffix([' ', '\u{3000}']).unwrap_or_default();
        self.pack.titles.iter().any(|title| {
            let small = title.starts_with(is_hiragana) && behind.starts_with(title);
            small || front.ends_with(title)
        })
    }

    fn read_part(&self, part: &[Segment<'_>], titled: bool, alone: bool, found: &mut Vec<FoundName>) {
        let (Some(first), Some(last)) = (part.first(), part.last()) else { return };
        let span = Span::new(first.span.start, last.span.end);
        let letters: usize = part.iter().map(Segment::letters).sum();
        let compound = part.len() > 1 || letters > LONG_WORD;
        let mut push = |span: Span, kind: EntityType, sure: bool| {
            found.push(FoundName { span, proper: kind != EntityType::Concept, kind: Some(kind), sure });
        };
        // A body may be followed by what it does: …公司报告.
        if let Some(body) = part.iter().rposition(|segment| self.pack.bodies.has(segment.text)).filter(|at| *at > 0) {
            return push(Span::new(span.start, part[body].span.end), EntityType::Organisation, true);
        }
        if compound && self.pack.organisations.contains(last.last()) && BODY.contains(&letters) {
            return push(span, EntityType::Organisation, false);
        }
        if titled && PERSON.contains(&letters) && (self.japanese || self.has_surname(first) && first.letters() == 1) {
            return push(span, EntityType::Person, true);
        }
        if compound && self.pack.places.contains(last.last()) && PLACE.contains(&letters) {
            return push(span, EntityType::Place, false);
        }
        if !self.japanese
            && let Some(end) = self.person(part)
        {
            let whole = end == span.end;
            push(Span::new(span.start, end), EntityType::Person, whole && alone);
        } else if alone && TERM.contains(&letters) && (part.len() > 1 || letters >= LONG_WORD) {
            push(span, EntityType::Concept, false);
        }
    }

    fn has_surname(&self, first: &Segment<'_>) -> bool {
        first.text.chars().next().is_some_and(|c| self.pack.surnames.contains(c))
    }

    /// Where a person's name ends that a part begins with: a surname of one character, and one or two that are no word,
    /// or a word of two.
    fn person(&self, part: &[Segment<'_>]) -> Option<usize> {
        let [surname, given, rest @ ..] = part else { return None };
        if surname.letters() != 1 || !self.has_surname(surname) {
            return None;
        }
        match (given.letters(), rest.first()) {
            (1, Some(second)) if second.letters() == 1 => Some(second.span.end),
            (1 | 2, _) => Some(given.span.end),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(text: &str, language: &str) -> Vec<(String, EntityType)> {
        let mut found = Vec::new();
        find(text, Some(language), &mut found);
        found.iter().map(|one| (one.span.slice(text).unwrap_or("").to_owned(), one.kind.clone().unwrap())).collect()
    }

    fn has(found: &[(String, EntityType)], name: &str, kind: EntityType) {
        assert!(found.contains(&(name.to_owned(), kind)), "{name}: {found:?}");
    }

    #[test]
    fn chinese_names_are_cut_where_words_end() {
        let found = named("林晓梅在青石镇的蓝岸环境科技有限公司报告了渔业资源情况，共三百万元。", "cmn");
        has(&found, "林晓梅", EntityType::Person);
        has(&found, "青石镇", EntityType::Place);
        has(&found, "蓝岸环境科技有限公司", EntityType::Organisation);
        assert!(found.iter().all(|(name, _)| !name.contains('万') && !name.starts_with("限公司")), "{found:?}");
    }

    #[test]
    fn japanese_persons_stand_beside_their_titles() {
        let found =
            named("会長の報告。出席：書記 三浦健太、菅原勇さんが昭和二十七年に鳴瀬町の郷土史会を作った。", "jpn");
        has(&found, "三浦健太", EntityType::Person);
        has(&found, "菅原勇", EntityType::Person);
        has(&found, "郷土史会", EntityType::Organisation);
        assert!(found.iter().all(|(name, _)| !name.contains('年') && name != "書記"), "{found:?}");
    }

    #[test]
    fn only_han_and_kana_are_unspaced() {
        assert!(is_unspaced("林海生在青石镇") && is_unspaced("列車を止めたのは"));
        assert!(!is_unspaced("The town of 青石镇 is small."));
    }
}
