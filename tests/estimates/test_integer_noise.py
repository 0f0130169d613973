"""The law of two-sided geometric noise by its sum, and where it is known."""

from fractions import Fraction

import numpy as np
import pytest
from scipy.stats import binom

import graphdp_core as gdp
from graphdp_core.estimates.asked import Given
from graphdp_core.estimates.integer_noise import IntegerNoise, noise_of
from graphdp_core.params import Refused
from graphdp_core.privacy.secure_random import SecureRandom
from graphdp_core.results import Counts


@pytest.mark.parametrize("scale", [0.3, 1.0, 7.5])
def test_moments_and_reach_are_those_of_the_law(scale):
    d = np.arange(-2000, 2001)
    law = np.exp(-np.abs(d) / scale)
    law /= law.sum()
    noise = IntegerNoise(scale, 0.5)
    assert noise.variance == pytest.approx(float(law @ (0.5 * d) ** 2))
    assert noise.fourth == pytest.approx(float(law @ (0.5 * d) ** 4))
    for chance in (0.5, 0.05, 0.001):
        k = round(noise.reach(chance) / 0.5)
        assert law[np.abs(d) > k].sum() <= chance * (1 + 1e-9)
        assert k == 0 or law[np.abs(d) > k - 1].sum() > chance


def test_a_law_that_follows_from_the_private_graph_is_not_known():
    counted = Counts(np.array([5.0]), ("triangles",))
    ladder = Given(counted, gdp.mechanism("private_count"), Fraction(1), facts={"law": "ladder"})
    assert noise_of(ladder) is None
    sequence = gdp.mechanism("noisy_degrees", sequence=0.5)
    assert noise_of(Given(counted, sequence, Fraction(1), facts={"scale": "4"})) is None


def test_a_number_of_a_graph_that_was_cut_first_has_no_interval():
    """Noise of a known scale on a count of a graph whose degrees were cut: it is another number."""
    counted = Counts(np.array([5.0]), ("edges",))
    cut = Given(counted, gdp.mechanism("node_count"), Fraction(1), facts={"scale": "9"})
    assert noise_of(cut) is None


@pytest.mark.parametrize("epsilon", [Fraction(1, 2), Fraction(6)])
@pytest.mark.parametrize(
    ("id", "parameters"),
    [
        ("noisy_degrees", {}),
        ("private_count", {"count": "edges"}),
        ("group_mixing", {}),
        ("noisy_eigenvalues", {"k": 1}),
        ("noisy_eigenvalues", {"k": 3}),
        ("weight_laplace", {"norm": "l1", "radius": 0.3}),
        ("weight_laplace", {"norm": "linf", "radius": 0.3}),
        ("private_tree_cost", {"norm": "l1", "radius": 0.3}),
        ("private_tree_cost", {"norm": "one"}),
    ],
)
def test_mechanism_and_epsilon_say_the_same_of_a_publication_as_its_certificate(
    id, parameters, epsilon
):
    graph, made = gdp.load_graph("les_miserables"), gdp.mechanism(id, **parameters)
    if id == "group_mixing":
        graph = gdp.load_graph("karate")
    drawn = made.publish(graph, epsilon=epsilon, coins=SecureRandom())
    assert "scale" in drawn.facts
    certified = Given(drawn.released, made, epsilon, facts=drawn.facts)
    assert noise_of(certified) == noise_of(Given(drawn.released, made, epsilon))
    rows = gdp.estimate(certified), gdp.estimate(drawn.released, mechanism=made, epsilon=epsilon)
    assert [str(row.row()) for row in rows[0]] == [str(row.row()) for row in rows[1]]


@pytest.mark.parametrize(
    "made",
    [
        gdp.mechanism("private_count", noise="global"),
        gdp.mechanism("private_tree_cost", norm="linf"),
    ],
    ids=repr,
)
def test_a_scale_that_rests_on_how_many_nodes_there_are_is_read_from_the_zip_alone(made):
    """The number alone does not say of how many nodes it is."""
    graph = gdp.load_graph("les_miserables")
    drawn = made.publish(graph, epsilon=Fraction(6), coins=SecureRandom())
    assert noise_of(Given(drawn.released, made, Fraction(6), facts=drawn.facts)) is not None
    with pytest.raises(Refused, match="give the zip of the release"):
        gdp.estimate(drawn.released, mechanism=made, epsilon=6)


LEVELS = (0.5, 0.8, 0.95, 0.99, 0.999)


@pytest.mark.parametrize("count", [1, 2, 3, 6])
@pytest.mark.parametrize("scale", [0.2, 1.0, 1024.0, 50_000.0])
def test_a_sum_of_few_noises_leaves_its_reach_as_rarely_as_is_allowed(scale, count):
    """100,000 draws: more than five standard errors beyond what is allowed with 3e-7."""
    noise, rng = IntegerNoise(scale, 0.5), np.random.default_rng(4)
    p, draws = -np.expm1(-1.0 / scale), 100_000
    away = np.abs((rng.geometric(p, (draws, count)) - rng.geometric(p, (draws, count))).sum(axis=1))
    for level in LEVELS:
        allowed, reach = 1.0 - level, noise.reach_of_sum(count, 1.0 - level)
        spread = np.sqrt(allowed * level / draws)
        assert np.mean(0.5 * away > reach + 1e-9) <= allowed + 5 * spread
        least = reach - 0.5 * max(scale / 1024, 1.0)  # no wider than a step
        assert reach == 0.0 or np.mean(0.5 * away > least - 1e-9) >= allowed - 5 * spread


@pytest.mark.sample
@pytest.mark.parametrize("count", [1, 3])
@pytest.mark.parametrize("scale", [0.5, 8.0])
@pytest.mark.parametrize("level", [0.8, 0.99])
def test_beside_a_border_the_end_misses_as_rarely_among_what_is_printed(scale, count, level):
    """Exactly, by the law of the sum: of every truth that is printed with more than 1e-5."""
    noise, reach = IntegerNoise(scale), IntegerNoise(scale).reach_of_sum(count, 1.0 - level)
    steps = np.arange(-4000, 4001)
    one = np.exp(-np.abs(steps) / scale)
    law = one / one.sum()
    for _ in range(count - 1):
        law = np.convolve(law, one / one.sum(), mode="same")
    deviation = np.sqrt(count * noise.variance)
    lows = {}
    for truth in range(-int(12 * scale), int(12 * scale)):  # the border is 0
        values, chances = truth + steps, law
        shown = values >= 0
        if not chances[shown].sum() > 1.1e-5:
            continue
        missed = 0.0
        for value, chance in zip(values[shown], chances[shown], strict=True):
            if chance < 1e-13:
                continue
            if value not in lows:
                more = noise.more_beside(count, value / deviation, 1.0 - level)
                lows[value] = value - reach - more * deviation
            missed += chance * (truth < lows[value] - 1e-9 or truth > value + reach + 1e-9)
        assert missed / chances[shown].sum() <= (1.0 - level) * (1.0 + 1e-6)


@pytest.mark.sample
@pytest.mark.parametrize(
    ("name", "edges"),
    [
        ("star", [(0, i) for i in range(1, 40)]),
        ("two hubs", [(a, 2 + i) for a in (0, 1) for i in range(40)]),
        ("complete", [(i, j) for i in range(5) for j in range(i)]),
        ("karate", gdp.load_graph("karate").edges),
    ],
)
@pytest.mark.parametrize(
    "draws", [pytest.param(60, id="few"), pytest.param(2_000, marks=pytest.mark.long, id="many")]
)
def test_wedges_and_spread_of_few_degrees_miss_as_rarely_as_every_level_allows(name, edges, draws):
    """More misses than these come with a chance of 1e-5 at a level; draws are independent."""
    graph = gdp.Graph.from_edges(1 + int(np.max(edges)), edges)
    d, made, rng = graph.degrees, gdp.mechanism("noisy_degrees"), np.random.default_rng(3)
    true = {"wedges": (d * (d - 1) / 2).sum(), "degree_deviation": d.std(), "edges": graph.m}
    missed = {(level, id): 0 for level in LEVELS for id in true}
    printed = dict(missed)
    for _ in range(draws):
        noisy = made.release(graph, epsilon=6.0, rng=rng)
        asked = {"mechanism": made, "epsilon": 6, "statistics": list(true)}
        for level in LEVELS:
            for row in gdp.estimate(noisy, level=level, **asked):
                if row.is_known:
                    printed[level, row.statistic] += 1
                    missed[level, row.statistic] += not (
                        row.low - 1e-9 <= true[row.statistic] <= row.high + 1e-9
                    )
    for (level, id), count in missed.items():
        # What is printed in few releases alone was chosen by its noise at the lowest levels.
        if 2 * printed[level, id] > draws:
            assert count <= binom.isf(1e-5, printed[level, id], 1.0 - level), (level, id)
