"""The strokes that the pictures of the glossary are made of: SVG in 120 by 64 pixels.

The colours are the custom properties ``--true``, ``--other``, ``--noise``, ``--lost`` and
``--quiet`` of whatever the picture stands in, so that it fits every theme; ink is the colour of the
text. Noise and what it took are reserved: the other of two classes or curves is not drawn in them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from graphdp_core.markup import safe_text

__all__ = [
    "DASHED",
    "DOTTED",
    "EDGES",
    "HEIGHT",
    "INK",
    "LOST",
    "NOISE",
    "OTHER",
    "QUIET",
    "TRUE",
    "WIDTH",
    "arrow",
    "axis",
    "bar",
    "coin",
    "curve",
    "diagram",
    "dot",
    "gauge",
    "graph",
    "groups",
    "laplace",
    "line",
    "lock",
    "normal",
    "points",
    "rising",
    "sheet",
    "tree",
    "two",
    "word",
]

WIDTH, HEIGHT = 120, 64
TRUE, OTHER, NOISE, LOST, QUIET, INK = (
    "var(--true)", "var(--other)", "var(--noise)", "var(--lost)", "var(--quiet)", "currentColor",
)  # fmt: skip
DASHED, DOTTED = "5 3", "1.5 3"
PLACES = ((8, 12), (38, 6), (24, 34), (46, 40), (6, 50))
EDGES = ((0, 1), (0, 2), (1, 2), (2, 3), (2, 4))
Pairs = Sequence[tuple[int, int]]


def line(path: str, ink: str = INK, wide: float = 2, dash: str = "", fill: str = "none") -> str:
    """A path."""
    dashes = f' stroke-dasharray="{dash}"' if dash else ""
    return f'<path d="{path}" fill="{fill}" stroke="{ink}" stroke-width="{wide}"{dashes}/>'


def dot(x: float, y: float, ink: str = TRUE, r: float = 4.5) -> str:
    """A node."""
    return f'<circle cx="{x}" cy="{y}" r="{r}" fill="{ink}"/>'


def word(x: float, y: float, text: str, ink: str = INK, size: int = 11) -> str:
    """Words around a place."""
    return (
        f'<text x="{x}" y="{y}" fill="{ink}" font-size="{size}" text-anchor="middle">'
        f"{safe_text(text)}</text>"
    )


def bar(x: float, height: float, ink: str = TRUE, wide: float = 9, foot: float = 54) -> str:
    """A bar that stands on a foot."""
    return f'<rect x="{x}" y="{foot - height}" width="{wide}" height="{height}" fill="{ink}"/>'


def arrow(x: float, y: float = 32, far: float = 18) -> str:
    """From left to right."""
    return line(f"M{x},{y}h{far}m-5,-4l5,4l-5,4")


def graph(
    left: float = 32,
    edges: Pairs = EDGES,
    more: Pairs = (),
    less: Pairs = (),
    *,
    inks: Sequence[str] = (TRUE,) * 5,
    scale: float = 1.0,
) -> str:
    """Five nodes: edges that are there, those that noise made, those that it took."""
    at = [(left + scale * x, 6 + scale * y) for x, y in PLACES]

    def joined(pairs: Pairs, ink: str, dash: str = "") -> str:
        return "".join(
            line(f"M{at[a][0]},{at[a][1]}L{at[b][0]},{at[b][1]}", ink, 2, dash) for a, b in pairs
        )

    return (
        joined(edges, INK) + joined(more, NOISE, DASHED) + joined(less, LOST, DOTTED)
        + "".join(dot(x, y, ink) for (x, y), ink in zip(at, inks, strict=False))
    )  # fmt: skip


def two(more: Pairs = (), less: Pairs = ()) -> str:
    """A graph, and the same with something noisy about it."""
    kept = tuple(pair for pair in EDGES if pair not in less)
    return graph(2) + arrow(54, far=10) + graph(66, kept, more, less)


def curve(law: Callable[[float], float], ink: str, shift: float = 0.0, wide: float = 2) -> str:
    """A density around the middle."""
    points = [(6 + k, 54 - 44 * law((k - 54 - shift) / 18)) for k in range(0, 109, 2)]
    return line("M" + "L".join(f"{x:.1f},{y:.1f}" for x, y in points), ink, wide)


def laplace(t: float) -> float:
    """Without its factor."""
    return math.exp(-abs(t))


def normal(t: float) -> float:
    """Without its factor."""
    return math.exp(-t * t / 2)


def axis() -> str:
    """A line to stand on."""
    return line("M6,54H114", QUIET, 1.5)


def rising(ink: str = TRUE, at: float = 54.0) -> str:
    """From nothing to all."""
    points = [(6 + k, 52 - 40 / (1 + math.exp(-(k - at) / 8))) for k in range(0, 109, 3)]
    return line("M" + "L".join(f"{x},{y:.1f}" for x, y in points), ink)


def coin(x: float, text: str, ink: str) -> str:
    """One side of a coin."""
    return f'<circle cx="{x}" cy="32" r="13" fill="none" stroke="{ink}" stroke-width="2"/>' + word(
        x, 36, text, ink
    )


def lock(x: float, y: float = 26, ink: str = INK) -> str:
    """A padlock."""
    return (
        f'<rect x="{x}" y="{y}" width="22" height="18" rx="3" fill="{ink}"/>'
        + line(f"M{x + 5},{y}v-5a6,6 0 0 1 12,0v5", ink, 2.5)
    )  # fmt: skip


def sheet(x: float, ink: str = INK, lines: int = 3) -> str:
    """A page with lines."""
    inside = "".join(line(f"M{x + 6},{20 + 9 * k}h18", QUIET, 2) for k in range(lines))
    return line(f"M{x},10h30v44h-30Z", ink) + inside


def gauge(share: float, *, marks: Sequence[float] = (), ink: str = TRUE) -> str:
    """How much of a bar is filled."""
    return (
        f'<rect x="8" y="24" width="104" height="16" rx="4" fill="none" stroke="{QUIET}"/>'
        f'<rect x="8" y="24" width="{104 * share:.0f}" height="16" rx="4" fill="{ink}"/>'
        + "".join(line(f"M{8 + 104 * m:.0f},18v28", INK, 2) for m in marks)
    )


def groups(*inks: str) -> str:
    """Six nodes in two places."""
    at = [(18, 20), (34, 14), (28, 36), (82, 26), (98, 18), (96, 42)]
    return "".join(dot(x, y, ink, 5.5) for (x, y), ink in zip(at, inks, strict=True))


def points(pairs: Sequence[tuple[float, float]], ink: str = TRUE) -> str:
    """Several nodes."""
    return "".join(dot(x, y, ink, 4) for x, y in pairs)


def diagram(*extra: str) -> str:
    """Points above the diagonal."""
    return line("M30,58L88,6", QUIET, 1.5) + points([(40, 14), (52, 22)]) + "".join(extra)


def tree(cut: bool = False) -> str:
    """Six nodes in a row, with a bridge."""
    first = line("M14,16L34,40L54,22", INK) + line("M74,40L94,18L110,44", INK)
    bridge = line("M54,22L74,40", LOST if cut else INK, 2, DOTTED if cut else "")
    nodes = [(14, 16), (34, 40), (54, 22), (74, 40), (94, 18), (110, 44)]
    return first + bridge + points(nodes)
