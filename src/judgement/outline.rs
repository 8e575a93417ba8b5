//! The sections of a document: which headings each sentence stands under, and what a section is for, as its heading
//! says.

use std::collections::{BTreeSet, HashMap};
use std::sync::LazyLock;

use super::DocumentText;
use super::headings::{self, shortened};
use crate::config::data_file;
use crate::model::{Sentence, SentenceKind, Span};
use crate::text::cutting::lines::line_start;
use crate::text::display::inline::unmarked;
use crate::text::language::in_any;
use crate::text::speakers::letters::is_closing;
use crate::text::titles::designators::unnumbered;
use crate::text::words::terms::fold;

/// Characters of a heading in a path.
const LONGEST: usize = 90;
/// Sentences of a text without headings that are looked at as one section: about a page of talk.
const PAGE: usize = 40;
/// Sentences and bytes below the closing words of a letter, at most.
const BELOW: usize = 16;
const FOOTER: usize = 700;

/// What a section is for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SectionKind {
    Summary,
    Introduction,
    Decision,
    Conclusion,
    /// What is beside the matter: what was left open, what else could be done.
    Aside,
    /// What belongs to the making of a text and tells nothing of its matter: references, thanks, licences, lists of
    /// what was changed, what stands below a signature.
    Back,
    #[default]
    Body,
}

/// A run of sentences under one heading; of a text without headings, a page of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Section {
    /// The headings that it stands under, outermost first, without marks.
    pub path: Vec<String>,
    pub kind: SectionKind,
    /// Position of its first sentence behind the heading.
    pub first: usize,
}

/// The sections of a document, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outline {
    pub sections: Vec<Section>,
}

/// What headings begin with, by what they announce.
static OPENINGS: LazyLock<Vec<(String, SectionKind)>> = LazyLock::new(|| {
    let known: HashMap<String, Vec<String>> = data_file!("../../assets/rank/sections.toml");
    let kind = |name: &str| match name {
        "summary" => SectionKind::Summary,
        "introduction" => SectionKind::Introduction,
        "decision" => SectionKind::Decision,
        "conclusion" => SectionKind::Conclusion,
        "aside" => SectionKind::Aside,
        "back" => SectionKind::Back,
        _ => SectionKind::Body,
    };
    let mut openings: Vec<(String, SectionKind)> = (known.iter())
        .flat_map(|(name, openings)| openings.iter().map(move |opening| (fold(opening), kind(name))))
        .collect();
    openings.sort_by(|a, b| b.0.len().cmp(&a.0.len()).then_with(|| a.cmp(b)));
    openings
});

impl SectionKind {
    /// What a heading announces.
    pub fn of(heading: &str) -> SectionKind {
        let heading = unnumbered(headings::without_anchors(heading.trim_start_matches(['#', ' '])));
        let folded = fold(heading.trim_end_matches([':', '.', ' ', '*', '_', '#']));
        let begins = |opening: &str| {
            let rest = folded.strip_prefix(opening)?;
            // "Background" and "Background and history", but no "Presentation" by "present".
            (rest.is_empty() || !rest.starts_with(char::is_alphanumeric)).then_some(rest)
        };
        let words = |rest: &str| rest.split_whitespace().count();
        // "Index", and no "Index funds".
        let whole = |rest: &str| rest.is_empty() || !rest.trim_start().starts_with(char::is_alphanumeric);
        let fits = |(opening, kind): &&(String, SectionKind)| {
            begins(opening).is_some_and(|rest| words(rest) <= 3 && (*kind != SectionKind::Back || whole(rest)))
        };
        let found = OPENINGS.iter().find(fits);
        found.map_or(SectionKind::Body, |&(_, kind)| kind)
    }
}

impl Outline {
    /// Finds the sections of a document. The headings of a conversation are lines of the talk, but for those that
    /// somebody says.
    pub fn of(document: &DocumentText) -> Self {
        let mut outline = Outline { sections: vec![Section::default()] };
        let spoken = !document.speakers.is_empty();
        let mut above: Vec<(usize, String)> = Vec::new();
        // One line in capitals is a letterhead; of several, each heads what follows it.
        let words = |sentence: &Sentence| sentence.span.slice(&document.text).unwrap_or_default();
        let heads =
            |sentence: &&Sentence| sentence.kind == SentenceKind::Heading && (!spoken || sentence.speaker.is_some());
        let headings = document.sentences.iter().filter(heads);
        let shouted: BTreeSet<&str> = headings.filter_map(|sentence| headings::shouted(words(sentence))).collect();
        let signed = signed(document);
        let whole = SectionKind::of(&document.document.title) == SectionKind::Back;
        for (at, sentence) in document.sentences.iter().enumerate() {
            if signed == Some(at) {
                // Below a signature stand whose paper it is and what every mail of theirs ends with.
                outline.sections.push(Section { path: Vec::new(), kind: SectionKind::Back, first: at });
            }
            let heads = heads(&sentence) && !headings::is_dateline(words(sentence));
            let first = outline.sections.last().map_or(0, |section| section.first);
            if heads && let Some((rank, heading)) = heading(document, sentence.span, shouted.len() > 1) {
                above.retain(|(higher, _)| *higher < rank);
                above.push((rank, heading));
                let path: Vec<String> = above.iter().map(|(_, heading)| heading.clone()).collect();
                // What stands under "Appendix" belongs to it, whatever it is called.
                let kinds = path.iter().map(|heading| SectionKind::of(heading));
                let kind = kinds.rev().find(|kind| *kind != SectionKind::Body).unwrap_or_default();
                outline.sections.push(Section { path, kind, first: at + 1 });
            } else if heads && headings::shouted(words(sentence)).is_some() {
                // What a letter was put behind does not head it.
                above.clear();
                outline.sections.push(Section { path: Vec::new(), kind: SectionKind::Body, first: at + 1 });
            } else if at - first.min(at) >= PAGE && (spoken || above.is_empty()) {
                outline.sections.push(Section { path: Vec::new(), kind: SectionKind::Body, first: at });
            }
        }
        if whole {
            outline.sections.iter_mut().for_each(|section| section.kind = SectionKind::Back);
        }
        outline
    }

    /// The section of the sentence at a position, by its own position.
    pub fn at(&self, sentence: usize) -> usize {
        self.sections.partition_point(|section| section.first <= sentence).saturating_sub(1)
    }

    /// The section of the sentence at a position.
    pub fn section(&self, sentence: usize) -> Option<&Section> {
        self.sections.get(self.at(sentence))
    }
}

/// The position of the closing words that a letter ends with: little stands below them, and no postscript.
fn signed(document: &DocumentText) -> Option<usize> {
    let words = |at: usize| document.sentences[at].span.slice(&document.text).unwrap_or_default();
    let from = document.sentences.len().saturating_sub(BELOW);
    let furniture = |at: &usize| document.sentences[*at].kind == SentenceKind::Furniture;
    let at = (from..document.sentences.len()).rev().filter(furniture).find(|&at| is_closing(words(at)))?;
    let below = document.text.len().saturating_sub(document.sentences[at].span.end);
    let opening = |at: usize| words(at).split([':', ' ', '-']).next().unwrap_or_default().to_lowercase();
    let postscript = |at: usize| in_any(|pack| &pack.postscripts, &opening(at));
    let goes_on = |at: usize| document.sentences[at].kind == SentenceKind::Heading || postscript(at);
    (below <= FOOTER && !(at + 1..document.sentences.len()).any(goes_on)).then_some(at)
}

/// How far up a heading stands, and what it says; none for a line that says nothing, and for one in capitals unless
/// those are `shouted`.
fn heading(document: &DocumentText, span: Span, shouted: bool) -> Option<(usize, String)> {
    let words = unmarked(span.slice(&document.text)?);
    let words = words.as_ref();
    let line = document.text.get(line_start(&document.text, span.start)..span.end)?;
    // What a section is for is told in capitals too.
    let heading =
        headings::tidy(words)
            .or(headings::shouted(words).filter(|_| shouted))
            .or((SectionKind::of(words) != SectionKind::Body).then_some(words.trim()))?;
    Some((headings::rank(line), shortened(heading, LONGEST)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judgement::samples::document;

    #[test]
    fn headings_say_what_a_section_is_for() {
        for (heading, kind) in [
            ("Abstract", SectionKind::Summary),
            ("1. Executive summary", SectionKind::Summary),
            ("Background and history", SectionKind::Introduction),
            ("Zusammenfassung", SectionKind::Summary),
            ("摘要", SectionKind::Summary),
            ("References", SectionKind::Back),
            ("Authors' contributions", SectionKind::Back),
            ("Read next", SectionKind::Back),
            ("Next of kin who read", SectionKind::Body),
            ("## [](https://orsk.example/ebb)References", SectionKind::Back),
            ("Appendix A. Changelog/History", SectionKind::Back),
            ("B.2. Copyright", SectionKind::Back),
            ("Appendix B. Dues of the moorings", SectionKind::Body),
            ("Appendix", SectionKind::Aside),
            ("Contact between the boards", SectionKind::Body),
            ("Presentation of the new quay", SectionKind::Body),
            ("The ferry", SectionKind::Body),
        ] {
            assert_eq!(SectionKind::of(heading), kind, "{heading}");
        }
    }

    #[test]
    fn a_sentence_knows_the_headings_above_it() {
        let text = "# The ferry of Orsk\n\n## Summary\n\nThe ferry of Orsk needs a new engine by March.\n\n## Costs\n\n\
                    ### Engine\n\nThe engine costs more than the hull of the ferry did.\n";
        let document = document(text);
        let outline = Outline::of(&document);
        let at = |words: &str| {
            let place = document.sentences.iter().position(|s| s.span.slice(&document.text).unwrap().contains(words));
            outline.section(place.unwrap()).unwrap()
        };
        assert_eq!(at("by March").path, ["The ferry of Orsk", "Summary"]);
        assert_eq!(at("by March").kind, SectionKind::Summary);
        assert_eq!(at("the hull").path, ["The ferry of Orsk", "Costs", "Engine"]);
    }
}
