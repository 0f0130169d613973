"""Private block model: what one edge can change, the law of the draw, counts, degrees, bad input.

Seeds are fixed; each random check is a test at level 1e-6.
"""

import itertools
import math

import numpy as np
import pytest
from noise_laws import betrays_no_edge
from scipy import optimize, stats

import graphdp_core as gdp
from graphdp_core.graphs.graph import Graph
from graphdp_core.mechanisms import private_block_model
from graphdp_core.mechanisms.block_graph import (
    block_edges,
    cell_capacities,
    consistent_counts,
    draw_edges,
)
from graphdp_core.mechanisms.private_block_model import PrivateBlockModel

LEVEL = 1e-6
SOURCES = ("one_pass_labelling", "one_block")
each_source = pytest.mark.parametrize("blocks", SOURCES)


def test_one_edge_changes_one_count_by_one_and_two_degrees_by_one():
    """On all graphs of 5 nodes with some of 10 edges, for blocks of all shapes."""
    pairs = list(itertools.combinations(range(5), 2))
    rng = np.random.default_rng(0)
    for _ in range(300):
        labels = rng.permutation(np.array([0, 1, 2, *rng.integers(3, size=2)]))
        held = [pair for pair in pairs if rng.random() < 0.5]
        absent = sorted(set(pairs) - set(held))
        if not absent:
            continue
        one = Graph.from_edges(5, held)
        two = Graph.from_edges(5, [*held, absent[rng.integers(len(absent))]])
        counts = block_edges(two, labels, 3) - block_edges(one, labels, 3)
        assert sorted(counts) == [0, 0, 0, 0, 0, 1]
        assert sorted(two.degrees - one.degrees) == [0, 0, 0, 1, 1]


@each_source
@pytest.mark.parametrize("share", [0.1, 0.37, 0.9])
def test_the_shares_add_up_to_epsilon(blocks, share):
    parts = PrivateBlockModel(blocks=blocks, share=share, degree_share=share).budget(3.0)
    assert sum(parts) == pytest.approx(3.0, rel=1e-12)
    assert min(parts[1:]) > 0
    assert (parts[0] == 0.0) == (blocks == "one_block")


def test_the_number_of_blocks_grows_with_nodes_and_epsilon_and_reads_nothing_else():
    model = PrivateBlockModel()
    grown = [[model.blocks_for(n, e) for e in (0.5, 2.0, 10.0)] for n in (30, 1_000, 20_000)]
    assert grown == [[2, 2, 3], [3, 7, 17], [17, 35, 79]]
    assert PrivateBlockModel(k=5).blocks_for(20_000, 2.0) == 5
    assert model.blocks_for(10**6, 20.0) == 200
    for n in (1_000, 20_000):
        blocks, counting = model.blocks_for(n, 2.0), model.budget(2.0)[1]
        edges_of_a_pair = (n / 2) / (blocks**2 / 2)
        assert edges_of_a_pair >= 8 / counting


@pytest.mark.sample
@each_source
def test_no_released_graph_betrays_an_edge_beyond_epsilon(blocks):
    model = PrivateBlockModel(blocks=blocks, k=2)
    assert betrays_no_edge(model, ([(0, 1)], [(0, 1), (1, 2)]), 500)


@pytest.mark.long
def test_pairs_come_one_after_the_other_in_proportion_to_their_weights():
    """Every set of 2 edges in a block of 4, of 1 between blocks, against its exact chance."""
    labels, weights = np.array([0, 1, 0, 0, 1, 0]), np.array([1.0, 3.0, 0.5, 2.0, 1.0, 4.0])
    counts, rng, draws = np.array([2, 1, 0]), np.random.default_rng(3), 4_000
    inside = {
        pair: weights[pair[0]] * weights[pair[1]]
        for pair in itertools.combinations((0, 2, 3, 5), 2)
    }
    total = sum(inside.values())
    law_inside = {
        frozenset((a, b)): inside[a] / total * inside[b] / (total - inside[a])
        + inside[b] / total * inside[a] / (total - inside[b])
        for a, b in itertools.combinations(inside, 2)
    }
    between = {tuple(sorted((u, v))): weights[u] * weights[v] for u in (0, 2, 3, 5) for v in (1, 4)}
    law = {
        held | {pair}: p * weight / sum(between.values())
        for held, p in law_inside.items()
        for pair, weight in between.items()
    }
    assert sum(law.values()) == pytest.approx(1.0)
    outcomes = {outcome: i for i, outcome in enumerate(law)}
    seen = np.zeros(len(law))
    for _ in range(draws):
        edges = draw_edges(labels, weights, counts, rng=rng)
        seen[outcomes[frozenset(map(tuple, edges.tolist()))]] += 1
    expected = np.array(list(law.values())) * draws
    often = expected >= 8
    seen, expected = (np.append(x[often], x[~often].sum()) for x in (seen, expected))
    assert stats.chisquare(seen, expected).pvalue > LEVEL


def test_cells_can_be_filled_and_left_empty():
    labels = np.array([0, 0, 0, 1, 1, 2])
    full = cell_capacities(np.array([3, 2, 1]))
    assert full.tolist() == [3, 6, 3, 1, 2, 0]
    rng = np.random.default_rng(0)
    every = draw_edges(labels, np.ones(6), full, rng=rng)
    assert every.tolist() == [list(pair) for pair in itertools.combinations(range(6), 2)]
    assert draw_edges(labels, np.ones(6), 0 * full, rng=rng).shape == (0, 2)


def test_consistent_counts_are_the_nearest_ones():
    rng = np.random.default_rng(5)
    for _ in range(30):
        noisy, room = rng.normal(2, 4, size=6), rng.integers(0, 9, size=6)
        total = rng.uniform(0, room.sum())
        outcome = consistent_counts(noisy, room, total)
        assert outcome.sum() == pytest.approx(total, abs=1e-6)
        assert ((outcome >= 0) & (outcome <= room)).all()
        best = optimize.minimize(
            lambda x, goal=noisy: ((x - goal) ** 2).sum(),
            np.full(6, total / 6),
            bounds=[(0, r) for r in room],
            constraints={"type": "eq", "fun": lambda x, t=total: x.sum() - t},
        )
        assert ((outcome - noisy) ** 2).sum() <= best.fun + 1e-4


def test_a_total_out_of_reach_fills_or_empties_the_cells():
    room = np.array([4, 0, 2])
    noisy = np.array([1.0, 2.0, -3.0])
    assert consistent_counts(noisy, room, 1e9).tolist() == pytest.approx([4, 0, 2])
    assert consistent_counts(noisy, room, -5.0).tolist() == pytest.approx([0, 0, 0])


@pytest.mark.long
def test_the_number_of_edges_follows_the_two_noisy_counts():
    """Against a second sampler that writes the noise out as a difference of geometrics."""
    g = gdp.generate("erdos_renyi", n=60, seed=2)
    model, epsilon, draws = PrivateBlockModel(blocks="one_block", degree_share=0.7), 0.8, 1500
    rng = np.random.default_rng(8)
    seen = [model.release(g, epsilon=epsilon, rng=rng).m for _ in range(draws)]

    def noise(e, size):
        return rng.geometric(-math.expm1(-e), size) - rng.geometric(-math.expm1(-e), size)

    _, cells, nodes = model.budget(epsilon)
    variance = [2 * math.exp(-e) / math.expm1(-e) ** 2 for e in (cells, nodes / 2)]
    by_cells, by_nodes = variance[0], g.n * variance[1] / 4
    share = by_nodes / (by_cells + by_nodes)
    many = 20_000
    other = (
        g.m + share * noise(cells, many) + (1 - share) * noise(nodes / 2, (many, g.n)).sum(1) / 2
    )
    other = np.floor(np.clip(other, 0, g.n * (g.n - 1) / 2) + rng.random(many))
    assert stats.ks_2samp(seen, other).pvalue > LEVEL


def test_degrees_that_are_all_noise_become_equal():
    rng = np.random.default_rng(0)
    noisy = 6.0 + (rng.geometric(0.05, 5000) - rng.geometric(0.05, 5000))
    weights = private_block_model._shrunk(noisy, -2 * math.log(0.95))
    assert weights.std() < 0.1 * noisy.std()


def test_communities_come_through_where_one_block_has_none():
    g = gdp.generate("sbm", n=400, blocks=2, within=0.3, between=0.02, seed=1)
    louvain = gdp.analysis("louvain")

    def quality(source):
        model = PrivateBlockModel(blocks=source)
        return gdp.compare(g, model, louvain, epsilon=12.0).metrics["modularity_private"]

    assert quality("one_pass_labelling") > quality("one_block") + 0.2


def test_small_communities_beyond_the_limit_become_one_block(monkeypatch):
    monkeypatch.setattr(private_block_model, "MOST_BLOCKS", 3)
    g = gdp.generate("sbm", n=200, seed=1)
    seen = []

    def spy(graph, labels, blocks):
        seen.append((labels, blocks))
        return block_edges(graph, labels, blocks)

    monkeypatch.setattr(private_block_model, "block_edges", spy)
    PrivateBlockModel(k=20).release(g, epsilon=4.0, rng=gdp.noise_stream(0))
    labels, blocks = seen[0]
    assert blocks == 3
    assert np.bincount(labels).sum() == g.n


@pytest.mark.parametrize(
    ("n", "epsilon", "parameters", "words"),
    [
        (1, 1.0, {}, "at least 2 nodes"),
        (30, 0.01, {}, r"from 0\.05 to 5000 for"),
        (500_000, 1.0, {"k": 500}, "lower k"),
    ],
)
def test_bad_input_gets_one_clear_sentence(n, epsilon, parameters, words):
    with pytest.raises(ValueError, match=words) as caught:
        PrivateBlockModel(**parameters).check(Graph.from_edges(n, []), epsilon)
    assert str(caught.value).endswith(".")
