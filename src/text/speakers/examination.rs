//! Who asks and who answers where labels say no more than *Q* and *A* or *The witness*: the head of the record names
//! them, *Deposition of Ada Lund*, *Examined by Mr Reed*.

use crate::text::cutting::lines;
use crate::text::language::{WordList, in_any, word_lists};
use crate::text::names::tag::is_ordinary_word;
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
        one_behind(text, &WORDS.of_answers).or_else(|| in_field(text, &WORDS.answers))
    } else if WORDS.questions.has(&key) {
        one_behind(text, &WORDS.of_questions).or_else(|| in_field(text, &WORDS.questions))
    } else {
        None
    }
}

/// The only one whom the head of a text names in a field that is called like one of some labels: *Interviewer: Ada
/// Lund*.
fn in_field(text: &str, labels: &WordList) -> Option<String> {
    let called = fields(text).filter(|(field, _)| field.len() > 1 && labels.has(&field.to_lowercase()));
    let mut names: Vec<String> = called.filter_map(|(_, value)| name_in(value)).collect();
    names.dedup();
    names.pop().filter(|_| names.is_empty())
}

/// The only name that the head of a text has behind one of some phrases.
fn one_behind(text: &str, cues: &WordList) -> Option<String> {
    let mut found: Option<String> = None;
    for content in head(text) {
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

/// The only one whom the head of a text names, *With: Ada Lund*, *A talk with A. Lund-Tarn*, that some letters stand
/// for.
pub(super) fn of_letters(text: &str, letters: &str) -> Option<String> {
    let spelt = |name: &str| name.split([' ', '-']).filter_map(|word| word.chars().next()).eq(letters.chars());
    let in_fields = fields(text).filter_map(|(_, value)| name_in(value)).filter(|name| spelt(name));
    let one = |mut names: Vec<String>| {
        names.sort_unstable();
        names.dedup();
        names.pop().filter(|_| names.is_empty())
    };
    let own: Vec<String> = in_fields.collect();
    if !own.is_empty() {
        return one(own);
    }
    one(head(text).flat_map(|line| runs(line)).filter(|name| spelt(name)).map(str::to_owned).collect())
}

/// Two words or more of a line that may be somebody's name: the last no word of a language, in front of it others with
/// a capital, or their letters.
fn runs(line: &str) -> Vec<&str> {
    let is_initial = |word: &str| word.strip_suffix('.').is_some_and(|letter| letter.chars().count() == 1);
    let is_name = |word: &str| {
        word.starts_with(char::is_uppercase)
            && word.contains(char::is_lowercase)
            && word.chars().all(|c| c.is_alphabetic() || matches!(c, '-' | '’' | '\''))
    };
    let places: Vec<(usize, &str)> =
        line.split(' ').map(|word| (word.as_ptr().addr() - line.as_ptr().addr(), word)).collect();
    let mut found = Vec::new();
    for (at, &(_, last)) in places.iter().enumerate() {
        let bare = last.trim_end_matches([',', ';', ':', '.', ')', '*', '_']);
        if !is_name(bare) || is_ordinary_word(&bare.to_lowercase()) {
            continue;
        }
        let end = places[at].0 + bare.len();
        let fits = |word: &str| is_name(word) || word.starts_with(char::is_uppercase) && is_initial(word);
        for front in (at.saturating_sub(MOST_WORDS)..at).rev().take_while(|&front| fits(places[front].1)) {
            found.push(&line[places[front].0..end]);
        }
    }
    found
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
    let parted = head(text).filter_map(|line| line.split_once(':'));
    parted.map(|(field, value)| (field.trim_matches(['*', '_', ' ', '-', '•']), value.trim_matches(['*', '_', ' '])))
}

/// The first lines of a text.
fn head(text: &str) -> impl Iterator<Item = &str> {
    lines::lines(text).map(|line| line.content(text)).filter(|content| !content.is_empty()).take(HEAD)
}

/// True for letters of which the head of a text says that they ask or answer: *AL = interviewer*.
pub(super) fn has_part(text: &str, letters: &str) -> bool {
    head(text).any(|line| {
        line.match_indices(letters).any(|(at, _)| {
            let alone = !line[..at].ends_with(char::is_alphanumeric);
            let meaning = line[at + letters.len()..].trim_start().strip_prefix('=').unwrap_or_default().trim_start();
            let word = meaning.split(|c: char| !c.is_alphabetic()).next().unwrap_or_default().to_lowercase();
            alone && word.len() > 1 && in_any(|pack| &pack.parts, &word)
        })
    })
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
        let fields = "# The lamp\n\n- place: Orsk\n- interviewer: Dr Ada Lund, by telephone\n";
        assert_eq!(named(fields, "Interviewer").as_deref(), Some("Ada Lund"));
        assert_eq!(
            named("Gespräch mit Frau Dr. Ida van der Berg, Orsk.\n", "Antwort").as_deref(),
            Some("Frau Dr. Ida van der Berg")
        );
    }

    #[test]
    fn letters_stand_for_whom_the_head_of_a_text_names() {
        let text = "Talk 4, W. Tarnow (\"Wull\"), Orsk Hall\nHeard by Dr Ida Holm-Voss. Also there: Tom Reed\n";
        assert_eq!(of_letters(text, "WT").as_deref(), Some("W. Tarnow"));
        assert_eq!(of_letters(text, "IHV").as_deref(), Some("Ida Holm-Voss"));
        assert_eq!(of_letters(text, "TR").as_deref(), Some("Tom Reed"));
        assert_eq!(of_letters(text, "OH"), None, "a hall is nobody");
        assert_eq!(of_letters("With Tom Reed and Ted Rusk\n", "TR"), None, "two of them");
        assert!(
            has_part("WT = interviewee, TR = Tom Reed", "WT") && !has_part("WT = interviewee, TR = Tom Reed", "TR")
        );
    }
}
