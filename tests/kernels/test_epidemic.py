"""Outbreaks against full enumeration, and rewired graphs against all graphs of their degrees."""

import itertools

import numpy as np
import pytest
from scipy import stats

from graphdp_core.graphs.graph import Graph
from graphdp_core.kernels.epidemic import joined_bits, outbreaks, swap_ends

GRID = np.array([0.2, 0.5, 0.8])
PATH = [(0, 1), (1, 2), (2, 3)]
STAR = [(0, 1), (0, 2), (0, 3), (0, 4)]
COMPLETE = list(itertools.combinations(range(4), 2))
RUNS = 40_000


def exact(n, edges, out, passing_on):
    """The mean share reached, over all ways that edges pass the infection on."""
    left = [v for v in range(n) if v not in out]
    edges = [e for e in edges if not out & set(e)]
    total = 0.0
    for kept in itertools.product((False, True), repeat=len(edges)):
        part = {v: v for v in left}
        for (u, v), is_kept in zip(edges, kept, strict=True):
            if is_kept:
                part = {w: part[u] if p == part[v] else p for w, p in part.items()}
        sizes = np.array(list(np.unique(list(part.values()), return_counts=True)[1]))
        chance = np.prod([passing_on if k else 1.0 - passing_on for k in kept])
        total += chance * (sizes**2).sum() / len(left) / n
    return total


@pytest.mark.parametrize(
    ("n", "edges", "out"),
    [(4, PATH, set()), (5, STAR, set()), (4, COMPLETE, set()), (5, STAR, {0}), (4, COMPLETE, {2})],
)
def test_the_share_reached_is_that_of_full_enumeration(n, edges, out):
    """Five standard errors on each of 15 numbers: one run in 100,000 fails by chance."""
    is_out = np.isin(np.arange(n), list(out))
    shares = outbreaks(Graph.from_edges(n, edges).edges, is_out, GRID, RUNS, 7)
    errors = shares.std(axis=0) / np.sqrt(RUNS)
    wanted = [exact(n, edges, out, p) for p in GRID]
    assert np.all(np.abs(shares.mean(axis=0) - wanted) <= 5.0 * errors + 1e-12)


@pytest.mark.long
def test_graphs_and_probabilities_share_their_coins():
    rng = np.random.default_rng(0)
    edges = np.argwhere(np.triu(rng.random((30, 30)) < 0.1, 1)).astype(np.int32)
    nobody = np.zeros(30, dtype=np.bool_)
    more = outbreaks(edges, nobody, GRID, 50, 3)
    fewer = outbreaks(edges[::2].copy(), nobody, GRID, 50, 3)
    assert np.all(np.diff(more, axis=1) >= 0.0), "more likely is never fewer"
    assert np.all(fewer <= more), "an edge less is never more, in every run"
    assert np.array_equal(more, outbreaks(edges[::-1].copy(), nobody, GRID, 50, 3))
    assert not np.array_equal(more, outbreaks(edges, nobody, GRID, 50, 4))


def test_whom_all_are_out_nobody_falls_ill():
    edges = Graph.from_edges(5, STAR).edges
    assert not outbreaks(edges, np.ones(5, dtype=np.bool_), GRID, 3, 0).any()


def test_every_graph_of_the_degrees_is_equally_likely():
    """All 15 perfect matchings of six nodes; chi-square below 1e-6 fails."""
    n, edges = 6, np.array([(0, 1), (2, 3), (4, 5)], dtype=np.int32)
    bits, seen = joined_bits(n, edges), {}
    for key in range(6_000):
        swap_ends(n, edges, bits, 40, key)
        graph = tuple(sorted(tuple(sorted(e)) for e in edges.tolist()))
        seen[graph] = seen.get(graph, 0) + 1
    assert len(seen) == 15
    assert stats.chisquare(list(seen.values())).pvalue > 1e-6


@pytest.mark.long
def test_swaps_keep_degrees_and_make_no_loop_or_double_edge():
    rng = np.random.default_rng(1)
    edges = np.argwhere(np.triu(rng.random((40, 40)) < 0.3, 1)).astype(np.int32)
    degrees, bits = np.bincount(edges.ravel(), minlength=40), joined_bits(40, edges)
    before = {tuple(e) for e in edges.tolist()}
    assert swap_ends(40, edges, bits, 20 * len(edges), 5) > len(edges)
    after = {tuple(sorted(e)) for e in edges.tolist()}
    assert np.array_equal(np.bincount(edges.ravel(), minlength=40), degrees)
    assert len(after) == len(edges)
    assert np.all(edges[:, 0] != edges[:, 1])
    assert len(after & before) < len(edges) / 2
    assert np.array_equal(bits, joined_bits(40, edges)), "the bits are those of the graph"
