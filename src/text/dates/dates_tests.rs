use super::*;

#[test]
fn the_first_of_a_month_is_a_day_in_romance_languages() {
    assert_eq!((ordinal("1er"), ordinal("1º"), ordinal("2er"), ordinal("11er")), (Some(1), Some(1), None, None));
}

#[test]
fn a_timeline_has_several_days() {
    let diary = "Found in a drawer on 2 October 1981.\n\n# March 9\nRain.\n# Thursday March 10th 1864.\nLate.\n# March 11th. Fog\n";
    assert_eq!(of_diary(diary).map(written).as_deref(), Some("1864-03-10"));
    assert_eq!(of_diary("# March 10th 1864\nRain.\n# Notes\n"), None);
    let log =
        "# The lamp\n\n| Time | Event |\n|---|---|\n| 2031-05-04 12:04 | It went out |\n| 2031-05-05 | It burns\n";
    assert_eq!(of_timeline(log).map(written).as_deref(), Some("2031-05-04"));
    assert_eq!(of_timeline("- 2031-05-04: It went out.\n"), None);
    assert_eq!(of_timeline("2031-05-0451 x\n2031-05-04-7\n"), None);
}

#[test]
fn a_line_may_begin_with_a_day() {
    for (line, day) in [
        ("May 15th. How uncertain it is.", "May 15th"),
        ("Thursday March 10th 1864.", "Thursday March 10th 1864"),
        ("Mon, 4 May: the boats", "Mon, 4 May"),
        ("May 22d", "May 22d"),
        ("2031-05-04 – The board", "2031-05-04"),
    ] {
        assert_eq!(day_in_front(line).map(|end| &line[..end]), Some(day), "{line}");
    }
    for line in ["May we go?", "2031 Calendar", "4 boats", "March", "12 Quay Street", "May 45", ""] {
        assert_eq!(day_in_front(line), None, "{line}");
    }
}

#[test]
fn a_lifespan_is_told_by_two_years_in_brackets() {
    for text in ["Ada Voss (3 May 1871 – 9 June 1902) kept the lock.", "Voss (; 1871-1902), miller"] {
        assert!(tells_lifespan(text), "{text}");
    }
    for text in ["Ada Voss (born 3 May 1871) kept it.", "The lock (gates 3–4) of 1871.", "Of 1871 – 1902.", "(", ""]
    {
        assert!(!tells_lifespan(text), "{text}");
    }
}

#[test]
fn a_fiscal_year_is_written_in_three_ways() {
    assert_eq!(year_forms("2023"), ["fy23", "fy2023"]);
    assert_eq!(year_forms("FY23"), ["2023", "fy2023"]);
    assert_eq!(year_forms("fy2023"), ["2023", "fy23"]);
    for word in ["23", "1823", "20231", "fy", "fyord", "٢٠٢٣", ""] {
        assert!(year_forms(word).is_empty(), "{word}");
    }
}

#[test]
fn a_day_is_written_as_it_is_read() {
    for day in ["1969-12-31", "1970-01-01", "2024-02-29"] {
        assert_eq!(first_date(day).map(written).as_deref(), Some(day));
    }
    assert_eq!([written(0), written(DAY - 1)], ["1970-01-01"; 2]);
    assert_eq!([written(-1), written(1_700_000_000)], ["1969-12-31", "2023-11-14"]);
}

#[test]
fn a_day_in_a_sentence_is_spelled() {
    let days = ["2022-08-19", "2022-09-02", "2022-05-30", "2022", ""].map(spelled);
    assert_eq!(days, ["19 Aug 2022", "2 Sep 2022", "30 May 2022", "2022", ""]);
    for told in
        ["Minutes 2022-08-19", "Interview, August 19th 2022", "lettre du 19 août", "19.08.2022", "Order 19-08-22"]
    {
        assert!(tells(told, "2022-08-19"), "{told}");
    }
    for other in ["August 2022", "Minutes of 19 Aug 2021", "2022", ""] {
        assert!(!tells(other, "2022-08-19"), "{other}");
    }
    assert!(tells("Report 2022", "2022") && !tells("Report", "2022"));
}

#[test]
fn dates_are_read_as_people_write_them() {
    let day = 86_400;
    assert_eq!(first_date("1970-01-02"), Some(day));
    assert_eq!(first_date("Saturday, January 3rd, 1970, at noon"), Some(2 * day));
    assert_eq!(first_date("am 3 Jan 1970"), Some(2 * day));
    assert_eq!(first_date("2000-02-29T10:00:00Z"), Some(951_782_400));
    assert_eq!(first_date("notes 20000229"), Some(951_782_400));
    assert_eq!(first_date("1999-02-29 and May I, then 12 of 2000"), None);
    assert_eq!(leading_year("1998-Ord-59"), Some(883_612_800));
    assert_eq!(leading_year("19981210"), None);
    assert_eq!(leading_year("2947-cargo.md"), None);
    assert!(are_numbered(["2003-lints.md", "2947-cargo.md"].into_iter()));
    assert!(!are_numbered(["1998-Ord-59", "2003-Res", "minutes.txt"].into_iter()));
}

proptest::proptest! {
    #[test]
    fn anything_may_be_asked(
        text in "((May|Dezember|sept\\.|4|04|31|2031|20310504|1st|of|de|Mon|-|/|\\.|,|T10:00| ) ?){0,12}|\\PC{0,60}",
    ) {
        for day in [first_date(&text), leading_year(&text)].into_iter().flatten() {
            // What was read as a day is one.
            proptest::prop_assert_eq!(first_date(&written(day)), Some(day), "{}", written(day));
        }
    }
}

#[test]
fn days_are_years_months_or_days() {
    for there_is in ["2019", "2019-02", "2019-02-01", "2020-02-29", "2000-02-29", "1900-12-31"] {
        assert_eq!(bound(there_is).as_deref(), Some(there_is));
    }
    for wrong in ["", "19", "2019-2", "2019-02-01-04", "2019/02", "next year"] {
        assert_eq!(bound(wrong), None, "{wrong}");
    }
    for no_day in
        ["2019-99", "2019-00", "2019-13-45", "2019-02-31", "2019-02-29", "1900-02-29", "2019-04-31", "2019-01-00"]
    {
        assert_eq!(bound(no_day), None, "{no_day}");
    }
}

#[test]
fn a_time_is_read_as_it_is_typed() {
    for (typed, read) in [
        ("feb 2019", "2019-02"),
        ("Februar 2019", "2019-02"),
        ("2019-02", "2019-02"),
        ("3 feb 2019", "2019-02-03"),
        ("03.02.2019", "2019-02-03"),
        ("3. März 2019", "2019-03-03"),
        ("2019", "2019"),
    ] {
        assert_eq!(typed_bound(typed).as_deref(), Some(read), "{typed}");
    }
    for wrong in ["feb", "river 2019", "letters", "2019-13"] {
        assert_eq!(typed_bound(wrong), None, "{wrong}");
    }
}

#[test]
fn a_month_of_which_no_day_is_told_is_kept_as_one() {
    let month = month_alone(2031, 11).expect("a month");
    assert_eq!((written(month).as_str(), known(month).as_str()), ("2031-11-01", "2031-11"));
    assert_eq!((spelled("2031-11").as_str(), spelled(&known(month)).as_str()), ("Nov 2031", "Nov 2031"));
    let january = month_alone(2031, 1).map(known);
    assert_eq!(january.as_deref(), Some("2031-01"), "and no year");
    assert!(CalendarDate::of(month).day.is_none() && CalendarDate::of(month - 1).day.is_some());
    assert!(tells("Minutes, Nov 2031", "2031-11") && tells("lit on 4 November 2031", "2031-11"));
    assert!(!tells("Minutes, Dec 2031", "2031-11"));
}

#[test]
fn a_day_that_a_document_tells_itself_is_closer_than_the_year_of_its_name() {
    let own = first_date("2031-10-05");
    let of = |path: &str, own: Option<i64>| of_document("Lamps", path, false, own).map(known);
    assert_eq!(of("2031-ord-59.txt", own).as_deref(), Some("2031-10-05"));
    assert_eq!(of("2030-ord-59.txt", own).as_deref(), Some("2030"));
    assert_eq!(of("lamps.txt", own).as_deref(), Some("2031-10-05"));
    assert_eq!(of_document("Lamp fair, 24–25 October 2031", "fair.txt", false, own), own, "of several days");
}
