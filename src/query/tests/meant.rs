//! What a question is taken to mean: a thing or the document that is titled by it, one of two or both, the pile itself,
//! a day or a sum.

use super::super::*;
use super::{answered, asked, indexed};

fn pile() -> [(String, String); 6] {
    [
        (
            "manual/Lampkeeper.md",
            "# Lampkeeper\n\nInstall Lampkeeper like any other program. Lampkeeper needs a lamp. \
             Trim the wick each day.\n\nLampkeeper is a manager of harbour lamps that lights them at dusk.",
        ),
        ("interviews/reed.txt", "Tom Reed spoke of the tide gate. He said that the tide gate was shut at dusk."),
        ("interviews/voss.txt", "Ada Voss spoke of the ferry. She founded the Orsk Ferries in 1911 with her brother."),
        ("letters/1902-03-04 arden.txt", "The board decided to buy the ferry. Licences are renewed every 3 months or so."),
        ("letters/1931-05-06 lind.txt", "Ada Voss greets Orsk Ferries. A season ticket of the ferry costs £4."),
        (
            "letters/1920-05-06 reed.txt",
            "The keeper denied that the tide gate was shut. This contradicts what Tom Reed said of the tide gate. \
             It was a long letter, with many words on the weather, on the wind, on the rain and on the tide of the bay.",
        ),
    ]
    .map(|(name, text)| (name.to_owned(), text.to_owned()))
}

#[test]
fn what_a_thing_is_comes_before_what_a_document_titled_by_it_is_about() {
    let (_folder, session) = indexed(pile());
    for mode in [Mode::AUTO, Mode::BASIC, Mode::LOCAL] {
        let answer = answered(&session, &asked("What is Lampkeeper?", mode)).text;
        let first = answer.lines().next().unwrap_or_default();
        assert!(first.contains("Lampkeeper is a manager"), "{mode}: {answer}");
    }
    let about = answered(&session, &asked("Summarise Lampkeeper", Mode::AUTO));
    assert_eq!(part_asked(&about.trace).as_deref(), Some("what it names: Lampkeeper"));
}

#[test]
fn names_typed_small_are_those_that_the_documents_write_with_capitals() {
    let (_folder, session) = indexed(pile());
    let meant = |question: &str| {
        let mut ask = asked(question, Mode::AUTO);
        ask.question.history = vec![("who is ada voss".to_owned(), String::new())];
        rewriting::capitalise(&session, &mut ask).expect("an index");
        (ask.question.text, ask.question.history.swap_remove(0).0)
    };
    let (own, before) = meant("who told tom reed of ada voss's gate");
    assert_eq!((own.as_str(), before.as_str()), ("who told Tom Reed of Ada Voss's gate", "who is Ada Voss"));
    for same in ["What does the Ferry cost tom reed", "what does the ferry cost"] {
        assert_eq!(meant(same).0, same);
    }
}

#[test]
fn a_word_that_is_mistyped_or_lacks_its_apostrophe_is_read_as_it_was_meant() {
    let files =
        [("a.txt", "Ada Voss recommends oil."), ("b.txt", "The lamp does not burn."), ("c.txt", "Tom has style.")];
    let (_folder, session) = indexed(files.map(|(name, text)| (name.to_owned(), text.to_owned())));
    let meant = |question: &str| {
        let mut heard = |_| {};
        let mut ask = asked(question, Mode::AUTO);
        rewriting::spelt(&session, &mut ask, &mut Writing::new("", &mut heard)).expect("an index");
        ask.question.text
    };
    assert_eq!(meant("what does Voss recommnd"), "what does Voss recommend");
    assert_eq!(meant("the lamp wont burn, why"), "the lamp won't burn, why");
    assert_eq!(meant("whats the oil of Voss"), "What's the oil of Voss");
    assert_eq!(meant("is the bread stale"), "is the bread stale");
}

#[test]
fn what_is_compared_is_asked_of_both_though_one_alone_is_a_title() {
    let files = [("a.md", "# Lamp 3\n\nLamp 3 burns oil."), ("b.md", "# Wicks\n\nBeacon 2 burns wood.")];
    let (_folder, session) = indexed(files.map(|(name, text)| (name.to_owned(), text.to_owned())));
    let scope = |question: &str| {
        let mut heard = |_| {};
        let mut writing = Writing::new("", &mut heard);
        narrowed(&session, asked(question, Mode::AUTO), &mut writing).expect("a scope").scope.documents.len()
    };
    assert_eq!(scope("What does Lamp 3 burn?"), 1);
    assert_eq!(scope("Compare oil in Lamp 3 and Beacon 2"), 0);
    assert_eq!(scope("Compare oil in Lamp 3 and Beacon"), 0);
}

#[test]
fn what_is_asked_of_a_version_is_told_by_what_stands_under_it() {
    let section = |(number, month): (usize, &str)| {
        format!(
            "## {number}. Version 4.{number}.1\n\nReleased {month} 2031. The lamp has {number} new wicks, and the gate is painted.\n\n"
        )
    };
    let months = ["March", "April", "May", "June", "July", "August", "October"];
    let text: String = months.into_iter().enumerate().map(|(at, month)| section((at + 3, month))).collect();
    let other = "# Stores\n\n4 ropes, 6 lamps and 1 gate were released from the store. The lamp policy was released, too.\n\n\
                 ## 4.6.1. Ropes\n\nA rope is released by its keeper. Ropes hang by the door.";
    let files = [("a.md", format!("# Changes of the lamp\n\n{text}")), ("b.md", other.to_owned())];
    let (_folder, session) = indexed(files.map(|(name, text)| (name.to_owned(), text)));
    for question in ["When was version 4.6.1 released?", "When was version 4.6.1 of the lamp released?"] {
        let answer = answered(&session, &asked(question, Mode::AUTO));
        let first = answer.evidence.first().expect("an answer");
        assert!(first.text.contains("June"), "{question}: {}", answer.text);
    }
}

#[test]
fn what_says_all_in_one_sentence_is_not_behind_what_a_heading_asks() {
    let text = "# The lamp of the upper quay\n\nThe lamp of the upper quay was lit first by Kai Lund's crew in the autumn.\n\n\
                ## Why the upper quay lamp?\n\nThe quay was dark in the first years. Ships missed the upper quay. \
                A lamp on the upper quay was asked for first by the pilots. The lamp burns oil.\n\n\
                ## Repairs\n\nThe glass was mended. The oil was paid for by the parish.";
    let other = ("b.md".to_owned(), "# Boats\n\nThe boats lie in the lower harbour.".to_owned());
    let (_folder, session) = indexed([("a.md".to_owned(), text.to_owned()), other]);
    let answer = answered(&session, &asked("Who first lit the upper quay lamp?", Mode::BASIC));
    let first = answer.evidence.first().expect("an answer");
    assert!(first.text.contains("Kai Lund"), "{}", answer.text);
}

#[test]
fn how_two_are_tied_is_told_first_by_what_speaks_of_both() {
    let files = [
        ("a.txt", "Ada Voss resigned last night as keeper of the Tarn Gate. Nothing else was decided."),
        ("b.txt", "Tom Reed is the owner of the Reed Works. The works lie on the quay."),
        ("c.txt", "Ada Voss lives by the quay. She is godmother to Tom's daughter. She likes to fish."),
        ("d.txt", "Tom Reed was fined for the leak. The works were shut for a week."),
        ("e.txt", "Ada Voss chaired the meeting. The gate was shut at noon."),
        ("f.txt", "[04/05/2031, 10:02] Tom Reed: Ada Voss is late again.\n[04/05/2031, 10:04] Kai Lund: It rains."),
    ];
    let (_folder, session) = indexed(files.map(|(name, text)| (name.to_owned(), text.to_owned())));
    let answer = answered(&session, &asked("How is Ada Voss tied to Tom Reed?", Mode::AUTO));
    let told: Vec<&str> = answer.evidence.iter().map(|one| one.text.as_str()).collect();
    let of_both = ["late again", "godmother"];
    let at = |part: &str| told.iter().position(|text| text.contains(part)).unwrap_or(told.len());
    let worst = of_both.map(at).into_iter().max();
    assert!(worst < Some(of_both.len()), "{told:?}");
}

#[test]
fn who_is_named_by_one_word_is_counted_and_quoted_with_the_other() {
    let files = [
        ("a.txt", "Tom Reed keeps the gate. Tom Reed is the owner of the Reed Works."),
        ("b.txt", "We dined with Reed and Ada Voss, who hosted it. It was a long dinner."),
        ("c.txt", "Ada Voss likes to fish. Ada Voss bought a boat of the Reed Works."),
        ("d.txt", "Ada Voss, Ada Voss and again Ada Voss: the board heard nobody else."),
    ];
    let (_folder, session) = indexed(files.map(|(name, text)| (name.to_owned(), text.to_owned())));
    let question = "What does Tom Reed have to do with Ada Voss?";
    let local = answered(&session, &asked(question, Mode::LOCAL));
    let counted = answered(&session, &asked(question, Mode::COUNT));
    let told = "One passage names both Tom Reed and Ada Voss.";
    assert!(local.text.starts_with(told) && counted.text.starts_with(told), "{}\n{}", local.text, counted.text);
    for answer in [local, counted] {
        assert!(answer.evidence[0].text.contains("Reed and Ada Voss"), "{}", answer.text);
    }
}

#[test]
fn two_of_whom_one_has_the_other_s_name_may_be_one() {
    let files = [
        ("a.md", "# Kilns\n\nTarn Pottery fires its kiln with driftwood. Tarn Pottery was paid by the board in March."),
        ("b.md", "# Gate\n\nTarn Pottery Guild shut the gate in May, and Tarn Pottery Guild wrote about it to Orsk."),
        ("c.md", "# Ferry\n\nTarn Pottery wants a ferry. Orsk Ferries told Tarn Pottery to wait for the board."),
    ];
    let (_folder, session) = indexed(files.map(|(name, text)| (name.to_owned(), text.to_owned())));
    for (name, one) in [("Tarn Pottery", true), ("Orsk Ferries", false)] {
        let question = format!("What does {name} have to do with Tarn Pottery Guild?");
        let text = answered(&session, &asked(&question, Mode::LOCAL)).text;
        assert_eq!(text.contains("may be the same"), one, "{text}");
        assert_eq!(text.contains("No passage names both"), !one, "{text}");
    }
}

#[test]
fn what_is_left_of_a_question_for_somebody_s_words_asks_for_no_list() {
    let (_folder, session) = indexed([
        (
            "a.txt".to_owned(),
            "Ada Voss: What do you see first?\n\nTom Reed: The lamps.\n\nAda Voss: And then?\n".to_owned(),
        ),
        ("b.txt".to_owned(), "Ada Voss: Who was first?\n\nIlse Brandt: My brother was.\n".to_owned()),
    ]);
    let answer = answered(&session, &asked("What does Ada Voss ask guests first?", Mode::AUTO));
    assert_ne!(choice(&answer.trace).and_then(|choice| choice.split(':').next()), Some("count"), "{}", answer.text);
}

#[test]
fn a_summary_of_a_kind_is_one_of_what_is_of_that_kind() {
    let (_folder, session) = indexed(pile());
    let summary = answered(&session, &asked("Summarise the interviews", Mode::AUTO));
    assert_eq!(part_asked(&summary.trace).as_deref(), Some("the interviews: only 2 of 6 documents"));
    let one = answered(&session, &asked("Summarise the letter", Mode::AUTO));
    assert_eq!(part_asked(&one.trace), None);
    let all = answered(&session, &asked("Summarise the documents", Mode::AUTO));
    assert_eq!(part_asked(&all.trace), None);
}

#[test]
fn the_longest_and_the_oldest_document_are_counted() {
    let (_folder, session) = indexed(pile());
    for mode in [Mode::AUTO, Mode::BASIC] {
        let longest = answered(&session, &asked("Which document is the longest?", mode)).text;
        assert!(longest.starts_with("The longest of 6 documents is “1920-05-06 reed”"), "{longest}");
    }
    let oldest = answered(&session, &asked("Which letter is the oldest?", Mode::AUTO)).text;
    assert!(oldest.starts_with("The oldest of 3 documents is “1902-03-04 arden”: 1902-03-04"), "{oldest}");
}

#[test]
fn documents_that_contradict_each_other_are_told_by_what_they_say() {
    let (_folder, session) = indexed(pile());
    let answer = answered(&session, &asked("Which documents contradict each other about the tide gate?", Mode::AUTO));
    assert!(answer.text.contains("contradicts what Tom Reed said"), "{}", answer.text);
}

#[test]
fn a_day_or_a_sum_that_nobody_gives_is_not_answered() {
    let (_folder, session) = indexed(pile());
    let answer = |question: &str| answered(&session, &asked(question, Mode::AUTO)).text;
    let founded = answer("When did Ada Voss found Orsk Ferries?");
    assert!(
        founded.starts_with("“She founded") || founded.starts_with("“Ada Voss spoke of the ferry. She"),
        "{founded}"
    );
    let licences = answer("How much do the licences cost?");
    assert!(licences.contains("says this in so many words"), "{licences}");
    assert!(answer("How much does a season ticket cost?").contains("£4"));
}

#[test]
fn what_two_have_to_do_with_each_other_is_offered_where_a_passage_names_both() {
    let (_folder, session) = indexed(pile());
    let offered = |question: &str| answerable(&session.reader, question).expect("read");
    assert!(offered("How is Ada Voss tied to Orsk Ferries?"));
    assert!(!offered("How is Ada Voss tied to Tom Reed?"));
    assert!(offered("Who is Ada Voss?"));
}

#[test]
fn what_no_document_says_is_looked_for_in_other_words() {
    let files = [
        ("a.txt", "The failure of the pumps lasted two days. The keeper rang the mill."),
        ("b.txt", "The mill was shut in May, and nobody was there."),
    ];
    let (_folder, session) = indexed(files.map(|(name, text)| (name.to_owned(), text.to_owned())));
    let told = answered(&session, &asked("How long did the outage of the pumps last?", Mode::AUTO)).text;
    assert!(told.starts_with("“The failure of the pumps lasted two days."), "{told}");
    assert!(told.contains("No document uses the word “outage”; “failure” was looked for in its place."), "{told}");
}

#[test]
fn a_name_with_a_letter_amiss_is_asked_after() {
    let (_folder, session) = indexed(pile());
    for question in ["Who is Ada Vosss?", "who is ada vosss"] {
        let text = answered(&session, &asked(question, Mode::AUTO)).text;
        assert!(text.contains("did you mean Ada Voss?"), "{question}: {text}");
    }
    for question in ["Who is Tom Reed?", "who is tom reed", "Who is Ada Marsh?"] {
        let text = answered(&session, &asked(question, Mode::AUTO)).text;
        assert!(!text.contains("did you mean"), "{question}: {text}");
    }
}

#[test]
fn what_is_asked_for_found_or_recommended_is_told_whole_and_in_its_order() {
    let letter = "Ada Voss\n14 Quay Street\n\n3 April 1931\n\nDear members of the board,\n\nThank you for the kind letter of \
                  the twelfth of March.\n\nI write about the ferry. Please could you keep the gate open until dusk. I \
                  would also ask that the lamp on the quay be lit, because the step is wet.\n\nI came to Orsk in the \
                  spring of 1920.\n\nYours sincerely,\nAda Voss";
    let review = "# Review of the harbour\n\nThe review looked at the gate over eighteen months.\n\n## What was found\n\n\
                  The review found the following:\n\n1. The gate leaks at each tide.\n2. Nobody is trained to mend \
                  it.\n\n## What should be done\n\nWe recommend that the board:\n\n- build a second gate;\n- train two \
                  keepers.";
    let other = "# Minutes\n\nThe board met. Tom Reed found a rope in the cellar. The dues were paid.";
    let files = [("letter.txt", letter), ("review.md", review), ("minutes.md", other)];
    let (_folder, session) = indexed(files.map(|(name, text)| (name.to_owned(), text.to_owned())));
    for (question, first, also, without) in [
        ("What did Ada Voss ask for?", "Please could you", "I would also ask", "Thank you"),
        ("What did the review find?", "The review found the following", "2. Nobody is trained", "looked at"),
        ("What does the review recommend?", "We recommend", "train two", "looked at"),
    ] {
        let answer = answered(&session, &asked(question, Mode::AUTO)).text;
        let opens = answer.lines().next().is_some_and(|line| line.contains(first));
        assert!(opens && answer.contains(also) && !answer.contains(without), "{question}: {answer}");
    }
}

#[test]
fn what_stands_under_recommendations_is_recommended() {
    let of = |matter: &str, advice: [&str; 3]| {
        let [one, other, third] = advice;
        format!(
            "# Review of the {matter}\n\nThe {matter} was looked at in May.\n\n## Recommendations\n\n- R1 {one}\n- R2 \
             {other}\n- R3 {third}"
        )
    };
    let files = [
        ("ferry.md", of("ferry", ["Two keepers to count the bells.", "The hull to be tarred.", "A horn for fog."])),
        ("mill.md", of("mill", ["The wheel to be stopped at dusk.", "New sacks.", "A lock on the door."])),
        ("quay.md", "# Quay\n\nThe ferry lies at the quay. The ferry was painted.".to_owned()),
    ];
    let (_folder, session) = indexed(files.map(|(name, text)| (name.to_owned(), text)));
    let answer = answered(&session, &asked("What are the recommendations of the ferry review?", Mode::AUTO)).text;
    assert!(["count the bells", "be tarred", "horn for fog"].iter().all(|told| answer.contains(told)), "{answer}");
    assert!(!answer.contains("New sacks") && !answer.starts_with("Nothing"), "{answer}");
}

#[test]
fn what_the_judge_decided_is_told_by_the_judgment() {
    let judgment = "# The County Court of Orsk\n\nBefore: Judge Marsham\n\nThis is a claim for the price of nine lamps. The keeper \
                    says that they were dim. I find that the lamps were dim. The claim is dismissed. I award the keeper four \
                    pounds.";
    let other = "# Minutes\n\nThe guild agreed to close the quay. The mayor spoke of the lamps.";
    let files = [("judgment.md", judgment), ("minutes.md", other)];
    let (_folder, session) = indexed(files.map(|(name, text)| (name.to_owned(), text.to_owned())));
    let answer = answered(&session, &asked("What did the judge decide?", Mode::AUTO)).text;
    assert!(answer.contains("The claim is dismissed") && answer.contains("I award"), "{answer}");
    assert!(!answer.contains("close the quay") && !answer.contains("Before"), "{answer}");
}

#[test]
fn what_was_found_is_not_told_by_what_only_has_the_matter() {
    let text = "# Minutes\n\nThe flood of the mill was referred to the Harbour Commission. The board met twice.";
    let other = "# Lamps\n\nThe Harbour Commission lights the lamps at dusk.";
    let files = [("minutes.md", text), ("lamps.md", other)];
    let (_folder, session) = indexed(files.map(|(name, text)| (name.to_owned(), text.to_owned())));
    let answer =
        answered(&session, &asked("What did the Harbour Commission conclude about the flood?", Mode::AUTO)).text;
    assert!(answer.starts_with("Nothing"), "{answer}");
}

#[test]
fn what_somebody_was_asked_of_themselves_is_told_by_the_reply() {
    let interview = "Interview with Edda Quill, keeper\n\nInterviewer: How long have you worked here?\nEdda Quill: Since the \
                     summer of 1994. I came from Orsk because the mill had shut.\n\nInterviewer: Where were you during the \
                     flood?\nEdda Quill: In the cellar, carrying boxes. The water took all of them.";
    let other = "# Minutes\n\nThe board met. Edda Quill sent her regrets. The flood was spoken of.";
    let files = [("interview.txt", interview), ("minutes.md", other)];
    let (_folder, session) = indexed(files.map(|(name, text)| (name.to_owned(), text.to_owned())));
    let answer = answered(&session, &asked("Where was Edda Quill during the flood?", Mode::AUTO)).text;
    let first = answer.lines().next().unwrap_or_default();
    assert!(first.contains("In the cellar"), "{answer}");
}

#[test]
fn a_figure_is_told_as_far_behind_the_thing_as_it_stands() {
    let text = "# The weir\n\nThe pool is deep and the current is strong. Divers measured it in 2017. It is 6.5 metres at \
                its deepest point. The walk to the weir is long.";
    let other = "# Lamps\n\nThe lamps are lit at dusk by two keepers of the quay.";
    let files = [("weir.md", text), ("lamps.md", other)];
    let (_folder, session) = indexed(files.map(|(name, text)| (name.to_owned(), text.to_owned())));
    let answer = answered(&session, &asked("How deep is the pool?", Mode::AUTO)).text;
    let first = answer.lines().next().unwrap_or_default();
    assert!(first.contains("The pool") && first.contains("6.5 metres"), "{answer}");
}

#[test]
fn whom_no_text_calls_so_is_asked_about_by_the_name_that_is_short() {
    let letter = "# The quay\n\nThomas Voss went to the mines of Orsk in May. Thomas Voss keeps a store there now. Elias \
                  Voss, keeper of the gate, stayed at home.";
    let mines = "# The mines\n\nThomas Voss was hurt in the mines of Orsk. Elias Voss wrote to Thomas Voss.";
    let files = [("quay.md", letter), ("mines.md", mines)];
    let (_folder, session) = indexed(files.map(|(name, text)| (name.to_owned(), text.to_owned())));
    let answer = answered(&session, &asked("Who is Tom Voss?", Mode::AUTO));
    assert!(understood(&answer.trace).is_some_and(|question| question.contains("Thomas Voss")), "{:?}", answer.trace);
    assert!(answer.text.lines().next().is_some_and(|first| first.contains("Thomas Voss")), "{}", answer.text);
    let another = answered(&session, &asked("Who is Per Voss?", Mode::AUTO));
    assert_eq!(understood(&another.trace), None, "{:?}", another.trace);
}

#[test]
fn who_somebody_is_is_asked_of_the_full_name_and_of_several_all_are_told() {
    let news = "# News of the quay\n\nCaptain Ada Voss, the harbour master, declined to speak. Tom Reed, a diver, was \
                there with Jan Reed, a painter. Ada Voss left at noon.";
    let letter = "Dear board,\n\nCaptain Voss asked for the quay to be closed. Captain Voss had seen the cracks. Captain \
                  Voss was not heard. Reed said nothing.";
    let files = [("news.md", news), ("letter.txt", letter)];
    let (_folder, session) = indexed(files.map(|(name, text)| (name.to_owned(), text.to_owned())));
    for question in ["Who is Captain Voss?", "who is voss"] {
        let answer = answered(&session, &asked(question, Mode::AUTO));
        let first = answer.text.lines().next().unwrap_or_default();
        assert!(first.contains("Ada Voss, the harbour master"), "{question}: {}", answer.text);
        assert!(understood(&answer.trace).is_some_and(|question| question.contains("Ada Voss")), "{:?}", answer.trace);
    }
    let both = answered(&session, &asked("Who is Reed?", Mode::AUTO)).text;
    assert!(both.starts_with("Several are called Reed: ") && both.contains("Jan Reed"), "{both}");
}

#[test]
fn whoever_wrote_a_part_of_it_or_of_what_is_written_on_it_did_not_write_the_thing() {
    let client = "# tern-py: client reference\n\nAuthor of the library: Olu Brade\n\nThe Tern client sends what it is given. \
                  Tern answers. The Tern is asked again.";
    let history = "# Questions\n\n## Who's behind it?\n\nIt began at the harbour, where Ingrid Vast wrote Tern to count the \
                   boats.";
    let rules = "# Harbour Rules 2031\n\nAuthor: Tom Reed\n\nNobody may swim. The Harbour Rules hold for all.";
    let files = [("tern-py.md", client), ("questions.md", history), ("rules.md", rules)];
    let (_folder, session) = indexed(files.map(|(name, text)| (name.to_owned(), text.to_owned())));
    let first = |question: &str| {
        let text = answered(&session, &asked(question, Mode::AUTO)).text;
        text.lines().next().unwrap_or_default().to_owned()
    };
    let tern = first("Who wrote Tern?");
    assert!(tern.contains("Ingrid Vast wrote Tern"), "{tern}");
    let rules = first("Who wrote the Harbour Rules?");
    assert!(rules.contains("Author: Tom Reed"), "{rules}");
}

#[test]
fn what_was_decided_is_told_with_the_votes_of_it() {
    let minutes = "# Board meeting, 16 May 2031\n\nPresent: Ada Voss, Tom Reed, Ines Calder\n\n## 1 · The licence\n\n\
                   **Ada:** I move, for the record, that we let the quay to strangers from June onwards. In favour?\n\n\
                   **Tom:** I see one hand, the mover's.\n\n**Ada:** Against?\n\n**Tom:** Four. Motion fails, one to four.\n\n\
                   ## 2 · The bank\n\n**Ines:** I move that we leave the Osterbank by autumn.\n\n**Tom:** It is far away.\n\n\
                   **Ada:** In favour? Five. Ada's passport is valid, we have agreed on that.\n\n## 3 · Summit\n\n\
                   **Tom:** We've agreed that I go first, as I have something to say.\n\n\
                   **Ada:** In favour of Orsk, 3 and 4 October? Five.\n";
    let other =
        "# Lamps\n\nThe lamps of the quay are lit at dusk. The board has agreed on nothing else, said Tom Reed.\n";
    let files = [("board.md", minutes), ("lamps.md", other)];
    let (_folder, session) = indexed(files.map(|(name, text)| (name.to_owned(), text.to_owned())));
    let told = |question: &str| answered(&session, &asked(question, Mode::AUTO)).text;
    let quay = told("What was decided about letting the quay to strangers?");
    let first = quay.lines().next().unwrap_or_default();
    assert!(
        first.contains("that we let the quay to strangers") && first.contains("Motion fails, one to four."),
        "{quay}"
    );
    let all = told("What did the board decide on 16 May 2031?");
    let places: Vec<Option<usize>> =
        ["Motion fails", "In favour? Five.", "In favour of Orsk"].iter().map(|vote| all.find(vote)).collect();
    assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{all}");
    assert!(all.contains("we leave the Osterbank by autumn") && !all.contains("I go first"), "{all}");
}
