//! Which sentences change, blame, mend or deny something.

use super::*;
use crate::text::words::terms::{Stems, words};

fn stated(stance: Stance, sentence: &str) -> bool {
    stance.strength(sentence) >= STATED
}

/// Each rule has a sentence that says it and a twin that does not.
fn check(stance: Stance, pairs: &[(&str, &str)]) {
    let mut amiss = Vec::new();
    for (says, does_not) in pairs {
        if !stated(stance, says) {
            amiss.push(format!("should say it ({:.2}): {says}", stance.strength(says)));
        }
        if stated(stance, does_not) {
            amiss.push(format!("should not ({:.2}): {does_not}", stance.strength(does_not)));
        }
    }
    assert!(amiss.is_empty(), "{stance:?}\n{}", amiss.join("\n"));
}

#[test]
fn changes_have_a_before_and_an_after() {
    check(
        Stance::Change,
        &[
            ("The ferry used to run twice a day.", "The winch is used to lift the gate."),
            ("The ferry no longer stops at Orsk.", "The ferry stops no longer than a minute at Orsk."),
            ("The guild became a company.", "I became a clerk of the guild."),
            ("The vicar's bell was replaced with a horn.", "Each bell is taken down and replaced with a horn."),
            ("The crew moved from the quay to the mill.", "Letters came from Orsk by the morning ferry."),
            ("The board has become cautious.", "The board will become cautious in time."),
            ("The old gate was replaced by one of steel.", "The old gate may be replaced by one of steel."),
            ("Ordinance 12 was repealed and superseded in 1998.", "Any ordinance may be repealed or superseded."),
            ("Ten years ago nobody came, and now the quay is full.", "The quay is full now that the fair is on."),
            ("The guild has shifted its meetings to the winter.", "The wind shifted the papers about on the desk."),
            ("The fare has changed because of the new toll.", "He changed his mind because of the new toll."),
            (
                "Income moved from tolls to rents.",
                "The change in accounting estimate moved income from tolls to rents.",
            ),
        ],
    );
}

#[test]
fn problems_are_told_and_not_denied() {
    check(
        Stance::Problem,
        &[
            ("The inspector warned of a leak under the sluice.", "The inspector warmed the leeks under the sluice."),
            ("The bridge is unsafe, and two crossings failed.", "The bridge is not unsafe at low water."),
            ("There is a shortage of rope on the island.", "There is a store of rope on the island."),
            ("The slip damaged the mill.", "The slip never damaged the mill."),
            ("The town runs the risk of losing its harbour.", "The clerk runs the office of the harbour."),
            ("The crew suffered from a lack of sleep.", "In no event shall the city be liable for a lack of sleep."),
            ("The pumps crashed twice in March.", "The clerk was not worried about his job."),
        ],
    );
}

#[test]
fn remedies_are_what_is_done() {
    check(
        Stance::Remedy,
        &[
            ("A second valve was fitted to prevent flooding.", "A second valve was painted before the fair."),
            ("The guild repaired the sluice in June.", "The guild never repaired the sluice."),
            ("Inspectors were hired in order to protect the mill.", "Inspectors were in the mill at noon."),
        ],
    );
}

#[test]
fn disagreements_are_somebodys() {
    check(
        Stance::Disagreement,
        &[
            ("Ms. Arden disagreed with the board.", "Ms. Arden did not disagree with the board."),
            ("Residents opposed the closing of the ramp.", "Income came from rents as opposed to tolls."),
            ("The board denied that cement was used.", "Applications shall be approved or denied by the board."),
            ("The keeper disputed the log of the valve.", "Any dispute shall be heard by a single arbitrator."),
            ("On the contrary, the valve was shut all night.", "The valve was shut all night."),
            ("Critics argue that the toll is unjust.", "Members may bring objects of value to the meeting."),
            ("Two members spoke against the toll.", "Two members spoke of the toll."),
            ("Ms. Arden advised against the lowering.", "Ms. Arden advised the board on the lowering."),
            ("There are two accounts of the night at the weir.", "There are two accountants of the guild at Orsk."),
            ("The two logs cannot both be true.", "The two logs can both be found at Orsk."),
            ("A motion of no confidence in the chair was carried.", "There is no chair in the upper room."),
            ("The clerk asked that his dissent be recorded.", "The clerk asked that his descent be recorded."),
        ],
    );
}

#[test]
fn what_a_thing_is_is_said_of_the_thing() {
    let mut stems = Stems::default();
    let mut told = |thing: &str, sentence: &str| {
        let subject: Vec<String> = words(thing).map(|word| stems.stem(word.text).to_owned()).collect();
        defines(sentence, &subject, &mut stems) >= STATED
    };
    for (says, does_not) in [
        ("A tide gate is a door that closes on the flood.", "A tide gate is a great thing for the town of Orsk."),
        (
            "\"Tide gate\" means any door that closes on the flood.",
            "Jan Orr is a keeper who means to sell the tide gate.",
        ),
        ("The Tide Gate is the door and the sill below it.", "The tide gate is the best in all the land."),
        ("Such a door is called a tide gate in Orsk.", "The keeper was called to the tide gate in Orsk."),
        ("Tide gates are doors that close on the flood.", "Tide gates are painted by those who keep the locks."),
        ("**Tide gate**—A door that closes on the flood.", "Every tide gate - and there are many - was shut."),
        ("Tide gate: a door that closes on the flood.", "Tide gate keepers are people that nobody sees."),
    ] {
        assert!(told("tide gate", says), "{says}");
        assert!(!told("tide gate", does_not), "{does_not}");
    }
    assert!(told("gate", "A gate is a door in a dyke."));
    assert!(!told("gate", "A tide gate is a door in a dyke."));
}

#[test]
fn why_what_became_whose_and_warnings_are_told() {
    assert!(stated(Stance::Cause, "The sluice burst because the gate had rusted."));
    assert!(!stated(Stance::Cause, "The sluice burst at noon."));
    assert!(
        stated(Stance::Cause, "The elms were killed by salt water.") && stated(Stance::Cause, "They died of thirst.")
    );
    assert!(stated(Stance::Fate, "The keeper was last seen on the quay."));
    assert!(stated(Stance::Fate, "The old ferry was sold in May."));
    assert!(!stated(Stance::Fate, "The old ferry is blue."));
    assert!(stated(Stance::Ownership, "All shares are held by A. Voss."));
    assert!(!stated(Stance::Ownership, "The mill has its own sluice."));
    assert!(stated(Stance::Warning, "In no circumstances should the gate be opened."));
    assert!(stated(Stance::Warning, "Ms Voss advised against it."));
    assert!(!stated(Stance::Warning, "The gate was opened at noon."));
}

#[test]
fn what_was_settled_without_a_vote_or_lost_was_decided() {
    check(
        Stance::Decision,
        &[
            ("Agreed without a vote to close the quay.", "The two agreed with each other about the quay."),
            ("The motion was lost, four to five.", "The motion of the boat was felt below."),
            ("I award the keeper four pounds.", "I find it hard to keep the light."),
            ("The claim is dismissed.", "The claim is for four pounds."),
            ("Agreed unanimously that the bell be rung.", "It is not agreed that the bell was rung."),
        ],
    );
}

#[test]
fn what_is_due_is_told_from_what_was_done() {
    check(
        Stance::Due,
        &[
            ("The reply is due by 9 May.", "The flood was due to a rusted gate."),
            ("Reed to mend the lamp before the end of June.", "The lamp stands before the gate."),
            ("Bids must be submitted no later than noon.", "The lamp is no brighter than before."),
            ("All keys shall be returned within ten days.", "The key was returned by 9 May."),
            ("The lease expires on 31 March.", "The lease is in the drawer."),
        ],
    );
}

#[test]
fn what_is_asked_for_is_no_question_that_was_put() {
    check(
        Stance::Request,
        &[
            ("Would you send me the key of the mill?", "The keeper sent me the key of the mill."),
            ("We ask that the gate be mended before the winter.", "We asked nobody who mended the gate."),
            ("Please keep the gate open until dusk.", "Please find the bill in this letter."),
            ("The crews demanded that the dues be cut.", "The crews were asked how the dues were paid."),
        ],
    );
}

#[test]
fn what_was_found_and_what_should_be_done_are_told_by_those_who_looked() {
    check(
        Stance::Finding,
        &[
            ("The review found the following:", "The review looked at the gate and the mill."),
            ("We conclude that the gate was left open.", "The keeper left the gate open that night."),
            ("The inspectors found two cracks in the sill.", "The keeper found himself alone at the sill."),
        ],
    );
    check(
        Stance::Recommendation,
        &[
            ("We recommend that the sill be rebuilt.", "The sill was rebuilt in June."),
            ("The gate should be kept shut at night.", "The gate was shut at night."),
        ],
    );
}
