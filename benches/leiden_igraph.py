"""python-igraph on the edge lists that `cargo bench --bench leiden -- --write FOLDER` leaves: time in the process,
modularity. Needs `pip install igraph numpy` in an environment of its own; no part of the tests.

Usage: leiden_igraph.py FOLDER [GRAPH]... [--runs N]
"""

import pathlib
import random
import statistics
import sys
import time

import igraph
import numpy


def main() -> None:
    words = sys.argv[1:]
    runs = 5
    if "--runs" in words:
        at = words.index("--runs")
        runs = int(words[at + 1])
        del words[at : at + 2]
    folder, wanted = pathlib.Path(words[0]), words[1:]
    for path in sorted(folder.glob("*.edges"), key=lambda path: path.stat().st_size):
        if wanted and path.stem not in wanted:
            continue
        rows = numpy.fromfile(path, sep=" ").reshape(-1, 3)
        graph = igraph.Graph(n=int(rows[:, :2].max()) + 1, edges=rows[:, :2].astype(int))
        weights = rows[:, 2].tolist()
        graph.es["weight"] = weights
        random.seed(42)
        times = []
        for _ in range(runs):
            start = time.perf_counter()
            found = graph.community_leiden(objective_function="modularity", weights="weight", n_iterations=2)
            times.append((time.perf_counter() - start) * 1e3)
        print(
            f"{path.stem:>8} {graph.vcount():>9} {graph.ecount():>9}  {'igraph ' + igraph.__version__:<20} "
            f"{statistics.median(times):>9.1f} {min(times):>9.1f} {graph.modularity(found.membership, weights='weight'):>8.5f} {len(found):>7}"
        )


main()
