"""The law of two-sided geometric noise by its sum, and where it is known."""

from fractions import Fraction

import numpy as np
import pytest

import graphdp_core as gdp
from graphdp_core.estimates.given import Given
from graphdp_core.estimates.integer_noise import IntegerNoise, noise_of
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
