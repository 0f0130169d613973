"""The neutral record of a comparison's two node pictures: what is drawn, by no drawing library."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike, NDArray

from graphdp_core.plots.pair.edges import Edges

__all__ = ["Pair", "Picture"]

Labels = NDArray[np.integer]

WORDS = {"kept": "Kept", "lost": "Lost", "invented": "Invented"}
"""What the legend calls the kinds of edges, where a pair says nothing else."""


@dataclass(frozen=True, eq=False)
class Picture:
    """One drawing of nodes, without colours: those follow from categories and kinds of edges.

    Parameters
    ----------
    positions : ndarray of float32, shape (n, 2 or 3)
    categories : ndarray of int32, shape (n,)
        Colour number of each node; -1 for none.
    sizes : ndarray of float32, shape (n,)
        Diameter in pixels.
    symbols : ndarray of int32, shape (n,), or None
        Symbol number of each node; None lets it follow the category.
    edges : dict of str to ndarray of int32, shape (k, 2)
        Edges to draw, by kind: "kept", "lost", "invented".
    totals : dict of str to int
        How many edges of each kind there are, drawn or not.
    names : sequence of str or None
        Node names for hovering; None means the node numbers.
    category_names : tuple of str
    detail : str
        Muted words after the side's title.
    caption : str
        Says what was left out, if anything.
    """

    positions: NDArray[np.float32]
    categories: NDArray[np.int32]
    sizes: NDArray[np.float32]
    symbols: NDArray[np.int32] | None = None
    edges: Mapping[str, Edges] = field(default_factory=dict)
    totals: Mapping[str, int] = field(default_factory=dict)
    names: Sequence[str] | None = None
    category_names: tuple[str, ...] = ()
    detail: str = ""
    caption: str = ""

    def __post_init__(self) -> None:
        for array in (self.positions, self.categories, self.sizes, self.symbols):
            if array is not None:
                array.flags.writeable = False

    @classmethod
    def of_nodes(
        cls,
        positions: NDArray[np.floating],
        categories: Labels | None,
        sizes: ArrayLike,
        *,
        symbols: Labels | None = None,
        names: Sequence[str] | None = None,
        category_names: Sequence[str] = (),
        edges: Mapping[str, Edges] | None = None,
        detail: str = "",
    ) -> Picture:
        """Nodes in the widget's own types; a size may stand for all, categories may be left out."""
        n = len(positions)
        none = np.full(n, -1, dtype=np.int32)
        return cls(
            positions=np.array(positions, dtype=np.float32),
            categories=none if categories is None else np.array(categories, dtype=np.int32),
            sizes=np.array(np.broadcast_to(np.asarray(sizes, dtype=np.float32), (n,))),
            symbols=None if symbols is None else np.array(symbols, dtype=np.int32),
            edges=edges or {},
            names=None if names is None else tuple(names),
            category_names=tuple(category_names),
            detail=detail,
        )

    @property
    def is_solid(self) -> bool:
        """Whether the nodes lie in space, for a picture that can be turned."""
        return self.positions.shape[1] == 3

    @property
    def is_complete(self) -> bool:
        """Whether every edge is drawn."""
        return all(self.totals.get(k, len(p)) == len(p) for k, p in self.edges.items())


@dataclass(frozen=True, eq=False)
class Pair:
    """Two pictures of the same nodes and what they share; the adapters draw nothing else.

    Parameters
    ----------
    baseline, private : Picture
        Positions of the same shape.
    axes : tuple of str
        Titles of the axes, one a dimension; none for drawings, whose places mean nothing.
    frame : tuple of four or six float, or None
        Low ends, then high ends of the region that both sides show; None shows everything.
    words, widths : dict by "kept", "lost", "invented"
        Words of the legend; line widths in pixels. What is missing has its usual word or width.
    alt : str
        What a screen reader says of the pair.
    is_single : bool
        Only the private picture is drawn, for it shows what the other would show.
    """

    baseline: Picture
    private: Picture
    axes: tuple[str, ...] = ()
    frame: tuple[float, ...] | None = None
    words: Mapping[str, str] = field(default_factory=dict)
    widths: Mapping[str, float] = field(default_factory=dict)
    alt: str = "Two pictures of the same nodes, without and with privacy."
    is_single: bool = False

    @property
    def pictures(self) -> tuple[Picture, Picture]:
        """The left picture, then the right one."""
        return self.baseline, self.private

    @property
    def drawn(self) -> tuple[tuple[int, Picture], ...]:
        """The pictures that are drawn from left to right, each with its side: 0 left, 1 right."""
        return tuple(enumerate(self.pictures))[1 if self.is_single else 0 :]

    @property
    def legend(self) -> dict[str, str]:
        """The word for each kind of edges."""
        return {**WORDS, **self.words}

    @property
    def caption(self) -> str:
        """What was left out on either side, each sentence once."""
        return " ".join(dict.fromkeys(filter(None, (p.caption for p in self.pictures))))
