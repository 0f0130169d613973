"""Lesson 6: a budget for two questions. Looking again at a release is free, asking again is not."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import numpy as np

from graphdp_core.analyses.centrality import Centrality
from graphdp_core.analyses.louvain import Louvain
from graphdp_core.data import generate
from graphdp_core.digits import epsilon_label, percent
from graphdp_core.experiment.compare import run_baseline, run_repeat
from graphdp_core.experiment.unit_ladder import Rung, unit_rungs
from graphdp_core.graphs.graph import Graph
from graphdp_core.lessons.lesson import Lesson, words_of
from graphdp_core.lessons.measured import SEED, enough, repeated
from graphdp_core.lessons.unit_pictures import unit_pictures
from graphdp_core.mechanisms.edge_flip import EdgeFlip
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.mechanisms.noisy_degrees import NoisyDegrees
from graphdp_core.privacy.guarantee import posterior

WORDS = words_of("L6")
CLASSES, TOP = 0.8, 8  # agreement with the classes; of the top ten that must stay
FLIPS = (1.0, 1.4, 1.6, 1.8, 1.9, 2.0, 2.1, 2.2, 2.3, 2.4, 2.5, 2.6, 2.8, 3.0, 3.5, 4.0)
DEGREES = (0.1, 0.2, 0.3, 0.4, 0.5, 0.7, 1.0)
PLANS: list[str] = WORDS["prediction"]["names"]
SPENT = (1.0, 1.5)  # of the exercise, for two contacts
COMPANY: Mapping[str, Any] = {"n": 300, "blocks": 3, "degree": 24.0, "mixing": 0.1, "exponent": 3.5}
GRAPH = "graph=degree_corrected_sbm" + "".join(
    f"&degree_corrected_sbm.{name}={value:g}" for name, value in COMPANY.items()
)
TEN, MOST = 10, 60  # contacts of one person: some of them, and all that there can be
SAID = WORDS["said"]
Met = Callable[[float], list[bool]]


def company() -> Any:
    """Three departments, in each of them people whom everybody knows."""
    return generate("degree_corrected_sbm", **COMPANY)


def targets(draws: int) -> tuple[Callable[[float], list[Mapping[str, bool]]], Met]:
    """Which targets each draw meets: of edgeFlip both, of noisy degrees the ranking."""
    graph, ranking = company(), Centrality(score="degree")
    true = run_baseline(graph, ranking)

    @cache
    def flipped(epsilon: float) -> list[Mapping[str, bool]]:
        return answers_of(EdgeFlip(), epsilon, draws)

    @cache
    def degrees(epsilon: float) -> list[bool]:
        repeats = repeated(
            graph, NoisyDegrees(), ranking, epsilon=epsilon, draws=draws, baseline=true
        )
        return [repeat.metrics["top10_kept"] >= TOP for repeat in repeats]

    return flipped, degrees


def answers_of(mechanism: Mechanism, epsilon: float, draws: int) -> list[Mapping[str, bool]]:
    """Which of the two questions each released graph answers."""
    graph, louvain, ranking = company(), Louvain(), Centrality(score="degree")
    true = run_baseline(graph, ranking)
    out: list[Mapping[str, bool]] = []
    for repeat in repeated(graph, mechanism, louvain, epsilon=epsilon, draws=draws):
        again = run_repeat(
            graph, mechanism, ranking, epsilon=epsilon, seed=SEED, baseline=true,
            release=repeat.release,
        )  # fmt: skip
        out.append(
            {"classes": repeat.metrics["ari"] >= CLASSES, "top": again.metrics["top10_kept"] >= TOP}
        )
    return out


def measure(draws: int) -> dict[str, Any]:
    """The least budget of three plans, and what five ways to spend it give."""
    flipped, degrees = targets(draws)
    both = enough(FLIPS, lambda e: [all(outcome.values()) for outcome in flipped(e)])
    classes = enough(FLIPS, lambda e: [outcome["classes"] for outcome in flipped(e)])
    top = enough(DEGREES, degrees)
    again = enough(FLIPS, lambda e: [outcome["top"] for outcome in flipped(e)])
    totals = {PLANS[0]: both, PLANS[1]: classes + again, PLANS[2]: classes + top}
    spendings: tuple[tuple[float, float], ...] = (
        (1.0, 0.0), (0.0, 1.0), (1.0, 1.0), (both, 0.0), (classes, top),
    )  # fmt: skip
    rows, readings = [], []
    for flip, degree in spendings:
        outcome = flipped(flip) if flip else []
        met = [f["classes"] for f in outcome] or [False]
        ranked = [f["top"] for f in outcome] or [False]
        if degree:
            ranked = [a or b for a, b in zip(degrees(degree), ranked * draws, strict=False)]
        shares = float(np.mean(met)), float(np.mean(ranked))
        rows.append(
            [
                {
                    "name": SAID[name].format(share=percent(share, whole=True)),
                    "mark": "enough" if share >= 0.9 else "too few",
                }
                for name, share in zip(("departments", "ten"), shares, strict=True)
            ]
        )
        sure = percent(posterior(0.5, flip + degree), whole=True)
        answered = _answered(*shares)
        readings.append(SAID["spent"].format(spent=flip + degree, answered=answered, sure=sure))

    def kept(mechanism: Mechanism, epsilon: float) -> str:
        answers = answers_of(mechanism, epsilon, draws)
        return _answered(
            *(float(np.mean([one[name] for one in answers])) for name in ("classes", "top"))
        )

    return {
        "draws": draws,
        "bars": [
            {"name": name, "group": "", "low": total, "middle": round(total, 2), "high": total}
            for name, total in totals.items()
        ],
        "ladder": _ladder(both, draws, kept),
        "answer": 2 * sum(SPENT),
        "figures": {
            "both": both,
            "classes": classes,
            "ranking": again,
            "top": top,
            "split": classes + top,
            "many": TEN * both,
        },
        "stops": [_spending(*spent) for spent in spendings],
        "addresses": [_address(*spent) for spent in spendings],
        "picture": {
            "readings": readings,
            "panels": [{"title": "What the release gives", "rows": rows}],
        },
    }


def _answered(departments: float, ten: float) -> str:
    """What is answered in nine of ten draws."""
    answers: list[str] = SAID["answers"]
    return answers[(departments >= 0.9) + 2 * (ten >= 0.9)]


def _ladder(epsilon: float, draws: int, kept: Callable[[Mechanism, float], str]) -> dict[str, Any]:
    """The same company at this epsilon for larger and larger units."""
    graph = company()
    rungs = unit_rungs(graph, EdgeFlip(), epsilon, edges=TEN, most=MOST)

    def says(rung: Rung) -> str:
        made = rung.mechanism
        return _answered(1.0, 1.0) if made is None else kept(made, rung.epsilon)

    return unit_pictures(
        graph, rungs, SAID["units"], says, seats=_seats(graph),
        title=SAID["ladder"].format(epsilon=epsilon_label(epsilon), draws=draws),
    )  # fmt: skip


def _seats(graph: Graph) -> np.ndarray:
    """Every department is a disc, with whom most know in its middle."""
    classes = np.asarray(graph.labels)
    seats = np.zeros((graph.n, 2))
    for place, one in enumerate(np.unique(classes)):
        of = np.flatnonzero(classes == one)
        rank = np.empty(len(of))
        rank[np.argsort(-graph.degrees[of], kind="stable")] = np.arange(len(of))
        turn, away = rank * np.pi * (3 - np.sqrt(5)), np.sqrt((rank + 0.5) / len(of))
        middle = 2 * np.pi * place / 3 + np.pi / 2
        seats[of, 0] = 1.25 * np.cos(middle) + away * np.cos(turn)
        seats[of, 1] = 1.25 * np.sin(middle) + away * np.sin(turn)
    return seats


def _address(flip: float, degree: float) -> str:
    """The page that shows the larger part of a spending."""
    if flip:
        return f"explore?see=clusters&{GRAPH}&epsilon={flip:g}"
    return (
        f"explore?see=centrality&{GRAPH}&mechanism=noisy_degrees&epsilon={degree:g}"
        "&centrality.score=degree"
    )


def _spending(flip: float, degree: float) -> str:
    parts = [f"edgeFlip {flip:g}"] * bool(flip) + [f"noisy degrees {degree:g}"] * bool(degree)
    return " + ".join(parts)


CHOOSE = Lesson(WORDS, measure)
