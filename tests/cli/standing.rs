//! An index that stands: built beside, and not lost by accident.

use crate::gleaner::Home;

/// A home with `papers`, its index, and an index imported from its tables.
fn imported() -> Home {
    let home = Home::indexed();
    assert_eq!(home.run(&["export", "tables", "--format", "graphrag", "-q"]).code, Some(0));
    let run = home.run(&["import", "tables", "--index", "imported.gleaner", "-q"]);
    assert_eq!(run.code, Some(0), "{run}");
    home.write("other/note.txt", "The ferry was sold to Orsk in May.\n");
    home
}

#[test]
fn a_structure_is_built_of_an_index_as_it_stands() {
    let home = imported();
    let stats = |home: &Home| home.run(&["stats", "--index", "imported.gleaner", "--json"]).json()["entities"].clone();
    let before = stats(&home);
    let ask = ["ask", "--index", "imported.gleaner", "--mode", "raptor", "What was decided?"];
    let lacks = home.run(&ask);
    assert_eq!(lacks.code, Some(1), "{lacks}");
    assert!(lacks.err.contains("`gleaner index --with raptor --index imported.gleaner` builds it"), "{lacks}");
    let built = home.run(&["index", "--with", "raptor,hippo", "--index", "imported.gleaner"]);
    assert_eq!(built.code, Some(0), "{built}");
    assert!(built.err.contains("raptor: ") && built.err.contains("hippo: ") && !built.err.contains('{'), "{built}");
    assert_eq!(home.run(&ask).code, Some(0));
    assert_eq!(stats(&home), before);
    // Of the index of a folder likewise, and found without a name.
    let index = home.index();
    let built = home.run(&["index", "--with", "contextual", "--index", index.to_str().unwrap()]);
    assert_eq!(built.code, Some(0), "{built}");
    for more in [&["--dry-run"][..], &["--fresh"], &["--method", "offline"]] {
        let run = home.run(&[&["index", "--with", "raptor", "--index", "imported.gleaner"][..], more].concat());
        assert!(run.code == Some(2) && run.err.contains("folders are missing"), "{run}");
    }
    assert_eq!(home.run(&["index", "--with", "raptor", "--index", "nowhere.gleaner"]).code, Some(3));
}

#[test]
fn an_index_of_other_folders_is_not_written_over() {
    let home = imported();
    let documents = |index: &str| home.run(&["stats", "--index", index, "--json"]).json()["documents"].clone();
    let index = home.index();
    let index = index.to_str().unwrap();
    for standing in ["imported.gleaner", index] {
        let before = documents(standing);
        let run = home.run(&["index", "other", "--index", standing]);
        assert!(run.code == Some(2) && run.err.contains("--force"), "{run}");
        assert_eq!(documents(standing), before);
    }
    // More folders than before are no others.
    assert_eq!(home.run(&["index", "papers", "other", "--index", index]).code, Some(0));
    let run = home.run(&["index", "other", "--index", "imported.gleaner", "--force"]);
    assert_eq!(run.code, Some(0), "{run}");
    assert_eq!(documents("imported.gleaner"), 1);
}

#[test]
fn an_import_is_not_written_over_an_index_of_documents() {
    let home = imported();
    let documents = |index: &str| home.run(&["stats", "--index", index, "--json"]).json()["documents"].clone();
    assert_eq!(home.run(&["index", "other", "--index", "own.gleaner", "-q"]).code, Some(0));
    for refused in [&["import", "tables", "--index", "own.gleaner"][..], &["open", "tables", "--index", "own.gleaner"]]
    {
        let run = home.run(refused);
        assert!(run.code == Some(2) && run.err.contains("was made from") && run.err.contains("--force"), "{run}");
        assert_eq!(documents("own.gleaner"), 1);
    }
    // What was imported is imported again.
    assert_eq!(home.run(&["import", "tables", "--index", "imported.gleaner"]).code, Some(0));
    let run = home.run(&["import", "tables", "--index", "own.gleaner", "--force"]);
    assert_eq!(run.code, Some(0), "{run}");
    assert_eq!(documents("own.gleaner"), 3);
}
