//! Every command where nothing is wrong.

use insta::assert_snapshot;

use crate::gleaner::Home;

#[test]
fn index_says_what_it_did_and_prints_where_the_index_went() {
    let home = Home::with_papers();
    home.write("papers/photo.png", [0x89, b'P', b'N', b'G', 0, 1, 2, 3, 0, 0]);
    home.write("papers/empty.txt", "");
    let run = home.run(&["index", "papers"]);
    assert_eq!(run.code, Some(0), "{run}");
    assert_eq!(run.out, "~/data/gleaner/indexes/papers-#.gleaner\n");
    assert!(run.err.contains("skipped empty.txt: empty"), "{run}");
    assert!(run.err.contains("skipped photo.png: "), "{run}");
    assert!(run.err.contains("indexed 3 documents with "), "{run}");
    assert_eq!(home.run(&["index", "papers", "-q"]).err, "");
    let json = home.run(&["index", "papers", "--json"]).json();
    assert_eq!((&json["documents"], json["skipped"].as_array().unwrap().len()), (&3.into(), 2));
}

#[test]
fn a_dry_run_lists_files_and_writes_nothing() {
    let home = Home::with_papers();
    let run = home.run(&["index", "papers", "--dry-run"]);
    assert_eq!(run.out, "letters/quill.md  302 B\nminutes.txt  369 B\nnotes.html  280 B\n", "{run}");
    assert!(run.err.starts_with("would index 3 documents with "), "{run}");
    assert!(!home.path("data").exists());
}

#[test]
fn stats_count_what_is_there() {
    let home = Home::indexed();
    let stats = home.run(&["stats", "--json"]).json();
    for (name, wanted) in [("documents", 3), ("text_units", 3), ("claims", 0)] {
        assert_eq!(stats[name], wanted, "{name}");
    }
    assert_eq!(stats["method"], "offline");
    for name in [
        "index",
        "tokens",
        "entities",
        "relationships",
        "communities",
        "reports",
        "levels",
        "modularity",
        "embeddings",
        "languages",
        "ledger",
        "cost_usd",
    ] {
        assert!(!stats[name].is_null(), "{name}: {stats}");
    }
    assert!(stats["entities"].as_u64().unwrap() >= 5, "{stats}");
    let plain = home.run(&["stats"]);
    assert!(
        plain.out.starts_with("papers  ~/data/gleaner/indexes/papers-#.gleaner\n")
            && plain.out.contains("\n  method         offline\n"),
        "{plain}"
    );
}

#[test]
fn every_kind_of_record_is_shown() {
    let home = Home::indexed();
    for kind in ["report", "entity", "relationship", "source", "document"] {
        let shown = home.run(&["show", kind, "0", "--json"]).json();
        assert_eq!((&shown["kind"], &shown["id"]), (&kind.into(), &0.into()));
        assert!(!shown["title"].as_str().unwrap().is_empty(), "{shown}");
        for neighbour in shown["neighbours"].as_array().unwrap() {
            assert!(neighbour["kind"].is_string() && neighbour["id"].is_u64() && neighbour["title"].is_string());
        }
        for place in shown["provenance"].as_array().unwrap() {
            assert!(place["path"].is_string() && place["start"].is_u64() && place["locator"].is_null(), "{place}");
        }
        let plain = home.run(&["show", kind, "0"]);
        assert!(plain.out.starts_with(&format!("{kind} 0  ")) && plain.code == Some(0), "{plain}");
        assert!(plain.out.lines().all(|line| line.chars().count() <= 80 || !line.contains(' ')), "{plain}");
    }
}

#[test]
fn things_are_called_here_as_the_explorer_calls_them() {
    let home = Home::indexed();
    let report = home.run(&["show", "report", "0"]).out;
    assert!(report.contains(" part") && report.contains("\nweight "), "{report}");
    assert!(!report.contains("sub-communit") && !report.contains("rating"), "{report}");
    let asked = home.run(&["ask", "Who cast the bearings of the swing bridge?", "--mode", "global"]).err;
    assert!(asked.contains("read ") && asked.contains(" they quote") && !asked.contains("quoting"), "{asked}");
}

#[test]
fn provenance_leads_to_the_bytes_of_the_file() {
    let home = Home::indexed();
    let found = home.run(&["search", "apprentice signed", "--kind", "source", "--limit", "1", "--json"]).json();
    let id = found["results"][0]["id"].as_u64().unwrap().to_string();
    let shown = home.run(&["show", "source", &id, "--json"]).json();
    let place = &shown["provenance"][0];
    let bytes = std::fs::read(home.path("papers").join(place["path"].as_str().unwrap())).unwrap();
    let at = |name: &str| place[name].as_u64().unwrap() as usize;
    let original = String::from_utf8_lossy(&bytes[at("start")..at("end")]);
    assert!(original.contains("in that year &amp; signed the list."), "{original}");
}

#[test]
fn search_finds_and_batches_answer_line_by_line() {
    let home = Home::indexed();
    let found = home.run(&["search", "Tamsin", "Foundry", "--json"]).json();
    assert_eq!(found["query"], "Tamsin Foundry");
    for result in found["results"].as_array().unwrap() {
        for name in ["kind", "id", "title", "snippet", "score"] {
            assert!(!result[name].is_null(), "{name}: {result}");
        }
    }
    let batch = "{\"id\": 7, \"query\": \"archive\"}\n\n{\"id\": \"b\", \"query\": \"\"}\n";
    let run = home.run_with_input(&["search", "--batch", "-", "--kind", "source", "--limit", "2"], batch.as_bytes());
    let lines: Vec<serde_json::Value> = run.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((&lines[0]["id"], &lines[1]["id"]), (&7.into(), &"b".into()));
    assert!(!lines[0]["results"].as_array().unwrap().is_empty());
    assert_eq!(lines[1]["results"], serde_json::json!([]));
    assert_eq!(home.run_with_input(&["search", "-"], b"bearings\n").code, Some(0));
    let nothing = home.run(&["search", "zzzz", "--json"]);
    assert_eq!((nothing.code, nothing.err.as_str()), (Some(1), ""), "{nothing}");
    assert_eq!(nothing.json()["results"], serde_json::json!([]));
    assert_snapshot!(home.run(&["search", "zzzz"]), @r"
    exit 1
    --- err
    index: papers, opened last; --index FILE names another
    nothing found: try other or fewer words
    ");
    let misspelt = home.run(&["search", "Quyll"]);
    assert!(misspelt.code == Some(1) && misspelt.err.contains("nothing found: perhaps"), "{misspelt}");
    assert!(
        misspelt.err.contains("hint: `gleaner show entity ") && misspelt.err.contains(" is Ada Quill"),
        "{misspelt}"
    );
}

#[test]
fn a_word_finds_passages_and_says_nothing_twice() {
    let home = Home::indexed();
    let found = home.run(&["search", "bearings", "--json"]).json();
    let results = found["results"].as_array().unwrap();
    let sources = results.iter().filter(|result| result["kind"] == "source").count();
    assert!(sources >= 2 && sources < results.len(), "{found}");
    let plain = home.run(&["search", "bearings"]);
    for sentence in ["Ada Quill to look at the bearings", "carry the mark of Tamsin Foundry"] {
        // Once in its passage; what says another thing besides may say it too, but no relationship and no document.
        let said = plain.out.split_whitespace().collect::<Vec<_>>().join(" ").matches(sentence).count();
        assert!((1..=3).contains(&said), "{plain}");
    }
}

#[test]
fn what_a_document_says_is_printed_without_the_signs_of_markdown() {
    let home = Home::new();
    home.write("papers/a.txt", "Cement for the dam.\n\nThe ticket of Harl Cement says net_tonnes: 112.00 for\nthe left abutment of Skelden Dam.\n");
    home.write("papers/b.txt", "Harl Cement delivers to Skelden Dam. Harl Cement was paid by Skelden Dam in March.\n");
    assert_eq!(home.run(&["index", "papers", "-q"]).code, Some(0));
    let asked = home.run(&["ask", "What does the ticket of Harl Cement say?", "--mode", "basic"]);
    assert!(asked.out.contains("says net_tonnes: 112.00 for the left abutment"), "{asked}");
    let json = home.run(&["ask", "What does the ticket of Harl Cement say?", "--mode", "basic", "--json"]).json();
    assert!(json["answer"].as_str().unwrap().contains("net_tonnes: 112.00"), "{json}");
}

#[test]
fn answers_carry_their_citations() {
    let home = Home::indexed();
    for mode in ["global", "local", "basic"] {
        let answer = home.run(&["ask", "Who cast the bearings of the swing bridge?", "--mode", mode, "--json"]).json();
        assert_eq!((&answer["mode"], &answer["analyst"]), (&mode.into(), &"extractive".into()));
        assert!(answer["answer"].as_str().unwrap().contains("[Data: "), "{answer}");
        for cited in answer["citations"].as_array().unwrap() {
            assert_eq!(cited["grounded"], true, "{cited}");
        }
        assert_eq!(answer["usage"]["calls"], 0);
        let number = |name: &str| answer["written_from"][name].as_u64().unwrap();
        let cited = answer["citations"].as_array().unwrap().len() as u64;
        assert!(number("read") > 0 && cited <= number("read") + number("quoted"), "{answer}");
    }
    let asked = home.run_with_input(&["ask", "-", "--scope", "document:0", "--mode", "basic"], b"bearings?\n");
    assert_eq!(asked.code, Some(0), "{asked}");
    let context = home.run(&["ask", "bearings", "--mode", "basic", "--context", "--json"]).json();
    assert!(!context["records"].as_array().unwrap().is_empty());
}

#[test]
fn a_critical_reading_checks_every_quotation() {
    let home = Home::indexed();
    let run = home.run(&["eval", "reading", "reading.md"]);
    assert_eq!(run.out, "reading.md\n", "{run}");
    let text = std::fs::read_to_string(home.path("reading.md")).unwrap();
    for heading in ["most connected entities", "root titles", "Three reports", "Ten questions", "Quotations"] {
        assert!(text.contains(heading), "{heading}");
    }
    assert!(!text.contains("- amiss:"), "{text}");
    let again = home.run(&["eval", "reading", "again.md"]);
    assert_eq!(again.code, Some(0));
    assert_eq!(text, std::fs::read_to_string(home.path("again.md")).unwrap(), "the same seed, the same samples");
}

#[test]
fn the_same_documents_give_the_same_index() {
    let home = Home::indexed();
    let dump = |home: &Home| {
        ["report", "entity", "relationship", "source", "document"]
            .map(|kind| home.run(&["show", kind, "0", "--json"]).out)
            .join("\n")
    };
    let first = dump(&home);
    assert_eq!(home.run(&["index", "papers", "-q"]).code, Some(0));
    assert_eq!(first, dump(&home));
}

#[test]
fn settings_are_shown_with_where_they_come_from() {
    let home = Home::new();
    assert_eq!(home.run(&["config", "path"]).out, "~/config/gleaner/config.toml\n");
    assert_eq!(home.run(&["config", "init"]).out, "~/config/gleaner/config.toml\n");
    assert_snapshot!(home.run(&["config", "init"]), @r"
    exit 1
    --- err
    error: ~/config/gleaner/config.toml is there already
    hint: it was left as it is; `gleaner config show` prints what it says
    ");
    home.write("config/gleaner/config.toml", "chunk_size = 300\n");
    let mut command = home.gleaner(&["config", "show"]);
    let shown = String::from_utf8(command.env("GLEANER_SEED", "7").output().unwrap().stdout).unwrap();
    let line = |name: &str| shown.lines().find(|line| line.starts_with(name)).unwrap().to_owned();
    assert!(line("chunk_size").contains("= 300") && line("chunk_size").ends_with("config.toml"), "{shown}");
    assert!(line("seed").contains("= 7") && line("seed").ends_with("# GLEANER_SEED"), "{shown}");
    assert!(line("chunk_overlap").ends_with("# default"), "{shown}");
}

#[test]
fn what_is_exported_is_imported_and_nothing_is_overwritten() {
    let home = Home::indexed();
    let before = home.run(&["stats", "--json"]).json();
    let run = home.run(&["export", "tables", "--format", "graphrag"]);
    assert!(run.code == Some(0) && run.out == "tables\n" && run.err.contains("wrote 6 files"), "{run}");
    for (out, wanted) in [("x.jsonl", "name a folder"), ("no/where/x", "no/where: there is no such folder")] {
        let refused = home.run(&["export", out, "--format", "jsonl"]);
        assert!(refused.code == Some(2) && refused.err.contains(wanted), "{refused}");
        assert!(!home.path(out).exists(), "{out}");
    }
    let again = home.run(&["export", "tables", "--format", "graphrag"]);
    assert!(again.code == Some(1) && again.err.contains("--force"), "{again}");
    let imported = home.run(&["import", "tables", "--json"]).json();
    for kind in ["documents", "text_units", "entities", "relationships", "communities", "reports"] {
        assert_eq!(imported[kind], before[kind], "{kind}");
    }
    assert_eq!((imported["listed"].as_u64(), &imported["rows"]), (Some(0), &imported["loaded"]));
    let doctor = home.run(&["doctor"]);
    assert!(doctor.out.contains("GraphRAG tables"), "{doctor}");
    let index = imported["index"].as_str().unwrap().strip_prefix("~/").unwrap().to_owned();
    let answer = home.run(&["ask", "What was decided?", "--index", &index, "--json"]).json();
    assert_eq!(answer["analyst"], "extractive");
    let reports = home.path("tables").join("community_reports.parquet");
    let bytes = std::fs::read(&reports).unwrap();
    std::fs::write(&reports, &bytes[..bytes.len() / 2]).unwrap();
    let half = home.run(&["import", "tables", "--force", "--index", "half.gleaner"]);
    assert!(half.code == Some(1) && home.path("half.gleaner").is_file(), "{half}");
    assert!(half.err.contains("error: 1 table is damaged and not imported: community_reports.parquet"), "{half}");
    let none = home.run(&["import", "papers"]);
    assert!(none.code == Some(3) && none.err.contains("gleaner index FOLDER"), "{none}");
}

#[test]
fn help_completions_and_doctor_answer_without_an_index() {
    let home = Home::new();
    for arguments in [&["--help"][..], &["--version"], &["completions", "bash"], &["doctor"], &["index", "--help"]] {
        let run = home.run(arguments);
        assert!(run.code == Some(0) && !run.out.is_empty() && run.err.is_empty(), "{arguments:?}: {run}");
    }
    assert_eq!(home.run(&["doctor", "--json"]).json()["ok"], true);
}

#[test]
fn colour_is_for_terminals_or_on_demand() {
    let home = Home::indexed();
    let is_coloured = |run: crate::gleaner::Run| run.out.contains('\x1b');
    assert!(!is_coloured(home.run(&["stats"])));
    assert!(is_coloured(home.run(&["stats", "--color", "always"])));
    assert!(!is_coloured(home.run(&["stats", "--color", "never"])));
}

#[test]
fn the_index_of_the_folder_one_stands_in_is_meant() {
    let home = Home::indexed();
    home.write("other/a.txt", "Something else altogether stands here, and it is long enough to be read.\n");
    assert_eq!(home.run(&["index", "other", "-q"]).code, Some(0));
    let name = |folder: &str| {
        let mut command = home.gleaner(&["stats", "--json"]);
        let output = command.current_dir(home.path(folder)).output().unwrap();
        serde_json::from_slice::<serde_json::Value>(&output.stdout).unwrap()["name"].clone()
    };
    assert_eq!(name("papers"), "papers");
    assert_eq!(name("papers/letters"), "papers");
    assert_eq!(name("other"), "other");
    assert_eq!(name("."), "other", "elsewhere, the one used last");
    let said = |folder: &str, arguments: &[&str]| {
        let output = home.gleaner(arguments).current_dir(home.path(folder)).output().unwrap();
        String::from_utf8(output.stderr).unwrap()
    };
    assert!(said("papers/letters", &["stats"]).ends_with("/papers\n"), "which one is said");
    assert_eq!(said(".", &["stats"]), "index: other, opened last; --index FILE names another\n");
    assert_eq!(said(".", &["stats", "-q"]) + &said(".", &["stats", "--json"]), "");
    // So is one that lies elsewhere.
    home.write("third/a.txt", "The lamp of the third quay was mended in May.");
    assert_eq!(home.run(&["index", "third", "--index", "third.gleaner", "-q"]).code, Some(0));
    assert_eq!(name("third"), "third");
    let index = home.index();
    assert_eq!(said(".", &["stats", "--index", index.to_str().unwrap()]), "");
}
