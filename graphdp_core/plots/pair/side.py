"""One side of a pair as a header of references, and the region that both sides show."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphdp_core.plots.pair.message import (
    KINDS,
    Arrays,
    Header,
    Pool,
    Store,
    kind_codes,
    pairs_of,
    positions_reference,
)
from graphdp_core.plots.pair.picture import Picture
from graphdp_core.plots.panels import titles

__all__ = ["node_arrays", "regions", "written_side"]

NO_CATEGORY = 255
STYLED_CATEGORIES = 16


def written_side(
    picture: Picture,
    epsilon: float | None,
    pool: Pool,
    shared: Store,
    store: Store,
    *,
    detail: str = "",
    stop_pool: NDArray[np.int64] | None = None,
) -> Header:
    """Title, totals, and where to find the arrays; what `shared` has is not stored again.

    A picture of a slider's stop writes its edges as codes of `stop_pool`, the edges of any stop.
    """

    def put(array: NDArray[Any]) -> str:
        return store.add(array, unless=shared if store is not shared else None)

    nodes = node_arrays(picture)
    header: Header = {
        "title": titles(1.0)[0] if epsilon is None else titles(epsilon)[1],
        "detail": detail,
        "positions": positions_reference(nodes.pop("positions"), shared, put),
        **{name: put(array) for name, array in nodes.items()},
        "totals": {
            kind: int(picture.totals.get(kind, len(picture.edges[kind])))
            for kind in KINDS
            if kind in picture.edges
        },
    }
    if stop_pool is not None and picture.edges:
        header["pairs"] = put(pool.numbers(pairs_of(stop_pool)))
        header["codes"] = put(kind_codes(picture, stop_pool))
    else:
        header["edges"] = {
            kind: pool.reference(picture.edges[kind], shared, store)
            for kind in KINDS
            if kind in picture.edges
        }
    return header


def node_arrays(picture: Picture) -> Arrays:
    """Positions, colour numbers, sizes in quarters of a pixel, symbols."""
    styled = (picture.categories >= 0) & (picture.categories < STYLED_CATEGORIES)
    arrays: Arrays = {
        "positions": picture.positions.astype("<f4"),
        "categories": np.where(styled, picture.categories, NO_CATEGORY).astype("|u1"),
        "sizes": np.clip(np.round(picture.sizes * 4), 0, 255).astype("|u1"),
    }
    if picture.symbols is not None:
        arrays["symbols"] = (picture.symbols % 8).astype("|u1")
    return arrays


def regions(
    pictures: Sequence[Picture], frame: Sequence[float] | None, *, shared_axes: bool, still: bool
) -> list[list[float]] | None:
    """The regions shown, one a panel; with stops one that stands still while the slider moves."""
    if frame is not None:
        return [[float(end) for end in frame]] * 2
    solid = pictures[0].positions.shape[1] == 3
    if solid and not len(pictures[0].positions):
        return [[-1.0] * 3 + [1.0] * 3] * 2
    if not (still or solid) or not len(pictures[0].positions):
        return None
    groups = [pictures, pictures] if shared_axes or solid else [pictures[:1], pictures[1:]]
    boxes = []
    for group in groups:
        points = np.concatenate([picture.positions for picture in group]).astype(np.float64)
        boxes.append([*points.min(axis=0).tolist(), *points.max(axis=0).tolist()])
    return boxes
