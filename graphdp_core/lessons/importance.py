"""Lesson 3: a private ranking is practical if the question hardly feels one edge."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphdp_core.analyses.centrality import Centrality
from graphdp_core.datasets import load_graph
from graphdp_core.experiment.compare import Repeat, run_baseline
from graphdp_core.lessons.lesson import (
    Axis,
    Control,
    Exercise,
    Hint,
    Lesson,
    Link,
    Prediction,
    Shy,
)
from graphdp_core.lessons.measured import bar, enough, ranks, repeated, top_nodes
from graphdp_core.mechanisms.edge_flip import EdgeFlip
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.mechanisms.noisy_centrality import NoisyCentrality
from graphdp_core.mechanisms.noisy_degrees import NoisyDegrees
from graphdp_core.mechanisms.two_round_laplacian import TwoRoundLaplacian

__all__ = ["IMPORTANCE"]

EPSILON = 2.0
TOP = 10
METHODS: tuple[tuple[str, Mechanism, str], ...] = (
    ("noise on exact scores", NoisyCentrality(), "laplacian"),
    ("noise on every edge", EdgeFlip(), "laplacian"),
    ("everybody asks their neighbours", TwoRoundLaplacian(), "laplacian"),
    ("noise on the number of friends", NoisyDegrees(), "degree"),
)
AT = (0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0, 1.2, 1.5, 2.0)
KEPT = 8


def measure(draws: int) -> dict[str, Any]:
    """How many of the true top ten each method keeps, and one list of each."""
    forum = load_graph("fans")
    bars, panels, kept = [], [], {}
    for name, mechanism, score in METHODS:
        analysis = Centrality(score=score)
        found = repeated(forum, mechanism, analysis, epsilon=EPSILON, draws=draws)
        kept[name] = float(np.median([repeat.metrics["top10_kept"] for repeat in found]))
        bars.append(bar(name, [repeat.metrics["top10_kept"] for repeat in found]))
        true = top_nodes(run_baseline(forum, analysis), TOP)
        panels.append(ranks(found[0].private, true, forum, "member"))

    def is_kept(epsilon: float) -> list[bool]:
        _, mechanism, score = METHODS[-1]
        found: list[Repeat] = repeated(
            forum, mechanism, Centrality(score=score), epsilon=epsilon, draws=draws
        )
        return [repeat.metrics["top10_kept"] >= KEPT for repeat in found]

    return {
        "draws": draws,
        "bars": bars,
        "answer": enough(AT, is_kept),
        "figures": {
            "first": kept[METHODS[0][0]],
            "last": kept[METHODS[-1][0]],
            "flip": kept[METHODS[1][0]],
            "chance": TOP * TOP / forum.n,
        },
        "picture": {
            "readings": [
                f"{sum(row['mark'] == 'kept' for row in rows)} of the true top ten stay."
                for rows in panels
            ],
            "panels": [{"title": "The private top ten", "rows": panels}],
        },
    }


IMPORTANCE = Lesson(
    id="L3",
    title="Importance",
    minutes=3,
    question="Is a private ranking impractical?",
    story="A fan forum of 300: who are the ten most central members? Four methods answer, all "
    "with ε = 2 for every contact; the first alone also needs a δ of one in a million.",
    prediction=Prediction(
        kind="counts",
        prompt="Of the true top ten, how many stay in the private top ten? Guess for each method.",
        vertical=Axis("of the true top ten stay", ((0, "0"), (5, "5"), (10, "10"))),
        names=tuple(name for name, _, _ in METHODS),
        start=(5.0,) * len(METHODS),
        shy=(
            Shy("All about the same", (5, 5, 5, 5)),
            Shy("Exact scores win", (9, 5, 4, 6)),
            Shy("None works", (1, 1, 1, 1)),
        ),
        step=1,
    ),
    control=Control(
        label="Method",
        stops=tuple(name for name, _, _ in METHODS),
        start=0,
        kind="choice",
        prompt="Look at the list that each method returns at ε = 2.",
        addresses=tuple(
            f"explore?see=centrality&graph=fans&mechanism={mechanism.id}&epsilon=2&centrality.score={score}"
            for _, mechanism, score in METHODS
        ),
    ),
    happened="Laplacian centrality looks beyond the neighbours, so one contact can move it far, "
    "and the noise that hides this leaves {first:.0f} of ten; guessing leaves {chance:.1f}. The "
    "number of friends moves by one: **at the same ε, and without a δ, {last:.0f} of ten "
    "stay**.",
    misconception="Private rankings are impractical. Noise goes on the answer, whatever the "
    "question.",
    takeaway="Ask a question that one edge can hardly change.",
    exercise=Exercise(
        prompt="Find the smallest ε at which noisy degrees keep eight of ten in nine of ten draws.",
        unit="ε =",
        tolerance=0.2,
        right="Yes: well below the ε = 2 that the other methods were given.",
        hints=(
            Hint(0, 0.3, "There the noise is larger than the gap between the tenth and the next."),
            Hint(
                1.9,
                2.5,
                "That was the ε of the comparison. Noisy degrees need far less: the privacy "
                "you need depends on the question.",
            ),
            Hint(2.5, 1e9, "edgeFlip needs so much. The number of friends needs far less."),
        ),
    ),
    links=(
        Link(
            "Which ε is enough?",
            "which-epsilon?graph=fans&analysis=centrality&mechanism=noisy_degrees",
        ),
        Link(
            "Two methods beside each other",
            "compare?graph=fans&analysis=centrality&mechanism=noisy_degrees&epsilon=2"
            "&b.mechanism=edge_flip",
        ),
    ),
    discussion=(
        "Which question would you ask instead of 'who is most central'?",
        "A method measures its noise out by this very graph. Is its promise still one?",
        "Why does edgeFlip keep {flip:.0f} although it knows nothing of rankings?",
    ),
    expected=(
        "One whose answer a single contact moves little: numbers of friends, shares, sums over "
        "many.",
        "Not without more: the amount of noise then tells about the graph. Published 'local' "
        "noise is not private for that reason.",
        "The centre stands out by many contacts, and flips fall evenly on all.",
    ),
    measure=measure,
)
