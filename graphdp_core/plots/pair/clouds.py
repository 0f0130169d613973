"""Pairs of clouds: the same nodes at two sets of points, such as embeddings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from graphdp_core.arrays import AnyFloats
from graphdp_core.digits import percent
from graphdp_core.plots.pair.picture import Labels, Pair, Picture

FEW = 0.005  # a share not worth a word
ROOM = 0.3  # of the baseline's own size, both ends together
MOST = 1_000  # nodes that are all in sight; of more, all but a few far ones are


def cloud_pair(
    left: NDArray[np.floating],
    right: NDArray[np.floating],
    *,
    dimensions: tuple[int, ...] = (0, 1),
    categories: Labels | None = None,
    category_names: Sequence[str] = (),
    names: Sequence[str] | None = None,
    axis_word: str = "dimension",
    alt: str = "Two clouds of the same nodes, without and with privacy.",
) -> Pair:
    """Two embeddings of the same nodes, seen along two or three of their dimensions.

    Both sides show the region around the left one, see :func:`frame_around`; the right caption says
    how many points lie outside it.

    Parameters
    ----------
    left, right : ndarray, shape (n, d)
        The right one already aligned to the left one; missing dimensions count as 0.
    categories : ndarray of int, shape (n,), optional
    axis_word : str
        What an axis is called, before its number.
    """
    if len(dimensions) not in (2, 3):
        raise ValueError(f"dimensions must name 2 or 3 coordinates, got {list(dimensions)}.")
    size = float(np.clip(110 / np.sqrt(max(len(left), 1)), 3, 8))
    baseline, private = (
        Picture.of_nodes(
            _along(points, dimensions), categories, size, names=names,
            category_names=category_names,
        )
        for points in (left, right)
    )  # fmt: skip
    frame = frame_around(left, dimensions=dimensions)
    (low, high), places = np.reshape(frame, (2, -1)), private.positions
    outside = float(np.mean(((places < low) | (places > high)).any(axis=1)))
    share = percent(outside, whole=True)
    words = f"{share} of the private points lie outside the frame: zoom out to see them."
    private = replace(private, caption=words if outside >= FEW else "")
    axes = tuple(f"{axis_word} {k + 1}" for k in dimensions)
    return Pair(baseline, private, axes=axes, frame=frame, alt=alt)


def frame_around(
    points: NDArray[np.floating], *, dimensions: tuple[int, ...] = (0, 1)
) -> tuple[float, ...]:
    """A region with some room around the baseline: the same at every epsilon.

    Its low end in each dimension comes first, then its high ends. The corrected embedding of a
    very noisy graph is many times larger than the true one; a frame that held it too would shrink
    the baseline to a dot.
    """
    ends = _along(points, dimensions)
    far = 0.005 if len(ends) > MOST else 0.0
    low, high = np.quantile(ends, (far, 1 - far), axis=0)
    room = ROOM / 2 * max(float((high - low).max()), 1e-9)
    return (*(low - room).tolist(), *(high + room).tolist())


def _along(points: NDArray[np.floating], dimensions: tuple[int, ...]) -> NDArray[np.float64]:
    """Coordinates of the points in these dimensions; 0 in those that they do not have."""
    shown = np.asarray(points, dtype=np.float64)
    wide = np.pad(shown, ((0, 0), (0, max(0, max(dimensions) + 1 - shown.shape[1]))))
    return wide[:, list(dimensions)]


def widest_view(baseline: AnyFloats, private: AnyFloats) -> tuple[AnyFloats, AnyFloats]:
    """Turn both clouds alike so that the first two axes show where the baseline spreads most.

    The principal axes of the centred baseline; both sides get the same rotation, so distances and
    the alignment stay what they were.

    Parameters
    ----------
    baseline, private : ndarray, shape (n, d1) and (n, d2)
        The narrower one is filled with zeros.
    """
    d = max(baseline.shape[1], private.shape[1])
    wide = [np.pad(x, ((0, 0), (0, d - x.shape[1]))) for x in (baseline, private)]
    axes = np.linalg.svd(wide[0] - wide[0].mean(axis=0), full_matrices=False)[2]
    axes *= np.where(axes.sum(axis=1, keepdims=True) < 0, -1, 1)
    return wide[0] @ axes.T, wide[1] @ axes.T
