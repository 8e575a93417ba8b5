//! One person, firm or body that documents call by several names.

use super::*;

fn names(merged: &Merged) -> Vec<&str> {
    merged.entities.iter().map(|entity| entity.name.as_str()).collect()
}

#[test]
fn a_first_name_is_whoever_the_list_beside_it_has_with_an_initial() {
    let (_, merged) = merged(&[
        draft("A", &["Martin Vossler mends the pumps.", "Clara Tarnow pays for them."]),
        draft("B", &["Present: M. Vossler, C. Tarnow.", "Martin offered to leave the board.", "Clara said no."]),
    ]);
    assert_eq!(entity(&merged, "Martin Vossler").mentions, 3, "{:#?}", merged.entities);
    assert_eq!(entity(&merged, "Clara Tarnow").mentions, 3);
    assert!(!names(&merged).contains(&"Martin"));
}

#[test]
fn a_first_name_that_one_alone_bears_is_theirs_wherever_it_stands_unless_many_share_theirs() {
    let told = |others: &[&str]| {
        let (_, merged) = merged(&[
            draft("A", &["Doreen Vossler wrote to the board.", "Doreen Vossler waits for the ferry."]),
            draft("B", others),
            draft("C", &["The cake was brought by Doreen at noon."]),
        ]);
        entity(&merged, "Doreen Vossler").documents
    };
    assert_eq!(told(&["The lock is shut."]), 2);
    assert_eq!(told(&["Doreen Orlen has the key of the lock."]), 1, "two bear it");
    let shared = ["Tom Orlen met Tom Tarnow at the lock.", "Ada Orlen met Ada Tarnow there."];
    assert_eq!(told(&shared), 1, "many share theirs");
    let saints = ["The church of Saint Orsken is shut.", "The ferry to Saint Holmer waits.", "Saint Tarner is far."];
    assert_eq!(told(&saints), 2, "saints share none");
}

#[test]
fn a_first_name_that_no_lexicon_has_is_of_the_one_who_bears_it() {
    let (_, merged) = merged(&[
        draft("A", &["Ragnild Voss wrote it.", "Ragnild Voss said no.", "It was Mr Reed who saw Ragnild Voss."]),
        draft("B", &["The key was brought by Ragnild at noon.", "Ragnild says that it is hers."]),
    ]);
    assert_eq!(entity(&merged, "Ragnild Voss").documents, 2, "{:#?}", merged.entities);
}

#[test]
fn a_short_first_name_is_the_one_it_is_short_for() {
    let (_, merged) = merged(&[
        draft("A", &["Oluwaseun Orlen, Clara Tarnow and Ida Quill came.", "Seun asked for the key."]),
        draft("B", &["The key was brought by Seun at noon."]),
    ]);
    assert_eq!(entity(&merged, "Oluwaseun Orlen").mentions, 3, "{:#?}", merged.entities);
}

#[test]
fn a_first_name_is_theirs_in_whose_company_a_document_is_where_many_share_theirs() {
    let shared = ["Tom Orlen met Tom Tarnow at the lock.", "Ada Orlen met Ada Tarnow there."];
    let told = |company: &str| {
        let (_, merged) = merged(&[
            draft("A", &["Doreen Vossler wrote to Clara Quill and Ida Reed.", "Doreen Vossler waits for the ferry."]),
            draft("B", &shared),
            draft("C", &[company, "The cake was brought by Doreen at noon."]),
        ]);
        entity(&merged, "Doreen Vossler").documents
    };
    assert_eq!(told("Clara Quill and Ida Reed were there."), 2);
    assert_eq!(told("Tom Orlen and Ada Tarnow were there."), 1, "whom nobody names with her");
}

#[test]
fn whom_most_documents_name_is_nobody_s_company() {
    let hosts = "Clara Quill and Ida Reed were there.";
    let full = [hosts, "Doreen Vossler waits for the ferry.", "Doreen Vossler wrote to the board."];
    let shared = [hosts, "Tom Orlen met Tom Tarnow at the lock.", "Ada Orlen met Ada Tarnow there."];
    let (lone, quiet) = ([hosts, "The cake was brought by Doreen at noon."], [hosts, "The lock is shut."]);
    let mut drafts = vec![draft("A", &full), draft("B", &shared), draft("C", &lone)];
    drafts.extend(["D", "E", "F", "G", "H", "I"].map(|title| draft(title, &quiet)));
    let (_, merged) = merged(&drafts);
    assert_eq!(entity(&merged, "Doreen Vossler").documents, 1, "{:#?}", merged.entities);
}

#[test]
fn a_name_says_itself_what_somebody_is_called_for_short() {
    let (_, merged) = merged(&[
        draft("A", &["Captain Alasdair \"Sandy\" Vossler looks out on the quay.", "Robert (Bob) Quill paid for it."]),
        draft("B", &["Captain Sandy Vossler said nothing.", "Bob Quill said nothing.", "Captain A. Vossler wrote."]),
        draft("C", &["I cannot leave the case without a word on Captain Vossler."]),
    ]);
    let captain = merged.entities.iter().find(|entity| entity.name.contains("Sandy")).expect("the captain");
    assert_eq!((captain.mentions, captain.documents), (4, 3), "{:#?}", merged.entities);
    let payer = merged.entities.iter().find(|entity| entity.name.contains("Quill")).expect("the payer");
    assert_eq!(payer.mentions, 2, "{:#?}", merged.entities);
}

#[test]
fn two_initials_are_of_whoever_has_both_and_of_nobody_else() {
    let (_, merged) = merged(&[
        draft(
            "A",
            &["Adrian Paul Vossler keeps the lock.", "Adrian Paul Vossler wrote.", "Philippa Jane Vossler left."],
        ),
        draft(
            "B",
            &["Signed by A. P. Vossler at noon.", "It was filed by P J Vossler.", "The director A P Vossler left."],
        ),
    ]);
    assert_eq!(entity(&merged, "Adrian Paul Vossler").mentions, 4, "{:#?}", merged.entities);
    assert_eq!(entity(&merged, "Philippa Jane Vossler").mentions, 2);
}

#[test]
fn a_first_name_behind_a_learned_title_is_of_the_one_who_bears_it() {
    let (_, merged) = merged(&[
        draft("A", &["Prof. Leocadia Brandt wrote to Clara Quill and Ida Reed.", "Leocadia Brandt sells her book."]),
        draft("B", &["Clara Quill and Ida Reed sent the letter to Prof. Leocadia at noon.", "Her book is sold."]),
    ]);
    let author = merged.entities.iter().find(|entity| entity.name.contains("Brandt")).expect("the author");
    assert_eq!((author.mentions, author.documents), (3, 2), "{:#?}", merged.entities);
}

#[test]
fn first_names_alone_in_front_of_one_surname_are_no_one_else() {
    let (_, merged) = merged(&[
        draft("A", &["Adrian Paul Vossler keeps the lock.", "The lock is kept by Adrian Paul Vossler."]),
        draft("B", &["VOSSLER, Adrian Paul  Director  appointed in May."]),
    ]);
    assert_eq!(entity(&merged, "Adrian Paul Vossler").documents, 2, "{:#?}", merged.entities);
}

#[test]
fn letters_stand_for_whom_a_legend_says() {
    let lines = ["I called Clara Tarnow at noon.", "RO = Rosa Orlen, CT = Clara Tarnow", "The notes of CT are lost."];
    let (_, merged) = merged(&[draft("A", &lines)]);
    let aliases = &entity(&merged, "Clara Tarnow").aliases;
    assert!(aliases.contains(&"CT".to_owned()), "{aliases:?}");
}

#[test]
fn a_firm_goes_by_its_letters_by_the_front_of_its_name_and_by_its_trade() {
    let (_, merged) = merged(&[
        draft("A", &["Halvard Marine Logistics Ltd hired a barge.", "Halvard Marine Logistics Ltd paid for it."]),
        draft("B", &["The barge belongs to Halvard Marine, and nobody knows who owns that."]),
        draft("C", &["We asked who has the shares of HML and who pays them."]),
        draft("D", &["The roof was mended by Orskwell Roofing in May.", "We pay Orskwell for the roof."]),
    ]);
    let firm = entity(&merged, "Halvard Marine Logistics Ltd");
    assert_eq!((firm.mentions, firm.documents), (4, 3), "{:#?}", merged.entities);
    let roofers = entity(&merged, "Orskwell Roofing");
    assert_eq!((roofers.mentions, roofers.kind.clone()), (2, EntityType::Organisation));
}

#[test]
fn the_front_of_the_names_of_two_firms_is_neither() {
    let (_, merged) = merged(&[
        draft("A", &["Halvard Marine Logistics Ltd hired a barge.", "Halvard Marine Supplies Ltd paid for it."]),
        draft("B", &["The barge belongs to Halvard Marine, and nobody knows who owns that."]),
    ]);
    assert!(names(&merged).contains(&"Halvard Marine"), "{:?}", names(&merged));
}

#[test]
fn the_town_that_a_document_names_says_whose_board_is_meant() {
    let told = |other: &str| {
        let (_, merged) = merged(&[
            draft("A", &["The Orsk Harbour Authority pays for the quay."]),
            draft("B", &[other]),
            draft("C", &["At Orsk we wrote to the Harbour Authority in May."]),
        ]);
        entity(&merged, "Orsk Harbour Authority").mentions
    };
    assert_eq!(told("The lock is shut."), 2);
    assert_eq!(told("They wrote to the Harbour Authority, too."), 1, "one that no town tells");
}

#[test]
fn names_in_capitals_side_by_side_are_names() {
    let (_, merged) = merged(&[draft("A", &["Present: Q. Vossler (chair), T. Orlen, C. Tarnow, B. Wexley."])]);
    for name in ["Q. Vossler", "T. Orlen", "C. Tarnow", "B. Wexley"] {
        assert!(names(&merged).contains(&name), "{name} in {:?}", names(&merged));
    }
}

#[test]
fn what_a_scanner_or_a_file_name_makes_of_words_is_no_entity() {
    let lines = [
        "The board of Tarnow met and ofTarnow it is said to be old.",
        "In 2316-Parks and in Ofthe rules the park of Tarnow is named.",
    ];
    let (_, merged) = merged(&[draft("A", &lines), draft("B", &lines)]);
    for name in ["ofTarnow", "2316-Parks", "Ofthe"] {
        assert!(!names(&merged).contains(&name), "{name} in {:?}", names(&merged));
    }
}

#[test]
fn somebody_whose_name_is_shouted_is_called_as_others_are() {
    let (_, merged) = merged(&[
        draft("A", &["GARETH TARNOW MRICS - a survey of the damp in the lock of Orsk by the quay"]),
        draft("B", &["The survey was made by Mr Gareth Tarnow in May."]),
    ]);
    assert_eq!(entity(&merged, "Gareth Tarnow").documents, 2, "{:#?}", merged.entities);
}

#[test]
fn initials_of_two_people_are_nobody_s_whatever_one_document_says() {
    let told = |other: &str| {
        let (_, merged) = merged(&[
            draft("A", &["RT = Ros Tarnow", "Ros Tarnow met the board in May.", "RT walked out with the keeper."]),
            draft("B", &[other, "RT wrote to the board."]),
        ]);
        entity(&merged, "Ros Tarnow").aliases.contains(&"RT".to_owned())
    };
    assert!(told("Ada Lund chairs the board."));
    assert!(!told("Roland Thorsen chairs the board."));
}

#[test]
fn a_surname_used_throughout_is_theirs_beside_whom_others_of_it_are_named_once() {
    let mut lines = vec!["At noon Vossler said that the lock was shut."; 60];
    lines.extend(["That is what Clara Vossler wrote."; 9]);
    let (_, merged) = merged(&[draft("A", &lines), draft("B", &["We read N. Vossler at the lock."])]);
    assert_eq!(entity(&merged, "Clara Vossler").mentions, 69, "{:#?}", merged.entities);
}

#[test]
fn the_beginning_of_a_first_name_that_one_alone_bears_is_theirs() {
    let mentions = |other: &[&str]| {
        let own = ["Ysoldrin Vossler kept the lock of Orsk."; 3];
        let short = ["So Ysol said that Clara Marsten was late.", "At noon Ysol said that the lock was shut."];
        let lines: Vec<&str> = own.iter().chain(&short).chain(other).copied().collect();
        let (_, merged) = merged(&[draft("A", &lines)]);
        entity(&merged, "Ysoldrin Vossler").mentions
    };
    assert_eq!(mentions(&[]), 5);
    // Where there are two it may be either's, and where somebody bears it in full it is theirs.
    assert_eq!(mentions(&["We met Ysolanta Brandt at the lock."; 3]), 3);
    assert_eq!(mentions(&["We met Ysol Brandt at the lock."; 3]), 3);
}

#[test]
fn what_is_said_to_stand_in_what_somebody_wrote_makes_no_place_of_them() {
    let mut lines = vec!["Clara Vossler kept the lock of Orsk."; 3];
    lines.extend(["As we found in Vossler's letter, the lock was shut.", "They looked for it in Vossler."]);
    lines.extend(["It was Vossler who shut the lock."; 4]);
    let (_, merged) = merged(&[draft("A", &lines), draft("B", &lines[3..])]);
    assert_eq!(entity(&merged, "Clara Vossler").mentions, 15, "{:#?}", merged.entities);
}

#[test]
fn those_who_are_many_and_what_is_written_about_somebody_are_nobody() {
    let many = [
        "The Ostlings said that the lock was shut.",
        "It was the Ostlings who shut it.",
        "We met the Ostlings.",
        "Clara Vossler kept the lock of Orsk.",
        "We met Clara Vossler at the lock.",
        "We wrote to Clara Vossler.",
        "We read Clara Vossler Returns by the lock.",
    ];
    let (_, merged) = merged(&[draft("A", &many)]);
    for name in ["Ostlings", "Clara Vossler Returns"] {
        let kind = merged.entities.iter().find(|entity| entity.name == name).map(|entity| &entity.kind);
        assert_ne!(kind, Some(&EntityType::Person), "{name}");
    }
    assert_eq!(entity(&merged, "Clara Vossler").kind, EntityType::Person);
}

#[test]
fn whom_one_leaves_need_be_no_place_and_a_title_leads_nowhere() {
    let lines = [
        "I move that we leave Ostling by the end of June.",
        "I move that they leave Ostling as well.",
        "We read The Road to Tarnery by the lock.",
        "She wrote The Road to Tarnery in June.",
        "It is quoted in The Road to Tarnery.",
    ];
    let (_, merged) = merged(&[draft("A", &lines)]);
    for name in ["Ostling", "Tarnery"] {
        let kind = merged.entities.iter().find(|entity| entity.name == name).map(|entity| &entity.kind);
        assert_ne!(kind, Some(&EntityType::Place), "{name}");
    }
}

#[test]
fn a_title_and_surname_are_of_whoever_is_spoken_of_far_more_than_the_one_who_has_that_title_in_full() {
    let (_, merged) = merged(&[
        draft("A", &["Gordon Tarnow chairs the board.", "The lock is Gordon Tarnow's."].repeat(4)),
        draft("B", &["Gordon Tarnow signed for the board.", "The pumps came from Mr Ronald Tarnow of Orsk."]),
        draft("C", &["This time Mr Tarnow agreed with the keeper."]),
    ]);
    assert_eq!(entity(&merged, "Gordon Tarnow").mentions, 10, "{:#?}", merged.entities);
}

#[test]
fn a_firm_without_a_legal_form_is_what_it_is_called_for_short() {
    let (_, merged) = merged(&[
        draft("A", &["Zerkovane Capital Partners (Zerkovane) offered for the works.", "Later Zerkovane paid less."]),
        draft("B", &["Nobody at the works trusts Zerkovane.", "The board met Zerkovane again."]),
        draft("C", &["The lawyers of Zerkovane were late."]),
        draft("D", &["The bid of Zerkovane came down."]),
    ]);
    assert_eq!(entity(&merged, "Zerkovane Capital Partners").documents, 4, "{:#?}", merged.entities);
    assert!(!names(&merged).contains(&"Zerkovane"));
}

#[test]
fn letters_in_brackets_behind_somebody_are_theirs_and_those_that_mean_something_else_where_others_stand_beside_them() {
    let (_, alone) = merged(&[
        draft("A", &["The tape was cut by Margaret Oldrow (MO) in May.", "Nobody else wrote to the board."]),
        draft("B", &["The map was drawn anew by MO last year."]),
    ]);
    assert_eq!(entity(&alone, "Margaret Oldrow").mentions, 3, "{:#?}", alone.entities);
    let (_, minutes) = merged(&[draft(
        "Minutes",
        &[
            "Present were Simon Attrow, Helen Brightow, Gordon Maddow and Piotr Zawadow.",
            "HB told the board of the letter and GM was angry.",
            "PZ asked who knew of it, and SA said nothing.",
        ],
    )]);
    assert_eq!(entity(&minutes, "Simon Attrow").mentions, 2, "{:#?}", minutes.entities);
}
