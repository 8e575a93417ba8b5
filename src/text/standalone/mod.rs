//! Does a sentence stand alone? Judges whether a sentence, taken out of its document, can be understood by somebody who
//! has not read what came before, and finds the part of it that can be quoted.
//!
//! What is quoted is always one contiguous span of the sentence. A discourse marker in front ("So, ", "Yeah, ") or a
//! clause behind may be left out; [`Quote::text`] then shows a visible "…" at that end.
//!
//! The rules are of four kinds: *shape* (length, closed quotes and brackets, ends like a statement), which hold for
//! every language; and for English, which the words listed here belong to: *openings* (no conjunction, no answer to
//! somebody), *references* (no pronoun or demonstrative whose antecedent is not in the sentence) and *speech*
//! (fillers, false starts, greetings, housekeeping). Weak signs multiply into [`Quote::worth`]; strong ones reject.

mod english;
mod words;

use std::borrow::Cow;

use self::english::View;
use self::words::Words;
use crate::model::Span;

/// Shortest and longest quotation, in characters.
pub const MIN_CHARS: usize = 40;
pub const MAX_CHARS: usize = 320;
/// Fewest words of a quotation.
const MIN_WORDS: usize = 6;
/// Longer sentences are not even looked at: they are no sentences.
const MAX_BYTES: usize = 4_000;
/// What is worth less than this is not quoted.
const THRESHOLD: f32 = 0.5;
/// The same where there is nothing better, and how short it may be then.
const NEAR_THRESHOLD: f32 = 0.2;
const NEAR_CHARS: usize = 20;
const NEAR_WORDS: usize = 4;

/// What is known of a sentence besides its words.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Setting {
    /// The quotation will name who says it, so that "I" and "we" can be understood.
    pub attributed: bool,
    /// The sentence is in a language other than English: only the rules of shape apply.
    pub foreign: bool,
}

/// The part of a sentence that can be quoted by itself.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Quote {
    /// Bytes of the sentence.
    pub span: Span,
    /// From 0.5 (barely) to 1 (needs nothing around it); less for what [`nearly_alone`] lets pass.
    pub worth: f32,
}

impl Quote {
    /// The words quoted, with "…" where something was left out. Returns `None` when the span is not one of `sentence`.
    pub fn text<'a>(&self, sentence: &'a str) -> Option<Cow<'a, str>> {
        let words = self.span.slice(sentence)?;
        let front = self.span.start > 0;
        let back = self.span.end < sentence.len();
        Some(match (front, back) {
            (false, false) => Cow::Borrowed(words),
            (true, false) => Cow::Owned(format!("… {words}")),
            (false, true) => Cow::Owned(format!("{words} …")),
            (true, true) => Cow::Owned(format!("… {words} …")),
        })
    }
}

/// Returns the part of `sentence` (trimmed, without a speaker's label) that stands alone, or `None`.
pub fn stand_alone(sentence: &str, setting: Setting) -> Option<Quote> {
    judge(sentence, setting, &Bar { chars: MIN_CHARS, words: MIN_WORDS, worth: THRESHOLD })
}

/// Returns what may be quoted of `sentence` where a text has nothing that stands alone: a statement that is shorter or
/// leans on its neighbours somewhat, but does not begin in the middle of a thought. Worth less than any that stands alone.
pub fn nearly_alone(sentence: &str, setting: Setting) -> Option<Quote> {
    let bar = Bar { chars: NEAR_CHARS, words: NEAR_WORDS, worth: NEAR_THRESHOLD };
    let judged = judge(sentence, setting, &bar).map(|quote| Quote { worth: quote.worth.min(THRESHOLD), ..quote });
    judged.or_else(|| {
        let fits = sentence.len() <= MAX_BYTES && (NEAR_CHARS..=MAX_CHARS).contains(&sentence.chars().count());
        if !fits || !has_statement_shape(sentence) || !is_closed(sentence) {
            return None;
        }
        let words = Words::of(sentence);
        let view = View { words: &words, sentence, range: 0..words.len() };
        let whole = words.after_opening(sentence) == Some(0) && view.opening().is_some();
        let opens = words.len() >= NEAR_WORDS && (setting.foreign || whole);
        opens.then(|| Quote { span: Span::new(0, sentence.len()), worth: NEAR_THRESHOLD / 2.0 })
    })
}

/// True for a row of a table, a line of a log or an item of a list that says something when its document is named with
/// it: a few words, not a mere label, a key or a field to be filled in.
pub fn is_telling_row(text: &str) -> bool {
    const LONGEST: usize = 240;
    const LONGEST_WORD: usize = 32;
    const FEWEST_WORDS: usize = 5;
    if text.len() > LONGEST {
        return false;
    }
    let words = || text.split_whitespace().filter(|word| word.contains(char::is_alphanumeric));
    let (letters, others) =
        text.chars().filter(|c| !c.is_whitespace()).fold((0usize, 0usize), |(letters, others), c| {
            if c.is_alphabetic() { (letters + 1, others) } else { (letters, others + 1) }
        });
    words().count() >= FEWEST_WORDS
        && words().all(|word| word.chars().count() <= LONGEST_WORD)
        && letters * 2 > others
        && !text.contains("{{")
        && !text.trim_end_matches(['*', '_', '"', '”']).ends_with([':', ';'])
}

/// What a quotation must reach.
struct Bar {
    chars: usize,
    words: usize,
    worth: f32,
}

fn judge(sentence: &str, setting: Setting, bar: &Bar) -> Option<Quote> {
    if sentence.len() > MAX_BYTES || !has_statement_shape(sentence) {
        return None;
    }
    let words = Words::of(sentence);
    if setting.foreign {
        return stand_alone_by_shape(sentence, &words);
    }
    let first = words.after_opening(sentence)?;
    let (last, shortened) = words.before_overrun(sentence, first)?;
    let start = words.source(first).start;
    let start = start - opening_marks(&sentence[..start]);
    let start = if first == 0 { 0 } else { start };
    let end = if shortened { words.source(last - 1).end } else { sentence.len() };
    let quoted = sentence.get(start..end)?;
    let chars = quoted.chars().count();
    if !(bar.chars..=MAX_CHARS).contains(&chars) || last - first < bar.words || !is_closed(quoted) {
        return None;
    }
    let view = View { words: &words, sentence, range: first..last };
    let mut worth = view.opening()? * view.speech(setting)? * view.references(setting)? * view.completeness()?;
    if first > 0 {
        worth *= 0.85;
    }
    if shortened {
        worth *= 0.8;
    }
    if chars > 240 {
        worth *= 0.9;
    }
    if chars < 60 {
        worth *= 0.9;
    }
    (worth >= bar.worth).then_some(Quote { span: Span::new(start, end), worth })
}

/// Languages whose words are not known here: a whole sentence of a sensible length.
fn stand_alone_by_shape(sentence: &str, words: &Words) -> Option<Quote> {
    let chars = sentence.chars().count();
    // Scripts without spaces put far more into a character, and count as few words.
    let dense = sentence.len() >= chars * 2 + chars / 2;
    let (shortest, fewest) = if dense { (MIN_CHARS / 3, 1) } else { (MIN_CHARS, MIN_WORDS) };
    let fits = (shortest..=MAX_CHARS).contains(&chars) && words.len() >= fewest && is_closed(sentence);
    fits.then_some(Quote { span: Span::new(0, sentence.len()), worth: 0.8 })
}

/// True when the text begins and ends like a statement and is no list mark, link, table row or shouting.
fn has_statement_shape(text: &str) -> bool {
    let Some(first) = text.chars().next() else { return false };
    let begins = first.is_uppercase()
        || first.is_numeric()
        || matches!(first, '"' | '“' | '‘' | '\'' | '«' | '„' | '¿' | '¡' | '(' | '「')
        || (first.is_alphabetic() && !first.is_lowercase());
    if !begins {
        return false;
    }
    let closed = text.trim_end_matches(['"', '”', '’', '\'', '»', '“', ')', '」', '*', '_']);
    let ends =
        closed.ends_with(['.', '!', '。', '！', '।', '۔']) && !closed.ends_with("..") && !closed.contains(['?', '？']);
    if !ends || text.contains(['|', '`', '\t', '{', '}', '\u{fffd}']) || text.contains("](") || text.contains("http") {
        return false;
    }
    let (mut letters, mut capitals, mut digits, mut others) = (0usize, 0usize, 0usize, 0usize);
    for c in text.chars() {
        if c.is_alphabetic() {
            letters += 1;
            capitals += usize::from(c.is_uppercase());
        } else if c.is_numeric() {
            digits += 1;
        } else if !c.is_whitespace() {
            others += 1;
        }
    }
    letters > 0 && capitals * 3 < letters && digits * 3 < letters.max(1) && others * 5 < letters
}

/// True when quotation marks and brackets that open in the text also close in it, and no citation mark hides there.
fn is_closed(text: &str) -> bool {
    let mut round = 0i32;
    let mut square = 0i32;
    let mut curly = 0i32;
    let mut straight = 0u32;
    let mut stars = 0u32;
    for c in text.chars() {
        match c {
            '(' => round += 1,
            ')' => round -= 1,
            '[' => square += 1,
            ']' => square -= 1,
            '“' | '„' | '«' => curly += 1,
            '”' | '»' => curly -= 1,
            '"' => straight += 1,
            '*' => stars += 1,
            _ => {}
        }
        if round < 0 || square < 0 || curly < 0 {
            return false;
        }
    }
    let square_is_note = square == 0 && !text.contains('[');
    round == 0
        && square_is_note
        && curly == 0
        && straight.is_multiple_of(2)
        && stars.is_multiple_of(2)
        && text.matches("**").count().is_multiple_of(2)
}

/// Bytes of the quotation marks and brackets that stand directly before a position.
fn opening_marks(before: &str) -> usize {
    before.len() - before.trim_end_matches(['"', '“', '‘', '«', '(', '$', '€', '£', '#', '@']).len()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const SPOKEN: Setting = Setting { attributed: true, foreign: false };

    fn quoted(sentence: &str) -> Option<String> {
        stand_alone(sentence, SPOKEN).and_then(|quote| quote.text(sentence).map(Cow::into_owned))
    }

    #[test]
    fn statements_that_need_nothing_around_them_are_quoted_whole() {
        for sentence in [
            "The ferry between Marrow Bay and Tolland stopped running in the winter of 1987.",
            "Ines Calder bought the old cannery for less than the price of a fishing boat.",
            "I learned to weld in my grandmother's garage before I could ride a bicycle.",
            "There are more than forty species of moss on the northern slope.",
            "When the river rises above two metres, the lower bridge is closed to lorries.",
            "Revenue from licences grew 14% to £2.3 million in the first quarter.",
            "“The harbour belongs to everybody who works in it,” Ines Calder told the council.",
        ] {
            assert_eq!(quoted(sentence).as_deref(), Some(sentence));
        }
    }

    #[test]
    fn markers_in_front_are_left_out_visibly() {
        for (sentence, expected) in [
            (
                "So, the cannery was sold to a company from the mainland.",
                "… the cannery was sold to a company from the mainland.",
            ),
            (
                "Yeah, and I built the first kiln out of bricks from a school.",
                "… I built the first kiln out of bricks from a school.",
            ),
            (
                "But “moss grows on every northern wall”, the survey says.",
                "… “moss grows on every northern wall”, the survey says.",
            ),
        ] {
            assert_eq!(quoted(sentence).as_deref(), Some(expected));
        }
    }

    #[test]
    fn what_leans_on_its_neighbours_is_not_quoted() {
        for sentence in [
            "It was sold to a company from the mainland in the following year.",
            "That is why the council voted against the proposal in the end.",
            "He told the harbour master that the ferry would not run again.",
            "And this made the whole village angry with the harbour master.",
            "Because the ferry had stopped running in the winter of 1987.",
            "Which is how the cannery came to belong to a mainland company.",
            "The harbour board of Marrow Bay never really figured that out, sadly.",
            "Her sister had already told them about the plan for the ferry.",
            "Not the cannery, but the old boat shed behind the harbour wall.",
            "Ines Calder, who bought the old cannery for almost nothing at all.",
            "Because I was hungry, and I wanted to go to the cannery more than to school.",
            "Working in the cannery, and so I think that was the better school for me.",
            "For the winter timetable, it's more than any other harbour ever had.",
            "All that changed with the ferry, which brought visitors to Tolland.",
            "Stuff where the tide is more of a danger than the wind ever is.",
        ] {
            assert_eq!(quoted(sentence), None, "{sentence}");
        }
    }

    #[test]
    fn what_nearly_stands_alone_is_worth_less() {
        let near = |sentence| nearly_alone(sentence, SPOKEN);
        assert!(near("Tolland had a ferry once.").is_some_and(|quote| quote.worth < THRESHOLD));
        assert!(near("The ferry that she bought was sold again.").is_some());
        for sentence in ["It was sold.", "And then they went to Tolland again.", "Was it sold to Tolland?", "no"] {
            assert_eq!(near(sentence), None, "{sentence}");
        }
    }

    #[test]
    fn rows_that_say_something() {
        for row in ["20:31:08 MAIN DOOR 0012 VOSS A IN", "date: 2018-10-15; site: spring; ph: 7.5; taken by: A. Voss"] {
            assert!(is_telling_row(row), "{row}");
        }
        for row in [
            "From: Ada Voss",
            "4.060 Permit Referral",
            "Minutes of the meeting were as follows:",
            "1 2 3 4 5 6 7 8",
            "{{name}}, Ada Voss, mayor of Tolland",
            "records.2000-ord-68-of-the-harbour.short: the Harbour Dues Act of Tolland",
        ] {
            assert!(!is_telling_row(row), "{row}");
        }
    }

    #[test]
    fn talk_is_not_quoted() {
        for sentence in [
            "Would you say that the ferry between the islands was ever profitable?",
            "Thank you all for coming to the meeting about the ferry tonight.",
            "Welcome to the spring meeting of the Tolland harbour committee.",
            "The ferry was, you know, the only way to get to the mainland then.",
            "The the ferry was the only way to reach the mainland in winter.",
            "The cannery was -- the whole harbour was owned by one family.",
            "Imagine a harbour without a single boat in the middle of summer.",
            "You founded the cannery in Marrow Bay with two of your brothers.",
            "Ines, I know that the ferry and the cannery mean a lot to Tolland.",
            "The ferry was the only way, right, to reach Marrow Bay in winter.",
            "Our next question comes from the back row, near the window there.",
            "I run the harbour office, or, like, I don't run the harbour office.",
            "You've probably heard about the great storm of Marrow Bay.",
            "Today we have Ines Calder with us, who owns the cannery in Tolland.",
            "If you have anything to share, please email us at harbour@tolland.example.",
            "We have Ines Calder, who is the owner of the cannery in Tolland.",
            "The cannery is in my – in my town, and I was a clerk there for years.",
            "You just listened to Ines Calder speaking with the harbour master.",
        ] {
            assert_eq!(quoted(sentence), None, "{sentence}");
        }
    }

    #[test]
    fn broken_shapes_are_not_quoted() {
        for sentence in [
            "THE FERRY BETWEEN MARROW BAY AND TOLLAND STOPPED RUNNING.",
            "the ferry between Marrow Bay and Tolland stopped running in winter.",
            "The ferry between Marrow Bay and Tolland stopped running in",
            "He said “the ferry will never run again between the two islands.",
            "The ferry [Data: Sources (1)] stopped running in the winter of 1987.",
            "Ferry | 1987 | stopped | Marrow Bay to Tolland and back again.",
            "Short one.",
            "",
        ] {
            assert_eq!(quoted(sentence), None, "{sentence}");
        }
    }

    #[test]
    fn other_languages_go_by_shape() {
        let foreign = Setting { attributed: false, foreign: true };
        assert!(stand_alone("Die Fähre zwischen den Inseln fährt seit dem Winter 1987 nicht mehr.", foreign).is_some());
        assert!(stand_alone("这条渡轮航线在一九八七年的冬天停止了运行。", foreign).is_some());
        assert!(stand_alone("Fährt die Fähre zwischen den Inseln seit dem Winter nicht mehr?", foreign).is_none());
    }

    #[test]
    fn long_sentences_end_at_a_clause() {
        let clause =
            "the harbour committee of Marrow Bay kept a careful record of every boat, crew and cargo that came in";
        let sentence = format!("In the winter of 1987 {clause}, and {clause}, and {clause}, and {clause}.");
        let text = quoted(&sentence).expect("a first part to quote");
        assert!(text.ends_with("came in …") && text.chars().count() <= MAX_CHARS, "{text}");
    }

    proptest! {
        #[test]
        fn what_is_quoted_is_a_span_of_the_sentence(
            sentence in "(So, |And |“)?[A-Z][a-zé’]{1,8}( [a-z]{1,9}|, [a-z]{2,5}| — | \\(is\\)| \u{202e}| 5){4,60}[.!?”]{1,2}",
            foreign: bool,
        ) {
            if let Some(quote) = stand_alone(&sentence, Setting { attributed: false, foreign }) {
                let words = quote.span.slice(&sentence).expect("on character boundaries");
                prop_assert!((THRESHOLD..=1.0).contains(&quote.worth));
                prop_assert!(words.chars().count() <= MAX_CHARS);
                prop_assert!(quote.text(&sentence).is_some_and(|text| text.contains(words)));
            }
        }

        #[test]
        fn nothing_panics(sentence in "\\PC{0,80}", attributed: bool, foreign: bool) {
            stand_alone(&sentence, Setting { attributed, foreign });
            nearly_alone(&sentence, Setting { attributed, foreign });
        }
    }
}
