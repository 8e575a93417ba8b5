//! Types of names: by the words a name is made of, and by the words around it.

use super::View;
use super::tag::is_ordinary_word;
use super::token::TokenShape;
use crate::model::EntityType;
use crate::text::language::{in_any, word_lists};
use crate::text::words::fold;
use crate::text::words::lexicon::{Flags, flags, flags_of_noun, known_as_written, known_kind};

word_lists! {
    static WORDS = "kind.toml":
        places, churches, groups_in_front, bodies_in_front, places_in_front, events_in_front, tying_front, concepts, firms, before_roles,
        movements, adherents, work, organisation, place, product, event, person, quoting, telling, employed, services,
        staff, tying, days, hallowed, ranks, makers, called, of_persons, who, joining, places_behind, trades, honours, papers, parts_of_places, landscape, ruling,
        officers, prints,
        legal_forms, organisations_behind, employing, persons_behind, streets, states, doubtful_heads, of_bodies, articles
}

/// Returns the type of thing a common noun (singular or plural, lower case) says: *novel*, *company*, *village*.
pub(crate) fn by_noun(word: &str) -> Option<EntityType> {
    let noun = fold::singular(word);
    let kinds = [
        (&WORDS.person, EntityType::Person),
        (&WORDS.organisation, EntityType::Organisation),
        (&WORDS.place, EntityType::Place),
        (&WORDS.work, EntityType::Work),
        (&WORDS.product, EntityType::Product),
        (&WORDS.event, EntityType::Event),
    ];
    kinds.into_iter().find(|(nouns, _)| nouns.has(&noun)).map(|(_, kind)| kind)
}

/// Returns the type that the qualifier in brackets behind a title tells: `The Ebb (1931 film)`.
pub(crate) fn by_qualifier(title: &str) -> Option<EntityType> {
    let inside = title.trim().strip_suffix(')')?.rsplit_once('(')?.1;
    inside.split_whitespace().rev().find_map(|word| by_noun(&fold::key(word)))
}

/// True for a name whose last word is letters, as nobody is called: *C APIs*, *Travis CI*, an inscription's *ADA SVM*.
/// What is written in capitals throughout may be anybody, and *II* behind a name is a number.
fn ends_in_letters(name: &str) -> bool {
    let capitals = |word: &str| word.chars().count() > 1 && word.chars().all(char::is_uppercase);
    let (before, last) = name.rsplit_once(' ').unwrap_or(("", name));
    let last = last.strip_suffix('s').filter(|letters| letters.len() > 1).unwrap_or(last);
    let numbered = last.chars().all(|c| matches!(c, 'I' | 'V' | 'X'));
    let unspoken = last.len() > 2 && !last.contains(['A', 'E', 'I', 'O', 'U', 'Y']) && last.is_ascii();
    let short = last.chars().count() < 4 && !before.split(' ').all(capitals);
    capitals(last) && !numbered && (unspoken || short)
}

/// True for a word that names a doctrine or a movement, or several who follow one: *Anarchism*, *Luddists*.
pub(crate) fn is_movement(word: &str) -> bool {
    ends_in(word, WORDS.movements.iter()) || word.ends_with('s') && is_adherent(word)
}

/// True for a word that calls somebody after what they follow; a few surnames end like that too.
pub(super) fn is_adherent(word: &str) -> bool {
    ends_in(word, WORDS.adherents.iter())
}

fn ends_in<'a>(word: &str, mut endings: impl Iterator<Item = &'a str>) -> bool {
    const STEM: usize = 3;
    endings.any(|ending| word.strip_suffix(ending).is_some_and(|stem| stem.chars().count() >= STEM))
}

/// Returns the type that the words of a name themselves tell: a first name, a title, *University*, *County*, *War*.
pub(crate) fn by_words(name: &str) -> Option<EntityType> {
    if let Some(kind) = known_as_written(name) {
        return Some(kind);
    }
    if is_firm(name) {
        return Some(EntityType::Organisation);
    }
    let words: Vec<String> = name
        .split_whitespace()
        .map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase())
        .filter(|word| !word.is_empty())
        .collect();
    let parts = NameWords::of(name, &words)?;
    if let Some(kind) = parts.by_known_first() {
        return Some(kind);
    }
    if words.len() == 1 {
        let place = || parts.of_first.has(Flags::PLACE).then_some(EntityType::Place);
        // *Luddists* say this and that, and are nobody.
        return if is_movement(parts.first) { Some(EntityType::Concept) } else { place() };
    }
    // *University of X*, *Battle of X*: the head stands before the *of*.
    let head_of = words.iter().position(|word| WORDS.tying.has(word)).filter(|&at| at > 0);
    // *Grant of Right*: a first name that is a word, too, is one before words alone.
    let phrase = head_of.is_some() && is_ordinary_word(parts.first) && is_ordinary_word(parts.last);
    // *Banco de Tarn*, behind an adjective too (*Servicio Regional de Tarn*); *Banco Tarn* where the word is of another
    // language.
    let tied = words.iter().take(3).skip(1).any(|word| WORDS.tying_front.has(word)) && words.len() > 2;
    let foreign = WORDS.bodies_in_front.has(parts.first) && !is_ordinary_word(parts.first);
    let in_front = (tied || foreign).then(|| by_front(parts.first));
    let last = words.last().map_or("", String::as_str);
    let group = words.len() == 2 && WORDS.groups_in_front.has(parts.first) && !is_ordinary_word(last);
    (in_front.flatten())
        .or(group.then_some(EntityType::Organisation))
        .or_else(|| parts.by_head(head_of?, phrase))
        .or_else(|| parts.by_address())
        .or_else(|| parts.by_last(head_of.is_some()))
        .or_else(|| parts.by_first_name(phrase))
        .or_else(|| parts.by_made_thing())
        .or_else(|| parts.by_initials())
}

/// True for a name with a legal form behind it, as that is written: *Orsk Ferries AB*. Small, or in another case, its
/// letters are other words.
pub(crate) fn is_firm(name: &str) -> bool {
    let Some((front, last)) = name.trim_end().rsplit_once(' ') else { return false };
    let written = |form: &str| WORDS.legal_forms.has(form);
    // "Sp. z o.o." has two words, "S. A." a blank.
    let long = || front.rsplit_once(' ').is_some_and(|(_, before)| written(&format!("{before}{last}")));
    let capital = front.starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit());
    capital && front.chars().filter(|c| c.is_alphabetic()).count() > 1 && (written(last) || long())
}

/// The words of a name in lower case, without marks, and what is known of the first and the last.
struct NameWords<'a> {
    /// As it is written.
    name: &'a str,
    words: &'a [String],
    first: &'a str,
    last: &'a str,
    of_first: Flags,
    of_last: Flags,
}

impl<'a> NameWords<'a> {
    fn of(name: &'a str, words: &'a [String]) -> Option<Self> {
        let (first, last) = (words.first()?, words.last()?);
        Some(Self { name, words, first, last, of_first: flags(first), of_last: flags_of_noun(last) })
    }

    /// *Google Maps*, *Tarn Research*: what a known organisation puts its name to.
    fn by_known_first(&self) -> Option<EntityType> {
        let known = if self.words.len() > 1 { known_kind(self.first) } else { None };
        if !matches!(known, Some(EntityType::Organisation | EntityType::Product)) {
            return None;
        }
        // *Mario* is played, and somebody is called so.
        if known == Some(EntityType::Product) && self.of_first.has(Flags::FIRST_NAME) {
            return None;
        }
        // *United States Army* begins with a longer name than *United*.
        let longer = |end: usize| known_kind(&self.words[..end].join(" ")).is_some_and(|kind| Some(kind) != known);
        // *Java Sea* and *Amazon River* are told by what they are.
        if (2..self.words.len()).any(longer) || WORDS.landscape.has(self.last) {
            return None;
        }
        // *Congress of Tarn* is one; *Office of Tarn* is told by what an office is.
        if WORDS.tying.has(self.words[1].as_str()) {
            return known.filter(|kind| *kind == EntityType::Organisation);
        }
        // *Senate Majority Leader Orskin*: somebody by office.
        let inside = &self.words[1..self.words.len() - 1];
        if inside.last().is_some_and(|word| flags(word).has(Flags::ROLE)) && !is_ordinary_word(self.last) {
            return Some(EntityType::Person);
        }
        // What a product serves with is a product too; a company's *Investor Relations* are its people.
        let service = WORDS.services.has(self.last) && known == Some(EntityType::Product);
        if self.of_last.has(Flags::ORG_HEAD) && !service || WORDS.staff.has(self.last) {
            return Some(EntityType::Organisation);
        }
        if self.of_last.has(Flags::EVENT_HEAD) {
            return Some(EntityType::Event);
        }
        // *IBM Watson* is made; what letters put in front of plain words (*UN System*, *WHO Regional*) may be anything.
        let as_written = self.name.split_whitespace().next().unwrap_or_default();
        let letters = known == Some(EntityType::Organisation) && as_written.chars().all(char::is_uppercase);
        let plain = letters && self.words[1..].iter().all(|word| is_ordinary_word(word));
        (!plain).then_some(EntityType::Product)
    }

    /// By the word in front of the *of* that stands at a place.
    fn by_head(&self, of: usize, phrase: bool) -> Option<EntityType> {
        let head = flags_of_noun(&self.words[of - 1]);
        if of == 1 && WORDS.churches.has(self.first) {
            Some(EntityType::Place)
        } else if head.has(Flags::EVENT_HEAD) {
            Some(EntityType::Event)
        } else if head.has(Flags::ORG_HEAD) || WORDS.ruling.has(&self.words[of - 1]) {
            Some(EntityType::Organisation)
        } else if self.of_first.has(Flags::HONORIFIC) || self.of_first.has(Flags::FIRST_NAME) && !phrase {
            Some(EntityType::Person)
        } else {
            head.has(Flags::PLACE_HEAD).then_some(EntityType::Place)
        }
    }

    /// By a day that is set apart, a street, and what somebody is addressed by.
    fn by_address(&self) -> Option<EntityType> {
        let Self { words, first, last, of_first, of_last, .. } = *self;
        // *Orsk L. Rev*, *Rev. Proc*: where something was printed, cut short.
        if WORDS.prints.has(last) && (words.len() == 2 || words[words.len() - 2] == "l") {
            return Some(EntityType::Concept);
        }
        // *Candle Night*, *Children's Day*: what a day is set apart for; *Clara Day* is somebody.
        let somebody = words.len() == 2 && of_first.has(Flags::FIRST_NAME) && !is_ordinary_word(first);
        if WORDS.days.has(last) && !of_first.has(Flags::WEAK | Flags::NUMBER) && !somebody {
            return Some(EntityType::Event);
        }
        // *St Agnes* written so is the church or the town; the saint is *Saint*.
        if words.len() == 2 && WORDS.hallowed.has(first) && !of_last.has(Flags::ORG_HEAD) {
            return Some(EntityType::Place);
        }
        // *St Orskin Holm*: the church of a saint of whom no lexicon knows, and where it is.
        let unheard = words.len() == 3 && !flags(&words[1]).has(Flags::FIRST_NAME) && !is_ordinary_word(&words[1]);
        if unheard && WORDS.hallowed.has(first) && !of_last.has(Flags::ORG_HEAD) {
            return Some(EntityType::Place);
        }
        // *Mr Lane* lives in one; *Franklin Street* is nobody's surname.
        let addressed = in_any(|pack| &pack.men, first) || in_any(|pack| &pack.women, first);
        if words.len() == 2 && addressed && !in_any(|pack| &pack.rank, first) {
            // *MS Windows* is as old as her.
            return known_kind(last).filter(|kind| *kind == EntityType::Product).or(Some(EntityType::Person));
        }
        // *Clara Islands*, however she is called.
        if WORDS.landscape.has(last) && words.len() < 4 && !WORDS.tying.has(words[words.len() - 2].as_str()) {
            return Some(EntityType::Place);
        }
        // *Clara de Tarn* is somebody; *San Orsk de Chile* is told from another of the name by the country.
        let in_country = words.len() > 2 && WORDS.tying_front.has(words[words.len() - 2].as_str());
        if in_country && of_first.has(Flags::PLACE) && of_last.has(Flags::PLACE) {
            return Some(EntityType::Place);
        }
        if WORDS.streets.has(last) || WORDS.states.has(last) && !of_first.has(Flags::FIRST_NAME | Flags::HONORIFIC) {
            return Some(EntityType::Place);
        }
        if of_first.has(Flags::HONORIFIC) && !WORDS.ranks.has(first) && !of_last.has(Flags::ORG_HEAD) {
            // *St. Louis Hospital* and *St. Maurice Abbey* are no persons.
            let stands = !WORDS.persons_behind.has(first) && of_last.has(Flags::PLACE_HEAD | Flags::EVENT_HEAD);
            return Some(if stands { EntityType::Place } else { EntityType::Person });
        }
        // *Ada Voss KC*.
        if words.len() > 2 && WORDS.honours.has(last) {
            return Some(EntityType::Person);
        }
        // *Inspector Ada Voss* is called by her office.
        if WORDS.officers.has(first) && words.len() > 2 && flags(&words[1]).has(Flags::FIRST_NAME) {
            return Some(EntityType::Person);
        }
        let called = !is_ordinary_word(last) && !of_last.has(Flags::DEMONYM | Flags::ORG_HEAD | Flags::EVENT_HEAD);
        if words.len() == 2 && WORDS.parts_of_places.has(first) && called && !is_movement(last) {
            return Some(EntityType::Place);
        }
        // *Port 443* is a number of a machine.
        let numbered = crate::text::words::terms::is_digits(last);
        (WORDS.places.has(first) && words.len() == 2 && !numbered).then_some(EntityType::Place)
    }

    /// By the last word, where that says what the thing is. Behind an *of*, as `tied` tells, it is what the thing is
    /// of: *Secretary of War*.
    fn by_last(&self, tied: bool) -> Option<EntityType> {
        let Self { words, last, of_first, of_last, .. } = *self;
        // *Orsk Games* makes them, *Olympic Games* are some.
        let of_trade = self.is_of_trade() && !of_first.has(Flags::DEMONYM);
        if of_last.has(Flags::EVENT_HEAD) && !tied && !of_trade {
            return Some(EntityType::Event);
        }
        if WORDS.concepts.has(last) {
            return Some(EntityType::Concept);
        }
        // *Alder Court* is a house, *Flood Hazard District* a stretch of land; *District Court of Tarn* judges.
        let of_body = |word: &String| WORDS.of_bodies.has(word) || flags(word).has(Flags::PLACE);
        if WORDS.doubtful_heads.has(last)
            && !words[..words.len() - 1].iter().any(of_body)
            && !words.iter().any(|word| flags(word).has(Flags::PLACE_HEAD) && word != last)
        {
            return Some(EntityType::Place);
        }
        let surnamed = of_first.has(Flags::FIRST_NAME) && words.len() == 2 && !is_strong_org(last);
        if of_last.has(Flags::ORG_HEAD) && !surnamed || WORDS.ruling.has(last) && !tied {
            return Some(EntityType::Organisation);
        }
        // *Christian Tarnism* is no Christian's name.
        is_movement(last).then_some(EntityType::Concept)
    }

    /// By a first name in front, and by what a place is called by behind one or without.
    fn by_first_name(&self, phrase: bool) -> Option<EntityType> {
        let Self { words, of_first, of_last, .. } = *self;
        let place_tail = of_last.has(Flags::PLACE_HEAD);
        // *JACK Audio Kit* is called by letters.
        let is_small = |c: char| c.is_lowercase();
        let capitals = self.name.split(' ').next().is_some_and(|first| !first.contains(is_small));
        let letters = words.len() > 2 && capitals && self.name.contains(is_small) && is_ordinary_word(self.last);
        if of_first.has(Flags::FIRST_NAME) && words.len() <= 5 && !phrase && !letters {
            // *Lloyd Minor Park* against *Lily Park* and *Lily G. Park*.
            let inside = &words[1..words.len() - 1];
            // *Thomas Stuart Mill* has two first names.
            let of_place = |word: &String| word.chars().count() > 1 && !flags(word).has(Flags::FIRST_NAME);
            if place_tail && !inside.is_empty() && inside.iter().all(of_place) {
                return Some(EntityType::Place);
            }
            if !of_last.has(Flags::PRODUCT_HEAD | Flags::WORK_HEAD) && !ends_in_letters(self.name) {
                return Some(EntityType::Person);
            }
        }
        // *C. Wright Mills* is nobody's mill.
        let initial = words.len() > 2 && self.first.chars().count() == 1 && self.name.contains('.');
        (place_tail && !initial).then_some(EntityType::Place)
    }

    /// *Orsk Energy* is a firm, *Clean Energy* a matter.
    fn is_of_trade(&self) -> bool {
        self.words.len() == 2
            && (WORDS.trades.has(self.last) || WORDS.papers.has(self.last))
            && !is_ordinary_word(self.first)
    }

    /// By a last word for what is made, or for who makes it: *Lantern Pictures*.
    fn by_made_thing(&self) -> Option<EntityType> {
        if WORDS.makers.has(self.last) || self.is_of_trade() {
            Some(EntityType::Organisation)
        } else if self.of_last.has(Flags::WORK_HEAD) {
            Some(EntityType::Work)
        } else {
            self.of_last.has(Flags::PRODUCT_HEAD).then_some(EntityType::Product)
        }
    }

    /// By initials, which a person has.
    fn by_initials(&self) -> Option<EntityType> {
        let Self { name, words, first, last, .. } = *self;
        let inside = &words[1..words.len() - 1];
        // In the middle: *Fyodor K. Lem*.
        let initial = |word: &str| word.chars().count() == 1 && word.chars().all(char::is_alphabetic);
        let stands_inside = inside.iter().any(|word| initial(word));
        if !ends_in_letters(name) && (stands_inside || initial(first) && !initial(last)) {
            return Some(EntityType::Person);
        }
        // *F.A. von Tarn*: what stands in front of a particle is a name where it is initials, and before a word that is
        // nothing else.
        let initials = first.contains('.') && first.split('.').all(|part| part.chars().count() == 1);
        let particle = || inside.iter().any(|word| flags(word).has(Flags::PARTICLE));
        let surname = || inside.is_empty() && last.chars().all(char::is_alphabetic) && !is_ordinary_word(last);
        (initials && (particle() || surname())).then_some(EntityType::Person)
    }
}

/// Returns the type that the first word of a name tells where what a thing is stands in front: *Banco de Tarn*.
pub(super) fn by_front(word: &str) -> Option<EntityType> {
    let kinds = [
        (&WORDS.bodies_in_front, EntityType::Organisation),
        (&WORDS.places_in_front, EntityType::Place),
        (&WORDS.events_in_front, EntityType::Event),
    ];
    kinds.into_iter().find(|(heads, _)| heads.has(word)).map(|(_, kind)| kind)
}

/// Words that make a company even of a person's name: *Thomas Cook Ltd*.
fn is_strong_org(word: &str) -> bool {
    WORDS.firms.has(word)
}

/// Returns the type that the words around a name tell, if any. `start..end` are its tokens.
pub(super) fn by_context(view: &View<'_>, start: usize, end: usize) -> Option<EntityType> {
    let word = |at: usize| view.words.get(at).map_or("", String::as_str);
    let before = |back: usize| if start >= back { word(start - back) } else { "" };
    // *, Texas* after a place is left to the gazetteer; *in X* needs care and only says place for a lone word.
    if WORDS.called.has(before(1)) {
        let noun = if start >= 2 { by_noun(before(2)) } else { None };
        if noun.is_some() {
            return noun;
        }
    }
    if start >= 1 && view.tokens[start].gap && view.tokens[start - 1].is_word() {
        if let Some(kind) = by_noun(before(1)) {
            return Some(kind);
        }
        if flags(before(1)).has(Flags::HONORIFIC | Flags::ROLE) && view.tokens[start - 1].is_capital() {
            return Some(EntityType::Person);
        }
        // *Me Ada Voss*: a title that is another word in other languages.
        if !view.english && view.tokens[start - 1].shape == TokenShape::Title && is_title(before(1)) {
            return Some(EntityType::Person);
        }
    }
    let next_is_word = view.tokens.get(end).is_some_and(|token| token.is_word());
    if next_is_word {
        if WORDS.of_persons.has(word(end)) {
            return Some(EntityType::Person);
        }
        // *The Crown said*: a body speaks, and nobody who is called so.
        let named = start + 1 < end || !WORDS.articles.has(before(1));
        if named && flags(word(end)).has(Flags::SAY) && view.tokens[end].shape == TokenShape::Lower {
            return Some(EntityType::Person);
        }
    } else if word(end) == "," {
        // *X, who*; *X, a researcher at*; *X, CEO of*; *X, the company*.
        let mut at = end + 1;
        while WORDS.before_roles.has(word(at)) {
            at += 1;
        }
        if WORDS.who.has(word(at)) || flags(word(at)).has(Flags::ROLE) {
            return Some(EntityType::Person);
        }
    }
    // Things that are listed together are of a kind: *Tarn, Google and Orsk*; an ordinary word among them is not.
    let joins = |word: &str| matches!(word, "," | "&") || WORDS.joining.has(word);
    let joined = |word: &str| joins(word) && !(start + 1 == end && view.ordinary(start));
    if joined(word(end)) && view.tokens.get(end + 1).is_some_and(|token| token.is_capital()) {
        let kind = known_kind(word(end + 1)).filter(|kind| *kind != EntityType::Concept);
        if kind.is_some() {
            return kind;
        }
    }
    if joined(before(1)) && start >= 2 && view.tokens[start - 2].is_capital() {
        let kind = known_kind(before(2)).filter(|kind| *kind != EntityType::Concept);
        if kind.is_some() {
            return kind;
        }
    }
    if is_quoted_speaker(view, start, end) {
        return Some(EntityType::Person);
    }
    match before(1) {
        front
            if WORDS.places_behind.has(front)
                && view.english
                && view.tokens[end - 1].shape == TokenShape::Title
                && !view.tags[end - 1].known
                && (start + 1 == end || !flags(word(start)).has(Flags::FIRST_NAME)) =>
        {
            Some(EntityType::Place)
        }
        verb if start + 1 == end && WORDS.organisations_behind.has(verb) => Some(EntityType::Organisation),
        // One works at a company; whatever else is done at a place may be done in any house or town.
        at if start + 1 == end
            && WORDS.employing.has(at)
            && (WORDS.employed.has(before(2)) || flags(before(2)).has(Flags::ROLE)) =>
        {
            Some(EntityType::Organisation)
        }
        title if WORDS.persons_behind.has(title) => Some(EntityType::Person),
        "." if start >= 2 && is_title(word(start - 2)) => Some(EntityType::Person),
        _ => None,
    }
}

/// True for what stands in front of somebody's name in any language.
fn is_title(word: &str) -> bool {
    flags(word).has(Flags::HONORIFIC) || in_any(|pack| &pack.titles, word)
}

/// Whoever stands behind what was said and a verb of saying: *"It leaks," said Voss.*
fn is_quoted_speaker(view: &View<'_>, start: usize, end: usize) -> bool {
    let Some(verb) = start.checked_sub(1).filter(|&at| view.tokens[at].shape == TokenShape::Lower) else {
        return false;
    };
    let Some(mark) = verb.checked_sub(1).map(|at| view.words[at].as_str()) else { return false };
    let closed = matches!(mark, "\"" | "”" | "’" | "'" | "»" | "“" | "?" | "!");
    // With a comma alone, the verb must be of nothing but saying.
    let ends = view.tokens.get(end).is_none_or(|token| !token.is_word());
    closed && WORDS.quoting.has(&view.words[verb]) || mark == "," && ends && WORDS.telling.has(&view.words[verb])
}

#[cfg(test)]
#[path = "kind_tests.rs"]
mod tests;
