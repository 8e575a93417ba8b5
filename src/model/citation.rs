//! Citations: marks such as `[Data: Reports (2, 7); Entities (5, +more)]` in any generated text. Read leniently (case,
//! spacing, singular, a missing `Data:`, ids in ranges, ids without parentheses), written strictly.

use serde::{Deserialize, Serialize};

use super::{Kind, Ref, Span};

/// Ranges wider than this are not expanded: nobody cites that many records, but a hostile text might.
const MAX_RANGE: u32 = 1_000;

/// Records of one kind inside a citation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CitationGroup {
    pub kind: Kind,
    pub ids: Vec<u32>,
    /// True when the mark says `+more`.
    pub more: bool,
}

/// A citation mark, with the bytes it takes in the text it was found in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Citation {
    pub span: Span,
    pub groups: Vec<CitationGroup>,
}

/// How a cited record stands to what the text was written from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Grounding {
    /// It exists and was in the context.
    Grounded,
    /// It exists, but the text was not written from it.
    Ungrounded,
    /// No such record.
    Unknown,
}

impl Citation {
    /// Every record cited, in the order of the mark.
    pub fn refs(&self) -> impl Iterator<Item = Ref> + '_ {
        self.groups.iter().flat_map(|group| group.ids.iter().map(|&id| Ref::new(group.kind, id)))
    }
}

impl std::fmt::Display for Citation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("[Data: ")?;
        for (i, group) in self.groups.iter().enumerate() {
            if i > 0 {
                f.write_str("; ")?;
            }
            write!(f, "{} (", group.kind.plural())?;
            for (j, id) in group.ids.iter().enumerate() {
                if j > 0 {
                    f.write_str(", ")?;
                }
                write!(f, "{id}")?;
            }
            if group.more {
                f.write_str(if group.ids.is_empty() { "+more" } else { ", +more" })?;
            }
            f.write_str(")")?;
        }
        f.write_str("]")
    }
}

/// Writes the mark that cites `refs`, grouped by kind in order of first appearance, each id once.
/// No refs give the empty string.
pub fn cite(refs: impl IntoIterator<Item = Ref>) -> String {
    let mut groups: Vec<CitationGroup> = Vec::new();
    for reference in refs {
        let group = match groups.iter_mut().find(|group| group.kind == reference.kind) {
            Some(group) => group,
            None => {
                groups.push(CitationGroup { kind: reference.kind, ids: Vec::new(), more: false });
                groups.last_mut().expect("just pushed")
            }
        };
        if !group.ids.contains(&reference.id) {
            group.ids.push(reference.id);
        }
    }
    if groups.is_empty() {
        return String::new();
    }
    Citation { span: Span::default(), groups }.to_string()
}

/// Returns `text` without its citation marks and the blanks before them.
pub fn without_citations(text: &str) -> String {
    keep_citations(text, |_| false)
}

/// Returns `text` with those of the records that its marks cite that are to be kept; a mark of none goes with the
/// blanks before it.
pub fn keep_citations(text: &str, keep: impl Fn(Ref) -> bool) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut from = 0;
    for mut citation in find_citations(text) {
        let Span { start, end } = citation.span;
        let whole = citation.refs().all(&keep);
        for group in &mut citation.groups {
            group.ids.retain(|&id| keep(Ref::new(group.kind, id)));
        }
        citation.groups.retain(|group| !group.ids.is_empty());
        let before = text.get(from..start).unwrap_or_default();
        match citation.groups.is_empty() {
            true => kept.push_str(before.trim_end_matches(' ')),
            false if whole => kept.push_str(text.get(from..end).unwrap_or_default()),
            false => kept.push_str(&format!("{before}{citation}")),
        }
        from = end;
    }
    kept.push_str(text.get(from..).unwrap_or_default());
    kept
}

/// Finds every citation mark of `text`, in order. Brackets that are no citation are passed over, and so are parentheses
/// around anything but a kind and numbers: `(Source 2)`, `(Data: Reports 2, 7; Entities 5)`.
pub fn find_citations(text: &str) -> Vec<Citation> {
    let mut found = Vec::new();
    let mut from = 0;
    while let Some(open) = text[from..].find(['[', '(']).map(|at| from + at) {
        let inside = open + 1;
        from = inside;
        if text.as_bytes()[open] == b'(' {
            let Some(stop) = closing(&text[inside..]).map(|at| inside + at) else { continue };
            if let Some(groups) = parse_plain(&text[inside..stop]) {
                found.push(Citation { span: Span::new(open, stop + 1), groups });
                from = stop + 1;
            }
            continue;
        }
        let Some(stop) = text[inside..].find(['[', ']']).map(|at| inside + at) else { continue };
        if text.as_bytes()[stop] == b'[' {
            from = stop;
            continue;
        }
        match parse_groups(&text[inside..stop]) {
            Some(groups) => {
                found.push(Citation { span: Span::new(open, stop + 1), groups });
                from = stop + 1;
            }
            // Whatever is in there, it is no citation, and nothing in it is one.
            None => from = stop + 1,
        }
    }
    found
}

/// Returns the records that a text names as citations do, when it is typed or pasted to be looked for: `report 7`,
/// `Reports (7)`, `[Data: Reports (7); Entities (5)]`, `⟨Sources 12 · Entities 29 16⟩`.
pub fn cited_in(text: &str) -> Vec<Ref> {
    let text = text.replace('⟨', "[").replace('⟩', "]").replace('·', ";");
    let bare = match text.contains(['[', ']']) {
        true => Vec::new(),
        false => parse_groups(&text).map_or_else(Vec::new, |groups| vec![Citation { span: Span::default(), groups }]),
    };
    let found = if bare.is_empty() { find_citations(&text) } else { bare };
    let mut records: Vec<Ref> = Vec::new();
    for record in found.iter().flat_map(Citation::refs) {
        if !records.contains(&record) {
            records.push(record);
        }
    }
    records
}

/// Longest inside of a citation in parentheses, in bytes.
const PLAIN: usize = 120;

/// Where the parenthesis that is open ends, if that is near.
fn closing(text: &str) -> Option<usize> {
    let mut depth = 0;
    for (at, byte) in text.bytes().enumerate().take(PLAIN) {
        match byte {
            b'(' => depth += 1,
            b')' if depth == 0 => return Some(at),
            b')' => depth -= 1,
            b'\n' | b'[' | b']' => return None,
            _ => {}
        }
    }
    None
}

/// Reads the inside of parentheses: only where it begins with `Data:` or with a kind and its number, because prose has
/// parentheses of its own.
fn parse_plain(inside: &str) -> Option<Vec<CitationGroup>> {
    let begins = inside.trim_start();
    let word = begins.split(|c: char| !c.is_ascii_alphabetic()).next().unwrap_or_default();
    let number =
        begins[word.len()..].trim_start_matches([' ', ':', '(', '#']).starts_with(|c: char| c.is_ascii_digit());
    let capital = word.starts_with(|c: char| c.is_ascii_uppercase());
    let data = word.eq_ignore_ascii_case("data");
    let known = capital && number && word.parse::<Kind>().is_ok();
    (data || known).then(|| parse_groups(&inside.replace('#', "")))?
}

/// Reads the inside of a mark; `None` when it is no citation.
fn parse_groups(inside: &str) -> Option<Vec<CitationGroup>> {
    let mut rest = inside.trim();
    if let Some(head) = rest.get(..4)
        && head.eq_ignore_ascii_case("data")
    {
        rest = rest[4..].trim_start().strip_prefix(':')?.trim_start();
    }
    let mut groups: Vec<CitationGroup> = Vec::new();
    while !rest.is_empty() {
        let name_end =
            rest.find(|c: char| c == '(' || c == ':' || c.is_ascii_digit() || c == '+').unwrap_or(rest.len());
        // `Entities (245), (234)`: a second list of the kind before it.
        let kind: Kind = match (rest[..name_end].trim(), groups.last()) {
            ("", Some(CitationGroup { kind, .. })) => *kind,
            (name, _) => name.parse().ok()?,
        };
        rest = rest[name_end..].trim_start_matches(':').trim_start();
        let list = match rest.strip_prefix('(') {
            Some(open) => {
                let close = open.find(')')?;
                rest = &open[close + 1..];
                &open[..close]
            }
            None => {
                // `Entities 10, 45; Relationships 8`: ids run until something that cannot be one.
                let end = rest.find(|c: char| c == ';' || c.is_alphabetic() && c != 'm').unwrap_or(rest.len());
                let end = rest[..end].find("more").map_or(end, |at| at + "more".len());
                let list = &rest[..end];
                rest = &rest[end..];
                list
            }
        };
        let (ids, more) = parse_ids(list)?;
        groups.push(CitationGroup { kind, ids, more });
        rest = rest.trim_start_matches(|c: char| c == ';' || c == ',' || c.is_whitespace());
        if let Some(after) = rest.strip_prefix("and ") {
            rest = after;
        }
    }
    (!groups.is_empty()).then_some(groups)
}

/// Reads `2, 7-9, +more`.
fn parse_ids(list: &str) -> Option<(Vec<u32>, bool)> {
    let mut ids = Vec::new();
    let mut more = false;
    for part in list.split([',', ';', ' ']).map(str::trim).filter(|part| !part.is_empty()) {
        if matches!(part.trim_start_matches('+').trim(), "more" | "" | "and") {
            more |= part != "and";
            continue;
        }
        match part.split_once(['-', '–']) {
            Some((low, high)) => {
                let (low, high): (u32, u32) = (low.trim().parse().ok()?, high.trim().parse().ok()?);
                if low > high || high - low > MAX_RANGE {
                    return None;
                }
                ids.extend(low..=high);
            }
            None => ids.push(part.parse().ok()?),
        }
    }
    (more || !ids.is_empty()).then_some((ids, more))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn refs(text: &str) -> Vec<(Kind, u32)> {
        find_citations(text).iter().flat_map(|c| c.refs().map(|r| (r.kind, r.id)).collect::<Vec<_>>()).collect()
    }

    #[test]
    fn of_a_mark_what_is_to_be_kept_stays() {
        let text =
            "It leaks [Data: Sources (3, 9); Reports (2)]. It held [Data: Reports (7, +more)], they say (Source 3).";
        let kept = keep_citations(text, |record| record.kind == Kind::Source && record.id == 3);
        assert_eq!(kept, "It leaks [Data: Sources (3)]. It held, they say (Source 3).");
        assert_eq!(keep_citations(text, |_| true), text);
    }

    #[test]
    fn marks_are_left_out() {
        assert_eq!(without_citations("It leaks [Data: Sources (1, 2)]. So [x].\n"), "It leaks. So [x].\n");
    }

    #[test]
    fn reads_the_strict_form() {
        let found = find_citations("So it is [Data: Reports (2, 7); Entities (5, +more)].");
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].groups[1], CitationGroup { kind: Kind::Entity, ids: vec![5], more: true });
        assert_eq!(found[0].to_string(), "[Data: Reports (2, 7); Entities (5, +more)]");
        assert_eq!(found[0].span, Span::new(9, 52));
    }

    #[test]
    fn reads_leniently() {
        for text in ["[data:sources(3,4,5)]", "[Sources (3-5)]", "[Data: Source 3, 4, 5]", "[Data : SOURCES (3–5)]"] {
            assert_eq!(refs(text), [(Kind::Source, 3), (Kind::Source, 4), (Kind::Source, 5)], "{text}");
        }
        assert_eq!(
            refs("[Data: Entities 10, 45; Relationships 8]"),
            [(Kind::Entity, 10), (Kind::Entity, 45), (Kind::Relationship, 8)]
        );
        assert_eq!(
            refs("It leaks (Source 2). So (Sources 3, 4) it does."),
            [(Kind::Source, 2), (Kind::Source, 3), (Kind::Source, 4)]
        );
        assert_eq!(
            refs("It leaks (Data: Reports (2, 7); Entities (5))."),
            [(Kind::Report, 2), (Kind::Report, 7), (Kind::Entity, 5)]
        );
        assert_eq!(refs("It leaks (Report #4)."), [(Kind::Report, 4)]);
        assert_eq!(refs("[Data: Entities (1), Claims (2)]"), [(Kind::Entity, 1), (Kind::Claim, 2)]);
        assert_eq!(
            refs("[Data: Entities (1), (2); Claims (3)]"),
            [(Kind::Entity, 1), (Kind::Entity, 2), (Kind::Claim, 3)]
        );
    }

    #[test]
    fn passes_over_other_brackets() {
        for text in [
            "[MUSIC]",
            "[1]",
            "a[i]",
            "[see (2)]",
            "[Data: ]",
            "[",
            "[[",
            "[Sources (9-1)]",
            "[Sources (0-4294967295)]",
            "(source 2 of the river)",
            "(Report 2019 says so)",
            "(Document)",
            "(see Source 2)",
            "(Data: none)",
        ] {
            assert!(find_citations(text).is_empty(), "{text}");
        }
        assert_eq!(refs("[[Sources (1)]"), [(Kind::Source, 1)]);
    }

    #[test]
    fn what_is_looked_for_names_records_as_citations_do() {
        for text in ["Reports (7)", "report 7", "[Data: Reports (7)]", "Data: Reports (7)", "so [Reports 7] says"] {
            assert_eq!(cited_in(text), [Ref::new(Kind::Report, 7)], "{text}");
        }
        let both = [Ref::new(Kind::Report, 7), Ref::new(Kind::Entity, 5)];
        assert_eq!(cited_in("[Data: Reports (7); Entities (5)] [Data: Reports (7)]"), both);
        assert_eq!(cited_in("⟨Reports 7 · Entities 5⟩"), both);
        for text in ["42", "valve 42", "the report", "Reports", "", "water board 7"] {
            assert!(cited_in(text).is_empty(), "{text}");
        }
    }

    #[test]
    fn writes_each_id_once_by_kind() {
        let mark = cite([
            Ref::new(Kind::Source, 3),
            Ref::new(Kind::Entity, 1),
            Ref::new(Kind::Source, 3),
            Ref::new(Kind::Source, 9),
        ]);
        assert_eq!(mark, "[Data: Sources (3, 9); Entities (1)]");
        assert_eq!(cite([]), "");
    }

    proptest! {
        #[test]
        fn whatever_looks_like_one_lies_in_the_text(
            text in "((\\[|\\(|\\]|\\)|Data: |Sources?|Reports|Entities| |, |; |3|17|99999999999|\\+more| and |é|\n){0,16}|\\PC{0,40})",
        ) {
            let found = find_citations(&text);
            prop_assert!(found.iter().all(|one| one.span.slice(&text).is_some() && one.refs().next().is_some()));
            prop_assert!(found.windows(2).all(|two| two[0].span.end <= two[1].span.start));
            prop_assert!(without_citations(&text).len() <= text.len());
        }

        #[test]
        fn what_is_written_is_read(ids in prop::collection::vec((0usize..6, 0u32..5000), 1..12)) {
            let wanted: Vec<Ref> = ids.iter().map(|&(kind, id)| Ref::new(Kind::ALL[kind], id)).collect();
            let found = find_citations(&format!("x {} y", cite(wanted.iter().copied())));
            prop_assert_eq!(found.len(), 1);
            let read: std::collections::BTreeSet<_> = found[0].refs().map(|r| (r.kind, r.id)).collect();
            prop_assert_eq!(read, wanted.iter().map(|r| (r.kind, r.id)).collect());
        }
    }
}
