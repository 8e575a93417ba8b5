#!/usr/bin/env python3
"""Holds the figures of `gleaner eval score` against reference implementations, over texts and lists drawn with a seed.

usage: references.py GLEANER [TEXTS.jsonl]     TEXTS.jsonl: lines with `answer` and `question` to take real words from
Needs: pip install rouge-score pytrec_eval-terrier scipy numpy pandas
       pip install dataclasses-json
       pip install --no-deps ragchecker benchmark-qed     (their figures are all that is loaded of them)
"""
import importlib
import json
import random
import subprocess
import sys
import types
from importlib.util import find_spec

import numpy
import pytrec_eval
from rouge_score import rouge_scorer
from scipy.spatial.distance import jensenshannon

AT = (1, 2, 5, 10, 20)

# The two answers that RAGChecker publishes with their figures (examples/checking_outputs.json), as labels alone: `e` for
# what entails a statement, `.` for what does not. A group for each statement of the answer, or of the reference; a letter
# for each passage.
PUBLISHED = [
    (".eeeeeeee..", "eeeeee..ee.....e....ee",
     ".e.. .... .... .... .... .... .e.. .... e..e ...e ....",
     ".e.. .... .... e... ee.. e..e .... .... .... .... .... .... .... .... .... .... .... .... .... .... .... .e..",
     {"precision": 0.7272727272727273, "recall": 0.5, "f1": 0.5925925925925926, "claim_recall": 0.22727272727272727,
      "context_precision": 0.75, "faithfulness": 0.36363636363636365, "noise_sensitivity_in_relevant": 0.18181818181818182,
      "noise_sensitivity_in_irrelevant": 0.0, "hallucination": 0.09090909090909091, "self_knowledge": 0.5454545454545454,
      "context_utilization": 1.0}),
    (".eeee", "ee.e.eee", ".e. .ee .ee e.e .ee", ".e. .ee .e. .ee ..e e.e eee .ee",
     {"precision": 0.8, "recall": 0.75, "f1": 0.7741935483870969, "claim_recall": 1.0, "context_precision": 1.0,
      "faithfulness": 1.0, "noise_sensitivity_in_relevant": 0.2, "noise_sensitivity_in_irrelevant": 0.0,
      "hallucination": 0.0, "self_knowledge": 0.0, "context_utilization": 0.75}),
]
# What RAGChecker calls otherwise.
OURS = {"context_utilization": "utilisation", "noise_sensitivity_in_relevant": "relevant_noise",
        "noise_sensitivity_in_irrelevant": "irrelevant_noise"}


def bare(package):
    """A package whose own opening is not run, so that its modules load without all that it needs."""
    for at in range(len(package.split("."))):
        name = ".".join(package.split(".")[: at + 1])
        if name not in sys.modules:
            module = types.ModuleType(name)
            module.__path__ = list(find_spec(name).submodule_search_locations)
            sys.modules[name] = module


def ragchecker_figures(labels):
    """RAGChecker's own code over labels of four kinds, as it names them."""
    bare("ragchecker")
    computation = importlib.import_module("ragchecker.computation")
    answer, reference, answer_rows, reference_rows = labels
    result = types.SimpleNamespace(metrics={}, answer2response=answer, response2answer=reference,
                                   retrieved2response=answer_rows, retrieved2answer=reference_rows)
    for function in computation.METRIC_FUNC_MAP.values():
        function(result)
    return {OURS.get(key, key): float(value) for key, value in result.metrics.items()}


def entailments(draw):
    """Lines of labels with RAGChecker's figures: those published, then drawn ones."""
    for answer, reference, answer_rows, reference_rows, figures in PUBLISHED:
        said = lambda row: [letter == "e" for letter in row]
        rows = lambda text: [said(row) for row in text.split()]
        line = {"answer_in_reference": said(answer), "reference_in_answer": said(reference),
                "answer_in_passages": rows(answer_rows), "reference_in_passages": rows(reference_rows)}
        yield "RAGChecker, published", {"entailment": line}, {OURS.get(key, key): value for key, value in figures.items()}
    for _ in range(500):
        label = lambda: draw.choice(["Entailment", "Neutral", "Contradiction"])
        passages = draw.randint(1, 8)
        row = lambda: [label() for _ in range(passages)]
        statements, wanted = draw.randint(1, 12), draw.randint(1, 12)
        labels = [[label() for _ in range(statements)], [label() for _ in range(wanted)],
                  [row() for _ in range(statements)], [row() for _ in range(wanted)]]
        said = lambda value: [said(one) for one in value] if isinstance(value, list) else value == "Entailment"
        line = dict(zip(("answer_in_reference", "reference_in_answer", "answer_in_passages", "reference_in_passages"),
                        map(said, labels)))
        yield "RAGChecker, drawn", {"entailment": line}, ragchecker_figures(labels)


def assertions(draw):
    """Lines of trials with benchmark-qed's figures, plain and with what assertions sum up."""
    import pandas
    bare("benchmark_qed.autoe.assertion")
    aggregation = importlib.import_module("benchmark_qed.autoe.assertion.aggregation")
    for _ in range(300):
        trials = draw.randint(1, 6)
        votes = lambda: [draw.random() < 0.6 for _ in range(trials)]
        some = [{"said": votes(), "supporting": [votes() for _ in range(draw.randint(1, 5))]} for _ in range(draw.randint(1, 6))]
        rows = pandas.DataFrame([{"question": "q", "assertion": f"a{at}", "score": int(said)}
                                 for at, one in enumerate(some) for said in one["said"]])
        plain = aggregation.summarize_standard_scores(rows)[2]
        # Whether an answer holds up an assertion by something else is a judgement of its own there: said to be so in every
        # trial, which leaves what passes alone.
        rows = pandas.DataFrame([{
            "question": "q", "assertion": f"a{at}", "global_passed": one["said"][trial], "has_discovery": True,
            "discovery_reasoning": "", "reasoning": "",
            "supporting_results": [{"id": str(n), "passed": each[trial], "reasoning": ""} for n, each in enumerate(one["supporting"])],
        } for at, one in enumerate(some) for trial in range(trials)])
        theirs = aggregation.compute_hierarchical_eval_summary(aggregation.aggregate_hierarchical_scores(rows))
        wanted = {"assertions": plain["avg_question_pass_rate"], "support_level": theirs["avg_support_level"],
                  "supporting": theirs["supporting_pass_rate"]}
        assert abs(plain["avg_question_pass_rate"] - theirs["avg_global_pass_rate"]) < 1e-12
        if theirs["support_level_passed"] is not None:
            wanted["support_level_passed"] = theirs["support_level_passed"]
        yield "benchmark-qed", {"assertions": some}, wanted


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
    of = ["rouge-score, pytrec_eval, scipy"] * len(lines)
    for whose, line, figures in [*entailments(draw), *assertions(draw)]:
        lines.append({"id": len(lines), **line})
        wanted.append(figures)
        of.append(whose)
    out = subprocess.run([gleaner, "eval", "score", "-", "--json"], input="\n".join(map(json.dumps, lines)), text=True,
                         capture_output=True, check=True).stdout
    ours = [json.loads(line) for line in out.splitlines()]
    assert len(ours) == len(wanted), (len(ours), len(wanted))
    worst = {}
    for whose, have, want in zip(of, ours, wanted):
        for figure, value in want.items():
            n, most, other = worst.get((whose, figure), (0, 0.0, 0))
            off = abs(have[figure] - value)
            worst[whose, figure] = (n + 1, max(most, off), other + (f"{100 * have[figure]:.1f}" != f"{100 * value:.1f}"))
    print("| held against | figure | compared | largest difference | differ as printed |\n|---|---|---|---|---|")
    for (whose, figure), (n, most, other) in sorted(worst.items()):
        print(f"| {whose} | {figure} | {n} | {most:.1e} | {other} |")


main()
