//! Small files in every form, as they should be and as they should not.

use std::fs;
use std::path::Path;

use proptest::prelude::*;
use serde_json::{Value, json};

use super::*;

/// A safetensors file of tensors: name, kind of number, shape, bytes.
fn tensors(parts: &[(&str, &str, &[usize], Vec<u8>)]) -> Vec<u8> {
    let (mut header, mut data) = (serde_json::Map::new(), Vec::new());
    for (name, dtype, shape, bytes) in parts {
        let begin = data.len();
        data.extend(bytes);
        let tensor = json!({ "dtype": dtype, "shape": shape, "data_offsets": [begin, data.len()] });
        header.insert((*name).to_owned(), tensor);
    }
    header.insert("__metadata__".to_owned(), json!({ "format": "np" }));
    let header = Value::Object(header).to_string();
    [&(header.len() as u64).to_le_bytes()[..], header.as_bytes(), &data].concat()
}

fn floats(values: &[f32]) -> Vec<u8> {
    values.iter().flat_map(|value| value.to_le_bytes()).collect()
}

/// A vocabulary of pieces as BERT has them; the last three have a direction each.
fn tokenizer() -> Value {
    json!({
        "added_tokens": [{ "id": 0, "content": "[PAD]" }, { "id": 1, "content": "[UNK]" }],
        "normalizer": { "type": "BertNormalizer", "lowercase": true },
        "pre_tokenizer": { "type": "BertPreTokenizer" },
        "model": {
            "type": "WordPiece", "unk_token": "[UNK]", "continuing_subword_prefix": "##",
            "max_input_chars_per_word": 100,
            "vocab": { "[PAD]": 0, "[UNK]": 1, "pump": 2, "##s": 3, "queen": 4 },
        },
    })
}

const ROWS: [f32; 15] = [0.0, 0.0, 0.0, 9.0, 9.0, 9.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 2.0];

fn write(folder: &Path, name: &str, bytes: impl AsRef<[u8]>) {
    fs::write(folder.join(name), bytes).expect("a file can be written");
}

/// A folder as model2vec writes it.
pub fn model2vec(folder: &Path) {
    write(folder, "model.safetensors", tensors(&[("embeddings", "F32", &[5, 3], floats(&ROWS))]));
    write(folder, "tokenizer.json", tokenizer().to_string());
    write(folder, "config.json", r#"{"normalize": true}"#);
}

fn embedded(vectors: &StaticVectors, text: &str) -> Vec<f32> {
    let mut vector = vectors.embed_all(&[text]).remove(0);
    vector.iter_mut().for_each(|value| *value = (*value * 100.0).round() / 100.0);
    vector
}

fn trouble(folder: &Path) -> String {
    StaticVectors::open(folder).map(|_| ()).expect_err("it cannot be used").to_string()
}

#[test]
fn a_text_is_the_mean_of_its_tokens_at_unit_length() {
    let folder = tempfile::tempdir().expect("folder");
    model2vec(folder.path());
    let vectors = StaticVectors::open(folder.path()).expect("vectors");
    assert_eq!((vectors.len(), vectors.dimensions()), (5, 3));
    assert_eq!(embedded(&vectors, "Pumps, unknown!"), [0.71, 0.71, 0.0]);
    assert_eq!(embedded(&vectors, "Queen"), [0.0, 0.0, 1.0]);
    assert_eq!(embedded(&vectors, "zzz"), [0.0; 3]);
    assert_eq!(embedded(&vectors, ""), [0.0; 3]);
}

#[test]
fn halves_mappings_and_weights_are_read() {
    let folder = tempfile::tempdir().expect("folder");
    model2vec(folder.path());
    let half = |values: &[f32]| values.iter().flat_map(|&value| half::f16::from_f32(value).to_le_bytes()).collect();
    let rows: Vec<u8> = half(&[0.0, 0.0, 1.0, 0.0, 0.0, 1.0]);
    let mapping: Vec<u8> = [0i64, 0, 1, 1, 2].iter().flat_map(|row| row.to_le_bytes()).collect();
    let weights = floats(&[0.0, 0.0, 3.0, 1.0, 4.0]);
    let parts = [
        ("embeddings", "F16", &[3, 2][..], rows),
        ("mapping", "I64", &[5][..], mapping),
        ("weights", "F32", &[5][..], weights),
    ];
    write(folder.path(), "model.safetensors", tensors(&parts));
    let vectors = StaticVectors::open(folder.path()).expect("vectors");
    assert_eq!(embedded(&vectors, "pump queen"), [0.6, 0.8]);
}

#[test]
fn words_are_read_from_text_and_binary_and_the_frequent_count_less() {
    let folder = tempfile::tempdir().expect("folder");
    let text = "the 1 0\npump 0 1\nnew york 0.5 -0.5\n";
    write(folder.path(), "glove.txt", text);
    write(folder.path(), "word2vec.vec", format!("3 2\n{text}"));
    let mut binary = b"3 2\n".to_vec();
    for (word, row) in [("the", [1.0, 0.0]), ("pump", [0.0, 1.0]), ("york", [0.5, -0.5])] {
        binary.extend(word.as_bytes());
        binary.push(b' ');
        binary.extend(floats(&row));
        binary.push(b'\n');
    }
    write(folder.path(), "words.bin", binary);
    for name in ["glove.txt", "word2vec.vec", "words.bin"] {
        let vectors = StaticVectors::open(&folder.path().join(name)).expect(name);
        assert_eq!((vectors.len(), vectors.dimensions()), (3, 2), "{name}");
        let vector = vectors.embed_all(&["The PUMP"]).remove(0);
        assert!(vector[1] > vector[0] && vector[0] > 0.0, "{name}: {vector:?}");
    }
    let several = trouble(folder.path());
    assert!(several.contains("several files"), "{several}");
}

#[test]
fn a_list_of_pieces_or_words_may_lie_beside_a_tensor() {
    let folder = tempfile::tempdir().expect("folder");
    write(folder.path(), "any.safetensors", tensors(&[("w", "F32", &[5, 3], floats(&ROWS))]));
    write(folder.path(), "vocab.txt", "[PAD]\n[UNK]\npump\n##s\nqueen\n");
    let pieces = StaticVectors::open(folder.path()).expect("pieces");
    assert_eq!(embedded(&pieces, "pumps"), [0.71, 0.71, 0.0]);
    write(folder.path(), "vocab.json", json!({ "a": 0, "b": 1, "pump": 2, "c": 3, "queen": 4 }).to_string());
    let words = StaticVectors::open(folder.path()).expect("words");
    assert_eq!(embedded(&words, "pumps, Queen"), [0.0, 0.0, 1.0]);
}

#[test]
fn two_sets_are_told_apart_whatever_they_are_called() {
    let folder = tempfile::tempdir().expect("folder");
    model2vec(folder.path());
    let label = || StaticVectors::open(folder.path()).expect("vectors").label().to_owned();
    let first = label();
    assert!(is_static(&first) && first == label(), "{first}");
    let mut rows = ROWS;
    rows[6] = 0.5;
    write(folder.path(), "model.safetensors", tensors(&[("embeddings", "F32", &[5, 3], floats(&rows))]));
    assert_ne!(first, label());
}

#[test]
fn what_cannot_be_used_is_named() {
    let folder = tempfile::tempdir().expect("folder");
    let path = folder.path();
    assert!(trouble(&path.join("gone")).contains("is not there"));
    assert!(trouble(path).contains("no file of vectors"), "{}", trouble(path));
    model2vec(path);
    let good = fs::read(path.join("model.safetensors")).expect("file");
    let mut huge = good.clone();
    huge[..8].copy_from_slice(&u64::MAX.to_le_bytes());
    let nan = floats(&[f32::NAN; 15]);
    let bad: [(&str, Vec<u8>); 10] = [
        ("cut off", good[..5].to_vec()),
        ("cut off", good[..40].to_vec()),
        ("half a file", good[..good.len() - 6].to_vec()),
        ("no safetensors file", huge),
        ("no number", tensors(&[("embeddings", "F32", &[5, 3], nan)])),
        ("not zero", tensors(&[("embeddings", "F32", &[5, 3], floats(&[0.0; 15]))])),
        ("not zero", tensors(&[("embeddings", "F32", &[0, 3], Vec::new())])),
        ("not those of its shape", tensors(&[("embeddings", "F32", &[5, 4], floats(&ROWS))])),
        (
            "4 tokens, and the vocabulary beside it has 5",
            tensors(&[("embeddings", "F32", &[4, 3], floats(&ROWS[..12]))]),
        ),
        ("`embeddings`", tensors(&[("a", "F32", &[1], floats(&[1.0])), ("b", "F32", &[1], floats(&[1.0]))])),
    ];
    for (what, bytes) in bad {
        write(path, "model.safetensors", bytes);
        assert!(trouble(path).contains(what), "{what}: {}", trouble(path));
    }
    write(path, "model.safetensors", &good);
    for (what, tokenizer) in [
        ("no vocabulary", "{".to_owned()),
        ("no vocabulary", r#"{"model": {"vocab": 3}}"#.to_owned()),
        ("Mystery", r#"{"normalizer": {"type": "Mystery"}, "model": {"vocab": {"a": 0}}}"#.to_owned()),
        ("4294967296", r#"{"model": {"vocab": {"a": 4294967295}}}"#.to_owned()),
    ] {
        write(path, "tokenizer.json", tokenizer);
        assert!(trouble(path).contains(what), "{what}: {}", trouble(path));
    }
    for (name, what, bytes) in [
        ("a.vec", "half a file", b"3 2\na 1 2\n".to_vec()),
        ("a.vec", "line 2 has 1 numbers where others have 2", b"a 1 2\nb 1\n".to_vec()),
        ("a.vec", "where a number should be", b"a 1 2\nb 1 x\n".to_vec()),
        ("a.vec", "no number", b"a 1 nan\n".to_vec()),
        ("a.vec", "no word with a vector", b"alone\n".to_vec()),
        ("a.vec", "not zero", Vec::new()),
        ("a.bin", "half a file", b"9 4\na ".to_vec()),
        ("a.bin", "fastText", [&793_712_314_u32.to_le_bytes()[..], &[0; 64]].concat()),
        ("a.bin", "dimensions", b"1 0\na ".to_vec()),
        ("a.bin", "half a file", b"18446744073709551615 65536\na ".to_vec()),
        ("a.pkl", "does not end in", Vec::new()),
    ] {
        write(path, name, bytes);
        let said = trouble(&path.join(name));
        assert!(said.contains(what), "{what}: {said}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn whatever_bytes_there_are_it_reads_or_refuses_them(
        at in any::<prop::sample::Index>(), byte in any::<u8>(), cut in any::<prop::sample::Index>(), which in 0usize..4,
    ) {
        let folder = tempfile::tempdir().expect("folder");
        let path = folder.path();
        model2vec(path);
        write(path, "a.vec", "3 2\nthe 1 0\npump 0 1\nqueen 0.5 -0.5\n");
        write(path, "a.bin", [&b"2 1\na "[..], &floats(&[1.0]), b"\nb ", &floats(&[2.0])].concat());
        let open: [(&str, PathBuf); 4] = [
            ("model.safetensors", path.to_owned()),
            ("tokenizer.json", path.to_owned()),
            ("a.vec", path.join("a.vec")),
            ("a.bin", path.join("a.bin")),
        ];
        let (name, open) = &open[which];
        let mut bytes = fs::read(path.join(name)).expect("file");
        let place = at.index(bytes.len());
        bytes[place] = byte;
        for bytes in [&bytes[..], &bytes[..cut.index(bytes.len() + 1)]] {
            write(path, name, bytes);
            if let Ok(vectors) = StaticVectors::open(open) {
                let length = vectors.embed_all(&["the Pumps, queen b"])[0].iter().map(|x| x * x).sum::<f32>().sqrt();
                prop_assert!(length == 0.0 || (length - 1.0).abs() < 1e-3, "{}", length);
            }
        }
    }

    #[test]
    fn any_text_is_cut_by_any_model(text in "\\PC{0,60}", kind in 0usize..4) {
        let models: [Value; 4] = [
            tokenizer()["model"].clone(),
            json!({ "type": "Unigram", "unk_id": 0, "vocab": [["<unk>", 0.0], ["▁", -1.0], ["▁a", -2.0], ["b", -2.0], ["c", -9.0]] }),
            json!({ "type": "BPE", "vocab": { "a": 0, "b": 1, "ab": 2, "▁": 3, "Ġ": 4 }, "merges": ["a b", ["▁", "a"]] }),
            json!({ "type": "WordLevel", "vocab": { "a": 0, "b": 1, "c": 2, "d": 3, "e": 4 } }),
        ];
        let model = &models[kind];
        let splitters = json!({ "type": "Sequence", "pretokenizers": [
            { "type": "Metaspace", "replacement": "▁" }, { "type": "Digits", "individual_digits": true },
            { "type": "Punctuation" }, { "type": "ByteLevel" },
        ] });
        for splitter in [splitters, json!({ "type": "Whitespace" }), Value::Null] {
            let file = json!({
                "normalizer": { "type": "Sequence", "normalizers": [
                    { "type": "NFKD" }, { "type": "StripAccents" }, { "type": "Replace", "pattern": { "Regex": "\\s+" }, "content": " " },
                    { "type": "Strip", "strip_right": true }, { "type": "Prepend", "prepend": "▁" },
                ] },
                "pre_tokenizer": splitter, "model": model,
            });
            let tokens = Tokens::read(Path::new("tokenizer.json"), file.to_string().as_bytes()).expect("a tokenizer");
            for token in tokens.of(&text, &mut Scratch::default()) {
                prop_assert!((token as usize) < tokens.len());
            }
        }
    }
}
