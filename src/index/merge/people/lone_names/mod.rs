//! Lone names (a surname, a first name, a title with a name behind it), each mention joined to the full name it stands
//! for: one of its own document first, then over the corpus where only one person can be meant.

mod in_pile;
mod shortened;

use std::cmp::Reverse;
use std::collections::{BTreeSet, HashMap};

use super::authors;
use super::bynames::Bynames;
use super::common_words::Matters;
use super::families::Families;
use super::full_names::{MANY_BEARERS, is_glued};
use super::genders::{Address, Gender, genders, is_of_rank, is_same_rank, is_wife, rank, ranks, titled};
use super::nicknames::long_forms;
use super::offices::Offices;
use super::order::{Order, far_more};
use super::persons::{Persons, is_learned, may_be_person};
use super::relatives::relative_of;
use super::speakers::Speakers;
use crate::graph::Groups;
use crate::index::merge::kinds::surroundings::{has_article, is_part_of_a_firm, of_firms, of_no_person};
use crate::index::merge::table::Occurrence;
use crate::index::ragged::Ragged;
use crate::judgement::Passages;
use crate::text::words::lexicon::{Flags, flags};

/// Whoever a tale calls by the first name throughout is named in full so often at least; one who is named once in
/// passing is not its heroine.
const INTRODUCED: u32 = 3;
/// Where no more than one in so many people shares a first name with another, a first name alone tells who is meant.
const SELDOM_SHARED: usize = 6;
/// Two who share theirs are hardly anybody, however few there are.
const ONE_PAIR: usize = 2;
/// Whoever was named last is not meant where another is mentioned so many times as often, unless it was just now.
const OUTWEIGHED: u32 = 3;
/// Sentences within which somebody was named just now.
const JUST_NOW: u32 = 1;
/// Of several bearers of a surname, the one mentioned this many times as often as all others together is meant.
const FOREMOST: u32 = 8;

/// What was told of people before.
pub(super) struct Known<'a> {
    pub speakers: &'a Speakers,
    pub bynames: &'a Bynames,
    /// The full names of each document.
    pub full_names: &'a Ragged<u32>,
    /// Lone names that records tell to be somebody's.
    pub doers: &'a BTreeSet<u32>,
}

/// What is known of all persons when their full names are joined; a person is the root of a group.
pub(super) struct LoneNames<'a> {
    persons: &'a Persons<'a>,
    groups: &'a Groups,
    speakers: &'a Speakers,
    bynames: &'a Bynames,
    passages: &'a dyn Passages,
    full_names: &'a Ragged<u32>,
    /// The documents that name each person in full.
    documents: HashMap<u32, Vec<u32>>,
    /// Lone names that records tell to be somebody's.
    doers: &'a BTreeSet<u32>,
    /// Persons by their first names, over the corpus.
    by_first_name: HashMap<&'a str, BTreeSet<u32>>,
    /// The first names of each person that are written out somewhere.
    first_names: HashMap<u32, BTreeSet<&'a str>>,
    /// Hardly anybody shares a first name with another.
    by_first_name_alone: bool,
    /// The gender of each person where it is known, and whether a title tells it.
    genders: HashMap<u32, (Gender, bool)>,
    /// Those who are called by a rank.
    of_rank: BTreeSet<u32>,
    /// Those who are called *Dr* or the like in full.
    learned: BTreeSet<u32>,
    /// Those who are called *Sir* or *Dame* in full.
    knighted: BTreeSet<u32>,
    /// The ranks of an army that somebody bears in full.
    ranks: HashMap<u32, BTreeSet<&'a str>>,
    /// Persons by their surnames, over the corpus.
    by_surname: HashMap<&'a str, BTreeSet<u32>>,
    /// Number of mentions of each person.
    weights: HashMap<u32, u32>,
    /// Those who speak.
    spoken: BTreeSet<u32>,
    /// Those whose full name has a title, an initial or a first name that the lexicon knows.
    known: BTreeSet<u32>,
    /// Number of documents that each name stands in.
    spread: Vec<u32>,
    matters: Matters,
    order: Order,
    families: Families<'a>,
    offices: Offices<'a>,
    /// Lone names that are the beginning of a first name which one alone of the pile has, each with that.
    shortened: HashMap<u32, &'a str>,
    /// Document and name, where the name stands for no person in that document.
    of_no_person: BTreeSet<(u32, u32)>,
    /// Lone names that are the front of a firm's, by which hardly anybody does anything.
    of_firms: BTreeSet<u32>,
}

impl<'a> LoneNames<'a> {
    pub fn of(
        persons: &'a Persons<'a>,
        groups: &'a Groups,
        passages: &'a dyn Passages,
        Known { speakers, bynames, full_names, doers }: Known<'a>,
    ) -> Self {
        let table = persons.table;
        let full = |name: u32| persons.is_full(name);
        let mut by_surname: HashMap<&str, BTreeSet<u32>> = HashMap::new();
        for name in persons.full().filter(|&name| !is_glued(persons, groups, name)) {
            let parts = persons.parts(name);
            for word in [Some(parts.last()), speakers.first_surname(name, parts)].into_iter().flatten() {
                by_surname.entry(word).or_default().insert(groups.root(name));
            }
        }
        let mut by_first_name: HashMap<&str, BTreeSet<u32>> = HashMap::new();
        let lettered = |name: u32| persons.parts(name).last().chars().count() < 2;
        for name in persons.full().filter(|&name| table.names[name as usize].count() > 0 && !lettered(name)) {
            for first in persons.parts(name).first_names() {
                by_first_name.entry(first).or_default().insert(groups.root(name));
            }
        }
        let mut first_names: HashMap<u32, BTreeSet<&str>> = HashMap::new();
        for (&first, bearers) in by_first_name.iter().filter(|(first, _)| first.chars().count() > 1) {
            bearers.iter().for_each(|&person| _ = first_names.entry(person).or_default().insert(first));
        }
        // *Saint Orsk* and *Saint Holm* are no two of one first name.
        let borne = by_first_name.iter().filter(|(first, _)| flags(first).has(Flags::FIRST_NAME));
        let (all, shared) = borne.fold((0, 0), |(all, shared), (_, bearers)| {
            (all + bearers.len(), shared + if bearers.len() > 1 { bearers.len() } else { 0 })
        });
        let mut weights: HashMap<u32, u32> = HashMap::new();
        for (number, name) in table.names.iter().enumerate() {
            *weights.entry(groups.root(number as u32)).or_default() += name.count();
        }
        let mut documents: HashMap<u32, Vec<u32>> = HashMap::new();
        for document in 0..full_names.len() {
            let named: BTreeSet<u32> = full_names.of(document).iter().map(|&name| groups.root(name)).collect();
            named.into_iter().for_each(|person| documents.entry(person).or_default().push(document as u32));
        }
        let is_known = |&name: &u32| {
            let parts = persons.parts(name);
            parts.titled || parts.is_initialled() || flags(parts.first()).has(Flags::FIRST_NAME)
        };
        let spread = table.spread();
        let introduced = |person: u32| weights.get(&person).is_some_and(|&weight| weight >= INTRODUCED);
        Self {
            shortened: shortened::shortened(persons, &by_first_name, &by_surname, introduced),
            genders: genders(table, groups, &persons.parts, full),
            of_rank: titled(table, groups, is_of_rank),
            learned: titled(table, groups, is_learned),
            knighted: persons
                .full()
                .filter(|&name| persons.parts(name).knighted)
                .map(|name| groups.root(name))
                .collect(),
            ranks: ranks(table, groups),
            by_surname,
            by_first_name,
            first_names,
            by_first_name_alone: shared <= ONE_PAIR || shared * SELDOM_SHARED <= all,
            doers,
            weights,
            spoken: speakers.of_document.iter().flatten().map(|&name| groups.root(name)).collect(),
            known: persons.full().filter(is_known).map(|name| groups.root(name)).collect(),
            matters: Matters::of(table, groups, &spread),
            spread,
            order: Order::of(table, groups, passages, full),
            families: Families::of(persons, groups),
            offices: Offices::of(persons, groups),
            of_no_person: of_no_person(table, |name| !persons.parts(name).is_full(), passages),
            of_firms: of_firms(table, passages),
            persons,
            groups,
            speakers,
            bynames,
            passages,
            full_names,
            documents,
        }
    }

    /// The mentions that stand for somebody, by their position, each with the person.
    pub fn assigned(&self) -> Vec<(usize, u32)> {
        let mut assigned = Vec::new();
        // Where each person of the document at hand was named last.
        let mut recent: HashMap<u32, usize> = HashMap::new();
        let mut in_pile: HashMap<u32, Option<u32>> = HashMap::new();
        // Those of the document whose names a name is a part of: a log has the same names thousands of times.
        let mut known: HashMap<u32, BTreeSet<u32>> = HashMap::new();
        let (mut current, mut by_word, mut writers) = (u32::MAX, HashMap::new(), BTreeSet::new());
        for (number, occurrence) in self.persons.table.occurrences.iter().enumerate() {
            if occurrence.document != current {
                recent.clear();
                in_pile.clear();
                known.clear();
                by_word = self.by_words(occurrence.document);
                writers = self.writers(occurrence);
                current = occurrence.document;
            }
            if !self.may_stand_for_somebody(occurrence) {
                continue;
            }
            // A word that so many bear in one document tells none of them, and each mention would look at all of them
            // again.
            let lone = self.persons.parts(occurrence.name);
            let bearers = |word: &str| by_word.get(word).map_or(0, Vec::len);
            let by_many = bearers(lone.first()).max(bearers(lone.last())) > MANY_BEARERS;
            let found = || if by_many { BTreeSet::new() } else { self.candidates(occurrence, &by_word, &writers) };
            let candidates = known.entry(occurrence.name).or_insert_with(found);
            if candidates.is_empty() && self.persons.is_full(occurrence.name) {
                recent.insert(self.groups.root(occurrence.name), number);
                continue;
            }
            if by_many {
                continue;
            }
            let address = Address::of(self.persons.name(occurrence.name), lone, self.persons.table.told);
            let fitting: BTreeSet<u32> =
                candidates.iter().copied().filter(|&person| self.suits(occurrence, &address, person)).collect();
            let person = match fitting.is_empty() {
                // All mentions of one name in a document are told alike.
                true => *in_pile.entry(occurrence.name).or_insert_with(|| self.over_the_corpus(occurrence, &address)),
                // *Mrs Voss* may be any of the women of that name.
                false if self.may_be_another(occurrence, &fitting, &recent, &writers) => None,
                false => {
                    let held = self.offices.holder(self.persons, occurrence.name, fitting.iter().copied());
                    let certain_only = self.persons.table.told || address.gender.is_some();
                    held.or_else(|| self.choose(&fitting, &recent, certain_only, number))
                }
            };
            let person = person.filter(|&person| !self.is_distinguished(occurrence, person));
            assigned.extend(person.map(|person| (number, person)));
        }
        assigned
    }

    /// The full names of a document by their first and last word.
    fn by_words(&self, document: u32) -> HashMap<&'a str, Vec<u32>> {
        let mut by_word: HashMap<&str, Vec<u32>> = HashMap::new();
        for &number in self.full_names.of(document as usize) {
            let (name, parts) = (self.persons.name(number), self.persons.parts(number));
            // *Whereat Mara*, read once where a sentence opens, is nobody to join others to.
            let weak = !parts.titled
                && !flags(parts.first()).has(Flags::FIRST_NAME)
                && name.written.is_none()
                && name.count() < 2
                && self.first_names_of(number).next().is_none();
            // *Robert V* of a list is nobody whom a text speaks of.
            let lettered = parts.last().chars().count() < 2;
            if weak || lettered || is_glued(self.persons, self.groups, number) {
                continue;
            }
            let second = self.speakers.first_surname(number, parts);
            // *R. Vossler* of a list is whoever another document names *Rosa Vossler*, and is called Rosa here as well.
            let of_initial = self.first_names_of(number);
            let own = parts.first_names().chain([parts.last()]).chain(second);
            for word in own.chain(of_initial) {
                by_word.entry(word).or_default().push(number);
            }
        }
        by_word
    }

    /// The first names of whoever is named with an initial, and the whole one of whoever is named with a short one.
    fn first_names_of(&self, name: u32) -> impl Iterator<Item = &'a str> + use<'_, 'a> {
        let parts = self.persons.parts(name);
        let known = self.first_names.get(&self.groups.root(name)).into_iter().flatten().copied();
        let whole = |first: &str| match parts.is_initialled() {
            true => first.starts_with(parts.first()),
            false => long_forms(parts.first()).contains(&first),
        };
        known.filter(move |first| whole(first))
    }

    /// Whoever a document says it is written by.
    fn writers(&self, occurrence: &Occurrence) -> BTreeSet<u32> {
        let text = self.passages.at(occurrence.unit as usize).document;
        if text.document.is_row() {
            return BTreeSet::new();
        }
        let named = authors::named(&text.text);
        let known = named.iter().filter_map(|name| self.persons.table.by_key.get(name));
        known.map(|&name| self.groups.root(name)).collect()
    }

    /// False for a mention that names nobody: what a model calls a place or a firm, a part of a firm's name, a thing
    /// with an article.
    fn may_stand_for_somebody(&self, occurrence: &Occurrence) -> bool {
        let (name, lone) = (self.persons.name(occurrence.name), self.persons.parts(occurrence.name));
        let told_otherwise = self.persons.table.told
            && !self.persons.is_person(occurrence.name)
            && name.votes.iter().any(|&votes| votes > 0);
        !told_otherwise
            && occurrence.proper
            && may_be_person(name, lone)
            && !is_part_of_a_firm(occurrence, self.passages)
            && (lone.titled || lone.is_full() || !has_article(occurrence, self.passages))
    }

    /// Those of a document whose names a mention is a part of.
    fn candidates(
        &self,
        occurrence: &Occurrence,
        by_word: &HashMap<&str, Vec<u32>>,
        writers: &BTreeSet<u32>,
    ) -> BTreeSet<u32> {
        let (document, name) = (occurrence.document, occurrence.name);
        let lone = self.persons.parts(occurrence.name);
        let bears = |&&name: &&u32| {
            let parts = self.persons.parts(name);
            let surname = !lone.is_full() && self.speakers.first_surname(name, parts) == Some(lone.first());
            let first = !lone.titled && !lone.is_full() && self.first_names_of(name).any(|first| first == lone.first());
            surname || first || lone.is_part_of(parts)
        };
        let named = [lone.first(), lone.last()].into_iter().flat_map(|word| by_word.get(word).into_iter().flatten());
        let mut candidates: BTreeSet<u32> = named.filter(bears).map(|&name| self.groups.root(name)).collect();
        if candidates.is_empty() && self.is_nickname(lone) {
            let long = long_forms(lone.first()).iter().flat_map(|&word| by_word.get(word).into_iter().flatten());
            let meant: BTreeSet<u32> = long
                .filter(|&&name| long_forms(lone.first()).contains(&self.persons.parts(name).first()))
                .map(|&name| self.groups.root(name))
                .collect();
            candidates = if meant.len() == 1 { meant } else { BTreeSet::new() };
        }
        if candidates.is_empty()
            && let Some(&long) = self.shortened.get(&name)
        {
            let called = by_word.get(long).into_iter().flatten();
            candidates = called
                .filter(|&&name| self.persons.parts(name).first() == long)
                .map(|&name| self.groups.root(name))
                .collect();
        }
        candidates.retain(|&person| !self.is_matter(name, person));
        let first_name = !lone.titled && !lone.is_full() && flags(lone.first()).has(Flags::FIRST_NAME);
        if first_name {
            // Whoever wrote a tale in which a first name returns is not who it is about.
            candidates
                .retain(|&person| !writers.contains(&person) || !self.order.is_seldom_full(document, name, person));
        }
        if !lone.titled {
            // A tale that calls somebody by the first name may wait long before it tells the surname.
            let called = if first_name { self.called_by_first_name(lone.first(), &candidates) } else { None };
            candidates.retain(|&person| called == Some(person) || !self.is_another(document, name, person));
        }
        candidates
    }

    /// The one of a document's people whose first name a word is, where the pile has it for nobody's surname.
    fn called_by_first_name(&self, word: &str, candidates: &BTreeSet<u32>) -> Option<u32> {
        let candidates: Vec<u32> = candidates.iter().copied().collect();
        let introduced = |&person: &u32| self.weight(person) >= INTRODUCED;
        self.foremost(&candidates).filter(introduced).filter(|_| !self.by_surname.contains_key(word))
    }

    /// Number of mentions of a person.
    fn weight(&self, person: u32) -> u32 {
        self.weights.get(&person).copied().unwrap_or(0)
    }

    /// True where a document, and the pile with it, uses a bare name far more often than a full name that comes later;
    /// the surname of whoever alone bears it is theirs wherever it stands.
    fn is_another(&self, document: u32, name: u32, person: u32) -> bool {
        self.order.is_another(document, name, person)
            && far_more(self.persons.name(name).count(), self.weight(person))
            && !self.bears_alone(self.persons.parts(name).last(), person)
    }

    /// True for a person named in full several times, who alone of those in the pile that are surely somebody has a
    /// surname, which is no first name; whoever is named once beside them (*N. Voss* of a footnote) does not count.
    fn bears_alone(&self, surname: &str, person: u32) -> bool {
        let bearers = self.by_surname.get(surname).into_iter().flatten();
        let known: Vec<u32> = bearers.copied().filter(|bearer| self.known.contains(bearer)).collect();
        !flags(surname).has(Flags::FIRST_NAME)
            && self.foremost(&known) == Some(person)
            && self.weight(person) >= INTRODUCED
    }

    /// True where a lone name is a common word rather than the surname of `person`.
    fn is_matter(&self, name: u32, person: u32) -> bool {
        let lone = self.persons.parts(name);
        !lone.titled && !lone.is_full() && self.matters.is(name, person, self.known.contains(&person))
    }

    /// True where the title and form of a mention do not contradict that it refers to `person`.
    fn suits(&self, occurrence: &Occurrence, address: &Address, person: u32) -> bool {
        let gender = self.genders.get(&person).map(|known| known.0);
        let (here, weight) = ((occurrence.document, occurrence.name), self.weight(person));
        if !self.families.suit(occurrence.document, self.persons, occurrence.name, (person, gender))
            || !self.offices.suit(self.persons, &self.order, here, (person, gender, weight))
        {
            return false;
        }
        // *Mr Voss, the grandfather of Ada*, is not she.
        let relative = relative_of(occurrence, self.passages);
        if relative.is_some_and(|whose| self.first_names.get(&person).is_some_and(|own| own.contains(whose.as_str()))) {
            return false;
        }
        // *Capt. Tom Orr* is not the general who is called *Gen. Orr*.
        let own = rank(&self.persons.name(occurrence.name).key);
        let is_own = |own: &str| self.ranks.get(&person).is_none_or(|all| all.iter().any(|one| is_same_rank(one, own)));
        if !own.is_none_or(is_own) {
            return false;
        }
        // *Dr Voss* is the Dr Ada Voss there is, and no Tom Voss.
        let surname = self.persons.parts(occurrence.name).last();
        let has_namesake = || self.by_surname.get(surname).is_some_and(|all| !all.is_disjoint(&self.learned));
        if is_learned(&self.persons.name(occurrence.name).key) && !self.learned.contains(&person) && has_namesake() {
            return false;
        }
        // *Mrs Voss* is nobody who was born Voss.
        if is_wife(&self.persons.name(occurrence.name).key) && self.bynames.is_of_birth(self.groups, person, surname) {
            return false;
        }
        let known = |&(known, titled): &(Gender, bool)| Some(known) == address.gender && (titled || !address.married);
        address.gender.is_none()
            || self.genders.get(&person).map_or(!address.married, known)
                && self.of_rank.contains(&person) == address.of_rank
    }

    /// True where a document speaks of a *Mr Voss* long before, and far more often than, of the *Mr Tom Voss* who is
    /// told from him by his first name.
    fn is_distinguished(&self, occurrence: &Occurrence, person: u32) -> bool {
        let (document, name) = (occurrence.document, occurrence.name);
        self.families.is_regularly_called(self.persons, name, person) && self.order.is_another(document, name, person)
    }

    /// The one of several who is named far more often than all others together.
    fn foremost(&self, owners: &[u32]) -> Option<u32> {
        let all: u32 = owners.iter().map(|&person| self.weight(person)).sum();
        let most = owners.iter().copied().max_by_key(|&person| (self.weight(person), Reverse(person)))?;
        (self.weight(most) >= FOREMOST * (all - self.weight(most))).then_some(most)
    }

    /// The one candidate, or the one named last before this place, of those that the corpus names often enough. Where a
    /// model told the names, and under a title, nobody is chosen of several: a family's name alone may be any of them.
    fn choose(
        &self,
        candidates: &BTreeSet<u32>,
        recent: &HashMap<u32, usize>,
        certain_only: bool,
        number: usize,
    ) -> Option<u32> {
        if candidates.len() == 1 {
            return candidates.first().copied();
        }
        let most = candidates.iter().map(|&person| self.weight(person)).max().unwrap_or(0);
        let last = candidates
            .iter()
            .copied()
            .filter(|&person| !certain_only && recent.contains_key(&person) && FOREMOST * self.weight(person) >= most)
            .max_by_key(|person| (recent[person], Reverse(*person)))?;
        let sentence = |number: usize| self.persons.table.occurrences[number].sentence;
        let just_now = sentence(number).saturating_sub(sentence(recent[&last])) <= JUST_NOW;
        if just_now || OUTWEIGHED * self.weight(last) > most {
            return Some(last);
        }
        // Somebody named in passing is not meant from then on: the one who outweighs all others is, or nobody.
        let mut heavy = candidates.iter().copied().filter(|&person| OUTWEIGHED * self.weight(person) > most);
        heavy.next().filter(|person| heavy.next().is_none() && recent.contains_key(person))
    }

    /// True for a bare surname in front of the only one of its document who bears it in full, where somebody else of
    /// the pile bears it who is mentioned more often: it may be either.
    fn may_be_another(
        &self,
        occurrence: &Occurrence,
        fitting: &BTreeSet<u32>,
        recent: &HashMap<u32, usize>,
        writers: &BTreeSet<u32>,
    ) -> bool {
        let lone = self.persons.parts(occurrence.name);
        let Some(&only) = fitting.first().filter(|_| fitting.len() == 1 && !lone.titled && !lone.is_full()) else {
            return false;
        };
        let bearers = self.by_surname.get(lone.last()).filter(|bearers| bearers.contains(&only));
        let heavier = |person: &u32| *person != only && self.weight(*person) > self.weight(only);
        let others = bearers.into_iter().flatten().filter(|person| self.known.contains(person));
        !recent.contains_key(&only)
            && !writers.contains(&only)
            && !self.spoken.contains(&only)
            && others.into_iter().any(heavier)
    }
}
