//! What is found first by what was typed.

use super::{add_document, add_text, filled, opened};
use crate::model::{DocumentId, Kind, Ref, Span, TextUnit, TextUnitId};

#[test]
fn what_has_the_words_as_they_were_typed_comes_first_by_its_name_then_by_its_text() {
    let (_folder, build, writer) = filled();
    let texts = [
        "The bid came second. Of the bids the second was the bid of bids.",
        "Rent: 47,000 and 300 for the bid.",
        "It was the *second\nbid* that came, of 47,300 in all.",
        "The second of May.",
    ];
    for (at, text) in texts.into_iter().enumerate() {
        let (id, title) = (3 + at as u32, format!("Letter {at}"));
        add_text(&writer, id, &title, text, (9, 9)).unwrap();
        writer.add_unit_words(TextUnitId(id), &title, text).unwrap();
    }
    add_document(&writer, 8, "A second bid for the quay", 9, 9).unwrap();
    let library = opened(build, writer);
    let found = |typed: &str| library.search(typed).unwrap().into_iter().map(|hit| hit.record).collect::<Vec<_>>();
    assert_eq!(found("second bid")[..2], [Ref::new(Kind::Document, 8), Ref::new(Kind::Source, 5)]);
    assert_eq!(found("47,300")[0], Ref::new(Kind::Source, 5));
}

#[test]
fn a_passage_is_found_by_what_it_is_called() {
    let (_folder, build, writer) = filled();
    let text = "Ada rows. Bo mends nets.";
    add_text(&writer, 3, "Log of the quay", text, (9, 9)).unwrap();
    let second = TextUnit {
        id: TextUnitId(9),
        document: DocumentId(3),
        ordinal: 1,
        span: Span::new(10, text.len()),
        fresh_from: 0,
        tokens: 9,
        recurring: false,
    };
    writer.add_text_units(&[second]).unwrap();
    let library = opened(build, writer);
    for typed in ["Log of the quay, part 2", "quay, part 2", "quay part 2"] {
        assert_eq!(library.search(typed).unwrap()[0].record, Ref::new(Kind::Source, 9), "{typed}");
    }
}
