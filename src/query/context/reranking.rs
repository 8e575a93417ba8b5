//! The first passages of a ranking in a better order: that of a model made for telling how well a passage fits a
//! question, where one is configured. Where it fails, they stay in the order they had, and that is said.

use crate::model::TextUnitId;
use crate::query::Session;
use crate::retrieve::{Filter, Query, System, passages};
use crate::store::Result;

/// Passages that are put in order.
const FIRST: usize = 50;

/// A better order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Order {
    /// Text units, best first; empty where there is no better order.
    pub units: Vec<TextUnitId>,
    /// Why there is none, where one was wanted.
    pub trouble: Option<String>,
}

impl Session {
    /// The order of the first passages that a question finds, by the model that is asked for it; an empty one where
    /// there is no such model, and nobody is asked then.
    ///
    /// # Errors
    /// Those of reading the index.
    pub async fn order(&self, asked: &str, query: &Query, filter: &Filter, system: Option<System>) -> Result<Order> {
        let Some(reranker) = &self.reranker else { return Ok(Order::default()) };
        let reader = &self.reader;
        let found = match system {
            Some(system) => system.find(reader, query, filter, FIRST)?.unwrap_or_default().passages,
            None => passages(reader, query, filter, FIRST)?,
        };
        let ids: Vec<TextUnitId> = found.iter().map(|passage| passage.unit).collect();
        if ids.len() < 2 {
            return Ok(Order::default());
        }
        let units = reader.text_units(&ids)?;
        let texts = units.iter().map(|unit| reader.unit_text(unit)).collect::<Result<Vec<String>>>()?;
        Ok(match reranker.rerank(asked, &texts).await {
            Ok((scores, _)) => {
                let mut scored: Vec<(f32, TextUnitId)> = scores.into_iter().zip(units.iter().map(|u| u.id)).collect();
                // Stable: among equals the ranking's own order stands.
                scored.sort_by(|a, b| b.0.total_cmp(&a.0));
                Order { units: scored.into_iter().map(|(_, unit)| unit).collect(), trouble: None }
            }
            Err(error) => {
                let trouble =
                    format!("the passages stay in the order they had: {} gave none: {error}", reranker.model());
                Order { trouble: Some(trouble), ..Order::default() }
            }
        })
    }
}
