//! Kinds of documents: by what their titles call themselves ("Minutes of 4 May"), by what their folders are called, by
//! what they turn out to be (several people speak in a transcript), else by format.

use std::collections::{BTreeSet, HashMap};

use rayon::prelude::*;

use crate::judgement::{DocumentText, Documents};
use crate::model::DocumentId;
use crate::text::dates::month_in_any;
use crate::text::language::word_lists;
use crate::text::numbers::years::is_year;
use crate::text::words::fold::singular;
use crate::text::words::terms::{fold, is_digits, words};

word_lists! { static WORDS = "kinds.toml": documents, compounds, transcript }

/// Kinds that are told.
const KINDS: usize = 6;
/// A word is a kind of documents where at least one document in this many is called by it, and at least two are.
const SHARE: usize = 20;
/// Titles that have to begin with the same word and a number, at least.
const FEWEST: usize = 4;
/// One title in this many has to begin so.
const PART: usize = 3;
/// Speakers from whom on a document is a conversation.
const SEVERAL: usize = 2;

/// Returns the kinds of some documents with those that are of each, most frequent first. A document of which several
/// words tell a kind is of the kind that most documents are of.
pub(super) fn of(documents: &dyn Documents) -> Vec<(String, Vec<DocumentId>)> {
    let numbered = numbered(documents);
    let called = |at: usize| Called::of(&documents.at(at), numbered.as_deref());
    let called: Vec<Called> = (0..documents.len()).into_par_iter().map(called).collect();
    let mut counts: HashMap<&str, u32> = HashMap::new();
    for kind in called.iter().flat_map(|called| &called.kinds) {
        *counts.entry(kind).or_default() += 1;
    }
    let few = (documents.len() / SHARE).max(2) as u32;
    let mut found: HashMap<&str, Vec<DocumentId>> = HashMap::new();
    for (at, called) in called.iter().enumerate() {
        let often = |kind: &&String| counts.get(kind.as_str()).copied().unwrap_or_default();
        let kind = called.kinds.iter().filter(|kind| often(kind) >= few).max_by_key(|kind| (often(kind), kind.len()));
        found.entry(kind.unwrap_or(&called.format)).or_default().push(documents.id(at));
    }
    let found = found.into_iter().map(|(kind, documents)| (kind.to_owned(), documents));
    let mut found: Vec<(String, Vec<DocumentId>)> = found.collect();
    found.sort_by(|a, b| b.1.len().cmp(&a.1.len()).then_with(|| a.0.cmp(&b.0)));
    found.truncate(KINDS);
    found
}

/// True for a word that a document calls itself by: *Minutes*, *Post-mortem*.
pub(in crate::index) fn is_kind(word: &str) -> bool {
    let word = fold(word.trim_matches(|c: char| !c.is_alphanumeric()));
    let is_compound = |word: &str| WORDS.compounds.iter().any(|compound| fold(compound) == word);
    let plain = |word: &str| WORDS.documents.has(word) || is_compound(word);
    plain(&word) || plain(&singular(&word))
}

/// The word, as it is written, that most titles begin with in front of a number: *Ticket 17*, *RFC 9110*.
fn numbered(documents: &dyn Documents) -> Option<String> {
    let mut counts: HashMap<String, (u32, String)> = HashMap::new();
    for at in 0..documents.len() {
        if let Some(word) = in_front_of_number(documents.title(at)) {
            counts.entry(fold(word)).or_insert_with(|| (0, word.to_owned())).0 += 1;
        }
    }
    let (_, (count, word)) = counts.into_iter().max_by(|a, b| a.1.0.cmp(&b.1.0).then_with(|| b.0.cmp(&a.0)))?;
    (count as usize >= FEWEST && count as usize * PART >= documents.len()).then_some(word)
}

/// The first word of a title with a number behind it, which is no part of a date.
fn in_front_of_number(title: &str) -> Option<&str> {
    let mut of_title = words(title);
    let (first, second) = (of_title.next()?, of_title.next()?);
    // Words of scripts without blanks may overlap.
    let between = title.get(first.span.end..second.span.start)?;
    let bare = between.trim().trim_start_matches(['#', '-', '.']).is_empty();
    // A chapter is part of something: "Chapter 4. Lamps".
    let part = title[second.span.end..].starts_with('.');
    let number = is_digits(second.text) && !is_year(second.text);
    let named = first.text.chars().all(char::is_alphabetic)
        && first.text.len() > 1
        && month_in_any(&fold(first.text)).is_none();
    (bare && number && named && !part).then_some(first.text)
}

/// What a document may be called.
struct Called {
    kinds: BTreeSet<String>,
    format: String,
}

impl Called {
    fn of(document: &DocumentText, numbered: Option<&str>) -> Self {
        let own = &document.document;
        // What a message is about is no kind of message, and what it quotes makes no conversation of it.
        if matches!(own.format.as_str(), "mail" | "mbox") {
            return Self { kinds: BTreeSet::new(), format: own.format.clone() };
        }
        let kind = |word: &str| {
            let word = fold(word);
            let cut = word.strip_suffix('s').map(str::to_owned);
            cut.into_iter().chain([singular(&word), word]).find(|one| WORDS.documents.has(one))
        };
        // Of a row of numbered texts each is one, whatever else its title says.
        let one_of = in_front_of_number(&own.title).filter(|word| numbered.is_some_and(|own| fold(own) == fold(word)));
        if one_of.is_some() {
            return Self { kinds: numbered.map(str::to_owned).into_iter().collect(), format: own.format.clone() };
        }
        // *Post-mortem* is no post.
        let plain = |text: &str| text.to_lowercase().replace(['-', '_'], " ");
        let called = format!("{} {}", plain(&own.title), plain(&own.path));
        if let Some(compound) = WORDS.compounds.iter().find(|compound| called.contains(&plain(compound))) {
            return Self { kinds: BTreeSet::from([compound.to_owned()]), format: own.format.clone() };
        }
        let mut kinds: BTreeSet<String> = words(&own.title).filter_map(|word| kind(word.text)).collect();
        // The file's own name and the folders that it lies in.
        if kinds.is_empty() {
            kinds.extend(words(&own.path).filter_map(|word| kind(word.text)));
        }
        if kinds.is_empty() && document.speakers.len() >= SEVERAL {
            kinds.extend(WORDS.transcript.iter().next().map(str::to_owned));
        }
        Self { kinds, format: own.format.clone() }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::judgement::samples;

    fn counted(documents: &dyn Documents) -> Vec<(String, u32)> {
        of(documents).into_iter().map(|(kind, documents)| (kind, documents.len() as u32)).collect()
    }

    fn titled(title: &str, path: &str, text: &str) -> DocumentText {
        let mut document = samples::document(text);
        title.clone_into(&mut document.document.title);
        path.clone_into(&mut document.document.path);
        document
    }

    #[test]
    fn a_kind_with_a_hyphen_is_one() {
        let one = |title: &str, path: &str| Arc::new(titled(title, path, "The lamp went out."));
        let all = vec![
            one("Post-mortem: the lamp", "a.md"),
            one("The lamp", "post-mortems/b.md"),
            one("Compte rendu du 4 mai", "c.txt"),
            one("Le 5 mai", "compte-rendu-5.txt"),
        ];
        assert_eq!(counted(&all), [("compte rendu".to_owned(), 2), ("post-mortem".to_owned(), 2)]);
        assert!(is_kind("Procès-verbal") && is_kind("Règlement"), "with the marks on its letters");
    }

    #[test]
    fn a_message_is_one_whatever_it_is_about() {
        let mut mail =
            titled("Re: [RFC] Minutes of May", "a.mbox", "ADA VOSS: Who?\n\nTOM REED: I.\n\nADA VOSS: When?\n");
        "mbox".clone_into(&mut mail.document.format);
        let all: Vec<Arc<DocumentText>> = (0..3).map(|_| Arc::new(mail.clone())).collect();
        assert_eq!(counted(&all), [("mbox".to_owned(), 3)]);
    }

    #[test]
    fn what_a_row_of_numbered_texts_is_called_is_their_kind() {
        let mut all: Vec<Arc<DocumentText>> =
            (1..6).map(|n| Arc::new(titled(&format!("Plan {n}: minutes of lamps"), "a.txt", "It is dark."))).collect();
        all.push(Arc::new(titled("Minutes of 4 May", "b.txt", "The board met.")));
        assert_eq!(counted(&all)[0], ("Plan".to_owned(), 5));
        for title in [
            "議事録",
            "会议记录 三",
            "회의록 3호",
            "Chapter 4. Lamps",
            "Глава 4. Лампы",
            "May 4",
            "Report 2031",
            "2031-05-04 minutes",
            "Lamps of quay 7",
            "Lamps",
        ] {
            assert_eq!(in_front_of_number(title), None, "{title}");
        }
        assert_eq!(in_front_of_number("RFC #9110 on lamps"), Some("RFC"));
    }

    #[test]
    fn a_title_tells_the_kind_before_the_folder_and_the_folder_before_the_format() {
        let minutes = |day: u32| titled(&format!("Minutes of {day} May"), "council/a.txt", "The board met.");
        let letter = |to: &str| titled(to, "letters/a.txt", "Dear sir.");
        let talk = titled("Day 3", "day3.txt", "ADA VOSS: Who was there?\n\nTOM REED: I was.\n\nADA VOSS: And then?\n");
        let format = talk.document.format.clone();
        let mut all: Vec<DocumentText> = (1..5).map(minutes).collect();
        all.extend(["To the board", "To Orsk", "To the bank"].map(letter));
        all.extend([talk.clone(), talk.clone(), talk, titled("Figures", "b.txt", "One two three.")]);
        let all: Vec<Arc<DocumentText>> = all.into_iter().map(Arc::new).collect();
        let kinds = counted(&all);
        let expected = [("minutes", 4), ("letter", 3), ("transcript", 3), (format.as_str(), 1)];
        assert_eq!(kinds, expected.map(|(kind, count)| (kind.to_owned(), count)));
    }
}
