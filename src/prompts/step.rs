//! The steps that have a prompt, and the placeholders that each knows.

/// The steps that have a prompt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Step {
    Extract,
    ExtractRecords,
    ExtractJson,
    Glean,
    GleanCheck,
    Claims,
    Same,
    Describe,
    Report,
    Context,
    Summary,
    Keywords,
    Map,
    Reduce,
    Answer,
    Rate,
    Check,
    FoldQuestion,
    Tune,
    JudgePair,
    JudgeDifference,
    JudgeClaims,
    JudgeSupport,
    TestQuestions,
    TestPersonas,
    TestGlobal,
}

/// What a placeholder stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Slot {
    EntityTypes,
    Language,
    Domain,
    Persona,
    Form,
    Examples,
    ClaimDescription,
    Subject,
    Notes,
    MaxWords,
    Findings,
    Kinds,
    Question,
    Response,
    History,
    Passages,
    Criteria,
    Number,
    Kind,
    Task,
}

impl Slot {
    /// The word between the braces.
    pub fn name(self) -> &'static str {
        match self {
            Slot::EntityTypes => "entity_types",
            Slot::Language => "language",
            Slot::Domain => "domain",
            Slot::Persona => "persona",
            Slot::Form => "form",
            Slot::Examples => "examples",
            Slot::ClaimDescription => "claim_description",
            Slot::Subject => "subject",
            Slot::Notes => "notes",
            Slot::MaxWords => "max_words",
            Slot::Findings => "findings",
            Slot::Kinds => "kinds",
            Slot::Question => "question",
            Slot::Response => "response",
            Slot::History => "history",
            Slot::Passages => "passages",
            Slot::Criteria => "criteria",
            Slot::Number => "number",
            Slot::Kind => "kind",
            Slot::Task => "task",
        }
    }
}

impl Step {
    pub const ALL: [Step; 26] = [
        Step::Extract,
        Step::ExtractRecords,
        Step::ExtractJson,
        Step::Glean,
        Step::GleanCheck,
        Step::Claims,
        Step::Same,
        Step::Describe,
        Step::Report,
        Step::Context,
        Step::Summary,
        Step::Keywords,
        Step::Map,
        Step::Reduce,
        Step::Answer,
        Step::Rate,
        Step::Check,
        Step::FoldQuestion,
        Step::Tune,
        Step::JudgePair,
        Step::JudgeDifference,
        Step::JudgeClaims,
        Step::JudgeSupport,
        Step::TestQuestions,
        Step::TestPersonas,
        Step::TestGlobal,
    ];

    /// Whether an index is made of it, and not only an answer.
    pub fn builds(self) -> bool {
        match self {
            Step::Extract
            | Step::ExtractRecords
            | Step::ExtractJson
            | Step::Glean
            | Step::GleanCheck
            | Step::Claims
            | Step::Same
            | Step::Describe
            | Step::Report => true,
            // A structure is made of a finished index, and asked for by itself.
            Step::Context | Step::Summary | Step::Keywords => false,
            Step::Map | Step::Reduce | Step::Answer | Step::Rate | Step::Check | Step::FoldQuestion | Step::Tune => {
                false
            }
            Step::JudgePair | Step::JudgeDifference | Step::JudgeClaims | Step::JudgeSupport => false,
            Step::TestQuestions | Step::TestPersonas | Step::TestGlobal => false,
        }
    }

    /// The file's name without `.md`.
    pub fn name(self) -> &'static str {
        match self {
            Step::Extract => "extract",
            Step::ExtractRecords => "extract_records",
            Step::ExtractJson => "extract_json",
            Step::Glean => "glean",
            Step::GleanCheck => "glean_check",
            Step::Claims => "claims",
            Step::Same => "same",
            Step::Describe => "describe",
            Step::Report => "report",
            Step::Context => "context",
            Step::Summary => "summary",
            Step::Keywords => "keywords",
            Step::Map => "map",
            Step::Reduce => "reduce",
            Step::Answer => "answer",
            Step::Rate => "rate",
            Step::Check => "check",
            Step::FoldQuestion => "fold_question",
            Step::Tune => "tune",
            Step::JudgePair => "judge_pair",
            Step::JudgeDifference => "judge_difference",
            Step::JudgeClaims => "judge_claims",
            Step::JudgeSupport => "judge_support",
            Step::TestQuestions => "test_questions",
            Step::TestPersonas => "test_personas",
            Step::TestGlobal => "test_global",
        }
    }

    /// What it is for, in a line.
    pub fn purpose(self) -> &'static str {
        match self {
            Step::Extract => "lists entities and relationships of a passage",
            Step::ExtractRecords => "the form of that list where an endpoint writes plain text",
            Step::ExtractJson => "the form of that list where an endpoint writes JSON",
            Step::Glean => "lists what the first reading overlooked",
            Step::GleanCheck => "asks whether anything is still missing, between gleanings",
            Step::Claims => "lists claims of a passage with their quotations",
            Step::Same => "judges which pairs of names are one thing",
            Step::Describe => "makes one description of several",
            Step::Report => "writes the report of a community",
            Step::Context => "says where a text unit stands in its document, for `index --with contextual`",
            Step::Summary => "sums up texts that are alike, for `index --with raptor`",
            Step::Keywords => "names what a question looks for, for the mode lightrag",
            Step::Map => "takes points that answer a question from a batch of records",
            Step::Reduce => "writes an answer from points",
            Step::Answer => "writes an answer from records",
            Step::Rate => "rates a record for a question",
            Step::Check => "checks an answer against what it cites",
            Step::FoldQuestion => "folds the conversation into the question",
            Step::Tune => "proposes language, entity types, persona and examples for a corpus",
            Step::JudgePair => "judges two answers by criteria",
            Step::JudgeDifference => "sorts what two answers say into both, first and second",
            Step::JudgeClaims => "takes a text apart into statements",
            Step::JudgeSupport => "says which statements a text makes",
            Step::TestQuestions => "writes test questions from passages",
            Step::TestPersonas => "names people who would use a collection, and their tasks",
            Step::TestGlobal => "writes test questions about a collection as a whole",
        }
    }

    /// The placeholders it knows.
    pub fn slots(self) -> &'static [Slot] {
        match self {
            Step::Extract => &[Slot::EntityTypes, Slot::Language, Slot::Domain, Slot::Form],
            Step::ExtractRecords | Step::ExtractJson => &[Slot::Examples],
            Step::Glean => &[Slot::EntityTypes, Slot::Language, Slot::Form],
            Step::GleanCheck => &[Slot::EntityTypes],
            Step::Claims => &[Slot::ClaimDescription, Slot::EntityTypes, Slot::Language],
            Step::Same => &[],
            Step::Describe => &[Slot::Subject, Slot::Language, Slot::MaxWords, Slot::Notes],
            Step::Report => &[Slot::Persona, Slot::Language, Slot::MaxWords, Slot::Findings, Slot::Kinds],
            Step::Context | Step::Summary => &[Slot::Language, Slot::MaxWords],
            Step::Keywords => &[],
            Step::Map => &[Slot::Persona, Slot::Language],
            Step::Reduce => &[Slot::Persona, Slot::Language, Slot::Response],
            Step::Answer => &[Slot::Persona, Slot::Language, Slot::Response, Slot::Kinds],
            Step::Rate => &[],
            Step::Check => &[],
            Step::FoldQuestion => &[Slot::History, Slot::Question],
            Step::Tune => &[Slot::Examples, Slot::Passages],
            Step::JudgePair => &[Slot::Question, Slot::Criteria],
            Step::JudgeDifference => &[Slot::Question],
            Step::JudgeClaims | Step::JudgeSupport => &[],
            Step::TestQuestions => &[Slot::Number, Slot::Kind],
            Step::TestPersonas => &[Slot::Number],
            Step::TestGlobal => &[Slot::Number, Slot::Persona, Slot::Task],
        }
    }

    /// The prompt that is built in.
    pub fn built_in(self) -> &'static str {
        match self {
            Step::Extract => include_str!("../../prompts/extract.md"),
            Step::ExtractRecords => include_str!("../../prompts/extract_records.md"),
            Step::ExtractJson => include_str!("../../prompts/extract_json.md"),
            Step::Glean => include_str!("../../prompts/glean.md"),
            Step::GleanCheck => include_str!("../../prompts/glean_check.md"),
            Step::Claims => include_str!("../../prompts/claims.md"),
            Step::Same => include_str!("../../prompts/same.md"),
            Step::Describe => include_str!("../../prompts/describe.md"),
            Step::Report => include_str!("../../prompts/report.md"),
            Step::Context => include_str!("../../prompts/context.md"),
            Step::Summary => include_str!("../../prompts/summary.md"),
            Step::Keywords => include_str!("../../prompts/keywords.md"),
            Step::Map => include_str!("../../prompts/map.md"),
            Step::Reduce => include_str!("../../prompts/reduce.md"),
            Step::Answer => include_str!("../../prompts/answer.md"),
            Step::Rate => include_str!("../../prompts/rate.md"),
            Step::Check => include_str!("../../prompts/check.md"),
            Step::FoldQuestion => include_str!("../../prompts/fold_question.md"),
            Step::Tune => include_str!("../../prompts/tune.md"),
            Step::JudgePair => include_str!("../../prompts/judge_pair.md"),
            Step::JudgeDifference => include_str!("../../prompts/judge_difference.md"),
            Step::JudgeClaims => include_str!("../../prompts/judge_claims.md"),
            Step::JudgeSupport => include_str!("../../prompts/judge_support.md"),
            Step::TestQuestions => include_str!("../../prompts/test_questions.md"),
            Step::TestPersonas => include_str!("../../prompts/test_personas.md"),
            Step::TestGlobal => include_str!("../../prompts/test_global.md"),
        }
    }

    /// Without these a prompt cannot do its work.
    pub(super) fn needed(self) -> &'static [Slot] {
        match self {
            Step::Extract => &[Slot::Form],
            Step::Glean => &[Slot::Form],
            Step::Describe => &[Slot::Notes],
            Step::FoldQuestion => &[Slot::History, Slot::Question],
            Step::Tune => &[Slot::Passages],
            Step::JudgePair => &[Slot::Question, Slot::Criteria],
            Step::JudgeDifference => &[Slot::Question],
            _ => &[],
        }
    }
}
