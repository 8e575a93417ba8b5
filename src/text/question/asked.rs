//! The kind of statement that a question asks for: "What went wrong?", "How did the ferry change?", "What do they disagree
//! about?", "How does a lock work?". The words that name the kind stand in few sentences that answer; they are not looked
//! for.

use super::lists::{WHOLE_WORDS, is_in};
use crate::text::stance::Stance;

const PROBLEMS: &str = "\
    problems risks dangers hazards threats difficulties challenges obstacles concerns worries drawbacks downsides failures \
    complaints fears barriers hurdles weaknesses harms troubles shortcomings";
/// One alone is often part of the name of another thing: *the halting problem*, *special flood hazard*.
const PROBLEM: &str = "\
    problem risk danger hazard threat difficulty challenge obstacle concern worry drawback downside failure complaint fear \
    barrier hurdle weakness harm trouble";
const WORRIED: &str = "worried concerned afraid worry";
const REMEDIES: &str = "\
    solution solutions remedy remedies solve solved solving fix fixed prevent prevented preventing mitigate mitigated \
    mitigation overcome overcoming repaired addressed tackle tackled countermeasures";
const DISAGREEMENT: &str = "\
    disagree disagrees disagreed disagreement disagreements disagreeing dispute disputes disputed contradict contradicts \
    contradicted contradiction contradictions controversy controversies controversial debated debates quarrel quarrels \
    conflicting objections objection differ disagreed";
const OPPOSED: &str = "opposed opposes oppose objected objects";
const CHANGE: &str = "\
    change changes changed changing evolve evolved evolves evolution shift shifts shifted transform transformed \
    transformation";
/// What goes with such words, and says no more.
const TIME: &str = "over time times years year decades decade period course past since different now";
const WORK: &str = "work works worked function functions operate operates";
/// Words in front of a singular that only grade it.
const GRADES: &str = "\
    the a an any main big biggest greatest largest real serious major chief potential possible common first only one no \
    this that particular key most worst";
/// Names of things that are called a change.
const CALLED_CHANGE: &str = "climate sea gear name exchange";
const CAUSES: &str = "cause causes caused reason reasons";
/// With such a verb it is asked whose something is, or who stands behind it.
const OWNING: &str = "own owns owned control controls controlled";
const WARNINGS: &str = "warn warns warned warning warnings caution cautioned";
/// What is done with warnings, which few who warn say.
const OF_WARNINGS: &str = "ignored disregarded dismissed overlooked unheeded heeded given made issued raised sounded";
/// What is asked for where something was settled, and what goes with it.
const DECIDED: &str = "decided decide decides decision decisions resolved agreed resolution resolutions";
const OF_DECISIONS: &str = "made taken reached came";
const MODALS: &str = "would could should will can might must may shall";

/// What kind of statement is asked for.
#[derive(Debug, Default)]
pub(super) struct Asked {
    pub stance: Option<Stance>,
    /// Asks what is done about problems as well.
    pub remedy: bool,
    /// Positions of the words that name the kind.
    pub naming: Vec<usize>,
}

/// True for a question what a kind of thing is: "What is a tide gate?", "What are wetlands?". Who somebody is, and what
/// "the gate" is, are asked of one.
fn defined(words: &[&str], lower: &[String]) -> bool {
    const MOST: usize = 5;
    let word = |at: usize| lower.get(at).map_or("", String::as_str);
    if word(0) != "what" || !is_in("is are", word(1)) || lower.len() > MOST + 3 {
        return false;
    }
    let article = is_in("a an", word(2));
    let rest = if article { 3 } else { 2 };
    // Without an article it may be a name, which is asked for otherwise.
    let thing = (rest..lower.len()).all(|at| {
        let capital = words[at].starts_with(char::is_uppercase);
        (super::is_content(word(at)) || capital) && !is_in(WHOLE_WORDS, word(at)) && (article || !capital)
    });
    lower.len() > rest && thing
}

/// Reads the words of a question, as written.
pub(super) fn read(words: &[&str]) -> Asked {
    let lower: Vec<String> = words.iter().map(|word| word.to_lowercase()).collect();
    // A name is no kind: "the Change Fund", "Operation Risk".
    let common = |at: usize| words.get(at).is_some_and(|word| at == 0 || !word.starts_with(char::is_uppercase));
    let at_of =
        |list: &str| -> Vec<usize> { (0..words.len()).filter(|&at| common(at) && is_in(list, &lower[at])).collect() };
    let word = |at: usize| lower.get(at).map_or("", String::as_str);
    let said = |phrase: &[&str]| -> Option<usize> {
        (0..lower.len()).find(|&at| phrase.iter().enumerate().all(|(i, part)| word(at + i) == *part))
    };

    let mut problems = at_of(PROBLEMS);
    problems.extend(at_of(PROBLEM).into_iter().filter(|&at| at == 0 || is_in(GRADES, word(at - 1))));
    problems.extend(at_of(WORRIED).into_iter().filter(|&at| {
        is_in("are is were was people they", word(at.saturating_sub(1))) || is_in("about of", word(at + 1))
    }));
    if let Some(at) = ["go", "goes", "gone", "went", "going"].iter().find_map(|goes| said(&[goes, "wrong"])) {
        problems.extend([at, at + 1]);
    }
    let mut remedies = at_of(REMEDIES);
    let done = ["done", "do", "doing"].iter().find_map(|done| said(&[done, "about"]).or(said(&[done, "against"])));
    let remedy = done.is_some() || !remedies.is_empty();
    remedies.extend(done);

    let mut disagreement = at_of(DISAGREEMENT);
    if word(0) == "who" {
        disagreement.extend(at_of(OPPOSED).into_iter().filter(|&at| at < 4));
        let against =
            said(&["against"]).filter(|&at| at > 1 && is_in("is was are were spoke stood argued", word(at - 1)));
        disagreement.extend(against);
    }
    let mut change = at_of(CHANGE);
    change.retain(|&at| {
        let front = if at > 0 { word(at - 1) } else { "" };
        // What would change is nothing that did; *climate change* is a thing.
        !is_in(CALLED_CHANGE, front) && !lower[..at].iter().any(|word| is_in(MODALS, word)) && front != "to"
    });
    if change.is_empty() && is_in("how what", word(0)) {
        let different = said(&["different", "now"]).or(said(&["used", "to", "be"])).or(said(&["no", "longer"]));
        change.extend(different.filter(|_| word(1) != "many"));
    }
    let asks_how = word(0) == "how" && is_in("do does did", word(1)) || said(&["explain", "how"]).is_some();
    let work: Vec<usize> = at_of(WORK)
        .into_iter()
        .filter(|&at| asks_how && at > 2 && !is_in("on for at with together in to", word(at + 1)))
        .collect();

    // "Why …", "What caused …", "What led to …".
    let leads = said(&["led", "to"]).or(said(&["leads", "to"])).filter(|&at| at == 1);
    let why = word(0) == "why" || is_in("what which", word(0)) && (leads.is_some() || !at_of(CAUSES).is_empty());
    let fate = match word(0) {
        "what" => (1..3)
            .find(|&at| word(at) == "happened" && word(at + 1) == "to" || word(at) == "became" && word(at + 1) == "of"),
        _ => None,
    };
    let fate = fate.or_else(|| said(&["become", "of"]));
    let owning = match word(0) {
        "who" if is_in("is was are were stands stood", word(1)) && word(2) == "behind" => vec![2],
        "who" => (1..3).filter(|&at| common(at) && is_in(OWNING, &lower[at])).collect(),
        _ => Vec::new(),
    };
    let mut warnings = at_of(WARNINGS);
    if !warnings.is_empty() {
        warnings.extend(at_of(OF_WARNINGS));
    }

    let mut decided = if is_in("what which", word(0)) { at_of(DECIDED) } else { Vec::new() };
    if !decided.is_empty() {
        decided.extend(at_of(OF_DECISIONS));
    }

    let defined = defined(words, &lower);

    let (stance, mut naming) = if why {
        let mut naming = at_of(CAUSES);
        naming.extend(leads);
        (Some(Stance::Cause), naming)
    } else if let Some(at) = fate {
        (Some(Stance::Fate), vec![at])
    } else if !owning.is_empty() {
        (Some(Stance::Ownership), owning)
    } else if !warnings.is_empty() {
        (Some(Stance::Warning), warnings)
    } else if !decided.is_empty() {
        (Some(Stance::Decision), decided)
    } else if !work.is_empty() {
        (Some(Stance::Mechanism), work)
    } else if !disagreement.is_empty() {
        (Some(Stance::Disagreement), disagreement)
    } else if !problems.is_empty() {
        problems.extend(remedies);
        (Some(Stance::Problem), problems)
    } else if !change.is_empty() {
        change.extend(at_of(TIME));
        (Some(Stance::Change), change)
    } else if remedy && is_in("what which how", word(0)) {
        (Some(Stance::Remedy), remedies)
    } else if defined {
        (Some(Stance::Definition), Vec::new())
    } else {
        (None, Vec::new())
    };
    naming.sort_unstable();
    naming.dedup();
    Asked { stance, remedy: remedy && stance == Some(Stance::Problem), naming }
}
