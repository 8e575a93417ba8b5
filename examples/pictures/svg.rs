//! A terminal's screen as a picture: its cells drawn as SVG text in a window frame.

use std::fmt::Write;

use vt100::{Cell, Color, Screen};

const CELL_WIDTH: f32 = 8.4;
const CELL_HEIGHT: f32 = 18.0;
const MARGIN: f32 = 14.0;
const BAR: f32 = 26.0;
const FOREGROUND: &str = "#d4d8de";
const BACKGROUND: &str = "#14171c";

/// The sixteen colours that a theme may name, as a dark terminal shows them.
const NAMED: [&str; 16] = [
    "#1c2027", "#e06c75", "#98c379", "#e5c07b", "#61afef", "#c678dd", "#56b6c2", "#abb2bf", "#6b7280", "#f08a92",
    "#b5d89a", "#f2d399", "#8cc7f7", "#d9a0e8", "#86cdd6", "#f0f2f5",
];

fn hex(color: Color, default: &str) -> String {
    match color {
        Color::Default => default.to_owned(),
        Color::Rgb(r, g, b) => format!("#{r:02x}{g:02x}{b:02x}"),
        Color::Idx(n @ 0..=15) => NAMED[usize::from(n)].to_owned(),
        // The xterm palette: a 6×6×6 cube, then a grey ramp.
        Color::Idx(n @ 16..=231) => {
            let step = |v: u8| if v == 0 { 0 } else { 55 + 40 * v };
            let n = n - 16;
            format!("#{:02x}{:02x}{:02x}", step(n / 36), step(n / 6 % 6), step(n % 6))
        }
        Color::Idx(n) => {
            let grey = 8 + 10 * (n - 232);
            format!("#{grey:02x}{grey:02x}{grey:02x}")
        }
    }
}

/// How a cell is painted, once reversal is resolved.
#[derive(PartialEq, Clone)]
struct Paint {
    fg: String,
    bg: Option<String>,
    style: String,
}

fn paint(cell: Option<&Cell>) -> Paint {
    let Some(cell) = cell else { return Paint { fg: FOREGROUND.to_owned(), bg: None, style: String::new() } };
    let (fg, bg) = (hex(cell.fgcolor(), FOREGROUND), hex(cell.bgcolor(), BACKGROUND));
    let mut style = String::new();
    for (on, attribute) in [
        (cell.bold(), r#" font-weight="bold""#),
        (cell.italic(), r#" font-style="italic""#),
        (cell.underline(), r#" text-decoration="underline""#),
        (cell.dim(), r#" opacity="0.6""#),
    ] {
        if on {
            style.push_str(attribute);
        }
    }
    if cell.inverse() {
        Paint { fg: bg, bg: Some(fg), style }
    } else {
        let bg = (cell.bgcolor() != Color::Default).then_some(bg);
        Paint { fg, bg, style }
    }
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// Returns the screen as an SVG document, with `title` in the window's bar.
pub fn svg(screen: &Screen, title: &str) -> String {
    let (rows, columns) = screen.size();
    let width = f32::from(columns) * CELL_WIDTH + 2.0 * MARGIN;
    let height = f32::from(rows) * CELL_HEIGHT + 2.0 * MARGIN + BAR;
    let mut out = String::new();
    let _ = writeln!(
        out,
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0} {height:.0}" font-family="ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace" font-size="14">"#
    );
    let _ = writeln!(out, "<title>{}</title>", escape(title));
    let _ = writeln!(
        out,
        r##"<rect width="{width:.0}" height="{height:.0}" rx="8" fill="{BACKGROUND}" stroke="#2b3038"/>"##
    );
    let _ = writeln!(
        out,
        r##"<text x="{:.1}" y="{:.1}" fill="#8b929c" font-size="12" text-anchor="middle">{}</text>"##,
        width / 2.0,
        BAR * 0.75,
        escape(title)
    );
    for row in 0..rows {
        let top = BAR + MARGIN + f32::from(row) * CELL_HEIGHT;
        let mut column = 0;
        while column < columns {
            let style = paint(screen.cell(row, column));
            let from = column;
            let mut text = String::new();
            // Runs of one style; a wide glyph ends its run, so that what follows starts on its own cell again.
            while column < columns && paint(screen.cell(row, column)) == style {
                let cell = screen.cell(row, column);
                let wide = cell.is_some_and(Cell::is_wide);
                let contents = cell.map(Cell::contents).unwrap_or_default();
                text.push_str(if contents.is_empty() { " " } else { contents });
                column += if wide { 2 } else { 1 };
                if wide {
                    break;
                }
            }
            let left = MARGIN + f32::from(from) * CELL_WIDTH;
            run(&mut out, &text, &style, left, top, f32::from(column - from) * CELL_WIDTH);
        }
    }
    out.push_str("</svg>\n");
    out
}

/// One run of cells: its background, and its text stretched to exactly the cells it takes.
fn run(out: &mut String, text: &str, paint: &Paint, x: f32, top: f32, width: f32) {
    if let Some(bg) = &paint.bg {
        let _ = writeln!(
            out,
            r#"<rect x="{x:.1}" y="{top:.1}" width="{width:.1}" height="{CELL_HEIGHT:.1}" fill="{bg}"/>"#
        );
    }
    if text.trim().is_empty() {
        return;
    }
    let _ = writeln!(
        out,
        r#"<text x="{x:.1}" y="{:.1}" fill="{}" textLength="{width:.1}" lengthAdjust="spacingAndGlyphs" xml:space="preserve"{}>{}</text>"#,
        top + CELL_HEIGHT * 0.75,
        paint.fg,
        paint.style,
        escape(text)
    );
}
