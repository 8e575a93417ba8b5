//! Properties of the span map: it leads to the bytes a text was made from, and joining maps is following them in turn.

use proptest::prelude::*;

use super::*;

impl SpanMap {
    /// Returns the text made from the bytes `span` of the file: back from where a map leads. Bytes that
    /// made no text (markup) give an empty span at the place where they stood.
    fn to_text(&self, span: Span) -> Span {
        if self.runs.is_empty() {
            return span;
        }
        let first = self.runs.partition_point(|run| run.file_end() <= span.start);
        let past = self.runs.partition_point(|run| run.file < span.end.max(span.start + 1));
        if first >= past {
            let at = self.runs.get(first).map_or_else(|| self.text_end(), |run| run.text);
            return Span::new(at, at);
        }
        let head = &self.runs[first];
        let start = head.text + span.start.saturating_sub(head.file) / head.file_step.max(1) * head.text_step;
        if span.is_empty() {
            return Span::new(start, start);
        }
        let tail = &self.runs[past - 1];
        let units = (span.end - tail.file).div_ceil(tail.file_step.max(1)).min(tail.count);
        Span::new(start, tail.text + units * tail.text_step)
    }
}

/// A made-up reading step: pieces that are copied, replaced, dropped or made up.
#[derive(Clone, Debug)]
enum Piece {
    Copy(usize),
    Replace(usize, usize),
    Drop(usize),
    Make(usize),
}

fn pieces() -> impl Strategy<Value = Vec<Piece>> {
    let piece = prop_oneof![
        (1..9usize).prop_map(Piece::Copy),
        (1..5usize, 1..7usize).prop_map(|(text, file)| Piece::Replace(text, file)),
        (1..6usize).prop_map(Piece::Drop),
        (1..4usize).prop_map(Piece::Make),
    ];
    prop::collection::vec(piece, 1..24)
}

/// Builds the map of `pieces` over a file of `file_len` bytes (pieces beyond it are left out); returns it with the
/// file range of every byte of text.
fn build(pieces: &[Piece], file_len: usize) -> (SpanMap, Vec<Option<(usize, usize)>>) {
    let mut builder = SpanMapBuilder::default();
    let (mut file, mut truth) = (0, Vec::new());
    for piece in pieces {
        match *piece {
            Piece::Copy(len) if file + len <= file_len => {
                builder.copy(len, file);
                truth.extend((file..file + len).map(|at| Some((at, at + 1))));
                file += len;
            }
            Piece::Replace(text, len) if file + len <= file_len => {
                builder.replace(text, file, len);
                truth.extend(std::iter::repeat_n(Some((file, file + len)), text));
                file += len;
            }
            Piece::Drop(len) => file += len,
            Piece::Make(len) => {
                builder.skip_text(len);
                truth.extend(std::iter::repeat_n(None, len));
            }
            _ => {}
        }
    }
    (builder.finish(), truth)
}

proptest! {
    #[test]
    fn every_span_leads_to_all_bytes_it_was_made_from(pieces in pieces(), a in 0..120usize, len in 1..40usize) {
        let (map, truth) = build(&pieces, 400);
        prop_assume!(truth.iter().any(Option::is_some));
        let a = a % truth.len();
        let span = Span::new(a, (a + len).min(truth.len()));
        let bytes: Vec<_> = truth[span.start..span.end].iter().flatten().collect();
        let file = map.to_file(span);
        match (bytes.first(), bytes.last()) {
            (Some(first), Some(last)) => prop_assert_eq!(file, Span::new(first.0, last.1)),
            _ => prop_assert!(file.is_empty()),
        }
        // And back: what comes of those bytes holds all that was asked for and came from the file.
        if !file.is_empty() {
            let back = map.to_text(file);
            for (at, made_from) in truth.iter().enumerate().take(span.end).skip(span.start) {
                prop_assert!(made_from.is_none() || (back.start <= at && at < back.end));
            }
        }
    }

    #[test]
    fn joining_maps_is_following_them_in_turn(outer in pieces(), inner in pieces(), a in 0..120usize, len in 1..40usize) {
        let inner: Vec<Piece> = inner.into_iter().filter(|piece| !matches!(piece, Piece::Make(_))).collect();
        let (inner_map, inner_truth) = build(&inner, 400);
        let (outer_map, outer_truth) = build(&outer, inner_truth.len());
        prop_assume!(outer_truth.iter().any(Option::is_some));
        let a = a % outer_truth.len();
        let span = Span::new(a, (a + len).min(outer_truth.len()));
        let in_turn = outer_map.to_file(span);
        let joined = outer_map.compose(&inner_map).to_file(span);
        if in_turn.is_empty() {
            prop_assert!(joined.is_empty());
        } else {
            prop_assert_eq!(joined, inner_map.to_file(in_turn));
        }
    }

    #[test]
    fn a_map_survives_being_written(pieces in pieces()) {
        let (map, _) = build(&pieces, 400);
        prop_assert_eq!(SpanMap::decode(&map.encode()), Ok(map));
    }

    #[test]
    fn garbage_is_refused_or_read_but_never_trips(bytes in prop::collection::vec(any::<u8>(), 0..64), a in 0..1000usize, b in 0..1000usize) {
        if let Ok(map) = SpanMap::decode(&bytes) {
            let _ = map.to_file(Span::new(a, b));
            let _ = map.to_text(Span::new(a, b));
        }
    }
}

#[test]
fn long_runs_stay_small() {
    let mut builder = SpanMapBuilder::default();
    for at in 0..100_000 {
        builder.replace(1, 2 + at * 2, 2);
    }
    let map = builder.finish();
    assert_eq!(map.runs(), 1);
    assert!(map.encode().len() < 10);
    assert_eq!(map.to_file(Span::new(10, 20)), Span::new(22, 42));
}

#[test]
fn the_identity_is_nothing() {
    assert!(SpanMap::identity().encode().is_empty());
    assert_eq!(SpanMap::identity().to_file(Span::new(3, 9)), Span::new(3, 9));
    let mut builder = SpanMapBuilder::whole_file();
    builder.copy(50, 0);
    assert!(builder.finish().is_identity());
}
