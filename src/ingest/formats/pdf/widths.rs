//! Bounds the widths that a font of a PDF may give. The reader of fonts keeps a number for each sign of a range, and a
//! range is written in a dozen bytes: `/W [0 2147483647 500]` asks for ten gigabytes.

use hayro_syntax::object::dict::keys::{DESCENDANT_FONTS, W, W2};
use hayro_syntax::object::{Array, Dict};

/// Signs of a font are numbered to 65,535 (PDF 32000-1, 9.7.4.3).
const SIGNS: u64 = 65_536;
/// Widths of one font, over all ranges: honest ones give one to a sign.
const WIDTHS: u64 = 4 * SIGNS;

/// Whether the font gives widths for no more signs than a font can have.
pub(super) fn are_bounded(font: &Dict<'_>) -> bool {
    let descendant = font.get::<Array<'_>>(DESCENDANT_FONTS).and_then(|fonts| fonts.iter::<Dict<'_>>().next());
    let Some(descendant) = descendant else { return true };
    let bounded = |key: &[u8], of_range: usize| {
        descendant.get::<Array<'_>>(key).is_none_or(|widths| range_bounded(&widths, of_range))
    };
    bounded(W, 1) && bounded(W2, 3)
}

/// Whether ranges (`first last` and so many widths) end within the signs of a font, and are not too many.
fn range_bounded(widths: &Array<'_>, of_range: usize) -> bool {
    let mut left = WIDTHS;
    let mut take = |first: u64, count: u64| {
        let fits = count <= left && first + count <= SIGNS;
        left = left.saturating_sub(count);
        fits
    };
    let mut parts = widths.flex_iter();
    loop {
        // The same steps as the reader of fonts takes.
        let fits = if let Some((first, each)) = parts.next::<(u32, Array<'_>)>() {
            take(u64::from(first), each.iter::<f32>().count() as u64 / of_range as u64)
        } else if let Some((first, last)) = match of_range {
            1 => parts.next::<(u32, u32, f32)>().map(|(first, last, _)| (first, last)),
            _ => parts.next::<(u32, u32, f32, f32, f32)>().map(|(first, last, ..)| (first, last)),
        } {
            take(u64::from(first), (u64::from(last) + 1).saturating_sub(u64::from(first)))
        } else {
            return true;
        };
        if !fits {
            return false;
        }
    }
}
