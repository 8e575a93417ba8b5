//! What is done to a text before a model cuts it: how it is normalised, and where it is split.

use icu_normalizer::{ComposingNormalizerBorrowed, DecomposingNormalizerBorrowed};
use icu_properties::CodePointMapData;
use icu_properties::props::{GeneralCategory, GeneralCategoryGroup};
use serde_json::Value;

/// A step of normalising.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Normaliser {
    Lower,
    /// Marks over and under letters are taken away.
    PlainLetters,
    Composed,
    Decomposed,
    CompatiblyComposed,
    CompatiblyDecomposed,
    /// No control characters; every blank is a space.
    Clean,
    /// Blanks around Chinese characters.
    Ideographs,
    Replace(String, String),
    /// Runs of blanks become one string.
    Blanks(String),
    Prepend(String),
    Trim(bool, bool),
}

impl Normaliser {
    /// BERT's.
    pub fn bert(clean: bool, ideographs: bool, plain: bool, lower: bool) -> Vec<Self> {
        let steps = [
            (clean, Normaliser::Clean),
            (ideographs, Normaliser::Ideographs),
            (plain, Normaliser::PlainLetters),
            (lower, Normaliser::Lower),
        ];
        steps.into_iter().filter(|(wanted, _)| *wanted).map(|(_, step)| step).collect()
    }

    /// Reads what a tokenizer's file says; the error names what is not read.
    pub fn read(step: Option<&Value>, into: &mut Vec<Self>) -> Result<(), String> {
        let Some(step) = step.filter(|step| !step.is_null()) else { return Ok(()) };
        let flag = |name: &str, otherwise: bool| step[name].as_bool().unwrap_or(otherwise);
        let text = |name: &str| step[name].as_str().unwrap_or_default().to_owned();
        match step["type"].as_str().unwrap_or_default() {
            "Sequence" => step["normalizers"]
                .as_array()
                .into_iter()
                .flatten()
                .try_for_each(|step| Self::read(Some(step), into))?,
            "BertNormalizer" => {
                let lower = flag("lowercase", true);
                let plain = flag("strip_accents", lower);
                into.extend(Self::bert(flag("clean_text", true), flag("handle_chinese_chars", true), plain, lower));
            }
            "Lowercase" => into.push(Normaliser::Lower),
            "StripAccents" => into.push(Normaliser::PlainLetters),
            "NFC" => into.push(Normaliser::Composed),
            "NFD" => into.push(Normaliser::Decomposed),
            "NFKC" | "Precompiled" => into.push(Normaliser::CompatiblyComposed),
            "NFKD" => into.push(Normaliser::CompatiblyDecomposed),
            "Nmt" => into.push(Normaliser::Clean),
            "Prepend" => into.push(Normaliser::Prepend(text("prepend"))),
            "Strip" => into.push(Normaliser::Trim(flag("strip_left", false), flag("strip_right", false))),
            "Replace" => match (step["pattern"]["String"].as_str(), step["pattern"]["Regex"].as_str()) {
                (Some(""), _) => return Err("it replaces nothing by something".to_owned()),
                (Some(from), _) => into.push(Normaliser::Replace(from.to_owned(), text("content"))),
                (_, Some(r"\s+" | r" {2,}" | r"\s{2,}" | r" +")) => into.push(Normaliser::Blanks(text("content"))),
                (_, other) => {
                    return Err(format!("it replaces by the expression `{}`, which is not read", other.unwrap_or("")));
                }
            },
            other => return Err(format!("it normalises by `{other}`, which is not read")),
        }
        Ok(())
    }

    pub fn apply(&self, text: String) -> String {
        match self {
            Normaliser::Lower => text.to_lowercase(),
            Normaliser::PlainLetters if text.is_ascii() => text,
            Normaliser::PlainLetters => {
                let kinds = CodePointMapData::<GeneralCategory>::new();
                let apart = DecomposingNormalizerBorrowed::new_nfd().normalize(&text);
                apart.chars().filter(|&c| kinds.get(c) != GeneralCategory::NonspacingMark).collect()
            }
            Normaliser::Composed => ComposingNormalizerBorrowed::new_nfc().normalize(&text).into_owned(),
            Normaliser::Decomposed => DecomposingNormalizerBorrowed::new_nfd().normalize(&text).into_owned(),
            Normaliser::CompatiblyComposed => ComposingNormalizerBorrowed::new_nfkc().normalize(&text).into_owned(),
            Normaliser::CompatiblyDecomposed => DecomposingNormalizerBorrowed::new_nfkd().normalize(&text).into_owned(),
            Normaliser::Clean => text
                .chars()
                .filter(|&c| c.is_whitespace() || !c.is_control() && c != '\u{fffd}')
                .map(|c| if c.is_whitespace() { ' ' } else { c })
                .collect(),
            Normaliser::Ideographs if text.is_ascii() => text,
            Normaliser::Ideographs => {
                let mut apart = String::with_capacity(text.len());
                for c in text.chars() {
                    match is_ideograph(c) {
                        true => apart.extend([' ', c, ' ']),
                        false => apart.push(c),
                    }
                }
                apart
            }
            Normaliser::Replace(from, to) => text.replace(from, to),
            Normaliser::Blanks(to) => {
                let mut joined = String::with_capacity(text.len());
                let mut blank = false;
                for c in text.chars() {
                    match c.is_whitespace() {
                        true if !blank => joined.push_str(to),
                        true => {}
                        false => joined.push(c),
                    }
                    blank = c.is_whitespace();
                }
                joined
            }
            Normaliser::Prepend(front) if !text.is_empty() => format!("{front}{text}"),
            Normaliser::Prepend(_) => text,
            Normaliser::Trim(left, right) => {
                let text = if *left { text.trim_start() } else { &text };
                (if *right { text.trim_end() } else { text }).to_owned()
            }
        }
    }
}

/// Chinese characters, as BERT counts them.
fn is_ideograph(c: char) -> bool {
    matches!(u32::from(c), 0x3400..=0x4dbf | 0x4e00..=0x9fff | 0xf900..=0xfaff | 0x20000..=0x2ebef | 0x2f800..=0x2fa1f)
}

fn is_punctuation(c: char) -> bool {
    c.is_ascii_punctuation()
        || !c.is_ascii()
            && GeneralCategoryGroup::Punctuation.contains(CodePointMapData::<GeneralCategory>::new().get(c))
}

/// What becomes of the text at which something is split.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Kept {
    Gone,
    Alone,
    Before,
    Behind,
}

/// Where a text is split.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Splitter {
    /// At blanks, and around every mark of punctuation.
    Bert,
    /// At blanks, and between words and runs of anything else.
    Words,
    Blanks,
    Punctuation,
    Digits(bool),
    At(String, Kept),
    /// Blanks become a sign that belongs to the word behind it.
    Sign {
        sign: String,
        prepend: bool,
        splits: bool,
    },
    /// As GPT-2 does it.
    Gpt,
    /// Bytes become letters that can be seen, as GPT-2 does it.
    Bytes {
        prepend: bool,
    },
}

impl Splitter {
    /// Reads what a tokenizer's file says; the error names what is not read.
    pub fn read(step: Option<&Value>, into: &mut Vec<Self>) -> Result<(), String> {
        let Some(step) = step.filter(|step| !step.is_null()) else { return Ok(()) };
        let flag = |name: &str, otherwise: bool| step[name].as_bool().unwrap_or(otherwise);
        match step["type"].as_str().unwrap_or_default() {
            "Sequence" => {
                let steps = step["pretokenizers"].as_array();
                steps.into_iter().flatten().try_for_each(|step| Self::read(Some(step), into))?;
            }
            "BertPreTokenizer" => into.push(Splitter::Bert),
            "Whitespace" => into.push(Splitter::Words),
            "WhitespaceSplit" => into.push(Splitter::Blanks),
            "Punctuation" => into.push(Splitter::Punctuation),
            "Digits" => into.push(Splitter::Digits(flag("individual_digits", false))),
            "CharDelimiterSplit" => {
                let at = step["delimiter"].as_str().unwrap_or(" ");
                into.push(Splitter::At(at.to_owned(), Kept::Gone));
            }
            "Split" => match step["pattern"]["String"].as_str().filter(|pattern| !pattern.is_empty()) {
                Some(pattern) => into.push(Splitter::At(
                    pattern.to_owned(),
                    match step["behavior"].as_str() {
                        Some("Removed") => Kept::Gone,
                        Some("MergedWithPrevious") => Kept::Before,
                        Some("MergedWithNext") => Kept::Behind,
                        _ => Kept::Alone,
                    },
                )),
                None => into.push(Splitter::Gpt),
            },
            "Metaspace" => into.push(Splitter::Sign {
                sign: step["replacement"].as_str().unwrap_or("▁").to_owned(),
                prepend: step["prepend_scheme"].as_str().map_or(flag("add_prefix_space", true), |s| s != "never"),
                splits: flag("split", true),
            }),
            "ByteLevel" => {
                if flag("use_regex", true) {
                    into.push(Splitter::Gpt);
                }
                into.push(Splitter::Bytes { prepend: flag("add_prefix_space", true) });
            }
            other => return Err(format!("it splits by `{other}`, which is not read")),
        }
        Ok(())
    }

    pub fn split(&self, text: &str) -> Vec<String> {
        match self {
            Splitter::Bert => text.split_whitespace().flat_map(|word| around(word, is_punctuation)).collect(),
            Splitter::Words => text
                .split_whitespace()
                .flat_map(|word| runs(word, |c| u8::from(c.is_alphanumeric() || c == '_')))
                .collect(),
            Splitter::Blanks => text.split_whitespace().map(str::to_owned).collect(),
            Splitter::Punctuation => around(text, is_punctuation),
            Splitter::Digits(true) => around(text, char::is_numeric),
            Splitter::Digits(false) => runs(text, |c| u8::from(c.is_numeric())),
            Splitter::At(at, kept) => split_at(text, at, *kept),
            Splitter::Sign { sign, prepend, splits } => {
                let mut text = text.replace(' ', sign);
                if *prepend && !text.starts_with(sign.as_str()) {
                    text.insert_str(0, sign);
                }
                if *splits { split_at(&text, sign, Kept::Behind) } else { vec![text] }
            }
            Splitter::Gpt => gpt(text),
            Splitter::Bytes { prepend } => {
                let blank = if *prepend && !text.starts_with(char::is_whitespace) { " " } else { "" };
                vec![blank.bytes().chain(text.bytes()).map(seen).collect()]
            }
        }
    }
}

/// Splits around every letter of a kind, each by itself.
fn around(text: &str, is_one: impl Fn(char) -> bool) -> Vec<String> {
    let mut parts = Vec::new();
    let mut begin = 0;
    for (at, c) in text.char_indices().filter(|&(_, c)| is_one(c)) {
        parts.extend([&text[begin..at], &text[at..at + c.len_utf8()]]);
        begin = at + c.len_utf8();
    }
    parts.push(&text[begin..]);
    parts.into_iter().filter(|part| !part.is_empty()).map(str::to_owned).collect()
}

/// Splits where the kind of letter changes.
fn runs(text: &str, kind: impl Fn(char) -> u8) -> Vec<String> {
    let mut parts: Vec<String> = Vec::new();
    let mut before = None;
    for c in text.chars() {
        let kind = Some(kind(c));
        match parts.last_mut().filter(|_| kind == before) {
            Some(part) => part.push(c),
            None => parts.push(c.to_string()),
        }
        before = kind;
    }
    parts
}

fn split_at(text: &str, at: &str, kept: Kept) -> Vec<String> {
    let parts: Vec<String> = match kept {
        Kept::Gone => text.split(at).map(str::to_owned).collect(),
        Kept::Before => text.split_inclusive(at).map(str::to_owned).collect(),
        Kept::Alone | Kept::Behind => {
            let mut parts: Vec<String> = Vec::new();
            for (number, part) in text.split(at).enumerate() {
                match (number, kept) {
                    (0, _) => parts.push(part.to_owned()),
                    (_, Kept::Behind) => parts.push(format!("{at}{part}")),
                    _ => parts.extend([at.to_owned(), part.to_owned()]),
                }
            }
            parts
        }
    };
    parts.into_iter().filter(|part| !part.is_empty()).collect()
}

/// Words with the blank in front of them, numbers, runs of anything else, and blanks, of which a word takes the last.
fn gpt(text: &str) -> Vec<String> {
    let kind = |c: char| match c {
        c if c.is_alphabetic() => 0,
        c if c.is_numeric() => 1,
        c if c.is_whitespace() => 2,
        _ => 3,
    };
    let mut parts = runs(text, kind);
    for at in 1..parts.len() {
        let (before, here) = parts.split_at_mut(at);
        if here[0].starts_with(|c: char| !c.is_whitespace())
            && let Some(before) = before.last_mut().filter(|before| before.trim().is_empty() && before.ends_with(' '))
        {
            before.pop();
            here[0].insert(0, ' ');
        }
    }
    parts.retain(|part| !part.is_empty());
    parts
}

/// The letter that a byte is shown as: itself where it can be seen, else one behind Latin's.
fn seen(byte: u8) -> char {
    let is_seen = |byte: u8| matches!(byte, b'!'..=b'~' | 0xa1..=0xac | 0xae..=0xff);
    match is_seen(byte) {
        true => char::from(byte),
        false => {
            let unseen_before = (0..byte).filter(|&byte| !is_seen(byte)).count() as u32;
            char::from_u32(256 + unseen_before).unwrap_or_default()
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn steps(value: &Value) -> Vec<Normaliser> {
        let mut steps = Vec::new();
        Normaliser::read(Some(value), &mut steps).expect("known steps");
        steps
    }

    #[test]
    fn bert_takes_marks_away_and_parts_ideographs() {
        let bert = steps(&json!({ "type": "BertNormalizer", "lowercase": true, "strip_accents": null }));
        let normal = bert.iter().fold("Café\t中文\u{0}".to_owned(), |text, step| step.apply(text));
        assert_eq!(normal, "cafe  中  文 ");
        assert_eq!(Splitter::Bert.split("it's, no?"), ["it", "'", "s", ",", "no", "?"]);
    }

    #[test]
    fn blanks_become_signs_and_bytes_letters() {
        let mut splitters = Vec::new();
        Splitter::read(Some(&json!({ "type": "Metaspace", "replacement": "▁" })), &mut splitters).expect("known");
        assert_eq!(splitters[0].split("a bc"), ["▁a", "▁bc"]);
        assert_eq!(gpt("it is  12!"), ["it", " is", " ", " 12", "!"]);
        assert_eq!(Splitter::Bytes { prepend: true }.split("é"), ["ĠÃ©"]);
        assert_eq!(split_at("a|b|", "|", Kept::Before), ["a|", "b|"]);
        assert_eq!(split_at("a|b", "|", Kept::Alone), ["a", "|", "b"]);
    }

    #[test]
    fn a_step_that_is_not_read_is_named() {
        let error = Splitter::read(Some(&json!({ "type": "UnicodeScripts" })), &mut Vec::new());
        assert!(error.is_err_and(|what| what.contains("UnicodeScripts")));
        let error = Normaliser::read(
            Some(&json!({ "type": "Replace", "pattern": { "Regex": "[aeiou]" }, "content": "" })),
            &mut Vec::new(),
        );
        assert!(error.is_err_and(|what| what.contains("[aeiou]")));
    }
}
