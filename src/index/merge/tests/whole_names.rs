//! Names that are not to be cut, what is cut off them, and what they are.

use super::*;

fn names(merged: &Merged) -> Vec<&str> {
    merged.entities.iter().map(|entity| entity.name.as_str()).collect()
}

#[test]
fn a_name_that_and_holds_together_is_one_where_an_article_a_title_or_letters_in_brackets_tell() {
    let (_, merged) = merged(&[
        draft(
            "A",
            &[
                "The Orsk and Southern Company (O&S) built the line from Orsk to Drava.",
                "Orsk lies by the sea.",
                "The Orsk and Southern Company failed.",
                "The O&S owed nine million crowns.",
            ],
        ),
        draft(
            "B",
            &[
                "He worked for the Dundry and Perth Railway.",
                "Dundry is far from Perth.",
                "Vossen and Company sold rails.",
            ],
        ),
    ]);
    let company = entity(&merged, "Orsk and Southern Company");
    assert_eq!((company.kind.clone(), company.mentions), (EntityType::Organisation, 4), "{:#?}", names(&merged));
    assert!(company.aliases.contains(&"O&S".to_owned()), "{:?}", company.aliases);
    assert!(names(&merged).contains(&"Dundry and Perth Railway"), "{:?}", names(&merged));
    assert!(!names(&merged).contains(&"Southern Company"));
    assert!(names(&merged).contains(&"Vossen and Company"), "{:?}", names(&merged));
}

#[test]
fn two_parts_that_never_stand_apart_are_one_name() {
    let (_, merged) = merged(&[
        draft("A", &["OACT, the Orsk Arts and Collections Trust, runs the museum.", "The board of OACT met in May."]),
        draft("B", &["Orsk Arts and Collections Trust – minutes of May", "Ada Vossler left OACT."]),
        draft("C", &["Orsk Arts and Collections Trust – minutes of June", "Ada Vossler came back to OACT."]),
        draft("D", &["Ada Vossler, Chair, Orsk Arts and Collections Trust"]),
    ]);
    let trust = entity(&merged, "Orsk Arts and Collections Trust");
    assert_eq!(trust.mentions, 8, "{:#?}", merged.entities);
    assert!(trust.aliases.contains(&"OACT".to_owned()));
}

#[test]
fn two_names_side_by_side_stay_two() {
    let (_, merged) = merged(&[draft(
        "A",
        &[
            "Ada Vossler and Tom Reeder came to Orsk.",
            "They went to Barlow Bank and Smithson for money, and Barlow Bank lent none of it to Ada Vossler and Tom Reeder.",
            "Drava and Orsk Council met, and Drava and Orsk Council agreed.",
            "Drava is a town that Orsk Council pays for.",
        ],
    )]);
    for name in ["Ada Vossler", "Tom Reeder", "Barlow Bank", "Orsk Council", "Drava"] {
        assert!(names(&merged).contains(&name), "{name}: {:?}", names(&merged));
    }
}

#[test]
fn a_slash_holds_a_name_together_where_its_first_part_hardly_stands_alone() {
    let (_, merged) = merged(&[draft(
        "A",
        &[
            "We run Tarnix GNU/Linux on the pumps.",
            "Tarnix GNU/Linux is free, and Tarnix GNU/Linux is small.",
            "The pumps are looked after by Vossler/Reeder.",
        ],
    )]);
    assert_eq!(entity(&merged, "Tarnix GNU/Linux").mentions, 3, "{:?}", names(&merged));
}

#[test]
fn a_body_of_many_people_keeps_their_name_and_what_one_owns_does_not() {
    let (_, merged) = merged(&[draft(
        "A",
        &[
            "The Railwaymen's Union called a strike, and the Transport Workers' Union joined it.",
            "The Women's Institute of Orsk gave soup to the Railwaymen's Union.",
            "The Transport Workers’ Union marched.",
            "Nobody but the Vale Tenants' Federation (VTF) was asked, and the VTF said no.",
            "The Tarnow Bank's Board met and Orsk's Council did not.",
            "Laura Jobs’ College gave bread.",
        ],
    )]);
    let names = names(&merged);
    for name in ["Railwaymen's Union", "Women's Institute of Orsk", "Vale Tenants' Federation"] {
        assert!(names.contains(&name), "{name}: {names:?}");
    }
    assert!(names.iter().any(|name| name.starts_with("Transport Workers") && name.ends_with("Union")), "{names:?}");
    assert!(
        !names.iter().any(|name| ["Board", "Council", "College"].iter().any(|end| name.ends_with(end))),
        "{names:?}"
    );
}

#[test]
fn a_surname_with_a_hyphen_is_one_behind_a_title_as_behind_a_first_name() {
    let (_, merged) = merged(&[
        draft("A", &["Cllr Denis Rowner-Hale chaired.", "Councillor Denis Rowner-Hale answered."]),
        draft("B", &["Cllr Rowner-Hale was late.", "The wife of Cllr Rowner-Hale, Celia Hale, came."]),
    ]);
    let people: Vec<&Entity> = merged.entities.iter().filter(|entity| entity.name.contains("Rowner")).collect();
    assert_eq!(people.len(), 1, "{people:#?}");
    assert_eq!((people[0].mentions, entity(&merged, "Celia Hale").mentions), (4, 1));
}

#[test]
fn whoever_is_called_the_younger_is_not_the_one_they_are_called_after() {
    let (_, merged) = merged(&[draft(
        "A",
        &[
            "Alexander Vossler built the line, and Alexander Vossler the Younger sold it.",
            "Alexander Vossler died before Alexander Vossler the Younger came home.",
        ],
    )]);
    assert_eq!(entity(&merged, "Alexander Vossler").mentions, 2, "{:?}", names(&merged));
    assert_eq!(entity(&merged, "Alexander Vossler the Younger").mentions, 2);
}

#[test]
fn half_an_expression_is_no_term() {
    let (_, merged) = merged(&[draft(
        "A",
        &[
            "Seven per cent of the timber was paid.",
            "Ten per cent of the timber burnt.",
            "Forty per cent stayed, and ten per cent of the timber was sold.",
            "Timber is dear.",
        ],
    )]);
    assert!(!names(&merged).contains(&"cent"), "{:?}", names(&merged));
    assert!(names(&merged).contains(&"timber"), "{:?}", names(&merged));
}

#[test]
fn days_and_numbers_beside_a_name_are_none_of_it() {
    let (_, merged) = merged(&[draft(
        "A",
        &[
            "14 Jan Celia Halden buys the shares of Larkspurn\n26 Feb the panel changes the marks",
            "19 Jul Route 7 stops",
            "Celia Halden held Larkspurn on 3 May.",
            "Route 7 ran for years.",
        ],
    )]);
    let names = names(&merged);
    for name in ["Celia Halden", "Larkspurn", "Route 7"] {
        assert!(names.contains(&name), "{name}: {names:?}");
    }
    assert!(
        !names.iter().any(|name| name.starts_with("Jan") || name.starts_with("Jul") || name.contains("26")),
        "{names:?}"
    );
}

#[test]
fn an_office_is_not_cut_in_two() {
    let (_, merged) = merged(&[draft(
        "A",
        &[
            "A long strike followed. Prime Minister Leopold Hassler resigned over it.",
            "Hassler left the country in a hurry.",
            "He sat in Parliament for Port Amselen, and Port Amselen loved him.",
        ],
    )]);
    let minister = merged.entities.iter().find(|entity| entity.name.contains("Hassler")).unwrap();
    assert_eq!((minister.kind.clone(), minister.mentions), (EntityType::Person, 2), "{:#?}", names(&merged));
    assert!(minister.name == "Prime Minister Leopold Hassler", "{}", minister.name);
    assert!(!names(&merged).iter().any(|name| name.starts_with("for ")), "{:?}", names(&merged));
}

#[test]
fn a_town_is_told_by_what_leads_there_and_who_lives_there_and_a_girl_by_her_age() {
    let (_, merged) = merged(&[draft(
        "A",
        &[
            "The line joins Sankt Orbanek with Dravek, and the line from Sankt Orbanek to Dravek is steep.",
            "He was born in Sankt Orbanek and went to school in Dravek.",
            "The Sankt Orbanek workshops lie near Dravek station.",
            "Twelve-year-old Josa Marsh has a broken arm.",
            "All but Josa Marsh are back.",
            "Ranske Dorn wrote to Sabin Kortner, and Sabin Kortner said no.",
        ],
    )]);
    for (name, kind) in [
        ("Sankt Orbanek", EntityType::Place),
        ("Dravek", EntityType::Place),
        ("Josa Marsh", EntityType::Person),
        ("Sabin Kortner", EntityType::Person),
    ] {
        assert_eq!(entity(&merged, name).kind, kind, "{name}");
    }
}

#[test]
fn letters_do_not_make_a_body_of_what_is_written_small() {
    let (_, merged) = merged(&[draft(
        "A",
        &[
            "A virtual private network (VPN) hides the pumps, and the VPN is slow.",
            "The VPN of Orsk is a virtual private network.",
            "The tarntables of the pumps are old.",
            "Tarntables are rules, and we write tarntables by hand.",
        ],
    )]);
    let network = merged.entities.iter().find(|entity| entity.aliases.iter().any(|alias| alias == "VPN")).unwrap();
    assert_eq!(network.kind, EntityType::Concept, "{network:#?}");
    let tables = merged.entities.iter().filter(|entity| entity.name.to_lowercase() == "tarntables").count();
    assert!(tables <= 1, "{:?}", names(&merged));
}

#[test]
fn a_firm_is_one_however_its_legal_form_is_written_and_whatever_it_is_called_for_short() {
    let (_, merged) = merged(&[
        draft(
            "A",
            &[
                "Tarnwater Nominees Limited was paid.",
                "Tarnwater Nominees Limited lent it on to Vossel Mills PLC in May.",
            ],
        ),
        draft(
            "B",
            &[
                "The boat belonged to Tarnwater Nominees Ltd in May.",
                "Tarnwater bought it in May, and Tarnwater sold it.",
            ],
        ),
        draft(
            "C",
            &["Nobody knew Tarnwater Nominees Ltd at all.", "Tarnwater had no office.", "Vossel Mills Ltd closed."],
        ),
        draft("D", &["Ask Tarnwater."]),
    ]);
    let firm = entity(&merged, "Tarnwater Nominees Ltd");
    assert_eq!(firm.mentions, 8, "{:#?}", names(&merged));
    assert!(firm.aliases.contains(&"Tarnwater".to_owned()), "{:?}", firm.aliases);
    // Another form is another firm.
    assert!(["Vossel Mills PLC", "Vossel Mills Ltd"].iter().all(|firm| names(&merged).contains(firm)));
}

#[test]
fn what_a_document_says_a_firm_is_called_holds_in_it() {
    let (_, merged) = merged(&[draft(
        "A",
        &[
            "The loan was made by Ormsgill Land Group Ltd (\"Ormsgill\") to Ormsgill Homes Ltd in May.",
            "Ormsgill was paid back, and Ormsgill Homes Ltd was not.",
        ],
    )]);
    assert_eq!(entity(&merged, "Ormsgill Land Group Ltd").mentions, 3, "{:#?}", names(&merged));
    assert_eq!(entity(&merged, "Ormsgill Homes Ltd").mentions, 2);
}

#[test]
fn a_surname_is_no_firm_that_begins_so() {
    let (_, merged) =
        merged(&[draft("A", &["Ian Garvald founded Garvald Marine Ltd in May.", "Garvald said that he was ruined."])]);
    assert_eq!(entity(&merged, "Garvald Marine Ltd").mentions, 1, "{:#?}", names(&merged));
}

#[test]
fn a_place_is_told_by_the_heads_of_letters() {
    let letter = ["Tarnholm, 4 May 2031", "I am at Tarnholm and the lamp is out."];
    let (_, merged) = merged(&[draft("A", &letter), draft("B", &["The letter from Tarnholm came at noon."])]);
    let place = merged.entities.iter().find(|one| one.name == "Tarnholm").expect("the place");
    assert_eq!(place.kind, EntityType::Place, "{:#?}", merged.entities);
}

#[test]
fn a_form_of_an_ordinary_word_is_no_name_where_it_opens_a_sentence() {
    let (_, merged) = merged(&[draft("A", &["Replaces the lamp of Orsk.", "Recorders were set up at the lock."])]);
    let names: Vec<&str> = merged.entities.iter().map(|one| one.name.as_str()).collect();
    assert!(!names.contains(&"Replaces") && !names.contains(&"Recorders"), "{names:?}");
}

#[test]
fn initials_are_somebodys_or_nobodys() {
    let (_, merged) = merged(&[draft("A", &["A. R. was charged at the lock of Orsk.", "At noon M.O. left the lock."])]);
    assert!(
        merged.entities.iter().all(|one| !one.name.starts_with("A. R") && one.name != "M.O."),
        "{:?}",
        merged.entities
    );
}

#[test]
fn a_town_is_called_by_the_short_name_where_a_document_has_both() {
    let tarn = |second: &'static str| {
        let lines = ["The ferry left Tarnec Reach at noon.", second, "The lock of Tarnec was shut at night."];
        let (_, merged) = merged(&[draft("A", &lines)]);
        merged.entities.iter().filter(|entity| entity.name.contains("Tarnec")).count()
    };
    assert_eq!(tarn("Nobody from Tarnec was there."), 1);
    assert_eq!(tarn("It goes from Tarnec to Tarnec Reach."), 2, "two in one sentence");
}

#[test]
fn letters_of_two_partners_are_their_firm() {
    let (_, merged) = merged(&[
        draft("A", &["The lock was built by Vossler & Quillen Harbours Ltd of Orsk."]),
        draft("B", &["The paper says that V&Q did not build the lock."]),
    ]);
    let firm = merged.entities.iter().find(|entity| entity.name.starts_with("Vossler &")).unwrap();
    assert_eq!(firm.documents, 2, "{:#?}", merged.entities);
}
