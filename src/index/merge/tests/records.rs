//! What minutes, post-mortems, diaries and tables name: who is somebody there, and what is no name at all.

use super::*;

fn kind_of(merged: &Merged, name: &str) -> Option<EntityType> {
    merged.entities.iter().find(|entity| entity.name == name).map(|entity| entity.kind.clone())
}

#[test]
fn minutes_tell_people_by_their_only_name() {
    let meeting = [
        "- Present: Zerkova, Orlen, Tam",
        "- (Orlen/Zerkova) Update on the pumps.",
        "- Zerkova to mend the pump",
        "- (Orlen) Update on the lock.",
        "- Tam: ask for the keys",
        "- Pumps: ask for the keys of Wexel",
    ];
    let (_, merged) = merged(&[draft("A", &meeting), draft("B", &meeting)]);
    for name in ["Zerkova", "Orlen", "Tam"] {
        assert_eq!(kind_of(&merged, name), Some(EntityType::Person), "{name}");
    }
    assert_ne!(kind_of(&merged, "Wexel"), Some(EntityType::Person));
}

#[test]
fn what_is_to_be_done_is_no_part_of_what_it_is_done_to() {
    let lines = [
        "We upgrade Zerkov in May.",
        "We upgrade Zerkov again.",
        "They upgrade it when Zerkov fails, and upgrade the rest.",
        "Upgrade Zerkov to the next release",
        "Upgrade Zerkov: done",
    ];
    let (_, merged) = merged(&[draft("A", &lines)]);
    assert_eq!(entity(&merged, "Zerkov").mentions, 5, "{:#?}", merged.entities);
}

#[test]
fn placeholders_zones_units_and_numbered_labels_are_no_entities() {
    let lines = [
        "The lock was shut at 10 UTC by TODO, said Clara Vossler.",
        "It took 3-4kg of grease and 40 KWh.",
        "Call ID 771 4420 of the keeper.",
        "Clara Vossler 2 and Orsk won.",
    ];
    let (_, merged) = merged(&[draft("A", &lines), draft("B", &lines)]);
    let names: Vec<&str> = merged.entities.iter().map(|entity| entity.name.as_str()).collect();
    for name in ["UTC", "TODO", "KWh", "3-4kg", "ID 771 4420", "Clara Vossler 2"] {
        assert!(!names.contains(&name), "{name} in {names:?}");
    }
    assert!(names.contains(&"Clara Vossler"));
}

#[test]
fn words_cut_short_and_misspelt_are_no_entities() {
    let lines = [
        "The 6th Zerk. left at noon, and 9th Zerk. was late.",
        "Unfortunatly they may wait for the Zerk. of Orsk.",
        "They may wait.",
    ];
    let (_, merged) = merged(&[draft("A", &lines)]);
    let names: Vec<&str> = merged.entities.iter().map(|entity| entity.name.as_str()).collect();
    assert!(!names.contains(&"Zerk") && !names.contains(&"Unfortunatly"), "{names:?}");
}

#[test]
fn two_who_are_named_elsewhere_are_no_firm() {
    let lines = ["Gen. Zerkov left Orsk.", "Gen. Orlen came later.", "Then Zerkov & Orlen met at the lock."];
    let (_, merged) = merged(&[draft("A", &lines)]);
    assert!(!merged.entities.iter().any(|entity| entity.name.contains('&')), "{:#?}", merged.entities);
}

#[test]
fn a_captain_is_not_the_general_of_that_name() {
    let lines = ["Capt. Tobias Zerkov was hurt.", "Gen. Zerkov came with his train."];
    let (_, merged) = merged(&[draft("A", &lines)]);
    let captain = merged.entities.iter().find(|entity| entity.name.contains("Tobias")).unwrap();
    assert!(!captain.aliases.iter().any(|alias| alias.starts_with("Gen")), "{captain:#?}");
}

#[test]
fn one_marches_to_a_town() {
    let lines =
        ["We marched to Zerkov in the rain.", "The train went back to Zerkov at noon.", "Nobody saw Zerkov again."];
    let (_, placed) = merged(&[draft("A", &lines)]);
    assert_eq!(kind_of(&placed, "Zerkov"), Some(EntityType::Place));
    let lines = ["We wrote to Zerkov in May.", "They heard from Zerkov at noon.", "Nobody saw Zerkov again."];
    let (_, written) = merged(&[draft("A", &lines)]);
    assert_ne!(kind_of(&written, "Zerkov"), Some(EntityType::Place));
}

#[test]
fn letters_of_cells_keep_few_ties() {
    let rows: Vec<String> =
        (0..20).map(|n| format!("pump: Zerk{}a; lock: Orl{}en; way: QD", "x".repeat(n), "y".repeat(n))).collect();
    let drafts: Vec<Draft<'_>> = rows
        .iter()
        .map(|row| Draft {
            title: "Pumps",
            row: Some(1),
            lines: std::slice::from_ref(row).iter().map(String::as_str).collect::<Vec<_>>().leak(),
        })
        .collect();
    let mut passages = passages(&drafts);
    for passage in &mut passages {
        Arc::make_mut(&mut passage.document).sentences.iter_mut().for_each(|one| one.kind = SentenceKind::Row);
    }
    let extractor = ExtractiveExtractor::default();
    let extractions: Vec<Extraction> = passages.iter().map(|passage| extractor.extract_now(passage)).collect();
    let merged = merge(&passages, extractions);
    assert!(
        merged.entities.iter().find(|one| one.name == "QD").is_none_or(|one| one.degree <= 6),
        "{:#?}",
        merged.entities
    );
}

#[test]
fn who_is_listed_as_present_is_somebody_though_the_name_is_a_word() {
    let lines = ["Present: Cllrs Zerkova (chair), Moss, Orlen.", "The lock is shut.", "Votes: Moss and Orlen."];
    let (_, merged) = merged(&[draft("A", &lines)]);
    assert_eq!(kind_of(&merged, "Moss"), Some(EntityType::Person), "{:#?}", merged.entities);
}

#[test]
fn a_small_pile_is_about_the_lone_nouns_that_some_of_it_returns_to() {
    let mouldy = ["The mould is back.", "We found mould behind the bed.", "The mould was washed off."];
    let mut drafts: Vec<Draft> = (0..8).map(|_| draft("Note", &["The lock is shut at noon by the keeper."])).collect();
    drafts.extend([draft("A", &mouldy), draft("B", &mouldy)]);
    let (_, merged) = merged(&drafts);
    assert_eq!(entity(&merged, "mould").documents, 2);
}

#[test]
fn what_happened_is_a_subject_of_a_pile_though_its_word_is_a_verb_or_common() {
    let struck =
        ["The strike began in May.", "Nobody paid us in the strike.", "The strike ended.", "We left before the fire."];
    let mut drafts: Vec<Draft> = (0..8).map(|_| draft("Note", &["The lock is shut at noon by the keeper."])).collect();
    drafts.extend([draft("A", &struck), draft("B", &struck), draft("C", &["Nobody was paid after the fire."])]);
    let (_, merged) = merged(&drafts);
    assert_eq!(entity(&merged, "strike").documents, 2);
    // A common word, and something that happened.
    assert_eq!(entity(&merged, "fire").documents, 3);
}

#[test]
fn a_common_word_for_what_one_can_touch_is_a_subject_where_a_pile_returns_to_it() {
    let told =
        ["The gate sticks.", "Nobody oiled the gate, which is part of the plan.", "The gate is to be hung anew."];
    let mut drafts: Vec<Draft> = (0..8).map(|_| draft("Note", &["The lock is shut at noon by the keeper."])).collect();
    drafts.extend([draft("A", &told), draft("B", &told), draft("C", &["It is part of a plan.", "The plan went on."])]);
    let (_, merged) = merged(&drafts);
    assert_eq!(entity(&merged, "gate").documents, 2);
    assert!(merged.entities.iter().all(|entity| entity.name != "plan"), "what is no thing tells nothing alone");
}

#[test]
fn a_day_is_one_however_it_is_written() {
    let lines =
        ["Clara Vossler left on 9 Nov 2031.", "On 9 November 2031 the lock was shut.", "It rained in November 2031."];
    let (_, merged) = merged(&[draft("A", &lines), draft("B", &lines)]);
    let days: Vec<(&str, u32)> = merged
        .entities
        .iter()
        .filter(|entity| entity.kind == EntityType::Date)
        .map(|entity| (entity.name.as_str(), entity.mentions))
        .collect();
    assert!(days.contains(&("9 Nov 2031", 4)) && days.contains(&("November 2031", 2)), "{days:?}");
}

#[test]
fn a_word_of_a_formula_is_no_term() {
    let told = |line: &str| {
        let lines = vec![line; 5];
        let drafts: Vec<Draft> = (0..6).map(|_| draft("Call", &lines)).collect();
        let mut drafts = drafts;
        drafts.extend((0..40).map(|_| draft("Note", &["The lock is shut at noon by the keeper."])));
        merged(&drafts).1.entities.iter().any(|entity| entity.name == "seagrass")
    };
    assert!(!told("The sales grew by two points in constant seagrass."));
    assert!(told("The sales grew where the seagrass died."));
}

#[test]
fn a_number_that_is_written_once_is_no_entity() {
    let (_, merged) = merged(&[
        draft("Bills", &["The board paid TT-1188 in May.", "The board paid TT-1189 and TT-1190 in June."]),
        draft("Notes", &["Nobody signed TT-1189, which Clara Tarnow saw.", "The GX-7 is a lamp."]),
    ]);
    let named: Vec<&str> = merged.entities.iter().map(|entity| entity.name.as_str()).collect();
    assert!(named.contains(&"TT-1189") && named.contains(&"GX-7"), "{named:?}");
    assert!(!named.iter().any(|name| ["TT-1188", "TT-1190"].contains(name)), "{named:?}");
}

#[test]
fn what_is_noted_with_an_hour_or_a_sum_is_no_entity() {
    let lines =
        ["We owe the lamp firm 51.5k, posted 3.14pm, drilling 30th.", "It blew 71mph at Tarn Head, said Clara Tarnow."];
    let (_, merged) = merged(&[draft("Notes", &lines), draft("More", &["Paid 40mil to Clara Tarnow for the lamp."])]);
    let named: Vec<&str> = merged.entities.iter().map(|entity| entity.name.as_str()).collect();
    assert!(named.contains(&"Clara Tarnow"), "{named:?}");
    let noted = ["51.5k", "3.14pm", "30th", "71mph", "40mil"];
    assert!(!named.iter().any(|name| noted.iter().any(|noted| name.ends_with(noted))), "{named:?}");
}

#[test]
fn the_sign_of_a_unit_is_no_entity() {
    let lines = ["The lamp takes 40 mW at 60 Hz.", "The mW are counted by Clara Tarnow.", "Sq ft are none."];
    let (_, merged) = merged(&[draft("Lamp", &lines), draft("More", &["Some mW and Hz are lost.", "Sq ft, too."])]);
    let named: Vec<&str> = merged.entities.iter().map(|entity| entity.name.as_str()).collect();
    assert!(
        named.contains(&"Clara Tarnow") && !["mW", "Hz", "Sq ft"].iter().any(|one| named.contains(one)),
        "{named:?}"
    );
}
