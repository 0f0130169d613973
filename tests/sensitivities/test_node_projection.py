"""What one node changes: all graphs of at most five nodes and all their neighbours, enumerated."""

import itertools
import math
from fractions import Fraction
from functools import cache

import numpy as np
import pytest
from noise_laws import seeded_coins

import graphdp_core as gdp
from graphdp_core.graphs.edge_addition import induced_subgraph, kept_degrees, kept_edges
from graphdp_core.graphs.graph import Graph
from graphdp_core.mechanisms.node_count import NodeCount
from graphdp_core.params import Refused
from graphdp_core.progress import SILENT
from graphdp_core.sensitivities import node_projection
from graphdp_core.sensitivities.node_projection import (
    capped_triangles,
    low_sensitivity,
    some_nodes,
    truncated_count,
    truncation_bound,
)

SIZES = (3, 4, 5)
BOUNDS = (1, 2, 3)


@cache
def pairs(n):
    return list(itertools.combinations(range(n), 2))


def graph_of(n, code):
    return Graph.from_edges(n, [pair for bit, pair in enumerate(pairs(n)) if code >> bit & 1])


@cache
def degrees_of_all(n, bound):
    """Kept degrees of every graph of n nodes, shape (graphs, n): by the code under test."""
    return np.array([kept_degrees(graph_of(n, code), bound) for code in range(1 << len(pairs(n)))])


def families(n):
    """For each node: the graphs that differ at it alone, the one without its edges first."""
    for v in range(n):
        own = sum(1 << bit for bit, pair in enumerate(pairs(n)) if v in pair)
        ways = [w for w in range(1 << len(pairs(n))) if w & ~own == 0]
        for rest in (c for c in range(1 << len(pairs(n))) if c & own == 0):
            yield v, np.array([rest | way for way in ways])


def spread(values):
    """Largest l1 distance of two rows."""
    return int(np.abs(values[:, None] - values[None]).sum(axis=-1).max())


@pytest.mark.sample
@pytest.mark.parametrize("bound", BOUNDS)
def test_every_node_changes_what_is_kept_by_no_more_than_is_stated(bound):
    """Attained at n = 5, so that no smaller number would do."""
    worst = dict.fromkeys(
        ("edges", "degrees", "histogram", "low", "edges+", "histogram+", "low+"), 0
    )
    for n in SIZES:
        degrees = degrees_of_all(n, bound)
        places = np.arange(bound + 1)
        histogram = (degrees[:, :, None] == places).sum(axis=1)
        low = (degrees[:, :, None] <= places).sum(axis=1)
        for v, codes in families(n):
            seen = {
                "edges": spread(degrees[codes].sum(axis=1, keepdims=True) // 2),
                "degrees": spread(degrees[codes]),
                "histogram": spread(histogram[codes]),
                "low": spread(low[codes]),
            }
            # The graph without v itself: it no longer counts as a node of no edges.
            gone = degrees[codes[0]][np.arange(n) != v]
            less = (gone[:, None] == places).sum(axis=0), (gone[:, None] <= places).sum(axis=0)
            total = degrees[codes].sum(axis=1) // 2
            seen["edges+"] = int(np.abs(total - gone.sum() // 2).max())
            seen["histogram+"] = int(np.abs(histogram[codes] - less[0]).sum(axis=1).max())
            seen["low+"] = int(np.abs(low[codes] - less[1]).sum(axis=1).max())
            worst = {name: max(most, seen[name]) for name, most in worst.items()}
    assert worst["edges"] == worst["edges+"] == bound
    assert worst["degrees"] == 2 * bound
    assert worst["histogram"] <= 4 * bound
    assert worst["histogram+"] == 2 * bound + 1
    assert worst["low"] == low_sensitivity(bound, joins=False) == 2 * bound
    assert worst["low+"] == low_sensitivity(bound, joins=True) == bound + 1


def test_the_order_of_pairs_stays_when_a_node_leaves():
    rng = np.random.default_rng(2)
    edges = [pair for pair in itertools.combinations(range(30), 2) if rng.random() < 0.3]
    names = [f"person {i}" for i in range(30)]
    whole = Graph.from_edges(30, edges, names=names)
    for gone in (0, 13, 29):
        rest = [i for i in range(30) if i != gone]
        place = {old: new for new, old in enumerate(rest)}
        less = Graph.from_edges(
            29, [(place[u], place[v]) for u, v in edges if gone not in (u, v)],
            names=[names[i] for i in rest],
        )  # fmt: skip
        isolated = Graph.from_edges(30, [e for e in edges if gone not in e], names=names)
        assert np.array_equal(kept_degrees(less, 4), np.delete(kept_degrees(isolated, 4), gone))
        assert abs(len(kept_edges(whole, 4)) - len(kept_edges(less, 4))) <= 4


def test_degrees_are_bounded_and_a_large_bound_keeps_all():
    karate = gdp.load_graph("karate")
    for bound in (1, 3, 8, 40):
        assert kept_degrees(karate, bound).max() <= bound
    assert len(kept_edges(karate, 33)) == karate.m


@pytest.mark.parametrize("cap", [1, 2, 3])
def test_capped_triangles_change_by_the_cap_and_one_for_rounding(cap):
    n, rng = 5, np.random.default_rng(cap)
    values = {}
    for v, codes in itertools.islice(families(n), 0, None, 9):
        chosen = [codes[0], *rng.choice(codes[1:], 3, replace=False)]
        for code in chosen:
            if code not in values:
                values[code] = capped_triangles(graph_of(n, int(code)), cap)
        items = [values[code] for code in chosen]
        assert max(items) - min(items) <= cap + 1, (v, chosen)


def test_the_program_agrees_with_its_dual_and_keeps_all_where_no_cap_binds(monkeypatch):
    karate = gdp.load_graph("karate")
    assert capped_triangles(karate, 18) == 45
    assert 15 <= capped_triangles(karate, 5) < 45
    assert capped_triangles(Graph.from_edges(5, [(0, 1)]), 3) == 0
    monkeypatch.setattr(node_projection, "GAP", -1.0)
    with pytest.raises(ArithmeticError, match="exactly enough"):
        capped_triangles(karate, 4)


@pytest.mark.parametrize("count", ["edges", "triangles"])
@pytest.mark.parametrize("bound", [1, 2, 3])
def test_truncation_is_bounded_on_the_graph_and_a_step_away(count, bound):
    """|f - f'| <= S_0, and what S says k steps away grows by one step at each neighbour."""
    n, each = 4, bound if count == "edges" else math.comb(bound, 2)
    graphs = [graph_of(n, code) for code in range(1 << len(pairs(n)))]
    counts = np.array([truncated_count(g, count, bound) for g in graphs])
    at_once = np.array([truncation_bound(g.degrees, each, bound, 40.0) for g in graphs])
    smooth = {b: np.array([truncation_bound(g.degrees, each, bound, b) for g in graphs])
              for b in (0.1, 0.5)}  # fmt: skip
    for _, codes in families(n):
        change = np.abs(counts[codes][:, None] - counts[codes][None])
        assert np.all(change <= at_once[codes][:, None] + 1e-9)
        for beta, bounds in smooth.items():
            assert bounds[codes].max() <= math.exp(beta) * bounds[codes].min() + 1e-9


def test_however_many_triangles_there_are_they_are_counted(monkeypatch):
    """Their number is private: K_230 has more than are kept in memory."""
    complete = Graph.from_edges(230, np.transpose(np.triu_indices(230, 1)))
    assert capped_triangles(complete, 2016) == 230 * 2016 / 3
    karate = gdp.load_graph("karate")
    kept = [node_projection._solved(karate, cap, SILENT) for cap in range(1, 18)]
    monkeypatch.setattr(node_projection, "MOST_KEPT", 44)
    walked = [node_projection._solved(karate, cap, SILENT) for cap in range(1, 18)]
    assert max(abs(a - b) for a, b in zip(kept, walked, strict=True)) <= 1, "ties of rounding"


def test_a_node_that_joins_moves_the_triangles_of_some_nodes_by_no_more_than_the_cap(monkeypatch):
    """With room for four of five or six nodes, in all orders in which they may be taken."""
    monkeypatch.setattr(node_projection, "LARGEST_LINEAR_N", 4)
    edges = [e for e in pairs(6) if e not in ((0, 1), (2, 5))]
    joined, counts = Graph.from_edges(6, edges), set()
    for gone in (0, 5):
        rest = [v for v in range(6) if v != gone]
        less = induced_subgraph(joined, np.array(rest))
        for order in itertools.islice(itertools.permutations(range(6)), 0, None, 5):
            shorter = [rest.index(v) for v in order if v != gone]
            both = [
                capped_triangles(some_nodes(graph, order=np.array(taken)), 2)
                for graph, taken in ((joined, order), (less, shorter))
            ]
            assert abs(both[0] - both[1]) <= 2 + 1
            counts.add(tuple(both))
    assert len(counts) > 2
    named = [some_nodes(graph) for graph in (joined, induced_subgraph(joined, np.arange(1, 6)))]
    assert len({named[0].name(i) for i in range(4)} & {named[1].name(i) for i in range(4)}) >= 3


def test_too_many_nodes_are_refused_where_their_number_is_public_and_only_there():
    many, graph = NodeCount(count="triangles"), Graph.from_edges(2_001, [(0, 1)])
    with pytest.raises(Refused, match="at most 2,000 nodes"):
        many.check(graph, 1.0)
    joins = NodeCount(count="triangles", neighbours="join")
    joins.publish(graph, epsilon=Fraction(1), coins=seeded_coins(0))
    assert "2,000 nodes" in joins.release(graph, epsilon=1.0, rng=gdp.noise_stream(0)).notes[1]
