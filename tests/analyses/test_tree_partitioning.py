"""DBMSTClu: equal to the published algorithm, in exact arithmetic; forests, ties, clipping.

MSDR: greedy by hand on small trees, and the clusters that it is made for.

Single linkage: scipy's clusters where outliers count, the condensed tree where they do not.
"""

from fractions import Fraction

import networkx as nx
import numpy as np
import pytest
from scipy.cluster.hierarchy import fcluster, linkage

import graphdp_core as gdp
from graphdp_core.analyses.tree_partitioning import MSDR, DBMSTClu, SingleLinkage, weighted_forest
from graphdp_core.graphs.components import component_numbers
from graphdp_core.graphs.graph import Graph
from graphdp_core.kernels.spanning_forest import merge_sizes
from graphdp_core.metrics.communities import tree_validity
from graphdp_core.metrics.partitions import Overlaps
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


@pytest.mark.sample
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


@pytest.mark.sample
@pytest.mark.parametrize("shape", ["recursive", "path", "star", "caterpillar"])
@pytest.mark.parametrize("largest", [3, 10, 100])
def test_whole_numbers_take_a_few_passes_too(monkeypatch, shape, largest):
    n, looks = 20_000, []
    # One look at all nodes, or less.
    monkeypatch.setattr("graphdp_core.analyses.tree_partitioning.WORK", n)
    rng = np.random.default_rng(largest)
    weights = rng.integers(1, largest + 1, size=n - 1).astype(float)
    tree = SpanningTree(random_tree(rng, n, shape).astype(np.int32), weights)
    result = DBMSTClu().run(
        tree, rng=STREAM, progress=lambda fraction, text: looks.append(fraction)
    )
    assert result.k > n / (2 * largest)
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
    outcome = cluster(path, [-3.0, 0.0, 9.0, -1.0, 1e-3])
    assert outcome.labels[2] != outcome.labels[3]
    assert any("4 edges" in note or "3 edges" in note for note in outcome.notes)
    assert cluster(path, [-1.0] * 5).k >= 2


def test_parts_of_a_forest_are_infinitely_far_apart_and_so_the_clusters():
    moons = gdp.generate("moons", n=200, noise=0.03, seed=1)
    result = DBMSTClu().run(moons, rng=STREAM)
    assert same_partition(moons.labels, result.labels)
    assert any("2 parts" in note for note in result.notes)
    assert DBMSTClu().measure(moons, result, result)["validity_private"] == 1.0


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
    monkeypatch.setattr("graphdp_core.analyses.tree_partitioning.WORK", 50)
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


def same_partition(one, two):
    """Whether two lists of labels part the nodes alike."""
    pairs = set(zip(map(int, one), map(int, two), strict=True))
    return len(pairs) == len(set(map(int, one))) == len(set(map(int, two)))


def random_tree_of_msdr(n, seed):
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
    tree = random_tree_of_msdr(12, seed)
    kept = np.ones(11, dtype=bool)
    for clusters in (2, 3, 4):
        trials = [(total(tree, kept & (np.arange(11) != e)), e) for e in np.flatnonzero(kept)]
        kept[min(trials)[1]] = False
        result = MSDR(clusters=clusters).run(tree, rng=STREAM)
        wanted = component_numbers(12, tree.edges[kept])
        assert Overlaps.of(wanted, result.labels).adjusted_rand() == pytest.approx(1.0)


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
    result = MSDR().run(moons, rng=STREAM)
    assert Overlaps.of(moons.labels, result.labels).adjusted_rand() > 0.9


def complete(points):
    u, v = np.triu_indices(len(points), 1)
    lengths = np.linalg.norm(points[u] - points[v], axis=1)
    return Graph.from_edges(len(points), np.column_stack((u, v)), weights=lengths)


@pytest.mark.parametrize("clusters", [1, 2, 3, 7])
def test_without_a_smallest_cluster_it_is_scipys_single_linkage(clusters):
    points = np.random.default_rng(clusters).normal(size=(60, 2))
    ours = SingleLinkage(clusters=clusters, smallest=1).run(complete(points), rng=STREAM)
    theirs = fcluster(linkage(points, "single"), clusters, "maxclust") - 1
    assert ours.k == clusters
    assert Overlaps.of(theirs, ours.labels).adjusted_rand() == pytest.approx(1.0)


def test_well_separated_moons_are_found_without_settings():
    moons = gdp.generate("moons", n=400, noise=0.05, seed=2)
    for cloud in (moons, complete(moons.positions)):  # in two parts, and in one
        result = SingleLinkage().run(cloud, rng=STREAM)
        assert result.k == 2
        assert Overlaps.of(moons.labels, result.labels).adjusted_rand() == pytest.approx(1.0)


@pytest.mark.long
def test_an_outlier_is_no_cluster_unless_asked_for():
    path = np.array([[i, i + 1] for i in range(12)], dtype=np.int32)
    weights = np.ones(12)
    weights[5], weights[11] = 7.0, 50.0
    tree = SpanningTree(path, weights)
    assert SingleLinkage().run(tree, rng=STREAM).sizes.tolist() == [7, 6]
    assert SingleLinkage(clusters=2, smallest=1).run(tree, rng=STREAM).sizes.tolist() == [12, 1]


def test_parts_of_a_forest_stay_apart():
    two = Graph.from_edges(6, [(0, 1), (1, 2), (3, 4), (4, 5)], weights=[1.0] * 4)
    result = SingleLinkage(clusters=1, smallest=3).run(two, rng=STREAM)
    assert SingleLinkage(clusters=4, smallest=1).run(two, rng=STREAM).k == 4
    assert result.labels.tolist() == [0, 0, 0, 1, 1, 1]
    assert any("2 parts" in note for note in result.notes)


def test_sizes_count_both_sides_of_every_edge_when_it_joins_them():
    rng = np.random.default_rng(4)
    edges = np.array([(int(rng.integers(v)), v) for v in range(1, 30)], dtype=np.int32)
    order = rng.permutation(29)
    sizes = merge_sizes(30, edges, order)
    network = nx.Graph()
    network.add_nodes_from(range(30))
    for e in order:
        sides = [len(nx.node_connected_component(network, int(v))) for v in edges[e]]
        assert sorted(sizes[e]) == sorted(sides)
        network.add_edge(*map(int, edges[e]))
