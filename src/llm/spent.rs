//! What a piece of work has models do, counted while it runs: its calls, tokens and money, whatever became of their answers. A
//! [`Meter`](super::Meter) counts for a whole provider; questions that share one are told apart here.

use std::sync::{Arc, Mutex, PoisonError};

use crate::model::Usage;
use crate::text::amounts::{count, dollars, grouped};

tokio::task_local! {
    static WITHIN: Spent;
}

/// What was spent so far. Clones share one count, which whoever holds one may read at any moment, also when the work failed or
/// was let go of.
#[derive(Clone, Debug, Default)]
pub struct Spent {
    usage: Arc<Mutex<Usage>>,
    /// The work that this is a part of.
    whole: Option<Arc<Spent>>,
}

impl Spent {
    /// Runs work on this task and counts what it asks of models; the work around it counts that, too.
    pub async fn during<F: Future>(&self, work: F) -> F::Output {
        let whole = WITHIN.try_with(Clone::clone).ok().map(Arc::new);
        WITHIN.scope(Self { usage: Arc::clone(&self.usage), whole }, work).await
    }

    pub fn usage(&self) -> Usage {
        *self.usage.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts calls for the work that this task is at, if any asked to have them counted.
    pub(crate) fn count(usage: Usage) {
        let _ = WITHIN.try_with(|spent| spent.add(usage));
    }

    /// What was spent, where anything was: `12 calls were made for it: 3,400 tokens, $0.11`.
    pub fn told(&self) -> Option<String> {
        let usage = self.usage();
        let calls = count(u64::from(usage.calls), "call was", "calls were");
        let tokens = grouped(usage.prompt_tokens + usage.completion_tokens);
        (usage.calls > 0).then(|| format!("{calls} made for it: {tokens} tokens, {}", dollars(usage.cost_usd)))
    }

    fn add(&self, usage: Usage) {
        *self.usage.lock().unwrap_or_else(PoisonError::into_inner) += usage;
        if let Some(whole) = &self.whole {
            whole.add(usage);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn calls(calls: u32) -> Usage {
        Usage { calls, ..Usage::default() }
    }

    #[tokio::test]
    async fn work_is_counted_with_its_parts_and_without_others() {
        let (whole, part) = (Spent::default(), Spent::default());
        Spent::count(calls(1));
        whole
            .during(async {
                Spent::count(calls(2));
                part.during(async { Spent::count(calls(4)) }).await;
            })
            .await;
        Spent::count(calls(8));
        assert_eq!((whole.usage(), part.usage()), (calls(6), calls(4)));
    }

    #[tokio::test]
    async fn what_is_let_go_of_half_way_stays_counted() {
        let spent = Spent::default();
        let work = spent.during(async {
            Spent::count(calls(1));
            std::future::pending::<()>().await;
        });
        tokio::pin!(work);
        assert!(futures::poll!(&mut work).is_pending());
        assert_eq!(spent.usage(), calls(1));
    }
}
