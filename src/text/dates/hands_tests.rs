use super::*;

/// The days that a text tells by its own hand: year, month and day.
fn told(text: &str) -> Vec<(Option<i64>, u32, Option<u32>)> {
    dates_by(text, Hand::of(text)).iter().map(|one| (one.year, one.month, one.day)).collect()
}

/// The same without years, of what tells a day.
fn days(text: &str) -> Vec<(u32, u32)> {
    told(text).into_iter().filter_map(|(_, month, day)| Some((month, day?))).collect()
}

#[test]
fn two_figures_behind_a_month_are_a_year_where_nothing_is_counted_by_them() {
    for text in [
        "2 Mar 23 – the board met",
        "- 2 Mar 23: the board met",
        "Orsk, 2nd March 23",
        "2 Mar 23, Tarn",
        "2 Mar '23 the board met",
        "March 2, ’23",
        "2-Mar-23 the board met",
        "(2 Mar 23) met",
        "the board met on 2 Mar 23. Ada came",
        "| 2 Mar 23 | met |",
    ] {
        assert_eq!(told(text), [(Some(2023), 3, Some(2))], "{text}");
    }
    for text in ["Nov '21 – mould", "since Nov ’21"] {
        assert_eq!(told(text), [(Some(2021), 11, None)], "{text}");
    }
    for text in [
        "2 Mar 23 people came",
        "on 2 Mar 23:15 it rang",
        "2 Mar 23–25 boats",
        "2 Mar 23, 24 and 25 boats came",
        "2 Mar 23.5 tons",
        "on 2 Mar 23rd Street was shut",
        "2 Mar 23 % of it",
    ] {
        assert_eq!(told(text), [(None, 3, Some(2))], "{text}");
    }
    assert_eq!(told("at 5 out 23 – or in 3 may 20."), []);
}

#[test]
fn lines_of_one_shape_tell_whether_two_figures_are_a_year() {
    let years = "26 Nov 21 storm\n2 Mar 23 board met\n1 Feb 24 lamp lit\n";
    assert_eq!(told(years).iter().map(|day| day.0).collect::<Vec<_>>(), [Some(2021), Some(2023), Some(2024)]);
    let one_year = "- 2 Mar 23 board met\n- 5 Mar 23 lamp lit\n- 1 Feb 23 lamp out\n";
    assert!(told(one_year).iter().all(|day| day.0 == Some(2023)));
    let counts = "2 Mar 12 boats\n3 Mar 14 boats\n5 Mar 19 boats\n";
    assert!(told(counts).iter().all(|day| day.0.is_none()), "they may count");
}

#[test]
fn a_number_of_what_is_numbered_is_no_day() {
    assert_eq!(told("Version 1, November 2031"), [(Some(2031), 11, None)]);
    assert_eq!(told("The Lamp, No. 7, December 2031"), [(Some(2031), 12, None)]);
    assert_eq!(calendar_dates("7, December 2031").len(), 1);
}

#[test]
fn a_day_with_strokes_needs_no_year_behind_the_name_of_a_day_or_what_is_due() {
    // In 2031 the third of February was a Monday.
    let book =
        "LAMP BOOK   A. Voss   Feb 2031\n\nMon 3/2   oiled\n\nWed 5/2   lit. Next check due 7/3\n\nSun 9/2   out\n";
    assert_eq!(days(book), [(2, 3), (2, 5), (3, 7), (2, 9)]);
    let american = book.replace("3/2 ", "2/3 ").replace("5/2 ", "2/5 ").replace("7/3", "3/7").replace("9/2 ", "2/9 ");
    assert_eq!(days(&american), [(2, 3), (2, 5), (3, 7), (2, 9)]);
    assert_eq!(days("Fri 14/2 lit"), [(2, 14)]);
    let words = "# Call, 18 Feb 2031\n\n- Ada: lamp, due 25 Feb\n- Tom: oil, due 7/3\n";
    assert_eq!(days(words), [(2, 18), (2, 25), (3, 7)]);
    for text in ["Mon 3/2 oiled", "of 3/4 of it, 9/10", "due 7/3", "Mon 3/2.5 l", "Mon 1/2/3", "open 24/7", "due 14/15"]
    {
        assert_eq!(days(text), [], "{text}");
    }
}

#[test]
fn lines_that_begin_with_days_and_strokes_tell_them() {
    let log = "Lamp log, Tarn\n\n14/2 lit\n3/4 of the oil was gone\n16/2 out\n\n17/2 lit\n18/2 oiled, 1/2 l\n";
    assert_eq!(days(log), [], "in no order");
    let log = log.replace("3/4", "15/2");
    assert_eq!(days(&log), [(2, 14), (2, 15), (2, 16), (2, 17), (2, 18)]);
    assert_eq!(days("1/2 cup of oil\n1/4 cup of tar\n"), []);
}
