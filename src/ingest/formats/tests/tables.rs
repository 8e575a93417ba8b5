//! What the columns of a table are read as.

use super::*;

const GAMES: &str = "package,version,maintainer,size_kb,seen,description\n\
    ace,1.5-2,Yann Dirson,719,,\"The Ace is a set of solitaire games, inspired by the ones that came with the first desktops, and it has a number of enhancements.\"\n\
    bzed,2.0+b1,Ada Lund,88,x,\"Bzed is a small game of boats for a wet afternoon, with two harbours, one lighthouse and a keeper who never sleeps at all.\"\n\
    corsix,0.9,Ada Lund,12044,,\"Corsix is a hospital that has to be run, with patients who come in with whatever they have, and doctors who are never there.\"\n";

fn quoted(item: &Item, kind: BlockKind) -> Vec<&str> {
    let blocks = item.blocks.iter().flatten().filter(|block| block.kind == kind);
    blocks.filter_map(|block| block.span.slice(&item.text)).collect()
}

fn author(item: &Item) -> Option<&str> {
    item.authors.first().map(|(_, author)| author.as_str())
}

#[test]
fn cells_beside_a_text_stay_with_it() {
    let read = read("games.csv", GAMES);
    let item = &read.items[0];
    assert_eq!(item.title.as_deref(), Some("ace"));
    assert_eq!(quoted(item, BlockKind::Cell), ["version: 1.5-2; maintainer: Yann Dirson; size_kb: 719"]);
    assert!(item.text.contains("\n\nThe Ace is a set of solitaire games"), "{}", item.text);
    assert_eq!(quoted(item, BlockKind::Paragraph).len(), 1);
    let at = item.text.find("Yann").expect("kept");
    assert_eq!(item.map.to_file(Span::new(at, at + 11)).slice(GAMES), Some("Yann Dirson"));
    assert_eq!(
        read.remark.as_deref(),
        Some(
            "each row is a document; its text is \"description\", its title \"package\"; stand beside it: version, maintainer, size_kb, seen"
        )
    );
}

#[test]
fn what_people_write_of_something_is_a_text_however_short() {
    let source = "date,lamp,stars,author,review\n2031-01-04,Tern,5,Ada Voss,Best lamp I had.\n\
                  2031-01-19,Tern,2,Tom Reed,\"It hums like a wasp, all night.\"\n2031-02-02,Auk,4,Kai Lund,Solid and dull it is.\n";
    let read = read("reviews.csv", source);
    assert_eq!(read.items.len(), 3);
    assert_eq!(quoted(&read.items[1], BlockKind::Paragraph), ["It hums like a wasp, all night."]);
}

#[test]
fn what_only_a_machine_reads_is_left_out_of_a_row() {
    let row = |number: usize, name: &str| {
        format!(
            r#"{{"row": {number}, "sha": "9f86d081884c7d659a2feaa0c55ad01{number}", "name": "{name}", "vector": [{}], "tags": ["salt", "sea"], "text": "A text about {name} that is long enough to be one."}}"#,
            vec!["0.5"; 20].join(", ")
        )
    };
    let source = [row(0, "Tern"), row(1, "Heron"), row(2, "Auk")].join("\n");
    let read = read("x.jsonl", &source);
    assert_eq!(quoted(&read.items[1], BlockKind::Cell), ["tags: salt, sea"]);
    assert_eq!(read.items[1].title.as_deref(), Some("Heron"));
    assert!(
        read.remark.is_some_and(|remark| remark.ends_with("stand beside it: sha, tags; are left out: row, vector"))
    );
}

#[test]
fn a_title_is_guessed_from_what_each_row_has_for_itself() {
    let source = GAMES.replace("package,", "what,").replace("maintainer", "label");
    let titles = |source: &str| -> Vec<String> {
        read("x.csv", source).items.into_iter().map(|item| item.title.unwrap_or_default()).collect()
    };
    assert_eq!(titles(&source), ["ace", "bzed", "corsix"]);
    // A label that many rows share says less than a first and a last name.
    let people = "label,last_name,first_name,story\n".to_owned()
        + &[("Sund", "Kai"), ("Lund", "Ada"), ("Ek", "Ida")]
            .map(|(last, first)| format!("kept,{last},{first},{}\n", "The story of a keeper who stayed. ".repeat(5)))
            .concat();
    assert_eq!(titles(&people), ["Kai Sund", "Ada Lund", "Ida Ek"]);
}

#[test]
fn two_columns_that_tell_rows_apart_together_are_a_title() {
    let rows = [("ferry", "1.0"), ("ferry", "1.1"), ("crane", "1.0"), ("crane", "2.0")].map(|(what, version)| {
        format!("{what},{version},stable,{}\n", "It was mended by those who know how it is done. ".repeat(5))
    });
    let read = read("x.csv", &format!("package,version,state,changes\n{}", rows.concat()));
    let titles: Vec<&str> = read.items.iter().filter_map(|item| item.title.as_deref()).collect();
    assert_eq!(titles, ["ferry 1.0", "ferry 1.1", "crane 1.0", "crane 2.0"]);
}

#[test]
fn a_row_among_others_begins_with_what_it_is_called() {
    let source =
        "first_name,last_name,age,type\nCesar A.,Aguilar,18,shooting\nGeorge,Alvarez,42,fire\nVivian,Austin,87,fire\n";
    let read = read("people.csv", source);
    assert_eq!(
        quoted(&read.items[0], BlockKind::Row)[0],
        "Cesar A. Aguilar; first_name: Cesar A.; last_name: Aguilar; age: 18; type: shooting"
    );
    // A row that takes several lines says so in each.
    let wide = |boat: &str| format!("{boat},{}\n", ["a berth of some length by the old pier"; 12].join(","));
    let columns: Vec<String> = (1..=12).map(|at| format!("berth{at}")).collect();
    let source = format!("boat,{}\n{}{}{}", columns.join(","), wide("Tern"), wide("Heron"), wide("Auk"));
    let read = self::read("boats.csv", &source);
    let lines = quoted(&read.items[0], BlockKind::Row);
    assert!(lines[0].starts_with("boat: Tern; berth1: ") && lines[1].starts_with("Tern; berth"), "{lines:?}");
    let set_in = |line: &&str| line.starts_with("  Tern; berth");
    assert!(read.items[0].text.lines().any(|line| set_in(&line)), "{}", read.items[0].text);
}

/// Tasks, each with what was remarked on it.
fn tasks(remark: &str) -> String {
    let row = |task: u32| format!("T-{task},gate,{remark}\n");
    format!("task,area,remarks\n{}", [1, 2, 3].map(row).concat())
}

#[test]
fn a_few_sentences_of_each_row_are_its_text_and_why_not_is_told() {
    let long = "Ada Voss took it over when Tom Arden left Orsk. Nobody needs it any more.";
    assert_eq!(read("tasks.csv", &tasks(long)).items.len(), 3);
    let few = read("tasks.csv", &tasks("needs paint"));
    assert_eq!(few.items.len(), 1);
    let why =
        "no field holds a text: \"remarks\" has 11 bytes a row, and a text has 120, or 60 in sentences beside words";
    assert!(few.remark.as_deref().is_some_and(|remark| remark.contains(why)), "{:?}", few.remark);
    // What is remarked on readings is told beside them.
    let row = |day: u32| {
        format!(
            "2031-05-0{day},{day}.4,21{day}.3,\"Clear all day long. The keeper reads the gauge on every single Monday.\"\n"
        )
    };
    let readings = format!("day,flow,level,remarks\n{}", [1, 2, 3, 4].map(row).concat());
    assert_eq!(read("readings.csv", &readings).items.len(), 1);
}

/// Speeches whose speaker and day stand in columns beside them.
fn speeches(speaker: &str, names: [&str; 3]) -> String {
    let said = "The quay was mended in the spring, and the board has paid for all of it, down to the last rope and the last nail.";
    let row = |(at, name): (usize, &str)| format!("2024-05-0{},{name},Harbour,\"{said}\"\n", at + 1);
    format!("date,{speaker},party,text\n") + &names.into_iter().enumerate().map(row).collect::<String>()
}

#[test]
fn a_column_says_who_speaks() {
    let read = read("speeches.csv", &speeches("speaker", ["Ada Lund", "Kai Sund", "Ida Ek"]));
    let item = &read.items[1];
    assert_eq!((author(item), item.date.as_deref()), (Some("Kai Sund"), Some("2024-05-02")));
    assert_eq!(quoted(item, BlockKind::Told), ["date: 2024-05-02", "speaker: Kai Sund"]);
    assert_eq!(quoted(item, BlockKind::Cell), ["party: Harbour"]);
    assert!(read.remark.is_some_and(|remark| remark.contains(", said by \"speaker\"; stand beside it: date, party")));
}

#[test]
fn a_column_of_surnames_in_front_is_turned_round() {
    let names = ["\"Sund Ek, Ada\"", "\"Lund, Kai\"", "\"Ek, Ida\""];
    for column in ["Orador", "autor", "Sender"] {
        let read = read("speeches.csv", &speeches(column, names));
        let authors: Vec<_> = read.items.iter().map(|item| author(item).unwrap_or_default()).collect();
        assert_eq!(authors, ["Ada Sund Ek", "Kai Lund", "Ida Ek"], "{column}");
    }
    // One comma here and there is an office or a town.
    let read = read("speeches.csv", &speeches("speaker", ["Ada Lund", "\"Kai Sund, Orsk\"", "Ida Ek"]));
    assert_eq!(author(&read.items[0]), Some("Ada Lund"));
    assert_eq!(author(&read.items[1]), None);
}

#[test]
fn a_column_of_numbers_says_nobody() {
    let read = read("speeches.csv", &speeches("author", ["4", "9", "3"]));
    assert!(read.items.iter().all(|item| item.authors.is_empty()));
    assert!(read.items.iter().all(|item| quoted(item, BlockKind::Cell).iter().any(|line| line.contains("author: "))));
}

#[test]
fn what_stands_beside_the_rows_of_a_file_is_read_with_them() {
    let source = r#"{"matter": "Lamps of the north quay", "keepers": [{"name": "Ada"}, {"name": "Tom"}],
        "lamps": [{"no": 1, "lit": true}, {"no": 2, "lit": false}], "why": "the mole has fewer"}"#;
    let found = read("lamps.json", source);
    let lines: Vec<&str> = found.items.iter().flat_map(|item| item.text.lines()).collect();
    assert_eq!(found.items.len(), 1);
    for line in ["matter: Lamps of the north quay", "keepers.name: Ada", "lamps.no: 2", "why: the mole has fewer"] {
        assert!(lines.contains(&line), "{line}: {lines:?}");
    }
    // What only wraps rows stays out of their table.
    let found = read("lamps.json", r#"{"total": 2, "lamps": [{"no": 1, "lit": true}, {"no": 2, "lit": false}]}"#);
    assert_eq!(found.items[0].text.lines().next(), Some("no: 1; lit: true"));
}
