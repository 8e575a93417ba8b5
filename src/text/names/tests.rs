//! Which names are found in sentences, and what is no name.

use proptest::prelude::*;

use super::*;

fn read(language: Option<&str>, people: &[&str], sentence: &str) -> Vec<(String, Option<EntityType>, bool)> {
    let mut found = Vec::new();
    Recogniser::new(language, people.iter().copied()).find(sentence, StretchKind::Prose, &mut found);
    found.into_iter().map(|f| (f.span.slice(sentence).unwrap_or("").to_owned(), f.kind, f.proper)).collect()
}

/// The names of an English sentence.
fn names(sentence: &str) -> Vec<String> {
    read(None, &[], sentence).into_iter().filter(|f| f.2).map(|f| f.0).collect()
}

fn phrases(sentence: &str) -> Vec<String> {
    read(None, &[], sentence).into_iter().filter(|f| !f.2).map(|f| f.0).collect()
}

#[test]
fn names_with_particles_titles_and_initials() {
    assert_eq!(names("The score by Ludwig van Beethoven was found."), ["Ludwig van Beethoven"]);
    let kind = |language, sentence| {
        read(language, &[], sentence).into_iter().find_map(|(_, kind, proper)| kind.filter(|_| proper))
    };
    assert_eq!(kind(None, "The score by Ludwig van Orsted was found."), Some(EntityType::Person));
    // Where every noun has a capital, a particle ties things as well.
    let german = "Das ist die Wartung von Tarn, und wir haben sie nicht mit der Pflege von Orsk zu Ende gebracht.";
    assert_ne!(kind(Some("deu"), german), Some(EntityType::Person));
    assert_eq!(names("We asked Dr. Varga about it."), ["Dr. Varga"]);
    assert_eq!(names("It was sold to J. P. Morgan in the spring."), ["J. P. Morgan"]);
    assert_eq!(names("Then Oda Lindqvist's boat sank."), ["Oda Lindqvist"]);
}

#[test]
fn a_particle_with_a_capital_is_part_of_a_name() {
    let french = |sentence| -> Vec<String> {
        read(Some("fra"), &[], sentence).into_iter().filter(|found| found.2).map(|found| found.0).collect()
    };
    for (sentence, name) in [
        ("Le devis a été signé par M. Erwan Le Bihan, qui n'a pas lu le texte.", "Erwan Le Bihan"),
        ("Le moulin est à Mme Odette de La Tarnière, et le bief est à la commune.", "Odette de La Tarnière"),
        ("La vanne a été fermée par M. Le Bihan avant la crue du printemps.", "Le Bihan"),
    ] {
        let told = french(sentence);
        assert!(told.iter().any(|one| one.ends_with(name)), "{told:?}");
    }
    let told = french("Hier, à Orsk, le maire a parlé. La Commune n'a pas répondu à la lettre d'Ada Voss.");
    assert!(!told.iter().any(|one| one.contains("La Commune")), "{told:?}");
}

#[test]
fn days_verdicts_and_numbered_labels_are_no_part_of_names() {
    assert_eq!(names("Out of hours: Gwen Tue, Tom Wed."), ["Gwen", "Tom"]);
    assert!(names("The lamp was tested: DEFERRED to October.").iter().all(|name| name != "DEFERRED"));
    assert!(names("The lock is FIXED, see Schedule 2 and Draft 1; AOB.").is_empty());
    assert_eq!(names("It was told to the NASA people by Lee Sun."), ["NASA", "Lee Sun"]);
}

/// The names of an English sentence that more than the place of a capital makes.
fn sure(sentence: &str) -> Vec<String> {
    sure_in(sentence, StretchKind::Prose)
}

fn sure_in(sentence: &str, reading: StretchKind) -> Vec<String> {
    let mut found = Vec::new();
    Recogniser::new(None, []).find(sentence, reading, &mut found);
    let sure = found.into_iter().filter(|name| name.sure && name.proper);
    sure.map(|name| name.span.slice(sentence).unwrap_or("").to_owned()).collect()
}

#[test]
fn a_word_that_a_sentence_opens_with_is_sure_elsewhere_or_not_at_all() {
    for sentence in ["Sogginess in the cellar.", "Tarnwick leaks.", "It is dark. Posthole, again.", "Surface is wet."] {
        assert_eq!(sure(sentence), [""; 0], "{sentence}");
    }
    assert_eq!(sure("We went to Tarnwick, where Clara was."), ["Tarnwick", "Clara"]);
    assert_eq!(sure("Clara went there."), ["Clara"]);
    assert_eq!(sure("Tarnwick and Voss went there."), ["Tarnwick", "Voss"]);
}

#[test]
fn what_is_written_in_front_of_a_name_is_no_part_of_it() {
    assert_eq!(names("Phoned Clara about the lamp."), ["Clara"]);
    assert_eq!(names("Indexed OT for the board."), ["OT"]);
    assert_eq!(names("Lit by lamps, pier B. Lamp is out again."), ["Lamp"]);
    assert_eq!(sure("The deed was made BETWEEN ADA VOSS and others of the town."), ["ADA VOSS"]);
    assert_eq!(sure("He has a LETTER of it in the drawer."), [""; 0]);
    assert_eq!(names("It is for Mr & Mrs Tarnow."), ["Mrs Tarnow"]);
    assert_eq!(names("It comes in mid-April, Likelihood 3, under Clause 7."), [""; 0]);
    assert_eq!(names("It is at All Saints in Orsk."), ["All Saints", "Orsk"]);
}

#[test]
fn those_whom_a_byline_or_a_field_names_are_people() {
    let line = "Orla Tarnow¹, Wulpo Vossler², Zerka Lindqvist¹";
    for reading in [StretchKind::Prose, StretchKind::Heading] {
        assert_eq!(sure_in(line, reading), ["Orla Tarnow", "Wulpo Vossler", "Zerka Lindqvist"]);
    }
    assert_eq!(sure_in("Lamps, Locks, and the Keepers of Both", StretchKind::Heading), [""; 0]);
    assert_eq!(sure("Author: Wulpo Vossler. Date: 4 May 2031. Severity: 2"), ["4 May 2031", "Wulpo Vossler"]);
    assert_eq!(sure("Inspector: Zerka Tarnow MIHQ, Orsk Borough Council"), ["Zerka Tarnow", "Orsk Borough Council"]);
    let kind = read(None, &[], "Much is told by Voss & Arden (2031) of it.").into_iter().find_map(|(_, kind, _)| kind);
    assert_eq!(kind, None, "who wrote what is cited");
}

#[test]
fn what_a_note_says_was_done_is_no_name() {
    for sentence in [
        "Froze carcasses in the shed.",
        "Retract the whole paper before June.",
        "Retract Figure 3 and correct it.",
        "Rang his mother about the boat.",
    ] {
        assert_eq!(names(sentence), [""; 0], "{sentence}");
    }
    assert_eq!(names("Reran Ada Voss's script on the boat."), ["Ada Voss"]);
    assert_eq!(names("The boat IS Tarnholm's, whatever they say."), ["Tarnholm"]);
    let kind = read(None, &[], "We asked Team Tarnholm about it.").into_iter().find_map(|(_, kind, _)| kind);
    assert_eq!(kind, Some(EntityType::Organisation));
}

#[test]
fn names_that_are_joined_by_and_are_two() {
    let spanish = |sentence| -> Vec<String> {
        read(Some("spa"), &[], sentence).into_iter().filter(|found| found.2).map(|found| found.0).collect()
    };
    let told = spanish("Los barcos que van a Ceuta y Melilla no han salido del puerto de la ciudad.");
    assert_eq!(told, ["Ceuta", "Melilla"]);
    let told = spanish("Lo ha dicho la señora Ana Ortega y Lund en el puerto de la ciudad.");
    assert!(told.iter().any(|name| name.ends_with("Ana Ortega y Lund")), "{told:?}");
    let told = spanish("Es una ley de la Junta de Castilla y León que no se ha leído en las Cortes.");
    assert!(told.iter().any(|name| name.ends_with("Castilla y León")), "{told:?}");
}

#[test]
fn phrases_without_a_subject_are_none() {
    let sentence = "En primer lugar, y al mismo tiempo, hemos visto que el transporte aéreo no es para la ciudad.";
    let phrases: Vec<String> =
        read(Some("spa"), &[], sentence).into_iter().filter(|found| !found.2).map(|found| found.0).collect();
    assert_eq!(phrases, ["transporte aéreo"]);
}

#[test]
fn labels_and_lines_part_names() {
    assert!(names("COMMUNITY Clara Vossler keeps the light.").contains(&"Clara Vossler".to_owned()));
    assert!(names("ORSK Ferries keeps the light.").contains(&"ORSK Ferries".to_owned()));
    let listed = names("It was written by Michael Vossler\nPeter Tarnware and others.");
    assert_eq!(listed, ["Michael Vossler", "Peter Tarnware"]);
    let wrapped = names("It was written by Michael\nPeter Tarnware and others.");
    assert_eq!(wrapped, ["Michael\nPeter Tarnware"]);
}

#[test]
fn fillers_inside_names() {
    assert_eq!(names("They sailed to Great Britain for Candle Night in the rain."), ["Great Britain", "Candle Night"]);
    assert_eq!(names("That night the bell Great Agnes rang."), ["Great Agnes"]);
    assert_eq!(names("Great, Mara, and good night."), ["Mara"]);
}

#[test]
fn organisations_and_places_with_bridges() {
    assert_eq!(
        names("She left the University of Otago for the Bank of Ireland."),
        ["University of Otago", "Bank of Ireland"]
    );
    assert_eq!(
        names("He runs the Department of Housing and Urban Development."),
        ["Department of Housing and Urban Development"]
    );
    assert_eq!(names("Both Google and Microsoft declined."), ["Google", "Microsoft"]);
    assert_eq!(
        names("A grant from the National Science Foundation (NSF) paid for it."),
        ["National Science Foundation", "NSF"]
    );
    assert_eq!(names("They formed Varga & Sons, Inc. last year."), ["Varga & Sons, Inc."]);
}

#[test]
fn columns_labels_months_and_days_end_a_name() {
    assert_eq!(names("Site agent: Tom Arden            Book 2 of 2"), ["Tom Arden"]);
    let sold = names("They rang for the Armistice\nOwner: Ines Calder of Tolland");
    assert_eq!(sold, ["Armistice", "Ines Calder", "Tolland"]);
    assert_eq!(names("Since August Corvane Ground Engineering has drilled here."), ["Corvane Ground Engineering"]);
    assert_eq!(names("Thur 22 Nov. We met Ines Calder."), ["Ines Calder"]);
    assert!(names("Plugged with clay and left so.").is_empty());
    assert!(names("Stripping the left bank for the trench.").is_empty());
    assert!(!names("\"I was told nothing,\" Tom Arden said, \"by anybody.\"").iter().any(|name| name.contains("said")));
}

#[test]
fn partners_are_a_firm_and_an_inscription_is_nobody() {
    let kind = |sentence: &str, name: &str| {
        read(None, &[], sentence).into_iter().find(|found| found.0 == name).and_then(|found| found.1)
    };
    let weighed = "It was weighed by Calder & Daughters in Tolland.";
    assert_eq!(kind(weighed, "Calder & Daughters"), Some(EntityType::Organisation));
    assert_ne!(kind("The inscription is AGNES SVM on the bell of Tolland.", "AGNES SVM"), Some(EntityType::Person));
}

#[test]
fn sentence_openers_are_no_names() {
    assert!(names("Yesterday we sailed.").is_empty());
    assert!(names("Right, so what happened?").is_empty());
    assert_eq!(names("Then Mara said no."), ["Mara"]);
    assert_eq!(names("Authorize Lake Tallow to mend the quay."), ["Lake Tallow"]);
    assert!(
        !names("They signed an Agreement to Meet Costs of Harbour Works.").iter().any(|name| name.contains("Meet"))
    );
    assert!(names("People say it is cold.").is_empty());
    assert!(names("\"Absolutely, yes,\" he said.").is_empty());
    assert!(names("I think I know what I mean.").is_empty());
}

#[test]
fn roles_and_labels_are_no_names() {
    assert_eq!(names("I'm Ana Prieto, Chief Science Officer at Aurelia Foods."), ["Ana Prieto", "Aurelia Foods"]);
    assert_eq!(names("City Recorder Ana Prieto read the minutes."), ["Ana Prieto"]);
    assert!(names("See Figure 3 and Table 2 on Monday.").is_empty());
    assert!(names("[MUSIC PLAYING] (Laughter.)").is_empty());
}

#[test]
fn words_in_capitals_are_doubtful_names() {
    let sure = |sentence: &str, name: &str| {
        let mut found = Vec::new();
        Recogniser::new(None, []).find(sentence, StretchKind::Prose, &mut found);
        found.iter().any(|found| found.span.slice(sentence) == Some(name) && found.sure)
    };
    for (sentence, name) in
        [("E ORDAINS AS FOLLOWS", "E ORDAINS AS FOLLOWS"), ("3. HEIGHT OF MASTS, in feet", "HEIGHT OF MASTS")]
    {
        assert!(!sure(sentence, name), "{sentence}");
    }
    assert!(sure("We mill it on a DATRON CNC in the hall.", "DATRON CNC"));
    assert!(sure("We saw it on BBC NEWS in the hall of Tolland.", "BBC NEWS"));
    assert!(sure("They follow ASC 606 in their books.", "ASC 606"));
    assert!(sure("The Main Door of Tolland is a ferry.", "Main Door"));
}

#[test]
fn numbers_and_eponyms() {
    assert_eq!(names("We ran it on Windows 95 and flew on Apollo 11."), ["Windows 95", "Apollo 11"]);
    for (text, name) in [
        ("We buy from Kilmory Farm 38 per cent of the milk.", "Kilmory Farm"),
        ("Client: Kilmory Works Ltd. Matter: the quay", "Kilmory Works Ltd."),
        ("We repaid the United States 3 full years ahead of time.", "United States"),
        ("They met at Kilmory Farm 28/11 in the rain.", "Kilmory Farm"),
    ] {
        assert_eq!(names(text), [name], "{text}");
    }
    assert_eq!(names("They moved to Oslo 30 years ago."), ["Oslo"]);
    assert_eq!(names("That breaks Moore's law again."), ["Moore's law"]);
    assert_eq!(names("We saw Oslo's harbour."), ["Oslo"]);
}

#[test]
fn dates_need_more_than_a_number() {
    let dates = |sentence: &str| -> Vec<String> {
        read(None, &[], sentence).into_iter().filter(|f| f.1 == Some(EntityType::Date)).map(|f| f.0).collect()
    };
    assert_eq!(dates("It opened on March 4, 1987 and closed in May 1990."), ["March 4, 1987", "May 1990"]);
    assert_eq!(dates("He died on 11 November 875 there."), ["11 November 875"]);
    assert_eq!(dates("Signed on the 9th of May 2031."), ["9th of May 2031"]);
    assert_eq!(dates("Made this 9th day of May 2031 at Orsk."), ["9th day of May 2031"]);
    assert_eq!(dates("In the 1990s and in 1984 there were 300."), ["1990s"]);
}

#[test]
fn quoted_titles_are_works() {
    let found = read(None, &[], "She wrote “The Long Ebb” before \"yes, I did\" was said.");
    assert!(found.contains(&("The Long Ebb".into(), Some(EntityType::Work), true)), "{found:?}");
    assert_eq!(found.iter().filter(|f| f.2).count(), 1);
    let found = read(None, &[], "“Oh, Ada!” she said. “Poor Tom Reed!” “Well, Ada Voss” was all.");
    assert!(found.iter().all(|(_, kind, _)| *kind != Some(EntityType::Work)), "{found:?}");
}

#[test]
fn noun_phrases_without_fillers() {
    assert_eq!(
        phrases("We use reinforcement learning for protein design."),
        ["reinforcement learning", "protein design"]
    );
    assert!(phrases("That is a great question and a lot of people kind of know the thing.").is_empty());
    assert_eq!(phrases("A really interesting tidal power station was built."), ["tidal power station"]);
    assert_eq!(phrases("The sea wall, salt marshes and reed beds failed."), ["sea wall", "salt marshes", "reed beds"]);
}

#[test]
fn speakers_are_found_whatever_their_letters() {
    let found = read(None, &["lena voss"], "I met lena voss and lena's brother.");
    let people: Vec<&str> = found.iter().filter(|f| f.1 == Some(EntityType::Person)).map(|f| f.0.as_str()).collect();
    assert_eq!(people, ["lena voss", "lena"]);
}

#[test]
fn who_speaks_under_a_first_name_is_named_in_full_among_those_present() {
    let people = |sentence| -> Vec<String> {
        read(None, &["Oda", "Marsten"], sentence).into_iter().filter(|f| f.2).map(|f| f.0).collect()
    };
    assert_eq!(people("Present: Oda Tarnsen (chair), Ferrin Marsten."), ["Oda Tarnsen", "Ferrin Marsten"]);
    assert_eq!(people("So we asked Oda about it."), ["Oda"]);
}

#[test]
fn the_number_of_each_of_several_is_no_part_of_its_name() {
    assert_eq!(names("The votes are Tarnby 21, Orskholm 19."), ["Tarnby", "Orskholm"]);
    assert_eq!(names("They sold the Tarnlamp 4 and kept the rest."), ["Tarnlamp 4"]);
}

#[test]
fn halves_of_a_torn_word_are_no_phrases() {
    for torn in ["forma tion", "forma- tion", "forma-tion"] {
        let found = phrases(&format!("We read about the {torn} of salt."));
        assert!(!found.iter().any(|phrase| phrase.contains("tion") || phrase.contains("forma")), "{found:?}");
    }
}

#[test]
fn other_languages() {
    let german = read(Some("deu"), &[], "Gestern hat die Regierung in Wien mit Johann Nepomuk Huber gesprochen.");
    let names: Vec<&str> = german.iter().filter(|f| f.2).map(|f| f.0.as_str()).collect();
    assert_eq!(names, ["Wien", "Johann Nepomuk Huber"]);
    let spanish = read(Some("spa"), &[], "El puente de Toledo lo pagó María de la Cruz.");
    let names: Vec<&str> = spanish.iter().filter(|f| f.2).map(|f| f.0.as_str()).collect();
    assert_eq!(names, ["Toledo", "María de la Cruz"]);
}

proptest! {
    #[test]
    fn spans_lie_inside_the_sentence(sentence in "\\PC{0,120}", german in any::<bool>()) {
        let language = if german { Some("deu") } else { None };
        let mut found = Vec::new();
        Recogniser::new(language, ["will.i.am", "Ana Prieto"]).find(&sentence, StretchKind::Prose, &mut found);
        for f in found {
            prop_assert!(f.span.slice(&sentence).is_some_and(|text| !text.trim().is_empty()), "{:?}", f);
        }
    }

    #[test]
    fn names_like_text_never_panics(words in prop::collection::vec(
        prop::sample::select(vec!["The", "Dr.", "van", "of", "and", "&", "Mara", "IBM", "'s", "\"", "(", "1984", "May", "4", ",", "Inc", "’s", "ß", "大学"]), 0..20)) {
        let sentence = words.join(" ");
        let mut found = Vec::new();
        Recogniser::new(None, []).find(&sentence, StretchKind::Heading, &mut found);
        prop_assert!(found.iter().all(|f| f.span.slice(&sentence).is_some()));
    }
}

#[test]
fn a_title_behind_a_letter_and_what_follows_a_firm_begin_another_name() {
    assert_eq!(names("The lactate was 2 mg/L. Mr Tordoff came back."), ["Mr Tordoff"]);
    let firm = names("Holm v Orsk Kiln Services LLP\nDeposition of Ada Lund");
    assert!(firm.contains(&"Orsk Kiln Services LLP".to_owned()) && firm.contains(&"Ada Lund".to_owned()), "{firm:?}");
}

#[test]
fn a_headline_in_capitals_names_nothing_for_sure() {
    let found = |line: &str| {
        let mut found = Vec::new();
        Recogniser::new(Some("eng"), []).find(line, StretchKind::Prose, &mut found);
        found.into_iter().filter(|one| one.sure || !one.proper).count()
    };
    assert_eq!(found("DISASTROUS FIRE AT THE OLD MILL."), 0);
    assert!(found("The disastrous fire at the old mill was put out by Ada Voss.") > 1);
}

#[test]
fn what_is_asked_what_is_numbered_and_what_stands_behind_a_name_is_no_part_of_it() {
    assert_eq!(names("Will Kestrow accept the seals?"), ["Kestrow"]);
    assert!(names("Will Kestrow accepted the seals.").contains(&"Will Kestrow".to_owned()));
    assert!(names("She waited in Tarnmoor 11 till 6 for the doctor.").contains(&"Tarnmoor".to_owned()));
    assert_eq!(names("There came Ada Voss, D.S.O., to the quay."), ["Ada Voss"]);
    assert!(names("The sum was USD 35 for each.").is_empty());
}
