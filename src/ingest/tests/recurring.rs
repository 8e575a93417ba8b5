//! Text that stands in several places is counted once, and what only resembles it is not.

use super::*;

#[test]
fn overlapping_parts_are_counted_once() {
    let story: Vec<String> = (0..120)
        .map(|n| format!("On day {n} the crew of boat {} unloaded {} crates and rowed home again.", n * 7 % 31, n * 3))
        .collect();
    let story = story.join(" ");
    let folder = folder();
    let (size, overlap) = (2_000, 400);
    let mut parts = 0;
    for start in (0..story.len()).step_by(size - overlap) {
        parts += 1;
        let part = &story[start..(start + size).min(story.len())];
        put(&folder, &format!("The Crew of the Aurora-part{parts}.txt"), format!("The Crew of the Aurora.txt {part}"));
    }
    let (documents, _) = read(folder.path());
    assert!(documents[0].text.starts_with("On day 0"), "the file's own name is no text");
    for loaded in &documents[1..] {
        let overlap = loaded.recurring.iter().find(|found| found.kind == RecurringKind::Overlap).expect("found");
        assert_eq!(overlap.first_document.0, loaded.document.id.0 - 1);
    }
    // Every sentence of the story is counted once, in whole or in the pieces the cuts left.
    let counted: Vec<&str> = documents
        .iter()
        .flat_map(|loaded| {
            loaded
                .sentences
                .iter()
                .filter(|sentence| !sentence.recurring)
                .map(|sentence| &loaded.text[sentence.span.start..sentence.span.end])
        })
        .collect();
    for n in 0..120 {
        let beginning = format!("On day {n} the crew");
        assert_eq!(counted.iter().filter(|sentence| sentence.starts_with(&beginning)).count(), 1, "day {n}");
    }
}

#[test]
fn twins_and_boilerplate_are_told() {
    let folder = folder();
    let body = |n: usize| {
        (0..40)
            .map(|k| {
                format!(
                    "Keeper {n} wrote down that lamp {k} burned for {} hours before the oil ran out.",
                    (n * 17 + k * 13) % 97
                )
            })
            .collect::<Vec<_>>()
    };
    let notice = "All statements in these minutes are preliminary and may be corrected by the secretary before the next meeting.";
    for n in 0..6 {
        put(&folder, &format!("minutes {n}.md"), format!("# Minutes {n}\n\n{notice}\n\n{}\n", body(n).join("\n\n")));
    }
    let twin: String = body(3).iter().map(|line| format!("<p>{line}</p>\n")).collect();
    put(&folder, "twin.html", format!("<html><body><main><h1>Minutes 3</h1>{twin}</main></body></html>"));
    let (documents, _) = read(folder.path());
    let twin = documents.last().expect("read");
    assert_eq!(twin.document.path, "twin.html");
    assert_eq!(twin.recurring[0].kind, RecurringKind::Duplicate);
    assert_eq!(twin.recurring[0].first_document.0, 4);
    assert_eq!(twin.recurring[0].span, Span::new(0, twin.text.len()));
    assert!(twin.sentences.iter().all(|sentence| sentence.recurring));
    let of_notice = |loaded: &LoadedDocument| {
        loaded
            .sentences
            .iter()
            .find(|sentence| sentence.span.slice(&loaded.text) == Some(notice))
            .cloned()
            .expect("there")
    };
    assert_eq!(of_notice(&documents[0]).kind, SentenceKind::Boilerplate);
    assert!(!of_notice(&documents[0]).recurring);
    assert!(documents[1..6].iter().all(|loaded| of_notice(loaded).recurring));
    assert!(
        documents[1..6].iter().all(|loaded| loaded.sentences.iter().filter(|sentence| sentence.recurring).count() == 1)
    );
}

#[test]
fn a_new_version_keeps_what_it_changes_and_adds() {
    let mut clauses: Vec<String> = (0..40)
        .map(|n| {
            format!(
                "Clause {n} says that lamp {} of the pier is lit by its keeper for {} hours of every single night.",
                n * 7,
                n + 3
            )
        })
        .collect();
    clauses[12] = "Whoever has rented a berth at the pier shall leave it no later than 30 days after notice was given."
        .to_owned();
    clauses[20] =
        "The keeper shall not lend the key of the lamp room to anybody who has no licence of his own.".to_owned();
    let folder = folder();
    put(&folder, "rules-2031.txt", clauses.join("\n\n"));
    clauses[12] = clauses[12].replace("30", "10");
    clauses[20] = clauses[20].replace("shall not", "shall");
    clauses.insert(30, "The harbour office may open the books of a keeper.".to_owned());
    put(&folder, "rules-2032.txt", clauses.join("\n\n"));
    let (documents, _) = read(folder.path());
    assert!(documents[1].recurring.iter().all(|recurring| recurring.kind == RecurringKind::Duplicate));
    let fresh: Vec<&str> = documents[1]
        .sentences
        .iter()
        .filter(|sentence| !sentence.recurring)
        .filter_map(|sentence| sentence.span.slice(&documents[1].text))
        .collect();
    assert_eq!(fresh, [&clauses[12], &clauses[20], &clauses[30]]);
}

#[test]
fn what_is_put_together_from_two_versions_is_new() {
    let rule = |days: u32, by: &str| {
        let before =
            "All boats that lie at the pier in winter are looked after by the harbour office and by nobody else.";
        let after = "The office keeps a list of every boat that it looks after and shows it to whoever asks for it.";
        format!(
            "{before} A berth is given up {days} days after the keeper of the northern pier was told of it in words that he signed {by}. {after}"
        )
    };
    let folder = folder();
    put(&folder, "1.txt", rule(30, "by hand"));
    put(&folder, "2.txt", rule(10, "by letter"));
    put(&folder, "3.txt", rule(30, "by letter"));
    let (documents, _) = read(folder.path());
    let recurring: Vec<bool> = documents[2].sentences.iter().map(|sentence| sentence.recurring).collect();
    assert_eq!(recurring, [true, false, true]);
}

#[test]
fn entries_of_one_pattern_are_not_taken_for_each_other() {
    let rows: Vec<_> = ["Santana", "Branco", "Jauru", "Miranda", "Caracol", "Perdido"]
        .iter()
        .map(|name| serde_json::json!({"title": name, "text": format!("The {name} River is a river of the northern state in the southwestern part of the country.")}))
        .collect();
    let folder = folder();
    put(&folder, "rivers.json", serde_json::to_string(&rows).expect("writable"));
    let (documents, _) = read(folder.path());
    assert_eq!(documents.len(), 6);
    assert!(documents.iter().all(|loaded| loaded.sentences.iter().all(|sentence| !sentence.recurring)));
}
