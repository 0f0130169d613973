"""Steps between neighbouring weightings of a public topology, as multiples of the radius."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from graphdp_core.arrays import Floats

__all__ = ["weight_steps"]


def weight_steps(
    n: int, edges: Sequence[tuple[int, int]], *, is_linf: bool
) -> Iterator[tuple[str, Floats]]:
    """Extreme steps of radius 1, each with a name; shape (m,).

    Under l1 one weight moves by 1, or two by 1/2 in opposite directions. Under l-infinity all
    move by 1 at once: together, one against the others, a star or a path against the others.

    Examples
    --------
    >>> [(name, step.tolist()) for name, step in weight_steps(2, [(0, 1)], is_linf=True)]
    [('all up', [1.0])]
    >>> len(list(weight_steps(3, [(0, 1), (0, 2), (1, 2)], is_linf=False)))
    5
    """
    m = len(edges)
    if not is_linf:
        # The last edge is the one farthest from node 0, where some trees begin.
        for place in dict.fromkeys((0, m - 1, _across(n, edges))):
            yield f"one weight up, {edges[place]}", _unit(m, place)
        if m > 1:
            yield "one up, one down by half", (_unit(m, 0) - _unit(m, m - 1)) / 2.0
            yield "one down, one up by half", (_unit(m, m - 1) - _unit(m, 0)) / 2.0
        return
    ones = np.ones(m)
    yield "all up", ones
    if m == 1:
        return
    chosen = {
        "one": _unit(m, 0),
        "some between the halves": np.array([float(u < n / 10 and v >= n / 2) for u, v in edges]),
        "a star": np.array([float(u == 0) for u, _ in edges]),
        "a path": np.array([float(v == u + 1) for u, v in edges]),
    }
    for name, part in chosen.items():
        yield f"{name} up, the others down", 2.0 * part - ones
        yield f"{name} down, the others up", ones - 2.0 * part


def _unit(m: int, place: int) -> Floats:
    unit = np.zeros(m)
    unit[place] = 1.0
    return unit


def _across(n: int, edges: Sequence[tuple[int, int]]) -> int:
    """The first edge from a node below n/2 to one above, or 0."""
    return next((i for i, (u, v) in enumerate(edges) if u < n / 2 <= v), 0)
