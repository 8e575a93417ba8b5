#!/usr/bin/env python3
"""Fits the weights of the passage ranking (assets/rank/weights.toml) to questions whose answers are known.

usage: fit.py OUT.toml NAME=FEATURES.jsonl:QUESTIONS.jsonl[:FOLDER] ... --names features.rs [--ridge R] [--than OLD.toml]

FEATURES is what `cargo run --profile quick --example rank_features -- INDEX QUESTIONS.jsonl` prints. A question has id,
question, answer, and, where FOLDER holds its documents by line, `turns`: the lines that hold the answer. The goodness of a
passage is, where `documents` names those (by title) that hold the answer, to stand in one of them and to say it there; else it is how much of the reference it says and how little beside it (ROUGE-L F and a part of ROUGE-1 recall; of talk, which
answers at length, the mean of ROUGE-1, 2 and L F of its window), and a half more where it stands in a line that holds the answer. For each question the weights give
a distribution over its passages, which is fitted to one that favours the good ones (listwise softmax, ridge).

Half of the questions (by hash of the id, of the document where there is one) is fitted to; figures are of the other half.
Only numbers leave this script. Needs: numpy, nltk.
"""
import argparse, collections, hashlib, json, re, tomllib
import numpy as np
from nltk.stem import porter

def half(key):
    return hashlib.sha256(str(key).encode()).digest()[0] % 2

stemmer, stems = porter.PorterStemmer(), {}

def tokens(text):
    """As rouge-score does: lower case, letters and digits, stemmed where longer than three."""
    found = []
    for word in re.findall(r"[a-z0-9]+", text.lower()):
        if word not in stems:
            stems[word] = stemmer.stem(word) if len(word) > 3 else word
        found.append(stems[word])
    return found

def f1(overlap, one, other):
    return 2 * overlap / (one + other) if one + other else 0.0

def longest(one, other):
    """Length of the longest common subsequence, bit-parallel (Hyyrö 2004)."""
    places = collections.defaultdict(int)
    for at, word in enumerate(one):
        places[word] |= 1 << at
    full = (1 << len(one)) - 1
    row = full
    for word in other:
        shared = row & places[word]
        row = ((row + shared) | (row - shared)) & full
    return len(one) - bin(row).count("1")

def rouge(reference, said):
    one, two = collections.Counter(reference), collections.Counter(said)
    first = sum((one & two).values())
    pairs = [collections.Counter(zip(t, t[1:])) for t in (reference, said)]
    second = sum((pairs[0] & pairs[1]).values())
    return (f1(first, len(reference), len(said)), f1(second, len(reference) - 1, len(said) - 1) if min(len(reference), len(said)) > 1 else 0.0,
            f1(longest(reference, said), len(reference), len(said)), first / max(1, len(reference)))

def read(spec, most=220):
    name, rest = spec.split("=", 1)
    features, questions, *folder = rest.split(":")
    asked = {row["id"]: row for row in map(json.loads, open(questions))}
    rows = collections.defaultdict(list)
    for line in open(features):
        row = json.loads(line)
        rows[row["id"]].append(row)
    documents = {row.get("document") for row in asked.values()}
    sets = []
    lines = {}
    norm = lambda text: re.sub(r"\W+", " ", text).lower().strip()
    for key, candidates in rows.items():
        question = asked[key]
        gold = None
        if folder and question.get("turns"):
            if question["document"] not in lines:
                lines[question["document"]] = [norm(l) for l in open(f"{folder[0]}/{question['document']}").read().splitlines()]
            text = lines[question["document"]]
            gold = " ".join(text[t] for t in question["turns"] if t < len(text))
        # The most promising and some of the rest, evenly: of far more, few could be shown.
        order = sorted(candidates, key=lambda c: -sum(c["features"][:5]))
        candidates = order[:most * 3 // 4] + order[most * 3 // 4::max(1, len(order) * 4 // most)]
        x = np.array([c["features"] for c in candidates], dtype=np.float32)
        reference = tokens(question["answer"])
        y, first = [], []
        for c in candidates:
            r1, r2, rl, recall = rouge(reference, tokens(c["quote"]))
            if c["spoken"]:
                # Talk answers at length.
                r1, r2, rl, recall = rouge(reference, tokens(c["window"]))
                good = (r1 + r2 + rl) / 3 + .3 * recall
            else:
                good = rl + .2 * recall
            if question.get("documents"):
                # One document of many holds the answer, in a few words.
                says = " ".join(tokens(question["answer"])) in " ".join(tokens(c["quote"]))
                good = (.15 + .5 * says) * (c["title"] in question["documents"])
            if gold is not None and len(norm(c["quote"])) > 12 and norm(c["quote"]) in gold:
                good += .5 * max(good, .1)
            y.append(good); first.append(rl)
        spoken = sum(c["spoken"] for c in candidates) * 2 > len(candidates)
        part = question["document"] if len(documents) > 1 else key
        sets.append((f"{name} {question.get('kind') or ''}".strip(), spoken, half(part), x, np.array(y), np.array(first)))
    return sets

# Bounds of weights that these sets cannot teach, kept while fitting. A kind of statement, a figure or a name that the question
# asks for is seldom asked for here; what only asks answers nothing, though references are written of whole exchanges; and where
# every question reaches for a second document, as in sets of several hops, the first one's title looks like a fault.
LEAST = {"stated": 1.5, "headed": 0.6, "figure": 1.0, "named": 0.1}
MOST = {"asks": -1.0, "no_figure": -0.6, "brief": -0.5}
# Talk that is summarised would teach that a sentence with the words of the question is worth less for it, for it answers with
# whole exchanges. Interviews and calls, of which facts are asked, bear that out nowhere: nothing that only speaks for a passage
# counts against it, and its words, and whoever it names, count for it.
LEAST_OF_TALK = LEAST | dict.fromkeys(
    ("window", "rarest", "pairs", "related", "meaning", "retrieved", "subject", "speaker", "unit_by_quote", "retrieved_by_quote",
     "nearby", "replies"), 0.0) | {"quote": 0.5, "dense": 0.5, "named": 0.6, "figure": 0.6}

def fit(sets, mean, spread, names, least, ridge=2e-3, steps=500, rate=.05):
    w = np.zeros(sets[0][3].shape[1]); m = np.zeros_like(w); v = np.zeros_like(w)
    data = []
    for _, _, _, x, y, _ in sets:
        z = (x - mean) / spread
        t = np.exp((y - y.max()) / .06); data.append((z, t / t.sum()))
    for step in range(1, steps + 1):
        g = ridge * w
        for z, t in data:
            s = z @ w; p = np.exp(s - s.max()); p /= p.sum()
            g += z.T @ (p - t) / len(data)
        m = .9 * m + .1 * g; v = .999 * v + .001 * g * g
        w -= rate * (m / (1 - .9 ** step)) / (np.sqrt(v / (1 - .999 ** step)) + 1e-8)
        for bounds, bound in ((least, max), (MOST, min)):
            for name, value in bounds.items():
                at = names.index(name)
                w[at] = bound(w[at], value * spread[at])
    return w

def report(sets, weights, what):
    for name in sorted({s[0] for s in sets}):
        for h in (0, 1):
            own = [s for s in sets if s[0] == name and s[2] == h]
            if not own: continue
            picked = [int(np.argmax(s[3] @ weights)) for s in own]
            good = np.mean([s[4][i] for s, i in zip(own, picked)]); best = np.mean([s[4].max() for s in own])
            first = np.mean([s[5][i] for s, i in zip(own, picked)])
            print(f"{what:12} {name:30} half {h}: {len(own):4} questions, goodness of the first {good:.3f} of {best:.3f}, ROUGE-L of the first {100 * first:.1f}")

def main():
    p = argparse.ArgumentParser(); p.add_argument("out"); p.add_argument("sets", nargs="+"); p.add_argument("--names", required=True, help="the file features.rs, for the names")
    p.add_argument("--ridge", type=float, default=2e-3); p.add_argument("--than", help="weights to report beside those fitted")
    o = p.parse_args()
    source = open(o.names).read(); block = source[source.index("FEATURES: [&str"):]; block = block[block.index("= [") + 3:block.index("];")]
    names = re.findall(r'"([a-z_]+)"', block)
    sets = [s for spec in o.sets for s in read(spec)]
    fitted = {}
    than = tomllib.load(open(o.than, "rb")) if o.than else {}
    for kind, spoken in (("written", False), ("spoken", True)):
        own = [s for s in sets if s[1] == spoken and s[2] == 0] or [s for s in sets if s[2] == 0]
        x = np.concatenate([s[3] for s in own]); mean, spread = x.mean(0), x.std(0) + 1e-3
        # A feature that hardly varies here tells nothing of how it would elsewhere.
        spread[x.std(0) < .01] = 1e3
        weights = fit(own, mean, spread, names, LEAST_OF_TALK if spoken else LEAST, o.ridge) / spread
        fitted[kind] = weights
        if than:
            report([s for s in sets if s[1] == spoken], np.array([than[kind][name] for name in names]), f"{kind} than")
        report([s for s in sets if s[1] == spoken], weights, kind)
    with open(o.out, "w") as out:
        out.write("# What each feature of a passage is worth (judgement/rank/features.rs). Made by benches/rank/fit.py.\n")
        for kind, weights in fitted.items():
            out.write(f"\n[{kind}]\n" + "".join(f"{n} = {w:.3f}\n" for n, w in zip(names, weights)))
        out.write("\n[neighbours]\none = 0.4\ntwo = 0.24\nthree = 0.12\napart = 0.2\n")
        # What covering the question is worth is found by benches/rank/cover.py.
        for kind in fitted:
            out.write(f"\n[covering_{kind}]\n" + "".join(f"{n} = {w}\n" for n, w in than.get(f"covering_{kind}", {}).items()))
main()
