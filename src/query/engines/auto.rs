//! Chooses how a question is answered, by its shape and by the graph, without asking anybody; and says what it chose
//! and why.

use futures::future::BoxFuture;

use super::{Engine, engine, engines};
use crate::model::{Mode, TraceStep};
use crate::query::context::gists;
use crate::query::counting::{census, chronology, items, revisions};
use crate::query::entities::{cast, relation, ties};
use crate::query::narrowing::{days, kinds, letters, sections, statements};
use crate::query::task::Task;
use crate::query::writing::Writing;
use crate::query::{Gathered, QueryError, rows};
use crate::store::Meta;
use crate::text::question::Listed;
use crate::text::words::fold;

/// The engine.
pub(super) struct Auto;

impl Engine for Auto {
    fn name(&self) -> &'static str {
        "auto"
    }

    fn about(&self) -> &'static str {
        "chooses among the others by the question, and says why"
    }

    fn describes_whole(&self) -> bool {
        true
    }

    fn gather(&self, task: &Task<'_>, writing: &mut Writing<'_>) -> Result<Gathered, QueryError> {
        let mode = choose(task, writing)?;
        engine(mode).ok_or(QueryError::NoEngine(mode))?.gather(task, writing)
    }

    /// Questions that every engine answers alike are chosen for, too, so that what was chosen is said of each.
    fn run<'a>(&'a self, task: &'a Task<'a>, writing: &'a mut Writing<'_>) -> BoxFuture<'a, Result<(), QueryError>> {
        Box::pin(async move {
            let mode = choose(task, writing)?;
            engine(mode).ok_or(QueryError::NoEngine(mode))?.run(task, writing).await
        })
    }
}

/// The mode for a question, noted in the trace with the reason.
fn choose(task: &Task<'_>, writing: &mut Writing<'_>) -> Result<Mode, QueryError> {
    let (mode, why) = chosen(task)?;
    writing.trace(TraceStep::Note { text: format!("{mode}: {why}") });
    Ok(mode)
}

/// What `auto` chose, and why, as the trace of an answer has it: `local: it asks about Ada Voss`; of several parts, for
/// the first. Other notes may stand in front of it.
pub fn choice(trace: &[TraceStep]) -> Option<&str> {
    let is_choice = |text: &str| {
        text.split_once(": ").is_some_and(|(name, _)| engines().iter().any(|engine| engine.name() == name))
    };
    trace.iter().find_map(|step| match step {
        TraceStep::Note { text } if is_choice(text) => Some(text.as_str()),
        _ => None,
    })
}

/// A mode, and why.
type Choice = (Mode, String);

fn chosen(task: &Task<'_>) -> Result<Choice, QueryError> {
    if let Some(choice) = by_shape(task)? {
        return Ok(choice);
    }
    Ok(by_names(task)?.unwrap_or_else(|| (Mode::BASIC, "single passages can answer it".to_owned())))
}

/// By what a question asks for, whomever it names.
fn by_shape(task: &Task<'_>) -> Result<Option<Choice>, QueryError> {
    let (reader, reading) = (task.reader(), &task.reading);
    if reading.counts_documents() {
        return Ok(Some((Mode::COUNT, "it asks how many documents there are".to_owned())));
    }
    if reading.tally.extreme.is_some() {
        return Ok(Some((Mode::COUNT, "it asks for the longest, shortest, first or last document".to_owned())));
    }
    if reading.asks_for_cast() && cast::anybody(task)? {
        return Ok(Some((Mode::COUNT, "it asks who has a part in the documents".to_owned())));
    }
    if reading.tally.sort.is_some() {
        return Ok(Some((Mode::COUNT, "it asks for names of one sort".to_owned())));
    }
    if items::asked(task)? {
        return Ok(Some((Mode::COUNT, "it asks for the items under a heading".to_owned())));
    }
    if sections::lists_under_heading(task) {
        return Ok(Some((Mode::BASIC, "a text lists it under a heading".to_owned())));
    }
    if revisions::are_asked(task)? {
        return Ok(Some((Mode::COUNT, "it holds two versions of a document against each other".to_owned())));
    }
    if letters::are_counted(task)? {
        return Ok(Some((Mode::COUNT, "it asks who wrote or got most letters".to_owned())));
    }
    // Before the tables are asked: a column that is called *event* is no course of things.
    if chronology::asked(task)? {
        return Ok(Some((Mode::COUNT, "it asks what happened when".to_owned())));
    }
    if rows::asked(task)? {
        return Ok(Some((Mode::COUNT, "the cells of a table answer it".to_owned())));
    }
    if kinds::lists_all(task) {
        return Ok(Some((Mode::COUNT, "it asks which documents there are".to_owned())));
    }
    if days::is_all_that_is_asked(task) {
        return Ok(Some((Mode::BASIC, "it asks for what is of one day".to_owned())));
    }
    if gists::asked(task) {
        return Ok(Some((Mode::GLOBAL, "it asks for the whole".to_owned())));
    }
    if of_each_subject(task)? {
        return Ok(Some((Mode::GLOBAL, "it asks each subject for its own".to_owned())));
    }
    if (reading.tally.count || reading.tally.list.is_some() && !reading.is_empty()) && census::counts_any(task)? {
        let what = if reading.tally.list == Some(Listed::People) { "people" } else { "documents" };
        return Ok(Some((Mode::COUNT, format!("it asks which {what}, or how many"))));
    }
    // Of a table each row is a thing of which something is asked; how many there are its cells tell, or a text.
    if reading.tally.which && !reading.is_empty() && reader.rows_of_tables()? * 2 > reader.stats()?.documents as usize {
        return Ok(Some((Mode::COUNT, "it asks which rows of a table".to_owned())));
    }
    if task.ask.dated.is_some() {
        return Ok(Some((Mode::BASIC, "it asks for what passages of one day say".to_owned())));
    }
    if task.ask.level.is_some() {
        return Ok(Some((Mode::GLOBAL, "a level of reports is named".to_owned())));
    }
    Ok(None)
}

/// By whom or what a question names.
fn by_names(task: &Task<'_>) -> Result<Option<Choice>, QueryError> {
    let (reader, reading) = (task.reader(), &task.reading);
    // What two have to do with each other is told by the graph; a fact that names both is told by what says it.
    if let Some([one, other]) = relation::named(task)?
        && (reading.relation || reading.asks_with_names_alone())
    {
        let joined =
            reader.relationship_between(one, other)?.is_some() || relation::middle(reader, one, other)?.is_some();
        let why = if joined { "two names that the graph joins" } else { "two names" };
        return Ok(Some((Mode::LOCAL, why.to_owned())));
    }
    if let Some(id) = ties::asked_of(task)? {
        return Ok(Some((Mode::LOCAL, format!("it asks what {} is tied to", reader.entity(id)?.name))));
    }
    if (reading.may_ask_what_it_is() || reading.asks_about_one())
        && let Some((name, id)) = relation::asked_about(reader, reading)?
    {
        // Written as the index writes it, where it is the same name.
        let written = reader.entity_rows(&[id])?.pop().map(|row| row.name);
        let name = written.filter(|written| fold::key(written) == fold::key(&name)).unwrap_or(name);
        return Ok(Some((Mode::LOCAL, format!("it asks about {name}"))));
    }
    // Of one by name the descriptions of an import tell in prose what its passages only show.
    if reading.asks_openly_of_one()
        && reader.meta()?.method == Meta::IMPORTED
        && let Some(name) = reading.names.first()
        && relation::entity(reader, name)?.is_some()
    {
        return Ok(Some((Mode::LOCAL, format!("it asks about {name}"))));
    }
    Ok(None)
}

/// True where nothing but a kind of statement is asked for, of more than one subject: "What are the main risks?". What
/// was decided, and how things went over time, is told in the order of its days; what is asked of a day by passages.
fn of_each_subject(task: &Task<'_>) -> Result<bool, QueryError> {
    let by_subject = task.reading.asks_for_kind_alone().is_some_and(statements::is_by_subject);
    if !by_subject || task.reading.statement.over_time || task.ask.dated.is_some() || !task.ask.scope.is_everything() {
        return Ok(false);
    }
    let roots = task.reader().community_children(None)?;
    Ok(roots.iter().filter(|row| !row.unconnected).nth(1).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_choice_is_told_from_other_notes() {
        let note = |text: &str| TraceStep::Note { text: text.to_owned() };
        let trace =
            [note("understood as: When did Ada Voss resign?"), note("basic: passages say it"), note("local: late")];
        assert_eq!(choice(&trace), Some("basic: passages say it"));
        assert_eq!(choice(&trace[..1]), None);
    }
}
