//! An answer as it is written down, and one that is drawn from counted rows. Answers made of ranked passages are
//! `from_passages`, those made of points `from_points`.

use std::collections::BTreeSet;

use crate::judgement::extractive::quotes::{drawn, tabled};
use crate::judgement::quotation::plain;
use crate::judgement::rank::asked::PreparedQuestion;
use crate::judgement::{ContextRecord, FOUND_NOTHING, ROW};
use crate::model::{Evidence, Ref, cite};
use crate::text::cutting::script::is_unspaced;
use crate::text::dates;
use crate::text::display::spacing::enumerated;
use crate::text::numbers::years;
use crate::text::question::{Reading, is_past, is_unsaid};
use crate::text::words::terms::{Stems, fold, is_stop, words};

/// What is said where nothing answers, and nothing else is known of what is missing.
pub(super) const NOT_SAID: &str = "Nothing says this in so many words.";

/// What is said where nothing that was found tells of the year that is asked of.
pub(super) fn not_of_year(year: String) -> String {
    format!("Nothing was found that tells of {year}.")
}

/// Rows that are shown of a list.
const ROWS: usize = 25;
/// Passages that were said already which are quoted again where nothing else answers.
const SAID: usize = 3;
/// Words that were looked for in the place of another which are named.
const REPLACING: usize = 3;

/// What an answer quotes as a list in the order of its days, with it in that order: what is of one day as it was, and
/// what is of none that is known last. `None` where no two passages are of a day.
pub fn by_day(quoted: &[Evidence]) -> Option<(String, Vec<Evidence>)> {
    quoted.iter().filter(|one| one.day.is_some()).nth(1)?;
    let mut sorted: Vec<&Evidence> = quoted.iter().collect();
    sorted.sort_by_key(|one| (one.day.is_none(), &one.day));
    let mut answer = Answer::default();
    for one in sorted {
        let front = one.day.as_ref().map_or_else(String::new, |day| format!("{day}: "));
        let drawn = answer.drawn_behind(&front, one);
        answer.text.push_str(&format!("- {drawn}\n"));
        answer.evidence.push(one.clone());
    }
    Some((answer.text, answer.evidence))
}

/// An answer with what it quotes, in the order shown.
#[derive(Debug, Default)]
pub(in crate::judgement::extractive) struct Answer {
    pub text: String,
    pub evidence: Vec<Evidence>,
    /// Nothing was found that answers.
    pub finds_nothing: bool,
    /// What was quoted last.
    pub(super) last: Quoted,
}

/// Passages that an answer ends with, which may be rows of a table that goes on.
#[derive(Debug, Default)]
pub(super) struct Quoted {
    /// How many were quoted before them.
    before: usize,
    /// What is written of them.
    written: String,
}

impl Answer {
    /// Says what of what was said already, the best first, lies here too: the best in full where one of them `leads`,
    /// since nothing else answers as well, the rest by its citations; where nothing else answers, that it is all.
    pub fn beside(mut self, said: &[&Evidence], leads: bool) -> Answer {
        // What the index says in words of its own has no source that could be pointed to.
        let nothing_new = self.finds_nothing;
        let said = said.iter().copied().filter(|evidence| nothing_new || evidence.source().is_some());
        let said: Vec<&Evidence> = said.collect();
        // A passage is told once: by what shows the most of it.
        let shown_by = |other: &Evidence, one: &Evidence| other.shows(one) && other.window.contains(one.window);
        let is_told = |at: usize, one: &Evidence| {
            self.evidence.iter().any(|new| shown_by(new, one))
                || said.iter().enumerate().any(|(place, other)| {
                    place != at && shown_by(other, one) && (other.window != one.window || place < at)
                })
        };
        let said: Vec<&Evidence> =
            said.iter().enumerate().filter(|&(at, one)| !is_told(at, one)).map(|(_, one)| *one).collect();
        if said.is_empty() {
            return self;
        }
        let best = |lead: &str, quoted: &[&Evidence]| {
            let quoted: Vec<String> = quoted.iter().map(|evidence| drawn::passage(evidence)).collect();
            format!("{lead}\n\n- {}\n", quoted.join("\n- "))
        };
        let shown = &said[..said.len().min(SAID)];
        if self.finds_nothing {
            self.evidence = said.iter().map(|&evidence| evidence.clone()).collect();
            self.text = best("Nothing more is said of it here than was said already:", shown);
            return self;
        }
        let shown = if leads { shown } else { &[] };
        let mut sources: Vec<Ref> = Vec::new();
        for source in said.iter().filter_map(|evidence| evidence.source()) {
            let is_shown = shown.iter().any(|one| one.source() == Some(source));
            if !sources.contains(&source) && !is_shown {
                sources.push(source);
            }
        }
        if leads {
            self.text = format!("{}\n{}", best("Said already, and found here:", shown), self.text);
            self.evidence.splice(0..0, shown.iter().map(|&evidence| evidence.clone()));
        }
        if !sources.is_empty() {
            let stand = match sources.len() {
                1 => "A passage that was quoted before stands here, too".to_owned(),
                several => format!("{several} passages that were quoted before stand here, too"),
            };
            self.text.push_str(&format!("\n{stand} {}.\n", cite(sources)));
        }
        self.evidence.extend(said.iter().skip(shown.len()).map(|&evidence| evidence.clone()));
        self
    }

    /// Adds what was counted or is known, a paragraph each.
    pub(super) fn tell(&mut self, facts: &[String]) {
        facts.iter().for_each(|fact| self.text.push_str(&format!("{fact}\n\n")));
    }

    /// Says that nothing was found, unless what is known says so: "No passage was found that would name Orsk".
    pub(super) fn find_nothing(&mut self, facts: &[String]) {
        self.tell(facts);
        if facts.is_empty() {
            self.text.push_str(&format!("{FOUND_NOTHING}\n"));
        }
    }

    /// Says that nothing answers, behind what is known. Where words are told that stand nowhere, that nothing says this
    /// would be said twice.
    pub(super) fn deny(&mut self, denial: &str, facts: &[String]) {
        let misses = !self.text.is_empty() && facts.is_empty();
        self.tell(facts);
        match denial.strip_prefix(NOT_SAID).filter(|_| misses) {
            Some(rest) => {
                self.text.truncate(self.text.trim_end().len());
                self.text.push_str(&format!("{rest}:\n\n"));
            }
            None => self.text.push_str(&format!("{denial}:\n\n")),
        }
    }

    /// Adds a passage as a paragraph where it is the first, else as an item.
    pub(in crate::judgement::extractive) fn quote(&mut self, evidence: &Evidence) {
        self.quote_behind("", evidence);
    }

    /// The same behind what tells of when it is.
    pub(in crate::judgement::extractive) fn quote_behind(&mut self, front: &str, evidence: &Evidence) {
        let (lead, end) = if self.evidence.is_empty() { ("", "\n\n") } else { ("- ", "\n") };
        let Some(evidence) = &evidence.beside(&self.evidence) else { return };
        if !front.is_empty() || !self.goes_on(0, evidence) {
            let drawn = self.drawn_behind(front, evidence);
            self.write(format!("{lead}{drawn}{end}"), evidence);
        }
    }

    /// Writes a passage down.
    fn write(&mut self, written: String, evidence: &Evidence) {
        self.text.push_str(&written);
        self.last = Quoted { before: self.evidence.len(), written };
        self.evidence.push(evidence.clone());
    }

    /// Adds a passage to those it is a row of one table with, where the answer ends with such.
    fn goes_on(&mut self, first: usize, evidence: &Evidence) -> bool {
        let Quoted { before, written } = &self.last;
        let rows = self.evidence.get(first.max(*before)..).unwrap_or_default();
        let is_row = rows.last().is_some_and(|last| tabled::is_one(last, evidence));
        if *before < first || !is_row || !self.text.ends_with(written) {
            return false;
        }
        let rows: Vec<Evidence> = rows.iter().chain([evidence]).cloned().collect();
        let Some(table) = tabled::drawn(&rows) else { return false };
        self.text.truncate(self.text.len() - written.len());
        let gap = if self.text.is_empty() || self.text.ends_with("\n\n") { "" } else { "\n" };
        self.last.written = format!("{gap}{table}\n");
        self.text.push_str(&self.last.written);
        self.evidence.push(evidence.clone());
        true
    }

    /// A passage behind what tells of when it is, which is not said again behind the passage.
    fn drawn_behind(&self, front: &str, evidence: &Evidence) -> String {
        let day = evidence.day.clone().filter(|day| !dates::tells(front, day));
        let shown = Evidence { day, ..evidence.clone() };
        format!("{front}{}", drawn::passage_after(&self.evidence, &shown))
    }

    pub(super) fn item(&mut self, evidence: &Evidence) {
        self.item_behind(0, evidence);
    }

    /// Adds a passage as an item of a part that begins behind so many: what stands before it is not pointed to.
    pub(super) fn item_behind(&mut self, first: usize, evidence: &Evidence) {
        let Some(evidence) = &evidence.beside(&self.evidence[first..]) else { return };
        if !self.goes_on(first, evidence) {
            self.write(format!("- {}\n", drawn::passage_after(&self.evidence[first..], evidence)), evidence);
        }
    }

    /// Says which words of a question stand in no document.
    pub(super) fn say_unused(&mut self, unknown: &[String]) {
        // That a word which only frames a question, or says little, stands nowhere tells nothing.
        let ties = |word: &str| is_unsaid(&word.to_lowercase()) || is_stop(&fold(word));
        // Of scripts without blanks a pair of letters is no word.
        let unknown = unknown.iter().filter(|word| !ties(word) && !word.starts_with(is_unspaced));
        self.say_words(&unknown.map(|word| format!("“{}”", plain(word))).collect::<Vec<_>>());
    }

    /// The same in front of a line that tells of one of them itself: of a year that nothing tells of.
    pub(super) fn say_unused_beside(&mut self, line: &str, unknown: &[String]) {
        let others = unknown.iter().filter(|word| !(years::is_year(word) && line.contains(word.as_str())));
        self.say_unused(&others.cloned().collect::<Vec<_>>());
    }

    /// The same of words that are written out.
    fn say_words(&mut self, quoted: &[String]) {
        match quoted {
            [] => {}
            [one] => self.text.push_str(&format!("No document uses the word {one}.\n\n")),
            many => self.text.push_str(&format!("No document uses the words {}.\n\n", many.join(", "))),
        }
    }

    /// Says so where it hinders least: of what is done, and of words in whose place others were looked for, below what
    /// answers, since that is said in other words than it is asked, and of other words in front of all, as what is
    /// quoted may be of something else.
    fn say_unused_below(&mut self, unknown: &[String], replaced: Vec<String>) {
        let (deeds, names): (Vec<String>, Vec<String>) = unknown.iter().cloned().partition(|word| is_past(word));
        let mut told = Self::default();
        told.say_unused(&[deeds, replaced].concat());
        // A line that announces what stands below it goes with that.
        let first = self.text.find("\n\n").filter(|&end| !self.text[..end].ends_with(':'));
        self.text.insert_str(first.map_or(0, |end| end + 2), &told.text);
        let mut front = Self::default();
        front.say_unused(&names);
        self.text.insert_str(0, &front.text);
    }

    /// Says which words no document uses, and which were looked for in the place of some, where what is quoted has one
    /// of these.
    pub(super) fn say_replaced_or_unused(&mut self, asked: &PreparedQuestion, stems: &mut Stems) {
        let mut quoted: BTreeSet<String> = BTreeSet::new();
        for evidence in &self.evidence {
            let whole = format!("{} {} {}", evidence.title, evidence.heading.join(" "), evidence.text);
            quoted.extend(words(&whole).map(|word| stems.stem(word.text).to_owned()));
        }
        let stands = |word: &&(String, Vec<String>)| {
            word.1.iter().take(REPLACING).any(|other| words(other).all(|part| quoted.contains(stems.stem(part.text))))
        };
        let (stand, unused): (Vec<_>, Vec<_>) = asked.replaced.iter().partition(stands);
        self.say_unused_below(&asked.unknown, unused.into_iter().map(|(word, _)| word.clone()).collect());
        self.say_replaced(&stand.into_iter().cloned().collect::<Vec<_>>());
    }

    /// Says which words were looked for in the place of those that no document uses, in one line below all: what is
    /// asked is told in other words.
    pub(super) fn say_sought(&mut self, replaced: &[(String, Vec<String>)]) {
        let replaced = replaced.iter().map(|(word, others)| {
            let (looked, were) = looked_for(others);
            format!("“{}” ({looked} {were} looked for in its place)", plain(word))
        });
        let mut told = Self::default();
        told.say_words(&replaced.collect::<Vec<_>>());
        if !told.text.is_empty() {
            self.text.push_str(&format!("\n{}\n", told.text.trim_end()));
        }
    }

    /// Says which words were looked for in the place of those that no document uses.
    pub(super) fn say_replaced(&mut self, replaced: &[(String, Vec<String>)]) {
        for (word, others) in replaced {
            let (looked, were) = looked_for(others);
            let word = plain(word);
            let told = format!("No document uses the word “{word}”; {looked} {were} looked for in its place.");
            self.text.push_str(&format!("\n{told}\n"));
        }
    }

    /// Says that a judgement which is asked for is left to the reader.
    pub(super) fn leave_judgement(&mut self, reading: &Reading) {
        if let Some(judgement) = &reading.judgement {
            let left = format!("weighing {judgement} is left to whoever reads them");
            self.text.push_str(&format!("\nThese are passages on it; {left}.\n"));
        }
    }
}

/// Words that were looked for in the place of another, and the verb behind them.
fn looked_for(others: &[String]) -> (String, &'static str) {
    let others: Vec<String> = others.iter().take(REPLACING).map(|other| format!("“{}”", plain(other))).collect();
    (enumerated(&others, "and"), if others.len() > 1 { "were" } else { "was" })
}

/// How much of the question a passage has, from 0 to 1, with its heading, its title and words used alike.
pub(in crate::judgement::extractive) fn confidence(
    asked: &PreparedQuestion,
    evidence: &Evidence,
    stems: &mut Stems,
) -> f32 {
    let (own, parts) = asked.hits_with_parts(&evidence.text, stems);
    let above = format!("{} {}", evidence.title, evidence.heading.join(" "));
    let (exact, related) = asked.together(&asked.hits_with_parts(&above, stems).1, &parts);
    (0.6 * (own.exact + 0.5 * own.related) + 0.4 * (exact + 0.5 * related)).clamp(0.0, 1.0)
}

/// A list of so many rows in all: what was counted, then a row a record.
pub(in crate::judgement::extractive) fn list(facts: &[String], rows: &[ContextRecord], all: usize) -> Answer {
    let mut answer = Answer { text: format!("{}\n\n", facts.join(" ")), ..Answer::default() };
    let shown = &rows[..rows.len().min(ROWS)];
    if let Some((table, quoted)) = table(shown) {
        answer.text.push_str(&table);
        answer.evidence = quoted;
        if all > shown.len() {
            answer.text.push_str(&format!("\nand {} more\n", all - shown.len()));
        }
        return answer;
    }
    for row in shown {
        let first = row.candidates.first().map(|candidate| &candidate.evidence);
        let said = first.map(|evidence| format!(": {}", drawn::passage(evidence))).unwrap_or_default();
        let under = if row.text.is_empty() { String::new() } else { format!(" ({})", row.text) };
        answer.text.push_str(&format!("- **{}**{under}{said}\n", plain(&row.title)));
        answer.evidence.extend(first.cloned());
    }
    if all > shown.len() && !shown.is_empty() {
        answer.text.push_str(&format!("- and {} more\n", all - shown.len()));
    }
    answer
}

/// Rows that are all of one table, as that table with what it quotes: what they are called stands in their cells.
fn table(rows: &[ContextRecord]) -> Option<(String, Vec<Evidence>)> {
    let quoted = rows.iter().map(|row| Some(row.candidates.first()?.evidence.clone()));
    let quoted: Vec<Evidence> = quoted.collect::<Option<_>>()?;
    let is_called = |(row, one): (&ContextRecord, &Evidence)| {
        tabled::said(one)
            .is_some_and(|said| said.contains(row.title.trim()) && (row.text == ROW || said.contains(&row.text)))
    };
    let is_one = quoted.windows(2).all(|pair| tabled::is_one(&pair[0], &pair[1]));
    if quoted.len() < 2 || !is_one || !rows.iter().zip(&quoted).all(is_called) {
        return None;
    }
    Some((tabled::drawn(&quoted)?, quoted))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judgement::samples;
    use crate::model::Kind;

    #[test]
    fn only_words_of_content_are_told_as_unused() {
        let told = |words: &[&str]| {
            let mut answer = Answer::default();
            answer.say_unused(&words.iter().map(|word| (*word).to_owned()).collect::<Vec<String>>());
            answer.text
        };
        for word in ["although", "true", "tied", "total", "longer", "longest", "Longest", "heaviest"] {
            assert_eq!(told(&[word]), "", "{word}");
        }
        assert_eq!(told(&["zeppelins", "longer"]), "No document uses the word “zeppelins”.\n\n");
        let mut answer = Answer::default();
        answer.say_replaced(&[("outage".to_owned(), ["failure", "crash"].map(str::to_owned).into())]);
        let told = "No document uses the word “outage”; “failure” and “crash” were looked for in its place.";
        assert_eq!(answer.text, format!("\n{told}\n"));
    }

    #[test]
    fn what_stands_nowhere_is_told_in_one_line() {
        let mut answer = Answer::default();
        answer.say_unused(&["France".to_owned(), "zeppelin".to_owned()]);
        let told = "No document uses the words “France”, “zeppelin”.\n\n";
        assert_eq!(answer.text, told);
        answer.deny(&format!("{NOT_SAID} Nearest to it"), &[]);
        assert_eq!(answer.text, format!("{} Nearest to it:\n\n", told.trim_end()));
        let mut below = Answer::default();
        below.say_sought(&[("capital".to_owned(), vec!["money".to_owned()])]);
        let told = "No document uses the word “capital” (“money” was looked for in its place).";
        assert_eq!(below.text, format!("\n{told}\n"));
    }

    #[test]
    fn of_what_is_done_it_is_told_below_what_answers_that_nothing_says_so() {
        let told = |text: &str, unknown: &[&str]| {
            let mut answer = Answer { text: text.to_owned(), ..Answer::default() };
            let (replaced, unknown): (Vec<_>, Vec<_>) = unknown.iter().partition(|word| **word == "team");
            let owned = |words: Vec<&str>| words.into_iter().map(str::to_owned).collect::<Vec<_>>();
            answer.say_unused_below(&owned(unknown), owned(replaced));
            answer.text
        };
        let quoted = "“It is kept for 35 days.” — Rules\n\n- “A copy.” — ibid.\n";
        let below =
            "“It is kept for 35 days.” — Rules\n\nNo document uses the word “retained”.\n\n- “A copy.” — ibid.\n";
        assert_eq!(told(quoted, &["retained"]), below);
        assert_eq!(told(quoted, &["Orsk", "retained"]), format!("No document uses the word “Orsk”.\n\n{below}"));
        assert!(
            told(quoted, &["team"]).starts_with("“It is kept"),
            "a word in whose place others were looked for is told in front"
        );
        let announced = "Rules:\n\n| Day | Open |\n";
        assert!(told(announced, &["retained"]).starts_with("No document uses the word “retained”.\n\nRules:"));
        assert_eq!(told(quoted, &[]), quoted);
    }

    #[test]
    fn what_is_quoted_is_put_in_the_order_of_its_days() {
        let evidence = |text: &str, source: u32, day: Option<&str>| {
            let cites = vec![Ref::new(Kind::Source, source)];
            Evidence { cites, day: day.map(str::to_owned), ..samples::passage(text).evidence }
        };
        let quoted = [
            evidence("Nobody knows when.", 1, None),
            evidence("It was put right.", 2, Some("2022-08-19")),
            evidence("It held.", 3, Some("2021-03-04")),
            evidence("In that year.", 4, Some("2022")),
            evidence("It was put right again.", 5, Some("2022-08-19")),
        ];
        let (text, sorted) = by_day(&quoted).expect("several days");
        let order: Vec<u32> = sorted.iter().filter_map(Evidence::source).map(|source| source.id).collect();
        assert_eq!(order, [3, 4, 2, 5, 1]);
        assert!(text.starts_with("- 2021-03-04: “It held.”") && !text.contains("4 Mar"), "{text}");
        assert!(text.contains("\n- 2022: “In that year.”") && text.contains("\n- “Nobody knows"), "{text}");
        let cited: Vec<u32> =
            crate::model::find_citations(&text).iter().flat_map(|it| it.refs()).map(|it| it.id).collect();
        assert_eq!(cited, order);
        assert_eq!(by_day(&quoted[..2]), None);
    }

    #[test]
    fn rows_of_one_table_are_quoted_as_a_table() {
        let row = |at: usize, lamp: &str| {
            let known = samples::passage(&format!("lamp: {lamp}; wicks: 3; keeper: Ada Voss")).evidence;
            let window = known.window.shifted(at * 100);
            Evidence { cites: vec![Ref::new(Kind::Source, 4)], quote: window, window, ..known }
        };
        let mut answer = Answer::default();
        answer.quote(&row(1, "Quay"));
        assert!(answer.text.starts_with("“lamp: Quay; "), "{}", answer.text);
        [(2, "Gate"), (3, "Tower")].iter().for_each(|(at, lamp)| answer.quote(&row(*at, lamp)));
        answer.quote(&samples::passage("The gate held.").evidence);
        [(4, "Ferry"), (5, "Bridge")].iter().for_each(|(at, lamp)| answer.item(&row(*at, lamp)));
        assert_eq!(answer.evidence.len(), 6, "all that is quoted is evidence");
        assert_eq!(answer.text.matches("| lamp | wicks | keeper |").count(), 2, "{}", answer.text);
        assert!(answer.text.contains("| Gate | 3 | Ada Voss | [Data: "), "{}", answer.text);
        assert!(!answer.text.contains("lamp: "), "{}", answer.text);
        assert_eq!(crate::model::find_citations(&answer.text).len(), 5, "{}", answer.text);
    }

    #[test]
    fn what_was_said_is_told_apart_from_what_is_new() {
        let evidence = |text: &str, source: u32| {
            let known = samples::passage(text).evidence;
            Evidence { cites: vec![Ref::new(Kind::Source, source)], ..known }
        };
        let (said, new) = (evidence("The gate was shut in March.", 4), evidence("Nobody paid.", 7));
        let told = |leads: bool| {
            let mut answer = Answer::default();
            answer.quote(&new);
            answer.beside(&[&said], leads)
        };
        let first = told(true);
        assert!(first.text.starts_with("Said already, and found here:\n\n- “The gate was shut"), "{}", first.text);
        assert_eq!(first.evidence[0].text, said.text);
        let behind = told(false);
        assert!(
            behind.text.starts_with("“Nobody paid.”")
                && behind.text.contains("quoted before stands here, too [Data: Sources (4)]"),
            "{}",
            behind.text
        );
        let none = Answer { finds_nothing: true, ..Answer::default() }.beside(&[&said], true);
        assert!(
            none.text.starts_with("Nothing more is said") && none.text.contains("“The gate was shut"),
            "{}",
            none.text
        );
        // Of a passage and its beginning the whole is told, and once.
        let mut whole = said.clone();
        whole.text.push_str(" It leaked.");
        whole.window.end += " It leaked.".len();
        let none = Answer { finds_nothing: true, ..Answer::default() }.beside(&[&said, &whole, &whole], true);
        assert_eq!(none.text.matches("The gate was shut").count(), 1, "{}", none.text);
        assert!(none.text.contains("It leaked."), "{}", none.text);
        let mut longer = Answer::default();
        longer.quote(&whole);
        let longer = longer.beside(&[&said], true);
        assert!(!longer.text.contains("Said already"), "{}", longer.text);
    }
}
