"""Pairs of pictures for the results that are not graphs: clouds, spanning trees, partitions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike, NDArray

from graphdp_core.plots.pair.picture import Edges, Picture

__all__ = ["cloud_pictures", "frame_around", "partition_pictures", "tree_pictures"]

FEW = 0.005  # a share not worth a word
ROOM = {2: 0.7, 3: 0.3}  # of the baseline's own size, both ends together, by dimensions shown

Labels = NDArray[np.integer]


def cloud_pictures(
    left: NDArray[np.floating],
    right: NDArray[np.floating],
    *,
    dimensions: tuple[int, ...] = (0, 1),
    categories: Labels | None = None,
    category_names: Sequence[str] = (),
    symbols: Labels | None = None,
    names: Sequence[str] | None = None,
    frame: Sequence[float] | None = None,
) -> tuple[Picture, Picture]:
    """Two embeddings of the same nodes, seen along two or three of their dimensions.

    Parameters
    ----------
    left, right : ndarray, shape (n, d)
        The right one already aligned to the left one; missing dimensions count as 0.
    dimensions : two or three int
    categories, symbols : ndarray of int, shape (n,), optional
    category_names, names : sequence of str, optional
    frame : four or six float, optional
        From :func:`frame_around`, the region that will be shown; the right caption says how many
        points lie outside it.

    Examples
    --------
    >>> a, b = cloud_pictures(np.eye(3), np.eye(3)[:, :1])
    >>> b.positions.tolist()
    [[1.0, 0.0], [0.0, 0.0], [0.0, 0.0]]
    """
    size = float(np.clip(110 / np.sqrt(max(len(left), 1)), 3, 8))

    def make(points: NDArray[np.floating]) -> Picture:
        wide = np.zeros((len(points), max(*dimensions, points.shape[1] - 1) + 1), dtype=np.float32)
        wide[:, : points.shape[1]] = points
        return _nodes(
            wide[:, list(dimensions)],
            categories,
            size,
            symbols=symbols,
            names=names,
            category_names=category_names,
        )

    baseline, private = make(np.asarray(left)), make(np.asarray(right))
    if frame is not None:
        outside = _outside(private.positions, frame)
        words = f"{outside:.0%} of the private points lie outside the frame: zoom out to see them."
        private = replace(private, caption=words if outside >= FEW else "")
    return baseline, private


def frame_around(
    points: NDArray[np.floating], *, dimensions: tuple[int, ...] = (0, 1)
) -> tuple[float, ...]:
    """A region with some room around the baseline: the same at every epsilon.

    Its low end in each dimension comes first, then its high ends. The corrected embedding of a
    very noisy graph is many times larger than the true one; a frame that held it too would shrink
    the baseline to a dot.

    Examples
    --------
    >>> frame_around(np.array([[0.0, 0.0], [2.0, 1.0]]))
    (-0.7, -0.7, 2.7, 1.7)
    """
    shown = np.asarray(points, dtype=np.float64)
    wide = np.pad(shown, ((0, 0), (0, max(0, max(dimensions) + 1 - shown.shape[1]))))
    ends = wide[:, list(dimensions)]
    low, high = ends.min(axis=0), ends.max(axis=0)
    room = ROOM[len(dimensions)] / 2 * max(float((high - low).max()), 1e-9)
    return (*(low - room).tolist(), *(high + room).tolist())


def _outside(points: NDArray[np.floating], frame: Sequence[float]) -> float:
    low, high = np.reshape(frame, (2, -1))
    return float(np.mean(((points < low) | (points > high)).any(axis=1)))


def tree_pictures(
    positions: NDArray[np.floating],
    kinds: Mapping[str, Edges],
    *,
    overlaid: bool = False,
    sizes: ArrayLike = 6.0,
    names: Sequence[str] | None = None,
) -> tuple[Picture, Picture]:
    """The baseline's tree (kept and lost edges) and the private tree (kept and new ones).

    Parameters
    ----------
    positions : ndarray, shape (n, 2)
    kinds : dict of "kept", "lost", "invented" to ndarray of int, shape (k, 2)
        From :func:`graphdp_core.plots.pair.picture.edge_kinds` of the two trees.
    overlaid : bool
        Lay the lost edges under the private tree, so that one panel tells all.
    sizes : float or ndarray, shape (n,)
        Diameters in pixels.
    """

    def make(*shown: str) -> Picture:
        edges = {kind: kinds[kind] for kind in shown if kind in kinds}
        picture = _nodes(positions, None, sizes, names=names, edges=edges)
        return replace(picture, totals={kind: len(pairs) for kind, pairs in kinds.items()})

    own = ("kept", "lost", "invented") if overlaid else ("kept", "invented")
    return make("kept", "lost"), make(*own)


def partition_pictures(
    positions: NDArray[np.floating],
    left: Labels,
    right: Labels,
    *,
    edges: tuple[Edges, Edges] | None = None,
    sizes: ArrayLike = 8.0,
    symbols: Labels | None = None,
    names: Sequence[str] | None = None,
) -> tuple[Picture, Picture]:
    """Two partitions on one layout; communities that belong together share colour and symbol.

    Parameters
    ----------
    positions : ndarray, shape (n, 2)
    left, right : ndarray of int, shape (n,)
        `right` already renumbered to match `left`; unmatched ones follow with new numbers.
    edges : pair of ndarray of int, shape (k, 2), optional
        Drawn faintly behind the nodes.
    sizes : float or ndarray, shape (n,)
        Diameters in pixels.
    """
    count = int(max(np.max(left, initial=-1), np.max(right, initial=-1))) + 1
    words = [f"community {k + 1}" for k in range(count)]

    def make(labels: Labels, drawn: Edges | None) -> Picture:
        return _nodes(
            positions,
            labels,
            sizes,
            symbols=symbols,
            names=names,
            category_names=words,
            edges={} if drawn is None else {"kept": drawn},
        )

    first, second = edges or (None, None)
    return make(left, first), make(right, second)


def _nodes(
    positions: NDArray[np.floating],
    categories: Labels | None,
    sizes: ArrayLike,
    *,
    symbols: Labels | None = None,
    names: Sequence[str] | None = None,
    category_names: Sequence[str] = (),
    edges: Mapping[str, Edges] | None = None,
) -> Picture:
    n = len(positions)
    none = np.full(n, -1, dtype=np.int32)
    return Picture(
        positions=np.array(positions, dtype=np.float32),
        categories=none if categories is None else np.array(categories, dtype=np.int32),
        sizes=np.array(np.broadcast_to(np.asarray(sizes, dtype=np.float32), (n,))),
        symbols=None if symbols is None else np.array(symbols, dtype=np.int32),
        edges=edges or {},
        names=None if names is None else tuple(names),
        category_names=tuple(category_names),
    )
