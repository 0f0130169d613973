"""Threshold peeling: the exact law of who leaves when, its loss, and how far estimates are off."""

import itertools
import math
from collections import Counter, defaultdict
from fractions import Fraction

import numpy as np
import pytest
from scipy.stats import chisquare

import graphdp_core as gdp
from graphdp_core.centralities import core
from graphdp_core.graphs.graph import Graph
from graphdp_core.params import Refused
from graphdp_core.privacy.secure_random import SecureRandom

REACH = 120  # beyond, the noise of the tests has probability below 1e-9


def graphs(n):
    every = list(itertools.combinations(range(n), 2))
    for size in range(len(every) + 1):
        for edges in itertools.combinations(every, size):
            yield Graph.from_edges(n, list(edges))


def geometric(epsilon):
    """Probabilities of two-sided geometric noise at -REACH..REACH."""
    a = math.exp(-epsilon)
    return (1 - a) / (1 + a) * a ** np.abs(np.arange(-REACH, REACH + 1.0))


def transcript_law(graph, first, second, *, rounds=2, levels=None):
    """P(who leaves at which look), all looks at levels 1, 2, ..., exactly.

    Given a transcript nodes are independent: for each the sum over its threshold's noise of the
    product of what it did at every look.
    """
    rho, kept = np.arange(-REACH, REACH + 1), geometric(first)
    below = np.concatenate([[0.0], np.cumsum(geometric(second))])  # P(nu < t), t from -REACH on
    neighbours = [set() for _ in range(graph.n)]
    for u, v in graph.edges.tolist():
        neighbours[u].add(v)
        neighbours[v].add(u)
    law = defaultdict(float)

    def leaving(v, left, level):
        bound = level + rho - len(neighbours[v] & left)
        return below[np.clip(bound + REACH, 0, len(below) - 1)]

    def walk(level, look, left, weights, said):
        if not left or level > (levels or graph.n - 1):
            law[said] += math.prod(float(w.sum()) for w in weights)
            return
        chances = {v: leaving(v, left, level) for v in left}
        for size in range(len(left) + 1):
            for gone in itertools.combinations(sorted(left), size):
                now = list(weights)
                for v in left:
                    now[v] = now[v] * (chances[v] if v in gone else 1.0 - chances[v])
                rest, last = left - set(gone), look + 1 == rounds or not gone
                following = (level + 1, 0) if last else (level, look + 1)
                walk(*following, rest, now, (*said, (level, gone)))

    walk(1, 0, frozenset(range(graph.n)), [kept] * graph.n, ())
    return law


def estimates(transcript, n):
    values = np.full(n, max(1.0, max(n - 1, 1) - 0.5))
    for level, gone in transcript:
        values[list(gone)] = max(1.0, level - 0.5)
    return tuple(values.tolist())


@pytest.mark.parametrize(
    ("first", "second", "losses"),
    [(0.25, 0.5, (0.59, 0.78)), (0.5, 0.2, (0.55, 0.73)), (0.1, 1.0, (0.89, 0.99))],
)
def test_the_exact_loss_of_all_small_graphs_is_within_the_claim(first, second, losses):
    for n, known in zip((2, 3), losses, strict=True):
        worst = 0.0
        laws = {g: transcript_law(g, first, second, levels=2) for g in graphs(n)}
        for one, other in itertools.combinations(laws, 2):
            if len(set(map(tuple, one.edges.tolist())) ^ set(map(tuple, other.edges.tolist()))) > 1:
                continue
            assert laws[one].keys() == laws[other].keys()
            ratios = [abs(math.log(laws[one][t] / laws[other][t])) for t in laws[one]]
            worst = max(worst, *ratios)
        assert worst <= 2 * first + second
        assert worst == pytest.approx(known, abs=0.006)


@pytest.mark.parametrize(("first", "second"), [(0.25, 0.5), (0.5, 0.2), (0.1, 1.0)])
def test_more_levels_spend_more_of_the_claim_and_never_all(first, second):
    empty, joined = (transcript_law(g, first, second, levels=6) for g in graphs(2))
    worst = max(abs(math.log(empty[t] / joined[t])) for t in empty)
    assert 0.8 * (2 * first + second) < worst <= 2 * first + second


@pytest.mark.sample
@pytest.mark.parametrize("exactly", [False, True])
def test_releases_follow_the_exact_law(exactly):
    """Chi-square over the eight estimates on a path of three; fails with probability 1e-4.

    500 publications see an epsilon that is larger by half.
    """
    path, epsilon, runs = Graph.from_edges(3, [(0, 1), (1, 2)]), 1.5, 500 if exactly else 1500
    made = gdp.mechanism("threshold_peeling", step=1)
    law = Counter()
    for transcript, chance in transcript_law(path, 0.35 * epsilon, 0.3 * epsilon).items():
        law[estimates(transcript, 3)] += chance
    assert math.isclose(sum(law.values()), 1.0, rel_tol=1e-6)
    rng, coins, seen = np.random.default_rng(0), SecureRandom(), Counter()
    for _ in range(runs):
        if exactly:
            scores = made.publish(path, epsilon=Fraction(3, 2), coins=coins).released
        else:
            scores = made.release(path, epsilon=epsilon, rng=rng)
        seen[tuple(scores.values.tolist())] += 1
    assert set(seen) <= set(law)
    expected = np.array(list(law.values()))
    counts = [seen[outcome] for outcome in law]
    assert chisquare(counts, expected / expected.sum() * runs).pvalue > 1e-4


def test_estimates_are_far_nearer_than_a_constant_or_noisy_degrees():
    """What another method would reach that never looks beyond degrees is no answer."""
    graph = gdp.generate("powerlaw_cluster", n=1500, attach=12, seed=1)
    true, epsilon = core(graph), 1.0
    rng = np.random.default_rng(0)
    released = gdp.mechanism("threshold_peeling").release(graph, epsilon=epsilon, rng=rng).values
    degrees = gdp.mechanism("noisy_degrees").release(graph, epsilon=epsilon, rng=rng).values
    off = [np.abs(guess - true).mean() for guess in (released, degrees)]
    assert off[0] < 0.5 * off[1]


def test_shares_add_up_and_bad_ones_are_refused():
    made = gdp.mechanism("threshold_peeling", share=0.2)
    draw = made.publish(Graph.from_edges(3, [(0, 1)]), epsilon=Fraction(1), coins=SecureRandom())
    scales = [Fraction(draw.facts[f"scale of the {name}"]) for name in ("thresholds", "looks")]
    assert 2 / scales[0] + 1 / scales[1] == 1
    with pytest.raises(Refused, match="share"):
        gdp.mechanism("threshold_peeling", share=0.5)
