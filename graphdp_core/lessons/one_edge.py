"""Lesson 0: one answer, one coin. Nobody's own answer is known, and the share of the class is."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphdp_core.digits import percent
from graphdp_core.experiment.compare import noise_stream
from graphdp_core.graphs.graph import Graph
from graphdp_core.graphs.pair_index import pair_ends
from graphdp_core.lessons.lesson import SEED, Lesson, bar, measured, places, words_of
from graphdp_core.mechanisms.edge_flip import EdgeFlip
from graphdp_core.privacy.guarantee import posterior

WORDS = words_of("L0")
PUPILS, YES = 100, 30
STOPS = tuple(map(float, WORDS["control"]["stops"]))
EPSILON = 1.0
TOLD = 0.6  # of the exercise
SIDE = 15  # so many nodes have pairs enough for all pupils
NAMES: list[str] = WORDS["prediction"]["names"]


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
            f"A yes is e^ε = {np.exp(epsilon):.2g} times as likely from somebody who has copied "
            f"({percent(1 - lie, whole=True)}) as from somebody who has not "
            f"({percent(lie, whole=True)}). {told.sum()} say yes here, "
            f"{np.sum(told != true)} lie; corrected: {percent(estimate, whole=True)} (the "
            f"truth: {YES}%)."
        )
    return measured(
        draws,
        bars=[
            bar(NAMES[0], [100 * told.mean() for told in polls]),
            bar(NAMES[1], [100 * np.mean(told != true) for told in polls]),
            bar(NAMES[2], [100 * corrected(told.mean(), EPSILON) for told in polls]),
        ],
        answer=100 * corrected(TOLD, EPSILON),
        figures={
            "told": float(np.median([100 * told.mean() for told in polls])),
            "sure": posterior(0.5, EPSILON),
            "ratio": float(np.exp(EPSILON)),
            "lie": EdgeFlip.flip_probability(EPSILON),
        },
        readings=readings,
        panels=[
            {"title": "Who has", "places": [seats], "inks": [seen(true)]},
            {"title": "What is told", "places": [seats], "inks": [seen(t) for t in shown]},
        ],
    )


ONE_EDGE = Lesson(WORDS, measure)
