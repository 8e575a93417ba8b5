//! Whether a heading asks what a question asks: *Ways it spreads* in a page on a fever, of "How does the fever
//! spread?". What stands under it answers, though no sentence of it has a word of the question.

use std::cell::LazyCell;

use super::asked::{FoundParts, KIN, PreparedQuestion};
use crate::model::Evidence;
use crate::text::question::{Reading, heads_alone, heads_what_to_do, is_framing, is_light, is_of_all};
use crate::text::words::pronouns::may_point_back;
use crate::text::words::terms::{Stems, fold, words};

/// The part of a question's weight that a heading has, together with what stands above it.
const ASKED: f32 = 0.55;
/// What a heading has of a question that asks another kind of fact with the same words.
const OF_ANOTHER_KIND: f32 = 0.9;
/// What a heading has that is the question with a word more.
pub const ONE_WORD_MORE: f32 = 0.98;
/// What a word of the question counts that the heading's document says, here and there, and neither title nor heading
/// has.
const SAID: f32 = 0.8;
/// Sentences of a document that have a word which it says here and there.
const SEVERAL: usize = 2;
/// Letters in which the stems of a noun and its verb have to agree: *transmission*, *transmitted*.
const ALIKE: usize = 6;
/// Share of the longer stem that these have to be.
const MOSTLY: f32 = 0.7;

/// What a heading asks of a question.
#[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd)]
pub struct AskedBy {
    /// How much of it, with what stands above it, from 0 to 1; 0 where it asks something else.
    pub share: f32,
    /// What stands above it, or the document, says of what.
    pub told: bool,
}

/// Which words of a question the sentences of a document have, and how many have each.
#[derive(Clone, Debug, Default)]
pub struct Said(Vec<usize>);

impl Said {
    /// Notes a sentence.
    pub fn note(&mut self, FoundParts(found): &FoundParts) {
        self.0.resize(self.0.len().max(found.len()), 0);
        self.0.iter_mut().zip(found).for_each(|(count, part)| *count += usize::from(*part >= KIN));
    }
}

impl PreparedQuestion {
    /// What a heading, or the label of a line, asks with what stands above it: a heading asks what the question asks
    /// that has words of it and none besides, and the title and other headings, else the document's text, say of what.
    pub fn asked_by(&self, above: &str, heading: &str, said: &Said, stems: &mut Stems) -> AskedBy {
        // Read once for each heading that is a question, and no other.
        let reading = LazyCell::new(|| Reading::of(heading));
        if let Some(share) = self.as_question(above, heading, &reading, stems) {
            // "How long?" is not told where it is asked what it is.
            let of_kind = self.duration || self.how_to || self.when;
            let share = if of_kind && !self.asks_as(&reading) { OF_ANOTHER_KIND } else { share };
            return AskedBy { share, told: true };
        }
        let alone = heads_alone(heading, self.how_to, self.duration) || self.heads_statements(heading, stems);
        let none = || alone.then(|| vec![0.0; self.weights.len()]);
        let Some(own) = self.in_heading(heading, stems).or_else(none) else { return AskedBy::default() };
        let FoundParts(above) = self.hits_with_parts(above, stems).1;
        let weighed = || self.weights.iter().enumerate().filter(|(_, weight)| **weight > 0.0);
        // What stands under a name tells of it, and not who painted it or where it is.
        let seeks = self.name || self.when || self.figure;
        if seeks && !self.names_alone && weighed().all(|(at, _)| own[at] == 0.0 || self.is_of_name(at)) && !alone {
            return AskedBy::default();
        }
        // *How to report* asks more than the title of a text on reporting.
        let adds = alone
            || weighed().any(|(at, _)| own[at] > 0.0 && above[at] < 1.0)
            || self.how_to && heads_what_to_do(heading);
        let part = |at: usize| match own[at] > 0.0 || above[at] >= KIN {
            true => 1.0,
            false if said.0.get(at).is_some_and(|count| *count >= SEVERAL) => SAID,
            false => 0.0,
        };
        let covered = weighed().map(|(at, weight)| part(at) * weight).sum::<f32>() / self.total;
        let told = weighed().any(|(at, _)| own[at] == 0.0 && part(at) > 0.0);
        match adds && covered >= ASKED {
            true => AskedBy { share: covered, told },
            false => AskedBy::default(),
        }
    }

    /// True for a heading that names the kind of statement asked for, and nothing besides: *Recommendations*.
    fn heads_statements(&self, heading: &str, stems: &mut Stems) -> bool {
        let names = |text: &str, stems: &mut Stems| self.naming.iter().any(|own| own == stems.stem(text));
        let mut all = words(heading).peekable();
        self.total > 0.0
            && all.peek().is_some()
            && all.all(|word| names(word.text, stems) || is_of_all(&fold(word.text)) || is_number(word.text))
            && words(heading).any(|word| names(word.text, stems))
    }

    /// True for a word of a name.
    fn is_of_name(&self, at: usize) -> bool {
        self.name_places.iter().any(|places| places.contains(&at))
    }

    /// True where a passage stands below a heading that is the question itself.
    pub fn is_answered_below(&self, evidence: &Evidence, stems: &mut Stems) -> bool {
        let Some((last, above)) = evidence.heading.split_last() else { return false };
        let above = format!("{} {}", evidence.title, above.join(" "));
        self.as_question(&above, last, &LazyCell::new(|| Reading::of(last)), stems).is_some()
    }

    /// How much of the question a heading is that is the question itself, in as many words or one more: it is answered
    /// below it, whatever the whole is called. What "it" is in the heading stands above it.
    fn as_question(
        &self,
        above: &str,
        heading: &str,
        reading: &LazyCell<Reading, impl FnOnce() -> Reading>,
        stems: &mut Stems,
    ) -> Option<f32> {
        if !heading.trim_end().ends_with(['?', '？']) {
            return None;
        }
        let FoundParts(mut found) = self.hits_with_parts(heading, stems).1;
        if may_point_back(heading) && (found.iter().any(|part| *part >= 1.0) || self.asks_as(reading)) {
            let FoundParts(above) = self.hits_with_parts(above, stems).1;
            found.iter_mut().zip(&above).for_each(|(part, above)| *part = part.max(*above));
        }
        let whole = self.weights.iter().zip(&found).all(|(weight, part)| *weight <= 0.0 || *part >= 1.0);
        if !whole || !self.weights.iter().any(|weight| *weight > 0.0) {
            return None;
        }
        let more = reading.content.iter().filter(|word| {
            let (stem, stop) = stems.weighed(word);
            let known = self.by_stem.contains_key(stem) || self.framing.contains_key(stem);
            !(stop || known || is_number(word) || is_light(&fold(word)))
        });
        match more.count() {
            0 => Some(1.0),
            1 => Some(ONE_WORD_MORE),
            _ => None,
        }
    }

    /// True where the same kind of fact is asked for: how long, how to, when.
    fn asks_as(&self, heading: &Reading) -> bool {
        let wants = &heading.wants;
        self.duration && wants.duration || self.how_to && wants.how_to || self.when && wants.when
    }

    /// Which words of the question a heading has; `None` where it has others, or none that says something.
    fn in_heading(&self, heading: &str, stems: &mut Stems) -> Option<Vec<f32>> {
        let FoundParts(mut found) = self.hits_with_parts(heading, stems).1;
        for word in words(heading) {
            let (stem, stop) = stems.weighed(word.text);
            let known = self.by_stem.get(stem).is_some_and(|places| places.iter().any(|&(_, part)| part >= 1.0));
            let folded = fold(word.text);
            let says_little =
                stop || is_of_all(&folded) || is_light(&folded) || is_framing(&folded) || is_number(&folded);
            if known || says_little || self.framing.contains_key(stem) {
                continue;
            }
            let mut alike = self.by_stem.iter().filter(|(own, _)| are_alike(own, stem)).flat_map(|(_, places)| places);
            let &(at, _) = alike.find(|(_, part)| *part >= 1.0)?;
            found[at] = 1.0;
        }
        // What answers a word in other words heads too much: *Resolved* of what somebody wants.
        found.iter_mut().for_each(|part| *part = if *part >= 1.0 { 1.0 } else { 0.0 });
        let some = found.iter().zip(&self.weights).any(|(part, weight)| *part >= 1.0 && *weight > 0.0);
        some.then_some(found)
    }
}

fn is_number(word: &str) -> bool {
    word.chars().all(|c| c.is_ascii_digit())
}

/// True for the stems of a noun and of its verb.
fn are_alike(one: &str, other: &str) -> bool {
    let agreed = one.chars().zip(other.chars()).take_while(|(a, b)| a == b).count();
    agreed >= ALIKE && agreed as f32 >= MOSTLY * one.len().max(other.len()) as f32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judgement::rank::lexicon::NoLexicon;

    #[test]
    fn what_it_is_in_a_heading_stands_above_it() {
        let asked = PreparedQuestion::new(&Reading::of("How long does oakum last?"), &NoLexicon);
        let asks = |above: &str, heading: &str| {
            asked.asked_by(above, heading, &Said::default(), &mut Stems::default()).share >= 1.0
        };
        assert!(asks("Oakum: what customers ask", "How long does it last?"));
        assert!(!asks("Tar: what customers ask", "How long does it last?"));
        assert!(!asks("Oakum: what customers ask", "How long does tar last?"));
        assert!(!asks("Oakum: what customers ask", "What is oakum?"), "it asks what it is");
    }

    #[test]
    fn a_heading_that_is_the_question_comes_before_one_with_a_word_more() {
        let asked = PreparedQuestion::new(&Reading::of("What is oakum?"), &NoLexicon);
        let share = |heading: &str| {
            asked.asked_by("Ropes: what customers ask", heading, &Said::default(), &mut Stems::default()).share
        };
        assert_eq!(share("What's oakum?"), 1.0);
        assert_eq!(share("What is Orskian oakum?"), ONE_WORD_MORE);
        assert_eq!(share("Why is Orskian oakum tarred?"), 0.0);
    }

    #[test]
    fn a_heading_asks_what_the_question_asks_of_what_stands_above_it() {
        let asks = |question: &str, above: &str, heading: &str| {
            let asked = PreparedQuestion::new(&Reading::of(question), &NoLexicon);
            asked.asked_by(above, heading, &Said::default(), &mut Stems::default()).share > 0.0
        };
        let question = "How is marsh fever transmitted?";
        assert!(asks(question, "Marsh fever", "Transmission"));
        assert!(!asks(question, "Marsh fever", "Prevention"), "it asks something else");
        assert!(!asks(question, "Quay cough", "Transmission"), "it asks so of something else");
        assert!(!asks(question, "Transmission of marsh fever", "Marsh fever"), "it says no more than the title");
        assert!(asks("What is marsh fever?", "Marsh fever", "2.1 What is marsh fever?"), "it is the question");
        assert!(!asks("What is marsh fever?", "Marsh fever", "What is quay cough?"));
        assert!(asks("Which lamps can a quay have?", "Rules of the quay", "Supported lamps"));
        assert!(!asks("Which lamps can a quay have?", "Rules of the quay", "Broken lamps"));
        assert!(asks("Who are the vulnerable people for marsh fever?", "Marsh fever", "Vulnerable people"));
        assert!(asks("How do I report marsh fever?", "Reporting marsh fever", "How to report"));
        assert!(!asks("How do I report marsh fever?", "Reporting marsh fever", "Reporting"));
        assert!(asks("What are the steps to report marsh fever?", "Reporting marsh fever", "Steps"));
        assert!(!asks("What are the steps to report marsh fever?", "Quay cough", "Steps"));
        assert!(asks("How long does marsh fever last?", "Marsh fever", "How long it takes"));
        assert!(!asks("How is marsh fever treated?", "Marsh fever", "Treatment of quay cough"), "it is of another");
    }

    #[test]
    fn what_a_document_says_here_and_there_is_what_it_is_of() {
        let asked = PreparedQuestion::new(&Reading::of("What are the signs of marsh fever?"), &NoLexicon);
        let mut stems = Stems::default();
        let mut said = Said::default();
        for sentence in ["Marsh fever came in June.", "Half of the marsh had the fever."] {
            said.note(&asked.hits_with_parts(sentence, &mut stems).1);
        }
        let of_it = asked.asked_by("Notes", "Signs", &said, &mut stems);
        let titled = asked.asked_by("Marsh fever", "Signs", &Said::default(), &mut stems);
        assert!(titled.share > of_it.share && of_it.told, "{titled:?} {of_it:?}");
        assert_eq!(asked.asked_by("Notes", "Signs", &Said::default(), &mut stems), AskedBy::default());
    }
}
