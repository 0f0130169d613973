"""What every SVG text of ours is made of: its page, words, lines, and the symbols of marks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from graphdp_core.arrays import Floats
from graphdp_core.markup import safe_text

SANS = "Helvetica, Arial, sans-serif"


def svg_page(
    width: float, height: float, parts: Iterable[str], *, alt: str = "", ground: str = "",
    family: str = SANS, size: float = 13, more: str = "",
) -> str:  # fmt: skip
    """A picture of so many pixels with its title, on paper where `ground` names a colour."""
    head = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" font-family="{family}" font-size="{size}"{more}>'
    ]
    if alt:
        head.append(f"<title>{safe_text(alt)}</title>")
    if ground:
        head.append(f'<rect width="100%" height="100%" fill="{ground}"/>')
    return "\n".join([*head, *parts, "</svg>", ""])


def words_at(text: str, x: float, y: float, ink: str = "", more: str = "", **look: Any) -> str:
    """Words at a place; of their look, "_" stands for "-", and markup may follow in `more`."""
    given = {"fill": ink, **look} if ink else look
    said = "".join(f' {name.replace("_", "-")}="{value}"' for name, value in given.items())
    return f'<text x="{x:.1f}" y="{y:.1f}"{said}>{safe_text(text)}{more}</text>'


def moved(x: float, y: float, parts: Iterable[str]) -> str:
    """Parts at another place."""
    return f'<g transform="translate({x:g} {y:g})">{"".join(parts)}</g>'


def stroke(
    path: str, ink: str, *, width: float = 1.0, opacity: float = 1.0,
    dash: Sequence[float] = (), more: str = "",
) -> str:  # fmt: skip
    """A path that is drawn, not filled."""
    dashed = f' stroke-dasharray="{" ".join(f"{d:g}" for d in dash)}"' if dash else ""
    return (
        f'<path{more} d="{path}" fill="none" stroke="{ink}" stroke-width="{width:g}" '
        f'stroke-opacity="{opacity:.3g}"{dashed}/>'
    )


def filled(path: str, ink: str, opacity: float = 1.0) -> str:
    """A path that is filled, not drawn."""
    faint = f' fill-opacity="{opacity:g}"' if opacity < 1 else ""
    return f'<path d="{path}" fill="{ink}"{faint}/>'


def lines_path(ends: Floats) -> str:
    """Path data of lines with the ends x, y, x, y, shape (k, 4)."""
    return "".join(f"M{a:.1f},{b:.1f}L{x:.1f},{y:.1f}" for a, b, x, y in ends.tolist())


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
