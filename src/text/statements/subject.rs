//! How a name stands in a sentence: the sentence is about it, it is a part of what is told, or it stands in it by the
//! way ("who once worked at …").

use crate::text::language::word_lists;
use crate::text::names::lexicon::{Flags, flags};
use crate::text::words::terms::{Stems, fold, words};
use crate::text::words::wordlist::{is_article, is_auxiliary, is_verb_of_thought};

word_lists! {
    static WORDS = "subject.toml":
        placing, introducing, owners, fronts, telling_of, speakers, own, conjunctions, verb_endings
}

/// How a name stands in a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NameStanding {
    /// The sentence, or a clause of it, begins with it.
    Subject,
    /// It is one of the things told of.
    Inside,
    /// Somebody or something is placed by it: "at", "from", "joined".
    ByTheWay,
    /// It is not named.
    Absent,
}

/// Words that a sentence may have in front of its subject.
const FRONT: usize = 3;

/// Tells how a name, given as stems of its words, stands in a sentence.
pub fn standing(sentence: &str, name: &[String], stems: &mut Stems) -> NameStanding {
    let mut before: Vec<String> = Vec::new();
    let mut clause = 0;
    let mut end = 0;
    let mut found = NameStanding::Absent;
    let mut of_another = false;
    // A verb came.
    let mut told = false;
    for word in words(sentence) {
        if sentence.get(end..word.span.start).is_some_and(|between| between.contains([',', ';', ':', '—', '–', '“']))
        {
            clause = before.len();
        }
        let joined = end > 0 && sentence.get(end..word.span.start) == Some("-");
        end = word.span.end;
        let folded = fold(word.text);
        // "Ada Voss is …": somebody else is introduced.
        let named = word.text.starts_with(char::is_uppercase) && word.text.chars().count() > 1;
        of_another |= before.len() == 1 && named && !is_name(word.text, name, stems);
        // "Ada is …" as well.
        of_another |= before.len() == 1
            && WORDS.introducing.has(&folded)
            && flags(&before[0]).has(Flags::FIRST_NAME)
            && !name.contains(&before[0]);
        if is_name(word.text, name, stems) {
            let front = before.iter().rev().find(|word| !is_article(word) && !WORDS.owners.has(word));
            let placed = front.is_some_and(|word| WORDS.placing.has(word));
            let here = match placed {
                // "At the mill, the crew …": what follows happens there.
                true if before.len() <= 1 => NameStanding::Inside,
                // "The progress in moss was slow": it is a part of what the sentence is about.
                true if !told && !of_another => NameStanding::Inside,
                true => NameStanding::ByTheWay,
                // "The non-Corvane part of the yards": not of it.
                false if joined && before.last().is_some_and(|front| WORDS.fronts.has(front)) => NameStanding::ByTheWay,
                // "She wrote a book, about Corvane and …": the book is told of.
                false if before.last().is_some_and(|front| WORDS.telling_of.has(front)) => NameStanding::Inside,
                // "I left my Corvane job" tells of whoever says so; "I think Corvane is …" does not.
                false if before.len() - clause <= FRONT && !tells_of_oneself(&before[clause..]) => {
                    NameStanding::Subject
                }
                false if of_another => NameStanding::ByTheWay,
                false => NameStanding::Inside,
            };
            found = match (found, here) {
                (NameStanding::Subject, _) | (_, NameStanding::Subject) => NameStanding::Subject,
                (NameStanding::Inside, _) | (_, NameStanding::Inside) => NameStanding::Inside,
                _ => NameStanding::ByTheWay,
            };
        }
        told |= is_auxiliary(&folded)
            || WORDS.verb_endings.iter().any(|ending| folded.ends_with(ending))
            || WORDS.speakers.has(&folded);
        before.push(folded);
    }
    found
}

/// True for the beginning of a clause by which somebody tells of himself, and does not say what he thinks.
fn tells_of_oneself(front: &[String]) -> bool {
    let own = |word: &String| word.split(['\'', '’']).next().is_some_and(|word| WORDS.own.has(word));
    front.iter().any(own) && !front.last().is_some_and(|last| is_verb_of_thought(last) || WORDS.conjunctions.has(last))
}

/// True for a word of the name.
fn is_name(word: &str, name: &[String], stems: &mut Stems) -> bool {
    name.iter().any(|stem| stems.stem(word) == stem)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_was_at_a_place_is_no_word_of_the_place() {
        let mut stems = Stems::default();
        let mut of = |name: &str, sentence: &str| {
            let name: Vec<String> = words(name).map(|word| stems.stem(word.text).to_owned()).collect();
            standing(sentence, &name, &mut stems)
        };
        assert_eq!(of("Corvane", "Corvane split its yards in two that year."), NameStanding::Subject);
        assert_eq!(of("Corvane", "In those years, Corvane split its yards."), NameStanding::Subject);
        assert_eq!(of("Corvane", "Ada Voss was a clerk at Corvane for ten years."), NameStanding::ByTheWay);
        assert_eq!(of("Corvane", "Ada Voss left Corvane in the spring."), NameStanding::ByTheWay);
        assert_eq!(of("Corvane", "The town sold the old yards and Corvane bought them."), NameStanding::Inside);
        assert_eq!(of("Corvane", "Ada Voss is a clerk and Corvane expert."), NameStanding::ByTheWay);
        assert_eq!(of("Corvane", "Mary is a clerk of the town and a Corvane expert."), NameStanding::ByTheWay);
        assert_eq!(of("Corvane", "At Corvane the yards were split."), NameStanding::Inside);
        assert_eq!(of("Corvane", "The yards at Corvane were split in two."), NameStanding::Inside);
        assert_eq!(of("Corvane", "In the non-Corvane part of the yards nobody works."), NameStanding::ByTheWay);
        assert_eq!(of("Corvane", "I left my Corvane job in the spring."), NameStanding::Inside);
        assert_eq!(
            of("Corvane", "I have written a book this winter, about Corvane and the yards."),
            NameStanding::Inside
        );
        assert_eq!(of("Corvane", "I think Corvane split its yards too late."), NameStanding::Subject);
        assert_eq!(of("Corvane", "We found a clerk at Corvane who knew the yards."), NameStanding::ByTheWay);
        assert_eq!(of("Corvane", "The town sold the old yards."), NameStanding::Absent);
    }
}
