"""Dendrograms: brackets that hang together, the lengths of the tree, the highest joins."""

import base64

import numpy as np
import pytest
from scipy.cluster.hierarchy import linkage

from graphdp_core.metrics.cophenetic import Hierarchy
from graphdp_core.plots.dendrogram import dendrogram_pair, joints
from graphdp_core.plots.sides import Sides
from graphdp_core.plots.theme import LIGHT


def hierarchy(n, seed):
    rng = np.random.default_rng(seed)
    edges = np.array([(int(rng.integers(v)), v) for v in range(1, n)], dtype=np.int32)
    return Hierarchy.of(n, edges, rng.random(n - 1))


def numbers(spec):
    return np.frombuffer(base64.b64decode(spec["bdata"]), dtype="<f4")


def test_every_join_is_one_bracket_at_its_length():
    points = np.random.default_rng(0).normal(size=(30, 2))
    theirs = linkage(points, "single")
    u, v = (ends.astype(np.int32) for ends in np.triu_indices(30, 1))
    lengths = np.linalg.norm(points[u] - points[v], axis=1)
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import minimum_spanning_tree

    tree = minimum_spanning_tree(coo_array((lengths, (u, v)), shape=(30, 30))).tocoo()
    edges = np.column_stack((tree.row, tree.col)).astype(np.int32)
    lines = joints(Hierarchy.of(30, edges, tree.data), limit=100)
    np.testing.assert_allclose(lines[:, 1, 1], theirs[:, 2])
    # Below a bracket stands what it joins, at the length at which that was complete.
    below = np.sort(lines[:, [0, 3], 1], axis=1)
    complete = np.append(np.zeros(30), theirs[:, 2])
    np.testing.assert_allclose(below, np.sort(complete[theirs[:, :2].astype(int)], axis=1))


def test_brackets_stand_on_brackets_or_on_nodes():
    tree = hierarchy(40, 1)
    lines = joints(tree, limit=100)
    tops = {(round((a + b) / 2, 9), top) for (a, top), (b, _) in lines[:, 1:3]}
    feet = {(round(x, 9), y) for line in lines for x, y in (line[0], line[3])}
    nodes = {(float(i), 0.0) for i in range(40)}
    assert feet == (tops | nodes) - {(round(lines[-1, 1:3, 0].mean(), 9), lines[-1, 1, 1])}
    assert (lines[:, 1, 0] < lines[:, 2, 0]).all()


def test_of_many_joins_the_highest_are_drawn():
    tree = hierarchy(500, 2)
    lines = joints(tree, limit=20)
    np.testing.assert_array_equal(lines[:, 1, 1], np.sort(tree.heights)[-20:])
    assert (lines[:, [0, 3], 1] <= lines[:, 1:2, 1]).all()
    assert lines[:, :, 0].min() >= 0
    assert lines[:, :, 0].max() <= 499


def test_parts_of_a_forest_are_not_joined():
    tree = Hierarchy.of(5, np.array([[0, 1], [2, 3]], dtype=np.int32), [1.0, 2.0])
    lines = joints(tree, limit=9)
    assert lines[:, 1, 1].tolist() == [1.0, 2.0]
    assert lines[:, 1:3, 0].tolist() == [[0.0, 1.0], [2.0, 3.0]]


def test_the_band_covers_the_nodes_of_each_group_in_reading_order():
    tree = hierarchy(50, 3)
    groups = np.arange(50) % 3
    figure = dendrogram_pair(tree, tree, LIGHT, sides=Sides(1.0), groups=groups)
    for k in range(3):
        trace = next(t for t in figure["data"] if t.get("name") == f"cluster {k + 1}")
        ends = numbers(trace["x"]).reshape(-1, 3)[:, :2] + 0.5
        covered = [place for start, stop in ends for place in range(int(start), int(stop))]
        assert covered == np.flatnonzero(groups[tree.nodes] == k).tolist()
        assert (ends[1:, 0] > ends[:-1, 1]).all()  # neighbours of one group are one piece


def test_a_large_tree_is_a_small_figure():
    tree = hierarchy(100_000, 4)
    figure = dendrogram_pair(
        tree, tree, LIGHT, sides=Sides(1.0), groups=np.zeros(100_000, dtype=int)
    )
    assert len(str(figure)) < 100_000


def test_a_limit_below_one_is_refused():
    with pytest.raises(ValueError, match="limit must be at least 1, got 0"):
        dendrogram_pair(hierarchy(5, 0), hierarchy(5, 0), LIGHT, sides=Sides(1.0), limit=0)
