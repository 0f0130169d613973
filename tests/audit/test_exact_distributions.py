"""Where the distribution of a release can be enumerated, its loss is exact, without chance."""

import math
from collections import Counter

import numpy as np
import pytest
from scipy.stats import chisquare
from tree_laws import exponential_law, kruskal_law, prim_law

import graphdp_core as gdp
from graphdp_core.lab.audits.neighbours import neighbouring_pairs
from tests.lab.exact_laws import exact_delta, exact_loss, flip_distribution


@pytest.mark.sample
@pytest.mark.parametrize("id", ["edge_flip", "laplace_flip"])
@pytest.mark.parametrize("epsilon", [0.5, 1.0, 3.0])
def test_flips_lose_exactly_what_they_claim(id, epsilon):
    made, graphs = gdp.mechanism(id), [gdp.Graph.from_edges(4, e) for e in ([(0, 1)], [])]
    noise = made.release(graphs[0], epsilon=epsilon, rng=np.random.default_rng(0)).noise
    loss, _ = exact_loss(*(flip_distribution(graph, noise) for graph in graphs))
    assert math.isclose(loss, made.guarantee(epsilon).effective_epsilon, rel_tol=1e-9)


def test_releases_follow_the_enumerated_distribution():
    """Chi-square over the 64 graphs of four nodes; fails with probability 1e-4."""
    rng, graph = np.random.default_rng(1), gdp.Graph.from_edges(4, [(0, 1), (1, 2), (2, 3)])
    releases = [gdp.mechanism("edge_flip").release(graph, epsilon=1.0, rng=rng)
                for _ in range(8_000)]  # fmt: skip
    chances = flip_distribution(graph, releases[0].noise)
    assert math.isclose(sum(chances.values()), 1.0)
    seen = Counter(
        "{" + " ".join(f"{u}-{v}" for u, v in one.edges.tolist()) + "}" for one in releases
    )
    expected = np.array(list(chances.values())) * 8_000
    assert chisquare([seen[o] for o in chances], expected).pvalue > 1e-4


def tree_distribution(mechanism, graph, epsilon):
    if mechanism.id == "exact_tree":
        return exponential_law(graph, mechanism.rate(graph.n - 1, epsilon) * graph.weights)
    costs = mechanism.rate(graph.n - 1, graph.m, epsilon) * graph.weights
    return (prim_law if mechanism.selection == "prim" else kruskal_law)(graph, costs)


PERSONS = ("person_added", "person_replaced")
TREES = [gdp.mechanism("exact_tree", norm=norm) for norm in ("l1", "linf", *PERSONS)] + [
    gdp.mechanism(
        "pamst", norm=norm, selection=selection, sensitivity=sensitivity, accounting=accounting
    )
    for norm in ("l1", "linf")
    for selection in ("prim", "kruskal")
    for sensitivity in ("tight", "thesis", "normalised")
    for accounting in ("pure", "zcdp")
]
TREES += [
    gdp.mechanism("pamst", norm=norm, selection=selection, accounting=accounting)
    for norm in PERSONS
    for selection in ("prim", "kruskal")
    for accounting in ("pure", "zcdp")
]


@pytest.mark.parametrize("made", TREES, ids=repr)
def test_trees_of_four_nodes_lose_at_most_what_they_claim(made):
    """Every pair of K_4 that the audit knows, by the exact distribution of the tree."""
    claim = made.guarantee(1.0)
    losses = []
    for pair in neighbouring_pairs(made, claim):
        if pair.left.n != 4:
            continue
        chances = [tree_distribution(made, graph, 1.0) for graph in (pair.left, pair.right)]
        delta = exact_delta(*chances, epsilon=claim.effective_epsilon)
        assert delta <= claim.delta + 1e-12, pair.name
        losses.append(exact_loss(*chances)[0])
    assert len(losses) > 5
    if not claim.delta:
        assert max(losses) > 0.4 * claim.effective_epsilon, "the pairs tempt it"
