//! Small office files, books and archives made on the spot: the parts that matter, packed as their programs pack them.

use std::io::{Cursor, Write};

use zip::write::SimpleFileOptions;

/// A zip file of these parts.
pub fn zip(parts: &[(&str, &[u8])]) -> Vec<u8> {
    let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in parts {
        writer.start_file(*name, SimpleFileOptions::default()).expect("a part");
        writer.write_all(bytes).expect("its bytes");
    }
    writer.finish().expect("a zip file").into_inner()
}

fn rels(relations: &[(&str, &str, &str)]) -> String {
    let inner: String = relations
        .iter()
        .map(|(id, kind, target)| {
            format!("<Relationship Id='{id}' Type='http://schemas.example/{kind}' Target='{target}'/>")
        })
        .collect();
    format!("<Relationships>{inner}</Relationships>")
}

pub fn docx(body: &str) -> Vec<u8> {
    let styles = "<w:styles><w:style w:styleId='berschrift1'><w:name w:val='heading 1'/></w:style><w:style w:styleId='T'><w:name w:val='Title'/></w:style></w:styles>";
    let notes = "<w:footnotes><w:footnote w:id='2'><w:p><w:r><w:t>By sea, that is.</w:t></w:r></w:p></w:footnote></w:footnotes>";
    let comments = "<w:comments><w:comment w:id='5' w:author='Ada Quill'><w:p><w:r><w:t>By whom?</w:t></w:r></w:p></w:comment></w:comments>";
    let head = "<w:hdr><w:p><w:r><w:t>Harbour Board</w:t></w:r></w:p><w:p><w:r><w:t>Page </w:t></w:r><w:fldSimple w:instr='PAGE'><w:r><w:t>2</w:t></w:r></w:fldSimple></w:p></w:hdr>";
    let foot = "<w:ftr><w:p><w:r><w:t>Not to be lent.</w:t></w:r></w:p></w:ftr>";
    let core = "<cp:coreProperties><dc:title>The Salt Road</dc:title><dcterms:modified>2021-03-04T10:00:00Z</dcterms:modified></cp:coreProperties>";
    zip(&[
        ("[Content_Types].xml", b"<Types/>"),
        ("word/document.xml", format!("<w:document><w:body>{body}</w:body></w:document>").as_bytes()),
        ("word/styles.xml", styles.as_bytes()),
        ("word/footnotes.xml", notes.as_bytes()),
        ("word/comments.xml", comments.as_bytes()),
        ("word/header1.xml", head.as_bytes()),
        ("word/header2.xml", head.as_bytes()),
        ("word/footer1.xml", foot.as_bytes()),
        ("docProps/core.xml", core.as_bytes()),
        (
            "word/_rels/document.xml.rels",
            rels(&[
                ("s", "styles", "styles.xml"),
                ("f", "footnotes", "footnotes.xml"),
                ("c", "comments", "comments.xml"),
                ("h", "header", "header1.xml"),
                ("i", "header", "header2.xml"),
                ("j", "footer", "footer1.xml"),
            ])
            .as_bytes(),
        ),
    ])
}

pub fn pptx() -> Vec<u8> {
    let shape = |kind: &str, text: &str| {
        format!("<p:sp><p:nvPr>{kind}</p:nvPr><p:txBody><a:p><a:r><a:t>{text}</a:t></a:r></a:p></p:txBody></p:sp>")
    };
    let slide = |inner: String| format!("<p:sld>{inner}</p:sld>");
    let first = slide(
        shape("", "Boats came in.") + &shape("<p:ph type='title'/>", "Harbour") + &shape("<p:ph type='sldNum'/>", "7"),
    );
    let second = slide("<a:tbl><a:tr><a:tc><a:p><a:r><a:t>Year</a:t></a:r></a:p></a:tc><a:tc><a:p><a:r><a:t>Tons</a:t></a:r></a:p></a:tc></a:tr></a:tbl>".to_owned());
    let notes = slide(shape("", "Say that the pier was shut."));
    zip(&[
        ("ppt/presentation.xml", b"<p:presentation><p:sldIdLst><p:sldId id='256' r:id='b'/><p:sldId id='257' r:id='a'/></p:sldIdLst></p:presentation>"),
        ("ppt/_rels/presentation.xml.rels", rels(&[("a", "slide", "slides/slide1.xml"), ("b", "slide", "slides/slide2.xml")]).as_bytes()),
        ("ppt/slides/slide1.xml", second.as_bytes()),
        ("ppt/slides/slide2.xml", first.as_bytes()),
        ("ppt/slides/_rels/slide2.xml.rels", rels(&[("n", "notesSlide", "../notesSlides/notesSlide1.xml")]).as_bytes()),
        ("ppt/notesSlides/notesSlide1.xml", notes.as_bytes()),
    ])
}

/// A workbook of one sheet; strings and dates are kept as Excel keeps them.
pub fn xlsx(sheet: &str) -> Vec<u8> {
    zip(&[
        ("xl/workbook.xml", b"<workbook><sheets><sheet name='Costs' sheetId='1' r:id='a'/></sheets></workbook>"),
        (
            "xl/_rels/workbook.xml.rels",
            rels(&[("a", "worksheet", "worksheets/sheet1.xml"), ("b", "sharedStrings", "/xl/sharedStrings.xml"), ("c", "styles", "styles.xml")]).as_bytes(),
        ),
        ("xl/sharedStrings.xml", b"<sst><si><t>Boat</t></si><si><r><t>Auro</t></r><r><t>ra</t></r><rPh><t>x</t></rPh></si><si><t>Day</t></si><si><t>Tons</t></si></sst>"),
        ("xl/styles.xml", b"<styleSheet><cellXfs><xf numFmtId='0'/><xf numFmtId='14'/></cellXfs></styleSheet>"),
        ("xl/worksheets/sheet1.xml", format!("<worksheet><sheetData>{sheet}</sheetData></worksheet>").as_bytes()),
    ])
}

pub fn open_document(kind: &str, body: &str) -> Vec<u8> {
    zip(&[
        ("mimetype", format!("application/vnd.oasis.opendocument.{kind}").as_bytes()),
        (
            "content.xml",
            format!("<office:document-content><office:body>{body}</office:body></office:document-content>").as_bytes(),
        ),
        ("meta.xml", b"<office:meta><dc:title>On Salt</dc:title><dc:date>2020-02-03T00:00:00</dc:date></office:meta>"),
    ])
}

pub fn epub(spine: &str) -> Vec<u8> {
    let opf = format!(
        "<package><metadata><dc:title>The Pier</dc:title></metadata><manifest><item id='a' href='text/a%20b.xhtml'/><item id='b' href='../text/b.xhtml'/></manifest><spine>{spine}</spine></package>"
    );
    zip(&[
        ("mimetype", b"application/epub+zip"),
        ("META-INF/container.xml", b"<container><rootfile full-path='OPS/book.opf'/></container>"),
        ("OPS/book.opf", opf.as_bytes()),
        ("OPS/text/a b.xhtml", b"<html><body><h1>The first winter</h1><p>It snowed &amp; froze.</p></body></html>"),
        ("text/b.xhtml", b"<html><head><title>Second</title></head><body><p>It thawed.</p></body></html>"),
    ])
}

/// A PDF with a page for each content stream, in Helvetica. `more` goes into the trailer.
pub fn pdf(pages: &[&str], more: &str) -> Vec<u8> {
    let mut objects = vec![
        "<</Type/Catalog/Pages 2 0 R>>".to_owned(),
        format!(
            "<</Type/Pages/Count {}/Kids[{}]>>",
            pages.len(),
            (0..pages.len()).map(|page| format!("{} 0 R ", 5 + page * 2)).collect::<String>()
        ),
        "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>".to_owned(),
        "<</Title(The Salt Road)/ModDate(D:20210304100000Z)>>".to_owned(),
    ];
    for (page, content) in pages.iter().enumerate() {
        objects.push(format!(
            "<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Resources<</Font<</F 3 0 R>>/XObject<</I {image} 0 R>>>>/Contents {} 0 R>>",
            6 + page * 2,
            image = 5 + pages.len() * 2
        ));
        objects.push(format!("<</Length {}>>\nstream\n{content}\nendstream", content.len()));
    }
    objects.push("<</Type/XObject/Subtype/Image/Width 1/Height 1/BitsPerComponent 8/ColorSpace/DeviceGray/Length 1>>\nstream\nx\nendstream".to_owned());
    let mut out = b"%PDF-1.4\n".to_vec();
    let mut table = String::new();
    for (number, object) in objects.iter().enumerate() {
        table.push_str(&format!("{:010} 00000 n \n", out.len()));
        out.extend_from_slice(format!("{} 0 obj\n{object}\nendobj\n", number + 1).as_bytes());
    }
    let at = out.len();
    let size = objects.len() + 1;
    out.extend_from_slice(
        format!("xref\n0 {size}\n0000000000 65535 f \n{table}trailer\n<</Size {size}/Root 1 0 R/Info 4 0 R{more}>>\nstartxref\n{at}\n%%EOF\n").as_bytes(),
    );
    out
}

/// Lines of text from a place of a page downward, 12 points apart.
pub fn column(x: u32, y: u32, lines: &[&str]) -> String {
    let lines: String = lines.iter().map(|line| format!("({line}) Tj T*\n")).collect();
    format!("BT /F 10 Tf 12 TL 1 0 0 1 {x} {y} Tm\n{lines}ET\n")
}
