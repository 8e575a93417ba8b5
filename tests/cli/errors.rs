//! Every way to go wrong: the message, what to do next, the exit code.

use insta::assert_snapshot;

use crate::gleaner::Home;

#[test]
fn there_is_no_index() {
    let home = Home::new();
    assert_snapshot!(home.run(&["stats"]), @r"
    exit 3
    --- err
    error: there is no index yet
    hint: `gleaner index FOLDER` makes one
    hint: `gleaner demo` shows the built-in corpus
    ");
    assert_snapshot!(home.run(&["stats", "--index", "nowhere.gleaner"]), @r"
    exit 3
    --- err
    error: there is no index at nowhere.gleaner
    hint: `gleaner index FOLDER` makes one
    hint: `--index FILE` names another
    ");
}

#[test]
fn usage_errors_say_what_was_meant() {
    let home = Home::indexed();
    assert_snapshot!(home.run(&["show", "entitty", "3"]), @r"
    exit 2
    --- err
    error: `entitty` is no kind of record; kinds are report, entity, relationship, claim, source, document
    hint: did you mean `entity`?
    ");
    assert_snapshot!(home.run(&["config"]), @r"
    exit 2
    --- err
    error: what to do is missing: path, show, init
    hint: usage: gleaner config [OPTIONS] <COMMAND>
    ");
    assert_snapshot!(home.run(&["ask", "What is said of the harbour?", "--level", "9"]), @r"
    exit 2
    --- err
    index: papers, opened last; --index FILE names another
    error: the index has no reports at level 9; its deepest level is 0
    hint: `gleaner stats` prints the levels
    ");
    assert_snapshot!(home.run(&["search", " "]), @r"
    exit 2
    --- err
    index: papers, opened last; --index FILE names another
    error: the query is empty
    hint: `gleaner search WORDS`
    ");
    assert_snapshot!(home.run(&["index", "nowhere"]), @r"
    exit 2
    --- err
    error: nowhere: there is no such file or folder
    ");
    assert_snapshot!(home.run(&["index", "papers", "--method", "fast"]), @r"
    exit 2
    --- err
    error: no model is configured for the role `report`
    hint: set `model` or `report_model` in the settings, or GLEANER_MODEL; `gleaner doctor` shows what is there
    hint: `--method offline` needs none and is the default
    ");
    assert_snapshot!(home.run(&["ask", "  "]), @r#"
    exit 2
    --- err
    index: papers, opened last; --index FILE names another
    error: the question is empty
    hint: `gleaner ask "What are the main themes?"`
    "#);
    assert_snapshot!(home.run(&["ask", "why?", "--scope", "planet:9"]), @r"
    exit 2
    --- err
    index: papers, opened last; --index FILE names another
    error: `planet:9` is no part of an index
    hint: a scope is community:ID, document:ID or NAME, folder:PATH, speaker:NAME, type:pdf, from:2019-02 or until:2019-12-31
    ");
    assert_eq!(home.run(&["frobnicate"]).code, Some(2));
    assert_eq!(home.run(&["search"]).code, Some(2));
    assert_eq!(home.run(&["search", "--batch", "nowhere.jsonl"]).code, Some(2));
    let batch = home.run_with_input(&["search", "--batch", "-"], b"not json\n");
    assert!(batch.code == Some(2) && batch.err.contains("-, line 1 is not JSON"), "{batch}");
}

#[test]
fn a_record_that_does_not_exist() {
    let home = Home::indexed();
    assert_snapshot!(home.run(&["show", "entity", "99999"]), @r"
    exit 3
    --- err
    index: papers, opened last; --index FILE names another
    error: there is no entity 99999 in this index
    hint: `gleaner search WORDS` finds records and prints their ids
    ");
    assert_eq!(home.run(&["ask", "why?", "--scope", "document:77"]).code, Some(3));
    assert_eq!(home.run(&["ask", "why?", "--scope", "folder:nowhere"]).code, Some(3));
    let unknown = home.run(&["ask", "why?", "--scope", "document:nowhere.txt"]);
    assert!(unknown.code == Some(3) && unknown.err.contains("no document is called `nowhere.txt`"), "{unknown}");
    let near = home.run(&["ask", "why?", "--scope", "document:minuts.txt"]);
    assert!(near.err.contains("is minutes.txt"), "{near}");
    for name in ["minutes.txt", "Minutes", "letters/quill.md"] {
        let asked = home.run(&["ask", "What is this about?", "--scope", &format!("document:{name}")]);
        assert_eq!(asked.code, Some(0), "{asked}");
    }
}

#[test]
fn what_is_missing_or_misread_is_said_with_the_way_out() {
    let home = Home::indexed();
    let shown = home.run(&["show", "entity", "ada quill"]);
    assert!(shown.code == Some(0) && shown.out.contains("Ada Quill"), "{shown}");
    let unknown = home.run(&["show", "entity", "Nobody Such"]);
    assert!(unknown.code == Some(3) && unknown.err.contains("no entity is called `Nobody Such`"), "{unknown}");
    assert!(unknown.err.contains("`gleaner search WORDS` finds records"), "{unknown}");
    let misspelt = home.run(&["show", "entity", "Quyll"]);
    assert!(misspelt.code == Some(3) && misspelt.err.contains(" is Ada Quill"), "{misspelt}");
    // What a text says of somebody makes nobody be called so.
    let spoken_of = home.run(&["show", "entity", "who paid nothing"]);
    assert!(spoken_of.code == Some(3) && !spoken_of.err.contains("`gleaner show entity"), "{spoken_of}");
    let tie = home.run(&["show", "relationship", "0", "--json"]).json();
    let (one, other) = tie["title"].as_str().unwrap().split_once(" – ").unwrap();
    let turned = home.run(&["show", "relationship", &format!("{other} - {one}")]);
    assert!(turned.code == Some(0) && turned.out.starts_with("relationship 0 "), "{turned}");
    let amiss = home.run(&["show", "relationship", &format!("{other} – {one}s")]);
    assert!(amiss.code == Some(3) && amiss.err.contains("`gleaner show relationship 0` is"), "{amiss}");
    let claim = home.run(&["show", "claim", "0"]);
    assert!(claim.code == Some(3) && claim.err.contains("no claims: a model makes them"), "{claim}");
    assert_snapshot!(home.run(&["open"]), @r"
    exit 2
    --- err
    error: what to open is missing
    hint: `gleaner open FOLDER`, or `gleaner open --index FILE`; `gleaner` alone lists what was opened
    ");
    let index = home.index();
    let opened = home.run(&["open", "--index", index.to_str().unwrap()]);
    assert!(opened.code == Some(1) && opened.err.contains("the explorer needs a terminal"), "{opened}");
    let help = home.run(&["help", "ask"]);
    assert!(help.code == Some(0) && help.out.contains("Ask a question"), "{help}");
    let batch = home.run_with_input(&["search", "--batch", "-"], b"{}\nwho?\n");
    assert!(batch.err.contains(r#"every line is JSON like {"id": 1"#), "{batch}");
}

#[test]
fn encodings_and_tables_are_told() {
    let home = Home::with_papers();
    home.write("papers/latin1.txt", b"The caf\xe9 at Kelpmouth is where Ada Quill met the Harbour Board.\n");
    home.write("papers/costs.csv", "date,amount\n2021-01-01,12\n2021-02-01,13\n");
    let run = home.run(&["index", "papers", "-v"]);
    assert!(run.err.contains("read latin1.txt as windows-1252"), "{run}");
    assert!(run.err.contains("costs.csv: its rows are one document"), "{run}");
    let stats = home.run(&["stats"]);
    assert!(stats.out.contains("not in UTF-8   windows-1252 1\n"), "{stats}");
}

#[test]
fn errors_are_json_on_demand() {
    let home = Home::new();
    let error = home.run(&["show", "report", "1", "--json"]).error();
    assert_eq!((&error["kind"], &error["message"]), (&"no-index".into(), &"there is no index yet".into()));
    assert_eq!(error["hints"].as_array().unwrap().len(), 2);
    assert_eq!(home.run(&["--json", "frobnicate"]).error()["kind"], "usage");
}

#[test]
fn settings_that_cannot_be_taken() {
    let home = Home::new();
    home.write("config/gleaner/config.toml", "chunk_sise = 300\n");
    assert_snapshot!(home.run(&["stats"]), @r"
    exit 2
    --- err
    error: ~/config/gleaner/config.toml: there is no setting `chunk_sise`
    hint: did you mean `chunk_size`?
    ");
    home.write("config/gleaner/config.toml", "chunk_size = 3\n");
    assert_snapshot!(home.run(&["stats"]), @r"
    exit 2
    --- err
    error: ~/config/gleaner/config.toml: `chunk_size` takes 20 to 100000 tokens, not `3`
    ");
    assert_eq!(home.run(&["config", "path"]).code, Some(0), "the way out works nevertheless");
    assert_eq!(home.run(&["stats", "--config", "nowhere.toml"]).code, Some(2));
}

#[test]
fn there_is_nothing_to_index() {
    let home = Home::new();
    std::fs::create_dir(home.path("empty")).unwrap();
    let run = home.run(&["index", "empty"]);
    assert!(
        run.code == Some(1) && run.err.starts_with("error: there is nothing to index: no files were found"),
        "{run}"
    );
    home.write("binaries/a.png", [0x89, b'P', b'N', b'G', 0, 0, 0, 0]);
    home.write("binaries/b.bin", [0u8; 512]);
    let run = home.run(&["index", "binaries"]);
    assert!(run.code == Some(1) && run.err.contains("all 2 files were skipped"), "{run}");
    assert!(run.err.contains("hint: a.png: "), "{run}");
    assert!(!home.path("data/gleaner/indexes").read_dir().is_ok_and(|mut d| {
        d.any(|e| e.unwrap().path().extension().is_some_and(|extension| extension == "gleaner"))
    }));
}

#[test]
fn tables_of_another_program_are_to_be_imported() {
    let home = Home::indexed();
    assert_eq!(home.run(&["export", "tables", "--format", "graphrag", "-q"]).code, Some(0));
    let run = home.run(&["index", "tables"]);
    assert_eq!(run.code, Some(1), "{run}");
    assert!(run.err.contains("gleaner import FOLDER"), "{run}");
}
