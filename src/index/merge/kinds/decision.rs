//! What an entity is: by its own words, by what its passages say, by the sentence that defines it.

use crate::index::merge::entities::resolution::own_surface;
use crate::index::merge::people::persons::may_be_called;
use crate::index::merge::spelling::cases::Cases;
use crate::index::merge::table::{CONCEPT, KINDS, Name, ORGANISATION, PERSON, PLACE};
use crate::model::EntityType;
use crate::text::cutting::punctuation::{is_closer, is_terminal};
use crate::text::language::word_lists;
use crate::text::names::kind;
use crate::text::names::tag::{is_ordinary_word, is_verb};
use crate::text::words::fold;
use crate::text::words::lexicon::{Flags, flags, known_as_written, known_kind};
use crate::text::words::wordlist::{is_article, is_auxiliary, is_copula, is_preposition};

word_lists! {
    static WORDS = "decision.toml":
        becoming, vague, clauses, relatives, being, prepositions, partitives, one, of, adverb_endings, of_persons, of_products, of_organisations, of_places
}

/// What a vote for a person counts beside others where only two capitals made it.
const BY_CAPITALS: f32 = 0.7;

/// What a defining sentence counts, if it speaks for all mentions.
const DEFINED: f32 = 3.0;
/// Mentions that a definition speaks for where the name opens the sentence: *Tarn is a village*.
const OPENING: f32 = 100.0;
/// Mentions that a definition in passing speaks for: an apposition, which may be misread, does not decide what a name
/// of a thousand mentions is.
const PASSING: f32 = 25.0;
/// A lone name is a person's where it speaks this many times, and this many times as often as anything else is said of
/// it.
const HEARD: u32 = 4;
/// Vote for a person where a lone word is a first name: enough if nothing else is known.
const FIRST_NAME: f32 = 1.5;

/// Vote for an organisation where one of the names has a legal form behind it.
const FIRM: f32 = 3.0;

/// Vote for a person where the name is a speaker's.
const SPEAKS: f32 = 3.0;

/// What the defining sentences of an entity say.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::index::merge) struct Definitions {
    /// By [`KINDS`], the mentions they speak for and how many there are.
    kinds: [(f32, u32); 8],
}

impl Definitions {
    pub fn add(&mut self, defined: &Defined) {
        if let Some(kind) = KINDS.iter().position(|kind| *kind == defined.kind) {
            self.kinds[kind].0 += defined.reach;
            self.kinds[kind].1 += 1;
        }
    }

    /// True when a sentence defines it as a person: *Tarn Abbot, the managing director*.
    fn tells_person(&self) -> bool {
        self.kinds[PERSON].1 > 0
    }

    /// Returns the votes for each kind of an entity with `mentions` mentions. Definitions that agree confirm each
    /// other: three independent ones count for more than three times as many mentions.
    fn votes(&self, mentions: f32) -> [f32; 8] {
        let spoken_for = self.kinds.map(|(reach, count)| reach * count as f32);
        let all = spoken_for.iter().sum::<f32>().max(mentions);
        spoken_for.map(|reach| DEFINED * reach / all)
    }
}

/// What a sentence defines a name as, and how many mentions that speaks for.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::index) struct Defined {
    pub kind: EntityType,
    pub reach: f32,
    /// A label in front says so, and no sentence.
    pub labelled: bool,
}

/// True for a name that begins with a first name, a title or an initial.
fn starts_as_person(key: &str) -> bool {
    let first = key.split(' ').next().unwrap_or_default();
    flags(first).has(Flags::FIRST_NAME | Flags::HONORIFIC) || first.chars().count() == 1
}

/// Decides the type of an entity from its names (the display name first) and what its defining sentences tell. Of
/// `somebody` it is known that the passages have them as a person, and of a `thing` that they do not, whatever the
/// words look like.
pub(in crate::index::merge) fn decide(
    names: &[&Name],
    defined: &Definitions,
    cases: &Cases,
    (somebody, thing): (bool, bool),
) -> EntityType {
    let somebody = somebody && !thing;
    if let Some(kind) = names.iter().find_map(|name| name.other_kind.clone()) {
        return kind;
    }
    let (mut proper, mut common) = (0u32, 0u32);
    for name in names {
        proper += name.proper;
        common += name.common;
    }
    // The letters of *virtual private network* are written with capitals, whatever they stand for.
    let (mut whole_proper, mut whole_common) = (0, 0);
    for name in names.iter().filter(|name| name.key.contains(' ')) {
        whole_proper += name.proper;
        whole_common += name.common;
    }
    if common > proper || whole_common > whole_proper {
        return EntityType::Concept;
    }
    let total = proper.max(1) as f32;
    let mut votes = votes_of_names(names, total);
    for (vote, told) in votes.iter_mut().zip(defined.votes(total)) {
        *vote += told;
    }
    weigh_person(&mut votes, names, defined, cases, (somebody, thing));
    // *Oncology* is where nobody is, though much is done in it.
    if names.iter().all(|name| !name.key.contains(' ') && cases.is_small(&name.key)) {
        votes[PLACE] = 0.0;
    }
    // Written small as often as not: hardly a name.
    votes[CONCEPT] += common as f32 / total;
    // Two capitals make a person where nothing tells otherwise; a list of companies does.
    let by_capitals = !somebody && names.iter().all(|name| name.written.is_none() && !starts_as_person(&name.key));
    let weighed = |number: usize, vote: f32| if by_capitals && number == PERSON { vote * BY_CAPITALS } else { vote };
    let best = votes
        .iter()
        .enumerate()
        .max_by(|&(a, &of_a), &(b, &of_b)| weighed(a, of_a).total_cmp(&weighed(b, of_b)).then(b.cmp(&a)));
    match best {
        Some((number, &vote)) if vote >= 1.4 => KINDS[number].clone(),
        _ => EntityType::Concept,
    }
}

/// What extraction voted, and what the words of the names tell, for an entity with so many mentions of names.
fn votes_of_names(names: &[&Name], total: f32) -> [f32; 8] {
    let mut votes = [0.0f32; 8];
    for (at, name) in names.iter().enumerate() {
        for (vote, &count) in votes.iter_mut().zip(&name.votes) {
            *vote += count as f32 / total * 4.0;
        }
        // What an acronym stands for says more than its letters.
        let weight = if at == 0 || name.key.contains(' ') { 3.0 } else { 1.0 };
        let known = known_as_written(own_surface(name)).map(|kind| (kind, 4.0));
        let by_words = || kind::by_words(own_surface(name)).map(|kind| (kind, weight));
        if let Some((kind, weight)) = known.or_else(by_words)
            && let Some(number) = KINDS.iter().position(|known| *known == kind)
        {
            votes[number] += weight;
        }
    }
    votes
}

/// Adds what makes somebody of the names, and takes every vote for it from what is nobody.
fn weigh_person(
    votes: &mut [f32; 8],
    names: &[&Name],
    defined: &Definitions,
    cases: &Cases,
    (somebody, thing): (bool, bool),
) {
    if names.iter().all(|name| is_lone_first_name(name, cases) || is_heard(name, cases)) {
        votes[PERSON] += FIRST_NAME;
    }
    // Whoever a document says that speaks is somebody, whatever the words look like.
    let speaks = |name: &&&Name| name.written.is_some() && (name.key.contains(' ') || !is_ordinary_word(&name.key));
    if names.iter().any(|name| speaks(&name) && may_be_called(&name.key, true)) {
        votes[PERSON] += SPEAKS;
    }
    // *Planning Board Hearing* is nobody, whoever *said* what behind it.
    let told = defined.tells_person();
    if !somebody && !names.iter().any(|name| may_be_called(&name.key, told || name.written.is_some())) {
        votes[PERSON] = 0.0;
    }
    // What has a legal form behind it somewhere is a firm wherever it is named.
    if names.iter().any(|name| name.surfaces.keys().any(|surface| kind::is_firm(surface))) {
        votes[PERSON] = 0.0;
        votes[ORGANISATION] += FIRM;
    }
    // A doctrine is nobody's name, whatever is written behind its colon.
    let nobody = |name: &&Name| (name.written.is_none() || kind::is_movement(&name.key)) && cases.calls_nobody(name);
    if thing || !somebody && names.iter().all(nobody) {
        votes[PERSON] = 0.0;
    }
}

/// True for a lone word, hardly ever written small, that several times says something or stands behind a title, and of
/// which nothing else is told: somebody of a tale who has no other name.
fn is_heard(name: &Name, cases: &Cases) -> bool {
    let person = name.votes[PERSON];
    let other = name.votes_against_person();
    person >= HEARD
        && person >= other * HEARD
        && !name.key.contains(' ')
        && name.common == 0
        && known_kind(&name.key).is_none()
        && cases.is_capital(&name.key)
}

/// True for a first name alone that is hardly ever written small.
fn is_lone_first_name(name: &Name, cases: &Cases) -> bool {
    let known = flags(&name.key);
    known.has(Flags::FIRST_NAME)
        && !known.has(Flags::PLACE | Flags::MONTH | Flags::WEEKDAY)
        && name.common == 0
        && (cases.is_capital(&name.key) || !is_ordinary_word(&name.key) && !cases.is_small(&name.key))
}

/// Returns what a sentence defines a name as: *X is a fishing village*, *X, an American writer*. `before` and `behind`
/// are the text of the sentence in front of the name and after it.
pub(in crate::index) fn defined(before: &str, called: &str, behind: &str) -> Option<Defined> {
    let mut rest = behind.trim_start();
    // A parenthesis between name and verb: *(born 4 May 1950)*.
    if let Some(open) = rest.strip_prefix('(') {
        rest = open.split_once(')')?.1.trim_start();
    }
    let kind = match rest.strip_prefix(',') {
        Some(rest) => apposition(rest).filter(|_| !(is_fronted(before) || is_opening(before) && is_adverb(called))),
        None => complement(rest).filter(|_| !ends_in_preposition(before)),
    };
    // "ORSK — The ferry is late": where a report was written.
    if is_dateline(before, called, behind) {
        return Some(Defined { kind: EntityType::Place, reach: OPENING, labelled: true });
    }
    // "Product: Tarnlamp 2": a field is filled in with what it is called.
    let suits = |kind: &EntityType| *kind != EntityType::Person || !called.contains(|c: char| c.is_ascii_digit());
    if let Some(kind) = labelled(before).filter(suits) {
        return Some(Defined { kind, reach: OPENING, labelled: true });
    }
    let subject = is_opening(before) && !rest.starts_with(',');
    kind.map(|kind| Defined { kind, reach: if subject { OPENING } else { PASSING }, labelled: false })
}

/// True for a name in capitals with a dash and a sentence behind it, as reports begin with the place that they were
/// sent from: behind that of a study stands no sentence (*TARNMARK – Protocol v1.0*).
fn is_dateline(before: &str, called: &str, behind: &str) -> bool {
    /// Letters that tell a name from an acronym.
    const LETTERS: usize = 5;
    let dash = behind.strip_prefix(' ').is_some_and(|rest| rest.starts_with(['—', '–']));
    let named = called.chars().count() >= LETTERS && called.chars().all(|c| c.is_uppercase() || c == ' ');
    let told = behind.trim_end().ends_with(|c| is_terminal(c) || is_closer(c) || c == ':');
    before.trim().is_empty()
        && dash
        && told
        && named
        && !called.split(' ').any(|word| is_ordinary_word(&word.to_lowercase()))
}

/// What the label says that a value right behind it is: `**Customer:** `.
fn labelled(before: &str) -> Option<EntityType> {
    const LONGEST: usize = 3;
    let label = before.trim_end_matches([' ', '*', '_']).strip_suffix(':')?;
    let label = label.rsplit(['\n', ';', '|', ':']).next()?.trim_matches([' ', '*', '_', '-']);
    let told: Vec<String> = words(label).map(fold::key).collect();
    if told.len() > LONGEST {
        return None;
    }
    // The last word is the noun: *product owner*.
    let noun = told.last()?;
    let kinds = [
        (&WORDS.of_persons, EntityType::Person),
        (&WORDS.of_products, EntityType::Product),
        (&WORDS.of_organisations, EntityType::Organisation),
        (&WORDS.of_places, EntityType::Place),
    ];
    kinds.into_iter().find(|(list, _)| list.has(noun)).map(|(_, kind)| kind).or_else(|| kind::by_noun(noun))
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| c.is_whitespace() || c == ',').filter(|word| !word.is_empty())
}

/// What *is a fishing village* says.
fn complement(rest: &str) -> Option<EntityType> {
    let mut words = words(rest).peekable();
    words.next().filter(|first| is_copula(first) || WORDS.becoming.has(first))?;
    let article = words.next().filter(|word| is_article(word) || WORDS.one.has(word))?;
    // *One of the villages*; what stands behind any other *of* is something else: *the head of a company*.
    if WORDS.one.has(article) {
        words.next_if(|word| WORDS.of.has(word));
    }
    noun(words)
}

/// What *a Norwegian company*, between commas or up to the end of the sentence, says; with a verb in it, it is a clause
/// of its own: *For Tarn, the state is a lie.*
fn apposition(rest: &str) -> Option<EntityType> {
    let end = rest.find([',', ';', ':', '—', '–', '(', ')', '.', '!', '?', '"', '”']).unwrap_or(rest.len());
    let phrase: Vec<&str> = words(&rest[..end]).collect();
    let (article, phrase) = phrase.split_first()?;
    if !is_article(article) {
        return None;
    }
    let clause = phrase.iter().position(|word| WORDS.relatives.has(word)).unwrap_or(phrase.len());
    let own = &phrase[..clause];
    let tied = |at: usize| own.get(at + 1).is_some_and(|next| leads(next));
    let is_finite =
        |(at, word): (usize, &&str)| is_auxiliary(word) || WORDS.being.has(word) || is_verb(word) && !tied(at);
    if own.iter().enumerate().any(is_finite) {
        return None;
    }
    // Several are not what one is: *Tarn, the producers*.
    noun(own.iter().copied().filter(|word| fold::singular(&fold::key(word)) == fold::key(word)))
}

/// The kind that the first noun of a phrase tells, or the last of several that follow each other; *a handful of
/// companies have asked* says nothing.
fn noun<'a>(words: impl Iterator<Item = &'a str>) -> Option<EntityType> {
    const LONGEST: usize = 9;
    let mut measured = false;
    words
        .take(LONGEST)
        .take_while(|word| !WORDS.vague.has(word))
        // *A piece of software* is software, *the head of a company* is none.
        .take_while(|word| {
            let goes_on = WORDS.of.has(word) && measured;
            measured = WORDS.partitives.has(word);
            goes_on || !WORDS.clauses.has(word)
        })
        .map(|word| kind::by_noun(&fold::key(word)))
        .skip_while(Option::is_none)
        // *A university dean* is nobody's university.
        .map_while(|kind| kind)
        .last()
}

/// True where nothing stands in front of a name in its sentence.
fn is_opening(before: &str) -> bool {
    !before.contains(char::is_alphanumeric)
}

/// *Unsurprisingly, the company sank.*
fn is_adverb(called: &str) -> bool {
    let key = fold::key(called);
    WORDS.adverb_endings.iter().any(|ending| key.ends_with(ending))
        && !key.contains(' ')
        && !flags(&key).has(Flags::FIRST_NAME | Flags::PLACE)
}

/// True for a preposition, of one word or the first of several.
fn leads(word: &str) -> bool {
    is_preposition(word) || WORDS.prepositions.has(word)
}

fn ends_in_preposition(before: &str) -> bool {
    words(before).last().is_some_and(|word| leads(&fold::key(word)))
}

/// True where a name ends the phrase that is put in front of a clause: *According to Tarn, the state …*.
fn is_fronted(before: &str) -> bool {
    const LONGEST: usize = 4;
    let clause = before.rsplit([';', ':', '—', '–', '"', '“']).next().unwrap_or(before);
    let first = words(clause).next().is_some_and(|word| leads(&fold::key(word)));
    first && words(clause).count() <= LONGEST && ends_in_preposition(clause)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind_told(before: &str, called: &str, behind: &str) -> Option<EntityType> {
        defined(before, called, behind).map(|defined| defined.kind)
    }

    #[test]
    fn defining_sentences() {
        for (behind, kind) in [
            (" is a fishing village in the north", Some(EntityType::Place)),
            (" (born 4 May 1950) is an American writer of plays", Some(EntityType::Person)),
            (" is one of the largest towns of the north", Some(EntityType::Place)),
            (", a Norwegian shipping company, sank", Some(EntityType::Organisation)),
            (", a shipping company based in Orsk.", Some(EntityType::Organisation)),
            (", the art school dean.", Some(EntityType::Person)),
            (", a writer who has lived in Orsk for years.", Some(EntityType::Person)),
            (" was a 1931 drama film directed by", Some(EntityType::Work)),
            (", a handful of software companies have asked", None),
            (", the state is a lie.", None),
            (", the company sank.", None),
            (", the February revolution would not have come.", None),
            (", the authors of the whole", None),
            (" is a small piece of software", Some(EntityType::Product)),
            (" was the only one of the party", None),
            (" is great", None),
            (" said a writer", None),
        ] {
            assert_eq!(kind_told("", "Tarn", behind), kind, "{behind}");
        }
    }

    #[test]
    fn a_label_says_what_stands_behind_it() {
        let kind = |before: &str| kind_told(before, "Tarnlamp Two", "");
        assert_eq!(kind("Product: "), Some(EntityType::Product));
        assert_eq!(kind("status: open; **Reported by customer:** "), Some(EntityType::Person));
        assert_eq!(kind("- Company: "), Some(EntityType::Organisation));
        assert_eq!(kind("job: 4; contractor: "), Some(EntityType::Organisation));
        assert_eq!(kind("estate: "), Some(EntityType::Place));
        for before in ["They said: ", "Subject: ", "The product that was sold to them last year: ", "Product "] {
            assert_eq!(kind(before), None, "{before}");
        }
    }

    #[test]
    fn a_report_is_sent_from_a_place() {
        assert_eq!(kind_told("", "TARNSK", " — The ferry is late."), Some(EntityType::Place));
        for (before, called, behind) in [
            ("", "TARNSK", " is late."),
            ("", "Tarnsk", " — it."),
            ("At ", "TARNSK", " — it."),
            ("", "NOTICE", " — it."),
            ("", "TARNSK", " — Protocol"),
        ] {
            assert_eq!(kind_told(before, called, behind), None, "{before}{called}{behind}");
        }
    }

    #[test]
    fn what_is_put_in_front_of_a_clause_is_defined_by_nothing() {
        for (before, called) in [("For ", "Tarn"), ("According to ", "Tarn"), ("", "Lastly")] {
            assert_eq!(kind_told(before, called, ", the state forbade it in May."), None, "{before}{called}");
        }
        assert_eq!(kind_told("The trouble with ", "Tarn", " is the company."), None);
        assert_eq!(kind_told("She lives in ", "Tarn", ", a village in the north."), Some(EntityType::Place));
        let ruins = "They met at noon, among the ruins of ";
        assert_eq!(kind_told(ruins, "Old Tarn", ", the village that was drowned."), Some(EntityType::Place));
        assert_eq!(kind_told("", "Emily", ", a writer, came."), Some(EntityType::Person));
    }
}
