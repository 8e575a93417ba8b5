//! Follows the content of a page and notes every glyph: which characters it stands for, where it stands, how large.
//! Paths, colours and images are passed over.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::sync::Arc;

use hayro_cmap::BfString;
use hayro_font::kurbo::{Affine, Point};
use hayro_font::{CMapResolverFn, Font, FontCache, FontGlyph, FontQuery, FontResolverFn};
use hayro_syntax::content::TypedIter;
use hayro_syntax::content::ops::TypedInstruction;
use hayro_syntax::object::dict::keys;
use hayro_syntax::object::{Dict, Name, Number, Object, Stream};
use hayro_syntax::page::{Page, Resources};

use super::widths;
use crate::ingest::formats::Unreadable;
use crate::ingest::formats::limits::Budget;

/// Forms drawn within forms.
const DEEPEST: usize = 16;
/// Saved states within each other.
const STATES: usize = 512;
/// Instructions of one document: an honest page has a few thousand, a map a few hundred thousand.
const INSTRUCTIONS: u64 = 60_000_000;
/// Glyphs of one page.
const GLYPHS: usize = 400_000;
/// Between two looks at the clock.
const STEPS: u64 = 16_384;

/// A sign on a page. The unit is the point, y grows downward; a turned sign's place is told as if the page were turned.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Glyph {
    /// Where its characters stand in [`Drawn::text`].
    pub from: u32,
    pub len: u8,
    pub x: f32,
    /// Of the line it stands on.
    pub y: f32,
    pub width: f32,
    pub size: f32,
    pub bold: bool,
    /// Quarters that the page has to be turned by, clockwise, to read it.
    pub turn: u8,
}

/// What is drawn on a page.
#[derive(Clone, Debug, Default)]
pub(super) struct Drawn {
    pub text: String,
    pub glyphs: Vec<Glyph>,
    /// Glyphs that nobody knows the characters of.
    pub unknown: usize,
    pub images: usize,
}

impl Drawn {
    pub fn chars(&self, glyph: &Glyph) -> &str {
        self.text.get(glyph.from as usize..glyph.from as usize + usize::from(glyph.len)).unwrap_or_default()
    }
}

/// A font with what is known of its codes.
struct KnownFont<'a> {
    font: Font<'a>,
    bold: bool,
    horizontal: bool,
    codes: RefCell<HashMap<u32, Code>>,
    composite: bool,
}

/// A character code of a font.
#[derive(Clone, Debug)]
struct Code {
    chars: Option<Box<str>>,
    /// In thousandths of the font's size.
    advance: (f32, f32),
}

/// Reads the pages of one document; fonts are read once.
pub(super) struct Interpreter<'b, 'a> {
    budget: &'b Budget,
    cache: FontCache<'a>,
    fonts: RefCell<HashMap<u128, std::rc::Rc<KnownFont<'a>>>>,
    programs: FontResolverFn,
    cmaps: CMapResolverFn,
    left: Cell<u64>,
}

/// What text is drawn with.
#[derive(Clone)]
struct State<'a> {
    ctm: Affine,
    font: Option<std::rc::Rc<KnownFont<'a>>>,
    size: f64,
    char_space: f64,
    word_space: f64,
    scale: f64,
    leading: f64,
    rise: f64,
}

struct Run<'p, 'a> {
    state: State<'a>,
    stack: Vec<State<'a>>,
    line: Affine,
    matrix: Affine,
    drawn: &'p mut Drawn,
}

impl<'b, 'a> Interpreter<'b, 'a> {
    pub fn new(budget: &'b Budget) -> Self {
        Self {
            budget,
            cache: FontCache::new(),
            fonts: RefCell::default(),
            programs: Arc::new(|wanted| {
                Some(match wanted {
                    FontQuery::Standard(font) => font.get_font_data(),
                    FontQuery::Fallback(font) => font.pick_standard_font().get_font_data(),
                })
            }),
            cmaps: Arc::new(hayro_cmap::load_embedded),
            left: Cell::new(INSTRUCTIONS),
        }
    }

    /// Reads a page.
    ///
    /// # Errors
    /// When the document asks for more time than it is worth.
    pub fn page(&self, page: &Page<'a>) -> Result<Drawn, Unreadable> {
        let mut drawn = Drawn::default();
        let coefficients = page.initial_transform(true).as_coeffs();
        let state = State {
            ctm: Affine::new(coefficients),
            font: None,
            size: 1.0,
            char_space: 0.0,
            word_space: 0.0,
            scale: 1.0,
            leading: 0.0,
            rise: 0.0,
        };
        let mut run =
            Run { state, stack: Vec::new(), line: Affine::IDENTITY, matrix: Affine::IDENTITY, drawn: &mut drawn };
        if let Some(content) = page.page_stream() {
            self.content(content, page.resources(), &mut run, 0)?;
        }
        Ok(drawn)
    }

    fn content(
        &self,
        content: &[u8],
        resources: &Resources<'a>,
        run: &mut Run<'_, 'a>,
        depth: usize,
    ) -> Result<(), Unreadable> {
        let floor = run.stack.len();
        let mut instructions = TypedIter::new(content);
        while let Some(instruction) = instructions.next() {
            let left = self.left.get();
            if left == 0 {
                return Err(Unreadable::plain(format!("it has more than the limit of {INSTRUCTIONS} instructions")));
            }
            self.left.set(left - 1);
            if left.is_multiple_of(STEPS) {
                self.budget.check_time()?;
            }
            if run.drawn.glyphs.len() >= GLYPHS {
                return Ok(());
            }
            self.instruction(&instruction, resources, run, depth, floor)?;
        }
        run.stack.truncate(floor.max(1).min(run.stack.len()));
        Ok(())
    }

    fn instruction(
        &self,
        instruction: &TypedInstruction<'_, '_>,
        resources: &Resources<'a>,
        run: &mut Run<'_, 'a>,
        depth: usize,
        floor: usize,
    ) -> Result<(), Unreadable> {
        use TypedInstruction as T;
        let n = |number: &Number| number.as_f64();
        match instruction {
            T::SaveState(_) if run.stack.len() < STATES => run.stack.push(run.state.clone()),
            T::RestoreState(_) if run.stack.len() > floor => {
                if let Some(state) = run.stack.pop() {
                    run.state = state;
                }
            }
            T::Transform(t) => run.state.ctm *= Affine::new([n(&t.0), n(&t.1), n(&t.2), n(&t.3), n(&t.4), n(&t.5)]),
            T::BeginText(_) => (run.line, run.matrix) = (Affine::IDENTITY, Affine::IDENTITY),
            T::TextFont(font) => {
                run.state.size = n(&font.1);
                run.state.font = resources.get_font(font.0).and_then(|dict| self.font(&dict));
            }
            T::CharacterSpacing(space) => run.state.char_space = n(&space.0),
            T::WordSpacing(space) => run.state.word_space = n(&space.0),
            T::HorizontalScaling(scale) => run.state.scale = n(&scale.0) / 100.0,
            T::TextLeading(leading) => run.state.leading = n(&leading.0),
            T::TextRise(rise) => run.state.rise = n(&rise.0),
            T::SetTextMatrix(t) => {
                run.line = Affine::new([n(&t.0), n(&t.1), n(&t.2), n(&t.3), n(&t.4), n(&t.5)]);
                run.matrix = run.line;
            }
            T::NextLine(t) => run.next_line(n(&t.0), n(&t.1)),
            T::NextLineAndSetLeading(t) => {
                run.state.leading = -n(&t.1);
                run.next_line(n(&t.0), n(&t.1));
            }
            T::NextLineUsingLeading(_) => run.next_line(0.0, -run.state.leading),
            T::ShowText(text) => run.show(text.0.as_bytes()),
            T::NextLineAndShowText(text) => {
                run.next_line(0.0, -run.state.leading);
                run.show(text.0.as_bytes());
            }
            T::ShowTextWithParameters(text) => {
                (run.state.word_space, run.state.char_space) = (n(&text.0), n(&text.1));
                run.next_line(0.0, -run.state.leading);
                run.show(text.2.as_bytes());
            }
            T::ShowTexts(texts) => {
                for piece in texts.0.iter::<Object<'_>>() {
                    match piece {
                        Object::String(text) => run.show(text.as_bytes()),
                        Object::Number(number) => run.adjust(number.as_f64()),
                        _ => {}
                    }
                }
            }
            T::SetGraphicsState(name) => {
                let dict = resources.get_ext_g_state(name.0);
                if let Some(font) = dict.and_then(|dict| dict.get::<hayro_syntax::object::Array<'_>>(keys::FONT)) {
                    let mut parts = font.iter::<Object<'_>>();
                    if let (Some(Object::Dict(dict)), Some(Object::Number(size))) = (parts.next(), parts.next()) {
                        run.state.font = self.font(&dict);
                        run.state.size = size.as_f64();
                    }
                }
            }
            T::InlineImage(_) => run.drawn.images += 1,
            T::XObject(name) => {
                let Some(stream) = resources.get_x_object(name.0) else { return Ok(()) };
                self.object(&stream, resources, run, depth)?;
            }
            _ => {}
        }
        Ok(())
    }

    /// Draws a form; notes an image.
    fn object(
        &self,
        stream: &Stream<'a>,
        resources: &Resources<'a>,
        run: &mut Run<'_, 'a>,
        depth: usize,
    ) -> Result<(), Unreadable> {
        let dict = stream.dict();
        if dict.get::<Name<'_>>(keys::SUBTYPE).is_some_and(|kind| kind.as_str() == "Image") {
            run.drawn.images += 1;
            return Ok(());
        }
        if depth >= DEEPEST {
            return Ok(());
        }
        let Ok(content) = stream.decoded_data() else { return Ok(()) };
        let matrix = dict.get::<[f64; 6]>(keys::MATRIX).unwrap_or([1.0, 0.0, 0.0, 1.0, 0.0, 0.0]);
        let own = dict.get::<Dict<'a>>(keys::RESOURCES).map(Resources::new);
        let (state, line, text) = (run.state.clone(), run.line, run.matrix);
        run.state.ctm *= Affine::new(matrix);
        let drawn = self.content(&content, own.as_ref().unwrap_or(resources), run, depth + 1);
        (run.state, run.line, run.matrix) = (state, line, text);
        drawn
    }

    fn font(&self, dict: &Dict<'a>) -> Option<std::rc::Rc<KnownFont<'a>>> {
        use hayro_syntax::object::ObjectIdentifier;
        let id: Option<ObjectIdentifier> = dict.obj_id();
        let key = id.map(|id| (i128::from(id.obj_number) << 64) as u128 | id.gen_number as u128);
        if let Some(known) = key.and_then(|key| self.fonts.borrow().get(&key).cloned()) {
            return Some(known);
        }
        let font = widths::are_bounded(dict).then(|| self.cache.font(dict, &self.programs, &self.cmaps))??;
        let name = dict.get::<Name<'_>>(keys::BASE_FONT).map(|name| name.as_str().to_lowercase()).unwrap_or_default();
        let composite = dict.get::<Name<'_>>(keys::SUBTYPE).is_some_and(|kind| kind.as_str() == "Type0");
        let known = std::rc::Rc::new(KnownFont {
            bold: ["bold", "black", "heavy", "cmbx", "sfbx", "demi"].iter().any(|mark| name.contains(mark)),
            horizontal: font.is_horizontal(),
            font,
            codes: RefCell::default(),
            composite,
        });
        if let Some(key) = key {
            self.fonts.borrow_mut().insert(key, std::rc::Rc::clone(&known));
        }
        Some(known)
    }
}

impl KnownFont<'_> {
    fn code(&self, code: u32) -> Code {
        if let Some(known) = self.codes.borrow().get(&code) {
            return known.clone();
        }
        let advance = self.font.code_advance(code);
        let chars = match self.font.glyph(self.font.map_code(code), code) {
            FontGlyph::Outline(glyph) => glyph.as_unicode(),
            FontGlyph::Type3(glyph) => glyph.as_unicode(),
        };
        let chars = match chars {
            Some(BfString::Char(c)) => Some(c.to_string()),
            Some(BfString::String(text)) => Some(text),
            // A code of one byte is most often the character it is in ASCII.
            None if !self.composite => {
                u8::try_from(code).ok().filter(u8::is_ascii_graphic).map(|byte| char::from(byte).to_string())
            }
            None => None,
        };
        let chars = chars.map(|chars| readable(&chars)).filter(|chars| !chars.is_empty() && chars.len() < 64);
        let known = Code { chars: chars.map(String::into_boxed_str), advance: (advance.x as f32, advance.y as f32) };
        self.codes.borrow_mut().insert(code, known.clone());
        known
    }
}

/// Ligatures as their letters, every blank as one blank, nothing that cannot be read.
fn readable(chars: &str) -> String {
    let mut out = String::with_capacity(chars.len());
    for c in chars.chars() {
        match c {
            '\u{fb00}' => out.push_str("ff"),
            '\u{fb01}' => out.push_str("fi"),
            '\u{fb02}' => out.push_str("fl"),
            '\u{fb03}' => out.push_str("ffi"),
            '\u{fb04}' => out.push_str("ffl"),
            '\u{fb05}' | '\u{fb06}' => out.push_str("st"),
            c if c.is_whitespace() => out.push(' '),
            '\u{e000}'..='\u{f8ff}' | '\u{fffd}' | '\u{feff}' | '\u{200b}' => {}
            c if c.is_control() => {}
            c => out.push(c),
        }
    }
    out
}

impl Run<'_, '_> {
    fn next_line(&mut self, x: f64, y: f64) {
        self.line *= Affine::translate((x, y));
        self.matrix = self.line;
    }

    fn adjust(&mut self, thousandths: f64) {
        let by = -thousandths / 1_000.0 * self.state.size;
        let horizontal = self.state.font.as_ref().is_none_or(|font| font.horizontal);
        let by = if horizontal { (by * self.state.scale, 0.0) } else { (0.0, by) };
        self.matrix *= Affine::translate(by);
    }

    fn show(&mut self, bytes: &[u8]) {
        let Some(font) = self.state.font.clone() else { return };
        let mut at = 0;
        while at < bytes.len() {
            let (code, len) = font.font.read_code(bytes, at);
            at += len.max(1);
            let known = font.code(code);
            let (state, matrix) = (&self.state, self.matrix);
            let (wide, high) =
                (f64::from(known.advance.0) / 1_000.0 * state.size, f64::from(known.advance.1) / 1_000.0 * state.size);
            let word = if code == 32 && len == 1 { state.word_space } else { 0.0 };
            let (drawn, step) = match font.horizontal {
                true => ((wide * state.scale, 0.0), ((wide + state.char_space + word) * state.scale, 0.0)),
                false => ((0.0, high), (0.0, high + state.char_space + word)),
            };
            match &known.chars {
                Some(chars) => self.place(chars, matrix, drawn, font.bold),
                None => self.drawn.unknown += 1,
            }
            self.matrix *= Affine::translate(step);
        }
    }

    fn place(&mut self, chars: &str, matrix: Affine, drawn: (f64, f64), bold: bool) {
        let whole = self.state.ctm * matrix;
        let start = whole * Point::new(0.0, self.state.rise);
        let end = whole * Point::new(drawn.0, drawn.1 + self.state.rise);
        let up = whole * Point::new(0.0, self.state.rise + self.state.size);
        let size = ((up.x - start.x).powi(2) + (up.y - start.y).powi(2)).sqrt();
        if ![start.x, start.y, end.x, end.y, size].iter().all(|value| value.is_finite() && value.abs() < 1e6)
            || size < 0.5
        {
            return;
        }
        // The way up tells how the sign is turned, whatever way the writing goes.
        let (across, down) = (up.x - start.x, up.y - start.y);
        let turn = if down.abs() >= across.abs() {
            if down <= 0.0 { 0 } else { 2 }
        } else if across < 0.0 {
            1
        } else {
            3
        };
        let turned = |point: Point| match turn {
            0 => (point.x, point.y),
            1 => (-point.y, point.x),
            2 => (-point.x, -point.y),
            _ => (point.y, -point.x),
        };
        let ((x, y), (x_end, _)) = (turned(start), turned(end));
        let from = self.drawn.text.len() as u32;
        self.drawn.text.push_str(chars);
        self.drawn.glyphs.push(Glyph {
            from,
            len: chars.len() as u8,
            x: x.min(x_end) as f32,
            y: y as f32,
            width: if drawn.0 == 0.0 { size as f32 } else { (x_end - x).abs() as f32 },
            size: size as f32,
            bold,
            turn,
        });
    }
}
