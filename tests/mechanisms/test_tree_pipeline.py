"""Private tree, noisy weights, clusters: what adds up, what is post-processing, what is secret.

How the error of a private tree grows with the nodes: by half a power less with a delta.
"""

import numpy as np
import pytest
from scipy.stats import kstest

import graphdp_core as gdp
from graphdp_core.analyses.tree_partitioning import DBMSTClu
from graphdp_core.experiment.compare import run_private
from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.spanning_forests import minimum_spanning_forest

TREES = ("pamst", "minus_exponential", "exact_tree")
each_tree = pytest.mark.parametrize("id", TREES)
N = 400
ALARM = 1e-6  # probability of a false alarm of each statistical test


def path(weights):
    """A graph that is its own spanning tree: the topology of every release is known."""
    return Graph.from_edges(
        len(weights) + 1, [(i, i + 1) for i in range(len(weights))], weights=weights
    )


def complete(weights, n):
    return Graph.from_edges(n, np.column_stack(np.triu_indices(n, 1)), weights=weights)


def release(id, graph, *, seed=3, epsilon=1.0, **parameters):
    mechanism = gdp.mechanism(id, **{"weights_share": 0.5, **parameters})
    return mechanism.release(graph, epsilon=epsilon, rng=np.random.default_rng(seed))


@each_tree
@pytest.mark.parametrize("norm", ["l1", "linf"])
def test_true_weights_come_out_only_with_their_noise(id, norm):
    rng = np.random.default_rng(0)
    one, two = rng.random(N - 1) * 10, rng.random(N - 1) * 10
    first, second = (release(id, path(w), norm=norm, radius=0.5) for w in (one, two))
    assert np.array_equal(first.edges, second.edges)
    # The same noise, to the grid that both are rounded to: nothing of w but w + noise.
    scale = 0.5 * (N - 1 if norm == "linf" else 1) / 0.5
    noise = first.weights - one
    assert np.abs(noise - (second.weights - two)).max() <= scale / 1000
    assert np.abs(noise).min() > 0
    assert not np.isin(one, first.weights).any()
    assert kstest(noise / scale, "laplace").pvalue > ALARM


@pytest.mark.parametrize(
    ("id", "parameters"), [("pamst", {"law": "kruskal"}), ("minus_exponential", {})]
)
def test_lighter_tree_edges_move_the_released_weights_by_just_that(id, parameters):
    n = 30
    weights = np.random.default_rng(2).random(n * (n - 1) // 2) * 5
    before = release(id, complete(weights, n), norm="linf", radius=0.01, **parameters)
    graph = complete(weights, n)
    codes = graph.edges[:, 0] * n + graph.edges[:, 1]
    in_tree = np.isin(codes, before.edges[:, 0] * n + before.edges[:, 1])
    lighter = np.where(in_tree, weights - 2.0, weights)  # the same noise makes the same tree
    after = release(id, complete(lighter, n), norm="linf", radius=0.01, **parameters)
    assert np.array_equal(before.edges, after.edges)
    assert np.allclose(after.weights - before.weights, -2.0, atol=2e-3)


@each_tree
def test_weights_off_the_tree_do_not_show_in_a_release_but_by_the_tree(id):
    n = 12
    weights = np.random.default_rng(4).random(n * (n - 1) // 2)
    graph = complete(weights, n)
    star = graph.edges[:, 0] == 0
    far = [np.where(star, weights, 1e6 * factor) for factor in (1.0, 2.0)]
    one, two = (release(id, complete(w, n), norm="linf", radius=0.001, epsilon=10.0) for w in far)
    assert (one.edges[:, 0] == 0).all()
    assert np.array_equal(one.edges, two.edges)
    assert np.allclose(one.weights, two.weights, atol=1e-5)


@each_tree
def test_clusters_read_the_release_and_never_the_graph(id):
    cloud = gdp.generate("shapes", n=150, joined="complete", seed=1)
    parameters = {"norm": "linf", "radius": 1e-4, "weights_share": 0.5}
    if id == "exact_tree":
        cloud = gdp.generate("blobs", n=40, joined="complete", seed=1)
    comparison = gdp.compare(cloud, gdp.mechanism(id, **parameters), DBMSTClu(), epsilon=1.0)
    alone = run_private(comparison.release, DBMSTClu())
    assert np.array_equal(comparison.private.labels, alone.labels)
    assert not np.isin(comparison.release.weights, cloud.weights).any()


@each_tree
def test_nodes_without_edges_keep_their_place_in_the_clusters(id):
    graph = Graph.from_edges(6, [(0, 1), (0, 2), (1, 2), (2, 4)], weights=[1.0, 2.0, 3.0, 9.0])
    mechanism = gdp.mechanism(id, radius=0.01, weights_share=0.5)
    compared = gdp.compare(graph, mechanism, DBMSTClu(), epsilon=5.0)
    assert len(compared.private.labels) == 6
    assert len(set(compared.private.labels[[0, 3, 5]])) == 3


def test_a_tree_without_released_weights_is_not_clustered_with_the_true_ones():
    cloud = gdp.generate("shapes", n=60, joined="complete", seed=1)
    topology = gdp.mechanism("pamst").release(cloud, epsilon=1.0, rng=np.random.default_rng(0))
    assert topology.weights is None
    with pytest.raises(ValueError, match=r"released without edge weights.*share of ε.*\.$"):
        run_private(topology, DBMSTClu())


@pytest.mark.parametrize("norm", ["l1", "linf"])
@pytest.mark.parametrize("share", [0.1, 0.5, 0.9])
@pytest.mark.parametrize("calibration", ["tight", "thesis", "normalised"])
def test_the_losses_of_tree_and_weights_add_up_to_the_guarantee(norm, share, calibration):
    """Worst log-ratios: steps x c x spread of the change, and its l1 norm over the scale."""
    n, epsilon, radius = 200, 1.3, 0.7
    mechanism = gdp.mechanism(
        "pamst", norm=norm, radius=radius, sensitivity=calibration, weights_share=share
    )
    graph = complete(np.zeros(n * (n - 1) // 2), n)
    moved = radius / (graph.m if calibration == "normalised" else 1)  # what is protected
    rate = mechanism.rate(n - 1, graph.m, epsilon * (1.0 - share))
    tree_loss = rate * (n - 1) * moved * (2.0 if norm == "linf" else 1.0)
    noise = _weight_noise_scale(mechanism, graph, epsilon)
    weight_loss = moved * (n - 1 if norm == "linf" else 1) / noise
    claimed = mechanism.guarantee(epsilon).effective_epsilon
    assert tree_loss + weight_loss == pytest.approx(claimed, rel=1e-3)  # weights are on a grid
    assert claimed <= epsilon


def _weight_noise_scale(mechanism, graph, epsilon):
    """Laplace scale of the tree's weights, from the largest noise of a stream that is known."""
    release = mechanism.release(graph, epsilon=epsilon, rng=np.random.default_rng(0))
    stream = np.random.default_rng(0)
    stream.integers(2**63)  # the tree's key
    noise = stream.laplace(size=graph.m)
    codes = graph.edges[:, 0] * graph.n + graph.edges[:, 1]
    taken = np.searchsorted(codes, release.edges[:, 0] * graph.n + release.edges[:, 1])
    most = np.argmax(np.abs(noise[taken]))
    return float(release.weights[most] / noise[taken][most])


SIZES = (100, 200, 400)
KAPPA = 0.3  # weights lie in 0..KAPPA n s, s the public step at which they blur: else nothing shows
DRAWS = 3


def errors(made):
    """Mean weight beyond the lightest tree's on complete graphs of each size."""
    concentrated = gdp.mechanism(
        "pamst", norm="linf", selection="kruskal", accounting="zcdp", delta=1e-6
    )
    values = []
    for n in SIZES:
        rng = np.random.default_rng(n)
        step = 1.0 / concentrated.rate(n - 1, n * (n - 1) // 2, 1.0)
        edges = np.column_stack(np.triu_indices(n, k=1)).astype(np.int32)
        weights = rng.uniform(0.0, KAPPA * n * step, len(edges))
        graph = Graph(n, edges, weights=weights)
        least = weights[minimum_spanning_forest(graph, weights)].sum()
        draws = [made.release(graph, epsilon=1.0, rng=rng) for _ in range(DRAWS)]
        values.append(np.mean([_weight(graph, draw.edges) - least for draw in draws]))
    return values


def _weight(graph, tree):
    codes, taken = (
        pairs[:, 0].astype(np.int64) * graph.n + pairs[:, 1] for pairs in (graph.edges, tree)
    )
    return graph.weights[np.searchsorted(codes, taken)].sum()


@pytest.mark.parametrize(
    ("made", "low", "high"),
    [
        (
            gdp.mechanism("pamst", norm="linf", selection="kruskal", accounting="zcdp", delta=1e-6),
            1.4,
            1.6,
        ),
        (gdp.mechanism("minus_exponential", norm="linf"), 1.9, 2.1),
    ],
    ids=["zcdp", "pure"],
)
def test_the_exponent_of_the_error_is_that_of_the_proofs(made, low, high):
    slope = np.polyfit(np.log(SIZES), np.log(errors(made)), 1)[0]
    assert low <= slope <= high
