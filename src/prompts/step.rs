//! The steps that have a prompt, and the placeholders that each knows.

/// Makes the steps of one row each: its file's name without `.md`, what it is for in a line, whether the `Index` is
/// made of it or it is asked `Later`, the placeholders it knows, and those without which it cannot do its work.
macro_rules! steps {
    ($($step:ident $name:literal, $purpose:literal, $when:ident, [$($slot:ident),*] [$($needed:ident),*];)*) => {
        /// The steps that have a prompt.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Step {
            $($step,)*
        }

        impl Step {
            pub const ALL: [Step; [$($name),*].len()] = [$(Step::$step),*];

            fn facts(self) -> Facts {
                match self {
                    $(Step::$step => Facts {
                        name: $name,
                        purpose: $purpose,
                        when: When::$when,
                        slots: &[$(Slot::$slot),*],
                        needed: &[$(Slot::$needed),*],
                        built_in: include_str!(concat!("../../prompts/", $name, ".md")),
                    },)*
                }
            }
        }
    };
}

steps! {
    Extract "extract", "lists entities and relationships of a passage",
        Index, [EntityTypes, Language, Domain, Form] [Form];
    ExtractRecords "extract_records", "the form of that list where an endpoint writes plain text",
        Index, [Examples] [];
    ExtractJson "extract_json", "the form of that list where an endpoint writes JSON",
        Index, [Examples] [];
    Glean "glean", "lists what the first reading overlooked",
        Index, [EntityTypes, Language, Form] [Form];
    GleanCheck "glean_check", "asks whether anything is still missing, between gleanings",
        Index, [EntityTypes] [];
    Claims "claims", "lists claims of a passage with their quotations",
        Index, [ClaimDescription, EntityTypes, Language] [];
    Same "same", "judges which pairs of names are one thing",
        Index, [] [];
    Describe "describe", "makes one description of several",
        Index, [Subject, Language, MaxWords, Notes] [Notes];
    Report "report", "writes the report of a community",
        Index, [Persona, Language, MaxWords, Findings, Kinds] [];
    Context "context", "says where a text unit stands in its document, for `index --with contextual`",
        Later, [Language, MaxWords] [];
    Summary "summary", "sums up texts that are alike, for `index --with raptor`",
        Later, [Language, MaxWords] [];
    Keywords "keywords", "names what a question looks for, for the mode lightrag",
        Later, [] [];
    Map "map", "takes points that answer a question from a batch of records",
        Later, [Persona, Language] [];
    Explore "explore", "answers from records on the way and asks on, for the mode drift",
        Later, [Persona, Language] [];
    Suppose "suppose", "supposes the report that would answer a question, for the mode drift",
        Later, [MaxWords] [];
    Subquestions "subquestions", "takes a question apart, for the mode lazy",
        Later, [] [];
    Reduce "reduce", "writes an answer from points",
        Later, [Persona, Language, Response] [];
    Answer "answer", "writes an answer from records",
        Later, [Persona, Language, Response, Kinds] [];
    Rate "rate", "rates a record for a question",
        Later, [] [];
    Check "check", "checks an answer against what it cites",
        Later, [] [];
    FoldQuestion "fold_question", "folds the conversation into the question",
        Later, [History, Question] [History, Question];
    Tune "tune", "proposes language, entity types, persona and examples for a corpus",
        Later, [Examples, Passages] [Passages];
    JudgePair "judge_pair", "judges two answers by criteria",
        Later, [Question, Criteria] [Question, Criteria];
    JudgeDifference "judge_difference", "sorts what two answers say into both, first and second",
        Later, [Question] [Question];
    JudgeClaims "judge_claims", "takes a text apart into statements",
        Later, [] [];
    JudgeSupport "judge_support", "says which statements a text makes",
        Later, [] [];
    TestQuestions "test_questions", "writes test questions from passages",
        Later, [Number, Kind] [];
    TestPersonas "test_personas", "names people who would use a collection, and their tasks",
        Later, [Number] [];
    TestGlobal "test_global", "writes test questions about a collection as a whole",
        Later, [Number, Persona, Task] [];
}

/// What a step is asked for.
#[derive(PartialEq)]
enum When {
    /// An index is made of it.
    Index,
    /// An answer, a measurement, or a structure of an index that is finished.
    Later,
}

struct Facts {
    name: &'static str,
    purpose: &'static str,
    when: When,
    slots: &'static [Slot],
    needed: &'static [Slot],
    built_in: &'static str,
}

impl Step {
    /// Whether an index is made of it, and not only an answer.
    pub fn builds(self) -> bool {
        self.facts().when == When::Index
    }

    /// The file's name without `.md`.
    pub fn name(self) -> &'static str {
        self.facts().name
    }

    /// What it is for, in a line.
    pub fn purpose(self) -> &'static str {
        self.facts().purpose
    }

    /// The placeholders it knows.
    pub fn slots(self) -> &'static [Slot] {
        self.facts().slots
    }

    /// The prompt that is built in.
    pub fn built_in(self) -> &'static str {
        self.facts().built_in
    }

    /// Without these a prompt cannot do its work.
    pub(super) fn needed(self) -> &'static [Slot] {
        self.facts().needed
    }
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
