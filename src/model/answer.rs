//! Questions' modes and scopes, and what an engine says while it answers.

use serde::{Deserialize, Serialize};

use super::{CommunityId, DocumentId, Evidence, Grounding, Ref, TraceStep};

/// The part of the corpus a question is asked of: everything, or the union of the parts named; of that, what is said by
/// one of the speakers, stands in one of the formats and is of the time, where those are given.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Scope {
    /// Communities, each with what lies under it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub communities: Vec<CommunityId>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub documents: Vec<DocumentId>,
    /// Folders, as prefixes of documents' paths.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub folders: Vec<String>,
    /// No other documents than these, whatever part is named; all where it is empty.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub only: Vec<DocumentId>,
    /// Who says it, by name.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub speakers: Vec<String>,
    /// Formats of documents (`pdf`), or the endings of their files.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub formats: Vec<String>,
    /// The first and the last day, month or year of documents: `2019`, `2019-02`, `2019-02-01`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<String>,
}

impl Scope {
    pub fn is_everything(&self) -> bool {
        self.names_no_part() && !self.is_narrowed()
    }

    /// True when no communities, documents or folders are named.
    pub fn names_no_part(&self) -> bool {
        self.communities.is_empty() && self.documents.is_empty() && self.folders.is_empty()
    }

    /// How many communities, documents and folders are named.
    pub fn parts(&self) -> usize {
        self.communities.len() + self.documents.len() + self.folders.len()
    }

    /// True when only some documents, speakers, formats or times are wanted.
    pub fn is_narrowed(&self) -> bool {
        self.narrows_documents() || !self.speakers.is_empty()
    }

    /// What of it holds inside a community, too: of the documents that it names no others are asked there.
    pub fn inside(&self, community: CommunityId) -> Scope {
        let only = if self.documents.is_empty() { &self.only } else { &self.documents };
        let (documents, folders) = (Vec::new(), Vec::new());
        Scope { communities: vec![community], documents, folders, only: only.clone(), ..self.clone() }
    }

    /// True when only some documents, formats or times are wanted.
    pub fn narrows_documents(&self) -> bool {
        !self.only.is_empty() || !self.formats.is_empty() || self.from.is_some() || self.until.is_some()
    }
}

/// What answering cost. All zero without a model.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Usage {
    pub calls: u32,
    pub cached_calls: u32,
    pub prompt_tokens: u64,
    pub completion_tokens: u64,
    pub cost_usd: f64,
}

impl std::ops::AddAssign for Usage {
    fn add_assign(&mut self, other: Usage) {
        self.calls += other.calls;
        self.cached_calls += other.cached_calls;
        self.prompt_tokens += other.prompt_tokens;
        self.completion_tokens += other.completion_tokens;
        self.cost_usd += other.cost_usd;
    }
}

/// A record cited by an answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CitedRecord {
    #[serde(flatten)]
    pub record: Ref,
    pub title: String,
    pub grounding: Grounding,
}

/// A record to go on to from an answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Drill {
    #[serde(flatten)]
    pub record: Ref,
    pub title: String,
    /// The community before it that holds this one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub under: Option<CommunityId>,
}

/// How far what a sentence cites bears it out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Support {
    /// It says so.
    Full,
    /// It says some of it.
    Partly,
    #[default]
    None,
}

/// A sentence of an answer that what it cites does not bear out, or not wholly: as far as words tell, or as a model
/// judges that was asked to check.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Weak {
    /// Without its citations, as written.
    pub sentence: String,
    pub cites: Vec<Ref>,
    /// Names and figures of it that none of these records has.
    pub missing: Vec<String>,
    #[serde(default)]
    pub support: Support,
}

/// What came of checking an answer, sentence by sentence, against what it cites.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Check {
    /// The model that judged; none where only words were compared.
    pub model: Option<String>,
    /// Sentences that cite something, each judged.
    pub judged: u32,
    /// Sentences that cite nothing.
    pub uncited: u32,
}

/// How many records an answer was written from. A citation is grounded when it names one of these.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct WrittenFrom {
    /// Records that were read.
    pub read: u32,
    /// Further records, which those that were read quote and cite.
    pub quoted: u32,
}

fn is_none(number: &u32) -> bool {
    *number == 0
}

/// A whole answer.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Answer {
    /// Markdown with citations.
    pub text: String,
    pub citations: Vec<CitedRecord>,
    /// What it quotes, in the order shown; empty where a model wrote it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub evidence: Vec<Evidence>,
    /// Where to drill: the communities that its evidence lies in and the entities that it names, most of it first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub drill: Vec<Drill>,
    #[serde(default)]
    pub written_from: WrittenFrom,
    /// What its citations do not bear out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub weak: Vec<Weak>,
    /// Sentences of a model's answer that cite nothing.
    #[serde(default)]
    pub uncited: u32,
    /// Where a check was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub check: Option<Check>,
    /// Passages outside of the part that was asked which speak of what is asked, where the part does not tell it
    /// plainly, or fewer passages of it do.
    #[serde(default, skip_serializing_if = "is_none")]
    pub elsewhere: u32,
    pub trace: Vec<TraceStep>,
    pub usage: Usage,
    /// [`EXTRACTIVE`], or the model's name; empty where nobody came to answer.
    pub analyst: String,
    pub elapsed_ms: u64,
}

/// Name of the analyst that works without a model.
pub const EXTRACTIVE: &str = "extractive";

impl Answer {
    /// True where a model wrote it.
    pub fn is_by_model(&self) -> bool {
        !matches!(self.analyst.as_str(), "" | EXTRACTIVE)
    }

    /// What came of the check, in one line:
    /// `12 statements held against what they cite by gpt-4.1: 10 borne out, 1 partly, 1 not; 2 sentences cite nothing`.
    /// Where no check was asked for, what cites nothing; none where there is none of that.
    pub fn check_in_words(&self) -> Option<String> {
        let uncited = self.check.as_ref().map_or(self.uncited, |check| check.uncited);
        let cite_nothing = match uncited {
            0 => None,
            1 => Some("one sentence cites nothing".to_owned()),
            many => Some(format!("{many} sentences cite nothing")),
        };
        let Some(check) = &self.check else { return cite_nothing };
        let of = |support: Support| self.weak.iter().filter(|weak| weak.support == support).count();
        let (partly, not) = (of(Support::Partly), of(Support::None));
        let by = check.model.as_ref().map_or_else(|| "words alone (approximate)".to_owned(), |model| model.clone());
        let mut told = match check.judged {
            0 => "no sentence of it has a citation to check".to_owned(),
            judged => {
                let statements = if judged == 1 { "statement" } else { "statements" };
                let full = (judged as usize).saturating_sub(partly + not);
                format!("{judged} {statements} held against what they cite by {by}: {full} borne out")
            }
        };
        for (count, how_far) in [(partly, "partly"), (not, "not")] {
            if count > 0 {
                told.push_str(&format!(", {count} {how_far}"));
            }
        }
        let cite_nothing = cite_nothing.map(|told| format!("; {told}"));
        Some(told + &cite_nothing.unwrap_or_default())
    }
}

/// What an engine says while it works. Sources arrive before the first word, so that citations resolve while text
/// flows.
#[derive(Clone, Debug, PartialEq)]
pub enum AnswerEvent {
    /// What is being done now, for the status line: "reading 120 reports".
    Stage(String),
    Trace(TraceStep),
    /// The records the answer will be written from.
    Context(Vec<Ref>),
    /// More of the answer's Markdown.
    Delta(String),
    /// The answer as a whole; nothing follows.
    Done(Box<Answer>),
}
