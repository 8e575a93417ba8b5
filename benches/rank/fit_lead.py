#!/usr/bin/env python3
"""Fits what makes one of the passages of an answer the one to begin with (`[lead]` in assets/rank/weights.toml).

    gleaner eval answers QUESTIONS --index FILE --mode auto --offline --out ANSWERS.jsonl
    python3 benches/rank/fit_lead.py QUESTIONS ANSWERS.jsonl [HELD.jsonl]

A passage is worth the ROUGE-L F1 of its sentence against the reference. The weights are found by a random walk from "the first
as it is", with a fixed seed, on the questions that are not in HELD; what they come to there is printed beside it.
"""

import collections
import json
import math
import random
import re
import sys

FEATURES = ["first", "coverage", "dense", "long"]
STEPS = 4000
SCORE = 20
# Words that only tie a sentence together weigh nothing: those in more than this part of all passages.
COMMON = 0.2


def tokens(text):
    return re.findall(r"[a-z0-9]+", text.lower())


def rouge_l(reference, text):
    one, other = tokens(reference), tokens(text)
    row = [0] * (len(other) + 1)
    for word in one:
        new = [0]
        for at, against in enumerate(other):
            new.append(row[at] + 1 if word == against else max(row[at + 1], new[-1]))
        row = new
    return 2 * row[-1] / (len(one) + len(other)) if row[-1] else 0.0


def main():
    questions = {q["id"]: q for q in map(json.loads, open(sys.argv[1]))}
    answers = [json.loads(line) for line in open(sys.argv[2])]
    held = {json.loads(line)["id"] for line in open(sys.argv[3])} if len(sys.argv) > 3 else set()
    passages = [e["text"] for a in answers for e in a["answer"]["evidence"]]
    having = collections.Counter(word for text in passages for word in set(tokens(text)))
    weight = {w: math.log(1 + len(passages) / (1 + n)) for w, n in having.items() if n < COMMON * len(passages)}

    def alike(one, other):
        return one[:5] == other[:5]

    sets = {True: [], False: []}
    for answer in answers:
        texts = [e["text"] for e in answer["answer"]["evidence"]]
        reference = questions[answer["id"]].get("answer", "")
        if len(texts) < 2 or not tokens(reference):
            continue
        asked = [w for w in tokens(answer["question"]) if weight.get(w, 1.0) and having[w] < COMMON * len(passages)]
        total = sum(weight.get(w, 1.0) for w in asked) or 1.0
        rows = []
        for at, text in enumerate(texts):
            own = [w for w in tokens(text) if w in weight]
            covered = sum(weight.get(w, 1.0) for w in asked if any(alike(w, o) for o in own)) / total
            dense = sum(any(alike(w, o) for w in asked) for o in own) / max(1, len(own))
            long = max(0, len(tokens(text)) - SCORE) / SCORE
            rows.append(([float(at == 0), covered, dense, long], rouge_l(reference, text)))
        sets[answer["id"] in held].append(rows)

    def mean(weights, some):
        pick = lambda rows: max(rows, key=lambda row: sum(w * f for w, f in zip(weights, row[0])))[1]
        return sum(map(pick, some)) / max(1, len(some))

    generator = random.Random(1)
    best = [1.0, 0.0, 0.0, 0.0]
    as_it_is, most = mean(best, sets[False]), mean(best, sets[False])
    for _ in range(STEPS):
        tried = [w + generator.gauss(0, 0.3) * generator.randint(0, 1) for w in best]
        if (worth := mean(tried, sets[False])) > most:
            best, most = tried, worth
    print(f"fitted to {len(sets[False])}: {100 * as_it_is:.1f} -> {100 * most:.1f}")
    if held:
        print(f"held {len(sets[True])}: {100 * mean([1.0, 0, 0, 0], sets[True]):.1f} -> {100 * mean(best, sets[True]):.1f}")
    print("[lead]")
    for name, value in zip(FEATURES, best):
        print(f"{name} = {value:.2f}")


if __name__ == "__main__":
    main()
