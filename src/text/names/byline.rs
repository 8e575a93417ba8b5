//! Lines that say who wrote a paper: "Voss, A., Lund, K. and Reed, T. (2031)", "Ada Voss, Kai Lund (2031)"; and those
//! of a register, with the surname in front: "Voss, Ada (1931–2004), keeper". Whoever stands there is somebody,
//! whatever the words look like.

use super::listed::{are_all_people, is_joint};
use super::tag::Tag;
use super::token::{Token, TokenShape};
use super::{FoundName, View};
use crate::model::{EntityType, Span};
use crate::text::numbers::years::is_year;
use crate::text::words::lexicon::{Flags, flags};

/// Words of a surname.
const LONGEST: usize = 3;

/// A name as it is said that has its initials or first names behind it: *A. Voss* of *Voss, A.*, *Capt. Tom Voss* of
/// *Voss, Capt. Tom*.
pub(crate) fn upright(name: &str) -> Option<String> {
    let (surname, given) = name.split_once(", ")?;
    let is_initial = |part: &str| part.ends_with('.') && part.split('.').all(|letter| letter.chars().count() <= 1);
    let known = |part: &str| flags(&part.trim_end_matches('.').to_lowercase());
    let mut behind_title = given.split(' ').skip_while(|part| known(part).has(Flags::HONORIFIC));
    let is_given = behind_title.next().is_some_and(|part| known(part).has(Flags::FIRST_NAME));
    (is_given || given.split(' ').all(is_initial)).then(|| format!("{given} {surname}"))
}

impl View<'_> {
    /// Finds those who stand with the surname in front and their initials behind a comma, in a line that begins with
    /// one of them and has several, or a year behind.
    ///
    /// Likewise whoever stands there with the first name behind the comma, at the head of a line that goes on with what
    /// is said of them, or in a field of its own.
    pub(super) fn inverted_names(&self, taken: &mut [bool], found: &mut Vec<FoundName>) {
        let mut take = |(start, end): (usize, usize)| {
            taken[start..end].fill(true);
            let span = Span::new(self.tokens[start].start, self.tokens[end - 1].end);
            found.push(FoundName { span, kind: Some(EntityType::Person), sure: true, proper: true });
        };
        let first = self.tokens.iter().position(Token::is_word);
        let heads = (0..self.words.len()).filter(|&at| first == Some(at) || self.opens_value(at));
        heads.filter_map(|at| Some((at, self.entered(at)?))).for_each(&mut take);
        let mut at = 0;
        let mut names: Vec<(usize, usize)> = Vec::new();
        while let Some(end) = self.inverted(at) {
            names.push((at, end));
            at = end;
            while self.words.get(at).is_some_and(|word| is_joint(word)) {
                at += 1;
            }
        }
        let Some(&(_, end)) = names.last() else { return };
        let dated = || self.words[end..].iter().take(2).any(|word| is_year(word));
        if names.len() < 2 && !dated() {
            return;
        }
        names.into_iter().for_each(&mut take);
    }

    /// True for the first word of a field's value.
    fn opens_value(&self, at: usize) -> bool {
        at > 1 && self.words[at - 1] == ":" && self.tokens[at].is_word() && self.tokens[at - 2].is_word()
    }

    /// Where a surname ends that begins at a token, with the comma behind it.
    fn surname(&self, start: usize) -> Option<usize> {
        let is_surname = |at: usize| {
            self.tokens.get(at).is_some_and(|token| {
                matches!(token.shape, TokenShape::Title | TokenShape::Mixed)
                    || self.flags[at].has(Flags::PARTICLE) && token.is_word()
            })
        };
        let comma = (start..).take_while(|&at| is_surname(at)).count() + start;
        let parted = self.words.get(comma).is_some_and(|word| word == ",");
        (parted && (1..=LONGEST).contains(&(comma - start))).then_some(comma + 1)
    }

    /// Where a surname ends that begins at a token, with the first names behind its comma: *Voss, Ada*, *Voss, Capt.
    /// Tom*. Behind it stand years, a mark, a description or the next field, and no sentence.
    fn entered(&self, start: usize) -> Option<usize> {
        let barred =
            Flags::FIRST_NAME | Flags::FUNCTION | Flags::FILLER | Flags::HONORIFIC | Flags::MONTH | Flags::WEEKDAY;
        let mut given = self.surname(start).filter(|_| !self.flags[start].has(barred))?;
        let has = |at: usize, known: Flags| self.flags.get(at).is_some_and(|flags| flags.has(known));
        while has(given, Flags::HONORIFIC) {
            given += 1 + usize::from(self.words.get(given + 1).is_some_and(|word| word == "."));
        }
        let named = |at: usize| self.tokens.get(at).is_some_and(|token| token.is_capital() && token.gap);
        if !has(given, Flags::FIRST_NAME) || !named(given) {
            return None;
        }
        let mut end = (given..).take_while(|&at| named(at)).count() + given;
        while let Some(next) = self.behind_initial(end) {
            end = next;
        }
        let word = |at: usize| self.words.get(at).map_or("", String::as_str);
        // A register may set the name in bold.
        let next = (end..).find(|&at| !matches!(word(at), "*" | "_")).unwrap_or(end);
        let described = || {
            let shape = self.tokens.get(next + 1).map(|token| token.shape);
            next > end || matches!(shape, Some(TokenShape::Lower | TokenShape::Number))
        };
        let marked = matches!(word(next), "(" | ":" | "—" | "–") || word(next) == "," && described();
        let field = || start > 0 && word(start - 1) == ":" && matches!(word(next), "" | ";");
        // "Thanks, Ada (and Tom)": a word that is none of a register's.
        let years = || word(next) == "(" && self.words[next..].iter().take(4).any(|word| is_year(word));
        let is_word = self.ordinary(start) && !years() && !field();
        (!is_word && (marked || field())).then_some(end)
    }

    /// Where a surname ends that begins at a token, with the initials behind its comma.
    fn inverted(&self, start: usize) -> Option<usize> {
        let behind = self.surname(start)?;
        let mut end = behind;
        while let Some(next) = self.behind_initial(end) {
            end = next;
        }
        let ends = self.words.get(end).is_none_or(|word| is_joint(word) || matches!(word.as_str(), "(" | ";"));
        (end > behind && ends).then_some(end)
    }

    /// The token behind an initial with its full stop: *A.*, *A.B.*
    fn behind_initial(&self, at: usize) -> Option<usize> {
        let token = self.tokens.get(at).filter(|token| token.is_capital())?;
        let text = &self.text[token.start..token.end];
        let single = text.split('.').all(|letter| letter.chars().count() <= 1);
        match self.words.get(at + 1).is_some_and(|next| next == "." && !self.tokens[at + 1].gap) {
            true => single.then_some(at + 2),
            false => (single && text.ends_with('.')).then_some(at + 1),
        }
    }

    /// True for a line of full names, with a year behind them or of several side by side: nothing has a capital there
    /// that is no name.
    pub(super) fn is_byline(&self) -> bool {
        if are_all_people(self.tokens, self.words, self.flags) {
            return true;
        }
        let mut rest = self.words.len();
        while rest > 0 && !self.tokens[rest - 1].is_word() {
            rest -= 1;
        }
        if rest == 0 || !is_year(&self.words[rest - 1]) {
            return false;
        }
        let names = &self.tokens[..rest - 1];
        let is_mark = |at: usize| is_joint(&self.words[at]) || matches!(self.words[at].as_str(), "(" | ";");
        let (mut first_names, mut length, mut plain) = (0, 0usize, true);
        for (at, token) in names.iter().enumerate() {
            if is_mark(at) {
                plain &= length != 1;
                length = 0;
                continue;
            }
            let named = matches!(token.shape, TokenShape::Title | TokenShape::Mixed | TokenShape::Initial)
                || self.flags[at].has(Flags::PARTICLE);
            let known = self.tags[at].known && self.tags[at].tag != Tag::Proper;
            let first = length == 0 && self.flags[at].has(Flags::FIRST_NAME) || token.shape == TokenShape::Initial;
            first_names += usize::from(first);
            plain &= named && (!known || self.flags[at].has(Flags::FIRST_NAME | Flags::PARTICLE));
            length += 1;
        }
        plain && first_names > 0
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Recogniser, StretchKind};
    use super::*;

    fn people(line: &str) -> Vec<String> {
        let mut found = Vec::new();
        Recogniser::new(Some("eng"), []).find(line, StretchKind::Prose, &mut found);
        let people = found.into_iter().filter(|one| one.sure && one.kind == Some(EntityType::Person));
        people.map(|one| one.span.slice(line).unwrap().to_owned()).collect()
    }

    #[test]
    fn whoever_a_register_enters_by_the_surname_is_somebody() {
        assert_eq!(people("Tarnova, Ada (1931–2004), later Mrs. Voss"), ["Tarnova, Ada"]);
        assert_eq!(people("**Lundqvist, Capt. Tom**, D.S.O., her son."), ["Lundqvist, Capt. Tom"]);
        assert_eq!(people("name: Lundqvist, Joan; abode: Mill Row"), ["Lundqvist, Joan"]);
        for line in ["Thanks, Ada (and Tom)", "Orsk, Ada and Tom went out.", "Tarnova, Ada, Tom and Joan came."] {
            assert!(!people(line).iter().any(|name| name.contains(',')), "{line}");
        }
    }

    #[test]
    fn whoever_stands_in_a_byline_is_somebody() {
        assert_eq!(
            people("Tarnova, A., Lundqvist, K. and Reedman, T. (2031)"),
            ["Tarnova, A.", "Lundqvist, K.", "Reedman, T."]
        );
        assert_eq!(people("Tarnova, A. B. (2031)"), ["Tarnova, A. B."]);
        assert_eq!(
            people("Ada Tarnova, Kai Lundqvist, Joan Voss (2031)"),
            ["Ada Tarnova", "Kai Lundqvist", "Joan Voss"]
        );
        assert_eq!(people("Joan Tarnova (2031)"), ["Joan Tarnova"]);
        assert_eq!(people("In Orsk, A. Tarnova lit the lamp."), ["A. Tarnova"]);
        assert_eq!(people("Harbour Lamps (2031)"), Vec::<String>::new());
        assert_eq!(upright("Voss, A. B.").as_deref(), Some("A. B. Voss"));
        assert_eq!(upright("Voss, Capt. Tom").as_deref(), Some("Capt. Tom Voss"));
        assert_eq!(upright("Orsk, Tarn"), None);
    }
}
