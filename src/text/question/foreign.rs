//! Questions in another language than English, read by the words of its pack: what they ask for, and what is left to
//! look for.

use super::Reading;
use super::read::SHORT;
use crate::text::cutting::script::{is_hiragana, is_katakana, is_unspaced};
use crate::text::cutting::segmentation::content_pairs;
use crate::text::language::{Pack, english, packs};
use crate::text::statements::office::{Sought, is_office};
use crate::text::statements::stance::Stance;
use crate::text::words::terms::fold;

/// Letters of what is elided, at most.
const ELIDED: usize = 5;

/// Words of a thing that is to be defined, at most.
const THING: usize = 3;

/// A question in the language of a pack.
pub(super) struct Foreign {
    pack: &'static Pack,
    /// In lower case, its words parted by single blanks and with one at either end.
    padded: String,
}

impl Foreign {
    /// The language that a question asks in; none for English, and for one whose words tell no language.
    pub fn of(lower: &str) -> Option<Self> {
        if let Some(pack) = by_script(lower) {
            return Some(Self { pack, padded: lower.to_owned() });
        }
        let apart = |c: char| !(c.is_alphanumeric() || c == '-' || c == '\'');
        let words: Vec<&str> = lower.split(apart).filter(|word| !word.is_empty()).collect();
        let ties = |pack: &Pack| words.iter().filter(|word| ties(pack, word) || pack.question.whole.has(word)).count();
        let asking = |pack: &Pack| {
            words.iter().filter(|word| pack.question.asking.has(word) || pack.question.whole.has(word)).count()
        };
        // Of languages that share small words the one is meant that asks so: *qui* of "Qui a mis la porte ?".
        let others = packs().iter().skip(1).map(|pack| (pack, ties(pack)));
        let (pack, most) = others.max_by_key(|(pack, ties)| (*ties, asking(pack)))?;
        let asks = asking(pack) > 0;
        let leads = most > ties(english()) && asks;
        leads.then(|| Self { pack, padded: format!(" {} ", words.join(" ")) })
    }

    fn has(&self, word: &str) -> bool {
        match word.starts_with(is_unspaced) || self.padded.contains(is_unspaced) {
            true => self.padded.contains(word),
            false => self.padded.contains(&format!(" {word} ")),
        }
    }

    /// The question, in lower case, without what only asks, where no blanks part words.
    pub fn bare(&self) -> Option<String> {
        if !self.padded.contains(is_unspaced) {
            return None;
        }
        let question = &self.pack.question;
        let mut asking: Vec<&str> = question.asking.iter().chain(question.whole.iter()).collect();
        // The longest first: *which* stands inside *at which time*.
        asking.sort_by_key(|word| (std::cmp::Reverse(word.len()), *word));
        let mut bare = self.padded.clone();
        for word in asking.into_iter().filter(|word| word.starts_with(is_unspaced)) {
            bare = bare.replace(word, " ");
        }
        Some(bare)
    }

    /// Adds to a reading what the language's words ask for, and takes from its content what only asks.
    pub fn read(&self, reading: &mut Reading) {
        let question = &self.pack.question;
        let any = |list: &crate::text::language::WordList| list.iter().any(|word| self.has(word));
        reading.language = Some(self.pack.code);
        reading.wants.when |= any(&question.when);
        reading.wants.figure |= reading.wants.when || any(&question.how_many);
        reading.wants.place |= any(&question.r#where);
        reading.wants.person |= any(&question.who);
        let asks = |word: &str| ties(self.pack, word) || question.whole.has(word);
        // Where nothing parts words, what stands across two of them is looked for in vain.
        if let Some(bare) = self.bare() {
            let pairs = content_pairs(&bare, &self.pack.characters);
            let ends = |word: &str| word.chars().all(is_hiragana);
            let in_word = |word: &String| if pairs.is_empty() { !ends(word) } else { pairs.contains(word) };
            reading.content.retain(|word| !word.starts_with(is_unspaced) || in_word(word));
        }
        let whole = any(&question.whole);
        // "L'éducation", "qu'une", "dell'acqua": what stands before the apostrophe ties, the rest is the word.
        for word in &mut reading.content {
            if let Some((_, rest)) = word.split_once(['\'', '’']).filter(|(front, _)| front.chars().count() <= ELIDED)
            {
                *word = rest.to_owned();
            }
        }
        let mut known = std::collections::HashSet::new();
        reading.content.retain(|word| !word.is_empty() && known.insert(word.clone()));
        reading.content.retain(|word| !asks(word));
        // "Wie groß ist …?" is answered by a figure, and seldom with that word.
        let measures = question.how_many.iter().filter(|cue| cue.contains(' ') && self.has(cue));
        let measured: Vec<&str> = measures.flat_map(|cue| cue.split(' ')).collect();
        if reading.content.len() + reading.names.len() > 1 {
            reading.content.retain(|word| !measured.contains(&word.as_str()));
        }
        // Phrases that only ask, and, of two, "connected" and "different", which nobody says of what is.
        let of_two = question.relation.iter().chain(question.differ.iter()).filter(|_| reading.names.len() > 1);
        let phrases = question.asking.iter().filter(|cue| cue.contains(' '));
        let cues: Vec<&str> = phrases.chain(of_two).filter(|cue| self.has(cue)).collect();
        let is_cue = |word: &str| cues.iter().flat_map(|cue| cue.split(' ')).any(|cue| cue == word);
        reading.content.retain(|word| !is_cue(word));
        reading.names.retain(|name| !is_cue(&name.to_lowercase()));
        // Where every noun has a capital, one alone tells no name.
        let is_name = |name: &String| {
            let words = name.split(' ').filter(|word| !asks(&word.to_lowercase())).count();
            words > usize::from(self.pack.nouns_are_capital)
        };
        reading.names.retain(is_name);
        // "Wie viel kostet …?" is answered by a sum, whatever the verb.
        let costs = any(&question.costs);
        if costs && any(&question.how_many) {
            reading.wants.money = true;
            reading.content.retain(|word| !question.costs.has(word));
        }
        // "Was kostet …?" asks for one as well, unless it is asked who paid it, or when.
        let others = [&question.who, &question.when, &question.r#where, &question.why];
        reading.wants.money |= costs && !others.iter().any(|list| any(list));
        if any(&question.course) {
            reading.statement.in_order = true;
            let words: Vec<&str> = question.course.iter().flat_map(|cue| cue.split(' ')).collect();
            reading.content.retain(|word| !question.of_course.has(word) && !words.contains(&word.as_str()));
        }
        if any(&question.why) && reading.statement.stance.is_none() {
            reading.statement.stance = Some(Stance::Cause);
            reading.statement.about = reading.content.join(" ");
        }
        if any(&question.requests) && reading.statement.stance.is_none() {
            reading.statement.stance = Some(Stance::Request);
            reading.content.retain(|word| !question.requests.has(word));
            reading.statement.about = reading.content.join(" ");
        }
        reading.relation |= any(&question.relation) && reading.names.len() > 1;
        let defines = any(&question.defines);
        reading.identity.definition |= defines && reading.asks_with_names_alone();
        if any(&question.who) && reading.identity.whois.is_none() && reading.statement.stance.is_none() {
            reading.identity.whois = self.office().map(|office| Sought::Office(vec![office]));
        }
        // A thing is defined as in English: by a sentence that says what it is.
        let thing = defines && reading.identity.whois.is_none();
        if thing && reading.names.is_empty() && (1..=THING).contains(&reading.content.len()) {
            reading.statement.stance = Some(Stance::Definition);
            reading.statement.about = reading.content.join(" ");
        }
        let nothing = reading.content.is_empty() && reading.names.is_empty();
        let short = self.padded.split_whitespace().count() < SHORT;
        reading.whole.coverage = nothing && (whole || short);
        reading.whole.vague = reading.whole.coverage && !whole;
    }
}

impl Foreign {
    /// The office, trade or kinship that "¿Quién es la hermana del alcalde?" asks for.
    fn office(&self) -> Option<String> {
        let mut defines = self.pack.question.defines.iter();
        let rest = defines.find_map(|defines| self.padded.split_once(&format!(" {defines} ")))?.1;
        let mut words = rest.split_whitespace().skip_while(|word| self.pack.determiners.has(word));
        words.next().map(fold).filter(|word| is_office(word))
    }
}

/// True for a word that only asks, or ties a sentence together.
fn ties(pack: &Pack, word: &str) -> bool {
    let lists = [&pack.question.asking, &pack.function, &pack.stop, &pack.frequent];
    lists.iter().any(|list| list.has(word)) || lists.iter().any(|list| list.has(&fold(word)))
}

fn by_script(lower: &str) -> Option<&'static Pack> {
    if !lower.contains(is_unspaced) {
        return None;
    }
    let code = if lower.contains(is_hiragana) || lower.contains(is_katakana) { "jpn" } else { "cmn" };
    packs().iter().find(|pack| pack.code == code)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_whole_is_asked_for_in_any_language() {
        for question in [
            "Worum geht es hier?",
            "Was sind die Hauptthemen?",
            "Fasse zusammen.",
            "De quoi parlent ces documents?",
            "Quels sont les principaux thèmes ?",
            "¿De qué tratan estos documentos?",
            "Quais são os principais temas?",
            "Di cosa parlano questi documenti?",
            "Waarover gaan deze documenten?",
            "О чём эти документы?",
            "这些文档讲什么?",
            "この文書は何についてですか",
            "これらの文書全体の主なテーマは何ですか",
            "De que tratam estes documentos?",
            "Quais são os temas principais destes documentos?",
            "¿De qué tratan estos documentos en conjunto?",
            "О чём эти документы в целом?",
        ] {
            let reading = Reading::of(question);
            assert!(reading.whole.coverage, "{question}: {:?} {:?}", reading.content, reading.names);
        }
    }

    #[test]
    fn an_office_and_kin_are_asked_for_in_other_languages() {
        for (question, office) in [
            ("¿Quién es la hermana del alcalde?", "hermana"),
            ("Wer ist die Schwester des Bürgermeisters?", "schwester"),
            ("Chi è il sindaco di Orsk?", "sindaco"),
        ] {
            assert_eq!(
                Reading::of(question).identity.whois,
                Some(Sought::Office(vec![office.to_owned()])),
                "{question}"
            );
        }
    }

    #[test]
    fn what_only_asks_is_not_looked_for() {
        for (question, content) in [
            ("Wann wurde das Leuchtturm-Amt gegründet?", &["leuchtturm", "amt", "gegründet"][..]),
            ("Wie installiere ich eine Lampe?", &["installiere", "lampe"]),
            ("Quand le phare a-t-il été construit ?", &["phare", "construit"]),
            ("¿Quién construyó el faro?", &["construyó", "faro"]),
            ("Кто построил маяк?", &["построил", "маяк"]),
        ] {
            let reading = Reading::of(question);
            assert_eq!(reading.content, content, "{question}");
            assert!(!reading.whole.coverage, "{question}");
        }
        let reading = Reading::of("Wann wurde das Leuchtturm-Amt gegründet?");
        assert!(reading.wants.when && reading.wants.figure && reading.names.is_empty(), "{reading:?}");
        assert!(Reading::of("¿Quién construyó el faro?").wants.person);
        assert!(Reading::of("灯塔是什么?").content.iter().all(|pair| "灯塔".contains(pair.as_str())));
        assert_eq!(Reading::of("Wer ist Ada Voss?").names, ["Ada Voss"]);
        assert!(Reading::of("Wer ist Ada Voss?").identity.definition);
        let thing = Reading::of("Qu'est-ce qu'une écluse ?");
        assert_eq!((thing.statement.stance, thing.statement.about.as_str()), (Some(Stance::Definition), "écluse"));
        let why = Reading::of("Warum wurde der Leuchtturm gesprengt?");
        assert_eq!(
            (why.statement.stance, why.content),
            (Some(Stance::Cause), vec!["leuchtturm".into(), "gesprengt".into()])
        );
        let price = Reading::of("¿Cuánto cuesta el faro?");
        assert_eq!((price.wants.money, price.content), (true, vec!["faro".to_owned()]));
        assert!(Reading::of("Was hat der Leuchtturm gekostet?").wants.money);
        assert!(Reading::of("Worum geht es in diesen Unterlagen?").whole.coverage);
    }

    #[test]
    fn english_stays_english() {
        for question in ["Who was the keeper?", "What is the die made of?", "How do I open an archive?", "Lamp?"] {
            assert!(Foreign::of(&question.to_lowercase()).is_none(), "{question}");
        }
    }
}
