//! LaTeX, stripped to what a reader of the printed page reads: no commands, comments, formulas' innards or preamble;
//! headings, items and captions are what they are, and every word leads back to its bytes.

use super::flow::Flow;
use super::{Extracted, Item};
use crate::model::{LocatorKind, Span};
use crate::text::display::spacing::single_spaced;
use crate::text::layout::blocks::BlockKind;
use crate::text::provenance::landmarks::Landmarks;

/// Headings and notes within each other; what is deeper stays as it is written.
const DEEPEST: usize = 20;
/// Bytes within which a formula ends. Without such a bound every command on the way to a distant end would look for it
/// again, which costs the square of the distance.
const FORMULA: usize = 4_000;
/// Bytes within which a displayed formula ends.
const DISPLAY: usize = 8_000;
/// Bytes within which the options of a command end.
const OPTIONS: usize = 2_000;
/// Bytes within which a word of code or a definition ends.
const WORDS: usize = 1_000;

/// Commands whose argument is a heading.
#[rustfmt::skip]
const HEADINGS: &[&str] = &[
    "part", "chapter", "section", "subsection", "subsubsection", "paragraph", "subparagraph", "title", "frametitle",
    "caption",
];
/// Commands that vanish with their arguments: the first number is how many in braces.
#[rustfmt::skip]
const VANISH: &[(&str, usize)] = &[
    ("cite", 1), ("citep", 1), ("citet", 1), ("citeauthor", 1), ("citeyear", 1), ("autocite", 1), ("parencite", 1), ("textcite", 1),
    ("label", 1), ("ref", 1), ("eqref", 1), ("pageref", 1), ("autoref", 1), ("cref", 1), ("Cref", 1), ("nameref", 1),
    ("usepackage", 1), ("documentclass", 1), ("input", 1), ("include", 1), ("includegraphics", 1), ("bibliography", 1),
    ("bibliographystyle", 1), ("vspace", 1), ("hspace", 1), ("vskip", 0), ("setlength", 2), ("addtolength", 2), ("setcounter", 2),
    ("newcommand", 2), ("renewcommand", 2), ("providecommand", 2), ("newenvironment", 3), ("newtheorem", 2), ("def", 0), ("let", 0),
    ("pagestyle", 1), ("thispagestyle", 1), ("pagenumbering", 1), ("color", 1), ("definecolor", 3), ("colorbox", 1), ("fontsize", 2),
    ("index", 1), ("hypersetup", 1), ("graphicspath", 1), ("addbibresource", 1), ("geometry", 1), ("hyphenation", 1), ("bibitem", 1),
    ("markboth", 2), ("markright", 1), ("rule", 2), ("phantom", 1), ("hphantom", 1), ("vphantom", 1), ("theoremstyle", 1), ("cline", 1),
    ("multicolumn", 2), ("multirow", 2), ("cmidrule", 1), ("selectlanguage", 1), ("DeclareMathOperator", 2), ("nocite", 1), ("tableofcontents", 0),
];
/// Environments that hold nothing to read.
#[rustfmt::skip]
const FORMULAS: &[&str] = &[
    "equation", "align", "gather", "multline", "eqnarray", "displaymath", "math", "tikzpicture", "pgfpicture",
    "flalign", "alignat", "filecontents", "comment", "picture", "algorithmic",
];
const CODE: &[&str] = &["verbatim", "lstlisting", "minted", "Verbatim", "alltt"];
/// Commands that stand for a character.
#[rustfmt::skip]
const CHARACTERS: &[(&str, &str)] = &[
    ("ss", "ß"), ("ae", "æ"), ("AE", "Æ"), ("oe", "œ"), ("OE", "Œ"), ("o", "ø"), ("O", "Ø"), ("aa", "å"), ("AA", "Å"), ("l", "ł"), ("L", "Ł"),
    ("i", "ı"), ("j", "ȷ"), ("S", "§"), ("P", "¶"), ("dag", "†"), ("copyright", "©"), ("pounds", "£"), ("euro", "€"), ("ldots", "…"), ("dots", "…"),
    ("textendash", "–"), ("textemdash", "—"), ("textquoteleft", "‘"), ("textquoteright", "’"), ("textquotedblleft", "“"),
    ("textquotedblright", "”"), ("textbackslash", "\\"), ("LaTeX", "LaTeX"), ("TeX", "TeX"), ("textasciitilde", "~"), ("textdegree", "°"),
    ("quad", " "), ("qquad", " "), ("textregistered", "®"), ("texttrademark", "™"), ("guillemotleft", "«"), ("guillemotright", "»"), ("newline", " "),
];

pub(super) fn extract(source: &str) -> Extracted {
    let body = source.find("\\begin{document}");
    let mut reader = Reader {
        source,
        at: 0,
        flow: Flow::default(),
        landmarks: Landmarks::default(),
        title: None,
        date: None,
        row: false,
        item: false,
        depth: 0,
    };
    if let Some(body) = body {
        reader.title = reader.argument_of("\\title", body);
        reader.date = reader.argument_of("\\date", body);
        reader.at = body + "\\begin{document}".len();
    }
    reader.read();
    reader.close();
    let (text, map, blocks) = reader.flow.finish();
    let item = Item {
        source: Span::new(0, source.len()),
        title: reader.title.filter(|title| !title.trim().is_empty()),
        date: reader.date,
        text,
        map,
        landmarks: reader.landmarks,
        blocks: Some(blocks),
        spoken: true,
        ..Item::default()
    };
    Extracted { format: "latex".into(), items: vec![item], ..Extracted::default() }
}

struct Reader<'a> {
    source: &'a str,
    at: usize,
    flow: Flow,
    landmarks: Landmarks,
    title: Option<String>,
    date: Option<String>,
    /// Inside a table: a line is a row.
    row: bool,
    item: bool,
    /// Headings and notes within each other.
    depth: usize,
}

impl Reader<'_> {
    fn rest(&self) -> &str {
        &self.source[self.at..]
    }

    /// What stands here, as far as `most` bytes go.
    fn near(&self, most: usize) -> &str {
        let rest = self.rest();
        &rest[..rest.floor_char_boundary(most)]
    }

    fn close(&mut self) {
        let kind = match (self.row, self.item) {
            (true, _) => BlockKind::Row,
            (_, true) if super::office::kind_of(self.flow.open()) == BlockKind::Item => BlockKind::Item,
            _ => BlockKind::Paragraph,
        };
        self.flow.close(kind);
        self.item = false;
    }

    fn push(&mut self, text: &str, len: usize) {
        self.flow.push(text, Span::new(self.at, self.at + len));
        self.at += len;
    }

    fn read(&mut self) {
        while let Some(c) = self.rest().chars().next() {
            match c {
                '\\' => self.command(),
                '%' => self.at += self.rest().find('\n').map_or(self.rest().len(), |end| end + 1),
                '{' | '}' => self.at += 1,
                '~' => self.push(" ", 1),
                '&' if self.row => {
                    self.push(" | ", 1);
                }
                '$' => self.formula(),
                '`' if self.rest().starts_with("``") => self.push("“", 2),
                '\'' if self.rest().starts_with("''") => self.push("”", 2),
                '`' => self.push("‘", 1),
                '-' if self.rest().starts_with("---") => self.push("—", 3),
                '-' if self.rest().starts_with("--") => self.push("–", 2),
                '\n' => {
                    let blank = self.rest()[1..].split('\n').next().is_some_and(|line| line.trim().is_empty());
                    if blank && self.rest().len() > 1 {
                        self.close();
                    }
                    self.push("\n", 1);
                }
                _ => {
                    let plain = self.rest().find(['\\', '%', '{', '}', '~', '&', '$', '`', '\'', '-', '\n']);
                    let len = plain.unwrap_or(self.rest().len()).max(c.len_utf8());
                    let text = self.rest()[..len].to_owned();
                    self.push(&text, len);
                }
            }
        }
    }

    /// `$x$` stays as it is written when it is short: names of quantities are words of a sentence.
    fn formula(&mut self) {
        let marks = if self.rest().starts_with("$$") { 2 } else { 1 };
        let inner = &self.near(FORMULA + 2 * marks)[marks..];
        let end = inner.find(&"$$"[..marks]);
        let Some(end) = end else {
            self.at += marks;
            return;
        };
        let simple = marks == 1 && end <= 40 && !inner[..end].contains(['\\', '{', '^', '_']);
        if simple {
            let text = inner[..end].to_owned();
            self.at += 1;
            self.push(&text, end);
            self.at += 1;
        } else {
            self.at += marks;
            self.push(" ", 0);
            self.at += end + marks;
        }
    }

    fn command(&mut self) {
        let rest = &self.rest()[1..];
        let letters = rest.bytes().take_while(u8::is_ascii_alphabetic).count();
        if letters == 0 {
            return self.symbol();
        }
        let name = rest[..letters].to_owned();
        let start = self.at;
        self.at += 1 + letters;
        if self.rest().starts_with('*') {
            self.at += 1;
        }
        let character = CHARACTERS.iter().find(|(known, _)| *known == name);
        let vanishing = VANISH.iter().find(|(known, _)| *known == name);
        match name.as_str() {
            _ if let Some((_, character)) = character => self.character(character, start),
            heading if HEADINGS.contains(&heading) => self.heading(heading),
            "begin" => self.environment(true),
            "end" => self.environment(false),
            "item" => self.begin_item(),
            "par" | "newpage" | "clearpage" | "bigskip" | "maketitle" => self.close(),
            "verb" => self.verbatim(),
            "href" => {
                self.skip_brackets();
                self.skip_braces();
            }
            "footnote" | "thanks" => self.note(),
            name if let Some((_, arguments)) = vanishing => self.vanish(name, *arguments),
            // An unknown command: its options go, what it is put around stays.
            _ => {
                self.skip_brackets();
                if self.rest().starts_with(' ') {
                    self.push(" ", 1);
                }
            }
        }
    }

    /// A command that stands for a character takes the spaces behind it, or an empty pair of braces.
    fn character(&mut self, character: &str, start: usize) {
        let end = self.at + usize::from(self.rest().starts_with("{}")) * 2;
        let spaces = self.source[end..].bytes().take_while(|&byte| byte == b' ').count();
        let swallowed = if end == self.at { spaces } else { 0 };
        self.flow.push(character, Span::new(start, end));
        self.at = end + swallowed;
    }

    fn heading(&mut self, name: &str) {
        self.skip_brackets();
        let Some((from, to)) = self.braces() else { return };
        self.close();
        let (here, row) = (self.flow.len(), std::mem::take(&mut self.row));
        self.within(from, to);
        if name != "caption" && name != "title" {
            let heading = self.flow.open().trim().to_owned();
            if !heading.is_empty() {
                self.landmarks.add(here, LocatorKind::Section, heading.as_str());
            }
        }
        let kind = if name == "caption" { BlockKind::Paragraph } else { BlockKind::Heading };
        self.flow.close(kind);
        self.row = row;
        self.at = to + 1;
    }

    /// `\item`, `\item[what it is called]`
    fn begin_item(&mut self) {
        self.close();
        self.item = true;
        if let Some(end) = self.near(OPTIONS).strip_prefix('[').and_then(|rest| rest.find(']')) {
            let (from, to) = (self.at + 1, self.at + 1 + end);
            self.within(from, to);
            self.at = to + 1;
            self.push(" ", 0);
        }
    }

    /// `\verb|as it is written|`, between any two of one mark.
    fn verbatim(&mut self) {
        let mark = self.rest().chars().next().unwrap_or(' ');
        let near = self.near(WORDS);
        let inner = &near[mark.len_utf8().min(near.len())..];
        if let Some(end) = inner.find(mark) {
            let text = inner[..end].to_owned();
            self.at += mark.len_utf8();
            self.push(&text, end);
            self.at += mark.len_utf8();
        }
    }

    /// A note stands in brackets where its mark does.
    fn note(&mut self) {
        self.push(" ", 0);
        if let Some((from, to)) = self.braces() {
            self.flow.push("(", Span::new(from, from));
            self.within(from, to);
            self.flow.push(")", Span::new(to, to));
            self.at = to + 1;
        }
    }

    /// Passes over the arguments of a command that says nothing.
    fn vanish(&mut self, name: &str, arguments: usize) {
        self.skip_brackets();
        if matches!(name, "newcommand" | "renewcommand" | "providecommand" | "def" | "let") {
            // `\newcommand\x[1]{…}`, `\def\x#1{…}`
            let stop = self.near(WORDS).find(['{', '\n']).unwrap_or(0);
            if !self.rest().starts_with('{') {
                self.at += stop;
                self.skip_braces();
                return;
            }
        }
        for _ in 0..arguments {
            self.skip_brackets();
            self.skip_braces();
            self.skip_brackets();
        }
    }

    /// `\'e`, `\"{o}`, `\&`, `\\`.
    fn symbol(&mut self) {
        let start = self.at;
        let Some(mark) = self.rest()[1..].chars().next() else {
            self.at += 1;
            return;
        };
        self.at += 1 + mark.len_utf8();
        let combining = match mark {
            '\'' => '\u{301}',
            '`' => '\u{300}',
            '"' => '\u{308}',
            '^' => '\u{302}',
            '~' => '\u{303}',
            '=' => '\u{304}',
            '.' => '\u{307}',
            '\\' => {
                if self.row {
                    self.close()
                } else {
                    self.flow.line_break(Span::new(start, self.at))
                }
                self.skip_brackets();
                return;
            }
            '(' | '[' => {
                let end = if mark == '(' { "\\)" } else { "\\]" };
                let stop = self.near(DISPLAY).find(end);
                self.flow.push(" ", Span::new(start, start));
                self.at += stop.map_or(0, |stop| stop + 2);
                return;
            }
            '-' | '/' | '!' | '@' | ')' | ']' => return,
            ',' | ';' | ':' | ' ' | '\n' => {
                self.flow.push(" ", Span::new(start, self.at));
                return;
            }
            other => {
                let mut buffer = [0; 4];
                self.flow.push(other.encode_utf8(&mut buffer), Span::new(start, self.at));
                return;
            }
        };
        let inner = self.rest().trim_start_matches(['{', '\\']);
        let skipped = self.rest().len() - inner.len();
        let Some(letter) = inner.chars().next().filter(|c| c.is_alphabetic() && skipped <= 2) else { return };
        let mut end = self.at + skipped + letter.len_utf8();
        if self.rest().starts_with('{') && self.source[end..].starts_with('}') {
            end += 1;
        }
        let letter = match letter {
            'ı' => 'i',
            letter => letter,
        };
        let accented: String = compose(letter, combining);
        self.flow.push(&accented, Span::new(start, end));
        self.at = end;
    }

    fn environment(&mut self, begins: bool) {
        let Some((from, to)) = self.braces() else { return };
        let name = self.source[from..to].trim_end_matches('*').to_owned();
        self.at = to + 1;
        self.close();
        if begins && (FORMULAS.contains(&name.as_str()) || CODE.contains(&name.as_str())) {
            let end = format!("\\end{{{}}}", &self.source[from..to]);
            let stop = self.rest().find(&end).unwrap_or(self.rest().len());
            if CODE.contains(&name.as_str()) {
                for line in self.source[self.at..self.at + stop].split_inclusive('\n') {
                    self.push(line, line.len());
                    self.flow.close(BlockKind::Furniture);
                }
            } else {
                self.at += stop;
            }
            self.at = (self.at + end.len()).min(self.source.len());
            return;
        }
        if matches!(name.as_str(), "tabular" | "tabularx" | "longtable" | "array") {
            self.row = begins;
            if begins {
                self.skip_brackets();
                self.skip_braces();
                if name == "tabularx" {
                    self.skip_braces();
                }
            }
        } else if begins {
            self.skip_brackets();
        }
    }

    /// Reads a part of the source, then goes back to where it was.
    fn within(&mut self, from: usize, to: usize) {
        let (source, at) = (self.source, self.at);
        self.source = &source[..to];
        self.at = from;
        self.depth += 1;
        match self.depth > DEEPEST {
            true => self.push(&source[from..to], to - from),
            false => self.read(),
        }
        self.depth -= 1;
        (self.source, self.at) = (source, at);
    }

    /// The inside of `{…}` here; the position stays.
    fn braces(&self) -> Option<(usize, usize)> {
        let skipped = self.rest().len() - self.rest().trim_start().len();
        let from = self.at + skipped;
        if !self.source[from..].starts_with('{') {
            return None;
        }
        let mut depth = 0usize;
        let mut escaped = false;
        for (offset, byte) in self.source[from..].bytes().enumerate().take(20_000) {
            match byte {
                _ if escaped => escaped = false,
                b'\\' => escaped = true,
                b'{' => depth += 1,
                b'}' => {
                    depth -= 1;
                    if depth == 0 {
                        return Some((from + 1, from + offset));
                    }
                }
                _ => {}
            }
        }
        None
    }

    fn skip_braces(&mut self) {
        if let Some((_, to)) = self.braces() {
            self.at = to + 1;
        }
    }

    fn skip_brackets(&mut self) {
        if let Some(rest) = self.near(OPTIONS).strip_prefix('[')
            && let Some(end) = rest.find(']')
        {
            self.at += end + 2;
        }
    }

    /// The argument of a command of the preamble, as plain words.
    fn argument_of(&mut self, command: &str, before: usize) -> Option<String> {
        let at = self.source[..before].find(command)?;
        self.at = at + command.len();
        let (from, to) = self.braces()?;
        let inner = extract_plain(&self.source[from..to]);
        (!inner.is_empty()).then_some(inner)
    }
}

fn extract_plain(source: &str) -> String {
    let item = extract(source).items.into_iter().next().unwrap_or_default();
    single_spaced(&item.text)
}

/// The letter with its accent as one character, where there is one.
pub(super) fn compose(letter: char, accent: char) -> String {
    #[rustfmt::skip]
    const COMPOSED: &[(char, &str, &str)] = &[
        ('\u{301}', "aeiouyAEIOUYcnszCNSZrlRL", "áéíóúýÁÉÍÓÚÝćńśźĆŃŚŹŕĺŔĹ"),
        ('\u{300}', "aeiouAEIOU", "àèìòùÀÈÌÒÙ"),
        ('\u{308}', "aeiouyAEIOUY", "äëïöüÿÄËÏÖÜŸ"),
        ('\u{302}', "aeiouAEIOU", "âêîôûÂÊÎÔÛ"),
        ('\u{303}', "anoANO", "ãñõÃÑÕ"),
        ('\u{304}', "aeiouAEIOU", "āēīōūĀĒĪŌŪ"),
        ('\u{307}', "zeZE", "żėŻĖ"),
        ('\u{306}', "agiuAGIU", "ăğĭŭĂĞĬŬ"),
        ('\u{30c}', "cdenrstzCDENRSTZ", "čďěňřšťžČĎĚŇŘŠŤŽ"),
        ('\u{30b}', "ouOU", "őűŐŰ"),
        ('\u{30a}', "auAU", "åůÅŮ"),
    ];
    let row = COMPOSED.iter().find(|(known, ..)| *known == accent);
    let found =
        row.and_then(|(_, plain, accented)| plain.chars().zip(accented.chars()).find(|(known, _)| *known == letter));
    found.map_or_else(|| format!("{letter}{accent}"), |(_, accented)| accented.to_string())
}
