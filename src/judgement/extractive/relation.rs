//! What two have to do with each other, by quoting: the sentences that name both; where there are none that is said, then
//! what each has to do with the name between them, then what is said of each apart.

use super::analyst::{TOLD, tells_who};
use super::focus::Focus;
use super::quotation::{plain, quotation};
use super::said::Said;
use crate::judgement::{ContextRecord, Quotable};
use crate::model::{Kind, cite};
use crate::text::dates::is_month;
use crate::text::names::lexicon::{Flags, flags};
use crate::text::office::Sought;
use crate::text::standalone::stands_as_quoted;
use crate::text::subject::{Standing, standing};
use crate::text::terms::{Stems, Word, fold, folded, is_stop, words};

/// Sentences that name both, of what ties each to the name between them, and of each apart.
const BOTH: usize = 6;
const TIES: usize = 2;
const APART: usize = 3;

/// Writes the answer; `facts`, in Markdown, say how many passages name both.
pub(super) fn write(
    names: [&String; 2],
    focus: &Focus,
    facts: &[String],
    context: &[ContextRecord],
    stems: &mut Stems,
) -> String {
    let mut said = Said::default();
    let passages = || context.iter().filter(|record| record.record.kind != Kind::Report);
    let all = || passages().flat_map(|record| record.sentences.iter().map(move |quotable| (record, quotable)));
    let named = |name: &str, record: &ContextRecord, quotable: &Quotable| {
        is_named(name, &quotable.text) || is_named_first(name, &quotable.text) && is_named(name, &record.text)
    };
    let mut out = String::new();
    // Whoever speaks of the other has to do with him as well.
    let has = |name: &str, record: &ContextRecord, quotable: &Quotable| {
        named(name, record, quotable) || is_said_by(name, quotable)
    };
    let ties_both = |&(record, quotable): &(&ContextRecord, &Quotable)| {
        let spoken = names.iter().all(|name| is_said_by(name, quotable));
        !spoken && names.iter().all(|name| has(name, record, quotable))
    };
    let mut both: Vec<(&ContextRecord, &Quotable)> = all().filter(ties_both).collect();
    // What names both says more of them than what one of them says; what can be understood alone says it better.
    both.sort_by_key(|&(record, quotable)| {
        let named = names.iter().all(|name| named(name, record, quotable));
        let stands = stands_as_quoted(&quotable.text);
        std::cmp::Reverse((named, stands, (1_000.0 * focus.score(&quotable.text, stems).coverage) as u32))
    });
    let found = list(&both.into_iter().map(|(_, quotable)| quotable).collect::<Vec<_>>(), BOTH, &mut said);
    let apart = found.is_empty();
    for fact in facts.iter().filter(|_| apart) {
        out.push_str(&format!("{fact} "));
    }
    out.push_str(&found);
    let told = out.len();
    for (middle, ties) in ties(names, context).into_iter().filter(|_| apart) {
        let lines: String =
            ties.iter().map(|tie| list(&tie.sentences.iter().collect::<Vec<_>>(), TIES, &mut said)).collect();
        if !lines.is_empty() {
            let marks = cite(ties.iter().map(|tie| tie.record));
            out.push_str(&format!("\n### By way of {} {marks}\n\n{lines}", plain(&middle)));
        }
    }
    let mut followed: Vec<String> = Vec::new();
    for name in names {
        let stemmed: Vec<String> = words(name).map(|word| stems.stem(word.text).to_owned()).collect();
        let with_both = |record: &ContextRecord| names.iter().all(|name| is_named(name, &record.text));
        // Beside what ties them, what is said of one elsewhere has nothing to do with the other.
        let fits = |record: &ContextRecord| apart || with_both(record);
        let mut of_name: Vec<(&ContextRecord, &Quotable)> =
            all().filter(|(record, quotable)| fits(record) && is_named(name, &quotable.text)).collect();
        // What is about it comes before what names it by the way.
        of_name.sort_by_key(|(record, quotable)| {
            let standing = match standing(&quotable.text, &stemmed, stems) {
                Standing::Subject => 0,
                Standing::Inside => 1,
                _ => 2,
            };
            // Who somebody is comes before what he did.
            let behind = quotable.speaker.as_deref().unwrap_or_default();
            let told = tells_who(&Sought::Name(name.clone()), &quotable.text, behind) >= TOLD;
            (!told, standing, !with_both(record))
        });
        let of_name: Vec<&Quotable> = of_name.into_iter().map(|(_, quotable)| quotable).collect();
        let lines = list(&of_name, APART, &mut said);
        if !lines.is_empty() {
            out.push_str(&format!("\n### {}\n\n{lines}", plain(name)));
            followed.push(plain(name));
        }
    }
    if apart {
        let of_whom = match followed.as_slice() {
            [] => String::new(),
            [one] => format!("What is said of {one} follows.\n"),
            _ => "What is said of each follows.\n".to_owned(),
        };
        out.insert_str(told, &of_whom);
    }
    out.trim_start().to_owned()
}

/// True for a sentence that somebody of this name says.
fn is_said_by(name: &str, quotable: &Quotable) -> bool {
    quotable.speaker.as_deref().is_some_and(|behind| folded(behind).starts_with(&folded(name)))
}

/// The sentences as items, at most so many, none that says what was said.
fn list(quotables: &[&Quotable], most: usize, said: &mut Said) -> String {
    let mut out = String::new();
    let mut written = 0;
    for quotable in quotables {
        if written < most && said.is_new(quotable) {
            said.add_sentence(quotable);
            out.push_str(&format!("- {}\n", quotation(quotable)));
            written += 1;
        }
    }
    out
}

/// The relationships of each of the two with a third, by the third's name.
fn ties<'a>(names: [&String; 2], context: &'a [ContextRecord]) -> Option<(String, [&'a ContextRecord; 2])> {
    let relationships = || context.iter().filter(|record| record.record.kind == Kind::Relationship);
    let third = |record: &ContextRecord, name: &str| -> Option<String> {
        let (source, target) = record.title.split_once(" – ")?;
        match (is_named(name, source), is_named(name, target)) {
            (true, false) => Some(target.to_owned()),
            (false, true) => Some(source.to_owned()),
            _ => None,
        }
    };
    relationships().find_map(|of_one| {
        let middle = third(of_one, names[0]).filter(|middle| !is_named(names[1], middle))?;
        let of_other = relationships().find(|record| third(record, names[1]).as_deref() == Some(middle.as_str()))?;
        Some((middle, [of_one, of_other]))
    })
}

/// True when a text calls somebody by his first name alone: *Ada* for Ada Voss, where a passage has the whole name.
pub fn is_named_first(name: &str, text: &str) -> bool {
    let own: Vec<Word<'_>> = words(name).collect();
    let [first, .., _] = own.as_slice() else { return false };
    let folded = fold(first.text);
    if folded.chars().count() < 3 || flags(&folded).has(Flags::HONORIFIC | Flags::ROLE) || is_stop(&folded) {
        return false;
    }
    let all: Vec<Word<'_>> = words(text).collect();
    (0..all.len()).any(|at| {
        let alone = |other: Option<&Word<'_>>, gap: Option<&str>| {
            other.is_none_or(|word| !word.is_capital()) || gap != Some(" ")
        };
        all[at].is_capital()
            && fold(all[at].text.trim_end_matches("'s").trim_end_matches("’s")) == folded
            && alone(all.get(at + 1), all.get(at + 1).and_then(|next| text.get(all[at].span.end..next.span.start)))
    })
}

/// True when a text has a whole name.
pub fn is_named_whole(name: &str, text: &str) -> bool {
    format!(" {} ", folded(text).join(" ")).contains(&format!(" {} ", folded(name).join(" ")))
}

/// True when a text names somebody or something: by the whole name, or as people are named, by the last word of it with a
/// capital, where that is no part of another's name (*Marks & Spencer*, *Jan Orr* for Ada Orr).
pub fn is_named(name: &str, text: &str) -> bool {
    let own = folded(name);
    if is_named_whole(name, text) {
        return true;
    }
    let all: Vec<Word<'_>> = words(text).collect();
    (0..all.len()).any(|at| {
        let word = all[at];
        if !word.is_capital() || Some(&fold(word.text)) != own.last() {
            return false;
        }
        let (before, behind) = (&text[..word.span.start], &text[word.span.end..]);
        let joined = before.trim_end().ends_with('&') || behind.trim_start().starts_with('&');
        let front = (at > 1).then(|| all[at - 1]).filter(|front| before.get(front.span.end..) == Some(" "));
        let anothers = front.is_some_and(|front| {
            let folded = fold(front.text);
            let titled =
                flags(&folded).has(Flags::HONORIFIC | Flags::ROLE) || folded.chars().count() == 1 || is_month(&folded);
            front.is_capital() && !titled && !own.contains(&folded) && !is_stop(&folded)
        });
        !joined && !anothers
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judgement::extractive::focus::NoLexicon;
    use crate::judgement::samples;
    use crate::text::question::Reading;

    fn record(kind: Kind, id: u32, title: &str, sentences: &[&str]) -> ContextRecord {
        let speaker = Some("Kai Sund, clerk at Corvane".to_owned());
        let said = |text: &&str| Quotable { speaker: speaker.clone(), ..samples::quoted(id, text) };
        samples::record(kind, id, title, sentences.iter().map(said).collect())
    }

    fn answer(facts: &[&str], context: &[ContextRecord]) -> String {
        let reading = Reading::of("What does Ada Voss have to do with Corvane?");
        let facts: Vec<String> = facts.iter().map(|fact| (*fact).to_owned()).collect();
        let names = [&reading.names[0], &reading.names[1]];
        write(names, &Focus::new(&reading, &NoLexicon), &facts, context, &mut Stems::default())
    }

    #[test]
    fn who_says_it_is_not_named_by_it() {
        let context = [
            record(Kind::Source, 1, "Minutes", &["Ada Voss was late for the meeting in June."]),
            record(Kind::Source, 2, "Letter", &["Jan Orr worked at Corvane.", "Corvane is a yard on the bay."]),
        ];
        let text = answer(&["No passage names both Ada Voss and Corvane."], &context);
        assert!(text.starts_with("No passage names both Ada Voss and Corvane. What is said"), "{text}");
        let (one, other) = (text.find("### Ada Voss"), text.find("### Corvane"));
        assert!(one.is_some() && one < other, "{text}");
        assert!(text.find("is a yard") < text.find("Jan Orr"), "{text}");
    }

    #[test]
    fn a_passage_that_names_both_is_cited_where_no_sentence_does() {
        let passage = record(Kind::Source, 7, "Minutes", &["Ada Voss was late for the meeting in June."]);
        let text = answer(&["One passage names both Ada Voss and Corvane. [Data: Sources (7)]"], &[passage]);
        assert!(text.contains("Corvane. [Data: Sources (7)] What is said of Ada Voss follows."), "{text}");
    }

    #[test]
    fn a_surname_in_anothers_name_is_not_meant() {
        for (named, other) in [
            ("Mr. Voss left in June.", "Harm & Voss sold ropes in June."),
            ("In June Voss left the yard.", "In June the smith Kai Voss left the yard."),
        ] {
            assert!(is_named("Ada Voss", named), "{named}");
            assert!(!is_named("Ada Voss", other), "{other}");
        }
    }

    #[test]
    fn where_a_passage_has_the_whole_name_the_first_one_names_him() {
        assert!(is_named_first("Ada Voss", "In June Ada ran the yard of Corvane."));
        assert!(!is_named_first("Ada Voss", "In June Ada Orr ran the yard of Corvane."));
        assert!(!is_named_first("Mr Voss", "In June Mr Orr ran the yard of Corvane."));
        let mut passage = record(Kind::Source, 1, "Talk", &["In June Ada ran the yard of Corvane."]);
        let facts = ["No passage names both Ada Voss and Corvane."];
        assert!(answer(&facts, std::slice::from_ref(&passage)).starts_with("No passage"));
        passage.text = "This is Ada Voss. In June Ada ran the yard of Corvane.".to_owned();
        assert!(answer(&facts, &[passage]).starts_with("- “In June Ada ran"));
    }

    #[test]
    fn what_stands_between_them_is_told() {
        let context = [
            record(Kind::Relationship, 1, "Ada Voss – Jan Orr", &["Ada Voss married Jan Orr in May."]),
            record(Kind::Relationship, 2, "Corvane – Jan Orr", &["Jan Orr built boats at Corvane."]),
        ];
        let text = answer(&["No passage names both Ada Voss and Corvane."], &context);
        let (way, married) = (text.find("### By way of Jan Orr"), text.find("married"));
        assert!(way.is_some() && way < married && text.contains("built boats"), "{text}");
    }

    #[test]
    fn what_names_both_is_all_that_need_be_said_first() {
        let context = [record(Kind::Source, 1, "Minutes", &["Ada Voss bought Corvane in the spring of that year."])];
        let text = answer(&["One passage names both Ada Voss and Corvane."], &context);
        assert!(text.starts_with("- “Ada Voss bought"), "{text}");
    }
}
