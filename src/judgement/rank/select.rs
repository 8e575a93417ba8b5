//! Which of many ranked passages are shown: the best, then those that add to it (maximal marginal relevance, Carbonell
//! and Goldstein 1998), until the room is used.

use std::collections::BTreeSet;

use super::covering::{Covered, Left};
use super::features::{Candidate, Features, asks};
use crate::model::{Evidence, SentenceKind, dense};
use crate::text::words::terms::{Stems, words};

/// From this share of words that were said on, a passage is another that was shown, but for a figure perhaps.
const TWIN: f32 = 0.75;

/// A candidate with what it is worth, higher being better.
#[derive(Clone, Debug)]
pub struct Ranked<'a> {
    pub candidate: &'a Candidate,
    /// By itself: this decides what is said first.
    pub own: f32,
    /// With what the sentences beside it are worth: this decides what adds to it.
    pub worth: f32,
    /// What it has of the question, word by word.
    pub covered: Covered,
    /// The share of the question's weight that it has or answers, from 0 to 1, with the names that it speaks of.
    pub answered: f32,
    /// The same of its whole record, with its own.
    pub within: f32,
    /// Position of the record it comes from.
    pub record: usize,
    /// What its worth was made of.
    pub features: Features,
}

/// How much room there is.
#[derive(Clone, Copy, Debug)]
pub struct Room {
    /// Words shown in all; the passage that reaches it is still shown whole.
    pub words: usize,
    pub passages: usize,
    /// Of one document at most.
    pub per_document: usize,
    /// What a passage loses for saying again all that was said, as a part of the spread of worths.
    pub redundancy: f32,
    /// A passage worth less than this part of the spread below the best is not shown.
    pub depth: f32,
}

/// Chooses passages; the order is that in which they are shown. `ranked` need not be sorted.
pub fn select<'a>(ranked: &[Ranked<'a>], room: Room, stems: &mut Stems) -> Vec<Ranked<'a>> {
    let scale = dense::spread(ranked.iter().map(|one| one.own));
    let mut unsaid = Left::default();
    let gained = |unsaid: &Left, one: &Ranked<'_>| scale * unsaid.gain(&one.covered);
    let mut left: Vec<(&Ranked<'a>, f32)> = ranked.iter().map(|one| (one, one.worth + gained(&unsaid, one))).collect();
    left.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.record.cmp(&b.0.record)));
    // No more than these can be chosen, whatever they repeat.
    left.truncate(room.passages * 12);
    let (Some(best), Some(worst)) = (left.first().map(|r| r.1), left.last().map(|r| r.1)) else {
        return Vec::new();
    };
    let left: Vec<&Ranked<'a>> = left.into_iter().map(|(one, _)| one).collect();
    let spread = (best - worst).max(f32::MIN_POSITIVE);
    let contents: Vec<BTreeSet<String>> =
        left.iter().map(|ranked| content(&ranked.candidate.evidence.text, stems)).collect();
    let alone = |one: &Ranked<'_>| one.own + gained(&unsaid, one);
    // What asks answers nothing, however many words of the question it has.
    let asks = |one: &Ranked<'_>| asks(one.candidate.evidence.quoted());
    let all_ask = ranked.iter().all(asks);
    let first = ranked
        .iter()
        .filter(|one| all_ask || !asks(one))
        .max_by(|a, b| alone(a).total_cmp(&alone(b)).then(b.record.cmp(&a.record)));
    let first = first.map(|first| std::ptr::from_ref(first.candidate));
    let deepest = left.iter().map(|one| one.worth);
    let highest = deepest.clone().fold(f32::MIN, f32::max);
    let lowest = highest - room.depth * dense::spread(deepest);
    let mut open: Vec<bool> = vec![true; left.len()];
    let mut chosen: Vec<Ranked<'a>> = Vec::new();
    let mut said: BTreeSet<String> = BTreeSet::new();
    let mut shown = 0;
    while chosen.len() < room.passages && shown < room.words {
        let leads = |at: usize| chosen.is_empty() && first == Some(std::ptr::from_ref(left[at].candidate));
        let next = (0..left.len()).filter(|&at| open[at]).map(|at| {
            if leads(at) {
                return (at, f32::INFINITY, 0.0);
            }
            let again = contents[at].intersection(&said).count() as f32 / contents[at].len().max(1) as f32;
            let again = if again > TWIN && corrects(left[at], &contents[at], &said, &chosen) { 0.0 } else { again };
            (at, left[at].worth + gained(&unsaid, left[at]) - room.redundancy * spread * again, again)
        });
        let Some((at, worth, again)) = next.max_by(|a, b| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0))) else { break };
        // By itself, and not for what was said before of the question, it falls too far behind.
        if !chosen.is_empty() && worth < best - room.depth * spread && left[at].worth < lowest {
            break;
        }
        open[at] = false;
        let candidate = left[at].candidate;
        let evidence = &candidate.evidence;
        let of_document = chosen.iter().filter(|known| known.candidate.evidence.document == evidence.document).count();
        let mut overlapping = (0..chosen.len()).filter(|&known| overlaps(&chosen[known].candidate.evidence, evidence));
        let within = match (overlapping.next(), overlapping.next()) {
            // What goes on from one that is shown already takes its place, with it.
            (Some(known), None) if holds(evidence, &chosen[known].candidate.evidence) => Some(known),
            (Some(_), _) => continue,
            (None, _) => None,
        };
        let crowded = evidence.document.is_some() && of_document >= room.per_document;
        if again > 0.85 || crowded && within.is_none() {
            continue;
        }
        let shown_before = within.map_or(0, |known| words(&chosen[known].candidate.evidence.text).count());
        shown += words(&evidence.text).count() - shown_before;
        said.extend(contents[at].iter().cloned());
        unsaid.say(&left[at].covered);
        match within {
            Some(known) => chosen[known] = left[at].clone(),
            None => chosen.push(left[at].clone()),
        }
    }
    chosen
}

/// True for a sentence of a later, or earlier, version of a document that is shown, called like it but for its figures,
/// which says what was said with other figures. Entries of one pattern are no versions of one another.
fn corrects(one: &Ranked<'_>, content: &BTreeSet<String>, said: &BTreeSet<String>, chosen: &[Ranked<'_>]) -> bool {
    let evidence = &one.candidate.evidence;
    let unnumbered = |title: &str| title.chars().filter(|c| c.is_alphabetic()).collect::<String>();
    let is_version = |known: &Evidence| unnumbered(&known.title) == unnumbered(&evidence.title);
    let mut others = content.difference(said).peekable();
    evidence.document.is_some()
        && one.candidate.kind == SentenceKind::Prose
        && chosen.iter().all(|known| known.candidate.evidence.document != evidence.document)
        && chosen.iter().any(|known| is_version(&known.candidate.evidence))
        && others.peek().is_some()
        && others.all(|word| word.contains(|c: char| c.is_ascii_digit()))
}

/// True when two passages share words of one document.
fn overlaps(one: &Evidence, other: &Evidence) -> bool {
    one.document.is_some() && one.document == other.document && one.window.overlaps(other.window)
        || one.document.is_none() && one.text == other.text
}

/// True when a passage shows all that another shows, and more.
fn holds(wide: &Evidence, narrow: &Evidence) -> bool {
    wide.document.is_some()
        && wide.document == narrow.document
        && wide.window.contains(narrow.window)
        && wide.window != narrow.window
}

/// Stems of the words that say something.
pub fn content(text: &str, stems: &mut Stems) -> BTreeSet<String> {
    let says = words(text).filter_map(|word| {
        let (stem, stop) = stems.weighed(word.text);
        (!stop).then(|| stem.to_owned())
    });
    says.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judgement::rank::features::COUNT;
    use crate::model::{DocumentId, Span};

    fn candidate(at: usize, text: &str) -> Candidate {
        let span = Span::new(at, at + text.len());
        Candidate {
            evidence: Evidence {
                cites: Vec::new(),
                document: Some(DocumentId(1)),
                quote: span,
                window: span,
                text: text.to_owned(),
                lead: None,
                speaker: None,
                title: String::new(),
                day: None,
                heading: Vec::new(),
                cut: false,
            },
            kind: SentenceKind::Prose,
            retrieved: 1.0,
            place: 0.0,
            opens: false,
            leans: false,
            spoken: false,
            dated: None,
            day: None,
        }
    }

    /// Candidates of one record that are worth so much.
    fn ranked<'a>(all: &'a [Candidate], worths: &[f32]) -> Vec<Ranked<'a>> {
        let of = |(candidate, &worth): (&'a Candidate, &f32)| Ranked {
            candidate,
            own: worth,
            worth,
            covered: Covered::default(),
            answered: 0.0,
            within: 0.0,
            record: 0,
            features: [0.0; COUNT],
        };
        all.iter().zip(worths).map(of).collect()
    }

    #[test]
    fn what_goes_on_from_a_passage_is_shown_with_it() {
        let mut all = [candidate(0, "Ada Voss was asked to marry him."), candidate(33, "She refused, for he drank.")];
        let front = all[0].evidence.clone();
        let behind = &mut all[1].evidence;
        behind.window = Span::new(0, behind.quote.end);
        behind.text = format!("{} {}", front.text, behind.text);
        let found = ranked(&all, &[1.0, 0.9]);
        let room = Room { words: 100, passages: 4, per_document: 1, redundancy: 0.3, depth: 5.0 };
        let chosen = select(&found, room, &mut Stems::default());
        let texts: Vec<&str> = chosen.iter().map(|one| one.candidate.evidence.text.as_str()).collect();
        assert_eq!(texts, ["Ada Voss was asked to marry him. She refused, for he drank."]);
    }

    #[test]
    fn another_version_with_another_figure_is_shown_beside_the_first() {
        let rule =
            |days: u32| format!("A berth at the northern pier is given up within {days} days after written notice.");
        let mut all = [candidate(0, &rule(30)), candidate(0, &rule(10)), candidate(0, &rule(30))];
        for (candidate, document) in all.iter_mut().zip(1..) {
            candidate.evidence.document = Some(DocumentId(document));
        }
        let found = ranked(&all, &[1.0, 0.9, 0.8]);
        let room = Room { words: 100, passages: 4, per_document: 9, redundancy: 1.0, depth: 5.0 };
        let chosen = select(&found, room, &mut Stems::default());
        let texts: Vec<&str> = chosen.iter().map(|one| one.candidate.evidence.text.as_str()).collect();
        assert_eq!(texts, [rule(30), rule(10)]);
        // What is called otherwise is another thing of the same pattern.
        for (candidate, title) in all.iter_mut().zip(["Northern pier", "Southern pier", "Old pier"]) {
            candidate.evidence.title = title.to_owned();
        }
        let found = ranked(&all, &[1.0, 0.9, 0.8]);
        assert_eq!(select(&found, room, &mut Stems::default()).len(), 1);
    }

    #[test]
    fn what_says_the_same_again_comes_after_what_adds() {
        let all = [
            candidate(0, "The ferry sank in the storm of March."),
            candidate(100, "In the storm of March the ferry sank."),
            candidate(200, "Nobody had paid the insurance."),
            candidate(210, "had paid the insurance."),
        ];
        let found = ranked(&all, &[1.0, 0.95, 0.7, 0.69]);
        let room = Room { words: 100, passages: 4, per_document: 9, redundancy: 1.0, depth: 5.0 };
        let chosen = select(&found, room, &mut Stems::default());
        let texts: Vec<&str> = chosen.iter().map(|one| one.candidate.evidence.text.as_str()).collect();
        assert_eq!(texts, ["The ferry sank in the storm of March.", "Nobody had paid the insurance."]);
        assert!(select(&[], room, &mut Stems::default()).is_empty());
    }
}
