#!/usr/bin/env python3
"""Holds the figures of `gleaner eval score` against reference implementations, over texts and lists drawn with a seed.

usage: references.py GLEANER [TEXTS.jsonl]     TEXTS.jsonl: lines with `answer` and `question` to take real words from
Needs: pip install rouge-score pytrec_eval-terrier scipy numpy
"""
import json
import random
import subprocess
import sys

import numpy
import pytrec_eval
from rouge_score import rouge_scorer
from scipy.spatial.distance import jensenshannon

AT = (1, 2, 5, 10, 20)


def texts(path, draw):
    """Pairs of texts: real ones where a file is given, else words made of letters."""
    if path:
        rows = [json.loads(line) for line in open(path)]
        answers = [row["answer"] for row in rows if isinstance(row.get("answer"), str)]
        return [(draw.choice(answers), answers[at % len(answers)]) for at in range(len(answers))]
    syllables = "ba ce di fo gu ing ed ies ation ly ness able y s ss ally ment".split()
    word = lambda: "".join(draw.choices(syllables, k=draw.randint(1, 4)))
    text = lambda: " ".join(word() for _ in range(draw.randint(0, 60)))
    return [(text(), text()) for _ in range(500)]


def main():
    gleaner, path = sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else None
    draw = random.Random(20261123)
    lines, wanted = [], []
    scorer = rouge_scorer.RougeScorer(["rouge1", "rouge2", "rougeL"], use_stemmer=True)
    for reference, answer in texts(path, draw):
        lines.append({"id": len(lines), "answer": answer, "reference": reference})
        scores = scorer.score(reference, answer)
        row = {}
        for ours, theirs in (("rouge_1", "rouge1"), ("rouge_2", "rouge2"), ("rouge_l", "rougeL")):
            row[ours] = scores[theirs].fmeasure
            row[ours + "_recall"] = scores[theirs].recall
            row[ours + "_precision"] = scores[theirs].precision
        wanted.append(row)
    for _ in range(500):
        pool = [f"d{n}" for n in range(draw.randint(3, 60))]
        ranked = draw.sample(pool, draw.randint(1, len(pool)))
        gold = {doc: draw.randint(1, 3) for doc in draw.sample(pool, draw.randint(1, min(8, len(pool))))}
        lines.append({"id": len(lines), "list": ranked, "wanted": gold})
        measures = {"recall." + ",".join(map(str, AT)), "P." + ",".join(map(str, AT)), "ndcg_cut." + ",".join(map(str, AT)),
                    "success." + ",".join(map(str, AT)), "map", "recip_rank", "ndcg"}
        judge = pytrec_eval.RelevanceEvaluator({"q": gold}, measures)
        found = judge.evaluate({"q": {doc: float(len(ranked) - at) for at, doc in enumerate(ranked)}})["q"]
        row = {"mrr": found["recip_rank"], "map": found["map"], "ndcg": found["ndcg"]}
        for k in AT:
            row[f"recall_at_{k}"] = found[f"recall_{k}"]
            row[f"precision_at_{k}"] = found[f"P_{k}"]
            row[f"ndcg_at_{k}"] = found[f"ndcg_cut_{k}"]
            row[f"hit_at_{k}"] = found[f"success_{k}"]
        wanted.append(row)
    for _ in range(200):
        clusters = [f"c{n}" for n in range(draw.randint(1, 12))]
        drawn = {c: draw.randint(0, 5) for c in clusters}
        whole = {c: draw.randint(0, 9) for c in clusters}
        if not sum(drawn.values()) or not sum(whole.values()):
            continue
        lines.append({"id": len(lines), "drawn": drawn, "whole": whole})
        p = numpy.array(list(drawn.values())) / sum(drawn.values())
        q = numpy.array(list(whole.values())) / sum(whole.values())
        wanted.append({"fidelity_js": 1 - jensenshannon(p, q, base=2), "fidelity_tvd": 1 - 0.5 * abs(p - q).sum()})
    out = subprocess.run([gleaner, "eval", "score", "-", "--json"], input="\n".join(map(json.dumps, lines)), text=True,
                         capture_output=True, check=True).stdout
    ours = [json.loads(line) for line in out.splitlines()]
    assert len(ours) == len(wanted), (len(ours), len(wanted))
    worst = {}
    for have, want in zip(ours, wanted):
        for figure, value in want.items():
            n, most, other = worst.get(figure, (0, 0.0, 0))
            off = abs(have[figure] - value)
            worst[figure] = (n + 1, max(most, off), other + (f"{100 * have[figure]:.1f}" != f"{100 * value:.1f}"))
    print("| figure | compared | largest difference | differ as printed |\n|---|---|---|---|")
    for figure, (n, most, other) in sorted(worst.items()):
        print(f"| {figure} | {n} | {most:.1e} | {other} |")


main()
