"""Lesson 3: a private ranking is practical if the question hardly feels one edge."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphdp_core.analyses.centrality import Centrality
from graphdp_core.data import load_graph
from graphdp_core.lessons.lesson import (
    Draws,
    Lesson,
    bar,
    enough,
    measured,
    ranks,
    top_nodes,
    words_of,
)
from graphdp_core.mechanisms.edge_flip import EdgeFlip
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.mechanisms.noisy_centrality import NoisyCentrality
from graphdp_core.mechanisms.noisy_degrees import NoisyDegrees
from graphdp_core.mechanisms.two_round_laplacian import TwoRoundLaplacian

WORDS = words_of("L3")
EPSILON = 2.0
TOP = 10
MECHANISMS: tuple[tuple[Mechanism, str], ...] = (
    (NoisyCentrality(), "laplacian"),
    (EdgeFlip(), "laplacian"),
    (TwoRoundLaplacian(), "laplacian"),
    (NoisyDegrees(), "degree"),
)
METHODS: list[tuple[str, Mechanism, str]] = [
    (name, *method) for name, method in zip(WORDS["control"]["stops"], MECHANISMS, strict=True)
]
AT = (0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0, 1.2, 1.5, 2.0)
KEPT = 8


def measure(draws: int) -> dict[str, Any]:
    """How many of the true top ten each method keeps, and one list of each."""
    forum = load_graph("fans")
    bars, panels, truths, kept = [], [], [], {}
    for name, mechanism, score in METHODS:
        top = Draws(forum, Centrality(score=score), draws)
        tops = top.metric("top10_kept", mechanism, EPSILON)
        kept[name] = float(np.median(tops))
        bars.append(bar(name, tops))
        true = top_nodes(top.baseline, TOP)
        panels.append(ranks(top.drawn(mechanism, EPSILON)[0].private, true, forum, "member"))
        stay = {row["name"] for row in panels[-1]}
        truths.append([
            {**row, "mark": "kept" if row["name"] in stay else "lost"}
            for row in ranks(top.baseline, true, forum, "member")
        ])  # fmt: skip
    last = METHODS[-1][1]
    return measured(
        draws,
        bars=bars,
        answer=enough(AT, lambda x: top.metric("top10_kept", last, x) >= KEPT),
        figures={
            "first": kept[METHODS[0][0]],
            "last": kept[METHODS[-1][0]],
            "flip": kept[METHODS[1][0]],
            "chance": TOP * TOP / forum.n,
        },
        readings=[
            f"{sum(row['mark'] == 'kept' for row in rows)} of the true top ten stay in this draw; "
            f"the middle of {draws} draws: {one['middle']:g}."
            for rows, one in zip(panels, bars, strict=True)
        ],
        panels=[
            {"title": "The true top ten", "rows": truths},
            {"title": "The private top ten", "rows": panels},
        ],
    )


IMPORTANCE = Lesson(WORDS, measure)
