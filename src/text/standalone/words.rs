//! The words of a sentence beside their places, and where a quotation of it may begin and end.

use std::ops::Range;

/// The words of a sentence in lower case, with curly apostrophes made straight, beside their places.
pub(super) struct Words {
    lower: String,
    places: Vec<(Range<usize>, Range<usize>)>,
}

impl Words {
    pub(super) fn of(sentence: &str) -> Self {
        let mut lower = String::with_capacity(sentence.len());
        let mut places = Vec::with_capacity(sentence.len() / 5);
        let mut open: Option<(usize, usize)> = None;
        let mut chars = sentence.char_indices().peekable();
        while let Some((at, c)) = chars.next() {
            let next_is_word = chars.peek().is_some_and(|&(_, next)| next.is_alphanumeric());
            let joins = match c {
                '\'' | '’' | '-' | '&' => next_is_word && open.is_some(),
                '.' | ',' => next_is_word && open.is_some() && sentence[..at].ends_with(|p: char| p.is_ascii_digit()),
                _ => c.is_alphanumeric(),
            };
            if joins {
                if open.is_none() {
                    open = Some((at, lower.len()));
                }
                match c {
                    '’' => lower.push('\''),
                    _ => lower.extend(c.to_lowercase()),
                }
            } else if let Some((from, lower_from)) = open.take() {
                places.push((from..at, lower_from..lower.len()));
            }
        }
        if let Some((from, lower_from)) = open {
            places.push((from..sentence.len(), lower_from..lower.len()));
        }
        Self { lower, places }
    }

    pub(super) fn len(&self) -> usize {
        self.places.len()
    }

    /// The word in lower case; empty past the end.
    pub(super) fn get(&self, at: usize) -> &str {
        self.places.get(at).map_or("", |(_, lower)| &self.lower[lower.clone()])
    }

    pub(super) fn source(&self, at: usize) -> Range<usize> {
        self.places[at].0.clone()
    }

    /// What stands between a word and the next: punctuation and space; nothing past the end.
    pub(super) fn gap_after<'a>(&self, at: usize, sentence: &'a str) -> &'a str {
        let Some((place, _)) = self.places.get(at) else { return "" };
        let from = place.end;
        let to = self.places.get(at + 1).map_or(sentence.len(), |next| next.0.start);
        &sentence[from..to]
    }

    pub(super) fn comma_after(&self, at: usize, sentence: &str) -> bool {
        self.gap_after(at, sentence).trim_start().starts_with([',', '–', '—', '-', ';', ':', '.', '!', '…'])
    }

    /// Position of the first word of the statement proper, past markers that can be left out; `None` when nothing can
    /// make the opening stand.
    pub(super) fn after_opening(&self, sentence: &str) -> Option<usize> {
        let mut at = 0;
        // A few markers in a row are usual in speech: "And so, you know, …"
        for _ in 0..5 {
            let (word, next) = (self.get(at), self.get(at + 1));
            let comma = at < self.len() && self.comma_after(at, sentence);
            let step = match word {
                // The mark of a footnote.
                mark if !mark.is_empty() && mark.chars().all(|c| matches!(c, '¹' | '²' | '³' | '⁰'..='⁹')) => 1,
                "and" | "so" | "but" | "well" | "yeah" | "yep" | "yup" | "nope" | "oh" | "plus" | "um" | "uh"
                | "hmm" | "ah" => 1,
                "you" if next == "know" => 2,
                "i" if next == "mean" => 2,
                "of" if next == "course" && self.comma_after(at + 1, sentence) => 2,
                "in" if next == "fact" && self.comma_after(at + 1, sentence) => 2,
                "for" if next == "example" && self.comma_after(at + 1, sentence) => 2,
                "first" if next == "of" && self.get(at + 2) == "all" && self.comma_after(at + 2, sentence) => 3,
                "interestingly" | "surprisingly" | "importantly" | "funny" | "sadly"
                    if next == "enough" && self.comma_after(at + 1, sentence) =>
                {
                    2
                }
                "like" | "yes" | "no" | "right" | "okay" | "ok" | "now" | "look" | "actually" | "also" | "however"
                | "therefore" | "then" | "again" | "indeed" | "moreover" | "furthermore" | "additionally"
                | "finally" | "basically" | "obviously" | "clearly" | "anyway" | "anyways" | "first" | "second"
                | "third" | "firstly" | "secondly" | "thirdly" | "lastly" | "similarly" | "likewise" | "thus"
                | "hence" | "meanwhile" | "nevertheless" | "nonetheless" | "still" | "sure" | "exactly"
                | "absolutely" | "true" | "great" | "see" | "honestly" | "frankly" | "overall" | "instead"
                | "consequently" | "accordingly" | "interestingly" | "fortunately" | "unfortunately" | "luckily"
                | "sadly" | "surprisingly" | "importantly" | "roughly" | "ultimately" | "eventually"
                    if comma =>
                {
                    1
                }
                _ => break,
            };
            at += step;
        }
        (at < self.len()).then_some(at)
    }

    /// True when the statement begins with a clause that is not its main one.
    pub(super) fn opens_subordinate(&self, first: usize) -> bool {
        matches!(
            self.get(first),
            "when" | "if" | "while" | "although" | "though" | "because" | "since" | "once" | "unless" | "until" | "as"
        )
    }

    /// Position behind the last word to quote, and whether that shortens the sentence. A sentence that is too long ends
    /// at a clause boundary.
    pub(super) fn before_overrun(&self, sentence: &str, first: usize) -> Option<(usize, bool)> {
        let start = self.source(first).start;
        if sentence[start..].chars().count() <= super::MAX_CHARS {
            return Some((self.len(), false));
        }
        let mut best = None;
        for at in first + 2 * super::MIN_WORDS..self.len() {
            if sentence[start..self.source(at - 1).end].chars().count() > super::MAX_CHARS - 60 {
                break;
            }
            let boundary = self.gap_after(at - 1, sentence).starts_with([',', ';', '—', '–'])
                || self.gap_after(at - 1, sentence).starts_with(" —");
            let clause = matches!(self.get(at), "and" | "but" | "so" | "because" | "which" | "where" | "while" | "or");
            if boundary && (clause || self.gap_after(at - 1, sentence).starts_with(';')) {
                best = Some((at, true));
            }
        }
        best
    }
}
