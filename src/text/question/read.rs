//! How a question is read: cue by cue, then word by word, then what all of that comes to.

use std::collections::BTreeSet;

use unicode_segmentation::UnicodeSegmentation;

use super::dated::{date_asked, without_date};
use super::foreign::Foreign;
use super::listed::{called, counts, extreme, left_out, listed, sort, tells_of_each_other, which};
use super::lists::{JUDGEMENTS, WORDS, is_function};
use super::named::{doer, names, opens_with_name, says_behind};
use super::verbs::{done, predicate, thing, times_done, undergone, whether};
use super::{AnswerKind, AskedRole, Identity, Reading, Tallied, Wording, asked, is_content, negates};
use crate::text::cutting::script;
use crate::text::dates::{is_month, year_of};
use crate::text::language::WordList;
use crate::text::numbers::figures::is_number_word;
use crate::text::statements::office::{Sought, is_office};
use crate::text::statements::stance::Stance;
use crate::text::words::fold::singular;
use crate::text::words::terms::{self, fold, is_digits, without_genitive};

/// A question of fewer words that looks for nothing asks for the whole.
pub(super) const SHORT: usize = 8;

/// Words of a question among which stands what it asks for.
pub(super) const WITHIN: usize = 8;
/// Digits of a year.
const YEAR: usize = 4;

/// True for "Where did the lamp come from?".
fn asks_for_origin(words: &[&str]) -> bool {
    let [first, .., verb, from] = words else { return false };
    WORDS.asks_where.has(&first.to_lowercase()) && WORDS.coming.has(&verb.to_lowercase()) && WORDS.from.has(from)
}

/// A question as it is looked at.
struct Spoken<'q> {
    question: &'q str,
    lower: String,
    words: Vec<&'q str>,
}

impl<'q> Spoken<'q> {
    fn of(question: &'q str) -> Self {
        Self { question, lower: question.to_lowercase(), words: question.unicode_words().collect() }
    }

    /// True where one of its words is of a list.
    fn has(&self, list: &WordList) -> bool {
        self.words.iter().any(|word| list.has(&word.to_lowercase()))
    }

    /// True where a cue of a list stands anywhere in it.
    fn cued(&self, list: &WordList) -> bool {
        list.iter().any(|cue| self.lower.contains(cue))
    }

    /// The same of cues that ask: what stands behind the "when" of a clause is no day that is asked for ("What is done
    /// when the lamp goes out?").
    fn asks(&self, list: &WordList) -> bool {
        let lower: Vec<&str> = self.lower.unicode_words().collect();
        let opens = lower.first().is_some_and(|first| !WORDS.opening_when.has(first) && WORDS.asking.has(first));
        let behind = lower
            .iter()
            .position(|word| WORDS.opening_when.has(word))
            .filter(|&at| opens && at > 1)
            .map(|at| lower[at - 1]);
        let in_clause = behind.is_some_and(|before| !WORDS.joining_questions.has(before));
        let clause = |cue: &str| in_clause && WORDS.opening_when.has(cue.trim_end());
        list.iter().any(|cue| !clause(cue) && self.lower.contains(cue))
    }

    /// True where it begins with a cue of a list.
    fn opens(&self, list: &WordList) -> bool {
        list.iter().any(|cue| self.lower.starts_with(cue))
    }
}

impl Reading {
    /// Reads a question. Linear in its length; only the first 4,000 characters are looked at.
    pub fn of(question: &str) -> Self {
        let question: String = question.chars().take(4_000).collect();
        let lower = question.to_lowercase();
        // Of what is neither counted nor listed all that is said counts.
        let (count, list) = (counts(&lower), listed(&lower));
        // Documents that contradict each other are told by what they say, and not by that word in them.
        let list = list.filter(|_| !tells_of_each_other(&lower));
        let (question, without) = if count || list.is_some() { left_out(&question) } else { (question, Vec::new()) };
        let spoken = Spoken::of(&question);
        let foreign = Foreign::of(&spoken.lower);

        let mut reading = Self::of_cues(&spoken);
        reading.tally = Tallied { count, list, without, ..reading.tally };
        let asked = reading.read_stance(&spoken);
        let naming: Vec<String> = asked.naming.iter().map(|&at| spoken.words[at].to_lowercase()).collect();
        let bare = foreign.as_ref().and_then(Foreign::bare);
        let timeless = without_date(&question, reading.date);
        reading.read_content(bare.as_deref().unwrap_or(&timeless), &naming);
        if reading.statement.in_order {
            reading.content.retain(|word| !WORDS.ordering.has(word));
        }
        if reading.wants.origin {
            reading.content.retain(|word| !WORDS.coming.has(word));
        }
        reading.leave_out_the_present(&spoken);
        reading.wording.framing = reading.framing_words(&spoken, &naming);
        reading.read_matter(&spoken, &asked, naming);
        reading.leave_out_what_texts_are_called(&spoken);
        reading.settle_relation(&spoken);
        reading.settle_extreme(&spoken);
        // "Which programming language is it written in?" asks for no style.
        let judges = |word: &String| JUDGEMENTS.iter().any(|(_, cues)| cues(&WORDS).has(word));
        let alone = reading.content.iter().all(judges) || spoken.has(&WORDS.tone);
        reading.judgement = reading.judgement.take().filter(|_| alone);
        reading.predicate =
            predicate(&spoken.words).or_else(|| of_why(&question)).filter(|word| reading.content.contains(word));
        reading.settle_identity(&spoken);
        reading.tally.sort = sort(&spoken.words, &reading);
        reading.settle_whole(&spoken);
        if let Some(foreign) = foreign {
            foreign.read(&mut reading);
        }
        reading
    }

    /// What cues tell, wherever they stand.
    fn of_cues(spoken: &Spoken) -> Self {
        let Spoken { question, lower, words } = spoken;
        let date = date_asked(question);
        let times = times_done(words);
        let mut named = names(question);
        // *26 Avril* names nobody called Avril.
        named
            .retain(|name| !date.is_some_and(|date| date.span.slice(question).is_some_and(|told| told.contains(name))));
        let role = if spoken.has(&WORDS.host) {
            Some(AskedRole::Host)
        } else if spoken.has(&WORDS.guest) {
            Some(AskedRole::Guest)
        } else if spoken.has(&WORDS.speaker) {
            Some(AskedRole::Speaker)
        } else {
            None
        };
        let mut reading = Reading {
            doer: doer(question, &named),
            date,
            wording: Wording { given: given(words), ..Wording::default() },
            wants: AnswerKind {
                when: spoken.asks(&WORDS.when_cues),
                happened: spoken.cued(&WORDS.happened_cues),
                figure: spoken.asks(&WORDS.figure_cues)
                    || asks_for_a_measure(words)
                    || asks_for_a_raise(words)
                    || counted(words).is_some(),
                counted: times
                    .clone()
                    .or_else(|| counted(words).and_then(|counted| counted.first()).map(|word| word.to_lowercase())),
                times: times.is_some(),
                undergone: undergone(words),
                thing: thing(words),
                money: words.first().is_some_and(|first| WORDS.asks_how_much.has(&first.to_lowercase()))
                    && (words.iter().take(WITHIN).any(|word| WORDS.costing.has(&word.to_lowercase()))
                        || spoken.asks(&WORDS.figure_cues)
                            && words.get(2).is_some_and(|sum| WORDS.sums.has(&sum.to_lowercase()))),
                place: spoken.opens(&WORDS.place_opens) || spoken.cued(&WORDS.place_cues),
                origin: asks_for_origin(words),
                person: spoken.opens(&WORDS.person_opens),
                code: spoken.has(&WORDS.code),
                sort: sort_of_one(words),
                how_to: spoken.cued(&WORDS.how_to_cues),
                duration: spoken.cued(&WORDS.duration_cues),
                raise: asks_for_a_raise(words),
                yes_or_no: words.first().is_some_and(|first| WORDS.auxiliaries.has(&first.to_lowercase())),
                whether: whether(words, &named),
                done: done(words),
            },
            names: named,
            identity: Identity {
                definition: WORDS
                    .definition_cues
                    .iter()
                    .any(|cue| lower.strip_prefix(cue).is_some_and(|rest| opens_with_name(rest, question))),
                ..Identity::default()
            },
            relation: spoken.cued(&WORDS.relating)
                || spoken.has(&WORDS.tie)
                || lower.unicode_words().next_back().is_some_and(|last| WORDS.ends_relating.has(last)),
            tally: Tallied {
                people: spoken.has(&WORDS.guest) || spoken.cued(&WORDS.people),
                which: which(words),
                ..Tallied::default()
            },
            judgement: JUDGEMENTS.iter().find(|(_, cues)| spoken.has(cues(&WORDS))).map(|(name, _)| (*name).to_owned()),
            role,
            ..Reading::default()
        };
        reading.statement.negated = negates(lower);
        reading.statement.present = WORDS.present.is_said_in(lower);
        reading.statement.past = words.iter().take(WITHIN).any(|word| WORDS.past_asking.has(&word.to_lowercase()));
        reading.statement.in_order = spoken.cued(&WORDS.in_order);
        reading
    }

    /// The kind of statement asked for; with where the words that name it stand.
    fn read_stance(&mut self, spoken: &Spoken) -> asked::AskedStance {
        let words = &spoken.words;
        // Whoever wants a list or a count wants what has the word.
        let asked = match self.tally.list {
            None if !self.tally.count => asked::read(words),
            _ => asked::AskedStance::default(),
        };
        (self.statement.stance, self.statement.remedy) = (asked.stance, asked.remedy);
        let years = words.iter().filter_map(|word| year_of(word)).collect::<BTreeSet<_>>().len();
        let changes = self.statement.stance == Some(Stance::Change);
        // Within one year there is no order of years.
        self.statement.over_time = years != 1 && (changes || spoken.cued(&WORDS.over_time)) && !self.statement.in_order;
        asked
    }

    /// Its words that are neither content nor function, nor name the kind of statement; "happened" asks, and tells
    /// nothing apart.
    fn framing_words(&self, spoken: &Spoken, naming: &[String]) -> Vec<String> {
        let only_asks = |word: &String| WORDS.happening.has(word) || WORDS.happened.has(word);
        let frames = |word: &String| {
            word.chars().count() > 1
                && !is_function(word)
                && !self.content.contains(word)
                && !naming.contains(word)
                && !only_asks(word)
        };
        spoken.lower.unicode_words().map(str::to_owned).filter(frames).collect()
    }

    /// What statements of the kind asked for are to be about, and which words of a passage name the kind.
    fn read_matter(&mut self, spoken: &Spoken, asked: &asked::AskedStance, naming: Vec<String>) {
        let Some(stance) = &self.statement.stance else { return };
        let beside = asked.beside(&spoken.words);
        if self.content.iter().any(|word| beside.contains(word)) {
            self.content.retain(|word| !beside.contains(word));
            self.wording.phrases.clear();
        }
        // What became of a thing or how it works is said in other words than "become" and "work".
        if !matches!(stance, Stance::Mechanism | Stance::Fate | Stance::Change | Stance::Request) {
            let names = |word: &String| is_content(word) && !WORDS.of_deadlines.has(word);
            self.statement.naming = naming.into_iter().filter(names).collect();
        }
        let told: Vec<String> =
            asked.headings().into_iter().filter(|word| !self.statement.naming.contains(word)).collect();
        self.statement.naming.extend(told);
        let words = &spoken.words;
        let is_about = |at: &usize| {
            let word = words[*at];
            let capital = *at > 0 && word.starts_with(char::is_uppercase);
            !asked.naming.contains(at) && (self.content.contains(&word.to_lowercase()) || capital)
        };
        let about: Vec<usize> = (0..words.len()).filter(is_about).collect();
        if let (Some(&first), Some(&last)) = (about.first(), about.last()) {
            let kept = (first..=last).filter(|at| !asked.naming.contains(at));
            self.statement.about = kept.map(|at| words[at]).collect::<Vec<_>>().join(" ");
        }
    }

    /// Takes from the content what only says that it is asked what holds now: "today", "in the end".
    fn leave_out_the_present(&mut self, spoken: &Spoken) {
        if !self.statement.present {
            return;
        }
        let said = WORDS.present.iter().filter(|cue| spoken.lower.contains(*cue)).flat_map(str::unicode_words);
        let said: BTreeSet<&str> = said.collect();
        if self.content.iter().any(|word| !said.contains(word.as_str())) {
            self.content.retain(|word| !said.contains(word.as_str()));
        }
    }

    /// Takes from the content what the texts themselves are called: it stands in few of them.
    fn leave_out_what_texts_are_called(&mut self, spoken: &Spoken) {
        let words = &spoken.words;
        // "Summarise these calls": what the pile is called, where it is asked for as a whole.
        if spoken.has(&WORDS.whole)
            && let Some(at) = words.iter().position(|word| WORDS.pointing.has(&word.to_lowercase()))
            && let Some(noun) = words.get(at + 1).map(|noun| noun.to_lowercase())
        {
            // "What is this novel about?" asks of nothing besides.
            let last = at + 2 == words.len();
            let alone = self.content.iter().all(|word| *word == noun);
            self.content.retain(|word| *word != noun || !(last || alone));
        }
        let lower: Vec<&str> = spoken.lower.unicode_words().collect();
        // "How old was she?" is answered by "aged six".
        for pair in lower.windows(2).filter(|pair| WORDS.figure_cues.has(&format!("{} {}", pair[0], pair[1]))) {
            if self.content.len() + self.names.len() > 1 {
                self.content.retain(|word| word != pair[1]);
            }
        }
        let which = lower.iter().position(|word| WORDS.which.has(word));
        if let Some(noun) = which.and_then(|which| called(&lower[which..])).filter(|_| self.tally.list.is_some()) {
            self.content.retain(|word| word != noun);
            self.names.retain(|name| name.to_lowercase() != noun);
        }
    }

    fn settle_relation(&mut self, spoken: &Spoken) {
        // What one has and the other has not is said where only one is named.
        self.relation &= !spoken.has(&WORDS.comparing);
        // Nobody says "connected" of what is.
        if self.relation && !self.names.is_empty() {
            self.content.retain(|word| !WORDS.tie.has(word));
            self.names.retain(|name| !WORDS.tie.has(&name.to_lowercase()));
        }
    }

    fn settle_extreme(&mut self, spoken: &Spoken) {
        let named = spoken.has(&WORDS.document) && self.names.is_empty() && self.statement.stance.is_none();
        self.tally.extreme = extreme(&self.content).filter(|_| named);
        if self.tally.extreme.is_some() {
            self.content.clear();
        }
    }

    fn settle_identity(&mut self, spoken: &Spoken) {
        self.identity.opens_as_definition = self.identity.definition;
        // "What is said of Ada Voss?" asks for what is said.
        self.identity.definition &= self.asks_with_names_alone() && !self.relation && !spoken.has(&WORDS.of_saying);
        self.identity.whois = match self.names.first() {
            Some(name) if self.identity.definition => Some(Sought::Name(name.clone())),
            _ if self.statement.stance.is_none() => office(&spoken.lower).map(Sought::Office),
            _ => None,
        };
    }

    fn settle_whole(&mut self, spoken: &Spoken) {
        // "The three most important findings"
        if spoken.has(&WORDS.whole) && self.content.iter().all(|word| WORDS.grades.has(word) || is_number_word(word)) {
            (self.content, self.wording.phrases) = Default::default();
        }
        let nothing = self.content.is_empty()
            && self.names.is_empty()
            && self.statement.stance.is_none()
            && self.tally.sort.is_none()
            && self.tally.extreme.is_none();
        // What happened on a day is not what the whole is about.
        let short = spoken.words.len() < SHORT && self.date.is_none();
        // Nor is what somebody did whom nobody knows.
        let somebody = spoken.words.iter().map(|word| word.to_lowercase());
        let of_somebody = somebody.into_iter().any(|word| WORDS.for_somebody.has(&word) && !WORDS.several.has(&word));
        self.whole.coverage = nothing && !of_somebody && (spoken.has(&WORDS.whole) || short);
        self.whole.vague = self.whole.coverage && !spoken.has(&WORDS.whole);
        self.whole.themes = self.whole.coverage && spoken.has(&WORDS.themes);
    }

    /// Words of content, but for those that name the kind of statement asked for.
    fn read_content(&mut self, question: &str, naming: &[String]) {
        let mut run: Vec<String> = Vec::new();
        // Where no space parts words, pairs of letters stand for them, as they do everywhere else.
        for word in terms::words(question).filter(|word| word.text.starts_with(script::is_unspaced)) {
            if !self.content.iter().any(|known| known == word.text) {
                self.content.push(word.text.to_owned());
            }
        }
        let mut before = String::new();
        // A comma, a bracket or a function word ends a phrase.
        for piece in pieces(question).into_iter().filter(|piece| !piece.starts_with(script::is_unspaced)) {
            if piece.trim().is_empty() || piece == "-" {
                continue;
            }
            let word = piece.to_lowercase();
            let word = without_genitive(&word).to_owned();
            // *Rule 2* is told from *rule 1* by a figure that says nothing alone.
            if let ([digit], Some(noun)) = (word.as_bytes(), run.last())
                && digit.is_ascii_digit()
            {
                self.wording.numbered.push(format!("{noun} {word}"));
            }
            let says = is_content(&word) || says_behind(&before, &word);
            before.clone_from(&word);
            if piece.chars().any(char::is_alphanumeric) && says && !naming.contains(&word) {
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
            if !self.wording.phrases.contains(&phrase) {
                self.wording.phrases.push(phrase);
            }
        }
        run.clear();
    }
}

/// The figures and months that a question gives.
fn given(words: &[&str]) -> Vec<String> {
    let is_given = |word: &&&str| {
        word.starts_with(|c: char| c.is_ascii_digit()) || word.starts_with(char::is_uppercase) && is_month(word)
    };
    words.iter().filter(is_given).map(|word| word.to_lowercase()).collect()
}

/// What stands behind "how many", or "the number of": what is counted first.
pub(super) fn counted<'w>(words: &'w [&'w str]) -> Option<&'w [&'w str]> {
    let begins = |words: &[&str], phrase: &str| {
        let parts = phrase.split(' ').count();
        let said = words.get(..parts)?.iter().zip(phrase.split(' '));
        said.into_iter().all(|(word, part)| word.eq_ignore_ascii_case(part)).then_some(parts)
    };
    let behind = |list: &WordList| {
        let end = |at: usize| list.iter().find_map(|phrase| begins(&words[at..], phrase)).map(|parts| at + parts);
        (0..words.len()).find_map(end).map(|end| &words[end..])
    };
    behind(&WORDS.how_many).or_else(|| behind(&WORDS.number_of))
}

/// The sort of which one is asked for by name: what stands behind "which" up to an auxiliary or a verb.
fn sort_of_one(words: &[&str]) -> Option<String> {
    const MOST: usize = 4;
    let rest = words.split_first().filter(|(first, _)| WORDS.which.has(&first.to_lowercase())).map(|(_, rest)| rest)?;
    let auxiliary = rest.iter().take(MOST).position(|word| WORDS.auxiliaries.has(&word.to_lowercase()));
    let noun = rest.get(auxiliary.unwrap_or(1).checked_sub(1)?)?.to_lowercase();
    (is_content(&noun) && singular(&noun) == noun).then_some(noun)
}

/// True for "What was the rate of …?", "What is the town's budget …?".
fn asks_for_a_measure(words: &[&str]) -> bool {
    let word = |at: usize| words.get(at).map_or(String::new(), |word| word.to_lowercase());
    WORDS.what.has(&word(0))
        && WORDS.auxiliaries.has(&word(1))
        && (2..WITHIN).take_while(|&at| !WORDS.ends_measured.has(&word(at))).any(|at| WORDS.measures.has(&word(at)))
}

/// True for "What pay rise did they get?".
fn asks_for_a_raise(words: &[&str]) -> bool {
    const BETWEEN: usize = 4;
    let word = |at: usize| words.get(at).map_or(String::new(), |word| word.to_lowercase());
    WORDS.asks_how_much.has(&word(0))
        && (1..BETWEEN).any(|at| WORDS.raises.has(&word(at)) && WORDS.auxiliaries.has(&word(at + 1)))
}

/// The words of the office that "Who is the harbour master of Orsk?" asks for.
fn office(lower: &str) -> Option<Vec<String>> {
    const MOST: usize = 4;
    let rest = lower.strip_prefix(WORDS.office_opens.opening(lower)?)?;
    let small = |word: &&str| !WORDS.office_ends.has(word);
    let office: Vec<String> = rest.unicode_words().take_while(small).map(fold).collect();
    (office.len() <= MOST && office.last().is_some_and(|held| is_office(held))).then_some(office)
}

/// The verb of "Why did the gate fail?": the last word in small letters of the first run of words of content, for a
/// name or a noun stands in front of it.
fn of_why(question: &str) -> Option<String> {
    let mut words = question.unicode_words().skip_while(|word| !WORDS.why.has(&word.to_lowercase())).skip(1);
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

/// A question cut at the bounds of its words; figures joined by a dash are one (*patient 07-023*), unless they may be
/// years.
fn pieces(question: &str) -> Vec<&str> {
    let is_number = |piece: &str| piece.len() != YEAR && is_digits(piece);
    let bounds: Vec<(usize, &str)> = question.split_word_bound_indices().collect();
    let mut pieces = Vec::with_capacity(bounds.len());
    let mut at = 0;
    while let Some(&(from, piece)) = bounds.get(at) {
        let joined = match bounds.get(at + 1..at + 3) {
            Some([(_, "-"), (_, next)]) if is_number(piece) && is_number(next) => Some(piece.len() + 1 + next.len()),
            _ => None,
        };
        // A third part makes it a day.
        let joined = joined.filter(|_| bounds.get(at + 3).is_none_or(|(_, next)| *next != "-"));
        pieces.push(joined.and_then(|length| question.get(from..from + length)).unwrap_or(piece));
        at += if joined.is_some() { 3 } else { 1 };
    }
    pieces
}
