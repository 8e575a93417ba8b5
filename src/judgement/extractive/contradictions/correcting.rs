//! What says that something is otherwise than the passage that leads an answer has it: a correction, a later rule, an
//! amendment that names no more than the number of a clause. It stands right behind that passage.

use std::collections::BTreeSet;

use super::replacing::measures;
use crate::judgement::ContextRecord;
use crate::judgement::extractive::quotes::reaching::behind;
use crate::judgement::extractive::relevance::precedence::put_at;
use crate::judgement::rank::features::Candidate;
use crate::judgement::rank::select::Ranked;
use crate::model::{Evidence, Span};
use crate::text::language::{pack, word_lists};
use crate::text::numbers::years::is_year;
use crate::text::question::Reading;
use crate::text::statements::stance::{STATED, Stance};
use crate::text::words::fold::singular;
use crate::text::words::lexicon::{Flags, flags};
use crate::text::words::terms::words;

word_lists! { static WORDS = "correcting.toml": doubting, repeating, retracting, asking_leave, forbidding }

/// Of what the passage with most of the question has of it, one that corrects what was said has at least this part.
pub(in crate::judgement::extractive) const OF_THE_MATTER: f32 = 0.6;
/// The same of all that is asked.
const LEAST: f32 = 0.34;
/// Bytes behind a figure within which a correction is one of it.
const NEAR: usize = 160;

/// Digits of a figure that is told again by it, and bytes of the passage that puts it right.
const FIGURE: usize = 3;
const LONGEST: usize = 420;
/// Bytes between a sentence and the next.
const NEXT: usize = 4;
/// Of what the passage that leads answers, what a rule that forbids does at least.
const OF_A_RULE: f32 = 0.5;

/// How plainly a sentence says that something is otherwise than was said, in English or the language of the question.
pub(in crate::judgement::extractive) fn says_otherwise(reading: &Reading, sentence: &str) -> f32 {
    Stance::Correction.strength_in(sentence, reading.language.and_then(pack))
}

/// The sentence that goes on from a passage.
fn next_sentence<'c>(context: &'c [ContextRecord], one: &'c Ranked<'_>) -> Option<&'c Evidence> {
    let evidence = &one.candidate.evidence;
    let next = context.get(one.record).and_then(|record| behind(record, evidence).next())?;
    (!next.opens && next.evidence.speaker == evidence.speaker).then_some(&next.evidence)
}

/// The same of a passage with what it stands under, the heads of its columns and the sentence behind it: "We wrote that
/// it cost £410. The right sum is £140."
fn takes_back(reading: &Reading, context: &[ContextRecord], one: &Ranked<'_>) -> f32 {
    let evidence = &one.candidate.evidence;
    let next = next_sentence(context, one).map(Evidence::quoted);
    let texts = [evidence.quoted(), evidence.title.as_str()].into_iter();
    // A column that begins with a capital is no name.
    let heads = evidence.lead.as_ref().map(|heads| heads.to_lowercase());
    let around = evidence.heading.last().map(String::as_str).into_iter().chain(next).chain(heads.as_deref());
    texts.chain(around).map(|text| says_otherwise(reading, text)).fold(0.0, f32::max)
}

/// True for a correction that has in it a value of what leads an answer, and another of its kind: "Says Tuesdays. From
/// 3 June it's Wednesdays." Whoever reads it needs nothing else.
fn tells_both(context: &[ContextRecord], correcting: &Ranked<'_>, leading: &Evidence) -> bool {
    let evidence = &correcting.candidate.evidence;
    let mut told = values(evidence.quoted());
    if let Some(next) = next_sentence(context, correcting) {
        told.extend(values(next.quoted()));
    }
    let known = values(&leading.text);
    let other = |kind: &str| told.iter().any(|one| one.0 == kind && !known.contains(one));
    told.intersection(&known).any(|(kind, _)| other(kind))
}

/// What a text says that another may put right, each with its kind: figures by what they count, figures of several
/// digits, days of the week.
fn values(text: &str) -> BTreeSet<(String, String)> {
    let counted = measures(text).map(|(value, unit)| (unit, value.to_string()));
    let long = telling_figures(text, FIGURE).map(|figure| (String::new(), figure.to_owned()));
    let days =
        words(text).map(|word| singular(&word.text.to_lowercase())).filter(|word| flags(word).has(Flags::WEEKDAY));
    counted.chain(long).chain(days.map(|day| ("weekday".to_owned(), day))).collect()
}

/// Puts the last of the passages that correct the one that leads right behind it, though it may have too little of the
/// question to have been chosen; in front of it where it is asked how something `ended`.
pub(in crate::judgement::extractive) fn put_beside<'r>(
    reading: &Reading,
    (context, ended): (&[ContextRecord], bool),
    ranked: &[Ranked<'r>],
    chosen: &mut Vec<Ranked<'r>>,
) {
    let Some(leading) = chosen.first().cloned() else { return };
    let correcting = ranked.iter().filter(|one| corrects(reading, context, one, &leading));
    // What says so itself goes before what stands beside such a sentence.
    let says = |one: &Ranked<'_>| says_otherwise(reading, one.candidate.evidence.quoted()) >= STATED;
    let last = correcting.max_by(|a, b| {
        let by_date = a.candidate.dated.cmp(&b.candidate.dated);
        says(a).cmp(&says(b)).then(by_date).then_with(|| a.worth.total_cmp(&b.worth))
    });
    if let Some(last) = last.cloned() {
        // What holds now or in the end is asked for, or was put right by what tells both: the later one leads.
        let leads = ended || reading.statement.present || tells_both(context, &last, &leading.candidate.evidence);
        put_at(usize::from(!leads), last, chosen);
    }
}

/// The passage elsewhere that repeats a figure of the one which leads, with another one and a word that doubts: "£40 to
/// the end of July. The £70 in the paper was a guess."
/// Of what is `counted` a figure may have two digits, and another text say of the first that it says so: "The letter
/// says 17."
pub(in crate::judgement::extractive) fn put_right(
    records: &[&ContextRecord],
    leading: &Evidence,
    counted: bool,
) -> Option<Evidence> {
    let least = if counted { FIGURE - 1 } else { FIGURE };
    let told: BTreeSet<&str> = telling_figures(&leading.text, least).collect();
    if told.is_empty() {
        return None;
    }
    let doubts = |text: &str| {
        let all: Vec<String> = words(text).map(|word| word.text.to_lowercase()).collect();
        let again =
            |at: usize| WORDS.repeating.has(&all[at]) && told.contains(all.get(at + 1).map_or("", String::as_str));
        let repeats = counted && (0..all.len()).any(again);
        repeats || all.iter().any(|word| WORDS.doubting.has(word))
    };
    let rights = |text: &str| {
        let figures: BTreeSet<&str> = telling_figures(text, least).collect();
        text.len() <= LONGEST && !figures.is_disjoint(&told) && !figures.is_subset(&told) && doubts(text)
    };
    records.iter().find_map(|record| {
        let all = &record.candidates;
        let repeats = |at: &usize| {
            let own = &all[*at].evidence;
            let again = own.document == leading.document && own.quote.start <= leading.window.end;
            own.document.is_some() && !again && telling_figures(own.quoted(), least).any(|figure| told.contains(figure))
        };
        // The right figure may stand in the sentence before or behind, of the same paragraph.
        (0..all.len()).filter(repeats).find_map(|at| {
            let before = at.checked_sub(1).filter(|_| !all[at].opens).unwrap_or(at);
            let next = all.get(at + 1).filter(|next| !next.opens).map_or(at, |_| at + 1);
            [(at, at), (before, at), (at, next)].into_iter().find_map(|(first, last)| {
                let (first, last) = (&all[first].evidence, &all[last].evidence);
                let one_voice = first.document == last.document && first.speaker == last.speaker;
                let length = last.quote.end.checked_sub(first.quote.start).filter(|_| one_voice)?;
                let starts = record.text.match_indices(first.quoted()).map(|(from, _)| from);
                let mut texts = starts.filter_map(|from| record.text.get(from..from + length));
                let text = texts.find(|text| text.ends_with(last.quoted()) && rights(text))?;
                let span = Span::new(first.quote.start, last.quote.end);
                Some(Evidence { quote: span, window: span, text: text.to_owned(), lead: None, ..first.clone() })
            })
        })
    })
}

/// The sentence behind one that takes its figure back, in the same paragraph: "The 500 is retracted. The log has 371."
pub(in crate::judgement::extractive) fn right_behind(
    context: &[ContextRecord],
    leading: &Evidence,
) -> Option<Evidence> {
    let told: BTreeSet<&str> = telling_figures(&leading.text, 1).collect();
    let doubts = words(&leading.text).any(|word| WORDS.retracting.has(&word.text.to_lowercase()));
    let all = context.iter().flat_map(|record| &record.candidates);
    let is_next = |one: &&Candidate| {
        one.evidence.document == leading.document && one.evidence.quote.start >= leading.window.end && !one.opens
    };
    let next = all.filter(is_next).min_by_key(|one| one.evidence.quote.start).filter(|_| doubts && !told.is_empty())?;
    let near = next.evidence.quote.start - leading.window.end <= NEXT;
    let quoted = next.evidence.quoted();
    let gives = telling_figures(quoted, 1).any(|figure| !told.contains(figure));
    (near && gives).then(|| next.evidence.with_window(next.evidence.quote, quoted.to_owned()))
}

/// Figures of so many digits at least that are no years.
fn telling_figures(text: &str, least: usize) -> impl Iterator<Item = &str> {
    let all =
        text.split(|c: char| !c.is_ascii_digit() && !matches!(c, '.' | ',')).map(|one| one.trim_matches(['.', ',']));
    all.filter(move |figure| figure.bytes().filter(u8::is_ascii_digit).count() >= least && !is_year(figure))
}

/// Puts the rule that forbids right behind the passage that leads, where it is asked whether something may be and that
/// passage tells of what is allowed.
pub(in crate::judgement::extractive) fn put_rule_beside<'r>(
    question: &str,
    ranked: &[Ranked<'r>],
    chosen: &mut Vec<Ranked<'r>>,
) {
    let Some(leading) = chosen.first() else { return };
    let rules = ranked.iter().filter(|one| is_rule_of(question, one, leading));
    let best = rules.max_by(|a, b| a.answered.total_cmp(&b.answered).then(a.worth.total_cmp(&b.worth)));
    if let Some(best) = best.cloned() {
        put_at(1, best, chosen);
    }
}

/// True for a rule that forbids what it is asked to allow, where the passage that leads does not.
pub(in crate::judgement::extractive) fn is_rule_of(question: &str, one: &Ranked<'_>, leading: &Ranked<'_>) -> bool {
    let asks = words(question).next().is_some_and(|first| WORDS.asking_leave.has(&first.text.to_lowercase()));
    let forbids = |one: &Ranked<'_>| {
        let quoted: Vec<String> = words(one.candidate.evidence.quoted()).map(|word| word.text.to_lowercase()).collect();
        let text = format!(" {} ", quoted.join(" "));
        WORDS.forbidding.iter().any(|phrase| text.contains(&format!(" {phrase} ")))
    };
    asks && one.answered >= LEAST.max(OF_A_RULE * leading.answered) && forbids(one) && !forbids(leading)
}

/// True for a passage that says that something of what leads is otherwise, or amends it by its number: in another
/// document that is not known to be older, or further down in the same.
pub(in crate::judgement::extractive) fn corrects(
    reading: &Reading,
    context: &[ContextRecord],
    one: &Ranked<'_>,
    leading: &Ranked<'_>,
) -> bool {
    let (own, first) = (&one.candidate.evidence, &leading.candidate.evidence);
    let later = match own.document == first.document {
        true => own.quote.start > first.quote.end,
        false => match (one.candidate.dated, leading.candidate.dated) {
            (Some(own), Some(first)) => own >= first,
            _ => true,
        },
    };
    let by_number = || {
        let number = clause_number(first.quoted()).filter(|_| own.document != first.document);
        number.is_some_and(|number| names_clause(&own.text, number))
    };
    // "CORRECTION: £175" two lines below says again nothing of what it corrects.
    let near = own.document == first.document
        && own.quote.start <= first.quote.end + NEAR
        && reading.wants.figure
        && own.quoted().contains(|c: char| c.is_ascii_digit());
    // "It reversed its decision", under what it is of: what was decided in the end is asked for.
    let decides = matches!(reading.statement.stance, Some(Stance::Decision | Stance::Fate));
    let within = if decides && says_otherwise(reading, own.quoted()) >= STATED { one.within } else { 0.0 };
    later
        && (one.answered.max(within) >= LEAST.max(OF_THE_MATTER * leading.answered) || near || by_number())
        && takes_back(reading, context, one) >= STATED
}

/// True for a passage that says that something is otherwise, or stands in what does, and gives the figure of the one
/// which leads, or none: the right one stands behind it.
pub(in crate::judgement::extractive) fn only_restates(
    reading: &Reading,
    passage: &Evidence,
    leading: Option<&Evidence>,
) -> bool {
    let figures = |text: &str| -> BTreeSet<String> {
        let all = text.split(|c: char| !c.is_ascii_digit() && !matches!(c, '.' | ','));
        let trimmed = all.map(|figure| figure.trim_matches(['.', ',']).to_owned());
        trimmed.filter(|figure| !figure.is_empty()).collect()
    };
    let told = figures(passage.quoted());
    let led = leading.map(|first| figures(&first.text));
    let known = led.as_ref().is_none_or(|led| told.is_subset(led));
    let again = led.as_ref().is_some_and(|led| !told.is_disjoint(led));
    let around = passage.heading.last().map_or(passage.title.as_str(), String::as_str);
    let otherwise = |text: &str| says_otherwise(reading, text) >= STATED;
    reading.wants.figure && (known && otherwise(passage.quoted()) || (known || again) && otherwise(around))
}

/// The number of several parts that a clause begins with: *2.1*.
fn clause_number(text: &str) -> Option<&str> {
    let word = text.split_whitespace().next()?.trim_end_matches('.');
    let parts = word.split('.').count();
    (parts > 1 && word.split('.').all(|part| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit())))
        .then_some(word)
}

/// True for a text with this number in it, and not as part of another.
fn names_clause(text: &str, number: &str) -> bool {
    let part = |c: char| c.is_alphanumeric();
    text.match_indices(number).any(|(at, _)| {
        let (front, behind) = (&text[..at], &text[at + number.len()..]);
        let goes_on = behind.strip_prefix('.').is_some_and(|rest| rest.starts_with(part));
        !front.ends_with(|c: char| part(c) || c == '.') && !behind.starts_with(part) && !goes_on
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judgement::rank::asked::PreparedQuestion;
    use crate::judgement::rank::lexicon::NoLexicon;
    use crate::judgement::rank::rank;
    use crate::judgement::{Quotable, samples};
    use crate::model::{DocumentId, Kind};
    use crate::text::words::terms::Stems;

    /// A record of the sentences of one paragraph.
    fn record(document: u32, sentences: &[&str]) -> ContextRecord {
        samples::paragraph(document, "Quay", sentences.iter().copied())
    }

    #[test]
    fn a_figure_that_is_put_right_elsewhere_is_told_with_it() {
        let paper = record(1, &["The keepers of the quay lost £212,000, says Ada Voss."]);
        let leading = paper.candidates[0].evidence.clone();
        let right = |sentences: &[&str]| {
            let mut other = record(2, sentences);
            other.candidates.iter_mut().for_each(|one| one.opens = false);
            put_right(&[&paper, &other], &leading, false).map(|one| one.text)
        };
        let told =
            ["Two boats, £187,000 to the end of July.", "(The £212,000 in the paper was a guess.)", "It rained."];
        assert_eq!(right(&told).as_deref(), Some(&*told[..2].join(" ")));
        assert_eq!(right(&["It was £187,000 and not £212,000."]).as_deref(), Some("It was £187,000 and not £212,000."));
        for other in [
            "The £212,000 was a guess.",
            "It was £212,000 in 1931, wrongly.",
            "£187,000, a guess.",
            "£212,000 and £187,000.",
        ] {
            assert_eq!(right(&[other]), None, "{other}");
        }
    }

    #[test]
    fn what_another_text_says_that_a_letter_says_is_put_right_there() {
        let letter = record(1, &["One of the lamps of Orsk burst. There are 17 of them."]);
        let leading = letter.candidates[0].evidence.clone();
        let right = |sentences: &[&str], counted: bool| {
            let mut other = record(2, sentences);
            other.candidates.iter_mut().for_each(|one| one.opens = false);
            put_right(&[&letter, &other], &leading, counted).map(|one| one.text)
        };
        let told = ["29 lamps came on 22 May.", "(A letter says 17.)", "That is what was hung."];
        assert_eq!(right(&told, true).as_deref(), Some(&*told[..2].join(" ")));
        assert_eq!(right(&told, false), None, "nothing is counted");
        assert_eq!(right(&["29 lamps came on 22 May.", "17 hung."], true), None);
    }

    #[test]
    fn the_right_figure_stands_behind_the_one_that_is_taken_back() {
        let behind = |sentences: &[&str]| {
            let mut report = record(1, sentences);
            report.candidates[1..].iter_mut().for_each(|one| one.opens = false);
            let leading = report.candidates[0].evidence.clone();
            right_behind(&[report], &leading).map(|one| one.text)
        };
        let right = behind(&["The first report said 500 rings, which is retracted.", "The log has 371."]);
        assert_eq!(right.as_deref(), Some("The log has 371."));
        assert_eq!(behind(&["The first report said 500 rings.", "The log has 371."]), None);
        assert_eq!(behind(&["The first report said 500 rings, wrongly.", "Nobody slept."]), None);
    }

    #[test]
    fn a_rule_stands_beside_its_exception() {
        let context = [record(
            1,
            &[
                "Lamps of the quay are allowed on the pier at night.",
                "No lamp of the quay may burn.",
                "Lamps of the quay must not stand on the pier.",
            ],
        )];
        let first = |question: &str| {
            let (reading, mut stems) = (Reading::of(question), Stems::default());
            let asked = PreparedQuestion::new(&reading, &NoLexicon);
            let ranked = rank(&asked, &context, &NoLexicon, &mut stems);
            let mut chosen = vec![ranked[0].clone(), ranked[1].clone()];
            put_rule_beside(question, &ranked, &mut chosen);
            chosen[1].candidate.evidence.quoted().to_owned()
        };
        assert!(first("May a lamp of the quay stand on the pier?").contains("must not"));
        assert!(first("Which lamp of the quay stands on the pier?").contains("may burn"));
    }

    #[test]
    fn a_correction_that_tells_what_was_said_goes_before_it() {
        let first = |question: &str, said: &str, corrected: ContextRecord| {
            let context = [record(1, &[said]), corrected];
            let (reading, mut stems) = (Reading::of(question), Stems::default());
            let asked = PreparedQuestion::new(&reading, &NoLexicon);
            let ranked = rank(&asked, &context, &NoLexicon, &mut stems);
            let leading = ranked.iter().find(|one| one.record == 0).expect("the first record is ranked");
            let mut chosen = vec![leading.clone()];
            put_beside(&reading, (&context, false), &ranked, &mut chosen);
            (chosen.len(), chosen[0].record)
        };
        let watch = "Is the watch at the quay kept on Tuesday?";
        let said = "The watch at the quay is kept on Tuesday.";
        assert_eq!(first(watch, said, record(2, &["The watch at the quay is now Wednesdays, not Tuesdays."])), (2, 1));
        assert_eq!(first(watch, said, record(2, &["The watch at the quay is now kept by Ada."])), (2, 0));
        let mut row = record(2, &["| Watch at the quay | 01632 960114 | 01632 960188 |"]);
        row.candidates[0].evidence.lead = Some("| What | Was | Is now |".to_owned());
        let number = "What is the number of the watch at the quay?";
        assert_eq!(first(number, "The watch at the quay has 01632 960114.", row), (2, 1));
    }

    #[test]
    fn corrections_are_told_in_many_languages() {
        for (question, sentence) in [
            ("When did the ferry sink?", "The right date is 4 May."),
            ("How much is the due?", "In clause 2.1, for “£40” substitute “£45”."),
            ("How long is the watch?", "The watch is now two hours, not one."),
            ("On which day is the watch?", "From 3 June it's Wednesdays."),
            ("On which day is the watch?", "From 3 June it's **Wednesdays**."),
            ("Is the watch kept?", "This has been cancelled."),
            ("How long is the watch?", "It should be 5 hours, for not more than a week."),
            ("How long is the watch?", "The right interval is seven days."),
            ("Wie hoch ist die Gebühr?", "Richtig ist: Die Gebühr beträgt 45 Euro."),
            ("Combien coûte le bac ?", "Rectificatif : le bac coûte 45 euros."),
            ("渡轮什么时候沉的？", "上期所写日期有误，应为五月四日。"),
        ] {
            let reading = Reading::of(question);
            assert!(says_otherwise(&reading, sentence) >= STATED, "{sentence}");
            assert!(says_otherwise(&reading, "The ferry left at noon.") < STATED, "{question}");
        }
    }

    #[test]
    fn what_a_correction_says_again_is_no_correction_by_itself() {
        let passage = |title: &str, text: &str| {
            let place = Some((DocumentId(1), Span::new(0, text.len())));
            let quotable = Quotable { text: text.to_owned(), place, ..Quotable::default() };
            let record = samples::record(Kind::Source, 1, title, vec![quotable]);
            Evidence { title: title.to_owned(), ..record.candidates[0].evidence.clone() }
        };
        let reading = Reading::of("How much did the quay cost?");
        let leading = passage("The Quay", "The quay cost £9 million.");
        let again = passage("Corrections and clarifications", "On 3 May we said that the quay cost £9 million.");
        assert!(only_restates(&reading, &again, Some(&leading)));
        let other = passage("The Harbour", "On 3 May they said that the quay cost £9 million.");
        assert!(!only_restates(&reading, &other, Some(&leading)));
        let right = passage("Corrections and clarifications", "The right sum is £11 million.");
        assert!(!only_restates(&reading, &right, Some(&leading)));
    }

    #[test]
    fn clauses_are_told_by_their_numbers() {
        assert_eq!(clause_number("2.1 The annual due is £40."), Some("2.1"));
        assert_eq!(clause_number("7.1.4. Either party may leave."), Some("7.1.4"));
        for none in ["2 The due", "In 2.1 the due", "£2.1 million", ""] {
            assert_eq!(clause_number(none), None, "{none}");
        }
        assert!(names_clause("In clause 2.1, for one read two.", "2.1") && names_clause("See 2.1.", "2.1"));
        for other in ["In clause 2.12, for one", "In clause 12.1", "clause 2.1.3", "£2.1m", "1.2.1"] {
            assert!(!names_clause(other, "2.1"), "{other}");
        }
    }
}
