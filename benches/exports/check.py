#!/usr/bin/env python3
"""Holds every export of an index against the programs it is meant for, and prints what each of them read.

    python3 -m venv VENV && VENV/bin/pip install graphrag networkx pyarrow
    VENV/bin/python benches/exports/check.py target/quick/gleaner INDEX

- GraphRAG: its own loader of query inputs reads the tables; rows and texts are those of the index.
- GraphML: networkx reads it; nodes and edges are the entities and relationships.
- Markdown: every link of the vault leads to a note.
- The GraphRAG tables are imported again; every line of the JSON Lines of both indexes is the same, but for what is true
  of a file and not of its text (`OF_THE_FILE`), which those tables have no place for.

Ends with 1 when anything differs.
"""
import glob, json, os, re, subprocess, sys, tempfile
from collections import Counter

# A document's date is kept to the day; where a text unit's own part begins is a matter of how it was cut.
OF_THE_FILE = {"documents": {"encoding", "bytes", "hash", "modified"}, "sources": {"fresh_from"}}

gleaner, index = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
wrong = 0


def run(*arguments):
    done = subprocess.run([gleaner, "-q", *arguments], capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"gleaner {' '.join(arguments)}: {done.stderr}")
    return done.stdout


def check(what, same, detail=""):
    global wrong
    wrong += not same
    print(f"{'same ' if same else 'WRONG'}  {what} {detail}")


def lines(folder, name):
    with open(os.path.join(folder, name + ".jsonl"), encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def reference(folder, records):
    import pandas as pd
    from graphrag.query.indexer_adapters import (
        read_indexer_communities, read_indexer_covariates, read_indexer_entities, read_indexer_relationships,
        read_indexer_reports, read_indexer_text_units,
    )

    table = lambda name: pd.read_parquet(os.path.join(folder, name + ".parquet"))
    communities, reports = table("communities"), table("community_reports")
    loaded = {
        "entities": read_indexer_entities(table("entities"), communities, None),
        "relationships": read_indexer_relationships(table("relationships")),
        "sources": read_indexer_text_units(table("text_units")),
        "reports": read_indexer_reports(reports, communities, None, dynamic_community_selection=True),
        "communities": read_indexer_communities(communities, reports),
    }
    if os.path.exists(os.path.join(folder, "covariates.parquet")):
        loaded["claims"] = read_indexer_covariates(table("covariates"))
    # Communities without a report are left out by the loader.
    written = {report["community"] for report in records["reports"]}
    ours = dict(records, communities=[c for c in records["communities"] if c["id"] in written])
    for name, theirs in loaded.items():
        check(f"GraphRAG's loader: {name}", len(theirs) == len(ours[name]), f"{len(theirs)} of {len(ours[name])} rows")
    documents = table("documents")
    check("GraphRAG's documents", len(documents) == len(ours["documents"]), f"{len(documents)} rows")
    text = lambda records, *keys: sorted(tuple(str(record[key]) for key in keys) for record in records)
    told = lambda records, *keys: sorted(tuple(str(getattr(record, key)) for key in keys) for record in records)
    pairs = [
        ("names and descriptions of entities", told(loaded["entities"], "title", "description"), text(ours["entities"], "name", "description")),
        ("ends and descriptions of relationships", told(loaded["relationships"], "source", "target", "description"), text(ours["relationships"], "source_name", "target_name", "description")),
        ("texts of text units", told(loaded["sources"], "text"), text(ours["sources"], "text")),
        ("titles and summaries of reports", told(loaded["reports"], "title", "summary"), text(ours["reports"], "title", "summary")),
        ("texts of documents", sorted(zip(documents["text"])), text(ours["documents"], "text")),
    ]
    for what, theirs, ours_are in pairs:
        different = sum((Counter(theirs) - Counter(ours_are)).values())
        check(what, theirs == ours_are, f"{different} different" if different else "")


def graphml(path, records):
    import networkx

    graph = networkx.read_graphml(path, force_multigraph=True)
    nodes, edges = graph.number_of_nodes(), graph.number_of_edges()
    check("networkx: nodes", nodes == len(records["entities"]), f"{nodes} of {len(records['entities'])}")
    check("networkx: edges", edges == len(records["relationships"]), f"{edges} of {len(records['relationships'])}")


def vault(folder):
    notes = {os.path.basename(path)[:-3]: path for path in glob.glob(os.path.join(folder, "**", "*.md"), recursive=True)}
    links = broken = 0
    examples = []
    for path in notes.values():
        with open(path, encoding="utf-8") as file:
            for target in re.findall(r"(?<!\\)\[\[([^\]|#\n]+)[^\]\n]*\]\]", file.read()):
                links += 1
                if target not in notes:
                    broken += 1
                    examples.append((os.path.basename(path), target))
    check("vault: links that lead nowhere", broken == 0, f"{broken} of {links} links in {len(notes)} notes {examples[:3]}")


with tempfile.TemporaryDirectory() as place:
    at = lambda name: os.path.join(place, name)
    for format in ["graphrag", "markdown", "jsonl"]:
        run("export", at(format), "--format", format, "--index", index)
    run("export", at("graph.graphml"), "--format", "graphml", "--index", index)
    names = ["documents", "sources", "entities", "relationships", "claims", "communities", "reports"]
    records = {name: lines(at("jsonl"), name) for name in names}
    reference(at("graphrag"), records)
    graphml(at("graph.graphml"), records)
    vault(at("markdown"))
    run("import", at("graphrag"), "--index", at("again.gleaner"))
    run("export", at("again"), "--format", "jsonl", "--index", at("again.gleaner"))
    for name in names:
        bare = lambda record: {key: value for key, value in record.items() if key not in OF_THE_FILE.get(name, ())}
        again = [bare(record) for record in lines(at("again"), name)]
        records[name] = [bare(record) for record in records[name]]
        different = sum(one != other for one, other in zip(records[name], again))
        example = next(({key: (one[key], other.get(key)) for key in one if one[key] != other.get(key)} for one, other in zip(records[name], again) if one != other), "")
        check(f"imported again: {name}", records[name] == again, f"{len(again)} of {len(records[name])}, {different} different {str(example)[:300]}")
sys.exit(wrong > 0)
