//! Who writes to whom, as the head of a message or a letter says: a line `To: Ada Voss`, or the lines above "Dear Ada".
//! "You" and "I" are they.

use super::letters;
use crate::text::cutting::lines;
use crate::text::display::spacing::single_spaced;
use crate::text::language::{pack, word_lists};
use crate::text::words::terms::words;

word_lists! {
    static WORDS = "correspondents.toml": from, to, addressing, greeting, unnamed
}

/// Lines with text down to which a head reaches.
const HEAD: usize = 14;

/// The byte at which the line begins that a letter begins with: above it stands who writes to whom, from where and
/// when. None where a text is no letter.
pub fn letter(text: &str) -> Option<usize> {
    let mut head = lines::lines(text).filter(|line| !line.span.is_empty()).take(HEAD);
    head.find(|line| letters::is_salutation(line.content(text))).map(|line| line.span.start)
}

/// Who writes a letter or a mail and to whom, as its head says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Correspondence {
    /// What stands behind *From*; none in a letter, which its writer signs.
    pub from: Option<String>,
    /// Whoever it is to, by name; empty where a letter does not tell.
    pub to: String,
    /// What it says besides of whom it is to: of a letter that tells nobody all that stands above its first sentence.
    pub head: String,
}

/// Reads who writes to whom; none where a text is neither a letter nor a mail.
pub fn correspondence(text: &str) -> Option<Correspondence> {
    match (field(text, is_of_writer), field(text, is_of_reader)) {
        (Some(from), Some(to)) => {
            Some(Correspondence { from: Some(from.to_owned()), to: to.to_owned(), head: String::new() })
        }
        _ => {
            let at = letter(text)?;
            let greeting = text[at..].lines().next().unwrap_or_default();
            let above = &text[..at];
            let to = addressee(above, greeting);
            let head = if to.is_empty() { format!("{above} {greeting}") } else { format!("{to} {greeting}") };
            Some(Correspondence { from: None, to, head: single_spaced(&head) })
        }
    }
}

/// Whom a letter is to, as the lines above its greeting and the greeting tell: the line with the name that is greeted,
/// a line *To …*, the last address in front of a greeting without a name, else the name that is greeted. Whoever writes
/// has an address above, too, which is nobody that it is written to.
fn addressee(above: &str, greeting: &str) -> String {
    let greeted = greeted(greeting);
    let plain = |line: &'_ str| single_spaced(line.split([',', '(']).next().unwrap_or_default());
    if let Some(last) = greeted.rsplit(' ').next().filter(|last| !last.is_empty()) {
        let has =
            |line: &&str| words(line).any(|word| word.text == last) && !line.contains(|c: char| c.is_ascii_digit());
        // An address has several lines; one alone may be a house that is called so.
        return above.lines().rev().map(str::trim).find(has).map_or(greeted.clone(), plain);
    }
    let lines = || above.lines().map(str::trim).filter(|line| !line.is_empty());
    let addressed = lines().find_map(|line| {
        let lower = line.to_lowercase();
        let front = WORDS
            .addressing
            .iter()
            .filter(|front| lower.strip_prefix(*front).is_some_and(|rest| rest.starts_with([' ', ':'])));
        let front = front.map(str::len).max()?;
        Some(line.get(front..)?.trim_start_matches([':', ' ']))
    });
    if let Some(named) = addressed.filter(|named| !named.is_empty()) {
        return plain(named);
    }
    // Of several addresses the last is whoever is written to.
    let blocks: Vec<&str> = above.split("\n\n").map(str::trim).filter(|block| !block.is_empty()).collect();
    let is_address = |block: &&&str| block.lines().nth(1).is_some();
    let last = blocks.iter().skip(1).rfind(is_address).and_then(|block| block.lines().next());
    last.filter(|line| !line.contains(|c: char| c.is_ascii_digit())).map(plain).unwrap_or_default()
}

/// The name that a greeting has behind its first words: *Mr Voss* of "Dear Mr Voss,"; empty for "Dear Sir,".
fn greeted(greeting: &str) -> String {
    let line = greeting.trim().trim_end_matches([',', ':', '!', '.', '，', '：']);
    let named: Vec<&str> = line
        .split_whitespace()
        .skip_while(|word| WORDS.greeting.has(&word.to_lowercase()) || !word.starts_with(char::is_uppercase))
        .collect();
    let is_name = named.iter().any(|word| !WORDS.unnamed.has(&bare(word).to_lowercase()));
    if is_name { named.join(" ") } else { String::new() }
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
pub fn is_of_reader(label: &str) -> bool {
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
        let to = |text: &str| correspondence(text).expect("a letter").to;
        assert_eq!(to("Tarn, Michigan\n20th October 1889\n\nDear Agnes,\n\nI am here.\n"), "Agnes");
        assert_eq!(to("Orsk, 9 January 2031\n\nDear Mr Reed,\n\nI resign.\n"), "Mr Reed");
        let lawyers = "Voss & Lund\nOrsk, 20 July 2031\n\nTo the Harbour Board, Orsk\nFor the attention of Ms Reed\n\n\
                       Dear Madam,\n\nWe act for the ferry.\n";
        assert_eq!(to(lawyers), "the Harbour Board");
        let block =
            "Ada Voss\n4 Corn Street\n\n3 May 2031\n\nThe Harbour Board\nQuay Street\n\nDear Sirs,\n\nIt leaks.\n";
        assert_eq!(to(block), "The Harbour Board");
        assert_eq!(to("Orsk Infirmary\n27 July 2031\n\nDear Sir,\n\nIt leaks.\n"), "");
        let from = Some("Tom Reed <t@reed.example>".to_owned());
        assert_eq!(told(mail), Some((from, "Ada Voss <a@voss.example>".to_owned())));
        assert_eq!(told(letter), Some((None, "Ada Voss".to_owned())));
        assert_eq!(told("The lamp was lit.\nFrom: the quay it was seen."), None);
        assert!(is_personal("You are let go.", None) && is_personal("I resign.", None));
        assert!(!is_personal("The lamp was lit.", None));
        assert!(is_personal("Ich gehe.", Some("deu")) && !is_personal("Ich gehe.", None));
    }
}
