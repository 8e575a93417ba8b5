//! How sentences, speakers and kinds are told in a document.

use proptest::prelude::*;

use super::*;

/// Kind, speaker's name and text of every sentence.
fn lay_out(text: &str, markup: Markup) -> Vec<(SentenceKind, Option<String>, &str)> {
    let found = of_text(text, markup);
    let name = |speaker: u16| found.speakers[usize::from(speaker)].name.clone();
    found
        .sentences
        .iter()
        .map(|sentence| (sentence.kind, sentence.speaker.map(name), &text[sentence.span.start..sentence.span.end]))
        .collect()
}

#[test]
fn labels_are_attributes_and_not_text() {
    let text = "Salt Talk\nEpisode 3\n\n[MUSIC]\n\nADA LUND:  It began in May.\nWe rowed.\n\nKai Sund: \n\nWho rowed?\n\n[00:10] ADA: All of us. (Laughter.)\n\nNote: this was cut.\n";
    use SentenceKind::{Furniture, Heading, Item, Prose};
    let (ada, kai) = (Some("Ada Lund".to_owned()), Some("Kai Sund".to_owned()));
    assert_eq!(
        lay_out(text, Markup::Plain),
        [
            (Heading, None, "Salt Talk"),
            (Item, None, "Episode 3"),
            (Furniture, None, "[MUSIC]"),
            (Prose, ada.clone(), "It began in May."),
            (Prose, ada.clone(), "We rowed."),
            (Prose, kai, "Who rowed?"),
            (Prose, ada, "All of us."),
            (Furniture, None, "(Laughter.)"),
            (Prose, None, "Note: this was cut."),
        ]
    );
    assert_eq!(of_text(text, Markup::Plain).speakers.len(), 2);
}

#[test]
fn a_line_that_parts_days_is_nobodys_and_ends_what_stands_before_it() {
    use SentenceKind::{Furniture, Prose};
    let messages = "Ada Lund  9:10 AM\nI have it\n\nKai Sund  9:12 AM\nSo do I\n\n".repeat(3);
    let chat = format!("{messages}---------- Friday, 3 May 2024 ----------\n\nthe gate is open\n\n{messages}");
    let found = lay_out(&chat, Markup::Plain);
    let (ada, kai) = (Some("Ada Lund".to_owned()), Some("Kai Sund".to_owned()));
    assert_eq!(
        found[4..8],
        [
            (Prose, ada, "I have it"),
            (Prose, kai, "So do I"),
            (Furniture, None, "---------- Friday, 3 May 2024 ----------"),
            (SentenceKind::Item, None, "the gate is open"),
        ]
    );
}

#[test]
fn what_is_said_of_a_term_begins_with_it() {
    use SentenceKind::{Heading, Item};
    let page = "SETTINGS\n\n     gate.width = size                [H]\n             Default 4m.  2.0: 6m.\n\n     gate.lock = yes | no\n     \
                gate.key = FILE\n             The key of the gate, which the keeper has.\n\n     gate.open = time\n             \
                Default 9:00.\n";
    let found: Vec<(SentenceKind, String)> = lay_out(page, Markup::Plain)
        .into_iter()
        .map(|(kind, _, said)| (kind, said.split_whitespace().collect::<Vec<_>>().join(" ")))
        .collect();
    let wanted = [
        (Heading, "SETTINGS"),
        (Item, "gate.width = size [H] Default 4m."),
        (Item, "2.0: 6m."),
        (Item, "gate.lock = yes | no"),
        (Item, "gate.key = FILE The key of the gate, which the keeper has."),
        (Item, "gate.open = time Default 9:00."),
    ];
    assert_eq!(found, wanted.map(|(kind, said)| (kind, said.to_owned())));
}

#[test]
fn the_day_of_an_entry_heads_what_stands_behind_it() {
    use SentenceKind::{Heading, Prose};
    let diary = "# May 14th.\nThe boat was late.\n# May 15th. How uncertain it all is. We thought this morning that the\n\
                 tide would turn.\nMay 16. Rowed to the lamp and back before it was dark.\n## 2031 Calendar\nThe tides of the year.\n";
    let of = |kind| (kind, None);
    let found: Vec<_> =
        lay_out(diary, Markup::Markdown).into_iter().map(|(kind, who, said)| ((kind, who), said)).collect();
    assert_eq!(
        found,
        [
            (of(Heading), "May 14th."),
            (of(Prose), "The boat was late."),
            (of(Heading), "May 15th"),
            (of(Prose), "How uncertain it all is."),
            (of(Prose), "We thought this morning that the\ntide would turn."),
            (of(Heading), "May 16"),
            (of(Prose), "Rowed to the lamp and back before it was dark."),
            (of(Heading), "2031 Calendar"),
            (of(Prose), "The tides of the year."),
        ]
    );
    let notes = "# Notes\n\nMay 16. Rowed to the lamp and back before it was dark.\n\n# May 17: The tide of the year\n\nIt came.\n";
    let found = lay_out(notes, Markup::Markdown);
    assert_eq!((found.len(), found[3].2), (5, "May 17: The tide of the year"), "{found:?}");
}

#[test]
fn forms_and_addresses_are_no_conversations() {
    for text in [
        "Name: Ada Lund\nLocation: Pier 4\nStatus: open\n\nName: Kai Sund\nLocation: Pier 5\nStatus: shut\n",
        "See https://holm.example/a\nsee http://holm.example/b\n10:30: tea\n",
        "NOW THEREFORE, THE COUNCIL ORDAINS AS FOLLOWS: the pier is shut.\n\nWARNING: wet paint.\n",
        "Two words need a dictionary.\n\nSPRING TIDE: the tide that rises highest, a day or two after the moon is new or full.\n\nNEAP TIDE: that which rises least.\n",
        "Motion: to adjourn.\nSecond: Holm.\n\nMotion: to pay.\nSecond: Lund.\n\nMotion: to rest.\nSecond: Ek.\n",
    ] {
        assert!(of_text(text, Markup::Plain).speakers.is_empty(), "{text}");
    }
}

#[test]
fn nobody_speaks_in_code() {
    let text = "Type this:\n\n```\nGATE SIZE: 4\nGATE STATE: shut\nGATE SIZE: 5\nGATE STATE: open\n```\n\nFigure 2: The gate\n";
    let found = of_text(text, Markup::Markdown);
    assert!(found.speakers.is_empty());
    assert_eq!(found.sentences[1].kind, SentenceKind::Code);
    assert_eq!(found.sentences.last().map(|last| last.kind), Some(SentenceKind::Caption));
}

#[test]
fn a_cell_beside_a_conversation_is_said_by_nobody() {
    let said = "ADA LUND: It began in May.\n\nKAI SUND: Who rowed?\n\nADA LUND: All of us.";
    let text = format!("Place: The pier\n\n{said}\n\nKeeper: Ida Ek");
    let cell = |cell: &str| {
        let start = text.find(cell).expect("is there");
        Block { span: Span::new(start, start + cell.len()), kind: BlockKind::Cell }
    };
    let begun = text.find(said).expect("is there");
    let mut blocks = vec![cell("Place: The pier")];
    blocks.extend(
        blocks::blocks(said, Markup::Plain)
            .into_iter()
            .map(|block| Block { span: Span::new(block.span.start + begun, block.span.end + begun), ..block }),
    );
    blocks.push(cell("Keeper: Ida Ek"));
    let found = of_blocks(&text, blocks);
    assert_eq!(found.speakers.len(), 2);
    let last = found.sentences.last().expect("some");
    assert_eq!((last.kind, last.speaker), (SentenceKind::Row, None));
}

#[test]
fn lists_under_headings_are_no_conversation() {
    // Lines as a reader of pages hands them on: what has no colon is a heading.
    let speakers = |section: &str| {
        let text = (1..5).map(|part| format!("Part {part}\n{section}")).collect::<String>();
        let mut start = 0;
        let block = |line: &str| {
            let span = Span::new(start, start + line.len());
            start += line.len() + 1;
            Block { span, kind: if line.contains(':') { BlockKind::Item } else { BlockKind::Heading } }
        };
        let blocks = text.lines().map(block).collect();
        of_blocks(&text, blocks).speakers.len()
    };
    let notes =
        "Gates: The bolt is now shut by the keeper\nGates: It has a new key\nRopes: They are kept dry in the shed\n";
    assert_eq!(speakers(notes), 0);
    assert_eq!(speakers("Ada Lund: Is it shut?\nKai Sund: It is not.\nAda Lund: Why is that?\n"), 2);
}

#[test]
fn what_the_log_of_a_chat_says_is_furniture() {
    let text = "2031-04-17 12:00 *** kai has joined #quay\n2031-04-17 12:01 <kai> Is the tide in?\n\
                2031-04-17 12:02 <ada> not yet\n2031-04-17 12:02 *** tom has quit (Client Quit)\n\
                2031-04-17 12:03 <kai> Then I wait.\n2031-04-17 12:04 <ada> so do I\n";
    use SentenceKind::{Furniture, Prose};
    let (kai, ada) = (Some("kai".to_owned()), Some("ada".to_owned()));
    let found = lay_out(text, Markup::Plain);
    let told: Vec<_> = found.iter().map(|(kind, name, _)| (*kind, name.clone())).collect();
    let said = |name: &Option<String>| (Prose, name.clone());
    assert_eq!(told, [(Furniture, None), said(&kai), said(&ada), (Furniture, None), said(&kai), said(&ada)]);
    assert_eq!(found[1].2, "Is the tide in?");
}

#[test]
fn questions_and_answers_are_a_conversation() {
    let text = "Q: Where were you?\nA: At the pier.\nQ: Alone?\nA: Yes.\n";
    assert_eq!(of_text(text, Markup::Plain).speakers.len(), 2);
}

#[test]
fn a_number_alone_between_blank_lines_heads_what_follows() {
    let text = "The board met on Monday.\n\n61. Candle Night\n\nAda Lund spoke.\n\n1. bread and salt\n2. Water and wine\n\nHe left.\n";
    let kinds: Vec<SentenceKind> = lay_out(text, Markup::Plain).into_iter().map(|(kind, ..)| kind).collect();
    use SentenceKind::{Heading, Item, Prose};
    assert_eq!(kinds, [Prose, Heading, Prose, Item, Item, Prose]);
}

#[test]
fn wrapped_lines_are_one_sentence_and_short_lines_are_not() {
    let text = "The harbour board met on Monday in the old customs house and\nresolved to shut the northern pier until the spring of the next\nyear.\n\nAda Lund, harbourmaster\nKai Sund, clerk\n";
    let lines: Vec<&str> = lay_out(text, Markup::Plain).into_iter().map(|(_, _, line)| line).collect();
    assert_eq!(lines.len(), 3);
    assert!(lines[0].ends_with("next\nyear."));
}

#[test]
fn a_round_mark_makes_items_of_lines_that_are_set_in() {
    use SentenceKind::{Item, Prose};
    let text = "The game can be played in three ways:\n  o Single player\n  o Cooperative, with\n    one friend\n  o Deathmatch\n\n o alone it may be a word.\n";
    let kinds = lay_out(text, Markup::Plain);
    assert_eq!(
        kinds[1..4].iter().map(|kind| (kind.0, kind.2)).collect::<Vec<_>>(),
        [(Item, "Single player"), (Item, "Cooperative, with\n    one friend"), (Item, "Deathmatch")]
    );
    let alone = lay_out("He said:\n  o mar quando quebra na praia e bonito, e nunca mais se esquece.\n", Markup::Plain);
    assert!(alone.last().is_some_and(|last| last.0 == Prose && last.2.contains("o mar")), "{alone:?}");
}

#[test]
fn fields_in_a_column_are_rows_of_their_own() {
    let form = "Company:             Tarn Boats Limited\nDirector:            A. Voss, of the same address\n\
                Shares:              100 shares of one pound, all held by A. Voss\n";
    let rows = lay_out(form, Markup::Plain);
    assert!(rows.len() == 3 && rows.iter().skip(1).all(|(kind, ..)| *kind == SentenceKind::Row), "{rows:?}");
}

#[test]
fn markdown_is_told_from_text() {
    use SentenceKind::{Code, Furniture, Heading, Item, Prose, Row};
    let text = "# Minutes\n\nIntro\n=====\n\n- salt\n- The board resolved to buy four new ropes.\n\n1. First\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```\nlet x = 1;\n```\n\n<div class=\"x\">\n\n<!-- hidden\nstill -->\n\n> It was said.\n\nYours sincerely,\n\nAda Lund\nClerk\n";
    let kinds: Vec<(SentenceKind, &str)> =
        lay_out(text, Markup::Markdown).into_iter().map(|(kind, _, line)| (kind, line)).collect();
    assert_eq!(
        kinds,
        [
            (Heading, "Minutes"),
            (Heading, "Intro"),
            (Item, "salt"),
            (Prose, "The board resolved to buy four new ropes."),
            (Item, "First"),
            (Row, "| a | b |"),
            (Row, "| 1 | 2 |"),
            (Code, "let x = 1;"),
            (Prose, "It was said."),
            (Furniture, "Yours sincerely,"),
            (Furniture, "Ada Lund"),
            (Furniture, "Clerk"),
        ]
    );
}

#[test]
fn lines_that_each_begin_with_a_day_are_told_by_themselves() {
    let notes = "notes for the board\n\n14 Jan  Ada Voss buys the pier\n26 Feb  board sells the lamp, Reed against\n\
                 2 Apr   ferry is let\n?? who told the Herald\n";
    let items: Vec<String> =
        lay_out(notes, Markup::Plain).into_iter().skip(1).map(|(_, _, line)| line.to_owned()).collect();
    assert_eq!(items[0], "14 Jan  Ada Voss buys the pier");
    assert_eq!(items[1], "26 Feb  board sells the lamp, Reed against");
}

#[test]
fn a_headline_stands_above_whoever_wrote_the_article() {
    let article = "ORSK HERALD\nFriday 20 September 2031\n\nNine hurt as the night ferry runs onto the quay wall\nBy Ada Voss\n\n\
                   The night ferry struck the wall of the quay.\n";
    let laid: Vec<(SentenceKind, &str)> =
        lay_out(article, Markup::Plain).into_iter().map(|(kind, _, line)| (kind, line)).collect();
    assert_eq!(laid[2], (SentenceKind::Heading, "Nine hurt as the night ferry runs onto the quay wall"));
    // Whoever wrote it is known by that line.
    assert_eq!(laid[3], (SentenceKind::Prose, "By Ada Voss"));
}

#[test]
fn a_field_heads_nothing_where_headings_are_marked() {
    let minutes = "# Minutes of the quay\n\nApologies: none\n\nThe board met at noon.\n";
    let laid = lay_out(minutes, Markup::Markdown);
    assert_eq!((laid[1].0, laid[1].2), (SentenceKind::Row, "Apologies: none"));
}

#[test]
fn what_is_quoted_has_headings_lists_and_paragraphs_of_its_own() {
    use SentenceKind::{Heading, Item, Prose};
    let text = "Amended as follows:\n\n> #### (g) Penalties\n>\n> Whoever fells an oak pays.\n>\n> The fine is ten marks.\n>\n> - an elm\n> - an ash\n";
    let kinds: Vec<(SentenceKind, &str)> =
        lay_out(text, Markup::Markdown).into_iter().map(|(kind, _, line)| (kind, line)).collect();
    assert_eq!(
        kinds,
        [
            (Prose, "Amended as follows:"),
            (Heading, "(g) Penalties"),
            (Prose, "Whoever fells an oak pays."),
            (Prose, "The fine is ten marks."),
            (Item, "an elm"),
            (Item, "an ash"),
        ]
    );
}

#[test]
fn the_rows_of_a_quoted_table_follow_its_header() {
    let text = "> **Who knew**\n>\n> | who | when |\n> |---|---|\n> | Ada | in May |\n> | Tom | in June |\n";
    let laid = lay_out(text, Markup::Markdown);
    let rows: Vec<&str> =
        laid.iter().skip(1).take_while(|line| line.0 == SentenceKind::Row).map(|line| line.2).collect();
    assert_eq!((laid.len(), rows.len()), (4, 3), "{laid:?}");
}

#[test]
fn what_stands_between_lines_of_signs_heads_what_is_below_it() {
    use SentenceKind::Heading;
    let text = "REGISTER OF THE QUAY\n====================\n\nThe quay has two owners, as the board was told in May.\n\n\
                TOTAL AVAILABLE               1,645,117\n\n                         A. Voss, 9 March 2031\n\n\
                --------------------\nAPPENDIX C (open) - NOTE OF THE ANSWERS TO QUESTIONS\n(sent to all in May)\n\n\
                Nobody asked anything of the keeper.\n\n====================\n2.  ORSK LAND GROUP LTD\n\
                \x20   Company number 0734\n====================\n\nThe group owns the gate and the lamp.\n";
    let laid = lay_out(text, Markup::Plain);
    let headings: Vec<&str> = laid.iter().filter(|line| line.0 == Heading).map(|line| line.2).collect();
    let wanted =
        ["REGISTER OF THE QUAY", "APPENDIX C (open) - NOTE OF THE ANSWERS TO QUESTIONS", "ORSK LAND GROUP LTD"];
    assert_eq!(headings, wanted, "{laid:#?}");
}

#[test]
fn a_line_far_from_its_figure_is_a_row() {
    let text = "The firm told what it owes.\n\n\
                Harbour Council (loan, interest)     12,912,000\nOrsk Land Group Ltd                         nil\n\
                Tarn Works Ltd                        1,740,000\nW. Reed - claim                        disputed\n\nNobody was paid.\n";
    let laid = lay_out(text, Markup::Plain);
    assert_eq!(laid.iter().filter(|line| line.0 == SentenceKind::Row).count(), 4, "{laid:#?}");
}

#[test]
fn letters_in_a_row_mark_a_list_and_one_alone_is_an_initial() {
    let list = "A. Tolland shall mend the quay before the first of June.\n\n\
                B. Tolland and Orsk shall each pay for half of the work.\n";
    let texts = |text| -> Vec<String> {
        of_text(text, Markup::Plain).sentences.iter().filter_map(|s| s.span.slice(text)).map(str::to_owned).collect()
    };
    assert_eq!(
        texts(list),
        [
            "Tolland shall mend the quay before the first of June.",
            "Tolland and Orsk shall each pay for half of the work."
        ]
    );
    let name = "A. Voss shall mend the quay before the first of June.";
    assert_eq!(texts(name), [name]);
}

#[test]
fn heads_of_pages_and_logs_are_told() {
    let page = "Salt Talk, episode 12\n\nThe boat came in and was unloaded by noon.\n\n7\n\n";
    let kinds: Vec<SentenceKind> = lay_out(&page.repeat(5), Markup::Plain).into_iter().map(|(kind, ..)| kind).collect();
    assert_eq!(kinds[..3], [SentenceKind::Furniture, SentenceKind::Prose, SentenceKind::Furniture]);
    let log = "2024-05-01 10:00:01 gate opened\n2024-05-01 10:00:09 gate shut\n";
    assert!(lay_out(log, Markup::Plain).iter().all(|(kind, ..)| *kind == SentenceKind::Row));
}

proptest! {
    #[test]
    fn sentences_are_in_order_and_inside(text in "[a-zA-Z#|*:.,<>=\\-\\[\\]() \n]{0,300}|\\PC{0,80}") {
        for markup in [Markup::Plain, Markup::Markdown] {
            let found = of_text(&text, markup);
            let mut at = 0;
            for sentence in &found.sentences {
                prop_assert!(sentence.span.start >= at && sentence.span.slice(&text).is_some());
                prop_assert!(sentence.speaker.is_none_or(|speaker| usize::from(speaker) < found.speakers.len()));
                at = sentence.span.end;
            }
        }
    }
}

#[test]
fn a_numbered_word_heads_where_the_number_before_it_did() {
    let kinds = |text: &str| -> Vec<SentenceKind> {
        of_text(text, Markup::Plain).sentences.iter().map(|sentence| sentence.kind).collect()
    };
    let talk = "The board met at noon and spoke of nothing else until the tide turned.";
    use SentenceKind::{Heading, Item, Prose};
    assert_eq!(
        kinds(&format!("{talk}\n\n1. The Slipway\n\n{talk}\n\n2. Questions\n\n{talk}\n\n3. Chair\n\n{talk}\n")),
        [Prose, Heading, Prose, Heading, Prose, Heading, Prose]
    );
    assert_eq!(kinds(&format!("{talk}\n\n1. Rope\n\n2. Tar\n\n{talk}\n")), [Prose, Item, Item, Prose]);
    // Directly over its text, too.
    assert_eq!(
        kinds(&format!("{talk}\n\n9. LAMPS\n{talk}\n\n11. LAW\n{talk}\n")),
        [Prose, Heading, Prose, Heading, Prose]
    );
    let below = format!("{talk}\n\n1. The Slipway\n\n{talk}\n\n2. Other Business\n{talk}\n");
    assert_eq!(kinds(&below), [Prose, Heading, Prose, Heading, Prose]);
    assert_eq!(kinds(&format!("{talk}\n\n1. The keeper lit the lamps of\nTarn Quay.\n")), [Prose, Prose]);
}

/// Of the sentences with a speaker: how many have the one that the label of their line names, and which others do not.
/// A label is what stands before the first colon of a line, without what follows in brackets.
fn check_speakers(text: &str) -> (usize, Vec<String>) {
    let found = of_text(text, Markup::Plain);
    let (mut right, mut wrong) = (0, Vec::new());
    for sentence in &found.sentences {
        let Some(speaker) = sentence.speaker.map(|speaker| &found.speakers[usize::from(speaker)]) else { continue };
        let start = line_start(text, sentence.span.start);
        let label = text[start..].split(':').next().unwrap_or_default();
        let label = label.split(" (").next().unwrap_or_default();
        if speaker.labels.iter().any(|known| known == label) {
            right += 1;
        } else {
            wrong.push(format!("{label}: as {}", speaker.name));
        }
    }
    (right, wrong)
}

#[test]
fn nobody_in_a_chat_says_what_another_wrote() {
    const OFTEN: [&str; 4] = ["ada", "Kai Sund", "tern_71", "Oda Lind"];
    const RARE: [&str; 14] = [
        "Ann",
        "Ann Lind",
        "Mr Sund",
        "Mrs Sund",
        "JenniferMoore",
        "bo",
        "Dr. Voss",
        "Q",
        "O'Brien",
        "李娜",
        "Host 2",
        "the harbour office",
        "X",
        "rare_bird (guest)",
    ];
    const SAID: [&str; 6] = [
        "is the tide in?",
        "Not yet, I think.",
        "Note: the gate is shut",
        "ok",
        "see http://holm.example/a",
        "We met at 10:30 and talked. It went on for an hour.",
    ];
    let mut chat = String::new();
    for line in 0..600 {
        let name = if line % 23 == 7 { RARE[line / 23 % RARE.len()] } else { OFTEN[line * 7 % 11 % OFTEN.len()] };
        chat.push_str(&format!("{name}: {}\n", SAID[line * 5 % 13 % SAID.len()]));
    }
    let (right, wrong) = check_speakers(&chat);
    assert!(right > 600 && wrong.is_empty(), "{right} right; {wrong:?}");
}

#[test]
fn nobody_in_a_meeting_says_what_another_said() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data/qa/qmsum-val/meetings");
    let Ok(meetings) = std::fs::read_dir(&folder) else {
        println!("skipped: no shared data");
        return;
    };
    let (mut right, mut wrong) = (0, Vec::new());
    for meeting in meetings.flatten() {
        let text = std::fs::read_to_string(meeting.path()).unwrap();
        let (some, others) = check_speakers(&text);
        right += some;
        wrong.extend(others);
    }
    assert!(right > 20_000 && wrong.is_empty(), "{right} right, {} wrong; {wrong:?}", wrong.len());
}
