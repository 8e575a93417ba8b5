//! The day or the month that a question is asked of: "What happened on 6 September 2021?", "Who was there on May
//! 26th?".

use std::borrow::Cow;

use unicode_segmentation::UnicodeSegmentation;

use super::lists::WORDS;
use crate::text::dates::calendar::{CalendarDate, calendar_dates};
use crate::text::numbers::years::is_year;

/// The one date that a question names; `None` where it names several, or asks of what came before or after it.
pub(super) fn date_asked(question: &str) -> Option<CalendarDate> {
    let dates = calendar_dates(question);
    let first = *dates.first()?;
    let front = question.get(..first.span.start)?;
    let before = front.unicode_words().next_back().unwrap_or_default().to_lowercase();
    (dates.iter().all(|other| first.is(other)) && !WORDS.bounding_days.has(&before)).then_some(first)
}

/// The one year that a question names, as it writes it; `None` where it names several, or asks of what came before or
/// after it.
pub fn year_asked(question: &str) -> Option<&str> {
    let words: Vec<&str> = question.unicode_words().collect();
    let at = words.iter().position(|word| is_year(word))?;
    let bounds = at > 0 && WORDS.bounding_days.has(&words[at - 1].to_lowercase());
    (!bounds && !words[at + 1..].iter().any(|word| is_year(word))).then_some(words[at])
}

/// True for a question for how something ended: "What did it cost in the end?", "Where was it eventually found?".
pub fn asks_how_it_ended(question: &str) -> bool {
    WORDS.ended.is_said_in(question)
}

/// A question with blanks in the place of its date, whose words are none of what it asks about.
pub(super) fn without_date(question: &str, date: Option<CalendarDate>) -> Cow<'_, str> {
    let Some(CalendarDate { span, .. }) = date else { return Cow::Borrowed(question) };
    let (front, behind) = (question.get(..span.start), question.get(span.end..));
    // A comma keeps what stands before it and behind apart.
    Cow::Owned(format!("{} , {}", front.unwrap_or_default(), behind.unwrap_or_default()))
}

#[cfg(test)]
mod tests {
    use super::{asks_how_it_ended, year_asked};
    use crate::text::question::Reading;

    #[test]
    fn the_words_of_a_day_are_no_content() {
        for (question, content) in [
            ("What happened on 6 September 2021?", &[][..]),
            ("What happened on May 26?", &[]),
            ("What happened in June 2022?", &[]),
            ("How much cash was in the bank on 1 February 2021?", &["cash", "bank"]),
            ("Who was present on 2018-08-23?", &["present"]),
            ("Was geschah am 3. Februar 1950 am Hafen?", &["hafen"]),
            ("Qui était présent le 26 avril 1950 ?", &["présent"]),
        ] {
            let reading = Reading::of(question);
            assert!(reading.date.is_some(), "{question}");
            assert_eq!(reading.content, content, "{question}");
            assert!(!reading.whole.coverage, "{question}");
        }
        assert_eq!(Reading::of("Who met Ada Voss on 3 May 1911?").names, ["Ada Voss"]);
    }

    #[test]
    fn one_year_is_asked_of() {
        for (question, year) in [
            ("Who was mayor in 2016?", Some("2016")),
            ("How many bats were counted in winter 1923/24?", Some("1923")),
            ("What changed since 2016?", None),
            ("Compare the dues of 2015 and 2016.", None),
            ("Who was mayor?", None),
        ] {
            assert_eq!(year_asked(question), year, "{question}");
        }
    }

    #[test]
    fn what_bounds_a_time_or_is_one_of_two_days_is_no_day_that_is_asked_of() {
        for question in [
            "What happened before 3 May 2019?",
            "What came after June 2022?",
            "Compare the dues of May 2019 and June 2020.",
            "What may it bring?",
            "What happened in 2021?",
        ] {
            assert!(Reading::of(question).date.is_none(), "{question}");
        }
    }

    #[test]
    fn what_is_asked_of_the_end_is_told_from_an_end_of_something() {
        for question in ["How much did Voss get in the end?", "Where was it eventually found?", "Who ended up paying?"]
        {
            assert!(asks_how_it_ended(question), "{question}");
        }
        assert!(!asks_how_it_ended("Who stood at the end of the quay?"));
    }
}
