//! Words by which a sentence says what its document is for, or opens a talk and tells nothing of its matter.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::config::data_file;
use crate::text::cutting::script::is_unspaced;
use crate::text::language::pack;
use crate::text::words::terms::{fold, words};
use crate::text::words::wordlist::{is_article, is_copula};

/// Sequences of words by language.
type Cues = HashMap<String, Vec<String>>;

/// By which a document says what it is for.
static PURPOSE: LazyLock<Cues> = LazyLock::new(|| folded_cues(data_file!("../../../../assets/rank/purpose.toml")));

/// With which a sentence begins that opens a talk or a meeting and tells nothing of its matter.
static FORMAL: LazyLock<Cues> = LazyLock::new(|| folded_cues(data_file!("../../../../assets/rank/formal.toml")));

fn folded_cues(known: Cues) -> Cues {
    let folded = |cues: Vec<String>| {
        let words = |cue: String| cue.split(' ').map(fold).collect::<Vec<_>>().join(" ");
        cues.into_iter().map(words).collect()
    };
    known.into_iter().map(|(language, cues)| (language, folded(cues))).collect()
}

/// True when a text has words by which a document says what it is for, in a language (ISO 639-3; English where it is
/// not known).
pub fn says_purpose(text: &str, language: Option<&str>) -> bool {
    PURPOSE.get(language.unwrap_or("eng")).is_some_and(|cues| says_any(text, cues))
}

/// True for a sentence that begins by saying what it is that a text is called by: *Tern is a book of the harbour* under
/// the title *Tern*.
pub(super) fn defines(text: &str, title: &str, language: Option<&str>) -> bool {
    let mut said = words(text).map(|word| fold(word.text)).peekable();
    let known = language.and_then(pack);
    let article = |word: &String| is_article(word) || known.is_some_and(|pack| pack.determiners.has(word));
    let titled: Vec<String> = words(title).map(|word| fold(word.text)).skip_while(|word| article(word)).collect();
    said.next_if(article);
    let named = !titled.is_empty() && titled.iter().all(|word| said.next().as_ref() == Some(word));
    named && said.next().is_some_and(|word| is_copula(&word) || known.is_some_and(|pack| pack.copula.has(&word)))
}

/// True for a sentence that greets whoever listens, or tells who was there.
pub(super) fn is_formal(text: &str, language: Option<&str>) -> bool {
    const FRONT: usize = 6;
    let Some(cues) = FORMAL.get(language.unwrap_or("eng")) else { return false };
    let front: Vec<String> = words(text).take(FRONT).map(|word| fold(word.text)).collect();
    let front = front.join(" ");
    // One word begins many sentences: it is a label, "Present: Ada Voss".
    let labels =
        |cue: &str| cue.contains(' ') || text.trim_start().get(cue.len()..).is_some_and(|rest| rest.starts_with(':'));
    cues.iter().any(|cue| {
        front.strip_prefix(cue.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with(' ')) && labels(cue)
    })
}

/// True when a text holds one of some sequences of words.
fn says_any(text: &str, cues: &[String]) -> bool {
    if text.contains(is_unspaced) {
        return cues.iter().any(|cue| text.contains(cue.as_str()));
    }
    let spoken: Vec<String> = words(text).map(|word| fold(word.text)).collect();
    let spoken = format!(" {} ", spoken.join(" "));
    cues.iter().any(|cue| {
        spoken
            .match_indices(cue.as_str())
            .any(|(at, _)| spoken[..at].ends_with(' ') && spoken[at + cue.len()..].starts_with(' '))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cues_are_whole_words() {
        let cues = ["is to".to_owned()];
        assert!(says_any("Its purpose is to close the gate.", &cues));
        assert!(!says_any("This tome is too long.", &cues));
    }

    #[test]
    fn a_sentence_defines_what_the_text_is_called_by() {
        assert!(defines("Tern is the book of the harbour.", "Tern", Some("eng")));
        assert!(defines("The Lamp Trust was a society of keepers.", "Lamp Trust", None));
        assert!(defines("Die Lampe ist ein Licht.", "Lampe", Some("deu")));
        assert!(!defines("Tern keeps the books.", "Tern", None) && !defines("It is a book.", "Tern", None));
        assert!(!defines("Is it?", "", None));
    }
}
