//! Questions that a corpus answers, for who does not know yet what to ask: each is made of what the index holds an
//! answer to, and reads as somebody would ask it.

use super::ReportGrounds;
use crate::judgement::Topic;
use crate::judgement::question_forms::QuestionForms;
use crate::model::{Entity, EntityId, EntityType, Prominent, Relationship, Subject};
use crate::text::names::articles::Written;
use crate::text::statements::stance::{STATED, Stance};
use crate::text::words::fold::singular;
use crate::text::words::terms::share_a_word;

/// Questions that the overview suggests.
const QUESTIONS: usize = 7;
/// Sentences that tell of a thing what is asked, at least, the part that they are of those naming it, and sentences of
/// the whole in which somebody disagrees.
const TELLING: usize = 2;
const PART: f32 = 0.04;
const DISAGREEING: usize = 4;
/// Days of which so many documents tell, at least, for the course of events to be asked for.
const DAYS: usize = 12;
const SHARED: u32 = 2;
/// Members of a community among which two that are tied are looked for: those that lead it.
const LEADING: usize = 8;
/// Sentences that name something by which it is told how its name is written.
const LOOKED_AT: usize = 200;
/// Topics of a subject among which what is asked about is looked for.
const TOPICS: usize = 4;
/// Subjects of which it is asked what is said.
const FIRST: usize = 3;

/// True for what is written without a capital in front: no name.
fn is_common(phrase: &str) -> bool {
    phrase.starts_with(char::is_lowercase) && !phrase.contains(|c: char| c.is_ascii_digit())
}

/// True for a common noun in the plural.
fn is_plural(phrase: &str) -> bool {
    let last = phrase.rsplit(' ').next().unwrap_or_default();
    is_common(phrase) && singular(last) != last
}

/// A phrase as it stands in a question: with an article where the documents write one, and one thing that has no name
/// where they do not tell.
///
/// In other languages than English a phrase stands as it is.
fn asked_of(phrase: &str, written: Written, forms: QuestionForms) -> String {
    if !forms.are_english() {
        return phrase.to_owned();
    }
    let default = is_common(phrase) && !is_plural(phrase) && phrase.contains(' ');
    match written.is_definite().unwrap_or(default) {
        true => format!("the {phrase}"),
        false => phrase.to_owned(),
    }
}

/// One of so many documents must name what is asked about, up to so many.
const SHARE: u32 = 15;
const MANY: u32 = 8;

/// Something that is asked about, and how the documents write it.
struct Thing<'p> {
    phrase: &'p str,
    entity: Option<EntityId>,
    written: Written,
}

impl ReportGrounds<'_, '_> {
    /// Questions that the corpus answers, by what it is about: what became of things that have names there, what was
    /// decided about them and where people disagree, as far as that is told; who somebody is; what is said about the
    /// rest.
    pub(super) fn questions(
        &self,
        subjects: &[Subject],
        people: &[Prominent],
        terms: &[Prominent],
        forms: QuestionForms,
    ) -> Vec<String> {
        let named = terms.iter().take(TOPICS).map(|term| self.thing(&term.name, Some(term.entity)));
        let led = subjects.iter().flat_map(|subject| self.led_by(subject));
        let suits = |thing: &Thing<'_>| !thing.written.is_adjective() && self.naming(thing) >= self.many();
        let (led, named): (Vec<Thing<'_>>, Vec<Thing<'_>>) =
            (led.filter(suits).collect(), named.filter(suits).collect());
        let mut questions: Vec<String> = forms.about("documents").to_vec();
        // What a document asks in its heading, it answers.
        let headings =
            subjects.iter().filter_map(|subject| self.headings[*self.community_at.get(&subject.community)?].as_ref());
        questions.extend(headings.filter(|heading| heading.ends_with(['?', '？'])).take(1).cloned());
        let mut taken: Vec<&str> = Vec::new();
        for (stance, about) in [(Stance::Fate, "fate"), (Stance::Decision, "decision")] {
            // A body decides, and is seldom what is decided about.
            let decides = |thing: &Thing<'_>| stance == Stance::Decision && self.is_body(thing);
            // "What happened to restart?" asks of nothing that is one.
            let is_one = |thing: &Thing<'_>| !is_common(thing.phrase) || thing.written.is_definite() == Some(true);
            let befalls = |thing: &Thing<'_>| stance != Stance::Fate || is_one(thing);
            let suits = |thing: &&Thing<'_>| !taken.contains(&thing.phrase) && !decides(thing) && befalls(thing);
            let free = named.iter().chain(&led).filter(suits);
            let told = free.filter_map(|thing| Some((self.told(thing, stance)?, thing)));
            if let Some((_, thing)) = told.min_by(|(one, _), (other, _)| other.total_cmp(one)) {
                taken.push(thing.phrase);
                questions.extend(forms.question(about, &[&asked_of(thing.phrase, thing.written, forms)]));
            }
        }
        let disagrees = |at: &u32| Stance::Disagreement.strength(self.words(*at)) >= STATED;
        if (0..self.sentences.len() as u32).filter(disagrees).nth(DISAGREEING - 1).is_some() {
            questions.extend_from_slice(forms.about("disagreement"));
        }
        // Days that several documents tell of make a course of events.
        let is_shared = |entity: &&Entity| entity.kind == EntityType::Date && entity.documents >= SHARED;
        if self.material.entities.iter().filter(is_shared).nth(DAYS - 1).is_some() {
            questions.extend_from_slice(forms.about("course"));
        }
        questions.extend(people.first().and_then(|person| forms.question("person", &[&person.name])));
        // Of the rest of what the first subjects are about what most documents name; a matter that a quarter as many
        // name rather than a name.
        let first: Vec<Thing<'_>> = subjects.iter().take(FIRST).flat_map(|subject| self.led_by(subject)).collect();
        let rest: Vec<&Thing<'_>> =
            first.iter().filter(|thing| suits(thing) && !taken.contains(&thing.phrase)).collect();
        let most = rest.iter().map(|thing| self.naming(thing)).max().unwrap_or(0);
        let is_matter = |thing: &Thing<'_>| is_common(thing.phrase) && 4 * self.naming(thing) >= most;
        let said = rest.iter().min_by_key(|thing| std::cmp::Reverse((is_matter(thing), self.naming(thing))));
        let asked = |thing: &Thing<'_>| forms.question("other", &[&asked_of(thing.phrase, thing.written, forms)]);
        questions.extend(said.and_then(|thing| asked(thing)));
        questions.extend(subjects.iter().find_map(|subject| self.tied(subject, forms)));
        questions.truncate(QUESTIONS);
        questions
    }

    /// How many documents name a thing, and how many must for it to be asked about.
    fn naming(&self, thing: &Thing<'_>) -> u32 {
        self.entity(thing).map_or(0, |entity| entity.documents)
    }

    fn is_body(&self, thing: &Thing<'_>) -> bool {
        self.entity(thing).is_some_and(|entity| entity.kind == EntityType::Organisation)
    }

    fn entity(&self, thing: &Thing<'_>) -> Option<&Entity> {
        self.position.get(&thing.entity?).map(|&at| &self.material.entities[at as usize])
    }

    fn many(&self) -> u32 {
        (self.material.documents.len() as u32 / SHARE).clamp(1, MANY)
    }

    fn thing<'p>(&self, phrase: &'p str, entity: Option<EntityId>) -> Thing<'p> {
        Thing { phrase, entity, written: self.written(phrase, entity) }
    }

    /// What a subject is about that is no person, no place and no day: of these it is asked otherwise.
    fn led_by(&self, subject: &Subject) -> Vec<Thing<'_>> {
        let Some(&at) = self.community_at.get(&subject.community) else { return Vec::new() };
        let other = |topic: &&Topic| !matches!(topic.kind, EntityType::Date | EntityType::Person | EntityType::Place);
        let topics = self.topics[at].iter().filter(other).take(TOPICS);
        topics.map(|topic| self.thing(&topic.phrase, topic.entity)).collect()
    }

    /// How the documents write a phrase where they name an entity by it.
    fn written(&self, phrase: &str, entity: Option<EntityId>) -> Written {
        let mut written = Written::default();
        let Some(entity) = entity.and_then(|id| self.position.get(&id)) else { return written };
        let naming =
            (0..self.sentences.len() as u32).filter(|&at| self.sentences.at(at as usize).entities.contains(entity));
        naming.take(LOOKED_AT).for_each(|at| written.count_phrase(self.words(at), phrase));
        written
    }

    /// The question what the two of a community have to do with each other that are tied most among those that lead it.
    /// A sentence names both.
    fn tied(&self, subject: &Subject, forms: QuestionForms) -> Option<String> {
        let at = *self.community_at.get(&subject.community)?;
        let leading: Vec<_> = self.material.communities[at].entities.iter().take(LEADING).collect();
        let entity = |id: EntityId| self.position.get(&id).map(|&at| (at, &self.material.entities[at as usize]));
        // A lone noun is tied to much.
        let is_lone = |entity: &Entity| is_common(&entity.name) && !entity.name.contains(' ');
        let suits = |entity: &Entity| entity.kind != EntityType::Date && !entity.ubiquitous && !is_lone(entity);
        let question = |tie: &Relationship| {
            let ((one, source), (other, target)) = (entity(tie.source)?, entity(tie.target)?);
            let named = |at: u32| {
                let said = self.sentences.at(at as usize).entities;
                said.contains(&one) && said.contains(&other)
            };
            let writes = self.bylines.contains(&one) || self.bylines.contains(&other);
            // What has to do with what is nearly the same is no question: deposits and the deposit account.
            let near = share_a_word(&source.name, &target.name);
            let fits = !writes
                && !near
                && suits(source)
                && suits(target)
                && self.reach[at].iter().any(|&(said, ..)| named(said));
            if !fits {
                return None;
            }
            let [of_source, of_target] = [source, target].map(|end| self.written(&end.name, Some(end.id)));
            let (one, other) = (asked_of(&source.name, of_source, forms), asked_of(&target.name, of_target, forms));
            let of_several = usize::from(is_plural(&source.name));
            let tied = forms.about("tied").get(of_several).or(forms.about("two").first())?;
            (!of_source.is_adjective() && !of_target.is_adjective())
                .then(|| tied.replacen("{}", &one, 1).replacen("{}", &other, 1))
        };
        let ties = self.inside[at].iter().map(|&tie| &self.material.relationships[tie as usize]);
        ties.filter(|tie| leading.contains(&&tie.source) && leading.contains(&&tie.target)).find_map(question)
    }

    /// How well it is told of a thing what is asked: by how many of the sentences naming it, and which part they are.
    fn told(&self, thing: &Thing<'_>, stance: Stance) -> Option<f32> {
        let entity = thing.entity.and_then(|id| self.position.get(&id))?;
        let (mut naming, mut telling) = (0_usize, 0_usize);
        for at in 0..self.sentences.len() as u32 {
            if self.sentences.at(at as usize).entities.contains(entity) {
                naming += 1;
                telling += usize::from(stance.strength(self.words(at)) >= STATED);
            }
        }
        let part = telling as f32 / naming.max(1) as f32;
        (telling >= TELLING && part >= PART).then_some(part * telling as f32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_phrase_stands_in_a_question_as_somebody_would_say_it() {
        for (phrase, asked, plural) in [
            ("web servers", "web servers", true),
            ("fuel surcharge", "the fuel surcharge", false),
            ("brakes", "brakes", true),
            ("Orsk Ferries", "Orsk Ferries", false),
            ("Route 7", "Route 7", false),
        ] {
            let english = asked_of(phrase, Written::default(), QuestionForms::of(None));
            assert_eq!((english.as_str(), is_plural(phrase)), (asked, plural), "{phrase}");
        }
    }
}
