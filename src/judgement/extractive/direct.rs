//! Answers written from records directly: the sentences that cover the question best, in the order of their records,
//! then what is known of the entities asked about, and where to read on. Lists and counts are told record by record.

use super::analyst::{ANECDOTE, EVIDENCE, TOLD, evidence, names_any, tells_who};
use super::focus::Focus;
use super::quotation::{plain, quotation};
use super::relation::{self, is_named, is_named_first, is_named_whole};
use super::said::Said;
use super::stated::scarce;
use super::themes::{cannot_judge, unused};
use crate::judgement::{ContextRecord, Quotable};
use crate::model::{DocumentId, Kind, cite};
use crate::text::office::Sought;
use crate::text::question::Reading;
use crate::text::stance::Stance;
use crate::text::terms::{self, Stems, fold, folded, is_stop};

/// Sentences of evidence in an answer.
const SENTENCES: usize = 7;
/// The same beside what says who somebody is.
const ALSO_SAID: usize = 4;
/// Of one document at most.
const PER_DOCUMENT: usize = 3;
/// The same where it is asked what one thing is, or how it works: the document that says so says most of it.
const OF_ITS_DOCUMENT: usize = 5;
/// A sentence must be this part as strong as the strongest.
const WEAKEST: f32 = 0.6;
/// How strong a sentence is that states what a question asks to be stated; fewer such sentences are counted in the answer,
/// which shows so many in all, with those that come near.
const STATED: f32 = 0.5;
const FEW: usize = 3;
/// Of one matter, a sentence must be this part as strong as the strongest that states it.
const WEAKEST_STATED: f32 = 0.75;
/// Sentences on each entity that the question names.
const PER_ENTITY: usize = 2;
/// Passages named where no sentence can be quoted, and how much of the question one of them says.
const NEAREST: usize = 3;
const SPEAKS: f32 = 0.6;
/// Sentences that answer by themselves, and how strong the best of them is.
const ENOUGH: usize = 3;
const ANSWERED: f32 = 0.6;
/// What a sentence that says what the thing asked about is counts more, and what one that says it by its own words is worth.
const IS_IT: f32 = 1.4;
const CIRCULAR: f32 = 0.5;
/// What a quotation counts that is cut short behind.
const CUT: f32 = 0.7;
const READ_ON: &str = "\n### Read on\n\n";
/// Rows of a list.
const ROWS: usize = 25;

/// Writes the answer from records, best first.
pub(super) fn write(reading: &Reading, focus: &Focus, facts: &[String], context: &[ContextRecord]) -> String {
    let mut out = String::new();
    // Facts are there when the engine counted: what names two together, or the rows of a list, which all records then are.
    let body = match reading.names.as_slice() {
        [one, other] if reading.relation && !facts.is_empty() => {
            let mut stems = Stems::default();
            let told = relation::write([one, other], focus, facts, context, &mut stems);
            told + &read_on(reading, focus, context, &mut stems)
        }
        _ if facts.is_empty() => passages(reading, focus, context),
        _ => list(facts, context),
    };
    if let Some(judgement) = &reading.judgement {
        out.push_str(&cannot_judge(judgement, !body.is_empty()));
    } else if body.is_empty() || body.starts_with(READ_ON) {
        out.push_str("Nothing that was found answers this.\n");
    }
    out.push_str(&unused(focus.unknown(), !body.is_empty()));
    out.push_str(&body);
    out
}

/// A sentence chosen for the answer.
struct Chosen<'a> {
    quotable: &'a Quotable,
    /// It says what the one thing is that is asked about.
    is_it: bool,
    companion: Option<&'a Quotable>,
    strength: f32,
}

fn passages(reading: &Reading, focus: &Focus, context: &[ContextRecord]) -> String {
    let mut stems = Stems::default();
    let mut candidates: Vec<Chosen> = Vec::new();
    for record in context {
        for scored in evidence(reading, focus, record, &mut stems) {
            // What breaks off on the way says less than what is whole.
            let cut = if scored.quotable.text.ends_with(" …") && reading.whois.is_none() { CUT } else { 1.0 };
            // What states what is asked for does so wherever it stands.
            let rank = if reading.stance.is_some() { 1.0 } else { 0.7 + 0.3 * record.rank.clamp(0.0, 1.0) };
            candidates.push(Chosen {
                quotable: scored.quotable,
                is_it: false,
                companion: scored.companion,
                strength: scored.strength * rank * cut,
            });
        }
    }
    // What a thing is comes before what is told of it; that it is called what it is called says nothing.
    if let [name] = reading.names.as_slice()
        && reading.asks_about_one()
    {
        let (whois, own) = (Sought::Name(name.clone()), folded(name));
        for chosen in &mut candidates {
            let behind = chosen.quotable.speaker.as_deref().unwrap_or_default();
            if is_circular(&chosen.quotable.text, &own) {
                chosen.strength *= CIRCULAR;
            } else {
                chosen.is_it = tells_who(&whois, &chosen.quotable.text, behind) >= TOLD;
            }
        }
    }
    let worth = |chosen: &Chosen<'_>| if chosen.is_it { IS_IT * chosen.strength } else { chosen.strength };
    candidates.sort_by(|a, b| worth(b).total_cmp(&worth(a)));

    let mut out = String::new();
    let mut said = Said::about(reading);
    // Who somebody is, is told first by what says who he is.
    let ties = ties(reading, context, &mut said);
    if !ties.is_empty() {
        return ties + &read_on(reading, focus, context, &mut stems);
    }
    let told = told_who(reading, &candidates, &mut said);
    let about = match reading.definition && told.is_empty() {
        true => about_entities(reading, focus, context, &mut said, &mut stems),
        false => String::new(),
    };
    let best = candidates.iter().map(|chosen| chosen.strength).fold(0.0, f32::max);
    let of_one_document = match reading.stance {
        Some(Stance::Definition | Stance::Mechanism) => OF_ITS_DOCUMENT,
        _ => PER_DOCUMENT,
    };
    let mut of_document: Vec<DocumentId> = Vec::new();
    let mut written = 0;
    let stated = candidates.iter().filter(|chosen| chosen.strength >= STATED).count();
    let (most, weakest) = match reading.stance {
        Some(stance) if stated >= FEW && stance.is_of_one_matter() => (SENTENCES, STATED.max(WEAKEST_STATED * best)),
        Some(_) if stated >= FEW => (SENTENCES, STATED),
        Some(_) => (FEW, 0.0),
        None if reading.whois.is_some() => (ALSO_SAID, ANECDOTE * WEAKEST * best),
        None => (SENTENCES, WEAKEST * best),
    };
    let is_told = |quotable: &Quotable| match &reading.whois {
        Some(Sought::Name(name)) => is_of_person(name, quotable),
        _ => true,
    };
    for chosen in candidates.iter().filter(|chosen| is_told(chosen.quotable)) {
        if written == most {
            break;
        }
        if chosen.strength < weakest {
            continue;
        }
        let document = chosen.quotable.place.map(|(document, _)| document);
        let crowded =
            document.is_some_and(|document| of_document.iter().filter(|&&d| d == document).count() >= of_one_document);
        if crowded || !said.is_new(chosen.quotable) {
            continue;
        }
        said.add_sentence(chosen.quotable);
        of_document.extend(document);
        out.push_str(&format!("- {}\n", quotation(chosen.quotable)));
        if let Some(companion) = chosen.companion.filter(|companion| said.is_new(companion)) {
            said.add_sentence(companion);
            out.push_str(&format!("  - {}\n", quotation(companion)));
        }
        written += 1;
    }
    if reading.stance.is_some() {
        let scarce = if stated < FEW && written > 0 { scarce(reading, stated, written) } else { String::new() };
        let out = if written == 0 { nearest(focus, context, &mut stems) } else { out };
        return scarce + &out + &read_on(reading, focus, context, &mut stems);
    }
    // Whoever holds an office is named, or not.
    if !told.is_empty() && matches!(reading.whois, Some(Sought::Office(_))) {
        out.clear();
    }
    let about = format!("{told}{about}");
    let out = if about.is_empty() {
        // What else is known of them says little beside what answers.
        let enough = written >= ENOUGH && best >= ANSWERED;
        if enough { out } else { out + &about_entities(reading, focus, context, &mut said, &mut stems) }
    } else if out.is_empty() {
        about.trim_start().to_owned()
    } else {
        format!("{}\n### Also said\n\n{out}", about.trim_start())
    };
    let mut out = match out.is_empty() {
        true => nearest(focus, context, &mut stems),
        false => untold(reading, focus, &out, &mut stems) + &apart(reading, &out) + &out,
    };
    out.push_str(&read_on(reading, focus, context, &mut stems));
    out
}

/// Where to read on when no sentence can be quoted: the passages that speak of most of what is asked.
fn nearest(focus: &Focus, context: &[ContextRecord], stems: &mut Stems) -> String {
    let sources = context.iter().filter(|record| record.record.kind == Kind::Source);
    let lines: Vec<String> = sources
        .filter(|record| focus.score(&record.text, stems).coverage >= SPEAKS)
        .take(NEAREST)
        .map(|record| format!("- {} {}\n", plain(&record.title), cite([record.record])))
        .collect();
    match lines.is_empty() {
        true => String::new(),
        false => format!("No sentence that was found answers this. These passages come nearest:\n\n{}", lines.concat()),
    }
}

/// What one is tied to, by a sentence each, where nothing else is asked.
fn ties(reading: &Reading, context: &[ContextRecord], said: &mut Said) -> String {
    const MOST: usize = 8;
    let [name] = reading.names.as_slice() else { return String::new() };
    if !reading.relation {
        return String::new();
    }
    let mut out = String::new();
    let mut told = 0;
    for record in context.iter().filter(|record| record.record.kind == Kind::Relationship) {
        let Some(quotable) = record.sentences.first() else { continue };
        if told < MOST && names_any(std::slice::from_ref(name), &record.title) && said.is_new(quotable) {
            said.add_sentence(quotable);
            let title = plain(&record.title);
            out.push_str(&format!("- **{title}** {}\n  - {}\n", cite([record.record]), quotation(quotable)));
            told += 1;
        }
    }
    out
}

/// The sentences that say who it is that is asked for, plainest first.
fn told_who(reading: &Reading, candidates: &[Chosen<'_>], said: &mut Said) -> String {
    const MOST: usize = 3;
    const PLAIN: f32 = 0.95;
    let Some(whois) = &reading.whois else { return String::new() };
    let behind = |quotable: &'_ Quotable| quotable.speaker.clone().unwrap_or_default();
    let mut plain: Vec<(f32, &Quotable)> = candidates
        .iter()
        .map(|chosen| (tells_who(whois, &chosen.quotable.text, &behind(chosen.quotable)), chosen.quotable))
        .filter(|(worth, _)| *worth >= PLAIN)
        .collect();
    // What goes on about him says more than the same without it.
    let called = |quotable: &Quotable| match whois {
        Sought::Name(name) => is_named_whole(name, &quotable.text),
        Sought::Office(_) => true,
    };
    let is_part = |quotable: &Quotable| !quotable.text.ends_with(['.', '"', '”']);
    plain.sort_by(|a, b| {
        let longer = b.1.text.len().cmp(&a.1.text.len());
        let longer = if is_part(a.1) && is_part(b.1) { longer.reverse() } else { longer };
        is_part(a.1).cmp(&is_part(b.1)).then(called(b.1).cmp(&called(a.1))).then(b.0.total_cmp(&a.0)).then(longer)
    });
    let mut out = String::new();
    let mut told = 0;
    for (_, quotable) in plain {
        if told < MOST && said.is_new(quotable) {
            said.add_sentence(quotable);
            out.push_str(&format!("- {}\n", quotation(quotable)));
            told += 1;
        }
    }
    out
}

/// True for "City Council means the Council of the City", where a name, given folded, is explained by its own words.
fn is_circular(text: &str, name: &[String]) -> bool {
    const NEW: usize = 3;
    let all = folded(text);
    let means = all.iter().any(|word| matches!(word.as_str(), "means" | "mean" | "refers"));
    let fresh = all.iter().filter(|word| !name.contains(word) && !is_stop(word) && word.as_str() != "means");
    means && fresh.count() < NEW
}

/// True for what is told of somebody, or what he tells of himself: what he says of other things does not say who he is.
fn is_of_person(name: &str, quotable: &Quotable) -> bool {
    let behind = quotable.speaker.as_deref().unwrap_or_default();
    let own = behind.to_lowercase().starts_with(&name.to_lowercase());
    is_named(name, &quotable.text)
        || is_named_first(name, &quotable.text) && is_named(name, behind)
        || own && is_of_ones_life(&quotable.text)
}

/// True for what somebody tells of his own life: "I grew up in Orsk", not "I think that it will rain".
fn is_of_ones_life(text: &str) -> bool {
    let all: Vec<String> = terms::words(text).map(|word| fold(word.text)).collect();
    let lived = |word: &str| {
        matches!(
            word,
            "am" | "was"
                | "studied"
                | "worked"
                | "grew"
                | "joined"
                | "founded"
                | "cofounded"
                | "started"
                | "wrote"
                | "built"
                | "taught"
                | "became"
                | "moved"
                | "left"
                | "ran"
                | "led"
                | "published"
                | "trained"
                | "earned"
                | "graduated"
                | "lived"
                | "served"
                | "retired"
                | "invented"
                | "designed"
                | "sold"
                | "bought"
                | "opened"
                | "learned"
                | "went"
        )
    };
    all.windows(2).any(|pair| pair[0] == "i" && lived(&pair[1]))
}

/// What the entities that the question names are, by their best sentences that were not said yet.
fn about_entities(
    reading: &Reading,
    focus: &Focus,
    context: &[ContextRecord],
    said: &mut Said,
    stems: &mut Stems,
) -> String {
    let mut out = String::new();
    let entities = context.iter().filter(|record| record.record.kind == Kind::Entity && record.rank >= 0.5);
    // Lake Maud is meant by "the lake", the Lake Maud Angling Society is not.
    let mut is_meant = |title: &str| {
        // Of two Bills only one is asked for.
        if let Some(Sought::Name(name)) = &reading.whois {
            return is_named(name, title);
        }
        let named = terms::words(title).filter(|word| !is_stop(&fold(word.text))).count();
        let asked = focus.words_in(title, stems);
        asked > 0 && 2 * asked >= named
    };
    let entities: Vec<&ContextRecord> = entities.filter(|record| is_meant(&record.title)).take(3).collect();
    for record in entities {
        let mut lines = String::new();
        let mut told = 0;
        let mut sentences: Vec<&Quotable> = record.sentences.iter().collect();
        if let Some(whois) = &reading.whois {
            let worth =
                |quotable: &Quotable| tells_who(whois, &quotable.text, quotable.speaker.as_deref().unwrap_or_default());
            sentences.sort_by(|a, b| worth(b).total_cmp(&worth(a)));
        }
        for quotable in sentences {
            if told < PER_ENTITY && said.is_new(quotable) {
                said.add_sentence(quotable);
                lines.push_str(&format!("- {}\n", quotation(quotable)));
                told += 1;
            }
        }
        if told > 0 {
            out.push_str(&format!("\n### {} {}\n\n{lines}", plain(&record.title), cite([record.record])));
        }
    }
    out
}

/// What is said when nothing that is quoted has the word for what happened, or one like it.
fn untold(reading: &Reading, focus: &Focus, quoted: &str, stems: &mut Stems) -> String {
    let told = quoted.lines().any(|line| focus.score(line, stems).predicate);
    match &reading.predicate {
        Some(happened) if focus.asks_what_happened() && !quoted.is_empty() && !told => format!(
            "No sentence that was found has the word “{}” or one like it. What follows is the nearest.\n\n",
            plain(happened)
        ),
        _ => String::new(),
    }
}

/// What is said when a question asks what two have to do with each other and nothing that is quoted names both.
fn apart(reading: &Reading, quoted: &str) -> String {
    let [one, other, ..] = reading.names.as_slice() else { return String::new() };
    let both = |line: &str| [one, other].iter().all(|&name| names_any(std::slice::from_ref(name), line));
    if !reading.relation || quoted.is_empty() || quoted.lines().any(both) {
        return String::new();
    }
    format!(
        "No sentence that was found names both {} and {}. What follows is about each.\n\n",
        plain(one),
        plain(other)
    )
}

/// Reports whose titles or sentences cover the question, to read on in.
fn read_on(reading: &Reading, focus: &Focus, context: &[ContextRecord], stems: &mut Stems) -> String {
    let reports: Vec<&ContextRecord> = context
        .iter()
        .filter(|record| record.record.kind == Kind::Report)
        .filter(|record| {
            focus.score(&record.title, stems).coverage >= EVIDENCE
                || !evidence(reading, focus, record, stems).is_empty()
        })
        .take(3)
        .collect();
    if reports.is_empty() {
        return String::new();
    }
    let mut out = READ_ON.to_owned();
    for report in reports {
        out.push_str(&format!("- {} {}\n", plain(&report.title), cite([report.record])));
    }
    out
}

/// A list of documents or people, counted and in order, with what each has to say; a record's `text` begins with its
/// count ("12 passages").
fn list(facts: &[String], rows: &[ContextRecord]) -> String {
    let mut out = String::new();
    for fact in facts {
        out.push_str(&format!("{fact}\n\n"));
    }
    for row in rows.iter().take(ROWS) {
        // A passage that has no words to show is cited with its document.
        let shown = row.sentences.first();
        let bare = shown.filter(|quotable| quotable.text.is_empty()).map(|quotable| quotable.cites.clone());
        out.push_str(&format!(
            "- **{}** ({}) {}\n",
            plain(&row.title),
            row.text.lines().next().unwrap_or_default(),
            cite(std::iter::once(row.record).chain(bare.into_iter().flatten()))
        ));
        if let Some(quotable) = shown.filter(|quotable| !quotable.text.is_empty()) {
            out.push_str(&format!("  - {}\n", quotation(quotable)));
        }
    }
    // Where they are is said of the others as well.
    if let Some(rest) = rows.get(ROWS..).filter(|rest| !rest.is_empty()) {
        let titles: Vec<String> = rest.iter().map(|row| plain(&row.title)).collect();
        let marks = cite(rest.iter().map(|row| row.record));
        out.push_str(&format!("\nand {} more: {}. {marks}\n", rest.len(), titles.join("; ")));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judgement::extractive::focus::NoLexicon;
    use crate::judgement::samples;

    fn record(kind: Kind, id: u32, title: &str, sentences: &[&str]) -> ContextRecord {
        samples::record(kind, id, title, sentences.iter().map(|text| samples::quoted(id, text)).collect())
    }

    fn answer(question: &str, context: &[ContextRecord]) -> String {
        let reading = Reading::of(question);
        write(&reading, &Focus::new(&reading, &NoLexicon), &[], context)
    }

    #[test]
    fn where_nothing_says_how_a_thing_works_the_passages_that_speak_of_it_are_named() {
        let mut passage = record(Kind::Source, 4, "Notes of a welder", &[]);
        passage.text = "They were at the tidal sluice all day, and then at the tidal sluice again.".to_owned();
        let text = answer("How does the tidal sluice work?", &[passage]);
        assert!(text.contains("come nearest:\n\n- Notes of a welder [Data: Sources (4)]"), "{text}");
        let unheard = answer("How does the moon work?", &[record(Kind::Source, 4, "Notes of a welder", &[])]);
        assert!(unheard.starts_with("Nothing that was found") && !unheard.contains("welder"), "{unheard}");
    }

    #[test]
    fn who_somebody_is_comes_first_and_others_are_left_out() {
        let context = [
            record(Kind::Source, 1, "Minutes", &["Ada Voss was late for the meeting in June."]),
            record(Kind::Entity, 2, "Ada Voss", &["Ada Voss is the harbour master of Tolland."]),
            record(Kind::Entity, 3, "Orsk", &["Orsk is a town on the other side of the bay."]),
        ];
        let text = answer("Who is Ada Voss?", &context);
        let (is, late) = (text.find("harbour master"), text.find("was late"));
        assert!(is.is_some() && is < late && !text.contains("Orsk"), "{text}");
    }

    #[test]
    fn what_a_thing_is_comes_before_what_is_told_of_it() {
        let context = [
            record(Kind::Source, 1, "Minutes", &["Corvane split into two firms after the flood."]),
            record(Kind::Source, 2, "Law", &["Corvane means the Corvane."]),
            record(Kind::Source, 3, "Letter", &["In those years Corvane was a yard for the boats of the town."]),
        ];
        let text = answer("What is known of Corvane?", &context);
        let (is, split) = (text.find("was a yard").unwrap(), text.find("split").unwrap());
        assert!(is < split && text.find("means the").is_none_or(|at| at > split), "{text}");
    }

    #[test]
    fn what_nobody_tells_is_said() {
        let context = [record(Kind::Source, 1, "Minutes", &["The boat ramp at Orsk was mended in June."])];
        assert!(answer("Who sold the boat ramp?", &context).contains("has the word “sold”"));
        let told = [record(Kind::Source, 1, "Minutes", &["Ada Voss sold the boat ramp in June."])];
        assert!(!answer("Who sold the boat ramp?", &told).contains("has the word"));
    }

    #[test]
    fn two_that_nothing_names_together_are_said_to_be_apart() {
        let question = "What does Ada Voss have to do with Orsk?";
        let apart = [
            record(Kind::Source, 1, "Minutes", &["Ada Voss was late for the meeting in June."]),
            record(Kind::Source, 2, "Letter", &["Orsk is a town on the other side of the bay."]),
        ];
        assert!(answer(question, &apart).starts_with("No sentence that was found names both Ada Voss and Orsk."));
        let together = [record(Kind::Source, 1, "Minutes", &["Ada Voss came over from Orsk in June."])];
        assert!(!answer(question, &together).contains("names both"), "{}", answer(question, &together));
    }
}
