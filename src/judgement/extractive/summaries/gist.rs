//! What a document says of itself in a few passages: its own summary where it has one, else the sentences that say most
//! of it, by where they stand (at the beginning of the text and of its sections, under which heading; cf. HipoRank,
//! Dong et al., EACL 2021), by how much of the text is like them, and by what they add to those chosen before.
//!
//! The weights lie in `assets/rank/gist.toml` and are fitted by `benches/rank/fit_gist.py` on documents whose own
//! summary was taken out.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use serde::Deserialize;

use super::cues::{defines, is_formal, says_purpose};
use crate::config::data_file;
use crate::judgement::DocumentText;
use crate::judgement::outline::{Outline, SectionKind};
use crate::judgement::rank::centrality::{SaidCoverage, centre};
use crate::judgement::rank::features::is_roster;
use crate::judgement::rank::window::{Stretch, Window};
use crate::model::{Sentence, SentenceKind, Span};
use crate::text::cutting::script::is_unspaced;
use crate::text::similarity::term_vectors::{Term, TermVector};
use crate::text::speakers::letters::{is_byline, is_letterhead};
use crate::text::words::terms::folded;

/// Words of a gist, about.
const WORDS: usize = 110;
/// Passages of a gist at most.
const PASSAGES: usize = 6;
/// Words of a document's own summary that are enough for a gist.
const OWN: usize = 25;
/// A sentence with fewer words is chosen only where there is no other.
const FEWEST: usize = 4;
/// What [`FEATURES`] calls early, for the first dozen sentences.
const BEGINNING: f32 = 0.62;
/// Fewer sentences than these are looked at in a text of any length: what comes later is left to its beginning.
const LOOKED_AT: usize = 4_000;

/// How much each feature of a sentence says, and how choosing weighs what is new.
#[derive(Debug, Default, Deserialize)]
struct Weights {
    /// By the names of [`FEATURES`].
    features: HashMap<String, f32>,
    /// What saying something new counts beside the features.
    fresh: f32,
    /// How long sentences pay for their length: 0 not at all, 1 by the word.
    length: f32,
    /// How much more a term of the title is worth.
    title: f32,
}

static WEIGHTS: LazyLock<(Weights, Vec<f32>)> = LazyLock::new(|| {
    let weights: Weights = data_file!("../../../../assets/rank/gist.toml");
    let of = |name: &&str| weights.features.get(*name).copied().unwrap_or_default();
    let ordered = FEATURES.iter().map(of).collect();
    (weights, ordered)
});

/// What is measured of a sentence; each is about 0 to 1.
pub const FEATURES: [&str; 18] = [
    "central",
    "titled",
    "first",
    "early",
    "late",
    "opens",
    "near_top",
    "item",
    "full",
    "short",
    "introduction",
    "decision",
    "aside",
    "purpose",
    "asks",
    "announces",
    "code",
    "roster",
];

const EARLY_AT: usize = place_of("early");
const SHORT_AT: usize = place_of("short");
const PURPOSE_AT: usize = place_of("purpose");
const ASKS_AT: usize = place_of("asks");
const ANNOUNCES_AT: usize = place_of("announces");

/// The place of a feature in [`FEATURES`]; a name that is none of them does not compile.
const fn place_of(name: &str) -> usize {
    let mut at = 0;
    while !is_same(FEATURES[at], name) {
        at += 1;
    }
    at
}

const fn is_same(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    let mut at = 0;
    while at < one.len() && at < other.len() && one[at] == other[at] {
        at += 1;
    }
    at == one.len() && at == other.len()
}

/// A sentence that may stand in a gist.
#[derive(Clone, Debug)]
pub struct GistCandidate {
    /// Position of the sentence in the document.
    pub at: usize,
    pub features: [f32; FEATURES.len()],
    pub words: usize,
}

/// What is known of a document's sentences beside their text.
#[derive(Clone, Copy)]
pub struct DocumentSentences<'a> {
    pub document: &'a DocumentText,
    pub outline: &'a Outline,
    /// By position of the sentence; empty for what says nothing.
    pub vectors: &'a [TermVector],
    /// Terms of the title and of the file's name.
    pub title: &'a [Term],
    /// Sentences that several documents begin with, as [`normal`] has them: they tell none from the others.
    pub common: &'a HashSet<String>,
}

/// A sentence as it is compared with those of other documents.
pub fn normal(sentence: &str) -> String {
    folded(sentence).join(" ")
}

impl<'a> DocumentSentences<'a> {
    pub fn stretch(&self) -> Stretch<'a> {
        Stretch {
            sentences: &self.document.sentences,
            text: &self.document.text,
            offset: 0,
            language: self.document.document.language.as_deref(),
        }
    }

    fn sentence(&self, at: usize) -> Option<(&'a Sentence, &'a str)> {
        let sentence = self.document.sentences.get(at)?;
        Some((sentence, sentence.span.slice(&self.document.text)?))
    }

    fn counts(&self, at: usize) -> bool {
        let Some((sentence, _)) = self.sentence(at) else { return false };
        !sentence.recurring
            && matches!(sentence.kind, SentenceKind::Prose | SentenceKind::Item)
            && self.vectors.get(at).is_some_and(|vector| !vector.is_empty())
    }
}

/// What a sentence says of the whole of its document, by its features alone.
pub fn worth(one: &GistCandidate) -> f32 {
    one.features.iter().zip(&WEIGHTS.1).map(|(value, weight)| value * weight).sum()
}

/// Chooses the passages of a document's gist among its [`candidates`], best first. Empty only where no sentence says
/// anything.
pub fn choose(said: &DocumentSentences<'_>, candidates: &[GistCandidate]) -> Vec<Window> {
    let own = own_summary(said);
    if !own.is_empty() {
        return own;
    }
    let weights = &WEIGHTS.0;
    let mut open: Vec<(f32, &GistCandidate)> = candidates.iter().map(|one| (worth(one), one)).collect();
    let mut coverage = SaidCoverage::of(open.iter().map(|(_, one)| &said.vectors[one.at]));
    coverage.raise(said.title, weights.title);
    let shortened = |one: &GistCandidate| (one.words as f32 + 3.0).powf(weights.length);
    let fresh = |coverage: &SaidCoverage, one: &GistCandidate| coverage.fresh(&said.vectors[one.at]) / shortened(one);
    let most = open.iter().map(|(_, one)| fresh(&coverage, one)).fold(f32::MIN_POSITIVE, f32::max);
    let mut chosen: Vec<Window> = Vec::new();
    let mut length = 0;
    while length < WORDS && chosen.len() < PASSAGES {
        let adds = |(score, one): &(f32, &GistCandidate)| score + weights.fresh * fresh(&coverage, one) / most;
        let best = (0..open.len())
            .max_by(|&a, &b| adds(&open[a]).total_cmp(&adds(&open[b])).then(open[b].1.at.cmp(&open[a].1.at)));
        let Some((_, one)) = best.map(|best| open.swap_remove(best)) else { break };
        let Some(window) = said.stretch().window(one.at) else { continue };
        for at in window.first..=window.last {
            coverage.say(&said.vectors[at]);
        }
        open.retain(|(_, other)| !(window.first..=window.last).contains(&other.at));
        length += length_of(said, &window);
        add(said, &mut chosen, window);
    }
    chosen
}

/// The passage near its beginning in which a document says what it is for: the best of the sentences that have the
/// words for it.
pub fn purpose(said: &DocumentSentences<'_>, candidates: &[GistCandidate]) -> Option<Window> {
    let says = |one: &&GistCandidate| {
        let aside = said.sentence(one.at).is_none_or(|(_, text)| text.starts_with(['(', '[', '（']));
        !aside
            && one.features[PURPOSE_AT] > 0.0
            && one.features[EARLY_AT] >= BEGINNING
            && [ASKS_AT, ANNOUNCES_AT, SHORT_AT].iter().all(|&sign| one.features[sign] == 0.0)
    };
    let best = candidates.iter().filter(says).max_by(|a, b| worth(a).total_cmp(&worth(b)).then(b.at.cmp(&a.at)))?;
    said.stretch().window(best.at)
}

/// Adds a passage; one that follows on others of the same speaker, or overlaps them, is one with them.
fn add(said: &DocumentSentences<'_>, chosen: &mut Vec<Window>, mut window: Window) {
    let speaker = |at: usize| said.document.sentences.get(at).and_then(|sentence| sentence.speaker);
    let touches = |window: &Window, other: &Window| {
        let overlaps = window.first <= other.last && other.first <= window.last;
        let follows = window.first <= other.last + 1 && other.first <= window.last + 1;
        let same_speaker = speaker(window.first) == speaker(other.first) && speaker(window.last) == speaker(other.last);
        (overlaps || follows && other.lead == window.lead) && same_speaker
    };
    let mut place = chosen.len();
    // What bridges two is one with both.
    while let Some(at) = chosen.iter().position(|other| touches(&window, other)) {
        let other = chosen.remove(at);
        place = place.min(at);
        let earlier = if other.first <= window.first { other } else { window };
        window = Window {
            span: Span::new(other.span.start.min(window.span.start), other.span.end.max(window.span.end)),
            first: other.first.min(window.first),
            last: other.last.max(window.last),
            ..earlier
        };
    }
    chosen.insert(place.min(chosen.len()), window);
}

fn length_of(said: &DocumentSentences<'_>, window: &Window) -> usize {
    window.span.slice(&said.document.text).map_or(0, length)
}

/// Words of a text; two signs of a script without spaces are about one.
pub fn length(text: &str) -> usize {
    let unspaced = text.chars().filter(|&c| is_unspaced(c)).count();
    text.split_whitespace().count() + unspaced / 2
}

/// The document's own summary, or the beginning of it.
fn own_summary(said: &DocumentSentences<'_>) -> Vec<Window> {
    let sections = said.outline.sections.iter().filter(|section| section.kind == SectionKind::Summary);
    for section in sections {
        let place = said.outline.at(section.first);
        let inside = (section.first..said.document.sentences.len())
            .take_while(|&at| said.outline.at(at) == place)
            .filter(|&at| said.counts(at));
        let (mut chosen, mut all) = (Vec::new(), 0);
        for at in inside {
            let Some((sentence, text)) = said.sentence(at) else { continue };
            if all >= WORDS {
                break;
            }
            all += length(text);
            add(said, &mut chosen, Window { span: sentence.span, first: at, last: at, lead: None, leans: false });
        }
        if all >= OWN {
            return chosen;
        }
    }
    Vec::new()
}

/// The sentences of a document that may stand in its gist, with what is measured of them.
pub fn candidates(said: &DocumentSentences<'_>) -> Vec<GistCandidate> {
    let counted: Vec<usize> =
        (0..said.document.sentences.len()).filter(|&at| said.counts(at)).take(LOOKED_AT).collect();
    let own = |text: &str| said.common.is_empty() || !said.common.contains(&normal(text));
    let language = said.document.document.language.as_deref();
    let beside = |sentence: &Sentence, text: &str| {
        sentence.kind == SentenceKind::Prose && is_letterhead(text) || is_byline(text) || is_formal(text, language)
    };
    let back = |at: usize| said.outline.section(at).is_some_and(|section| section.kind == SectionKind::Back);
    let enough = |at: usize| {
        !back(at)
            && said
                .sentence(at)
                .is_some_and(|(sentence, text)| length(text) >= FEWEST && own(text) && !beside(sentence, text))
    };
    let mut places: Vec<usize> = counted.iter().copied().filter(|&at| enough(at)).collect();
    if places.is_empty() {
        places = counted;
    }
    let whole = centre(places.iter().map(|&at| (&said.vectors[at], 1.0)));
    let (mut section, mut in_section) = (usize::MAX, 0usize);
    let mut found = Vec::with_capacity(places.len());
    for (number, &at) in places.iter().enumerate() {
        let Some((sentence, text)) = said.sentence(at) else { continue };
        let here = said.outline.at(at);
        in_section = if here == section { in_section + 1 } else { 0 };
        section = here;
        let kind = said.outline.sections.get(here).map_or(SectionKind::Body, |section| section.kind);
        let vector = &said.vectors[at];
        let share = |of: &[Term]| {
            let held = of.iter().filter(|term| vector.terms().binary_search_by_key(*term, |(term, _)| *term).is_ok());
            held.count() as f32 / of.len().max(1) as f32
        };
        let words = length(text);
        let signs = text.chars().filter(|c| matches!(c, '{' | '}' | '(' | ')' | '<' | '>' | ';' | '=' | '|')).count();
        let is = |yes: bool| f32::from(u8::from(yes));
        let features = [
            whole.likeness(vector),
            share(said.title),
            (-(number as f32) / 6.0).exp(),
            (-(number as f32) / 25.0).exp(),
            number as f32 / places.len() as f32,
            1.0 / (1.0 + in_section as f32),
            (-(in_section as f32) / 5.0).exp(),
            is(sentence.kind == SentenceKind::Item),
            words.min(40) as f32 / 40.0,
            is(words < 8),
            is(kind == SectionKind::Introduction),
            is(kind == SectionKind::Decision),
            is(matches!(kind, SectionKind::Aside | SectionKind::Back)),
            is(says_purpose(text, language) || defines(text, &said.document.document.title, language)),
            is(text.contains(['?', '？'])),
            is(text.ends_with([':', '：'])),
            (10.0 * signs as f32 / text.chars().count().max(1) as f32).min(1.0),
            is(is_roster(text)),
        ];
        found.push(GistCandidate { at, features, words });
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judgement::samples;
    use crate::text::similarity::term_vectors::{Frequencies, Terms};

    /// What many documents begin with.
    const COMMON: &str = "All that was changed in the harbour is written down in this book.";

    #[test]
    fn what_many_begin_with_is_no_gist_of_one() {
        let text = format!("{COMMON} The crane of the harbour was painted red by the board in the spring.");
        assert_eq!(gist(&text, "Harbour"), ["The crane of the harbour was painted red by the board in the spring."]);
        assert_eq!(gist(COMMON, "Harbour"), [COMMON]);
    }

    fn gist(text: &str, title: &str) -> Vec<String> {
        let document = samples::document(text);
        let mut stems = Terms::default();
        let terms: Vec<Vec<Term>> = document
            .sentences
            .iter()
            .map(|sentence| stems.of_text(sentence.span.slice(&document.text).unwrap()))
            .collect();
        let mut frequencies = Frequencies::default();
        terms.iter().for_each(|terms| frequencies.add(terms));
        let vectors: Vec<TermVector> = terms.iter().map(|terms| TermVector::new(terms, &frequencies)).collect();
        let outline = Outline::of(&document);
        let title = stems.of_text(title);
        let common = HashSet::from([normal(COMMON)]);
        let said = DocumentSentences {
            document: &document,
            outline: &outline,
            vectors: &vectors,
            title: &title,
            common: &common,
        };
        choose(&said, &candidates(&said)).iter().map(|window| window.span.slice(text).unwrap().to_owned()).collect()
    }

    #[test]
    fn who_is_greeted_and_who_was_there_is_no_gist_of_a_talk() {
        for line in
            ["Good morning, everyone, and welcome to the call.", "Present: Ada Voss (AV), Tom Reed.", "Welcome back."]
        {
            assert!(is_formal(line, None), "{line}");
        }
        for line in ["Present rules stay.", "The good morning paper closed.", "Distribution is by boat."] {
            assert!(!is_formal(line, Some("eng")), "{line}");
        }
        assert!(is_formal("Anwesend: Ada Voss", Some("deu")) && !is_formal("Anwesend: Ada Voss", Some("swe")));
    }

    #[test]
    fn who_wrote_a_text_is_no_gist_of_it() {
        let said = "The ferry ran aground off Orsk, and nine of its crew were hurt.";
        let text = format!("# Ferry runs aground\n\nBy Ada Voss · Friday 4 May 2031\n\n{said}\n");
        assert_eq!(gist(&text, "Ferry runs aground by Ada Voss"), [said]);
    }

    #[test]
    fn a_document_s_own_summary_is_its_gist() {
        let text = "# Ferries\n\nThe board met in the hall on a cold day in May and drank tea.\n\n## Summary\n\n\
                    The ferry to Orsk will run on Sundays from June on, because the cannery now works on Sundays too. \
                    The fare stays what it was in the year before, and children travel free.\n\n## Costs\n\nNone.\n";
        let found = gist(text, "Ferries");
        assert_eq!(found.len(), 1);
        assert!(found[0].starts_with("The ferry to Orsk will run") && found[0].ends_with("travel free."));
    }

    #[test]
    fn without_one_it_is_what_the_text_keeps_coming_back_to() {
        let filler = "Somebody had left a coat on the third chair beside the window of the hall. ";
        let text = format!(
            "# Ferry timetable\n\nThe new ferry timetable adds a crossing to Orsk every Sunday morning.\n\n{}\n\n\
             The ferry needs a second crew for the timetable, and the crossing costs more than the fares bring in.\n\n{}\n",
            filler,
            filler.replace("coat", "hat").replace("third", "last")
        );
        let found = gist(&text, "Ferry timetable").join(" ");
        assert!(found.starts_with("The new ferry timetable"), "{found}");
    }

    #[test]
    fn a_passage_that_bridges_two_is_one_with_both() {
        let text = "The quay is old. The ferry is new. The crane is red. The shed is dry.";
        let document = samples::document(text);
        let outline = Outline::of(&document);
        let said = DocumentSentences {
            document: &document,
            outline: &outline,
            vectors: &[],
            title: &[],
            common: &HashSet::new(),
        };
        let window = |first: usize, last: usize| {
            let span = Span::new(document.sentences[first].span.start, document.sentences[last].span.end);
            Window { span, first, last, lead: None, leans: false }
        };
        let mut chosen = Vec::new();
        [window(3, 3), window(0, 0), window(1, 2)].into_iter().for_each(|one| add(&said, &mut chosen, one));
        assert_eq!(chosen, [window(0, 3)]);
    }

    #[test]
    fn what_two_say_in_turn_is_two_passages() {
        let turn = |who: &str, what: &str| format!("{who}: {what}\n\n");
        let text = [
            turn("ADA VOSS", "The ferry to Orsk runs on Sundays again, and the ferry needs a second crew."),
            turn("TOM REED", "You were on the ferry to Orsk for twenty years, and the crew of the ferry knew you."),
            turn("ADA VOSS", "The crew of the ferry was paid from the dues of Orsk."),
            turn("TOM REED", "And the dues of Orsk were never enough for the ferry."),
        ];
        for passage in gist(&text.concat(), "Ferry") {
            assert!(!passage.contains("VOSS") && !passage.contains("REED"), "{passage}");
        }
    }

    #[test]
    fn a_single_short_line_is_better_than_nothing() {
        assert_eq!(gist("Boats sold.\n", ""), ["Boats sold."]);
        assert!(gist("\n\n", "").is_empty());
    }
}
