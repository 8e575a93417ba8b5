//! What goes over the pipe between the program and the process that reads files for it: a request is a name, the fields
//! of tables and the file's bytes; an answer is frames, one for what the file is, one for each document, one at the
//! end. Whatever comes back is checked like any input: the process that sent it read a file that may mean harm.

use std::io::{self, Read, Write};

use crate::ingest::formats::{ChatMembers, Item, Part, TableFields, Unreadable};
use crate::model::Span;
use crate::text::layout::blocks::{Block, BlockKind, Markup};
use crate::text::numbers::varint::{put, take, unzigzag, zigzag};
use crate::text::provenance::landmarks::Landmarks;
use crate::text::provenance::span_map::SpanMap;

/// A frame that claims to be longer is none: no reader has so much memory.
const LONGEST: u64 = super::MEMORY;

/// What a reader is asked for.
#[derive(Debug, PartialEq, Eq)]
pub struct Request {
    pub name: String,
    pub fields: TableFields,
    pub bytes: Vec<u8>,
}

/// What a reader says.
#[derive(Clone, Debug)]
pub enum Answer {
    Part(Part),
    /// The file is read; this is worth saying of it.
    Done(Option<String>),
    Unreadable(Unreadable),
}

/// Sends a request.
pub fn ask(pipe: &mut impl Write, name: &str, fields: &TableFields, bytes: &[u8]) -> io::Result<()> {
    let mut head = Vec::new();
    put_text(&mut head, name);
    put_some(&mut head, fields.text.as_deref(), put_text);
    put_some(&mut head, fields.title.as_deref(), put_text);
    put(&mut head, fields.members.iter().len() as u64);
    for (id, name) in fields.members.iter() {
        put_text(&mut head, id);
        put_text(&mut head, name);
    }
    send(pipe, b'?', &head)?;
    send(pipe, b'=', bytes)?;
    pipe.flush()
}

/// Waits for the next request; none when whoever asks is gone.
pub fn next_request(pipe: &mut impl Read) -> io::Result<Option<Request>> {
    let Some((b'?', head)) = receive(pipe)? else { return Ok(None) };
    let Some((b'=', bytes)) = receive(pipe)? else { return Ok(None) };
    let mut head = head.as_slice();
    let mut read = || {
        let name = take_text(&mut head)?;
        let text = take_some(&mut head, take_text)?;
        let title = take_some(&mut head, take_text)?;
        let members = (0..take(&mut head)?).map(|_| Some((take_text(&mut head)?, take_text(&mut head)?)));
        let members = members.collect::<Option<ChatMembers>>()?;
        Some((name, TableFields { text, title, members }))
    };
    let (name, fields) = read().ok_or(io::ErrorKind::InvalidData)?;
    Ok(Some(Request { name, fields, bytes }))
}

/// Sends an answer.
pub fn answer(pipe: &mut impl Write, answer: &Answer) -> io::Result<()> {
    let mut out = Vec::new();
    let mark = match answer {
        Answer::Part(Part::Head { format, encoding }) => {
            put_text(&mut out, format);
            put_text(&mut out, encoding);
            b'h'
        }
        Answer::Part(Part::Item(item)) => {
            put_item(&mut out, item);
            b'i'
        }
        Answer::Done(remark) => {
            put_some(&mut out, remark.as_deref(), put_text);
            b'.'
        }
        Answer::Unreadable(why) => {
            put_text(&mut out, &why.reason);
            put_some(&mut out, why.hint.as_deref(), put_text);
            b'!'
        }
    };
    send(pipe, mark, &out)?;
    if mark == b'.' || mark == b'!' { pipe.flush() } else { Ok(()) }
}

/// Waits for the next answer.
pub fn next_answer(pipe: &mut impl Read) -> io::Result<Answer> {
    let (mark, bytes) = receive(pipe)?.ok_or(io::ErrorKind::UnexpectedEof)?;
    let mut bytes = bytes.as_slice();
    let rest = &mut bytes;
    let mut read = || {
        Some(match mark {
            b'h' => Answer::Part(Part::Head { format: take_text(rest)?.into(), encoding: take_text(rest)? }),
            b'i' => Answer::Part(Part::Item(Box::new(take_item(rest)?))),
            b'.' => Answer::Done(take_some(rest, take_text)?),
            b'!' => Answer::Unreadable(Unreadable { reason: take_text(rest)?, hint: take_some(rest, take_text)? }),
            _ => return None,
        })
    };
    read().ok_or_else(|| io::ErrorKind::InvalidData.into())
}

fn send(pipe: &mut impl Write, mark: u8, bytes: &[u8]) -> io::Result<()> {
    pipe.write_all(&[mark])?;
    pipe.write_all(&(bytes.len() as u64).to_le_bytes())?;
    pipe.write_all(bytes)
}

/// The next frame; none where the pipe ends between frames.
fn receive(pipe: &mut impl Read) -> io::Result<Option<(u8, Vec<u8>)>> {
    let mut mark = [0];
    if pipe.read(&mut mark)? == 0 {
        return Ok(None);
    }
    let mut len = [0; 8];
    pipe.read_exact(&mut len)?;
    let len = u64::from_le_bytes(len);
    if len > LONGEST {
        return Err(io::ErrorKind::InvalidData.into());
    }
    let mut bytes = Vec::with_capacity(usize::try_from(len).unwrap_or(0));
    match pipe.take(len).read_to_end(&mut bytes)? as u64 == len {
        true => Ok(Some((mark[0], bytes))),
        false => Err(io::ErrorKind::UnexpectedEof.into()),
    }
}

fn put_item(out: &mut Vec<u8>, item: &Item) {
    put_some(out, item.row, |out, row| put(out, u64::from(row)));
    put_span(out, item.source);
    for text in [&item.name, &item.title, &item.date] {
        put_some(out, text.as_deref(), put_text);
    }
    put_some(out, item.format.as_deref(), put_text);
    put_some(out, item.saved, |out, saved| put(out, zigzag(saved)));
    put_bytes(out, &item.map.encode());
    put_bytes(out, &item.landmarks.encode());
    out.push(u8::from(item.markup == Markup::Markdown));
    out.push(u8::from(item.spoken));
    put_some(out, item.blocks.as_deref(), |out, blocks| {
        put(out, blocks.len() as u64);
        for block in blocks {
            put_span(out, block.span);
            out.push(block.kind as u8);
        }
    });
    put(out, item.authors.len() as u64);
    for (at, author) in &item.authors {
        put(out, *at as u64);
        put_text(out, author);
    }
    put_text(out, &item.text);
}

fn take_item(bytes: &mut &[u8]) -> Option<Item> {
    let row = take_some(bytes, |bytes| u32::try_from(take(bytes)?).ok())?;
    let source = take_span(bytes)?;
    let mut text = || take_some(bytes, take_text);
    let (name, title, date, format) = (text()?, text()?, text()?, text()?);
    let saved = take_some(bytes, |bytes| take(bytes).map(unzigzag))?;
    let map = SpanMap::decode(take_bytes(bytes)?).ok()?;
    let landmarks = Landmarks::decode(take_bytes(bytes)?).ok()?;
    let markup = if take_flag(bytes)? { Markup::Markdown } else { Markup::Plain };
    let spoken = take_flag(bytes)?;
    let blocks = take_some(bytes, |bytes| {
        let count = usize::try_from(take(bytes)?).ok()?;
        // A block takes three bytes at least.
        let mut blocks = Vec::with_capacity(count.min(bytes.len() / 3));
        for _ in 0..count {
            let span = take_span(bytes)?;
            let kind = *BlockKind::ALL.get(usize::from(take_byte(bytes)?))?;
            blocks.push(Block { span, kind });
        }
        Some(blocks)
    })?;
    let count = usize::try_from(take(bytes)?).ok()?;
    let author = |_| Some((usize::try_from(take(bytes)?).ok()?, take_text(bytes)?));
    let authors = (0..count).map(author).collect::<Option<Vec<_>>>()?;
    let text = take_text(bytes)?;
    let fits = |span: Span| span.slice(&text).is_some();
    if !blocks.iter().flatten().all(|block| fits(block.span)) {
        return None;
    }
    let format = format.map(Into::into);
    Some(Item { row, source, name, format, title, date, text, saved, map, landmarks, markup, blocks, spoken, authors })
}

fn put_bytes(out: &mut Vec<u8>, bytes: &[u8]) {
    put(out, bytes.len() as u64);
    out.extend_from_slice(bytes);
}

fn take_bytes<'a>(bytes: &mut &'a [u8]) -> Option<&'a [u8]> {
    let len = usize::try_from(take(bytes)?).ok()?;
    let (taken, rest) = bytes.split_at_checked(len)?;
    *bytes = rest;
    Some(taken)
}

fn put_text(out: &mut Vec<u8>, text: &str) {
    put_bytes(out, text.as_bytes());
}

fn take_text(bytes: &mut &[u8]) -> Option<String> {
    take_bytes(bytes).and_then(|bytes| std::str::from_utf8(bytes).ok()).map(str::to_owned)
}

fn put_span(out: &mut Vec<u8>, span: Span) {
    put(out, span.start as u64);
    put(out, span.end as u64);
}

fn take_span(bytes: &mut &[u8]) -> Option<Span> {
    let (start, end) = (usize::try_from(take(bytes)?).ok()?, usize::try_from(take(bytes)?).ok()?);
    (start <= end).then(|| Span::new(start, end))
}

fn put_some<T>(out: &mut Vec<u8>, value: Option<T>, put: impl FnOnce(&mut Vec<u8>, T)) {
    out.push(u8::from(value.is_some()));
    if let Some(value) = value {
        put(out, value);
    }
}

/// The outer none is for bytes that are no value at all.
fn take_some<T>(bytes: &mut &[u8], take: impl FnOnce(&mut &[u8]) -> Option<T>) -> Option<Option<T>> {
    if take_flag(bytes)? { take(bytes).map(Some) } else { Some(None) }
}

fn take_byte(bytes: &mut &[u8]) -> Option<u8> {
    let (&byte, rest) = bytes.split_first()?;
    *bytes = rest;
    Some(byte)
}

fn take_flag(bytes: &mut &[u8]) -> Option<bool> {
    take_byte(bytes).map(|byte| byte == 1)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use proptest::prelude::*;

    use super::*;
    use crate::ingest::formats;

    fn sent(item: &Item) -> Item {
        let mut pipe = Vec::new();
        answer(&mut pipe, &Answer::Part(Part::Item(Box::new(item.clone())))).expect("a pipe");
        match next_answer(&mut pipe.as_slice()).expect("an answer") {
            Answer::Part(Part::Item(item)) => *item,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn documents_arrive_as_they_were() {
        let files: [(&str, &str); 7] = [
            ("a.md", "# Piers\n\nThe pier is old. *Really*."),
            ("a.html", "<title>Piers</title><p>One &amp; two.<p>Three."),
            (
                "a.csv",
                "title,text\nA pier,\"It stands in the bay, and \"\"leans\"\".\"\nA boat,It is at sea since the spring.",
            ),
            (
                "a.json",
                r#"[{"text": "It stands \u00e9 in the bay for long.", "date": "2021-03-04"}, {"text": "It is at sea since the spring."}]"#,
            ),
            ("a.srt", "1\n00:00:01,000 --> 00:00:02,000\nAnna: Hello there.\n"),
            (
                "a.eml",
                "From: Anna <a@b.c>\nTo: b@b.c\nSubject: Piers\nDate: Mon, 1 Mar 2021 10:00:00 +0000\n\nThe pier leans.",
            ),
            ("a.tex", "\\section{Piers}\nThe pier is old. $x$\n"),
        ];
        for (name, source) in files {
            let bytes = Arc::new(source.as_bytes().to_vec());
            let read = formats::read(name, &bytes, &TableFields::default()).expect("readable");
            assert!(!read.items.is_empty());
            for item in read.items {
                assert_eq!(format!("{:?}", sent(&item)), format!("{item:?}"), "{name}");
            }
        }
    }

    proptest! {
        #[test]
        fn requests_arrive_as_they_were(
            name in "\\PC{0,20}", text in proptest::option::of("\\PC{0,9}"), bytes in prop::collection::vec(any::<u8>(), 0..99),
            members in prop::collection::vec(("\\PC{0,5}".prop_map(String::from), "\\PC{0,5}".prop_map(String::from)), 0..3),
        ) {
            let members = members.into_iter().collect();
            let fields = TableFields { text, title: None, members };
            let mut pipe = Vec::new();
            ask(&mut pipe, &name, &fields, &bytes).expect("a pipe");
            let mut rest = pipe.as_slice();
            prop_assert_eq!(next_request(&mut rest).expect("a request"), Some(Request { name, fields, bytes }));
            prop_assert_eq!(next_request(&mut rest).expect("an end"), None);
        }

        #[test]
        fn other_bytes_are_refused(mut bytes in prop::collection::vec(any::<u8>(), 0..200), whole in any::<bool>()) {
            if whole && bytes.len() > 9 {
                let len = (bytes.len() - 9) as u64;
                bytes[0] = b'i';
                bytes[1..9].copy_from_slice(&len.to_le_bytes());
            }
            let mut rest = bytes.as_slice();
            while next_answer(&mut rest).is_ok() {}
            let _ = next_request(&mut bytes.as_slice());
        }
    }
}
