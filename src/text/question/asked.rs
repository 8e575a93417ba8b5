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

/// True for a question what a kind of thing is: "What is a tide gate?", "What are wetlands?". Who somebody is, and what
/// "the gate" is, are asked of one.
fn defined(words: &[&str], lower: &[String]) -> bool {
    const MOST: usize = 5;
    let word = |at: usize| lower.get(at).map_or("", String::as_str);
    if !WORDS.what.has(word(0)) || !WORDS.is_now.has(word(1)) || lower.len() > MOST + 3 {
        return false;
    }
    let article = WORDS.one_of.has(word(2));
    let rest = if article { 3 } else { 2 };
    // Without an article it may be a name, which is asked for otherwise.
    let thing = (rest..lower.len()).all(|at| {
        let capital = words[at].starts_with(char::is_uppercase);
        (super::is_content(word(at)) || capital) && !WORDS.whole.has(word(at)) && (article || !capital)
    });
    lower.len() > rest && thing
}

/// What somebody asks for, found or recommends, by the words of a question in lower case; with where those stand that
/// name it. `at_of` tells where words of a list stand, `asking_for` where a phrase does that asks for something.
fn told(
    lower: &[String],
    at_of: &impl Fn(&WordList) -> Vec<usize>,
    asking_for: Option<usize>,
) -> Option<(Stance, Vec<usize>)> {
    let word = |at: usize| lower.get(at).map_or("", String::as_str);
    if !WORDS.of_things.has(word(0)) {
        return None;
    }
    let last = lower.len().saturating_sub(1);
    // "What did the crew demand": behind "did" and whoever did.
    let behind_doer = |at: &usize| *at > 2 && (1..*at - 1).any(|before| WORDS.inquired.has(word(before)));
    let verbs = |list| -> Vec<usize> { at_of(list).into_iter().filter(behind_doer).collect() };

    let mut requests = at_of(&WORDS.demands);
    requests.extend(verbs(&WORDS.demanding));
    requests.extend(at_of(&WORDS.wanting).into_iter().filter(|&at| at == last && behind_doer(&at)));
    requests.extend(asking_for.into_iter().flat_map(|at| [at, at + 1]));
    if !requests.is_empty() {
        return Some((Stance::Request, requests));
    }
    let mut advice = at_of(&WORDS.recommendations);
    advice.extend(verbs(&WORDS.recommending));
    let by = |at: &usize| *at == last || WORDS.by_doer.has(word(at + 1));
    advice.extend(at_of(&WORDS.recommended_by).into_iter().filter(by));
    if !advice.is_empty() {
        return Some((Stance::Recommendation, advice));
    }
    // What somebody found in the cellar is nothing that was looked into.
    let ends = |at: &usize| *at == last || WORDS.inquired_into.has(word(at + 1));
    let mut findings = at_of(&WORDS.findings);
    findings.extend(verbs(&WORDS.finding).into_iter().filter(ends));
    findings.extend(at_of(&WORDS.finding).into_iter().filter(|&at| at == last && at > 1 && !behind_doer(&at)));
    (!findings.is_empty()).then_some((Stance::Finding, findings))
}

/// Reads the words of a question, as written.
pub(super) fn read(words: &[&str]) -> AskedStance {
    let lower: Vec<String> = words.iter().map(|word| word.to_lowercase()).collect();
    // A name is no kind: "the Change Fund", "Operation Risk".
    let common = |at: usize| words.get(at).is_some_and(|word| at == 0 || !word.starts_with(char::is_uppercase));
    let at_of =
        |list: &WordList| -> Vec<usize> { (0..words.len()).filter(|&at| common(at) && list.has(&lower[at])).collect() };
    let word = |at: usize| lower.get(at).map_or("", String::as_str);
    // Where the first of several phrases stands.
    let said_at = |at: usize, list: &WordList| {
        list.iter().any(|phrase| phrase.split(' ').enumerate().all(|(i, part)| word(at + i) == part))
    };
    let said = |list: &WordList| (0..lower.len()).find(|&at| said_at(at, list));

    let mut problems = at_of(&WORDS.problems);
    problems.extend(at_of(&WORDS.problem).into_iter().filter(|&at| at == 0 || WORDS.grades.has(word(at - 1))));
    problems.extend(
        at_of(&WORDS.worried)
            .into_iter()
            .filter(|&at| WORDS.worried_of.has(word(at.saturating_sub(1))) || WORDS.worried_with.has(word(at + 1))),
    );
    if let Some(at) = said(&WORDS.gone_wrong) {
        problems.extend([at, at + 1]);
    }
    let mut remedies = at_of(&WORDS.remedies);
    let done = said(&WORDS.done_about);
    let remedy = done.is_some() || !remedies.is_empty();
    remedies.extend(done);

    let mut disagreement = at_of(&WORDS.disagreement);
    if WORDS.asks_who.has(word(0)) {
        disagreement.extend(at_of(&WORDS.opposed).into_iter().filter(|&at| at < 4));
        let against = said(&WORDS.against).filter(|&at| at > 1 && WORDS.stands_against.has(word(at - 1)));
        disagreement.extend(against);
    }
    let mut change = at_of(&WORDS.change);
    change.retain(|&at| {
        let front = if at > 0 { word(at - 1) } else { "" };
        // What would change is nothing that did; *climate change* is a thing.
        !WORDS.called_change.has(front)
            && !lower[..at].iter().any(|word| WORDS.modals.has(word))
            && !WORDS.to_do.has(front)
    });
    if change.is_empty() && (WORDS.how.has(word(0)) || WORDS.what.has(word(0))) {
        change.extend(said(&WORDS.different_now).filter(|_| !WORDS.many.has(word(1))));
    }
    let asks_how = WORDS.how.has(word(0)) && WORDS.doing_it.has(word(1)) || said(&WORDS.explaining).is_some();
    let work: Vec<usize> = at_of(&WORDS.work)
        .into_iter()
        .filter(|&at| asks_how && at > 2 && !WORDS.works_elsewhere.has(word(at + 1)))
        .collect();

    // "Why …", "What caused …", "What led to …".
    let leads = said(&WORDS.leading_to).filter(|&at| at == 1);
    let undoes = WORDS.what.has(word(0)) && WORDS.undoing.has(word(1));
    let why = WORDS.why.has(word(0))
        || WORDS.how.has(word(0)) && said(&WORDS.coming_about).is_some()
        || undoes
        || WORDS.of_things.has(word(0)) && (leads.is_some() || !at_of(&WORDS.causes).is_empty());
    let fate = (1..3).find(|&at| WORDS.what.has(word(0)) && said_at(at, &WORDS.fates));
    let fate = fate.or_else(|| said(&WORDS.fates_to_come));
    // The last word of "is in charge of", behind *who*.
    let behind = WORDS.standing_behind.iter().filter_map(|phrase| {
        let parts = || phrase.split(' ').enumerate();
        parts().all(|(i, part)| word(1 + i) == part).then(|| parts().count())
    });
    let behind = behind.max();
    let owning = match word(0) {
        who if WORDS.asks_who.has(who) && behind.is_some() => (2..=behind.unwrap_or_default()).collect(),
        who if WORDS.asks_who.has(who) => (1..3).filter(|&at| common(at) && WORDS.owning.has(&lower[at])).collect(),
        _ => Vec::new(),
    };
    let mut warnings = at_of(&WORDS.warnings);
    if !warnings.is_empty() {
        warnings.extend(at_of(&WORDS.of_warnings));
    }

    let mut decided = if WORDS.of_things.has(word(0)) { at_of(&WORDS.decided) } else { Vec::new() };
    if !decided.is_empty() {
        decided.extend(at_of(&WORDS.of_decisions));
    }

    // "When is it due?" asks for the day of one thing.
    let mut due = if WORDS.opening_when.has(word(0)) || why { Vec::new() } else { at_of(&WORDS.deadlines) };
    due.retain(|&at| !WORDS.to_do.has(word(at + 1)));
    if !due.is_empty() {
        due.extend(at_of(&WORDS.of_deadlines));
    }

    let told = told(&lower, &at_of, said(&WORDS.asking_for));
    let defined = defined(words, &lower);

    let (stance, mut naming) = if why {
        let mut naming = at_of(&WORDS.causes);
        naming.extend(leads);
        (Some(Stance::Cause), naming)
    } else if let Some(at) = fate {
        (Some(Stance::Fate), vec![at])
    } else if !owning.is_empty() {
        (Some(Stance::Ownership), owning)
    } else if !warnings.is_empty() {
        (Some(Stance::Warning), warnings)
    } else if !due.is_empty() {
        (Some(Stance::Due), due)
    } else if !decided.is_empty() {
        (Some(Stance::Decision), decided)
    } else if let Some((stance, naming)) = told {
        (Some(stance), naming)
    } else if !work.is_empty() {
        (Some(Stance::Mechanism), work)
    } else if !disagreement.is_empty() {
        (Some(Stance::Disagreement), disagreement)
    } else if !problems.is_empty() {
        problems.extend(remedies);
        (Some(Stance::Problem), problems)
    } else if !change.is_empty() {
        change.extend(at_of(&WORDS.time));
        (Some(Stance::Change), change)
    } else if remedy && (WORDS.of_things.has(word(0)) || WORDS.how.has(word(0))) {
        (Some(Stance::Remedy), remedies)
    } else if defined {
        (Some(Stance::Definition), Vec::new())
    } else {
        (None, Vec::new())
    };
    naming.sort_unstable();
    naming.dedup();
    AskedStance { stance, remedy: remedy && stance == Some(Stance::Problem), naming }
}
