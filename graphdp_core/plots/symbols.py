"""Symbols of nodes and marks as path data."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphdp_core.arrays import Floats


def symbol_path(symbol: str, x: float, y: float, r: float) -> str:
    """Path data of a symbol around a place."""
    shape = _corners(symbol)
    if shape is None:
        return f"M{x - r:.1f},{y:.1f}a{r:.1f},{r:.1f} 0 1 0 {2 * r:.1f},0a{r:.1f},{r:.1f} 0 1 0 {-2 * r:.1f},0Z"  # fmt: skip  # noqa: E501
    return "M" + "L".join(f"{x + r * a:.1f},{y + r * b:.1f}" for a, b in shape) + "Z"


def _corners(symbol: str) -> list[tuple[float, float]] | None:
    """Corners of a symbol of radius 1, y pointing down; None for the circle."""

    def regular(count: int, radii: tuple[float, ...], turn: float = -0.25) -> Floats:
        angle = 2 * np.pi * (np.arange(count) / count + turn)
        reach = np.resize(radii, count)
        return np.column_stack((reach * np.cos(angle), reach * np.sin(angle)))

    a, b = 0.4, 1.2
    shapes: dict[str, Any] = {
        "diamond": regular(4, (1.3,)),
        "square": regular(4, (1.26,), turn=-0.125),
        "triangle-up": regular(3, (1.25,)),
        "cross": [
            (-a, -b), (a, -b), (a, -a), (b, -a), (b, a), (a, a),
            (a, b), (-a, b), (-a, a), (-b, a), (-b, -a), (-a, -a),
        ],
        "pentagon": regular(5, (1.08,)),
        "star": regular(10, (1.4, 0.6)),
        "hexagon": regular(6, (1.05,), turn=0.0),
    }  # fmt: skip
    return [(float(x), float(y)) for x, y in shapes[symbol]] if symbol in shapes else None
