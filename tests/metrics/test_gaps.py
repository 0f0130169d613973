"""The gap of a ranking and the noise it bears."""

import math

import numpy as np
import pytest

from graphdp_core.metrics.gaps import importance_gap, tolerable_scale


def test_the_gap_is_between_the_medians() -> None:
    scores = np.concatenate((np.full(10, 5.0), np.full(90, 1.0)))
    assert importance_gap(scores) == 4.0
    assert importance_gap(scores[::-1]) == 4.0
    assert math.isnan(importance_gap([]))
    assert math.isnan(importance_gap([1.0]))


def test_the_tolerable_scale_misplaces_one_node() -> None:
    """Closed form, and a draw of 2 million: within 6 deviations of the mean."""
    scale = tolerable_scale(2.0, 1000)
    assert 1000 * math.exp(-2.0 / scale) / 2 == pytest.approx(1.0)
    noise = np.random.default_rng(0).laplace(scale=scale, size=2_000_000)
    jumped = np.count_nonzero(noise > 2.0) / 2000
    assert abs(jumped - 1.0) < 6 * math.sqrt(1.0 / 2000)
    assert math.isnan(tolerable_scale(1.0, 2))
