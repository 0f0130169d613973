"""Lesson 2: of one release communities outlive rankings; what is thrown away never comes back."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from graphdp_core.analyses.centrality import Centrality
from graphdp_core.analyses.louvain import Louvain
from graphdp_core.arrays import Floats
from graphdp_core.datasets import load_graph
from graphdp_core.digits import percent
from graphdp_core.experiment.compare import Repeat, run_baseline, run_repeat
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
from graphdp_core.lessons.measured import (
    SEED,
    curve,
    enough,
    number_word,
    places,
    ranks,
    repeated,
    top_nodes,
)
from graphdp_core.mechanisms.edge_flip import EdgeFlip
from graphdp_core.mechanisms.louvain_dp import LouvainDP
from graphdp_core.metrics.partitions import match_labels

__all__ = ["COMMUNITIES"]

AT = (0.3, 0.5, 0.7, 1.0, 1.2, 1.4, 1.5, 1.6, 1.7, 1.8, 1.9, 2.0, 2.2, 2.5, 3.0, 4.0, 6.0, 10.0)
STOPS = (0.5, 1.0, 1.5, 2.0, 3.0, 6.0)
GROUPS = 5
FOUND = 0.8  # of the adjusted Rand index: the classes are there
TOP = 10
BOTH = 2.0  # at this epsilon one release has the classes and has lost the ranking
NAMES = ("classes", "top ten", f"LouvainDP, k = {GROUPS}")
CHOSEN = 3.0  # at this epsilon LouvainDP in groups as the app chooses them has the classes


def measure(draws: int) -> dict[str, Any]:
    """What edgeFlip's releases keep of classes and of the ranking, and LouvainDP of the classes."""
    school, louvain, ranking = load_graph("school"), Louvain(), Centrality(score="degree")
    baseline, popular = run_baseline(school, louvain), run_baseline(school, ranking)

    @cache
    def drawn(name: str, epsilon: float) -> list[Repeat]:
        mechanism = LouvainDP(k=GROUPS) if name == NAMES[2] else EdgeFlip()
        return repeated(school, mechanism, louvain, epsilon=epsilon, draws=draws, baseline=baseline)

    @cache
    def ranked(epsilon: float) -> list[Repeat]:
        return [
            run_repeat(
                school, EdgeFlip(), ranking, epsilon=epsilon, seed=SEED, baseline=popular,
                release=found.release,
            )
            for found in drawn(NAMES[0], epsilon)
        ]  # fmt: skip

    def agreement(name: str, epsilon: float) -> Floats:
        return np.array([repeat.metrics["ari"] for repeat in drawn(name, epsilon)])

    def kept(epsilon: float) -> Floats:
        return np.array([repeat.metrics["top10_kept"] for repeat in ranked(epsilon)])

    shown = [drawn(NAMES[0], epsilon)[0].private for epsilon in STOPS]
    labels = [match_labels(baseline.labels, found.labels) for found in shown]
    counts = [int(np.unique(found.labels).size) for found in shown]
    true = top_nodes(popular, TOP)
    tenth = popular.values[true[-1]]
    return {
        "draws": draws,
        "curves": [
            curve(NAMES[0], "accent", AT, lambda x: agreement(NAMES[0], x)),
            curve(NAMES[1], "opposite", AT, lambda x: kept(x) / TOP),
            curve(NAMES[2], "baseline", AT, lambda x: agreement(NAMES[2], x)),
        ],
        "answer": enough(AT, lambda x: agreement(NAMES[0], x) >= FOUND),
        "figures": {
            "high": float(np.median(agreement(NAMES[0], BOTH))),
            "kept": number_word(round(float(np.median(kept(BOTH))))),
            "edges": int(round(_inside(school, baseline.labels), -1)),
            "tied": number_word(int(np.sum(popular.values == tenth))),
            "lost": float(np.median(agreement(NAMES[2], AT[-1]))),
            "chosen": float(
                np.median(
                    [
                        repeat.metrics["ari"]
                        for repeat in repeated(
                            school,
                            LouvainDP(),
                            louvain,
                            epsilon=CHOSEN,
                            draws=draws,
                            baseline=baseline,
                        )
                    ]
                )
            ),
            "many": number_word(counts[STOPS.index(1.0)]),
            "true": number_word(baseline.k),
        },
        "picture": {
            "readings": [
                f"{count} communities found. They agree with the classes by "
                f"{percent(max(drawn(NAMES[0], epsilon)[0].metrics['ari'], 0), whole=True)}. Of "
                f"the ten with most friends, the same release keeps {kept(epsilon)[0]:.0f}."
                for count, epsilon in zip(counts, STOPS, strict=True)
            ],
            "panels": [
                {
                    "title": "Three classes, coloured as found",
                    "places": [_classrooms(baseline.labels)],
                    "inks": [[int(label) for label in found] for found in labels],
                },
                {
                    "title": "Most friends, same release",
                    "rows": [
                        ranks(ranked(epsilon)[0].private, true, school, "pupil")
                        for epsilon in STOPS
                    ],
                },
            ],
        },
    }


def _inside(school: Graph, classes: np.ndarray) -> float:
    """Friendships inside a class, on average."""
    u, v = school.edges.T
    return float(np.sum(classes[u] == classes[v]) / np.unique(classes).size)


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
    story="A school of 300 pupils in {true} classes; friends are mostly classmates. edgeFlip hides "
    "each friendship in one noisy graph: who is in which class, and who has most friends?",
    prediction=Prediction(
        kind="line",
        prompt="Sketch how well the classes are found again as ε grows and the noise shrinks. Will "
        "the ten pupils with most friends be known sooner or later?",
        horizontal=epsilon_axis(0.3, 1, 3, 10),
        vertical=Axis("found again", ((0, "none"), (0.5, "half"), (1, "all"))),
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
        prompt="Move ε, and watch both: at which ε are the classes back, at which the top ten?",
        address="explore?see=clusters&graph=school",
    ),
    happened="At ε = 2 one release gives back the classes ({high:.0%}) and has lost the ranking "
    "({kept} of ten): **a class is an average over {edges} friendships, in which noise cancels; a "
    "rank hangs on one or two** ({tied} pupils tie for place ten). LouvainDP in groups of five "
    "(k = 5) stays at {lost:.0%} to ε = 10: it lumps pupils before any noise. In groups of one, "
    "which the app chooses for so few pupils at ε = 3, it keeps {chosen:.0%} there.",
    misconception="A release is good for all questions or for none. More ε repairs everything.",
    takeaway="Averages over many edges outlive the noise, ranks do not. What a method throws away, "
    "no ε brings back.",
    exercise=Exercise(
        prompt="Find the smallest ε at which nine of ten draws find the classes (agreement 80% or "
        "more) with edgeFlip. Open the dashboard, or read it off the blue curve.",
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
        Link(
            "The ranking of the same release",
            "explore?see=centrality&graph=school&epsilon=2&centrality.score=degree",
        ),
        Link(
            "The classes by LouvainDP in groups of five",
            "explore?see=clusters&graph=school&mechanism=louvain_dp&louvain_dp.k=5&epsilon=10",
        ),
        Link("Which ε is enough?", "which-epsilon?graph=school&analysis=louvain"),
    ),
    discussion=(
        "A report says: 'we found six communities in the private data'. What would you ask?",
        "Why do the classes come back at once, and long before the ranking?",
        "LouvainDP in groups of five spends all of its ε well and still fails. Where is the loss?",
    ),
    expected=(
        "Whether another draw finds the same six, and what the method returns on pure noise.",
        "A class is told by many friendships together: once their sum is above the noise, all "
        "pupils are placed at once. Neighbours in the ranking differ by one friendship or none.",
        "Before any noise: random groups of pupils mix the classes, and the noise cannot be "
        "blamed.",
    ),
    measure=measure,
)
