//! Who did it to whom: "Which rule replaced rule 4?" is not answered by what rule 4 replaced. A question with a name
//! and a verb beside it tells which end of the deed the name is at, and so does a passage with both; a field tells it
//! of its document (*Replaces: rule 3*, *Status: Replaced by rule 7*).

use crate::judgement::extractive::answers::from_passages::PassageAnswer;
use crate::judgement::rank::features::is_field;
use crate::judgement::rank::select::Ranked;
use crate::model::Evidence;
use crate::text::language::word_lists;
use crate::text::question::is_past;
use crate::text::words::inflection::ends_as_third_person;
use crate::text::words::terms::{Stems, fold, words};
use crate::text::words::tokens::{Token, tokens};

word_lists! { static WORDS = "direction.toml": asks, doing, be, by, between, of, replacing }

/// Words between a name and a verb that are of one clause, at most.
const NEAR: usize = 3;
/// What ends a clause, or begins what somebody says.
const PARTING: [char; 10] = [',', ';', ':', '.', '(', ')', '\n', '"', '“', '”'];

/// At which end of a deed somebody or something is.
#[derive(Clone, Copy, Debug, PartialEq)]
enum End {
    Doer,
    DoneTo,
}

impl End {
    fn other(self) -> Self {
        match self {
            Self::Doer => Self::DoneTo,
            Self::DoneTo => Self::Doer,
        }
    }
}

/// A deed, as a question asks for it.
#[derive(Debug)]
struct AskedDeed {
    /// The stem of its verb.
    verb: String,
    /// Something took the place of another, which is said by one verb or another.
    replaces: bool,
    /// The words of the name, folded.
    name: Vec<String>,
    /// Where that stands.
    end: End,
}

/// Where a name begins among some words.
fn places(all: &[Token<'_>], name: &[String]) -> Vec<usize> {
    let is_here = |at: &usize| all[*at..].iter().map(|token| &token.folded).take(name.len()).eq(name.iter());
    (0..(all.len() + 1).saturating_sub(name.len())).filter(is_here).collect()
}

/// True for the word behind a verb that has whoever did it behind it.
fn is_by(next: Option<&Token<'_>>) -> bool {
    next.is_some_and(|next| WORDS.by.has(&next.folded))
}

/// True for what stands in front of a name that is only told with another: "a wick of the new *lamp* was replaced".
fn is_of_another(front: &[Token<'_>]) -> bool {
    let near = front.iter().rev().take(NEAR).take_while(|token| !WORDS.be.has(&token.folded));
    near.map(|token| &token.folded).any(|word| WORDS.of.has(word))
}

impl AskedDeed {
    /// The deed that a question asks for of a name in it, which stands there once; `None` where it does not say at
    /// which end that is.
    fn of(question: &str, name: &str, stems: &mut Stems) -> Option<Self> {
        let name: Vec<String> = words(name).map(|word| fold(word.text)).collect();
        let all: Vec<Token<'_>> = tokens(question).collect();
        let [at] = places(&all, &name)[..] else { return None };
        let asks = all.iter().position(|token| WORDS.asks.has(&token.folded)).filter(|&asks| asks < at)?;
        let front = &all[asks + 1..at];
        let behind = &all[at + name.len()..];
        let asked = |word: &str, end, stems: &mut Stems| {
            // *Reviewer 3* goes on with its number.
            if !word.chars().all(char::is_alphabetic) {
                return None;
            }
            let verb = stems.stem(word).to_owned();
            Some(Self { verb, replaces: WORDS.replacing.has(word), name: name.clone(), end })
        };
        if let Some(doing) = front.iter().position(|token| WORDS.doing.has(&token.folded)) {
            // "What did rule 4 replace?"; behind anything else the name may be part of what is asked.
            let alone = front[doing + 1..].iter().all(|token| WORDS.between.has(&token.folded));
            return behind.first().filter(|_| alone).and_then(|verb| asked(&verb.folded, End::Doer, stems));
        }
        let mut before = front.iter().rev().skip_while(|token| WORDS.between.has(&token.folded));
        let verb = before.next()?;
        let is = |token: &Token<'_>| WORDS.be.has(&token.folded);
        if WORDS.by.has(&verb.folded) {
            let verb = before.next()?;
            return asked(&verb.folded, End::Doer, stems);
        }
        if is(verb) {
            // "What was rule 4 replaced by?"
            let verb = behind.first()?;
            let by = is_by(behind.get(1));
            return if by { asked(&verb.folded, End::DoneTo, stems) } else { None };
        }
        let acts = is_past(&verb.folded) || ends_as_third_person(&verb.folded);
        if acts && !before.next().is_some_and(is) { asked(&verb.folded, End::DoneTo, stems) } else { None }
    }

    /// True for the verb that is asked for, or one that says the same.
    fn is_told_by(&self, word: &str, stems: &mut Stems) -> bool {
        stems.stem(word) == self.verb || self.replaces && WORDS.replacing.has(word)
    }

    /// At which end of the deed a passage has the name; `None` where it tells of no such deed, or not of the name.
    fn told(&self, evidence: &Evidence, stems: &mut Stems) -> Option<End> {
        let text = evidence.quoted();
        let all: Vec<Token<'_>> = tokens(text).collect();
        let named = places(&all, &self.name);
        let mut found = None;
        for at in 0..all.len() {
            if !self.is_told_by(&all[at].folded, stems) {
                continue;
            }
            let by = is_by(all.get(at + 1));
            let passive = by || all[at.saturating_sub(2)..at].iter().any(|before| WORDS.be.has(&before.folded));
            let one_clause =
                |from: usize, until: usize| !all[from + 1..=until].iter().any(|token| token.is_parted(&PARTING));
            let first_behind = at + 1 + usize::from(by);
            let behind = named.iter().any(|&name| (first_behind..=first_behind + NEAR).contains(&name));
            let last = |name: usize| name + self.name.len() - 1;
            let in_front = named.iter().any(|&name| {
                let near = last(name) < at && at - last(name) <= NEAR && one_clause(last(name), at);
                near && !is_of_another(&all[..name])
            });
            let end = match (in_front, behind) {
                (true, false) if passive => End::DoneTo,
                (true, false) => End::Doer,
                (false, true) if by => End::Doer,
                (false, true) if !passive => End::DoneTo,
                _ => continue,
            };
            if end == self.end {
                return Some(end);
            }
            found = Some(end);
        }
        if found.is_some() || !named.is_empty() || !is_field(text) {
            return found;
        }
        // A field tells of its document.
        let of_it = !places(&tokens(&evidence.title).collect::<Vec<_>>(), &self.name).is_empty();
        let at = all.iter().position(|token| self.is_told_by(&token.folded, stems)).filter(|_| of_it)?;
        let by = is_by(all.get(at + 1));
        Some(if by { End::DoneTo } else { End::Doer })
    }
}

impl PassageAnswer<'_> {
    /// The passage that tells the deed asked for with the name at the end where the question has it; what has it at the
    /// other end is left out where anything else is said.
    pub(in crate::judgement::extractive) fn keep_direction<'r>(
        &self,
        ranked: &mut Vec<Ranked<'r>>,
        stems: &mut Stems,
    ) -> Option<Ranked<'r>> {
        // Where a document is meant by its name, what is looked for in it has that no more.
        let whole = self.question.whole_reading();
        let deed = whole.names.iter().rev().find_map(|name| AskedDeed::of(&self.question.text, name, stems))?;
        let told = |one: Ranked<'r>| (deed.told(&one.candidate.evidence, stems), one);
        let told = std::mem::take(ranked).into_iter().map(told);
        let (turned, kept): (Vec<_>, Vec<_>) = told.partition(|(end, _)| *end == Some(deed.end.other()));
        let fits = kept.iter().filter(|(end, _)| end.is_some()).map(|(_, one)| one);
        let best = fits.max_by(|a, b| a.worth.total_cmp(&b.worth)).cloned();
        let kept = if kept.is_empty() { turned } else { kept };
        *ranked = kept.into_iter().map(|(_, one)| one).collect();
        best
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judgement::samples;

    fn deed(question: &str, name: &str) -> Option<(String, End)> {
        AskedDeed::of(question, name, &mut Stems::default()).map(|deed| (deed.verb, deed.end))
    }

    #[test]
    fn a_question_tells_at_which_end_of_a_deed_its_name_is() {
        let done_to = Some(("replac".to_owned(), End::DoneTo));
        assert_eq!(deed("Which rule replaced RULE-4?", "RULE-4"), done_to);
        assert_eq!(deed("What was RULE-4 replaced by?", "RULE-4"), done_to);
        let doer = Some(("replac".to_owned(), End::Doer));
        assert_eq!(deed("What did RULE-4 replace?", "RULE-4"), doer);
        assert_eq!(deed("Which rule was replaced by RULE-4?", "RULE-4"), doer);
        for question in
            ["What did RULE-4 7 replace?", "What is RULE-4?", "When did RULE-4 end?", "What is said of RULE-4?"]
        {
            assert_eq!(deed(question, "RULE-4"), None, "{question}");
        }
    }

    #[test]
    fn a_passage_tells_it_as_well_and_a_field_of_its_document() {
        let mut stems = Stems::default();
        let deed = AskedDeed::of("Which rule replaced RULE-4?", "RULE-4", &mut stems).expect("a deed");
        let mut told = |title: &str, text: &str| {
            let evidence = Evidence { title: title.to_owned(), ..samples::passage(text).evidence };
            deed.told(&evidence, &mut stems)
        };
        for (title, text) in [
            ("RULE-7: lamps", "Replaces: RULE-4"),
            ("RULE-4: wicks", "Status: Replaced by RULE-7"),
            ("RULE-4: wicks", "Status: Superseded by RULE-7"),
            ("RULE-7: lamps", "Supersedes: RULE-4"),
            ("Minutes", "In May the board replaced RULE-4 with another."),
            ("Minutes", "RULE-4 was replaced by RULE-7 in May."),
            ("Minutes", "A part of RULE-3 was replaced by a note, and RULE-4 was replaced."),
        ] {
            assert_eq!(told(title, text), Some(End::DoneTo), "{text}");
        }
        for (title, text) in [
            ("RULE-4: wicks", "Replaces: RULE-3"),
            ("RULE-3: oil", "Status: Replaced by RULE-4"),
            ("Minutes", "In May RULE-4 replaced the older one."),
        ] {
            assert_eq!(told(title, text), Some(End::Doer), "{text}");
        }
        assert_eq!(told("Minutes", "RULE-4 was read, and the lamp was replaced."), None);
        assert_eq!(told("Minutes", "The last line of RULE-4 was replaced by another."), None);
    }
}
