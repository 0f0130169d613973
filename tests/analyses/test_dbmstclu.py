"""DBMSTClu: equal to the published algorithm, in exact arithmetic; forests, ties, clipping."""

from fractions import Fraction

import numpy as np
import pytest

import graphdp_core as gdp
from graphdp_core.analyses.dbmstclu import DBMSTClu
from graphdp_core.analyses.tree_partitioning import weighted_forest
from graphdp_core.graphs.graph import Graph
from graphdp_core.kernels.tree_cuts import preorder
from graphdp_core.metrics.communities import tree_validity
from graphdp_core.results import SpanningTree

STREAM = np.random.default_rng(0)


def cluster(edges, weights):
    tree = SpanningTree(np.asarray(edges, dtype=np.int32), np.asarray(weights, dtype=float))
    return DBMSTClu().run(tree, rng=STREAM)


# The published algorithm, word by word: every cut is tried, the index of every partition is
# computed from its definition, in fractions. O(N^2 K).


def parts_without(n, edges, cut):
    part = list(range(n))

    def root(v):
        while part[v] != v:
            v = part[v]
        return v

    for e, (u, v) in enumerate(edges):
        if e not in cut:
            part[root(u)] = root(v)
    return [root(v) for v in range(n)]


def published_index(n, edges, weights, cut):
    part = parts_without(n, edges, cut)
    total = Fraction(0)
    for cluster in set(part):
        members = {v for v in range(n) if part[v] == cluster}
        at = [weights[e] for e in cut if members & set(edges[e])]
        inside = [
            weights[e] for e in range(len(edges)) if e not in cut and set(edges[e]) <= members
        ]
        separation = min(at) if cut else Fraction(1)
        dispersion = max(inside, default=Fraction(0))
        total += len(members) * (separation - dispersion) / max(separation, dispersion)
    return total / n


def published_clusters(n, edges, weights):
    weights = [Fraction(w) for w in weights]
    # "Not worse" takes the last of equal candidates: the heaviest, then the first in the list.
    candidates = sorted(range(len(edges)), key=lambda e: (weights[e], -e))
    cut, index = set(), Fraction(-1)
    while index < 1:
        best, best_index = None, index
        for e in candidates:
            new = published_index(n, edges, weights, cut | {e})
            if new >= best_index:
                best, best_index = e, new
        if best is None:
            break
        cut.add(best)
        candidates.remove(best)
        index = best_index
    return parts_without(n, edges, cut), index


def random_tree(rng, n, shape):
    parents = {
        "recursive": lambda v: int(rng.integers(v)),
        "path": lambda v: v - 1,
        "star": lambda v: 0,
        "caterpillar": lambda v: v - 1 if v % 2 else max(v - 2, 0),
    }[shape]
    name = rng.permutation(n)
    edges = np.sort([(name[parents(v)], name[v]) for v in range(1, n)], axis=1)
    return edges[np.lexsort((edges[:, 1], edges[:, 0]))]


def random_weights(rng, count, kind):
    if kind == "ties":
        return rng.integers(1, 4, size=count).astype(float)
    if kind == "equal":
        return np.full(count, 2.5)
    if kind == "clusters":
        return np.where(rng.random(count) < 0.15, 8.0, 1.0) + rng.random(count)
    if kind == "capped":
        return np.minimum(rng.integers(1, 13, size=count), 9).astype(float)
    return rng.random(count) + 0.01


@pytest.mark.parametrize(
    "shape", [pytest.param("recursive", marks=pytest.mark.long), "path", "star", "caterpillar"]
)
@pytest.mark.parametrize("kind", ["uniform", "clusters", "ties", "capped", "equal"])
def test_the_clusters_are_those_of_the_published_algorithm(shape, kind):
    rng = np.random.default_rng([ord(letter) for letter in shape + kind])
    for _ in range(10):
        n = int(rng.integers(2, 16))
        edges = random_tree(rng, n, shape)
        weights = random_weights(rng, n - 1, kind)
        wanted, index = published_clusters(n, edges.tolist(), weights)
        ours = cluster(edges, weights)
        assert same_partition(wanted, ours.labels)
        assert tree_validity(edges, weights, ours.labels) == pytest.approx(float(index))


def test_larger_trees_agree_with_the_published_algorithm_too():
    rng = np.random.default_rng(7)
    for n, kind in ((45, "clusters"), (30, "ties"), (40, "capped")):
        edges = random_tree(rng, n, "recursive")
        weights = random_weights(rng, n - 1, kind)
        wanted, index = published_clusters(n, edges.tolist(), weights)
        ours = cluster(edges, weights)
        assert same_partition(wanted, ours.labels)
        assert tree_validity(edges, weights, ours.labels) == pytest.approx(float(index))


@pytest.mark.parametrize("shape", ["recursive", "path", "star", "caterpillar"])
@pytest.mark.parametrize("largest", [3, 10, 100])
def test_whole_numbers_take_a_few_passes_too(monkeypatch, shape, largest):
    n, looks = 20_000, []
    monkeypatch.setattr("graphdp_core.analyses.dbmstclu.WORK", n)  # one look at all nodes, or less
    rng = np.random.default_rng(largest)
    weights = rng.integers(1, largest + 1, size=n - 1).astype(float)
    tree = SpanningTree(random_tree(rng, n, shape).astype(np.int32), weights)
    found = DBMSTClu().run(tree, rng=STREAM, progress=lambda fraction, text: looks.append(fraction))
    assert found.k > n / (2 * largest)
    assert len(looks) < 100


def test_a_weighted_graph_is_read_by_its_minimum_spanning_tree():
    cloud = gdp.generate("blobs", n=120, seed=3)
    forest = weighted_forest(cloud)
    from_tree = cluster(forest.edges, forest.weights)
    from_graph = DBMSTClu().run(cloud, rng=STREAM)
    assert from_graph.labels.tolist() == from_tree.labels.tolist()


def test_the_scale_of_the_weights_does_not_matter():
    rng = np.random.default_rng(1)
    edges, weights = random_tree(rng, 200, "recursive"), rng.random(199)
    assert np.array_equal(cluster(edges, weights).labels, cluster(edges, 1000 * weights).labels)


def test_weights_of_zero_or_less_count_as_tiny_and_that_is_said():
    path = [[i, i + 1] for i in range(5)]
    found = cluster(path, [-3.0, 0.0, 9.0, -1.0, 1e-3])
    assert found.labels[2] != found.labels[3]
    assert any("4 edges" in note or "3 edges" in note for note in found.notes)
    assert cluster(path, [-1.0] * 5).k >= 2


def test_parts_of_a_forest_are_infinitely_far_apart_and_so_the_clusters():
    moons = gdp.generate("moons", n=200, noise=0.03, seed=1)
    found = DBMSTClu().run(moons, rng=STREAM)
    assert same_partition(moons.labels, found.labels)
    assert any("2 parts" in note for note in found.notes)
    assert DBMSTClu().measure(moons, found, found)["validity_private"] == 1.0


def test_the_limit_of_a_long_edge_is_a_missing_one():
    rng = np.random.default_rng(2)
    one, two = random_tree(rng, 20, "recursive"), random_tree(rng, 15, "path")
    weights = np.concatenate([rng.random(19), rng.random(14)])
    edges = np.vstack([one, two + 20])
    apart = DBMSTClu().run(Graph.from_edges(35, edges, weights=weights), rng=STREAM)
    bridge = Graph.from_edges(35, np.vstack([edges, [[0, 20]]]), weights=np.append(weights, 1e15))
    assert same_partition(apart.labels, DBMSTClu().run(bridge, rng=STREAM).labels)


def test_two_nodes_are_always_split():
    assert cluster([[0, 1]], [5.0]).k == 2


def test_no_weights_give_one_clear_sentence():
    karate = gdp.load_graph("karate")
    bare = Graph.from_edges(karate.n, karate.edges)
    with pytest.raises(ValueError, match=r"without edge weights.*lengths.*\.$"):
        DBMSTClu().run(bare, rng=STREAM)
    with pytest.raises(ValueError, match=r"released without edge weights.*\.$"):
        DBMSTClu().run(SpanningTree(np.array([[0, 1]], dtype=np.int32)), rng=STREAM)


def test_work_can_be_stopped(monkeypatch):
    monkeypatch.setattr("graphdp_core.analyses.dbmstclu.WORK", 50)
    rng = np.random.default_rng(4)
    tree = SpanningTree(random_tree(rng, 300, "recursive").astype(np.int32), rng.random(299))
    told = []

    def stop(fraction, text):
        told.append(fraction)
        if len(told) == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        DBMSTClu().run(tree, rng=STREAM, progress=stop)
    whole = DBMSTClu().run(tree, rng=STREAM)
    monkeypatch.undo()
    assert np.array_equal(whole.labels, DBMSTClu().run(tree, rng=STREAM).labels)


def test_preorder_numbers_every_subtree_as_a_range():
    rng = np.random.default_rng(5)
    edges = random_tree(rng, 40, "recursive").astype(np.int32)
    parent, edge = preorder(41, edges)
    assert np.flatnonzero(parent < 0).tolist() == [0, 40]
    assert sorted(edge[edge >= 0]) == list(range(39))
    size = np.ones(41, dtype=int)
    for v in range(40, 0, -1):
        if parent[v] >= 0:
            size[parent[v]] += size[v]
    for v in range(41):
        below = [u for u in range(41) if _is_below(u, v, parent)]
        assert below == list(range(v, v + size[v]))


def _is_below(u, v, parent):
    while u >= 0 and u != v:
        u = parent[u]
    return u == v


def same_partition(one, two):
    """Whether two lists of labels part the nodes alike."""
    pairs = set(zip(map(int, one), map(int, two), strict=True))
    return len(pairs) == len(set(map(int, one))) == len(set(map(int, two)))
