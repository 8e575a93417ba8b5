//! What can be quoted, and what cannot.

use proptest::prelude::*;

use super::*;

const SPOKEN: Setting = Setting { attributed: true, foreign: false };

fn quoted(sentence: &str) -> Option<String> {
    stand_alone(sentence, SPOKEN).and_then(|quote| quote.text(sentence).map(Cow::into_owned))
}

/// What a sentence that somebody says is worth, 0 where it is not quoted.
pub(super) fn worth(sentence: &str) -> f32 {
    stand_alone(sentence, SPOKEN).map_or(0.0, |quote| quote.worth)
}

#[test]
fn statements_that_need_nothing_around_them_are_quoted_whole() {
    for sentence in [
        "The ferry between Marrow Bay and Tolland stopped running in the winter of 1987.",
        "Ines Calder bought the old cannery for less than the price of a fishing boat.",
        "I learned to weld in my grandmother's garage before I could ride a bicycle.",
        "There are more than forty species of moss on the northern slope.",
        "When the river rises above two metres, the lower bridge is closed to lorries.",
        "Great Agnes was the tenor bell of the church at Marrow Bay.",
        "Revenue from licences grew 14% to £2.3 million in the first quarter.",
        "“The harbour belongs to everybody who works in it,” Ines Calder told the council.",
    ] {
        assert_eq!(quoted(sentence).as_deref(), Some(sentence));
    }
}

#[test]
fn markers_in_front_are_left_out_visibly() {
    for (sentence, expected) in [
        (
            "So, the cannery was sold to a company from the mainland.",
            "… the cannery was sold to a company from the mainland.",
        ),
        (
            "Yeah, and I built the first kiln out of bricks from a school.",
            "… I built the first kiln out of bricks from a school.",
        ),
        (
            "But “moss grows on every northern wall”, the survey says.",
            "… “moss grows on every northern wall”, the survey says.",
        ),
    ] {
        assert_eq!(quoted(sentence).as_deref(), Some(expected));
    }
}

#[test]
fn what_leans_on_its_neighbours_is_not_quoted() {
    for sentence in [
        "It was sold to a company from the mainland in the following year.",
        "That is why the council voted against the proposal in the end.",
        "He told the harbour master that the ferry would not run again.",
        "And this made the whole village angry with the harbour master.",
        "Because the ferry had stopped running in the winter of 1987.",
        "Which is how the cannery came to belong to a mainland company.",
        "The harbour board of Marrow Bay never really figured that out, sadly.",
        "Her sister had already told them about the plan for the ferry.",
        "Not the cannery, but the old boat shed behind the harbour wall.",
        "Ines Calder, who bought the old cannery for almost nothing at all.",
        "Because I was hungry, and I wanted to go to the cannery more than to school.",
        "Working in the cannery, and so I think that was the better school for me.",
        "For the winter timetable, it's more than any other harbour ever had.",
        "All that changed with the ferry, which brought visitors to Tolland.",
        "Stuff where the tide is more of a danger than the wind ever is.",
        "Mayor Calder and Councillor Arden thanked him for the new ferry.",
        "I'd really recommend it; for all the winters there, the ferry was the best.",
        "The water at Lloyd Harbour Park was cut off due to works on his property.",
        "The following rules of the ferry were made by the harbour master in June.",
        "The above provisions do not say who may land at the old cannery.",
        "My favourite is the small green ferry that ran to Tolland in the winter.",
        "In that sense the ferry was the only road to Tolland in the winter.",
        "I think that will remain the only road from Tolland to the mainland.",
        "After raising three boys, went back to the cannery and bought a ferry.",
        "You're famous for saying that the ferry was never going to be profitable.",
        "I love the work that you're doing at the cannery with the boat builders.",
    ] {
        assert_eq!(quoted(sentence), None, "{sentence}");
    }
}

#[test]
fn what_points_out_of_the_sentence_is_not_quoted() {
    for (leaning, standing) in [
        (
            "Ada Voss also explained that the harbour has no say over the speed of boats.",
            "Ada Voss explained that the harbour has no say over the speed of boats, and also none over moorings.",
        ),
        (
            "The harbour board did however see a fall in the price of herring.",
            "The harbour board saw a fall in the price of herring, however small the catch was.",
        ),
        (
            "Work on the quay is measured as it is laid down in Table 2.",
            "Work on the quay is measured as it is laid down in Table 2 of the Harbour Ordinance.",
        ),
        (
            "Moorings shall be marked with a buoy except as allowed in Subsections C and D.",
            "Moorings shall be marked with a buoy except as allowed in the ordinance of 1987.",
        ),
        (
            "The ferry and the cannery belonged to one family, and the latter was closed.",
            "The ferry and the cannery belonged to one family, and the cannery was closed.",
        ),
        (
            "Marrow Bay had only one ferry at the time, and no road led to Tolland.",
            "Marrow Bay had only one ferry in 1987, and no road led to Tolland.",
        ),
        (
            "Remark: said that the ferry was wanted for a family outing to Tolland.",
            "Remark: Ada Voss said that the ferry was wanted for a family outing to Tolland.",
        ),
        (
            "Asked whether the ferry to Tolland would run again in the winter.",
            "Ada Voss was told that the ferry to Tolland would run again in the winter.",
        ),
        (
            "Ms Voss, for the harbour board, said that according to the log it had been opened for repairs.",
            "Ms Voss, for the harbour board, said that according to the log the gate had been opened for repairs.",
        ),
        (
            "Ada Voss, its secretary, says that the club has found two bicycles in the harbour.",
            "Ada Voss, secretary of the club, says that its divers have found two bicycles in the harbour.",
        ),
        (
            "There I discovered the work of Tom Arden on tides and harbours.",
            "There seems to be more herring in the harbour of Orsk than in all the sea.",
        ),
        (
            "No more than a crown shall be paid for damage that comes of such a defect.",
            "The quay of Orsk was built in such a way as to keep large boats out of the basin.",
        ),
        (
            "Everyone here is working on the harbour of Orsk to make the tides tame.",
            "Everyone here at Orsk is working on the harbour to make the tides tame.",
        ),
        (
            "To establish mooring zones and harbour areas, which lie beside the basin and implement the rules found herein.",
            "To establish mooring zones and harbour areas, the board adopted the rules of Orsk.",
        ),
        (
            "A child climbs on those trunks by the quay, and down goes the boat.",
            "A child climbs on those boats that lie by the quay, and down goes one of them.",
        ),
        (
            "The grant for the harbour, the, it's in the packet of the board.",
            "The grant for the harbour is, as they say, in the packet of the board.",
        ),
        (
            "The place of all moorings including, but not limit to, any buoys of the harbour board and any chains.",
            "The place of all moorings is told to the board, including, but not limited to, any buoys and chains.",
        ),
        (
            "Our costs will grow by half from the change of the harbour dues noted earlier.",
            "Our costs will grow by half from the change of the harbour dues that the board noted in May.",
        ),
        (
            "As Ada explained, the harbour board cannot say what the new quay will cost.",
            "The harbour board cannot say, as Orsk can, what the new quay will cost.",
        ),
        (
            "Review all moorings to determine if the boats are in the harbour.",
            "The review of all moorings determined that the boats are in the harbour.",
        ),
        (
            "The City ofTolland was asked to mend the quay of the old harbour.",
            "The McArden family was asked to mend the quay of the old harbour.",
        ),
        (
            "The rules were approved by the harbour board of Tolland in July l99g of the era.",
            "The rules were approved by the harbour board of Tolland in the late 1990s on 3D maps.",
        ),
    ] {
        assert_eq!(quoted(leaning), None, "{leaning}");
        assert!(quoted(standing).is_some(), "{standing}");
    }
    assert_eq!(
        quoted("⁴ A crown may be paid for the mooring of a boat in winter.").as_deref(),
        Some("… A crown may be paid for the mooring of a boat in winter.")
    );
    assert_eq!(
        quoted("⁵ _Moorings_ in excess of a chain lie only in the deep part of the harbour.").as_deref(),
        Some("… _Moorings_ in excess of a chain lie only in the deep part of the harbour.")
    );
    assert_eq!(
        quoted("First of all, the cannery was sold to a company from the mainland.").as_deref(),
        Some("… the cannery was sold to a company from the mainland.")
    );
}

#[test]
fn what_tells_nothing_is_worth_less() {
    for (empty, telling) in [
        (
            "There are problems that we need to think about and work on.",
            "There are leaks that we need to caulk in Tolland.",
        ),
        (
            "I have actually two concerns and maybe a suggestion for it.",
            "I have two boats and a licence for the harbour.",
        ),
        (
            "Councillor Voss asked whether the ferry was insured at all.",
            "Councillor Voss said that the ferry was insured.",
        ),
        (
            "Mr Arden asked the clerk what hours the skipper would prefer.",
            "Mr Arden asked the clerk for the ferry's books.",
        ),
    ] {
        assert!(worth(empty) < THRESHOLD, "{empty}: {}", worth(empty));
        assert!(worth(telling) > 0.6, "{telling}: {}", worth(telling));
    }
    assert_eq!(quoted("I found when I was teaching sailors at Tolland."), None);
    assert_eq!(quoted("The last question comes from the line of Ada Voss of Tolland."), None);
}

#[test]
fn what_has_no_statement_of_its_own_is_not_quoted() {
    for sentence in [
        "Boats that are listed on the harbour's register of wrecks and moorings.",
        "Any other mooring proposed by the owner and approved by the harbour board.",
        "Other goods deemed necessary and requested by the master of the harbour.",
        "An agreement signed by the skipper or authorised mate pledging good conduct at sea.",
        "The following rule of sections 5 and 6 hereby adopted by the harbour board.",
        "Tolland Cannery, bought on Wednesday 30 May 2018 from the receivers of the mill.",
        "Ferries that both carry people and that are able to turn in a way that lets them land.",
        "Within the basin where the works will take place or as otherwise agreed by the board.",
        "Any notice required by harbour law, or a sign that is put up by an agency doing authorised work.",
        "Moorings that would otherwise meet the rules but are typically kept for ferries.",
        "Harbour, quay and basin repair works; fishing as defined in the rules and small uses, excluding ferries.",
        "Present: Professor Calder (chair), Tom Arden (secretary), Ada Voss (elected by the crews).",
    ] {
        assert_eq!(quoted(sentence), None, "{sentence}");
    }
    for sentence in [
        "Tolls at the harbour grew by nearly a third in the winter of 1987.",
        "The board that runs the harbour adopted the new rules at its meeting in June.",
        "Ines Calder, asked by the board to explain, said that the ferry was too old.",
        "When the tide allows, the ferry will call at the old cannery before noon.",
        "Tom Arden told Ines Calder that the harbour board had thanked him for the plan.",
        "What happened to the ferry in the storm was never told to the harbour board.",
        "The harbour master found the ferry adrift and towed it back to Tolland.",
    ] {
        assert_eq!(quoted(sentence).as_deref(), Some(sentence));
    }
}

#[test]
fn talk_is_not_quoted() {
    for sentence in [
        "Would you say that the ferry between the islands was ever profitable?",
        "Thank you all for coming to the meeting about the ferry tonight.",
        "Welcome to the spring meeting of the Tolland harbour committee.",
        "The ferry was, you know, the only way to get to the mainland then.",
        "The the ferry was the only way to reach the mainland in winter.",
        "The cannery was -- the whole harbour was owned by one family.",
        "Imagine a harbour without a single boat in the middle of summer.",
        "You founded the cannery in Marrow Bay with two of your brothers.",
        "Ines, I know that the ferry and the cannery mean a lot to Tolland.",
        "The ferry was the only way, right, to reach Marrow Bay in winter.",
        "Our next question comes from the back row, near the window there.",
        "I run the harbour office, or, like, I don't run the harbour office.",
        "You've probably heard about the great storm of Marrow Bay.",
        "Today we have Ines Calder with us, who owns the cannery in Tolland.",
        "If you have anything to share, please email us at harbour@tolland.example.",
        "We have Ines Calder, who is the owner of the cannery in Tolland.",
        "The cannery is in my – in my town, and I was a clerk there for years.",
        "You just listened to Ines Calder speaking with the harbour master.",
    ] {
        assert_eq!(quoted(sentence), None, "{sentence}");
    }
}

#[test]
fn broken_shapes_are_not_quoted() {
    for sentence in [
        "THE FERRY BETWEEN MARROW BAY AND TOLLAND STOPPED RUNNING.",
        "the ferry between Marrow Bay and Tolland stopped running in winter.",
        "The ferry between Marrow Bay and Tolland stopped running in",
        "He said “the ferry will never run again between the two islands.",
        "The ferry [Data: Sources (1)] stopped running in the winter of 1987.",
        "Ferry | 1987 | stopped | Marrow Bay to Tolland and back again.",
        "Short one.",
        "",
    ] {
        assert_eq!(quoted(sentence), None, "{sentence}");
    }
}

#[test]
fn other_languages_go_by_shape() {
    let foreign = Setting { attributed: false, foreign: true };
    assert!(stand_alone("Die Fähre zwischen den Inseln fährt seit dem Winter 1987 nicht mehr.", foreign).is_some());
    assert!(stand_alone("这条渡轮航线在一九八七年的冬天停止了运行。", foreign).is_some());
    assert!(stand_alone("Fährt die Fähre zwischen den Inseln seit dem Winter nicht mehr?", foreign).is_none());
}

#[test]
fn long_sentences_end_at_a_clause() {
    let clause = "the harbour committee of Marrow Bay kept a careful record of every boat, crew and cargo that came in";
    let sentence = format!("In the winter of 1987 {clause}, and {clause}, and {clause}, and {clause}.");
    let text = quoted(&sentence).expect("a first part to quote");
    assert!(text.ends_with("came in …") && text.chars().count() <= MAX_CHARS, "{text}");
}

proptest! {
    #[test]
    fn what_is_quoted_is_a_span_of_the_sentence(
        sentence in "(So, |And |“)?[A-Z][a-zé’]{1,8}( [a-z]{1,9}|, [a-z]{2,5}| — | \\(is\\)| \u{202e}| 5){4,60}[.!?”]{1,2}",
        foreign: bool,
    ) {
        if let Some(quote) = stand_alone(&sentence, Setting { attributed: false, foreign }) {
            let words = quote.span.slice(&sentence).expect("on character boundaries");
            prop_assert!((THRESHOLD..=1.0).contains(&quote.worth));
            prop_assert!(words.chars().count() <= MAX_CHARS);
            prop_assert!(quote.text(&sentence).is_some_and(|text| text.contains(words)));
        }
    }

    /// Words that the rules look behind and ahead of, in any order and wherever the sentence ends.
    #[test]
    fn no_order_of_the_words_of_the_rules_panics(
        first in "(I|We|There|The|In|Until|They|She)",
        rest in "( (I|was|were|had|got|that|it|the|a|of|in|on|some|ways|about|worked|where|she|when|and|is|said|Tolland|Ada|boats|\\$5|million|team|with|move|forward|commented|another|view|then|as|or|like|you|know|to|for|habit|driving|tar|not|because)[,;]?){3,18}",
    ) {
        let sentence = format!("{first}{rest}.");
        for attributed in [true, false] {
            let setting = Setting { attributed, foreign: false };
            let _ = stand_alone(&sentence, setting);
        }
    }

    #[test]
    fn nothing_panics(sentence in "\\PC{0,80}", attributed: bool, foreign: bool) {
        stand_alone(&sentence, Setting { attributed, foreign });
    }
}

/// Asserts that the first of each pair is worth much less than the second, or nothing.
fn says_less_than(pairs: &[(&str, &str)]) {
    for (less, more) in pairs {
        assert!(worth(less) <= 0.7 * worth(more), "{less} {} {}", worth(less), worth(more));
    }
}

#[test]
fn talk_that_breaks_off_or_misses_its_object_is_worth_less() {
    says_less_than(&[
        (
            "I read a whole pile of the harbour papers around – so, I live in Tolland.",
            "I read a whole pile of the harbour papers in Tolland.",
        ),
        (
            "We sat down at – it's closed now, but the Lantern Cafe in Tolland.",
            "We sat down at the Lantern Cafe in Tolland for an hour.",
        ),
        (
            "There's a there's a book about ferries by Ada Voss of Tolland.",
            "There's a book about ferries by Ada Voss of Tolland.",
        ),
        (
            "The new ferries between Orsk and Tolland have really opened up.",
            "The new ferries between Orsk and Tolland have opened up the valley.",
        ),
        (
            "Someone was pointing to this as evidence that Tolland had lost its ferry.",
            "Someone was pointing to the log as evidence that Tolland had lost its ferry.",
        ),
        (
            "I think either Ada Voss or perhaps even Tom Arden of Tolland did.",
            "I think either Ada Voss or perhaps even Tom Arden of Tolland did it.",
        ),
        (
            "Ada Voss of Tolland isn't just a welder and a harbour master.",
            "Ada Voss of Tolland isn't just a welder but a harbour master.",
        ),
        (
            "Segment revenue at Tolland Lines grew by nine percent in the spring.",
            "Ferry revenue at Tolland Lines grew by nine percent in the spring.",
        ),
        (
            "I learned a similar set of lessons in the cannery at Tolland.",
            "I learned a hard set of lessons in the cannery at Tolland.",
        ),
        (
            "The plan of the Tolland ferry was- were the first two landings at the cannery.",
            "The plan of the Tolland ferry foresaw the first two landings at the cannery.",
        ),
        (
            "There was bitter, open, bitter conflict between Tolland and the ferries of Orsk.",
            "There was bitter and open conflict between Tolland and the ferries of Orsk.",
        ),
        (
            "I think things happened a bit differently in Tolland from the cannery at Orsk.",
            "I think the ferries ran a bit differently in Tolland from the cannery at Orsk.",
        ),
        (
            "From the oldest kilns of Tolland to the ferry and we have the cannery at Orsk as well.",
            "From the oldest kilns of Tolland to the ferry, we have the cannery at Orsk as well.",
        ),
        (
            "The first ferry at any landing in Tolland within a year, provided the owner notifies the board.",
            "The first ferry at any landing in Tolland is free, provided the owner notifies the board.",
        ),
        (
            "The problem with that is the ferries of Orsk are slow.",
            "The problem with Tolland is that the ferries of Orsk are slow.",
        ),
        (
            "The commercial success that they have seen in Tolland is a wonder to the board.",
            "The commercial success that the ferries have seen in Tolland is a wonder to the board.",
        ),
        (
            "GRT and WMB, I think, is what she said to the board, and the MPL.",
            "Ada Voss of Orsk explained what she had said to the board in Tolland.",
        ),
        (
            "A small wonder because the ferry has gone slower than I would have expected.",
            "The ferry has gone slower than I would have expected in Tolland.",
        ),
    ]);
}

#[test]
fn what_is_begun_again_or_leans_is_worth_less() {
    for (open, closed) in [
        (
            "I then had the honour of sitting beside Ines Calder of Marrow Bay.",
            "I had the honour of sitting beside Ines Calder of Marrow Bay.",
        ),
        (
            "I have done a lot with Ines Calder in Tolland and in Marrow Bay.",
            "I have done the welding with Ines Calder in Tolland and in Marrow Bay.",
        ),
        (
            "Ms Voss said that the gate raises larger issues for Tolland and Marrow Bay.",
            "Ms Voss said that the gate raises the water for Tolland and Marrow Bay.",
        ),
        (
            "Caldery now has sheds in Tolland and in Orsk, where she learned to weld the boats.",
            "Ines Calder now has sheds in Tolland and in Orsk, where she learned to weld the boats.",
        ),
    ] {
        assert!(worth(open) < 0.85 * worth(closed), "{open}: {} of {}", worth(open), worth(closed));
    }
    for broken in [
        "I have a kiln at home in Tolland that's now has three doors, because I'm welding more boats.",
        "The harbour of Tolland does not need to weigh the nets to weigh the nets of Marrow Bay.",
        "The ferry was built, in fact, my first boat in Marrow Bay was called the Ferry.",
    ] {
        assert_eq!(quoted(broken), None, "{broken}");
    }
    let restarted = "I then went to sea, and when I found ropes when I was in Tolland, I found ropes of the old boats.";
    assert_eq!(quoted(restarted), None);
    assert_eq!(quoted("Today, we'll be talking with Ines Calder of Marrow Bay and Tolland."), None);
}
