//! Questions that name somebody or a number: where to look first, and never the only place.

use super::super::*;
use super::{answered, asked, fixture, indexed};
use crate::model::{Claim, ClaimId, ClaimStatus, Kind};
use crate::store::Writer;

/// Papers of an invented quay: a letter of Ada Voss, minutes that tell what she said, and an interview by initials.
fn papers() -> [(String, String); 4] {
    [
        (
            "letter.eml",
            "From: Ada Voss <voss@quay.example>\nTo: Tom Reed <reed@quay.example>\nDate: Mon, 3 Apr 2023 10:00:00 +0000\n\
             Subject: Lamps\n\nDear Tom,\n\nThe lamps of the quay were oiled on Sunday. I have asked for more oil.\n\nAda\n",
        ),
        (
            "minutes.txt",
            "Minutes of the Quay Board, 4 May 2023\n\nMrs Voss said that a second keeper had looked at the gate and found it sound. \
             Mr Reed said he had seen no second keeper.\n\nThe dues were left as they are.\n",
        ),
        (
            "report.txt",
            "Report on the gate\n\nThe keeper of the gate has no record of any call from Mrs Voss for a second lock. Nobody mended \
             the gate in April.\n\nThere was no second keeper.\n",
        ),
        (
            "talk.txt",
            "Talk with Per Lind, master of the ferry. HV = Hanna Vale, PL = Per Lind\n\nHV: When did you first carry casks?\n\
             PL: On the ninth of March. The casks were blue, and we carried fifteen of them.\nHV: Who told you to?\n\
             PL: The office did.\nHV: What became of the casks?\nPL: They went to the quay.\n",
        ),
    ]
    .map(|(name, text)| (name.to_owned(), text.to_owned()))
}

#[test]
fn what_others_tell_of_somebody_s_words_answers_beside_their_own() {
    let (_folder, session) = indexed(papers());
    let quoted = |question: &str| {
        let answer = answered(&session, &asked(question, Mode::AUTO));
        answer.evidence.iter().map(|one| one.text.clone()).collect::<Vec<_>>().join(" ")
    };
    let said = quoted("What did Ada Voss say about the second keeper?");
    assert!(said.contains("looked at the gate and found it sound"), "{said}");
    let own = quoted("What did Ada Voss say about the lamps?");
    assert!(own.contains("oiled on Sunday"), "{own}");
    let whether = quoted("Did Ada Voss ask the keeper for a second lock?");
    assert!(whether.contains("has no record of any call"), "{whether}");
}

#[test]
fn what_somebody_said_is_what_was_asked_reported_and_written() {
    let meeting = "Meeting at the quay\n\nPer Lind got up. He said that the ferry had no master. The hall was cold.\n\n\
                   Mrs Vale (Quay Street) said that the kiln smokes.\n";
    let mut papers = Vec::from(papers());
    papers.push(("meeting.txt".to_owned(), meeting.to_owned()));
    let (_folder, session) = indexed(papers);
    let quoted = |question: &str| {
        let answer = answered(&session, &asked(question, Mode::AUTO));
        let told = |one: &crate::model::Evidence| format!("{} {}", one.lead.as_deref().unwrap_or_default(), one.text);
        answer.evidence.iter().map(told).collect::<Vec<_>>().join(" | ")
    };
    let all = quoted("What did Per Lind say?");
    assert!(all.contains("the ferry had no master") && all.contains("The casks were blue"), "{all}");
    assert!(!all.contains("hall was cold"), "{all}");
    let became = quoted("What did Per Lind say about what became of the casks?");
    assert!(became.contains("What became of the casks? They went to the quay."), "{became}");
    let kiln = quoted("What did Mrs Vale say?");
    assert!(kiln.contains("said that the kiln smokes.") && !kiln.contains("ferry had no master"), "{kiln}");
}

#[test]
fn of_somebody_whom_nobody_names_is_said_whose_words_stand_there() {
    let (_folder, session) = indexed(papers());
    for mode in [Mode::AUTO, Mode::BASIC, Mode::LOCAL] {
        let answer = answered(&session, &asked("What did Gertrude Lind say about the casks?", mode)).text;
        let told = "Nobody called Gertrude Lind is mentioned; of Per Lind:\n\n";
        assert!(answer.starts_with(told), "{mode}: {answer}");
    }
    for known in ["What did Per Lind say about the casks?", "What did Captain Lind say about the casks?"] {
        let answer = answered(&session, &asked(known, Mode::AUTO)).text;
        assert!(!answer.contains("Nobody called"), "{answer}");
    }
}

#[test]
fn a_full_name_is_no_slip_for_one_that_nobody_bears() {
    let (_folder, session) = indexed(papers());
    let meant = |question: &str| {
        let answer = answered(&session, &asked(question, Mode::AUTO));
        understood(&answer.trace).map(str::to_owned)
    };
    assert_eq!(meant("Who is Tom Keepper?"), None);
    assert_eq!(
        meant("What did Hanna Valle say of the casks?").as_deref(),
        Some("What did Hanna Vale say of the casks?")
    );
    assert_eq!(meant("What does the keepper say?").as_deref(), Some("What does the keeper say?"));
}

#[test]
fn whoever_speaks_by_initials_is_the_one_of_the_legend() {
    let (_folder, session) = indexed(papers());
    let answer = answered(&session, &asked("What did Mr Lind say about the casks?", Mode::AUTO));
    assert!(answer.text.contains("we carried fifteen of them"), "{}", answer.text);
    assert!(answer.evidence[0].speaker.as_deref().is_some_and(|who| who.starts_with("Per Lind")), "{}", answer.text);
}

#[test]
fn a_number_that_heads_a_part_of_another_document_is_asked_of_there_too() {
    let chapter = |name: &str, number: &str, body: &str| {
        (format!("{name}.md"), format!("# {name} of the harbour book {number}\n\n{body}\n"))
    };
    let filler = "The harbour book tells keepers what they have to do, and when. ".repeat(40);
    let changes = format!(
        "{filler}\n\n## 2.1 Version 3.4.0\n\nThe rules for anchors were dropped.\n\n{filler}\n\n## 2.2 Version 3.4.2\n\nThe rules \
         for lamps now ask for two wicks.\n"
    );
    let (_folder, session) = indexed([
        chapter("Ropes", "version 3.4.2", "Ropes are changed every year, and the old ones are burnt."),
        chapter("Changes", "", &changes),
        chapter("Anchors", "", "Anchors are weighed in spring by two keepers."),
        chapter("Gates", "", "Gates are shut when the wind is from the west."),
        chapter("Bells", "", "Bells are rung in fog by whoever is nearest to them."),
    ]);
    let answer = answered(&session, &asked("What changed in version 3.4.2?", Mode::AUTO));
    assert!(answer.text.contains("two wicks"), "{}", answer.text);
}

#[test]
fn of_a_number_of_two_parts_whatever_has_it_comes_before_others_like_it() {
    let files = [
        ("one.md", "# Keeper 07-023, fall\n\nKeeper 07-023 fell from the mast on Monday and broke his arm.\n"),
        (
            "two.md",
            "# Record of keeper 07-031\n\nOn 3 April the keeper drowned off the mole while he looked for the buoy.\n",
        ),
        ("visit.md", "# Visit\n\nThe fall of 07-023 was told to nobody. Two lamps were out.\n"),
        ("list.csv", "keeper,quay,what\n07-019,east,fall\n07-023,west,lost his arm\n07-031,west,drowned\n"),
    ];
    let (_folder, session) = indexed(files.map(|(name, text)| (name.to_owned(), text.to_owned())));
    let answer = answered(&session, &asked("What happened to keeper 07-023?", Mode::AUTO));
    let first: Vec<&str> = answer.evidence.iter().take(2).map(|one| one.quoted()).collect();
    assert!(first[0].contains("broke his arm") && first[1].contains("lost his arm"), "{}", answer.text);
}

#[test]
fn a_thing_with_a_number_is_asked_about_wherever_it_is_named() {
    let files = [
        ("rust.md", "# Rust on the TL-2 lamp\n\nPrepared by Ada Voss on 3 May. Two rivets had gone.\n"),
        ("lamps.md", "# Lamps of the mole\n\nThe TL-2 is a lamp that turns by clockwork and burns oil.\n"),
        ("adr-7.md", "# ADR-7: oil\n\nWe burn rape oil from June.\n"),
        ("adr-8.md", "# ADR-8: wicks\n\nWicks stay flat, as ADR-7 burns no colza.\n"),
    ];
    let (_folder, session) = indexed(files.map(|(name, text)| (name.to_owned(), text.to_owned())));
    let of_lamp = answered(&session, &asked("What is the TL-2?", Mode::AUTO));
    assert!(of_lamp.evidence[0].quoted().contains("turns by clockwork"), "{}", of_lamp.text);
    let decided = answered(&session, &asked("What is ADR-7 about?", Mode::AUTO));
    assert!(decided.evidence[0].quoted().contains("rape oil"), "{}", decided.text);
}

#[test]
fn of_a_part_the_graph_tells_only_of_who_is_in_it() {
    let (_folder, session) = fixture();
    let brandt = session.reader.entities_named("Ilse Brandt").expect("entities")[0];
    let roots = session.reader.community_children(None).expect("communities");
    let told = |inside: bool| {
        let holds = |id| session.reader.members(id).expect("members").contains(&brandt);
        let part = roots.iter().map(|row| row.id).find(|&id| holds(id) == inside).expect("a community");
        let mut ask = asked("Who is Ilse Brandt?", Mode::LOCAL);
        ask.scope.communities = vec![part];
        answered(&session, &ask)
    };
    let (inside, outside) = (told(true), told(false));
    assert!(inside.text.contains("Ilse Brandt is named"), "{}", inside.text);
    assert!(!outside.text.contains("Ilse Brandt is named") && outside.elsewhere > 0, "{}", outside.text);
}

#[test]
fn claims_about_whom_it_asks_are_read_by_local() {
    let (folder, session) = indexed(papers());
    let reader = &session.reader;
    let voss = reader.entities_named("Ada Voss").expect("entities")[0];
    let claim = Claim {
        id: ClaimId(0),
        subject: voss,
        object: None,
        kind: "NEGLECT".to_owned(),
        status: ClaimStatus::Suspected,
        start_date: None,
        end_date: None,
        description: "Ada Voss is suspected of leaving the gate unlocked.".to_owned(),
        quote: String::new(),
        quote_span: None,
        text_unit: reader.units_of_entity(voss).expect("text units")[0],
    };
    let path = folder.path().join("harbour.gleaner");
    Writer::open(&path).expect("an index").add_claims(&[claim]).expect("a claim");
    let session = Session::extractive(Arc::new(Reader::open(&path).expect("an index")));
    let ask = asked("What is Ada Voss suspected of?", Mode::LOCAL);
    let gathered = gather(&session, &ask, &mut |_| {}).expect("records");
    let claims: Vec<&str> =
        gathered.records.iter().filter(|one| one.record.kind == Kind::Claim).map(|one| one.text.as_str()).collect();
    assert_eq!(claims.len(), 1);
    assert!(claims[0].starts_with("Ada Voss: NEGLECT"), "{claims:?}");
    let answer = answered(&session, &ask).text;
    assert!(answer.contains("leaving the gate unlocked") && answer.contains("Claims (0)"), "{answer}");
}

#[test]
fn whoever_speaks_under_a_surname_is_the_one_whom_the_document_calls_in_full() {
    let talk = "Talk with Ada Voss, keeper of the quay\n\nREED: Tom Hale says that the gate is too short.\n\nVOSS: Tom Hale is \
                wrong. The gate is nine metres.\n\nREED: Who made it?\n\nVOSS: The mill did.\n";
    let letter = "Dear Ada Voss,\n\nTom Voss wrote to the board on Monday, and Tom Hale met Tom Voss in June.\n";
    let note = "Ada Voss wrote from Orsk. She told Tom Hale of the storm.\n";
    let files = [("talk.txt", talk), ("letter.txt", letter), ("note.txt", note)];
    let (_folder, session) = indexed(files.map(|(name, text)| (name.to_owned(), text.to_owned())));
    let said = answered(&session, &asked("What did Voss say about Tom Hale?", Mode::AUTO)).text;
    assert!(said.contains("is wrong"), "{said}");
}

#[test]
fn whoever_is_called_by_one_word_of_the_name_is_asked_about_in_full() {
    let minutes = "Minutes of the quay board, 3 May 2031\n\nPresent: Ada Voss (chair), Tom Reed, Ines Calder\n\nAda: The \
                   lamp is mended. Who is for Tarn?\n\nTom: I am.\n\nInes: The gate is not, and I say so again.\n\nAda: \
                   I'm resigning at the end of June. I've been offered the museum at Orsk.\n\nTom: Ada keeps the lamp; we \
                   need another keeper.\n\nInes: Not before the gate is mended.\n";
    let letter = "Dear all,\n\nAda Voss, chair of the quay board, wrote on Monday. Tom Reed took the oars, and Ines Calder has \
                  resigned from the bank.\n";
    let files = [("minutes.txt", minutes), ("letter.txt", letter)];
    let (_folder, session) = indexed(files.map(|(name, text)| (name.to_owned(), text.to_owned())));
    let told = |question: &str| answered(&session, &asked(question, Mode::AUTO)).text;
    let why = told("Why is Ada Voss resigning?");
    assert!(why.starts_with("“I'm resigning at the end of June."), "{why}");
    let said = told("What did Ada Voss say about Tarn?");
    assert!(said.contains("Who is for Tarn?"), "{said}");
}
