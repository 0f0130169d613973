"""The neutral record of a comparison's two node pictures: what is drawn, by no drawing library.

Edges of two graphs told apart: kept, lost, invented; and fewer of them where they are many.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray

KINDS = ("kept", "lost", "invented")

Edges = NDArray[np.int32]


class HasEdges(Protocol):
    """A graph or a spanning tree: anything with sorted, unique edges u < v."""

    @property
    def edges(self) -> Edges:
        """Node pairs, shape (m, 2)."""


def edge_kinds(true: HasEdges, released: HasEdges) -> dict[str, Edges]:
    """Edges that a release kept, lost and invented; works for graphs and for spanning trees.

    Returns
    -------
    dict with "kept", "lost", "invented"
        Arrays of shape (k, 2), each sorted.
    """
    old, new = codes_of(true.edges), codes_of(released.edges)
    kept = _contains(new, old)
    return {
        "kept": true.edges[kept],
        "lost": true.edges[~kept],
        "invented": released.edges[~_contains(old, new)],
    }


def thin_edges(kinds: Mapping[str, Edges], *, limit: int = 5000) -> tuple[dict[str, Edges], str]:
    """At most `limit` edges, each kind in proportion, and a sentence that says so.

    Every pair of nodes has a fixed place in a queue, and the first ones of each
    kind are taken: the same edges stay in sight while epsilon moves.
    """
    if limit < 0:
        raise ValueError(f"limit must be at least 0 edges, got {limit}.")
    total = sum(map(len, kinds.values()))
    if total <= limit:
        return dict(kinds), ""
    exact = {kind: limit * len(pairs) / total for kind, pairs in kinds.items()}
    quota = {kind: int(share) for kind, share in exact.items()}
    # Largest remainders, so that the quotas add up to the limit.
    left = limit - sum(quota.values())
    for kind in sorted(exact, key=lambda kind: quota[kind] - exact[kind])[:left]:
        quota[kind] += 1
    thin = {}
    for kind, pairs in kinds.items():
        take = min(quota[kind], len(pairs))
        place = _queue(codes_of(pairs))
        first = np.argpartition(place, take - 1)[:take] if take else np.empty(0, dtype=np.intp)
        thin[kind] = pairs[np.sort(first)]
    return thin, f"Drawn: {limit:,} of {total:,} ties, each kind in proportion."


def codes_of(pairs: Edges) -> NDArray[np.int64]:
    """One number for each pair of nodes, in the order of the pairs."""
    return (pairs[:, 0].astype(np.int64) << 32) | pairs[:, 1]


def pairs_of(codes: NDArray[np.int64]) -> Edges:
    """Node pairs of edge numbers, shape (k, 2)."""
    return np.column_stack((codes >> 32, codes & 0xFFFFFFFF)).astype(np.int32)


def _contains(sorted_codes: NDArray[np.int64], codes: NDArray[np.int64]) -> NDArray[np.bool_]:
    if not len(sorted_codes):
        return np.zeros(len(codes), dtype=np.bool_)
    place = np.minimum(np.searchsorted(sorted_codes, codes), len(sorted_codes) - 1)
    return np.asarray(sorted_codes[place] == codes)


def _queue(codes: NDArray[np.int64]) -> NDArray[np.uint64]:
    """A well-mixed 64-bit number per code."""
    from graphdp_core.kernels.random_streams import GOLDEN, mixed_each

    return mixed_each(codes.astype(np.uint64) + np.uint64(GOLDEN))


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
        Colour and symbol number of each node; -1 for none.
    sizes : ndarray of float32, shape (n,)
        Diameter in pixels.
    edges : dict of str to ndarray of int32, shape (k, 2)
        Edges to draw, by kind: "kept", "lost", "invented".
    totals : dict of str to int
        How many edges of each kind there are, drawn or not.
    names : sequence of str or None
        Node names for hovering; None means the node numbers.
    detail : str
        Muted words after the side's title.
    caption : str
        Says what was left out, if anything.
    """

    positions: NDArray[np.float32]
    categories: NDArray[np.int32]
    sizes: NDArray[np.float32]
    edges: Mapping[str, Edges] = field(default_factory=dict)
    totals: Mapping[str, int] = field(default_factory=dict)
    names: Sequence[str] | None = None
    category_names: tuple[str, ...] = ()
    detail: str = ""
    caption: str = ""

    def __post_init__(self) -> None:
        for array in (self.positions, self.categories, self.sizes):
            array.flags.writeable = False

    @classmethod
    def of_nodes(
        cls,
        positions: NDArray[np.floating],
        categories: Labels | None,
        sizes: ArrayLike,
        *,
        names: Sequence[str] | None = None,
        category_names: Sequence[str] = (),
        edges: Mapping[str, Edges] = {},
        whole: Mapping[str, Edges] = {},
        detail: str = "",
        caption: str = "",
    ) -> Picture:
        """Nodes in the widget's own types; a size may stand for all, categories may be left out.

        `edges` are drawn of the `whole`.
        """
        n = len(positions)
        none = np.full(n, -1)
        return cls(
            positions=np.array(positions, dtype=np.float32),
            categories=np.array(none if categories is None else categories, dtype=np.int32),
            sizes=np.array(np.broadcast_to(np.asarray(sizes, dtype=np.float32), (n,))),
            edges=edges,
            totals={kind: len(pairs) for kind, pairs in whole.items()},
            names=names,
            category_names=tuple(category_names),
            detail=detail,
            caption=caption,
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
    def flat(self) -> Pair:
        """Seen from above, where it has depth."""
        if not self.baseline.is_solid:
            return self
        left, right = [replace(one, positions=one.positions[:, :2]) for one in self.pictures]
        frame = None if self.frame is None else (*self.frame[:2], *self.frame[3:5])
        return replace(self, baseline=left, private=right, axes=self.axes[:2], frame=frame)

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
