#!/usr/bin/env python3
"""Imports every output of another program under a folder, and prints a table of what became of its rows.

    benches/exports/outputs.py target/quick/gleaner FOLDER > table.md
"""
import json, os, subprocess, sys, tempfile, time

gleaner, folder = os.path.abspath(sys.argv[1]), sys.argv[2]


def run(*arguments):
    done = subprocess.run([gleaner, "-q", *arguments, "--json"], capture_output=True, text=True)
    return json.loads(done.stdout if done.returncode == 0 else done.stderr)


print("| output | rows by table | loaded | listed | oddities of loaded rows | levels (communities) | reports | citations resolved | s |")
print("|---|---|---|---|---|---|---|---|---|")
sums = [0, 0, 0, 0, 0]
with tempfile.TemporaryDirectory() as place:
    for name in sorted(os.listdir(folder)):
        source = os.path.join(folder, name)
        if not os.path.isdir(source):
            continue
        index = os.path.join(place, name + ".gleaner")
        begun = time.monotonic()
        made = run("import", source, "--index", index)
        seconds = time.monotonic() - begun
        if "error" in made:
            print(f"| {name} | {made['error']['message']} |")
            continue
        account, stats = made["account"], run("stats", "--index", index)
        tables = ", ".join(f"{table['table']} {table['rows']:,}" for table in account["tables"])
        odd = sum(odd["count"] for table in account["tables"] for odd in table["oddities"] if odd["loaded"])
        levels = " ".join(f"{level['level']}:{level['communities']}" for level in stats["levels"])
        cited = [sum(found[key] for _, found in account["citations"]) for key in ("resolved", "cited")]
        print(f"| {name} | {tables} | {made['loaded']:,} | {made['listed']:,} | {odd:,} | {levels} | {made['reports']:,} | {cited[0]:,} of {cited[1]:,} | {seconds:.2f} |")
        for at, value in enumerate([made["rows"], made["loaded"], made["listed"], *cited]):
            sums[at] += value
print()
print(f"{sums[0]:,} rows: {sums[1]:,} loaded, {sums[2]:,} listed with a reason; {sums[3]:,} of {sums[4]:,} citations resolved.")
