"""Lesson 2: communities come back all at once, and what a method throws away never does."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from graphdp_core.analyses.louvain import Louvain
from graphdp_core.arrays import Floats
from graphdp_core.datasets import load_graph
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
from graphdp_core.mechanisms.louvain_dp import LouvainDP
from graphdp_core.metrics.partitions import match_labels

__all__ = ["COMMUNITIES"]

AT = (0.3, 0.5, 0.7, 1.0, 1.2, 1.4, 1.5, 1.6, 1.7, 1.8, 1.9, 2.0, 2.2, 2.5, 3.0, 4.0, 6.0, 10.0)
STOPS = (0.5, 1.0, 1.5, 2.0, 3.0, 6.0)
GROUPS = 5
FOUND = 0.8  # of the adjusted Rand index: the classes are there
NAMES = ("edgeFlip", f"LouvainDP, groups of {GROUPS}")


def measure(draws: int) -> dict[str, Any]:
    """Agreement with the classes against epsilon, and where every pupil is put at six stops."""
    school = load_graph("school")
    louvain = Louvain()
    baseline = run_baseline(school, louvain)

    @cache
    def drawn(name: str, epsilon: float) -> list[Repeat]:
        mechanism = EdgeFlip() if name == NAMES[0] else LouvainDP(k=GROUPS)
        return repeated(school, mechanism, louvain, epsilon=epsilon, draws=draws, baseline=baseline)

    def agreement(name: str, epsilon: float) -> Floats:
        return np.array([repeat.metrics["ari"] for repeat in drawn(name, epsilon)])

    shown = [drawn(NAMES[0], epsilon)[0].private for epsilon in STOPS]
    labels = [match_labels(baseline.labels, found.labels) for found in shown]
    counts = [int(np.unique(found.labels).size) for found in shown]
    middle = {x: float(np.median(agreement(NAMES[0], x))) for x in AT}
    return {
        "draws": draws,
        "curves": [
            curve(NAMES[0], "accent", AT, lambda x: agreement(NAMES[0], x)),
            curve(NAMES[1], "opposite", AT, lambda x: agreement(NAMES[1], x)),
        ],
        "answer": enough(AT, lambda x: agreement(NAMES[0], x) >= FOUND),
        "figures": {
            "low": middle[1.0],
            "high": middle[2.0],
            "lost": float(np.median(agreement(NAMES[1], AT[-1]))),
            "many": number_word(counts[STOPS.index(1.0)]),
            "true": number_word(baseline.k),
        },
        "picture": {
            "readings": [
                f"{count} communities found. They agree with the classes by "
                f"{max(drawn(NAMES[0], epsilon)[0].metrics['ari'], 0):.0%}."
                for count, epsilon in zip(counts, STOPS, strict=True)
            ],
            "panels": [
                {
                    "title": "Pupils stand with their class; the colour is the community found",
                    "places": [_classrooms(baseline.labels)],
                    "inks": [[int(label) for label in found] for found in labels],
                }
            ],
        },
    }


def _classrooms(classes: np.ndarray) -> list[int]:
    """A disc of seats for each class, by public class lists alone."""
    points = np.empty((classes.size, 2))
    kinds = np.unique(classes)
    for kind, turn in zip(
        kinds, np.linspace(0, 2 * np.pi, kinds.size, endpoint=False), strict=True
    ):
        members = np.flatnonzero(classes == kind)
        seat = np.arange(members.size)
        radius, angle = np.sqrt(seat + 0.5), seat * np.pi * (3 - np.sqrt(5))
        centre = 13.5 * np.array([np.sin(turn), np.cos(turn)])
        points[members] = centre + radius[:, None] * np.c_[np.cos(angle), np.sin(angle)]
    return places(points)


COMMUNITIES = Lesson(
    id="L2",
    title="Communities",
    minutes=3,
    question="The method returned {many} communities. How many are there?",
    story="A school of 300 pupils in {true} classes. Friends are mostly classmates. Each "
    "friendship is protected: noise hides who is a friend of whom.",
    prediction=Prediction(
        kind="line",
        prompt="Draw how well the classes are found again as ε grows and the noise shrinks.",
        horizontal=epsilon_axis(0.3, 1, 3, 10),
        vertical=Axis("classes found", ((0, "none"), (0.5, "half"), (1, "all"))),
        at=(0.3, 0.7, 1.5, 3.0, 10.0),
        start=(0.5, 0.5, 0.5, 0.5, 0.5),
        shy=(
            Shy("Little by little", (0.1, 0.3, 0.5, 0.75, 1.0)),
            Shy("All at once", (0.0, 0.0, 0.5, 1.0, 1.0)),
            Shy("Never whole", (0.0, 0.15, 0.3, 0.4, 0.5)),
        ),
        asks_about=NAMES[0],
    ),
    control=epsilon_control(
        STOPS,
        start=1,
        prompt="Move ε. Does the number of communities tell you when to believe them?",
    ),
    happened="edgeFlip jumps from {low:.0%} at ε = 1 to {high:.0%} at ε = 2: below, the noise "
    "hides the classes, above they stand out. LouvainDP stays at {lost:.0%} even at ε = 10: it "
    "first throws pupils together in groups of five, and **what is thrown away no ε brings back**.",
    misconception="More ε repairs everything. A method that returns communities has found some.",
    takeaway="What a method throws away, no ε brings back.",
    exercise=Exercise(
        prompt="Find the smallest ε at which nine of ten draws find the classes (agreement 80 % or "
        "more) with edgeFlip. Open the dashboard, or read it off the curve.",
        unit="ε =",
        tolerance=0.08,
        right="Yes. One step lower and too many draws fail: a promise needs the bad draws too.",
        hints=(
            Hint(
                0,
                1.2,
                "There nearly every draw is a guess: communities are returned, but they are "
                "not the classes. Output is not structure.",
            ),
            Hint(
                1.2,
                1.6,
                "There about half of the draws do. You want nine of ten: the middle draw "
                "is not a promise.",
            ),
            Hint(
                1.85, 4, "That is enough, but not the smallest: each step costs privacy. Go lower."
            ),
            Hint(
                4,
                1e9,
                "Far more than needed. More ε does not make the classes better once all are found.",
            ),
        ),
    ),
    links=(
        Link("Open this school in the dashboard", "clusters?graph=school&epsilon=1"),
        Link("The same with LouvainDP", "clusters?graph=school&mechanism=louvain_dp&epsilon=3"),
        Link("Which ε is enough?", "trade-off?graph=school&analysis=louvain"),
    ),
    discussion=(
        "A report says: 'we found six communities in the private data'. What would you ask?",
        "Why do the classes come back so suddenly?",
        "LouvainDP spends all of its ε well and still fails. Where is the loss?",
    ),
    expected=(
        "Whether another draw finds the same six, and what the method returns on pure noise.",
        "Each class is told by many friendships together: once their sum is above the noise, all "
        "pupils are placed at once.",
        "Before any noise: random groups of pupils mix the classes, and the noise cannot be "
        "blamed.",
    ),
    measure=measure,
)
