//! What the last update of the index did.

use std::collections::HashMap;
use std::sync::Arc;

use crate::model::{Kind, Ref};
use crate::store::{Change, News};
use crate::text::numbers::amounts::grouped;

/// What the last update did, and to which state of the index.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WhatIsNew {
    /// Names the build.
    pub build: String,
    pub items: Arc<Vec<News>>,
    summary: String,
    /// What became of each record, for the marks.
    changes: Arc<HashMap<Ref, Change>>,
}

impl WhatIsNew {
    /// Documents first: they are the cause of the rest.
    pub fn new(build: String, mut items: Vec<News>) -> WhatIsNew {
        items.sort_by_key(|item| item.record.kind != Kind::Document);
        let changes = items.iter().map(|item| (item.record, item.change)).collect();
        WhatIsNew { build, summary: summary(&items), items: Arc::new(items), changes: Arc::new(changes) }
    }

    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// The mark of a record that is new or changed, for a list; blank for any other.
    pub fn mark(&self, record: Ref) -> &'static str {
        self.changes.get(&record.record()).map_or(" ", |&change| mark(change))
    }

    /// The title of a record that the update removed.
    pub fn gone(&self, record: Ref) -> Option<&str> {
        let gone = |item: &&News| item.record == record.record() && item.change == Change::Gone;
        self.items.iter().find(gone).map(|item| item.title.as_str())
    }

    /// `documents 2 new, 1 changed; entities 31 new`
    pub fn summary(&self) -> &str {
        &self.summary
    }
}

fn summary(items: &[News]) -> String {
    let mut counts: HashMap<(Kind, Change), u64> = HashMap::new();
    for item in items {
        *counts.entry((item.record.kind, item.change)).or_default() += 1;
    }
    let mut kinds = Vec::new();
    for kind in [Kind::Document, Kind::Entity, Kind::Relationship, Kind::Report, Kind::Claim] {
        let of = |change| counts.get(&(kind, change)).map(|&count| format!("{} {}", grouped(count), change.name()));
        let told: Vec<String> = [Change::New, Change::Changed, Change::Gone].into_iter().filter_map(of).collect();
        if !told.is_empty() {
            kinds.push(format!("{} {}", kind.plural().to_lowercase(), told.join(", ")));
        }
    }
    kinds.join("; ")
}

/// One cell: what became of a record.
pub fn mark(change: Change) -> &'static str {
    match change {
        Change::New => "+",
        Change::Changed => "*",
        Change::Gone => "-",
    }
}

#[cfg(test)]
pub mod tests {
    use super::*;

    /// Of a document, an entity and a report, one each that is new, gone and changed.
    pub fn news() -> WhatIsNew {
        let item = |kind, id, change, title: &str| News { record: Ref::new(kind, id), change, title: title.to_owned() };
        WhatIsNew::new(
            "b".to_owned(),
            vec![
                item(Kind::Report, 12, Change::Changed, "Flood works"),
                item(Kind::Entity, 5, Change::Gone, "The old mill"),
                item(Kind::Document, 4, Change::New, "Minutes of May"),
            ],
        )
    }

    #[test]
    fn it_is_summed_up_and_marks() {
        let news = news();
        assert_eq!(news.summary(), "documents 1 new; entities 1 gone; reports 1 changed");
        assert_eq!(news.mark(Ref::new(Kind::Report, 12)), "*");
        assert_eq!(news.mark(Ref::new(Kind::Report, 13)), " ");
        assert_eq!(news.gone(Ref::new(Kind::Entity, 5)), Some("The old mill"));
        assert_eq!(news.gone(Ref::new(Kind::Report, 12)), None);
    }
}
