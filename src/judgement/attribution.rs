//! What stands behind a quotation: who says it, in which document, under which heading. It is all that a reader has of
//! the text around the sentence, so it is also what tells whether the sentence can be understood: "I" needs somebody who
//! says it, "Ada" her surname, "this agreement" a document that is one.

use crate::model::{Sentence, SentenceKind, Span, Speaker};
use crate::text::standalone::{Around, leaning};

/// Longest title and heading behind a quotation, in characters.
const LONGEST_TITLE: usize = 90;
const LONGEST_HEADING: usize = 70;
/// Letters that a heading has at least.
const LETTERS: usize = 4;

/// A quotation's document, and whoever says it there.
#[derive(Clone, Copy, Debug, Default)]
pub struct Attribution<'a> {
    /// Title of the document.
    pub title: &'a str,
    /// Whoever speaks, where the document is a transcript.
    pub speaker: Option<&'a Speaker>,
    /// Whoever wrote the document, where it says so and it was one person.
    pub author: Option<&'a str>,
    /// The heading that the sentence stands under.
    pub heading: Option<&'a str>,
}

impl Attribution<'_> {
    /// Returns what is written behind the dash: `Amy Voss, harbour master, in Minutes of May`,
    /// `Minutes of May, under “Dues”`.
    pub fn written(&self) -> String {
        let title = shortened(self.title, LONGEST_TITLE);
        let who = self.speaker.map(Speaker::attribution).or_else(|| self.author.map(str::to_owned));
        let whose = match who {
            Some(who) if title.is_empty() || who == title => who,
            Some(who) => format!("{who}, in {title}"),
            None => title,
        };
        match self.heading.filter(|heading| !self.title.contains(heading)) {
            Some(heading) => format!("{whose}, under “{}”", shortened(heading, LONGEST_HEADING)),
            None => whose,
        }
    }

    /// Returns how much of a quotation can be understood with what stands behind it (`written`, as [`Self::written`]
    /// gives it), from 0 to 1. `names` are full names of people whose first names alone name nobody.
    pub fn carries<'n>(&self, quoted: &str, written: &str, names: impl Iterator<Item = &'n str>) -> f32 {
        let known = Around { behind: written, spoken: self.speaker.is_some() || self.author.is_some() };
        leaning(quoted, known, names)
    }
}

/// Returns where the headings stand that a sentence, given by its position, may be under, the nearest first; none in a
/// conversation, whose headings are lines of the talk.
pub fn headings_of(sentences: &[Sentence], at: usize, spoken: bool) -> impl Iterator<Item = Span> {
    let before = if spoken { &[] } else { sentences.get(..at).unwrap_or_default() };
    before.iter().rev().filter(|sentence| sentence.kind == SentenceKind::Heading).map(|heading| heading.span)
}

/// True for a heading that those before it stay in force under: who speaks next at a meeting, with the address; the
/// number of a table.
pub fn is_passing(line: &str) -> bool {
    let line = line.trim_matches(['#', '*', '_', ' ']);
    let address =
        line.split([',', '–']).skip(1).any(|part| part.trim_start().starts_with(|c: char| c.is_ascii_digit()));
    let mut words = line.split_whitespace();
    let numbered = matches!(words.next(), Some("Table" | "Figure" | "TABLE" | "FIGURE"));
    address || numbered && words.next().is_some_and(|word| word.len() < 4)
}

/// Returns a heading as it may stand behind a quotation; none for one that says nothing: a number, a date, a label.
pub fn tidy_heading(line: &str) -> Option<&str> {
    let line = line.trim().trim_matches(['#', '*', '_', '|', ' ', '.', ':', '-', '–', '—']);
    let words = line.split_whitespace().filter(|word| word.chars().filter(|c| c.is_alphabetic()).count() >= 2).count();
    let letters = line.chars().filter(|c| c.is_alphabetic()).count();
    let others = line.chars().filter(|c| !c.is_alphanumeric() && !c.is_whitespace()).count();
    // A letterhead is in capitals, and a line of text that was taken for a heading begins or goes on like one.
    let shouted = !line.contains(char::is_lowercase) && !line.contains(|c: char| c.is_ascii_digit());
    let text = line.starts_with(char::is_lowercase)
        || line.contains(". ") && !line.starts_with(|c: char| c.is_ascii_digit()) && words > 6;
    if shouted || is_passing(line) || text {
        return None;
    }
    let says = words > 0 && letters >= LETTERS && others * 3 < letters && !line.contains(['“', '”', '\n', '{', '\\']);
    says.then_some(line)
}

/// Cut at a space, with "…" when something went.
fn shortened(text: &str, longest: usize) -> String {
    if text.chars().count() <= longest {
        return text.to_owned();
    }
    let cut: String = text.chars().take(longest - 1).collect();
    let whole = cut.rfind(' ').map_or(cut.as_str(), |space| &cut[..space]);
    format!("{}…", whole.trim_end_matches([',', ' ', '·']))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::SpeakerPart;

    fn speaker(name: &str, role: Option<&str>) -> Speaker {
        Speaker {
            name: name.to_owned(),
            labels: vec![name.to_uppercase()],
            role: role.map(str::to_owned),
            part: SpeakerPart::Other,
        }
    }

    #[test]
    fn says_who_and_where() {
        let ada = speaker("Ada Voss", Some("harbour master"));
        let of = |speaker, author, heading| Attribution { title: "Minutes of May", speaker, author, heading }.written();
        assert_eq!(of(Some(&ada), None, None), "Ada Voss, harbour master, in Minutes of May");
        assert_eq!(of(None, Some("Tom Arden"), None), "Tom Arden, in Minutes of May");
        assert_eq!(of(None, None, Some("Dues")), "Minutes of May, under “Dues”");
        assert_eq!(of(None, None, Some("Minutes")), "Minutes of May");
        let long = Attribution { title: &"tide ".repeat(40), ..Attribution::default() };
        assert!(long.written().ends_with("tide…") && long.written().chars().count() <= LONGEST_TITLE);
    }

    #[test]
    fn what_a_sentence_leans_on_may_stand_behind_it() {
        let ada = speaker("Ada Voss", None);
        let names = || ["Ada Voss", "Tom Arden"].into_iter();
        let carried = |behind: Attribution, quoted: &str| behind.carries(quoted, &behind.written(), names());
        let at = |title| Attribution { title, ..Attribution::default() };
        let first = "I learned to weld in the old cannery at Marrow Bay.";
        assert!(carried(at("Letter of May"), first) < 0.5);
        let said = Attribution { speaker: Some(&ada), ..at("Letter of May") };
        assert_eq!(carried(said, first), 1.0);
        let tom = "Tom built the first kiln of the cannery out of bricks.";
        assert!(carried(said, tom) < 0.6);
        assert_eq!(carried(Attribution { title: "Talk with Tom Arden", ..said }, tom), 1.0);
    }

    #[test]
    fn headings_that_say_nothing_are_left_out() {
        assert_eq!(tidy_heading("## 62. Dead fish at Orsk:"), Some("62. Dead fish at Orsk"));
        for line in [
            "Ada Voss, 12 Quay Street, Orsk",
            "THE HARBOUR BOARD",
            "the quay of Orsk. Therefore",
            "4.",
            "* * *",
            "12/06/2018",
            "{{name}}",
            "--- x ---",
        ] {
            assert_eq!(tidy_heading(line), None, "{line}");
        }
    }

    #[test]
    fn the_last_headings_hold() {
        let sentence = |at: usize, kind: SentenceKind| Sentence {
            span: Span::new(at, at + 5),
            kind,
            speaker: None,
            paragraph: 0,
            recurring: false,
        };
        let kinds = [SentenceKind::Heading, SentenceKind::Prose, SentenceKind::Heading, SentenceKind::Item];
        let sentences: Vec<Sentence> = kinds.iter().enumerate().map(|(at, &kind)| sentence(at * 10, kind)).collect();
        let headings =
            |at: usize, spoken: bool| headings_of(&sentences, at, spoken).map(|span| span.start).collect::<Vec<_>>();
        assert_eq!(headings(1, false), [0]);
        assert_eq!(headings(3, false), [20, 0]);
        assert!(headings(3, true).is_empty() && headings(0, false).is_empty());
        assert!(
            is_passing("Ada Voss, 12 Quay Street, Orsk") && is_passing("Table 2") && !is_passing("3. Dues, moorings")
        );
    }
}
