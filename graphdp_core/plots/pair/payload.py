"""What the pair widget draws: two pictures as one small binary message, and what stays the same."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field

import numpy as np

from graphdp_core.plots.numbers import epsilon_label
from graphdp_core.plots.pair.message import (
    Arrays,
    Header,
    Pool,
    Store,
    all_codes,
    digest,
    message,
)
from graphdp_core.plots.pair.picture import Picture
from graphdp_core.plots.pair.side import node_arrays, regions, written_side
from graphdp_core.plots.theme import DARK, LIGHT

__all__ = ["MOST_EDGES", "PairPayload", "Stop", "pair_payload"]

MOST_EDGES = 200_000
WORDS = {"kept": "Kept", "lost": "Lost", "invented": "Invented"}
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
    for array in node_arrays(baseline).values():
        shared.add(array)
    stop_pool = all_codes([stop.picture for stop in stops])
    shared_header = _shared_header(baseline, private)
    shared_header["stops"] = [
        {
            "epsilon": stop.epsilon,
            "label": epsilon_label(stop.epsilon),
            "side": written_side(
                stop.picture, stop.epsilon, pool, shared, shared, stop_pool=stop_pool
            ),
            "finding": stop.finding,
            "metrics": [list(pair) for pair in stop.metrics],
            "around": dict(stop.around),
            "caption": stop.picture.caption,
        }
        for stop in stops
    ]
    left = written_side(baseline, None, pool, shared, changing, detail=details[0])

    def right(picture: Picture) -> Header:
        return written_side(picture, epsilon, pool, shared, changing, detail=details[1])

    header: Header = {
        "sides": [left, right(private)],
        "draws": [right(picture) for picture in draws],
        "epsilon": epsilon,
        "stop": _nearest_stop(epsilon, stops),
        "axes": None if axes is None else list(axes),
        "words": {**WORDS, **(words or {})},
        "widths": None if widths is None else dict(widths),
        "shared_axes": shared_axes,
        "bounds": regions(pictures, frame, shared_axes=shared_axes, still=bool(stops)),
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
