//! What a critical reader sees of the demo corpus, kept: whoever changes how it is read sees what became of it, and
//! reads that before it is accepted.

use std::path::Path;

use super::gleaner::Home;

#[test]
fn the_demo_reads_as_it_did() {
    let home = Home::new();
    let demo = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/demo");
    let run = home.run(&["index", demo.to_str().unwrap(), "-q"]);
    assert_eq!(run.code, Some(0), "{run}");
    let run = home.run(&["eval", "reading", "reading.md", "--seed", "7"]);
    assert_eq!(run.code, Some(0), "{run}");
    insta::assert_snapshot!("demo_reading", std::fs::read_to_string(home.path("reading.md")).unwrap());
}
