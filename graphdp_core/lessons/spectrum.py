"""Lesson 5: a finite epsilon is not protection, and noise drowns what it need not."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from graphdp_core.analyses.spectrum import SpectrumAnalysis
from graphdp_core.arrays import Floats
from graphdp_core.data import load_graph
from graphdp_core.graphs.layout import layout_positions
from graphdp_core.lessons.lesson import Draws, Lesson, curve, enough, measured, places, words_of
from graphdp_core.mechanisms.edge_flip import EdgeFlip
from graphdp_core.mechanisms.lnpp import LNPP
from graphdp_core.mechanisms.mechanism import Mechanism
from graphdp_core.privacy.guarantee import posterior

WORDS = words_of("L5")
PAIRS = 5
TIES = 300  # that are drawn of the truth, about so many
WIDER = (1.6, 1.0)  # than high, as the panels are
AT = (0.3, 0.5, 0.7, 1.0, 1.3, 1.6, 2.0, 3.0, 5.0, 8.0, 14.0, 20.0)
STOPS = tuple(map(float, WORDS["control"]["stops"]))
USABLE = 0.8
NAMES = ("edgeFlip", "LNPP, as published")


def measure(draws: int) -> dict[str, Any]:
    """How far the first eigenvector keeps its direction, and its entries at five stops."""
    school = load_graph("school")
    spectra = Draws(school, SpectrumAnalysis(k=PAIRS), draws)
    flip, lnpp = EdgeFlip(), LNPP(k=PAIRS)
    named: tuple[tuple[str, Mechanism], ...] = ((NAMES[0], flip), (NAMES[1], lnpp))
    cosine = partial(spectra.metric, "leading_cosine")

    lead = spectra.baseline.vectors[:, 0]
    lead = lead * np.sign(lead.sum())
    seats = {"places": [places(layout_positions(school) * WIDER)]}
    ties = school.edges[:: school.m // TIES].ravel().tolist()

    def entries(vector: Floats) -> list[int]:
        turned = vector * np.sign(vector @ lead or 1.0)
        largest = np.abs(turned).max() or 1.0
        return [int(entry) for entry in np.rint(1000 * turned / largest)]

    return measured(
        draws,
        curves=[
            curve(NAMES[0], "accent", AT, lambda x: cosine(flip, x)),
            curve(NAMES[1], "opposite", AT, lambda x: cosine(lnpp, x)),
        ],
        place=enough(AT, lambda x: cosine(flip, x) >= USABLE, share=0.5),
        answer=100 * posterior(0.5, 5.0),
        figures={
            "one": float(np.median(cosine(flip, 1.0))),
            "two": float(np.median(cosine(flip, 2.0))),
            "published": float(np.median(cosine(lnpp, 20.0))),
            "chance": float(np.sqrt(2 / (np.pi * school.n))),
        },
        readings=[
            f"edgeFlip keeps {cosine(flip, e)[0]:.0%} of the direction, LNPP "
            f"{cosine(lnpp, e)[0]:.0%}. Odds of one friendship may grow by a "
            f"factor of {_factor(e)}."
            for e in STOPS
        ],
        panels=[
            {"title": "The truth", **seats, "kept": [ties], "entries": [entries(lead)]},
            *(
                {"title": name, **seats, "entries": [
                    entries(spectra.drawn(made, e)[0].private.vectors[:, 0]) for e in STOPS
                ]}
                for name, made in named
            ),
        ],
    )  # fmt: skip


def _factor(epsilon: float) -> str:
    factor = float(np.exp(epsilon))
    return f"{factor:,.1f}" if factor < 100 else f"{factor:,.0f}"


SPECTRUM = Lesson(WORDS, measure)
