"""Lesson 6: a budget for two questions. Looking again at a release is free, asking again is not."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import numpy as np

from graphdp_core.analyses.centrality import Centrality
from graphdp_core.analyses.louvain import Louvain
from graphdp_core.datasets import generate
from graphdp_core.experiment.compare import run_baseline, run_repeat
from graphdp_core.lessons.lesson import Axis, Control, Exercise, Hint, Lesson, Link, Prediction
from graphdp_core.lessons.measured import SEED, enough, repeated
from graphdp_core.mechanisms.edge_flip import EdgeFlip
from graphdp_core.mechanisms.noisy_degrees import NoisyDegrees
from graphdp_core.privacy.guarantee import posterior

__all__ = ["CHOOSE"]

CLASSES, TOP = 0.8, 8  # agreement with the classes; of the top ten that must stay
FLIPS = (1.0, 1.4, 1.6, 1.8, 1.9, 2.0, 2.1, 2.2, 2.3, 2.4, 2.5, 2.6, 2.8, 3.0, 3.5, 4.0)
DEGREES = (0.1, 0.2, 0.3, 0.4, 0.5, 0.7, 1.0)
PLANS = (
    "one graph, read twice",
    "two graphs, one for each question",
    "a graph, and a ranking by its own method",
)
SPENT = (1.0, 1.5)  # of the exercise
Met = Callable[[float], list[bool]]


def company() -> Any:
    """Three departments, in each of them people whom everybody knows."""
    return generate("degree_corrected_sbm", n=300, blocks=3, degree=24.0, exponent=3.5)


def targets(draws: int) -> tuple[Callable[[float], list[Mapping[str, bool]]], Met]:
    """Which targets each draw meets: of edgeFlip both, of noisy degrees the ranking."""
    graph, louvain, ranking = company(), Louvain(), Centrality(score="degree")
    classes, true = run_baseline(graph, louvain), run_baseline(graph, ranking)

    @cache
    def flipped(epsilon: float) -> list[Mapping[str, bool]]:
        out: list[Mapping[str, bool]] = []
        for found in repeated(
            graph, EdgeFlip(), louvain, epsilon=epsilon, draws=draws, baseline=classes
        ):
            again = run_repeat(
                graph, EdgeFlip(), ranking, epsilon=epsilon, seed=SEED, baseline=true,
                release=found.release,
            )  # fmt: skip
            out.append(
                {
                    "classes": found.metrics["ari"] >= CLASSES,
                    "top": again.metrics["top10_kept"] >= TOP,
                }
            )
        return out

    @cache
    def degrees(epsilon: float) -> list[bool]:
        found = repeated(
            graph, NoisyDegrees(), ranking, epsilon=epsilon, draws=draws, baseline=true
        )
        return [repeat.metrics["top10_kept"] >= TOP for repeat in found]

    return flipped, degrees


def measure(draws: int) -> dict[str, Any]:
    """The least budget of three plans, and what five ways to spend it give."""
    flipped, degrees = targets(draws)
    both = enough(FLIPS, lambda e: [all(found.values()) for found in flipped(e)])
    classes = enough(FLIPS, lambda e: [found["classes"] for found in flipped(e)])
    top = enough(DEGREES, degrees)
    again = enough(FLIPS, lambda e: [found["top"] for found in flipped(e)])
    totals = {PLANS[0]: both, PLANS[1]: classes + again, PLANS[2]: classes + top}
    spendings: tuple[tuple[float, float], ...] = (
        (1.0, 0.0), (0.0, 1.0), (1.0, 1.0), (both, 0.0), (classes, top),
    )  # fmt: skip
    rows, readings = [], []
    for flip, degree in spendings:
        found = flipped(flip) if flip else []
        met = [f["classes"] for f in found] or [False]
        ranked = [f["top"] for f in found] or [False]
        if degree:
            ranked = [a or b for a, b in zip(degrees(degree), ranked * draws, strict=False)]
        sure = posterior(0.5, flip + degree)
        rows.append(
            [
                _line(f"departments found in {np.mean(met):.0%} of draws", np.mean(met) >= 0.9),
                _line(f"eight of the top ten in {np.mean(ranked):.0%}", np.mean(ranked) >= 0.9),
            ]
        )
        readings.append(
            f"Spent: {flip + degree:.2g}. Of one contact that was as likely as not, a spy can be "
            f"at most {sure:.0%} sure."
        )  # fmt: skip
    return {
        "draws": draws,
        "bars": [
            {"name": name, "group": "", "low": total, "middle": round(total, 2), "high": total}
            for name, total in totals.items()
        ],
        "answer": 100 * posterior(0.5, sum(SPENT)),
        "figures": {"both": both, "classes": classes, "top": top, "split": classes + top},
        "stops": [_spending(*spent) for spent in spendings],
        "picture": {
            "readings": readings,
            "panels": [{"title": "What the release gives", "rows": rows}],
        },
    }


def _line(name: str, is_met: np.bool_ | bool) -> dict[str, str]:
    return {"name": name, "mark": "enough" if is_met else "too few"}


def _spending(flip: float, degree: float) -> str:
    parts = [f"edgeFlip {flip:g}"] * bool(flip) + [f"noisy degrees {degree:g}"] * bool(degree)
    return " + ".join(parts)


CHOOSE = Lesson(
    id="L6",
    title="Choose your ε",
    minutes=4,
    question="Two questions, one budget. How little ε is enough?",
    story="A company of 300 wants to know its three departments and its ten best-connected people "
    "(eight of them will do), each right in nine of ten draws. Every contact is protected.",
    prediction=Prediction(
        kind="bet",
        prompt="Which plan needs the least ε in all?",
        vertical=Axis(
            "total ε needed", ((0, "0"), (1, "1"), (2, "2"), (3, "3"), (4, "4"), (5, "5"))
        ),
        names=PLANS,
        start=(-1.0,),
        shy=(),
        least_wins=True,
    ),
    control=Control(
        label="Spend",
        stops=(),
        start=0,
        kind="choice",
        prompt="Spend some ε and look: what is found, and how sure may a spy be of one contact?",
    ),
    happened="edgeFlip releases a whole graph: at ε = {both:g} both questions are answered from "
    "the same release. A second release for the ranking alone is cheap ({top:g}), and still "
    "**adds to the bill**: {split:.2g} in all. What is released once may be looked at as often as "
    "one likes.",
    misconception="Every question needs its own ε. Two releases at ε = 1 are still ε = 1.",
    takeaway="Looking again is free. Asking again is not.",
    exercise=Exercise(
        prompt="Somebody publishes two releases of one graph, at ε = 1 and ε = 1.5. A contact was "
        "as likely as not: how sure can a spy be at most, in per cent?",
        unit="%",
        tolerance=0.008,
        right="Yes: 1 + 1.5 = 2.5, and e^2.5 chances to one are 92 %. A ledger has to add up.",
        hints=(
            Hint(72, 74, "That is the first release alone. The spy reads both."),
            Hint(81, 83, "That is the second release alone. The spy reads both: add the two."),
            Hint(77, 79, "That is ε = 1.25, the mean. Releases do not average, they add up."),
            Hint(
                100, 1e9, "Nobody is ever surer than 100 %. Add the two ε, then take the odds e^ε."
            ),
        ),
    ),
    links=(
        Link("Ask the advisor: which ε for both?", "trade-off?graph=degree_corrected_sbm"),
        Link("Keep a ledger: make a release", "release"),
    ),
    discussion=(
        "Who should hold the ledger, and who may read it?",
        "The budget is spent and a new question comes. What can you do?",
        "When is a second release by a special method worth its ε?",
    ),
    expected=(
        "The curator holds it; it may be public: it says nothing of the graph.",
        "Ask the releases that are out: post-processing is free. Or wait for new data.",
        "When the first release answers the question badly and the special method cheaply.",
    ),
    measure=measure,
)
