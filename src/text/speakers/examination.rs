//! Who asks and who answers where labels say no more than *Q* and *A* or *The witness*: the head of the record names
//! them, *Deposition of Ada Lund*, *Examined by Mr Reed*.

use crate::text::cutting::lines;
use crate::text::language::{WordList, in_any, word_lists};
use crate::text::words::fold::lower_in_place;
use crate::text::words::lexicon::{Flags, flags};

word_lists! {
    static WORDS = "examination.toml": of_answers, of_questions, answers, questions
}

/// Lines with text that a head has at most.
const HEAD: usize = 12;
/// Words of a name, at most.
const MOST_WORDS: usize = 7;

/// The name of whoever speaks under a label that only says whether they ask or answer.
pub(super) fn named(text: &str, label: &str) -> Option<String> {
    let key = super::label::key(label);
    if WORDS.answers.has(&key) {
        one_behind(text, &WORDS.of_answers)
    } else if WORDS.questions.has(&key) {
        one_behind(text, &WORDS.of_questions)
    } else {
        None
    }
}

/// The only name that the head of a text has behind one of some phrases.
fn one_behind(text: &str, cues: &WordList) -> Option<String> {
    let mut found: Option<String> = None;
    let head = lines::lines(text).map(|line| line.content(text)).filter(|content| !content.is_empty()).take(HEAD);
    for content in head {
        let lower = lower_in_place(content);
        for behind in cues.iter().flat_map(|cue| lower.match_indices(cue).map(|(at, cue)| at + cue.len())) {
            match (name_at(&content[behind..]), &found) {
                (Some(name), Some(one)) if name != *one => return None,
                (Some(name), _) => found = Some(name),
                (None, _) => {}
            }
        }
    }
    found
}

/// The only one whom the head of a text names in a field of its own, *With: Ada Lund*, that some letters stand for.
pub(super) fn of_letters(text: &str, letters: &str) -> Option<String> {
    let spelt = |name: &String| name.split(' ').filter_map(|word| word.chars().next()).eq(letters.chars());
    let mut names: Vec<String> = fields(text).filter_map(|(_, value)| name_in(value)).filter(spelt).collect();
    names.dedup();
    names.pop().filter(|_| names.is_empty())
}

/// True for whoever the head of a text names as the one who asks: *Interviewer: Ada Lund*.
pub(super) fn asks(text: &str, name: &str) -> bool {
    let last = |name: &str| name.rsplit(' ').next().map(str::to_lowercase);
    let cue = |field: &str| {
        field.len() > 1 && WORDS.questions.has(field) || WORDS.of_questions.opening(&format!("{field} ")).is_some()
    };
    let asking = fields(text).filter(|(field, _)| cue(field.to_lowercase().as_str()));
    asking.filter_map(|(_, value)| name_in(value)).any(|asking| last(&asking) == last(name))
}

/// What the first lines of a text have in front of a colon, and behind it.
fn fields(text: &str) -> impl Iterator<Item = (&str, &str)> {
    let head = lines::lines(text).map(|line| line.content(text)).filter(|content| !content.is_empty()).take(HEAD);
    let parted = head.filter_map(|line| line.split_once(':'));
    parted.map(|(field, value)| (field.trim_matches(['*', '_', ' ']), value.trim_matches(['*', '_', ' '])))
}

/// The name that a field begins with, without titles: words with a capital, first names or their initials in front.
fn name_in(value: &str) -> Option<String> {
    let value = value.split([',', ';', '(']).next().unwrap_or_default();
    let title = |word: &&str| in_any(|pack| &pack.titles, &word.trim_end_matches('.').to_lowercase());
    let words: Vec<&str> = value.split_whitespace().skip_while(title).collect();
    let capital = |word: &&str| word.starts_with(char::is_uppercase);
    let named = (2..=MOST_WORDS).contains(&words.len()) && words.iter().all(capital);
    named.then(|| words.join(" "))
}

/// The name that a text begins with: words with a capital, of which two at least, a title among them.
fn name_at(text: &str) -> Option<String> {
    let mut name: Vec<&str> = Vec::new();
    for word in text.split(' ').take(MOST_WORDS) {
        let bare = word.trim_end_matches([',', ';', ':', ')', '*', '_', '—', '–']);
        let is_title = in_any(|pack| &pack.titles, &bare.trim_end_matches('.').to_lowercase());
        let ends = bare.len() < word.len() || bare.ends_with('.') && !is_title && bare.chars().count() > 2;
        let bare = if is_title { bare } else { bare.trim_end_matches('.') };
        if !(bare.starts_with(char::is_uppercase) || !name.is_empty() && flags(bare).has(Flags::PARTICLE)) {
            break;
        }
        name.push(bare);
        if ends {
            break;
        }
    }
    while name.last().is_some_and(|last| !last.starts_with(char::is_uppercase)) {
        name.pop();
    }
    (name.len() >= 2).then(|| name.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_head_of_a_record_names_who_asks_and_who_answers() {
        let text = "HOLM v TARN\nDeposition of Ada Maria Lund, lamp keeper, 4 May 2031\nExamined by Mr Reed for the town\n\n\
                    Q. You kept the lamp?\nA. I did.\n";
        assert_eq!(named(text, "A").as_deref(), Some("Ada Maria Lund"));
        assert_eq!(named(text, "THE WITNESS").as_deref(), Some("Ada Maria Lund"));
        assert_eq!(named(text, "Q").as_deref(), Some("Mr Reed"));
        assert_eq!(named(text, "Reed"), None);
        let two = "Deposition of Ada Lund\nExamined by Mr Reed; cross-examined by Ms Tarn\n";
        assert_eq!(named(two, "Q"), None);
        assert_eq!(named("Interview with the keeper\n", "A"), None);
        assert_eq!(
            named("Gespräch mit Frau Dr. Ida van der Berg, Orsk.\n", "Antwort").as_deref(),
            Some("Frau Dr. Ida van der Berg")
        );
    }
}
