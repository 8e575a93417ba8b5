use super::super::hands::{Hand, Strokes};
use super::*;

fn told(text: &str) -> Vec<(Option<i64>, u32, Option<u32>)> {
    calendar_dates(text).into_iter().map(|date| (date.year, date.month, date.day)).collect()
}

#[test]
fn a_day_is_read_however_it_is_written() {
    for text in [
        "on 6 September 2021",
        "2021-09-06 08:05",
        "notes 20210906",
        "September 6th, 2021",
        "Sept. 6, 2021",
        "6 Sep 2021",
        "the 6th of September 2021",
        "the sixth of September 2021",
        "am 6. September 2021",
        "06.09.2021",
        "2021/09/06",
        "2021-09-06T10:00",
        "le 6 septembre 2021",
        "el 6 de septiembre de 2021",
        "6 сентября 2021",
    ] {
        assert_eq!(told(text), [(Some(2021), 9, Some(6))], "{text}");
    }
    assert_eq!(told("25/04/2018 or 25.4.2018"), [(Some(2018), 4, Some(25)); 2]);
    assert_eq!(told("minutes 06.09.2021.pdf"), [(Some(2021), 9, Some(6))], "the name of a file");
}

#[test]
fn a_month_of_a_year_and_a_day_of_any_year_are_read() {
    for text in ["in June 2022", "2022-06", "Jun 2022", "junio de 2022", "June, 2022"] {
        assert_eq!(told(text), [(Some(2022), 6, None)], "{text}");
    }
    for text in [
        "captured 18 men.\n# May 26. Marched",
        "on May 26",
        "May 26th",
        "the 26th of May",
        "the twenty-sixth of May",
        "this 26th day of May",
        "the twenty-sixth day of May",
        "26 May",
        "le 26 mai",
        "el 26 de mayo",
    ] {
        assert_eq!(told(text), [(None, 5, Some(26))], "{text}");
    }
    assert_eq!(told("what was it on june 3"), [(None, 6, Some(3))]);
    assert_eq!(told("made this 11th day of January 2031"), [(Some(2031), 1, Some(11))]);
    assert_eq!(told("May 23d. 41"), [(None, 5, Some(23))]);
    assert_eq!(told("replaces version 1 of June 2022"), [(Some(2022), 6, None)]);
    assert_eq!(told("From 3 May 2019 to 4 June 2019").len(), 2);
}

#[test]
fn days_with_strokes_are_read_as_the_rest_of_the_text_has_them() {
    let told = |text: &str| dates_by(text, Hand::of(text)).iter().map(|one| (one.month, one.day)).collect::<Vec<_>>();
    assert_eq!(told("01/04/2017, 25/04/2017"), [(4, Some(1)), (4, Some(25))]);
    assert_eq!(told("1/4/2017; 4/25/2017"), [(1, Some(4)), (4, Some(25))]);
    assert_eq!(told("1/4/2017 and/or 3/4, 5/6/2018"), []);
    assert_eq!(told("25/04/2017; 4/25/2017; 3/4/2017"), [(4, Some(25))]);
    // Whoever writes day after day writes the day that goes on.
    assert_eq!(told("1/4/2017; 1/4/2017; 2/4/2017; 5/4/2017").last(), Some(&(4, Some(5))));
    assert_eq!(told("1/4/2017; 1/5/2017; 2/2/2017").last(), Some(&(2, Some(2))));
    assert_eq!(told("5/4/2017; 1/4/2017; 2/4/2017"), [], "in no order");
}

#[test]
fn years_of_two_figures_are_read_where_nothing_else_is_written_so() {
    for text in ["[25/04/18, 07:55:01] Ada: yes", "25.04.18, 07:55 - Ada: yes", "at the quay 25/4/18 with Ada"] {
        assert_eq!(told(text), [(Some(2018), 4, Some(25))], "{text}");
    }
    assert_eq!(told("4/25/18, 7:55 AM - Ada: yes"), [], "the month first, as nothing told");
    let american: Vec<_> =
        dates_by("4/25/18, 7:55 AM - Ada: yes", Hand { strokes: Some(Strokes::MonthFirst), ..Hand::default() });
    assert_eq!(american.first().map(|one| (one.year, one.month, one.day)), Some((Some(2018), 4, Some(25))));
    for text in ["version 25.4.18", "section 3.4.18 of it", "25/4/18/2", "4/5/18", "25.4.18, 7 of 9"] {
        assert_eq!(told(text), [], "{text}");
    }
}

#[test]
fn the_first_day_is_one_of_a_year() {
    let day = first_date("2021-05-06");
    for text in ["6 May 2021", "06.05.2021", "6. Mai 2021", "26 May, and on 6. Mai 2021", "20210506"] {
        assert_eq!(first_day(text), day, "{text}");
    }
    assert_eq!(first_day("on May 26, in June 2022 and 4/5/2019"), None);
}

#[test]
fn what_is_no_date_is_none() {
    for text in [
        "a 26-year-old farmer",
        "It may 3 times fail",
        "3 out of 5, 10 ago",
        "captured on the 21st, 18 men. May",
        "2021-99-01",
        "31 June 2021 or 30 February",
        "in 2021",
        "May 10:30 be the hour?",
        "version 2.30.8",
        "4/5/2019",
        "",
    ] {
        let found: Vec<_> = told(text).into_iter().filter(|date| date.2.is_some()).collect();
        assert!(found.is_empty(), "{text}: {found:?}");
    }
}

#[test]
fn a_date_holds_what_lies_within_it() {
    let one = |text: &str| calendar_dates(text)[0];
    assert!(one("May 26").holds(&one("1864-05-26"), None));
    assert!(one("26 May 1864").holds(&one("May 26th"), None) && one("26 May 1864").holds(&one("May 26"), Some(1864)));
    assert!(!one("26 May 1864").holds(&one("May 26th"), Some(1909)));
    assert!(one("June 2022").holds(&one("2022-06-09"), None) && !one("June 2022").holds(&one("June 9"), None));
    assert!(one("June 2022").holds(&one("June 9"), Some(2022)) && !one("June 2022").holds(&one("2020-06-09"), None));
    assert!(!one("9 June 2022").holds(&one("June 2022"), None));
    assert!(CalendarDate::of(951_782_400).is(&one("2000-02-29")));
    assert_eq!((year_in("reader-1864-03.md"), year_in("part 3")), (Some(1864), None));
}

proptest::proptest! {
    #[test]
    fn any_text_is_read(text in "\\PC{0,60}|((May|6th|2021|09|-|/|de|of|, |\\.| ) ?){0,16}") {
        for date in calendar_dates(&text) {
            proptest::prop_assert!(date.span.slice(&text).is_some());
        }
    }
}
