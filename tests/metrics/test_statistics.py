"""Errors of numbers and of distributions."""

import math

import numpy as np
import pytest
from scipy.stats import ks_2samp

from graphdp_core.metrics.statistics import absolute_error, kolmogorov_distance, relative_error


@pytest.mark.parametrize(("a", "b"), [(50, 80), (1, 7), (200, 200)])
def test_distance_of_distributions_equals_scipys_with_and_without_ties(a, b):
    rng = np.random.default_rng(a)
    for draw in (rng.normal, lambda size: rng.integers(0, 6, size)):
        first, second = draw(size=a), draw(size=b)
        assert kolmogorov_distance(first, second) == pytest.approx(
            ks_2samp(first, second).statistic
        )


def test_distance_runs_from_the_same_to_disjoint():
    assert kolmogorov_distance([1, 2, 2], [2, 1, 2]) == 0.0
    assert kolmogorov_distance([1, 2], [3, 4]) == 1.0
    assert math.isnan(kolmogorov_distance([], [1.0]))


def test_errors_are_symmetric_in_sign_and_undefined_where_they_must_be():
    assert relative_error(-1.0, 2.0) == 1.5
    assert relative_error(3.0, -2.0) == 2.5
    assert math.isnan(relative_error(1.0, 0.0))
    assert math.isnan(relative_error(math.nan, 1.0))
    assert math.isnan(relative_error(1.0, math.nan))
    assert absolute_error(1.0, 3.0) == 2.0
    assert math.isnan(absolute_error(math.nan, 3.0))
