//! PDF: reading order, words, pages, and files that mean harm.

use std::sync::Arc;

use proptest::prelude::*;

use super::super::*;
use super::fixtures::{column, pdf};

fn read_pdf(bytes: Vec<u8>) -> Result<Extracted, Unreadable> {
    super::super::read("a.pdf", &Arc::new(bytes), &TableFields::default())
}

fn only(bytes: Vec<u8>) -> Item {
    read_pdf(bytes).expect("readable").items.remove(0)
}

#[test]
fn columns_are_read_one_after_the_other_and_words_are_whole() {
    let left = [
        "The harbour board met on Monday in the old",
        "customs house and resolved to shut the north-",
        "ern pier until the spring of the next year. All",
        "the boats were moved to the southern basin, as",
    ];
    let right = [
        "the winter before had shown what the ice does",
        "to a hull that lies where the current is slow.",
        "Kai Sund objected that the southern basin had",
        "room for twelve boats and no more than that.",
    ];
    // Line by line across both columns, as some programs draw them.
    let mut page =
        column(50, 760, &["A paper of the board that goes over both of the columns below, from one end to the other"]);
    for (line, (a, b)) in (0u32..).zip(left.iter().zip(right)) {
        page += &column(50, 730 - line * 12, &[a]);
        page += &column(320, 730 - line * 12, &[b]);
    }
    let item = only(pdf(&[&page], ""));
    let text = item.text.replace('\n', " ");
    assert!(text.contains("to shut the northern pier until the spring of the next year."), "{text}");
    assert!(text.contains("southern basin, as the winter before had shown"), "{text}");
    assert!(text.find("both of the columns") < text.find("harbour board"));
    assert_eq!(item.title.as_deref(), Some("The Salt Road"));
    assert_eq!(item.saved, crate::text::dates::first_date("2021-03-04"));
}

#[test]
fn heads_go_and_paragraphs_run_over_pages() {
    let page = |number: u32, line: &str| {
        column(50, 780, &[&format!("The annals of the bay, page {number}")]) + &column(50, 700, &[line])
    };
    let pages = [
        page(1, "The boats were counted in the spring, and there were fewer of"),
        page(2, "them than anybody remembered, because of the ice."),
        page(3, "Nobody counted them again."),
    ];
    let item = only(pdf(&pages.each_ref().map(String::as_str), ""));
    assert_eq!(
        item.text,
        "The boats were counted in the spring, and there were fewer of them than anybody remembered, because of the ice.\n\nNobody counted them again."
    );
    let page_of = |words: &str| item.landmarks.at(item.text.find(words).expect("there")).map(|at| at.to_string());
    assert_eq!(page_of("fewer").as_deref(), Some("p. 1"));
    assert_eq!(page_of("anybody").as_deref(), Some("p. 2"));
    assert_eq!(page_of("Nobody").as_deref(), Some("p. 3"));
}

#[test]
fn cells_of_a_table_are_read_row_by_row() {
    let mut page = String::new();
    for (row, cells) in (0u32..).zip([["Boat", "Tons"], ["Aurora", "12"], ["Brise", "4"], ["Carina", "7"]]) {
        page += &column(50, 700 - row * 14, &[cells[0]]);
        page += &column(200, 700 - row * 14, &[cells[1]]);
    }
    assert_eq!(only(pdf(&[&page], "")).text, "Boat Tons\nAurora 12\nBrise 4\nCarina 7");
}

#[test]
fn kerned_words_stay_whole_and_gaps_are_blanks() {
    let page = "BT /F 10 Tf 50 700 Td [(T)80(o)-300(w)20(alk)-333(on)] TJ ET";
    assert_eq!(only(pdf(&[page], "")).text, "To walk on");
    let twice = "BT /F 10 Tf 50 700 Td (Bold) Tj ET BT /F 10 Tf 50.2 700 Td (Bold) Tj ET";
    assert_eq!(only(pdf(&[twice], "")).text, "Bold");
    // Each letter twice in a row, a tenth of its size apart; letters that are doubled stay so.
    let each = "BT /F 10 Tf 50 700 Td (H) Tj 0.9 0 Td (H) Tj 6.4 0 Td (ill) Tj ET";
    assert_eq!(only(pdf(&[each], "")).text, "Hill");
    // An accent drawn on its own over the letter that follows: 264 is the acute one in WinAnsi.
    let accent = "BT /F 10 Tf 50 700 Td [(Caf\\264)333(e we\\264re)] TJ ET";
    assert_eq!(only(pdf(&[accent], "")).text, "Café we´re");
    // A page drawn to be turned by a quarter.
    let turned = "BT /F 10 Tf 0 1 -1 0 300 100 Tm (Read from the side) Tj ET";
    assert_eq!(only(pdf(&[turned], "")).text, "Read from the side");
}

#[test]
fn a_scan_is_called_one() {
    let image = "q 600 0 0 800 0 0 cm /I Do Q";
    let error = read_pdf(pdf(&[image, image], "")).expect_err("no text");
    assert_eq!(error.reason, "a scanned PDF: 2 pages of images, no text");
    let read =
        read_pdf(pdf(&[image, &column(50, 700, &["Some words stand here."]), image, image], "")).expect("readable");
    assert_eq!(read.remark.as_deref(), Some("pages 1, 3–4 are scanned, without text: an OCR program can add it"));
}

#[test]
fn locked_and_broken_files_say_so() {
    let words = column(50, 700, &["Nobody reads this."]);
    let lock = format!("/ID[<00><00>]/Encrypt<</Filter/Standard/V 1/R 2/P -4/O<{0}>/U<{0}>>>", "ab".repeat(32));
    let error = read_pdf(pdf(&[&words], &lock)).expect_err("locked");
    assert!(error.reason.contains("password-protected"), "{}", error.reason);
    let error = read_pdf(b"%PDF-1.7\n1 0 obj".to_vec()).expect_err("broken");
    assert!(error.reason.contains("broken PDF"), "{}", error.reason);
    // Cut short, it is read as far as it goes.
    let mut cut = pdf(&[&words], "");
    cut.truncate(cut.len() - 120);
    assert_eq!(only(cut).text, "Nobody reads this.");
}

#[test]
fn pages_and_forms_that_go_round_end() {
    let round = String::from_utf8(pdf(&["/I Do"], "")).expect("ASCII");
    let form = "<</Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</I 7 0 R>>>>/Length 11>>\nstream\n/I Do /I Do\nendstream";
    let image = round.find("<</Type/XObject").expect("there");
    let end = round[image..].find("\nendobj").expect("there") + image;
    let bytes = format!("{}{form}{}", &round[..image], &round[end..]).into_bytes();
    assert!(read_pdf(bytes).is_err_and(|error| error.reason.contains("without any text")));
    let bytes =
        String::from_utf8(pdf(&["q"], "")).expect("ASCII").replace("/Kids[5 0 R ]", "/Kids[2 0 R ]").into_bytes();
    assert!(read_pdf(bytes).is_err());
}

#[test]
fn bombs_are_not_unpacked() {
    let bytes = pdf(&["q"], "");
    let text = String::from_utf8(bytes).expect("ASCII");
    let twice = text.replace("<</Length 1>>", "<</Length 1/Filter[/FlateDecode /FlateDecode]>>");
    assert_ne!(twice, text);
    assert!(read_pdf(twice.into_bytes()).is_err_and(|error| error.reason.contains("several times over")));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(80))]

    #[test]
    fn damage_costs_no_more_than_the_file(edits in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..16), cut in any::<prop::sample::Index>(), cutting in any::<bool>()) {
        let mut bytes = pdf(&[&column(50, 700, &["Salt came in by sea.", "All of it."]), "BT /F 10 Tf [(a)-300(b)] TJ ET /I Do q"], "");
        for (at, byte) in edits {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        if cutting {
            bytes.truncate(cut.index(bytes.len()));
        }
        match open("a.pdf", &bytes, &TableFields::default(), &Budget::default()) {
            Ok(extracted) => {
                for item in extracted.items {
                    for block in item.blocks.iter().flatten() {
                        prop_assert!(block.span.slice(&item.text).is_some());
                    }
                }
            }
            Err(error) => prop_assert!(!error.reason.is_empty()),
        }
    }

    #[test]
    fn any_content_is_read_to_its_end(pieces in prop::collection::vec(prop_oneof![
        Just("BT"), Just("ET"), Just("/F 10 Tf"), Just("/F 1e30 Tf"), Just("(word) Tj"), Just("[(a)-1e9(b)] TJ"), Just("1 0 0 1 9 9 Tm"), Just("0 0 0 0 0 0 Tm"),
        Just("q"), Just("Q"), Just("1e30 0 0 1e30 0 0 cm"), Just("/I Do"), Just("T*"), Just("-5 Tz"), Just("(x) '"), Just("[("), Just("<41"), Just("0 1 -1 0 50 50 cm"), Just("99 Tc"), Just("30 40 Td"),
    ], 0..60)) {
        let bytes = pdf(&[&pieces.join(" ")], "");
        if let Err(error) = open("a.pdf", &bytes, &TableFields::default(), &Budget::default()) {
            prop_assert!(!error.reason.contains("did not expect"), "{}", error.reason);
        }
    }
}
