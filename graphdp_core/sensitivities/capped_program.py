"""The linear program of capped triangles, solved by an interior point to a certified gap."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

import numpy as np
from numpy.typing import NDArray

from graphdp_core.arrays import Floats

MOST_STEPS = 120
INSIDE = 0.995  # of the way to the border that a step may go


def capped_value(corners: NDArray[np.int64], cap: float, *, gap: float) -> float:
    """The largest sum of x_t, 0 <= x_t <= 1, of which at most `cap` lies at every node.

    A primal and a dual solution are kept strictly inside their bounds and led together
    (predictor and corrector). Both are values of solutions at every step, so that their distance
    certifies the answer, whatever rounding did on the way.

    Parameters
    ----------
    corners : ndarray of int, shape (t, 3)
        The nodes of every triangle.
        Every step solves as many linear equations as there are nodes in them.
    cap : float
        Above 0.
    gap : float
        How far the answer may be from the optimum.

    References
    ----------
    Mehrotra, On the implementation of a primal-dual interior point method, SIAM Journal on
    Optimization, 1992.

    Examples
    --------
    >>> fan = np.array([[0, 1, 2], [0, 2, 3]])
    >>> [round(capped_value(fan, cap, gap=1e-6), 4) for cap in (1.0, 9.0)]
    [1.0, 2.0]
    """
    if not len(corners):
        return 0.0
    used, ends = np.unique(corners, return_inverse=True)
    try:
        for low, high in _bounds(ends.reshape(corners.shape), len(used), cap):
            if high - low <= gap:
                return low
    except np.linalg.LinAlgError:
        pass  # so near the border that rounding leads no further
    raise ArithmeticError("the linear program over triangles was not solved exactly enough.")


def _bounds(ends: NDArray[np.int64], n: int, cap: float) -> Iterator[tuple[float, float]]:
    """Values of a primal and of a dual solution, nearer to each other from step to step.

    It ends where one of them stands on a border as far as rounding tells.
    """
    from scipy.linalg import cho_factor, cho_solve

    count = len(ends)
    ordered = np.sort(ends, axis=1)
    cells = (ordered[:, [1, 2, 2]] * n + ordered[:, [0, 0, 1]]).ravel()  # below the diagonal

    at_nodes = partial(_at_nodes, ends=ends, n=n)
    start = min(0.5, 0.5 * cap / at_nodes(np.ones(count)).max())
    x, price, over = np.full(count, start), np.full(n, 0.5), np.ones(count)
    for _ in range(MOST_STEPS):
        free, slack = 1.0 - x, cap - at_nodes(x)
        under = price[ends].sum(axis=1) + over - 1.0
        yield float(x.sum()), float(cap * price.sum() + over.sum())
        if min(free.min(), slack.min(), under.min()) <= 0.0:
            return
        mean = (x @ under + free @ over + slack @ price) / (2 * count + n)
        wide = 1.0 / (under / x + over / free)
        matrix = np.bincount(cells, np.repeat(wide, 3), minlength=n * n).reshape(n, n)
        matrix[np.diag_indices(n)] = at_nodes(wide) + slack / price
        solve = partial(
            cho_solve, cho_factor(matrix, lower=True, overwrite_a=True, check_finite=False)
        )
        now = (x, free, price, under, over, wide)
        d_x, d_slack, d_price, d_under, d_over = _step(
            now, (-x * under, -free * over, -slack * price), ends, solve
        )
        primal = _length((x, d_x), (free, -d_x), (slack, d_slack))
        dual = _length((price, d_price), (under, d_under), (over, d_over))
        ahead = (
            (x + primal * d_x) @ (under + dual * d_under)
            + (free - primal * d_x) @ (over + dual * d_over)
            + (slack + primal * d_slack) @ (price + dual * d_price)
        ) / (2 * count + n)
        goal = mean * (ahead / mean) ** 3
        d_x, d_slack, d_price, d_under, d_over = _step(
            now,
            (
                goal - x * under - d_x * d_under,
                goal - free * over + d_x * d_over,
                goal - slack * price - d_slack * d_price,
            ),
            ends,
            solve,
        )
        primal = _length((x, d_x), (free, -d_x), (slack, d_slack))
        dual = _length((price, d_price), (under, d_under), (over, d_over))
        x = x + primal * d_x
        price, over = price + dual * d_price, over + dual * d_over


def _at_nodes(values: Floats, *, ends: NDArray[np.int64], n: int) -> Floats:
    """The sum of a number of every triangle at each node."""
    return np.bincount(ends.ravel(), np.repeat(values, 3), minlength=n).astype(np.float64)


def _step(
    now: tuple[Floats, ...],
    goals: tuple[Floats, Floats, Floats],
    ends: NDArray[np.int64],
    solve: Callable[[Floats], Floats],
) -> tuple[Floats, Floats, Floats, Floats, Floats]:
    """Changes of x, of what is left at the nodes, of its price, and of the prices of x's ends."""
    x, free, price, under, over, wide = now
    low, high, tight = goals
    held = low / x - high / free
    at_nodes = partial(_at_nodes, ends=ends, n=len(price))
    d_price = solve(at_nodes(wide * held) + tight / price)
    d_x = wide * (held - d_price[ends].sum(axis=1))
    return d_x, -at_nodes(d_x), d_price, (low - under * d_x) / x, (high + over * d_x) / free


def _length(*pairs: tuple[Floats, Floats]) -> float:
    """How far a step may go until a value would reach 0, at most 1."""
    most = 1.0
    for value, change in pairs:
        falls = change < 0
        if falls.any():
            most = min(most, INSIDE * float((-value[falls] / change[falls]).min()))
    return most
