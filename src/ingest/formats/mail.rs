//! Mail: a message (.eml), a mailbox of them (mbox), or a text in which several stand. The headers a reader looks at
//! stand above the text; whoever sent a message says what it says, but for what is quoted; attachments are documents of
//! their own.

use std::borrow::Cow;

use mail_parser::decoders::base64::base64_decode;
use mail_parser::decoders::quoted_printable::quoted_printable_decode;
use mail_parser::{Address, Encoding, Message, MessageParser, MessagePart, MimeHeaders, PartType};

use super::archive::{Members, read_member, what_is};
use super::limits::{Budget, MEMBERS};
use super::unpacked::Unpacked;
use super::{Extracted, Item, TableFields, Unreadable, html, letter, thread};
use crate::ingest::quoting::turned;
use crate::model::LocatorKind;
use crate::text::display::sanitise::one_line;
use crate::text::layout::blocks::BlockKind;
use crate::text::numbers::amounts::and_more;
use crate::text::titles::subjects::unanswered;
use crate::text::words::lexicon::{Flags, flags};

/// People that a line of addresses names.
const NAMED: usize = 12;
/// Letters of plain parts that may be a stub, and how many times as much the pages then say.
const STUB: usize = 400;
const FULLER: usize = 4;
/// Parts of one message that are looked at.
const PARTS: usize = 1_000;

/// Reads a message.
pub(super) fn extract(bytes: &[u8], fields: &TableFields, budget: &Budget) -> Result<Extracted, Unreadable> {
    let mut made = Members::default();
    let bytes = wide(bytes);
    message(&bytes, 1, fields, budget, &mut made)?;
    finish("mail", made)
}

/// Reads a mailbox: messages between lines that begin with "From ".
pub(super) fn extract_box(bytes: &[u8], fields: &TableFields, budget: &Budget) -> Result<Extracted, Unreadable> {
    let mut made = Members::default();
    for (number, part) in (1u32..).zip(split(bytes).take(MEMBERS)) {
        budget.check_time()?;
        if let Err(error) = message(&part, number, fields, budget, &mut made) {
            made.failed.push((format!("message {number}"), error.reason));
        }
    }
    finish("mbox", made)
}

/// Reads a text in which several messages stand: one document, in which each says what its writer does. It is called by
/// what all are about, else as its file is.
pub(super) fn extract_thread(bytes: &[u8]) -> Result<Extracted, Unreadable> {
    let decoded =
        crate::ingest::decode::decode(bytes).map_err(|_| Unreadable::plain("mail whose headers cannot be read"))?;
    let mut made = Members::default();
    let mut out = Unpacked::default();
    let mut whole = Item::default();
    let mut subjects: Vec<String> = Vec::new();
    for (number, bytes) in (1u32..).zip(thread::messages(decoded.text.as_bytes())) {
        let bytes = thread::in_english(bytes);
        let Some(parsed) = MessageParser::default().parse(&bytes) else { continue };
        let at = out.len();
        let about = lay_out(&parsed, number, &mut out);
        subjects.extend(about.subject);
        whole.date = whole.date.or(about.date);
        whole.authors.push((at, about.sender.unwrap_or_default()));
    }
    let Item { date, authors, .. } = whole;
    let one = subjects.windows(2).all(|two| unanswered(&two[0]).eq_ignore_ascii_case(unanswered(&two[1])));
    let title = subjects.into_iter().next().filter(|_| one);
    made.items.push(Item { title, date, authors, spoken: false, ..without_marks(out.finish()) });
    finish("mail", made)
}

fn finish(format: &'static str, made: Members) -> Result<Extracted, Unreadable> {
    let remark = made.remark();
    if made.items.is_empty() {
        return Err(Unreadable::plain(remark.unwrap_or_else(|| "mail without any text".to_owned())));
    }
    Ok(Extracted { format: format.into(), items: made.items, remark, ..Extracted::default() })
}

/// The messages of a mailbox, without the line that parts them, and with "From " again where it was quoted.
fn split(bytes: &[u8]) -> impl Iterator<Item = Vec<u8>> {
    let mut starts: Vec<usize> = vec![0];
    starts.extend(memchr::memmem::find_iter(bytes, b"\n\nFrom ").map(|at| at + 2));
    starts.extend(memchr::memmem::find_iter(bytes, b"\r\n\r\nFrom ").map(|at| at + 4));
    starts.sort_unstable();
    let ends: Vec<usize> = starts.iter().skip(1).copied().chain([bytes.len()]).collect();
    starts.into_iter().zip(ends).map(|(start, end)| {
        let message = &bytes[start..end];
        let body = message.iter().position(|&byte| byte == b'\n').map_or(message.len(), |line| line + 1);
        let mut out = Vec::with_capacity(message.len() - body);
        for line in message[body..].split_inclusive(|&byte| byte == b'\n') {
            let marks = line.iter().take_while(|&&byte| byte == b'>').count();
            out.extend_from_slice(if marks > 0 && line[marks..].starts_with(b"From ") { &line[1..] } else { line });
        }
        out
    })
}

/// A message that was saved as UTF-16, as UTF-8.
fn wide(bytes: &[u8]) -> Cow<'_, [u8]> {
    match bytes {
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => match crate::ingest::decode::decode(bytes) {
            Ok(decoded) => decoded.text.into_bytes().into(),
            Err(_) => bytes.into(),
        },
        [0xef, 0xbb, 0xbf, rest @ ..] => rest.into(),
        bytes => bytes.into(),
    }
}

/// Adds a message, and after it what is attached.
fn message(
    bytes: &[u8],
    number: u32,
    fields: &TableFields,
    budget: &Budget,
    made: &mut Members,
) -> Result<(), Unreadable> {
    // Lines that some programs write above the headers would end them.
    let bytes = bytes.trim_ascii_start();
    let Some(parsed) = MessageParser::default().parse(bytes) else {
        return Err(Unreadable::plain("mail whose headers cannot be read"));
    };
    let mut parsed = parsed;
    if bytes.len() as u64 > budget.unpackable() {
        return Err(Budget::bomb());
    }
    let mut out = Unpacked::default();
    let About { subject, sender, date, head } = lay_out(&parsed, number, &mut out);
    let encrypted = parsed
        .content_type()
        .is_some_and(|kind| kind.subtype().is_some_and(|sub| sub.contains("encrypted") || sub.contains("pkcs7-mime")));
    let item = without_marks(out.finish());
    let empty = item.text.len() <= head;
    let title = subject.clone().or_else(|| sender.as_ref().map(|sender| format!("Message of {sender}")));
    if encrypted && empty {
        made.failed.push((format!("message {number}"), "its text is encrypted".to_owned()));
    }
    if !item.text.trim().is_empty() {
        made.text += item.text.len();
        let authors = sender.into_iter().map(|sender| (0, sender)).collect();
        made.items.push(Item { title, date, authors, spoken: false, ..item });
    }
    attachments(&mut parsed, number, fields, budget, made);
    Ok(())
}

/// What the headers of a message say of it.
struct About {
    subject: Option<String>,
    sender: Option<String>,
    date: Option<String>,
    /// Bytes of what is laid out above its text.
    head: usize,
}

/// Adds a message: its headers, and its text.
fn lay_out(message: &Message<'_>, number: u32, out: &mut Unpacked) -> About {
    let subject = message.subject().map(|subject| one_line(subject).into_owned()).filter(|subject| !subject.is_empty());
    let sender = message
        .from()
        .and_then(Address::first)
        .and_then(|from| from.name().or(from.address()))
        .map(|name| called(&one_line(name)));
    let date = message.date().map(|date| format!("{:04}-{:02}-{:02}", date.year, date.month, date.day));
    let date = date.or_else(|| written_date(message));
    out.mark(LocatorKind::Message, number);
    headers(message, out);
    let head = out.len();
    body(message, sender.as_deref(), out);
    About { subject, sender, date, head }
}

/// What stands behind *Date* or *Sent* of a message: as people write it, where it is not as programs do.
fn written_date(message: &Message<'_>) -> Option<String> {
    let written = message.header_raw("Date").or_else(|| message.header_raw("Sent"))?;
    Some(one_line(written.trim()).into_owned()).filter(|written| !written.is_empty())
}

/// A document whose blocks are without the mark that says that they are quoted: it is not part of what was said.
fn without_marks(mut item: Item) -> Item {
    for block in item.blocks.iter_mut().flatten() {
        while block.span.slice(&item.text).is_some_and(|words| words.starts_with("> ")) {
            block.span.start += 2;
        }
    }
    item
}

/// Somebody's name as one is called, of a name that has the surname in front: `Lund, Ada`. Of more words behind the
/// comma nobody can tell whether they are a name.
fn called(name: &str) -> String {
    let given = name.split_once(',').map_or("", |(_, given)| given.trim());
    let title = flags(&given.to_lowercase()).has(Flags::ORG_HEAD | Flags::DEGREE | Flags::HONORIFIC);
    let alone = !given.is_empty() && given.chars().all(char::is_alphabetic) && !title;
    turned(name).filter(|_| alone).unwrap_or_else(|| name.to_owned())
}

/// The headers that say who writes to whom, when and about what, a line each. The day and the subject tell what the
/// message has as its date and title, and are no words of its writer.
fn headers(message: &Message<'_>, out: &mut Unpacked) {
    for (name, address) in [("From", message.from()), ("To", message.to()), ("Cc", message.cc())] {
        let Some(address) = address else { continue };
        let mut people: Vec<String> = Vec::new();
        for one in address.iter().take(NAMED) {
            let said = match (one.name(), one.address()) {
                (Some(name), Some(address)) if name != address => format!("{} <{address}>", called(name)),
                (Some(one), _) | (None, Some(one)) => one.to_owned(),
                (None, None) => continue,
            };
            people.push(one_line(&said).into_owned());
        }
        if !people.is_empty() {
            let more = and_more(" ", address.iter().count().saturating_sub(NAMED));
            // Who else is sent a copy says nothing of what is written.
            let kind = if name == "Cc" { BlockKind::Told } else { BlockKind::Cell };
            out.block(kind, &format!("{name}: {}{more}", people.join(", ")));
        }
    }
    let told = message.date().map(|date| {
        let (h, m) = (date.hour, date.minute);
        format!("{:04}-{:02}-{:02} {h:02}:{m:02}", date.year, date.month, date.day)
    });
    if let Some(date) = told.or_else(|| written_date(message)) {
        out.block(BlockKind::Told, &format!("Date: {date}"));
    }
    if let Some(subject) = message.subject() {
        out.block(BlockKind::Told, &format!("Subject: {}", one_line(subject)));
    }
}

/// The text: the plain parts, or the pages where there are no plain ones, or where these say hardly anything: "View
/// this in your browser".
fn body(message: &Message<'_>, writer: Option<&str>, out: &mut Unpacked) {
    let pages = || message.html_bodies().filter(|part| matches!(part.body, PartType::Html(_))).take(PARTS);
    if is_stub(message) && pages().next().is_some() {
        for part in pages() {
            page(&words_of(message, part), out);
        }
        return;
    }
    for part in message.text_bodies().take(PARTS) {
        match &part.body {
            PartType::Text(_) => {
                let text = words_of(message, part);
                if is_markup(&text) { page(&text, out) } else { letter::lay_out(&text, writer, out) }
            }
            PartType::Html(_) => page(&words_of(message, part), out),
            _ => {}
        }
    }
}

/// True where the plain parts say little of what the pages say.
fn is_stub(message: &Message<'_>) -> bool {
    let letters = |text: &str| text.chars().filter(|c| c.is_alphanumeric()).count();
    let plain: usize = message
        .text_bodies()
        .take(PARTS)
        .filter(|part| matches!(part.body, PartType::Text(_)))
        .map(|part| letters(&words_of(message, part)))
        .sum();
    if plain > STUB {
        return false;
    }
    let mut pages = Unpacked::default();
    for part in message.html_bodies().filter(|part| matches!(part.body, PartType::Html(_))).take(PARTS) {
        page(&words_of(message, part), &mut pages);
    }
    letters(&pages.finish().text) > plain * FULLER
}

/// The words of a part. One whose character set nobody knows, or that names none, is read as what its bytes look like.
fn words_of<'m>(message: &'m Message<'_>, part: &'m MessagePart<'_>) -> Cow<'m, str> {
    let (PartType::Text(text) | PartType::Html(text)) = &part.body else { return Cow::Borrowed("") };
    if !text.contains('\u{fffd}') {
        return Cow::Borrowed(text);
    }
    let raw = message.raw_message.get(part.offset_body as usize..part.offset_end as usize);
    let bytes = raw.and_then(|raw| match part.encoding {
        Encoding::None => Some(raw.to_vec()),
        Encoding::QuotedPrintable => quoted_printable_decode(raw),
        Encoding::Base64 => base64_decode(raw),
    });
    let decoded = bytes.and_then(|bytes| crate::ingest::decode::decode(&bytes).ok());
    decoded.filter(|decoded| !decoded.damaged).map_or(Cow::Borrowed(text), |decoded| Cow::Owned(decoded.text))
}

fn is_markup(text: &str) -> bool {
    let head = text.trim_start();
    head.get(..5).is_some_and(|head| head.eq_ignore_ascii_case("<html"))
        || head.get(..9).is_some_and(|head| head.eq_ignore_ascii_case("<!doctype"))
}

fn page(text: &str, out: &mut Unpacked) {
    if let Some(page) = html::extract(text.to_owned()).items.first() {
        out.append(page);
    }
}

/// True for what proves that a message is its writer's, for programs to read.
fn is_signature(part: &MessagePart<'_>) -> bool {
    part.content_type().and_then(|kind| kind.subtype()).is_some_and(|kind| kind.to_lowercase().ends_with("-signature"))
}

fn attachments(message: &mut Message<'_>, number: u32, fields: &TableFields, budget: &Budget, made: &mut Members) {
    for (at, part) in message.attachments().enumerate().take(PARTS) {
        let name = part.attachment_name().map(|name| one_line(name).into_owned()).filter(|name| !name.is_empty());
        let count = made.items.len();
        if is_signature(part) {
            continue;
        }
        match &part.body {
            PartType::Message(inner) => {
                let name = name.unwrap_or_else(|| format!("message {}", at + 1));
                let raw = inner.raw_message().to_vec();
                let read = budget.nested(|| extract(&raw, fields, budget));
                made.take(&name, read);
            }
            PartType::Text(text) | PartType::Html(text) => {
                let html = matches!(part.body, PartType::Html(_));
                let name = name.unwrap_or_else(|| format!("part {}.{}", at + 1, if html { "html" } else { "txt" }));
                made.take(&name, read_member(&name, text.as_bytes(), fields, budget));
            }
            PartType::Binary(bytes) | PartType::InlineBinary(bytes) => {
                let Some(name) = name else { continue };
                // A logo below every message is not worth a word.
                if matches!(part.body, PartType::InlineBinary(_)) && what_is(&name, bytes).contains("image") {
                    continue;
                }
                let kept = budget.unpack(bytes.len() as u64);
                made.take(&name, kept.and_then(|()| read_member(&name, bytes, fields, budget)));
            }
            PartType::Multipart(_) => {}
        }
        for item in &mut made.items[count..] {
            item.landmarks.within(LocatorKind::Message, number);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The text of a message with a head and a body.
    fn text(rest: &[u8]) -> String {
        let head = b"From: Ada Lund <ada@holm.example>\r\nSubject: The gate\r\nMIME-Version: 1.0\r\n";
        let read =
            extract(&[&head[..], rest].concat(), &TableFields::default(), &Budget::default()).expect("a message");
        read.items[0].text.clone()
    }

    #[test]
    fn the_page_is_read_where_the_plain_part_says_nothing() {
        let both = |plain: &str, page: &str| {
            let part = |kind: &str, body: &str| format!("--b\r\nContent-Type: text/{kind}\r\n\r\n{body}\r\n");
            let parts = [part("plain", plain), part("html", page)].concat();
            text(format!("Content-Type: multipart/alternative; boundary=b\r\n\r\n{parts}--b--\r\n").as_bytes())
        };
        let page = format!("<p>The gate was shut. {}</p>", "The lamp is dark and the quay is wet. ".repeat(10));
        for stub in ["", "View this message in your browser"] {
            assert!(both(stub, &page).contains("The gate was shut."), "{stub}");
        }
        let plain = "The gate was shut at noon, and nobody came until the evening.";
        assert!(both(plain, "<p>The gate was shut at noon.</p>").contains("until the evening"));
    }

    #[test]
    fn a_character_set_that_nobody_knows_is_told_by_the_bytes() {
        let latin = b"Content-Type: text/plain; charset=x-unknown\r\nContent-Transfer-Encoding: 8bit\r\n\r\nDas Tor ist fr\xfch ge\xf6ffnet.\r\n";
        assert!(text(latin).contains("früh geöffnet"), "{}", text(latin));
        let quoted = b"Content-Type: text/plain; charset=x-unknown\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\nDas Tor ist fr=FCh auf.\r\n";
        assert!(text(quoted).contains("früh auf"), "{}", text(quoted));
    }
}
