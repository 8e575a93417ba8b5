//! Who is one person and who are several, and what a name is that only its surroundings tell.

use super::*;

/// Makes the first line of the first document a heading.
fn merged_under_a_heading(lines: &[&str]) -> Merged {
    let mut passages = passages(&[draft("A", lines)]);
    let document = Arc::make_mut(&mut passages[0].document);
    document.sentences[0].kind = SentenceKind::Heading;
    let extractor = ExtractiveExtractor::default();
    let extractions: Vec<Extraction> = passages.iter().map(|passage| extractor.extract_now(passage)).collect();
    merge(&passages, extractions)
}

fn kind_of(merged: &Merged, name: &str) -> Option<EntityType> {
    merged.entities.iter().find(|entity| entity.name == name).map(|entity| entity.kind.clone())
}

#[test]
fn a_first_name_that_one_bears_may_stand_long_before_the_surname() {
    let claras = |in_full: usize| {
        let mut lines = vec!["At noon Clara walked down to the lock of Orsk."; 19];
        lines.extend(vec!["Clara Vossler was the keeper of the lock."; in_full]);
        let (_, merged) = merged(&[draft("A", &lines)]);
        entity(&merged, "Clara Vossler").mentions
    };
    assert_eq!((claras(3), claras(1)), (22, 1));
}

#[test]
fn a_title_line_makes_no_surname_anothers() {
    let mut lines = vec!["VOSSLER", "Brellin Vossler kept the lock of Orsk."];
    lines.extend(["At noon Vossler said that the lock was shut."; 6]);
    assert!(entity(&merged_under_a_heading(&lines), "Brellin Vossler").mentions >= 7);
}

#[test]
fn a_surname_used_first_in_one_document_is_that_of_somebody_the_pile_often_names() {
    let often = ["Clara Vossler said that the lock was shut.", "Clara Vossler left at noon."];
    let mut lines = vec!["At noon Vossler said that the lock was shut."; 6];
    lines.push("That is what Clara Vossler wrote.");
    let (_, merged) = merged(&[draft("A", &often), draft("B", &lines)]);
    assert_eq!(entity(&merged, "Clara Vossler").mentions, 9, "{:#?}", merged.entities);
}

#[test]
fn a_surname_that_one_alone_bears_is_theirs_however_often_it_stands_alone() {
    let mut lines = vec!["At noon Vossler said that the lock was shut."; 24];
    lines.extend(["That is what Clara Vossler wrote."; 3]);
    let (_, merged) = merged(&[draft("A", &lines), draft("B", &["We read Basic Vossler at the lock."; 4])]);
    assert_eq!(entity(&merged, "Clara Vossler").mentions, 27, "{:#?}", merged.entities);
}

#[test]
fn of_several_of_a_surname_the_one_named_far_more_is_meant() {
    let vosslers = |others: usize| {
        let many = vec!["We met Brellin Vossler at the lock."; 9];
        let few = vec!["We met Quilla Vossler at the lock."; others];
        let (_, merged) = merged(&[
            draft("A", &many),
            draft("B", &few),
            draft("C", &["At noon Vossler said that the lock was shut."]),
        ]);
        entity(&merged, "Brellin Vossler").documents
    };
    assert_eq!((vosslers(1), vosslers(4)), (2, 1));
}

#[test]
fn names_that_stood_side_by_side_once_bear_no_surname() {
    let (_, merged) = merged(&[
        draft("A", &["We met Clara Vossler at the lock.", "Jonas Brandt met Clara Vossler."]),
        draft("B", &["We read Jonas Brandt Vossler."]),
        draft("C", &["At noon Vossler said that the lock was shut."]),
    ]);
    assert_eq!(entity(&merged, "Clara Vossler").documents, 2, "{:#?}", merged.entities);
}

#[test]
fn one_apposition_does_not_tell_what_a_name_of_many_mentions_is() {
    let mut lines = vec!["Later they spoke of Zerkov again, and of the lock."; 80];
    lines.push("We read of Zerkov, the village, in May.");
    let (_, many) = merged(&[draft("A", &lines)]);
    let (_, few) = merged(&[draft("A", &lines[77..])]);
    assert_eq!(kind_of(&many, "Zerkov"), Some(EntityType::Concept));
    assert_eq!(kind_of(&few, "Zerkov"), Some(EntityType::Place));
}

#[test]
fn whoever_says_it_behind_what_is_said_is_a_person() {
    let lines =
        ["“The lock leaks,” said Zerkov.", "“It does not,” cried Zerkov, and left.", "They asked Zerkov again."];
    let (_, merged) = merged(&[draft("A", &lines)]);
    assert_eq!(kind_of(&merged, "Zerkov"), Some(EntityType::Person));
}

#[test]
fn a_first_name_alone_is_a_person() {
    let lines = ["They walked with Fanny to the lock.", "Then they left Fanny there.", "Nobody had seen Fanny again."];
    let (_, merged) = merged(&[draft("A", &lines)]);
    assert_eq!(kind_of(&merged, "Fanny"), Some(EntityType::Person));
}

#[test]
fn where_one_is_and_goes_to_is_a_place() {
    let lines = [
        "They were at Zerkov for a week.",
        "We dined at Zerkov with the keeper.",
        "Then they walked to Zerkov in the rain.",
        "Nobody else knew of Zerkov then.",
    ];
    let (_, placed) = merged(&[draft("A", &lines)]);
    assert_eq!(kind_of(&placed, "Zerkov"), Some(EntityType::Place));
    let lines = ["She was an engineer at Zerkov.", "She had a job at Zerkov for a year.", "Then she left Zerkov."];
    let (_, employing) = merged(&[draft("A", &lines)]);
    assert_eq!(kind_of(&employing, "Zerkov"), Some(EntityType::Organisation));
}

#[test]
fn members_of_a_family_whom_titles_tell_apart_stay_apart() {
    let (_, merged) = merged(&[draft(
        "A",
        &[
            "Clara Smart kept the lock with Captain Smart.",
            "General Smart owned the hall above the lock.",
            "Mrs. Smart lived in the town, and Miss Smart with her.",
            "Clara Smart left them in May.",
        ],
    )]);
    assert!(entity(&merged, "Clara Smart").aliases.is_empty(), "{:#?}", merged.entities);
}

#[test]
fn a_title_is_not_that_of_whoever_bears_it_with_the_first_name() {
    let mut lines = vec!["At noon Mr. Smart came to the lock."; 6];
    lines.extend(["Mr. Smart left the lock."; 8]);
    lines.extend(["His brother was Mr. John Smart of Orsk."; 3]);
    let (_, merged) = merged(&[draft("A", &lines)]);
    assert_eq!(merged.entities.iter().find(|one| one.name.contains("John")).map(|one| one.mentions), Some(3));
}

#[test]
fn the_son_of_a_knight_is_called_by_his_nickname() {
    let (_, merged) = merged(&[draft(
        "A",
        &["Sir Thomas Smart owned the hall.", "His son Tom Smart kept the lock.", "Sir Thomas Smart was cross."],
    )]);
    let tom = entity(&merged, "Tom Smart");
    assert_eq!((tom.mentions, tom.aliases.len()), (1, 0), "{:#?}", merged.entities);
}

#[test]
fn the_wife_of_somebody_is_called_by_his_name_and_is_another() {
    let (_, merged) = merged(&[draft(
        "A",
        &["John Smart kept the lock.", "Mrs. John Smart lived in the town.", "John Smart was cross."],
    )]);
    assert!(entity(&merged, "John Smart").aliases.is_empty(), "{:#?}", merged.entities);
}

#[test]
fn a_first_name_that_is_a_surname_elsewhere_waits_for_nobody() {
    let mut lines = vec!["At noon Herbert wrote of the lock of Orsk."; 19];
    lines.extend(["Herbert Vossler was the keeper of the lock."; 3]);
    let (_, merged) = merged(&[draft("A", &lines), draft("B", &["We read Clara Herbert again."])]);
    assert_eq!(entity(&merged, "Herbert Vossler").mentions, 3, "{:#?}", merged.entities);
}

#[test]
fn whoever_wrote_a_tale_is_not_whom_it_is_about() {
    let mut lines = vec!["By Clara Vossler", "The lock of Orsk was shut that day."];
    lines.extend(["At noon Clara walked down to the lock."; 7]);
    let (_, merged) = merged(&[draft("A", &lines)]);
    assert_eq!(entity(&merged, "Clara Vossler").mentions, 1, "{:#?}", merged.entities);
}

#[test]
fn what_only_opens_sentences_is_no_name() {
    let lines = [
        "Zorrably, the lock was shut at noon.",
        "Zorrably, nobody came to the lock.",
        "“Zorrably,” said Clara Voss, “the lock was shut.”",
        "Clara Voss said: “Zorrably it was.”",
        "RwLock was shut at noon again.",
        "RwLock was open at noon then.",
        "RwLock was never seen there.",
        "Zerkov was shut at noon again.",
        "Zerkov was open, and Clara Voss was in Zerkov.",
        "Zerkov was shut at noon then.",
    ];
    let (_, merged) = merged(&[draft("A", &lines)]);
    assert_eq!(kind_of(&merged, "Zorrably"), None, "{:#?}", merged.entities);
    assert!(kind_of(&merged, "RwLock").is_some() && kind_of(&merged, "Zerkov").is_some());
}

#[test]
fn what_far_more_documents_speak_of_is_nobodys_surname() {
    let minutes = ["The survey was led by Brellin Tarnware.", "Brellin Tarnware lives at Orsk."];
    let letters: Vec<String> =
        (1..14).map(|n| format!("At noon Tarnware said that the toll of quay {n} was paid.")).collect();
    let lines: Vec<[&str; 1]> = letters.iter().map(|line| [line.as_str()]).collect();
    let of = |letters: usize| {
        let mut drafts = vec![draft("Minutes", &minutes)];
        drafts.extend(lines[..letters].iter().map(|lines| draft("Letter", lines)));
        let (_, merged) = merged(&drafts);
        merged.entities.iter().find(|entity| entity.name == "Brellin Tarnware").map_or(0, |entity| entity.documents)
    };
    assert!(of(1) > 1);
    assert_eq!(of(6), 7);
    assert_eq!(of(13), 1);
}

#[test]
fn a_title_joins_nobody_whom_it_does_not_suit() {
    let (_, merged) = merged(&[draft(
        "A",
        &[
            "Charles Smart kept the lock for forty years.",
            "Mrs Smart lived in the town with her sister.",
            "Sir Walter Ellis owned the hall above the lock.",
            "Mr Ellis came from the city to see the hall.",
            "Charles Smart and Sir Walter Ellis met at the lock.",
        ],
    )]);
    let charles = entity(&merged, "Charles Smart");
    assert!(charles.aliases.iter().all(|alias| !alias.contains("Mrs")), "{:?}", charles.aliases);
    let walter = merged.entities.iter().find(|entity| entity.name.contains("Walter Ellis")).unwrap();
    assert!(walter.aliases.iter().all(|alias| !alias.starts_with("Mr ")), "{:?}", walter.aliases);
}

#[test]
fn an_office_is_not_that_of_a_woman_whom_nobody_calls_so() {
    let of_her = |lines: [&[&str]; 2]| {
        let (_, merged) = merged(&[draft("A", lines[0]), draft("B", lines[1])]);
        entity(&merged, "Clara Vossler").aliases.clone()
    };
    let his = "The harbour thanks Vice President Vossler for the lock.";
    let hers = "Clara Vossler went to see the lock of Orsk.";
    let wife = "Mrs Vossler came along.";
    assert_eq!(of_her([&[his], &[hers]]), ["Vice President Vossler"]);
    assert_eq!(of_her([&[his], &[hers, wife]]), ["Mrs Vossler"]);
    let two = [hers, "Tom Vossler came along.", his];
    assert_eq!(of_her([&two, &[hers]]), [""; 0]);
}

#[test]
fn a_surname_is_not_that_of_somebody_named_later_and_once() {
    let mut lines = vec!["Wright drew the lock of Orsk and the hall above it."; 6];
    lines.push("His wife was Clara Wright of Tarn.");
    let (_, merged) = merged(&[draft("A", &lines)]);
    assert_eq!(entity(&merged, "Clara Wright").mentions, 1, "{:#?}", merged.entities);
}

#[test]
fn a_middle_initial_tells_two_apart() {
    let (_, merged) = merged(&[
        draft("A", &["John F. Kallström spoke of the lock.", "John F. Kallström left early."]),
        draft("B", &["John Pell Kallström wrote of the sea.", "John Kallström kept the dam."]),
    ]);
    let named: Vec<&str> = merged.entities.iter().map(|entity| entity.name.as_str()).collect();
    assert!(named.iter().filter(|name| name.contains("Kallström")).count() > 1, "{named:?}");
}

#[test]
fn two_people_of_one_surname_stay_two() {
    let (_, merged) = merged(&[
        draft("A", &["We met Clara Kallström.", "Later Kallström left."]),
        draft("B", &["We met Nils Kallström.", "Later Kallström sang."]),
        draft("C", &["Nobody knew which Kallström was meant."]),
    ]);
    assert_eq!(entity(&merged, "Clara Kallström").mentions, 2);
    assert_eq!(entity(&merged, "Nils Kallström").mentions, 2);
}

#[test]
fn whoever_is_called_by_a_title_or_the_bare_name_alone_is_one_person() {
    let tale = [
        "Captain Ahlers stood on the deck.",
        "Nobody had seen Ahlers since noon.",
        "The mate looked at Ahlers and at Captain Ahlers's chart.",
        "Mrs Torrel wrote to Mr Torrel about Torrel and the boat of Torrel.",
    ];
    let (_, merged) = merged(&[draft("Tale", &tale)]);
    let ahlers = merged.entities.iter().find(|entity| entity.name.ends_with("Ahlers")).expect("somebody");
    assert_eq!((ahlers.kind.clone(), ahlers.mentions), (EntityType::Person, 4), "{:?}", ahlers.name);
    let torrel = merged.entities.iter().filter(|entity| entity.name.ends_with("Torrel") && entity.mentions > 3);
    assert_eq!(torrel.count(), 0, "man and wife are two");
}

#[test]
fn somebody_of_one_name_is_a_person_by_what_they_say() {
    let said = ["I saw him", "She blows", "It is cold", "Come on", "Go home", "The gate is shut"];
    let mut lines: Vec<String> = said.iter().map(|said| format!("\u{201c}{said},\u{201d} said Quohor.")).collect();
    lines.extend((0..30).map(|day| format!("On day {day} they looked for Quohor near the old pier.")));
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    let (_, merged) = merged(&[draft("Tale", &lines)]);
    assert_eq!(entity(&merged, "Quohor").kind, EntityType::Person);
}

#[test]
fn whoever_holds_an_office_is_a_person_whatever_the_surname_means() {
    let lines =
        ["Brellin Pastor, the managing director, opened the lock at noon.", "Brellin Pastor spoke to the board."];
    let (_, merged) = merged(&[draft("A", &lines), draft("B", &lines)]);
    assert_eq!(kind_of(&merged, "Brellin Pastor"), Some(EntityType::Person), "{:#?}", merged.entities);
}

#[test]
fn monsieur_is_a_title_where_madame_is_one() {
    let of = |other: &str| {
        let lines = ["M. Vossler kept the lock of Orsk.", "Paul Vossler left the lock at noon.", other];
        merged(&[draft("A", &lines)]).1
    };
    let french = of("Madame Lundgren said so.");
    assert_eq!(entity(&french, "Paul Vossler").mentions, 2, "{:#?}", french.entities);
    let english = of("Clara Lundgren said so.");
    assert_eq!(entity(&english, "Paul Vossler").mentions, 1, "{:#?}", english.entities);
}

#[test]
fn a_doctor_is_the_one_who_is_called_so_in_full() {
    let first = ["Dr Ada Vossler and Tom Vossler of the mill came in.", "Dr Vossler said that the lock was shut."];
    let later = ["Tom Vossler left at noon.", "Dr Vossler said that the lamp was out.", "Dr Vossler left."];
    let (_, merged) = merged(&[draft("A", &first), draft("B", &later)]);
    let [doctor, other] = ["Dr Ada Vossler", "Tom Vossler"].map(|name| entity(&merged, name).mentions);
    assert_eq!((doctor, other), (4, 2), "{:#?}", merged.entities);
}

#[test]
fn a_knight_is_called_by_the_first_name_in_other_documents_too() {
    let (_, merged) = merged(&[
        draft("A", &["Sir Basil Vossler chaired the board.", "Basil Vossler lived at the hall."]),
        draft("B", &["It was Sir Basil who paid.", "Clara Reeder wrote it down for Sir Basil."]),
        draft("C", &["Dame Clara came to the opening."]),
    ]);
    assert_eq!(entity(&merged, "Basil Vossler").mentions, 4, "{:#?}", merged.entities);
    assert_eq!(entity(&merged, "Clara Reeder").mentions, 1);
}

#[test]
fn letters_behind_a_name_in_full_are_no_surname() {
    let (_, merged) = merged(&[
        draft("A", &["Clara Vossler mends the panels of the altar.", "Clara Vossler was paid in May."]),
        draft("B", &["Prepared for the board by Clara Vossler ZKR in March."]),
    ]);
    assert_eq!(entity(&merged, "Clara Vossler").mentions, 3, "{:#?}", merged.entities);
}

#[test]
fn a_hall_of_several_words_where_one_is_and_comes_to_is_a_place() {
    let lines = [
        "They dined at the Grain Arcade in March.",
        "The crates stood at the Grain Arcade for a year.",
        "Then the van came to the Grain Arcade at noon.",
    ];
    let (_, placed) = merged(&[draft("A", &lines)]);
    assert_eq!(kind_of(&placed, "Grain Arcade"), Some(EntityType::Place), "{:#?}", placed.entities);
}

#[test]
fn a_doctrine_is_nobody_whatever_it_is_called() {
    let lines = [
        "Zerkovism is a child of the last century.",
        "They asked what Zerkovism says of the lock.",
        "Later Zerkovism said nothing of it, and its wife was cold.",
        "In the end Zerkovism wants a lock for all.",
    ];
    let (_, merged) = merged(&[draft("A", &lines)]);
    assert_ne!(kind_of(&merged, "Zerkovism"), Some(EntityType::Person), "{:#?}", merged.entities);
}

#[test]
fn what_has_a_port_and_a_government_is_a_place() {
    let lines = [
        "The Government of Zerkov Varsk declared itself free.",
        "A minister was sent to the republic of Zerkov Varsk in May.",
        "Ships lay in Zerkov Varsk all winter.",
        "They spoke of Zerkov Varsk and of the lock.",
    ];
    let (_, merged) = merged(&[draft("A", &lines)]);
    assert_eq!(kind_of(&merged, "Zerkov Varsk"), Some(EntityType::Place), "{:#?}", merged.entities);
}

#[test]
fn a_country_is_one_by_its_letters_and_its_whole_name() {
    let lines = [
        "The lock was made in the USA by hand.",
        "The United States has many locks.",
        "They came from the United States of America in May.",
    ];
    let (_, merged) = merged(&[draft("A", &lines)]);
    assert_eq!(entity(&merged, "United States").aliases, ["USA", "United States of America"]);
    assert!(merged.entities.iter().all(|entity| entity.name != "United States of America"));
}

#[test]
fn what_is_called_with_an_article_is_nobody() {
    let came =
        ["The Clara Tarnsen came in on Monday.", "Two men went aboard the Clara Tarnsen.", "Voss saw Clara Tarnsen."];
    let (_, ship) = merged(&[draft("Log", &came)]);
    assert_ne!(entity(&ship, "Clara Tarnsen").kind, EntityType::Person);
    let came = ["Clara Tarnsen came in on Monday.", "The Clara Tarnsen letters are lost.", "Voss saw Clara Tarnsen."];
    let (_, person) = merged(&[draft("Log", &came)]);
    assert_eq!(entity(&person, "Clara Tarnsen").kind, EntityType::Person);
}

#[test]
fn a_ship_is_one_with_its_letters_and_without_and_is_nobody() {
    let fuel =
        ["vessel: Saint Orsken; litres: 40", "vessel: Saint Orsken; litres: 60", "vessel: Saint Orsken; litres: 80"];
    let (_, merged) = merged(&[
        draft("Fuel", &fuel),
        draft(
            "Log",
            &["The MV Saint Orsken came in on Monday.", "Two men left the Saint Orsken.", "The Saint Orsken sank."],
        ),
        draft("News", &["The MV Saint Orsken has a new bow."]),
    ]);
    let ship = entity(&merged, "MV Saint Orsken");
    assert_ne!(ship.kind, EntityType::Person, "{:#?}", merged.entities);
    assert!(
        ship.documents == 3 && !merged.entities.iter().any(|one| one.name == "Saint Orsken"),
        "{:#?}",
        merged.entities
    );
}

#[test]
fn a_surname_of_several_is_not_that_of_whoever_was_named_last_in_passing() {
    let heavy =
        ["We met Clara Vossler at the lock.", "Clara Vossler came back.", "Clara Vossler left the lock of Orsk."];
    let notes = [
        "We met Clara Vossler and Jonas Vossler at the lock.",
        "There is Tom Vossler, a pilot.",
        "The lamp was lit at noon.",
        "It went out at night.",
        "Vossler told us on the quay that it was so.",
    ];
    let (_, merged) = merged(&[draft("A", &heavy), draft("B", &notes)]);
    assert_eq!(entity(&merged, "Tom Vossler").mentions, 1, "{:#?}", merged.entities);
    assert_eq!(entity(&merged, "Clara Vossler").mentions, 5);
}

#[test]
fn a_surname_in_front_of_one_bearer_is_not_theirs_where_another_is_named_more() {
    let heavy =
        ["We met Clara Vossler at the lock.", "Clara Vossler came back.", "Clara Vossler left the lock of Orsk."];
    let notes = ["We met Vossler at the lock.", "The lamp was lit at noon.", "There is Tom Vossler, a pilot, too."];
    let (_, merged) = merged(&[draft("A", &heavy), draft("B", &notes)]);
    assert_eq!(entity(&merged, "Tom Vossler").mentions, 1, "{:#?}", merged.entities);
}

#[test]
fn a_title_and_a_surname_are_the_one_who_bears_both() {
    let (_, merged) = merged(&[
        draft("A", &["We met Councillor Tom Vossler at the lock.", "Tom Vossler came back."]),
        draft("B", &["We met Clara Vossler at the lock.", "Clara Vossler came back.", "Clara Vossler left."]),
        draft("C", &["At noon Councillor Vossler said that the lock was shut."]),
    ]);
    assert_eq!(entity(&merged, "Tom Vossler").documents, 2, "{:#?}", merged.entities);
}

#[test]
fn a_legal_form_makes_a_firm_wherever_it_is_named() {
    let (_, merged) = merged(&[
        draft("A", &["Tarnell Orvik AB mended the lock.", "We paid Tarnell Orvik for the lock."]),
        draft("B", &["At noon Tarnell Orvik left the lock.", "Tarnell Orvik was paid."]),
    ]);
    let firm = merged.entities.iter().find(|one| one.name.starts_with("Tarnell")).expect("the firm");
    assert_eq!(firm.kind, EntityType::Organisation, "{:#?}", merged.entities);
}
