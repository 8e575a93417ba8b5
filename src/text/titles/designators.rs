//! Numbers that tell one text from its siblings, with the word they stand behind: *Git 2.30*, *Ordinance #81*, *Chapter
//! 14*, *J.1 Strikes*, `EP-38`. A question that has one is asked of the text whose title has the same, and of no other:
//! 2.30 is not 2.30.8.

use crate::model::Span;
use crate::text::language::word_lists;
use crate::text::numbers::years::YEARS;
use crate::text::words::terms::{fold, is_digits, is_stop};

word_lists! { static WORDS = "designators.toml": parts, numbers, whole }

/// A number as it stands in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Designator {
    /// As it is compared: `2.30`, `81`, `j.1`.
    pub number: String,
    /// The word that it stands behind, folded.
    pub behind: Option<String>,
    /// Nothing but the name of a part stands before it in the text.
    pub leads: bool,
    /// Bytes of the number and of the word that it stands behind.
    pub span: Span,
}

/// True for a word that names what texts have numbers for: *chapter*, *ordinance*, *Kapitel*.
pub fn is_part(folded: &str) -> bool {
    WORDS.parts.has(folded) || folded.strip_suffix('s').is_some_and(|one| WORDS.parts.has(one))
}

/// True for a word behind which a number names one of several and counts nothing: *No.*, *Ordinance*, *Kapitel*.
pub fn is_before_number(folded: &str) -> bool {
    WORDS.numbers.has(folded) || is_part(folded)
}

/// A heading without its number, and without the part of the work that the number is of: `Chapter 8. Moorings`,
/// `B.4.3. Dues`.
pub fn unnumbered(heading: &str) -> &str {
    // A letter is a number where figures go on from it.
    let first = heading.split(' ').next().unwrap_or_default();
    let numbers = first.len() > 2
        && first.contains('.')
        && first.chars().all(|c| c.is_ascii_digit() || c == '.' || c.is_ascii_uppercase())
        && first.split('.').all(|part| part.len() < 4 && part.chars().filter(|c| c.is_alphabetic()).count() <= 1)
        && first.contains(|c: char| c.is_ascii_digit());
    let heading = if numbers { &heading[first.len()..] } else { heading };
    let unnumbered = heading.trim_start_matches(|c: char| !c.is_alphabetic());
    let mut words = unnumbered.splitn(3, ' ');
    let (Some(part), Some(number), Some(rest)) = (words.next(), words.next(), words.next()) else { return unnumbered };
    let numbered = number.starts_with(|c: char| c.is_ascii_digit()) || number.ends_with(['.', ':', '–', '-']);
    match is_part(&fold(part)) && numbered {
        true => rest.trim_start_matches(|c: char| !c.is_alphabetic()),
        false => unnumbered,
    }
}

/// True for a word that asks for a text as a whole: "What is *new* in 2.30?".
pub fn is_of_the_whole(folded: &str) -> bool {
    WORDS.whole.has(folded)
}

/// The designators of a text, in order. Linear in its length.
pub fn designators(text: &str) -> Vec<Designator> {
    let mut found: Vec<Designator> = Vec::new();
    // The word before, with where it stands, and how many words stood before that.
    let mut behind: Option<(String, usize)> = None;
    let mut leads = true;
    for (at, piece) in pieces(text) {
        let bare = piece.trim_start_matches('#');
        if let Some((letters, number)) = number(bare) {
            let own = letters.map(fold);
            leads &= own.as_deref().is_none_or(is_part);
            let from = behind.as_ref().filter(|_| own.is_none()).map_or(at, |(_, from)| *from);
            found.push(Designator {
                number,
                leads,
                behind: own.or_else(|| behind.take().map(|(word, _)| word)),
                span: Span::new(from, at + piece.len()),
            });
            (behind, leads) = (None, false);
            continue;
        }
        let word = fold(bare);
        if WORDS.numbers.has(&word) || bare.is_empty() {
            continue;
        }
        leads &= is_part(&word);
        behind = (!is_stop(&word)).then_some((word, at));
    }
    found
}

/// True for a name that is a number and no word: `CGE-0184`, `20133`, but not *Lamp 300*, *COVID-19* or *GPT-4*, which
/// have a word or too few digits for the number of a paper.
pub fn is_code(name: &str) -> bool {
    const DIGITS: usize = 3;
    const WORD: usize = 4;
    let is_word = |run: &str| {
        let letters = run.chars().count();
        letters >= WORD || letters > 1 && run.chars().any(|c| !c.is_uppercase())
    };
    // One sign is a word where words are written without spaces.
    let unspaced = |c: char| c.is_alphabetic() && !c.is_uppercase() && !c.is_lowercase();
    name.chars().filter(char::is_ascii_digit).count() >= DIGITS
        && !name.split(|c: char| !c.is_alphabetic()).any(is_word)
        && !name.contains(unspaced)
}

/// Identifiers of a text, folded, with where they stand: letters and digits with a dash between, and no less than three
/// digits: *PM2022-008*, `INC-0042`, but not *COVID-19* and no date.
pub fn identifiers(text: &str) -> Vec<(String, Span)> {
    const DIGITS: usize = 3;
    let apart = |c: char| {
        c.is_whitespace() || matches!(c, ',' | ';' | ':' | '(' | ')' | '/' | '\'' | '’' | '_' | '.' | '?' | '!')
    };
    let mut at = 0;
    let pieces = text.split_inclusive(apart).map(|piece| {
        let from = at;
        at += piece.len();
        (from, piece.trim_end_matches(apart))
    });
    let is_id = |piece: &str| {
        let digits = piece.bytes().filter(u8::is_ascii_digit).count();
        let part = |part: &str| !part.is_empty() && part.chars().all(char::is_alphanumeric);
        let ends = piece.rsplit('-').next().is_some_and(|last| last.ends_with(|c: char| c.is_ascii_digit()));
        piece.contains('-')
            && digits >= DIGITS
            && ends
            && piece.starts_with(char::is_alphabetic)
            && piece.split('-').all(part)
    };
    pieces
        .filter(|(_, piece)| is_id(piece))
        .map(|(from, piece)| (fold(piece), Span::new(from, from + piece.len())))
        .collect()
}

/// True where what a question names is told by a title: the same number behind the same word, written out or cut (*Ord*
/// for *Ordinance*), or at the head of the title, where the question calls it a part or numbers it by a letter.
/// Sections that are numbered within a part (*14.3*) are of it. A number of three steps needs no word.
pub fn names(asked: &Designator, title: &Designator) -> bool {
    let part = asked.behind.as_deref().filter(|word| is_part(word));
    let within = |mark: char| title.number.strip_prefix(&asked.number).is_some_and(|rest| rest.starts_with(mark));
    if asked.number != title.number && !(part.is_some() && (within('.') && title.leads || within('-'))) {
        return false;
    }
    let alike = |one: &str, other: &str| one.starts_with(other) || other.starts_with(one);
    let lettered = asked.number.starts_with(|c: char| c.is_alphabetic());
    // A year tells the year of a text, which is no number of it.
    let year = asked.number.parse::<i64>().is_ok_and(|number| YEARS.contains(&number)) && part.is_none();
    match (asked.behind.as_deref(), title.behind.as_deref()) {
        (Some(one), Some(other)) if alike(one, other) => !year,
        // *Appendix 4* is no chapter.
        (_, Some(other)) if is_part(other) => lettered,
        _ => title.leads && (part.is_some() || lettered) || asked.number.matches('.').count() > 1,
    }
}

/// Words and numbers with where they stand, without what is around them. What is joined by a hyphen or underscore is
/// apart, but for figures: *07-023* is one number.
fn pieces(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let apart = |c: char| c.is_whitespace() || matches!(c, '-' | '_' | '/' | '–' | '—' | ',' | ':' | ';' | '(' | ')');
    let figure = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_digit);
    let bytes = text.as_bytes();
    let joins = move |at: usize| {
        bytes[at] == b'-' && figure(at.checked_sub(1).and_then(|before| bytes.get(before))) && figure(bytes.get(at + 1))
    };
    let mut from = 0;
    let ends = text.char_indices().filter(move |&(at, c)| apart(c) && !joins(at)).map(|(at, c)| at + c.len_utf8());
    ends.chain(std::iter::once(text.len())).filter_map(move |end| {
        let start = std::mem::replace(&mut from, end);
        let piece = &text[start..end];
        let from = start;
        let outer = |c: char| !c.is_alphanumeric() && c != '#';
        let head = piece.len() - piece.trim_start_matches(outer).len();
        let bare = piece[head..].trim_end_matches(outer);
        (!bare.is_empty()).then_some((from + head, bare))
    })
}

/// A number with the letters that are written in front of it: `38` of `EP38` behind `EP`, `2.30` of `v2.30`, `j.1`.
fn number(piece: &str) -> Option<(Option<&str>, String)> {
    /// Letters of an abbreviation before a number, and digits of a number.
    const LONGEST: usize = 6;
    let letters = piece.find(|c: char| !c.is_alphabetic())?;
    let (before, rest) = piece.split_at(letters);
    let lettered = rest.strip_prefix('.').filter(|_| before.chars().count() == 1);
    let digits = lettered.unwrap_or(rest);
    let mut groups: Vec<&str> = digits.split('.').collect();
    // What a file's name ends in is none of it.
    while groups.len() > 1 && groups.last().is_some_and(|last| last.chars().all(char::is_alphabetic)) {
        groups.pop();
    }
    let all_digits = |group: &str| group.len() <= LONGEST && is_digits(group);
    if !groups.iter().all(|group| group.split('-').all(all_digits)) {
        return None;
    }
    let bare = |group: &str| match group.trim_start_matches('0') {
        "" => "0".to_owned(),
        bare => bare.to_owned(),
    };
    let plain = groups.iter().map(|group| group.split('-').map(bare).collect::<Vec<_>>().join("-"));
    let number = plain.collect::<Vec<_>>().join(".");
    match (before, lettered) {
        ("", _) => Some((None, number)),
        (letter, Some(_)) => Some((None, format!("{}.{number}", fold(letter)))),
        ("v" | "V", _) => Some((None, number)),
        (word, _) if (2..=LONGEST).contains(&word.chars().count()) => Some((Some(word), number)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn told(question: &str, title: &str) -> bool {
        let titles = designators(title);
        designators(question).iter().any(|asked| titles.iter().any(|title| names(asked, title)))
    }

    #[test]
    fn a_number_of_two_parts_is_that_number_and_no_other() {
        assert!(told("What happened to patient 07-023?", "Case narrative, patient 07-023"));
        assert!(!told("What happened to patient 07-023?", "Case narrative, patient 07-031"));
        assert!(!told("What happened to patient 7?", "Case narrative, patient 07-031"));
        assert!(told("What does ordinance 81-12 say?", "Ordinance 81-12"));
    }

    #[test]
    fn a_text_is_told_by_its_number_and_what_it_stands_behind() {
        for (question, title) in [
            ("What is new in Lamp 2.30?", "Lamp 2.30 Release Notes"),
            ("What is new in release 2.30?", "2.30"),
            ("What changed in Lamp v2.30?", "lamp-2.30.md"),
            ("Summarize section J.1.", "J.1 Who keeps the lamps?"),
            ("Summarize J.1", "J.1 Who keeps the lamps?"),
            ("Fasse Kapitel 14 zusammen", "Kapitel 14. Leuchttürme"),
            ("Fasse Kapitel 14 zusammen", "14.3. Leuchttürme"),
            ("Which lamps are lit since 2.39.1?", "Lamp v2.39.1 Release Notes"),
            ("Summarize chapter 4", "ch04-02-lamps.html"),
            ("What does Ordinance 81 say of signs?", "1999 Ord #81 Signs"),
            ("What does ordinance No. 81 say?", "ordinance-081-signs"),
            ("Who is the guest of episode 38?", "EP-38 Ada Voss"),
            ("Who is the guest of EP38?", "EP-38 Ada Voss"),
            ("What is RFC 2116 about?", "2116-lamps"),
            ("What did she say on day 3?", "Inquiry day 3 - Voss"),
            ("What is RFC 2005 about?", "2005-lamps"),
        ] {
            assert!(told(question, title), "{question} / {title}");
        }
        for (question, title) in [
            ("What is new in Lamp 2.30?", "Lamp 2.30.8 Release Notes"),
            ("What is new in Lamp 2.3?", "Lamp 2.30 Release Notes"),
            ("What is new in Lamp 2?", "Lamp 2.30 Release Notes"),
            ("Summarize chapter 4", "appendix-04-lamps.html"),
            ("Which lamps are lit since 2.39.1?", "Lamp v2.39.10 Release Notes"),
            ("Who paid 81 pounds?", "1999 Ord #81 Signs"),
            ("What happened at 3?", "Inquiry day 3 - Voss"),
            ("What was decided in May 2019?", "Minutes of 4 May 2019"),
            ("Which 14 lamps are lit?", "14 Lamps"),
            ("When was the GLP version 3 published?", "Lamp3 lamp policy"),
        ] {
            assert!(!told(question, title), "{question} / {title}");
        }
    }

    #[test]
    fn an_identifier_has_letters_digits_and_a_dash() {
        let told = |text: &str| identifiers(text).into_iter().map(|(id, _)| id).collect::<Vec<_>>();
        assert_eq!(told("Who attended LK2022-008?"), ["lk2022-008"]);
        assert_eq!(told("LK2022-008 - Gate stuck.md and INC-0042"), ["lk2022-008", "inc-0042"]);
        for none in ["COVID-19", "2022-08-03", "the F-16", "self-driving", "mid-1990s", ""] {
            assert!(told(none).is_empty(), "{none}");
        }
    }

    #[test]
    fn a_code_has_a_number_and_no_word() {
        for code in ["CGE-0184", "20133", "W-118", "CGE 0184", "£4,120", "18-02-2019"] {
            assert!(is_code(code), "{code}");
        }
        for named in ["Lamp 300", "COVID-19", "GPT-4", "SECTOR 700", "2 February 2019", "第300号", "Voss", "BBC", ""]
        {
            assert!(!is_code(named), "{named}");
        }
    }

    #[test]
    fn a_designator_knows_where_it_stands() {
        let text = "What is new in Lamp v2.30, please?";
        let [one] = designators(text).try_into().expect("one");
        assert_eq!((one.span.slice(text), one.number.as_str()), (Some("Lamp v2.30"), "2.30"));
    }

    proptest! {
        #[test]
        fn any_text_is_read(text in "[\\PC#0-9.vEP _-]{0,40}") {
            for one in designators(&text) {
                prop_assert!(one.span.slice(&text).is_some());
            }
        }
    }

    #[test]
    fn a_heading_is_told_without_its_number() {
        for (heading, told) in [
            ("8.2. Dues of the moorings", "Dues of the moorings"),
            ("B.4.3. Dues of the moorings", "Dues of the moorings"),
            ("Chapter 8. Moorings", "Moorings"),
            ("Anhang 3: Liegegelder", "Liegegelder"),
            ("Part of the quay", "Part of the quay"),
            ("Moorings", "Moorings"),
            ("U.S. dues", "U.S. dues"),
            ("8.", ""),
        ] {
            assert_eq!(unnumbered(heading), told, "{heading}");
        }
    }
}
