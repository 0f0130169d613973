"""A pair for the browser's widget: one small binary message, and a part that stays the same."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from graphdp_core.plots.pair.edges import Edges, thin_edges
from graphdp_core.plots.pair.ground import (
    MOST_EDGES,
    Ground,
    Stop,
    check,
    corners,
    packed_side,
    pair_ground,
)
from graphdp_core.plots.pair.message import Arrays, Header, Store, digest, message
from graphdp_core.plots.pair.picture import Pair, Picture
from graphdp_core.plots.sides import Sides

__all__ = ["MOST_EDGES", "MOST_MARKED_EDGES", "PairPayload", "Stop", "pair_payload"]

MOST_MARKED_EDGES = 2_000


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
    ground: Ground | None = None,
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
    ground : Ground, optional
        Of the same baseline at another epsilon, with its stops in place of `stops`: nothing of it
        is packed again. One of another baseline is not used, but for its stops.
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
    pictures = [*pair.pictures, *draws]
    check(pictures)
    if glide is not None and not 0 <= glide <= 250:
        raise ValueError(f"glide must lie in 0 .. 250 milliseconds, got {glide}.")
    if ground is None or not ground.carries(pair):
        ground = pair_ground(pair, sides=sides, stops=stops if ground is None else ground.stops)
    shared, changing, pool = ground.store, Store(), ground.pool

    def side(picture: Picture, number: int) -> Header:
        return packed_side(picture, sides, number, pool, (shared, changing))

    header: Header = {
        "sides": [side(pair.baseline, 0), side(pair.private, 1)],
        "draws": [side(picture, 1) for picture in draws],
        "epsilon": sides.epsilon,
        "stop": _nearest_stop(sides.epsilon, ground.stops),
        "axes": list(pair.axes) or None,
        "words": pair.legend,
        "widths": dict(pair.widths) or None,
        "shared_axes": True,
        "single": pair.is_single,
        "bounds": _regions(pictures, pair.frame, ground),
        "degrees": bool(pair.baseline.edges) and all(p.is_complete for p in pair.pictures),
        "finding": finding,
        "metrics": [list(row) for row in metrics],
        "caption": pair.caption,
        "alt": pair.alt,
        "glide": glide,
        "file": file,
        "footnote": footnote,
    }
    header["shared"] = ground.header["id"]
    header["id"] = header["stamp"] = digest(json.dumps(header).encode(), *sorted(changing.arrays))
    epsilons = tuple(stop.epsilon for stop in ground.stops)
    n = len(pair.baseline.positions)
    return PairPayload(ground.packed, header, changing.arrays, n, epsilons)


def _regions(
    pictures: Sequence[Picture], frame: Sequence[float] | None, ground: Ground
) -> list[list[float]] | None:
    """The regions shown, one a panel; with stops one that stands still while the slider moves."""
    if frame is not None:
        return [[float(end) for end in frame]] * 2
    solid = pictures[0].is_solid
    if solid and not len(pictures[0].positions):
        return [[-1.0] * 3 + [1.0] * 3] * 2
    if not (ground.stops or solid) or not len(pictures[0].positions):
        return None
    points = np.concatenate([corners(pictures), ground.corners])
    return [[*points.min(axis=0).tolist(), *points.max(axis=0).tolist()]] * 2


def _nearest_stop(epsilon: float, stops: Sequence[Stop]) -> int:
    if not stops:
        return -1
    return int(np.argmin([abs(np.log(stop.epsilon / epsilon)) for stop in stops]))
