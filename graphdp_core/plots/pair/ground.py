"""What stays of a pair while epsilon moves: its baseline and its prepared stops, packed once."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphdp_core.plots.numbers import epsilon_label
from graphdp_core.plots.pair.edges import KINDS, pairs_of
from graphdp_core.plots.pair.message import (
    Arrays,
    Header,
    Pool,
    Store,
    all_codes,
    digest,
    kind_codes,
    message,
    positions_reference,
)
from graphdp_core.plots.pair.picture import Pair, Picture
from graphdp_core.plots.sides import Sides
from graphdp_core.plots.theme import themes_by_name

__all__ = [
    "MOST_EDGES",
    "Ground",
    "Stop",
    "check",
    "corners",
    "packed_side",
    "pair_ground",
    "put_nodes",
]

MOST_EDGES = 200_000
LONGEST_NAME = 200
NO_CATEGORY = 255
STYLED_CATEGORIES = 16


@dataclass(frozen=True, eq=False)
class Stop:
    """The private picture at one epsilon of the slider inside the widget.

    Parameters
    ----------
    epsilon : float
    picture : Picture
        The exact result at this epsilon, never an interpolation.
    finding : str
        The sentence below the pictures.
    metrics : sequence of (name, value)
        Numbers that follow the slider.
    around : mapping, optional
        Words of the page around the pair that follow the slider too, by their place. A stop with
        such words shows finding and metrics on the page's own cards, not below the pictures.
    """

    epsilon: float
    picture: Picture
    finding: str = ""
    metrics: Sequence[tuple[str, str]] = ()
    around: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class Ground:
    """What stays of a pair while epsilon moves, packed: the baseline and the prepared stops.

    Parameters
    ----------
    stops : tuple of Stop
    header : dict
    store : Store
        Its arrays.
    pool : Pool
    corners : ndarray, shape (2, dimensions) or (0, dimensions)
        Lowest and highest coordinates of all its points.
    packed : bytes
        The message.
    """

    stops: tuple[Stop, ...]
    header: Header = field(repr=False)
    store: Store = field(repr=False)
    pool: Pool = field(repr=False)
    corners: NDArray[np.float64] = field(repr=False)
    packed: bytes = field(repr=False)

    def carries(self, pair: Pair) -> bool:
        """Whether the pair has these nodes, and no names of categories beside these.

        Of many edges a picture draws as many as both sides leave room for: those may change.
        """
        now = _shared_header(pair, self.stops)
        if any(self.header[key] != value for key, value in now.items()):
            return False
        again = Store()
        put_nodes(pair.baseline, again)
        return again.arrays.keys() <= self.store.arrays.keys()


def pair_ground(pair: Pair, *, sides: Sides, stops: Sequence[Stop]) -> Ground:
    """Pack what stays of a pair and its stops, for :func:`pair_payload` at each of them.

    Parameters
    ----------
    pair, sides, stops
        As there.

    Raises
    ------
    ValueError
        If pictures do not fit together, are not finite, or have too many edges.
    """
    pictures = [pair.baseline, *(stop.picture for stop in stops)]
    check(pictures)
    store = Store()
    pool = Pool(pair.baseline, [stop.picture for stop in stops], store)
    put_nodes(pair.baseline, store)
    header = _shared_header(pair, stops)
    header["stops"] = _stops(stops, sides, pool, store)
    header["id"] = digest(json.dumps(header).encode(), *sorted(store.arrays))
    return Ground(
        tuple(stops), header, store, pool, corners(pictures), message(header, store.arrays)
    )


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
    *,
    stop_codes: NDArray[np.int64] | None = None,
) -> Header:
    """Titles, totals, and where to find the arrays.

    What the first of the stores has is not put into the second again. A picture
    of a slider's stop writes its edges as kinds of `stop_codes`, the edges of any stop.
    """
    shared, store = stores

    def put(array: NDArray[Any]) -> str:
        return store.add(array, unless=shared if store is not shared else None)

    nodes, edges = _node_arrays(picture), picture.edges
    kinds = [kind for kind in KINDS if kind in edges]
    header: Header = {
        "title": sides.titles[number],
        "role": sides.roles[number],
        "detail": picture.detail,
        "positions": positions_reference(nodes.pop("positions"), shared, put),
        **{name: put(array) for name, array in nodes.items()},
        "totals": {kind: int(picture.totals.get(kind, len(edges[kind]))) for kind in kinds},
    }
    if stop_codes is not None and edges:
        header["pairs"] = put(pool.numbers(pairs_of(stop_codes)))
        header["codes"] = put(kind_codes(picture, stop_codes))
    else:
        header["edges"] = {kind: pool.reference(edges[kind], shared, store) for kind in kinds}
    return header


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


def _stops(stops: Sequence[Stop], sides: Sides, pool: Pool, shared: Store) -> list[Header]:
    """The prepared stops; edges of any of them are one pool, each stop's kinds are codes of it."""
    codes = all_codes([stop.picture for stop in stops])
    return [
        {
            "epsilon": stop.epsilon,
            "label": epsilon_label(stop.epsilon),
            "side": packed_side(
                stop.picture, sides.at(stop.epsilon), 1, pool, (shared, shared), stop_codes=codes
            ),
            "finding": stop.finding,
            "metrics": [list(row) for row in stop.metrics],
            "around": dict(stop.around),
            "caption": stop.picture.caption,
        }
        for stop in stops
    ]


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


def _shared_header(pair: Pair, stops: Sequence[Stop]) -> Header:
    names, pictures = pair.baseline.names, [*(s.picture for s in stops), *pair.pictures]
    chosen = max((picture.category_names for picture in pictures), key=len)
    return {
        "names": None if names is None else [name[:LONGEST_NAME] for name in names],
        "category_names": [name[:LONGEST_NAME] for name in chosen],
        "themes": themes_by_name(),
    }
