//! What hostile files are grown of, and how: pieces of every format, repeated, nested and numbered, then damaged. Knows
//! no reader. The property tests draw from it, and so does the fuzzer (`fuzz/`, which includes this file by its path).

use super::fixtures;

/// Pieces of one format: what is repeated, what opens, what closes.
pub type Pieces = (&'static str, &'static str, &'static [&'static str], &'static [(&'static str, &'static str)]);

/// `#` stands for a number.
pub const FORMATS: &[Pieces] = &[
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
        "chat.json",
        "[{\"type\":\"message\",\"user\":\"U1\",\"text\":\"x\",\"ts\":\"1935736320.0\"}",
        &[
            ",{\"type\":\"message\",\"user\":\"U#\",\"text\":\"<@U#> &amp; <https://a.example|b>\",\"ts\":\"#.0\"}",
            ",{\"user\":\"U2\",\"to\":\"U#\",\"text\":\"<@<#|>\\n- \\\"x\\\"\",\"ts\":\"1935736380.#\"}",
            ",{\"subtype\":\"channel_join\",\"user\":\"U2\",\"ts\":\"#\"}",
            ",{\"text\":[\"a\",{\"text\":\"b\"}],\"from\":\"U#\",\"date\":\"2031-05-04T#\"}",
            "<@",
            "&lt;",
        ],
        &[(",{\"text\":\"", "\"}"), (",[", "]")],
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

/// Numbers at which readers trip.
pub const NUMBERS: &[&str] = &[
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
];

#[derive(Debug)]
/// A piece of a format: which, whether it nests, how often it stands there, and the number in it.
pub struct Part {
    pub piece: usize,
    pub nests: bool,
    pub times: usize,
    pub number: String,
}

/// Grows a file of a format, by its position: its name and its bytes.
pub fn grow(format: usize, parts: &[Part]) -> (&'static str, Vec<u8>) {
    let (name, head, repeated, nested) = FORMATS[format % FORMATS.len()];
    let (mut text, mut closing) = (head.to_owned(), Vec::new());
    for Part { piece, nests, times, number } in parts {
        if *nests {
            let (opens, closes) = nested[piece % nested.len()];
            text.push_str(&opens.replace('#', number).repeat(*times));
            closing.push(closes.replace('#', number).repeat(*times));
        } else {
            text.push_str(&repeated[piece % repeated.len()].replace('#', number).repeat(*times));
        }
    }
    closing.iter().rev().for_each(|closes| text.push_str(closes));
    (name, text.into_bytes())
}

/// Packs what was grown as a packed format has it; `number` is one that a PDF trips over.
pub fn pack(kind: usize, name: &str, inner: &[u8], number: &str) -> (&'static str, Vec<u8>) {
    let text = String::from_utf8_lossy(inner).into_owned();
    match kind % 7 {
        0 => ("a.docx", fixtures::docx(&text)),
        1 => ("a.xlsx", fixtures::xlsx(&text)),
        2 => ("a.odt", fixtures::open_document("text", &text)),
        3 => ("a.epub", fixtures::epub(&text)),
        4 => {
            let within = fixtures::zip(&[(name, inner)]);
            ("a.zip", fixtures::zip(&[(name, inner), ("b.zip", &within)]))
        }
        5 => {
            let more = format!("9 0 obj <</W [0 {number} 500] /Kids [9 0 R] /Count {number}>> endobj\n");
            ("a.pdf", fixtures::pdf(&[&text], &more))
        }
        _ => ("a.pdf", fixtures::pdf(&["BT (x) Tj ET"], &text)),
    }
}

/// Damages a file at a place: a byte changed, some cut out, doubled, or one put in.
pub fn damage(bytes: &mut Vec<u8>, at: usize, kind: usize, byte: u8, length: usize) {
    if bytes.is_empty() {
        return;
    }
    let at = at % bytes.len();
    let end = (at + length).min(bytes.len());
    match kind % 4 {
        0 => bytes[at] = byte,
        1 => drop(bytes.drain(at..end)),
        2 => {
            let copy = bytes[at..end].to_vec();
            bytes.splice(at..at, copy);
        }
        _ => bytes.insert(at, byte),
    }
}
