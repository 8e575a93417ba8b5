//! Markdown as rows: what people write, what models write, and any way of cutting it.

use proptest::prelude::*;

use super::*;
use crate::model::{Kind, Ref};
use crate::tui::theme::{ASCII, UNICODE};

fn with_ids(text: &str, width: usize, glyphs: &Glyphs) -> Rendered {
    render(text, width, glyphs, &mut Notes::new(Style::Ids))
}

fn with_notes(text: &str, width: usize) -> Rendered {
    render(text, width, &UNICODE, &mut Notes::default())
}

fn texts(text: &str, width: usize) -> Vec<String> {
    with_ids(text, width, &UNICODE).rows.iter().map(Row::text).collect()
}

fn record(link: &Link) -> Ref {
    match link {
        Link::Record(record) => *record,
        Link::More(_) => panic!("the rest of a citation"),
    }
}

#[test]
fn footnotes_are_numbered_once_and_long_runs_are_folded() {
    let text = "One [Data: Sources (812, 1204); Reports (57)]. Two [Data: Reports (57)].\n\nMany [Data: Sources (1, 2, 3, 4, \
                5, 6)], and more [Data: Entities (9, +more)].";
    let mut notes = Notes::default();
    let rendered = render(text, 80, &UNICODE, &mut notes);
    assert_eq!(rendered.rows[0].text(), "One [1,2,3]. Two [3].");
    // What is folded has numbers too: they are those of the text when it is copied.
    assert_eq!(rendered.rows[2].text(), "Many [4,5,6,+3], and more [10,+].");
    assert_eq!(notes.records().len(), 10);
    assert_eq!(notes.records()[2], Ref::new(Kind::Report, 57));
    assert_eq!(rendered.links[7], Link::More(2));
    assert!(notes.is_shown(notes.records()[5]) && !notes.is_shown(notes.records()[6]));
}

#[test]
fn behind_a_quotation_the_passage_stands_before_what_it_names() {
    let text = "One [Data: Entities (2, 3)]. “Two” [Data: Sources (7); Entities (2, 3)]. “Three” [Data: Entities (2, 3, 4, \
                5); Sources (7)]. Four [Data: Entities (2); Sources (7)].";
    let rendered = render(text, 80, &UNICODE, &mut Notes::default());
    assert_eq!(rendered.rows[0].text(), "One [1,2]. “Two” [3,1,2]. “Three” [3,1,2,+2]. Four [1,3].");
}

#[test]
fn the_rest_of_a_citation_unfolds_where_it_stands() {
    let text = "Many [Data: Sources (1, 2, 3, 4, 5, 6)], and more [Data: Sources (7, 8, 9, 10, 11)].";
    let mut stream = Stream::new(80, UNICODE);
    stream.push(text);
    assert_eq!(stream.rendered().rows[0].text(), "Many [1,2,3,+3], and more [7,8,9,+2].");
    stream.unfold(1);
    assert_eq!(stream.rendered().rows[0].text(), "Many [1,2,3,+3], and more [7,8,9,10,11].");
    stream.resize(60, &UNICODE);
    assert_eq!(stream.rendered().rows[0].text(), "Many [1,2,3,+3], and more [7,8,9,10,11].");
}

#[test]
fn what_is_passed_over_keeps_its_numbers() {
    let mut notes = Notes::default();
    notes.pass_over("Folded [Data: Sources (1, 2)].");
    assert_eq!(render("Shown [Data: Sources (3)].", 80, &UNICODE, &mut notes).rows[0].text(), "Shown [3].");
}

#[test]
fn citations_are_links_in_reading_order() {
    let text = "One [Data: Sources (812, 1204); Reports (57)]. Two [Data: Entities (9, +more)].";
    let rendered = with_ids(text, 80, &UNICODE);
    assert_eq!(rendered.rows[0].text(), "One ⟨Sources 812 1204 · Reports 57⟩. Two ⟨Entities 9 +more⟩.");
    let kinds: Vec<_> = rendered.links.iter().map(record).map(|link| (link.kind, link.id)).collect();
    assert_eq!(kinds, [(Kind::Source, 812), (Kind::Source, 1204), (Kind::Report, 57), (Kind::Entity, 9)]);
    let linked: Vec<_> = rendered.rows[0].pieces.iter().filter_map(|p| p.link.map(|l| (p.text.clone(), l))).collect();
    assert_eq!(
        linked,
        [
            ("Sources".into(), 0),
            ("812".into(), 0),
            ("1204".into(), 1),
            ("Reports".into(), 2),
            ("57".into(), 2),
            ("Entities".into(), 3),
            ("9".into(), 3)
        ]
    );
}

#[test]
fn lists_quotes_headings_and_code() {
    let text = "## Head\n\ntext that wraps here\n\n1. one\n2. two [Data: Sources (1)]\n   - inner item\n\n> said\n\n```\nlet x;\n```\n";
    assert_eq!(
        texts(text, 14),
        [
            "Head",
            "",
            "text that",
            "wraps here",
            "",
            "1. one",
            "2. two",
            "   ⟨Sources 1⟩",
            "  • inner item",
            "",
            "▌ said",
            "",
            "  let x;"
        ]
    );
}

#[test]
fn items_of_a_list_that_is_quoted_stand_on_lines_of_their_own() {
    let quoted = format!("- “{}” — Minutes", crate::judgement::quotation::plain("Asked for:\n1. a lamp\n2. a bell"));
    assert_eq!(texts(&quoted, 40), ["• “Asked for:", "  \u{a0}\u{a0}1. a lamp", "  \u{a0}\u{a0}2. a bell” — Minutes"]);
}

#[test]
fn tables_fit_and_align() {
    let text = "| name | count |\n|---|--:|\n| the long name of a mill | 7 |\n";
    assert_eq!(
        texts(text, 20),
        ["name           count", "────────────────────", "the long name      7", "of a mill           "]
    );
}

#[test]
fn hostile_text_is_only_text() {
    let rows = texts("a\u{1b}]0;x\u{7} b [Data: Sources (1)", 40);
    assert_eq!(rows, ["a␛]0;x b [Data: Sources (1)"]);
    let ascii = with_ids("x [Sources (1)]", 40, &ASCII);
    assert_eq!(ascii.rows[0].text(), "x <Sources 1>");
}

#[test]
fn a_stream_freezes_what_is_complete() {
    let mut stream = Stream::new(40, UNICODE);
    stream.push("One paragraph.\n\n");
    assert_eq!(stream.frozen_to, 0, "the next line may turn out to be indented");
    stream.push("Another one.");
    assert_eq!(stream.frozen_to, 16);
    assert_eq!(stream.rendered().rows.len(), 3);
}

#[test]
fn a_table_without_room_for_its_columns_has_its_rows_one_by_one() {
    let table = "Lamps:\n\n| lamp | keeper | wicks |\n| --- | --- | ---: |\n| Quay | Adalind | 3 [Data: Sources (1)] |\n\
                 | Gate |  | 12 [Data: Sources (1)] |\n\
                 | Pier | Bo | [Data: Sources (1)] |\n";
    let texts = |width| {
        let rows = with_notes(table, width).rows;
        rows.iter().map(|row| row.text().replace('\u{a0}', " ").trim_end().to_owned()).collect::<Vec<_>>()
    };
    let columns = [
        "Lamps:",
        "",
        "lamp  keeper    wicks",
        "─────────────────────",
        "Quay  Adalind   3 [1]",
        "Gate           12 [1]",
        "Pier  Bo          [1]",
    ];
    assert_eq!(texts(40), columns);
    let lines = [
        "Lamps:",
        "",
        "• lamp: Quay",
        "  keeper: Adalind",
        "  wicks: 3 [1]",
        "• lamp: Gate",
        "  wicks: 12 [1]",
        "• lamp: Pier",
        "  keeper: Bo   [1]",
    ];
    assert_eq!(texts(18), lines);
}

const SAMPLES: [&str; 4] = [
    "# Title\n\nFour asks recur.\n\n- Public money [Data: Reports (88, 91)]\n- One **law** [Data: Reports (57)]\n\n  continued\n- last\n\nEnd.",
    "```rust\nfn a() {}\n\nfn b() {}\n```\n\n> quote\n> more\n\n1. a\n\n2. b\n",
    "| a | b |\n|---|---|\n| 1 | 日本 [Data: Sources (3)] |\n\n---\n\nSetext\n===\n\ntext",
    "\n\n   \n* x\n\n\ty\n\n~~~\nopen fence\n\nstill open",
];

proptest! {
    #[test]
    fn any_way_of_cutting_gives_the_same_rows(
        sample in 0usize..4,
        cuts in prop::collection::vec(0usize..200, 0..12),
        width in 4usize..60,
    ) {
        let text = SAMPLES[sample];
        let mut places: Vec<usize> =
            cuts.into_iter().map(|cut| cut % (text.len() + 1)).filter(|&cut| text.is_char_boundary(cut)).collect();
        places.sort_unstable();
        places.push(text.len());
        let mut stream = Stream::new(width, UNICODE);
        let mut from = 0;
        for to in places {
            stream.push(&text[from..to]);
            from = to;
        }
        prop_assert_eq!(stream.rendered(), &with_notes(text, width));
    }

    #[test]
    fn never_panics_and_never_overflows(text in "[\\[\\]()*_#>|`\\-0-9a-zD: ;\n日]{0,120}", width in 1usize..40) {
        for row in with_notes(&text, width).rows {
            prop_assert!(row.width() <= width || width < 8, "{:?}", row.text());
        }
    }
}
