//! Names of one sort: "List the places that are named", "Which companies are mentioned?". All of them are counted;
//! those that are named most have a row each, with what is said of them.

use crate::model::EntityType;
use crate::query::context::records;
use crate::query::task::Task;
use crate::query::writing::Writing;
use crate::query::{Gathered, QueryError, ROWS};
use crate::retrieve::FoundRecord;
use crate::store::EntityOrder;
use crate::text::numbers::amounts::{grouped, in_words_first};
use crate::text::question::narrower_sort;

/// Rows of the names of a sort; none where the documents name nothing of it.
pub(in crate::query) fn gather(
    task: &Task<'_>,
    sort: &EntityType,
    writing: &mut Writing<'_>,
) -> Result<Option<Gathered>, QueryError> {
    writing.stage("counting names");
    let reader = task.reader();
    let mut named = reader.entity_ids(EntityOrder::Mentions, Some(sort), "")?;
    named.retain(|&id| task.filter.entity(id));
    if named.is_empty() {
        return Ok(None);
    }
    let all = named.len();
    named.truncate(ROWS);
    let found: Vec<FoundRecord> = named.iter().map(|id| FoundRecord::sure(*id)).collect();
    let mut rows = records::entity_rows(task, &found)?;
    for (row, entity) in rows.iter_mut().zip(reader.entity_rows(&named)?) {
        let times =
            if entity.mentions == 1 { "once".to_owned() } else { format!("{} times", grouped(entity.mentions.into())) };
        row.text = format!("named {times}");
    }
    let (one, several) = match sort {
        EntityType::Person => ("person", "people"),
        EntityType::Place => ("place", "places"),
        EntityType::Organisation => ("organisation", "organisations"),
        _ => ("product", "products"),
    };
    let fact = format!("{} named.", in_words_first(all as u64, &format!("{one} is"), &format!("{several} are")));
    // What is told apart is who is a body of people, and not which of them is in business.
    let fact = match narrower_sort(&task.ask.question.text) {
        Some(asked) => format!("The documents do not say which of the {several} named are {asked}. {fact}"),
        None => fact,
    };
    Ok(Some(Gathered { records: rows, facts: vec![fact], listed: Some(all), ..Gathered::default() }))
}
