"""The binary message of a stage: named arrays, none sent twice, edges as subsets of others.

One side of a pair on its way to the browser: what stays is sent once.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from hashlib import blake2b
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphdp_core.plots.nodes import STYLED_CATEGORIES
from graphdp_core.plots.pair.picture import KINDS, Edges, Picture, codes_of, pairs_of
from graphdp_core.plots.sides import Sides

MAGIC = b"GDPP"
NAMES = {"|u1": "u1", "<u2": "u2", "<u4": "u4", "<f4": "f4"}

Header = dict[str, Any]
Arrays = dict[str, NDArray[Any]]


def message(header: Header, arrays: Arrays) -> bytes:
    """Magic, header length, JSON header, then the arrays, each aligned to 8 bytes."""
    places: Header = {}
    offset = 0
    for name, array in arrays.items():
        places[name] = {"dtype": NAMES[array.dtype.str], "offset": offset, "count": array.size}
        offset += -(-array.nbytes // 8) * 8
    text = json.dumps({**header, "arrays": places}, ensure_ascii=False).encode()
    parts = [MAGIC, len(text).to_bytes(4, "little"), text, bytes(-len(text) % 8)]
    for array in arrays.values():
        parts += [array.tobytes(), bytes(-array.nbytes % 8)]
    return b"".join(parts)


def digest(*parts: bytes | str) -> str:
    """Twelve bytes in hexadecimal that stand for a content."""
    digest = blake2b(digest_size=12)
    for part in parts:
        digest.update(part.encode() if isinstance(part, str) else part)
    return digest.hexdigest()


class Store:
    """Arrays by their content's digest: what is there already is not sent again."""

    def __init__(self) -> None:
        self.arrays: Arrays = {}

    def add(self, array: NDArray[Any], *, unless: Store | None = None) -> str:
        """The array's name; kept here unless the other store has it."""
        array = np.ascontiguousarray(array)
        name = digest(array.dtype.str.encode(), array.tobytes())
        if unless is None or name not in unless.arrays:
            self.arrays[name] = array
        return name


class Pool:
    """The true graph's edges that are drawn: those of stops are written as subsets of them."""

    def __init__(self, baseline: Picture, shared: Store) -> None:
        everything = np.concatenate([*baseline.edges.values(), np.empty((0, 2), dtype=np.int32)])
        self.codes = np.unique(codes_of(everything))
        self.n = len(baseline.positions)
        self.dtype = "<u2" if len(baseline.positions) <= 1 << 16 else "<u4"
        self.name = shared.add(self.numbers(pairs_of(self.codes)))

    def numbers(self, pairs: Edges) -> NDArray[Any]:
        """Pairs in one row, two bytes a node where they suffice."""
        return pairs.astype(self.dtype).ravel()

    def reference(self, pairs: Edges, shared: Store, store: Store) -> Header:
        """How to find these pairs: all of the pool, some of it by one bit each, or own gaps."""
        codes = np.sort(codes_of(pairs))
        if np.array_equal(codes, self.codes):
            return {"pairs": self.name}
        if len(codes) and np.isin(codes, self.codes, assume_unique=True).all():
            bits = np.packbits(np.isin(self.codes, codes, assume_unique=True))
            return {"pairs": self.name, "mask": store.add(bits, unless=shared)}
        return {"gaps": store.add(gap_bytes(pairs_of(codes), self.n), unless=shared), "n": self.n}


def gap_bytes(pairs: Edges, n: int) -> NDArray[np.uint8]:
    """Sorted pairs as the gaps between their numbers u * n + v, about two bytes an edge.

    Each gap is cut into groups of seven bits, lowest first; the eighth bit says that more follow.
    """
    gaps = np.diff(pairs[:, 0].astype(np.int64) * n + pairs[:, 1], prepend=0)
    lengths = np.searchsorted(1 << 7 * np.arange(1, 9), gaps, side="right") + 1
    out = np.empty(int(lengths.sum()), dtype=np.uint8)
    starts = np.cumsum(lengths) - lengths
    for k in range(int(lengths.max(initial=0))):
        has = lengths > k
        more = np.where(lengths[has] > k + 1, 128, 0)
        out[starts[has] + k] = (gaps[has] >> 7 * k & 127) | more
    return out


def positions_reference(positions: NDArray[np.float32], shared: Store, put: Any) -> Header:
    """Where they are: the shared exact ones, or own ones in 65,535 steps of their range."""
    exact = np.ascontiguousarray(positions.astype("<f4"))
    name = digest(exact.dtype.str.encode(), exact.tobytes())
    header: Header = {"dimensions": exact.shape[1]}
    if name in shared.arrays or not len(exact):
        return {**header, "array": name if name in shared.arrays else put(exact)}
    low = exact.min(axis=0).astype(np.float64)
    high = exact.max(axis=0).astype(np.float64)
    span = np.where(high > low, high - low, 1.0)
    steps = np.round((exact - low) / span * 65535).astype("<u2")
    bounds = [*low.tolist(), *(low + span).tolist()]
    return {**header, "array": put(steps), "bounds": bounds}


MOST_EDGES = 200_000
NO_CATEGORY = 255


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
    picture: Picture, sides: Sides, number: int, pool: Pool, stores: tuple[Store, Store]
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
    clouds = [picture.positions for picture in pictures if len(picture.positions)]
    if not clouds:
        return np.empty((0, pictures[0].positions.shape[1]))
    low = np.min([cloud.min(axis=0) for cloud in clouds], axis=0)
    return np.stack([low, np.max([cloud.max(axis=0) for cloud in clouds], axis=0)]).astype(float)


def put_nodes(baseline: Picture, store: Store, *, places: bool = True) -> None:
    """Put the arrays of a picture's nodes into a store, their places only where these stay."""
    for name, array in _node_arrays(baseline).items():
        if places or name != "positions":
            store.add(array)


def _node_arrays(picture: Picture) -> Arrays:
    """Positions, numbers of colour and symbol, sizes in quarters of a pixel."""
    styled = (picture.categories >= 0) & (picture.categories < STYLED_CATEGORIES)
    return {
        "positions": picture.positions.astype("<f4"),
        "categories": np.where(styled, picture.categories, NO_CATEGORY).astype("|u1"),
        "sizes": np.clip(np.round(picture.sizes * 4), 0, 255).astype("|u1"),
    }
