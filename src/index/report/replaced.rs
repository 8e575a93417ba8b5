//! Which documents hold no more, as they say themselves or as another says that replaces them: a report of them leads
//! with what holds.

use std::collections::{HashMap, HashSet};

use rayon::prelude::*;

use crate::judgement::Documents;
use crate::model::DocumentId;
use crate::text::titles::replacing::{codes, is_replaced, replaces};

/// Returns the documents of a pile that are replaced.
pub(super) fn replaced(documents: &dyn Documents) -> HashSet<DocumentId> {
    let mut called: HashMap<String, Vec<usize>> = HashMap::new();
    for at in 0..documents.len() {
        for code in codes(documents.title(at)) {
            called.entry(code).or_default().push(at);
        }
    }
    let of_document = |at: usize| {
        let text = documents.text(at);
        let own = is_replaced(text).then(|| documents.id(at));
        // A code that several are called by, as a series is, tells none of them.
        let others = replaces(text).into_iter().filter_map(|code| match called.get(&code).map(Vec::as_slice) {
            Some(&[other]) if other != at => Some(documents.id(other)),
            _ => None,
        });
        own.into_iter().chain(others).collect::<Vec<_>>()
    };
    (0..documents.len()).into_par_iter().flat_map_iter(of_document).collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::judgement::{DocumentText, samples};

    #[test]
    fn what_another_replaces_holds_no_more() {
        let all = [
            ("Policy (LP-4)", "The lamp is lit for two years."),
            ("Policy (LP-5)", "Supersedes LP-4. The lamp is lit for three years."),
            ("Rule QM-3, part 1", "The gate is shut."),
            ("Rule QM-3, part 2", "The gate is open."),
            ("Notice", "Replaces QM-3 and itself."),
            ("Rule 6", "Status: superseded by rule 7"),
        ];
        let document = |(number, (title, text)): (u32, (&str, &str))| {
            let mut document = samples::document(text);
            document.document.id = DocumentId(number);
            title.clone_into(&mut document.document.title);
            Arc::new(document)
        };
        let documents: Vec<Arc<DocumentText>> = (0..).zip(all).map(document).collect();
        let mut found: Vec<u32> = replaced(&documents).into_iter().map(|id| id.0).collect();
        found.sort_unstable();
        assert_eq!(found, [0, 5]);
    }
}
