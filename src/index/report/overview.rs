//! The overview of a corpus, made of what was gathered for its reports: what it is, its main subjects, who and where,
//! when, what kinds of documents, what to ask.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};

use rayon::prelude::*;

use super::salience::Salience;
use super::{ReportGrounds, kinds, titled};
use crate::index::evidence::sentences::SentenceFacts;
use crate::ingest::is_later_part;
use crate::judgement::extractive::summaries::cues::says_purpose;
use crate::judgement::extractive::summaries::gist::length;
use crate::judgement::extractive::summaries::title;
use crate::judgement::question_forms::QuestionForms;
use crate::judgement::rank::centrality::centre;
use crate::judgement::rank::features::asks;
use crate::judgement::rank::window::Window;
use crate::model::{
    Document, Entity, EntityType, Evidence, Overview, Prominent, Report, Sentence, SentenceKind, Span, Subject,
    are_dated, file_name,
};
use crate::text::dates::{DAY, told};
use crate::text::language::word_lists;
use crate::text::similarity::term_vectors::{Term, TermVector, Terms};
use crate::text::words::terms::{fold, folded, words};

word_lists! { static WORDS = "overview.toml": front_page }

/// Subjects of the overview.
const SUBJECTS: usize = 12;
/// Documents that show what nothing ties to the rest, for it to be a subject, at least.
const APART: u32 = 2;
/// Passages of a subject's report among which its line is looked for.
const LINES: usize = 8;
/// Names of each kind in the overview.
const NAMES: usize = 8;
/// Passages that describe the corpus, at most.
const PASSAGES: usize = 3;
/// Words from which on such a passage is penalised for its length.
const LINE: usize = 40;
/// Where fewer than one document in this many says what it is for, the gists of all are used instead.
const FEW_SAY_SO: usize = 4;
/// Words below which a passage says little.
const FEW: usize = 14;
/// Of fewer documents each speaks for itself.
const FEW_DOCUMENTS: usize = 4;
/// Names of a kind that several documents have, beside which none is told that one alone has.
const ENOUGH: usize = 3;
/// Of fewer documents, how often a name stands there says more than in how many of them.
const BY_MENTIONS: usize = 12;
/// A term describes the whole corpus where one document in this many has it.
const COMMON_TERM: usize = 8;
/// Number of documents that have to have such a term, at least.
const FEWEST_COMMON: usize = 3;
/// An opening is common to the corpus where one document in this many has it.
const IN_COMMON: usize = 5;
/// Documents sampled for common openings, spread evenly over all.
const LOOKED_INTO: usize = 400;
/// Sentences at the beginning of each that are compared.
const FIRST: usize = 40;
/// Sentences of a passage that documents have in common.
const TOGETHER: usize = 4;

/// How gladly a sentence is read that tells what many documents do, at least.
const WELL_READ: f32 = 0.6;
/// What a passage is worth of the first that tells what many documents do, at least: less is of one of them.
const NEAR_THE_FIRST: f32 = 0.6;
/// Sentences with which a text opens, and what one of those counts.
const OPENING: u32 = 3;
const OPENS: f32 = 1.2;

/// A passage that may tell what the corpus is: the first of a document's gist, or that in which it says what it is for.
struct Line {
    /// The position of its document.
    document: u32,
    /// The first of its sentences, and how many they are.
    first: u32,
    sentences: u32,
    /// Factor for its length: very short passages are not understood alone, and very long ones are not read.
    length_pays: f32,
    /// Its similarity to the centroid of all.
    near: f32,
    /// Its highest similarity to what was chosen.
    like: f32,
}

/// What is told of one document for the overview.
struct Listed {
    language: Option<String>,
    /// Where it lies, if it is called like the page that others are reached from.
    front: Option<String>,
    /// The day that it is dated, and whether its title or its file's name tells one.
    day: Option<(i64, bool)>,
}

impl Listed {
    fn of(document: &Document) -> Self {
        let Document { title, path, modified, language, .. } = document;
        let file = file_name(path);
        let is_front = WORDS.front_page.has(&fold(file.split('.').next().unwrap_or(file)));
        Self {
            language: language.clone(),
            front: is_front.then(|| path.clone()),
            day: modified.map(|day| (day, told(title, path, false).is_some())),
        }
    }
}

fn length_pays(text: &str) -> f32 {
    let words = words(text).count() as f32;
    (words / FEW as f32).min(1.0) * (LINE as f32 / words.max(LINE as f32)).sqrt()
}

/// False for a line of a list of contents, or of a menu.
fn is_more_than_a_line(text: &str) -> bool {
    words(text).count() >= FEW
}

impl ReportGrounds<'_, '_> {
    /// The overview of the corpus, given the reports that were written.
    pub fn overview(&self, reports: &[Report]) -> Overview {
        let by_kind = |kind: EntityType| self.prominent(&kind);
        let subjects = self.subjects(reports);
        let people = by_kind(EntityType::Person);
        let terms = self.common_terms();
        let listed = self.listed();
        let language = language_of_most(&listed);
        let (kinds, kind_documents) = kinds::of(self.material.documents)
            .into_iter()
            .map(|(kind, documents)| ((kind, documents.len() as u32), documents))
            .unzip();
        Overview {
            gist: self.of_the_whole(&listed, language),
            questions: self.questions(&subjects, &people, &terms, QuestionForms::of(language)),
            language: language.map(str::to_owned),
            subjects,
            people,
            organisations: by_kind(EntityType::Organisation),
            places: by_kind(EntityType::Place),
            terms,
            dates: dates(&listed),
            kinds,
            kind_documents,
            titled: titled::of(self.material.documents),
        }
    }

    /// What is told of each document, by position: where they are held packed each is unpacked once for it.
    fn listed(&self) -> Vec<Listed> {
        let documents = self.material.documents;
        (0..documents.len()).into_par_iter().map(|at| Listed::of(&documents.at(at).document)).collect()
    }

    /// What the front page says that the pile is for, or what many documents begin with where it says what they are
    /// for; then what single ones say that they are for, else of a few documents the first passages of their gists:
    /// those nearest to the middle of what all say, each from another document.
    /// Only documents of the `language` of most speak, where there is one.
    fn of_the_whole(&self, listed: &[Listed], language: Option<&str>) -> Vec<Evidence> {
        let first = self.front_page(listed).or_else(|| self.in_common()).filter(|evidence| !asks(&evidence.text));
        // What a whole is for stands in its first piece.
        let speaks = |one: &Listed| language.is_none() || one.language.as_deref() == language;
        let of_most: Vec<bool> = listed.iter().map(speaks).collect();
        let begins = |at: &usize| of_most[*at] && !is_later_part(self.material.documents.title(*at));
        let documents: Vec<usize> = (0..self.gists.len()).filter(begins).collect();
        let purpose = |at: usize| self.gists.purpose(at, &self.passages);
        let leading = |at: usize| self.gists.of(at, &self.passages).next();
        let lines = |of: &(dyn Fn(usize) -> Option<Evidence> + Sync)| -> Vec<Line> {
            let told = |&at: &usize| {
                of(at).filter(|evidence| !asks(evidence.quoted())).and_then(|evidence| self.line(at, &evidence))
            };
            documents.par_iter().filter_map(told).collect()
        };
        let mut open = lines(&purpose);
        // One letter of fifty that says so says it of itself.
        let say_so = open.len() * FEW_SAY_SO >= documents.len();
        if !say_so {
            // Of many, what a few of them happen to begin with says nothing of the whole.
            open = if documents.len() > FEW_DOCUMENTS { Vec::new() } else { lines(&leading) };
        }
        if open.is_empty() && first.is_none() {
            return self.retold(&of_most);
        }
        let middle = centre(open.iter().map(|line| (self.says(line), 1.0)));
        open.par_iter_mut().for_each(|line| line.near = middle.likeness(&self.says(line)));
        let mut chosen: Vec<Line> = Vec::new();
        while chosen.len() + usize::from(first.is_some()) < PASSAGES {
            let worth = |line: &Line| (line.near - line.like) * line.length_pays;
            let best = (0..open.len()).max_by(|&a, &b| worth(&open[a]).total_cmp(&worth(&open[b])).then(b.cmp(&a)));
            let Some(best) = best else { break };
            let one = open.remove(best);
            let says = self.says(&one);
            open.par_iter_mut().for_each(|line| line.like = line.like.max(says.likeness(&self.says(line))));
            chosen.push(one);
        }
        let evidence =
            |line: &Line| if say_so { purpose(line.document as usize) } else { leading(line.document as usize) };
        first.into_iter().chain(chosen.iter().filter_map(evidence)).collect()
    }

    /// The passages that tell what most documents do, each what those before it leave out: of a pile that does not say
    /// what it is, what happened in it. Only those speak that are `of_most`, by position.
    fn retold(&self, of_most: &[bool]) -> Vec<Evidence> {
        let places = self.sentences.iter().map(|said| (said.document, said.sentence));
        // Who was there is no matter that is told.
        let is_matter = |entity: &&Entity| !matches!(entity.kind, EntityType::Date | EntityType::Person);
        let names = self.material.entities.iter().filter(is_matter);
        let mut terms = Terms::default();
        let mut named: HashSet<Term> = names.flat_map(|entity| terms.of_text(&entity.name)).collect();
        named.extend(self.sentences.nouns.keys());
        let mut salience = Salience::of(&self.bearing, &named, places);
        let detached = self.detached();
        let weigh = |(at, said): (usize, SentenceFacts<'_>)| {
            let (quality, detached) = (self.qualities[at], detached[at]);
            let opens = if said.sentence <= OPENING { OPENS } else { 1.0 };
            let speaks = quality >= WELL_READ && of_most[said.document as usize];
            speaks.then_some((at as u32, quality * detached * opens))
        };
        let mut open: Vec<(u32, f32)> = self.sentences.iter().enumerate().filter_map(weigh).collect();
        let (mut chosen, mut most) = (Vec::new(), 0.0_f32);
        while chosen.len() < PASSAGES {
            let told = |at: u32| {
                let (said, text) = (self.sentences.at(at as usize), self.words(at));
                length_pays(text) * salience.fresh(said.document, said.sentence, length(text))
            };
            let fresh = open.par_iter().map(|&(at, worth)| (at, worth * told(at)));
            let best = fresh.max_by(|a, b| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0)));
            let Some((best, worth)) = best.filter(|&(_, worth)| worth > most * NEAR_THE_FIRST) else { break };
            most = most.max(worth);
            let said = self.sentences.at(best as usize);
            salience.tell(said.document, said.sentence);
            open.retain(|&(at, _)| self.sentences.at(at as usize).document != said.document);
            chosen.extend(self.passage(best));
        }
        chosen
    }

    /// What the page says that the others are reached from, as a README or the index of a site: what it is for, else
    /// how it begins. Of several, the one that lies nearest to the top.
    fn front_page(&self, listed: &[Listed]) -> Option<Evidence> {
        if listed.len() < FEW_DOCUMENTS {
            return None;
        }
        let front = listed.iter().enumerate().filter_map(|(at, one)| {
            let path = one.front.as_deref()?;
            Some((path.matches('/').count(), path, at))
        });
        let mut front: Vec<(usize, &str, usize)> = front.collect();
        front.sort_unstable();
        let told = |of: &dyn Fn(usize) -> Option<Evidence>| front.iter().find_map(|(.., at)| of(*at));
        told(&|at| self.gists.purpose(at, &self.passages)).or_else(|| {
            told(&|at| self.gists.of(at, &self.passages).next().filter(|gist| is_more_than_a_line(&gist.text)))
        })
    }

    /// The passage that says what documents are for and that many of them have near their beginning, as a series has
    /// that introduces itself each time. It is the best of all that tells what a pile is, and no document's gist has
    /// it, because it tells none from the others.
    fn in_common(&self) -> Option<Evidence> {
        let documents = self.material.documents;
        let every = documents.len().div_ceil(LOOKED_INTO).max(1);
        let looked_into: Vec<usize> = (0..documents.len()).step_by(every).collect();
        let prose = |sentence: &&Sentence| matches!(sentence.kind, SentenceKind::Prose | SentenceKind::Boilerplate);
        let said = |text: &str| folded(text).join(" ");
        let beginnings = looked_into.par_iter().map(|&at| {
            let document = documents.at(at);
            let first = document.sentences.iter().take(FIRST).filter(prose);
            let slices = first.filter_map(|sentence| sentence.span.slice(&document.text));
            slices.map(said).collect::<HashSet<String>>()
        });
        let mut having: HashMap<String, usize> = HashMap::new();
        for said in beginnings.collect::<Vec<_>>() {
            said.into_iter().filter(|said| !said.is_empty()).for_each(|said| *having.entry(said).or_default() += 1);
        }
        let least = looked_into.len().div_ceil(IN_COMMON).max(3);
        having.retain(|_, count| *count >= least);
        let passages = looked_into.iter().take_while(|_| !having.is_empty()).filter_map(|&at| {
            let document = documents.at(at);
            let shared = |sentence: &Sentence| {
                prose(&sentence).then(|| having.get(&said(sentence.span.slice(&document.text)?)).copied()).flatten()
            };
            let language = document.document.language.as_deref();
            let opens = |sentence: &Sentence| {
                sentence.span.slice(&document.text).is_some_and(|text| says_purpose(text, language))
            };
            let first = document.sentences.iter().take(FIRST).enumerate();
            let best = first.filter(|(_, sentence)| opens(sentence)).filter_map(|(first, sentence)| {
                let count = shared(sentence)?;
                let same = |one: &&Sentence| one.speaker == sentence.speaker && shared(one).is_some();
                let more = document.sentences[first + 1..].iter().take(TOGETHER - 1).take_while(same).count();
                let span = Span::new(sentence.span.start, document.sentences[first + more].span.end);
                let worth = count as f32 * length_pays(span.slice(&document.text)?);
                Some((worth, Window { span, first, last: first + more, lead: None, leans: false }))
            });
            let (worth, window) = best.max_by(|a, b| a.0.total_cmp(&b.0).then(b.1.first.cmp(&a.1.first)))?;
            Some((worth, at, window))
        });
        let (_, at, window) = passages.max_by(|a, b| a.0.total_cmp(&b.0).then(b.1.cmp(&a.1)))?;
        self.passages.evidence(at, &window, Span::default(), &[])
    }

    /// A passage of the document at a position; none that says nothing.
    fn line(&self, at: usize, evidence: &Evidence) -> Option<Line> {
        let document = self.material.documents.at(at);
        let first = document.sentences.iter().position(|one| evidence.window.contains(one.span))?;
        let sentences = document.sentences[first..].iter().take_while(|one| evidence.window.contains(one.span)).count();
        let line = Line {
            document: at as u32,
            first: first as u32,
            sentences: sentences as u32,
            length_pays: length_pays(&evidence.text),
            near: 0.0,
            like: 0.0,
        };
        (!self.says(&line).is_empty()).then_some(line)
    }

    /// What a passage is about.
    fn says(&self, line: &Line) -> TermVector {
        let sentences = line.first..line.first + line.sentences;
        let vectors = sentences.map(|sentence| (self.bearing.vector(line.document as usize, sentence as usize), 1.0));
        TermVector::centroid(vectors, 60)
    }

    /// The root communities with most to say, each with its best line; those in the most documents first.
    fn subjects(&self, reports: &[Report]) -> Vec<Subject> {
        let communities = self.material.communities;
        let mut roots: Vec<&Report> = reports
            .iter()
            .filter(|report| {
                let at = self.community_at.get(&report.community);
                at.is_some_and(|&at| {
                    let root = &communities[at];
                    root.parent.is_none() && (!root.unconnected || root.documents >= APART)
                })
            })
            .collect();
        let place = |report: &Report| self.community_at.get(&report.community).copied();
        roots.sort_by(|a, b| b.rating.total_cmp(&a.rating).then_with(|| place(a).cmp(&place(b))));
        let subject = |report: &&Report| {
            let at = self.community_at[&report.community];
            let gist = self.evidence(&self.planned[at].gist, at);
            let all = || gist.iter().chain(report.findings.iter().flat_map(|finding| &finding.evidence));
            // Under a title that it has nothing of, a line leaves a reader to guess what the two have to do with each
            // other.
            let of_title = |line: &&Evidence| title::share_a_word(&report.title, &line.text);
            let line = all().take(LINES).find(of_title).or_else(|| all().next()).cloned();
            Subject {
                community: report.community,
                title: report.title.clone(),
                documents: communities[at].documents,
                line,
            }
        };
        let mut subjects: Vec<Subject> = roots.iter().take(SUBJECTS).map(subject).collect();
        subjects.sort_by_key(|subject| Reverse(subject.documents));
        subjects
    }

    /// The entities of a kind that most documents name, or of few documents those that are named most: which of six
    /// novels have a name says less than how often it stands there.
    fn prominent(&self, kind: &EntityType) -> Vec<Prominent> {
        let mut named: Vec<&Entity> = self.material.entities.iter().filter(|entity| entity.kind == *kind).collect();
        let few = self.material.documents.len() < BY_MENTIONS;
        let standing = |entity: &Entity| match few {
            true => (entity.mentions, entity.documents),
            false => (entity.documents, entity.mentions),
        };
        // Beside what several documents name, what one does is chance.
        let shared = named.iter().filter(|entity| entity.documents > 1).count();
        named.retain(|entity| few || shared < ENOUGH || entity.documents > 1);
        named.sort_by(|a, b| standing(b).cmp(&standing(a)).then_with(|| a.name.cmp(&b.name)));
        let prominent =
            |entity: &&Entity| Prominent { entity: entity.id, name: entity.name.clone(), documents: entity.documents };
        named.iter().take(NAMES).map(prominent).collect()
    }

    /// The concepts that a share of the documents mention, the most frequent first.
    fn common_terms(&self) -> Vec<Prominent> {
        let least = (self.material.documents.len().div_ceil(COMMON_TERM)).max(FEWEST_COMMON) as u32;
        let mut terms = self.prominent(&EntityType::Concept);
        // Whoever speaks is no matter that is spoken of.
        let heard: HashSet<_> = self.material.appearances.iter().map(|appearance| appearance.entity).collect();
        terms.retain(|term| term.documents >= least && !heard.contains(&term.entity));
        // *Patients* reads as a matter where that is what the documents say.
        let plural = |term: &Prominent| self.sentences.plurals.get(self.position.get(&term.entity)?).cloned();
        terms.iter_mut().for_each(|term| term.name = plural(term).unwrap_or_else(|| std::mem::take(&mut term.name)));
        terms
    }
}

/// The language that more than half of the documents have.
fn language_of_most(listed: &[Listed]) -> Option<&str> {
    let mut having: HashMap<&str, usize> = HashMap::new();
    listed.iter().filter_map(|one| one.language.as_deref()).for_each(|one| *having.entry(one).or_default() += 1);
    having.into_iter().find(|(_, count)| 2 * count > listed.len()).map(|(language, _)| language)
}

/// First and last day that documents are dated. The last day that several have, though no title or file's name of
/// theirs tells one, is the day on which they were copied.
fn dates(listed: &[Listed]) -> Option<(i64, i64)> {
    let days = |told: bool| listed.iter().filter_map(|one| one.day).filter(move |day| day.1 == told).map(|day| day.0);
    let (mut told, untold): (Vec<i64>, Vec<i64>) = (days(true).collect(), days(false).collect());
    let copied = untold.iter().map(|day| day.div_euclid(DAY)).max();
    let of_that_day = |day: &&i64| Some(day.div_euclid(DAY)) == copied;
    let several = untold.iter().filter(of_that_day).count() > 1;
    told.extend(untold.iter().filter(|day| !(several && of_that_day(day))));
    if !are_dated(told.len(), listed.len()) {
        return None;
    }
    Some((*told.iter().min()?, *told.iter().max()?))
}
