"""The best shift between two persistence diagrams: branch and bound over shift intervals."""

from __future__ import annotations

import numpy as np

from graphdp_core.arrays import Floats, Ints
from graphdp_core.kernels import compiled
from graphdp_core.kernels.bottleneck import bottleneck_matching, cover, length_bound, prepared

__all__ = ["best_shift"]


BIRTH, DEATH, HALF = 0, 1, 2  # columns of a prepared diagram


@compiled
def best_shift(  # noqa: PLR0917
    a: Floats, b: Floats, tries: Floats, needed: Floats, tolerance: float, budget: int
) -> tuple[float, float, float, int]:
    """Smallest bottleneck distance of a, shifted along the diagonal, to b.

    Let t be the best distance so far, less half the tolerance. An interval of shifts with middle
    c and half-length r is settled in one of three ways. (1) No matching within t + r at c: the
    distance changes by at most the shift, so the whole interval is worse than t. (2) A matching
    within t at c: the exact distance there is the new best. (3) No matching within t at c: then
    some set of points has fewer partners than members (Hall), and still has at all shifts up to
    which no partner is added; what is left on both sides is searched on. At least half the
    tolerance around c is settled in any case.

    Parameters
    ----------
    a, b : ndarray of float64, shapes (n, 2), (m, 2)
        Finite pairs (birth, death).
    tries : ndarray of float64, shape (k,), k >= 1
        Shifts to look at first.
    needed : ndarray of float64, shape (e,)
        Shifts that the infinite bars ask for: their distance is max |s - needed|.
    tolerance : float
        Above 0.
    budget : int
        Matchings after which the search ends early.

    Returns
    -------
    distance : float
        At `shift`, up to rounding of the shifted coordinates.
    lower : float
        No shift gives less: at least distance - tolerance, unless the budget ran out.
    shift : float
    used : int
        Matchings tried.
    """
    x, y = prepared(a, np.argsort(a[:, 1])), prepared(b, np.argsort(b[:, 1]))
    moved = x.copy()
    least, most = _extremes(needed)
    floor = max(length_bound(x[:, HALF], y[:, HALF]), (most - least) / 2)

    best, shift, used = np.inf, tries[0], 0
    for s in tries:
        if _of_infinite_bars(s, least, most) < best:
            _move(x, s, moved)
            if _obstacle(best - tolerance / 2, moved, y)[0]:
                value = _distance(s, moved, y, least, most)
                if value < best:
                    best, shift = value, s
            used += 1

    intervals = [_range(x, y, best)]
    next_one = 0
    while next_one < len(intervals) and best > floor + tolerance and used < budget:
        low, high = intervals[next_one]
        next_one += 1
        t = best - tolerance / 2
        low, high = max(low, most - t), min(high, least + t)  # where the infinite bars allow t
        if low > high:
            continue
        c, r = (low + high) / 2, (high - low) / 2
        _move(x, c, moved)
        used += 1
        if not _obstacle(t + r, moved, y)[0]:  # (1)
            continue
        used += 1
        has_matching, down, up = _obstacle(t, moved, y)
        if has_matching:  # (2)
            value = _distance(c, moved, y, least, most)
            if value < best:
                best, shift = value, c
            down = up = 0.0
        intervals.append((low, c - max(down, tolerance / 2)))  # (3)
        intervals.append((c + max(up, tolerance / 2), high))
    done = next_one == len(intervals) or best <= floor + tolerance
    return best, max(floor, best - tolerance) if done else floor, shift, used


@compiled
def _extremes(needed: Floats) -> tuple[float, float]:
    """The least and the largest shift that infinite bars ask for; (inf, -inf) without any."""
    least, most = np.inf, -np.inf
    for value in needed:
        least, most = min(least, value), max(most, value)
    return least, most


@compiled
def _of_infinite_bars(s: float, least: float, most: float) -> float:
    """max |s - needed|, 0 without infinite bars."""
    return max(0.0, s - least, most - s)


@compiled
def _distance(s: float, moved: Floats, y: Floats, least: float, most: float) -> float:
    """The bottleneck distance at a shift s to which the finite bars have been moved."""
    finite = bottleneck_matching(moved[:, :2], y[:, :2])[0]
    return max(_of_infinite_bars(s, least, most), finite)


@compiled
def _move(x: Floats, s: float, moved: Floats) -> None:
    for i in range(len(x)):
        moved[i, BIRTH], moved[i, DEATH] = x[i, BIRTH] + s, x[i, DEATH] + s


@compiled
def _range(x: Floats, y: Floats, best: float) -> tuple[float, float]:
    """Outside of it no two points are within `best`: all go to the diagonal."""
    if len(x) == 0 or len(y) == 0:
        return 0.0, 0.0
    low = y[:, DEATH].min() - x[:, DEATH].max() - best
    return low, y[:, DEATH].max() - x[:, DEATH].min() + best


@compiled
def _obstacle(t: float, x: Floats, y: Floats) -> tuple[bool, float, float]:
    """Whether there is a matching within t; if not, how far x can move down and up without one."""
    match_x, match_y = np.full(len(x), -1, dtype=np.int64), np.full(len(y), -1, dtype=np.int64)
    queue = np.empty(max(len(x), len(y)), dtype=np.int64)
    seen = np.empty(max(len(x), len(y)), dtype=np.int64)
    if t < 0.0:
        return False, 0.0, 0.0
    size = cover(t, x, y, match_x, match_y, queue, seen)
    if size:
        left, right = _room(t, x, y, queue[:size], seen)
        return False, left, right
    size = cover(t, y, x, match_y, match_x, queue, seen)
    if size:
        right, left = _room(t, y, x, queue[:size], seen)
        return False, left, right
    return True, 0.0, 0.0


@compiled
def _room(t: float, xs: Floats, ys: Floats, members: Ints, seen: Ints) -> tuple[float, float]:
    """How far xs can move down and up until a member meets a y that was no neighbour before."""
    down, up = np.inf, np.inf
    root = members[0]
    for i in members:
        for j in range(len(ys)):
            if seen[j] != root:
                birth, death = ys[j, BIRTH] - xs[i, BIRTH], ys[j, DEATH] - xs[i, DEATH]
                first, last = max(birth, death) - t, min(birth, death) + t
                if first <= last:
                    if first > 0.0:
                        up = min(up, first)
                    elif last < 0.0:
                        down = min(down, -last)
                    else:  # a neighbour but for rounding
                        return 0.0, 0.0
    return down, up
