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
    floor = length_bound(x[:, HALF], y[:, HALF])
    least, most = np.inf, -np.inf
    for value in needed:
        least, most = min(least, value), max(most, value)
    if len(needed):
        floor = max(floor, (most - least) / 2)

    best, shift, used = np.inf, tries[0], 0
    for s in tries:
        outer = max(s - least, most - s) if len(needed) else 0.0
        if outer < best:
            _move(x, s, moved)
            if _obstacle(best - tolerance / 2, moved, y)[0]:
                value = max(outer, bottleneck_matching(moved[:, :2], y[:, :2])[0])
                if value < best:
                    best, shift = value, s
            used += 1

    intervals = [_range(x, y, best)]
    head = 0
    while head < len(intervals) and best > floor + tolerance and used < budget:
        low, high = intervals[head]
        head += 1
        t = best - tolerance / 2
        if len(needed):
            low, high = max(low, most - t), min(high, least + t)
        if low > high:
            continue
        c, r = (low + high) / 2, (high - low) / 2
        _move(x, c, moved)
        used += 1
        if not _obstacle(t + r, moved, y)[0]:
            continue
        used += 1
        feasible, left, right = _obstacle(t, moved, y)
        if feasible:
            outer = max(c - least, most - c) if len(needed) else 0.0
            value = max(outer, bottleneck_matching(moved[:, :2], y[:, :2])[0])
            if value < best:
                best, shift = value, c
            left = right = 0.0
        intervals.append((low, c - max(left, tolerance / 2)))
        intervals.append((c + max(right, tolerance / 2), high))
    done = head == len(intervals) or best <= floor + tolerance
    return best, max(floor, best - tolerance) if done else floor, shift, used


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
