"""Lesson 0: one answer, one coin. Nobody's own answer is known, and the share of the class is."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphdp_core.digits import percent
from graphdp_core.experiment.compare import noise_stream
from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.pair_index import pair_ends
from graphdp_core.lessons.lesson import (
    Axis,
    Exercise,
    Hint,
    Lesson,
    Link,
    Poll,
    Prediction,
    Shy,
    epsilon_control,
)
from graphdp_core.lessons.measured import SEED, bar, places
from graphdp_core.mechanisms.edge_flip import EdgeFlip
from graphdp_core.privacy.guarantee import posterior

__all__ = ["ONE_EDGE"]

PUPILS, YES = 100, 30
STOPS = (0.2, 0.5, 1.0, 2.0, 4.0)
EPSILON = 1.0
TOLD = 0.6  # of the exercise
SIDE = 15  # so many nodes have pairs enough for all pupils
NAMES = ("answers that say yes", "answers that are lies", "yes, corrected for the lies")


def poll(epsilon: float, repeat: int) -> np.ndarray:
    """What a class tells: each pupil's answer is one pair of nodes, and edgeFlip passes it on.

    Returns
    -------
    ndarray of bool, shape (PUPILS,)
        The first `YES` of the pupils have truly done it.
    """
    pupils = pair_ends(SIDE, np.arange(PUPILS))
    true = Graph.from_edges(SIDE, np.column_stack(pupils)[:YES])
    told = EdgeFlip().release(true, epsilon=epsilon, rng=noise_stream(SEED, repeat))
    answers = np.asarray(told.adjacency().todense())
    return answers[pupils] > 0


def corrected(share: float, epsilon: float) -> float:
    """The share that truly holds when each answer is a lie as often as edgeFlip flips a pair."""
    lie = EdgeFlip.flip_probability(epsilon)
    return (share - lie) / (1 - 2 * lie)


def measure(draws: int) -> dict[str, Any]:
    """Polls of the class at five epsilons."""
    true = np.arange(PUPILS) < YES
    polls = [poll(EPSILON, repeat) for repeat in range(draws)]
    seat = np.arange(PUPILS)
    seats = places(np.c_[seat % 10, -(seat // 10)])
    order = np.random.default_rng(SEED).permutation(PUPILS)  # who sits where
    shown = [poll(epsilon, 0) for epsilon in STOPS]

    def seen(yes: np.ndarray) -> list[int]:
        return [0 if yes[i] else -1 for i in order]

    readings = []
    for told, epsilon in zip(shown, STOPS, strict=True):
        estimate = min(max(corrected(told.mean(), epsilon), 0), 1)
        lie = EdgeFlip.flip_probability(epsilon)
        readings.append(
            f"A yes is e^ε = {np.exp(epsilon):.2g} times as likely from who has copied "
            f"({percent(1 - lie, whole=True)}) as from who has not "
            f"({percent(lie, whole=True)}). {told.sum()} say yes here, "
            f"{np.sum(told != true)} lie; corrected: {percent(estimate, whole=True)} (the "
            f"truth: {YES}%)."
        )
    return {
        "draws": draws,
        "bars": [
            bar(NAMES[0], [100 * told.mean() for told in polls]),
            bar(NAMES[1], [100 * np.mean(told != true) for told in polls]),
            bar(NAMES[2], [100 * corrected(told.mean(), EPSILON) for told in polls]),
        ],
        "answer": 100 * corrected(TOLD, EPSILON),
        "figures": {
            "told": float(np.median([100 * told.mean() for told in polls])),
            "sure": posterior(0.5, EPSILON),
            "ratio": float(np.exp(EPSILON)),
            "lie": EdgeFlip.flip_probability(EPSILON),
        },
        "picture": {
            "readings": readings,
            "panels": [
                {"title": "Who has", "places": [seats], "inks": [seen(true)]},
                {"title": "What is told", "places": [seats], "inks": [seen(t) for t in shown]},
            ],
        },
    }


ONE_EDGE = Lesson(
    id="L0",
    title="One edge, one coin",
    minutes=1.5,
    question="Every answer may be a lie. What can a class still learn of itself?",
    story="100 pupils are asked: have you ever copied homework? 30 have. Each throws a weighted "
    "coin in secret: mostly they tell the truth, sometimes the opposite.",
    prediction=Prediction(
        kind="counts",
        prompt="At ε = 1 the coin says 'lie' 27 times in a hundred. How many will it be?",
        vertical=Axis(
            "of 100 pupils", ((0, "0"), (25, "25"), (50, "50"), (75, "75"), (100, "100"))
        ),
        names=NAMES,
        start=(50.0, 50.0, 50.0),
        shy=(
            Shy("Nothing changes", (30, 27, 30)),
            Shy("Lies cancel out", (30, 0, 30)),
            Shy("All is lost", (50, 50, 50)),
        ),
        step=1,
    ),
    control=epsilon_control(
        STOPS,
        start=2,
        prompt="Move ε. Pick one blue pupil on the right: can you tell whether they have copied?",
        address="?graph=school",
    ),
    happened="**ε says how much one answer gives away: a yes is e^ε times as likely from who has "
    "copied as from who has not**, and at ε = 1 that is {ratio:.1f} times ({sure:.0%} against "
    "{lie:.0%}). Lies pull the count to about {told:.0f}, but everybody knows how often the coin "
    "lies, and so the class takes them out again.",
    misconception="Noise makes answers useless. Hiding one person hides the class.",
    takeaway="One answer multiplies the odds by at most e^ε. The crowd still speaks.",
    exercise=Exercise(
        prompt="In another class 60 of 100 say yes at ε = 1, where a lie has probability 27%. How "
        "many have truly copied? Solve: told = truth × 73% + (100 − truth) × 27%.",
        unit="pupils:",
        high=100,
        tolerance=0.035,
        right="Yes. An edge of a graph is protected in just this way: edgeFlip throws this coin "
        "for every pair of nodes.",
        hints=(
            Hint(
                59,
                61,
                "That is what was told. Lies pull every count towards 50: the truth lies "
                "farther out.",
            ),
            Hint(
                43,
                45,
                "That is 60 × 73%, as if all 60 had copied. Some of them have not: take "
                "their lies off first.",
            ),
            Hint(
                82,
                83,
                "You divided 60 by 73%. Some of the 60 are lies of those who have not: take "
                "them off first.",
            ),
            Hint(-1e9, 59, "Lies pull counts towards 50. 60 were told, so the truth is above 60."),
            Hint(
                61,
                69,
                "The right side, not yet the number: take 27 off 60, then divide by 73% − 27%.",
            ),
        ),
    ),
    links=(
        Link(
            "What is the secret of one edge worth?",
            "break-it?try=attacks&attack=many_edges&epsilon=0.5",
        ),
        Link("Try to refute the claim of this coin", "break-it?mechanism=edge_flip"),
    ),
    discussion=(
        "Would you answer honestly through this coin? From which ε on not any more?",
        "You are asked the same question ten times, each with a new coin. What happens?",
        "Who has to be trusted here?",
    ),
    expected=(
        "There is no right answer: ε is a value judgement. e^ε says how much likelier an answer "
        "makes the truth.",
        "Ten answers at ε = 1 are one at ε = 10: the lies average out, and you are known.",
        "Nobody: the coin is thrown at home. Other mechanisms need somebody who sees the truth "
        "first.",
    ),
    measure=measure,
    poll=Poll(
        question="Have you ever copied homework?",
        yes="Yes, I have",
        no="No, never",
        story="Not everybody likes to answer this. Each phone throws a weighted coin in secret: "
        "mostly it tells the truth, sometimes the opposite.",
        happened="Lies pull the count towards the middle. Everybody knows how often the coin lies, "
        "so the class can take the lies out again, **and yet a single answer says little of who "
        "gave it**.",
        epsilon=EPSILON,
    ),
)
