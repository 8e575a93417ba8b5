//! The figures there are: what each is called, how it reads, and which way is better. Values are kept by a figure's
//! key; shares lie between 0 and 1 and are printed in per cent.

use std::collections::BTreeMap;

/// What was measured of one answer or list, by key; what does not apply is not there.
pub type Values = BTreeMap<String, f64>;

/// How a figure is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// From 0 to 1, printed in per cent with one decimal.
    Share,
    /// Counted, printed whole.
    Count,
    /// Milliseconds.
    Time,
}

/// Which way is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Better {
    Higher,
    Lower,
    /// It says something, and neither way is better.
    Neither,
}

/// A figure.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Metric {
    pub key: &'static str,
    pub name: &'static str,
    pub scale: Scale,
    pub better: Better,
}

const fn share(key: &'static str, name: &'static str) -> Metric {
    Metric { key, name, scale: Scale::Share, better: Better::Higher }
}

/// Of answers, in the order of tables.
pub const ANSWERS: [Metric; 28] = [
    share(CONTAINED, "reference contained"),
    share("contained_180", "… in 180 words"),
    share("contained_65", "… in 65 words"),
    share("contained_first", "… in what is first"),
    share("evidence", "evidence covered"),
    share("recall_1", "ROUGE-1 recall @100"),
    share("recall_2", "ROUGE-2 recall @100"),
    share("rouge_1", "ROUGE-1 F1 @100"),
    share("rouge_2", "ROUGE-2 F1 @100"),
    share("rouge_l", "ROUGE-L F1 @100"),
    share("first", "ROUGE-L of what is first"),
    share("turns_recall", "turns quoted"),
    share("turns_precision", "quoted turns right"),
    share("documents_recall", "documents quoted"),
    share("documents_precision", "quoted documents right"),
    Metric { key: REFUSED, name: "refused", scale: Scale::Share, better: Better::Neither },
    Metric { key: "refused_wrongly", name: "refused wrongly", scale: Scale::Share, better: Better::Lower },
    share("refused_rightly", "refused rightly"),
    share("grounded", "citations grounded"),
    share("verbatim", "quoted word for word"),
    share("in_file", "… in the file's bytes"),
    share("speaker", "speaker right"),
    share("fidelity_js", "communities, 1 − JS"),
    share("fidelity_tvd", "communities, 1 − TVD"),
    share("clusters", "communities met"),
    Metric { key: "passages", name: "passages shown", scale: Scale::Count, better: Better::Neither },
    Metric { key: "words", name: "words", scale: Scale::Count, better: Better::Neither },
    Metric { key: "ms", name: "milliseconds", scale: Scale::Time, better: Better::Lower },
];

/// Of lists, in the order of tables.
pub const LISTS: [Metric; 12] = [
    share("recall_at_1", "recall @1"),
    share("recall_at_2", "recall @2"),
    share("recall_at_5", "recall @5"),
    share("recall_at_10", "recall @10"),
    share("recall_at_20", "recall @20"),
    share("precision_at_5", "precision @5"),
    share("hit_at_5", "any @5"),
    share("mrr", "MRR"),
    share("map", "MAP"),
    share("ndcg_at_10", "nDCG @10"),
    share("evidence_at_5", "evidence covered @5"),
    Metric { key: "ms", name: "milliseconds", scale: Scale::Time, better: Better::Lower },
];

/// Of answers that a model judged, in the order of tables (RAGChecker's names, and assertions).
pub const CLAIMS: [Metric; 17] = [
    share("precision", "claim precision"),
    share("recall", "claim recall of the answer"),
    share("f1", "claim F1"),
    share("claim_recall", "claim recall of the passages"),
    share("context_precision", "context precision"),
    share("utilisation", "context utilisation"),
    share("faithfulness", "faithfulness"),
    Metric { key: "relevant_noise", name: "noise of relevant passages", scale: Scale::Share, better: Better::Lower },
    Metric { key: "irrelevant_noise", name: "noise of irrelevant ones", scale: Scale::Share, better: Better::Lower },
    Metric { key: "hallucination", name: "hallucination", scale: Scale::Share, better: Better::Lower },
    Metric { key: "self_knowledge", name: "self-knowledge", scale: Scale::Share, better: Better::Neither },
    share("assertions", "assertions passed"),
    share("support_level", "… their support"),
    share("support_level_passed", "… of those passed"),
    share("supporting", "narrower assertions passed"),
    Metric { key: "parts_only", name: "… found without the whole", scale: Scale::Share, better: Better::Neither },
    Metric { key: "statements", name: "statements", scale: Scale::Count, better: Better::Neither },
];

/// Whether the answer holds the reference.
pub const CONTAINED: &str = "contained";
/// Whether it gives none.
pub const REFUSED: &str = "refused";

/// The figure of a key.
pub fn metric(key: &str) -> Option<&'static Metric> {
    ANSWERS.iter().chain(&LISTS).chain(&CLAIMS).find(|metric| metric.key == key)
}

impl Metric {
    /// Prints a value: `64.3`, `112`, `8.4`.
    pub fn print(&self, value: f64) -> String {
        match self.scale {
            Scale::Share => format!("{:.1}", 100.0 * value),
            Scale::Count => format!("{value:.0}"),
            Scale::Time if value < 10.0 => format!("{value:.1}"),
            Scale::Time => format!("{value:.0}"),
        }
    }
}

/// A mean of a figure with how many values it is of.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Mean {
    pub n: usize,
    pub mean: f64,
}

/// The mean of each figure over all that have it.
pub fn means<'a>(all: impl IntoIterator<Item = &'a Values>) -> BTreeMap<String, Mean> {
    let mut sums: BTreeMap<String, (usize, f64)> = BTreeMap::new();
    for (key, value) in all.into_iter().flatten() {
        let (n, sum) = sums.entry(key.clone()).or_default();
        *n += 1;
        *sum += value;
    }
    sums.into_iter().map(|(key, (n, sum))| (key, Mean { n, mean: sum / n as f64 })).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn no_two_figures_of_a_table_share_a_key() {
        for table in [&ANSWERS[..], &LISTS[..], &CLAIMS[..]] {
            let keys: HashSet<&str> = table.iter().map(|metric| metric.key).collect();
            assert_eq!(keys.len(), table.len());
        }
    }

    #[test]
    fn a_mean_is_of_those_that_have_the_figure() {
        let values =
            |pairs: &[(&str, f64)]| pairs.iter().map(|(key, value)| ((*key).to_owned(), *value)).collect::<Values>();
        let all = [values(&[("words", 10.0), ("turns_recall", 0.5)]), values(&[("words", 20.0)])];
        let means = means(&all);
        assert_eq!(means["words"], Mean { n: 2, mean: 15.0 });
        assert_eq!(means["turns_recall"], Mean { n: 1, mean: 0.5 });
    }

    #[test]
    fn figures_print_as_they_read_best() {
        let print = |key: &str, value: f64| metric(key).unwrap().print(value);
        assert_eq!(
            [print("contained", 0.6428), print("words", 111.6), print("ms", 8.42), print("ms", 84.2)].join(" "),
            "64.3 112 8.4 84"
        );
    }
}
