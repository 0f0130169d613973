"""Propose, test, release: what is promised of the gap holds for the rounded number."""

import math

import numpy as np

from graphdp_core.mechanisms.centrality_calibrations import _sure
from graphdp_core.privacy.samplers import on_a_grid


def test_rounding_the_noisy_gap_never_raises_what_is_sure_of_it():
    """Else the test passes with up to 1.0005 times the probability that delta pays for."""
    scale, delta = 4.0, 1e-6
    for gap in np.linspace(0.0, 200.0, 2001):
        rounded = float(on_a_grid(np.array([gap]), scale)[0])
        assert _sure(rounded, scale, delta) <= gap - scale * math.log(1.0 / delta) + 1e-12
