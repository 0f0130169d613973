"""LouvainDP: groups, budget, the law of the kept cells, the published form's flaw, bad input.

Seeds are fixed; each random check is a test at level 1e-6.
"""

import math

import numpy as np
import pytest
from scipy import stats

import graphdp_core as gdp
from graphdp_core.graphs.graph import Graph
from graphdp_core.mechanisms.louvain_dp import LouvainDP
from graphdp_core.mechanisms.partition_laws import Supergraph, communities_of_cells, ends_of_cells
from graphdp_core.metrics.partitions import Overlaps
from graphdp_core.privacy.draws import SeededDraws

LEVEL = 1e-6


@pytest.fixture(scope="module")
def graph() -> Graph:
    """24 nodes in 12 groups of two: cells with 0 to 4 edges, loops among them."""
    rng = np.random.default_rng(2)
    pairs = [(u, v) for u in range(24) for v in range(u + 1, 24)]
    dense = [p for p in pairs if rng.random() < (0.9 if max(p) < 8 else 0.08)]
    return Graph.from_edges(24, dense)


def supergraph_of(graph: Graph, size: int, seed: int = 0) -> Supergraph:
    return Supergraph.drawn(graph, size=size, draws=SeededDraws(np.random.default_rng(seed)))


def theta_of(m1, cells, epsilon):
    """The threshold, written down a second time."""
    alpha = math.exp(-epsilon)
    m1 = min(max(m1, 1), cells - 1)
    return max(1, math.ceil(math.log((1 + alpha) * m1 / (cells - m1), alpha)))


def dense_draw(counts, epsilon, rng):
    """Geometric noise on every cell, full or not; 0 where the threshold is missed."""
    epsilon_2 = min(0.1, epsilon / 10)
    epsilon_1 = epsilon - epsilon_2
    noise = [
        rng.geometric(1 - math.exp(-e), size=size) - rng.geometric(1 - math.exp(-e), size=size)
        for e, size in ((epsilon_2, 1), (epsilon_1, len(counts)))
    ]
    theta = theta_of(np.count_nonzero(counts) + int(noise[0][0]), len(counts), epsilon_1)
    noisy = counts + noise[1]
    return np.where(noisy >= theta, noisy, 0)


def sparse_draw(supergraph, epsilon, rng):
    cells, weights = LouvainDP(k=2).kept_cells(supergraph, epsilon=epsilon, draws=SeededDraws(rng))
    assert len(np.unique(cells)) == len(cells)
    assert (weights >= 1).all()
    out = np.zeros(supergraph.cells, dtype=np.int64)
    out[cells] = weights
    return out


def test_groups_are_equal_but_for_one_smaller_rest():
    g = gdp.load_graph("karate")
    for size in (1, 5, 17, 33):
        groups = supergraph_of(g, size).groups
        sizes = np.bincount(groups)
        assert (sizes[:-1] == size).all()
        assert sizes[-1] == (g.n - 1) % size + 1
    seen = np.bincount([supergraph_of(g, 17, seed).groups[0] for seed in range(2000)], minlength=2)
    assert stats.binomtest(int(seen[0]), 2000, 0.5).pvalue > LEVEL


def test_every_edge_counts_in_the_cell_of_its_groups(graph):
    supergraph = supergraph_of(graph, 5)
    table = np.zeros((supergraph.count, supergraph.count), dtype=np.int64)
    for u, v in supergraph.groups[graph.edges]:
        table[min(u, v), max(u, v)] += 1
    upper = table[np.triu_indices(supergraph.count)]
    assert supergraph.cells == len(upper)
    assert np.array_equal(np.flatnonzero(upper), supergraph.full)
    assert np.array_equal(upper[upper > 0], supergraph.edges)


@pytest.mark.sample
@pytest.mark.parametrize("epsilon", [0.3, 1.0, 2.5, 5.0])
def test_kept_cells_have_the_law_of_noise_on_every_cell(graph, epsilon):
    """Number kept, total weight (KS), every cell's frequency, weights of empty cells (chi2)."""
    supergraph = supergraph_of(graph, 2)
    counts = np.zeros(supergraph.cells, dtype=np.int64)
    counts[supergraph.full] = supergraph.edges
    draws = 1500
    one, two = np.random.default_rng(11), np.random.default_rng(12)
    sparse = np.array([sparse_draw(supergraph, epsilon, one) for _ in range(draws)])
    dense = np.array([dense_draw(counts, epsilon, two) for _ in range(draws)])
    for summary in (lambda t: (t > 0).sum(axis=1), lambda t: t.sum(axis=1)):
        assert stats.ks_2samp(summary(sparse), summary(dense)).pvalue > LEVEL
    kept = np.array([(sparse > 0).sum(axis=0), (dense > 0).sum(axis=0)])
    spread = kept.sum(axis=0)
    # Cells share theta, so their counts hang together; each alone is compared, with Bonferroni.
    for cell in np.flatnonzero((spread > 20) & (spread < 2 * draws - 20)):
        table = [kept[:, cell], draws - kept[:, cell]]
        assert stats.chi2_contingency(table).pvalue > LEVEL / supergraph.cells
    empty = counts == 0
    weights = [table[:, empty][table[:, empty] > 0] for table in (sparse, dense)]
    top = max(w.max() for w in weights)
    seen = np.array([np.bincount(w, minlength=top + 1) for w in weights])
    often = seen.sum(axis=0) >= 20
    seen = np.column_stack([seen[:, often], seen[:, ~often].sum(axis=1)])
    seen = seen[:, seen.sum(axis=0) > 0]
    assert seen.shape[1] < 2 or stats.chi2_contingency(seen).pvalue > LEVEL


@pytest.mark.long
def test_the_published_form_keeps_a_fixed_number_of_empty_cells():
    """46 groups: from an empty graph only {0, 3, 44, ...} cells, from one edge also 1 and 4."""
    mechanism, rng = LouvainDP(k=1, variant="as_published"), np.random.default_rng(14)
    numbers = []
    for edges in ([], [(3, 17)]):
        supergraph = supergraph_of(Graph.from_edges(46, edges), 1)
        draws = [
            len(mechanism.kept_cells(supergraph, epsilon=3.0, draws=SeededDraws(rng))[0])
            for _ in range(4000)
        ]
        numbers.append(set(draws))
    assert not {1, 4} & numbers[0]
    assert numbers[1] & {1, 4}


@pytest.mark.long
def test_the_exact_form_keeps_any_number_of_empty_cells():
    supergraph = supergraph_of(Graph.from_edges(46, []), 1)
    rng = np.random.default_rng(15)
    numbers = {
        len(LouvainDP(k=1).kept_cells(supergraph, epsilon=3.0, draws=SeededDraws(rng))[0])
        for _ in range(4000)
    }
    assert {1, 2, 4, 5} <= numbers


def test_a_group_stays_together():
    g = gdp.generate("sbm", n=90, seed=1)
    released = LouvainDP(k=6).release(g, epsilon=3.0, rng=np.random.default_rng(3))
    groups = Supergraph.drawn(
        g, size=6, draws=SeededDraws(np.random.default_rng(3).spawn(3)[0])
    ).groups
    for group in range(15):
        assert len(set(released.labels[groups == group])) == 1


def test_edges_inside_a_group_hold_it_apart_from_others():
    """Two groups with an edge between them merge, unless each has most of its edges inside."""
    supergraph = supergraph_of(Graph.from_edges(4, [(0, 1), (2, 3)]), 2)
    between, inside = np.array([1]), np.array([0, 1, 2])
    one = communities_of_cells(supergraph, between, np.array([3]), key=0)
    two = communities_of_cells(supergraph, inside, np.array([10, 3, 10]), key=0)
    assert len(set(one)) == 1
    assert len(set(two)) == 2


def test_weights_and_labels_change_nothing():
    g = gdp.load_graph("karate")
    other = Graph.from_edges(g.n, g.edges, weights=np.arange(g.m) + 1.0)
    one, two = (
        LouvainDP().release(x, epsilon=4.0, rng=np.random.default_rng(1)) for x in (g, other)
    )
    assert np.array_equal(one.labels, two.labels)


@pytest.mark.parametrize(
    ("n", "k", "variant", "epsilon", "words"),
    [
        (10, 10, "exact", 1.0, "smaller groups"),
        (10, 40, "exact", 1.0, "k = 40 and n = 10"),
        (1, 1, "exact", 1.0, "at least two nodes"),
        (10, 2, "exact", 0.0, r"from 0\.01 to 5000 for"),
        (10, 2, "as_published", 0.1, "above 0.1"),
        (10, 2, "exact", 5001.0, r"from 0\.01 to 5000 for"),
    ],
)
def test_bad_input_gets_one_clear_sentence(n, k, variant, epsilon, words):
    with pytest.raises(ValueError, match=words) as caught:
        LouvainDP(k=k, variant=variant).check(Graph.from_edges(n, []), epsilon)
    assert str(caught.value).endswith(".")


def test_a_release_of_mostly_lone_groups_says_so():
    graph = gdp.generate("erdos_renyi", n=2_000, p=0.003, seed=1)
    mechanism = LouvainDP(k=1)
    release = mechanism.release(graph, epsilon=5.0, rng=np.random.default_rng(1))
    shuffle, noise, _ = np.random.default_rng(1).spawn(3)
    supergraph = Supergraph.drawn(graph, size=1, draws=SeededDraws(shuffle))
    u, v = ends_of_cells(
        supergraph, mechanism.kept_cells(supergraph, epsilon=5.0, draws=SeededDraws(noise))[0]
    )
    joined = {*u[u != v].tolist(), *v[u != v].tolist()}
    assert release.notes[0].startswith(f"{2_000 - len(joined):,} of 2,000 groups are alone")
    assert np.count_nonzero(release.sizes == 1) >= 2_000 - len(joined) > 1_000
    assert mechanism.release(graph, epsilon=0.5, rng=np.random.default_rng(1)).notes == ()


@pytest.mark.parametrize(
    ("n", "epsilon", "size"),
    [(2, 0.01, 1), (300, 3.0, 1), (1000, 2.0, 2), (1000, 4.0, 1), (4039, 3.0, 3), (4039, 1.0, 6)],
)
def test_without_k_the_group_size_follows_from_the_public_number_of_nodes(n, epsilon, size):
    assert LouvainDP().group_size(n, epsilon) == size
    empty = Graph.from_edges(n, [])
    full = Graph.from_edges(n, [(0, i) for i in range(1, n)])
    for graph in (empty, full):
        outcome, same = (
            made.release(graph, epsilon=epsilon, rng=np.random.default_rng(0))
            for made in (LouvainDP(), LouvainDP(k=size))
        )
        assert np.array_equal(outcome.labels, same.labels)


@pytest.mark.parametrize(
    ("made", "epsilon", "groups", "most"),
    [({}, 3.0, 5, 0.2), ({"n": 1000, "within": 0.1, "between": 0.01}, 4.0, 2, 0.4)],
)
def test_the_default_finds_the_blocks_and_larger_groups_do_not(made, epsilon, groups, most):
    """All draws: measured .99 on average; groups of 5, or of 2 on 1,000 nodes, stay below .3."""
    graph = gdp.generate("sbm", **{"n": 300, "seed": 0, **made})
    for k, low, high in ((0, 0.9, 1.0), (groups, -0.1, most)):
        for seed in range(5 if graph.n == 300 else 3):
            released = LouvainDP(k=k).release(
                graph, epsilon=epsilon, rng=np.random.default_rng(seed)
            )
            ari = Overlaps.of(np.asarray(graph.labels), released.labels).adjusted_rand()
            assert low <= ari <= high
