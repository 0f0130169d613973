"""The exact bottleneck matching of two finite persistence diagrams.

Inner loops of Wasserstein matchings: pairs worth a match, and the best match on one line.

The best shift between two persistence diagrams: branch and bound over shift intervals.
"""

from __future__ import annotations

import numpy as np

from graphdp_core.arrays import Floats, Ints
from graphdp_core.kernels import compiled

BIRTH, DEATH, HALF = 0, 1, 2  # columns of a prepared diagram, whose rows are sorted by death


def bottleneck_matching(a: Floats, b: Floats) -> tuple[float, Ints]:
    """Bottleneck distance of two diagrams without infinite bars, and a matching that attains it.

    The distance is one of finitely many numbers: half a bar's length, or the l_inf distance of
    two points. Whether a threshold t suffices is decided by `_matching_within`. Bisection over t
    narrows the range; the candidates left in it are then listed and searched, so that the answer
    is exactly one of them and carries no tolerance.

    Parameters
    ----------
    a, b : ndarray of float64, shapes (n, 2), (m, 2)
        Finite pairs (birth, death), birth <= death.

    Returns
    -------
    distance : float
    partner : ndarray of int64, shape (n,)
        Row of b matched to each row of a, -1 for the diagonal. Rows of b that do not occur are
        matched to the diagonal.

    References
    ----------
    Mendelsohn & Dulmage, Canadian J. Math. 1958 (covering both sides of a bipartite graph).
    Efrat, Itai & Katz, Algorithmica 2001 (bottleneck matching by thresholds).
    """
    order_a, order_b = (np.argsort(diagram[:, 1], kind="stable") for diagram in (a, b))
    x, y = _prepared(a[order_a]), _prepared(b[order_b])
    distance, match = best_matching(x, y, _length_bound(x, y))
    partner = np.full(len(a), -1, dtype=np.int64)
    partner[order_a[match >= 0]] = order_b[match[match >= 0]]
    return distance, partner


def _prepared(diagram: Floats) -> Floats:
    """Columns BIRTH, DEATH and HALF (distance to the diagonal) of rows sorted by death."""
    return np.column_stack((diagram, (diagram[:, 1] - diagram[:, 0]) / 2))


def _length_bound(x: Floats, y: Floats) -> float:
    """Bottleneck distance of the distances to the diagonal, which are 1-Lipschitz in l_inf."""
    halves = np.zeros((2, max(len(x), len(y))))
    halves[0, : len(x)], halves[1, : len(y)] = x[:, HALF], y[:, HALF]
    halves.sort()
    return float(np.abs(halves[0] - halves[1]).max(initial=0.0))


@compiled
def best_matching(x: Floats, y: Floats, bound: float) -> tuple[float, Ints]:
    """The distance of two prepared diagrams, at least `bound`, and the row of y for each of x."""
    n, m = len(x), len(y)
    match = np.full(n, -1, dtype=np.int64)  # all to the diagonal: always possible
    best = match.copy()
    high = 0.0
    for i in range(n):
        high = max(high, x[i, HALF])
    for j in range(m):
        high = max(high, y[j, HALF])
    low = bound - 1e-14 * high  # too small for sure, whatever was rounded
    if low <= 0.0:
        low = -1.0  # then 0 itself is possible

    # The bound is often the answer: try just above it, then bisect.
    t = bound + 1e-12 * high
    while high > low and t < high:
        cost = _matching_within(t, x, y, match)
        if cost >= 0.0:
            high = cost
            best, match = match, best
        else:
            low = t
        if high - max(low, 0.0) <= 1e-3 * high:
            break
        t = (max(low, 0.0) + high) / 2

    values = _candidates(low, high, x, y)
    first, last = 0, len(values)
    while first < last:
        middle = (first + last) // 2
        t = values[middle]
        cost = _matching_within(t, x, y, match)
        if cost >= 0.0:
            high = cost
            best, match = match, best
            last = middle
            while last > first and values[last - 1] >= cost:
                last -= 1
        else:
            first = middle + 1
    return high, best


@compiled
def _matching_within(t: float, a: Floats, b: Floats, match_a: Ints) -> float:
    """Fill match_a with a matching of cost <= t and return its cost, or -1 if there is none.

    Only points farther than t from the diagonal must be matched. First those of a are covered,
    then those of b along alternating paths that uncover no such point of a.
    """
    match_b = np.full(len(b), -1, dtype=np.int64)
    match_a[:] = -1
    queue = np.empty(max(len(a), len(b)), dtype=np.int64)
    seen = np.empty(max(len(a), len(b)), dtype=np.int64)
    if _cover(t, a, b, match_a, match_b, queue, seen) or _cover(
        t, b, a, match_b, match_a, queue, seen
    ):
        return -1.0
    cost = 0.0
    for i in range(len(a)):
        cost = max(cost, a[i, HALF] if match_a[i] < 0 else _distance(a[i], b[match_a[i]]))
    for j in range(len(b)):
        if match_b[j] < 0:
            cost = max(cost, b[j, HALF])
    return cost


@compiled
def _distance(p: Floats, q: Floats) -> float:
    """l_inf distance of two points of the plane."""
    return max(abs(p[BIRTH] - q[BIRTH]), abs(p[DEATH] - q[DEATH]))


@compiled
def _cover(  # noqa: PLR0917
    t: float, xs: Floats, ys: Floats, match_x: Ints, match_y: Ints, queue: Ints, seen: Ints
) -> int:
    """Augment the matching until every x farther than t from the diagonal is covered.

    Returns 0, or the size of a set of such x that cannot all be covered: then queue[:size] holds
    it, and its fewer neighbours are the y with seen[y] == queue[0]. Breadth-first search from x
    over points y within t: a path ends at a free y, or at a y whose partner may go to the
    diagonal. Both sides are sorted by death, so that the y within t of an x lie in a window.
    """
    seen[: len(ys)] = -1
    parent = np.empty(len(ys), dtype=np.int64)
    for root in range(len(xs) - 1, -1, -1):
        if xs[root, HALF] <= t or match_x[root] >= 0:
            continue
        queue[0] = root
        head, tail, end = 0, 1, -1
        while head < tail and end < 0:
            x = queue[head]
            head += 1
            y = _last_within(t, xs[x, DEATH], ys)
            while y >= 0 and xs[x, DEATH] - ys[y, DEATH] <= t:
                if seen[y] != root and _distance(xs[x], ys[y]) <= t:
                    seen[y] = root
                    parent[y] = x
                    other = match_y[y]
                    if other < 0 or xs[other, HALF] <= t:
                        end = y
                        break
                    queue[tail] = other
                    tail += 1
                y -= 1
        if end < 0:
            return tail
        _flip_path(root, end, parent, match_x, match_y)
    return 0


@compiled
def _last_within(t: float, death: float, ys: Floats) -> int:
    """Last row of ys (sorted by death) with ys.death - death <= t, exactly as rounded."""
    y = int(np.searchsorted(ys[:, DEATH], death + t))
    while y < len(ys) and ys[y, DEATH] - death <= t:
        y += 1
    return y - 1


@compiled
def _flip_path(root: int, end: int, parent: Ints, match_x: Ints, match_y: Ints) -> None:
    """Match along the path that leads from x = root to y = end; a former partner is freed."""
    if match_y[end] >= 0:
        match_x[match_y[end]] = -1
    while True:
        x = parent[end]
        previous = match_x[x]
        match_x[x] = end
        match_y[end] = x
        if x == root:
            break
        end = previous


@compiled
def _candidates(low: float, high: float, a: Floats, b: Floats) -> Floats:
    """Sorted values strictly between low and high at which the threshold decision can change.

    Two points that may both go to the diagonal at `low` need no edge, so their distance is none.
    """
    lengths = [0.0 for _ in range(0)]
    for side in (a, b):
        for i in range(len(side)):
            if low < side[i, HALF] < high:
                lengths.append(side[i, HALF])
    for i in range(len(a)):
        j = _last_within(high, a[i, DEATH], b)
        while j >= 0 and a[i, DEATH] - b[j, DEATH] < high:
            if a[i, HALF] > low or b[j, HALF] > low:
                value = _distance(a[i], b[j])
                if low < value < high:
                    lengths.append(value)
            j -= 1
    values = np.array(lengths)
    values.sort()
    return values


@compiled
def savings(a: Floats, b: Floats, order: int) -> tuple[Ints, Ints, Floats]:
    """The pairs of bars that save something when they meet, beside both going to the diagonal.

    Pair (i, j) saves half_i^q + half_j^q - |a_i - b_j|^q, q = order, in the l_inf norm. Most bars
    are short, so that few of all pairs save: they alone are kept.

    Parameters
    ----------
    a, b : ndarray of float64, shapes (n, 2), (m, 2)
        Births and finite deaths.
    order : int
        1 or 2.

    Returns
    -------
    row, column : ndarray of int64, shape (k,)
        By row, then by column.
    saved : ndarray of float64, shape (k,)
        Above 0.
    """
    n, m = len(a), len(b)
    half_b = ((b[:, 1] - b[:, 0]) / 2) ** order
    birth, death = b[:, 0].copy(), b[:, 1].copy()
    row, column = np.empty(n + m, dtype=np.int64), np.empty(n + m, dtype=np.int64)
    saved = np.empty(n + m)
    k = 0
    for i in range(n):
        half = ((a[i, 1] - a[i, 0]) / 2) ** order
        while k + m > len(row):  # room for a whole row
            row, column = np.append(row, row), np.append(column, column)
            saved = np.append(saved, saved)
        for j in range(m):
            apart = max(abs(a[i, 0] - birth[j]), abs(a[i, 1] - death[j]))
            gain = half + half_b[j] - (apart if order == 1 else apart**order)
            if gain > 0.0:
                row[k], column[k], saved[k] = i, j, gain
                k += 1
    return row[:k], column[:k], saved[:k]


@compiled
def wasserstein_cost_one_birth(deaths_a: Floats, deaths_b: Floats, order: int) -> float:
    """W_q^q of two diagrams whose bars are all born at 0, from their sorted deaths.

    On a line an optimal matching does not cross, so that dynamic programming over the two
    sorted lists finds it: the last bar of one list goes to the diagonal, or both last bars meet.
    """
    n, m = len(deaths_a), len(deaths_b)
    best = np.zeros(m + 1)
    for j in range(m):
        best[j + 1] = best[j] + (deaths_b[j] / 2) ** order
    for i in range(n):
        alone = (deaths_a[i] / 2) ** order
        corner = best[0]
        best[0] += alone
        for j in range(m):
            met = corner + abs(deaths_a[i] - deaths_b[j]) ** order
            corner = best[j + 1]
            best[j + 1] = min(met, corner + alone, best[j] + (deaths_b[j] / 2) ** order)
    return best[m]


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
    """
    x, y = (_prepared(diagram[np.argsort(diagram[:, 1])]) for diagram in (a, b))
    return search_shifts(x, y, _length_bound(x, y), tries, needed, tolerance, budget)


@compiled
def search_shifts(  # noqa: PLR0917
    x: Floats, y: Floats, bound: float, tries: Floats, needed: Floats, tolerance: float, budget: int
) -> tuple[float, float, float, int]:
    """:func:`best_shift` of two prepared diagrams."""
    moved = x.copy()
    least, most = _extremes(needed)
    floor = max(bound, (most - least) / 2)

    best, shift, used = np.inf, tries[0], 0
    for s in tries:
        if _of_infinite_bars(s, least, most) < best:
            _move(x, s, moved)
            if _obstacle(best - tolerance / 2, moved, y)[0]:
                value = _shifted_distance(s, moved, y, bound, least, most)
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
            value = _shifted_distance(c, moved, y, bound, least, most)
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
def _shifted_distance(  # noqa: PLR0917
    s: float, moved: Floats, y: Floats, bound: float, least: float, most: float
) -> float:
    """The bottleneck distance at a shift s to which the finite bars have been moved."""
    return max(_of_infinite_bars(s, least, most), best_matching(moved, y, bound)[0])


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
    size = _cover(t, x, y, match_x, match_y, queue, seen)
    if size:
        left, right = _room(t, x, y, queue[:size], seen)
        return False, left, right
    size = _cover(t, y, x, match_y, match_x, queue, seen)
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
