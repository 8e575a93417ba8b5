//! Lines that stand beside running text: code and what a console prints, captions, settings, tallies, and text that a
//! scanner spoiled. They are quoted where they are asked for, and stand behind prose where they are not.

use super::cells::are_parted;
use super::line_kinds::is_code;
use crate::model::SentenceKind;
use crate::text::cutting::script::is_unspaced;
use crate::text::language::{in_any, word_lists};
use crate::text::speakers::letters::is_letterhead;
use crate::text::statements::reference::{is_work, refers};
use crate::text::words::terms::fold;

word_lists! {
    static WORDS = "aside.toml": captions, prompts, outputs, of_pages, trails
}

/// Bytes of a caption at most.
const CAPTION: usize = 400;
/// Characters at the beginning of a line by which a program's output is told.
const KEY: usize = 60;
/// Bytes of a dotted key at most: it has no spaces, however many names it is made of.
const DOTTED: usize = 160;
/// Bytes of the name in a tally at most.
const TALLY: usize = 60;
/// Options that make a line a command.
const OPTIONS: usize = 2;
/// Signs that make a line a program's.
const SIGNS: usize = 4;
/// Percent of words with odd marks inside them from which on a text was badly scanned.
const ODD: usize = 12;
/// Number of such words, at least.
const FEWEST_ODD: usize = 2;
/// Bytes of what a page says of itself, at most.
const OF_PAGE: usize = 240;
/// Places of a trail or a menu, and the words of each at most.
const PLACES: usize = 3;
const PLACE: usize = 4;
/// In a line of so few words one with a mark in it will do: `Ada Voss, harbour ma;ster`. A figure may belong there.
const SHORT: usize = 6;

/// How much a sentence stands beside running text, from 0 (not at all) to 1.
pub fn aside(text: &str, kind: SentenceKind) -> f32 {
    let line = text.trim();
    match kind {
        SentenceKind::Code => 1.0,
        // Figures between bars are no signs of a program.
        SentenceKind::Row if are_parted(line) => 0.0,
        SentenceKind::Caption => 0.7,
        SentenceKind::Prose | SentenceKind::Item if is_note(line) || refers(line) || is_work(line) => 0.7,
        _ if is_setting(line) || is_path(line) || is_tally(line) || is_garbled(line) => 1.0,
        SentenceKind::Prose | SentenceKind::Item if is_run_together(line) || is_of_page(line) => 0.8,
        SentenceKind::Prose if is_letterhead(line) => 0.7,
        SentenceKind::Row | SentenceKind::Item if is_typed(line) || is_printed(line) || is_code(line) => 0.8,
        SentenceKind::Prose if is_typed(line) || is_code(line) => 0.6,
        _ => 0.0,
    }
}

/// True for what names a figure or a listing and says what it shows: `Figure 3. The second pile`,
/// `Listing 4-4: A gate`.
pub fn is_caption(text: &str) -> bool {
    let text = text.trim();
    if text.len() > CAPTION {
        return false;
    }
    let Some((word, rest)) = text.split_once([' ', '\u{a0}']) else { return false };
    let word = word.trim_end_matches('.').to_lowercase();
    let number: &str = rest.split([' ', '\u{a0}', ':', '|', '–', '—']).next().unwrap_or_default();
    let figure = number.trim_end_matches('.');
    let numbered = figure.len() <= 8
        && figure.chars().any(|c| c.is_ascii_digit())
        && figure.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '-'));
    let behind = rest[number.len()..].trim_start();
    let parted = number.ends_with('.') || behind.starts_with([':', '|', '–', '—']);
    WORDS.captions.has(&word) && numbered && parted
}

/// True for a key of a program's data with its value: `gate.upper.width: 4`, `max_depth = 12`,
/// `max_depth (default: 12)`. A column of a table may have a `_` in its name as well.
pub fn is_setting(line: &str) -> bool {
    let Some(at) = line.find([':', '=', '(']) else { return false };
    let (key, value) = (line[..at].trim_matches(['"', '\'', ' ', '-']), &line[at + 1..]);
    let is_part = |part: &str| part.chars().filter(|c| c.is_alphabetic()).count() > 1;
    let nested = key.split('.').count() > 1 && key.split('.').filter(|part| is_part(part)).count() > 1;
    let sign = line[at..].chars().next();
    let in_brackets = sign == Some('(') && line.ends_with(')');
    let joined = nested && sign != Some('(') || key.contains('_') && (sign == Some('=') || in_brackets);
    let bare = key.len() <= DOTTED && key.chars().all(|c| c.is_alphanumeric() || "._-[]/".contains(c));
    bare && joined && !value.starts_with("//")
}

/// True for what an editor puts in square brackets beside the text: `[Written in pencil.]`; also where they go on
/// behind it.
fn is_note(line: &str) -> bool {
    line.strip_prefix('[')
        .is_some_and(|note| note.find(']').is_none_or(|end| end + 1 == note.len()) && note.contains(' '))
}

/// True for what a page says of itself and not of its matter: that it keeps cookies, a trail of the pages above it
/// (`Home > Leaflets > Antibiotics`), a menu (`Menu · Services · Contact`).
fn is_of_page(line: &str) -> bool {
    let lower = line.to_lowercase();
    let says = || WORDS.of_pages.iter().any(|phrase| lower.contains(phrase));
    let is_place = |place: &str| (1..=PLACE).contains(&place.split_whitespace().count());
    let is_trail = |sign: &str| {
        let sign = format!(" {sign} ");
        line.matches(&sign).count() + 1 >= PLACES && line.split(&sign).all(is_place)
    };
    line.len() <= OF_PAGE && (says() || WORDS.trails.iter().any(is_trail))
}

/// True for the name of a file with its folders, and nothing besides: `/etc/gate/upper.cf`.
fn is_path(line: &str) -> bool {
    let rooted = line.starts_with(['/', '~', '.']) && line.contains('/') || line.contains(":\\");
    rooted && !line.contains(char::is_whitespace) && line.contains(char::is_alphabetic)
}

/// True for what begins with a name and a count, at the head of a list: `Ada Lund (12):`.
pub fn is_tally(line: &str) -> bool {
    let Some((name, count)) = line.split_once("):").and_then(|(head, _)| head.split_once('(')) else { return false };
    let named = name.split_whitespace().all(|word| word.starts_with(char::is_uppercase));
    name.len() <= TALLY && named && !count.is_empty() && count.bytes().all(|byte| byte.is_ascii_digit())
}

/// True for what is typed at a prompt.
fn is_typed(line: &str) -> bool {
    // "$ 5 million" is none.
    let begins = |rest: &str| {
        rest.strip_prefix(' ').is_some_and(|rest| rest.starts_with(|c: char| c.is_lowercase() || "./~".contains(c)))
    };
    let typed = WORDS.prompts.iter().any(|prompt| line.strip_prefix(prompt).is_some_and(begins));
    let first = line.split(' ').next().unwrap_or_default();
    let of_user = first.contains('@') && first.ends_with(['$', '#']) && first.len() > 3;
    let options = line.split(' ').filter(|word| {
        word.strip_prefix('-').is_some_and(|option| option.trim_start_matches('-').starts_with(char::is_alphabetic))
    });
    typed || of_user || options.count() >= OPTIONS && !line.ends_with('.') || is_symbolic(line)
}

/// True where signs that no sentence has outweigh the words, `(${gate_ttl?{$gate_ttl}:{1}}h)`, or columns of single
/// signs stand beside them: `gate inet n - n - 1 gated`.
fn is_symbolic(line: &str) -> bool {
    let (all, single) =
        line.split_whitespace().fold((0, 0), |(all, single), word| (all + 1, single + usize::from(word.len() == 1)));
    if single >= SIGNS && single * 2 >= all {
        return true;
    }
    let signs = line.chars().filter(|c| "${}<>=\\@#~^_*[]".contains(*c)).count();
    signs >= SIGNS && signs * 5 > line.chars().filter(|c| c.is_alphabetic()).count()
}

/// True for a line as programs print them.
fn is_printed(line: &str) -> bool {
    let lower: String = line.chars().take(KEY).collect::<String>().to_lowercase();
    WORDS.outputs.iter().any(|output| lower.starts_with(output))
}

/// True where many words have marks and figures between their letters: `tbe b|ard re5olved t^ shut`.
pub fn is_garbled(text: &str) -> bool {
    if text.contains(is_unspaced) {
        return false;
    }
    let (mut all, mut odd, mut marked) = (0, 0, false);
    for word in text.split_whitespace() {
        let word = word.trim_matches(|c: char| !c.is_alphanumeric());
        let letters = word.chars().filter(|c| c.is_alphabetic()).count();
        if letters < 2 {
            continue;
        }
        all += 1;
        let inner: Vec<char> = word.chars().collect();
        let between = || inner.windows(3).filter(|three| three[0].is_lowercase() && three[2].is_lowercase());
        odd += usize::from(
            between().any(|three| three[1].is_ascii_digit() || "|^~*\\<>{}§¬¦•■£$%!;:,?".contains(three[1])),
        );
        marked |= between().any(|three| "|^~{}§¬¦•■£!;".contains(three[1]));
    }
    odd >= FEWEST_ODD && odd * 100 >= all * ODD || marked && all <= SHORT
}

/// True where headings stand one behind another as if they were a sentence, as in a list of contents whose lines a
/// machine joined: `Lamps Lamps on the pier Care of the wicks When to trim them Boats Kinds of boats`. Words with a
/// capital begin again and again, no mark parts them, and few of the words only hold others together.
fn is_run_together(text: &str) -> bool {
    /// Words that are examined together.
    const STRETCH: usize = 16;
    /// Words with a capital behind a small one that a stretch of headings has, at least.
    const BEGIN: usize = 4;
    /// Function words in such a stretch, at most.
    const HOLD: usize = 4;
    if text.contains(is_unspaced) {
        return false;
    }
    let all: Vec<&str> = text.split_whitespace().collect();
    all.windows(STRETCH).any(|stretch| {
        let parted = stretch.iter().any(|word| word.ends_with(['.', ',', ';', ':', '!', '?', ')', '”', '"']));
        let begins = |pair: &&[&str]| {
            pair[0].chars().all(char::is_lowercase)
                && pair[1].starts_with(char::is_uppercase)
                && pair[1].chars().skip(1).all(char::is_lowercase)
        };
        let holding = || stretch.iter().filter(|word| in_any(|pack| &pack.function, &fold(word))).count();
        !parted && stretch.windows(2).filter(begins).count() >= BEGIN && holding() <= HOLD
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn captions_are_told_from_sentences() {
        for caption in
            ["Figure 3. The second pile", "Listing 4-4: Opening a gate", "Abb. 2: Das Tor", "Table 12 – Tolls"]
        {
            assert!(is_caption(caption), "{caption}");
        }
        for text in ["Figure 3 shows the second pile.", "Table tennis: a game", "The figure 3. It is odd."] {
            assert!(!is_caption(text), "{text}");
        }
    }

    #[test]
    fn notes_of_an_editor_are_told_from_the_text() {
        let beside = |text: &str| aside(text, SentenceKind::Prose) > 0.0;
        assert!(beside("[Copied from a wet notebook.]"));
        assert!(beside("[Copied from a wet notebook, in pencil."));
        assert!(!beside("[A]ll gates were shut."));
        assert!(!beside("[4] Voss, Gates of the North, 1987."));
    }

    #[test]
    fn what_a_page_says_of_itself_is_told_from_its_matter() {
        for line in [
            "We and our 40 partners store information on your device.",
            "Home > Leaflets > Antibiotics > Flucloxacillin",
            "Skip to content · Menu · A–Z of services",
            "By going on you accept cookies on this page.",
        ] {
            assert!(aside(line, SentenceKind::Prose) > 0.0, "{line}");
        }
        for line in [
            "The gate keeps information on every boat.",
            "Pressure > 4 bar opens the gate.",
            "The keepers of the three gates met > at noon, as they always had, and > nobody spoke.",
        ] {
            assert_eq!(aside(line, SentenceKind::Prose), 0.0, "{line}");
        }
    }

    #[test]
    fn lines_of_programs_are_told_from_sentences() {
        assert!(aside("gate inet n - n - 1 gated", SentenceKind::Row) > 0.0);
        assert_eq!(aside("| lamps lit | 6 | 9 | – |", SentenceKind::Row), 0.0);
        assert_eq!(aside("a gate is a gate if I say so, and a b c is no gate.", SentenceKind::Prose), 0.0);
        for line in [
            "gate.upper.width: 4",
            "max_depth = 12",
            "max_depth (default: 12)",
            "/etc/gate/upper.cf",
            "C:\\gate\\upper.ini",
            "Ada Lund (12): mend the gate",
            "$ open --gate upper",
            "ada@quay:~$ ls",
            "gate-keeper -K -p /var/run/gate.pid -s HUP",
            "(${gate_ttl?{$gate_ttl}:{1}}h)",
        ] {
            assert!(aside(line, SentenceKind::Row) > 0.5, "{line}");
        }
        for line in [
            "Lamp.js (a lamp) is lit.",
            "The gates -- upper and lower -- were shut - as they are.",
            "Date of the visit: 4 May",
            "The gate is 4 m wide.",
            "See https://holm.example/a",
            "It rose (by 12): why?",
        ] {
            assert!(aside(line, SentenceKind::Prose) < 0.1, "{line}");
        }
    }

    #[test]
    fn names_above_and_below_a_letter_are_told_from_what_it_says() {
        for line in [
            "Unit 8, Canal Works",
            "Ada Voss",
            "Dear Ada,",
            "Stefan,",
            "22 May 2021 Ada Voss and Tom Reed",
            "3 Rowan St",
        ] {
            assert!(is_letterhead(line) && aside(line, SentenceKind::Prose) > 0.5, "{line}");
        }
        for line in [
            "The Gate is shut.",
            "Gate shut at noon",
            "Is Ada Voss here?",
            "No. 4 was sold",
            "gate.upper",
            "渡轮沉了",
            "Thanks for the lamp",
        ] {
            assert!(!is_letterhead(line), "{line}");
        }
        assert_eq!(aside("Ada Voss", SentenceKind::Row), 0.0);
    }

    #[test]
    fn headings_that_a_machine_joined_are_told_from_sentences() {
        let contents = "2 Lamps Lamp types Care schedule Wick trimming Lamp oil Boats Boat types Winter boats Mending boats \
            Ropes Wet ropes Rope care";
        assert!(aside(contents, SentenceKind::Prose) > 0.5);
        for prose in [
            "The lamps on the pier were lit by Ada Voss and Tom Reed of the Orsk Harbour Board before the boats of Sund came in.",
            "Ada Voss told Tom Reed of Orsk that the Harbour Board would meet the Mayor of Tarn at the Customs House on Friday",
        ] {
            assert_eq!(aside(prose, SentenceKind::Prose), 0.0, "{prose}");
        }
    }

    #[test]
    fn what_a_scanner_spoiled_is_told() {
        assert!(is_garbled("The b|ard re5olved t,o shut th^e northern pier"));
        assert!(is_garbled("Ada Voss, City R6co;der") && !is_garbled("A k8s cluster for Ada Voss"));
        assert!(!is_garbled("The b;ard has resolved to shut the northern pier for good"));
        assert!(!is_garbled("The board's 2nd vote on the co-op and the AT&T line (see p. 4) was 3:2."));
    }
}
