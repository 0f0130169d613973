"""Processor time of the embedding of a noisy graph; tree and overview on it."""

import statistics
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial

import numpy as np
from scipy.sparse.linalg import eigsh

from graphdp_core.analyses.overview import Overview
from graphdp_core.analyses.spanning_tree import MinimumSpanningTree
from graphdp_core.analyses.spectral import SpectralEmbedding
from graphdp_core.graphs.graph import Graph
from graphdp_core.mechanisms.edge_flip import EdgeFlip
from graphdp_core.spectra.eigenpairs import MATRICES, leading_eigenpairs, signal_operator

REPEATS = 5
RANDOM = np.random.default_rng(0)
NODES, BLOCKS, INSIDE, ACROSS = 10_000, 4, 400_000, 40_000
EPSILON = 4.1  # about 1.2 million released edges


def test_the_page_of_an_embedding_is_not_far_above_one_bare_decomposition() -> None:
    true = _block_graph()
    released = _release(true)
    print(f"\nn={true.n:,}, m={true.m:,}; released at ε = {EPSILON}: m={released.m:,}")
    x = np.ones(released.n, dtype=np.float32)
    operator = signal_operator(released, debias=True)
    one = _row("one product with the debiased operator", lambda: operator @ x)
    columns = np.ones((released.n, 8), dtype=np.float32)
    _row("one product with eight columns", lambda: operator @ columns, one)
    _row("4 eigenpairs", lambda: leading_eigenpairs(released, 4, debias=True), one)
    matrix = released.adjacency(dtype=np.float32)

    def bare() -> object:
        return eigsh(matrix, 4, tol=1e-4)

    hopeless = _release(_random_graph())
    for name in MATRICES:
        embedding = SpectralEmbedding(matrix=name)
        before, after = _run(embedding, true), _run(embedding, released)
        peer = _row("4 eigenpairs of the bare matrix, scipy", bare, one)
        taken = _row(f"embedding, {name}", partial(_run, embedding, released), one)
        measured = _row("its metrics", partial(_measured, embedding, true, before, after), one)
        print(f"  the page, {name}: {(taken + measured) / peer:.1f} times scipy's")
        drowned = _row("embedding, no signal in the release", partial(_run, embedding, hopeless))
        assert taken + measured < 5.0 * peer
        assert drowned < 4.0 * peer


def test_tree_and_overview_of_a_noisy_graph_are_not_far_above_one_decomposition() -> None:
    released = _release(_block_graph())
    matrix = released.adjacency(dtype=np.float32)
    print(f"\nn={released.n:,}, m={released.m:,}")
    jaccard = MinimumSpanningTree(length="jaccard")
    peer = _row("4 eigenpairs of the bare matrix, scipy", lambda: eigsh(matrix, 4, tol=1e-4))
    for name, analysis in (
        ("spanning tree, embedding", MinimumSpanningTree()),
        ("spanning tree, Jaccard", jaccard),
        ("overview", Overview()),
    ):
        assert _row(name, partial(_run, analysis, released)) < 12.0 * peer


def _row(job: str, work: Callable[[], object], unit: float | None = None) -> float:
    work()  # compiles and warms
    seconds = []
    for _ in range(REPEATS):
        start = time.process_time()
        work()
        seconds.append(time.process_time() - start)
    median = statistics.median(seconds)
    products = "" if unit is None else f" {median / unit:8.0f} products"
    print(f"  {job:42} {1e3 * median:8.1f} ms{products}")
    return median


def _run(analysis, graph):
    return analysis.run(graph, rng=np.random.default_rng(0))


def _measured(analysis, true, before, after):
    """The baseline's neighbours are known, the private ones are not."""
    moved = after.points + 1e-6 * RANDOM.standard_normal(after.points.shape)
    after = replace(after, points=moved)
    return analysis.measure(true, before, after)


def _release(graph: Graph) -> Graph:
    return EdgeFlip().release(graph, epsilon=EPSILON, rng=np.random.default_rng(0))


def _block_graph() -> Graph:
    """Equal blocks with edges drawn inside and across them."""
    rng = np.random.default_rng(0)
    size = NODES // BLOCKS
    inside = rng.integers(0, size, (INSIDE, 2)) + size * rng.integers(0, BLOCKS, (INSIDE, 1))
    edges = np.vstack([inside, rng.integers(0, NODES, (ACROSS, 2))])
    return Graph.from_edges(NODES, edges[edges[:, 0] != edges[:, 1]])


def _random_graph() -> Graph:
    edges = np.random.default_rng(1).integers(0, NODES, (50_000, 2))
    return Graph.from_edges(NODES, edges[edges[:, 0] != edges[:, 1]])
