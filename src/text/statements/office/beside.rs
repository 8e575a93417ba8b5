//! What stands beside a name and says who it is, in each form that sentences have for it.

use super::{
    BESIDE, ENTITLED, FURTHER, IS, REACH, Token, WORDS, begins, end_of_office, is_list, is_office, is_small,
    is_verb_behind, parts,
};
use crate::model::Span;
use crate::text::language::WordList;
use crate::text::words::inflection::ends_as_progressive;
use crate::text::words::wordlist::{is_article, is_title_of_person};

/// Reads one form: what it tells of a name, with how plainly.
type Form<'a> = fn(&Named<'a>) -> Option<(Span, f32)>;

/// What stands beside a name that ends at a place and says who it is: the first of its forms that does.
pub(super) fn beside<'a>(tokens: &'a [Token<'a>], at: usize, text: &'a str) -> Option<(Span, f32)> {
    let forms: [Form<'a>; 6] =
        [Named::apposition, Named::being, Named::doing, Named::being_further, Named::behind_office, Named::titled];
    let named = Named { tokens, first: begins(tokens, at), at, text };
    forms.iter().find_map(|form| form(&named))
}

/// A name in a sentence.
struct Named<'a> {
    tokens: &'a [Token<'a>],
    /// Its first word and its last.
    first: usize,
    at: usize,
    text: &'a str,
}

impl Named<'_> {
    fn word(&self, at: usize) -> &str {
        self.tokens.get(at).map_or("", |token| token.folded.as_str())
    }

    /// What stands in front of a word; behind the last one the sentence ends.
    fn gap(&self, at: usize) -> &str {
        self.tokens.get(at).map_or(".", |token| token.gap)
    }

    fn is_office(&self, at: usize) -> bool {
        self.tokens.get(at).is_some_and(|token| is_office(&token.folded))
    }

    fn is_capital(&self, at: usize) -> bool {
        self.tokens.get(at).is_some_and(|token| token.capital)
    }

    fn is_article(&self, at: usize) -> bool {
        WORDS.articles.has(self.word(at))
    }

    fn is_be(&self, at: usize) -> bool {
        WORDS.be.has(self.word(at))
    }

    /// From the name to a place in the sentence.
    fn until(&self, end: usize) -> Span {
        Span::new(self.tokens[self.first].span.start, end)
    }

    /// True where what stands beside the name ends in front of a word.
    fn ends_before(&self, at: usize) -> bool {
        // A full stop inside a word, as in *s.151*, ends nothing.
        let gap = self.gap(at);
        (gap != "." || at >= self.tokens.len()) && gap.contains([',', ';', ')', '(', ':', '.', '—', '\n'])
    }

    /// Behind "(AV)", as letters of a name stand behind it: "Ada Voss (AV), harbour master of Orsk".
    fn behind_letters(&self, from: usize) -> usize {
        let letters =
            self.tokens.get(from).filter(|_| self.gap(from).trim() == "(" && self.gap(from + 1).starts_with("),"));
        let letters = letters.and_then(|token| token.span.slice(self.text));
        from + usize::from(letters.is_some_and(|letters| letters.chars().all(char::is_uppercase)))
    }

    /// "Ada Voss (Chair)", "Ada Voss, 57, harbour master of Orsk".
    fn apposition(&self) -> Option<(Span, f32)> {
        let tokens = self.tokens;
        let mut from = self.behind_letters(self.at + 1);
        let bracket = self.gap(from).trim_start().starts_with('(');
        if self.gap(from).starts_with(',') && self.word(from).parse::<u8>().is_ok() {
            from += 1;
        }
        if !bracket && !self.gap(from).trim_start_matches(')').starts_with(',') {
            return None;
        }
        let mut end = from;
        // "Captain R. Voss" does not end at the initial.
        let initial =
            |at: usize| self.gap(at + 1) == ". " && tokens[at].capital && tokens[at].folded.chars().count() == 1;
        while end + 1 < tokens.len() && (initial(end) || !self.ends_before(end + 1)) {
            end += 1;
        }
        let held = (from..=end.min(from + REACH)).find(|&at| self.is_office(at) && !self.is_of_another(from, at))?;
        // "Ada Voss, the keeper said" tells what the keeper said, and "Ada Voss, Tom Arden, clerk" of another.
        let begins_another = is_title_of_person(self.word(from)) && !bracket
            || ends_as_progressive(self.word(from)) && !WORDS.ranking.has(self.word(from));
        if begins_another || self.titles_another(held) || is_verb_behind(tokens, held) {
            return None;
        }
        if !bracket {
            end = self.end_of_offices(end);
        }
        let closes = usize::from(bracket && self.text[tokens[end].span.end..].starts_with(')'));
        Some((self.until(tokens[end].span.end + closes), BESIDE))
    }

    /// True for an office behind a word that says it is another's: who was "at school with the groom" is not the groom.
    fn is_of_another(&self, from: usize, held: usize) -> bool {
        let word = |back: usize| held.checked_sub(back).map_or("", |at| self.word(at));
        let article = usize::from(is_article(word(1)) || WORDS.owners.has(word(1)));
        held > from + 1 && WORDS.of_another.has(word(1 + article))
    }

    /// True for an office with a capital in front of another's full name.
    fn titles_another(&self, held: usize) -> bool {
        let is_named = |at: usize| self.is_capital(at) && self.gap(at) == " " && !self.is_office(at);
        self.is_capital(held) && is_named(held + 1) && is_named(held + 2)
    }

    /// The last word of several offices, of which the first ends at a place: "investor, author, and keeper of the dam".
    fn end_of_offices(&self, mut end: usize) -> usize {
        while self.gap(end + 1).starts_with(',') {
            let next = end + 1 + usize::from(WORDS.joining.has(self.word(end + 1)));
            let ends = |at: &usize| self.ends_before(*at + 1) || *at + 1 >= self.tokens.len();
            let Some(last) = (next..self.tokens.len()).find(ends).filter(|_| self.is_office(next)) else { break };
            if self.tokens[next..=last].iter().any(|token| token.capital) || is_verb_behind(self.tokens, next) {
                break;
            }
            end = last;
        }
        end
    }

    /// "Ada Voss is the harbour master of Orsk", "Candle Night is a procession".
    fn being(&self) -> Option<(Span, f32)> {
        let at = self.at;
        let praised = WORDS.praise.has(self.word(at + 3));
        let is = self.is_be(at + 1) && self.is_article(at + 2) && !praised && self.gap(at + 1) == " ";
        is.then(|| (self.until(self.text.len()), IS))
    }

    /// "Ada Voss leads the yard", "served as chair", "was named harbour master": what somebody does or did for a
    /// living.
    fn doing(&self) -> Option<(Span, f32)> {
        let at = self.at;
        let leads = WORDS.leads.has(self.word(at + 1)) && (self.is_article(at + 2) || self.is_capital(at + 2));
        let serves = (at + 1..=at + FURTHER).find(|&place| WORDS.serves.has(self.word(place)));
        let serves = serves
            .filter(|&place| !(at + 1..=place).any(|at| parts(self.gap(at)) || self.gap(at).contains(',')))
            .is_some_and(|place| (place + 1..place + REACH + 2).any(|at| self.is_office(at)));
        ((leads || serves) && self.gap(at + 1) == " ").then(|| (self.until(self.text.len()), ENTITLED))
    }

    /// "Ada Voss rose and said that she was the auditor".
    fn being_further(&self) -> Option<(Span, f32)> {
        let held = |place: usize| (place + 2..place + 2 + REACH / 2).find(|&at| self.is_office(at));
        let place = (self.at + 1..=self.at + FURTHER).find(|&place| {
            let is_meant = WORDS.pronouns.has(self.word(place - 1));
            self.is_be(place) && is_meant && self.is_article(place + 1) && held(place).is_some()
        })?;
        let within = !(self.at + 1..=place).any(|at| parts(self.gap(at)));
        let held = held(place).filter(|_| within)?;
        Some((self.until(end_of_office(self.tokens, held)), IS))
    }

    /// "the managing director, Neville Strake", "Finance Director: Desmond Quill", "Inspector Valerie Mossop".
    fn behind_office(&self) -> Option<(Span, f32)> {
        let (tokens, gap) = (self.tokens, self.gap(self.first));
        let joined = matches!(gap, ", " | " (") || gap.starts_with(':');
        let before = self.first.checked_sub(1).filter(|&before| joined && self.is_office(before))?;
        // "Owner: Ada Voss" tells whose something is, and not who she is.
        if is_list(tokens, before) || gap.starts_with(':') && WORDS.of_a_thing.has(self.word(before)) {
            return None;
        }
        let mut from = before;
        let most = if WORDS.kin.has(self.word(before)) { 1 } else { 2 };
        while from > 0 && self.gap(from) == " " && before - from < most && !is_small(self.word(from - 1)) {
            from -= 1;
        }
        // "I am an engineer, Ms Voss" tells Ms Voss who somebody else is.
        let said_of = |back: usize, list: &WordList| from.checked_sub(back).is_some_and(|at| list.has(self.word(at)));
        if said_of(1, &WORDS.indefinite) && (said_of(2, &WORDS.be) || said_of(2, &WORDS.own_be)) {
            return None;
        }
        Some((Span::new(tokens[from].span.start, tokens[self.at].span.end), ENTITLED))
    }

    /// "Mayor Ada Voss" introduces her, "Mayor Voss" goes on about her.
    fn titled(&self) -> Option<(Span, f32)> {
        let held = (self.first..self.at).find(|&at| self.is_office(at) && self.is_capital(at))?;
        let whole = self.at - held > 1;
        let told = self.until(self.tokens[self.at].span.end);
        Some((told, if whole { ENTITLED } else { ENTITLED / 2.0 }))
    }
}
