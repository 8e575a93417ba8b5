#!/usr/bin/env python3
"""Fits the weights of the passage ranking (assets/rank/weights.toml) to questions whose answers are known.

usage: fit.py OUT.toml NAME=FEATURES.jsonl:QUESTIONS.jsonl[:FOLDER] ... [--keep 0.5] [--check]

FEATURES is what `cargo run --profile quick --example rank_features -- INDEX QUESTIONS.jsonl` prints. A question has id,
question, answer, and, where FOLDER holds its documents by line, `turns`: the lines that hold the answer. The goodness of a
passage is how much of the reference it says and how little beside it (the mean of ROUGE-1, ROUGE-2 and ROUGE-L F, and
ROUGE-1 recall), and a half more where it stands in a line that holds the answer. For each question the weights give
a distribution over its passages, which is fitted to one that favours the good ones (listwise softmax, ridge).

Half of the questions (by hash of the id, of the document where there is one) is fitted to; figures are of the other half.
Only numbers leave this script. Needs: numpy, rouge-score.
"""
import argparse, collections, hashlib, json, re
import numpy as np
from rouge_score import rouge_scorer

FEATURES = None

def half(key):
    return int(hashlib.sha1(str(key).encode()).hexdigest(), 16) % 2

def read(spec):
    name, rest = spec.split("=", 1)
    features, questions, *folder = rest.split(":")
    asked = {row["id"]: row for row in map(json.loads, open(questions))}
    scorer = rouge_scorer.RougeScorer(["rouge1", "rouge2", "rougeL"], use_stemmer=True)
    rows = collections.defaultdict(list)
    for line in open(features):
        row = json.loads(line)
        rows[row["id"]].append(row)
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
        x = np.array([c["features"] for c in candidates], dtype=np.float32)
        y = []
        for c in candidates:
            s = scorer.score(question["answer"], c["window"])
            good = (s["rouge1"].fmeasure + s["rouge2"].fmeasure + s["rougeL"].fmeasure) / 3 + .5 * s["rouge1"].recall
            if gold is not None and len(norm(c["quote"])) > 12 and norm(c["quote"]) in gold:
                good += .5 * max(good, .1)
            y.append(good)
        first = np.array([scorer.score(question["answer"], c["window"])["rougeL"].fmeasure for c in candidates])
        spoken = sum(c["spoken"] for c in candidates) * 2 > len(candidates)
        sets.append((name, spoken, half(question.get("document") or key), x, np.array(y), first))
    return sets

def fit(sets, mean, spread, ridge=2e-3, steps=500, rate=.05):
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
    return w

def report(sets, weights, what):
    for name in sorted({s[0] for s in sets}):
        for h in (0, 1):
            own = [s for s in sets if s[0] == name and s[2] == h]
            if not own: continue
            picked = [int(np.argmax(s[3] @ weights)) for s in own]
            good = np.mean([s[4][i] for s, i in zip(own, picked)]); best = np.mean([s[4].max() for s in own])
            first = np.mean([s[5][i] for s, i in zip(own, picked)])
            print(f"{what:9} {name:10} half {h}: {len(own):4} questions, goodness of the first {good:.3f} of {best:.3f}, ROUGE-L of the first {100 * first:.1f}")

def main():
    p = argparse.ArgumentParser(); p.add_argument("out"); p.add_argument("sets", nargs="+"); p.add_argument("--names", required=True, help="the file features.rs, for the names")
    p.add_argument("--ridge", type=float, default=2e-3)
    o = p.parse_args()
    source = open(o.names).read(); block = source[source.index("FEATURES: [&str"):]; block = block[block.index("= [") + 3:block.index("];")]
    names = re.findall(r'"([a-z_]+)"', block)
    sets = [s for spec in o.sets for s in read(spec)]
    fitted = {}
    for kind, spoken in (("written", False), ("spoken", True)):
        own = [s for s in sets if s[1] == spoken and s[2] == 0] or [s for s in sets if s[2] == 0]
        x = np.concatenate([s[3] for s in own]); mean, spread = x.mean(0), x.std(0) + 1e-3
        # A feature that hardly varies here tells nothing of how it would elsewhere.
        spread[x.std(0) < .01] = 1e3
        weights = fit(own, mean, spread, o.ridge) / spread
        fitted[kind] = weights
        report([s for s in sets if s[1] == spoken], weights, kind)
    with open(o.out, "w") as out:
        out.write("# What each feature of a passage is worth (judgement/rank/features.rs). Made by benches/rank/fit.py.\n")
        for kind, weights in fitted.items():
            out.write(f"\n[{kind}]\n" + "".join(f"{n} = {w:.3f}\n" for n, w in zip(names, weights)))
main()
