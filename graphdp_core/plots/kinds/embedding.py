"""Embeddings: the nodes where they lie, the private ones turned onto the true ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from graphdp_core.digits import percent
from graphdp_core.plots.board.pictures import (
    Places,
    TilePicture,
    class_inks,
    fitted,
    node_sketch,
    sampled,
)
from graphdp_core.plots.kinds.record import Kind, Nodes, Table
from graphdp_core.plots.pair.clouds import cloud_pair, widest_view
from graphdp_core.plots.pair.picture import Pair
from graphdp_core.plots.sides import Compared, Sides
from graphdp_core.spectra.scree import procrustes

if TYPE_CHECKING:
    import pandas as pd


def _picture(c: Compared, places: Places, *, axes: tuple[int, ...] | None = None) -> Pair:
    """Both embeddings, the private one turned onto the true one; `axes` None: the widest plane."""
    left: NDArray[np.floating] = c.baseline.points
    right: NDArray[np.floating] = procrustes(c.private.points, c.baseline.points)
    if axes is None:
        left, right = widest_view(left, right)
    word = "direction" if axes is None else "dimension" if len(axes) == 2 else "dim"
    return cloud_pair(
        left,
        right,
        dimensions=axes or (0, 1),
        axis_word=word,
        categories=c.graph.labels,
        category_names=c.graph.label_names,
        names=c.graph.names,
        alt=f"Spectral embedding, aligned, {Sides.of(c).baseline.lower()} and "
        f"{Sides.of(c).phrase}.",
    )


def _tile(c: Compared, places: Places) -> TilePicture:
    pair = _picture(c, places)
    drawn = sampled(c.graph.n)
    points = [picture.positions[drawn] for picture in pair.pictures]
    frame = pair.frame and np.reshape(pair.frame, (2, 2))
    inks = class_inks(c.graph.labels, drawn)
    left, right = (node_sketch(fitted(side, frame), inks) for side in points)
    return TilePicture(left, right, pair.alt)


def _rows(c: Compared) -> pd.DataFrame:
    """Coordinates of both embeddings, the private one turned onto the true one."""
    import pandas as pd

    table = pd.DataFrame({"node": c.graph.all_names()})
    aligned = procrustes(c.private.points, c.baseline.points)
    for side, cloud in (("without", c.baseline.points), ("private", aligned)):
        for d in range(cloud.shape[1]):
            table[f"{side} x{d + 1}"] = cloud[:, d]
    return table


def _tell(c: Compared, nodes: Nodes) -> str:
    """How far the marked nodes moved, and all, as shares of the cloud's root mean square radius."""
    true = np.asarray(c.baseline.points, dtype=np.float64)
    moved = procrustes(c.private.points, true)
    true = np.pad(true, ((0, 0), (0, moved.shape[1] - true.shape[1])))
    radius = float(np.sqrt(((true - true.mean(axis=0)) ** 2).sum(axis=1).mean()))
    if not radius > 0:
        return ""
    away = np.linalg.norm(moved - true, axis=1) / radius
    own, every = (_capped(float(np.median(part))) for part in (away[nodes], away))
    who = "It" if len(nodes) == 1 else "They"
    return f"{who} moved by {own} of the cloud's radius (median of all: {every})."


def _capped(share: float) -> str:
    return percent(share, whole=True) if share <= 10 else "more than 1,000%"


EMBEDDING = Kind(
    "embedding", picture=_picture, tile=_tile, tell=_tell,
    tables=(Table("All positions", "positions", _rows),),
)  # fmt: skip
