//! Questions that a corpus answers, for who does not know yet what to ask: each is made of what the index holds an
//! answer to, and reads as somebody would ask it.

use super::ReportGrounds;
use crate::judgement::Topic;
use crate::model::{Entity, EntityId, EntityType, Prominent, Relationship, Subject};
use crate::text::articles::Written;
use crate::text::fold::singular;
use crate::text::stance::{STATED, Stance};
use crate::text::terms::share_a_word;

/// Questions that the overview suggests.
const QUESTIONS: usize = 6;
/// Sentences that tell of a problem, for one to be asked for.
const PROBLEMS: usize = 2;
/// Members of a community among which two that are tied are looked for: those that lead it.
const LEADING: usize = 8;
/// Sentences that name something by which it is told how its name is written.
const LOOKED_AT: usize = 200;
/// Subjects of which it is asked what is said about them.
const SAID: usize = 2;

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
fn asked_of(phrase: &str, written: Written) -> String {
    let default = is_common(phrase) && !is_plural(phrase) && phrase.contains(' ');
    match written.is_definite().unwrap_or(default) {
        true => format!("the {phrase}"),
        false => phrase.to_owned(),
    }
}

impl ReportGrounds<'_, '_> {
    /// Questions that the corpus answers, by what it is about.
    pub(super) fn questions(&self, subjects: &[Subject], people: &[Prominent]) -> Vec<String> {
        let lead = |subject: &Subject| {
            let topics = &self.topics[*self.community_at.get(&subject.community)?];
            let written = topics.iter().filter(|topic| topic.kind != EntityType::Date);
            let mut written = written.map(|topic| (topic, self.written(&topic.phrase, topic.entity)));
            written.find(|(_, written)| !written.is_adjective())
        };
        let leads: Vec<(&Topic, Written)> = subjects.iter().filter_map(lead).collect();
        let mut questions = vec!["What are these documents about?".to_owned()];
        let said = leads.iter().take(SAID);
        let asked = |&(lead, written): &(&Topic, Written)| asked_of(&lead.phrase, written);
        questions.extend(said.map(|lead| format!("What is said about {}?", asked(lead))));
        questions.extend(people.first().map(|person| format!("Who is {}?", person.name)));
        questions.extend(subjects.iter().find_map(|subject| self.tied(subject)));
        let troubled = leads.iter().skip(SAID).chain(leads.iter().take(SAID)).find(|(lead, _)| self.is_troubled(lead));
        questions.extend(troubled.map(|lead| format!("What problems are there with {}?", asked(lead))));
        questions.truncate(QUESTIONS);
        questions
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
    fn tied(&self, subject: &Subject) -> Option<String> {
        let at = *self.community_at.get(&subject.community)?;
        let leading: Vec<_> = self.material.communities[at].entities.iter().take(LEADING).collect();
        let entity = |id: EntityId| self.position.get(&id).map(|&at| (at, &self.material.entities[at as usize]));
        let suits = |entity: &Entity| entity.kind != EntityType::Date && !entity.ubiquitous;
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
            let are = if is_plural(&source.name) { "are" } else { "is" };
            let (one, other) = (asked_of(&source.name, of_source), asked_of(&target.name, of_target));
            (!of_source.is_adjective() && !of_target.is_adjective())
                .then(|| format!("How {are} {one} tied to {other}?"))
        };
        let ties = self.inside[at].iter().map(|&tie| &self.material.relationships[tie as usize]);
        ties.filter(|tie| leading.contains(&&tie.source) && leading.contains(&&tie.target)).find_map(question)
    }

    /// True for a topic, no person and no place, of which several sentences tell what is wrong with it.
    fn is_troubled(&self, topic: &Topic) -> bool {
        let Some(entity) = topic.entity.and_then(|id| self.position.get(&id)) else { return false };
        if matches!(topic.kind, EntityType::Person | EntityType::Place) {
            return false;
        }
        let tells = |at: u32| Stance::Problem.strength(self.words(at)) >= STATED;
        let naming =
            (0..self.sentences.len() as u32).filter(|&at| self.sentences.at(at as usize).entities.contains(entity));
        naming.filter(|&at| tells(at)).nth(PROBLEMS - 1).is_some()
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
            assert_eq!((asked_of(phrase, Written::default()).as_str(), is_plural(phrase)), (asked, plural), "{phrase}");
        }
    }
}
