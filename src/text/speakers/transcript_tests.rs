//! Labels of speakers, real ones and what only looks like one.

use super::*;

fn speakers(text: &str) -> Vec<String> {
    find(text).speakers.into_iter().map(|speaker| speaker.name).collect()
}

/// Who says the line that begins with `said`.
fn who(text: &str, said: &str) -> Option<String> {
    let found = find(text);
    let at = text.find(said)?;
    let label = found.labels.iter().rev().find(|label| label.span.start <= at)?;
    label.speaker.map(|speaker| found.speakers[usize::from(speaker)].name.clone())
}

const TALK: &str = "\
    ADA LUNDGREN: Our guest is Kai Sund, who keeps the light.\n\nKAI SUND: Good day.\n\nADA LUNDGREN: How is it?\n\n\
    KAI SUND: Wet.\n\nADA LUNDGREN: And else?\n\nKAI SUND: Windy.\n\nADA LUNDGREN: Well then.\n\nKAI SUND: Indeed.\n\n";

#[test]
fn a_label_badly_written_is_the_one_it_is_like() {
    assert_eq!(speakers(&format!("{TALK}ADA LUNDGRENN: Thank you.\n")), ["Ada Lundgren", "Kai Sund"]);
    // Who shares a name, or comes as often, is somebody else.
    assert_eq!(speakers(&format!("{TALK}BO SUND: Thank you.\n")), ["Ada Lundgren", "Kai Sund", "Bo Sund"]);
    assert_eq!(speakers("Speaker 1: Is it shut?\nSpeaker 2: It is.\n".repeat(9).as_str()).len(), 2);
}

#[test]
fn who_speaks_once_in_a_conversation_is_somebody() {
    let turn = "**Ada Lund:** Who is next on the list?\n\n**Kai Sund:** Nobody that I know of.\n\n";
    let resident = "**Ines Calder:** We live beside the slipway, and the wash of the ferries has taken two metres of our garden since May.\n\n";
    let field =
        "Meeting place: the upper room of the harbour office, to which the stairs at the back of the yard lead.\n\n";
    let talk = format!("{}{resident}{field}{turn}", turn.repeat(2));
    assert_eq!(speakers(&talk), ["Ada Lund", "Kai Sund", "Ines Calder"]);
    assert_eq!(who(&talk, "the upper room"), None);
    assert!(speakers(&format!("{turn}{resident}")).is_empty());
}

#[test]
fn a_line_in_capitals_is_a_heading_whatever_its_colon() {
    let text = "HARBOUR DUES: THE TIME HAS COME\n\nThe dues of the harbour have been the same for ten years.\n\n\
                QUAY REPAIRS: WHAT IS LEFT\n\nThe quay was mended last year by the board.\n";
    assert_eq!(find(text), Transcript::default());
    let shouted = "ADA VOSS: GOOD EVENING.\nTOM REED: GOOD EVENING TO YOU.\nADA VOSS: THE QUAY IS OPEN.\n";
    assert_eq!(find(shouted).speakers.len(), 2);
}

#[test]
fn a_label_that_names_nobody_ends_the_turn_before_it() {
    let talk =
        format!("{TALK}HOOK: I never thought that a lamp could burn for so many years.\n\nSub-sector: Banking\n");
    assert_eq!(speakers(&talk), ["Ada Lundgren", "Kai Sund"]);
    assert_eq!(who(&talk, "I never thought"), None);
    assert_eq!(who(&talk, "Banking"), None);
}

#[test]
fn an_answer_set_in_below_a_post_is_of_whoever_it_names_and_a_note_in_brackets_of_nobody() {
    let post = "[2 May 2031]\nAda Lund: Who has seen the ferry today, or the captain?\n   > Kai Sund: Not me, Ada.\n   \
                > Ada Lund: Nor me.\n   [AV: she had seen it at noon.]\nWe wait until it gets dark.\n\n";
    let thread = post.repeat(4);
    assert_eq!(speakers(&thread), ["Ada Lund", "Kai Sund"]);
    assert_eq!(who(&thread, "Not me").as_deref(), Some("Kai Sund"));
    assert_eq!(who(&thread, "she had seen it"), None);
    assert_eq!(who(&thread, "until it gets dark").as_deref(), Some("Ada Lund"));
}

#[test]
fn whoever_writes_one_line_of_a_chat_is_named_with_it() {
    let chat = format!(
        "{}rare_bird: anybody seen the key?\nMarta (night shift): On the hook.\nQ: hm\n{}",
        "ada: is the tide in?\nKai Sund: Not yet I think\n".repeat(6),
        "ada: fine\n"
    );
    assert_eq!(who(&chat, "anybody seen"), Some("rare_bird".to_owned()));
    assert_eq!(who(&chat, "On the hook"), Some("Marta".to_owned()));
    assert_eq!(who(&chat, "hm\n"), Some("Q".to_owned()));
    assert_eq!(who(&chat, "fine"), Some("ada".to_owned()));
}

#[test]
fn chats_have_times_and_brackets() {
    let irc = "[10:01] <ada> is the tide in?\n[10:02] <kai> not yet\n[10:03] <ada> and now?\n[10:04] <kai> it is\n";
    assert_eq!(speakers(irc), ["ada", "kai"]);
    let phone = "12/03/2019, 14:02 - Ada Lund: Is the tide in?\n12/03/2019, 14:05 - Kai: Not yet\n".repeat(3);
    assert_eq!(speakers(&phone), ["Ada Lund", "Kai"]);
    let heads = "Ada Lund  10:02 AM\nIs the tide in?\n\nKai Sund  10:04 AM\nNot yet, and it is late.\n\n".repeat(3);
    assert_eq!(speakers(&heads), ["Ada Lund", "Kai Sund"]);
}

#[test]
fn a_chat_log_has_nicks_and_lines_of_its_own() {
    let log = |said: &dyn Fn(&str, &str) -> String| {
        [
            "12:00 *** rare_bird has joined #quay\n".to_owned(),
            said("rare_bird", "I am against the new gate"),
            said("ada-71", "why so?"),
            "12:02 -!- kai [~kai@holm.example] has quit [Client Quit]\n".to_owned(),
            said("rare_bird", "it costs too much: forty at least"),
            said("tom2", "agreed"),
            said("ada-71", "then not"),
            "12:03 --> kai has joined #quay\n".to_owned(),
        ]
        .concat()
    };
    for log in [
        log(&|nick, said| format!("12:04 <{nick}> {said}\n")),
        log(&|nick, said| format!("{nick}> {said}\n")),
        log(&|nick, said| format!("2031-04-17 12:04 {nick} | {said}\n")),
        log(&|nick, said| format!("[Thu 12:04:07] <{nick}>\t{said}\n")),
        log(&|nick, said| format!("(Thu, 17 Apr 12:04) <{nick}> {said}\n")),
    ] {
        assert_eq!(speakers(&log), ["rare_bird", "ada-71", "tom2"], "{log}");
        assert_eq!(who(&log, "it costs"), Some("rare_bird".to_owned()));
        assert_eq!(find(&log).labels.iter().filter(|label| label.told == Told::OfLog).count(), 3);
    }
    let bridged = "[Thu 12:04] <ada>\tis the tide in?\n[Thu 12:05] <bridge>\t4711 [sip/4711] has joined the call.\n\
        [Thu 12:05] <bridge>\tCalled kai 4711.\n[Thu 12:06] <kai>\tnot yet\n[Thu 12:06] *\tada nods\n\
        [Thu 12:07] <bridge>\t4711 has left the call.\n[Thu 12:08] *\ttom (~tom@holm.example) has joined #quay\n";
    assert_eq!(speakers(bridged), ["ada", "kai"]);
    assert_eq!(who(bridged, "nods"), Some("ada".to_owned()));
    let told = bridged.replace("<bridge>", "<tom>").replace(" [sip/4711]", "");
    assert_eq!(speakers(&told), ["ada", "tom", "kai"]);
    let usage = "<gate> the gate to shut\n<lamp> the lamp to light\n<quay> where it stands\n<pier> the pier\n";
    assert_eq!(find(usage), Transcript::default());
    let day = "09:00 Registration | Foyer\n10:00 Opening | Hall\n11:00 Break | Foyer\n12:00 Opening | Hall\n";
    assert_eq!(find(day), Transcript::default());
}

#[test]
fn a_scribe_writes_what_others_say() {
    let log = "[12:00] <ada> scribe: kai\n[12:01] <ada> Topic: The pier\n[12:02] <kai> Tom: The pier is shut.\n\
        [12:03] <kai> ... and it stays so\n[12:04] <ada> Tom: for how long?\n[12:05] <kai> Tom: Until May.\n\
        [12:06] <kai> brb\n[12:07] <ada> TOPIC: Lamps\n[12:08] <kai> ada: They burn.\n[12:09] <kai> ACTION: Tom to buy oil\n\
        [12:10] <tom> note: I have some\n";
    assert_eq!(speakers(log), ["ada", "Tom", "kai"]);
    for (said, by) in [
        ("The pier is shut", "Tom"),
        ("and it stays", "Tom"),
        ("Tom: for how", "ada"),
        ("brb", "kai"),
        ("They burn", "ada"),
        ("ACTION", "kai"),
        ("note: I have", "Tom"),
    ] {
        assert_eq!(who(log, said), Some(by.to_owned()), "{said}");
    }
    let found = find(log);
    let heads: Vec<&str> = (found.labels.iter().filter(|label| label.told == Told::Heading))
        .map(|label| log[label.span.end..].lines().next().unwrap_or_default())
        .collect();
    assert_eq!(heads, ["The pier", "Lamps"]);
    let both =
        format!("{log}[12:11] <ada> scribe: tom\n[12:12] <tom> Ida: It is late.\n[12:13] <kai> Ida: Good night.\n");
    assert_eq!(who(&both, "Good night"), Some("Ida".to_owned()));
    let plain = log.replace("scribe: ", "hi ").replace("TOPIC: ", "");
    assert_eq!(who(&plain, "The pier is shut"), Some("kai".to_owned()));
    assert!(find(&plain).labels.iter().all(|label| label.told != Told::Heading));
}

#[test]
fn a_dated_label_names_whoever_writes() {
    let ticket = "Reported by Kai Sund.\n\nThe gate of the lock does not shut any more since the frost.\n\n\
        Comment 2031-11-28 11:15, Ines Calder: The smith ordered a new hinge for the gate.\n\n\
        Comment 2031-11-29 09:02, Tom Reed: It came in the morning and is too short.\n";
    assert_eq!(who(ticket, "The smith ordered"), Some("Ines Calder".to_owned()));
    assert_eq!(who(ticket, "It came in"), Some("Tom Reed".to_owned()));
    assert_eq!(who(ticket, "The gate of"), None);
}

#[test]
fn two_who_are_called_alike_are_two() {
    let talk = "Mr Lund: Is it shut?\nMrs Lund: It is not.\n".repeat(4);
    assert_eq!(speakers(&talk), ["Mr Lund", "Mrs Lund"]);
    let talk = "Ann Lee AM: Is it shut?\nKai Sund AM: No.\nDr Ann Lee AM: It is not.\nKai Sund AM: No.\n".repeat(4);
    assert_eq!(speakers(&talk), ["Ann Lee AM", "Kai Sund AM"]);
    let talk = "Ann Lee: Is it shut?\nAnn: It is not.\n".repeat(4);
    assert_eq!(speakers(&talk), ["Ann Lee", "Ann"]);
    let talk = "Dr. Ann Lee: Is it shut?\nKai Sund: No.\nAnn: It is not.\nKai Sund: No.\n".repeat(4);
    assert_eq!(speakers(&talk), ["Dr. Ann Lee", "Kai Sund"]);
}

#[test]
fn forms_and_code_are_no_conversation() {
    let form = "Ferry: The Tern of Orsk\nBerth: On the north quay\nMaster: To be named\n".repeat(5);
    assert!(speakers(&form).is_empty());
    let code = "let mut foo: Vec<u8> = the_list;\nlet mut bar: Vec<u8> = of_that;\n".repeat(5);
    assert!(speakers(&code).is_empty());
    let head = format!("Sub-sector: Banking\nSub-sector: Insurance\n\n{TALK}");
    assert_eq!(speakers(&head), ["Ada Lundgren", "Kai Sund"]);
}

#[test]
fn what_stands_below_the_last_turn_in_a_paragraph_of_its_own_is_said_by_nobody() {
    let talk = "Ada Lundgren: Is it shut?\n\nKai Sund: It is not, and it will not be.\n\n".repeat(4);
    let footed = format!("{talk}The record is kept by the Harbour Office. Errors may remain.\n");
    assert_eq!(who(&footed, "The record"), None);
    assert_eq!(who(&footed, "It is not"), Some("Kai Sund".to_owned()));
    // Whoever speaks in paragraphs does so at the end too.
    let long = talk.replacen("not be.", "not be.\n\nThat is all that I know of it.", 1);
    let ended = format!("{long}The record is kept by the Harbour Office. Errors may remain.\n");
    assert_eq!(who(&ended, "The record"), Some("Kai Sund".to_owned()));
}

#[test]
fn what_the_program_of_a_chat_tells_between_messages_is_nobodys() {
    let talk = "Ada Lund  9:10 AM\nIs the gate open?\n\nKai Sund  9:12 AM\nIt is not, I think\n\n".repeat(3);
    for notice in [
        "Zoë Brandt has been added to the channel by Ada Lund",
        "Zoë Brandt joined #quay.",
        "Kai Sund has left the channel",
        "Ada Lund set the channel topic: who has the key",
        "Ada Lund pinned a message to this channel.",
    ] {
        let chat = format!("{talk}{notice}\n\nThe gate of the quay\n\nAda Lund  9:20 AM\nThen call me\n");
        assert_eq!(who(&chat, notice), None, "{notice}");
        assert_eq!(who(&chat, "The gate of the quay"), None, "{notice}");
        assert_eq!(who(&chat, "Then call me").as_deref(), Some("Ada Lund"), "{notice}");
        assert_eq!(speakers(&chat), ["Ada Lund", "Kai Sund"], "{notice}");
        let at = chat.find(notice).expect("the notice");
        let label = find(&chat).labels.into_iter().find(|label| label.span.start == at);
        assert_eq!(label.map(|label| label.told), Some(Told::OfLog), "{notice}");
    }
    let below = format!("{talk}Zoë Brandt  9:14 AM\njoined #quay along with 2 others.\n\n{talk}");
    assert_eq!(who(&below, "joined #quay"), None);
    // Whoever tells it in the middle of a message says it.
    let said = format!("{talk}Ada Lund  9:20 AM\nKai Sund has left the channel\n");
    assert_eq!(who(&said, "Kai Sund has left").as_deref(), Some("Ada Lund"));
}

#[test]
fn whoever_brought_out_a_book_says_nothing() {
    let works = "Lamps.\n\nK. V. and J. D. (eds.): The Keepers, Orsk 2031.\nJ. D., editors, Proceedings of the Lamp Keepers: a new \
                 way to trim the wick of a lamp that nobody tends and that has to burn through the whole night.\nADA VOSS: The \
                 lamp was out, I saw it when I came back from the lower quay with the others that night, at nine or so.\n";
    assert_eq!(speakers(works), ["Ada Voss"]);
}

#[test]
fn letters_with_a_full_stop_ask_and_answer_where_both_come_back() {
    let text = "Deposition of Ada Lund\nExamined by Mr Reed\n\nQ. You kept the lamp?\nA. I did.\nQ. For how long?\n\
                A. Nine years. I left in May.\n\nMS TARN: I object to that.\n";
    let found = find(text);
    let names: Vec<&str> = found.speakers.iter().map(|speaker| speaker.name.as_str()).collect();
    assert_eq!(names, ["Mr Reed", "Ada Lund", "Ms Tarn"]);
    let speaking: Vec<Option<u16>> = found.labels.iter().map(|label| label.speaker).collect();
    assert_eq!(speaking, [Some(0), Some(1), Some(0), Some(1), Some(2)]);
    let initials = "A. Lund kept the lamp.\nQ. Reed did not.\nA. Lund left in May.\n";
    assert_eq!(find(initials), Transcript::default());
}

#[test]
fn letters_that_the_head_of_a_text_explains_are_labels() {
    let head = "Talk 4  W. Tarnow (\"Wull\")  Orsk Hall\nIF = Ida Falk, WT = interviewee, BT = Berta Tarnow\n\n";
    let turns = "IF: When did it shut?\nWT: In the autumn, I think.\n".repeat(4);
    let more = "BT: Is he at it again?\nWT: I am not.\nBT: It was spring.\nWT: It was snow, mind.\n";
    assert_eq!(speakers(&format!("{head}{turns}{more}")), ["Ida Falk", "W. Tarnow", "Berta Tarnow"]);
    // Nobody says whose they are, and nobody speaks.
    let form = "IN: 4 lamps\nOUT: 3 lamps\nID: 12\n".repeat(4);
    assert!(speakers(&form).is_empty());
}

#[test]
fn a_long_list_of_letters_is_read_and_nobody_speaks_in_it() {
    let letter = |at: usize| char::from(b'A' + (at % 26) as u8);
    let line =
        |at: usize| format!("{}{}{}: a lamp of the quay, ({})\n", letter(at / 676), letter(at / 26), letter(at), at);
    let list: String = (0..6_000).map(line).collect();
    assert!(speakers(&list).is_empty());
}

#[test]
fn a_time_and_a_name_may_be_set_off_together() {
    let head = "# Talk 8\n\n- date: 2031-04-18\n- interviewer: Ada Lundgren\n\n";
    let turn = |minute: u32, name: &str, said: &str| format!("**00:{minute:02}:15 {name}** {said}\n\n");
    let talk: String = (0..3)
        .flat_map(|at| [turn(at, "Interviewer", "When did you leave?"), turn(at, "Nan", "The year after it shut.")])
        .collect();
    assert_eq!(speakers(&format!("{head}{talk}")), ["Ada Lundgren", "Nan"]);
    let apart = "**[00:01:02]** Ada Lund: Is it in?\n\n**[00:01:09]** Kai Sund: It is not.\n\n".repeat(3);
    assert_eq!(speakers(&apart), ["Ada Lund", "Kai Sund"]);
}
