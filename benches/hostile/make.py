#!/usr/bin/env python3
"""Makes files of every format that mean harm: deep, wide, long, repeated, numbered, recursive, cut short, mutated.

    make.py OUT      about 260 files, 1 GB of them in a handful

Nothing is drawn from anywhere: every file is made of the few words below, with a fixed seed.
"""
import io, json, os, random, struct, sys, zipfile, zlib

WORDS = "The pier at Kelpmouth leans since the spring and nobody has mended it yet. "
MB = 1 << 20
rng = random.Random(7)


def zipped(parts, method=zipfile.ZIP_DEFLATED):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as file:
        for name, data in parts:
            file.writestr(name, data)
    return out.getvalue()


def docx(body):
    return zipped([("[Content_Types].xml", "<Types/>"), ("word/document.xml", "<w:document><w:body>%s</w:body></w:document>" % body)])


def odt(body):
    return zipped([("mimetype", "application/vnd.oasis.opendocument.text"), ("content.xml", "<office:document-content><office:body><office:text>%s</office:text></office:body></office:document-content>" % body)])


def xlsx(rows):
    return zipped([("xl/workbook.xml", '<workbook><sheets><sheet name="S" sheetId="1" r:id="r"/></sheets></workbook>'),
                   ("xl/_rels/workbook.xml.rels", '<Relationships><Relationship Id="r" Type="x/worksheet" Target="worksheets/sheet1.xml"/></Relationships>'),
                   ("xl/worksheets/sheet1.xml", "<worksheet><sheetData>%s</sheetData></worksheet>" % rows)])


def pptx(shapes):
    return zipped([("ppt/presentation.xml", '<p:presentation><p:sldIdLst><p:sldId id="1" r:id="a"/></p:sldIdLst></p:presentation>'),
                   ("ppt/_rels/presentation.xml.rels", '<Relationships><Relationship Id="a" Type="x/slide" Target="slides/slide1.xml"/></Relationships>'),
                   ("ppt/slides/slide1.xml", "<p:sld>%s</p:sld>" % shapes)])


def epub(page, spine=1):
    items = "".join('<item id="c%d" href="c.xhtml" media-type="application/xhtml+xml"/>' % n for n in range(spine))
    refs = "".join('<itemref idref="c%d"/>' % n for n in range(spine))
    return zipped([("mimetype", "application/epub+zip"),
                   ("META-INF/container.xml", '<container><rootfiles><rootfile full-path="o.opf"/></rootfiles></container>'),
                   ("o.opf", "<package><manifest>%s</manifest><spine>%s</spine></package>" % (items, refs)), ("c.xhtml", page)])


def pdf(objects, root=1):
    out, places = b"%PDF-1.5\n", []
    for number, body in enumerate(objects, 1):
        places.append(len(out))
        body = body if isinstance(body, bytes) else body.encode()
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    table = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(places) + 1)
    out += b"".join(b"%010d 00000 n \n" % place for place in places)
    return out + b"trailer\n<< /Size %d /Root %d 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(places) + 1, root, table)


def stream(data, extra="", packed=True):
    data = data if isinstance(data, bytes) else data.encode()
    body = zlib.compress(data) if packed else data
    filters = "/Filter /FlateDecode" if packed else ""
    return b"<< /Length %d %s %s >>\nstream\n%s\nendstream" % (len(body), filters.encode(), extra.encode(), body)


def page(content, font="<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>", more=(), resources=""):
    return pdf(["<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
                "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 5 0 R /Resources << /Font << /F 4 0 R >> %s >> >>" % resources,
                font, stream(content)] + list(more))


SAY = "BT /F 12 Tf 20 700 Td (%s) Tj ET " % WORDS


def cid(widths, extra=""):
    return page("BT /F 12 Tf 20 700 Td <00480049> Tj ET",
                "<< /Type /Font /Subtype /Type0 /BaseFont /X /Encoding /Identity-H /DescendantFonts [6 0 R] %s >>" % extra,
                ["<< /Type /Font /Subtype /CIDFontType2 /BaseFont /X %s /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> >>" % widths])


def cmap(ranges):
    text = "/CIDInit /ProcSet findresource begin begincmap 1 begincodespacerange <0000> <FFFF> endcodespacerange %s endcmap end" % ranges
    font = "<< /Type /Font /Subtype /Type0 /BaseFont /X /Encoding /Identity-H /ToUnicode 7 0 R /DescendantFonts [6 0 R] >>"
    return page("BT /F 12 Tf 20 700 Td <00480049> Tj ET", font,
                ["<< /Type /Font /Subtype /CIDFontType2 /BaseFont /X >>", stream(text)])


def files():
    yield "good.txt", WORDS
    for count in (10, 300, 8_000, 100_000):
        yield "html/one-name-%d.html" % count, "<p" + ' a="1"' * count + ">" + WORDS
        yield "html/many-names-%d.html" % count, "<p" + "".join(' a%d="%d"' % (n, n) for n in range(count)) + ">" + WORDS
        yield "html/marks-%d.html" % count, "<p" + ' x"= "<>"' * count + ">" + WORDS
        yield "html/single-%d.html" % count, "<p" + " a='1'" * count + ">" + WORDS
        yield "html/bare-%d.html" % count, "<p" + " a=1 b" * count + ">" + WORDS
        yield "html/deep-%d.html" % count, "<div>" * count + WORDS
        yield "html/tables-%d.html" % count, "<table><tr><td>" * count + WORDS
        yield "html/unclosed-%d.html" % count, "<b><i><p>" * count + WORDS
        yield "html/entities-%d.html" % count, "&amp;&#x41;&notanentity" * count + WORDS
        yield "html/comments-%d.html" % count, "<!--" * count + WORDS
        yield "html/scripts-%d.html" % count, "<script><!--" * count + WORDS
        yield "html/cdata-%d.html" % count, "<![CDATA[" * count + WORDS
        yield "html/ends-%d.html" % count, "</p></div>" * count + WORDS
        yield "md/quotes-%d.md" % count, ">" * count + WORDS
        yield "md/lists-%d.md" % count, "".join("%s- x\n" % (" " * (n % 200)) for n in range(count)) + WORDS
        yield "md/links-%d.md" % count, "[" * count + WORDS
        yield "md/stars-%d.md" % count, "*_`" * count + WORDS
        yield "md/fences-%d.md" % count, "```\n" * count + WORDS
        yield "tex/open-%d.tex" % count, "\\[\\[ " * count + WORDS
        yield "tex/braces-%d.tex" % count, "\\section{" * count + WORDS
        yield "tex/items-%d.tex" % count, "\\item[" * count + WORDS
        yield "tex/verb-%d.tex" % count, "\\verb|" * count + WORDS
        yield "tex/def-%d.tex" % count, "\\def" * count + WORDS
        yield "tex/dollars-%d.tex" % count, "$$ $" * count + WORDS
        yield "tex/begin-%d.tex" % count, "\\begin{a}" * count + WORDS
        yield "json/arrays-%d.json" % count, "[" * count
        yield "json/closed-%d.json" % count, "[" * count + "]" * count
        yield "json/objects-%d.json" % count, '{"a":' * count + "1" + "}" * count
        yield "json/long-name-%d.json" % count, '{"%s":[%s]}' % ("n" * 400, ",".join("1" * count))
        yield "json/rows-%d.json" % count, json.dumps([{"text": WORDS, "id": n} for n in range(min(count, 30_000))])
        yield "json/escapes-%d.json" % count, '["' + "\\u0041\\ud83d" * count + '"]'
        yield "json/lines-%d.jsonl" % count, '{"text": "%s"}\n' % WORDS * min(count, 30_000)
        yield "csv/wide-%d.csv" % count, ",".join("c%d" % n for n in range(count)) + "\n" + ",".join(["1"] * count) + "\n"
        yield "csv/quote-%d.csv" % count, 'a,b\n"' + "x,\n" * count
        yield "csv/rows-%d.csv" % count, "title,text\n" + "".join("%d,%s\n" % (n, WORDS) for n in range(min(count, 50_000)))
        yield "csv/ragged-%d.csv" % count, "a,b,c\n" + "".join("x," * (n % 40) + "\n" for n in range(count))
        yield "xml/deep-%d.xml" % count, "<?xml version='1.0'?>" + "<a>" * count + WORDS + "</a>" * count
        yield "xml/attributes-%d.xml" % count, "<?xml version='1.0'?><a" + "".join(' a%d="x"' % n for n in range(count)) + ">" + WORDS + "</a>"
        yield "xml/namespaces-%d.xml" % count, "<?xml version='1.0'?>" + "".join('<n%d:a xmlns:n%d="x">' % (n, n) for n in range(min(count, 20_000))) + WORDS
        yield "rtf/deep-%d.rtf" % count, "{\\rtf1 " + "{" * count + WORDS + "}" * count + "}"
        yield "rtf/words-%d.rtf" % count, "{\\rtf1 " + "\\b\\i0\\u8364?" * count + WORDS + "}"
        yield "rtf/bin-%d.rtf" % count, "{\\rtf1 \\bin999999999 " + "x" * count + "}"
        yield "srt/cues-%d.srt" % count, "".join("%d\n00:00:01,000 --> 00:00:02,000\nAnna: %s\n\n" % (n, WORDS) for n in range(min(count, 30_000)))
        yield "mail/parts-%d.eml" % count, mail("--b\nContent-Type: text/plain\n\n%s\n" % WORDS * min(count, 8_000))
        yield "mail/headers-%d.eml" % count, "From: a@b.c\nTo: d@e.f\nSubject: x\n" + "X-A: b\n" * count + "\n" + WORDS
        yield "mail/words-%d.eml" % count, "From: a@b.c\nTo: d@e.f\nSubject: " + "=?utf-8?q?=41?= " * count + "\n\n" + WORDS
        yield "docx/deep-%d.docx" % count, docx("<w:tbl><w:tr><w:tc>" * count + "<w:p><w:r><w:t>x</w:t></w:r></w:p>")
        yield "docx/paragraphs-%d.docx" % count, docx("<w:p><w:r><w:t>%s</w:t></w:r></w:p>" % WORDS * count)
        yield "docx/attributes-%d.docx" % count, docx("<w:p %s><w:r><w:t>x</w:t></w:r></w:p>" % "".join('a%d="1" ' % n for n in range(count)))
        yield "odt/deep-%d.odt" % count, odt("<text:list><text:list-item>" * count + "<text:p>x</text:p>")
        yield "odt/blanks-%d.odt" % count, odt('<text:p><text:s text:c="2147483647"/>%s</text:p>' % WORDS + '<text:p><text:s text:c="9999"/></text:p>' * count)
        yield "xlsx/cells-%d.xlsx" % count, xlsx("".join('<row r="%d"><c r="A%d"><v>%d</v></c></row>' % (n + 1, n + 1, n) for n in range(count)))
        yield "xlsx/far-%d.xlsx" % count, xlsx('<row r="1048576"><c r="XFD1048576"><v>1</v></c></row><row r="4294967295"><c r="ZZZZZZ4294967295"><v>2</v></c></row>' * min(count, 1_000))
        yield "pptx/shapes-%d.pptx" % count, pptx("<p:sp><p:txBody><a:p><a:r><a:t>%s</a:t></a:r></a:p></p:txBody></p:sp>" % WORDS * count)
        yield "pptx/groups-%d.pptx" % count, pptx("<p:grpSp>" * count)
        yield "epub/same-%d.epub" % count, epub("<html><body><p>%s</p></body></html>" % WORDS, min(count, 20_000))
        yield "zip/members-%d.zip" % count, zipped([("m%d.txt" % n, "Boat %d came in." % n) for n in range(min(count, 60_000))], zipfile.ZIP_STORED)
        yield "pdf/forms-%d.pdf" % count, page("/X Do " * count, more=[stream(SAY + "/X Do", "/Type /XObject /Subtype /Form /Resources << /XObject << /X 6 0 R >> /Font << /F 4 0 R >> >>")], resources="/XObject << /X 6 0 R >>")
        yield "pdf/states-%d.pdf" % count, page("q " * count + SAY)
        yield "pdf/arrays-%d.pdf" % count, page("[" * count + SAY)
        yield "pdf/text-%d.pdf" % count, page(SAY * count)
        yield "pdf/kids-%d.pdf" % count, pdf(["<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [%s] /Count %d >>" % ("3 0 R " * count, count), "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] >>"])
    for last in (65_535, 65_536, 99_999_999, 2_147_483_647, 4_294_967_295):
        yield "pdf/w-%d.pdf" % last, cid("/W [0 %d 500]" % last)
        yield "pdf/w2-%d.pdf" % last, cid("/W2 [0 %d 500 1 2]" % last)
    yield "pdf/w-many.pdf", cid("/W [%s]" % ("0 65535 500 " * 50_000))
    yield "pdf/w-listed.pdf", cid("/W [0 [%s]]" % ("5 " * 3_000_000))
    yield "pdf/cid-ranges.pdf", cmap("1 begincidrange <00000000> <FFFFFFFF> 0 endcidrange")
    yield "pdf/bf-ranges.pdf", cmap("100 beginbfrange %s endbfrange" % ("<0000> <FFFF> <0041> " * 100_000))
    yield "pdf/first-last.pdf", page(SAY, "<< /Type /Font /Subtype /TrueType /BaseFont /X /FirstChar 0 /LastChar 2147483647 /Widths [500] >>")
    yield "pdf/differences.pdf", page(SAY, "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding << /Differences [%s] >> >>" % "4294967295 /A " * 10_000)
    yield "pdf/own-parent.pdf", pdf(["<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 99999999 >>"])
    yield "pdf/bomb.pdf", page(b" " * (400 * MB))
    yield "pdf/twice.pdf", pdf(["<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [3 0 R] /Count 1 >>", "<< /Type /Page /Contents 4 0 R >>", stream(zlib.compress(b" " * (100 * MB)), "/Filter [/FlateDecode /FlateDecode]", False)])
    yield "pdf/predictor.pdf", pdf(["<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [3 0 R] /Count 1 >>", "<< /Type /Page /Contents 4 0 R >>", stream(SAY, "/DecodeParms << /Predictor 15 /Columns 2147483647 /Colors 99 /BitsPerComponent 16 >>")])
    yield "pdf/deep-dicts.pdf", pdf(["<< /Type /Catalog /Pages 2 0 R /A %s >>" % ("<< /A " * 200_000), "<< /Type /Pages /Kids [] /Count 0 >>"])
    yield "pdf/objstm.pdf", pdf(["<< /Type /Catalog /Pages 2 0 R >>", stream("0 0 " * 100_000, "/Type /ObjStm /N 2147483647 /First 4")])
    yield "docx/one-run-300mb.docx", docx("<w:p><w:r><w:t>" + "word " * (60 * MB) + "</w:t></w:r></w:p>")
    yield "zip/bomb.zip", zipped([("a.txt", b"x" * (600 * MB))])
    yield "zip/nested.zip", nested(12)
    yield "zip/overlapping.zip", overlapping(3_000)
    yield "zip/one-name.zip", one_name(3)
    yield "zip/up.zip", zipped([("../../../etc/x.txt", WORDS), ("/etc/y.txt", WORDS), ("C:\\z.txt", WORDS)])
    yield "mail/nested.eml", nested_mail(400)
    yield "mail/one-line.eml", "From: a@b.c\nTo: d@e.f\nSubject: x\n\n" + "x" * (20 * MB)
    yield "mail/box.mbox", "".join("From a Mon Jan 1 00:00:00 2020\nFrom: a@b.c\nTo: b@c.d\nSubject: %d\n\n%s\n\n" % (n, WORDS) for n in range(20_000))
    yield "text/one-line.txt", "word " * (10 * MB)
    yield "text/no-blank.txt", "x" * (40 * MB)
    yield "text/lines.txt", "\n" * (20 * MB) + WORDS
    yield "text/stops.txt", "." * (10 * MB) + WORDS
    yield "text/capitals.txt", "Alice Tanner %d met Orme. " * 1 % 1 + "".join("Alice Tanner %d met Orme. " % n for n in range(200_000))
    yield "text/combining.txt", "a" + "\u0301" * (2 * MB) + WORDS
    yield "text/zero.txt", b"\0" * MB
    yield "text/utf16.txt", ("\ufeff" + WORDS * 10_000).encode("utf-16-le")
    yield "text/half.txt", (WORDS * 1_000).encode("utf-16-le") + b"\xd8"
    yield "csv/million-text.csv", "title,text\n" + "".join("%d,%s\n" % (n, WORDS + WORDS) for n in range(1_000_000))
    yield "csv/million-figures.csv", "a,b,c,d\n" + "".join("%d,%d,%d,%d\n" % (n, n * 7 % 1000, n * 13 % 1000, n) for n in range(1_000_000))
    yield "json/million.json", "[" + ",".join(["1"] * 2_000_000) + "]"
    yield "notebook/cells.ipynb", json.dumps({"cells": [{"cell_type": "markdown", "source": [WORDS]}] * 50_000})
    yield "code/comments.py", "".join("# %s\n" % WORDS for _ in range(200_000))
    yield "code/open.c", "/*" * MB
    seeds = [("docx", docx("<w:p><w:r><w:t>%s</w:t></w:r></w:p>" % WORDS)), ("xlsx", xlsx('<row r="1"><c r="A1"><v>1</v></c></row>')), ("odt", odt("<text:p>%s</text:p>" % WORDS)), ("pdf", page(SAY)), ("epub", epub("<p>%s</p>" % WORDS)), ("rtf", ("{\\rtf1 %s}" % WORDS).encode()), ("pptx", pptx("<p:sp/>"))]
    for kind, seed in seeds:
        for number in range(8):
            data = bytearray(seed)
            for _ in range(1 + number * 3):
                data[rng.randrange(len(data))] = rng.choice([0, 1, 0x7f, 0x80, 0xff, rng.randrange(256)])
            yield "mutated/%d.%s" % (number, kind), bytes(data)
        yield "mutated/cut.%s" % kind, seed[: len(seed) * 2 // 3]
        yield "mutated/doubled.%s" % kind, seed + seed


def mail(parts):
    return "From: a@b.c\nTo: d@e.f\nSubject: x\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n%s--b--\n" % parts


def nested_mail(depth):
    head, tail = "From: a@b.c\nTo: d@e.f\nSubject: x\nMIME-Version: 1.0\n", ""
    for level in range(depth):
        head += "Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n" % (level, level)
        tail = "\n--b%d--\n" % level + tail
    return head + "Content-Type: text/plain\n\n" + WORDS + tail


def nested(depth):
    data = WORDS.encode()
    name = "a.txt"
    for _ in range(depth):
        data, name = zipped([(name, data)] * 1), "a.zip"
    return data


def overlapping(count):
    """Many entries of the directory over one packed megabyte."""
    data = b"x" * MB
    packed = zlib.compress(data, 9)[2:-4]
    about = struct.pack("<HHHHHIII", 20, 0, 8, 0, 0x5021, zlib.crc32(data), len(packed), len(data))
    out = b"PK\x03\x04" + about + struct.pack("<HH", 5, 0) + b"a.txt" + packed
    directory = b""
    for number in range(count):
        name = b"m%d.txt" % number
        directory += b"PK\x01\x02\x14\x00" + about + struct.pack("<HHHHHII", len(name), 0, 0, 0, 0, 0, 0) + name
    return out + directory + b"PK\x05\x06" + struct.pack("<HHHHIIH", 0, 0, count, count, len(directory), len(out), 0)


def one_name(count):
    out, directory = b"", b""
    for number in range(count):
        data = b"Boat %d came in." % number
        about = struct.pack("<HHHHHIII", 20, 0, 0, 0, 0x5021, zlib.crc32(data), len(data), len(data))
        directory += b"PK\x01\x02\x14\x00" + about + struct.pack("<HHHHHII", 5, 0, 0, 0, 0, 0, len(out)) + b"a.txt"
        out += b"PK\x03\x04" + about + struct.pack("<HH", 5, 0) + b"a.txt" + data
    return out + directory + b"PK\x05\x06" + struct.pack("<HHHHIIH", 0, 0, count, count, len(directory), len(out), 0)


def main():
    out, count, size = sys.argv[1], 0, 0
    for name, data in files():
        path = os.path.join(out, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        data = data if isinstance(data, bytes) else data.encode("utf-8", "surrogatepass")
        with open(path, "wb") as file:
            file.write(data)
        count, size = count + 1, size + len(data)
    print("%d files, %.0f MB" % (count, size / 1e6))


main()
