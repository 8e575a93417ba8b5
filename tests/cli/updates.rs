//! Bringing an index up to date from the command line.

use std::io::{BufRead, BufReader};

use insta::assert_snapshot;

use crate::gleaner::Home;

const NOTE: &str =
    "Sunniva Dahl wrote to the Tamsin Foundry. The Tamsin Foundry answered Sunniva Dahl within the week.";

#[test]
fn an_update_says_what_is_new_and_a_second_one_that_nothing_is() {
    let home = Home::indexed();
    let untouched = home.run(&["index", "papers"]);
    assert!(untouched.err.contains("nothing changed: the index of 3 documents is current"), "{untouched}");
    assert_eq!(home.run(&["news"]).out, "", "a first build has no news");

    home.write("papers/orme.txt", NOTE);
    std::fs::remove_file(home.path("papers/notes.html")).unwrap();
    let update = home.run(&["index", "papers", "--json"]).json()["update"].clone();
    assert_eq!((&update["current"], &update["documents_taken_over"]), (&false.into(), &2.into()), "{update}");
    let documents = &update["news"][0];
    assert_eq!((&documents["kind"], &documents["new"], &documents["gone"]), (&"document".into(), &1.into(), &1.into()));

    assert_snapshot!(home.run(&["news", "--kind", "document"]).out, @r"
    new      document 3          Orme
    gone     document 2          Archive notes
    ");
    let news = home.run(&["news", "--json"]).json()["news"].clone();
    let person = news.as_array().unwrap().iter().find(|item| item["title"] == "Sunniva Dahl").expect("the new person");
    assert_eq!((&person["kind"], &person["change"]), (&"entity".into(), &"new".into()));
    let gone = home.run(&["show", "document", "2"]);
    assert_eq!(gone.code, Some(3), "a number that was given is not given again: {gone}");

    std::fs::create_dir(home.path("papers/old")).unwrap();
    std::fs::rename(home.path("papers/orme.txt"), home.path("papers/old/orme.txt")).unwrap();
    let moved = home.run(&["index", "papers"]);
    assert!(moved.err.contains("3 documents as they were, 1 moved\n"), "{moved}");
}

#[test]
fn a_followed_folder_is_brought_up_to_date_when_a_file_comes() {
    let home = Home::with_papers();
    let mut child = home.gleaner(&["index", "papers", "--watch", "--json"]).spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut built = || serde_json::from_str::<serde_json::Value>(&lines.next().unwrap().unwrap()).unwrap();
    assert_eq!(built()["documents"], 3);
    home.write("papers/orme.txt", NOTE);
    assert_eq!(built()["documents"], 4);
    child.kill().unwrap();
    child.wait().unwrap();
}
