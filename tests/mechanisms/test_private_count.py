"""Private counts: the law of each noise, what is refused, and errors as published or why not."""

import math
from collections import Counter
from fractions import Fraction

import numpy as np
import pytest
from noise_laws import geometric_pvalue, seeded_coins
from scipy import stats

import graphdp_core as gdp
from graphdp_core.graphs.graph import Graph
from graphdp_core.mechanisms.private_count import PrivateCount, student_constants
from graphdp_core.params import Refused
from graphdp_core.sensitivities.ladders import ladder

RARE = 1e-6  # failure probability of each random test
FAN = Graph.from_edges(7, [(0, i) for i in range(1, 7)] + [(i, i + 1) for i in range(1, 6)])


def released(mechanism, graph, epsilon, draws):
    rng = np.random.default_rng(7)
    return np.array(
        [mechanism.release(graph, epsilon=epsilon, rng=rng).values[0] for _ in range(draws)]
    )


def ladder_law(graph, count, k, epsilon, reach):
    """Chances of the whole numbers at most `reach` away, written down without the code's help."""
    rungs = ladder(graph, count, k)
    weights, start = {rungs.count: 1.0}, 0
    for t in range(1, 400):
        height = rungs.rung(t - 1)
        for away in range(start + 1, start + height + 1):
            for y in (rungs.count - away, rungs.count + away):
                weights[y] = math.exp(-epsilon * t / 2)
        start += height
    total = sum(weights.values())
    return {y: w / total for y, w in weights.items() if abs(y - rungs.count) <= reach}


def chi_square(drawn, law):
    seen = Counter(drawn)
    expected = [len(drawn) * p for p in law.values()]
    inner = sum(seen[y] for y in law)
    seen_all = [seen[y] for y in law] + [len(drawn) - inner]
    rest = len(drawn) - sum(expected)
    return stats.chisquare(seen_all, [*expected, rest]).pvalue


@pytest.mark.parametrize(("count", "k"), [("triangles", 2), ("stars", 2), ("k_triangles", 2)])
def test_the_ladder_has_its_law_on_screen_and_in_a_publication(count, k):
    made, epsilon, draws = PrivateCount(count, k), 1.0, 2_000
    law = ladder_law(FAN, count, k, epsilon, reach=6)
    assert chi_square(released(made, FAN, epsilon, draws).astype(int).tolist(), law) > RARE
    coins = seeded_coins(3)
    exact = [
        int(made.publish(FAN, epsilon=Fraction(1), coins=coins).released.values[0])
        for _ in range(1_000)
    ]
    assert chi_square(exact, law) > RARE


def test_neighbours_have_close_laws_number_by_number():
    """Every whole number's chance, for a graph and the same with one edge less."""
    less = Graph.from_edges(7, FAN.edges[1:])
    for count, k in (("triangles", 2), ("stars", 3), ("k_triangles", 3), ("four_cliques", 2)):
        for epsilon in (0.5, 2.0):
            one, two = (ladder_law(g, count, k, epsilon, reach=10**6) for g in (FAN, less))
            both = [y for y in one if y in two and min(one[y], two[y]) > 1e-12]
            assert max(abs(math.log(one[y] / two[y])) for y in both) <= epsilon + 1e-9


@pytest.mark.sample
@pytest.mark.parametrize("publication", [False, True])
def test_edges_and_global_noise_are_geometric(publication):
    for made, sensitivity in ((PrivateCount("edges"), 1), (PrivateCount(noise="global"), 5)):
        true = ladder(FAN, made.count).count
        if publication:
            coins = seeded_coins(5)
            drawn = [
                made.publish(FAN, epsilon=Fraction(2), coins=coins).released.values[0] - true
                for _ in range(1_000)
            ]
        else:
            drawn = released(made, FAN, 2.0, 4_000) - true
        assert geometric_pvalue(drawn, 2.0 / sensitivity) > RARE


def test_smooth_noise_is_students_on_the_smooth_bound_rounded():
    made = PrivateCount("stars", 3, "smooth")
    rungs = ladder(FAN, "stars", 3)
    scale = made.scale(rungs, 0.2)
    assert scale > 100, "rounding is far below the noise"
    noise = (released(made, FAN, 0.2, 3_000) - rungs.count) / scale
    assert stats.kstest(noise, stats.t(df=3).cdf).pvalue > RARE


@pytest.mark.parametrize("count", ["triangles", "four_cliques"])
def test_shares_of_student_noise_add_up_and_are_public(count):
    for epsilon in (0.1, 1.0, 8.0):
        alpha, beta = student_constants(count, epsilon)
        assert 2 / math.sqrt(3) * alpha + 3 * beta == pytest.approx(epsilon)


def test_smooth_noise_is_not_published():
    with pytest.raises(Refused, match="Set noise to 'ladder' or 'global'"):
        PrivateCount(noise="smooth").publish(FAN, epsilon=Fraction(1), coins=seeded_coins(0))


def test_a_graph_of_two_nodes_has_no_triangle_and_needs_no_noise():
    pair = Graph.from_edges(2, [(0, 1)])
    for noise in ("ladder", "smooth", "global"):
        assert released(PrivateCount(noise=noise), pair, 0.1, 20).tolist() == [0.0] * 20


def test_more_leaves_than_nodes_are_refused():
    with pytest.raises(Refused, match="k must be at most 6 for 7-stars"):
        PrivateCount("stars", 7).release(FAN, epsilon=1.0, rng=gdp.noise_stream(0))


def test_less_epsilon_is_the_same_noise_only_larger():
    karate = gdp.load_graph("karate")
    for noise in ("ladder", "global", "smooth"):
        made = PrivateCount(noise=noise)
        errors = [
            made.release(karate, epsilon=e, rng=gdp.noise_stream(4)).values[0] - 45
            for e in (4.0, 1.0, 0.2)
        ]
        assert np.all(np.diff(np.abs(errors)) >= 0)
        assert len({np.sign(e) for e in errors if e}) == 1


def test_counts_are_published_with_every_digit(tmp_path):
    made = gdp.publish(
        gdp.load_graph("karate"), PrivateCount("stars", 10), epsilon="2", to=tmp_path / "r.zip",
        ledger=tmp_path / "ledger.jsonl",
    )  # fmt: skip
    assert made.certificate
    assert gdp.verify(tmp_path / "r.zip").checks
