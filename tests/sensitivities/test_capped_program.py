"""The linear program of capped triangles: against another solver, and among ties."""

import itertools

import numpy as np
import pytest
from scipy.optimize import linprog

from graphdp_core.sensitivities.capped_program import capped_value


def triangles(n, share, rng):
    joined = np.triu(rng.random((n, n)) < share, 1)
    values = [
        t for t in itertools.combinations(range(n), 3)
        if joined[t[0], t[1]] and joined[t[0], t[2]] and joined[t[1], t[2]]
    ]  # fmt: skip
    return np.array(values, dtype=np.int64).reshape(-1, 3)


@pytest.mark.parametrize("seed", range(8))
def test_the_value_is_that_of_another_solver(seed):
    rng = np.random.default_rng(seed)
    n = int(rng.integers(4, 22))
    corners, cap = triangles(n, rng.uniform(0.3, 1.0), rng), float(rng.integers(1, 12))
    count = len(corners)
    inside = np.zeros((n, count))
    inside[corners.ravel(), np.repeat(np.arange(count), 3)] = 1.0
    best = 0.0
    if count:
        best = -linprog(-np.ones(count), A_ub=inside, b_ub=np.full(n, cap), bounds=(0, 1)).fun
    assert capped_value(corners, cap, gap=1e-6) == pytest.approx(best, abs=2e-6)


def test_many_triangles_with_equal_claims_are_no_trouble():
    """Of a complete graph every node has the same share: other solvers wander among ties."""
    corners = np.array(list(itertools.combinations(range(60), 3)))
    for cap in (1.0, 30.0, 1700.0):
        assert capped_value(corners, cap, gap=1e-3) == pytest.approx(20 * cap, abs=1e-3)


def test_no_more_is_certified_than_rounding_allows():
    corners = np.array([[0, 1, 2], [0, 2, 3], [1, 2, 3]])
    with pytest.raises(ArithmeticError, match="exactly enough"):
        capped_value(corners, 1.0, gap=-1.0)
