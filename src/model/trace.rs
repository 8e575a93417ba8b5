//! How an answer was made, step by step. What is read of a step again is a field of its own; words are made of it when
//! it is shown.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::Ref;

/// One step of an engine's work, kept so that an answer can be checked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "step", rename_all = "snake_case")]
pub enum TraceStep {
    /// The question as it was understood, where that is told in other words than it was asked.
    Understood { question: String },
    /// The part of everything that the question names by itself, and is asked of: a period, a document.
    Narrowed { to: String },
    /// Records were read into the context.
    Read { records: Vec<Ref>, tokens: u32 },
    /// A record was found, and how.
    Found { record: Ref, how: How, score: f32 },
    /// A record was rated for the question, 0 to 10.
    Rated { record: Ref, rating: f32 },
    /// So many passages were tested for relevance and so many passed, those of an earlier search with them, and how
    /// many of both are of this one.
    Tested { tested: u32, passed: u32, anew: u32, passed_anew: u32 },
    /// A partial answer of the map step, with its score from 0 to 100.
    Point { text: String, score: f32, kept: bool },
    /// A question that was asked on the way and made so many points. Numbered from 0, the question asked itself, in the
    /// order of asking; `under` is the number of the one that raised it. Together they are a tree.
    Asked { number: u32, under: Option<u32>, question: String, points: u32 },
    /// What the analyst could not judge, of how many, and why the last of them: the answer is written without.
    LeftOut { without: u32, of: u32, what: String, why: String },
    /// Anything else worth saying, e.g. why nothing was found.
    Note { text: String },
}

impl TraceStep {
    /// What a step says that is told in a line of words.
    pub fn line(&self) -> Option<String> {
        match self {
            TraceStep::Understood { question } => Some(format!("understood as: {question}")),
            TraceStep::Narrowed { to } => Some(format!("asked of {to}")),
            TraceStep::LeftOut { without, of, what, why } => {
                Some(format!("{without} of {of} {what} got no answer and are left out: {why}"))
            }
            TraceStep::Tested { tested: 0, .. } => Some("nothing tested: the nearest passages are read".to_owned()),
            TraceStep::Tested { tested, passed, anew, passed_anew } => {
                let passages = if *tested == 1 { "passage" } else { "passages" };
                let whole = format!("{tested} {passages} tested, {passed} relevant");
                let news = || match (anew, passed_anew) {
                    (0, _) => "none of them anew".to_owned(),
                    (anew, 0) => format!("{anew} of them anew, and none of those passed"),
                    (anew, passed) => format!("{anew} of them anew, of which {passed} passed"),
                };
                Some(if anew == tested { whole } else { format!("{whole}; {}", news()) })
            }
            TraceStep::Note { text } => Some(text.clone()),
            TraceStep::Read { .. }
            | TraceStep::Found { .. }
            | TraceStep::Rated { .. }
            | TraceStep::Point { .. }
            | TraceStep::Asked { .. } => None,
        }
    }
}

/// How a record was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum How {
    /// The query names it.
    Name,
    /// It holds the query's words.
    Words,
    /// It means something like the query.
    Meaning,
    /// Something found names it, or shares this name with it.
    Way(String),
}

/// What stands before the name that led somewhere.
const BY_WAY_OF: &str = "by way of ";

impl std::fmt::Display for How {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            How::Name => f.write_str("by name"),
            How::Words => f.write_str("full text"),
            How::Meaning => f.write_str("by likeness"),
            How::Way(name) => write!(f, "{BY_WAY_OF}{name}"),
        }
    }
}

impl Serialize for How {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for How {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let kept = String::deserialize(deserializer)?;
        let same = [How::Name, How::Words, How::Meaning].into_iter().find(|how| how.to_string() == kept);
        Ok(same.unwrap_or_else(|| How::Way(kept.strip_prefix(BY_WAY_OF).unwrap_or(&kept).to_owned())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn how_a_record_was_found_is_kept_as_it_is_told() {
        for how in [How::Name, How::Words, How::Meaning, How::Way("Low Bield".to_owned())] {
            let json = serde_json::to_string(&how).expect("JSON");
            assert_eq!(json, format!("\"{how}\""));
            assert_eq!(serde_json::from_str::<How>(&json).expect("the same"), how);
        }
    }

    #[test]
    fn a_search_that_went_on_tells_what_came_of_that() {
        let told = |tested, passed, anew, passed_anew| TraceStep::Tested { tested, passed, anew, passed_anew }.line();
        assert_eq!(told(100, 49, 100, 49).as_deref(), Some("100 passages tested, 49 relevant"));
        assert!(told(0, 0, 0, 0).is_some_and(|line| line.starts_with("nothing tested")));
        assert!(told(120, 49, 20, 0).is_some_and(|line| line.ends_with("20 of them anew, and none of those passed")));
    }

    #[test]
    fn what_is_told_in_words_is_kept_apart_from_them() {
        let narrowed = TraceStep::Narrowed { to: "the letters: 12".to_owned() };
        assert_eq!(narrowed.line().as_deref(), Some("asked of the letters: 12"));
        let json = serde_json::to_string(&narrowed).expect("JSON");
        assert_eq!(json, r#"{"step":"narrowed","to":"the letters: 12"}"#);
        assert_eq!(serde_json::from_str::<TraceStep>(&json).expect("the same"), narrowed);
    }
}
