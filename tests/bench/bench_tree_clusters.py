"""Seconds of DBMSTClu and single linkage on growing trees, with ties, and on the slowest shape.

Run as ``python tests/bench/bench_tree_clusters.py``. Medians over repeats, the sizes taken in turn;
"sort" is ``np.sort`` of the weights in the same run, to compare with.
"""

import statistics
import time

import numpy as np

from graphdp_core.analyses.dbmstclu import DBMSTClu
from graphdp_core.analyses.single_linkage import SingleLinkage
from graphdp_core.results import SpanningTree

SIZES = (1_000, 10_000, 100_000)
REPEATS = 3
SLOWEST = 5_000  # nodes of a path whose weights rise: every cut takes one node off


def main() -> None:
    """Print one row per tree."""
    DBMSTClu().run(_tree(20, "random"), rng=np.random.default_rng(0))  # compile
    SingleLinkage().run(_tree(20, "random"), rng=np.random.default_rng(0))
    trees = [_tree(n, shape) for shape in ("random", "path", "points") for n in SIZES]
    names = [f"{shape} {n:,}" for shape in ("random", "path", "points") for n in SIZES]
    for shape in ("random", "path"):
        tree = _tree(SIZES[-1], shape)
        trees.append(SpanningTree(tree.edges, np.ceil(10.0 * tree.weights)))
        names.append(f"{shape}, 1 to 10")
    path = _tree(SLOWEST, "path")
    trees.append(SpanningTree(path.edges, np.arange(1.0, SLOWEST)))
    names.append(f"slowest {SLOWEST:,}")
    seconds: dict[str, list[tuple[float, float, float]]] = {name: [] for name in names}
    for _ in range(REPEATS):
        for name, tree in zip(names, trees, strict=True):
            seconds[name].append(tuple(_seconds(tree)))
    print(f"{'tree':16} {'DBMSTClu s':>11} {'single linkage s':>17} {'sort s':>9}")
    for name, rows in seconds.items():
        ours, linkage, sort = (statistics.median(column) for column in zip(*rows, strict=True))
        print(f"{name:16} {ours:11.4f} {linkage:17.4f} {sort:9.5f}", flush=True)


def _seconds(tree: SpanningTree) -> list[float]:
    stream = np.random.default_rng(0)
    jobs = (
        lambda: DBMSTClu().run(tree, rng=stream),
        lambda: SingleLinkage().run(tree, rng=stream),
        lambda: np.sort(tree.weights),
    )
    found = []
    for job in jobs:
        start = time.perf_counter()
        job()
        found.append(time.perf_counter() - start)
    return found


def _tree(n: int, shape: str) -> SpanningTree:
    rng = np.random.default_rng(n)
    if shape == "points":
        return _tree_of_points(n, rng)
    child = np.arange(1, n)
    parent = (rng.random(n - 1) * child).astype(int) if shape == "random" else child - 1
    return SpanningTree(np.column_stack((parent, child)).astype(np.int32), rng.random(n - 1))


def _tree_of_points(n: int, rng: np.random.Generator) -> SpanningTree:
    from scipy.sparse.csgraph import minimum_spanning_tree
    from sklearn.neighbors import kneighbors_graph

    points = rng.normal(size=(n, 2)) + 30.0 * rng.integers(5, size=(n, 1))
    tree = minimum_spanning_tree(kneighbors_graph(points, 8, mode="distance")).tocoo()
    edges = np.sort(np.column_stack((tree.row, tree.col)), axis=1).astype(np.int32)
    return SpanningTree(edges, tree.data)


if __name__ == "__main__":
    main()
