"""HRG: what one edge betrays by enumeration, the noise of the counts, what is kept, bad input.

Seeds are fixed; each random check fails by chance with probability below 1e-6.
"""

import itertools
import math

import numpy as np
import pytest
from scipy import stats

import graphdp_core as gdp
from graphdp_core.graphs.graph import Graph
from graphdp_core.mechanisms.hierarchical_random_graph import (
    MOST_STEPS,
    HierarchicalRandomGraph,
)
from graphdp_core.privacy.guarantee import Status
from graphdp_core.sensitivities.clustering import likelihood_sensitivity
from tests.dendrograms import grown_law, halved, walk

LEVEL = 1e-6
KARATE = gdp.load_graph("karate")
PUBLISHED = HierarchicalRandomGraph(dendrogram="as_published")
PAIRS = list(itertools.combinations(range(4), 2))
NEIGHBOURS = [
    (rest, (*rest, new))
    for k in range(len(PAIRS))
    for rest in itertools.combinations(PAIRS, k)
    for new in PAIRS
    if new not in rest
]


def worst(law_of):
    """The largest loss over all neighbours of four nodes."""
    exact_loss = pytest.importorskip("tests.lab.exact_laws").exact_loss
    laws = {
        edges: law_of(Graph.from_edges(4, edges)) for edges in set(itertools.chain(*NEIGHBOURS))
    }
    return max(exact_loss(laws[one], laws[other])[0] for one, other in NEIGHBOURS)


@pytest.mark.parametrize("epsilon", [0.5, 5.0])
def test_a_dendrogram_grown_leaf_by_leaf_loses_at_most_epsilon(epsilon):
    loss = worst(lambda graph: grown_law(graph, (2, 0, 3, 1), epsilon))
    assert 0.5 * epsilon < loss <= epsilon * (1 + 1e-12)


@pytest.mark.long
def test_the_walk_is_private_in_its_limit_and_not_after_a_few_steps():
    """What the docs tell of four nodes: at epsilon .5, from one start and from random halves."""
    epsilon = 0.5
    rate = epsilon / (2 * likelihood_sensitivity(4))

    def law_of(steps, starts):
        def law(graph):
            trees, matrix, limit = walk(graph, rate)
            if steps is None:
                return dict(zip(trees, limit, strict=True))
            begin = [sum(tree == start for start in starts) / len(starts) for tree in trees]
            after = np.array(begin) @ np.linalg.matrix_power(matrix, steps)
            return dict(zip(trees, after, strict=True))

        return law

    one, every = [halved(range(4))], [halved(p) for p in itertools.permutations(range(4))]
    assert worst(law_of(None, one)) == pytest.approx(0.236, abs=5e-4)
    assert worst(law_of(1, one)) == worst(law_of(1, every)) == math.inf
    assert worst(law_of(3, one)) == pytest.approx(0.56, abs=5e-3)
    assert worst(law_of(3, every)) == pytest.approx(0.267, abs=5e-4), "the start that runs"
    assert worst(law_of(400, one)) == pytest.approx(worst(law_of(None, one)), abs=1e-9)


@pytest.mark.parametrize("made", [HierarchicalRandomGraph(share=0.25), PUBLISHED])
def test_the_counts_have_the_noise_that_is_stated(made, monkeypatch):
    """Two-sided geometric noise at the rest of epsilon, by chi-square."""
    seen, trees = [], []

    def caught(self, tree, noisy):
        seen.append(noisy)
        trees.append(tree)
        return np.zeros(len(noisy))

    monkeypatch.setattr(HierarchicalRandomGraph, "_chances", caught)
    rng = np.random.default_rng(3)
    for _ in range(120):
        made.release(KARATE, epsilon=2.0, rng=rng)
    noise = np.concatenate([n - t.counts(KARATE) for n, t in zip(seen, trees, strict=True)])
    assert (noise == np.round(noise)).all()
    alpha = math.exp(-made.budget(2.0)[1])
    k = np.arange(-3, 4)
    chance = (1 - alpha) / (1 + alpha) * alpha ** np.abs(k)
    counted = [np.count_nonzero(noise == i) for i in k]
    expected = np.append(chance, 1 - chance.sum()) * len(noise)
    counts = [*counted, len(noise) - sum(counted)]
    assert stats.chisquare(counts, expected).pvalue > LEVEL


def test_what_is_stated():
    proved, limit = HierarchicalRandomGraph().guarantee(1.5), PUBLISHED.guarantee(1.5)
    assert proved.status is Status.PROVED_PURE
    assert proved.effective_epsilon == 1.5
    assert limit.status is Status.ASYMPTOTIC
    words = limit.statement()
    assert words.startswith("No privacy guarantee")
    assert "100 steps per node" in words
    assert sum(HierarchicalRandomGraph(share=0.3).budget(2.0)) == pytest.approx(2.0)


@pytest.mark.parametrize(
    "made",
    [HierarchicalRandomGraph(), HierarchicalRandomGraph(dendrogram="as_published", steps=2000)],
)
def test_edges_are_kept_in_number_and_blocks_at_a_large_epsilon(made):
    graph = gdp.generate("sbm", n=150, blocks=2, within=0.4, between=0.02, seed=0)
    release = made.release(graph, epsilon=20.0, rng=gdp.noise_stream(1))
    assert release.m == pytest.approx(graph.m, rel=0.1)
    within = np.mean(np.diff(graph.labels[release.edges], axis=1) == 0)
    assert within > 0.8
    for n, edges in ((2, [(0, 1)]), (3, []), (5, list(itertools.combinations(range(5), 2)))):
        assert made.release(Graph.from_edges(n, edges), epsilon=1.0, rng=gdp.noise_stream(0)).n == n


def test_limits_look_at_public_numbers_only():
    with pytest.raises(ValueError, match=r"2 to 50,000 nodes, got n = 1: take another graph"):
        HierarchicalRandomGraph().check(Graph.from_edges(1, []), 1.0)
    large = Graph.from_edges(50_000, [])
    HierarchicalRandomGraph().check(large, 1.0)
    HierarchicalRandomGraph(dendrogram="as_published", steps=MOST_STEPS // large.n).check(
        large, 1.0
    )
    with pytest.raises(ValueError, match=r"at most 400 steps per node, got 500: lower steps"):
        HierarchicalRandomGraph(dendrogram="as_published", steps=500).check(large, 1.0)
