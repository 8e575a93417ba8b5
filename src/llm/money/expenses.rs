//! What a piece of work has models do, counted while it runs: its calls, tokens and money, whatever became of their
//! answers, and what it waits for. A [`Meter`](super::Meter) counts for a whole provider; questions that share one are
//! told apart here.

use std::sync::{Arc, Mutex, PoisonError};

use crate::model::Usage;
use crate::text::numbers::amounts::{count, dollars, grouped};

tokio::task_local! {
    static WITHIN: Spent;
}

/// Whoever is told why work waits.
type Listener = Arc<dyn Fn(&str) + Send + Sync>;

/// What was spent so far. Clones share one count, which whoever holds one may read at any moment, also when the work
/// failed or was let go of.
#[derive(Clone, Default)]
pub struct Spent {
    usage: Arc<Mutex<Usage>>,
    listener: Option<Listener>,
    /// The work that this is a part of.
    whole: Option<Arc<Spent>>,
}

impl Spent {
    /// A count whose owner is told why the work waits, each time that it does: on the work's own task, so the listener
    /// must not block.
    pub fn listened_to(listener: impl Fn(&str) + Send + Sync + 'static) -> Self {
        Self { listener: Some(Arc::new(listener)), ..Self::default() }
    }

    /// Runs work on this task and counts what it asks of models; the work around it counts that, too.
    pub async fn during<F: Future>(&self, work: F) -> F::Output {
        let whole = WITHIN.try_with(Clone::clone).ok().map(Arc::new);
        WITHIN.scope(Self { whole, ..self.clone() }, work).await
    }

    pub fn usage(&self) -> Usage {
        *self.usage.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts calls for the work that this task is at, if any asked to have them counted.
    pub(crate) fn count(usage: Usage) {
        let _ = WITHIN.try_with(|spent| spent.add(usage));
    }

    /// Tells whoever listens to the work that this task is at why it waits.
    pub(in crate::llm) fn waits(why: &str) {
        let _ = WITHIN.try_with(|spent| {
            let within = std::iter::successors(Some(spent), |spent| spent.whole.as_deref());
            within.filter_map(|spent| spent.listener.as_ref()).for_each(|listener| listener(why));
        });
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
    async fn whoever_listens_is_told_why_a_part_of_the_work_waits() {
        let told: Arc<Mutex<Vec<String>>> = Arc::default();
        let heard = told.clone();
        let whole = Spent::listened_to(move |why| heard.lock().expect("no panic").push(why.to_owned()));
        Spent::waits("nobody listens");
        whole.during(async { Spent::default().during(async { Spent::waits("it is busy") }).await }).await;
        assert_eq!(*told.lock().expect("no panic"), ["it is busy"]);
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
