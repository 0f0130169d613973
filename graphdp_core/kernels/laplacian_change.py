"""The largest move of the Laplacian centralities under one changed weight."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from graphdp_core.arrays import Floats
from graphdp_core.kernels import compiled

Rows = tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.float64]]


@compiled
def moves_of_edges(  # noqa: PLR0917
    rows: Rows,
    strength: Floats,
    share: Floats,
    energy: float,
    pairs: NDArray[np.int32],
    weights: Floats,
    steps: Floats,
) -> Floats:
    """The l1 move of every listed step of an existing edge, shape (steps,).

    `rows` are compressed rows with weights, `share` the centralities c. A step that leaves no
    edge at all moves every centrality to 0. Steps that cannot move more than an earlier one are -1.
    """
    best, moves = -1.0, np.full(len(pairs), -1.0)
    of_a = np.zeros(len(strength))
    for e in range(len(pairs)):
        a, b, w, t = pairs[e, 0], pairs[e, 1], weights[e], steps[e]
        if _ceiling(strength[a] + strength[b], w, t, energy) <= best:
            continue
        _scatter(rows, a, of_a, True)
        moves[e] = _move(rows, strength, share, energy, a, b, w, t, of_a)
        _scatter(rows, a, of_a, False)
        best = max(best, moves[e])
    return moves


@compiled
def largest_move_of_new_edges(  # noqa: PLR0917
    rows: Rows,
    strength: Floats,
    share: Floats,
    energy: float,
    order: NDArray[np.intp],
    step: float,
    best: float,
) -> tuple[float, int, int]:
    """Largest l1 move above `best` over all pairs that are not joined; (best, -1, -1) if none is.

    `order` lists the nodes by falling strength. The ceiling on the move grows with the two
    strengths, so a row is left as soon as it falls below the best.
    """
    at_a, at_b = -1, -1
    n = len(order)
    of_a = np.zeros(n)
    for i in range(n):
        a = order[i]
        if i + 1 == n or _ceiling(strength[a] + strength[order[i + 1]], 0.0, step, energy) <= best:
            break
        _scatter(rows, a, of_a, True)
        for j in range(i + 1, n):
            b = order[j]
            if _ceiling(strength[a] + strength[b], 0.0, step, energy) <= best:
                break
            if of_a[b] == 0.0:
                move = _move(rows, strength, share, energy, a, b, 0.0, step, of_a)
                if move > best:
                    best, at_a, at_b = move, a, b
        _scatter(rows, a, of_a, False)
    return best, at_a, at_b


@compiled
def _ceiling(both: float, w: float, t: float, energy: float) -> float:
    """At least the move: (5 |D| + 2 |t| (d_a + d_b - 2 w)) / (energy + D)."""
    gain = 2 * t * (both + 2 * w) + 4 * t * t
    after = energy + gain
    if after <= 1e-12 * energy:
        return np.inf
    # A hair more, so that rounding never hides the largest move.
    return (1 + 1e-12) * (5 * abs(gain) + 2 * abs(t) * max(both - 2 * w, 0.0)) / after


@compiled
def _move(  # noqa: PLR0917
    rows: Rows,
    strength: Floats,
    share: Floats,
    energy: float,
    a: int,
    b: int,
    w: float,
    t: float,
    of_a: Floats,
) -> float:
    """l1 move of the centralities as the weight of (a, b) goes from w to w + t.

    With D the change of the energy, both ends gain D, a neighbour i of either gains
    2 t (w_ia + w_ib), and all are divided by the new energy.
    """
    indptr, indices, weight = rows
    gain = 2 * t * (strength[a] + strength[b] + 2 * w) + 4 * t * t
    after = energy + gain
    total = 0.0
    if after <= 1e-12 * energy:  # the only edge left
        for i in range(len(share)):
            total += share[i]
        return total
    others = -share[a] - share[b]
    for e in range(indptr[b], indptr[b + 1]):
        i = indices[e]
        if i != a:
            total += abs(2 * t * (weight[e] + of_a[i]) - share[i] * gain)
            others -= share[i]
    # Neighbours of a alone: those of b have been counted.
    for e in range(indptr[b], indptr[b + 1]):
        of_a[indices[e]] = -of_a[indices[e]]
    for e in range(indptr[a], indptr[a + 1]):
        i = indices[e]
        if i != b and of_a[i] > 0:
            total += abs(2 * t * weight[e] - share[i] * gain)
            others -= share[i]
    for e in range(indptr[b], indptr[b + 1]):
        of_a[indices[e]] = -of_a[indices[e]]
    for i in range(len(share)):
        others += share[i]
    total += abs(gain) * (others + abs(1 - share[a]) + abs(1 - share[b]))
    return total / after


@compiled
def _scatter(rows: Rows, a: int, of_a: Floats, write: bool) -> None:
    """Spread the weights of a's edges over `of_a`, or clear them again."""
    indptr, indices, weight = rows
    for e in range(indptr[a], indptr[a + 1]):
        of_a[indices[e]] = weight[e] if write else 0.0
