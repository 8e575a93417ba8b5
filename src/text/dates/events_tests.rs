use super::*;
use crate::text::layout::blocks::Markup;
use crate::text::layout::structure;

fn told(text: &str, markup: Markup) -> Vec<String> {
    let mut document = super::super::passage_days::tests::document("markdown", "Orsk, 2031", None);
    document.text_len = text.len();
    let events = Events::new(PassageDays::of(&document, text), text);
    let sentences = structure::of_text(text, markup).sentences;
    let found = sentences.iter().flat_map(|one| events.of(one, one.span.slice(text).unwrap()));
    found.map(|one| format!("{}: {}", one.when.written(), one.says.slice(text).unwrap())).collect()
}

#[test]
fn sentences_items_and_rows_are_told_at_the_day_that_they_name() {
    let text = "# Orsk\n\nThe quay fell on 16 February 2019. Nobody was hurt.\n\n- **18 Apr 2018** Tranche A is paid.\n\
                - le 23 avril 2019, les portes sont debout\n\n| date | what |\n|---|---|\n| 1871 | Wall built |\n\
                | 2 Dec 2015 | Shares allotted |\n\nThe lamp was lit again in May 2020 and on 3 June.\n";
    assert_eq!(
        told(text, Markup::Markdown),
        [
            "2019-02-16: The quay fell on 16 February 2019.",
            "2018-04-18: Tranche A is paid.",
            "2019-04-23: le 23 avril 2019, les portes sont debout",
            "1871: Wall built |",
            "2015-12-02: Shares allotted |",
            "2020-06-03: The lamp was lit again in May 2020 and on 3 June.",
        ]
    );
}

#[test]
fn the_day_that_a_document_gives_itself_says_nothing_but_that() {
    let text = "# Rule 7\n\n- Status: agreed\n- Date: 2031-05-04\n- Seen by: Ada Voss\n\n**Datum:** 6 May 2031\n\nThe gate is shut.\n";
    assert_eq!(told(text, Markup::Markdown), ["2031-05-04: ", "2031-05-06: "]);
}

#[test]
fn what_stands_under_a_dated_heading_is_of_its_day() {
    let text = "# Log\n\n## 4 May 2031\n\nThe lamp went out.\n\n## 5 May 2031\n\nIt was lit.\n\n## 6 May 2031\n\nFog came up.\n";
    let days = ["2031-05-04: The lamp went out.", "2031-05-05: It was lit.", "2031-05-06: Fog came up."];
    assert_eq!(told(text, Markup::Markdown), days);
    let lines = "1 May 2031\nThe lamp is out.\n\n2 May 2031\n\nThe lamp is lit. All is well now.\n\n3 May 2031\n\nFog comes \
                 up.\n\nOf whatever day this is.\n";
    let days = [
        "2031-05-01: The lamp is out.",
        "2031-05-02: The lamp is lit.",
        "2031-05-02: All is well now.",
        "2031-05-03: Fog comes up.",
    ];
    assert_eq!(told(lines, Markup::Plain), days);
}

#[test]
fn a_day_without_its_year_is_told_where_little_else_can_be_meant() {
    let dated = |day: Option<&str>, text: &str| {
        let mut document = super::super::passage_days::tests::document("markdown", "Quay notes", day);
        document.text_len = text.len();
        let events = Events::new(PassageDays::of(&document, text), text);
        let sentences = structure::of_text(text, Markup::Plain).sentences;
        let found = sentences.iter().flat_map(|one| events.of(one, one.span.slice(text).unwrap()));
        found.map(|one| one.when.written()).collect::<Vec<_>>()
    };
    let near = "The lamp went out on the 4th of March and was lit again.";
    assert_eq!(dated(Some("2031-04-20"), near), ["2031-03-04"]);
    assert_eq!(dated(Some("2031-01-20"), "On 28 December the lamp went out again."), ["2030-12-28"]);
    // Half a year away it may be of either year, or of another.
    assert_eq!(dated(Some("2031-10-20"), near), Vec::<String>::new());
    let told = "Work on the quay began on 3 January 2031. On 4 March the lamp went out there.";
    assert_eq!(dated(Some("2031-10-20"), told), ["2031-01-03", "2031-03-04"]);
    let other = "Work on the quay began in 2029 as planned. On 4 March the lamp went out there.";
    assert_eq!(dated(Some("2031-10-20"), other), ["2029"]);
    assert_eq!(dated(Some("2031-01-01"), near), ["2031-03-04"], "a year alone");
}

#[test]
fn a_row_is_told_at_the_days_that_are_its_cells() {
    let text = "# Orsk\n\n| no | day | asked | answer |\n|---|---|---|---|\n| 3 | 12 Jul 2031 | Who owns it? | The letter of 14 \
                August 2030 denies it, the mail of 2 May 2029 says so. |\n\n| no | asked |\n|---|---|\n| 4 | The letter of 14 \
                August 2030 denies it, the mail of 2 May 2029 says so. |\n";
    let found: Vec<String> = told(text, Markup::Markdown).iter().map(|one| one[..10].to_owned()).collect();
    assert_eq!(found, ["2031-07-12", "2030-08-14"]);
}

#[test]
fn a_day_without_a_year_takes_that_of_its_heading_or_its_document() {
    let log = "# Lamp log 1897-1904\n\n**1897**\n\n- *Sept. 6.* The lamp was lit anew.\n\n**1903**\n\n- *Oct. 23.* All were up \
               at the fire.\n- *Oct. 26.* The quay was left.\n\n**1904**\n\n- *July 29.* Ada Voss left her post.\n";
    let days = ["1897-09-06", "1903-10-23", "1903-10-26", "1904-07-29"];
    let found: Vec<String> = told(log, Markup::Markdown).iter().map(|one| one[..10].to_owned()).collect();
    assert_eq!(found, days);
    let minutes = "Orsk, 10 August 2031\n\nAda laid before them the deed, signed by Tom Reed in February 2030, which she had \
                   found in his cabinet on 4 August. The strike went on from 3 March to 5 April 2029.\n";
    let mut document = super::super::passage_days::tests::document("markdown", "Board", Some("2031-08-10"));
    document.text_len = minutes.len();
    let events = Events::new(PassageDays::of(&document, minutes), minutes);
    let sentences = structure::of_text(minutes, Markup::Plain).sentences;
    let found = sentences.iter().flat_map(|one| events.of(one, one.span.slice(minutes).unwrap()));
    let found: Vec<String> = found.map(|one| one.when.written()).collect();
    assert_eq!(found, ["2031-08-04", "2029-03-03", "2029-04-05"]);
}

#[test]
fn a_month_a_year_and_years_are_told_as_closely_as_they_are_named() {
    for (text, expected) in [
        ("It was agreed in March 2016 by all.", "2016-03"),
        ("Work began in early 2016 and went on.", "2016"),
        ("He kept the lamp from (2016–2019) alone.", "2016–2019"),
    ] {
        let found = told(text, Markup::Plain);
        assert_eq!(found.iter().map(|one| one.split(": ").next().unwrap()).collect::<Vec<_>>(), [expected]);
    }
    for text in [
        "The Harbour Act 1908 says nothing of it.",
        "They paid £1950 for the boat there.",
        "Folder AK-2018-117 was not found there.",
        "Of the 1,950 tons 2012kg were lost.",
        "Orsk, 3 May 2019",
    ] {
        assert_eq!(told(text, Markup::Plain), Vec::<String>::new(), "{text}");
    }
}

#[test]
fn a_month_stands_behind_its_days_and_a_year_behind_its_months() {
    let day = |text| When::day(first_date(text).unwrap());
    let mut times = [
        When::years(2016, 2016).unwrap(),
        When::month(2016, 12).unwrap(),
        day("2016-12-31"),
        day("2017-01-01"),
        When::years(2015, 2016).unwrap(),
    ];
    times.sort_by_key(|when| when.order());
    let told: Vec<String> = times.iter().map(|when| when.written()).collect();
    assert_eq!(told, ["2016-12-31", "2016-12", "2016", "2015–2016", "2017-01-01"]);
    assert_eq!(When::of_document(day("2016-01-01").from).written(), "2016");
}

#[test]
fn the_time_of_most_leaves_out_a_stray_year() {
    let mut days: Vec<i64> = (0..40).map(|at| at * DAY).collect();
    days.insert(0, -40_000 * DAY);
    days.push(20_000 * DAY);
    assert_eq!(span_of_most(&days), Some((0, 39 * DAY)));
    assert_eq!(span_of_most(&days[..12]), None);
    // History before, and what follows within a year.
    days.splice(0..1, [-9_000 * DAY, -8_900 * DAY, -300 * DAY]);
    assert_eq!(span_of_most(&days), Some((-300 * DAY, 39 * DAY)));
}

/// The times that a text of a day or a month tells.
fn dated(day: &str, text: &str, markup: Markup) -> Vec<String> {
    let mut document = super::super::passage_days::tests::document("markdown", "Orsk", None);
    document.modified = super::super::typed_bound(day).and_then(|day| match day.len() {
        7 => super::super::month_alone(day[..4].parse().ok()?, day[5..].parse().ok()?),
        _ => first_date(&day),
    });
    document.text_len = text.len();
    let events = Events::new(PassageDays::of(&document, text), text);
    let sentences = structure::of_text(text, markup).sentences;
    let found = sentences.iter().flat_map(|one| events.of(one, one.span.slice(text).unwrap()));
    found.map(|one| format!("{}{}", one.when.written(), if one.ahead { " ahead" } else { "" })).collect()
}

#[test]
fn a_month_lends_its_year_to_the_days_of_its_text() {
    let text = "The new lamp went in on 8 December, a week early.\n\nAda Voss moves to Tarn on 6 January with all.\n";
    assert_eq!(dated("2031-12", text, Markup::Plain), ["2031-12-08", "2032-01-06"]);
    // Of a day half a year before a deed is told, and not when something was to be done.
    let deed = "I withdrew the paper on the 14th of July.";
    assert_eq!(dated("2031-12-12", deed, Markup::Plain), ["2031-07-14"]);
    let due = "They decided to put out the lamp by 31 October this time.";
    assert_eq!(dated("2031-03-14", due, Markup::Plain), Vec::<String>::new());
}

#[test]
fn what_is_told_before_its_day_is_told_ahead() {
    let text = "The lamp was lit on 4 May 2031. The gate is put off to 9 June 2033 by all.\n";
    assert_eq!(dated("2031-05-20", text, Markup::Plain), ["2031-05-04", "2033-06-09 ahead"]);
}

#[test]
fn an_entry_is_as_short_as_it_is() {
    let list = "Lamps, as I have them. Not all are told.\n\n3 July 2031 – Voss report\n8 Dec 2031 – lamp\n9 Dec 2031\n";
    assert_eq!(dated("2032", list, Markup::Plain), ["2031-07-03", "2031-12-08"]);
}

#[test]
fn a_row_of_several_months_is_of_none() {
    let rows = "lamp: 1; oil_nov_2031: 44; oil_dec_2031: 31; oil_jan_2032: 29";
    let mut told: Vec<(When, Span)> = Vec::new();
    let months = dates_by(rows, Hand::default());
    told.extend(months.iter().filter_map(|one| Some((When::month(one.year?, one.month)?, one.span))));
    assert_eq!(told.len(), 3);
    of_row(rows, &mut told);
    assert!(told.len() <= 1);
    let bare = "lamp: 1; nov_2031: 44; dec_2031: 31; seen: 4 May 2031";
    let mut told: Vec<(When, Span)> = dates_by(bare, Hand::default())
        .iter()
        .filter_map(|one| Some((one.day.map_or_else(|| When::month(one.year?, one.month), |_| None)?, one.span)))
        .collect();
    of_row(bare, &mut told);
    assert!(told.is_empty());
}

#[test]
fn talk_tells_something_by_several_words_or_by_what_something_is() {
    for text in ["Lamp is UP!!", "the gate is mended", "missed the ferry by three days", "two men, forty pounds of tar"]
    {
        assert!(tells_something(text), "{text}");
    }
    for text in ["got it thx", "I'll allow it", "Tom has it", "Back by noon", "how long did the lamp take them then"] {
        assert!(!tells_something(text), "{text}");
    }
}

#[test]
fn a_year_behind_those_who_are_cited_is_that_of_a_writing() {
    assert_eq!(told("Voss et al. (2019) found that it burns well.", Markup::Plain), Vec::<String>::new());
}
