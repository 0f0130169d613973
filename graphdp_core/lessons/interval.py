"""Lesson 7: a number with its interval. Noise makes an honest interval wide, not wrong."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np

from graphdp_core.arrays import Floats
from graphdp_core.data import generate
from graphdp_core.digits import percent
from graphdp_core.estimates.asked import Asked, Given, groups_of
from graphdp_core.estimates.estimate import GRAPH
from graphdp_core.estimates.from_release import estimates_from
from graphdp_core.experiment.compare import noise_stream
from graphdp_core.graphs.graph import Graph
from graphdp_core.lessons.lesson import SEED, Lesson, curve, enough, measured, words_of
from graphdp_core.mechanisms.edge_flip import EdgeFlip

WORDS = words_of("L7")
FEW, MANY = 300, 1000
SIZES = (FEW, MANY)
NAMES = (f"{FEW} people", f"{MANY:,} people")
AT = (0.5, 0.7, 1.0, 1.2, 1.4, 1.6, 1.7, 1.8, 1.9, 2.0, 2.2, 2.5, 3.0, 4.0)
STOPS = tuple(map(float, WORDS["control"]["stops"]))
LOOKED_AT = 1.0
FINE = 5.0  # percentage points: half an interval that is asked for
UNKNOWN = 20.0  # where an interval that cannot be given stands in the curve
SHOWN = 20  # releases in the picture
SCALE = (0.4, 1.0)  # of the share, from the left of the picture to its right
TICKS = (0.4, 0.6, 0.8, 1.0)
AXIS = "within departments"  # there is room for so much on a phone
INK = {"end": 0, "truth": 1}


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
    ends = np.full((draws, 2), math.nan)
    for r in range(draws):
        released = EdgeFlip().release(graph, epsilon=epsilon, rng=noise_stream(SEED, r))
        row = next(
            row for row in estimates_from(Given(released), asked, ["homophily"]) if row.of == GRAPH
        )
        if row.is_known:
            ends[r] = row.low, row.high
    return ends


def measure(draws: int) -> dict[str, Any]:
    """How wide the intervals are for few and for many people, and how often they hold the truth."""
    true = {people: share(company(people)) for people in SIZES}

    outcome = cache(lambda people, epsilon: intervals(people, epsilon, draws))

    def wide(people: int, epsilon: float) -> Floats:
        low, high = outcome(people, epsilon).T
        return np.asarray(50 * (high - low))

    def half(people: int, epsilon: float) -> Floats:
        return np.minimum(np.nan_to_num(wide(people, epsilon), nan=UNKNOWN), UNKNOWN)

    def held(people: int, epsilon: float, first: int) -> int:
        low, high = outcome(people, epsilon)[:first].T
        return int(np.sum((low <= true[people]) & (true[people] <= high)))

    def said(people: int, name: str, epsilon: float) -> str:
        first = outcome(people, epsilon)[:SHOWN]
        known = np.isfinite(first[:, 0])
        if not known.any():
            return f"{name}: no release tells the share."
        count, right = int(known.sum()), held(people, epsilon, SHOWN)
        all_right = f"all {count} intervals" if count == right else f"{right} of {count} intervals"
        none = int(np.sum(~known))
        told = f"; {none} of {len(first)} releases cannot tell" if none else ""
        width = np.median(wide(people, epsilon)[:SHOWN][known])
        return f"{name}: {all_right} hold the truth, about ±{width:.2g} points{told}."

    return measured(
        draws,
        curves=[
            curve(NAMES[0], "accent", AT, lambda x: half(FEW, x)),
            curve(NAMES[1], "opposite", AT, lambda x: half(MANY, x)),
        ],
        answer=enough(AT, lambda x: half(FEW, x) <= FINE),
        figures={
            "true": true[FEW],
            "few": round(float(np.median(half(FEW, LOOKED_AT)))),
            "many": round(float(np.median(half(MANY, LOOKED_AT)))),
            "twice": round(float(np.median(half(FEW, 2 * LOOKED_AT)))),
            "held": float(np.mean([held(n, e, draws) / draws for n in SIZES for e in (1.0, 2.0)])),
        },
        readings=[
            " ".join(said(n, name, epsilon) for n, name in zip(SIZES, NAMES, strict=True))
            for epsilon in STOPS
        ],
        panels=[
            {"title": name, **_bars([outcome(n, e)[:SHOWN] for e in STOPS], true[n])}
            for n, name in zip(SIZES, NAMES, strict=True)
        ],
    )


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


INTERVAL = Lesson(WORDS, measure)
