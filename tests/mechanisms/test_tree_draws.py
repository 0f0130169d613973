"""Trees drawn at once: minus-exponential noise, and the exponential mechanism over all trees."""

import math
from functools import partial
from itertools import product

import networkx as nx
import numpy as np
import pytest
from tree_laws import complete, drawn_law, exponential_law, random_graph, surprise, trees

from graphdp_core.graphs import spanning_forests
from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.spanning_forests import forest_edges, minimum_spanning_forest
from graphdp_core.mechanisms import exact_tree
from graphdp_core.mechanisms.exact_tree import ExactTree
from graphdp_core.mechanisms.minus_exponential import MinusExponential
from graphdp_core.mechanisms.pamst import PAMST

RARE = 1e-6  # failure probability of each chi-square test


def _trap(light: float) -> Graph:
    """A path of 125 nodes whose last three make a triangle; its inner edge is far the lightest."""
    path = [(i, i + 1) for i in range(123)]
    edges = [*path, (122, 124), (123, 124)]
    weights = [0.0] * 122 + [16.5, 16.5, light]
    return Graph.from_edges(125, edges, weights=weights)


@pytest.mark.sample
@pytest.mark.parametrize("light", [-1.0, -700.0])
def test_no_weights_make_the_exact_tree_refuse_or_bend_its_law(light, monkeypatch):
    """Three trees: the chance of the two with the light edge is 1/(2 + e^-(16.5 - light)) each."""
    monkeypatch.setattr(spanning_forests, "FEW_STEPS", 2_000)
    graph, counts = _trap(light), {}
    for seed in range(400):
        tree = ExactTree().release(graph, epsilon=1.0, rng=np.random.default_rng(seed))
        assert len(tree.edges) == 124
        last = frozenset(map(tuple, tree.edges[-2:].tolist()))
        counts[last] = counts.get(last, 0) + 1
    assert all((123, 124) in last for last in counts)
    least = min(counts.values())
    assert len(counts) == 2
    assert least > 140  # of 400 fair coins: P(least <= 140) < 1e-8


def test_elimination_draws_a_tree_of_a_large_trapping_graph_in_bounded_work():
    graph = Graph.from_edges(1500, [(i, i + 1) for i in range(1499)], weights=np.arange(1499) % 2)
    rng = np.random.default_rng(0)
    tree = ExactTree(radius=1e-3).release(graph, epsilon=1.0, rng=rng)
    assert len(tree.edges) == 1499


def test_refusals_of_the_exact_tree_read_public_facts_only(monkeypatch):
    with pytest.raises(ValueError, match="at most 3,000 nodes"):
        ExactTree().check(Graph.from_edges(3001, [(0, 1)], weights=[1.0]), 1.0)
    monkeypatch.setattr(exact_tree, "MOST_PAIRS", 100)
    for weights in (np.zeros(190), 1e6 * np.arange(190)):
        with pytest.raises(ValueError, match="would take too long on 20 nodes"):
            ExactTree().check(complete(20, weights), 1.0)
    sparse = Graph.from_edges(20, [(i, i + 1) for i in range(19)], weights=np.ones(19))
    ExactTree().check(sparse, 1.0)


@pytest.mark.parametrize(("norm", "radius"), [("l1", 1.0), ("linf", 0.5)])
def test_the_exact_tree_keeps_its_guarantee_on_k4_and_spends_it(norm, radius):
    """Over all extreme changes and three weightings; the largest log-ratio nears epsilon."""
    mechanism, worst = ExactTree(norm=norm, radius=radius), 0.0
    rate = mechanism.rate(3, 1.0)
    signs = product([-1, 1], repeat=6) if norm == "linf" else [*np.eye(6), *-np.eye(6)]
    changes = [radius * np.array(change) for change in signs]
    for base in (np.zeros(6), [0.0, 60, 60, 0, 60, 0], [60.0, 0, 0, 60, 0, 60]):
        weights = np.array(base) / rate
        one = exponential_law(complete(4, weights), rate * weights)
        for change in changes:
            two = exponential_law(complete(4, weights), rate * (weights + change))
            worst = max(worst, *(abs(math.log(one[t] / two[t])) for t in one))
    assert 0.95 < worst <= 1.0 + 1e-9


def test_the_release_has_the_exponential_law():
    graph = random_graph(2)
    mechanism = ExactTree(radius=2.0)
    seen = drawn_law(
        graph, lambda s: mechanism.release(graph, epsilon=1.0, rng=np.random.default_rng(s)), 4000
    )
    assert surprise(seen, exponential_law(graph, 0.5 * graph.weights)) > RARE


@pytest.mark.sample
@pytest.mark.parametrize("sign", [-1.0, 1.0])
def test_noise_must_be_taken_off_for_added_noise_breaks_the_guarantee(sign):
    """Twenty parallel detours; every weight changes by the radius (l-infinity), one the other way.

    With w - Exp the loss stays within epsilon = 1; the planted defect w + Exp shows more than 3
    (measured in 400,000 draws; each compared share has more than 100 counts).
    """
    detours, radius = 20, 1.0
    rng = np.random.default_rng(0)
    shares = []
    scale = 2.0 * radius  # one choice among parallel edges: b = 1 step times spread / epsilon
    for change in (-radius / 2, radius / 2):
        noise = rng.standard_exponential((400_000, detours + 1)) * scale
        weights = np.full(detours + 1, -change)
        weights[0] = change
        shares.append(np.mean(np.argmin(weights + sign * noise, axis=1) == 0))
    loss = abs(math.log(shares[0] / max(shares[1], 1 / 400_000)))
    assert loss > 3.0 if sign > 0 else loss < 1.05


@pytest.mark.parametrize("mechanism", [MinusExponential(), ExactTree()], ids=lambda m: m.id)
def test_releases_are_forests_of_public_edges_without_weights(mechanism):
    network = nx.disjoint_union(nx.complete_graph(6), nx.cycle_graph(5))
    graph = Graph.from_edges(11, list(network.edges), weights=np.arange(20.0))
    tree = mechanism.release(graph, epsilon=1.0, rng=np.random.default_rng(0))
    assert nx.is_forest(nx.Graph(tree.edges.tolist()))
    assert len(tree.edges) == forest_edges(graph) == 9
    assert tree.weights is None
    assert {tuple(e) for e in tree.edges.tolist()} <= set(map(tuple, graph.edges.tolist()))


@pytest.mark.parametrize(
    "kind", [MinusExponential, ExactTree, PAMST, partial(PAMST, selection="kruskal")]
)
@pytest.mark.parametrize("norm", ["l1", "linf"])
def test_the_error_stays_below_the_proved_bound(kind, norm):
    rng = np.random.default_rng(0)
    graph = complete(20, rng.uniform(0, 10, 190))
    mechanism = kind(norm=norm, radius=0.1)
    best = graph.weights[minimum_spanning_forest(graph, graph.weights)].sum()
    bound = mechanism.tree_error_bound(graph, epsilon=1.0, gamma=1e-6)
    number = {(u, v): e for e, (u, v) in enumerate(graph.edges.tolist())}
    for _ in range(20):
        tree = mechanism.release(graph, epsilon=1.0, rng=rng)
        outcome = graph.weights[[number[u, v] for u, v in tree.edges.tolist()]].sum()
        assert -1e-9 <= outcome - best <= bound


def test_the_bound_on_the_number_of_trees_holds():
    for seed in range(4):
        graph = random_graph(seed)
        log_trees = ExactTree().tree_error_bound(graph, epsilon=1.0, gamma=1.0)
        assert log_trees >= math.log(len(trees(graph)))
