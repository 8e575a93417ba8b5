#!/usr/bin/env python3
"""Writes a table of many rows, or a folder of many small files, whose text is put together from that of the demo: each word
follows one that it follows there (a chain over pairs of words, with a seed), so that names and phrases come as often.

    rows.py table ROWS OUT.csv      about 15 words a row, with a number
    rows.py titled ROWS OUT.csv     the same, and every row has a title of its own
    rows.py folder FILES FOLDER     ten such sentences a file, in three paragraphs
"""
import os, random, sys

DEMO = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "assets", "demo")
rng = random.Random(7)
follow, starts = {}, []


def learn():
    for at, _, names in sorted(os.walk(DEMO)):
        for name in sorted(names):
            if not name.endswith((".md", ".txt", ".eml")):
                continue
            words = [word for word in open(os.path.join(at, name), encoding="utf-8", errors="ignore").read().split() if word[0].isalnum()]
            for a, b, c in zip(words, words[1:], words[2:]):
                follow.setdefault((a, b), []).append(c)
                if a[0].isupper():
                    starts.append((a, b))


def words(count):
    pair = rng.choice(starts)
    found = list(pair)
    while len(found) < count:
        after = follow.get(pair)
        word = rng.choice(after) if after and rng.random() < 0.9 else rng.choice(starts)[1]
        pair = (pair[1], word)
        found.append(word)
    return " ".join(found).replace(",", "").replace('"', "").rstrip(".:;")


def main():
    what, count, out = sys.argv[1], int(sys.argv[2]), sys.argv[3]
    learn()
    if what == "folder":
        for number in range(count):
            folder = os.path.join(out, "%03d" % (number // 500))
            os.makedirs(folder, exist_ok=True)
            with open(os.path.join(folder, "%05d.txt" % number), "w") as file:
                file.write("\n\n".join(" ".join(words(rng.randint(12, 18)) + "." for _ in range(size)) for size in (3, 4, 3)) + "\n")
        return
    with open(out, "w") as file:
        file.write("title,text\n" if what == "titled" else "number,text\n")
        for number in range(count):
            first = "%s %d" % (words(2), number) if what == "titled" else "%d" % number
            file.write("%s,%s.\n" % (first, words(rng.randint(12, 18))))


main()
