"""One side of a pair on its way to the browser: what stays is sent once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphdp_core.plots.pair.edges import KINDS
from graphdp_core.plots.pair.message import Arrays, Header, Pool, Store, positions_reference
from graphdp_core.plots.pair.picture import Picture
from graphdp_core.plots.sides import Sides

__all__ = ["check", "corners", "packed_side", "put_nodes"]

MOST_EDGES = 200_000
NO_CATEGORY = 255
STYLED_CATEGORIES = 16


def check(pictures: Sequence[Picture]) -> None:
    """Raise ValueError for pictures that do not fit together, or cannot be drawn."""
    n = len(pictures[0].positions)
    shape = pictures[0].positions.shape
    for picture in pictures:
        if picture.positions.shape != shape or shape[1:] not in {(2,), (3,)}:
            raise ValueError(
                f"A pair shows the same nodes: all positions must have shape ({n}, 2) or all "
                f"({n}, 3), got {picture.positions.shape}."
            )
        if not np.isfinite(picture.positions).all():
            raise ValueError("positions must be finite numbers: remove or move such nodes first.")
        edges = sum(map(len, picture.edges.values()))
        if edges > MOST_EDGES:
            raise ValueError(
                f"edges must be at most {MOST_EDGES:,} in a picture, got {edges:,}: "
                "use thin_edges(...) first."
            )
        if picture.names is not None and len(picture.names) != n:
            raise ValueError(f"names must be {n} texts, got {len(picture.names)}.")


def packed_side(
    picture: Picture,
    sides: Sides,
    number: int,
    pool: Pool,
    stores: tuple[Store, Store],
) -> Header:
    """Titles, totals, and where to find the arrays.

    What the first of the stores has is not put into the second again.
    """
    shared, store = stores

    def put(array: NDArray[Any]) -> str:
        return store.add(array, unless=shared)

    nodes, edges = _node_arrays(picture), picture.edges
    kinds = [kind for kind in KINDS if kind in edges]
    return {
        "title": sides.titles[number],
        "role": sides.roles[number],
        "detail": picture.detail,
        "positions": positions_reference(nodes.pop("positions"), shared, put),
        **{name: put(array) for name, array in nodes.items()},
        "totals": {kind: int(picture.totals.get(kind, len(edges[kind]))) for kind in kinds},
        "edges": {kind: pool.reference(edges[kind], shared, store) for kind in kinds},
    }


def corners(pictures: Sequence[Picture]) -> NDArray[np.float64]:
    """Lowest and highest coordinates of all points, shape (2, dimensions), of none (0, …)."""
    ends = [
        end(picture.positions, axis=0)
        for picture in pictures
        if len(picture.positions)
        for end in (np.min, np.max)
    ]
    if not ends:
        return np.empty((0, pictures[0].positions.shape[1]))
    every = np.array(ends, dtype=np.float64)
    return np.stack([every.min(axis=0), every.max(axis=0)])


def put_nodes(baseline: Picture, store: Store, *, places: bool = True) -> None:
    """Put the arrays of a picture's nodes into a store, their places only where these stay."""
    for name, array in _node_arrays(baseline).items():
        if places or name != "positions":
            store.add(array)


def _node_arrays(picture: Picture) -> Arrays:
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
