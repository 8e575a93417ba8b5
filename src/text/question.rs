//! What a question asks for, read by rules: its words of content, the names it names, and its shape (a list of
//! documents or people, a count, a change over time, the whole corpus, a judgement that extraction cannot make).
//!
//! English wording is understood; a question in another language keeps all its longer words as content and no shape,
//! which makes it a plain topical question.

use unicode_segmentation::UnicodeSegmentation;

use super::dates::{first_date, is_month};
use super::terms;

/// What a question wants listed or counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Listed {
    /// "which episodes", "what documents".
    Documents,
    /// "which guests", "who".
    People,
}

/// The part somebody plays in the documents, as a question names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// Guests, interviewees, leaders, executives, witnesses: those who speak, but for the host.
    Guest,
    /// The host, the interviewer, the chair.
    Host,
    /// Anybody who speaks or writes.
    Speaker,
}

/// A question, read.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reading {
    /// Words of content in order, lower case, each once.
    pub content: Vec<String>,
    /// Runs of two or more content words that stand side by side, lower case: "machine learning".
    pub phrases: Vec<String>,
    /// The word that says what happened, where the question leads with it: `killed` in "What killed the char?".
    pub predicate: Option<String>,
    /// Capitalised names as written: "Fei-Fei Li", "GDPR".
    pub names: Vec<String>,
    /// Asks for the corpus as a whole: "What are the main themes?".
    pub coverage: bool,
    /// Asks how often something comes up, or in how many documents.
    pub count: bool,
    /// The day it names, in seconds since 1970.
    pub day: Option<i64>,
    /// Asks for a figure or a date: how many tonnes, when, how long.
    pub figure: bool,
    /// Asks where something is or was.
    pub place: bool,
    /// Asks who or what somebody or something is, and nothing else: "Who is Ada Voss?".
    pub definition: bool,
    /// Asks what two have to do with each other.
    pub relation: bool,
    /// Asks for a list of documents or people.
    pub list: Option<Listed>,
    /// Asks how something changed.
    pub over_time: bool,
    /// Asks about tone, style, sentiment, structure: nothing that sentences can be quoted for.
    pub judgement: Option<String>,
    /// Whose words are asked for.
    pub role: Option<Role>,
}

/// True when a word is one of a list's.
fn is_in(list: &str, word: &str) -> bool {
    list.split(' ').any(|listed| listed == word)
}

/// Words that only tie a sentence together.
const FUNCTION_WORDS: &str = "\
    a about according across actually after again against all almost along also although always am among an and \
    another any anybody anyone anything are around as at away back be became because become been before behind being \
    between both but by can could did do does doing done down during each either else ever every everyone everything \
    few for from further get give given go had has have having he her here hers him his how i if in into is it its \
    itself just last least less let like made make many may me might mine more most much must my neither never no \
    nor not now of off often on once one only onto or other others our ours out over own per please rather really \
    same shall she should since so some somebody someone something still such than that the their theirs them then \
    there these they this those through to together too toward towards under until up upon us very via was we were \
    what when where whether which while who whom whose why will with within without would yet you your";

/// Words that frame a question about documents without saying what it is about.
const FRAME_WORDS: &str = "\
    address addressed addresses anecdote anecdotes answer appear appears area areas arise asked aspect aspects \
    attributes believe believes broached brought called certain cite cited cites comment comments common commonly \
    compared concern concerning considered consistently contain contains context conversation conversations cover \
    covered covers deal deals describe described describes detail detailed details difference differences different \
    differ discuss discussed discusses discussing discussion discussions emphasise emphasised emphasize emphasized \
    evidence examine example examples explain explained expressed featured feature features featuring find focus \
    focused found frequent frequently general generally happened highlight highlighted highlighting highlights \
    identified include included includes including insight insights instances issue issues involve involved involves \
    key kind kinds know known list main major mention mentioned mentioning mentions named notable note noted number occur \
    opinion opinions overview particular particularly people perceive perceived person perspective perspectives \
    point points presented primarily question questions recurring reference referenced references regarding relate \
    related relating revolve said say saying says see seen share shared shares sharing show shown shows significant \
    significantly someone sort sorts speak speaking speaks specific specifically spoke spoken standout stories story \
    subject subjects suggest suggested suggests summarise summarize summary takeaway takeaways talk talked talking \
    talks tell tells term terms thing things think thinks thoughts times told topic topics type types typical \
    typically understand unique used uses using various view viewed views way ways word words \
    according envision faced give gives overcoming progression speculate throughout whether characterise characterize recount recounting";

/// Words of content that say little by themselves: what is asked about stands beside them ("the role of mentors", "new
/// technologies").
const LIGHT_WORDS: &str = "\
    approach approaches associated balance balancing broader broad collective companies company considerations \
    contributed correlated current currently direct directly directions direction drive drives driving effective \
    emerging enhanced enhance entire existing experience experiences faced facing highest impending importance \
    important increase industry initiatives integrating integration large level levels maintaining maintain multiple \
    negative negatively new overall parts patterns personal pivotal positive positively possible potential potentially \
    practices process processes project projects promote propose proposed provide provides qualities quality real \
    relation role roles sector sectors seem shape short significance stage stages successful support tech technological \
    technologies technology unsuccessful upcoming usage value values vary versus world \
    business businesses decade keep model models next offering offerings trend trends";

/// Nouns for the corpus and its documents.
const DOCUMENT_WORDS: &str = "\
    article articles collection corpus document documents email emails episode episodes file files folder interview \
    interviews letter letters meeting meetings memo memos minutes paper papers passage passages pile podcast \
    podcasts record records report reports source sources text texts transcript transcripts";

const GUEST_WORDS: &str = "\
    guest guests interviewee interviewees leader leaders executive executives participant participants witness \
    witnesses panellist panellists panelist panelists";
const HOST_WORDS: &str = "\
    host hosts interviewer interviewers moderator chair";
const SPEAKER_WORDS: &str = "\
    speaker speakers author authors writer writers analyst analysts contributor contributors somebody who";

/// Verbs of talking about something.
const DISCUSS_WORDS: &str = "\
    talk talks talked discuss discusses discussed mention mentions mentioned speak speaks spoke address addresses \
    raise raises raised write writes wrote share shares";

/// Words that ask for the whole when nothing else is asked.
const WHOLE_WORDS: &str = "\
    theme themes topic topics subject subjects about overview summary summarise summarize takeaway takeaways \
    insights discussed contain contains cover covers issues happening discussions story stories";

/// Words that ask for a judgement no sentence can be quoted for, with the name it goes by.
const JUDGEMENT_WORDS: &[(&str, &str)] = &[
    ("tone", "tone tones sentiment sentiments mood optimistic pessimistic attitude cautious"),
    ("language and style", "language phrasing wording style vocabulary rhetoric phrases"),
    (
        "structure and flow",
        "structure structural flow sequence segue transition transitions transitioning narrative narratives storytelling",
    ),
    ("engagement", "engaged engaging engagement animated elicit"),
    ("the overall impression", "controversial surprising persuasive convincing credible honest trustworthy best worst"),
];

/// Verbs that stand before whoever does what is asked.
const AUXILIARIES: &str = "are can could did do does had has have is may might must shall should was were will would";

/// Words that ask how something changed.
const TIME_WORDS: &str = "\
    change changed changes evolve evolved evolution shift shifted trend developed progression history timeline \
    chronology";

impl Reading {
    /// Reads a question. Linear in its length; only the first 4,000 characters are looked at.
    pub fn of(question: &str) -> Self {
        let question: String = question.chars().take(4_000).collect();
        let lower = question.to_lowercase();
        let words: Vec<&str> = question.unicode_words().collect();
        let has = |list: &str| words.iter().any(|word| is_in(list, &word.to_lowercase()));

        let mut reading = Reading {
            names: names(&question),
            day: first_date(&question),
            place: lower.starts_with("where ") || lower.contains(" where was ") || lower.contains(" where were "),
            count: counts(&lower),
            figure: [
                "how many",
                "how much",
                "when ",
                "how long",
                "how old",
                "how far",
                "what year",
                "what date",
                "what time",
            ]
            .iter()
            .any(|cue| lower.contains(cue)),
            definition: ["who is ", "who was ", "who are ", "who were ", "what is ", "what was ", "what are "]
                .iter()
                .any(|cue| lower.strip_prefix(cue).is_some_and(|rest| opens_with_name(rest, &question))),
            relation: [
                "have to do with",
                "has to do with",
                "had to do with",
                "connect",
                "relationship",
                " link",
                "between ",
            ]
            .iter()
            .any(|cue| lower.contains(cue)),
            over_time: has(TIME_WORDS)
                && (lower.contains("how ") || lower.contains("over ") || lower.contains("timeline")),
            ..Reading::default()
        };
        reading.role = if has(HOST_WORDS) {
            Some(Role::Host)
        } else if has(GUEST_WORDS) {
            Some(Role::Guest)
        } else if has(SPEAKER_WORDS) {
            Some(Role::Speaker)
        } else {
            None
        };
        reading.list = listed(&lower);
        reading.judgement = JUDGEMENT_WORDS.iter().find(|(_, cues)| has(cues)).map(|(name, _)| (*name).to_owned());
        reading.read_content(&question);
        reading.predicate = predicate(&words).filter(|word| reading.content.contains(word));
        // "What is said of Ada Voss?" asks for what is said.
        let of_names = |word: &String| {
            reading.names.iter().flat_map(|name| name.unicode_words()).any(|part| part.to_lowercase() == *word)
        };
        let only_names = !reading.names.is_empty() && reading.content.iter().all(of_names);
        reading.definition &= only_names && !has("said say told known written thought");
        reading.coverage =
            reading.content.is_empty() && reading.names.is_empty() && (has(WHOLE_WORDS) || words.len() < 8);
        reading
    }

    /// True when there is nothing to look for: no content, no name.
    pub fn is_empty(&self) -> bool {
        self.content.is_empty() && self.names.is_empty()
    }

    /// True for a question about a matter, not a fact: it names nobody and no day, and asks for no figure, place or deed. What
    /// answers it is spread over many sentences, none of which need say much of it.
    pub fn is_open(&self) -> bool {
        let asks_for_a_fact = self.figure || self.place || self.definition || self.relation;
        !asks_for_a_fact && self.names.is_empty() && self.day.is_none() && self.predicate.is_none()
    }

    fn read_content(&mut self, question: &str) {
        let mut run: Vec<String> = Vec::new();
        // Where no space parts words, pairs of letters stand for them, as they do everywhere else.
        for word in terms::words(question).filter(|word| word.text.starts_with(terms::is_unspaced)) {
            if !self.content.iter().any(|known| known == word.text) {
                self.content.push(word.text.to_owned());
            }
        }
        // A comma, a bracket or a function word ends a phrase.
        for piece in question.split_word_bounds().filter(|piece| !piece.starts_with(terms::is_unspaced)) {
            if piece.trim().is_empty() || piece == "-" {
                continue;
            }
            let word = piece.to_lowercase();
            let word = word.strip_suffix("'s").or_else(|| word.strip_suffix("’s")).unwrap_or(&word).to_owned();
            if piece.chars().any(char::is_alphanumeric) && is_content(&word) {
                if !self.content.contains(&word) {
                    self.content.push(word.clone());
                }
                run.push(word);
            } else {
                self.end_phrase(&mut run);
            }
        }
        self.end_phrase(&mut run);
    }

    fn end_phrase(&mut self, run: &mut Vec<String>) {
        if run.len() > 1 && run.len() <= 4 {
            let phrase = run.join(" ");
            if !self.phrases.contains(&phrase) {
                self.phrases.push(phrase);
            }
        }
        run.clear();
    }
}

/// True when what is left of a question, in lower case, begins with the first name in it.
fn opens_with_name(rest: &str, question: &str) -> bool {
    let named = names(question).first().map(|name| name.to_lowercase());
    named.is_some_and(|name| rest.strip_prefix("the ").unwrap_or(rest).starts_with(&name))
}

/// The word after "what" or "who" at the beginning: the verb of a question about whoever did it.
fn predicate(words: &[&str]) -> Option<String> {
    let first = words.first()?.to_lowercase();
    // "What obstacles do they mention?" leads with what is asked for, and no verb.
    let is_asked_for = words.get(2).is_some_and(|next| is_in(AUXILIARIES, &next.to_lowercase()));
    if is_asked_for {
        return None;
    }
    matches!(first.as_str(), "what" | "who").then(|| words.get(1).map(|word| word.to_lowercase()))?
}

/// True for a word that says what a question is about.
fn is_content(word: &str) -> bool {
    let listed = |list: &str| is_in(list, word);
    let short = word.chars().count() < 2 && word.is_ascii();
    !(short
        || listed(FUNCTION_WORDS)
        || listed(FRAME_WORDS)
        || listed(DOCUMENT_WORDS)
        || listed(GUEST_WORDS)
        || listed(HOST_WORDS)
        || listed(SPEAKER_WORDS)
        || matches!(word, "theme" | "themes"))
}

/// True for a word of content that says little by itself.
pub fn is_light(word: &str) -> bool {
    is_in(LIGHT_WORDS, word)
}

/// What the question wants listed: the noun after "which", "what" or "who".
fn listed(lower: &str) -> Option<Listed> {
    let words: Vec<&str> = lower.unicode_words().collect();
    for (i, word) in words.iter().enumerate() {
        match *word {
            // "Which of the episodes", "which specific guests", but "what guests" only: "What do guests say" asks
            // for what they say.
            "which" | "what" => {
                let reach = if *word == "which" { 3 } else { 1 };
                for next in words.iter().skip(i + 1).take(reach) {
                    if matches!(*next, "do" | "does" | "did" | "is" | "are" | "was" | "were") {
                        break;
                    }
                    if is_in(DOCUMENT_WORDS, next) && !matches!(*next, "corpus" | "podcast" | "collection") {
                        return Some(Listed::Documents);
                    }
                    if is_in(GUEST_WORDS, next) || is_in(SPEAKER_WORDS, next) || matches!(*next, "people" | "persons") {
                        return Some(Listed::People);
                    }
                }
            }
            // "Who talks about …" wants everybody who does; "Who signed the lease?" wants one name.
            "who" if i == 0 && words.get(1).is_some_and(|next| is_in(DISCUSS_WORDS, next)) => {
                return Some(Listed::People);
            }
            _ => {}
        }
    }
    let asks_for_documents =
        ["are there any ", "are there ", "do any ", "is there "].iter().any(|cue| lower.starts_with(cue))
            && words
                .iter()
                .take(6)
                .any(|word| matches!(*word, "episodes" | "documents" | "letters" | "files" | "articles"));
    asks_for_documents.then_some(Listed::Documents)
}

/// True when occurrences are to be counted, not when a figure is asked for that a document may say.
fn counts(lower: &str) -> bool {
    if ["how often", "how frequently", "how common", "number of times", "how many times"]
        .iter()
        .any(|cue| lower.contains(cue))
    {
        return true;
    }
    let counted = |noun: &str| is_in(DOCUMENT_WORDS, noun) || is_in(GUEST_WORDS, noun) || noun == "people";
    lower.split("how many ").skip(1).any(|rest| {
        rest.unicode_words().take(2).any(counted) && DISCUSS_WORDS.split(' ').any(|verb| rest.contains(verb))
    })
}

/// Capitalised names inside a question; its first word counts only when it is no ordinary opening.
fn names(question: &str) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    let mut run: Vec<&str> = Vec::new();
    let mut first = true;
    for piece in question.split_whitespace() {
        let word = piece.trim_matches(|c: char| !c.is_alphanumeric());
        let word = word.strip_suffix("'s").or_else(|| word.strip_suffix("’s")).unwrap_or(word);
        let lower = word.to_lowercase();
        let capital = word.chars().next().is_some_and(char::is_uppercase);
        let ordinary = is_in(FUNCTION_WORDS, &lower)
            || is_in(FRAME_WORDS, &lower) && (first || run.is_empty())
            || is_in(DOCUMENT_WORDS, &lower) && run.is_empty();
        if capital && !ordinary {
            run.push(word);
        } else if !run.is_empty() {
            names.push(run.join(" "));
            run.clear();
        }
        if !run.is_empty() && piece.ends_with([',', '.', ';', '?', '!', ':', ')']) {
            names.push(run.join(" "));
            run.clear();
        }
        first = false;
    }
    if !run.is_empty() {
        names.push(run.join(" "));
    }
    let mut seen = std::collections::HashSet::new();
    // *On 1 February* names a day, and nobody called February.
    names.retain(|name| !name.split(' ').all(|word| is_month(&word.to_lowercase())) && seen.insert(name.clone()));
    names
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_question_without_content_asks_for_the_whole() {
        for question in [
            "What are the main themes?",
            "What is this about?",
            "Summarise the documents",
            "What do the guests talk about?",
        ] {
            assert!(Reading::of(question).coverage, "{question}");
        }
        for question in ["What do they say about privacy?", "Who owns the dredger?", "What happened at Holm Sluice?"] {
            assert!(!Reading::of(question).coverage, "{question}");
        }
    }

    #[test]
    fn scripts_without_spaces_are_read_in_pairs() {
        let reading = Reading::of("谁修了北堤?");
        assert_eq!(reading.content, ["谁修", "修了", "了北", "北堤"]);
        assert!(reading.phrases.is_empty() && !reading.is_empty());
        assert_eq!(Reading::of("Who mended 北堤 in spring?").content, ["北堤", "mended", "spring"]);
    }

    #[test]
    fn content_is_what_is_left() {
        let reading =
            Reading::of("How do guests generally perceive the impact of privacy laws on technology development?");
        assert_eq!(reading.content, ["impact", "privacy", "laws", "technology", "development"]);
        assert_eq!(reading.phrases, ["privacy laws", "technology development"]);
        assert_eq!(reading.role, Some(Role::Guest));
    }

    #[test]
    fn lists_and_counts_are_seen() {
        assert_eq!(Reading::of("Which episodes address privacy?").list, Some(Listed::Documents));
        assert_eq!(Reading::of("Which guests talk about education?").list, Some(Listed::People));
        assert_eq!(Reading::of("Who talks about the lease?").list, Some(Listed::People));
        assert_eq!(Reading::of("Who signed the lease?").list, None);
        assert_eq!(Reading::of("What do guests say about the lease?").list, None);
        assert!(Reading::of("How many documents mention the lease?").count);
        let tonnes = Reading::of("How many tonnes went into the dam?");
        assert!(!tonnes.count && tonnes.figure);
        assert!(Reading::of("How often is data security broached?").count);
        assert_eq!(Reading::of("What do they say about which way to go?").list, None);
    }

    #[test]
    fn who_somebody_is_and_what_two_have_to_do_with_each_other() {
        for question in ["Who is Ada Voss?", "Who was Jean-Luc Arden?", "What is the Harbour Board?"] {
            assert!(Reading::of(question).definition, "{question}");
        }
        for question in ["Who is behind the Harbour Board?", "What is said of Ada Voss?", "Where is Ada Voss?"] {
            assert!(!Reading::of(question).definition, "{question}");
        }
        assert!(Reading::of("What does Ada Voss have to do with Tolland?").relation);
        assert!(!Reading::of("What does Ada Voss say of Tolland?").relation);
    }

    #[test]
    fn the_leading_verb_is_the_predicate() {
        assert_eq!(Reading::of("What killed the char?").predicate.as_deref(), Some("killed"));
        assert_eq!(Reading::of("Who is behind the loan?").predicate, None);
    }

    #[test]
    fn a_question_about_a_matter_is_open() {
        for question in ["What obstacles do guests mention?", "How do they describe the role of mentors?"] {
            assert!(Reading::of(question).is_open(), "{question}");
        }
        for question in ["What killed the char?", "How many tonnes went in?", "What is said of Ada Voss?"] {
            assert!(!Reading::of(question).is_open(), "{question}");
        }
    }

    #[test]
    fn judgements_are_named() {
        assert_eq!(Reading::of("Do guests use optimistic or cautious language?").judgement.as_deref(), Some("tone"));
        assert_eq!(Reading::of("What was paid to the dredging firm?").judgement, None);
    }

    #[test]
    fn names_are_kept_whole() {
        assert_eq!(Reading::of("What does Fei-Fei Li say about ImageNet?").names, ["Fei-Fei Li", "ImageNet"]);
        assert_eq!(Reading::of("How did Ada's letters reach the Harbour Board?").names, ["Ada", "Harbour Board"]);
        assert_eq!(Reading::of("Which Episodes mention GDPR").names, ["GDPR"]);
        assert_eq!(Reading::of("Where was Ada Voss on 1 February 2019?").names, ["Ada Voss"]);
    }

    proptest! {
        #[test]
        fn never_panics(question in "\\PC{0,200}") {
            Reading::of(&question);
        }
    }
}
