"""The dendrogram of the nodes: shapes, likelihood, and the work that can be stopped."""

import numpy as np
import pytest

import graphdp_core as gdp
from graphdp_core.graphs.graph import Graph
from graphdp_core.mechanisms.node_hierarchy import NodeHierarchy
from graphdp_core.progress import Progress
from tests.dendrograms import fit, log_likelihood, nested

KARATE = gdp.load_graph("karate")


def made(graph, epsilon=2.0, steps=None, **given):
    rng = gdp.noise_stream(0)
    if steps is None:
        return NodeHierarchy.grown(graph, epsilon=epsilon, rng=rng, **given)
    return NodeHierarchy.walked(graph, epsilon=epsilon, steps=steps, rng=rng, **given)


def likelihood(tree, graph):
    return sum(map(fit, tree.pairs.tolist(), tree.counts(graph).tolist()))


@pytest.mark.parametrize("steps", [None, 0, 500])
@pytest.mark.parametrize("graph", [KARATE, Graph.from_edges(2, [(0, 1)]), Graph.from_edges(3, [])])
def test_every_pair_and_every_edge_count_at_one_inner_node(graph, steps):
    tree = made(graph, steps=steps)
    assert tree.pairs.sum() == graph.n * (graph.n - 1) // 2
    assert tree.counts(graph).sum() == graph.m
    root = int(np.flatnonzero(tree.parent < 0)[0])
    assert tree.size[root] == graph.n
    whole = nested(tree.left, tree.right, root)
    expected = log_likelihood(whole, graph.edges.tolist())
    assert likelihood(tree, graph) == pytest.approx(expected)


def test_more_epsilon_finds_a_likelier_dendrogram():
    graph = gdp.generate("sbm", n=200, blocks=4, within=0.4, between=0.01, seed=1)
    for steps in (None, 40_000):
        blind, seeing = (likelihood(made(graph, e, steps), graph) for e in (0.01, 50.0))
        assert seeing > blind + 500


@pytest.mark.parametrize("steps", [None, 250_000])
def test_progress_can_stop_the_work_and_changes_nothing(steps):
    graph = Graph.from_edges(2500, [(0, 1), (1, 2)])
    seen: list[float] = []
    watched = made(graph, steps=steps, progress=Progress(lambda done, _: seen.append(done)))
    assert len(seen) == 3
    assert seen == sorted(seen)
    assert seen[-1] == 1.0
    np.testing.assert_array_equal(watched.parent, made(graph, steps=steps).parent)
