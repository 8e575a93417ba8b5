//! The kind of statement that a question asks for: "What went wrong?", "How did the ferry change?", "What do they
//! disagree about?", "How does a lock work?". The words that name the kind stand in few sentences that answer; they are
//! not looked for.

use super::Reading;
use super::lists::WORDS;
use crate::text::language::WordList;
use crate::text::statements::stance::Stance;
use crate::text::words::inflection::ends_as_past;

/// What kind of statement is asked for.
#[derive(Debug, Default)]
pub(super) struct AskedStance {
    pub stance: Option<Stance>,
    /// Asks what is done about problems as well.
    pub remedy: bool,
    /// Positions of the words that name the kind.
    pub naming: Vec<usize>,
}

impl AskedStance {
    /// Words of headings under which statements of the kind stand: what was decided under *Decisions*, or *Resolved*.
    pub fn headings(&self) -> Vec<String> {
        let words = match self.stance {
            Some(Stance::Decision) => Some(&WORDS.heading_decisions),
            Some(Stance::Finding) => Some(&WORDS.heading_findings),
            Some(Stance::Recommendation) => Some(&WORDS.recommendations),
            _ => None,
        };
        words.into_iter().flat_map(WordList::iter).map(str::to_owned).collect()
    }

    /// Words of a question, in lower case, that say nothing of what the statements are about: what grades the word
    /// that names the kind ("the biggest risks"), and, of what is amiss, whoever has it and that they tell it ("What
    /// concerns did residents raise?").
    pub fn beside(&self, words: &[&str]) -> Vec<String> {
        let lower: Vec<String> = words.iter().map(|word| word.to_lowercase()).collect();
        let grades = |at: usize| self.naming.contains(&(at + 1)) && WORDS.grades.has(&lower[at]);
        let problem = self.stance == Some(Stance::Problem);
        let voiced = problem || matches!(self.stance, Some(Stance::Disagreement | Stance::Warning));
        let tells = |at: usize| problem && WORDS.folk.has(&lower[at]) || voiced && WORDS.voicing.has(&lower[at]);
        (0..lower.len()).filter(|&at| grades(at) || tells(at)).map(|at| lower[at].clone()).collect()
    }
}

impl Reading {
    /// True where it is asked what somebody asked: "What questions did the board put?".
    pub fn asks_what_was_asked(&self) -> bool {
        let all = self.content.iter().chain(&self.wording.framing);
        all.into_iter().any(|word| WORDS.of_questions.has(word))
    }

    /// What was done to a thing of which it is asked when: `paved` of "When was the quay paved?".
    pub fn done_to_thing(&self) -> Option<&String> {
        let ends = |word: &&String| ends_as_past(word);
        let asked = self.wants.happened && self.names.is_empty() && self.content.len() > 1;
        self.content.last().filter(|_| asked).filter(ends)
    }
}

/// Reads the words of a question, as written.
pub(super) fn read(words: &[&str]) -> AskedStance {
    let asked = Asked::of(words);
    let remedies = asked.remedies();
    let (stance, mut naming) = match asked.kind(&remedies) {
        Some((stance, naming)) => (Some(stance), naming),
        None => (None, Vec::new()),
    };
    naming.sort_unstable();
    naming.dedup();
    AskedStance { stance, remedy: !remedies.is_empty() && stance == Some(Stance::Problem), naming }
}

/// The words of a question, as written and in lower case.
struct Asked<'w> {
    words: &'w [&'w str],
    lower: Vec<String>,
}

impl<'w> Asked<'w> {
    fn of(words: &'w [&'w str]) -> Self {
        Self { words, lower: words.iter().map(|word| word.to_lowercase()).collect() }
    }

    /// The word at a place, in lower case; behind the last one nothing.
    fn word(&self, at: usize) -> &str {
        self.lower.get(at).map_or("", String::as_str)
    }

    /// Where words of a list stand. A name is no kind: "the Change Fund", "Operation Risk".
    fn at_of(&self, list: &WordList) -> Vec<usize> {
        (0..self.words.len()).filter(|&at| self.is_common(at) && list.has(&self.lower[at])).collect()
    }

    fn is_common(&self, at: usize) -> bool {
        self.words.get(at).is_some_and(|word| at == 0 || !word.starts_with(char::is_uppercase))
    }

    fn is_said_at(&self, at: usize, phrase: &str) -> bool {
        phrase.split(' ').enumerate().all(|(more, part)| self.word(at + more) == part)
    }

    /// Where the first of several phrases stands.
    fn said(&self, list: &WordList) -> Option<usize> {
        (0..self.lower.len()).find(|&at| list.iter().any(|phrase| self.is_said_at(at, phrase)))
    }

    fn opens_with(&self, list: &WordList) -> bool {
        list.has(self.word(0))
    }

    /// The kind that is asked for, with where the words stand that name it; the first of those that the words may mean.
    fn kind(&self, remedies: &[usize]) -> Option<(Stance, Vec<usize>)> {
        let named = |stance, naming: Vec<usize>| (!naming.is_empty()).then_some((stance, naming));
        let asks_for_remedy = || self.opens_with(&WORDS.of_things) || self.opens_with(&WORDS.how);
        self.causes()
            .map(|naming| (Stance::Cause, naming))
            .or_else(|| self.fate().map(|at| (Stance::Fate, vec![at])))
            .or_else(|| named(Stance::Ownership, self.owning()))
            .or_else(|| named(Stance::Warning, self.together(self.at_of(&WORDS.warnings), &WORDS.of_warnings)))
            .or_else(|| named(Stance::Due, self.deadlines()))
            .or_else(|| named(Stance::Decision, self.decided()))
            .or_else(|| self.told())
            .or_else(|| named(Stance::Mechanism, self.work()))
            .or_else(|| named(Stance::Disagreement, self.disagreement()))
            .or_else(|| {
                named(Stance::Problem, self.problems()).map(|(kind, naming)| (kind, [&naming, remedies].concat()))
            })
            .or_else(|| named(Stance::Change, self.together(self.changes(), &WORDS.time)))
            .or_else(|| named(Stance::Remedy, remedies.to_vec()).filter(|_| asks_for_remedy()))
            .or_else(|| self.defines().then_some((Stance::Definition, Vec::new())))
    }

    /// Places of words that name a kind with those of words that do so beside them; none where nothing names it.
    fn together(&self, naming: Vec<usize>, beside: &WordList) -> Vec<usize> {
        if naming.is_empty() { naming } else { [naming, self.at_of(beside)].concat() }
    }

    /// "Why …", "What caused …", "What led to …"; `None` where no cause is asked for.
    fn causes(&self) -> Option<Vec<usize>> {
        let leads = self.said(&WORDS.leading_to).filter(|&at| at == 1);
        let undoes = self.opens_with(&WORDS.what) && WORDS.undoing.has(self.word(1));
        let mut causes = self.at_of(&WORDS.causes);
        let why = self.opens_with(&WORDS.why)
            || self.opens_with(&WORDS.how) && self.said(&WORDS.coming_about).is_some()
            || undoes
            || self.opens_with(&WORDS.of_things) && (leads.is_some() || !causes.is_empty());
        causes.extend(leads);
        why.then_some(causes)
    }

    fn fate(&self) -> Option<usize> {
        let became = |at: &usize| WORDS.fates.iter().any(|phrase| self.is_said_at(*at, phrase));
        let became = (1..3).filter(|_| self.opens_with(&WORDS.what)).find(became);
        became.or_else(|| self.said(&WORDS.fates_to_come))
    }

    fn owning(&self) -> Vec<usize> {
        if !self.opens_with(&WORDS.asks_who) {
            return Vec::new();
        }
        // The last word of "is in charge of", behind *who*.
        let behind = WORDS.standing_behind.iter().filter(|phrase| self.is_said_at(1, phrase));
        match behind.map(|phrase| phrase.split(' ').count()).max() {
            Some(last) => (2..=last).collect(),
            None => (1..3).filter(|&at| self.is_common(at) && WORDS.owning.has(self.word(at))).collect(),
        }
    }

    fn deadlines(&self) -> Vec<usize> {
        // "When is it due?" asks for the day of one thing.
        if self.opens_with(&WORDS.opening_when) {
            return Vec::new();
        }
        let mut due = self.at_of(&WORDS.deadlines);
        due.retain(|&at| !WORDS.to_do.has(self.word(at + 1)));
        self.together(due, &WORDS.of_deadlines)
    }

    fn decided(&self) -> Vec<usize> {
        match self.opens_with(&WORDS.of_things) {
            true => self.together(self.at_of(&WORDS.decided), &WORDS.of_decisions),
            false => Vec::new(),
        }
    }

    /// What somebody asks for, found or recommends.
    fn told(&self) -> Option<(Stance, Vec<usize>)> {
        if !self.opens_with(&WORDS.of_things) {
            return None;
        }
        let last = self.lower.len().saturating_sub(1);
        // "What did the crew demand": behind "did" and whoever did.
        let behind_doer = |at: &usize| *at > 2 && (1..*at - 1).any(|before| WORDS.inquired.has(self.word(before)));
        let verbs = |list| -> Vec<usize> { self.at_of(list).into_iter().filter(behind_doer).collect() };

        let mut requests = self.at_of(&WORDS.demands);
        requests.extend(verbs(&WORDS.demanding));
        requests.extend(self.at_of(&WORDS.wanting).into_iter().filter(|&at| at == last && behind_doer(&at)));
        requests.extend(self.said(&WORDS.asking_for).into_iter().flat_map(|at| [at, at + 1]));
        if !requests.is_empty() {
            return Some((Stance::Request, requests));
        }
        let mut advice = self.at_of(&WORDS.recommendations);
        advice.extend(verbs(&WORDS.recommending));
        let by = |at: &usize| *at == last || WORDS.by_doer.has(self.word(at + 1));
        advice.extend(self.at_of(&WORDS.recommended_by).into_iter().filter(by));
        if !advice.is_empty() {
            return Some((Stance::Recommendation, advice));
        }
        // What somebody found in the cellar is nothing that was looked into.
        let ends = |at: &usize| *at == last || WORDS.inquired_into.has(self.word(at + 1));
        let mut findings = self.at_of(&WORDS.findings);
        findings.extend(verbs(&WORDS.finding).into_iter().filter(ends));
        findings.extend(self.at_of(&WORDS.finding).into_iter().filter(|&at| at == last && at > 1 && !behind_doer(&at)));
        (!findings.is_empty()).then_some((Stance::Finding, findings))
    }

    fn work(&self) -> Vec<usize> {
        let how = self.opens_with(&WORDS.how) && WORDS.doing_it.has(self.word(1));
        if !how && self.said(&WORDS.explaining).is_none() {
            return Vec::new();
        }
        let works = |at: &usize| *at > 2 && !WORDS.works_elsewhere.has(self.word(at + 1));
        self.at_of(&WORDS.work).into_iter().filter(works).collect()
    }

    fn disagreement(&self) -> Vec<usize> {
        let mut found = self.at_of(&WORDS.disagreement);
        if self.opens_with(&WORDS.asks_who) {
            found.extend(self.at_of(&WORDS.opposed).into_iter().filter(|&at| at < 4));
            let stands = |at: &usize| *at > 1 && WORDS.stands_against.has(self.word(at - 1));
            found.extend(self.said(&WORDS.against).filter(stands));
        }
        found
    }

    fn problems(&self) -> Vec<usize> {
        let mut found = self.at_of(&WORDS.problems);
        let graded = |at: &usize| *at == 0 || WORDS.grades.has(self.word(at - 1));
        found.extend(self.at_of(&WORDS.problem).into_iter().filter(graded));
        let worried = |at: &usize| {
            WORDS.worried_of.has(self.word(at.saturating_sub(1))) || WORDS.worried_with.has(self.word(at + 1))
        };
        found.extend(self.at_of(&WORDS.worried).into_iter().filter(worried));
        found.extend(self.said(&WORDS.gone_wrong).into_iter().flat_map(|at| [at, at + 1]));
        found
    }

    fn remedies(&self) -> Vec<usize> {
        let mut found = self.at_of(&WORDS.remedies);
        found.extend(self.said(&WORDS.done_about));
        found
    }

    fn changes(&self) -> Vec<usize> {
        let mut found = self.at_of(&WORDS.change);
        // "Where is the shift book?", "Who keeps the change log?" ask of a thing that is called by the word.
        let of_things = !self.opens_with(&WORDS.how) && !self.opens_with(&WORDS.what);
        found.retain(|&at| !(of_things && super::is_content(self.word(at + 1))));
        found.retain(|&at| {
            let front = if at > 0 { self.word(at - 1) } else { "" };
            // What would change is nothing that did; *climate change* is a thing.
            !WORDS.called_change.has(front)
                && !self.lower[..at].iter().any(|word| WORDS.modals.has(word))
                && !WORDS.to_do.has(front)
        });
        if found.is_empty() && (self.opens_with(&WORDS.how) || self.opens_with(&WORDS.what)) {
            found.extend(self.said(&WORDS.different_now).filter(|_| !WORDS.many.has(self.word(1))));
        }
        found
    }

    /// True for a question what a kind of thing is: "What is a tide gate?", "What are wetlands?". Who somebody is, and
    /// what "the gate" is, are asked of one.
    fn defines(&self) -> bool {
        const MOST: usize = 5;
        if !self.opens_with(&WORDS.what) || !WORDS.is_now.has(self.word(1)) || self.lower.len() > MOST + 3 {
            return false;
        }
        let article = WORDS.one_of.has(self.word(2));
        let rest = if article { 3 } else { 2 };
        // Without an article it may be a name, which is asked for otherwise.
        let thing = (rest..self.lower.len()).all(|at| {
            let capital = self.words[at].starts_with(char::is_uppercase);
            let says = super::is_content(self.word(at)) || capital;
            says && !WORDS.whole.has(self.word(at)) && (article || !capital)
        });
        self.lower.len() > rest && thing
    }
}
