"""The cost of the spanning tree against networkx, and what it says."""

import networkx as nx
import numpy as np
import pytest

import graphdp_core as gdp
from graphdp_core.analyses.subgraph_counts import TreeCost
from graphdp_core.graphs.graph import Graph


@pytest.mark.parametrize("seed", range(5))
def test_it_is_what_networkx_says(seed):
    graph = nx.gnp_random_graph(15, 0.3, seed=seed)
    rng = np.random.default_rng(seed)
    for _, _, data in graph.edges(data=True):
        data["weight"] = float(rng.normal())
    edges = sorted(graph.edges())
    made = Graph.from_edges(15, edges, weights=[graph.edges[e]["weight"] for e in edges])
    cost = TreeCost().run(made, rng=rng).values[0]
    forest = nx.minimum_spanning_edges(graph, data=True)
    assert cost == pytest.approx(sum(data["weight"] for _, _, data in forest))


def test_noisy_weights_make_the_tree_look_cheaper():
    """Means of 40 draws: the tree takes the edges whose noise is low."""
    pairs = [(i, j) for i in range(20) for j in range(i + 1, 20)]
    graph = Graph.from_edges(20, pairs, weights=np.ones(len(pairs)))
    noisy = gdp.mechanism("weight_laplace", radius=1.0)
    values = [
        gdp.compare(graph, noisy, TreeCost(), epsilon=2.0, seed=seed).metrics["count_private"]
        for seed in range(40)
    ]
    assert np.mean(values) < 10.0
    own = gdp.compare(graph, gdp.mechanism("private_tree_cost"), TreeCost(), epsilon=2.0)
    assert own.metrics["count_baseline"] == 19.0
    assert "19" in TreeCost().finding(own.metrics, epsilon=2.0)
