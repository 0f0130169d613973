"""Pairs of neighbours: really neighbours, under the claimed relation and radius."""

import math
from typing import NamedTuple

import networkx as nx
import numpy as np
import pytest

import graphdp_core as gdp
from graphdp_core.lab.audits.neighbours import neighbouring_pairs, toggles
from graphdp_core.privacy.guarantee import Guarantee, NeighbouringRelation, Status


def claim(relation, radius=1.0, **more):
    return Guarantee(relation, 1.0, Status.PROVED_PURE, radius=radius, **more)


def test_every_small_graph_and_every_edge_is_there_once():
    """Counted by networkx: kinds of absent pairs over all graphs of the atlas."""
    for n in (2, 3, 4):
        expected = 0
        for g in (g for g in nx.graph_atlas_g() if len(g) == n):
            kinds = []
            for pair in list(nx.non_edges(g)):
                marked = g.copy()
                for node in marked:
                    marked.nodes[node]["end"] = node in pair
                if not any(
                    nx.is_isomorphic(marked, k, node_match=lambda a, b: a == b) for k in kinds
                ):
                    kinds.append(marked)
            expected += len(kinds)
        assert len(toggles(n)) == expected


def test_edge_neighbours_differ_in_one_edge():
    for pair in neighbouring_pairs(None, claim(NeighbouringRelation.EDGE)):
        left, right = (set(map(tuple, g.edges.tolist())) for g in (pair.left, pair.right))
        assert left ^ right == {pair.changed[0]}
        assert pair.left.n == pair.right.n


def test_node_neighbours_differ_at_one_node():
    for pair in neighbouring_pairs(None, claim(NeighbouringRelation.NODE)):
        left, right = (set(map(tuple, g.edges.tolist())) for g in (pair.left, pair.right))
        assert left != right
        assert all(0 in edge for edge in left ^ right)


def test_a_node_that_joins_leaves_all_others_as_they_are():
    pairs = neighbouring_pairs(None, claim(NeighbouringRelation.NODE_ADD))
    assert len(pairs) > 20
    for pair in pairs:
        left, right = (set(map(tuple, g.edges.tolist())) for g in (pair.left, pair.right))
        assert pair.right.n == pair.left.n + 1
        assert left == {edge for edge in right if pair.left.n not in edge}


@pytest.mark.parametrize("radius", [0.25, 3.0])
def test_weights_move_by_the_radius_in_the_claimed_norm(radius):
    for relation, norm in (
        (NeighbouringRelation.WEIGHT_L1, lambda d: np.abs(d).sum()),
        (NeighbouringRelation.WEIGHT_LINF, lambda d: np.abs(d).max()),
    ):
        pairs = neighbouring_pairs(gdp.mechanism("pamst"), claim(relation, radius))
        assert len(pairs) > 5
        for pair in pairs:
            assert np.array_equal(pair.left.edges, pair.right.edges)
            assert math.isclose(norm(pair.right.weights - pair.left.weights), radius)


def test_a_radius_over_the_number_of_edges_is_divided():
    normalised = gdp.mechanism("pamst", sensitivity="normalised", norm="linf", radius=0.5)
    for pair in neighbouring_pairs(normalised, normalised.guarantee(1.0)):
        moved = np.abs(pair.right.weights - pair.left.weights).max()
        assert math.isclose(moved, 0.5 / pair.left.m, rel_tol=1e-9)


def test_clipped_weights_stay_within_the_public_range():
    made = gdp.mechanism("weight_laplace", clip=True, lowest=0.0, highest=1000.0)
    for pair in neighbouring_pairs(made, made.guarantee(1.0)):
        for g in (pair.left, pair.right):
            assert g.weights.min() >= 0.0
            assert g.weights.max() <= 1000.0


class Range(NamedTuple):
    lowest: float
    highest: float
    support: str


@pytest.mark.parametrize("support", ["fixed", "connected", "vanish"])
def test_theta_neighbours_stay_in_range_and_move_one_weight(support):
    kind = NeighbouringRelation.THETA_EDGE
    if support == "fixed":
        kind = NeighbouringRelation.THETA_EDGE_FIXED_SUPPORT
    pairs = neighbouring_pairs(Range(0.5, 4.0, support), claim(kind, 1.0))
    assert pairs
    for pair in pairs:
        left, right = (_weights(g) for g in (pair.left, pair.right))
        changed = {e for e in left | right if left.get(e) != right.get(e)}
        assert len(changed) == 1
        (edge,) = changed
        assert abs(left.get(edge, 0.0) - right.get(edge, 0.0)) <= 1.0 + 1e-12
        assert all(0.5 <= w <= 4.0 for w in (left | right).values())
        if support == "fixed":
            assert left.keys() == right.keys()
        if support == "connected":
            assert all(nx.is_connected(g.to_networkx()) for g in (pair.left, pair.right))


def test_a_graph_of_weights_one_is_tried_without_weights():
    """Whether there are weights is as private as they are."""
    pairs = neighbouring_pairs(
        Range(1.0, 2.0, "fixed"), claim(NeighbouringRelation.THETA_EDGE_FIXED_SUPPORT, 1.0)
    )
    assert any(pair.left.weights is None is not pair.right.weights for pair in pairs)


def _weights(graph):
    weights = np.ones(graph.m) if graph.weights is None else graph.weights
    return dict(zip(map(tuple, graph.edges.tolist()), weights.tolist(), strict=True))


def test_a_step_below_every_weight_has_no_neighbours():
    relation = NeighbouringRelation.THETA_EDGE
    assert neighbouring_pairs(Range(1.0, 1.0, "vanish"), claim(relation, 0.01)) == []
    assert neighbouring_pairs(Range(1.0, 1.0, "vanish"), claim(relation, 1.0))
    fixed = NeighbouringRelation.THETA_EDGE_FIXED_SUPPORT
    assert neighbouring_pairs(Range(1.0, 1.0, "fixed"), claim(fixed, 1.0)) == []
