//! Whom a passage speaks of without the whole name: in a text on Ada Voss *Voss* is she, where the text or the section
//! is called *Ada Voss*, so is whoever a sentence tells of, and a sentence that points back speaks of whoever is named
//! in what it is shown with. Otherwise the sentence that repeats the name in full would always come
//! before the one that answers.

use super::asked::{FoundParts, Hits, PreparedQuestion};
use crate::text::words::terms::Stems;

/// What a word of a name counts that the heading above a sentence has: what stands under *Orsk Ferries* in the minutes
/// of a meeting need not be of them.
const HEADED: f32 = 0.5;

/// What is known of whom a record and what stands above its passages speak.
pub struct SpokenOf {
    /// Positions of a question's words that each sentence has: those of a title that is a name and no more.
    given: Vec<usize>,
    /// Those of such a heading.
    headed: Vec<usize>,
    /// Names, as positions, that the last word alone stands for.
    in_full: Vec<Vec<usize>>,
}

impl PreparedQuestion {
    /// Reads whom the passages under a title and headings speak of; `unit` is what the whole record has of the
    /// question.
    pub fn spoken_of(&self, title: &str, heading: &[String], unit: &FoundParts, stems: &mut Stems) -> SpokenOf {
        let mut known = SpokenOf { given: Vec::new(), headed: Vec::new(), in_full: Vec::new() };
        // Where nothing but a name is asked about, what has it in full tells most of whoever bears it.
        if self.names_alone || self.name_places.iter().all(Vec::is_empty) {
            return known;
        }
        let has_all = |name: &[usize], parts: &FoundParts| name.iter().all(|&at| parts.0[at] >= 1.0);
        for (level, above) in std::iter::once(title).chain(heading.iter().map(String::as_str)).enumerate() {
            let parts = self.hits_with_parts(above, stems).1;
            let names: Vec<&Vec<usize>> =
                self.name_places.iter().filter(|name| !name.is_empty() && has_all(name, &parts)).collect();
            known.in_full.extend(names.iter().map(|name| (*name).clone()));
            if !names.is_empty() && self.share_of(above, stems) >= 1.0 {
                let given = if level == 0 { &mut known.given } else { &mut known.headed };
                given.extend((0..self.weights.len()).filter(|&at| parts.0[at] >= 1.0));
            }
        }
        let of_unit = self.name_places.iter().filter(|name| name.len() > 1 && has_all(name, unit));
        known.in_full.extend(of_unit.cloned());
        known
    }
}

impl PreparedQuestion {
    /// The names of which a text has every word, as positions; none where nothing but a name is asked about.
    fn named_in(&self, text: &str, stems: &mut Stems) -> Vec<&Vec<usize>> {
        if self.names_alone || text.trim().is_empty() {
            return Vec::new();
        }
        let FoundParts(found) = self.hits_with_parts(text, stems).1;
        let stands = |name: &&Vec<usize>| !name.is_empty() && name.iter().all(|&at| found[at] >= 1.0);
        self.name_places.iter().filter(stands).collect()
    }
}

impl SpokenOf {
    /// What a quote has of the question, with the names that it speaks of; `front` is what it points back to.
    pub fn read(
        &self,
        asked: &PreparedQuestion,
        (mut hits, FoundParts(mut found)): (Hits, FoundParts),
        front: &str,
        stems: &mut Stems,
    ) -> (Hits, FoundParts) {
        let short = self.in_full.iter().filter(|name| name.last().is_some_and(|&last| found[last] >= 1.0));
        let pointed_at = asked.named_in(front, stems);
        let fill = short.flatten().chain(&self.given).chain(pointed_at.into_iter().flatten());
        let fill: Vec<usize> = fill.copied().filter(|&at| found[at] < 1.0).collect();
        let headed: Vec<usize> = self.headed.iter().copied().filter(|&at| found[at] < HEADED).collect();
        if fill.is_empty() && headed.is_empty() {
            return (hits, FoundParts(found));
        }
        headed.iter().for_each(|&at| found[at] = HEADED);
        let side_by_side = |found: &[f32]| {
            let all = asked.pairs.iter().filter(|(one, other)| found[*one] >= 1.0 && found[*other] >= 1.0).count();
            all as f32 / asked.pairs.len().max(1) as f32
        };
        let before = side_by_side(&found);
        fill.iter().for_each(|&at| found[at] = 1.0);
        hits.pairs = (hits.pairs + side_by_side(&found) - before).clamp(0.0, 1.0);
        hits.rarest = asked.rarest(&found);
        (hits.exact, hits.related) = asked.shares(found.iter().copied());
        (hits, FoundParts(found))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judgement::rank::lexicon::NoLexicon;
    use crate::judgement::rank::measured;
    use crate::judgement::{ContextRecord, Quotable, samples};
    use crate::model::Kind;
    use crate::text::question::Reading;

    fn exact(title: &str, unit: &str, text: &str) -> f32 {
        let asked = PreparedQuestion::new(&Reading::of("When did Ada Voss resign?"), &NoLexicon);
        let mut stems = Stems::default();
        let unit = asked.hits_with_parts(unit, &mut stems).1;
        let known = asked.spoken_of(title, &[], &unit, &mut stems);
        let own = asked.hits_with_parts(text, &mut stems);
        known.read(&asked, own, "", &mut stems).0.exact
    }

    #[test]
    fn what_points_back_speaks_of_whom_it_points_to() {
        let asked = PreparedQuestion::new(&Reading::of("When did Ada Voss resign?"), &NoLexicon);
        let mut stems = Stems::default();
        let mut exact = |front: &str| {
            let unit = asked.hits_with_parts("", &mut stems).1;
            let known = asked.spoken_of("Minutes", &[], &unit, &mut stems);
            let own = asked.hits_with_parts("She resigned in May.", &mut stems);
            known.read(&asked, own, front, &mut stems).0.exact
        };
        assert_eq!(exact("Ada Voss was ill."), 1.0);
        assert!(exact("Ada Reed was ill.") < 1.0);
    }

    #[test]
    fn the_last_word_of_a_name_stands_for_it_where_it_is_known_in_full() {
        let text = "Voss resigned in May.";
        assert_eq!(exact("Minutes", "Ada Voss was ill. Voss resigned in May.", text), 1.0);
        assert!(exact("Minutes", text, text) < 1.0, "it may be another Voss");
        assert_eq!(exact("Ada Voss and the lock", text, text), 1.0);
    }

    #[test]
    fn what_is_titled_by_a_name_alone_speaks_of_whoever_bears_it() {
        let text = "She resigned in May.";
        assert_eq!(exact("Ada Voss", text, text), 1.0);
        assert!(exact("Ada Voss and the lock", text, text) < 1.0);
        assert!(exact("Tom Reed", text, text) < 1.0);
    }

    #[test]
    fn you_are_whoever_a_letter_is_to_and_i_whoever_writes_it() {
        let text = "You have to resign, and I am sorry.";
        let passage = Quotable { text: text.to_owned(), ..Quotable::default() };
        let mut record = samples::record(Kind::Source, 1, "Private", vec![passage]);
        let answered = |question: &str, record: &ContextRecord| {
            let asked = PreparedQuestion::new(&Reading::of(question), &NoLexicon);
            measured(&asked, std::slice::from_ref(record), &NoLexicon, &mut Stems::default())[0].answered
        };
        let (to, from) = ("When did Ada Voss resign?", "Why did Kai Sund resign?");
        let bare = [answered(to, &record), answered(from, &record)];
        record.text = format!("From: Kai Sund\nTo: Ada Voss\n\n{text}");
        record.candidates[0].evidence.speaker = Some("Kai Sund".to_owned());
        assert!(answered(to, &record) > bare[0] && answered(from, &record) > bare[1]);
    }
}
