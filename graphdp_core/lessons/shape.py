"""Lesson 1: a loop shrinks before it drowns, and ghosts appear after."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from graphdp_core.analyses.persistence import Persistence
from graphdp_core.arrays import Floats
from graphdp_core.data import generate
from graphdp_core.digits import number_word, percent
from graphdp_core.lessons.lesson import (
    Draws,
    Lesson,
    curve,
    enough,
    measured,
    places,
    words_of,
)
from graphdp_core.mechanisms.edge_flip import EdgeFlip
from graphdp_core.results import Diagram
from graphdp_core.spectra.scree import procrustes

WORDS = words_of("L1")
NODES = 400
GRAPH = f"graph=rdpg_circle&rdpg_circle.n={NODES}"
AT = (0.5, 0.7, 1.0, 1.3, 1.6, 1.8, 2.0, 2.2, 2.4, 2.6, 2.8, 3.0, 3.5, 4.0, 5.0, 6.0, 8.0)
STOPS = tuple(map(float, WORDS["control"]["stops"]))
CLEAR = 2.0  # times as long as the second, the longest loop is no ghost
GHOST = 0.25  # of the true loop's bar: a ghost that one sees


def bars(diagram: Diagram) -> Floats:
    """Lengths of the loops, longest first; never fewer than two."""
    lengths = np.sort(np.diff(diagram.pairs[1], axis=1).ravel())[::-1]
    return np.append(lengths, [0.0, 0.0])


def measure(draws: int) -> dict[str, Any]:
    """The longest loop and the longest ghost against epsilon, and the cloud at six stops."""
    shapes = Draws(generate("rdpg_circle", n=NODES), Persistence(flatten=True), draws)
    whole, drawn = bars(shapes.baseline)[0], partial(shapes.drawn, EdgeFlip())

    def lengths(epsilon: float, which: int) -> Floats:
        return np.array([bars(repeat.private)[which] / whole for repeat in drawn(epsilon)])

    def stands_out(epsilon: float) -> list[bool]:
        return [bool(bars(r.private)[0] >= CLEAR * bars(r.private)[1]) for r in drawn(epsilon)]

    true = _flat(shapes.baseline)
    clouds, readings = [], []
    for epsilon in STOPS:
        diagram = drawn(epsilon)[0].private
        cloud = _flat(diagram)
        clouds.append(places(procrustes(cloud, true), box=1.15 * true))
        first, second = bars(diagram)[:2] / whole
        ghosts = int(np.sum(bars(diagram)[1:] / whole >= GHOST))
        readings.append(
            f"The longest loop has {percent(first, whole=True)} of its true length, the next "
            f"{percent(second, whole=True)}. "
            + (f"{number_word(ghosts).capitalize()} that noise invented can be seen." if ghosts else
               "No ghost is long enough to be seen.")
        )  # fmt: skip
    return measured(
        draws,
        curves=[
            curve("the loop", "accent", AT, lambda x: lengths(x, 0)),
            curve("longest ghost", "invented", AT, lambda x: lengths(x, 1)),
        ],
        place=enough(AT, stands_out, share=0.5),
        answer=enough(AT, stands_out),
        figures={
            "three": float(np.median(lengths(3.0, 0))),
            "two": float(np.median(lengths(2.0, 0))),
            "ghost": float(np.median(lengths(2.0, 1))),
            "late": float(np.median(lengths(0.5, 1))),
        },
        readings=readings,
        panels=[
            {"title": "Truth", "places": [places(true, box=1.15 * true)]},
            {"title": "Private", "places": clouds},
        ],
    )


def _flat(diagram: Diagram) -> Floats:
    """The cloud in the plane in which it spreads most."""
    assert diagram.points is not None
    centred = diagram.points - diagram.points.mean(axis=0)
    _, _, axes = np.linalg.svd(centred, full_matrices=False)
    return centred @ axes[:2].T


SHAPE = Lesson(WORDS, measure)
