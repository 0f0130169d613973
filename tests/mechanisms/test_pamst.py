"""PAMST draws its trees by the claimed distributions, at every scale, and keeps its guarantee.

Trees drawn with integers: their exact law on four nodes, by both rules.
"""

import itertools
import math
from collections import Counter
from fractions import Fraction
from itertools import product

import networkx as nx
import numpy as np
import pytest
from noise_laws import seeded_coins
from scipy import stats
from tree_laws import complete, drawn_law, kruskal_law, prim_law, random_graph, surprise

from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.spanning_forests import minimum_spanning_forest
from graphdp_core.mechanisms import tree_laws
from graphdp_core.mechanisms.pamst import PAMST
from graphdp_core.mechanisms.tree_laws import TreeSteps, prim_tree
from graphdp_core.params import Refused
from graphdp_core.privacy.accounting import epsilon_from_rho
from graphdp_core.privacy.guarantee import NeighbouringRelation, Status
from graphdp_core.privacy.secure_random import SecureRandom
from graphdp_core.results import SpanningTree

RARE = 1e-6  # failure probability of each chi-square test


def _drawn(graph: Graph, costs: np.ndarray, count: int = 4000):
    """Trees by the rule of Prim for costs = c w."""
    return drawn_law(
        graph,
        lambda seed: SpanningTree(graph.edges[prim_tree(graph, costs, rate=1.0, key=seed)]),
        count,
    )


def _released(graph: Graph, mechanism: PAMST, epsilon: float, count: int = 4000):
    return drawn_law(
        graph,
        lambda seed: mechanism.release(graph, epsilon=epsilon, rng=np.random.default_rng(seed)),
        count,
    )


@pytest.mark.sample
@pytest.mark.parametrize("scale", [0.0, 0.1, 0.5, 2.0, 50.0, 500.0])
@pytest.mark.parametrize("seed", range(2))
def test_the_prim_rule_is_exact_at_every_scale(seed, scale):
    graph = random_graph(seed)
    costs = scale * graph.weights
    assert surprise(_drawn(graph, costs), prim_law(graph, costs)) > RARE


@pytest.mark.sample
@pytest.mark.parametrize("spread", [38.0, pytest.param(5000.0, marks=pytest.mark.long), 1e13])
def test_a_root_behind_one_heavy_edge_does_not_bend_the_distribution(spread):
    """A shortest-path shortcut loses the small differences behind the heavy edge here."""
    pairs = [(0, 1), (1, 2), (1, 3), (2, 3)]
    graph = Graph.from_edges(4, pairs, weights=[spread, 0.0, 0.5, 1.0])
    costs = graph.weights
    assert surprise(_drawn(graph, costs, 4_000), prim_law(graph, costs)) > RARE


@pytest.mark.long
def test_many_levels_in_play_at_once_keep_the_distribution():
    """Star edges at halves of one another, in number against their probability."""
    pairs = [(0, v) for v in range(1, 7)]
    graph = Graph.from_edges(7, [*pairs, (1, 2), (3, 4)], weights=np.arange(8) * 0.7)
    costs = graph.weights
    assert surprise(_drawn(graph, costs, 20_000), prim_law(graph, costs)) > RARE


@pytest.mark.sample
@pytest.mark.parametrize(("seed", "epsilon"), [(0, 0.5), (1, 5.0), (2, 20.0), (3, 5.0)])
def test_the_kruskal_rule_is_exact(seed, epsilon):
    graph, mechanism = random_graph(seed), PAMST(selection="kruskal")
    costs = mechanism.rate(graph.n - 1, graph.m, epsilon) * graph.weights
    assert surprise(_released(graph, mechanism, epsilon), kruskal_law(graph, costs)) > RARE


@pytest.mark.sample
@pytest.mark.parametrize(("rule", "draws"), [("prim", 6_000), ("kruskal", 6_000)])
def test_equal_weights_on_k4_give_the_known_shares(rule, draws):
    graph = complete(4, np.ones(6))
    seen = _released(graph, PAMST(selection=rule), 1.0, draws)
    stars = [frozenset(np.flatnonzero((graph.edges == v).any(axis=1)).tolist()) for v in range(4)]
    shares = np.array([seen[star] / draws for star in stars])
    expected = np.array([1 / 6] + [1 / 18] * 3 if rule == "prim" else [1 / 15] * 4)
    # Five standard deviations of a share: 6e-7 for each of the eight.
    assert (np.abs(shares - expected) < 5 * np.sqrt(expected * (1 - expected) / draws)).all()


@pytest.mark.parametrize("rule", ["prim", "kruskal"])
def test_a_huge_rate_gives_the_minimum_spanning_tree(rule):
    rng = np.random.default_rng(0)
    graph = Graph.from_networkx(nx.gnm_random_graph(300, 3000, seed=1))
    graph = Graph.from_edges(300, graph.edges, weights=rng.uniform(0, 10, graph.m))
    tree = PAMST(selection=rule, radius=1e-9).release(graph, epsilon=20.0, rng=rng)
    best = graph.edges[minimum_spanning_forest(graph, graph.weights)]
    np.testing.assert_array_equal(tree.edges, best)


@pytest.mark.parametrize("rule", ["prim", "kruskal"])
def test_a_disconnected_graph_gets_a_forest_or_a_refusal(rule):
    network = nx.disjoint_union(nx.complete_graph(5), nx.cycle_graph(4))
    network.add_node(9)
    graph = Graph.from_edges(10, list(network.edges), weights=np.arange(14.0))
    tree = PAMST(selection=rule).release(graph, epsilon=1.0, rng=np.random.default_rng(0))
    forest = nx.Graph(tree.edges.tolist())
    assert nx.is_forest(forest)
    assert sorted(len(part) for part in nx.connected_components(forest)) == [4, 5]
    assert "3 parts" in tree.notes[0]
    with pytest.raises(ValueError, match=r"falls into 3 parts .* choose a tree"):
        PAMST(selection=rule, disconnected="refuse").check(graph, 1.0)


@pytest.mark.sample
@pytest.mark.parametrize("law", [prim_law, kruskal_law])
@pytest.mark.parametrize(("norm", "radius"), [("linf", 0.5), ("l1", 1.0)])
def test_the_worst_loss_on_k4_is_the_claimed_epsilon_and_tight(law, norm, radius):
    tight, thesis = (
        PAMST(norm=norm, radius=radius),
        PAMST(norm=norm, radius=radius, sensitivity="thesis"),
    )
    assert 0.99 < _worst_loss(law, tight, norm, radius) <= 1.0 + 1e-9
    assert 0.49 < _worst_loss(law, thesis, norm, radius) <= thesis.guarantee(1.0).exact_epsilon


def _worst_loss(law, mechanism: PAMST, norm: str, radius: float) -> float:
    """Largest log-ratio at epsilon = 1 over extreme changes.

    Among the weightings is one where the path 0-1-2-3 has to win against the light edge (0, 3)
    three times: there the guarantee binds.
    """
    rate = mechanism.rate(3, 6, 1.0)
    if norm == "linf":
        changes = [radius * np.array(signs) for signs in product([-1, 1], repeat=6)]
    else:
        changes = [sign * radius * np.eye(6)[e] for e in range(6) for sign in (-1, 1)]
    worst = 0.0
    for weights in (np.zeros(6), np.array([30.0, 60, 0, 30, 60, 30]) / rate):
        one = law(complete(4, weights), rate * weights)
        for change in changes:
            two = law(complete(4, weights), rate * (weights + change))
            worst = max(worst, *(abs(math.log(one[t] / two[t])) for t in one if one[t] > 1e-300))
    return worst


def test_the_normalised_calibration_protects_its_own_radius_only():
    """At radius 1/(2|E|) the loss is epsilon/2; at radius 1/2 it is |E| times that: 3 on K4."""
    mechanism = PAMST(norm="linf", radius=0.5, sensitivity="normalised")
    assert _worst_loss(prim_law, mechanism, "linf", 0.5 / 6) <= 0.5 + 1e-9
    assert 2.9 < _worst_loss(prim_law, mechanism, "linf", 0.5) <= 3.0 + 1e-9
    guarantee = mechanism.guarantee(1.0)
    assert guarantee.exact_epsilon == 0.5
    assert "radius of 0.5/|E|" in guarantee.statement()
    assert "|E| times as large" in guarantee.statement()


def test_rates_are_those_of_the_thesis():
    """Delta_u = 1: epsilon/(2 (n-1)); Delta_u = 1/|E|: |E| times that; tight: twice."""
    parameters = {"norm": "linf", "radius": 0.5}
    assert PAMST(**parameters, sensitivity="thesis").rate(999, 5000, 0.4) == pytest.approx(
        0.4 / 1998
    )
    assert PAMST(**parameters, sensitivity="normalised").rate(999, 5000, 0.4) == pytest.approx(
        0.4 * 5000 / 1998
    )
    assert PAMST(**parameters).rate(999, 5000, 0.4) == pytest.approx(0.4 / 999)
    # n = 1000, epsilon = 1, delta = 1e-6 with the simple conversion of rho would be .0118.
    assert PAMST(**parameters, accounting="zcdp").rate(999, 5000, 1.0) == pytest.approx(
        0.014, abs=1e-4
    )


def test_guarantees_name_relation_radius_and_what_is_spent():
    pure = PAMST(norm="linf", radius=0.25).guarantee(2.0)
    assert (pure.relation, pure.radius) == (NeighbouringRelation.WEIGHT_LINF, 0.25)
    assert (pure.status, pure.effective_epsilon) == (Status.PROVED_PURE, 2.0)
    assert "every edge weight within a radius of 0.25 at once" in pure.statement()
    half = PAMST(sensitivity="thesis", weights_share=0.5).guarantee(2.0)
    assert half.exact_epsilon == pytest.approx(1.5)
    approx = PAMST(accounting="zcdp", sensitivity="thesis", delta=1e-6).guarantee(1.0)
    assert (approx.status, approx.delta) == (Status.PROVED_APPROX, 1e-6)
    assert approx.exact_epsilon == pytest.approx(epsilon_from_rho(0.024356 / 4, 1e-6), rel=1e-3)


@pytest.mark.parametrize("accounting", ["pure", "zcdp"])
def test_noisy_tree_weights_come_from_their_own_share_and_never_true(accounting):
    graph = Graph.from_edges(400, [(i, i + 1) for i in range(399)], weights=np.full(399, 7.0))
    mechanism = PAMST(norm="linf", radius=0.5, accounting=accounting, weights_share=0.5)
    assert PAMST().release(graph, epsilon=1.0, rng=np.random.default_rng(0)).weights is None
    tree = mechanism.release(graph, epsilon=1.0, rng=np.random.default_rng(0))
    noise = tree.weights - 7.0
    assert (noise != 0.0).mean() > 0.95  # numbers on a grid meet now and then
    if accounting == "pure":  # Laplace of scale 399 * 0.5 / 0.5: mean size = scale, sd of mean 5%
        assert np.abs(noise).mean() == pytest.approx(399.0, rel=0.3)
    else:  # Gaussian: radius sqrt(399) / sqrt(2 rho/2)
        assert noise.std() == pytest.approx(0.5 * math.sqrt(399 / 0.024356), rel=0.2)


def test_a_public_range_cuts_the_weights_first():
    path = Graph.from_edges(4, [(0, 1), (0, 2), (1, 2), (2, 3)], weights=[1e6, 0, 0, 5])
    parameters = {"clip": True, "lowest": 0.0, "highest": 1.0, "radius": 1e-6}
    assert PAMST(**parameters).clipped(path).tolist() == [1.0, 0.0, 0.0, 1.0]
    with pytest.raises(ValueError, match="highest must be above lowest"):
        PAMST(clip=True, lowest=2.0, highest=1.0)


EDGES = list(itertools.combinations(range(4), 2))
WEIGHTS = np.array([0.25, 1.0, 2.0, 0.5, 3.0, 1.5])
SQUARE = Graph.from_edges(4, EDGES, weights=WEIGHTS)


def drawn(graph, rate, rule, coins):
    law = TreeSteps("tree", Fraction(1), graph, graph.weights, Fraction(rate), rule, 1.0)
    return law.drawn_exactly(coins).tolist()


@pytest.mark.parametrize(("rule", "law"), [("prim", prim_law), ("kruskal", kruskal_law)])
def test_every_tree_has_its_probability(rule, law):
    """1,500 draws see an epsilon that is a quarter too large."""
    coins = seeded_coins(1)
    seen = Counter(frozenset(drawn(SQUARE, 1, rule, coins)) for _ in range(1_500))
    assert surprise(seen, law(SQUARE, WEIGHTS)) > RARE


def test_a_published_tree_spends_what_its_rate_says():
    made = PAMST(norm="linf", radius=0.5).publish(SQUARE, epsilon=Fraction(3), coins=SecureRandom())
    assert made.facts["rate"] == "1"  # 3 / (3 steps * 2 * 0.5)
    assert made.exact_epsilon == 3.0
    assert len(made.released.edges) == 3


def test_every_part_of_a_graph_gets_a_tree():
    parts = Graph.from_edges(5, [(0, 1), (3, 4)], weights=[1.0, 1.0])
    for rule in ("prim", "kruskal"):
        assert drawn(parts, 1, rule, SecureRandom()) == [0, 1]


def test_light_trees_win_at_a_large_rate():
    taken = drawn(SQUARE, 1000, "prim", SecureRandom())
    assert taken == [0, 1, 3] or math.fsum(WEIGHTS[taken]) == 2.25


@pytest.mark.parametrize("given", [{"accounting": "zcdp"}, {"weights_share": 0.5}])
def test_what_is_not_drawn_with_integers_is_refused(given):
    with pytest.raises(Refused, match="pure ε and without weights"):
        PAMST(**given).publish(SQUARE, epsilon=Fraction(1), coins=SecureRandom())


def test_a_large_graph_is_published_in_time_of_its_edges():
    n = 3_000
    ring = Graph.from_edges(n, [(i, (i + 1) % n) for i in range(n)], weights=np.arange(n) % 7)
    made = PAMST().publish(ring, epsilon=Fraction(1), coins=SecureRandom())
    assert len(made.released.edges) == n - 1


@pytest.mark.long
def test_costs_far_above_the_least_have_their_chance(monkeypatch):
    monkeypatch.setattr(tree_laws, "NEAR", 2)
    monkeypatch.setattr(tree_laws, "BOUNDS", tree_laws.BOUNDS[:3])
    costs, coins, seen = [Fraction(x, 10) for x in (3, 4, 15, 25, 31)], seeded_coins(4), Counter()
    for _ in range(4_000):
        choices = tree_laws._Choices(costs, coins)
        for edge in range(5):
            choices.add(edge)
        seen[choices.draw(lambda edge: edge != 1)] += 1
    law = np.exp([-float(costs[edge]) for edge in (0, 2, 3, 4)])
    counts = [seen[edge] for edge in (0, 2, 3, 4)]
    assert seen[1] == 0
    assert stats.chisquare(counts, 4_000 * law / law.sum()).pvalue > RARE
