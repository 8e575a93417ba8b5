//! Tokens of a sentence, with their bytes and their shape. Owns how words are cut: possessives and contractions end a
//! word, initials keep their full stop, stage directions are no words at all.

use crate::text::cutting::script::is_kana;
use crate::text::language::{in_any, word_lists};
use crate::text::words::stage::is_stage_direction;
use crate::text::words::terms::{is_combining, is_hyphen};

word_lists! { static WORDS = "token.toml": levels }

/// How a token is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TokenShape {
    /// `protein`, and letters without case.
    Lower,
    /// `Protein`, `O'Neill`.
    Title,
    /// Two or more letters, all capitals: `NSF`, `U.S.`.
    Caps,
    /// One capital letter with or without a full stop: `J.`, `W`.
    Initial,
    /// Capitals after the first letter or letters with digits: `iPhone`, `GPT-3`, `will.i.am`.
    Mixed,
    /// Digits without letters: `1984`, `4.5`.
    Number,
    /// Anything else, one token for each character.
    Punct,
}

/// A token; offsets are bytes of the sentence.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token {
    pub start: usize,
    pub end: usize,
    pub shape: TokenShape,
    /// White space stands before it.
    pub gap: bool,
    /// `'s` or a lone apostrophe was cut off behind it.
    pub possessive: bool,
}

impl Token {
    pub fn is_word(&self) -> bool {
        self.shape != TokenShape::Punct
    }

    pub fn is_capital(&self) -> bool {
        matches!(self.shape, TokenShape::Title | TokenShape::Caps | TokenShape::Initial | TokenShape::Mixed)
    }
}

fn is_apostrophe(c: char) -> bool {
    matches!(c, '\'' | '’' | 'ʼ')
}

/// Cuts `text` into tokens, in order. Tokens begin and end on character boundaries and do not overlap.
pub(super) fn tokens(text: &str, into: &mut Vec<Token>) {
    into.clear();
    let mut chars = text.char_indices().peekable();
    let mut gap = false;
    while let Some((start, c)) = chars.next() {
        if c.is_whitespace() {
            gap = true;
            continue;
        }
        if is_superscript(c) {
            continue;
        }
        if !c.is_alphanumeric() {
            into.push(Token { start, end: start + c.len_utf8(), shape: TokenShape::Punct, gap, possessive: false });
            gap = false;
            continue;
        }
        let mut end = start + c.len_utf8();
        while let Some(&(at, c)) = chars.peek() {
            if changes_script(&text[start..at], c) {
                break;
            }
            if c.is_alphanumeric() && !is_superscript(c) || is_combining(c) {
                end = at + c.len_utf8();
                chars.next();
                continue;
            }
            // A joint stays inside a word when a letter or digit follows it at once.
            let after = text[at + c.len_utf8()..].chars().next();
            let joins = after.is_some_and(char::is_alphanumeric)
                && (is_apostrophe(c)
                    || is_hyphen(c)
                    || (c == '.' && joins_dot(&text[start..at], &text[at + 1..]))
                    || (c == ',' && digits(&text[start..at]) && after.is_some_and(|d| d.is_ascii_digit()))
                    || (c == '&' && at - start <= 3));
            if !joins {
                break;
            }
            end = at + c.len_utf8();
            chars.next();
        }
        let (end, possessive) = cut_suffix(text, start, end);
        // Move the cursor to just behind what was kept; a cut suffix is swallowed.
        let (end, swallowed) = closing(text, start, end, possessive);
        while chars.peek().is_some_and(|&(at, _)| at < swallowed) {
            chars.next();
        }
        into.push(Token { start, end, shape: shape(&text[start..end]), gap, possessive });
        gap = false;
    }
    silence_stage_directions(text, into);
    silence_addresses(text, into);
    silence_stamps(text, into);
    silence_markup(text, into);
}

/// True for a raised figure: the number of a note or of an affiliation behind a name, a power behind a unit.
fn is_superscript(c: char) -> bool {
    matches!(c, '¹' | '²' | '³' | '⁰' | '⁴'..='⁹')
}

/// Where kana follow Latin letters, or the other way round, another word begins: `dpkgは`.
fn changes_script(before: &str, c: char) -> bool {
    let latin = |c: char| c.is_alphabetic() && c < '\u{250}';
    before.chars().next_back().is_some_and(|last| is_kana(last) && latin(c) || latin(last) && is_kana(c))
}

fn digits(word: &str) -> bool {
    word.bytes().all(|b| b.is_ascii_digit() || b == b',' || b == b'.')
}

/// A full stop between single letters (`U.S`, `J.P`), before a single letter and another (`will.i.am`), or between
/// digits. `rest` is what follows the full stop.
fn joins_dot(before: &str, rest: &str) -> bool {
    let mut after = rest.chars();
    let Some(first) = after.next() else { return false };
    if first.is_ascii_digit() {
        return before.ends_with(|c: char| c.is_ascii_digit());
    }
    let last_part = before.rsplit('.').next().unwrap_or(before);
    let single = |part: &str| part.chars().count() == 1 && part.chars().all(char::is_alphabetic);
    // `Ph.D.`, `Ed.D.`: two or three letters, and one with a full stop of its own.
    let degree = (2..=3).contains(&last_part.chars().count())
        && last_part.starts_with(char::is_uppercase)
        && last_part.chars().skip(1).all(char::is_lowercase)
        && first.is_uppercase()
        && rest[first.len_utf8()..].starts_with('.');
    degree || single(last_part) || (after.next() == Some('.') && after.next().is_some_and(char::is_alphabetic))
}

/// Cuts contractions off: `Kevin's` → `Kevin`, `don't` → `do`. Returns the new end and whether it was a possessive.
fn cut_suffix(text: &str, start: usize, end: usize) -> (usize, bool) {
    let word = &text[start..end];
    let Some((at, mark)) = word.char_indices().rev().find(|&(_, c)| is_apostrophe(c)) else { return (end, false) };
    let suffix = &word[at + mark.len_utf8()..];
    if at == 0 {
        return (end, false);
    }
    let lower = suffix.to_lowercase();
    match lower.as_str() {
        "s" => (start + at, true),
        "ll" | "re" | "ve" | "m" | "d" => (start + at, false),
        "t" => {
            // `don't`, `isn't`: the whole word is a function word; keep what stands before the n.
            let kept = word[..at].strip_suffix(['n', 'N']).map_or(at, str::len);
            (start + kept.max(1), false)
        }
        _ => (end, false),
    }
}

/// Takes in what belongs to the word behind its letters (`J.`, `C++`, `C#`) and says where reading goes on.
fn closing(text: &str, start: usize, end: usize, possessive: bool) -> (usize, usize) {
    let word = &text[start..end];
    let rest = &text[end..];
    if possessive {
        let mark = rest.chars().next().map_or(0, char::len_utf8);
        let letter = rest[mark..].chars().next().map_or(0, char::len_utf8);
        return (end, end + mark + letter);
    }
    let letters = word.chars().count();
    if letters == 1 && (rest.starts_with("++") || rest.starts_with('#')) {
        let end = end + if rest.starts_with('#') { 1 } else { 2 };
        return (end, end);
    }
    if let Some(behind) = rest.strip_prefix('.') {
        let initial = letters == 1 && word.chars().all(char::is_uppercase);
        let initials = word.contains('.') && word.split('.').all(|part| part.chars().count() == 1);
        if initial || initials {
            // A full stop that ends the sentence belongs to the sentence for `vitamin C.`, to the word for `U.S.`.
            let more = behind.trim_start().chars().next();
            if initials || more.is_some_and(char::is_alphabetic) {
                return (end + 1, end + 1);
            }
        }
    }
    // What was cut off as a contraction is swallowed with its apostrophe.
    if rest.chars().next().is_some_and(is_apostrophe) || rest.starts_with("n'") || rest.starts_with("n’") {
        let tail = rest.find(|c: char| !(c.is_alphabetic() || is_apostrophe(c))).unwrap_or(rest.len());
        let tail_text = &rest[..tail];
        if tail_text.chars().any(char::is_alphabetic) {
            return (end, end + tail);
        }
    }
    (end, end)
}

fn shape(word: &str) -> TokenShape {
    let (mut upper, mut lower, mut digit, mut other) = (0, 0, 0, 0);
    let mut first_upper = false;
    let mut inner_upper = false;
    let mut previous_joint = true;
    for (i, c) in word.chars().enumerate() {
        if c.is_uppercase() {
            upper += 1;
            first_upper |= i == 0;
            inner_upper |= !previous_joint;
        } else if c.is_lowercase() {
            lower += 1;
        } else if c.is_numeric() {
            digit += 1;
        } else if c.is_alphabetic() {
            other += 1;
        }
        previous_joint = !c.is_alphanumeric();
    }
    if digit > 0 && upper + lower + other == 0 {
        return TokenShape::Number;
    }
    if upper == 1 && lower + other == 0 && digit == 0 {
        return if word.ends_with('+') || word.ends_with('#') { TokenShape::Mixed } else { TokenShape::Initial };
    }
    if upper > 0 && lower + other == 0 {
        return TokenShape::Caps;
    }
    if digit > 0 && upper > 0 {
        return TokenShape::Mixed;
    }
    if digit > 0 || upper == 0 {
        return TokenShape::Lower;
    }
    if first_upper && (!inner_upper || (lower >= 2 && upper == 2 && word.starts_with("Mc"))) {
        return TokenShape::Title;
    }
    TokenShape::Mixed
}

/// Turns `[MUSIC]`, `(Laughter.)`, `(ph)` into punctuation, so that nothing inside is read as a word.
fn silence_stage_directions(text: &str, tokens: &mut [Token]) {
    let mut open = 0;
    while open < tokens.len() {
        let mark = &text[tokens[open].start..tokens[open].end];
        let close_mark = match mark {
            "[" => "]",
            "(" => ")",
            _ => {
                open += 1;
                continue;
            }
        };
        let window = &tokens[open + 1..tokens.len().min(open + 9)];
        let close = window.iter().position(|t| &text[t.start..t.end] == close_mark).map(|at| open + 1 + at);
        if let Some(close) = close {
            let words = || tokens[open + 1..close].iter().filter(|t| t.is_word());
            let stage = words().any(|t| {
                let word = text[t.start..t.end].to_lowercase();
                in_any(|pack| &pack.stage, &word) || in_any(|pack| &pack.notes, &word)
            });
            let bracket = &text[tokens[open].start..tokens[close].end];
            let said = !is_stage_direction(bracket) && words().any(|t| t.shape != TokenShape::Number);
            // What a link is called counts; where it leads is no text.
            let leads = mark == "[" && tokens.get(close + 1).is_some_and(|t| !t.gap && &text[t.start..t.end] == "(");
            let link = if leads {
                (close + 2..tokens.len()).find(|&at| &text[tokens[at].start..tokens[at].end] == ")")
            } else {
                None
            };
            let silent = if let Some(end) = link {
                Some(close..=end)
            } else if mark == "[" && !said || stage && words().count() <= 4 {
                Some(open..=close)
            } else {
                None
            };
            let close = link.unwrap_or(close);
            if let Some(silent) = silent {
                silence(&mut tokens[silent]);
            }
            open = close;
        }
        open += 1;
    }
}

/// Turns the parts of web and mail addresses into punctuation: nothing in them is a name.
fn silence_addresses(text: &str, tokens: &mut [Token]) {
    for run in tokens.chunk_by_mut(|_, next| !next.gap).filter(|run| run.len() >= 3) {
        let chunk = &text[run[0].start..run[run.len() - 1].end];
        let mail = chunk.find('@').is_some_and(|at| chunk[at..].contains('.'));
        if mail || chunk.contains("://") || chunk.starts_with("www.") {
            silence(run);
        }
    }
}

fn silence(tokens: &mut [Token]) {
    tokens.iter_mut().for_each(|token| token.shape = TokenShape::Punct);
}

/// Turns the stamp of a line that a machine wrote into punctuation, with the word behind it for how grave the line is:
/// `2031-05-04T00:00:38Z DEBUG`.
fn silence_stamps(text: &str, tokens: &mut [Token]) {
    const FIGURES: usize = 4;
    let is_level = |token: &Token| {
        token.shape == TokenShape::Caps && WORDS.levels.has(&text[token.start..token.end].to_lowercase())
    };
    let mut behind_stamp = false;
    for run in tokens.chunk_by_mut(|_, next| !next.gap) {
        if behind_stamp && is_level(&run[0]) {
            silence(&mut run[..1]);
        }
        let chunk = &text[run[0].start..run[run.len() - 1].end];
        let figures = chunk.bytes().filter(u8::is_ascii_digit).count();
        behind_stamp = chunk.contains(':')
            && figures >= FIGURES
            && chunk.bytes().all(|byte| byte.is_ascii_digit() || b"-:.,+/TZ[]".contains(&byte));
        if behind_stamp {
            silence(run);
        }
    }
}

/// Turns what stands in a markup tag (`<span class="note">`) into punctuation.
fn silence_markup(text: &str, tokens: &mut [Token]) {
    const LONGEST: usize = 60;
    let is = |token: &Token, mark: &str| &text[token.start..token.end] == mark;
    let mut at = 0;
    while at + 2 < tokens.len() {
        let opens =
            is(&tokens[at], "<") && !tokens[at + 1].gap && (tokens[at + 1].is_word() || is(&tokens[at + 1], "/"));
        let end = if opens { tokens.len().min(at + LONGEST) } else { at };
        if let Some(close) = (at + 1..end).find(|&i| is(&tokens[i], ">")) {
            silence(&mut tokens[at..=close]);
            at = close;
        }
        at += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<&str> {
        let mut found = Vec::new();
        tokens(text, &mut found);
        found.iter().filter(|t| t.is_word()).map(|t| &text[t.start..t.end]).collect()
    }

    #[test]
    fn cuts_possessives_and_contractions() {
        assert_eq!(words("Mara's boat doesn't leak, we're told"), ["Mara", "boat", "does", "leak", "we", "told"]);
        assert_eq!(words("O’Neill’s workers' hut"), ["O’Neill", "workers", "hut"]);
    }

    #[test]
    fn the_stamp_of_a_line_of_a_log_is_no_word() {
        assert_eq!(words("2031-05-04T00:00:38Z DEBUG lampd fetch Orsk"), ["lampd", "fetch", "Orsk"]);
        assert!(words("[2031-05-04 10:02:11,042] WARN Orsk is dark").ends_with(&["Orsk", "is", "dark"]));
        assert!(!words("[2031-05-04 10:02:11,042] WARN Orsk is dark").contains(&"WARN"));
        assert_eq!(words("DEBUG the lamp at 10 TILL 12"), ["DEBUG", "the", "lamp", "at", "10", "TILL", "12"]);
    }

    #[test]
    fn keeps_initials_and_marks() {
        assert_eq!(
            words("J. P. Morgan of the U.S. wrote C++ and AT&T."),
            ["J.", "P.", "Morgan", "of", "the", "U.S.", "wrote", "C++", "and", "AT&T"]
        );
        assert_eq!(words("Mara Voss, Ph.D., spoke."), ["Mara", "Voss", "Ph.D", "spoke"]);
        assert_eq!(words("It rained 1,200.5 mm in GPT-3."), ["It", "rained", "1,200.5", "mm", "in", "GPT-3"]);
    }

    #[test]
    fn breaks_between_scripts() {
        assert_eq!(words("orskはツールです"), ["orsk", "はツールです"]);
        assert_eq!(words("ツールorsk 3月"), ["ツール", "orsk", "3月"]);
    }

    #[test]
    fn silences_stage_directions() {
        assert_eq!(words("[MUSIC PLAYING] Hello (laughter) there (ph)."), ["Hello", "there"]);
        assert_eq!(words("the (old) mill"), ["the", "old", "mill"]);
        assert_eq!(words("see [the Orsk mill](../mills/orsk.md) now"), ["see", "the", "Orsk", "mill", "now"]);
    }

    #[test]
    fn silences_addresses() {
        assert_eq!(
            words("Write to mara@tarn.example or see https://tarn.example/Qx7-Bb today."),
            ["Write", "to", "or", "see", "today"]
        );
    }

    #[test]
    fn tells_shapes() {
        for (word, wanted) in [
            ("mill", TokenShape::Lower),
            ("Mill", TokenShape::Title),
            ("McKay", TokenShape::Title),
            ("Fei-Fei", TokenShape::Title),
            ("NSF", TokenShape::Caps),
            ("iPhone", TokenShape::Mixed),
            ("W", TokenShape::Initial),
            ("1984", TokenShape::Number),
            ("GPT-3", TokenShape::Caps),
            ("Élodie", TokenShape::Title),
        ] {
            assert_eq!(shape(word), wanted, "{word}");
        }
    }
}
