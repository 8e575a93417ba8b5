//! Lines drawn in braille, two dots by four in a cell; where there is no Unicode, in points, one to a cell.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

/// The bit of each dot of a cell, by column and row.
const BITS: [[u8; 4]; 2] = [[0x01, 0x02, 0x04, 0x40], [0x08, 0x10, 0x20, 0x80]];

/// How heavy a line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stroke {
    Dotted,
    Plain,
    Thick,
}

/// Dots over an area. Coordinates are cells with fractions, from the area's corner.
pub struct Dots {
    area: Rect,
    cells: Vec<u8>,
}

impl Dots {
    pub fn new(area: Rect) -> Dots {
        Dots { area, cells: vec![0; area.area() as usize] }
    }

    fn set(&mut self, x: i32, y: i32) {
        let (Ok(x), Ok(y)) = (usize::try_from(x), usize::try_from(y)) else { return };
        let (column, row) = (x / 2, y / 4);
        if column < usize::from(self.area.width) && row < usize::from(self.area.height) {
            self.cells[row * usize::from(self.area.width) + column] |= BITS[x % 2][y % 4];
        }
    }

    /// Draws a line of some weight between two places.
    pub fn stroke(&mut self, from: (f32, f32), to: (f32, f32), stroke: Stroke) {
        const DOTTED: usize = 3;
        match stroke {
            Stroke::Dotted => self.dotted(from, to, DOTTED),
            Stroke::Plain => self.line(from, to),
            Stroke::Thick => {
                self.line(from, to);
                // Beside it, by a dot, across the way that it runs.
                let steep = (to.1 - from.1).abs() * 2.0 > (to.0 - from.0).abs();
                let aside = |(x, y): (f32, f32)| if steep { (x + 0.5, y) } else { (x, y + 0.25) };
                self.line(aside(from), aside(to));
            }
        }
    }

    /// Draws a line between two places.
    pub fn line(&mut self, from: (f32, f32), to: (f32, f32)) {
        self.dotted(from, to, 1);
    }

    /// Draws every so many-th dot of a line between two places; what lies outside is cut off before it costs anything.
    fn dotted(&mut self, from: (f32, f32), to: (f32, f32), every: usize) {
        let (width, height) = (f32::from(self.area.width), f32::from(self.area.height));
        let Some((from, to)) = clip(from, to, width, height) else { return };
        let scale = |(x, y): (f32, f32)| ((x * 2.0).round() as i32, (y * 4.0).round() as i32);
        let ((mut x, mut y), (to_x, to_y)) = (scale(from), scale(to));
        let (wide, high) = ((to_x - x).abs(), -(to_y - y).abs());
        let (step_x, step_y) = ((to_x - x).signum(), (to_y - y).signum());
        let mut error = wide + high;
        let mut number = 0;
        loop {
            if number % every == 0 {
                self.set(x, y);
            }
            number += 1;
            if (x, y) == (to_x, to_y) {
                return;
            }
            let twice = 2 * error;
            if twice >= high {
                error += high;
                x += step_x;
            }
            if twice <= wide {
                error += wide;
                y += step_y;
            }
        }
    }

    /// How many cells of a place on the screen a line runs through.
    pub fn crossed(&self, place: Rect) -> usize {
        let place = place.intersection(self.area);
        let width = usize::from(self.area.width);
        let row = |y: u16| usize::from(y - self.area.y) * width;
        let cells = |y: u16| (place.left()..place.right()).map(move |x| row(y) + usize::from(x - self.area.x));
        (place.top()..place.bottom()).flat_map(cells).filter(|&at| self.cells[at] != 0).count()
    }

    pub fn paint(&self, buffer: &mut Buffer, style: Style, ascii: bool) {
        for (at, &bits) in self.cells.iter().enumerate().filter(|(_, bits)| **bits != 0) {
            let x = self.area.x + (at % usize::from(self.area.width)) as u16;
            let y = self.area.y + (at / usize::from(self.area.width)) as u16;
            let sign = if ascii { '.' } else { char::from_u32(0x2800 + u32::from(bits)).unwrap_or('.') };
            if let Some(cell) = buffer.cell_mut((x, y)) {
                cell.set_char(sign).set_style(style);
            }
        }
    }
}

/// The part of a line that lies inside, after Liang and Barsky.
fn clip(from: (f32, f32), to: (f32, f32), width: f32, height: f32) -> Option<((f32, f32), (f32, f32))> {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let (mut enter, mut leave) = (0.0f32, 1.0f32);
    for (step, room) in [(-dx, from.0), (dx, width - from.0), (-dy, from.1), (dy, height - from.1)] {
        if step == 0.0 {
            if room < 0.0 {
                return None;
            }
            continue;
        }
        let at = room / step;
        if step < 0.0 {
            enter = enter.max(at);
        } else {
            leave = leave.min(at);
        }
    }
    let at = |share: f32| (from.0 + dx * share, from.1 + dy * share);
    (enter <= leave).then(|| (at(enter), at(leave)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(from: (f32, f32), to: (f32, f32), ascii: bool) -> Vec<String> {
        let area = Rect::new(0, 0, 4, 2);
        let mut buffer = Buffer::empty(area);
        let mut dots = Dots::new(area);
        dots.line(from, to);
        dots.paint(&mut buffer, Style::default(), ascii);
        (0..2).map(|y| (0..4).map(|x| buffer[(x, y)].symbol().to_owned()).collect()).collect()
    }

    #[test]
    fn it_is_known_where_lines_run() {
        let mut dots = Dots::new(Rect::new(2, 1, 4, 2));
        dots.line((0.0, 0.0), (3.0, 0.0));
        let crossed = |x, y, width| dots.crossed(Rect::new(x, y, width, 1));
        assert_eq!([crossed(2, 1, 4), crossed(0, 1, 4), crossed(2, 2, 4), crossed(9, 9, 4)], [4, 2, 0, 0]);
    }

    #[test]
    fn lines_are_drawn_and_cut_at_the_edge() {
        assert_eq!(drawn((0.0, 0.0), (4.0, 0.0), false), ["⠉⠉⠉⠉", "    "]);
        assert_eq!(drawn((-1000.0, 0.0), (1000.0, 0.0), true), ["....", "    "]);
        assert_eq!(drawn((-5.0, -5.0), (-1.0, 9.0), true), ["    ", "    "]);
        assert_eq!(drawn((f32::MAX, 0.0), (f32::MAX, 1.0), true), ["    ", "    "]);
    }
}
