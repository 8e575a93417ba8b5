//! Whether passages answer a question plainly, or only lie near it: whether any says what was done, gives the figure
//! asked for, and tells of all who are named together.

use std::cell::OnceCell;

use unicode_segmentation::UnicodeSegmentation;

use super::other_names::names_another;
use super::phrases;
use super::precedence::{names, share_named};
use super::surroundings::with_surroundings;
use crate::judgement::extractive::answers::from_passages::PassageAnswer;
use crate::judgement::extractive::quotes::reaching::reaching;
use crate::judgement::rank::select::Ranked;
use crate::model::Evidence;
use crate::text::dates::{tells_lifespan, year_forms};
use crate::text::language::word_lists;
use crate::text::question::{is_costing, is_light, is_staying, is_writing, tells_money, year_asked};
use crate::text::statements::stance::Stance;
use crate::text::words::terms::{Stems, fold, folded, words};
use crate::text::words::wordlist::{is_article, is_auxiliary, is_function_word};

word_lists! { static WORDS = "plainly.toml": asks_age, ages, of_age, at_age, asks_existence, asking_why, before_verbs, earning, earned }

/// Passages of which one has a number, where one is asked for.
const SOUGHT_IN: usize = 5;
/// What a passage that is not the first has of a question whose year it tells, at least.
pub(super) const SOMETHING: f32 = 0.2;
/// From this part of its weight on, one word is most of a question.
const ONE_WORD: f32 = 0.5;
/// From this score of a figure on, a passage tells a day.
const A_DAY: f32 = 0.5;

/// What was found for a question, and what was chosen of it.
pub(in crate::judgement::extractive) struct ChosenPassages<'a> {
    pub answer: PassageAnswer<'a>,
    pub chosen: &'a [Ranked<'a>],
    /// The first with what is shown with it, where that is more than it says.
    leading: OnceCell<Option<Evidence>>,
}

impl<'a> ChosenPassages<'a> {
    pub fn new(answer: PassageAnswer<'a>, chosen: &'a [Ranked<'a>]) -> Self {
        Self { answer, chosen, leading: OnceCell::new() }
    }

    /// True where all of what was chosen lacks what the question asks for by name: a figure, a day, a deed, a deed of
    /// whoever is named.
    pub fn lack_what_is_asked(&self, stems: &mut Stems) -> bool {
        !(self.has_figure(stems)
            && self.has_age()
            && self.has_money(stems)
            && self.has_day(stems)
            && self.says_deed(stems)
            && self.tells_deed_of_named(stems)
            && self.has_whole_thing(stems)
            && self.makes_statement(stems))
    }

    /// The year that a question is asked of where nothing of what was chosen tells of it: neither the first passage
    /// with what stands before it and above it, nor another that has so much of the question (`least`), nor the day of
    /// their documents.
    pub fn lack_year(&self, least: f32) -> Option<String> {
        let asked = self.answer.question.asks();
        let year = year_asked(&asked)?;
        // "FY23" and "in May '23" tell it as well.
        let forms = year_forms(year);
        let short = year.get(2..).map(|last| format!("'{last}"));
        let tells = |(at, one): (usize, &Ranked<'_>)| {
            let told = with_surroundings(self.answer.context, one).replace('’', "'");
            let day = one.candidate.evidence.day.as_deref().unwrap_or_default();
            let is_it = |word: &str| word == year || forms.iter().any(|form| form.eq_ignore_ascii_case(word));
            let of_it = day.starts_with(year)
                || short.as_ref().is_some_and(|short| told.contains(short))
                || told.split(|c: char| !c.is_alphanumeric()).any(is_it);
            of_it && (at == 0 || one.answered >= least)
        };
        (!self.chosen.iter().take(SOUGHT_IN).enumerate().any(tells)).then(|| year.to_owned())
    }

    /// True unless it is asked what somebody asks for, found or recommends, and none of the best says so of whoever is
    /// named.
    fn makes_statement(&self, stems: &mut Stems) -> bool {
        let PassageAnswer { reading, asked, context, .. } = self.answer;
        let of_them = |one: &Ranked<'_>| reading.names.is_empty() || asked.calls_all(&with_surroundings(context, one));
        !self.answer.asks_what_was_told()
            || self.chosen.iter().take(SOUGHT_IN).any(|one| of_them(one) && self.answer.is_stated(one, stems))
    }

    /// All of a record that a passage is of, with what stands above it.
    fn whole(&self, one: &Ranked<'_>) -> String {
        let evidence = &one.candidate.evidence;
        let text = self.answer.context.get(one.record).map_or(&evidence.text, |record| &record.text);
        format!("{} {text}", above(evidence))
    }

    /// True unless it is asked why somebody did something, or how many underwent something somewhere, and no record
    /// that was chosen from tells of both: what others did is no answer.
    fn tells_deed_of_named(&self, stems: &mut Stems) -> bool {
        let PassageAnswer { reading, asked, .. } = self.answer;
        let why = reading.statement.stance == Some(Stance::Cause) && reading.doer.is_some();
        // A verb that no document uses cannot be asked of any.
        let unused = |deed: &str| asked.unknown.iter().any(|word| word.eq_ignore_ascii_case(deed));
        let deed = if why { reading.predicate.as_ref() } else { reading.wants.undergone.as_ref() };
        let Some(deed) = deed.filter(|deed| !reading.names.is_empty() && !is_light(deed)) else { return true };
        self.chosen.iter().any(|one| {
            let whole = self.whole(one);
            let done = asked.has_word(deed, &whole, stems) || phrases::is_told(deed, &whole);
            let evidence = &one.candidate.evidence;
            let told = || format!("{} {}", above(evidence), evidence.text);
            let near = || one.answered >= ONE_WORD && share_named(asked, &told()) >= 1.0;
            share_named(asked, &whole) >= 1.0 && (done || unused(deed) && near())
        })
    }

    /// True unless "How many?", "How old?" or "When?" is asked and nobody says a number who has a word of what it is
    /// asked of.
    fn has_figure(&self, stems: &mut Stems) -> bool {
        let PassageAnswer { reading, asked, .. } = self.answer;
        let counted = reading.wants.counted.as_deref();
        let deed = reading.predicate.as_deref();
        let thing: Vec<&str> = reading
            .content
            .iter()
            .map(String::as_str)
            .filter(|&word| !is_light(word) && !self.is_given(word) && Some(word) != counted && Some(word) != deed)
            // A word that no document uses can stand beside no number.
            .filter(|&word| !asked.unknown.iter().any(|unknown| unknown.eq_ignore_ascii_case(word)))
            .collect();
        let has = |(one, evidence): (&Ranked<'_>, &Evidence), stems: &mut Stems| {
            let whole = format!("{} {}", above(evidence), evidence.text);
            let figure = asked.has_figure(&format!("{}. {}", evidence.title, evidence.text), stems);
            // What has a number of what is counted need not say again of what.
            let whole = if counted.is_some() && figure >= 1.0 { self.whole(one) } else { whole };
            let told = thing.is_empty() || thing.iter().any(|word| asked.has_word(word, &whole, stems));
            told && figure > 0.0
        };
        let asks =
            reading.wants.counted.is_some() || reading.wants.happened || reading.wants.figure && !reading.wants.when;
        !asks || self.best(stems).into_iter().any(|one| has(one, stems))
    }

    /// True unless it is asked whether there is something that is called by several words ("Is there a swimming
    /// pool?"), and nothing that was chosen has them all: where somebody swam is no pool.
    fn has_whole_thing(&self, stems: &mut Stems) -> bool {
        let thing = thing_asked_for(&self.answer.question.asks());
        let has_all = |one: &Ranked<'_>, stems: &mut Stems| {
            let evidence = &one.candidate.evidence;
            let whole = format!("{} {}", above(evidence), evidence.text);
            let said: Vec<String> = words(&whole).map(|word| stems.stem(word.text).to_owned()).collect();
            thing.iter().all(|word| said.contains(&stems.stem(word).to_owned()))
        };
        thing.len() < 2 || self.chosen.iter().any(|one| has_all(one, stems))
    }

    /// The best of what was chosen, the first as it is shown where it begins the answer.
    fn best<'s>(&'s self, stems: &mut Stems) -> Vec<(&'s Ranked<'a>, &'s Evidence)> {
        let PassageAnswer { reading, asked, context, .. } = self.answer;
        let first = self.chosen.first();
        let shown = || first.and_then(|one| reaching(reading, asked, context, one, stems));
        let leading = self.leading.get_or_init(shown).as_ref();
        let best = self.chosen.iter().take(SOUGHT_IN).enumerate();
        best.map(move |(at, one)| (one, leading.filter(|_| at == 0).unwrap_or(&one.candidate.evidence))).collect()
    }

    /// True unless it is asked how old somebody or something is, and nobody tells an age, or when it began.
    fn has_age(&self) -> bool {
        let lower = self.answer.question.asks().to_lowercase();
        let told = |one: &Ranked<'_>| tells_age(&one.candidate.evidence.text);
        !WORDS.asks_age.iter().any(|asks| lower.contains(asks)) || self.chosen.iter().take(SOUGHT_IN).any(told)
    }

    /// True unless it is asked what something cost, and nobody tells money who has a word of what it is.
    fn has_money(&self, stems: &mut Stems) -> bool {
        let PassageAnswer { reading, asked, .. } = self.answer;
        let thing: Vec<&String> = reading
            .content
            .iter()
            .filter(|word| !is_costing(word) && !is_light(word) && !self.is_given(word))
            .collect();
        // What somebody's lamps cost is no wage.
        let earns = reading.content.iter().any(|word| WORDS.earning.has(word));
        let tells = |evidence: &Evidence, stems: &mut Stems| {
            let whole = format!("{} {}", above(evidence), evidence.text);
            let told = thing.is_empty() || thing.iter().any(|word| asked.has_word(word, &whole, stems));
            // What somebody else's cost is no price of it.
            let named = reading.names.is_empty() || names(asked, &whole) || asked.calls_all(&whole);
            told && named && tells_money(&evidence.text) && (!earns || WORDS.earned.is_said_in(&whole))
        };
        !reading.wants.money || self.best(stems).into_iter().any(|(_, evidence)| tells(evidence, stems))
    }

    /// True unless it is asked on what day something happened, and no passage has a day or a year, else stands in a
    /// document titled by one, and tells the event: by what the question asks besides names, or by the name where it
    /// asks nothing besides.
    fn has_day(&self, stems: &mut Stems) -> bool {
        let PassageAnswer { reading, asked, .. } = self.answer;
        let besides: Vec<&str> = self.besides().filter(|word| !is_light(word) && !self.is_given(word)).collect();
        // The title of a letter that only has the name tells the day of the letter.
        let of_its_day = !besides.is_empty() || !self.answer.question.said_by.is_empty();
        let mut tells = |one: &Ranked<'_>| {
            let evidence = &one.candidate.evidence;
            let dated = asked.has_figure(&evidence.text, stems) >= A_DAY
                || of_its_day && asked.has_figure(&evidence.title, stems) >= 1.0;
            // Whoever speaks may be called by the first name alone.
            let told = format!("{} {}", above(evidence), evidence.text);
            let named = reading.names.is_empty() || names(asked, &told) || asked.calls_all(&told);
            let lived = asked.asks_when_lived() && one.answered >= 1.0;
            dated
                && named
                && (besides.is_empty()
                    || lived
                    || besides.iter().any(|word| asked.has_word(word, &evidence.text, stems)))
        };
        !reading.wants.happened || self.chosen.iter().take(SOUGHT_IN).any(&mut tells)
    }

    /// True for a figure or a month that the question gives.
    fn is_given(&self, word: &str) -> bool {
        self.answer.reading.wording.given.iter().any(|given| given == word)
    }

    /// What the question asks besides the names in it.
    fn besides(&self) -> impl Iterator<Item = &str> {
        let own: Vec<String> = self.answer.reading.names.iter().flat_map(|name| folded(name)).collect();
        self.answer.reading.content.iter().map(String::as_str).filter(move |word| !own.contains(&fold(word)))
    }

    /// True unless a question for one fact of one who is named ("When did Ada Voss die?", "Who is Ada Voss's sister?")
    /// has a single word besides the name, or asks who did something ("Who opposed the levy?"), and none of the best
    /// passages has that word, and the name: they are near, and answer nothing.
    fn says_deed(&self, stems: &mut Stems) -> bool {
        let PassageAnswer { reading, asked, .. } = self.answer;
        let of_a_fact = reading.wants.happened || reading.wants.person || reading.wants.place || reading.wants.when;
        let named =
            |one: &Ranked<'_>| reading.names.is_empty() || names(asked, &with_surroundings(self.answer.context, one));
        if !of_a_fact || reading.statement.stance.is_some() && !reading.wants.person {
            return true;
        }
        // "Who warned Ada Voss?" is answered by a warning.
        if reading.statement.stance.is_some() {
            return self.chosen.iter().take(SOUGHT_IN).any(|one| {
                let evidence = &one.candidate.evidence;
                named(one) && asked.stated(evidence.quoted(), &evidence.heading, stems) > 0.0
            });
        }
        let mut besides = self.besides().filter(|word| !is_light(word));
        let deed = match (reading.names.as_slice(), besides.next(), besides.next()) {
            ([_], Some(deed), None) => deed,
            // "Who opposed the levy?" asks who did that.
            ([], Some(_), Some(_)) if reading.wants.person => match reading.predicate.as_deref() {
                Some(deed) if !is_light(deed) => deed,
                _ => return true,
            },
            _ => return true,
        };
        // "Where does Ada Voss live?" is answered by any place that stands with her name.
        let stays = reading.wants.place && is_staying(deed);
        self.chosen.iter().take(SOUGHT_IN).any(|one| {
            let evidence = &one.candidate.evidence;
            let done = one.answered >= 1.0
                || asked.has_word(deed, &evidence.text, stems)
                || phrases::is_told(deed, &evidence.text)
                || is_writing(deed) && evidence.speaker.is_some();
            named(one) && (done || stays && names_another(&evidence.text, reading))
        })
    }
}

impl PassageAnswer<'_> {
    /// True where it is asked why something came about that nothing speaks of: of "the fire" tells no alarm that "did
    /// not fire".
    pub(in crate::judgement::extractive) fn lacks_subject(&self, stems: &mut Stems) -> bool {
        let Some(subject) = subject_of_why(&self.question.text) else { return false };
        let subject = stems.stem(&subject).to_owned();
        let (mut told, mut done) = (false, false);
        for record in self.context {
            let all: Vec<String> = words(&record.text).map(|word| word.text.to_lowercase()).collect();
            for at in (0..all.len()).filter(|&at| stems.stem(&all[at]) == subject) {
                let verb = at > 0 && WORDS.before_verbs.has(&all[at - 1]);
                (told, done) = (told || !verb, done || verb);
            }
        }
        done && !told
    }
}

/// What is asked about in "Why did the lamp burst?": *lamp*.
fn subject_of_why(question: &str) -> Option<String> {
    let words: Vec<String> = words(question).map(|word| word.text.to_lowercase()).collect();
    let [why, verb, article, subject, ..] = &words[..] else { return None };
    let asks = WORDS.asking_why.has(why) && is_auxiliary(verb) && is_article(article);
    (asks && words.len() > 4).then(|| subject.clone())
}

/// The words by which a thing is called of which it is asked whether there is one: *swimming*, *pool*.
fn thing_asked_for(question: &str) -> Vec<String> {
    let words: Vec<String> = folded(question);
    let opens = words.get(..2).is_some_and(|opening| WORDS.asks_existence.has(&opening.join(" ")));
    let rest = words.into_iter().skip(2).filter(|_| opens);
    rest.skip_while(|word| is_function_word(word)).take_while(|word| !is_function_word(word)).collect()
}

/// True for a text that tells how old somebody or something is, or from what day on: "aged 62", "12 years old",
/// "(1829–1902)".
fn tells_age(text: &str) -> bool {
    let lower = text.to_lowercase();
    lower.unicode_words().any(|word| WORDS.ages.has(word))
        || WORDS.of_age.iter().any(|phrase| lower.contains(phrase))
        || tells_lifespan(text)
        || between_commas(text).any(|part| is_short_figure(part) || is_at_age(part))
}

/// "now 84" between two commas.
fn is_at_age(text: &str) -> bool {
    text.split_once(' ').is_some_and(|(front, age)| WORDS.at_age.has(&front.to_lowercase()) && is_short_figure(age))
}

/// What stands between two commas: "Ada Voss, 62, left.".
fn between_commas(text: &str) -> impl Iterator<Item = &str> {
    let parts: Vec<&str> = text.split(',').map(str::trim).collect();
    let within = 1..parts.len().saturating_sub(1).max(1);
    within.map(move |at| parts[at])
}

fn is_short_figure(text: &str) -> bool {
    !text.is_empty() && text.len() <= 3 && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// What stands above a passage: the title of its document, its headings, who speaks.
pub(in crate::judgement::extractive) fn above(evidence: &Evidence) -> String {
    let Evidence { title, heading, speaker, lead, .. } = evidence;
    let beside = [speaker, lead].map(|beside| beside.as_deref().unwrap_or_default());
    format!("{title} {} {}", heading.join(" "), beside.join(" "))
}

#[cfg(test)]
mod tests {
    use super::{subject_of_why, tells_age, thing_asked_for};

    #[test]
    fn what_there_may_be_is_called_by_the_words_up_to_where_it_is() {
        assert_eq!(thing_asked_for("Is there a swimming pool in Orsk?"), ["swimming", "pool"]);
        assert_eq!(thing_asked_for("Are there any lamps?"), ["lamps"]);
        assert!(thing_asked_for("Is the swimming pool open?").is_empty());
    }

    #[test]
    fn what_is_asked_about_stands_behind_its_article() {
        assert_eq!(subject_of_why("Why did the fire in the mill start?").as_deref(), Some("fire"));
        assert_eq!(subject_of_why("Why was the lamp put out?").as_deref(), Some("lamp"));
        assert_eq!(subject_of_why("Why did Ada Voss leave?"), None);
    }

    #[test]
    fn an_age_is_no_other_number() {
        for text in [
            "Ada Voss, aged 62, left.",
            "She is 62 years old.",
            "A 12-year-old boat.",
            "Tom Reed (1829–1902).",
            "Tom Reed, 62, left.",
            "Ada Voss, now 84, had it.",
        ] {
            assert!(tells_age(text), "{text}");
        }
        for text in [
            "A statue of Ada Voss (5).",
            "Ada Voss paid 12 pounds.",
            "It took two years.",
            "A page, an image.",
            "It is, now 84 boats, full.",
        ] {
            assert!(!tells_age(text), "{text}");
        }
    }
}
