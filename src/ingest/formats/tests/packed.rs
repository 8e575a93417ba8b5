//! Formats whose text lies packed: what a reader reads comes out, with its page, sheet or slide; and hostile files cost
//! themselves only.

use std::sync::{Arc, OnceLock};

use proptest::prelude::*;

use super::super::limits::MEMBERS;
use super::super::*;
use super::fixtures::{docx, epub, open_document, pptx, xlsx, zip};
use crate::model::LocatorKind;
use crate::text::layout::structure::Structure;

fn open_file(name: &str, bytes: &[u8]) -> Result<Extracted, Unreadable> {
    super::super::read(name, &Arc::new(bytes.to_vec()), &TableFields::default())
}

fn only(name: &str, bytes: &[u8]) -> Item {
    let mut items = open_file(name, bytes).expect("readable").items;
    assert_eq!(items.len(), 1);
    items.remove(0)
}

fn reason(name: &str, bytes: &[u8]) -> String {
    open_file(name, bytes).expect_err("refused").reason
}

/// The place of `words` in an item, as a person would say it.
/// A mail with what it says, each sentence of whoever says it.
fn attributed(mail: &Item, blocks: Vec<Block>) -> Structure {
    let beside: Vec<Span> = blocks.iter().filter(|block| block.kind.is_beside()).map(|block| block.span).collect();
    let mut found = crate::text::layout::structure::of_rows(&mail.text, blocks);
    crate::ingest::quoting::attribute(&mut found, &mail.text, &beside, &mail.authors);
    found
}

/// The sentences that somebody says, each with who does.
fn said<'a>(mail: &'a Item, found: &'a Structure) -> Vec<(&'a str, &'a str)> {
    let name = |at: u16| found.speakers[usize::from(at)].name.as_str();
    found.sentences.iter().filter_map(|s| Some((s.span.slice(&mail.text)?, name(s.speaker?)))).collect()
}

fn place(item: &Item, words: &str) -> String {
    let at = item.text.find(words).unwrap_or_else(|| panic!("{words:?} in {:?}", item.text));
    item.landmarks.at(at).map(|at| at.to_string()).unwrap_or_default()
}

#[test]
fn word_files_are_read_as_they_are_read() {
    let body = "<w:p><w:pPr><w:pStyle w:val='berschrift1'/></w:pPr><w:r><w:t>Fees</w:t></w:r></w:p>\
        <w:p><w:r><w:t xml:space='preserve'>Salt came </w:t></w:r><w:del><w:r><w:t>never </w:t></w:r></w:del><w:r><w:t>in &amp; out.</w:t><w:footnoteReference w:id='2'/><w:commentReference w:id='5'/></w:r></w:p>\
        <w:tbl><w:tr><w:tc><w:p><w:r><w:t>1904</w:t></w:r></w:p></w:tc><w:tc><w:p><w:r><w:t>12 tons</w:t></w:r></w:p></w:tc></w:tr></w:tbl>\
        <mc:AlternateContent><mc:Choice><w:p><w:r><w:t>Boxed once.</w:t></w:r></w:p></mc:Choice><mc:Fallback><w:p><w:r><w:t>Boxed once.</w:t></w:r></w:p></mc:Fallback></mc:AlternateContent>";
    let item = only("a.docx", &docx(body));
    assert_eq!(
        item.text,
        "Harbour Board\n\nFees\n\nSalt came in & out.\n\nBy sea, that is.\n\nComment by Ada Quill: By whom?\n\n\
         1904 | 12 tons\nBoxed once.\n\nNot to be lent."
    );
    assert_eq!(item.title.as_deref(), Some("The Salt Road"));
    assert_eq!(item.saved, crate::text::dates::first_date("2021-03-04"));
    assert_eq!(place(&item, "Salt came"), "“Fees”, paragraph 2");
    let paged = "<w:p><w:r><w:t>One.</w:t></w:r></w:p><w:p><w:r><w:lastRenderedPageBreak/><w:t>Two.</w:t></w:r></w:p>";
    let item = only("a.docx", &docx(paged));
    assert_eq!((place(&item, "One"), place(&item, "Two")), ("p. 1".into(), "p. 2".into()));
}

#[test]
fn slides_come_in_the_order_they_are_shown() {
    let item = only("a.pptx", &pptx());
    assert_eq!(item.text, "Harbour\n\nBoats came in.\n\nSay that the pier was shut.\n\nYear | Tons");
    assert_eq!(place(&item, "the pier"), "slide 1, “Harbour”");
    assert_eq!(
        item.landmarks.at(item.text.len() - 1).and_then(|at| at.get(LocatorKind::Slide).cloned()),
        Some(2.into())
    );
}

#[test]
fn sheets_are_tables_with_their_rows() {
    let sheet = "<row r='1'><c r='A1' t='inlineStr'><is><t>Landings of the year</t></is></c></row>\
        <row r='3'><c r='A3' t='s'><v>0</v></c><c r='B3' t='s'><v>2</v></c><c r='C3' t='s'><v>3</v></c></row>\
        <row r='7'><c r='A7' t='s'><v>1</v></c><c r='B7' s='1'><v>45413</v></c><c r='C7'><v>0.30000000000000004</v></c></row>";
    let item = only("a.xlsx", &xlsx(sheet));
    assert_eq!(item.text.trim(), "Costs\n\nLandings of the year\nBoat: Aurora\nDay: 2024-05-01\nTons: 0.3");
    assert_eq!(place(&item, "Aurora"), "sheet Costs, row 7");
}

#[test]
fn cells_far_to_the_right_are_left_out_and_said_to_be() {
    let cell = |at: &str, value: &str| format!("<c r='{at}' t='inlineStr'><is><t>{value}</t></is></c>");
    let sheet = format!("<row r='1'>{}{}</row>", cell("A1", "Boat"), cell("ZZ1", "Port"));
    let read = open_file("a.xlsx", &xlsx(&sheet)).expect("readable");
    assert_eq!(read.items[0].text.trim(), "Costs\n\nBoat");
    assert_eq!(read.remark.as_deref(), Some("sheet \"Costs\": cells beyond column 400 are left out, 1 of them"));
}

#[test]
fn columns_of_sheets_are_told_as_those_of_tables() {
    let cell = |column: char, row: usize, value: &str| {
        format!("<c r='{column}{row}' t='inlineStr'><is><t>{value}</t></is></c>")
    };
    let row = |at: usize, boat: &str, story: &str, port: &str| {
        format!("<row r='{at}'>{}{}{}</row>", cell('A', at, boat), cell('B', at, story), cell('C', at, port))
    };
    let story = |what: &str| {
        format!("A story of {what} that is long enough to be a text of its own, and then some. ").repeat(2)
    };
    let sheet = row(1, "boat", "story", "port")
        + &row(2, "Tern", &story("salt"), "Orsk")
        + &row(3, "Heron", &story("fish"), "Sund")
        + &row(4, "Auk", &story("ice"), "Orsk");
    let read = open_file("a.xlsx", &xlsx(&sheet)).expect("readable");
    assert_eq!(read.items.len(), 3);
    assert_eq!(
        read.remark.as_deref(),
        Some(
            "sheet \"Costs\": each row is a document; its text is \"story\", its title \"boat\"; stand beside it: port"
        )
    );
}

#[test]
fn open_documents_are_read() {
    let text = "<office:text><text:h text:outline-level='1'>Salt</text:h><text:p>It<text:s/>came<text:tracked-changes>x</text:tracked-changes> in.<text:soft-page-break/></text:p>\
        <text:list><text:list-item><text:p>by sea</text:p></text:list-item></text:list></office:text>";
    let item = only("a.odt", &open_document("text", text));
    assert_eq!((item.text.as_str(), item.title.as_deref()), ("Salt\n\nIt came in.\n\nby sea", Some("On Salt")));
    assert_eq!(place(&item, "by sea"), "p. 2, “Salt”");
    let sheet = "<office:spreadsheet><table:table table:name='Log'><table:table-row><table:table-cell><text:p>boat</text:p></table:table-cell><table:table-cell><text:p>tons</text:p></table:table-cell></table:table-row>\
        <table:table-row table:number-rows-repeated='1048570'><table:table-cell table:number-columns-repeated='16384'/></table:table-row>\
        <table:table-row><table:table-cell><text:p>Brise</text:p></table:table-cell><table:table-cell><text:p>4</text:p></table:table-cell></table:table-row></table:table></office:spreadsheet>";
    let item = only("a.ods", &open_document("spreadsheet", sheet));
    assert_eq!(item.text.trim(), "Log\n\nboat: Brise\ntons: 4");
    assert_eq!(place(&item, "Brise"), "sheet Log, row 1048572");
}

#[test]
fn books_have_chapters_even_when_their_contents_go_round() {
    let item =
        only("a.epub", &epub("<itemref idref='a'/><itemref idref='b'/><itemref idref='a'/><itemref idref='gone'/>"));
    assert_eq!(item.text, "The first winter\n\nIt snowed & froze.\n\nIt thawed.");
    assert_eq!(item.title.as_deref(), Some("The Pier"));
    assert_eq!(place(&item, "snowed"), "The first winter");
    assert_eq!(place(&item, "thawed"), "Second");
}

#[test]
fn rtf_leads_back_to_its_bytes() {
    let source: &[u8] = b"{\\rtf1\\ansi\\ansicpg1252{\\fonttbl{\\f0 Arial;}}{\\info{\\title Salt}}{\\*\\x gone}\\pard Caf\\'e9 \\u8364? was {\\b shut}.\\par\\page Next \\uc1\\u-10179?\\u-8704? one.\\par\\trowd\\intbl a\\cell\\cell b\\cell\\row\\trowd\\intbl\\cell c\\cell\\cell\\row}";
    let item = only("a.rtf", source);
    assert_eq!(item.text, "Café € was shut.\n\nNext 😀 one.\n\na | | b\n| c");
    assert_eq!((place(&item, "Café"), place(&item, "Next")), ("p. 1".into(), "p. 2".into()));
    let at = item.text.find("shut").expect("there");
    let span = item.map.to_file(Span::new(at, at + 4));
    assert_eq!(&source[span.start..span.end], b"shut");
    let item = only("a.rtf", b"{\\rtf1\\pard Gate \\'+1 is \\'e9.\\par}");
    assert_eq!(item.text, "Gate +1 is é.", "a sign is no digit");
}

#[test]
fn mail_is_a_message_with_its_people() {
    let source = b"From: Ada Lund <ada@holm.example>\r\nTo: Kai Sund <kai@holm.example>\r\nSubject: =?utf-8?q?The_pier_=E2=80=93_again?=\r\nDate: Wed, 1 May 2024 10:00:00 +0000\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n\
        --x\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nWe shut the pier on Monday.\r\n\r\n> Will you shut the pier?\r\n\r\n--x\r\nContent-Type: text/csv; name=\"tons.csv\"\r\nContent-Disposition: attachment; filename=\"tons.csv\"\r\n\r\nboat,tons\r\nAurora,12\r\n--x--\r\n";
    let read = open_file("a.eml", source).expect("readable");
    let mail = &read.items[0];
    assert_eq!(mail.title.as_deref(), Some("The pier – again"));
    assert_eq!(
        (mail.authors.as_slice(), mail.date.as_deref()),
        (&[(0, "Ada Lund".to_owned())][..], Some("2024-05-01"))
    );
    assert!(mail.text.starts_with("From: Ada Lund <ada@holm.example>\nTo: Kai Sund"));
    assert!(mail.text.contains("> Will you shut the pier?"));
    assert_eq!((read.items[1].text.trim(), read.items[1].format.as_deref()), ("boat: Aurora\ntons: 12", Some("csv")));
    assert_eq!(place(&read.items[1], "Aurora"), "tons.csv, message 1");
    let mbox = [
        b"From ada Wed May 1\n",
        source.as_slice(),
        b"\n\nFrom kai Thu May 2\nFrom: kai@holm.example\nSubject: Re\n\nYes.\n>From now on.\n",
    ]
    .concat();
    let read = open_file("box", &mbox).expect("readable");
    let last = read.items.last().expect("two messages");
    assert_eq!((&*read.format, place(last, "From now on").as_str()), ("mbox", "message 2"));
}

#[test]
fn patches_and_heads_in_a_message_are_nobody_s_words() {
    use crate::text::layout::blocks::BlockKind;
    let source = b"From: Ada Lund <ada@holm.example>\nTo: Kai Sund <kai@holm.example>\nCc: Ida Ek <ida@holm.example>\nSubject: Gate\n\n\
        The gate opens again.\n\n gate.c | 4 +++-\n 1 files changed, 3 insertions(+), 1 deletions(-)\n\n\
        --- a/gate.c\n+++ b/gate.c\n@@ -1,2 +1,2 @@\n \tint ret;\n-\tshut(gate);\n+\topen(gate);\nThat is all.\n\n\
        > +\tgate->state = OPEN;\n\nWhy not?\n\n-----Original Message-----\nFrom: Kai Sund\nCc: Ida Ek\nSubject: Gate\n\nPlease mend it.\n";
    let read = open_file("a.eml", source).expect("readable");
    let mail = &read.items[0];
    let of = |kind: BlockKind| -> Vec<&str> {
        let blocks = mail.blocks.iter().flatten().filter(|block| block.kind == kind);
        blocks.filter_map(|block| block.span.slice(&mail.text)).collect()
    };
    assert_eq!(of(BlockKind::Told), ["Cc: Ida Ek <ida@holm.example>", "Subject: Gate"]);
    assert_eq!(of(BlockKind::Cell).len(), 2);
    let said = ["The gate opens again.", "That is all.", "Why not?", "Please mend it."];
    assert_eq!(of(BlockKind::Paragraph), said);
    assert_eq!(of(BlockKind::Code).len(), 9, "{:?}", of(BlockKind::Code));
    assert!(of(BlockKind::Furniture).contains(&"Subject: Gate"), "{:?}", of(BlockKind::Furniture));
}

#[test]
fn the_signature_of_a_message_is_no_document() {
    let source = b"From: Ada Lund <ada@holm.example>\nSubject: Gate\nContent-Type: multipart/signed; boundary=x\n\n\
        --x\nContent-Type: text/plain\n\nThe gate opens.\n--x\nContent-Type: application/pgp-signature\n\n\
        -----BEGIN PGP SIGNATURE-----\n\niQab\n-----END PGP SIGNATURE-----\n--x--\n";
    assert_eq!(open_file("a.eml", source).expect("readable").items.len(), 1);
}

#[test]
fn what_a_message_quotes_is_said_by_whoever_is_quoted() {
    use crate::model::SentenceKind::Furniture;
    let source = "From: Kai Sund <kai@holm.example>\nSubject: Re: The pier\n\n\
        Four boats have been moved.\nKai\n\n-- \nKai Sund | Master of the Basin\nHolm Harbour Board, 2 Pier Street\n\n\
        On Wed, 1 May 2024 at 10:00, Ada Lund <ada.lund@harbour.holm.example>\nwrote:\n> The pier is shut from today.\n> Ada\n>\n\
        > On Tue, 30 Apr 2024 at 09:00, Oda Lind <oda@holm.example> wrote:\n> > Is the second pile safe?\n\n\
        The other two go on Friday.\n\n> Who has the keys to them?\n";
    let read = open_file("a.eml", source.as_bytes()).expect("readable");
    let mut mail = read.items.into_iter().next().expect("a message");
    let blocks = mail.blocks.take().expect("blocks");
    let found = attributed(&mail, blocks);
    let said = said(&mail, &found);
    assert_eq!(
        said,
        [
            ("Four boats have been moved.", "Kai Sund"),
            ("The pier is shut from today.", "Ada Lund"),
            ("Is the second pile safe?", "Oda Lind"),
            ("The other two go on Friday.", "Kai Sund"),
            ("Who has the keys to them?", "Ada Lund"),
        ]
    );
    assert_eq!(found.speakers[0].role.as_deref(), Some("Master of the Basin"));
    let furniture = found.sentences.iter().filter(|s| s.kind == Furniture).filter_map(|s| s.span.slice(&mail.text));
    let furniture: Vec<&str> = furniture.collect();
    assert_eq!(furniture[..3], ["Subject: Re: The pier", "Kai", "--"]);
    assert!(furniture.iter().filter(|line| line.ends_with("wrote:")).count() == 2, "{furniture:?}");
}

#[test]
fn each_message_of_a_thread_is_said_by_whoever_wrote_it() {
    let source = "From: Kai Sund <kai@holm.example>\nDate: Wed, 1 May 2024 10:00\nSubject: The pier\n\n\
        Is the pier shut?\n\n-- \nKai Sund | Master of the Basin\n\n-----\n\n\
        From: Ada Lund <ada@holm.example>\nDate: Wed, 1 May 2024 11:00\nSubject: Re: The pier\n\n\
        On Wed, 1 May 2024 at 10:00, Kai Sund wrote:\n\n> Is the pier shut?\n\nIt is shut for good.\n\n---\n~Ada\n** Mind the step **\n\n\
        From: Kai Sund <kai@holm.example>\nDate: Wed, 1 May 2024 12:00\nSubject: Re: The pier\n\n\
        On Wed, 1 May 2024 at 11:00, Ada Lund wrote:\n> On Wed, 1 May 2024 at 10:00, Kai Sund wrote:\n> It is shut for good.\n\n\
        Who has the keys?\n\n> On Tue, 30 Apr 2024 at 09:00, Oda Lind wrote:\n> I have none.\n\n\
        From: Oda Lind\nSent: Tuesday\nSubject: Keys\n\nNobody has them.\n";
    let mut mail = only("a.txt", source.as_bytes());
    // They are about several things.
    assert_eq!((mail.title.as_deref(), mail.date.as_deref()), (None, Some("Wed, 1 May 2024 10:00")));
    assert!(mail.text.contains("\nDate: Tuesday\n"), "{}", mail.text);
    let one = only("a.txt", &source.as_bytes()[..source.find("From: Oda").expect("her mail")]);
    assert_eq!(one.title.as_deref(), Some("The pier"));
    assert_eq!(place(&mail, "It is shut for good."), "message 2");
    let blocks = mail.blocks.take().expect("blocks");
    let found = attributed(&mail, blocks);
    let said = said(&mail, &found);
    assert_eq!(
        said,
        [
            ("Is the pier shut?", "Kai Sund"),
            ("Is the pier shut?", "Kai Sund"),
            ("It is shut for good.", "Ada Lund"),
            ("It is shut for good.", "Ada Lund"),
            ("Who has the keys?", "Kai Sund"),
            ("I have none.", "Oda Lind"),
            ("Nobody has them.", "Oda Lind"),
        ]
    );
    assert_eq!(found.speakers[0].role.as_deref(), Some("Master of the Basin"));
}

#[test]
fn headers_cannot_drive_a_terminal() {
    let source =
        "From: \u{1b}]0;gone\u{7}Ada\u{202e}nimda <a@b.example>\nSubject: =?utf-8?b?G1sybQ==?=\u{1b}[2J boo\nX-Loop: "
            .to_owned()
            + &"y".repeat(200_000)
            + "\n\nHello there.\n";
    let item = only("a.eml", source.as_bytes());
    for text in [&item.text, item.title.as_ref().expect("a subject"), &item.authors[0].1] {
        assert!(!text.contains(['\u{1b}', '\u{7}', '\u{202e}']), "{text:?}");
    }
}

#[test]
fn subtitles_are_speech_with_its_times() {
    let source = "1\r\n00:00:01,000 --> 00:00:03,000\r\n<i>It began in May</i>\r\n\r\n2\r\n00:00:03,500 --> 00:00:05,000\r\nand we rowed.\r\n\r\n3\r\n00:02:10,000 --> 00:02:12,000\r\nWho rowed?\r\n";
    let item = only("a.srt", source.as_bytes());
    assert_eq!(item.text, "It began in May and we rowed.\n\nWho rowed?");
    assert_eq!((place(&item, "we rowed"), place(&item, "Who")), ("at 00:00:03".into(), "at 00:02:10".into()));
    let at = item.text.find("Who").expect("there");
    assert_eq!(item.map.to_file(Span::new(at, at + 10)).slice(source), Some("Who rowed?"));
    let vtt = "WEBVTT\n\nNOTE made by hand\n\n00:01.000 --> 00:02.000 align:start\n<v Ada Lund>Salt &amp; tar.</v>\n\n00:02.000 --> 00:03.000\n<v Ada Lund>And rope.</v>\n\n00:03.000 --> 00:04.000\n<v Kai>Yes.</v>\n";
    assert_eq!(only("a.vtt", vtt.as_bytes()).text, "Ada Lund: Salt & tar. And rope.\n\nKai: Yes.");
}

#[test]
fn latex_is_read_as_it_is_printed() {
    let source = "\\documentclass{article}\n\\title{The \\emph{Salt} Road}\n\\begin{document}\n\\section*{Boats}\\label{s}\nSalt came--as ever\\footnote{By sea.}---from H\\\"olm \\cite{x} in $n$ boats. % no\nIt cost 5\\,\\% more.\n\n\\begin{itemize}\\item Aurora\\item Brise\\end{itemize}\n\\begin{equation}x=1\\end{equation}\n\\begin{tabular}{ll}a & b\\\\ c & d\\end{tabular}\n\\end{document}";
    let item = only("a.tex", source.as_bytes());
    assert_eq!(item.title.as_deref(), Some("The Salt Road"));
    assert_eq!(
        item.text,
        "Boats\n\nSalt came–as ever (By sea.)—from Hölm in n boats. It cost 5 % more.\n\nAurora\nBrise\na | b\nc | d"
    );
    let at = item.text.find("boats").expect("there");
    assert_eq!(item.map.to_file(Span::new(at, at + 5)).slice(source), Some("boats"));
    assert_eq!(place(&item, "boats"), "“Boats”");
    assert!(only("a.tex", "\\section{".repeat(5_000).as_bytes()).text.len() < 100_000);
}

#[test]
fn comments_are_prose_and_code_is_not() {
    let source = "/// Opens the gate,\n/// when the tide is in.\nfn open_gate() {\n    let Tide = 1; // now\n}\n";
    let item = only("a.rs", source.as_bytes());
    assert_eq!(item.text, "Opens the gate, when the tide is in.\nfn open_gate() {\n    let Tide = 1; // now\n}\n");
    let kinds: Vec<_> = item.blocks.iter().flatten().map(|block| block.kind).collect();
    use crate::text::layout::blocks::BlockKind::{Furniture, Paragraph};
    assert_eq!(kinds, [Paragraph, Furniture, Furniture, Furniture]);
    let at = item.text.find("when").expect("there");
    assert_eq!(item.map.to_file(Span::new(at, at + 4)).slice(source), Some("when"));
}

#[test]
fn notebooks_have_cells() {
    let source = r##"{"cells": [{"cell_type": "markdown", "source": ["# Salt\n", "It came by *sea*."]}, {"cell_type": "code", "outputs": [{"text": ["1904"]}], "source": ["# Counts boats.\n", "print(1)"]}], "metadata": {}}"##;
    let item = only("a.ipynb", source.as_bytes());
    assert_eq!(item.text.trim(), "# Salt\nIt came by *sea*.\n\nCounts boats.\nprint(1)");
    assert_eq!((place(&item, "sea"), place(&item, "Counts")), ("cell 1".into(), "cell 2".into()));
    let at = item.text.find("boats").expect("there");
    assert_eq!(item.map.to_file(Span::new(at, at + 5)).slice(source), Some("boats"));
}

#[test]
fn files_of_archives_in_archives_are_counted_together() {
    let budget = Budget::default();
    assert!((0..MEMBERS).all(|_| budget.member()));
    assert!(!budget.member() && !budget.member());
}

#[test]
fn archives_are_read_member_by_member() {
    let inner = zip(&[("deep/notes.txt", b"Notes from the inner box.")]);
    let outer = zip(&[
        ("b/inner.zip", &inner),
        ("../../etc/passwd", b"Root has no key to the salt store."),
        ("a.docx", &docx("<w:p><w:r><w:t>One line of words.</w:t></w:r></w:p>")),
        ("photo.jpg", b"\xff\xd8\xff\xe0 not really"),
        ("__MACOSX/._a.docx", b"litter"),
    ]);
    let read = open_file("box.zip", &outer).expect("readable");
    let places: Vec<String> = read.items.iter().map(|item| place(item, "")).collect();
    assert_eq!(places, ["../../etc/passwd", "a.docx, paragraph 1", "b/inner.zip/deep/notes.txt"]);
    assert_eq!(read.remark.as_deref(), Some("in it: photo.jpg (a JPEG image: no readable text)"));
}

#[test]
fn bombs_are_not_lit() {
    let mut nested = b"The core of it.".to_vec();
    for _ in 0..6 {
        nested = zip(&[("x.zip", &nested)]);
    }
    // The innermost archive holds a text that is called one.
    assert!(reason("x.zip", &nested).contains("deeper than the limit of 3"), "{}", reason("x.zip", &nested));
    // A sheet that says it holds a gigabyte: the number in the directory of the zip file is enough.
    let mut bomb = xlsx("<row/>");
    let name = b"xl/worksheets/sheet1.xml";
    let directory = memchr::memmem::rfind(&bomb, name).expect("in the directory") - 46;
    bomb[directory + 24..directory + 28].copy_from_slice(&(1u32 << 30).to_le_bytes());
    assert!(reason("x.xlsx", &bomb).contains("limit of 512 MB"), "{}", reason("x.xlsx", &bomb));
}

#[test]
fn what_is_locked_or_broken_is_said() {
    let mut encrypted = zip(&[("a.txt", b"Nobody reads this.")]);
    let directory = memchr::memmem::rfind(&encrypted, b"PK\x01\x02").expect("a directory");
    encrypted[directory + 8] |= 1;
    encrypted[6] |= 1;
    assert!(reason("a.zip", &encrypted).contains("password"), "{}", reason("a.zip", &encrypted));
    assert!(reason("a.zip", b"PK\x03\x04 nothing").contains("broken zip"));
    let locked = zip(&[
        ("mimetype", b"application/vnd.oasis.opendocument.text"),
        ("META-INF/manifest.xml", b"<manifest:encryption-data/>"),
        ("content.xml", b"\x01\x02"),
    ]);
    assert!(reason("a.odt", &locked).contains("password-protected"));
    assert!(
        open_file("a.pptx", &zip(&[("ppt/presentation.xml", b"")])).is_ok_and(|read| read.items[0].text.is_empty())
    );
}

/// Files to be damaged, one of each packed format.
fn samples() -> Vec<(&'static str, Vec<u8>)> {
    let mail = b"From: a@b.example\nSubject: x\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=q\n\n--q\n\nText here.\n--q\nContent-Type: message/rfc822\n\nSubject: y\n\nInner.\n--q--\n";
    vec![
        ("a.docx", docx("<w:p><w:r><w:t>Salt came in.</w:t></w:r></w:p><w:tbl><w:tr><w:tc><w:p><w:r><w:t>a</w:t></w:r></w:p></w:tc></w:tr></w:tbl>")),
        ("a.pptx", pptx()),
        ("a.xlsx", xlsx("<row r='1'><c r='A1'><v>1</v></c><c r='B1' t='s'><v>1</v></c></row>")),
        ("a.ods", open_document("spreadsheet", "<table:table><table:table-row><table:table-cell><text:p>a</text:p></table:table-cell></table:table-row></table:table>")),
        ("a.epub", epub("<itemref idref='a'/>")),
        ("a.rtf", b"{\\rtf1\\ansi {\\fonttbl{\\f1\\fcharset128 x;}}\\f1 \\'82\\'a0 \\u20320?{\\*\\bkmkstart a}\\par b\\cell\\row\\bin3 abc}".to_vec()),
        ("a.eml", mail.to_vec()),
        ("a.mbox", [b"From a\n", mail.as_slice(), b"\n\nFrom b\n", mail.as_slice()].concat()),
        ("a.srt", b"1\n00:00:01,000 --> 00:00:03,000\n<v A>x &amp; {\\an8}y\n".to_vec()),
        ("a.tex", b"\\begin{document}\\section{A \\emph{b}} c\\footnote{d} $x$ \\'e \\begin{tabular}{l}a&b\\\\\\end{tabular}\\end{document}".to_vec()),
        ("a.ipynb", br#"{"cells": [{"cell_type": "code", "source": ["a\n", "\"\"\"b"]}]}"#.to_vec()),
        ("a.py", b"\"\"\"Doc\nstring\"\"\"\n# c\nx = 1\n".to_vec()),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn damage_costs_no_more_than_the_file(which in 0usize..12, edits in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..12), cut in any::<prop::sample::Index>(), cutting in any::<bool>()) {
        static SAMPLES: OnceLock<Vec<(&str, Vec<u8>)>> = OnceLock::new();
        let (name, mut bytes) = SAMPLES.get_or_init(samples)[which].clone();
        for (at, byte) in edits {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        if cutting {
            bytes.truncate(cut.index(bytes.len()));
        }
        match open(name, &bytes, &TableFields::default(), &Budget::default()) {
            Ok(extracted) => {
                for item in extracted.items {
                    for block in item.blocks.iter().flatten() {
                        prop_assert!(block.span.slice(&item.text).is_some());
                    }
                    let file = item.map.to_file(Span::new(0, item.text.len()));
                    prop_assert!(item.landmarks.extracted || file.end <= bytes.len());
                }
            }
            Err(error) => prop_assert!(!error.reason.is_empty() && !error.reason.contains("did not expect"), "{} {}", name, error.reason),
        }
    }

    #[test]
    fn marks_of_any_kind_are_read_to_their_end(pieces in prop::collection::vec(prop_oneof![
        Just("\\section{"), Just("}"), Just("{"), Just("$"), Just("\\item["), Just("]"), Just("\\'"), Just("\\begin{tabular}"), Just("\\end{tabular}"),
        Just("\\def\\x"), Just("\\verb|"), Just("é"), Just("\n\n"), Just("&"), Just("\\\\"), Just("\\"), Just("%"), Just("``"),
        Just("00:01.0 --> 00:02.0\n"), Just("<v é>"), Just("&amp;"), Just("<"), Just("- "), Just("{\\"), Just("\"\"\""), Just("/*"), Just("*/"), Just("# "),
    ], 0..40)) {
        let source = pieces.concat();
        for name in ["a.tex", "a.srt", "a.py", "a.rs"] {
            if let Ok(extracted) = open(name, source.as_bytes(), &TableFields::default(), &Budget::default()) {
                for item in extracted.items {
                    for block in item.blocks.iter().flatten() {
                        prop_assert!(block.span.slice(&item.text).is_some());
                    }
                    prop_assert!(item.map.to_file(Span::new(0, item.text.len())).end <= source.len());
                }
            }
        }
    }
}
