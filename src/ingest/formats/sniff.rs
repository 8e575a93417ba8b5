//! What a file is, by its first bytes: packed formats that are read, and names for a person of those that are not.

use super::{Unreadable, thread};

/// Formats whose text has to be unpacked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Packed {
    Pdf,
    /// Office files, books, archives.
    Zip,
    /// One file, compressed by itself.
    Gzip,
    Rtf,
    Mail,
    Mailbox,
    /// Several messages in one text.
    Thread,
}

/// How many bytes say what a file is.
const HEAD: usize = 4_096;

/// Returns the packed format of a file; none when it is to be read as text.
pub(super) fn packed(name: &str, bytes: &[u8]) -> Option<Packed> {
    let head = &bytes[..bytes.len().min(HEAD)];
    // An archive may begin with a PDF that is not compressed.
    if head.starts_with(b"PK\x03\x04") || head.starts_with(b"PK\x05\x06") {
        return Some(Packed::Zip);
    }
    // Some scanners and mail programs put a few bytes in front.
    let marked = head[..head.len().min(1_024)].windows(5).any(|window| window == b"%PDF-");
    if head.starts_with(b"%PDF-") || marked && !is_words(head) {
        return Some(Packed::Pdf);
    }
    if head.starts_with(b"\x1f\x8b\x08") {
        return Some(Packed::Gzip);
    }
    if head.trim_ascii_start().starts_with(b"{\\rtf") {
        return Some(Packed::Rtf);
    }
    let extension = name.rsplit('.').next().unwrap_or_default().to_ascii_lowercase();
    if head.starts_with(b"From ") && mail_headers(after_line(head)).len() >= 2 {
        return Some(Packed::Mailbox);
    }
    let named = matches!(extension.as_str(), "eml" | "emlx" | "mht" | "mhtml");
    if named && matches!(head, [0xff, 0xfe, ..] | [0xfe, 0xff, ..] | [0xef, 0xbb, 0xbf, ..]) {
        return Some(Packed::Mail);
    }
    if !named && !thread::messages(bytes).is_empty() {
        return Some(Packed::Thread);
    }
    let headers = mail_headers(head);
    // Three of them may stand above a memorandum, but not with somebody's address.
    let known = |name: &&str| headers.iter().any(|header| header == name);
    let addressed = || FEWEST.iter().all(known) && is_addressed(head);
    if headers.len() >= if named { 1 } else { 4 } || addressed() {
        return Some(Packed::Mail);
    }
    None
}

/// The headers of a message that somebody saved without the others.
const FEWEST: [&str; 3] = ["from", "date", "subject"];

/// True where the line that tells who writes has an address: `From: Ada Lund <ada@holm.example>`.
fn is_addressed(head: &[u8]) -> bool {
    let from = head
        .split(|&byte| byte == b'\n')
        .find(|line| line.get(..5).is_some_and(|name| name.eq_ignore_ascii_case(b"from:")));
    from.is_some_and(|line| line.contains(&b'@'))
}

/// "%PDF-" can be talked about.
fn is_words(head: &[u8]) -> bool {
    head.iter().all(|byte| byte.is_ascii_graphic() || byte.is_ascii_whitespace())
}

fn after_line(head: &[u8]) -> &[u8] {
    head.iter().position(|&byte| byte == b'\n').map_or(&[], |end| &head[end + 1..])
}

/// The headers at the top that every mail program writes, in small letters.
fn mail_headers(head: &[u8]) -> Vec<String> {
    const KNOWN: [&str; 14] = [
        "from",
        "to",
        "subject",
        "date",
        "message-id",
        "mime-version",
        "received",
        "return-path",
        "content-type",
        "delivered-to",
        "x-mailer",
        "reply-to",
        "cc",
        "in-reply-to",
    ];
    let mut found = Vec::new();
    for line in head.split(|&byte| byte == b'\n').take(60) {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        if line.is_empty() {
            break;
        }
        if line.starts_with(b" ") || line.starts_with(b"\t") {
            continue;
        }
        let Some(colon) = line.iter().position(|&byte| byte == b':') else { return Vec::new() };
        let name = String::from_utf8_lossy(&line[..colon]).to_ascii_lowercase();
        if name.is_empty() || !name.bytes().all(|byte| byte.is_ascii_graphic()) {
            return Vec::new();
        }
        if KNOWN.contains(&name.as_str()) && !found.contains(&name) {
            found.push(name);
        }
    }
    found
}

/// Beginnings of formats that hold no text that is read, what they are, and what to do.
#[rustfmt::skip]
const OTHERS: &[(usize, &[u8], &str, &str)] = &[
    (0, b"\x89PNG", "a PNG image", PICTURE),
    (0, b"\xff\xd8\xff", "a JPEG image", PICTURE),
    (0, b"GIF8", "a GIF image", PICTURE),
    (0, b"II*\0", "a TIFF image", PICTURE),
    (0, b"MM\0*", "a TIFF image", PICTURE),
    (0, b"BM", "a BMP image", PICTURE),
    (8, b"WEBP", "a WebP image", PICTURE),
    (4, b"ftypheic", "a HEIC image", PICTURE),
    (4, b"ftypavif", "an AVIF image", PICTURE),
    (0, b"8BPS", "a Photoshop image", PICTURE),
    (0, b"AT&TFORM", "a DjVu scan", "save it as a PDF with its text"),
    (4, b"ftypM4A", "an audio file (M4A)", SPOKEN),
    (4, b"ftyp", "a video (MP4)", SPOKEN),
    (0, b"\x1aE\xdf\xa3", "a video (Matroska or WebM)", SPOKEN),
    (8, b"AVI ", "a video (AVI)", SPOKEN),
    (0, b"ID3", "an audio file (MP3)", SPOKEN),
    (0, b"\xff\xfb", "an audio file (MP3)", SPOKEN),
    (8, b"WAVE", "an audio file (WAV)", SPOKEN),
    (0, b"OggS", "an audio file (Ogg)", SPOKEN),
    (0, b"fLaC", "an audio file (FLAC)", SPOKEN),
    (0, b"\x7fELF", "a program", ""),
    (0, b"MZ", "a Windows program", ""),
    (0, b"\xcf\xfa\xed\xfe", "a program", ""),
    (0, b"\0asm", "a WebAssembly program", ""),
    (0, b"\xca\xfe\xba\xbe", "a Java class", ""),
    (0, b"\x1f\x8b", "a gzip archive", UNPACK),
    (0, b"BZh", "a bzip2 archive", UNPACK),
    (0, b"\xfd7zXZ\0", "an xz archive", UNPACK),
    (0, b"\x28\xb5\x2f\xfd", "a zstd archive", UNPACK),
    (0, b"7z\xbc\xaf\x27\x1c", "a 7z archive", UNPACK),
    (0, b"Rar!", "a RAR archive", UNPACK),
    (257, b"ustar", "a tar archive", UNPACK),
    (0, b"SQLite format 3", "an SQLite database", "export the tables as CSV"),
    (0, b"PAR1", "a Parquet table", "export it as CSV, or `gleaner import` its folder if it is a GraphRAG output"),
    (0, b"\0\x01\0\0\0", "a font", ""),
    (0, b"OTTO", "a font", ""),
    (0, b"wOF", "a web font", ""),
    (0, b"%!PS", "a PostScript file", "convert it to PDF: `ps2pdf FILE`"),
    (0, b"!BDN", "an Outlook mailbox (.pst)", "export it as mbox: `readpst FILE`"),
    (0, b"ITSF", "a Windows help file (.chm)", "unpack it to HTML"),
    (0, b"\x30\x82", "a signed or encrypted message, or a certificate", "save what is inside it from its own program"),
    (0, b"\x30\x80", "a signed or encrypted message", "save what is inside it from its own program"),
    (60, b"BOOKMOBI", "a Kindle book", "convert it to EPUB"),
];
const PICTURE: &str = "read its text with an OCR program first";
const SPOKEN: &str = "transcribe it first: subtitles (SRT, VTT) and transcripts are read";
const UNPACK: &str = "unpack it beside the others";

/// Says of a text that it is not the packed file which its name says; a page of a browser may have any name.
pub(super) fn misnamed(name: &str, text: &str) -> Option<Unreadable> {
    const PACKED: [(&str, &str); 9] = [
        ("pdf", "PDF"),
        ("docx", "Word"),
        ("docm", "Word"),
        ("pptx", "PowerPoint"),
        ("xlsx", "Excel"),
        ("odt", "OpenDocument"),
        ("ods", "OpenDocument"),
        ("odp", "OpenDocument"),
        ("epub", "EPUB"),
    ];
    let extension = name.rsplit('.').next().unwrap_or_default().to_ascii_lowercase();
    let (_, kind) = PACKED.iter().find(|(named, _)| *named == extension)?;
    let broken = || Unreadable::plain(format!("a broken {kind} file: it holds nothing of that format"));
    (!text.trim_start().starts_with('<')).then(broken)
}

/// Says what a file is that holds no text for us.
pub(super) fn unreadable(name: &str, bytes: &[u8]) -> Unreadable {
    if bytes.starts_with(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1") {
        return compound(name, bytes);
    }
    for (at, magic, what, hint) in OTHERS {
        if bytes.get(*at..).is_some_and(|rest| rest.starts_with(magic)) {
            let reason = format!("{what}: no readable text");
            return if hint.is_empty() { Unreadable::plain(reason) } else { Unreadable::new(reason, hint) };
        }
    }
    Unreadable::new("a binary file of a format that is not read", "convert it to text, PDF or an office format")
}

/// Microsoft's old container: its streams are named in UTF-16 in its directory.
fn compound(name: &str, bytes: &[u8]) -> Unreadable {
    let holds = |stream: &str| {
        let wide: Vec<u8> = stream.encode_utf16().flat_map(u16::to_le_bytes).collect();
        memchr::memmem::find(bytes, &wide).is_some()
    };
    let extension = name.rsplit('.').next().unwrap_or_default().to_ascii_lowercase();
    if holds("EncryptedPackage") {
        return Unreadable::new(
            "password-protected: an encrypted office file",
            "open it with its password and save it without one",
        );
    }
    let found = [
        ("__substg1.0_", "an Outlook message (.msg)", MESSAGE),
        ("PowerPoint Document", "a PowerPoint 97 presentation", "save it as .pptx"),
        ("WordDocument", "a Word 97 document", "save it as .docx"),
        ("Workbook", "an Excel 97 workbook", "save it as .xlsx"),
        ("VisioDocument", "a Visio drawing", "save it as PDF"),
    ];
    let found = found.into_iter().find(|(stream, ..)| holds(stream));
    let (what, hint) = match (found, extension.as_str()) {
        (Some((_, what, hint)), _) => (what, hint),
        (None, "doc") => ("a Word 97 document", "save it as .docx"),
        (None, "xls") => ("an Excel 97 workbook", "save it as .xlsx"),
        (None, "ppt") => ("a PowerPoint 97 presentation", "save it as .pptx"),
        _ => ("an old office file", "save it in a newer format"),
    };
    let convert = hint.strip_prefix("save it as .").filter(|_| hint != MESSAGE);
    let whole = match convert {
        Some(to) => format!("LibreOffice converts whole folders: `soffice --convert-to {to} FILES`"),
        None if hint == MESSAGE => "`msgconvert FILES` does it for many".to_owned(),
        None => "its own program can save it anew".to_owned(),
    };
    Unreadable::new(format!("{what}: {hint}"), &whole)
}

const MESSAGE: &str = "save it as .eml";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_told_by_their_bytes() {
        assert_eq!(packed("x", b"%PDF-1.7\n"), Some(Packed::Pdf));
        assert_eq!(packed("x.txt", b"A PDF begins with %PDF-1.4, they say."), None);
        assert_eq!(packed("x.txt", b"PK\x03\x04...."), Some(Packed::Zip));
        assert_eq!(packed("x.zip", b"PK\x03\x04.. a.pdf%PDF-1.7\n\xff"), Some(Packed::Zip), "one lies in it");
        assert_eq!(packed("x.doc", b"{\\rtf1 x}"), Some(Packed::Rtf));
        assert_eq!(packed("x.eml", b"Subject: salt\n\nIt came."), Some(Packed::Mail));
        assert_eq!(packed("x.txt", b"Subject: salt\n\nIt came."), None);
        let mail = b"From: a@b.example\nTo: c@d.example\nSubject: x\nDate: Mon, 1 Jan 2024 10:00:00 +0000\n\nHello.";
        assert_eq!(packed("x", mail), Some(Packed::Mail));
        assert_eq!(packed("x", &[b"From a@b Mon Jan 1\n", &mail[..]].concat()), Some(Packed::Mailbox));
        assert_eq!(packed("x", b"From here on: it rained.\nTo: nobody"), None);
        let few = b"From: Ada Lund <ada@holm.example>\nDate: Monday\nSubject: Salt\n\nIt came.\n\n";
        assert_eq!(packed("x.txt", few), Some(Packed::Mail));
        assert_eq!(packed("x.txt", &[&few[..], few].concat()), Some(Packed::Thread));
        assert_eq!(packed("x.eml", &[&few[..], few].concat()), Some(Packed::Mail));
        assert_eq!(packed("x.txt", b"From: The Board\nDate: Monday\nSubject: Salt\n\nIt came."), None);
    }

    #[test]
    fn what_is_not_read_has_a_name() {
        assert!(unreadable("a.jpg", b"\xff\xd8\xff\xe0").reason.contains("JPEG image"));
        assert!(misnamed("a.docx", "not a lamp").is_some_and(|why| why.reason.starts_with("a broken Word file")));
        assert!(misnamed("a.docx", "<html>").is_none() && misnamed("a.txt", "not a lamp").is_none());
        let mut old = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1".to_vec();
        old.extend("WordDocument".encode_utf16().flat_map(u16::to_le_bytes));
        assert_eq!(unreadable("a.doc", &old).reason, "a Word 97 document: save it as .docx");
        old.extend("EncryptedPackage".encode_utf16().flat_map(u16::to_le_bytes));
        assert!(unreadable("a.xlsx", &old).reason.contains("password"));
        assert!(unreadable("a.bin", b"\x01\x02").reason.contains("not read"));
    }
}
