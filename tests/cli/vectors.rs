//! Static vectors from the disk: an index made with them, asked with them, and what is said where they are others.

use serde_json::{Value, json};

use crate::gleaner::{Home, Run};

/// Writes a folder as model2vec writes it, in which "dinghy" means what "boat" means.
fn vectors(home: &Home, folder: &str, boat: f32) {
    let words = ["[UNK]", "boat", "dinghy", "flood", "letter", "dam"];
    let rows = [[0.0, 0.0], [boat, 1.0], [boat, 1.0], [1.0, 0.0], [1.0, -1.0], [1.0, 0.1]];
    let data: Vec<u8> = rows.iter().flatten().flat_map(|value: &f32| value.to_le_bytes()).collect();
    let header =
        json!({ "embeddings": { "dtype": "F32", "shape": [6, 2], "data_offsets": [0, data.len()] } }).to_string();
    let file = [&(header.len() as u64).to_le_bytes()[..], header.as_bytes(), &data].concat();
    home.write(&format!("{folder}/model.safetensors"), file);
    let vocab: serde_json::Map<String, Value> =
        words.iter().zip(0..).map(|(word, id)| ((*word).to_owned(), Value::from(id))).collect();
    let tokenizer = json!({
        "normalizer": { "type": "BertNormalizer" }, "pre_tokenizer": { "type": "BertPreTokenizer" },
        "model": { "type": "WordPiece", "unk_token": "[UNK]", "vocab": vocab },
    });
    home.write(&format!("{folder}/tokenizer.json"), tokenizer.to_string());
}

fn harbour() -> Home {
    let home = Home::new();
    home.write("harbour/a.txt", "Orsk rowed the boat across the bay at noon.\n");
    home.write("harbour/b.txt", "The flood took the lower mill.\n");
    home.write("harbour/c.txt", "A letter came about the dam.\n");
    home
}

fn run(home: &Home, vectors: &str, arguments: &[&str]) -> Run {
    let mut command = home.gleaner(arguments);
    command.env("GLEANER_VECTORS", vectors);
    home.finish(command.spawn().unwrap())
}

#[test]
fn an_index_is_made_and_searched_with_them_offline() {
    let home = harbour();
    vectors(&home, "sailors", 0.0);
    let built = run(&home, "sailors", &["index", "harbour", "--offline"]);
    assert_eq!(built.code, Some(0), "{built}");
    let stats = run(&home, "sailors", &["stats", "--json"]).json();
    let model = stats["embeddings"]["model"].as_str().unwrap().to_owned();
    assert!(model.starts_with("static sailors ") && model.len() == "static sailors ".len() + 16, "{model}");
    assert_eq!(stats["embeddings"]["dimensions"], 2);
    assert!(run(&home, "sailors", &["stats"]).out.contains(&format!("of 2 dimensions, {model}")));

    let search = ["search", "dinghy", "--kind", "source", "--json"];
    let found = run(&home, "sailors", &search).json();
    assert_eq!(found["results"][0]["how"], "by likeness", "{found}");
    assert!(found["results"][0]["snippet"].as_str().unwrap().contains("boat"), "{found}");
    let doctor = run(&home, "sailors", &["doctor"]);
    assert!(doctor.out.contains(&format!("{model}: 6 tokens, 2 dimensions")), "{doctor}");

    let again = run(&home, "sailors", &["index", "harbour"]);
    assert!(again.err.contains("nothing changed"), "{again}");
}

#[test]
fn other_vectors_are_never_compared_with_those_of_the_index() {
    let home = harbour();
    vectors(&home, "sailors", 0.0);
    vectors(&home, "farmers", 0.3);
    assert_eq!(run(&home, "sailors", &["index", "harbour"]).code, Some(0));
    let search = ["search", "dinghy", "--kind", "source"];
    for (set, why) in [("farmers", "is configured now"), ("nowhere", "is not there")] {
        let found = run(&home, set, &search);
        assert_eq!((found.code, found.out.as_str()), (Some(1), ""), "{found}");
        assert!(found.err.contains(why) && found.err.contains("questions go by words alone"), "{found}");
    }
    let unset = run(&home, "", &["doctor"]);
    assert!(unset.out.contains("`vectors` is not set"), "{unset}");
    // Indexed again, the vectors are made anew and the documents are taken over.
    let again = run(&home, "farmers", &["index", "harbour"]);
    assert_eq!(again.code, Some(0), "{again}");
    assert!(run(&home, "farmers", &search).out.contains("boat"));
    let stats = run(&home, "farmers", &["stats", "--json"]).json();
    assert!(stats["embeddings"]["model"].as_str().unwrap().starts_with("static farmers "), "{stats}");
    // Without them the corpus's own come back.
    assert_eq!(run(&home, "", &["index", "harbour"]).code, Some(0));
    assert_eq!(run(&home, "", &["stats", "--json"]).json()["embeddings"]["model"], "corpus");
}

#[test]
fn half_a_file_ends_a_build_and_leaves_the_index() {
    let home = harbour();
    vectors(&home, "sailors", 0.0);
    assert_eq!(run(&home, "sailors", &["index", "harbour"]).code, Some(0));
    let bytes = std::fs::read(home.path("sailors/model.safetensors")).unwrap();
    home.write("sailors/model.safetensors", &bytes[..bytes.len() - 5]);
    let failed = run(&home, "sailors", &["index", "harbour"]);
    assert_eq!(failed.code, Some(1), "{failed}");
    assert!(failed.err.contains("half a file") && failed.err.contains("hint: set vectors"), "{failed}");
    assert_eq!(run(&home, "", &["search", "flood"]).code, Some(0));
    let doctor = run(&home, "sailors", &["doctor"]);
    assert_eq!(doctor.code, Some(1), "{doctor}");
    assert!(doctor.out.contains("BAD vectors"), "{doctor}");
}
