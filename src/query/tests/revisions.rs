//! Two versions of one document, held against each other.

use super::super::*;
use super::{answered, asked, indexed};

fn rules() -> (tempfile::TempDir, Session) {
    let third = "# Rules of the quay, version 3\n\nThe gate is shut at eight.\n\nEvery boat shows a lamp at its mast.\n\n\
                 No fire is lit on board.\n\nNets are hung from the north wall only.\n";
    let fourth = "# Rules of the quay, version 4\n\n## Gate\n\nThe gate is shut at nine.\n\n## Fire\n\nNo fire is lit on board.\n\n\
                  ## Lamps\n\nLamps may be dark while a boat lies at the quay.\n\n## Dogs\n\nDogs are kept on a lead.\n";
    let yard = "# Rules of the yard\n\nTools are put back in the evening.\n";
    let files = [("quay-3.md", third), ("quay-4.md", fourth), ("yard.md", yard)];
    indexed(files.map(|(name, text)| (name.to_owned(), text.to_owned())))
}

fn told(session: &Session, question: &str) -> String {
    answered(session, &asked(question, Mode::AUTO)).text
}

#[test]
fn what_changed_is_told_beside_what_it_was() {
    let (_folder, session) = rules();
    let said = told(&session, "What changed in version 4 of the rules of the quay?");
    let begins = "Rules of the quay, version 4, against Rules of the quay, version 3: 2 passages changed, one passage new, \
                  one passage left out.";
    assert!(said.starts_with(begins), "{said}");
    let in_order =
        ["(now): “The gate is shut at nine.”", "(before): “The gate is shut at eight.”", "(now): “Lamps may be dark"];
    let places: Vec<Option<usize>> = in_order.iter().map(|one| said.find(one)).collect();
    assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{said}");
    assert!(said.contains("(new): “Dogs are kept") && said.contains("(left out): “Nets are hung"), "{said}");
    assert!(!said.contains("No fire is lit"), "{said}");
    for question in [
        "What is the difference between version 3 and version 4?",
        "What changed in the rules of the quay?",
        "What's new in v4?",
    ] {
        assert!(told(&session, question).starts_with(begins), "{question}");
    }
}

#[test]
fn what_has_no_versions_is_asked_of_passages() {
    let (_folder, session) = rules();
    for question in ["What changed in the rules of the yard?", "What changed in version 9 of the rules of the quay?"] {
        assert!(!told(&session, question).contains("against Rules"), "{question}");
    }
}

#[test]
fn the_present_version_answers_in_words_of_its_own() {
    let (_folder, session) = rules();
    let said = told(&session, "Must a boat show a lamp at its mast?");
    let place = |words: &str| said.find(words);
    let present = place("Lamps may be dark while a boat lies at the quay.");
    assert!(present.is_some() && place("Every boat shows a lamp").is_none_or(|older| present < Some(older)), "{said}");
}

#[test]
fn two_documents_may_be_held_against_each_other_by_their_titles_and_days() {
    let first = "# Lamp committee: minutes of 11 June 2031\n\nPresent: Ada Voss, Tom Reed\n\nThe lamps of Orsk Works got 84 points.\n\nThe \
                 committee recommends Orsk Works.\n";
    let second = "# Lamp committee: corrected minutes\n\nThese replace those of 11 June 2031.\n\nThe lamps of Orsk Works got 75 points.\n\n\
                  The committee recommends Voss & Co.\n";
    let draft = "# Review of the lamps: draft\n\nThe loss is 8.4 thousand.\n";
    let last = "# Review of the lamps: final\n\nThe loss is 8.1 thousand.\n";
    let files = [("a.md", first), ("b.md", second), ("c.md", draft), ("d.md", last)];
    let (_folder, session) = indexed(files.map(|(name, text)| (name.to_owned(), text.to_owned())));
    let said = told(&session, "What changed between the minutes of 11 June and the corrected minutes?");
    assert!(
        said.starts_with("Lamp committee: corrected minutes, against Lamp committee: minutes of 11 June"),
        "{said}"
    );
    assert!(said.contains("84 points") && said.contains("75 points"), "{said}");
    let said = told(&session, "What changed between the draft and the final review?");
    assert!(said.starts_with("Review of the lamps: final, against Review of the lamps: draft"), "{said}");
}
