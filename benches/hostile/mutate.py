#!/usr/bin/env python3
"""Feeds mutated files to the process that reads them, and says which end it, or take longer than five seconds.

    mutate.py GLEANER FORMAT|all ITERATIONS [SEED]

Deterministic: the same seed gives the same files. Half the mutations know the structure: a number becomes a large one, an
attribute, an element, an array or a command is repeated or nested a thousand times, two parts change places; the rest
change bytes. The reader is fed as the program feeds it: through its pipe, one process for many files. What breaks it is
left in `mutate-found/`. A file that the reader refuses, with a reason, is none.
"""
import io, os, random, re, struct, subprocess, sys, time, zipfile, zlib

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
sys.argv_kept, sys.argv = sys.argv, ["make.py", os.devnull]
source = open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "make.py")).read().replace("\nmain()\n", "\n")
make = {"__name__": "make"}
exec(compile(source, "make.py", "exec"), make)
sys.argv = sys.argv_kept
WORDS = make["WORDS"]

TEXTS = {
    "html": ['<!doctype html><html lang="en"><head><title>A &amp; b</title><meta name="date" content="2020-01-02"></head><body class="x y"><main id="m"><h1>One</h1><p style="color:red" title=\'t\'>%s<a href="#">x</a><br/></p><table><tr><td>1</td><td>2</td></tr></table><pre>a\n b</pre><ul><li>a<li>b</ul><script>if (a<b) {}</script></main></body></html>' % WORDS],
    "tex": ['\\documentclass[a]{b}\\title{T}\\date{2020}\\begin{document}\\section[s]{S \\emph{x}} %s \\footnote{a $x^2$ b} \\begin{tabular}{ll} a & b \\\\ c & d \\end{tabular} \\item[x] \\verb|y| \\[ z \\] \\def\\q#1{r} \\href{u}{v} \\\'e \\"{o} ``q\'\' --- %% c\n\\end{document}' % WORDS],
    "json": ['{"title": "T", "items": [{"text": "%s", "n": 1.5e3, "u": "\\u00e9\\ud83d\\ude00", "deep": {"a": [1, [2, [3]], null, true]}}, {"text": "x"}]}' % WORDS, '[{"text": "%s"}, {"text": "b", "x": []}]' % WORDS],
    "jsonl": ['{"text": "%s", "id": 1}\n{"text": "b", "id": [1, 2]}\nnot json\n' % WORDS],
    "csv": ['title,text,date\n"A ""b""",%s,2020-01-02\nC,"x\ny",\n,,,,\n' % WORDS, 'a;b\n1;2\n3;4\n'],
    "xml": ['<?xml version="1.0" encoding="utf-8"?><!DOCTYPE a [<!ENTITY b "c">]><a x="1" y=\'2\'><title>T</title><b:c xmlns:b="u">%s &lt; &#65; &b;</b:c><!-- d --><![CDATA[e]]></a>' % WORDS],
    "rtf": ['{\\rtf1\\ansi\\ansicpg1252{\\fonttbl{\\f0 A;}}{\\info{\\title T}}\\pard\\b %s\\b0\\par \\u8364?\\\'e9{\\*\\x y}\\trowd a\\cell b\\cell\\row\\bin3 abc{\\pict 00ff}}' % WORDS],
    "srt": ['1\n00:00:01,000 --> 00:00:02,500\n<i>Anna:</i> %s\n\n2\n00:00:03,000 --> 00:00:04,000\n{b}x\n' % WORDS],
    "md": ['---\ntitle: T\ndate: 2020-01-02\n---\n# One\n\n> %s\n\n- a\n  - b\n1. c\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```py\nx\n```\n[l](u) *e* `c` <b>h</b>\n' % WORDS],
    "eml": ['From: "A" <a@b.c>\nTo: d@e.f\nSubject: =?utf-8?q?A=C3=A9?= x\nDate: Mon, 1 Mar 2021 10:00:00 +0100\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary="b"\n\n--b\nContent-Type: text/html; charset=utf-8\nContent-Transfer-Encoding: quoted-printable\n\n<p a=3D"1">%s</p>\n--b\nContent-Type: text/csv; name="x.csv"\nContent-Disposition: attachment; filename="x.csv"\nContent-Transfer-Encoding: base64\n\nYSxiCjEsMgo=\n--b--\n' % WORDS],
    "ipynb": ['{"cells": [{"cell_type": "markdown", "source": ["# A\\n", "%s"]}, {"cell_type": "code", "source": "x = 1", "outputs": [{"text": "y"}]}], "metadata": {"language_info": {"file_extension": ".py"}}}' % WORDS],
    "py": ['"""Doc %s"""\nimport x\n# c\ndef f(a):\n    """d"""\n    return \'#\' + "e" # g\n' % WORDS],
}
PACKED = {
    "docx": lambda inner: make["docx"](inner), "odt": lambda inner: make["odt"](inner), "xlsx": lambda inner: make["xlsx"](inner),
    "pptx": lambda inner: make["pptx"](inner), "epub": lambda inner: make["epub"](inner),
}
INNER = {
    "docx": '<w:p w:a="1"><w:pPr><w:pStyle w:val="Heading1"/></w:pPr><w:r><w:t xml:space="preserve">%s</w:t><w:tab/><w:br/></w:r></w:p><w:tbl><w:tr><w:tc><w:p><w:r><w:t>x</w:t></w:r></w:p></w:tc></w:tr></w:tbl><w:p><w:del><w:r><w:delText>y</w:delText></w:r></w:del><w:footnoteReference w:id="2"/></w:p>' % WORDS,
    "odt": '<text:h text:outline-level="1">T</text:h><text:p text:style-name="P">%s<text:s text:c="3"/><text:tab/></text:p><text:list><text:list-item><text:p>x</text:p></text:list-item></text:list><table:table><table:table-row table:number-rows-repeated="2"><table:table-cell table:number-columns-repeated="3"><text:p>1</text:p></table:table-cell></table:table-row></table:table>' % WORDS,
    "xlsx": '<row r="1"><c r="A1" t="inlineStr"><is><t>name</t></is></c><c r="B1" t="inlineStr"><is><t>text</t></is></c></row><row r="2"><c r="A2" s="1"><v>43000</v></c><c r="B2" t="str"><f>A1</f><v>%s</v></c></row><row r="9"><c r="D9" t="b"><v>1</v></c></row>' % WORDS,
    "pptx": '<p:sp><p:nvSpPr><p:nvPr><p:ph type="title"/></p:nvPr></p:nvSpPr><p:txBody><a:p><a:r><a:t>%s</a:t></a:r></a:p></p:txBody></p:sp><a:tbl><a:tr><a:tc><a:p><a:r><a:t>x</a:t></a:r></a:p></a:tc></a:tr></a:tbl>' % WORDS,
    "epub": '<html xmlns="u"><head><title>T</title></head><body><h1 id="a">One</h1><p class="b">%s</p></body></html>' % WORDS,
}
CID = "/W [0 [500 600] 3 9 500] /DW 1000 /W2 [0 5 500 1 2] /DW2 [880 -1000] /CIDToGIDMap /Identity"
PDFS = [
    lambda: make["cid"](CID), lambda: make["page"](make["SAY"] * 3),
    lambda: make["page"](make["SAY"], "<< /Type /Font /Subtype /TrueType /BaseFont /A /FirstChar 32 /LastChar 126 /Widths [500 600] /Encoding << /Differences [65 /A /B] >> >>"),
    lambda: make["cmap"]("2 beginbfrange <0000> <005E> <0020> <005F> <0061> [<0066> <0069>] endbfrange 1 beginbfchar <3A51> <D840DC3E> endbfchar"),
    lambda: make["page"]("q 1 0 0 1 0 0 cm BT /F 12 Tf 14 TL 2 Tw 1 Tc 90 Tz 3 Ts 1 0 0 1 20 700 Tm [(A) -250 (B)] TJ T* (c) ' 1 2 (d) \" ET Q /X Do", more=[make["stream"](make["SAY"], "/Type /XObject /Subtype /Form /Matrix [1 0 0 1 0 0] /Resources << /Font << /F 4 0 R >> >>")], resources="/XObject << /X 6 0 R >>"),
]
NUMBERS = ["0", "-1", "1", "255", "65535", "65536", "2147483647", "2147483648", "4294967295", "4294967296", "9223372036854775807", "18446744073709551615", "99999999999999999999", "1e308", "1e400", "-0.0", "NaN", "0.00000001"]
PIECE = re.compile(r'''\s[\w:]+=(?:"[^"]*"|'[^']*'|\S+)|<[^<>]*>|\\[a-zA-Z]+\*?|\{[^{}]*\}|\[[^\[\]]*\]|"[^"]*"|\d+(?:\.\d+)?|/\w+|\([^()]*\)|\n''')


def structured(text, rng):
    """One change that knows what the text is made of."""
    places = list(PIECE.finditer(text))
    if not places:
        return text
    at = rng.choice(places)
    piece = at.group()
    kind = rng.randrange(8)
    times = rng.choice([2, 50, 1_000, 5_000, 20_000])
    if kind == 0:
        numbers = [p for p in places if p.group()[0].isdigit()] or places
        at = rng.choice(numbers)
        return text[: at.start()] + rng.choice(NUMBERS) + text[at.end():]
    if kind == 1:
        return text[: at.start()] + piece * times + text[at.end():]
    if kind == 2:
        other = rng.choice(places)
        return text[: at.start()] + other.group() + text[at.end():]
    if kind == 3:
        return text[: at.start()] + text[at.end():]
    if kind == 4:
        opening = rng.choice(["<", "{", "[", "(", "\"", "'", "<a>", "<!--", "<![CDATA[", "\\begin{a}", "/*", "&", "&#", "<<", "q ", "> "])
        return text[: at.start()] + opening * times + text[at.start():]
    if kind == 5:
        return text[: at.start()] + "".join(piece.replace("=", "%d=" % n, 1) for n in range(times)) + text[at.end():]
    if kind == 6:
        start, end = sorted((at.start(), rng.choice(places).end()))
        return text[:end] + text[start:end] * min(times, 1 + 2_000_000 // max(1, end - start)) + text[end:]
    return text[: at.start()]


def mutated(data, rng):
    data = bytearray(data)
    for _ in range(rng.randint(1, 12)):
        if not data:
            break
        kind, at = rng.randrange(5), rng.randrange(len(data))
        if kind == 0:
            data[at] = rng.choice([0, 1, 9, 10, 32, 34, 39, 60, 62, 92, 127, 128, 255, rng.randrange(256)])
        elif kind == 1:
            del data[at:at + rng.randint(1, 40)]
        elif kind == 2:
            end = min(len(data), at + rng.randint(1, 60))
            data[at:at] = data[at:end] * rng.choice([1, 3, 200])
        elif kind == 3:
            data[at:at + 4] = struct.pack(rng.choice("<>") + "I", rng.choice([0, 1, 0x7fffffff, 0x80000000, 0xffffffff]))
        else:
            data[at:at] = bytes(rng.randrange(256) for _ in range(rng.randint(1, 8)))
    return bytes(data[: 8 << 20])


def sample(kind, rng):
    if kind == "pdf":
        data = rng.choice(PDFS)()
        if rng.random() < 0.6:
            data = structured(data.decode("latin-1"), rng).encode("latin-1", "replace")
        return mutated(data, rng) if rng.random() < 0.5 else data
    if kind in PACKED:
        inner = INNER[kind]
        for _ in range(rng.randint(1, 3)):
            inner = structured(inner, rng)
        data = PACKED[kind](inner[: 8 << 20])
        return mutated(data, rng) if rng.random() < 0.3 else data
    text = rng.choice(TEXTS[kind])
    for _ in range(rng.randint(1, 3)):
        text = structured(text, rng)[: 4 << 20]
    data = text.encode("utf-8", "replace")
    return mutated(data, rng) if rng.random() < 0.4 else data


class Reader:
    def __init__(self, program):
        self.process = subprocess.Popen([program, "--read-files"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env={"MALLOC_ARENA_MAX": "1", "RAYON_NUM_THREADS": "1"})

    def read(self, name, data):
        """None when the reader lives on, else how it ended."""
        name = name.encode()
        head = bytes([len(name)]) + name + b"\0\0"
        try:
            for mark, body in ((b"?", head), (b"=", data)):
                self.process.stdin.write(mark + struct.pack("<Q", len(body)) + body)
            self.process.stdin.flush()
            while True:
                mark = self.process.stdout.read(9)
                if len(mark) < 9:
                    break
                size = struct.unpack("<Q", mark[1:])[0]
                body = self.process.stdout.read(size)
                if mark[:1] in b".!":
                    # A panic that was caught is a finding as well.
                    return "panic" if b"did not expect" in body else None
        except BrokenPipeError:
            pass
        self.process.wait()
        return "ended %s: %s" % (self.process.returncode, self.process.stderr.read()[-300:].decode(errors="replace").strip())


def main():
    program, wanted, iterations = sys.argv[1], sys.argv[2], int(sys.argv[3])
    seed = int(sys.argv[4]) if len(sys.argv) > 4 else 1
    kinds = sorted(list(TEXTS) + list(PACKED) + ["pdf"]) if wanted == "all" else wanted.split(",")
    for kind in kinds:
        rng, reader, found, slowest, begun = random.Random("%s %d" % (kind, seed)), Reader(program), {}, 0.0, time.time()
        for number in range(iterations):
            data = sample(kind, rng)
            at = time.time()
            ended = reader.read("a." + kind, data)
            took = time.time() - at
            slowest = max(slowest, took)
            if took > 5 and not ended:
                ended = "%.1f s" % took
            if ended:
                found.setdefault(ended.split("(")[0][:60], []).append(number)
                os.makedirs("mutate-found", exist_ok=True)
                with open("mutate-found/%s-%d-%d.%s" % (kind, seed, number, kind), "wb") as file:
                    file.write(data)
                print("  %s %d: %s (%d bytes)" % (kind, number, ended, len(data)), flush=True)
                if reader.process.poll() is not None:
                    reader = Reader(program)
        print("%-6s %d files in %.0f s, slowest %.2f s, findings: %s" % (kind, iterations, time.time() - begun, slowest, {k: len(v) for k, v in found.items()} or "none"), flush=True)
        reader.process.kill()


main()
