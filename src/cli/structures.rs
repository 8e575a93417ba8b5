//! What `gleaner index --with` builds beside an index: behind a build, or of an index as it stands.

use std::path::Path;

use serde::Serialize;
use serde_json::Value;

use super::args;
use super::context::Context;
use super::error::{CliError, ErrorKind};
use super::output::one_line;
use super::{index, models, progress};
use crate::config::Settings;
use crate::index::structures::{Made, Structure};
use crate::jobs::connection::{self, Connection};
use crate::judgement::extractive::vectors::static_vectors;
use crate::model::{EXTRACTIVE, Progress, Usage, shown_path};
use crate::store::{Reader, Stats};
use crate::text::numbers::amounts::count;

/// The structures that `--with` asks for.
pub fn wanted(options: &args::Index) -> Result<Vec<Structure>, CliError> {
    let named = |name: &String| {
        Structure::named(name).ok_or_else(|| {
            let all: Vec<&str> = Structure::ALL.into_iter().map(Structure::name).collect();
            CliError::usage(format!("there is no structure called `{}`", one_line(name)))
                .hint(format!("there are {}", all.join(", ")))
        })
    };
    options.with.iter().map(named).collect()
}

/// An index was not built with what a way of asking needs; the hint builds it of the index as it stands.
pub fn not_built(message: String, structure: &str, index: &Path) -> CliError {
    CliError::new(ErrorKind::Failed, message).hint(format!(
        "`gleaner index --with {structure} --index {}` builds it, and leaves the rest as it is",
        shown_path(index)
    ))
}

/// Builds structures of the index meant, made here or imported, and reads no folder.
pub fn of_index(context: &mut Context, options: &args::Index) -> Result<(), CliError> {
    if options.dry_run || options.watch || options.fresh || options.method.is_some() {
        let message =
            "folders are missing: without them `--with` builds of the index as it stands and reads nothing anew";
        return Err(
            CliError::usage(message).hint("`gleaner index FOLDER --with …` brings the index up to date as well")
        );
    }
    let mut wanted = wanted(options)?;
    wanted.sort_unstable();
    wanted.dedup();
    let index = context.index_path()?;
    let reader = Reader::open(&index)?;
    let (meta, Stats { text_units, tokens: all, .. }) = (reader.meta()?, reader.stats()?);
    let tokens = |all| count(all, "token of the index", "tokens of the index");
    // A model writes where one had a part in the index; what was imported is nobody's method.
    let method = meta.made_by().unwrap_or_default();
    let settings = Settings { method, ..context.settings.clone() };
    let asks = wanted.iter().any(|structure| structure.asks());
    let connection = if asks { models::for_build(context, &settings, &index)? } else { None };
    if connection.is_some() && !options.yes && options.budget.is_none() {
        for structure in wanted.iter().filter(|structure| structure.asks()) {
            let texts = count(structure.calls(text_units as usize) as u64, "text", "texts");
            context.say(format!("{}: a model writes about {texts}, of {}", structure.name(), tokens(all)));
        }
        index::said_yes(context)?;
    }
    let connection = connection.map(|connection| connection.within(options.budget));
    let vectors = context.settings.vectors.clone();
    let (made, usage) = build(context, &index, wanted, &vectors, connection)?;
    if context.global.json {
        context.out.json(&Shape {
            index: &index,
            structures: &made,
            usage: (usage != Usage::default()).then_some(usage),
        })?;
        return context.out.flush();
    }
    context.out.line(shown_path(&index))?;
    context.out.flush()
}

#[derive(Serialize)]
struct Shape<'a> {
    index: &'a Path,
    structures: &'a [Made],
    #[serde(skip_serializing_if = "Option::is_none")]
    usage: Option<Usage>,
}

/// Builds structures of a finished index and says what they came to.
pub fn build(
    context: &Context,
    index: &Path,
    wanted: Vec<Structure>,
    vectors: &str,
    connection: Option<Connection>,
) -> Result<(Vec<Made>, Usage), CliError> {
    let path = index.to_owned();
    let fixed = static_vectors::of_setting(vectors)?;
    let meter = progress::MeterSlot::default();
    let seen = meter.clone();
    let (made, usage) = progress::metered(context, &meter, None, move |progress: &Progress| {
        let watch = |meter| drop(seen.set(meter));
        connection::structures(&path, &wanted, fixed.as_ref(), connection.as_ref(), &watch, progress)
    })?;
    for one in &made {
        context.say(in_words(one));
        if without_model(one) > 0 {
            let texts = count(without_model(one), "text was made", "texts were made");
            context.say(format!("{}: {texts} without the model; `gleaner stats` says why", one.name));
        }
    }
    Ok((made, usage))
}

/// Texts that the model did not give.
pub fn without_model(made: &Made) -> u64 {
    made.facts["without_the_model"].as_u64().unwrap_or(0)
}

/// What a structure came to: `raptor: 66 summaries in 2 layers, in 0.5 s`.
fn in_words(made: &Made) -> String {
    let number = |fact: &str| made.facts[fact].as_u64();
    let mut parts: Vec<String> = [
        ("lines", "line", "lines"),
        ("nodes", "summary", "summaries"),
        ("mentions", "mention", "mentions"),
        ("facts", "fact", "facts"),
        ("synonyms", "pair of synonyms", "pairs of synonyms"),
        ("communities", "community", "communities"),
    ]
    .into_iter()
    .filter_map(|(fact, one, many)| Some(count(number(fact)?, one, many)))
    .collect();
    // A few texts are their own summary.
    if number("nodes") == Some(0) {
        return format!("{}: no summaries: there are too few passages for a layer above them", made.name);
    }
    if let (Some(last), Some(layers)) = (parts.last_mut(), made.facts["layers"].as_array()) {
        last.push_str(&format!(" in {}", count(layers.len() as u64, "layer", "layers")));
    }
    if let Some(seconds) = made.facts["seconds"].as_f64() {
        parts.push(format!("in {seconds:.1} s"));
    }
    let model = made.facts.get("written_by").and_then(Value::as_str).filter(|&by| by != EXTRACTIVE);
    parts.extend(model.map(|model| format!("written by {}", one_line(model))));
    format!("{}: {}", made.name, parts.join(", "))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_was_made_is_said_in_words() {
        let said = |name, facts| in_words(&Made { name, facts });
        assert_eq!(
            said(
                "raptor",
                json!({"layers": [58, 8], "nodes": 66, "seconds": 0.5, "written_by": "extractive", "built": "x"})
            ),
            "raptor: 66 summaries in 2 layers, in 0.5 s"
        );
        assert!(said("raptor", json!({"layers": [], "nodes": 0, "seconds": 0.1})).contains("too few passages"));
        assert_eq!(
            said("hippo", json!({"bytes": 7, "facts": 2042, "mentions": 1, "synonyms": 75, "seconds": 0.04})),
            "hippo: 1 mention, 2,042 facts, 75 pairs of synonyms, in 0.0 s"
        );
        assert_eq!(
            said("contextual", json!({"lines": 457, "vectors": 457, "written_by": "m-1"})),
            "contextual: 457 lines, written by m-1"
        );
    }
}
