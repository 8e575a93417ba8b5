//! What a question asks for, read by rules: its words of content, the names it names, and its shape (a list of
//! documents or people, a count, the whole corpus, a judgement that extraction cannot make, a kind of statement).
//!
//! English wording is understood best; of other languages what their packs have (`foreign`).

mod asked;
mod attribution;
mod circumstance;
mod dated;
mod foreign;
mod letters;
mod listed;
mod lists;
mod named;
mod parts;
mod read;
mod readings;
mod verbs;

use unicode_segmentation::UnicodeSegmentation;

pub use self::attribution::{Attribution, Reporting, labels_words, reports};
pub use self::circumstance::without_circumstance;
pub use self::dated::{asks_how_it_ended, year_asked};
pub use self::letters::{LettersAsked, Side};
pub use self::listed::{asks_for_account, asks_for_texts_on, asks_what_is_said_of, listed_noun};
pub use self::lists::is_about;
use self::lists::{WORDS, every, is_function};
use self::named::names;
pub use self::parts::{Bare, Carried, Known, Named, carried_over, is_past, is_wordless, parts, stands_for_nobody};
pub use self::readings::Readings;
use super::language::{in_any, pack, packs};
use crate::model::EntityType;
use crate::text::cutting::script::is_unspaced;
use crate::text::dates::calendar::CalendarDate;
use crate::text::numbers::figures::is_number_word;
use crate::text::numbers::units::is_money_sign;
use crate::text::statements::office::Sought;
use crate::text::statements::stance::Stance;
use crate::text::words::wordlist::is_copula;

/// What a question wants listed or counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Listed {
    /// "which episodes", "what documents".
    Documents,
    /// "which guests", "who".
    People,
}

/// Which of all documents a question asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Extreme {
    Longest,
    Shortest,
    Oldest,
    Newest,
}

/// The part somebody plays in the documents, as a question names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AskedRole {
    /// Guests, interviewees, leaders, executives, witnesses: those who speak, but for the host.
    Guest,
    /// The host, the interviewer, the chair.
    Host,
    /// Anybody who speaks or writes.
    Speaker,
}

/// A question, read.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reading {
    /// Words of content in order, lower case, each once.
    pub content: Vec<String>,
    /// Capitalised names as written: "Fei-Fei Li", "GDPR".
    pub names: Vec<String>,
    pub wording: Wording,
    /// The word that says what happened, where the question leads with it: `killed` in "What killed the char?".
    pub predicate: Option<String>,
    /// Who is asked about, as one who did something or is something: `Ada Voss` in "Why did Ada Voss resign?".
    pub doer: Option<String>,
    /// The one day or month of a year that it is asked of: its words are no content.
    pub date: Option<CalendarDate>,
    /// What kind of thing would answer it.
    pub wants: AnswerKind,
    pub identity: Identity,
    /// Asks what two have to do with each other.
    pub relation: bool,
    pub tally: Tallied,
    pub whole: Whole,
    pub statement: StatementKind,
    /// Asks about tone, style, sentiment, structure: nothing that sentences can be quoted for.
    pub judgement: Option<String>,
    /// Whose words are asked for.
    pub role: Option<AskedRole>,
    /// The language that it is asked in, where that is not English.
    pub language: Option<&'static str>,
}

/// How a question is worded, beside its words of content and its names.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Wording {
    /// Words that frame the question ("used", "kind", "described"), lower case: what answers often has them, and seldom
    /// rests on them.
    pub framing: Vec<String>,
    /// Runs of two or more content words that stand side by side, lower case: "machine learning".
    pub phrases: Vec<String>,
    /// Figures and months in it, in lower case: "the night of *1 February 2019*".
    pub given: Vec<String>,
    /// Words with one digit behind them, in lower case: *rule 2*.
    pub numbered: Vec<String>,
}

/// What kind of thing would answer a question.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AnswerKind {
    /// A day, a year or an hour, or on what condition.
    pub when: bool,
    /// The day of something that happened: nothing else answers it.
    pub happened: bool,
    /// A figure or a date: how many tonnes, when, how long.
    pub figure: bool,
    /// What something cost, or was paid.
    pub money: bool,
    /// What is counted, lower case: `tonnes` in "How many tonnes of grout were pumped?".
    pub counted: Option<String>,
    /// What it is asked of when, where or why something happened: `fire` in "When did the fire at the mill happen?".
    pub thing: Option<String>,
    /// How often it was done, which is what is counted: `ring` in "How many times did the bell ring?".
    pub times: bool,
    /// What was done to it, lower case: `drowned` in "How many people were drowned at Orsk?".
    pub undergone: Option<String>,
    /// Where something is or was.
    pub place: bool,
    /// From where or from whom something was had: "Where did the lamp come from?".
    pub origin: bool,
    /// Who did something or was something.
    pub person: bool,
    /// Code, a command, a setting or an example.
    pub code: bool,
    /// Of what sort, lower case: `mill` in "Which steam mill was sold?".
    pub sort: Option<String>,
    /// How one does something.
    pub how_to: bool,
    /// For how long.
    pub duration: bool,
    /// By what part or to what sum something was raised or cut: "What pay rise did they get?".
    pub raise: bool,
    /// Whether something is so: "Should the lamp be lit at noon?".
    pub yes_or_no: bool,
    /// Whether somebody who is named did something, lower case: `win` in "Did Ada Voss win the vote?".
    pub whether: Option<String>,
    /// What somebody or something does, lower case: `lose` in "What do the mills lose in the sale?".
    pub done: Option<String>,
}

/// Whether a question asks who or what somebody or something is.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Identity {
    /// That, and nothing else: "Who is Ada Voss?".
    pub definition: bool,
    /// Begins like one of these, and goes on behind the name: "What is the Orsk gate?". It asks so where a thing is
    /// called that.
    pub opens_as_definition: bool,
    /// Whom or what it asks to be told: "Who is Ada Voss?", "Who is the harbour master?".
    pub whois: Option<Sought>,
}

/// What a question wants counted or listed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tallied {
    /// Asks how often something comes up, or in how many documents.
    pub count: bool,
    /// It is people that it counts.
    pub people: bool,
    /// Asks for a list of documents or people.
    pub list: Option<Listed>,
    /// Asks which of several things, in the plural: "Which packages does Ada Voss maintain?".
    pub which: bool,
    /// Asks for all names of one sort, and nothing else: "List the places that are named".
    pub sort: Option<EntityType>,
    /// Asks which document is the longest, the shortest, the first or the last, and nothing else.
    pub extreme: Option<Extreme>,
    /// What is not to be counted or listed, in the question's words: `Orsk` in "Which letters name the ferry but not
    /// Orsk?".
    pub without: Vec<String>,
}

/// Whether a question asks for the corpus as a whole.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Whole {
    /// It does: "What are the main themes?".
    pub coverage: bool,
    /// It asks what the themes are, and not what the whole is.
    pub themes: bool,
    /// It is answered so for want of anything that could be looked for: "When?".
    pub vague: bool,
}

/// The kind of statement that a question asks for.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StatementKind {
    /// What changed, what is amiss, how something works. Its words are no content.
    pub stance: Option<Stance>,
    /// The words that name that kind, lower case, where a passage that has them makes such a statement: `risks`,
    /// `drawbacks`.
    pub naming: Vec<String>,
    /// What the statements are to be about, in the question's words; empty where any will do.
    pub about: String,
    /// Asks what is done about problems, beside the problems.
    pub remedy: bool,
    /// Asks how something went over time: what answers is told in the order of its dates.
    pub over_time: bool,
    /// Asks for it step by step: the course of something, a timeline.
    pub in_order: bool,
    /// Asks for what is done already, and not for what is to be: "What was decided?".
    pub past: bool,
    /// Asks for what is not so: "Who said that it is not good?".
    pub negated: bool,
    /// Asks for what holds now: what was amended since does not.
    pub present: bool,
}

impl Reading {
    /// True for what stands between something and what it is, in the language of the question or in English.
    pub fn is_copula(&self, word: &str) -> bool {
        is_copula(word) || self.language.and_then(pack).is_some_and(|pack| pack.copula.has(word))
    }

    /// Reads whose words a question asks for, and what it asks without that; `None` where it names nobody for it.
    pub fn attribution(question: &str) -> Option<Attribution> {
        let question: String = question.chars().take(4_000).collect();
        attribution::read(&question, &names(&question))
    }

    /// True when there is nothing to look for: no content, no name.
    pub fn is_empty(&self) -> bool {
        self.content.is_empty() && self.names.is_empty()
    }

    /// True where it is asked of one day.
    pub fn names_a_day(&self) -> bool {
        self.date.is_some_and(|date| date.day.is_some())
    }

    /// True for a question about a matter, not a fact: it names nobody and no day, and asks for no figure, place or
    /// deed. What answers it is spread over many sentences, none of which need say much of it.
    pub fn is_open(&self) -> bool {
        let asks_for_a_fact = self.wants.figure || self.wants.place || self.identity.definition || self.relation;
        !asks_for_a_fact && self.names.is_empty() && !self.names_a_day() && self.predicate.is_none()
    }

    /// True when it asks with nothing but names: "What has Ada Voss to do with the Harbour Board?".
    pub fn asks_with_names_alone(&self) -> bool {
        !self.names.is_empty()
            && self.statement.stance.is_none()
            && self.content.iter().all(|word| self.is_of_names(word))
    }

    /// True when it asks who somebody or what a kind of thing is: "Who is Ada Voss?", "What is a tide gate?".
    pub fn asks_what_it_is(&self) -> bool {
        self.identity.definition || self.statement.stance == Some(Stance::Definition)
    }

    /// True when it may ask that of what all its words together call.
    pub fn may_ask_what_it_is(&self) -> bool {
        self.asks_what_it_is() || self.identity.opens_as_definition
    }

    /// True for a word of content that is part of a name.
    fn is_of_names(&self, word: &str) -> bool {
        self.names.iter().flat_map(|name| name.unicode_words()).any(|part| part.to_lowercase() == word)
    }

    /// True when nothing is asked but what is said of one name or one term.
    pub fn asks_about_one(&self) -> bool {
        let one = match self.names.as_slice() {
            [_] => self.asks_with_names_alone(),
            [] => {
                self.content.len() == 1
                    || self.wording.phrases.first().is_some_and(|p| p.split(' ').count() == self.content.len())
            }
            _ => false,
        };
        let asks_more =
            self.wants.figure || self.wants.place || self.relation || self.tally.count || self.names_a_day();
        one && !asks_more && self.statement.stance.is_none() && self.tally.list.is_none() && self.predicate.is_none()
    }

    /// True when it asks of one name what is no day, figure or place.
    pub fn asks_openly_of_one(&self) -> bool {
        let wants = &self.wants;
        let fact = wants.figure || wants.when || wants.place || wants.money || wants.code || self.names_a_day();
        self.names.len() == 1 && !fact && !self.relation && !self.tally.count && self.tally.list.is_none()
    }

    /// True for what asks for a summary, and not only for want of anything that could be looked for.
    pub fn asks_for_summary(&self) -> bool {
        self.whole.coverage && !self.whole.vague
    }

    /// The kind of statement that is asked for, where nothing else is: "What are the main risks?".
    pub fn asks_for_kind_alone(&self) -> Option<Stance> {
        let nothing_else = self.is_empty() && self.tally.list.is_none() && !self.tally.count && self.role.is_none();
        self.statement.stance.filter(|_| nothing_else)
    }

    /// True for "How many documents are there?": they are to be counted, whatever they say.
    pub fn counts_documents(&self) -> bool {
        self.tally.count && self.is_empty() && !self.tally.people
    }

    /// True for "List the letters": each of them, whatever it says.
    pub fn lists_documents(&self) -> bool {
        let plain = self.statement.stance.is_none() && self.judgement.is_none();
        self.tally.list == Some(Listed::Documents) && self.is_empty() && plain
    }

    /// True for "Who are the guests?" and "How many witnesses are there?": whoever has a part in the documents,
    /// whatever they say.
    pub fn asks_for_cast(&self) -> bool {
        let lists =
            self.wants.person || self.tally.list == Some(Listed::People) || self.tally.count && self.tally.people;
        lists && self.role.is_some() && self.is_empty() && self.statement.stance.is_none() && self.judgement.is_none()
    }

    /// The one name or term that is asked about, where nothing more is asked.
    pub fn one(&self) -> Option<String> {
        let one = || self.names.first().cloned().unwrap_or_else(|| self.content.join(" "));
        self.asks_about_one().then(one)
    }
}

/// True for a word that says what a question is about.
pub fn is_content(word: &str) -> bool {
    let short = word.chars().count() < 2 && word.is_ascii();
    // "Shouldn't" says no more than "should".
    let contracted = WORDS.negated_ends.iter().any(|end| word.ends_with(end));
    !(short || contracted || is_function(word) || is_framing(word) || WORDS.no_content.has(word))
}

/// True for a question that opens by asking for somebody: "Who is the author of it?".
pub fn opens_with_who(question: &str) -> bool {
    question.unicode_words().next().is_some_and(|first| WORDS.who.has(&first.to_lowercase()))
}

/// True for a word that names those who take part, whoever they are: *guests*.
pub fn names_people(word: &str) -> bool {
    WORDS.guest.has(word) || WORDS.persons.has(word)
}

/// True for a word that frames a question, or names texts and whoever speaks in them: passages that answer seldom have
/// it.
pub fn is_framing(word: &str) -> bool {
    [&WORDS.frame, &WORDS.document, &WORDS.guest, &WORDS.host, &WORDS.speaker].iter().any(|list| list.has(word))
}

/// True for a word for documents: *interview*, *letters*.
pub fn is_document(word: &str) -> bool {
    WORDS.document.has(word)
}

/// Words by which it is told what a question asks for.
pub fn question_words() -> impl Iterator<Item = &'static str> {
    every().flat_map(|list| list.iter())
}

/// Returns what a question opens with where that is mistyped: *Wich*, *Waht*, *Whats*.
pub fn asking_word(word: &str) -> Option<String> {
    let known = is_question_word(word) || word.chars().count() < 3;
    if let Some(contracted) = word.strip_suffix('s').filter(|asking| WORDS.asking.has(asking)) {
        return (!WORDS.asking.has(word)).then(|| format!("{contracted}'s"));
    }
    let mut asking = WORDS.asking.iter().filter(|asking| strsim::osa_distance(word, asking) == 1);
    if known { None } else { asking.next().filter(|_| asking.next().is_none()).map(str::to_owned) }
}

/// True for one of them.
pub fn is_question_word(word: &str) -> bool {
    every().any(|list| list.has(word))
}

/// True for a word of content that says little by itself.
pub fn is_light(word: &str) -> bool {
    WORDS.light.has(word)
}

/// True for a word of a heading that narrows nothing: *Supported lamps* are the lamps.
pub fn is_of_all(word: &str) -> bool {
    WORDS.of_all.has(word)
}

/// True for a word that only asks, ties or weighs: that it stands in no text tells nothing of what is asked about.
pub fn is_unsaid(word: &str) -> bool {
    let lists = [&WORDS.tie, &WORDS.weighing, &WORDS.superlatives, &WORDS.no_content, &WORDS.told_otherwise];
    is_function(word)
        || is_light(word)
        || is_framing(word)
        || is_superlative(word)
        || lists.iter().any(|list| list.has(word))
}

/// True for a word that names what a text tells in a part of its own: *attendees*, *decisions*.
pub fn is_of_parts(word: &str) -> bool {
    WORDS.of_parts.has(word)
}

/// True for a word that a lifespan in brackets answers: "When was she *born*?".
pub fn is_of_life(word: &str) -> bool {
    WORDS.lived.has(word)
}

/// True for a question that asks which of several things, or for each of them: "Who came first, Voss or Reed?".
pub fn is_choice(question: &str) -> bool {
    question.unicode_words().any(|word| WORDS.alternatives.has(&word.to_lowercase()))
}

/// The word of a question for names of a sort that is narrower than what names are told apart by: "companies", of
/// organisations.
pub fn narrower_sort(question: &str) -> Option<String> {
    question.unicode_words().map(str::to_lowercase).find(|word| WORDS.narrower.has(word))
}

/// The word of a question for a kind of texts: "interviews" in "Summarise the interviews".
pub fn kind_of_texts(question: &str) -> Option<String> {
    let called = |word: &String| WORDS.document.has(word) || WORDS.inquiries.has(word);
    let kind = |word: &String| called(word) && !WORDS.any_text.has(word) && !WORDS.collection.has(word);
    question.unicode_words().map(str::to_lowercase).find(kind)
}

/// True for a question that holds two or more against each other: "Compare the gates of Orsk and Tarn".
pub fn compares(question: &str) -> bool {
    question.unicode_words().any(|word| WORDS.comparing.has(&word.to_lowercase()))
}

/// True for a word that asks which of several has most, or least: *longest*, *newest*.
pub fn is_superlative(word: &str) -> bool {
    [&WORDS.longest, &WORDS.shortest, &WORDS.oldest, &WORDS.newest].iter().any(|list| list.has(word))
}

/// True for a line that heads what is to be done: *How to report*.
pub fn heads_what_to_do(heading: &str) -> bool {
    WORDS.how_to_headings.iter().any(|cue| bare_heading(heading).starts_with(cue))
}

/// True for a heading that asks for no more than the steps, *Steps*, or for how long it takes, where that is asked.
pub fn heads_alone(heading: &str, steps: bool, length: bool) -> bool {
    let bare = bare_heading(heading);
    steps && WORDS.steps_headings.has(&bare) || length && WORDS.length_headings.has(&bare)
}

/// A heading in small letters, without its number and what ends it.
fn bare_heading(heading: &str) -> String {
    heading.to_lowercase().trim_matches(|c: char| !c.is_alphabetic()).to_owned()
}

/// True for a verb of writing, whose doer may be told by nothing but a byline.
pub fn is_writing(word: &str) -> bool {
    WORDS.writing.has(word)
}

/// True for a verb of being somewhere: *live*, *lie*.
pub fn is_staying(word: &str) -> bool {
    WORDS.staying.has(word)
}

/// True for a word that asks what something costs.
pub fn is_costing(word: &str) -> bool {
    WORDS.costing.has(word)
}

/// True for a text that tells what something cost: a number with what money is called, or with a word for paying it, or
/// that it cost nothing.
pub fn tells_money(text: &str) -> bool {
    let signs = text.chars().any(is_money_sign);
    let unspaced = |word: &&str| word.starts_with(is_unspaced) && text.contains(*word);
    let written =
        text.contains(is_unspaced) && packs().iter().any(|pack| pack.money.iter().any(|word| unspaced(&word)));
    let (mut pays, mut money, mut free, mut number) = (false, signs || written, false, false);
    for word in text.unicode_words() {
        let lower = word.to_lowercase();
        pays |= WORDS.costing.has(&lower) || WORDS.measures.has(&lower);
        money |= WORDS.money.has(&lower) || in_any(|pack| &pack.money, &lower);
        free |= WORDS.for_nothing.has(&lower);
        number |= word.starts_with(|c: char| c.is_ascii_digit()) || is_number_word(&lower);
    }
    (number || free) && (money || pays)
}

/// True for a text that says what is not so.
pub fn negates(text: &str) -> bool {
    text.unicode_words().any(|word| {
        let lower = word.to_lowercase();
        WORDS.negation.has(&lower) || WORDS.negated_ends.iter().any(|end| lower.ends_with(end))
    })
}

#[cfg(test)]
mod tests;
