//! What questions are read to ask.

use proptest::prelude::*;

use super::*;
use crate::model::EntityType;
use crate::text::words::fold::with_capital;

#[test]
fn a_question_without_content_asks_for_the_whole() {
    for question in [
        "What are the main themes?",
        "What is this about?",
        "Summarise the documents",
        "What do the guests talk about?",
        "What are the top themes in this story?",
        "What are the top 5 themes?",
        "Give me the three most important findings",
    ] {
        assert!(Reading::of(question).whole.coverage, "{question}");
    }
    for question in ["What do they say about privacy?", "Who owns the dredger?", "What happened at Holm Sluice?"] {
        assert!(!Reading::of(question).whole.coverage, "{question}");
    }
}

#[test]
fn a_noun_that_looks_like_a_function_word_is_what_is_asked_about() {
    for (question, noun) in [
        ("What is said about the mine?", "mine"),
        ("What does the will say?", "will"),
        ("Is there a mine?", "mine"),
        ("What happened at the mine?", "mine"),
        ("What was in her will?", "will"),
    ] {
        let reading = Reading::of(question);
        assert_eq!((reading.content, reading.whole.coverage), (vec![noun.to_owned()], false), "{question}");
    }
    let reading = Reading::of("What is said about the WHO?");
    assert_eq!((reading.names, reading.whole.coverage), (vec!["WHO".to_owned()], false));
    assert!(Reading::of("Is this one mine?").content.is_empty());
}

#[test]
fn scripts_without_spaces_are_read_in_pairs() {
    let reading = Reading::of("谁修了北堤?");
    assert_eq!(reading.content, ["北堤"]);
    assert!(reading.wording.phrases.is_empty() && !reading.is_empty());
    assert_eq!(Reading::of("Who mended 北堤 in spring?").content, ["北堤", "mended", "spring"]);
}

#[test]
fn content_is_what_is_left() {
    let reading = Reading::of("How do guests generally perceive the impact of privacy laws on technology development?");
    assert_eq!(reading.content, ["impact", "privacy", "laws", "technology", "development"]);
    assert_eq!(reading.wording.phrases, ["privacy laws", "technology development"]);
    assert_eq!(reading.role, Some(AskedRole::Guest));
}

#[test]
fn lists_and_counts_are_seen() {
    assert_eq!(Reading::of("Which episodes address privacy?").tally.list, Some(Listed::Documents));
    assert_eq!(Reading::of("Which RFCs are about crates.io?").tally.list, Some(Listed::Documents));
    assert_eq!(Reading::of("Which of the RFCs are about tar?").content, ["tar"]);
    assert_eq!(Reading::of("Which of the memos mention tar?").tally.list, Some(Listed::Documents));
    assert_eq!(Reading::of("Which companies are owned by Ada Voss?").tally.list, None);
    assert_eq!(Reading::of("Which guests talk about education?").tally.list, Some(Listed::People));
    assert_eq!(Reading::of("Who talks about the lease?").tally.list, Some(Listed::People));
    assert_eq!(Reading::of("Who signed the lease?").tally.list, None);
    assert_eq!(Reading::of("What do guests say about the lease?").tally.list, None);
    assert!(Reading::of("How many documents mention the lease?").tally.count);
    let tonnes = Reading::of("How many tonnes went into the dam?");
    assert!(!tonnes.tally.count && tonnes.wants.figure);
    assert!(Reading::of("How often is data security broached?").tally.count);
    assert!(!Reading::of("How often does Ada Voss grease the gate?").tally.count);
    assert!(Reading::of("How many times is the lease mentioned?").tally.count);
    let rung = Reading::of("How many times did the bell of Orsk ring?");
    assert!(!rung.tally.count && rung.wants.figure);
    let was = Reading::of("How many times was the lamp relit?").wants.counted;
    assert_eq!((rung.wants.counted.as_deref(), was.as_deref()), (Some("ring"), Some("relit")));
    assert_eq!(Reading::of("What do they say about which way to go?").tally.list, None);
}

#[test]
fn what_is_counted_and_what_is_called_so_only_here() {
    let people = Reading::of("How many people had to leave their homes?");
    assert_eq!(
        (people.wants.counted.as_deref(), people.wants.figure, people.wants.when),
        (Some("people"), true, false)
    );
    assert!(Reading::of("When did the gate close?").wants.when);
    for asked in [
        "Who shut the gate and when did it fall?",
        "Did Ada Voss say when the gate was shut?",
        "What is done when it falls?",
    ] {
        assert_eq!(Reading::of(asked).wants.when, !asked.starts_with("What"), "{asked}");
    }
    let clause = Reading::of("What must a keeper do when the lamp goes out?").wants;
    assert!(!clause.when && !clause.figure);
    assert!(Reading::of("How many documents are there?").counts_documents());
    assert!(!Reading::of("How many documents mention the gate?").counts_documents());
    for whole in ["Summarise these calls", "What is this novel about?", "What are the main themes of these hearings?"] {
        assert!(Reading::of(whole).whole.coverage, "{whole}");
    }
    assert_eq!(Reading::of("Who wrote the letter to Ada Voss?").tally.list, None);
    assert_eq!(Reading::of("Who wrote about the dam?").tally.list, Some(Listed::People));
    assert_eq!(Reading::of("How is the grout used?").wording.framing, ["used"]);
}

#[test]
fn who_somebody_is_and_what_two_have_to_do_with_each_other() {
    for question in ["Who is Ada Voss?", "Who was Jean-Luc Arden?", "What is the Harbour Board?"] {
        assert!(Reading::of(question).identity.definition, "{question}");
    }
    for question in ["Who is behind the Harbour Board?", "What is said of Ada Voss?", "Where is Ada Voss?"] {
        assert!(!Reading::of(question).identity.definition, "{question}");
    }
    assert!(Reading::of("What does Ada Voss have to do with Tolland?").relation);
    assert!(!Reading::of("What does Ada Voss say of Tolland?").relation);
    for question in ["What connects Ada Voss and Tolland?", "How are Ada Voss and Tolland related?"] {
        let reading = Reading::of(question);
        assert!(reading.relation && reading.content == ["ada", "voss", "tolland"], "{question} {reading:?}");
    }
}

#[test]
fn the_kind_of_statement_is_seen_and_its_words_are_not_looked_for() {
    for (question, stance, content) in [
        ("Which problems and risks are described, and what is done about them?", Stance::Problem, &[][..]),
        ("What went wrong at Skelden Dam?", Stance::Problem, &["skelden", "dam"]),
        ("What was wrong with the cable?", Stance::Problem, &["cable"]),
        ("What are the main risks of the ferry?", Stance::Problem, &["ferry"]),
        ("What are people worried about?", Stance::Problem, &[]),
        ("What do people disagree about?", Stance::Disagreement, &[]),
        ("Who disputed the log of the valve?", Stance::Disagreement, &["log", "valve"]),
        ("What changed over time?", Stance::Change, &[]),
        ("How has the ferry evolved over the years?", Stance::Change, &["ferry"]),
        ("How does a tide gate work?", Stance::Mechanism, &["tide", "gate"]),
        ("What was decided about the ferry?", Stance::Decision, &["ferry"]),
        ("Which decisions were taken?", Stance::Decision, &[]),
        ("What is being done about the leak?", Stance::Remedy, &["leak"]),
        ("What is a tide gate?", Stance::Definition, &["tide", "gate"]),
        ("What are wetlands?", Stance::Definition, &["wetlands"]),
        ("What is a Protected Water Feature?", Stance::Definition, &["protected", "water"]),
    ] {
        let reading = Reading::of(question);
        assert_eq!(reading.statement.stance, Some(stance), "{question}");
        assert_eq!(reading.content, content, "{question}");
        assert!(!reading.whole.coverage, "{question}");
    }
    assert!(Reading::of("Which problems are told of, and what is done about them?").statement.remedy);
    assert_eq!(Reading::of("How does the Tide Gate of Orsk work?").statement.about, "Tide Gate of Orsk");
    for question in [
        "What is said about climate change?",
        "What is the halting problem?",
        "Who runs the Change Fund?",
        "What would change the mind of the board?",
        "How does Ada Voss work with the board?",
        "Which documents describe risks?",
        "Who decided to open the gate?",
        "What is the Special Flood Hazard area?",
    ] {
        assert_eq!(Reading::of(question).statement.stance, None, "{question}");
    }
}

#[test]
fn words_that_name_a_kind_of_statement_are_kept() {
    assert_eq!(Reading::of("What are the risks of the ferry?").statement.naming, ["risks"]);
    assert_eq!(Reading::of("What drawbacks does the lock have?").statement.naming, ["drawbacks"]);
    assert!(Reading::of("How does a lock work?").statement.naming.is_empty());
    assert!(Reading::of("What became of the ferry?").statement.naming.is_empty());
    let whole = Reading::of("Summarize the whole meeting.");
    assert!(whole.whole.coverage && whole.content.is_empty(), "{whole:?}");
}

#[test]
fn what_is_measured_is_a_figure_and_one_year_has_no_order_of_years() {
    for question in ["What was the rate of growth in 2021?", "What is the penalty for opening the gate?"] {
        assert!(Reading::of(question).wants.figure, "{question}");
    }
    for question in ["What is said about the rate of growth?", "What is the reason for the price?"] {
        assert!(!Reading::of(question).wants.figure, "{question}");
    }
    assert!(Reading::of("How did the fare change over the years?").statement.over_time);
    assert!(Reading::of("How did the fare change from 2018 to 2022?").statement.over_time);
    assert!(!Reading::of("How did the fare change in 2020?").statement.over_time);
}

#[test]
fn what_drove_it_is_why() {
    let reading = Reading::of("What drove the growth of the port in 2021?");
    assert_eq!(
        (reading.statement.stance, &reading.statement.naming[..]),
        (Some(Stance::Cause), &["drove".to_owned()][..])
    );
}

#[test]
fn what_undid_something_is_why_and_is_looked_for() {
    let reading = Reading::of("What killed the elms?");
    assert_eq!((reading.statement.stance, reading.statement.naming.len()), (Some(Stance::Cause), 0));
    assert!(reading.content.contains(&"killed".to_owned()), "{:?}", reading.content);
}

#[test]
fn what_was_done_to_what_is_counted_is_told() {
    let undergone = |question: &str| Reading::of(question).wants.undergone;
    assert_eq!(undergone("How many people were drowned at Orsk?").as_deref(), Some("drowned"));
    for question in ["How many gates are there?", "How many letters did Ada Voss write?", "Who was drowned?"] {
        assert_eq!(undergone(question), None, "{question}");
    }
}

#[test]
fn the_leading_verb_is_the_predicate() {
    assert_eq!(Reading::of("What killed the char?").predicate.as_deref(), Some("killed"));
    assert_eq!(Reading::of("Who is behind the loan?").predicate, None);
    assert_eq!(Reading::of("Who first lit the lamp?").predicate.as_deref(), Some("lit"));
}

#[test]
fn a_question_about_a_matter_is_open() {
    for question in ["What obstacles do guests mention?", "How do they describe the role of mentors?"] {
        assert!(Reading::of(question).is_open(), "{question}");
    }
    for question in ["What killed the char?", "How many tonnes went in?", "What is said of Ada Voss?"] {
        assert!(!Reading::of(question).is_open(), "{question}");
    }
}

#[test]
fn judgements_are_named() {
    assert_eq!(Reading::of("Do guests use optimistic or cautious language?").judgement.as_deref(), Some("tone"));
    assert_eq!(Reading::of("What was paid to the dredging firm?").judgement, None);
}

#[test]
fn names_are_kept_whole() {
    assert_eq!(Reading::of("What does Fei-Fei Li say about ImageNet?").names, ["Fei-Fei Li", "ImageNet"]);
    assert_eq!(Reading::of("How did Ada's letters reach the Harbour Board?").names, ["Ada", "Harbour Board"]);
    assert_eq!(Reading::of("Which Episodes mention GDPR").names, ["GDPR"]);
    assert_eq!(Reading::of("Where was Ada Voss on 1 February 2019?").names, ["Ada Voss"]);
}

/// Questions made of the words and phrases that questions are read by, of names, numbers and anything else.
fn of_own_words() -> impl Strategy<Value = String> {
    let lists = every().flat_map(|list| list.iter());
    let words: Vec<&str> =
        lists.chain(["Ada", "Voss", "Low Mill", "1987", "4.2", "4 May 2031", ",", "gates"]).collect();
    let word = prop_oneof![
        9 => prop::sample::select(words).prop_map(str::to_owned),
        1 => "\\PC{0,8}",
    ];
    (prop::collection::vec(word, 0..9), any::<bool>(), "[?.! ]{0,3}").prop_map(|(words, capital, end)| {
        let question = words.join(" ") + &end;
        if capital { with_capital(&question) } else { question }
    })
}

proptest! {
    #[test]
    fn no_question_of_its_own_words_panics(question in of_own_words()) {
        let reading = Reading::of(&question);
        prop_assert!(reading.names.iter().all(|name| !name.trim().is_empty()), "{:?}", reading.names);
        let asked = parts(&question);
        prop_assert!(asked.len() == 1 || asked.iter().all(|part| !part.trim().is_empty()), "{asked:?}");
        carried_over(&question, &[&question], Known::default());
    }

    #[test]
    fn never_panics(question in "\\PC{0,200}") {
        Reading::of(&question);
    }

    /// Questions that hold two things against each other, and break off.
    #[test]
    fn no_comparison_panics(
        question in "(compare|contrast|how do|what is the|what's the|)( (difference|differences|between|compare|contrast|versus|vs|and|or|with|to|in terms of|about|of|differ|the same|Ada's|Ada|Voss|gates|view|say|said|4.2|what|times)){0,6}[ ?.!']{0,4}",
    ) {
        Reading::of(&question);
        parts(&question);
    }

    /// Questions of few words, and of the words that questions are read by.
    #[test]
    fn no_order_of_question_words_panics(
        question in "(who|what|which|how|why|when|where|explain|is|[A-Z]da|)( (who|what|paid|owns|is|was|are|done|do|does|about|against|behind|wrong|goes|different|now|of|to|used|be|become|happened|led|the|a|an|many|much|often|said|says|changed|disagree|risks|work|Ada|Voss|1987|June|in|on|and|documents|people|between|have|has|with|not)){0,6}[?.!]?",
    ) {
        Reading::of(&question);
        parts(&question);
    }
}

#[test]
fn what_was_said_of_a_matter_is_asked_for() {
    for question in
        ["Summarise the discussion about the gate", "Recap the gate", "What was the debate on the gate with Orsk?"]
    {
        assert!(asks_for_account(question), "{question}");
    }
    for question in ["Who took part in the last of the debates?", "When was the gate shut?", "What did she discuss?"] {
        assert!(!asks_for_account(question), "{question}");
    }
}

#[test]
fn names_of_one_sort_are_asked_for() {
    for (question, sort) in [
        ("List all the countries mentioned.", Some(EntityType::Place)),
        ("Which companies are named?", Some(EntityType::Organisation)),
        ("Who are the people mentioned?", Some(EntityType::Person)),
        ("What companies did she start?", None),
        ("What do people say of the gate?", None),
        ("What are the main topics?", None),
    ] {
        assert_eq!(Reading::of(question).tally.sort, sort, "{question}");
    }
}

#[test]
fn what_is_left_out_of_a_count_is_told() {
    let reading = Reading::of("How many letters mention Ada Voss but not Orsk?");
    assert_eq!((reading.names, reading.tally.without), (vec!["Ada Voss".to_owned()], vec!["Orsk".to_owned()]));
    // What is left out begins at the first of the words that say so, whichever of them that is.
    for (first, second) in [("but not", "and not"), ("and not", "but not"), ("but do not", "and not")] {
        let reading = Reading::of(&format!("How many letters mention Ada Voss {first} Orsk {second} Holm?"));
        assert_eq!(reading.tally.without, [format!("Orsk {second} Holm")], "{first}");
    }
    assert!(Reading::of("Why did Ada Voss leave and not Tom Reed?").tally.without.is_empty());
}

#[test]
fn a_subject_is_no_judgement() {
    assert_eq!(Reading::of("Which programming language is the log written in?").judgement, None);
    assert_eq!(Reading::of("Why did Ada Voss break off her engagement?").judgement, None);
    assert!(Reading::of("What is the tone of the letters?").judgement.is_some());
}

#[test]
fn which_of_several_is_told_from_which_one() {
    for question in ["Which packages does Ada Voss maintain?", "List the red lamps.", "Which red lamps are there?"] {
        assert!(Reading::of(question).tally.which, "{question}");
    }
    for question in ["Which lamp is red?", "Which was first?", "What does Ada Voss maintain?"] {
        assert!(!Reading::of(question).tally.which, "{question}");
    }
}

#[test]
fn words_that_speak_of_the_pile_are_no_content() {
    let asked = Reading::of("Which documents contradict each other about the tide gate?");
    assert_eq!((asked.statement.stance, asked.tally.list), (Some(Stance::Disagreement), None));
    assert_eq!(asked.content, ["tide", "gate"]);
    let listed = Reading::of("Which letters mention the dispute?");
    assert_eq!((listed.statement.stance, listed.tally.list), (None, Some(Listed::Documents)));
    let timeline = Reading::of("Give me a timeline of the storm");
    assert!(timeline.statement.in_order && timeline.content == ["storm"], "{timeline:?}");
    assert!(Reading::of("How is Ada Voss tied to Tom Reed?").relation);
}

#[test]
fn the_longest_of_all_documents_is_asked_for() {
    for (question, extreme) in [
        ("Which document is the longest?", Extreme::Longest),
        ("What is the shortest letter?", Extreme::Shortest),
        ("Which of the memos is the oldest?", Extreme::Oldest),
        ("Which is the newest file?", Extreme::Newest),
    ] {
        let reading = Reading::of(question);
        assert_eq!((reading.tally.extreme, reading.whole.coverage), (Some(extreme), false), "{question}");
    }
    for question in
        ["Which document mentions the longest pier?", "Which is the longest pier?", "How long is the letter?"]
    {
        assert_eq!(Reading::of(question).tally.extreme, None, "{question}");
    }
}

#[test]
fn the_kind_of_texts_that_is_summed_up_is_told() {
    assert_eq!(kind_of_texts("Summarise the interviews").as_deref(), Some("interviews"));
    assert_eq!(kind_of_texts("What are the letters about?").as_deref(), Some("letters"));
    for question in ["Summarise the documents", "What is this about?"] {
        assert_eq!(kind_of_texts(question), None, "{question}");
    }
    assert!(Reading::of("What are the letters about?").asks_for_summary());
    assert!(!Reading::of("What do the letters say of Orsk?").asks_for_summary());
}

#[test]
fn what_something_costs_is_money() {
    for question in ["How much does the season ticket cost?", "What does a berth cost?", "What was paid for the mill?"]
    {
        assert!(Reading::of(question).wants.money, "{question}");
    }
    for question in ["Who paid for the mill?", "How much water ran out?", "Why was the mill sold?"] {
        assert!(!Reading::of(question).wants.money, "{question}");
    }
    for text in
        ["A berth costs 40 a month.", "It was £12.", "They paid two thousand dollars.", "Entry is free of charge."]
    {
        assert!(tells_money(text), "{text}");
    }
    for text in ["Papers are renewed every 3 months.", "The cost was high.", "He was free to go."] {
        assert!(!tells_money(text), "{text}");
    }
}

#[test]
fn the_kind_of_answer_is_read() {
    assert_eq!(Reading::of("Did Ada Voss win the vote?").wants.whether.as_deref(), Some("win"));
    assert_eq!(Reading::of("Did the gate hold?").wants.whether, None);
    assert!(Reading::of("Should the gate be shut at noon?").wants.yes_or_no);
    assert!(!Reading::of("Who should shut the gate?").wants.yes_or_no);
    assert!(Reading::of("What pay rise did the crews get?").wants.raise);
    assert!(!Reading::of("What is said of the rise?").wants.raise);
    assert!(Reading::of("How long did the strike last?").wants.duration);
    let signatures = Reading::of("How did the number of signatures change?").wants;
    assert_eq!((signatures.counted.as_deref(), signatures.figure), (Some("signatures"), true));
    for question in ["What happened at Orsk, in order?", "Timeline of the flood", "What was the course of the strike?"]
    {
        assert!(Reading::of(question).statement.in_order, "{question}");
    }
    let past = |question: &str| Reading::of(question).statement.past;
    assert!(past("What was decided about the gate?") && !past("What will be decided about the gate?"));
}

#[test]
fn what_grades_a_kind_of_statement_and_who_tells_it_is_no_content() {
    for (question, content) in [
        ("What concerns did residents raise?", &[][..]),
        ("What are the biggest concerns about the dues?", &["dues"]),
        ("Why were the dues raised?", &["dues", "raised"]),
        ("Which is the biggest mill?", &["biggest", "mill"]),
        ("How do I report a leak?", &["report", "leak"]),
        ("Which report tells of the leak?", &["leak"]),
    ] {
        assert_eq!(Reading::of(question).content, content, "{question}");
    }
    let alone = |question: &str| Reading::of(question).asks_for_kind_alone();
    assert_eq!(alone("What concerns did residents raise?"), Some(Stance::Problem));
    assert_eq!(alone("What are the problems of the mill?"), None);
    assert!(Reading::of("Which themes recur across the letters?").asks_for_summary());
    assert_eq!(alone("What deadlines are coming up?"), Some(Stance::Due));
    assert_eq!(alone("Why was it due?"), None);
    assert_eq!(alone("What did they ask for?"), Some(Stance::Request));
    assert_eq!(alone("What are the recommendations?"), Some(Stance::Recommendation));
    assert_eq!(alone("What were the main findings?"), Some(Stance::Finding));
}

#[test]
fn who_is_the_chair_asks_for_whoever_holds_that_office() {
    assert!(!Reading::of("Who is the chair?").asks_for_cast());
    assert!(Reading::of("Who are the hosts?").asks_for_cast());
}

#[test]
fn what_was_asked_for_and_found_is_told_from_what_was_asked_and_lost() {
    let stance = |question: &str| Reading::of(question).statement.stance;
    for (question, asked) in [
        ("How did the gate come to be open?", Some(Stance::Cause)),
        ("What do the crews want?", Some(Stance::Request)),
        ("What were the demands of the crews?", Some(Stance::Request)),
        ("What did the crews ask about the dues?", None),
        ("What did the inspectors find?", Some(Stance::Finding)),
        ("What did the diver find in the lock?", None),
        ("What does the report recommend?", Some(Stance::Recommendation)),
        ("Worum bittet der Wärter?", Some(Stance::Request)),
    ] {
        assert_eq!(stance(question), asked, "{question}");
    }
    let told = Reading::attribution("What did Ada Voss ask for?").expect("her words");
    assert_eq!((told.stance, told.rest.as_str()), (Some(Stance::Request), "What did they ask for?"));
}
