"""Lesson 4: the same epsilon under two promises. First the unit, then epsilon."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphdp_core.analyses.spanning_tree import MinimumSpanningTree
from graphdp_core.datasets import generate
from graphdp_core.digits import percent
from graphdp_core.experiment.compare import Repeat, run_baseline
from graphdp_core.lessons.lesson import Axis, Control, Exercise, Hint, Lesson, Link, Prediction
from graphdp_core.lessons.measured import bar, enough, places, repeated
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.mechanisms.minus_exponential import MinusExponential
from graphdp_core.mechanisms.pamst import PAMST
from graphdp_core.mechanisms.weight_laplace import WeightLaplace
from graphdp_core.results import SpanningTree

__all__ = ["BACKBONE"]

PLACES = 200
EPSILON = 3.0
PROMISES = (
    ("one distance is hidden", "l1", 0.03),
    ("all distances at once are hidden", "linf", 0.001),
)
NAMES = ("Laplace noise on every length", "PAMST", "Minus-exponential")
AT = (0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0, 1.2, 1.5, 2.0, 3.0)
HALF = 0.5
MOONS = f"explore?see=tree&graph=moons&moons.n={PLACES}&moons.joined=complete"


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
    found: dict[tuple[str, str], list[Repeat[SpanningTree]]] = {
        (promise, name): repeated(
            moons, mechanism(name, norm, radius), analysis, epsilon=EPSILON, draws=draws,
            baseline=baseline,
        )
        for promise, norm, radius in PROMISES
        for name in NAMES
    }  # fmt: skip
    kept = {
        key: float(np.median([repeat.metrics["edge_overlap"] for repeat in repeats]))
        for key, repeats in found.items()
    }

    def joined(name: str, promise: str) -> tuple[list[int], list[int]]:
        edges = found[promise, name][0].private.edges.tolist()
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
            bar(name, [repeat.metrics["edge_overlap"] for repeat in found[promise, name]],
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


BACKBONE = Lesson(
    id="L4",
    title="Backbone",
    minutes=3,
    question="All three promise ε = 3. Which keeps most of the tree?",
    story="200 villages around two lakes, and the shortest set of roads that joins them all. The "
    "distances are secret, and three methods publish the tree with noise.",
    prediction=Prediction(
        kind="bet",
        prompt="Bet on one method. All three have the same ε = 3.",
        vertical=Axis("of the true tree kept", ((0, "0%"), (0.5, "50%"), (1, "100%"))),
        names=NAMES,
        start=(-1.0,),
        shy=(),
    ),
    control=Control(
        label="The promise",
        stops=tuple(promise for promise, _, _ in PROMISES),
        start=0,
        kind="choice",
        prompt="What the promise hides: one distance that changes, or a small change of all "
        "distances at once. Solid lines are true roads, dashed ones were invented.",
        addresses=tuple(
            f"{MOONS}&mechanism=weight_laplace&weight_laplace.norm={norm}"
            f"&weight_laplace.radius={radius:g}&epsilon=3"
            for _, norm, radius in PROMISES
        ),
    ),
    happened="Where one distance is hidden, noise on every length keeps {one:.0%} of the tree, the "
    "others at most {least:.0%}. Where all are hidden at once, it keeps {all:.0%}, and the best of "
    "the others {best:.0%}: **the same ε, another promise, another winner**.",
    misconception="The same ε is the same promise.",
    takeaway="First the unit, then ε.",
    exercise=Exercise(
        prompt="One distance hidden (sum of changes at most 0.03): find the smallest ε at which "
        "Laplace noise keeps half of the tree in nine of ten draws.",
        unit="ε =",
        tolerance=0.15,
        right="Yes. Under the other promise no ε up to 10 does it: an ε without its unit says "
        "nothing.",
        hints=(
            Hint(
                0, 0.45, "There the noise is longer than most roads: the tree is mostly invented."
            ),
            Hint(2.9, 3.1, "That is the ε of the bet. Half of the tree needs far less."),
            Hint(3.1, 1e9, "Far more than needed under this promise. Did you read the other one?"),
        ),
    ),
    links=(
        Link("The same tree by PAMST", f"{MOONS}&mechanism=pamst&pamst.radius=0.03&epsilon=3"),
        Link(
            "What does one step of each promise hide?", "explore?see=counts&graph=school&epsilon=1"
        ),
    ),
    discussion=(
        "A table compares two methods at ε = 1. Which column is missing?",
        "Whose secret is one distance, whose are all of them?",
        "Why does noise on every length lose so much under the second promise?",
    ),
    expected=(
        "What one step of the promise is: an edge, a weight, all weights, a person.",
        "One measurement by one person; a person who took part in all measurements moves all.",
        "There are 19,900 lengths: to hide a change of all of them each needs noise 19,900 times "
        "as large as for one.",
    ),
    measure=measure,
)
