"""The stage as bytes: what all stops share, once, and one message a stop.

The same bytes travel to a page, into a file and into a notebook. Each is a header in JSON and then
typed arrays, see :func:`graphdp_core.plots.pair.message.message`; an array that the shared part
has is not sent again. All of them depend on the stage's key, on epsilon and on the code alone.

Graphs of too many nodes to draw each: matrices and clouds as shades, the same on all hosts.
"""

from __future__ import annotations

import base64
import gzip
import json
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from graphdp_core.experiment.compare import Comparison
from graphdp_core.experiment.graph_summary import nodes_by_community, rough_communities
from graphdp_core.graphs.cache import GraphCache
from graphdp_core.graphs.graph import Graph
from graphdp_core.plots.board.pictures import Tiles, put_ground, tiles_header
from graphdp_core.plots.chart.matrices import cloud_density, matrix_chart, matrix_density
from graphdp_core.plots.chart.record import Chart, chart_header
from graphdp_core.plots.pair.message import (
    Header,
    Pool,
    Store,
    check,
    corners,
    digest,
    gap_bytes,
    message,
    packed_side,
    put_nodes,
)
from graphdp_core.plots.pair.picture import Pair, Picture
from graphdp_core.plots.sides import Sides
from graphdp_core.plots.theme import themes_by_name
from graphdp_core.progress import Report
from graphdp_core.stage.stop import Stop

LONGEST_NAME = 200
MOST_EDGES = 10_000  # true and released ones that travel with each stop, to tell of two nodes


class Asked(Protocol):
    """What is asked of the slider, as far as the bytes go: a stage, or a board."""

    @property
    def graph(self) -> Graph:
        """The true one."""

    @property
    def key(self) -> str:
        """Names all that decides the stops."""

    @property
    def epsilons(self) -> Sequence[float]:
        """The stops, rising."""

    def stop(self, epsilon: float, *, progress: Report | None = None) -> Stop:
        """What stands at one of them."""


@dataclass(frozen=True, eq=False)
class Packing:
    """A stage that is ready to be sent: its shared part, and how its stops are packed.

    Parameters
    ----------
    shared : bytes
        Colours, names, sizes, and the baseline's places and edges where they stand still.
    id : str
        Of the shared part, which every stop names.
    store : Store
        The arrays of the shared part.
    n : int
        Nodes of the graph.

    Notes
    -----
    *Privacy*: it holds the true graph's picture.
    """

    shared: bytes = field(repr=False)
    id: str
    store: Store = field(repr=False)
    pool: Pool = field(repr=False)
    n: int

    @classmethod
    def of(cls, stage: Asked, stop: Stop) -> Packing:
        """Pack what all stops of a stage share, read off any one of them."""
        drawn, store = stop.drawing, Store()
        names = stage.graph.shown_names
        header: Header = {
            "stage": stage.key,
            "graph": stage.graph.fingerprint[:16],
            "n": stage.graph.n,
            "themes": themes_by_name(),
            "placed": stage.graph.positions is not None and stage.graph.positions.shape[1] == 2,
            "names": None if names is None else [name[:LONGEST_NAME] for name in names],
        }
        still = NOTHING
        if isinstance(drawn, Pair):
            check(drawn.pictures)
            still = drawn.baseline
            stands = drawn.frame is None  # a view that epsilon turns is sent with each stop
            put_nodes(still, store, places=stands)
        if isinstance(drawn, Tiles):
            put_ground(drawn, store)
        pool = Pool(still if still.is_complete else replace(still, edges={}), store)
        header["id"] = digest(json.dumps(header), *sorted(store.arrays))
        shared = message(header, store.arrays)
        return cls(shared, header["id"], store, pool, stage.graph.n)

    @property
    def size(self) -> int:
        """Bytes that it keeps, about."""
        arrays = sum(array.nbytes for array in self.store.arrays.values())
        return len(self.shared) + arrays + self.pool.codes.nbytes

    def stop(self, stop: Stop, *, edges: bool = True) -> bytes:
        """One stop.

        `edges` says whether all its true and released edges come along, or wait to be asked for.
        """
        own, drawn = Store(), stop.drawing
        header: Header = {"shared": self.id, "words": stop.words}
        if isinstance(drawn, Chart):
            header["chart"] = chart_header(drawn, own)
        elif isinstance(drawn, Tiles):
            header["tiles"] = tiles_header(drawn, own, self.store)
        elif isinstance(drawn, Pair):
            header["pair"] = self._pair(drawn, own, stop.repeats, stop.sides)
            header["pair"] |= {"flickers": stop.flickers, "steps": stop.steps}
            if stop.beside is not None:
                header["beside"] = self._pair(stop.beside, own, (), stop.beside_sides or stop.sides)
        if edges:
            header |= _edges(stop, own, self.n)
        elif stop.released is not None:
            header["apart"] = True
        return message(header, own.arrays)

    def _pair(self, pair: Pair, own: Store, repeats: Sequence[Picture], sides: Sides) -> Header:
        pictures = [*pair.pictures, *repeats]
        check(pictures)
        stores = (self.store, own)

        def side(picture: Picture, number: int) -> Header:
            return packed_side(picture, sides, number, self.pool, stores)

        names = max((picture.category_names for picture in pictures), key=len)
        return {
            "sides": [side(pair.baseline, 0), side(pair.private, 1)],
            "draws": [side(picture, 1) for picture in repeats],
            "category_names": [name[:LONGEST_NAME] for name in names],
            "axes": list(pair.axes) or None,
            "words": pair.legend,
            "widths": dict(pair.widths) or None,
            "single": pair.is_single,
            "bounds": _region(pair, repeats),
            "degrees": bool(pair.baseline.edges) and all(p.is_complete for p in pair.pictures),
            "caption": pair.caption,
            "alt": pair.alt,
        }


def tie_of(stop: Stop, n: int, ends: tuple[int, int]) -> bytes:
    """The true and released edges between two nodes, of a stop that travels without its edges."""
    store = Store()
    return message(_edges(stop, store, n, ends), store.arrays)


def has_few_edges(stop: Stop) -> bool:
    """Whether all its edges may come along with a stop."""
    return sum(len(e) for e in (stop.released, stop.real) if e is not None) <= MOST_EDGES


def _edges(stop: Stop, store: Store, n: int, ends: tuple[int, int] | None = None) -> Header:
    header: Header = {}
    for name, edges in (("released", stop.released), ("real", stop.real)):
        if edges is not None:
            asked = edges if ends is None else edges[np.isin(edges, ends).all(axis=1)]
            pairs = asked[np.lexsort(asked.T[::-1])]
            header[name] = {"gaps": store.add(gap_bytes(pairs, n)), "n": n}
    return header


def carried(messages: Sequence[bytes]) -> dict[str, Any]:
    """A stage's shared part and its stops as text, compressed, for what carries them along.

    The same messages give the same text.
    """
    together = gzip.compress(b"".join(messages), compresslevel=9, mtime=0)
    return {"messages": base64.b64encode(together).decode(), "lengths": list(map(len, messages))}


def _region(pair: Pair, repeats: Sequence[Picture]) -> list[list[float]] | None:
    """What both panels show; None lets the browser fit it."""
    if pair.frame is not None:
        return [[float(end) for end in pair.frame]] * 2
    if not len(pair.baseline.positions):
        return [[-1.0] * 3 + [1.0] * 3] * 2 if pair.baseline.is_solid else None
    ends = corners([*pair.pictures, *repeats])
    return [[*ends.min(axis=0).tolist(), *ends.max(axis=0).tolist()]] * 2


NOTHING = Picture.of_nodes(np.empty((0, 2)), None, ())
"""What stands still of a chart."""


LARGE = 50_000
"""Nodes beyond which a picture of all of them is a blot."""

_ORDERS: GraphCache[tuple[NDArray[np.int64], NDArray[np.int64]]] = GraphCache(4)


def matrix_of(c: Comparison) -> Chart | None:
    """Both adjacency matrices as shades, nodes by true community; None without released edges.

    Notes
    -----
    *Privacy*: the order of the nodes reads the true graph.
    """
    if not isinstance(c.release, Graph):
        return None
    order, true = _ORDERS.get(c.graph, "matrix", lambda: _ordered(c.graph))
    return matrix_chart(
        true, matrix_density(c.release.edges, order), sides=Sides.of(c),
        details=(f"{c.graph.m:,} ties", f"{c.release.m:,} ties"),
    )  # fmt: skip


def _ordered(graph: Graph) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    order = nodes_by_community(rough_communities(graph), graph.degrees)
    return order, matrix_density(graph.edges, order)


def cloud_of(pair: Pair, sides: Sides) -> Chart:
    """The points of a pair as shades, in the pair's frame or around the left side."""
    flat = pair.flat
    left, right = (picture.positions for picture in flat.pictures)
    ends = left.min(axis=0, initial=0.0), left.max(axis=0, initial=1.0)
    low, high = ends if flat.frame is None else np.reshape(flat.frame, (2, 2))
    middle, half = (low + high) / 2, float((high - low).max()) / 2  # one scale on both axes
    frame = (*(middle[0] + [-half, half]).tolist(), *(middle[1] + [-half, half]).tolist())
    grids = [cloud_density(points, frame)[::-1] for points in (left, right)]
    outside = [len(left) - int(grid.sum()) for grid in grids]
    details = [f"{count:,} nodes outside" if count else "" for count in outside]
    return matrix_chart(
        grids[0], grids[1], sides=sides, details=(details[0], details[1]), unit="node",
        alt=f"{pair.alt} Shades say how many of {len(left):,} nodes lie there.",
    )  # fmt: skip
