//! What a question asks for, read by rules: its words of content, the names it names, and its shape (a list of
//! documents or people, a count, the whole corpus, a judgement that extraction cannot make, a kind of statement).
//!
//! English wording is understood best; of other languages what their packs have (`foreign`).

mod asked;
mod attribution;
mod foreign;
mod listed;
mod lists;
mod named;
mod parts;

use std::collections::BTreeSet;

use unicode_segmentation::UnicodeSegmentation;

pub use self::attribution::Attribution;
use self::foreign::Foreign;
use self::listed::{called, counts, left_out, listed, sort, which};
use self::lists::{JUDGEMENTS, WORDS};
use self::named::{doer, names, opens_with_name};
pub use self::parts::{carried_over, parts, stands_for_nobody};
use super::dates::{first_date, is_month, year_of};
use super::language::Words;
use super::office::{Sought, is_office};
use super::stance::Stance;
use super::terms::{self, fold};
use crate::model::EntityType;

/// A question of fewer words that looks for nothing asks for the whole.
const SHORT: usize = 8;

/// What a question wants listed or counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Listed {
    /// "which episodes", "what documents".
    Documents,
    /// "which guests", "who".
    People,
}

/// The part somebody plays in the documents, as a question names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
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
    /// Words that frame the question ("used", "kind", "described"), lower case: what answers often has them, and seldom rests on
    /// them.
    pub framing: Vec<String>,
    /// What is counted, lower case: `tonnes` in "How many tonnes of grout were pumped?".
    pub counted: Option<String>,
    /// Asks for a day, a year or an hour, or on what condition.
    pub when: bool,
    /// Asks for the day of something that happened: nothing else answers it.
    pub happened: bool,
    /// Words written with a hyphen, in its parts, lower case: "self-driving" is `self`, `driving`.
    pub hyphenated: Vec<Vec<String>>,
    /// Runs of two or more content words that stand side by side, lower case: "machine learning".
    pub phrases: Vec<String>,
    /// The word that says what happened, where the question leads with it: `killed` in "What killed the char?".
    pub predicate: Option<String>,
    /// Capitalised names as written: "Fei-Fei Li", "GDPR".
    pub names: Vec<String>,
    /// Who is asked about, as one who did something or is something: `Ada Voss` in "Why did Ada Voss resign?".
    pub doer: Option<String>,
    /// Asks for the corpus as a whole: "What are the main themes?".
    pub coverage: bool,
    /// It asks what the themes are, and not what the whole is.
    pub themes: bool,
    /// It is answered so for want of anything that could be looked for: "When?".
    pub vague: bool,
    /// Asks how often something comes up, or in how many documents.
    pub count: bool,
    /// It is people that it counts.
    pub people: bool,
    /// The day it names, in seconds since 1970.
    pub day: Option<i64>,
    /// Asks for what is not so: "Who said that it is not good?".
    pub negated: bool,
    /// Asks which of several things, in the plural: "Which packages does Ada Voss maintain?".
    pub which: bool,
    /// Asks for all names of one sort, and nothing else: "List the places that are named".
    pub sort: Option<EntityType>,
    /// What is not to be counted or listed, in the question's words: `Orsk` in "Which letters name the ferry but not Orsk?".
    pub without: Vec<String>,
    /// Asks for a figure or a date: how many tonnes, when, how long.
    pub figure: bool,
    /// Asks for code, a command, a setting or an example.
    pub code: bool,
    /// Asks how one does something.
    pub how_to: bool,
    /// Asks where something is or was.
    pub place: bool,
    /// Asks who did something or was something.
    pub person: bool,
    /// Asks who or what somebody or something is, and nothing else: "Who is Ada Voss?".
    pub definition: bool,
    /// Begins like one of these, and goes on behind the name: "What is the Orsk gate?". It asks so where a thing is called that.
    pub opens_as_definition: bool,
    /// Whom or what it asks to be told: "Who is Ada Voss?", "Who is the harbour master?".
    pub whois: Option<Sought>,
    /// Asks what two have to do with each other.
    pub relation: bool,
    /// Asks for a list of documents or people.
    pub list: Option<Listed>,
    /// The kind of statement asked for: what changed, what is amiss, how something works. Its words are no content.
    pub stance: Option<Stance>,
    /// The words that name that kind, lower case, where a passage that has them makes such a statement: `risks`, `drawbacks`.
    pub naming: Vec<String>,
    /// Figures and months in it, in lower case: "the night of *1 February 2019*".
    pub given: Vec<String>,
    /// Words with one digit behind them, in lower case: *rule 2*.
    pub numbered: Vec<String>,
    /// Asks what is done about problems, beside the problems.
    pub remedy: bool,
    /// Asks how something went over time: what answers is told in the order of its dates.
    pub over_time: bool,
    /// What the statements are to be about, in the question's words; empty where any will do.
    pub about: String,
    /// Asks about tone, style, sentiment, structure: nothing that sentences can be quoted for.
    pub judgement: Option<String>,
    /// Whose words are asked for.
    pub role: Option<Role>,
}

/// The figures and months that a question gives.
fn given(words: &[&str]) -> Vec<String> {
    let is_given = |word: &&&str| {
        word.starts_with(|c: char| c.is_ascii_digit()) || word.starts_with(char::is_uppercase) && is_month(word)
    };
    words.iter().filter(is_given).map(|word| word.to_lowercase()).collect()
}

/// True for "What was the rate of …?", "What is the town's budget …?".
fn asks_for_a_measure(words: &[&str]) -> bool {
    const WITHIN: usize = 8;
    let word = |at: usize| words.get(at).map_or(String::new(), |word| word.to_lowercase());
    word(0) == "what"
        && WORDS.auxiliaries.has(&word(1))
        && (2..WITHIN).take_while(|&at| !WORDS.ends_measured.has(&word(at))).any(|at| WORDS.measures.has(&word(at)))
}

impl Reading {
    /// Reads a question. Linear in its length; only the first 4,000 characters are looked at.
    pub fn of(question: &str) -> Self {
        let question: String = question.chars().take(4_000).collect();
        let lower = question.to_lowercase();
        // Of what is neither counted nor listed all that is said counts.
        let (count, list) = (counts(&lower), listed(&lower));
        let (question, without) = if count || list.is_some() { left_out(&question) } else { (question, Vec::new()) };
        let lower = question.to_lowercase();
        let words: Vec<&str> = question.unicode_words().collect();
        let has = |list: &Words| words.iter().any(|word| list.has(&word.to_lowercase()));
        let cued = |list: &Words| list.iter().any(|cue| lower.contains(cue));
        let opens = |list: &Words| list.iter().any(|cue| lower.starts_with(cue));

        let foreign = Foreign::of(&lower);
        let named = names(&question);
        let mut reading = Reading {
            doer: doer(&question, &named),
            names: named,
            without,
            day: first_date(&question),
            given: given(&words),
            place: opens(&WORDS.place_opens) || cued(&WORDS.place_cues),
            counted: lower.split("how many ").nth(1).and_then(|rest| rest.unicode_words().next()).map(str::to_owned),
            code: has(&WORDS.code),
            how_to: cued(&WORDS.how_to_cues),
            when: cued(&WORDS.when_cues),
            happened: cued(&WORDS.happened_cues),
            person: opens(&WORDS.person_opens),
            count,
            list,
            people: has(&WORDS.guest) || cued(&WORDS.people),
            figure: cued(&WORDS.figure_cues) || asks_for_a_measure(&words),
            definition: WORDS
                .definition_cues
                .iter()
                .any(|cue| lower.strip_prefix(cue).is_some_and(|rest| opens_with_name(rest, &question))),
            relation: cued(&WORDS.relating)
                || has(&WORDS.tie)
                || lower.unicode_words().next_back().is_some_and(|last| WORDS.ends_relating.has(last)),
            ..Reading::default()
        };
        reading.role = if has(&WORDS.host) {
            Some(Role::Host)
        } else if has(&WORDS.guest) {
            Some(Role::Guest)
        } else if has(&WORDS.speaker) {
            Some(Role::Speaker)
        } else {
            None
        };
        reading.hyphenated = hyphenated(&lower);
        reading.which = which(&words);
        reading.negated = negates(&lower);
        reading.judgement = JUDGEMENTS.iter().find(|(_, cues)| has(cues(&WORDS))).map(|(name, _)| (*name).to_owned());
        // Whoever wants a list or a count wants what has the word.
        let asked = match reading.list {
            None if !reading.count => asked::read(&words),
            _ => asked::Asked::default(),
        };
        (reading.stance, reading.remedy) = (asked.stance, asked.remedy);
        let years = words.iter().filter_map(|word| year_of(word)).collect::<BTreeSet<_>>().len();
        let changes = reading.stance == Some(Stance::Change);
        // Within one year there is no order of years.
        reading.over_time = years != 1 && (changes || cued(&WORDS.over_time));
        let naming: Vec<String> = asked.naming.iter().map(|&at| words[at].to_lowercase()).collect();
        let bare = foreign.as_ref().and_then(Foreign::bare);
        reading.read_content(bare.as_deref().unwrap_or(&question), &naming);
        let frames = |word: &String| {
            word.chars().count() > 1
                && !WORDS.function.has(word)
                && !reading.content.contains(word)
                && !naming.contains(word)
        };
        reading.framing = lower.unicode_words().map(str::to_owned).filter(frames).collect();
        // What became of a thing or how it works is said in other words than "become" and "work".
        let says_itself = |stance: &Stance| !matches!(stance, Stance::Mechanism | Stance::Fate | Stance::Change);
        if reading.stance.as_ref().is_some_and(says_itself) {
            reading.naming = naming.into_iter().filter(|word| is_content(word)).collect();
        }
        if reading.stance.is_some() {
            let is_about = |at: &usize| {
                let word = words[*at];
                let capital = *at > 0 && word.starts_with(char::is_uppercase);
                !asked.naming.contains(at) && (reading.content.contains(&word.to_lowercase()) || capital)
            };
            let about: Vec<usize> = (0..words.len()).filter(is_about).collect();
            if let (Some(&first), Some(&last)) = (about.first(), about.last()) {
                let kept = (first..=last).filter(|at| !asked.naming.contains(at));
                reading.about = kept.map(|at| words[at]).collect::<Vec<_>>().join(" ");
            }
        }
        // "Summarise these calls": what the pile is called, where it is asked for as a whole.
        if has(&WORDS.whole)
            && let Some(at) = words.iter().position(|word| WORDS.pointing.has(&word.to_lowercase()))
            && let Some(noun) = words.get(at + 1).map(|noun| noun.to_lowercase())
        {
            // "What is this novel about?" asks of nothing besides.
            let last = at + 2 == words.len();
            let alone = reading.content.iter().all(|word| *word == noun);
            reading.content.retain(|word| *word != noun || !(last || alone));
        }
        // What the texts are called here stands in few of them.
        let spoken: Vec<&str> = lower.unicode_words().collect();
        let which = spoken.iter().position(|word| *word == "which");
        if let Some(noun) = which.and_then(|which| called(&spoken[which..])).filter(|_| reading.list.is_some()) {
            reading.content.retain(|word| word != noun);
            reading.names.retain(|name| name.to_lowercase() != noun);
        }
        // What one has and the other has not is said where only one is named.
        reading.relation &= !has(&WORDS.comparing);
        // Nobody says "connected" of what is.
        if reading.relation && !reading.names.is_empty() {
            reading.content.retain(|word| !WORDS.tie.has(word));
        }
        // "Which programming language is it written in?" asks for no style.
        let judges = |word: &String| JUDGEMENTS.iter().any(|(_, cues)| cues(&WORDS).has(word));
        let alone = reading.content.iter().all(judges) || has(&WORDS.tone);
        reading.judgement = reading.judgement.take().filter(|_| alone);
        reading.predicate =
            predicate(&words).or_else(|| of_why(&question)).filter(|word| reading.content.contains(word));
        reading.opens_as_definition = reading.definition;
        // "What is said of Ada Voss?" asks for what is said.
        reading.definition &= reading.asks_with_names_alone() && !has(&WORDS.of_saying);
        reading.whois = match reading.names.first() {
            Some(name) if reading.definition => Some(Sought::Name(name.clone())),
            _ if reading.stance.is_none() => office(&lower).map(Sought::Office),
            _ => None,
        };
        reading.sort = sort(&words, &reading);
        let nothing = reading.content.is_empty()
            && reading.names.is_empty()
            && reading.stance.is_none()
            && reading.sort.is_none();
        reading.coverage = nothing && (has(&WORDS.whole) || words.len() < SHORT);
        reading.vague = reading.coverage && !has(&WORDS.whole);
        reading.themes = reading.coverage && has(&WORDS.themes);
        if let Some(foreign) = foreign {
            foreign.read(&mut reading);
        }
        reading
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

    /// True for a question about a matter, not a fact: it names nobody and no day, and asks for no figure, place or deed. What
    /// answers it is spread over many sentences, none of which need say much of it.
    pub fn is_open(&self) -> bool {
        let asks_for_a_fact = self.figure || self.place || self.definition || self.relation;
        !asks_for_a_fact && self.names.is_empty() && self.day.is_none() && self.predicate.is_none()
    }

    /// True when it asks with nothing but names: "What has Ada Voss to do with the Harbour Board?".
    pub fn asks_with_names_alone(&self) -> bool {
        !self.names.is_empty() && self.stance.is_none() && self.content.iter().all(|word| self.is_of_names(word))
    }

    /// True when it asks who somebody or what a kind of thing is: "Who is Ada Voss?", "What is a tide gate?".
    pub fn asks_what_it_is(&self) -> bool {
        self.definition || self.stance == Some(Stance::Definition)
    }

    /// True when it may ask that of what all its words together call.
    pub fn may_ask_what_it_is(&self) -> bool {
        self.asks_what_it_is() || self.opens_as_definition
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
                    || self.phrases.first().is_some_and(|p| p.split(' ').count() == self.content.len())
            }
            _ => false,
        };
        let asks_more = self.figure || self.place || self.relation || self.count || self.day.is_some();
        one && !asks_more && self.stance.is_none() && self.list.is_none() && self.predicate.is_none()
    }

    /// True for "How many documents are there?": they are to be counted, whatever they say.
    pub fn counts_documents(&self) -> bool {
        self.count && self.is_empty() && !self.people
    }

    /// True for "Who are the guests?" and "How many witnesses are there?": whoever has a part in the documents, whatever they
    /// say.
    pub fn asks_for_cast(&self) -> bool {
        let lists = self.person || self.list == Some(Listed::People) || self.count && self.people;
        lists && self.role.is_some() && self.is_empty() && self.stance.is_none() && self.judgement.is_none()
    }

    /// The one name or term that is asked about, where nothing more is asked.
    pub fn one(&self) -> Option<String> {
        let one = || self.names.first().cloned().unwrap_or_else(|| self.content.join(" "));
        self.asks_about_one().then(one)
    }

    /// Words of content, but for those that name the kind of statement asked for.
    fn read_content(&mut self, question: &str, naming: &[String]) {
        let mut run: Vec<String> = Vec::new();
        // Where no space parts words, pairs of letters stand for them, as they do everywhere else.
        for word in terms::words(question).filter(|word| word.text.starts_with(terms::is_unspaced)) {
            if !self.content.iter().any(|known| known == word.text) {
                self.content.push(word.text.to_owned());
            }
        }
        // A comma, a bracket or a function word ends a phrase.
        for piece in question.split_word_bounds().filter(|piece| !piece.starts_with(terms::is_unspaced)) {
            if piece.trim().is_empty() || piece == "-" {
                continue;
            }
            let word = piece.to_lowercase();
            let word = word.strip_suffix("'s").or_else(|| word.strip_suffix("’s")).unwrap_or(&word).to_owned();
            // *Rule 2* is told from *rule 1* by a figure that says nothing alone.
            if let ([digit], Some(noun)) = (word.as_bytes(), run.last())
                && digit.is_ascii_digit()
            {
                self.numbered.push(format!("{noun} {word}"));
            }
            if piece.chars().any(char::is_alphanumeric) && is_content(&word) && !naming.contains(&word) {
                if !self.content.contains(&word) {
                    self.content.push(word.clone());
                }
                run.push(word);
            } else {
                self.end_phrase(&mut run);
            }
        }
        self.end_phrase(&mut run);
    }

    fn end_phrase(&mut self, run: &mut Vec<String>) {
        if run.len() > 1 && run.len() <= 4 {
            let phrase = run.join(" ");
            if !self.phrases.contains(&phrase) {
                self.phrases.push(phrase);
            }
        }
        run.clear();
    }
}

/// The word after "what" or "who" at the beginning: the verb of a question about whoever did it.
fn predicate(words: &[&str]) -> Option<String> {
    let first = words.first()?.to_lowercase();
    // "What obstacles do they mention?" leads with what is asked for, and no verb.
    let is_asked_for = words.get(2).is_some_and(|next| WORDS.auxiliaries.has(&next.to_lowercase()));
    if is_asked_for {
        return None;
    }
    matches!(first.as_str(), "what" | "who").then(|| words.get(1).map(|word| word.to_lowercase()))?
}

/// The words of a question, in lower case, that are written with a hyphen.
fn hyphenated(lower: &str) -> Vec<Vec<String>> {
    let joined =
        lower.split_whitespace().filter(|word| word.trim_matches(|c: char| !c.is_alphanumeric()).contains('-'));
    let parts = joined.map(|word| word.split('-').flat_map(|part| part.unicode_words()).map(str::to_owned).collect());
    parts.filter(|parts: &Vec<String>| parts.len() > 1).collect()
}

/// The words of the office that "Who is the harbour master of Orsk?" asks for.
fn office(lower: &str) -> Option<Vec<String>> {
    const MOST: usize = 4;
    let rest = WORDS.office_opens.iter().find_map(|asked| lower.strip_prefix(asked))?;
    let small = |word: &&str| !WORDS.office_ends.has(word);
    let office: Vec<String> = rest.unicode_words().take_while(small).map(fold).collect();
    (office.len() <= MOST && office.last().is_some_and(|held| is_office(held))).then_some(office)
}

/// The verb of "Why did the gate fail?": the last word in small letters of the first run of words of content, for a name
/// or a noun stands in front of it.
fn of_why(question: &str) -> Option<String> {
    let mut words = question.unicode_words().skip_while(|word| !word.eq_ignore_ascii_case("why")).skip(1);
    let auxiliary = words.next()?.to_lowercase();
    if !WORDS.auxiliaries.has(&auxiliary) {
        return None;
    }
    let mut words = words.peekable();
    // "Why do people fear the sea?": the verb stands right behind.
    if words.next_if(|word| WORDS.subjects.has(&word.to_lowercase())).is_some() {
        return words.next().map(str::to_lowercase);
    }
    let is_said = |word: &&str| is_content(&word.to_lowercase()) || word.starts_with(char::is_uppercase);
    let run: Vec<&str> = words.skip_while(|word| !is_said(word)).take_while(is_said).collect();
    let verb = run.iter().skip(1).rev().find(|word| word.starts_with(char::is_lowercase))?;
    Some(verb.to_lowercase())
}

/// True for a word that says what a question is about.
fn is_content(word: &str) -> bool {
    let short = word.chars().count() < 2 && word.is_ascii();
    !(short || WORDS.function.has(word) || is_framing(word) || WORDS.no_content.has(word))
}

/// True for a word that frames a question, or names texts and whoever speaks in them: passages that answer seldom have it.
pub fn is_framing(word: &str) -> bool {
    [&WORDS.frame, &WORDS.document, &WORDS.guest, &WORDS.host, &WORDS.speaker].iter().any(|list| list.has(word))
}

/// True for a word of content that says little by itself.
pub fn is_light(word: &str) -> bool {
    WORDS.light.has(word)
}

/// True for a word that a lifespan in brackets answers: "When was she *born*?".
pub fn is_of_life(word: &str) -> bool {
    WORDS.lived.has(word)
}

/// True for a question that asks which of several things, or for each of them: "Who came first, Voss or Reed?".
pub fn is_choice(question: &str) -> bool {
    question.unicode_words().any(|word| WORDS.alternatives.has(&word.to_lowercase()))
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
