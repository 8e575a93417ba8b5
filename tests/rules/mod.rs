//! A model by rule: it names what is capitalised, ties what stands in one sentence, and reports what it is shown.
//! Shared by tests and benches (each includes it by path), so not all of it is used by each.
#![allow(dead_code)]

use gleaner::llm::{ChatRequest, Message, Purpose};
use gleaner::model::hash;
use serde_json::json;

const PEOPLE: [&str; 8] =
    ["Ada Quill", "Bo Marsh", "Cy Tarrant", "Dot Kell", "Enid Vane", "Flo Wick", "Gil Yarrow", "Hob Zeal"];
const PLACES: [&str; 5] = ["Kelpmouth", "Saltby", "Tern Island", "Weir House", "Gull Point"];

/// A letter of our own making.
pub fn letter(number: usize) -> String {
    let mut text = format!("Letter number {number}, written at {}.\n\n", PLACES[number % 5]);
    for line in 0..12 {
        let (a, b) = (PEOPLE[(number + line) % 8], PEOPLE[(number * 3 + line * 5 + 1) % 8]);
        let place = PLACES[(number + line * 2) % 5];
        text.push_str(&format!(
            "On day {line} of voyage {number} {a} met {b} near {place} and they spoke of the lamp, the oil and the price of rope.\n"
        ));
    }
    text
}

/// A number from 0 to 99 that is the same for the same request.
pub fn chance(request: &ChatRequest) -> u32 {
    let text: String = request.messages.iter().map(|message| message.text.as_str()).collect();
    u32::from_str_radix(&hash::hex(text.as_bytes())[..4], 16).unwrap_or(0) % 100
}

/// Runs of capitalised words that do not open their sentence.
fn names(sentence: &str) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    let mut run: Vec<&str> = Vec::new();
    for (at, word) in sentence.split_whitespace().chain(["."]).enumerate() {
        let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
        let capital = at > 0 && bare.chars().next().is_some_and(char::is_uppercase) && bare.len() > 1;
        if capital {
            run.push(bare);
        }
        if !capital || word.ends_with(['.', ',', ';', ':', '?', '!']) {
            let name = run.join(" ");
            if !name.is_empty() && !names.contains(&name) {
                names.push(name);
            }
            run.clear();
        }
    }
    names
}

fn elements(text: &str, odd: bool) -> String {
    let (mut entities, mut ties) = (Vec::new(), Vec::new());
    let mut seen: Vec<String> = Vec::new();
    for sentence in text.split(['\n', '.']) {
        // The first look leaves out a seventh of the sentences, whatever they stand beside; the second finds them.
        let seventh = hash::hex(sentence.trim().as_bytes()).bytes().map(u32::from).sum::<u32>() % 7 == 6;
        if seventh != odd {
            continue;
        }
        let names = names(sentence);
        let told: String = sentence.split_whitespace().take(24).collect::<Vec<_>>().join(" ");
        for name in &names {
            if !seen.contains(name) {
                seen.push(name.clone());
                entities.push(
                    json!({"name": name, "type": "person", "description": format!("{name} is named here: {told}.")}),
                );
            }
        }
        for pair in names.windows(2) {
            ties.push(json!({"source": pair[0], "target": pair[1], "description": format!("{} and {}: {told}.", pair[0], pair[1]), "strength": 5}));
        }
    }
    json!({"entities": entities, "relationships": ties}).to_string()
}

/// What stands between the marks of a prompt; all of it where there are none.
fn fenced(text: &str) -> &str {
    let Some((_, behind)) = text.split_once("] passage\n") else { return text };
    behind.rfind("\n[").map_or(behind, |end| &behind[..end])
}

pub fn answer(request: &ChatRequest) -> String {
    let last = fenced(request.messages.last().map(|message| message.text.as_str()).unwrap_or_default());
    match request.purpose {
        Purpose::Extract => elements(last, false),
        Purpose::Glean => elements(last, true),
        Purpose::Claims => {
            let claims: Vec<_> = last
                .lines()
                .filter(|line| line.contains(" met "))
                .take(2)
                .filter_map(|line| {
                    let subject = names(line).into_iter().next()?;
                    Some(json!({"subject": subject, "object": "NONE", "type": "meeting", "status": "TRUE", "start_date": "NONE",
                        "end_date": "NONE", "description": "They met.", "quote": line.trim()}))
                })
                .collect();
            json!({"claims": claims}).to_string()
        }
        Purpose::Same => json!({"same": [], "different": []}).to_string(),
        Purpose::Describe => {
            let notes = last.lines().filter(|line| line.starts_with("- ")).count();
            format!("Made of several: {notes} notes say what happened.")
        }
        Purpose::Report => {
            let id = last.lines().find(|line| line.starts_with(|c: char| c.is_ascii_digit())).unwrap_or("0|nothing");
            let mut fields = id.split('|');
            let (number, name) = (fields.next().unwrap_or("0"), fields.next().unwrap_or("nothing"));
            let kind = if last.starts_with("# Reports") { "Reports" } else { "Entities" };
            json!({"title": format!("About {name} ({number})"), "summary": format!("It is about {name} [Data: {kind} ({number})]."),
                "rating": 5.0, "rating_reason": "It is told of.", "findings": [
                {"heading": "It is there", "explanation": format!("{name} is told of in the records, at length and with care [Data: {kind} ({number})].")}]})
            .to_string()
        }
        Purpose::Context => {
            let said = last.lines().next().unwrap_or_default();
            format!("It is of the harbour's letters, of the one that says: {said}")
        }
        Purpose::Summary => {
            let texts = last.lines().filter(|line| line.starts_with('[')).count();
            format!(
                "Letters of the harbour\n\nA gathering of {texts} letters speaks of lamps. Nobody else summed them up."
            )
        }
        Purpose::Keywords => json!({"high": ["meetings on a voyage"], "low": ["Ada Quill"]}).to_string(),
        Purpose::Map => json!({"points": [{"description": "A point [Data: Reports (0)].", "score": 60}]}).to_string(),
        Purpose::Rate => "5".to_owned(),
        _ => "An answer [Data: Reports (0)].".to_owned(),
    }
}

/// Purposes that a build asks for.
pub const PURPOSES: [Purpose; 5] =
    [Purpose::Extract, Purpose::Glean, Purpose::Claims, Purpose::Describe, Purpose::Report];

/// What a prompt of ours asks for, by its own words.
pub fn purpose(prompt: &str) -> Purpose {
    let known = [
        ("You read a passage of a larger collection", Purpose::Extract),
        ("A first reader of the passage", Purpose::Glean),
        ("You read a passage for claims", Purpose::Claims),
        ("Below are pairs of names", Purpose::Same),
        ("Below is what different documents", Purpose::Describe),
        ("You write a report on a group", Purpose::Report),
        ("You are shown a document of a collection", Purpose::Context),
        ("You sum up texts of a collection", Purpose::Summary),
        ("Below is a question that will be put", Purpose::Keywords),
        ("You help to answer a question", Purpose::Map),
        ("How much does the record below", Purpose::Rate),
        ("Below are passages drawn from", Purpose::Tune),
    ];
    known.iter().find(|(words, _)| prompt.starts_with(words)).map_or(Purpose::Answer, |(_, purpose)| *purpose)
}

/// What the model says to the body of a chat call, as an endpoint receives it.
pub fn said(body: &serde_json::Value) -> String {
    let messages = body["messages"].as_array().into_iter().flatten();
    let messages: Vec<Message> =
        messages.map(|message| Message::user(message["content"].as_str().unwrap_or_default())).collect();
    let purpose = purpose(messages.first().map_or("", |message| message.text.as_str()));
    if purpose == Purpose::Tune {
        return json!({"language": "English", "domain": "letters of a harbour", "persona": "You are a harbour master.",
            "entity_types": ["person", "vessel"], "examples": []})
        .to_string();
    }
    // The probe of what an endpoint can do wants a colour.
    if messages.iter().any(|message| message.text.to_lowercase().contains("colour")) && purpose == Purpose::Answer {
        return r#"{"colour": "white"}"#.to_owned();
    }
    answer(&ChatRequest::new(purpose, "", messages))
}
