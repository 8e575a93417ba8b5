#!/usr/bin/env python3
"""Tries what covering a question is worth (the tables covering_* of assets/rank/weights.toml) on questions whose answers are known.

usage: cover.py WEIGHTS.toml NAME=FEATURES.jsonl:QUESTIONS.jsonl ... --names features.rs [--own 0.5,1] [--near 0.5] [--again 0.3] [--redundancy 0.3]

FEATURES is what `cargo run --profile quick --example rank_features -- INDEX QUESTIONS.jsonl` prints. Passages are chosen as
judgement/rank/select.rs does: by what their features are worth and the fifth of their neighbours', by the words of the question
that few passages found have (in them, and in the sentence on either side), what was said already counting less, and by saying
again little of what was said. Printed for each half (by position) and each setting: how many answers have 70 % of the reference's
words within 180 and 65 words, and ROUGE-L F1 of the first passage. Only numbers leave this script. Needs: rouge-score.
"""
import argparse, collections, itertools, json, math, re, tomllib
from rouge_score import rouge_scorer

LITTLE = set("a an the of in to on at for and or is are was were be been by with as from that this it its his her he she they their will "
             "would can could may might should do does did not no yes you your i my we our has have had if when what which who how than "
             "then so such also into about".split())

def content(text):
    found = []
    for word in re.findall(r"[a-z0-9]+", text.lower().replace("’", "'")):
        if word in LITTLE:
            continue
        for ending in ("ing", "ies", "ed", "es", "s"):
            if word.endswith(ending) and len(word) - len(ending) >= 4:
                word = word[:-len(ending)]
                break
        found.append(word)
    return set(found)

def first_words(text, count):
    return " ".join(text.split()[:count])

def holds(reference, text):
    return bool(reference) and len(reference & content(text)) / len(reference) >= .7

def read(spec, names, weights):
    name, rest = spec.split("=", 1)
    features, questions = rest.split(":")
    asked = {row["id"]: row for row in map(json.loads, open(questions))}
    rows = collections.OrderedDict()
    for line in open(features):
        row = json.loads(line)
        kind = weights["spoken" if row["spoken"] else "written"]
        row["own"] = sum(kind.get(n, 0) * x for n, x in zip(names, row["features"]))
        row["words"] = content(row["window"])
        rows.setdefault(row["id"], []).append(row)
    return name, [(asked[key]["answer"], content(asked[key]["question"]), all_) for key, all_ in rows.items()]

def chosen(wanted, passages, neighbours, own, near, again, redundancy, room=180, most=12):
    having = collections.Counter(word for p in passages for word in wanted & p["words"])
    rare = {word: math.log(1 + (len(passages) + 1) / (1 + having[word])) for word in wanted if having[word]}
    total = sum(rare.values()) or 1
    count = len(passages)
    least, best = min(p["own"] for p in passages), max(p["own"] for p in passages)
    worth = [(p["own"] - least) / (best - least + 1e-9) for p in passages]
    beside = lambda at, step: [j for j in (at - step, at + step) if 0 <= j < count and passages[j]["record"] == passages[at]["record"]]
    shared = [worth[at] + sum(part * worth[j] for step, part in enumerate(neighbours, 1) for j in beside(at, step)) for at in range(count)]
    has = [p["words"] & rare.keys() for p in passages]
    around = [has[at].union(*(has[j] for j in beside(at, 1))) for at in range(count)]
    left = dict.fromkeys(rare, 1.0)
    gain = lambda at: (own * sum(rare[w] * left[w] for w in has[at]) + near * sum(rare[w] * left[w] for w in around[at])) / total
    first = max(range(count), key=lambda at: worth[at] + gain(at))
    start = [shared[at] + gain(at) for at in range(count)]
    spread = max(start) - min(start) or 1
    open_ = sorted(range(count), key=lambda at: -start[at])[:most * 12]
    open_ = [first] + [at for at in open_ if at != first]
    picked, said, shown = [], set(), 0
    while open_ and shown < room and len(picked) < most:
        repeats = lambda at: len(passages[at]["words"] & said) / max(1, len(passages[at]["words"]))
        at = first if not picked else max(open_, key=lambda at: shared[at] + gain(at) - redundancy * spread * repeats(at))
        open_.remove(at)
        picked.append(passages[at]["window"])
        shown += len(picked[-1].split())
        said |= passages[at]["words"]
        for word in has[at]:
            left[word] *= again
    return picked

def main():
    p = argparse.ArgumentParser()
    p.add_argument("weights"); p.add_argument("sets", nargs="+"); p.add_argument("--names", required=True)
    for name, usual in (("own", "0,0.5,1"), ("near", "0,0.5"), ("again", "0.3,0.6"), ("redundancy", "0.3")):
        p.add_argument(f"--{name}", default=usual)
    o = p.parse_args()
    weights = tomllib.load(open(o.weights, "rb"))
    source = open(o.names).read(); block = source[source.index("FEATURES: [&str"):]; block = block[block.index("= [") + 3:block.index("];")]
    names = re.findall(r'"([a-z_]+)"', block)
    neighbours = [weights["neighbours"]["apart"] * weights["neighbours"][step] for step in ("one", "two", "three")]
    scorer = rouge_scorer.RougeScorer(["rougeL"], use_stemmer=True)
    settings = list(itertools.product(*([float(x) for x in getattr(o, n).split(",")] for n in ("own", "near", "again", "redundancy"))))
    for spec in o.sets:
        name, questions = read(spec, names, weights)
        for half in (0, 1):
            part = questions[half::2]
            for own, near, again, redundancy in settings:
                at_180 = at_65 = first = 0
                for answer, wanted, passages in part:
                    said = chosen(wanted, passages, neighbours, own, near, again, redundancy)
                    reference, text = content(answer), " ".join(said)
                    at_180 += holds(reference, first_words(text, 180)); at_65 += holds(reference, first_words(text, 65))
                    first += scorer.score(answer, said[0])["rougeL"].fmeasure
                of = lambda count: f"{100 * count / len(part):5.1f}"
                print(f"{name:12} half {half} own {own} near {near} again {again} redundancy {redundancy}: within 180 {of(at_180)}, within 65 {of(at_65)}, first {of(first)}", flush=True)
main()
