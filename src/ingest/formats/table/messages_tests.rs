use std::sync::Arc;

use super::super::super::{ChatMembers, Extracted, TableFields, read};
use crate::text::layout::blocks::BlockKind;

fn members() -> ChatMembers {
    let named = [("U1", "Ada Lund"), ("U2", "Tom Reed")];
    named.into_iter().map(|(id, name)| (id.to_owned(), name.to_owned())).collect()
}

fn read_json(source: &str) -> Extracted {
    let fields = TableFields { members: members(), ..TableFields::default() };
    read("quay/2031-05-04.json", &Arc::new(source.as_bytes().to_vec()), &fields).expect("readable")
}

#[test]
fn messages_of_a_channel_are_one_conversation() {
    let source = r#"[{"type":"message","user":"U1","text":"Who has the key &amp; the lamp, <@U2>?","ts":"1935736320.000100"},
        {"type":"message","subtype":"channel_join","user":"U2","text":"<@U2> has joined the channel","ts":"1935736330.0"},
        {"type":"message","user":"U2","text":"I do: see <https://holm.example/lamp|the log>\n\n- one \"key\"","ts":"1935736380.0002"}]"#;
    let read = read_json(source);
    let [item] = read.items.as_slice() else { panic!("one document: {:?}", read.items.len()) };
    assert_eq!(
        item.text,
        "[2031-05-05 08:32] Ada Lund\nWho has the key & the lamp, @Tom Reed?\n\n[2031-05-05 08:33] Tom Reed\nI do: see \
         the log\n\n- one \"key\""
    );
    assert_eq!((item.format.as_deref(), item.date.as_deref()), (Some("chat"), Some("2031-05-05")));
    let writers: Vec<&str> = item.authors.iter().map(|(_, writer)| writer.as_str()).collect();
    assert_eq!(writers, ["Ada Lund", "Tom Reed"]);
    let heads = item.blocks.iter().flatten().filter(|block| block.kind == BlockKind::Told);
    let heads: Vec<&str> = heads.filter_map(|block| block.span.slice(&item.text)).collect();
    assert_eq!(heads, ["[2031-05-05 08:32] Ada Lund", "[2031-05-05 08:33] Tom Reed"]);
    // Every word leads back to its bytes, behind escapes and marks as well.
    for (words, bytes) in [("has the key", "has the key"), ("@Tom Reed", "<@U2>"), ("one \"key\"", "one \\\"key\\\"")] {
        let at = item.text.find(words).expect("there");
        let span = item.map.to_file(crate::model::Span::new(at, at + words.len()));
        assert_eq!(span.slice(source), Some(bytes));
    }
}

#[test]
fn exports_of_other_programs_are_read_as_they_name_things() {
    for source in [
        r#"{"name":"Quay","type":"personal_chat","id":7,"messages":[
            {"id":1,"type":"message","date":"2031-05-04T12:00:01","from":"Ada Lund","from_id":"user1","text":"The gate is open."},
            {"id":2,"type":"message","date":"2031-05-04T12:01:00","from":"Tom Reed","from_id":"user2","text":["See ",{"type":"link","text":"holm.example"}," now."]}]}"#,
        r#"{"participants":[{"name":"Ada Lund"},{"name":"Tom Reed"}],"messages":[
            {"sender_name":"Ada Lund","timestamp_ms":1935662401000,"content":"The gate is open."},
            {"sender_name":"Tom Reed","timestamp_ms":1935662460000,"content":"See holm.example now."},
            {"sender_name":"Ada Lund","timestamp_ms":1935662461000,"content":"I do."},
            {"sender_name":"Tom Reed","timestamp_ms":1935662462000,"content":"Good."}]}"#,
        r#"{"guild":{"name":"Holm"},"channel":{"name":"quay"},"messages":[
            {"id":"1","type":"Default","timestamp":"2031-05-04T12:00:01+00:00","content":"The gate is open.","author":{"id":"5","name":"ada","nickname":"Ada Lund"}},
            {"id":"2","type":"Reply","timestamp":"2031-05-04T12:01:01+00:00","content":"See holm.example now.","author":{"id":"6","name":"tom","nickname":"Tom Reed"}},
            {"id":"3","type":"Default","timestamp":"2031-05-04T12:02:01+00:00","content":"I do.","author":{"id":"5","name":"ada","nickname":"Ada Lund"}},
            {"id":"4","type":"Default","timestamp":"2031-05-04T12:03:01+00:00","content":"Good.","author":{"id":"6","name":"tom","nickname":"Tom Reed"}}]}"#,
    ] {
        let read = read_json(source);
        let [item] = read.items.as_slice() else { panic!("one document: {source}") };
        let begins = "[2031-05-04 12:00] Ada Lund\nThe gate is open.\n\n[2031-05-04 12:01] Tom Reed\nSee";
        assert!(item.text.starts_with(begins), "{}", item.text);
        assert!(item.text.contains("holm.example") && item.text.contains("now."), "{}", item.text);
    }
}

#[test]
fn marks_without_an_end_stay_as_they_are() {
    let open = "<".repeat(200_000);
    let source = format!(r#"[{{"type":"message","user":"U1","text":"{open} & <b>","ts":"1935736320.0"}}]"#);
    assert!(read_json(&source).items[0].text.ends_with("<<< & <b>"));
}

#[test]
fn records_of_another_kind_are_no_chat() {
    for source in [
        // Mails, reviews and rows of one writer each.
        r#"[{"from":"Ada","date":"2031-05-04","subject":"Gate","text":"It is open again, as you see."},
            {"from":"Tom","date":"2031-05-05","subject":"Lamp","text":"It is lit again, as you see."}]"#,
        r#"[{"author":"Ada","date":"2031-05-04","text":"It is open again."},{"author":"Tom","date":"2031-05-05","text":"It is lit."},
            {"author":"Ida","date":"2031-05-05","text":"It is shut."},{"author":"Bo","date":"2031-05-05","text":"It is gone."}]"#,
        r#"[{"text":"It is open again, as everybody sees."},{"text":"It is shut again, as nobody sees."}]"#,
    ] {
        assert!(read_json(source).items.iter().all(|item| item.format.as_deref() != Some("chat")), "{source}");
    }
}

#[test]
fn whom_a_message_is_to_stands_in_the_line_above_it() {
    let one = |from: &str, to: &str, text: &str| {
        format!(r#"{{"time":"2031-05-04T12:00:01","from":"{from}","to":"{to}","text":"{text}"}}"#)
    };
    let log = [
        one("Quay 1", "Base", "The lamp is out."),
        one("Base", "Quay 1", "Light it."),
        one("Quay 1", "Base", "It is lit."),
    ];
    let log = format!("[{},{}]", log.join(","), one("Base", "Quay 1", "Good."));
    let read = read_json(&log);
    let [item] = read.items.as_slice() else { panic!("one document") };
    assert!(item.text.starts_with("[2031-05-04 12:00] Quay 1 to Base\nThe lamp is out.\n\n"), "{}", item.text);
    assert_eq!(item.authors.first().map(|(_, writer)| writer.as_str()), Some("Quay 1"));
}

#[test]
fn fields_may_have_capitals_and_what_stands_above_a_table_opens_its_chat() {
    let rows = "Ada Voss,04.05.2031 12:04,The gate is open.\nTom Reed,04.05.2031 9:05,Shut it.\nAda Voss,20310504,It is \
                shut.\nTom Reed,04.05.2031 12:30,Good.\n";
    let read = |source: &str| {
        let source = Arc::new(source.as_bytes().to_vec());
        read("quay/chat.csv", &source, &TableFields::default()).expect("readable")
    };
    let named = read(&format!("Sender,Date,Message\n{rows}"));
    let [item] = named.items.as_slice() else { panic!("one document") };
    assert_eq!(
        item.text,
        "[2031-05-04 12:04] Ada Voss\nThe gate is open.\n\n[2031-05-04 09:05] Tom Reed\nShut it.\n\n[2031-05-04] Ada \
         Voss\nIt is shut.\n\n[2031-05-04 12:30] Tom Reed\nGood."
    );
    let headed = read(&format!("Talk about the gate of Orsk,,\n,,\nSender,Date,Message\n{rows}"));
    let [item] = headed.items.as_slice() else { panic!("one document") };
    assert!(item.text.starts_with("Talk about the gate of Orsk\n\n[2031-05-04 12:04] Ada Voss\n"), "{}", item.text);
}

#[test]
fn hours_of_half_a_day_are_told_as_those_of_a_day() {
    for (written, told) in [
        ("2031-05-04 9:05 PM", "2031-05-04 21:05"),
        ("2031-05-04, 12:05 am", "2031-05-04 00:05"),
        ("4 May 2031 12:05 p.m.", "2031-05-04 12:05"),
        ("2031-05-04T12:04:05.000+00:00", "2031-05-04 12:04"),
        ("1935736320", "2031-05-05 08:32"),
        ("1935736320123", "2031-05-05 08:32"),
        ("Lamp: out on 4 May 2031", "2031-05-04"),
    ] {
        assert_eq!(super::Time::of(written).map(|time| time.written).as_deref(), Some(told), "{written}");
    }
    assert!(super::Time::of("12").is_none());
}
