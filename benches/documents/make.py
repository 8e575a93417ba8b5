#!/usr/bin/env python3
"""Makes PDFs of about 20 pages whose words are known, to measure readers with.

    make.py OUT [COUNT]      needs pdflatex and soffice

A quarter each: TeX in one and in two columns, an office program in one and in two columns. Text is drawn from the demo
corpus with a fixed seed. Beside NAME.pdf stands NAME.txt: the words in the order a reader reads them.
"""
import glob, os, random, re, subprocess, sys
from html import escape

HERE = os.path.dirname(os.path.abspath(__file__))
WORDS = 9_000
KINDS = ["tex-1", "tex-2", "office-1", "office-2"]


def sentences():
    text = []
    for path in sorted(glob.glob(os.path.join(HERE, "../../assets/demo/**/*"), recursive=True)):
        if os.path.isfile(path) and path.endswith((".md", ".txt")):
            with open(path, encoding="utf-8", errors="ignore") as file:
                text.append(re.sub(r"[#*_`|>\[\]{}\\^~$&%<]+", " ", file.read()))
    found = re.findall(r"[A-Z][^.!?\n]{30,220}[.!?]", "\n".join(text))
    return [" ".join(one.split()) for one in found]


def story(pool, seed):
    """Sections with headings and paragraphs of sentences."""
    rng = random.Random(seed)
    parts, count = [], 0
    while count < WORDS:
        heading = " ".join(rng.choice(pool).rstrip(".!?").split()[:5])
        parts.append(("h", heading))
        for _ in range(rng.randint(3, 6)):
            paragraph = " ".join(rng.choice(pool) for _ in range(rng.randint(3, 7)))
            parts.append(("p", paragraph))
            count += len(paragraph.split())
    return parts


def tex(parts, columns):
    quote = lambda text: re.sub(r'"([^"]*)"', r"``\1''", text).replace('"', "''").replace("#", r"\#")
    body = "\n\n".join((r"\section*{%s}" if kind == "h" else "%s") % quote(text) for kind, text in parts)
    options = "10pt,twocolumn" if columns == 2 else "11pt"
    return (r"\documentclass[%s]{article}\usepackage[T1]{fontenc}\usepackage[utf8]{inputenc}\usepackage{lmodern}"
            r"\pagestyle{headings}\markright{The annals of the bay}\sloppy\begin{document}%s\end{document}") % (options, body)


def office(parts, columns):
    body = "".join(
        '<text:h text:style-name="H" text:outline-level="1">%s</text:h>' % escape(text) if kind == "h"
        else '<text:p text:style-name="P">%s</text:p>' % escape(text) for kind, text in parts)
    return ('<?xml version="1.0" encoding="UTF-8"?><office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" '
            'xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" '
            'xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0" office:version="1.3" '
            'office:mimetype="application/vnd.oasis.opendocument.text"><office:automatic-styles>'
            '<style:style style:name="P" style:family="paragraph"><style:paragraph-properties fo:text-align="justify" fo:margin-bottom="0.2cm"/></style:style>'
            '<style:style style:name="H" style:family="paragraph"><style:paragraph-properties fo:margin-top="0.4cm"/><style:text-properties fo:font-weight="bold" fo:font-size="14pt"/></style:style>'
            '<style:style style:name="S" style:family="section"><style:section-properties text:dont-balance-text-columns="true"><style:columns fo:column-count="%d" fo:column-gap="0.7cm"/></style:section-properties></style:style>'
            '</office:automatic-styles><office:body><office:text><text:section text:name="s" text:style-name="S">%s</text:section></office:text></office:body></office:document>') % (columns, body)


def main():
    out, count = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 100
    os.makedirs(out, exist_ok=True)
    pool = sentences()
    offices = []
    for number in range(count):
        kind = KINDS[number % 4]
        name = "%s-%03d" % (kind, number)
        parts = story(pool, number)
        with open(os.path.join(out, name + ".txt"), "w", encoding="utf-8") as file:
            file.write("\n".join(text for _, text in parts))
        columns = int(kind[-1])
        source = os.path.join(out, name + (".tex" if kind.startswith("tex") else ".fodt"))
        with open(source, "w", encoding="utf-8") as file:
            file.write(tex(parts, columns) if kind.startswith("tex") else office(parts, columns))
        if kind.startswith("tex"):
            subprocess.run(["pdflatex", "-interaction=batchmode", "-output-directory", out, source], stdout=subprocess.DEVNULL)
        else:
            offices.append(source)
    if offices:
        subprocess.run(["soffice", "--headless", "--convert-to", "pdf", "--outdir", out, *offices], stdout=subprocess.DEVNULL)


main()
