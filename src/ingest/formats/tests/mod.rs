//! What every format has to hold: text leads back to the bytes it was made from, and nothing trips on garbage.

mod fixtures;
mod grown;
mod packed;
mod pages;
mod pdf;
mod pieces;
mod tables;

use proptest::prelude::*;

use super::*;
use crate::text::layout::blocks::BlockKind;

fn read(name: &str, source: &str) -> Extracted {
    read_fields(name, source, &TableFields::default())
}

fn read_fields(name: &str, source: &str, fields: &TableFields) -> Extracted {
    extract(Path::new(name), source.to_owned(), fields).expect("it can be read")
}

/// Every word of the item's text, with the bytes of the source it leads to.
fn words<'a>(item: &'a Item, source: &'a str) -> Vec<(&'a str, &'a str)> {
    let mut at = 0;
    let mut words = Vec::new();
    for word in item.text.split(|c: char| !c.is_alphanumeric()) {
        let span = Span::new(at, at + word.len());
        at += word.len() + item.text[at + word.len()..].chars().next().map_or(0, char::len_utf8);
        if !word.is_empty() {
            words.push((word, item.map.to_file(span).slice(source).expect("on character bounds")));
        }
    }
    words
}

#[test]
fn xml_gives_what_stands_between_its_tags() {
    let source = "\u{feff}<?xml version='1.0'?><!DOCTYPE tei [<!ENTITY a 'ha'>]><tei><head>The Pier &amp; its keepers</head>\n  \
        <p>It was built by <name>Anna <b>Lund</b></name>, in 1904.</p><!-- no --><p><![CDATA[It cost < 12 crowns.]]></p>\
        <keeper><name>Ivo Tamsin</name><since>1911</since><gone/></keeper>&a;</tei>";
    let read = read("pier.xml", source);
    let item = &read.items[0];
    assert_eq!((&*read.format, item.title.as_deref()), ("xml", Some("The Pier & its keepers")));
    assert_eq!(
        item.text,
        "The Pier & its keepers\n\nIt was built by Anna Lund, in 1904.\n\nIt cost < 12 crowns.\n\nIvo Tamsin\n1911"
    );
    assert!(words(item, source).iter().all(|(word, bytes)| word == bytes));
    // Broken off, unmatched, or nested without end: what came before is good.
    for (broken, wanted) in [("<a><b>kept<c", "kept"), ("</a>kept</b>", "kept"), ("<a>kept & all", "kept & all")] {
        assert_eq!(self::read("x.xml", broken).items[0].text, wanted, "{broken}");
    }
    assert_eq!(self::read("deep.xml", &format!("{}kept", "<a>".repeat(100_000))).items[0].text, "kept");
    assert_eq!(self::read("a page", "<?xml version='1.0'?>\n<!DOCTYPE html><html><p>x</p></html>").format, "html");
}

#[test]
fn pages_give_what_a_reader_reads() {
    let page = "<!DOCTYPE html><html><head><title> The  Pier\n</title><style>p{}</style></head><body><nav><a href=x>Home</a></nav>\
        <header>Site</header><h1>The Pier &amp; its keepers</h1><p>It was built in&nbsp;1904 by <b>Anna</b> Lund.<br>It stands.<p>Second\r\nparagraph, \
        with caf&eacute; and &#x1F600;.<ul><li>one<li>two</ul><table><tr><th>Year<th>Salt</tr><tr><td>1904<td>12</tr></table>\
        <script>var x = '<p>no</p>'</script><div hidden>gone</div><div style='display: none'>gone</div><footer>Imprint</footer></body></html>";
    let read = read("pier.html", page);
    let item = &read.items[0];
    assert_eq!(item.title.as_deref(), Some("The Pier"));
    assert_eq!(
        item.text,
        "The Pier & its keepers\n\nIt was built in 1904 by Anna Lund.\nIt stands.\n\nSecond paragraph, with café and 😀.\n\none\ntwo\nYear | Salt\n1904 | 12"
    );
    let at = item.text.find("café").expect("kept");
    assert_eq!(item.map.to_file(Span::new(at, at + "café".len())).slice(page), Some("caf&eacute;"));
    let at = item.text.find('&').expect("kept");
    assert_eq!(item.map.to_file(Span::new(at, at + 1)).slice(page), Some("&amp;"));
    let kinds: Vec<BlockKind> = item.blocks.as_ref().expect("known").iter().map(|block| block.kind).collect();
    assert_eq!(
        kinds,
        [
            BlockKind::Heading,
            BlockKind::Paragraph,
            BlockKind::Paragraph,
            BlockKind::Item,
            BlockKind::Item,
            BlockKind::Row,
            BlockKind::Row
        ]
    );
}

#[test]
fn a_head_ends_where_the_body_begins_and_a_row_ends_without_a_bar() {
    let page = "<html><head><title>Dues</title></strong><body><p>Paid in spring.<table><tr><td>Grade<td></tr>\
        <tr><td>a<td><td>b</tr><tr><td>Where:<td><p>At the pier.</table>";
    let read = read("dues.html", page);
    assert_eq!(read.items[0].title.as_deref(), Some("Dues"));
    assert_eq!(read.items[0].text, "Paid in spring.\n\nGrade\na | | b\nWhere:\nAt the pier.");
}

#[test]
fn the_main_part_of_a_page_is_enough() {
    let main =
        "The council met on Monday and resolved to close the northern pier until the spring of next year. ".repeat(2);
    let page = format!(
        "<body><div>Keyboard shortcuts</div><main><h1>Minutes</h1><p>{main}</p></main><div>More pages</div></body>"
    );
    let read = read("m.html", &page);
    assert!(read.items[0].text.starts_with("Minutes\n\nThe council"));
    assert!(!read.items[0].text.contains("Keyboard") && !read.items[0].text.contains("More pages"));
}

#[test]
fn arrays_of_passages_become_documents() {
    let source = r#"[ {"title": "Ada \"the\" Lund", "text": "She built it.\nAll of caf\u00e9 \ud83d\ude00."},
                      {"title": "Salt", "text": "Salt came by sea.", "year": 1904, "tags": ["a", "b"]} ]"#;
    let read = read("corpus.json", source);
    assert_eq!(read.items.len(), 2);
    assert_eq!(read.items[0].title.as_deref(), Some("Ada \"the\" Lund"));
    assert_eq!(read.items[0].text, "She built it.\nAll of café 😀.");
    assert_eq!(read.items[1].row, Some(1));
    let at = read.items[0].text.find('😀').expect("kept");
    assert_eq!(read.items[0].map.to_file(Span::new(at, at + 4)).slice(source), Some(r"\ud83d\ude00"));
    assert!(read.items[1].source.slice(source).is_some_and(|row| row.starts_with('{') && row.ends_with('}')));
}

#[test]
fn fields_can_be_named() {
    let source = r#"{"rows": [{"meta": {"head": "A"}, "long": "x x x"}, {"meta": {"head": "B"}, "long": "y y"}]}"#;
    let fields =
        TableFields { text: Some("long".to_owned()), title: Some("head".to_owned()), ..TableFields::default() };
    let read = read_fields("x.json", source, &fields);
    assert_eq!(read.items.iter().map(|item| item.title.clone().unwrap_or_default()).collect::<Vec<_>>(), ["A", "B"]);
    let wrong = TableFields { text: Some("nothing".to_owned()), ..TableFields::default() };
    let read = read_fields("x.json", source, &wrong);
    assert!(read.remark.is_some_and(|remark| remark.contains("meta.head")));
}

#[test]
fn bad_lines_are_counted_and_the_rest_is_read() {
    let source = "{\"text\": \"The first line has text enough to be one.\"}\nnot json\n\n{\"text\": \"The second has text enough as well.\"}\n{\"text\": ";
    let read = read("x.jsonl", source);
    assert_eq!(read.items.len(), 2);
    assert_eq!(read.remark.as_deref(), Some("2 lines are no JSON and were left out, the first is line 2"));
}

#[test]
fn an_escape_with_a_sign_among_its_digits_is_no_json() {
    let line = |escape: &str| format!("{{\"text\": \"The gate has text enough to be one {escape} document.\"}}\n");
    let read = read("x.jsonl", &(line(r"\u012F") + &line(r"\u+12F") + &line("whole")));
    let texts: Vec<&str> = read.items.iter().map(|item| item.text.as_str()).collect();
    assert_eq!(texts.len(), 2, "{texts:?}");
    assert!(texts[0].contains('į') && texts[1].contains("whole"), "{texts:?}");
}

#[test]
fn rows_with_a_text_column_become_documents() {
    let source = "date,title,body\n2024-05-01,\"The \"\"old\"\" pier\",\"It was closed,\nand nobody knew why it had been closed at all.\"\n2024-05-02,Salt,Salt came in by sea as it had for a hundred years.\n";
    let read = read("x.csv", source);
    assert_eq!(read.items.len(), 2);
    assert_eq!(read.items[0].title.as_deref(), Some("The \"old\" pier"));
    assert_eq!(read.items[0].date.as_deref(), Some("2024-05-01"));
    // The name of a column stands once in the file, above the rows.
    let mut words = words(&read.items[0], source);
    words.retain(|(word, _)| *word != "date");
    assert!(words.iter().all(|(word, bytes)| word == bytes), "{words:?}");
}

#[test]
fn ragged_rows_are_read_as_they_are() {
    let source = "boat;captain;tons\nAurora;Ada Lund;12;late\nBrise\n\"open; quote;3\n";
    let read = read("boats.csv", source);
    assert_eq!(read.items.len(), 1);
    assert_eq!(
        read.items[0].text,
        "boat: Aurora; captain: Ada Lund; tons: 12; column 4: late\nboat: Brise\nboat: open; quote;3\n\n"
    );
    let remark = read.remark.unwrap_or_default();
    assert!(remark.starts_with("3 rows have more or fewer cells than the header; its rows are one"), "{remark}");
}

#[test]
fn deep_nesting_is_read_without_falling() {
    let depth = 100_000;
    // All of it lies too deep, which is why it is left out; a part that does is told of.
    for source in [
        format!("{}\"deep\"{}", "[".repeat(depth), "]".repeat(depth)),
        format!("{}1{}", "{\"a\":".repeat(depth), "}".repeat(depth)),
    ] {
        for name in ["x.json", "x.jsonl"] {
            let bytes = std::sync::Arc::new(source.clone().into_bytes());
            let unreadable = super::read(name, &bytes, &TableFields::default()).unwrap_err();
            assert_eq!(unreadable.reason, "all that it says is nested deeper than the limit of 500 levels");
            assert!(unreadable.hint.is_some_and(|hint| hint.starts_with("flatten it")));
            let partly = format!("{{\"a\": \"shallow\", \"b\": {source}}}");
            let read = read(name, &partly);
            assert!(read.items[0].text.contains("shallow"), "{}", read.items[0].text);
            assert_eq!(read.remark.as_deref(), Some("content nested deeper than 500 levels was left out"));
        }
    }
    for source in ["[".repeat(depth), "{\"a\":".repeat(depth)] {
        assert!(!read("x.json", &source).items.is_empty());
        assert!(!read("x.jsonl", &source).items.is_empty());
    }
    let page = format!("{}deep{}", "<div>".repeat(depth), "</div>".repeat(depth));
    assert!(read("x.html", &page).items[0].text.contains("deep"));
}

#[test]
fn front_matter_names_and_dates_a_document() {
    let source = "---\ntitle: \"The Salt Road\"\ndate: 2024-05-01\n---\n# Other\n\nText.";
    let read = read("x.md", source);
    assert_eq!(read.items[0].title.as_deref(), Some("The Salt Road"));
    assert_eq!(read.items[0].date.as_deref(), Some("2024-05-01"));
    assert_eq!(read.items[0].map.to_file(Span::new(0, 7)).slice(source), Some("# Other"));
    assert!(super::markdown::extract("---\nNot matter at all.\n---\n".to_owned()).items[0].text.starts_with("---"));
}

#[test]
fn front_matter_that_tells_something_stands_beside_the_text() {
    let source =
        "---\ntitle: Salt\nstatus: accepted\nlayout: post\ntags:\n  - salt\n  - sea\n---\n# Salt\n\nIt &amp; sand.\n";
    let read = read("x.md", source);
    let item = &read.items[0];
    let blocks = item.blocks.as_deref().expect("blocks");
    let of = |kind: BlockKind| -> Vec<&str> {
        let those = blocks.iter().filter(|block| block.kind == kind);
        those.filter_map(|block| block.span.slice(&item.text)).collect()
    };
    assert_eq!(of(BlockKind::Cell), ["status: accepted", "tags:\n  - salt\n  - sea"]);
    assert_eq!((of(BlockKind::Heading), of(BlockKind::Paragraph)), (vec!["Salt"], vec!["It & sand."]));
    let paragraph = item.text.find("It & sand").expect("the text");
    assert_eq!(item.map.to_file(Span::new(paragraph, paragraph + 4)).slice(source), Some("It &amp;"));
}

#[test]
fn front_matter_tells_the_one_who_wrote() {
    let authors =
        |field: &str| read("x.md", &format!("---\n{field}\n---\n\nThe pier is shut.\n")).items[0].authors.clone();
    assert_eq!(authors("author: Ada Lund"), [(0, "Ada Lund".to_owned())]);
    for several in ["author: Ada Lund and Kai Sund", "author: Harbour Board", "authors: x", "author: [Ada, Kai]"] {
        assert!(authors(several).is_empty(), "{several}");
    }
}

fn markup() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        Just("<p>".to_owned()),
        Just("</p>".to_owned()),
        Just("<div hidden>".to_owned()),
        Just("</div>".to_owned()),
        Just("<br>".to_owned()),
        Just("<b class='x'>".to_owned()),
        Just("<!-- c -->".to_owned()),
        Just("<script>".to_owned()),
        Just("</script>".to_owned()),
        Just("<pre>".to_owned()),
        Just("</pre>".to_owned()),
        Just("&amp;".to_owned()),
        Just("&notit;".to_owned()),
        Just("&nbsp".to_owned()),
        Just("\r\n".to_owned()),
        Just("\0".to_owned()),
        Just("{\"a\": [1, \"".to_owned()),
        Just("\\u00e9\"]}".to_owned()),
        Just("\",\"\"".to_owned()),
        "[a-zé ,;:\"{}\\[\\]<&]{0,12}",
    ];
    prop::collection::vec(piece, 0..30).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn nothing_trips_and_every_span_is_in_the_file(source in prop_oneof![markup(), any::<String>()]) {
        for name in ["x.txt", "x.md", "x.html", "x.xml", "x.csv", "x.tsv", "x.json", "x.jsonl"] {
            for item in read(name, &source).items {
                // Words are sliced out of the source inside, so that a span beside a character would show.
                words(&item, &source);
                prop_assert!(item.source.end <= source.len());
                for block in item.blocks.iter().flatten() {
                    prop_assert!(block.span.slice(&item.text).is_some());
                }
            }
        }
    }

    #[test]
    fn words_of_a_page_lead_to_themselves(paragraphs in prop::collection::vec("[a-z]{1,8}( [a-z]{1,8}|&amp;[a-z]{1,4}|\r\n[a-z]{1,4}){0,6}", 1..6)) {
        let page: String = paragraphs.iter().map(|text| format!("<p class=\"q\">{text}</p>\n")).collect();
        let read = read("x.html", &page);
        let words = words(&read.items[0], &page);
        prop_assert!(words.iter().all(|(word, bytes)| word == bytes), "{words:?}");
    }

    #[test]
    fn words_of_json_and_csv_lead_to_themselves(rows in prop::collection::vec("[a-zé]{1,8}([ \"\n,\\\\][a-zé]{1,8}){1,6}", 2..6)) {
        let json = serde_json::to_string(&rows.iter().map(|row| serde_json::json!({"text": row})).collect::<Vec<_>>()).expect("writable");
        let fields = TableFields { text: Some("text".to_owned()), ..TableFields::default() };
        let read = read_fields("x.json", &json, &fields);
        prop_assert_eq!(read.items.iter().map(|item| item.text.clone()).collect::<Vec<_>>(), rows.clone());
        for item in &read.items {
            let words = words(item, &json);
            prop_assert!(words.iter().all(|(word, bytes)| word == bytes), "{:?}", words);
        }
        let csv: String = std::iter::once("text,n\n".to_owned()).chain(rows.iter().map(|row| format!("\"{}\",1\n", row.replace('"', "\"\"")))).collect();
        let read = read_fields("x.csv", &csv, &fields);
        let wanted: Vec<String> = rows.iter().map(|row| format!("{row}\n\nn: 1")).collect();
        prop_assert_eq!(read.items.iter().map(|item| item.text.clone()).collect::<Vec<_>>(), wanted);
        for item in &read.items {
            // The name of a column stands once in the file, above the rows.
            let mut words = words(item, &csv);
            words.retain(|(word, _)| *word != "n");
            prop_assert!(words.iter().all(|(word, bytes)| word == bytes), "{:?}", words);
        }
    }
}

#[test]
fn a_page_without_a_title_is_called_by_its_heading() {
    let title = |head: &str, body: &str| {
        let page =
            format!("<html><head>{head}</head><body>{body}<p>The lamps of the pier are lit at dusk.</p></body></html>");
        read("quay.part.html", &page).items[0].title.clone()
    };
    assert_eq!(title("", "<h2 class=title>OpenQuay</h2><h3>Lamps</h3>").as_deref(), Some("OpenQuay"));
    assert_eq!(title("<title>quay_2.html</title>", "<h2>Quays</h2><h1>OpenQuay</h1>").as_deref(), Some("OpenQuay"));
    assert_eq!(title("<title>Quays</title>", "<h1>OpenQuay</h1>").as_deref(), Some("Quays"));
    assert_eq!(title("", "<h2>Introduction</h2><h4>Lamps</h4>"), None);
}
