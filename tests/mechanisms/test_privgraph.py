"""PrivGraph's partition: the law and the loss of the private moves, the coarse step, bad input.

Seeds are fixed; each random check is a test at level 1e-6.
"""

import itertools
import math

import numpy as np
import pytest
from scipy import stats

import graphdp_core as gdp
from graphdp_core.graphs.graph import Graph
from graphdp_core.kernels.label_moves import private_moves
from graphdp_core.mechanisms.privgraph import PrivGraph
from graphdp_core.mechanisms.supergraph import Supergraph, filtered_cells
from graphdp_core.metrics.partitions import modularity
from graphdp_core.privacy.draws import SeededDraws

LEVEL = 1e-6


def move_law(graph, labels, count, rate):
    """P(node u moves to c), shape (n, count), by the definition."""
    inside = np.zeros((graph.n, count))
    for u, v in graph.edges:
        inside[u, labels[v]] += 1
        inside[v, labels[u]] += 1
    weights = np.exp(rate * inside)
    return weights / weights.sum(axis=1, keepdims=True)


@pytest.mark.parametrize("rate", [0.0, 0.4, 2.0, 400.0])
def test_nodes_move_by_the_exponential_mechanism(rate):
    g = gdp.load_graph("karate")
    labels = (np.arange(g.n) * 7 % 6).astype(np.int32)
    rng, draws = np.random.default_rng(1), 4000
    moved = np.array(
        [private_moves(*g.neighbours, labels, 6, rate, rng.random((g.n, 2))) for _ in range(draws)]
    )
    law = move_law(g, labels, 6, min(rate, 40.0))
    for u in range(g.n):
        seen, expected = np.bincount(moved[:, u], minlength=6), law[u] * draws
        assert seen[expected < 1e-6].sum() == 0
        often = expected >= 8
        rest = expected[~often].sum()
        if rest > 1:
            seen = np.append(seen[often], seen[~often].sum())
            expected = np.append(expected[often], rest)
        else:
            seen, expected = (
                seen[often],
                expected[often] * (seen[often].sum() / expected[often].sum()),
            )
        assert len(seen) < 2 or stats.chisquare(seen, expected).pvalue > LEVEL / g.n


def test_one_edge_changes_no_outcome_of_the_moves_by_more_than_twice_the_rate():
    """All joint outcomes of 4 nodes and 3 communities, on all graphs of 4 nodes, an edge added."""
    pairs, labels, rate = list(itertools.combinations(range(4), 2)), np.array([0, 0, 1, 2]), 0.7
    worst = 0.0
    for there in itertools.product([False, True], repeat=6):
        edges = [pair for pair, held in zip(pairs, there, strict=True) if held]
        one = move_law(Graph.from_edges(4, edges), labels, 3, rate)
        for extra in set(pairs) - set(edges):
            two = move_law(Graph.from_edges(4, [*edges, extra]), labels, 3, rate)
            ratio = np.log(two / one)
            worst = max(worst, ratio.max(axis=1).sum(), -ratio.min(axis=1).sum())
    assert worst <= 2 * rate
    assert worst > rate  # an edge is read at both of its ends


def test_at_a_large_epsilon_a_complete_group_stays_together():
    g = Graph.from_edges(40, [(u, v) for u in range(20) for v in range(u + 1, 20)])
    rng = np.random.default_rng(0)
    found = PrivGraph(group=1, share=0.5).release(g, epsilon=20.0, rng=rng)
    assert len(set(found.labels[:20])) == 1


def test_filtered_cells_pass_by_the_geometric_tail():
    g = Graph.from_edges(30, [(0, 1)])
    supergraph = Supergraph.drawn(g, size=1, draws=SeededDraws(np.random.default_rng(0)))
    rng, alpha = np.random.default_rng(2), math.exp(-1.2)
    numbers = []
    for _ in range(2000):
        cells, weights = filtered_cells(supergraph, epsilon=1.2, threshold=2, rng=rng)
        numbers.append(len(cells) - np.isin(supergraph.full, cells).sum())
        assert (weights >= 2).all()
    law = stats.binom(supergraph.cells - 1, alpha**2 / (1 + alpha))
    seen = np.bincount(numbers, minlength=120)[:120]
    expected = law.pmf(np.arange(120)) * 2000
    often = expected >= 8
    seen, expected = (np.append(x[often], x[~often].sum()) for x in (seen, expected))
    expected *= seen.sum() / expected.sum()
    assert stats.chisquare(seen, expected).pvalue > LEVEL


def test_the_moves_improve_the_coarse_communities():
    g = gdp.generate("sbm", n=300, seed=1)
    scores = [
        np.median(
            [
                modularity(
                    g, PrivGraph(share=share).release(g, epsilon=e, rng=gdp.noise_stream(s)).labels
                )
                for s in range(5)
            ]
        )
        for share, e in ((0.95, 4.0), (0.5, 7.6))
    ]
    assert scores[1] > scores[0]


@pytest.mark.long
def test_the_work_on_a_large_sparse_graph_is_bounded_by_a_public_threshold():
    n = 60_000
    g = Graph.from_edges(n, np.column_stack((np.arange(n - 1), np.arange(1, n))))
    found = PrivGraph(group=4).release(g, epsilon=0.1, rng=np.random.default_rng(0))
    assert len(found.labels) == n


@pytest.mark.parametrize(
    ("n", "group", "epsilon", "words"),
    [
        (10, 10, 1.0, "smaller groups"),
        (1, 1, 1.0, "two nodes"),
        (30, 5, 0.0, r"from 0\.01 to 5000 for"),
    ],
)
def test_bad_input_gets_one_clear_sentence(n, group, epsilon, words):
    with pytest.raises(ValueError, match=words) as caught:
        PrivGraph(group=group).check(Graph.from_edges(n, []), epsilon)
    assert str(caught.value).endswith(".")
