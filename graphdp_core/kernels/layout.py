"""Force-directed node layout: attraction along edges, repulsion summed over a pyramid of grids."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from graphdp_core.kernels import compiled

NEAREST = 1e-9


@compiled
def force_steps(
    points: NDArray[np.float64],
    edges: NDArray[np.int32],
    mass: NDArray[np.float64],
    heat: NDArray[np.float64],
    constants: tuple[float, float, int, int],
) -> None:
    """Move `points` (n, 2) in place, one step per entry of `heat` (the longest move of a step).

    Descends the energy  sum over edges of d^3/3  -  stiffness * sum over pairs of m_i m_j log d
    +  gravity * sum of m_i |x_i|^2/2. Each node's force is divided by the springs it hangs on,
    which makes one step length right for hubs and leaves. `constants` holds the stiffness, the
    gravity, and the two settings of :func:`repulsion`.
    """
    stiffness, gravity, levels, near_cap = constants
    n = points.shape[0]
    force = np.empty((n, 2))
    springs = np.empty(n)
    for t in range(heat.shape[0]):
        repulsion(points, mass, levels, near_cap, force)
        for i in range(n):
            force[i, 0] = mass[i] * (stiffness * force[i, 0] - gravity * points[i, 0])
            force[i, 1] = mass[i] * (stiffness * force[i, 1] - gravity * points[i, 1])
            springs[i] = mass[i] * gravity + NEAREST
        for e in range(edges.shape[0]):
            u = edges[e, 0]
            v = edges[e, 1]
            dx = points[v, 0] - points[u, 0]
            dy = points[v, 1] - points[u, 1]
            d = math.sqrt(dx * dx + dy * dy)
            force[u, 0] += d * dx
            force[u, 1] += d * dy
            force[v, 0] -= d * dx
            force[v, 1] -= d * dy
            springs[u] += d
            springs[v] += d
        for i in range(n):
            fx = 0.5 * force[i, 0] / springs[i]
            fy = 0.5 * force[i, 1] / springs[i]
            length = math.sqrt(fx * fx + fy * fy)
            cut = heat[t] / length if length > heat[t] else 1.0
            points[i, 0] += cut * fx
            points[i, 1] += cut * fy


@compiled
def repulsion(
    points: NDArray[np.float64],
    mass: NDArray[np.float64],
    levels: int,
    near_cap: int,
    field: NDArray[np.float64],
) -> None:
    """Write  sum over j of m_j (x_i - x_j) / |x_i - x_j|^2  into `field` (n, 2).

    The square that holds all points is cut into 4^levels cells. A node meets the nodes of the 3 x 3
    cells around it one by one (at most about `near_cap` a cell, evenly picked and weighted up), and
    everything else through centres of mass, each distance at the coarsest level that still
    separates it: O(n levels) in all.
    """
    n = points.shape[0]
    side = 1 << levels
    cell, order, start = _cells(points, side)
    total, cx, cy = _pyramid(points, mass, cell, levels)
    for slot in range(n):
        i = order[slot]
        x = points[i, 0]
        y = points[i, 1]
        column = cell[i] // side
        row = cell[i] % side
        fx = 0.0
        fy = 0.0
        for level in range(2, levels + 1):
            size = 1 << level
            offset = (size * size - 1) // 3
            a = column >> (levels - level)
            b = row >> (levels - level)
            for p in range(max(0, 2 * (a >> 1) - 2), min(size, 2 * (a >> 1) + 4)):
                for q in range(max(0, 2 * (b >> 1) - 2), min(size, 2 * (b >> 1) + 4)):
                    c = offset + p * size + q
                    if total[c] == 0.0 or (abs(p - a) <= 1 and abs(q - b) <= 1):
                        continue
                    dx = x - cx[c]
                    dy = y - cy[c]
                    pull = total[c] / (dx * dx + dy * dy + NEAREST)
                    fx += pull * dx
                    fy += pull * dy
        for p in range(max(0, column - 1), min(side, column + 2)):
            for q in range(max(0, row - 1), min(side, row + 2)):
                c = p * side + q
                stride = 1 + (start[c + 1] - start[c]) // (near_cap + 1)
                for k in range(start[c] + slot % stride, start[c + 1], stride):
                    j = order[k]
                    if j != i:
                        dx = x - points[j, 0]
                        dy = y - points[j, 1]
                        pull = stride * mass[j] / (dx * dx + dy * dy + NEAREST)
                        fx += pull * dx
                        fy += pull * dy
        field[i, 0] = fx
        field[i, 1] = fy


@compiled
def _cells(
    points: NDArray[np.float64], side: int
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """(cell of each node, nodes sorted by cell, first slot of each cell)."""
    n = points.shape[0]
    low_x = points[:, 0].min()
    low_y = points[:, 1].min()
    width = max(points[:, 0].max() - low_x, points[:, 1].max() - low_y, NEAREST) * (1 + 1e-9)
    cell = np.empty(n, dtype=np.int64)
    start = np.zeros(side * side + 1, dtype=np.int64)
    for i in range(n):
        p = int((points[i, 0] - low_x) / width * side)
        q = int((points[i, 1] - low_y) / width * side)
        cell[i] = min(p, side - 1) * side + min(q, side - 1)
        start[cell[i] + 1] += 1
    for c in range(side * side):
        start[c + 1] += start[c]
    place = start[:-1].copy()
    order = np.empty(n, dtype=np.int64)
    for i in range(n):
        order[place[cell[i]]] = i
        place[cell[i]] += 1
    return cell, order, start


@compiled
def _pyramid(
    points: NDArray[np.float64], mass: NDArray[np.float64], cell: NDArray[np.int64], levels: int
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """Mass and centre of mass of every cell; level l starts at (4^l - 1) / 3."""
    side = 1 << levels
    offset = (side * side - 1) // 3
    total = np.zeros(offset + side * side)
    cx = np.zeros(offset + side * side)
    cy = np.zeros(offset + side * side)
    for i in range(points.shape[0]):
        c = offset + cell[i]
        total[c] += mass[i]
        cx[c] += mass[i] * points[i, 0]
        cy[c] += mass[i] * points[i, 1]
    for level in range(levels - 1, 1, -1):
        size = 1 << level
        here = (size * size - 1) // 3
        below = (4 * size * size - 1) // 3
        for p in range(size):
            for q in range(size):
                c = here + p * size + q
                for s in range(2):
                    for t in range(2):
                        d = below + (2 * p + s) * 2 * size + 2 * q + t
                        total[c] += total[d]
                        cx[c] += cx[d]
                        cy[c] += cy[d]
    for c in range(total.shape[0]):
        if total[c] > 0.0:
            cx[c] /= total[c]
            cy[c] /= total[c]
    return total, cx, cy
