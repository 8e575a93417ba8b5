//! What stands behind a quotation: who says it, in which document, under which heading. It is all that a reader has of
//! the text around the sentence, so it is also what tells whether the sentence can be understood: "I" needs somebody who
//! says it, "Ada" her surname, "this agreement" a document that is one.

use crate::model::{Sentence, Span, Speaker};
use crate::text::standalone::{Around, leaning};

/// Sentences before a quotation that tell whether it leans on them.
const BEFORE: usize = 5;
/// Longest title behind a quotation, in characters.
const LONGEST_TITLE: usize = 90;

/// A quotation's document, and whoever says it there.
#[derive(Clone, Copy, Debug, Default)]
pub struct Attribution<'a> {
    /// Title of the document.
    pub title: &'a str,
    /// Whoever speaks, where the document is a transcript.
    pub speaker: Option<&'a Speaker>,
    /// Whoever wrote the document, where it says so and it was one person.
    pub author: Option<&'a str>,
    /// The heading that the sentence stands under, as [`super::headings::under`] gives it.
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
            Some(heading) => format!("{whose}, under “{heading}”"),
            None => whose,
        }
    }

    /// Returns how much of a quotation can be understood with what stands behind it (`written`, as [`Self::written`]
    /// gives it), from 0 to 1. `before` are the sentences just before it, which a reader of the quotation has not read;
    /// `names` are full names of people whose first names alone name nobody.
    pub fn carries<'n>(
        &self,
        quoted: &str,
        written: &str,
        before: &[&str],
        names: impl Iterator<Item = &'n str>,
    ) -> f32 {
        let spoken = self.speaker.is_some() || self.author.is_some();
        leaning(quoted, Around { behind: written, spoken, before }, names)
    }
}

/// Returns the sentences just before one, given by its position, as far as they stand in `text`, a window of the document.
pub fn before<'t>(sentences: &[Sentence], at: usize, window: Span, text: &'t str) -> Vec<&'t str> {
    let before = sentences.get(at.saturating_sub(BEFORE)..at).unwrap_or_default();
    let inside = before.iter().filter(|sentence| sentence.span.start >= window.start);
    inside
        .filter_map(|sentence| {
            Span::new(sentence.span.start - window.start, sentence.span.end - window.start).slice(text)
        })
        .collect()
}

/// Cut at a space, with "…" when something went.
pub(super) fn shortened(text: &str, longest: usize) -> String {
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
        let carried = |behind: Attribution, quoted: &str| behind.carries(quoted, &behind.written(), &[], names());
        let at = |title| Attribution { title, ..Attribution::default() };
        let first = "I learned to weld in the old cannery at Marrow Bay.";
        assert!(carried(at("Letter of May"), first) < 0.5);
        let said = Attribution { speaker: Some(&ada), ..at("Letter of May") };
        assert_eq!(carried(said, first), 1.0);
        let tom = "Tom built the first kiln of the cannery out of bricks.";
        assert!(carried(said, tom) < 0.6);
        assert_eq!(carried(Attribution { title: "Talk with Tom Arden", ..said }, tom), 1.0);
    }
}
