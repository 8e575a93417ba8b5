//! Markup inside a sentence of Markdown, and of reStructuredText: what a reader sees of links, emphasis and tags is
//! their words, and nothing of what is struck out, unless a remark on it stands behind it. A passage is kept as it
//! stands in its file; this is how it is shown.

use std::borrow::Cow;

use pulldown_cmark::{BrokenLink, CowStr, Event, LinkType, Options, Parser, Tag, TagEnd};

/// What Markdown has beside its first form: words struck out, and the links of notes to each other: `[[page|label]]`.
pub const MARKUP: Options = Options::ENABLE_STRIKETHROUGH.union(Options::ENABLE_WIKILINKS);

/// Tags that only say how words look or where they stand; anything else in angle brackets (`Vec<T>`, `<none>`) is a
/// word.
const TAGS: [&str; 24] = [
    "a", "b", "big", "br", "center", "code", "del", "div", "em", "font", "i", "img", "ins", "kbd", "mark", "p", "s",
    "small", "span", "strong", "sub", "sup", "u", "wbr",
];
/// Those of what is struck out.
pub const STRIKING: [&str; 3] = ["del", "s", "strike"];
/// Stands around what is struck out.
const STRUCK: &str = "~~";
/// Stands for a line break, so that what begins a line begins no block.
const BREAK: &str = "\u{205f}";
/// Stands in front for the same reason.
const FRONT: &str = ". ";

/// Returns the text without its inline markup: a link is its label, emphasis its words; code keeps its ticks.
pub fn unmarked(text: &str) -> Cow<'_, str> {
    if let Some(cells) = cells(text) {
        return Cow::Owned(cells);
    }
    // What is all markup is shown as it stands, here and at the end.
    let plain = without_roles(text).or_else(|| without_quote_marks(text));
    if let Some(plain) = plain.filter(|plain| !plain.trim().is_empty()) {
        return Cow::Owned(unmarked(&plain).into_owned());
    }
    if !may_be_marked(text) {
        return Cow::Borrowed(text);
    }
    let flat = format!("{FRONT}{}", whole_links(text).replace('\n', BREAK));
    // `[label][name]` names a link that is told elsewhere in its file; `[sic]` alone is none.
    let told_elsewhere = |link: BrokenLink<'_>| {
        (link.link_type == LinkType::Reference).then_some((CowStr::Borrowed(""), CowStr::Borrowed("")))
    };
    let mut shown = String::with_capacity(text.len());
    // What is struck out nobody says any more. Where a bracket opens with it, the rest of the bracket is about it.
    let (mut struck, mut closes) = (0_usize, false);
    let mut remarked = false;
    for event in Parser::new_with_broken_link_callback(&flat, MARKUP, Some(told_elsewhere)) {
        match event {
            Event::Start(Tag::Strikethrough) if struck == 0 && shown.ends_with(['(', '[']) => {
                remarked = true;
                shown.push_str(STRUCK);
            }
            Event::End(TagEnd::Strikethrough) if std::mem::take(&mut remarked) => shown.push_str(STRUCK),
            Event::Start(Tag::Strikethrough) => struck += 1,
            Event::End(TagEnd::Strikethrough) => (struck, closes) = (struck.saturating_sub(1), true),
            Event::Html(tag) | Event::InlineHtml(tag) if strikes(&tag) => {
                closes = tag.starts_with("</");
                // One that nothing closes strikes nothing.
                struck = if closes { struck.saturating_sub(1) } else { struck + usize::from(text.contains("</")) };
            }
            Event::Text(words) if struck == 0 => {
                let parted = std::mem::take(&mut closes) && (shown.is_empty() || shown.ends_with(' '));
                shown.push_str(if parted { words.trim_start_matches(' ') } else { &words });
            }
            Event::Code(code) if struck == 0 => shown.extend(["`", &*code, "`"]),
            Event::Html(tag) | Event::InlineHtml(tag) if struck == 0 && !is_tag(&tag) => shown.push_str(&tag),
            _ => {}
        }
    }
    let shown = shown.strip_prefix(FRONT).unwrap_or(&shown).replace(BREAK, "\n");
    // Of what is set apart over several sentences, one has one of the two marks.
    let shown = match text.matches("**").count() % 2 {
        1 => shown.strip_prefix("**").or(shown.strip_suffix("**")).map_or(shown.clone(), str::to_owned),
        _ => shown,
    };
    let shown = without_strays(&shown).unwrap_or(shown);
    if shown.trim().is_empty() { Cow::Borrowed(text) } else { Cow::Owned(shown) }
}

/// The parts of a row of Markdown that its bars set apart, as they are written: a bar behind a backslash parts nothing.
pub fn parted(row: &str) -> Vec<&str> {
    let (mut parts, mut from, mut escaped) = (Vec::new(), 0, false);
    for (at, c) in row.char_indices() {
        if c == '|' && !escaped {
            parts.push(&row[from..at]);
            from = at + 1;
        }
        escaped = c == '\\' && !escaped;
    }
    parts.push(&row[from..]);
    parts
}

/// A text whose last link was cut in its address (`[label](https://exam`), with the label alone in its place.
fn whole_links(text: &str) -> Cow<'_, str> {
    let Some(at) = text.rfind("](") else { return Cow::Borrowed(text) };
    let (front, address) = (&text[..at], &text[at + 2..]);
    match front.rfind('[').filter(|_| !address.contains(')')) {
        Some(open) => Cow::Owned(format!("{}{}", &front[..open], &front[open + 1..])),
        None => Cow::Borrowed(text),
    }
}

/// A text without the marks in front of the lines of a block quote. `None` where it has none.
fn without_quote_marks(text: &str) -> Option<String> {
    text.contains("\n>").then(|| {
        let lines = text.split('\n').enumerate();
        let plain = lines.map(|(at, line)| if at == 0 { line } else { line.trim_start_matches(['>', ' ']) });
        plain.collect::<Vec<_>>().join("\n")
    })
}

/// A text without the single marks of an emphasis that begins or ends in another sentence: `_"It leaks.` has one.
/// A mark counts where it stands beside a quotation mark or the end of a sentence, as no name of a thing does. `None`
/// where there are none.
fn without_strays(text: &str) -> Option<String> {
    /// A longer run of "_" is a blank to be filled in.
    const LONGEST: usize = 2;
    let quotes = |c: char| matches!(c, '"' | '“' | '”' | '‘' | '’' | '\'' | '«' | '»');
    let ends = |c: char| quotes(c) || matches!(c, '.' | '!' | '?' | ',' | ';' | ':' | '…');
    let is_stray = |before: Option<char>, behind: Option<char>| {
        let opens = before.is_none_or(|c| c.is_whitespace() || c == '(');
        let closes = behind.is_none_or(|c| !c.is_alphanumeric());
        let begins = before.is_none() && behind.is_some_and(char::is_uppercase);
        let stops = behind.is_none() && before.is_some_and(char::is_alphanumeric);
        opens && behind.is_none_or(|c| quotes(c) || c.is_whitespace())
            || closes && before.is_some_and(ends)
            || begins
            || stops
    };
    let (mut out, mut rest, mut last) = (String::with_capacity(text.len()), text, None);
    while let Some(at) = rest.find('_') {
        let (front, marked) = rest.split_at(at);
        let behind = marked.trim_start_matches('_');
        let marks = &marked[..marked.len() - behind.len()];
        let before = front.chars().next_back().or(last);
        out.push_str(front);
        let next = behind.chars().next();
        match marks.len() <= LONGEST && is_stray(before, next) {
            // One that stands alone goes with a space.
            true if next.is_some_and(char::is_whitespace) && before.is_none_or(char::is_whitespace) => {
                out.truncate(out.trim_end().len());
            }
            true => {}
            false => out.push_str(marks),
        }
        last = marks.chars().next_back();
        rest = behind;
    }
    out.push_str(rest);
    (out.len() < text.len()).then_some(out)
}

/// The cells of a row of a table, set apart by dots; `None` for what is no row.
fn cells(text: &str) -> Option<String> {
    let row = text.trim().strip_prefix('|')?;
    // The last cell may stay open.
    let open = || Some(row).filter(|row| row.starts_with(' ') && row.contains(" | "));
    let row = row.strip_suffix('|').or_else(open)?;
    let cells: Vec<&str> = parted(row).into_iter().map(str::trim).filter(|cell| !cell.is_empty()).collect();
    let shown = |cell: &&str| unmarked(&cell.replace(r"\|", "|")).into_owned();
    (!row.contains('\n') && cells.len() > 1).then(|| cells.iter().map(shown).collect::<Vec<_>>().join(" · "))
}

/// A text without the roles and references of reStructuredText, each by its label: :func:`open <gate.open>`, `the log`_
/// and footnotes. `None` where it has none.
fn without_roles(text: &str) -> Option<String> {
    if !text.contains(":`") && !text.contains("`_") && !text.contains("]_") {
        return None;
    }
    let (mut out, mut rest) = (String::with_capacity(text.len()), text);
    while let Some(at) = rest.find('`') {
        let (front, opened) = rest.split_at(at);
        let quoted = opened[1..].split_once('`').filter(|(label, _)| !label.is_empty());
        let Some((label, behind)) = quoted else {
            // A run of ticks is code's.
            let ticks = opened.len() - opened.trim_start_matches('`').len();
            let code = opened[ticks..].find(&opened[..ticks]).map_or(ticks, |end| 2 * ticks + end);
            out.push_str(front);
            out.push_str(&opened[..code]);
            rest = &opened[code..];
            continue;
        };
        let role = front.strip_suffix(':').and_then(|front| front.rfind(':').map(|colon| (colon, &front[colon + 1..])));
        let role =
            role.filter(|(_, name)| !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || "-.+".contains(c)));
        let refers = behind.starts_with('_') && !behind[1..].starts_with(char::is_alphanumeric);
        match (role, refers) {
            (None, false) => {
                out.push_str(front);
                out.push_str(&opened[..label.len() + 2]);
                rest = behind;
            }
            (role, _) => {
                out.push_str(&front[..role.map_or(front.len(), |(colon, _)| colon)]);
                out.push_str(label.split(" <").next().unwrap_or(label).trim_start_matches(['~', '!']));
                rest = if refers { behind.trim_start_matches('_') } else { behind };
            }
        }
    }
    out.push_str(rest);
    let plain = out.replace("]_", "]");
    (plain != text).then_some(plain)
}

/// False where no sign stands that markup would need.
fn may_be_marked(text: &str) -> bool {
    text.contains(['*', '~'])
        || text.contains("](")
        || text.contains("][")
        || text.contains("[[")
        || text.contains('_')
        || text.contains('<')
}

/// True for a tag of [`TAGS`], opened or closed.
fn is_tag(tag: &str) -> bool {
    TAGS.iter().any(|known| name_of(tag).eq_ignore_ascii_case(known))
}

/// True for a tag that strikes out, opened or closed.
fn strikes(tag: &str) -> bool {
    STRIKING.iter().any(|known| name_of(tag).eq_ignore_ascii_case(known))
}

/// What a tag is called.
fn name_of(tag: &str) -> &str {
    let name = tag.trim_start_matches(['<', '/']);
    let end = name.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(name.len());
    &name[..end]
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn marks_of_an_emphasis_over_several_sentences_and_of_a_block_quote_are_none() {
        for (text, plain) in [
            ("He said _\"it leaks.", "He said \"it leaks."),
            ("It was the strike.\"_ So it ended.", "It was the strike.\" So it ended."),
            ("to the end._ _\"This must stand.", "to the end. \"This must stand."),
            ("_The whole of it went", "The whole of it went"),
            ("are they _\"undemocratic\"_?", "are they \"undemocratic\"?"),
            ("it said: \n\n> with all\n> its faults", "it said: \n\nwith all\nits faults"),
            ("call _private or __x, or net_tonnes", "call _private or __x, or net_tonnes"),
            ("Name: ____ Date: ____", "Name: ____ Date: ____"),
            ("\n>", "\n>"),
        ] {
            assert_eq!(unmarked(text), plain);
        }
    }

    #[test]
    fn links_emphasis_and_tags_are_their_words() {
        for (marked, shown) in [
            ("The [ferry log](https://example.org/a_b) was *kept*.", "The ferry log was kept."),
            ("See [section 2][two] and [sic] ![a plan](plan.png).", "See section 2 and [sic] a plan."),
            ("**NOW THEREFORE**: the <span class=\"x y\">gate</span> closes<br/>", "NOW THEREFORE: the gate closes"),
            ("A `Vec<T>` of <T> and __both__ words", "A `Vec<T>` of <T> and both words"),
            ("It closes at ~~eight~~ <del>ten</del> nine.", "It closes at nine."),
            ("It cost £3 (~~*£4*~~ was the first offer).", "It cost £3 (~~£4~~ was the first offer)."),
            ("snake_case_words and 5 * 3 * 2", "snake_case_words and 5 * 3 * 2"),
            ("**one\ntwo** and\n- three", "one\ntwo and\n- three"),
            ("1998. The *quay* was built", "1998. The quay was built"),
            ("# not a heading *here*", "# not a heading here"),
            ("plain words stay", "plain words stay"),
            ("As [Voss] had it, [the log](https://example.org/a-1 …", "As [Voss] had it, the log"),
            ("[The log](https://example.org/ \"Kept at Orsk …", "The log"),
            ("| *Corvane* | 318 |  |", "Corvane · 318"),
            (r"| Ada \| Voss | *318* |", "Ada | Voss · 318"),
            ("|x| is what stands", "|x| is what stands"),
            ("| 12:04 | The lamp *burns*", "12:04 · The lamp burns"),
            (
                "See :ref:`the log <log>`, :class:`~gate.Gate` and `Orsk <https://orsk.example>`_ [1]_.",
                "See the log, gate.Gate and Orsk [1].",
            ),
            ("It has :func:`open` and ``Gate_.shut`` or `keys`.", "It has open and `Gate_.shut` or `keys`."),
            ("Note:`x", "Note:`x"),
            ("**Done.", "Done."),
            ("Chapter 3 of [[The Log]], which [[Ada Voss|Ada]] loves.", "Chapter 3 of The Log, which Ada loves."),
            ("It cost £12 and not £30.**", "It cost £12 and not £30."),
        ] {
            assert_eq!(unmarked(marked), shown);
        }
    }

    proptest! {
        #[test]
        fn nothing_that_says_something_vanishes(text in "[a-z*_:<>|\\\\\\[\\]()`~#!\\n .-]{0,120}") {
            let shown = unmarked(&text);
            prop_assert_eq!(text.trim().is_empty(), shown.trim().is_empty());
        }
    }

    #[test]
    fn a_bar_behind_a_backslash_parts_nothing() {
        assert_eq!(parted(r" a \| b | c \\| d|"), [r" a \| b ", r" c \\", " d", ""]);
        assert_eq!((parted("a"), parted("")), (vec!["a"], vec![""]));
    }
}
