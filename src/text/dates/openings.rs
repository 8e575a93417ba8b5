//! What opens something of a day in a text: the head of a message, a heading that tells a day, a line that begins with
//! one or parts days. Each reaches as far as what belongs to it.

use super::calendar::{CalendarDate, calendar_dates, dates_by, first_day};
use super::hands::Hand;
use super::separators::day_between_rules;
use super::year_lines::{self, year_line};
use super::{date, written};
use crate::model::Span;
use crate::text::cutting::lines::{is_head_field, is_rule};
use crate::text::titles::versions::version;
use crate::text::words::lexicon::{Flags, flags};
use crate::text::words::terms::words;

/// Entries of a diary or a log, at least.
const FEWEST: usize = 3;
/// Days of each part of a diary, a log or a set of threads, at least on average.
const PART: usize = 5;
/// Bytes of a line in which the day lies that opens an entry, and of its beginning in which that has a figure.
const FRONT: usize = 60;
const FIGURE: usize = 24;
/// Signs of a line across the page, at least.
const RULE: usize = 5;
/// Bytes in which the head of a text stands that is a letter as a whole.
const HEAD: usize = 400;
/// Bytes of a heading that tells a day behind what it is called, at most.
const LONGEST_HEADING: usize = 120;

/// What an item or a row begins with.
const LISTING: [&str; 3] = ["|", "- ", "* "];

/// What a line begins.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Opening {
    pub span: Span,
    pub by: By,
    pub day: Option<CalendarDate>,
    /// False where the day may be that of what is told: a single part called "The flood (4 May 1998)".
    pub sure: bool,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum By {
    /// The head of a message.
    Head,
    /// A heading of this depth.
    Heading(usize, Place),
    /// A line that is nothing but a year, a heading of this depth or none.
    Year(usize),
    /// A line that parts days.
    Ruled,
    /// A line that begins with a day and a clock's time.
    Stamped,
    Line,
    /// An item or a row: what stands behind the next empty line belongs to the text around the list.
    Listed,
    /// A line of another's message, which a mail quotes.
    Quoted,
}

/// Where a heading tells its day.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Place {
    Front,
    /// Behind a version: the day on which that came out.
    Version,
    /// Set off behind what it is called.
    Behind,
}

impl By {
    /// True where many lines together have to tell that they open something.
    fn is_of_many(self) -> bool {
        matches!(self, Self::Heading(_, Place::Front | Place::Behind) | Self::Line | Self::Listed | Self::Stamped)
    }

    /// True for what opens nothing inside a message that the day of its own opened: somebody pasted it.
    fn is_pasted_in(self) -> bool {
        matches!(self, Self::Head | Self::Line | Self::Listed | Self::Stamped)
    }
}

impl Opening {
    pub fn moment(&self) -> Option<i64> {
        let day = self.day?;
        date(day.year?, day.month, day.day?)
    }

    /// Its day as it is known of what belongs to it: `2022-08-19`, or the year that heads it.
    pub fn known(&self) -> Option<String> {
        match self.by {
            By::Year(_) => self.day?.year.map(|year| year.to_string()),
            _ => self.moment().map(written),
        }
    }

    /// True for a line that is nothing but a year.
    pub fn is_year(&self) -> bool {
        matches!(self.by, By::Year(_))
    }

    /// True for an entry of what goes on from day to day.
    pub fn is_of_diary(&self) -> bool {
        self.sure && matches!(self.by, By::Heading(..) | By::Line | By::Stamped | By::Ruled)
    }

    /// What stands under its day beyond doubt.
    pub fn headed(&self, text: &str) -> Span {
        let Span { start, end } = self.span;
        let paragraph = || {
            let entry = &text[start..end];
            let line = entry.find('\n').map_or(entry.len(), |at| at + 1);
            let below = entry.len() - entry[line..].trim_start().len();
            let behind = entry[below.min(entry.len())..].find("\n\n").map_or(end, |at| start + below + at);
            Span::new(start, behind)
        };
        match self.by {
            By::Heading(..) | By::Ruled => self.span,
            By::Line | By::Listed | By::Stamped => paragraph(),
            By::Head | By::Quoted | By::Year(_) => Span::new(start, start),
        }
    }
}

/// What of a text is of days of its own; `year` is what the text is of. A message may have rules within it.
pub(super) fn read_openings(text: &str, year: Option<i64>, quotes: bool, is_mail: bool) -> Vec<Opening> {
    // One day that can be read in one way only tells how all are written.
    let mut openings = openings(text, quotes, is_mail, Hand::of(text));
    let mut before: Option<CalendarDate> = None;
    for opening in &mut openings {
        if let Some(day) = &mut opening.day {
            // The year turns where January comes behind December, unless a line tells it.
            let turned = |before: CalendarDate| before.year.map(|year| year + i64::from(day.month + 9 < before.month));
            day.year = day.year.or_else(|| before.map_or(year, turned));
            before = Some(*day);
        }
    }
    let of_many = || openings.iter().filter(|one| one.by.is_of_many());
    let days = of_many().filter(|one| one.day.is_some()).count();
    let moments: Vec<i64> = of_many().filter_map(Opening::moment).collect();
    // Days that come as they please are told of something else. What has parts begins anew with each.
    let turns = |turned: fn(&i64, &i64) -> bool| moments.windows(2).filter(|pair| turned(&pair[0], &pair[1])).count();
    let anew = turns(|a, b| a > b).min(turns(|a, b| a < b));
    if days < FEWEST || anew * PART > moments.len() {
        let is_part = |by: By| matches!(by, By::Heading(depth, Place::Behind) if depth > 1);
        openings.retain(|one| !one.by.is_of_many() || is_part(one.by));
        openings.iter_mut().for_each(|one| one.sure = !is_part(one.by));
    }
    openings
}

/// A line of a text.
struct Line<'t> {
    span: Span,
    content: &'t str,
    /// How deep it lies as a heading; nothing where it is none.
    depth: usize,
}

/// The lines of a text. One with a line of signs of its length below it is a heading, too.
fn lines(text: &str) -> impl Iterator<Item = Line<'_>> {
    let mut at = 0;
    let mut parts = text.split_inclusive('\n').peekable();
    std::iter::from_fn(move || {
        let line = parts.next()?;
        let span = Span::new(at, at + line.len());
        at = span.end;
        let content = line.trim();
        let marks = content.bytes().take_while(|&byte| byte == b'#').count();
        let depth = match parts.peek().and_then(|below| underline(content, below.trim())) {
            Some(depth) if marks == 0 => depth,
            _ => marks,
        };
        Some(Line { span, content, depth })
    })
}

/// How deep a line lies that has another one below it, where that underlines it.
fn underline(line: &str, below: &str) -> Option<usize> {
    const APART: usize = 2;
    let sign = below.chars().next().filter(|sign| matches!(sign, '=' | '-' | '~'))?;
    let drawn = below.len() >= RULE && below.chars().all(|c| c == sign);
    let fits = drawn && line.chars().count().abs_diff(below.len()) <= APART;
    fits.then_some(if sign == '=' { 1 } else { 2 })
}

impl Line<'_> {
    /// What the line opens, and of which day that is.
    fn opens(&self, quotes: bool, hand: Hand) -> Option<(By, Option<CalendarDate>)> {
        let content = self.content;
        if quotes && content.starts_with('>') {
            return Some((By::Quoted, None));
        }
        if is_head_field(content) {
            return full(content).map(|day| (By::Head, Some(day)));
        }
        if let Some(day) = day_between_rules(content) {
            return Some((By::Ruled, Some(day)));
        }
        if let Some(year) = year_line(content) {
            // No day of it: whatever month follows is of it.
            let day = CalendarDate { year: Some(year), month: 1, day: None, span: Span::new(0, 0) };
            return Some((By::Year(self.depth), Some(day)));
        }
        let listed = LISTING.iter().any(|mark| content.starts_with(mark));
        if let Some((day, timed)) = in_front(content, hand) {
            let by = match () {
                () if self.depth > 0 => By::Heading(self.depth, Place::Front),
                () if listed => By::Listed,
                () if timed => By::Stamped,
                () => By::Line,
            };
            return Some((by, day));
        }
        if self.depth > 0 {
            return behind(content).map(|(day, place)| (By::Heading(self.depth, place), Some(day)));
        }
        posted(content).map(|day| (By::Line, Some(day)))
    }
}

/// The lines of a text that open something of a day, each with what belongs to it; a line that begins with the name of
/// a day without its date ends what was open.
fn openings(text: &str, quotes: bool, is_mail: bool, hand: Hand) -> Vec<Opening> {
    let mut opened: Vec<Option<(By, Option<CalendarDate>)>> =
        lines(text).map(|line| line.opens(quotes, hand)).collect();
    if !years_head(text, &opened) {
        opened.iter_mut().for_each(|one| *one = one.filter(|(by, _)| !matches!(by, By::Year(_))));
    }
    let count = |is: fn(By) -> bool| opened.iter().flatten().filter(|(by, _)| is(*by)).count();
    let stamped = count(|by| by == By::Stamped);
    let parted = match () {
        () if count(|by| by == By::Ruled) > 0 => Some(By::Ruled),
        () if stamped >= FEWEST && stamped > count(|by| matches!(by, By::Line | By::Listed)) => Some(By::Stamped),
        () => None,
    };
    let mut found: Vec<Opening> = Vec::new();
    // What is open, and the message that it stands in.
    let (mut open, mut around) = (None::<usize>, None::<usize>);
    for (line, opens) in lines(text).zip(&opened) {
        let Line { span, content, depth } = line;
        let within = open.map(|open| found[open].by);
        let pasted = |by: By| parted.is_some() && parted != Some(by) && within == parted && by.is_pasted_in();
        let opens = opens.filter(|(by, _)| !pasted(*by));
        let ends = match within {
            // The next item or row is of a day of its own, or of none.
            Some(By::Listed) => content.is_empty() || LISTING.iter().any(|mark| text[span.start..].starts_with(mark)),
            Some(By::Heading(above, _)) => (1..=above).contains(&depth),
            // A line across the page ends a part.
            Some(By::Line | By::Stamped) => depth > 0 || content.len() >= RULE && is_rule(content),
            // A letter in the middle of a text ends where the next part of that begins.
            Some(By::Head) if !is_mail && open.is_some_and(|open| found[open].span.start > HEAD) => {
                depth > 0 || content.len() >= RULE && is_rule(content)
            }
            Some(By::Head | By::Quoted | By::Ruled | By::Year(_)) | None => false,
        };
        let mut reaches = |at: Option<usize>| at.into_iter().for_each(|at| found[at].span.end = span.end);
        match opens {
            // What a message quotes lies within it.
            Some((By::Quoted, day)) => match found.last_mut().filter(|last| last.by == By::Quoted) {
                Some(last) if last.span.end == span.start => last.span.end = span.end,
                _ => found.push(Opening { span, by: By::Quoted, day, sure: true }),
            },
            Some((by, day)) => {
                // A line of another's programme inside a message is of its day as far as its paragraph goes.
                let by = if around.is_some() && by == By::Line { By::Listed } else { by };
                if by != By::Head {
                    reaches(around);
                }
                found.push(Opening { span, by, day, sure: true });
                open = Some(found.len() - 1);
                around = if by == By::Head { open } else { around };
            }
            None => {
                let over = ends && within == Some(By::Head);
                around = around.filter(|_| !over);
                open = if ends { around } else { open };
                reaches(around);
                reaches(open);
            }
        }
    }
    reach_of_years(text, &mut found);
    found
}

/// True where the lines of a text that are nothing but a year head what stands below them.
fn years_head(text: &str, opened: &[Option<(By, Option<CalendarDate>)>]) -> bool {
    let years = || lines(text).zip(opened).filter(|(_, one)| matches!(one, Some((By::Year(_), _))));
    let told: Vec<i64> = years().filter_map(|(_, one)| one.and_then(|(_, day)| day?.year)).collect();
    let marked = years().all(|(line, _)| line.depth > 0 || year_lines::is_marked(line.content));
    (marked || told.len() >= year_lines::FEWEST) && told.is_sorted()
}

/// Gives what a year heads all up to the next year, or to the next heading that lies no deeper.
fn reach_of_years(text: &str, found: &mut [Opening]) {
    let mut until = text.len();
    let headings: Vec<(usize, usize)> =
        lines(text).filter(|line| line.depth > 0).map(|line| (line.span.start, line.depth)).collect();
    for opening in found.iter_mut().rev() {
        let By::Year(depth) = opening.by else { continue };
        let first = headings.partition_point(|(at, _)| *at <= opening.span.start);
        // Each is looked at once: what is behind the next year ends that.
        let mut below = headings[first..].iter().take_while(|(at, _)| *at < until);
        let heading = below.find(|(_, deep)| depth == 0 || *deep <= depth);
        opening.span.end = heading.map_or(until, |(at, _)| *at);
        until = opening.span.start;
    }
}

/// The day that the field of a head tells with its year.
fn full(field: &str) -> Option<CalendarDate> {
    first_day(field).map(CalendarDate::of)
}

/// The day that a line begins with, and whether a clock's time stands behind it; no day where it begins with the name
/// of one, and tells no date of it.
fn in_front(line: &str, hand: Hand) -> Option<(Option<CalendarDate>, bool)> {
    let line = line.trim_start_matches(['#', '|', '-', '*', '[', '(', ' ', '\t']);
    let front = &line[..line.floor_char_boundary(FRONT)];
    let first = words(front).next()?;
    let is_day_of_week = flags(&first.text.to_lowercase()).has(Flags::WEEKDAY);
    if !is_day_of_week && !front[..front.floor_char_boundary(FIGURE)].contains(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let day = dates_by(front, hand).into_iter().find(|date| date.day.is_some());
    let from = if is_day_of_week { first.span.end } else { 0 };
    let begins = |day: &CalendarDate| !front[from..day.span.start.max(from)].contains(char::is_alphanumeric);
    match day.filter(begins) {
        Some(day) => Some((Some(day), begins_with_time(&front[day.span.end..]))),
        None => is_day_of_week.then_some((None, false)),
    }
}

/// True for what begins with a clock's time: `, 10:02`, `T10:02`.
fn begins_with_time(text: &str) -> bool {
    let text = text.trim_start_matches([' ', ',', 'T']);
    text.split_once(':').is_some_and(|(hour, rest)| {
        matches!(hour.len(), 1 | 2)
            && hour.bytes().all(|byte| byte.is_ascii_digit())
            && rest.starts_with(|c: char| c.is_ascii_digit())
    })
}

/// The day that a heading tells behind what it is called: *2.6.0 – 4 May 2031*, *The sluice (4 May 2031)*. A word or
/// two may stand behind it: *withdrawn*.
fn behind(heading: &str) -> Option<(CalendarDate, Place)> {
    const BEHIND: usize = 3;
    const NUMBERED: usize = 4;
    let line = heading.trim_start_matches(['#', ' ']);
    if line.len() > LONGEST_HEADING {
        return None;
    }
    let day = calendar_dates(line).into_iter().rfind(|date| date.day.is_some() && date.year.is_some())?;
    let (front, rest) = (&line[..day.span.start], &line[day.span.end..]);
    if words(rest).nth(BEHIND).is_some() || !front.contains(char::is_alphanumeric) {
        return None;
    }
    let last = words(front).last().filter(|word| flags(&word.text.to_lowercase()).has(Flags::WEEKDAY));
    let front = last.map_or(front, |word| &front[..word.span.start]).trim_end();
    let set_off = front.ends_with(['–', '—', '-', '|', '·', ':', '(', '[', ',']);
    let numbered = version(front).is_some() && words(front).take(NUMBERED + 1).count() <= NUMBERED;
    match () {
        () if numbered && (set_off || front.ends_with(|c: char| c.is_ascii_digit())) => Some((day, Place::Version)),
        () if set_off => Some((day, Place::Behind)),
        () => None,
    }
}

/// The day on which somebody posted what stands below: `@ada · 18 Feb 2031, 19:20`.
fn posted(line: &str) -> Option<CalendarDate> {
    let (name, rest) = line.split_once('·').filter(|(name, _)| line.len() <= FRONT && !name.trim().contains(' '))?;
    let day = calendar_dates(rest).into_iter().find(|date| date.day.is_some())?;
    let begins = !rest[..day.span.start].contains(char::is_alphanumeric);
    (begins && name.starts_with(|c: char| c == '@' || c.is_alphabetic())).then_some(day)
}
