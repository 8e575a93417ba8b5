//! Delimited records: `("entity"<|>NAME<|>TYPE<|>DESCRIPTION)##`, and all that models make of it. A record begins where
//! a tag is followed by a delimiter; whatever delimiter that is, the rest of the record is cut by it.

/// What a record says it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tag {
    Entity,
    Relationship,
    Claim,
}

/// A record as it stands in an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnswerRecord<'a> {
    pub tag: Tag,
    /// What follows the tag, uncleaned; empty fields are left out.
    pub fields: Vec<&'a str>,
    /// Its brackets and delimiters are as asked.
    pub exact: bool,
    /// It is the last of the answer and ends with the text, not with a bracket or a delimiter.
    pub open: bool,
}

/// All records of an answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Records<'a> {
    pub records: Vec<AnswerRecord<'a>>,
    /// There is text outside the records.
    pub wrapped: bool,
    /// The end mark is there.
    pub ended: bool,
}

#[derive(Clone, Copy, PartialEq)]
enum Delimiter {
    /// Any run of `<`, `|`, `>`, `#` with a pipe in it.
    Run,
    Pipe,
    Tab,
    /// Quoted fields between commas.
    Comma,
}

struct Start {
    /// Where the record begins, its opening bracket included.
    at: usize,
    /// Where its fields begin.
    body: usize,
    tag: Tag,
    delimiter: Delimiter,
    bracket: bool,
}

/// Cuts an answer into its records.
pub fn cut(answer: &str) -> Records<'_> {
    let (text, ended) = match end_mark(answer) {
        Some(at) => (&answer[..at], true),
        None => (answer, false),
    };
    let starts = starts(text);
    let mut records = Vec::with_capacity(starts.len());
    let mut wrapped = starts.first().is_some_and(|first| text[..first.at].chars().any(char::is_alphanumeric));
    for (number, start) in starts.iter().enumerate() {
        let limit = starts.get(number + 1).map_or(text.len(), |next| next.at);
        let whole = &text[start.body..limit];
        let (end, closed, exact) = end_of(whole, start);
        wrapped |= whole[end..].chars().any(char::is_alphanumeric);
        let fields = fields(&whole[..end], start.delimiter);
        let last = number + 1 == starts.len();
        records.push(AnswerRecord {
            tag: start.tag,
            exact: exact && start.bracket && start.delimiter == Delimiter::Run,
            fields,
            open: last && !closed && !ended,
        });
    }
    Records { records, wrapped, ended }
}

/// Finds `<|COMPLETE|>` and its like: the place after which nothing counts.
fn end_mark(text: &str) -> Option<usize> {
    ["COMPLETE", "END", "DONE"]
        .iter()
        .filter_map(|word| {
            text.match_indices(word).find_map(|(at, _)| {
                let before = text[..at].trim_end_matches(['<', '|', '>', '#', '/', ' ']);
                let mark = &text[before.len()..at];
                let after = text[at + word.len()..].trim_start_matches(['D', 'd']);
                let framed = mark.contains(['|', '<']) && after.starts_with(['|', '>']);
                // Words of a field stand after a delimiter too; an end mark stands on its own.
                let alone = before.is_empty() || before.ends_with(['\n', ')', '"', '`', '.', ']']) || mark.len() <= 4;
                (framed && alone).then_some(before.len())
            })
        })
        .min()
}

fn tag_of(word: &str) -> Option<Tag> {
    let word = word.to_ascii_lowercase();
    match word.as_str() {
        "entity" | "entities" | "node" => Some(Tag::Entity),
        "claim" | "claims" | "covariate" => Some(Tag::Claim),
        "relationship" | "relationships" | "relation" | "relations" | "edge" => Some(Tag::Relationship),
        // Misspelt, as small models do.
        _ if word.len() <= 16 && word.starts_with("relat") => Some(Tag::Relationship),
        _ if word.len() <= 9 && word.starts_with("entit") => Some(Tag::Entity),
        _ => None,
    }
}

fn is_run(c: char) -> bool {
    matches!(c, '<' | '|' | '>' | '#')
}

/// Every place where a record begins, in one pass.
fn starts(text: &str) -> Vec<Start> {
    let bytes = text.as_bytes();
    let mut starts: Vec<Start> = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        if !bytes[at].is_ascii_alphabetic() {
            at += 1;
            continue;
        }
        let end = bytes[at..].iter().position(|b| !b.is_ascii_alphabetic()).map_or(bytes.len(), |n| at + n);
        if end - at <= 16
            && matches!(bytes[at].to_ascii_lowercase(), b'e' | b'r' | b'c' | b'n')
            && let Some(tag) = tag_of(&text[at..end])
            && may_begin(text, at)
            && let Some((body, delimiter)) = delimiter_after(text, end)
        {
            let (from, bracket) = opening(text, at, starts.last().map_or(0, |last| last.body));
            // A comma follows any word; a record by commas stands in a bracket and quotes its tag.
            let quoted = text[end..].starts_with('"');
            if delimiter == Delimiter::Run
                || (bracket && quoted)
                || (delimiter != Delimiter::Comma && begins_line(text, from))
            {
                starts.push(Start { at: from, body, tag, delimiter, bracket });
                at = body;
                continue;
            }
        }
        at = end;
    }
    starts
}

/// A tag begins a record; after a delimiter, or in the middle of a phrase, the same word is a name or prose.
fn may_begin(text: &str, at: usize) -> bool {
    let before = text[..at].trim_end_matches(['"', '\'', '“', '`', ' ']).chars().next_back();
    before.is_none_or(|c| matches!(c, '\n' | '\r' | '(' | '[' | ')' | ']' | '#' | '-' | '*' | '•' | '.' | ':'))
}

fn begins_line(text: &str, at: usize) -> bool {
    text[..at].trim_end_matches([' ', '-', '*']).chars().next_back().is_none_or(|c| c == '\n')
}

/// Where the fields begin after a tag that ends at `end`, and by what they are cut.
fn delimiter_after(text: &str, end: usize) -> Option<(usize, Delimiter)> {
    let rest = &text[end..];
    let bare = rest.trim_start_matches(['"', '\'', '”', '*', '`', ' ', ')']);
    if bare.len() + 6 < rest.len() {
        return None;
    }
    let run = bare.len() - bare.trim_start_matches(is_run).len();
    let at = text.len() - bare.len();
    if run > 0 && bare[..run].contains('|') {
        let kind = if bare[..run].chars().all(|c| c == '|') && run == 1 { Delimiter::Pipe } else { Delimiter::Run };
        return Some((at + run, kind));
    }
    // The pipe of the first delimiter is lost: `"entity"<>`, `entity>`.
    if run > 1 && bare[..run].contains(['<', '>']) {
        return Some((at + run, Delimiter::Run));
    }
    if bare.starts_with('\t') {
        return Some((at + 1, Delimiter::Tab));
    }
    bare.starts_with(',').then_some((at + 1, Delimiter::Comma))
}

/// The place of the bracket and the quote before a tag, when they are there.
fn opening(text: &str, at: usize, floor: usize) -> (usize, bool) {
    let before = &text[floor.min(at)..at];
    let bare = before.trim_end_matches(['"', '\'', '“', '*', '`', ' ']);
    match bare.strip_suffix('(').or_else(|| bare.strip_suffix('[')) {
        Some(rest) => (at - (before.len() - rest.len()), true),
        None => {
            let quote = before.len() - before.trim_end_matches(['"', '“', '\'']).len();
            (at - quote, false)
        }
    }
}

/// Where the fields of a record end in what lies before the next one; whether anything closed it, and whether that was
/// its bracket.
fn end_of(whole: &str, start: &Start) -> (usize, bool, bool) {
    let delimited = |at: usize| {
        let after = &whole[at + 2..];
        after.is_empty() || after.starts_with([' ', '\t', '\r', '\n', '(', '"'])
    };
    // Only what stands before the record delimiter, if there is one.
    let hashes = whole.match_indices("##").map(|(at, _)| at).find(|&at| delimited(at));
    let body = &whole[..hashes.unwrap_or(whole.len())];
    let trimmed = body.trim_end_matches(|c: char| c.is_whitespace() || is_run(c));
    if let (Some(_), Some(inner)) = (hashes, trimmed.strip_suffix(')').filter(|_| start.bracket)) {
        return (inner.len(), true, true);
    }
    let enough = 2;
    let mut seen = 0;
    let mut in_run = false;
    let mut pipe = false;
    for (at, c) in body.char_indices() {
        match c {
            c if is_run(c) => {
                in_run = true;
                pipe |= c == '|';
                continue;
            }
            ')' if start.bracket && seen + usize::from(pipe) >= enough => {
                let rest = body[at + 1..].trim_start_matches([' ', '\t', '<', '|', '>', '"', ',', '.']);
                if rest.is_empty() || rest.starts_with(['\n', '\r']) {
                    return (at, true, true);
                }
            }
            // Without a bracket, a record is a line; with one, it ends at an empty line at the latest.
            '\n' if seen + usize::from(pipe) >= enough && start.delimiter != Delimiter::Comma => {
                let empty_line = body[at + 1..].starts_with(['\n', '\r']);
                if !start.bracket || empty_line {
                    return (at, true, false);
                }
            }
            _ => {}
        }
        if in_run {
            seen += usize::from(pipe);
            (in_run, pipe) = (false, false);
        }
    }
    match trimmed
        .strip_suffix(')')
        .filter(|_| start.bracket && (hashes.is_some() || start.delimiter == Delimiter::Comma))
    {
        Some(inner) => (inner.len(), true, true),
        None => (body.len(), hashes.is_some(), false),
    }
}

fn fields(body: &str, delimiter: Delimiter) -> Vec<&str> {
    let pieces: Vec<&str> = match delimiter {
        Delimiter::Run => by_runs(body),
        Delimiter::Pipe => body.split('|').collect(),
        Delimiter::Tab => body.split('\t').collect(),
        Delimiter::Comma => by_commas(body),
    };
    let blank = |piece: &&str| piece.chars().any(|c| !c.is_whitespace() && !matches!(c, '"' | '\'' | ')' | '('));
    pieces.into_iter().map(str::trim).filter(blank).collect()
}

fn by_runs(body: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let mut from = 0;
    let mut run: Option<usize> = None;
    for (at, c) in body.char_indices().chain(std::iter::once((body.len(), ' '))) {
        match (run, is_run(c) && at < body.len()) {
            (None, true) => run = Some(at),
            (Some(start), false) => {
                let mark = &body[start..at];
                if mark.contains('|') || (mark.len() > 1 && mark.contains("<>")) {
                    pieces.push(&body[from..start]);
                    from = at;
                }
                run = None;
            }
            _ => {}
        }
    }
    pieces.push(&body[from..]);
    pieces
}

fn by_commas(body: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let mut from = 0;
    let mut quoted = false;
    for (at, c) in body.char_indices() {
        match c {
            '"' => quoted = !quoted,
            ',' if !quoted => {
                pieces.push(&body[from..at]);
                from = at + 1;
            }
            _ => {}
        }
    }
    pieces.push(&body[from..]);
    pieces
}

/// The number a field holds when it holds little else: `8`, `8.0)`, `8/10`, `strength: 8`, `high`.
pub fn number(field: &str) -> Option<f64> {
    let field = field.trim();
    if field.len() > 32 {
        return None;
    }
    match field.trim_matches(|c: char| !c.is_alphanumeric()).to_ascii_lowercase().as_str() {
        "very high" => return Some(9.0),
        "high" | "strong" => return Some(8.0),
        "medium" | "moderate" => return Some(5.0),
        "low" | "weak" => return Some(3.0),
        _ => {}
    }
    let digits = field.find(|c: char| c.is_ascii_digit())?;
    let before = &field[..digits];
    let label: String = before.chars().filter(|c| c.is_alphabetic()).flat_map(char::to_lowercase).collect();
    let known =
        ["", "strength", "score", "rating", "rank", "weight", "relevance", "confidence", "relationshipstrength"];
    if !known.contains(&label.as_str()) {
        return None;
    }
    let tail = &field[digits..];
    let end = tail.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(tail.len());
    // What follows may be a bracket, a unit, `/10`; words make it a sentence.
    if tail[end..].chars().filter(|c| c.is_alphabetic()).count() > 6 {
        return None;
    }
    let number: f64 = tail[..end].trim_end_matches('.').parse().ok()?;
    Some(if before.ends_with('-') { -number } else { number })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn texts(answer: &str) -> Vec<(Tag, Vec<&str>)> {
        cut(answer).records.into_iter().map(|record| (record.tag, record.fields)).collect()
    }

    #[test]
    fn records_as_asked_are_exact() {
        let answer = "(\"entity\"<|>Ada Quill<|>person<|>Keeps the light)\n##\n(\"relationship\"<|>Ada Quill<|>Kelpmouth<|>lives there<|>8)\n<|COMPLETE|>";
        let records = cut(answer);
        assert!(records.ended && !records.wrapped);
        assert!(records.records.iter().all(|record| record.exact && !record.open));
        assert_eq!(
            texts(answer),
            [
                (Tag::Entity, vec!["Ada Quill", "person", "Keeps the light"]),
                (Tag::Relationship, vec!["Ada Quill", "Kelpmouth", "lives there", "8"])
            ]
        );
    }

    #[test]
    fn whatever_the_delimiter_the_fields_are_the_same() {
        let wanted = [(Tag::Entity, vec!["Ada Quill", "person", "Keeps the light"])];
        for answer in [
            "(\"entity\"<|>Ada Quill<|><|person<|>Keeps the light)<|>\n##",
            "(\"entity\"<|>Ada Quill<|><person|>Keeps the light)##",
            "(\"entity\"<||>Ada Quill<|>person|>Keeps the light##",
            "entity<|#|>Ada Quill<|#|>person<|#|>Keeps the light\n",
            "\"entity\"<|>Ada Quill<|>person<|>Keeps the light>##\n",
            "- (\"entity\" <|> Ada Quill <|> person <|> Keeps the light)",
            "entity|Ada Quill|person|Keeps the light\n",
            "entity\tAda Quill\tperson\tKeeps the light\n",
        ] {
            let found: Vec<(Tag, Vec<&str>)> = texts(answer)
                .into_iter()
                .map(|(tag, fields)| (tag, fields.into_iter().map(|field| field.trim_end_matches('>')).collect()))
                .collect();
            assert_eq!(found, wanted, "{answer}");
        }
        assert_eq!(
            texts("(\"entity\", \"Ada Quill\", \"person\", \"Keeps the light, mostly\")"),
            [(Tag::Entity, vec!["\"Ada Quill\"", "\"person\"", "\"Keeps the light, mostly\""])]
        );
    }

    #[test]
    fn a_name_that_is_a_tag_is_a_name() {
        let answer = "(\"entity\"<|>\"Node\"<|>\"thing\"<|>\"A node runs the code\")##(\"relationship\"<|>\"Node\"<|>\"Claim\"<|>\"It files one\"<|>7)";
        let found = texts(answer);
        assert_eq!(found.len(), 2, "{found:?}");
        assert_eq!(found[1].1, ["\"Node\"", "\"Claim\"", "\"It files one\"", "7"]);
    }

    #[test]
    fn prose_around_is_passed_over_and_said() {
        let answer = "Sure, here they are:\n\n(\"entity\"<|>Ada<|>person<|>A keeper (of light))\n\nLet me know about any other entity, or relationship.";
        let records = cut(answer);
        assert!(records.wrapped && !records.ended);
        assert_eq!(records.records.len(), 1);
        assert_eq!(records.records[0].fields, ["Ada", "person", "A keeper (of light)"]);
    }

    #[test]
    fn an_answer_cut_in_a_record_is_open() {
        let records = cut("(\"entity\"<|>Ada<|>person<|>A keeper)\n##\n(\"entity\"<|>Kelpmou");
        assert_eq!(records.records.iter().map(|record| record.open).collect::<Vec<_>>(), [false, true]);
    }

    #[test]
    fn numbers_are_told_from_sentences() {
        for (field, wanted) in
            [("8", 8.0), ("7.5)", 7.5), ("9/10", 9.0), ("strength: 6", 6.0), ("\"4\">", 4.0), ("High", 8.0)]
        {
            assert_eq!(number(field), Some(wanted), "{field}");
        }
        for field in ["", "none", "met in 1998", "3 ships went down that night"] {
            assert_eq!(number(field), None, "{field}");
        }
    }

    #[test]
    fn hostile_lengths_end() {
        let records = |answer: &str| cut(answer).records.len();
        assert_eq!(records(&"(\"entity\"<|>".repeat(50_000)), 50_000);
        assert!(records(&"entity<|".repeat(100_000)) <= 100_000);
        assert_eq!(records(&format!("(\"entity\"<|>a<|>b<|>{}", ") ".repeat(200_000))), 1);
        assert_eq!(records(&format!("(\"entity\"<|>a<|>b<|>{}", "##x".repeat(200_000))), 1);
        assert_eq!(records(&"<|END".repeat(100_000)), 0);
        assert_eq!(records(&format!("{}END", "<".repeat(300_000)).repeat(3)), 0);
    }

    proptest! {
        #[test]
        fn any_text_is_cut_without_harm(text in "([\"()<|>#a-z ,\n]|entity|relationship|<\\|>|COMPLETE|é){0,120}") {
            for record in cut(&text).records {
                prop_assert!(record.fields.iter().all(|field| text.contains(field)));
            }
        }
    }
}
