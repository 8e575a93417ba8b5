#!/usr/bin/env python3
"""How many words of each PDF a reader finds in the right order: the longest common subsequence with the words known.

    compare.py PDFS TEXTS    TEXTS as `cargo run --example reading PDFS TEXTS` leaves them; pdftotext is asked beside
"""
import glob, os, re, subprocess, sys
from collections import defaultdict


def words(text):
    text = text.replace("\u2019", "'").replace("\u2018", "'").replace("\u201c", '"').replace("\u201d", '"').replace("\u2014", "-").replace("\u2013", "-")
    return re.findall(r"\w+", text.lower())


def in_order(known, found):
    """Length of the longest common subsequence, by machine words of bits (Hyyrö 2004)."""
    places = defaultdict(int)
    for at, word in enumerate(known):
        places[word] |= 1 << at
    full = (1 << len(known)) - 1
    row = full
    for word in found:
        match = places.get(word, 0)
        both = row & match
        row = ((row + both) | (row - both)) & full
    return len(known) - bin(row).count("1")


def main():
    pdfs, texts = sys.argv[1], sys.argv[2]
    sums = defaultdict(lambda: [0, 0, 0, 0, 0])
    for pdf in sorted(glob.glob(os.path.join(pdfs, "*.pdf"))):
        name = os.path.basename(pdf)
        with open(pdf[:-4] + ".txt", encoding="utf-8") as file:
            known = words(file.read())
        with open(os.path.join(texts, name + "..txt"), encoding="utf-8") as file:
            ours = words(file.read())
        theirs = words(subprocess.run(["pdftotext", pdf, "-"], capture_output=True).stdout.decode("utf-8", "replace"))
        row = sums[name[:-8]]
        for at, value in enumerate([1, len(known), in_order(known, ours), in_order(known, theirs), 0]):
            row[at] += value
        if in_order(known, ours) < in_order(known, theirs):
            row[4] += 1
            print("behind:", name, in_order(known, ours), in_order(known, theirs), len(known))
    for kind, (files, known, ours, theirs, behind) in sorted(sums.items()):
        print(f"{kind:10} {files:4} files {known:8} words  gleaner {ours / known:.4%}  pdftotext {theirs / known:.4%}  behind in {behind}")


main()
