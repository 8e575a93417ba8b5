//! What of the passages chosen is quoted, and how far each is shown: what describes whoever is asked about, then what
//! says something of the matter that was not quoted before.

use super::reaching::{Further, behind, going_on, reaching, reply, reports_question, restates, whole_item};
use crate::judgement::ContextRecord;
use crate::judgement::extractive::answers::answer::{Answer, confidence};
use crate::judgement::extractive::answers::from_passages::{GIVEN, PassageAnswer};
use crate::judgement::extractive::contradictions::correcting::{
    OF_THE_MATTER, corrects, is_rule_of, only_restates, put_right, right_behind,
};
use crate::judgement::extractive::contradictions::replacing::replaced;
use crate::judgement::extractive::relevance::kind_asked::is_relative;
use crate::judgement::extractive::relevance::other_names::names_another;
use crate::judgement::extractive::relevance::plainly::above;
use crate::judgement::extractive::relevance::precedence::{is_caption, names};
use crate::judgement::rank::features::{Candidate, asks, is_roster};
use crate::judgement::rank::roles::{enters, tells_role};
use crate::judgement::rank::select::Ranked;
use crate::model::{Evidence, Kind, SentenceKind};
use crate::text::cutting::punctuation::ends_sentence;
use crate::text::dates::known;
use crate::text::layout::sentences::is_run_in;
use crate::text::statements::office::{BESIDE, Sought};
use crate::text::statements::stance::{STATED, Stance};
use crate::text::words::fold;
use crate::text::words::terms::{Stems, folded, words};
use crate::text::words::wordlist::is_title_of_person;

/// A further passage has at least this part of what the first has of the question, or goes on from one that has it; the
/// talk of a few documents answers in words of its own.
const FAINT: f32 = 0.25;
/// The same where the first has all that is asked, unless that is a matter of which many may speak.
const FAINT_BESIDE: f32 = 0.5;
/// The same where the first gives the one fact that is asked for: who, where, when, how many.
const FAINT_FACT: f32 = 0.7;
/// Words of a sentence within which it names whom it is about: an article or a title, and the name.
const OPENING: usize = 3;
/// Sentences behind a question and an effect in which the reply and the cause may stand, and bytes of a passage that
/// says little by itself.
const BEHIND: usize = 2;
const BRIEF: usize = 60;
/// Words of a name that stands alone, at most, and passages beside the one that gives the fact which is asked for.
const NAME_WORDS: usize = 3;
const BESIDE_FACT: usize = 8;
/// Passages that stand in the order in which they were chosen.
const FIRST: usize = 3;

/// True for a sentence behind a heading that runs into it.
fn runs_in(quoted: &str) -> bool {
    quoted.find(". ").is_some_and(|end| is_run_in(&quoted[..=end]))
}

/// True for a few words with capitals and nothing else, as a signature or a place stands in a line by itself.
fn is_lone_name(quoted: &str) -> bool {
    let all: Vec<_> = words(quoted).take(NAME_WORDS + 1).collect();
    (1..=NAME_WORDS).contains(&all.len())
        && all.iter().all(|word| word.text.starts_with(char::is_uppercase))
        && !quoted.contains([':', '?', '!', '|', ';'])
}

/// Passages that call somebody by a part of the name, where none has all of it.
const PARTLY: usize = 2;

/// What a passage has to reach for it to be quoted beside the one that leads.
struct Bar<'r> {
    leading: &'r Ranked<'r>,
    /// Those found are of many documents: only the talk of a few is quoted for what it says in words of its own.
    of_many: bool,
    /// The one that leads gives the one fact that is asked for.
    gives: bool,
    /// How much of the question a passage has, at least.
    least: f32,
    /// What was told before the first of those chosen.
    told: Vec<Evidence>,
}

impl PassageAnswer<'_> {
    /// True where it is asked what somebody says.
    fn asks_for_words(&self) -> bool {
        self.question.attribution().is_some_and(|told| !told.deed)
    }

    /// The descriptions of the one that is asked about, those that give the name first; none that a chosen passage says
    /// with more.
    pub(in crate::judgement::extractive) fn described(&self, chosen: &[Ranked<'_>]) -> Vec<&Evidence> {
        let Self { reading, asked, question, context } = *self;
        let own = context.iter().filter(|record| record.record.kind == Kind::Entity);
        let term = reading.content.join(" ");
        let is_asked = |title: &str| {
            let (title, term) = (fold::key(title), fold::key(&term));
            // Somebody may be asked for by the surname.
            let is_of = |name: &String| {
                title.strip_suffix(&fold::key(name)).is_some_and(|front| front.is_empty() || front.ends_with(' '))
            };
            title == term || reading.names.iter().any(is_of)
        };
        let mut named = own.filter(|record| is_asked(&record.title));
        let candidates = named.next().into_iter().flat_map(|record| &record.candidates);
        let fuller = |evidence: &Evidence| {
            let mut texts = chosen.iter().map(|one| &one.candidate.evidence.text).filter(|text| !is_roster(text));
            // What is cut out of a sentence is told by one that begins with it.
            let told = |text: &str| match ends_sentence(&evidence.text) {
                true => text.contains(&evidence.text),
                false => text.starts_with(&evidence.text),
            };
            texts.any(|text| text.len() > evidence.text.len() && told(text))
        };
        // What begins with somebody else names them in passing.
        let opens_with = |evidence: &Evidence| {
            let front = words(&evidence.text).take(OPENING).last().map_or(0, |word| word.span.end);
            names(asked, &evidence.text[..front])
        };
        // A list of names says of none who it is, nor does the title of a document; a row with a role does.
        let describes = |candidate: &&Candidate| {
            let evidence = &candidate.evidence;
            let in_row = candidate.kind == SentenceKind::Row
                && reading.names.iter().any(|name| tells_role(evidence.quoted(), name));
            let entered = self.is_of_one(evidence);
            (entered || !is_roster(&evidence.text) && !fuller(evidence))
                && evidence.text != evidence.title
                && !question.has_said(evidence)
                && (in_row || entered || opens_with(evidence) || self.tells_office(evidence))
        };
        let mut described: Vec<&Evidence> = candidates.filter(describes).map(|candidate| &candidate.evidence).collect();
        // What the index says in words of its own stands as it is told.
        if described.iter().any(|evidence| evidence.document.is_some()) {
            described.sort_by_key(|evidence| {
                (!self.tells_office(evidence), !self.is_of_one(evidence), !self.names_whole(&evidence.text))
            });
        }
        described
    }

    /// True for the entry of a register that is of whoever is asked about, and for what a document says that is called
    /// by them.
    pub(in crate::judgement::extractive) fn is_of_one(&self, evidence: &Evidence) -> bool {
        let title = fold::key(&evidence.title);
        let is_called = |name: &String| {
            let name = fold::key(name);
            let front = title.strip_suffix(name.as_str()).map(str::trim_end);
            front.is_some_and(|front| front.split(' ').all(|word| word.is_empty() || is_title_of_person(word)))
        };
        let names = &self.reading.names;
        names.iter().any(|name| enters(&evidence.text, name))
            || evidence.document.is_some() && names.iter().any(is_called)
    }

    /// True for what has an office right behind the name that is asked for: it tells who that is, whatever else is said
    /// of them.
    pub(in crate::judgement::extractive) fn tells_office(&self, evidence: &Evidence) -> bool {
        let told = |whois: &Sought| whois.told(&evidence.text, None, "");
        self.reading.identity.whois.as_ref().and_then(told).is_some_and(|(_, plainly)| plainly >= BESIDE)
    }

    /// Quotes what was chosen, as far as it says something of the matter that was not quoted before.
    pub(in crate::judgement::extractive) fn quote_chosen(
        &self,
        answer: &mut Answer,
        chosen: &[Ranked<'_>],
        of_many: bool,
        stems: &mut Stems,
    ) {
        let reading = self.reading;
        if let Some(leading) = chosen.first() {
            let bar = self.bar(leading, of_many, &answer.evidence, stems);
            for one in by_document(chosen) {
                if self.is_to_be_quoted(&one, &bar, answer, stems) {
                    self.quote_one(&one, answer, stems);
                }
            }
        }
        // Of somebody whom no passage calls in full, those speak that do so by a part of the name.
        if answer.evidence.is_empty() && self.question.dossier.is_some() {
            let parts: Vec<String> = reading.names.iter().flat_map(|name| folded(name)).collect();
            let called =
                |one: &&Ranked<'_>| folded(&one.candidate.evidence.text).iter().any(|word| parts.contains(word));
            chosen.iter().filter(called).take(PARTLY).for_each(|one| answer.quote(&one.candidate.evidence));
        }
    }

    /// What a passage has to reach beside the one that leads.
    fn bar<'r>(&self, leading: &'r Ranked<'r>, of_many: bool, told: &[Evidence], stems: &mut Stems) -> Bar<'r> {
        let Self { reading, asked, .. } = *self;
        let gives = self.gives_the_fact(leading, stems) || self.is_given(std::slice::from_ref(leading), stems);
        // Of several that are named each is told, and a cause in other words than what it brought about.
        let of_one = !reading.is_open() && reading.names.len() < 2 && reading.statement.stance.is_none();
        let faint = match () {
            () if gives => FAINT_FACT,
            () if of_one && leading.answered >= GIVEN => FAINT_BESIDE,
            () => FAINT,
        };
        let least = faint * confidence(asked, &leading.candidate.evidence, stems);
        Bar { leading, of_many, gives, least, told: told.to_vec() }
    }

    /// True for a passage that says something of the matter beside those that the answer has.
    fn is_to_be_quoted(&self, one: &Ranked<'_>, bar: &Bar<'_>, answer: &Answer, stems: &mut Stems) -> bool {
        let Self { reading, asked, .. } = *self;
        let evidence = &one.candidate.evidence;
        // What says who somebody is names them, or goes on from what does.
        let of_them = |known: &Evidence| known.is_beside(evidence) && names(asked, &known.text);
        if reading.identity.definition
            && !reading.names.is_empty()
            && !names(asked, &evidence.text)
            && !answer.evidence.iter().any(of_them)
        {
            return false;
        }
        let corrects =
            corrects(reading, self.context, one, bar.leading) || is_rule_of(&self.question.asks(), one, bar.leading);
        if !corrects && !self.belongs(one, answer, stems) {
            return false;
        }
        // Behind the one fact that is asked for stands what goes on from it.
        let first = if bar.gives { 1 } else { usize::MAX };
        let says = answer.evidence.iter().take(first).any(|known| known.is_beside(evidence))
            || corrects
            || bar.gives && self.is_given(std::slice::from_ref(one), stems)
            || asked.is_empty() && self.is_stated(one, stems)
            || one.candidate.spoken && !reading.identity.definition && !bar.of_many
            || confidence(asked, evidence, stems) >= bar.least;
        // A title or an announcement adds nothing to what was said.
        let captioned = is_caption(one, asked, stems) || !one.candidate.spoken && is_lone_name(evidence.quoted());
        let empty = !answer.evidence.is_empty() && captioned;
        // Beside the one fact that is asked for a few passages are enough.
        if bar.gives && !corrects && answer.evidence.len() > BESIDE_FACT {
            return false;
        }
        let again = bar.told.iter().any(|known| known.text.contains(&evidence.text))
            || answer.evidence.iter().any(|known| known.shows(evidence));
        says && !empty && !again
    }

    /// A passage with what stands beside it and belongs to it, as it is quoted behind those that the answer has; `None`
    /// where it says nothing more with that.
    fn in_context(&self, one: &Ranked<'_>, answer: &Answer, stems: &mut Stems) -> Option<Evidence> {
        let Self { reading, asked, .. } = *self;
        let evidence = &one.candidate.evidence;
        let shows_again = |quoted: &Evidence| answer.evidence.iter().any(|known| quoted.shows(known));
        let leads = answer.evidence.is_empty();
        let leading = if leads { reaching(reading, asked, self.context, one, stems) } else { None };
        let further = self.further(one, answer.evidence.first(), stems);
        let reaches = leading
            .or_else(|| if leads { whole_item(self.context, one) } else { None })
            .or_else(|| reply(self.context, one))
            .or_else(|| going_on(reading, self.context, one, further));
        // What would show again what was quoted is shown as it is, and a question whose reply was quoted not at all.
        let again = reaches.as_ref().is_some_and(shows_again);
        if again && reaches.as_ref().is_some_and(|wider| wider.lead.is_some()) {
            return None;
        }
        let quoted = reaches.filter(|_| !again).unwrap_or_else(|| evidence.clone());
        // What stands around it is not quoted again.
        let around = quoted.lead.is_none() && (self.tells_in_turn() || shows_again(&quoted));
        let quoted = if around { evidence.with_window(evidence.quote, evidence.quoted().to_owned()) } else { quoted };
        // What announces something and is shown without it says nothing more.
        (leads || !quoted.text.trim_end().ends_with([':', '：'])).then_some(quoted)
    }

    /// Quotes a passage, behind what holds instead of it and in front of what puts it right.
    fn quote_one(&self, one: &Ranked<'_>, answer: &mut Answer, stems: &mut Stems) {
        let Self { reading, asked, .. } = *self;
        let leads = answer.evidence.is_empty();
        let Some(quoted) = self.in_context(one, answer, stems) else { return };
        // What holds now stands before what it took the place of.
        if let Some(present) = self.present_of(&quoted, stems)
            && !answer.evidence.iter().any(|known| known.shows(present))
        {
            answer.quote(present);
        }
        // "Last night" is told by the day on which it was written.
        let relative = leads && reading.wants.happened && is_relative(&quoted.text);
        match one.candidate.day.map(known) {
            Some(day) if reading.statement.in_order => answer.quote_behind(&format!("{day}: "), &quoted),
            Some(day) if relative => answer.quote_behind(&format!("Written on {day}: "), &quoted),
            _ => answer.quote(&quoted),
        }
        // A figure that is put right elsewhere misleads by itself.
        let counted = reading.wants.counted.is_some();
        let of_matter = |record: &&ContextRecord| !counted || asked.exact(&record.text, stems) >= OF_THE_MATTER;
        let records: Vec<&ContextRecord> = self.context.iter().filter(|_| leads).filter(of_matter).collect();
        let right = put_right(&records, &quoted, counted);
        let right = right.or_else(|| right_behind(self.context, &quoted).filter(|_| leads && reading.wants.figure));
        let of_figure = leads && right.is_none() && (reading.wants.figure || reading.wants.duration);
        let right = right.or_else(|| {
            let replaced = of_figure.then(|| replaced(asked, self.context, &quoted, stems)).flatten();
            replaced.filter(|one| !answer.evidence.iter().any(|known| known.shows(one)))
        });
        right.iter().filter(|one| !self.question.has_said(one)).for_each(|one| answer.quote(one));
    }

    /// Which sentences behind a passage are shown with it: one that leads says enough by itself, unless it is short, or
    /// what goes on takes it back.
    fn further(&self, one: &Ranked<'_>, first: Option<&Evidence>, stems: &mut Stems) -> Further {
        let leads = first.is_none();
        let evidence = &one.candidate.evidence;
        let quoted = evidence.quoted();
        let for_cause = self.reading.statement.stance == Some(Stance::Cause);
        let of_a_deed = leads && self.reading.wants.person && !asks(quoted);
        // "It was put to the vote. Ada Voss voted against.": the deed that is asked for stands behind.
        if let Some(sentences) = of_a_deed.then(|| self.told_behind(one, stems)).flatten() {
            return Further::Sentences(sentences);
        }
        match () {
            () if asks(quoted) => Further::Sentences(BEHIND),
            // "Sentences. Reed: five years.": what a heading runs into is one of several.
            () if leads && runs_in(quoted) => Further::Sentences(BEHIND),
            // Why something was done often stands behind what was done.
            () if leads && for_cause && self.stated(quoted, evidence, stems) < STATED => Further::Sentences(BEHIND),
            // "We wrote that it was 22." is put right behind it.
            () if restates(quoted) => Further::Sentences(BEHIND),
            () if reports_question(quoted) => Further::Sentences(1),
            () if only_restates(self.reading, evidence, first) => Further::Sentences(1),
            // What somebody thinks takes more than one sentence.
            () if leads && !self.tells_in_turn() && (!self.question.said_by.is_empty() || self.asks_for_words()) => {
                Further::Sentences(1)
            }
            // Who it was often stands behind that it was done.
            () if leads && quoted.len() < BRIEF && self.reading.wants.person => Further::Sentences(1),
            () if !leads || quoted.len() < BRIEF => Further::PointingBack,
            () => Further::TakingBack,
        }
    }

    /// How many sentences behind a passage the first stands that tells with a word of the question of somebody whom the
    /// question does not name.
    fn told_behind(&self, one: &Ranked<'_>, stems: &mut Stems) -> Option<usize> {
        let record = self.context.get(one.record)?;
        let mut near = behind(record, &one.candidate.evidence).take(BEHIND);
        let mut tells = |other: &Candidate| {
            let quoted = other.evidence.quoted();
            let deed = words(quoted).any(|word| {
                word.text.starts_with(char::is_lowercase) && self.asked.has_word(word.text, word.text, stems)
            });
            !other.opens && deed && names_another(quoted, self.reading)
        };
        near.position(&mut tells).map(|at| at + 1)
    }

    /// True for a passage with all that a question for one fact asks, and the figure where it is one.
    fn gives_the_fact(&self, one: &Ranked<'_>, stems: &mut Stems) -> bool {
        let Self { reading, asked, .. } = *self;
        let wants = &reading.wants;
        let of_a_fact = wants.figure || wants.when || wants.place || wants.person;
        let figure = !asked.figure || asked.has_figure(one.candidate.evidence.quoted(), stems) >= 1.0;
        of_a_fact && reading.tally.list.is_none() && one.answered >= GIVEN && figure
    }

    /// True for a passage that has to do with those quoted before it: it has what the question is about, stands in one
    /// of their documents, or names whom they name.
    fn belongs(&self, one: &Ranked<'_>, answer: &Answer, stems: &mut Stems) -> bool {
        let asked = self.asked;
        let evidence = &one.candidate.evidence;
        let named =
            |one: &Evidence| one.cites.iter().filter(|cite| cite.kind == Kind::Entity).copied().collect::<Vec<_>>();
        let own = named(evidence);
        // The rows of a table are each of another thing.
        let of_one = one.candidate.kind != SentenceKind::Row;
        let is_tied = |known: &Evidence| {
            of_one && known.document == evidence.document || named(known).iter().any(|entity| own.contains(entity))
        };
        answer.evidence.is_empty()
            || asked.is_empty()
            || answer.evidence.iter().any(is_tied)
            || asked.has_heaviest(&format!("{} {}", above(evidence), evidence.text), stems)
            || self.asked.calls_all(&format!("{} {}", above(evidence), evidence.text))
    }
}

/// Passages with those of one document side by side, documents as each was first chosen, behind the first few: what
/// answers best stands in front, whoever says it.
fn by_document<'a>(chosen: &[Ranked<'a>]) -> Vec<Ranked<'a>> {
    let mut order: Vec<_> = Vec::new();
    for one in chosen {
        let document = one.candidate.evidence.document;
        if !order.contains(&document) {
            order.push(document);
        }
    }
    let place = |one: &Ranked<'_>| order.iter().position(|known| *known == one.candidate.evidence.document);
    let mut sorted = chosen.to_vec();
    let behind = sorted.len().min(FIRST);
    sorted[behind..].sort_by_key(place);
    sorted
}
