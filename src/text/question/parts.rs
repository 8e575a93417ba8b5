//! The questions in one: "Who wanted the gate shut, and who warned against it?" asks two, and what answers the one does not
//! answer the other.

use unicode_segmentation::UnicodeSegmentation;

use super::Reading;
use super::lists::WORDS;
use crate::text::dates::{is_month, year_of};
use crate::text::fold::lower_in_place;
use crate::text::forms;
use crate::text::language::Words;
use crate::text::terms::fold;
use crate::text::wordlist::is_article;

/// More questions in one are not told apart.
const MOST: usize = 4;

/// Returns the questions that a question consists of, in order, what each says of the one before put in its place: "Who
/// warned against it?" becomes "Who warned against the gate shut?". One that asks one thing, or whose second half asks about
/// what only an answer to the first can tell, is returned as it is.
pub fn parts(question: &str) -> Vec<String> {
    let whole = || vec![question.to_owned()];
    if let Some((sides, said)) = compared(question) {
        // Where both are compared in one place, that comes first; what two say is said by each.
        return (!said).then(|| question.to_owned()).into_iter().chain(sides).collect();
    }
    let cut = cut(question);
    if !(2..=MOST).contains(&cut.len()) || Reading::of(question).remedy {
        return whole();
    }
    let first = cut[0];
    let reading = Reading::of(first);
    let mut parts = vec![ended(first)];
    for part in &cut[1..] {
        // "Who was killed, and who was he?" asks who the one is that is not known yet.
        let of_an_answer = reading.person && !reading.definition && pronoun(part).is_some_and(is_for_somebody);
        if of_an_answer {
            return whole();
        }
        let part = match inherited(part, first).or_else(|| elsewhere(part, first)) {
            Some(part) => part,
            // "…, and why?" where the first half leads with no verb that could be asked again.
            None if pronoun(part).is_none() && part.unicode_words().all(|word| says_nothing(&word.to_lowercase())) => {
                return whole();
            }
            None => understood(part, first, &reading),
        };
        parts.push(ended(&in_context(&part, first, &reading)));
    }
    // "What changed, and why?" asks of the same matter.
    match parts.iter().all(|part| {
        let reading = Reading::of(part);
        !reading.is_empty() && !reading.coverage
    }) {
        true => parts,
        false => whole(),
    }
}

/// What is asked of each of two that are compared, by itself, and whether it is what they say: what one has and the other has not
/// is seldom said of both in one place.
fn compared(question: &str) -> Option<([String; 2], bool)> {
    const WORDS_OF_ONE: usize = 6;
    let lower = lower_in_place(question);
    if !question.unicode_words().any(|word| WORDS.comparing.has(&word.to_lowercase())) {
        return None;
    }
    let reading = Reading::of(question);
    let end = question.trim_end_matches(['?', '.', ' ']).len();
    let tail_at = |from: usize| {
        let cue = |cue: &&str| lower[from..end].find(&format!(" {cue}")).map(|at| (from + at, cue.len() + 1));
        WORDS.respecting.iter().filter_map(|respect| cue(&respect)).min()
    };
    // Two names with nothing but "and" or the like between them.
    let joined = reading.names.windows(2).find_map(|pair| {
        let [one, other] = pair else { return None };
        let behind = question.find(one.as_str())? + one.len();
        let at = behind + question[behind..].find(other.as_str())?;
        let between: Vec<&str> = lower[behind..at].split_whitespace().filter(|word| !is_article(word)).collect();
        WORDS
            .between
            .iter()
            .any(|joint| between == [joint.trim()])
            .then(|| (one.clone(), other.clone(), at + other.len()))
    });
    let (one, other, behind) = match (joined, reading.names.as_slice()) {
        (Some(joined), _) => joined,
        (None, []) => {
            // Between "difference between" or "compare" and what respect they are compared in.
            let from = WORDS.comparing_ahead.iter().filter_map(|cue| lower.find(cue).map(|at| at + cue.len())).min()?;
            let until = tail_at(from).map_or(end, |(at, _)| at);
            let both = question.get(from..until)?;
            let (at, joint) = WORDS
                .between
                .iter()
                .filter_map(|joint| lower_in_place(both).find(&format!(" {joint}")).map(|at| (at, joint.len() + 1)))
                .min()?;
            let (one, other) = (both[..at].trim(), both[at + joint..].trim());
            (format!("{one}{}", shared_noun(one, other)), other.to_owned(), until)
        }
        (None, _) => return None,
    };
    let is_one = |side: &String| (1..=WORDS_OF_ONE).contains(&side.unicode_words().count());
    if !is_one(&one) || !is_one(&other) {
        return None;
    }
    // "Compare what Ada Voss and Tom Reed say about the gate."
    let said =
        question[behind..].unicode_word_indices().next().filter(|(_, word)| WORDS.saying.has(&word.to_lowercase()));
    let respect = tail_at(behind).map(|(at, cue)| question[at + cue..end].trim()).unwrap_or_default();
    let ask = |side: &str| match (said, respect) {
        (Some((at, _)), _) => ended(&format!("What does {side} {}", &question[behind + at..end])),
        (None, "") if reading.names.is_empty() => ended(&format!("What is {side}")),
        (None, "") => ended(&format!("What is said of {side}")),
        (None, respect) => ended(&format!("What is said of {side} and {respect}")),
    };
    Some(([ask(&one), ask(&other)], said.is_some()))
}

/// The noun behind the second of two words of a kind, which is meant behind the first as well, with a space before it:
/// "procedural and descriptive markup"; nothing where the first is a noun itself.
fn shared_noun(one: &str, other: &str) -> String {
    let is_of_a_kind = |word: &str| WORDS.of_a_kind.iter().any(|ending| word.ends_with(ending));
    let mut first = one.unicode_words().map(str::to_lowercase);
    let (first, more) = (first.next(), first.next());
    match (first.filter(|word| more.is_none() && is_of_a_kind(word)), other.rsplit_once(' ')) {
        (Some(_), Some((kind, noun))) if is_of_a_kind(&kind.to_lowercase()) => format!(" {noun}"),
        _ => String::new(),
    }
}

/// Returns a question with what it takes from those asked before it, the latest last: "And when did he die?" after "Who was
/// Olof Lind?" asks when Olof Lind died. `Err` with the word that stands for nobody who was named.
pub fn carried_over(question: &str, before: &[&str]) -> Result<String, String> {
    let bare = question.trim();
    let bare = bare
        .split_once(' ')
        .filter(|(first, _)| WORDS.linking.has(first.to_lowercase().trim_matches(',')))
        .map_or(bare, |(_, rest)| rest);
    if let Some(last) = before.last() {
        let words: Vec<String> = bare.unicode_words().map(str::to_lowercase).collect();
        // "Tell me more." asks the same again, "Why?" why that is so.
        if words.iter().any(|word| WORDS.more.has(word)) && words.iter().all(|word| says_nothing(word)) {
            return Ok((*last).to_owned());
        }
        if words.len() <= 2 && words.iter().any(|word| WORDS.asking.has(word)) && words.iter().all(|w| says_nothing(w))
        {
            return Ok(inherited(bare, last)
                .map_or_else(|| format!("{} {}", ended(last), ended(bare)), |understood| ended(&understood)));
        }
    }
    let reading = Reading::of(bare);
    // In a later half it stands for what the first asks about.
    let pronoun = cut(bare).first().and_then(|first| pronoun(first));
    // "What is this about?" asks for all that is in scope, whatever was asked before; "Who did it?" does not.
    if reading.coverage && !pronoun.is_some_and(is_for_somebody) && !reading.vague {
        return Ok(question.to_owned());
    }
    // "How did he get to Tarn?" names where he went, and not him.
    let names_it = |pronoun: &&str| match reading.names.as_slice() {
        [] => false,
        names => !is_for_somebody(pronoun) || !stands_before(bare, pronoun, names),
    };
    let Some(pronoun) = pronoun.filter(|pronoun| !names_it(pronoun)) else {
        // "And in March?" asks the same of another time.
        let shorter = bare.len() < question.trim().len() && reading.content.len() <= 1 && reading.names.is_empty();
        return Ok(match before.last().filter(|_| shorter) {
            Some(last) => format!("{} {}", ended(last).trim_end_matches('?'), ended(bare)),
            None => question.to_owned(),
        });
    };
    for earlier in before.iter().rev() {
        let reading = Reading::of(earlier);
        // "Where does she work?" after "What does she say of Tarn?" asks of whoever she was there.
        if earlier.unicode_words().any(|word| stand_for_one(word, pronoun)) {
            continue;
        }
        // Of two that were asked about with each other, one word tells none.
        if reading.relation && reading.names.len() > 1 && is_singular(pronoun) {
            return Err(pronoun.to_owned());
        }
        if !reading.names.is_empty() || reading.predicate.is_some() || !reading.content.is_empty() {
            let said = understood(bare, earlier, &reading);
            if said != bare {
                return Ok(ended(&said));
            }
        }
    }
    Err(pronoun.to_owned())
}

/// True where a word stands in front of all names of a question.
fn stands_before(question: &str, word: &str, names: &[String]) -> bool {
    let at = question.unicode_word_indices().find(|(_, one)| *one == word).map(|(at, _)| at);
    at.is_some_and(|at| names.iter().all(|name| question.find(name.as_str()).is_none_or(|named| at < named)))
}

/// True for two words that stand for the same one in questions that follow each other.
fn stand_for_one(one: &str, other: &str) -> bool {
    let (one, other) = (one.to_lowercase(), other.to_lowercase());
    let both = |list: &Words| list.has(&one) && list.has(&other);
    both(&WORDS.for_him) || both(&WORDS.for_her)
}

/// Returns the word of a question that stands for somebody, where nothing in front of it could be meant and nobody is named:
/// "When did he die?".
pub fn stands_for_nobody(question: &str) -> Option<&str> {
    let reading = Reading::of(question);
    let said = |word: &str| reading.content.iter().any(|known| *known == word.to_lowercase());
    let pronoun = question.unicode_words().take_while(|word| !said(word)).find(|word| is_singular(word))?;
    reading.names.is_empty().then_some(pronoun)
}

/// True for a word that says nothing of what is asked about.
fn says_nothing(word: &str) -> bool {
    [&WORDS.function, &WORDS.asking, &WORDS.more, &WORDS.frame, &WORDS.light].iter().any(|list| list.has(word))
}

/// The first word of a question that stands for somebody or something.
fn pronoun(question: &str) -> Option<&str> {
    question.unicode_words().find(|word| {
        let word = word.to_lowercase();
        WORDS.for_somebody.has(&word) || WORDS.for_something.has(&word)
    })
}

fn is_for_somebody(word: &str) -> bool {
    WORDS.for_somebody.has(&word.to_lowercase())
}

fn is_singular(word: &str) -> bool {
    is_for_somebody(word) && !WORDS.several.has(&word.to_lowercase())
}

/// Where the parts of a question begin: behind "and", a question mark or a semicolon with an asking word, which may have a
/// preposition before it ("and for how long").
fn cut(question: &str) -> Vec<&str> {
    let mut starts = vec![0];
    for (at, word) in question.unicode_word_indices() {
        if at == 0 || !WORDS.asking.has(word.to_lowercase().as_str()) {
            continue;
        }
        let front = question[..at].trim_end();
        let before = front.unicode_word_indices().next_back();
        let (at, front) = match before {
            Some((preposition, word)) if WORDS.before_asking.has(&word.to_lowercase()) && front.ends_with(word) => {
                (preposition, question[..preposition].trim_end())
            }
            _ => (at, front),
        };
        let joined = front.strip_suffix("and").is_some_and(|rest| rest.ends_with([' ', ',']));
        // What is no question before it is told, and asked of nobody: "The gate is shut; who has the key?".
        let asked_before = |front: &str| front.ends_with('?') || asks(front.trim_end_matches(';'));
        if joined || front.ends_with(['?', ';']) && asked_before(front) {
            starts.push(at);
        }
    }
    let ends = starts[1..].iter().copied().chain([question.len()]);
    starts.iter().zip(ends).map(|(&start, end)| question[start..end].trim()).collect()
}

/// True for what begins as a question does: with an asking word, an auxiliary, or a verb that wants something told.
fn asks(part: &str) -> bool {
    let mut words = part.unicode_words().map(str::to_lowercase);
    let asking = |word: &String| {
        [&WORDS.asking, &WORDS.auxiliaries, &WORDS.listing, &WORDS.before_asking].iter().any(|list| list.has(word))
    };
    words.next().is_some_and(|first| asking(&first))
}

/// Without what joined it to the next.
fn bare_end(part: &str) -> &str {
    let part = part.trim().trim_end_matches(['?', ';', ',']);
    let part = part.strip_suffix("and").filter(|rest| rest.ends_with([' ', ','])).unwrap_or(part);
    part.trim_end_matches([' ', ',', '?', ';'])
}

/// The same, with a capital and a question mark.
fn ended(part: &str) -> String {
    let mut chars = bare_end(part).chars();
    let raised: String = chars.next().into_iter().flat_map(char::to_uppercase).chain(chars).collect();
    format!("{raised}?")
}

/// "Where?" after "When was the mill sold?": the first question with other words that ask; `None` where the part asks of
/// something itself, or the first does not begin with an auxiliary that could stand behind them.
fn inherited(part: &str, first: &str) -> Option<String> {
    let part = part.trim_end_matches(['?', ' ', ',', '.']);
    let bare = part.unicode_words().all(|word| says_nothing(&word.to_lowercase())) && pronoun(part).is_none();
    const NEAR: usize = 3;
    let mut words = first.unicode_word_indices();
    let (_, asking) = words.next().filter(|_| bare)?;
    let behind = words.take(NEAR).find(|(_, word)| WORDS.auxiliaries.has(&word.to_lowercase()))?;
    // Between the asking word and the auxiliary stands what is asked for: "How long did …?", "In which year was …?".
    let asks = WORDS.asking.has(&asking.to_lowercase()) || WORDS.before_asking.has(&asking.to_lowercase());
    // "Where does she move to, and why?": of what is not asked for any more nothing is left at the end.
    let rest = bare_end(&first[behind.0..]);
    let last = rest.rsplit(' ').next().unwrap_or_default();
    let rest = match WORDS.before_asking.has(&last.to_lowercase()) {
        true => rest[..rest.len() - last.len()].trim_end(),
        false => rest,
    };
    asks.then(|| format!("{part} {rest}"))
}

/// "What at Orsk?" after "What did the gate cost at Tarn?": the first question with what stands behind the same preposition at its
/// end in the place of what stood there.
fn elsewhere(part: &str, first: &str) -> Option<String> {
    const LONGEST: usize = 6;
    let part = part.trim_end_matches(['?', ' ', ',', '.']);
    let mut words = part.unicode_word_indices();
    let (_, asking) = words.next().filter(|(_, word)| WORDS.asking.has(&word.to_lowercase()))?;
    let (at, preposition) = words.next().filter(|(_, word)| WORDS.before_asking.has(&word.to_lowercase()))?;
    let others: Vec<&str> = words.map(|(_, word)| word).collect();
    let asks_on = |word: &&str| WORDS.auxiliaries.has(&word.to_lowercase()) || is_for_somebody(word);
    if others.is_empty() || others.len() > LONGEST || others.iter().any(asks_on) {
        return None;
    }
    let first = bare_end(first);
    let same_question = first.to_lowercase().starts_with(&asking.to_lowercase());
    let from = first.to_lowercase().rfind(&format!(" {} ", preposition.to_lowercase()))?;
    let replaced = first.get(from..)?.unicode_words().count() <= LONGEST + 1;
    (same_question && replaced).then(|| format!("{} {}", &first[..from], &part[at..]))
}

/// A part that names nobody, or says little, with the names and years of the first: "Who is responsible?" asks of the place
/// that the first part asks about.
fn in_context(part: &str, first: &str, reading: &Reading) -> String {
    const LITTLE: usize = 2;
    let own = Reading::of(part);
    let says_little = own.content.len() <= LITTLE && !own.definition && own.whois.is_none();
    if !(own.names.is_empty() || says_little) {
        return part.to_owned();
    }
    let years = first.unicode_words().filter(|word| year_of(word).is_some());
    let context: Vec<&str> = reading.names.iter().map(String::as_str).chain(years).collect();
    let has_year = part.unicode_words().any(|word| year_of(word).is_some());
    let known = |word: &&&str| part.contains(**word) || has_year && year_of(word).is_some();
    let missing: Vec<&str> = context.iter().filter(|word| !known(word)).copied().collect();
    match missing.is_empty() {
        true => part.to_owned(),
        false => format!("{} ({})", part.trim_end_matches(['?', ' ', '.']), missing.join(", ")),
    }
}

/// What is counted or chosen from in a question: "daughters" in "How many daughters does she have?", "ships" in "Which ships
/// sank?".
fn asked_for(question: &str, reading: &Reading) -> Option<String> {
    let words: Vec<&str> = question.unicode_words().collect();
    let first = match words.first() {
        Some(first) if first.eq_ignore_ascii_case("which") => 1,
        _ => words.iter().position(|word| Some(word.to_lowercase()) == reading.counted)?,
    };
    let says = |word: &&&str| !WORDS.auxiliaries.has(&word.to_lowercase()) && !WORDS.function.has(&word.to_lowercase());
    let mut noun: Vec<&str> = words[first..].iter().take_while(says).copied().collect();
    // A verb ends in other letters than a plural does.
    let plural = noun.iter().rposition(|word| word.ends_with('s'));
    noun.truncate(plural.map_or(noun.len(), |last| last + 1));
    (!noun.is_empty()).then(|| noun.join(" "))
}

/// What a question without names is about: whoever does what is asked ("sl" in "What does sl stand for?"), what stands behind
/// its verb ("the mill" in "Who sold the mill?"), else its last words of content.
fn matter(question: &str, reading: &Reading) -> Option<String> {
    if let Some(verb) = reading.predicate.as_deref() {
        let at = question.unicode_word_indices().find(|(_, word)| word.to_lowercase() == verb)?;
        let rest = bare_end(question[at.0 + at.1.len()..].trim_matches([' ', '.']));
        return (!rest.is_empty()).then(|| being_done(rest));
    }
    let content = |word: &str| reading.content.iter().any(|known| known == &word.to_lowercase());
    let words: Vec<&str> = question.unicode_words().collect();
    let doing = words.iter().position(|word| WORDS.doing.has(&word.to_lowercase()));
    // "When was the gate opened on Monday?" asks of the gate, "When was the gate?" of all that stands there.
    let being = || words.iter().position(|word| WORDS.auxiliaries.has(&word.to_lowercase()));
    if let Some(at) = doing.or_else(being) {
        let run: Vec<&str> = words[at + 1..]
            .iter()
            .skip_while(|word| !content(word))
            .take_while(|word| content(word))
            .copied()
            .collect();
        // The verb stands last.
        if let [subject @ .., verb] = run.as_slice()
            && !subject.is_empty()
            && verb.starts_with(char::is_lowercase)
            && (doing.is_some() || is_past(verb))
        {
            let article = words.get(at + 1).is_some_and(|word| word.eq_ignore_ascii_case("the"));
            return Some(format!("{}{}", if article { "the " } else { "" }, subject.join(" ")));
        }
    }
    // A time is when, not what.
    let times = |word: &str| is_month(&word.to_lowercase()) || word.starts_with(|c: char| c.is_ascii_digit());
    let last = words
        .iter()
        .rposition(|word| content(word) && !times(word))
        .or_else(|| words.iter().rposition(|word| content(word)))?;
    let first = words[..last].iter().rposition(|word| !content(word)).map_or(0, |before| before + 1);
    let article = first > 0 && words[first - 1].eq_ignore_ascii_case("the");
    Some(words[first - usize::from(article)..=last].join(" "))
}

/// "the gate shut" as a matter of its own: "the gate being shut".
fn being_done(matter: &str) -> String {
    let being = WORDS.being_done.iter().next().unwrap_or_default();
    match matter.rsplit_once(' ').filter(|(thing, done)| thing.contains(' ') && is_past(done)) {
        Some((thing, done)) => format!("{thing} {being} {done}"),
        None => matter.to_owned(),
    }
}

/// True for the past of a verb: *opened*, *written*.
fn is_past(verb: &str) -> bool {
    let base = forms::base(&fold(verb));
    WORDS.past_ends.iter().any(|end| verb.ends_with(end))
        || base.is_some_and(|base| base != verb && !verb.ends_with('s') && !verb.ends_with("ing"))
}

/// A part with what its pronouns stand for in the first one.
fn understood(part: &str, first: &str, reading: &Reading) -> String {
    let one = || reading.names.first().cloned();
    let all = || (reading.names.len() > 1 && reading.relation).then(|| reading.names.join(" and "));
    let counted = || asked_for(first, reading).map(|noun| format!("the {noun}"));
    let words: Vec<(usize, &str)> = part.unicode_word_indices().collect();
    let mut written = String::new();
    let mut done = 0;
    for (number, &(at, word)) in words.iter().enumerate() {
        let lower = word.to_lowercase();
        let somebody = WORDS.for_somebody.has(&lower);
        let picked_from = number > 0 && words[number - 1].1 == "of" && WORDS.several.has(&lower);
        let meant = match lower.as_str() {
            _ if picked_from => None,
            _ if number == 0 && !WORDS.owned_by.has(&lower) && words.len() > 1 && !somebody => None,
            word if WORDS.several.has(word) => all().or_else(counted).or_else(one).or_else(|| matter(first, reading)),
            _ if somebody => one(),
            word if WORDS.for_something.has(word) => matter(first, reading).or_else(one),
            _ => None,
        };
        if let Some(meant) = meant.filter(|meant| !meant.trim().is_empty()) {
            let next = words.get(number + 1).map(|(_, next)| next.to_lowercase());
            // "Her mill" is hers, "with her" is she.
            let of_a_noun = next.is_some_and(|next| !WORDS.function.has(&next));
            let whose = WORDS.owned_by.has(&lower) && (lower != "her" || of_a_noun);
            let whose = match (whose, meant.ends_with('s')) {
                (false, _) => "",
                (true, true) => "'",
                (true, false) => "'s",
            };
            written.push_str(&part[done..at]);
            written.push_str(&meant);
            written.push_str(whose);
            done = at + word.len();
        }
    }
    written.push_str(&part[done..]);
    written
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_a_word_stood_for_before_it_stands_for_again() {
        let carried = |question: &str, before: &[&str]| carried_over(question, before).expect("understood");
        let before = ["Who is Ada Voss?", "What does she say about the Tarn Gate?"];
        assert_eq!(carried("And where does she work?", &before), "Where does Ada Voss work?");
        assert_eq!(carried("How did he get into Tarn?", &["Who is Tom Reed?"]), "How did Tom Reed get into Tarn?");
        // Another is named since.
        let before = ["Who is Tom Reed?", "What does he say about Ada Voss?"];
        assert_eq!(carried("And where does she work?", &before), "Where does Ada Voss work?");
        assert_eq!(
            carried("Who opened it?", &["When was the scour valve opened on the night of 1 February 2019?"]),
            "Who opened the scour valve?"
        );
        assert_eq!(
            carried("What did Reed say when he left?", &["Who is Ada Voss?"]),
            "What did Reed say when he left?"
        );
    }

    #[test]
    fn questions_in_one_are_told_apart_and_understood() {
        assert_eq!(
            parts("Who wanted the sluice shut, and who warned against it?"),
            ["Who wanted the sluice shut?", "Who warned against the sluice shut?"]
        );
        assert_eq!(
            parts("Who wanted the lake lowered, and who warned against it?"),
            ["Who wanted the lake lowered?", "Who warned against the lake being lowered?"]
        );
        assert_eq!(
            parts("Who is Ada Voss, and what is she connected with?"),
            ["Who is Ada Voss?", "What is Ada Voss connected with?"]
        );
        assert_eq!(
            parts("Where does Ada Voss move to, and why?"),
            ["Where does Ada Voss move to?", "Why does Ada Voss move?"]
        );
        assert_eq!(parts("Who sold the mill? Who bought it?"), ["Who sold the mill?", "Who bought the mill?"]);
        assert_eq!(
            parts("What is the version of lampd and who maintains it?"),
            ["What is the version of lampd?", "Who maintains lampd?"]
        );
    }

    #[test]
    fn a_second_half_is_about_what_the_first_is_about() {
        for (question, second) in [
            ("When was Ada Voss born and where?", "Where was Ada Voss born?"),
            ("What did the gate cost at Orsk, and what at the Tarn?", "What did the gate cost at the Tarn?"),
            ("Who kept the lock in 1968, and who in 1971?", "Who kept the lock in 1971?"),
            ("Why did Ada Voss go to jail, and for how long?", "For how long did Ada Voss go to jail?"),
            ("What happened at Orsk, and who is responsible?", "Who is responsible (Orsk)?"),
            ("What happened in Orsk in 1968 and what did Reed propose?", "What did Reed propose (Orsk, 1968)?"),
            (
                "How many daughters does Tom Reed have, and what are their names?",
                "What are the daughters' names (Tom Reed)?",
            ),
            ("Who wrote Lampd, and under which licence is it given?", "Under which licence is Lampd given?"),
            (
                "How many star lines are there in Orsk, and what are they called?",
                "What are the star lines called (Orsk)?",
            ),
        ] {
            assert_eq!(parts(question).get(1).map(String::as_str), Some(second), "{question}");
        }
    }

    #[test]
    fn what_points_back_takes_its_subject_from_the_turn_before() {
        let before = ["Who was Olof Lind?"];
        assert_eq!(carried_over("And when did he die?", &before).unwrap(), "When did Olof Lind die?");
        assert_eq!(carried_over("Where is his mill?", &before).unwrap(), "Where is Olof Lind's mill?");
        assert_eq!(carried_over("Who owns the sawmill?", &before).unwrap(), "Who owns the sawmill?");
        assert_eq!(carried_over("When did he die?", &[]), Err("he".to_owned()));
        assert_eq!(carried_over("", &before).unwrap(), "");
        assert_eq!(carried_over("Where was her mill?", &before).unwrap(), "Where was Olof Lind's mill?");
    }

    #[test]
    fn what_says_nothing_itself_asks_on() {
        let before = ["What does lampd stand for?"];
        assert_eq!(carried_over("Who maintains it?", &before).unwrap(), "Who maintains lampd?");
        assert_eq!(carried_over("Tell me more.", &before).unwrap(), before[0]);
        assert_eq!(carried_over("Why?", &["When did Olof Lind leave?"]).unwrap(), "Why did Olof Lind leave?");
        assert_eq!(carried_over("Why?", &["Who sold the mill?"]).unwrap(), "Who sold the mill? Why?");
        assert_eq!(carried_over("Why?", &[]).unwrap(), "Why?");
    }

    #[test]
    fn each_of_two_that_are_compared_is_asked_about() {
        for (question, one, other) in [
            ("What is the difference between a tide gate and a weir?", "What is a tide gate?", "What is a weir?"),
            (
                "What is the difference between natural and dredged harbours?",
                "What is natural harbours?",
                "What is dredged harbours?",
            ),
            ("Compare Ada Voss and Tom Reed.", "What is said of Ada Voss?", "What is said of Tom Reed?"),
            ("Compare Orsk and the Tarn.", "What is said of Orsk?", "What is said of Tarn?"),
            (
                "How do Orsk and Tarn differ in terms of harbour dues?",
                "What is said of Orsk and harbour dues?",
                "What is said of Tarn and harbour dues?",
            ),
        ] {
            assert_eq!(parts(question), [question, one, other], "{question}");
        }
        assert_eq!(
            parts("Compare what Voss and Reed say about the gate of Orsk."),
            ["What does Voss say about the gate of Orsk?", "What does Reed say about the gate of Orsk?"]
        );
        for one in ["What different gates are there?", "How did the dues of Orsk differ in 1968?"] {
            assert_eq!(parts(one), [one], "{one}");
        }
    }

    #[test]
    fn a_word_that_stands_for_nobody_is_told() {
        assert_eq!(stands_for_nobody("When did he die?"), Some("he"));
        for one in ["When did Ada Voss say she left?", "Did the king lose his crown?", "What does it cost?", ""] {
            assert_eq!(stands_for_nobody(one), None, "{one}");
        }
    }

    #[test]
    fn what_only_an_answer_can_tell_is_not_understood() {
        let before = ["Which keepers mention the storm?"];
        assert_eq!(carried_over("And who was the last of them?", &before), Err("them".to_owned()));
        assert_eq!(
            carried_over("And what did the last of them say about it?", &before).unwrap(),
            "What did the last of them say about the storm?"
        );
        let two = ["How are Olof Lind and Ada Voss connected?"];
        assert_eq!(carried_over("When did he die?", &two), Err("he".to_owned()));
        assert_eq!(carried_over("Where did they meet?", &two).unwrap(), "Where did Olof Lind and Ada Voss meet?");
    }

    #[test]
    fn one_question_stays_one() {
        for one in [
            "Who sold the mill and the barn?",
            "What changed, and why?",
            "Which problems are described, and what is done about them?",
            "Who is the man who sold the mill?",
            "Is it known whether and when the gate was shut?",
            "Who was killed at the gate in Orsk, and who was he?",
            "Who said that the state of the gate is not good, and why?",
        ] {
            assert_eq!(parts(one), [one], "{one}");
        }
    }
}
