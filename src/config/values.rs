//! What a setting's value may be: its kind and its bounds.

use toml::Value;

use super::Method;

/// Reads a value as the kind its default is; a string, as the environment gives it, is read by what it says. The error
/// is what the setting takes, and what was given.
pub(super) fn like(default: &Value, value: Value) -> Result<Value, (&'static str, String)> {
    let given = plain(&value);
    let text = value.as_str().map(|text| text.trim().to_owned());
    let (wanted, read) = match default {
        Value::Integer(_) => ("a whole number", value.as_integer().or_else(|| text?.parse().ok()).map(Value::Integer)),
        Value::Float(_) => {
            let whole = value.as_integer().map(|number| number as f64);
            ("a number", value.as_float().or(whole).or_else(|| text?.parse().ok()).map(Value::Float))
        }
        Value::Boolean(_) => {
            let read = value.as_bool().or_else(|| match text?.to_lowercase().as_str() {
                "true" | "1" | "yes" | "on" => Some(true),
                "false" | "0" | "no" | "off" => Some(false),
                _ => None,
            });
            ("true or false", read.map(Value::Boolean))
        }
        Value::Array(_) => {
            let list = match (value.as_array(), text) {
                (Some(list), _) if list.iter().all(Value::is_str) => Some(list.clone()),
                (None, Some(text)) => Some(
                    text.split(',')
                        .map(str::trim)
                        .filter(|item| !item.is_empty())
                        .map(|item| Value::String(item.to_owned()))
                        .collect(),
                ),
                _ => None,
            };
            ("a list of strings", list.map(Value::Array))
        }
        _ => ("a string", value.as_str().map(|text| Value::String(text.to_owned()))),
    };
    read.ok_or((wanted, given))
}

/// Bounds of what can be meant.
pub(super) fn check(key: &str, value: &Value) -> Result<(), &'static str> {
    let number = value.as_integer();
    let within = |low: i64, high: i64| number.is_some_and(|number| (low..=high).contains(&number));
    match key {
        "method" if value.as_str().is_none_or(|name| name.parse::<Method>().is_err()) => Err(Method::CHOICES),
        "extraction_form" if !matches!(value.as_str(), Some("json" | "records")) => Err("json or records"),
        "model_share" if !within(1, 100) => Err("1 to 100 per cent"),
        "gleanings" if !within(0, 8) => Err("0 to 8"),
        "report_words" if !within(50, 5_000) => Err("50 to 5000 words"),
        "report_tokens" if !within(500, 100_000) => Err("500 to 100000 tokens"),
        "description_words" if !within(10, 1_000) => Err("10 to 1000 words"),
        "chunk_size" if !within(20, 100_000) => Err("20 to 100000 tokens"),
        "chunk_overlap" if !within(0, 50_000) => Err("0 to 50000 tokens"),
        "max_file_size" if !within(1, 4096) => Err("1 to 4096 megabytes"),
        "community_size" if !within(2, 10_000) => Err("2 to 10000 members"),
        "concurrency" if !within(1, 1000) => Err("1 to 1000 calls"),
        "requests_per_minute" | "tokens_per_minute" if !within(0, i64::from(u32::MAX)) => Err("a whole number from 0"),
        "request_timeout" if !within(1, 86_400) => Err("1 to 86400 seconds"),
        "patience" if !within(0, 604_800) => Err("0 to 604800 seconds"),
        "seed" if !within(0, i64::MAX) => Err("a whole number from 0"),
        "resolution" if !value.as_float().is_some_and(|r| r.is_finite() && r > 0.0 && r <= 1000.0) => {
            Err("a number above 0, up to 1000")
        }
        _ => Ok(()),
    }
}

pub(super) fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}
