"""Publications: the law of each mechanism, drawn without seed, and who may not be published."""

import math
from collections import Counter
from fractions import Fraction

import numpy as np
import pytest
from noise_laws import geometric_pvalue, seeded_coins
from scipy import stats

from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.pair_index import pair_count
from graphdp_core.mechanisms import MECHANISMS
from graphdp_core.mechanisms.edge_flip import EdgeFlip
from graphdp_core.mechanisms.laplace_flip import LaplaceFlip
from graphdp_core.mechanisms.minus_exponential import MinusExponential
from graphdp_core.mechanisms.noisy_degrees import NoisyDegrees
from graphdp_core.mechanisms.noisy_eigenvalues import NoisyEigenvalues
from graphdp_core.mechanisms.one_pass_labelling import OnePassLabelling
from graphdp_core.mechanisms.top_m_filter import TopMFilter
from graphdp_core.mechanisms.two_round_laplacian import TwoRoundLaplacian
from graphdp_core.mechanisms.weight_laplace import WeightLaplace
from graphdp_core.params import Refused
from graphdp_core.privacy.secure_random import SecureRandom
from graphdp_core.results import Degrees, Partition, Scores, SpanningTree

RARE = 1e-6  # failure probability of each random test
PATH = Graph.from_edges(4, [(0, 1), (1, 2), (2, 3)])
SMALL = {
    OnePassLabelling: OnePassLabelling(k=2, penalty=1.0),
    NoisyEigenvalues: NoisyEigenvalues(k=2),
}
"""Settings for a graph of four nodes, where the usual ones do not fit it."""
SLOW = {
    "dk_series", "louvain_dp", "low_rank_posterior", "node_graph", "private_block_model",
    "private_bter",
}  # fmt: skip
"""Mechanisms of which 800 releases take seconds: in the long form only."""
PUBLISHABLE = [kind for kind in MECHANISMS if kind.exact_sampler]


@pytest.mark.sample
@pytest.mark.parametrize("kind", [EdgeFlip, LaplaceFlip])
def test_all_graphs_on_four_nodes_have_their_probability(kind):
    coins, mechanism, epsilon = seeded_coins(1), kind(), Fraction(1)
    pi = mechanism.flip_probability(1.0)
    drawn = Counter(
        tuple(map(tuple, mechanism.publish(PATH, epsilon=epsilon, coins=coins).released.edges))
        for _ in range(1_500)
    )
    true = {(0, 1), (1, 2), (2, 3)}
    pairs = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]
    law: Counter[int] = Counter()
    seen: Counter[int] = Counter()
    for code in range(64):
        edges = tuple(pair for bit, pair in enumerate(pairs) if code >> bit & 1)
        flips = len(set(edges) ^ true)
        probability = pi**flips * (1 - pi) ** (6 - flips)
        cell = code if 1_500 * probability > 5 else -flips  # rare graphs are counted together
        law[cell] += probability
        seen[cell] += drawn[edges]
    expected = [1_500 * law[cell] for cell in law]
    assert stats.chisquare([seen[cell] for cell in law], expected).pvalue > RARE


def test_the_top_m_filter_keeps_and_invents_at_its_own_rates():
    graph = Graph.from_edges(60, [(i, j) for i in range(60) for j in range(i + 1, 60) if j - i < 4])
    truth = {tuple(edge) for edge in graph.edges.tolist()}
    drawn = TopMFilter().publish(graph, epsilon=Fraction(2), coins=seeded_coins(2))
    noise = drawn.released.noise
    edges = {tuple(edge) for edge in drawn.released.edges.tolist()}
    absent = pair_count(60) - graph.m
    assert stats.binomtest(len(edges & truth), graph.m, noise.true_positive_rate).pvalue > RARE
    assert stats.binomtest(len(edges - truth), absent, noise.false_positive_rate).pvalue > RARE
    assert drawn.exact_epsilon <= 2.0


@pytest.mark.parametrize("sequence", [0.0, 0.5])
def test_published_degrees_have_discrete_noise(sequence):
    graph = Graph.from_edges(3_000, [(i, i + 1) for i in range(2_999)])
    drawn = NoisyDegrees(sequence=sequence).publish(
        graph, epsilon=Fraction(1), coins=seeded_coins(3)
    )
    if sequence == 0.0:
        assert geometric_pvalue(drawn.released.values - graph.degrees, 0.5) > RARE
    else:
        assert abs(drawn.released.values.mean() - graph.degrees.mean()) < 1.0
        assert drawn.facts == {"scale": "4", "scale of the sequence": "4"}


def test_the_second_round_is_drawn_at_the_sensitivity_of_the_first():
    drawn = TwoRoundLaplacian().publish(PATH, epsilon=Fraction(8), coins=seeded_coins(4))
    assert np.array_equal(drawn.released.values, np.round(drawn.released.values))
    assert drawn.facts["scale of the degrees"] == "1/2"


def test_published_weights_are_whole_steps_with_laplace_noise():
    edges = [(i, i + 1) for i in range(2_000)]
    graph = Graph.from_edges(2_001, edges, weights=np.linspace(0, 5, 2_000))
    drawn = WeightLaplace().publish(graph, epsilon=Fraction(1), coins=seeded_coins(5))
    noise = drawn.released.weights - graph.weights
    assert stats.kstest(noise, stats.laplace(scale=1.0).cdf).pvalue > RARE
    assert np.array_equal(drawn.released.edges, graph.edges)


def test_published_eigenvalues_have_laplace_noise():
    coins, made = seeded_coins(8), NoisyEigenvalues(k=1)
    drawn = [made.publish(PATH, epsilon=Fraction(1), coins=coins).released for _ in range(1_000)]
    noise = [spectrum.values[0] - (1 + math.sqrt(5)) / 2 for spectrum in drawn]
    assert stats.kstest(noise, stats.laplace(scale=1.0 + 2 / 1024).cdf).pvalue > RARE


def test_a_published_minus_exponential_tree_has_the_law_of_its_formula():
    """Of a triangle the heaviest w - X is left out; b = 2 (s/g + 2) g, here 2 (1 + 2/1024)."""
    weights, b = np.array([0.0, 1.0, 2.5]), 2.0 * (1 + 2 / 1024)
    triangle = Graph.from_edges(3, [(0, 1), (0, 2), (1, 2)], weights=weights)
    coins, made = seeded_coins(9), MinusExponential()
    left = Counter(
        ({0, 1, 2} - {int(u + v) - 1 for u, v in drawn.released.edges}).pop()
        for drawn in (
            made.publish(triangle, epsilon=Fraction(1), coins=coins) for _ in range(1_000)
        )
    )
    # w_e - X_e = y has density exp((y - w_e)/b)/b for y < w_e.
    y = np.linspace(-60, 2.5, 400_001)
    below = np.minimum(np.exp((y[:, None] - weights) / b), 1.0)
    density = np.where(y[:, None] < weights, below / b, 0.0)
    law = [
        np.trapezoid(density[:, e] * np.delete(below, e, axis=1).prod(axis=1), y) for e in range(3)
    ]
    assert sum(law) == pytest.approx(1.0, abs=1e-3)
    expected = 1_000 * np.array(law) / sum(law)
    assert stats.chisquare([left[e] for e in range(3)], expected).pvalue > RARE


def outcome(released):
    """What a draw from the path of four nodes shows, in few values."""
    if isinstance(released, Graph):
        first = (
            0 if released.weights is None else int(np.clip(np.round(released.weights[0]), -2, 4))
        )
        return first, released.m
    if isinstance(released, Partition):
        return tuple(released.labels.tolist())
    if isinstance(released, SpanningTree):
        return tuple(released.edges.ravel().tolist())
    numbers = released.counts if isinstance(released, Degrees) else released.values
    if isinstance(released, Scores) and 0.0 < numbers.max() < 1.0:  # chances, the first node's 0
        return tuple(np.round(20 * numbers).astype(int).tolist())
    return int(np.clip(np.round(numbers[0]), -3, 5))


@pytest.mark.parametrize(
    "kind",
    [pytest.param(k, marks=pytest.mark.long if k.id in SLOW else ()) for k in PUBLISHABLE],
    ids=lambda kind: kind.id,
)
def test_a_publication_has_the_law_of_what_is_explored(kind):
    """Chi-square of 200 publications against 600 seeded releases of the same graph."""
    ring = Graph.from_edges(
        4, [*PATH.edges, (0, 3)], weights=[1.0, 2.0, 3.0, 0.5], labels=list("aaab")
    )
    made, coins, rng = SMALL.get(kind, kind()), seeded_coins(6), np.random.default_rng(7)
    published, released = Counter(), Counter()
    for _ in range(200):
        drawn = made.publish(ring, epsilon=Fraction(2), coins=coins)
        assert 0 < drawn.exact_epsilon <= 2.0
        published[outcome(drawn.released)] += 1
    for _ in range(600):
        released[outcome(made.release(ring, epsilon=2.0, rng=rng))] += 1
    seen = {o for o in released | published if released[o] + published[o] >= 20}
    table = [[counts[o] for o in seen] for counts in (published, released)]
    rest = [200 - sum(table[0]), 600 - sum(table[1])]
    if sum(rest) >= 20:
        table = [[*row, left] for row, left in zip(table, rest, strict=True)]
    assert len(table[0]) > 1
    assert stats.chi2_contingency(table).pvalue > RARE


@pytest.mark.parametrize("kind", [kind for kind in MECHANISMS if not kind.exact_sampler])
def test_who_has_no_exact_sampler_is_not_published(kind):
    graph = Graph.from_edges(6, [(i, (i + 1) % 6) for i in range(6)], weights=np.ones(6))
    with pytest.raises(Refused, match=r"cannot be published: ."):
        kind().publish(graph, epsilon=Fraction(1), coins=SecureRandom())


def test_a_pure_mechanism_of_one_s_own_is_told_what_it_lacks():
    mine = type("Mine", (EdgeFlip,), {"exact_sampler": ""})()
    with pytest.raises(Refused, match=r"published: its class declares no exact_sampler\. Take"):
        mine.check_publication(Graph.from_edges(3, [(0, 1)]), Fraction(1))


def test_rare_flips_of_a_large_graph_have_their_law():
    """Of 10^10 pairs 10,000 flip or so, and edges stay; at the same chances as few pairs."""
    n = 150_000
    path = Graph.from_edges(n, np.column_stack((np.arange(n - 1), np.arange(1, n))))
    drawn = EdgeFlip().publish(path, epsilon=Fraction(14), coins=seeded_coins(21)).released
    chance, there = drawn.noise.false_positive_rate, np.diff(drawn.edges, axis=1)[:, 0] == 1
    assert stats.binomtest(n - 1 - int(there.sum()), n - 1, chance).pvalue > RARE
    invented, absent = int((~there).sum()), pair_count(n) - n + 1
    assert stats.binomtest(invented, absent, chance).pvalue > RARE
    assert stats.kstest(drawn.edges[~there, 0] / n, lambda u: 1 - (1 - u) ** 2).pvalue > RARE
    assert not np.any(np.all(np.diff(drawn.edges.astype(np.int64), axis=0) == 0, axis=1))
