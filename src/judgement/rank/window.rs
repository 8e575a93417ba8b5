//! How far a passage reaches around the sentence that answers: as far as a reader needs to understand it. A sentence
//! that points back is shown with what it points to, a short turn whole, an item with the line that announces its list,
//! a row with the header of its table. Whether a sentence leans on its neighbours never decides whether it is shown.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::config::data_file;
use crate::model::{Sentence, SentenceKind, Span};
use crate::text::cutting::script::is_unspaced;
use crate::text::dates::{day_in_front, year_of};
use crate::text::layout::aside::is_caption;
use crate::text::layout::cells::{are_parted, is_figure};
use crate::text::names::tag::is_verb;
use crate::text::statements::motions::{moves, tells_outcome};
use crate::text::words::terms::{fold, words};
use crate::text::words::wordlist::{is_auxiliary, is_object};

/// Most sentences of a window.
const SENTENCES: usize = 4;
/// Items shown behind the line that announces them, at most.
const ITEMS: usize = 9;
/// Letters and figures of an item's mark, at most.
const LONGEST_MARK: usize = 3;
/// Bytes that a window may take; one sentence alone may be longer.
const LONGEST: usize = 520;
/// Bytes below which a sentence says little without its neighbours.
const SHORT: usize = 24;
/// The same in talk, where thoughts go over several sentences.
const SHORT_TALK: usize = 96;
/// Sentences back at most to the line that announces a list, and rows back to the header of a table.
const LEAD_BACK: usize = 60;
/// Bytes of an item that is shown whole, and of a line that leads an item or a row in.
const LONGEST_ITEM: usize = 320;
const LONGEST_LEAD: usize = 240;
/// Words of a label in front of a fragment, and fragments that stand together, at least.
const LABEL: usize = 2;
const LABELLED: usize = 2;
/// Bytes of such a fragment: behind a longer one is a statement of its own, as minutes have them ("Reed: the lamps are
/// too …").
const LONGEST_LABELLED: usize = 72;
/// Between the columns of a row that blanks set apart, at least.
const GAP: &str = "   ";
/// Sentences between a motion and what came of it, at most.
const TO_OUTCOME: usize = 6;
/// Words of the longest opening that points back.
const LONGEST_OPENING: usize = 4;

/// Openings of one language by their first word, each as what follows it.
type Openings = HashMap<String, Vec<Vec<String>>>;

/// Words that point back at the head of a sentence, by language, by the first of them: each with those behind it.
static LEANING: LazyLock<HashMap<String, Openings>> = LazyLock::new(|| {
    let known: HashMap<String, Vec<String>> = data_file!("../../../assets/rank/leaning.toml");
    let by_first = |openings: Vec<String>| {
        let mut by_first: HashMap<String, Vec<Vec<String>>> = HashMap::new();
        for opening in openings {
            let mut folded = opening.split(' ').map(fold);
            by_first.entry(folded.next().unwrap_or_default()).or_default().push(folded.collect());
        }
        by_first
    };
    known.into_iter().map(|(language, openings)| (language, by_first(openings))).collect()
});

/// Words by which a sentence takes back what stands before it, by language.
static DENYING: LazyLock<HashMap<String, Vec<String>>> =
    LazyLock::new(|| data_file!("../../../assets/rank/denying.toml"));
/// Bytes of such a sentence, at most.
const LONGEST_DENIAL: usize = 160;

/// A stretch of a document's text with its sentences.
#[derive(Clone, Copy, Debug)]
pub struct Stretch<'a> {
    pub sentences: &'a [Sentence],
    /// The words from `offset` on; what lies outside is not reached for.
    pub text: &'a str,
    /// Where `text` begins in the document's text.
    pub offset: usize,
    /// ISO 639-3 code of the document's language, where it could be told.
    pub language: Option<&'a str>,
}

/// A passage around a sentence. Spans are of the document's text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    pub span: Span,
    /// Positions of the first and the last sentence in it.
    pub first: usize,
    pub last: usize,
    /// The line that announces the list or heads the table it stands in, where that is not in the window.
    pub lead: Option<Span>,
    /// True when what it leans on lies outside: too far away, or somebody else's words.
    pub leans: bool,
}

/// Where the table begins that goes on at a sentence from what stands before it: its header may lie in another stretch.
pub fn table_start(sentences: &[Sentence], at: usize) -> Option<usize> {
    let is_row = |at: &usize| sentences.get(*at).is_some_and(|one| one.kind == SentenceKind::Row);
    let first = (at.saturating_sub(LEAD_BACK)..at).rev().take_while(is_row).last().filter(|_| is_row(&at))?;
    Some(sentences[first].span.start)
}

impl<'a> Stretch<'a> {
    /// Returns the words of a span of the document's text, as far as they lie in the stretch.
    pub fn words(&self, span: Span) -> Option<&'a str> {
        Span::new(span.start.checked_sub(self.offset)?, span.end.checked_sub(self.offset)?).slice(self.text)
    }

    /// Returns the passage around the sentence at a position; `None` where it lies outside the stretch.
    pub fn window(&self, at: usize) -> Option<Window> {
        let window = self.around(at)?;
        Some(Window { lead: window.lead.or_else(|| self.term(window.first)), ..window })
    }

    fn around(&self, at: usize) -> Option<Window> {
        let sentence = self.sentences.get(at)?;
        let words = self.words(sentence.span)?;
        if let Some((first, last)) = self.item_around(at) {
            return Some(Window { lead: self.lead(first), ..self.between(first, last) });
        }
        // An item that announces others is shown with them.
        let announces = sentence.kind == SentenceKind::Item
            && words.trim_end().ends_with([':', '：'])
            && self.sentences.get(at + 1).is_some_and(|next| next.kind == SentenceKind::Item);
        if matches!(sentence.kind, SentenceKind::Item | SentenceKind::Row | SentenceKind::Caption)
            && !announces
            && self.labelled_around(at) == (at, at)
        {
            let row = sentence.kind == SentenceKind::Row;
            let rest = (at + 1..self.sentences.len()).take_while(|&next| row && self.continues_row(next)).last();
            return Some(Window { lead: self.lead(at), ..self.between(at, rest.unwrap_or(at)) });
        }
        if sentence.kind == SentenceKind::Code {
            return Some(self.code_around(at));
        }
        if sentence.kind == SentenceKind::Heading {
            return Some(self.between(at, at));
        }
        let (mut first, mut last) = self.labelled_around(at);
        let labelled = last > first;
        let fits = |first: usize, last: usize| {
            let most = if self.sentences[last].kind == SentenceKind::Item { ITEMS } else { SENTENCES };
            last - first < most && self.sentences[last].span.end - self.sentences[first].span.start <= LONGEST
        };
        let mut leans = !announces && first == at && self.points_back(words);
        let short = if sentence.speaker.is_some() { SHORT_TALK } else { SHORT };
        while leans || !announces && first == at && words.len() < short / 2 {
            let Some(before) = first.checked_sub(1).filter(|&before| self.goes_on(before, first) && fits(before, last))
            else {
                break;
            };
            first = before;
            leans = self.words(self.sentences[first].span).is_some_and(|words| self.points_back(words));
        }
        // What announces is shown with what it announces, and what is short with what goes on.
        loop {
            let end = self.words(self.sentences[last].span).unwrap_or_default().trim_end();
            let shown = self.sentences[last].span.end - self.sentences[first].span.start;
            // The items of a list go on as far as there is room.
            let listing = last > first
                && !labelled
                && self.sentences[last].kind == SentenceKind::Item
                && self.sentences.get(last + 1).is_some_and(|next| next.kind == SentenceKind::Item);
            let wants_more = end.ends_with([':', '：', '?', '？']) || shown < short || listing;
            if !(wants_more && last + 1 < self.sentences.len() && self.goes_on(last, last + 1) && fits(first, last + 1))
            {
                break;
            }
            last += 1;
        }
        // What is moved is never shown without what came of it, nor that without what was moved.
        first = self.motion_of(first, last).unwrap_or(first);
        last = self.outcome_of(first, last).unwrap_or(last);
        // What is taken back is never shown without the words that do.
        if self.takes_back(last + 1) && self.goes_on(last, last + 1) {
            last += 1;
        }
        Some(Window { leans, ..self.between(first, last) })
    }

    /// The sentence that tells what came of what is moved in some, where it stands near behind them.
    fn outcome_of(&self, first: usize, last: usize) -> Option<usize> {
        let said = |at: usize| self.words(self.sentences[at].span);
        (first..=last).filter_map(said).any(moves).then_some(())?;
        let mut behind = (last + 1..self.sentences.len()).take(TO_OUTCOME).take_while(|&at| self.is_near(first, at));
        behind.find(|&at| said(at).is_some_and(tells_outcome))
    }

    /// The sentence that moves what one tells the outcome of, where it stands near in front.
    fn motion_of(&self, first: usize, last: usize) -> Option<usize> {
        let said = |at: usize| self.words(self.sentences[at].span);
        said(first).is_some_and(tells_outcome).then_some(())?;
        let mut before = (first.saturating_sub(TO_OUTCOME)..first).rev().take_while(|&at| self.is_near(at, last));
        before.find(|&at| said(at).is_some_and(moves))
    }

    /// True for sentences of one paragraph that go on from one another, and fit a window.
    fn is_near(&self, first: usize, last: usize) -> bool {
        self.sentences[last].span.end - self.sentences[first].span.start <= LONGEST
            && self.sentences[first].paragraph == self.sentences[last].paragraph
            && (first..last).all(|at| self.goes_on(at, at + 1))
    }

    /// From one sentence to another.
    fn between(&self, first: usize, last: usize) -> Window {
        let span = Span::new(self.sentences[first].span.start, self.sentences[last].span.end);
        Window { span, first, last, lead: None, leans: false }
    }

    /// The sentences of a short item of a list, or that a number, a letter, a bullet or a day marks, where there are
    /// several: what was moved stands in one with who moved it and how the vote went.
    fn item_around(&self, at: usize) -> Option<(usize, usize)> {
        let Sentence { paragraph, span, .. } = self.sentences[at];
        let of_it = |at: &usize| {
            let one = &self.sentences[*at];
            one.paragraph == paragraph
                && one.speaker.is_none()
                && matches!(one.kind, SentenceKind::Prose | SentenceKind::Item)
                && self.words(one.span).is_some()
        };
        // A text may be one paragraph: what lies too far away to be of a short item is not looked at.
        let near = |at: &usize| {
            let one = self.sentences[*at].span;
            one.start + LONGEST_ITEM >= span.start && one.end <= span.end + LONGEST_ITEM
        };
        let first = (0..=at).rev().take_while(near).take_while(of_it).last()?;
        let last = (at..self.sentences.len()).take_while(near).take_while(of_it).last()?;
        if self.sentences.get(last + 1).is_some() && !near(&(last + 1)) && of_it(&(last + 1)) {
            return None;
        }
        let before = first.checked_sub(1).map(|before| &self.sentences[before]);
        let opens = before.is_none_or(|before| before.paragraph != paragraph);
        let (start, end) = (self.sentences[first].span.start, self.sentences[last].span.end);
        let begins = before.map_or(self.offset, |before| before.span.end);
        let line = self.words(Span::new(begins, start))?.rsplit('\n').next()?.trim();
        let marked = !line.is_empty() && line.chars().filter(|c| c.is_alphanumeric()).count() <= LONGEST_MARK;
        let dated = || self.words(self.sentences[first].span).is_some_and(|words| day_in_front(words).is_some());
        // The items of a page's list have no mark.
        let item = self.sentences[first].kind == SentenceKind::Item;
        (opens && (marked || item || dated()) && last > first && end - start <= LONGEST_ITEM).then_some((first, last))
    }

    /// The labelled fragments of one paragraph that a sentence is of, or that stand right behind it, with the sentence
    /// before them: "The gate is let to the guild. For: Voss, Lind. Against: Reed." The sentence alone where there are
    /// not several.
    fn labelled_around(&self, at: usize) -> (usize, usize) {
        let beside = |one: usize, other: usize| {
            self.sentences[one].paragraph == self.sentences[other].paragraph
                && self.goes_on(one, other)
                && self.sentences[other].span.end - self.sentences[at].span.start.min(self.sentences[one].span.start)
                    <= LONGEST
        };
        let labelled = |at: usize| self.sentences.get(at).is_some_and(|one| self.is_labelled(one));
        let mut start = at;
        while labelled(start) && start > 0 && beside(start - 1, start) {
            start -= 1;
        }
        let mut end = start;
        while labelled(end + 1) && beside(end, end + 1) {
            end += 1;
        }
        if end - start >= LABELLED && end >= at { (start, end) } else { (at, at) }
    }

    /// True for a fragment behind a label of a word or two, which nobody says.
    fn is_labelled(&self, sentence: &Sentence) -> bool {
        let words = self.words(sentence.span).filter(|_| {
            matches!(sentence.kind, SentenceKind::Prose | SentenceKind::Item) && sentence.speaker.is_none()
        });
        let parts = words.and_then(|words| words.split_once(": "));
        parts.is_some_and(|(label, value)| {
            !value.is_empty()
                && label.starts_with(char::is_uppercase)
                && label.split(' ').count() <= LABEL
                && sentence.span.len() <= LONGEST_LABELLED
        })
    }

    /// The lines of code around one, up to a blank line: one alone is half a statement.
    fn code_around(&self, at: usize) -> Window {
        let (mut first, mut last) = (at, at);
        let joined = |one: usize, other: usize| {
            let between = Span::new(self.sentences[one].span.end, self.sentences[other].span.start);
            self.sentences[other].kind == self.sentences[one].kind
                && self.words(self.sentences[other].span).is_some()
                && self.words(between).is_some_and(|between| between.matches('\n').count() <= 1)
        };
        let fits =
            |first: usize, last: usize| self.sentences[last].span.end - self.sentences[first].span.start <= LONGEST;
        while last + 1 < self.sentences.len() && joined(last, last + 1) && fits(first, last + 1) {
            last += 1;
        }
        while first > 0
            && self.sentences[first - 1].kind == SentenceKind::Code
            && self.words(self.sentences[first - 1].span).is_some()
            && joined(first - 1, first)
            && fits(first - 1, last)
        {
            first -= 1;
        }
        self.between(first, last)
    }

    /// True for the row that names the columns of the table below it: by itself it says nothing.
    pub fn heads_table(&self, at: usize) -> bool {
        let cells = |at: usize| {
            let row = self.sentences.get(at).filter(|sentence| sentence.kind == SentenceKind::Row)?;
            self.words(row.span).filter(|words| are_parted(words))
        };
        let follows = at.checked_sub(1).and_then(cells).is_some();
        // Years and versions head columns where a rule stands below them.
        let ruled = || {
            let rule = Span::new(self.sentences[at].span.end, self.sentences[at + 1].span.start);
            self.words(rule).is_some_and(|rule| rule.contains("--"))
        };
        let named = |row: &str| !row.contains(|c: char| c.is_ascii_digit());
        !follows && cells(at + 1).is_some() && cells(at).is_some_and(|row| named(row) || ruled())
    }

    /// What the table is called that a row is of: `Table 4. Lamps of the quay` above it, without the number.
    pub fn caption_of(&self, at: usize) -> Option<&'a str> {
        let is_kind = |at: usize, kind: SentenceKind| self.sentences.get(at).is_some_and(|one| one.kind == kind);
        let first =
            (at.saturating_sub(LEAD_BACK)..=at).rev().take_while(|&at| is_kind(at, SentenceKind::Row)).last()?;
        let last = first.checked_sub(1).filter(|&at| is_kind(at, SentenceKind::Caption))?;
        let opens = (last.saturating_sub(1)..=last).find(|&at| is_kind(at, SentenceKind::Caption))?;
        let whole = self.words(Span::new(self.sentences[opens].span.start, self.sentences[last].span.end))?;
        let told = self.words(self.sentences[last].span).filter(|_| is_caption(whole))?;
        let behind = told.split_once(['.', ':']).map(|(_, rest)| rest.trim()).filter(|rest| !rest.is_empty());
        Some(behind.filter(|_| is_caption(told)).unwrap_or(told))
    }

    /// True for the rest of a row of a table that is drawn with rules: its first cell is blank.
    pub fn continues_row(&self, at: usize) -> bool {
        let row = |at: usize| {
            let row = self.sentences.get(at).filter(|one| one.kind == SentenceKind::Row)?;
            self.words(row.span).map(str::trim)
        };
        let blank = row(at)
            .and_then(|row| row.strip_prefix('|')?.split_once('|'))
            .is_some_and(|(first, rest)| first.trim().is_empty() && rest.contains(char::is_alphanumeric));
        let mut above = (at.saturating_sub(LEAD_BACK)..at).rev().map_while(row);
        let goes_on = at.checked_sub(1).and_then(row).is_some_and(|row| row.contains(char::is_alphanumeric));
        blank && goes_on && above.any(|row| row.contains("-+-"))
    }

    /// True when a sentence begins with what was spoken of before.
    pub fn points_back(&self, sentence: &str) -> bool {
        let sentence = sentence.trim_start();
        // What begins in the middle goes on from somewhere; `gate_width` begins with a name.
        if sentence.starts_with(|c: char| c.is_lowercase()) {
            let first = sentence.split_whitespace().next().unwrap_or_default();
            return !first.contains('_');
        }
        let Some(openings) = LEANING.get(self.language.unwrap_or("eng")) else { return false };
        if sentence.starts_with(is_unspaced) {
            return openings.keys().any(|opening| sentence.starts_with(opening.as_str()));
        }
        let mut head = words(sentence);
        let Some(first) = head.next() else { return false };
        // "Fetch it with the key.": what is bidden is done to what stands before.
        let bids = is_verb(&fold(first.text)) && !is_auxiliary(&fold(first.text));
        if bids && head.clone().next().is_some_and(|second| is_object(&fold(second.text))) {
            return true;
        }
        let Some(behind) = openings.get(&fold(first.text)) else { return false };
        let head: Vec<String> = head.take(LONGEST_OPENING - 1).map(|word| fold(word.text)).collect();
        behind.iter().any(|behind| head.starts_with(behind))
    }

    /// True for a short sentence that says of what stands before it that it is not so: "This figure is wrong."
    fn takes_back(&self, at: usize) -> bool {
        let Some(sentence) = self.sentences.get(at).and_then(|one| self.words(one.span)) else { return false };
        if sentence.len() > LONGEST_DENIAL || !self.points_back(sentence) {
            return false;
        }
        let Some(denying) = DENYING.get(self.language.unwrap_or("eng")) else { return false };
        if sentence.trim_start().starts_with(is_unspaced) {
            return denying.iter().any(|phrase| sentence.contains(phrase.as_str()));
        }
        let said: Vec<String> = words(sentence).map(|word| word.text.to_lowercase()).collect();
        let said = format!(" {} ", said.join(" "));
        denying.iter().any(|phrase| said.contains(&format!(" {phrase} ")))
    }

    /// True when the sentence at `later`, next to `earlier`, is read on from it: the same speaker, running text, no
    /// heading and no gap between them.
    fn goes_on(&self, earlier: usize, later: usize) -> bool {
        let (Some(one), Some(other)) = (self.sentences.get(earlier), self.sentences.get(later)) else { return false };
        let prose = |sentence: &Sentence| matches!(sentence.kind, SentenceKind::Prose | SentenceKind::Boilerplate);
        // What returns, as a disclaimer, is no part of what is said here; a few words may stand in it by chance.
        let returns = |one: &Sentence| one.kind == SentenceKind::Boilerplate && one.span.len() > SHORT;
        let near = other.paragraph.saturating_sub(one.paragraph) <= 1;
        let listed = other.kind == SentenceKind::Item && (prose(one) || one.kind == SentenceKind::Item);
        // A label between two sentences begins another turn, though it may be of the same person; a number an item.
        let between = Span::new(one.span.end, other.span.start);
        let numbers = |words: &str| listed && words.chars().filter(|c| c.is_alphanumeric()).count() <= LONGEST_MARK;
        let apart = self.words(between).is_none_or(|words| words.contains(char::is_alphanumeric) && !numbers(words));
        one.speaker == other.speaker
            && near
            && !apart
            && (prose(one) && prose(other) && returns(one) == returns(other) || listed)
            && self.words(one.span).is_some()
            && self.words(other.span).is_some()
    }

    /// The term that a sentence goes on to say something of: the first line of an item that nothing marks and that is
    /// broken off behind it.
    fn term(&self, at: usize) -> Option<Span> {
        const COLUMN: &str = "   ";
        let paragraph = self.sentences[at].paragraph;
        // A log may be one paragraph of millions of lines: they are not gone through for each.
        let first = self.sentences[..at].partition_point(|one| one.paragraph < paragraph);
        let Span { start, .. } = self.sentences[first].span;
        let item = first < at && self.sentences[first].kind == SentenceKind::Item;
        let words = self.words(self.sentences[first].span).filter(|_| item)?;
        let above = first.checked_sub(1).map_or(self.offset, |before| self.sentences[before].span.end);
        let marked = !self.words(Span::new(above, start))?.rsplit('\n').next()?.trim().is_empty();
        let (line, _) = words.split_once('\n').filter(|_| !marked)?;
        let term = line.split(COLUMN).next()?.trim_end();
        Some(Span::new(start, start + term.len())).filter(|span| !span.is_empty() && span.len() <= LONGEST_LEAD)
    }

    fn announces(&self, sentence: &Sentence) -> bool {
        self.words(sentence.span).is_some_and(|words| words.trim_end().ends_with([':', '：']))
    }

    /// The line that leads an item or a row in.
    fn lead(&self, at: usize) -> Option<Span> {
        let kind = self.sentences[at].kind;
        let back = self.sentences[at.saturating_sub(LEAD_BACK)..at].iter().rev();
        let mut first: Option<&Sentence> = None;
        for before in back {
            match before.kind {
                // One of the lines that announces those behind it is their lead, though it is an item itself.
                SentenceKind::Item if kind == before.kind && self.announces(before) => {
                    return Some(before.span).filter(|span| span.len() <= LONGEST_LEAD);
                }
                _ if before.kind == kind => first = Some(before),
                SentenceKind::Prose | SentenceKind::Boilerplate if kind == SentenceKind::Item => {
                    return Some(before.span).filter(|span| self.announces(before) && span.len() <= LONGEST_LEAD);
                }
                _ => break,
            }
        }
        // The first row of a table is its header, where the rows are cells.
        let header = first.filter(|_| kind == SentenceKind::Row)?;
        // `| | |` over the rule that parts names from rows names nothing.
        let above = self.sentences[..at].iter().rev().find(|one| one.span.end <= header.span.start);
        let between = Span::new(above.map_or(self.offset, |one| one.span.end), header.span.start);
        if self.words(between).is_some_and(|between| between.contains("|--") || between.contains("|:-")) {
            return None;
        }
        let cells = |span: Span| self.words(span).is_some_and(are_parted);
        // What has a figure in a column is a row like the others; years head columns, and units do.
        let tells_figure = |span: Span| {
            let parts = self.words(span).map(|row| row.split(['|', '\t']).flat_map(|part| part.split(GAP)));
            parts.is_some_and(|mut parts| parts.any(|part| is_figure(part.trim()) && year_of(part.trim()).is_none()))
        };
        let below = self.sentences.partition_point(|one| one.span.start < header.span.end);
        let rule = self.sentences.get(below).and_then(|below| self.words(Span::new(header.span.end, below.span.start)));
        if tells_figure(header.span) && !rule.is_some_and(|rule| rule.contains("--")) {
            return None;
        }
        // Rows that are numbered from the first on have no header.
        let numbered = |span: Span| {
            let first = self.words(span).and_then(|row| words(row).next());
            first.is_some_and(|word| word.text.starts_with(|c: char| c.is_ascii_digit()))
        };
        if numbered(header.span) && numbered(self.sentences[at].span) {
            return None;
        }
        (cells(header.span) && cells(self.sentences[at].span) && header.span.len() <= LONGEST_LEAD)
            .then_some(header.span)
    }
}

#[cfg(test)]
#[path = "window_tests.rs"]
mod tests;
