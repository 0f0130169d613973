"""Lesson 1: a loop shrinks before it drowns, and ghosts appear after."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from graphdp_core.analyses.persistence import Persistence
from graphdp_core.arrays import Floats
from graphdp_core.datasets import generate
from graphdp_core.digits import percent
from graphdp_core.experiment.compare import Repeat, run_baseline
from graphdp_core.lessons.lesson import (
    Axis,
    Exercise,
    Hint,
    Lesson,
    Link,
    Prediction,
    Shy,
    epsilon_axis,
    epsilon_control,
)
from graphdp_core.lessons.measured import curve, enough, number_word, places, repeated
from graphdp_core.mechanisms.edge_flip import EdgeFlip
from graphdp_core.results import Diagram
from graphdp_core.spectra.alignment import procrustes

__all__ = ["SHAPE"]

NODES = 400
GRAPH = f"graph=rdpg_circle&rdpg_circle.n={NODES}"
AT = (0.5, 0.7, 1.0, 1.3, 1.6, 1.8, 2.0, 2.2, 2.4, 2.6, 2.8, 3.0, 3.5, 4.0, 5.0, 6.0, 8.0)
STOPS = (0.5, 1.0, 2.0, 3.0, 4.0, 8.0)
CLEAR = 2.0  # times as long as the second, the longest loop is no ghost
GHOST = 0.25  # of the true loop's bar: a ghost that one sees


def bars(diagram: Diagram) -> Floats:
    """Lengths of the loops, longest first; never fewer than two."""
    lengths = np.sort(np.diff(diagram.pairs[1], axis=1).ravel())[::-1]
    return np.append(lengths, [0.0, 0.0])


def measure(draws: int) -> dict[str, Any]:
    """The longest loop and the longest ghost against epsilon, and the cloud at six stops."""
    circle = generate("rdpg_circle", n=NODES)
    shape = Persistence(flatten=True)
    baseline = run_baseline(circle, shape)
    whole = bars(baseline)[0]

    @cache
    def drawn(epsilon: float) -> list[Repeat[Diagram]]:
        return repeated(circle, EdgeFlip(), shape, epsilon=epsilon, draws=draws, baseline=baseline)

    def lengths(epsilon: float, which: int) -> Floats:
        return np.array([bars(repeat.private)[which] / whole for repeat in drawn(epsilon)])

    def stands_out(epsilon: float) -> list[bool]:
        return [bool(bars(r.private)[0] >= CLEAR * bars(r.private)[1]) for r in drawn(epsilon)]

    true = _flat(baseline)
    clouds, readings = [], []
    for epsilon in STOPS:
        found = drawn(epsilon)[0].private
        cloud = _flat(found)
        clouds.append(places(procrustes(cloud, true), box=1.15 * true))
        first, second = bars(found)[:2] / whole
        ghosts = int(np.sum(bars(found)[1:] / whole >= GHOST))
        readings.append(
            f"The longest loop has {percent(first, whole=True)} of its true length, the next "
            f"{percent(second, whole=True)}. "
            + (f"{number_word(ghosts).capitalize()} that noise invented can be seen." if ghosts else
               "No ghost is long enough to be seen.")
        )  # fmt: skip
    place = enough(AT, stands_out, share=0.5)
    return {
        "draws": draws,
        "curves": [
            curve("the loop", "accent", AT, lambda x: lengths(x, 0)),
            curve("longest ghost", "invented", AT, lambda x: lengths(x, 1)),
        ],
        "place": place,
        "answer": enough(AT, stands_out),
        "figures": {
            "three": float(np.median(lengths(3.0, 0))),
            "two": float(np.median(lengths(2.0, 0))),
            "ghost": float(np.median(lengths(2.0, 1))),
            "late": float(np.median(lengths(0.5, 1))),
        },
        "picture": {
            "readings": readings,
            "panels": [
                {"title": "Truth", "places": [places(true, box=1.15 * true)]},
                {"title": "Private", "places": clouds},
            ],
        },
    }


def _flat(diagram: Diagram) -> Floats:
    """The cloud in the plane in which it spreads most."""
    assert diagram.points is not None
    centred = diagram.points - diagram.points.mean(axis=0)
    _, _, axes = np.linalg.svd(centred, full_matrices=False)
    return centred @ axes[:2].T


SHAPE = Lesson(
    id="L1",
    title="Shape",
    minutes=3,
    question="Every friendship may be a lie. Can the shape survive?",
    story="400 people around a lake know mostly their neighbours: drawn by who knows whom, they "
    "form a ring. edgeFlip makes any friendship deniable.",
    prediction=Prediction(
        kind="point",
        prompt="Below which ε can the ring no longer be told from rings that noise invents?",
        horizontal=epsilon_axis(0.5, 1, 2, 4, 8),
        vertical=Axis(
            "length of a loop's bar, as a share of the true ring's",
            ((0, "0%"), (0.5, "50%"), (1, "100%")),
        ),
        start=(4.0,),
        shy=(Shy("At once, near 8", (7.0,)), Shy("Near 4", (4.0,)), Shy("Only near 0.5", (0.6,))),
    ),
    control=epsilon_control(
        STOPS,
        start=5,
        prompt="Move ε down. Watch the ring on the right shrink, then look for rings nobody drew.",
        address=f"explore?see=persistence&{GRAPH}&persistence.flatten=true",
    ),
    happened="The ring shrinks first: {three:.0%} of its length at ε = 3, {two:.0%} at ε = 2, "
    "where the longest loop that noise invented has {ghost:.0%}. Below, **ghosts grow: {late:.0%} "
    "at ε = 0.5**, as long as what is left of the ring.",
    misconception="Noise only blurs. What I see in a private picture was there.",
    takeaway="Loops shrink before they drown, and ghosts appear after.",
    exercise=Exercise(
        prompt="From which ε on is the ring at least twice as long as any ghost in nine of ten "
        "draws? Read it off the bands, or try it in the dashboard.",
        unit="ε =",
        tolerance=0.1,
        right="Yes. A shape may be believed when it is longer than what noise draws by itself.",
        hints=(
            Hint(
                0,
                1.6,
                "There the longest loop is as long as a ghost: seeing a loop is not finding "
                "the ring.",
            ),
            Hint(
                1.6,
                2.45,
                "There half of the draws may do, or fewer. Look at the lower edge of the "
                "blue band: nine of ten.",
            ),
            Hint(
                4.5,
                1e9,
                "That is enough, but not the smallest. Every step to the right costs privacy.",
            ),
        ),
    ),
    links=(Link("The ring's cloud in full", f"explore?see=embedding&{GRAPH}&epsilon=2"),),
    discussion=(
        "You are shown a private picture with two rings. What do you ask before you believe them?",
        "Why does the ring shrink before it drowns?",
        "The method finds the same two groups in the noisy and in the true graph. Are they right?",
    ),
    expected=(
        "How long rings of pure noise would be here, at this ε: the chance level.",
        "Noise points lie everywhere, also inside the ring: the hole is filled from its border.",
        "Not for that reason: a method can be stable and wrong. Two rings at ε = 2: k-means "
        "agrees with itself, not with the truth.",
    ),
    measure=measure,
)
