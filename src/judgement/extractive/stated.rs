//! Sentences that make the kind of statement a question asks for, of what it asks about, and how plainly they do.

use std::collections::HashSet;

use super::analyst::{OF_ANOTHER, is_of, strength};
use super::companions::{other_figure, other_side, remedy, tells_of_now};
use super::focus::Focus;
use super::signs::{is_deed, is_norm, is_of_a_day, is_piece, lays_down, substance, takes_a_side};
use crate::judgement::Quotable;
use crate::text::question::Reading;
use crate::text::stance::{STATED, Stance, defines, explains};
use crate::text::subject::{Standing, standing};
use crate::text::terms::{Stems, fold, is_stop, words};

/// How much of what is asked about a sentence must cover to be a statement of it.
const ABOUT: f32 = 0.45;
/// The same of one matter, which need not be called by all its names.
const ABOUT_MATTER: f32 = 0.38;
/// What is told of it counts for where the sentence begins with something else.
const INSIDE: f32 = 0.9;
/// How much of the matter a sentence names that has the verb asked about.
const OTHER: f32 = 0.2;
/// What a passage that speaks of it counts for where the sentence does not say it again.
const AROUND: f32 = 0.4;
/// What stands just before it counts for where one matter is told of.
const JUST_BEFORE: f32 = 0.8;
/// A sentence that makes no such statement is near at best, and so is one that hardly speaks of what is asked.
const NEAR: f32 = 0.5;
/// A statement that says less is none: "The landscape has changed."
const SAYS: f32 = 0.55;
/// How much of the kind a sentence is that may be near, or may be one side of a disagreement.
const KIND: f32 = 0.4;
/// The same where anything that changed or is disputed is asked for: a surface word is no sign of either.
const PLAINER: f32 = 0.68;
/// What a rule counts for as a problem, and what happened by the clock as a change.
const NORM: f32 = 0.6;
/// A sentence as strong as this is worth being looked at.
pub(super) const NEAREST: f32 = 0.1;

/// How a sentence answers a question for a kind of statement.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Statement {
    /// From 0 to 1; at least 0.5 where it is stated.
    pub strength: f32,
    /// It makes such a statement, and of what is asked.
    pub stated: bool,
}

/// Judges sentences for one question.
pub struct Statements<'a> {
    stance: Stance,
    focus: &'a Focus,
    /// Stems of the words of what is asked about.
    subject: Vec<String>,
    /// Who is asked about, where one matter is told of.
    whom: Option<String>,
    /// What is done about problems is asked as well.
    remedy: bool,
}

impl<'a> Statements<'a> {
    /// `None` for a question that asks for no kind of statement.
    pub fn sought(reading: &Reading, focus: &'a Focus, stems: &mut Stems) -> Option<Self> {
        let stance = reading.stance?;
        // *Feature* says little in a question, but belongs to the name of a thing.
        let subject = match stance {
            Stance::Definition | Stance::Mechanism => words(&reading.about)
                .filter(|word| !is_stop(&fold(word.text)))
                .map(|word| stems.stem(word.text).to_owned())
                .collect(),
            _ => reading.content.iter().map(|word| stems.stem(word).to_owned()).collect(),
        };
        let whom = reading.doer.clone().filter(|_| stance.is_of_one_matter());
        Some(Self { stance, focus, subject, whom, remedy: reading.remedy })
    }

    /// How plainly a sentence makes a statement of the kind, whatever it is about.
    pub fn kind(&self, text: &str, stems: &mut Stems) -> f32 {
        match self.stance {
            Stance::Mechanism => explains(text, &self.subject, stems).max(defines(text, &self.subject, stems)),
            Stance::Definition => defines(text, &self.subject, stems),
            stance => match (stance, stance.strength(text)) {
                // What must be done lest something happen, and what a word means, is nothing that is amiss.
                (Stance::Problem, strength) if strength > 0.0 && is_norm(text) => NORM * strength,
                // What stopped at four and began again at five did not change.
                (Stance::Change, strength) if strength > 0.0 && is_of_a_day(text) => NORM * strength,
                (_, strength) => strength,
            },
        }
    }

    /// The kind of statement that is sought.
    pub fn stance(&self) -> Stance {
        self.stance
    }

    /// True for a sentence that may say how the thing works by where it stands.
    pub fn may_lay_down(&self, text: &str) -> bool {
        self.stance == Stance::Mechanism && self.subject.len() > 1 && lays_down(text)
    }

    /// True where what is told is of one matter, which may be named before it.
    pub fn is_of_one_matter(&self) -> bool {
        self.stance.is_of_one_matter()
    }

    /// True for a sentence that speaks of what is asked, whatever it says of it.
    pub fn is_of(&self, text: &str, stems: &mut Stems) -> bool {
        strength(self.focus.score(text, stems)) >= ABOUT
    }

    /// Judges a sentence.
    pub fn judge(&self, quotable: &Quotable, stems: &mut Stems) -> Statement {
        let text = &quotable.text;
        // What a sentence is quoted with for its sake is not what makes the statement.
        let kind = if self.is_of_one_matter() { self.kind(last_sentence(text), stems) } else { self.kind(text, stems) };
        let laid_down = self.under_its_heading(quotable, stems);
        let kind = kind.max(laid_down).max(self.as_a_side(quotable));
        let found = self.focus.score(text, stems);
        let about = if self.focus.is_empty() && self.focus.unknown().is_empty() {
            1.0
        } else {
            let around = quotable.relevance.unwrap_or_default();
            let part = if self.is_of_one_matter() { JUST_BEFORE } else { AROUND };
            let told = found.predicate || !self.is_of_one_matter() || !self.focus.asks_what_happened();
            (if told { 1.0 } else { OF_ANOTHER } * strength(found)).max(part * around)
        };
        let about = about.max(laid_down);
        let behind = quotable.speaker.as_deref().unwrap_or_default();
        // Something else that slipped is another matter.
        let exact = self.focus.words_in(text, stems);
        let telling = exact > 0 && self.focus.verb_tells();
        let alike = found.predicate && !telling && found.matter < OTHER;
        let other = self.is_of_one_matter() && alike && about <= strength(found);
        let about = if other { OF_ANOTHER * about } else { about };
        // Of what nobody speaks of, nothing is told by a word like the rest of the question.
        let unheard = self.is_of_one_matter() && !self.focus.unknown().is_empty();
        let about = if unheard && exact == 0 { 0.0 } else { about };
        let of_another = self.whom.as_deref().is_some_and(|name| !is_of(name, text) && !is_of(name, behind));
        let about = if of_another { OF_ANOTHER * about } else { about };
        let full = if is_piece(text) { 0.0 } else { substance(text) };
        let stands = (self.stance == Stance::Fate).then(|| standing(text, &self.subject, stems));
        // What became of somebody is told of him, or by him, and he need not be called by all his names.
        let kind = match stands {
            Some(Standing::Inside) => kind * INSIDE,
            Some(Standing::ByTheWay) => kind * OF_ANOTHER,
            _ => kind,
        };
        let enough = if self.is_of_one_matter() { ABOUT_MATTER } else { ABOUT };
        let stated = kind >= STATED && about >= enough && full >= SAYS;
        // What is barely of the kind comes behind what is so by several signs.
        let plain = (kind - STATED) / (1.0 - STATED);
        let part = if self.is_of_one_matter() { 0.65 } else { 0.4 };
        let worth = ((1.0 - part) * plain + part * about) * (0.4 + 0.6 * full);
        let strength = match stated {
            true => NEAR + (1.0 - NEAR) * worth,
            // What is not even about it is not near, nor, where anything of the kind is asked for, what is of no kind.
            false if about < ABOUT / 2.0 || self.subject.is_empty() && kind < self.least() => 0.0,
            false if !self.is_near(text, kind, stems) => 0.0,
            false if self.is_of_one_matter() => NEAR * about * (0.5 + 0.5 * kind) * (0.4 + 0.6 * full),
            false => NEAR * about * (0.3 + 0.7 * kind) * (0.4 + 0.6 * full),
        };
        Statement { strength, stated }
    }

    /// How much of the kind a sentence must be to be near where anything of the kind is asked for.
    fn least(&self) -> f32 {
        if matches!(self.stance, Stance::Change | Stance::Disagreement) { PLAINER } else { KIND }
    }

    /// How plainly a sentence takes a side by standing under a heading for one, as hearings are recorded: "Opponents".
    fn as_a_side(&self, quotable: &Quotable) -> f32 {
        let behind = quotable.speaker.as_deref().unwrap_or_default();
        let heading = behind.split_once(", under “").map(|(_, heading)| heading.to_lowercase()).unwrap_or_default();
        let side = ["opponents", "opposed", "proponents", "in favor", "in favour", "in opposition", "objections"]
            .iter()
            .any(|side| heading.contains(side));
        if self.stance == Stance::Disagreement && side && takes_a_side(&quotable.text) { STATED } else { 0.0 }
    }

    /// The sentences that say by themselves what was done, where that is asked beside the problems: by name of who did it or
    /// what was done, and not by a rule.
    pub fn remedies<'q>(&self, among: &'q [Quotable]) -> Vec<&'q Quotable> {
        const MOST: usize = 1;
        let mut found: Vec<(f32, &Quotable)> = among
            .iter()
            .map(|quotable| (self.as_remedy(quotable), quotable))
            .filter(|(worth, _)| *worth > 0.0)
            .collect();
        found.sort_by(|a, b| b.0.total_cmp(&a.0));
        found.into_iter().take(MOST).map(|(_, quotable)| quotable).collect()
    }

    /// How strong a sentence is as a remedy that stands by itself, where remedies are asked for, from 0 to 1.
    pub fn as_remedy(&self, quotable: &Quotable) -> f32 {
        let text = &quotable.text;
        let full = substance(text);
        let asked = self.stance == Stance::Problem && self.remedy && self.subject.is_empty();
        let plain = asked && is_deed(text) && full >= SAYS && !is_piece(text) && !is_norm(text);
        // What is of both kinds is a problem with its remedy.
        if plain && self.stance.strength(text) < STATED { NEAR + 0.3 * full } else { 0.0 }
    }

    /// True for a sentence that may take a side by where it stands.
    pub fn may_take_a_side(&self, text: &str) -> bool {
        self.stance == Stance::Disagreement && takes_a_side(text)
    }

    /// How plainly what stands under a heading that is the thing's name says how it works: such a section lays down what is
    /// required, allowed and measured.
    fn under_its_heading(&self, quotable: &Quotable, stems: &mut Stems) -> f32 {
        if self.stance != Stance::Mechanism || self.subject.len() < 2 {
            return 0.0;
        }
        let heading =
            quotable.speaker.as_deref().and_then(|behind| behind.split_once(", under “")).map(|(_, last)| last);
        let named: HashSet<String> =
            heading.into_iter().flat_map(words).map(|word| stems.stem(word.text).to_owned()).collect();
        if named.is_empty() || !self.subject.iter().all(|stem| named.contains(stem)) {
            return 0.0;
        }
        if lays_down(&quotable.text) { STATED } else { 0.0 }
    }

    /// False for a sentence that says nothing of how a thing works, or of what it is: nobody asked for that.
    fn is_near(&self, text: &str, kind: f32, stems: &mut Stems) -> bool {
        !matches!(self.stance, Stance::Mechanism | Stance::Definition)
            || kind >= KIND && standing(text, &self.subject, stems) == Standing::Subject
    }

    /// What may be one side of a disagreement is one where somebody else says otherwise.
    pub fn with_other_side(&self, text: &str, judged: Statement, stems: &mut Stems) -> Statement {
        let told = self.stance == Stance::Disagreement && !judged.stated && self.kind(text, stems) >= KIND;
        match told && judged.strength > 0.0 {
            true => Statement { strength: NEAR + judged.strength * (1.0 - NEAR), stated: true },
            false => judged,
        }
    }

    /// The sentence of a record that goes with one of them.
    pub fn companion<'q>(&self, of: &Quotable, among: &'q [Quotable], stems: &mut Stems) -> Option<&'q Quotable> {
        match self.stance {
            Stance::Problem => remedy(of, among, stems),
            Stance::Disagreement => other_side(of, among, stems),
            Stance::Change if tells_of_now(&of.text) => other_figure(of, among, stems),
            _ => None,
        }
    }
}

/// The last of the sentences that are quoted together.
fn last_sentence(text: &str) -> &str {
    const SHORTEST: usize = 20;
    let ends = text.match_indices(['.', '!']).filter(|&(at, _)| {
        let behind = &text[at + 1..];
        let next = behind.trim_start();
        next.len() < behind.len() && next.len() >= SHORTEST && next.starts_with(|c: char| c.is_uppercase() || c == '"')
    });
    // "Mr. Voss", "J. Voss" end nothing.
    let mut ends = ends.filter(|&(at, _)| {
        let word = text[..at].rsplit(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
        word.chars().count() > 3 || word.chars().all(|c| c.is_lowercase() || c.is_numeric()) && !word.is_empty()
    });
    ends.next_back().map_or(text, |(at, _)| text[at + 1..].trim_start())
}

/// The first words of an answer to a question for a kind of statement of which `found` sentences make one, of those shown.
pub(super) fn scarce(reading: &Reading, found: usize, shown: usize) -> String {
    let Some(stance) = reading.stance else { return String::new() };
    // One definition is enough.
    if stance == Stance::Definition && found > 0 {
        return String::new();
    }
    let of = |joining: &str| match reading.about.as_str() {
        "" => String::new(),
        about => format!(" {joining} “{}”", super::quotation::plain(about)),
    };
    let says = match stance {
        Stance::Change => format!("that something changed{}", of("about")),
        Stance::Problem => format!("of a problem or a risk{}", of("of")),
        Stance::Remedy => format!("what is done{}", of("about")),
        Stance::Disagreement => format!("of a disagreement{}", of("about")),
        Stance::Mechanism => format!("how{} works", of("").replacen("  ", " ", 1)),
        Stance::Definition => format!("what{} is", of("").replacen("  ", " ", 1)),
        Stance::Cause => "why".to_owned(),
        Stance::Fate => format!("what became{}", of("of")),
        Stance::Ownership => format!("whose{} is", of("").replacen("  ", " ", 1)),
        Stance::Warning => "of such a warning".to_owned(),
    };
    let (tells, tell) = match stance {
        Stance::Problem | Stance::Disagreement | Stance::Warning => ("tells", "tell"),
        _ => ("says", "say"),
    };
    let others = if shown > found { " The others come nearest." } else { "" };
    match found {
        0 => format!("No sentence was found that can be quoted by itself and {tells} {says}. These come nearest.\n\n"),
        1 => format!("Only one sentence was found that can be quoted by itself and {tells} {says}.{others}\n\n"),
        _ => format!("Only two sentences were found that can be quoted by themselves and {tell} {says}.{others}\n\n"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judgement::extractive::focus::NoLexicon;
    use crate::judgement::samples::said;

    fn judged(question: &str, text: &str) -> Statement {
        let reading = Reading::of(question);
        let (focus, mut stems) = (Focus::new(&reading, &NoLexicon), Stems::default());
        Statements::sought(&reading, &focus, &mut stems).unwrap().judge(&said(1, "", 0, text), &mut stems)
    }

    #[test]
    fn what_states_the_kind_comes_before_what_has_its_words() {
        let question = "What changed over time?";
        let told = judged(question, "The ferry to Orsk used to run twice a day, and now it runs on Fridays.");
        let word = judged(question, "Applicants may ask the clerk for a change of the sign over time.");
        assert!(told.stated && !word.stated && told.strength > word.strength, "{told:?} {word:?}");
    }

    #[test]
    fn a_statement_must_be_about_what_is_asked() {
        let question = "What problems does the ferry have?";
        assert!(judged(question, "The ferry failed twice in March because of a cracked shaft.").stated);
        assert!(!judged(question, "The mill failed twice in March because of a cracked shaft.").stated);
    }

    #[test]
    fn what_says_nothing_comes_last() {
        let question = "Which risks are described?";
        let empty = judged(question, "There are dangers and risks that we need to think about.");
        let full = judged(question, "The inspector warned of a leak under the northern sluice at Orsk.");
        assert!(full.strength > empty.strength + 0.1, "{full:?} {empty:?}");
    }

    #[test]
    fn that_little_was_found_is_said() {
        let how = scarce(&Reading::of("How does computer science work?"), 0, 3);
        assert!(how.ends_with("and says how “computer science” works. These come nearest.\n\n"), "{how}");
        let disputes = scarce(&Reading::of("What do people disagree about?"), 1, 3);
        assert!(
            disputes.starts_with("Only one sentence was found that can be quoted by itself and tells of"),
            "{disputes}"
        );
    }
}
