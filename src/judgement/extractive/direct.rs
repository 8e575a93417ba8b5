//! Answers written from records directly: the sentences that cover the question best, in the order of their records,
//! then what is known of the entities asked about, and where to read on. Lists and counts are told record by record.

use super::analyst::{ANECDOTE, EVIDENCE, evidence, names_any, tells_who};
use super::focus::Focus;
use super::quotation::{plain, quotation};
use super::relation;
use super::stated::scarce;
use super::themes::{Said, cannot_judge, unused};
use crate::judgement::{ContextRecord, Quotable};
use crate::model::{DocumentId, Kind, cite};
use crate::text::office::Sought;
use crate::text::question::Reading;
use crate::text::stance::Stance;
use crate::text::terms::{self, Stems, fold, is_stop};

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
    companion: Option<&'a Quotable>,
    strength: f32,
}

fn passages(reading: &Reading, focus: &Focus, context: &[ContextRecord]) -> String {
    let mut stems = Stems::default();
    let mut candidates: Vec<Chosen> = Vec::new();
    for record in context {
        for scored in evidence(reading, focus, record, &mut stems) {
            // What states what is asked for does so wherever it stands.
            let rank = if reading.stance.is_some() { 1.0 } else { 0.7 + 0.3 * record.rank.clamp(0.0, 1.0) };
            candidates.push(Chosen {
                quotable: scored.quotable,
                companion: scored.companion,
                strength: scored.strength * rank,
            });
        }
    }
    candidates.sort_by(|a, b| b.strength.total_cmp(&a.strength));

    let mut out = String::new();
    let mut said = Said::about(reading);
    // Who somebody is, is told first by what says who he is.
    let ties = ties(reading, context, &mut said);
    if !ties.is_empty() {
        return ties + &read_on(reading, focus, context, &mut stems);
    }
    let told = told_who(reading, &candidates, &mut said);
    let about =
        if reading.definition { about_entities(reading, focus, context, &mut said, &mut stems) } else { String::new() };
    let best = candidates.first().map_or(0.0, |chosen| chosen.strength);
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
    for chosen in &candidates {
        if written == most || chosen.strength < weakest {
            break;
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
    plain.sort_by(|a, b| b.0.total_cmp(&a.0));
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
    if rows.len() > ROWS {
        out.push_str(&format!("\nand {} more.\n", rows.len() - ROWS));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judgement::extractive::focus::NoLexicon;
    use crate::model::Ref;

    fn record(kind: Kind, id: u32, title: &str, sentences: &[&str]) -> ContextRecord {
        let quotable = |text: &&str| Quotable {
            text: (*text).to_owned(),
            cites: vec![Ref::new(Kind::Source, id)],
            place: None,
            speaker: None,
            relevance: None,
        };
        ContextRecord {
            record: Ref::new(kind, id),
            title: title.to_owned(),
            text: String::new(),
            sentences: sentences.iter().map(quotable).collect(),
            rank: 1.0,
            tokens: 10,
        }
    }

    fn answer(question: &str, context: &[ContextRecord]) -> String {
        let reading = Reading::of(question);
        write(&reading, &Focus::new(&reading, &NoLexicon), &[], context)
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
