"""Lesson 4: the same epsilon under two promises. First the unit, then epsilon."""

from __future__ import annotations

from typing import Any, cast

import numpy as np

from graphdp_core.analyses.spanning_tree import MinimumSpanningTree
from graphdp_core.data import generate
from graphdp_core.digits import percent
from graphdp_core.lessons.lesson import Draws, Lesson, bar, enough, measured, places, words_of
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.mechanisms.minus_exponential import MinusExponential
from graphdp_core.mechanisms.pamst import PAMST
from graphdp_core.mechanisms.weight_laplace import WeightLaplace

WORDS = words_of("L4")
PLACES = 200
EPSILON = 3.0
# Of kilometres between villages.
PROMISES = tuple(zip(WORDS["control"]["stops"], ("l1", "linf"), (0.03, 0.001), strict=True))
NAMES: list[str] = WORDS["prediction"]["names"]
AT = (0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0, 1.2, 1.5, 2.0, 3.0)
HALF = 0.5


def mechanism(name: str, norm: str, radius: float) -> Mechanism:
    """One of the three under a promise."""
    kinds: tuple[Any, ...] = (WeightLaplace, PAMST, MinusExponential)
    return cast("Mechanism", kinds[NAMES.index(name)](norm=norm, radius=radius))


def measure(draws: int) -> dict[str, Any]:
    """The share of the true tree's edges that each method keeps under each promise."""
    moons = generate("moons", n=PLACES, joined="complete")
    trees_of = Draws(moons, MinimumSpanningTree(length="weights"), draws)
    assert moons.positions is not None
    seats = places(moons.positions)
    true = {tuple(edge) for edge in trees_of.baseline.edges.tolist()}
    made = {(promise, name): mechanism(name, norm, radius)
            for promise, norm, radius in PROMISES for name in NAMES}  # fmt: skip
    overlaps = {key: trees_of.metric("edge_overlap", one, EPSILON) for key, one in made.items()}
    kept = {key: float(np.median(values)) for key, values in overlaps.items()}

    def joined(name: str, promise: str) -> tuple[list[int], list[int]]:
        edges = trees_of.drawn(made[promise, name], EPSILON)[0].private.edges.tolist()
        real = [end for edge in edges if tuple(edge) in true for end in edge]
        return real, [end for edge in edges if tuple(edge) not in true for end in edge]

    trees = {name: [joined(name, promise) for promise, _, _ in PROMISES] for name in NAMES}
    first = made[PROMISES[0][0], NAMES[0]]
    return measured(
        draws,
        bars=[bar(name, values, group=promise) for (promise, name), values in overlaps.items()],
        answer=enough(AT, lambda x: trees_of.metric("edge_overlap", first, x) >= HALF),
        figures={
            "one": kept[PROMISES[0][0], NAMES[0]],
            "all": kept[PROMISES[1][0], NAMES[0]],
            "best": max(kept[PROMISES[1][0], name] for name in NAMES[1:]),
            "least": max(kept[PROMISES[0][0], name] for name in NAMES[1:]),
        },
        readings=[
            "; ".join(f"{n}: {percent(kept[promise, n], whole=True)}" for n in NAMES)
            + " of the tree stay."
            for promise, _, _ in PROMISES
        ],
        panels=[
            {
                "title": "The truth",
                "places": [seats],
                "kept": [trees_of.baseline.edges.ravel().tolist()],
            },
            *(
                {
                    "title": name,
                    "places": [seats],
                    "kept": [real for real, _ in trees[name]],
                    "invented": [made for _, made in trees[name]],
                }
                for name in NAMES
            ),
        ],
    )


BACKBONE = Lesson(WORDS, measure)
