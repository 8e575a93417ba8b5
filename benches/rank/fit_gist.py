#!/usr/bin/env python3
"""Fits the weights of assets/rank/gist.toml: which sentences of a document stand in its gist.

usage: fit_gist.py INDEX:QUESTIONS.jsonl... [--out ../../assets/rank/gist.toml]

Each index holds documents; each line of the questions names one (`document`, a file's name) and gives a summary that somebody
wrote of it (`answer`). Features are those of judgement/extractive/summaries/gist.rs, measured the same way. A ridge regression learns
what a sentence's words have of the summary's; half of the documents are fitted to and the other half report. Only numbers
leave this script. Needs numpy, rouge-score, snowballstemmer.
"""
import argparse, collections, json, math, os, random, re, sqlite3, tomllib, pathlib
import numpy as np
import snowballstemmer
from rouge_score import rouge_scorer

ROOT = pathlib.Path(__file__).resolve().parents[2]
FEATURES = ("central titled first early late opens near_top item full short introduction decision aside "
            "purpose asks announces code roster").split()
KINDS = ["prose", "heading", "item", "row", "furniture", "boilerplate", "?", "?"]
WORDS, FEWEST, PASSAGES = 110, 4, 6
STOP = set("a an and are as at be been but by can could did do does for from had has have he her him his how i if in into is it "
           "its just like me more most my no not of on one or our out she should so some such than that the their them then "
           "there these they this those to two up was we were what when which who will with would you your about all also any "
           "because other only here very much many may might must now over under after before between both each even own same "
           "too where while why way get got going go know think really thing things lot kind yeah okay right well".split())
SC = rouge_scorer.RougeScorer(["rouge1", "rouge2"], use_stemmer=True)
stemmer, known = snowballstemmer.stemmer("english"), {}

def stem(word):
    if word not in known: known[word] = stemmer.stemWord(word)
    return known[word]

def terms(text):
    found = (w.lower() for w in re.findall(r"[A-Za-z0-9]+(?:['’][a-z]+)?", text))
    return [stem(w) for w in found if w not in STOP and "'" not in w and "’" not in w and len(w) > 1]

def take(data, at):
    value = shift = 0
    while True:
        byte = data[at]; at += 1; value |= (byte & 127) << shift; shift += 7
        if byte < 128: return value, at

def zigzag(value): return (value >> 1) ^ -(value & 1)

def sentences(data):
    at = end = paragraph = 0
    while at < len(data):
        flags = data[at]; at += 1
        step, at = take(data, at); start = end + zigzag(step)
        length, at = take(data, at); end = start + length
        step, at = take(data, at); paragraph += zigzag(step)
        speaker = None
        if flags >> 4 & 1: speaker, at = take(data, at)
        yield start, end, KINDS[flags & 7], speaker, paragraph, flags >> 3 & 1

OPENINGS = sorted(((w, kind) for kind, ws in tomllib.load(open(ROOT / "assets/rank/sections.toml", "rb")).items() for w in ws),
                  key=lambda pair: -len(pair[0]))
PURPOSE = tomllib.load(open(ROOT / "assets/rank/purpose.toml", "rb"))["eng"]

def section_kind(heading):
    folded = re.sub(r"^[^a-z]+", "", heading.lower()).rstrip(":. *_#")
    for opening, kind in OPENINGS:
        if folded.startswith(opening):
            rest = folded[len(opening):]
            if (not rest or not rest[0].isalnum()) and len(rest.split()) <= 3: return kind
    return "body"

class Document:
    def __init__(self, path, title, parts, text):
        self.sentences = []
        headings, spoken = [], any(s[3] is not None for s in parts)
        section = -1
        for start, end, kind, speaker, paragraph, recurring in parts:
            words = text[start:end].decode("utf8", "replace")
            if kind == "heading" and not spoken:
                line = text[text.rfind(b"\n", 0, start) + 1:end].decode("utf8", "replace").strip()
                rank = len(line) - len(line.lstrip("#")) or 8
                headings = [h for h in headings if h[0] < rank] + [(rank, words)]
                section += 1
            elif not headings and len(self.sentences) % 40 == 0: section += 1
            where = next((k for k in (section_kind(h) for _, h in reversed(headings)) if k != "body"), "body")
            if recurring or kind not in ("prose", "item"): continue
            found = terms(words)
            if found: self.sentences.append(dict(text=words, kind=kind, terms=found, section=section, where=where,
                                                 head=headings[-1][1] if headings else "", n=len(words.split())))
        name = os.path.basename(path).rsplit(".", 1)[0]
        self.title = set(terms(title + " " + re.sub(r"[-_]", " ", name)))

def read(index):
    db = sqlite3.connect(f"file:{index}?mode=ro", uri=True)
    found = {}
    for id, path, title, parts in db.execute("select d.id, f.path, d.title, p.sentences from documents d join files f on "
                                             "f.id = d.file join document_parts p on p.document = d.id"):
        text = b"".join(row[0].encode() for row in db.execute("select text from document_text where id >= ? and id < ? order by id",
                                                              (id << 24, (id + 1) << 24)))
        found[os.path.basename(path)] = Document(path, title, list(sentences(parts)), text)
    return found

def measure(documents):
    count, with_ = 0, collections.Counter()
    for document in documents.values():
        for s in document.sentences: count += 1; with_.update(set(s["terms"]))
    idf = lambda t: math.log(1 + count / max(1, with_[t]))
    def vector(found):
        v = {t: (1 + math.log(n)) * idf(t) for t, n in collections.Counter(found).items()}
        length = math.sqrt(sum(x * x for x in v.values())) or 1
        return {t: x / length for t, x in v.items()}
    like = lambda a, b: sum(x * b.get(t, 0) for t, x in a.items())
    for document in documents.values():
        rows = [s for s in document.sentences if s["n"] >= FEWEST] or document.sentences
        for s in rows: s["vector"] = vector(s["terms"])
        centre = collections.Counter()
        for s in rows: centre.update(s["vector"])
        centre = dict(centre.most_common(200)); length = math.sqrt(sum(x * x for x in centre.values())) or 1
        centre = {t: x / length for t, x in centre.items()}
        section, inside = None, 0
        for number, s in enumerate(rows):
            inside = inside + 1 if s["section"] == section else 0
            section = s["section"]
            folded = " " + " ".join(re.findall(r"[a-z0-9]+", s["text"].lower().replace("'", ""))) + " "
            is_ = lambda yes: 1.0 if yes else 0.0
            share = len(document.title & set(s["terms"])) / max(1, len(document.title))
            s["features"] = [
                like(s["vector"], centre), share, math.exp(-number / 6), math.exp(-number / 25), number / len(rows), 1 / (1 + inside), math.exp(-inside / 5),
                is_(s["kind"] == "item"), min(s["n"], 40) / 40, is_(s["n"] < 8), is_(s["where"] == "introduction"),
                is_(s["where"] == "decision"), is_(s["where"] == "aside"),
                is_(any(f" {c} " in folded for c in PURPOSE)), is_("?" in s["text"]), is_(s["text"].endswith(":")),
                min(1, 10 * sum(c in "{}()<>;=|" for c in s["text"]) / len(s["text"])),
                is_(roster(s["text"]))]
        document.rows = rows

def roster(text):
    words = re.findall(r"\w[\w'’-]*", text)[1:]
    capitals = sum(w[0].isupper() for w in words)
    return capitals >= 4 and capitals > .42 * len(words) and sum(c in ",;·、，" for c in text) >= 2

def target(summary, s):
    score = SC.score(summary, s["text"])
    return (score["rouge1"].recall + 1.5 * score["rouge2"].recall) / (s["n"] + 5) * 25

def fit(pairs, strength=3.0):
    x = np.array([s["features"] for d, _ in pairs for s in d.rows]); y = np.array([s["target"] for d, _ in pairs for s in d.rows])
    w = np.concatenate([np.full(len(d.rows), 100 / len(d.rows)) for d, _ in pairs])
    mean, spread = np.average(x, axis=0, weights=w), x.std(0) + 1e-9
    z = (x - mean) / spread
    beta = np.linalg.solve(z.T @ (z * w[:, None]) + strength * np.eye(z.shape[1]) * w.sum() / 1000, z.T @ (w * (y - np.average(y, weights=w))))
    return beta / spread

def choose(document, weights, fresh, length, title):
    worth = collections.Counter()
    for s in document.rows: worth.update(s["vector"])
    worth = {t: v ** 0.6 * (title if t in document.title else 1) for t, v in worth.items()}
    score = {id(s): float(np.dot(weights, s["features"])) for s in document.rows}
    gain = lambda s: sum(worth.get(t, 0) for t in s["vector"]) / (s["n"] + 3) ** length
    most, rows, chosen, n = max(map(gain, document.rows), default=1) or 1, list(document.rows), [], 0
    while n < WORDS and rows and len(chosen) < PASSAGES:
        best = max(rows, key=lambda s: score[id(s)] + fresh * gain(s) / most)
        rows.remove(best); chosen.append(best); n += best["n"]
        for t in best["vector"]: worth.pop(t, None)
    return " ".join(s["text"] for s in chosen)

def report(pairs, *how):
    found = []
    for document, summary in pairs:
        said = " ".join(choose(document, *how).split()[:100]); s = SC.score(summary, said)
        found.append((s["rouge1"].recall, s["rouge2"].recall, s["rouge1"].fmeasure))
    return [round(100 * float(np.mean([f[i] for f in found])), 1) for i in range(3)]

def main():
    parser = argparse.ArgumentParser(); parser.add_argument("sets", nargs="+"); parser.add_argument("--out")
    options = parser.parse_args()
    fitted, kept = [], []
    for one in options.sets:
        index, questions = one.split(":")
        documents = read(index); measure(documents)
        rows = [json.loads(line) for line in open(questions)]
        pairs = [(documents[q["document"]], q["answer"]) for q in rows if q.get("kind") in ("summary", "general") and documents[q["document"]].rows]
        for document, summary in pairs:
            for s in document.rows: s["target"] = target(summary, s)
        random.Random(1).shuffle(pairs)
        fitted.append(pairs[::2]); kept.append(pairs[1::2])
    weights = fit([p for part in fitted for p in part])
    # So that the features together spread by about one.
    x = np.array([s["features"] for part in fitted for d, _ in part for s in d.rows])
    weights = weights / ((x @ weights).std() + 1e-9)
    # What these sets hardly hold: a list of who was there.
    weights[FEATURES.index("roster")] = min(weights[FEATURES.index("roster")], -6.0)
    best = None
    for fresh in (0.5, 1, 2, 3, 4):
        for length in (0.7, 0.9, 1.0):
            for title in (1, 2, 3):
                parts = [report(part, weights, fresh, length, title) for part in fitted]
                score = sum(p[0] + 2 * p[1] for p in parts)
                if best is None or score > best[0]: best = (score, fresh, length, title)
    _, fresh, length, title = best
    for one, a, b in zip(options.sets, fitted, kept):
        print(os.path.basename(one), "fitted", len(a), report(a, weights, fresh, length, title), "kept aside", len(b), report(b, weights, fresh, length, title))
    lines = ["# Weights of the features of a sentence for the gist of its document, fitted by benches/rank/fit_gist.py.",
             f"fresh = {fresh:.1f}", f"length = {length:.1f}", f"title = {title:.1f}", "", "[features]"]
    lines += [f"{name} = {weight:.3f}" for name, weight in zip(FEATURES, weights)]
    print("\n".join(lines))
    if options.out: pathlib.Path(options.out).write_text("\n".join(lines) + "\n")
main()
