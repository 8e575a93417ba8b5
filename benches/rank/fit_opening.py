#!/usr/bin/env python3
"""Fits the weights of assets/rank/opening.toml: which of the passages that were found begins an answer.

usage: fit_opening.py keep EXAMPLES.jsonl.gz NAME=FEATURES.jsonl:QUESTIONS.jsonl ...
       fit_opening.py fit EXAMPLES.jsonl.gz [--out ../../assets/rank/opening.toml]

FEATURES is what `cargo run --profile quick --example opening_features -- INDEX QUESTIONS.jsonl` prints. A question has id,
question and `answers`: sentences of the documents each of which answers it (`quote`); questions without one are passed over.
`keep` writes numbers alone: of each question the set it is of and, of each passage, how good it is to begin with and its
features, each sentence that answers and some of the others. A passage is good (1) that has nearly all of the words of a
sentence that answers and not many more, fairly good that has them in a long one or in what is shown around it.

`fit` gives a distribution over the passages of a question, fitted to one that favours the good ones (listwise softmax, ridge);
what can only speak for a passage has no weight below nothing, what can only speak against it none above, and what hardly
any passage has is held as tightly as what differs by RARE from one to the other, so that a few lucky rows give it no great
weight. Before the weights of
all are printed, each set is left out in turn and asked how often the first passage answers. benches/rank/openings.jsonl.gz
has the examples that the weights in use were fitted to. Needs numpy.
"""
import collections, gzip, json, re
import numpy as np
from kept import run

GOOD, RIDGE, RARE, STEPS, RATE = 0.8, 20.0, 0.2, 150, 0.05
# Of the passages that answer nothing so many of a question are kept that are nearest to beginning the answer, and of the others
# each so-manieth.
NEAREST, EACH = 40, 4
AGAINST = {"asks", "no_figure", "ungiven", "figureless", "nobody", "caption", "announced", "long"}
EITHER = {"length", "early", "figure", "subject", "row", "item", "denies"}

def tokens(text):
    return re.findall(r"\w+", text.lower())

def match(wanted, told):
    """How good a text is that should say what is wanted, both in words."""
    if not wanted or not told:
        return 0.0
    shared = sum((collections.Counter(wanted) & collections.Counter(told)).values())
    if shared / len(wanted) >= 0.85:
        return 1.0 if len(told) <= 3 * len(wanted) + 25 else 0.6
    # A part of a long sentence that answers is quoted alone.
    return GOOD if shared / len(told) >= 0.9 and len(told) >= 5 and shared / len(wanted) >= 0.4 else 0.0

def keep(out, specs):
    lines, names = [], None
    for spec in specs:
        name, rest = spec.split("=", 1)
        features, questions = rest.split(":")
        asked = {row["id"]: row for row in map(json.loads, open(questions)) if row.get("answers")}
        found = collections.defaultdict(list)
        with open(features) as rows:
            names = json.loads(next(rows))["features"]
            for row in map(json.loads, rows):
                if row["id"] in asked:
                    found[row["id"]].append(row)
        for key, question in asked.items():
            wanted = [tokens(answer["quote"]) for answer in question["answers"]]
            part = [tokens(answer["quote"]) for answer in question.get("partial", [])]
            rows = []
            for row in found[key]:
                quote, window = tokens(row["quote"]), tokens(row["window"])
                good = max([match(w, quote) for w in wanted] + [0.5 * match(w, quote) for w in part]
                           + [0.5 * match(w, window) for w in wanted])
                rows.append([round(good, 2)] + [round(x, 2) for x in row["features"]])
            lines.append({"set": name, "rows": rows})
        print(name, len(asked), "questions,", sum(not found[key] for key in asked), "without a passage")
    # Of the others those stay that are nearest to beginning the answer by weights fitted to all.
    sets = [np.array(line["rows"], dtype=np.float32).reshape(-1, 1 + len(names)) for line in lines]
    weights = fitted(names, sets)
    with gzip.GzipFile(out, "w", mtime=0) as file:
        file.write((json.dumps({"features": names}) + "\n").encode())
        for line, rows in zip(lines, sets):
            good = rows[:, 0] > 0
            order = np.lexsort((-(rows[:, 1:] @ weights), ~good))
            sure = NEAREST + good.sum()
            kept = sorted([*order[:sure], *order[sure::EACH]])
            file.write((json.dumps({"set": line["set"], "rows": [line["rows"][at] for at in kept]}, separators=(",", ":")) + "\n").encode())

def fitted(names, questions):
    """Weights, one for each name, of rows of goodness and features, question by question."""
    questions = [rows for rows in questions if len(rows) and rows[:, 0].max() > 0]
    every = np.concatenate([rows[:, 1:] for rows in questions])
    spread = np.maximum(every.std(0), RARE)
    every = every / spread
    lengths = [len(rows) for rows in questions]
    starts, of = np.cumsum([0] + lengths[:-1]), np.repeat(np.arange(len(questions)), lengths)
    wanted = [np.where(rows[:, 0] >= GOOD, 1.0, rows[:, 0] ** 2) for rows in questions]
    wanted = np.concatenate([part / part.sum() for part in wanted])
    against = np.array([name in AGAINST for name in names])
    speaks_for = ~against & ~np.array([name in EITHER for name in names])
    weights, mean, square = (np.zeros(len(names)) for _ in range(3))
    for step in range(1, STEPS + 1):
        worth = every @ weights
        likely = np.exp(worth - np.maximum.reduceat(worth, starts)[of])
        likely /= np.add.reduceat(likely, starts)[of]
        slope = every.T @ (likely - wanted) / len(questions) + RIDGE * weights / len(questions)
        mean, square = 0.9 * mean + 0.1 * slope, 0.999 * square + 0.001 * slope**2
        weights -= RATE * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.999**step)) + 1e-8)
        weights[speaks_for] = np.maximum(weights[speaks_for], 0)
        weights[against] = np.minimum(weights[against], 0)
    return weights / spread

def right(weights, questions):
    return sum(len(rows) and rows[int(np.argmax(rows[:, 1:] @ weights)), 0] >= GOOD for rows in questions)

def fit(path, out):
    with gzip.open(path, "rt") as file:
        names = json.loads(next(file))["features"]
        sets = collections.defaultdict(list)
        for line in map(json.loads, file):
            sets[line["set"]].append(np.array(line["rows"], dtype=np.float32))
    total = 0
    for name, own in sets.items():
        weights = fitted(names, [rows for other in sets if other != name for rows in sets[other]])
        found = right(weights, own)
        total += found
        print(f"{name:12s} {len(own):4d} questions, first passage answers, fitted to the others: {found / len(own):.3f}")
    count = sum(map(len, sets.values()))
    weights = fitted(names, [rows for own in sets.values() for rows in own])
    print(f"all          {count:4d} {total / count:.3f}; fitted to all {right(weights, [r for own in sets.values() for r in own]) / count:.3f}")
    head = "# What makes a passage the one that begins an answer (judgement/extractive/relevance/opening.rs). Made by benches/rank/fit_opening.py."
    text = head + "\n\n[opening]\n" + "".join(f"{name} = {weight + 0.0:.3f}\n" for name, weight in zip(names, weights))
    if out:
        open(out, "w").write(text)
    else:
        print(text)

if __name__ == "__main__":
    run(__doc__, keep, fit)
