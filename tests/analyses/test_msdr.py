"""MSDR: greedy by hand on small trees, and the clusters that it is made for."""

import numpy as np
import pytest

import graphdp_core as gdp
from graphdp_core.analyses.msdr import MSDR
from graphdp_core.graphs.components import component_numbers
from graphdp_core.metrics.partitions import Overlaps
from graphdp_core.results import SpanningTree

STREAM = np.random.default_rng(0)


def random_tree(n, seed):
    rng = np.random.default_rng(seed)
    edges = np.array([[rng.integers(v), v] for v in range(1, n)], dtype=np.int32)
    return SpanningTree(edges, rng.exponential(size=n - 1))


def deviation(tree, kept):
    """Mean standard deviation within the parts, by their definition."""
    part = component_numbers(len(tree.edges) + 1, tree.edges[kept])[tree.edges[kept][:, 0]]
    spreads = [np.std(tree.weights[kept][part == p]) * (part == p).sum() for p in set(part)]
    return sum(spreads) / max(len(part), 1)


def total(tree, kept):
    return deviation(tree, kept) * kept.sum()


@pytest.mark.parametrize("seed", range(6))
def test_every_cut_is_the_best_of_all(seed):
    tree = random_tree(12, seed)
    kept = np.ones(11, dtype=bool)
    for clusters in (2, 3, 4):
        trials = [(total(tree, kept & (np.arange(11) != e)), e) for e in np.flatnonzero(kept)]
        kept[min(trials)[1]] = False
        found = MSDR(clusters=clusters).run(tree, rng=STREAM)
        wanted = component_numbers(12, tree.edges[kept])
        assert Overlaps.of(wanted, found.labels).adjusted_rand() == pytest.approx(1.0)


@pytest.mark.parametrize("lengths", [[1.56, 1.64], [1.64, 1.56], [3.0, 1.0, 1.0, 3.0, 5.0]])
def test_of_equal_reductions_the_longest_edge_is_cut(lengths):
    """Both cuts of a tree of three nodes leave a deviation of 0."""
    n = len(lengths) + 1
    edges = np.array([[0, v] for v in range(1, n)], dtype=np.int32)
    tree = SpanningTree(edges, np.array(lengths))
    trials = [total(tree, np.arange(n - 1) != e) for e in range(n - 1)]
    best = [w for w, value in zip(lengths, trials, strict=True) if value <= min(trials) + 1e-9]
    labels = MSDR(clusters=2).run(tree, rng=STREAM).labels
    alone = int(np.flatnonzero(labels != np.bincount(labels).argmax())[0]) if n > 3 else None
    if alone is None:
        alone = next(v for v in range(1, 3) if labels[v] != labels[0])
    assert lengths[alone - 1] == max(best)


def test_a_cut_that_takes_little_away_is_not_made():
    path = np.array([[i, i + 1] for i in range(9)], dtype=np.int32)
    bridges = SpanningTree(path, np.array([1, 1.1, 1, 8, 1, 1.1, 1, 9, 1.0]))
    assert MSDR().run(bridges, rng=STREAM).k == 3
    assert MSDR(least=1.0).run(bridges, rng=STREAM).k == 2, "the first is always made"


def test_moons_are_found():
    moons = gdp.generate("moons", n=300, noise=0.05, joined="complete", seed=2)
    found = MSDR().run(moons, rng=STREAM)
    assert Overlaps.of(moons.labels, found.labels).adjusted_rand() > 0.9
