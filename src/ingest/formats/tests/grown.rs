//! Files that mean harm, grown by the rules of their formats: pieces repeated, nested and numbered far beyond what anybody
//! writes, then damaged in some bytes. Whatever they are, reading them ends, and no reader of ours panics. With more cases
//! (`PROPTEST_CASES=100000`) it is a fuzzer.

use super::*;

/// How often a piece is repeated or nested at the most.
const OFTEN: usize = 400;

/// Numbers at which readers trip.
fn number() -> impl Strategy<Value = String> {
    prop_oneof![
        any::<i64>().prop_map(|n| n.to_string()),
        prop::sample::select(vec![
            "0",
            "-1",
            "65535",
            "65536",
            "2147483647",
            "2147483648",
            "-2147483648",
            "4294967295",
            "99999999999999999999",
            "1e308",
            "1e999",
            "0x7fffffff",
            "NaN",
            "",
        ])
        .prop_map(str::to_owned),
    ]
}

/// Pieces of one format: what is repeated, what opens, what closes.
type Pieces = (&'static str, &'static str, &'static [&'static str], &'static [(&'static str, &'static str)]);

/// `#` stands for a number.
const FORMATS: &[Pieces] = &[
    (
        "a.html",
        "<!doctype html><title>A</title><p>text",
        &[
            " a=\"1\"",
            "<p a='#' b=\"2\">",
            "&#;",
            "&#x#;",
            "&amp;",
            "<!--",
            "-->",
            "<br>",
            "<td colspan=#>",
            "<![CDATA[",
            "x ",
            "<script>",
            "</script>",
            "<svg>",
            "</p>",
            "<li value=#>",
            "<a href='#'>",
        ],
        &[
            ("<div>", "</div>"),
            ("<table><tr><td>", "</td></tr></table>"),
            ("<ul><li>", ""),
            ("<b", ">"),
            ("<p a=\"", "\">"),
        ],
    ),
    (
        "a.xml",
        "<?xml version='1.0'?><a>text",
        &[
            "<b c='#'/>",
            "&lt;",
            "&#;",
            "<![CDATA[x]]>",
            "<!-- -->",
            "<?p?>",
            "x",
            "<!DOCTYPE a [<!ENTITY e '&e;&e;'>]>",
            "&e;",
        ],
        &[("<b>", "</b>"), ("<c d='", "'/>"), ("<b>", "")],
    ),
    (
        "a.rtf",
        "{\\rtf1\\ansi text ",
        &[
            "\\par ",
            "\\u# ?",
            "\\'e9",
            "\\bin# x",
            "\\cell ",
            "\\row ",
            "\\uc# ",
            "\\li# ",
            "\\fs#",
            "\\*\\x ",
            "\\ansicpg# ",
        ],
        &[("{", "}"), ("{\\*\\b ", "}"), ("{\\field{\\fldinst x}{\\fldrslt ", "}}"), ("{", "")],
    ),
    (
        "a.tex",
        "\\documentclass{article}\\begin{document}text ",
        &[
            "\\[\\[ ",
            "\\] ",
            "$",
            "$$",
            "\\\\",
            "%x\n",
            "\\item ",
            "\\newcommand{\\a}[#]{\\a\\a}",
            "\\a ",
            "\\verb|x",
            "&",
            "~",
        ],
        &[("{", "}"), ("\\begin{itemize}", "\\end{itemize}"), ("\\section{", "}"), ("\\[", ""), ("[", "]")],
    ),
    (
        "a.json",
        "",
        &["1,", "\"a\":", "#,", "null,", "\"\\u0000\",", "\"\\ud800\",", "true ", "{\"text\":\"x\"},", "\n"],
        &[("[", "]"), ("{\"a\":", "}"), ("[", ""), ("{\"text\":\"", "\"}")],
    ),
    (
        "a.jsonl",
        "{\"text\":\"x\"}\n",
        &["{\"text\":\"a\",\"id\":#}\n", "[#]\n", "\n", "{", "\"x\"\n"],
        &[("[", "]"), ("{\"a\":", "}")],
    ),
    (
        "a.csv",
        "id,text\n",
        &["1,\"x\"\n", "#,", "\"", "\"\"", "\n", "\r", ";", "a,b,c,d\n", "\t"],
        &[("\"", "\""), (",\"", "\n")],
    ),
    (
        "a.vtt",
        "WEBVTT\n\n",
        &["00:00:01.000 --> 00:00:0#.000\n", "#:#:#.# --> #\n", "<v Ada>x\n", "\n", "NOTE x\n", "1\n", "STYLE\n"],
        &[("<i>", "</i>"), ("<v ", ">")],
    ),
    (
        "a.srt",
        "",
        &["1\n00:00:01,000 --> 00:00:02,000\nx\n\n", "#\n", "#:#:#,# --> #:#:#,#\n", "\n"],
        &[("<i>", "</i>"), ("{\\an#}", "")],
    ),
    (
        "a.md",
        "# A\n\n",
        &[
            "* ",
            "> ",
            "| a | b |\n",
            "|---|---|\n",
            "[^#]: x\n",
            "![x](y)",
            "`",
            "```\n",
            "&#;",
            "<b>",
            "\n",
            "#. x\n",
            "    ",
        ],
        &[("*", "*"), ("[", "](x)"), ("> ", ""), ("- ", "\n"), ("<div>", "</div>")],
    ),
    (
        "a.eml",
        "From: a@b\nTo: c@d\nSubject: x\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n",
        &[
            "--b\n",
            "--b--\n",
            "Content-Type: text/html\n\n<p>x\n",
            "Content-Type: multipart/mixed; boundary=b\n\n",
            "> x\n",
            "Content-Transfer-Encoding: base64\n\nAAAA\n",
            "=?utf-8?q?=FF?=",
            "Content-Type: message/rfc822\n\n",
            "\n",
            "To: a#@b,\n ",
        ],
        &[("--b\nContent-Type: message/rfc822\n\nFrom: x@y\n\n", "\n--b--\n"), ("(", ")"), ("<", ">")],
    ),
    (
        "a.ipynb",
        "{\"nbformat\":4,\"cells\":[",
        &[
            "{\"cell_type\":\"markdown\",\"source\":[\"x\"]},",
            "{\"cell_type\":\"code\",\"outputs\":[],\"source\":#},",
            "#,",
            "null,",
        ],
        &[("[", "]"), ("{\"source\":", "}")],
    ),
    (
        "a.py",
        "def a():\n",
        &["    ", "'''", "\"", "# x\n", "\\\n", "class A#:\n", "{", "}", "\t"],
        &[("(", ")"), ("def a():\n ", "")],
    ),
    (
        "a.txt",
        "Ada: x\n",
        &["Ada: x\n", "\u{c}", "\u{feff}", "=====\n", "From: x\n", "a\u{300}", "\t", "#. ", "\u{202e}", "  "],
        &[("(", ")")],
    ),
];

fn grown() -> impl Strategy<Value = (&'static str, Vec<u8>)> {
    let part = (any::<prop::sample::Index>(), any::<bool>(), 1..OFTEN, number());
    (any::<prop::sample::Index>(), prop::collection::vec(part, 1..6)).prop_map(|(format, parts)| {
        let &(name, head, repeated, nested) = format.get(FORMATS);
        let (mut text, mut closing) = (head.to_owned(), Vec::new());
        for (piece, nests, times, number) in parts {
            if nests {
                let (opens, closes) = piece.get(nested);
                text.push_str(&opens.replace('#', &number).repeat(times));
                closing.push(closes.replace('#', &number).repeat(times));
            } else {
                text.push_str(&piece.get(repeated).replace('#', &number).repeat(times));
            }
        }
        closing.iter().rev().for_each(|closes| text.push_str(closes));
        (name, text.into_bytes())
    })
}

/// Packed formats around what was grown.
fn packed() -> impl Strategy<Value = (&'static str, Vec<u8>)> {
    (0usize..7, grown(), number()).prop_map(|(kind, (name, inner), number)| {
        let text = String::from_utf8_lossy(&inner).into_owned();
        match kind {
            0 => ("a.docx", fixtures::docx(&text)),
            1 => ("a.xlsx", fixtures::xlsx(&text)),
            2 => ("a.odt", fixtures::open_document("text", &text)),
            3 => ("a.epub", fixtures::epub(&text)),
            4 => {
                let within = fixtures::zip(&[(name, &inner)]);
                ("a.zip", fixtures::zip(&[(name, &inner), ("b.zip", &within)]))
            }
            5 => (
                "a.pdf",
                fixtures::pdf(
                    &[&text],
                    &format!("9 0 obj <</W [0 {number} 500] /Kids [9 0 R] /Count {number}>> endobj\n"),
                ),
            ),
            _ => ("a.pdf", fixtures::pdf(&["BT (x) Tj ET"], &text)),
        }
    })
}

/// Damage: bytes changed, cut out, doubled.
fn damaged(file: impl Strategy<Value = (&'static str, Vec<u8>)>) -> impl Strategy<Value = (&'static str, Vec<u8>)> {
    let blow = (any::<prop::sample::Index>(), 0usize..4, any::<u8>(), 1usize..64);
    (file, prop::collection::vec(blow, 0..6)).prop_map(|((name, mut bytes), blows)| {
        for (place, kind, byte, length) in blows {
            if bytes.is_empty() {
                break;
            }
            let at = place.index(bytes.len());
            let end = (at + length).min(bytes.len());
            match kind {
                0 => bytes[at] = byte,
                1 => drop(bytes.drain(at..end)),
                2 => {
                    let copy = bytes[at..end].to_vec();
                    bytes.splice(at..at, copy);
                }
                _ => bytes.insert(at, byte),
            }
        }
        (name, bytes)
    })
}

fn ends(name: &str, bytes: Vec<u8>) -> Result<(), TestCaseError> {
    let read = super::super::read(name, &Arc::new(bytes.clone()), &TableFields::default());
    // Mail and PDF, also in an archive, are read by crates: where those panic, the file is refused.
    let ours = !["eml", "pdf", "zip"].iter().any(|kind| name.ends_with(kind));
    let holds =
        |why: &Unreadable| !(why.reason.contains("longer than") || ours && why.reason.contains("did not expect"));
    if let Err(why) = &read {
        prop_assert!(holds(why), "{name}: {}", why.reason);
    }
    // As the process that reads has it: part by part.
    let mut parts = 0;
    let streamed = guard::on_a_thread({
        let name = name.to_owned();
        move || {
            read_parts(&name, bytes, &TableFields::default(), &mut |_| parts += 1)?;
            Ok(parts)
        }
    });
    if let Err(why) = &streamed {
        prop_assert!(holds(why), "{name}, in parts: {}", why.reason);
    }
    prop_assert_eq!(read.is_ok(), streamed.is_ok());
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: ProptestConfig::default().cases.div_ceil(8), max_shrink_iters: 400, ..ProptestConfig::default() })]

    #[test]
    fn files_of_text_however_grown_are_read_or_refused((name, bytes) in damaged(grown())) {
        ends(name, bytes)?;
    }

    #[test]
    fn packed_files_however_grown_are_read_or_refused((name, bytes) in damaged(packed())) {
        ends(name, bytes)?;
    }
}
