"""A pair for the browser's widget: one small binary message, and a part that stays the same."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphdp_core.plots.numbers import epsilon_label
from graphdp_core.plots.pair.edges import KINDS, Edges, pairs_of, thin_edges
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

__all__ = ["MOST_EDGES", "MOST_MARKED_EDGES", "PairPayload", "Stop", "pair_payload"]

MOST_EDGES = 200_000
MOST_MARKED_EDGES = 2_000
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
class PairPayload:
    """A pair ready to be sent: a part that stays while epsilon moves, and a part that changes.

    Parameters
    ----------
    shared : bytes
        Baseline positions, styles, edges, names, prepared stops; sent once.
    header, arrays : dict
        The changing part, see :meth:`changing`.
    n : int
        Number of nodes.
    epsilons : tuple of float
        The stops of the slider inside the widget; empty without one.
    """

    shared: bytes
    header: Header
    arrays: Arrays = field(repr=False)
    n: int
    epsilons: tuple[float, ...] = ()

    def changing(
        self,
        *,
        selected: Sequence[int] = (),
        selected_edges: Mapping[str, Edges] | None = None,
        revision: int = 0,
        height: int | None = None,
        follows: str = "",
    ) -> bytes:
        """The message of this epsilon.

        Parameters
        ----------
        selected : sequence of int
            Node numbers marked in both panels.
        selected_edges : dict by "kept", "lost", "invented", optional
            The edges of these nodes, see :func:`graphdp_core.plots.marked.marked_edges`, drawn on
            demand even where the picture has none or leaves some out; of very many, a part.
        revision : int
            The last revision heard from the widget, so that it can tell late messages.
        height : int, optional
            Of both panels, in pixels; by default they fill the window.
        follows : str
            CSS class of the element that holds the page's own slider; "" if there is none.
        """
        own = {
            "selected": [int(i) for i in selected],
            "revision": revision,
            "height": height,
            "follows": follows,
        }
        chosen, _ = thin_edges(selected_edges or {}, limit=MOST_MARKED_EDGES)
        numbers = {f"selected {kind}": p.astype("<u4").ravel() for kind, p in chosen.items()}
        own["selected_edges"] = {kind: f"selected {kind}" for kind in chosen}
        return message({**self.header, **own}, {**self.arrays, **numbers})


def pair_payload(
    pair: Pair,
    *,
    sides: Sides,
    finding: str = "",
    metrics: Sequence[tuple[str, str]] = (),
    stops: Sequence[Stop] = (),
    draws: Sequence[Picture] = (),
    glide: int | None = None,
    file: str = "graphdp",
    footnote: str = "",
) -> PairPayload:
    """Pack a baseline and a private picture of the same nodes.

    Positions of the private side that differ from the baseline's are quantised to 65,535 steps of
    their range: an error below a hundredth of a pixel on any screen.

    Parameters
    ----------
    pair : Pair
        At most ``MOST_EDGES`` edges a picture. Without a frame, all points of all stops are shown.
    sides : Sides
        Epsilon and the titles of both sides.
    finding, metrics
        Shown below the pictures, see :class:`Stop`.
    stops : sequence of Stop
        For the slider inside the widget, in its order.
    draws : sequence of Picture
        Private pictures of other repeats at this epsilon, to be played or laid over each other.
    glide : int, optional
        Milliseconds of the transition, at most 250; 0 turns it off. None: the widget's default.
    file : str
        Name of saved pictures, without ending.
    footnote : str
        Words that only a saved picture has below it.

    Raises
    ------
    ValueError
        If pictures do not fit together, are not finite, or have too many edges.

    Examples
    --------
    >>> nodes = Picture(
    ...     positions=np.zeros((3, 2), dtype=np.float32),
    ...     categories=np.full(3, -1, dtype=np.int32),
    ...     sizes=np.full(3, 6, dtype=np.float32),
    ... )
    >>> payload = pair_payload(Pair(nodes, nodes), sides=Sides(1.0))
    >>> payload.shared[:4], payload.changing()[:4]
    (b'GDPP', b'GDPP')
    """
    pictures = [*pair.pictures, *(stop.picture for stop in stops), *draws]
    _check(pictures, glide)
    shared, changing = Store(), Store()
    pool = Pool(pair.baseline, shared)
    # What stays while epsilon moves; baseline edges split by what the release kept do not.
    for array in _node_arrays(pair.baseline).values():
        shared.add(array)
    shared_header = _shared_header(pair)
    shared_header["stops"] = _stops(stops, sides, pool, shared)

    def side(picture: Picture, number: int) -> Header:
        return _side(picture, sides, number, pool, (shared, changing))

    header: Header = {
        "sides": [side(pair.baseline, 0), side(pair.private, 1)],
        "draws": [side(picture, 1) for picture in draws],
        "epsilon": sides.epsilon,
        "stop": _nearest_stop(sides.epsilon, stops),
        "axes": list(pair.axes) or None,
        "words": pair.legend,
        "widths": dict(pair.widths) or None,
        "shared_axes": True,
        "single": pair.is_single,
        "bounds": _regions(pictures, pair.frame, still=bool(stops)),
        "degrees": bool(pair.baseline.edges) and all(p.is_complete for p in pair.pictures),
        "finding": finding,
        "metrics": [list(row) for row in metrics],
        "caption": pair.caption,
        "alt": pair.alt,
        "glide": glide,
        "file": file,
        "footnote": footnote,
    }
    shared_header["id"] = digest(json.dumps(shared_header).encode(), *sorted(shared.arrays))
    header["shared"] = shared_header["id"]
    header["id"] = header["stamp"] = digest(json.dumps(header).encode(), *sorted(changing.arrays))
    epsilons = tuple(stop.epsilon for stop in stops)
    packed = message(shared_header, shared.arrays)
    return PairPayload(packed, header, changing.arrays, len(pair.baseline.positions), epsilons)


def _stops(stops: Sequence[Stop], sides: Sides, pool: Pool, shared: Store) -> list[Header]:
    """The prepared stops; edges of any of them are one pool, each stop's kinds are codes of it."""
    codes = all_codes([stop.picture for stop in stops])
    return [
        {
            "epsilon": stop.epsilon,
            "label": epsilon_label(stop.epsilon),
            "side": _side(
                stop.picture, sides.at(stop.epsilon), 1, pool, (shared, shared), stop_codes=codes
            ),
            "finding": stop.finding,
            "metrics": [list(row) for row in stop.metrics],
            "around": dict(stop.around),
            "caption": stop.picture.caption,
        }
        for stop in stops
    ]


def _side(
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


def _check(pictures: Sequence[Picture], glide: int | None) -> None:
    if glide is not None and not 0 <= glide <= 250:
        raise ValueError(f"glide must lie in 0 .. 250 milliseconds, got {glide}.")
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


def _regions(
    pictures: Sequence[Picture], frame: Sequence[float] | None, *, still: bool
) -> list[list[float]] | None:
    """The regions shown, one a panel; with stops one that stands still while the slider moves."""
    if frame is not None:
        return [[float(end) for end in frame]] * 2
    solid = pictures[0].is_solid
    if solid and not len(pictures[0].positions):
        return [[-1.0] * 3 + [1.0] * 3] * 2
    if not (still or solid) or not len(pictures[0].positions):
        return None
    points = np.concatenate([picture.positions for picture in pictures]).astype(np.float64)
    return [[*points.min(axis=0).tolist(), *points.max(axis=0).tolist()]] * 2


def _nearest_stop(epsilon: float, stops: Sequence[Stop]) -> int:
    if not stops:
        return -1
    return int(np.argmin([abs(np.log(stop.epsilon / epsilon)) for stop in stops]))


def _shared_header(pair: Pair) -> Header:
    names = pair.baseline.names
    chosen = max((picture.category_names for picture in pair.pictures), key=len)
    return {
        "names": None if names is None else [name[:LONGEST_NAME] for name in names],
        "category_names": [name[:LONGEST_NAME] for name in chosen],
        "themes": themes_by_name(),
    }
