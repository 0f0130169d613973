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
from graphdp_core.lessons.measured import SEED, enough, number_word, repeated
from graphdp_core.mechanisms.edge_flip import EdgeFlip
from graphdp_core.mechanisms.noisy_degrees import NoisyDegrees
from graphdp_core.privacy.guarantee import NeighbouringRelation, posterior
from graphdp_core.privacy.implications import implied

__all__ = ["CHOOSE"]

CLASSES, TOP = 0.8, 8  # agreement with the classes; of the top ten that must stay
FLIPS = (1.0, 1.4, 1.6, 1.8, 1.9, 2.0, 2.1, 2.2, 2.3, 2.4, 2.5, 2.6, 2.8, 3.0, 3.5, 4.0)
DEGREES = (0.1, 0.2, 0.3, 0.4, 0.5, 0.7, 1.0)
PLANS = (
    "one graph, read twice",
    "two graphs, one for each question",
    "a graph, and a ranking by its own method",
)
SPENT = (1.0, 1.5)  # of the exercise, for two contacts
PEOPLE = 300
COMPANY: Mapping[str, Any] = {
    "n": PEOPLE,
    "blocks": 3,
    "degree": 24.0,
    "mixing": 0.1,
    "exponent": 3.5,
}
GRAPH = "graph=degree_corrected_sbm" + "".join(
    f"&degree_corrected_sbm.{name}={value:g}" for name, value in COMPANY.items()
)
UNITS = (1, 2, 10)  # contacts of one person
ANSWERED = {
    (False, False): "neither answer",
    (True, False): "the departments alone",
    (False, True): "the ten alone",
    (True, True): "both answers",
}
Met = Callable[[float], list[bool]]


def company() -> Any:
    """Three departments, in each of them people whom everybody knows."""
    return generate("degree_corrected_sbm", **COMPANY)


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
        answered = ANSWERED[bool(np.mean(met) >= 0.9), bool(np.mean(ranked) >= 0.9)]
        rows.append(
            [
                _line(f"departments found in {np.mean(met):.0%} of draws", np.mean(met) >= 0.9),
                _line(f"eight of the top ten in {np.mean(ranked):.0%}", np.mean(ranked) >= 0.9),
            ]
        )
        readings.append(
            f"Spent: {flip + degree:.2g}, for {answered}. Of one contact that was as likely as "
            f"not, a spy can be at most {sure:.0%} sure."
        )  # fmt: skip
    return {
        "draws": draws,
        "bars": [
            {"name": name, "group": "", "low": total, "middle": round(total, 2), "high": total}
            for name, total in totals.items()
        ],
        "ladder": _ladder(both),
        "answer": 2 * sum(SPENT),
        "figures": {
            "both": both,
            "classes": classes,
            "ranking": again,
            "top": top,
            "split": classes + top,
            "many": UNITS[-1] * both,
        },
        "stops": [_spending(*spent) for spent in spendings],
        "addresses": [_address(*spent) for spent in spendings],
        "picture": {
            "readings": readings,
            "panels": [{"title": "What the release gives", "rows": rows}],
        },
    }


def _line(name: str, is_met: np.bool_ | bool) -> dict[str, str]:
    return {"name": name, "mark": "enough" if is_met else "too few"}


def _ladder(epsilon: float) -> dict[str, Any]:
    """The one promise at this epsilon, told for larger and larger units."""
    rows = [["one contact", f"{epsilon:g}", f"{posterior(0.5, epsilon):.0%} sure"]]
    for count in UNITS[1:]:
        group, _ = implied(NeighbouringRelation.EDGE, epsilon, edges=count)
        sure = posterior(0.5, group.epsilon)
        said = f"{sure:.0%} sure" if sure < 0.995 else f"sure but for 1 in {_odds(group.epsilon)}"
        rows.append([f"{number_word(count)} contacts", f"{group.epsilon:g}", said])
    *_, node = implied(NeighbouringRelation.EDGE, epsilon, edges=PEOPLE - 1)
    rows.append(["a whole person", f"{node.epsilon:,.0f}", "sure: next to nothing is hidden"])
    return {"title": f"One release at ε = {epsilon:g}: private for what?",
            "heads": ["unit", "ε", "a spy is at most"], "rows": rows}  # fmt: skip


def _odds(epsilon: float) -> str:
    """The least chance of error that an epsilon leaves, as one in so many."""
    many = 1 + np.exp(epsilon)
    for size, word in ((1e9, "billion"), (1e6, "million")):
        if many >= size:
            return f"{many / size:.1f} {word}"
    return f"{many:,.0f}"


def _address(flip: float, degree: float) -> str:
    """The page that shows the larger part of a spending."""
    if flip:
        return f"clusters?{GRAPH}&epsilon={flip:g}"
    return f"centrality?{GRAPH}&mechanism=noisy_degrees&epsilon={degree:g}&centrality.score=degree"


def _spending(flip: float, degree: float) -> str:
    parts = [f"edgeFlip {flip:g}"] * bool(flip) + [f"noisy degrees {degree:g}"] * bool(degree)
    return " + ".join(parts)


CHOOSE = Lesson(
    id="L6",
    title="Choose your ε",
    minutes=4,
    question="Two questions, one budget. How little ε is enough?",
    story="A company of 300 wants to know its three departments and its ten best-connected people "
    "(eight will do), each right in nine of ten draws. ε is counted for one contact of two people.",
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
        addresses=(),
        kind="choice",
        prompt="Spend some ε and look: what is found, and how sure may a spy be of one contact?",
    ),
    happened="At ε = {both:g} one graph answers both (the departments alone need {classes:g}, the "
    "ranking {ranking:g}); a second release is cheap ({top:g}) and still **adds to the bill**, "
    "{split:.2g} in all. And **all of this is for one contact**: for ten contacts of one person "
    "the same graph costs {many:g} and hides next to nothing.",
    misconception="Two releases at ε = 1 are still ε = 1. 'The data are private' is a promise.",
    takeaway="Looking again is free, asking again is not. Private without a unit says nothing.",
    exercise=Exercise(
        prompt="Somebody publishes two releases of one graph, at ε = 1 and ε = 1.5 for one "
        "contact. Which ε do both together cost for two contacts of one person?",
        unit="ε =",
        tolerance=0.01,
        right="Yes: 1 + 1.5 = 2.5 for one contact, and twice that for two. Releases add up, and so "
        "do the contacts of a person.",
        hints=(
            Hint(2.4, 2.6, "That is for one contact. The question has two: name the unit first."),
            Hint(1.2, 1.3, "That is the mean. Releases do not average, they add up."),
            Hint(0.9, 1.1, "That is the first release for one contact. A spy reads both."),
            Hint(1.4, 1.6, "That is the second release for one contact. A spy reads both."),
            Hint(1.9, 2.1, "That is the first release alone, for two contacts. A spy reads both."),
            Hint(2.9, 3.1, "That is the second release alone, for two contacts. A spy reads both."),
            Hint(
                6.2, 6.3, "Squares? Releases and contacts are added, not multiplied by themselves."
            ),
        ),
    ),
    links=(
        Link("Ask the advisor: which ε for both?", f"trade-off?{GRAPH}"),
        Link("One edge or one node: what each costs", "counts?graph=school&epsilon=1"),
        Link("Keep a ledger: make a release", "release"),
    ),
    discussion=(
        "'Your data are differentially private.' Which three questions do you ask back?",
        "The budget is spent and a new question comes. What can you do?",
        "When is a second release by a special method worth its ε?",
    ),
    expected=(
        "For which unit (a contact, a person)? At which ε? Over how many releases?",
        "Ask the releases that are out: post-processing is free. Or wait for new data.",
        "When the first release answers the question badly and the special method cheaply.",
    ),
    measure=measure,
)
