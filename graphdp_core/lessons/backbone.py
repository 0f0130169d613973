"""Lesson 4: the same epsilon under two promises. First the unit, then epsilon."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphdp_core.analyses.spanning_tree import MinimumSpanningTree
from graphdp_core.data import generate
from graphdp_core.digits import percent
from graphdp_core.experiment.compare import Repeat, run_baseline
from graphdp_core.lessons.lesson import Lesson, words_of
from graphdp_core.lessons.measured import bar, enough, places, repeated
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.mechanisms.minus_exponential import MinusExponential
from graphdp_core.mechanisms.pamst import PAMST
from graphdp_core.mechanisms.weight_laplace import WeightLaplace
from graphdp_core.results import SpanningTree

WORDS = words_of("L4")
PLACES = 200
EPSILON = 3.0
PROMISES = tuple(zip(WORDS["control"]["stops"], ("l1", "linf"), (0.03, 0.001), strict=True))
NAMES: list[str] = WORDS["prediction"]["names"]
AT = (0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0, 1.2, 1.5, 2.0, 3.0)
HALF = 0.5


def mechanism(name: str, norm: str, radius: float) -> Mechanism:
    """One of the three under a promise."""
    if name == NAMES[0]:
        return WeightLaplace(norm=norm, radius=radius)
    if name == NAMES[1]:
        return PAMST(norm=norm, radius=radius)
    return MinusExponential(norm=norm, radius=radius)


def measure(draws: int) -> dict[str, Any]:
    """The share of the true tree's edges that each method keeps under each promise."""
    moons = generate("moons", n=PLACES, joined="complete")
    analysis = MinimumSpanningTree(length="weights")
    baseline = run_baseline(moons, analysis)
    assert moons.positions is not None
    seats = places(moons.positions)
    true = {tuple(edge) for edge in baseline.edges.tolist()}
    drawn: dict[tuple[str, str], list[Repeat[SpanningTree]]] = {
        (promise, name): repeated(
            moons, mechanism(name, norm, radius), analysis, epsilon=EPSILON, draws=draws,
            baseline=baseline,
        )
        for promise, norm, radius in PROMISES
        for name in NAMES
    }  # fmt: skip
    kept = {
        key: float(np.median([repeat.metrics["edge_overlap"] for repeat in repeats]))
        for key, repeats in drawn.items()
    }

    def joined(name: str, promise: str) -> tuple[list[int], list[int]]:
        edges = drawn[promise, name][0].private.edges.tolist()
        real = [end for edge in edges if tuple(edge) in true for end in edge]
        return real, [end for edge in edges if tuple(edge) not in true for end in edge]

    trees = {name: [joined(name, promise) for promise, _, _ in PROMISES] for name in NAMES}
    _, norm, radius = PROMISES[0]

    def is_half(epsilon: float) -> list[bool]:
        repeats: list[Repeat] = repeated(
            moons, mechanism(NAMES[0], norm, radius), analysis, epsilon=epsilon, draws=draws,
            baseline=baseline,
        )  # fmt: skip
        return [repeat.metrics["edge_overlap"] >= HALF for repeat in repeats]

    return {
        "draws": draws,
        "bars": [
            bar(name, [repeat.metrics["edge_overlap"] for repeat in drawn[promise, name]],
                group=promise)
            for promise, _, _ in PROMISES
            for name in NAMES
        ],
        "answer": enough(AT, is_half),
        "figures": {
            "one": kept[PROMISES[0][0], NAMES[0]],
            "all": kept[PROMISES[1][0], NAMES[0]],
            "best": max(kept[PROMISES[1][0], name] for name in NAMES[1:]),
            "least": max(kept[PROMISES[0][0], name] for name in NAMES[1:]),
        },
        "picture": {
            "readings": [
                "; ".join(f"{n}: {percent(kept[promise, n], whole=True)}" for n in NAMES)
                + " of the tree stay."
                for promise, _, _ in PROMISES
            ],
            "panels": [
                {
                    "title": name,
                    "places": [seats],
                    "kept": [real for real, _ in trees[name]],
                    "invented": [made for _, made in trees[name]],
                }
                for name in NAMES
            ],
        },
    }  # fmt: skip


BACKBONE = Lesson(WORDS, measure)
