//! Figures and times that a question asks for: whether a text gives one, and whether it is of the year that is named.

use super::asked::PreparedQuestion;
use crate::text::cutting::punctuation::is_terminal;
use crate::text::dates::{is_month, year_of};
use crate::text::display::spacing::single_spaced;
use crate::text::language::pack;
use crate::text::numbers::figures::{Figure, figures, is_number_word};
use crate::text::numbers::years::is_year;
use crate::text::titles::designators::is_before_number;
use crate::text::words::lexicon::{Flags, flags};
use crate::text::words::terms::{Stems, fold, words};
use crate::text::words::wordlist::announces_count;

/// Words between a number and what is counted: "1,240 people", "25 million paying subscribers".
const BETWEEN: usize = 3;

impl PreparedQuestion {
    /// Whether a passage is of a year that is asked for, by its own words, else by its headings or the title of its
    /// document; `None` where neither names a year, or none is asked for.
    pub fn is_of_the_year(&self, title: &str, heading: &[String], text: &str) -> Option<bool> {
        let years = |text: &str| words(text).filter_map(|word| year_of(word.text)).collect::<Vec<_>>();
        if self.years.is_empty() {
            return None;
        }
        let above: Vec<u16> = heading.iter().map(String::as_str).chain([title]).flat_map(years).collect();
        let named = years(text).iter().chain(&above).any(|year| self.years.contains(year));
        (named || !above.is_empty()).then_some(named)
    }

    /// How much a text looks like one that gives the figure asked for, from 0 to 1: a number of what is counted, a day
    /// or a year where it is asked when, any number else. 0 where no figure is asked for.
    pub fn has_figure(&self, text: &str, stems: &mut Stems) -> f32 {
        /// Words behind "the number of" among which what is counted stands.
        const NUMBERED: usize = 4;
        /// Score of a figure that may count something else.
        const SOME: f32 = 0.4;
        /// Words between the figure of a day and its month.
        const MONTH_BEHIND: usize = 2;
        /// Behind a label it is a number: "Injured: one".
        const ONE: &str = "one";
        /// A day of the week tells when, to whoever knows the week.
        const WEEKDAY: f32 = 0.6;
        if !self.figure {
            return 0.0;
        }
        let (mut best, mut since) = (0.0_f32, usize::MAX);
        // "The number of homes that were flooded was put at 380."
        let (mut numbered, mut of_counted) = (usize::MAX, false);
        let language = self.language.and_then(pack);
        let is_number = |lower: &str| is_number_word(lower) || language.is_some_and(|pack| pack.numbers.has(lower));
        // In another language a month may be written small, behind its day: *3 de mayo*.
        let mut behind_figure = usize::MAX;
        let mut all = words(text).peekable();
        let mut end = 0;
        let mut before = "";
        while let Some(word) = all.next() {
            // What is counted stands in the sentence of its number.
            if text
                .get(end..word.span.start)
                .is_some_and(|gap| gap.contains(|c| is_terminal(c) || c == ';') && gap.contains(' '))
            {
                (since, numbered, of_counted) = (usize::MAX, usize::MAX, false);
            }
            // "8 dead, every fish of them" counts no fish.
            if text.get(end..word.span.start).is_some_and(|gap| gap.contains(',')) {
                since = usize::MAX;
            }
            end = word.span.end;
            let lower = word.text.to_lowercase();
            // "When was it opened on the night of 1 February?" is not told by that night.
            if self.when && self.given.contains(&lower) {
                continue;
            }
            let digits = word.text.starts_with(|c: char| c.is_ascii_digit());
            // "Ordinance No. 70" counts nothing.
            let front = std::mem::replace(&mut before, word.text);
            let names = digits && is_before_number(&fold(front));
            numbered = if announces_count(&lower) { 0 } else { numbered.saturating_add(1) };
            of_counted |= numbered <= NUMBERED && self.counted.as_deref() == Some(stems.stem(word.text));
            let month = |word: &str| word.starts_with(char::is_uppercase) && is_month(word);
            let foreign = language.and_then(|pack| pack.month(&lower)).is_some()
                && (behind_figure < MONTH_BEHIND || word.text.starts_with(char::is_uppercase));
            behind_figure = if digits { 0 } else { behind_figure.saturating_add(1) };
            let dates = year_of(word.text).is_some() || is_year(word.text) || month(word.text) || foreign;
            if self.when {
                let of_week = word.text.starts_with(char::is_uppercase) && flags(&lower).has(Flags::WEEKDAY);
                best = best.max(if dates {
                    1.0
                } else if of_week {
                    WEEKDAY
                } else if digits {
                    SOME
                } else {
                    0.0
                });
            } else if dates || names || digits && all.peek().is_some_and(|next| month(next.text)) {
                since = usize::MAX;
            } else if digits || is_number(&lower) || lower == ONE && text[..word.span.start].trim_end().ends_with(':') {
                best = best.max(if self.counted.is_some() && !of_counted { SOME } else { 1.0 });
                since = 0;
            } else if since < BETWEEN {
                since += 1;
                if self.counts(word.text, stems) {
                    best = 1.0;
                }
            }
        }
        best
    }

    /// True for a word for what is counted.
    fn counts(&self, word: &str, stems: &mut Stems) -> bool {
        let stem = stems.stem(word);
        self.counted.as_deref() == Some(stem) || self.times.as_deref() == Some(stem)
    }

    /// The figures of what is counted, or the sums of money where those are asked for, each of the text once with how
    /// it is written: `14 hectares`, `£9 million`.
    pub fn figures_given(&self, text: &str, money: bool, stems: &mut Stems) -> Vec<(f64, String)> {
        /// Words behind a figure among which what it counts stands, to be told as what it counts.
        const NEAR: usize = 2;
        let mut given: Vec<(f64, String)> = Vec::new();
        let is_year = |figure: &Figure| figure.span.slice(text).is_some_and(|said| year_of(said).is_some());
        for figure in figures(text).into_iter().filter(|figure| !is_year(figure)) {
            let behind = text.get(figure.span.end..).unwrap_or_default();
            let clause = behind.split(|c: char| !c.is_alphanumeric() && !c.is_whitespace() && c != '-').next();
            let mut near = words(clause.unwrap_or_default()).take(NEAR);
            let counted = near.find(|word| self.counts(word.text, stems));
            let end = counted.map(|word| figure.span.end + word.span.end);
            let end = end.or_else(|| (money && figure.is_money).then_some(figure.span.end));
            let written = end.and_then(|end| text.get(figure.span.start..end));
            if let Some(written) = written.filter(|_| !given.iter().any(|(known, _)| *known == figure.value)) {
                given.push((figure.value, single_spaced(written)));
            }
        }
        given
    }

    /// True where it asks when somebody was born, lived or died.
    pub fn asks_when_lived(&self) -> bool {
        self.when && !self.lived.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judgement::rank::lexicon::NoLexicon;
    use crate::text::question::Reading;

    #[test]
    fn a_figure_is_of_what_is_counted_and_a_day_of_when() {
        let mut stems = Stems::default();
        let mut of = |question: &str, text: &str| {
            PreparedQuestion::new(&Reading::of(question), &NoLexicon).has_figure(text, &mut stems)
        };
        let many = "How many people had to leave?";
        assert_eq!(of(many, "The 1,240 people who had been moved went home."), 1.0);
        assert!(of(many, "Ten of the boats sank.") < 1.0);
        assert!(of(many, "The boats were 12, of the people.") < 1.0);
        assert!(of(many, "The boats were 12. The people had been moved.") < 1.0);
        assert_eq!(of(many, "The number of moved people, first given as 140, was put at 380."), 1.0);
        assert_eq!(of(many, "They left on 31 January 2019."), 0.0);
        assert!(of(many, "Injured: one (Tom Reed)") > 0.0 && of(many, "Nobody saw one.") == 0.0);
        let numbered = "How many ordinances are there?";
        assert_eq!(of(numbered, "Ordinance No. 70-2001 is silent on docks, as is Section 5."), 0.0);
        assert_eq!(of(numbered, "The council has passed twelve ordinances."), 1.0);
        let often = "How many times did the bell of Orsk ring?";
        assert_eq!(of(often, "The log has 371 rings."), 1.0);
        assert_eq!(of(often, "It was heard twelve times."), 1.0);
        assert!(of(often, "It rang from 02:10 to 02:47, in two towers.") < 1.0);
        assert_eq!(of("When did they leave?", "They left on 31 January."), 1.0);
        assert_eq!(of("When did they leave?", "They left in haste."), 0.0);
        let of_week = of("When did they leave?", "They left on Friday in haste.");
        assert!(of_week > 0.5 && of_week < 1.0, "{of_week}");
        assert_eq!(of("How long is the term?", "The term shall be two years."), 1.0);
        let night = "When was the gate opened on the night of 1 February 2019?";
        assert_eq!(of(night, "Nobody was there on the night of 1 February 2019."), 0.0);
        assert!(of(night, "02:15 The gate was opened by hand.") > 0.0);
        assert_eq!(of("Why did they leave?", "Of 12 boats 3 were left."), 0.0);
        assert_eq!(of("¿Cuándo se fueron?", "Se fueron el 3 de mayo en barco."), 1.0);
        assert!(of("Wie viele Boote sanken?", "Im Sturm sanken sechs Boote.") > 0.0);
    }

    #[test]
    fn the_figures_of_what_is_counted_are_told_apart_from_others() {
        let mut stems = Stems::default();
        let mut given = |question: &str, text: &str| {
            let reading = Reading::of(question);
            let money = reading.wants.money;
            let figures = PreparedQuestion::new(&reading, &NoLexicon).figures_given(text, money, &mut stems);
            figures.into_iter().map(|(_, written)| written).collect::<Vec<_>>()
        };
        let many = "How many boats sank?";
        assert_eq!(given(many, "Twelve fishing boats sank, and in 2031 boats were dear."), ["Twelve fishing boats"]);
        assert_eq!(given(many, "The 12 men took boats."), [""; 0]);
        assert_eq!(given("How much did the boat cost?", "It cost £9 million, or 12 boats."), ["£9 million"]);
    }

    #[test]
    fn a_passage_is_of_the_year_that_it_or_its_document_names() {
        let asked = PreparedQuestion::new(&Reading::of("Why did the ferry stop in 2019?"), &NoLexicon);
        let of = |title: &str, text: &str| asked.is_of_the_year(title, &[], text);
        assert_eq!(of("Log FY19", "The gate was shut."), Some(true));
        assert_eq!(of("Log of 2020", "The gate was shut."), Some(false));
        assert_eq!(of("Log of 2020", "It was shut in 2019."), Some(true));
        assert_eq!(of("Log", "The gate was shut."), None);
        let of_none = PreparedQuestion::new(&Reading::of("Why did the ferry stop?"), &NoLexicon);
        assert_eq!(of_none.is_of_the_year("Log of 2020", &[], "The gate was shut."), None);
    }
}
