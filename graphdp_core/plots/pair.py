"""What the pair widget draws: two pictures as one small binary message, and what stays the same."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphdp_core.plots.numbers import epsilon_label
from graphdp_core.plots.pair_message import (
    KINDS,
    Arrays,
    Header,
    Pool,
    Store,
    all_codes,
    digest,
    kind_codes,
    message,
    pairs_of,
    positions_reference,
)
from graphdp_core.plots.panels import titles
from graphdp_core.plots.picture import Picture
from graphdp_core.plots.theme import DARK, LIGHT

__all__ = ["MOST_EDGES", "PairPayload", "Stop", "pair_payload"]

MOST_EDGES = 200_000
WORDS = {"kept": "Kept", "lost": "Lost", "invented": "Invented"}
NO_CATEGORY = 255
STYLED_CATEGORIES = 16
LONGEST_NAME = 200


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
        Words beside the pictures that follow the slider: metrics, odds.
    """

    epsilon: float
    picture: Picture
    finding: str = ""
    metrics: Sequence[tuple[str, str]] = ()


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
        revision: int = 0,
        height: int = 440,
        follows: str = "",
    ) -> bytes:
        """The message of this epsilon.

        Parameters
        ----------
        selected : sequence of int
            Node numbers marked in both panels.
        revision : int
            The last revision heard from the widget, so that it can tell late messages.
        height : int
            Of both panels, in pixels.
        follows : str
            CSS class of the element that holds the page's own slider; "" if there is none.
        """
        own = {
            "selected": [int(i) for i in selected],
            "revision": revision,
            "height": height,
            "follows": follows,
        }
        return message({**self.header, **own}, self.arrays)


def pair_payload(
    baseline: Picture,
    private: Picture,
    *,
    epsilon: float,
    details: tuple[str, str] = ("", ""),
    axes: Sequence[str] | None = None,
    words: Mapping[str, str] | None = None,
    widths: Mapping[str, float] | None = None,
    shared_axes: bool = True,
    frame: Sequence[float] | None = None,
    finding: str = "",
    metrics: Sequence[tuple[str, str]] = (),
    alt: str = "Two pictures of the same nodes, without and with privacy.",
    stops: Sequence[Stop] = (),
    draws: Sequence[Picture] = (),
    glide: int | None = None,
    file: str = "graphdp",
) -> PairPayload:
    """Pack a baseline and a private picture of the same nodes.

    Positions of the private side that differ from the baseline's are quantised to 65,535 steps of
    their range: an error below a hundredth of a pixel on any screen.

    Parameters
    ----------
    baseline, private : Picture
        Positions of the same shape, (n, 2), or (n, 3) for a picture that can be turned; at most
        ``MOST_EDGES`` edges each.
    epsilon : float
    details : pair of str
        Muted words after the titles.
    axes : sequence of str, optional
        Titles of the axes, one a dimension; None draws none (networks).
    words, widths : dict by "kept", "lost", "invented", optional
        Words of the legend; line widths in pixels.
    shared_axes : bool
        Both panels show the same region.
    frame : four or six float, optional
        Low ends, then high ends of that region; None shows all points of all stops.
    finding, metrics
        Shown below the pictures, see :class:`Stop`.
    alt : str
        What a screen reader says of the pair.
    stops : sequence of Stop
        For the slider inside the widget, in its order.
    draws : sequence of Picture
        Private pictures of other draws at this epsilon, to be played or laid over each other.
    glide : int, optional
        Milliseconds of the transition, at most 250; 0 turns it off. None: the widget's default.
    file : str
        Name of saved pictures, without ending.

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
    >>> payload = pair_payload(nodes, nodes, epsilon=1.0)
    >>> payload.shared[:4], payload.changing()[:4]
    (b'GDPP', b'GDPP')
    """
    pictures = [baseline, private, *(stop.picture for stop in stops), *draws]
    _check(pictures, glide)
    shared, changing = Store(), Store()
    pool = Pool(baseline, shared)
    # What stays while epsilon moves; baseline edges split by what the release kept do not.
    for array in _node_arrays(baseline).values():
        shared.add(array)
    stop_pool = all_codes([stop.picture for stop in stops])
    shared_header = _shared_header(baseline, private)
    shared_header["stops"] = [
        {
            "epsilon": stop.epsilon,
            "label": epsilon_label(stop.epsilon),
            "side": _side(stop.picture, stop.epsilon, pool, shared, shared, stop_pool=stop_pool),
            "finding": stop.finding,
            "metrics": [list(pair) for pair in stop.metrics],
            "caption": stop.picture.caption,
        }
        for stop in stops
    ]
    left = _side(baseline, None, pool, shared, changing, detail=details[0])
    header: Header = {
        "sides": [left, _side(private, epsilon, pool, shared, changing, detail=details[1])],
        "draws": [_side(d, epsilon, pool, shared, changing, detail=details[1]) for d in draws],
        "epsilon": epsilon,
        "stop": _nearest_stop(epsilon, stops),
        "axes": None if axes is None else list(axes),
        "words": {**WORDS, **(words or {})},
        "widths": None if widths is None else dict(widths),
        "shared_axes": shared_axes,
        "bounds": _bounds(pictures, frame, shared_axes=shared_axes, still=bool(stops)),
        "degrees": bool(baseline.edges) and all(map(_complete, (baseline, private))),
        "finding": finding,
        "metrics": [list(pair) for pair in metrics],
        "caption": " ".join(dict.fromkeys(filter(None, (baseline.caption, private.caption)))),
        "alt": alt,
        "glide": glide,
        "file": file,
    }
    shared_header["id"] = digest(json.dumps(shared_header).encode(), *sorted(shared.arrays))
    header["shared"] = shared_header["id"]
    header["id"] = header["stamp"] = digest(json.dumps(header).encode(), *sorted(changing.arrays))
    epsilons = tuple(stop.epsilon for stop in stops)
    return PairPayload(
        message(shared_header, shared.arrays),
        header,
        changing.arrays,
        len(baseline.positions),
        epsilons,
    )


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


def _side(
    picture: Picture,
    epsilon: float | None,
    pool: Pool,
    shared: Store,
    store: Store,
    *,
    detail: str = "",
    stop_pool: NDArray[np.int64] | None = None,
) -> Header:
    def put(array: NDArray[Any]) -> str:
        return store.add(array, unless=shared if store is not shared else None)

    nodes = _node_arrays(picture)
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


def _node_arrays(picture: Picture) -> Arrays:
    styled = (picture.categories >= 0) & (picture.categories < STYLED_CATEGORIES)
    arrays: Arrays = {
        "positions": picture.positions.astype("<f4"),
        "categories": np.where(styled, picture.categories, NO_CATEGORY).astype("|u1"),
        "sizes": np.clip(np.round(picture.sizes * 4), 0, 255).astype("|u1"),
    }
    if picture.symbols is not None:
        arrays["symbols"] = (picture.symbols % 8).astype("|u1")
    return arrays


def _bounds(
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


def _nearest_stop(epsilon: float, stops: Sequence[Stop]) -> int:
    if not stops:
        return -1
    return int(np.argmin([abs(np.log(stop.epsilon / epsilon)) for stop in stops]))


def _shared_header(baseline: Picture, private: Picture) -> Header:
    names = baseline.names
    chosen = max(baseline.category_names, private.category_names, key=len)
    return {
        "names": None if names is None else [name[:LONGEST_NAME] for name in names],
        "category_names": [name[:LONGEST_NAME] for name in chosen],
        "themes": {theme.name: asdict(theme) for theme in (LIGHT, DARK)},
    }


def _complete(picture: Picture) -> bool:
    return all(picture.totals.get(k, len(p)) == len(p) for k, p in picture.edges.items())
