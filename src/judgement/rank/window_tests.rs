//! How far passages reach around a sentence.

use super::*;
use crate::text::layout::blocks::Markup;
use crate::text::layout::structure;

fn shown(text: &str, of: &str) -> (String, Option<String>, bool) {
    let structure = structure::of_text(text, Markup::Plain);
    let stretch = Stretch { sentences: &structure.sentences, text, offset: 0, language: Some("eng") };
    let at = structure.sentences.iter().position(|s| s.span.slice(text).unwrap().contains(of)).unwrap();
    let window = stretch.window(at).unwrap();
    let lead = window.lead.map(|lead| lead.slice(text).unwrap().to_owned());
    (window.span.slice(text).unwrap().to_owned(), lead, window.leans)
}

#[test]
fn a_line_that_announces_a_list_is_shown_with_its_items() {
    for marks in [["- ", "- ", "- "], ["1. ", "2. ", "3. "], ["(a) ", "(b) ", "(c) "]] {
        let [one, two, three] = marks;
        let list = format!("{one}the lamp\n{two}the bell\n{three}the horn of the pier");
        let text =
            format!("The keeper met at noon.\n\nThe following can be heard:\n\n{list}\n\nIt was late by then.\n");
        let (window, _, _) = shown(&text, "The following");
        assert_eq!(window, format!("The following can be heard:\n\n{list}"));
    }
}

#[test]
fn what_is_bidden_is_shown_with_what_it_is_done_to() {
    let text = "The usual reason for a dark lamp is that the key of the oil store has been changed by the office. Fetch it with the \
                long hook, and light the lamp again. Nobody is to climb the tower for that.\n";
    let (window, _, leans) = shown(text, "Fetch it");
    assert!(window.starts_with("The usual reason") && window.contains("Fetch it") && !leans, "{window}");
    assert!(shown(text, "Nobody is to climb").0.starts_with("Nobody"));
}

#[test]
fn what_is_moved_is_shown_with_what_came_of_it() {
    let text = "The lamps were spoken of at length by all who had come to the hall that night. Ada Voss moved that the keeper \
                of the tide gate be given notice at the end of the year. There was a long debate. Tom Reed said that the gate \
                would stand open without him. Motion lost, for 5, against 8. The lamp will be lit at dusk by whoever passes.\n";
    let whole = |of: &str| shown(text, of).0;
    for of in ["Ada Voss moved", "Motion lost"] {
        let window = whole(of);
        assert!(window.contains("Ada Voss moved that") && window.ends_with("against 8."), "{window}");
    }
    assert!(!whole("The lamp will be").contains("Motion"), "{}", whole("The lamp will be"));
}

#[test]
fn an_item_that_announces_others_leads_them_and_is_shown_with_them() {
    let text = "3. Dues. The clerk said that they had been paid.\n\n4. RESOLVED:\n (a) to oil the lamps before dusk;\n (b) to \
                mend the tide gate.\n\n5. Nobody spoke of the ferry at this meeting.\n";
    let (window, _, leans) = shown(text, "RESOLVED");
    assert!(window.starts_with("RESOLVED:") && window.ends_with("mend the tide gate.") && !leans, "{window}");
    let (words, lead, _) = shown(text, "tide gate");
    assert_eq!((words.as_str(), lead.as_deref()), ("to mend the tide gate.", Some("RESOLVED:")));
}

#[test]
fn what_is_said_of_a_term_is_shown_with_it() {
    let long = "Nobody may open the gate of the lower quay by hand while the tide runs in, for the wheel turns the keeper with \
                it. Two have been lost to it since the gate was built, and both of them knew it well. Ask the harbour office \
                before you try it all the same, since it has the second key and the long pole that stops the wheel. It is \
                shut from noon on.";
    let page = format!(
        "SETTINGS\n\n     gate.width = size               [H]\n             Default 4m.  2.0: 6m.\n\n     gate.lock = yes | no\n             \
         {long}\n\n     gate.open = time\n             Default 9:00.\n"
    );
    let (window, lead, _) = shown(&page, "2.0: 6m");
    assert!(window.starts_with("gate.width") && window.ends_with("2.0: 6m.") && lead.is_none(), "{window}");
    let (window, lead, _) = shown(&page, "Two have been lost");
    assert!(!window.contains("gate.lock"), "{window}");
    assert_eq!(lead.as_deref(), Some("gate.lock = yes | no"));
}

#[test]
fn a_drawn_table_has_its_caption_and_whole_rows() {
    let text = "The keepers of the quay know these lamps well.\n\n   Table 4. Known lamps\n\n   \
                +-------+---------------------+\n   | Lamp  | What it is for      |\n   |-------+---------------------|\n   \
                | red   | It stops each boat  |\n   |       | that wants to land. |\n   |-------+---------------------|\n   \
                | green | It lets a boat in.  |\n   +-------+---------------------+\n\nNobody lit them in that year.\n";
    let (row, lead, _) = shown(text, "red");
    assert!(row.starts_with("| red") && row.ends_with("that wants to land. |"), "{row}");
    assert!(lead.is_some_and(|lead| lead.contains("What it is for")));
    let structure = structure::of_text(text, Markup::Plain);
    let stretch = Stretch { sentences: &structure.sentences, text, offset: 0, language: Some("eng") };
    let at = |of: &str| structure.sentences.iter().position(|s| s.span.slice(text).unwrap().contains(of)).unwrap();
    assert_eq!(stretch.caption_of(at("green")), Some("Known lamps"));
    assert_eq!(stretch.caption_of(at("Nobody")), None);
    assert!(stretch.continues_row(at("wants to land")) && !stretch.continues_row(at("green")));
}

#[test]
fn labelled_fragments_of_one_matter_are_not_cut_apart() {
    let whole = "The quay was agreed to be let to the guild of rope makers. For: Voss, Lind. Against: Reed.";
    let text = format!("The board met at noon in the hall. {whole} The dues were left as they are for this year.\n");
    for of in ["agreed", "For:", "Against"] {
        assert_eq!(shown(&text, of).0, whole, "{of}");
    }
    let item = format!(
        "2. Nobody came to the gate in the morning.\n\n3. The board met at noon in the hall.\n{whole}\n\n4. Dues.\n"
    );
    assert!(shown(&item, "Against").0.ends_with(whole), "it is the end of an item");
    let said = "Voss: the lamps of the upper quay could be lit an hour before the ferry comes in. Reed: then nobody would see the \
                gate from the boat in the fog at all. Lind decided: the lamps are lit at dusk, as they always were until this year.";
    assert!(shown(said, "decided").0.starts_with("Lind decided"), "each says something of its own");
    let one =
        "The board met at noon in the hall by the quay. Present: Ada Voss. The dues were left as they are this year.";
    assert_eq!(shown(one, "dues").0, "The dues were left as they are this year.");
}

#[test]
fn a_short_item_is_shown_whole() {
    let text = "The board of the quay met at noon in the hall.\n\n(a) That the gate be let to the guild. Carried, six to one; \
                Ada Voss against.\n(b) That the dues be left. Carried unanimously.\n\nIt closed at six in the evening of that day. Nobody stayed.\n";
    let (whole, ..) = shown(text, "six to one");
    assert_eq!(whole, "That the gate be let to the guild. Carried, six to one; Ada Voss against.");
    assert_eq!(shown(text, "let to").0, whole);
    assert!(!shown(text, "closed").0.contains("Nobody"));
    let log = "13 May 09:10  Gate stuck. Keeper rung.\n13 May 11:40  Gate moved again. Lake told free to all.\n14 May 08:00  Log burnt. All quiet.\n";
    assert!(shown(log, "free to all").0.starts_with("13 May 11:40"), "a line of a log has its day");
}

#[test]
fn code_is_shown_by_the_block() {
    let text = "Type this:\n\n```\nlet gate = quay\n    .open();\n\nshut(gate);\n```\n";
    let structure = structure::of_text(text, Markup::Markdown);
    let stretch = Stretch { sentences: &structure.sentences, text, offset: 0, language: Some("eng") };
    let window = stretch.window(2).unwrap();
    assert_eq!(window.span.slice(text), Some("let gate = quay\n    .open();"));
}

#[test]
fn what_points_back_is_shown_with_what_it_points_to() {
    let text = "The ferry of Orsk was built in the winter of 1931 by two brothers. It sank within a year of its first \
                crossing to the island. Nobody was hurt, because all of the crew had gone ashore that evening.";
    let (words, _, leans) = shown(text, "sank");
    assert!(words.starts_with("The ferry") && words.ends_with("island."), "{words}");
    assert!(!leans);
    let (words, ..) = shown(text, "Nobody");
    assert!(words.starts_with("Nobody"), "{words}");
    let (words, ..) =
        shown("It is set by the keeper.\n\ngate_width says how far the gate of the sluice is open.", "says");
    assert!(words.starts_with("gate_width"), "{words}");
}

#[test]
fn an_item_has_its_lead() {
    let text = "The board decided three matters:\n\n- the sluice is closed in March\n- the ferry runs on Sundays\n";
    let (words, lead, _) = shown(text, "Sundays");
    assert_eq!(words, "the ferry runs on Sundays");
    assert_eq!(lead.as_deref(), Some("The board decided three matters:"));
}

#[test]
fn a_table_s_first_row_heads_it() {
    let text = "Tenders were opened in May.\n\n| tenderer | price |\n|---|---|\n| Corvane | 318 |\n| Stane | 364 |\n";
    let structure = structure::of_text(text, Markup::Markdown);
    let stretch = Stretch { sentences: &structure.sentences, text, offset: 0, language: Some("eng") };
    let heads: Vec<&str> = (0..structure.sentences.len())
        .filter(|&at| stretch.heads_table(at))
        .filter_map(|at| structure.sentences[at].span.slice(text))
        .collect();
    assert_eq!(heads, ["| tenderer | price |"]);
    let text = text.replace("| tenderer | price |", "| tenderer | 2031 |");
    let stretch = Stretch { text: &text, ..stretch };
    assert!((0..structure.sentences.len()).any(|at| stretch.heads_table(at)), "a year heads a column");
}

#[test]
fn nobody_is_quoted_with_another_s_words() {
    let text = "ADA: The gate was open all night.\n\nTOM: It was not closed until six.\n\nADA: Who says so?\n\nTOM: I do, \
                and the log does.\n\nADA: Then we agree.\n\nTOM: We do.\n";
    let (words, _, leans) = shown(text, "until six");
    assert!(!words.contains("Ada") && !words.contains("open all night"), "{words}");
    assert!(leans);
}

#[test]
fn every_sentence_has_a_window_that_holds_it() {
    let text = "One. Two! - three\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\nHe said: no. 彼は来た。それで終わり。";
    let structure = structure::of_text(text, Markup::Markdown);
    let stretch = Stretch { sentences: &structure.sentences, text, offset: 0, language: None };
    for (at, sentence) in structure.sentences.iter().enumerate() {
        assert!(stretch.window(at).unwrap().span.contains(sentence.span));
    }
}

#[test]
fn an_item_of_a_page_is_shown_whole() {
    let text = "The cart!! Found in a barn on Monday. The guild wants it back.";
    let mut structure = structure::of_text(text, Markup::Plain);
    structure.sentences.iter_mut().for_each(|sentence| sentence.kind = SentenceKind::Item);
    let stretch = Stretch { sentences: &structure.sentences, text, offset: 0, language: Some("eng") };
    let window = stretch.window(1).unwrap();
    assert_eq!(window.span.slice(text), Some(text));
}

#[test]
fn a_row_with_figures_heads_nothing_and_a_table_begins_where_its_rows_do() {
    let text = "What is owed to whom is told here.\n\nHarbour Board of Orsk (loan)      12,912,000      9,000\n\
                Reed and Sons (in ruin)            1,740,000      8,000\nA. Voss - claim for injury          7,000         not known\n";
    let (_, lead, _) = shown(text, "claim for injury");
    assert_eq!(lead, None);
    let structure = structure::of_text(text, Markup::Plain);
    let at = structure.sentences.iter().position(|s| s.span.slice(text).unwrap().contains("injury")).unwrap();
    assert_eq!(table_start(&structure.sentences, at), text.find("Harbour Board"));
    assert_eq!(table_start(&structure.sentences, 0), None);
}

#[test]
fn what_is_taken_back_is_shown_with_what_takes_it_back() {
    let text =
        "The first report gave the level of the quay as four metres. This figure is wrong. The gate stays shut.\n";
    let (window, ..) = shown(text, "four metres");
    assert_eq!(window, "The first report gave the level of the quay as four metres. This figure is wrong.");
    let (window, ..) = shown(&text.replace("wrong", "kept"), "four metres");
    assert_eq!(window, "The first report gave the level of the quay as four metres.");
}

#[test]
fn what_lies_far_away_changes_no_window() {
    let middle = "| tenderer | price |\n|---|---|\n| Corvane | 318 |\n| Stane | 364 |\n\nOf the sluice:\n\n- it is closed in \
                  March\n- it leaks\n\nThe log has it. This figure is wrong.\n";
    let front = "The lamp was lit at dusk by whoever passed.\n\n".repeat(90);
    let whole = format!("{front}{middle}\n{}", "| quay | 7 |\n|---|---|\n| Orsk | 9 |\n\n".repeat(90));
    let [alone, within] = [middle, &whole].map(|text| structure::of_text(text, Markup::Markdown).sentences);
    let shown = |sentences: &[Sentence], text: &str, at: usize| {
        let window = Stretch { sentences, text, offset: 0, language: Some("eng") }.window(at).unwrap();
        let words = |span: Span| span.slice(text).unwrap().to_owned();
        (words(window.span), window.lead.map(words), window.leans)
    };
    let from = within.iter().position(|one| one.span.start >= front.len()).unwrap();
    for at in 0..alone.len() {
        assert_eq!(shown(&within, &whole, from + at), shown(&alone, middle, at));
    }
}
