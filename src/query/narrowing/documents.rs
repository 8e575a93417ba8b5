//! Questions that name the documents to ask: "What is new in Lamp 2.30?", "Summarise chapter 4", "What does ordinance
//! 81 say of signs?", "Summarise the Letter of Ada Voss". They are asked of those alone, by what the question says
//! besides; where it says nothing besides, of what they are as a whole.

use std::collections::BTreeSet;

use super::sections::headings;
use super::summarised;
use crate::model::{DocumentId, Span, TraceStep};
use crate::query::context::speaking::have_any;
use crate::query::context::titles::{SHORTEST_FILE, Title, Titles};
use crate::query::writing::Writing;
use crate::query::{Ask, QueryError, rows};
use crate::store::Reader;
use crate::text::display::spacing::single_spaced;
use crate::text::question::{
    Reading, asks_what_is_said_of, compares, is_about, is_framing, kind_of_texts, opens_with_who,
};
use crate::text::statements::stance::Stance;
use crate::text::titles::designators::{Designator, designators, identifiers, is_of_the_whole, is_part, names};
use crate::text::words::fold::{is_plural, singular};
use crate::text::words::terms::{fold, folded, is_stop, without_genitive, words};
use crate::text::words::wordlist::{copulas, is_article, is_preposition};

/// Words of a title that a question may name.
const LONGEST: usize = 14;
/// Words of a question that asks for nothing but a text: more ask for something in it.
const ASKED: usize = 24;
/// Passages with a number in which one that opens a text is looked for.
const OPENED: usize = 200;
/// Bytes of a line that may be a heading.
const LONGEST_HEADING: usize = 160;
/// Titles that the trace tells.
const TOLD: usize = 3;
/// What is asked of a text as a whole.
pub(super) const WHOLE: &str = "What is it about?";

/// The question within the documents that it names.
pub(in crate::query) fn narrowed(
    titles: &Titles<'_>,
    mut ask: Ask,
    writing: &mut Writing<'_>,
) -> Result<Ask, QueryError> {
    if !ask.scope.names_no_part() {
        return Ok(ask);
    }
    let text = ask.question.text.clone();
    let identified = match by_file(titles, &text)? {
        Some(named) => Some(named),
        None => identified(titles, &text)?,
    };
    let by_itself = identified.is_some();
    let named = match identified {
        Some(named) => Some(named),
        None => match in_full(titles.reader, &text)? {
            Some(named) => Some(named),
            None => match numbered(titles, &text)? {
                Some(named) => Some(named),
                None => match in_part(titles, &text, &ask.question.whole_reading())? {
                    Some(named) => Some(named),
                    None => summarised::meant(titles, &text, &ask.question.whole_reading().names)?,
                },
            },
        },
    };
    let Some(Named { documents, spans }) = named else { return of_a_kind(titles, ask, writing) };
    // What is said about a matter is asked of all that speak of it, whatever is titled by it.
    if spans.first().is_some_and(|span| asks_what_is_said_of(text.get(..span.start).unwrap_or_default())) {
        return Ok(ask);
    }
    if is_defined(titles.reader, &text)? {
        return Ok(ask);
    }
    let rest = without(&text, &spans);
    let whole = asks_for_the_whole(&rest) || asks_in_other_words(titles.reader, &rest)?;
    let speaks = whole || have_any(titles.reader, &rest, &documents)?;
    if !speaks && (!by_itself || is_named_elsewhere(titles.reader, &text, &spans, &documents)?) {
        return Ok(ask);
    }
    // Why somebody signed an amendment is told where that is spoken of, and seldom by the amendment.
    if ask.question.whole_reading().statement.stance == Some(Stance::Cause)
        && spans.first().is_some_and(|span| is_object(text.get(..span.start).unwrap_or_default()))
        && is_named_elsewhere(titles.reader, &text, &spans, &documents)?
    {
        return Ok(ask);
    }
    let told = &documents[..documents.len().min(TOLD)];
    let called: Vec<String> = titles.reader.document_rows(told)?.into_iter().map(|row| row.title).collect();
    let more = if documents.len() > called.len() { " and others" } else { "" };
    writing.trace(TraceStep::Narrowed { to: format!("what it names: {}{more}", called.join("; ")) });
    ask.question.looked_for = Some(if whole { WHOLE.to_owned() } else { rest });
    ask.scope.documents = documents;
    Ok(ask)
}

/// True where what follows is what something is done to: no preposition stands in front, whatever article does.
fn is_object(before: &str) -> bool {
    let front: Vec<String> = folded(before);
    let mut front = front.iter().rev().skip_while(|word| is_article(word));
    front.next().is_some_and(|word| !is_preposition(word))
}

/// True where other documents than those that a question names by their number name it as well: who voted against a
/// change is told by the minutes, and not by the change.
fn is_named_elsewhere(
    reader: &Reader,
    question: &str,
    spans: &[Span],
    documents: &[DocumentId],
) -> Result<bool, QueryError> {
    for named in spans.iter().filter_map(|span| span.slice(question)) {
        let phrase = format!("\"{}\"", named.replace('"', " "));
        if reader.documents_with(&phrase)?.iter().any(|other| !documents.contains(other)) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// True for what is left of a question where no document has any word of it: "What are the criticisms of reviewer 2?"
/// asks for what reviewer 2 says.
fn asks_in_other_words(reader: &Reader, rest: &str) -> Result<bool, QueryError> {
    let reading = Reading::of(rest);
    let asks_for_a_fact = reading.wants.figure || reading.wants.when || reading.wants.person || reading.wants.place;
    if reading.content.is_empty() || !reading.names.is_empty() || asks_for_a_fact {
        return Ok(false);
    }
    for word in &reading.content {
        if reader.units_with(word)? > 0 {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The question for a summary of a kind of texts within those, or for something in what a file holds within that.
fn of_a_kind(titles: &Titles<'_>, mut ask: Ask, writing: &mut Writing<'_>) -> Result<Ask, QueryError> {
    let text = &ask.question.text;
    if let Some((word, span, documents)) = of_a_file(titles, text)? {
        writing.trace(TraceStep::Narrowed { to: titles.part(&word, documents.len())? });
        let rest = without(text, &[span]);
        // Where nothing of it is said there, what is said there is told.
        let speaks = have_any(titles.reader, &rest, &documents)?;
        ask.question.looked_for = Some(if speaks { rest } else { WHOLE.to_owned() });
        ask.scope.documents = documents;
        return Ok(ask);
    }
    let reading = ask.question.whole_reading();
    let Some(kind) = kind_of_texts(text).filter(|_| reading.date.is_none()) else { return Ok(ask) };
    // "What does the review recommend?" asks for what such texts say as a whole.
    let stated = reading.statement.stance.is_some() && reading.names.is_empty() && reading.content == [kind.as_str()];
    // Of a day are those titled by it, whatever they are called.
    if !stated && !reading.asks_for_summary() {
        return Ok(ask);
    }
    let documents = titles.of_kind(&kind)?;
    // "The letter" is one of them, and which is not said.
    let is_one = singular(&kind) == kind && documents.len() > 1;
    if !documents.is_empty() && !is_one && !titles.are_nearly_all(documents.len())? {
        writing.trace(TraceStep::Narrowed { to: titles.part(&kind, documents.len())? });
        if stated {
            let spans: Vec<Span> = words(text).filter(|word| fold(word.text) == kind).map(|word| word.span).collect();
            ask.question.looked_for = Some(without(text, &spans));
        }
        ask.scope.documents = documents;
    }
    Ok(ask)
}

/// The word of a question that no other text has and that a file of several documents is called by, where it stands and
/// the documents: "What do they complain of in the *reviews*?" of the rows of `reviews.csv`.
fn of_a_file(titles: &Titles<'_>, question: &str) -> Result<Option<(String, Span, Vec<DocumentId>)>, QueryError> {
    for word in words(question) {
        let folded = fold(word.text);
        if is_stop(&folded) || folded.len() < SHORTEST_FILE {
            continue;
        }
        let documents = titles.those(|title| title.lies_in(&folded))?;
        let own: BTreeSet<DocumentId> = documents.iter().copied().collect();
        if own.len() > 1 && titles.reader.documents_with(word.text)?.iter().all(|one| own.contains(one)) {
            return Ok(Some((word.text.to_owned(), word.span, documents)));
        }
    }
    Ok(None)
}

/// True where a question asks what something is and a text may say so in a sentence: that is an answer, and no summary
/// of what is titled by it.
fn is_defined(reader: &Reader, question: &str) -> Result<bool, QueryError> {
    let reading = Reading::of(question);
    if !reading.may_ask_what_it_is() {
        return Ok(false);
    }
    let term = reading.names.first().cloned().unwrap_or_else(|| reading.content.join(" "));
    for copula in copulas() {
        if !reader.search_units(&format!("\"{term} {copula}\""), true, 1.0, 1)?.is_empty() {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Documents that a question names, and the bytes of it that do.
#[derive(Default)]
pub(super) struct Named {
    pub(super) documents: Vec<DocumentId>,
    pub(super) spans: Vec<Span>,
}

/// Those whose files a question names: "Summarise `02-amendment-2023.md`".
fn by_file(titles: &Titles<'_>, question: &str) -> Result<Option<Named>, QueryError> {
    let mut named = Named::default();
    if !question.contains(['.', '_', '-']) {
        return Ok(None);
    }
    for title in titles.all()? {
        if let Some(span) = title.file_in(question) {
            named.documents.push(title.document);
            named.spans.push(span);
        }
    }
    named.spans.sort_unstable_by_key(|span| (span.start, span.end));
    Ok((!named.documents.is_empty() && !compares(question)).then_some(named))
}

/// Those whose title or file has an identifier of the question, where each of those it has is of one: *PM2022-008*.
fn identified(titles: &Titles<'_>, question: &str) -> Result<Option<Named>, QueryError> {
    let mut named = Named::default();
    for (id, span) in identifiers(question) {
        let found = titles.few(|title| title.has_identifier(&id))?;
        if found.is_empty() {
            return Ok(None);
        }
        named.spans.push(span);
        named.documents.extend(found.iter().map(|title| title.document));
    }
    named.documents.sort_unstable();
    named.documents.dedup();
    Ok((!named.documents.is_empty() && !compares(question)).then_some(named))
}

/// Those whose title or file has a number of the question behind the same word.
fn numbered(titles: &Titles<'_>, question: &str) -> Result<Option<Named>, QueryError> {
    let mut named = Named::default();
    let all = designators(question);
    let numbers = all.len();
    for asked in all {
        let found = titles.few(|title| title.numbers().iter().any(|number| names(&asked, number)))?;
        if !found.is_empty()
            && (heads_elsewhere(titles.reader, question, &asked, &found)?
                || is_of_a_thing(titles.reader, question, &asked, &found)?)
        {
            continue;
        }
        // A row that is called by it, "Order 4: work on the quay", tells it before a file that has only the figure.
        let mut own = found.iter().flat_map(|title| title.numbers()).filter(|number| names(&asked, number));
        if !found.is_empty() && own.all(|number| number.behind.is_none()) && rows::answer(titles.session, question)? {
            continue;
        }
        let opened = if found.is_empty() { opened_by(titles.reader, question, &asked)? } else { Vec::new() };
        if !opened.is_empty() {
            named.spans.push(asked.span);
            named.documents.extend(opened);
            continue;
        }
        if found.is_empty() && numbers > 1 && compares(question) {
            // Of two that are compared the one that titles nothing is told of elsewhere.
            return Ok(None);
        }
        if !found.is_empty() {
            named.spans.push(beside(question, asked.span, &found));
            named.documents.extend(found.iter().map(|title| title.document));
        }
    }
    named.documents.sort_unstable();
    named.documents.dedup();
    let another = || {
        let rest = Reading::of(&without(question, &named.spans));
        rest.names.iter().any(|name| !is_part(&fold(name)) && !is_framing(&name.to_lowercase()))
    };
    Ok((!(named.documents.is_empty() || compares(question) && another())).then_some(named))
}

/// True for a number of several parts, or with letters in front, as things have them (*patient 07-023*, *lamp TL-2*),
/// that others than those titled by it have: what is asked of it is told there, too.
fn is_of_a_thing(reader: &Reader, question: &str, asked: &Designator, found: &[&Title]) -> Result<bool, QueryError> {
    let written = asked.span.slice(question).and_then(|phrase| phrase.split_whitespace().last());
    let Some(number) = written.filter(|number| number.contains('-')) else { return Ok(false) };
    // A text whose title begins with it is it: *ADR-7: lamps*.
    let opens = |title: &&Title| title.called().iter().any(|called| fold(called).starts_with(&fold(number)));
    if found.iter().any(opens) && !asked.number.contains('-') {
        return Ok(false);
    }
    let documents = reader.documents_with(&format!("\"{number}\""))?;
    Ok(documents.iter().any(|document| !found.iter().any(|title| title.document == *document)))
}

/// True where a number behind its word heads a part of a document besides those that it titles: it may be asked of
/// there.
fn heads_elsewhere(reader: &Reader, question: &str, asked: &Designator, found: &[&Title]) -> Result<bool, QueryError> {
    let Some(phrase) = asked.behind.as_ref().and_then(|_| asked.span.slice(question)) else { return Ok(false) };
    let is_titled = |document: DocumentId| found.iter().any(|title| title.document == document);
    for unit in reader.text_units_with(&format!("\"{phrase}\""), true, OPENED)? {
        // What heads a whole text is its title.
        if is_titled(unit.document) || unit.ordinal == 0 {
            continue;
        }
        let text = reader.unit_text(&unit)?;
        let tells =
            |line: &str| designators(line).iter().any(|own| own.number == asked.number && own.behind == asked.behind);
        if !text.lines().any(|line| line.len() <= LONGEST_HEADING && tells(line)) {
            continue;
        }
        if headings(reader, &unit)?.iter().any(|heading| tells(heading)) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Those whose first line begins with a number behind the same word: *Tape 4. Interviewee: Ada Voss*.
fn opened_by(reader: &Reader, question: &str, asked: &Designator) -> Result<Vec<DocumentId>, QueryError> {
    let Some(phrase) = asked.behind.as_ref().and_then(|_| asked.span.slice(question)) else { return Ok(Vec::new()) };
    let units = reader.text_units_with(&format!("\"{phrase}\""), true, OPENED)?;
    let mut opened = Vec::new();
    for unit in units.into_iter().filter(|unit| unit.ordinal == 0) {
        let text = reader.unit_text(&unit)?;
        let line = text.trim_start().lines().next().unwrap_or_default().trim_start_matches(['#', ' ']);
        if designators(line).first().is_some_and(|first| first.span.start == 0 && names(asked, first)) {
            opened.push(unit.document);
        }
    }
    opened.sort_unstable();
    Ok(opened)
}

/// A stretch of the question with the words of the titles found that stand beside it: *Lamp 2.30 Release Notes*.
fn beside(question: &str, span: Span, found: &[&Title]) -> Span {
    let titles: BTreeSet<String> = found.iter().flat_map(|title| folded(&title.title)).collect();
    let of_title = |text: &str| titles.contains(&fold(text)) && !is_stop(&fold(text));
    let all: Vec<_> = words(question).collect();
    let (mut start, mut end) = (span.start, span.end);
    for word in all.iter().rev().skip_while(|word| word.span.end > span.start).take_while(|word| of_title(word.text)) {
        start = word.span.start;
    }
    for word in all.iter().skip_while(|word| word.span.start < span.end).take_while(|word| of_title(word.text)) {
        end = word.span.end;
    }
    Span::new(start, end)
}

/// Those whose whole title stands in a question that asks for nothing besides: longest title first.
fn in_full(reader: &Reader, question: &str) -> Result<Option<Named>, QueryError> {
    let all: Vec<_> = words(question).take(ASKED + 1).collect();
    if all.len() > ASKED {
        return Ok(None);
    }
    for length in (1..=all.len().min(LONGEST)).rev() {
        for run in all.windows(length) {
            let (Some(first), Some(last)) = (run.first(), run.last()) else { continue };
            let span = Span::new(first.span.start, last.span.end);
            let telling = run.iter().filter(|word| !is_stop(&fold(word.text))).count();
            let name: Vec<String> = run.iter().map(|word| fold(word.text)).collect();
            if telling == 0 {
                continue;
            }
            let documents = reader.documents_named(&name.join(" "))?;
            let rest = without(question, &[span]);
            // One word alone is more often a matter than a title, but where it is called a chapter, a letter or the
            // like.
            let called = || words(&rest).any(|word| is_part(&fold(word.text)));
            // "What is Persuasion about?" names one document by a name of its own.
            let one = || documents.len() == 1 && first.span.start > 0 && first.is_capital();
            if !documents.is_empty() && (telling > 1 || called() || one()) && asks_for_the_whole(&rest) {
                return Ok(Some(Named { documents, spans: vec![span] }));
            }
        }
    }
    Ok(None)
}

/// Those whose title has all words of a question that asks for a text as a whole: "Summarise Voss's speech of 1962"
/// where one is called *1962 Voss 1*. What is said about a matter is not asked of the one document that is titled by
/// it.
fn in_part(titles: &Titles<'_>, question: &str, reading: &Reading) -> Result<Option<Named>, QueryError> {
    let all: Vec<_> = words(question).take(ASKED + 1).collect();
    let says_nothing = |word: &String| is_of_the_whole(word) || is_part(word) || is_framing(word);
    let telling: Vec<String> =
        reading.content.iter().map(|word| fold(word)).filter(|word| !says_nothing(word)).collect();
    let spans: Vec<Span> =
        all.iter().filter(|word| telling.contains(&fold(without_genitive(word.text)))).map(|word| word.span).collect();
    let Some(first) = spans.first() else { return Ok(None) };
    let called = folded(question).iter().any(|word| is_part(word) && !is_plural(word));
    let about =
        all.iter().rev().find(|word| word.span.end <= first.start).is_some_and(|word| is_about(&fold(word.text)));
    let rest = without(question, &spans);
    // What the text is called asks for nothing in it.
    let parts: Vec<Span> = words(&rest).filter(|word| is_part(&fold(word.text))).map(|word| word.span).collect();
    let whole = Reading::of(&without(&rest, &parts));
    if all.len() > ASKED
        || telling.len() < if called { 1 } else { 2 }
        || about && !called
        || !(whole.whole.coverage && !whole.whole.vague && asks_for_the_whole(&rest))
    {
        return Ok(None);
    }
    let has_all = |title: &Title| {
        let words = title.words();
        // "Rule 2" is asked of no text that is called *rules*.
        let has_digit = |numbered: &String| numbered.rsplit(' ').next().is_none_or(|digit| words.contains(digit));
        telling.iter().all(|word| words.contains(word)) && reading.wording.numbered.iter().all(has_digit)
    };
    let documents: Vec<DocumentId> = titles.few(has_all)?.iter().map(|title| title.document).collect();
    Ok((!documents.is_empty()).then_some(Named { documents, spans }))
}

/// True where what is left of a question names nothing to look for: it asks for a text as a whole.
pub(super) fn asks_for_the_whole(rest: &str) -> bool {
    let reading = Reading::of(rest);
    let says_nothing = |word: &String| is_of_the_whole(word) || is_part(word) || is_framing(word);
    let figure = reading.wants.figure
        || reading.wants.when
        || reading.wants.place
        || reading.wants.person
        || reading.tally.count;
    // What was decided or went wrong is told in a text; what is new in it is what it says.
    let stance = reading.statement.stance.filter(|stance| !matches!(stance, Stance::Change | Stance::Definition));
    !figure
        && !opens_with_who(rest)
        && stance.is_none()
        && reading.names.iter().all(|name| says_nothing(&fold(name)))
        && reading.content.iter().all(says_nothing)
}

/// A question without some stretches of it.
pub(super) fn without(question: &str, spans: &[Span]) -> String {
    let mut rest = String::with_capacity(question.len());
    let mut from = 0;
    for span in spans {
        rest.push_str(question.get(from..span.start).unwrap_or_default());
        from = from.max(span.end);
    }
    rest.push_str(question.get(from..).unwrap_or_default());
    single_spaced(&rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_without_what_it_names_may_ask_for_the_whole() {
        for rest in ["What is new in ?", "Summarize .", "What is about?", "What does say?", "Difference between and"] {
            assert!(asks_for_the_whole(rest), "{rest}");
        }
        for rest in [
            "Which lamps were lit in ?",
            "Who wrote ?",
            "Who is the author of ?",
            "When was published?",
            "How many pages has ?",
            "What was decided about ?",
        ] {
            assert!(!asks_for_the_whole(rest), "{rest}");
        }
        assert_eq!(without("What is new in Lamp 2.30?", &[Span::new(15, 24)]), "What is new in ?");
    }
}
