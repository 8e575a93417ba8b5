//! Lines of a letter that say whom it is from and to and nothing else: what stands above and below it, the greeting,
//! the closing words, who wrote an article.

use crate::text::cutting::punctuation::{ends_sentence, is_closer, is_terminal};
use crate::text::dates::first_date;
use crate::text::language::{in_any, packs};
use crate::text::words::wordlist::{is_function_word, is_title_of_person};

/// Words of a line of names, at most.
const LETTERHEAD: usize = 8;

/// True for names and figures alone, as they stand above and below a letter: `Unit 8, Canal Works`, `Ada Voss`,
/// `Dear Ada,`.
pub fn is_letterhead(line: &str) -> bool {
    let line = line.trim();
    let mut words = 0;
    let mut named = true;
    for word in line.split_whitespace() {
        words += 1;
        let bare = word.trim_start_matches(|c: char| !c.is_alphanumeric());
        let capital = bare.is_empty() || bare.starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit());
        named &= capital || is_function_word(bare);
    }
    let ended = line.ends_with(|c| is_terminal(c) || is_closer(c) || c == ':');
    (1..=LETTERHEAD).contains(&words) && named && !ended && line.contains(char::is_uppercase)
}

/// True for the line that a letter begins with: "Dear Ada,".
pub(in crate::text) fn is_salutation(content: &str) -> bool {
    const LONGEST: usize = 60;
    let line = content.trim_matches(['*', '_', '#', ' ']);
    let lower = line.to_lowercase();
    let opens = |words: &str| {
        lower.strip_prefix(words).is_some_and(|rest| rest.starts_with(' '))
            || lower.trim_end_matches([',', '!']) == words
    };
    let addressed = line.ends_with([',', '!', ':', '，', '：']) || is_letterhead(line);
    line.len() <= LONGEST && addressed && packs().iter().any(|pack| pack.salutations.iter().any(&opens))
}

/// True for the line that greets whoever a letter is written to, and says nothing: "Dear Ada,", "Ms Voss,", "All,". Of
/// two names one may be of a list.
pub(crate) fn is_greeting(content: &str) -> bool {
    let alone = !content.contains('\n') && content.ends_with([',', '，']) && content.matches(',').count() < 2;
    let mut words = content.trim_end_matches([',', '，']).split_whitespace();
    let is_name = |word: &str| word.starts_with(char::is_uppercase) && word.chars().all(char::is_alphabetic);
    let named = match (words.next(), words.next(), words.next()) {
        (Some(name), None, None) => is_name(name),
        (Some(title), Some(name), None) => is_title_of_person(&title.to_lowercase()) && is_name(name),
        _ => false,
    };
    alone && (named || is_salutation(content))
}

/// Bytes of a line that leads over to the closing words of a letter, at most.
const LONGEST_CLOSING: usize = 72;

/// The closing words of a letter; what follows is a signature.
pub(crate) fn is_closing(content: &str) -> bool {
    let content = content.trim_matches(['*', '_']);
    // "I remain, Sir, your obedient servant,"
    let last = content.strip_suffix(',').and_then(|line| line.rsplit_once(", ")).map(|(_, last)| last.to_lowercase());
    let formal = last.filter(|last| content.len() <= LONGEST_CLOSING && last.contains(' '));
    if formal.is_some_and(|last| in_any(|pack| &pack.closings, &last)) {
        return true;
    }
    let Some(words) = content.strip_suffix([',', '.']).or(Some(content)).filter(|words| words.len() <= 40) else {
        return false;
    };
    // "Regards" alone on its line needs no comma.
    let ends = content.ends_with(',') || content == words && content.starts_with(char::is_uppercase);
    content.len() <= 40 && ends && in_any(|pack| &pack.closings, &words.to_lowercase())
}

/// True for the line that says who wrote what stands below it, perhaps on which day, and nothing else: `By Ada Voss`,
/// `By Ada Voss · Friday 4 May 2031`.
pub fn is_byline(content: &str) -> bool {
    const NAMES: std::ops::RangeInclusive<usize> = 2..=5;
    const DAY: usize = 5;
    let is_day = |rest: &str| rest.split_whitespace().count() <= DAY && first_date(rest).is_some();
    let names = match content.split_once(['·', '|', '–', '—', ',']) {
        Some((names, rest)) if is_day(rest) => names.trim_end(),
        _ => content,
    };
    let mut words = names.split_whitespace();
    let opens = words
        .next()
        .is_some_and(|word| word.starts_with(char::is_uppercase) && in_any(|pack| &pack.bylines, &word.to_lowercase()));
    let named = |word: &str| word.starts_with(char::is_uppercase) && !word.contains(|c: char| c.is_numeric());
    opens
        && NAMES.contains(&words.clone().count())
        && words.all(|word| named(word) || is_function_word(&word.to_lowercase()))
        && !ends_sentence(content)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_greeting_names_whoever_is_written_to_and_nothing_else() {
        for line in ["Dear Ada,", "Dear Ms Voss,", "Ms Voss,", "All,", "Ada,"] {
            assert!(is_greeting(line), "{line}");
        }
        for line in
            ["Dear Ada, the lamp is out,", "In the morning,", "Ada Voss", "Ada Voss,", "On 4 May 2031,", "2031,"]
        {
            assert!(!is_greeting(line), "{line}");
        }
    }

    #[test]
    fn closing_words_stand_alone_and_a_byline_names_somebody() {
        for closing in ["Kind regards,", "Regards", "Yours sincerely", "I remain, Sir, your obedient servant,"] {
            assert!(is_closing(closing), "{closing}");
        }
        assert!(!is_closing("Regards the lamps") && !is_closing("regards"));
        assert!(is_byline("By Ada Voss") && is_byline("Von Ada Lund and Tom Reed"));
        assert!(is_byline("By Ada Voss · Friday 4 May 2031") && is_byline("By Ada Voss, 4 May 2031"));
        for line in [
            "By Ada Voss.",
            "By the quay",
            "By Monday",
            "By 4 May 2031",
            "Ada Voss",
            "By Ada Voss, who left on 4 May 2031",
            "By Friday the quay was shut, 4 May 2031",
        ] {
            assert!(!is_byline(line), "{line}");
        }
    }
}
