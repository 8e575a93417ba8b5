//! What is cited: unfolded where it stands, and taken elsewhere under the numbers of the screen.

use super::Stage;
use crate::tui::data::RecordPage;
use crate::tui::effect::Effect;
use crate::tui::msg::Msg;

/// A report with a citation that is too long to be shown whole.
fn long_citation(width: u16) -> Stage {
    let mut stage = Stage::open(width, 40);
    stage.press("enter");
    let Some(RecordPage::Report(page)) = &mut stage.app.reader.record else { panic!("{}", stage.screen()) };
    page.report.summary =
        "All of it [Data: Sources (812, 1204); Entities (410, 411); Relationships (195)]. The rest [Data: Reports (57)]."
            .to_owned();
    stage.resize(width + 20, 40);
    stage
}

#[test]
fn numbers_are_those_of_the_screen_and_everything_cited_has_a_name_and_a_file() {
    let mut stage = long_citation(120);
    assert!(stage.shows("All of it [1,2,3,+2]. The rest [6]."), "{}", stage.screen());
    stage.press("y");
    let Some(Effect::Copy(text)) = stage.effects.pop() else { panic!("{:?}", stage.effects) };
    assert!(text.contains("All of it [1, 2, 3, 4, 5]. The rest [6]."), "{text}");
    assert!(text.contains("[5] Low Holm – Mrs Aldous (Relationships 195)\n"), "{text}");
    assert!(text.contains("(Sources 812)\n  - council/1911-03-minutes.txt, line 43\n"), "{text}");
    // A finding that is folded keeps its numbers.
    let shown = stage.screen();
    let numbers = |screen: &str| screen.lines().find(|line| line.contains("[1,2,3,+2]")).map(str::to_owned);
    stage.press("space");
    assert_eq!(numbers(&stage.screen()), numbers(&shown));
    stage.press("E enter");
    let Some(Effect::Export { text: written, .. }) = stage.effects.pop() else { panic!("{:?}", stage.effects) };
    assert_eq!(written, text);
}

#[test]
fn the_rest_of_a_citation_unfolds_where_it_stands() {
    let mut stage = long_citation(120);
    stage.press("l l l l enter");
    assert!(stage.shows("All of it [1,2,3,4,5]. The rest [6]."), "{}", stage.screen());
    let page = stage.app.reader.page.text();
    assert!(page.contains("[5] Minutes of the river board"), "{page}");
    assert!(!stage.app.reader.shows_ids());
    assert_eq!(stage.app.reader.focused_ref().map(|record| record.id), Some(411), "on the first that was folded");
}

#[test]
fn several_records_are_written_with_what_they_cite() {
    let mut stage = Stage::open(120, 40);
    stage.press("x j x E enter");
    let Some(Effect::Export { path, text, .. }) = stage.effects.pop() else { panic!("{:?}", stage.effects) };
    assert_eq!(path.to_str(), Some("2-records.md"));
    assert!(text.contains("\n---\n\n# ") && text.contains("line 43"), "{text}");
}

#[test]
fn entities_are_written_as_the_reader_shows_them_in_the_order_in_which_they_were_marked() {
    let mut stage = Stage::open(120, 40);
    stage.press("2 j space k k space");
    let (ids, marked) = (stage.app.browser.ids.clone(), stage.app.browser.marked.clone());
    assert_eq!(marked, [ids[1], ids[0]]);
    stage.press("E enter");
    let Some(Effect::Export { text, .. }) = stage.effects.pop() else { panic!("{:?}", stage.effects) };
    for part in ["## Related to", "## Communities", "## Named in", "documents · "] {
        assert_eq!(text.matches(part).count(), 2, "{part}: {text}");
    }
    assert!(text.contains(", line 43"), "{text}");
}

#[test]
fn in_a_list_that_has_the_screen_the_row_is_taken_and_not_what_was_read_before_it() {
    let mut stage = Stage::open(80, 24);
    stage.press("2 enter 2 z j j j");
    let row = stage.app.browser.selected().map(|id| format!("Entity {id}")).expect("a row");
    let read = stage.app.reader.title().expect("a record");
    assert_ne!(read, row);
    let top = stage.screen().lines().next().unwrap_or_default().to_owned();
    assert!(top.contains(&row), "{top}");
    let told = [format!("# {row}\n"), "[Data".to_owned()];
    for (key, cites) in [("y", true), ("Y", false)] {
        stage.press(key);
        let Some(Effect::Copy(text)) = stage.effects.pop() else { panic!("{:?}", stage.effects) };
        assert!(text.contains(&told[0]) && !text.contains(&told[1]), "{text}");
        assert_eq!(text.contains("[1]"), cites, "{text}");
    }
    stage.press("E");
    assert!(stage.shows(&format!("{}.md", row.to_lowercase().replace(' ', "-"))), "{}", stage.screen());
    stage.press("enter");
    let Some(Effect::Export { text, .. }) = stage.effects.pop() else { panic!("{:?}", stage.effects) };
    assert!(text.contains(&told[0]), "{text}");
    // In the tree it is the report, and where it lies is told.
    stage.press("1 l j");
    let top = stage.screen().lines().next().unwrap_or_default().to_owned();
    assert!(top.contains("Flood w") && top.contains("Pumping"), "{top}");
    stage.press("E enter");
    let Some(Effect::Export { text, .. }) = stage.effects.pop() else { panic!("{:?}", stage.effects) };
    assert!(text.starts_with("# Pumping stations"), "{text}");
}

#[test]
fn nothing_is_written_before_one_has_seen_where_to() {
    let mut stage = Stage::open(80, 24);
    stage.app.folder = "/home/a/notes".into();
    let is_written = |effect: &Effect| matches!(effect, Effect::Export { .. });
    stage.press("enter E");
    assert!(stage.shows("Write this report to a file") && stage.shows("flood-works"), "{}", stage.screen());
    assert!(stage.shows("/home/a/notes") && stage.shows("Enter write it"), "{}", stage.screen());
    stage.press("esc");
    assert!(stage.app.overlays.is_empty() && !stage.effects.iter().any(is_written), "{:?}", stage.effects);
    // Another path is typed over it; without one nothing is written either.
    stage.press("E ctrl-u enter");
    assert!(stage.shows("type the path of a file"), "{}", stage.screen());
    stage.write("~/q/flood.md");
    stage.press("enter");
    let Some(Effect::Export { path, .. }) = stage.effects.pop() else { panic!("{:?}", stage.effects) };
    assert_eq!(path.to_str(), Some("~/q/flood.md"));
    assert!(stage.app.overlays.is_empty());
}

#[test]
fn what_could_not_be_written_is_asked_where_to_again() {
    let mut stage = Stage::open(80, 24);
    let (what, text, why) = ("a report".to_owned(), "It ran dry.".to_owned(), "no such folder".to_owned());
    stage.send(Msg::Unwritten { what, path: "/nowhere/x.md".into(), text, why });
    assert!(stage.shows("could not be written: no such folder") && stage.shows("/nowhere/x.md"), "{}", stage.screen());
    stage.press("enter");
    let Some(Effect::Export { path, text, .. }) = stage.effects.pop() else { panic!("{:?}", stage.effects) };
    assert_eq!((path.to_str(), text.as_str()), (Some("/nowhere/x.md"), "It ran dry."));
}

#[test]
fn ctrl_c_clears_what_is_written_before_it_quits() {
    let mut stage = Stage::open(80, 24);
    stage.press("a");
    stage.write("Who paid?");
    stage.press("ctrl-c");
    assert!(stage.shows("once more quits") && !stage.shows("Who paid?"), "{}", stage.screen());
    assert!(!stage.effects.iter().any(|effect| matches!(effect, Effect::Quit)));
    stage.press("ctrl-c");
    assert!(stage.effects.iter().any(|effect| matches!(effect, Effect::Quit)));
}

#[test]
fn ctrl_c_in_an_empty_field_asks_once_more() {
    let mut stage = Stage::open(80, 24);
    stage.press("a ctrl-c");
    assert!(stage.shows("once more quits") && !stage.effects.contains(&Effect::Quit), "{}", stage.screen());
    stage.press("esc a ctrl-c");
    assert!(!stage.effects.contains(&Effect::Quit), "another key was pressed between them");
    stage.press("ctrl-c");
    assert!(stage.effects.contains(&Effect::Quit));
}
