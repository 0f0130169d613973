"""Lesson 7: a number with its interval. Noise makes an honest interval wide, not wrong."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np

from graphdp_core.arrays import Floats
from graphdp_core.datasets import generate
from graphdp_core.digits import percent
from graphdp_core.estimates.asked import Asked, groups_of
from graphdp_core.estimates.estimate import GRAPH
from graphdp_core.estimates.from_release import estimates_from
from graphdp_core.estimates.given import Given
from graphdp_core.experiment.compare import noise_stream
from graphdp_core.graphs.graph import Graph
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
from graphdp_core.lessons.measured import SEED, curve, enough
from graphdp_core.mechanisms.edge_flip import EdgeFlip

__all__ = ["INTERVAL", "company"]

FEW, MANY = 300, 1000
SIZES = (FEW, MANY)
NAMES = (f"{FEW} people", f"{MANY:,} people")
AT = (0.5, 0.7, 1.0, 1.2, 1.4, 1.6, 1.7, 1.8, 1.9, 2.0, 2.2, 2.5, 3.0, 4.0)
STOPS = (0.5, 1.0, 1.5, 2.0, 3.0, 4.0)
LOOKED_AT = 1.0
FINE = 5.0  # percentage points: half an interval that is asked for
UNKNOWN = 20.0  # where an interval that cannot be given stands in the curve
SHOWN = 20  # releases in the picture
SCALE = (0.4, 1.0)  # of the share, from the left of the picture to its right
TICKS = (0.4, 0.6, 0.8, 1.0)
AXIS = "share of contacts within departments"
INK = {"end": 0, "truth": 1}
SETTINGS = "&".join(
    ("graph=sbm", "sbm.blocks=3", "sbm.within=0.12", "sbm.between=0.02", f"sbm.n={FEW}")
)


def company(people: int) -> Graph:
    """Three departments; everybody knows whom they belong to."""
    return generate("sbm", n=people, blocks=3, within=0.12, between=0.02)


def share(graph: Graph) -> float:
    """Of the contacts, those within a department."""
    assert graph.labels is not None
    u, v = graph.edges.T
    return float(np.mean(graph.labels[u] == graph.labels[v]))


def intervals(people: int, epsilon: float, draws: int) -> Floats:
    """From each of so many releases alone the 95 % interval of the share; nan where it has none.

    Shape (draws, 2).
    """
    graph = company(people)
    assert graph.labels is not None
    groups = groups_of(graph.labels.tolist(), graph.all_names())
    asked = Asked(groups=groups)
    found = np.full((draws, 2), math.nan)
    for r in range(draws):
        released = EdgeFlip().release(graph, epsilon=epsilon, rng=noise_stream(SEED, r))
        row = next(
            row for row in estimates_from(Given(released), asked, ["homophily"]) if row.of == GRAPH
        )
        if row.is_known:
            found[r] = row.low, row.high
    return found


def measure(draws: int) -> dict[str, Any]:
    """How wide the intervals are for few and for many people, and how often they hold the truth."""
    true = {people: share(company(people)) for people in SIZES}

    @cache
    def found(people: int, epsilon: float) -> Floats:
        return intervals(people, epsilon, draws)

    def wide(people: int, epsilon: float) -> Floats:
        low, high = found(people, epsilon).T
        return np.asarray(50 * (high - low))

    def half(people: int, epsilon: float) -> Floats:
        return np.minimum(np.nan_to_num(wide(people, epsilon), nan=UNKNOWN), UNKNOWN)

    def held(people: int, epsilon: float, first: int) -> int:
        low, high = found(people, epsilon)[:first].T
        return int(np.sum((low <= true[people]) & (true[people] <= high)))

    def said(people: int, name: str, epsilon: float) -> str:
        first = found(people, epsilon)[:SHOWN]
        known = np.isfinite(first[:, 0])
        if not known.any():
            return f"{name}: no release tells the share."
        count, right = int(known.sum()), held(people, epsilon, SHOWN)
        all_right = f"all {count} intervals" if count == right else f"{right} of {count} intervals"
        none = int(np.sum(~known))
        told = f"; {none} of {len(first)} releases cannot tell" if none else ""
        width = np.median(wide(people, epsilon)[:SHOWN][known])
        return f"{name}: {all_right} hold the truth, about ±{width:.2g} points{told}."

    return {
        "draws": draws,
        "curves": [
            curve(NAMES[0], "accent", AT, lambda x: half(FEW, x)),
            curve(NAMES[1], "opposite", AT, lambda x: half(MANY, x)),
        ],
        "answer": enough(AT, lambda x: half(FEW, x) <= FINE),
        "figures": {
            "true": true[FEW],
            "few": round(float(np.median(half(FEW, LOOKED_AT)))),
            "many": round(float(np.median(half(MANY, LOOKED_AT)))),
            "twice": round(float(np.median(half(FEW, 2 * LOOKED_AT)))),
            "held": float(np.mean([held(n, e, draws) / draws for n in SIZES for e in (1.0, 2.0)])),
        },
        "picture": {
            "readings": [
                " ".join(said(n, name, epsilon) for n, name in zip(SIZES, NAMES, strict=True))
                for epsilon in STOPS
            ],
            "panels": [
                {"title": name, **_bars([found(n, e)[:SHOWN] for e in STOPS], true[n])}
                for n, name in zip(SIZES, NAMES, strict=True)
            ],
        },
    }


def _bars(stops: Sequence[Floats], true: float) -> dict[str, Any]:
    """Every release's interval as a line, dashed where it misses the truth, which stands in all.

    A release without interval has no line.
    """
    drawn: dict[str, Any] = {"places": [], "inks": [], "kept": [], "invented": [], "axis": AXIS}
    drawn["ticks"] = [[_across(value), percent(value)] for value in TICKS]
    for ends in stops:
        places: list[int] = []
        inks: list[int] = []
        joins: dict[str, list[int]] = {"kept": [], "invented": []}
        for row, (low, high) in enumerate(ends):
            y = round(1000 * (row + 0.5) / len(ends))
            if math.isfinite(low):
                joins["kept" if low <= true <= high else "invented"] += [len(inks), len(inks) + 1]
                places += [_across(low), y, _across(high), y]
                inks += [INK["end"]] * 2
            places += [_across(true), y]
            inks.append(INK["truth"])
        for name, value in {"places": places, "inks": inks, **joins}.items():
            drawn[name].append(value)
    return drawn


def _across(value: float) -> int:
    low, high = SCALE
    return round(1000 * min(max((value - low) / (high - low), 0.0), 1.0))


INTERVAL = Lesson(
    id="L7",
    title="Intervals",
    minutes=3,
    question="You are given a noisy graph, and nothing else. How sure can you be of a number?",
    story="Two companies of three departments, one of 300 people and one of 1,000. edgeFlip "
    "releases who knows whom. From the release alone a statistician gives the share of contacts "
    "within departments, with an interval meant to hold the truth in 95 of 100 releases.",
    prediction=Prediction(
        kind="line",
        prompt="For 300 people: how far from the middle must the interval reach as ε grows? "
        "At the top the release cannot tell the share at all.",
        horizontal=epsilon_axis(0.5, 1, 2, 4),
        vertical=Axis(
            "± percentage points",
            ((0, "0"), (5, "±5"), (10, "±10"), (15, "±15"), (UNKNOWN, "unknown")),
        ),
        at=(0.5, 1.0, 2.0, 4.0),
        start=(10.0, 10.0, 10.0, 10.0),
        shy=(
            Shy("The same for every ε", (5.0, 5.0, 5.0, 5.0)),
            Shy("Half for twice the ε", (20.0, 10.0, 5.0, 2.5)),
            Shy("Never known", (20.0, 20.0, 20.0, 20.0)),
        ),
        asks_about=NAMES[0],
        step=1.0,
    ),
    control=epsilon_control(
        STOPS,
        start=1,
        prompt="Each line is one release's interval, the column of dots the truth. Move ε: do the "
        "lines get shorter, and do they miss more often?",
        address=f"explore?see=counts&{SETTINGS}",
    ),
    happened="At ε = 1 the interval reaches ±{few} points for 300 people and ±{many} for "
    "1,000; at ε = 2 ±{twice} for the 300. **Narrow or wide, {held:.0%} of them hold the truth: "
    "noise makes an honest interval wide, not wrong.** More people have more pairs, in which more "
    "of the noise cancels.",
    misconception="A private number is off by nobody knows how much. More privacy means more "
    "wrong answers.",
    takeaway="Who receives a release can say how far off a number may be. More ε or more people "
    "narrow it; where it cannot be known, say so.",
    exercise=Exercise(
        prompt="Find the smallest ε at which nine of ten releases of 300 people tell the share to "
        "±5 points or better. Read it off the blue curve, or ask the dashboard.",
        unit="ε =",
        tolerance=0.08,
        right="Yes. And 1,000 people have it at less than half of that: ask how many people are in "
        "the data before you ask for ε.",
        hints=(
            Hint(0.65, 0.95, "There it holds for the 1,000. You were asked about the 300."),
            Hint(0.95, 1.6, "There most of the 300's intervals are wider than that. Go higher."),
            Hint(2.25, 20.001, "That is enough, but not the smallest. Go lower."),
        ),
    ),
    links=(
        Link("Which ε is enough?", f"which-epsilon?{SETTINGS}"),
        Link("A release that was given to you", "release?given=school"),
        Link("The counts of the same release", f"explore?see=counts&{SETTINGS}&epsilon=1"),
    ),
    discussion=(
        "A newspaper prints a share from a private graph without an interval. What do you ask?",
        "Why is the interval of the larger company narrower at the same ε?",
        "Another graph of this kind will have another share. Does the interval say which?",
    ),
    expected=(
        "How wide the interval is, and whether noise alone or also the choice of people is in it.",
        "Every pair's noise is the same, and there are eleven times as many pairs: the noise of "
        "the sum grows more slowly than the sum.",
        "No. It is for this graph. Who asks about all such companies needs a wider one.",
    ),
    measure=measure,
)
