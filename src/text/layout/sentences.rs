//! Blocks → sentences. Full stops that end no sentence (titles, initials, abbreviations, decimals, numbering) are known
//! by rules and short lists; punctuation of other scripts ends sentences too.

use super::aside::is_caption;
use super::blocks::{Block, BlockKind};
use crate::model::{SentenceKind, Span};
use crate::text::cutting::lines::trimmed;
use crate::text::cutting::punctuation::{ends_as_sentence, is_closer, is_terminal, is_wide_terminal};
use crate::text::dates::{month_in_any, ordinal};
use crate::text::language::{in_any, is_abbreviation};
use crate::text::speakers::letters::is_greeting;
use crate::text::words::stage::is_stage_direction;
use crate::text::words::terms::is_digits;
use crate::text::words::wordlist::{is_article, is_function_word};

/// What goes on for longer, in bytes, is no sentence that anybody wrote: it is cut, so that no later step meets a line
/// of megabytes in one piece.
const LONGEST: usize = 8_000;

/// Bytes from which on a cell is split into sentences.
const LONG_CELL: usize = 600;

/// Letters of a word that is cut short in front of a number, at most.
const SHORT: usize = 4;

/// Words of a heading that runs into what stands under it, at most, but for articles.
const RUN_IN: usize = 3;

/// Bytes of what may stand in square brackets without a sentence ending there: a source, a remark.
const BRACKETED: usize = 240;

/// Returns the sentences of a block with what they are, in order.
pub(super) fn split_block(text: &str, block: &Block) -> Vec<(Span, SentenceKind)> {
    let whole = |kind| pieces(text, block.span).into_iter().map(|piece| (piece, kind)).collect();
    let kind = match block.kind {
        BlockKind::Cell if block.span.len() > LONG_CELL => {
            return split(text, block.span).into_iter().map(|span| (span, SentenceKind::Row)).collect();
        }
        BlockKind::Row | BlockKind::Cell => return whole(SentenceKind::Row),
        BlockKind::Code => return whole(SentenceKind::Code),
        BlockKind::Caption => SentenceKind::Caption,
        BlockKind::Paragraph | BlockKind::Item | BlockKind::Heading
            if is_caption(block.span.slice(text).unwrap_or_default()) =>
        {
            SentenceKind::Caption
        }
        BlockKind::Heading => return whole(SentenceKind::Heading),
        BlockKind::Paragraph | BlockKind::Item if is_greeting(block.span.slice(text).unwrap_or_default()) => {
            return whole(SentenceKind::Furniture);
        }
        BlockKind::Furniture | BlockKind::Told => return whole(SentenceKind::Furniture),
        BlockKind::Paragraph => SentenceKind::Prose,
        BlockKind::Item => SentenceKind::Item,
    };
    let mut spans = split(text, block.span);
    if let [head, first, ..] = spans[..]
        && is_run_in(head.slice(text).unwrap_or_default())
    {
        spans.splice(..2, [Span::new(head.start, first.end)]);
    }
    spans
        .into_iter()
        .map(|span| {
            let content = span.slice(text).unwrap_or_default();
            let full = kind == SentenceKind::Item && is_full_sentence(content);
            let kind = match kind {
                _ if is_stage_direction(content) => SentenceKind::Furniture,
                SentenceKind::Item if full => SentenceKind::Prose,
                kind => kind,
            };
            (span, kind)
        })
        .collect()
}

/// True for a heading that runs into what stands under it: "**Pets.** One cat is allowed." By itself it says nothing.
pub fn is_run_in(sentence: &str) -> bool {
    let bare = sentence.trim_matches(|c: char| matches!(c, '*' | '_' | ' '));
    let Some(bare) = bare.strip_suffix('.') else { return false };
    let mut words = bare.split(' ').filter(|word| !is_article(&word.to_lowercase()));
    let first = words.next().unwrap_or_default();
    let named =
        first.starts_with(char::is_uppercase) && first.chars().count() > 1 && first.chars().all(char::is_alphanumeric);
    named && words.count() < RUN_IN && !is_function_word(&first.to_lowercase())
}

/// A list item that could stand in running text: five words or more and a full stop.
fn is_full_sentence(content: &str) -> bool {
    content.split_whitespace().take(5).count() == 5
        && content.starts_with(|c: char| c.is_uppercase() || "\"“‘«".contains(c))
        && ends_as_sentence(content)
}

/// Splits running text into trimmed sentences. Linear.
pub fn split(text: &str, span: Span) -> Vec<Span> {
    let Some(body) = span.slice(text) else { return Vec::new() };
    let mut sentences = Vec::new();
    let mut start = 0;
    let mut push = |from: usize, to: usize| {
        let sentence = without_times(text, trimmed(text, Span::new(span.start + from, span.start + to)));
        sentences.extend(pieces(text, sentence));
    };
    let mut chars = body.char_indices().peekable();
    // Where the square bracket that is open closes.
    let mut closes = 0;
    while let Some((at, c)) = chars.next() {
        if c == '[' && at >= closes {
            closes = bracketed(&body[at..]).map_or(0, |len| at + len);
        }
        if matches!(c, '[' | '(')
            && let Some(len) = stage_direction(&body[at..])
            && (body[start..at].trim().is_empty() || ends_like_sentence(&body[start..at]))
        {
            push(start, at);
            push(at, at + len);
            start = at + len;
            while chars.next_if(|&(next, _)| next < start).is_some() {}
            continue;
        }
        let wide = is_wide_terminal(c);
        if !is_terminal(c) {
            continue;
        }
        // Take the rest of the punctuation, then quotes and brackets that close.
        let mut end = at + c.len_utf8();
        let mut dots = usize::from(c == '.');
        while let Some((next, mark)) = chars.next_if(|&(_, mark)| is_terminal(mark)) {
            dots += usize::from(mark == '.');
            end = next + mark.len_utf8();
        }
        while let Some((next, mark)) = chars.next_if(|&(_, mark)| is_closer(mark)) {
            end = next + mark.len_utf8();
        }
        if at < closes {
            continue;
        }
        // The source of what was said stands behind its full stop: "… of them." [Holm, p. 12]
        if let Some(len) = source_behind(&body[end..]) {
            end += len;
            while chars.next_if(|&(next, _)| next < end).is_some() {}
            push(start, end);
            start = end;
            continue;
        }
        let after = &body[end..];
        let ends = wide
            || after.is_empty()
            || after.starts_with(char::is_whitespace) && ends_here(&body[start..at], after, c, dots);
        if ends {
            push(start, end);
            start = end;
        }
    }
    push(start, body.len());
    sentences
}

/// Cuts what is longer than any sentence at spaces, where it has some; none of nothing.
fn pieces(text: &str, span: Span) -> Vec<Span> {
    let mut found = Vec::new();
    let mut rest = span;
    while rest.len() > LONGEST {
        let content = rest.slice(text).unwrap_or_default();
        let most = content.floor_char_boundary(LONGEST);
        let end = content[..most].rfind(char::is_whitespace).filter(|&end| end > 0).unwrap_or(most);
        found.push(trimmed(text, Span::new(rest.start, rest.start + end)));
        rest = trimmed(text, Span::new(rest.start + end, rest.end));
    }
    found.push(rest);
    found.retain(|piece| !piece.is_empty());
    found
}

/// Leaves out the times a transcript puts in front of what was said: `[00:01:00] [00:02:00]`.
fn without_times(text: &str, mut span: Span) -> Span {
    loop {
        let content = span.slice(text).unwrap_or_default();
        let Some(inner) = content.strip_prefix('[') else { return span };
        let digits = inner.bytes().take_while(|byte| byte.is_ascii_digit() || matches!(byte, b':' | b'.')).count();
        if digits < 4 || !inner[..digits].contains(':') || !inner[digits..].starts_with(']') {
            return span;
        }
        span = trimmed(text, Span::new(span.start + digits + 2, span.end));
    }
}

fn ends_like_sentence(before: &str) -> bool {
    before.trim_end().ends_with(|c| is_terminal(c) || is_closer(c) || matches!(c, '–' | '—' | '-' | ','))
}

/// Length of what stands in the square brackets that open here, with both, where they close soon.
fn bracketed(body: &str) -> Option<usize> {
    let head = &body[..body.floor_char_boundary(BRACKETED)];
    let close = head.find(']')?;
    // Another that opens before, or a new paragraph, says that this one is no bracket.
    (!head[1..close].contains('[') && !head[..close].contains("\n\n")).then_some(close + 1)
}

/// Length of the source that follows a full stop in square brackets, with the space before it: letters, a figure, and
/// nothing that goes on from it but another sentence.
fn source_behind(after: &str) -> Option<usize> {
    let inner = after.trim_start_matches(' ');
    let front = after.len() - inner.len();
    if front == 0 || !inner.starts_with('[') {
        return None;
    }
    let len = bracketed(inner)?;
    let source = &inner[..len];
    let tells = source.contains(|c: char| c.is_alphabetic()) && source.contains(|c: char| c.is_ascii_digit());
    let times = source.contains(':') && !source.contains(',');
    let next = inner[len..].chars().next();
    let next_word = inner[len..].trim_start().chars().next();
    let alone = next.is_none_or(char::is_whitespace) && next_word.is_none_or(|c| !c.is_lowercase());
    (tells && alone && !times && source.contains([',', ' '])).then_some(front + len)
}

/// Length of a stage direction that begins here.
fn stage_direction(body: &str) -> Option<usize> {
    let close = body.bytes().take(64).position(|byte| matches!(byte, b']' | b')'))?;
    // A link's words stand in brackets too, and go on with where it leads.
    if body.starts_with('[') && body[close + 1..].starts_with(['(', '[', ':']) {
        return None;
    }
    is_stage_direction(&body[..=close]).then_some(close + 1)
}

/// Whether the punctuation `c` (a run with `dots` full stops) behind `before` ends a sentence, given what follows.
fn ends_here(before: &str, after: &str, c: char, dots: usize) -> bool {
    let next = after
        .trim_start()
        .trim_start_matches(['"', '“', '‘', '\'', '(', '[', '«', '*', '_', '¿', '¡', '–', '—', '-', ' ']);
    let Some(first) = next.chars().next() else { return true };
    // Dots with blanks between them are one mark of what was left out.
    if first.is_lowercase() || c == '.' && next.starts_with('.') {
        return false;
    }
    if c != '.' || dots > 1 {
        return true;
    }
    let word = before
        .rsplit(|c: char| c.is_whitespace() || matches!(c, '(' | '[' | '"' | '“' | '/' | '—' | '–' | '*' | '_'))
        .next()
        .unwrap_or_default();
    // Numbering: "3. The fee" as a sentence's first word.
    if before.trim_start().len() == word.len() && word.len() <= 3 && word.bytes().all(|byte| byte.is_ascii_digit()) {
        return false;
    }
    // "p. 364", "n. 5": a small letter in front of a number counts something.
    let mut letters = word.chars();
    if first.is_numeric() && letters.next().is_some_and(char::is_lowercase) && letters.next().is_none() {
        return false;
    }
    // "z. B.", "d. h.": an abbreviation in two letters.
    let one_letter = |word: &str| word.chars().count() == 1 && word.starts_with(char::is_alphabetic);
    let mut following = next.chars();
    let next_is_letter = following.next().is_some_and(char::is_alphabetic) && following.next() == Some('.');
    if one_letter(word) && next_is_letter && word.starts_with(char::is_lowercase) {
        return false;
    }
    // "am 1. März", "im 18. Jahrhundert": a rank.
    let rank = word.len() <= 2 && is_digits(word);
    if rank {
        let front = before[..before.len() - word.len()].trim_end();
        let ahead = front.rsplit(char::is_whitespace).next().unwrap_or_default().to_lowercase();
        // "On Monday 20. January" counts the day whatever stands in front.
        let month = next.split(|c: char| !c.is_alphabetic()).next().is_some_and(|word| month_in_any(word).is_some());
        if month || in_any(|pack| &pack.before_ordinals, &ahead) {
            return false;
        }
    }
    // "Nov. 17th. 1840": the year of a day.
    if first.is_numeric() && ordinal(word).is_some() && word.ends_with(char::is_alphabetic) {
        return false;
    }
    let lower = word.to_lowercase();
    // "Dipl.-Ing.", "Lce.-Cpl.": two that are joined.
    if word.rsplit_once(".-").is_some_and(|(_, last)| is_abbreviation(last)) {
        return false;
    }
    // "Std. II": a class that is counted.
    if word.chars().count() <= SHORT && word.starts_with(char::is_uppercase) && opens_with_roman(next) {
        return false;
    }
    // "(b. 1894), m. Tom Voss": what a register has a letter for.
    let front = before[..before.len() - word.len()].trim_end();
    if one_letter(word) && word.starts_with(char::is_lowercase) && front.ends_with([',', '(', ';', ')']) {
        return starts_sentence(next);
    }
    if in_any(|pack| &pack.never, &lower) && !(lower == "st" && starts_sentence(next)) {
        // "v", "art" and the like are words as well; a title is written with a capital or stands before a name.
        return false;
    }
    if lower == "no" {
        return !is_numbered(next);
    }
    let initial = {
        let last = word.rsplit(['.', '-', '’', '\'']).next().unwrap_or_default();
        let mut letters = last.chars();
        letters.next().is_some_and(char::is_uppercase) && letters.next().is_none()
    };
    // "H. A. Rey": an initial behind an initial begins nothing.
    if initial && next_is_letter {
        return false;
    }
    // "It is signed A.V. Mr Voss denies it.": nobody's title stands behind initials. "z. B." is no name's.
    let initials = initial && word.contains('.') && word.starts_with(char::is_uppercase);
    if initials && opens_with_address(next) {
        return true;
    }
    let maybe = is_abbreviation(word);
    if initial || maybe {
        return starts_sentence(next) || maybe && opens_with_label(next);
    }
    true
}

/// True for what begins with a Roman number of two letters or more.
fn opens_with_roman(next: &str) -> bool {
    let word = next.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
    word.len() > 1 && word.bytes().all(|byte| matches!(byte, b'I' | b'V' | b'X'))
}

/// True for what stands behind a number's sign: *12*, *BR-0917*, *B 201.554*.
fn is_numbered(next: &str) -> bool {
    let mut words = next.split_whitespace();
    let has_digit = |word: &str| word.contains(|c: char| c.is_ascii_digit());
    let first = words.next().unwrap_or_default();
    let is_letter = first.chars().count() == 1 && first.chars().all(char::is_uppercase);
    has_digit(first) || is_letter && words.next().is_some_and(|word| word.starts_with(|c: char| c.is_ascii_digit()))
}

fn starts_sentence(next: &str) -> bool {
    let word = next.split(|c: char| !c.is_alphabetic()).next().unwrap_or_default();
    in_any(|pack| &pack.starters, &word.to_lowercase())
}

/// True for what begins with a title by which anybody is addressed, with a capital: *Mr*, *Frau*.
fn opens_with_address(next: &str) -> bool {
    let word = next.split(|c: char| !c.is_alphabetic()).next().unwrap_or_default();
    let lower = word.to_lowercase();
    let title = in_any(|pack| &pack.men, &lower) || in_any(|pack| &pack.women, &lower);
    title && word.starts_with(char::is_uppercase) && word.chars().nth(1).is_some()
}

/// True for what begins with a field's name: "Matter: the quay".
fn opens_with_label(next: &str) -> bool {
    next.trim_start_matches(char::is_alphabetic).starts_with(": ")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn cut(text: &str) -> Vec<&str> {
        split(text, Span::new(0, text.len())).into_iter().map(|span| &text[span.start..span.end]).collect()
    }

    #[test]
    fn full_stops_that_end_nothing() {
        for whole in [
            "Dr. Lund met Mr. J. R. Holm at St. Olaf's.",
            "It cost 3.5 million dollars, i.e. Holm Inc. paid for it.",
            "The U.S. Senate heard Prof. A. B. Ek on Jan. 4 at 9 a.m. sharp.",
            "See Fig. 3 and No. 12 of the list.",
            "The invoice no. BR-0917 and the register, no. B 201.554, agree.",
            "Send it to *J. Energy Films* first.",
            "She waited … and waited... for the boat.",
            "Visit www.holm.example today or write to a.b@holm.example now.",
            "“Why?” he asked her.",
            "3. The fee is due in May",
            "The point was made long ago [Holm, The Works, p. 364] and holds.",
            "It stands on p. 12 of the log, n. 4 below it.",
            "He added that work is free . . . and will stay so.",
            "The stars were drawn by H. A. Reed in a book.",
            "On Monday 20. January the lamp of the 5th W. Va. Cavalry was lit.",
            "He was born on Nov. 17th. 1840 in Lancaster, Pa. where his father taught.",
            "Sie kündigte am 1. März, z. B. Frau Voss im 18. Jahrhundert.",
            "Herr Dipl.-Ing. Voss nannte 2,5 Mio. Euro für die Mole.",
            "The name of Lce.-Cpl. W. J. Voss was added, and that of Benj. Lund.",
            "Q. Mr Voss, did you see it?",
            "Die Leiterin, Frau Lic. phil. Ada Voss, und Pfr. Lund kamen.",
            "Ada Voss, Std. II, was away; her sister (b. 1894), m. Tom Lund.",
            "Vino el Tte. Lund con la Ing. Voss.",
            "It failed [Lund, A Book. Second part, pp. 14-5], and nobody knew.",
        ] {
            assert_eq!(cut(whole), [whole]);
        }
    }

    #[test]
    fn a_heading_goes_with_what_it_runs_into() {
        let of = |text: &str| {
            let block = Block { kind: BlockKind::Paragraph, span: Span::new(0, text.len()) };
            split_block(text, &block)
                .into_iter()
                .map(|(span, _)| text[span.start..span.end].to_owned())
                .collect::<Vec<_>>()
        };
        assert_eq!(of("**Pets.** One cat is let in. No dog is."), ["**Pets.** One cat is let in.", "No dog is."]);
        assert_eq!(of("The March data. Reed leaves them out."), ["The March data. Reed leaves them out."]);
        assert_eq!(of("It rained. Reed left."), ["It rained.", "Reed left."]);
        assert_eq!(of("No. It is shut."), ["No.", "It is shut."]);
        assert_eq!(of("Pets."), ["Pets."]);
    }

    #[test]
    fn a_line_without_an_end_is_cut_at_spaces() {
        let line = "the ferry to Tolland was late, ".repeat(2_000);
        let pieces = cut(&line);
        assert!(pieces.iter().all(|piece| piece.len() <= LONGEST && !piece.starts_with(' ')), "{}", pieces.len());
        assert_eq!(pieces.iter().flat_map(|piece| piece.split(' ')).count(), 12_000);
        assert_eq!(cut(&"é".repeat(LONGEST)).concat().chars().count(), LONGEST);
        let row = Block { kind: BlockKind::Row, span: Span::new(0, line.len()) };
        assert!(split_block(&line, &row).len() > 1);
    }

    #[test]
    fn sentences_end_where_they_end() {
        assert_eq!(
            cut("He works for Holm Inc. The firm is old. Is it? Yes!"),
            ["He works for Holm Inc.", "The firm is old.", "Is it?", "Yes!"]
        );
        assert_eq!(cut("She left at 9 p.m. They stayed."), ["She left at 9 p.m.", "They stayed."]);
        assert_eq!(
            cut("It bears the letters A.V. Mr Voss denies it."),
            ["It bears the letters A.V.", "Mr Voss denies it."]
        );
        assert_eq!(
            cut("It rained on May 6th. Ada was ill. Tom left at 20. Lunch was cold."),
            ["It rained on May 6th.", "Ada was ill.", "Tom left at 20.", "Lunch was cold."]
        );
        assert_eq!(cut("Client: Quay Ltd. Matter: the lamp."), ["Client: Quay Ltd.", "Matter: the lamp."]);
        assert_eq!(
            cut("It was she and I. Then Dr I. Kovalik came."),
            ["It was she and I.", "Then Dr I. Kovalik came."]
        );
        assert_eq!(cut("“It is done.” She left.\r\nHe\nstayed."), ["“It is done.”", "She left.", "He\nstayed."]);
        assert_eq!(cut("It rained (a lot.) We stayed in."), ["It rained (a lot.)", "We stayed in."]);
        assert_eq!(
            cut("会議は月曜日に開かれた。費用は高い！本当？はい"),
            ["会議は月曜日に開かれた。", "費用は高い！", "本当？", "はい"]
        );
        assert_eq!(cut("هل وصل القارب؟ نعم وصل."), ["هل وصل القارب؟", "نعم وصل."]);
        assert_eq!(cut("¿Quién es? ¡Es Ana! Bien."), ["¿Quién es?", "¡Es Ana!", "Bien."]);
    }

    #[test]
    fn the_source_of_a_sentence_stays_with_it() {
        assert_eq!(
            cut("“The tide is free.” [Holm, Op. Cit., p. 364] Thus the rule holds. It was late."),
            ["“The tide is free.” [Holm, Op. Cit., p. 364]", "Thus the rule holds.", "It was late."]
        );
        assert_eq!(cut("It was late . . . The boat left."), ["It was late . . .", "The boat left."]);
        assert_eq!(cut("It was late. [The boat left.] We rowed."), ["It was late.", "[The boat left.] We rowed."]);
        assert_eq!(cut("He opened [ and wrote. Then he left."), ["He opened [ and wrote.", "Then he left."]);
    }

    #[test]
    fn directions_and_times_are_not_said() {
        assert_eq!(
            cut("That was it. (Laughter.) And then we left."),
            ["That was it.", "(Laughter.)", "And then we left."]
        );
        assert_eq!(cut("[00:01:00] [00:02:00] All right."), ["All right."]);
        assert_eq!(
            cut("[RFC 2071](https://example.org/2071) described a method. It was used."),
            ["[RFC 2071](https://example.org/2071) described a method.", "It was used."]
        );
        assert!(is_stage_direction("[MUSIC]") && is_stage_direction("(crosstalk)"));
        assert!(!is_stage_direction("(see the appendix)") && !is_stage_direction("[Holm 1904]"));
        for name in ["[ORSK-4711]", "[RFC 2119]", "[ACTION 4]", "[EU]"] {
            assert!(!is_stage_direction(name), "{name}");
        }
        assert_eq!(cut("It smokes. [ORSK-4711] The burner leaks."), ["It smokes.", "[ORSK-4711] The burner leaks."]);
    }

    proptest! {
        #[test]
        fn nothing_is_lost_and_nothing_overlaps(text in "[a-zA-Z .!?…。()\\[\\]\"\n]{0,200}|\\PC{0,80}") {
            let sentences = split(&text, Span::new(0, text.len()));
            let mut at = 0;
            for span in sentences {
                prop_assert!(span.start >= at && span.slice(&text).is_some_and(|sentence| !sentence.trim().is_empty()));
                prop_assert!(!text[at..span.start].contains(|c: char| c.is_alphabetic()));
                at = span.end;
            }
            prop_assert!(!text[at..].contains(|c: char| c.is_alphabetic()));
        }
    }
}
