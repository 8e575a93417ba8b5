//! What tokens cost: a small table in `assets/prices.toml`, over which the user's own prices go.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;

use crate::config::data_file;
use crate::llm::LlmError;

/// Dollars for a million tokens.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Price {
    pub prompt: f64,
    pub answer: f64,
}

impl Price {
    /// Dollars for so many tokens.
    pub fn cost(self, prompt_tokens: u64, completion_tokens: u64) -> f64 {
        (self.prompt * prompt_tokens as f64 + self.answer * completion_tokens as f64) / 1e6
    }
}

/// The prices of all models that have one.
#[derive(Clone, Debug)]
pub struct Prices {
    /// The month of the table.
    pub as_of: String,
    job_share: f64,
    models: BTreeMap<String, Price>,
    /// Names that the user has set a price for.
    own: BTreeSet<String>,
    /// Everything costs nothing: the models are on this machine.
    free: bool,
}

#[derive(Default, Deserialize)]
struct Table {
    as_of: String,
    job_share: f64,
    models: BTreeMap<String, [f64; 2]>,
}

impl Prices {
    /// The table with the user's prices over it, each `name prompt answer`.
    ///
    /// # Errors
    /// A price that is none.
    pub fn new(own: &[String], free: bool) -> Result<Self, LlmError> {
        let table: Table = data_file!("../../../assets/prices.toml");
        let mut models: BTreeMap<String, Price> =
            table.models.into_iter().map(|(name, [prompt, answer])| (name, Price { prompt, answer })).collect();
        let mut set = BTreeSet::new();
        for line in own {
            let (name, price) = read(line).ok_or_else(|| LlmError::Setting {
                what: "prices".to_owned(),
                detail: format!("`{line}` is not a model and two prices, such as \"my-model 0.5 1.5\""),
            })?;
            set.insert(name.clone());
            models.insert(name, price);
        }
        // Somebody who sets a price for a model of their own machine means it.
        Ok(Self { as_of: table.as_of, job_share: table.job_share, models, own: set, free: free && own.is_empty() })
    }

    /// What a model costs; none where nobody knows.
    pub fn of(&self, model: &str) -> Option<Price> {
        if self.free {
            return Some(Price::default());
        }
        self.models.get(self.name(model)?).copied()
    }

    /// What a call costs that goes with a batch job, as a share of what it costs by itself.
    pub fn job_share(&self) -> f64 {
        self.job_share
    }

    /// Whether the price of a model is the user's own, and not the table's.
    pub fn is_own(&self, model: &str) -> bool {
        self.name(model).is_some_and(|name| self.own.contains(name))
    }

    /// The name under which a model has its price.
    fn name<'a>(&self, model: &'a str) -> Option<&'a str> {
        if self.models.contains_key(model) {
            return Some(model);
        }
        // From the whole name to ever shorter ones, at hyphens, as long as what is left out is no word of its own:
        // `gpt-4o-2024-08-06` is a gpt-4o, `gpt-4o-audio` is not.
        let mut name = model.rsplit('/').next().unwrap_or(model);
        while !self.models.contains_key(name) {
            let (shorter, rest) = name.rsplit_once('-')?;
            if rest != "latest" && !rest.bytes().all(|byte| byte.is_ascii_digit()) {
                return None;
            }
            name = shorter;
        }
        Some(name)
    }
}

fn read(line: &str) -> Option<(String, Price)> {
    let mut words = line.split_whitespace();
    let name = words.next()?.to_owned();
    let mut dollars =
        || words.next()?.trim_start_matches('$').parse().ok().filter(|p: &f64| p.is_finite() && *p >= 0.0);
    let price = Price { prompt: dollars()?, answer: dollars()? };
    words.next().is_none().then_some((name, price))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn models_are_found_by_what_they_are_called() {
        let prices = Prices::new(&["mine 1 2".to_owned(), "gpt-4o $9 9".to_owned()], false).unwrap();
        let prompt = |model: &str| prices.of(model).map(|price| price.prompt);
        assert_eq!(prompt("gpt-4.1-mini"), Some(0.4));
        assert_eq!(prompt("openai/gpt-4.1-mini-2025-04-14"), Some(0.4));
        assert_eq!(prompt("gpt-4o-latest"), Some(9.0));
        assert_eq!(prompt("mine"), Some(1.0));
        assert_eq!((prompt("gpt-4o-audio"), prompt("nobody-knows"), prompt("")), (None, None, None));
        assert_eq!(prices.of("mine").unwrap().cost(1_000_000, 500_000), 2.0);
        let own = ["mine", "openai/gpt-4o", "gpt-4.1", "nobody-knows"].map(|model| prices.is_own(model));
        assert_eq!(own, [true, true, false, false]);
    }

    #[test]
    fn the_table_is_one_and_every_model_in_it_is_found_by_all_its_names() {
        let table: Table = data_file!("../../../assets/prices.toml");
        assert_eq!(table.as_of.len(), "2025-08".len());
        let prices = Prices::new(&[], false).unwrap();
        for (name, [prompt, answer]) in &table.models {
            assert!(prompt.is_finite() && *prompt > 0.0 && *prompt < 100.0, "{name}");
            let embeds = name.contains("embedding");
            assert!(if embeds { *answer == 0.0 } else { answer >= prompt && *answer < 500.0 }, "{name}");
            let own = Some(Price { prompt: *prompt, answer: *answer });
            for prefix in ["", "openai/", "openrouter/openai/", "models/"] {
                for suffix in ["", "-latest", "-2025-04-14", "-0613"] {
                    let called = format!("{prefix}{name}{suffix}");
                    assert_eq!(prices.of(&called), own, "{called}");
                }
            }
            // A model that is called after it is another model.
            for other in ["-audio-preview", "-turbo", "-search", "x"] {
                let called = format!("{name}{other}");
                let known = table.models.contains_key(&called);
                assert!(known || prices.of(&called).is_none(), "{called}");
            }
        }
        for [smaller, larger] in
            [["gpt-4.1-nano", "gpt-4.1-mini"], ["gpt-4.1-mini", "gpt-4.1"], ["gpt-4o-mini", "gpt-4o"]]
        {
            let prompt = |name| prices.of(name).unwrap().prompt;
            assert!(prompt(smaller) < prompt(larger), "{smaller}");
        }
    }

    #[test]
    fn this_machine_costs_nothing_unless_one_says_so() {
        assert_eq!(Prices::new(&[], true).unwrap().of("anything"), Some(Price::default()));
        assert_eq!(Prices::new(&["a 1 1".to_owned()], true).unwrap().of("a").unwrap().prompt, 1.0);
        let odd = Prices::new(&["a 1".to_owned()], false).unwrap_err();
        assert!(odd.to_string().contains("`a 1`"), "{odd}");
    }
}
