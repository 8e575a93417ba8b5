//! What a stranger asks of a small pile of documents, and what the answer must say: each of these was answered wrongly
//! once.

use super::gleaner::Home;

/// A home with these documents, indexed.
fn indexed(documents: &[(&str, &str)]) -> Home {
    let home = Home::new();
    for (name, text) in documents {
        home.write(&format!("papers/{name}"), text);
    }
    let run = home.run(&["index", "papers", "-q"]);
    assert_eq!(run.code, Some(0), "{run}");
    home
}

fn answer(home: &Home, question: &str, mode: &str) -> String {
    let json = home.run(&["ask", question, "--mode", mode, "--json"]).json();
    json["answer"].as_str().unwrap().to_owned()
}

const TALK: &str = "\
IDA HOLM: Welcome to the show. My name is Ida Holm, and I keep the lighthouse of Tarn.

PER LIND: I am Per Lind, the host. Today we talk with old friends about the ferry company Odde Line and its boats.

IDA HOLM: And then, as for Karl, so I got to work with Karl Moberg on the summer regatta that year, Odde Line's own race for \
its boats. He showed everybody how a jib is cut.

PER LIND: The company began with one boat in the year of the great flood.

IDA HOLM: It was a good year for everybody who had a boat in the harbour of Tarn.
";

#[test]
fn a_sentence_that_names_both_is_quoted_though_it_goes_on_from_another() {
    let home = indexed(&[("talk.txt", TALK)]);
    let text = answer(&home, "What does Karl Moberg have to do with Odde Line?", "local");
    assert!(text.contains("Karl Moberg on the summer regatta") && !text.contains("No passage"), "{text}");
}

#[test]
fn whoever_speaks_where_another_is_named_is_not_said_to_be_apart_from_him() {
    let home = indexed(&[("talk.txt", TALK)]);
    let text = answer(&home, "What connects Ida Holm and Odde Line?", "global");
    assert!(!text.contains("No passage names both") && !text.contains("No other name"), "{text}");
}

#[test]
fn what_an_answer_quotes_is_put_in_the_order_of_time() {
    let minutes = |day: &str, said: &str| format!("Board of Tarn\n\n{day}\n\n{said}\n");
    let home = indexed(&[
        ("a.txt", &minutes("4 May 2031", "The dues of the lock were raised to nine crowns by the board.")),
        ("b.txt", &minutes("8 June 2029", "The dues of the lock were set at four crowns.")),
        ("c.txt", &minutes("2 March 2030", "The dues of the lock stay as they are, at four crowns.")),
    ]);
    let asked = ["ask", "How did the dues of the lock change?", "--mode", "basic", "--json"];
    let days = |json: &serde_json::Value| -> Vec<String> {
        let quoted = json["evidence"].as_array().unwrap().iter();
        quoted.map(|one| one["day"].as_str().unwrap_or_default().to_owned()).collect()
    };
    let sorted = home.run(&[&asked[..], &["--by-day"]].concat()).json();
    let mut told = days(&home.run(&asked).json());
    told.sort();
    assert_eq!(days(&sorted), told);
    let text = sorted["answer"].as_str().unwrap();
    assert!(text.starts_with("- 2029-06-08: “The dues") && told.len() > 1, "{text}");
}

const RULES: &str = "\
# Ordinance 12 of the town of Tarn

## Section 3. Purpose

The town wishes to keep its shore as it was when the ordinance was made, and Shore Protection Belts are one means of it.

## Section 4. Shore Protection Belts

**A.** The Shore Protection Belt is the strip of reeds and the water in front of it. The width of the strip is specified in the \
table below. Nobody shall build a landing stage within twenty metres of the reeds without a permit of the council.

## Section 5. Boats

A landing stage is a platform of wood at which boats are made fast. Boats of more than nine metres shall lie at the town quay.
";

#[test]
fn what_a_section_defines_and_lays_down_is_found_by_its_heading() {
    let home = indexed(&[("ordinance.md", RULES), ("talk.txt", TALK)]);
    let text = answer(&home, "How does the Shore Protection Belt work?", "basic");
    assert!(text.contains("is the strip of reeds") && text.contains("within twenty metres"), "{text}");
    let text = answer(&home, "What is a landing stage?", "basic");
    assert!(text.contains("is a platform of wood") && !text.contains("###"), "{text}");
}

const INTRODUCTION: &str = "\
PER LIND: Today we talk with Rut Ekberg. Rut is a sailor and an author. She's the founder of the rowing club of Tarn and was a \
pilot of the harbour for ten years.

PER LIND: You have rowed around the island.

RUT EKBERG: We could see the harbour from the island in the morning of the third day.

PER LIND: What did you eat on the island of the gulls?

RUT EKBERG: Herring and bread from the bakery in the harbour street of Tarn.
";

#[test]
fn who_somebody_is_is_quoted_with_the_sentence_that_goes_on_about_her() {
    let home = indexed(&[("Talk with Rut Ekberg.txt", INTRODUCTION), ("other.txt", TALK)]);
    let text = answer(&home, "Who is Rut Ekberg?", "local");
    assert!(text.contains("sailor and an author. She's the founder of the rowing club"), "{text}");
}

#[test]
fn a_question_that_names_a_document_is_asked_of_it_alone() {
    let home = indexed(&[
        (
            "lamp-2.30.md",
            "# Lamp 2.30 Release Notes\n\nThe wick of the lamp trims itself. The glass no longer cracks in frost.\n",
        ),
        (
            "lamp-2.30.8.md",
            "# Lamp 2.30.8 Release Notes\n\nThe shutter of the lamp is fixed, which fell in every storm.\n",
        ),
        (
            "lamp-2.31.md",
            "# Lamp 2.31 Release Notes\n\nThe burner of the lamp takes rape oil. The wick of the lamp is wider.\n",
        ),
        (
            "lessons.md",
            "# Lessons learned\n\n- Trim the wick before dusk.\n- Never leave the shutter open in a storm.\n",
        ),
        ("keepers.md", "# Keepers\n\nAda Voss keeps the lamp of Kelpmouth. Bo Marsh keeps the lamp of Saltby.\n"),
    ]);
    let asked = |question: &str| {
        let json = home.run(&["ask", question, "--json"]).json();
        json["evidence"].as_array().unwrap().iter().map(|one| one["document"].clone()).collect::<Vec<_>>()
    };
    let only = |question: &str, title: &str| {
        let titles = asked(question);
        assert!(
            !titles.is_empty() && titles.iter().all(|one| one.as_str().is_some_and(|one| one.contains(title))),
            "{question}: {titles:?}"
        );
    };
    only("What is new in Lamp 2.30?", "2.30 Release");
    only("Which storm damage was fixed in 2.30.8?", "2.30.8");
    only("What does Lamp 2.31 say of the wick?", "2.31");
    only("Summarize the lessons learned.", "Lessons learned");
    assert_eq!(asked("Who keeps the lamp of Saltby?")[0], "Keepers");
}

/// Minutes that call one by the full name once and by the surname else.
const MINUTES: &str = "\
# Minutes of the harbour board

Ms Ada Voss told the board that the dues of the spring were not paid. Tom Reed asked Ms Voss for the books of the year before.

Ms Voss said that she had left the books with the auditor. Ada Voss, treasurer of the board, signed the minutes of the meeting.
";

#[test]
fn a_surname_alone_means_the_one_who_has_it() {
    let letter = "Dear Tom,\n\nAda Voss said that she has sold the pilot boat. I saw Ada Voss on the quay with the buyer.\n\nInes Calder\n";
    let home = indexed(&[("minutes.md", MINUTES), ("letter.txt", letter)]);
    let text = answer(&home, "Who is Voss?", "auto");
    assert!(text.contains("Ada Voss, treasurer of the board") && text.contains("Ada Voss is named"), "{text}");
    let text = answer(&home, "How often is Voss mentioned?", "auto");
    assert!(text.contains("Ada Voss is named") && text.contains("in 2 of 2 documents"), "{text}");
}

/// A manual as its settings are listed: a term, and what is said of it.
const MANUAL: &str = "\
<html><head><title>Manual of the lamp</title></head><body><h1>Manual of the lamp</h1>
<p>The lamp is set by the parameters below, each of which has a value of its own.</p>
<dl>
<dt>wick_height_limit (default: 40)</dt>
<dd>The most millimetres that the keeper may turn up before the glass is in danger.</dd>
<dt>shutter_delay (default: 3)</dt>
<dd>The seconds for which it waits after a ship has answered.</dd>
</dl>
<p>Example of the lamp at the quay:</p>
<pre>lamp    inet    n    -    n    lampd -o lamp=quay:wick</pre>
</body></html>
";

#[test]
fn a_definition_is_found_by_the_term_above_it() {
    let home = indexed(&[("lamp.html", MANUAL), ("talk.txt", TALK), ("minutes.md", MINUTES)]);
    let text = answer(&home, "What is the shutter_delay of the lamp?", "basic");
    assert!(text.contains("seconds for which it waits") && text.contains("shutter_delay"), "{text}");
}

#[test]
fn below_an_answer_stands_where_it_leads() {
    let home = indexed(&[("talk.txt", TALK)]);
    let ask = ["ask", "What did Karl Moberg do?", "--mode", "local"];
    let json = home.run(&[&ask[..], &["--json"]].concat()).json();
    let run = home.run(&ask);
    // It is no part of the answer, which may go into a file.
    assert!(!run.out.contains("--scope") && !run.out.contains("ask on"), "{run}");
    let quiet = home.run(&[&ask[..], &["--quiet"]].concat());
    assert!(quiet.err.is_empty() && quiet.out == run.out, "{quiet}");
    let plain = run.err.split_whitespace().collect::<Vec<_>>().join(" ");
    let communities = json["drill"].as_array().unwrap().iter().filter(|drill| drill["kind"] == "report");
    for community in communities.take(3) {
        assert!(plain.contains(&format!("--scope community:{}", community["id"])), "{plain}");
    }
    let questions = json["follow_ups"].as_array().unwrap();
    assert!(!questions.is_empty(), "{json}");
    for question in questions {
        assert!(plain.contains(question.as_str().unwrap()), "{plain}");
    }
}

#[test]
fn a_way_that_is_named_says_where_gists_answer_in_its_place() {
    let home = indexed(&[("talk.txt", TALK)]);
    let run = home.run(&["ask", "What is this about?", "--mode", "local"]);
    assert!(run.err.contains("local → gists: it asks what this is about as a whole"), "{run}");
    let run = home.run(&["ask", "What did Karl Moberg do?", "--mode", "local"]);
    assert!(!run.err.contains("gists"), "{run}");
}
