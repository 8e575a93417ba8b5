//! Who writes to whom, as the head of a message or a letter says: a line `To: Ada Voss`, or the lines above "Dear Ada".
//! "You" and "I" are they.

use crate::text::display::spacing::single_spaced;
use crate::text::language::{pack, word_lists};
use crate::text::layout::lines;
use crate::text::words::terms::words;

word_lists! {
    static WORDS = "correspondents.toml": from, to
}

/// Lines with text down to which a head reaches.
const HEAD: usize = 14;

/// The byte at which the line begins that a letter begins with: above it stands who writes to whom, from where and
/// when. None where a text is no letter.
pub fn letter(text: &str) -> Option<usize> {
    let mut head = lines::lines(text).filter(|line| !line.span.is_empty()).take(HEAD);
    head.find(|line| lines::is_salutation(line.content(text))).map(|line| line.span.start)
}

/// Who writes a letter or a mail and to whom, as its head says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Correspondence {
    /// What stands behind *From*; none in a letter, which its writer signs.
    pub from: Option<String>,
    /// Whoever it is to; of a letter all that stands above its first sentence, its greeting among it.
    pub to: String,
}

/// Reads who writes to whom; none where a text is neither a letter nor a mail.
pub fn correspondence(text: &str) -> Option<Correspondence> {
    match (field(text, is_of_writer), field(text, is_of_reader)) {
        (Some(from), Some(to)) => Some(Correspondence { from: Some(from.to_owned()), to: to.to_owned() }),
        _ => {
            let at = letter(text)?;
            let greeting = text[at..].lines().next().unwrap_or_default();
            Some(Correspondence { from: None, to: single_spaced(&format!("{} {greeting}", &text[..at])) })
        }
    }
}

/// What stands behind the first label of a head that is of some kind.
fn field(text: &str, is_label: fn(&str) -> bool) -> Option<&str> {
    let head = text.lines().map(str::trim).filter(|line| !line.is_empty()).take(HEAD);
    let mut fields = head.filter_map(|line| line.split_once(':'));
    fields.find(|(label, _)| is_label(&bare(label))).map(|(_, value)| value.trim())
}

/// True for a label, in small letters, behind which stands whoever writes.
pub fn is_of_writer(label: &str) -> bool {
    WORDS.from.has(label)
}

/// True for one behind which stands whom it is to.
fn is_of_reader(label: &str) -> bool {
    WORDS.to.has(label)
}

/// A label as it is looked up: in small letters, without marks around it.
pub fn bare(label: &str) -> String {
    label.trim_matches(['*', '_', ' ']).to_lowercase()
}

/// Returns the names in the head of a text, as they are written there: those it is addressed to, of a letter those of
/// whoever writes as well; empty where it has no such head.
pub fn parties(text: &str) -> String {
    let above = || letter(text).map(|at| single_spaced(&text[..at]));
    field(text, is_of_reader).map(str::to_owned).or_else(above).unwrap_or_default()
}

/// True for a sentence in English, or another language, in which somebody speaks of themselves, or to another.
pub fn is_personal(sentence: &str, language: Option<&str>) -> bool {
    let known = [Some("eng"), language].into_iter().flatten().filter_map(pack);
    let lists: Vec<_> = known.map(|pack| &pack.conversing).collect();
    words(sentence).any(|word| lists.iter().any(|list| list.has(&word.text.to_lowercase())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heads_name_whom_a_text_is_to() {
        let mail =
            "From: Tom Reed <t@reed.example>\nTo: Ada Voss <a@voss.example>\nSubject: Private\n\nYou are let go.";
        assert_eq!(parties(mail), "Ada Voss <a@voss.example>");
        let letter = "Tom Reed\nOrsk\n\nAda Voss\nKeeper\n\nDear Ada\n\nYou are let go.\n";
        assert_eq!(parties(letter), "Tom Reed Orsk Ada Voss Keeper");
        assert_eq!(parties("The lamp was lit.\n\nTo the quay: a boat came."), "");
        let told = |text| correspondence(text).map(|told| (told.from, told.to));
        let from = Some("Tom Reed <t@reed.example>".to_owned());
        assert_eq!(told(mail), Some((from, "Ada Voss <a@voss.example>".to_owned())));
        assert_eq!(told(letter), Some((None, "Tom Reed Orsk Ada Voss Keeper Dear Ada".to_owned())));
        assert_eq!(told("The lamp was lit.\nFrom: the quay it was seen."), None);
        assert!(is_personal("You are let go.", None) && is_personal("I resign.", None));
        assert!(!is_personal("The lamp was lit.", None));
        assert!(is_personal("Ich gehe.", Some("deu")) && !is_personal("Ich gehe.", None));
    }
}
