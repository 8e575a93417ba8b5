//! What tells how well a passage answers, as numbers: its words, its place, its shape. Each is cheap, most are the same
//! in any language, and none decides alone: weights are fitted (`benches/rank`) and lie in `assets/rank/weights.toml`.

use super::asked::{FoundParts, Hits, PreparedQuestion};
use crate::model::{Evidence, SentenceKind};
use crate::text::cutting::script::is_unspaced;
use crate::text::language::{in_any, packs};
use crate::text::layout::aside::aside;
use crate::text::words::terms::{Stems, folded, words};

/// Names of the features, in their order; those of the weights' file.
pub const FEATURES: [&str; COUNT] = [
    "quote",
    "window",
    "headed",
    "rarest",
    "pairs",
    "related",
    "meaning",
    "retrieved",
    "dense",
    "brief",
    "length",
    "new",
    "early",
    "opens",
    "first",
    "leans",
    "asks",
    "figure",
    "no_figure",
    "names",
    "subject",
    "named",
    "speaker",
    "function",
    "stated",
    "unit_by_quote",
    "retrieved_by_quote",
    "nearby",
    "replies",
    "aside",
];
/// How many there are.
pub const COUNT: usize = 30;

/// What is left of a reply, or of what is to lead, that lacks the figure asked for.
pub const FIGURELESS: f32 = 0.3;

/// The features of one passage, in the order of [`FEATURES`]; each about 0 to 1.
pub type Features = [f32; COUNT];

/// A passage that may be quoted, with what its place tells of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    pub evidence: Evidence,
    pub kind: SentenceKind,
    /// How well its record was found, the best being 1.
    pub retrieved: f32,
    /// Where it stands in its document, from 0 to 1.
    pub place: f32,
    /// It is the first sentence of its paragraph, or stands right under a heading.
    pub opens: bool,
    /// It points back to what lies outside its window.
    pub leans: bool,
    /// It stands in a text in which people speak.
    pub spoken: bool,
    /// The day of its document, seconds since 1970, where one is known.
    pub dated: Option<i64>,
    /// The same where the title of the document, or the name of its file, tells it.
    pub day: Option<i64>,
}

impl Candidate {
    /// A passage that is running text and stands by itself.
    pub fn by_itself(evidence: Evidence) -> Self {
        Self {
            evidence,
            kind: SentenceKind::Prose,
            retrieved: 1.0,
            place: 0.5,
            opens: true,
            leans: false,
            spoken: false,
            dated: None,
            day: None,
        }
    }
}

/// How well the surroundings of a passage match the question, from 0 to 1.
#[derive(Clone, Copy, Debug, Default)]
pub struct Around {
    /// The sentences on either side of it.
    pub nearby: f32,
    /// The turn of another speaker that it replies to.
    pub replies: f32,
}

/// Computes the features of the passages of one record.
pub struct Measure<'a> {
    asked: &'a PreparedQuestion,
    stems: &'a mut Stems,
    /// Of the record's whole text.
    unit: Hits,
    /// What stands above the passage measured last, which most of a record share, and what of the question it has.
    above: (String, FoundParts),
}

impl<'a> Measure<'a> {
    /// For the passages of a record of whose whole text `unit` is measured.
    pub fn new(asked: &'a PreparedQuestion, stems: &'a mut Stems, unit: Hits) -> Self {
        let above = (String::new(), asked.hits_with_parts("", stems).1);
        Self { asked, stems, unit, above }
    }

    /// Measures a passage. `own` is what its quote has of the question; `likeness` is that of its words to the
    /// question's, from 0 to 1.
    pub fn features(
        &mut self,
        candidate: &Candidate,
        own: &(Hits, FoundParts),
        likeness: f32,
        around: Around,
    ) -> Features {
        let Self { asked, stems, unit, above } = self;
        let evidence = &candidate.evidence;
        let quote = evidence.quoted();
        let whole = if evidence.lead.is_none() && evidence.quote == evidence.window {
            own.clone()
        } else {
            asked.hits_with_parts(&evidence.text, stems)
        };
        let shown = match &evidence.lead {
            Some(lead) => asked.hits(&format!("{lead} {}", evidence.text), stems),
            None => whole.0,
        };
        let title = format!("{} {}", evidence.title, evidence.heading.join(" "));
        if above.0 != title {
            let parts = asked.hits_with_parts(&title, stems).1;
            *above = (title, parts);
        }
        let (headed, _) = asked.together(&above.1, &whole.1);
        let own = &own.0;
        // Names are looked for only where the question has some.
        let folded_of = |text: &str| if asked.has_names() { folded(text) } else { Vec::new() };
        let quoted = folded_of(quote);
        let speaker = evidence.speaker.as_deref().map_or_else(Vec::new, folded_of);
        let figure = asked.has_figure(quote, stems);
        let flag = |is: bool| if is { 1.0 } else { 0.0 };
        let length = own.words as f32;
        let function = (own.words - own.content) as f32 / length.max(1.0);
        [
            own.exact,
            shown.exact,
            headed,
            own.rarest,
            own.pairs,
            shown.related,
            likeness,
            candidate.retrieved,
            own.exact / (1.0 + (length - 14.0).max(0.0) / 40.0),
            flag(own.words < 6 || is_labelled(quote) || is_row_of_names(quote) || breaks_off(quote)),
            (length.max(1.0).ln() / 4.0).min(1.25),
            (own.new as f32 / 12.0).min(1.0),
            1.0 - candidate.place,
            flag(candidate.opens),
            flag(candidate.place <= 0.02),
            flag(candidate.leans),
            flag(asks(quote)),
            figure,
            flag(asked.figure && figure == 0.0),
            flag(asked.name) * (names_in(quote) as f32 / 3.0).min(1.0),
            1.0 - own.first,
            asked.named(&quoted),
            asked.named(&speaker),
            function,
            // A reason for something else is none.
            asked.stated(quote, &evidence.heading, stems) * if asked.is_empty() { 1.0 } else { headed },
            unit.exact * own.exact,
            candidate.retrieved * own.exact,
            around.nearby,
            // What replies without the figure that is asked for has not said it yet.
            around.replies * if asked.figure && figure == 0.0 { FIGURELESS } else { 1.0 },
            // A setting answers where its key is asked for, and a figure where one is.
            asked.aside * beside(quote, candidate) * (1.0 - own.exact) * (1.0 - figure),
        ]
    }
}

/// True for a sentence that asks.
pub fn asks(sentence: &str) -> bool {
    let sentence = sentence.trim_end();
    // A language may ask by its words alone.
    let by_words = || packs().iter().any(|pack| pack.question.ends.iter().any(|end| sentence.ends_with(end)));
    sentence.ends_with(['?', '？', '؟']) || sentence.ends_with('。') && by_words()
}

/// True for a sentence that somebody did not finish: it ends with dots or a dash.
pub fn breaks_off(sentence: &str) -> bool {
    let bare = sentence.trim_end().trim_end_matches(['"', '”', '’', '»']);
    bare.ends_with(['–', '—', '…']) || bare.ends_with("...") || bare.ends_with("--")
}

/// Words with a capital, the share of all that they are, and the marks between them, from which on a sentence is a list
/// of names. "Ada Voss, Finance Director of the Board" has one mark, and says who she is.
const ROSTER: (usize, f32, usize) = (4, 0.42, 2);

/// True for a list of names: who was there, whom it was sent to. It tells nothing of what went on.
pub fn is_roster(text: &str) -> bool {
    let all = words(text).skip(1).count();
    let capitals = names_in(text);
    let marks = text.matches([',', ';', '·', '、', '，']).count();
    capitals >= ROSTER.0 && capitals as f32 > ROSTER.1 * all as f32 && marks >= ROSTER.2
}

/// True for a line without running words, as of settings and of identifiers: "documents.17-Docks.id: 17-Docks".
fn is_row_of_names(quote: &str) -> bool {
    const FEW: usize = 4;
    quote.split_whitespace().count() < FEW && !quote.contains(is_unspaced)
}

/// True for a line of one row with a label and what it labels.
pub fn is_field(line: &str) -> bool {
    !line.contains(['|', '\t', '\n']) && line.contains(": ")
}

/// How much a quote stands beside running text; a letter's head is a row of its message.
fn beside(quote: &str, candidate: &Candidate) -> f32 {
    let kind = candidate.kind;
    // Nobody speaks code; marks in a transcript are those of whoever wrote it down.
    if candidate.spoken && kind == SentenceKind::Prose {
        return 0.0;
    }
    match kind == SentenceKind::Row && is_field(quote) {
        // What stands beside somebody's words is not said by them.
        true if candidate.spoken && candidate.evidence.speaker.is_none() => 1.0,
        true if is_labelled(quote) => 0.7,
        _ => aside(quote, kind),
    }
}

/// True for a line of a form or a letter's head: "Subject: the gate", "Date of the visit: 4 May".
fn is_labelled(quote: &str) -> bool {
    const LONGEST: usize = 3;
    let Some((label, _)) = quote.split_once(':') else { return false };
    let mut label = words(label).map(|word| word.text.to_lowercase());
    let heads = |word: &String| in_any(|pack| &pack.fields, word);
    label.clone().count() <= LONGEST && label.any(|word| heads(&word))
}

/// Words with a capital inside a sentence.
fn names_in(quote: &str) -> usize {
    words(quote).skip(1).filter(|word| word.is_capital()).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judgement::rank::lexicon::NoLexicon;
    use crate::model::Span;
    use crate::text::question::Reading;

    fn candidate(text: &str) -> Candidate {
        Candidate {
            evidence: Evidence {
                cites: Vec::new(),
                document: None,
                quote: Span::new(0, text.len()),
                window: Span::new(0, text.len()),
                text: text.to_owned(),
                lead: None,
                speaker: None,
                title: "Log of the quay".to_owned(),
                day: None,
                heading: Vec::new(),
                cut: false,
            },
            kind: SentenceKind::Prose,
            retrieved: 1.0,
            place: 0.5,
            opens: false,
            leans: false,
            spoken: false,
            dated: None,
            day: None,
        }
    }

    #[test]
    fn questions_are_told_by_their_mark_or_by_the_words_of_their_language() {
        for question in ["Who paid? ", "谁付的？", "どなたが払いましたか。", "お金はどこでしょう。"]
        {
            assert!(asks(question), "{question}");
        }
        for told in ["Nobody paid.", "払いました。", "没有人付。", ""] {
            assert!(!asks(told), "{told}");
        }
    }

    #[test]
    fn a_list_of_names_is_told_from_what_happened() {
        assert!(is_roster("Present: Ada Voss (chair), Tom Reed, Ines Calder and Canon Merrow."));
        assert!(!is_roster("Ada Voss told Tom Reed that the gate of the upper sluice had been left open."));
        assert!(!is_roster("Ada Voss, Finance Director of the Orsk Board"));
        assert!(!is_roster("RFC 12 was read."));
    }

    #[test]
    fn every_feature_has_a_name_and_stays_in_bounds() {
        let asked = PreparedQuestion::new(&Reading::of("When did the ferry of Orsk sink?"), &NoLexicon);
        let mut stems = Stems::default();
        for text in ["The ferry of Orsk sank in 1931.", "", "?", "Why?", &"word ".repeat(500)] {
            let own = asked.hits_with_parts(text, &mut stems);
            let features = Measure::new(&asked, &mut stems, own.0).features(
                &candidate(text),
                &own,
                0.3,
                Around { nearby: 0.2, replies: 0.5 },
            );
            assert!(features.iter().all(|x| (0.0..=1.5).contains(x)), "{features:?}");
        }
        let at = |name: &str| FEATURES.iter().position(|known| *known == name).unwrap();
        let said = "The ferry of Orsk sank in 1931.";
        let own = asked.hits_with_parts(said, &mut stems);
        let features =
            Measure::new(&asked, &mut stems, Hits::default()).features(&candidate(said), &own, 0.0, Around::default());
        assert_eq!(features[at("figure")], 1.0);
        // A setting stands beside running text, but not where its key is asked for.
        let asked = PreparedQuestion::new(&Reading::of("What is the gate_width?"), &NoLexicon);
        let mut beside = |text: &str| {
            let own = asked.hits_with_parts(text, &mut stems);
            let mut measure = Measure::new(&asked, &mut stems, Hits::default());
            measure.features(&candidate(text), &own, 0.0, Around::default())[at("aside")]
        };
        assert!(beside("gate_width = 4") < beside("lamp_width = 4"));
        assert!(features[at("quote")] > 0.5);
    }
}
