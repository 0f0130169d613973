"""Lesson 0: one pair, one coin. No line can be believed, and the number of ties is known."""

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
FRIENDS, TIES = 15, 30
PAIRS = FRIENDS * (FRIENDS - 1) // 2
STOPS = tuple(map(float, WORDS["control"]["stops"]))
EPSILON = 1.0
TOLD = 0.6  # of the exercise
NAMES = (*WORDS["prediction"]["names"], "lines that are lies", "ties, corrected for the lies")


def friends() -> Graph:
    """Which pairs are ties: drawn once, and the same for everybody."""
    drawn = np.random.default_rng(SEED).permutation(PAIRS)[:TIES]
    return Graph.from_edges(FRIENDS, np.column_stack(pair_ends(FRIENDS, drawn)))


def shown(epsilon: float, repeat: int) -> set[tuple[int, int]]:
    """The pairs that are shown as ties after a coin for each of them."""
    told = EdgeFlip().release(friends(), epsilon=epsilon, rng=noise_stream(SEED, repeat))
    return _pairs(told)


def corrected(share: float, epsilon: float) -> float:
    """The share that truly holds when each pair is a lie as often as edgeFlip flips it."""
    lie = EdgeFlip.flip_probability(epsilon)
    return (share - lie) / (1 - 2 * lie)


def measure(draws: int) -> dict[str, Any]:
    """Releases of the friends at five epsilons."""
    true = _pairs(friends())
    releases = [shown(EPSILON, repeat) for repeat in range(draws)]
    angle = 2 * np.pi * np.arange(FRIENDS) / FRIENDS
    seats = places(np.c_[np.cos(angle), np.sin(angle)])
    tried = [shown(epsilon, 0) for epsilon in STOPS]
    readings = []
    for told, epsilon in zip(tried, STOPS, strict=True):
        estimate = round(PAIRS * min(max(corrected(len(told) / PAIRS, epsilon), 0), 1))
        lie = EdgeFlip.flip_probability(epsilon)
        readings.append(
            f"A line is e^ε = {np.exp(epsilon):.2g} times as likely where there is a tie "
            f"({percent(1 - lie, whole=True)}) as where there is none "
            f"({percent(lie, whole=True)}). {len(told)} lines are shown here, "
            f"{len(told - true)} of them invented; corrected: {estimate} ties (the truth: {TIES})."
        )
    return measured(
        draws,
        bars=[
            bar(NAMES[0], [len(told) for told in releases]),
            bar(NAMES[1], [len(told - true) for told in releases]),
            bar(NAMES[2], [PAIRS * corrected(len(told) / PAIRS, EPSILON) for told in releases]),
        ],
        answer=100 * corrected(TOLD, EPSILON),
        figures={
            "told": float(np.median([len(told) for told in releases])),
            "sure": posterior(0.5, EPSILON),
            "ratio": float(np.exp(EPSILON)),
            "lie": EdgeFlip.flip_probability(EPSILON),
        },
        readings=readings,
        panels=[
            {"title": "The truth", "places": [seats], "kept": [_ends(true)]},
            {
                "title": "What is shown",
                "places": [seats],
                "kept": [_ends(told & true) for told in tried],
                "invented": [_ends(told - true) for told in tried],
            },
        ],
    )


def _pairs(graph: Graph) -> set[tuple[int, int]]:
    return {(int(u), int(v)) for u, v in graph.edges}


def _ends(pairs: set[tuple[int, int]]) -> list[int]:
    return [end for pair in sorted(pairs) for end in pair]


ONE_EDGE = Lesson(WORDS, measure)
