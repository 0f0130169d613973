"""Lesson 2: of one release communities outlive rankings; what is thrown away never comes back."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from graphdp_core.analyses.centrality import Centrality
from graphdp_core.analyses.louvain import Louvain
from graphdp_core.data import load_graph
from graphdp_core.digits import number_word, percent
from graphdp_core.lessons.lesson import (
    Draws,
    Lesson,
    curve,
    discs,
    enough,
    measured,
    places,
    ranks,
    top_nodes,
    words_of,
)
from graphdp_core.mechanisms.edge_flip import EdgeFlip
from graphdp_core.mechanisms.louvain_dp import LouvainDP
from graphdp_core.metrics.partitions import match_labels

WORDS = words_of("L2")
AT = (0.3, 0.5, 0.7, 1.0, 1.2, 1.4, 1.5, 1.6, 1.7, 1.8, 1.9, 2.0, 2.2, 2.5, 3.0, 4.0, 6.0, 10.0)
STOPS = tuple(map(float, WORDS["control"]["stops"]))
GROUPS = 5
FOUND = 0.8  # of the adjusted Rand index: the classes are there
TOP = 10
BOTH = 2.0  # at this epsilon one release has the classes and has lost the ranking
NAMES = ("classes", "top ten", f"classes, pupils lumped by {GROUPS}")
CHOSEN = 3.0  # at this epsilon LouvainDP in groups as the app chooses them has the classes


def measure(draws: int) -> dict[str, Any]:
    """What edgeFlip's releases keep of classes and of the ranking, and LouvainDP of the classes."""
    school, groups, flip = load_graph("school"), LouvainDP(k=GROUPS), EdgeFlip()
    classes = Draws(school, Louvain(), draws)
    ranking = Draws(school, Centrality(score="degree"), draws, of=classes)
    baseline, popular = classes.baseline, ranking.baseline
    agreement, kept = partial(classes.metric, "ari"), partial(ranking.metric, "top10_kept", flip)

    shown = [classes.drawn(flip, epsilon)[0].private for epsilon in STOPS]
    labels = [match_labels(baseline.labels, partition.labels) for partition in shown]
    counts = [int(np.unique(partition.labels).size) for partition in shown]
    true = top_nodes(popular, TOP)
    tenth = popular.values[true[-1]]
    u, v = school.edges.T
    inside = np.sum(baseline.labels[u] == baseline.labels[v])  # friendships within classes
    return measured(
        draws,
        curves=[
            curve(NAMES[0], "accent", AT, lambda x: agreement(flip, x)),
            curve(NAMES[1], "opposite", AT, lambda x: kept(x) / TOP),
            curve(NAMES[2], "baseline", AT, lambda x: agreement(groups, x)),
        ],
        answer=enough(AT, lambda x: agreement(flip, x) >= FOUND),
        figures={
            "high": float(np.median(agreement(flip, BOTH))),
            "kept": number_word(round(float(np.median(kept(BOTH))))),
            "edges": int(round(float(inside) / baseline.k, -1)),
            "tied": number_word(int(np.sum(popular.values == tenth))),
            "lost": float(np.median(agreement(groups, AT[-1]))),
            "chosen": float(np.median(agreement(LouvainDP(), CHOSEN))),
            "many": number_word(counts[STOPS.index(1.0)]),
            "true": number_word(baseline.k),
        },
        readings=[
            f"{count} communities found. They agree with the classes by "
            f"{percent(max(classes.drawn(flip, epsilon)[0].metrics['ari'], 0), whole=True)}. Of "
            f"the ten with most friends, the same release keeps {kept(epsilon)[0]:.0f}."
            for count, epsilon in zip(counts, STOPS, strict=True)
        ],
        panels=[
            {
                "title": "Three classes, coloured as found",
                "places": [places(discs(baseline.labels))],
                "inks": [[int(label) for label in partition] for partition in labels],
            },
            {
                "title": "Most friends, same release",
                "rows": [
                    ranks(ranking.drawn(flip, epsilon)[0].private, true, school, "pupil")
                    for epsilon in STOPS
                ],
            },
        ],
    )


COMMUNITIES = Lesson(WORDS, measure)
