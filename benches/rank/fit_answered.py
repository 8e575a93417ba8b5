#!/usr/bin/env python3
"""Fits the weights of assets/rank/answered.toml: whether the passages that were chosen answer the question.

usage: fit_answered.py keep EXAMPLES.jsonl.gz NAME=FEATURES.jsonl:QUESTIONS.jsonl ...
       fit_answered.py fit EXAMPLES.jsonl.gz [--out ../../assets/rank/answered.toml]

FEATURES is what `cargo run --profile quick --example opening_features -- INDEX QUESTIONS.jsonl answered` prints. A question has
id, question and `answers`: texts of which each answers it; none where the documents do not answer it. Such questions are those
of other documents on the same matter, and questions whose answers were cut out of the documents. What was chosen is right that
has RIGHT of the words of one answer which the question itself does not have, wrong that has no more than WRONG of any; what
lies between is passed over. `keep` writes numbers alone.

`fit` is a logistic regression (ridge), each set weighing as the root of its number of questions. Sets whose name begins alike
up to a dash are of the same documents. Each such group is left out in turn, and its answers are judged by what was fitted to the
others; the least worth that still tells TOLD of the right ones is the bound, beside what answers by itself (`gives`) and what
lacks what is asked for (`lacks`). benches/rank/answered.jsonl.gz has the examples that the weights in use were fitted to. Needs
numpy.
"""
import collections, gzip, json, re
import numpy as np
from kept import run

RIGHT, WRONG, RIDGE, LEAST_SPREAD, TOLD = 0.6, 0.34, 20.0, 0.1, 0.92
# Passages looked at for the answer, and letters of a word by which it is known.
LOOKED_AT, STEM = 6, 5
FUNCTION = set("""the a an of to in on for is are was were did do does what who when where why how many much which and or it its at by
from with has have had be been that there this as can may such other""".split())

def tokens(text):
    return {word[:STEM] for word in re.findall(r"\w+", text.lower()) if word not in FUNCTION}

def right(question, quoted):
    if not question.get("answers"):
        return 0.0
    told = tokens(" ".join(quoted[:LOOKED_AT]))
    wanted = [tokens(answer) - tokens(question["question"]) for answer in question["answers"]]
    shares = [len(words & told) / len(words) for words in wanted if words]
    best = max(shares, default=0.5)
    return 1.0 if best >= RIGHT else 0.0 if best <= WRONG else None

def keep(out, specs):
    lines, names = [], None
    for spec in specs:
        name, rest = spec.split("=", 1)
        features, questions = rest.split(":")
        asked = {row["id"]: row for row in map(json.loads, open(questions))}
        with open(features) as rows:
            names = json.loads(next(rows))["features"]
            for row in map(json.loads, rows):
                answered = right(asked[row["id"]], row["quoted"]) if row["quoted"] else None
                if answered is not None:
                    measured = [round(feature, 3) for feature in row["features"]]
                    lines.append({"set": name, "right": answered, "gives": row["gives"], "lacks": row["lacks"], "row": measured})
    with gzip.GzipFile(out, "wb", mtime=0) as file:
        file.write((json.dumps({"features": names}) + "\n").encode())
        file.writelines((json.dumps(line) + "\n").encode() for line in lines)
    print(f"{len(lines)} questions kept")

def fitted(rows, answered, counts):
    """Weights and the constant beside them, by Newton's method."""
    mean, spread = rows.mean(0), np.maximum(rows.std(0), LEAST_SPREAD)
    scaled = np.column_stack([(rows - mean) / spread, np.ones(len(rows))])
    ridge = np.diag([RIDGE] * rows.shape[1] + [1e-6])
    weights = np.zeros(scaled.shape[1])
    for _ in range(25):
        likely = 1 / (1 + np.exp(-scaled @ weights))
        slope = scaled.T @ (counts * (likely - answered)) + ridge @ weights
        curve = (scaled * (counts * likely * (1 - likely))[:, None]).T @ scaled + ridge
        weights -= np.linalg.solve(curve, slope)
    plain = weights[:-1] / spread
    return plain, weights[-1] - plain @ mean

def fit(path, out):
    with gzip.open(path, "rt") as file:
        names = json.loads(next(file))["features"]
        kept = list(map(json.loads, file))
    sets = np.array([one["set"] for one in kept])
    groups = np.array([name.split("-")[0] for name in sets])
    rows = np.array([one["row"] for one in kept])
    answered, gives, lacks = (np.array([one[key] for one in kept], dtype=float) for key in ("right", "gives", "lacks"))
    sizes = collections.Counter(sets)
    counts = np.array([(150 / sizes[name]) ** 0.5 for name in sets])
    worth = np.zeros(len(rows))
    for group in sorted(set(groups)):
        own = groups == group
        weights, constant = fitted(rows[~own], answered[~own], counts[~own])
        worth[own] = rows[own] @ weights + constant
    def share(told, of):
        return (counts * told * of).sum() / (counts * of).sum()
    def told_at(bound):
        return (gives > 0) | (lacks == 0) & (worth >= bound)
    bounds = [bound for bound in np.linspace(-4, 1, 201) if share(told_at(bound), answered) >= TOLD]
    bound = max(bounds, default=-4.0)
    for name in sorted(sizes):
        own = sets == name
        part = lambda of: f"{told_at(bound)[own & of].mean():.2f}" if (own & of).any() else "-"
        print(f"{name:14s} {sizes[name]:4d} questions, answered: of right ones {part(answered > 0)}, of wrong ones {part(answered == 0)}")
    print(f"all, each group by the others: right {share(told_at(bound), answered):.3f}, wrong {share(told_at(bound), 1 - answered):.3f}")
    weights, constant = fitted(rows, answered, counts)
    head = "# What tells whether passages answer a question (judgement/extractive/relevance/answered.rs). Made by benches/rank/fit_answered.py."
    lines = "".join(f"{name} = {weight + 0.0:.3f}\n" for name, weight in zip(names, weights))
    text = f"{head}\n\nleast = {bound - constant:.3f}\n\n[answered]\n{lines}"
    if out:
        open(out, "w").write(text)
    else:
        print(text)

if __name__ == "__main__":
    run(__doc__, keep, fit)
